/* Four environments, with none, one or both of the early capabilities: their phases, their VMStart, and in which phase
 * the first classes are seen. */
#include "agent.h"

enum { ENVS = 4 };
static jvmtiEnv *envs[ENVS];
static const char *const names[ENVS] = { "plain", "early start", "early hooks", "both" };
static int hooks[ENVS][16], hooks_with_jni[ENVS][16], prepares[ENVS][16], loads[ENVS][16], starts[ENVS];
static int saw_object[ENVS], saw_prepare_before[ENVS];

static int index_of(jvmtiEnv *e)
{
    for (int i = 0; i < ENVS; i++)
        if (envs[i] == e) return i;
    return 0;
}
static jvmtiPhase phase_of(jvmtiEnv *e)
{
    jvmtiPhase p = 0;
    CHECK((*e)->GetPhase(e, &p));
    return p;
}
static const char *phase_text(jvmtiPhase p)
{
    switch (p) {
    case JVMTI_PHASE_ONLOAD: return "ONLOAD";
    case JVMTI_PHASE_PRIMORDIAL: return "PRIMORDIAL";
    case JVMTI_PHASE_START: return "START";
    case JVMTI_PHASE_LIVE: return "LIVE";
    default: return "DEAD";
    }
}
static void phases(const char *when)
{
    printf("%s:", when);
    for (int i = 0; i < ENVS; i++) printf(" [%s] %s", names[i], phase_text(phase_of(envs[i])));
    printf("\n");
}

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefined, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    int i = index_of(e);
    jvmtiPhase p = phase_of(e);
    hooks[i][p]++;
    if (jni) hooks_with_jni[i][p]++;
    if (name && !strcmp(name, "java/lang/Object")) saw_object[i] = 1;
}
static void JNICALL on_load(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c) { loads[index_of(e)][phase_of(e)]++; }
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c)
{
    int i = index_of(e);
    prepares[i][phase_of(e)]++;
    if (phase_of(envs[0]) == JVMTI_PHASE_PRIMORDIAL) saw_prepare_before[i] = 1;
}

static const char *is(jvmtiError e) { return e == JVMTI_ERROR_NONE ? "NONE" : error_name(e); }

static void JNICALL on_start(jvmtiEnv *e, JNIEnv *jni)
{
    int i = index_of(e);
    starts[i]++;
    printf("VMStart for [%s]\n", names[i]);
    phases("  phases");
    printf("  JNI %x\n", (unsigned)(*jni)->GetVersion(jni));
    jclass object = (*jni)->FindClass(jni, "java/lang/Object");
    jclass string = (*jni)->FindClass(jni, "java/lang/String");
    printf("  FindClass %s %s, superclass %d\n", object ? "works" : "fails", string ? "works" : "fails",
           string && (*jni)->IsSameObject(jni, (*jni)->GetSuperclass(jni, string), object));
    printf("  a global reference %s\n", (*jni)->NewGlobalRef(jni, string) ? "works" : "fails");
    jthread t = (jthread)1;
    jvmtiError err = (*e)->GetCurrentThread(e, &t);
    printf("  GetCurrentThread %s %s\n", is(err), err == JVMTI_ERROR_NONE && t ? "a thread" : "null");
    char *sig = NULL;
    printf("  GetClassSignature %s %s\n", is((*e)->GetClassSignature(e, string, &sig, NULL)), sig);
    jint n = 0;
    jclass *classes;
    printf("  GetLoadedClasses %s", is((*e)->GetLoadedClasses(e, &n, &classes)));
    printf(" %s\n", n > 100 ? "many" : "few");
    jint status = 0;
    printf("  GetClassStatus %s\n", is((*e)->GetClassStatus(e, string, &status)));
    jint frames = -1;
    printf("  GetFrameCount %s\n", is((*e)->GetFrameCount(e, NULL, &frames)));
    char *v = NULL;
    printf("  GetSystemProperty %s %s\n", is((*e)->GetSystemProperty(e, "java.vm.specification.version", &v)), v);
    jlong nanos = 0;
    printf("  GetTime %s\n", is((*e)->GetTime(e, &nanos)));
    for (int k = 0; k < ENVS; k++)
        printf("  [%s] may ask for a class's signature: %s\n", names[k],
               is((*envs[k])->GetClassSignature(envs[k], string, &sig, NULL)));
}
static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    if (e == envs[0]) phases("VMInit");
}

JNIEXPORT void JNICALL Java_EarlyStart_report(JNIEnv *jni, jclass me)
{
    static const jvmtiPhase order[] = { JVMTI_PHASE_PRIMORDIAL, JVMTI_PHASE_START, JVMTI_PHASE_LIVE };
    for (int i = 0; i < ENVS; i++) {
        printf("[%s] VMStart %d times, java/lang/Object %s, a class prepared before the others' start phase %s\n",
               names[i], starts[i], saw_object[i] ? "seen" : "not seen", saw_prepare_before[i] ? "seen" : "not seen");
        for (int k = 0; k < 3; k++) {
            jvmtiPhase p = order[k];
            printf("    %s: class files %s%s, loads %s, prepares %s\n", phase_text(p), hooks[i][p] ? "seen" : "none",
                   !hooks[i][p]                          ? ""
                   : hooks_with_jni[i][p] == hooks[i][p] ? " with JNI"
                   : hooks_with_jni[i][p]                ? " partly with JNI"
                                                         : " without JNI",
                   loads[i][p] ? "seen" : "none", prepares[i][p] ? "seen" : "none");
        }
    }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps, may;
    for (int i = 0; i < ENVS; i++) {
        envs[i] = new_env(vm);
        ti = envs[i];
        memset(&caps, 0, sizeof caps);
        CHECK((*ti)->GetPotentialCapabilities(ti, &may));
        printf("offered: early start %d, early hooks %d\n", may.can_generate_early_vmstart,
               may.can_generate_early_class_hook_events);
        caps.can_generate_all_class_hook_events = 1;
        caps.can_generate_early_vmstart = i == 1 || i == 3;
        caps.can_generate_early_class_hook_events = i == 2 || i == 3;
        CHECK((*ti)->AddCapabilities(ti, &caps));
        jvmtiEventCallbacks c;
        memset(&c, 0, sizeof c);
        c.ClassFileLoadHook = on_file;
        c.ClassLoad = on_load;
        c.ClassPrepare = on_prepare;
        c.VMStart = on_start;
        c.VMInit = on_init;
        CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
        enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
        enable(ti, JVMTI_EVENT_CLASS_LOAD);
        enable(ti, JVMTI_EVENT_CLASS_PREPARE);
        enable(ti, JVMTI_EVENT_VM_START);
        enable(ti, JVMTI_EVENT_VM_INIT);
    }
    phases("OnLoad");
    return 0;
}
