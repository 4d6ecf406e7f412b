/* A method's stencil code: made in one pass over its running copy. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_EMIT_H
#define ARGUS_EXEC_STENCIL_STENCIL_EMIT_H

#include "exec/stencil/stencil_code.h"

/* What is known of one piece of stencil code, for who enters it. Lives as long as the code. */
struct stencil_method {
    u32 exits;    /* by instructions that have been linked since */
    u32 offset[]; /* by bci: where the instruction's code starts in `start`; 0: none does */
};

/* The code of m's machine_entry, or NULL. Any thread that runs Java: what is retired stays while m has frames. */
static inline const u8 *stencil_start(const struct method *m)
{
    return __atomic_load_n((u8 *const *)&m->machine_entry, __ATOMIC_ACQUIRE);
}
/* The word below an entry is its table. */
static inline struct stencil_method *stencil_of(const u8 *start)
{
    return ((struct stencil_method *const *)(const void *)start)[-1];
}
/* Where the instruction at pc is run; NULL: the interpreter has to. */
static inline const void *stencil_at(const struct method *m, const u8 *pc)
{
    const u8 *start = stencil_start(m);
    if (!start) return NULL;
    u32 offset = stencil_of(start)->offset[pc - m->code];
    return offset ? start + offset : NULL;
}

/* Makes code of m's running copy as it is now, not yet published. NULL: it cannot be, or there is no room. *entry is
 * what is entered. The thread does not stop in between. */
struct code *stencil_emit(struct method *m, const void **entry);

#endif
