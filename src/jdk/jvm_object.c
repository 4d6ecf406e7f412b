/* Natives of java.lang.Object (bound by libjava's registration tables), String.intern. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "jdk/jvm_natives.h"
#include "thread/monitor.h"
#include "thread/vmentry.h"

/* System.identityHashCode comes here too, with null. */
JNIEXPORT jint JNICALL JVM_IHashCode(JNIEnv *env, jobject obj)
{
    VM_ENTRY(env);
    struct object *o = ref_get(obj);
    VM_RETURN(o ? (jint)object_hash(o) : 0);
}

static NOINLINE void wait_here(JNIEnv *env, jobject obj, jlong ms)
{
    VM_ENTRY(env);
    if (ms < 0)
        THROW(self, IllegalArgumentException, "timeout value is negative");
    else
        (void)monitor_wait(self, ref_get(obj), ms, true);
    VM_RETURN_VOID();
}
JNIEXPORT void JNICALL JVM_MonitorWait(JNIEnv *env, jobject obj, jlong ms)
{
    thread_forget_calls();
    wait_here(env, obj, ms);
}

JNIEXPORT void JNICALL JVM_MonitorNotify(JNIEnv *env, jobject obj)
{
    VM_ENTRY(env);
    if (!monitor_notify(self, ref_get(obj), false)) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_MonitorNotifyAll(JNIEnv *env, jobject obj)
{
    VM_ENTRY(env);
    if (!monitor_notify(self, ref_get(obj), true)) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

JNIEXPORT jobject JNICALL JVM_Clone(JNIEnv *env, jobject obj)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, object_clone(self, ref_get(obj))));
}

JNIEXPORT jstring JNICALL JVM_InternString(JNIEnv *env, jstring str)
{
    VM_ENTRY(env);
    struct object *s = ref_get(str);
    VM_RETURN((jstring)ref_local(self, s ? string_intern(self, s) : NULL));
}

/* The JDK's libraries have no Java_… symbols for these. */
static const struct vm_native object_natives[] = {
    { "hashCode", "()I", JVM_IHashCode },           { "wait", "(J)V", JVM_MonitorWait },
    { "notify", "()V", JVM_MonitorNotify },         { "notifyAll", "()V", JVM_MonitorNotifyAll },
    { "clone", "()Ljava/lang/Object;", JVM_Clone },
};
const struct vm_native_class natives_object = VM_NATIVE_CLASS("java/lang/Object", object_natives);
