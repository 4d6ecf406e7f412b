/* ENTRY_PROBED counts the entries of methods with MTH_COUNTED, in every tier (thread/probe_points.h). It runs before
 * the method's own entry, as ENTRY_TALLY does. Optimized code has a node for inlined calls, which pass no entry.
 *
 * The usual entry counts one word: which one is found by the method's number (call_tally.h). */
#ifndef ARGUS_EXEC_TIER_PROBE_ENTRY_H
#define ARGUS_EXEC_TIER_PROBE_ENTRY_H

#include "thread/probe_points.h"

/* By a method's number: 1 + the word that its entry counts; 0: it does something else. NULL: they all do. */
extern u32 *probe_entry_words;

/* Looks up again what probes do at m's entry. method_entry.c calls it when it chooses the entry. */
void probe_entry_learn(struct method *m);
/* args: as probe_points.entered. */
static inline void probe_entry_count(struct thread *self, const struct method *m, const slot *args)
{
    const u32 *words = probe_entry_words;
    u32 word = LIKELY(words != NULL) ? __atomic_load_n(&words[m->tally], __ATOMIC_RELAXED) : 0;
    if (LIKELY(word != 0))
        probe_word_add(self, word - 1);
    else
        probe_points.entered(self, m, args);
}

#endif
