/* Many environments in one VM, each with every capability and all events: counts what each is told, for 42-many.py to
 * compare.
 *
 * Options: REPORT-FILE[,environments[,steps]]. All environments do the same at the same moments:
 *   - events are enabled before the VM starts, so all must be told the same; single step for the main thread only, from
 *     its STEP_FROMth method entry on, for `steps` instructions
 *   - a breakpoint in a method of javac, NotifyFramePop for each frame that stops there; access and modification
 *     watches on a field of javac
 *   - objects are tagged with a tag of the environment's own: those that the VM allocates, the sampled ones, every
 *     class
 * The report has a line `name environment main all` for each count: on the main thread, and on all threads. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "agent.h"

enum { MOST = 80, EVENTS = JVMTI_MAX_EVENT_TYPE_VAL + 1, STEP_FROM = 100000 };
enum {
    EXTRA_STOPPED_ENTRIES = EVENTS,
    EXTRA_TAGGED,
    EXTRA_FRAMES_LEFT,
    EXTRA_CAPABILITIES,
    EXTRA_WRONG_TAGS,
    EXTRA_FOUND_BY_TAG,
    EXTRA_WRONG,
    COUNTS
};
#define FIRST JVMTI_MIN_EVENT_TYPE_VAL
static const char *const names[COUNTS] = {
    [JVMTI_EVENT_BREAKPOINT] = "Breakpoint",
    [JVMTI_EVENT_CLASS_FILE_LOAD_HOOK] = "ClassFileLoadHook",
    [JVMTI_EVENT_CLASS_LOAD] = "ClassLoad",
    [JVMTI_EVENT_CLASS_PREPARE] = "ClassPrepare",
    [JVMTI_EVENT_COMPILED_METHOD_LOAD] = "CompiledMethodLoad",
    [JVMTI_EVENT_COMPILED_METHOD_UNLOAD] = "CompiledMethodUnload",
    [JVMTI_EVENT_DATA_DUMP_REQUEST] = "DataDumpRequest",
    [JVMTI_EVENT_DYNAMIC_CODE_GENERATED] = "DynamicCodeGenerated",
    [JVMTI_EVENT_EXCEPTION] = "Exception",
    [JVMTI_EVENT_EXCEPTION_CATCH] = "ExceptionCatch",
    [JVMTI_EVENT_FIELD_ACCESS] = "FieldAccess",
    [JVMTI_EVENT_FIELD_MODIFICATION] = "FieldModification",
    [JVMTI_EVENT_FRAME_POP] = "FramePop",
    [JVMTI_EVENT_GARBAGE_COLLECTION_FINISH] = "GarbageCollectionFinish",
    [JVMTI_EVENT_GARBAGE_COLLECTION_START] = "GarbageCollectionStart",
    [JVMTI_EVENT_METHOD_ENTRY] = "MethodEntry",
    [JVMTI_EVENT_METHOD_EXIT] = "MethodExit",
    [JVMTI_EVENT_MONITOR_CONTENDED_ENTER] = "MonitorContendedEnter",
    [JVMTI_EVENT_MONITOR_CONTENDED_ENTERED] = "MonitorContendedEntered",
    [JVMTI_EVENT_MONITOR_WAIT] = "MonitorWait",
    [JVMTI_EVENT_MONITOR_WAITED] = "MonitorWaited",
    [JVMTI_EVENT_NATIVE_METHOD_BIND] = "NativeMethodBind",
    [JVMTI_EVENT_OBJECT_FREE] = "ObjectFree",
    [JVMTI_EVENT_RESOURCE_EXHAUSTED] = "ResourceExhausted",
    [JVMTI_EVENT_SAMPLED_OBJECT_ALLOC] = "SampledObjectAlloc",
    [JVMTI_EVENT_SINGLE_STEP] = "SingleStep",
    [JVMTI_EVENT_THREAD_END] = "ThreadEnd",
    [JVMTI_EVENT_THREAD_START] = "ThreadStart",
    [JVMTI_EVENT_VM_DEATH] = "VMDeath",
    [JVMTI_EVENT_VM_INIT] = "VMInit",
    [JVMTI_EVENT_VM_OBJECT_ALLOC] = "VMObjectAlloc",
    [JVMTI_EVENT_VM_START] = "VMStart",
    [EXTRA_STOPPED_ENTRIES] = "entries-of-stopped-method",
    [EXTRA_TAGGED] = "tagged",
    [EXTRA_FRAMES_LEFT] = "frames-at-death",
    [EXTRA_CAPABILITIES] = "capabilities",
    [EXTRA_WRONG_TAGS] = "wrong-tags",
    [EXTRA_FOUND_BY_TAG] = "found-by-tag",
    [EXTRA_WRONG] = "failed-calls",
};

static struct one {
    jvmtiEnv *env;
    _Atomic long all[COUNTS];
    long main[COUNTS]; /* only the main thread writes */
    jmethodID stopped_in;
    jclass parser;
} ones[MOST];
static int count = 10;
static long steps = 50000;
static const char *report = "ten.txt";
static __thread int is_main;

