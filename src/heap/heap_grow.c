/* Instances that grow: a redefinition has added fields to their class for which they have no room
 * (docs/redefinition.md).
 *
 * heap_grow gives the classes a new size and marks all blocks that have objects as moving ones. From then on an
 * instance in such a block is short: it has the size that its class had before. The full collection that follows copies
 * each to a larger place when it first reaches it: the old contents, then zeros.
 *
 * An object that a stack word points to stays short; so does one for which there is no room. The marker that visits it
 * sets OBJECT_SHORT, and it gets an entry in the table of heap_short.c. Each later full collection moves those that it
 * can.
 *
 * Nothing visits the instances before the collection if there is memory for so many as the heap can have at most. */
#include "heap/heap_int.h"

void heap_each_short(void (*fn)(struct object *o, u32 size, void *arg), void *arg)
{
    HEAP_STANDS();
    for (u32 i = 0; i < short_table.count; i++) fn(short_table.all[i].o, short_table.all[i].size, arg);
}

struct count {
    size_t bytes, added; /* of the instances, with their new size; what they do not have yet */
};

static bool count(struct object *o, void *arg)
{
    struct count *c = arg;
    const struct heap_type *t = object_type(o);
    if (LIKELY(!t->short_size)) return true;
    c->bytes += t->instance_size;
    c->added += t->instance_size - object_size(o);
    return true;
}

/* All small objects are instances of the type that grows most. */
static struct count most(const struct heap_growth *all, u32 n)
{
    size_t used = heap_used() - (heap.large_bytes < heap_used() ? heap.large_bytes : heap_used());
    struct count c = { 0, 0 };
    for (u32 i = 0; i < n; i++) {
        size_t bytes = (size_t)((double)used / all[i].type->short_size * all[i].size);
        if (bytes > c.bytes) c = (struct count){ bytes, bytes - used };
    }
    return c;
}
static struct count exactly(const struct heap_growth *all, u32 n)
{
    struct count c = { 0, 0 };
    for (u32 i = 0; i < n; i++) heap_type_set_size(all[i].type, all[i].size);
    heap_walk(count, &c);
    for (u32 i = 0; i < n; i++) heap_type_set_size(all[i].type, all[i].type->short_size);
    return c;
}

enum { PARTS_SHARE = 64 }; /* of the heap stays free, for parts */

/* Dead ones count, and each worker may leave the rest of two blocks. */
static bool fits(const struct count *c)
{
    if (heap_used() + c->added > heap.max_bytes - heap.max_bytes / PARTS_SHARE) return false;
    size_t usable = HEAP_BLOCK_SIZE - HEAP_BLOCK_SIZE / 8;
    size_t blocks = c->bytes / usable + 2 * workers_count() + 1, room = move_blocks();
    size_t free_blocks = (heap.large_lo - small_end()) / HEAP_BLOCK_SIZE;
    for (u32 b = 0; b < heap.block_count; b++) free_blocks += heap.block_state[b] <= BLOCK_FREE_DIRTY;
    return blocks <= room && blocks <= free_blocks;
}

/* ---- memory for the copies, before the stop ---- */

enum { LOOKED_AT = 32 /* blocks */, WORTH_A_STOP = TINY(128, 1) /* likewise */ };

static void count_block(u32 b, struct count *c)
{
    for (uintptr_t w = block_address(b) >> 9, end = w + MAP_WORDS_PER_BLOCK; w < end; w++)
        for (u64 starts = heap_start_map[w]; starts; starts &= starts - 1) {
            const struct object *o = (const struct object *)((w << 9) + ((uintptr_t)__builtin_ctzll(starts) << 3));
            if (o->class_ref) c->bytes += object_type(o)->short_size;
        }
}

u32 heap_grow_blocks(const struct heap_growth *all, u32 n)
{
    HEAP_STANDS();
    struct count c = { 0, 0 };
    u32 step = heap.blocks_in_use / LOOKED_AT + 1, looked = 0, used = 0;
    for (u32 i = 0; i < n; i++) all[i].type->short_size = all[i].size;
    for (u32 b = 0; b < heap.block_count; b++) {
        if (heap.block_state[b] <= BLOCK_FREE_DIRTY || used++ % step) continue;
        count_block(b, &c);
        looked++;
    }
    for (u32 i = 0; i < n; i++) all[i].type->short_size = 0;
    u32 blocks = looked ? (u32)((double)c.bytes / looked * used / HEAP_BLOCK_SIZE) : 0;
    return blocks >= WORTH_A_STOP ? blocks : 0;
}

bool heap_grow_begin(const struct heap_growth *all, u32 n)
{
    HEAP_STANDS();
    for (u32 i = 0; i < n; i++) {
        struct heap_type *t = all[i].type;
        CONTRACT("instances become larger",
                 all[i].size > t->instance_size && all[i].size < HEAP_LARGE_MIN && IS_ALIGNED(all[i].size, 8));
        CONTRACT("instances are objects with a map",
                 t->kind == HEAP_INSTANCE || t->kind == HEAP_REFERENCE || t->kind == HEAP_LOADER);
        t->short_size = t->instance_size;
    }
    struct count c = most(all, n);
    if (fits(&c)) return true;
    c = exactly(all, n);
    if (fits(&c)) return true;
    for (u32 i = 0; i < n; i++) all[i].type->short_size = 0;
    return false;
}

void heap_grow(const struct heap_growth *all, u32 n)
{
    HEAP_STANDS();
    cycle_pause(); /* it reads sizes; the collection lets it go on */
    short_table.growth = all;
    short_table.growth_count = n;
    heap.growing = true;
    move_choose_short();
    short_table.growing_in = heap.moving_block - (heap.base >> HEAP_BLOCK_SHIFT);
    for (u32 i = 0; i < n; i++) heap_type_set_size(all[i].type, all[i].size);
}

static struct object *new_part(struct heap_local *l, const struct heap_type *type, u32 length)
{
    size_t bytes = ALIGN_UP(array_base(type->elem_shift) + ((size_t)length << type->elem_shift), (size_t)OBJECT_ALIGN);
    struct object *o = heap_alloc_forced(l, type, bytes);
    if (!o && bytes < HEAP_LARGE_MIN) o = heap_alloc_reserve(type, bytes);
    VM_CHECK(o != NULL); /* `fits` has left memory for it */
    ((struct array *)o)->length = (i32)length;
    return o;
}

/* Parts for all bytes that the object lacks. They have what smaller ones had. */
static void make_parts(struct heap_local *l, struct short_entry *e, const struct heap_type *const *types)
{
    u32 lacks = object_type(e->o)->instance_size - e->size;
    for (u32 k = 0; k < SHORT_PARTS; k++) {
        const struct object *old = ref_decode(e->part[k]);
        u32 length = lacks >> types[k]->elem_shift, had = old ? (u32)array_length(old) : 0, base = short_part_base(k);
        if (had == length) continue;
        struct object *now = new_part(l, types[k], length);
        if (old) memcpy((char *)now + base, (const char *)old + base, (size_t)had << types[k]->elem_shift);
        e->part[k] = ref_encode(now);
    }
}

void heap_grow_end(struct heap_local *l, const struct heap_type *refs, const struct heap_type *longs)
{
    HEAP_STANDS();
    CONTRACT("a collection has grown them", !short_table.growth_count);
    heap.growing = false;
    const struct heap_type *types[SHORT_PARTS] = { refs, longs };
    for (u32 i = 0; i < short_table.count; i++) make_parts(l, &short_table.all[i], types);
}
