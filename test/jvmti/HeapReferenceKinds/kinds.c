/* What is reported of tagged objects, sorted: the order of a walk is not specified. */
#include "agent.h"

static char lines[2000][220];
static int line_count;
static void line(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    if (line_count < 2000) vsnprintf(lines[line_count++], 220, format, a);
    va_end(a);
}
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static void print_lines(void)
{
    qsort(lines, (size_t)line_count, sizeof lines[0], by_text);
    for (int i = 0; i < line_count; i++)
        if (!i || strcmp(lines[i], lines[i - 1])) printf("  %s\n", lines[i]);
    line_count = 0;
}

JNIEXPORT void JNICALL Java_HeapReferenceKinds_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}

static const char *const kinds[] = { [1] = "class",        [2] = "field",        [3] = "array element",
                                     [4] = "class loader", [5] = "signers",      [6] = "protection domain",
                                     [7] = "interface",    [8] = "static field", [9] = "constant pool",
                                     [10] = "superclass",  [21] = "JNI global",  [22] = "system class",
                                     [23] = "monitor",     [24] = "stack local", [25] = "JNI local",
                                     [26] = "thread",      [27] = "other" };

static const char *short_method(jmethodID m)
{
    const char *name = method_name(m), *colon = strrchr(name, '$');
    return colon ? colon + 1 : name;
}

static jmethodID methods[32];
static const char *method_label(jmethodID m) /* no function that enters the VM may be called in a walk: print later */
{
    char *r = ring();
    int i = 0;
    while (i < 31 && methods[i] && methods[i] != m) i++;
    methods[i] = m;
    snprintf(r, 2048, "@%02d", i);
    return r;
}
static void expand_methods(void)
{
    for (int i = 0; i < line_count; i++) {
        char *at = strchr(lines[i], '@'), rest[220];
        if (!at) continue;
        int n = atoi(at + 1);
        snprintf(rest, sizeof rest, "%s", at + 3);
        snprintf(at, (size_t)(lines[i] + 220 - at), "%s%s", methods[n] ? short_method(methods[n]) : "no method", rest);
    }
}

static int only_roots;

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *arg)
{
    if (kind == JVMTI_HEAP_REFERENCE_CONSTANT_POOL || kind == JVMTI_HEAP_REFERENCE_OTHER)
        return only_roots ? 0 : JVMTI_VISIT_OBJECTS;
    if (!*tag) return only_roots ? 0 : JVMTI_VISIT_OBJECTS;
    if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
        const jvmtiHeapReferenceInfoStackLocal *l = &info->stack_local;
        if (*tag < 400) return 0;
        line("stack local %lld: thread %lld (id known %d), depth %d, location %lld, slot %d, in %s", (long long)*tag,
             (long long)l->thread_tag, l->thread_id > 0, l->depth, (long long)l->location, l->slot,
             method_label(l->method));
    } else if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
        const jvmtiHeapReferenceInfoJniLocal *l = &info->jni_local;
        if (*tag < 400) return 0;
        line("JNI local %lld: thread %lld (id known %d), depth %d, in %s", (long long)*tag, (long long)l->thread_tag,
             l->thread_id > 0, l->depth, method_label(l->method));
    } else if (!referrer_tag) {
        /* a VM may hold threads by such references, and HotSpot shows no monitors */
        int of_the_vm =
            (kind == JVMTI_HEAP_REFERENCE_JNI_GLOBAL && *tag != 450) || kind == JVMTI_HEAP_REFERENCE_MONITOR;
        if (*tag >= 400 && !of_the_vm)
            line("root %s: %lld, class %lld", kinds[kind], (long long)*tag, (long long)class_tag);
    } else if (!only_roots && *referrer_tag) {
        int index = -1;
        if (kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD) index = info->field.index;
        if (kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) index = info->array.index;
        line("%s %d: %lld (class %lld) to %lld (class %lld), length %d%s", kinds[kind], index, (long long)*referrer_tag,
             (long long)referrer_class_tag, (long long)*tag, (long long)class_tag, length,
             referrer_tag == tag ? ", to itself" : "");
        if (referrer_tag == tag && kind != JVMTI_HEAP_REFERENCE_FIELD) line("wrong");
    }
    return only_roots ? 0 : JVMTI_VISIT_OBJECTS;
}

