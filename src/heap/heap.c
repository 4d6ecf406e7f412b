/* The heap's state: its reservation, questions about addresses, walking. */
#include "heap/heap_int.h"

#include "log/log.h"
#include "os/os_proc.h"

#include <stdio.h>
#include <stdlib.h>

struct heap heap = { .lock = OS_MUTEX_INIT };
u64 *heap_start_map;

static void *commit_table(void *p, size_t bytes)
{
    if (!p || os_mem_commit(p, bytes)) return p;
    os_mem_release(p, bytes);
    return NULL;
}
void *heap_table_map(size_t bytes)
{
    bytes = ALIGN_UP(bytes, (size_t)HEAP_PAGE);
    return commit_table(os_mem_reserve(bytes, 0), bytes);
}

/* Below the class space if there is room, so that the address fits into an instruction. */
enum { START_MAP_HIGH = 0x40000000 };
static void *start_map(size_t bytes)
{
    bytes = ALIGN_UP(bytes, (size_t)HEAP_PAGE);
#ifndef ARGUS_ASAN /* the heap itself lies there */
    uintptr_t high = START_MAP_HIGH;
    void *p = bytes < high / 4 * 3 ? os_mem_reserve_low(bytes, high - bytes, high, HEAP_PAGE) : NULL;
    if (p) return commit_table(p, bytes);
#endif
    return heap_table_map(bytes);
}

/* Where the heap may lie: below 32 GiB for narrow references, off the class space; under AddressSanitizer also below
 * its shadow. */
static const struct {
    uintptr_t lo, hi;
} areas[] = {
#ifdef ARGUS_ASAN
    { 0x10000000, 0x40000000 }, /* class space prefers higher addresses */
#else
    { (uintptr_t)4 << 30, (uintptr_t)32 << 30 },
    { 0x50000000, (uintptr_t)4 << 30 },
#endif
};

/* As high as possible: near 4 GiB, a number followed by a 1 on a C stack would look like a reference. */
static void *reserve(size_t bytes)
{
    void *p = NULL;
    for (size_t i = 0; i < ARRAY_LEN(areas) && !p; i++) {
        uintptr_t lo = areas[i].lo, hi = areas[i].hi;
        if (bytes > hi - lo) continue;
        p = os_mem_reserve_low(bytes, hi - bytes, hi, HEAP_COMMIT_STEP);
        if (!p) p = os_mem_reserve_low(bytes, lo, hi, HEAP_COMMIT_STEP);
    }
    return p;
}

static void *biased(void *table, size_t shift, size_t element)
{
    return (void *)((uintptr_t)table - (heap.base >> shift) * element);
}

/* Logs the sizes in HotSpot's form. */
static void log_init(void)
{
    LOG(info, gc, "Using Argus");
    LOG(info, gc_init, "CPUs: %d total, %d available", os_cpu_count(), os_cpu_count());
    LOG(info, gc_init, "Memory: %zuM", (size_t)os_physical_memory() / MB);
    LOG(info, gc_init, "Compressed Oops: Enabled (Zero based)");
    if (heap.config.initial_bytes) LOG(info, gc_init, "Heap Initial Capacity: %zuM", heap.config.initial_bytes / MB);
    LOG(info, gc_init, "Heap Max Capacity: %zuM", heap.max_bytes / MB);
    LOG(info, gc_init, "Parallel Workers: %u", workers_count());
    LOG(info, gc_init, "Young Pause Goal: %ums", heap.config.pause_ms);
}

