/* Keeps what CompiledMethodLoad, CompiledMethodUnload and DynamicCodeGenerated said, and compares it with what
 * GenerateEvents says. */
#include "agent.h"
#include <jvmticmlr.h>
#include <pthread.h>
#include <stdbool.h>

struct piece {
    char name[128];
    const char *start;
    jint size;
};
enum { MOST = 1 << 16 };
static struct piece pieces[MOST], replayed[MOST];
static int mapped, taken_in;
static int count, replay_count, adapter_count, replay_adapters, replaying;
static struct {
    char name[128];
    int n;
} unloaded[MOST];
static int unloaded_count;
static const void *inside_plain;
static unsigned char *class_bytes;
static jint class_len;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Addresses go up, lie in the code, and name the method itself and, in the record, what was taken in as well. */
static bool places_are_sound(jmethodID m, const char *start, jint size, jint n, const jvmtiAddrLocationMap *map,
                             const jvmtiCompiledMethodLoadInlineRecord *r)
{
    if (!n) return !map && !r;
    if (r->header.kind != JVMTI_CMLR_INLINE_INFO || r->header.next || r->numpcs != n) return false;
    for (jint i = 0; i < n; i++) {
        const PCStackInfo *s = &r->pcinfo[i];
        const char *at = map[i].start_address;
        if (at < start || at >= start + size || s->pc != at || (i > 0 && at <= (char *)r->pcinfo[i - 1].pc))
            return false;
        if (s->numstackframes < 1 || s->methods[s->numstackframes - 1] != m) return false;
        if (s->bcis[s->numstackframes - 1] != map[i].location) return false;
        for (jint k = 0; k < s->numstackframes; k++) {
            jlocation from, to;
            if ((*ti)->GetMethodLocation(ti, s->methods[k], &from, &to) != JVMTI_ERROR_NONE) return false;
            if (s->bcis[k] < from || s->bcis[k] > to) return false;
        }
        if (s->numstackframes > 1) taken_in++;
    }
    mapped++;
    return true;
}

static void JNICALL on_compiled(jvmtiEnv *e, jmethodID m, jint size, const void *start, jint n,
                                const jvmtiAddrLocationMap *map, const void *info)
{
    const char *name = method_name(m);
    pthread_mutex_lock(&lock);
    int known = count; /* what the start phase told already comes again at VMInit */
    while (!replaying && known > 0 && pieces[known - 1].start != start) known--;
    struct piece *p = replaying ? &replayed[replay_count++] : known > 0 ? &pieces[known - 1] : &pieces[count++];
    snprintf(p->name, sizeof p->name, "%s", name);
    p->start = start;
    p->size = size;
    pthread_mutex_unlock(&lock);
    if (size <= 0 || !start || !places_are_sound(m, start, size, n, map, info))
        printf("bad CompiledMethodLoad of %s\n", name);
}
static void JNICALL on_unload(jvmtiEnv *e, jmethodID m, const void *start)
{
    pthread_mutex_lock(&lock);
    int i = count;
    while (i-- > 0 && pieces[i].start != start) {}
    if (i < 0)
        printf("CompiledMethodUnload of unknown code\n");
    else {
        snprintf(unloaded[unloaded_count++].name, 128, "%s", pieces[i].name);
        pieces[i] = pieces[--count];
    }
    pthread_mutex_unlock(&lock);
}
static void JNICALL on_generated(jvmtiEnv *e, const char *name, const void *start, jint size)
{
    if (!name || !*name || !start || size <= 0) printf("bad DynamicCodeGenerated\n");
    if (replaying)
        replay_adapters++;
    else
        adapter_count++;
}
static void JNICALL on_class_file(jvmtiEnv *e, JNIEnv *jni, jclass redefined, jobject loader, const char *name,
                                  jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                                  unsigned char **new_bytes)
{
    if (!name || strcmp(name, "GeneratedCode") || class_bytes) return;
    class_bytes = memcpy(malloc((size_t)len), bytes, (size_t)len);
    class_len = len;
}

static int is_named(const char *full, const char *name)
{
    char start[128];
    snprintf(start, sizeof start, "LGeneratedCode;.%s(", name);
    return starts_with(full, start);
}
#define STRING(s) ((*jni)->GetStringUTFChars(jni, s, NULL))

