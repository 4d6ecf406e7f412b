/* SetJNIFunctionTable is for all threads at once: those that run, those in native code, those that come; and for every
 * environment. */
#include "agent.h"

static jvmtiEnv *second;
static jniNativeInterface *original, *first_table, *second_table;
static _Atomic int first_calls, second_calls;

static jint JNICALL first_version(JNIEnv *jni)
{
    first_calls++;
    return original->GetVersion(jni);
}
/* Goes through what was there when it was put on top. */
static jniNativeInterface *below;
static jint JNICALL second_version(JNIEnv *jni)
{
    second_calls++;
    return below->GetVersion(jni);
}

JNIEXPORT jint JNICALL Java_JniTable_version(JNIEnv *jni, jclass me) { return (*jni)->GetVersion(jni); }
/* Stays in native code with the JNIEnv it was given until somebody has put a table in place. */
static _Atomic int in_native, changed;
JNIEXPORT jint JNICALL Java_JniTable_stay(JNIEnv *jni, jclass me)
{
    in_native = 1;
    while (!changed) {}
    return (*jni)->GetVersion(jni);
}
JNIEXPORT void JNICALL Java_JniTable_untilInNative(JNIEnv *jni, jclass me)
{
    while (!in_native) {}
}
JNIEXPORT void JNICALL Java_JniTable_leave(JNIEnv *jni, jclass me) { changed = 1; }
JNIEXPORT void JNICALL Java_JniTable_set(JNIEnv *jni, jclass me, jint which)
{
    if (which == 1) {
        CHECK((*ti)->GetJNIFunctionTable(ti, &first_table));
        first_table->GetVersion = first_version;
        CHECK((*ti)->SetJNIFunctionTable(ti, first_table));
    } else if (which == 2) {
        CHECK((*second)->GetJNIFunctionTable(second, &second_table));
        CHECK((*second)->GetJNIFunctionTable(second, &below));
        printf("the other environment sees it: %d\n", second_table->GetVersion == first_version);
        second_table->GetVersion = second_version;
        CHECK((*second)->SetJNIFunctionTable(second, second_table));
    } else
        CHECK((*ti)->SetJNIFunctionTable(ti, original));
}
JNIEXPORT jint JNICALL Java_JniTable_first(JNIEnv *jni, jclass me) { return first_calls; }
JNIEXPORT jint JNICALL Java_JniTable_second(JNIEnv *jni, jclass me) { return second_calls; }

static void JNICALL on_start(jvmtiEnv *e, JNIEnv *jni)
{
    CHECK((*ti)->GetJNIFunctionTable(ti, &original));
    printf("in the start phase: %d\n", original->GetVersion != NULL);
}
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    second = new_env(vm);
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMStart = on_start;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_VM_START);
    return 0;
}
