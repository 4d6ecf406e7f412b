/* The negative tests of the entry layer: runs the generated cases in every phase and prints a line for each:
 *     phase|function|case|expected|answer
 * Options: "all" runs the unsafe cases too; "unsafe=N" runs only those, from the Nth on, and a line then starts with
 * its number and '#'. A case whose capability or extension cannot be had here is printed with the
 * answer "-". */
#include <jvmti.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct neg {
    jvmtiEnv *ti, *bare, *disposed;
    JNIEnv *jni;
    void *fake; /* stands in the middle of zeros: has the function table of an environment and nothing else */
    jthread thread, new_thread, ended_thread;
    jthreadGroup group;
    jclass klass, primitive_class, array_class, unprepared_class;
    jobject object, string, module, exception, deleted, cleared;
    jmethodID method, native_method, abstract_method;
    jfieldID field, other_field;
    jrawMonitorID monitor;
    jobject strangers[6]; /* no threads and no classes */
    jvmtiClassDefinition definitions[2];
    char zero[4096];
    char scratch[8][4096];
    char long_text[200000];
    jvmtiExtensionFunction extensions[16]; /* by neg_extensions; NULL: not offered here */
};

static jint neg_callback(void) { return 0; }
/* Destroyed just now: its place may be given to the next one. */
static jrawMonitorID neg_destroyed(struct neg *t)
{
    jrawMonitorID m = NULL;
    (*t->ti)->CreateRawMonitor(t->ti, "destroyed", &m);
    (*t->ti)->DestroyRawMonitor(t->ti, m);
    return m;
}

#include "tests/ti_negative.h"

static struct neg the;
static int run_safe = 1, run_unsafe, first_unsafe, unsafe_at, primordial_done;
static void *fake_memory[1024];
static FILE *out;

struct run {
    struct neg *t;
    const struct neg_case *c;
    jvmtiError answer;
};
static void *call_unattached(void *arg)
{
    struct run *r = arg;
    r->answer = r->c->call(r->t);
    return NULL;
}

static void join(jthread t)
{
    jclass thread = (*the.jni)->FindClass(the.jni, "java/lang/Thread");
    (*the.jni)->CallVoidMethod(the.jni, t, (*the.jni)->GetMethodID(the.jni, thread, "join", "()V"));
}

enum { IN_WALK = 1 << 10 }; /* the live phase, in a heap callback */
static void run_phase(unsigned phase, const char *name)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    if (phase != IN_WALK) (*the.ti)->GetCapabilities(the.ti, &caps);
    for (size_t i = 0; i < sizeof neg_cases / sizeof neg_cases[0]; i++) {
        const struct neg_case *c = &neg_cases[i];
        int right = (c->phases & phase) != 0;
        const char *expect = phase == IN_WALK ? c->walk : right ? c->expect : c->wrong & phase ? "WRONG_PHASE" : NULL;
        if (!expect || (c->unsafe ? !run_unsafe || unsafe_at++ < first_unsafe : !run_safe)) continue;
        const char *answer = "-";
        if (!run_safe) fprintf(out, "%d#", unsafe_at - 1);
        fprintf(out, "%s|%s|%s|%s|", name, c->function, c->name, expect);
        fflush(out); /* if the VM dies in the call, the line says where */
        bool offered = c->extension < 0 || the.extensions[c->extension];
        if (offered && (!right || !c->capability || phase == IN_WALK || neg_has_capability(&caps, c->capability))) {
            struct run r = { &the, c, JVMTI_ERROR_NONE };
            pthread_t other;
            if (!c->unattached)
                r.answer = c->call(&the);
            else if (pthread_create(&other, NULL, call_unattached, &r) == 0)
                pthread_join(other, NULL);
            answer = neg_error_name(r.answer);
        }
        fprintf(out, "%s\n", answer);
        if (the.jni && phase & (IN_START | IN_LIVE)) (*the.jni)->ExceptionClear(the.jni);
        /* HotSpot starts a thread that has ended again: it is to be one for the next case. */
        if (phase & IN_LIVE && !strcmp(c->function, "RunAgentThread")) join(the.ended_thread);
    }
    fflush(out);
}

