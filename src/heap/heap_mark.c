/* Marking: from the roots, depth first with an explicit stack, through a short queue that prefetches (Cher, Hosking,
 * Vitek, "Software prefetching for mark-sweep garbage collection", ASPLOS 2004).
 *
 * The usual invariant: an object whose mark bit is set is on a stack or in a queue, or all its references have been
 * marked. An object is pushed when its bit changes from 0 to 1, so at most once.
 *
 * A stack is two chunks; overflow goes to a pool, where other workers find it. The collecting thread begins alone. If
 * work is left after a while, helpers join (heap_workers.c), and mark bits are set atomically. A worker without work
 * sleeps until there is work or all sleep. A worker that sees sleepers and an empty pool shares half a chunk.
 *
 * Large arrays are on the stacks as lines (LOG_LINE), which all workers visit: a line's objects are visited before the
 * next line is, so they are still in the processor's caches when they have just been copied.
 *
 * The stacks have room for all objects unless address space is scarce. An object that finds no room is dropped with its
 * bit set. Then all marked objects are visited again before the marking ends, which finds its references. */
#include "cpu/x86_64/instructions.h"
#include "heap/heap_int.h"

enum {
    QUEUE = 8 /* power of two */,
    CHUNK_ENTRIES = 254,
    ALONE = TINY(16384, 16), /* objects that are marked before helpers are called */
    ALONE_SHORT = TINY(262144, 16),
    FOR_HOLES = 2 * HEAP_LINE_SIZE /* bytes of an object */,
    AT_ONCE = 32 /* slots whose mark words are prefetched together */
};

struct chunk {
    struct chunk *next; /* in the pool */
    u64 count;
    struct object *entry[CHUNK_ENTRIES];
};

struct marker {
    struct chunk *top, *below; /* `below` is empty or full */
    size_t live, live_bytes;
    struct to_space to[2]; /* for small objects; for others */
    u64 moved;
    uintptr_t *gray, *gray_end; /* reserved entries for the gray stack of a cycle (heap_concurrent.c) */
    struct chunk own[2];
};

static struct marker markers[MAX_WORKERS];
static struct marker *const main_marker = &markers[0];

static struct {
    struct os_mutex lock; /* a leaf; all below */
    struct os_cond wake;
    struct chunk *_Atomic full; /* also read without the lock, as a hint */
    struct chunk *empty;
    char *fresh, *end; /* memory of the mark stack that has not been used yet */
    u32 workers;       /* workers that drain now */
    _Atomic u32 idle;  /* of these, those that sleep */
    bool done, ready;
} pool = { .lock = OS_MUTEX_INIT };

static _Atomic bool dropped;                /* a marked object could not be pushed */
static struct heap_holder *_Atomic holders; /* marked holders whose roots have not been visited yet */
static bool in_holder;                      /* the roots of a holder are being visited */

/* How objects are reached: by one worker; by several; by one, and some move; by several, and some move. */
enum how { PLAIN, SHARED, MOVING, MOVING_SHARED };
static ALWAYS_INLINE bool with_others(enum how how) { return how == SHARED || how == MOVING_SHARED; }
static ALWAYS_INLINE bool some_move(enum how how) { return how == MOVING || how == MOVING_SHARED; }

/* ---- chunks ---- */

static struct chunk *new_chunk_locked(void) WANTS_LOCK(pool.lock)
{
    LOCK_HELD(&pool.lock);
    struct chunk *c = pool.empty;
    if (c)
        pool.empty = c->next;
    else if ((size_t)(pool.end - pool.fresh) >= sizeof *c) {
        c = (struct chunk *)pool.fresh;
        pool.fresh += sizeof *c;
    }
    if (c) c->count = 0;
    return c;
}

static void offer_locked(struct chunk *c) WANTS_LOCK(pool.lock)
{
    LOCK_HELD(&pool.lock);
    c->next = atomic_load_explicit(&pool.full, memory_order_relaxed);
    atomic_store_explicit(&pool.full, c, memory_order_relaxed);
    if (atomic_load_explicit(&pool.idle, memory_order_relaxed)) os_cond_signal(&pool.wake);
}

