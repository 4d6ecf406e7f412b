/* Objects of HEAP_LARGE_MIN bytes and more: runs of pages at the upper end of the heap.
 *
 * Allocation is first fit over the ranges that the last sweep found free (by address, neighbours joined); otherwise the
 * area grows downward. The sweep returns free ranges to the system, long ones first. Pages that will be needed again
 * soon are kept, marked dirty, and zeroed when they are used. */
#include "base/contract.h"
#include "heap/heap_int.h"

#include <stdlib.h>

enum {
    KEPT_SHARE = 32 /* free ranges are returned to the system if those kept exceed this part of the maximum … */,
    RETURN_PAGES = 64 /* … and runs of so many pages … */,
    LONG_SHARE = 4 /* … if they exceed this part of the budget, or what was used since the last sweep */
};

static bool commit_large(uintptr_t from)
{
    if (from >= heap.large_committed) return true;
    uintptr_t to = ALIGN_DOWN(from, (uintptr_t)HEAP_COMMIT_STEP);
    if (to < heap.small_committed) to = heap.small_committed;
    if (to > from) return false;
    if (!os_mem_commit((void *)to, heap.large_committed - to)) return false;
    if (heap.config.pre_touch) os_mem_touch((void *)to, heap.large_committed - to);
    heap.large_committed = to;
    return true;
}

static bool room_below(uintptr_t bytes)
{
    return heap.large_lo - small_end() >= bytes && heap.large_lo - bytes >= heap.small_committed;
}

/* Takes `count` free pages in a row. Returns the first, or UINT32_MAX. */
static u32 take_pages_locked(u32 count) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    for (u32 i = 0; i < heap.range_count; i++) {
        struct free_range *r = &heap.ranges[i];
        if (r->count < count) continue;
        u32 page = r->page;
        r->page += count;
        r->count -= count;
        return page;
    }
    uintptr_t bytes = (uintptr_t)count << HEAP_PAGE_SHIFT;
    if (!room_below(bytes)) heap_lower_small_end_locked();
    if (!room_below(bytes)) {
        heap.crowded = true;
        return UINT32_MAX;
    }
    if (!commit_large(heap.large_lo - bytes)) return UINT32_MAX;
    __atomic_store_n(&heap.large_lo, heap.large_lo - bytes, __ATOMIC_RELAXED); /* the store barrier reads it */
    return page_of(heap.large_lo);
}

static void remember_young_locked(u32 page) WANTS_LOCK(heap.lock)
{
    LOCK_HELD(&heap.lock);
    if (heap.young_large_count == heap.young_large_capacity) {
        heap.young_large_capacity = heap.young_large_capacity ? heap.young_large_capacity * 2 : 64;
        heap.young_large = vm_realloc(heap.young_large, heap.young_large_capacity * sizeof *heap.young_large);
    }
    heap.young_large[heap.young_large_count++] = page;
}

bool large_young_died(void)
{
    for (u32 i = 0; i < heap.young_large_count; i++)
        if (!bit_test(heap.mark_map, page_address(heap.young_large[i]))) return true;
    return false;
}

struct object *large_alloc(const struct heap_type *type, size_t bytes, bool forced)
{
    LOCK_NOT_HELD(&heap.lock);
    size_t rounded = ALIGN_UP(bytes, (size_t)HEAP_PAGE);
    if (rounded > heap.max_bytes) return NULL;
    u32 count = (u32)(rounded >> HEAP_PAGE_SHIFT);
    os_mutex_lock(&heap.lock);
    u32 page = heap_room_locked(rounded, forced) && heap_fits_locked(rounded) ? take_pages_locked(count) : UINT32_MAX;
    if (page == UINT32_MAX) {
        os_mutex_unlock(&heap.lock);
        return NULL;
    }
    for (u32 i = 0; i < count; i++) heap.page_owner[page + i] = page + 1;
    heap.page_count[page] = count;
    remember_young_locked(page);
    heap_trim_locked(rounded);
    heap.large_bytes += rounded;
    heap.large_since += rounded;
    atomic_fetch_add_explicit(&heap.since, rounded, memory_order_relaxed);
    os_mutex_unlock(&heap.lock);

    char *p = (char *)page_address(page);
    for (u32 i = 0; i < count; i++) {
        if (!heap.page_dirty[page + i]) continue;
        memset(p + (size_t)i * HEAP_PAGE, 0, HEAP_PAGE);
        heap.page_dirty[page + i] = 0;
    }
    ((struct object *)p)->class_ref = (u32)(uintptr_t)type;
    bit_set(heap_start_map, (uintptr_t)p);
    return (struct object *)p;
}

struct object *large_find(uintptr_t a)
{
    u32 owner = heap.page_owner[page_of(a)];
    if (!owner) return NULL;
    struct object *o = (struct object *)page_address(owner - 1);
    if (!bit_test(heap_start_map, (uintptr_t)o)) return NULL; /* taken, but not an object yet */
    return a < (uintptr_t)o + object_size(o) ? o : NULL;
}

