/* Changes what code stands on, and counts events. */
#include "agent.h"

static _Atomic int hits;
static jclass code;

static void JNICALL on_breakpoint(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at) { hits++; }
static void JNICALL on_access(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    hits++;
}
static jclass code_class(JNIEnv *jni)
{
    if (!code) code = (*jni)->NewGlobalRef(jni, (*jni)->FindClass(jni, "CodeA"));
    return code;
}
JNIEXPORT void JNICALL Java_CompileRace_breakpoint(JNIEnv *jni, jclass me, jboolean on)
{
    jmethodID m = (*jni)->GetStaticMethodID(jni, code_class(jni), "part", "(I)I");
    if (on)
        CHECK((*ti)->SetBreakpoint(ti, m, 0));
    else
        CHECK((*ti)->ClearBreakpoint(ti, m, 0));
}
JNIEXPORT void JNICALL Java_CompileRace_watch(JNIEnv *jni, jclass me, jboolean on)
{
    jfieldID f = (*jni)->GetStaticFieldID(jni, code_class(jni), "one", "I");
    if (on)
        CHECK((*ti)->SetFieldAccessWatch(ti, code, f));
    else
        CHECK((*ti)->ClearFieldAccessWatch(ti, code, f));
}
JNIEXPORT jint JNICALL Java_CompileRace_hits(JNIEnv *jni, jclass me)
{
    int n = hits;
    hits = 0;
    return n;
}
JNIEXPORT jstring JNICALL Java_CompileRace_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, file, (jbyte *)d.class_bytes, JNI_ABORT);
    return (*jni)->NewStringUTF(jni, error_name(e));
}
JNIEXPORT jstring JNICALL Java_CompileRace_retransform(JNIEnv *jni, jclass me, jclass c)
{
    return (*jni)->NewStringUTF(jni, error_name((*ti)->RetransformClasses(ti, 1, &c)));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps = { .can_generate_breakpoint_events = 1,
                               .can_generate_field_access_events = 1,
                               .can_redefine_classes = 1,
                               .can_retransform_classes = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb = { .Breakpoint = on_breakpoint, .FieldAccess = on_access };
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_FIELD_ACCESS);
    return JNI_OK;
}