bool heap_init(const struct heap_config *config, const struct heap_vm *vm, char *err, size_t err_size)
{
    heap.config = *config;
    heap.vm = vm;
    size_t max = ALIGN_UP(config->max_bytes, (size_t)HEAP_COMMIT_STEP);
    if (max < 2 * MB) max = 2 * MB;
    const size_t largest = areas[0].hi - areas[0].lo - 64 * MB;
#ifdef ARGUS_ASAN
    if (max > 512 * MB) max = 512 * MB; /* the sanitizer leaves no more */
#else
    if (max > largest) {
        snprintf(err, err_size,
                 "heap of %zuM does not fit below 32G, where narrow references reach; the largest is %zuM", max / MB,
                 largest / MB);
        return false;
    }
#endif
    heap.max_bytes = max;
    /* Twice the maximum, so that small and large objects, which grow towards each other, do not collide. max_bytes
     * still bounds the bytes in use. */
    size_t wanted = config->range_bytes ? ALIGN_UP(config->range_bytes, (size_t)HEAP_COMMIT_STEP) : max * 2;
    size_t range = wanted < max ? max : wanted < largest ? wanted : largest;
    void *p = reserve(range);
    while (!p && range > max) {
        range = range - max / 8 > max ? ALIGN_DOWN(range - max / 8, (size_t)HEAP_COMMIT_STEP) : max;
        p = reserve(range);
    }
    if (!p) {
        snprintf(err, err_size, "Could not reserve enough space for %zuKB object heap", max / KB);
        return false;
    }
    heap.base = (uintptr_t)p;
    heap.end = heap.base + range;
    heap.small_committed = heap.base;
    heap.large_lo = heap.large_committed = heap.end;
    if (config->huge_pages && !os_mem_want_huge_pages(p, range))
        LOG(warning, gc, "no transparent huge pages: the system has none");
    heap.block_capacity = (u32)(range >> HEAP_BLOCK_SHIFT);

    size_t pages = range >> HEAP_PAGE_SHIFT;
    void *start = start_map(range / 64), *mark = heap_table_map(range / 64),
         *lines = heap_table_map(range / HEAP_LINE_SIZE);
    heap.block_state = heap_table_map(heap.block_capacity);
    heap.block_free_lines = heap_table_map(heap.block_capacity);
    heap.pinned_block = heap_table_map(heap.block_capacity);
    heap.moving_block = heap_table_map(heap.block_capacity);
    heap.page_owner = heap_table_map(pages * sizeof(u32));
    heap.page_count = heap_table_map(pages * sizeof(u32));
    heap.page_dirty = heap_table_map(pages);
    /* Every object is pushed at most once, so this can hold the deepest heap. */
    heap.mark_stack_bytes =
        config->mark_stack_bytes && config->mark_stack_bytes < max ? config->mark_stack_bytes : max + HEAP_PAGE;
    heap.mark_stack = heap_table_map(heap.mark_stack_bytes);
    if (!start || !mark || !lines || !heap.block_state || !heap.block_free_lines || !heap.pinned_block ||
        !heap.moving_block || !heap.page_owner || !heap.page_count || !heap.page_dirty || !heap.mark_stack) {
        snprintf(err, err_size, "Could not reserve enough space for the tables of a %zuKB object heap", max / KB);
        return false;
    }
    heap_start_map = biased(start, 9, sizeof(u64));
    heap.mark_map = biased(mark, 9, sizeof(u64));
    heap.line_marks = biased(lines, HEAP_LINE_SHIFT, 1);

    if (config->pre_touch &&
        !heap_commit_small(heap.base + (config->initial_bytes < max ? config->initial_bytes : max))) {
        snprintf(err, err_size, "Could not commit the first %zuKB of the heap", config->initial_bytes / KB);
        return false;
    }
    size_t budget = 32 * MB;
    heap.budget = budget < max ? budget : max;
    heap.paced_budget = SIZE_MAX;
    heap.full_above = 64 * MB < max / 4 * 3 ? 64 * MB : max / 4 * 3;
    heap.poison = config->verify || config->stress_every;
    heap.stress_every = config->stress_every;
    heap_local_init(&heap.pinned);
    heap_local_init(&heap.reserve);
    heap.reserve_blocks = RESERVE_BLOCKS;
    /* Stores are not verified when address space is limited: the program needs it. */
    if (config->verify && os_mem_limit() == SIZE_MAX && !barrier_shadow_init(range))
        LOG(warning, gc, "No address space for verifying the stores of a %zuKB object heap", max / KB);
    log_init();
    return true;
}

void heap_set_reference_layout(u32 referent, u32 next, u32 discovered, u32 soft_timestamp)
{
    heap.ref_referent = referent;
    heap.ref_next = next;
    heap.ref_discovered = discovered;
    heap.ref_timestamp = soft_timestamp;
    heap.ref_layout = true;
}

void heap_set_soft_clock(i64 *clock) { heap.soft_clock = clock; }

void heap_range(uintptr_t *low, uintptr_t *high)
{
    *low = heap.base;
    *high = heap.end;
}

#ifdef ARGUS_DEBUG
bool heap_stands(void) { return !heap.vm || !heap.vm->world_stopped || heap.vm->world_stopped(); }
#endif

/* Can an object lie here at all (so that the maps may be read without touching fresh pages of theirs)? */
static inline bool in_use(uintptr_t a)
{
    return a - heap.base < small_end() - heap.base || (a >= heap.large_lo && a < heap.end);
}

bool heap_is_object(const void *p)
{
    uintptr_t a = (uintptr_t)p;
    return (a & 7) == 0 && in_use(a) && bit_test(heap_start_map, a);
}

