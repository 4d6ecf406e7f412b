/* Replaces merges of a single value by that value. */
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

bool opt_merges(struct opt_graph *g)
{
    struct opt_names names;
    opt_names_begin(&names, g, 0);
    for (bool again = true; again && opt_work(g, g->count);) {
        again = false;
        for (u32 i = 0; i < g->order_count; i++) {
            struct opt_block *b = &g->blocks[g->order[i]];
            for (u32 k = 0; k < b->count; k++) {
                struct opt_node *n = opt_node(g, b->nodes[k]);
                if (n->op != OPT_PHI || n->dead) continue;
                opt_value only = 0;
                bool one = true;
                for (u32 a = 0; a < n->argc && one; a++) {
                    opt_value v = opt_name_of(&names, n->args[a]);
                    if (v == b->nodes[k] || v == only) continue;
                    one = only == 0;
                    only = v;
                }
                if (!one || !only) continue;
                opt_replace(&names, b->nodes[k], only);
                again = true;
            }
        }
    }
    opt_rename_all(&names);
    return names.changed;
}
