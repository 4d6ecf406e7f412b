/* What needs no thread and no class: memory, phases, versions, error names, storage, properties, timers, capabilities,
 * extensions, callbacks, verbose flags. */
#include "agent.h"
#include <pthread.h>

static void memory(void)
{
    unsigned char *p = (unsigned char *)1;
    CHECK((*ti)->Allocate(ti, 0, &p));
    printf("Allocate 0: %s\n", p ? "memory" : "NULL");
    printf("Allocate -1: %s\n", error_name((*ti)->Allocate(ti, -1, &p)));
    printf("Allocate too much: %s\n", error_name((*ti)->Allocate(ti, INT64_MAX, &p)));
    CHECK((*ti)->Allocate(ti, 100000, &p));
    memset(p, 7, 100000);
    CHECK((*ti)->Deallocate(ti, p));
    CHECK((*ti)->Deallocate(ti, NULL));
}

static void names(void)
{
    for (int e = -1; e < 130; e++) {
        char *name = NULL;
        jvmtiError answer = (*ti)->GetErrorName(ti, (jvmtiError)e, &name);
        if (answer == JVMTI_ERROR_NONE)
            printf("error %d %s\n", e, name);
        else if (answer != JVMTI_ERROR_ILLEGAL_ARGUMENT)
            printf("error %d answers %d\n", e, answer);
    }
    printf("no such error: %s\n", error_name((*ti)->GetErrorName(ti, (jvmtiError)12345, &(char *){ NULL })));
}

static void versions(JavaVM *vm)
{
    jint v;
    CHECK((*ti)->GetVersionNumber(ti, &v));
    printf("version %x\n", v & ~JVMTI_VERSION_MASK_MICRO);
    static const jint asked[] = { JVMTI_VERSION_1, JVMTI_VERSION_1_0, JVMTI_VERSION_1_1, JVMTI_VERSION_1_2,
                                  JVMTI_VERSION_9, JVMTI_VERSION_11,  0x30110000,        0x30010300,
                                  0x30020000,      0x30080000,        0x30120000,        0x300b0100,
                                  0x30000000 };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        jvmtiEnv *e = NULL;
        jint r = (*vm)->GetEnv(vm, (void **)&e, asked[i]);
        printf("GetEnv %x: %d %s\n", asked[i], r, e ? "environment" : "NULL");
        if (r == JNI_OK && e && (asked[i] & JVMTI_VERSION_MASK_INTERFACE_TYPE) == JVMTI_VERSION_INTERFACE_JVMTI)
            CHECK((*e)->DisposeEnvironment(e));
    }
}

static void storage(JavaVM *vm)
{
    jvmtiEnv *other = new_env(vm);
    void *p = (void *)1;
    CHECK((*ti)->GetEnvironmentLocalStorage(ti, &p));
    printf("storage at first %s", p ? "something" : "NULL");
    CHECK((*ti)->SetEnvironmentLocalStorage(ti, (void *)5));
    CHECK((*ti)->GetEnvironmentLocalStorage(ti, &p));
    printf(", then %d", (int)(intptr_t)p);
    CHECK((*ti)->GetEnvironmentLocalStorage(other, &p));
    printf(", of another environment %s\n", p ? "something" : "NULL");
    CHECK((*other)->DisposeEnvironment(other));
}

static void properties(void)
{
    jint n;
    char **all, *value;
    CHECK((*ti)->GetSystemProperties(ti, &n, &all));
    int mine = 0, home = 0;
    for (jint i = 0; i < n; i++) {
        mine += !strcmp(all[i], "test.property");
        home += !strcmp(all[i], "java.home");
        give_back(all[i]);
    }
    give_back(all);
    printf("properties: mine %d, java.home %d\n", mine, home);
    CHECK((*ti)->GetSystemProperty(ti, "test.property", &value));
    printf("test.property %s\n", value);
    CHECK((*ti)->GetSystemProperty(ti, "java.vm.specification.version", &value));
    printf("java.vm.specification.version %s\n", value);
    printf("absent: %s\n", error_name((*ti)->GetSystemProperty(ti, "test.absent", &value)));
    jvmtiError e = (*ti)->SetSystemProperty(ti, "test.property", "changed");
    printf("set: %s", error_name(e));
    e = (*ti)->GetSystemProperty(ti, "test.property", &value);
    printf(", now %s\n", e == JVMTI_ERROR_NONE ? value : error_name(e));
    printf("set absent: %s\n", error_name((*ti)->SetSystemProperty(ti, "test.absent", "x")));
    printf("set java.vm.name: %s\n", error_name((*ti)->SetSystemProperty(ti, "java.vm.name", "x")));
}

