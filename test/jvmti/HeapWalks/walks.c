/* Tags, walks over all objects and along references, ObjectFree; on the objects of the test, which are few and
 * known. */
#include "agent.h"

static jvmtiEnv *second;
static int freed;
static jlong freed_sum;
static jrawMonitorID lock;

static void JNICALL on_free(jvmtiEnv *e, jlong tag)
{
    (*e)->RawMonitorEnter(e, lock);
    freed++;
    freed_sum += tag;
    (*e)->RawMonitorExit(e, lock);
}

JNIEXPORT void JNICALL Java_HeapWalks_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}
JNIEXPORT jlong JNICALL Java_HeapWalks_tagOf(JNIEnv *jni, jclass me, jobject o, jboolean in_second)
{
    jlong tag = -1;
    CHECK(in_second ? (*second)->GetTag(second, o, &tag) : (*ti)->GetTag(ti, o, &tag));
    return tag;
}
JNIEXPORT void JNICALL Java_HeapWalks_withTags(JNIEnv *jni, jclass me, jlong a, jlong b)
{
    jlong want[2] = { a, b }, *tags;
    jobject *objects;
    jint n;
    jvmtiError e = (*ti)->GetObjectsWithTags(ti, 2, want, &n, &objects, &tags);
    if (e != JVMTI_ERROR_NONE) {
        printf("with tags: %s\n", error_name(e));
        return;
    }
    jlong sum = 0;
    int wrong = 0;
    for (jint i = 0; i < n; i++) {
        jlong tag;
        CHECK((*ti)->GetTag(ti, objects[i], &tag));
        wrong += tag != tags[i];
        sum += tag;
    }
    printf("with tags: %d objects, sum %lld, wrong %d\n", n, (long long)sum, wrong);
}
JNIEXPORT jint JNICALL Java_HeapWalks_freed(JNIEnv *jni, jclass me)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    jint n = freed;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    return n;
}
JNIEXPORT jlong JNICALL Java_HeapWalks_freedSum(JNIEnv *jni, jclass me) { return freed_sum; }

/* ---- along references, from one object ---- */

static char lines[400][200];
static int line_count;
static void line(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    if (line_count < 400) vsnprintf(lines[line_count++], 200, format, a);
    va_end(a);
}
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static void print_lines(void) /* the order is not specified */
{
    qsort(lines, (size_t)line_count, sizeof lines[0], by_text);
    for (int i = 0; i < line_count; i++) printf("  %s\n", lines[i]);
    line_count = 0;
}

/* Only what is tagged, or of a tagged class, is ours. */
static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *arg)
{
    int index = -1;
    if (kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD) index = info->field.index;
    if (kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) index = info->array.index;
    if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
        if (*tag > 0 && *tag < 1000)
            line("stack local: thread %lld slot %d class %lld tag %lld", (long long)info->stack_local.thread_tag,
                 info->stack_local.slot, (long long)class_tag, (long long)*tag);
        return JVMTI_VISIT_OBJECTS;
    }
    if (*tag > 0 && *tag < 1000 && referrer_tag && *referrer_tag > 0 && kind != JVMTI_HEAP_REFERENCE_CONSTANT_POOL)
        line("kind %d index %d from %lld (class %lld) to %lld (class %lld) length %d%s", kind, index,
             (long long)*referrer_tag, (long long)referrer_class_tag, (long long)*tag, (long long)class_tag, length,
             referrer_tag == tag ? " itself" : "");
    return *tag == 13 ? 0 : JVMTI_VISIT_OBJECTS;
}
static jint JNICALL on_primitive(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong *tag, jvalue v, jvmtiPrimitiveType type, void *arg)
{
    if (*tag <= 0 || *tag >= 1000) return 0;
    const char *value = ring();
    switch (type) {
    case 'Z': snprintf((char *)value, 99, "%d", v.z); break;
    case 'B': snprintf((char *)value, 99, "%d", v.b); break;
    case 'C': snprintf((char *)value, 99, "%d", v.c); break;
    case 'S': snprintf((char *)value, 99, "%d", v.s); break;
    case 'I': snprintf((char *)value, 99, "%d", v.i); break;
    case 'J': snprintf((char *)value, 99, "%lld", (long long)v.j); break;
    case 'F': snprintf((char *)value, 99, "%g", v.f); break;
    default: snprintf((char *)value, 99, "%g", v.d); break;
    }
    line("primitive kind %d index %d of %lld: %c %s", kind, info->field.index, (long long)*tag, type, value);
    return 0;
}
static jint JNICALL on_array(jlong class_tag, jlong size, jlong *tag, jint n, jvmtiPrimitiveType type,
                             const void *elements, void *arg)
{
    if (*tag > 0 && *tag < 1000)
        line("array %lld: %d of %c, first %d", (long long)*tag, n, type, n ? *(const jint *)elements : 0);
    return 0;
}
static jint JNICALL on_string(jlong class_tag, jlong size, jlong *tag, const jchar *value, jint n, void *arg)
{
    if (*tag > 0 && *tag < 1000) line("string %lld: %d chars, first %x", (long long)*tag, n, n ? value[0] : 0);
    return 0;
}
JNIEXPORT void JNICALL Java_HeapWalks_follow(JNIEnv *jni, jclass me, jobject from, jclass klass, jint filter)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    c.heap_reference_callback = on_reference;
    c.primitive_field_callback = on_primitive;
    c.array_primitive_value_callback = on_array;
    c.string_primitive_value_callback = on_string;
    CHECK((*ti)->FollowReferences(ti, filter, klass, from, &c, NULL));
    print_lines();
}

