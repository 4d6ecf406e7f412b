/* Allocates small objects: from holes between marked lines first, then from free blocks (Immix).
 *
 * A mutator owns a block until it has used its holes. It takes one hole at a time and zeroes it a few KiB ahead of the
 * cursor, so that fresh objects are in the cache. An object larger than a line that does not fit the hole goes to a
 * second, empty block (overflow), so that one large object does not waste many small holes. When the overflow block is
 * used up, the next few such objects give up their holes after all. Otherwise, if nearly all objects are larger than a
 * line, the rest of one hole would keep the mutator from all holes after it. */
#include "base/contract.h"
#include "cpu/x86_64/zero.h"
#include "heap/heap_int.h"

#include <math.h>
#include <stdlib.h>

enum {
    ZERO_STEP = TINY(2048, HEAP_LINE_SIZE),
    MIN_MEDIUM = HEAP_LINE_SIZE,
    KEPT_SHARE = 8,                   /* of the heap: free blocks that are kept while there are holes */
    LEAST_FREE = LINES_PER_BLOCK / 4, /* a block needs so many free lines before moved objects use its holes */
    NO_HOLES = UINT16_MAX,            /* in to_space.next_line */
    HOLES_GIVEN_UP = 8,               /* for each overflow block */
    SHIFTS = 8                        /* lines */
};
enum { NO_BLOCK = UINT32_MAX };

/* The distance to the next sample is exponentially distributed with the mean `interval`, so sample points are a Poisson
 * process. The position of the last sample then says nothing about the next, so the count may start again after a
 * sampled object. An object of n bytes is sampled with probability 1 - exp(-n / interval), whatever the pattern of
 * allocation. Uses a counter-based generator; u is in (0, 1]. */
static u64 next_sample_distance(const struct heap_local *l, enum heap_sampler sampler)
{
    if (heap.sample_interval[sampler] == 0) return 0;
    static _Atomic u64 counter;
    u64 r = hash_u64((atomic_fetch_add(&counter, 1) + 1) * 0x9e3779b97f4a7c15ull ^ l->allocated);
    double u = (double)((r >> 11) + 1) * 0x1p-53;
    return (u64)((double)heap.sample_interval[sampler] * -log(u));
}

static void begin_sampling(struct heap_local *l, enum heap_sampler sampler)
{
    l->sample_at[sampler] = heap.sampling[sampler] ? l->allocated + next_sample_distance(l, sampler) : UINT64_MAX;
    l->weighed_at[sampler] = l->allocated;
}

/* Sets the countdown from span_start to the next sample of any sampler. */
static void count_down(struct heap_local *l)
{
    u64 at = UINT64_MAX;
    for (int i = 0; i < HEAP_SAMPLERS; i++)
        if (l->sample_at[i] < at) at = l->sample_at[i];
    l->sample_countdown = at == UINT64_MAX ? INT64_MAX : (i64)(at - l->allocated);
}

void heap_local_init(struct heap_local *l)
{
    memset(l, 0, sizeof *l);
    l->block = NO_BLOCK;
    for (int i = 0; i < HEAP_SAMPLERS; i++) begin_sampling(l, (enum heap_sampler)i);
    count_down(l);
    l->stress_countdown = heap.stress_every;
}

void local_sync(struct heap_local *l)
{
    i64 n = l->cursor - l->span_start;
    l->allocated += (u64)n;
    if (l->sample_countdown != INT64_MAX) l->sample_countdown -= n;
    l->span_start = l->cursor;
}

u64 heap_allocated_by(const struct heap_local *l)
{
    u64 n = __atomic_load_n(&l->allocated, __ATOMIC_RELAXED);
    uintptr_t from = (uintptr_t)__atomic_load_n(&l->span_start, __ATOMIC_RELAXED);
    uintptr_t to = (uintptr_t)__atomic_load_n(&l->cursor, __ATOMIC_RELAXED);
    return n + (to > from && to - from <= HEAP_BLOCK_SIZE ? to - from : 0); /* otherwise the owner takes another span */
}

