/* PopFrame, ForceEarlyReturn and NotifyFramePop, asked for by the program or out of an event as it was planned. */
#include "agent.h"
#include <time.h>

static jstring word(JNIEnv *jni, jvmtiError e) { return (*jni)->NewStringUTF(jni, error_name(e)); }

JNIEXPORT jint JNICALL Java_FrameControl_state(JNIEnv *jni, jclass me, jthread t)
{
    jint s = -1;
    CHECK((*ti)->GetThreadState(ti, t, &s));
    return s;
}
JNIEXPORT jstring JNICALL Java_FrameControl_suspend(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->SuspendThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_FrameControl_resume(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->ResumeThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_FrameControl_pop(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->PopFrame(ti, t));
}
static jvmtiError force(jthread t, int kind, jobject object, jlong bits)
{
    union {
        jint i;
        jfloat f;
    } narrow = { (jint)bits };
    union {
        jlong j;
        jdouble d;
    } wide = { bits };
    switch (kind) {
    case 'V': return (*ti)->ForceEarlyReturnVoid(ti, t);
    case 'I': return (*ti)->ForceEarlyReturnInt(ti, t, narrow.i);
    case 'J': return (*ti)->ForceEarlyReturnLong(ti, t, bits);
    case 'F': return (*ti)->ForceEarlyReturnFloat(ti, t, narrow.f);
    case 'D': return (*ti)->ForceEarlyReturnDouble(ti, t, wide.d);
    default: return (*ti)->ForceEarlyReturnObject(ti, t, object);
    }
}
JNIEXPORT jstring JNICALL Java_FrameControl_force(JNIEnv *jni, jclass me, jthread t, jchar kind, jobject object,
                                                  jlong bits)
{
    return word(jni, force(t, kind, object, bits));
}
JNIEXPORT jstring JNICALL Java_FrameControl_notifyPop(JNIEnv *jni, jclass me, jthread t, jint depth)
{
    return word(jni, (*ti)->NotifyFramePop(ti, t, depth));
}
JNIEXPORT jint JNICALL Java_FrameControl_entries(JNIEnv *jni, jclass me, jobject o)
{
    jvmtiMonitorUsage u;
    CHECK((*ti)->GetObjectMonitorUsage(ti, o, &u));
    return u.entry_count;
}
JNIEXPORT jint JNICALL Java_FrameControl_call(JNIEnv *jni, jclass me, jstring name, jint arg)
{
    const char *text = (*jni)->GetStringUTFChars(jni, name, NULL);
    jmethodID m = (*jni)->GetStaticMethodID(jni, me, text, "(I)I");
    (*jni)->ReleaseStringUTFChars(jni, name, text);
    return (*jni)->CallStaticIntMethod(jni, me, m, arg);
}
static volatile int go;
JNIEXPORT jint JNICALL Java_FrameControl_enter(JNIEnv *jni, jclass me, jobject o)
{
    return (*jni)->MonitorEnter(jni, o);
}
JNIEXPORT jint JNICALL Java_FrameControl_leave(JNIEnv *jni, jclass me, jobject o)
{
    return (*jni)->MonitorExit(jni, o);
}

JNIEXPORT void JNICALL Java_FrameControl_inNative(JNIEnv *jni, jclass me)
{
    struct timespec brief = { 0, 1000000 };
    while (!go) nanosleep(&brief, NULL);
}
JNIEXPORT void JNICALL Java_FrameControl_letNativeGo(JNIEnv *jni, jclass me) { go = 1; }

/* ---- plans ---- */
static char wanted_event[32], wanted_method[32], action[16];
static jmethodID watched;
static jfieldID field;
static int armed;

static void act(const char *event, jmethodID m, jlocation at)
{
    if (!armed || strcmp(event, wanted_event) || m != watched) return;
    if (!strcmp(event, "SingleStep") && at != 8) return;
    armed = 0;
    jvmtiError e;
    if (!strcmp(action, "pop"))
        e = (*ti)->PopFrame(ti, NULL);
    else if (!strcmp(action, "force"))
        e = (*ti)->ForceEarlyReturnInt(ti, NULL, 99);
    else
        e = (*ti)->NotifyFramePop(ti, NULL, 0);
    printf("    %s at %d: %s\n", event, (int)at, error_name(e));
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    act("Breakpoint", m, at);
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    act("SingleStep", m, at);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    act("FieldAccess", m, at);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char kind, jvalue v)
{
    act("FieldModification", m, at);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID c, jlocation cat)
{
    act("Exception", m, at);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    act("ExceptionCatch", m, at);
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    if (m == watched) printf("    entry\n");
    act("MethodEntry", m, 0);
}
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    if (m == watched) printf("    exit %s %d\n", by_exception ? "by exception" : "with", by_exception ? 0 : v.i);
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    printf("    popped %s%s\n", method_name(m), by_exception ? " by exception" : "");
}

