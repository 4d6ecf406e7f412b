/* Breakpoints, single steps, frame pops, field watches, locals, forced returns and pops, all on the current thread or
 * on a suspended one. */
#include "agent.h"

static jvmtiEnv *second;
static JNIEnv *self;
static int quiet;

static const char *value_text(char type, jvalue v)
{
    char *r = ring();
    switch (type) {
    case 'Z': snprintf(r, 99, "Z %d", v.z); break;
    case 'B': snprintf(r, 99, "B %d", v.b); break;
    case 'C': snprintf(r, 99, "C %d", v.c); break;
    case 'S': snprintf(r, 99, "S %d", v.s); break;
    case 'I': snprintf(r, 99, "I %d", v.i); break;
    case 'J': snprintf(r, 99, "J %lld", (long long)v.j); break;
    case 'F': snprintf(r, 99, "F %g", v.f); break;
    case 'D': snprintf(r, 99, "D %g", v.d); break;
    default: snprintf(r, 2048, "%c %s", type, v.l ? class_name((*self)->GetObjectClass(self, v.l)) : "null"); break;
    }
    return r;
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    jint n;
    CHECK((*ti)->GetFrameCount(ti, t, &n));
    printf("breakpoint%s %s @%d\n", e == second ? " of the second" : "", method_name(m), (int)at);
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (starts_with(method_name(m), "LCodeEvents")) printf("step %s @%d\n", method_name(m), (int)at);
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    jmethodID top;
    jlocation at;
    CHECK((*ti)->GetFrameLocation(ti, t, 0, &top, &at));
    printf("pop%s %s%s, on top %s\n", e == second ? " of the second" : "", method_name(m),
           by_exception ? " by exception" : "", method_name(top));
}
/* HotSpot says 0 for native methods, the specification -1. */
static jlocation at_or_native(jmethodID m, jlocation at)
{
    jboolean native;
    CHECK((*ti)->IsMethodNative(ti, m, &native));
    return native && at == 0 ? -1 : at;
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    char *name;
    at = at_or_native(m, at);
    CHECK((*ti)->GetFieldName(ti, c, f, &name, NULL, NULL));
    printf("access %s.%s %s in %s @%d\n", class_name(c), name, o ? "instance" : "static", method_name(m), (int)at);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char type, jvalue v)
{
    char *name;
    self = jni;
    at = at_or_native(m, at);
    CHECK((*ti)->GetFieldName(ti, c, f, &name, NULL, NULL));
    printf("modification %s.%s %s to %s in %s @%d\n", class_name(c), name, o ? "instance" : "static",
           value_text(type, v), method_name(m), (int)at);
}

static jmethodID method_of(JNIEnv *jni, jclass me, const char *name)
{
    jint n;
    jmethodID *all;
    CHECK((*ti)->GetClassMethods(ti, me, &n, &all));
    for (jint i = 0; i < n; i++) {
        char *s;
        CHECK((*ti)->GetMethodName(ti, all[i], &s, NULL, NULL));
        if (!strcmp(s, name)) return all[i];
    }
    printf("no method %s\n", name);
    return NULL;
}
#define STRING(jni, s) ((*jni)->GetStringUTFChars(jni, s, NULL))

