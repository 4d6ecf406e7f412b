/* Memory for generated machine code, and the list of its pieces.
 *
 * Code is written through one mapping and runs in another one of the same pages, so no page is ever writable and
 * executable (W^X), and a write does not disturb running code. Retired code stays until no frame runs in it.
 *
 *     code_install → linked → code_retire → (a stop of the world finds no frame in it) → its memory is used again
 *
 * The lock of the list is a leaf. code_find takes no lock and may be called in a signal handler: it is two loads, and
 * descriptions are never freed, only used again. -XX:ReservedCodeCacheSize gives the size. */
#ifndef ARGUS_EXEC_CODE_CODE_CACHE_H
#define ARGUS_EXEC_CODE_CODE_CACHE_H

#include "exec/code/code_places.h"
#include "model/frame.h"

struct code {
    struct code *next;     /* links all descriptions, also unused ones */
    struct code *other;    /* links those on one list of code_cache.c */
    const u8 *start;       /* its address; unused if size is 0 */
    _Atomic u32 size;      /* bytes of code */
    u32 room;              /* bytes it takes */
    u64 serial;            /* higher for younger code */
    i64 made;              /* os_time_monotonic_ns() of its installation */
    struct method *method; /* the method whose wrapper or bytecode it is; NULL: an adapter */
    struct method_id *id;  /* the method's; outlives a redefinition */
    char name[96];         /* its name in events and crash reports */
    void *table;           /* for bytecode: its instructions; freed with the code */
    size_t table_bytes;
    u32 called;                /* for optimized code: offset of the place for method->called; 0: none */
    struct code_user *user;    /* for bytecode: the methods that it depends on (code_users.h); NULL: only its own */
    struct code_places places; /* for optimized code */
    u32 pads, pad_count;       /* for bytecode: offset of the first pad, number of pads */
    const void *pad_exit;      /* where pads lead after the code is retired */
    _Atomic bool known;        /* CompiledMethodLoad may have been posted: its unloading is posted too */
    _Atomic bool to_announce;  /* code_announce is still to come, or at work: its unloading is posted after that */
    bool retired, told;        /* told: CompiledMethodUnload has been posted, or must not be; then it is retired */
};

/* Installs a copy of `bytes`, which contain no relative addresses of other memory, ready to run. Returns NULL if there
 * is no room, or no code can be made here. Posts no event. */
struct code *code_install(const u8 *bytes, u32 size, struct method *m, const char *name);
/* Overwrites a part of c. Before the code runs any part; later one aligned word at a time. */
void code_write(const struct code *c, u32 at, const void *bytes, u32 n);
/* The pads of c, which are written, begin at offset `pads`; after c is retired they lead to `exit`. Signal handlers may
 * look at them from now on. */
void code_has_pads(struct code *c, u32 pads, u32 count, const void *exit);
/* From now on no call enters c, and a return to one of its pads continues at its pad_exit. */
void code_retire(struct code *c);
/* How many pieces have been retired since the start. */
u64 code_retired_count(void);
/* The piece that contains `pc`, or NULL. */
const struct code *code_find(const void *pc);
/* Calls fn for each piece that runs or may run, for tools. Holds the lock of the list. */
void code_for_each(void (*fn)(const struct code *c, void *arg), void *arg);
/* The same for readers that only look: agents are not told of these pieces. */
void code_look_at_each(void (*fn)(const struct code *c, void *arg), void *arg);
/* All zero if nothing has been compiled. */
struct code_space {
    const u8 *start;
    size_t size, used, most /* the largest `used` so far */; /* bytes */
};
void code_space_get(struct code_space *s);
/* World stopped: frees the memory of retired code in which no frame runs. */
void code_reclaim(void);
/* Calls code_reclaim in a stop of the world if there is much retired code, or the cache was full. May stop the world
 * and run agents' code. */
void code_free_retired(struct thread *self);
/* Has an allocation failed since the last code_make_room? */
bool code_cache_is_full(void);

/* ---- tools (CompiledMethodLoad, CompiledMethodUnload, DynamicCodeGenerated) ---- */
void code_announce(struct thread *self, struct code *c);
/* Posts CompiledMethodUnload for code that was retired. IN_VM, with the world running. */
void code_announce_retired(struct thread *self);

#endif
