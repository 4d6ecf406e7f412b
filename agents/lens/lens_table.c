/* Hash tables: linear probing over pointers to entries; key and value share one allocation. See lens_table.h. */
#include "lens_table.h"

#include <stdlib.h>
#include <string.h>

#include "lens_lock.h"

/* One allocation: this head, the value (rounded up), the key, a NUL. */
struct lens_entry {
    struct lens_entry *next;
    uint32_t hash, key_length, key_at;
    uint32_t unused;
    unsigned char bytes[];
};

static uint32_t hash_bytes(const void *key, size_t length)
{
    uint64_t h = 0xcbf29ce484222325u;
    const unsigned char *p = key;
    for (size_t i = 0; i < length; i++) h = (h ^ p[i]) * 0x100000001b3u;
    h ^= h >> 29;
    return (uint32_t)(h ^ h >> 32);
}

static struct lens_entry *entry_of(const void *value)
{
    return (struct lens_entry *)((char *)(uintptr_t)value - offsetof(struct lens_entry, bytes));
}

void lens_table_init(struct lens_table *table, size_t value_size, size_t limit)
{
    *table = (struct lens_table){ .value_size = (value_size + 7) & ~(size_t)7, .limit = limit };
}

static bool matches(const struct lens_entry *e, uint32_t hash, const void *key, size_t length)
{
    return e->hash == hash && e->key_length == length && memcmp(e->bytes + e->key_at, key, length) == 0;
}

/* Keeps the load at or under one half. */
static bool make_room(struct lens_table *table)
{
    size_t size = table->slots == NULL ? 0 : table->mask + 1;
    if ((table->count + 1) * 2 <= size) return true;
    size_t grown = size == 0 ? 64 : size * 2;
    struct lens_entry **slots = calloc(grown, sizeof *slots);
    if (slots == NULL) return false;
    for (struct lens_entry *e = table->first; e != NULL; e = e->next) {
        size_t i = e->hash & (grown - 1);
        while (slots[i] != NULL) i = (i + 1) & (grown - 1);
        slots[i] = e;
    }
    free(table->slots);
    table->slots = slots;
    table->mask = grown - 1;
    return true;
}

void *lens_table_put(struct lens_table *table, const void *key, size_t length, bool *fresh)
{
    if (fresh != NULL) *fresh = false;
    uint32_t hash = hash_bytes(key, length);
    if (table->slots != NULL)
        for (size_t i = hash & table->mask; table->slots[i] != NULL; i = (i + 1) & table->mask)
            if (matches(table->slots[i], hash, key, length)) return table->slots[i]->bytes;
    if (table->limit != 0 && table->count >= table->limit) return NULL;
    if (length > UINT32_MAX / 2 || !make_room(table)) return NULL;
    struct lens_entry *e = calloc(1, sizeof *e + table->value_size + length + 1);
    if (e == NULL) return NULL;
    e->hash = hash;
    e->key_length = (uint32_t)length;
    e->key_at = (uint32_t)table->value_size;
    memcpy(e->bytes + e->key_at, key, length);
    size_t i = hash & table->mask;
    while (table->slots[i] != NULL) i = (i + 1) & table->mask;
    table->slots[i] = e;
    if (table->last == NULL)
        table->first = e;
    else
        table->last->next = e;
    table->last = e;
    table->count++;
    if (fresh != NULL) *fresh = true;
    return e->bytes;
}

void *lens_table_get(const struct lens_table *table, const void *key, size_t length)
{
    if (table->slots == NULL) return NULL;
    uint32_t hash = hash_bytes(key, length);
    for (size_t i = hash & table->mask; table->slots[i] != NULL; i = (i + 1) & table->mask)
        if (matches(table->slots[i], hash, key, length)) return table->slots[i]->bytes;
    return NULL;
}

const void *lens_table_key(const void *value)
{
    const struct lens_entry *e = entry_of(value);
    return e->bytes + e->key_at;
}

void *lens_table_next(const struct lens_table *table, const void *previous)
{
    struct lens_entry *e = previous == NULL ? table->first : entry_of(previous)->next;
    return e == NULL ? NULL : e->bytes;
}

void **lens_table_sorted(const struct lens_table *table, int (*order)(const void *, const void *))
{
    if (table->count == 0) return NULL;
    void **all = malloc(table->count * sizeof *all);
    if (all == NULL) return NULL;
    size_t n = 0;
    for (struct lens_entry *e = table->first; e != NULL; e = e->next) all[n++] = e->bytes;
    if (order != NULL) qsort(all, n, sizeof *all, order);
    return all;
}

void lens_table_free(struct lens_table *table)
{
    struct lens_entry *next;
    for (struct lens_entry *e = table->first; e != NULL; e = next) {
        next = e->next;
        free(e);
    }
    free(table->slots);
    size_t value_size = table->value_size, limit = table->limit;
    *table = (struct lens_table){ .value_size = value_size, .limit = limit };
}

const char *lens_text_intern(const char *text)
{
    static struct lens_table texts = { .value_size = 8 };
    lens_lock(LENS_LOCK_TEXTS);
    void *value = lens_table_put(&texts, text, strlen(text), NULL);
    lens_unlock(LENS_LOCK_TEXTS);
    return value == NULL ? "?" : lens_table_key(value);
}
