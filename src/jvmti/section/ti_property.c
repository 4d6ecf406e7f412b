/* "System Properties": the VM's own, before java.lang.System has made its copy of them. */
#include "model/options.h"
#include "ti_functions.h"

/* Of the internal properties agents see the boot loader's path. */
static bool shown(const struct property *p)
{
    return p->value && (!p->internal || !strcmp(p->key, "jdk.boot.class.path.append"));
}

jvmtiError ti_get_system_properties(struct ti_env *env, struct thread *self, jint *count_ptr, char ***property_ptr)
{
    u32 n = 0, i = 0;
    for (const struct property *p = options.properties; p; p = p->next) n += shown(p);
    char **out = ti_alloc(n * sizeof *out);
    if (!out) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (const struct property *p = options.properties; p; p = p->next) {
        if (!shown(p)) continue;
        if (ti_copy_string(p->key, &out[i]) != JVMTI_ERROR_NONE) goto no_memory;
        i++;
    }
    *count_ptr = (jint)n;
    *property_ptr = out;
    return JVMTI_ERROR_NONE;
no_memory:
    while (i) free(out[--i]);
    free(out);
    return JVMTI_ERROR_OUT_OF_MEMORY;
}

jvmtiError ti_get_system_property(struct ti_env *env, struct thread *self, const char *property, char **value_ptr)
{
    for (const struct property *p = options.properties; p; p = p->next)
        if (shown(p) && !strcmp(p->key, property)) return ti_copy_string(p->value, value_ptr);
    return JVMTI_ERROR_NOT_AVAILABLE;
}

jvmtiError ti_set_system_property(struct ti_env *env, struct thread *self, const char *property, const char *value)
{
    for (struct property *p = options.properties; p; p = p->next)
        if (p->writeable && !strcmp(p->key, property)) {
            char *copy = NULL;
            if (value && !(copy = strdup(value))) return JVMTI_ERROR_OUT_OF_MEMORY;
            free(p->value);
            p->value = copy;
            return JVMTI_ERROR_NONE;
        }
    return JVMTI_ERROR_NOT_AVAILABLE;
}