/* `top` is full: moves the full chunk below to the pool. Returns false if there is no room. */
static bool make_room(struct marker *m)
{
    struct chunk *c = m->below;
    if (c->count) {
        os_mutex_lock(&pool.lock);
        c = new_chunk_locked();
        if (c) offer_locked(m->below);
        os_mutex_unlock(&pool.lock);
        if (!c) return false;
    }
    m->below = m->top;
    m->top = c;
    return true;
}

/* Gives the older half to other workers, which have no work while the pool is empty. */
static COLD void share(struct marker *m)
{
    u64 half = m->top->count / 2;
    os_mutex_lock(&pool.lock);
    struct chunk *c = m->below->count ? new_chunk_locked() : NULL;
    if (c) {
        offer_locked(m->below);
        m->below = c;
    } else if (half >= 2 && (c = new_chunk_locked()) != NULL) {
        memcpy(c->entry, m->top->entry, half * sizeof *c->entry);
        memmove(m->top->entry, m->top->entry + half, (m->top->count - half) * sizeof *c->entry);
        c->count = half;
        m->top->count -= half;
        offer_locked(c);
    }
    os_mutex_unlock(&pool.lock);
}

/* Replaces the empty top chunk by one with objects. Returns false if all work is done. */
static bool take_chunk(struct marker *m)
{
    os_mutex_lock(&pool.lock);
    struct chunk *c;
    while ((c = atomic_load_explicit(&pool.full, memory_order_relaxed)) == NULL && !pool.done) {
        if (atomic_fetch_add(&pool.idle, 1) + 1 == pool.workers) {
            pool.done = true;
            os_cond_broadcast(&pool.wake);
        } else
            while (!atomic_load_explicit(&pool.full, memory_order_relaxed) && !pool.done)
                os_cond_wait(&pool.wake, &pool.lock);
        if (!pool.done) atomic_fetch_sub(&pool.idle, 1);
    }
    if (c) {
        atomic_store_explicit(&pool.full, c->next, memory_order_relaxed);
        m->top->next = pool.empty;
        pool.empty = m->top;
        m->top = c;
    }
    os_mutex_unlock(&pool.lock);
    return c != NULL;
}

static void start_round(u32 workers)
{
    pool.workers = workers;
    atomic_store(&pool.idle, 0);
    pool.done = false;
}

/* ---- a young collection during a cycle: survivors and objects that were stored into become gray ---- */

static bool makes_gray(void) { return heap.young && heap.cycle; }

static void make_gray(struct marker *m, uintptr_t entry)
{
    if (m->gray == m->gray_end) cycle_reserve(&m->gray, &m->gray_end);
    if (m->gray != m->gray_end) *m->gray++ = entry;
}

/* ---- one object ---- */

static COLD void push_full(struct marker *m, struct object *o)
{
    if (make_room(m)) {
        m->top->entry[m->top->count++] = o;
        return;
    }
    m->live++; /* it is not scanned, only visited again later */
    atomic_store_explicit(&dropped, true, memory_order_relaxed);
}

static ALWAYS_INLINE void queue_marked(struct marker *m, struct object *o)
{
    if (UNLIKELY(m->top->count == CHUNK_ENTRIES))
        push_full(m, o);
    else
        m->top->entry[m->top->count++] = o;
}

static ALWAYS_INLINE void push(struct marker *m, struct object *o, enum how how)
{
    uintptr_t a = (uintptr_t)o;
    u64 *w = &heap.mark_map[a >> 9], bit = (u64)1 << ((a >> 3) & 63);
    if (__atomic_load_n(w, __ATOMIC_RELAXED) & bit) return;
    if (with_others(how)) {
        if (__atomic_fetch_or(w, bit, __ATOMIC_RELAXED) & bit) return;
    } else
        *w |= bit;
    queue_marked(m, o);
}

/* ---- moving: an object of a block that is being emptied is copied to to-space, unless a stack word has marked it ----
 *
 * The old place keeps the new address: FORWARDED in place of the class, the narrow reference in place of the lock word.
 * It has no mark bit, so the sweep frees it. With several workers, BUSY stands in place of the class while one of them
 * copies the object. */
enum { FORWARDED = 1, BUSY = 2 };

