/* Sets probes, and counts the pieces of code that a method gets. */
#include "probe_agent.h"
#include <stdatomic.h>

static atomic_int pieces;

static void JNICALL on_compiled(jvmtiEnv *e, jmethodID m, jint size, const void *start, jint n,
                                const jvmtiAddrLocationMap *map, const void *info)
{
    if (!strcmp(method_name(m), "LProbesReplaceCode;.outer(I)I")) atomic_fetch_add(&pieces, 1);
}
JNIEXPORT jint JNICALL Java_ProbesReplaceCode_pieces(JNIEnv *jni, jclass c) { return atomic_load(&pieces); }

JNIEXPORT jstring JNICALL Java_ProbesReplaceCode_add(JNIEnv *jni, jclass c, jstring text)
{
    return add_probe(jni, text);
}
JNIEXPORT jlong JNICALL Java_ProbesReplaceCode_hits(JNIEnv *jni, jclass c, jstring id)
{
    char *text = NULL;
    CHECK(argus_ReadProbe(&x, probe_id(jni, id), JNI_FALSE, JNI_FALSE, &text));
    const char *at = text ? strstr(text, "hits ") : NULL;
    jlong n = at ? atoll(at + 5) : -1;
    give_back(text);
    return n;
}
JNIEXPORT void JNICALL Java_ProbesReplaceCode_remove(JNIEnv *jni, jclass c, jstring id)
{
    CHECK(argus_RemoveProbe(&x, probe_id(jni, id)));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    argus_extensions(ti, &x);
    jvmtiCapabilities caps = { .can_generate_compiled_method_load_events = 1 };
    jvmtiEventCallbacks callbacks = { .CompiledMethodLoad = on_compiled };
    (*ti)->AddCapabilities(ti, &caps);
    (*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks);
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL);
    return JNI_OK;
}
