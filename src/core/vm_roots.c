/* The VM's functions for the collector: roots, weak entries, mutators, and hooks of events. Run with the world
 * stopped. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "core/refproc.h"
#include "core/slot_map.h"
#include "model/class_space.h"
#include "model/exec_binding.h"
#include "model/meta_binding.h"
#include "model/options.h"
#include "model/service_binding.h"
#include "model/wellknown.h"
#include "os/os_mem.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/recorder.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

static void visit_atomic(struct heap_visitor *v, struct object *_Atomic *slot)
{
    struct object *o = atomic_load(slot);
    v->exact(v, &o);
    atomic_store(slot, o);
}

static void visit_slots(void *arg, slot *from, slot *to) { ((struct heap_visitor *)arg)->slots(arg, from, to); }

/* Visits the references among locals and operands of every frame. Words in between are skipped (the frame itself, and
 * the home slot of an empty operand stack, which may hold anything). */
static void visit_java_slots(struct thread *t, struct heap_visitor *v)
{
    slot *end = t->jsp + 1;
    struct frame *callee = NULL;
    for (struct frame *f = t->fp; f; end = f->locals, callee = f, f = frame_prev(f)) {
        frame_visit_slots(f, end, callee, true, visit_slots, v);
    }
}

static bool has_stacks(struct thread *t) { return atomic_load(&t->state) != THREAD_NEW; }

static void ambiguous_roots(struct heap_visitor *v)
{
    WORLD_STOPPED();
    exception_visit_pinned(v);
    bool stay = heap_classes_stay();
    if (!stay) meta_binding.begin_marking();
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!has_stacks(t)) continue;
        visit_java_slots(t, v);
        if (!t->context.sp || t->names_nothing) continue;
        v->conservative(v, t->context.regs, saved_registers_end(&t->context));
        v->conservative(v, saved_stack(&t->context), t->c_stack_base);
        v->conservative(v, t->held, t->held + t->held_count);
        if (stay) continue;
        meta_binding.visit_words(v, t->context.regs, saved_registers_end(&t->context));
        meta_binding.visit_words(v, saved_stack(&t->context), t->c_stack_base);
        meta_binding.visit_words(v, t->held, t->held + t->held_count);
    }
}

static void visit_frames(struct thread *t, struct heap_visitor *v)
{
    for (struct frame *f = t->fp; f; f = frame_prev(f)) {
        if (f->method) v->holder(v, &class_space_holder(f->method)->heap);
        if (f->flags & FRM_LOCKED) v->exact(v, &f->lock_obj);
    }
}

static void visit_thread(struct thread *t, struct heap_visitor *v)
{
    v->exact(v, &t->java);
    v->exact(v, &t->pending);
    v->exact(v, &t->async_exception);
    v->exact(v, &t->stackwalk_anchor);
    for (u32 i = 0; i < ARRAY_LEN(t->scratch_roots); i++) v->exact(v, &t->scratch_roots[i]);
    for (u32 i = 0; i < ARRAY_LEN(t->scoped_cache); i++) v->exact(v, &t->scoped_cache[i]);
    v->exact(v, &t->event_writer);
    for (u32 i = 0; i < t->lock_top; i++) v->exact(v, &t->locks[i].obj);
    visit_atomic(v, &t->blocked_on);
    visit_atomic(v, &t->waiting_on);
    refs_visit_locals(t, v);
    if (has_stacks(t)) visit_frames(t, v);
}

static void strong_roots(struct heap_visitor *v)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next) visit_thread(t, v);
    refs_visit_globals(v);
    refproc_visit_roots(v);
    meta_binding.visit_roots(v);
    if (exec.visit_roots) exec.visit_roots(v);
    if (hooks.gc_roots) hooks.gc_roots(v);
}

static void weak_roots(heap_live_fn live, bool after_final)
{
    WORLD_STOPPED();
    /* Everything weak here comes after finalization: a finalizable object keeps its interned strings, its tags and its
     * weak JNI references. */
    if (!after_final) return;
    strings_clear_dead(live);
    refs_clear_weak(live);
    monitors_sweep(live);
    if (exec.visit_weak) exec.visit_weak(live);
    if (hooks.gc_weak) hooks.gc_weak();
}

/* Native code in a critical section (JNI GetPrimitiveArrayCritical) has the address of elements. */
static bool may_move(void)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->jni_critical) return false;
    return true;
}

static bool moving(bool on)
{
    WORLD_STOPPED();
    return hooks.gc_moving && hooks.gc_moving(on);
}

static bool moved(const struct object *from, struct object *to) { return !hooks.gc_moved || hooks.gc_moved(from, to); }

static void for_each_local(void (*fn)(struct heap_local *l))
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next) fn(&t->heap);
}

