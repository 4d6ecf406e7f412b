/* Allocation for the VM: if the heap has no room, collects; if that does not help, collects with soft references
 * cleared; then throws OutOfMemoryError. */
#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/call.h"
#include "core/exception.h"
#include "model/options.h"
#include "model/vm.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

static COLD void out_of_memory(struct thread *self, const char *what) { throw_out_of_memory(self, what); }

/* A stop may have made instances larger. */
static size_t size_now(const struct class *c, size_t bytes)
{
    bool fixed = c->type.kind == HEAP_INSTANCE || c->type.kind == HEAP_REFERENCE || c->type.kind == HEAP_LOADER;
    return fixed ? c->type.instance_size : bytes;
}

static struct object *try(struct thread *self, struct class *c, size_t bytes, bool pinned, bool forced)
{
    CONTRACT("size of the class", bytes == size_now(c, bytes));
    if (pinned) return heap_alloc_pinned(&self->heap, &c->type, bytes);
    return forced ? heap_alloc_forced(&self->heap, &c->type, bytes)
                  : heap_alloc_unwatched(&self->heap, &c->type, bytes);
}

/* Returns false if an agent left an exception; then the object is dropped. An exception that was pending before stays
 * pending. */
static bool sampled(struct thread *self, struct object *o, size_t bytes)
{
    struct object *before = self->pending;
    hooks.sampled_alloc(self, o, bytes);
    return self->pending == before;
}

/* Ends of the hole and of the block in which a thread allocates, as complements. An object may start at such an end,
 * and collections scan this frame, so the address itself would keep that object alive. */
struct span_ends {
    uintptr_t hole, overflow;
};

static struct span_ends ends_of(const struct heap_local *l)
{
    return (struct span_ends){ ~(uintptr_t)l->hole_end, ~(uintptr_t)l->overflow_end };
}

/* For the flight recorder: samples, and each block, hole or run of pages that is taken. `before`: what it had. */
static COLD void tell_recorder(struct thread *self, struct class *c, size_t bytes, u32 due,
                               const struct span_ends *before, struct object *o)
{
    const struct heap_local *l = &self->heap;
    struct span_ends now = ends_of(l);
    if (due & 1u << HEAP_SAMPLER_RECORDER) recorder.sampled_alloc(self, c);
    if (due & 1u << HEAP_SAMPLER_OLD) recorder.sampled_object(self, o, bytes);
    if (bytes >= HEAP_LARGE_MIN) {
        if (RECORDER_WANTS(ObjectAllocationOutsideTLAB)) recorder_object_allocation_outside_tlab(self, c, (i64)bytes);
        return;
    }
    const char *end = now.hole != before->hole           ? l->hole_end
                      : now.overflow != before->overflow ? l->overflow_end
                                                         : NULL;
    if (end && RECORDER_WANTS(ObjectAllocationInNewTLAB))
        recorder_object_allocation_in_new_tlab(self, c, (i64)bytes, end - (const char *)o);
}

void (*alloc_sampled_for_page)(struct thread *self, struct class *c);

struct object *object_alloc_slow(struct thread *self, struct class *c, size_t bytes, bool pinned)
{
    MAY_COLLECT(self);
    if (UNLIKELY(self->exception_depth)) { /* an OutOfMemoryError is being made */
        struct object *o = heap_alloc_reserve(&c->type, bytes);
        if (o) return o;
    }
    thread_poll(self);
    bytes = size_now(c, bytes);
    u32 due = pinned ? 0 : heap_sample_due(&self->heap, bytes);
    bool sample = due & 1u << HEAP_SAMPLER_TOOLS;
    u32 for_recorder = due & (1u << HEAP_SAMPLER_RECORDER | 1u << HEAP_SAMPLER_OLD);
    bool stress = heap_stress_due(&self->heap);
    if (stress) vm_collect(self, HEAP_CAUSE_STRESS, false);
    bytes = size_now(c, bytes);
    struct span_ends before = ends_of(&self->heap);
    struct object *o = try(self, c, bytes, pinned, sample || stress);
    for (int i = 0; !o && i < 2; i++) {
        if (RECORDER_WANTS(AllocationRequiringGC))
            recorder_allocation_requiring_gc(self, (i64)heap_collections() + 1, (i64)bytes);
        vm_collect_since(self, HEAP_CAUSE_ALLOCATION, heap_collections());
        bytes = size_now(c, bytes);
        o = try(self, c, bytes, pinned, true);
    }
    if (!o) {
        thread_forget_calls();
        vm_collect(self, HEAP_CAUSE_LAST_RESORT, true);
        bytes = size_now(c, bytes);
        o = try(self, c, bytes, pinned, true);
    }
    if (!o) {
        out_of_memory(self, "Java heap space");
        return NULL;
    }
    if (UNLIKELY(for_recorder || RECORDER_WANTS(ObjectAllocationInNewTLAB) ||
                 RECORDER_WANTS(ObjectAllocationOutsideTLAB)))
        tell_recorder(self, c, bytes, for_recorder, &before, o);
    if (UNLIKELY(due & 1u << HEAP_SAMPLER_PAGE)) alloc_sampled_for_page(self, c);
    if (UNLIKELY(c->type.told) && !class_is_array(c)) probe_tell(self, PROBE_ALLOCATED, o, (i64)bytes);
    if (UNLIKELY(sample) && event_on(EV_SAMPLED_ALLOC) && hooks.sampled_alloc) {
        /* The hook runs Java code; the collector finds the object in this frame. Arrays have no length yet, so
         * array_alloc posts for them. */
        if (class_is_array(c))
            self->sample_array = true;
        else if (!sampled(self, o, bytes))
            return NULL;
    }
    return o;
}

