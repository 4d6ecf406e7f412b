/* Two environments with prefixes: natives that wrappers call under prefixed names are found under the names from
 * before. */
#include "agent.h"

JNIEXPORT jint JNICALL Java_NativeMethodPrefix_one(JNIEnv *jni, jclass me, jint x) { return x + 1; }
JNIEXPORT jint JNICALL Java_NativeMethodPrefix_both(JNIEnv *jni, jclass me, jint x) { return x + 2; }
JNIEXPORT jint JNICALL Java_NativeMethodPrefix_lonely(JNIEnv *jni, jclass me, jint x) { return x + 3; }
static jint JNICALL registered(JNIEnv *jni, jclass me, jint x) { return x + 4; }

JNIEXPORT void JNICALL Java_NativeMethodPrefix_register(JNIEnv *jni, jclass me)
{
    JNINativeMethod m = { "late", "(I)I", (void *)registered };
    printf("RegisterNatives %d\n", (*jni)->RegisterNatives(jni, me, &m, 1));
}
JNIEXPORT void JNICALL Java_NativeMethodPrefix_registerAs(JNIEnv *jni, jclass me, jstring name)
{
    const char *s = (*jni)->GetStringUTFChars(jni, name, NULL);
    JNINativeMethod m = { (char *)s, "(I)I", (void *)registered };
    jint r = (*jni)->RegisterNatives(jni, me, &m, 1);
    printf("RegisterNatives of %s: %d\n", s, r);
    (*jni)->ReleaseStringUTFChars(jni, name, s);
}
JNIEXPORT void JNICALL Java_NativeMethodPrefix_cancel(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->SetNativeMethodPrefix(ti, NULL));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_set_native_method_prefix = 1;
    jvmtiEnv *first = new_env(vm);
    ti = new_env(vm);
    CHECK((*first)->AddCapabilities(first, &caps));
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*first)->SetNativeMethodPrefix(first, "$inner_"));
    char *two[2] = { "$unused_", "$outer_" };
    CHECK((*ti)->SetNativeMethodPrefixes(ti, 2, two));
    return 0;
}
