/* The heap: allocation, collection, reference processing and walking.
 *
 * A client of two one-way interfaces: the VM calls the functions below; the heap calls the VM only through
 * struct heap_vm. So it can be tested on a mock VM. It knows layouts (struct heap_type), not what a class means.
 *
 * Blocks of 32 KiB, lines of 128 bytes, bump allocation into runs of free lines from thread-local spans; objects above
 * HEAP_LARGE_MIN have pages of their own. One bit for each 8 bytes says "an object starts here" (set at allocation,
 * cleared by the sweep), so the heap can be walked whenever the world is stopped and any word can be validated as an
 * object start. Source: Blackburn & McKinley, "Immix", PLDI 2008.
 *
 * Threads: heap_alloc runs on any mutator. Collection, walking and verification run while the world is stopped.
 */
#ifndef ARGUS_HEAP_HEAP_H
#define ARGUS_HEAP_HEAP_H

#include "base/base.h"
#include "heap/object.h"

enum { HEAP_BLOCK_SIZE = 32 * 1024, HEAP_LINE_SIZE = 128, HEAP_LARGE_MIN = 8 * 1024 };

/* The samplers of allocations, each with an interval of its own. */
enum heap_sampler { HEAP_SAMPLER_TOOLS, HEAP_SAMPLER_RECORDER, HEAP_SAMPLER_OLD, HEAP_SAMPLER_PROBES, HEAP_SAMPLERS };

/* A mutator's allocation state; lives inside struct thread. `cursor`..`limit` is zeroed memory ready to be handed out.
 *
 *     … objects | cursor … limit … zeroed | not zeroed yet … hole_end |     all in one run of free lines of `block`
 *
 * `limit` is `zeroed`, unless somebody wants to see allocations (sampling, gcstress): then it is lower and the slow
 * path looks why. */
struct heap_local {
    char *cursor, *limit;
    char *zeroed, *hole_end;
    /* the block that this mutator owns (UINT32_MAX: none) and where the search for its next hole goes on */
    u32 block, next_line;
    char *overflow_cursor, *overflow_end; /* a second block for objects larger than a line that do not fit the hole */
    u64 allocated;                        /* bytes handed out up to span_start; see heap_allocated_by */
    char *span_start;
    u64 skipped; /* bytes of holes of `block` that were too small for what was wanted */
    /* bytes left at span_start until the next sampled allocation; INT64_MAX when nobody samples */
    i64 sample_countdown;
    /* of each sampler: the value of `allocated` where it does next, UINT64_MAX when it does not; and where
     * heap_sample_weight was asked last */
    u64 sample_at[HEAP_SAMPLERS], weighed_at[HEAP_SAMPLERS];
    u32 stress_countdown; /* gcstress: allocations left until a collection is asked for */
    u32 holes_given_up;   /* since the last block of overflow */
    bool overflow_clean, stress_due;
};

enum heap_cause {
    HEAP_CAUSE_ALLOCATION,
    HEAP_CAUSE_SYSTEM_GC,
    HEAP_CAUSE_TOOL,
    HEAP_CAUSE_STRESS,
    HEAP_CAUSE_LAST_RESORT,
    HEAP_CAUSE_METADATA
};

/* Given by the collector to root enumerators. */
struct heap_visitor {
    /* a full pointer or NULL; updated when the object moves */
    void (*exact)(struct heap_visitor *v, struct object **slot);
    void (*narrow)(struct heap_visitor *v, nref *slot); /* likewise */
    /* any words; interior pointers count */
    void (*conservative)(struct heap_visitor *v, const void *from, const void *to);
    /* Java stack words: only object starts count */
    void (*slots)(struct heap_visitor *v, const void *from, const void *to);
    /* classes that must live; NULL when only objects are asked for */
    void (*holder)(struct heap_visitor *v, struct heap_holder *h);
};

typedef struct object *(*heap_live_fn)(const struct object *o);

