/* The way into the VM and out of it for functions that native code calls (JNI, JVM_*, natives of the VM itself, JVM
 * TI).
 *
 * Such a function is entered IN_NATIVE and holds references, not objects. Between VM_ENTRY and VM_RETURN it is IN_VM
 * and may hold plain `struct object *`:
 *
 *     JNIEXPORT jobject JNICALL JVM_Something(JNIEnv *env, jobject ref)
 *     {
 *         VM_ENTRY(env);                               // declares `struct thread *self`
 *         struct object *o = ref_get(ref);
 *         ...
 *         VM_RETURN(ref_local(self, o));               // the value is computed while still IN_VM
 *     }
 *
 * Every path must leave through VM_RETURN or VM_RETURN_VOID; a plain `return` after VM_ENTRY is a bug. Entering may
 * stop at a safepoint, run handshakes and collect. A pending exception stays pending, for the native caller. VM
 * functions that are IN_VM already call each other without these.
 *
 * The pair keeps the context of the transition that led to the native code. A callee-saved register of that context may
 * since be saved only in native frames, which come and go; the recorded values stay right until the native code
 * returns. */
#ifndef ARGUS_THREAD_VMENTRY_H
#define ARGUS_THREAD_VMENTRY_H

#include "thread/refs.h"
#include "thread/thread.h"

#define VM_ENTRY(env) \
    struct thread *self = thread_of_env(env); \
    UNUSED const struct saved_registers vm_outer_ = self->context; \
    VM_DEBUG_ONLY(self->entered_pending = self->pending != NULL); \
    thread_from_native(self)

/* For functions that get no JNIEnv; the calling thread must be attached. */
#define VM_ENTRY_SELF() \
    struct thread *self = thread_self(); \
    VM_CHECK(self != NULL); \
    UNUSED const struct saved_registers vm_outer_ = self->context; \
    thread_from_native(self)

#define VM_RETURN(value) \
    do { \
        __auto_type vm_result_ = (value); \
        thread_return_to_native(self, &vm_outer_); \
        return vm_result_; \
    } while (0)

#define VM_RETURN_VOID() \
    do { \
        thread_return_to_native(self, &vm_outer_); \
        return; \
    } while (0)

/* VM_LEAVE makes the code that follows run IN_NATIVE, up to VM_REENTER. A collection may come in between: it keeps
 * objects of references, and those to which a word of the thread's C stack points, from this function's frame to the
 * oldest one. Pointers elsewhere are invalid afterwards. */
#define VM_LEAVE() thread_to_native(self)
#define VM_REENTER() thread_from_native(self)

#endif
