#include "exec/opt/pass/opt_names.h"

void opt_names_begin(struct opt_names *n, struct opt_graph *g, u32 more)
{
    *n = (struct opt_names){ .g = g, .room = g->count + more };
    n->name = ARENA_NEW_ARRAY(&g->scratch, opt_value, n->room + 1);
    for (u32 i = 0; i < n->room; i++) n->name[i] = i;
}

void opt_replace(struct opt_names *n, opt_value old, opt_value by)
{
    VM_ASSERT(old < n->room);
    n->g->nodes[old].dead = true;
    n->name[old] = by;
    n->changed = true;
}

static void rename_use(void *arg, opt_value *use) { *use = opt_name_of(arg, *use); }
void opt_rename(struct opt_names *n, struct opt_node *node)
{
    opt_each_use(n->g, node, rename_use, n);
    if (node->dep) node->dep = opt_name_of(n, node->dep);
}

void opt_rename_all(struct opt_names *n)
{
    struct opt_graph *g = n->g;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *node = opt_node(g, b->nodes[k]);
            if (node->dead) continue;
            opt_rename(n, node);
            b->nodes[kept++] = b->nodes[k];
        }
        b->count = kept;
        for (struct opt_state *t = b->entry; t; t = t->caller) opt_each_in_frame(t, rename_use, n);
    }
}
