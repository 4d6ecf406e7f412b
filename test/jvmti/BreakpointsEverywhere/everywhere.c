/* Single steps find the instructions of two methods; then each of them has a breakpoint. */
#include "agent.h"

enum { SPOTS = 256 };
static struct spot {
    jmethodID m;
    jlocation at;
} spots[SPOTS];
static int spot_count, awaits;
static long hits, pops;

static int is_known(jmethodID m, jlocation at)
{
    for (int i = 0; i < spot_count; i++)
        if (spots[i].m == m && spots[i].at == at) return 1;
    return 0;
}
static void JNICALL on_step(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at)
{
    const char *name = method_name(m);
    if (!strstr(name, ".work(") && !strstr(name, ".odd(")) return;
    if (!is_known(m, at) && spot_count < SPOTS) spots[spot_count++] = (struct spot){ m, at };
}
static void JNICALL on_breakpoint(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jlocation at)
{
    hits++;
    if (!awaits || at != 0) return;
    CHECK((*ti)->NotifyFramePop(ti, thread, 0));
}
static void JNICALL on_pop(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jboolean by_exception) { pops++; }

JNIEXPORT void JNICALL Java_BreakpointsEverywhere_step(JNIEnv *jni, jclass me, jboolean on)
{
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, NULL));
}
JNIEXPORT jint JNICALL Java_BreakpointsEverywhere_set(JNIEnv *jni, jclass me)
{
    for (int i = 0; i < spot_count; i++) CHECK((*ti)->SetBreakpoint(ti, spots[i].m, spots[i].at));
    return spot_count;
}
JNIEXPORT void JNICALL Java_BreakpointsEverywhere_clear(JNIEnv *jni, jclass me)
{
    for (int i = 0; i < spot_count; i++) CHECK((*ti)->ClearBreakpoint(ti, spots[i].m, spots[i].at));
}
JNIEXPORT void JNICALL Java_BreakpointsEverywhere_awaitFrames(JNIEnv *jni, jclass me, jboolean on) { awaits = on; }
JNIEXPORT jstring JNICALL Java_BreakpointsEverywhere_counts(JNIEnv *jni, jclass me)
{
    char text[64];
    snprintf(text, sizeof text, "%ld hits, %ld frames", hits, pops);
    hits = pops = 0;
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    static const jvmtiEventCallbacks callbacks = { .SingleStep = on_step,
                                                   .Breakpoint = on_breakpoint,
                                                   .FramePop = on_pop };
    static const jvmtiCapabilities caps = { .can_generate_breakpoint_events = 1,
                                            .can_generate_single_step_events = 1,
                                            .can_generate_frame_pop_events = 1 };
    ti = new_env(vm);
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_FRAME_POP);
    return JNI_OK;
}
