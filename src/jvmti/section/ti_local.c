/* "Local Variable". A variable is an array element of a frame (D1); the thread is stopped for the moment of the access.
 *
 * Types are HotSpot's, which debuggers know. What verification finds tells references from other words, and that must
 * fit (in class files without stack maps a word that is an object is a reference). Where the class file has a
 * LocalVariableTable, the variable that is in scope decides further. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"

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

/* `behind`: also right behind its range, where HotSpot shows it still. */
static const struct cf_local *variable_at(const struct cf_method *cf, i32 slot, i32 bci, bool behind)
{
    for (u32 i = 0; i < cf->local_count; i++) {
        const struct cf_local *l = &cf->locals[i];
        if (l->slot == slot && bci >= l->start && bci < (i32)l->start + l->length + behind) return l;
    }
    return NULL;
}

static char computational(char kind) { return kind == '[' ? 'L' : strchr("ZBCS", kind) ? 'I' : kind; }

/* Does the variable hold a reference? What is dead by the stack maps is none. */
static bool is_reference(const struct frame *f, i32 slot)
{
    const struct method *m = f->method;
    const struct cf_local *l = m->cf ? variable_at(m->cf, slot, frame_bci(f), false) : NULL;
    if (l) return computational(l->desc->bytes[0]) == 'L';
    struct local_type verified;
    if (tool_local_type(m, frame_bci(f), (u32)slot, &verified)) return verified.kind == 'L' || verified.kind == 'N';
    return f->locals[slot] && heap_is_object(slot_ref(f->locals[slot]));
}

/* What has never been stored into is no number. References and numbers are told apart, numbers of different types are
 * not; a long takes the next variable too, which then must be no reference. */
static jvmtiError check_words(const struct access *a, const struct frame *f)
{
    bool wide = a->kind == 'J' || a->kind == 'D';
    if (a->slot < 0 || a->slot + wide >= f->method->max_locals) return JVMTI_ERROR_INVALID_SLOT;
    if (a->kind != 'L' && !tool_local_is_stored(f->method, frame_bci(f), (u32)a->slot)) return JVMTI_ERROR_INVALID_SLOT;
    if (wide && is_reference(f, a->slot + 1)) return JVMTI_ERROR_INVALID_SLOT;
    return is_reference(f, a->slot) == (a->kind == 'L') ? JVMTI_ERROR_NONE : JVMTI_ERROR_TYPE_MISMATCH;
}

static jvmtiError check_slot(const struct access *a, const struct frame *f)
{
    const struct cf_method *cf = f->method->cf;
    jvmtiError err = check_words(a, f);
    if (err != JVMTI_ERROR_NONE || !cf || !cf->local_count) return err;
    const struct cf_local *l = variable_at(cf, a->slot, frame_bci(f), true);
    if (!l) return JVMTI_ERROR_INVALID_SLOT;
    if (computational(l->desc->bytes[0]) != a->kind) return JVMTI_ERROR_TYPE_MISMATCH;
    if (a->set && a->object && !tool_may_hold(l->desc->bytes, l->desc->len, object_class(a->object)))
        return JVMTI_ERROR_TYPE_MISMATCH;
    return JVMTI_ERROR_NONE;
}

/* Whatever the class file's table says, a word that is no object is none. */
static struct object *object_in(slot word) { return heap_is_object(slot_ref(word)) ? slot_ref(word) : NULL; }

/* On the stopped thread. */
static void access_frame(struct thread *t, void *arg)
{
    struct access *a = arg;
    struct frame *f = tool_frame_at(t, a->depth);
    if (!f) {
        a->err = JVMTI_ERROR_NO_MORE_FRAMES;
        return;
    }
    if (a->receiver) {
        if (method_is_static(f->method))
            a->err = JVMTI_ERROR_INVALID_SLOT;
        else
            a->object = object_in(f->locals[0]);
        return;
    }
    if (f->kind != FRAME_JAVA) {
        a->err = JVMTI_ERROR_OPAQUE_FRAME;
        return;
    }
    a->err = check_slot(a, f);
    if (a->err != JVMTI_ERROR_NONE) return;
    slot *at = &f->locals[a->slot + (a->kind == 'J' || a->kind == 'D')];
    if (a->kind == 'L') {
        if (a->set)
            *at = slot_of_ref(a->object);
        else
            a->object = object_in(*at);
    } else if (a->set)
        *at = a->value;
    else
        a->value = *at;
}

static jvmtiError run(struct thread *self, struct thread *thread, jint depth, struct access *a)
{
    a->depth = (u32)depth;
    a->err = JVMTI_ERROR_NONE;
    return handshake_run(self, thread, access_frame, a) ? a->err : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

jvmtiError ti_get_local_object(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jobject *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'L' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = ref_local(self, a.object);
    return err;
}

jvmtiError ti_get_local_instance(struct ti_env *env, struct thread *self, struct thread *thread, jint depth,
                                 jobject *value_ptr)
{
    struct access a = { .kind = 'L', .receiver = true };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = ref_local(self, a.object);
    return err;
}

jvmtiError ti_get_local_int(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                            jint *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'I' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = slot_int(a.value);
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
    if (err == JVMTI_ERROR_NONE) *value_ptr = slot_float(a.value);
    return err;
}

jvmtiError ti_get_local_double(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jdouble *value_ptr)
{
    struct access a = { .slot = slot, .kind = 'D' };
    jvmtiError err = run(self, thread, depth, &a);
    if (err == JVMTI_ERROR_NONE) *value_ptr = slot_double(a.value);
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
    struct access a = { .slot = slot, .kind = 'I', .set = true, .value = slot_of_int(value) };
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
    struct access a = { .slot = slot, .kind = 'F', .set = true, .value = slot_of_float(value) };
    return run(self, thread, depth, &a);
}

jvmtiError ti_set_local_double(struct ti_env *env, struct thread *self, struct thread *thread, jint depth, jint slot,
                               jdouble value)
{
    struct access a = { .slot = slot, .kind = 'D', .set = true, .value = slot_of_double(value) };
    return run(self, thread, depth, &a);
}
