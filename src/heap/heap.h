/* The heap: allocation, collection, reference processing and walking.
 *
 * Two one-way interfaces: the VM calls the functions below; the heap calls the VM only through struct heap_vm. So it
 * can be tested on a mock VM. It knows layouts (struct heap_type), not classes.
 *
 * Blocks of 32 KiB, lines of 128 bytes, bump allocation into runs of free lines from thread-local spans. Objects of
 * HEAP_LARGE_MIN bytes and more have pages of their own. One bit for each 8 bytes says "an object starts here" (set at
 * allocation, cleared by the sweep). So the heap can be walked whenever the world is stopped, and any word can be
 * checked for being an object's start. Source: Blackburn & McKinley, "Immix", PLDI 2008.
 *
 * Threads: heap_alloc runs on any mutator. Collection, walking and verification run while the world is stopped. */
#ifndef ARGUS_HEAP_HEAP_H
#define ARGUS_HEAP_HEAP_H

#include "base/base.h"
#include "heap/object.h"

enum { HEAP_BLOCK_SIZE = 32 * 1024, HEAP_LINE_SIZE = 128, HEAP_LARGE_MIN = 8 * 1024 };

/* The samplers of allocations, each with an interval of its own. */
enum heap_sampler { HEAP_SAMPLER_TOOLS, HEAP_SAMPLER_RECORDER, HEAP_SAMPLER_OLD, HEAP_SAMPLER_PAGE, HEAP_SAMPLERS };

/* A mutator's allocation state, inside struct thread. `cursor`..`limit` is zeroed memory ready to be handed out.
 *
 *     … objects | cursor … limit … zeroed | not zeroed yet … hole_end |     all in one run of free lines of `block`
 *
 * `limit` is `zeroed`, or lower if allocations are sampled or under gcstress. Then the slow path finds out why.
 * Compiled code zeroes further parts of the hole itself while `plain` says that nothing else asks for the slow path. */
struct heap_local {
    char *cursor, *limit;
    char *zeroed, *hole_end;
    /* the block that this mutator owns (UINT32_MAX: none), and the line at which the search for its next hole starts */
    u32 block, next_line;
    char *overflow_cursor, *overflow_end; /* a second block for objects larger than a line that do not fit the hole */
    u64 allocated;                        /* bytes handed out up to span_start; see heap_allocated_by */
    char *span_start;
    u64 skipped; /* bytes of holes of `block` that were too small for a request */
    /* bytes from span_start to the next sampled allocation; INT64_MAX if there is no sampling */
    i64 sample_countdown;
    /* by sampler: the value of `allocated` at its next sample, UINT64_MAX if it does not sample; and the value at the
     * last call of heap_sample_weight */
    u64 sample_at[HEAP_SAMPLERS], weighed_at[HEAP_SAMPLERS];
    u32 stress_countdown; /* gcstress: allocations left until a collection is asked for */
    u32 holes_given_up;   /* since the last block of overflow */
    bool overflow_clean, stress_due;
    bool plain; /* neither samples nor gcstress */
};

enum heap_cause {
    HEAP_CAUSE_ALLOCATION,
    HEAP_CAUSE_SYSTEM_GC,
    HEAP_CAUSE_TOOL,
    HEAP_CAUSE_STRESS,
    HEAP_CAUSE_LAST_RESORT,
    HEAP_CAUSE_METADATA,
    HEAP_CAUSE_GROWTH
};

/* Passed by the collector to functions that enumerate roots. */
struct heap_visitor {
    /* a full pointer or NULL; updated when the object moves */
    void (*exact)(struct heap_visitor *v, struct object **slot);
    void (*narrow)(struct heap_visitor *v, nref *slot); /* likewise */
    /* any words; interior pointers count */
    void (*conservative)(struct heap_visitor *v, const void *from, const void *to);
    /* Java stack words: only object starts count */
    void (*slots)(struct heap_visitor *v, const void *from, const void *to);
    /* classes that must live; NULL if only objects matter */
    void (*holder)(struct heap_visitor *v, struct heap_holder *h);
};

