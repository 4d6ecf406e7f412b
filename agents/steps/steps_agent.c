/* steps: counts how often each instruction of each method runs, by single steps, and writes the counts and the code
 * when the VM ends. tools/fusion_main.py reads them.
 *
 *     -agentpath:libsteps.so=FILE,MAX      MAX: after so many steps the rest of the program is not counted
 *
 * A line for each method: `descriptor code-in-hex class-number bci:count…`; one for each class that they name:
 * `class number constants constant-pool-in-hex`. Threads count without locks, so counts of methods that several run at
 * once may be a little low. */
#include <jvmti.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 17 };
struct counted {
    jmethodID id;
    uint32_t length;
    uint64_t counts[];
};
static struct counted *_Atomic table[SLOTS];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static _Atomic long left;
static char *path;

static size_t place(jmethodID id) { return ((uintptr_t)id >> 3) * 0x9e3779b97f4a7c15u >> 47 & (SLOTS - 1); }

static struct counted *add(jvmtiEnv *jvmti, jmethodID id, size_t at)
{
    jlocation first, last;
    if ((*jvmti)->GetMethodLocation(jvmti, id, &first, &last)) return NULL;
    pthread_mutex_lock(&adding);
    struct counted *c;
    for (; (c = table[at]) && c->id != id; at = (at + 1) & (SLOTS - 1)) {}
    if (!c) {
        c = calloc(1, sizeof *c + (size_t)(last + 1) * sizeof c->counts[0]);
        c->id = id;
        c->length = (uint32_t)last + 1;
        table[at] = c;
    }
    pthread_mutex_unlock(&adding);
    return c;
}

static void JNICALL on_step(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID id, jlocation location)
{
    static __thread struct counted *recent;
    struct counted *c = recent;
    if (!c || c->id != id) {
        size_t at = place(id);
        for (; (c = table[at]) && c->id != id; at = (at + 1) & (SLOTS - 1)) {}
        if (!c && !(c = add(jvmti, id, at))) return;
        recent = c;
    }
    if ((uint64_t)location < c->length) c->counts[location]++;
    if (atomic_fetch_sub(&left, 1) == 1)
        (void)(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, NULL);
}

static void put_hex(FILE *f, const unsigned char *bytes, jint n)
{
    for (jint i = 0; i < n; i++) fprintf(f, "%02x", bytes[i]);
}

/* The class's number in the file; what it is the first time it is asked for. Classes are told apart by their tags. */
static jlong write_class(jvmtiEnv *jvmti, FILE *f, jclass cls)
{
    static jlong last;
    jlong number = 0;
    if ((*jvmti)->GetTag(jvmti, cls, &number) || number) return number;
    jint count, size;
    unsigned char *pool;
    if ((*jvmti)->GetConstantPool(jvmti, cls, &count, &size, &pool)) return 0;
    (void)(*jvmti)->SetTag(jvmti, cls, number = ++last);
    fprintf(f, "class %lld %d ", (long long)number, count);
    put_hex(f, pool, size);
    fprintf(f, "\n");
    (void)(*jvmti)->Deallocate(jvmti, pool);
    return number;
}

static void write_method(jvmtiEnv *jvmti, FILE *f, const struct counted *c)
{
    jclass cls;
    jint size;
    unsigned char *code;
    char *name, *descriptor;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, c->id, &cls) || (*jvmti)->GetBytecodes(jvmti, c->id, &size, &code))
        return;
    jlong number = write_class(jvmti, f, cls);
    if (number && !(*jvmti)->GetMethodName(jvmti, c->id, &name, &descriptor, NULL)) {
        fprintf(f, "%s ", descriptor);
        put_hex(f, code, size);
        fprintf(f, " %lld", (long long)number);
        for (uint32_t i = 0; i < c->length; i++)
            if (c->counts[i]) fprintf(f, " %u:%llu", i, (unsigned long long)c->counts[i]);
        fprintf(f, "\n");
        (void)(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
        (void)(*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    }
    (void)(*jvmti)->Deallocate(jvmti, code);
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *env)
{
    (void)(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_SINGLE_STEP, NULL);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        return;
    }
    for (size_t i = 0; i < SLOTS; i++)
        if (table[i]) write_method(jvmti, f, table[i]);
    fclose(f);
}

static void JNICALL on_init(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    (void)(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    char *comma = options ? strrchr(options, ',') : NULL;
    if (!comma || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) {
        fprintf(stderr, "steps: -agentpath:libsteps.so=FILE,MAX\n");
        return JNI_ERR;
    }
    path = strndup(options, (size_t)(comma - options));
    left = atol(comma + 1);
    jvmtiCapabilities can = {
        .can_generate_single_step_events = 1, .can_get_bytecodes = 1, .can_get_constant_pool = 1, .can_tag_objects = 1
    };
    jvmtiEventCallbacks callbacks = { .SingleStep = on_step, .VMDeath = on_death, .VMInit = on_init };
    if ((*jvmti)->AddCapabilities(jvmti, &can) || (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks) ||
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL) ||
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL))
        return JNI_ERR;
    return JNI_OK;
}
