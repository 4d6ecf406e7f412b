/* "Capability". A capability is available if everything that requires it works here; any number of environments may
 * hold it, at any time (D9). */
#include "ti_functions.h"
#include "ti_tables.h"

/* Capabilities that no function and no event requires, because they change how others behave. Says which of them are
 * available. */
static bool behaviour_offered(const char *name)
{
    static const char *const offered[] = {
        "can_maintain_original_method_order", /* struct class keeps the file's order */
        "can_generate_early_vmstart",
        "can_generate_all_class_hook_events",
        "can_generate_early_class_hook_events",
        "can_redefine_any_class",
        "can_retransform_any_class",
    };
    for (size_t i = 0; i < ARRAY_LEN(offered); i++)
        if (!strcmp(offered[i], name)) return true;
    return false;
}

static bool is_behaviour(const struct ti_capability *c)
{
    return c->optional_only || !strcmp(c->name, "can_generate_all_class_hook_events") ||
           !strcmp(c->name, "can_generate_early_class_hook_events");
}

static bool offered(u32 i)
{
    const struct ti_capability *c = &ti_capability_table[i];
    if (is_behaviour(c)) return behaviour_offered(c->name);
    for (size_t k = 0; k < ARRAY_LEN(c->functions) && c->functions[k]; k++)
        if (!ti_function_exists(c->functions[k])) return false;
    return !(c->events & ~ti_events_posted());
}

jvmtiError ti_get_potential_capabilities(struct ti_env *env, struct thread *self, jvmtiCapabilities *capabilities_ptr)
{
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    for (u32 i = 0; i < TI_CAPABILITY_COUNT; i++)
        if (offered(i)) ti_capability_set(&caps, i, true);
    *capabilities_ptr = caps;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_capabilities(struct ti_env *env, struct thread *self, jvmtiCapabilities *capabilities_ptr)
{
    *capabilities_ptr = env->caps;
    return JVMTI_ERROR_NONE;
}

/* Bits without a name are ignored, since an agent's initializer in C may leave them undefined. */
jvmtiError ti_add_capabilities(struct ti_env *env, struct thread *self, const jvmtiCapabilities *capabilities_ptr)
{
    for (u32 i = 0; i < TI_CAPABILITY_COUNT; i++) /* all or nothing */
        if (ti_capability_get(capabilities_ptr, i) && !offered(i)) return JVMTI_ERROR_NOT_AVAILABLE;
    os_mutex_lock(&ti_lock);
    for (u32 i = 0; i < TI_CAPABILITY_COUNT; i++)
        if (ti_capability_get(capabilities_ptr, i)) ti_capability_set(&env->caps, i, true);
    env->retransform_capable |= env->caps.can_retransform_classes;
    if (env->caps.can_access_local_variables) atomic_store(&locals_shown, true);
    os_mutex_unlock(&ti_lock);
    ti_events_update(self);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_relinquish_capabilities(struct ti_env *env, struct thread *self,
                                      const jvmtiCapabilities *capabilities_ptr)
{
    os_mutex_lock(&ti_lock);
    for (u32 i = 0; i < TI_CAPABILITY_COUNT; i++)
        if (ti_capability_get(capabilities_ptr, i)) ti_capability_set(&env->caps, i, false);
    os_mutex_unlock(&ti_lock);
    ti_events_update(self);
    return JVMTI_ERROR_NONE;
}
