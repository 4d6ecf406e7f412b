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

static void clear_words(u64 *words, u32 n)
{
    uintptr_t from = (uintptr_t)words, to = from + n * sizeof *words;
    uintptr_t first = ALIGN_UP(from, os_page_size()), last = ALIGN_DOWN(to, os_page_size());
    if (first >= last || !os_mem_discard((void *)first, last - first)) first = last = to;
    memset((void *)from, 0, first - from);
    memset((void *)last, 0, to - last);
}
void probe_keys_clear(u64 *table, bool hists)
{
    if (!table[PROBE_KEYS_USED] && !table[PROBE_KEYS_ZERO]) return; /* it may have no memory yet */
    clear_words(table, PROBE_KEYS_WORDS + (hists ? PROBE_KEYS_HISTS : 0));
}

/* ---- pairs ---- */

static u64 *pair_at(const u64 *table, u64 i)
{
    return (u64 *)(uintptr_t)table + PROBE_PAIRS_FIRST + (i << PROBE_PAIR_LOG);
}
void probe_pairs_clear(u64 *table)
{
    if (table[0]) clear_words(table, PROBE_PAIRS_WORDS);
}
u64 probe_pair_number(u64 *table, u64 a, u64 b)
{
    u32 i = probe_pair_place(a, b);
    u64 *x;
    while (x = pair_at(table, i), x[2] && (x[0] != a || x[1] != b)) i = (i + 1) % PROBE_KEYS_ROOM;
    if (x[2]) return i + 1;
    if (table[0] >= PROBE_KEYS_MOST) return 0;
    put(&table[0], table[0] + 1);
    put(&x[0], a);
    put(&x[1], b);
    __atomic_store_n(&x[2], 1, __ATOMIC_RELEASE);
    return i + 1;
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
    case PROBE_SUM_AT: add(table + PROBE_KEYS_WORDS + *sum / sizeof *sum + v, 1); return;
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
        if (probe_sums_words(s->kind)) put(sum_at(table, i), hist_byte(PROBE_KEYS_MOST));
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
        if (probe_sums_words(s->kind)) put(sum_at(table, i), hist_byte(used));
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
    case PROBE_SUM_AT:
        for (u32 k = 0; k < words; k++) to[k] = get(hist + k);
        return;
    }
}
/* The keys of an entry as code has them. */
struct tuple {
    u64 keys[PROBE_KEYS_MAX];
};
static u8 type_of(const struct probe_keyed *k, u32 i)
{
    const struct probe_node *n = &k->program->nodes[k->action->keys[i]];
    if (n->kind == PROBE_N_CALL) return PROBE_CLASS;
    if (n->kind != PROBE_N_VALUE) return PROBE_INT;
    return n->number == PROBE_V_METHOD ? PROBE_METHOD : n->number == PROBE_V_CLASS ? PROBE_CLASS : PROBE_INT;
}
/* The keys of the entry `key` of the table; false: there is no such pair, as there was no room for it. */
static bool find_tuple(const u64 *words, const struct probe_keyed *k, u64 key, struct tuple *t)
{
    const struct probe_sum_up *s = k->sum;
    u32 n = k->action->key_count;
    t->keys[0] = s->by == PROBE_BY_NUMBER ? key ^ 1ull << 63 : key;
    for (u32 i = n; i-- > 1;) {
        if (!t->keys[0]) return false;
        const u64 *x = pair_at(words + s->pairs[i - 1], t->keys[0] - 1);
        t->keys[i] = get(&x[1]);
        t->keys[0] = get(&x[0]);
    }
    return true;
}
static bool is_gone(const struct probe_keyed *k, const struct tuple *t)
{
    for (u32 i = 0; i < k->action->key_count; i++)
        if (type_of(k, i) != PROBE_INT && t->keys[i] == PROBE_KEY_GONE) return true;
    return false;
}
static void put_tuple(struct probe_table *t, const struct probe_keyed *k, const struct tuple *has,
                      const struct entry_of *x)
{
    u8 types[PROBE_KEYS_MAX] = { 0 };
    u64 keys[PROBE_KEYS_MAX] = { 0 };
    for (u32 i = 0; i < k->action->key_count; i++) {
        struct probe_datum d = { .type = types[i] = type_of(k, i), .n = (i64)has->keys[i] };
        d.p = (const void *)(uintptr_t)has->keys[i];
        keys[i] = probe_datum_key(&d, 0);
        if (d.type == PROBE_INT) continue;
        probe_datum_name(&d, keys[i]);
    }
    fill(x, probe_table_put(t, types, keys), t->words);
}
struct probe_table *probe_keys_sum(const u64 *words, const struct probe_keyed *k, u64 *lost)
{
    THREADS_LOCKED();
    const struct probe_sum_up *s = k->sum;
    const u64 *table = words + s->word;
    bool numbers = s->by == PROBE_BY_NUMBER;
    u64 used = get(&table[PROBE_KEYS_USED]), zero = get(&table[PROBE_KEYS_ZERO]);
    struct probe_table *t = probe_table_for((u32)used, probe_map_words(&k->program->maps[k->action->map]));
    struct tuple has;
    if (!t) return NULL;
    struct entry_of x = { table, s, PROBE_KEYS_ROOM, zero };
    if (zero && numbers && find_tuple(words, k, 0, &has)) put_tuple(t, k, &has, &x);
    for (u32 i = 0; i < PROBE_KEYS_ROOM && used; i++) {
        const u64 *e = &table[PROBE_KEYS_FIRST + 2 * i];
        u64 key = get(e), n = get(e + 1);
        if (!key) continue;
        used--;
        if (!n) continue;
        x = (struct entry_of){ table, s, i, n };
        if (!find_tuple(words, k, key, &has))
            *lost += n;
        else if (!is_gone(k, &has))
            put_tuple(t, k, &has, &x);
    }
    return t;
}

