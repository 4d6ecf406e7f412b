/* The agent of bench/jvmti: what the rows of costs.py measure, one function for each. Only jvmti.h, so that the same
 * library runs on any VM.
 *
 * A run measures one row. The option is the row's name: the agent asks for the capabilities of that row and no others,
 * so that no row pays for another's. Loaded by System.load without being an agent it is the clock of a run that
 * measures plain code. Probe.java drives; a function here does `n` operations. What a row needs besides (references,
 * frames) stands outside begin and end, which add to the two clocks: processor time of the whole process, because a VM
 * may do the work on a thread of its own, and wall time. */
#include <jvmti.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jvmtiEnv *ti;
static volatile jlong events; /* delivered to the one thread that a row watches */
static jlong cpu_ns, wall_ns, cpu_at, wall_at;

static jlong now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (jlong)t.tv_sec * 1000000000 + t.tv_nsec;
}
static void begin(void)
{
    wall_at = now(CLOCK_MONOTONIC);
    cpu_at = now(CLOCK_PROCESS_CPUTIME_ID);
}
static void end(void)
{
    cpu_ns += now(CLOCK_PROCESS_CPUTIME_ID) - cpu_at;
    wall_ns += now(CLOCK_MONOTONIC) - wall_at;
}

static void must(jvmtiError err, const char *what)
{
    if (err == JVMTI_ERROR_NONE) return;
    fprintf(stderr, "%s answered %d\n", what, (int)err);
    exit(3);
}
static void expect(int ok, const char *what)
{
    if (ok) return;
    fprintf(stderr, "wrong result: %s\n", what);
    exit(3);
}
#define CALL(function, ...) must((*ti)->function(ti, __VA_ARGS__), #function)
#define NATIVE(type, name) JNIEXPORT type JNICALL Java_Probe_##name

/* ---- callbacks: they count ---- */

static void JNICALL on_method_entry(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m) { events++; }
static void JNICALL on_method_exit(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jboolean x, jvalue v) { events++; }
static void JNICALL on_single_step(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at) { events++; }
static void JNICALL on_breakpoint(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at) { events++; }
static void JNICALL on_frame_pop(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jboolean x) { events++; }
static void JNICALL on_field_access(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f)
{
    events++;
}
static void JNICALL on_field_modification(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at, jclass c,
                                          jobject o, jfieldID f, char k, jvalue v)
{
    events++;
}
static void JNICALL on_exception(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at, jobject x, jmethodID cm,
                                 jlocation cat)
{
    events++;
}
static void JNICALL on_class_file(jvmtiEnv *t, JNIEnv *e, jclass being, jobject loader, const char *name,
                                  jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                                  unsigned char **new_bytes)
{
    events++;
}
static void JNICALL on_thread(jvmtiEnv *t, JNIEnv *e, jthread th) { events++; }
static void JNICALL on_class(jvmtiEnv *t, JNIEnv *e, jthread th, jclass c) { events++; }
static void JNICALL on_monitor(jvmtiEnv *t, JNIEnv *e, jthread th, jobject o) { events++; }
static void JNICALL on_wait(jvmtiEnv *t, JNIEnv *e, jthread th, jobject o, jlong timeout) { events++; }
static void JNICALL on_waited(jvmtiEnv *t, JNIEnv *e, jthread th, jobject o, jboolean timed_out) { events++; }
static void JNICALL on_catch(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, jlocation at, jobject x) { events++; }
static void JNICALL on_bind(jvmtiEnv *t, JNIEnv *e, jthread th, jmethodID m, void *a, void **new_a) { events++; }
static void JNICALL on_collection(jvmtiEnv *t) { events++; }
static void JNICALL on_free(jvmtiEnv *t, jlong tag) { events++; }
static void JNICALL on_alloc(jvmtiEnv *t, JNIEnv *e, jthread th, jobject o, jclass c, jlong size) { events++; }

NATIVE(jlong, events)(JNIEnv *e, jclass c) { return events; }
NATIVE(void, begin)(JNIEnv *e, jclass c) { begin(); }
NATIVE(void, end)(JNIEnv *e, jclass c) { end(); }
NATIVE(jlong, cpu)(JNIEnv *e, jclass c) { return cpu_ns; }
NATIVE(jlong, wall)(JNIEnv *e, jclass c) { return wall_ns; }
NATIVE(void, reset)(JNIEnv *e, jclass c) { cpu_ns = wall_ns = 0; }

