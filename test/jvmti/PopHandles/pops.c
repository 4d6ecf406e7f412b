/* A thread that enters a planned method hands itself over to the agent's thread, which suspends it, pops its frame and
 * lets it go. (HotSpot does not pop frames of the current thread.) */
#include "agent.h"

#ifndef NATIVE
#define NATIVE(name) Java_PopHandles_##name
#endif

static jrawMonitorID lock;
static enum { IDLE, ASKED, DONE } stage; /* under lock */
static jthread target;
static char what[16];
static jmethodID planned;
static jvmtiClassDefinition fresh;
static jvmtiError pop_error;

/* The lock is held; the target waits for it. */
static void handle(JNIEnv *jni)
{
    CHECK((*ti)->SuspendThread(ti, target));
    if (!strcmp(what, "null")) CHECK((*ti)->SetLocalObject(ti, target, 0, 0, NULL));
    if (!strcmp(what, "redefine")) CHECK((*ti)->RedefineClasses(ti, 1, &fresh));
    pop_error = (*ti)->PopFrame(ti, target);
    CHECK((*ti)->ResumeThread(ti, target));
}
static void JNICALL serve(jvmtiEnv *env, JNIEnv *jni, void *unused)
{
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    for (;;) {
        while (stage != ASKED) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
        handle(jni);
        stage = DONE;
        CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    }
}

static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (m != planned) return;
    planned = NULL;
    if (strcmp(what, "redefine")) CHECK((*ti)->ClearBreakpoint(ti, m, at)); /* a redefinition takes it away */
    CHECK((*ti)->RawMonitorEnter(ti, lock));
    target = (*jni)->NewGlobalRef(jni, t);
    stage = ASKED;
    CHECK((*ti)->RawMonitorNotifyAll(ti, lock));
    while (stage != DONE) CHECK((*ti)->RawMonitorWait(ti, lock, 0));
    stage = IDLE;
    CHECK((*ti)->RawMonitorExit(ti, lock));
    (*jni)->DeleteGlobalRef(jni, target);
}

static jmethodID find(jclass c, const char *name)
{
    jint n;
    jmethodID *all, found = NULL;
    CHECK((*ti)->GetClassMethods(ti, c, &n, &all));
    for (jint i = 0; i < n && !found; i++) {
        char *s;
        CHECK((*ti)->GetMethodName(ti, all[i], &s, NULL, NULL));
        if (!strcmp(s, name)) found = all[i];
        give_back(s);
    }
    give_back(all);
    return found;
}
JNIEXPORT void JNICALL NATIVE(plan)(JNIEnv *jni, jclass me, jclass c, jstring method, jstring todo)
{
    const char *s = (*jni)->GetStringUTFChars(jni, method, NULL);
    planned = find(c, s);
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    s = (*jni)->GetStringUTFChars(jni, todo, NULL);
    snprintf(what, sizeof what, "%s", s);
    (*jni)->ReleaseStringUTFChars(jni, todo, s);
    jlocation first, last;
    CHECK((*ti)->GetMethodLocation(ti, planned, &first, &last));
    pop_error = -1;
    CHECK((*ti)->SetBreakpoint(ti, planned, last));
}
JNIEXPORT jstring JNICALL NATIVE(outcome)(JNIEnv *jni, jclass me)
{
    if (planned) return (*jni)->NewStringUTF(jni, "never stopped");
    return (*jni)->NewStringUTF(jni, error_name(pop_error));
}
JNIEXPORT void JNICALL NATIVE(redefine)(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jint n = (*jni)->GetArrayLength(jni, file);
    unsigned char *bytes = malloc((size_t)n);
    (*jni)->GetByteArrayRegion(jni, file, 0, n, (jbyte *)bytes);
    fresh = (jvmtiClassDefinition){ (*jni)->NewGlobalRef(jni, c), n, bytes };
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
    caps.can_pop_frame = caps.can_suspend = caps.can_generate_breakpoint_events = caps.can_redefine_classes =
        caps.can_access_local_variables = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "hand over", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.VMInit = on_init;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    enable(ti, JVMTI_EVENT_VM_INIT);
    return 0;
}