/* ---- classes that go ---- */

bool probe_keys_name_classes(const struct probe_keyed *k)
{
    bool any = false;
    for (u32 i = 0; i < k->action->key_count; i++) any |= type_of(k, i) != PROBE_INT;
    return any;
}
static bool is_of(const struct probe_keyed *k, u32 i, u64 key, const struct class *c)
{
    u8 type = type_of(k, i);
    if (type == PROBE_INT || key == PROBE_KEY_GONE) return false;
    const void *p = (const void *)(uintptr_t)key;
    return type == PROBE_CLASS ? p == c : ((const struct method *)p)->owner == c;
}
static bool names_class(const struct probe_keyed *k, const struct tuple *t, const struct class *c)
{
    for (u32 i = 0; i < k->action->key_count; i++)
        if (is_of(k, i, t->keys[i], c)) return true;
    return false;
}
static void take_entry(struct probe *p, const struct probe_keyed *k, const struct tuple *has, const struct entry_of *x)
{
    u32 map = k->action->map;
    struct probe_table *t = probe_table_for(1, probe_map_words(&p->program->maps[map]));
    if (!t) {
        atomic_fetch_add(&p->ended.counters[PROBE_LOST_MEMORY], 1);
        return;
    }
    put_tuple(t, k, has, x);
    t->epoch = atomic_load(&p->epochs[map]);
    probe_add_ended(p, map, t);
    free(t);
}
/* Pairs with c, which have been taken, become pairs of nothing. */
static void forget_pairs(u64 *words, const struct probe_keyed *k, const struct class *c)
{
    for (u32 n = 1; n < k->action->key_count; n++) {
        u64 *table = words + k->sum->pairs[n - 1];
        for (u32 i = 0; i < PROBE_KEYS_ROOM && table[0]; i++) {
            u64 *x = pair_at(table, i);
            if (!x[2]) continue;
            if (n == 1 && is_of(k, 0, x[0], c)) x[0] = PROBE_KEY_GONE;
            if (is_of(k, n, x[1], c)) x[1] = PROBE_KEY_GONE;
        }
    }
}
void probe_keys_take(struct probe *p, u64 *words, const struct probe_keyed *k, const struct class *c)
{
    WORLD_STOPPED();
    u64 *table = words + k->sum->word;
    struct tuple has;
    bool one = k->sum->by == PROBE_BY_CLASS; /* the key is the class */
    u32 first = one ? find(table, (u64)(uintptr_t)c) : 0, end = one ? first + 1 : PROBE_KEYS_ROOM;
    for (u32 i = first; i < end && table[PROBE_KEYS_USED]; i++) {
        u64 *e = &table[PROBE_KEYS_FIRST + 2 * i];
        if (!e[1] || !find_tuple(words, k, e[0], &has) || is_gone(k, &has) || !names_class(k, &has, c)) continue;
        struct entry_of x = { table, k->sum, i, e[1] };
        take_entry(p, k, &has, &x);
        e[0] = PROBE_KEY_GONE;
        e[1] = 0;
    }
    forget_pairs(words, k, c);
}
