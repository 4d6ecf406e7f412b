/* "Local Variable". A variable is an array element of a frame (D1); the thread is stopped for the moment of the access.
 *
 * Type checks are HotSpot's, which debuggers rely on. Verification distinguishes references from other words, and the
 * access must fit that (in class files without stack maps, a word that is an object is a reference). If the class file
 * has a LocalVariableTable, the variable in scope must fit too. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"
#include "tool/tool_frame.h"

struct access {
    u32 depth;
    i32 slot;
    char kind; /* 'I', 'J', 'F', 'D', 'L' */
    bool set;
    bool receiver; /* GetLocalInstance */
    u64 value;     /* as in a slot */
    struct object *object;
    jvmtiError err;
};

static char computational(char kind) { return kind == '[' ? 'L' : strchr("ZBCS", kind) ? 'I' : kind; }

/* Does the variable hold a reference? One that is dead by the stack maps does not. */
static bool is_reference(const struct frame *f, i32 slot)
{
    const struct method *m = tool_frame_method(f);
    struct tool_variable v;
    if (tool_method_variable_at(m, slot, tool_frame_bci(f), false, &v)) return computational(v.descriptor[0]) == 'L';
    enum tool_known known = tool_local_type(m, tool_frame_bci(f), (u32)slot);
    if (known != TOOL_KNOWN_NOT) return known == TOOL_KNOWN_REFERENCE;
    return tool_frame_variable(f, slot) && tool_is_object(tool_word_ref(tool_frame_variable(f, slot)));
}

/* A variable that was never stored into is no number. References and numbers are distinguished, types of numbers are
 * not. A long takes the next variable too, which then must be no reference. */
static jvmtiError check_words(const struct access *a, const struct frame *f)
{
    bool wide = a->kind == 'J' || a->kind == 'D';
    if (a->slot < 0 || a->slot + wide >= (i32)tool_method_max_locals(tool_frame_method(f)))
        return JVMTI_ERROR_INVALID_SLOT;
    if (a->kind != 'L' && !tool_local_is_stored(tool_frame_method(f), tool_frame_bci(f), (u32)a->slot))
        return JVMTI_ERROR_INVALID_SLOT;
    if (wide && is_reference(f, a->slot + 1)) return JVMTI_ERROR_INVALID_SLOT;
    return is_reference(f, a->slot) == (a->kind == 'L') ? JVMTI_ERROR_NONE : JVMTI_ERROR_TYPE_MISMATCH;
}

static jvmtiError check_slot(const struct access *a, const struct frame *f)
{
    const struct method *m = tool_frame_method(f);
    struct tool_variable v;
    jvmtiError err = check_words(a, f);
    if (err != JVMTI_ERROR_NONE || !tool_method_variable_count(m)) return err;
    /* also right after its range, where HotSpot still shows it */
    if (!tool_method_variable_at(m, a->slot, tool_frame_bci(f), true, &v)) return JVMTI_ERROR_INVALID_SLOT;
    if (computational(v.descriptor[0]) != a->kind) return JVMTI_ERROR_TYPE_MISMATCH;
    if (a->set && a->object && !tool_may_hold(v.descriptor, v.descriptor_length, tool_class_of(a->object)))
        return JVMTI_ERROR_TYPE_MISMATCH;
    return JVMTI_ERROR_NONE;
}

/* A word that is no object counts as none, whatever the class file's table says. */
static struct object *object_in(slot word) { return tool_is_object(tool_word_ref(word)) ? tool_word_ref(word) : NULL; }

/* Runs for the stopped thread. */
static void access_frame(struct thread *t, void *arg)
{
    struct access *a = arg;
    struct frame *f = tool_frame_at(t, a->depth);
    if (!f) {
        a->err = JVMTI_ERROR_NO_MORE_FRAMES;
        return;
    }
    if (a->receiver) {
        if (tool_method_is_static(tool_frame_method(f)))
            a->err = JVMTI_ERROR_INVALID_SLOT;
        else
            a->object = object_in(tool_frame_variable(f, 0));
        return;
    }
    if (!tool_frame_is_java(f)) {
        a->err = JVMTI_ERROR_OPAQUE_FRAME;
        return;
    }
    a->err = check_slot(a, f);
    if (a->err != JVMTI_ERROR_NONE) return;
    u32 at = (u32)a->slot + (a->kind == 'J' || a->kind == 'D');
    slot word = tool_frame_variable(f, at);
    if (a->kind == 'L' && !a->set)
        a->object = object_in(word);
    else if (!a->set)
        a->value = word;
    else
        tool_frame_set_variable(t, f, at, a->kind == 'L' ? tool_ref_word(a->object) : a->value);
}

static jvmtiError run(struct thread *self, struct thread *thread, jint depth, struct access *a)
{
    a->depth = (u32)depth;
    a->err = JVMTI_ERROR_NONE;
    return tool_run_on(self, thread, access_frame, a) ? a->err : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

jvmtiError ti_get_local_object(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jobject *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'L' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = tool_ref(self, a.object);
    return err;
}

jvmtiError ti_get_local_instance(struct ti_env *env, struct thread *self, struct thread *thread, jint depth,
                                 jobject *value_ptr)
{
    struct access a = { .kind = 'L', .receiver = true };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = tool_ref(self, a.object);
    return err;
}

jvmtiError ti_get_local_int(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                            jint *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'I' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = tool_word_int(a.value);
    return err;
}

jvmtiError ti_get_local_long(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                             jlong *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'J' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = (jlong)a.value;
    return err;
}

jvmtiError ti_get_local_float(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                              jfloat *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'F' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = tool_word_float(a.value);
    return err;
}

jvmtiError ti_get_local_double(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jdouble *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'D' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = tool_word_double(a.value);
    return err;
}

jvmtiError ti_set_local_object(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               struct object *value)
{
    struct access a = { .slot = slot, .kind = 'L', .set = true, .object = value };
    return run(self, thread, depth, &a);
}

jvmtiError ti_set_local_int(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                            jint value)
{
    struct access a = { .slot = slot, .kind = 'I', .set = true, .value = tool_int_word(value) };
    return run(self, thread, depth, &a);
}

jvmtiError ti_set_local_long(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                             jlong value)
{
    struct access a = { .slot = slot, .kind = 'J', .set = true, .value = (u64)value };
    return run(self, thread, depth, &a);
}

jvmtiError ti_set_local_float(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                              jfloat value)
{
    struct access a = { .slot = slot, .kind = 'F', .set = true, .value = tool_float_word(value) };
    return run(self, thread, depth, &a);
}

jvmtiError ti_set_local_double(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jdouble value)
{
    struct access a = { .slot = slot, .kind = 'D', .set = true, .value = tool_double_word(value) };
    return run(self, thread, depth, &a);
}
