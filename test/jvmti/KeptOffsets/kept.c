#define BREAKPOINTS_TOO
#include "redefine_several.h"

#include "include/argus/jvmti_extensions.h"

/* GetRedefinitionReport. */
JNIEXPORT jstring JNICALL Java_KeptOffsets_report0(JNIEnv *jni, jclass me)
{
    static struct argus_extensions x;
    char *text;
    CHECK(argus_extensions(ti, &x));
    CHECK(argus_GetRedefinitionReport(&x, &text));
    jstring s = (*jni)->NewStringUTF(jni, text);
    CHECK((*ti)->Deallocate(ti, (unsigned char *)text));
    return s;
}

static jclass tests;
static jmethodID reached;

static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    (*jni)->CallStaticVoidMethod(jni, tests, reached);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionDescribe(jni);
}

/* From now on each call of the method runs KeptOffsets.reached first; or not any more. */
JNIEXPORT void JNICALL Java_KeptOffsets_stop0(JNIEnv *jni, jclass me, jclass c, jstring name, jstring desc, jboolean on)
{
    const char *n = (*jni)->GetStringUTFChars(jni, name, NULL), *d = (*jni)->GetStringUTFChars(jni, desc, NULL);
    jmethodID m = (*jni)->GetMethodID(jni, c, n, d);
    (*jni)->ReleaseStringUTFChars(jni, name, n);
    (*jni)->ReleaseStringUTFChars(jni, desc, d);
    tests = (*jni)->NewGlobalRef(jni, me);
    reached = (*jni)->GetStaticMethodID(jni, me, "reached", "()V");
    jvmtiEventCallbacks calls = { .Breakpoint = on_breakpoint };
    CHECK((*ti)->SetEventCallbacks(ti, &calls, sizeof calls));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_BREAKPOINT, NULL));
    CHECK(on ? (*ti)->SetBreakpoint(ti, m, 0) : (*ti)->ClearBreakpoint(ti, m, 0));
}
