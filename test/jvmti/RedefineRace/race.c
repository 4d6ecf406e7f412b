/* Redefines and retransforms for the Java program. */
#include "agent.h"

JNIEXPORT jstring JNICALL Java_RedefineRace_redefine(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray files)
{
    jvmtiClassDefinition d[4];
    jbyteArray f[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) {
        f[i] = (*jni)->GetObjectArrayElement(jni, files, i);
        d[i].klass = (*jni)->GetObjectArrayElement(jni, classes, i);
        d[i].class_byte_count = (*jni)->GetArrayLength(jni, f[i]);
        d[i].class_bytes = (unsigned char *)(*jni)->GetByteArrayElements(jni, f[i], NULL);
    }
    jvmtiError e = (*ti)->RedefineClasses(ti, n, d);
    for (jint i = 0; i < n; i++) (*jni)->ReleaseByteArrayElements(jni, f[i], (jbyte *)d[i].class_bytes, JNI_ABORT);
    return (*jni)->NewStringUTF(jni, error_name(e));
}
JNIEXPORT jstring JNICALL Java_RedefineRace_retransform(JNIEnv *jni, jclass me, jobjectArray classes)
{
    jclass c[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) c[i] = (*jni)->GetObjectArrayElement(jni, classes, i);
    return (*jni)->NewStringUTF(jni, error_name((*ti)->RetransformClasses(ti, n, c)));
}

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!redefining) return;
    CHECK((*e)->Allocate(e, len, new_bytes));
    memcpy(*new_bytes, bytes, (size_t)len);
    *new_len = len;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_retransform_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
