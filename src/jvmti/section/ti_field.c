/* "Field". */
#include "ti_functions.h"

#include "meta/reflect.h"

jvmtiError ti_get_field_name(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                             char **name_ptr, char **signature_ptr, char **generic_ptr)
{
    char *name = NULL, *sig = NULL, *generic = NULL;
    jvmtiError err = JVMTI_ERROR_NONE;
    if (name_ptr) err = ti_copy_string(field->name->bytes, &name);
    if (signature_ptr && err == JVMTI_ERROR_NONE) err = ti_copy_string(field->desc->bytes, &sig);
    if (generic_ptr && err == JVMTI_ERROR_NONE)
        err = ti_copy_string(field->generic ? field->generic->bytes : NULL, &generic);
    if (err != JVMTI_ERROR_NONE) {
        free(name);
        free(sig);
        return err;
    }
    if (name_ptr) *name_ptr = name;
    if (signature_ptr) *signature_ptr = sig;
    if (generic_ptr) *generic_ptr = generic;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_field_declaring_class(struct ti_env *env, struct thread *self, struct class *klass,
                                        struct field *field, jclass *declaring_class_ptr)
{
    *declaring_class_ptr = (jclass)ref_local(self, field->owner->mirror);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_field_modifiers(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                                  jint *modifiers_ptr)
{
    *modifiers_ptr = field->access & FIELD_MODIFIERS;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_field_synthetic(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                                 jboolean *is_synthetic_ptr)
{
    *is_synthetic_ptr = (field->access & ACC_SYNTHETIC) != 0;
    return JVMTI_ERROR_NONE;
}