static inline u32 class_word(const struct object *o) { return __atomic_load_n(&o->class_ref, __ATOMIC_ACQUIRE); }
static inline bool is_forwarded(const struct object *o) { return class_word(o) == FORWARDED; }
static inline struct object *forward_of(const struct object *o)
{
    return ref_decode(atomic_load_explicit(&o->lock, memory_order_relaxed));
}
static inline bool is_marked(const struct object *o)
{
    return (__atomic_load_n(&heap.mark_map[(uintptr_t)o >> 9], __ATOMIC_RELAXED) >> (((uintptr_t)o >> 3) & 63)) & 1;
}
bool heap_is_old(const struct object *o) { return is_marked(o); }

/* Copies all but the class, which other workers read meanwhile; the copy is longer by `added` zeros. Most objects are
 * small, so there is no call of memcpy or memset. */
static __attribute__((no_builtin("memcpy", "memset"))) void copy(struct object *to, const struct object *from,
                                                                 size_t bytes, size_t added)
{
    u64 *end = (u64 *)((char *)to + bytes);
    for (size_t i = 0; i < added / sizeof(u64); i++) end[i] = 0;
    atomic_store_explicit(&to->lock, atomic_load_explicit(&from->lock, memory_order_relaxed), memory_order_relaxed);
    if (UNLIKELY(bytes > 256)) {
        memcpy(to + 1, from + 1, bytes - sizeof *to);
        return;
    }
    for (size_t i = 1; i < bytes / sizeof(u64); i++) ((u64 *)to)[i] = ((const u64 *)from)[i];
}

/* Where an object of a moving block has the size of its class. */
static inline bool is_full_size(const struct object *o, const struct heap_type *t)
{
    return !t->short_size && !object_is_short(o);
}

/* Returns a copy of `o`, whose class is t. NULL: there is no room. A short object grows. */
static struct object *copied(struct marker *m, struct object *o, const struct heap_type *t)
{
    bool plain = LIKELY(is_full_size(o, t)), known = plain || short_table.count;
    size_t contents = known ? object_size_as(o, t) : t->short_size, bytes = plain ? contents : t->instance_size;
    struct to_space *room = &m->to[bytes > FOR_HOLES];
    if ((size_t)(room->end - room->cursor) < bytes && !to_space_grow(room, bytes)) return NULL;
    struct object *to = (struct object *)room->cursor;
    copy(to, o, contents, bytes - contents);
    to->class_ref = (u32)(uintptr_t)t;
    if (UNLIKELY(heap.tell_moved) && !heap.vm->moved(o, to)) return NULL;
    if (UNLIKELY(bytes != contents) && short_table.count) short_copied(to, o);
    room->cursor += bytes;
    __builtin_prefetch((const char *)room->cursor + 192, 1);
    m->moved++;
    bit_set(heap_start_map, (uintptr_t)to);
    return to;
}
static ALWAYS_INLINE void forward(struct object *o, struct object *to)
{
    atomic_store_explicit(&o->lock, ref_encode(to), memory_order_relaxed);
    __atomic_store_n(&o->class_ref, FORWARDED, __ATOMIC_RELEASE);
}

/* May an object of a block that is being emptied move? Mirrors stay. */
static inline bool may_move(const struct object *o, const struct heap_type *t)
{
    if (is_marked(o) || t->kind == HEAP_MIRROR) return false;
    return heap.moving_block[block_of((uintptr_t)o)] == MOVE_ALL || !is_full_size(o, t);
}

/* Does it stay because its class does not grow? No worker moves it then, so the class is there. False: not known. */
static ALWAYS_INLINE bool does_not_grow(const struct object *o)
{
    if (!heap.growing || short_table.count) return false;
    u32 c = class_word(o);
    return c > BUSY && !((const struct heap_type *)(uintptr_t)c)->short_size;
}

/* Marks and queues the object. Returns its present address. */
static struct object *reach(struct marker *m, struct object *o)
{
    if (in_moving_block(o)) {
        if (is_forwarded(o)) return forward_of(o);
        struct object *to = may_move(o, object_type(o)) ? copied(m, o, object_type(o)) : NULL;
        if (to) {
            forward(o, to);
            o = to;
        }
    }
    push(m, o, MOVING);
    return o;
}

/* The same with other workers. The one that sets the class to BUSY copies the object. An object that stays is marked
 * before it gets its class back. */
