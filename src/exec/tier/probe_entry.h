/* ENTRY_PROBED counts the entries of methods with MTH_COUNTED, in every tier (thread/probe_points.h). It runs before
 * the method's own entry, as ENTRY_TALLY does. Optimized code has a node for inlined calls, which pass no entry.
 *
 * The usual entry counts one word: which one is found by the method's number (call_tally.h). Where probes look at
 * arguments the method has an entry of its own, made for it (probe_code.c). */
#ifndef ARGUS_EXEC_TIER_PROBE_ENTRY_H
#define ARGUS_EXEC_TIER_PROBE_ENTRY_H

#include "thread/probe_points.h"

enum { PROBE_ENTRY_HEAVY = 0xffffffff };
/* By a method's number: 1 + the word that its entry counts; 0: it does something else that is light; or that. NULL: it
 * is not known. */
extern u32 *probe_entry_words;

/* Looks up what probes do at m's entry, and makes its own entry, which goes on at `behind`, unless it is there.
 * method_entry.c calls it when it chooses the entry. */
void probe_entry_learn(struct method *m, const void *behind);
/* What probes do at m's entry changes, or m goes. World stopped. */
void probe_entry_forget(struct method *m);
/* m's own entry; NULL: ENTRY_PROBED counts for it. */
void *probe_entry_of(const struct method *m);
/* What m's entry does, as above. */
static inline u32 probe_entry_word(const struct method *m)
{
    const u32 *words = probe_entry_words;
    if (UNLIKELY(!words || !m->tally)) return probe_points.heavy(m, PROBE_ENTERED) ? PROBE_ENTRY_HEAVY : 0;
    return __atomic_load_n(&words[m->tally], __ATOMIC_RELAXED);
}

struct code;
/* Code that counts for the light probes at m's entry and goes on at `next`. NULL: there is no room, or it does not do
 * that. */
const struct code *probe_code_make(const struct method *m, const void *next);

#endif
