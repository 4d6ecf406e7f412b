/* Rounds of calls by kind of function, until the process is gone. From the end of the live phase on most answer
 * WRONG_PHASE; a result counts only where the call succeeded. */
#include "agent.h"

#include <pthread.h>
#include <stdatomic.h>

enum { KINDS = 10 };
static _Atomic long rounds[KINDS];
static jrawMonitorID shared;
static jclass subject, other;
static jmethodID method;
static jfieldID field;
static jthread callers[KINDS];

static void drop(jvmtiError err, void *p)
{
    if (err == JVMTI_ERROR_NONE && p) give_back(p);
}

/* Names and tables of classes, methods and fields. */
static void of_classes(JNIEnv *jni)
{
    jint n = 0;
    jclass *classes = NULL;
    jmethodID *methods = NULL;
    jfieldID *fields = NULL;
    char *name = NULL, *signature = NULL;
    jvmtiLineNumberEntry *lines = NULL;
    jvmtiError err = (*ti)->GetLoadedClasses(ti, &n, &classes);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < n; i += 50)
        drop((*ti)->GetClassSignature(ti, classes[i], &name, NULL), name);
    drop(err, classes);
    err = (*ti)->GetClassSignature(ti, subject, &name, &signature);
    drop(err, name);
    drop(err, signature);
    drop((*ti)->GetClassMethods(ti, subject, &n, &methods), methods);
    drop((*ti)->GetClassFields(ti, subject, &n, &fields), fields);
    drop((*ti)->GetMethodName(ti, method, &name, NULL, NULL), name);
    drop((*ti)->GetFieldName(ti, subject, field, &name, NULL, NULL), name);
    drop((*ti)->GetLineNumberTable(ti, method, &n, &lines), lines);
}

/* Monitors of the agent's: one for all, one made and destroyed. */
static void of_raw_monitors(JNIEnv *jni)
{
    jrawMonitorID own;
    if ((*ti)->CreateRawMonitor(ti, "own", &own) == JVMTI_ERROR_NONE) {
        if ((*ti)->RawMonitorEnter(ti, own) == JVMTI_ERROR_NONE) (*ti)->RawMonitorExit(ti, own);
        (*ti)->DestroyRawMonitor(ti, own);
    }
    if ((*ti)->RawMonitorEnter(ti, shared) != JVMTI_ERROR_NONE) return;
    (*ti)->RawMonitorWait(ti, shared, 1);
    (*ti)->RawMonitorNotifyAll(ti, shared);
    (*ti)->RawMonitorExit(ti, shared);
}

static jint JNICALL one_object(jlong class_tag, jlong size, jlong *tag, jint length, void *data)
{
    *tag = 7;
    return JVMTI_VISIT_ABORT;
}

/* Tags and walks. */
static void of_heap(JNIEnv *jni)
{
    jlong tag = 7;
    jint n = 0;
    jobject *objects = NULL;
    jvmtiHeapCallbacks walk = { .heap_iteration_callback = one_object };
    (*ti)->SetTag(ti, subject, 7);
    (*ti)->GetTag(ti, subject, &tag);
    (*ti)->IterateThroughHeap(ti, 0, NULL, &walk, NULL);
    drop((*ti)->GetObjectsWithTags(ti, 1, &tag, &n, &objects, NULL), objects);
    (*ti)->FollowReferences(ti, 0, other, NULL, &walk, NULL);
    (*ti)->ForceGarbageCollection(ti);
}

static void JNICALL on_nothing(jvmtiEnv *e, JNIEnv *jni, jthread t) {}
/* Environments come and go. There are few, as each stays in the VM's list. */
static void of_environments(JNIEnv *jni)
{
    static int made;
    jvmtiEnv *e = NULL;
    void *data;
    if (made < 200 && (*the_vm)->GetEnv(the_vm, (void **)&e, JVMTI_VERSION_11) == JNI_OK) {
        made++;
        jvmtiEventCallbacks callbacks = { .ThreadStart = on_nothing, .ThreadEnd = on_nothing };
        (*e)->SetEventCallbacks(e, &callbacks, sizeof callbacks);
        (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, NULL);
        (*e)->SetEnvironmentLocalStorage(e, &made);
        (*e)->GetEnvironmentLocalStorage(e, &data);
        (*e)->DisposeEnvironment(e);
    }
    (*ti)->SetThreadLocalStorage(ti, NULL, &made);
    (*ti)->GetThreadLocalStorage(ti, NULL, &data);
    (*ti)->SetThreadLocalStorage(ti, callers[0], &made);
    (*ti)->GetThreadLocalStorage(ti, callers[1], &data);
}

/* Modes of events, with a callback that asks. */
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    char *name = NULL;
    drop((*e)->GetMethodName(e, m, &name, NULL, NULL), name);
}
static void of_events(JNIEnv *jni)
{
    static const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_SINGLE_STEP, JVMTI_EVENT_CLASS_PREPARE,
                                         JVMTI_EVENT_EXCEPTION, JVMTI_EVENT_VM_OBJECT_ALLOC };
    jvmtiEventCallbacks callbacks = { .MethodEntry = on_entry, .ThreadStart = on_nothing };
    (*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks);
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
        (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[i], NULL);
        (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[i], callers[i]);
        (*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, events[i], callers[i]);
        (*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, events[i], NULL);
    }
}

