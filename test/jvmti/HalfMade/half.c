/* Objects from AllocObject, and every function of JNI and JVM TI that follows fields of such an object. A case answers
 * in words. */
#include "agent.h"

#ifndef NATIVE
#define NATIVE(name) Java_HalfMade_##name
#define ALL 0
#endif

static JNIEnv *jni;
static char answer[400];
#define ANSWER(...) snprintf(answer, sizeof answer, __VA_ARGS__)
#define CODE(call) ANSWER("%s", error_name(call))

static jobject half(const char *cls)
{
    jclass c = (*jni)->FindClass(jni, cls);
    return c ? (*jni)->AllocObject(jni, c) : NULL;
}
static jobject text(void) { return half("java/lang/String"); }
static jobject thread(void) { return half("java/lang/Thread"); }
static jobject group(void) { return half("java/lang/ThreadGroup"); }
static jobject loader(void) { return half("java/net/URLClassLoader"); }
static jobject module(void) { return half("java/lang/Module"); }
static jobject throwable(void) { return half("java/lang/IllegalStateException"); }
static jobject string_class(void) { return (*jni)->FindClass(jni, "java/lang/String"); }

/* What a method without parameters gives. */
static void call(jobject o, const char *method, const char *desc)
{
    jmethodID m = (*jni)->GetMethodID(jni, (*jni)->GetObjectClass(jni, o), method, desc);
    if (!m) return;
    const char *result = strchr(desc, ')') + 1;
    if (*result == 'V')
        (*jni)->CallVoidMethod(jni, o, m);
    else if (*result == 'Z')
        ANSWER("%d", (*jni)->CallBooleanMethod(jni, o, m));
    else if (*result == 'I')
        ANSWER("%d", (*jni)->CallIntMethod(jni, o, m));
    else {
        jobject r = (*jni)->CallObjectMethod(jni, o, m);
        if (r)
            ANSWER("%s", class_name((*jni)->GetObjectClass(jni, r)));
        else
            ANSWER("null");
    }
}

/* ---- strings ---- */
static void string_length(void) { ANSWER("%d", (*jni)->GetStringLength(jni, text())); }
static void string_utf_length(void) { ANSWER("%d", (*jni)->GetStringUTFLength(jni, text())); }
static void string_utf_chars(void)
{
    jboolean copy = 7;
    const char *s = (*jni)->GetStringUTFChars(jni, text(), &copy);
    ANSWER("%s", s ? s : "NULL");
}
static void string_chars(void)
{
    const jchar *s = (*jni)->GetStringChars(jni, text(), NULL);
    ANSWER("%s", !s ? "NULL" : s[0] ? "something" : "empty");
}
static void string_critical(void)
{
    jstring o = text();
    const jchar *s = (*jni)->GetStringCritical(jni, o, NULL);
    ANSWER("%s", s ? "there" : "NULL");
    (*jni)->ReleaseStringCritical(jni, o, s);
}
static void string_region(void)
{
    jchar at[2] = { 5, 5 };
    (*jni)->GetStringRegion(jni, text(), 0, 0, at);
    ANSWER("%d", at[0]);
}
static void string_region_out(void)
{
    jchar at[2] = { 5, 5 };
    (*jni)->GetStringRegion(jni, text(), 0, 1, at);
    ANSWER("%d", at[0]);
}
static void string_utf_region(void)
{
    char at[2] = { 5, 5 };
    (*jni)->GetStringUTFRegion(jni, text(), 0, 0, at);
    ANSWER("%d", at[0]);
}
static void string_hash(void) { call(text(), "hashCode", "()I"); }
static void string_intern(void) { call(text(), "intern", "()Ljava/lang/String;"); }
static void string_for_name(void)
{
    jclass c = (*jni)->FindClass(jni, "java/lang/Class");
    jmethodID m = (*jni)->GetStaticMethodID(jni, c, "forName", "(Ljava/lang/String;)Ljava/lang/Class;");
    (*jni)->CallStaticObjectMethod(jni, c, m, text());
}

