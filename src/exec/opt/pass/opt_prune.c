/* Branches whose condition is known: the edge that is never taken goes, and so do the blocks that nothing leads to any
 * more. */
#include "exec/opt/pass/opt_pass.h"

static bool is_const(const struct opt_graph *g, opt_value v) { return v && g->nodes[v].op == OPT_CONST; }
static bool compare_known(const struct opt_graph *g, const struct opt_node *n, bool *yes)
{
    if (n->op == OPT_IF && opt_made_class(g, n->in[0]) && is_const(g, n->in[1]) && g->nodes[n->in[1]].imm == 0) {
        *yes = n->cc == OPT_NE;
        return true;
    }
    if (n->op != OPT_IF) return false;
    if (opt_comparison_known(g, n->cc, n->in[0], n->in[1], yes)) return true;
    if (!is_const(g, n->in[0]) || !is_const(g, n->in[1])) return false;
    if (opt_is_float_type(g->nodes[n->in[0]].type)) return false;
    *yes = opt_compares(n->cc, g->nodes[n->in[0]].imm, g->nodes[n->in[1]].imm);
    return true;
}

/* Edges that are never taken go, and blocks that nothing leads to any more. */
bool opt_prune(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        u32 at = g->order[i];
        struct opt_block *b = &g->blocks[at];
        if (!b->count) continue;
        struct opt_node *n = opt_node(g, b->nodes[b->count - 1]);
        bool yes;
        if (!compare_known(g, n, &yes)) continue;
        u32 gone = b->succ[yes ? 1 : 0], stays = b->succ[yes ? 0 : 1];
        opt_become(n, OPT_GOTO, OPT_VOID);
        b->succ[0] = stays;
        b->succ_count = 1;
        opt_remove_pred(g, gone, at);
        any = true;
    }
    if (any) opt_analyze(g);
    return any;
}
