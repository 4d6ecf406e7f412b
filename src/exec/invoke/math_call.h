/* Math's own functions: Math.sin and others call these in place of StrictMath's.
 *
 * A call in the bytecode of java.lang.Math that names one of them is linked to a method of the VM, which no class
 * lists. It computes at once: it never has a frame, and no event, breakpoint or step can show that it ran. So all tiers
 * and all tools give the same bits. */
#ifndef ARGUS_EXEC_INVOKE_MATH_CALL_H
#define ARGUS_EXEC_INVOKE_MATH_CALL_H

#include "model/class.h"

/* The VM's method in place of `strict`, to which a call in `from` was resolved. NULL: `from` is not a method of Math,
 * `strict` has no such version, or there is no room for the method. Takes a lock; does not collect. */
struct method *math_call_target(const struct method *from, const struct method *strict);

#endif