/* ---- objects that JNI knows ---- */
static void class_alloc(void) { ANSWER("%s", half("java/lang/Class") ? "an object" : "NULL"); }
static void from_method(void)
{
    ANSWER("%s", (*jni)->FromReflectedMethod(jni, half("java/lang/reflect/Method")) ? "an id" : "NULL");
}
static void from_constructor(void)
{
    ANSWER("%s", (*jni)->FromReflectedMethod(jni, half("java/lang/reflect/Constructor")) ? "an id" : "NULL");
}
static void from_field(void)
{
    ANSWER("%s", (*jni)->FromReflectedField(jni, half("java/lang/reflect/Field")) ? "an id" : "NULL");
}
static void throw_half(void)
{
    ANSWER("%d", (*jni)->Throw(jni, throwable()));
    jthrowable t = (*jni)->ExceptionOccurred(jni);
    (*jni)->ExceptionClear(jni);
    call(t, "getStackTrace", "()[Ljava/lang/StackTraceElement;");
}
static void describe_half(void)
{
    (*jni)->Throw(jni, throwable());
    (*jni)->ExceptionDescribe(jni);
    ANSWER("%s", (*jni)->ExceptionCheck(jni) ? "pending" : "gone");
    (*jni)->ExceptionClear(jni);
}
static void define_with_loader(void)
{
    ANSWER("%s",
           (*jni)->DefineClass(jni, "Nothing", loader(), (const jbyte *)"\xca\xfe\xba\xbe", 4) ? "a class" : "NULL");
}
static void buffer_address(void)
{
    ANSWER("%s", (*jni)->GetDirectBufferAddress(jni, half("java/nio/DirectByteBuffer")) ? "an address" : "NULL");
}
static void buffer_capacity(void)
{
    ANSWER("%d", (int)(*jni)->GetDirectBufferCapacity(jni, half("java/nio/DirectByteBuffer")));
}
static void monitor(void)
{
    jobject o = thread();
    ANSWER("%d", (*jni)->MonitorEnter(jni, o) + (*jni)->MonitorExit(jni, o));
}
static void weak_of_half(void)
{
    jobject r = half("java/lang/ref/WeakReference");
    call(r, "get", "()Ljava/lang/Object;");
}
static void reference_enqueue(void) { call(half("java/lang/ref/WeakReference"), "enqueue", "()Z"); }
static void reference_clear(void)
{
    call(half("java/lang/ref/SoftReference"), "clear", "()V");
    ANSWER("cleared");
}
static void throwable_fill(void) { call(throwable(), "fillInStackTrace", "()Ljava/lang/Throwable;"); }
static void throwable_trace(void) { call(throwable(), "getStackTrace", "()[Ljava/lang/StackTraceElement;"); }
static void thread_alive(void) { call(thread(), "isAlive", "()Z"); }
static void thread_trace(void) { call(thread(), "getStackTrace", "()[Ljava/lang/StackTraceElement;"); }
static void thread_state_java(void) { call(thread(), "getState", "()Ljava/lang/Thread$State;"); }
static void thread_start(void) { call(thread(), "start", "()V"); }
static void thread_interrupt_java(void) { call(thread(), "isInterrupted", "()Z"); }
static void site_target(void)
{
    call(half("java/lang/invoke/MutableCallSite"), "getTarget", "()Ljava/lang/invoke/MethodHandle;");
}
static void site_invoker(void)
{
    call(half("java/lang/invoke/MutableCallSite"), "dynamicInvoker", "()Ljava/lang/invoke/MethodHandle;");
}
static void method_modifiers(void) { call(half("java/lang/reflect/Method"), "getModifiers", "()I"); }
static void method_parameters(void) { call(half("java/lang/reflect/Method"), "getParameterCount", "()I"); }

/* ---- threads for JVM TI ---- */
static void info(void)
{
    jvmtiThreadInfo i;
    memset(&i, 0, sizeof i);
    jvmtiError e = (*ti)->GetThreadInfo(ti, thread(), &i);
    ANSWER("%s %s %d", error_name(e), i.name ? i.name : "NULL", i.is_daemon);
}
static void state(void)
{
    jint s = -1;
    jvmtiError e = (*ti)->GetThreadState(ti, thread(), &s);
    ANSWER("%s %x", error_name(e), (unsigned)s);
}
static void suspend(void) { CODE((*ti)->SuspendThread(ti, thread())); }
static void resume(void) { CODE((*ti)->ResumeThread(ti, thread())); }
static void stop(void) { CODE((*ti)->StopThread(ti, thread(), throwable())); }
static void interrupt(void) { CODE((*ti)->InterruptThread(ti, thread())); }
static void owned(void)
{
    jint n;
    jobject *o;
    CODE((*ti)->GetOwnedMonitorInfo(ti, thread(), &n, &o));
}
static void contended(void)
{
    jobject o;
    CODE((*ti)->GetCurrentContendedMonitor(ti, thread(), &o));
}
static void storage(void) { CODE((*ti)->SetThreadLocalStorage(ti, thread(), answer)); }
static void cpu_time(void)
{
    jlong t;
    CODE((*ti)->GetThreadCpuTime(ti, thread(), &t));
}
static void frame_count(void)
{
    jint n;
    CODE((*ti)->GetFrameCount(ti, thread(), &n));
}
static void stack(void)
{
    jint n;
    jvmtiFrameInfo f[2];
    CODE((*ti)->GetStackTrace(ti, thread(), 0, 2, f, &n));
}
static void stacks(void)
{
    jthread t = thread();
    jvmtiStackInfo *s;
    jvmtiError e = (*ti)->GetThreadListStackTraces(ti, 1, &t, 2, &s);
    ANSWER("%s", error_name(e));
    if (!e) ANSWER("%s %x %d", error_name(e), (unsigned)s->state, s->frame_count);
}
static void pop(void) { CODE((*ti)->PopFrame(ti, thread())); }
static void mode(void) { CODE((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_LOAD, thread())); }
static void JNICALL nothing(jvmtiEnv *e, JNIEnv *j, void *arg)
{
    (*ti)->RawMonitorEnter(ti, arg), (*ti)->RawMonitorNotifyAll(ti, arg), (*ti)->RawMonitorExit(ti, arg);
}
static void run_agent(void)
{
    jrawMonitorID m;
    CHECK((*ti)->CreateRawMonitor(ti, "run", &m));
    CHECK((*ti)->RawMonitorEnter(ti, m));
    jvmtiError e = (*ti)->RunAgentThread(ti, thread(), nothing, m, JVMTI_THREAD_NORM_PRIORITY);
    if (!e) CHECK((*ti)->RawMonitorWait(ti, m, 0));
    CHECK((*ti)->RawMonitorExit(ti, m));
    ANSWER("%s", error_name(e));
}

