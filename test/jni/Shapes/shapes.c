/* The other side of Shapes.java. */
#include <jni.h>
#include <stdint.h>
#include <string.h>

static __thread jlong last_hash;
static int every, kind;
static __thread int calls;

static jlong add(jlong h, jlong v) { return (jlong)((uint64_t)h * 31u + (uint64_t)v); }
static jint float_bits(jfloat f)
{
    jint i;
    memcpy(&i, &f, 4);
    return i;
}
static jlong double_bits(jdouble d)
{
    jlong i;
    memcpy(&i, &d, 8);
    return i;
}
static jint length(JNIEnv *env, jobject s) { return s ? (*env)->GetStringLength(env, s) : -1; }
static jlong done(JNIEnv *env, jlong h)
{
    last_hash = h;
    if (!every || ++calls % every) return h;
    jclass me = (*env)->FindClass(env, "Shapes");
    if (kind & 1) (*env)->CallStaticVoidMethod(env, me, (*env)->GetStaticMethodID(env, me, "collect", "()V"));
    if (kind == 2) (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalStateException"), "asked for");
    return h;
}
JNIEXPORT jlong JNICALL Java_Shapes_last(JNIEnv *env, jclass me) { return last_hash; }
JNIEXPORT void JNICALL Java_Shapes_trouble(JNIEnv *env, jclass me, jint n, jint what)
{
    every = n;
    kind = what;
}

JNIEXPORT void JNICALL Java_Shapes_m0(JNIEnv *env, jobject self)
{
    jlong h = 7;
    done(env, h);
}

JNIEXPORT jboolean JNICALL Java_Shapes_m1(JNIEnv *env, jobject self, jdouble a0, jdouble a1, jdouble a2, jdouble a3,
                                          jdouble a4, jdouble a5, jdouble a6, jdouble a7)
{
    jlong h = 7;
    h = add(h, double_bits(a0));
    h = add(h, double_bits(a1));
    h = add(h, double_bits(a2));
    h = add(h, double_bits(a3));
    h = add(h, double_bits(a4));
    h = add(h, double_bits(a5));
    h = add(h, double_bits(a6));
    h = add(h, double_bits(a7));
    return done(env, h) & 1;
}

JNIEXPORT jbyte JNICALL Java_Shapes_m2(JNIEnv *env, jobject self, jdouble a0, jdouble a1, jdouble a2, jdouble a3,
                                       jdouble a4, jdouble a5, jdouble a6, jdouble a7, jdouble a8)
{
    jlong h = 7;
    h = add(h, double_bits(a0));
    h = add(h, double_bits(a1));
    h = add(h, double_bits(a2));
    h = add(h, double_bits(a3));
    h = add(h, double_bits(a4));
    h = add(h, double_bits(a5));
    h = add(h, double_bits(a6));
    h = add(h, double_bits(a7));
    h = add(h, double_bits(a8));
    return (jbyte)done(env, h);
}

JNIEXPORT jchar JNICALL Java_Shapes_m3(JNIEnv *env, jobject self, jlong a0, jlong a1, jlong a2, jlong a3)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    return (jchar)done(env, h);
}

JNIEXPORT jshort JNICALL Java_Shapes_m4(JNIEnv *env, jobject self, jlong a0, jlong a1, jlong a2, jlong a3, jlong a4)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    h = add(h, a4);
    return (jshort)done(env, h);
}

JNIEXPORT jint JNICALL Java_Shapes_m5(JNIEnv *env, jobject self, jlong a0, jobject a1, jlong a2, jobject a3, jlong a4,
                                      jobject a5, jlong a6, jobject a7, jlong a8, jobject a9)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, length(env, a1));
    h = add(h, a2);
    h = add(h, length(env, a3));
    h = add(h, a4);
    h = add(h, length(env, a5));
    h = add(h, a6);
    h = add(h, length(env, a7));
    h = add(h, a8);
    h = add(h, length(env, a9));
    return (jint)done(env, h);
}

JNIEXPORT jlong JNICALL Java_Shapes_m6(JNIEnv *env, jobject self, jfloat a0, jfloat a1, jfloat a2, jfloat a3, jfloat a4,
                                       jfloat a5, jfloat a6, jfloat a7, jfloat a8, jfloat a9)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, float_bits(a1));
    h = add(h, float_bits(a2));
    h = add(h, float_bits(a3));
    h = add(h, float_bits(a4));
    h = add(h, float_bits(a5));
    h = add(h, float_bits(a6));
    h = add(h, float_bits(a7));
    h = add(h, float_bits(a8));
    h = add(h, float_bits(a9));
    return (jlong)done(env, h);
}

