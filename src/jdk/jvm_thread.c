/* Natives of java.lang.Thread. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "core/thread_life.h"
#include "jdk/jvm_exports.h"
#include "os/os_thread.h"
#include "thread/monitor.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"

JNIEXPORT void JNICALL JVM_StartThread(JNIEnv *env, jobject thread)
{
    VM_ENTRY(env);
    if (!thread_start_java(self, ref_get(thread))) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

JNIEXPORT jobject JNICALL JVM_CurrentThread(JNIEnv *env, jclass unused)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, self->java));
}

JNIEXPORT void JNICALL JVM_Yield(JNIEnv *env, jclass unused) { os_thread_yield(); }

static NOINLINE void sleep_here(JNIEnv *env, jlong ms)
{
    VM_ENTRY(env);
    if (ms < 0)
        THROW(self, IllegalArgumentException, "timeout value is negative");
    else
        (void)thread_sleep(self, ms, false);
    VM_RETURN_VOID();
}
JNIEXPORT void JNICALL JVM_Sleep(JNIEnv *env, jclass unused, jlong ms)
{
    thread_forget_calls();
    sleep_here(env, ms);
}

JNIEXPORT void JNICALL JVM_Interrupt(JNIEnv *env, jobject thread)
{
    VM_ENTRY(env);
    threads_lock(self); /* keeps the target from ending */
    struct thread *t = thread_of_java(ref_get(thread));
    if (t) thread_interrupt(t);
    threads_unlock();
    VM_RETURN_VOID();
}

JNIEXPORT jboolean JNICALL JVM_HoldsLock(JNIEnv *env, jclass unused, jobject obj)
{
    VM_ENTRY(env);
    if (!obj) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jboolean)JNI_FALSE);
    }
    VM_RETURN((jboolean)monitor_owned_by(self, ref_get(obj)));
}

JNIEXPORT void JNICALL JVM_SetThreadPriority(JNIEnv *env, jobject thread, jint priority)
{
    VM_ENTRY(env);
    threads_lock(self);
    struct object *java = ref_get(thread);
    obj_set_int(java, WKF(Thread_priority), priority);
    struct thread *t = thread_of_java(java);
    if (t && t->os) os_thread_set_priority(*t->os, priority);
    threads_unlock();
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_SetNativeThreadName(JNIEnv *env, jobject thread, jstring name)
{
    VM_ENTRY(env);
    struct object *java = ref_get(thread);
    threads_lock(self);
    struct thread *t = thread_of_java(java);
    if (t && name) {
        string_to_mutf8_buf(ref_get(name), t->name, sizeof t->name);
        /* the system lets only a thread name itself; HotSpot does the same */
        if (t == self) os_thread_set_name(t->name);
    }
    threads_unlock();
    VM_RETURN_VOID();
}

/* ---- stop, suspend, resume: deprecated, and still there ---- */

JNIEXPORT void JNICALL JVM_StopThread(JNIEnv *env, jobject thread, jobject exception)
{
    VM_ENTRY(env);
    struct object *java = ref_get(thread), *e = ref_get(exception);
    if (!e) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN_VOID();
    }
    struct thread *t = thread_look_up(self, java);
    if (t == self) {
        throw_object(self, e);
    } else if (t) {
        (void)thread_throw_async(self, t, e);                  /* false: it has ended, as intended */
    } else if (obj_int(java, WKF(Thread_threadStatus)) == 0) { /* not started: it will end at once when it starts */
        obj_set_byte(java, WKF(Thread_stillborn), 1);
    }
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_SuspendThread(JNIEnv *env, jobject thread)
{
    VM_ENTRY(env);
    struct thread *t = thread_look_up(self, ref_get(thread));
    if (t) (void)thread_suspend(self, t); /* suspended already, or ended meanwhile: nothing to do */
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_ResumeThread(JNIEnv *env, jobject thread)
{
    VM_ENTRY(env);
    threads_lock(self);
    struct thread *t = thread_of_java(ref_get(thread));
    if (t) (void)thread_resume(self, t);
    threads_unlock();
    VM_RETURN_VOID();
}
