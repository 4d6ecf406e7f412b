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
JNIEXPORT jstring JNICALL Java_FieldsComeAndGo_fields0(JNIEnv *jni, jclass me, jclass c)
{
    char text[1000];
    names(c, -1, text, sizeof text);
    return (*jni)->NewStringUTF(jni, text);
}

/* ---- one id ---- */
static jfieldID id;

JNIEXPORT jboolean JNICALL Java_FieldsComeAndGo_id0(JNIEnv *jni, jclass me, jclass c, jstring name)
{
    const char *text = (*jni)->GetStringUTFChars(jni, name, NULL);
    jfieldID found = (*jni)->GetFieldID(jni, c, text, "I");
    if (!found) return JNI_FALSE;
    (*jni)->ReleaseStringUTFChars(jni, name, text);
    id = found;
    return JNI_TRUE;
}
JNIEXPORT jint JNICALL Java_FieldsComeAndGo_get0(JNIEnv *jni, jclass me, jobject o)
{
    return (*jni)->GetIntField(jni, o, id);
}
JNIEXPORT void JNICALL Java_FieldsComeAndGo_set0(JNIEnv *jni, jclass me, jobject o, jint n)
{
    (*jni)->SetIntField(jni, o, id, n);
}

static jint watched;
static void JNICALL on_access(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    watched += f == id;
}
JNIEXPORT jint JNICALL Java_FieldsComeAndGo_watch0(JNIEnv *jni, jclass me, jclass c)
{
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.FieldAccess = on_access;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_FIELD_ACCESS, NULL));
    return (jint)(*ti)->SetFieldAccessWatch(ti, c, id);
}
JNIEXPORT jint JNICALL Java_FieldsComeAndGo_watched0(JNIEnv *jni, jclass me) { return watched; }

/* ---- the heap ---- */
enum { LEAF = 41, OBJECT };
static jint place;

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *arg)
{
    if (kind == JVMTI_HEAP_REFERENCE_FIELD && *tag == LEAF && referrer_tag && *referrer_tag == OBJECT)
        place = info->field.index;
    return JVMTI_VISIT_OBJECTS;
}
/* The name of o's field that leads to the leaf. Fields of the superclass count first. */
JNIEXPORT jstring JNICALL Java_FieldsComeAndGo_follow0(JNIEnv *jni, jclass me, jobject o, jobject leaf)
{
    jvmtiHeapCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.heap_reference_callback = on_reference;
    jclass c = (*jni)->GetObjectClass(jni, o), super = (*jni)->GetSuperclass(jni, c);
    jint above;
    jfieldID *ids;
    char text[200];
    place = -1;
    CHECK((*ti)->GetClassFields(ti, super, &above, &ids));
    CHECK((*ti)->Deallocate(ti, (unsigned char *)ids));
    CHECK((*ti)->SetTag(ti, leaf, LEAF));
    CHECK((*ti)->SetTag(ti, o, OBJECT));
    CHECK((*ti)->FollowReferences(ti, 0, NULL, NULL, &cb, NULL));
    CHECK((*ti)->SetTag(ti, leaf, 0));
    CHECK((*ti)->SetTag(ti, o, 0));
    if (place < above)
        names(super, place, text, sizeof text);
    else
        names(c, place - above, text, sizeof text);
    return (*jni)->NewStringUTF(jni, place < 0 ? "none" : text);
}

static char *values;
static jint JNICALL on_value(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                             jlong *tag, jvalue value, jvmtiPrimitiveType type, void *arg)
{
    if (*tag == OBJECT) sprintf(values + strlen(values), " %d%c", info->field.index, type);
    return JVMTI_VISIT_OBJECTS;
}
/* Index and type of each primitive field of o, in the order in which a walk reports them. */
JNIEXPORT jstring JNICALL Java_FieldsComeAndGo_values0(JNIEnv *jni, jclass me, jobject o)
{
    char text[1000] = "";
    values = text;
    jvmtiHeapCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.primitive_field_callback = on_value;
    CHECK((*ti)->SetTag(ti, o, OBJECT));
    CHECK((*ti)->IterateThroughHeap(ti, 0, (*jni)->GetObjectClass(jni, o), &cb, NULL));
    CHECK((*ti)->SetTag(ti, o, 0));
    return (*jni)->NewStringUTF(jni, text);
}
