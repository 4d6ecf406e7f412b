/* Redefines for the Java program. */
#include "redefine_several.h"

JNIEXPORT jint JNICALL Java_CodeOfOldVersions_redefine(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray files)
{
    return redefine_several(jni, classes, files);
}
