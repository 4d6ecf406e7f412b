/* vec.h: a growable vector of pointers. Not thread-safe. All zero is an empty vector. */
#ifndef ARGUS_BASE_VEC_H
#define ARGUS_BASE_VEC_H

#include <stdlib.h>

#include "base/base.h"

struct vec {
    void **items; /* count of them are in use; NULL while capacity is 0 */
    u32 count;
    u32 capacity;
};

#define VEC_INIT { NULL, 0, 0 }

static inline void vec_init(struct vec *v) { *v = (struct vec)VEC_INIT; }
/* Frees the array but not the items. The vector is then empty and usable. */
static inline void vec_destroy(struct vec *v)
{
    free(v->items);
    vec_init(v);
}
static inline void vec_reserve(struct vec *v, u32 capacity)
{
    if (capacity <= v->capacity) return;
    VM_CHECK(capacity <= UINT32_MAX / 2);
    u32 grown = v->capacity ? v->capacity : TINY(4, 1);
    while (grown < capacity) grown *= 2;
    v->items = (void **)vm_realloc(v->items, (size_t)grown * sizeof(void *));
    v->capacity = grown;
}
static inline void vec_push(struct vec *v, void *item)
{
    if (UNLIKELY(v->count == v->capacity)) vec_reserve(v, v->count + 1);
    v->items[v->count++] = item;
}
static inline void *vec_get(const struct vec *v, u32 index)
{
    VM_ASSERT(index < v->count);
    return v->items[index];
}
static inline void vec_set(struct vec *v, u32 index, void *item)
{
    VM_ASSERT(index < v->count);
    v->items[index] = item;
}
/* NULL when empty. */
static inline void *vec_pop(struct vec *v) { return v->count ? v->items[--v->count] : NULL; }
static inline void *vec_last(const struct vec *v) { return v->count ? v->items[v->count - 1] : NULL; }
static inline void vec_clear(struct vec *v) { v->count = 0; }
/* Index of the first equal pointer, or -1. */
static inline i64 vec_index_of(const struct vec *v, const void *item)
{
    for (u32 i = 0; i < v->count; i++)
        if (v->items[i] == item) return i;
    return -1;
}
/* Removes by moving the last item into the hole. */
static inline void vec_remove_swap(struct vec *v, u32 index)
{
    VM_ASSERT(index < v->count);
    v->items[index] = v->items[--v->count];
}
/* Removes and keeps the order. */
static inline void vec_remove_ordered(struct vec *v, u32 index)
{
    VM_ASSERT(index < v->count);
    v->count--;
    memmove(&v->items[index], &v->items[index + 1], (size_t)(v->count - index) * sizeof(void *));
}

#endif