/* Computes the limit from zeroed, sampling and stress. */
static void set_limit(struct heap_local *l)
{
    l->limit = l->zeroed;
    l->plain = !heap.stress_every && l->sample_countdown == INT64_MAX;
    if (UNLIKELY(heap.stress_every != 0)) {
        l->limit = l->cursor;
    } else if (UNLIKELY(l->sample_countdown != INT64_MAX)) {
        local_sync(l);
        i64 left = l->sample_countdown > 0 ? l->sample_countdown : 0;
        if (l->zeroed - l->cursor > left) l->limit = l->cursor + left;
    }
}

/* ---- memory limits ---- */

bool heap_room_locked(size_t bytes, bool forced)
{
    LOCK_HELD(&heap.lock);
    size_t since = atomic_load_explicit(&heap.since, memory_order_relaxed);
    if (!forced && since + bytes > heap.budget && since > heap.budget / 4) return false;
    return heap.live_bytes + since + bytes <= heap.max_bytes;
}

bool heap_end_budget_early(void)
{
    os_mutex_lock(&heap.lock);
    size_t since = atomic_load_explicit(&heap.since, memory_order_relaxed);
    bool little = since < heap.budget / 4;
    if (little) heap.budget = since;
    os_mutex_unlock(&heap.lock);
    return little;
}

/* -Xmx limits blocks and pages. A sixteenth more is allowed, because moving objects needs it at times. */
static size_t memory_limit(void) { return heap.max_bytes + heap.max_bytes / 16 + MB; }
static size_t memory_in_use(void) { return ((size_t)heap.blocks_in_use << HEAP_BLOCK_SHIFT) + heap.large_bytes; }

bool heap_fits_locked(size_t bytes)
{
    LOCK_HELD(&heap.lock);
    bool fits = memory_in_use() + bytes <= memory_limit();
    if (!fits) heap.short_of_blocks = true;
    return fits;
}

static size_t dirty_bytes(void) { return ((size_t)heap.dirty_blocks << HEAP_BLOCK_SHIFT) + heap.large_dirty; }

void heap_trim_locked(size_t bytes)
{
    HEAP_LOCKED_OR_STANDS();
    for (u32 b = heap.block_count;
         b > 0 && heap.dirty_blocks && memory_in_use() + dirty_bytes() + bytes > heap.max_bytes;) {
        u32 last = b;
        while (b > 0 && heap.block_state[b - 1] == BLOCK_FREE_DIRTY && last - b < 64) b--;
        if (last == b) {
            b--;
            continue;
        }
        if (!os_mem_discard((void *)block_address(b), (size_t)(last - b) << HEAP_BLOCK_SHIFT)) return;
        memset(&heap.block_state[b], BLOCK_FREE, last - b);
        heap.dirty_blocks -= last - b;
    }
}

void heap_lower_small_end_locked(void)
{
    LOCK_HELD(&heap.lock);
    u32 end = heap.block_count, dirty = 0;
    while (end > 0 && heap.block_state[end - 1] <= BLOCK_FREE_DIRTY)
        dirty += heap.block_state[--end] == BLOCK_FREE_DIRTY;
    size_t bytes = (size_t)(heap.block_count - end) << HEAP_BLOCK_SHIFT;
    if (!bytes || (dirty && !os_mem_discard((void *)block_address(end), bytes))) return;
    memset(&heap.block_state[end], BLOCK_FREE, heap.block_count - end);
    heap.dirty_blocks -= dirty;
    __atomic_store_n(&heap.block_count, end, __ATOMIC_RELAXED);
    uintptr_t committed = ALIGN_UP(small_end(), (uintptr_t)HEAP_COMMIT_STEP);
    if (committed < heap.small_committed) heap.small_committed = committed;
}

static void count_since(size_t bytes) { atomic_fetch_add_explicit(&heap.since, bytes, memory_order_relaxed); }

bool heap_commit_small(uintptr_t upto)
{
    if (upto <= heap.small_committed) return true;
    uintptr_t to = ALIGN_UP(upto, (uintptr_t)HEAP_COMMIT_STEP);
    if (to > heap.large_committed) to = upto;
    if (!os_mem_commit((void *)heap.small_committed, to - heap.small_committed)) return false;
    if (heap.config.pre_touch) os_mem_touch((void *)heap.small_committed, to - heap.small_committed);
    heap.small_committed = to;
    return true;
}

