/* jdk.internal.misc.ScopedMemoryAccess.closeScope0, and jdk.internal.vm.vector.VectorSupport.
 *
 * Closing a shared memory scope: the scope is already marked "closing", so no thread starts an access any more. If a
 * thread is inside an access now, it has a frame of a @Scoped method with the scope among its locals; then closing must
 * fail. The frames are searched with the world stopped. */
#include "jdk/jvm_natives.h"
#include "model/frame.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"

static bool uses_scope(struct thread *t, const struct object *scope)
{
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f)) {
        if (f->kind != FRAME_JAVA || !method_has(f->method, MTH_SCOPED)) continue;
        for (u32 i = 0; i < f->method->max_locals; i++)
            if (f->locals[i] == slot_of_ref(scope)) return true;
    }
    return false;
}

static jboolean JNICALL closeScope0(JNIEnv *env, jobject access, jobject scope, jobject error)
{
    VM_ENTRY(env);
    safepoint_begin(self, "CloseScope");
    const struct object *s = ref_get(scope);
    bool used = false;
    threads_lock(self);
    for (struct thread *t = threads_first(); t && !used; t = t->next)
        if (t != self) used = uses_scope(t, s);
    threads_unlock();
    safepoint_end(self);
    VM_RETURN((jboolean)!used);
}

/* No vector intrinsics: -1 is the documented result for a type without vectors. */
static jint JNICALL getMaxLaneCount(JNIEnv *env, jclass unused, jclass element) { return -1; }
static jint JNICALL vector_register(JNIEnv *env, jclass unused) { return 0; }

static const struct vm_native scoped[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "closeScope0",
      "(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z",
      closeScope0 },
};
const struct vm_native_class natives_scoped_memory_access =
    VM_NATIVE_CLASS("jdk/internal/misc/ScopedMemoryAccess", scoped);

static const struct vm_native vector[] = {
    { "registerNatives", "()I", vector_register },
    { "getMaxLaneCount", "(Ljava/lang/Class;)I", getMaxLaneCount },
};
const struct vm_native_class natives_vector_support = VM_NATIVE_CLASS("jdk/internal/vm/vector/VectorSupport", vector);
