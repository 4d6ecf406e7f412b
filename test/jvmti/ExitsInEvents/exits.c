/* Events of one method; at the planned one its thread hands itself over to the agent's thread, which suspends it, lets
 * its frame go and resumes it. */
#include "agent.h"

static jrawMonitorID lock;
static enum { IDLE, ASKED, DONE } stage; /* under lock */
static jthread target;
static char event[32], action[16];
static jmethodID watched;
static int armed;
static jvmtiError answer;

static void JNICALL serve(jvmtiEnv *env, JNIEnv *jni, void *unused)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    for (;;) {
        while (stage != ASKED) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
        CHECK((*ti)->SuspendThread(ti, target));
        answer = !strcmp(action, "pop") ? (*ti)->PopFrame(ti, target) : (*ti)->ForceEarlyReturnInt(ti, target, 99);
        CHECK((*ti)->ResumeThread(ti, target));
        stage = DONE;
        CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    }
}

static void act(const char *name, JNIEnv *jni, jthread t)
{
    if (!armed || strcmp(event, name)) return;
    armed = 0;
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    target = (*jni)->NewGlobalRef(jni, t);
    stage = ASKED;
    CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    while (stage != DONE) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
    stage = IDLE;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    (*jni)->DeleteGlobalRef(jni, target);
}

#define OTHERS \
    if (m != watched) return
/* Out of an Exception event HotSpot first tells the rest of an exception that is then forgotten
 * (docs/differences.md). */
#define AFTERMATH \
    if (!armed && !strcmp(event, "Exception")) return
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    OTHERS;
    printf("    entry\n");
    act("MethodEntry", jni, t);
}
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    OTHERS;
    AFTERMATH;
    /* behind the planned one HotSpot goes on to say "by exception" (docs/differences.md) */
    if (!armed)
        printf("    exit\n");
    else
        printf("    exit %s %d\n", by_exception ? "by exception" : "with", by_exception ? 0 : v.i);
    act("MethodExit", jni, t);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID c, jlocation c_at)
{
    OTHERS;
    AFTERMATH;
    printf("    exception\n");
    act("Exception", jni, t);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    OTHERS;
    AFTERMATH;
    printf("    catch\n");
    act("ExceptionCatch", jni, t);
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    OTHERS;
    act("FieldAccess", jni, t);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char k, jvalue v)
{
    OTHERS;
    act("FieldModification", jni, t);
}

static const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT,
                                     JVMTI_EVENT_EXCEPTION,    JVMTI_EVENT_EXCEPTION_CATCH,
                                     JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION };
static void listen(jvmtiEventMode on)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        CHECK((*ti)->SetEventNotificationMode(ti, on, events[i], NULL));
}
JNIEXPORT void JNICALL Java_ExitsInEvents_plan(JNIEnv *jni, jclass me, jstring where, jstring what)
{
    static jfieldID field;
    char method[32];
    const char *s = (*jni)->GetStringUTFChars(jni, where, NULL);
    sscanf(s, "%31s %31s", event, method);
    (*jni)->ReleaseStringUTFChars(jni, where, s);
    s = (*jni)->GetStringUTFChars(jni, what, NULL);
    snprintf(action, sizeof action, "%s", s);
    (*jni)->ReleaseStringUTFChars(jni, what, s);
    if (!field) {
        field = (*jni)->GetStaticFieldID(jni, me, "field", "I");
        CHECK((*ti)->SetFieldAccessWatch(ti, me, field));
        CHECK((*ti)->SetFieldModificationWatch(ti, me, field));
    }
    watched = (*jni)->GetStaticMethodID(jni, me, method, "(I)I");
    answer = -1;
    armed = 1;
    listen(JVMTI_ENABLE);
}
JNIEXPORT jstring JNICALL Java_ExitsInEvents_outcome(JNIEnv *jni, jclass me)
{
    listen(JVMTI_DISABLE);
    return (*jni)->NewStringUTF(jni, armed ? "no such event" : error_name(answer));
}

static void JNICALL on_init(jvmtiEnv *env, JNIEnv *jni, jthread t)
{
    jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
    jthread own = (*jni)->NewObject(jni, c, (*jni)->GetMethodID(jni, c, "<init>", "()V"));
    CHECK((*ti)->RunAgentThread(ti, own, serve, NULL, JVMTI_THREAD_NORM_PRIORITY));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_pop_frame = caps.can_force_early_return = caps.can_suspend = caps.can_generate_exception_events = 1;
    caps.can_generate_method_entry_events = caps.can_generate_method_exit_events = 1;
    caps.can_generate_field_access_events = caps.can_generate_field_modification_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "hand over", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMInit = on_init;
    c.MethodEntry = on_entry;
    c.MethodExit = on_exit_;
    c.Exception = on_exception;
    c.ExceptionCatch = on_catch;
    c.FieldAccess = on_access;
    c.FieldModification = on_modification;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_VM_INIT);
    return 0;
}
