/* Counts of what the functions of Heap (1.0) report of the objects of the test. */
#include "agent.h"

struct seen {
    int n, tagged, of_tagged_class, after_stop, limit, sizes_wrong;
    jlong sum, ignored;
};

static int is_ours(jlong tag) { return tag > 0 && tag < 100; }

static jvmtiIterationControl answer(struct seen *s, jlong tag)
{
    if (s->limit < 0)
        s->after_stop++;
    else if (s->limit && --s->limit == 0) {
        s->limit = -1;
        return JVMTI_ITERATION_ABORT;
    }
    return s->ignored && tag == s->ignored ? JVMTI_ITERATION_IGNORE : JVMTI_ITERATION_CONTINUE;
}
static void note(struct seen *s, jlong class_tag, jlong size, jlong tag)
{
    s->n++;
    if (is_ours(tag)) {
        s->tagged++;
        s->sum += tag;
    }
    s->of_tagged_class += class_tag == 100;
    s->sizes_wrong += size <= 0 || size % 8 != 0;
}
static jvmtiIterationControl JNICALL on_object(jlong class_tag, jlong size, jlong *tag, void *arg)
{
    note(arg, class_tag, size, *tag);
    return answer(arg, *tag);
}
static jvmtiIterationControl JNICALL on_reference(jvmtiObjectReferenceKind kind, jlong class_tag, jlong size,
                                                  jlong *tag, jlong referrer_tag, jint index, void *arg)
{
    /* not into classes */
    if (kind != JVMTI_REFERENCE_FIELD && kind != JVMTI_REFERENCE_ARRAY_ELEMENT) return JVMTI_ITERATION_IGNORE;
    note(arg, class_tag, size, *tag);
    return answer(arg, *tag);
}
static jvmtiIterationControl JNICALL on_root(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag, void *arg)
{
    note(arg, class_tag, size, *tag);
    return answer(arg, *tag);
}
static jvmtiIterationControl JNICALL on_stack(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag,
                                              jlong thread_tag, jint depth, jmethodID method, jint slot, void *arg)
{
    note(arg, class_tag, size, *tag);
    return answer(arg, *tag);
}

JNIEXPORT void JNICALL Java_HeapOld_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}
JNIEXPORT jlong JNICALL Java_HeapOld_tagOf(JNIEnv *jni, jclass me, jobject o)
{
    jlong tag = -1;
    CHECK((*ti)->GetTag(ti, o, &tag));
    return tag;
}

