/* Tags of two environments. What is printed does not depend on where objects lie or in which order they are found. */
#include "agent.h"

static jvmtiEnv *envs[2];
static int freed[2];
static jlong freed_sum[2];
static jrawMonitorID lock;

static int index_of(jvmtiEnv *e) { return e == envs[1]; }

static void JNICALL on_free(jvmtiEnv *e, jlong tag)
{
    int i = index_of(e);
    if ((*e)->RawMonitorEnter(e, lock) != JVMTI_ERROR_NONE) printf("no monitor\n");
    freed[i]++;
    freed_sum[i] += tag;
    (*e)->RawMonitorExit(e, lock);
}

JNIEXPORT void JNICALL Java_HeapTags_tag(JNIEnv *jni, jclass me, jint env, jobject o, jlong tag)
{
    CHECK((*envs[env])->SetTag(envs[env], o, tag));
}
JNIEXPORT jlong JNICALL Java_HeapTags_tagOf(JNIEnv *jni, jclass me, jint env, jobject o)
{
    jlong tag = -99;
    CHECK((*envs[env])->GetTag(envs[env], o, &tag));
    return tag;
}

JNIEXPORT void JNICALL Java_HeapTags_tagThroughKinds(JNIEnv *jni, jclass me, jobject o)
{
    jobject global = (*jni)->NewGlobalRef(jni, o), local = (*jni)->NewLocalRef(jni, o);
    jweak weak = (*jni)->NewWeakGlobalRef(jni, o);
    jlong a, b, c;
    CHECK((*ti)->SetTag(ti, weak, 31));
    CHECK((*ti)->GetTag(ti, global, &a));
    CHECK((*ti)->SetTag(ti, global, 32));
    CHECK((*ti)->GetTag(ti, local, &b));
    CHECK((*ti)->SetTag(ti, local, 33));
    CHECK((*ti)->GetTag(ti, weak, &c));
    printf("kinds of references: %d %d %d\n", (int)a, (int)b, (int)c);
    CHECK((*ti)->SetTag(ti, o, 0));
    (*jni)->DeleteGlobalRef(jni, global);
    (*jni)->DeleteWeakGlobalRef(jni, weak);
    (*jni)->DeleteLocalRef(jni, local);
    jlong unchanged = 77;
    jvmtiError none = (*ti)->GetTag(ti, NULL, &unchanged);
    printf("%s", error_name(none));
    none = (*ti)->GetTag(ti, o, NULL);
    printf(" %s", error_name(none));
    none = (*ti)->SetTag(ti, NULL, 5);
    printf(" %s %d\n", error_name(none), (int)unchanged);
}

static int ascending(const void *a, const void *b)
{
    jlong x = *(const jlong *)a, y = *(const jlong *)b;
    return (x > y) - (x < y);
}

JNIEXPORT void JNICALL Java_HeapTags_find(JNIEnv *jni, jclass me, jint env, jboolean want_objects, jboolean want_tags,
                                          jlongArray wanted)
{
    jvmtiEnv *e = envs[env];
    jint n = (*jni)->GetArrayLength(jni, wanted), count = -1;
    jlong *list = (*jni)->GetLongArrayElements(jni, wanted, NULL), *tags = NULL, sum = 0;
    int quiet = n == 1 && list[0] == (jlong)1 << 50;
    jobject *objects = NULL;
    jvmtiError err =
        (*e)->GetObjectsWithTags(e, n, list, &count, want_objects ? &objects : NULL, want_tags ? &tags : NULL);
    (*jni)->ReleaseLongArrayElements(jni, wanted, list, JNI_ABORT);
    if (quiet) return;
    printf("find: %s, %d:", error_name(err), count);
    for (jint i = 0; objects && i < count; i++) {
        jlong tag = 0;
        CHECK((*e)->GetTag(e, objects[i], &tag));
        if (tags && tag != tags[i]) printf(" [object has %lld, told %lld]", (long long)tag, (long long)tags[i]);
        sum += tag;
    }
    if (objects && count) printf(" sum %lld", (long long)sum);
    if (tags) {
        qsort(tags, (size_t)count, sizeof *tags, ascending);
        for (jint i = 0; i < count; i++) printf(" %lld", (long long)tags[i]);
    }
    printf("\n");
    if (objects) CHECK((*e)->Deallocate(e, (unsigned char *)objects));
    if (tags) CHECK((*e)->Deallocate(e, (unsigned char *)tags));
}

