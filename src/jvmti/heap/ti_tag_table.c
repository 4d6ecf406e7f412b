/* The table of tags (described in ti_tag.h): groups, their runs of words in a pool, and the bounds of blocks. */
#include "jvmti/heap/ti_tag.h"
#include "tool/tool_heap.h"

#include "os/os_mem.h"
#include "os/os_proc.h"

enum { COMMIT_STEP = 256 * 1024, GROUP_MAX = 64 };

bool ti_has_popcnt;
static struct os_mutex pool_lock = OS_MUTEX_INIT; /* of all tables: free lists, pools, spare tables; a leaf */
static struct ti_tags *spare GUARDED_BY(pool_lock);

static size_t group_bytes(const struct ti_tags *t)
{
    return (size_t)t->block_count * TI_GROUPS_PER_BLOCK * sizeof(struct ti_tag_group);
}
static size_t block_bytes(const struct ti_tags *t)
{
    return ALIGN_UP((size_t)t->block_count * sizeof(struct ti_tag_block), os_page_size());
}

/* ---- runs of words ---- */

/* Sizes are 1, 2, 4, 8, then multiples of four. */
static u32 class_of_room(u32 words) { return words <= 2 ? words - 1 : words <= 4 ? 2 : (words + 3) / 4 + 1; }
static u32 room_of_class(u32 c) { return c <= 1 ? c + 1 : c == 2 ? 4 : (c - 1) * 4; }

static u32 take_run(struct ti_tags *t, u32 words) /* UINT32_MAX: no memory */
{
    u32 c = class_of_room(words), at = UINT32_MAX;
    os_mutex_lock(&pool_lock);
    if (t->free[c]) {
        at = t->free[c];
        t->free[c] = (u32)t->pool[at];
    } else {
        /* A late reader may read up to a group beyond the words in use. */
        size_t need = t->pool_used + room_of_class(c) + GROUP_MAX;
        bool ok = need <= t->pool_committed;
        if (!ok) {
            size_t to = ALIGN_UP(need, (size_t)COMMIT_STEP);
            ok = to <= t->pool_size &&
                 os_mem_commit(t->pool + t->pool_committed, (to - t->pool_committed) * sizeof *t->pool);
            if (ok) t->pool_committed = to;
        }
        if (ok) {
            at = (u32)t->pool_used;
            t->pool_used += room_of_class(c);
        }
    }
    os_mutex_unlock(&pool_lock);
    return at;
}

static void give_run(struct ti_tags *t, u32 at, u32 words)
{
    u32 c = class_of_room(words);
    os_mutex_lock(&pool_lock);
    t->pool[at] = t->free[c];
    t->free[c] = at;
    os_mutex_unlock(&pool_lock);
}

/* ---- groups ---- */

/* The new size of a group that has outgrown `cap`: a few words more while it has few tags, then as many as it has
 * objects. */
static u32 more_room(u32 cap, uintptr_t base)
{
    if (cap < 4) return cap ? cap * 2 : 1;
    u32 objects = ti_popcount(tool_object_starts(base));
    u32 room = objects > cap ? objects : cap + 4;
    room = ALIGN_UP(room, 4u);
    return room < GROUP_MAX ? room : GROUP_MAX;
}

/* A walk through all blocks reads the count without the stripe. */
static void add_count(struct ti_tags *t, uintptr_t a, u32 change)
{
    struct ti_tag_block *b = ti_tag_block(t, a);
    __atomic_store_n(&b->count, b->count + change, __ATOMIC_RELAXED);
}

static void note_tag(struct ti_tags *t, uintptr_t a, jlong tag)
{
    struct ti_tag_block *b = ti_tag_block(t, a);
    if (b->count == 0) {
        b->low = b->high = tag;
        __atomic_store_n(&t->regions[(a - t->low) >> TI_BLOCK_SHIFT >> TI_REGION_SHIFT], 1, __ATOMIC_RELAXED);
    } else if (tag < b->low)
        b->low = tag;
    else if (tag > b->high)
        b->high = tag;
}

static bool insert(struct ti_tags *t, struct ti_tag_group *g, uintptr_t a, u32 bit, jlong tag)
{
    u32 n = ti_popcount(g->bits), rank = ti_popcount(g->bits & (((u64)1 << bit) - 1));
    if (UNLIKELY(n == g->cap)) {
        u32 cap = more_room(g->cap, a), at = take_run(t, cap);
        if (at == UINT32_MAX) return false;
        if (n) {
            memcpy(&t->pool[at], &t->pool[g->at], n * sizeof *t->pool);
            give_run(t, g->at, g->cap);
        }
        g->at = at;
        g->cap = cap;
    }
    jlong *tags = &t->pool[g->at];
    for (u32 i = n; i > rank; i--) tags[i] = tags[i - 1];
    tags[rank] = tag;
    g->bits |= (u64)1 << bit;
    note_tag(t, a, tag);
    add_count(t, a, 1);
    return true;
}

