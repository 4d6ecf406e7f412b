/* sampler: a profiler that takes the stack of the running thread every 5 ms of processor time. -agentpath:libsampler.so
 *
 * The stack is read inside the signal handler, by an extension of Argus that takes no lock and allocates nothing. A VM
 * without it is left alone. */
#include <argus/jvmti_extensions.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { DEPTH = 16, SAMPLES = 1 << 16 };
static struct sample {
    jmethodID frames[DEPTH];
    jint count;
} samples[SAMPLES];
static atomic_int sample_count;
static struct argus_extensions extensions;

/* Any thread, anywhere: only what is safe in a signal handler. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    jvmtiFrameInfo frames[DEPTH];
    jint count = 0;
    if (argus_GetAsyncStackTrace(&extensions, context, DEPTH, frames, &count) != JVMTI_ERROR_NONE || count == 0) return;
    int at = atomic_fetch_add(&sample_count, 1);
    if (at >= SAMPLES) return;
    for (jint i = 0; i < count; i++) samples[at].frames[i] = frames[i].method;
    samples[at].count = count;
}

static void set_timer(int microseconds)
{
    struct itimerval t = { { 0, microseconds }, { 0, microseconds } };
    setitimer(ITIMER_PROF, &t, NULL);
}

static void JNICALL on_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread)
{
    argus_PrepareAsyncStackTrace(&extensions); /* from now on every method has its id before it runs */
    set_timer(5000);
}

static int by_method(const void *a, const void *b)
{
    jmethodID left = ((const struct sample *)a)->frames[0], right = ((const struct sample *)b)->frames[0];
    return (left > right) - (left < right);
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni)
{
    set_timer(0);
    int n = sample_count < SAMPLES ? sample_count : SAMPLES;
    qsort(samples, n, sizeof *samples, by_method);
    printf("%d samples\n", n);
    for (int i = 0, next; i < n; i = next) {
        char *name = "?", *signature = "?";
        jclass c;
        for (next = i; next < n && samples[next].frames[0] == samples[i].frames[0]; next++) {}
        if (samples[i].frames[0] && !(*jvmti)->GetMethodDeclaringClass(jvmti, samples[i].frames[0], &c)) {
            (*jvmti)->GetMethodName(jvmti, samples[i].frames[0], &name, NULL, NULL);
            (*jvmti)->GetClassSignature(jvmti, c, &signature, NULL);
        }
        printf("%5.1f %%  %s%s\n", 100.0 * (next - i) / n, signature, name);
    }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    if (argus_extensions(jvmti, &extensions) || !extensions.GetAsyncStackTrace)
        return printf("sampler: this VM has no GetAsyncStackTrace\n"), JNI_OK;
    struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
    sigaction(SIGPROF, &action, NULL);
    jvmtiEventCallbacks callbacks = { .VMInit = on_init, .VMDeath = on_death };
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL) ? JNI_ERR : JNI_OK;
}
