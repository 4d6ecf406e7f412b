/* Tags, ObjectFree and weak references of objects of every age. */
#include "agent.h"

static _Atomic long freed, freed_sum;
static jweak weak[20000];
static int weak_count;

static void JNICALL on_free(jvmtiEnv *env, jlong tag)
{
    freed++;
    freed_sum += (long)tag;
}

JNIEXPORT void JNICALL Java_TagsOfAges_tag(JNIEnv *jni, jclass me, jobject o, jlong tag)
{
    CHECK((*ti)->SetTag(ti, o, tag));
    weak[weak_count++] = (*jni)->NewWeakGlobalRef(jni, o);
}
JNIEXPORT jlong JNICALL Java_TagsOfAges_tagOf(JNIEnv *jni, jclass me, jobject o)
{
    jlong tag = -1;
    CHECK((*ti)->GetTag(ti, o, &tag));
    return tag;
}
/* Events that are not sent yet are sent when nobody wants more. */
JNIEXPORT jlong JNICALL Java_TagsOfAges_freed(JNIEnv *jni, jclass me, jboolean sum)
{
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, NULL));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_OBJECT_FREE, NULL));
    return sum ? freed_sum : freed;
}
JNIEXPORT jint JNICALL Java_TagsOfAges_cleared(JNIEnv *jni, jclass me)
{
    jint n = 0;
    for (int i = 0; i < weak_count; i++) n += (*jni)->IsSameObject(jni, weak[i], NULL);
    return n;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ObjectFree = on_free;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
    return 0;
}
