/* Marking: from the roots, depth first with an explicit stack, through a short queue that prefetches (Cher, Hosking,
 * Vitek, "Software prefetching for mark-sweep garbage collection", ASPLOS 2004).
 *
 * The invariant is the usual one: an object whose mark bit is set is on the stack, in the queue, or its references were
 * all marked. An object is pushed when its bit goes from 0 to 1, so at most once; the stack has room for that unless
 * address space is scarce. An object that finds it full is dropped with its bit set, and before the marking ends all
 * marked objects are visited again, which finds what it refers to. */
#include "heap/heap_int.h"

enum { QUEUE = 8 }; /* power of two */

static struct object **top, **limit; /* next free entry of the mark stack, and its end */
static bool dropped;                 /* a marked object was not pushed */
static bool may_drain;               /* visiting outside of drain_objects: a full stack can be emptied on the spot */
static struct heap_holder *holders;  /* marked, what they keep alive not yet */
static bool in_holder;               /* one of them is being visited */
size_t mark_live_objects;

static COLD void push_on_full(struct object *o);

static ALWAYS_INLINE void push(struct object *o)
{
    uintptr_t a = (uintptr_t)o;
    u64 *w = &heap.mark_map[a >> 9], bit = (u64)1 << ((a >> 3) & 63);
    if (*w & bit) return;
    *w |= bit;
    if (UNLIKELY(top == limit))
        push_on_full(o);
    else
        *top++ = o;
}

/* ---- moving: an object of a block that is being emptied goes to the end of to-space, unless a stack word has marked
 * it first ----
 *
 * What is left behind says where it went: FORWARDED stands for its class, the narrow reference for its lock word. It
 * has no mark bit, so the sweep takes it. */
enum { FORWARDED = 1 };

static inline bool is_forwarded(const struct object *o) { return o->class_ref == FORWARDED; }
static inline struct object *forward_of(const struct object *o)
{
    return ref_decode(atomic_load_explicit(&o->lock, memory_order_relaxed));
}
static inline bool may_move(const struct object *o)
{
    uintptr_t a = (uintptr_t)o;
    return a < heap.large_lo && heap.moving_block[block_of(a)] && object_type(o)->kind != HEAP_MIRROR;
}

/* NULL: there is no room. */
static struct object *move(struct object *o)
{
    size_t bytes = object_size(o);
    struct object *to = to_space_alloc(bytes);
    if (!to) return NULL;
    memcpy(to, o, bytes);
    bit_set(heap_start_map, (uintptr_t)to);
    if (heap.vm->moved && !heap.vm->moved(o, to)) {
        heap_start_map[(uintptr_t)to >> 9] &= ~((u64)1 << (((uintptr_t)to >> 3) & 63));
        heap.to_space.cursor = (char *)to;
        return NULL;
    }
    o->class_ref = FORWARDED;
    atomic_store_explicit(&o->lock, ref_encode(to), memory_order_relaxed);
    heap.moved_objects++;
    return to;
}

/* Marks and queues; where it is now. */
static struct object *reach(struct object *o)
{
    if (is_forwarded(o)) return forward_of(o);
    if (!bit_test(heap.mark_map, (uintptr_t)o) && may_move(o)) {
        struct object *to = move(o);
        if (to) o = to;
    }
    push(o);
    return o;
}

static ALWAYS_INLINE void visit(nref *slot, bool moving)
{
    nref r = *slot;
    if (!r) return;
    struct object *o = ref_decode(r);
    if (!moving) {
        push(o);
        return;
    }
    struct object *now = reach(o);
    if (now != o) *slot = ref_encode(now);
}

void mark_narrow(nref *slot) { visit(slot, heap.moving); }

struct object *mark_live(const struct object *o)
{
    if (heap.moving && is_forwarded(o)) return forward_of(o);
    return bit_test(heap.mark_map, (uintptr_t)o) ? (struct object *)o : NULL;
}

static inline void mark_lines(uintptr_t a, size_t size)
{
    if (a >= heap.large_lo) return;
    uintptr_t line = a >> HEAP_LINE_SHIFT, last = (a + size - 1) >> HEAP_LINE_SHIFT;
    do heap.line_marks[line] = 1;
    while (++line <= last);
}

static void mark_holder(struct heap_holder *h)
{
    if (h->marked) return;
    h->marked = true;
    h->next_marked = holders;
    holders = h;
}

static inline void mark_type_holder(const struct heap_type *t)
{
    if (UNLIKELY(t->holder)) mark_holder((struct heap_holder *)(uintptr_t)t->holder);
}

/* Who stores into it from now on tells. */
static ALWAYS_INLINE void set_unlogged(struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_relaxed);
    if (!(w & OBJECT_UNLOGGED)) atomic_store_explicit(&o->lock, w | OBJECT_UNLOGGED, memory_order_relaxed);
}