JNIEXPORT jint JNICALL Java_HeapTags_findAll(JNIEnv *jni, jclass me, jint env, jlong tag)
{
    jint n = -1;
    jobject *objects;
    CHECK((*jni)->PushLocalFrame(jni, 16));
    CHECK((*envs[env])->GetObjectsWithTags(envs[env], 1, &tag, &n, &objects, NULL));
    jlong first = 0, last = 0;
    if (n > 0) {
        CHECK((*envs[env])->GetTag(envs[env], objects[0], &first));
        CHECK((*envs[env])->GetTag(envs[env], objects[n - 1], &last));
        if (first != tag || last != tag) printf("found what is not tagged so\n");
    }
    CHECK((*envs[env])->Deallocate(envs[env], (unsigned char *)objects));
    (*jni)->PopLocalFrame(jni, NULL);
    return n;
}

static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *sum)
{
    *(jlong *)sum += *tag;
    return 0;
}
JNIEXPORT void JNICALL Java_HeapTags_walk(JNIEnv *jni, jclass me, jint env)
{
    jvmtiHeapCallbacks c;
    jlong sum = 0;
    memset(&c, 0, sizeof c);
    c.heap_iteration_callback = on_object;
    CHECK((*envs[env])->IterateThroughHeap(envs[env], JVMTI_HEAP_FILTER_UNTAGGED, NULL, &c, &sum));
}

JNIEXPORT void JNICALL Java_HeapTags_freeEvents(JNIEnv *jni, jclass me, jint env, jboolean on)
{
    freed[env] = 0;
    freed_sum[env] = 0;
    if (on)
        enable(envs[env], JVMTI_EVENT_OBJECT_FREE);
    else
        disable(envs[env], JVMTI_EVENT_OBJECT_FREE);
}
JNIEXPORT jint JNICALL Java_HeapTags_freed(JNIEnv *jni, jclass me, jint env)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    jint n = freed[env];
    CHECK((*ti)->RawMonitorExit(ti, lock));
    return n;
}
JNIEXPORT jlong JNICALL Java_HeapTags_freedSum(JNIEnv *jni, jclass me, jint env) { return freed_sum[env]; }

static jvmtiEnv *tagging_env(void)
{
    jvmtiEnv *e = NULL;
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = 1;
    if ((*the_vm)->GetEnv(the_vm, (void **)&e, JVMTI_VERSION_11) != JNI_OK ||
        (*e)->AddCapabilities(e, &caps) != JVMTI_ERROR_NONE)
        printf("no environment\n");
    return e;
}

/* Environments that come and go: what one has tagged is nothing to the next. */
JNIEXPORT void JNICALL Java_HeapTags_disposed(JNIEnv *jni, jclass me)
{
    jlong tag, left = 0;
    for (int i = 0; i < 20; i++) {
        jvmtiEnv *e = tagging_env();
        if ((*e)->GetTag(e, me, &tag) != JVMTI_ERROR_NONE || tag) left++;
        if ((*e)->SetTag(e, me, i + 1) != JVMTI_ERROR_NONE || (*e)->GetTag(e, me, &tag) != JVMTI_ERROR_NONE ||
            tag != i + 1)
            left++;
        if ((*e)->DisposeEnvironment(e) != JVMTI_ERROR_NONE) left++;
        if (i % 5 == 0) CHECK((*ti)->ForceGarbageCollection(ti));
    }
    printf("disposed: %d wrong\n", (int)left);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    envs[0] = ti;
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    envs[1] = tagging_env();
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ObjectFree = on_free;
    for (int i = 0; i < 2; i++) CHECK((*envs[i])->SetEventCallbacks(envs[i], &c, sizeof c));
    return 0;
}