static JavaVM *the_vm;

/* An object that nothing holds any longer: made on a thread that has ended, so that no old word of a stack can stand
 * for it where the collector is conservative. */
static void *make_forgotten(void *weak)
{
    JNIEnv *jni = NULL;
    if ((*the_vm)->AttachCurrentThread(the_vm, (void **)&jni, NULL) != JNI_OK) return NULL;
    *(jobject *)weak =
        (*jni)->NewWeakGlobalRef(jni, (*jni)->AllocObject(jni, (*jni)->FindClass(jni, "java/lang/Object")));
    (*the_vm)->DetachCurrentThread(the_vm);
    return NULL;
}
static jobject forgotten(void)
{
    jobject weak = NULL;
    pthread_t maker;
    if (pthread_create(&maker, NULL, make_forgotten, &weak) == 0) pthread_join(maker, NULL);
    return weak;
}

/* Values of each kind. Before the live phase only what its functions can take. */
static void make_values(JNIEnv *jni, int live)
{
    the.jni = jni;
    jclass object = (*jni)->FindClass(jni, "java/lang/Object"), string = (*jni)->FindClass(jni, "java/lang/String");
    jclass thread = (*jni)->FindClass(jni, "java/lang/Thread");
    the.klass = string;
    the.method = (*jni)->GetMethodID(jni, object, "toString", "()Ljava/lang/String;");
    the.native_method = (*jni)->GetMethodID(jni, object, "hashCode", "()I");
    the.field = (*jni)->GetFieldID(jni, string, "value", "[B");
    the.other_field =
        (*jni)->GetFieldID(jni, thread, "inheritableThreadLocals", "Ljava/lang/ThreadLocal$ThreadLocalMap;");
    the.string = (*jni)->NewStringUTF(jni, "a String");
    the.object = (*jni)->AllocObject(jni, object);
    the.deleted = (*jni)->NewGlobalRef(jni, the.object);
    (*jni)->DeleteGlobalRef(jni, the.deleted);
    the.abstract_method = (*jni)->GetMethodID(jni, (*jni)->FindClass(jni, "java/lang/Runnable"), "run", "()V");
    the.array_class = (*jni)->FindClass(jni, "[I");
    the.unprepared_class = (*jni)->FindClass(jni, "java/util/concurrent/Callable");
    jclass integer = (*jni)->FindClass(jni, "java/lang/Integer");
    the.primitive_class =
        (*jni)->GetStaticObjectField(jni, integer, (*jni)->GetStaticFieldID(jni, integer, "TYPE", "Ljava/lang/Class;"));
    jobject strangers[] = { (jobject)(intptr_t)0x12345678, the.deleted, the.string,
                            (jobject)the.method,           NULL,        (jobject)the.zero };
    memcpy(the.strangers, strangers, sizeof strangers);
    for (int i = 0; i < 2; i++)
        the.definitions[i] = (jvmtiClassDefinition){ (jclass)strangers[i], sizeof the.zero, (unsigned char *)the.zero };
    (*the.ti)->GetCurrentThread(the.ti, &the.thread);
    jmethodID init = (*jni)->GetMethodID(jni, thread, "<init>", "()V");
    the.new_thread = (*jni)->NewObject(jni, thread, init);
    if (!live) return;
    the.cleared = forgotten();
    /* before any look, which would leave a word behind */
    for (int i = 0; i < 3; i++) (*the.ti)->ForceGarbageCollection(the.ti);
    if (!(*jni)->IsSameObject(jni, the.cleared, NULL)) fprintf(out, "the weak reference is not cleared\n");
    the.ended_thread = (*jni)->NewObject(jni, thread, init);
    (*jni)->CallVoidMethod(jni, the.ended_thread, (*jni)->GetMethodID(jni, thread, "start", "()V"));
    join(the.ended_thread);
    the.group = (*jni)->CallObjectMethod(
        jni, the.thread, (*jni)->GetMethodID(jni, thread, "getThreadGroup", "()Ljava/lang/ThreadGroup;"));
    jclass cls = (*jni)->FindClass(jni, "java/lang/Class");
    the.module =
        (*jni)->CallObjectMethod(jni, string, (*jni)->GetMethodID(jni, cls, "getModule", "()Ljava/lang/Module;"));
    the.exception = (*jni)->AllocObject(jni, (*jni)->FindClass(jni, "java/lang/ThreadDeath"));
}

