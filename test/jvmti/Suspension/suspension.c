/* Suspending, resuming and states, asked for by the program. */
#include "agent.h"

static jstring word(JNIEnv *jni, const char *s) { return (*jni)->NewStringUTF(jni, s); }

JNIEXPORT jstring JNICALL Java_Suspension_suspend(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, error_name((*ti)->SuspendThread(ti, t)));
}
JNIEXPORT jstring JNICALL Java_Suspension_resume(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, error_name((*ti)->ResumeThread(ti, t)));
}

static jstring with_list(JNIEnv *jni, jobjectArray threads, int suspend)
{
    jthread list[8];
    jvmtiError results[8];
    jint n = (*jni)->GetArrayLength(jni, threads);
    for (jint i = 0; i < n; i++) list[i] = (*jni)->GetObjectArrayElement(jni, threads, i);
    jvmtiError e =
        suspend ? (*ti)->SuspendThreadList(ti, n, list, results) : (*ti)->ResumeThreadList(ti, n, list, results);
    char text[512];
    int at = snprintf(text, sizeof text, "%s:", error_name(e));
    for (jint i = 0; i < n; i++) at += snprintf(text + at, sizeof text - (size_t)at, " %s", error_name(results[i]));
    return word(jni, text);
}
JNIEXPORT jstring JNICALL Java_Suspension_suspendAll(JNIEnv *jni, jclass me, jobjectArray threads)
{
    return with_list(jni, threads, 1);
}
JNIEXPORT jstring JNICALL Java_Suspension_resumeAll(JNIEnv *jni, jclass me, jobjectArray threads)
{
    return with_list(jni, threads, 0);
}

JNIEXPORT jstring JNICALL Java_Suspension_state(JNIEnv *jni, jclass me, jthread t)
{
    jint s = -1;
    CHECK((*ti)->GetThreadState(ti, t, &s));
    char text[16];
    snprintf(text, sizeof text, "%x", (unsigned)s);
    return word(jni, text);
}

JNIEXPORT jint JNICALL Java_Suspension_hammer(JNIEnv *jni, jclass me, jthread t)
{
    for (int i = 0; i < 200000; i++) {
        if ((*ti)->SuspendThread(ti, t) != JVMTI_ERROR_NONE) return 0;
        jint s = 0;
        if ((*ti)->GetThreadState(ti, t, &s) != JVMTI_ERROR_NONE || !(s & JVMTI_THREAD_STATE_SUSPENDED)) return 1;
        if ((*ti)->ResumeThread(ti, t) != JVMTI_ERROR_NONE) return 1;
    }
    return 0;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
