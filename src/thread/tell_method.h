/* Posting MethodEntry and MethodExit of a frame that is published: the hottest events. If one environment alone gets
 * them, without a filter (struct event_straight), its callback is called straight from here; in all other
 * cases hooks.method_entry and method_exit post. */
#ifndef ARGUS_THREAD_TELL_METHOD_H
#define ARGUS_THREAD_TELL_METHOD_H

#include "model/frame.h"
#include "thread/events.h"
#include "thread/refs.h"
#include "thread/transition.h"

/* The references that a callback makes are freed when it returns. In place of a frame for them (ref_push_frame), the
 * thread notes where they begin. */
struct told_refs {
    u32 top, free;
};
static ALWAYS_INLINE struct told_refs told_refs_begin(struct thread *self)
{
    ON_OWN_THREAD(self);
    struct told_refs r = { self->locals_top, self->locals_free };
    self->locals_free = 0; /* new references are above all others */
    return r;
}
static ALWAYS_INLINE void told_refs_end(struct thread *self, struct told_refs r)
{
    while (UNLIKELY(self->locals_floor > r.top)) ref_pop_frame(self, self->locals_floor - 1); /* PushLocalFrame */
    self->locals_top = r.top;
    self->locals_free = r.free;
}
static ALWAYS_INLINE void *told_ref(struct thread *self, struct object *o)
{
    if (!o) return NULL;
    if (UNLIKELY(self->locals_top == self->locals_cap)) ref_grow(self);
    struct object **cell = &self->locals_base[self->locals_top++];
    *cell = o;
    return cell;
}

/* Both return false if they have done nothing: the hook has to post. `bare`: as for thread_to_native_at_once. */
static ALWAYS_INLINE bool tell_entry_straight(struct thread *self, struct frame *f, bool bare)
{
    typedef void (*callback)(void *to, void *jni, void *thread, void *method);
    void *to = atomic_load_explicit(&straight_entry.to, memory_order_acquire),
         *as = __atomic_load_n(&self->told_as, __ATOMIC_ACQUIRE);
    void *id = __atomic_load_n(&f->method->id, __ATOMIC_ACQUIRE);
    if (UNLIKELY(!to) || UNLIKELY(!as) || UNLIKELY(!id)) return false;
    callback cb = (callback)event_callback(&straight_entry, to);
    if (UNLIKELY(!cb)) return false;
    MAY_CALL_OUT(self);
    struct told_refs refs = told_refs_begin(self);
    thread_to_native_at_once(self, bare);
    cb(to, thread_env(self), as, id);
    thread_from_native_at_once(self);
    told_refs_end(self, refs);
    /* the callback may have turned the event on for a later environment, which is told then too */
    if (UNLIKELY(atomic_load_explicit(&straight_entry.to, memory_order_relaxed) != to)) hooks.method_entry(self, f, to);
    return true;
}
/* value: of a return; not looked at if there is none */
static ALWAYS_INLINE bool tell_exit_straight(struct thread *self, struct frame *f, slot *value, bool by_exception,
                                             bool bare)
{
    typedef void (*callback)(void *to, void *jni, void *thread, void *method, u8 by_exception, u64 value);
    void *to = atomic_load_explicit(&straight_exit.to, memory_order_acquire),
         *as = __atomic_load_n(&self->told_as, __ATOMIC_ACQUIRE);
    const struct method *m = f->method;
    void *id = __atomic_load_n(&m->id, __ATOMIC_ACQUIRE);
    if (UNLIKELY(!to) || UNLIKELY(!as) || UNLIKELY(!id)) return false;
    callback cb = (callback)event_callback(&straight_exit, to);
    if (UNLIKELY(!cb)) return false;
    MAY_CALL_OUT(self);
    struct told_refs refs = told_refs_begin(self);
    u64 v = 0, bits = event_value_bits[m->return_kind & 31];
    if (!by_exception && bits)
        v = *value & bits;
    else if (!by_exception && m->return_kind != 'V')
        v = (u64)(uintptr_t)told_ref(self, slot_ref(*value));
    thread_to_native_at_once(self, bare);
    cb(to, thread_env(self), as, id, by_exception, v);
    thread_from_native_at_once(self);
    told_refs_end(self, refs);
    if (UNLIKELY(atomic_load_explicit(&straight_exit.to, memory_order_relaxed) != to))
        hooks.method_exit(self, f, value, by_exception, to);
    return true;
}

static inline void tell_method_entry(struct thread *self, struct frame *f)
{
    if (UNLIKELY(self->pending != NULL) || UNLIKELY(!tell_entry_straight(self, f, false)))
        hooks.method_entry(self, f, NULL);
}
/* value: NULL for void and by exception */
static inline void tell_method_exit(struct thread *self, struct frame *f, slot *value, bool by_exception)
{
    if (UNLIKELY(self->pending != NULL) || UNLIKELY(!tell_exit_straight(self, f, value, by_exception, false)))
        hooks.method_exit(self, f, value, by_exception, NULL);
}

#endif