static struct object *reach_with_others(struct marker *m, struct object *o)
{
    u32 c;
    do {
        if (!in_moving_block(o)) {
            push(m, o, MOVING_SHARED);
            return o;
        }
        while ((c = class_word(o)) == BUSY) cpu_pause();
        if (c == FORWARDED) return forward_of(o);
        if (is_marked(o)) return o;
    } while (!__atomic_compare_exchange_n(&o->class_ref, &c, BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
    const struct heap_type *t = (const struct heap_type *)(uintptr_t)c;
    struct object *to = may_move(o, t) ? copied(m, o, t) : NULL;
    if (to) {
        u64 *w = &heap.mark_map[(uintptr_t)to >> 9]; /* no other worker sets marks in this word */
        __atomic_store_n(w, *w | (u64)1 << (((uintptr_t)to >> 3) & 63), __ATOMIC_RELAXED);
        queue_marked(m, to);
        forward(o, to);
        return to;
    }
    /* like push; the mark must not be visible before the class is back */
    u64 bit = (u64)1 << (((uintptr_t)o >> 3) & 63);
    bool was = __atomic_fetch_or(&heap.mark_map[(uintptr_t)o >> 9], bit, __ATOMIC_RELAXED) & bit;
    __atomic_store_n(&o->class_ref, c, __ATOMIC_RELEASE);
    if (!was) queue_marked(m, o);
    return o;
}

static ALWAYS_INLINE void visit(struct marker *m, nref *slot, enum how how)
{
    nref r = *slot;
    if (!r) return;
    struct object *o = ref_decode(r);
    if (!some_move(how) || does_not_grow(o)) {
        push(m, o, how);
        return;
    }
    struct object *now = how == MOVING ? reach(m, o) : reach_with_others(m, o);
    if (now != o) *slot = ref_encode(now);
}

/* Visits several slots. Prefetches their marks, or, for objects that may move, the objects. */
static ALWAYS_INLINE void visit_slots(struct marker *m, nref *from, nref *to, enum how how)
{
    for (const nref *s = from; s < to; s++) {
        const struct object *o = ref_decode(*s);
        __builtin_prefetch(&heap.mark_map[(uintptr_t)o >> 9], 1);
        if (!some_move(how) || !*s || !in_moving_block(o)) continue;
        __builtin_prefetch(o, 1);
        __builtin_prefetch((const char *)o + 31, 1);
    }
    for (; from < to; from++) visit(m, from, how);
}

static enum how alone(void) { return heap.moving ? MOVING : PLAIN; }

void mark_narrow(nref *slot) { visit(main_marker, slot, alone()); }

struct object *mark_live(const struct object *o)
{
    if (heap.moving && in_moving_block(o) && is_forwarded(o)) return forward_of(o);
    return is_marked(o) ? (struct object *)o : NULL;
}

static inline void mark_lines(uintptr_t a, size_t size)
{
    if (a >= heap.large_lo) return;
    uintptr_t line = a >> HEAP_LINE_SHIFT, last = (a + size - 1) >> HEAP_LINE_SHIFT;
    do __atomic_store_n(&heap.line_marks[line], 1, __ATOMIC_RELAXED);
    while (++line <= last);
}

static void mark_holder(struct heap_holder *h)
{
    if (__atomic_load_n(&h->marked, __ATOMIC_RELAXED) || __atomic_exchange_n(&h->marked, true, __ATOMIC_RELAXED))
        return;
    h->next_marked = atomic_load(&holders);
    while (!atomic_compare_exchange_weak(&holders, &h->next_marked, h)) {}
}

static inline void mark_type_holder(const struct heap_type *t)
{
    if (UNLIKELY(t->holder)) mark_holder((struct heap_holder *)(uintptr_t)t->holder);
}

/* Stores into the object are recorded from now on. */
static ALWAYS_INLINE void set_unlogged(struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_relaxed);
    if (!(w & OBJECT_UNLOGGED)) atomic_store_explicit(&o->lock, w | OBJECT_UNLOGGED, memory_order_relaxed);
}

/* The object stays while others of its class grow. */
static inline void set_short(struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_relaxed);
    atomic_store_explicit(&o->lock, w | OBJECT_SHORT, memory_order_relaxed);
}

