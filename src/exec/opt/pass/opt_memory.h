/* The classes of memory that nodes read and write. Each of the first fields that a graph meets has a class of its own,
 * and the other fields share them. Elements have one class for each kind; bytes and chars share one. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_MEMORY_H
#define ARGUS_EXEC_OPT_PASS_OPT_MEMORY_H

#include "exec/opt/opt_ir.h"

enum { MEMORY_CLASSES = 64 };

/* The class of the memory that the node n, a load or store, accesses. */
u32 opt_memory_class(struct opt_graph *g, const struct opt_node *n);
/* Does n load a value that an equal load would find again? Vectors do not count: each belongs to the loop made for
 * it. */
static inline bool opt_reads_memory(const struct opt_node *n)
{
    return opt_does(n, OPT_DOES_READS) && !opt_is_vector(n->type);
}
/* The letter of the elements (ELEMENTS in opt_ir.def) of arrays with this descriptor; 0: no primitive array. */
u8 opt_elements_of(const char *type);
/* The classes of memory that the node may change, as bits. */
u64 opt_killed(struct opt_graph *g, const struct opt_node *n);
/* A field or element that a LOAD, STORE, LOAD_ELEMENT or STORE_ELEMENT accesses. */
struct opt_cell {
    opt_value base, index; /* index: of an element; 0: a field */
    const void *field;
    i64 offset;
    u8 kind;
    u64 memory; /* its class, as a bit */
};
struct opt_cell opt_cell_of(struct opt_graph *g, const struct opt_node *n);
bool opt_same_cell(const struct opt_cell *a, const struct opt_cell *b);
/* By block: for a loop's head, the classes that the loop may change. The graph is analyzed. */
u64 *opt_killed_by_loops(struct opt_graph *g);

#endif