JNIEXPORT jfloat JNICALL Java_Shapes_m7(JNIEnv *env, jobject self, jobject a0, jobject a1, jobject a2, jobject a3,
                                        jobject a4, jobject a5, jobject a6, jobject a7, jobject a8, jobject a9,
                                        jobject a10, jobject a11)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    h = add(h, length(env, a1));
    h = add(h, length(env, a2));
    h = add(h, length(env, a3));
    h = add(h, length(env, a4));
    h = add(h, length(env, a5));
    h = add(h, length(env, a6));
    h = add(h, length(env, a7));
    h = add(h, length(env, a8));
    h = add(h, length(env, a9));
    h = add(h, length(env, a10));
    h = add(h, length(env, a11));
    return (jfloat)done(env, h);
}

JNIEXPORT jdouble JNICALL Java_Shapes_m8(JNIEnv *env, jobject self, jint a0, jdouble a1, jint a2, jdouble a3, jint a4,
                                         jdouble a5, jint a6, jdouble a7, jint a8, jdouble a9, jint a10, jdouble a11,
                                         jint a12, jdouble a13, jint a14, jdouble a15, jint a16, jdouble a17)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, double_bits(a1));
    h = add(h, a2);
    h = add(h, double_bits(a3));
    h = add(h, a4);
    h = add(h, double_bits(a5));
    h = add(h, a6);
    h = add(h, double_bits(a7));
    h = add(h, a8);
    h = add(h, double_bits(a9));
    h = add(h, a10);
    h = add(h, double_bits(a11));
    h = add(h, a12);
    h = add(h, double_bits(a13));
    h = add(h, a14);
    h = add(h, double_bits(a15));
    h = add(h, a16);
    h = add(h, double_bits(a17));
    return (jdouble)done(env, h);
}

JNIEXPORT jobject JNICALL Java_Shapes_m9(JNIEnv *env, jobject self, jboolean a0, jbyte a1, jchar a2, jshort a3, jint a4,
                                         jlong a5, jfloat a6, jdouble a7, jobject a8, jboolean a9, jbyte a10, jchar a11,
                                         jshort a12, jint a13, jlong a14, jfloat a15, jdouble a16, jobject a17)
{
    jlong h = 7;
    h = add(h, (a0 == JNI_TRUE ? 1 : a0 == JNI_FALSE ? 2 : 99));
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    h = add(h, a4);
    h = add(h, a5);
    h = add(h, float_bits(a6));
    h = add(h, double_bits(a7));
    h = add(h, length(env, a8));
    h = add(h, (a9 == JNI_TRUE ? 1 : a9 == JNI_FALSE ? 2 : 99));
    h = add(h, a10);
    h = add(h, a11);
    h = add(h, a12);
    h = add(h, a13);
    h = add(h, a14);
    h = add(h, float_bits(a15));
    h = add(h, double_bits(a16));
    h = add(h, length(env, a17));
    done(env, h);
    return a17;
}

JNIEXPORT void JNICALL Java_Shapes_m10(JNIEnv *env, jobject self, jobject a0, jobject a1, jobject a2, jobject a3,
                                       jdouble a4, jdouble a5, jdouble a6, jdouble a7, jdouble a8, jdouble a9,
                                       jdouble a10, jdouble a11, jdouble a12, jobject a13, jobject a14, jobject a15,
                                       jobject a16)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    h = add(h, length(env, a1));
    h = add(h, length(env, a2));
    h = add(h, length(env, a3));
    h = add(h, double_bits(a4));
    h = add(h, double_bits(a5));
    h = add(h, double_bits(a6));
    h = add(h, double_bits(a7));
    h = add(h, double_bits(a8));
    h = add(h, double_bits(a9));
    h = add(h, double_bits(a10));
    h = add(h, double_bits(a11));
    h = add(h, double_bits(a12));
    h = add(h, length(env, a13));
    h = add(h, length(env, a14));
    h = add(h, length(env, a15));
    h = add(h, length(env, a16));
    done(env, h);
}

