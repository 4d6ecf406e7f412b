/* Rules that count or sum up by method or by the class of the code, as `@[method] = hist(elapsed)`: their keys never
 * change at a place, so each of their sites has words of its own in every thread, and compiled code adds to them.
 *
 * Words are given out in ascending order, and are 0 in all threads: none is given again before all begin anew. */
#include "exec/code/code.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

/* Classes that are linked at once place sites. Inside it is only that of probe_load.c. */
static struct os_mutex lock = OS_MUTEX_INIT;
static u32 given GUARDED_BY(lock);
static u64 *of_ended; /* by number of the word: what threads that ended have counted. threads_lock */

/* ---- which rules ---- */

static bool is_constant(const struct probe_program *g, u16 root)
{
    const struct probe_node *n = &g->nodes[root];
    return n->kind == PROBE_N_VALUE && (n->number == PROBE_V_METHOD || n->number == PROBE_V_CLASS);
}
bool probe_counts_by_site(const struct probe_program *g, const struct probe_rule *r)
{
    u32 keys = 0;
    for (u32 i = 0; i < r->action_count; i++) {
        const struct probe_action *a = &r->actions[i];
        if (a->kind > PROBE_A_LHIST || a->kind == PROBE_A_MIN || a->kind == PROBE_A_MAX) return false;
        for (u32 k = 0; k < a->key_count; k++)
            if (!is_constant(g, a->keys[k])) return false;
        keys += a->key_count;
    }
    return keys > 0;
}

/* ---- words ---- */

static u32 number_of(const struct probe_site *s) { return s->own->passed - PROBE_SITE_FIRST; }
static u32 words_of(const struct probe_light *l)
{
    u32 n = 1;
    for (u32 i = 0; i < l->sum_count; i++) {
        const struct probe_sum_up *s = &l->sums[i];
        n += s->words + (s->missed != 0);
    }
    return n;
}

static bool has_words(const struct probe_site *s)
{
    return s->probe->by_site >> (s->rule - s->probe->program->rules) & 1;
}
static struct probe_light *copy(const struct probe_light *l)
{
    struct probe_light *own = vm_malloc(sizeof *own);
    *own = *l;
    if (!l->step_count) return own;
    own->steps = vm_malloc(l->step_count * sizeof *own->steps);
    memcpy(own->steps, l->steps, l->step_count * sizeof *own->steps);
    return own;
}
static void free_own(struct probe_site *s)
{
    if (s->own) free(s->own->steps);
    free(s->own);
    s->own = NULL;
}
static void give_word_locked(struct probe_site *s, struct method *m) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    const struct probe_light *l = probe_light_of_rule(s);
    if (!l || given + words_of(l) > PROBE_SITE_WORDS) return;
    u32 word = PROBE_SITE_FIRST + given;
    given += words_of(l);
    s->own = copy(l);
    for (u32 i = 0; i < l->sum_count; i++) {
        struct probe_sum_up *x = &s->own->sums[i];
        x->word += word;
        if (x->missed) x->missed += word;
    }
    if (!l->condition) s->own->hits = word;
    s->own->passed = word;
    s->method = method_first_version(m);
    vec_push(&s->probe->own_sites, s);
}
static bool names_place(const struct probe_step *s)
{
    return s->op == PROBE_S_CONST && (s->kind == 'M' || s->kind == 'C');
}
/* Does l depend on the place? */
static bool wants_own(const struct probe_light *l)
{
    for (u32 i = 0; i < l->step_count; i++)
        if (l->steps[i].op == PROBE_S_LOCAL || probe_step_loads(&l->steps[i]) || names_place(&l->steps[i])) return true;
    return false;
}
static void name_places(struct probe_site *s, struct method *m)
{
    const struct method *first = method_first_version(m);
    for (u32 i = 0; i < s->own->step_count; i++) {
        struct probe_step *x = &s->own->steps[i];
        if (names_place(x)) x->n = (i64)(x->kind == 'M' ? (uintptr_t)first : (uintptr_t)first->owner);
    }
}
static void find_variables(struct probe_site *s, const struct probe_spot *spot)
{
    for (u32 i = 0; i < s->own->step_count; i++) {
        struct probe_step *x = &s->own->steps[i];
        u32 at = 0;
        char kind = 0;
        if (x->op != PROBE_S_LOCAL) continue;
        if (!probe_variable_at(spot, &s->probe->program->nodes[x->n], &at, &kind)) kind = 0;
        x->n = at;
        x->kind = (u8)kind;
    }
}
void probe_site_begin(struct probe_site *s, const struct probe_spot *spot)
{
    const struct probe_light *l = probe_light_of_rule(s);
    bool counted = l && has_words(s);
    if (!l || (counted && spot->kind == PROBE_SPOT_FIELD)) return;
    if (counted) {
        os_mutex_lock(&lock);
        give_word_locked(s, spot->method);
        os_mutex_unlock(&lock);
    } else if (wants_own(l))
        s->own = copy(l);
    if (s->own && spot->kind == PROBE_SPOT_CODE) find_variables(s, spot);
    if (s->own && spot->method) name_places(s, spot->method);
    probe_loads_begin(s, spot);
}

