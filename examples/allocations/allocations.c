/* allocations: which method allocates how much of which class, from samples. -agentpath:liballocations.so=BYTES
 *
 * The VM picks an object every BYTES bytes (65536 by default) on average; each stands for as many bytes. Works on every
 * VM with JVM TI 11. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 4096, ROWS = 20 };
static struct site {
    char *class_name;
    jmethodID method;
    long samples;
} sites[SITES];
static jrawMonitorID lock;
static int interval = 65536;

static void JNICALL on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object, jclass c, jlong size)
{
    jvmtiFrameInfo top = { 0 };
    jint count;
    char *name = NULL;
    (*jvmti)->GetStackTrace(jvmti, NULL, 0, 1, &top, &count);
    if ((*jvmti)->GetClassSignature(jvmti, c, &name, NULL)) return;
    (*jvmti)->RawMonitorEnter(jvmti, lock);
    for (int i = 0; i < SITES; i++) {
        if (!sites[i].class_name) sites[i] = (struct site){ strdup(name), top.method, 0 };
        if (sites[i].method != top.method || strcmp(sites[i].class_name, name) != 0) continue;
        sites[i].samples++;
        break;
    }
    (*jvmti)->RawMonitorExit(jvmti, lock);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
}

static int by_samples(const void *a, const void *b)
{
    long left = ((const struct site *)a)->samples, right = ((const struct site *)b)->samples;
    return (left < right) - (left > right);
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni)
{
    (*jvmti)->RawMonitorEnter(jvmti, lock);
    qsort(sites, SITES, sizeof *sites, by_samples);
    for (int i = 0; i < ROWS && sites[i].samples; i++) {
        char *method = "", *owner = "(no Java frame)";
        jclass c;
        if (sites[i].method && !(*jvmti)->GetMethodDeclaringClass(jvmti, sites[i].method, &c)) {
            (*jvmti)->GetMethodName(jvmti, sites[i].method, &method, NULL, NULL);
            (*jvmti)->GetClassSignature(jvmti, c, &owner, NULL);
        }
        printf("%8.1f MB  %s  by %s%s\n", sites[i].samples * (double)interval / 1e6, sites[i].class_name, owner,
               method);
    }
    (*jvmti)->RawMonitorExit(jvmti, lock);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    if (options && (interval = atoi(options)) < 1) return JNI_ERR;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities wanted = { .can_generate_sampled_object_alloc_events = 1 };
    jvmtiEventCallbacks callbacks = { .SampledObjectAlloc = on_sample, .VMDeath = on_death };
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) || (*jvmti)->CreateRawMonitor(jvmti, "sites", &lock)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetHeapSamplingInterval(jvmti, interval);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL);
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL) ? JNI_ERR : JNI_OK;
}
