/* Makes a method's stencil code, in one pass over its running copy. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_EMIT_H
#define ARGUS_EXEC_STENCIL_STENCIL_EMIT_H

#include "exec/code/code_cache.h"
#include "exec/stencil/stencil_code.h"

/* A piece of stencil code, for code that enters it. Lives as long as the code. */
struct stencil_method {
    u32 exits;      /* exits at instructions that have been linked since */
    u32 missed;     /* branches that the interpreter ran because the code has no entry for them */
    u32 gap;        /* slots between the locals and the header of its frames */
    u32 length;     /* of the bytecode */
    u32 hot;        /* bytes from the entry to the rare parts */
    bool counts;    /* it counts for a profile */
    bool optimized; /* it is the optimizer's */
    u32 offset[];   /* by bci: offset of the instruction's code from the entry; 0: it has none */
};
/* In an offset: frames can enter there, with all operands in memory. */
#define STENCIL_ENTERED (1u << 31)

/* The start of m's code, from machine_entry, or NULL. A leaf, which may run in place of m again once no tool looks at
 * its body, is no such code, though frames and tasks of m can still be there. Any thread that runs Java: retired code
 * stays while m has frames. */
static inline const u8 *stencil_start(const struct method *m)
{
    const u8 *start = __atomic_load_n((u8 *const *)&m->machine_entry, __ATOMIC_ACQUIRE);
    return start && LIKELY(code_find(start) != NULL) ? start : NULL;
}
/* The word below an entry points to its table. */
static inline struct stencil_method *stencil_of(const u8 *start)
{
    return ((struct stencil_method *const *)(const void *)start)[-1];
}
/* The same of method->told_code. */
static inline const u8 *stencil_told_start(const struct method *m)
{
    return __atomic_load_n((u8 *const *)&m->told_code, __ATOMIC_ACQUIRE);
}
/* The place to enter m's code with that start for the instruction at pc; NULL: the interpreter has to run it. */
static inline const void *stencil_at(const u8 *start, const struct method *m, const u8 *pc)
{
    if (!start) return NULL;
    u32 offset = stencil_of(start)->offset[pc - m->code];
    return offset & STENCIL_ENTERED ? start + (offset & ~STENCIL_ENTERED) : NULL;
}
/* The bci of the instruction whose code contains `pc`. -1 for the entry, rare parts and pads. Also for signal
 * handlers. */
i32 stencil_bci(const struct code *c, const void *pc);

/* The start of the code for the instruction at bci, or NULL. */
const void *stencil_of_bci(const struct code *c, u32 bci);

/* ---- choosing stencils (stencil_choose.c) ---- */
/* One stencil of a method's code, and the values for its holes. */
struct piece {
    const struct stencil *stencil;
    u32 bci, leave; /* bci: its instruction; leave: where the interpreter continues if it leaves */
    u32 depth;      /* depth of the operand stack when it leaves, in slots */
    u32 target;     /* the bci that its branch goes to */
    u32 stub;       /* the piece that its branch goes to first; 0: none */
    u32 next_at;    /* 1 + bci of the code after it; 0: the next piece */
    u32 local, nargs;
    i32 input[3];          /* offset of a local, or a constant */
    i32 home[3];           /* slots of the operand stack */
    u32 offset, rest, pad; /* in the code */
    bool entry;
    bool probed; /* probes know of its instruction when it runs */
};
struct stencil_wish {
    struct profile *counting; /* the profile for which the code counts; NULL: it does not */
    bool told;                /* for method->told_code: returns post */
};
struct stencil_plan {
    struct method *m;
    struct profile *profile; /* for code that counts; else NULL */
    bool told;               /* as in the wish */
    struct piece *piece;
    u32 count, room;
    u32 *first; /* by bci: the instruction's first piece; 0: none */
    u32 *at;    /* by bci: the piece where it starts with all operands in memory; 0: none */
};
/* Returns NULL if m cannot have code; *why has the reason. */
struct stencil_plan *stencil_plan(struct method *m, const struct stencil_wish *wish, const char **why);
void stencil_plan_free(struct stencil_plan *plan);

/* Makes code from m's present running copy; does not publish it. Returns NULL if the method is not suitable, or there
 * is no room; *why has the reason. *entry: where calls enter. The thread does not stop inside. */
struct code *stencil_emit(struct thread *self, struct method *m, const struct stencil_wish *wish, const void **entry,
                          const char **why);

#endif
