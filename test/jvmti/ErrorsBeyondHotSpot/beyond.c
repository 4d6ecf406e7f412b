/* Errors that the specification asks for where HotSpot answers otherwise or crashes. Each line says what came; the
 * program ends with PASS if all did. */
#include "agent.h"

static int failures;

static void expect(const char *what, jvmtiError got, jvmtiError want)
{
    printf("%s: %s\n", what, error_name(got));
    failures += got != want;
}

JNIEXPORT jint JNICALL Java_ErrorsBeyondHotSpot_live(JNIEnv *jni, jclass me, jobject no_class)
{
    unsigned char nothing[8] = { 0 };
    jvmtiClassDefinition d = { no_class, sizeof nothing, nothing };
    expect("redefined a String", (*ti)->RedefineClasses(ti, 1, &d), JVMTI_ERROR_INVALID_CLASS);
    jvmtiHeapCallbacks callbacks = { 0 };
    expect("instances of a String", (*ti)->IterateThroughHeap(ti, 0, no_class, &callbacks, NULL),
           JVMTI_ERROR_INVALID_CLASS);
    jlong tags[2] = { 1, 0 };
    jint n = 0;
    expect("objects with tag 0", (*ti)->GetObjectsWithTags(ti, 2, tags, &n, NULL, NULL), JVMTI_ERROR_ILLEGAL_ARGUMENT);
    return failures;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = caps.can_tag_objects = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
