/* Marking beside the program, which shortens the stop that marks old objects (Boehm, Demers, Shenker, "Mostly parallel
 * garbage collection", PLDI 1991, with objects in place of pages).
 *
 * A cycle consists of these stops; between them a thread of the heap marks old objects in `next_map`:
 *
 *     young collection, begins ...... young collections, any number ...... remark: ends, sweeps everything
 *     roots are gray                  survivors are gray, and old objects
 *                                     that were stored into are gray again
 *
 * The invariant, at the end of each of these stops and at any moment in between: an old object that a marked object
 * refers to is marked; or the marked object is gray (on `stack`, or `array`); or it was stored into since the last
 * stop, and is in the log of the store barrier. So the remark visits roots, young objects, the log and the gray
 * objects, and finds everything else that lives from there. This is independent of how the program got an object: one
 * that it has loaded from a weak reference or a weak table is in a root, a young object or the log when the world
 * stops. So neither old values nor loads need a barrier. Classes are roots in all of these stops.
 *
 * Only references to old objects (marked in `mark_map`) are followed, since they neither die nor move before the cycle
 * ends. Young objects become gray when they survive a young collection. `mark_map` and header bits change in stops
 * only.
 *
 * The thread pauses while a collection runs (cycle_pause, cycle_resume); then all data below belong to the collector.
 * Other stops do not concern it. Lock: state.lock, a leaf, guards the words by which the two communicate. */
#include "heap/heap_int.h"

#include "base/vec.h"
#include "log/log.h"
#include "os/os_signal.h"
#include "os/os_thread.h"
#include "os/os_time.h"

enum {
    QUEUE = 8 /* power of two */,
    BREATH = 64 /* objects between two checks for a pause */,
    PIECE = 4096 /* elements of an array between two checks */,
    PUT_OFF = 2 /* the growth, at most so many times */,
    RESERVED_AT_ONCE = 256 /* entries of `stack` that a marker takes at once */,
    KEPT_BYTES = 4 * MB /* part of the stack that stays mapped between cycles */
};

static struct {
    struct os_mutex lock;
    struct os_cond go, quiet;
    bool started, working;
    bool done;          /* there is no gray object left */
    bool asked;         /* a remark has been requested early, since few objects are young */
    u32 put_off;        /* young collections that came before the remark, since many objects were young */
    _Atomic bool pause; /* also read without the lock */
} state = { .lock = OS_MUTEX_INIT };

/* Gray objects, and LOG_LINE with the address of a line of a marked large array; 0 is an empty entry. */
static uintptr_t *stack;
static _Atomic size_t top;
static size_t room;
static _Atomic bool failed;  /* the stack overflowed: only a full collection helps */
static struct object *array; /* an array that is partly visited, up to element `array_at`; or NULL */
static u32 array_at;
static struct vec references; /* References whose referents were not followed */
static i64 begun_ns;
static u64 number;

/* ---- the thread ---- */

static void push(uintptr_t entry)
{
    size_t n = atomic_load_explicit(&top, memory_order_relaxed);
    if (n >= room) {
        atomic_store_explicit(&failed, true, memory_order_relaxed);
        return;
    }
    stack[n] = entry;
    atomic_store_explicit(&top, n + 1, memory_order_relaxed);
}

/* Returns true if the object was not marked before. */
static bool mark(uintptr_t a)
{
    u64 *w = &heap.next_map[a >> 9], bit = (u64)1 << ((a >> 3) & 63);
    if (*w & bit) return false;
    *w |= bit;
    return true;
}

static ALWAYS_INLINE uintptr_t load(const nref *slot)
{
    return (uintptr_t)__atomic_load_n(slot, __ATOMIC_RELAXED) << 3;
}

static ALWAYS_INLINE void follow(const nref *slot)
{
    uintptr_t a = load(slot);
    if (a && !bit_test(heap.next_map, a) && bit_test(heap.mark_map, a) && mark(a)) push(a);
}

static bool must_stand(void) { return atomic_load_explicit(&state.pause, memory_order_relaxed); }

