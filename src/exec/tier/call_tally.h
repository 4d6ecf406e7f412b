/* Counts of calls of methods, for tools: how often each method was entered, and left by an exception. A call costs two
 * instructions where the optimizer has inlined the callee, a few more elsewhere, and nothing while counting is off.
 *
 * A method gets a number when it is linked while calls are counted, and keeps it. Its versions share the number, and
 * its names outlive the class. Each thread has an array with a pair of words for each number, so counting takes no lock
 * and loses nothing. While calls are counted, calls enter methods by ENTRY_TALLY, and optimized code has a node for
 * every call that passes no entry: inlined calls, and those that became instructions or calls of C. Frames that enter
 * code in the middle of a loop, or continue in the interpreter, do not count again.
 *
 * Locks: numbers and the sums of ended threads have a leaf. */
#ifndef ARGUS_EXEC_TIER_CALL_TALLY_H
#define ARGUS_EXEC_TIER_CALL_TALLY_H

#include "thread/thread.h"

enum call_tally_word { TALLY_ENTERED, TALLY_THREW, TALLY_WORDS };
enum { TALLY_MOST = 1 << 20 /* number 0 stands for all methods beyond them */ };

/* Are calls counted? Changes with the world stopped. */
extern bool call_tally_on;

/* Gives m a number unless it has one. Any thread. */
void call_tally_number(struct method *m);
/* The offset in bytes of the word of m, which has a number, in a thread's array. */
static inline u32 call_tally_offset(const struct method *m, enum call_tally_word word)
{
    return (m->tally * TALLY_WORDS + word) * (u32)sizeof(u64);
}
/* Gives the calling thread, or one that cannot run, its array. If there is no memory, returns an array that threads
 * share, in which counts may be lost. */
u64 *call_tally_array(struct thread *t);
static inline void call_tally_add(struct thread *self, const struct method *m, enum call_tally_word word)
{
    u64 *words = self->call_tally;
    if (UNLIKELY(!words)) words = call_tally_array(self);
    u64 *at = &words[m->tally * TALLY_WORDS + word];
    __atomic_store_n(at, __atomic_load_n(at, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
}
/* t is no longer in the list of threads: adds its counts to the sums. Threads locked. */
void call_tally_thread_ended(struct thread *t);

/* The counts, summed over all threads. While threads run, the sums are not of a single moment. Symbols are never freed.
 * *out is malloc'ed, also if there is no row. Returns false if there is no memory. Takes the lock of threads. */
struct call_tally_row {
    const struct symbol *class_name, *name, *desc; /* all three NULL: the methods without a number */
    bool hidden;                                   /* the class is hidden */
    u64 count[TALLY_WORDS];
};
bool call_tally_sums(struct thread *self, struct call_tally_row **out, u32 *row_total);
/* The number of calls that t has made since it has an array. Threads locked. */
u64 call_tally_of_thread(const struct thread *t);

#endif