static struct one *of(jvmtiEnv *e)
{
    for (int i = 0; i < count; i++)
        if (ones[i].env == e) return &ones[i];
    abort();
}
static struct one *told(jvmtiEnv *e, int what)
{
    struct one *o = of(e);
    o->all[what]++;
    if (is_main) o->main[what]++;
    return o;
}
/* A call of an environment that must succeed. */
static void must(struct one *o, jvmtiError error, const char *what)
{
    if (error == JVMTI_ERROR_NONE) return;
    if (!o->all[EXTRA_WRONG])
        fprintf(stderr, "ten: environment %d: %s answered %d\n", (int)(o - ones), what, (int)error);
    o->all[EXTRA_WRONG]++;
}
#define MUST(o, call) must(o, (*(o)->env)->call, #call)

static jlong tag_of(const struct one *o) { return 1000 + (o - ones); }
static void tag(struct one *o, jobject object)
{
    jlong before = 0;
    MUST(o, GetTag(o->env, object, &before));
    if (before && before != tag_of(o)) o->all[EXTRA_WRONG_TAGS]++;
    if (before) return;
    MUST(o, SetTag(o->env, object, tag_of(o)));
    o->all[EXTRA_TAGGED]++;
}

static void JNICALL on_vm_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    told(e, JVMTI_EVENT_VM_INIT);
    if (e == ones[0].env) kill(getpid(), SIGQUIT);
}
static void JNICALL on_vm_start(jvmtiEnv *e, JNIEnv *jni) { told(e, JVMTI_EVENT_VM_START); }
static void JNICALL on_vm_death(jvmtiEnv *e, JNIEnv *jni)
{
    struct one *o = told(e, JVMTI_EVENT_VM_DEATH);
    jint frames = 0, n = 0;
    MUST(o, GetFrameCount(e, NULL, &frames));
    o->main[EXTRA_FRAMES_LEFT] = frames;
    jlong t = tag_of(o);
    MUST(o, GetObjectsWithTags(e, 1, &t, &n, NULL, NULL));
    o->main[EXTRA_FOUND_BY_TAG] = n;
}
static void JNICALL on_thread_start(jvmtiEnv *e, JNIEnv *jni, jthread t) { told(e, JVMTI_EVENT_THREAD_START); }
static void JNICALL on_thread_end(jvmtiEnv *e, JNIEnv *jni, jthread t) { told(e, JVMTI_EVENT_THREAD_END); }
static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    told(e, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
}
static void JNICALL on_class_load(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { told(e, JVMTI_EVENT_CLASS_LOAD); }
static void JNICALL on_class_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c)
{
    struct one *o = told(e, JVMTI_EVENT_CLASS_PREPARE);
    char *sig = NULL;
    tag(o, c);
    MUST(o, GetClassSignature(e, c, &sig, NULL));
    if (!strcmp(sig, "Lcom/sun/tools/javac/parser/JavaTokenizer;")) {
        jint n = 0;
        jmethodID *methods = NULL;
        MUST(o, GetClassMethods(e, c, &n, &methods));
        for (jint i = 0; i < n; i++) {
            char *name = NULL;
            MUST(o, GetMethodName(e, methods[i], &name, NULL, NULL));
            if (!strcmp(name, "readToken")) {
                o->stopped_in = methods[i];
                MUST(o, SetBreakpoint(e, methods[i], 0));
            }
            (*e)->Deallocate(e, (unsigned char *)name);
        }
        (*e)->Deallocate(e, (unsigned char *)methods);
    } else if (!strcmp(sig, "Lcom/sun/tools/javac/parser/JavacParser;")) {
        jfieldID f = (*jni)->GetFieldID(jni, c, "mode", "I");
        MUST(o, SetFieldAccessWatch(e, c, f));
        MUST(o, SetFieldModificationWatch(e, c, f));
    }
    (*e)->Deallocate(e, (unsigned char *)sig);
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    struct one *o = told(e, JVMTI_EVENT_BREAKPOINT);
    MUST(o, NotifyFramePop(e, t, 0));
}
static void JNICALL on_frame_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    struct one *o = told(e, JVMTI_EVENT_FRAME_POP);
    if (m != o->stopped_in) o->all[EXTRA_WRONG]++;
}
static void step_thread(jvmtiEventMode mode, jthread t)
{
    for (int i = 0; i < count; i++)
        MUST(&ones[i], SetEventNotificationMode(ones[i].env, mode, JVMTI_EVENT_SINGLE_STEP, t));
}
static void JNICALL on_single_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    struct one *o = told(e, JVMTI_EVENT_SINGLE_STEP);
    if (!is_main) o->all[EXTRA_WRONG]++;
    if (o == &ones[count - 1] && o->main[JVMTI_EVENT_SINGLE_STEP] == steps) step_thread(JVMTI_DISABLE, t);
}
static void JNICALL on_method_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    struct one *o = told(e, JVMTI_EVENT_METHOD_ENTRY);
    if (m == o->stopped_in) told(e, EXTRA_STOPPED_ENTRIES);
    if (steps && is_main && o == &ones[count - 1] && o->main[JVMTI_EVENT_METHOD_ENTRY] == STEP_FROM)
        step_thread(JVMTI_ENABLE, t);
}
static void JNICALL on_method_exit(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    told(e, JVMTI_EVENT_METHOD_EXIT);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID cm, jlocation cat)
{
    told(e, JVMTI_EVENT_EXCEPTION);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x)
{
    told(e, JVMTI_EVENT_EXCEPTION_CATCH);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    told(e, JVMTI_EVENT_FIELD_ACCESS);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char kind, jvalue v)
{
    told(e, JVMTI_EVENT_FIELD_MODIFICATION);
}
static void JNICALL on_bind(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, void *at, void **to)
{
    told(e, JVMTI_EVENT_NATIVE_METHOD_BIND);
}
static void JNICALL on_compiled(jvmtiEnv *e, jmethodID m, jint size, const void *at, jint n,
                                const jvmtiAddrLocationMap *map, const void *info)
{
    told(e, JVMTI_EVENT_COMPILED_METHOD_LOAD);
}
static void JNICALL on_uncompiled(jvmtiEnv *e, jmethodID m, const void *at)
{
    told(e, JVMTI_EVENT_COMPILED_METHOD_UNLOAD);
}
static void JNICALL on_code(jvmtiEnv *e, const char *name, const void *at, jint size)
{
    told(e, JVMTI_EVENT_DYNAMIC_CODE_GENERATED);
}
static void JNICALL on_dump(jvmtiEnv *e) { told(e, JVMTI_EVENT_DATA_DUMP_REQUEST); }
static void JNICALL on_enter(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    told(e, JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
}
static void JNICALL on_entered(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    told(e, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
}
static void JNICALL on_wait(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jlong ms)
{
    told(e, JVMTI_EVENT_MONITOR_WAIT);
}
static void JNICALL on_waited(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jboolean timed_out)
{
    told(e, JVMTI_EVENT_MONITOR_WAITED);
}
static void JNICALL on_exhausted(jvmtiEnv *e, JNIEnv *jni, jint flags, const void *reserved, const char *text)
{
    told(e, JVMTI_EVENT_RESOURCE_EXHAUSTED);
}
static void JNICALL on_gc_start(jvmtiEnv *e) { told(e, JVMTI_EVENT_GARBAGE_COLLECTION_START); }
static void JNICALL on_gc_finish(jvmtiEnv *e) { told(e, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH); }
static void JNICALL on_free(jvmtiEnv *e, jlong t)
{
    struct one *o = told(e, JVMTI_EVENT_OBJECT_FREE);
    if (t != tag_of(o)) o->all[EXTRA_WRONG_TAGS]++;
}
static void JNICALL on_vm_alloc(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject object, jclass c, jlong size)
{
    tag(told(e, JVMTI_EVENT_VM_OBJECT_ALLOC), object);
}
static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject object, jclass c, jlong size)
{
    tag(told(e, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC), object);
}

static void open_one(JavaVM *vm, struct one *o)
{
    o->env = ti = new_env(vm);
    jvmtiCapabilities all, held;
    MUST(o, GetPotentialCapabilities(ti, &all));
    MUST(o, AddCapabilities(ti, &all));
    MUST(o, GetCapabilities(ti, &held));
    for (size_t i = 0; i < sizeof held; i++)
        o->main[EXTRA_CAPABILITIES] += __builtin_popcount(((unsigned char *)&held)[i]);
    jvmtiEventCallbacks c = {
        .VMInit = on_vm_init,
        .VMDeath = on_vm_death,
        .ThreadStart = on_thread_start,
        .ThreadEnd = on_thread_end,
        .ClassFileLoadHook = on_file,
        .ClassLoad = on_class_load,
        .ClassPrepare = on_class_prepare,
        .VMStart = on_vm_start,
        .Exception = on_exception,
        .ExceptionCatch = on_catch,
        .SingleStep = on_single_step,
        .FramePop = on_frame_pop,
        .Breakpoint = on_breakpoint,
        .FieldAccess = on_access,
        .FieldModification = on_modification,
        .MethodEntry = on_method_entry,
        .MethodExit = on_method_exit,
        .NativeMethodBind = on_bind,
        .CompiledMethodLoad = on_compiled,
        .CompiledMethodUnload = on_uncompiled,
        .DynamicCodeGenerated = on_code,
        .DataDumpRequest = on_dump,
        .MonitorWait = on_wait,
        .MonitorWaited = on_waited,
        .MonitorContendedEnter = on_enter,
        .MonitorContendedEntered = on_entered,
        .ResourceExhausted = on_exhausted,
        .GarbageCollectionStart = on_gc_start,
        .GarbageCollectionFinish = on_gc_finish,
        .ObjectFree = on_free,
        .VMObjectAlloc = on_vm_alloc,
        .SampledObjectAlloc = on_sample,
    };
    MUST(o, SetEventCallbacks(ti, &c, sizeof c));
    MUST(o, SetHeapSamplingInterval(ti, 64 << 10));
    for (int e = FIRST; e < EVENTS; e++)
        if (names[e] && e != JVMTI_EVENT_SINGLE_STEP)
            MUST(o, SetEventNotificationMode(ti, JVMTI_ENABLE, (jvmtiEvent)e, NULL));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    char *save = NULL, *word = options ? strtok_r(options, ",", &save) : NULL;
    if (word) report = strdup(word);
    if (word && (word = strtok_r(NULL, ",", &save))) count = atoi(word);
    if (word && (word = strtok_r(NULL, ",", &save))) steps = atol(word);
    if (count < 1 || count > MOST) {
        fprintf(stderr, "ten: 1 to %d environments\n", (int)MOST);
        return 1;
    }
    is_main = 1;
    for (int i = 0; i < count; i++) open_one(vm, &ones[i]);
    return 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm)
{
    FILE *f = fopen(report, "w");
    if (!f) return;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COUNTS; k++)
            if (names[k]) fprintf(f, "%s %d %ld %ld\n", names[k], i, ones[i].main[k], (long)ones[i].all[k]);
    fclose(f);
}
