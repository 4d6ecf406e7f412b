/* Tables of counts and sums by class or number that compiled code fills in by itself (thread/probe_points.h); a thread
 * has its own, and others read them while it goes on. */
#include "cpu/compiler_barrier.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

static void put(u64 *word, u64 v) { __atomic_store_n(word, v, __ATOMIC_RELAXED); }
static u64 get(const u64 *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

void probe_keys_clear(u64 *table, bool hists)
{
    if (!table[PROBE_KEYS_USED] && !table[PROBE_KEYS_ZERO]) return; /* it may have no memory yet */
    uintptr_t from = (uintptr_t)table, to = from + (PROBE_KEYS_WORDS + (hists ? PROBE_KEYS_HISTS : 0)) * sizeof *table;
    uintptr_t first = ALIGN_UP(from, os_page_size()), last = ALIGN_DOWN(to, os_page_size());
    if (first >= last || !os_mem_discard((void *)first, last - first)) first = last = to;
    memset((void *)from, 0, first - from);
    memset((void *)last, 0, to - last);
}

/* The entry of the key, or the free one that it would get. */
static u32 find(const u64 *table, u64 key)
{
    const u64 *entries = table + PROBE_KEYS_FIRST;
    u32 i = probe_key_place(key);
    while (entries[2 * i] && entries[2 * i] != key) i = (i + 1) % PROBE_KEYS_ROOM;
    return i;
}
static void add(u64 *word, u64 n) { put(word, *word + n); }
static u64 *sum_at(u64 *table, u32 i) { return &table[PROBE_KEYS_SUMS + 2 * i]; }
/* Where the histogram begins that was the nth to be made. */
static u64 hist_byte(u64 n) { return n * PROBE_HIST_WORDS * sizeof(u64); }
static void sum_up(u64 *table, u32 i, const struct probe_sum_up *s, i64 v)
{
    u64 *sum = sum_at(table, i);
    switch ((enum probe_sum_kind)s->kind) {
    case PROBE_SUM_COUNT: return;
    case PROBE_SUM_ADD: add(sum, (u64)v); return;
    case PROBE_SUM_HIST: add(table + PROBE_KEYS_WORDS + *sum / sizeof *sum + probe_hist_word(v), 1); return;
    case PROBE_SUM_MIN:
    case PROBE_SUM_MAX: {
        u64 grown = (u64)probe_grown((enum probe_sum_kind)s->kind, v);
        if (grown > *sum) put(sum, grown);
        return;
    }
    }
}
void probe_keys_count(u64 *table, const struct probe_sum_up *s, u64 key, i64 v)
{
    u32 i = PROBE_KEYS_ROOM;
    if (!key) {
        if (s->kind == PROBE_SUM_HIST) put(sum_at(table, i), hist_byte(PROBE_KEYS_MOST));
        if (s->by == PROBE_BY_NUMBER) sum_up(table, i, s, v);
        COMPILER_BARRIER();
        add(&table[PROBE_KEYS_ZERO], 1);
        return;
    }
    i = find(table, key);
    u64 *e = &table[PROBE_KEYS_FIRST + 2 * i], used = table[PROBE_KEYS_USED];
    if (!*e && used >= PROBE_KEYS_MOST) {
        add(&table[PROBE_KEYS_LOST], 1);
        return;
    }
    if (!*e) {
        if (s->kind == PROBE_SUM_HIST) put(sum_at(table, i), hist_byte(used));
        put(&table[PROBE_KEYS_USED], used + 1);
        put(e, key);
    }
    sum_up(table, i, s, v);
    COMPILER_BARRIER();
    add(e + 1, 1);
}

/* ---- sums ---- */

struct probe_table *probe_table_for(u32 entries, u32 words)
{
    u32 room = entries + 2; /* with one entry it would have no keys */
    struct probe_table *t = calloc(1, sizeof *t + room * probe_entry_size(words));
    if (!t) return NULL;
    t->room = room;
    t->words = words;
    return t;
}
_Atomic u64 *probe_table_put(struct probe_table *t, const u8 *types, const u64 *keys)
{
    VM_ASSERT(t->used < t->room);
    struct probe_entry *e = probe_entry_at(t, t->used++);
    memcpy(e->types, types, sizeof e->types);
    memcpy(e->keys, keys, sizeof e->keys);
    e->used = 1;
    return e->words;
}
/* What entry i, with so many hits, has of the map. */
struct entry_of {
    const u64 *table;
    const struct probe_sum_up *s;
    u32 i;
    u64 count;
};
static void fill(const struct entry_of *x, _Atomic u64 *to, u32 words)
{
    enum probe_sum_kind kind = (enum probe_sum_kind)x->s->kind;
    u64 sum = get(&x->table[PROBE_KEYS_SUMS + 2 * x->i]);
    const u64 *hist = x->table + PROBE_KEYS_WORDS + sum / sizeof sum;
    switch (kind) {
    case PROBE_SUM_COUNT: to[0] = x->count; return;
    case PROBE_SUM_MIN:
    case PROBE_SUM_MAX: to[0] = (u64)probe_grown(kind, (i64)sum); return;
    case PROBE_SUM_ADD:
        if (words > 1) to[0] = x->count; /* an average */
        to[words - 1] = sum;
        return;
    case PROBE_SUM_HIST:
        for (u32 k = 0; k < words; k++) to[k] = get(hist + k);
        return;
    }
}
static void put_one(struct probe_table *t, u8 type, u64 key, const struct entry_of *x)
{
    u8 types[PROBE_KEYS_MAX] = { type };
    u64 keys[PROBE_KEYS_MAX] = { key };
    fill(x, probe_table_put(t, types, keys), t->words);
}
static void put_class(struct probe_table *t, const struct class *c, const struct entry_of *x)
{
    char buf[512];
    const char *name = class_external_name(c, buf, sizeof buf);
    put_one(t, PROBE_CLASS, c->serial, x);
    probe_name_put(PROBE_CLASS, c->serial, name, strlen(name));
}
struct probe_table *probe_keys_sum(const u64 *table, const struct probe_sum_up *s, const struct probe_map *m)
{
    THREADS_LOCKED();
    bool numbers = s->by == PROBE_BY_NUMBER;
    u64 used = get(&table[PROBE_KEYS_USED]), zero = get(&table[PROBE_KEYS_ZERO]);
    struct probe_table *t = probe_table_for((u32)used, probe_map_words(m));
    if (!t) return NULL;
    struct entry_of x = { table, s, PROBE_KEYS_ROOM, zero };
    if (zero && numbers) put_one(t, PROBE_INT, 1ull << 63, &x);
    for (u32 i = 0; i < PROBE_KEYS_ROOM && used; i++) {
        const u64 *e = &table[PROBE_KEYS_FIRST + 2 * i];
        u64 key = get(e), n = get(e + 1);
        if (!key) continue;
        used--;
        if (!n || (key == PROBE_KEY_GONE && !numbers)) continue;
        x = (struct entry_of){ table, s, i, n };
        if (numbers)
            put_one(t, PROBE_INT, key ^ 1ull << 63, &x);
        else
            put_class(t, (const struct class *)(uintptr_t)key, &x);
    }
    return t;
}

void probe_keys_take(struct probe *p, u32 map, u64 *table, const struct probe_sum_up *s, const struct class *c)
{
    WORLD_STOPPED();
    u32 i = table[PROBE_KEYS_USED] ? find(table, (u64)(uintptr_t)c) : 0;
    u64 *e = &table[PROBE_KEYS_FIRST + 2 * i];
    if (!table[PROBE_KEYS_USED] || !*e) return;
    struct probe_table *t = probe_table_for(1, probe_map_words(&p->program->maps[map]));
    struct entry_of x = { table, s, i, e[1] };
    if (t) {
        if (e[1]) put_class(t, c, &x);
        t->epoch = atomic_load(&p->epochs[map]);
        probe_add_ended(p, map, t);
        free(t);
    } else
        atomic_fetch_add(&p->ended.counters[PROBE_LOST_MEMORY], 1);
    e[0] = PROBE_KEY_GONE;
    e[1] = 0;
}
