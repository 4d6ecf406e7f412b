/* "Method": queries, and the prefixes of native methods. */
#include "jvmti/core/ti_handles.h"
#include "jvmti/core/ti_parts.h"
#include "ti_functions.h"

#include "jni/jni_link.h"
#include "meta/reflect.h"

/* Up to three strings, all or none. */
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
static const char *text(const struct symbol *s) { return s ? s->bytes : NULL; }

jvmtiError ti_get_method_name(struct ti_env *env, struct thread *self, struct method *method, char **name_ptr,
                              char **signature_ptr, char **generic_ptr)
{
    const char *const in[3] = { text(method->name), text(method->desc), text(method->generic) };
    char **const out[3] = { name_ptr, signature_ptr, generic_ptr };
    return strings_out(in, out, 3);
}

jvmtiError ti_get_method_declaring_class(struct ti_env *env, struct thread *self, struct method *method,
                                         jclass *declaring_class_ptr)
{
    *declaring_class_ptr = (jclass)ref_local(self, method->owner->mirror);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_method_modifiers(struct ti_env *env, struct thread *self, struct method *method, jint *modifiers_ptr)
{
    *modifiers_ptr = method->access & METHOD_MODIFIERS;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_max_locals(struct ti_env *env, struct thread *self, struct method *method, jint *max_ptr)
{
    /* of an abstract method the VM knows the arguments, which are no variables */
    *max_ptr = method->code_len ? method->max_locals : 0;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_arguments_size(struct ti_env *env, struct thread *self, struct method *method, jint *size_ptr)
{
    *size_ptr = method->nargs;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_line_number_table(struct ti_env *env, struct thread *self, struct method *method,
                                    jint *entry_count_ptr, jvmtiLineNumberEntry **table_ptr)
{
    const struct cf_method *cf = method->cf;
    if (!cf || !cf->line_count) return JVMTI_ERROR_ABSENT_INFORMATION;
    jvmtiLineNumberEntry *t = ti_alloc(cf->line_count * sizeof *t);
    if (!t) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < cf->line_count; i++) t[i] = (jvmtiLineNumberEntry){ cf->lines[i].bci, cf->lines[i].line };
    *entry_count_ptr = (jint)cf->line_count;
    *table_ptr = t;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_method_location(struct ti_env *env, struct thread *self, struct method *method,
                                  jlocation *start_location_ptr, jlocation *end_location_ptr)
{
    bool has_code = method->code_len != 0;
    *start_location_ptr = has_code ? 0 : -1;
    *end_location_ptr = has_code ? (jlocation)method->code_len - 1 : -1;
    return JVMTI_ERROR_NONE;
}

/* A method without variables has no table even where the compiler wrote them: the class tells whether it did. */
static bool compiled_with_variables(const struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++)
        if (c->methods[i]->cf && c->methods[i]->cf->local_count) return true;
    return false;
}

jvmtiError ti_get_local_variable_table(struct ti_env *env, struct thread *self, struct method *method,
                                       jint *entry_count_ptr, jvmtiLocalVariableEntry **table_ptr)
{
    const struct cf_method *cf = method->cf;
    if (!cf || !compiled_with_variables(method->owner)) return JVMTI_ERROR_ABSENT_INFORMATION;
    jvmtiLocalVariableEntry *t = ti_alloc(cf->local_count * sizeof *t);
    if (!t) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < cf->local_count; i++) {
        const struct cf_local *l = &cf->locals[i];
        const char *const in[3] = { text(l->name), text(l->desc), text(l->generic) };
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
        t[i].start_location = l->start;
        t[i].length = l->length;
        t[i].slot = l->slot;
    }
    *entry_count_ptr = (jint)cf->local_count;
    *table_ptr = t;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_bytecodes(struct ti_env *env, struct thread *self, struct method *method, jint *bytecode_count_ptr,
                            unsigned char **bytecodes_ptr)
{
    unsigned char *code = ti_alloc(method->code_len);
    if (!code) return JVMTI_ERROR_OUT_OF_MEMORY;
    if (method->code_len) memcpy(code, method->orig_code, method->code_len);
    *bytecode_count_ptr = (jint)method->code_len;
    *bytecodes_ptr = code;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_native(struct ti_env *env, struct thread *self, struct method *method, jboolean *is_native_ptr)
{
    *is_native_ptr = method_is_native(method);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_synthetic(struct ti_env *env, struct thread *self, struct method *method,
                                  jboolean *is_synthetic_ptr)
{
    *is_synthetic_ptr = (method->access & ACC_SYNTHETIC) != 0;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_method_obsolete(struct ti_env *env, struct thread *self, struct method *method,
                                 jboolean *is_obsolete_ptr)
{
    *is_obsolete_ptr = (method->flags & MTH_OBSOLETE) != 0;
    return JVMTI_ERROR_NONE;
}

/* ---- prefixes ---- */

/* The list that the linker reads: those of all environments, in order. The old one stays: somebody may be reading
 * it. */
static void publish_prefixes_locked(void)
{
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