struct object *heap_find_object(const void *p)
{
    HEAP_STANDS();
    uintptr_t a = (uintptr_t)p;
    if (!in_use(a)) return NULL;
    if (a >= heap.large_lo) return large_find(a);
    uintptr_t first = ALIGN_DOWN(a, (uintptr_t)HEAP_BLOCK_SIZE) >> 9;
    uintptr_t w = a >> 9;
    u64 bits = heap_start_map[w] & (~(u64)0 >> (63 - ((a >> 3) & 63)));
    while (!bits) {
        if (w == first) return NULL;
        bits = heap_start_map[--w];
    }
    struct object *o = (struct object *)((w << 9) + ((uintptr_t)(63 - __builtin_clzll(bits)) << 3));
    return a < (uintptr_t)o + object_size(o) ? o : NULL;
}

void heap_walk_words(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg)
{
    HEAP_STANDS();
    heap.vm->for_each_local(local_sync);
    for (u32 b = 0; b < heap.block_count; b++) {
        if (heap.block_state[b] <= BLOCK_FREE_DIRTY) continue;
        uintptr_t w = block_address(b) >> 9;
        for (u32 i = 0; i < MAP_WORDS_PER_BLOCK; i++, w++) {
            u64 starts = heap_start_map[w];
            if (!starts) continue;
            if (!fn(w << 9, starts, arg)) return;
        }
    }
    large_walk(fn, arg);
}

u64 heap_live_word(uintptr_t base) { return heap.mark_map[base >> 9]; }

struct each {
    bool (*fn)(struct object *o, void *arg);
    void *arg;
};
static bool each_of_word(uintptr_t base, u64 starts, void *arg)
{
    const struct each *e = arg;
    heap_walk_fetch(base);
    for (; starts; starts &= starts - 1)
        if (!e->fn((struct object *)(base + ((uintptr_t)__builtin_ctzll(starts) << 3)), e->arg)) return false;
    return true;
}

void heap_walk(bool (*fn)(struct object *o, void *arg), void *arg)
{
    HEAP_STANDS();
    heap_walk_words(each_of_word, &(struct each){ fn, arg });
}

void heap_visit_refs(struct object *o, void (*fn)(struct object *o, u32 offset, void *arg), void *arg)
{
    const struct heap_type *t = object_type(o);
    if (t->kind == HEAP_REF_ARRAY) {
        u32 n = (u32)array_length(o);
        for (u32 i = 0; i < n; i++) fn(o, ARRAY_BASE + i * 4, arg);
        return;
    }
    if (t->kind == HEAP_PRIM_ARRAY) return;
    size_t size = t->kind == HEAP_MIRROR ? t->instance_size : object_size(o); /* a short object has fewer */
    for (u32 s = 0; s < t->map_count; s++)
        for (u32 i = 0; i < t->map[s].count && t->map[s].offset + i * 4 < size; i++)
            fn(o, t->map[s].offset + i * 4, arg);
    if (t->kind == HEAP_REFERENCE && heap.ref_layout) {
        fn(o, heap.ref_referent, arg);
        fn(o, heap.ref_discovered, arg);
    }
    if (t->kind == HEAP_MIRROR) {
        const struct heap_type *d = *(const struct heap_type *const *)((const char *)o + mirror_class_offset);
        for (u32 i = 0; d && i < d->static_ref_count; i++) fn(o, d->static_ref_offset + i * 4, arg);
    }
}

size_t heap_used(void)
{
    size_t used = heap.live_bytes + atomic_load_explicit(&heap.since, memory_order_relaxed);
    return used < heap.max_bytes ? used : heap.max_bytes;
}

uintptr_t heap_first_address(void) { return heap.base; }
size_t heap_committed(void)
{
    size_t n = (heap.small_committed - heap.base) + (heap.end - heap.large_committed), used = heap_used();
    if (n < heap.config.initial_bytes) n = heap.config.initial_bytes;
    if (n < used) n = ALIGN_UP(used, MB);
    return n < heap.max_bytes ? n : heap.max_bytes;
}

size_t heap_max(void) { return heap.max_bytes; }
u64 heap_collections(void) { return heap.collections; }
u64 heap_young_collections(void) { return heap.young_collections; }
u64 heap_remarks(void) { return heap.remarks; }
u64 heap_moved(void) { return heap.moved_objects; }
u64 heap_young_ns(void) { return heap.young_ns; }
u64 heap_collection_ns(void) { return heap.collection_ns; }
