/* Native threads that an agent starts in VMStart, ClassPrepare and VMInit attach themselves, while the event waits for
 * them. */
#include "agent.h"
#include <pthread.h>

static const char *where;

static void *attach(void *unused)
{
    JNIEnv *jni = NULL;
    JavaVMAttachArgs args = { JNI_VERSION_10, "native one", NULL };
    printf("%s: GetEnv %d\n", where, (*the_vm)->GetEnv(the_vm, (void **)&jni, JNI_VERSION_10));
    jint r = (*the_vm)->AttachCurrentThread(the_vm, (void **)&jni, &args);
    printf("%s: AttachCurrentThread %d\n", where, r);
    if (r) return NULL;
    jclass c = (*jni)->FindClass(jni, "java/util/ArrayList");
    jobject list = (*jni)->NewObject(jni, c, (*jni)->GetMethodID(jni, c, "<init>", "()V"));
    jboolean added =
        (*jni)->CallBooleanMethod(jni, list, (*jni)->GetMethodID(jni, c, "add", "(Ljava/lang/Object;)Z"), list);
    printf("%s: added %d, exception %d\n", where, added, (*jni)->ExceptionCheck(jni));
    jvmtiThreadInfo info;
    jvmtiError e = (*ti)->GetThreadInfo(ti, NULL, &info);
    printf("%s: GetThreadInfo %d %s\n", where, e, e ? "" : info.name);
    printf("%s: DetachCurrentThread %d\n", where, (*the_vm)->DetachCurrentThread(the_vm));
    return NULL;
}

static void attach_at(const char *now)
{
    pthread_t t;
    if (strcmp(now, where)) return;
    pthread_create(&t, NULL, attach, NULL);
    pthread_join(t, NULL);
}

static void JNICALL on_start(jvmtiEnv *env, JNIEnv *jni) { attach_at("VMStart"); }
static void JNICALL on_init(jvmtiEnv *env, JNIEnv *jni, jthread t) { attach_at("VMInit"); }

static void JNICALL on_prepare(jvmtiEnv *env, JNIEnv *jni, jthread t, jclass c)
{
    static int classes;
    if (!classes++) attach_at("ClassPrepare");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    the_vm = vm;
    ti = new_env(vm);
    where = strdup(options);
    jvmtiEventCallbacks k = { .VMStart = on_start, .VMInit = on_init, .ClassPrepare = on_prepare };
    CHECK((*ti)->SetEventCallbacks(ti, &k, sizeof k));
    static const jvmtiEvent events[] = { JVMTI_EVENT_VM_START, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_CLASS_PREPARE };
    for (int i = 0; i < 3; i++) CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[i], NULL));
    return 0;
}
