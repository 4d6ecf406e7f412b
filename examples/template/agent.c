/* An agent to change: counts the classes that are loaded, and says so at the end. */
#include <jvmti.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int class_count;

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass c) { class_count++; }

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni) { printf("agent: %d classes\n", class_count); }

static jint start(JavaVM *vm, char *options)
{
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    /* Capabilities that the events and functions below need: jvmtiCapabilities wanted = { .can_... = 1 };
     * (*jvmti)->AddCapabilities(jvmti, &wanted); */
    jvmtiEventCallbacks callbacks = { .ClassPrepare = on_class_prepare, .VMDeath = on_death };
    if ((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return JNI_ERR;
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    return JNI_OK;
}

/* -agentpath:libagent.so=OPTIONS, before the VM starts. */
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) { return start(vm, options); }

/* argus attach PID libagent.so=OPTIONS, in a VM that runs. */
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) { return start(vm, options); }
