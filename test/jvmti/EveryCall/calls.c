/* Counts MethodEntry, MethodExit and exits by exceptions of each method, in every thread, for
 * test/drivers/69-every-call.py and for measuring.
 *
 *     -agentpath:libcalls.so=REPORT[,all|filter|total]
 *
 * all     methods of the JDK too are events, but only those of other loaders are reported: what the program itself does
 * filter  the others are no events (SetMethodEventFilter)
 * total   two sums, of all methods
 *
 * A line of the report: entries, exits, exits by exceptions, method. */
#include "agent.h"
#include "include/argus/jvmti_extensions.h"
#include <stdatomic.h>

enum { SLOTS = 1 << 18 };
static struct counted {
    _Atomic(jmethodID) m;
    _Atomic long count[3];
} *table;
enum { ENTRY, EXIT, THROWN };
static char report[1024];
static int filter, total;
static struct argus_extensions x;
static jrawMonitorID classes_lock;
static jclass *classes;
static int class_count, class_room;

static struct counted *slot_of(jmethodID m)
{
    for (size_t i = (uintptr_t)m >> 4;; i++) {
        struct counted *c = &table[i % SLOTS];
        jmethodID there = c->m;
        if (there == m) return c;
        if (!there && (atomic_compare_exchange_strong(&c->m, &there, m) || there == m)) return c;
    }
}
static void count(jmethodID m, int what)
{
    atomic_fetch_add_explicit(&slot_of(m)->count[what], 1, memory_order_relaxed);
}

static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m) { count(m, ENTRY); }
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jboolean thrown, jvalue v)
{
    count(m, thrown ? THROWN : EXIT);
}
static int of_program(jclass c)
{
    jobject loader = NULL;
    return (*ti)->GetClassLoader(ti, c, &loader) == JVMTI_ERROR_NONE && loader;
}
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread thread, jclass c)
{
    if (!of_program(c)) return;
    CHECK((*ti)->RawMonitorEnter(ti, classes_lock));
    if (class_count == class_room)
        classes = realloc(classes, (size_t)(class_room = 2 * class_room + 64) * sizeof *classes);
    classes[class_count++] = (*jni)->NewWeakGlobalRef(jni, c);
    jclass *live = malloc((size_t)class_count * sizeof *live);
    int n = 0;
    for (int i = 0; i < class_count; i++)
        if ((live[n] = (*jni)->NewLocalRef(jni, classes[i])) != NULL) n++;
    CHECK(argus_SetMethodEventFilter(&x, n, live, 0, NULL));
    free(live);
    CHECK((*ti)->RawMonitorExit(ti, classes_lock));
}

static void print_method(FILE *out, const struct counted *c)
{
    jclass owner = NULL;
    if (!c->m || (*ti)->GetMethodDeclaringClass(ti, c->m, &owner) != JVMTI_ERROR_NONE || !of_program(owner)) return;
    fprintf(out, "%ld %ld %ld %s\n", c->count[ENTRY], c->count[EXIT], c->count[THROWN], method_name(c->m));
}
static void JNICALL on_death(jvmtiEnv *e, JNIEnv *jni)
{
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, NULL));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, NULL));
    FILE *out = fopen(report, "w");
    long sums[3] = { 0, 0, 0 };
    for (int i = 0; i < SLOTS; i++) {
        if ((*jni)->PushLocalFrame(jni, 8)) break;
        if (!total) print_method(out, &table[i]);
        for (int k = 0; k < 3; k++) sums[k] += table[i].count[k];
        (*jni)->PopLocalFrame(jni, NULL);
    }
    if (total) fprintf(out, "%ld %ld %ld all\n", sums[ENTRY], sums[EXIT], sums[THROWN]);
    fclose(out);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    char *how = strchr(options, ',');
    snprintf(report, sizeof report, "%.*s", (int)(how ? how - options : (long)strlen(options)), options);
    filter = how && !strcmp(how, ",filter");
    total = how && !strcmp(how, ",total");
    table = calloc(SLOTS, sizeof *table);
    ti = new_env(vm);
    argus_extensions(ti, &x);
    jvmtiCapabilities caps = { .can_generate_method_entry_events = 1, .can_generate_method_exit_events = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "classes", &classes_lock));
    jvmtiEventCallbacks callbacks = { .MethodEntry = on_entry, .MethodExit = on_exit_, .VMDeath = on_death };
    if (filter) callbacks.ClassPrepare = on_prepare;
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    if (filter) CHECK(argus_SetMethodEventFilter(&x, 0, NULL, 0, NULL));
    const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT, JVMTI_EVENT_VM_DEATH,
                                  JVMTI_EVENT_CLASS_PREPARE };
    for (int i = 0; i < 3 + filter; i++) CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[i], NULL));
    return JNI_OK;
}
