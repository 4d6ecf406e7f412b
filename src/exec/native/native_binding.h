/* Where a native method's function comes from: jni/ looks for it, jdk/ knows those of the VM itself. Both are above
 * exec/; boot/ fills the table in. */
#ifndef ARGUS_EXEC_NATIVE_NATIVE_BINDING_H
#define ARGUS_EXEC_NATIVE_NATIVE_BINDING_H

#include "exec/native/leaf.h"

struct native_binding {
    /* Looks for m's function and binds it. NULL: UnsatisfiedLinkError pending. May run Java, may collect. */
    void *(*lookup)(struct thread *self, struct method *m);
    /* The VM's own function for a native of this name. NULL: none. */
    void *(*vm_function)(const struct class *c, const struct symbol *name, const struct symbol *desc);
    /* The leaf form (exec/native/leaf.h) of a native that was bound to `fn`. NULL: none. */
    void *(*leaf)(const struct method *m, const void *fn);
    /* What java.lang.Math calls in place of this method of StrictMath: the entry of a leaf that never declines. NULL:
     * that method itself. */
    void *(*leaf_of_math)(const struct method *strict);
    /* The entry of a leaf that does what m's bytecode does, in every tier. NULL: there is none. */
    void *(*leaf_of_bytecode)(const struct method *m);
    /* The body of the leaf that m runs as, as a C function; NULL: it runs as none. */
    leaf_body (*leaf_body)(const struct method *m);
    /* C that does what m's bytecode does, of the same form: optimized code calls it instead. NULL: there is none. */
    leaf_body (*intrinsic_body)(const struct method *m);
};
extern struct native_binding native_binding;

#endif
