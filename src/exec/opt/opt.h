/* The optimizer (docs/optimizer.md). -XX:+ArgusOptimizer. */
#ifndef ARGUS_EXEC_OPT_OPT_H
#define ARGUS_EXEC_OPT_OPT_H

#include "exec/code/code_cache.h"

/* Code for m, not yet published, or NULL: it cannot be had. The thread does not stop in between. */
struct code *opt_compile(struct method *m, const void **entry);

#endif
