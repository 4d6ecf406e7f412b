/* The inside of the heap: one global state, shared by its files.
 *
 * The reserved range is used from both ends. Blocks for small objects grow upward from `base`; pages of large objects
 * grow downward from `end`. Address order is therefore: small, unused, large.
 *
 *     base |blocks 0 .. block_count| ......... |large_lo .. pages of large objects| end
 *
 * Side tables cover the whole range and take memory only where they are touched:
 *     start map    1 bit / 8 bytes   an object starts here; exact at any safepoint
 *     mark map     1 bit / 8 bytes   reached by the present collection; becomes the start map in the sweep. A young
 *                                    collection starts with the bits of the last one: marked objects are old
 *     next map     1 bit / 8 bytes   reached by the marking beside the program (heap_concurrent.c), zero if there is
 *     next lines   1 byte / 128      none; the remark makes them the mark map and the line marks
 *     line marks   1 byte / 128      a marked object touches the line; kept until the next collection: the zeroes are
 *                                    the holes
 *     block state  1 byte / 32 KiB
 *     page owner   u32 / 4 KiB       large objects: number of the first page + 1; 0 free
 *
 * Lock: heap.lock guards block states, page owners, free ranges and the counters; a leaf. Everything else changes only
 * while the world is stopped. A block in state OWNED belongs to one mutator, which writes its start bits without a
 * lock. */
#ifndef ARGUS_HEAP_HEAP_INT_H
#define ARGUS_HEAP_HEAP_INT_H

#include "base/vec.h"
#include "heap/heap_contract.h"
#include "os/os_mem.h"
#include "os/os_sync.h"

enum {
    HEAP_BLOCK_SHIFT = 15,
    HEAP_LINE_SHIFT = 7,
    HEAP_PAGE_SHIFT = 12,
    HEAP_PAGE = 4096,
    LINES_PER_BLOCK = HEAP_BLOCK_SIZE / HEAP_LINE_SIZE,
    MAP_WORDS_PER_BLOCK = HEAP_BLOCK_SIZE / 512
};
enum { HEAP_COMMIT_STEP = 2 << 20 };
/* fills dead memory when heap.poison is set: neither a class reference nor a narrow reference to an object */
enum { HEAP_POISON = 0xdb };

enum block_state {
    BLOCK_FREE,       /* no object; reads as zero */
    BLOCK_FREE_DIRTY, /* no object; old contents */
    BLOCK_RECYCLE,    /* has holes worth filling */
    BLOCK_FULL,       /* no hole worth filling before the next collection */
    BLOCK_OWNED,      /* a mutator has allocated in it since the last collection; all young objects are in these */
};

struct free_range {
    u32 page, count;
}; /* pages counted from base */

struct heap {
    struct heap_config config;
    const struct heap_vm *vm;
    struct os_mutex lock;
    uintptr_t base, end;
    size_t max_bytes;

    u8 *block_state;
    u8 *block_free_lines;            /* of RECYCLE and FULL blocks, as of their last sweep */
    u32 block_count, block_capacity; /* blocks in use; blocks that fit */
    u32 blocks_in_use;               /* not FREE, not FREE_DIRTY */
    u32 recycle_cursor, free_cursor; /* no RECYCLE or free block below */
    u32 clean_cursor;                /* no FREE one */
    uintptr_t small_committed;       /* [base, here) is accessible */
    struct heap_local pinned;        /* blocks for heap_alloc_pinned, under lock */
    u8 *pinned_block;                /* by block: it was one of these, and has not been free since */
    struct heap_local reserve;       /* for heap_alloc_reserve, under lock */
    u32 reserve_blocks;              /* blocks that it may take until the next collection */
    struct {
        char *from, *to;
    } spare[64]; /* unused parts of spans of ended threads */
    u32 spare_count;

    uintptr_t large_lo, large_committed; /* [large_committed, end) is accessible */
    u32 *page_owner, *page_count;        /* page_count[first page]: pages of that object */
    u8 *page_dirty;                      /* free pages with old contents */
    struct free_range *ranges;
    u32 range_count, range_capacity; /* by address */
    size_t large_bytes;
    u32 *young_large; /* first pages of large objects made since the last collection */
    u32 young_large_count, young_large_capacity;