/* The references of a short object: those that it has, and its parts. */
static COLD void visit_short(struct marker *m, struct object *o, const struct heap_type *t, size_t size, enum how how)
{
    for (u32 s = 0; s < t->map_count; s++)
        for (u32 i = 0; i < t->map[s].count && t->map[s].offset + i * sizeof(nref) < size; i++)
            visit(m, (nref *)((char *)o + t->map[s].offset) + i, how);
    nref *parts = short_stays(o);
    for (u32 i = 0; parts && i < SHORT_PARTS; i++) visit(m, &parts[i], how);
}

static void visit_line(struct marker *m, uintptr_t line, enum how how)
{
    nref *from, *to;
    large_line_elements(line, &from, &to);
    visit_slots(m, from, to, how);
}

/* Without room it is visited at once. */
static ALWAYS_INLINE void queue_line(struct marker *m, uintptr_t line, enum how how)
{
    if (LIKELY(m->top->count < CHUNK_ENTRIES || make_room(m)))
        m->top->entry[m->top->count++] = (struct object *)(line | LOG_LINE);
    else
        visit_line(m, line, how);
}

/* The last one first, since a stack gives the first one first then. */
static void queue_lines(struct marker *m, struct object *array, enum how how)
{
    uintptr_t line = ALIGN_UP((uintptr_t)array + object_size(array), (size_t)HEAP_LINE_SIZE);
    do queue_line(m, line -= HEAP_LINE_SIZE, how);
    while (line != (uintptr_t)array);
}

static ALWAYS_INLINE void visit_object(struct marker *m, struct object *o, enum how how)
{
    const struct heap_type *t = object_type(o);
    bool grown = t->short_size && !in_moving_block(o);
    size_t bytes = grown ? t->instance_size : object_size(o);
    m->live_bytes += bytes;
    mark_lines((uintptr_t)o, bytes);
    mark_type_holder(t);
    if (t->kind == HEAP_PRIM_ARRAY) return;
    set_unlogged(o);
    if (t->kind == HEAP_REF_ARRAY) {
        if ((uintptr_t)o >= heap.large_lo) {
            queue_lines(m, o, how);
            return;
        }
        nref *e = (nref *)((char *)o + ARRAY_BASE), *end = e + array_length(o);
        for (; end - e > AT_ONCE; e += AT_ONCE) visit_slots(m, e, e + AT_ONCE, how);
        visit_slots(m, e, end, how);
        return;
    }
    if (UNLIKELY(t->short_size && !grown)) set_short(o);
    if (UNLIKELY(object_is_short(o)))
        visit_short(m, o, t, bytes, how);
    else
        for (u32 s = 0; s < t->map_count; s++) {
            nref *e = (nref *)((char *)o + t->map[s].offset);
            for (u32 i = 0, n = t->map[s].count; i < n; i++) visit(m, &e[i], how);
        }
    if (t->kind == HEAP_REFERENCE && heap.ref_layout) {
        visit(m, (nref *)((char *)o + heap.ref_discovered), how);
        if (!refs_discover(o, t)) visit(m, (nref *)((char *)o + heap.ref_referent), how);
    } else if (t->kind == HEAP_MIRROR) {
        const struct heap_type *d = *(const struct heap_type *const *)((const char *)o + mirror_class_offset);
        if (d) mark_type_holder(d);
        if (d && d->static_ref_count) {
            nref *e = (nref *)((char *)o + d->static_ref_offset);
            for (u32 i = 0; i < d->static_ref_count; i++) visit(m, &e[i], how);
        }
    } else if (t->kind == HEAP_LOADER && loader_holder_offset) {
        struct heap_holder *h = *(struct heap_holder *const *)((const char *)o + loader_holder_offset);
        if (h) mark_holder(h);
    }
}

