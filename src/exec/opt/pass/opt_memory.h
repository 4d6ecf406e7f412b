/* Which memory nodes read and write. Memory is told apart by what is accessed: each of the first fields that a graph
 * meets has a class of its own, the others share them; elements have one for each kind, bytes and chars one
 * together. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_MEMORY_H
#define ARGUS_EXEC_OPT_PASS_OPT_MEMORY_H

#include "exec/opt/opt_ir.h"

enum { MEMORY_CLASSES = 64 };

/* The class of what a node accesses that reads or writes. */
u32 opt_memory_class(struct opt_graph *g, const struct opt_node *n);
/* Is its value that of memory, as it would be found again? Vectors are not: each is of the one loop made for it. */
static inline bool opt_reads_memory(const struct opt_node *n)
{
    return opt_does(n, OPT_DOES_READS) && n->type != OPT_VECTOR;
}
/* Which memory may be another behind the node: by bit, its classes. */
u64 opt_killed(struct opt_graph *g, const struct opt_node *n);
/* By block: of a loop's first one, what the loop kills. The graph is analyzed. */
u64 *opt_killed_by_loops(struct opt_graph *g);

#endif
