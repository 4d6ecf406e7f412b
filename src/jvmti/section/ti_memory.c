/* "Memory Management". Allocate is malloc, so the VM can free what an agent returns from ClassFileLoadHook. */
#include "ti_functions.h"

jvmtiError ti_allocate(struct ti_env *env, struct thread *self, jlong size, unsigned char **mem_ptr)
{
    if (size < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (size == 0) {
        *mem_ptr = NULL;
        return JVMTI_ERROR_NONE;
    }
    unsigned char *p = malloc((size_t)size);
    if (!p) return JVMTI_ERROR_OUT_OF_MEMORY;
    *mem_ptr = p;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_deallocate(struct ti_env *env, struct thread *self, unsigned char *mem)
{
    free(mem);
    return JVMTI_ERROR_NONE;
}
