/* Profiles of bytecode: receivers of calls and casts, and which way branches went. Collected by the tiers
 * below the optimizer (exec/stencil), for a method from the time on when it gets code there; read by whoever compiles.
 *
 * A method's records lie in the memory of its class holder and stay as long as the method. Counters are written without
 * a lock or order by all threads that run the method: they are estimates, they wrap around, and a reader may see them
 * change. A class that is named may be of any loader; a reader that keeps it checks that it still stands. */
#ifndef ARGUS_EXEC_TIER_PROFILE_H
#define ARGUS_EXEC_TIER_PROFILE_H

#include "model/class.h"

enum { PROFILE_CLASSES = 6 };

/* Of one invokevirtual, invokeinterface, checkcast, instanceof. NULL receivers are not counted. */
struct profile_receivers {
    const struct class *cls[PROFILE_CLASSES]; /* those seen first, NULL: not so many */
    u32 count[PROFILE_CLASSES];
    u32 others;
};
/* Of one if…. */
struct profile_branch {
    u32 taken, not_taken;
};

/* The profile of m's instruction at bci. false: there is none. Any thread; no locks; does not stop. */
WARN_UNUSED bool profile_receivers(const struct method *m, u32 bci, struct profile_receivers *p);
WARN_UNUSED bool profile_branch(const struct method *m, u32 bci, struct profile_branch *p);

/* ---- for code that collects ---- */
/* A site's record, below 4 GiB. What its fields mean follows from the instruction. */
struct profile_site {
    u32 bci;
    u32 class_ref[PROFILE_CLASSES]; /* 0: none yet */
    union {
        struct {
            u32 count[PROFILE_CLASSES], others;
        };
        struct profile_branch branch;
    };
};
struct profile {
    struct profile *next; /* of all methods */
    i32 heat;             /* how many calls and turns of loops until the code that counts asks for better: below 0 */
    bool enough;          /* it has asked: enough is known */
    u32 count;
    struct profile_site site[]; /* by bci */
};
/* m's records, made for its branches, calls and casts at the first request. NULL: m has none, or there is no room. Any
 * thread, several at once. */
struct profile *profile_of(struct method *m);
/* Is enough known for the optimizer? */
static inline bool profile_is_enough(const struct profile *p)
{
    return __atomic_load_n(&p->enough, __ATOMIC_RELAXED) || __atomic_load_n(&p->heat, __ATOMIC_ACQUIRE) < 0;
}
/* The same, but makes none. */
struct profile *profile_if_made(const struct method *m);
struct profile_site *profile_site(const struct method *m, u32 bci);
/* The class was seen at a site, and is not the one seen there first, or that is gone. */
__attribute__((preserve_most)) void profile_note_class(struct profile_site *s, u64 class_ref);
/* Prints m's records to -Xlog:jit+data=debug. */
void profile_log(const struct method *m);
/* World stopped: no record names a class that is class_memory_is_dead. */
void profiles_forget_dead(void);

#endif
