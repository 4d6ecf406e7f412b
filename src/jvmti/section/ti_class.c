/* "Class": queries on one class, and the lists of classes. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"

#include "base/vec.h"

static bool is_plain(const struct class *c) { return !class_is_array(c) && !class_is_primitive(c); }
static enum class_state state_of(struct class *c) { return atomic_load_explicit(&c->state, memory_order_acquire); }
/* Prepared, in the specification's words: its members can be asked for. A class that is being prepared is shown to its
 * ClassPrepare event. */
static bool is_prepared(struct class *c) { return !is_plain(c) || state_of(c) >= CLASS_LINKING; }

/* "Ljava/lang/String;", "[I", "I". The suffix that makes a hidden class's name unique stands behind a dot: no class
 * file can name it. */
static jvmtiError signature(const struct class *c, char **out)
{
    if (class_is_primitive(c)) return ti_copy_bytes((const char *)&c->prim_kind, 1, out);
    const struct class *in = class_is_array(c) ? c->innermost : c;
    char *s = ti_alloc((size_t)c->name->len + 3);
    if (!s) return JVMTI_ERROR_OUT_OF_MEMORY;
    sprintf(s, class_is_array(c) ? "%s" : "L%s;", c->name->bytes);
    char *plus = in->flags & CLS_HIDDEN ? strrchr(s, '+') : NULL;
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
        jvmtiError err = ti_copy_string(klass->generic ? klass->generic->bytes : NULL, generic_ptr);
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
    if (class_is_primitive(klass))
        s = JVMTI_CLASS_STATUS_PRIMITIVE;
    else if (class_is_array(klass))
        s = JVMTI_CLASS_STATUS_ARRAY;
    else {
        enum class_state state = state_of(klass);
        if (state >= CLASS_LINKED) s |= JVMTI_CLASS_STATUS_VERIFIED | JVMTI_CLASS_STATUS_PREPARED;
        if (state == CLASS_INITIALIZED) s |= JVMTI_CLASS_STATUS_INITIALIZED;
        if (state == CLASS_ERRONEOUS) s |= JVMTI_CLASS_STATUS_ERROR;
    }
    *status_ptr = s;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_source_file_name(struct ti_env *env, struct thread *self, struct class *klass, char **source_name_ptr)
{
    if (!klass->source_file) return JVMTI_ERROR_ABSENT_INFORMATION;
    return ti_copy_string(klass->source_file->bytes, source_name_ptr);
}

jvmtiError ti_get_class_modifiers(struct ti_env *env, struct thread *self, struct class *klass, jint *modifiers_ptr)
{
    /* the class file's flags, unlike Class.getModifiers */
    *modifiers_ptr = (jint)(class_modifiers(klass) | (is_plain(klass) ? klass->access & ACC_SUPER : 0));
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_methods(struct ti_env *env, struct thread *self, struct class *klass, jint *method_count_ptr,
                                jmethodID **methods_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    u32 n = is_plain(klass) ? klass->method_count : 0;
    jmethodID *ids = ti_alloc(n * sizeof *ids);
    if (!ids) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) ids[i] = (jmethodID)method_id_of(klass->methods[i]);
    *method_count_ptr = (jint)n;
    *methods_ptr = ids;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_fields(struct ti_env *env, struct thread *self, struct class *klass, jint *field_count_ptr,
                               jfieldID **fields_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    u32 n = is_plain(klass) ? klass->field_count : 0;
    jfieldID *ids = ti_alloc(n * sizeof *ids);
    if (!ids) return JVMTI_ERROR_OUT_OF_MEMORY;
    u32 k = 0;
    for (u32 i = 0; i < n; i++) /* what the VM added is no field of Java */
        if (!(klass->fields[i].flags & FLD_INTERNAL)) ids[k++] = (jfieldID)&klass->fields[i];
    *field_count_ptr = (jint)k;
    *fields_ptr = ids;
    return JVMTI_ERROR_NONE;
}

/* References to the mirrors of n classes. */
static jvmtiError classes_out(struct thread *self, struct class *const *classes, u32 n, jint *count, jclass **out)
{
    jclass *refs = ti_alloc(n * sizeof *refs);
    if (!refs) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) refs[i] = (jclass)ref_local(self, classes[i]->mirror);
    *count = (jint)n;
    *out = refs;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_implemented_interfaces(struct ti_env *env, struct thread *self, struct class *klass,
                                         jint *interface_count_ptr, jclass **interfaces_ptr)
{
    if (!is_prepared(klass)) return JVMTI_ERROR_CLASS_NOT_PREPARED;
    return classes_out(self, klass->interfaces, is_plain(klass) ? klass->interface_count : 0, interface_count_ptr,
                       interfaces_ptr);
}

jvmtiError ti_get_class_version_numbers(struct ti_env *env, struct thread *self, struct class *klass,
                                        jint *minor_version_ptr, jint *major_version_ptr)
{
    if (state_of(klass) == CLASS_ERRONEOUS) return JVMTI_ERROR_INVALID_CLASS;
    if (!is_plain(klass)) return JVMTI_ERROR_ABSENT_INFORMATION;
    *minor_version_ptr = klass->minor;
    *major_version_ptr = klass->major;
    return JVMTI_ERROR_NONE;
}

/* The constant pool as it stands in the class file: behind magic, versions and count. */
jvmtiError ti_get_constant_pool(struct ti_env *env, struct thread *self, struct class *klass,
                                jint *constant_pool_count_ptr, jint *constant_pool_byte_count_ptr,
                                unsigned char **constant_pool_bytes_ptr)
{
    if (state_of(klass) == CLASS_ERRONEOUS) return JVMTI_ERROR_INVALID_CLASS;
    if (!is_plain(klass) || !klass->file.at) return JVMTI_ERROR_ABSENT_INFORMATION;
    const u8 *p = klass->file.at + 10, *start = p;
    u32 count = rd_u16be(klass->file.at + 8);
    for (u32 i = 1; i < count; i++) { /* the parser has checked the bounds */
        u8 tag = *p++;
        switch (tag) {
        case CP_UTF8: p += 2 + rd_u16be(p); break;
        case CP_LONG:
        case CP_DOUBLE:
            p += 8;
            i++;
            break;
        case CP_CLASS:
        case CP_STRING:
        case CP_METHOD_TYPE:
        case CP_MODULE:
        case CP_PACKAGE: p += 2; break;
        case CP_METHOD_HANDLE: p += 3; break;
        default: p += 4; break;
        }
    }
    size_t n = (size_t)(p - start);
    unsigned char *bytes = ti_alloc(n);
    if (!bytes) return JVMTI_ERROR_OUT_OF_MEMORY;
    memcpy(bytes, start, n);
    *constant_pool_count_ptr = (jint)count;
    *constant_pool_byte_count_ptr = (jint)n;
    *constant_pool_bytes_ptr = bytes;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_interface(struct ti_env *env, struct thread *self, struct class *klass, jboolean *is_interface_ptr)
{
    *is_interface_ptr = is_plain(klass) && class_is_interface(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_array_class(struct ti_env *env, struct thread *self, struct class *klass, jboolean *is_array_class_ptr)
{
    *is_array_class_ptr = class_is_array(klass);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_modifiable_class(struct ti_env *env, struct thread *self, struct class *klass,
                                  jboolean *is_modifiable_class_ptr)
{
    *is_modifiable_class_ptr = is_plain(klass) && !(klass->flags & CLS_HIDDEN);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_class_loader(struct ti_env *env, struct thread *self, struct class *klass, jobject *classloader_ptr)
{
    const struct class *c = class_is_array(klass) ? klass->innermost : klass;
    *classloader_ptr = class_is_primitive(c) ? NULL : ref_local(self, c->loader->java);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_source_debug_extension(struct ti_env *env, struct thread *self, struct class *klass,
                                         char **source_debug_extension_ptr)
{
    if (!is_plain(klass) || !klass->cf || !klass->cf->source_debug.at) return JVMTI_ERROR_ABSENT_INFORMATION;
    return ti_copy_bytes((const char *)klass->cf->source_debug.at, klass->cf->source_debug.len,
                         source_debug_extension_ptr);
}

/* ---- lists ---- */

static void collect(struct class *c, void *arg)
{
    if (c->mirror) vec_push(arg, c);
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
    loader_for_each_class(collect, &v);
    return list_out(self, &v, class_count_ptr, classes_ptr);
}

jvmtiError ti_get_class_loader_classes(struct ti_env *env, struct thread *self, struct object *initiating_loader,
                                       jint *class_count_ptr, jclass **classes_ptr)
{
    if (initiating_loader && !object_instance_of(initiating_loader, WK(java_lang_ClassLoader)))
        return JVMTI_ERROR_INVALID_OBJECT;
    struct loader *l = initiating_loader ? loader_of(initiating_loader) : &boot_loader;
    if (!l) return JVMTI_ERROR_OUT_OF_MEMORY;
    struct vec v = VEC_INIT;
    loader_initiating_classes(l, collect, &v);
    return list_out(self, &v, class_count_ptr, classes_ptr);
}