void ti_tags_drop(struct ti_tags *t, uintptr_t base, u64 dead, void (*gone)(struct ti_tags *t, jlong tag))
{
    struct ti_tag_group *g = ti_tag_group(t, base);
    jlong *tags = &t->pool[g->at];
    u32 from = 0, to = 0;
    for (u64 bits = g->bits; bits; bits &= bits - 1, from++) {
        if (!(dead & bits & -bits))
            tags[to++] = tags[from];
        else if (gone)
            gone(t, tags[from]);
    }
    add_count(t, base, to - from);
    g->bits &= ~dead;
    if (to == 0 && g->cap) {
        give_run(t, g->at, g->cap);
        g->cap = 0;
    }
}

bool ti_tags_put_slow(struct ti_tags *t, struct object *o, jlong tag)
{
    uintptr_t a = (uintptr_t)o;
    struct ti_tag_group *g = ti_tag_group(t, a);
    u32 bit = ti_group_bit(a);
    bool there = g->bits >> bit & 1;
    if (tag == 0) {
        if (there) ti_tags_drop(t, ALIGN_DOWN(a, (uintptr_t)1 << TI_GROUP_SHIFT), (u64)1 << bit, NULL);
        return true;
    }
    if (!there) return insert(t, g, a, bit, tag);
    *ti_tag_of_bit(t, g, bit) = tag;
    note_tag(t, a, tag);
    return true;
}

/* ---- whole tables ---- */

struct ti_tags *ti_tags_make(void)
{
    os_mutex_lock(&pool_lock);
    struct ti_tags *t = spare;
    if (t) spare = t->next_spare;
    os_mutex_unlock(&pool_lock);
    if (t) return t;
    t = calloc(1, sizeof *t);
    if (!t) return NULL;
    uintptr_t high;
    tool_heap_range(&t->low, &high);
    size_t bytes = ALIGN_UP(high - t->low, (size_t)1 << (TI_BLOCK_SHIFT + TI_REGION_SHIFT));
    t->block_count = (u32)(bytes >> TI_BLOCK_SHIFT);
    /* Every object may be tagged, and runs of a wrong size lie idle. */
    size_t pool = bytes * 2 < (size_t)UINT32_MAX * sizeof *t->pool
                      ? bytes * 2
                      : ALIGN_DOWN((size_t)UINT32_MAX * sizeof *t->pool, COMMIT_STEP * sizeof *t->pool);
    pool = ALIGN_DOWN(os_mem_share(pool, 16 * MB, 16), COMMIT_STEP * sizeof *t->pool);
    t->groups = os_mem_map(group_bytes(t));
    t->blocks = os_mem_map(block_bytes(t));
    t->regions = calloc(t->block_count >> TI_REGION_SHIFT, 1);
    t->pool = os_mem_reserve(pool, 0);
    if (t->groups && t->blocks && t->regions && t->pool) {
        t->pool_size = pool / sizeof *t->pool;
        t->pool_used = 1; /* run 0 means none */
        return t;
    }
    if (t->groups) os_mem_release(t->groups, group_bytes(t));
    if (t->blocks) os_mem_release(t->blocks, block_bytes(t));
    if (t->pool) os_mem_release(t->pool, pool);
    free(t->regions);
    free(t);
    return NULL;
}

void ti_tags_recycle(struct ti_tags *t)
{
    os_mem_discard(t->groups, group_bytes(t));
    os_mem_discard(t->blocks, block_bytes(t));
    if (t->pool_committed) os_mem_discard(t->pool, t->pool_committed * sizeof *t->pool);
    memset(t->regions, 0, t->block_count >> TI_REGION_SHIFT);
    memset(t->free, 0, sizeof t->free);
    free(t->freed);
    t->freed = NULL;
    t->freed_count = t->freed_cap = 0;
    t->pool_used = 1;
    t->dead = false;
    os_mutex_lock(&pool_lock);
    t->next_spare = spare;
    spare = t;
    os_mutex_unlock(&pool_lock);
}

void ti_tags_for_each_block(struct ti_tags *t, void (*fn)(struct ti_tags *t, u32 block, void *arg), void *arg)
{
    for (u32 r = 0; r < t->block_count >> TI_REGION_SHIFT; r++) {
        if (!__atomic_load_n(&t->regions[r], __ATOMIC_RELAXED)) continue;
        for (u32 b = r << TI_REGION_SHIFT; b < (r + 1) << TI_REGION_SHIFT; b++)
            if (__atomic_load_n(&t->blocks[b].count, __ATOMIC_RELAXED)) fn(t, b, arg);
    }
}
