#define FIELDS_TOO
#include "redefine_several.h"

#include <stdio.h>

/* The names of a class's fields, or of the n-th alone. */
static void names(jclass c, jint n, char *to, size_t size)
{
    jint count;
    jfieldID *ids;
    *to = 0;
    CHECK((*ti)->GetClassFields(ti, c, &count, &ids));
    for (jint i = 0; i < count; i++) {
        char *name;
        if (n >= 0 && i != n) continue;
        CHECK((*ti)->GetFieldName(ti, c, ids[i], &name, NULL, NULL));
        snprintf(to + strlen(to), size - strlen(to), "%s%s", *to ? " " : "", name);
        CHECK((*ti)->Deallocate(ti, (unsigned char *)name));
    }
    CHECK((*ti)->Deallocate(ti, (unsigned char *)ids));
}
JNIEXPORT jstring JNICALL Java_StaticsComeAndGo_fields0(JNIEnv *jni, jclass me, jclass c)
{
    char text[1000];
    names(c, -1, text, sizeof text);
    return (*jni)->NewStringUTF(jni, text);
}

/* ---- one id ---- */
static jfieldID id;

JNIEXPORT jboolean JNICALL Java_StaticsComeAndGo_id0(JNIEnv *jni, jclass me, jclass c, jstring name)
{
    const char *text = (*jni)->GetStringUTFChars(jni, name, NULL);
    jfieldID found = (*jni)->GetStaticFieldID(jni, c, text, "I");
    if (!found) return JNI_FALSE;
    (*jni)->ReleaseStringUTFChars(jni, name, text);
    id = found;
    return JNI_TRUE;
}
JNIEXPORT jint JNICALL Java_StaticsComeAndGo_get0(JNIEnv *jni, jclass me, jclass c)
{
    return (*jni)->GetStaticIntField(jni, c, id);
}
JNIEXPORT void JNICALL Java_StaticsComeAndGo_set0(JNIEnv *jni, jclass me, jclass c, jint n)
{
    (*jni)->SetStaticIntField(jni, c, id, n);
}

static jint watched;
static void JNICALL on_access(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    watched += f == id;
}
JNIEXPORT jint JNICALL Java_StaticsComeAndGo_watch0(JNIEnv *jni, jclass me, jclass c)
{
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.FieldAccess = on_access;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_FIELD_ACCESS, NULL));
    return (jint)(*ti)->SetFieldAccessWatch(ti, c, id);
}
JNIEXPORT jint JNICALL Java_StaticsComeAndGo_watched0(JNIEnv *jni, jclass me) { return watched; }

/* ---- the heap ---- */
enum { LEAF = 41, CLASS };
static jint place;

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *arg)
{
    if (kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD && *tag == LEAF && referrer_tag && *referrer_tag == CLASS)
        place = info->field.index;
    return JVMTI_VISIT_OBJECTS;
}
/* Fields of superinterfaces and superclasses count first: c has a superclass with fields, whose number comes off. */
JNIEXPORT jstring JNICALL Java_StaticsComeAndGo_follow0(JNIEnv *jni, jclass me, jclass c, jobject leaf)
{
    jvmtiHeapCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.heap_reference_callback = on_reference;
    jint above;
    jfieldID *ids;
    char text[200];
    place = -1;
    CHECK((*ti)->GetClassFields(ti, (*jni)->GetSuperclass(jni, c), &above, &ids));
    CHECK((*ti)->Deallocate(ti, (unsigned char *)ids));
    CHECK((*ti)->SetTag(ti, leaf, LEAF));
    CHECK((*ti)->SetTag(ti, c, CLASS));
    CHECK((*ti)->FollowReferences(ti, 0, NULL, NULL, &cb, NULL));
    names(c, place - above, text, sizeof text);
    return (*jni)->NewStringUTF(jni, text);
}

static jint JNICALL on_object(jlong class_tag, jlong size, jlong *tag, jint length, void *arg)
{
    *tag = 77;
    return JVMTI_VISIT_OBJECTS;
}
/* Of all objects of java.lang.Class, how many are no classes? */
JNIEXPORT jint JNICALL Java_StaticsComeAndGo_strangers0(JNIEnv *jni, jclass me)
{
    jvmtiHeapCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.heap_iteration_callback = on_object;
    CHECK((*ti)->IterateThroughHeap(ti, 0, (*jni)->GetObjectClass(jni, me), &cb, NULL));
    const jlong wanted = 77;
    jint n, strangers = 0;
    jobject *found;
    CHECK((*ti)->GetObjectsWithTags(ti, 1, &wanted, &n, &found, NULL));
    for (jint i = 0; i < n; i++) {
        char *signature;
        jint status;
        CHECK((*ti)->GetClassStatus(ti, found[i], &status));
        CHECK((*ti)->GetClassSignature(ti, found[i], &signature, NULL));
        /* every primitive type has a name of its own */
        strangers += (status & JVMTI_CLASS_STATUS_PRIMITIVE) && signature[0] == 'V' ? 1 : 0;
        CHECK((*ti)->SetTag(ti, found[i], 0));
        CHECK((*ti)->Deallocate(ti, (unsigned char *)signature));
        (*jni)->DeleteLocalRef(jni, found[i]);
    }
    CHECK((*ti)->Deallocate(ti, (unsigned char *)found));
    return strangers - 1;
}
