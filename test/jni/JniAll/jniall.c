/* Calls every function of the JNI table and prints what it gives. The same library runs on both VMs; only what the JNI
 * specification fixes (or what both VMs agree on) is printed. Standard output is flushed after each line, so that
 * Java's lines and these keep their order. */
#include <jni.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JavaVM *vm;
static int on_load_saw;

static void say(const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    vprintf(fmt, va);
    va_end(va);
    putchar('\n');
    fflush(stdout);
}

#define E (*env)

/* What is pending, as "class: message", and clears it. */
static void pending(JNIEnv *env, const char *where)
{
    jthrowable t = E->ExceptionOccurred(env);
    if (!t) {
        say("%s: nothing pending", where);
        return;
    }
    E->ExceptionClear(env);
    jclass c = E->GetObjectClass(env, t);
    jmethodID m = E->GetMethodID(env, c, "toString", "()Ljava/lang/String;");
    jstring s = E->CallObjectMethod(env, t, m);
    const char *p = E->GetStringUTFChars(env, s, NULL);
    say("%s: %s", where, p);
    E->ReleaseStringUTFChars(env, s, p);
    E->DeleteLocalRef(env, t);
}

static const char *text(JNIEnv *env, jobject o, char *buf, size_t size)
{
    if (!o) return "null";
    jmethodID m = E->GetMethodID(env, E->GetObjectClass(env, o), "toString", "()Ljava/lang/String;");
    jstring s = E->CallObjectMethod(env, o, m);
    const char *p = E->GetStringUTFChars(env, s, NULL);
    snprintf(buf, size, "%s", p);
    E->ReleaseStringUTFChars(env, s, p);
    return buf;
}

static jint JNICALL registered(JNIEnv *env, jclass k, jint a, jlong b, jdouble c)
{
    return (jint)(a * 100 + b * 10 + c * 2);
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *v, void *reserved)
{
    JNIEnv *env;
    vm = v;
    if ((*v)->GetEnv(v, (void **)&env, JNI_VERSION_10) != JNI_OK) return JNI_ERR;
    jclass k = E->FindClass(env, "JniAll"); /* the loader of the class that loads the library */
    on_load_saw = k != NULL;
    JNINativeMethod m = { "registered", "(IJD)I", (void *)registered };
    if (E->RegisterNatives(env, k, &m, 1) != 0) return JNI_ERR;
    JNINativeMethod wrong = { "registered", "(IJ)I", (void *)registered };
    jint r = E->RegisterNatives(env, k, &wrong, 1);
    say("registering a wrong signature: %d", r < 0);
    E->ExceptionClear(env);
    return JNI_VERSION_10;
}

JNIEXPORT jobjectArray JNICALL Java_JniAll_manyArguments(JNIEnv *env, jclass k, jboolean z, jbyte b, jchar c, jshort s,
                                                         jint i, jlong j, jfloat f, jdouble d, jobject o, jint i2,
                                                         jlong j2, jfloat f2, jdouble d2, jdouble d3, jdouble d4,
                                                         jdouble d5, jdouble d6, jdouble d7, jdouble d8, jfloat f9,
                                                         jobject last)
{
    say("on load found the class: %d", on_load_saw);
    say("%d %d %c %d %d %lld %g %g %d %lld %g %g %g %g %g %g %g %g %g", z, b, c, s, i, (long long)j, f, d, i2,
        (long long)j2, f2, d2, d3, d4, d5, d6, d7, d8, f9);
    jobjectArray a = E->NewObjectArray(env, 3, E->FindClass(env, "java/lang/Object"), last);
    E->SetObjectArrayElement(env, a, 0, o);
    return a;
}

