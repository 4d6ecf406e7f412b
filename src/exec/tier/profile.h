/* Profiles of bytecode: receivers of calls and casts, directions of branches and switches. Code below the optimizer
 * (exec/stencil) counts them, from the time when a method gets such code. Compilers read them.
 *
 * A method's records lie in the memory of its class holder and live as long as the method. All threads that run the
 * method write the counters, without lock or order: they are estimates, may overflow to 0, and may change while they
 * are read. A recorded class may be of any loader, so a reader that keeps it checks that it still exists. */
#ifndef ARGUS_EXEC_TIER_PROFILE_H
#define ARGUS_EXEC_TIER_PROFILE_H

#include "model/class.h"

enum { PROFILE_CLASSES = 6 };

/* The profile of an invokevirtual, invokeinterface, checkcast or instanceof. NULL receivers are not counted. */
struct profile_receivers {
    const struct class *cls[PROFILE_CLASSES]; /* in the order in which they were first seen; NULL: there were fewer */
    u32 count[PROFILE_CLASSES];
    u32 others;
};
/* The profile of an if…. */
struct profile_branch {
    u32 taken, not_taken;
};

/* The profile of a tableswitch or lookupswitch. */
struct profile_switch {
    u32 target[PROFILE_CLASSES]; /* bcis, in the order in which they were first seen; UINT32_MAX: there were fewer */
    u32 count[PROFILE_CLASSES];
    u32 others;
};

/* Reads the profile of m's instruction at bci. Returns false if there is none. Any thread; no locks; does not stop. */
WARN_UNUSED bool profile_receivers(const struct method *m, u32 bci, struct profile_receivers *p);
WARN_UNUSED bool profile_branch(const struct method *m, u32 bci, struct profile_branch *p);
WARN_UNUSED bool profile_switch(const struct method *m, u32 bci, struct profile_switch *p);

/* ---- for code that counts ---- */
/* The record of one instruction, below 4 GiB. The instruction decides which member of the union it has. */
struct profile_site {
    u32 bci;
    union {
        u32 class_ref[PROFILE_CLASSES]; /* 0: none yet */
        u32 target[PROFILE_CLASSES];    /* of a switch: a bci + 1; 0: none yet */
    };
    union {
        struct {
            u32 count[PROFILE_CLASSES], others;
        };
        struct profile_branch branch;
    };
};
struct profile {
    struct profile *next; /* of all methods */
    i32 heat;             /* calls and iterations left until the counting code asks for better code; below 0: it asks */
    bool enough;          /* it has asked: the profile is enough */
    u8 put_off;           /* how often the optimizer has put the method off because of callees (compile.c) */
    u32 count;
    struct profile_site site[]; /* sorted by bci */
};
/* m's records, for its branches, switches, calls and casts; made by the first call. A method that calls others has a
 * profile even without records: while it is counted, its callees are. Returns NULL if m has none, or there is no room.
 * Any thread, several at once. */
struct profile *profile_of(struct method *m);
/* How many more runs of m until its records say something. 0: they do, or m has none, or is not counted any more. */
u32 profile_runs_left(const struct method *m);
/* Is the profile enough for the optimizer? */
static inline bool profile_is_enough(const struct profile *p)
{
    return __atomic_load_n(&p->enough, __ATOMIC_RELAXED) || __atomic_load_n(&p->heat, __ATOMIC_ACQUIRE) < 0;
}
/* The code of m goes; m is counted as long as at first. Returns false if it has no records. */
WARN_UNUSED bool profile_count_again(const struct method *m);
/* The same, but does not make them. */
struct profile *profile_if_made(const struct method *m);
struct profile_site *profile_site(const struct method *m, u32 bci);
/* Counts a class or a target that is not the first one of the site, or the first one has been unloaded. */
__attribute__((preserve_most)) void profile_note(struct profile_site *s, u64 class_ref_or_target);
/* Prints m's records to -Xlog:jit+data=debug. */
void profile_log(const struct method *m);
/* World stopped: removes classes that are class_memory_is_dead from all records. */
void profiles_forget_dead(void);

#endif
