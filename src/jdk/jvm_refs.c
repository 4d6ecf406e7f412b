/* Natives of java.lang.ref.Reference. The collector owns the list of pending references; the reference handler thread
 * takes it here. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/refproc.h"
#include "jdk/jvm_exports.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

JNIEXPORT jobject JNICALL JVM_GetAndClearReferencePendingList(JNIEnv *env)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, refproc_take_pending()));
}

JNIEXPORT jboolean JNICALL JVM_HasReferencePendingList(JNIEnv *env)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)refproc_has_pending());
}

JNIEXPORT void JNICALL JVM_WaitForReferencePendingList(JNIEnv *env)
{
    VM_ENTRY(env);
    refproc_wait_pending(self);
    VM_RETURN_VOID();
}

static bool refers_to(jobject ref, jobject o) { return ref_load(ref_get(ref), WKF(Reference_referent)) == ref_get(o); }

JNIEXPORT jboolean JNICALL JVM_ReferenceRefersTo(JNIEnv *env, jobject ref, jobject o)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)refers_to(ref, o));
}

JNIEXPORT jboolean JNICALL JVM_PhantomReferenceRefersTo(JNIEnv *env, jobject ref, jobject o)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)refers_to(ref, o));
}

JNIEXPORT void JNICALL JVM_ReferenceClear(JNIEnv *env, jobject ref)
{
    VM_ENTRY(env);
    heap_store_ref(ref_get(ref), WKF(Reference_referent), NULL);
    VM_RETURN_VOID();
}