/* Adds a block after the last one. */
static u32 add_block_locked(void) WANTS_LOCK(heap.lock)
{
    HEAP_LOCKED_OR_STANDS();
    if (heap.block_count == heap.block_capacity || small_end() + HEAP_BLOCK_SIZE > heap.large_lo) return NO_BLOCK;
    if (!heap_commit_small(small_end() + HEAP_BLOCK_SIZE)) return NO_BLOCK;
    u32 last = heap.block_count;
    __atomic_store_n(&heap.block_count, last + 1, __ATOMIC_RELAXED);
    return last;
}

enum { MAPPED_AT_ONCE = 32 /* blocks */ };

/* Blocks side by side that are as if they had been used; *b is behind them. Dirty ones before them count in *left. */
static u32 blocks_to_map(u32 *b, u32 *left)
{
    u32 n = 0;
    os_mutex_lock(&heap.lock);
    for (; *b < heap.block_count && heap.block_state[*b] != BLOCK_FREE; ++*b)
        if (heap.block_state[*b] == BLOCK_FREE_DIRTY && *left) --*left;
    for (; n < MAPPED_AT_ONCE && n < *left; ++*b, n++) {
        if (memory_in_use() + dirty_bytes() + HEAP_BLOCK_SIZE > heap.max_bytes) break;
        if (*b == heap.block_count ? add_block_locked() == NO_BLOCK : heap.block_state[*b] != BLOCK_FREE) break;
        heap.block_state[*b] = BLOCK_FREE_DIRTY;
        heap.dirty_blocks++;
    }
    os_mutex_unlock(&heap.lock);
    return n;
}

/* A block that is taken or given back meanwhile loses nothing when its pages are mapped. */
void heap_map_blocks(u32 blocks)
{
    LOCK_NOT_HELD(&heap.lock);
    for (u32 b = 0, n; blocks && (n = blocks_to_map(&b, &blocks)) != 0; blocks -= n) {
        uintptr_t from = block_address(b - n);
        os_mem_populate((void *)from, (size_t)n << HEAP_BLOCK_SHIFT);
        for (uintptr_t w = from >> 9, end = w + (size_t)n * MAP_WORDS_PER_BLOCK; w < end; w += MAP_WORDS_PER_BLOCK) {
            __atomic_fetch_or(&heap.mark_map[w], 0, __ATOMIC_RELAXED);
            __atomic_fetch_or(&heap_start_map[w], 0, __ATOMIC_RELAXED);
        }
    }
}

static u32 take_free_block_locked(bool *clean) WANTS_LOCK(heap.lock)
{
    HEAP_LOCKED_OR_STANDS();
    for (u32 b = heap.free_cursor; b < heap.block_count; b++) {
        if (heap.block_state[b] > BLOCK_FREE_DIRTY) continue;
        *clean = heap.block_state[b] == BLOCK_FREE;
        heap.dirty_blocks -= !*clean;
        if (*clean) heap_trim_locked(HEAP_BLOCK_SIZE);
        heap.free_cursor = b + 1;
        return b;
    }
    *clean = true;
    u32 b = add_block_locked();
    heap.free_cursor = heap.block_count;
    return b;
}

/* A mutator leaves as many dirty blocks alone as the last young collection moved objects into, while there are others.
 * Touching a fresh page costs a fault. Mutators take the fresh pages, so that collections find pages that are
 * mapped. */
static u32 take_clean_block_locked(void) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    if (heap.dirty_blocks > heap.blocks_moved_to || !heap.dirty_blocks ||
        memory_in_use() + dirty_bytes() + HEAP_BLOCK_SIZE > heap.max_bytes)
        return NO_BLOCK;
    u32 b = heap.clean_cursor;
    while (b < heap.block_count && heap.block_state[b] != BLOCK_FREE) b++;
    if (b >= heap.block_count) b = add_block_locked();
    if (b != NO_BLOCK) heap.clean_cursor = b + 1;
    return b;
}

static u32 own_free_block_locked(bool forced, bool *clean) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    if (!heap_room_locked(HEAP_BLOCK_SIZE, forced) || !heap_fits_locked(HEAP_BLOCK_SIZE)) return NO_BLOCK;
    u32 b = take_clean_block_locked();
    *clean = true;
    if (b == NO_BLOCK) b = take_free_block_locked(clean);
    if (b == NO_BLOCK) return b;
    heap.block_state[b] = BLOCK_OWNED;
    heap.blocks_in_use++;
    count_since(HEAP_BLOCK_SIZE);
    return b;
}

