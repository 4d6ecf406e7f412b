/* Tables of counts by class or number that compiled code fills in by itself (thread/probe_points.h); a thread has its
 * own, and others read them while it goes on. */
#include "cpu/compiler_barrier.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

static void put(u64 *word, u64 v) { __atomic_store_n(word, v, __ATOMIC_RELAXED); }
static u64 get(const u64 *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

void probe_keys_clear(u64 *table)
{
    if (!table[PROBE_KEYS_USED] && !table[PROBE_KEYS_ZERO]) return; /* it may have no memory yet */
    uintptr_t from = (uintptr_t)table, to = from + PROBE_KEYS_WORDS * sizeof *table;
    uintptr_t first = ALIGN_UP(from, os_page_size()), last = ALIGN_DOWN(to, os_page_size());
    if (first >= last || !os_mem_discard((void *)first, last - first)) first = last = to;
    memset((void *)from, 0, first - from);
    memset((void *)last, 0, to - last);
}

/* The entry of the key, or the free one that it would get. */
static u64 *find(u64 *table, u64 key)
{
    u64 *entries = table + PROBE_KEYS_FIRST;
    u32 i = probe_key_place(key);
    while (entries[2 * i] && entries[2 * i] != key) i = (i + 1) % PROBE_KEYS_ROOM;
    return &entries[2 * i];
}
static void add_one(u64 *word) { put(word, *word + 1); }
void probe_keys_count(u64 *table, u64 key)
{
    if (!key) {
        add_one(&table[PROBE_KEYS_ZERO]);
        return;
    }
    u64 *e = find(table, key);
    if (!*e && table[PROBE_KEYS_USED] >= PROBE_KEYS_MOST) {
        add_one(&table[PROBE_KEYS_LOST]);
        return;
    }
    if (!*e) {
        add_one(&table[PROBE_KEYS_USED]);
        put(e, key);
    }
    COMPILER_BARRIER();
    add_one(e + 1);
}

/* ---- sums ---- */

struct probe_table *probe_table_for(u32 entries)
{
    u32 room = entries + 2; /* with one entry it would have no keys */
    struct probe_table *t = calloc(1, sizeof *t + room * probe_entry_size(1));
    if (!t) return NULL;
    t->room = room;
    t->words = 1;
    return t;
}
void probe_table_put(struct probe_table *t, const u8 *types, const u64 *keys, u64 count)
{
    VM_ASSERT(t->used < t->room);
    struct probe_entry *e = probe_entry_at(t, t->used++);
    memcpy(e->types, types, sizeof e->types);
    memcpy(e->keys, keys, sizeof e->keys);
    e->words[0] = count;
    e->used = 1;
}
static void put_one(struct probe_table *t, u8 type, u64 key, u64 count)
{
    u8 types[PROBE_KEYS_MAX] = { type };
    u64 keys[PROBE_KEYS_MAX] = { key };
    probe_table_put(t, types, keys, count);
}
static void put_class(struct probe_table *t, const struct class *c, u64 count)
{
    char buf[512];
    const char *name = class_external_name(c, buf, sizeof buf);
    put_one(t, PROBE_CLASS, c->serial, count);
    probe_name_put(PROBE_CLASS, c->serial, name, strlen(name));
}
struct probe_table *probe_keys_sum(const u64 *table, bool numbers)
{
    THREADS_LOCKED();
    u64 used = get(&table[PROBE_KEYS_USED]), zero = get(&table[PROBE_KEYS_ZERO]);
    struct probe_table *t = probe_table_for((u32)used);
    if (!t) return NULL;
    if (zero && numbers) put_one(t, PROBE_INT, 1ull << 63, zero);
    for (u32 i = 0; i < PROBE_KEYS_ROOM && used; i++) {
        const u64 *e = &table[PROBE_KEYS_FIRST + 2 * i];
        u64 key = get(e), n = get(e + 1);
        if (!key) continue;
        used--;
        if (!n || (key == PROBE_KEY_GONE && !numbers)) continue;
        if (numbers)
            put_one(t, PROBE_INT, key ^ 1ull << 63, n);
        else
            put_class(t, (const struct class *)(uintptr_t)key, n);
    }
    return t;
}

void probe_keys_take(struct probe *p, u32 map, u64 *table, const struct class *c)
{
    WORLD_STOPPED();
    u64 *e = table[PROBE_KEYS_USED] ? find(table, (u64)(uintptr_t)c) : NULL;
    if (!e || !*e) return;
    struct probe_table *t = probe_table_for(1);
    if (t) {
        put_class(t, c, e[1]);
        t->epoch = atomic_load(&p->epochs[map]);
        probe_add_ended(p, map, t);
        free(t);
    } else
        atomic_fetch_add(&p->ended.counters[PROBE_LOST_MEMORY], 1);
    e[0] = PROBE_KEY_GONE;
    e[1] = 0;
}
