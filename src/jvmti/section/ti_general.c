/* "General": phase, versions, names of errors, environment local storage, verbose flags, location format. */
#include "ti_functions.h"
#include "ti_tables.h"

jvmtiError ti_get_phase(struct ti_env *env, struct thread *self, jvmtiPhase *phase_ptr)
{
    switch (atomic_load(&vm_phase)) {
    case VM_NONE:
    case VM_ONLOAD: *phase_ptr = JVMTI_PHASE_ONLOAD; break;
    case VM_PRIMORDIAL: *phase_ptr = env->early_start ? JVMTI_PHASE_START : JVMTI_PHASE_PRIMORDIAL; break;
    case VM_START: *phase_ptr = JVMTI_PHASE_START; break;
    case VM_LIVE: *phase_ptr = JVMTI_PHASE_LIVE; break;
    default: *phase_ptr = JVMTI_PHASE_DEAD; break;
    }
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_set_environment_local_storage(struct ti_env *env, struct thread *self, const void *data)
{
    atomic_store_explicit(&env->local_storage, (void *)data, memory_order_release);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_environment_local_storage(struct ti_env *env, struct thread *self, void **data_ptr)
{
    *data_ptr = atomic_load_explicit(&env->local_storage, memory_order_acquire);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_version_number(struct ti_env *env, struct thread *self, jint *version_ptr)
{
    *version_ptr = JVMTI_VERSION;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_error_name(struct ti_env *env, struct thread *self, jvmtiError error, char **name_ptr)
{
    return ti_copy_string(ti_error_name(error), name_ptr);
}

jvmtiError ti_set_verbose_flag(struct ti_env *env, struct thread *self, jvmtiVerboseFlag flag, jboolean value)
{
    static const struct {
        jvmtiVerboseFlag flag;
        const char *tags, *level;
    } flags[] = {
        { JVMTI_VERBOSE_GC, "gc", "info" },
        { JVMTI_VERBOSE_CLASS, "class+load", "info" },
        { JVMTI_VERBOSE_CLASS, "class+unload", "info" },
        { JVMTI_VERBOSE_JNI, "jni+resolve", "debug" },
    };
    for (size_t i = 0; i < ARRAY_LEN(flags); i++)
        if (flags[i].flag == flag) {
            char option[64];
            snprintf(option, sizeof option, "%s=%s", flags[i].tags, value ? flags[i].level : "off");
            if (!log_select_stdout(option)) return JVMTI_ERROR_INTERNAL;
        }
    return JVMTI_ERROR_NONE; /* JVMTI_VERBOSE_OTHER: there is no other output */
}

jvmtiError ti_get_j_location_format(struct ti_env *env, struct thread *self, jvmtiJlocationFormat *format_ptr)
{
    *format_ptr = JVMTI_JLOCATION_JVMBCI;
    return JVMTI_ERROR_NONE;
}
