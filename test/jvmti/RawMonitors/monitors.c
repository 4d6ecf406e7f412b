/* Raw monitors: recursion, owners, waiting with and without a limit, notification of one and of all, interruption,
 * destruction. */
#include "agent.h"

static jrawMonitorID m, gate;
static int waiting, woken;

JNIEXPORT void JNICALL Java_RawMonitors_basics(JNIEnv *jni, jclass me)
{
    jrawMonitorID x;
    CHECK((*ti)->CreateRawMonitor(ti, "x", &x));
    printf("exit %s wait %s notify %s all %s\n", error_name((*ti)->RawMonitorExit(ti, x)),
           error_name((*ti)->RawMonitorWait(ti, x, 1)), error_name((*ti)->RawMonitorNotify(ti, x)),
           error_name((*ti)->RawMonitorNotifyAll(ti, x)));
    for (int i = 0; i < 3; i++) CHECK((*ti)->RawMonitorEnter(ti, x));
    CHECK((*ti)->RawMonitorNotify(ti, x));
    CHECK((*ti)->RawMonitorWait(ti, x, 5));
    for (int i = 0; i < 3; i++) CHECK((*ti)->RawMonitorExit(ti, x));
    printf("exit again %s\n", error_name((*ti)->RawMonitorExit(ti, x)));
    CHECK((*ti)->RawMonitorEnter(ti, x));
    CHECK((*ti)->RawMonitorEnter(ti, x));
    printf("destroyed by owner %s, then enter %s\n", error_name((*ti)->DestroyRawMonitor(ti, x)),
           error_name((*ti)->RawMonitorEnter(ti, x)));
}

JNIEXPORT void JNICALL Java_RawMonitors_hold(JNIEnv *jni, jclass me, jboolean on)
{
    CHECK(on ? (*ti)->RawMonitorEnter(ti, gate) : (*ti)->RawMonitorExit(ti, gate));
}
JNIEXPORT void JNICALL Java_RawMonitors_others(JNIEnv *jni, jclass me)
{
    printf("other: exit %s notify %s destroy %s\n", error_name((*ti)->RawMonitorExit(ti, gate)),
           error_name((*ti)->RawMonitorNotify(ti, gate)), error_name((*ti)->DestroyRawMonitor(ti, gate)));
}

JNIEXPORT jint JNICALL Java_RawMonitors_sleepIn(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, m));
    CHECK((*ti)->RawMonitorEnter(ti, m));
    waiting++;
    jvmtiError e = (*ti)->RawMonitorWait(ti, m, 0);
    woken++;
    CHECK((*ti)->RawMonitorExit(ti, m));
    CHECK((*ti)->RawMonitorExit(ti, m));
    return e;
}
JNIEXPORT jint JNICALL Java_RawMonitors_waiting(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, m));
    jint n = waiting;
    CHECK((*ti)->RawMonitorExit(ti, m));
    return n;
}
JNIEXPORT jint JNICALL Java_RawMonitors_woken(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, m));
    jint n = woken;
    CHECK((*ti)->RawMonitorExit(ti, m));
    return n;
}
JNIEXPORT void JNICALL Java_RawMonitors_wake(JNIEnv *jni, jclass me, jboolean all)
{
    CHECK((*ti)->RawMonitorEnter(ti, m));
    CHECK(all ? (*ti)->RawMonitorNotifyAll(ti, m) : (*ti)->RawMonitorNotify(ti, m));
    CHECK((*ti)->RawMonitorExit(ti, m));
}
static int count;
JNIEXPORT void JNICALL Java_RawMonitors_add(JNIEnv *jni, jclass me, jint n)
{
    while (n--) {
        CHECK((*ti)->RawMonitorEnter(ti, m));
        count++;
        CHECK((*ti)->RawMonitorExit(ti, m));
    }
}
JNIEXPORT jint JNICALL Java_RawMonitors_total(JNIEnv *jni, jclass me) { return count; }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    CHECK((*ti)->CreateRawMonitor(ti, "m", &m));
    CHECK((*ti)->CreateRawMonitor(ti, "gate", &gate));
    CHECK((*ti)->RawMonitorEnter(ti, m)); /* works this early; HotSpot dies in RawMonitorWait here */
    CHECK((*ti)->RawMonitorExit(ti, m));
    return 0;
}
