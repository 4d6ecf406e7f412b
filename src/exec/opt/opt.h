/* The optimizer (docs/optimizer.md). -XX:+ArgusOptimizer. */
#ifndef ARGUS_EXEC_OPT_OPT_H
#define ARGUS_EXEC_OPT_OPT_H

#include "exec/code/code_cache.h"

/* Code for m, not yet published, or NULL: it cannot be had. May run agents' code, before it looks at m. */
struct code *opt_compile(struct thread *self, struct method *m, const void **entry);

#endif
