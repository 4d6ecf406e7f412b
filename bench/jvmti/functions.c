/* The agent of the table of functions: calls each function of functions.def again and again and prints
 *
 *     ID processor-ns wall-ns
 *
 * for one turn. It holds all capabilities that the VM offers at the start. Functions.java makes the threads, objects
 * and classes that the functions are asked about. Only jvmti.h, so that the same library runs on any VM. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jvmtiEnv *ti;
static JNIEnv *jni;

/* The class, thread and objects that the functions get. */
static jthread parked, held; /* a thread that waits; one that is suspended in Functions.held, with Functions.lock */
static jthreadGroup group;
static jclass subject, strings;
static jmethodID probed;
static jfieldID field;
static jobject some, lock, base, unnamed;
static jlong kept_tag = 77;
static jint depth; /* of the frame of Functions.held */
static jrawMonitorID monitor;
static jvmtiCapabilities debug_extension = { .can_get_source_debug_extension = 1 };
static jvmtiEventCallbacks callbacks;
static char *texts_of_none[1];

static void must(jvmtiError err, const char *what)
{
    if (err == JVMTI_ERROR_NONE) return;
    fprintf(stderr, "%s answered %d\n", what, (int)err);
    exit(3);
}
#define CALL(function, ...) must((*ti)->function(ti, __VA_ARGS__), #function)
#define GIVE(p) CALL(Deallocate, (unsigned char *)(p))
#define DROP(reference) (*jni)->DeleteLocalRef(jni, reference)
#define DROP_ALL(references, n) drop_all((jobject *)(references), n)
#define PUSH() push(256)
#define PUSH_MANY() push(8192)
#define POP() (*jni)->PopLocalFrame(jni, NULL)

static void drop_all(jobject *references, jint n)
{
    for (jint i = 0; i < n; i++) DROP(references[i]);
    GIVE(references);
}
static void push(jint n)
{
    if ((*jni)->PushLocalFrame(jni, n) != 0) must(JVMTI_ERROR_OUT_OF_MEMORY, "PushLocalFrame");
}
static void give_extensions(jvmtiExtensionFunctionInfo *f, jint n)
{
    for (jint i = 0; i < n; i++) {
        for (jint k = 0; k < f[i].param_count; k++) GIVE(f[i].params[k].name);
        GIVE(f[i].params);
        GIVE(f[i].errors);
        GIVE(f[i].short_description);
        GIVE(f[i].id);
    }
    GIVE(f);
}

/* Where the functions put their answers. */
static unsigned char *memory;
static void *pointer;
static char *text, **texts;
static jint number, count;
static jlong wide;
static jfloat single;
static jdouble real;
static jboolean yes;
static jobject object, *objects;
static jclass class, *classes;
static jthread thread, *threads;
static jthreadGroup *groups;
static jvmtiThreadInfo info;
static jvmtiThreadGroupInfo group_info;
static jvmtiError errors[1];
static jvmtiMonitorStackDepthInfo *depths;
static jvmtiTimerInfo timer;
static jvmtiFrameInfo frames[64];
static jvmtiStackInfo *stacks;
static jmethodID method, *methods;
static jfieldID *fields;
static jlocation location;
static jvmtiMonitorUsage usage;
static jvmtiLineNumberEntry *lines;
static jvmtiLocalVariableEntry *variables;
static jrawMonitorID raw;
static jniNativeInterface *jni_table;
static jvmtiCapabilities capabilities;
static jvmtiExtensionFunctionInfo *extensions;
static jvmtiPhase phase;
static jvmtiJlocationFormat format;

#define COST(id, label, ...) \
    static void run_##id(jint n) \
    { \
        for (jint i = 0; i < n; i++) { __VA_ARGS__; } \
    }
#include "functions.def"
#undef COST

static const struct cost {
    const char *id;
    void (*run)(jint n);
} costs[] = {
#define COST(id, label, ...) { #id, run_##id },
#include "functions.def"
#undef COST
};

static jlong now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (jlong)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Doubles the number of turns until they take `ns`, which warms up, then prints the best of `reps`. */
static void measure(const struct cost *c, jlong ns, int reps)
{
    jint n = 1;
    for (;; n *= 2) {
        jlong at = now(CLOCK_MONOTONIC);
        c->run(n);
        if (now(CLOCK_MONOTONIC) - at >= ns || n >= 1 << 24) break;
    }
    double cpu = 1e18, wall = 1e18;
    for (int rep = 0; rep < reps; rep++) {
        jlong wall_at = now(CLOCK_MONOTONIC), cpu_at = now(CLOCK_PROCESS_CPUTIME_ID);
        c->run(n);
        double cpu_ns = (double)(now(CLOCK_PROCESS_CPUTIME_ID) - cpu_at) / n;
        double wall_ns = (double)(now(CLOCK_MONOTONIC) - wall_at) / n;
        cpu = cpu_ns < cpu ? cpu_ns : cpu;
        wall = wall_ns < wall ? wall_ns : wall;
    }
    printf("%s %.1f %.1f\n", c->id, cpu, wall);
    fflush(stdout);
}

static void find_held_frame(void)
{
    CALL(GetStackTrace, held, 0, 64, frames, &number);
    for (depth = 0; depth < number; depth++) {
        CALL(GetMethodName, frames[depth].method, &text, NULL, NULL);
        int found = strcmp(text, "held") == 0;
        GIVE(text);
        if (found) return;
    }
    must(JVMTI_ERROR_INTERNAL, "the frame of Functions.held");
}

/* `o`: the thread that waits, the one to hold, some object, the lock, the modules java.base and ours. */
JNIEXPORT void JNICALL Java_Functions_measure(JNIEnv *e, jclass c, jobjectArray o, jint ms, jint reps)
{
    jni = e;
    jobject *const places[] = { &parked, &held, &some, &lock, &base, &unnamed };
    for (jsize i = 0; i < 6; i++) *places[i] = (*e)->GetObjectArrayElement(e, o, i);
    subject = c;
    strings = (*e)->FindClass(e, "java/lang/String");
    probed = (*e)->GetStaticMethodID(e, c, "probed", "(I)I");
    field = (*e)->GetStaticFieldID(e, c, "field", "I");
    CALL(CreateRawMonitor, "functions", &monitor);
    CALL(SetTag, lock, kept_tag);
    CALL(GetThreadInfo, parked, &info);
    group = info.thread_group;
    CALL(AddModuleReads, base, unnamed);
    CALL(AddModuleUses, base, subject);
    CALL(SuspendThread, held);
    find_held_frame();
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) measure(&costs[i], (jlong)ms * 1000000, reps);
    CALL(ResumeThread, held);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    if ((*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities all;
    CALL(GetPotentialCapabilities, &all);
    CALL(AddCapabilities, &all);
    return JNI_OK;
}
