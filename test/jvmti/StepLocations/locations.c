/* Notes the steps in methods whose names begin with "at"; enables steps inside other events. */
#include "agent.h"

static jrawMonitorID lock;
static char seen[16384];   /* under lock */
static char armed[16];     /* of one thread at a time */
static jmethodID leave_in; /* with `leave_at`, `leave_depth`, `leave_by_pop` */
static jlocation leave_at;
static jint leave_depth;
static jboolean leave_by_pop;
static jthread handed; /* under lock: the thread that waits to be popped */
static jmethodID breaks_in;
static jlocation breaks_at;
static enum { NOBODY, WATCHED, STOOD, MOVED } watching; /* under lock */
static jmethodID stood_in;
static jlocation stood_at;

static void set_steps(jvmtiEventMode mode, jthread t)
{
    CHECK((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_SINGLE_STEP, t));
}
static int of_interest(jmethodID m)
{
    char *name;
    if ((*ti)->GetMethodName(ti, m, &name, NULL, NULL) != JVMTI_ERROR_NONE) return 0;
    int yes = starts_with(name, "at");
    give_back(name);
    return yes && starts_with(class_name(class_of_method(m)), "LStepLocations");
}
static int is_armed(const char *event, jmethodID m)
{
    if (strcmp(armed, event) || !of_interest(m)) return 0;
    *armed = 0;
    return 1;
}

static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    if (watching == WATCHED) {
        watching = m == stood_in && at == stood_at ? STOOD : MOVED;
        CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    }
    if (of_interest(m) && strlen(seen) < sizeof seen - 200) {
        char *name;
        CHECK((*ti)->GetMethodName(ti, m, &name, NULL, NULL));
        sprintf(seen + strlen(seen), " %.100s@%d", name, (int)at);
        give_back(name);
    }
    CHECK((*ti)->RawMonitorExit(ti, lock));
    if (!is_armed("step", m)) return;
    set_steps(JVMTI_DISABLE, t);
    set_steps(JVMTI_ENABLE, t);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    if (is_armed("catch", m)) set_steps(JVMTI_ENABLE, t);
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    if (is_armed("entry", m)) set_steps(JVMTI_ENABLE, t);
    if (!strcmp(armed, "pop") && of_interest(m)) CHECK((*ti)->NotifyFramePop(ti, t, 0));
}
static void JNICALL on_return(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    if (is_armed("exit", m)) set_steps(JVMTI_ENABLE, t);
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    if (is_armed("pop", m)) set_steps(JVMTI_ENABLE, t);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    if (is_armed("access", m)) set_steps(JVMTI_ENABLE, t);
}

/* The agent's thread pops the frame of the one that waits in its breakpoint. */
static void JNICALL serve(jvmtiEnv *env, JNIEnv *jni, void *unused)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    for (;;) {
        while (!handed) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
        CHECK((*ti)->SuspendThread(ti, handed));
        if (leave_by_pop)
            CHECK((*ti)->PopFrame(ti, handed));
        else
            CHECK((*ti)->ForceEarlyReturnVoid(ti, handed));
        CHECK((*ti)->ResumeThread(ti, handed));
        (*jni)->DeleteGlobalRef(jni, handed);
        handed = NULL;
        CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    }
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (is_armed("breakpoint", m)) set_steps(JVMTI_ENABLE, t);
    if (m != leave_in || at != leave_at || --leave_depth) return;
    CHECK((*ti)->ClearBreakpoint(ti, m, at));
    leave_in = NULL;
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    handed = (*jni)->NewGlobalRef(jni, t);
    CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    while (handed) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
    CHECK((*ti)->RawMonitorExit(ti, lock));
}

