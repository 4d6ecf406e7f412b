/* A tool at work beside probes (test/drivers/70-probe-counts.py): breakpoints at lines and instructions of the
 * program's methods, watches of its fields, awaited ends of frames and single steps come and go at random. It changes
 * nothing, and prints errors only. */
#include "agent.h"
#include <stdatomic.h>

enum {
    SPOTS = 1 << 14,
    AT_ONCE = 8, /* breakpoints that a turn of the clock sets */
    EVENTS = 500 /* a turn; beyond them breakpoints go that are hit */
};
struct spot {
    jmethodID m;
    jlocation at;
};
static struct spot spots[SPOTS];
static _Atomic unsigned spot_count;
static _Atomic unsigned long seed;
static _Atomic int over, events_left = EVENTS;
static _Atomic long hits, steps, told;
static __thread int steps_left;

static unsigned chance(unsigned n) /* 0 to n - 1 */
{
    unsigned long x = atomic_fetch_add(&seed, 0x9e3779b97f4a7c15UL);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebUL;
    return (unsigned)((x ^ x >> 31) % n);
}
static void may_be(jvmtiError e, jvmtiError also, const char *call)
{
    if (e == JVMTI_ERROR_NONE || e == also || over || e == JVMTI_ERROR_WRONG_PHASE) return;
    if (e == JVMTI_ERROR_INVALID_METHODID) return; /* its class is gone */
    printf("%s: %s\n", call, error_name(e));
}
static void set(jmethodID m, jlocation at)
{
    may_be((*ti)->SetBreakpoint(ti, m, at), JVMTI_ERROR_DUPLICATE, "SetBreakpoint");
}
static void remember(jmethodID m, jlocation at)
{
    if (spot_count >= SPOTS) return;
    unsigned n = atomic_fetch_add(&spot_count, 1);
    if (n < SPOTS) spots[n] = (struct spot){ m, at };
}

static void JNICALL on_breakpoint(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at)
{
    hits++;
    int many = events_left-- < 0;
    if (many || !chance(16)) may_be((*ti)->ClearBreakpoint(ti, m, at), JVMTI_ERROR_NOT_FOUND, "ClearBreakpoint");
    if (!chance(8)) may_be((*ti)->NotifyFramePop(ti, thread, 0), JVMTI_ERROR_DUPLICATE, "NotifyFramePop");
    if (many || chance(4) || steps_left) return;
    steps_left = 1 + (int)chance(40);
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, thread));
}
static void JNICALL on_step(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at)
{
    steps++;
    events_left--;
    jobject loader = NULL;
    jclass c = class_of_method(m);
    if (!chance(8) && (*ti)->GetClassLoader(ti, c, &loader) == JVMTI_ERROR_NONE && loader) {
        remember(m, at);
        set(m, at);
    }
    (*jni)->DeleteLocalRef(jni, c);
    if (loader) (*jni)->DeleteLocalRef(jni, loader);
    if (steps_left && !--steps_left)
        CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, thread));
}
static void JNICALL on_pop(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jboolean by_exception) { told++; }
static void JNICALL on_access(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    told++;
}
static void JNICALL on_modification(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c,
                                    jobject o, jfieldID f, char kind, jvalue v)
{
    told++;
}

static void break_in(jmethodID m)
{
    jint n = 0;
    jvmtiLineNumberEntry *lines = NULL;
    if ((*ti)->GetLineNumberTable(ti, m, &n, &lines) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < n; i++) {
        remember(m, lines[i].start_location);
        if (!chance(4)) set(m, lines[i].start_location);
    }
    give_back(lines);
}
static void JNICALL on_prepare(jvmtiEnv *t, JNIEnv *jni, jthread thread, jclass c)
{
    jobject loader = NULL;
    jint n = 0;
    jmethodID *methods = NULL;
    jfieldID *fields = NULL;
    CHECK((*ti)->GetClassLoader(ti, c, &loader));
    if (!loader) return;
    (*jni)->DeleteLocalRef(jni, loader);
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    for (jint i = 0; i < n; i++) break_in(methods[i]);
    give_back(methods);
    CHECK((*ti)->GetClassFields(ti, c, &n, &fields));
    for (jint i = 0; i < n; i++) {
        if (!chance(4)) CHECK((*ti)->SetFieldAccessWatch(ti, c, fields[i]));
        if (!chance(4)) CHECK((*ti)->SetFieldModificationWatch(ti, c, fields[i]));
    }
    give_back(fields);
}

/* The clock: breakpoints that went come again, and each thread steps for a turn. */
static void JNICALL run(jvmtiEnv *t, JNIEnv *jni, void *arg)
{
    jrawMonitorID turn = arg;
    (*ti)->RawMonitorEnter(ti, turn);
    for (unsigned n = 0; !over; n++) {
        (*ti)->RawMonitorWait(ti, turn, 1);
        events_left = EVENTS;
        unsigned known = spot_count < SPOTS ? spot_count : SPOTS;
        for (int i = 0; i < AT_ONCE && known && !over; i++) {
            struct spot s = spots[chance(known)];
            if (s.m) set(s.m, s.at);
        }
        jvmtiEventMode mode = n % 16 == 8 ? JVMTI_ENABLE : JVMTI_DISABLE;
        may_be((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_SINGLE_STEP, NULL), JVMTI_ERROR_NONE, "steps");
    }
    (*ti)->RawMonitorExit(ti, turn);
}
static void JNICALL on_init(jvmtiEnv *t, JNIEnv *jni, jthread thread)
{
    jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
    jobject clock = (*jni)->NewObject(jni, c, (*jni)->GetMethodID(jni, c, "<init>", "()V"));
    jrawMonitorID turn;
    CHECK((*ti)->CreateRawMonitor(ti, "turn", &turn));
    CHECK((*ti)->RunAgentThread(ti, clock, run, turn, JVMTI_THREAD_NORM_PRIORITY));
}
static void JNICALL on_death(jvmtiEnv *t, JNIEnv *jni)
{
    over = 1;
    fprintf(stderr, "beside: %ld breakpoints, %ld steps, %ld others\n", hits, steps, told);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    static const jvmtiEventCallbacks callbacks = { .VMInit = on_init,
                                                   .VMDeath = on_death,
                                                   .ClassPrepare = on_prepare,
                                                   .Breakpoint = on_breakpoint,
                                                   .SingleStep = on_step,
                                                   .FramePop = on_pop,
                                                   .FieldAccess = on_access,
                                                   .FieldModification = on_modification };
    static const jvmtiCapabilities caps = { .can_generate_breakpoint_events = 1,
                                            .can_generate_single_step_events = 1,
                                            .can_generate_frame_pop_events = 1,
                                            .can_generate_field_access_events = 1,
                                            .can_generate_field_modification_events = 1,
                                            .can_get_line_numbers = 1 };
    static const jvmtiEvent events[] = { JVMTI_EVENT_VM_INIT,           JVMTI_EVENT_VM_DEATH,
                                         JVMTI_EVENT_CLASS_PREPARE,     JVMTI_EVENT_BREAKPOINT,
                                         JVMTI_EVENT_FRAME_POP,         JVMTI_EVENT_FIELD_ACCESS,
                                         JVMTI_EVENT_FIELD_MODIFICATION };
    seed = options ? strtoul(options, NULL, 10) : 0;
    ti = new_env(vm);
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) enable(ti, events[i]);
    return JNI_OK;
}
