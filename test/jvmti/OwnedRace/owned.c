/* Asks threads that run for the monitors that they own, by both functions. */
#include "agent.h"

static int is_stranger(JNIEnv *jni, jobject monitor, jclass lock)
{
    jclass c = (*jni)->GetObjectClass(jni, monitor);
    int is = !(*jni)->IsSameObject(jni, c, lock);
    (*jni)->DeleteLocalRef(jni, c);
    (*jni)->DeleteLocalRef(jni, monitor);
    return is;
}

JNIEXPORT jint JNICALL Java_OwnedRace_strangers(JNIEnv *jni, jclass me, jobjectArray threads, jclass lock)
{
    jint found = 0, n;
    for (jsize i = 0; i < (*jni)->GetArrayLength(jni, threads); i++) {
        jthread t = (*jni)->GetObjectArrayElement(jni, threads, i);
        jobject *owned;
        jvmtiMonitorStackDepthInfo *at;
        CHECK((*ti)->GetOwnedMonitorInfo(ti, t, &n, &owned));
        for (jint k = 0; k < n; k++) found += is_stranger(jni, owned[k], lock);
        give_back(owned);
        CHECK((*ti)->GetOwnedMonitorStackDepthInfo(ti, t, &n, &at));
        for (jint k = 0; k < n; k++) found += is_stranger(jni, at[k].monitor, lock);
        give_back(at);
        (*jni)->DeleteLocalRef(jni, t);
    }
    return found;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps = { .can_get_owned_monitor_info = 1, .can_get_owned_monitor_stack_depth_info = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
