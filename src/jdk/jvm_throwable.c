/* Natives of java.lang.Throwable, StackTraceElement and NullPointerException. */
#include "core/alloc.h"
#include "core/exception.h"
#include "exec/invoke/invoke.h"
#include "jdk/jvm_exports.h"
#include "thread/vmentry.h"

JNIEXPORT void JNICALL JVM_FillInStackTrace(JNIEnv *env, jobject throwable)
{
    VM_ENTRY(env);
    throwable_fill_trace(self, ref_get(throwable));
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_InitStackTraceElementArray(JNIEnv *env, jobjectArray elements, jobject throwable)
{
    VM_ENTRY(env);
    struct object *t = ref_get(throwable), *a = ref_get(elements);
    if (!t || !a)
        THROW(self, NullPointerException, NULL);
    else if (array_length(a) != throwable_depth(t))
        THROW(self, IndexOutOfBoundsException, NULL);
    else if (!throwable_elements(self, a, t))
        VM_RETURN_VOID();
    VM_RETURN_VOID();
}

/* A StackFrameInfo has a MemberName for the method, and a bci. */
JNIEXPORT void JNICALL JVM_InitStackTraceElement(JNIEnv *env, jobject element, jobject frame_info)
{
    VM_ENTRY(env);
    struct object *info = ref_get(frame_info), *e = ref_get(element);
    struct object *name = info ? obj_ref(info, WKF(StackFrameInfo_memberName)) : NULL;
    struct method *m = name ? member_name_target(name) : NULL;
    if (!e || !m)
        THROW(self, NullPointerException, NULL);
    else if (!stack_element_init(self, e, m,
                                 (u32)obj_int(info, WKF(StackFrameInfo_version)) == m->version
                                     ? obj_int(info, WKF(StackFrameInfo_bci))
                                     : -1))
        VM_RETURN_VOID();
    VM_RETURN_VOID();
}

JNIEXPORT jstring JNICALL JVM_GetExtendedNPEMessage(JNIEnv *env, jthrowable npe)
{
    VM_ENTRY(env);
    VM_RETURN((jstring)ref_local(self, npe_message(self, ref_get(npe))));
}
