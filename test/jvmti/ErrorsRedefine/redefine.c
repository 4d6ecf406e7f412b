/* RedefineClasses and RetransformClasses with the same faulty class files: given directly, or by the hook. */
#include "agent.h"

static jbyteArray replacement; /* what the hook gives for the class that is retransformed */
static int hooked;

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!redefining || !replacement) return;
    hooked++;
    jint n = (*jni)->GetArrayLength(jni, replacement);
    CHECK((*e)->Allocate(e, n, new_bytes));
    (*jni)->GetByteArrayRegion(jni, replacement, 0, n, (jbyte *)*new_bytes);
    *new_len = n;
}

static jvmtiError redefine(JNIEnv *jni, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, file, (jbyte *)d.class_bytes, JNI_ABORT);
    return e;
}
static jvmtiError retransform(JNIEnv *jni, jclass c, jbyteArray file)
{
    replacement = file;
    jvmtiError e = (*ti)->RetransformClasses(ti, 1, &c);
    replacement = NULL;
    return e;
}

JNIEXPORT void JNICALL Java_ErrorsRedefine_both(JNIEnv *jni, jclass me, jstring what, jclass c, jbyteArray file)
{
    const char *text = (*jni)->GetStringUTFChars(jni, what, NULL);
    jvmtiError first = redefine(jni, c, file);
    if ((*jni)->ExceptionCheck(jni)) printf("an exception is pending\n");
    jvmtiError second = retransform(jni, c, file);
    if ((*jni)->ExceptionCheck(jni)) printf("an exception is pending\n");
    printf("%s: %s, %s\n", text, error_name(first), error_name(second));
    (*jni)->ReleaseStringUTFChars(jni, what, text);
}

/* What is wrong in the lists themselves. */
JNIEXPORT void JNICALL Java_ErrorsRedefine_lists(JNIEnv *jni, jclass me, jclass good, jbyteArray file, jobject no_class,
                                                 jclass array, jclass primitive)
{
    jint n = (*jni)->GetArrayLength(jni, file);
    unsigned char *bytes = (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL);
    const struct {
        const char *what;
        jvmtiClassDefinition d;
    } one[] = {
        { "class NULL", { NULL, n, bytes } },     { "array", { array, n, bytes } },
        { "primitive", { primitive, n, bytes } }, { "bytes NULL", { good, n, NULL } },
        { "no bytes", { good, 0, bytes } },       { "good", { good, n, bytes } },
    };
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        jvmtiClassDefinition two[2] = { { good, n, bytes }, one[i].d };
        printf("redefine %s: %s, as the second %s\n", one[i].what, error_name((*ti)->RedefineClasses(ti, 1, &one[i].d)),
               i + 1 < sizeof one / sizeof *one ? error_name((*ti)->RedefineClasses(ti, 2, two)) : "-");
    }
    jclass classes[] = { NULL, no_class, array, primitive, good };
    static const char *const names[] = { "class NULL", "class a String", "array", "primitive", "good" };
    for (int i = 0; i < 5; i++) {
        jclass two[2] = { good, classes[i] };
        printf("retransform %s: %s, as the second %s\n", names[i],
               error_name((*ti)->RetransformClasses(ti, 1, &classes[i])),
               i < 4 ? error_name((*ti)->RetransformClasses(ti, 2, two)) : "-");
    }
    printf("none: %s, %s\n", error_name((*ti)->RedefineClasses(ti, 0, &one[5].d)),
           error_name((*ti)->RetransformClasses(ti, 0, classes)));
    printf("-1: %s, %s\n", error_name((*ti)->RedefineClasses(ti, -1, &one[5].d)),
           error_name((*ti)->RetransformClasses(ti, -1, classes)));
}
JNIEXPORT jint JNICALL Java_ErrorsRedefine_hooked(JNIEnv *jni, jclass me) { return hooked; }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = caps.can_retransform_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
