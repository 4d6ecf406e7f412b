/* Counts calls through the extensions, and looks a method up by class and name. */
#include "agent.h"
#include "include/argus/jvmti_extensions.h"

static struct argus_extensions x;

JNIEXPORT void JNICALL Java_MethodCalls_count(JNIEnv *jni, jclass c, jboolean on)
{
    CHECK(argus_CountMethodCalls(&x, on));
}

JNIEXPORT jlong JNICALL Java_MethodCalls_calls(JNIEnv *jni, jclass c, jstring signature, jstring name, jint which)
{
    const char *wanted_class = (*jni)->GetStringUTFChars(jni, signature, NULL);
    const char *wanted = (*jni)->GetStringUTFChars(jni, name, NULL);
    jint count;
    char *names;
    jlong *entered, *threw, sum = 0;
    CHECK(argus_GetMethodCalls(&x, &count, &names, &entered, &threw));
    const char *at = names;
    for (jint i = 0; i < count; i++) {
        const char *class_name = at, *method = class_name + strlen(class_name) + 1;
        at = method + strlen(method) + 1;
        at += strlen(at) + 1;
        if (!strcmp(class_name, wanted_class) && !strcmp(method, wanted)) sum += which ? threw[i] : entered[i];
    }
    give_back(names);
    give_back(entered);
    give_back(threw);
    (*jni)->ReleaseStringUTFChars(jni, signature, wanted_class);
    (*jni)->ReleaseStringUTFChars(jni, name, wanted);
    return sum;
}

JNIEXPORT jlong JNICALL Java_MethodCalls_threadCalls(JNIEnv *jni, jclass c, jthread thread)
{
    jlong calls = -1;
    CHECK(argus_GetThreadMethodCalls(&x, thread, &calls));
    jlong current = -1;
    CHECK(argus_GetThreadMethodCalls(&x, NULL, &current));
    return current < calls ? -1 : calls;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    argus_extensions(ti, &x);
    return JNI_OK;
}
