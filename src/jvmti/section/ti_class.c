/* "Class": queries on one class, and the lists of classes. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"

#include "base/vec.h"

/* Is it "prepared" in the specification's sense, so that its members can be listed? A class that is being prepared
 * counts for its ClassPrepare event. */
static bool is_prepared(struct class *c)
{
    return !tool_class_is_plain(c) || tool_class_state(c) >= TOOL_CLASS_LINKING;
}

/* "Ljava/lang/String;", "[I", "I". The suffix that makes a hidden class's name unique follows a dot, which no class
 * file's name contains. */
static jvmtiError signature(const struct class *c, char **out)
{
    if (tool_class_is_primitive(c)) return ti_copy_bytes((char[]){ tool_class_primitive_kind(c) }, 1, out);
    const struct class *in = tool_class_is_array(c) ? tool_class_innermost(c) : c;
    char *s = ti_alloc((size_t)tool_class_name_length(c) + 3);
    if (!s) return JVMTI_ERROR_OUT_OF_MEMORY;
    sprintf(s, tool_class_is_array(c) ? "%s" : "L%s;", tool_class_name(c));
    char *plus = tool_class_is_hidden(in) ? strrchr(s, '+') : NULL;
    if (plus) *plus = '.';
    *out = s;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_signature(struct ti_env *env, struct thread *self, struct class *klass, char **signature_ptr,
                                  char **generic_ptr)
{
    char *s = NULL;
    if (signature_ptr) {
        jvmtiError err = signature(klass, &s);
        if (err != JVMTI_ERROR_NONE) return err;
    }
    if (generic_ptr) {
        jvmtiError err = ti_copy_string(tool_class_generic(klass), generic_ptr);
        if (err != JVMTI_ERROR_NONE) {
            free(s);
            return err;
        }
    }
    if (signature_ptr) *signature_ptr = s;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_status(struct ti_env *env, struct thread *self, struct class *klass, jint *status_ptr)
{
    jint s = 0;
    if (tool_class_is_primitive(klass))
        s = JVMTI_CLASS_STATUS_PRIMITIVE;
    else if (tool_class_is_array(klass))
        s = JVMTI_CLASS_STATUS_ARRAY;
    else {
        enum tool_class_state state = tool_class_state(klass);
        if (state >= TOOL_CLASS_LINKED) s |= JVMTI_CLASS_STATUS_VERIFIED | JVMTI_CLASS_STATUS_PREPARED;
        if (state == TOOL_CLASS_INITIALIZED) s |= JVMTI_CLASS_STATUS_INITIALIZED;
        if (state == TOOL_CLASS_ERRONEOUS) s |= JVMTI_CLASS_STATUS_ERROR;
    }
    *status_ptr = s;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_source_file_name(struct ti_env *env, struct thread *self, struct class *klass, char **source_name_ptr)
{
    const char *source = tool_class_source_file(klass);
    return source ? ti_copy_string(source, source_name_ptr) : JVMTI_ERROR_ABSENT_INFORMATION;
}

jvmtiError ti_get_class_modifiers(struct ti_env *env, struct thread *self, struct class *klass, jint *modifiers_ptr)
{
    *modifiers_ptr = (jint)tool_class_modifiers(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_methods(struct ti_env *env, struct thread *self, struct class *klass, jint *method_count_ptr,
                                jmethodID **methods_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    u32 n = tool_class_is_plain(klass) ? tool_class_method_count(klass) : 0;
    jmethodID *ids = ti_alloc(n * sizeof *ids);
    if (!ids) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) ids[i] = (jmethodID)tool_method_id(tool_class_method(klass, i));
    *method_count_ptr = (jint)n;
    *methods_ptr = ids;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_fields(struct ti_env *env, struct thread *self, struct class *klass, jint *field_count_ptr,
                               jfieldID **fields_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    u32 n = tool_class_is_plain(klass) ? tool_class_field_count(klass) : 0;
    jfieldID *ids = ti_alloc(n * sizeof *ids);
    if (!ids) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) ids[i] = (jfieldID)tool_class_field(klass, i);
    *field_count_ptr = (jint)n;
    *fields_ptr = ids;
    return JVMTI_ERROR_NONE;
}

/* References to the mirrors of n classes. */
static jvmtiError classes_out(struct thread *self, struct class *const *classes, u32 n, jint *count, jclass **out)
{
    jclass *refs = ti_alloc(n * sizeof *refs);
    if (!refs) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) refs[i] = (jclass)tool_ref(self, tool_class_mirror(classes[i]));
    *count = (jint)n;
    *out = refs;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_implemented_interfaces(struct ti_env *env, struct thread *self, struct class *klass,
                                         jint *interface_count_ptr, jclass **interfaces_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    u32 n = tool_class_is_plain(klass) ? tool_class_interface_count(klass) : 0;
    jclass *refs = ti_alloc(n * sizeof *refs);
    if (!refs) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) refs[i] = (jclass)tool_ref(self, tool_class_mirror(tool_class_interface(klass, i)));
    *interface_count_ptr = (jint)n;
    *interfaces_ptr = refs;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_version_numbers(struct ti_env *env, struct thread *self, struct class *klass,
                                        jint *minor_version_ptr, jint *major_version_ptr)
{
    if (tool_class_state(klass) == TOOL_CLASS_ERRONEOUS) return JVMTI_ERROR_INVALID_CLASS;
    if (!tool_class_is_plain(klass)) return JVMTI_ERROR_ABSENT_INFORMATION;
    tool_class_version(klass, major_version_ptr, minor_version_ptr);
    return JVMTI_ERROR_NONE;
}

/* The constant pool as in the class file, after magic, versions and count. */
jvmtiError ti_get_constant_pool(struct ti_env *env, struct thread *self, struct class *klass,
                                jint *constant_pool_count_ptr, jint *constant_pool_byte_count_ptr,
                                unsigned char **constant_pool_bytes_ptr)
{
    if (tool_class_state(klass) == TOOL_CLASS_ERRONEOUS) return JVMTI_ERROR_INVALID_CLASS;
    if (!tool_class_is_plain(klass)) return JVMTI_ERROR_ABSENT_INFORMATION;
    u32 size = tool_class_pool_size(klass);
    unsigned char *bytes = ti_alloc(size);
    if (!bytes) return JVMTI_ERROR_OUT_OF_MEMORY;
    tool_class_write_pool(klass, bytes);
    *constant_pool_count_ptr = (jint)tool_class_constant_count(klass);
    *constant_pool_byte_count_ptr = (jint)size;
    *constant_pool_bytes_ptr = bytes;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_interface(struct ti_env *env, struct thread *self, struct class *klass, jboolean *is_interface_ptr)
{
    *is_interface_ptr = tool_class_is_plain(klass) && tool_class_is_interface(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_array_class(struct ti_env *env, struct thread *self, struct class *klass, jboolean *is_array_class_ptr)
{
    *is_array_class_ptr = tool_class_is_array(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_modifiable_class(struct ti_env *env, struct thread *self, struct class *klass,
                                  jboolean *is_modifiable_class_ptr)
{
    *is_modifiable_class_ptr = tool_class_is_plain(klass) && !tool_class_is_hidden(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_loader(struct ti_env *env, struct thread *self, struct class *klass, jobject *classloader_ptr)
{
    const struct class *c = tool_class_is_array(klass) ? tool_class_innermost(klass) : klass;
    *classloader_ptr = tool_class_is_primitive(c) ? NULL : tool_ref(self, tool_class_loader(c));
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_source_debug_extension(struct ti_env *env, struct thread *self, struct class *klass,
                                         char **source_debug_extension_ptr)
{
    struct bytes text = tool_class_source_debug(klass);
    if (!tool_class_is_plain(klass) || !text.at) return JVMTI_ERROR_ABSENT_INFORMATION;
    return ti_copy_bytes((const char *)text.at, text.len, source_debug_extension_ptr);
}

/* ---- lists ---- */

static void collect(struct class *c, void *arg)
{
    if (tool_class_mirror(c)) vec_push(arg, c);
}

static jvmtiError list_out(struct thread *self, struct vec *v, jint *count, jclass **out)
{
    jvmtiError err = classes_out(self, (struct class *const *)v->items, v->count, count, out);
    vec_destroy(v);
    return err;
}

jvmtiError ti_get_loaded_classes(struct ti_env *env, struct thread *self, jint *class_count_ptr, jclass **classes_ptr)
{
    struct vec v = VEC_INIT;
    tool_each_class(collect, &v);
    return list_out(self, &v, class_count_ptr, classes_ptr);
}

jvmtiError ti_get_class_loader_classes(struct ti_env *env, struct thread *self, struct object *initiating_loader,
                                       jint *class_count_ptr, jclass **classes_ptr)
{
    if (initiating_loader && !tool_is_loader(initiating_loader)) return JVMTI_ERROR_INVALID_OBJECT;
    struct vec v = VEC_INIT;
    if (!tool_each_class_of_loader(initiating_loader, collect, &v)) return JVMTI_ERROR_OUT_OF_MEMORY;
    return list_out(self, &v, class_count_ptr, classes_ptr);
}
