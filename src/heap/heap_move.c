/* Moving objects together (opportunistic evacuation; Blackburn & McKinley, "Immix", PLDI 2008, §3.3).
 *
 * A sparse block keeps its free lines from allocations that need a whole block or pages. When the heap has run short of
 * those, a second marking in the same stop moves the live objects of the emptiest blocks to fresh ones. The first
 * marking has just counted the live lines of each block, so the choice needs no guess. A young collection moves young
 * objects in its only marking, if few survived the one before. Objects that stack words point to stay
 * (heap_vm.ambiguous_roots), and so do mirrors, whose addresses are in code.
 *
 * The fresh blocks are free ones, and at most a 24th of the heap (a megabyte in small ones) above the limit; the
 * emptied blocks become free within the stop. Where nothing is short, moving must not make the process larger than the
 * program has made it: then it takes free blocks with old contents, and an eighth of those in use. Who asks for a
 * collection wants the memory, so all is moved then. */
#include "heap/heap_int.h"

enum {
    SPARSE_LINES = LINES_PER_BLOCK / 8 /* a block with so many free lines is worth emptying */,
    FREE_SHARE = 16,
    SCATTERED_SHARE = 8,
    EXTRA_SHARE = 24,
    EASE_SHARE = 8,
    LEAST_GAIN = 4 /* blocks */,
    WORTH_IT = 256 /* likewise */
};
static bool at_ease; /* the coming full collection moves although nothing is short */

static u32 limit_blocks(void)
{
    size_t room = heap.max_bytes > heap.large_bytes ? heap.max_bytes - heap.large_bytes : 0;
    return (u32)(room >> HEAP_BLOCK_SHIFT);
}

static u32 spare_blocks(void) { return limit_blocks() > heap.blocks_in_use ? limit_blocks() - heap.blocks_in_use : 0; }

bool move_few_blocks(void) { return spare_blocks() < (heap.max_bytes >> HEAP_BLOCK_SHIFT) / FREE_SHARE; }

static bool sparse(u32 b) { return heap.block_state[b] == BLOCK_RECYCLE && heap.block_free_lines[b] >= SPARSE_LINES; }

bool move_wanted(enum heap_cause cause)
{
    at_ease = false;
    if (heap.vm->may_move && !heap.vm->may_move()) return false;
    if (heap.config.stress_moving) return true;
    size_t scattered = 0;
    for (u32 b = 0; b < heap.block_count; b++)
        if (sparse(b)) scattered += heap.block_free_lines[b];
    scattered /= LINES_PER_BLOCK; /* blocks that could be gained */
    bool few = move_few_blocks();
    bool asked = ((heap.crowded || heap.short_of_blocks) && scattered >= LEAST_GAIN) || cause == HEAP_CAUSE_LAST_RESORT;
    bool mostly = scattered >= WORTH_IT && scattered > heap.blocks_in_use / 2; /* little lives, so moving is cheap */
    bool needed = asked || (few && scattered > heap.blocks_in_use / SCATTERED_SHARE);
    at_ease = !needed && cause == HEAP_CAUSE_ALLOCATION;
    return scattered > 0 && (needed || mostly);
}

/* Moved objects lie side by side, so they need less room than the lines that they occupy now. */
static size_t lines_before(size_t lines)
{
    size_t used = 0;
    for (u32 b = 0; b < heap.block_count; b++)
        if (heap.block_state[b] > BLOCK_FREE_DIRTY) used += LINES_PER_BLOCK - heap.block_free_lines[b];
    size_t packed = heap.small_bytes / HEAP_LINE_SIZE + 1;
    return packed < used ? (size_t)((double)lines * (double)used / (double)packed) : lines;
}
/* Chooses the emptiest blocks, as many as have live objects that fit into `lines`. */
static void choose(size_t lines)
{
    u32 blocks[LINES_PER_BLOCK] = { 0 }; /* by free lines */
    for (u32 b = 0; b < heap.block_count; b++)
        if (sparse(b)) blocks[heap.block_free_lines[b]]++;
    lines = lines_before(lines);
    u32 least = LINES_PER_BLOCK;
    while (least > SPARSE_LINES && (size_t)blocks[least - 1] * (LINES_PER_BLOCK - (least - 1)) <= lines) {
        least--;
        lines -= (size_t)blocks[least] * (LINES_PER_BLOCK - least);
    }
    /* Some blocks of the next fuller kind may still fit. */
    u32 some = least > SPARSE_LINES ? (u32)(lines / (LINES_PER_BLOCK - (least - 1))) : 0;
    for (u32 b = 0; b < heap.block_count; b++) {
        if (!sparse(b)) continue;
        bool take = heap.block_free_lines[b] >= least || (heap.block_free_lines[b] == least - 1 && some && some--);
        heap.moving_block[b] = take ? MOVE_ALL : MOVE_NONE;
    }
}

bool move_young_wanted(void)
{
    if (!heap.young || heap.cycle || (heap.vm->may_move && !heap.vm->may_move())) return false;
    return heap.config.stress_moving || !heap.many_survived;
}

/* All young objects are in blocks that mutators have had. Old objects there are marked, so they stay. */
static void choose_young(void)
{
    for (u32 b = 0; b < heap.block_count; b++)
        heap.moving_block[b] = heap.block_state[b] == BLOCK_OWNED && !heap.pinned_block[b] ? MOVE_ALL : MOVE_NONE;
}

void move_choose_short(void)
{
    for (u32 b = 0; heap.growing && b < heap.block_count; b++)
        if (heap.block_state[b] > BLOCK_FREE_DIRTY) heap.moving_block[b] = MOVE_SHORT;
    for (u32 i = 0; i < short_table.count; i++)
        heap.moving_block[block_of((uintptr_t)short_table.all[i].o)] = MOVE_SHORT;
}

u32 move_blocks(void)
{
    u32 extra = (u32)((heap.max_bytes / EXTRA_SHARE > MB ? heap.max_bytes / EXTRA_SHARE : MB) >> HEAP_BLOCK_SHIFT);
    return spare_blocks() + extra;
}

static u32 blocks_at_ease(void)
{
    u32 most = move_blocks(), some = heap.dirty_blocks + heap.blocks_in_use / EASE_SHARE;
    return some < most ? some : most;
}

void move_begin(bool growing)
{
    HEAP_STANDS();
    heap.to_space_blocks = at_ease && !heap.young && !growing ? blocks_at_ease() : move_blocks();
    heap.free_cursor = heap.to_space_cursor = 0;
    if (heap.young)
        choose_young();
    else if (growing)
        move_choose_short();
    else if (heap.config.stress_moving) {
        heap.to_space_blocks = heap.block_capacity;
        for (u32 b = 0; b < heap.block_count; b++) heap.moving_block[b] = heap.block_state[b] > BLOCK_FREE_DIRTY;
    } else
        choose((size_t)heap.to_space_blocks * LINES_PER_BLOCK);
    heap.tell_moved = heap.vm->moved && (!heap.vm->moving || heap.vm->moving(true));
    heap.moving = true;
}

void move_end(void)
{
    HEAP_STANDS();
    heap.moving = false;
    if (heap.vm->moving) (void)heap.vm->moving(false);
    memset(heap.moving_block, 0, heap.block_count);
    heap.moved_objects += mark_moved();
}
