/* agent.c: operations of a tool for Faults.java ("ti-…"): each answers the first JVM TI error it meets, 0, or -1 when a
 * result is wrong. What an operation took it gives back, so that the next try begins as the first. */
#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JavaVM *vm;
static jvmtiEnv *ti;

#define TRY(call) \
    do { \
        jvmtiError try_ = (call); \
        if (try_ != JVMTI_ERROR_NONE) return (int)try_; \
    } while (0)
#define GIVE(p) (*ti)->Deallocate(ti, (unsigned char *)(p))

static jvmtiError capable(jvmtiEnv *env)
{
    jvmtiCapabilities caps = { .can_tag_objects = 1,
                               .can_redefine_classes = 1,
                               .can_retransform_classes = 1,
                               .can_generate_breakpoint_events = 1,
                               .can_get_line_numbers = 1,
                               .can_get_bytecodes = 1,
                               .can_get_constant_pool = 1,
                               .can_access_local_variables = 1,
                               .can_generate_field_modification_events = 1,
                               .can_generate_method_entry_events = 1,
                               .can_suspend = 1,
                               .can_generate_object_free_events = 1,
                               .can_get_owned_monitor_info = 1,
                               .can_get_owned_monitor_stack_depth_info = 1 };
    return (*env)->AddCapabilities(env, &caps);
}

