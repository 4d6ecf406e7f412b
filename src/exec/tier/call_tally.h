/* Calls of methods, counted by the VM for tools: how often each was entered, and left by an exception. A call costs two
 * instructions where the optimizer has the callee in its code, and a few more elsewhere; nothing while nobody asks.
 *
 * A method has a number once it is linked while calls are counted, and keeps it: versions share it, and names outlive
 * the class. Each thread has an array of its own with a pair of words for each number, so that counting takes no lock
 * and loses nothing. While calls are counted, ENTRY_TALLY stands before what a method is entered by, and optimized code
 * has a node for every call that passes no entry: what it takes in, and what it has as instructions or a call of C. A
 * frame that is entered in the middle of a loop, or goes on in the interpreter, passes neither.
 *
 * Locks: numbers and sums of threads that are gone have a leaf. */
#ifndef ARGUS_EXEC_TIER_CALL_TALLY_H
#define ARGUS_EXEC_TIER_CALL_TALLY_H

#include "thread/thread.h"

enum call_tally_word { TALLY_ENTERED, TALLY_THREW, TALLY_WORDS };
enum { TALLY_MOST = 1 << 20 /* numbers; number 0 stands for all methods beyond them */ };

/* Are calls counted? Changes with the world stopped. */
extern bool call_tally_on;

/* m has a number after this. Any thread. */
void call_tally_number(struct method *m);
/* Bytes from a thread's array to the word of m, which has a number. */
static inline u32 call_tally_offset(const struct method *m, enum call_tally_word word)
{
    return (m->tally * TALLY_WORDS + word) * (u32)sizeof(u64);
}
/* Gives the calling thread, or one that cannot run, its array. Where there is no memory for it, an array that threads
 * share, in which a count may be lost. */
u64 *call_tally_array(struct thread *t);
static inline void call_tally_add(struct thread *self, const struct method *m, enum call_tally_word word)
{
    u64 *words = self->call_tally;
    if (UNLIKELY(!words)) words = call_tally_array(self);
    u64 *at = &words[m->tally * TALLY_WORDS + word];
    __atomic_store_n(at, __atomic_load_n(at, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
}
/* t is in the list of threads no more: its counts stay in the sums. Threads locked. */
void call_tally_thread_ended(struct thread *t);

/* The counts, summed over all threads; while they run the sums are of no one moment. Symbols live for ever.
 * Malloc'ed, also where there is no row. false: no memory. Takes the lock of threads. */
struct call_tally_row {
    const struct symbol *class_name, *name, *desc; /* NULL, all three: methods that found no number */
    bool hidden;                                   /* the class */
    u64 count[TALLY_WORDS];
};
bool call_tally_sums(struct thread *self, struct call_tally_row **out, u32 *row_total);
/* How many calls t has made since it has an array. Threads locked. */
u64 call_tally_of_thread(const struct thread *t);

#endif