JNIEXPORT jboolean JNICALL Java_Shapes_m11(JNIEnv *env, jobject self, jfloat a0, jdouble a1, jfloat a2, jdouble a3,
                                           jfloat a4, jdouble a5, jfloat a6, jdouble a7, jfloat a8, jdouble a9,
                                           jfloat a10, jdouble a11, jint a12, jlong a13, jobject a14, jobject a15)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, double_bits(a1));
    h = add(h, float_bits(a2));
    h = add(h, double_bits(a3));
    h = add(h, float_bits(a4));
    h = add(h, double_bits(a5));
    h = add(h, float_bits(a6));
    h = add(h, double_bits(a7));
    h = add(h, float_bits(a8));
    h = add(h, double_bits(a9));
    h = add(h, float_bits(a10));
    h = add(h, double_bits(a11));
    h = add(h, a12);
    h = add(h, a13);
    h = add(h, length(env, a14));
    h = add(h, length(env, a15));
    return done(env, h) & 1;
}

JNIEXPORT jbyte JNICALL Java_Shapes_m12(JNIEnv *env, jobject self, jfloat a0, jint a1, jlong a2, jint a3, jchar a4,
                                        jobject a5, jint a6, jbyte a7, jboolean a8)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    h = add(h, a4);
    h = add(h, length(env, a5));
    h = add(h, a6);
    h = add(h, a7);
    h = add(h, (a8 == JNI_TRUE ? 1 : a8 == JNI_FALSE ? 2 : 99));
    return (jbyte)done(env, h);
}

JNIEXPORT jchar JNICALL Java_Shapes_m13(JNIEnv *env, jobject self, jfloat a0, jfloat a1, jint a2, jobject a3)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, float_bits(a1));
    h = add(h, a2);
    h = add(h, length(env, a3));
    return (jchar)done(env, h);
}

JNIEXPORT jshort JNICALL Java_Shapes_m14(JNIEnv *env, jobject self, jlong a0, jfloat a1, jchar a2, jobject a3,
                                         jboolean a4, jchar a5, jshort a6, jchar a7, jobject a8, jobject a9, jshort a10,
                                         jlong a11, jobject a12)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, float_bits(a1));
    h = add(h, a2);
    h = add(h, length(env, a3));
    h = add(h, (a4 == JNI_TRUE ? 1 : a4 == JNI_FALSE ? 2 : 99));
    h = add(h, a5);
    h = add(h, a6);
    h = add(h, a7);
    h = add(h, length(env, a8));
    h = add(h, length(env, a9));
    h = add(h, a10);
    h = add(h, a11);
    h = add(h, length(env, a12));
    return (jshort)done(env, h);
}

JNIEXPORT jint JNICALL Java_Shapes_m15(JNIEnv *env, jobject self, jbyte a0, jint a1)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    return (jint)done(env, h);
}

JNIEXPORT jlong JNICALL Java_Shapes_m16(JNIEnv *env, jobject self, jbyte a0, jobject a1, jdouble a2, jchar a3,
                                        jfloat a4, jobject a5, jlong a6)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, length(env, a1));
    h = add(h, double_bits(a2));
    h = add(h, a3);
    h = add(h, float_bits(a4));
    h = add(h, length(env, a5));
    h = add(h, a6);
    return (jlong)done(env, h);
}

JNIEXPORT jfloat JNICALL Java_Shapes_m17(JNIEnv *env, jobject self, jfloat a0)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    return (jfloat)done(env, h);
}

JNIEXPORT jdouble JNICALL Java_Shapes_m18(JNIEnv *env, jobject self, jboolean a0, jlong a1, jboolean a2, jdouble a3,
                                          jlong a4, jboolean a5)
{
    jlong h = 7;
    h = add(h, (a0 == JNI_TRUE ? 1 : a0 == JNI_FALSE ? 2 : 99));
    h = add(h, a1);
    h = add(h, (a2 == JNI_TRUE ? 1 : a2 == JNI_FALSE ? 2 : 99));
    h = add(h, double_bits(a3));
    h = add(h, a4);
    h = add(h, (a5 == JNI_TRUE ? 1 : a5 == JNI_FALSE ? 2 : 99));
    return (jdouble)done(env, h);
}

