/* Every function of the JNI table with good arguments, called in each of four surroundings: correctly, with an
 * exception pending, in a critical region, and after a call whose exceptions nobody has looked for. */
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of the native method that runs the cases. */
static struct given {
    jobject subject;
    jobjectArray objects;
    jintArray ints;
    jobject direct;
    jthrowable exception; /* not thrown yet */
} g;

static jclass subject, heir, string_class, natives, error;
static jmethodID init;
static jobject local, global, weak, method_object, field_object;
static jstring text;
static jchar room[64];
static JavaVM *vm;
static const jchar *chars, *critical_chars;
static const char *utf;
static void *elements;

/* clang-format off */
#define TYPES(X) \
    X(Boolean, jboolean, "Z") X(Byte, jbyte, "B") X(Char, jchar, "C") X(Short, jshort, "S") X(Int, jint, "I") \
    X(Long, jlong, "J") X(Float, jfloat, "F") X(Double, jdouble, "D")
/* clang-format on */

#define VARIABLES(N, T, K) \
    static jmethodID m##N, sm##N; \
    static jfieldID f##N, sf##N; \
    static T##Array a##N;
TYPES(VARIABLES)
static jmethodID mObject, smObject, mVoid, smVoid;
static jfieldID fObject, sfObject;

#define V_CALL(N) \
    static void v_##N(JNIEnv *env, int which, jmethodID id, ...) \
    { \
        va_list va; \
        va_start(va, id); \
        if (which == 0) \
            (*env)->Call##N##MethodV(env, g.subject, id, va); \
        else if (which == 3) \
            (*env)->Call##N##MethodV(env, text, id, va); \
        else if (which == 1) \
            (*env)->CallNonvirtual##N##MethodV(env, g.subject, subject, id, va); \
        else \
            (*env)->CallStatic##N##MethodV(env, subject, id, va); \
        va_end(va); \
    }
#define V_CALL3(N, T, K) V_CALL(N)
TYPES(V_CALL3)
V_CALL(Object)
V_CALL(Void)
static void v_new(JNIEnv *env, jmethodID id, ...)
{
    va_list va;
    va_start(va, id);
    (*env)->NewObjectV(env, subject, id, va);
    va_end(va);
}

enum surroundings { CORRECT, PENDING, CRITICAL, UNCHECKED };
static jintArray region;
static void *region_data;

static void enter(JNIEnv *env, enum surroundings s, const char *function)
{
    if (s != CORRECT) {
        printf("%s:\n", function);
        fflush(stdout);
    }
    if (s == PENDING) (*env)->Throw(env, g.exception);
    if (s == CRITICAL) region_data = (*env)->GetPrimitiveArrayCritical(env, region, NULL);
    if (s == UNCHECKED) (*env)->CallVoidMethod(env, g.subject, mVoid);
}

static void leave(JNIEnv *env, enum surroundings s)
{
    if (s == CRITICAL) (*env)->ReleasePrimitiveArrayCritical(env, region, region_data, 0);
    /* What the call itself left unchecked is told here. */
    if (s == UNCHECKED) (*env)->GetVersion(env);
    if (s != CORRECT) (*env)->ExceptionClear(env);
}

static void each(JNIEnv *env, enum surroundings s)
{
#define CALL(name, before, call, after) \
    before; \
    enter(env, s, #name); \
    call; \
    leave(env, s); \
    after; \
    (*env)->ExceptionClear(env);
    (*env)->EnsureLocalCapacity(env, 1000);
#include "functions.def"
}

/* `how`: "correct", "pending", "critical" or "unchecked". */
static void every_function(JNIEnv *env, const char *how)
{
    subject = (*env)->GetObjectClass(env, g.subject);
    heir = (*env)->FindClass(env, "CheckJni$Heir");
    string_class = (*env)->FindClass(env, "java/lang/String");
    natives = (*env)->FindClass(env, "CheckJni$Natives");
    error = (*env)->FindClass(env, "java/lang/IllegalStateException");
    text = (*env)->NewStringUTF(env, "text");
    init = (*env)->GetMethodID(env, subject, "<init>", "()V");
    region = (*env)->NewIntArray(env, 3);
#define IDS(N, K) \
    m##N = (*env)->GetMethodID(env, subject, "m" #N, "()" K); \
    sm##N = (*env)->GetStaticMethodID(env, subject, "sm" #N, "()" K); \
    f##N = (*env)->GetFieldID(env, subject, #N, K); \
    sf##N = (*env)->GetStaticFieldID(env, subject, "s" #N, K);
#define IDS_AND_ARRAY(N, T, K) IDS(N, K) a##N = (*env)->New##N##Array(env, 3);
    TYPES(IDS_AND_ARRAY)
    IDS(Object, "Ljava/lang/Object;")
    mVoid = (*env)->GetMethodID(env, subject, "mVoid", "()V");
    smVoid = (*env)->GetStaticMethodID(env, subject, "smVoid", "()V");
    method_object = (*env)->ToReflectedMethod(env, subject, mInt, JNI_FALSE);
    field_object = (*env)->ToReflectedField(env, subject, fInt, JNI_FALSE);
    each(env, !strcmp(how, "pending")     ? PENDING
              : !strcmp(how, "critical")  ? CRITICAL
              : !strcmp(how, "unchecked") ? UNCHECKED
                                          : CORRECT);
}