static void JNICALL on_class_file(jvmtiEnv *ti, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                                  jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                                  unsigned char **new_bytes)
{
    jvmtiPhase phase;
    if (primordial_done || (*ti)->GetPhase(ti, &phase) != JVMTI_ERROR_NONE || phase != JVMTI_PHASE_PRIMORDIAL) return;
    primordial_done = 1;
    run_phase(IN_PRIMORDIAL, "primordial");
}
static void JNICALL on_start(jvmtiEnv *ti, JNIEnv *jni)
{
    make_values(jni, 0);
    run_phase(IN_START, "start");
}

static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *user)
{
    run_phase(IN_WALK, "walk");
    return JVMTI_VISIT_ABORT;
}

/* Called by the Java program, so that there are frames. */
JNIEXPORT void JNICALL Java_EntryChecks_run(JNIEnv *jni, jclass cls)
{
    make_values(jni, 1);
    run_phase(IN_LIVE, "live");
    (*the.ti)->SetTag(the.ti, the.object, 1);
    jvmtiHeapCallbacks callbacks = { .heap_iteration_callback = on_object };
    if ((*the.ti)->IterateThroughHeap(the.ti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, NULL) != JVMTI_ERROR_NONE)
        fprintf(out, "no walk\n");
}

static void find_extensions(void)
{
    jint n = 0;
    jvmtiExtensionFunctionInfo *all = NULL;
    if ((*the.ti)->GetExtensionFunctions(the.ti, &n, &all) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof neg_extensions / sizeof *neg_extensions; k++)
            if (!strcmp(all[i].id, neg_extensions[k])) the.extensions[k] = all[i].func;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    the_vm = vm;
    out = stdout;
    run_unsafe = options && (!strcmp(options, "all") || sscanf(options, "unsafe=%d", &first_unsafe) == 1);
    run_safe = !run_unsafe || !strcmp(options, "all");
    if ((*vm)->GetEnv(vm, (void **)&the.ti, JVMTI_VERSION_11) != JNI_OK ||
        (*vm)->GetEnv(vm, (void **)&the.bare, JVMTI_VERSION_11) != JNI_OK)
        return 1;
    if (run_unsafe) {
        if ((*vm)->GetEnv(vm, (void **)&the.disposed, JVMTI_VERSION_11) != JNI_OK) return 1;
        (*the.ti)->DisposeEnvironment(the.disposed);
    }
    the.fake = &fake_memory[512];
    *(const void **)the.fake = *(const void **)the.ti;
    jvmtiCapabilities caps;
    if ((*the.ti)->GetPotentialCapabilities(the.ti, &caps) != JVMTI_ERROR_NONE) return 2;
    caps.can_generate_early_vmstart = 0; /* VMStart would come before JNI can make the values */
    if ((*the.ti)->AddCapabilities(the.ti, &caps) != JVMTI_ERROR_NONE) return 2;
    find_extensions();
    if ((*the.ti)->CreateRawMonitor(the.ti, "good", &the.monitor) != JVMTI_ERROR_NONE) return 3;
    memset(the.long_text, 'x', sizeof the.long_text - 1);
    jvmtiEventCallbacks callbacks;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.ClassFileLoadHook = on_class_file;
    callbacks.VMStart = on_start;
    (*the.ti)->SetEventCallbacks(the.ti, &callbacks, sizeof callbacks);
    (*the.ti)->SetEventNotificationMode(the.ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    (*the.ti)->SetEventNotificationMode(the.ti, JVMTI_ENABLE, JVMTI_EVENT_VM_START, NULL);
    run_phase(IN_ONLOAD, "onload");
    return 0;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { run_phase(IN_DEAD, "dead"); }
