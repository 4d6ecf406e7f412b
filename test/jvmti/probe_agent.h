/* What agents that set probes share. To Java a probe is its number as a text. */
#ifndef TEST_PROBE_AGENT_H
#define TEST_PROBE_AGENT_H

#include "agent.h"
#include "include/argus/jvmti_extensions.h"

static struct argus_extensions x;

static inline jstring answer(JNIEnv *jni, char *text)
{
    jstring s = (*jni)->NewStringUTF(jni, text ? text : "nothing");
    give_back(text);
    return s;
}
/* The new probe, or the reason why there is none. */
static inline jstring add_probe(JNIEnv *jni, jstring text)
{
    const char *s = (*jni)->GetStringUTFChars(jni, text, NULL);
    char *message = NULL, number[16];
    jint id = 0;
    jvmtiError e = argus_AddProbe(&x, s, &id, &message);
    (*jni)->ReleaseStringUTFChars(jni, text, s);
    if (e != JVMTI_ERROR_NONE) return answer(jni, message);
    snprintf(number, sizeof number, "%d", id);
    return (*jni)->NewStringUTF(jni, number);
}
static inline jint probe_id(JNIEnv *jni, jstring id)
{
    const char *s = (*jni)->GetStringUTFChars(jni, id, NULL);
    jint n = atoi(s);
    (*jni)->ReleaseStringUTFChars(jni, id, s);
    return n;
}

#endif