void large_walk(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg)
{
    u32 last = page_of(heap.end);
    for (u32 p = page_of(heap.large_lo); p < last;) {
        if (!heap.page_owner[p]) {
            p++;
            continue;
        }
        u32 count = heap.page_count[p];
        if (bit_test(heap_start_map, page_address(p)) && !fn(page_address(p), 1, arg)) return;
        p += count;
    }
}

struct object *large_line_array(uintptr_t line)
{
    return (struct object *)page_address(heap.page_owner[page_of(line)] - 1);
}

void large_line_elements(uintptr_t line, nref **from, nref **to)
{
    struct object *o = large_line_array(line);
    uintptr_t first = (uintptr_t)o + ARRAY_BASE, end = first + (size_t)(u32)array_length(o) * sizeof(nref);
    *from = (nref *)(first < line ? line : first);
    *to = (nref *)(end > line + HEAP_LINE_SIZE ? line + HEAP_LINE_SIZE : end);
}

void large_renew_marks(void)
{
    HEAP_STANDS();
    u32 last = page_of(heap.end);
    for (u32 p = page_of(heap.large_lo); p < last;) {
        if (!heap.page_owner[p]) {
            p++;
            continue;
        }
        uintptr_t w = page_address(p) >> 9;
        heap.mark_map[w] = heap.remark ? heap.next_map[w] : 0;
        if (heap.cycle) heap.next_map[w] = 0;
        p += heap.page_count[p];
    }
}

static void add_range(u32 page, u32 count)
{
    if (heap.range_count == heap.range_capacity) {
        heap.range_capacity = heap.range_capacity ? heap.range_capacity * 2 : TINY(64, 1);
        heap.ranges = vm_realloc(heap.ranges, heap.range_capacity * sizeof *heap.ranges);
    }
    heap.ranges[heap.range_count++] = (struct free_range){ page, count };
}

/* The number of bytes in free pages that may keep old contents. For long runs: as many as the next budget will need,
 * judged by the last one. */
static size_t may_keep(u32 count)
{
    size_t most = heap.max_bytes / KEPT_SHARE, wanted = heap.budget / LONG_SHARE;
    if (count < RETURN_PAGES) return most;
    if (heap.young && wanted < heap.large_since) wanted = heap.large_since;
    if (wanted > heap.budget) wanted = heap.budget;
    return wanted < most ? wanted : most;
}
/* Returns the upper pages of a free run to the system, where more than may_keep would stay dirty; allocation takes
 * pages from the low end. Returns the number of pages that stay dirty. */
static u32 return_pages(u32 page, u32 count)
{
    size_t most = may_keep(count) >> HEAP_PAGE_SHIFT, have = heap.large_dirty >> HEAP_PAGE_SHIFT;
    u32 dirty = 0, i = 0;
    for (; i < count && have + dirty + heap.page_dirty[page + i] <= most; i++) dirty += heap.page_dirty[page + i];
    if (i == count) return dirty;
    if (os_mem_discard((void *)page_address(page + i), (size_t)(count - i) << HEAP_PAGE_SHIFT))
        memset(heap.page_dirty + page + i, 0, count - i);
    for (; i < count; i++) dirty += heap.page_dirty[page + i];
    return dirty;
}
/* Pages below large_lo count as clean. */
static void clean_pages(u32 page, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (heap.page_dirty[page + i]) {
            memset((void *)page_address(page + i), 0, HEAP_PAGE);
            heap.page_dirty[page + i] = 0;
        }
}
/* Ends a run of free pages. The lowest run is given up to the area between small and large objects, unless large
 * objects will soon need its dirty pages. */
static void close_range(u32 page, u32 count)
{
    if (count == 0) return;
    u32 dirty = return_pages(page, count);
    bool lowest = page_address(page) == heap.large_lo && !(dirty && heap.young);
    if (!lowest) {
        heap.large_dirty += (size_t)dirty << HEAP_PAGE_SHIFT;
        add_range(page, count);
        return;
    }
    if (dirty) clean_pages(page, count);
    heap.large_lo = page_address(page + count);
}

void large_sweep(void)
{
    HEAP_STANDS();
    heap.range_count = 0;
    heap.large_bytes = heap.large_dirty = 0;
    u32 last = page_of(heap.end), run = 0, run_start = 0;
    for (u32 p = page_of(heap.large_lo); p < last;) {
        if (!heap.page_owner[p]) {
            if (run++ == 0) run_start = p;
            p++;
            continue;
        }
        u32 count = heap.page_count[p];
        uintptr_t a = page_address(p);
        if (bit_test(heap.mark_map, a)) {
            close_range(run_start, run);
            run = 0;
            heap.large_bytes += (size_t)count << HEAP_PAGE_SHIFT;
        } else {
            if (run == 0) run_start = p;
            run += count;
            heap_start_map[a >> 9] = 0;
            memset(heap.page_owner + p, 0, count * sizeof(u32));
            memset(heap.page_dirty + p, 1, count);
            if (heap.poison) memset((void *)a, HEAP_POISON, (size_t)count << HEAP_PAGE_SHIFT);
        }
        p += count;
    }
    close_range(run_start, run);
    heap.large_since = 0;
}
