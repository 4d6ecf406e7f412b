#include "redefine_several.h"

JNIEXPORT jint JNICALL Java_FieldHistories_redefine0(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray files)
{
    return redefine_several(jni, classes, files);
}
