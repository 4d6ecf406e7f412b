/* Get and Set of every type, in one function each; receivers. */
#include "agent.h"

static jobject text_of(JNIEnv *jni, jobject o)
{
    if (!o) return (*jni)->NewStringUTF(jni, "null");
    jclass string = (*jni)->FindClass(jni, "java/lang/String");
    jmethodID m = (*jni)->GetStaticMethodID(jni, string, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
    jclass object = (*jni)->GetObjectClass(jni, o);
    char *sig = NULL;
    CHECK((*ti)->GetClassSignature(ti, object, &sig, NULL));
    int array = sig[0] == '[';
    jobject r = array ? (*jni)->NewStringUTF(jni, sig) : (*jni)->CallStaticObjectMethod(jni, string, m, o);
    give_back(sig);
    return r;
}
static jobject print(JNIEnv *jni, const char *format, ...)
{
    char text[128];
    va_list va;
    va_start(va, format);
    vsnprintf(text, sizeof text, format, va);
    va_end(va);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jstring JNICALL Java_Locals_get(JNIEnv *jni, jclass me, jthread t, jint depth, jint slot, jchar kind)
{
    jint i = 0;
    jlong j = 0;
    jfloat f = 0;
    jdouble d = 0;
    jobject o = NULL;
    jvmtiError e;
    switch (kind) {
    case 'I': e = (*ti)->GetLocalInt(ti, t, depth, slot, &i); break;
    case 'J': e = (*ti)->GetLocalLong(ti, t, depth, slot, &j); break;
    case 'F': e = (*ti)->GetLocalFloat(ti, t, depth, slot, &f); break;
    case 'D': e = (*ti)->GetLocalDouble(ti, t, depth, slot, &d); break;
    default: e = (*ti)->GetLocalObject(ti, t, depth, slot, &o); break;
    }
    if (e != JVMTI_ERROR_NONE) return print(jni, "%s", error_name(e));
    switch (kind) {
    case 'I': return print(jni, "%d", i);
    case 'J': return print(jni, "%lld", (long long)j);
    case 'F': return print(jni, "%g", f);
    case 'D': return print(jni, "%g", d);
    default: return text_of(jni, o);
    }
}
JNIEXPORT jstring JNICALL Java_Locals_set(JNIEnv *jni, jclass me, jthread t, jint depth, jint slot, jchar kind,
                                          jlong bits, jobject object)
{
    union {
        jint i;
        jfloat f;
    } narrow = { (jint)bits };
    union {
        jlong j;
        jdouble d;
    } wide = { bits };
    jvmtiError e;
    switch (kind) {
    case 'I': e = (*ti)->SetLocalInt(ti, t, depth, slot, narrow.i); break;
    case 'J': e = (*ti)->SetLocalLong(ti, t, depth, slot, bits); break;
    case 'F': e = (*ti)->SetLocalFloat(ti, t, depth, slot, narrow.f); break;
    case 'D': e = (*ti)->SetLocalDouble(ti, t, depth, slot, wide.d); break;
    default: e = (*ti)->SetLocalObject(ti, t, depth, slot, object); break;
    }
    return print(jni, "%s", error_name(e));
}
JNIEXPORT jstring JNICALL Java_Locals_instance(JNIEnv *jni, jclass me, jthread t, jint depth)
{
    jobject o = NULL;
    jvmtiError e = (*ti)->GetLocalInstance(ti, t, depth, &o);
    return e == JVMTI_ERROR_NONE ? text_of(jni, o) : print(jni, "%s", error_name(e));
}
static jstring own(JNIEnv *jni)
{
    jobject o = NULL, r = NULL;
    jint i = 0;
    jvmtiError receiver = (*ti)->GetLocalInstance(ti, NULL, 0, &r), object = (*ti)->GetLocalObject(ti, NULL, 0, 0, &o),
               number = (*ti)->GetLocalInt(ti, NULL, 0, 0, &i);
    jvmtiError set = (*ti)->SetLocalInt(ti, NULL, 0, 0, 1);
    return print(jni, "%s %s %s %s %s", error_name(receiver), r ? class_name((*jni)->GetObjectClass(jni, r)) : "-",
                 error_name(object), error_name(number), error_name(set));
}
JNIEXPORT jstring JNICALL Java_Locals_staticNative(JNIEnv *jni, jclass me) { return own(jni); }
JNIEXPORT jstring JNICALL Java_Locals_instanceNative(JNIEnv *jni, jobject me) { return own(jni); }

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_access_local_variables = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