static void timers(int live)
{
    jvmtiTimerInfo i;
    jlong a, b;
    jint cpus;
    CHECK((*ti)->GetTimerInfo(ti, &i));
    printf("timer max %lld forward %d backward %d kind %d\n", (long long)i.max_value, i.may_skip_forward,
           i.may_skip_backward, i.kind);
    CHECK((*ti)->GetTime(ti, &a));
    CHECK((*ti)->GetTime(ti, &b));
    CHECK((*ti)->GetAvailableProcessors(ti, &cpus));
    printf("time %s, processors %s\n", a > 0 && b >= a ? "goes on" : "stands", cpus > 0 ? "some" : "none");
    if (!live) return;
    CHECK((*ti)->GetCurrentThreadCpuTimerInfo(ti, &i));
    printf("thread timer max %lld kind %d\n", (long long)i.max_value, i.kind);
    CHECK((*ti)->GetThreadCpuTimerInfo(ti, &i));
    printf("thread timer max %lld kind %d\n", (long long)i.max_value, i.kind);
}

static void capabilities(JavaVM *vm)
{
    jvmtiEnv *e = new_env(vm);
    jvmtiCapabilities caps, want;
    CHECK((*e)->GetCapabilities(e, &caps));
    memset(&want, 0, sizeof want);
    /* HotSpot hands out what costs nothing unasked */
    printf("breakpoints at first %d", caps.can_generate_breakpoint_events);
    want.can_get_line_numbers = want.can_get_bytecodes = 1;
    CHECK((*e)->AddCapabilities(e, &want));
    CHECK((*e)->GetCapabilities(e, &caps));
    printf(", then lines %d bytecodes %d synthetic %d", caps.can_get_line_numbers, caps.can_get_bytecodes,
           caps.can_get_synthetic_attribute);
    want.can_get_bytecodes = 0;
    CHECK((*e)->RelinquishCapabilities(e, &want));
    CHECK((*e)->GetCapabilities(e, &caps));
    printf(", then lines %d bytecodes %d", caps.can_get_line_numbers, caps.can_get_bytecodes);
    memset(&want, 0, sizeof want);
    CHECK((*e)->RelinquishCapabilities(e, &want));
    /* a bit without a name: an initializer may leave anything there */
    ((unsigned char *)&want)[sizeof want - 1] = 0x80;
    CHECK((*e)->AddCapabilities(e, &want));
    CHECK((*e)->GetCapabilities(e, &caps));
    printf(", bits without a name held %d", ((unsigned char *)&caps)[sizeof caps - 1]);
    printf(", event without capability %s",
           error_name((*e)->SetEventNotificationMode(e, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL)));
    printf(", disabled %s\n",
           error_name((*e)->SetEventNotificationMode(e, JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, NULL)));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    CHECK((*e)->SetEventCallbacks(e, &c, sizeof c));
    CHECK((*e)->SetEventCallbacks(e, NULL, 0));
    CHECK((*e)->SetEventCallbacks(e, &c, 8));
    CHECK((*e)->DisposeEnvironment(e));
    jint n = -1;
    jvmtiExtensionFunctionInfo *f;
    jvmtiExtensionEventInfo *x;
    CHECK((*ti)->GetExtensionFunctions(ti, &n, &f));
    CHECK((*ti)->GetExtensionEvents(ti, &n, &x));
    printf("extension event 100000: %s\n", error_name((*ti)->SetExtensionEventCallback(ti, 100000, NULL)));
    jvmtiJlocationFormat format;
    CHECK((*ti)->GetJLocationFormat(ti, &format));
    printf("locations %d\n", format);
}

static void *unattached(void *arg)
{
    jlong t;
    jint v;
    unsigned char *p;
    jthread current;
    printf("unattached: GetTime %d", (*ti)->GetTime(ti, &t));
    printf(", GetVersionNumber %d", (*ti)->GetVersionNumber(ti, &v));
    printf(", Allocate %d", (*ti)->Allocate(ti, 10, &p));
    printf(", GetCurrentThread %d\n", (*ti)->GetCurrentThread(ti, &current));
    return NULL;
}

JNIEXPORT void JNICALL Java_General_live(JNIEnv *jni, jclass me)
{
    memory();
    versions(the_vm);
    storage(the_vm);
    properties();
    timers(1);
    capabilities(the_vm);
    pthread_t t;
    pthread_create(&t, NULL, unattached, NULL);
    pthread_join(t, NULL);
    /* An exception that is pending stays so over a call. */
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), "kept");
    jint n;
    jthread *threads;
    CHECK((*ti)->GetAllThreads(ti, &n, &threads));
    printf("still pending: %d\n", (*jni)->ExceptionCheck(jni));
    jvmtiEnv *e = new_env(the_vm);
    CHECK((*e)->DisposeEnvironment(e));
    CHECK((*ti)->SetVerboseFlag(ti, JVMTI_VERBOSE_OTHER, JNI_TRUE));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    printf("options %s\n", options);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_get_current_thread_cpu_time = caps.can_get_thread_cpu_time = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    memory();
    names();
    versions(vm);
    storage(vm);
    properties();
    timers(0);
    capabilities(vm);
    return 0;
}
