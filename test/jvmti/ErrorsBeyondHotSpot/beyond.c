/* Errors that the specification asks for where HotSpot answers otherwise or crashes. Each line says what came; the program ends with PASS if all did. */
#include "agent.h"

static int failures;
static unsigned char *replacement;
static jint replacement_size;

static void expect(const char *what, jvmtiError got, jvmtiError want)
{
    printf("%s: %s\n", what, error_name(got));
    failures += got != want;
}

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name, jobject domain, jint len,
                            const unsigned char *bytes, jint *new_len, unsigned char **new_bytes)
{
    if (!redefining || !replacement) return;
    CHECK((*e)->Allocate(e, replacement_size, new_bytes));
    memcpy(*new_bytes, replacement, (size_t)replacement_size);
    *new_len = replacement_size;
}

JNIEXPORT jint JNICALL Java_ErrorsBeyondHotSpot_live(JNIEnv *jni, jclass me, jclass c, jbyteArray circular, jobject no_class)
{
    replacement_size = (*jni)->GetArrayLength(jni, circular);
    replacement = (unsigned char *)(*jni)->GetByteArrayElements(jni, circular, NULL);
    jvmtiClassDefinition d = {c, replacement_size, replacement};
    expect("redefined as its own super class", (*ti)->RedefineClasses(ti, 1, &d), JVMTI_ERROR_CIRCULAR_CLASS_DEFINITION);
    expect("retransformed to its own super class", (*ti)->RetransformClasses(ti, 1, &c), JVMTI_ERROR_CIRCULAR_CLASS_DEFINITION);
    replacement = NULL;
    d.klass = no_class;
    expect("redefined a String", (*ti)->RedefineClasses(ti, 1, &d), JVMTI_ERROR_INVALID_CLASS);
    jlong tags[2] = {1, 0};
    jint n = 0;
    expect("objects with tag 0", (*ti)->GetObjectsWithTags(ti, 2, tags, &n, NULL, NULL), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    return failures;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = caps.can_retransform_classes = caps.can_tag_objects = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
