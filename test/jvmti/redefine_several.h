/* Agents that redefine several classes in one call. */
#ifndef TEST_JVMTI_REDEFINE_SEVERAL_H
#define TEST_JVMTI_REDEFINE_SEVERAL_H

#include "agent.h"

#include <stdlib.h>

/* FIELDS_TOO: with capabilities for watched fields and heap walks. BREAKPOINTS_TOO: for breakpoints.
 *
 * `files` holds a byte[] for each class. The answer is RedefineClasses' error. */
static jint redefine_several(JNIEnv *jni, jobjectArray classes, jobjectArray files)
{
    jint n = (*jni)->GetArrayLength(jni, classes);
    jvmtiClassDefinition *d = calloc((size_t)n, sizeof *d);
    for (jint i = 0; i < n; i++) {
        jbyteArray file = (*jni)->GetObjectArrayElement(jni, files, i);
        d[i].klass = (*jni)->GetObjectArrayElement(jni, classes, i);
        d[i].class_byte_count = (*jni)->GetArrayLength(jni, file);
        d[i].class_bytes = (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL);
    }
    jvmtiError e = (*ti)->RedefineClasses(ti, n, d);
    for (jint i = 0; i < n; i++)
        (*jni)->ReleaseByteArrayElements(jni, (*jni)->GetObjectArrayElement(jni, files, i), (jbyte *)d[i].class_bytes,
                                         JNI_ABORT);
    free(d);
    return (jint)e;
}

JNIEXPORT jint JNICALL Java_Redefining_redefine0(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray files)
{
    return redefine_several(jni, classes, files);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
#ifdef FIELDS_TOO
    caps.can_tag_objects = 1;
    caps.can_generate_field_access_events = 1;
#endif
#ifdef BREAKPOINTS_TOO
    caps.can_generate_breakpoint_events = 1;
#endif
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}

#endif
