/* Memory for machine code that is made at run time, and the list of what is in it.
 *
 * Code is written through one mapping and runs in another one of the same pages, so no page is ever writable and
 * executable (W^X) and nothing that runs is disturbed by a write. What is retired stays until no frame runs in it.
 *
 *     code_install → linked → code_retire → (a stop of the world finds no frame in it) → its memory is given out again
 *
 * The lock of the list is a leaf. code_find takes none and may be called in a signal handler: it is two loads, and
 * descriptions are never freed, only used again. How much there is room for: -XX:ReservedCodeCacheSize. */
#ifndef ARGUS_EXEC_CODE_CODE_CACHE_H
#define ARGUS_EXEC_CODE_CODE_CACHE_H

#include "exec/code/code_places.h"
#include "model/frame.h"

struct code {
    struct code *next;     /* of all, also those not in use */
    struct code *other;    /* of those that wait for the same */
    const u8 *start;       /* where it runs; 0 size: not in use */
    _Atomic u32 size;      /* bytes of code */
    u32 room;              /* bytes it takes */
    u64 serial;            /* the higher, the younger */
    struct method *method; /* whose wrapper or bytecode it is; NULL: an adapter */
    struct method_id *id;  /* of the method: outlives a redefinition */
    char name[96];         /* what events and crash reports call it */
    void *table;           /* of bytecode: its instructions; freed with the code */
    size_t table_bytes;
    struct code_user *user;    /* of bytecode: the methods that it stands on (code_users.h); NULL: on its own alone */
    struct code_places places; /* of optimized code */
    u32 pads, pad_count;       /* of bytecode: offset of the first, how many */
    const void *pad_exit;      /* where they lead once the code is retired */
    _Atomic bool known;        /* tools may have heard of it: they are to hear when it goes */
    _Atomic bool to_announce;  /* code_announce comes, or is at it: until then nobody hears that it goes */
    bool retired, told;        /* told: CompiledMethodUnload was posted for it, or need not be; before it is retired */
};

/* A copy of `bytes` (position-independent but for absolute addresses), ready to run; NULL: no room, or code cannot be
 * made here. Not yet told to tools. */
struct code *code_install(const u8 *bytes, u32 size, struct method *m, const char *name);
/* Writes over a part of c: all of it before anybody runs it, later a word at a time. */
void code_write(const struct code *c, u32 at, const void *bytes, u32 n);
/* No call enters it from now on, and a return to one of its pads goes on at its pad_exit. */
void code_retire(struct code *c);
/* What `pc` lies in, or NULL. */
const struct code *code_find(const void *pc);
/* Code that runs or may run, for tools; under the lock of the list. */
void code_for_each(void (*fn)(const struct code *c, void *arg), void *arg);
/* All zero: there is none, because nothing is ever compiled or nothing has been yet. */
struct code_space {
    const u8 *start;
    size_t size, used, most /* that was used */; /* bytes */
};
void code_space_get(struct code_space *s);
/* World stopped: gives memory of retired code back in which no frame runs. */
void code_reclaim(void);
/* Does that when there is much retired code, or when the cache was full. May stop the world and run agents' code. */
void code_free_retired(struct thread *self);
/* There was no room for some piece since then. */
bool code_cache_is_full(void);

/* ---- tools (CompiledMethodLoad, CompiledMethodUnload, DynamicCodeGenerated) ---- */
void code_announce(struct thread *self, struct code *c);
/* Posts the unloading of what was retired since; IN_VM, with the world running. */
void code_announce_retired(struct thread *self);

#endif
