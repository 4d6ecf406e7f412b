/* Counts breakpoints and events of a field. */
#include "agent.h"

static jint seen;
static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at) { seen++; }
static void JNICALL on_access(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    seen++;
}
static void JNICALL on_modification(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c,
                                    jobject o, jfieldID f, char kind, jvalue v)
{
    seen++;
}

JNIEXPORT void JNICALL Java_ToldOften_breakpoint(JNIEnv *jni, jclass me, jclass c, jboolean on)
{
    jmethodID m = (*jni)->GetStaticMethodID(jni, c, "place", "(I)I");
    CHECK(on ? (*ti)->SetBreakpoint(ti, m, 0) : (*ti)->ClearBreakpoint(ti, m, 0));
}
JNIEXPORT void JNICALL Java_ToldOften_watch(JNIEnv *jni, jclass me, jclass c, jboolean on)
{
    jfieldID f = (*jni)->GetFieldID(jni, c, "f", "I");
    CHECK(on ? (*ti)->SetFieldAccessWatch(ti, c, f) : (*ti)->ClearFieldAccessWatch(ti, c, f));
    CHECK(on ? (*ti)->SetFieldModificationWatch(ti, c, f) : (*ti)->ClearFieldModificationWatch(ti, c, f));
}
JNIEXPORT jint JNICALL Java_ToldOften_seen(JNIEnv *jni, jclass me)
{
    jint n = seen;
    seen = 0;
    return n;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = 1;
    caps.can_generate_field_access_events = caps.can_generate_field_modification_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .Breakpoint = on_breakpoint,
                                      .FieldAccess = on_access,
                                      .FieldModification = on_modification };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_FIELD_ACCESS);
    enable(ti, JVMTI_EVENT_FIELD_MODIFICATION);
    return 0;
}
