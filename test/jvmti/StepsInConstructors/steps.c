/* Single steps of all threads, on and off. */
#include "agent.h"

static long steps;
static void JNICALL on_step(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at) { steps++; }

JNIEXPORT void JNICALL Java_StepsInConstructors_step(JNIEnv *jni, jclass me, jboolean on)
{
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, NULL));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    static const jvmtiEventCallbacks callbacks = { .SingleStep = on_step };
    static const jvmtiCapabilities caps = { .can_generate_single_step_events = 1 };
    ti = new_env(vm);
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    return JNI_OK;
}
