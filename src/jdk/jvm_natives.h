/* Natives that the VM itself provides: methods of java.base (and of a few more modules) for which no library of the JDK
 * exports a Java_… symbol. Each area has one table per class; jvm_natives.c lists the tables. The functions have JNI's
 * native signature (JNIEnv *, jclass or jobject, arguments…) and are entered IN_NATIVE like any other.
 *
 * HotSpot lets most of these classes call a `registerNatives` of their own. Here natives are found by name, so that
 * method serves only tools (Unsafe) or does nothing. The lookup does not use java.library.path, so it works before
 * libjava is loaded. */
#ifndef ARGUS_JDK_JVM_NATIVES_H
#define ARGUS_JDK_JVM_NATIVES_H

#include "model/class.h"
#include <jni.h>

struct vm_native {
    const char *name, *sig;
    void *fn;
};
struct vm_native_class {
    const char *class_name;          /* with '/' */
    const struct vm_native *natives; /* `count` of them */
    u32 count;
};
#define VM_NATIVE_CLASS(class_name, table) { class_name, table, ARRAY_LEN(table) }

/* The tables. A table that no area defines yet is skipped (weak reference). */
/* clang-format off */
#define VM_NATIVE_TABLES(X) \
    X(natives_object) X(natives_unsafe) X(natives_unsafe_memory) X(natives_scoped_memory_access) X(natives_perf) \
    X(natives_vector_support) X(natives_native_entry_point) X(natives_programmable_invoker) \
    X(natives_programmable_upcall_handler) X(natives_upcall_stubs) X(natives_method_handle_natives) \
    X(natives_method_handle) X(natives_var_handle)
/* clang-format on */
#define VM_NATIVE_DECLARE(table) extern const struct vm_native_class table __attribute__((weak));
VM_NATIVE_TABLES(VM_NATIVE_DECLARE)

/* The VM's own native for a native method of `c`, or NULL. Only for classes of the boot loader. Takes no lock; any
 * thread, any state. */
void *vm_native_lookup(const struct class *c, const struct symbol *name, const struct symbol *desc);

/* Adds the one table of a higher room: natives of a class outside java.base. Called before anything runs; the table
 * stays. */
void vm_natives_add(const struct vm_native_class *t);

/* Throws InternalError: an address that Java code gave is in a mapped file that was truncated. */
void vm_throw_memory_gone(struct thread *self);

/* The usual `private static native void registerNatives()`: uses JNI's RegisterNatives, through which profilers find
 * functions to wrap. */
JNIEXPORT void JNICALL vm_register_natives(JNIEnv *env, jclass cls);
/* The same for classes for which that is not needed. */
JNIEXPORT void JNICALL vm_register_natives_nothing(JNIEnv *env, jclass cls);

#endif
