/* "Method": queries, and the prefixes of native methods. */
#include "jvmti/core/ti_handles.h"
#include "jvmti/core/ti_parts.h"
#include "ti_functions.h"

#include "base/contract.h"
#include "meta/native_prefix.h"

/* Copies up to three strings, all or none. */
static jvmtiError strings_out(const char *const *in, char **const *out, u32 n)
{
    char *made[3] = { NULL, NULL, NULL };
    for (u32 i = 0; i < n; i++)
        if (out[i] && ti_copy_string(in[i], &made[i]) != JVMTI_ERROR_NONE) {
            while (i) free(made[--i]);
            return JVMTI_ERROR_OUT_OF_MEMORY;
        }
    for (u32 i = 0; i < n; i++)
        if (out[i]) *out[i] = made[i];
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_method_name(struct ti_env *env, struct thread *self, struct method *method, char **name_ptr,
                              char **signature_ptr, char **generic_ptr)
{
    const char *const in[3] = { tool_method_name(method), tool_method_descriptor(method), tool_method_generic(method) };
    char **const out[3] = { name_ptr, signature_ptr, generic_ptr };
    return strings_out(in, out, 3);
}

jvmtiError ti_get_method_declaring_class(struct ti_env *env, struct thread *self, struct method *method,
                                         jclass *declaring_class_ptr)
{
    *declaring_class_ptr = (jclass)tool_ref(self, tool_class_mirror(tool_method_class(method)));
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_method_modifiers(struct ti_env *env, struct thread *self, struct method *method, jint *modifiers_ptr)
{
    *modifiers_ptr = tool_method_modifiers(method);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_max_locals(struct ti_env *env, struct thread *self, struct method *method, jint *max_ptr)
{
    /* the arguments of an abstract method are no variables */
    *max_ptr = tool_method_code_length(method) ? (jint)tool_method_max_locals(method) : 0;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_arguments_size(struct ti_env *env, struct thread *self, struct method *method, jint *size_ptr)
{
    *size_ptr = (jint)tool_method_argument_slots(method);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_line_number_table(struct ti_env *env, struct thread *self, struct method *method,
                                    jint *entry_count_ptr, jvmtiLineNumberEntry **table_ptr)
{
    u32 n = tool_method_line_count(method);
    if (!n) return JVMTI_ERROR_ABSENT_INFORMATION;
    jvmtiLineNumberEntry *t = ti_alloc(n * sizeof *t);
    if (!t) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) {
        struct tool_line l = tool_method_line_at(method, i);
        t[i] = (jvmtiLineNumberEntry){ l.bci, (jint)l.line };
    }
    *entry_count_ptr = (jint)n;
    *table_ptr = t;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_method_location(struct ti_env *env, struct thread *self, struct method *method,
                                  jlocation *start_location_ptr, jlocation *end_location_ptr)
{
    bool has_code = tool_method_code_length(method) != 0;
    *start_location_ptr = has_code ? 0 : -1;
    *end_location_ptr = has_code ? (jlocation)tool_method_code_length(method) - 1 : -1;
    return JVMTI_ERROR_NONE;
}

/* A method without variables has no table even if the compiler wrote tables: the other methods of the class show
 * whether it did. */
static bool compiled_with_variables(const struct class *c)
{
    for (u32 i = 0; i < tool_class_method_count(c); i++)
        if (tool_method_variable_count(tool_class_method(c, i))) return true;
    return false;
}

jvmtiError ti_get_local_variable_table(struct ti_env *env, struct thread *self, struct method *method,
                                       jint *entry_count_ptr, jvmtiLocalVariableEntry **table_ptr)
{
    u32 n = tool_method_variable_count(method);
    if (!tool_method_has_file(method) || !compiled_with_variables(tool_method_class(method)))
        return JVMTI_ERROR_ABSENT_INFORMATION;
    jvmtiLocalVariableEntry *t = ti_alloc(n * sizeof *t);
    if (!t) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) {
        struct tool_variable v = tool_method_variable(method, i);
        const char *const in[3] = { v.name, v.descriptor, v.generic };
        char **const out[3] = { &t[i].name, &t[i].signature, &t[i].generic_signature };
        if (strings_out(in, out, 3) != JVMTI_ERROR_NONE) {
            while (i--) {
                free(t[i].name);
                free(t[i].signature);
                free(t[i].generic_signature);
            }
            free(t);
            return JVMTI_ERROR_OUT_OF_MEMORY;
        }
        t[i].start_location = v.start;
        t[i].length = v.length;
        t[i].slot = v.slot;
    }
    *entry_count_ptr = (jint)n;
    *table_ptr = t;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_bytecodes(struct ti_env *env, struct thread *self, struct method *method, jint *bytecode_count_ptr,
                            unsigned char **bytecodes_ptr)
{
    u32 n = tool_method_code_length(method);
    unsigned char *code = ti_alloc(n);
    if (!code) return JVMTI_ERROR_OUT_OF_MEMORY;
    if (n) memcpy(code, tool_method_code(method), n);
    *bytecode_count_ptr = (jint)n;
    *bytecodes_ptr = code;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_native(struct ti_env *env, struct thread *self, struct method *method, jboolean *is_native_ptr)
{
    *is_native_ptr = tool_method_is_native(method);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_synthetic(struct ti_env *env, struct thread *self, struct method *method,
                                  jboolean *is_synthetic_ptr)
{
    *is_synthetic_ptr = tool_method_is_synthetic(method);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_obsolete(struct ti_env *env, struct thread *self, struct method *method,
                                 jboolean *is_obsolete_ptr)
{
    *is_obsolete_ptr = tool_method_is_obsolete(method);
    return JVMTI_ERROR_NONE;
}

/* ---- prefixes ---- */

/* Publishes the list that the linker reads: the prefixes of all environments, in order. The old list stays, since it
 * may be in use. */
static void publish_prefixes_locked(void) WANTS_LOCK(ti_lock)
{
    LOCK_HELD(&ti_lock);
    u32 n = 0;
    for (struct ti_env *e = atomic_load(&ti_envs); e; e = e->next) n += e->prefix_count;
    const char **all = n ? vm_calloc(n + 1, sizeof *all) : NULL;
    u32 k = 0;
    for (struct ti_env *e = atomic_load(&ti_envs); e; e = e->next)
        for (u32 i = 0; i < e->prefix_count; i++) all[k++] = e->prefixes[i];
    atomic_store(&native_prefixes, (const char *const *)all);
}

static jvmtiError set_prefixes(struct ti_env *env, char *const *prefixes, u32 count)
{
    char **copy = calloc(count ? count : 1, sizeof *copy);
    if (!copy && count) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < count; i++) {
        if ((copy[i] = strdup(prefixes[i])) != NULL) continue;
        while (i) free(copy[--i]);
        free(copy);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    os_mutex_lock(&ti_lock);
    env->prefixes = copy;
    env->prefix_count = count;
    publish_prefixes_locked();
    os_mutex_unlock(&ti_lock);
    return JVMTI_ERROR_NONE;
}
static void env_disposed(struct thread *self, struct ti_env *env)
{
    if (env->prefix_count) set_prefixes(env, NULL, 0);
}
const struct ti_part ti_part_prefixes = { .env_disposed = env_disposed };

jvmtiError ti_set_native_method_prefix(struct ti_env *env, struct thread *self, const char *prefix)
{
    char *one[1] = { (char *)prefix };
    return set_prefixes(env, one, prefix != NULL);
}

jvmtiError ti_set_native_method_prefixes(struct ti_env *env, struct thread *self, jint prefix_count, char **prefixes)
{
    for (jint i = 0; i < prefix_count; i++)
        if (!prefixes[i]) return JVMTI_ERROR_NULL_POINTER;
    return set_prefixes(env, prefixes, (u32)prefix_count);
}