/* ---- all objects ---- */

static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *arg)
{
    int *counts = arg;
    counts[0]++;
    if (*tag) counts[1]++;
    if (class_tag) counts[2]++;
    if (class_tag && !*tag) *tag = 5000;
    return 0;
}
JNIEXPORT void JNICALL Java_HeapWalks_iterate(JNIEnv *jni, jclass me, jclass klass, jint filter)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    int counts[3] = { 0, 0, 0 };
    c.heap_iteration_callback = on_object;
    CHECK((*ti)->IterateThroughHeap(ti, filter, klass, &c, counts));
    printf("iterate: objects %d, tagged %d, class tagged %d\n", klass ? counts[0] : counts[0] > 1000, counts[1],
           counts[2]);
}
static jvmtiIterationControl JNICALL on_old(jlong class_tag, jlong size, jlong *tag, void *arg)
{
    ++*(int *)arg;
    return JVMTI_ITERATION_CONTINUE;
}
static jvmtiIterationControl JNICALL on_old_reference(jvmtiObjectReferenceKind kind, jlong class_tag, jlong size,
                                                      jlong *tag, jlong referrer_tag, jint index, void *arg)
{
    if (*tag > 0 && *tag < 1000 && referrer_tag > 0 && kind != JVMTI_REFERENCE_CONSTANT_POOL)
        line("old kind %d index %d from %lld to %lld", kind, index, (long long)referrer_tag, (long long)*tag);
    return *tag == 13 ? JVMTI_ITERATION_IGNORE : JVMTI_ITERATION_CONTINUE;
}
static jvmtiIterationControl JNICALL on_old_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag,
                                                 void *arg)
{
    ((int *)arg)[kind]++;
    return JVMTI_ITERATION_CONTINUE;
}
JNIEXPORT void JNICALL Java_HeapWalks_old(JNIEnv *jni, jclass me, jclass klass, jobject from)
{
    int all = 0, tagged = 0, instances = 0, roots[8] = { 0 };
    CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_EITHER, on_old, &all));
    CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_TAGGED, on_old, &tagged));
    CHECK((*ti)->IterateOverInstancesOfClass(ti, klass, JVMTI_HEAP_OBJECT_EITHER, on_old, &instances));
    printf("old: many %d, tagged %d, instances %d\n", all > 1000, tagged, instances);
    CHECK((*ti)->IterateOverObjectsReachableFromObject(ti, from, on_old_reference, NULL));
    print_lines();
    CHECK((*ti)->IterateOverReachableObjects(ti, on_old_root, NULL, NULL, roots));
    printf("old roots: global %d, system class %d, thread %d\n", roots[1] > 0, roots[2] > 100, roots[6] > 1);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    second = new_env(vm);
    ti = new_env(vm);
    caps.can_tag_objects = 1;
    CHECK((*second)->AddCapabilities(second, &caps));
    caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ObjectFree = on_free;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
    return 0;
}
