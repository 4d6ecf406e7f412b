/* A collection: mark, process references, sweep, set the next budget. The world is stopped; one thread does it.
 *
 * The sweep of a block is a copy: the mark map becomes the start map, and the lines without a mark are its holes. */
/* TODO(heap): every collection marks everything (no sticky marks) with one thread */
#include "heap/heap_int.h"

#include <stdio.h>

#include "log/log.h"
#include "os/os_time.h"

enum { MIN_HOLE_LINES = 4 }; /* a block with fewer free lines is full */
static const size_t min_budget = 32 * MB;

static void clear_marks(void)
{
    for (u32 b = 0; b < heap.block_count; b++) {
        if (heap.block_state[b] <= BLOCK_FREE_DIRTY) continue;
        uintptr_t a = block_address(b);
        memset(&heap.mark_map[a >> 9], 0, MAP_WORDS_PER_BLOCK * sizeof(u64));
        memset(&heap.line_marks[a >> HEAP_LINE_SHIFT], 0, LINES_PER_BLOCK);
    }
    large_clear_marks();
}

static u32 count_free_lines(uintptr_t a)
{
    const u8 *lines = &heap.line_marks[a >> HEAP_LINE_SHIFT];
    u32 used = 0;
    for (u32 i = 0; i < LINES_PER_BLOCK; i++) used += lines[i];
    return LINES_PER_BLOCK - used;
}

/* Makes dead memory recognisable (debugging), before the mark map becomes the start map: dead objects, then whole free
 * lines. Sizes are in the classes, which go after the sweep. */
static void poison_block(uintptr_t a)
{
    for (uintptr_t w = a >> 9, last = w + MAP_WORDS_PER_BLOCK; w < last; w++)
        for (u64 dead = heap_start_map[w] & ~heap.mark_map[w]; dead; dead &= dead - 1) {
            struct object *o = (struct object *)((w << 9) + ((uintptr_t)__builtin_ctzll(dead) << 3));
            const struct object *now = heap.moving ? mark_live(o) : NULL;
            memset(o, HEAP_POISON, object_size(now ? now : o));
        }
    const u8 *lines = &heap.line_marks[a >> HEAP_LINE_SHIFT];
    for (u32 i = 0; i < LINES_PER_BLOCK; i++)
        if (!lines[i]) memset((void *)(a + i * HEAP_LINE_SIZE), HEAP_POISON, HEAP_LINE_SIZE);
}

static void sweep_blocks(void)
{
    size_t live_lines = 0;
    heap.blocks_in_use = heap.dirty_blocks = 0;
    for (u32 b = 0; b < heap.block_count; b++) {
        heap.dirty_blocks += heap.block_state[b] == BLOCK_FREE_DIRTY;
        if (heap.block_state[b] <= BLOCK_FREE_DIRTY) continue;
        uintptr_t a = block_address(b);
        if (heap.poison) poison_block(a);
        memcpy(&heap_start_map[a >> 9], &heap.mark_map[a >> 9], MAP_WORDS_PER_BLOCK * sizeof(u64));
        u32 free_lines = count_free_lines(a);
        live_lines += LINES_PER_BLOCK - free_lines;
        if (free_lines == LINES_PER_BLOCK) {
            heap.block_state[b] = BLOCK_FREE_DIRTY;
            heap.dirty_blocks++;
            continue;
        }
        heap.blocks_in_use++;
        heap.block_state[b] = free_lines >= MIN_HOLE_LINES ? BLOCK_RECYCLE : BLOCK_FULL;
        heap.block_free_lines[b] = (u8)free_lines;
    }
    heap.live_bytes = live_lines * HEAP_LINE_SIZE;
    heap.recycle_cursor = heap.free_cursor = 0;
    heap.spare_count = 0;
}

/* Gives dirty free blocks back to the system that the next budget will not need, highest first; joins neighbours into
 * one call. */
static void return_blocks(void)
{
    HEAP_STANDS_FOR_LOCK();
    size_t keep = heap.budget >> HEAP_BLOCK_SHIFT;
    for (u32 b = heap.block_count; b > 0 && heap.dirty_blocks > keep;) {
        if (heap.block_state[b - 1] != BLOCK_FREE_DIRTY) {
            b--;
            continue;
        }
        u32 last = b;
        while (b > 0 && heap.block_state[b - 1] == BLOCK_FREE_DIRTY && heap.dirty_blocks > keep) {
            b--;
            heap.dirty_blocks--;
        }
        size_t bytes = (size_t)(last - b) << HEAP_BLOCK_SHIFT;
        if (os_mem_discard((void *)block_address(b), bytes)) memset(&heap.block_state[b], BLOCK_FREE, last - b);
    }
    heap_trim_locked(0);
    while (heap.block_count && heap.block_state[heap.block_count - 1] == BLOCK_FREE) heap.block_count--;
}