static void JNICALL nothing(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {}
static void JNICALL freed(jvmtiEnv *env, jlong tag) {}

static int more_environments(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jvmtiEnv *mine;
    jint r = (*vm)->GetEnv(vm, (void **)&mine, JVMTI_VERSION_11);
    if (r != JNI_OK) return r == JNI_ENOMEM ? JVMTI_ERROR_OUT_OF_MEMORY : -1;
    jvmtiEventCallbacks callbacks = { .MethodEntry = nothing, .ObjectFree = freed };
    jvmtiError e = capable(mine);
    if (!e) e = (*mine)->SetEventCallbacks(mine, &callbacks, sizeof callbacks);
    if (!e) e = (*mine)->SetEnvironmentLocalStorage(mine, &callbacks);
    if (!e) e = (*mine)->SetEventNotificationMode(mine, JVMTI_ENABLE, JVMTI_EVENT_OBJECT_FREE, NULL);
    if (!e) e = (*mine)->SetEventNotificationMode(mine, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
    (*jni)->GetSuperclass(jni, c);
    jvmtiError d = (*mine)->DisposeEnvironment(mine);
    return e ? (int)e : (int)d;
}

static int round_number; /* each try has tags of its own: objects of an earlier one may still be tagged */

static jint JNICALL count_tagged(jlong class_tag, jlong size, jlong *tag, jint length, void *n)
{
    *(int *)n += *tag / 1000 == round_number;
    return JVMTI_VISIT_OBJECTS;
}

static int tags(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jint n = (*jni)->GetArrayLength(jni, objects), found;
    jvmtiError e = JVMTI_ERROR_NONE;
    jlong base = 1000 * ++round_number;
    for (jint i = 0; i < n && !e; i++) {
        jobject o = (*jni)->GetObjectArrayElement(jni, objects, i);
        e = (*ti)->SetTag(ti, o, base + i % 100);
        (*jni)->DeleteLocalRef(jni, o);
    }
    TRY(e);
    jlong wanted[] = { base + 5, base + 7 }, *which;
    jobject *at;
    TRY((*ti)->GetObjectsWithTags(ti, 2, wanted, &found, &at, &which));
    for (jint i = 0; i < found; i++) (*jni)->DeleteLocalRef(jni, at[i]);
    GIVE(at);
    GIVE(which);
    if (found != n / 50) return -1;
    int seen = 0;
    jvmtiHeapCallbacks callbacks = { .heap_iteration_callback = count_tagged };
    TRY((*ti)->IterateThroughHeap(ti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, &seen));
    return seen == n ? 0 : -1;
}

static jint JNICALL reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                              jlong from_tag, jlong size, jlong *tag, jlong *from, jint length, void *n)
{
    ++*(int *)n;
    return JVMTI_VISIT_OBJECTS;
}
static jint JNICALL field(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong *tag,
                          jvalue v, jvmtiPrimitiveType t, void *n)
{
    return 0;
}
static jint JNICALL string(jlong class_tag, jlong size, jlong *tag, const jchar *text, jint length, void *n)
{
    return 0;
}

static int walks(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    int seen = 0;
    jvmtiHeapCallbacks callbacks = { .heap_reference_callback = reference,
                                     .primitive_field_callback = field,
                                     .string_primitive_value_callback = string };
    TRY((*ti)->FollowReferences(ti, 0, NULL, NULL, &callbacks, &seen));
    return seen > 1000 ? 0 : -1;
}

static int describe_class(jclass c)
{
    jint n, m;
    jmethodID *methods;
    jfieldID *fields;
    jclass *interfaces;
    char *name, *signature;
    TRY((*ti)->GetClassSignature(ti, c, &signature, NULL));
    GIVE(signature);
    TRY((*ti)->GetClassFields(ti, c, &n, &fields));
    GIVE(fields);
    TRY((*ti)->GetImplementedInterfaces(ti, c, &n, &interfaces));
    GIVE(interfaces);
    TRY((*ti)->GetClassMethods(ti, c, &n, &methods));
    jvmtiError e = JVMTI_ERROR_NONE;
    for (jint i = 0; i < n && !e; i++) {
        jvmtiLineNumberEntry *lines;
        unsigned char *code;
        if ((e = (*ti)->GetMethodName(ti, methods[i], &name, &signature, NULL))) break;
        GIVE(name);
        GIVE(signature);
        e = (*ti)->GetLineNumberTable(ti, methods[i], &m, &lines);
        if (!e) GIVE(lines);
        if (e == JVMTI_ERROR_ABSENT_INFORMATION || e == JVMTI_ERROR_NATIVE_METHOD) e = JVMTI_ERROR_NONE;
        if (!e && (e = (*ti)->GetBytecodes(ti, methods[i], &m, &code)) == JVMTI_ERROR_NONE) GIVE(code);
        if (e == JVMTI_ERROR_NATIVE_METHOD) e = JVMTI_ERROR_NONE;
    }
    GIVE(methods);
    return (int)e;
}

static int classes(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jint n;
    jclass *all;
    unsigned char *pool;
    TRY((*ti)->GetLoadedClasses(ti, &n, &all));
    for (jint i = 0; i < n; i++) (*jni)->DeleteLocalRef(jni, all[i]);
    GIVE(all);
    if (n < 300) return -1;
    jint items, size;
    TRY((*ti)->GetConstantPool(ti, c, &items, &size, &pool));
    GIVE(pool);
    return describe_class(c);
}

static int threads(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jint n, m;
    jthread *all;
    jvmtiStackInfo *stacks;
    jvmtiThreadInfo info;
    jobject *owned;
    jvmtiMonitorStackDepthInfo *deep;
    TRY((*ti)->GetAllThreads(ti, &n, &all));
    jvmtiError e = (*ti)->GetThreadListStackTraces(ti, n, all, 20, &stacks);
    if (!e) GIVE(stacks);
    GIVE(all);
    TRY(e);
    TRY((*ti)->GetAllStackTraces(ti, 20, &stacks, &m));
    GIVE(stacks);
    TRY((*ti)->GetThreadInfo(ti, NULL, &info));
    GIVE(info.name);
    TRY((*ti)->GetOwnedMonitorInfo(ti, NULL, &m, &owned));
    GIVE(owned);
    TRY((*ti)->GetOwnedMonitorStackDepthInfo(ti, NULL, &m, &deep));
    GIVE(deep);
    return n > 1 ? 0 : -1;
}

static int raw_monitors(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jrawMonitorID m;
    TRY((*ti)->CreateRawMonitor(ti, "one", &m));
    TRY((*ti)->RawMonitorEnter(ti, m));
    TRY((*ti)->RawMonitorWait(ti, m, 1));
    TRY((*ti)->RawMonitorNotifyAll(ti, m));
    TRY((*ti)->RawMonitorExit(ti, m));
    TRY((*ti)->DestroyRawMonitor(ti, m));
    return 0;
}

static int stops(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jint n;
    jmethodID *methods;
    jfieldID *fields;
    TRY((*ti)->GetClassMethods(ti, c, &n, &methods));
    jvmtiError e = JVMTI_ERROR_NONE;
    jint set = 0;
    for (; set < n && !e; set++) e = (*ti)->SetBreakpoint(ti, methods[set], 0);
    if (e) set--;
    for (jint i = 0; i < set; i++)
        if ((*ti)->ClearBreakpoint(ti, methods[i], 0)) e = JVMTI_ERROR_INTERNAL;
    GIVE(methods);
    TRY(e);
    TRY((*ti)->GetClassFields(ti, c, &n, &fields));
    e = (*ti)->SetFieldModificationWatch(ti, c, fields[0]);
    if (!e) e = (*ti)->ClearFieldModificationWatch(ti, c, fields[0]);
    GIVE(fields);
    return (int)e;
}

static int redefine(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jsize n = (*jni)->GetArrayLength(jni, bytes);
    unsigned char *copy = malloc((size_t)n);
    (*jni)->GetByteArrayRegion(jni, bytes, 0, n, (jbyte *)copy);
    jvmtiClassDefinition d = { c, n, copy };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    free(copy);
    TRY(e);
    TRY((*ti)->RetransformClasses(ti, 1, &c));
    return 0;
}

static jrawMonitorID done_lock;
static int done;
static void JNICALL body(jvmtiEnv *env, JNIEnv *jni, void *arg)
{
    (*ti)->RawMonitorEnter(ti, done_lock);
    done = 1;
    (*ti)->RawMonitorNotifyAll(ti, done_lock);
    (*ti)->RawMonitorExit(ti, done_lock);
}

static int agent_thread(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    jclass t = (*jni)->FindClass(jni, "java/lang/Thread");
    jmethodID init = t ? (*jni)->GetMethodID(jni, t, "<init>", "()V") : NULL;
    jobject thread = init ? (*jni)->NewObject(jni, t, init) : NULL;
    if (!thread) return (*jni)->ExceptionCheck(jni) ? 0 : -1; /* which Java sees */
    if (!done_lock) TRY((*ti)->CreateRawMonitor(ti, "done", &done_lock));
    done = 0;
    TRY((*ti)->RunAgentThread(ti, thread, body, NULL, JVMTI_THREAD_NORM_PRIORITY));
    (*ti)->RawMonitorEnter(ti, done_lock);
    while (!done) (*ti)->RawMonitorWait(ti, done_lock, 0);
    (*ti)->RawMonitorExit(ti, done_lock);
    return 0;
}

static void *attached(void *unused)
{
    JNIEnv *jni;
    jint r = (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&jni, NULL);
    if (r != JNI_OK) return (void *)(intptr_t)(r == JNI_ENOMEM || r == JNI_ERR ? JVMTI_ERROR_OUT_OF_MEMORY : -1);
    jint v = (*jni)->GetVersion(jni);
    (*vm)->DetachCurrentThread(vm);
    return (void *)(intptr_t)(v > 0 ? 0 : -1);
}

/* A thread of the agent's own, and references. */
static int natives(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes)
{
    pthread_t t;
    void *answer;
    if (pthread_create(&t, NULL, attached, NULL)) return -1;
    pthread_join(t, &answer);
    if (answer) return (int)(intptr_t)answer;
    jobject globals[300];
    int n = 0, r = 0;
    for (; n < 300; n++)
        if (!(globals[n] = (*jni)->NewGlobalRef(jni, objects))) break;
    if (n < 300) r = (*jni)->ExceptionCheck(jni) ? 0 : -1;
    while (n--) (*jni)->DeleteGlobalRef(jni, globals[n]);
    if (r || (*jni)->ExceptionCheck(jni)) return r;
    jbyte *elements = (*jni)->GetByteArrayElements(jni, bytes, NULL);
    if (!elements) return (*jni)->ExceptionCheck(jni) ? 0 : -1;
    (*jni)->ReleaseByteArrayElements(jni, bytes, elements, JNI_ABORT);
    if ((*jni)->PushLocalFrame(jni, 100)) return (*jni)->ExceptionCheck(jni) ? 0 : -1;
    (*jni)->PopLocalFrame(jni, NULL);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(JNIEnv *jni, jobjectArray objects, jclass c, jbyteArray bytes);
} operations[] = {
    { "ti-environments", more_environments },
    { "ti-tags", tags },
    { "ti-walks", walks },
    { "ti-classes", classes },
    { "ti-threads", threads },
    { "ti-raw-monitors", raw_monitors },
    { "ti-stops", stops },
    { "ti-redefine", redefine },
    { "ti-agent-thread", agent_thread },
    { "jni", natives },
};

JNIEXPORT jint JNICALL Java_Faults_tool(JNIEnv *jni, jclass unused, jstring name, jobjectArray objects, jclass c,
                                        jbyteArray bytes)
{
    char text[64] = "";
    (*jni)->GetStringUTFRegion(jni, name, 0, (*jni)->GetStringLength(jni, name), text);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (!strcmp(operations[i].name, text)) return operations[i].run(jni, objects, c, bytes);
    return -1;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *the_vm, char *options, void *reserved)
{
    vm = the_vm;
    jint r = (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11);
    if (r != JNI_OK) return r;
    jvmtiError e = capable(ti);
    if (e) fprintf(stderr, "no capabilities: %d\n", e);
    return e ? JNI_ERR : JNI_OK;
}
