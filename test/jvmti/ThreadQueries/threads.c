/* Threads and thread groups: info, state, monitors, storage, suspension, agent threads. */
#include "agent.h"

JNIEXPORT void JNICALL Java_ThreadQueries_info(JNIEnv *jni, jclass me, jthread t)
{
    jvmtiThreadInfo i;
    CHECK((*ti)->GetThreadInfo(ti, t, &i));
    jvmtiThreadGroupInfo g;
    memset(&g, 0, sizeof g);
    if (i.thread_group) CHECK((*ti)->GetThreadGroupInfo(ti, i.thread_group, &g));
    printf("thread %s priority %d%s group %s loader %s\n", i.name, i.priority, i.is_daemon ? " daemon" : "",
           i.thread_group ? g.name : "-",
           i.context_class_loader ? class_name((*jni)->GetObjectClass(jni, i.context_class_loader)) : "-");
}
JNIEXPORT jint JNICALL Java_ThreadQueries_state(JNIEnv *jni, jclass me, jthread t)
{
    jint s = -1;
    CHECK((*ti)->GetThreadState(ti, t, &s));
    return s;
}
JNIEXPORT void JNICALL Java_ThreadQueries_group(JNIEnv *jni, jclass me, jthreadGroup g)
{
    jvmtiThreadGroupInfo i, p;
    CHECK((*ti)->GetThreadGroupInfo(ti, g, &i));
    if (i.parent) CHECK((*ti)->GetThreadGroupInfo(ti, i.parent, &p));
    printf("group %s parent %s priority %d%s:", i.name, i.parent ? p.name : "-", i.max_priority,
           i.is_daemon ? " daemon" : "");
    jint nt, ng;
    jthread *threads;
    jthreadGroup *groups;
    CHECK((*ti)->GetThreadGroupChildren(ti, g, &nt, &threads, &ng, &groups));
    for (jint k = 0; k < nt; k++) printf(" thread %s", thread_name(threads[k]));
    for (jint k = 0; k < ng; k++) {
        CHECK((*ti)->GetThreadGroupInfo(ti, groups[k], &p));
        printf(" group %s", p.name);
    }
    printf("\n");
    jthreadGroup *top;
    CHECK((*ti)->GetTopThreadGroups(ti, &ng, &top));
    CHECK((*ti)->GetThreadGroupInfo(ti, top[0], &p));
    printf("  top groups %d, first %s\n", ng, p.name);
}
JNIEXPORT jboolean JNICALL Java_ThreadQueries_listed(JNIEnv *jni, jclass me, jthread t)
{
    jint n;
    jthread *all;
    jboolean found = JNI_FALSE;
    CHECK((*ti)->GetAllThreads(ti, &n, &all));
    for (jint i = 0; i < n; i++) found |= (*jni)->IsSameObject(jni, all[i], t);
    give_back(all);
    return found;
}
JNIEXPORT jboolean JNICALL Java_ThreadQueries_current(JNIEnv *jni, jclass me, jthread t)
{
    jthread c;
    CHECK((*ti)->GetCurrentThread(ti, &c));
    return (*jni)->IsSameObject(jni, c, t);
}
static JNIEnv *sorting;
static int by_class(const void *a, const void *b) /* the order is not specified */
{
    return strcmp(class_name((*sorting)->GetObjectClass(sorting, *(jobject *)a)),
                  class_name((*sorting)->GetObjectClass(sorting, *(jobject *)b)));
}
JNIEXPORT void JNICALL Java_ThreadQueries_monitors(JNIEnv *jni, jclass me, jthread t)
{
    jint n;
    jobject *owned, contended;
    jvmtiMonitorStackDepthInfo *depths;
    CHECK((*ti)->GetOwnedMonitorInfo(ti, t, &n, &owned));
    sorting = jni;
    qsort(owned, (size_t)n, sizeof *owned, by_class);
    printf("  owns");
    for (jint i = 0; i < n; i++) printf(" %s", class_name((*jni)->GetObjectClass(jni, owned[i])));
    CHECK((*ti)->GetOwnedMonitorStackDepthInfo(ti, t, &n, &depths));
    qsort(depths, (size_t)n, sizeof *depths, by_class); /* the monitor is the first member */
    printf(", with depth");
    for (jint i = 0; i < n; i++)
        printf(" %s@%d", class_name((*jni)->GetObjectClass(jni, depths[i].monitor)), depths[i].stack_depth);
    CHECK((*ti)->GetCurrentContendedMonitor(ti, t, &contended));
    printf(", contended %s\n", contended ? class_name((*jni)->GetObjectClass(jni, contended)) : "-");
}
JNIEXPORT void JNICALL Java_ThreadQueries_usage(JNIEnv *jni, jclass me, jobject o)
{
    jvmtiMonitorUsage u;
    CHECK((*ti)->GetObjectMonitorUsage(ti, o, &u));
    printf("  owner %s entered %d, notify waiters", u.owner ? thread_name(u.owner) : "-", u.entry_count);
    for (jint i = 0; i < u.notify_waiter_count; i++) printf(" %s", thread_name(u.notify_waiters[i]));
    printf("\n");
}
JNIEXPORT jlong JNICALL Java_ThreadQueries_storage(JNIEnv *jni, jclass me, jthread t, jlong set)
{
    void *p = NULL;
    if (set) CHECK((*ti)->SetThreadLocalStorage(ti, t, (void *)(intptr_t)set));
    CHECK((*ti)->GetThreadLocalStorage(ti, t, &p));
    return (jlong)(intptr_t)p;
}
JNIEXPORT void JNICALL Java_ThreadQueries_suspend(JNIEnv *jni, jclass me, jthread t)
{
    printf("  suspend %s\n", error_name((*ti)->SuspendThread(ti, t)));
}
JNIEXPORT void JNICALL Java_ThreadQueries_resume(JNIEnv *jni, jclass me, jthread t)
{
    printf("  resume %s\n", error_name((*ti)->ResumeThread(ti, t)));
}
JNIEXPORT void JNICALL Java_ThreadQueries_suspendList(JNIEnv *jni, jclass me, jobjectArray a, jboolean suspend)
{
    jthread list[8];
    jvmtiError results[8];
    jint n = (*jni)->GetArrayLength(jni, a);
    for (jint i = 0; i < n; i++) list[i] = (*jni)->GetObjectArrayElement(jni, a, i);
    CHECK(suspend ? (*ti)->SuspendThreadList(ti, n, list, results) : (*ti)->ResumeThreadList(ti, n, list, results));
    printf("  %s list", suspend ? "suspend" : "resume");
    for (jint i = 0; i < n; i++) printf(" %s", error_name(results[i]));
    printf("\n");
}
JNIEXPORT void JNICALL Java_ThreadQueries_interrupt(JNIEnv *jni, jclass me, jthread t)
{
    printf("  interrupt\n"); /* before: the thread prints too */
    jvmtiError e = (*ti)->InterruptThread(ti, t);
    if (e != JVMTI_ERROR_NONE) printf("  %s\n", error_name(e));
}

