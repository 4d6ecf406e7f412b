/* "Field". */
#include "ti_functions.h"

jvmtiError ti_get_field_name(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                             char **name_ptr, char **signature_ptr, char **generic_ptr)
{
    char *name = NULL, *sig = NULL, *generic = NULL;
    jvmtiError err = JVMTI_ERROR_NONE;
    if (name_ptr) err = ti_copy_string(tool_field_name(field), &name);
    if (signature_ptr && err == JVMTI_ERROR_NONE) err = ti_copy_string(tool_field_descriptor(field), &sig);
    if (generic_ptr && err == JVMTI_ERROR_NONE) err = ti_copy_string(tool_field_generic(field), &generic);
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
    *declaring_class_ptr = (jclass)tool_ref(self, tool_class_mirror(tool_field_class(field)));
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_field_modifiers(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                                  jint *modifiers_ptr)
{
    *modifiers_ptr = tool_field_modifiers(field);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_field_synthetic(struct ti_env *env, struct thread *self, struct class *klass, struct field *field,
                                 jboolean *is_synthetic_ptr)
{
    *is_synthetic_ptr = tool_field_is_synthetic(field);
    return JVMTI_ERROR_NONE;
}
