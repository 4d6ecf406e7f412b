/* Counts samples by the tag of the class. */
#include "agent.h"

static jrawMonitorID lock;
static int counts[8];
static jlong sizes[8];

static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    jlong tag = 0, real = 0;
    if ((*e)->GetTag(e, c, &tag) != JVMTI_ERROR_NONE || tag < 1 || tag > 7) return;
    if ((*e)->GetObjectSize(e, o, &real) != JVMTI_ERROR_NONE || real != size)
        printf("size %d is told as %d\n", (int)real, (int)size);
    if ((*e)->RawMonitorEnter(e, lock) != JVMTI_ERROR_NONE) printf("no monitor\n");
    counts[tag]++;
    sizes[tag] += size;
    (*e)->RawMonitorExit(e, lock);
}

JNIEXPORT void JNICALL Java_HeapSampling_tag(JNIEnv *jni, jclass me, jclass c, jlong tag)
{
    CHECK((*ti)->SetTag(ti, c, tag));
}
JNIEXPORT void JNICALL Java_HeapSampling_start(JNIEnv *jni, jclass me, jint interval)
{
    memset(counts, 0, sizeof counts);
    memset(sizes, 0, sizeof sizes);
    if (interval >= 0) CHECK((*ti)->SetHeapSamplingInterval(ti, interval));
    enable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
}
JNIEXPORT void JNICALL Java_HeapSampling_stop(JNIEnv *jni, jclass me) { disable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC); }
JNIEXPORT jint JNICALL Java_HeapSampling_samples(JNIEnv *jni, jclass me, jlong tag)
{
    int n = counts[tag];
    counts[tag] = 0;
    return n;
}
JNIEXPORT jlong JNICALL Java_HeapSampling_bytes(JNIEnv *jni, jclass me, jlong tag) { return sizes[tag]; }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_sampled_object_alloc_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.SampledObjectAlloc = on_sample;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    return 0;
}