/* `thread` NULL: all threads. */
NATIVE(void, mode)(JNIEnv *e, jclass c, jint event, jboolean on, jthread thread)
{
    CALL(SetEventNotificationMode, on ? JVMTI_ENABLE : JVMTI_DISABLE, (jvmtiEvent)event, thread);
}

/* ---- stacks, locals, frames ---- */

NATIVE(jlong, stackTrace)(JNIEnv *e, jclass c, jthread thread, jint frames, jint n)
{
    jvmtiFrameInfo buffer[256];
    jint count = 0;
    begin();
    for (jint i = 0; i < n; i++) CALL(GetStackTrace, thread, 0, frames, buffer, &count);
    end();
    expect(count == frames, "frames of GetStackTrace");
    return n;
}

NATIVE(jlong, allStacks)(JNIEnv *e, jclass c, jint threads, jint frames, jint n)
{
    for (jint i = 0; i < n; i++) {
        jvmtiStackInfo *info;
        jint count;
        (*e)->PushLocalFrame(e, 256);
        begin();
        CALL(GetAllStackTraces, frames, &info, &count);
        end();
        jint deep = 0;
        for (jint k = 0; k < count; k++) deep += info[k].frame_count == frames;
        expect(deep >= threads, "threads of GetAllStackTraces");
        CALL(Deallocate, (unsigned char *)info);
        (*e)->PopLocalFrame(e, NULL);
    }
    return n;
}

NATIVE(jlong, localInt)(JNIEnv *e, jclass c, jthread thread, jint depth, jint slot, jint expected, jint n)
{
    jint value = 0;
    begin();
    for (jint i = 0; i < n; i++) CALL(GetLocalInt, thread, depth, slot, &value);
    end();
    expect(value == expected, "value of GetLocalInt");
    return n;
}

NATIVE(void, suspend)(JNIEnv *e, jclass c, jthread thread) { CALL(SuspendThread, thread); }
NATIVE(void, resume)(JNIEnv *e, jclass c, jthread thread) { CALL(ResumeThread, thread); }
/* of the Java method that calls this native */
NATIVE(void, notifyPop)(JNIEnv *e, jclass c) { CALL(NotifyFramePop, NULL, 1); }

/* ---- tags and heap ---- */

/* `what`: 0 SetTag of objects without a tag, 1 GetTag. */
NATIVE(jlong, tags)(JNIEnv *e, jclass c, jobjectArray objects, jint what)
{
    jint n = (*e)->GetArrayLength(e, objects);
    jobject *refs = malloc((size_t)n * sizeof *refs);
    expect(refs && (*e)->PushLocalFrame(e, n + 16) == 0, "memory");
    for (jint i = 0; i < n; i++) refs[i] = (*e)->GetObjectArrayElement(e, objects, i);
    jlong tag, sum = 0;
    if (what == 1)
        for (jint i = 0; i < n; i++) CALL(SetTag, refs[i], i + 1);
    begin();
    if (what == 0)
        for (jint i = 0; i < n; i++) CALL(SetTag, refs[i], i + 1);
    else
        for (jint i = 0; i < n; i++) {
            CALL(GetTag, refs[i], &tag);
            sum += tag;
        }
    end();
    expect(what == 0 || sum == (jlong)n * (n + 1) / 2, "tags of GetTag");
    for (jint i = 0; i < n; i++) CALL(SetTag, refs[i], 0);
    (*e)->PopLocalFrame(e, NULL);
    free(refs);
    return n;
}

struct walk {
    jlong objects, tag;
};
static jint JNICALL count_object(jlong class_tag, jlong size, jlong *tag, jint length, void *user)
{
    ((struct walk *)user)->objects++;
    return 0;
}
static jint JNICALL tag_object(jlong class_tag, jlong size, jlong *tag, jint length, void *user)
{
    ((struct walk *)user)->objects++;
    *tag = ((struct walk *)user)->tag;
    return 0;
}
/* Tags in no order: the k-th object gets k times an odd number. */
enum { WANTED = 12345 };
static const jlong mix = (jlong)0x9e3779b97f4a7c15;
static jint JNICALL number_object(jlong class_tag, jlong size, jlong *tag, jint length, void *user)
{
    *tag = (jlong)((uint64_t)++((struct walk *)user)->objects * (uint64_t)mix);
    return 0;
}
static jint JNICALL count_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                    jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                    void *user)
{
    ((struct walk *)user)->objects++;
    return JVMTI_VISIT_OBJECTS;
}

