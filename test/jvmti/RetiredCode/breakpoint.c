/* Sets and clears a breakpoint, which takes the code of all that have the method in them. */
#include "agent.h"

JNIEXPORT void JNICALL Java_RetiredCode_toggle(JNIEnv *jni, jclass me)
{
    jmethodID m = (*jni)->GetStaticMethodID(jni, me, "part", "(I)I");
    CHECK((*ti)->SetBreakpoint(ti, m, 0));
    CHECK((*ti)->ClearBreakpoint(ti, m, 0));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
