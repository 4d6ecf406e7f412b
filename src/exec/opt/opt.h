/* The optimizer (docs/optimizer.md). -XX:+ArgusOptimizer. */
#ifndef ARGUS_EXEC_OPT_OPT_H
#define ARGUS_EXEC_OPT_OPT_H

#include "exec/code/code_cache.h"

struct opt_request {
    struct method *m;
    /* Adds entries at the outermost loops, for frames of the interpreter. Such code counts its calls and goes to
     * opt_called_again after some. */
    bool enterable;
    /* The calling thread compiles for others: it polls between passes, so the world may stop. The compilation is given
     * up when something that it depends on has changed (code_users.h). */
    bool polls;
    /* The compilation may be put off until callees that are not cold have been counted (opt_put_off). */
    bool can_wait;
};
/* Returns code for r->m that is not published yet. Returns NULL if there can be none; then *why (if `why` is not NULL)
 * names the reason when the method is at fault, or is opt_stale. May run agents' code before it looks at the method.
 * With r->polls the world may stop inside, but not between the last check of the dependencies and the return. */
struct code *opt_compile(struct thread *self, const struct opt_request *r, const void **entry, const char **why);
/* The reason of a compilation that was given up because something that it depends on has changed. */
extern const char opt_stale[];
/* The reason of one that was put off: it is worth a wait until the method has been counted as often again. */
extern const char opt_put_off[];
/* Set by exec/tier/, as is opt_make_again. An entry (interp_fn, exec/interp/interp.h) for code that has been called
 * again. */
extern const void *opt_called_again;
/* Asks for new code for m, from what is known now; the old code stays until then. Returns false if it cannot be
 * queued. */
extern bool (*opt_make_again)(struct method *m);
/* opt_leave.c: an exception of the call with this pad went to the interpreter because the code lacks its handler. After
 * many the code is made again. */
void opt_left_by_exception(const struct code_pad *pad);

#endif
