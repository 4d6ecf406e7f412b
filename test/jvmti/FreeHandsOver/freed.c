/* ObjectFree waits for an answer of another thread, which needs the VM for it. */
#include "agent.h"

static jrawMonitorID lock;
static int asked, answers; /* under lock; answers: -1 nobody came */

static void JNICALL on_free(jvmtiEnv *env, jlong tag)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    if (!answers) {
        asked = 1;
        CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
        for (int i = 0; i < 10 && !answers; i++) CHECK((*ti)->RawMonitorWait(ti, lock, 1000));
        if (!answers) answers = -1;
    }
    CHECK((*ti)->RawMonitorExit(ti, lock));
}

JNIEXPORT void JNICALL Java_FreeHandsOver_tag(JNIEnv *jni, jclass me, jobject o) { CHECK((*ti)->SetTag(ti, o, 1)); }
JNIEXPORT void JNICALL Java_FreeHandsOver_serve(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    while (!asked) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
    CHECK((*ti)->RawMonitorExit(ti, lock));
    (void)class_name(me); /* enters the VM */
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    if (!answers) answers = 1;
    CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    CHECK((*ti)->RawMonitorExit(ti, lock));
}
JNIEXPORT jint JNICALL Java_FreeHandsOver_answered(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    int n = answers;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    return n;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "answers", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ObjectFree = on_free;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
    return 0;
}
