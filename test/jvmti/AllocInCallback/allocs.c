/* Two environments whose allocation callbacks call Java code that allocates. Only arrays that the test makes count:
 * int[] for VMObjectAlloc, long[] for the other. */
#include "agent.h"

static jvmtiEnv *second;
static jclass test;
static jmethodID allocate;
static int listening, counts[2][2], nested[2][2];
static __thread int depth;

static void note(int kind, jvmtiEnv *env, JNIEnv *jni, jclass c)
{
    if (!listening || strcmp(class_name(c), kind ? "[J" : "[I")) return;
    int which = env != ti;
    counts[kind][which]++;
    if (depth) nested[kind][which]++;
    if (depth == 3) return; /* it would not end */
    depth++;
    (*jni)->CallStaticVoidMethod(jni, test, allocate);
    depth--;
}
static void JNICALL on_vm(jvmtiEnv *env, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    note(0, env, jni, c);
}
static void JNICALL on_sampled(jvmtiEnv *env, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    note(1, env, jni, c);
}

JNIEXPORT void JNICALL Java_AllocInCallback_listen(JNIEnv *jni, jclass me, jboolean vm, jboolean sampled,
                                                   jstring method)
{
    memset(counts, 0, sizeof counts);
    memset(nested, 0, sizeof nested);
    test = (*jni)->NewGlobalRef(jni, me);
    const char *s = (*jni)->GetStringUTFChars(jni, method, NULL);
    allocate = (*jni)->GetStaticMethodID(jni, me, s, "()V");
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    if (vm) {
        enable(ti, JVMTI_EVENT_VM_OBJECT_ALLOC);
        enable(second, JVMTI_EVENT_VM_OBJECT_ALLOC);
    }
    if (sampled) enable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
    /* HotSpot samples from a thread's next piece of memory on */
    (*jni)->DeleteLocalRef(jni, (*jni)->NewLongArray(jni, 100000));
    listening = 1;
}
static const char *some(int n) { return n ? "some" : "none"; }
JNIEXPORT jstring JNICALL Java_AllocInCallback_seen(JNIEnv *jni, jclass me)
{
    listening = 0;
    disable(ti, JVMTI_EVENT_VM_OBJECT_ALLOC);
    disable(second, JVMTI_EVENT_VM_OBJECT_ALLOC);
    disable(ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
    char text[200];
    /* How many samples there are depends on HotSpot's memory of a thread. */
    snprintf(text, sizeof text, "%d and %d, nested %s and %s; sampled %s, nested %s", counts[0][0] - nested[0][0],
             counts[0][1] - nested[0][1], some(nested[0][0]), some(nested[0][1]), some(counts[1][0] - nested[1][0]),
             some(nested[1][0]));
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_vm_object_alloc_events = caps.can_generate_sampled_object_alloc_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    second = new_env(vm);
    caps.can_generate_sampled_object_alloc_events = 0; /* one environment on HotSpot */
    CHECK((*second)->AddCapabilities(second, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMObjectAlloc = on_vm;
    c.SampledObjectAlloc = on_sampled;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    CHECK((*second)->SetEventCallbacks(second, &c, sizeof c));
    CHECK((*ti)->SetHeapSamplingInterval(ti, 0));
    return 0;
}
