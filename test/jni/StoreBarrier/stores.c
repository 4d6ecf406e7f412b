/* References stored by JNI: a field, a static field, an element. */
#include <jni.h>

JNIEXPORT void JNICALL Java_StoreBarrier_setField(JNIEnv *env, jclass cls, jobject holder, jobject value)
{
    (void)cls;
    jclass c = (*env)->GetObjectClass(env, holder);
    (*env)->SetObjectField(env, holder, (*env)->GetFieldID(env, c, "at", "Ljava/lang/Object;"), value);
}

JNIEXPORT void JNICALL Java_StoreBarrier_setVolatileField(JNIEnv *env, jclass cls, jobject holder, jobject value)
{
    (void)cls;
    jclass c = (*env)->GetObjectClass(env, holder);
    (*env)->SetObjectField(env, holder, (*env)->GetFieldID(env, c, "volatileAt", "Ljava/lang/Object;"), value);
}

JNIEXPORT void JNICALL Java_StoreBarrier_setStatic(JNIEnv *env, jclass cls, jclass holder, jobject value)
{
    (void)cls;
    jfieldID f = (*env)->GetStaticFieldID(env, holder, "at", "Ljava/lang/Object;");
    (*env)->SetStaticObjectField(env, holder, f, value);
}

JNIEXPORT void JNICALL Java_StoreBarrier_setElement(JNIEnv *env, jclass cls, jobjectArray holder, jint index,
                                                    jobject value)
{
    (void)cls;
    (*env)->SetObjectArrayElement(env, holder, index, value);
}
