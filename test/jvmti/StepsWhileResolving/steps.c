/* Notes the methods of the test's classes in which single steps are sent, each once in a row; loads and preparations of
 * classes. */
#include "agent.h"

static char seen[16384], heard[16384];
static jmethodID last;

static int mine(const char *s) { return starts_with(s, "LStepsWhileResolving"); }
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (m == last) return;
    last = m;
    const char *s = method_name(m);
    /* of the test, and generated */
    if (!mine(s) || strstr(s, "ambda$") || strstr(s, ".tell(") || strstr(s, ".steps(")) return;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), " %s", s + 1);
}
static void note(const char *what, jclass c)
{
    const char *s = class_name(c);
    if (mine(s)) snprintf(heard + strlen(heard), sizeof heard - strlen(heard), " %s %s", what, s);
}
static void JNICALL on_load(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { note("load", c); }
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { note("prepare", c); }

JNIEXPORT jstring JNICALL Java_StepsWhileResolving_steps(JNIEnv *jni, jclass me, jboolean on)
{
    jthread self; /* only this thread: a step of another would stand between two of the same method */
    CHECK((*ti)->GetCurrentThread(ti, &self));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, self));
    if (on) {
        *seen = 0;
        last = NULL;
    }
    return (*jni)->NewStringUTF(jni, seen);
}
JNIEXPORT jstring JNICALL Java_StepsWhileResolving_classes(JNIEnv *jni, jclass me)
{
    jstring s = (*jni)->NewStringUTF(jni, heard);
    *heard = 0;
    return s;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_single_step_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.SingleStep = on_step;
    cb.ClassLoad = on_load;
    cb.ClassPrepare = on_prepare;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_LOAD);
    enable(ti, JVMTI_EVENT_CLASS_PREPARE);
    return 0;
}
