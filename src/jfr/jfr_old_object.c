/* OldObjectSample: objects that were sampled when they were allocated, and still live.
 *
 * A queue of them, the oldest first. Each stands for a span of allocated bytes: from the sample before it that was let
 * in. In a full queue a new one takes the place of the one with the smallest span; the span of one that dies passes to
 * the next older one. So what is left stands for all that was allocated, and old objects weigh much: what has lived
 * for long stays in the queue.
 *
 * The objects are weak references. Of its thread and stack a sample keeps what their constants say, since both may be
 * gone when the event is sent. */
#include "core/alloc.h"
#include "jfr/jfr_int.h"
#include "model/options.h"
#include "os/os_time.h"
#include "thread/safepoint.h"

u32 jfr_old_queue_size = 256;

struct sample {
    jweak object;
    u64 span, thread, heap_used;
    i64 allocated_ns;
    struct jfr_kept_trace *trace; /* NULL: none */
    struct shared_thread {
        u32 users;
        struct jfr_kept constants;
    } *ended; /* its thread has ended */
};

static struct os_mutex old_lock = OS_MUTEX_INIT; /* IN_VM, without a poll; before jfr_lock */
static struct sample *queue GUARDED_BY(old_lock);
static u32 queue_count GUARDED_BY(old_lock), queue_room GUARDED_BY(old_lock);
enum { TRACE_LISTS = 256 };
static struct jfr_kept_trace *traces[TRACE_LISTS] GUARDED_BY(old_lock); /* by hash */
static u32 trace_count GUARDED_BY(old_lock);
static u32 least GUARDED_BY(old_lock); /* if the queue is full: which one stands for least */
/* would_be_let_in reads these without the lock. */
static _Atomic u64 total_bytes, spans_bytes, smallest_span;
static _Atomic u64 collections_seen, used_bytes; /* after the last collection */
static i64 last_collection_ns;                   /* when one began last; with the world stopped */

static void release_trace_locked(struct jfr_kept_trace *t) WANTS_LOCK(&old_lock);
static void release_trace_locked(struct jfr_kept_trace *t)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    if (!t || --t->users) return;
    struct jfr_kept_trace **at = &traces[t->hash % TRACE_LISTS];
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    trace_count--;
    jfr_kept_free(t->classes);
    jfr_free(t);
}

static void release_locked(struct sample *s) WANTS_LOCK(&old_lock);
static void release_locked(struct sample *s)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    ref_delete_weak(s->object);
    release_trace_locked(s->trace);
    if (s->ended && !--s->ended->users) {
        for (int i = 0; i < JFR_POOL_COUNT; i++) jfr_out_free(&s->ended->constants.pools[i].out);
        jfr_free(s->ended);
    }
}

/* The trace that was walked: the same one, if it is kept already. */
static struct jfr_kept_trace *share_trace_locked(struct thread *self, u32 hash) WANTS_LOCK(&old_lock);
static struct jfr_kept_trace *share_trace_locked(struct thread *self, u32 hash)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    struct jfr_kept_trace **list = &traces[hash % TRACE_LISTS], *t = *list;
    while (t && !(t->hash == hash && jfr_walked_is(self, t))) t = t->next;
    if (!t) {
        t = jfr_keep_walked(self, hash);
        t->next = *list;
        *list = t;
        trace_count++;
    }
    t->users++;
    return t;
}

static void note_spans_locked(void) WANTS_LOCK(&old_lock);
static void note_spans_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    u64 sum = 0, smallest = UINT64_MAX;
    for (u32 i = 0; i < queue_count; i++) {
        sum += queue[i].span;
        if (queue[i].span >= smallest) continue;
        smallest = queue[i].span;
        least = i;
    }
    atomic_store_explicit(&spans_bytes, sum, memory_order_relaxed);
    atomic_store_explicit(&smallest_span, queue_count < queue_room ? 0 : smallest, memory_order_relaxed);
}

static void drop_dead_locked(void) WANTS_LOCK(&old_lock);
static void drop_dead_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    u32 kept = 0;
    for (u32 i = 0; i < queue_count; i++) {
        if (ref_get(queue[i].object)) {
            queue[kept++] = queue[i];
            continue;
        }
        if (kept) queue[kept - 1].span += queue[i].span;
        release_locked(&queue[i]);
    }
    queue_count = kept;
    note_spans_locked();
}

