/* Questions and orders about a thread that may end at any moment: each answers THREAD_NOT_ALIVE or is right. */
#include "agent.h"

#include <pthread.h>

static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at) {}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m) {}
static void JNICALL on_exit_of(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by, jvalue v) {}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by) {}
static void JNICALL on_thread(jvmtiEnv *e, JNIEnv *jni, jthread t) {}
static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size) {}

static void want(jvmtiError err, const char *what)
{
    if (err != JVMTI_ERROR_NONE && err != JVMTI_ERROR_THREAD_NOT_ALIVE)
        printf("%s answered %s\n", what, error_name(err));
}
#define WANT(call) want((call), #call)

/* Modes for the thread alone, and for all. */
static void modes(jthread t, int number)
{
    static const jvmtiEvent of_code[] = { JVMTI_EVENT_SINGLE_STEP, JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT };
    jvmtiEvent event = of_code[number % 3];
    WANT((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, event, t));
    WANT((*ti)->SetEventNotificationMode(ti, number % 2 ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_THREAD_END, NULL));
    WANT((*ti)->SetEventNotificationMode(ti, number % 5 ? JVMTI_ENABLE : JVMTI_DISABLE,
                                         JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL));
    WANT((*ti)->SetHeapSamplingInterval(ti, 1000 * (number % 7)));
    if (number % 4 == 0) WANT((*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, event, t));
}

static void storage(jthread t, int number)
{
    void *had = NULL;
    WANT((*ti)->SetThreadLocalStorage(ti, t, (void *)(intptr_t)number));
    jvmtiError err = (*ti)->GetThreadLocalStorage(ti, t, &had);
    if (err != JVMTI_ERROR_NONE)
        want(err, "GetThreadLocalStorage");
    else if ((intptr_t)had != number)
        printf("storage of %d is %d\n", number, (int)(intptr_t)had);
}

static void control(jthread t, int number)
{
    jvmtiError err = (*ti)->SuspendThread(ti, t);
    if (err != JVMTI_ERROR_NONE) {
        want(err, "SuspendThread");
        return;
    }
    jint state = 0;
    CHECK((*ti)->GetThreadState(ti, t, &state));
    if (!(state & JVMTI_THREAD_STATE_SUSPENDED)) printf("not suspended: %x\n", (unsigned)state);
    err = (*ti)->NotifyFramePop(ti, t, 0);
    if (err != JVMTI_ERROR_NONE && err != JVMTI_ERROR_OPAQUE_FRAME && err != JVMTI_ERROR_NO_MORE_FRAMES &&
        err != JVMTI_ERROR_DUPLICATE)
        want(err, "NotifyFramePop");
    CHECK((*ti)->ResumeThread(ti, t));
}

static void questions(jthread t, int number)
{
    jvmtiFrameInfo frames[8];
    jint n = 0, state;
    jlong cpu;
    jobject *objects = NULL;
    jvmtiThreadInfo info;
    CHECK((*ti)->GetThreadState(ti, t, &state));
    WANT((*ti)->GetStackTrace(ti, t, 0, 8, frames, &n));
    WANT((*ti)->GetFrameCount(ti, t, &n));
    WANT((*ti)->GetThreadCpuTime(ti, t, &cpu));
    jvmtiError err = (*ti)->GetOwnedMonitorInfo(ti, t, &n, &objects);
    want(err, "GetOwnedMonitorInfo");
    if (err == JVMTI_ERROR_NONE) give_back(objects);
    WANT((*ti)->InterruptThread(ti, t));
    CHECK((*ti)->GetThreadInfo(ti, t, &info));
    if (atoi(info.name) != number) printf("name %s of %d\n", info.name, number);
    give_back(info.name);
}

JNIEXPORT void JNICALL Java_EndingThreads_ask(JNIEnv *jni, jclass c, jobject thread, jint number, jint kind)
{
    static void (*const kinds[])(jthread, int) = { modes, storage, control, questions };
    if ((*jni)->PushLocalFrame(jni, 64)) return;
    kinds[kind](thread, number);
    (*jni)->PopLocalFrame(jni, NULL);
}

JNIEXPORT jint JNICALL Java_EndingThreads_stored(JNIEnv *jni, jclass c)
{
    void *data = NULL;
    CHECK((*ti)->GetThreadLocalStorage(ti, NULL, &data));
    return (jint)(intptr_t)data;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps = { .can_suspend = 1,
                               .can_generate_single_step_events = 1,
                               .can_generate_method_entry_events = 1,
                               .can_generate_method_exit_events = 1,
                               .can_generate_frame_pop_events = 1,
                               .can_generate_sampled_object_alloc_events = 1,
                               .can_get_owned_monitor_info = 1,
                               .can_get_thread_cpu_time = 1,
                               .can_signal_thread = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .SingleStep = on_step,
                                      .MethodEntry = on_entry,
                                      .MethodExit = on_exit_of,
                                      .FramePop = on_pop,
                                      .ThreadEnd = on_thread,
                                      .SampledObjectAlloc = on_sample };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_FRAME_POP);
    return JNI_OK;
}
