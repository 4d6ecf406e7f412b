/* Renaming. A pass begins, replaces values by others, and renames all uses at its end. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_NAMES_H
#define ARGUS_EXEC_OPT_PASS_OPT_NAMES_H

#include "exec/opt/opt_ir.h"

struct opt_names {
    struct opt_graph *g;
    opt_value *name; /* by value: its replacement */
    u32 room;        /* values from this number on have no entry in `name` */
    bool changed;    /* at least one value was replaced */
};

/* Every value stands for itself. `name` has room for `more` new values. */
void opt_names_begin(struct opt_names *n, struct opt_graph *g, u32 more);
static inline opt_value opt_name_of(struct opt_names *n, opt_value v)
{
    while (v < n->room && n->name[v] != v) {
        opt_value by = n->name[v];
        if (by < n->room) n->name[v] = n->name[by]; /* the next search is shorter */
        v = by;
    }
    return v;
}
/* Marks `old` as dead and replaces it by `by`; 0: nothing needs it any more. */
void opt_replace(struct opt_names *n, opt_value old, opt_value by);
/* Renames the node's operands, its `dep` and the values of its state. */
void opt_rename(struct opt_names *n, struct opt_node *node);
/* Renames in all nodes, and in the frames at the starts of loops. Removes dead nodes from their blocks. */
void opt_rename_all(struct opt_names *n);

#endif
