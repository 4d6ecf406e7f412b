#include "redefine_several.h"

#include "include/argus/jvmti_extensions.h"

JNIEXPORT jlong JNICALL Java_FieldsGrow_size0(JNIEnv *jni, jclass me, jobject o)
{
    jlong size;
    CHECK((*ti)->GetObjectSize(ti, o, &size));
    return size;
}

static void *elements;
JNIEXPORT void JNICALL Java_FieldsGrow_enter0(JNIEnv *jni, jclass me, jintArray a)
{
    elements = (*jni)->GetPrimitiveArrayCritical(jni, a, NULL);
}
JNIEXPORT void JNICALL Java_FieldsGrow_leave0(JNIEnv *jni, jclass me, jintArray a)
{
    (*jni)->ReleasePrimitiveArrayCritical(jni, a, elements, 0);
}

static jfieldID id_of(JNIEnv *jni, jclass c, jstring name)
{
    const char *text = (*jni)->GetStringUTFChars(jni, name, NULL);
    jfieldID id = (*jni)->GetFieldID(jni, c, text, "I");
    (*jni)->ReleaseStringUTFChars(jni, name, text);
    return id;
}
JNIEXPORT jint JNICALL Java_FieldsGrow_get0(JNIEnv *jni, jclass me, jobject o, jclass c, jstring name)
{
    return (*jni)->GetIntField(jni, o, id_of(jni, c, name));
}
JNIEXPORT void JNICALL Java_FieldsGrow_set0(JNIEnv *jni, jclass me, jobject o, jclass c, jstring name, jint n)
{
    (*jni)->SetIntField(jni, o, id_of(jni, c, name), n);
}

/* GetRedefinitionReport. */
JNIEXPORT jstring JNICALL Java_FieldsGrow_report0(JNIEnv *jni, jclass me)
{
    static struct argus_extensions x;
    char *text;
    CHECK(argus_extensions(ti, &x));
    CHECK(argus_GetRedefinitionReport(&x, &text));
    jstring s = (*jni)->NewStringUTF(jni, text);
    CHECK((*ti)->Deallocate(ti, (unsigned char *)text));
    return s;
}