static ALWAYS_INLINE void visit_object(struct object *o, bool moving)
{
    const struct heap_type *t = object_type(o);
    mark_lines((uintptr_t)o, object_size(o));
    mark_type_holder(t);
    if (t->kind == HEAP_PRIM_ARRAY) return;
    set_unlogged(o);
    if (t->kind == HEAP_REF_ARRAY) {
        nref *e = (nref *)((char *)o + ARRAY_BASE);
        for (u32 i = 0, n = (u32)array_length(o); i < n; i++) visit(&e[i], moving);
        return;
    }
    for (u32 s = 0; s < t->map_count; s++) {
        nref *e = (nref *)((char *)o + t->map[s].offset);
        for (u32 i = 0, n = t->map[s].count; i < n; i++) visit(&e[i], moving);
    }
    if (t->kind == HEAP_REFERENCE && heap.ref_layout) {
        visit((nref *)((char *)o + heap.ref_discovered), moving);
        if (!refs_discover(o, t)) visit((nref *)((char *)o + heap.ref_referent), moving);
    } else if (t->kind == HEAP_MIRROR) {
        const struct heap_type *d = *(const struct heap_type *const *)((const char *)o + mirror_class_offset);
        if (d) mark_type_holder(d);
        if (d && d->static_ref_count) {
            nref *e = (nref *)((char *)o + d->static_ref_offset);
            for (u32 i = 0; i < d->static_ref_count; i++) visit(&e[i], moving);
        }
    } else if (t->kind == HEAP_LOADER && loader_holder_offset) {
        struct heap_holder *h = *(struct heap_holder *const *)((const char *)o + loader_holder_offset);
        if (h) mark_holder(h);
    }
}

static ALWAYS_INLINE void scan(struct object *o, bool moving)
{
    mark_live_objects++;
    visit_object(o, moving);
}

static ALWAYS_INLINE void drain_all(bool moving)
{
    struct object *queue[QUEUE];
    u32 in = 0, out = 0;
    for (;;) {
        while (in - out < QUEUE && top > heap.mark_stack) {
            struct object *o = *--top;
            __builtin_prefetch(o);
            queue[in++ & (QUEUE - 1)] = o;
        }
        if (in == out) return;
        scan(queue[out++ & (QUEUE - 1)], moving);
    }
}

static void drain_objects(void)
{
    if (heap.moving)
        drain_all(true);
    else
        drain_all(false);
}

static void push_on_full(struct object *o)
{
    if (may_drain) {
        may_drain = false;
        drain_objects();
        may_drain = true;
        *top++ = o;
    } else {
        mark_live_objects++; /* it is not scanned, only visited again */
        dropped = true;
    }
}

static bool visit_marked_of_word(uintptr_t base, u64 starts, void *arg)
{
    (void)arg;
    for (starts &= heap.mark_map[base >> 9]; starts; starts &= starts - 1) {
        may_drain = true;
        visit_object((struct object *)(base + ((uintptr_t)__builtin_ctzll(starts) << 3)), heap.moving);
        may_drain = false;
    }
    return true;
}

/* Everything marked once more, for what was dropped. What a visit does, it may do twice. */
static COLD void visit_marked_again(void)
{
    dropped = false;
    heap_walk_words(visit_marked_of_word, NULL);
    drain_objects();
}

static struct heap_visitor visitor;

/* While a holder is visited only objects are drained: chains of loaders are followed in the loop, not by recursion. */
void mark_drain(void)
{
    drain_objects();
    if (in_holder) return;
    in_holder = true;
    while (holders || dropped) {
        for (struct heap_holder *h; (h = holders) != NULL; drain_objects()) {
            holders = h->next_marked;
            heap.vm->holder_roots(&visitor, h);
        }
        if (dropped) visit_marked_again();
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
        *slot = reach(*slot);
    else
        push(*slot);
    if (UNLIKELY((size_t)(top - heap.mark_stack) > 4096)) mark_drain();
}

static void root_narrow(struct heap_visitor *v, nref *slot)
{
    struct object *o = ref_decode(*slot);
    root_exact(v, &o);
    *slot = ref_encode(o);
}

/* Stacks of threads: reads words that no C object explains. */
__attribute__((no_sanitize("address", "thread"))) static void root_conservative(struct heap_visitor *v,
                                                                                const void *from, const void *to)
{
    (void)v;
    for (const uintptr_t *p = (const uintptr_t *)ALIGN_UP((uintptr_t)from, sizeof(uintptr_t));
         p + 1 <= (const uintptr_t *)to; p++) {
        uintptr_t a = *p;
        if (a - heap.base >= heap.end - heap.base) continue;
        struct object *o = heap_find_object((const void *)a);
        if (o) push(o);
    }
}

static void root_slots(struct heap_visitor *v, const void *from, const void *to)
{
    (void)v;
    for (const uintptr_t *p = from; p < (const uintptr_t *)to; p++) {
        uintptr_t a = *p;
        if (a - heap.base < heap.end - heap.base && heap_is_object((const void *)a)) push((struct object *)a);
    }
}

static void root_holder(struct heap_visitor *v, struct heap_holder *h)
{
    (void)v;
    mark_holder(h);
}

static struct heap_visitor visitor = { root_exact, root_narrow, root_conservative, root_slots, root_holder };

void mark_roots(bool clear_soft)
{
    HEAP_STANDS();
    top = heap.mark_stack;
    limit = top + heap.mark_stack_bytes / sizeof *top;
    dropped = false;
    mark_live_objects = 0;
    refs_begin(clear_soft);
    heap.vm->ambiguous_roots(&visitor);
    heap.vm->strong_roots(&visitor);
    mark_drain();
}
