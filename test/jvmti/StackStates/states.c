/* Stacks from both ends, owned monitors in order of classes, agent threads. */
#include "agent.h"
#include <time.h>

static const char *brief(jmethodID m)
{
    char *name = NULL, *r = ring();
    CHECK((*ti)->GetMethodName(ti, m, &name, NULL, NULL));
    snprintf(r, 2048, "%s", name);
    if (strstr(r, "lambda$")) strcpy(r, "lambda");
    give_back(name);
    return r;
}
/* How the JDK gets from park to its native method is not looked at. */
static int shown(jmethodID m) { return starts_with(class_name(class_of_method(m)), "LStackStates"); }

JNIEXPORT void JNICALL Java_StackStates_trace(JNIEnv *jni, jclass me, jthread t, jint start, jint max)
{
    jvmtiFrameInfo f[8];
    jint n = -1;
    jvmtiError e = (*ti)->GetStackTrace(ti, t, start, max, f, &n);
    jint total = 0;
    CHECK((*ti)->GetFrameCount(ti, t, &total));
    printf("  from %s%+d at most %d: %s %d",
           start == total        ? "count"
           : start == -total     ? "-count"
           : start == -total - 1 ? "-count-1"
                                 : "",
           start > -total && start < total ? start : 0, max, error_name(e), n);
    for (jint i = 0; i < n; i++)
        printf(" %s@%d", brief(f[i].method),
               shown(f[i].method) && strcmp(brief(f[i].method), "spin") ? (int)f[i].location : 0);
    printf("\n");
}
JNIEXPORT jint JNICALL Java_StackStates_count(JNIEnv *jni, jclass me, jthread t)
{
    jint n = -1;
    CHECK((*ti)->GetFrameCount(ti, t, &n));
    return n;
}
JNIEXPORT jint JNICALL Java_StackStates_state(JNIEnv *jni, jclass me, jthread t)
{
    jint s = -1;
    CHECK((*ti)->GetThreadState(ti, t, &s));
    return s;
}
JNIEXPORT void JNICALL Java_StackStates_monitors(JNIEnv *jni, jclass me, jthread t)
{
    jint n, k;
    jobject *owned, contended;
    jvmtiMonitorStackDepthInfo *depths;
    CHECK((*ti)->GetOwnedMonitorInfo(ti, t, &n, &owned));
    CHECK((*ti)->GetOwnedMonitorStackDepthInfo(ti, t, &k, &depths));
    CHECK((*ti)->GetCurrentContendedMonitor(ti, t, &contended));
    printf("  owns %d %d:", n, k);
    for (jint i = 0; i < k; i++)
        printf(" %s@%d%s", class_name((*jni)->GetObjectClass(jni, depths[i].monitor)), depths[i].stack_depth,
               (*jni)->IsSameObject(jni, depths[i].monitor, owned[i]) ? "" : "(?)");
    printf(", contended %s\n", contended ? class_name((*jni)->GetObjectClass(jni, contended)) : "-");
}
JNIEXPORT void JNICALL Java_StackStates_suspend(JNIEnv *jni, jclass me, jthread t, jboolean on)
{
    if (on)
        CHECK((*ti)->SuspendThread(ti, t));
    else
        CHECK((*ti)->ResumeThread(ti, t));
}
static volatile int go;
JNIEXPORT void JNICALL Java_StackStates_inNative(JNIEnv *jni, jclass me)
{
    struct timespec brief_time = { 0, 1000000 };
    while (!go) nanosleep(&brief_time, NULL);
}
JNIEXPORT void JNICALL Java_StackStates_letNativeGo(JNIEnv *jni, jclass me) { go = 1; }
JNIEXPORT void JNICALL Java_StackStates_jniMonitor(JNIEnv *jni, jclass me, jobject o, jobject inside)
{
    (*jni)->MonitorEnter(jni, o);
    (*jni)->CallVoidMethod(jni, inside,
                           (*jni)->GetMethodID(jni, (*jni)->FindClass(jni, "java/lang/Runnable"), "run", "()V"));
    (*jni)->MonitorExit(jni, o);
}
JNIEXPORT void JNICALL Java_StackStates_together(JNIEnv *jni, jclass me, jobjectArray threads, jint max)
{
    jthread list[8];
    jint n = (*jni)->GetArrayLength(jni, threads);
    for (jint i = 0; i < n; i++) list[i] = (*jni)->GetObjectArrayElement(jni, threads, i);
    jvmtiStackInfo *info;
    CHECK((*ti)->GetThreadListStackTraces(ti, n, list, max, &info));
    for (jint i = 0; i < n; i++) {
        printf("  %d: same thread %d, state %x, %d frames, last %s\n", i,
               (*jni)->IsSameObject(jni, info[i].thread, list[i]), info[i].state, info[i].frame_count,
               brief(info[i].frame_buffer[info[i].frame_count - 1].method));
    }
    give_back(info);
}

static jrawMonitorID done;
static int finished;
static char said[256];
static void JNICALL agent_main(jvmtiEnv *e, JNIEnv *jni, void *arg)
{
    jthread t;
    jvmtiThreadInfo i;
    jint frames = -1, s = 0;
    CHECK((*e)->GetCurrentThread(e, &t));
    CHECK((*e)->GetThreadInfo(e, t, &i));
    CHECK((*e)->GetFrameCount(e, t, &frames));
    CHECK((*e)->GetThreadState(e, t, &s));
    snprintf(said, sizeof said, "%s priority %d daemon %d frames %d state %x", i.name, i.priority, i.is_daemon, frames,
             s);
    CHECK((*e)->RawMonitorEnter(e, done));
    finished = 1;
    CHECK((*e)->RawMonitorNotifyAll(e, done));
    CHECK((*e)->RawMonitorExit(e, done));
}
JNIEXPORT jstring JNICALL Java_StackStates_agent(JNIEnv *jni, jclass me, jthread t, jint priority)
{
    if (!done) CHECK((*ti)->CreateRawMonitor(ti, "done", &done));
    finished = 0;
    jvmtiError e = (*ti)->RunAgentThread(ti, t, agent_main, NULL, priority);
    if (e != JVMTI_ERROR_NONE) return (*jni)->NewStringUTF(jni, error_name(e));
    CHECK((*ti)->RawMonitorEnter(ti, done));
    while (!finished) CHECK((*ti)->RawMonitorWait(ti, done, 0));
    CHECK((*ti)->RawMonitorExit(ti, done));
    jint s = 0;
    do CHECK((*ti)->GetThreadState(ti, t, &s));
    while (!(s & JVMTI_THREAD_STATE_TERMINATED));
    return (*jni)->NewStringUTF(jni, said);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_suspend = caps.can_get_owned_monitor_info = caps.can_get_owned_monitor_stack_depth_info =
        caps.can_get_current_contended_monitor = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
