/* Counts of what walks report of the objects of the test. Those are told by their tags, or by the class that the walk
 * is limited to. */
#include "agent.h"

struct counts {
    int objects, references, fields, arrays, strings, ours;
    jlong tags, chars;
    int stop_kind, stop_after, stop_seen, after_stop;
    jlong not_into;
    int limited;
};

static int ours(jlong class_tag, jlong tag) { return (class_tag >= 10 && class_tag < 12) || (tag > 0 && tag < 1000); }

/* The answer of a callback: abort when it is the n-th of the kind that is to stop the walk. */
static jint answer(struct counts *c, int kind, jint go_on)
{
    if (c->stop_seen) c->after_stop++;
    if (kind == c->stop_kind && --c->stop_after == 0) {
        c->stop_seen = 1;
        return JVMTI_VISIT_ABORT;
    }
    return go_on;
}

static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *arg)
{
    struct counts *c = arg;
    c->objects++;
    if (ours(class_tag, *tag)) {
        c->ours++;
        c->tags += *tag;
    }
    return answer(c, 0, 0);
}
static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *arg)
{
    struct counts *c = arg;
    /* not up into the class library */
    if (kind != JVMTI_HEAP_REFERENCE_FIELD && kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return answer(c, 9, 0);
    if (*tag >= 10 && *tag < 20) return answer(c, 9, 0); /* who knows of a class in the library */
    c->references++;
    if (ours(class_tag, *tag)) {
        c->ours++;
        c->tags += *tag;
    }
    return answer(c, 4, *tag && *tag == c->not_into ? 0 : JVMTI_VISIT_OBJECTS);
}
static jint JNICALL on_field(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                             jlong *tag, jvalue v, jvmtiPrimitiveType type, void *arg)
{
    struct counts *c = arg;
    if (c->limited || ours(class_tag, *tag)) c->fields++;
    return answer(c, 1, 0);
}
static jint JNICALL on_array(jlong class_tag, jlong size, jlong *tag, jint n, jvmtiPrimitiveType type,
                             const void *elements, void *arg)
{
    struct counts *c = arg;
    if (c->limited || (*tag > 0 && *tag < 1000)) c->arrays++;
    return answer(c, 2, 0);
}
static jint JNICALL on_string(jlong class_tag, jlong size, jlong *tag, const jchar *value, jint n, void *arg)
{
    struct counts *c = arg;
    if (*tag > 0 && *tag < 1000) {
        c->strings++;
        for (jint i = 0; i < n; i++) c->chars += value[i];
    }
    return answer(c, 3, 0);
}

static jvmtiHeapCallbacks callbacks(int values)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    c.heap_iteration_callback = on_object;
    c.heap_reference_callback = on_reference;
    if (values) {
        c.primitive_field_callback = on_field;
        c.array_primitive_value_callback = on_array;
        c.string_primitive_value_callback = on_string;
    }
    return c;
}

JNIEXPORT void JNICALL Java_HeapFilters_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}

JNIEXPORT void JNICALL Java_HeapFilters_iterate(JNIEnv *jni, jclass me, jint filter, jclass klass)
{
    struct counts c = { .stop_kind = -1, .limited = klass != NULL };
    jvmtiHeapCallbacks cb = callbacks(1);
    CHECK((*ti)->IterateThroughHeap(ti, filter, klass, &cb, &c));
    if (!klass) { /* arrays of the class library come and go */
        c.objects = c.objects > 0;
        c.fields = c.arrays = -1;
        if (!(filter & JVMTI_HEAP_FILTER_CLASS_TAGGED) && !(filter & JVMTI_HEAP_FILTER_UNTAGGED)) c.ours = -1;
    }
    printf("%02x: objects %d ours %d tags %lld fields %d arrays %d strings %d chars %lld\n", filter, c.objects, c.ours,
           (long long)c.tags, c.fields, c.arrays, c.strings, (long long)c.chars);
}

JNIEXPORT void JNICALL Java_HeapFilters_follow(JNIEnv *jni, jclass me, jint filter, jclass klass, jobject from,
                                               jint not_into)
{
    struct counts c = { .stop_kind = -1, .not_into = not_into, .limited = klass != NULL };
    jvmtiHeapCallbacks cb = callbacks(1);
    CHECK((*ti)->FollowReferences(ti, filter, klass, from, &cb, &c));
    /* what is left out is followed: that is the class library */
    if ((!klass || starts_with(class_name(klass), "Ljava")) && !(filter & JVMTI_HEAP_FILTER_UNTAGGED)) return;
    printf("%02x: references %d ours %d tags %lld fields %d arrays %d strings %d chars %lld\n", filter, c.references,
           c.ours, (long long)c.tags, c.fields, c.arrays, c.strings, (long long)c.chars);
}

