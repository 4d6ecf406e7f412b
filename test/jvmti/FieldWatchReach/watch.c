/* Collects the events of watched fields as text. */
#include "agent.h"

static char seen[8192], place[512];

static void add(const char *text)
{
    if (seen[0]) strncat(seen, " ", sizeof seen - strlen(seen) - 1);
    strncat(seen, text, sizeof seen - strlen(seen) - 1);
}
static const char *field_name(jclass c, jfieldID f)
{
    char *name = NULL, *r = ring();
    CHECK((*ti)->GetFieldName(ti, c, f, &name, NULL, NULL));
    snprintf(r, 2048, "%s", name);
    give_back(name);
    return r;
}

static void note_place(jthread thread, jmethodID method, jlocation at)
{
    jvmtiFrameInfo frames[64];
    jint n = 0;
    CHECK((*ti)->GetStackTrace(ti, thread, 0, 64, frames, &n));
    const char *below = "";
    for (jint i = 0; i < n; i++)
        if (strstr(method_name(frames[i].method), "FieldWatchReach;.place")) below = ", called below place";
    char *name = NULL, cls[256];
    snprintf(cls, sizeof cls, "%s", class_name(class_of_method(method)));
    for (char *p = cls; *p; p++)
        if (*p == '/') *p = '.';
    cls[strlen(cls) - 1] = 0;
    CHECK((*ti)->GetMethodName(ti, method, &name, NULL, NULL));
    snprintf(place, sizeof place, "%s.%s %d %s%s", cls + 1, name, (int)at,
             n > 0 && frames[0].method == method && (frames[0].location == at || (frames[0].location == -1 && at == 0))
                 ? "agrees"
                 : "differs",
             below);
    give_back(name);
}

static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method, jlocation at, jclass c,
                              jobject o, jfieldID f)
{
    char text[128];
    snprintf(text, sizeof text, "r %s", field_name(c, f));
    add(text);
    note_place(thread, method, at);
}
static void JNICALL on_write(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method, jlocation at, jclass c,
                             jobject o, jfieldID f, char kind, jvalue v)
{
    char text[256], value[128];
    switch (kind) {
    case 'Z': snprintf(value, sizeof value, "%d", v.z); break;
    case 'B': snprintf(value, sizeof value, "%d", v.b); break;
    case 'S': snprintf(value, sizeof value, "%d", v.s); break;
    case 'C': snprintf(value, sizeof value, "%d", v.c); break;
    case 'I': snprintf(value, sizeof value, "%d", v.i); break;
    case 'J': snprintf(value, sizeof value, "%lld", (long long)v.j); break;
    case 'F': snprintf(value, sizeof value, "%g", v.f); break;
    case 'D': snprintf(value, sizeof value, "%g", v.d); break;
    default: {
        const char *s = v.l ? (*jni)->GetStringUTFChars(jni, v.l, NULL) : NULL;
        snprintf(value, sizeof value, "%s", s ? s : "null");
        if (s) (*jni)->ReleaseStringUTFChars(jni, v.l, s);
    }
    }
    snprintf(text, sizeof text, "w %s=%s", field_name(c, f), value);
    add(text);
    note_place(thread, method, at);
}

JNIEXPORT void JNICALL Java_FieldWatchReach_watch(JNIEnv *jni, jclass me, jclass c, jstring name, jstring sig,
                                                  jboolean is_static, jboolean on)
{
    const char *n = (*jni)->GetStringUTFChars(jni, name, NULL), *s = (*jni)->GetStringUTFChars(jni, sig, NULL);
    jfieldID f = is_static ? (*jni)->GetStaticFieldID(jni, c, n, s) : (*jni)->GetFieldID(jni, c, n, s);
    if (on) {
        CHECK((*ti)->SetFieldAccessWatch(ti, c, f));
        CHECK((*ti)->SetFieldModificationWatch(ti, c, f));
    } else {
        CHECK((*ti)->ClearFieldAccessWatch(ti, c, f));
        CHECK((*ti)->ClearFieldModificationWatch(ti, c, f));
    }
}
JNIEXPORT jstring JNICALL Java_FieldWatchReach_events(JNIEnv *jni, jclass me)
{
    jstring s = (*jni)->NewStringUTF(jni, seen);
    seen[0] = 0;
    return s;
}
JNIEXPORT jstring JNICALL Java_FieldWatchReach_lastPlace(JNIEnv *jni, jclass me)
{
    return (*jni)->NewStringUTF(jni, place);
}
JNIEXPORT void JNICALL Java_FieldWatchReach_viaJni(JNIEnv *jni, jclass me, jobject o, jclass c, jboolean write)
{
    jfieldID i = (*jni)->GetFieldID(jni, c, "i", "I"),
             so = (*jni)->GetStaticFieldID(jni, c, "so", "Ljava/lang/Object;");
    if (write) {
        (*jni)->SetIntField(jni, o, i, 8);
        (*jni)->SetStaticObjectField(jni, c, so, NULL);
    } else {
        (*jni)->GetIntField(jni, o, i);
        (*jni)->GetStaticObjectField(jni, c, so);
    }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_field_access_events = 1;
    caps.can_generate_field_modification_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.FieldAccess = on_access;
    cb.FieldModification = on_write;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_FIELD_ACCESS);
    enable(ti, JVMTI_EVENT_FIELD_MODIFICATION);
    return 0;
}
