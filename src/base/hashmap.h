/* hashmap.h: maps from 64-bit keys or from pointers to pointers; open addressing. Not thread-safe. All zero is an empty
 * map.
 *
 * A value is never NULL: NULL means "not there". Any key is allowed, 0 and NULL too. Pointer keys are compared as
 * pointers (right for symbols). */
#ifndef ARGUS_BASE_HASHMAP_H
#define ARGUS_BASE_HASHMAP_H

#include "base/base.h"

struct hashmap_slot {
    u64 key;
    void *value; /* NULL: the slot is free */
};

struct hashmap {
    struct hashmap_slot *slots; /* capacity of them, a power of two or 0 */
    u32 count;
    u32 capacity;
};

#define HASHMAP_INIT { NULL, 0, 0 }

void hashmap_init(struct hashmap *m);
/* Frees the table but not the values. The map is then empty and usable. */
void hashmap_destroy(struct hashmap *m);

/* The value or NULL. */
void *hashmap_get_u64(const struct hashmap *m, u64 key);
/* Adds or replaces; returns the value that was there before, or NULL. value is not NULL. */
void *hashmap_put_u64(struct hashmap *m, u64 key, void *value);
/* Returns the value that was removed, or NULL. */
void *hashmap_remove_u64(struct hashmap *m, u64 key);

static inline void *hashmap_get(const struct hashmap *m, const void *key)
{
    return hashmap_get_u64(m, (u64)(uintptr_t)key);
}
static inline void *hashmap_put(struct hashmap *m, const void *key, void *value)
{
    return hashmap_put_u64(m, (u64)(uintptr_t)key, value);
}
static inline void *hashmap_remove(struct hashmap *m, const void *key)
{
    return hashmap_remove_u64(m, (u64)(uintptr_t)key);
}
static inline u32 hashmap_count(const struct hashmap *m) { return m->count; }

/* Walks in no order: start with *cursor = 0; false at the end. The map must not change during a walk. key may be
 * NULL. */
bool hashmap_next(const struct hashmap *m, u32 *cursor, u64 *key, void **value);

#endif
