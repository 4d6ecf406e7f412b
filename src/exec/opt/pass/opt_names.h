/* Renaming: what stands for a value from now on. A pass begins, replaces values, and renames all uses at its end. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_NAMES_H
#define ARGUS_EXEC_OPT_PASS_OPT_NAMES_H

#include "exec/opt/opt_ir.h"

struct opt_names {
    struct opt_graph *g;
    opt_value *name; /* by value */
    u32 room;        /* values from here on have no other names */
    bool changed;    /* something was replaced */
};

/* Every value stands for itself; there may be `more` new ones with names. */
void opt_names_begin(struct opt_names *n, struct opt_graph *g, u32 more);
static inline opt_value opt_name_of(struct opt_names *n, opt_value v)
{
    while (v < n->room && n->name[v] != v) v = n->name[v] = n->name[n->name[v]];
    return v;
}
/* `old` is dead, `by` stands for it; 0: nobody needs it to be there. */
void opt_replace(struct opt_names *n, opt_value old, opt_value by);
/* What the node names, its state and what it depends on too. */
void opt_rename(struct opt_names *n, struct opt_node *node);
/* All nodes, and the frames at the starts of loops. Dead nodes leave their blocks. */
void opt_rename_all(struct opt_names *n);

#endif
