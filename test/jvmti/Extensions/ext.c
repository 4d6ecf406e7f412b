/* Calls every extension through the table that GetExtensionFunctions gives. */
#include "agent.h"
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

static jvmtiExtensionFunctionInfo *functions;
static jint function_count;
static jvmtiExtensionEventInfo *events;
static jint event_count;

static jvmtiExtensionFunction find(const char *id)
{
    for (jint i = 0; i < function_count; i++)
        if (!strcmp(functions[i].id, id)) return functions[i].func;
    printf("no extension %s\n", id);
    return NULL;
}
static jvmtiExtensionFunctionInfo *info(const char *id)
{
    for (jint i = 0; i < function_count; i++)
        if (!strcmp(functions[i].id, id)) return &functions[i];
    return NULL;
}

/* Per event number; per method name for method events. */
static int counts[128];
static struct {
    char name[64];
    int entries, exits;
} named[4096];
static int names;
static int watching;

static int slot_of(const char *name)
{
    for (int i = 0; i < names; i++)
        if (!strcmp(named[i].name, name)) return i;
    if (names == 4096) return 0;
    snprintf(named[names].name, sizeof named[0].name, "%s", name);
    return names++;
}
static int method_slot(jmethodID m)
{
    char *name;
    CHECK((*ti)->GetMethodName(ti, m, &name, NULL, NULL));
    int i = slot_of(name);
    give_back(name);
    return i;
}
static int mine(void) { return watching; }
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    counts[JVMTI_EVENT_METHOD_ENTRY]++;
    named[method_slot(m)].entries++;
}
static void JNICALL on_return(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    char *name;
    counts[JVMTI_EVENT_METHOD_EXIT]++;
    CHECK((*ti)->GetMethodName(ti, m, &name, NULL, NULL));
    int i = method_slot(m);
    named[i].exits++;
    if (!strcmp(name, "wide") && (v.j < 0 || v.j > 100)) printf("value of wide: %lld\n", (long long)v.j);
    if (!strcmp(name, "locked") && by_exception != (named[i].exits > 6))
        printf("locked left by exception: %d\n", by_exception);
    give_back(name);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char type, jvalue v)
{
    counts[JVMTI_EVENT_FIELD_MODIFICATION]++;
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID cm, jlocation cat)
{
    if (mine()) counts[JVMTI_EVENT_EXCEPTION]++;
}
static void JNICALL on_wait(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jlong ms)
{
    if (ms == 1) counts[JVMTI_EVENT_MONITOR_WAIT]++;
}
static void JNICALL on_alloc(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    counts[JVMTI_EVENT_VM_OBJECT_ALLOC]++;
}

JNIEXPORT jboolean JNICALL Java_Extensions_listed(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->GetExtensionFunctions(ti, &function_count, &functions));
    CHECK((*ti)->GetExtensionEvents(ti, &event_count, &events));
    static const char *const wanted[] = { "com.sun.hotspot.functions.IsClassUnloadingEnabled",
                                          "org.argus.functions.GetOSThreadID",
                                          "org.argus.functions.DumpHeap",
                                          "org.argus.functions.PrepareAsyncStackTrace",
                                          "org.argus.functions.GetAsyncStackTrace",
                                          "org.argus.functions.SetMethodEventFilter",
                                          "org.argus.functions.ClearMethodEventFilter",
                                          "org.argus.functions.SetEventTagFilter",
                                          "com.ibm.GetOSThreadID" };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!find(wanted[i])) return JNI_FALSE;
    for (jint i = 0; i < function_count; i++) {
        /* tools would take the VM for another one */
        if (strstr(functions[i].id, "StackTraceExtended") || strstr(functions[i].id, "J9")) return JNI_FALSE;
        if (!functions[i].short_description || !functions[i].func || functions[i].param_count < 0) return JNI_FALSE;
        for (jint k = 0; k < functions[i].param_count; k++) {
            jvmtiParamInfo *p = &functions[i].params[k];
            if (!p->name || p->kind < JVMTI_KIND_IN || p->kind > JVMTI_KIND_OUT_BUF ||
                p->base_type < JVMTI_TYPE_JBYTE || p->base_type > JVMTI_TYPE_JNIENV)
                return JNI_FALSE;
        }
    }
    jvmtiExtensionFunctionInfo *f = info("org.argus.functions.GetOSThreadID");
    if (f->param_count != 2 || f->params[0].base_type != JVMTI_TYPE_JTHREAD || !f->params[0].null_ok ||
        f->params[1].kind != JVMTI_KIND_OUT || f->error_count != 3)
        return JNI_FALSE;
    int found = 0;
    for (jint i = 0; i < event_count; i++) {
        found += !strcmp(events[i].id, "com.sun.hotspot.events.ClassUnload") ||
                 !strcmp(events[i].id, "org.argus.events.ClassUnload");
        if (!strcmp(events[i].id, "org.argus.events.ProbeRecord")) {
            found += events[i].param_count == 6 && events[i].params[4].base_type == JVMTI_TYPE_JLONG;
            continue;
        }
        if (events[i].param_count != 2 || events[i].params[0].base_type != JVMTI_TYPE_JNIENV ||
            events[i].params[1].base_type != JVMTI_TYPE_CCHAR)
            return JNI_FALSE;
    }
    return found == 3 && event_count == 3;
}