static u64 new_span(void)
{
    u64 total = atomic_load_explicit(&total_bytes, memory_order_relaxed);
    u64 spans = atomic_load_explicit(&spans_bytes, memory_order_relaxed);
    return total > spans ? total - spans : 0;
}

/* Of a new sample. In a full queue it takes the place of the one that stands for least. */
static void let_in_locked(struct sample s) WANTS_LOCK(&old_lock);
static void let_in_locked(struct sample s)
{
    LOCK_HELD_OR_WORLD_STOPPED(&old_lock);
    s.span = new_span();
    if (queue_count == queue_room) {
        s.span += queue[least].span;
        release_locked(&queue[least]);
        queue_count--;
        memmove(&queue[least], &queue[least + 1], (queue_count - least) * sizeof queue[0]);
    }
    queue[queue_count++] = s;
    note_spans_locked();
}

static bool would_be_let_in(u64 collections)
{
    return collections != atomic_load_explicit(&collections_seen, memory_order_relaxed) ||
           new_span() > atomic_load_explicit(&smallest_span, memory_order_relaxed);
}

void jfr_sampled_object(struct thread *self, struct object *o, size_t bytes)
{
    IN_STATE(self, VM);
    NO_COLLECTION(self);
    i64 id = jfr_event_id(RECORDER_OldObjectSample);
    if (id < 0 || !RECORDER_WANTS(OldObjectSample) || !jfr_recording() || !jfr_old_queue_size) return;
    u64 weight = heap_sample_weight(&self->heap, HEAP_SAMPLER_OLD);
    atomic_fetch_add_explicit(&total_bytes, weight > bytes ? weight : bytes, memory_order_relaxed);
    u64 collections = heap_collections();
    if (!would_be_let_in(collections) || jfr_thread_of(self)->excluded || !self->java) return;
    u32 hash;
    bool traced = jfr_settings[id].stack && jfr_walk_to_keep(self, &hash);
    jweak weak = ref_weak_or_null(o);
    os_mutex_lock(&old_lock);
    if (!queue) {
        queue_room = jfr_old_queue_size;
        queue = jfr_calloc(queue_room, sizeof *queue);
    }
    if (collections != atomic_load_explicit(&collections_seen, memory_order_relaxed)) {
        atomic_store_explicit(&collections_seen, collections, memory_order_relaxed);
        atomic_store_explicit(&used_bytes, heap_used(), memory_order_relaxed);
        drop_dead_locked();
    }
    if (weak && new_span() > atomic_load_explicit(&smallest_span, memory_order_relaxed)) {
        let_in_locked((struct sample){ .object = weak,
                                       .thread = self->recorder_id,
                                       .heap_used = atomic_load_explicit(&used_bytes, memory_order_relaxed),
                                       .allocated_ns = os_time_monotonic_ns(),
                                       .trace = traced ? share_trace_locked(self, hash) : NULL });
        weak = NULL;
    }
    os_mutex_unlock(&old_lock);
    if (weak) ref_delete_weak(weak);
}

void jfr_old_forget(void)
{
    CALLER_IN_VM();
    os_mutex_lock(&old_lock);
    for (u32 i = 0; i < queue_count; i++) release_locked(&queue[i]);
    jfr_free(queue);
    queue = NULL;
    queue_count = queue_room = 0;
    os_mutex_unlock(&old_lock);
    atomic_store(&total_bytes, 0);
    atomic_store(&spans_bytes, 0);
    atomic_store(&smallest_span, 0);
}

/* ---- what goes ---- */

void jfr_old_collection_begins(void)
{
    WORLD_STOPPED();
    WORLD_STOPPED_FOR(&old_lock);
    last_collection_ns = os_time_monotonic_ns();
    if (queue_room) jfr_sample_old_less(atomic_load_explicit(&total_bytes, memory_order_relaxed), queue_room);
}

static void use_class(void *c)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    (void)jfr_use_class_locked(c);
}

static void keep_class_of(struct jfr_kept_trace *t, struct class *c)
{
    WORLD_STOPPED_FOR(&jfr_lock);
    bool kept = false;
    for (u32 i = 0; i < t->count; i++) {
        if (t->frames[i].method.owner != c) continue;
        t->frames[i].method.owner = NULL;
        if (!t->classes) t->classes = jfr_calloc(1, sizeof *t->classes);
        if (!kept) jfr_keep_locked(t->classes, use_class, c);
        kept = true;
    }
}