typedef struct object *(*heap_live_fn)(const struct object *o);

/* Functions of the VM that the heap calls. They run with the world stopped unless the comment says otherwise. */
struct heap_vm {
    /* Called first, before anything can move: stacks, whose words may be references (conservative, slots). Objects that
     * they point to do not move. */
    void (*ambiguous_roots)(struct heap_visitor *v);
    /* Then all exact references (exact, narrow, holder). */
    void (*strong_roots)(struct heap_visitor *v);
    /* Visits weak entries: weak JNI references, the string table, tags, monitors, … `live` returns an object's present
     * address, or NULL if it is dead. Entries of dead objects must be cleared, the others updated. Called twice: after
     * soft and weak references were cleared, with `after_final` false (entries that must not see finalizable objects),
     * and again with true. */
    void (*weak_roots)(heap_live_fn live, bool after_final);
    /* NULL, or: objects are about to move in this collection (true), or no more will (false). In between only the
     * collector may use side tables by address. Returns false if `moved` need not be called. */
    bool (*moving)(bool on);
    /* NULL, or: an object was copied; `from` still has its contents. Returns false if side tables have no room for it
     * at its new place; then it does not move. Between moving(true) and moving(false). */
    bool (*moved)(const struct object *from, struct object *to);
    /* NULL, or: may objects move now? (false: native code has addresses of elements.) */
    bool (*may_move)(void);
    /* NULL, or, for assertions: has the caller stopped the world? */
    bool (*world_stopped)(void);
    void (*for_each_local)(void (*fn)(struct heap_local *l)); /* every mutator's struct heap_local */
    void (*collection_start)(enum heap_cause cause);
    void (*collection_finish)(enum heap_cause cause);
    /* Takes the list of java.lang.ref.References that this collection has made pending (linked through `discovered`),
     * puts it before those that are pending already, and wakes the reference handler. The world is still stopped. */
    void (*pending_references)(struct object *head);
    /* In a full collection: dead objects are gone. Classes of holders that are not marked can be unloaded. */
    void (*swept)(void);
    /* Visits the objects that the classes of a holder keep alive. Called once for each holder that becomes marked. */
    void (*holder_roots)(struct heap_visitor *v, struct heap_holder *h);
};

struct heap_config {
    size_t max_bytes;     /* -Xmx */
    size_t initial_bytes; /* -Xms */
    bool verify;          /* run heap_verify before and after each collection */
    u32 stress_every;     /* gcstress: ask for a collection at every nth allocation; 0: never */
    /* for scarce address space (ulimit -v); 0: no limit */
    size_t range_bytes;      /* address space for the heap, at least max_bytes */
    size_t mark_stack_bytes; /* less than a word for each object costs further passes over the heap */
    bool stress_moving;      /* every full collection moves all objects that are not pinned */
    bool full_only;          /* no young collections */
    bool concurrent;         /* a thread marks while the program runs, when a full collection will be due soon */
    bool stress_concurrent;  /* such marking begins in every young collection */
    u32 threads;             /* threads that collect; 0 means 1 */
    u32 pause_ms;            /* the goal for the length of a young collection; 0: none */
    bool pre_touch;          /* touch memory when it is committed, the first initial_bytes at the start */
    bool huge_pages;         /* ask for transparent huge pages */
};

/* Reserves the heap. Returns false if that fails; `err` (at least 256 bytes) has the reason. */
bool heap_init(const struct heap_config *config, const struct heap_vm *vm, char *err, size_t err_size);

/* Offsets of java.lang.ref.Reference's fields and of SoftReference's timestamp/clock; must be called before the first
 * Reference is allocated. */
