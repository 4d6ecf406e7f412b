/* Heap walks and local variables around objects that only a variable refers to. */
#include "agent.h"

static struct {
    jlong slot;
    jmethodID method;
} found[16]; /* callbacks of a walk may not ask for names */
static int found_count;

JNIEXPORT void JNICALL Java_DeadVariables_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
}

static void note(jlong slot, jmethodID m)
{
    if (!m || found_count == 16) return;
    found[found_count].slot = slot;
    found[found_count++].method = m;
}
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static jstring all_found(JNIEnv *jni)
{
    char texts[16][128], text[2048] = "";
    for (int i = 0; i < found_count; i++) {
        char *name;
        CHECK((*ti)->GetMethodName(ti, found[i].method, &name, NULL, NULL));
        snprintf(texts[i], sizeof texts[i], "slot %d of %s ", (int)found[i].slot, name);
        give_back(name);
    }
    qsort(texts, (size_t)found_count, sizeof texts[0], by_text);
    for (int i = 0; i < found_count; i++) strcat(text, texts[i]);
    return (*jni)->NewStringUTF(jni, found_count ? text : "none ");
}

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *data)
{
    if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL && *tag == *(jlong *)data)
        note(info->stack_local.slot, info->stack_local.method);
    return JVMTI_VISIT_OBJECTS;
}
JNIEXPORT jstring JNICALL Java_DeadVariables_roots(JNIEnv *jni, jclass me, jlong tag)
{
    jvmtiHeapCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.heap_reference_callback = on_reference;
    found_count = 0;
    CHECK((*ti)->FollowReferences(ti, 0, NULL, NULL, &cb, &tag));
    return all_found(jni);
}

static jvmtiIterationControl JNICALL on_stack(jvmtiHeapRootKind kind, jlong class_tag, jlong size, jlong *tag,
                                              jlong thread_tag, jint depth, jmethodID method, jint slot, void *data)
{
    if (kind == JVMTI_HEAP_ROOT_STACK_LOCAL && *tag == *(jlong *)data) note(slot, method);
    return JVMTI_ITERATION_CONTINUE;
}
JNIEXPORT jstring JNICALL Java_DeadVariables_rootsOld(JNIEnv *jni, jclass me, jlong tag)
{
    found_count = 0;
    CHECK((*ti)->IterateOverReachableObjects(ti, NULL, on_stack, NULL, &tag));
    return all_found(jni);
}

JNIEXPORT jboolean JNICALL Java_DeadVariables_lives(JNIEnv *jni, jclass me, jlong tag)
{
    jint n;
    CHECK((*ti)->ForceGarbageCollection(ti));
    CHECK((*ti)->ForceGarbageCollection(ti));
    CHECK((*ti)->GetObjectsWithTags(ti, 1, &tag, &n, NULL, NULL));
    return n == 1;
}

JNIEXPORT jstring JNICALL Java_DeadVariables_locals(JNIEnv *jni, jclass me, jint depth, jlong tag)
{
    jmethodID m;
    jlocation at;
    jint slots = 0, tagged = 0, null = 0, other = 0, none = 0;
    char text[128];
    CHECK((*ti)->GetFrameLocation(ti, NULL, depth + 1, &m, &at));
    CHECK((*ti)->GetMaxLocals(ti, m, &slots));
    for (jint i = 0; i < slots; i++) {
        jobject o = NULL;
        jlong t = 0;
        jvmtiError e = (*ti)->GetLocalObject(ti, NULL, depth + 1, i, &o);
        if (!e && o) CHECK((*ti)->GetTag(ti, o, &t));
        if (e)
            none++;
        else if (!o)
            null++;
        else if (t == tag)
            tagged++;
        else
            other++;
        (*jni)->DeleteLocalRef(jni, o);
    }
    snprintf(text, sizeof text, "locals %d/%d/%d/%d", tagged, null, other, none);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = 1;
    caps.can_access_local_variables = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
