/* Tables of counts by key (probe_int.h), their sums, and the texts of keys. */
#include "base/hash.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

/* ---- tables ---- */

u32 probe_map_words(const struct probe_map *m)
{
    switch (m->kind) {
    case PROBE_A_AVG: return 2;
    case PROBE_A_HIST: return PROBE_HIST_WORDS;
    case PROBE_A_LHIST: return (u32)((m->high - m->low + m->step - 1) / m->step) + 2;
    default: return 1;
    }
}

static struct probe_table *table_new(u32 room, u32 words, u32 epoch)
{
    struct probe_table *t = calloc(1, sizeof *t + room * probe_entry_size(words));
    if (!t) return NULL;
    t->room = room;
    t->words = words;
    t->epoch = epoch;
    return t;
}
static u32 place_of(const struct probe_table *t, const u8 *types, const u64 *keys)
{
    u64 h = 0;
    for (u32 i = 0; i < PROBE_KEYS_MAX; i++) h = hash_u64(h ^ keys[i]) + types[i];
    return (u32)h & (t->room - 1);
}
static bool same_key(const struct probe_entry *e, const u8 *types, const u64 *keys)
{
    return !memcmp(e->types, types, sizeof e->types) && !memcmp(e->keys, keys, sizeof e->keys);
}
struct probe_entry *probe_table_find(const struct probe_table *t, const u8 *types, const u64 *keys)
{
    for (u32 i = place_of(t, types, keys), left = t->room; left; i = (i + 1) & (t->room - 1), left--) {
        struct probe_entry *e = probe_entry_at(t, i);
        if (!atomic_load_explicit(&e->used, memory_order_acquire)) return NULL;
        if (same_key(e, types, keys)) return e;
    }
    return NULL;
}
/* A new entry; the key is not there, and there is room. */
static struct probe_entry *table_add(struct probe_table *t, const u8 *types, const u64 *keys)
{
    u32 i = place_of(t, types, keys);
    while (atomic_load_explicit(&probe_entry_at(t, i)->used, memory_order_relaxed)) i = (i + 1) & (t->room - 1);
    struct probe_entry *e = probe_entry_at(t, i);
    memcpy(e->types, types, sizeof e->types);
    memcpy(e->keys, keys, sizeof e->keys);
    t->used++;
    return e;
}
struct probe_table *probe_table_copy(const struct probe_table *t)
{
    if (!t) return NULL;
    size_t n = sizeof *t + t->room * probe_entry_size(t->words);
    struct probe_table *c = malloc(n);
    if (c) memcpy(c, t, n);
    return c;
}

void probe_table_clear(struct probe_table *t, u32 epoch)
{
    for (u32 i = 0; i < t->room; i++) {
        struct probe_entry *e = probe_entry_at(t, i);
        if (!atomic_load_explicit(&e->used, memory_order_relaxed)) continue;
        atomic_store(&e->used, 0);
        for (u32 k = 0; k < t->words; k++) atomic_store_explicit(&e->words[k], 0, memory_order_relaxed);
    }
    t->used = 0;
    __atomic_store_n(&t->epoch, epoch, __ATOMIC_RELEASE);
}

_Atomic u64 *probe_find(struct probe *p, struct probe_local *l, u32 map, const u8 *types, const u64 *keys, bool *fresh)
{
    const struct probe_map *m = &p->program->maps[map];
    u32 epoch = atomic_load_explicit(&p->epochs[map], memory_order_relaxed);
    struct probe_table *t = atomic_load_explicit(&l->tables[map], memory_order_relaxed);
    if (UNLIKELY(!t)) {
        t = table_new(m->key_count ? PROBE_TABLE_ROOM : 1, probe_map_words(m), epoch);
        if (!t) {
            probe_count(l, PROBE_LOST_MEMORY);
            return NULL;
        }
        atomic_store_explicit(&l->tables[map], t, memory_order_release);
    }
    if (UNLIKELY(t->epoch != epoch)) probe_table_clear(t, epoch);
    struct probe_entry *e = probe_table_find(t, types, keys);
    *fresh = !e;
    if (!e) {
        if (t->used == (m->key_count ? PROBE_TABLE_KEYS : 1)) {
            probe_count(l, PROBE_LOST_KEYS);
            return NULL;
        }
        e = table_add(t, types, keys);
        if (m->kind == PROBE_A_MIN) atomic_store_explicit(&e->words[0], (u64)INT64_MAX, memory_order_relaxed);
        if (m->kind == PROBE_A_MAX) atomic_store_explicit(&e->words[0], (u64)INT64_MIN, memory_order_relaxed);
        atomic_store_explicit(&e->used, 1, memory_order_release);
    }
    return e->words;
}