static void set_budget(void)
{
    size_t room = heap.max_bytes > heap.live_bytes ? heap.max_bytes - heap.live_bytes : 0;
    size_t budget = heap.live_bytes > min_budget ? heap.live_bytes : min_budget;
    heap.budget = budget < room ? budget : room;
}

static const char *const cause_names[] = {
    [HEAP_CAUSE_ALLOCATION] = "Allocation Failure",        [HEAP_CAUSE_SYSTEM_GC] = "System.gc()",
    [HEAP_CAUSE_TOOL] = "JvmtiEnv ForceGarbageCollection", [HEAP_CAUSE_STRESS] = "Stress",
    [HEAP_CAUSE_LAST_RESORT] = "Last ditch collection",    [HEAP_CAUSE_METADATA] = "Metadata GC Threshold"
};

/* One marking and sweep. Afterwards the dead are gone, live_bytes is right, and references that became pending are the
 * VM's. */
static void cycle(bool clear_soft, bool moving)
{
    i64 begin = os_time_monotonic_ns();
    if (moving) move_begin();
    clear_marks();
    mark_roots(clear_soft);
    i64 marked = os_time_monotonic_ns();
    struct object *pending = refs_process();
    i64 processed = os_time_monotonic_ns();
    sweep_blocks();
    if (moving) move_end();
    large_sweep();
    if (heap.vm->swept) heap.vm->swept();
    heap.live_bytes += heap.large_bytes;
    if (pending) heap.vm->pending_references(pending);
    i64 end = os_time_monotonic_ns();
    LOG(debug, gc_phases, "GC(%llu) %smark %.3fms, references %.3fms, sweep %.3fms; %zu objects live",
        (unsigned long long)heap.collections, moving ? "moving " : "", (double)(marked - begin) / 1e6,
        (double)(processed - marked) / 1e6, (double)(end - processed) / 1e6, mark_live_objects);
}

/* What was found dead needs no second look, so a second marking in the same stop clears no soft references. */
static void mark_and_sweep(enum heap_cause cause, bool clear_soft)
{
    cycle(clear_soft, false);
    if (move_wanted(cause)) cycle(false, true);
    heap.crowded = false;
}

void heap_collect(enum heap_cause cause, bool clear_soft)
{
    HEAP_STANDS();
    LOCK_NOT_HELD(&heap.lock);
    NOT_IN_SIGNAL_HANDLER();
    VM_CHECK(!heap.collecting);
    heap.collecting = true;
    i64 begin = os_time_monotonic_ns();
    heap.vm->collection_start(cause);
    heap.vm->for_each_local(local_forget);
    local_forget(&heap.pinned);
    local_forget(&heap.reserve);
    heap.reserve_blocks = RESERVE_BLOCKS;
    size_t before = heap_used();
    if (heap.config.verify) heap_verify("before collection");

    mark_and_sweep(cause, clear_soft);
    log_forget();
    heap.swept = true;
    atomic_store(&heap.since, 0);
    set_budget();
    return_blocks();
    if (heap.mark_stack_bytes > 4 * MB)
        os_mem_discard((char *)heap.mark_stack + 4 * MB, ALIGN_DOWN(heap.mark_stack_bytes - 4 * MB, (size_t)HEAP_PAGE));
    /* Under stress the next collection's first check comes soon enough for nearly all. */
    if (heap.config.verify && (cause != HEAP_CAUSE_STRESS || heap.collections % 16 == 0))
        heap_verify("after collection");
    if (heap.config.verify) barrier_shadow_take();
    heap.swept = false;
    if (cause == HEAP_CAUSE_STRESS && heap.stress_backoff && --heap.stress_left == 0) {
        heap.stress_left = heap.stress_backoff;
        if (heap.stress_every < UINT32_MAX / 2) heap.stress_every *= 2;
    }

    u64 number = heap.collections++;
    heap.vm->collection_finish(cause);
    i64 end = os_time_monotonic_ns();
    heap.collection_ns += (u64)(end - begin);
    heap.collecting = false;
    LOG(info, gc, "GC(%llu) Pause Full (%s) %zuM->%zuM(%zuM) %.3fms", (unsigned long long)number, cause_names[cause],
        before / MB, heap_used() / MB, heap_committed() / MB, (double)(end - begin) / 1e6);
}
