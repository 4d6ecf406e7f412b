/* FindClass and DefineClass with names that need be no names. */
#include <jni.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(JNIEnv *env, jbyteArray a)
{
    jsize n = (*env)->GetArrayLength(env, a);
    char *s = malloc((size_t)n + 1);
    (*env)->GetByteArrayRegion(env, a, 0, n, (jbyte *)s);
    s[n] = 0;
    return s;
}

static jclass find(JNIEnv *env, jbyteArray a)
{
    char *s = copy(env, a);
    jclass c = (*env)->FindClass(env, s);
    free(s);
    return c;
}

JNIEXPORT jclass JNICALL Java_ClassNames_find(JNIEnv *env, jclass c, jbyteArray a) { return find(env, a); }
JNIEXPORT jclass JNICALL Java_ClassNames_00024Finder_find(JNIEnv *env, jclass c, jbyteArray a) { return find(env, a); }

JNIEXPORT jclass JNICALL Java_ClassNames_define(JNIEnv *env, jclass c, jbyteArray name, jobject loader,
                                                jbyteArray bytes)
{
    char *s = copy(env, name);
    jsize n = (*env)->GetArrayLength(env, bytes);
    jbyte *b = (*env)->GetByteArrayElements(env, bytes, NULL);
    jclass r = (*env)->DefineClass(env, s, loader, b, n);
    (*env)->ReleaseByteArrayElements(env, bytes, b, JNI_ABORT);
    free(s);
    return r;
}

struct question {
    JavaVM *vm;
    char *name;
    const char *answer;
};

static void *ask_alone(void *arg)
{
    struct question *q = arg;
    JNIEnv *env;
    (*q->vm)->AttachCurrentThread(q->vm, (void **)&env, NULL);
    jclass c = (*env)->FindClass(env, q->name);
    q->answer = c ? "found" : (*env)->ExceptionCheck(env) ? "exception" : "NULL";
    (*env)->ExceptionClear(env);
    (*q->vm)->DetachCurrentThread(q->vm);
    return NULL;
}

JNIEXPORT void JNICALL Java_ClassNames_findAlone(JNIEnv *env, jclass c, jbyteArray name)
{
    struct question q = { NULL, copy(env, name), NULL };
    (*env)->GetJavaVM(env, &q.vm);
    pthread_t t;
    pthread_create(&t, NULL, ask_alone, &q);
    pthread_join(t, NULL);
    printf("alone, %s: %s\n", q.name, q.answer);
    fflush(stdout);
    free(q.name);
}
