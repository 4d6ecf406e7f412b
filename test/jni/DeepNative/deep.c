/* Natives that call Java that calls natives, until no stack is left: instance and static methods, a constructor, with
 * references taken or an exception caught at each level. */
#include <jni.h>
#include <string.h>

JNIEXPORT jint JNICALL Java_DeepNative_down(JNIEnv *env, jobject self, jint n)
{
    jclass c = (*env)->GetObjectClass(env, self);
    jmethodID m = (*env)->GetMethodID(env, c, "up", "(I)I");
    return m ? (*env)->CallIntMethod(env, self, m, n + 1) + 1 : -1;
}

JNIEXPORT jint JNICALL Java_DeepNative_downStatic(JNIEnv *env, jclass c, jint n)
{
    char room[512];
    memset(room, n, sizeof room);
    jmethodID m = (*env)->GetStaticMethodID(env, c, "upStatic", "(I)I");
    jstring s = (*env)->NewStringUTF(env, "a reference at each level");
    if (!m || !s) return -1;
    jint r = (*env)->CallStaticIntMethod(env, c, m, n + 1);
    return (*env)->ExceptionCheck(env) ? -1 : r + room[n & 511] - room[n & 511];
}

JNIEXPORT jobject JNICALL Java_DeepNative_make(JNIEnv *env, jclass c, jint n)
{
    jmethodID m = (*env)->GetMethodID(env, c, "<init>", "(I)V");
    return m ? (*env)->NewObject(env, c, m, n + 1) : NULL;
}

/* Throws on its way back at every level; the error that comes up stays the last one. */
JNIEXPORT void JNICALL Java_DeepNative_catching(JNIEnv *env, jclass c, jint n)
{
    jmethodID m = (*env)->GetStaticMethodID(env, c, "upCatching", "(I)V");
    if (!m) return;
    (*env)->CallStaticVoidMethod(env, c, m, n + 1);
    jthrowable e = (*env)->ExceptionOccurred(env);
    (*env)->ExceptionClear(env);
    if (e) (*env)->Throw(env, e);
}

JNIEXPORT jint JNICALL Java_DeepNative_touch(JNIEnv *env, jclass c, jobject a, jobject b) { return !!a + !!b; }
JNIEXPORT jint JNICALL Java_DeepNative_withReferences(JNIEnv *env, jclass c, jint n)
{
    jmethodID m = (*env)->GetStaticMethodID(env, c, "touched", "()I");
    for (jint i = 0; i < n; i++) (*env)->NewLocalRef(env, c);
    return m ? (*env)->CallStaticIntMethod(env, c, m) : -1;
}
