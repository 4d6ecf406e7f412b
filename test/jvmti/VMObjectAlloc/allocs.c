/* Prints VMObjectAlloc events of one thread while it asks for it. */
#include "agent.h"

static jthread watched;

static void JNICALL on_alloc(jvmtiEnv *e, JNIEnv *jni, jthread t, jobject o, jclass c, jlong size)
{
    jlong real = 0;
    if (!(*jni)->IsSameObject(jni, t, watched)) return;
    /* names: new on HotSpot, shared on Argus */
    if (!strcmp(class_name(c), "Ljava/lang/String;") || !strcmp(class_name(c), "[B")) return;
    int same = (*jni)->IsSameObject(jni, c, (*jni)->GetObjectClass(jni, o));
    (*e)->GetObjectSize(e, o, &real);
    printf("  %s%s%s\n", class_name(c), same ? "" : ", of another class", real == size ? "" : ", of another size");
}
JNIEXPORT void JNICALL Java_VMObjectAlloc_watch(JNIEnv *jni, jclass me, jboolean on)
{
    if (!watched) {
        CHECK((*ti)->GetCurrentThread(ti, &watched));
        watched = (*jni)->NewGlobalRef(jni, watched);
    }
    if (on)
        enable(ti, JVMTI_EVENT_VM_OBJECT_ALLOC); /* cannot be had for one thread */
    else
        disable(ti, JVMTI_EVENT_VM_OBJECT_ALLOC);
}
JNIEXPORT jobject JNICALL Java_VMObjectAlloc_jni(JNIEnv *jni, jclass me, jclass c)
{
    jmethodID init = (*jni)->GetMethodID(jni, c, "<init>", "()V");
    (*jni)->NewObjectArray(jni, 3, c, NULL);
    (*jni)->NewIntArray(jni, 3);
    (*jni)->NewStringUTF(jni, "text");
    (*jni)->AllocObject(jni, c);
    return (*jni)->NewObject(jni, c, init);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_vm_object_alloc_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMObjectAlloc = on_alloc;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    return 0;
}