static void collection_start(enum heap_cause cause)
{
    WORLD_STOPPED();
    (void)cause;
    if (recorder.collection_begins) recorder.collection_begins();
    if (event_on(EV_GC_START) && hooks.gc_start) hooks.gc_start();
}
static void collection_finish(enum heap_cause cause)
{
    WORLD_STOPPED();
    (void)cause;
    if (event_on(EV_GC_FINISH) && hooks.gc_finish) hooks.gc_finish();
}

static void holder_roots(struct heap_visitor *v, struct heap_holder *h)
{
    WORLD_STOPPED();
    meta_binding.visit_holder(v, h);
}
static void swept(void)
{
    WORLD_STOPPED();
    if (exec.shorts_changed) exec.shorts_changed();
    meta_binding.unload_dead();
}

static const struct heap_vm vm = { .ambiguous_roots = ambiguous_roots,
                                   .may_move = may_move,
                                   .moving = moving,
                                   .moved = moved,
                                   .strong_roots = strong_roots,
                                   .holder_roots = holder_roots,
                                   .weak_roots = weak_roots,
                                   .world_stopped = safepoint_caller_stopped,
                                   .for_each_local = for_each_local,
                                   .collection_start = collection_start,
                                   .collection_finish = collection_finish,
                                   .pending_references = refproc_add_pending,
                                   .swept = swept };

bool vm_heap_init(size_t max, size_t initial, u32 stress, bool verify, char *err, size_t err_size)
{
    struct heap_config config = { .max_bytes = max,
                                  .initial_bytes = initial,
                                  .verify = verify,
                                  .stress_every = stress,
                                  .stress_moving = options.gc_stress_moving,
                                  .full_only = !options.generational,
                                  .concurrent = options.concurrent_marking,
                                  .stress_concurrent = options.gc_stress_concurrent,
                                  .threads = options.gc_threads,
                                  .pause_ms = options.gc_pause_ms,
                                  .pre_touch = options.pre_touch,
                                  .huge_pages = options.huge_pages };
    if (os_mem_limit() != SIZE_MAX) {
        config.range_bytes = os_mem_share(2 * max, max, 4);
        config.mark_stack_bytes = os_mem_share(max, 4 * MB, 32);
    }
    return heap_init(&config, &vm, err, err_size);
}

static void collect_stopped(struct thread *self, enum heap_cause cause, bool clear_soft)
{
    WORLD_STOPPED();
    thread_capture(self);
    if (service_binding.collection) service_binding.collection(cause, false);
    heap_collect(cause, clear_soft);
    if (service_binding.collection) service_binding.collection(cause, true);
}

void vm_grow_instances(struct thread *self, const struct heap_growth *all, u32 n)
{
    WORLD_STOPPED();
    heap_grow(all, n);
    collect_stopped(self, HEAP_CAUSE_GROWTH, false);
    struct class *refs = atomic_load(&WK(java_lang_Object)->array), *longs = atomic_load(&class_primitive['J']->array);
    heap_grow_end(&self->heap, &refs->type, &longs->type);
    exec.shorts_changed();
}

/* Agents and their monitors are involved. */
void vm_tell_collected(struct thread *self)
{
    MAY_CALL_OUT(self);
    meta_binding.tell_unloaded(self);
    if (hooks.gc_done) hooks.gc_done(self);
}

/* -XX:+HeapDumpBeforeFullGC, HeapDumpAfterFullGC. */
static void dump_heap_if(bool wanted, struct thread *self)
{
    if (UNLIKELY(wanted) && service_binding.dump_heap) service_binding.dump_heap(self);
}

void vm_collect(struct thread *self, enum heap_cause cause, bool clear_soft)
{
    MAY_COLLECT(self);
    if (cause == HEAP_CAUSE_SYSTEM_GC || cause == HEAP_CAUSE_TOOL) safepoint_give_turn(self);
    dump_heap_if(options.heap_dump_before_full, self);
    safepoint_begin(self, "GC");
    collect_stopped(self, cause, clear_soft);
    safepoint_end(self);
    vm_tell_collected(self);
    dump_heap_if(options.heap_dump_after_full, self);
}

static bool none_since(u64 seen) { return heap_collections() == seen; }

/* A dump stops the world itself, so it is decided before whether the collection will be full. Threads that waited for
 * another one's collection do not stop the world one after the other. */
void vm_collect_since(struct thread *self, enum heap_cause cause, u64 seen)
{
    MAY_COLLECT(self);
    dump_heap_if(options.heap_dump_before_full && heap_next_is_full(cause), self);
    if (!safepoint_begin_if(self, "GC", none_since, seen)) return;
    u64 short_ones = heap_young_collections() + heap_remarks();
    collect_stopped(self, cause, false);
    bool full = heap_young_collections() + heap_remarks() == short_ones;
    safepoint_end(self);
    vm_tell_collected(self);
    dump_heap_if(options.heap_dump_after_full && full, self);
}
