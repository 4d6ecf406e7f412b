/* Rules that compiled code runs by itself (thread/probe_points.h): each has a word in every thread for its hits. What
 * code does not see, as an exit in the interpreter, goes through probe_hit.c to the tables, and a read sums both.
 *
 * Words are given out for the whole of a probe, and are 0 in all threads when it comes. */
#include "os/os_mem.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { WORDS = TINY(65536, 32) /* of a thread; 0 is nobody's */ };

static u64 *shared; /* of threads that there was no memory for: a count may be lost */

static u64 *words_of(struct thread *t)
{
    if (!t->probe_words) t->probe_words = os_mem_map(WORDS * sizeof(u64));
    if (t->probe_words) return t->probe_words;
    if (!shared) shared = vm_calloc(WORDS, sizeof *shared);
    return t->probe_words = shared;
}
void probe_thread_listed(struct thread *t)
{
    THREADS_LOCKED();
    (void)words_of(t);
}
void probe_light_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    if (t->probe_words && t->probe_words != shared) os_mem_release(t->probe_words, WORDS * sizeof(u64));
    t->probe_words = NULL;
}

/* ---- which rules ---- */

/* Counts are summed up for good: none is cleared, and all places count until the probe goes. */
static bool stays(const struct probe_program *g, u32 map)
{
    for (u32 i = 0; i < g->rule_count; i++)
        for (u32 k = 0; k < g->rules[i].action_count; k++) {
            const struct probe_action *a = &g->rules[i].actions[k];
            if (a->kind == PROBE_A_EXIT || (a->kind == PROBE_A_CLEAR && a->map == map)) return false;
        }
    return true;
}
static bool is_light(const struct probe_program *g, const struct probe_rule *r)
{
    if (r->condition != PROBE_NONE) return false;
    bool somewhere = false;
    for (u32 i = 0; i < r->place_count; i++) somewhere |= r->places[i].kind <= PROBE_METHOD_THROW;
    for (u32 i = 0; i < r->action_count; i++) {
        const struct probe_action *a = &r->actions[i];
        if (a->kind != PROBE_A_COUNT || a->key_count || !stays(g, a->map)) return false;
    }
    return somewhere && r->action_count;
}

/* The first word behind which `count` are free; 0: there is no such room. */
static u32 find_room(u32 count)
{
    for (u32 at = 1; at + count <= WORDS;) {
        u32 next = at;
        for (u32 i = 0; i < PROBES_MAX; i++) {
            const struct probe *p = probes_set[i];
            if (p && p->word_count && p->first_word < at + count && at < p->first_word + p->word_count)
                next = p->first_word + p->word_count;
        }
        if (next == at) return at;
        at = next;
    }
    return 0;
}

void probe_light_begin(struct probe *p)
{
    WORLD_STOPPED();
    const struct probe_program *g = p->program;
    u32 count = 0;
    for (u32 i = 0; i < g->rule_count; i++) count += is_light(g, &g->rules[i]);
    u32 first = count ? find_room(count) : 0;
    if (!first) return;
    p->lights = vm_calloc(g->rule_count, sizeof *p->lights);
    p->first_word = first;
    p->word_count = count;
    for (u32 i = 0; i < g->rule_count; i++)
        if (is_light(g, &g->rules[i])) p->lights[i].hits = first++;
    for (struct thread *t = threads_first(); t; t = t->next) (void)words_of(t);
}
void probe_light_end(struct probe *p)
{
    WORLD_STOPPED();
    size_t bytes = p->word_count * sizeof(u64);
    for (struct thread *t = threads_first(); p->lights && t; t = t->next)
        if (t->probe_words) memset(t->probe_words + p->first_word, 0, bytes);
    if (p->lights && shared) memset(shared + p->first_word, 0, bytes);
    free(p->lights);
    p->lights = NULL;
    p->word_count = 0;
}

/* ---- at methods ---- */

/* Does it end in bytecode? */
static bool has_returns(const struct method *m) { return !method_is_native(m) && !m->intrinsic; }
/* What the site does if code can do it by itself where m is entered or left; or NULL. */
static const struct probe_light *light_of(const struct probe_site *s, const struct method *m, enum probe_exit how)
{
    const struct probe *p = s->probe;
    if (!p->lights || (how != PROBE_ENTERED && !has_returns(m))) return NULL;
    const struct probe_light *l = &p->lights[s->rule - p->program->rules];
    return l->hits ? l : NULL;
}

u32 probe_method_flags(const struct method *m)
{
    const struct probe_spot *spot = probe_method_of(m);
    u32 flags = 0;
    for (u32 how = PROBE_ENTERED; spot && how <= PROBE_LEAVES; how++)
        for (const struct probe_site *s = atomic_load(&spot->at[how]); s; s = atomic_load(&s->next)) {
            if (!light_of(s, m, how)) return MTH_PROBED;
            flags |= MTH_COUNTED | (how == PROBE_ENTERED ? 0 : MTH_COUNTED_EXITS);
        }
    return flags;
}

const struct probe_light *probe_light_at(const struct method *m, enum probe_exit how, u32 n)
{
    const struct probe_spot *spot = probe_method_of(m);
    if (!spot) return NULL;
    for (const struct probe_site *s = atomic_load_explicit(&spot->at[how], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        if (!n--) return light_of(s, m, how);
    return NULL;
}

void probe_light_entered(struct thread *self, const struct method *m, const slot *args)
{
    const struct probe_light *l;
    (void)args;
    for (u32 i = 0; (l = probe_light_at(m, PROBE_ENTERED, i)) != NULL; i++) probe_word_add(self, l->hits);
}

/* ---- sums ---- */

/* NULL: no memory. */
static struct probe_table *table_of_one(u32 words)
{
    struct probe_table *t = calloc(1, sizeof *t + probe_entry_size(words));
    if (!t) return NULL;
    t->used = t->room = 1;
    t->words = words;
    probe_entry_at(t, 0)->used = 1;
    return t;
}

void probe_light_add(const struct probe *p, const u64 *words, _Atomic u64 *counters,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to)
{
    const struct probe_program *g = p->program;
    struct probe_table *one = p->lights && words ? table_of_one(1) : NULL;
    for (u32 i = 0; one && i < g->rule_count; i++) {
        u32 at = p->lights[i].hits;
        u64 n = at ? __atomic_load_n(&words[at], __ATOMIC_RELAXED) : 0;
        if (!n) continue;
        atomic_fetch_add(&counters[PROBE_HITS], n);
        probe_entry_at(one, 0)->words[0] = n;
        for (u32 k = 0; k < g->rules[i].action_count; k++) {
            u32 map = g->rules[i].actions[k].map;
            one->epoch = atomic_load(&p->epochs[map]);
            add(to, map, one);
        }
    }
    free(one);
}
