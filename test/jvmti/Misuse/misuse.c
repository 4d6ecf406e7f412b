/* An agent that does everything wrong; see Misuse.java. Names of its functions stand in what -Xcheck:jvmti says. */
#include "agent.h"

#include <pthread.h>

static jrawMonitorID left, other, own;
static jmethodID hit;
static jvmtiEnv *second;

static void quiet(jvmtiError e) { (void)e; }
#define WRONG(call) quiet(call)

static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method, jlocation location)
{
    WRONG((*e)->RawMonitorEnter(e, left));
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), "left pending");
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method)
{
    if (method != hit) return;
    for (int i = 0; i < 40; i++) (*jni)->NewLocalRef(jni, thread);
}
static void JNICALL on_return(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method, jboolean exception,
                              jvalue value)
{
    if (method != hit) return;
    (*jni)->PushLocalFrame(jni, 10);
    WRONG((*e)->RawMonitorExit(e, left)); /* of on_breakpoint's: allowed */
}
static void JNICALL on_gc_start(jvmtiEnv *e)
{
    jint n;
    jvmtiPhase phase;
    WRONG((*e)->GetPhase(e, &phase));
    WRONG((*e)->GetThreadState(e, NULL, &n));
}
static void JNICALL on_free(jvmtiEnv *e, jlong tag)
{
    jthread *threads;
    jint n;
    if ((*e)->GetAllThreads(e, &n, &threads) == JVMTI_ERROR_NONE) WRONG((*e)->Deallocate(e, (unsigned char *)threads));
}
static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *user)
{
    jlong t;
    WRONG((*ti)->GetTag(ti, (jobject)user, &t));
    return JVMTI_VISIT_ABORT;
}
static void JNICALL on_start(jvmtiEnv *e, JNIEnv *jni)
{
    jint n;
    jthread *threads;
    WRONG((*e)->GetAllThreads(e, &n, &threads)); /* not in the start phase */
}
static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!name || strcmp(name, "Misuse")) return;
    *new_bytes = malloc((size_t)len); /* not Allocate */
    memcpy(*new_bytes, bytes, (size_t)len);
    *new_len = len;
}

static __attribute__((noinline)) void again(void)
{
    jint n;
    WRONG((*ti)->GetObjectHashCode(ti, NULL, &n)); /* told once, counted */
}

JNIEXPORT void JNICALL Java_Misuse_calls(JNIEnv *jni, jclass me, jclass c, jobject o, jthread t)
{
    jint n;
    jlong v;
    char *s;
    jobject gone = (*jni)->NewLocalRef(jni, o);
    (*jni)->DeleteLocalRef(jni, gone);
    WRONG((*ti)->SetSystemProperty(ti, "a", "b")); /* phase */
    WRONG((*second)->GetTag(second, o, &v));       /* capability */
    WRONG((*second)->SetEventNotificationMode(second, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, NULL));
    WRONG((*ti)->GetTag(ti, NULL, &v)); /* arguments */
    WRONG((*ti)->GetTag(ti, gone, &v));
    WRONG((*ti)->GetTag(ti, o, NULL));
    WRONG((*ti)->GetThreadState(ti, (jthread)o, &n));
    WRONG((*ti)->GetMethodName(ti, (jmethodID)&n, &s, NULL, NULL));
    WRONG((*ti)->GetFieldName(ti, c, (jfieldID)&n, &s, NULL, NULL));
    WRONG((*ti)->GetClassSignature(ti, (jclass)o, &s, NULL));
    WRONG((*ti)->SetBreakpoint(ti, hit, 12345));
    WRONG((*ti)->GetLocalInt(ti, t, 1, 99, &n));
    WRONG((*ti)->GetLocalInt(ti, t, -1, 0, &n));
    WRONG((*ti)->ResumeThread(ti, t));
    WRONG((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, (jvmtiEvent)12, NULL));
    WRONG((*ti)->RawMonitorExit(ti, other)); /* not entered */
    WRONG((*ti)->RawMonitorNotify(ti, (jrawMonitorID)&n));
    for (int i = 0; i < 4; i++) again();
}