JNIEXPORT void JNICALL Java_JniAll_references(JNIEnv *env, jclass k, jobject o)
{
    say("version %x", E->GetVersion(env));
    jobject l = E->NewLocalRef(env, o), g = E->NewGlobalRef(env, o);
    jweak w = E->NewWeakGlobalRef(env, o);
    say("kinds %d %d %d", E->GetObjectRefType(env, l), E->GetObjectRefType(env, g), E->GetObjectRefType(env, w));
    say("same %d %d %d %d", E->IsSameObject(env, l, g), E->IsSameObject(env, g, w), E->IsSameObject(env, l, k),
        E->IsSameObject(env, NULL, NULL));
    say("null refs %d %d %d", E->NewLocalRef(env, NULL) == NULL, E->NewGlobalRef(env, NULL) == NULL,
        E->NewWeakGlobalRef(env, NULL) == NULL);
    E->DeleteLocalRef(env, l);
    E->DeleteGlobalRef(env, g);
    E->DeleteWeakGlobalRef(env, w);
    E->DeleteLocalRef(env, NULL);
    E->DeleteGlobalRef(env, NULL);
    E->DeleteWeakGlobalRef(env, NULL);
    say("capacity %d", E->EnsureLocalCapacity(env, 200));
    say("frame %d", E->PushLocalFrame(env, 20));
    jstring in = NULL;
    for (int i = 0; i < 3000; i++) in = E->NewStringUTF(env, "inner"); /* more than was asked for */
    say("inner frame %d", E->PushLocalFrame(env, 1));
    jobject out = E->PopLocalFrame(env, in);
    out = E->PopLocalFrame(env, out);
    char buf[64];
    say("out of two frames: %s", text(env, out, buf, sizeof buf));
    say("nothing out: %d", (E->PushLocalFrame(env, 1), E->PopLocalFrame(env, NULL) == NULL));
}

JNIEXPORT void JNICALL Java_JniAll_classes(JNIEnv *env, jclass k, jclass base, jobject derived)
{
    char buf[200];
    jclass d = E->GetObjectClass(env, derived);
    say("derived: %s, super: %s", text(env, d, buf, 100), text(env, E->GetSuperclass(env, d), buf + 100, 100));
    say("assignable %d %d", E->IsAssignableFrom(env, d, base), E->IsAssignableFrom(env, base, d));
    say("instance %d %d %d", E->IsInstanceOf(env, derived, base), E->IsInstanceOf(env, derived, k),
        E->IsInstanceOf(env, NULL, k));
    say("super of Object %d, of an interface %d", E->GetSuperclass(env, E->FindClass(env, "java/lang/Object")) == NULL,
        E->GetSuperclass(env, E->FindClass(env, "java/lang/Runnable")) == NULL);
    say("array: %s", text(env, E->FindClass(env, "[[Ljava/lang/String;"), buf, sizeof buf));
    say("no such class %d", E->FindClass(env, "no/Such") == NULL);
    pending(env, "FindClass");
    say("bad name %d", E->FindClass(env, "java.lang.String") == NULL);
    E->ExceptionClear(env);
    say("failing initializer %d", E->FindClass(env, "JniAll$InitFails") != NULL ? 1 : 0);
    E->ExceptionClear(env);
    jobject o = E->AllocObject(env, base);
    jfieldID f = E->GetFieldID(env, base, "i", "I");
    say("allocated without a constructor: %d", E->GetIntField(env, o, f));
    say("alloc of an interface %d", E->AllocObject(env, E->FindClass(env, "java/lang/Runnable")) == NULL);
    pending(env, "AllocObject");
    say("module: %s", text(env, E->GetModule(env, E->FindClass(env, "java/lang/String")), buf, sizeof buf));
    say("no field %d", E->GetFieldID(env, base, "nope", "I") == NULL);
    pending(env, "GetFieldID");
    say("static as instance %d", E->GetFieldID(env, base, "si", "I") == NULL);
    pending(env, "GetFieldID");
    say("no static field %d", E->GetStaticFieldID(env, base, "nope", "I") == NULL);
    pending(env, "GetStaticFieldID");
    say("instance as static %d", E->GetStaticFieldID(env, base, "i", "I") == NULL);
    pending(env, "GetStaticFieldID");
    say("other type %d", E->GetStaticFieldID(env, base, "si", "J") == NULL);
    pending(env, "GetStaticFieldID");
    say("no method %d", E->GetMethodID(env, base, "nope", "()V") == NULL);
    pending(env, "GetMethodID");
    say("instance as static %d", E->GetStaticMethodID(env, base, "who", "()Ljava/lang/String;") == NULL);
    pending(env, "GetStaticMethodID");
    say("constructors are not inherited %d", E->GetMethodID(env, d, "<init>", "(IDLjava/lang/String;)V") == NULL);
    E->ExceptionClear(env);
    static const unsigned char junk[] = { 0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 1, 0 };
    say("defining junk %d", E->DefineClass(env, "Junk", NULL, (const jbyte *)junk, sizeof junk) == NULL);
    jthrowable t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("it is a ClassFormatError: %d", E->IsInstanceOf(env, t, E->FindClass(env, "java/lang/ClassFormatError")));
}

