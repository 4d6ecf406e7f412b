/* symbol.c: the symbol table.
 *
 * The table is cut into shards by hash. A shard is an open-addressing array of pointers that only ever fills up: a slot
 * goes from NULL to a symbol once. So a reader needs no lock: it loads the array (acquire), probes until a match or
 * NULL, and may at worst miss a symbol that is being added. Writers hold the shard's lock and probe again. Growing
 * fills a new array and publishes it; the old one is kept, because a reader may still be in it (all old arrays together
 * are smaller than the current one). */
#include "classfile/symbol.h"

#include <stdatomic.h>

#include "base/arena.h"
#include "base/contract.h"
#include "base/hash.h"
#include "os/os_sync.h"

#define SHARD_BITS TINY(4, 1)
#define SHARDS (1u << SHARD_BITS)
#define FIRST_CAPACITY TINY(256, 2)

struct table {
    u32 mask;
    _Atomic(struct symbol *) slots[];
};

struct shard {
    struct os_mutex lock;
    _Atomic(struct table *) table;
    u32 count;           /* under lock */
    struct arena memory; /* under lock */
} __attribute__((aligned(64)));

static struct shard shards[SHARDS] = { [0 ... SHARDS - 1] = { .lock = OS_MUTEX_INIT } };

static struct symbol *probe(const struct table *t, const char *bytes, size_t len, u32 hash, u32 *where)
{
    for (u32 i = (hash >> SHARD_BITS) & t->mask;; i = (i + 1) & t->mask) {
        struct symbol *s = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if (!s) {
            *where = i;
            return NULL;
        }
        if (s->hash == hash && s->len == len && memcmp(s->bytes, bytes, len) == 0) return s;
    }
}

static struct table *new_table(u32 capacity)
{
    struct table *t = vm_calloc(1, sizeof(struct table) + capacity * sizeof(t->slots[0]));
    t->mask = capacity - 1;
    return t;
}

static struct table *grow_locked(struct shard *shard, struct table *old) WANTS_LOCK(shard->lock)
{
    LOCK_HELD(&shard->lock);
    if (!old) {
        struct table *first = new_table(FIRST_CAPACITY);
        atomic_store_explicit(&shard->table, first, memory_order_release);
        return first;
    }
    struct table *t = new_table((old->mask + 1) * 2);
    for (u32 i = 0; i <= old->mask; i++) {
        struct symbol *s = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (!s) continue;
        u32 at = (s->hash >> SHARD_BITS) & t->mask;
        while (atomic_load_explicit(&t->slots[at], memory_order_relaxed)) at = (at + 1) & t->mask;
        atomic_store_explicit(&t->slots[at], s, memory_order_relaxed);
    }
    atomic_store_explicit(&shard->table, t, memory_order_release);
    return t;
}

static struct symbol *intern_locked(struct shard *shard, const char *bytes, size_t len, u32 hash)
    WANTS_LOCK(shard->lock)
{
    LOCK_HELD(&shard->lock);
    struct table *t = atomic_load_explicit(&shard->table, memory_order_relaxed);
    u32 where;
    if (t) {
        struct symbol *s = probe(t, bytes, len, hash, &where);
        if (s) return s;
    }
    if (!t || (u64)(shard->count + 1) * 4 > (u64)(t->mask + 1) * 3) {
        t = grow_locked(shard, t);
        (void)probe(t, bytes, len, hash, &where);
    }
    size_t size = offsetof(struct symbol, bytes) + len + 1;
    struct symbol *s = arena_alloc(&shard->memory, size);
    s->hash = hash;
    s->len = (u16)len;
    memcpy(s->bytes, bytes, len);
    shard->count++;
    atomic_store_explicit(&t->slots[where], s, memory_order_release);
    return s;
}

struct symbol *symbol_lookup(const char *bytes, size_t len)
{
    if (len > SYMBOL_MAX_LENGTH) return NULL;
    u32 hash = (u32)hash_bytes(bytes, len), where;
    struct table *t = atomic_load_explicit(&shards[hash & (SHARDS - 1)].table, memory_order_acquire);
    return t ? probe(t, bytes, len, hash, &where) : NULL;
}

struct symbol *symbol_intern(const char *bytes, size_t len)
{
    if (len > SYMBOL_MAX_LENGTH) return NULL;
    u32 hash = (u32)hash_bytes(bytes, len), where;
    struct shard *shard = &shards[hash & (SHARDS - 1)];
    struct table *t = atomic_load_explicit(&shard->table, memory_order_acquire);
    if (t) {
        struct symbol *s = probe(t, bytes, len, hash, &where);
        if (s) return s;
    }
    os_mutex_lock(&shard->lock);
    struct symbol *s = intern_locked(shard, bytes, len, hash);
    os_mutex_unlock(&shard->lock);
    return s;
}

struct symbol *symbol_from_cstr(const char *s) { return symbol_intern(s, strlen(s)); }

void symbol_statistics(size_t *count, size_t *bytes)
{
    *count = *bytes = 0;
    for (u32 i = 0; i < SHARDS; i++) {
        struct shard *shard = &shards[i];
        os_mutex_lock(&shard->lock);
        *count += shard->count;
        struct table *t = atomic_load_explicit(&shard->table, memory_order_relaxed);
        *bytes += shard->memory.reserved + (t ? (t->mask + 1) * sizeof(t->slots[0]) : 0);
        os_mutex_unlock(&shard->lock);
    }
}

void symbol_for_each(void (*fn)(struct symbol *s, void *arg), void *arg)
{
    for (u32 i = 0; i < SHARDS; i++) {
        os_mutex_lock(&shards[i].lock);
        struct table *t = atomic_load_explicit(&shards[i].table, memory_order_relaxed);
        for (u32 k = 0; t && k <= t->mask; k++) {
            struct symbol *s = atomic_load_explicit(&t->slots[k], memory_order_relaxed);
            if (s) fn(s, arg);
        }
        os_mutex_unlock(&shards[i].lock);
    }
}
