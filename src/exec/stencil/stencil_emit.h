/* A method's stencil code: made in one pass over its running copy. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_EMIT_H
#define ARGUS_EXEC_STENCIL_STENCIL_EMIT_H

#include "exec/stencil/stencil_code.h"

/* Facts about one piece of stencil code that code which enters it needs. Lives as long as the code. */
struct stencil_method {
    u32 exits;      /* by instructions that have been linked since */
    u32 missed;     /* branches that the interpreter ran although the method has code: there is no entry for them */
    u32 gap;        /* slots between the locals and the header of its frames */
    u32 length;     /* of the bytecode */
    u32 hot;        /* bytes from the entry to the rare parts */
    bool counts;    /* profiles */
    bool optimized; /* it is the optimizer's code */
    u32 offset[];   /* by bci: where the instruction's code starts, from the entry; 0: none does */
};
/* In an offset: it can be entered, with all operands in memory. */
#define STENCIL_ENTERED (1u << 31)

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
    return offset & STENCIL_ENTERED ? start + (offset & ~STENCIL_ENTERED) : NULL;
}
/* The instruction whose code is at `pc` in c, or -1: at its entry, in the rare part of an instruction, in a pad. In a
 * signal handler too. */
i32 stencil_bci(const struct code *c, const void *pc);

/* Where the code of the instruction at bci starts, or NULL. */
const void *stencil_of_bci(const struct code *c, u32 bci);

/* ---- which stencils (stencil_choose.c) ---- */
/* One stencil of a method's code, and what goes into its holes. */
struct piece {
    const struct stencil *stencil;
    u32 bci, leave; /* of its instruction; where the interpreter goes on if it leaves */
    u32 depth;      /* slots of the operand stack that are in use when it leaves */
    u32 target;     /* bci of its branch */
    u32 stub;       /* the piece that its branch goes to instead; 0: none */
    u32 next_at;    /* 1 + bci of what stands behind it; 0: the next piece */
    u32 local, nargs;
    i32 input[3];          /* distance of a local, or a constant */
    i32 home[3];           /* slots of the operand stack */
    u32 offset, rest, pad; /* in the code */
    bool entry;
};
struct stencil_plan {
    struct method *m;
    struct profile *profile; /* code that counts; NULL: it does not */
    struct piece *piece;
    u32 count, room;
    u32 *first; /* by bci: the piece where the instruction starts; 0: it has none */
    u32 *at;    /* by bci: the one where it starts with all its operands in memory; 0: none */
};
/* NULL: m cannot have code, as *why says. */
struct stencil_plan *stencil_plan(struct method *m, struct profile *counting, const char **why);
void stencil_plan_free(struct stencil_plan *plan);

/* Makes code of m's running copy as it is now, not yet published; `counting` for that profile, or NULL. NULL: it cannot
 * be, or there is no room, as *why says. *entry is what is entered. The thread does not stop in between. */
struct code *stencil_emit(struct thread *self, struct method *m, struct profile *counting, const void **entry,
                          const char **why);

#endif
