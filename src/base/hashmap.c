/* hashmap.c: linear probing, at most 3/4 full, removal by shifting back, so there are no tombstones. */
#include "base/hashmap.h"

#include <stdlib.h>

void hashmap_init(struct hashmap *m) { *m = (struct hashmap)HASHMAP_INIT; }

void hashmap_destroy(struct hashmap *m)
{
    vm_free(m->slots);
    hashmap_init(m);
}

/* The slot that holds key, or the free slot where it would go. The table has a free slot. */
static struct hashmap_slot *find(const struct hashmap *m, u64 key)
{
    u32 mask = m->capacity - 1;
    for (u32 i = (u32)hash_u64(key) & mask;; i = (i + 1) & mask) {
        struct hashmap_slot *slot = &m->slots[i];
        if (!slot->value || slot->key == key) return slot;
    }
}

void *hashmap_get_u64(const struct hashmap *m, u64 key) { return m->count ? find(m, key)->value : NULL; }

static void grow(struct hashmap *m)
{
    struct hashmap bigger = { .capacity = m->capacity ? m->capacity * 2 : TINY(8, 2), .count = m->count };
    VM_CHECK(bigger.capacity > m->capacity);
    bigger.slots = (struct hashmap_slot *)vm_calloc(bigger.capacity, sizeof *bigger.slots);
    for (u32 i = 0; i < m->capacity; i++)
        if (m->slots[i].value) *find(&bigger, m->slots[i].key) = m->slots[i];
    vm_free(m->slots);
    *m = bigger;
}

void *hashmap_put_u64(struct hashmap *m, u64 key, void *value)
{
    VM_ASSERT(value != NULL);
    if ((u64)(m->count + 1) * 4 > (u64)m->capacity * 3) grow(m);
    struct hashmap_slot *slot = find(m, key);
    void *before = slot->value;
    if (!before) m->count++;
    slot->key = key;
    slot->value = value;
    return before;
}

void *hashmap_remove_u64(struct hashmap *m, u64 key)
{
    if (!m->count) return NULL;
    struct hashmap_slot *slot = find(m, key);
    void *before = slot->value;
    if (!before) return NULL;
    m->count--;
    /* Moves back every follower of the run whose home is not after the hole. */
    u32 mask = m->capacity - 1;
    u32 hole = (u32)(slot - m->slots);
    for (u32 i = (hole + 1) & mask; m->slots[i].value; i = (i + 1) & mask) {
        u32 home = (u32)hash_u64(m->slots[i].key) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            m->slots[hole] = m->slots[i];
            hole = i;
        }
    }
    m->slots[hole].value = NULL;
    return before;
}

bool hashmap_next(const struct hashmap *m, u32 *cursor, u64 *key, void **value)
{
    while (*cursor < m->capacity) {
        const struct hashmap_slot *slot = &m->slots[(*cursor)++];
        if (slot->value) {
            if (key) *key = slot->key;
            if (value) *value = slot->value;
            return true;
        }
    }
    return false;
}
