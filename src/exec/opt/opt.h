/* The optimizer (docs/optimizer.md). -XX:+ArgusOptimizer. */
#ifndef ARGUS_EXEC_OPT_OPT_H
#define ARGUS_EXEC_OPT_OPT_H

#include "exec/code/code_cache.h"

/* Code for m, not yet published, or NULL: it cannot be had, and *why (if there is a why) says why, where it is the
 * method's fault. enterable: its outermost loops can be entered by frames of the interpreter; after some calls it goes
 * to opt_called_again. May run agents' code, before it looks at m. */
struct code *opt_compile(struct thread *self, struct method *m, bool enterable, const void **entry, const char **why);
/* exec/interp/interp.h interp_fn, an entry; set by exec/stencil/. */
extern const void *opt_called_again;

#endif
