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

/* ---- sums ---- */

struct sums {
    struct probe *p;
    struct probe_table **tables;
    _Atomic u64 *counters;
};
static void add_light(void *to, u32 map, const struct probe_table *t)
{
    const struct sums *s = to;
    probe_table_merge(s->p->program->maps[map].kind, t, &s->tables[map], t->epoch, &s->counters[PROBE_LOST_KEYS]);
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
        probe_table_merge(p->program->maps[i].kind, atomic_load_explicit(&l->tables[i], memory_order_acquire),
                          &tables[i], atomic_load(&p->epochs[i]), &counters[PROBE_LOST_KEYS]);
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
    struct sums all = { p, tables, sums };
    if (p->own_sites.count) probe_sites_add(p, sums, add_light, &all);
    for (u32 i = 0; i < PROBE_COUNTERS; i++) counters[i] = sums[i];
}

/* ---- the end ---- */

static void free_local(struct probe_local *l)
{
    for (u32 i = 0; l && i < PROBE_MAPS_MAX; i++) free(l->tables[i]);
    free(l);
}

/* Fetches what threads that ended have left, to be added to. A table that was cleared since the last one ended begins
 * anew. */
static void take_ended(const struct probe *p, struct probe_table **tables)
{
    for (u32 k = 0; k < PROBE_MAPS_MAX; k++) {
        tables[k] = p->ended.tables[k];
        if (tables[k] && tables[k]->epoch != p->epochs[k]) probe_table_clear(tables[k], p->epochs[k]);
    }
}
static void put_ended(struct probe *p, struct probe_table *const *tables)
{
    for (u32 k = 0; k < PROBE_MAPS_MAX; k++) p->ended.tables[k] = tables[k];
}
static void end_thread_of(struct probe *p, struct thread *t)
{
    struct probe_thread *s = t->probes;
    struct probe_local *l = s ? s->locals[p->index] : NULL;
    if (!l && !p->lights) return;
    struct probe_table *tables[PROBE_MAPS_MAX];
    take_ended(p, tables);
    if (l) add_local(p, l, tables, p->ended.counters);
    add_words(p, t, tables, p->ended.counters);
    put_ended(p, tables);
    free_local(l);
    if (l) s->locals[p->index] = NULL;
}
void probe_keep(struct probe *p)
{
    WORLD_STOPPED();
    struct probe_table *tables[PROBE_MAPS_MAX];
    for (struct thread *t = threads_first(); t; t = t->next) end_thread_of(p, t);
    take_ended(p, tables);
    struct sums all = { p, tables, p->ended.counters };
    if (p->own_sites.count) probe_sites_add(p, p->ended.counters, add_light, &all);
    put_ended(p, tables);
}

void probe_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    struct probe_thread *s = t->probes;
    if (!s && !t->probe_words) return;
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i]) end_thread_of(probes_set[i], t);
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