void heap_set_reference_layout(u32 referent, u32 next, u32 discovered, u32 soft_timestamp);
/* The address of SoftReference.clock (static long), which the collector writes (milliseconds). */
void heap_set_soft_clock(i64 *clock);

void heap_local_init(struct heap_local *l);
/* gives the rest of the span back; at thread end and before each collection */
void heap_local_retire(struct heap_local *l);
/* Bytes that the owner of `l` has allocated so far, large and pinned objects included. Any thread may call it. While
 * the owner runs, its objects in the current span may be missing or counted twice (less than HEAP_BLOCK_SIZE). */
u64 heap_allocated_by(const struct heap_local *l);

/* Bit n of word w says that an object starts at w * 512 + n * 8 (the pointer is biased by the heap's base). */
extern u64 *heap_start_map;
/* Writes bytes: allocations follow each other, and with words each would wait for the store before it. */
static ALWAYS_INLINE void heap_set_start(uintptr_t at)
{
    ((u8 *)heap_start_map)[at >> 6] |= (u8)(1u << ((at >> 3) & 7));
}
struct object *heap_alloc_slow(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* The part of heap_alloc that bumps the cursor. Returns NULL if that is not enough. */
static ALWAYS_INLINE struct object *heap_alloc_quick(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    char *p = l->cursor;
    if (UNLIKELY((size_t)(l->limit - p) < bytes)) return NULL;
    l->cursor = p + bytes;
    ((struct object *)p)->class_ref = (u32)(uintptr_t)type;
    heap_set_start((uintptr_t)p);
    return (struct object *)p;
}
/* Returns a zeroed object of `bytes` (a multiple of 8) with class_ref set. Never collects. Returns NULL if a collection
 * is needed, there is no room, a sample or stress point was reached, or spans are watched (heap_watch_spans) and it
 * needs a new one; core/alloc.h decides what to do. */
static ALWAYS_INLINE struct object *heap_alloc(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    struct object *o = heap_alloc_quick(l, type, bytes);
    return LIKELY(o != NULL) ? o : heap_alloc_slow(l, type, bytes);
}
/* Like heap_alloc, but ignores the collection budget, sampling and gcstress: NULL only if there is no room below
 * -Xmx. */
struct object *heap_alloc_forced(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* Called after such allocations. If they went beyond the budget, the thread's next allocation asks for the collection,
 * instead of using up the block that they got: code that leaves again and again would never collect. */
void heap_forced_end(struct heap_local *l);
/* Like heap_alloc, but ignores sampling, gcstress and tools that watch spans. */
struct object *heap_alloc_unwatched(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* Allocates from the reserve for an OutOfMemoryError with its trace, which may exceed the maximum a little. Each
 * collection fills the reserve up. `bytes` is less than HEAP_LARGE_MIN. Any thread. Returns NULL if the reserve is used
 * up. */
struct object *heap_alloc_reserve(const struct heap_type *type, size_t bytes);
/* The reasons why heap_alloc returned NULL. sample: returns a bit for each sampler whose sampling point the allocation
 * of `bytes` crosses, and advances these (the caller posts the events). stress: is it time for a collection? */
u32 heap_sample_due(struct heap_local *l, size_t bytes);
/* Bytes that the thread has allocated since the last call, or since sampling began. Called by the thread itself. */
u64 heap_sample_weight(struct heap_local *l, enum heap_sampler sampler);
bool heap_stress_due(struct heap_local *l);
/* Like heap_alloc, for mirrors, which never move: in blocks that hold only such objects, if possible one that had some
 * before. */
struct object *heap_alloc_pinned(struct heap_local *l, const struct heap_type *type, size_t bytes);

/* Is p the start of an allocated object, alive or not swept yet? p may be any word. At any time. */
bool heap_is_object(const void *p);

/* ---- the store barrier: every store of a reference into the heap goes through these ----
 *
 * Before a reference of an object changes, also to NULL, the barrier tests the object's UNLOGGED bit. The first store
 * since the last collection finds it set, clears it and records the object (heap_log.c). In arrays with pages of their
 * own the bit stays, and lines of HEAP_LINE_SIZE are recorded. The test comes before the store, so old values could be
 * recorded too. Fresh objects have the bit clear. -XX:+VerifyHeap finds stores that bypass the barrier. */

/* The `bytes` from `offset` on are about to change. Neither collects nor fails. Preserves the registers of the fast
 * path. */
__attribute__((preserve_most)) void heap_log_store(struct object *holder, u32 offset, size_t bytes);

static ALWAYS_INLINE void heap_before_store(struct object *holder, u32 offset, size_t bytes)
{
    if (UNLIKELY(atomic_load_explicit(&holder->lock, memory_order_relaxed) & OBJECT_UNLOGGED))
        heap_log_store(holder, offset, bytes);
}
/* A store without the barrier: into a fresh object, or during a collection. */
static inline void heap_init_ref(struct object *holder, u32 offset, struct object *value)
{
    CONTRACT("is an object or NULL", value == NULL || heap_is_object(value));
    *(nref *)((char *)holder + offset) = ref_encode(value);
}
static ALWAYS_INLINE void heap_store_ref(struct object *holder, u32 offset, struct object *value)
{
    CONTRACT("is an object or NULL", value == NULL || heap_is_object(value));
    heap_before_store(holder, offset, sizeof(nref));
    *(nref *)((char *)holder + offset) = ref_encode(value);
}
/* Sequentially consistent stores through the barrier. heap_cas_ref stores `value` if the field holds `expect`, returns
 * whether it did, and puts the value that it found into *witness (NULL: not wanted). heap_xchg_ref returns the old
 * value. */
static inline void heap_store_ref_volatile(struct object *holder, u32 offset, struct object *value)
{
    heap_before_store(holder, offset, sizeof(nref));
    __atomic_store_n((nref *)((char *)holder + offset), ref_encode(value), __ATOMIC_SEQ_CST);
}
static inline bool heap_cas_ref(struct object *holder, u32 offset, struct object *expect, struct object *value,
                                struct object **witness)
{
    nref e = ref_encode(expect);
    heap_before_store(holder, offset, sizeof(nref));
    bool ok = __atomic_compare_exchange_n((nref *)((char *)holder + offset), &e, ref_encode(value), false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (witness) *witness = ref_decode(e);
    return ok;
}
static inline struct object *heap_xchg_ref(struct object *holder, u32 offset, struct object *value)
{
    heap_before_store(holder, offset, sizeof(nref));
    return ref_decode(__atomic_exchange_n((nref *)((char *)holder + offset), ref_encode(value), __ATOMIC_SEQ_CST));
}

/* Collects. The world is stopped. `clear_soft`: soft references are treated as weak, and the collection is full; every
 * cause but a failed allocation passes it. */
void heap_collect(enum heap_cause cause, bool clear_soft);
/* During a collection: is it a young one? Then older objects live, whatever refers to them, and so does every
 * holder. */
bool heap_young(void);
/* During a collection, for a live object: did it exist at the last one, or has this one reached it? */
bool heap_is_old(const struct object *o);
/* During a collection: does every holder live, as in a young one and after marking beside the program? */
bool heap_classes_stay(void);
/* Would a collection for that cause mark everything in its stop? */
bool heap_next_is_full(enum heap_cause cause);

/* The object that contains p, alive or not swept yet; NULL: none. p may be any word. World stopped. */
struct object *heap_find_object(const void *p);

/* Every object, in address order; `fn` returns false to stop. World stopped; spans must be retired (this call does
 * it). */
void heap_walk(bool (*fn)(struct object *o, void *arg), void *arg);
/* The same, 512 bytes at a time: bit n of `starts` (never 0) says that an object starts at base + n * 8. */
void heap_walk_words(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);
/* ---- looking at objects while the program runs (heap_look.c) ----
 *
 * The caller is a thread that the world waits for (IN_VM) and does not poll during a call. So no collection begins: no
 * object moves, dies or is swept, and every start bit belongs to an object whose class is there. Mutators go on
 * allocating: an array whose length is not stored yet shows none. In between two calls collections may come, so what is
 * seen is of no single moment. */
struct heap_look {
    u32 next_block, next_page; /* where the next call goes on; next_page 0: blocks are not done */
    u64 seed, chosen_below;    /* a block is looked at if its hash is below */
    u32 in_use, looked;        /* blocks of small objects: in use, and looked at */
};
/* All objects if no more than `whole` blocks of small ones are in use; else small objects of about `most` blocks,
 * chosen at random, and all large ones. */
void heap_look_begin(struct heap_look *l, u32 whole, u32 most, u64 seed);
/* Calls fn for objects with their sizes until the time `until` (os_time_monotonic_ns) or the end; whole blocks. Returns
 * false at the end. */
WARN_UNUSED bool heap_look_on(struct heap_look *l, i64 until,
                              void (*fn)(const struct object *o, size_t bytes, bool large, void *arg), void *arg);

/* World stopped: between them nothing marks beside the program, so maps of types may change, and references may move
 * inside of their objects around the barrier. */
void heap_marking_pause(void);
void heap_marking_resume(void);
/* Is a marking beside the program under way? World stopped. */
bool heap_marking(void);
/* For a visitor of words that reads the objects: prefetches those that it will reach soon. */
static inline void heap_walk_fetch(uintptr_t base)
{
    for (u32 k = 1024; k < 1024 + 512; k += 64) __builtin_prefetch((const char *)base + k);
}
/* Only while weak_roots runs: the live objects of the 512 bytes at `base`, as bits like `starts`. For side tables with
 * such pieces. */
u64 heap_live_word(uintptr_t base);
/* Likewise: may an object of the HEAP_BLOCK_SIZE bytes at `base` have died? */
bool heap_block_may_have_died(uintptr_t base);
/* Calls `fn` for every reference slot of `o` with its byte offset (mirror statics included, Reference.referent
 * included). */
void heap_visit_refs(struct object *o, void (*fn)(struct object *o, u32 offset, void *arg), void *arg);

/* ---- instances that grow (heap_grow.c); world stopped ----
 *
 * heap_grow_begin, heap_grow, a collection, heap_grow_end, all in one stop. */
struct heap_growth {
    struct heap_type *type; /* no mirror, no array */
    u32 size;               /* of its instances; more than now, a multiple of 8, less than HEAP_LARGE_MIN */
};
/* About how many blocks their copies will take, by a look at some blocks. heap_map_blocks, with the world running, maps
 * memory for so many where a collection looks for it first. Then the stop does not wait for pages. 0: not worth it. */
u32 heap_grow_blocks(const struct heap_growth *all, u32 n);
void heap_map_blocks(u32 blocks);
/* Returns false if there is no memory to copy the instances; then nothing has changed. Visits all objects if that is
 * not plain from their sum. */
WARN_UNUSED bool heap_grow_begin(const struct heap_growth *all, u32 n);
/* From now on instances have the new size, and zeros where they have grown. The next collection, which is full and must
 * follow at once, copies those that exist. Those that cannot move stay short until a full collection can move them. */
void heap_grow(const struct heap_growth *all, u32 n);
/* `refs`, `longs`: the types of Object[] and long[], for what short objects lack. */
void heap_grow_end(struct heap_local *l, const struct heap_type *refs, const struct heap_type *longs);

u32 heap_short_count(void);
/* Calls `fn` for each short object with its size. World stopped. */
void heap_each_short(void (*fn)(struct object *o, u32 size, void *arg), void *arg);
/* Where a short object has its bytes at `offset`: there, or in a part, which is an array. Valid until the next stop. */
struct heap_place {
    struct object *base;
    u64 offset;
};
struct heap_place heap_place_of_short(struct object *o, u64 offset, bool is_ref);
/* The same for any object, or NULL. */
static ALWAYS_INLINE struct heap_place heap_place(struct object *o, u64 offset, bool is_ref)
{
    if (LIKELY(!o || !object_is_short(o))) return (struct heap_place){ o, offset };
    return heap_place_of_short(o, offset, is_ref);
}
/* For readers. */
static inline const void *heap_bytes_at(const struct object *o, u32 offset, bool is_ref)
{
    struct heap_place at = heap_place((struct object *)(uintptr_t)o, offset, is_ref);
    return (const char *)at.base + at.offset;
}
static inline struct object *heap_ref_at(const struct object *o, u32 offset)
{
    return ref_decode(*(const nref *)heap_bytes_at(o, offset, true));
}
/* Copies the contents of an object to a new one of its class, which is as long, or longer if `from` is short. Calls
 * the barrier. */
void heap_copy_short(struct object *to, struct object *from);
static inline void heap_copy(struct object *to, struct object *from)
{
    size_t bytes = object_size(from) - OBJECT_HEADER_SIZE;
    heap_before_store(to, OBJECT_HEADER_SIZE, bytes);
    memcpy((char *)to + OBJECT_HEADER_SIZE, (const char *)from + OBJECT_HEADER_SIZE, bytes);
    if (UNLIKELY(object_is_short(from))) heap_copy_short(to, from);
}

/* Checks every reference. Prints faults and aborts. World stopped. */
void heap_verify(const char *when);

/* A record of one collection: its parts, one after the other, and how many references of each strength it found whose
 * referents had not been reached yet. */
enum { HEAP_PHASES_MOST = 6 };
struct heap_phase {
    const char *name;
    i64 began, ended; /* os_time_monotonic_ns */
};
struct heap_report {
    u32 phase_count, references[REF_PHANTOM + 1];
    struct heap_phase phases[HEAP_PHASES_MOST];
    struct heap_phase concurrent; /* marking beside the program, which this collection has ended; began 0: none */
};
/* Of the last collection, until the next one begins. World stopped. */
const struct heap_report *heap_last_report(void);

size_t heap_used(void); /* bytes: estimate of live ones, plus those allocated since */
size_t heap_committed(void);
uintptr_t heap_first_address(void);
size_t heap_max(void);
const char *heap_cause_name(enum heap_cause cause); /* HotSpot's name; NULL after the last cause */
u64 heap_collections(void);                         /* number of collections */
u64 heap_young_collections(void);                   /* of these, young ones */
u64 heap_remarks(void);                             /* of these, remarks */
u64 heap_moved(void);                               /* number of objects that collections have moved */
u64 heap_collection_ns(void);
u64 heap_young_ns(void); /* of these, in young collections */
/* Starts or stops sampling of all threads' allocations for `sampler`: on average every `interval` bytes (0: every
 * allocation), independently of the other samplers. World stopped. */
void heap_set_sampling(enum heap_sampler sampler, bool on, size_t interval);
/* A sampler that is on has this interval from each thread's next sample on. No weight is lost. World stopped. */
void heap_change_sampling(enum heap_sampler sampler, size_t interval);
/* With `on`, heap_alloc returns NULL where a thread would take a block, a hole or pages. World stopped. */
void heap_watch_spans(bool on);
/* gcstress: requests a collection at every nth allocation; 0: never. `backoff` > 0: n doubles after each `backoff` such
 * collections, so that every program ends. World stopped. */
void heap_set_stress(u32 every, u32 backoff);
#ifdef ARGUS_DEBUG
/* For heap_contract.h: has the caller stopped the world, as far as the heap knows? */
bool heap_stands(void);
#endif
/* The reserved range, for side tables indexed by address. */
void heap_range(uintptr_t *low, uintptr_t *high);

#endif
