#include <jni.h>

enum { PAIRS = 8192, APART = 4096 };

JNIEXPORT void JNICALL Java_NumberPairs_hold(JNIEnv *jni, jclass me, jint second, jobject run)
{
    volatile struct {
        jint first, second;
    } pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pairs[i].first = i * APART;
        pairs[i].second = second;
    }
    jclass c = (*jni)->GetObjectClass(jni, run);
    (*jni)->CallVoidMethod(jni, run, (*jni)->GetMethodID(jni, c, "run", "()V"));
    (void)pairs[PAIRS - 1].first;
}