static jrawMonitorID done;
static int finished;
static void JNICALL agent_main(jvmtiEnv *e, JNIEnv *jni, void *arg)
{
    jthread t;
    jvmtiThreadInfo i;
    CHECK((*e)->GetCurrentThread(e, &t));
    CHECK((*e)->GetThreadInfo(e, t, &i));
    printf("  agent thread %s priority %d%s argument %s\n", i.name, i.priority, i.is_daemon ? " daemon" : "",
           (char *)arg);
    CHECK((*e)->RawMonitorEnter(e, done));
    finished = 1;
    CHECK((*e)->RawMonitorNotifyAll(e, done));
    CHECK((*e)->RawMonitorExit(e, done));
}
JNIEXPORT void JNICALL Java_ThreadQueries_runAgent(JNIEnv *jni, jclass me, jthread t)
{
    printf("  priority 0: %s\n", error_name((*ti)->RunAgentThread(ti, t, agent_main, "x", 0)));
    printf("  priority 11: %s\n", error_name((*ti)->RunAgentThread(ti, t, agent_main, "x", 11)));
    CHECK((*ti)->CreateRawMonitor(ti, "done", &done));
    CHECK((*ti)->RunAgentThread(ti, t, agent_main, "given", 7));
    CHECK((*ti)->RawMonitorEnter(ti, done));
    while (!finished) CHECK((*ti)->RawMonitorWait(ti, done, 0));
    CHECK((*ti)->RawMonitorExit(ti, done));
}
JNIEXPORT jboolean JNICALL Java_ThreadQueries_cpuTime(JNIEnv *jni, jclass me, jthread other)
{
    jlong a, b, c;
    CHECK((*ti)->GetCurrentThreadCpuTime(ti, &a));
    CHECK((*ti)->GetThreadCpuTime(ti, NULL, &b));
    CHECK((*ti)->GetThreadCpuTime(ti, other, &c));
    return a > 0 && b >= a && c > 0;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_suspend = caps.can_get_owned_monitor_info = caps.can_get_owned_monitor_stack_depth_info =
        caps.can_get_current_contended_monitor = 1;
    caps.can_get_monitor_info = caps.can_signal_thread = caps.can_get_current_thread_cpu_time =
        caps.can_get_thread_cpu_time = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
