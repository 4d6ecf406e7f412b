/* The optimizer (docs/optimizer.md). -XX:+ArgusOptimizer. */
#ifndef ARGUS_EXEC_OPT_OPT_H
#define ARGUS_EXEC_OPT_OPT_H

#include "exec/code/code_cache.h"

struct opt_request {
    struct method *m;
    /* its outermost loops can be entered by frames of the interpreter; after some calls it goes to opt_called_again */
    bool enterable;
    /* The thread compiles for others: it polls on the way, so the world may stop, and the compilation is given up when
     * something that it stands on has changed meanwhile (code_users.h). */
    bool polls;
};
/* Code for r->m, not yet published, or NULL: it cannot be had, and *why (if there is a why) says why, where it is the
 * method's fault or opt_stale. From its last look at a method to its return the world does not stop. May run agents'
 * code, before it looks at the method. */
struct code *opt_compile(struct thread *self, const struct opt_request *r, const void **entry, const char **why);
/* Why a compilation was given up. */
extern const char opt_stale[];
/* exec/interp/interp.h interp_fn, an entry; set by exec/tier/, as the next one. */
extern const void *opt_called_again;
/* m's code is to be made anew by what is known now, and stays until there is other; false: nobody does. */
extern bool (*opt_make_again)(struct method *m);

#endif
