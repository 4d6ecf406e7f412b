/* A sampling profiler reduced to its skeleton: SIGPROF by CPU time, AsyncGetCallTrace in the handler, method ids made
 * at ClassPrepare. */
#include "async_get_call_trace.h"
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

static get_call_trace trace;

enum { DEPTH = 64 };
static jmethodID hot, program_main;
static _Atomic int samples, good, in_main, in_hot, bad_bci;

static void on_sample(int signal, siginfo_t *info, void *context)
{
    JNIEnv *env = NULL;
    if (!program_main || (*the_vm)->GetEnv(the_vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) return;
    struct call_frame frames[DEPTH];
    struct call_trace t = { env, 0, frames };
    trace(&t, DEPTH, context);
    samples++;
    if (t.count <= 0) return;
    int found_main = 0, found_hot = 0;
    for (jint i = 0; i < t.count; i++) {
        found_main |= frames[i].method == program_main;
        found_hot |= frames[i].method == hot;
        if (frames[i].bci < -3) bad_bci++;
    }
    good++;
    in_main += found_main;
    in_hot += found_hot;
}

static void JNICALL on_class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass cls)
{
    jint n;
    jmethodID *methods, main_method = NULL;
    if ((*env)->GetClassMethods(env, cls, &n, &methods) != JVMTI_ERROR_NONE) return;
    if (!strcmp(class_name(cls), "LAsyncGetCallTrace;"))
        for (jint i = 0; i < n; i++) {
            char *name = NULL;
            (*env)->GetMethodName(env, methods[i], &name, NULL, NULL);
            if (!strcmp(name, "hot")) hot = methods[i];
            if (!strcmp(name, "main")) main_method = methods[i];
            give_back(name);
        }
    give_back(methods);
    if (!main_method) return;
    program_main = main_method;
    struct itimerval every = { { 0, 2000 }, { 0, 2000 } };
    setitimer(ITIMER_PROF, &every, NULL);
}

static void JNICALL on_class_load(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass cls) {}

static void JNICALL on_death(jvmtiEnv *env, JNIEnv *jni)
{
    struct itimerval never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_PROF, &never, NULL);
    printf("enough samples: %d\n", samples >= 50);
    printf("most walked: %d\n", good * 10 >= samples * 8);
    printf("most reach main: %d\n", in_main * 10 >= good * 8);
    printf("most are in the hot method: %d\n", in_hot * 10 >= good * 6);
    printf("strange positions: %d\n", bad_bci);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    the_vm = vm;
    trace = find_call_trace(vm);
    if (!trace || (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    jvmtiEventCallbacks callbacks = { .ClassPrepare = on_class_prepare,
                                      .ClassLoad = on_class_load,
                                      .VMDeath = on_death };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_LOAD, NULL));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL));
    struct sigaction a = { .sa_sigaction = on_sample, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
    sigaction(SIGPROF, &a, NULL);
    return JNI_OK;
}
