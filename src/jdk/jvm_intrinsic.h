/* Methods of the class library whose bytecode optimized code replaces by C: work on strings, arrays and large numbers.
 */
#ifndef ARGUS_JDK_JVM_INTRINSIC_H
#define ARGUS_JDK_JVM_INTRINSIC_H

#include "exec/native/leaf.h"

/* Does what m's bytecode does, or gives false and has changed nothing: then the bytecode is to run. It does not throw,
 * stop or collect, as a leaf. NULL: there is none for m. */
leaf_body jvm_intrinsic_body(const struct method *m);

#endif
