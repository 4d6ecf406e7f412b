/* The table of leaf natives (exec/native/leaf.h). */
#ifndef ARGUS_JDK_JVM_LEAF_H
#define ARGUS_JDK_JVM_LEAF_H

#include "exec/native/leaf.h"

/* The leaf for a native method that was just bound to `fn`, or NULL: the method has none, or `fn` is neither the JDK's
 * nor the VM's. */
void *jvm_leaf_lookup(const struct method *m, const void *fn);
/* What Math calls in place of a method of StrictMath: the entry of a leaf that never declines. NULL: that method. */
void *jvm_leaf_of_math(const struct method *strict);
/* What runs in every tier in place of m's bytecode, which has the same result: the entry of a leaf; and its body. NULL:
 * m has none, or is another version of it. */
void *jvm_leaf_of_bytecode(const struct method *m);
leaf_body jvm_leaf_body_of_bytecode(const struct method *m);
/* The leaf's body, if m runs as its leaf now; else NULL. */
leaf_body jvm_leaf_body(const struct method *m);

#endif