JNIEXPORT void JNICALL Java_HeapOld_instances(JNIEnv *jni, jclass me, jclass c)
{
    static const jvmtiHeapObjectFilter filters[] = { JVMTI_HEAP_OBJECT_EITHER, JVMTI_HEAP_OBJECT_TAGGED,
                                                     JVMTI_HEAP_OBJECT_UNTAGGED };
    for (int i = 0; i < 3; i++) {
        struct seen s = { 0 };
        jvmtiError e = (*ti)->IterateOverInstancesOfClass(ti, c, filters[i], on_object, &s);
        printf("%s filter %d: %s, %d, tagged %d sum %lld, of the tagged class %d, wrong sizes %d\n", class_name(c),
               filters[i], error_name(e), s.n, s.tagged, (long long)s.sum, s.of_tagged_class, s.sizes_wrong);
    }
}
JNIEXPORT void JNICALL Java_HeapOld_all(JNIEnv *jni, jclass me)
{
    struct seen either = { 0 }, tagged = { 0 }, untagged = { 0 };
    CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_EITHER, on_object, &either));
    CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_TAGGED, on_object, &tagged));
    CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_UNTAGGED, on_object, &untagged));
    printf("all: many %d, tagged %d sum %lld, of the tagged class %d\n", either.n > 1000, either.tagged,
           (long long)either.sum, either.of_tagged_class);
    printf("only tagged: %d, sum %lld; untagged: many %d, tagged %d, of the tagged class %d\n", tagged.n,
           (long long)tagged.sum, untagged.n > 1000, untagged.tagged, untagged.of_tagged_class);
}
JNIEXPORT void JNICALL Java_HeapOld_stop(JNIEnv *jni, jclass me, jclass c, jobject from)
{
    for (int limit = 1; limit <= 5; limit += 4) {
        struct seen s[4];
        memset(s, 0, sizeof s);
        for (int i = 0; i < 4; i++) s[i].limit = limit;
        CHECK((*ti)->IterateOverHeap(ti, JVMTI_HEAP_OBJECT_EITHER, on_object, &s[0]));
        CHECK((*ti)->IterateOverInstancesOfClass(ti, c, JVMTI_HEAP_OBJECT_EITHER, on_object, &s[1]));
        CHECK((*ti)->IterateOverObjectsReachableFromObject(ti, from, on_reference, &s[2]));
        CHECK((*ti)->IterateOverReachableObjects(ti, on_root, on_stack, on_reference, &s[3]));
        for (int i = 0; i < 4; i++) printf("stopped after %d, and %d more\n", s[i].n, s[i].after_stop);
    }
}
JNIEXPORT void JNICALL Java_HeapOld_ignore(JNIEnv *jni, jclass me, jobject from, jlong tag)
{
    struct seen s = { .ignored = tag };
    CHECK((*ti)->IterateOverObjectsReachableFromObject(ti, from, on_reference, &s));
    printf("not into %lld: %d, tagged %d sum %lld\n", (long long)tag, s.n, s.tagged, (long long)s.sum);
}
JNIEXPORT void JNICALL Java_HeapOld_roots(JNIEnv *jni, jclass me)
{
    struct seen roots = { 0 }, stack = { 0 }, none = { 0 };
    CHECK((*ti)->IterateOverReachableObjects(ti, on_root, NULL, NULL, &roots));
    CHECK((*ti)->IterateOverReachableObjects(ti, NULL, on_stack, NULL, &stack));
    CHECK((*ti)->IterateOverReachableObjects(ti, NULL, NULL, NULL, &none));
    printf("roots: many %d, stack: some %d, none %d\n", roots.n > 100, stack.n > 0, none.n);
}

static jvmtiIterationControl JNICALL set_tag(jlong class_tag, jlong size, jlong *tag, void *arg)
{
    *tag = *tag == 0 ? 50 : *tag == 10 ? 0 : *tag;
    return JVMTI_ITERATION_CONTINUE;
}
static jvmtiIterationControl JNICALL add_one(jvmtiObjectReferenceKind kind, jlong class_tag, jlong size, jlong *tag,
                                             jlong referrer_tag, jint index, void *arg)
{
    if (kind != JVMTI_REFERENCE_FIELD && kind != JVMTI_REFERENCE_ARRAY_ELEMENT) return JVMTI_ITERATION_IGNORE;
    ++*tag;
    return JVMTI_ITERATION_CONTINUE;
}
JNIEXPORT void JNICALL Java_HeapOld_retag(JNIEnv *jni, jclass me, jclass c)
{
    struct seen s = { 0 };
    jlong wanted = 1;
    jint n;
    jobject *head;
    CHECK((*ti)->IterateOverInstancesOfClass(ti, c, JVMTI_HEAP_OBJECT_EITHER, set_tag, NULL));
    CHECK((*ti)->IterateOverInstancesOfClass(ti, c, JVMTI_HEAP_OBJECT_TAGGED, on_object, &s));
    printf("tagged now: %d, sum %lld\n", s.n, (long long)s.sum);
    CHECK((*ti)->GetObjectsWithTags(ti, 1, &wanted, &n, &head, NULL));
    CHECK((*ti)->IterateOverObjectsReachableFromObject(ti, head[0], add_one, NULL));
    memset(&s, 0, sizeof s);
    CHECK((*ti)->IterateOverInstancesOfClass(ti, c, JVMTI_HEAP_OBJECT_EITHER, on_object, &s));
    printf("each one more: %d, sum %lld\n", s.tagged, (long long)s.sum);
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
