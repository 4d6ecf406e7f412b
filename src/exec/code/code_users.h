/* Dependencies of code, and of running compilations, on methods, and on classes whose instances it makes. Code depends
 * on a method if it contains the method's body or address, or relies on a fact about it. Before such a fact changes
 * (breakpoint, watch, events, redefinition, an overriding method, a native bound again, unloading), the change looks
 * here for the code and drops it.
 *
 *     code_user_begin → code_user_needs … → code_user_has_code → (code_retire)
 *                          │                                        ↓
 *                          └──── stale: given up ────────────→ code_user_end
 *
 * One index from methods and classes to users serves all code, so a question costs as much as it finds. A compilation
 * is in the index from the moment it looks at a method. A fact that changes during the compilation makes it stale, and
 * its code is not published. Facts that are not in the index change in one direction only (an instruction is linked, a
 * class is initialized) or are hints (profiles).
 *
 * The index has a lock of its own, a leaf. */
#ifndef ARGUS_EXEC_CODE_CODE_USERS_H
#define ARGUS_EXEC_CODE_CODE_USERS_H

#include "base/vec.h"
#include "model/class.h"

struct code;
struct thread;

/* A user of methods: a compilation, and then its code. */
struct code_user {
    struct method *method;        /* the compiled method */
    const struct code *code;      /* NULL: the compilation runs */
    struct code_user *next, **at; /* links the running compilations, or those with code */
    u32 uses;                     /* number of the last use (code_users.c); 0: none */
    u32 count;                    /* number of methods and classes */
    _Atomic bool stale;           /* set with the world stopped, while the compilation runs */
    bool outdated;                /* has code, which is to be replaced (code_users_outdate) */
};

/* Starts a compilation of m. Any thread. The caller ends the user, or gives it to the code. */
struct code_user *code_user_begin(struct method *m);
/* u stands on m from now on; a second time is no other. MTH_IN_CODE is set before this returns, so a caller that looks
 * at m afterwards, in code that does not poll, sees what a later change will find. m is the newest version of its
 * method: nobody asks about older ones any more, not even when they are freed. */
void code_user_needs(struct code_user *u, struct method *m);
/* u allocates instances of c. It reads c's `told` afterwards. */
void code_user_allocates(struct code_user *u, const struct class *c);
/* Has a method changed on which u depends, or u's own? Then the compilation has to be given up. */
static inline bool code_user_is_stale(const struct code_user *u)
{
    return atomic_load_explicit(&u->stale, memory_order_acquire);
}
/* The compilation has made c. c owns u from now on: code_retire ends it. */
void code_user_has_code(struct code_user *u, struct code *c);
/* Ends u. */
void code_user_end(struct code_user *u);

/* Finds the code that depends on any of the n methods: adds the methods that own such code to `owners`, each once, and
 * makes such compilations stale, also those of the n methods. World stopped. The cost grows with n and with the number
 * found. */
void code_users_find(struct method *const *methods, u32 n, struct vec *owners);
/* The same for code that allocates instances of one of the n classes. World stopped. */
void code_users_find_allocating(struct class *const *classes, u32 n, struct vec *owners);
/* Finds the same, but the code stays, outdated, until new code takes its place or somebody drops it. Compilations
 * become stale. World stopped. */
void code_users_outdate(struct method *const *methods, u32 n);
/* The same for code that allocates instances of one of the n classes. World stopped. */
void code_users_outdate_allocating(struct class *const *classes, u32 n);
/* The same for one piece of code. World stopped. */
void code_user_outdate(struct code_user *u);
/* How many pieces are outdated. */
u32 code_users_outdated(void);
/* Waits until none is, or for a moment; false: the deadline (os_time_monotonic_ns) has passed. The world may be stopped
 * meanwhile, so the caller is blocked. */
bool code_users_wait_for_new(i64 deadline);
/* The method of an outdated piece that has not been returned before; NULL: there is none. IN_VM; the method lives until
 * the next poll. */
struct method *code_users_next_outdated(struct thread *self);
/* Adds the methods of all outdated code to `owners`. World stopped. */
void code_users_find_outdated(struct vec *owners);
/* Adds the methods of all code to `owners`, and makes every running compilation stale. World stopped. */
void code_users_find_all(struct vec *owners);
/* Makes every running compilation stale: classes have been unloaded, and it may name one. World stopped. */
void code_users_all_stale(void);

#ifdef ARGUS_DEBUG
/* Checks that the index agrees with the users. */
void code_users_check(void);
#endif

#endif