JNIEXPORT jobject JNICALL Java_Shapes_m19(JNIEnv *env, jobject self, jfloat a0, jshort a1, jbyte a2, jobject a3,
                                          jshort a4, jshort a5, jobject a6, jlong a7, jboolean a8, jint a9, jbyte a10,
                                          jint a11, jshort a12, jobject a13)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, length(env, a3));
    h = add(h, a4);
    h = add(h, a5);
    h = add(h, length(env, a6));
    h = add(h, a7);
    h = add(h, (a8 == JNI_TRUE ? 1 : a8 == JNI_FALSE ? 2 : 99));
    h = add(h, a9);
    h = add(h, a10);
    h = add(h, a11);
    h = add(h, a12);
    h = add(h, length(env, a13));
    done(env, h);
    return a13;
}

JNIEXPORT void JNICALL Java_Shapes_m20(JNIEnv *env, jobject self, jobject a0, jchar a1, jint a2, jint a3, jlong a4,
                                       jlong a5, jchar a6, jlong a7, jbyte a8)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    h = add(h, a4);
    h = add(h, a5);
    h = add(h, a6);
    h = add(h, a7);
    h = add(h, a8);
    done(env, h);
}

JNIEXPORT jboolean JNICALL Java_Shapes_m21(JNIEnv *env, jobject self, jint a0, jlong a1, jboolean a2, jboolean a3,
                                           jlong a4, jboolean a5, jdouble a6, jint a7, jdouble a8, jboolean a9)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, (a2 == JNI_TRUE ? 1 : a2 == JNI_FALSE ? 2 : 99));
    h = add(h, (a3 == JNI_TRUE ? 1 : a3 == JNI_FALSE ? 2 : 99));
    h = add(h, a4);
    h = add(h, (a5 == JNI_TRUE ? 1 : a5 == JNI_FALSE ? 2 : 99));
    h = add(h, double_bits(a6));
    h = add(h, a7);
    h = add(h, double_bits(a8));
    h = add(h, (a9 == JNI_TRUE ? 1 : a9 == JNI_FALSE ? 2 : 99));
    return done(env, h) & 1;
}

JNIEXPORT jbyte JNICALL Java_Shapes_m22(JNIEnv *env, jobject self, jshort a0, jint a1, jint a2, jbyte a3, jdouble a4,
                                        jboolean a5, jobject a6, jchar a7, jfloat a8, jdouble a9, jfloat a10, jchar a11)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    h = add(h, double_bits(a4));
    h = add(h, (a5 == JNI_TRUE ? 1 : a5 == JNI_FALSE ? 2 : 99));
    h = add(h, length(env, a6));
    h = add(h, a7);
    h = add(h, float_bits(a8));
    h = add(h, double_bits(a9));
    h = add(h, float_bits(a10));
    h = add(h, a11);
    return (jbyte)done(env, h);
}

JNIEXPORT jchar JNICALL Java_Shapes_m23(JNIEnv *env, jobject self, jint a0, jchar a1, jbyte a2, jshort a3)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    return (jchar)done(env, h);
}

JNIEXPORT jshort JNICALL Java_Shapes_m24(JNIEnv *env, jobject self, jobject a0)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    return (jshort)done(env, h);
}

JNIEXPORT jint JNICALL Java_Shapes_m25(JNIEnv *env, jobject self, jlong a0, jlong a1, jboolean a2, jchar a3, jfloat a4)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, (a2 == JNI_TRUE ? 1 : a2 == JNI_FALSE ? 2 : 99));
    h = add(h, a3);
    h = add(h, float_bits(a4));
    return (jint)done(env, h);
}

JNIEXPORT jlong JNICALL Java_Shapes_m26(JNIEnv *env, jobject self, jint a0, jint a1)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    return (jlong)done(env, h);
}

JNIEXPORT jfloat JNICALL Java_Shapes_m27(JNIEnv *env, jobject self, jfloat a0, jdouble a1, jbyte a2, jobject a3,
                                         jbyte a4, jobject a5, jshort a6, jshort a7, jobject a8, jint a9, jchar a10)
{
    jlong h = 7;
    h = add(h, float_bits(a0));
    h = add(h, double_bits(a1));
    h = add(h, a2);
    h = add(h, length(env, a3));
    h = add(h, a4);
    h = add(h, length(env, a5));
    h = add(h, a6);
    h = add(h, a7);
    h = add(h, length(env, a8));
    h = add(h, a9);
    h = add(h, a10);
    return (jfloat)done(env, h);
}