/* clang-format off */
#define FIELDS(X) \
    X(Boolean, z, "Z", 0, "%d") X(Byte, b, "B", -128, "%d") X(Char, c, "C", 0x4e2d, "%d") X(Short, s, "S", 1234, "%d") \
    X(Int, i, "I", -5, "%d") X(Long, j, "J", 99999999999LL, "%lld") X(Float, f, "F", 2.5f, "%g") \
    X(Double, d, "D", 1e100, "%g")
/* clang-format on */

JNIEXPORT void JNICALL Java_JniAll_fields(JNIEnv *env, jclass k, jobject o)
{
    jclass c = E->GetObjectClass(env, o);
    char buf[100];
#define INSTANCE(N, name, sig, v, fmt) \
    { \
        jfieldID id = E->GetFieldID(env, c, #name, sig); \
        say(#N " " fmt, E->Get##N##Field(env, o, id)); \
        E->Set##N##Field(env, o, id, v); \
        jfieldID sid = E->GetStaticFieldID(env, c, "s" #name, sig); \
        say("static " #N " " fmt, E->GetStatic##N##Field(env, c, sid)); \
        E->SetStatic##N##Field(env, c, sid, v); \
    }
    FIELDS(INSTANCE)
    jfieldID id = E->GetFieldID(env, c, "o", "Ljava/lang/Object;"),
             sid = E->GetStaticFieldID(env, c, "so", "Ljava/lang/Object;");
    say("Object %s", text(env, E->GetObjectField(env, o, id), buf, sizeof buf));
    say("static Object %s", text(env, E->GetStaticObjectField(env, c, sid), buf, sizeof buf));
    E->SetObjectField(env, o, id, E->NewStringUTF(env, "new"));
    E->SetStaticObjectField(env, c, sid, NULL);
}

/* The three argument forms of one call, through a va_list and a jvalue array as well. */
#define FORMS(N, T) \
    static T call_v_##N(JNIEnv *env, jobject o, jmethodID m, ...) \
    { \
        va_list a; \
        va_start(a, m); \
        T r = E->Call##N##MethodV(env, o, m, a); \
        va_end(a); \
        return r; \
    } \
    static T nonv_v_##N(JNIEnv *env, jobject o, jclass c, jmethodID m, ...) \
    { \
        va_list a; \
        va_start(a, m); \
        T r = E->CallNonvirtual##N##MethodV(env, o, c, m, a); \
        va_end(a); \
        return r; \
    } \
    static T stat_v_##N(JNIEnv *env, jclass c, jmethodID m, ...) \
    { \
        va_list a; \
        va_start(a, m); \
        T r = E->CallStatic##N##MethodV(env, c, m, a); \
        va_end(a); \
        return r; \
    }
/* clang-format off */
FORMS(Boolean, jboolean) FORMS(Byte, jbyte) FORMS(Char, jchar) FORMS(Short, jshort)
FORMS(Int, jint) FORMS(Long, jlong) FORMS(Float, jfloat) FORMS(Double, jdouble)
    /* clang-format on */
    FORMS(Object, jobject) static void call_v_void(JNIEnv *env, jobject o, jmethodID m, ...)
{
    va_list a;
    va_start(a, m);
    E->CallVoidMethodV(env, o, m, a);
    va_end(a);
}
static void nonv_v_void(JNIEnv *env, jobject o, jclass c, jmethodID m, ...)
{
    va_list a;
    va_start(a, m);
    E->CallNonvirtualVoidMethodV(env, o, c, m, a);
    va_end(a);
}
static void stat_v_void(JNIEnv *env, jclass c, jmethodID m, ...)
{
    va_list a;
    va_start(a, m);
    E->CallStaticVoidMethodV(env, c, m, a);
    va_end(a);
}
static jobject new_v(JNIEnv *env, jclass c, jmethodID m, ...)
{
    va_list a;
    va_start(a, m);
    jobject r = E->NewObjectV(env, c, m, a);
    va_end(a);
    return r;
}

JNIEXPORT void JNICALL Java_JniAll_calls(JNIEnv *env, jclass k, jobject b, jobject d, jobject shape)
{
    char buf[300];
    jclass c = E->GetObjectClass(env, b);
#define CALLS(N, x, sig, val, fmt) \
    { \
        jmethodID m = E->GetMethodID(env, c, "r" #x, "(" sig ")" sig), \
                  s = E->GetStaticMethodID(env, c, "t" #x, "(" sig ")" sig); \
        jvalue a = { .x = val }; \
        say(#N " " fmt " " fmt " " fmt, E->Call##N##Method(env, d, m, val), call_v_##N(env, d, m, val), \
            E->Call##N##MethodA(env, d, m, &a)); \
        say("nonvirtual " #N " " fmt " " fmt " " fmt, E->CallNonvirtual##N##Method(env, d, c, m, val), \
            nonv_v_##N(env, d, c, m, val), E->CallNonvirtual##N##MethodA(env, d, c, m, &a)); \
        say("static " #N " " fmt " " fmt " " fmt, E->CallStatic##N##Method(env, c, s, val), \
            stat_v_##N(env, c, s, val), E->CallStatic##N##MethodA(env, c, s, &a)); \
    }
    FIELDS(CALLS)
    jstring word = E->NewStringUTF(env, "word");
    jvalue a = { .l = word };
    jmethodID m = E->GetMethodID(env, c, "ro", "(Ljava/lang/Object;)Ljava/lang/Object;"),
              s = E->GetStaticMethodID(env, c, "to", "(Ljava/lang/Object;)Ljava/lang/Object;");
    say("Object %s", text(env, E->CallObjectMethod(env, b, m, word), buf, sizeof buf));
    say("Object %s", text(env, call_v_Object(env, b, m, word), buf, sizeof buf));
    say("Object %s", text(env, E->CallObjectMethodA(env, b, m, &a), buf, sizeof buf));
    say("Object %s", text(env, E->CallNonvirtualObjectMethod(env, d, c, m, word), buf, sizeof buf));
    say("Object %s", text(env, nonv_v_Object(env, d, c, m, word), buf, sizeof buf));
    say("Object %s", text(env, E->CallNonvirtualObjectMethodA(env, d, c, m, &a), buf, sizeof buf));
    say("Object %s", text(env, E->CallStaticObjectMethod(env, c, s, word), buf, sizeof buf));
    say("Object %s", text(env, stat_v_Object(env, c, s, word), buf, sizeof buf));
    say("Object %s", text(env, E->CallStaticObjectMethodA(env, c, s, &a), buf, sizeof buf));
    m = E->GetMethodID(env, c, "rv", "(Ljava/lang/String;)V");
    s = E->GetStaticMethodID(env, c, "tv", "(Ljava/lang/String;)V");
    E->CallVoidMethod(env, b, m, word);
    call_v_void(env, b, m, word);
    E->CallVoidMethodA(env, b, m, &a);
    E->CallNonvirtualVoidMethod(env, d, c, m, word);
    nonv_v_void(env, d, c, m, word);
    E->CallNonvirtualVoidMethodA(env, d, c, m, &a);
    E->CallStaticVoidMethod(env, c, s, word);
    stat_v_void(env, c, s, word);
    E->CallStaticVoidMethodA(env, c, s, &a);
    m = E->GetMethodID(env, c, "who", "()Ljava/lang/String;");
    say("who: %s", text(env, E->CallObjectMethod(env, d, m), buf, sizeof buf));
    say("who, nonvirtual: %s", text(env, E->CallNonvirtualObjectMethod(env, d, c, m), buf, sizeof buf));
    jclass i = E->FindClass(env, "JniAll$Shape");
    say("default: %s",
        text(env, E->CallObjectMethod(env, shape, E->GetMethodID(env, i, "shape", "()Ljava/lang/String;")), buf,
             sizeof buf));
    say("abstract: %s",
        text(env, E->CallObjectMethod(env, shape, E->GetMethodID(env, i, "kind", "()Ljava/lang/String;")), buf,
             sizeof buf));
    m = E->GetStaticMethodID(env, c, "mixed", "(IJFDLjava/lang/Object;BCSZ[I)Ljava/lang/String;");
    say("mixed: %s",
        text(env,
             E->CallStaticObjectMethod(env, c, m, 1, (jlong)2, 3.5, 4.25, word, -5, 'g', -7, 1, E->NewIntArray(env, 6)),
             buf, sizeof buf));
    m = E->GetMethodID(env, c, "<init>", "(IDLjava/lang/String;)V");
    jvalue n[3] = { { .i = 5 }, { .d = 0.5 }, { .l = word } };
    say("new: %s", text(env, E->NewObject(env, c, m, 5, 0.5, word), buf, sizeof buf));
    say("new: %s", text(env, new_v(env, c, m, 5, 0.5, word), buf, sizeof buf));
    say("new: %s", text(env, E->NewObjectA(env, c, m, n), buf, sizeof buf));
}

static void hex(const char *what, const char *p)
{
    char out[200], *o = out;
    for (; *p && o < out + 190; p++) o += sprintf(o, "%02x ", (unsigned char)*p);
    say("%s %s", what, out);
}

JNIEXPORT void JNICALL Java_JniAll_strings(JNIEnv *env, jclass k, jstring a, jstring w, jstring s)
{
    jstring all[] = { a, w, s };
    for (int i = 0; i < 3; i++) {
        say("length %d utf %d", E->GetStringLength(env, all[i]), E->GetStringUTFLength(env, all[i]));
        jboolean copy;
        const char *u = E->GetStringUTFChars(env, all[i], &copy);
        hex("utf", u);
        E->ReleaseStringUTFChars(env, all[i], u);
        const jchar *c = E->GetStringChars(env, all[i], NULL);
        say("chars %x %x", c[0], c[E->GetStringLength(env, all[i]) - 1]);
        E->ReleaseStringChars(env, all[i], c);
        c = E->GetStringCritical(env, all[i], NULL);
        say("critical %x", c[1]);
        E->ReleaseStringCritical(env, all[i], c);
        jchar r[8];
        char ur[32];
        E->GetStringRegion(env, all[i], 1, 1, r);
        E->GetStringUTFRegion(env, all[i], 0, 2, ur);
        say("region %x", r[0]);
        hex("utf region", ur);
    }
    jchar r[4];
    E->GetStringRegion(env, a, 3, 4, r);
    jthrowable t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("out of range %d", E->IsInstanceOf(env, t, E->FindClass(env, "java/lang/StringIndexOutOfBoundsException")));
    static const jchar made[] = { 'm', 0xe9, 0x4e2d, 0xd83d, 0xde00 };
    jstring n = E->NewString(env, made, 5);
    say("made %d %d", E->GetStringLength(env, n), E->GetStringUTFLength(env, n));
    say("empty %d, null %d", E->GetStringLength(env, E->NewStringUTF(env, "")), E->NewStringUTF(env, NULL) == NULL);
}

/* clang-format off */
#define ARRAYS(X) \
    X(Boolean, jboolean, 1, "%d") X(Byte, jbyte, -3, "%d") X(Char, jchar, 77, "%d") X(Short, jshort, -9, "%d") \
    X(Int, jint, 1 << 20, "%d") X(Long, jlong, 1LL << 44, "%lld") X(Float, jfloat, 0.125f, "%g") \
    X(Double, jdouble, 1e-9, "%g")
/* clang-format on */

JNIEXPORT void JNICALL Java_JniAll_arrays(JNIEnv *env, jclass k, jintArray ints, jobjectArray objects)
{
#define ARRAY(N, T, v, fmt) \
    { \
        T##Array a = E->New##N##Array(env, 4); \
        T *p = E->Get##N##ArrayElements(env, a, NULL); \
        p[1] = v; \
        E->Release##N##ArrayElements(env, a, p, JNI_COMMIT); \
        T r[2] = { 0 }; \
        E->Get##N##ArrayRegion(env, a, 1, 2, r); \
        say(#N " %d " fmt " " fmt, E->GetArrayLength(env, a), r[0], r[1]); \
        E->Release##N##ArrayElements(env, a, p, 0); \
        T set[2] = { v, v }; \
        E->Set##N##ArrayRegion(env, a, 2, 2, set); \
        T *c = E->GetPrimitiveArrayCritical(env, a, NULL); \
        say(#N " critical " fmt " " fmt, c[0], c[3]); \
        E->ReleasePrimitiveArrayCritical(env, a, c, 0); \
    }
    ARRAYS(ARRAY)
    jint *p = E->GetIntArrayElements(env, ints, NULL);
    p[0] = 111;
    E->ReleaseIntArrayElements(env, ints, p, 0);
    jint r[9];
    E->GetIntArrayRegion(env, ints, 3, 3, r);
    jthrowable t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("region out of range %d",
        E->IsInstanceOf(env, t, E->FindClass(env, "java/lang/ArrayIndexOutOfBoundsException")));
    E->SetObjectArrayElement(env, objects, 1, E->NewStringUTF(env, "b"));
    E->SetObjectArrayElement(env, objects, 1, ints);
    t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("array store %d", E->IsInstanceOf(env, t, E->FindClass(env, "java/lang/ArrayStoreException")));
    say("element %d", E->GetObjectArrayElement(env, objects, 5) == NULL);
    pending(env, "GetObjectArrayElement");
    say("negative length %d", E->NewObjectArray(env, -1, k, NULL) == NULL);
    pending(env, "NewObjectArray");
    say("negative length %d", E->NewIntArray(env, -2) == NULL);
    pending(env, "NewIntArray");
}

JNIEXPORT void JNICALL Java_JniAll_exceptions(JNIEnv *env, jclass k, jobject b)
{
    jclass c = E->GetObjectClass(env, b);
    jmethodID m = E->GetMethodID(env, c, "thrower", "(Ljava/lang/String;)V");
    E->CallVoidMethod(env, b, m, E->NewStringUTF(env, "from Java"));
    say("check %d", E->ExceptionCheck(env));
    jthrowable t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("check %d", E->ExceptionCheck(env));
    say("rethrown %d", E->Throw(env, t));
    pending(env, "Throw");
    say("new %d", E->ThrowNew(env, E->FindClass(env, "java/io/IOException"), "made in C"));
    pending(env, "ThrowNew");
    say("new without text %d", E->ThrowNew(env, E->FindClass(env, "java/lang/Error"), NULL));
    pending(env, "ThrowNew");
    E->ThrowNew(env, E->FindClass(env, "java/lang/Error"), "described");
    E->ExceptionDescribe(env); /* to standard error */
    say("after describe %d", E->ExceptionCheck(env));
    pending(env, "nothing");
}

JNIEXPORT void JNICALL Java_JniAll_monitors(JNIEnv *env, jclass k, jobject lock)
{
    jmethodID holds =
        E->GetStaticMethodID(env, E->FindClass(env, "java/lang/Thread"), "holdsLock", "(Ljava/lang/Object;)Z");
    jclass thread = E->FindClass(env, "java/lang/Thread");
    say("enter %d %d", E->MonitorEnter(env, lock), E->MonitorEnter(env, lock));
    say("held %d", E->CallStaticBooleanMethod(env, thread, holds, lock));
    say("exit %d %d", E->MonitorExit(env, lock), E->MonitorExit(env, lock));
    say("held %d", E->CallStaticBooleanMethod(env, thread, holds, lock));
    say("exit of a free one %d", E->MonitorExit(env, lock) < 0);
    jthrowable t = E->ExceptionOccurred(env);
    E->ExceptionClear(env);
    say("it is an IllegalMonitorStateException: %d",
        E->IsInstanceOf(env, t, E->FindClass(env, "java/lang/IllegalMonitorStateException")));
}

JNIEXPORT void JNICALL Java_JniAll_buffers(JNIEnv *env, jclass k, jobject direct, jobject heap)
{
    char *p = E->GetDirectBufferAddress(env, direct);
    say("direct %d %lld", p != NULL, (long long)E->GetDirectBufferCapacity(env, direct));
    say("heap %d %lld", E->GetDirectBufferAddress(env, heap) == NULL, (long long)E->GetDirectBufferCapacity(env, heap));
    static char memory[16] = "in C memory";
    jobject made = E->NewDirectByteBuffer(env, memory, 16);
    jmethodID get = E->GetMethodID(env, E->FindClass(env, "java/nio/ByteBuffer"), "get", "(I)B");
    say("made %c %lld %d", E->CallByteMethod(env, made, get, 3), (long long)E->GetDirectBufferCapacity(env, made),
        E->GetDirectBufferAddress(env, made) == memory);
}

JNIEXPORT void JNICALL Java_JniAll_reflection(JNIEnv *env, jclass k, jobject method, jobject constructor, jobject field)
{
    char buf[300];
    jmethodID m = E->FromReflectedMethod(env, method), c = E->FromReflectedMethod(env, constructor);
    jfieldID f = E->FromReflectedField(env, field);
    jclass base = E->FindClass(env, "JniAll$Base");
    jobject o = E->NewObject(env, base, c, 1, 2.0, NULL);
    say("through reflected ids %d %lld", E->CallIntMethod(env, o, m, 41), (long long)E->GetLongField(env, o, f));
    say("%s", text(env, E->ToReflectedMethod(env, base, m, JNI_FALSE), buf, sizeof buf));
    say("%s", text(env, E->ToReflectedMethod(env, base, c, JNI_FALSE), buf, sizeof buf));
    say("%s", text(env, E->ToReflectedField(env, base, f, JNI_FALSE), buf, sizeof buf));
    jmethodID s = E->GetStaticMethodID(env, base, "ti", "(I)I");
    say("%s", text(env, E->ToReflectedMethod(env, base, s, JNI_TRUE), buf, sizeof buf));
}

JNIEXPORT void JNICALL Java_JniAll_machine(JNIEnv *env, jclass k)
{
    JavaVM *v = NULL;
    say("vm %d %d", E->GetJavaVM(env, &v), v == vm);
    void *e = NULL;
    say("env %d %d", (*vm)->GetEnv(vm, &e, JNI_VERSION_1_8), e == env);
    say("unknown version %d", (*vm)->GetEnv(vm, &e, 0x00990000));
    say("attach again %d %d", (*vm)->AttachCurrentThread(vm, &e, NULL), e == env);
    jclass c = E->FindClass(env, "JniAll");
    say("unregister %d", E->UnregisterNatives(env, c));
}

static void *attached(void *arg)
{
    JNIEnv *env;
    say("before attaching %d", (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10));
    JavaVMAttachArgs a = { JNI_VERSION_10, "from C", NULL };
    for (int daemon = 0; daemon < 2; daemon++) {
        say("attach %d", daemon ? (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &a)
                                : (*vm)->AttachCurrentThread(vm, (void **)&env, &a));
        jclass k = (jclass)arg;
        jmethodID m = E->GetStaticMethodID(env, k, "fromThread", "(Ljava/lang/String;)V");
        E->CallStaticVoidMethod(env, k, m, E->NewStringUTF(env, daemon ? "daemon" : "user"));
        say("detach %d", (*vm)->DetachCurrentThread(vm));
    }
    say("after detaching %d", (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10));
    return NULL;
}

JNIEXPORT jboolean JNICALL Java_JniAll_callFrom(JNIEnv *env, jclass k, jstring name)
{
    jobject g = E->NewGlobalRef(env, k);
    pthread_t t;
    pthread_create(&t, NULL, attached, g);
    pthread_join(t, NULL);
    E->DeleteGlobalRef(env, g);
    return JNI_TRUE;
}