/* Prefer free blocks to holes? Yes, if the next young collection will move its survivors: they fill the holes, and
 * leave whole blocks, always the same ones. Only while there is room. */
static bool free_blocks_first(void)
{
    return !heap.many_survived && !heap.config.full_only &&
           memory_in_use() + HEAP_BLOCK_SIZE <= heap.max_bytes - heap.max_bytes / KEPT_SHARE;
}

static u32 own_recycled_block_locked(bool forced) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    for (u32 b = heap.recycle_cursor; b < heap.block_count; b++) {
        if (heap.block_state[b] != BLOCK_RECYCLE) continue;
        size_t bytes = (size_t)heap.block_free_lines[b] * HEAP_LINE_SIZE;
        heap.recycle_cursor = b;
        if (!heap_room_locked(bytes, forced)) return NO_BLOCK;
        heap.recycle_cursor = b + 1;
        heap.block_state[b] = BLOCK_OWNED;
        count_since(bytes);
        return b;
    }
    heap.recycle_cursor = heap.block_count;
    return NO_BLOCK;
}

/* ---- holes ---- */

static void span_end(struct heap_local *l)
{
    local_sync(l);
    l->cursor = l->limit = l->zeroed = l->hole_end = l->span_start = NULL;
}

static void span_begin(struct heap_local *l, char *from, char *to, bool clean)
{
    local_sync(l);
    l->cursor = l->span_start = from;
    l->hole_end = to;
    l->zeroed = clean ? to : from;
    set_limit(l);
}

/* Finds the next run of unmarked lines in the mutator's block. */
static bool next_hole(struct heap_local *l)
{
    if (l->block == NO_BLOCK) return false;
    const u8 *lines = heap.line_marks + (block_address(l->block) >> HEAP_LINE_SHIFT);
    u32 i = l->next_line;
    while (i < LINES_PER_BLOCK && lines[i]) i++;
    if (i >= LINES_PER_BLOCK) {
        l->block = NO_BLOCK;
        return false;
    }
    u32 from = i;
    while (i < LINES_PER_BLOCK && !lines[i]) i++;
    l->next_line = i;
    char *at = (char *)block_address(l->block);
    span_begin(l, at + from * HEAP_LINE_SIZE, at + i * HEAP_LINE_SIZE, false);
    return true;
}

/* The position of the first object in a free block. If it were always the start, objects of one size would lie at the
 * same offsets in all blocks, and so in the same few sets of the nearest cache. */
static size_t shift_of(u32 block) { return (size_t)(block % SHIFTS) * HEAP_LINE_SIZE; }

static bool next_block(struct heap_local *l, bool forced, bool recycle)
{
    bool clean = false;
    os_mutex_lock(&heap.lock);
    if (heap.spare_count && recycle) {
        u32 i = --heap.spare_count;
        char *from = heap.spare[i].from, *to = heap.spare[i].to;
        os_mutex_unlock(&heap.lock);
        l->block = NO_BLOCK;
        span_begin(l, from, to, false);
        return true;
    }
    u32 b = NO_BLOCK;
    if (recycle && free_blocks_first()) b = own_free_block_locked(forced, &clean);
    bool recycled = b == NO_BLOCK && recycle && (b = own_recycled_block_locked(forced)) != NO_BLOCK;
    if (b == NO_BLOCK) b = own_free_block_locked(forced, &clean);
    os_mutex_unlock(&heap.lock);
    if (b == NO_BLOCK) return false;
    l->block = b;
    if (recycled) {
        l->next_line = 0;
        return next_hole(l);
    }
    l->next_line = LINES_PER_BLOCK;
    char *at = (char *)block_address(b);
    l->skipped += shift_of(b);
    span_begin(l, at + shift_of(b), at + HEAP_BLOCK_SIZE, clean);
    return true;
}

static struct object *place(char *p, const struct heap_type *type)
{
    ((struct object *)p)->class_ref = (u32)(uintptr_t)type;
    heap_set_start((uintptr_t)p);
    return (struct object *)p;
}