/* ---- sums ---- */

static void merge_words(u8 kind, const struct probe_entry *from, struct probe_entry *to, u32 words, bool fresh)
{
    for (u32 i = 0; i < words; i++) {
        u64 v = atomic_load_explicit(&from->words[i], memory_order_relaxed);
        u64 w = atomic_load_explicit(&to->words[i], memory_order_relaxed);
        bool take = fresh || (kind == PROBE_A_MIN && (i64)v < (i64)w) || (kind == PROBE_A_MAX && (i64)v > (i64)w);
        if (!take && (kind == PROBE_A_MIN || kind == PROBE_A_MAX)) v = w;
        if (!take && kind != PROBE_A_MIN && kind != PROBE_A_MAX) v += w;
        atomic_store_explicit(&to->words[i], v, memory_order_relaxed);
    }
}
static bool grow(struct probe_table **table)
{
    struct probe_table *old = *table, *t = table_new(old->room * 2, old->words, old->epoch);
    if (!t) return false;
    for (u32 i = 0; i < old->room; i++) {
        const struct probe_entry *e = probe_entry_at(old, i);
        if (!e->used) continue;
        struct probe_entry *to = table_add(t, e->types, e->keys);
        merge_words(PROBE_A_COUNT, e, to, t->words, true);
        atomic_store(&to->used, 1);
    }
    free(old);
    *table = t;
    return true;
}
void probe_table_merge(u8 kind, const struct probe_table *from, struct probe_table **to, u32 epoch, _Atomic u64 *lost)
{
    if (!from || __atomic_load_n(&from->epoch, __ATOMIC_ACQUIRE) != epoch) return;
    if (!*to) *to = table_new(from->room > 1 ? 16 : 1, from->words, epoch);
    for (u32 i = 0; *to && i < from->room; i++) {
        const struct probe_entry *e = probe_entry_at(from, i);
        if (!atomic_load_explicit(&e->used, memory_order_acquire)) continue;
        struct probe_entry *sum = probe_table_find(*to, e->types, e->keys);
        bool fresh = !sum;
        if (fresh) {
            bool full =
                (*to)->room > 1 && (*to)->used >= (*to)->room / 2 && ((*to)->used >= PROBE_COMMON_KEYS || !grow(to));
            if (full) {
                atomic_fetch_add(lost, 1);
                continue;
            }
            sum = table_add(*to, e->types, e->keys);
        }
        merge_words(kind, e, sum, from->words, fresh);
        atomic_store_explicit(&sum->used, 1, memory_order_relaxed);
    }
}

void probe_add_ended(struct probe *p, u32 map, const struct probe_table *t)
{
    WORLD_STOPPED();
    struct probe_table *to = p->ended.tables[map];
    if (to && to->epoch != p->epochs[map]) probe_table_clear(to, p->epochs[map]);
    probe_table_merge(p->program->maps[map].kind, t, &to, t->epoch, &p->ended.counters[PROBE_LOST_KEYS]);
    p->ended.tables[map] = to;
}

/* ---- names ---- */

static struct os_mutex names_lock = OS_MUTEX_INIT; /* a leaf */
static struct hashmap names GUARDED_BY(names_lock);
static size_t names_size GUARDED_BY(names_lock);
enum { NAMES_MAX = 65536, NAMES_SIZE_MAX = 16 << 20 };

static u64 name_key(u8 type, u64 key) { return hash_u64(key + type); }

void probe_name_put(u8 type, u64 key, const char *text, size_t size)
{
    os_mutex_lock(&names_lock);
    bool room = hashmap_count(&names) < NAMES_MAX && names_size + size < NAMES_SIZE_MAX;
    if (room && !hashmap_get_u64(&names, name_key(type, key))) {
        char *copy = vm_malloc(size + 1);
        memcpy(copy, text, size);
        copy[size] = 0;
        names_size += size;
        hashmap_put_u64(&names, name_key(type, key), copy);
    }
    os_mutex_unlock(&names_lock);
}
void probe_name_get(u8 type, u64 key, struct text *to)
{
    os_mutex_lock(&names_lock);
    const char *s = hashmap_get_u64(&names, name_key(type, key));
    text_add(to, s ? s : "?");
    os_mutex_unlock(&names_lock);
}
void probe_names_clear(void)
{
    WORLD_STOPPED_FOR(&names_lock);
    u32 cursor = 0;
    void *text;
    while (hashmap_next(&names, &cursor, NULL, &text)) free(text);
    hashmap_destroy(&names);
    names_size = 0;
}
