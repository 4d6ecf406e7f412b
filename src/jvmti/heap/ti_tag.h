/* Tags: a 64-bit value for an object, in each environment (D6).
 *
 * A table mirrors the heap in groups of 512 bytes, as the heap's own maps do. A group knows which of its 64 possible
 * objects are tagged, and keeps their tags in the order of addresses:
 *
 *     groups[(o - low) / 512]   bits: 0 1 0 0 1 1 0 …
 *                               at ──► pool: tag of the 1st, 2nd, 3rd tagged object …     (cap words of room)
 *
 * So a tag is found with two loads and a population count. A tag costs 8 bytes and a share of the group. The set of
 * tagged objects can be combined with the heap's maps a word at a time (filters of walks, dead objects after a
 * collection). All tags can be searched without reading an object; for that, each block of 64 groups also has bounds of
 * its tags.
 *
 * Locks. Tables belong to an environment; locks are shared by all: one of STRIPES sequence locks, by block. A writer
 * holds the block's stripe. A reader reads, then checks whether the stripe was written meanwhile. Neither needs to be
 * in the VM. The thread that stops the world (collector, walks) takes all tags with ti_tags_stop: then no other thread
 * is inside, and the functions marked _stopped need no lock. Pool and free lists have a lock of their own, taken after
 * a stripe. Nothing is ever unmapped: a late reader reads something, and notices. */
#ifndef ARGUS_JVMTI_HEAP_TI_TAG_H
#define ARGUS_JVMTI_HEAP_TI_TAG_H

#include "cpu/x86_64/instructions.h"
#include "jvmti/core/ti_int.h"

enum {
    TI_GROUP_SHIFT = 9,
    TI_BLOCK_SHIFT = 15,
    TI_GROUPS_PER_BLOCK = 1 << (TI_BLOCK_SHIFT - TI_GROUP_SHIFT),
    TI_STRIPES = TINY(1024, 2),
    TI_GROUP_CLASSES = 19,
    TI_REGION_SHIFT = 6
};

struct ti_tag_group {
    u64 bits;
    u32 at;
    u32 cap;
};
struct ti_tag_block {
    u32 count;
    jlong low, high; /* tags lie in [low, high] */
};

struct ti_tags {
    uintptr_t low;
    struct ti_tag_group *groups;
    struct ti_tag_block *blocks;
    u32 block_count;
    u8 *regions; /* by 1 << TI_REGION_SHIFT blocks: was any object there ever tagged? */
    jlong *pool;
    size_t pool_used, pool_committed, pool_size; /* words */
    /* free runs, by class of size; linked through their first word */
    u32 free[TI_GROUP_CLASSES];
    bool dead; /* its environment was disposed */
    struct ti_tags *next_spare;
    jlong *freed; /* tags of objects that the last collections freed, not posted yet */
    u32 freed_count, freed_cap;
};

extern bool ti_has_popcnt; /* the processor does (nearly all do) */
static inline u32 ti_popcount(u64 bits)
{
    return LIKELY(ti_has_popcnt) ? cpu_popcnt(bits) : (u32)__builtin_popcountll(bits);
}

static inline u32 ti_group_bit(uintptr_t a) { return (u32)(a >> 3) & 63; }
static inline struct ti_tag_group *ti_tag_group(const struct ti_tags *t, uintptr_t a)
{
    return &t->groups[(a - t->low) >> TI_GROUP_SHIFT];
}
static inline struct ti_tag_block *ti_tag_block(const struct ti_tags *t, uintptr_t a)
{
    return &t->blocks[(a - t->low) >> TI_BLOCK_SHIFT];
}
/* The tag of the object at `bit`, which is set in g->bits. */
static inline jlong *ti_tag_of_bit(const struct ti_tags *t, const struct ti_tag_group *g, u32 bit)
{
    return &t->pool[g->at + ti_popcount(g->bits & (((u64)1 << bit) - 1))];
}
/* There is no other writer: the world is stopped, or the stripe is held. */
static inline jlong ti_tags_find(const struct ti_tags *t, const struct object *o)
{
    if (!t) return 0;
    const struct ti_tag_group *g = ti_tag_group(t, (uintptr_t)o);
    u32 bit = ti_group_bit((uintptr_t)o);
    return g->bits >> bit & 1 ? *ti_tag_of_bit(t, g, bit) : 0;
}

/* ---- any thread ---- */
/* 0: untagged. */
jlong ti_tag_get(const struct ti_env *env, const struct object *o);
/* false: no memory. */
bool ti_tag_set(struct ti_env *env, struct object *o, jlong tag);

/* ---- the world is stopped ---- */
/* From stop to go the caller owns all tags. Nests. */
void ti_tags_stop(void);
/* Callbacks of ObjectFree that have begun may end, so that a walk does not meet them; but they may wait for a monitor
 * of the agent that walks, so not for long. No further one begins. World stopped. */
void ti_tags_let_reports_end(void);
void ti_tags_go(void);
/* Like ti_tag_set, between stop and go. May set env->tags if it is NULL. */
WARN_UNUSED bool ti_tag_set_stopped(struct ti_env *env, struct object *o, jlong tag);

/* ---- ti_tag_table.c, for ti_tag.c ---- */
struct ti_tags *ti_tags_make(void);      /* NULL: no memory */
void ti_tags_recycle(struct ti_tags *t); /* clears it; the table is used by the next ti_tags_make */
/* A tag of 0 removes it. The stripe is held or the world stopped. Returns false if there is no memory. */
WARN_UNUSED bool ti_tags_put_slow(struct ti_tags *t, struct object *o, jlong tag);
WARN_UNUSED static inline bool ti_tags_put(struct ti_tags *t, struct object *o, jlong tag)
{
    const struct ti_tag_group *g = ti_tag_group(t, (uintptr_t)o);
    const struct ti_tag_block *b = ti_tag_block(t, (uintptr_t)o);
    u32 bit = ti_group_bit((uintptr_t)o);
    if (UNLIKELY(!(g->bits >> bit & 1) || tag == 0 || tag < b->low || tag > b->high))
        return ti_tags_put_slow(t, o, tag);
    *ti_tag_of_bit(t, g, bit) = tag;
    return true;
}
/* Removes the tags of the objects in `dead` from the group at `base`, after it has called `gone` for each. */
void ti_tags_drop(struct ti_tags *t, uintptr_t base, u64 dead, void (*gone)(struct ti_tags *t, jlong tag));
/* Calls fn for the blocks that hold a tag. */
void ti_tags_for_each_block(struct ti_tags *t, void (*fn)(struct ti_tags *t, u32 block, void *arg), void *arg);

#endif