JNIEXPORT void JNICALL Java_HeapFilters_abortAfter(JNIEnv *jni, jclass me, jint callback, jint n, jclass klass,
                                                   jobject from)
{
    struct counts c = { .stop_kind = callback == 5 ? 1 : callback, .stop_after = n };
    jvmtiHeapCallbacks cb = callbacks(1);
    jvmtiError e = callback >= 4 ? (*ti)->FollowReferences(ti, 0, klass, from, &cb, &c)
                                 : (*ti)->IterateThroughHeap(ti, 0, klass, &cb, &c);
    printf("callback %d: %s, stopped %d, after that %d\n", callback, error_name(e), c.stop_seen, c.after_stop);
}

/* ---- tags that callbacks change ---- */

static jint JNICALL add_thousand(jlong class_tag, jlong size, jlong *tag, jint length, void *arg)
{
    *tag += 1000;
    return 0;
}
static jint JNICALL drop_tag(jlong class_tag, jlong size, jlong *tag, jint length, void *arg)
{
    ++*(int *)arg;
    *tag = 0;
    return 0;
}
/* Each reference moves a thousand from the referrer to the referee; a class that is reached gets a tag, which its
 * objects show from then on. */
static jint JNICALL move_thousand(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                  jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                  void *arg)
{
    jlong *sums = arg;
    sums[0] += referrer_tag == tag;
    if (kind == JVMTI_HEAP_REFERENCE_CLASS) {
        if (referrer_class_tag >= 10 && referrer_class_tag < 20) {
            if (referrer_class_tag != *tag) sums[1]++;
            *tag = 10 + (*tag - 10 + 1) % 7;
        }
        return 0;
    }
    if (*tag && referrer_tag && *referrer_tag) {
        *tag += 1000;
        *referrer_tag -= 1000;
    }
    return JVMTI_VISIT_OBJECTS;
}
JNIEXPORT void JNICALL Java_HeapFilters_retag(JNIEnv *jni, jclass me, jclass klass, jobject from)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    int dropped = 0;
    jlong sums[2] = { 0, 0 }, tag;
    c.heap_reference_callback = move_thousand;
    CHECK((*ti)->FollowReferences(ti, 0, NULL, from, &c, sums));
    CHECK((*ti)->GetTag(ti, klass, &tag));
    printf("to itself %lld, wrong class tags %lld, class is %lld now\n", (long long)sums[0], (long long)sums[1],
           (long long)tag);
    CHECK((*ti)->SetTag(ti, klass, 10));
    struct counts n = { .stop_kind = -1 };
    jvmtiHeapCallbacks count = callbacks(0);
    c.heap_iteration_callback = add_thousand;
    CHECK((*ti)->IterateThroughHeap(ti, 0, klass, &c, NULL));
    CHECK((*ti)->IterateThroughHeap(ti, 0, klass, &count, &n));
    printf("all moved: %d %lld\n", n.objects, (long long)n.tags);
    c.heap_iteration_callback = drop_tag;
    CHECK((*ti)->IterateThroughHeap(ti, JVMTI_HEAP_FILTER_UNTAGGED, klass, &c, &dropped));
    memset(&n, 0, sizeof n);
    n.stop_kind = -1;
    CHECK((*ti)->IterateThroughHeap(ti, JVMTI_HEAP_FILTER_TAGGED, klass, &count, &n));
    printf("dropped %d, untagged now %d\n", dropped, n.objects);
}

JNIEXPORT void JNICALL Java_HeapFilters_nothing(JNIEnv *jni, jclass me, jclass klass, jobject from)
{
    jvmtiHeapCallbacks c;
    memset(&c, 0, sizeof c);
    CHECK((*ti)->IterateThroughHeap(ti, 0, klass, &c, NULL));
    CHECK((*ti)->FollowReferences(ti, 0, NULL, from, &c, NULL));
    CHECK((*ti)->FollowReferences(ti, 0, NULL, NULL, &c, NULL));
    struct counts n = { .stop_kind = -1, .limited = 1 };
    c = callbacks(1);
    c.heap_reference_callback = NULL; /* everything is followed then */
    c.array_primitive_value_callback = NULL;
    CHECK((*ti)->FollowReferences(ti, 0, klass, from, &c, &n));
    printf("without references: fields %d\n", n.fields);
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
