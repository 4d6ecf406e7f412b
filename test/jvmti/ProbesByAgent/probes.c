/* Sets, reads and removes probes through the extensions; answers as text, errors as "error N: why". */
#include "agent.h"
#include "include/argus/jvmti_extensions.h"

static struct argus_extensions x;

static jstring answer(JNIEnv *jni, jvmtiError e, char *text)
{
    char buffer[1024];
    snprintf(buffer, sizeof buffer, "error %d: %s", (int)e, text ? text : "");
    jstring s = (*jni)->NewStringUTF(jni, e == JVMTI_ERROR_NONE ? text : buffer);
    give_back(text);
    return s;
}

JNIEXPORT jstring JNICALL Java_ProbesByAgent_add(JNIEnv *jni, jclass c, jstring text, jboolean with_message)
{
    const char *s = (*jni)->GetStringUTFChars(jni, text, NULL);
    char *message = NULL, number[16];
    jint id = 0;
    jvmtiError e = argus_AddProbe(&x, s, &id, with_message ? &message : NULL);
    (*jni)->ReleaseStringUTFChars(jni, text, s);
    if (e != JVMTI_ERROR_NONE) return answer(jni, e, message);
    if (message) printf("a message beside a number\n");
    snprintf(number, sizeof number, "%d", id);
    return (*jni)->NewStringUTF(jni, number);
}
JNIEXPORT jint JNICALL Java_ProbesByAgent_remove(JNIEnv *jni, jclass c, jint id) { return argus_RemoveProbe(&x, id); }

JNIEXPORT jstring JNICALL Java_ProbesByAgent_read(JNIEnv *jni, jclass c, jint id, jboolean json, jboolean delta)
{
    char *text = NULL;
    jvmtiError e = argus_ReadProbe(&x, id, json, delta, &text);
    return answer(jni, e, text);
}
JNIEXPORT jstring JNICALL Java_ProbesByAgent_list(JNIEnv *jni, jclass c, jboolean json)
{
    char *text = NULL;
    jvmtiError e = argus_ListProbes(&x, json, &text);
    return answer(jni, e, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    argus_extensions(ti, &x);
    return JNI_OK;
}