JNIEXPORT void JNICALL Java_StepLocations_steps(JNIEnv *jni, jclass me, jboolean on, jboolean everywhere)
{
    set_steps(on ? JVMTI_ENABLE : JVMTI_DISABLE, NULL);
    if (everywhere) return;
    jthread self;
    CHECK((*ti)->GetCurrentThread(ti, &self));
    set_steps(on ? JVMTI_ENABLE : JVMTI_DISABLE, self);
    set_steps(JVMTI_DISABLE, NULL);
}
JNIEXPORT void JNICALL Java_StepLocations_arm(JNIEnv *jni, jclass me, jstring event)
{
    const char *s = (*jni)->GetStringUTFChars(jni, event, NULL);
    snprintf(armed, sizeof armed, "%s", s);
    if (!strcmp(s, "breakpoint")) {
        breaks_in = (*jni)->GetStaticMethodID(jni, me, "atEntered", "(I)I");
        jlocation last;
        CHECK((*ti)->GetMethodLocation(ti, breaks_in, &breaks_at, &last));
        CHECK((*ti)->SetBreakpoint(ti, breaks_in, breaks_at));
    }
    (*jni)->ReleaseStringUTFChars(jni, event, s);
}
JNIEXPORT jstring JNICALL Java_StepLocations_seen(JNIEnv *jni, jclass me)
{
    static char copy[sizeof seen];
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    strcpy(copy, seen);
    *seen = 0;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    return (*jni)->NewStringUTF(jni, copy);
}
JNIEXPORT jstring JNICALL Java_StepLocations_stepsOf(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->SuspendThread(ti, t));
    CHECK((*ti)->GetFrameLocation(ti, t, 0, &stood_in, &stood_at));
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    watching = WATCHED;
    set_steps(JVMTI_ENABLE, t);
    CHECK((*ti)->ResumeThread(ti, t));
    while (watching == WATCHED) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
    const char *what = watching == STOOD ? "where it stood" : "next";
    watching = NOBODY;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    set_steps(JVMTI_DISABLE, t);
    return (*jni)->NewStringUTF(jni, what);
}
JNIEXPORT void JNICALL Java_StepLocations_leave(JNIEnv *jni, jclass me, jstring method, jint bci, jint depth,
                                                jboolean pop)
{
    const char *s = (*jni)->GetStringUTFChars(jni, method, NULL);
    leave_in = (*jni)->GetStaticMethodID(jni, me, s, "(I)V");
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    leave_at = bci;
    leave_depth = depth;
    leave_by_pop = pop;
    CHECK((*ti)->SetBreakpoint(ti, leave_in, bci));
}

static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
    jthread server = (*jni)->NewObject(jni, c, (*jni)->GetMethodID(jni, c, "<init>", "()V"));
    CHECK((*ti)->RunAgentThread(ti, server, serve, NULL, JVMTI_THREAD_NORM_PRIORITY));
}
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c)
{
    if (strcmp(class_name(c), "LStepLocations;")) return;
    CHECK((*ti)->SetFieldAccessWatch(ti, c, (*jni)->GetStaticFieldID(jni, c, "field", "I")));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_single_step_events = 1;
    caps.can_generate_exception_events = 1;
    caps.can_generate_breakpoint_events = 1;
    caps.can_generate_method_entry_events = 1;
    caps.can_generate_method_exit_events = 1;
    caps.can_generate_frame_pop_events = 1;
    caps.can_generate_field_access_events = 1;
    caps.can_pop_frame = 1;
    caps.can_force_early_return = 1;
    caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.SingleStep = on_step;
    cb.ExceptionCatch = on_catch;
    cb.MethodEntry = on_entry;
    cb.MethodExit = on_return;
    cb.FramePop = on_pop;
    cb.FieldAccess = on_access;
    cb.Breakpoint = on_breakpoint;
    cb.VMInit = on_init;
    cb.ClassPrepare = on_prepare;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    CHECK((*ti)->CreateRawMonitor(ti, "step locations", &lock));
    static const jvmtiEvent events[] = { JVMTI_EVENT_EXCEPTION_CATCH, JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT,
                                         JVMTI_EVENT_FRAME_POP,       JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_BREAKPOINT,
                                         JVMTI_EVENT_VM_INIT,         JVMTI_EVENT_CLASS_PREPARE };
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++) enable(ti, events[i]);
    return 0;
}
