/* Counts breakpoints. */
#include "agent.h"

static int hit;
static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at) { hit++; }

JNIEXPORT void JNICALL Java_BreakpointIntrinsics_set(JNIEnv *jni, jclass me, jclass c, jstring name, jstring desc,
                                                     jboolean on)
{
    const char *n = (*jni)->GetStringUTFChars(jni, name, NULL), *d = (*jni)->GetStringUTFChars(jni, desc, NULL);
    jmethodID m = (*jni)->GetStaticMethodID(jni, c, n, d);
    if (on)
        CHECK((*ti)->SetBreakpoint(ti, m, 0));
    else
        CHECK((*ti)->ClearBreakpoint(ti, m, 0));
    (*jni)->ReleaseStringUTFChars(jni, name, n);
    (*jni)->ReleaseStringUTFChars(jni, desc, d);
}
JNIEXPORT jint JNICALL Java_BreakpointIntrinsics_hits(JNIEnv *jni, jclass me)
{
    int n = hit;
    hit = 0;
    return n;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .Breakpoint = on_breakpoint };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    return 0;
}
