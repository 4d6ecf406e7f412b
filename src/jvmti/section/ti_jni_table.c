/* "JNI Function Interception": all threads share one table, which is written in place, so that a new function takes
 * effect everywhere at once. */
#include "ti_functions.h"

#include "jni/jni.h"

jvmtiError ti_get_jni_function_table(struct ti_env *env, struct thread *self, jniNativeInterface **function_table)
{
    jniNativeInterface *copy = ti_alloc(sizeof *copy);
    if (!copy) return JVMTI_ERROR_OUT_OF_MEMORY;
    *copy = *jni_function_table();
    *function_table = copy;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_set_jni_function_table(struct ti_env *env, struct thread *self, const jniNativeInterface *function_table)
{
    void *const *from = (void *const *)function_table;
    void **to = (void **)jni_function_table();
    for (size_t i = 0; i < sizeof *function_table / sizeof(void *); i++)
        __atomic_store_n(&to[i], from[i], __ATOMIC_RELEASE);
    return JVMTI_ERROR_NONE;
}
