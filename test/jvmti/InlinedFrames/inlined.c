/* Samples the chain main, spin, outer, middle, inner by processor time; reads what CompiledMethodLoad says of it. */
#include "async_get_call_trace.h"
#include <jvmticmlr.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

static get_call_trace trace;

enum { DEPTH = 64, MOST_CODE = 256, CALL = 0xb8, LEAST_SAMPLES = 100 };
static const char *const names[] = { "main", "spin", "outer", "middle", "inner" };
enum { CHAIN = sizeof names / sizeof names[0] };
static jmethodID chain[CHAIN];
static unsigned char code[CHAIN][MOST_CODE];
static jint code_length[CHAIN];
static _Atomic int ready, in_inner, broken, records;

static int in_chain(jmethodID m)
{
    for (int i = 0; i < CHAIN; i++)
        if (chain[i] == m) return i;
    return -1;
}

/* Does the frame call the next one of the chain? */
static int calls_next(const struct call_frame *f, int at)
{
    return f->bci >= 0 && f->bci < code_length[at] && code[at][f->bci] == CALL;
}
static int is_broken(const struct call_trace *t)
{
    for (jint i = 0; i < t->count; i++) {
        int at = in_chain(t->frames[i].method);
        if (at < 0) continue;
        int callee = i > 0 ? in_chain(t->frames[i - 1].method) : -1;
        if (callee >= 0 && (callee != at + 1 || !calls_next(&t->frames[i], at))) return 1;
        if (at > 0 && (i + 1 == t->count || in_chain(t->frames[i + 1].method) != at - 1)) return 1;
    }
    return 0;
}

static void on_sample(int signal, siginfo_t *info, void *context)
{
    JNIEnv *env = NULL;
    if (!ready || (*the_vm)->GetEnv(the_vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) return;
    struct call_frame frames[DEPTH];
    struct call_trace t = { env, 0, frames };
    trace(&t, DEPTH, context);
    if (t.count <= 0) return;
    in_inner += frames[0].method == chain[CHAIN - 1];
    broken += is_broken(&t);
}

static void learn(jvmtiEnv *env, jmethodID m)
{
    char *name = NULL;
    unsigned char *bytes = NULL;
    (*env)->GetMethodName(env, m, &name, NULL, NULL);
    for (int i = 0; i < CHAIN; i++)
        if (!strcmp(name, names[i]) && (*env)->GetBytecodes(env, m, &code_length[i], &bytes) == JVMTI_ERROR_NONE) {
            if (code_length[i] > MOST_CODE) code_length[i] = MOST_CODE;
            memcpy(code[i], bytes, (size_t)code_length[i]);
            chain[i] = m;
        }
    if (bytes) give_back(bytes);
    give_back(name);
}
static void JNICALL on_class_prepare(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass cls)
{
    jint n;
    jmethodID *methods;
    if ((*env)->GetClassMethods(env, cls, &n, &methods) != JVMTI_ERROR_NONE) return;
    if (!strcmp(class_name(cls), "LInlinedFrames;")) {
        for (jint i = 0; i < n; i++) learn(env, methods[i]);
        ready = 1;
        struct itimerval every = { { 0, 2000 }, { 0, 2000 } };
        setitimer(ITIMER_PROF, &every, NULL);
    }
    give_back(methods);
}
static void JNICALL on_class_load(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass cls) {}

static void JNICALL on_compiled(jvmtiEnv *env, jmethodID m, jint size, const void *start, jint n,
                                const jvmtiAddrLocationMap *map, const void *info)
{
    const jvmtiCompiledMethodLoadInlineRecord *r = info;
    if (!ready || !r || r->header.kind != JVMTI_CMLR_INLINE_INFO || m != chain[1]) return;
    for (jint i = 0; i < r->numpcs; i++) {
        const PCStackInfo *s = &r->pcinfo[i];
        if ((const char *)s->pc < (const char *)start || (const char *)s->pc > (const char *)start + size)
            printf("a place outside of the code\n");
        for (jint k = 0; k < s->numstackframes; k++)
            if (in_chain(s->methods[k]) != s->numstackframes - k) printf("a wrong method\n");
        if (s->numstackframes == CHAIN - 1) records++;
    }
}
static void JNICALL on_death(jvmtiEnv *env, JNIEnv *jni)
{
    struct itimerval never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_PROF, &never, NULL);
    printf("broken chains: %d\n", broken);
}

JNIEXPORT jboolean JNICALL Java_InlinedFrames_enough(JNIEnv *jni, jclass me)
{
    return in_inner >= LEAST_SAMPLES && records > 0;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    the_vm = vm;
    trace = find_call_trace(vm);
    if (!trace || (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_compiled_method_load_events = caps.can_get_bytecodes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .ClassPrepare = on_class_prepare,
                                      .ClassLoad = on_class_load,
                                      .CompiledMethodLoad = on_compiled,
                                      .VMDeath = on_death };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    enable(ti, JVMTI_EVENT_CLASS_PREPARE);
    enable(ti, JVMTI_EVENT_CLASS_LOAD);
    enable(ti, JVMTI_EVENT_COMPILED_METHOD_LOAD);
    enable(ti, JVMTI_EVENT_VM_DEATH);
    struct sigaction a = { .sa_sigaction = on_sample, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
    sigaction(SIGPROF, &a, NULL);
    return JNI_OK;
}
