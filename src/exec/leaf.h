/* Leaf natives: the hot natives of the class library in a form that the interpreter calls directly, without a frame, references or a transition.
 *
 * A leaf does its work on the slots, or declines; then the ordinary native runs and does everything, exceptions included. So a leaf never throws,
 * blocks, allocates with collection, polls or looks at the stack, and nobody can tell that it ran. It is used only while no event and no poll is asked for
 * (plain dispatch table), and only for natives bound to the JDK's or the VM's own function: a tool that rebinds a native gets its calls. */
#ifndef ARGUS_EXEC_LEAF_H
#define ARGUS_EXEC_LEAF_H

#include "runtime/thread.h"

/* `args`: the arguments as in a callee's locals, receiver first. Writes *result (as in a slot) unless the method is void. false: declined, nothing was changed. */
typedef bool (*leaf_fn)(struct thread *self, const slot *args, slot *result);

#endif