    u64 *mark_map;  /* biased like heap_start_map */
    u8 *line_marks; /* biased: index address >> 7 */
    u64 *next_map;  /* likewise; NULL before the first cycle */
    u8 *next_lines; /* likewise */
    struct object **mark_stack;
    size_t mark_stack_bytes;

    _Atomic size_t since; /* bytes handed to mutators since the last collection */
    size_t budget;        /* the most that may be handed out */
    size_t paced_budget;  /* the most that a young collection handles within its goal */
    u32 dirty_blocks;     /* in state FREE_DIRTY */
    size_t large_since;   /* bytes of large objects made since the last sweep of them */
    size_t large_dirty;   /* bytes of free pages with old contents, as of the last sweep */
    /* memory was refused for want of adjacent pages, or of blocks, but not of bytes: a full collection then moves
     * objects */
    bool crowded, short_of_blocks;
    bool few_blocks;    /* the last collection has left few free blocks */
    size_t small_bytes; /* live small objects as of the last full marking; moving needs at most this much */

    /* this marking moves objects that are not pinned out of the blocks in `moving_block` */
    bool moving;
    bool tell_moved;     /* heap_vm.moved */
    u8 *moving_block;    /* by block: enum move */
    bool growing;        /* types have a short_size; the next collection moves their instances */
    u32 to_space_blocks; /* blocks that it may still take */
    u32 to_space_cursor; /* no block with holes below */
    u32 blocks_moved_to; /* number in the last young collection */
    u64 moved_objects;
    size_t live_bytes; /* as of the last collection; lines and pages, not exact sizes */
    u64 collections, collection_ns;
    bool young;         /* the present collection ignores old objects */
    bool many_survived; /* of the objects made before the last young collection */
    size_t full_above;  /* if so much lives after a young collection, the next one is full */
    size_t begin_above; /* if so much, marking beside the program begins */
    u64 young_collections, young_ns;
    bool cycle;  /* marking beside the program is running */
    bool remark; /* the present collection ends it */
    u64 remarks;
    u64 log_number, next_number; /* numbers in the log, of this collection and the next; cycles count too */
    bool collecting, poison;
    bool swept; /* the present collection has visited everything */

    bool sampling[HEAP_SAMPLERS];
    size_t sample_interval[HEAP_SAMPLERS];
    bool watch_spans;
    u32 stress_every, stress_backoff, stress_left; /* stress collections left until stress_every doubles */

    bool ref_layout;
    u32 ref_referent, ref_next, ref_discovered, ref_timestamp;
    i64 *soft_clock;
};

extern struct heap heap;

/* The lock is not needed while the world is stopped. Requires the stop, or the lock. */
#define HEAP_STANDS_FOR_LOCK() \
    do { \
        HEAP_STANDS(); \
        contract_lock_is_held(&heap.lock); \
    } while (0)
#define HEAP_LOCKED_OR_STANDS() \
    do { \
        CONTRACT("lock held or world stopped", os_mutex_held(&heap.lock) || heap_stands()); \
        contract_lock_is_held(&heap.lock); \
    } while (0)

static inline bool bit_test(const u64 *map, uintptr_t a) { return (map[a >> 9] >> ((a >> 3) & 63)) & 1; }
static inline void bit_set(u64 *map, uintptr_t a) { map[a >> 9] |= (u64)1 << ((a >> 3) & 63); }
static inline u32 block_of(uintptr_t a) { return (u32)((a - heap.base) >> HEAP_BLOCK_SHIFT); }
static inline uintptr_t block_address(u32 b) { return heap.base + ((uintptr_t)b << HEAP_BLOCK_SHIFT); }
/* Also read without the lock, to check whether a word may be a reference. */
static inline uintptr_t small_end(void) { return block_address(__atomic_load_n(&heap.block_count, __ATOMIC_RELAXED)); }
static inline bool in_moving_block(const struct object *o)
{
    uintptr_t a = (uintptr_t)o;
    return a < heap.large_lo && heap.moving_block[block_of(a)];
}
static inline u32 page_of(uintptr_t a) { return (u32)((a - heap.base) >> HEAP_PAGE_SHIFT); }
static inline uintptr_t page_address(u32 p) { return heap.base + ((uintptr_t)p << HEAP_PAGE_SHIFT); }

