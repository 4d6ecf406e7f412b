/* Callbacks that leave an exception pending. */
#include "agent.h"

static char wanted[64], in[64];
static int calls;
static jmethodID method;
static jfieldID field;

static int same_event(const char *event) { return !strcmp(event, wanted); }
static void leave(JNIEnv *jni, const char *event)
{
    char text[128];
    if (!same_event(event)) return;
    if (calls++) return;
    snprintf(text, sizeof text, "left by %s", event);
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), text);
}
static void leave_in(JNIEnv *jni, const char *event, jmethodID m)
{
    if (m == method) leave(jni, event);
}
static void leave_about(JNIEnv *jni, const char *event, jclass c)
{
    char name[128];
    snprintf(name, sizeof name, "LPendingInCallbacks$%s;", in);
    if (same_event(event) && !strcmp(class_name(c), name)) leave(jni, event);
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m) { leave_in(jni, "MethodEntry", m); }
static void JNICALL on_leave(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    leave_in(jni, "MethodExit", m);
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    leave_in(jni, "Breakpoint", m);
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (m == method && at == 3) leave(jni, "SingleStep");
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    leave_in(jni, "FramePop", m);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID cm, jlocation cat)
{
    leave_in(jni, "Exception", m);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x)
{
    leave_in(jni, "ExceptionCatch", m);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    leave_in(jni, "FieldAccess", m);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char kind, jvalue v)
{
    leave_in(jni, "FieldModification", m);
}
static void JNICALL on_load(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { leave_about(jni, "ClassLoad", c); }
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { leave_about(jni, "ClassPrepare", c); }
static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (name && !strcmp(name, "PendingInCallbacks$Hooked")) leave(jni, "ClassFileLoadHook");
}
static void JNICALL on_bind(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, void *address, void **new_address)
{
    leave_in(jni, "NativeMethodBind", m);
}
static void JNICALL on_sample(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    if (!strcmp(class_name(c), "[B") && size > 100) leave(jni, "SampledObjectAlloc");
}
static void JNICALL on_vm_alloc(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    if (!strcmp(class_name(c), "[I")) leave(jni, "VMObjectAlloc");
}
static void JNICALL on_wait(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jlong ms) { leave(jni, "MonitorWait"); }
static void JNICALL on_waited(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jboolean timed_out)
{
    leave(jni, "MonitorWaited");
}
static void JNICALL on_enter(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    if (!strcmp(thread_name(t), "contender")) leave(jni, "MonitorContendedEnter");
}
static void JNICALL on_entered(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o)
{
    if (!strcmp(thread_name(t), "contender")) leave(jni, "MonitorContendedEntered");
}
static void JNICALL on_thread_start(jvmtiEnv *e, JNIEnv *jni, jthread t) { leave(jni, "ThreadStart"); }
static void JNICALL on_thread_end(jvmtiEnv *e, JNIEnv *jni, jthread t) { leave(jni, "ThreadEnd"); }

static jmethodID find(jclass c, const char *name)
{
    jint n = 0;
    jmethodID *all, found = NULL;
    CHECK((*ti)->GetClassMethods(ti, c, &n, &all));
    for (jint i = 0; i < n; i++) {
        char *s;
        CHECK((*ti)->GetMethodName(ti, all[i], &s, NULL, NULL));
        if (!strcmp(s, name)) found = all[i];
        give_back(s);
    }
    give_back(all);
    return found;
}

static const struct {
    const char *name;
    jvmtiEvent event;
} events[] = { { "MethodEntry", JVMTI_EVENT_METHOD_ENTRY },
               { "MethodExit", JVMTI_EVENT_METHOD_EXIT },
               { "Breakpoint", JVMTI_EVENT_BREAKPOINT },
               { "SingleStep", JVMTI_EVENT_SINGLE_STEP },
               { "FramePop", JVMTI_EVENT_FRAME_POP },
               { "Exception", JVMTI_EVENT_EXCEPTION },
               { "ExceptionCatch", JVMTI_EVENT_EXCEPTION_CATCH },
               { "FieldAccess", JVMTI_EVENT_FIELD_ACCESS },
               { "FieldModification", JVMTI_EVENT_FIELD_MODIFICATION },
               { "ClassLoad", JVMTI_EVENT_CLASS_LOAD },
               { "ClassPrepare", JVMTI_EVENT_CLASS_PREPARE },
               { "ClassFileLoadHook", JVMTI_EVENT_CLASS_FILE_LOAD_HOOK },
               { "NativeMethodBind", JVMTI_EVENT_NATIVE_METHOD_BIND },
               { "SampledObjectAlloc", JVMTI_EVENT_SAMPLED_OBJECT_ALLOC },
               { "VMObjectAlloc", JVMTI_EVENT_VM_OBJECT_ALLOC },
               { "MonitorWait", JVMTI_EVENT_MONITOR_WAIT },
               { "MonitorWaited", JVMTI_EVENT_MONITOR_WAITED },
               { "MonitorContendedEnter", JVMTI_EVENT_MONITOR_CONTENDED_ENTER },
               { "MonitorContendedEntered", JVMTI_EVENT_MONITOR_CONTENDED_ENTERED },
               { "ThreadStart", JVMTI_EVENT_THREAD_START },
               { "ThreadEnd", JVMTI_EVENT_THREAD_END },
               { NULL, 0 } };

