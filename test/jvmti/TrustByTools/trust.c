/* Natives that hand class files to the VM by JNI and JVM TI. */
#include "agent.h"

static unsigned char *copy_of(JNIEnv *jni, jbyteArray bytes, jint *n)
{
    *n = (*jni)->GetArrayLength(jni, bytes);
    unsigned char *b = NULL;
    CHECK((*ti)->Allocate(ti, *n, &b));
    (*jni)->GetByteArrayRegion(jni, bytes, 0, *n, (jbyte *)b);
    return b;
}

JNIEXPORT jobject JNICALL Java_TrustByTools_define(JNIEnv *jni, jclass me, jstring name, jobject loader,
                                                   jbyteArray bytes)
{
    jint n;
    unsigned char *b = copy_of(jni, bytes, &n);
    const char *text = name ? (*jni)->GetStringUTFChars(jni, name, NULL) : NULL;
    jclass c = (*jni)->DefineClass(jni, text, loader, (jbyte *)b, n);
    if (text) (*jni)->ReleaseStringUTFChars(jni, name, text);
    give_back(b);
    return c;
}

JNIEXPORT jint JNICALL Java_TrustByTools_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jvmtiClassDefinition d = { .klass = c };
    unsigned char *b = copy_of(jni, bytes, &d.class_byte_count);
    d.class_bytes = b;
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    give_back(b);
    return (jint)e;
}

static jclass changed;
static unsigned char *change_to;
static jint change_size;

static void JNICALL on_class_file(jvmtiEnv *e, JNIEnv *jni, jclass redefined, jobject loader, const char *name,
                                  jobject domain, jint size, const unsigned char *data, jint *new_size,
                                  unsigned char **new_data)
{
    if (!changed || !redefined || !(*jni)->IsSameObject(jni, redefined, changed)) return;
    *new_data = change_to;
    *new_size = change_size;
}

JNIEXPORT jint JNICALL Java_TrustByTools_retransform(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    change_to = copy_of(jni, bytes, &change_size);
    changed = c;
    jvmtiError e = (*ti)->RetransformClasses(ti, 1, &c);
    changed = NULL;
    return (jint)e;
}

JNIEXPORT jint JNICALL Java_TrustByTools_appendBoot(JNIEnv *jni, jclass me, jstring jar)
{
    const char *text = (*jni)->GetStringUTFChars(jni, jar, NULL);
    jvmtiError e = (*ti)->AddToBootstrapClassLoaderSearch(ti, text);
    (*jni)->ReleaseStringUTFChars(jni, jar, text);
    return (jint)e;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = caps.can_retransform_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ClassFileLoadHook = on_class_file;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
