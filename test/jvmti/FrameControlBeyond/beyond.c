/* Frames and variables beyond HotSpot's answers: two environments, actions on the current thread out of events. */
#include "agent.h"

static jvmtiEnv *other;
static jstring text(JNIEnv *jni, jvmtiError e) { return (*jni)->NewStringUTF(jni, error_name(e)); }

JNIEXPORT jstring JNICALL Java_FrameControlBeyond_suspend(JNIEnv *jni, jclass me, jthread t)
{
    return text(jni, (*ti)->SuspendThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_FrameControlBeyond_resume(JNIEnv *jni, jclass me, jthread t)
{
    return text(jni, (*ti)->ResumeThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_FrameControlBeyond_pop(JNIEnv *jni, jclass me, jthread t)
{
    return text(jni, (*ti)->PopFrame(ti, t));
}
JNIEXPORT jstring JNICALL Java_FrameControlBeyond_force(JNIEnv *jni, jclass me, jthread t, jint v)
{
    return text(jni, (*ti)->ForceEarlyReturnInt(ti, t, v));
}
JNIEXPORT jstring JNICALL Java_FrameControlBeyond_notifyPop(JNIEnv *jni, jclass me, jthread t, jint depth, jint env)
{
    jvmtiEnv *e = env ? other : ti;
    return text(jni, (*e)->NotifyFramePop(e, t, depth));
}
JNIEXPORT jint JNICALL Java_FrameControlBeyond_entries(JNIEnv *jni, jclass me, jobject o)
{
    jvmtiMonitorUsage u;
    CHECK((*ti)->GetObjectMonitorUsage(ti, o, &u));
    return u.entry_count;
}
/* ---- plans ---- */
static char wanted_event[32], action[16], said[1024];
static jmethodID watched;
static int armed;

static void say(const char *format, ...)
{
    va_list va;
    va_start(va, format);
    vsnprintf(said + strlen(said), sizeof said - strlen(said), format, va);
    va_end(va);
}
JNIEXPORT jstring JNICALL Java_FrameControlBeyond_told(JNIEnv *jni, jclass me)
{
    jstring r = (*jni)->NewStringUTF(jni, said);
    said[0] = 0;
    return r;
}
static void act(const char *event, jthread t, jmethodID m, jlocation at)
{
    if (!armed || strcmp(event, wanted_event) || m != watched) return;
    if (!strcmp(event, "SingleStep") && at != 8 && strcmp(action, "count")) return;
    armed = 0;
    jvmtiError e = JVMTI_ERROR_NONE;
    if (!strcmp(action, "pop"))
        e = (*ti)->PopFrame(ti, t);
    else if (!strcmp(action, "force"))
        e = (*ti)->ForceEarlyReturnInt(ti, NULL, 99);
    say("%s ", error_name(e));
}
static jmethodID recursive;
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (m == recursive)
        say("%d@%d ", e == other, (int)at);
    else if (e == ti)
        act("Breakpoint", t, m, at);
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    act("SingleStep", t, m, at);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    act("FieldAccess", t, m, at);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char kind, jvalue v)
{
    act("FieldModification", t, m, at);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID c, jlocation cat)
{
    act("Exception", t, m, at);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    act("ExceptionCatch", t, m, at);
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m) { act("MethodEntry", t, m, 0); }
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    char *name = NULL;
    CHECK((*e)->GetMethodName(e, m, &name, NULL, NULL));
    say("%d:%s%s ", e == other, name, by_exception ? "!" : "");
}

JNIEXPORT void JNICALL Java_FrameControlBeyond_plan(JNIEnv *jni, jclass me, jstring event, jstring method, jstring what)
{
    static const struct {
        const char *name;
        jvmtiEvent event;
    } events[] = {
        { "Breakpoint", JVMTI_EVENT_BREAKPOINT },    { "SingleStep", JVMTI_EVENT_SINGLE_STEP },
        { "FieldAccess", JVMTI_EVENT_FIELD_ACCESS }, { "FieldModification", JVMTI_EVENT_FIELD_MODIFICATION },
        { "Exception", JVMTI_EVENT_EXCEPTION },      { "ExceptionCatch", JVMTI_EVENT_EXCEPTION_CATCH },
        { "MethodEntry", JVMTI_EVENT_METHOD_ENTRY },
    };
    static int prepared;
    if (watched && !strcmp(wanted_event, "Breakpoint")) (*ti)->ClearBreakpoint(ti, watched, 8);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) disable(ti, events[i].event);
    watched = NULL;
    armed = 0;
    if (!event) return;
    char name[32];
    const char *s;
    snprintf(wanted_event, sizeof wanted_event, "%s", s = (*jni)->GetStringUTFChars(jni, event, NULL));
    (*jni)->ReleaseStringUTFChars(jni, event, s);
    snprintf(name, sizeof name, "%s", s = (*jni)->GetStringUTFChars(jni, method, NULL));
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    snprintf(action, sizeof action, "%s", s = (*jni)->GetStringUTFChars(jni, what, NULL));
    (*jni)->ReleaseStringUTFChars(jni, what, s);
    watched = (*jni)->GetStaticMethodID(jni, me, name, "(I)I");
    if (!prepared++) {
        jfieldID field = (*jni)->GetFieldID(jni, me, "field", "I");
        CHECK((*ti)->SetFieldAccessWatch(ti, me, field));
        CHECK((*ti)->SetFieldModificationWatch(ti, me, field));
    }
    if (!strcmp(wanted_event, "Breakpoint")) CHECK((*ti)->SetBreakpoint(ti, watched, 8));
    armed = 1;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (!strcmp(events[i].name, wanted_event)) enable(ti, events[i].event);
}

JNIEXPORT jstring JNICALL Java_FrameControlBeyond_breakpoint(JNIEnv *jni, jclass me, jboolean set, jint env, jint at)
{
    jvmtiEnv *e = env ? other : ti;
    recursive = (*jni)->GetStaticMethodID(jni, me, "recursive", "(I)I");
    enable(e, JVMTI_EVENT_BREAKPOINT);
    return text(jni, set ? (*e)->SetBreakpoint(e, recursive, at) : (*e)->ClearBreakpoint(e, recursive, at));
}

static void prepare(jvmtiEnv *e)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    CHECK((*e)->GetPotentialCapabilities(e, &caps));
    CHECK((*e)->AddCapabilities(e, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.SingleStep = on_step;
    c.FieldAccess = on_access;
    c.FieldModification = on_modification;
    c.Exception = on_exception;
    c.ExceptionCatch = on_catch;
    c.MethodEntry = on_entry;
    c.FramePop = on_pop;
    CHECK((*e)->SetEventCallbacks(e, &c, sizeof c));
    enable(e, JVMTI_EVENT_FRAME_POP);
}
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    other = new_env(vm);
    prepare(ti);
    prepare(other);
    return 0;
}
