/* "Extension Mechanism": the queries work; there is no extension yet.
 * TODO(jvmti): extensions: class unload event, heap dump, operating-system thread id, stack of a thread from a signal handler, filters for method events */
#include "ti_functions.h"

jvmtiError ti_get_extension_functions(struct ti_env *env, struct thread *self, jint *extension_count_ptr, jvmtiExtensionFunctionInfo **extensions)
{
    jvmtiExtensionFunctionInfo *none = ti_alloc(0);
    if (!none) return JVMTI_ERROR_OUT_OF_MEMORY;
    *extension_count_ptr = 0;
    *extensions = none;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_extension_events(struct ti_env *env, struct thread *self, jint *extension_count_ptr, jvmtiExtensionEventInfo **extensions)
{
    jvmtiExtensionEventInfo *none = ti_alloc(0);
    if (!none) return JVMTI_ERROR_OUT_OF_MEMORY;
    *extension_count_ptr = 0;
    *extensions = none;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_set_extension_event_callback(struct ti_env *env, struct thread *self, jint extension_event_index, jvmtiExtensionEvent callback)
{
    return JVMTI_ERROR_ILLEGAL_ARGUMENT; /* no index has been given out */
}
