/* Allocation and collection events. What is sampled is chance; that it is, and what it says, is not. */
#include "agent.h"

static jrawMonitorID lock;
static int starts, finishes, open_collections, errors, samples, small, vm_allocs;
static jlong sampled_bytes;
static int in_agent;

static void JNICALL on_gc_start(jvmtiEnv *e)
{
    /* what a callback of a stopped world may do */
    unsigned char *p;
    void *storage;
    if ((*e)->Allocate(e, 100, &p) != JVMTI_ERROR_NONE || (*e)->Deallocate(e, p) != JVMTI_ERROR_NONE) errors++;
    if ((*e)->RawMonitorEnter(e, lock) != JVMTI_ERROR_NONE || (*e)->RawMonitorExit(e, lock) != JVMTI_ERROR_NONE)
        errors++;
    if ((*e)->GetEnvironmentLocalStorage(e, &storage) != JVMTI_ERROR_NONE) errors++;
    starts++;
    if (open_collections++) errors++;
}
static void JNICALL on_gc_finish(jvmtiEnv *e)
{
    finishes++;
    if (--open_collections) errors++;
}
static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    if (!(*jni)->IsSameObject(jni, c, (*jni)->GetObjectClass(jni, o))) errors++;
    const char *name = class_name(c);
    if (!strcmp(name, "[B") && size >= 10000) {
        samples++;
        sampled_bytes += size;
    }
    if (!strcmp(name, "LHeapEvents$Small;")) small++;
}
static void JNICALL on_vm_alloc(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    if (starts_with(class_name(c), "[LHeapEvents") || starts_with(class_name(c), "LHeapEvents")) vm_allocs++;
    if (!(*jni)->IsSameObject(jni, c, (*jni)->GetObjectClass(jni, o))) errors++;
}
JNIEXPORT void JNICALL Java_HeapEvents_collect(JNIEnv *jni, jclass me)
{
    int s = starts, f = finishes;
    CHECK((*ti)->ForceGarbageCollection(ti));
    printf("collection: start %s, finish %s\n", starts > s ? "seen" : "missing", finishes > f ? "seen" : "missing");
}
JNIEXPORT void JNICALL Java_HeapEvents_sampling(JNIEnv *jni, jclass me, jint interval)
{
    samples = small = 0;
    if (interval < 0) {
        disable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
        return;
    }
    CHECK((*ti)->SetHeapSamplingInterval(ti, interval));
    enable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
}
JNIEXPORT jint JNICALL Java_HeapEvents_samples(JNIEnv *jni, jclass me) { return samples; }
JNIEXPORT jint JNICALL Java_HeapEvents_small(JNIEnv *jni, jclass me) { return small; }
JNIEXPORT void JNICALL Java_HeapEvents_report(JNIEnv *jni, jclass me)
{
    printf("balanced %s, errors %d, vm allocations %s\n", starts == finishes ? "yes" : "no", errors,
           vm_allocs ? "seen" : "none");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_garbage_collection_events = caps.can_generate_sampled_object_alloc_events =
        caps.can_generate_vm_object_alloc_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.GarbageCollectionStart = on_gc_start;
    c.GarbageCollectionFinish = on_gc_finish;
    c.SampledObjectAlloc = on_sample;
    c.VMObjectAlloc = on_vm_alloc;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_GARBAGE_COLLECTION_START);
    enable(ti, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH);
    enable(ti, JVMTI_EVENT_VM_OBJECT_ALLOC);
    (void)in_agent;
    (void)sampled_bytes;
    return 0;
}
