/* Class unload events (HotSpot's extension), and ids, tags, breakpoints and watches of classes that go. */
#include "agent.h"

static jrawMonitorID lock;
static jmethodID method;
static jfieldID field;
static jweak weak;
static jobject kept;
static int breakpoints, accesses, frees;
static struct {
    char name[64];
    int n;
} seen[64];
static jint event_index = -1;
static jvmtiExtensionFunction is_enabled;

static void JNICALL on_unload(jvmtiEnv *env, ...)
{
    va_list va;
    va_start(va, env);
    JNIEnv *jni = va_arg(va, JNIEnv *);
    const char *name = va_arg(va, const char *);
    va_end(va);
    if (!jni || !(starts_with(name, "Victim") || starts_with(name, "Simple"))) return;
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    char known[64];
    snprintf(known, sizeof known, "%s", name);
    for (char *c = known; *c; c++)
        if (*c == '+' || *c == '/' || *c == '.') *c = 0; /* a hidden class's own name differs from run to run */
    int i = 0;
    while (i < 63 && seen[i].n && strcmp(seen[i].name, known)) i++;
    strcpy(seen[i].name, known);
    seen[i].n++;
    CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    CHECK((*ti)->RawMonitorExit(ti, lock));
}

static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at) { breakpoints++; }
static void JNICALL on_access(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    accesses++;
}
static void JNICALL on_free(jvmtiEnv *env, jlong tag) { frees += tag == 7; }

JNIEXPORT jboolean JNICALL Java_ClassUnload_enabled(JNIEnv *jni, jclass me)
{
    jboolean on = JNI_FALSE;
    CHECK(is_enabled(ti, &on));
    return on;
}
JNIEXPORT void JNICALL Java_ClassUnload_listen(JNIEnv *jni, jclass me, jboolean on)
{
    CHECK((*ti)->SetExtensionEventCallback(ti, event_index, on ? (jvmtiExtensionEvent)on_unload : NULL));
}
/* Waits until there were at least so many. */
JNIEXPORT jint JNICALL Java_ClassUnload_events(JNIEnv *jni, jclass me, jstring name, jint least)
{
    const char *s = (*jni)->GetStringUTFChars(jni, name, NULL);
    jint n = 0;
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    for (int tries = 0; tries < 100 && n < least; tries++) {
        n = 0;
        for (int i = 0; i < 64; i++)
            if (!strcmp(seen[i].name, s)) n = seen[i].n;
        if (n < least) CHECK((*ti)->RawMonitorWait(ti, lock, 100));
    }
    CHECK((*ti)->RawMonitorExit(ti, lock));
    (*jni)->ReleaseStringUTFChars(jni, name, s);
    return n;
}
JNIEXPORT void JNICALL Java_ClassUnload_note(JNIEnv *jni, jclass me, jclass c)
{
    method = (*jni)->GetMethodID(jni, c, "work", "(I)I");
    field = (*jni)->GetFieldID(jni, c, "field", "I");
    weak = (*jni)->NewWeakGlobalRef(jni, c);
    CHECK((*ti)->SetTag(ti, c, 7));
    CHECK((*ti)->SetFieldAccessWatch(ti, c, field));
}
JNIEXPORT void JNICALL Java_ClassUnload_setBreakpoint(JNIEnv *jni, jclass me, jclass c)
{
    CHECK((*ti)->SetBreakpoint(ti, (*jni)->GetMethodID(jni, c, "work", "(I)I"), 0));
}
JNIEXPORT void JNICALL Java_ClassUnload_ask(JNIEnv *jni, jclass me, jstring what)
{
    const char *s = (*jni)->GetStringUTFChars(jni, what, NULL);
    char *name = NULL;
    jclass c = NULL;
    jlong tag = 7;
    jint n = 0;
    jvmtiError e = (*ti)->GetMethodName(ti, method, &name, NULL, NULL);
    printf("%s: name %s %s", s, error_name(e), e == JVMTI_ERROR_NONE ? name : "");
    printf(", class %s", error_name((*ti)->GetMethodDeclaringClass(ti, method, &c)));
    printf(", lines %s", error_name((*ti)->GetMaxLocals(ti, method, &n)));
    e = (*ti)->SetBreakpoint(ti, method, 1);
    printf(", breakpoint %s", error_name(e));
    if (e == JVMTI_ERROR_NONE) CHECK((*ti)->ClearBreakpoint(ti, method, 1));
    CHECK((*ti)->GetObjectsWithTags(ti, 1, &tag, &n, NULL, NULL));
    printf(", tagged %d, weak %s\n", n, (*jni)->IsSameObject(jni, weak, NULL) ? "cleared" : "there");
    (*jni)->ReleaseStringUTFChars(jni, what, s);
}
JNIEXPORT void JNICALL Java_ClassUnload_keep(JNIEnv *jni, jclass me, jclass c) { kept = (*jni)->NewGlobalRef(jni, c); }
JNIEXPORT void JNICALL Java_ClassUnload_drop(JNIEnv *jni, jclass me) { (*jni)->DeleteGlobalRef(jni, kept); }
JNIEXPORT jint JNICALL Java_ClassUnload_breakpoints(JNIEnv *jni, jclass me) { return breakpoints; }
JNIEXPORT jint JNICALL Java_ClassUnload_accesses(JNIEnv *jni, jclass me) { return accesses; }
JNIEXPORT jint JNICALL Java_ClassUnload_frees(JNIEnv *jni, jclass me)
{
    for (int tries = 0; tries < 50 && !frees; tries++) {
        CHECK((*ti)->RawMonitorEnter(ti, lock));
        CHECK((*ti)->RawMonitorWait(ti, lock, 20));
        CHECK((*ti)->RawMonitorExit(ti, lock));
    }
    return frees;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_tag_objects = caps.can_generate_object_free_events = caps.can_generate_breakpoint_events =
        caps.can_generate_field_access_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.FieldAccess = on_access;
    c.ObjectFree = on_free;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_FIELD_ACCESS);
    enable(ti, JVMTI_EVENT_OBJECT_FREE);
    jint n;
    jvmtiExtensionEventInfo *events;
    CHECK((*ti)->GetExtensionEvents(ti, &n, &events));
    for (jint i = 0; i < n; i++)
        if (!strcmp(events[i].id, "com.sun.hotspot.events.ClassUnload")) event_index = events[i].extension_event_index;
    jvmtiExtensionFunctionInfo *functions;
    CHECK((*ti)->GetExtensionFunctions(ti, &n, &functions));
    for (jint i = 0; i < n; i++)
        if (!strcmp(functions[i].id, "com.sun.hotspot.functions.IsClassUnloadingEnabled"))
            is_enabled = functions[i].func;
    return 0;
}
