/* Counts exceptions while it is asked to. */
#include "agent.h"

static volatile jint seen;
static void JNICALL on_exception(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID catcher, jlocation catch_at)
{
    seen++;
}
JNIEXPORT void JNICALL Java_ToldInLoops_tell(JNIEnv *jni, jclass me, jboolean on)
{
    if (on)
        enable(ti, JVMTI_EVENT_EXCEPTION);
    else
        disable(ti, JVMTI_EVENT_EXCEPTION);
}
JNIEXPORT jint JNICALL Java_ToldInLoops_seen(JNIEnv *jni, jclass me)
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
    caps.can_generate_exception_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .Exception = on_exception };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    return 0;
}
