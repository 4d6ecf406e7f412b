/* Two environments set and clear breakpoints and watches that threads run into at the same time. */
#include "agent.h"

static jvmtiEnv *second;
static _Atomic long hits, strange;

static void JNICALL on_breakpoint(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at)
{
    hits++;
    if (at != 0 || (t != ti && t != second)) strange++;
}
static void JNICALL on_access(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    hits++;
}
static void JNICALL on_modification(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c,
                                    jobject o, jfieldID f, char kind, jvalue v)
{
    hits++;
    if (kind != 'I') strange++;
}

static const char *const names[] = { "a", "b", "c" };
JNIEXPORT jstring JNICALL Java_BreakpointRace_set(JNIEnv *jni, jclass me, jboolean in_second, jint method, jboolean on)
{
    jvmtiEnv *e = in_second ? second : ti;
    jmethodID m = (*jni)->GetStaticMethodID(jni, me, names[method], "(I)I");
    jvmtiError err = on ? (*e)->SetBreakpoint(e, m, 0) : (*e)->ClearBreakpoint(e, m, 0);
    return (*jni)->NewStringUTF(jni, error_name(err));
}
JNIEXPORT void JNICALL Java_BreakpointRace_watch(JNIEnv *jni, jclass me, jboolean in_second, jboolean write,
                                                 jboolean on)
{
    (void)in_second; /* HotSpot has watches for one environment only */
    jfieldID f = (*jni)->GetFieldID(jni, me, "field", "I");
    jvmtiError err =
        write ? (on ? (*ti)->SetFieldModificationWatch(ti, me, f) : (*ti)->ClearFieldModificationWatch(ti, me, f))
              : (on ? (*ti)->SetFieldAccessWatch(ti, me, f) : (*ti)->ClearFieldAccessWatch(ti, me, f));
    if (err != JVMTI_ERROR_NONE) printf("watch: %s\n", error_name(err));
}
JNIEXPORT jstring JNICALL Java_BreakpointRace_counts(JNIEnv *jni, jclass me)
{
    return (*jni)->NewStringUTF(jni, !hits ? "nothing was hit" : strange ? "strange events" : "hit");
}

static jvmtiEnv *make(JavaVM *vm, const jvmtiEventCallbacks *callbacks, int watches)
{
    jvmtiEnv *e = new_env(vm);
    jvmtiCapabilities caps = { .can_generate_field_access_events = watches,
                               .can_generate_field_modification_events = watches };
    CHECK((*e)->AddCapabilities(e, &caps));
    jvmtiCapabilities breakpoints = { .can_generate_breakpoint_events = 1 };
    if ((*e)->AddCapabilities(e, &breakpoints) != JVMTI_ERROR_NONE) return ti; /* HotSpot: one environment only */
    CHECK((*e)->SetEventCallbacks(e, callbacks, sizeof *callbacks));
    enable(e, JVMTI_EVENT_BREAKPOINT);
    if (watches) {
        enable(e, JVMTI_EVENT_FIELD_ACCESS);
        enable(e, JVMTI_EVENT_FIELD_MODIFICATION);
    }
    return e;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEventCallbacks callbacks = { .Breakpoint = on_breakpoint,
                                      .FieldAccess = on_access,
                                      .FieldModification = on_modification };
    ti = make(vm, &callbacks, 1);
    second = make(vm, &callbacks, 0);
    return JNI_OK;
}