static void follow_array(struct object *o, u32 from)
{
    const nref *e = (const nref *)((char *)o + ARRAY_BASE);
    u32 n = (u32)array_length(o);
    for (u32 i = from; i < n; i++) {
        follow(&e[i]);
        if ((i + 1) % PIECE || !must_stand()) continue;
        array = o;
        array_at = i + 1;
        return;
    }
}

static void follow_short(struct object *o, const struct heap_type *t)
{
    size_t size = object_size(o);
    for (u32 s = 0; s < t->map_count; s++)
        for (u32 i = 0; i < t->map[s].count && t->map[s].offset + i * sizeof(nref) < size; i++)
            follow((const nref *)((char *)o + t->map[s].offset) + i);
    const nref *parts = short_parts(o);
    for (u32 i = 0; parts && i < SHORT_PARTS; i++) follow(&parts[i]);
}

static void follow_fields(struct object *o, const struct heap_type *t)
{
    if (UNLIKELY(t->short_size || object_is_short(o))) {
        follow_short(o, t);
        return;
    }
    for (u32 s = 0; s < t->map_count; s++) {
        const nref *e = (const nref *)((char *)o + t->map[s].offset);
        for (u32 i = 0, n = t->map[s].count; i < n; i++) follow(&e[i]);
    }
}

static void follow_statics(struct object *mirror)
{
    const struct heap_type *d = *(const struct heap_type *const *)((const char *)mirror + mirror_class_offset);
    if (!d) return;
    const nref *e = (const nref *)((char *)mirror + d->static_ref_offset);
    for (u32 i = 0; i < d->static_ref_count; i++) follow(&e[i]);
}

/* The remark decides whether its referent lives. */
static void follow_reference(struct object *ref, const struct heap_type *t)
{
    if (!heap.ref_layout) return;
    const nref *referent = (const nref *)((char *)ref + heap.ref_referent);
    follow((const nref *)((char *)ref + heap.ref_discovered));
    uintptr_t a = load(referent);
    if (!a || bit_test(heap.next_map, a)) return;
    if (refs_is_weak(ref, t))
        vec_push(&references, ref);
    else
        follow(referent);
}

static void mark_next_lines(uintptr_t a, size_t size)
{
    if (a >= __atomic_load_n(&heap.large_lo, __ATOMIC_RELAXED)) return;
    memset(&heap.next_lines[a >> HEAP_LINE_SHIFT], 1, ((a + size - 1) >> HEAP_LINE_SHIFT) - (a >> HEAP_LINE_SHIFT) + 1);
}

static void visit_object(struct object *o)
{
    const struct heap_type *t = object_type(o);
    mark((uintptr_t)o);
    mark_next_lines((uintptr_t)o, object_size(o));
    if (t->kind == HEAP_PRIM_ARRAY) return;
    if (t->kind == HEAP_REF_ARRAY) {
        follow_array(o, 0);
        return;
    }
    follow_fields(o, t);
    if (t->kind == HEAP_REFERENCE) follow_reference(o, t);
    if (t->kind == HEAP_MIRROR) follow_statics(o);
}

static void visit_line(uintptr_t line)
{
    nref *from, *to;
    large_line_elements(line, &from, &to);
    for (; from < to; from++) follow(from);
}

static void visit(uintptr_t entry)
{
    if (!entry) return;
    if (entry & LOG_LINE)
        visit_line(entry - LOG_LINE);
    else
        visit_object((struct object *)entry);
}

/* Marks until nothing is gray or a collection begins. Fields may change meanwhile; each is read once, and the log has
 * the objects that were stored into. */