/* Functions of the VM that the heap calls. All run with the world stopped unless said otherwise. */
struct heap_vm {
    /* First of all, before anything can move: stacks, whose words may be references or not (conservative, slots). What
     * they point to stays where it is. */
    void (*ambiguous_roots)(struct heap_visitor *v);
    /* Then what is known to be a reference (exact, narrow, holder). */
    void (*strong_roots)(struct heap_visitor *v);
    /* `live` answers where an object is now, NULL when it is dead. Entries of dead objects must be cleared, the others
     * say where their object is: weak JNI references, the string table, tags, monitors, … Called after soft/weak
     * clearing with `after_final` false (entries that must not see finalizable objects) and again with true. */
    void (*weak_roots)(heap_live_fn live, bool after_final);
    /* NULL, or: objects are about to move in this collection (true: begins; false: none will any more). In between
     * nobody else may use side tables by address. false: there is nothing that `moved` would have to tell. */
    bool (*moving)(bool on);
    /* NULL, or: an object was copied, `from` still has its contents. false: side tables have no room for it at its new
     * place, it stays. Between moving(true) and moving(false). */
    bool (*moved)(const struct object *from, struct object *to);
    /* NULL, or: may anything move now? (false: native code has addresses of elements.) */
    bool (*may_move)(void);
    /* NULL, or, for assertions: has the caller stopped the world? */
    bool (*world_stopped)(void);
    void (*for_each_local)(void (*fn)(struct heap_local *l)); /* every mutator's struct heap_local */
    void (*collection_start)(enum heap_cause cause);
    void (*collection_finish)(enum heap_cause cause);
    /* The head of a new list of pending java.lang.ref.References (linked through `discovered`), found by this
     * collection; the world is still stopped. To be put in front of what is pending already; wakes the reference
     * handler. */
    void (*pending_references)(struct object *head);
    /* Of a full collection: dead objects are gone; classes of holders that are not marked can go. */
    void (*swept)(void);
    /* Visits the objects that the classes of a holder keep alive: called once for each that becomes marked. */
    void (*holder_roots)(struct heap_visitor *v, struct heap_holder *h);
};

struct heap_config {
    size_t max_bytes;     /* -Xmx */
    size_t initial_bytes; /* -Xms */
    bool verify;          /* run heap_verify before and after each collection */
    u32 stress_every;     /* gcstress: ask for a collection at every nth allocation; 0: never */
    /* Where address space is scarce (ulimit -v); 0: as much as is good. */
    size_t range_bytes;      /* how much of it the heap takes, at least max_bytes */
    size_t mark_stack_bytes; /* less than a word for each object costs further passes over the heap */
    bool stress_moving;      /* every full collection moves all that nothing pins */
    bool full_only;          /* no collection of young objects alone */
    bool concurrent;         /* a thread marks beside the program when a full collection will be due before long */
    bool stress_concurrent;  /* it begins in every young collection */
    u32 threads;             /* that collect; 0 is 1 */
    u32 pause_ms;            /* what a young collection should take at most; 0: whatever it takes */
    bool pre_touch;          /* memory is there when it is committed, the first initial_bytes from the start */
    bool huge_pages;         /* transparent ones are asked for */
};

/* Reserves the heap. false: `err` (at least 256 bytes) says why (address space, size out of range). */
bool heap_init(const struct heap_config *config, const struct heap_vm *vm, char *err, size_t err_size);

/* Offsets of java.lang.ref.Reference's fields and of SoftReference's timestamp/clock; must be called before the first
 * Reference is allocated. */
void heap_set_reference_layout(u32 referent, u32 next, u32 discovered, u32 soft_timestamp);
/* Where SoftReference.clock (static long) lies; the collector writes it (milliseconds). */
void heap_set_soft_clock(i64 *clock);

void heap_local_init(struct heap_local *l);
/* gives the rest of the span back; at thread end and before each collection */
void heap_local_retire(struct heap_local *l);
/* Bytes that the owner of `l` has allocated in all, large and pinned objects too. Another thread may ask while it runs:
 * what the owner has made in its current span may then be missing, or count twice (less than HEAP_BLOCK_SIZE). */
