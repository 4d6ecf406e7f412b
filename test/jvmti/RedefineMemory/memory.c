/* Redefines for the Java program. */
#include "agent.h"

JNIEXPORT jboolean JNICALL Java_RedefineMemory_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, file, (jbyte *)d.class_bytes, JNI_ABORT);
    if (e) printf("RedefineClasses answered %s\n", error_name(e));
    return e == JVMTI_ERROR_NONE;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
