/* Keeps the id of an obsolete method beyond its end. */
#include "agent.h"

static jvmtiEnv *other;
static jmethodID kept;

JNIEXPORT void JNICALL Java_ObsoleteIds_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
}
JNIEXPORT jstring JNICALL Java_ObsoleteIds_remember(JNIEnv *jni, jclass me)
{
    jlocation at;
    jthread self = NULL;
    CHECK((*ti)->GetCurrentThread(ti, &self));
    CHECK((*ti)->GetFrameLocation(ti, self, 1, &kept, &at));
    return (*jni)->NewStringUTF(jni, error_name((*other)->SetBreakpoint(other, kept, 0)));
}
JNIEXPORT jstring JNICALL Java_ObsoleteIds_ask(JNIEnv *jni, jclass me)
{
    char text[256], *name = NULL;
    jclass c = NULL;
    jboolean obsolete = 0;
    jvmtiError a = (*ti)->GetMethodName(ti, kept, &name, NULL, NULL), b = (*ti)->GetMethodDeclaringClass(ti, kept, &c),
               o = (*ti)->IsMethodObsolete(ti, kept, &obsolete);
    snprintf(text, sizeof text, "%s %s %s", error_name(a), error_name(b),
             o          ? error_name(o)
             : obsolete ? "obsolete"
                        : "current");
    if (!a) give_back(name);
    return (*jni)->NewStringUTF(jni, text);
}
JNIEXPORT jstring JNICALL Java_ObsoleteIds_clear(JNIEnv *jni, jclass me)
{
    return (*jni)->NewStringUTF(jni, error_name((*other)->ClearBreakpoint(other, kept, 0)));
}
JNIEXPORT void JNICALL Java_ObsoleteIds_dispose(JNIEnv *jni, jclass me) { CHECK((*other)->DisposeEnvironment(other)); }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    other = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = 1;
    CHECK((*other)->AddCapabilities(other, &caps));
    return 0;
}
