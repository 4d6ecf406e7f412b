/* ClassFileLoadHook that answers with memory of GetByteArrayElements, of malloc and of Allocate. The VM frees it. */
#include "agent.h"

static int how = -1;

JNIEXPORT void JNICALL Java_HookMemory_way(JNIEnv *jni, jclass c, jint way) { how = way; }

static void JNICALL on_load(jvmtiEnv *env, JNIEnv *jni, jclass redefined, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *data, jint *new_len,
                            unsigned char **new_data)
{
    if (how < 0 || !name || strcmp(name, "HookMemory$Before")) return;
    jclass c = (*jni)->FindClass(jni, "HookMemory");
    jbyteArray a = (*jni)->GetStaticObjectField(jni, c, (*jni)->GetStaticFieldID(jni, c, "instead", "[B"));
    jsize n = (*jni)->GetArrayLength(jni, a);
    unsigned char *p = NULL;
    if (how == 0) p = (unsigned char *)(*jni)->GetByteArrayElements(jni, a, NULL);
    if (how == 1) p = malloc((size_t)n);
    if (how == 2) CHECK((*env)->Allocate(env, n, &p));
    if (how > 0) (*jni)->GetByteArrayRegion(jni, a, 0, n, (jbyte *)p);
    *new_len = n;
    *new_data = p;
    how = -1;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiEventCallbacks k = { .ClassFileLoadHook = on_load };
    CHECK((*ti)->SetEventCallbacks(ti, &k, sizeof k));
    CHECK((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL));
    return 0;
}