/* Allocates from the current hole, and zeroes more of it if needed. NULL: the object does not fit. */
static struct object *from_hole(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    if ((size_t)(l->hole_end - l->cursor) < bytes) return NULL;
    char *p = l->cursor;
    if ((size_t)(l->zeroed - p) < bytes) {
        size_t want = bytes > ZERO_STEP ? bytes : ZERO_STEP;
        char *to = (char *)ALIGN_UP((uintptr_t)p + want, (uintptr_t)HEAP_LINE_SIZE);
        if (to > l->hole_end) to = l->hole_end;
        cpu_zero(l->zeroed, to);
        l->zeroed = to;
    }
    l->cursor = p + bytes;
    set_limit(l);
    return place(p, type);
}

static struct object *from_overflow(struct heap_local *l, const struct heap_type *type, size_t bytes, bool forced)
{
    if ((size_t)(l->overflow_end - l->overflow_cursor) < bytes) {
        if (l->holes_given_up++ < HOLES_GIVEN_UP) return NULL;
        l->holes_given_up = 0;
        bool clean = false;
        os_mutex_lock(&heap.lock);
        u32 b = own_free_block_locked(forced, &clean);
        os_mutex_unlock(&heap.lock);
        if (b == NO_BLOCK) return NULL;
        l->overflow_cursor = (char *)block_address(b);
        l->overflow_end = l->overflow_cursor + HEAP_BLOCK_SIZE;
        l->overflow_clean = clean;
    }
    char *p = l->overflow_cursor;
    l->overflow_cursor += bytes;
    if (!l->overflow_clean) memset(p, 0, bytes);
    l->allocated += bytes;
    if (l->sample_countdown != INT64_MAX) {
        l->sample_countdown -= (i64)bytes;
        if (l->cursor) set_limit(l);
    }
    return place(p, type);
}

static struct object *alloc_small(struct heap_local *l, const struct heap_type *type, size_t bytes, bool forced,
                                  bool recycle)
{
    for (;;) {
        struct object *o = from_hole(l, type, bytes);
        if (o) return o;
        if (bytes > MIN_MEDIUM && l->hole_end - l->cursor >= HEAP_LINE_SIZE && recycle) {
            o = from_overflow(l, type, bytes, forced);
            if (o) return o;
        }
        l->skipped += (u64)(l->hole_end - l->cursor);
        if (next_hole(l)) continue;
        atomic_fetch_sub_explicit(&heap.since, l->skipped, memory_order_relaxed); /* no object was made of it */
        l->skipped = 0;
        if (!next_block(l, forced, recycle)) return NULL;
    }
}

static struct object *alloc_any(struct heap_local *l, const struct heap_type *type, size_t bytes, bool forced)
{
    if (bytes < HEAP_LARGE_MIN) return alloc_small(l, type, bytes, forced, true);
    struct object *o = large_alloc(type, bytes, forced);
    if (o) {
        l->allocated += bytes;
        if (l->sample_countdown != INT64_MAX) {
            l->sample_countdown -= (i64)bytes;
            set_limit(l);
        }
    }
    return o;
}