/* May `bytes` of unused memory be taken? heap.lock is held. */
bool heap_fits_locked(size_t bytes) WANTS_LOCK(heap.lock);
/* Returns dirty free blocks to the system until `bytes` more fit below the maximum. heap.lock is held, or the world is
 * stopped. */
void heap_trim_locked(size_t bytes) WANTS_LOCK(heap.lock);
/* Ends the area of small objects after its last block in use; the rest is for large objects again. heap.lock is
 * held. */
void heap_lower_small_end_locked(void) WANTS_LOCK(heap.lock);

/* Maps zeroed memory for a side table; pages are allocated when touched. NULL: there is none. */
void *heap_table_map(size_t bytes);

/* heap_large.c */
struct object *large_alloc(const struct heap_type *type, size_t bytes, bool forced);
void large_sweep(void);
/* Makes blocks below `upto` accessible. Returns false if there is no memory. */
bool heap_commit_small(uintptr_t upto);
bool large_young_died(void); /* is a large object made since the last collection not marked? */
void large_walk(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);
struct object *large_find(uintptr_t a);
void large_renew_marks(void); /* like renew_marks for blocks (heap_collect.c) */
/* For a line of an array with pages of its own: the array, and the elements in the line. */
struct object *large_line_array(uintptr_t line);
void large_line_elements(uintptr_t line, nref **from, nref **to);

/* heap_alloc.c */
enum { RESERVE_BLOCKS = 2 };
bool heap_room_locked(size_t bytes, bool forced) WANTS_LOCK(heap.lock); /* may `bytes` more be handed out? */
void local_sync(struct heap_local *l);   /* moves span_start to cursor, keeping the counters right */
void local_forget(struct heap_local *l); /* at a collection (the sweep finds the rest), or when the owner gives it up */

/* If little was handed out since the last collection, ends the budget: the next allocation that needs a block requests
 * a collection. Returns true then. */
bool heap_end_budget_early(void);
/* After a sweep: makes heap_alloc_pinned continue in a block that has such objects already. World stopped. */
void pinned_go_on(void);
/* The memory into which a thread moves objects: in a young collection holes of blocks with old objects first; then free
 * blocks. Not zeroed. */
struct to_space {
    char *cursor, *end;
    u32 block, next_line; /* the block whose holes come next */
};
void to_space_begin(struct to_space *t, bool holes);
bool to_space_grow(struct to_space *t, size_t bytes); /* for several threads; false: no room */

/* heap_log.c: the records of the store barrier since the last collection. An entry is an object, or LOG_LINE and the
 * address of a line of a large array. */
enum { LOG_LINE = 1, LINE_LOGGED = 2 /* in the line marks of large arrays */ };
void log_for_each(void (*fn)(uintptr_t entry));
bool log_complete(void); /* there was room for all records */
void log_forget(void);   /* makes the lines unlogged again; the caller handles the objects' own bits */

/* heap_mark.c */
void mark_roots(bool clear_soft);
void mark_narrow(nref *slot); /* marks and queues the slot's object, and updates the slot if it moves */
void mark_drain(void);
struct object *mark_live(const struct object *o); /* its present address; NULL: not reached */
u64 mark_moved(void);                             /* number of objects moved */
size_t mark_count(void);                          /* number of objects that this marking has found */
size_t mark_bytes(void);                          /* their total size; a lower bound if some were dropped */

/* heap_concurrent.c: marking beside the program. All with the world stopped; between pause and resume if the thread may
 * be at work. */
void cycle_pause(void); /* returns when the thread has paused */
void cycle_resume(void);
void cycle_begin(void);       /* at the end of a young collection: all objects are old, the log is empty */
bool cycle_idle(void);        /* there is no gray object left */
bool cycle_due(void);         /* there is no gray object left, and it is time for the remark */
void cycle_put_off(void);     /* a young collection has come before the remark */
bool cycle_failed(void);      /* the cycle has lost entries: a full collection must follow */
void cycle_fail(void);        /* it has lost entries; any thread */
u64 cycle_number(void);       /* logs its begin */
void cycle_log_end(void);     /* logs its end, after the line of the collection that ended it */
i64 cycle_begun_ns(void);     /* of the last one */
void cycle_end(bool aborted); /* after the next map was used or cleared */
/* Reserves entries of the gray stack for a marker, which fills any number of them; the others stay 0. Empty if there is
 * no room. */