/* ---- methods that access a field ---- */

bool probe_site_asks_method(const struct probe_site *s)
{
    const struct probe_light *l = probe_light_of_rule(s);
    for (u32 i = 0; l && i < l->step_count; i++)
        if (names_place(&l->steps[i])) return true;
    return l && has_words(s);
}
/* A copy that names the method. */
static void give_copy(struct probe_site *s, struct method *m)
{
    s->own = copy(probe_light_of_rule(s));
    s->method = m;
    name_places(s, m);
}

struct probe_site *probe_site_in(struct probe_site *s, const struct probe_spot *spot, struct method *m)
{
    m = method_first_version(m);
    os_mutex_lock(&lock);
    struct probe_site *x = s->inner;
    while (x && x->method != m) x = atomic_load(&x->next);
    if (!x) {
        x = vm_calloc(1, sizeof *x);
        x->probe = s->probe;
        x->rule = s->rule;
        x->next = s->inner;
        if (has_words(s))
            give_word_locked(x, m);
        else
            give_copy(x, m);
        probe_loads_begin(x, spot);
        s->inner = x;
    }
    os_mutex_unlock(&lock);
    return x;
}
static void end_one(struct probe_site *s, bool keep);
void probe_site_forget_class(struct probe_site *s, const struct class *c)
{
    WORLD_STOPPED();
    struct probe_site *kept = NULL;
    for (struct probe_site *x = s->inner, *next; x; x = next) {
        next = x->next;
        if (x->method->owner == c) {
            end_one(x, true);
            free(x);
            continue;
        }
        x->next = kept;
        kept = x;
    }
    s->inner = kept;
}

static bool any_probe_has_some(void)
{
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i] && probes_set[i]->own_sites.count) return true;
    return false;
}
void probe_sites_renew(void)
{
    WORLD_STOPPED_FOR(&lock);
    if (given < PROBE_SITE_WORDS / 2 || any_probe_has_some() || code_outdated()) return;
    size_t bytes = PROBE_SITE_WORDS * sizeof(u64);
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!t->probe_words) continue;
        u64 *from = t->probe_words + PROBE_SITE_FIRST;
        if (!os_mem_discard(from, bytes)) memset(from, 0, bytes);
    }
    if (of_ended && !os_mem_discard(of_ended, bytes)) memset(of_ended, 0, bytes);
    given = 0;
}