/* Gives the worker a block to move objects into. Any worker of a collection. */
static bool to_space_block(struct to_space *t)
{
    os_mutex_lock(&heap.lock);
    bool clean = false;
    u32 b = heap.to_space_blocks ? take_free_block_locked(&clean) : NO_BLOCK;
    if (b != NO_BLOCK) {
        heap.to_space_blocks--;
        heap.blocks_moved_to += heap.young;
        heap.block_state[b] = BLOCK_OWNED;
        heap.blocks_in_use++;
        t->cursor = (char *)block_address(b);
        t->end = t->cursor + HEAP_BLOCK_SIZE;
    }
    os_mutex_unlock(&heap.lock);
    if (clean && b != NO_BLOCK) {
        os_mem_populate(t->cursor, HEAP_BLOCK_SIZE);
        __atomic_store_n(&heap.mark_map[(uintptr_t)t->cursor >> 9], 0, __ATOMIC_RELAXED); /* no read comes first */
    }
    return b != NO_BLOCK;
}
/* A block with many holes that also holds old objects. */
static u32 to_space_recycled(void)
{
    os_mutex_lock(&heap.lock);
    u32 b = heap.to_space_cursor;
    while (b < heap.block_count && (heap.block_state[b] != BLOCK_RECYCLE || heap.block_free_lines[b] < LEAST_FREE)) b++;
    heap.to_space_cursor = b + 1;
    if (b < heap.block_count) heap.block_state[b] = BLOCK_OWNED;
    os_mutex_unlock(&heap.lock);
    return b < heap.block_count ? b : NO_BLOCK;
}
static bool to_space_hole(struct to_space *t, size_t bytes)
{
    while (t->next_line != NO_HOLES) {
        if (t->next_line >= LINES_PER_BLOCK) {
            t->block = to_space_recycled();
            t->next_line = t->block == NO_BLOCK ? NO_HOLES : 0;
            continue;
        }
        char *at = (char *)block_address(t->block);
        const u8 *lines = heap.line_marks + ((uintptr_t)at >> HEAP_LINE_SHIFT);
        u32 from = t->next_line;
        while (from < LINES_PER_BLOCK && lines[from]) from++;
        u32 to = from;
        while (to < LINES_PER_BLOCK && !lines[to]) to++;
        t->next_line = to;
        if ((size_t)(to - from) * HEAP_LINE_SIZE < bytes) continue;
        t->cursor = at + from * HEAP_LINE_SIZE;
        t->end = at + to * HEAP_LINE_SIZE;
        return true;
    }
    return false;
}
void to_space_begin(struct to_space *t, bool holes)
{
    HEAP_STANDS();
    *t = (struct to_space){ .block = NO_BLOCK, .next_line = holes ? LINES_PER_BLOCK : NO_HOLES };
}
bool to_space_grow(struct to_space *t, size_t bytes) { return to_space_hole(t, bytes) || to_space_block(t); }

struct object *heap_alloc_slow(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    LOCK_NOT_HELD(&heap.lock);
    if (UNLIKELY(heap.stress_every != 0)) {
        if (l->stress_countdown > heap.stress_every || l->stress_countdown == 0)
            l->stress_countdown = heap.stress_every;
        if (--l->stress_countdown == 0) {
            l->stress_due = true;
            return NULL;
        }
    }
    if (UNLIKELY(l->sample_countdown != INT64_MAX)) {
        local_sync(l);
        if (l->sample_countdown < (i64)bytes) return NULL;
    }
    if (UNLIKELY(heap.watch_spans) && (size_t)(l->hole_end - l->cursor) < bytes) return NULL;
    return alloc_any(l, type, bytes, false);
}

struct object *heap_alloc_unwatched(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    LOCK_NOT_HELD(&heap.lock);
    return alloc_any(l, type, bytes, false);
}

struct object *heap_alloc_forced(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    LOCK_NOT_HELD(&heap.lock);
    return alloc_any(l, type, bytes, true);
}

void heap_forced_end(struct heap_local *l)
{
    LOCK_NOT_HELD(&heap.lock);
    if (!l->cursor || atomic_load_explicit(&heap.since, memory_order_relaxed) <= heap.budget) return;
    l->skipped += (u64)(l->hole_end - l->cursor);
    span_end(l);
    l->block = NO_BLOCK;
    l->next_line = LINES_PER_BLOCK;
}

static struct os_mutex pinned_lock = OS_MUTEX_INIT; /* order: heap.pinned or heap.reserve, then heap.lock */

/* Otherwise each collection would leave a block with a few such objects, which nothing can empty. Any such block will
 * do, since new objects fill it from its low end. */
void pinned_go_on(void)
{
    HEAP_STANDS_FOR_LOCK();
    u32 b = 0;
    while (b < heap.block_count && !(heap.pinned_block[b] && heap.block_state[b] == BLOCK_RECYCLE)) b++;
    if (b == heap.block_count) return;
    heap.block_state[b] = BLOCK_OWNED;
    count_since((size_t)heap.block_free_lines[b] * HEAP_LINE_SIZE);
    heap.pinned.block = b;
    heap.pinned.next_line = 0;
}

struct object *heap_alloc_pinned(struct heap_local *l, const struct heap_type *type, size_t bytes)
{
    LOCK_NOT_HELD(&heap.lock);
    if (bytes >= HEAP_LARGE_MIN) return large_alloc(type, bytes, false);
    os_mutex_lock(&pinned_lock);
    struct object *o = alloc_small(&heap.pinned, type, bytes, true, false);
    if (o) heap.pinned_block[block_of((uintptr_t)o)] = true;
    os_mutex_unlock(&pinned_lock);
    if (o) l->allocated += bytes;
    return o;
}