u64 heap_allocated_by(const struct heap_local *l);

/* Bit n of word w says that an object starts at w * 512 + n * 8 (the pointer is biased by the heap's base). */
extern u64 *heap_start_map;
/* By bytes: allocation writes one after the other, and would wait for its own last store if it wrote the same word each
 * time. */
static ALWAYS_INLINE void heap_set_start(uintptr_t at)
{
    ((u8 *)heap_start_map)[at >> 6] |= (u8)(1u << ((at >> 3) & 7));
}
struct object *heap_alloc_slow(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* heap_alloc as far as it is a bump of the cursor. NULL: it takes more. */
static ALWAYS_INLINE struct object *heap_alloc_quick(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    char *p = l->cursor;
    if (UNLIKELY((size_t)(l->limit - p) < bytes)) return NULL;
    l->cursor = p + bytes;
    ((struct object *)p)->class_ref = (u32)(uintptr_t)type;
    heap_set_start((uintptr_t)p);
    return (struct object *)p;
}
/* A zeroed object of `bytes` (a multiple of 8) with class_ref set. Never collects. NULL: a collection is needed, or
 * there is no room, or a sample or stress point was reached, or somebody watches spans (heap_watch_spans) and it would
 * take one; core/alloc.h decides what to do. */
static ALWAYS_INLINE struct object *heap_alloc(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    struct object *o = heap_alloc_quick(l, type, bytes);
    return LIKELY(o != NULL) ? o : heap_alloc_slow(l, type, bytes);
}
/* As heap_alloc, but takes no notice of the collection budget, of sampling and of gcstress: NULL only when there is no
 * room below -Xmx. */
struct object *heap_alloc_forced(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* As heap_alloc, but takes no notice of sampling, of gcstress and of tools that watch spans. */
struct object *heap_alloc_unwatched(struct heap_local *l, const struct heap_type *type, size_t bytes);
/* From the reserve for an OutOfMemoryError with its trace, which may exceed the maximum a little; it is filled up by
 * each collection. Less than HEAP_LARGE_MIN bytes. Any thread. NULL: used up. */
struct object *heap_alloc_reserve(const struct heap_type *type, size_t bytes);
/* Why heap_alloc said NULL. sample: the allocation of `bytes` crosses the sampling points of these samplers (a bit for
 * each), which move on (the caller posts the events). stress: it is time for a collection. */
u32 heap_sample_due(struct heap_local *l, size_t bytes);
/* Bytes that the thread has allocated since this was asked last, or sampling began. Its own thread. */
u64 heap_sample_weight(struct heap_local *l, enum heap_sampler sampler);
bool heap_stress_due(struct heap_local *l);
/* As heap_alloc, but in blocks where nothing else was put since the last collection, if possible one that had
 * such objects before: for mirrors, which never move. */
struct object *heap_alloc_pinned(struct heap_local *l, const struct heap_type *type, size_t bytes);

/* Is p the start of an allocated object, alive or not swept yet? Any word may be asked about, at any time. */
bool heap_is_object(const void *p);

/* ---- the store barrier: the only ways a reference is written into the heap ----
 *
 * Before a reference of an object changes, NULL included, the object's UNLOGGED bit is tested. The first store since
 * the last collection finds it set, clears it and records the object (heap_log.c); of arrays with pages of their own
 * the bit stays and lines of HEAP_LINE_SIZE are recorded. The test comes before the store, so that old values can be
 * recorded too: with them the heap is known as it was at the last collection. Fresh objects have the bit clear.
 * -XX:+VerifyHeap finds stores that came around it. */

/* `bytes` from `offset` on are about to change. Neither collects nor fails. It saves the registers, so the fast path
 * around it keeps its own. */
__attribute__((preserve_most)) void heap_log_store(struct object *holder, u32 offset, size_t bytes);

static ALWAYS_INLINE void heap_before_store(struct object *holder, u32 offset, size_t bytes)
{
    if (UNLIKELY(atomic_load_explicit(&holder->lock, memory_order_relaxed) & OBJECT_UNLOGGED))
        heap_log_store(holder, offset, bytes);
}
/* A store that nobody has to be told of: into a fresh object, or while a collection runs. */
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
/* With release/volatile order; compare-and-swap; exchange. The CAS returns the witness. */
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

/* Collects. The world is stopped. `clear_soft`: soft references are treated as weak, and everything is looked at; so it
 * is for every cause but a failed allocation. */
void heap_collect(enum heap_cause cause, bool clear_soft);
/* While a collection runs: it looks only at objects made since the last one; older ones live, whatever refers to them,
 * and so does every holder. */
bool heap_young(void);
/* While a collection runs, of a live object: was it there at the last one, or has this one reached it? */
bool heap_is_old(const struct object *o);
/* While a collection runs: every holder lives, as in a young one and in one that was marked beside the program. */
bool heap_classes_stay(void);
/* Would a collection for that cause mark everything in its stop? */
bool heap_next_is_full(enum heap_cause cause);

/* The object that contains p, or NULL: any word may be asked about, of an object that is dead too. World stopped. */
struct object *heap_find_object(const void *p);

/* Every object, in address order; `fn` returns false to stop. World stopped; spans must be retired (this call does
 * it). */
void heap_walk(bool (*fn)(struct object *o, void *arg), void *arg);
/* The same, 512 bytes at a time: bit n of `starts` (never 0) says that an object starts at base + n * 8. */
void heap_walk_words(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);
/* For a visitor of words that looks at the objects: fetches those that it will come to soon. */
static inline void heap_walk_fetch(uintptr_t base)
{
    for (u32 k = 1024; k < 1024 + 512; k += 64) __builtin_prefetch((const char *)base + k);
}
/* Only while weak_roots runs: which objects of the 512 bytes at `base` live, as bits of the same kind. For side tables
 * that are kept in such pieces. */
u64 heap_live_word(uintptr_t base);
/* Likewise: could any object of the HEAP_BLOCK_SIZE bytes at `base` have died? */
bool heap_block_may_have_died(uintptr_t base);
/* Calls `fn` for every reference slot of `o` with its byte offset (mirror statics included, Reference.referent
 * included). */
void heap_visit_refs(struct object *o, void (*fn)(struct object *o, u32 offset, void *arg), void *arg);

/* Checks every edge; prints what is wrong and aborts. World stopped. */
void heap_verify(const char *when);

size_t heap_used(void); /* bytes: live estimate plus allocated since */
size_t heap_committed(void);
uintptr_t heap_first_address(void);
size_t heap_max(void);
const char *heap_cause_name(enum heap_cause cause); /* as HotSpot calls it; NULL behind the last */
u64 heap_collections(void);                         /* how many there have been */
u64 heap_young_collections(void);                   /* of these, of young objects alone */
u64 heap_remarks(void);                             /* of these, ends of a marking beside the program */
u64 heap_moved(void);                               /* objects that collections moved so far */
u64 heap_collection_ns(void);
u64 heap_young_ns(void); /* of these, in collections of young objects alone */
/* `sampler` samples all threads from now on, or no longer: every so many bytes on the average (0: every allocation),
 * whatever others do. World stopped. */
void heap_set_sampling(enum heap_sampler sampler, bool on, size_t interval);
/* heap_alloc says NULL from now on where a thread would take a block, a hole or pages of their own. World stopped. */
void heap_watch_spans(bool on);
/* gcstress: ask for a collection at every nth allocation from now on; 0: never. `backoff` > 0: n doubles after each
 * `backoff` such collections, so that a program of any length ends in time. World stopped. */
void heap_set_stress(u32 every, u32 backoff);
#ifdef ARGUS_DEBUG
/* For heap_contract.h. Has the caller stopped the world, as far as the heap is told? */
bool heap_stands(void);
#endif
/* The reserved range, for side tables indexed by address. */
void heap_range(uintptr_t *low, uintptr_t *high);

#endif
