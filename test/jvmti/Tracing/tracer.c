/* Calls whose arguments and results have all kinds of types; see Tracing.java. */
#include "agent.h"

static jrawMonitorID lock;
static jmethodID work;

static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID method, jlocation location)
{
    jint n = 0;
    jobject s = NULL;
    CHECK((*e)->RawMonitorEnter(e, lock));
    CHECK((*e)->GetLocalInt(e, thread, 0, 0, &n));
    CHECK((*e)->GetLocalObject(e, thread, 0, 1, &s));
    CHECK((*e)->RawMonitorExit(e, lock));
    printf("breakpoint in %s, n %d, %d characters\n", method == work ? "work" : "?", (int)n,
           (int)(*jni)->GetStringLength(jni, s));
}

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!redefining) return;
    CHECK((*e)->Allocate(e, len, new_bytes));
    memcpy(*new_bytes, bytes, (size_t)len);
    *new_len = len;
    printf("file of %s\n", name);
}

JNIEXPORT void JNICALL Java_Tracing_ask(JNIEnv *jni, jclass me, jclass c, jobject o, jthread t)
{
    char *s = NULL, *generic = NULL;
    jint n = 0;
    jmethodID *methods = NULL;
    jfieldID *fields = NULL;
    jvmtiThreadInfo info;
    jvmtiFrameInfo frames[4];
    jlong tag = 0;
    jthreadGroup *groups = NULL;
    jvmtiPhase phase;
    jvmtiCapabilities caps;
    CHECK((*ti)->GetPhase(ti, &phase));
    CHECK((*ti)->GetClassSignature(ti, c, &s, &generic));
    give_back(s);
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    for (jint i = 0; i < n; i++) {
        CHECK((*ti)->GetMethodName(ti, methods[i], &s, NULL, NULL));
        if (!strcmp(s, "work")) work = methods[i];
        give_back(s);
    }
    give_back(methods);
    CHECK((*ti)->GetClassFields(ti, c, &n, &fields));
    CHECK((*ti)->GetFieldName(ti, c, fields[0], &s, NULL, NULL));
    give_back(s);
    give_back(fields);
    CHECK((*ti)->SetTag(ti, o, 77));
    CHECK((*ti)->GetTag(ti, o, &tag));
    CHECK((*ti)->GetThreadInfo(ti, t, &info));
    give_back(info.name);
    CHECK((*ti)->GetThreadState(ti, NULL, &n));
    CHECK((*ti)->GetStackTrace(ti, t, 0, 4, frames, &n));
    CHECK((*ti)->GetTopThreadGroups(ti, &n, &groups));
    give_back(groups);
    CHECK((*ti)->GetSystemProperty(ti, "java.vm.specification.version", &s));
    give_back(s);
    CHECK((*ti)->GetCapabilities(ti, &caps));
    printf("tag %d\n", (int)tag);
}

JNIEXPORT void JNICALL Java_Tracing_stopAt(JNIEnv *jni, jclass me, jclass c)
{
    CHECK((*ti)->SetBreakpoint(ti, work, 0));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
}

JNIEXPORT void JNICALL Java_Tracing_again(JNIEnv *jni, jclass me, jclass c)
{
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    CHECK((*ti)->RetransformClasses(ti, 1, &c));
    disable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    CHECK((*ti)->SetBreakpoint(ti, work, 0)); /* the retransformation has taken it away */
}

JNIEXPORT void JNICALL Java_Tracing_failures(JNIEnv *jni, jclass me, jclass c)
{
    char *s = NULL;
    printf("%s", error_name((*ti)->GetSourceDebugExtension(ti, c, &s)));
    printf(" %s", error_name((*ti)->SetBreakpoint(ti, work, 1000)));
    printf(" %s\n", error_name((*ti)->GetSystemProperty(ti, "no.such.property", &s)));
}

static void free_parameters(jint n, jvmtiParamInfo *p)
{
    for (jint i = 0; i < n; i++) give_back(p[i].name);
    give_back(p);
}
static void JNICALL on_unload(jvmtiEnv *e, ...) {}

/* Strings are shown that have no characters yet. */
static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread thread, jobject object, jclass klass, jlong size) {}
JNIEXPORT void JNICALL Java_Tracing_sample(JNIEnv *jni, jclass me, jthread t, jboolean on)
{
    CHECK((*ti)->SetHeapSamplingInterval(ti, on ? 0 : 1 << 20));
    CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, t));
}

/* The extensions that both VMs have. */
JNIEXPORT void JNICALL Java_Tracing_extensions(JNIEnv *jni, jclass me)
{
    jint n = 0, events = 0, unload = -1;
    jvmtiExtensionFunctionInfo *f = NULL;
    jvmtiExtensionEventInfo *v = NULL;
    jboolean enabled = 77;
    CHECK((*ti)->GetExtensionFunctions(ti, &n, &f));
    for (jint i = 0; i < n; i++) {
        if (!strcmp(f[i].id, "com.sun.hotspot.functions.IsClassUnloadingEnabled"))
            printf("extension %d\n", (int)f[i].func(ti, &enabled));
        if (strstr(f[i].id, "DumpHeap")) { /* Argus: answers an error and gives a message */
            char *message = NULL;
            if (f[i].func(ti, "/no/such/folder/file", 0, 0, NULL, &message) != JVMTI_ERROR_NONE) give_back(message);
        }
        give_back(f[i].id);
        give_back(f[i].short_description);
        free_parameters(f[i].param_count, f[i].params);
        give_back(f[i].errors);
    }
    give_back(f);
    CHECK((*ti)->GetExtensionEvents(ti, &events, &v));
    for (jint i = 0; i < events; i++) {
        if (!strcmp(v[i].id, "com.sun.hotspot.events.ClassUnload")) unload = v[i].extension_event_index;
        give_back(v[i].id);
        give_back(v[i].short_description);
        free_parameters(v[i].param_count, v[i].params);
    }
    give_back(v);
    CHECK((*ti)->SetExtensionEventCallback(ti, unload, on_unload));
    CHECK((*ti)->SetExtensionEventCallback(ti, unload, NULL));
    printf("enabled %s\n", enabled == 77 ? "not said" : "said");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    jvmtiEventCallbacks callbacks;
    memset(&caps, 0, sizeof caps);
    memset(&callbacks, 0, sizeof callbacks);
    ti = new_env(vm);
    caps.can_tag_objects = caps.can_generate_breakpoint_events = caps.can_access_local_variables =
        caps.can_retransform_classes = 1;
    caps.can_get_source_debug_extension = caps.can_generate_sampled_object_alloc_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    callbacks.Breakpoint = on_breakpoint;
    callbacks.ClassFileLoadHook = on_file;
    callbacks.SampledObjectAlloc = on_sample;
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    CHECK((*ti)->CreateRawMonitor(ti, "the lock", &lock));
    return JNI_OK;
}
