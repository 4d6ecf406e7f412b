/* Counts ObjectFree, also from the first callback of a walk to the last. */
#include "agent.h"

static volatile jint reports;
static jint first, last, callbacks;
static void JNICALL on_free(jvmtiEnv *env, jlong tag) { __atomic_fetch_add(&reports, 1, __ATOMIC_SEQ_CST); }
static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *data)
{
    last = __atomic_load_n(&reports, __ATOMIC_SEQ_CST);
    if (!callbacks++) first = last;
    return 0;
}
JNIEXPORT void JNICALL Java_FreesWait_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}
JNIEXPORT jint JNICALL Java_FreesWait_reported(JNIEnv *jni, jclass me) { return reports; }
JNIEXPORT jint JNICALL Java_FreesWait_walk(JNIEnv *jni, jclass me)
{
    jvmtiHeapCallbacks c = { .heap_iteration_callback = on_object };
    callbacks = first = last = 0;
    CHECK((*ti)->IterateThroughHeap(ti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &c, NULL));
    return last - first;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks table = { .ObjectFree = on_free };
    CHECK((*ti)->SetEventCallbacks(ti, &table, sizeof table));
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
    return 0;
}