JNIEXPORT jdouble JNICALL Java_Shapes_m28(JNIEnv *env, jobject self, jint a0, jboolean a1, jdouble a2, jfloat a3,
                                          jdouble a4, jshort a5, jobject a6, jfloat a7, jobject a8, jdouble a9,
                                          jbyte a10, jdouble a11, jshort a12)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, (a1 == JNI_TRUE ? 1 : a1 == JNI_FALSE ? 2 : 99));
    h = add(h, double_bits(a2));
    h = add(h, float_bits(a3));
    h = add(h, double_bits(a4));
    h = add(h, a5);
    h = add(h, length(env, a6));
    h = add(h, float_bits(a7));
    h = add(h, length(env, a8));
    h = add(h, double_bits(a9));
    h = add(h, a10);
    h = add(h, double_bits(a11));
    h = add(h, a12);
    return (jdouble)done(env, h);
}

JNIEXPORT jobject JNICALL Java_Shapes_m29(JNIEnv *env, jobject self, jdouble a0, jlong a1, jshort a2, jlong a3)
{
    jlong h = 7;
    h = add(h, double_bits(a0));
    h = add(h, a1);
    h = add(h, a2);
    h = add(h, a3);
    done(env, h);
    return NULL;
}

JNIEXPORT void JNICALL Java_Shapes_m30(JNIEnv *env, jobject self, jboolean a0, jobject a1, jfloat a2, jboolean a3,
                                       jlong a4, jchar a5, jobject a6, jshort a7, jlong a8, jlong a9)
{
    jlong h = 7;
    h = add(h, (a0 == JNI_TRUE ? 1 : a0 == JNI_FALSE ? 2 : 99));
    h = add(h, length(env, a1));
    h = add(h, float_bits(a2));
    h = add(h, (a3 == JNI_TRUE ? 1 : a3 == JNI_FALSE ? 2 : 99));
    h = add(h, a4);
    h = add(h, a5);
    h = add(h, length(env, a6));
    h = add(h, a7);
    h = add(h, a8);
    h = add(h, a9);
    done(env, h);
}

JNIEXPORT jboolean JNICALL Java_Shapes_m31(JNIEnv *env, jobject self, jshort a0, jint a1, jfloat a2)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, a1);
    h = add(h, float_bits(a2));
    return done(env, h) & 1;
}

JNIEXPORT jbyte JNICALL Java_Shapes_m32(JNIEnv *env, jobject self, jdouble a0, jbyte a1, jobject a2, jbyte a3,
                                        jobject a4, jboolean a5)
{
    jlong h = 7;
    h = add(h, double_bits(a0));
    h = add(h, a1);
    h = add(h, length(env, a2));
    h = add(h, a3);
    h = add(h, length(env, a4));
    h = add(h, (a5 == JNI_TRUE ? 1 : a5 == JNI_FALSE ? 2 : 99));
    return (jbyte)done(env, h);
}

JNIEXPORT jchar JNICALL Java_Shapes_m33(JNIEnv *env, jobject self, jobject a0, jchar a1, jdouble a2, jdouble a3)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    h = add(h, a1);
    h = add(h, double_bits(a2));
    h = add(h, double_bits(a3));
    return (jchar)done(env, h);
}

JNIEXPORT jshort JNICALL Java_Shapes_m34(JNIEnv *env, jobject self, jobject a0, jchar a1, jobject a2, jobject a3,
                                         jdouble a4, jdouble a5, jboolean a6, jint a7)
{
    jlong h = 7;
    h = add(h, length(env, a0));
    h = add(h, a1);
    h = add(h, length(env, a2));
    h = add(h, length(env, a3));
    h = add(h, double_bits(a4));
    h = add(h, double_bits(a5));
    h = add(h, (a6 == JNI_TRUE ? 1 : a6 == JNI_FALSE ? 2 : 99));
    h = add(h, a7);
    return (jshort)done(env, h);
}

JNIEXPORT jint JNICALL Java_Shapes_m35(JNIEnv *env, jobject self, jchar a0, jboolean a1, jdouble a2, jlong a3, jlong a4)
{
    jlong h = 7;
    h = add(h, a0);
    h = add(h, (a1 == JNI_TRUE ? 1 : a1 == JNI_FALSE ? 2 : 99));
    h = add(h, double_bits(a2));
    h = add(h, a3);
    h = add(h, a4);
    return (jint)done(env, h);
}
