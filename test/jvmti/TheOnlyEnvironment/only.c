/* Two environments that count the method events of three methods. */
#include "agent.h"

static jvmtiEnv *env[2];
static struct counts {
    int entries, exits, thrown, wrong;
} counts[2];
static int planned_env = -1, planned_call;
static char action[32];
static jmethodID tick, wide, object;
static const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT };

static void set_callbacks(int n, int on);
static void set_event(int n, int i, int on, jthread thread)
{
    CHECK((*env[n])->SetEventNotificationMode(env[n], on ? JVMTI_ENABLE : JVMTI_DISABLE, events[i], thread));
}
static void set_events(int n, int on, jthread thread)
{
    for (int i = 0; i < 2; i++) set_event(n, i, on, thread);
}
static void act(JNIEnv *jni)
{
    int n = planned_env;
    planned_env = -1;
    if (!strcmp(action, "throw"))
        (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), "planned");
    else if (!strcmp(action, "second on"))
        set_events(1, 1, NULL);
    else if (!strcmp(action, "second off"))
        set_events(1, 0, NULL);
    else if (!strcmp(action, "no callbacks") || !strcmp(action, "callbacks"))
        set_callbacks(n, !strcmp(action, "callbacks"));
    else
        CHECK((*env[n])->DisposeEnvironment(env[n]));
}

static int ours(jmethodID m) { return m && (m == tick || m == wide || m == object); }
static void entered(int n, JNIEnv *jni, jmethodID m)
{
    if (!ours(m)) return;
    counts[n].entries++;
    for (int i = 0; i < 5; i++) (*jni)->NewStringUTF(jni, "left behind");
    if (m == tick && n == planned_env && --planned_call == 0) act(jni);
}
static void left(int n, JNIEnv *jni, jmethodID m, jboolean thrown, jvalue v)
{
    if (!ours(m)) return;
    counts[n].exits++;
    counts[n].thrown += thrown;
    if (m == object && !thrown) counts[n].wrong += !v.l || !(*jni)->GetObjectClass(jni, v.l);
    if (m == wide && !thrown) counts[n].wrong += v.j % 3 != 0;
}
#define CALLBACKS(n) \
    static void JNICALL on_entry_##n(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m) { entered(n, jni, m); } \
    static void JNICALL on_exit_##n(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jboolean thrown, jvalue v) \
    { \
        left(n, jni, m, thrown, v); \
    }
CALLBACKS(0)
CALLBACKS(1)
static void set_callbacks(int n, int on)
{
    jvmtiEventCallbacks c = { .MethodEntry = NULL };
    if (on) c.MethodEntry = n ? on_entry_1 : on_entry_0;
    if (on) c.MethodExit = n ? on_exit_1 : on_exit_0;
    CHECK((*env[n])->SetEventCallbacks(env[n], &c, sizeof c));
}

JNIEXPORT void JNICALL Java_TheOnlyEnvironment_events(JNIEnv *jni, jclass c, jint n, jboolean on, jboolean one)
{
    jthread current = NULL;
    tick = (*jni)->GetStaticMethodID(jni, c, "tick", "(I)I");
    wide = (*jni)->GetStaticMethodID(jni, c, "wide", "(J)J");
    object = (*jni)->GetStaticMethodID(jni, c, "object", "(Ljava/lang/Object;)Ljava/lang/Object;");
    if (one) CHECK((*env[n])->GetCurrentThread(env[n], &current));
    set_events(n, on, current);
}
JNIEXPORT void JNICALL Java_TheOnlyEnvironment_event(JNIEnv *jni, jclass c, jboolean leave, jboolean on, jboolean one)
{
    jthread current = NULL;
    if (one) CHECK((*env[0])->GetCurrentThread(env[0], &current));
    set_event(0, leave, on, current);
}
JNIEXPORT void JNICALL Java_TheOnlyEnvironment_plan(JNIEnv *jni, jclass c, jint n, jint call, jstring what)
{
    const char *text = (*jni)->GetStringUTFChars(jni, what, NULL);
    snprintf(action, sizeof action, "%s", text);
    (*jni)->ReleaseStringUTFChars(jni, what, text);
    planned_env = n;
    planned_call = call;
    if (!call) act(jni);
}
JNIEXPORT jstring JNICALL Java_TheOnlyEnvironment_counts(JNIEnv *jni, jclass c)
{
    char text[200];
    int n = 0;
    for (int i = 0; i < 2; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%d in, %d out, %d by exception, %d wrong", i ? "; " : "",
                      counts[i].entries, counts[i].exits, counts[i].thrown, counts[i].wrong);
    memset(counts, 0, sizeof counts);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    for (int i = 0; i < 2; i++) {
        ti = env[i] = new_env(vm);
        jvmtiCapabilities caps = { .can_generate_method_entry_events = 1, .can_generate_method_exit_events = 1 };
        CHECK((*ti)->AddCapabilities(ti, &caps));
        set_callbacks(i, 1);
    }
    return JNI_OK;
}
