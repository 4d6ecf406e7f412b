/* Checks of references and ids from agents. They are hostile input: for any word the result is an error, not a
 * crash. */
#include "jvmti/core/ti_handles.h"

jvmtiError ti_check_object(struct thread *self, jobject ref, jvmtiError bad, struct object **out)
{
    return tool_ref_check(self, ref, out) && *out ? JVMTI_ERROR_NONE : bad;
}

jvmtiError ti_check_thread_object(struct thread *self, jthread ref, struct object **out)
{
    if (!tool_ref_check(self, ref, out) || !*out || !tool_is_thread(*out)) return JVMTI_ERROR_INVALID_THREAD;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_check_thread(struct thread *self, jthread ref, struct thread **out)
{
    struct object *o;
    jvmtiError err = ti_check_thread_object(self, ref, &o);
    if (err != JVMTI_ERROR_NONE) return err;
    struct thread *t = tool_thread_of(self, o);
    if (!t) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    *out = t;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_check_thread_group(struct thread *self, jthreadGroup ref, struct object **out)
{
    if (!tool_ref_check(self, ref, out) || !*out || !tool_is_thread_group(*out))
        return JVMTI_ERROR_INVALID_THREAD_GROUP;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_check_module(struct thread *self, jobject ref, struct object **out)
{
    if (!tool_ref_check(self, ref, out) || !*out || !tool_is_module(*out)) return JVMTI_ERROR_INVALID_MODULE;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_check_class(struct thread *self, jclass ref, struct class **out)
{
    struct object *o;
    if (!tool_ref_check(self, ref, &o) || !o || !tool_is_class(o)) return JVMTI_ERROR_INVALID_CLASS;
    *out = tool_class_of_mirror(o);
    return *out ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_CLASS;
}

jvmtiError ti_check_method(jmethodID id, struct method **out)
{
    *out = tool_method_of_id(id);
    return *out ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_METHODID;
}

jvmtiError ti_check_field(struct class *c, jfieldID id, struct field **out)
{
    struct field *f = tool_field_of_id(id);
    if (!f || !tool_class_assignable(c, tool_field_class(f))) return JVMTI_ERROR_INVALID_FIELDID;
    *out = f;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_status_error(enum tool_status s)
{
    switch (s) {
    case TOOL_OK: return JVMTI_ERROR_NONE;
    case TOOL_NOT_ALIVE: return JVMTI_ERROR_THREAD_NOT_ALIVE;
    case TOOL_NO_MORE_FRAMES: return JVMTI_ERROR_NO_MORE_FRAMES;
    case TOOL_OPAQUE_FRAME: return JVMTI_ERROR_OPAQUE_FRAME;
    case TOOL_NOT_SUSPENDED: return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    case TOOL_NO_MEMORY: return JVMTI_ERROR_OUT_OF_MEMORY;
    case TOOL_INVALID: return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    default: return JVMTI_ERROR_INTERNAL;
    }
}