/* Calls each function but the one that works anywhere; how many answer something else than `wanted`. */
static int refusals(jvmtiError wanted)
{
    int others = 0;
    for (jint i = 0; i < function_count; i++) {
        if (strstr(functions[i].id, "IsClassUnloadingEnabled")) continue;
        jvmtiError e = functions[i].func(ti, NULL, NULL, NULL, NULL, NULL);
        if (e == wanted) continue;
        printf("%s answers %d instead of %d\n", functions[i].id, (int)e, (int)wanted);
        others++;
    }
    return others;
}
static void *call_unattached(void *others)
{
    *(int *)others = refusals(JVMTI_ERROR_UNATTACHED_THREAD);
    return NULL;
}
static int too_early; /* in OnLoad */

#define EXPECT(call, error) \
    do { \
        jvmtiError e_ = (call); \
        if (e_ != (error)) \
            printf("line %d: %s instead of %s\n", __LINE__, error_name(e_), error_name(error)), ok = JNI_FALSE; \
    } while (0)
JNIEXPORT jboolean JNICALL Java_Extensions_arguments(JNIEnv *jni, jclass me)
{
    jboolean ok = JNI_TRUE, b;
    jint n;
    jlong l;
    jvmtiFrameInfo frames[4];
    jobject string = (*jni)->NewStringUTF(jni, "x");
    jclass none = NULL;
    jmethodID bad = (jmethodID)string;
    EXPECT(find("com.sun.hotspot.functions.IsClassUnloadingEnabled")(ti, &b), JVMTI_ERROR_NONE);
    EXPECT(find("com.sun.hotspot.functions.IsClassUnloadingEnabled")(ti, NULL), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.GetOSThreadID")((jvmtiEnv *)string, NULL, &l), JVMTI_ERROR_INVALID_ENVIRONMENT);
    EXPECT(find("org.argus.functions.GetOSThreadID")(ti, NULL, NULL), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.GetOSThreadID")(ti, string, &l), JVMTI_ERROR_INVALID_THREAD);
    EXPECT(find("org.argus.functions.DumpHeap")(ti, NULL, 0, 0, &l, NULL), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.GetAsyncStackTrace")(ti, NULL, -1, frames, &n), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    EXPECT(find("org.argus.functions.GetAsyncStackTrace")(ti, NULL, 4, NULL, &n), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.GetAsyncStackTrace")(ti, NULL, 4, frames, NULL), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.SetMethodEventFilter")(ti, -1, NULL, 0, NULL), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    EXPECT(find("org.argus.functions.SetMethodEventFilter")(ti, 1, NULL, 0, NULL), JVMTI_ERROR_NULL_POINTER);
    EXPECT(find("org.argus.functions.SetMethodEventFilter")(ti, 1, &none, 0, NULL), JVMTI_ERROR_INVALID_CLASS);
    EXPECT(find("org.argus.functions.SetMethodEventFilter")(ti, 0, NULL, 1, &bad), JVMTI_ERROR_INVALID_METHODID);
    EXPECT(find("org.argus.functions.SetEventTagFilter")(ti, 1, 1), JVMTI_ERROR_INVALID_EVENT_TYPE);
    EXPECT(find("org.argus.functions.SetEventTagFilter")(ti, JVMTI_EVENT_VM_INIT, 1), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    EXPECT(find("org.argus.functions.SetEventTagFilter")(ti, JVMTI_EVENT_EXCEPTION, 4), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    jvmtiEnv *bare = NULL;
    (*the_vm)->GetEnv(the_vm, (void **)&bare, JVMTI_VERSION_11);
    EXPECT(find("org.argus.functions.SetEventTagFilter")(bare, JVMTI_EVENT_EXCEPTION, 1),
           JVMTI_ERROR_MUST_POSSESS_CAPABILITY);
    EXPECT(find("org.argus.functions.SetMethodEventFilter")(bare, 1, &me, 0, NULL), JVMTI_ERROR_NONE);
    CHECK((*bare)->DisposeEnvironment(bare)); /* with a filter set */
    EXPECT(find("org.argus.functions.ClearMethodEventFilter")(bare), JVMTI_ERROR_INVALID_ENVIRONMENT);
    EXPECT((*ti)->SetExtensionEventCallback(ti, 99, NULL), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    pthread_t stranger;
    int strange = 1;
    if (pthread_create(&stranger, NULL, call_unattached, &strange) == 0) pthread_join(stranger, NULL);
    return ok && !strange && !too_early;
}

JNIEXPORT jlong JNICALL Java_Extensions_osThreadId(JNIEnv *jni, jclass me, jthread t)
{
    jlong id = -1;
    CHECK(find("org.argus.functions.GetOSThreadID")(ti, t, &id));
    jlong same = -2;
    CHECK(find("com.ibm.GetOSThreadID")(ti, t, &same));
    return id == same ? id : -1;
}
JNIEXPORT jint JNICALL Java_Extensions_osThreadIdError(JNIEnv *jni, jclass me, jthread t)
{
    jlong id;
    return find("org.argus.functions.GetOSThreadID")(ti, t, &id);
}
JNIEXPORT jstring JNICALL Java_Extensions_dumpHeap(JNIEnv *jni, jclass me, jstring path, jboolean live,
                                                   jboolean overwrite)
{
    char *message = NULL, number[32];
    jlong size = -1;
    jvmtiError e = find("org.argus.functions.DumpHeap")(ti, (*jni)->GetStringUTFChars(jni, path, NULL), live, overwrite,
                                                        &size, &message);
    if (e != JVMTI_ERROR_NONE && e != JVMTI_ERROR_ILLEGAL_ARGUMENT) return (*jni)->NewStringUTF(jni, error_name(e));
    snprintf(number, sizeof number, "%lld", (long long)size);
    return (*jni)->NewStringUTF(jni, message ? message : number);
}

JNIEXPORT void JNICALL Java_Extensions_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, bytes),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, bytes, NULL) };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
}

/* ---- the trace from a signal handler ---- */
static jvmtiExtensionFunction async_trace;
static jvmtiFrameInfo trace[64];
static jint trace_count;
static jvmtiError trace_error;
static void on_signal(int signal, siginfo_t *si, void *context)
{
    trace_error = async_trace(ti, context, 64, trace, &trace_count);
}

JNIEXPORT void JNICALL Java_Extensions_prepareAsync(JNIEnv *jni, jclass me)
{
    CHECK(find("org.argus.functions.PrepareAsyncStackTrace")(ti));
}
JNIEXPORT jint JNICALL Java_Extensions_asyncDepth(JNIEnv *jni, jclass me)
{
    struct sigaction a = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK }, old;
    async_trace = find("org.argus.functions.GetAsyncStackTrace");
    trace_count = -1;
    sigaction(SIGUSR2, &a, &old);
    raise(SIGUSR2);
    sigaction(SIGUSR2, &old, NULL);
    CHECK(trace_error);
    jvmtiFrameInfo same[64];
    jint n;
    CHECK((*ti)->GetStackTrace(ti, NULL, 0, 64, same, &n));
    if (n != trace_count || memcmp(same, trace, 1 * sizeof *same)) return -1;
    for (jint i = 0; i < n; i++)
        if (same[i].method != trace[i].method) return -1;
    return trace_count;
}
JNIEXPORT jint JNICALL Java_Extensions_asyncFind(JNIEnv *jni, jclass me, jstring name)
{
    const char *wanted = (*jni)->GetStringUTFChars(jni, name, NULL);
    for (jint i = 0; i < trace_count; i++) {
        char *s;
        CHECK((*ti)->GetMethodName(ti, trace[i].method, &s, NULL, NULL));
        if (!strcmp(s, wanted)) return i;
    }
    return -1;
}

