/* Which classes' monitors threads have to wait for. Counted only while somebody wants to know. */
#ifndef ARGUS_THREAD_CONTENTION_H
#define ARGUS_THREAD_CONTENTION_H

#include "model/class.h"
#include <stdatomic.h>

enum { CONTENTION_CLASSES = TINY(1024, 4) /* at most; later ones are counted as one without a name */ };
struct contention {
    const struct symbol *name; /* the class's; NULL: the classes that had no room */
    u32 serial;                /* the class's */
    u64 count;                 /* of entries that had to wait */
    i64 ns;                    /* that they waited */
};

extern _Atomic bool contention_counted;
/* A thread has waited for the monitor of a `c`. Any thread; takes a leaf lock. */
void contention_note(const struct class *c, i64 ns);
/* Copies at most `room` rows, and returns how many. Any thread. */
u32 contention_read(struct contention *rows, u32 room);
/* Forgets all counts. */
void contention_forget(void);

#endif
