/* Three environments, each with every capability that can be had and every event but single steps, over a real program:
 * nothing breaks, and all that must have happened was told to each of them equally often. */
#include "agent.h"
#include <stdatomic.h>

enum { ENVS = 3 };
static jvmtiEnv *envs[ENVS];
static atomic_long counts[ENVS][40];

#define COUNT(e, event) \
    do { \
        for (int i_ = 0; i_ < ENVS; i_++) \
            if (envs[i_] == (e)) atomic_fetch_add(&counts[i_][(event) - 50], 1); \
    } while (0)

static void JNICALL vm_start(jvmtiEnv *e, JNIEnv *j) { COUNT(e, JVMTI_EVENT_VM_START); }
static void JNICALL vm_init(jvmtiEnv *e, JNIEnv *j, jthread t) { COUNT(e, JVMTI_EVENT_VM_INIT); }
static void JNICALL thread_start(jvmtiEnv *e, JNIEnv *j, jthread t) { COUNT(e, JVMTI_EVENT_THREAD_START); }
static void JNICALL thread_end(jvmtiEnv *e, JNIEnv *j, jthread t) { COUNT(e, JVMTI_EVENT_THREAD_END); }
static void JNICALL file(jvmtiEnv *e, JNIEnv *j, jclass r, jobject l, const char *n, jobject d, jint len,
                         const unsigned char *b, jint *nl, unsigned char **nb)
{
    COUNT(e, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
}
static void JNICALL load(jvmtiEnv *e, JNIEnv *j, jthread t, jclass c) { COUNT(e, JVMTI_EVENT_CLASS_LOAD); }
static void JNICALL prepare(jvmtiEnv *e, JNIEnv *j, jthread t, jclass c) { COUNT(e, JVMTI_EVENT_CLASS_PREPARE); }
static void JNICALL exception(jvmtiEnv *e, JNIEnv *j, jthread t, jmethodID m, jlocation l, jobject x, jmethodID cm,
                              jlocation cl)
{
    COUNT(e, JVMTI_EVENT_EXCEPTION);
}
static void JNICALL catch_(jvmtiEnv *e, JNIEnv *j, jthread t, jmethodID m, jlocation l, jobject x)
{
    COUNT(e, JVMTI_EVENT_EXCEPTION_CATCH);
}
static void JNICALL entry(jvmtiEnv *e, JNIEnv *j, jthread t, jmethodID m) { COUNT(e, JVMTI_EVENT_METHOD_ENTRY); }
static void JNICALL exit_(jvmtiEnv *e, JNIEnv *j, jthread t, jmethodID m, jboolean x, jvalue v)
{
    COUNT(e, JVMTI_EVENT_METHOD_EXIT);
}
static void JNICALL bind_(jvmtiEnv *e, JNIEnv *j, jthread t, jmethodID m, void *a, void **n)
{
    COUNT(e, JVMTI_EVENT_NATIVE_METHOD_BIND);
}
static void JNICALL wait_(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o, jlong ms)
{
    COUNT(e, JVMTI_EVENT_MONITOR_WAIT);
}
static void JNICALL waited(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o, jboolean x)
{
    COUNT(e, JVMTI_EVENT_MONITOR_WAITED);
}
static void JNICALL enter(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o)
{
    COUNT(e, JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
}
static void JNICALL entered(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o)
{
    COUNT(e, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
}
static void JNICALL gc_start(jvmtiEnv *e) { COUNT(e, JVMTI_EVENT_GARBAGE_COLLECTION_START); }
static void JNICALL gc_finish(jvmtiEnv *e) { COUNT(e, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH); }
static void JNICALL object_free(jvmtiEnv *e, jlong tag) { COUNT(e, JVMTI_EVENT_OBJECT_FREE); }
static void JNICALL vm_alloc(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o, jclass c, jlong n)
{
    (*e)->SetTag(e, o, 1);
    COUNT(e, JVMTI_EVENT_VM_OBJECT_ALLOC);
}
static void JNICALL sample(jvmtiEnv *e, JNIEnv *j, jthread t, jobject o, jclass c, jlong n)
{
    (*e)->SetTag(e, o, 2);
    COUNT(e, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
}

static void JNICALL vm_death(jvmtiEnv *e, JNIEnv *j)
{
    COUNT(e, JVMTI_EVENT_VM_DEATH);
    if (e != envs[ENVS - 1]) return;
    static const struct {
        const char *name;
        int event;
    } must[] = {
        { "VMStart", JVMTI_EVENT_VM_START },
        { "VMInit", JVMTI_EVENT_VM_INIT },
        { "VMDeath", JVMTI_EVENT_VM_DEATH },
        { "ThreadStart", JVMTI_EVENT_THREAD_START },
        { "ClassFileLoadHook", JVMTI_EVENT_CLASS_FILE_LOAD_HOOK },
        { "ClassLoad", JVMTI_EVENT_CLASS_LOAD },
        { "ClassPrepare", JVMTI_EVENT_CLASS_PREPARE },
        { "Exception", JVMTI_EVENT_EXCEPTION },
        { "ExceptionCatch", JVMTI_EVENT_EXCEPTION_CATCH },
        { "MethodEntry", JVMTI_EVENT_METHOD_ENTRY },
        { "MethodExit", JVMTI_EVENT_METHOD_EXIT },
        { "NativeMethodBind", JVMTI_EVENT_NATIVE_METHOD_BIND },
        { "MonitorWait", JVMTI_EVENT_MONITOR_WAIT },
        { "MonitorWaited", JVMTI_EVENT_MONITOR_WAITED },
        { "MonitorContendedEnter", JVMTI_EVENT_MONITOR_CONTENDED_ENTER },
        { "MonitorContendedEntered", JVMTI_EVENT_MONITOR_CONTENDED_ENTERED },
        { "GarbageCollectionStart", JVMTI_EVENT_GARBAGE_COLLECTION_START },
        { "GarbageCollectionFinish", JVMTI_EVENT_GARBAGE_COLLECTION_FINISH },
        { "ObjectFree", JVMTI_EVENT_OBJECT_FREE },
        { "VMObjectAlloc", JVMTI_EVENT_VM_OBJECT_ALLOC },
    };
    for (size_t i = 0; i < sizeof must / sizeof *must; i++) {
        int some = 1;
        for (int k = 0; k < ENVS; k++) some &= counts[k][must[i].event - 50] > 0;
        printf("%s %s\n", must[i].name, some ? "seen by all" : "MISSING");
    }
    long low = counts[0][JVMTI_EVENT_METHOD_ENTRY - 50], high = low;
    for (int k = 1; k < ENVS; k++) {
        long n = counts[k][JVMTI_EVENT_METHOD_ENTRY - 50];
        low = n < low ? n : low;
        high = n > high ? n : high;
    }
    printf("equally often: %s\n", high - low < 100 ? "yes" : "no");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMStart = vm_start;
    c.VMInit = vm_init;
    c.VMDeath = vm_death;
    c.ThreadStart = thread_start;
    c.ThreadEnd = thread_end;
    c.ClassFileLoadHook = file;
    c.ClassLoad = load;
    c.ClassPrepare = prepare;
    c.Exception = exception;
    c.ExceptionCatch = catch_;
    c.MethodEntry = entry;
    c.MethodExit = exit_;
    c.NativeMethodBind = bind_;
    c.MonitorWait = wait_;
    c.MonitorWaited = waited;
    c.MonitorContendedEnter = enter;
    c.MonitorContendedEntered = entered;
    c.GarbageCollectionStart = gc_start;
    c.GarbageCollectionFinish = gc_finish;
    c.ObjectFree = object_free;
    c.VMObjectAlloc = vm_alloc;
    c.SampledObjectAlloc = sample;
    for (int i = 0; i < ENVS; i++) {
        jvmtiEnv *e = ti = envs[i] = new_env(vm);
        jvmtiCapabilities caps;
        CHECK((*e)->GetPotentialCapabilities(e, &caps));
        caps.can_generate_early_vmstart = caps.can_generate_early_class_hook_events = 0;
        CHECK((*e)->AddCapabilities(e, &caps));
        CHECK((*e)->SetEventCallbacks(e, &c, sizeof c));
        for (int event = 50; event <= 86; event++)
            if (event != JVMTI_EVENT_SINGLE_STEP && ((void **)&c)[event - 50]) {
                jvmtiError r = (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, (jvmtiEvent)event, NULL);
                if (r != JVMTI_ERROR_NONE && r != JVMTI_ERROR_MUST_POSSESS_CAPABILITY)
                    printf("event %d: %d\n", event, r);
            }
    }
    return 0;
}
