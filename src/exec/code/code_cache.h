/* Memory for machine code that is made at run time, and the list of what is in it.
 *
 * Code is written through one mapping and runs in another one of the same pages, so no page is ever writable and
 * executable (W^X) and nothing that runs is disturbed by a write. What is retired stays until no frame runs in it.
 *
 *     code_install → linked → code_retire → (a stop of the world finds no frame in it) → its memory is given out again
 *
 * The lock of the list is a leaf. code_find takes none and may be called in a signal handler: descriptions are never
 * freed, only used again. */
#ifndef ARGUS_EXEC_CODE_CODE_CACHE_H
#define ARGUS_EXEC_CODE_CODE_CACHE_H

#include "model/frame.h"

struct code {
    struct code *next;
    const u8 *start;       /* where it runs; 0 size: not in use */
    _Atomic u32 size;      /* bytes of code */
    u32 room;              /* bytes it takes */
    struct method *method; /* whose wrapper it is; NULL: an adapter */
    struct method_id *id;  /* of the method: outlives a redefinition */
    char name[96];         /* what events and crash reports call it */
    bool retired, told;    /* told: CompiledMethodUnload was posted for it, or need not be */
};

/* A copy of `bytes` (position-independent but for absolute addresses), ready to run; NULL: no room, or code cannot be
 * made here. Not yet told to tools. */
struct code *code_install(const u8 *bytes, u32 size, struct method *m, const char *name);
/* Nobody enters it from now on. */
void code_retire(struct code *c);
/* What `pc` lies in, or NULL. */
const struct code *code_find(const void *pc);
/* What runs or may run; under the lock of the list. */
void code_for_each(void (*fn)(const struct code *c, void *arg), void *arg);
/* World stopped: gives memory of retired code back in which no frame runs. */
void code_reclaim(void);

/* ---- tools (CompiledMethodLoad, CompiledMethodUnload, DynamicCodeGenerated) ---- */
void code_announce(struct thread *self, struct code *c);
/* Posts the unloading of what was retired since; IN_VM, with the world running. */
void code_announce_retired(struct thread *self);

#endif
