/* C functions that optimized code calls in place of a method's bytecode: work on strings, arrays and large numbers. */
#ifndef ARGUS_JDK_JVM_INTRINSIC_H
#define ARGUS_JDK_JVM_INTRINSIC_H

#include "exec/native/leaf.h"

/* A function with the effect of m's bytecode. It returns false if it has changed nothing: then the bytecode has to run.
 * Like a leaf it does not throw, stop or collect. NULL: there is none for m. */
leaf_body jvm_intrinsic_body(const struct method *m);

#endif