void jfr_old_class_unloaded(struct class *c)
{
    WORLD_STOPPED_FOR(&old_lock);
    WORLD_STOPPED_FOR(&jfr_lock);
    for (u32 i = 0; trace_count && i < TRACE_LISTS; i++)
        for (struct jfr_kept_trace *t = traces[i]; t; t = t->next) keep_class_of(t, c);
}

/* The mark of the epoch stays: events after Thread.exit go on naming the constant that has the group. */
static void use_thread(void *thread)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct thread *t = thread;
    u32 mark = t->recorder_epoch;
    jfr_use_thread_locked(t);
    __atomic_store_n(&t->recorder_epoch, mark, __ATOMIC_RELEASE);
}

void jfr_old_thread_ends(struct thread *self, bool has_group)
{
    IN_STATE(self, VM);
    os_mutex_lock(&old_lock);
    struct shared_thread *k = NULL;
    for (u32 i = 0; i < queue_count && !k; i++)
        if (queue[i].thread == self->recorder_id) k = queue[i].ended;
    for (u32 i = 0; i < queue_count; i++) {
        if (queue[i].thread != self->recorder_id || queue[i].ended) continue;
        if (!k) {
            if (!has_group) break;
            k = jfr_calloc(1, sizeof *k);
            os_mutex_lock(&jfr_lock);
            jfr_keep_locked(&k->constants, use_thread, self);
            os_mutex_unlock(&jfr_lock);
        }
        k->users++;
        queue[i].ended = k;
    }
    os_mutex_unlock(&old_lock);
}

/* ---- events ---- */

static struct thread *live_thread(u64 id)
{
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->recorder_id == id) return t;
    return NULL;
}

static u64 use_thread_of_locked(const struct sample *s) WANTS_LOCK(&jfr_lock);
static u64 use_thread_of_locked(const struct sample *s)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct thread *t = s->ended ? NULL : live_thread(s->thread);
    if (s->ended)
        jfr_use_kept_locked(&s->ended->constants);
    else if (t)
        jfr_use_thread_locked(t);
    return s->ended || t ? s->thread : 0;
}

struct emission {
    struct jfr_thread *by;
    struct jfr_paths *paths;
    i64 began, took;
    bool all;
};

static bool is_asked_for(const struct emission *e, const struct sample *s)
{
    return ref_get(s->object) && (e->all || s->allocated_ns < last_collection_ns);
}

static void emit_one(const struct emission *e, const struct sample *s)
{
    struct object *o = ref_get(s->object);
    u64 root, object, thread, trace;
    os_mutex_lock(&jfr_lock);
    object = jfr_use_path_locked(e->paths, o, &root);
    thread = use_thread_of_locked(s);
    trace = s->trace ? jfr_use_kept_trace_locked(s->trace) : 0;
    os_mutex_unlock(&jfr_lock);
    const union recorder_value v[] = {
        { .number = (u64)s->allocated_ns },
        { .number = (u64)(e->began - s->allocated_ns) },
        { .number = s->heap_used },
        { .number = object },
        { .number = class_is_array(object_class(o)) ? (u32)array_length(o) : (u32)INT32_MIN },
        { .number = root },
    };
    jfr_emit_as(e->by, RECORDER_OldObjectSample, e->began, e->took, thread, trace, v);
}

void jfr_old_emit(struct thread *self, i64 cutoff, bool all)
{
    IN_STATE(self, VM);
    if (!jfr_recording()) return;
    struct emission e = { .by = jfr_thread_of(self), .all = all };
    safepoint_begin(self, "OldObjectSample");
    WORLD_STOPPED_FOR(&old_lock);
    e.began = os_time_monotonic_ns();
    drop_dead_locked();
    if (cutoff > 0 && queue_count) {
        struct object **objects = jfr_malloc(queue_count * sizeof *objects);
        u32 n = 0;
        for (u32 i = 0; i < queue_count; i++)
            if (is_asked_for(&e, &queue[i])) objects[n++] = ref_get(queue[i].object);
        e.paths = jfr_paths_find(objects, n, cutoff > INT64_MAX - e.began ? INT64_MAX : e.began + cutoff);
        jfr_free(objects);
    }
    e.took = os_time_monotonic_ns() - e.began;
    for (u32 i = 0; i < queue_count; i++)
        if (is_asked_for(&e, &queue[i])) emit_one(&e, &queue[i]);
    jfr_paths_free(e.paths);
    safepoint_end(self);
}