/* ---- what else JVM TI takes ---- */
static void group_info(void)
{
    jvmtiThreadGroupInfo i;
    memset(&i, 0, sizeof i);
    jvmtiError e = (*ti)->GetThreadGroupInfo(ti, group(), &i);
    ANSWER("%s %s %d %d", error_name(e), i.name ? i.name : "NULL", i.max_priority, i.is_daemon);
}
static void group_children(void)
{
    jint threads = -1, groups = -1;
    jthread *t;
    jthreadGroup *g;
    jvmtiError e = (*ti)->GetThreadGroupChildren(ti, group(), &threads, &t, &groups, &g);
    ANSWER("%s %d %d", error_name(e), threads, groups);
}
static void loader_classes(void)
{
    jint n;
    jclass *c;
    CODE((*ti)->GetClassLoaderClasses(ti, loader(), &n, &c));
}
static void named_module(void)
{
    jobject m = NULL;
    jvmtiError e = (*ti)->GetNamedModule(ti, loader(), "p", &m);
    ANSWER("%s %s", error_name(e), m ? "a module" : "NULL");
}
static void modifiable(void)
{
    jboolean b = 7;
    jvmtiError e = (*ti)->IsModifiableModule(ti, module(), &b);
    ANSWER("%s %d", error_name(e), b);
}
static void reads(void) { CODE((*ti)->AddModuleReads(ti, module(), module())); }
static void exports(void) { CODE((*ti)->AddModuleExports(ti, module(), "p", module())); }
static void opens(void) { CODE((*ti)->AddModuleOpens(ti, module(), "p", module())); }
static void uses(void) { CODE((*ti)->AddModuleUses(ti, module(), string_class())); }
static void provides(void) { CODE((*ti)->AddModuleProvides(ti, module(), string_class(), string_class())); }
static void hash(void)
{
    jint h;
    CODE((*ti)->GetObjectHashCode(ti, loader(), &h));
}
static void size(void)
{
    jlong n;
    CODE((*ti)->GetObjectSize(ti, loader(), &n));
}
static void usage(void)
{
    jvmtiMonitorUsage u;
    CODE((*ti)->GetObjectMonitorUsage(ti, thread(), &u));
}

static int strings, lengths;
static jint JNICALL on_string(jlong class_tag, jlong size, jlong *tag, const jchar *value, jint length, void *data)
{
    if (*tag != 77) return 0;
    strings++;
    lengths += length;
    return 0;
}
static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *i, jlong ct, jlong rt,
                                 jlong size, jlong *tag, jlong *from, jint length, void *data)
{
    return JVMTI_VISIT_OBJECTS;
}
static void walk(void)
{
    jobject s = text(), others[] = { thread(),
                                     loader(),
                                     module(),
                                     throwable(),
                                     half("java/lang/ref/WeakReference"),
                                     half("java/lang/invoke/MutableCallSite"),
                                     half("java/lang/reflect/Method"),
                                     half("java/lang/invoke/MemberName"),
                                     half("java/lang/invoke/ResolvedMethodName"),
                                     half("java/lang/StackFrameInfo"),
                                     half("java/lang/Throwable") };
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    c.string_primitive_value_callback = on_string;
    CHECK((*ti)->SetTag(ti, s, 77));
    strings = lengths = 0;
    jvmtiError e = (*ti)->IterateThroughHeap(ti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &c, NULL);
    c.heap_reference_callback = on_reference;
    for (size_t i = 0; !e && i < sizeof others / sizeof *others; i++)
        e = others[i] ? (*ti)->FollowReferences(ti, 0, NULL, others[i], &c, NULL) : JVMTI_ERROR_NONE;
    CHECK((*ti)->ForceGarbageCollection(ti));
    ANSWER("%s, characters %d", error_name(e), lengths);
}

