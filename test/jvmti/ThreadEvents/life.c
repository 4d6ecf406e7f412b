/* VMStart, VMInit, VMDeath, ThreadStart, ThreadEnd in the order in which they must come. */
#include "agent.h"

static const char *phase_name(void)
{
    jvmtiPhase p;
    CHECK((*ti)->GetPhase(ti, &p));
    switch (p) {
    case JVMTI_PHASE_ONLOAD: return "onload";
    case JVMTI_PHASE_PRIMORDIAL: return "primordial";
    case JVMTI_PHASE_START: return "start";
    case JVMTI_PHASE_LIVE: return "live";
    case JVMTI_PHASE_DEAD: return "dead";
    default: return "?";
    }
}
static int mine(const char *name) { return starts_with(name, "test-") || !strcmp(name, "main"); }

static void JNICALL on_start(jvmtiEnv *e, JNIEnv *jni)
{
    printf("VMStart in %s, FindClass %s\n", phase_name(),
           (*jni)->FindClass(jni, "java/lang/String") ? "works" : "fails");
}
static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    printf("VMInit in %s on %s\n", phase_name(), thread_name(t));
}
static void JNICALL on_death(jvmtiEnv *e, JNIEnv *jni) { printf("VMDeath in %s\n", phase_name()); }
static void JNICALL on_thread_start(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    jvmtiThreadInfo i;
    if ((*ti)->GetThreadInfo(ti, t, &i) == JVMTI_ERROR_NONE && starts_with(i.name, "test-")) {
        jint s;
        CHECK((*ti)->GetThreadState(ti, t, &s));
        printf("ThreadStart %s in %s, state %x\n", i.name, phase_name(), s & ~0x400000);
    }
}
static void JNICALL on_thread_end(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    if (mine(thread_name(t))) printf("ThreadEnd %s in %s\n", thread_name(t), phase_name());
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    printf("Agent_OnLoad in %s, options %s\n", phase_name(), options ? options : "NULL");
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMStart = on_start;
    c.VMInit = on_init;
    c.VMDeath = on_death;
    c.ThreadStart = on_thread_start;
    c.ThreadEnd = on_thread_end;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_VM_START);
    enable(ti, JVMTI_EVENT_VM_INIT);
    enable(ti, JVMTI_EVENT_VM_DEATH);
    enable(ti, JVMTI_EVENT_THREAD_START);
    enable(ti, JVMTI_EVENT_THREAD_END);
    return 0;
}
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("Agent_OnUnload in %s\n", phase_name()); }
