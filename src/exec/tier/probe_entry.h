/* ENTRY_PROBED counts the entries of methods with MTH_COUNTED, in every tier (thread/probe_points.h). It runs before
 * the method's own entry, as ENTRY_TALLY does. Optimized code has a node for inlined calls, which pass no entry.
 *
 * The usual entry counts one word: which one is found by the method's number (call_tally.h). Where probes look at
 * arguments the method has an entry of its own, made for it (probe_code.c). */
#ifndef ARGUS_EXEC_TIER_PROBE_ENTRY_H
#define ARGUS_EXEC_TIER_PROBE_ENTRY_H

#include "thread/probe_points.h"

enum { PROBE_ENTRY_HEAVY = 0xffffffff };
/* Indexed by a method's number: 1 + the word that its entry counts, 0 if the entry does something else that is light,
 * or PROBE_ENTRY_HEAVY. NULL as long as no entry has been looked up. */
extern u32 *probe_entry_words;

/* Looks up what probes do at m's entry, and makes its own entry, which goes on at `behind`, unless it is there.
 * method_entry.c calls it when it chooses the entry. */
void probe_entry_learn(struct method *m, const void *behind);
/* Drops m's own entry: probes do something else there from now on, or m goes. World stopped. */
void probe_entry_forget(struct method *m);
/* m's own entry; NULL: ENTRY_PROBED counts for it. */
void *probe_entry_of(const struct method *m);
/* The word of m's entry (above). */
static inline u32 probe_entry_word(const struct method *m)
{
    const u32 *words = probe_entry_words;
    if (UNLIKELY(!words || !m->tally)) return probe_points.heavy(m, PROBE_ENTERED) ? PROBE_ENTRY_HEAVY : 0;
    return __atomic_load_n(&words[m->tally], __ATOMIC_RELAXED);
}

struct code;
/* Makes code that counts for the light probes at m's entry and goes on at `next`. Returns NULL if the code cache is
 * full, or if no such code can do it. */
const struct code *probe_code_make(const struct method *m, const void *next);

#endif
