/* Errors of functions about the VM as a whole and about lists of threads: intervals, properties, unattached threads in
 * OnLoad, thread lists with strangers, events that cannot be asked for. */
#include "agent.h"
#include <pthread.h>

static jvmtiEnv *bare;

static void *unattached(void *arg)
{
    /* Nobody can be attached yet, so whoever calls now is taken as he is. */
    jint n = 0;
    printf("version from another thread in OnLoad: %s\n", error_name((*ti)->GetVersionNumber(ti, &n)));
    return NULL;
}

static void JNICALL on_extension(jvmtiEnv *e, ...) {}
/* The event that both VMs have. */
static void extension_event(void)
{
    jint n = 0;
    jvmtiExtensionEventInfo *all;
    CHECK((*ti)->GetExtensionEvents(ti, &n, &all));
    for (jint i = 0; i < n; i++) {
        jint index = all[i].extension_event_index;
        if (strcmp(all[i].id, "com.sun.hotspot.events.ClassUnload")) continue;
        printf("%s: set %s, again %s", all[i].id, error_name((*ti)->SetExtensionEventCallback(ti, index, on_extension)),
               error_name((*ti)->SetExtensionEventCallback(ti, index, on_extension)));
        printf(", NULL %s\n", error_name((*ti)->SetExtensionEventCallback(ti, index, NULL)));
    }
}

JNIEXPORT void JNICALL Java_ErrorsGeneral_live(JNIEnv *jni, jclass me, jthread current, jthread fresh, jthread ended,
                                               jobject no_thread)
{
    printf("interval -1: %s, minimal: %s\n", error_name((*ti)->SetHeapSamplingInterval(ti, -1)),
           error_name((*ti)->SetHeapSamplingInterval(ti, INT32_MIN)));
    printf("interval 0: %s, 512k: %s, without capability: %s\n", error_name((*ti)->SetHeapSamplingInterval(ti, 0)),
           error_name((*ti)->SetHeapSamplingInterval(ti, 512 * 1024)),
           error_name((*bare)->SetHeapSamplingInterval(bare, 0)));
    jthread lists[][2] = {
        { current, current }, { current, NULL }, { current, no_thread }, { NULL, current }, { fresh, ended }
    };
    for (int i = 0; i < 5; i++) {
        jvmtiStackInfo *info = NULL;
        jvmtiError e = (*ti)->GetThreadListStackTraces(ti, 2, lists[i], 10, &info);
        printf("list %d: %s", i, error_name(e));
        if (e == JVMTI_ERROR_NONE) printf(" %s frames", info[0].frame_count && info[1].frame_count ? "with" : "no");
        printf("\n");
    }
    jvmtiError results[4];
    jthread strangers[] = { NULL, no_thread, fresh, ended };
    CHECK((*ti)->SuspendThreadList(ti, 4, strangers, results));
    printf("suspend: %s %s %s %s\n", error_name(results[0]), error_name(results[1]), error_name(results[2]),
           error_name(results[3]));
    CHECK((*ti)->ResumeThreadList(ti, 4, strangers, results));
    printf("resume: %s %s %s %s\n", error_name(results[0]), error_name(results[1]), error_name(results[2]),
           error_name(results[3]));
    printf("no threads: %s %s\n", error_name((*ti)->SuspendThreadList(ti, 0, strangers, results)),
           error_name((*ti)->ResumeThreadList(ti, 0, strangers, results)));
    jvmtiStackInfo *info = NULL;
    printf("no stacks: %s\n", error_name((*ti)->GetThreadListStackTraces(ti, 0, strangers, 10, &info)));
    printf("events of others: %s", error_name((*ti)->GenerateEvents(ti, JVMTI_EVENT_VM_INIT)));
    printf(" %s", error_name((*ti)->GenerateEvents(ti, JVMTI_EVENT_CLASS_LOAD)));
    printf(", code without capability %s", error_name((*bare)->GenerateEvents(bare, JVMTI_EVENT_COMPILED_METHOD_LOAD)));
    printf(", stubs %s\n", error_name((*bare)->GenerateEvents(bare, JVMTI_EVENT_DYNAMIC_CODE_GENERATED)));
    printf("property late: %s, none: %s\n", error_name((*ti)->SetSystemProperty(ti, "a", "b")),
           error_name((*ti)->GetSystemProperty(ti, "no.such.property", &(char *){ 0 })));
    extension_event();
    printf("extension: %s %s\n", error_name((*ti)->SetExtensionEventCallback(ti, -1, NULL)),
           error_name((*ti)->SetExtensionEventCallback(ti, INT32_MAX, NULL)));
    printf("callbacks of size -1: %s, NULL: %s, too large: %s\n",
           error_name((*bare)->SetEventCallbacks(bare, &(jvmtiEventCallbacks){ 0 }, -1)),
           error_name((*bare)->SetEventCallbacks(bare, NULL, 100)),
           error_name((*bare)->SetEventCallbacks(bare, &(jvmtiEventCallbacks){ 0 }, INT32_MAX)));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    bare = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_sampled_object_alloc_events = caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    pthread_t t;
    pthread_create(&t, NULL, unattached, NULL);
    pthread_join(t, NULL);
    printf("property: %s, made %s, changed %s, NULL value %s\n",
           error_name((*ti)->GetSystemProperty(ti, "no.such.property", &(char *){ 0 })),
           error_name((*ti)->SetSystemProperty(ti, "made.here", "1")),
           error_name((*ti)->SetSystemProperty(ti, "made.here", "2")),
           error_name((*ti)->SetSystemProperty(ti, "made.here", NULL)));
    printf("read-only property: %s %s\n", error_name((*ti)->SetSystemProperty(ti, "java.vm.version", "2")),
           error_name((*ti)->SetSystemProperty(ti, "java.vm.version", NULL)));
    return 0;
}
