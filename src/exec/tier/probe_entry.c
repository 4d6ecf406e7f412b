/* See probe_entry.h. */
#include "exec/tier/probe_entry.h"
#include "exec/tier/call_tally.h"
#include "os/os_mem.h"

u32 *probe_entry_words;

void probe_entry_learn(struct method *m)
{
    const struct probe_light *l = probe_points.light(m, PROBE_ENTERED, 0);
    call_tally_number(m);
    if (!probe_entry_words) probe_entry_words = os_mem_map(TALLY_MOST * sizeof *probe_entry_words);
    if (!probe_entry_words || !m->tally) return;
    bool one = l && !l->condition && !l->sum_count && !probe_points.light(m, PROBE_ENTERED, 1);
    __atomic_store_n(&probe_entry_words[m->tally], one ? l->hits + 1 : 0, __ATOMIC_RELAXED);
}
