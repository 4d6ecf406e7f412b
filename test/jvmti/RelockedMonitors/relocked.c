/* Asks for the monitors of a thread from outside, and of itself in the events of waiting. */
#include "agent.h"

static jint waited;

static const char *text_of(JNIEnv *jni, jobject o)
{
    if (!o) return "none";
    char *r = ring();
    jclass c = (*jni)->GetObjectClass(jni, o);
    if (!strcmp(class_name(c), "Ljava/lang/Class;")) return "class";
    jmethodID m = (*jni)->GetMethodID(jni, c, "toString", "()Ljava/lang/String;");
    jstring s = (*jni)->CallObjectMethod(jni, o, m);
    const char *chars = (*jni)->GetStringUTFChars(jni, s, NULL);
    snprintf(r, 2048, "%s", chars);
    (*jni)->ReleaseStringUTFChars(jni, s, chars);
    return r;
}

static void look(JNIEnv *jni, const char *what, jthread t)
{
    jint state = 0, n = 0, depths = 0;
    jobject *owned = NULL, contended = NULL;
    jvmtiMonitorStackDepthInfo *at = NULL;
    CHECK((*ti)->GetThreadState(ti, t, &state));
    CHECK((*ti)->GetOwnedMonitorInfo(ti, t, &n, &owned));
    CHECK((*ti)->GetOwnedMonitorStackDepthInfo(ti, t, &depths, &at));
    CHECK((*ti)->GetCurrentContendedMonitor(ti, t, &contended));
    printf("%s: state %x owns", what, (unsigned)state & ~JVMTI_THREAD_STATE_IN_NATIVE);
    for (jint i = 0; i < n; i++) printf(" %s", text_of(jni, owned[i]));
    printf("; in frames");
    for (jint i = 0; i < depths; i++) printf(" %s@%d", text_of(jni, at[i].monitor), (int)at[i].stack_depth);
    printf("; waits for %s\n", text_of(jni, contended));
    give_back(owned);
    give_back(at);
}

static void JNICALL on_waited(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jboolean timed_out) { waited++; }
/* It has it again. (HotSpot still says that the thread waits for it, and in no frame.) */
static void JNICALL on_entered(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    if (strcmp(thread_name(t), "waiter")) return;
    jint n;
    jobject *owned;
    CHECK((*ti)->GetOwnedMonitorInfo(ti, t, &n, &owned));
    for (jint i = 0; i < n; i++)
        if ((*jni)->IsSameObject(jni, owned[i], o)) printf("  entered, owns %s again\n", text_of(jni, o));
    give_back(owned);
}

JNIEXPORT void JNICALL Java_RelockedMonitors_look(JNIEnv *jni, jclass me, jstring what, jthread t)
{
    const char *s = (*jni)->GetStringUTFChars(jni, what, NULL);
    look(jni, s, t);
    (*jni)->ReleaseStringUTFChars(jni, what, s);
}
JNIEXPORT jint JNICALL Java_RelockedMonitors_waited(JNIEnv *jni, jclass me) { return waited; }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_monitor_events = 1;
    caps.can_get_owned_monitor_info = 1;
    caps.can_get_owned_monitor_stack_depth_info = 1;
    caps.can_get_current_contended_monitor = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.MonitorWaited = on_waited;
    cb.MonitorContendedEntered = on_entered;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_MONITOR_WAITED);
    enable(ti, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
    return 0;
}