/* Words that are 0 are not written to: a page that nothing was written to has no memory. */
static void clear_words(u64 *from, u64 *to)
{
    for (; from < to; from++)
        if (*from) *from = 0;
}
/* The same, and whole pages are given back. */
static void clear_range(u64 *from, u64 *to)
{
    u64 *first = (u64 *)ALIGN_UP((uintptr_t)from, os_page_size()),
        *last = (u64 *)ALIGN_DOWN((uintptr_t)to, os_page_size());
    if (first >= last || !os_mem_discard(first, (size_t)((char *)last - (char *)first))) first = last = to;
    clear_words(from, first);
    clear_words(last, to);
}
void probe_sites_clear(const struct probe *p, u64 *words)
{
    WORLD_STOPPED();
    u32 n = p->own_sites.count;
    u64 *base = words ? words + PROBE_SITE_FIRST : of_ended;
    if (!n || !base) return;
    const struct probe_site *newest = p->own_sites.items[n - 1];
    u32 first = number_of(p->own_sites.items[0]), end = number_of(newest) + words_of(newest->own), all = 0;
    for (u32 i = 0; i < n; i++) all += words_of(((struct probe_site *)p->own_sites.items[i])->own);
    if (end - first == all) { /* no other probe has some in between */
        clear_range(base + first, base + end);
        return;
    }
    for (u32 i = 0; i < n; i++) {
        const struct probe_site *s = p->own_sites.items[i];
        clear_words(base + number_of(s), base + number_of(s) + words_of(s->own));
    }
}
void probe_sites_ended(const u64 *words)
{
    THREADS_LOCKED();
    os_mutex_lock(&lock);
    u32 n = any_probe_has_some() ? given : 0;
    os_mutex_unlock(&lock);
    if (!n) return;
    if (!of_ended) {
        of_ended = os_mem_map(PROBE_SITE_WORDS * sizeof(u64));
        if (of_ended) (void)os_mem_want_small_pages(of_ended, PROBE_SITE_WORDS * sizeof(u64));
    }
    for (u32 i = 0; !of_ended && i < PROBES_MAX; i++)
        if (probes_set[i] && probes_set[i]->own_sites.count)
            atomic_fetch_add(&probes_set[i]->ended.counters[PROBE_LOST_MEMORY], 1);
    for (u32 i = 0; i < n && of_ended; i++)
        if (words[PROBE_SITE_FIRST + i]) of_ended[i] += words[PROBE_SITE_FIRST + i];
}

/* ---- sums ---- */

/* An entry for a at the site's method. */
static _Atomic u64 *put_keyed(struct probe_table *t, const struct probe_program *g, const struct probe_action *a,
                              struct probe_site *s)
{
    u8 types[PROBE_KEYS_MAX] = { 0 };
    u64 keys[PROBE_KEYS_MAX] = { 0 };
    for (u32 k = 0; k < a->key_count; k++) {
        bool method = g->nodes[a->keys[k]].number == PROBE_V_METHOD;
        struct probe_datum d = { .type = method ? PROBE_METHOD : PROBE_CLASS };
        d.p = method ? (const void *)s->method : s->method->owner;
        types[k] = d.type;
        keys[k] = probe_datum_key(&d, 0);
        if (s->named) continue;
        probe_datum_name(&d, keys[k]);
    }
    return probe_table_put(t, types, keys);
}
/* Words of sites: those of sites[i] begin at words[first[i]]. */
struct site_sums {
    struct probe_site *const *sites;
    u32 n;
    const u32 *first;
    const u64 *words;
};
static u64 missed_of(const struct probe_light *l, const struct probe_sum_up *s, const u64 *words)
{
    return s && s->missed ? words[s->missed - l->passed] : 0;
}
/* How often the site has summed up what s says; NULL: has counted. */
static u64 times_of(const struct site_sums *x, u32 i, const struct probe_sum_up *s)
{
    const u64 *words = x->words + x->first[i];
    u64 missed = missed_of(x->sites[i]->own, s, words);
    return words[0] > missed ? words[0] - missed : 0;
}
/* Adds that to `to`. */
static void add_site(const struct probe_map *m, const struct site_sums *x, u32 i, const struct probe_sum_up *s,
                     _Atomic u64 *to)
{
    u32 n = probe_map_words(m), counted = m->kind == PROBE_A_COUNT || m->kind == PROBE_A_AVG;
    if (counted) to[0] += times_of(x, i, s);
    const u64 *from = x->words + x->first[i] + (s ? s->word - x->sites[i]->own->passed : 0);
    for (u32 k = counted; k < n; k++) to[k] += from[k - counted];
}
/* Gives the sums of those sites that are of the rule to `add`. */
static void add_rule(const struct probe *p, u32 rule, const struct site_sums *x,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to)
{
    const struct probe_program *g = p->program;
    const struct probe_rule *r = &g->rules[rule];
    for (u32 k = 0, sum = 0; k < r->action_count; k++) {
        const struct probe_action *a = &r->actions[k];
        const struct probe_map *m = &g->maps[a->map];
        u32 words = probe_map_words(m);
        struct probe_table *t = a->key_count ? probe_table_for(x->n, words) : probe_table_of_one(words);
        bool any = false;
        for (u32 i = 0; t && i < x->n; i++) {
            const struct probe_sum_up *s = a->kind == PROBE_A_COUNT ? NULL : &x->sites[i]->own->sums[sum];
            if (x->sites[i]->rule != r || !times_of(x, i, s)) continue;
            any = true;
            add_site(m, x, i, s, a->key_count ? put_keyed(t, g, a, x->sites[i]) : probe_entry_at(t, 0)->words);
        }
        sum += a->kind != PROBE_A_COUNT;
        if (!t) continue;
        t->epoch = atomic_load(&p->epochs[a->map]);
        if (any) add(to, a->map, t);
        free(t);
    }
    for (u32 i = 0; i < x->n; i++) x->sites[i]->named |= x->words[x->first[i]] && x->sites[i]->rule == r;
}
static void add_counters(const struct probe_light *l, const u64 *words, _Atomic u64 *counters)
{
    if (l->hits == l->passed) atomic_fetch_add(&counters[PROBE_HITS], words[0]);
    for (u32 i = 0; i < l->sum_count; i++) atomic_fetch_add(&counters[PROBE_SKIPPED], missed_of(l, &l->sums[i], words));
}
/* The number of hits is written last, and read first. */
static void add_words_of(const u64 *base, const struct probe_site *s, u64 *to)
{
    for (u32 k = 0, n = words_of(s->own); k < n; k++)
        to[k] += __atomic_load_n(&base[number_of(s) + k], __ATOMIC_ACQUIRE);
}