JNIEXPORT void JNICALL Java_CodeEvents_breakpoint(JNIEnv *jni, jclass me, jstring method, jlong at, jboolean set,
                                                  jboolean in_second)
{
    jvmtiEnv *e = in_second ? second : ti;
    jmethodID m = method_of(jni, me, STRING(jni, method));
    printf("%s breakpoint @%d: %s\n", set ? "set" : "clear", (int)at,
           error_name(set ? (*e)->SetBreakpoint(e, m, at) : (*e)->ClearBreakpoint(e, m, at)));
}
JNIEXPORT void JNICALL Java_CodeEvents_step(JNIEnv *jni, jclass me, jboolean on)
{
    jthread t;
    CHECK((*ti)->GetCurrentThread(ti, &t));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, t));
}
JNIEXPORT void JNICALL Java_CodeEvents_notifyPop(JNIEnv *jni, jclass me, jthread t, jint depth, jboolean in_second)
{
    jvmtiEnv *e = in_second ? second : ti;
    printf("notify pop %d: %s\n", depth, error_name((*e)->NotifyFramePop(e, t, depth)));
}
JNIEXPORT void JNICALL Java_CodeEvents_watch(JNIEnv *jni, jclass me, jstring field, jstring sig, jboolean is_static,
                                             jboolean on)
{
    const char *n = STRING(jni, field), *s = STRING(jni, sig);
    jfieldID f = is_static ? (*jni)->GetStaticFieldID(jni, me, n, s) : (*jni)->GetFieldID(jni, me, n, s);
    jvmtiError a = on ? (*ti)->SetFieldAccessWatch(ti, me, f) : (*ti)->ClearFieldAccessWatch(ti, me, f);
    jvmtiError b = on ? (*ti)->SetFieldModificationWatch(ti, me, f) : (*ti)->ClearFieldModificationWatch(ti, me, f);
    printf("%s %s: %s %s\n", on ? "watch" : "unwatch", n, error_name(a), error_name(b));
}
JNIEXPORT void JNICALL Java_CodeEvents_jniFields(JNIEnv *jni, jclass me, jobject o)
{
    jfieldID f = (*jni)->GetFieldID(jni, me, "i", "I");
    (*jni)->SetIntField(jni, o, f, (*jni)->GetIntField(jni, o, f) + 1);
}
JNIEXPORT void JNICALL Java_CodeEvents_locals(JNIEnv *jni, jclass me, jthread t, jint depth, jint count)
{
    for (jint slot = -1; slot < count; slot++) {
        jint i;
        jlong j;
        jfloat f;
        jdouble d;
        jobject o;
        jvmtiError e;
        printf("  slot %d:", slot);
        if ((e = (*ti)->GetLocalInt(ti, t, depth, slot, &i)) == JVMTI_ERROR_NONE)
            printf(" int %d", i);
        else
            printf(" %s", error_name(e));
        /* no variable there; HotSpot calls that TYPE_MISMATCH when asked for an object */
        if (e == JVMTI_ERROR_INVALID_SLOT) {
            printf("\n");
            continue;
        }
        if ((e = (*ti)->GetLocalLong(ti, t, depth, slot, &j)) == JVMTI_ERROR_NONE)
            printf(" long %lld", (long long)j);
        else
            printf(" %s", error_name(e));
        if ((e = (*ti)->GetLocalFloat(ti, t, depth, slot, &f)) == JVMTI_ERROR_NONE)
            printf(" float %g", f);
        else
            printf(" %s", error_name(e));
        if ((e = (*ti)->GetLocalDouble(ti, t, depth, slot, &d)) == JVMTI_ERROR_NONE)
            printf(" double %g", d);
        else
            printf(" %s", error_name(e));
        if ((e = (*ti)->GetLocalObject(ti, t, depth, slot, &o)) == JVMTI_ERROR_NONE)
            printf(" object %s\n", o ? class_name((*jni)->GetObjectClass(jni, o)) : "null");
        else
            printf(" %s\n", error_name(e));
    }
    jobject o;
    jvmtiError e = (*ti)->GetLocalInstance(ti, t, depth, &o);
    printf("  instance %s\n", e == JVMTI_ERROR_NONE ? class_name((*jni)->GetObjectClass(jni, o)) : error_name(e));
}
JNIEXPORT void JNICALL Java_CodeEvents_setLocals(JNIEnv *jni, jclass me, jthread t, jint depth, jobject good,
                                                 jobject bad)
{
    printf("  set int %s", error_name((*ti)->SetLocalInt(ti, t, depth, 1, 11)));
    printf(" long %s", error_name((*ti)->SetLocalLong(ti, t, depth, 2, 1LL << 50)));
    printf(" float %s", error_name((*ti)->SetLocalFloat(ti, t, depth, 4, 4.5f)));
    printf(" double %s", error_name((*ti)->SetLocalDouble(ti, t, depth, 5, 5.25)));
    printf(" object %s", error_name((*ti)->SetLocalObject(ti, t, depth, 7, good)));
    printf(" wrong class %s", error_name((*ti)->SetLocalObject(ti, t, depth, 7, bad)));
    printf(" int as long %s", error_name((*ti)->SetLocalLong(ti, t, depth, 1, 1)));
    printf(" object as int %s", error_name((*ti)->SetLocalInt(ti, t, depth, 7, 1)));
    printf(" slot 1000 %s", error_name((*ti)->SetLocalInt(ti, t, depth, 1000, 1)));
    printf(" native frame %s\n", error_name((*ti)->SetLocalInt(ti, t, 0, 0, 1)));
}
JNIEXPORT void JNICALL Java_CodeEvents_suspend(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->SuspendThread(ti, t));
}
JNIEXPORT void JNICALL Java_CodeEvents_resume(JNIEnv *jni, jclass me, jthread t) { CHECK((*ti)->ResumeThread(ti, t)); }
JNIEXPORT void JNICALL Java_CodeEvents_force(JNIEnv *jni, jclass me, jthread t, jobject o)
{
    printf("  force not suspended %s", error_name((*ti)->ForceEarlyReturnInt(ti, t, 99)));
    CHECK((*ti)->SuspendThread(ti, t));
    printf(" void %s", error_name((*ti)->ForceEarlyReturnVoid(ti, t)));
    printf(" long %s", error_name((*ti)->ForceEarlyReturnLong(ti, t, 1)));
    printf(" object %s", error_name((*ti)->ForceEarlyReturnObject(ti, t, o)));
    printf(" int %s\n", error_name((*ti)->ForceEarlyReturnInt(ti, t, 99)));
    CHECK((*ti)->ResumeThread(ti, t));
}
JNIEXPORT void JNICALL Java_CodeEvents_popFrame(JNIEnv *jni, jclass me, jthread t)
{
    printf("  pop not suspended %s", error_name((*ti)->PopFrame(ti, t)));
    CHECK((*ti)->SuspendThread(ti, t));
    printf(" suspended %s\n", error_name((*ti)->PopFrame(ti, t)));
    CHECK((*ti)->ResumeThread(ti, t));
}
JNIEXPORT void JNICALL Java_CodeEvents_stopThread(JNIEnv *jni, jclass me, jthread t, jobject ex)
{
    printf("  stop\n"); /* before: the thread prints too */
    CHECK((*ti)->StopThread(ti, t, ex));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    ti = new_env(vm);
    second = new_env(vm);
    caps.can_generate_frame_pop_events = 1;
    /* HotSpot lets only one environment have breakpoints and watches */
    CHECK((*second)->AddCapabilities(second, &caps));
    caps.can_generate_breakpoint_events = caps.can_generate_single_step_events = 1;
    caps.can_generate_field_access_events = caps.can_generate_field_modification_events =
        caps.can_access_local_variables = 1;
    caps.can_force_early_return = caps.can_pop_frame = caps.can_signal_thread = caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.SingleStep = on_step;
    c.FramePop = on_pop;
    c.FieldAccess = on_access;
    c.FieldModification = on_modification;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    CHECK((*second)->SetEventCallbacks(second, &c, sizeof c));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_FRAME_POP);
    enable(ti, JVMTI_EVENT_FIELD_ACCESS);
    enable(ti, JVMTI_EVENT_FIELD_MODIFICATION);
    enable(second, JVMTI_EVENT_FRAME_POP);
    (void)quiet;
    return 0;
}
