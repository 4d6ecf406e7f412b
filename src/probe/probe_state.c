/* The counters and tables of threads (probe_int.h), and their sums. */
#include "base/hash.h"
#include "base/vec.h"
#include "core/alloc.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <stdlib.h>

struct probe *probes_set[PROBES_MAX];

struct probe *probe_by_id(u32 id)
{
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i] && probes_set[i]->id == id) return probes_set[i];
    return NULL;
}

const char *const probe_counter_names[PROBE_COUNTERS] = { "hits",        "skipped",    "redacted",    "cut",
                                                          "left_out",    "lost_keys",  "lost_output", "lost_rate",
                                                          "lost_memory", "lost_depth", "lost_places", "lost_ring" };

void probe_count(struct probe_local *l, enum probe_loss what)
{
    u64 n = atomic_load_explicit(&l->counters[what], memory_order_relaxed);
    atomic_store_explicit(&l->counters[what], n + 1, memory_order_relaxed);
}

i64 probe_thread_number(const struct thread *t) { return t->java ? obj_long(t->java, WKF(Thread_tid)) : 0; }

struct probe_thread *probe_thread_of(struct thread *self)
{
    if (LIKELY(self->probes != NULL)) return self->probes;
    struct probe_thread *t = calloc(1, sizeof *t);
    __atomic_store_n(&self->probes, t, __ATOMIC_RELEASE);
    return t;
}
struct probe_local *probe_local_of(struct thread *self, struct probe *p)
{
    struct probe_thread *t = probe_thread_of(self);
    if (!t) return NULL;
    struct probe_local *l = atomic_load_explicit(&t->locals[p->index], memory_order_relaxed);
    if (LIKELY(l != NULL)) return l;
    l = calloc(1, sizeof *l);
    atomic_store_explicit(&t->locals[p->index], l, memory_order_release);
    return l;
}

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

static void clear_table(struct probe_table *t, u32 epoch)
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
    if (UNLIKELY(t->epoch != epoch)) clear_table(t, epoch);
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
/* Adds `from`, whose thread may go on counting, to *to. */
static void merge(u8 kind, const struct probe_table *from, struct probe_table **to, u32 epoch, _Atomic u64 *lost)
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

struct sums {
    struct probe *p;
    struct probe_table **tables;
    _Atomic u64 *counters;
};
static void add_light(void *to, u32 map, const struct probe_table *t)
{
    const struct sums *s = to;
    merge(s->p->program->maps[map].kind, t, &s->tables[map], t->epoch, &s->counters[PROBE_LOST_KEYS]);
}
/* Adds the words that compiled code has counted on t. */
static void add_words(struct probe *p, const struct thread *t, struct probe_table **tables, _Atomic u64 *counters)
{
    struct sums s = { p, tables, counters };
    probe_light_add(p, t->probe_words, counters, add_light, &s);
}
static void add_local(struct probe *p, const struct probe_local *l, struct probe_table **tables, _Atomic u64 *counters)
{
    for (u32 i = 0; i < PROBE_COUNTERS; i++)
        atomic_fetch_add(&counters[i], atomic_load_explicit(&l->counters[i], memory_order_relaxed));
    for (u32 i = 0; i < p->program->map_count; i++)
        merge(p->program->maps[i].kind, atomic_load_explicit(&l->tables[i], memory_order_acquire), &tables[i],
              atomic_load(&p->epochs[i]), &counters[PROBE_LOST_KEYS]);
}

void probe_sum(struct probe *p, struct probe_table **tables, u64 *counters)
{
    THREADS_LOCKED();
    _Atomic u64 sums[PROBE_COUNTERS] = { 0 };
    for (u32 i = 0; i < PROBE_MAPS_MAX; i++) tables[i] = NULL;
    add_local(p, &p->ended, tables, sums);
    for (struct thread *t = threads_first(); t; t = t->next) {
        struct probe_thread *s = __atomic_load_n(&t->probes, __ATOMIC_ACQUIRE);
        struct probe_local *l = s ? atomic_load_explicit(&s->locals[p->index], memory_order_acquire) : NULL;
        if (l) add_local(p, l, tables, sums);
        add_words(p, t, tables, sums);
    }
    for (u32 i = 0; i < PROBE_COUNTERS; i++) counters[i] = sums[i];
}

/* ---- the end ---- */

static void free_local(struct probe_local *l)
{
    for (u32 i = 0; l && i < PROBE_MAPS_MAX; i++) free(l->tables[i]);
    free(l);
}

void probe_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    struct probe_thread *s = t->probes;
    if (!s && !t->probe_words) return;
    for (u32 i = 0; i < PROBES_MAX; i++) {
        struct probe *p = probes_set[i];
        if (!p || !((s && s->locals[i]) || p->lights)) continue;
        struct probe_table *tables[PROBE_MAPS_MAX];
        for (u32 k = 0; k < PROBE_MAPS_MAX; k++) {
            tables[k] = p->ended.tables[k];
            /* A table that was cleared since the last thread ended begins anew. */
            if (tables[k] && tables[k]->epoch != p->epochs[k]) clear_table(tables[k], p->epochs[k]);
        }
        if (s && s->locals[i]) add_local(p, s->locals[i], tables, p->ended.counters);
        add_words(p, t, tables, p->ended.counters);
        for (u32 k = 0; k < PROBE_MAPS_MAX; k++) p->ended.tables[k] = tables[k];
        if (s) free_local(s->locals[i]);
    }
    probe_light_thread_ended(t);
    if (!s) return;
    probe_records_thread_ended(t);
    free(s);
    t->probes = NULL;
}

void probe_forget_locals(struct probe *p)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next) {
        struct probe_thread *s = t->probes;
        if (!s) continue;
        free_local(s->locals[p->index]);
        s->locals[p->index] = NULL;
    }
    probe_forget_timers();
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
