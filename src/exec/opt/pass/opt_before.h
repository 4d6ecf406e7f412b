/* Questions about a loop's values before the loop. The graph is analyzed. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_BEFORE_H
#define ARGUS_EXEC_OPT_PASS_OPT_BEFORE_H

#include "exec/opt/opt_ir.h"

/* Does every iteration of the loop at `head` that goes on to another one pass the block? */
bool opt_always_runs(const struct opt_graph *g, u32 block, u32 head);
/* Do enough turns of the loop come to the block, by the profile, for its checks to be made once before the loop? Such a
 * check leaves also where no turn comes to it; when code has done so too often it is made without. */
bool opt_most_come(const struct opt_graph *g, u32 block, u32 head);
/* Is v the same in all iterations: computed outside of the loop, constant, or 0? */
bool opt_stays(const struct opt_graph *g, opt_value v, u32 head);
/* The frames before the loop. The block `before` is the only one outside of the loop that leads to its head. Returns
 * NULL if a value is not available there, or if the method has left too often by checks before loops. */
struct opt_state *opt_state_before(struct opt_graph *g, u32 head, u32 before);
/* The same for a check that the loop itself does not make in each turn. Returns NULL also if the method has left too
 * often by such checks: other checks still move before its loops. */
struct opt_state *opt_state_guessed(struct opt_graph *g, u32 head, u32 before);

/* Is n a check of an object's class? */
bool opt_asks_for_class(const struct opt_node *n);
/* By value, how often the loop tests the class of this object. Before such a test the object may be of another class,
 * without the field that the loop reads, so loads from it must not move before the loop. */
u16 *opt_count_asked(struct opt_graph *g, u32 head);

#endif
