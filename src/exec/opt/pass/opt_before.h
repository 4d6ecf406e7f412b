/* What can be said before a loop of what is in it. The graph is analyzed. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_BEFORE_H
#define ARGUS_EXEC_OPT_PASS_OPT_BEFORE_H

#include "exec/opt/opt_ir.h"

/* Does every turn of the loop at `head` that goes on to the next one come through the block? */
bool opt_always_runs(const struct opt_graph *g, u32 block, u32 head);
/* Is v the same in all turns: computed outside of the loop, or a constant, or none? */
bool opt_stays(const struct opt_graph *g, opt_value v, u32 head);
/* The frames as they are before the loop, whose code comes from the block `before` alone. NULL: they cannot be said, or
 * the method has left there too often. */
struct opt_state *opt_state_before(struct opt_graph *g, u32 head, u32 before);

#endif