__attribute__((no_sanitize("thread"))) static void work(void)
{
    uintptr_t queue[QUEUE];
    u32 in = 0, out = 0;
    if (array) {
        struct object *o = array;
        array = NULL;
        follow_array(o, array_at);
    }
    for (u32 n = 1; !array; n++) {
        for (size_t left; in - out < QUEUE && (left = atomic_load_explicit(&top, memory_order_relaxed)) != 0;) {
            queue[in & (QUEUE - 1)] = stack[left - 1];
            __builtin_prefetch((void *)(queue[in++ & (QUEUE - 1)] & ~(uintptr_t)LOG_LINE));
            atomic_store_explicit(&top, left - 1, memory_order_relaxed);
        }
        if (in == out) break;
        visit(queue[out++ & (QUEUE - 1)]);
        if (n % BREATH == 0 && must_stand()) break;
    }
    while (in != out) push(queue[out++ & (QUEUE - 1)]);
}

static bool anything_gray(void) { return atomic_load(&top) || array; }

/* A remark also does the work of a young collection, so it should come soon after one. */
static void ask_for_remark_locked(void) WANTS_LOCK(state.lock)
{
    LOCK_HELD(&state.lock);
    state.asked = heap_end_budget_early();
}

static void run(void *unused)
{
    (void)unused;
    os_signal_enter_thread(true); /* only faults; other signals go to other threads */
    os_mutex_lock(&state.lock);
    for (;;) {
        while (must_stand() || !heap.cycle || state.done) os_cond_wait(&state.go, &state.lock);
        state.working = true;
        os_mutex_unlock(&state.lock);
        work();
        os_mutex_lock(&state.lock);
        state.working = false;
        state.done = !anything_gray();
        if (state.done && !must_stand()) ask_for_remark_locked();
        os_cond_signal(&state.quiet);
    }
}

void cycle_pause(void)
{
    HEAP_STANDS();
    if (!state.started) return;
    os_mutex_lock(&state.lock);
    atomic_store(&state.pause, true);
    while (state.working) os_cond_wait(&state.quiet, &state.lock);
    os_mutex_unlock(&state.lock);
}

void cycle_resume(void)
{
    HEAP_STANDS();
    if (!state.started) return;
    os_mutex_lock(&state.lock);
    atomic_store(&state.pause, false);
    state.done = !anything_gray();
    state.asked = false;
    if (heap.cycle && state.done) ask_for_remark_locked();
    if (heap.cycle && !state.done) os_cond_signal(&state.go);
    os_mutex_unlock(&state.lock);
}

void heap_marking_pause(void)
{
    HEAP_STANDS();
    cycle_pause();
}
void heap_marking_resume(void)
{
    HEAP_STANDS();
    barrier_shadow_take();
    cycle_resume();
}

bool heap_marking(void)
{
    HEAP_STANDS();
    return heap.cycle;
}

bool cycle_idle(void)
{
    HEAP_STANDS();
    os_mutex_lock(&state.lock);
    bool idle = !state.working && !anything_gray();
    os_mutex_unlock(&state.lock);
    return idle;
}

bool cycle_due(void)
{
    HEAP_STANDS();
    return cycle_idle() && (state.asked || state.put_off >= PUT_OFF);
}

void cycle_put_off(void)
{
    HEAP_STANDS();
    if (cycle_idle()) state.put_off++;
}

bool cycle_failed(void) { return atomic_load(&failed); }
void cycle_fail(void) { atomic_store(&failed, true); }

/* ---- stops ---- */

static bool make_tables(void)
{
    size_t range = heap.end - heap.base;
    void *map = heap_table_map(range / 64), *lines = heap_table_map(range / HEAP_LINE_SIZE);
    stack = heap_table_map(heap.mark_stack_bytes);
    if (!map || !lines || !stack) return false;
    heap.next_map = (u64 *)map - (heap.base >> 9);
    heap.next_lines = (u8 *)lines - (heap.base >> HEAP_LINE_SHIFT);
    room = heap.mark_stack_bytes / sizeof *stack;
    return true;
}

/* Allocates on the first call. If the system gives no memory or thread, it is not tried again. */
static bool make_ready(void)
{
    if (state.started) return true;
    struct os_thread t;
    os_cond_init(&state.go);
    os_cond_init(&state.quiet);
    atomic_store(&state.pause, true);
    state.started = make_tables() && os_thread_create(&t, 512 * KB, "GC Conc#0", true, run, NULL) == 0;
    if (!state.started) heap.config.concurrent = false;
    return state.started;
}