JNIEXPORT jint JNICALL Java_GeneratedCode_plain(JNIEnv *jni, jclass me, jint a, jlong b)
{
    inside_plain = __builtin_return_address(0);
    return a + (jint)(b >> 32);
}
static jint JNICALL other_plain(JNIEnv *jni, jclass me, jint a, jlong b) { return -1; }
JNIEXPORT jobject JNICALL Java_GeneratedCode_other(JNIEnv *jni, jclass me, jobject o) { return o; }
JNIEXPORT void JNICALL Java_GeneratedCode_bind(JNIEnv *jni, jclass me, jint how)
{
    if (how < 0) {
        (*jni)->UnregisterNatives(jni, me);
        return;
    }
    JNINativeMethod m = { "plain", "(IJ)I", how ? (void *)other_plain : (void *)Java_GeneratedCode_plain };
    if ((*jni)->RegisterNatives(jni, me, &m, 1) != 0) printf("RegisterNatives failed\n");
}
JNIEXPORT jboolean JNICALL Java_GeneratedCode_loaded(JNIEnv *jni, jclass me, jstring name)
{
    const char *s = STRING(name);
    for (int i = 0; i < count; i++)
        if (is_named(pieces[i].name, s)) return JNI_TRUE;
    return JNI_FALSE;
}
JNIEXPORT jboolean JNICALL Java_GeneratedCode_covers(JNIEnv *jni, jclass me, jstring name)
{
    const char *s = STRING(name);
    for (int i = 0; i < count; i++)
        if (is_named(pieces[i].name, s))
            return (const char *)inside_plain >= pieces[i].start &&
                   (const char *)inside_plain < pieces[i].start + pieces[i].size;
    return JNI_FALSE;
}
JNIEXPORT jint JNICALL Java_GeneratedCode_unloads(JNIEnv *jni, jclass me, jstring name)
{
    const char *s = STRING(name);
    jint n = 0;
    for (int i = 0; i < unloaded_count; i++) n += is_named(unloaded[i].name, s);
    return n;
}
JNIEXPORT jint JNICALL Java_GeneratedCode_adapters(JNIEnv *jni, jclass me) { return adapter_count; }
JNIEXPORT jint JNICALL Java_GeneratedCode_replay(JNIEnv *jni, jclass me)
{
    replay_count = replay_adapters = 0;
    replaying = 1;
    CHECK((*ti)->GenerateEvents(ti, JVMTI_EVENT_COMPILED_METHOD_LOAD));
    CHECK((*ti)->GenerateEvents(ti, JVMTI_EVENT_DYNAMIC_CODE_GENERATED));
    replaying = 0;
    int wrong = replay_adapters != adapter_count;
    for (int i = 0; i < replay_count; i++) {
        int k = 0;
        while (k < count && (pieces[k].start != replayed[i].start || strcmp(pieces[k].name, replayed[i].name))) k++;
        wrong += k == count;
    }
    if (wrong || replay_count != count)
        printf("replayed %d methods of %d, %d adapters of %d\n", replay_count, count, replay_adapters, adapter_count);
    return wrong + (replay_count != count);
}
JNIEXPORT void JNICALL Java_GeneratedCode_redefine(JNIEnv *jni, jclass me)
{
    jvmtiClassDefinition d = { me, class_len, class_bytes };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
}

/* What was made in the primordial phase could not be told; GenerateEvents is for the live phase. */
static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    CHECK((*ti)->GenerateEvents(ti, JVMTI_EVENT_COMPILED_METHOD_LOAD));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_compiled_method_load_events = caps.can_redefine_classes =
        caps.can_generate_all_class_hook_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.CompiledMethodLoad = on_compiled;
    c.CompiledMethodUnload = on_unload;
    c.DynamicCodeGenerated = on_generated;
    c.VMInit = on_init;
    c.ClassFileLoadHook = on_class_file;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_VM_INIT);
    enable(ti, JVMTI_EVENT_COMPILED_METHOD_LOAD);
    enable(ti, JVMTI_EVENT_COMPILED_METHOD_UNLOAD);
    enable(ti, JVMTI_EVENT_DYNAMIC_CODE_GENERATED);
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
