/* See probe_entry.h. */
#include "exec/tier/probe_entry.h"
#include "exec/code/code_cache.h"
#include "exec/tier/call_tally.h"
#include "os/os_mem.h"
#include "thread/thread_contract.h"

u32 *probe_entry_words;
/* By a method's number. */
static struct made {
    const struct method *m; /* the version for which it was made */
    const struct code *code;
} *made;

static struct made *made_for(const struct method *m) { return made && m->tally ? &made[m->tally] : NULL; }
static void retire(struct made *x)
{
    if (x->code) code_retire((struct code *)(uintptr_t)x->code);
    __atomic_store_n(&x->code, NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&x->m, NULL, __ATOMIC_RELEASE);
}
static void make_own(struct method *m, const void *behind)
{
    struct made *x = made_for(m);
    if (!x || x->m == m) return;
    retire(x);
    __atomic_store_n(&x->m, m, __ATOMIC_RELAXED);
    __atomic_store_n(&x->code, probe_code_make(m, behind), __ATOMIC_RELEASE);
}

void probe_entry_learn(struct method *m, const void *behind)
{
    bool heavy = probe_points.heavy(m, PROBE_ENTERED);
    const struct probe_light *l = heavy ? NULL : probe_points.light(m, PROBE_ENTERED, 0);
    call_tally_number(m);
    if (!probe_entry_words) probe_entry_words = os_mem_map(TALLY_MOST * sizeof *probe_entry_words);
    if (!made) made = os_mem_map(TALLY_MOST * sizeof *made);
    if (!probe_entry_words || !m->tally) return;
    bool timed = probe_points.timed(m),
         one = !timed && l && !l->condition && !l->sum_count && !probe_points.light(m, PROBE_ENTERED, 1);
    __atomic_store_n(&probe_entry_words[m->tally], heavy ? PROBE_ENTRY_HEAVY : one ? l->hits + 1 : 0, __ATOMIC_RELAXED);
    if (!heavy && (timed || (l && !one))) make_own(m, behind);
}
void probe_entry_forget(struct method *m)
{
    WORLD_STOPPED();
    struct made *x = made_for(m);
    if (x) retire(x);
}
void *probe_entry_of(const struct method *m)
{
    const struct made *x = made_for(m);
    const struct code *c = x ? __atomic_load_n(&x->code, __ATOMIC_ACQUIRE) : NULL;
    return c && __atomic_load_n(&x->m, __ATOMIC_ACQUIRE) == m ? (void *)(uintptr_t)c->start : NULL;
}
