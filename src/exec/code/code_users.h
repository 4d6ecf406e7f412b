/* Which code, and which compilations that are under way, stand on which methods: they have the method's body or address
 * in them, or decided something by what it is. Whoever changes a fact about methods (breakpoint, watch, events,
 * redefinition, an overriding method, a native bound again, unloading) asks here and drops what is found.
 *
 *     code_user_begin → code_user_needs … → code_user_has_code → (code_retire)
 *                          │                                        ↓
 *                          └──── stale: given up ────────────→ code_user_end
 *
 * One index from methods to users answers for all code: a question costs as much as it finds. A compilation is in it
 * from the moment on at which it looked at a method, so a fact that changes while it works makes it stale, and what it
 * made is not published. Facts that are not asked for here change in one direction only (an instruction is linked, a
 * class is initialized) or are hints (profiles).
 *
 * The index has a lock of its own, a leaf. */
#ifndef ARGUS_EXEC_CODE_CODE_USERS_H
#define ARGUS_EXEC_CODE_CODE_USERS_H

#include "base/vec.h"
#include "model/class.h"

struct code;

/* A user of methods: a compilation, and then the code that it made. */
struct code_user {
    struct method *method;        /* that is compiled */
    const struct code *code;      /* NULL: under way */
    struct code_user *next, **at; /* of those under way, or of those with code */
    u32 uses;                     /* the last one, by code_users.c's numbers; 0: none */
    u32 count;                    /* of methods */
    _Atomic bool stale;           /* written with the world stopped, while it is under way */
};

/* A compilation of m begins. Any thread. The caller ends it, or gives it to the code. */
struct code_user *code_user_begin(struct method *m);
/* u stands on m from now on; a second time is no other. MTH_IN_CODE is set before this returns, so a caller that looks
 * at m afterwards, in code that does not poll, sees what a later change will find. m is the newest version of its
 * method: nobody asks about older ones any more, not even when they are freed. */
void code_user_needs(struct code_user *u, struct method *m);
/* Has something changed that u stands on, or is the method itself another one? Then its compilation is given up. */
static inline bool code_user_is_stale(const struct code_user *u)
{
    return atomic_load_explicit(&u->stale, memory_order_acquire);
}
/* The compilation has made c, which has u from now on: code_retire ends it. */
void code_user_has_code(struct code_user *u, struct code *c);
/* u is gone. */
void code_user_end(struct code_user *u);

/* For code that stands on any of the n methods: adds the methods that have such code to `owners`, each once, and makes
 * compilations stale, also those of one of the n. World stopped. The cost grows with n and with what is found. */
void code_users_find(struct method *const *methods, u32 n, struct vec *owners);
/* The methods of all code; every compilation that is under way is stale. World stopped. */
void code_users_find_all(struct vec *owners);
/* Every compilation that is under way is stale: classes have gone, and it may name one. World stopped. */
void code_users_all_stale(void);

#ifdef ARGUS_DEBUG
/* The index agrees with the users. */
void code_users_check(void);
#endif

#endif
