/* Attached late: environments with every capability, all of which ask for the same and must all be told. */
#include <dlfcn.h>

#include "agent.h"

enum { MOST = 8 };
enum what { BREAKPOINTS, ACCESSES, MODIFICATIONS, ENTRIES, EXITS, POPS, THROWS, CATCHES, STEPS, LOCALS, WHATS };
static const char *const names[] = { "breakpoints", "accesses", "modifications", "entries", "exits",
                                     "pops",        "throws",   "catches",       "steps",   "locals" };
static struct one {
    jvmtiEnv *env;
    long count[WHATS];
} ones[MOST];
static int count;
static jmethodID target;
static int wrong;

static struct one *of(jvmtiEnv *e)
{
    for (int i = 0; i < count; i++)
        if (ones[i].env == e) return &ones[i];
    abort();
}
#define MUST(call) \
    do { \
        jvmtiError must_ = (call); \
        if (must_ != JVMTI_ERROR_NONE) { \
            wrong++; \
            fprintf(stderr, "late: %s answered %d\n", #call, (int)must_); \
        } \
    } while (0)

static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    struct one *o = of(e);
    jint value = -1;
    o->count[BREAKPOINTS]++;
    MUST((*e)->NotifyFramePop(e, t, 0));
    MUST((*e)->GetLocalInt(e, t, 0, 0, &value));
    o->count[LOCALS] += value;
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    of(e)->count[ACCESSES]++;
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char kind, jvalue v)
{
    of(e)->count[MODIFICATIONS]++;
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m) { of(e)->count[ENTRIES] += m == target; }
static void JNICALL on_leave(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    of(e)->count[EXITS] += m == target;
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    of(e)->count[POPS] += m == target;
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID cm, jlocation cat)
{
    of(e)->count[THROWS] += cm == target;
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x)
{
    of(e)->count[CATCHES] += m == target;
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    of(e)->count[STEPS] += m == target && at == 0;
}

static void open_one(JavaVM *vm, JNIEnv *jni, jclass c, struct one *o)
{
    jvmtiEnv *e = o->env = new_env(vm);
    jvmtiCapabilities all, held;
    MUST((*e)->GetPotentialCapabilities(e, &all));
    MUST((*e)->AddCapabilities(e, &all));
    MUST((*e)->GetCapabilities(e, &held));
    /* What can be asked for before the VM has started only: the start of the VM and the first classes. */
    held.can_generate_early_vmstart = held.can_generate_early_class_hook_events = 0;
    int n = 0;
    for (size_t i = 0; i < sizeof held; i++) n += __builtin_popcount(((unsigned char *)&held)[i]);
    if (n != 42) {
        wrong++;
        fprintf(stderr, "late: %d capabilities\n", n);
    }
    jvmtiEventCallbacks cb = { .Breakpoint = on_breakpoint,
                               .FieldAccess = on_access,
                               .FieldModification = on_modification,
                               .MethodEntry = on_entry,
                               .MethodExit = on_leave,
                               .FramePop = on_pop,
                               .Exception = on_exception,
                               .ExceptionCatch = on_catch,
                               .SingleStep = on_step };
    MUST((*e)->SetEventCallbacks(e, &cb, sizeof cb));
    jfieldID f = (*jni)->GetStaticFieldID(jni, c, "field", "I");
    MUST((*e)->SetBreakpoint(e, target, 0));
    MUST((*e)->SetFieldAccessWatch(e, c, f));
    MUST((*e)->SetFieldModificationWatch(e, c, f));
    static const jvmtiEvent events[] = { JVMTI_EVENT_BREAKPOINT,         JVMTI_EVENT_FIELD_ACCESS,
                                         JVMTI_EVENT_FIELD_MODIFICATION, JVMTI_EVENT_METHOD_ENTRY,
                                         JVMTI_EVENT_METHOD_EXIT,        JVMTI_EVENT_FRAME_POP,
                                         JVMTI_EVENT_EXCEPTION,          JVMTI_EVENT_EXCEPTION_CATCH,
                                         JVMTI_EVENT_SINGLE_STEP };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        MUST((*e)->SetEventNotificationMode(e, JVMTI_ENABLE, events[i], NULL));
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved)
{
    JNIEnv *jni;
    int n = atoi(options);
    if (n < 1 || n > MOST) return 7;
    if ((*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_10) != JNI_OK) return 8;
    jclass c = (*jni)->FindClass(jni, "LateCapabilities");
    target = (*jni)->GetStaticMethodID(jni, c, "target", "(I)I");
    if (!target) return 9;
    while (count < n) {
        count++;
        open_one(vm, jni, c, &ones[count - 1]);
    }
    return 0;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    Dl_info me;
    jvmtiEnv *e = new_env(vm);
    if (!dladdr((void *)Agent_OnLoad, &me)) return 1;
    CHECK((*e)->SetSystemProperty(e, "late.agent", me.dli_fname));
    CHECK((*e)->DisposeEnvironment(e));
    return 0;
}

/* Were as many environments told of everything since the last question as should have been, and the others of
 * nothing? */
JNIEXPORT jstring JNICALL Java_LateCapabilities_judge(JNIEnv *jni, jclass c, jint environments, jint rounds)
{
    const long want[WHATS] = { rounds, rounds,     rounds,     rounds, rounds,
                               rounds, rounds / 2, rounds / 2, rounds, (long)rounds * (rounds - 1) / 2 };
    char text[400] = "right";
    int told = 0;
    for (int i = 0; i < count; i++) {
        long sum = 0;
        for (int k = 0; k < WHATS; k++) sum += ones[i].count[k];
        if (!sum) continue;
        told++;
        for (int k = 0; k < WHATS; k++)
            if (ones[i].count[k] != want[k])
                snprintf(text, sizeof text, "environment %d: %ld %s, want %ld", i, ones[i].count[k], names[k], want[k]);
        memset(ones[i].count, 0, sizeof ones[i].count);
    }
    if (told != environments) snprintf(text, sizeof text, "%d environments told", told);
    if (wrong) snprintf(text, sizeof text, "%d calls failed", wrong);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT void JNICALL Java_LateCapabilities_relinquish(JNIEnv *jni, jclass c, jint which)
{
    jvmtiEnv *e = ones[which].env;
    jvmtiCapabilities all;
    MUST((*e)->GetCapabilities(e, &all));
    MUST((*e)->RelinquishCapabilities(e, &all));
}