static bool next_reserve_block(void)
{
    bool clean = false;
    os_mutex_lock(&heap.lock);
    u32 b = heap.reserve_blocks ? take_free_block_locked(&clean) : NO_BLOCK;
    if (b != NO_BLOCK) {
        heap.reserve_blocks--;
        heap.blocks_in_use++;
        heap.block_state[b] = BLOCK_OWNED;
    }
    os_mutex_unlock(&heap.lock);
    if (b == NO_BLOCK) return false;
    char *at = (char *)block_address(b);
    span_begin(&heap.reserve, at, at + HEAP_BLOCK_SIZE, clean);
    return true;
}

struct object *heap_alloc_reserve(const struct heap_type *type, size_t bytes)
{
    LOCK_NOT_HELD(&heap.lock);
    if (bytes >= HEAP_LARGE_MIN) return NULL;
    os_mutex_lock(&pinned_lock);
    struct object *o = from_hole(&heap.reserve, type, bytes);
    if (!o && next_reserve_block()) o = from_hole(&heap.reserve, type, bytes);
    os_mutex_unlock(&pinned_lock);
    return o;
}

bool heap_stress_due(struct heap_local *l)
{
    bool due = l->stress_due;
    l->stress_due = false;
    return due;
}

u32 heap_sample_due(struct heap_local *l, size_t bytes)
{
    if (l->sample_countdown == INT64_MAX) return 0;
    local_sync(l);
    if (l->sample_countdown >= (i64)bytes) return 0;
    u32 due = 0;
    u64 after = l->allocated + bytes;
    for (int i = 0; i < HEAP_SAMPLERS; i++) {
        if (l->sample_at[i] >= after) continue;
        due |= 1u << i;
        l->sample_at[i] = after + next_sample_distance(l, (enum heap_sampler)i);
    }
    count_down(l);
    set_limit(l);
    return due;
}

u64 heap_sample_weight(struct heap_local *l, enum heap_sampler sampler)
{
    local_sync(l);
    u64 weight = l->allocated - l->weighed_at[sampler];
    l->weighed_at[sampler] = l->allocated;
    return weight;
}

static enum heap_sampler begins;
static void start_sampling(struct heap_local *l)
{
    local_sync(l);
    begin_sampling(l, begins);
    count_down(l);
    if (l->cursor) set_limit(l);
}

void heap_set_sampling(enum heap_sampler sampler, bool on, size_t interval)
{
    HEAP_STANDS();
    heap.sampling[sampler] = on;
    heap.sample_interval[sampler] = interval;
    begins = sampler;
    heap.vm->for_each_local(start_sampling);
}

void heap_change_sampling(enum heap_sampler sampler, size_t interval)
{
    HEAP_STANDS();
    heap.sample_interval[sampler] = interval;
}

void heap_watch_spans(bool on)
{
    HEAP_STANDS();
    heap.watch_spans = on;
}

static void start_stress(struct heap_local *l)
{
    l->stress_countdown = heap.stress_every;
    if (l->cursor) set_limit(l);
}

void heap_set_stress(u32 every, u32 backoff)
{
    HEAP_STANDS();
    heap.stress_every = every;
    heap.stress_backoff = heap.stress_left = backoff;
    heap.poison = heap.poison || every;
    heap.vm->for_each_local(start_stress);
}

void local_forget(struct heap_local *l)
{
    span_end(l);
    l->block = NO_BLOCK;
    l->overflow_cursor = l->overflow_end = NULL;
    l->skipped = 0;
}

static void keep_spare_locked(char *from, char *to) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    if (to - from >= HEAP_LINE_SIZE && heap.spare_count < ARRAY_LEN(heap.spare)) {
        heap.spare[heap.spare_count].from = from;
        heap.spare[heap.spare_count++].to = to;
    }
}

void heap_local_retire(struct heap_local *l)
{
    local_sync(l);
    os_mutex_lock(&heap.lock);
    if (l->cursor) keep_spare_locked(l->cursor, l->hole_end);
    if (l->overflow_cursor) keep_spare_locked(l->overflow_cursor, l->overflow_end);
    os_mutex_unlock(&heap.lock);
    local_forget(l);
}