static void gray(struct object *o)
{
    uintptr_t a = (uintptr_t)o;
    if (bit_test(heap.mark_map, a) && mark(a)) push(a);
}
static void gray_exact(struct heap_visitor *v, struct object **slot)
{
    (void)v;
    if (*slot) gray(*slot);
}
static void gray_narrow(struct heap_visitor *v, nref *slot)
{
    (void)v;
    if (*slot) gray(ref_decode(*slot));
}
__attribute__((no_sanitize("address", "thread"))) static void gray_words(struct heap_visitor *v, const void *from,
                                                                         const void *to)
{
    (void)v;
    const uintptr_t *p = (const uintptr_t *)ALIGN_UP((uintptr_t)from, sizeof(uintptr_t));
    for (; p + 1 <= (const uintptr_t *)to; p++) {
        struct object *o = *p - heap.base < heap.end - heap.base ? heap_find_object((const void *)*p) : NULL;
        if (o) gray(o);
    }
}
static void skip_holder(struct heap_visitor *v, struct heap_holder *h) { (void)v, (void)h; }

void cycle_begin(void)
{
    HEAP_STANDS();
    if (!make_ready()) return;
    begun_ns = os_time_monotonic_ns();
    number = heap.next_number++;
    atomic_store(&failed, false);
    heap.cycle = true;
    state.put_off = 0;
    struct heap_visitor v = { gray_exact, gray_narrow, gray_words, gray_words, skip_holder };
    heap.vm->ambiguous_roots(&v);
    heap.vm->strong_roots(&v);
    LOG(info, gc, "GC(%llu) Concurrent Mark Cycle", (unsigned long long)number);
}

u64 cycle_number(void) { return number; }
i64 cycle_begun_ns(void) { return begun_ns; }

void cycle_reserve(uintptr_t **from, uintptr_t **to)
{
    *from = *to = NULL;
    size_t at = atomic_fetch_add(&top, RESERVED_AT_ONCE);
    if (at + RESERVED_AT_ONCE > room) {
        if (at < room) memset(&stack[at], 0, (room - at) * sizeof *stack); /* what an earlier cycle left there */
        atomic_store(&top, room);
        cycle_fail();
        return;
    }
    memset(&stack[at], 0, RESERVED_AT_ONCE * sizeof *stack);
    *from = &stack[at];
    *to = *from + RESERVED_AT_ONCE;
}

bool cycle_must_see_again(uintptr_t entry)
{
    return bit_test(heap.next_map, entry & LOG_LINE ? (uintptr_t)large_line_array(entry - LOG_LINE) : entry);
}

void cycle_for_each_gray(void (*fn)(uintptr_t entry))
{
    HEAP_STANDS();
    if (array) fn((uintptr_t)array);
    for (size_t i = 0, n = atomic_load(&top); i < n; i++)
        if (stack[i]) fn(stack[i]);
}

void cycle_for_each_reference(void (*fn)(struct object *ref))
{
    HEAP_STANDS();
    for (u32 i = 0; i < references.count; i++) fn(vec_get(&references, i));
}

void cycle_end(bool aborted)
{
    HEAP_STANDS();
    heap.cycle = false;
    array = NULL;
    atomic_store(&top, 0);
    vec_destroy(&references);
    if (heap.mark_stack_bytes > KEPT_BYTES)
        os_mem_discard((char *)stack + KEPT_BYTES, ALIGN_DOWN(heap.mark_stack_bytes - KEPT_BYTES, (size_t)HEAP_PAGE));
    if (aborted) LOG(info, gc_marking, "GC(%llu) Concurrent Mark Abort", (unsigned long long)number);
}

void cycle_log_end(void)
{
    LOG(info, gc, "GC(%llu) Concurrent Mark Cycle %.3fms", (unsigned long long)number,
        (double)(os_time_monotonic_ns() - begun_ns) / 1e6);
}