/* ---- filters ---- */
JNIEXPORT jint JNICALL Java_Extensions_filter(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray names_)
{
    if (!classes) return find("org.argus.functions.ClearMethodEventFilter")(ti);
    jclass c[16];
    jmethodID m[16], *all;
    jint nc = (*jni)->GetArrayLength(jni, classes), nm = 0, n;
    for (jint i = 0; i < nc; i++) c[i] = (*jni)->GetObjectArrayElement(jni, classes, i);
    CHECK((*ti)->GetClassMethods(ti, me, &n, &all));
    for (jint k = 0; k < (*jni)->GetArrayLength(jni, names_); k++) {
        const char *wanted = (*jni)->GetStringUTFChars(jni, (*jni)->GetObjectArrayElement(jni, names_, k), NULL);
        for (jint i = 0; i < n; i++) {
            char *s;
            CHECK((*ti)->GetMethodName(ti, all[i], &s, NULL, NULL));
            if (!strcmp(s, wanted)) m[nm++] = all[i];
        }
    }
    return find("org.argus.functions.SetMethodEventFilter")(ti, nc, c, nm, m);
}
JNIEXPORT void JNICALL Java_Extensions_methodEvents(JNIEnv *jni, jclass me, jboolean on)
{
    jthread t;
    CHECK((*ti)->GetCurrentThread(ti, &t));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, t));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, t));
}
JNIEXPORT jint JNICALL Java_Extensions_entries(JNIEnv *jni, jclass me, jstring name)
{
    return named[slot_of((*jni)->GetStringUTFChars(jni, name, NULL))].entries;
}
JNIEXPORT jint JNICALL Java_Extensions_exits(JNIEnv *jni, jclass me, jstring name)
{
    return named[slot_of((*jni)->GetStringUTFChars(jni, name, NULL))].exits;
}
JNIEXPORT jint JNICALL Java_Extensions_allEvents(JNIEnv *jni, jclass me)
{
    return counts[JVMTI_EVENT_METHOD_ENTRY] + counts[JVMTI_EVENT_METHOD_EXIT];
}
JNIEXPORT jint JNICALL Java_Extensions_count(JNIEnv *jni, jclass me, jint event) { return counts[event]; }
JNIEXPORT void JNICALL Java_Extensions_reset(JNIEnv *jni, jclass me)
{
    memset(counts, 0, sizeof counts);
    names = 0;
    memset(named, 0, sizeof named);
}
JNIEXPORT jint JNICALL Java_Extensions_tagFilter(JNIEnv *jni, jclass me, jint event, jint which)
{
    return find("org.argus.functions.SetEventTagFilter")(ti, event, which);
}
JNIEXPORT void JNICALL Java_Extensions_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}
JNIEXPORT void JNICALL Java_Extensions_events(JNIEnv *jni, jclass me, jboolean on)
{
    static const jvmtiEvent all[] = { JVMTI_EVENT_FIELD_MODIFICATION, JVMTI_EVENT_EXCEPTION, JVMTI_EVENT_MONITOR_WAIT,
                                      JVMTI_EVENT_VM_OBJECT_ALLOC };
    watching = on;
    jthread t;
    CHECK((*ti)->GetCurrentThread(ti, &t));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, all[i],
                                              all[i] == JVMTI_EVENT_VM_OBJECT_ALLOC ? NULL : t));
    if (on) CHECK((*ti)->SetFieldModificationWatch(ti, me, (*jni)->GetFieldID(jni, me, "field", "I")));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    CHECK((*ti)->GetPotentialCapabilities(ti, &caps));
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.MethodEntry = on_entry;
    c.MethodExit = on_return;
    c.FieldModification = on_modification;
    c.Exception = on_exception;
    c.MonitorWait = on_wait;
    c.VMObjectAlloc = on_alloc;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    CHECK((*ti)->GetExtensionFunctions(ti, &function_count, &functions));
    too_early = refusals(JVMTI_ERROR_WRONG_PHASE);
    return 0;
}
