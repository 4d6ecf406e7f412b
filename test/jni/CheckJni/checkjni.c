/* The native methods of CheckJni.java, and what the cases of cases.def need. */
#include "every.h"
#include <pthread.h>

static JNIEnv *others;

static void find_ids(JNIEnv *env)
{
    subject = (*env)->GetObjectClass(env, g.subject);
    string_class = (*env)->FindClass(env, "java/lang/String");
    error = (*env)->FindClass(env, "java/lang/IllegalStateException");
    text = (*env)->NewStringUTF(env, "text");
    init = (*env)->GetMethodID(env, subject, "<init>", "()V");
    mInt = (*env)->GetMethodID(env, subject, "mInt", "()I");
    mVoid = (*env)->GetMethodID(env, subject, "mVoid", "()V");
    smInt = (*env)->GetStaticMethodID(env, subject, "smInt", "()I");
    fInt = (*env)->GetFieldID(env, subject, "Int", "I");
    fObject = (*env)->GetFieldID(env, subject, "Object", "Ljava/lang/Object;");
    sfInt = (*env)->GetStaticFieldID(env, subject, "sInt", "I");
    aLong = (*env)->NewLongArray(env, 3);
    aInt = (*env)->NewIntArray(env, 3);
    heir = (*env)->FindClass(env, "CheckJni$Heir");
}

static void *with_env(void *env)
{
    (void)env;
    (*others)->GetVersion(others);
    return NULL;
}
static void *attached(void *env)
{
    (void)env;
    JNIEnv *own;
    (*vm)->AttachCurrentThread(vm, (void **)&own, NULL);
    (*others)->FindClass(others, "java/lang/String");
    return NULL;
}
static void in_thread(JNIEnv *env, void *(*fn)(void *))
{
    pthread_t t;
    others = env;
    (*env)->GetJavaVM(env, &vm);
    pthread_create(&t, NULL, fn, NULL);
    pthread_join(t, NULL);
}

static jobject deleted_local(JNIEnv *env)
{
    jobject l = (*env)->NewLocalRef(env, text);
    (*env)->DeleteLocalRef(env, l);
    return l;
}
static jobject deleted_global(JNIEnv *env)
{
    jobject l = (*env)->NewGlobalRef(env, text);
    (*env)->DeleteGlobalRef(env, l);
    return l;
}
static jobject popped(JNIEnv *env)
{
    (*env)->PushLocalFrame(env, 4);
    jobject l = (*env)->NewLocalRef(env, text);
    (*env)->PopLocalFrame(env, NULL);
    return l;
}
static void *word[4];
static jobject not_a_ref(void) { return (jobject)word; }

static jmethodID take(JNIEnv *env) { return (*env)->GetMethodID(env, subject, "take", "(IDLjava/lang/Object;)V"); }

static void *past_end(void *p, int bytes)
{
    ((char *)p)[bytes] = 77;
    return p;
}

static void many_refs(JNIEnv *env, int n)
{
    for (int i = 0; i < n; i++) (*env)->NewLocalRef(env, text);
}

static void nested(JNIEnv *env)
{
    jclass c = (*env)->FindClass(env, "CheckJni");
    jmethodID m =
        (*env)->GetStaticMethodID(env, c, "nested", "(LCheckJni$Subject;[Ljava/lang/Object;[ILjava/nio/ByteBuffer;)V");
    (*env)->CallStaticVoidMethod(env, c, m, g.subject, g.objects, g.ints, g.direct);
}

static void wide(JNIEnv *env)
{
    jstring s = (*env)->NewString(env, (const jchar[]){ 0x4e2d, 0x6587 }, 2);
    critical_chars = (*env)->GetStringCritical(env, s, NULL);
    (*env)->GetVersion(env);
    (*env)->ReleaseStringCritical(env, s, critical_chars);
}

static void list_cases(void)
{
#define CASE(name, call) puts("case " #name);
#include "cases.def"
#undef CASE
    fflush(stdout);
}

JNIEXPORT void JNICALL Java_CheckJni_run(JNIEnv *env, jclass k, jstring name, jobject s, jobjectArray objects,
                                         jintArray ints, jobject direct)
{
    (void)k;
    char wanted[100] = { 0 };
    (*env)->GetStringUTFRegion(env, name, 0, (*env)->GetStringUTFLength(env, name), wanted);
    g = (struct given){ s, objects, ints, direct, NULL };
    find_ids(env);
    if (!strcmp(wanted, "correct") || !strcmp(wanted, "pending") || !strcmp(wanted, "critical") ||
        !strcmp(wanted, "unchecked")) {
        g.exception = (*env)->AllocObject(env, error);
        every_function(env, wanted);
    }
#define CASE(name, call) \
    if (!strcmp(wanted, #name)) { call; }
#include "cases.def"
#undef CASE
    if (!strcmp(wanted, "cases")) list_cases();
    (*env)->ExceptionClear(env);
}

JNIEXPORT jobject JNICALL Java_CheckJni_last(JNIEnv *env, jclass k, jobject s)
{
    jmethodID m = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, s), "mObject", "()Ljava/lang/Object;");
    return (*env)->CallObjectMethod(env, s, m);
}

JNIEXPORT jobject JNICALL Java_CheckJni_first(JNIEnv *env, jclass k, jobject s)
{
    return (*env)->GetObjectClass(env, s);
}