/* `beyond`: HotSpot does not come back, or comes back with what lay there. */
static const struct half_case {
    const char *name;
    void (*run)(void);
    int beyond;
} all[] = {
    { "GetStringLength", string_length, 0 },
    { "GetStringUTFLength", string_utf_length, 0 },
    { "GetStringUTFChars", string_utf_chars, 0 },
    { "GetStringChars", string_chars, 0 },
    { "GetStringCritical", string_critical, 0 },
    { "GetStringRegion", string_region, 0 },
    { "GetStringRegion out of range", string_region_out, 0 },
    { "GetStringUTFRegion", string_utf_region, 0 },
    { "String.hashCode", string_hash, 0 },
    { "String.intern", string_intern, 0 },
    { "Class.forName", string_for_name, 0 },
    { "AllocObject Class", class_alloc, 0 },
    { "FromReflectedMethod", from_method, 1 },
    { "FromReflectedMethod constructor", from_constructor, 1 },
    { "FromReflectedField", from_field, 1 },
    { "Throw", throw_half, 0 },
    { "ExceptionDescribe", describe_half, 0 },
    { "DefineClass", define_with_loader, 1 },
    { "GetDirectBufferAddress", buffer_address, 0 },
    { "GetDirectBufferCapacity", buffer_capacity, 0 },
    { "MonitorEnter", monitor, 0 },
    { "Reference.get", weak_of_half, 0 },
    { "Reference.enqueue", reference_enqueue, 0 },
    { "Reference.clear", reference_clear, 0 },
    { "fillInStackTrace", throwable_fill, 0 },
    { "getStackTrace", throwable_trace, 0 },
    { "isAlive", thread_alive, 0 },
    { "Thread.getStackTrace", thread_trace, 0 },
    { "getState", thread_state_java, 0 },
    { "start", thread_start, 0 },
    { "isInterrupted", thread_interrupt_java, 0 },
    { "getTarget", site_target, 0 },
    { "dynamicInvoker", site_invoker, 0 },
    { "getModifiers", method_modifiers, 0 },
    { "getParameterCount", method_parameters, 0 },
    { "GetThreadInfo", info, 0 },
    { "GetThreadState", state, 0 },
    { "SuspendThread", suspend, 0 },
    { "ResumeThread", resume, 0 },
    { "StopThread", stop, 0 },
    { "InterruptThread", interrupt, 0 },
    { "GetOwnedMonitorInfo", owned, 0 },
    { "GetCurrentContendedMonitor", contended, 0 },
    { "SetThreadLocalStorage", storage, 0 },
    { "GetThreadCpuTime", cpu_time, 0 },
    { "GetFrameCount", frame_count, 0 },
    { "GetStackTrace", stack, 0 },
    { "GetThreadListStackTraces", stacks, 1 },
    { "PopFrame", pop, 0 },
    { "SetEventNotificationMode", mode, 0 },
    { "RunAgentThread", run_agent, 0 },
    { "GetThreadGroupInfo", group_info, 0 },
    { "GetThreadGroupChildren", group_children, 0 },
    { "GetClassLoaderClasses", loader_classes, 0 },
    { "GetNamedModule", named_module, 1 },
    { "IsModifiableModule", modifiable, 0 },
    { "AddModuleReads", reads, 0 },
    { "AddModuleExports", exports, 0 },
    { "AddModuleOpens", opens, 0 },
    { "AddModuleUses", uses, 0 },
    { "AddModuleProvides", provides, 0 },
    { "GetObjectHashCode", hash, 0 },
    { "GetObjectSize", size, 0 },
    { "GetObjectMonitorUsage", usage, 0 },
    { "walks", walk, 0 },
};

JNIEXPORT jint JNICALL NATIVE(cases)(JNIEnv *env, jclass me) { return sizeof all / sizeof *all; }
JNIEXPORT jstring JNICALL NATIVE(name)(JNIEnv *env, jclass me, jint i)
{
    return (*env)->NewStringUTF(env, all[i].beyond && !ALL ? "" : all[i].name);
}
JNIEXPORT jstring JNICALL NATIVE(run)(JNIEnv *env, jclass me, jint i)
{
    jni = env;
    ANSWER("nothing");
    all[i].run();
    return (*env)->ExceptionCheck(env) ? NULL : (*env)->NewStringUTF(env, answer);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_suspend = caps.can_signal_thread = caps.can_pop_frame =
        caps.can_get_owned_monitor_info = 1;
    caps.can_get_current_contended_monitor = caps.can_get_thread_cpu_time = caps.can_get_monitor_info = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
