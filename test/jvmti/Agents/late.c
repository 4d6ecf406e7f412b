/* An agent with Agent_OnLoad alone, which is attached all the same: two environments that hear VMStart and VMInit, and
 * one that does not ask for them. With the option "wait" it waits in VMInit until another agent_load says "go". */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *first, *second;
static jrawMonitorID lock;
static int wait_for_go, go;

static int number(jvmtiEnv *e) { return e == first ? 1 : e == second ? 2 : 3; }
static const char *error(jvmtiEnv *e, jvmtiError code)
{
    char *name = NULL;
    return (*e)->GetErrorName(e, code, &name) == JVMTI_ERROR_NONE ? name : "?";
}

static void JNICALL on_start(jvmtiEnv *e, JNIEnv *jni) { printf("late: start in %d\n", number(e)); }
static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread thread)
{
    jthread current = NULL;
    jint frames = -1;
    jvmtiError got = (*e)->GetCurrentThread(e, &current), counted = (*e)->GetFrameCount(e, thread, &frames);
    printf("late: init in %d, on the current thread: %d %s, frames %d %s, class %d\n", number(e),
           (*jni)->IsSameObject(jni, thread, current), error(e, got), frames, error(e, counted),
           (*jni)->FindClass(jni, "java/util/ArrayList") != NULL);
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), "left pending");
    if (!wait_for_go || e != second) return;
    (*e)->RawMonitorEnter(e, lock);
    while (!go) (*e)->RawMonitorWait(e, lock, 0);
    (*e)->RawMonitorExit(e, lock);
    printf("late: init has waited\n");
}
static void JNICALL on_death(jvmtiEnv *e, JNIEnv *jni) { printf("late: death in %d\n", number(e)); }

static jvmtiEnv *environment(JavaVM *vm)
{
    jvmtiEnv *e = NULL;
    if ((*vm)->GetEnv(vm, (void **)&e, JVMTI_VERSION_11) != JNI_OK) return NULL;
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    (*e)->GetPotentialCapabilities(e, &caps);
    jvmtiError added = (*e)->AddCapabilities(e, &caps);
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMStart = on_start;
    c.VMInit = on_init;
    c.VMDeath = on_death;
    (*e)->SetEventCallbacks(e, &c, sizeof c);
    printf("late: environment, capabilities %s, breakpoints %d, locals %d\n", error(e, added),
           caps.can_generate_breakpoint_events, caps.can_access_local_variables);
    return e;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (options && !strcmp(options, "go")) {
        (*second)->RawMonitorEnter(second, lock);
        go = 1;
        (*second)->RawMonitorNotifyAll(second, lock);
        (*second)->RawMonitorExit(second, lock);
        return 0;
    }
    if (options && !strcmp(options, "fail")) {
        jvmtiEnv *e = environment(vm);
        (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
        return 12;
    }
    wait_for_go = options && strstr(options, "wait") != NULL;
    first = environment(vm);
    second = environment(vm);
    (void)environment(vm);
    (*second)->CreateRawMonitor(second, "late", &lock);
    for (int i = 0; i < 2; i++) {
        jvmtiEnv *e = i ? second : first;
        (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_VM_START, NULL);
        (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
        (*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    }
    printf("late: loaded with %s\n", options ? options : "NULL");
    return 0;
}
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("late: unloaded\n"); }
