/* The part that all walks along references share: a bit for each object that was seen, and the references of a
 * class. */
#ifndef ARGUS_TOOL_TOOL_REACH_H
#define ARGUS_TOOL_TOOL_REACH_H

#include "tool/tool_heap.h"

/* A bit for each 8 bytes of the heap. Memory is touched only where bits are set. */
struct tool_seen {
    u64 *bits;
    size_t bytes;
    uintptr_t low;
};
WARN_UNUSED bool tool_seen_make(struct tool_seen *s); /* false: no memory */
void tool_seen_free(struct tool_seen *s);
static inline u64 *tool_seen_word(const struct tool_seen *s, const void *o)
{
    return &s->bits[((uintptr_t)o - s->low) / 512];
}
static inline u64 tool_seen_mask(const struct tool_seen *s, const void *o)
{
    return (u64)1 << (((uintptr_t)o - s->low) / 8 & 63);
}
static inline bool tool_seen_has(const struct tool_seen *s, const struct object *o)
{
    return (*tool_seen_word(s, o) & tool_seen_mask(s, o)) != 0;
}
/* false: it was seen before. */
static inline bool tool_see(const struct tool_seen *s, const struct object *o)
{
    u64 *word = tool_seen_word(s, o), mask = tool_seen_mask(s, o);
    if (*word & mask) return false;
    *word |= mask;
    return true;
}

/* ---- where a class leads to, beside its static fields ---- */
enum tool_class_ref {
    TOOL_CLASS_SUPER, /* java.lang.Object is not told */
    TOOL_CLASS_LOADER,
    TOOL_CLASS_DOMAIN,
    TOOL_CLASS_SIGNERS,
    TOOL_CLASS_CONSTANT, /* of the constant pool: at `index` */
    TOOL_CLASS_INTERFACE
};
/* In this order. fn may be given NULL objects; false from it ends it. The caller has stopped the world. */
void tool_class_references(const struct class *c,
                           bool (*fn)(void *arg, enum tool_class_ref kind, i32 index, struct object *o), void *arg);

#endif