static ALWAYS_INLINE void drain_as(struct marker *m, enum how how, size_t most)
{
    struct object *queue[QUEUE];
    u32 in = 0, out = 0;
    size_t visited = 0, lines = 0;
    bool grays = makes_gray();
    for (;;) {
        while (in - out < QUEUE) {
            if (!m->top->count) {
                if (!m->below->count) break;
                struct chunk *c = m->top;
                m->top = m->below;
                m->below = c;
            }
            struct object *o = m->top->entry[--m->top->count];
            __builtin_prefetch(o);
            queue[in++ & (QUEUE - 1)] = o;
        }
        if (in == out) {
            if (visited >= most || !take_chunk(m)) break;
            continue;
        }
        struct object *o = queue[out++ & (QUEUE - 1)];
        if (UNLIKELY((uintptr_t)o & LOG_LINE)) {
            visit_line(m, (uintptr_t)o - LOG_LINE, how);
            lines++;
        } else {
            visit_object(m, o, how);
            if (UNLIKELY(grays)) make_gray(m, (uintptr_t)o);
        }
        visited++;
        if (with_others(how) && (visited & 31) == 0 && atomic_load_explicit(&pool.idle, memory_order_relaxed) &&
            !atomic_load_explicit(&pool.full, memory_order_relaxed))
            share(m);
        if (UNLIKELY(visited >= most)) {
            /* there is room, since the entries came from there */
            while (in != out) queue_marked(m, queue[out++ & (QUEUE - 1)]);
            break;
        }
    }
    m->live += visited - lines;
}

static void prepare_drain(u32 count, void *arg)
{
    (void)arg;
    start_round(count);
}

static void drain_shared(u32 index, void *arg)
{
    (void)arg;
    drain_as(&markers[index], SHARED, SIZE_MAX);
}
static void drain_moving(u32 index, void *arg)
{
    (void)arg;
    drain_as(&markers[index], MOVING_SHARED, SIZE_MAX);
}

static bool anything_left(void)
{
    return main_marker->top->count || main_marker->below->count || atomic_load(&pool.full);
}

/* The number of objects that are marked before helpers are called. Helpers would cost a sixth more processor time, and
 * a young collection of few bytes takes only some milliseconds without them. */
static size_t alone_for(void)
{
    const size_t few = 64 * MB;
    bool is_short = heap.young && atomic_load_explicit(&heap.since, memory_order_relaxed) <= few;
    return is_short ? ALONE_SHORT : ALONE;
}

static void drain_objects(void)
{
    start_round(1);
    bool one = workers_count() == 1 || (heap.moving && heap.tell_moved); /* only one thread may report moves */
    size_t most = one ? SIZE_MAX : alone_for();
    if (heap.moving)
        drain_as(main_marker, MOVING, most);
    else
        drain_as(main_marker, PLAIN, most);
    if (!one && anything_left())
        workers_run(workers_count(), prepare_drain, heap.moving ? drain_moving : drain_shared, NULL);
}

static bool visit_marked_of_word(uintptr_t base, u64 starts, void *arg)
{
    (void)arg;
    for (starts &= heap.mark_map[base >> 9]; starts; starts &= starts - 1) {
        visit_object(main_marker, (struct object *)(base + ((uintptr_t)__builtin_ctzll(starts) << 3)), alone());
        drain_objects();
    }
    return true;
}

/* Visits all marked objects again, for those that were dropped. A visit may be repeated without harm. */
static COLD void visit_marked_again(void)
{
    atomic_store(&dropped, false);
    if (makes_gray()) cycle_fail(); /* it is not known which objects were dropped */
    heap_walk_words(visit_marked_of_word, NULL);
}

static struct heap_visitor visitor;

/* While a holder is visited only objects are drained: the loop follows chains of loaders, so that there is no
 * recursion. */
void mark_drain(void)
{
    drain_objects();
    if (in_holder) return;
    in_holder = true;
    while (atomic_load(&holders) || atomic_load(&dropped)) {
        for (struct heap_holder *h; (h = atomic_load(&holders)) != NULL; drain_objects()) {
            atomic_store(&holders, h->next_marked);
            heap.vm->holder_roots(&visitor, h);
        }
        if (atomic_load(&dropped)) visit_marked_again();
    }
    in_holder = false;
}

/* ---- roots ---- */

static void root_exact(struct heap_visitor *v, struct object **slot)
{
    (void)v;
    if (!*slot) return;
    VM_ASSERTF(heap_is_object(*slot), "root %p holds %p, which is no object", (void *)slot, (void *)*slot);
    if (heap.moving)
        *slot = reach(main_marker, *slot);
    else
        push(main_marker, *slot, PLAIN);
}

static void root_narrow(struct heap_visitor *v, nref *slot)
{
    struct object *o = ref_decode(*slot);
    root_exact(v, &o);
    *slot = ref_encode(o);
}

