/* Callbacks that leave references and frames behind. */
#include "agent.h"

static jmethodID step;
static jobject to_delete;
static uintptr_t least = UINTPTR_MAX, most;
static int told, wrong;

static void note(jobject r)
{
    uintptr_t at = (uintptr_t)r;
    if (at < least) least = at;
    if (at > most) most = at;
}
static void leave_behind(JNIEnv *jni, jthread thread)
{
    for (int i = 0; i < 3; i++) note((*jni)->NewLocalRef(jni, thread));
    jobject gone = (*jni)->NewLocalRef(jni, thread);
    note((*jni)->NewLocalRef(jni, thread));
    (*jni)->DeleteLocalRef(jni, gone);
    if (++told % 3 == 0) {
        wrong += (*jni)->PushLocalFrame(jni, 4) != 0;
        note((*jni)->NewLocalRef(jni, thread));
        if (told % 2 == 0) wrong += (*jni)->PushLocalFrame(jni, 4) != 0;
    }
    if (to_delete) (*jni)->DeleteLocalRef(jni, to_delete);
    to_delete = NULL;
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m)
{
    if (m == step) leave_behind(jni, thread);
}
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jboolean thrown, jvalue v)
{
    if (m != step) return;
    wrong += thrown || !v.l || (*jni)->GetObjectRefType(jni, v.l) != JNILocalRefType;
    note(v.l);
    leave_behind(jni, thread);
}

JNIEXPORT void JNICALL Java_RefsInMethodEvents_events(JNIEnv *jni, jclass c, jboolean on)
{
    step = (*jni)->GetStaticMethodID(jni, c, "step", "(Ljava/lang/Object;)Ljava/lang/Object;");
    jvmtiEventMode mode = on ? JVMTI_ENABLE : JVMTI_DISABLE;
    CHECK((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_METHOD_ENTRY, NULL));
    CHECK((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_METHOD_EXIT, NULL));
}
JNIEXPORT jstring JNICALL Java_RefsInMethodEvents_below(JNIEnv *jni, jclass c, jobject a, jobject b, jint calls)
{
    jobject refs[20];
    for (int i = 0; i < 20; i++) refs[i] = (*jni)->NewLocalRef(jni, i % 2 ? b : a);
    (*jni)->DeleteLocalRef(jni, refs[5]);
    (*jni)->DeleteLocalRef(jni, refs[8]);
    to_delete = refs[11];
    int same = 0;
    for (int i = 0; i < calls; i++) {
        jobject o = (*jni)->CallStaticObjectMethod(jni, c, step, i % 2 ? b : a);
        same += (*jni)->IsSameObject(jni, o, i % 2 ? b : a);
        (*jni)->DeleteLocalRef(jni, o);
    }
    if (to_delete) (*jni)->DeleteLocalRef(jni, to_delete); /* no event came */
    to_delete = NULL;
    refs[5] = (*jni)->NewLocalRef(jni, b);
    refs[8] = (*jni)->NewLocalRef(jni, a);
    refs[11] = (*jni)->NewLocalRef(jni, b);
    for (int i = 0; i < 20; i++) {
        same += (*jni)->IsSameObject(jni, refs[i], i % 2 ? b : a);
        for (int k = 0; k < i; k++) wrong += refs[i] == refs[k];
    }
    char text[100];
    snprintf(text, sizeof text, "%d told, %d wrong, %d as they were", told, wrong, same);
    told = wrong = 0;
    return (*jni)->NewStringUTF(jni, text);
}
JNIEXPORT jstring JNICALL Java_RefsInMethodEvents_apart(JNIEnv *jni, jclass c)
{
    return (*jni)->NewStringUTF(jni, most - least < 10000 || most < least ? "near each other" : "far from each other");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps = { .can_generate_method_entry_events = 1, .can_generate_method_exit_events = 1 };
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks callbacks = { .MethodEntry = on_entry, .MethodExit = on_exit_ };
    CHECK((*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks));
    return JNI_OK;
}
