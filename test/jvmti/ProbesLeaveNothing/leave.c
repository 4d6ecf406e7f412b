/* Keeps copies of compiled code, and compares them where they lie at different addresses. */
#include "probe_agent.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { METHODS = 3, KEPT = 9, SIZE = 1 << 16 };
static struct code {
    const char *start; /* NULL: none */
    jint size;
    unsigned char bytes[SIZE];
} present[METHODS], kept[KEPT];
static const char *const names[METHODS] = { "outer", "small", "virtual" };

static int number_of(jmethodID m)
{
    char *name = NULL, *class_name = NULL;
    jclass c;
    int found = -1;
    if ((*ti)->GetMethodDeclaringClass(ti, m, &c) || (*ti)->GetClassSignature(ti, c, &class_name, NULL)) return -1;
    (*ti)->GetMethodName(ti, m, &name, NULL, NULL);
    for (int i = 0; name && i < METHODS; i++)
        if (!strcmp(class_name, "LProbesLeaveNothing;") && !strcmp(name, names[i])) found = i;
    give_back(name);
    give_back(class_name);
    return found;
}
static void JNICALL on_compiled(jvmtiEnv *e, jmethodID m, jint size, const void *start, jint n,
                                const jvmtiAddrLocationMap *map, const void *info)
{
    int i = number_of(m);
    if (i < 0 || size > SIZE) return;
    pthread_mutex_lock(&lock);
    present[i].start = start;
    present[i].size = size;
    memcpy(present[i].bytes, start, (size_t)size);
    pthread_mutex_unlock(&lock);
}
static void JNICALL on_unloaded(jvmtiEnv *e, jmethodID m, const void *start)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < METHODS; i++)
        if (present[i].start == start) present[i].start = NULL;
    pthread_mutex_unlock(&lock);
}

JNIEXPORT jint JNICALL Java_ProbesLeaveNothing_keep(JNIEnv *jni, jclass c, jstring method, jint n)
{
    const char *name = (*jni)->GetStringUTFChars(jni, method, NULL);
    jint size = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < METHODS; i++)
        if (!strcmp(names[i], name)) {
            kept[n] = present[i];
            size = present[i].start ? present[i].size : 0;
        }
    pthread_mutex_unlock(&lock);
    (*jni)->ReleaseStringUTFChars(jni, method, name);
    return size;
}

static int64_t number_at(const unsigned char *p)
{
    int64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}
/* Are there four bytes around i that are relative to the code's own place? Where they end; -1: no. */
static jint behind_relative(const struct code *a, const struct code *b, jint i)
{
    int32_t moved = (int32_t)(b->start - a->start);
    for (jint at = i < 3 ? 0 : i - 3; at <= i && at + 8 <= SIZE; at++)
        if ((int32_t)(number_at(b->bytes + at) - number_at(a->bytes + at)) == -moved) return at + 4;
    return -1;
}
/* Are there eight bytes around i that point into something else that has moved, as far as all others before it? That
 * is what the VM keeps about the code. far: by how much; the first time all that are possible, count of them. */
static jint behind_address(const struct code *a, const struct code *b, jint i, int64_t *far, int *count)
{
    int64_t possible[8];
    int n = 0;
    jint end = -1;
    for (jint at = i < 7 ? 0 : i - 7; at <= i && at + 8 <= SIZE; at++) {
        int64_t change = number_at(b->bytes + at) - number_at(a->bytes + at);
        bool known = *count < 0;
        for (int k = 0; k < *count; k++) known |= far[k] == change;
        if (!known) continue;
        possible[n++] = change;
        end = at + 8;
    }
    if (n) memcpy(far, possible, sizeof possible);
    *count = n;
    return n ? end : -1;
}
/* Wherever they lie. */
JNIEXPORT jboolean JNICALL Java_ProbesLeaveNothing_same(JNIEnv *jni, jclass c, jint one, jint other)
{
    const struct code *a = &kept[one], *b = &kept[other];
    int64_t far[8];
    int count = -1;
    if (!a->start || !b->start || a->size != b->size) return JNI_FALSE;
    for (jint i = 0; i < a->size;) {
        if (a->bytes[i] == b->bytes[i]) {
            i++;
            continue;
        }
        jint next = behind_relative(a, b, i);
        if (next < 0) next = behind_address(a, b, i, far, &count);
        if (next < 0) return JNI_FALSE;
        i = next;
    }
    return JNI_TRUE;
}

JNIEXPORT jstring JNICALL Java_ProbesLeaveNothing_add(JNIEnv *jni, jclass c, jstring text)
{
    return add_probe(jni, text);
}
JNIEXPORT jstring JNICALL Java_ProbesLeaveNothing_count(JNIEnv *jni, jclass c, jstring id)
{
    char *text = NULL;
    argus_ReadProbe(&x, probe_id(jni, id), JNI_FALSE, JNI_FALSE, &text);
    return answer(jni, text);
}
JNIEXPORT jstring JNICALL Java_ProbesLeaveNothing_list(JNIEnv *jni, jclass c)
{
    char *text = NULL;
    argus_ListProbes(&x, JNI_FALSE, &text);
    return answer(jni, text);
}
JNIEXPORT void JNICALL Java_ProbesLeaveNothing_remove(JNIEnv *jni, jclass c, jstring id)
{
    if (argus_RemoveProbe(&x, probe_id(jni, id)) != JVMTI_ERROR_NONE) printf("not removed\n");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    argus_extensions(ti, &x);
    jvmtiCapabilities caps = { .can_generate_compiled_method_load_events = 1 };
    jvmtiEventCallbacks callbacks = { .CompiledMethodLoad = on_compiled, .CompiledMethodUnload = on_unloaded };
    (*ti)->AddCapabilities(ti, &caps);
    (*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks);
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL);
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_UNLOAD, NULL);
    return JNI_OK;
}