static void mode(jvmtiEventMode on, jvmtiEvent event) { CHECK((*ti)->SetEventNotificationMode(ti, on, event, NULL)); }
JNIEXPORT void JNICALL Java_FrameControl_plan(JNIEnv *jni, jclass me, jstring event, jstring method, jstring what)
{
    static const struct {
        const char *name;
        jvmtiEvent event;
    } events[] = {
        { "Breakpoint", JVMTI_EVENT_BREAKPOINT },    { "SingleStep", JVMTI_EVENT_SINGLE_STEP },
        { "FieldAccess", JVMTI_EVENT_FIELD_ACCESS }, { "FieldModification", JVMTI_EVENT_FIELD_MODIFICATION },
        { "Exception", JVMTI_EVENT_EXCEPTION },      { "ExceptionCatch", JVMTI_EVENT_EXCEPTION_CATCH },
    };
    if (watched && !strcmp(wanted_event, "Breakpoint")) (*ti)->ClearBreakpoint(ti, watched, 8);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) mode(JVMTI_DISABLE, events[i].event);
    watched = NULL;
    armed = 0;
    if (!event) return;
    const char *s;
    snprintf(wanted_event, sizeof wanted_event, "%s", s = (*jni)->GetStringUTFChars(jni, event, NULL));
    (*jni)->ReleaseStringUTFChars(jni, event, s);
    snprintf(wanted_method, sizeof wanted_method, "%s", s = (*jni)->GetStringUTFChars(jni, method, NULL));
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    snprintf(action, sizeof action, "%s", s = (*jni)->GetStringUTFChars(jni, what, NULL));
    (*jni)->ReleaseStringUTFChars(jni, what, s);
    watched = (*jni)->GetStaticMethodID(jni, me, wanted_method, "(I)I");
    if (!field) {
        field = (*jni)->GetFieldID(jni, me, "field", "I");
        CHECK((*ti)->SetFieldAccessWatch(ti, me, field));
        CHECK((*ti)->SetFieldModificationWatch(ti, me, field));
    }
    if (!strcmp(wanted_event, "Breakpoint")) CHECK((*ti)->SetBreakpoint(ti, watched, 8));
    armed = 1;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (!strcmp(events[i].name, wanted_event)) mode(JVMTI_ENABLE, events[i].event);
}
JNIEXPORT void JNICALL Java_FrameControl_events(JNIEnv *jni, jclass me, jboolean on)
{
    mode(on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY);
    mode(on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_suspend = caps.can_generate_frame_pop_events = caps.can_pop_frame = caps.can_force_early_return =
        caps.can_get_monitor_info = 1;
    caps.can_generate_breakpoint_events = caps.can_generate_single_step_events = caps.can_generate_exception_events = 1;
    caps.can_generate_method_entry_events = caps.can_generate_method_exit_events = 1;
    caps.can_generate_field_access_events = caps.can_generate_field_modification_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.SingleStep = on_step;
    c.FieldAccess = on_access;
    c.FieldModification = on_modification;
    c.Exception = on_exception;
    c.ExceptionCatch = on_catch;
    c.MethodEntry = on_entry;
    c.MethodExit = on_exit_;
    c.FramePop = on_pop;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_FRAME_POP);
    return 0;
}