void cycle_reserve(uintptr_t **from, uintptr_t **to);
/* An old object or line (LOG_LINE) was stored into: has the cycle visited it already? */
bool cycle_must_see_again(uintptr_t entry);
void cycle_for_each_gray(void (*fn)(uintptr_t entry));         /* objects, marked or not; lines */
void cycle_for_each_reference(void (*fn)(struct object *ref)); /* References whose referents were not followed */

/* heap_workers.c: the collecting thread and its helpers. */
enum { MAX_WORKERS = 64 };
u32 workers_count(void); /* their maximum number, at least 1 */
/* Runs fn(index, arg) on at most `count` workers, index 0 on the caller. Returns when all are done. `prepare` (or NULL)
 * is called first, with their number. */
void workers_run(u32 count, void (*prepare)(u32 count, void *arg), void (*fn)(u32 index, void *arg), void *arg);

/* heap_move.c: which blocks are emptied. While instances grow, one of a type with a short_size is short if it lies in
 * one of them. */
enum move { MOVE_NONE, MOVE_ALL, MOVE_SHORT /* only instances that will grow */ };
/* After a sweep: is the heap so fragmented that objects should be moved? */
bool move_wanted(enum heap_cause cause);
/* Before a young collection: should it move the survivors? */
bool move_young_wanted(void);
void move_begin(bool growing); /* growing: only short objects move */
/* Only short objects will move. Chooses the blocks of those that there are; while instances grow, all with objects. */
void move_choose_short(void);
u32 move_blocks(void); /* the number of blocks that it may take */
void move_end(void);
bool move_few_blocks(void); /* could few free blocks be taken? */

/* heap_short.c: instances that are still smaller than their class */
enum { SHORT_PARTS = 2 };
struct short_entry {
    struct object *o;
    u32 size;
    bool done;              /* it has grown at another place, in this collection */
    nref part[SHORT_PARTS]; /* for references, for all else; null until heap_grow_end */
};
extern struct short_table {
    struct short_entry *all; /* by address; malloc'ed */
    u32 count;
    struct vec found; /* short objects that a marking has found and that have no entry yet; some twice */
    const struct heap_growth *growth; /* types that have a short_size, until the collection has swept */
    u32 growth_count;
    const u8 *growing_in; /* blocks with instances of these from before, not zero; biased; NULL: nothing grows */
} short_table;
/* Of an object of class t that is short, or may be while instances grow. */
u32 short_size(const struct object *o, const struct heap_type *t);
u32 short_part_base(u32 part); /* offset of the elements */
/* A marker has reached a short object, which stays. Any worker. Returns the slots of its parts, or NULL: none yet. */
nref *short_stays(struct object *o);
nref *short_parts(const struct object *o); /* the same for a reader */
/* `to` has the bytes of the short object `from`, then zeros, and its lock word. Adds what the parts have. */
void short_copied(struct object *to, const struct object *from);
void short_visit_parts(void (*fn)(nref *slot)); /* of all short objects */
/* The size at its old place of an object that is at `now`, whether it has grown there or not. */
size_t short_size_before(const struct object *old, const struct object *now);
/* In a collection that is not young, when the marks are complete: forgets those that died or have grown. */
void short_swept(bool (*is_live)(const struct object *o));

/* heap_verify.c: with -XX:+VerifyHeap, stores the references of every object after a collection, so that the next one
 * finds stores that bypassed the barrier. */
bool barrier_shadow_init(size_t range);
void barrier_shadow_take(void);

/* heap_refs.c */
/* Called by the marker for a HEAP_REFERENCE that it scans. Returns true if the referent must not be followed now. */
bool refs_discover(struct object *ref, const struct heap_type *t);
void refs_begin(bool clear_soft);
/* Is the reference weak, as far as that is known between collections? */
bool refs_is_weak(const struct object *ref, const struct heap_type *t);
/* After the strong closure: soft, weak, final, phantom. Returns the head of the list of references that became
 * pending. */
struct object *refs_process(struct heap_report *r); /* adds what it found */

#endif