/* FramePop is asked for in the method's frame. */
static void JNICALL on_entry_of_popped(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    if (m == method && same_event("FramePop"))
        CHECK((*ti)->NotifyFramePop(ti, NULL, 0));
    else
        on_entry(e, jni, t, m);
}

static void set_all(jvmtiEventMode mode)
{
    for (int i = 0; events[i].name; i++)
        if (same_event(events[i].name)) CHECK((*ti)->SetEventNotificationMode(ti, mode, events[i].event, NULL));
    if (same_event("FramePop")) CHECK((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_METHOD_ENTRY, NULL));
}
JNIEXPORT jint JNICALL Java_PendingInCallbacks_arm(JNIEnv *jni, jclass me, jstring event, jclass c, jstring where)
{
    if (!event) {
        set_all(JVMTI_DISABLE);
        if (same_event("Breakpoint")) CHECK((*ti)->ClearBreakpoint(ti, method, 0));
        return calls;
    }
    const char *e = (*jni)->GetStringUTFChars(jni, event, NULL), *w = (*jni)->GetStringUTFChars(jni, where, NULL);
    snprintf(wanted, sizeof wanted, "%s", e);
    snprintf(in, sizeof in, "%s", w);
    (*jni)->ReleaseStringUTFChars(jni, event, e);
    (*jni)->ReleaseStringUTFChars(jni, where, w);
    method = find(c, in);
    calls = 0;
    if (!field) {
        field = (*jni)->GetFieldID(jni, c, "field", "I");
        CHECK((*ti)->SetFieldAccessWatch(ti, c, field));
        CHECK((*ti)->SetFieldModificationWatch(ti, c, field));
        CHECK((*ti)->SetHeapSamplingInterval(ti, 0));
    }
    if (same_event("Breakpoint")) CHECK((*ti)->SetBreakpoint(ti, method, 0));
    set_all(JVMTI_ENABLE);
    return 0;
}
JNIEXPORT void JNICALL Java_PendingInCallbacks_inC(JNIEnv *jni, jclass me) {}
JNIEXPORT void JNICALL Java_PendingInCallbacks_bound(JNIEnv *jni, jclass me)
{
    printf("  bound and called, %s pending\n", (*jni)->ExceptionCheck(jni) ? "something" : "nothing");
}
JNIEXPORT jint JNICALL Java_PendingInCallbacks_readInC(JNIEnv *jni, jclass me, jobject o)
{
    jint value = (*jni)->GetIntField(jni, o, field);
    printf("  read %d, %s pending\n", (int)value, (*jni)->ExceptionCheck(jni) ? "something" : "nothing");
    return value;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    CHECK((*ti)->GetPotentialCapabilities(ti, &caps));
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.MethodEntry = on_entry_of_popped;
    cb.MethodExit = on_leave;
    cb.Breakpoint = on_breakpoint;
    cb.SingleStep = on_step;
    cb.FramePop = on_pop;
    cb.Exception = on_exception;
    cb.ExceptionCatch = on_catch;
    cb.FieldAccess = on_access;
    cb.FieldModification = on_modification;
    cb.ClassLoad = on_load;
    cb.ClassPrepare = on_prepare;
    cb.ClassFileLoadHook = on_file;
    cb.NativeMethodBind = on_bind;
    cb.SampledObjectAlloc = on_sample;
    cb.VMObjectAlloc = on_vm_alloc;
    cb.MonitorWait = on_wait;
    cb.MonitorWaited = on_waited;
    cb.MonitorContendedEnter = on_enter;
    cb.MonitorContendedEntered = on_entered;
    cb.ThreadStart = on_thread_start;
    cb.ThreadEnd = on_thread_end;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    return 0;
}