/* Stacks of threads: reads words that belong to no C object. */
__attribute__((no_sanitize("address", "thread"))) static void root_conservative(struct heap_visitor *v,
                                                                                const void *from, const void *to)
{
    (void)v;
    for (const uintptr_t *p = (const uintptr_t *)ALIGN_UP((uintptr_t)from, sizeof(uintptr_t));
         p + 1 <= (const uintptr_t *)to; p++) {
        uintptr_t a = *p;
        if (a - heap.base >= heap.end - heap.base) continue;
        struct object *o = heap_find_object((const void *)a);
        if (o) push(main_marker, o, PLAIN);
    }
}

static void root_slots(struct heap_visitor *v, const void *from, const void *to)
{
    (void)v;
    for (const uintptr_t *p = from; p < (const uintptr_t *)to; p++) {
        uintptr_t a = *p;
        if (a - heap.base < heap.end - heap.base && heap_is_object((const void *)a))
            push(main_marker, (struct object *)a, PLAIN);
    }
}

static void root_holder(struct heap_visitor *v, struct heap_holder *h)
{
    (void)v;
    mark_holder(h);
}

static struct heap_visitor visitor = { root_exact, root_narrow, root_conservative, root_slots, root_holder };

/* ---- records of the store barrier: roots of a young collection, and of a remark if they live ---- */

static bool is_live(uintptr_t entry)
{
    return mark_live(entry & LOG_LINE ? large_line_array(entry - LOG_LINE) : (struct object *)entry) != NULL;
}

static void visit_logged(uintptr_t entry)
{
    if (heap.remark && !is_live(entry)) return; /* visited when it is reached */
    if (makes_gray() && cycle_must_see_again(entry)) make_gray(main_marker, entry);
    if (entry & LOG_LINE) {
        queue_line(main_marker, entry - LOG_LINE, alone()); /* there may be very many */
        return;
    }
    size_t before = main_marker->live_bytes; /* it is old */
    visit_object(main_marker, (struct object *)entry, alone());
    main_marker->live_bytes = before;
}

/* ---- the work that a cycle left for its remark ---- */

static void take_gray(uintptr_t entry)
{
    if (entry & LOG_LINE) {
        visit_line(main_marker, entry - LOG_LINE, alone());
        return;
    }
    bit_set(heap.mark_map, entry);
    queue_marked(main_marker, (struct object *)entry);
}

static void look_again(struct object *ref)
{
    if (!refs_discover(ref, object_type(ref))) visit(main_marker, (nref *)((char *)ref + heap.ref_referent), PLAIN);
}

static void begin(void)
{
    if (!pool.ready) {
        os_cond_init(&pool.wake);
        pool.ready = true;
    }
    for (u32 i = 0; i < MAX_WORKERS; i++) {
        struct marker *m = &markers[i];
        m->top = &m->own[0];
        m->below = &m->own[1];
        m->top->count = m->below->count = 0;
        m->live = m->live_bytes = 0;
        to_space_begin(&m->to[0], heap.young);
        to_space_begin(&m->to[1], false);
        m->moved = 0;
        m->gray = m->gray_end = NULL;
    }
    atomic_store(&pool.full, NULL);
    pool.empty = NULL;
    pool.fresh = (char *)heap.mark_stack;
    pool.end = pool.fresh + heap.mark_stack_bytes;
    atomic_store(&dropped, false);
}

void mark_roots(bool clear_soft)
{
    HEAP_STANDS();
    begin();
    refs_begin(clear_soft);
    heap.vm->ambiguous_roots(&visitor);
    heap.vm->strong_roots(&visitor);
    if (heap_classes_stay()) {
        log_for_each(visit_logged);
        short_visit_parts(mark_narrow);
    }
    if (heap.remark) {
        cycle_for_each_gray(take_gray);
        cycle_for_each_reference(look_again);
    }
    mark_drain();
}

size_t mark_count(void)
{
    size_t n = 0;
    for (u32 i = 0; i < MAX_WORKERS; i++) n += markers[i].live;
    return n;
}

size_t mark_bytes(void)
{
    size_t n = 0;
    for (u32 i = 0; i < MAX_WORKERS; i++) n += markers[i].live_bytes;
    return n;
}

u64 mark_moved(void)
{
    u64 n = 0;
    for (u32 i = 0; i < MAX_WORKERS; i++) n += markers[i].moved;
    return n;
}