JNIEXPORT void JNICALL Java_Misuse_callbacks(JNIEnv *jni, jclass me, jboolean on)
{
    static const jvmtiEvent events[] = { JVMTI_EVENT_BREAKPOINT, JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT };
    CHECK(on ? (*ti)->SetBreakpoint(ti, hit, 0) : (*ti)->ClearBreakpoint(ti, hit, 0));
    for (int i = 0; i < 3; i++)
        CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, events[i], NULL));
    if (on) return;
    enable(ti, JVMTI_EVENT_GARBAGE_COLLECTION_START);
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
}

JNIEXPORT void JNICALL Java_Misuse_tag(JNIEnv *jni, jclass me, jobject o) { CHECK((*ti)->SetTag(ti, o, 5)); }

JNIEXPORT void JNICALL Java_Misuse_walk(JNIEnv *jni, jclass me)
{
    jvmtiHeapCallbacks callbacks;
    disable(ti, JVMTI_EVENT_GARBAGE_COLLECTION_START);
    disable(ti, JVMTI_EVENT_OBJECT_FREE);
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.heap_iteration_callback = on_object;
    CHECK((*ti)->IterateThroughHeap(ti, 0, NULL, &callbacks, me));
}

static void *unattached(void *arg)
{
    jint n;
    jthread *threads;
    WRONG((*ti)->GetAllThreads(ti, &n, &threads));
    CHECK((*ti)->RawMonitorEnter(ti, other)); /* allowed, but it ends so */
    return NULL;
}
static void *attached(void *arg)
{
    JNIEnv *jni;
    JavaVMAttachArgs args = { JNI_VERSION_1_8, (char *)"attached", NULL };
    (*the_vm)->AttachCurrentThread(the_vm, (void **)&jni, &args);
    CHECK((*ti)->RawMonitorEnter(ti, own));
    (*the_vm)->DetachCurrentThread(the_vm);
    return NULL;
}
JNIEXPORT void JNICALL Java_Misuse_threads(JNIEnv *jni, jclass me)
{
    pthread_t p;
    pthread_create(&p, NULL, unattached, NULL);
    pthread_join(p, NULL);
    pthread_create(&p, NULL, attached, NULL);
    pthread_join(p, NULL);
}

JNIEXPORT void JNICALL Java_Misuse_memory(JNIEnv *jni, jclass me, jboolean twice)
{
    unsigned char *p = NULL;
    char *s = NULL;
    jvmtiThreadInfo info;
    CHECK((*second)->Allocate(second, 100, &p));
    CHECK((*second)->GetClassSignature(second, me, &s, NULL));
    CHECK((*ti)->GetThreadInfo(ti, NULL, &info)); /* its name is left until the VM ends */
    if (!twice) return;
    CHECK((*ti)->Allocate(ti, 10, &p));
    CHECK((*ti)->Deallocate(ti, p));
    CHECK((*ti)->Deallocate(ti, p));
    CHECK((*ti)->Deallocate(ti, (unsigned char *)&info));
}

JNIEXPORT void JNICALL Java_Misuse_dispose(JNIEnv *jni, jclass me)
{
    jvmtiPhase phase;
    CHECK((*second)->DisposeEnvironment(second));
    WRONG((*second)->GetPhase(second, &phase));
}

static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread thread)
{
    jclass c = (*jni)->FindClass(jni, "Misuse");
    hit = (*jni)->GetStaticMethodID(jni, c, "hit", "(I)I");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    jvmtiEventCallbacks callbacks;
    second = new_env(vm);
    ti = new_env(vm);
    memset(&caps, 0, sizeof caps);
    memset(&callbacks, 0, sizeof callbacks);
    caps.can_tag_objects = caps.can_generate_breakpoint_events = caps.can_access_local_variables = caps.can_suspend = 1;
    caps.can_generate_method_entry_events = caps.can_generate_method_exit_events =
        caps.can_generate_garbage_collection_events = 1;
    caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    callbacks.VMInit = on_init;
    callbacks.VMStart = on_start;
    callbacks.Breakpoint = on_breakpoint;
    callbacks.MethodEntry = on_entry;
    callbacks.MethodExit = on_return;
    callbacks.GarbageCollectionStart = on_gc_start;
    callbacks.ObjectFree = on_free;
    callbacks.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_VM_INIT);
    enable(ti, JVMTI_EVENT_VM_START);
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    CHECK((*ti)->CreateRawMonitor(ti, "left", &left));
    CHECK((*ti)->CreateRawMonitor(ti, "other", &other));
    CHECK((*ti)->CreateRawMonitor(ti, "own", &own));
    return JNI_OK;
}
