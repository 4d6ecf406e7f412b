/* The first ClassFileLoadHook for a class that the program watches calls the program: it may ask for the very class
 * that is being loaded. */
#include "agent.h"

static char watched[8][64];
static jclass program;

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    for (int i = 0; name && i < 8; i++) {
        if (!watched[i][0] || strcmp(watched[i], name)) continue;
        watched[i][0] = 0;
        printf("  hook: %s%s\n", name, redefining ? " again" : "");
        (*jni)->CallStaticVoidMethod(jni, program, (*jni)->GetStaticMethodID(jni, program, "inside", "()V"));
        printf("  hook: out of %s\n", name);
    }
}

JNIEXPORT void JNICALL Java_RetransformInside_watch(JNIEnv *jni, jclass me, jstring name)
{
    if (!program) program = (*jni)->NewGlobalRef(jni, me);
    for (int i = 0; i < 8; i++) {
        if (watched[i][0]) continue;
        (*jni)->GetStringUTFRegion(jni, name, 0, (*jni)->GetStringLength(jni, name), watched[i]);
        return;
    }
}

JNIEXPORT void JNICALL Java_RetransformInside_unwatch(JNIEnv *jni, jclass me) { memset(watched, 0, sizeof watched); }

JNIEXPORT jstring JNICALL Java_RetransformInside_retransform(JNIEnv *jni, jclass me, jclass c)
{
    return (*jni)->NewStringUTF(jni, error_name((*ti)->RetransformClasses(ti, 1, &c)));
}

JNIEXPORT jstring JNICALL Java_RetransformInside_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jbyte *b = (*jni)->GetByteArrayElements(jni, bytes, NULL);
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, bytes), (unsigned char *)b };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, bytes, b, JNI_ABORT);
    return (*jni)->NewStringUTF(jni, error_name(e));
}

JNIEXPORT jstring JNICALL Java_RetransformInside_retransformLoaded(JNIEnv *jni, jclass me, jstring prefix)
{
    jint n, used = 0;
    jclass *all;
    char start[64] = "";
    (*jni)->GetStringUTFRegion(jni, prefix, 0, (*jni)->GetStringLength(jni, prefix), start);
    CHECK((*ti)->GetLoadedClasses(ti, &n, &all));
    for (jint i = 0; i < n; i++) {
        jboolean can = 0;
        CHECK((*ti)->IsModifiableClass(ti, all[i], &can));
        if (can && starts_with(class_name(all[i]), start)) all[used++] = all[i];
    }
    jvmtiError e = (*ti)->RetransformClasses(ti, used, all);
    give_back(all);
    return (*jni)->NewStringUTF(jni, error_name(e));
}

static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread t, jclass c)
{
    const char *name = class_name(c);
    if (starts_with(name, "LRetransformInside$") && !strstr(name, "Lambda")) printf("  prepared %s\n", name);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_retransform_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    cb.ClassPrepare = on_prepare;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    enable(ti, JVMTI_EVENT_CLASS_PREPARE);
    return 0;
}
