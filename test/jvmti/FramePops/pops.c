/* FramePop events with method, stack height and kind of end; method events of busy() counted for the thread that they
 * are on for. */
#include "agent.h"

static int chaining;
static jlong entries, exits, others;
static jthread watched;

static const char *plain_name(jmethodID m)
{
    char *name = NULL, *r = ring();
    if ((*ti)->GetMethodName(ti, m, &name, NULL, NULL) != JVMTI_ERROR_NONE) return "(none)";
    snprintf(r, 2048, "%s", name);
    give_back(name);
    return r;
}

static void JNICALL on_frame_pop(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jboolean by_exception)
{
    jint depth = 0;
    CHECK((*ti)->GetFrameCount(ti, thread, &depth));
    printf("pop %s, %d frames%s\n", plain_name(m), depth, by_exception ? ", by exception" : "");
    if (chaining && depth > 2) printf("  next: %s\n", error_name((*ti)->NotifyFramePop(ti, thread, 1)));
}

static int is_busy(JNIEnv *jni, jthread thread, jmethodID m)
{
    if (strcmp(plain_name(m), "busy") != 0) return 0;
    if (watched && (*jni)->IsSameObject(jni, thread, watched)) return 1;
    others++;
    return 0;
}
static void JNICALL on_entry(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m)
{
    entries += is_busy(jni, thread, m);
}
static void JNICALL on_exit_(jvmtiEnv *t, JNIEnv *jni, jthread thread, jmethodID m, jboolean x, jvalue v)
{
    exits += is_busy(jni, thread, m);
}

JNIEXPORT void JNICALL Java_FramePops_await(JNIEnv *jni, jclass me, jthread t, jint depth)
{
    printf("await %d: %s\n", depth, error_name((*ti)->NotifyFramePop(ti, t, depth)));
}
JNIEXPORT void JNICALL Java_FramePops_chain(JNIEnv *jni, jclass me, jboolean on) { chaining = on; }
JNIEXPORT jint JNICALL Java_FramePops_nativeCall(JNIEnv *jni, jclass me, jint n)
{
    return (*jni)->CallStaticIntMethod(jni, me, (*jni)->GetStaticMethodID(jni, me, "back", "(I)I"), n) + 1;
}
JNIEXPORT void JNICALL Java_FramePops_suspend(JNIEnv *jni, jclass me, jthread t) { CHECK((*ti)->SuspendThread(ti, t)); }
JNIEXPORT void JNICALL Java_FramePops_resume(JNIEnv *jni, jclass me, jthread t) { CHECK((*ti)->ResumeThread(ti, t)); }
JNIEXPORT void JNICALL Java_FramePops_popFrame(JNIEnv *jni, jclass me, jthread t)
{
    printf("PopFrame: %s\n", error_name((*ti)->PopFrame(ti, t)));
}
JNIEXPORT void JNICALL Java_FramePops_forceReturn(JNIEnv *jni, jclass me, jthread t, jint v)
{
    printf("ForceEarlyReturnInt: %s\n", error_name((*ti)->ForceEarlyReturnInt(ti, t, v)));
}
JNIEXPORT void JNICALL Java_FramePops_methodEvents(JNIEnv *jni, jclass me, jthread t, jboolean on)
{
    if (on) {
        entries = exits = others = 0;
        watched = (*jni)->NewGlobalRef(jni, t);
    }
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, t));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, t));
}
JNIEXPORT void JNICALL Java_FramePops_countMethods(JNIEnv *jni, jclass me, jthread t, jstring what)
{
    const char *w = (*jni)->GetStringUTFChars(jni, what, NULL);
    printf("%s: %d entries, %d exits; in other threads %d\n", w, (int)entries, (int)exits, (int)others);
    (*jni)->ReleaseStringUTFChars(jni, what, w);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps = { .can_generate_frame_pop_events = 1,
                               .can_suspend = 1,
                               .can_pop_frame = 1,
                               .can_force_early_return = 1,
                               .can_generate_method_entry_events = 1,
                               .can_generate_method_exit_events = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .FramePop = on_frame_pop, .MethodEntry = on_entry, .MethodExit = on_exit_ };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_FRAME_POP);
    return JNI_OK;
}
