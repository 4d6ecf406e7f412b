/* Finds a native method's function. jni/ looks for it, jdk/ knows those of the VM itself. Both are above exec/, so
 * boot/ fills in this table. */
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
    /* The leaf, one that never declines, whose entry java.lang.Math calls in place of this method of StrictMath. NULL:
     * none. */
    void *(*leaf_of_math)(const struct method *strict);
    /* The entry of a leaf that replaces m's bytecode in every tier. NULL: none. */
    void *(*leaf_of_bytecode)(const struct method *m);
    /* The body, as a C function, of the leaf that m runs as. NULL: m does not run as a leaf. */
    leaf_body (*leaf_body)(const struct method *m);
    /* A C function that replaces m's bytecode in optimized code, in the form of a leaf body. NULL: none. */
    leaf_body (*intrinsic_body)(const struct method *m);
};
extern struct native_binding native_binding;

#endif
