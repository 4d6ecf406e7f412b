/* Suspension, exceptions and interrupts from outside; a native method that works until it is told to go. */
#include "agent.h"
#include <time.h>

JNIEXPORT jint JNICALL Java_ThreadControl_state(JNIEnv *jni, jclass me, jthread t)
{
    jint s = -1;
    CHECK((*ti)->GetThreadState(ti, t, &s));
    return s;
}

static volatile int go;
static volatile long done;
/* Works on its own memory, and shows a tick now and then through an array that it holds. */
JNIEXPORT void JNICALL Java_ThreadControl_inNative(JNIEnv *jni, jclass me, jlongArray ticks)
{
    jlong *words = (*jni)->GetLongArrayElements(jni, ticks, NULL);
    (*jni)->ReleaseLongArrayElements(jni, ticks, words, JNI_ABORT);
    go = 0;
    jlong one = 1;
    (*jni)->SetLongArrayRegion(jni, ticks, 0, 1, &one);
    while (!go) {
        struct timespec brief = { 0, 1000000 };
        nanosleep(&brief, NULL);
        done++;
    }
}
JNIEXPORT void JNICALL Java_ThreadControl_letNativeGo(JNIEnv *jni, jclass me) { go = 1; }
JNIEXPORT jlong JNICALL Java_ThreadControl_nativeTicks(JNIEnv *jni, jclass me) { return done; }

static jstring word(JNIEnv *jni, jvmtiError e) { return (*jni)->NewStringUTF(jni, error_name(e)); }
JNIEXPORT jstring JNICALL Java_ThreadControl_suspend(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->SuspendThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_ThreadControl_resume(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->ResumeThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_ThreadControl_stop(JNIEnv *jni, jclass me, jthread t, jobject ex)
{
    const char *name = error_name((*ti)->StopThread(ti, t, ex));
    return (*jni)->NewStringUTF(jni, name);
}
JNIEXPORT jstring JNICALL Java_ThreadControl_interrupt(JNIEnv *jni, jclass me, jthread t)
{
    return word(jni, (*ti)->InterruptThread(ti, t));
}
JNIEXPORT jstring JNICALL Java_ThreadControl_list(JNIEnv *jni, jclass me, jboolean suspend, jobjectArray a)
{
    jthread threads[8];
    jvmtiError results[8];
    char text[512] = "";
    jint n = (*jni)->GetArrayLength(jni, a);
    for (jint i = 0; i < n; i++) threads[i] = (*jni)->GetObjectArrayElement(jni, a, i);
    jvmtiError e =
        suspend ? (*ti)->SuspendThreadList(ti, n, threads, results) : (*ti)->ResumeThreadList(ti, n, threads, results);
    for (jint i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", error_name(results[i]));
    snprintf(text + strlen(text), sizeof text - strlen(text), "(%s)", error_name(e));
    return (*jni)->NewStringUTF(jni, text);
}
JNIEXPORT void JNICALL Java_ThreadControl_suspendSelf(JNIEnv *jni, jclass me) { CHECK((*ti)->SuspendThread(ti, NULL)); }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_suspend = caps.can_signal_thread = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
