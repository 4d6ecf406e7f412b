/* The table of leaf natives (exec/native/leaf.h). */
#ifndef ARGUS_JDK_JVM_LEAF_H
#define ARGUS_JDK_JVM_LEAF_H

#include "exec/native/leaf.h"

/* The leaf for a native method that was just bound to `fn`, or NULL: there is none, or `fn` is neither the JDK's nor
 * the VM's. */
void *jvm_leaf_lookup(const struct method *m, const void *fn);
/* The entry of a leaf, one that never declines, that Math calls in place of a method of StrictMath. NULL: none. */
void *jvm_leaf_of_math(const struct method *strict);
/* The entry of a leaf that replaces m's bytecode in every tier, with the same result; and its body. NULL: there is
 * none, or m is another version of the method. */
void *jvm_leaf_of_bytecode(const struct method *m);
leaf_body jvm_leaf_body_of_bytecode(const struct method *m);
/* The leaf's body, if m runs as a leaf now; else NULL. */
leaf_body jvm_leaf_body(const struct method *m);

#endif
