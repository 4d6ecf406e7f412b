/* Counts exceptions of a few classes, and says where the first few of each kind were thrown and caught. */
#include "agent.h"

static int thrown, caught, said;

static int is_ours(JNIEnv *jni, jobject x)
{
    static const char *const ours[] = { "LCaughtInCode$Light;", "Ljava/lang/ArrayIndexOutOfBoundsException;",
                                        "Ljava/lang/NullPointerException;", "Ljava/lang/ArithmeticException;" };
    const char *name = class_name((*jni)->GetObjectClass(jni, x));
    for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!strcmp(name, ours[i])) return 1;
    return 0;
}

static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID cm, jlocation cat)
{
    if (!is_ours(jni, x)) return;
    thrown++;
    if (said++ < 12)
        printf("thrown in %s at %d, caught in %s at %d\n", method_name(m), (int)at, method_name(cm), (int)cat);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x)
{
    if (!is_ours(jni, x)) return;
    caught++;
    if (said++ < 12) printf("caught in %s at %d\n", method_name(m), (int)at);
}

JNIEXPORT void JNICALL Java_CaughtInCode_tell(JNIEnv *jni, jclass c, jboolean exceptions, jboolean catches)
{
    said = 0;
    CHECK((*ti)->SetEventNotificationMode(ti, exceptions ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_EXCEPTION, NULL));
    CHECK(
        (*ti)->SetEventNotificationMode(ti, catches ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_EXCEPTION_CATCH, NULL));
}
static jint taken(int *n)
{
    jint was = *n;
    *n = 0;
    return was;
}
JNIEXPORT jint JNICALL Java_CaughtInCode_thrown(JNIEnv *jni, jclass c) { return taken(&thrown); }
JNIEXPORT jint JNICALL Java_CaughtInCode_caught(JNIEnv *jni, jclass c) { return taken(&caught); }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_exception_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .Exception = on_exception, .ExceptionCatch = on_catch };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    return 0;
}