void probe_sites_add(struct probe *p, _Atomic u64 *counters,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to)
{
    THREADS_LOCKED(); /* so no site goes */
    os_mutex_lock(&lock);
    u32 n = p->own_sites.count, all = 0;
    struct probe_site **sites = vm_malloc((n + 1) * sizeof *sites);
    if (n) memcpy(sites, p->own_sites.items, n * sizeof *sites);
    os_mutex_unlock(&lock);
    u32 *first = vm_malloc((n + 1) * sizeof *first);
    for (u32 i = 0; i < n; i++) {
        first[i] = all;
        all += words_of(sites[i]->own);
    }
    u64 *words = vm_calloc(all + 1, sizeof *words);
    for (u32 i = 0; i < n && of_ended; i++) add_words_of(of_ended, sites[i], words + first[i]);
    for (struct thread *t = threads_first(); t; t = t->next)
        for (u32 i = 0; i < n && t->probe_words; i++)
            add_words_of(t->probe_words + PROBE_SITE_FIRST, sites[i], words + first[i]);
    for (u32 i = 0; i < n; i++) add_counters(sites[i]->own, words + first[i], counters);
    struct site_sums x = { sites, n, first, words };
    for (u32 i = 0; i < p->program->rule_count; i++)
        if (p->by_site >> i & 1) add_rule(p, i, &x, add, to);
    free(words);
    free(first);
    free(sites);
}

/* ---- the end ---- */

static void add_ended(void *p, u32 map, const struct probe_table *t) { probe_add_ended(p, map, t); }

static void keep_words(struct probe_site *s)
{
    WORLD_STOPPED();
    struct probe *p = s->probe;
    u64 *words = vm_calloc(words_of(s->own), sizeof *words);
    u32 first = 0;
    if (of_ended) add_words_of(of_ended, s, words);
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->probe_words) add_words_of(t->probe_words + PROBE_SITE_FIRST, s, words);
    add_counters(s->own, words, p->ended.counters);
    struct site_sums x = { &s, 1, &first, words };
    if (words[0]) add_rule(p, (u32)(s->rule - p->program->rules), &x, add_ended, p);
    free(words);
}
static void end_one(struct probe_site *s, bool keep)
{
    WORLD_STOPPED_FOR(&lock);
    struct probe *p = s->probe;
    if (!s->own || !s->method || !has_words(s)) {
        free_own(s);
        return;
    }
    if (keep) keep_words(s);
    for (u32 i = 0; keep && i < p->own_sites.count; i++) {
        if (p->own_sites.items[i] != s) continue;
        void **at = &p->own_sites.items[i]; /* in order of their words */
        memmove(at, at + 1, (--p->own_sites.count - i) * sizeof *at);
        break;
    }
    free_own(s);
}
void probe_site_end(struct probe_site *s, bool keep)
{
    WORLD_STOPPED();
    for (struct probe_site *x = s->inner, *next; x; x = next) {
        next = x->next;
        end_one(x, keep);
        free(x);
    }
    s->inner = NULL;
    end_one(s, keep);
}
