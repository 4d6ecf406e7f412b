/* "Heap": collection on request. */
#include "ti_functions.h"

jvmtiError ti_force_garbage_collection(struct ti_env *env, struct thread *self)
{
    tool_collect(self);
    return JVMTI_ERROR_NONE;
}