static jlong iterate(jvmtiHeapIterationCallback callback, jlong tag, int timed)
{
    jvmtiHeapCallbacks callbacks = { .heap_iteration_callback = callback };
    struct walk w = { 0, tag };
    if (timed) begin();
    CALL(IterateThroughHeap, 0, NULL, &callbacks, &w);
    if (timed) end();
    return w.objects;
}
/* Each returns how many objects or references it saw. */
NATIVE(jlong, count)(JNIEnv *e, jclass c) { return iterate(count_object, 0, 1); }
NATIVE(jlong, tagAll)(JNIEnv *e, jclass c, jboolean timed) { return iterate(tag_object, 1, timed); }
NATIVE(jlong, untagAll)(JNIEnv *e, jclass c) { return iterate(tag_object, 0, 0); }
NATIVE(jlong, numberAll)(JNIEnv *e, jclass c) { return iterate(number_object, 0, 0); }
NATIVE(jlong, find)(JNIEnv *e, jclass c)
{
    jlong wanted = (jlong)(WANTED * (uint64_t)mix);
    jint n = 0;
    jobject *found;
    begin();
    CALL(GetObjectsWithTags, 1, &wanted, &n, &found, NULL);
    end();
    expect(n == 1, "GetObjectsWithTags");
    (*e)->DeleteLocalRef(e, found[0]);
    CALL(Deallocate, (unsigned char *)found);
    return 1;
}
NATIVE(jlong, follow)(JNIEnv *e, jclass c)
{
    jvmtiHeapCallbacks callbacks = { .heap_reference_callback = count_reference };
    struct walk w = { 0, 0 };
    begin();
    CALL(FollowReferences, 0, NULL, NULL, &callbacks, &w);
    end();
    return w.objects;
}

/* Tags each object; nothing without an agent. */
NATIVE(void, tagEach)(JNIEnv *e, jclass c, jobjectArray objects)
{
    jint n = ti ? (*e)->GetArrayLength(e, objects) : 0;
    for (jint i = 0; i < n; i++) {
        jobject o = (*e)->GetObjectArrayElement(e, objects, i);
        CALL(SetTag, o, i + 1);
        (*e)->DeleteLocalRef(e, o);
    }
}

/* ---- code ---- */

static jlong JNICALL no_events(JNIEnv *e, jclass c) { return 0; }
/* HotSpot sends no event when a method gets the function that it has. */
NATIVE(jlong, bind)(JNIEnv *e, jclass c, jclass target, jint n)
{
    JNINativeMethod methods[] = { { (char *)"nothing", (char *)"()J", (void *)Java_Probe_events },
                                  { (char *)"nothing", (char *)"()J", (void *)no_events } };
    begin();
    for (jint i = 0; i < n; i++) expect((*e)->RegisterNatives(e, target, &methods[i & 1], 1) == 0, "RegisterNatives");
    end();
    return n;
}

NATIVE(jlong, retransform)(JNIEnv *e, jclass c, jclass target, jint n)
{
    begin();
    for (jint i = 0; i < n; i++) CALL(RetransformClasses, 1, &target);
    end();
    return n;
}

NATIVE(void, breakpoint)(JNIEnv *e, jclass c, jclass target, jstring name, jstring desc)
{
    const char *n = (*e)->GetStringUTFChars(e, name, NULL), *d = (*e)->GetStringUTFChars(e, desc, NULL);
    jmethodID m = (*e)->GetStaticMethodID(e, target, n, d);
    expect(m != NULL, "method of a breakpoint");
    CALL(SetBreakpoint, m, 0);
    (*e)->ReleaseStringUTFChars(e, name, n);
    (*e)->ReleaseStringUTFChars(e, desc, d);
}

/* At the start of every method of `target`; returns how many that are. */
NATIVE(jint, breakpoints)(JNIEnv *e, jclass c, jclass target)
{
    jint n, set = 0;
    jmethodID *methods;
    CALL(GetClassMethods, target, &n, &methods);
    for (jint i = 0; i < n; i++) set += (*ti)->SetBreakpoint(ti, methods[i], 0) == JVMTI_ERROR_NONE;
    CALL(Deallocate, (unsigned char *)methods);
    return set;
}
NATIVE(jlong, setAndClear)(JNIEnv *e, jclass c, jclass target, jint n)
{
    jmethodID m = (*e)->GetStaticMethodID(e, target, "never", "()V");
    expect(m != NULL, "method of a breakpoint");
    begin();
    for (jint i = 0; i < n; i++) {
        CALL(SetBreakpoint, m, 0);
        CALL(ClearBreakpoint, m, 0);
    }
    end();
    return n;
}

