/* NativeMethodBind: by lookup and by RegisterNatives, with replacement. */
#include "agent.h"

JNIEXPORT jint JNICALL Java_NativeMethodBind_one(JNIEnv *jni, jclass me) { return 1; }
JNIEXPORT jint JNICALL Java_NativeMethodBind_two(JNIEnv *jni, jclass me) { return 2; }
JNIEXPORT jint JNICALL Java_NativeMethodBind_over__I(JNIEnv *jni, jclass me, jint x) { return x; }
JNIEXPORT jint JNICALL Java_NativeMethodBind_over__Ljava_lang_String_2_3I(JNIEnv *jni, jclass me, jstring s,
                                                                          jintArray a)
{
    return 77;
}
static jint JNICALL other_three(JNIEnv *jni, jclass me) { return 3; }
static jint JNICALL instead(JNIEnv *jni, jclass me) { return 22; }

static int saw_jdk;
static void JNICALL on_bind(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, void *address, void **new_address)
{
    jvmtiPhase phase;
    CHECK((*ti)->GetPhase(ti, &phase));
    if (phase != JVMTI_PHASE_LIVE) {
        saw_jdk = 1;
        return;
    }
    const char *name = method_name(m);
    if (!starts_with(name, "LNativeMethodBind")) return;
    printf("bind %s on %s: %s\n", name, thread_name(thread),
           address == (void *)other_three ? "registered"
           : address                      ? "found"
                                          : "NULL");
    if (strstr(name, ".two(")) *new_address = (void *)instead;
}
JNIEXPORT void JNICALL Java_NativeMethodBind_register(JNIEnv *jni, jclass me)
{
    JNINativeMethod three = { "three", "()I", (void *)other_three };
    printf("RegisterNatives %d, JDK's natives seen %d\n", (*jni)->RegisterNatives(jni, me, &three, 1), saw_jdk);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_native_method_bind_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.NativeMethodBind = on_bind;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_NATIVE_METHOD_BIND);
    return 0;
}
