/* Enters and leaves monitors for KeptMonitors; a native method that returns keeps what it has entered. */
#include <jni.h>

JNIEXPORT jint JNICALL Java_KeptMonitors_enter(JNIEnv *env, jclass c, jobject o)
{
    return (*env)->MonitorEnter(env, o);
}
JNIEXPORT jint JNICALL Java_KeptMonitors_leave(JNIEnv *env, jclass c, jobject o)
{
    jint status = (*env)->MonitorExit(env, o);
    if (status != JNI_OK) (*env)->ExceptionClear(env);
    return status;
}