NATIVE(void, watch)(JNIEnv *e, jclass c, jclass target, jstring name, jboolean modification)
{
    const char *n = (*e)->GetStringUTFChars(e, name, NULL);
    jfieldID f = (*e)->GetFieldID(e, target, n, "I");
    expect(f != NULL, "watched field");
    if (modification)
        CALL(SetFieldModificationWatch, target, f);
    else
        CALL(SetFieldAccessWatch, target, f);
    (*e)->ReleaseStringUTFChars(e, name, n);
}

/* ---- start ---- */

/* What a row asks for, by the beginning of its name. */
static void ask(const char *row, jvmtiCapabilities *c)
{
#define ROW(name) (strncmp(row, name, strlen(name)) == 0)
    if (ROW("locals"))
        c->can_access_local_variables = c->can_suspend = 1;
    else if (ROW("framepop"))
        c->can_generate_frame_pop_events = 1;
    else if (ROW("tags") || ROW("heap"))
        c->can_tag_objects = 1;
    else if (ROW("retransform"))
        c->can_retransform_classes = 1;
    else if (ROW("methods"))
        c->can_suspend = c->can_generate_method_entry_events = c->can_generate_method_exit_events = 1;
    else if (ROW("breakpoint"))
        c->can_generate_breakpoint_events = 1;
    else if (ROW("access"))
        c->can_generate_field_access_events = 1;
    else if (ROW("modification"))
        c->can_generate_field_modification_events = 1;
    else if (ROW("step"))
        c->can_suspend = c->can_generate_single_step_events = 1;
    else if (ROW("exception") || ROW("event-catch"))
        c->can_generate_exception_events = 1;
    else if (ROW("event-monitor") || ROW("event-wait"))
        c->can_generate_monitor_events = 1;
    else if (ROW("event-bind"))
        c->can_generate_native_method_bind_events = 1;
    else if (ROW("event-collection"))
        c->can_generate_garbage_collection_events = 1;
    else if (ROW("event-free"))
        c->can_tag_objects = c->can_generate_object_free_events = 1;
    else if (ROW("event-array"))
        c->can_generate_vm_object_alloc_events = 1;
    else if (ROW("event-sample"))
        c->can_generate_sampled_object_alloc_events = 1;
#undef ROW
}

/* Ten environments with all capabilities that each can have, and nothing else. */
static jint hold(JavaVM *vm)
{
    for (int i = 0; i < 10; i++) {
        jvmtiEnv *one;
        jvmtiCapabilities c;
        if ((*vm)->GetEnv(vm, (void **)&one, JVMTI_VERSION) != JNI_OK) return JNI_ERR;
        if ((*one)->GetPotentialCapabilities(one, &c) || (*one)->AddCapabilities(one, &c)) return JNI_ERR;
    }
    return JNI_OK;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    if (options && strcmp(options, "held") == 0) return hold(vm);
    if ((*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities c = { 0 };
    ask(options ? options : "", &c);
    CALL(AddCapabilities, &c);
    jvmtiEventCallbacks callbacks = {
        .MethodEntry = on_method_entry,
        .MethodExit = on_method_exit,
        .SingleStep = on_single_step,
        .Breakpoint = on_breakpoint,
        .FramePop = on_frame_pop,
        .FieldAccess = on_field_access,
        .FieldModification = on_field_modification,
        .Exception = on_exception,
        .ClassFileLoadHook = on_class_file,
        .ThreadStart = on_thread,
        .ThreadEnd = on_thread,
        .ClassLoad = on_class,
        .ClassPrepare = on_class,
        .MonitorContendedEnter = on_monitor,
        .MonitorContendedEntered = on_monitor,
        .MonitorWait = on_wait,
        .MonitorWaited = on_waited,
        .ExceptionCatch = on_catch,
        .NativeMethodBind = on_bind,
        .GarbageCollectionStart = on_collection,
        .GarbageCollectionFinish = on_collection,
        .ObjectFree = on_free,
        .VMObjectAlloc = on_alloc,
        .SampledObjectAlloc = on_alloc,
    };
    CALL(SetEventCallbacks, &callbacks, sizeof callbacks);
    if (c.can_generate_sampled_object_alloc_events) CALL(SetHeapSamplingInterval, 0);
    return JNI_OK;
}
