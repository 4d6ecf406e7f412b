/* Makes NewGlobalRef fail for the calling thread, which libverify takes for lack of memory. */
#include "agent.h"

static jniNativeInterface *original, *starving;
static __thread int starve;

static jobject JNICALL new_global_ref(JNIEnv *jni, jobject o) { return starve ? NULL : original->NewGlobalRef(jni, o); }

JNIEXPORT void JNICALL Java_VerifierAnswers_noGlobalRefs(JNIEnv *jni, jclass me, jboolean on) { starve = on; }

JNIEXPORT jint JNICALL Java_VerifierAnswers_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jsize n = (*jni)->GetArrayLength(jni, bytes);
    unsigned char *b = malloc((size_t)n);
    (*jni)->GetByteArrayRegion(jni, bytes, 0, n, (jbyte *)b);
    jvmtiClassDefinition d = { c, n, b };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    free(b);
    return (jint)e;
}

static void JNICALL on_init(jvmtiEnv *e, JNIEnv *jni, jthread t)
{
    CHECK((*ti)->GetJNIFunctionTable(ti, &original));
    CHECK((*ti)->GetJNIFunctionTable(ti, &starving));
    starving->NewGlobalRef = new_global_ref;
    CHECK((*ti)->SetJNIFunctionTable(ti, starving));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.VMInit = on_init;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_VM_INIT);
    return 0;
}