/* Stacks of all threads. */
static void of_stacks(JNIEnv *jni)
{
    jint n = 0;
    jvmtiStackInfo *stacks = NULL;
    jthread *threads = NULL;
    jvmtiThreadInfo info;
    jvmtiFrameInfo frames[8];
    jobject *monitors = NULL;
    drop((*ti)->GetAllStackTraces(ti, 8, &stacks, &n), stacks);
    jvmtiError err = (*ti)->GetAllThreads(ti, &n, &threads);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < n; i++) {
        jint k = 0;
        if ((*ti)->GetThreadInfo(ti, threads[i], &info) == JVMTI_ERROR_NONE) give_back(info.name);
        (*ti)->GetStackTrace(ti, threads[i], 0, 8, frames, &k);
        (*ti)->GetThreadState(ti, threads[i], &k);
        drop((*ti)->GetOwnedMonitorInfo(ti, threads[i], &k, &monitors), monitors);
    }
    drop(err, threads);
}

/* The other callers stop and go on. */
static void of_suspension(JNIEnv *jni)
{
    jint n = 0;
    jthread *threads = NULL;
    jvmtiError err = (*ti)->GetAllThreads(ti, &n, &threads);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < n; i++) {
        jthread me = NULL;
        jboolean mine =
            (*ti)->GetCurrentThread(ti, &me) != JVMTI_ERROR_NONE || (*jni)->IsSameObject(jni, me, threads[i]);
        if (mine || (*ti)->SuspendThread(ti, threads[i]) != JVMTI_ERROR_NONE) continue;
        (*ti)->NotifyFramePop(ti, threads[i], 0);
        (*ti)->ResumeThread(ti, threads[i]);
    }
    drop(err, threads);
}

/* New bytes for the subject, as they were. */
static void of_redefinition(JNIEnv *jni) { (*ti)->RetransformClasses(ti, 1, &subject); }

/* Breakpoints and watches. */
static void of_places(JNIEnv *jni)
{
    jlocation from = 0, to = 0;
    jint n = 0;
    unsigned char *code = NULL;
    (*ti)->GetMethodLocation(ti, method, &from, &to);
    (*ti)->SetBreakpoint(ti, method, from);
    (*ti)->SetFieldModificationWatch(ti, subject, field);
    drop((*ti)->GetBytecodes(ti, method, &n, &code), code);
    (*ti)->ClearFieldModificationWatch(ti, subject, field);
    (*ti)->ClearBreakpoint(ti, method, from);
}

/* The rest: memory, properties, clocks, the table of JNI. */
static void of_all_else(JNIEnv *jni)
{
    unsigned char *memory = NULL;
    jint n = 0;
    char **names = NULL, *text = NULL;
    jlong time;
    jniNativeInterface *table = NULL;
    jvmtiPhase phase;
    drop((*ti)->Allocate(ti, 100, &memory), memory);
    drop((*ti)->GetSystemProperty(ti, "java.version", &text), text);
    jvmtiError err = (*ti)->GetSystemProperties(ti, &n, &names);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < n; i++) give_back(names[i]);
    drop(err, names);
    (*ti)->GetTime(ti, &time);
    (*ti)->GetPhase(ti, &phase);
    (*ti)->GetAvailableProcessors(ti, &n);
    err = (*ti)->GetJNIFunctionTable(ti, &table);
    if (err == JVMTI_ERROR_NONE) (*ti)->SetJNIFunctionTable(ti, table);
    drop(err, table);
    drop((*ti)->GetErrorName(ti, JVMTI_ERROR_NONE, &text), text);
}

JNIEXPORT void JNICALL Java_CallsToTheEnd_call(JNIEnv *jni, jclass c, jint kind)
{
    static void (*const kinds[KINDS])(JNIEnv *) = { of_classes, of_raw_monitors, of_heap,       of_environments,
                                                    of_events,  of_stacks,       of_suspension, of_redefinition,
                                                    of_places,  of_all_else };
    for (;;) {
        if ((*jni)->PushLocalFrame(jni, 4096)) return;
        kinds[kind](jni);
        (*jni)->PopLocalFrame(jni, NULL);
        atomic_fetch_add(&rounds[kind], 1);
    }
}

JNIEXPORT void JNICALL Java_CallsToTheEnd_awaitRounds(JNIEnv *jni, jclass c)
{
    for (int k = 0; k < KINDS; k++)
        while (!atomic_load(&rounds[k])) sched_yield();
}

JNIEXPORT void JNICALL Java_CallsToTheEnd_prepare(JNIEnv *jni, jclass c, jclass of_subject, jobjectArray threads)
{
    subject = (*jni)->NewGlobalRef(jni, of_subject);
    other = (*jni)->NewGlobalRef(jni, c);
    method = (*jni)->GetMethodID(jni, subject, "method", "(I)I");
    field = (*jni)->GetFieldID(jni, subject, "field", "I");
    for (int k = 0; k < KINDS; k++)
        callers[k] = (*jni)->NewGlobalRef(jni, (*jni)->GetObjectArrayElement(jni, threads, k));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    CHECK((*ti)->GetPotentialCapabilities(ti, &caps));
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "shared", &shared));
    return JNI_OK;
}