struct object *object_new_slow(struct thread *self, struct class *c)
{
    MAY_COLLECT(self);
    size_t n = c->type.instance_size;
    struct object *o = heap_alloc(&self->heap, &c->type, n);
    if (UNLIKELY(!o)) return object_alloc_slow(self, c, n, false);
    if (UNLIKELY(c->type.told)) probe_tell(self, PROBE_ALLOCATED, o, (i64)n);
    return o;
}

bool object_may_be_made(struct thread *self, struct class *c)
{
    bool is_class = c == WK(java_lang_Class); /* only the VM makes mirrors */
    if (!is_class && !class_is_primitive(c) && !class_is_array(c) && !(c->access & (ACC_ABSTRACT | ACC_INTERFACE)))
        return true;
    char name[1024];
    if (class_is_primitive(c))
        throw_new(self, WK(InstantiationException), NULL);
    else
        throw_name(self, is_class ? "java/lang/IllegalAccessException" : "java/lang/InstantiationException", "%s",
                   class_external_name(c, name, sizeof name));
    return false;
}

/* ---- arrays ---- */

enum { MAX_LENGTH = INT32_MAX - 2 };

static struct object *array_alloc(struct thread *self, struct class *ac, i32 length)
{
    MAY_COLLECT(self);
    if (UNLIKELY(length < 0)) {
        THROW(self, NegativeArraySizeException, "%d", length);
        return NULL;
    }
    if (UNLIKELY(length > MAX_LENGTH)) {
        throw_array_too_large(self);
        return NULL;
    }
    u32 shift = ac->type.elem_shift;
    size_t bytes = ALIGN_UP(array_base(shift) + ((size_t)length << shift), (size_t)OBJECT_ALIGN);
    struct object *a = heap_alloc(&self->heap, &ac->type, bytes);
    if (UNLIKELY(!a)) {
        a = object_alloc_slow(self, ac, bytes, false);
        if (!a) return NULL;
    }
    ((struct array *)a)->length = length;
    if (UNLIKELY(ac->type.told)) probe_tell(self, PROBE_ALLOCATED, a, (i64)bytes);
    if (UNLIKELY(self->sample_array)) {
        self->sample_array = false;
        if (!sampled(self, a, bytes)) return NULL;
    }
    return a;
}

struct object *array_new(struct thread *self, struct class *array_class, i32 length)
{
    return array_alloc(self, array_class, length);
}

struct object *array_new_prim(struct thread *self, char kind, i32 length)
{
    struct class *ac = class_array_of(self, class_primitive[(int)kind]);
    return ac ? array_alloc(self, ac, length) : NULL;
}

struct object *array_new_ref(struct thread *self, struct class *element, i32 length)
{
    struct class *ac = class_array_of(self, element);
    return ac ? array_alloc(self, ac, length) : NULL;
}

struct object *array_new_multi(struct thread *self, struct class *array_class, const i32 *dims, u32 ndims)
{
    if (!stack_check(self)) return NULL; /* at most 255 levels, but the caller may be deep already */
    struct object *a = array_alloc(self, array_class, dims[0]);
    if (!a || ndims == 1) return a;
    if (dims[0] == 0) { /* no array is made, but a negative size of an inner dimension is still an error */
        for (u32 i = 1; i < ndims; i++) {
            if (dims[i] >= 0) continue;
            THROW(self, NegativeArraySizeException, "%d", dims[i]);
            return NULL;
        }
        return a;
    }
    for (i32 i = 0; i < dims[0]; i++) {
        struct object *inner = array_new_multi(self, array_class->element, dims + 1, ndims - 1);
        if (!inner) return NULL;
        array_set_ref(a, i, inner);
    }
    return a;
}

/* dims: the number of inner levels. A callback may meanwhile store anything, even the array into itself. */
static void post_array(struct thread *self, struct object *a, u32 dims)
{
    event_vm_alloc(self, a);
    if (!dims || object_type(a)->kind != HEAP_REF_ARRAY || !stack_has_room(self)) return;
    for (i32 i = 0, n = array_length(a); i < n; i++) {
        struct object *e = array_ref(a, i);
        if (e) post_array(self, e, dims - 1);
    }
}

void event_vm_alloc_array(struct thread *self, struct object *a)
{
    MAY_COLLECT(self);
    IS_OBJECT_OR_NULL(a);
    if (a && event_on(EV_VM_ALLOC)) post_array(self, a, object_class(a)->dims);
}

/* ---- clone ---- */

struct object *object_clone(struct thread *self, struct object *o)
{
    MAY_COLLECT(self);
    IS_OBJECT(o);
    struct class *c = object_class(o);
    if (!class_is_array(c) && !(c->flags & CLS_CLONEABLE)) {
        char name[1024];
        THROW(self, CloneNotSupportedException, "%s", class_external_name(c, name, sizeof name));
        return NULL;
    }
    struct object *copy = class_is_array(c) ? array_alloc(self, c, array_length(o)) : object_new(self, c);
    if (!copy) return NULL;
    heap_copy(copy, o); /* with the barrier: an event of its allocation may have collected */
    if (c->flags & CLS_HAS_FINALIZER) {
        slot args[1] = { slot_of_ref(copy) };
        java_call(self, WKM(Finalizer_register), args);
        if (self->pending) return NULL;
    }
    event_vm_alloc(self, copy);
    return self->pending ? NULL : copy;
}