static void follow(jobject from)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    memset(methods, 0, sizeof methods);
    c.heap_reference_callback = on_reference;
    CHECK((*ti)->FollowReferences(ti, 0, NULL, from, &c, NULL));
    expand_methods();
    print_lines();
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_follow(JNIEnv *jni, jclass me, jobject from)
{
    only_roots = 0;
    follow(from);
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_followAll(JNIEnv *jni, jclass me)
{
    only_roots = 1;
    follow(NULL);
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_locals(JNIEnv *jni, jclass me, jobjectArray box)
{
    jobject first = (*jni)->GetObjectArrayElement(jni, box, 0);
    CHECK((*jni)->PushLocalFrame(jni, 4));
    jobject second = (*jni)->GetObjectArrayElement(jni, box, 1), gone = (*jni)->GetObjectArrayElement(jni, box, 0);
    (*jni)->DeleteLocalRef(jni, gone);
    only_roots = 1;
    follow(NULL);
    (*jni)->DeleteLocalRef(jni, second);
    (*jni)->PopLocalFrame(jni, NULL);
    (*jni)->DeleteLocalRef(jni, first);
}
/* A native frame with references of its own between Java frames. */
JNIEXPORT jint JNICALL Java_HeapReferenceKinds_jniCall(JNIEnv *jni, jclass me, jobjectArray box, jobject runnable)
{
    jobject mine = (*jni)->GetObjectArrayElement(jni, box, 0);
    jclass c = (*jni)->GetObjectClass(jni, runnable);
    jmethodID run = (*jni)->GetMethodID(jni, c, "run", "()V");
    (*jni)->CallVoidMethod(jni, runnable, run);
    (*jni)->DeleteLocalRef(jni, mine);
    return 5;
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_global(JNIEnv *jni, jclass me, jobject o, jboolean make)
{
    static jobject g;
    if (make)
        g = (*jni)->NewGlobalRef(jni, o);
    else
        (*jni)->DeleteGlobalRef(jni, g);
}

/* ---- Heap (1.0) ---- */

static jvmtiIterationControl JNICALL on_old(jvmtiObjectReferenceKind kind, jlong class_tag, jlong size, jlong *tag,
                                            jlong referrer_tag, jint index, void *arg)
{
    if (*tag && referrer_tag && kind != JVMTI_REFERENCE_CONSTANT_POOL)
        line("%s %d: %lld to %lld (class %lld)", kinds[kind], index, (long long)referrer_tag, (long long)*tag,
             (long long)class_tag);
    return JVMTI_ITERATION_CONTINUE;
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_old(JNIEnv *jni, jclass me, jobject from)
{
    CHECK((*ti)->IterateOverObjectsReachableFromObject(ti, from, on_old, NULL));
    print_lines();
}

static jvmtiIterationControl JNICALL old_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag,
                                              void *arg)
{
    if (*tag >= 400 && kind != JVMTI_HEAP_ROOT_MONITOR && (kind != JVMTI_HEAP_ROOT_JNI_GLOBAL || *tag == 450))
        line("old root %d: %lld", kind, (long long)*tag);
    return JVMTI_ITERATION_IGNORE;
}
static jvmtiIterationControl JNICALL old_stack(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag,
                                               jlong thread_tag, jint depth, jmethodID method, jint slot, void *arg)
{
    if (*tag >= 400)
        line("old stack %d: %lld, thread %lld, depth %d, slot %d, %s", kind, (long long)*tag, (long long)thread_tag,
             depth, slot, method_label(method));
    return JVMTI_ITERATION_IGNORE;
}
JNIEXPORT void JNICALL Java_HeapReferenceKinds_reachable(JNIEnv *jni, jclass me, jobjectArray box)
{
    jobject mine = (*jni)->GetObjectArrayElement(jni, box, 0);
    memset(methods, 0, sizeof methods);
    CHECK((*ti)->IterateOverReachableObjects(ti, old_root, old_stack, NULL, NULL));
    expand_methods();
    print_lines();
    CHECK((*ti)->IterateOverReachableObjects(ti, NULL, NULL, NULL, NULL));
    (*jni)->DeleteLocalRef(jni, mine);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
