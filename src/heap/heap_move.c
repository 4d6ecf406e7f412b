/* Moving objects together (opportunistic evacuation; Blackburn & McKinley, "Immix", PLDI 2008, §3.3).
 *
 * Blocks of which little lives keep the rest of their memory from allocations that need a whole block or pages. When
 * the heap has run short of those, a second marking in the same stop moves what lives in the emptiest blocks to fresh
 * ones. The first marking has just said how much lives in each block, so the choice needs no guess. What stack words
 * point to stays (heap_vm.ambiguous_roots), and mirrors, whose addresses are in code.
 *
 * The fresh blocks come from what is free, and at the most a sixty-fourth of the heap (a megabyte in small ones) above
 * the limit; the emptied blocks follow within the stop. */
#include "heap/heap_int.h"

enum {
    SPARSE_LINES = LINES_PER_BLOCK / 8 /* so many free lines make moving a block worth while */,
    FREE_SHARE = 16,
    SCATTERED_SHARE = 8,
    EXTRA_SHARE = 64,
    LEAST_GAIN = 4 /* blocks */
};

static u32 limit_blocks(void)
{
    size_t room = heap.max_bytes > heap.large_bytes ? heap.max_bytes - heap.large_bytes : 0;
    return (u32)(room >> HEAP_BLOCK_SHIFT);
}

static u32 spare_blocks(void) { return limit_blocks() > heap.blocks_in_use ? limit_blocks() - heap.blocks_in_use : 0; }

static bool sparse(u32 b) { return heap.block_state[b] == BLOCK_RECYCLE && heap.block_free_lines[b] >= SPARSE_LINES; }

bool move_wanted(enum heap_cause cause)
{
    if (heap.vm->may_move && !heap.vm->may_move()) return false;
    if (heap.config.stress_moving) return true;
    size_t scattered = 0;
    for (u32 b = 0; b < heap.block_count; b++)
        if (sparse(b)) scattered += heap.block_free_lines[b];
    scattered /= LINES_PER_BLOCK; /* blocks that could be won */
    bool short_of_blocks = spare_blocks() < (heap.max_bytes >> HEAP_BLOCK_SHIFT) / FREE_SHARE;
    bool asked = (heap.crowded && scattered >= LEAST_GAIN) || cause == HEAP_CAUSE_LAST_RESORT;
    return scattered > 0 && (asked || (short_of_blocks && scattered > heap.blocks_in_use / SCATTERED_SHARE));
}

/* The emptiest blocks, as many as their live lines find room for in `lines`. */
static void choose(size_t lines)
{
    u32 blocks[LINES_PER_BLOCK] = { 0 }; /* by free lines */
    for (u32 b = 0; b < heap.block_count; b++)
        if (sparse(b)) blocks[heap.block_free_lines[b]]++;
    u32 least = LINES_PER_BLOCK;
    while (least > SPARSE_LINES && (size_t)blocks[least - 1] * (LINES_PER_BLOCK - (least - 1)) <= lines) {
        least--;
        lines -= (size_t)blocks[least] * (LINES_PER_BLOCK - least);
    }
    /* Of the next fullest some may still fit. */
    u32 some = least > SPARSE_LINES ? (u32)(lines / (LINES_PER_BLOCK - (least - 1))) : 0;
    for (u32 b = 0; b < heap.block_count; b++) {
        if (!sparse(b)) continue;
        bool take = heap.block_free_lines[b] >= least || (heap.block_free_lines[b] == least - 1 && some && some--);
        heap.moving_block[b] = take;
    }
}

void move_begin(void)
{
    HEAP_STANDS();
    u32 extra = (u32)((heap.max_bytes / EXTRA_SHARE > MB ? heap.max_bytes / EXTRA_SHARE : MB) >> HEAP_BLOCK_SHIFT);
    heap.to_space_blocks = spare_blocks() + extra;
    heap.free_cursor = 0;
    if (heap.config.stress_moving) {
        heap.to_space_blocks = heap.block_capacity;
        for (u32 b = 0; b < heap.block_count; b++) heap.moving_block[b] = heap.block_state[b] > BLOCK_FREE_DIRTY;
    } else
        choose((size_t)heap.to_space_blocks * LINES_PER_BLOCK);
    if (heap.vm->moving) heap.vm->moving(true);
    heap.moving = true;
}

void move_end(void)
{
    HEAP_STANDS();
    heap.moving = false;
    if (heap.vm->moving) heap.vm->moving(false);
    memset(heap.moving_block, 0, heap.block_count);
    heap.to_space.cursor = heap.to_space.hole_end = NULL;
}
