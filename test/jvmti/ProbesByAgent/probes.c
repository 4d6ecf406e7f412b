/* Sets, reads and removes probes through the extensions; answers as text, errors as "error N: why". */
#include "agent.h"
#include "include/argus/jvmti_extensions.h"
#include <pthread.h>
#include <stdarg.h>

static struct argus_extensions x;
static jvmtiEnv *ti2;

/* Records that came by the event: "thread lost text" each, as they came. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static char records[1 << 20];
static size_t record_size;
static int record_count, backwards;
static jlong last_time;

static void JNICALL record(jvmtiEnv *env, ...)
{
    va_list va;
    va_start(va, env);
    JNIEnv *jni = va_arg(va, JNIEnv *);
    jint probe = va_arg(va, jint);
    jlong time = va_arg(va, jlong), thread = va_arg(va, jlong), lost = va_arg(va, jlong);
    const char *text = va_arg(va, const char *);
    va_end(va);
    pthread_mutex_lock(&lock);
    backwards += time < last_time;
    last_time = time;
    if (record_size < sizeof records - 2000)
        record_size +=
            (size_t)snprintf(records + record_size, 2000, "%d %d %ld %s", (int)probe, thread > 0, (long)lost, text);
    record_count++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    if ((*jni)->ExceptionCheck(jni)) printf("an exception\n");
}
JNIEXPORT void JNICALL Java_ProbesByAgent_listen(JNIEnv *jni, jclass c, jboolean on)
{
    (*ti)->SetExtensionEventCallback(ti, x.ProbeRecord, on ? (jvmtiExtensionEvent)record : NULL);
}
/* Waits for n records and gives their text. */
JNIEXPORT jstring JNICALL Java_ProbesByAgent_records(JNIEnv *jni, jclass c, jint n)
{
    pthread_mutex_lock(&lock);
    while (record_count < n) pthread_cond_wait(&more, &lock);
    jstring s = (*jni)->NewStringUTF(jni, records);
    record_count = 0;
    record_size = 0;
    pthread_mutex_unlock(&lock);
    return s;
}

static jstring answer(JNIEnv *jni, jvmtiError e, char *text)
{
    char buffer[1024];
    snprintf(buffer, sizeof buffer, "error %d: %s", (int)e, text ? text : "");
    jstring s = (*jni)->NewStringUTF(jni, e == JVMTI_ERROR_NONE ? text : buffer);
    give_back(text);
    return s;
}

JNIEXPORT jstring JNICALL Java_ProbesByAgent_add(JNIEnv *jni, jclass c, jstring text, jboolean with_message)
{
    const char *s = (*jni)->GetStringUTFChars(jni, text, NULL);
    char *message = NULL, number[16];
    jint id = 0;
    jvmtiError e = argus_AddProbe(&x, s, &id, with_message ? &message : NULL);
    (*jni)->ReleaseStringUTFChars(jni, text, s);
    if (e != JVMTI_ERROR_NONE) return answer(jni, e, message);
    if (message) printf("a message beside a number\n");
    snprintf(number, sizeof number, "%d", id);
    return (*jni)->NewStringUTF(jni, number);
}
JNIEXPORT void JNICALL Java_ProbesByAgent_tag(JNIEnv *jni, jclass c, jobject o, jlong tag, jboolean second)
{
    jvmtiEnv *env = second ? ti2 : ti;
    if ((*env)->SetTag(env, o, tag) != JVMTI_ERROR_NONE) printf("not tagged\n");
}
JNIEXPORT jint JNICALL Java_ProbesByAgent_remove(JNIEnv *jni, jclass c, jint id) { return argus_RemoveProbe(&x, id); }

JNIEXPORT jstring JNICALL Java_ProbesByAgent_read(JNIEnv *jni, jclass c, jint id, jboolean json, jboolean delta)
{
    char *text = NULL;
    jvmtiError e = argus_ReadProbe(&x, id, json, delta, &text);
    return answer(jni, e, text);
}
JNIEXPORT jstring JNICALL Java_ProbesByAgent_list(JNIEnv *jni, jclass c, jboolean json)
{
    char *text = NULL;
    jvmtiError e = argus_ListProbes(&x, json, &text);
    return answer(jni, e, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    ti2 = new_env(vm);
    argus_extensions(ti, &x);
    jvmtiCapabilities caps = { .can_tag_objects = 1 };
    (*ti)->AddCapabilities(ti, &caps);
    (*ti2)->AddCapabilities(ti2, &caps);
    return JNI_OK;
}
