/* The four monitor events with what the threads' states, contended monitors and owners are in them. Each thread's
 * events are kept apart and printed at the end in the order of the thread names: what one thread does is ordered, what
 * two do is not. */
#include "agent.h"

static jrawMonitorID lock;
static jclass kind; /* events of other objects do not count */
static struct {
    char thread[32], text[4000];
} logs[32];
static int log_count;
static jvmtiEnv *filtered; /* hears one thread only */
static int filtered_events;

static void note(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, const char *what)
{
    if (!(*jni)->IsInstanceOf(jni, o, kind)) return;
    if (e == filtered) {
        filtered_events++;
        return;
    }
    char line[400];
    jint state = 0;
    jobject contended = NULL;
    jvmtiMonitorUsage u;
    CHECK((*ti)->GetThreadState(ti, t, &state));
    CHECK((*ti)->GetCurrentContendedMonitor(ti, t, &contended));
    CHECK((*ti)->GetObjectMonitorUsage(ti, o, &u));
    if (!strcmp(thread_name(t), "main")) return; /* whether it blocks is chance */
    int itself = u.owner && (*jni)->IsSameObject(jni, u.owner, t);
    snprintf(line, sizeof line, "  %s contended %s owner %s %d\n", what,
             contended ? class_name((*jni)->GetObjectClass(jni, contended)) : "-", itself ? "itself" : "not itself",
             itself && strcmp(thread_name(t), "native") ? u.entry_count : 0); /* HotSpot does not count JNI's entries */
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    const char *name = thread_name(t);
    int i = 0;
    while (i < log_count && strcmp(logs[i].thread, name)) i++;
    if (i == log_count) snprintf(logs[log_count++].thread, sizeof logs[0].thread, "%s", name);
    strncat(logs[i].text, line, sizeof logs[i].text - strlen(logs[i].text) - 1);
    CHECK((*ti)->RawMonitorExit(ti, lock));
}
static void JNICALL on_enter(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o) { note(e, jni, t, o, "contended enter"); }
static void JNICALL on_entered(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    note(e, jni, t, o, "contended entered");
}
static void JNICALL on_wait(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jlong ms)
{
    char text[64];
    snprintf(text, sizeof text, "wait %lld", (long long)ms);
    note(e, jni, t, o, text);
}
static void JNICALL on_waited(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jboolean timed_out)
{
    note(e, jni, t, o, timed_out ? "waited timed out" : "waited");
}

JNIEXPORT void JNICALL Java_MonitorEvents_enter(JNIEnv *jni, jclass me, jobject o)
{
    (*jni)->MonitorEnter(jni, o);
    (*jni)->MonitorExit(jni, o);
}
JNIEXPORT void JNICALL Java_MonitorEvents_only(JNIEnv *jni, jclass me, jthread t, jboolean on)
{
    static const jvmtiEvent events[] = { JVMTI_EVENT_MONITOR_WAIT, JVMTI_EVENT_MONITOR_WAITED,
                                         JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED };
    for (int i = 0; i < 4; i++)
        CHECK((*filtered)->SetEventNotificationMode(filtered, on ? JVMTI_ENABLE : JVMTI_DISABLE, events[i], t));
}
static int by_thread(const void *a, const void *b) { return strcmp(a, b); }
JNIEXPORT void JNICALL Java_MonitorEvents_show(JNIEnv *jni, jclass me)
{
    qsort(logs, (size_t)log_count, sizeof *logs, by_thread);
    for (int i = 0; i < log_count; i++) printf("%s\n%s", logs[i].thread, logs[i].text);
    printf("of one thread: %d\n", filtered_events);
}

JNIEXPORT void JNICALL Java_MonitorEvents_start(JNIEnv *jni, jclass me, jclass k)
{
    kind = (*jni)->NewGlobalRef(jni, k);
    enable(ti, JVMTI_EVENT_MONITOR_WAIT);
    enable(ti, JVMTI_EVENT_MONITOR_WAITED);
    enable(ti, JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
    enable(ti, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
}
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    filtered = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_monitor_events = 1;
    CHECK((*filtered)->AddCapabilities(filtered, &caps));
    caps.can_get_current_contended_monitor = caps.can_get_monitor_info = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "log", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.MonitorWait = on_wait;
    c.MonitorWaited = on_waited;
    c.MonitorContendedEnter = on_enter;
    c.MonitorContendedEntered = on_entered;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    CHECK((*filtered)->SetEventCallbacks(filtered, &c, sizeof c));
    return 0;
}
