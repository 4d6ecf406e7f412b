/* Branches whose condition is known: the edge that is never taken goes, and so do the blocks that nothing leads to any
 * more. A branch that decides nothing, since nothing is done on either way, is none. */
#include "exec/opt/pass/opt_pass.h"

static bool is_const(const struct opt_graph *g, opt_value v) { return v && g->nodes[v].op == OPT_CONST; }
static bool compare_known(const struct opt_graph *g, const struct opt_node *n, bool *yes)
{
    if (n->op == OPT_IF && opt_made_class(g, n->in[0]) && is_const(g, n->in[1]) && g->nodes[n->in[1]].imm == 0) {
        *yes = n->cc == OPT_NE;
        return true;
    }
    if (n->op != OPT_IF) return false;
    if (opt_is_float_type(g->nodes[n->in[0]].type)) return false;
    if (n->in[0] == n->in[1]) {
        *yes = n->cc == OPT_EQ || n->cc == OPT_LE || n->cc == OPT_GE;
        return true;
    }
    if (opt_comparison_known(g, n->cc, n->in[0], n->in[1], NULL, yes)) return true;
    if (!is_const(g, n->in[0]) || !is_const(g, n->in[1])) return false;
    *yes = opt_compares(n->cc, g->nodes[n->in[0]].imm, g->nodes[n->in[1]].imm);
    return true;
}

/* ---- branches that decide nothing ---- */
/* Nothing is done in the block, which only the branch leads to, and then control goes on elsewhere. */
static bool is_empty(const struct opt_graph *g, u32 at)
{
    const struct opt_block *b = &g->blocks[at];
    if (b->pred_count != 1 || b->succ_count != 1) return false;
    for (u32 k = 0; k + 1 < b->count; k++) {
        const struct opt_node *n = &g->nodes[b->nodes[k]];
        if (!n->dead && n->op != OPT_CONST) return false;
    }
    return b->count > 0;
}
/* Where both ways come together all merges get the same from either. */
static bool merge_the_same(const struct opt_graph *g, u32 at, u32 one, u32 other)
{
    const struct opt_block *b = &g->blocks[at];
    u32 x = 0, y = 0;
    while (b->preds[x] != one) x++;
    while (b->preds[y] != other) y++;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = &g->nodes[b->nodes[k]];
        if (n->op == OPT_PHI && !n->dead && n->args[x] != n->args[y]) return false;
    }
    return true;
}
static bool decides_nothing(const struct opt_graph *g, const struct opt_block *b)
{
    const struct opt_node *n = &g->nodes[b->nodes[b->count - 1]];
    if (n->op != OPT_IF || b->succ[0] == b->succ[1] || !is_empty(g, b->succ[0]) || !is_empty(g, b->succ[1]))
        return false;
    u32 to = g->blocks[b->succ[0]].succ[0];
    return to == g->blocks[b->succ[1]].succ[0] && merge_the_same(g, to, b->succ[0], b->succ[1]);
}
/* The second way goes; its constants are used elsewhere perhaps. */
static void go_one_way(struct opt_graph *g, u32 at)
{
    struct opt_block *b = &g->blocks[at], *gone = &g->blocks[b->succ[1]];
    for (u32 k = 0; k < gone->count; k++)
        if (g->nodes[gone->nodes[k]].op == OPT_CONST) opt_insert_before_end(g, 1, gone->nodes[k]);
    gone->count = gone->pred_count = gone->succ_count = 0;
    opt_remove_pred(g, gone->succ[0], b->succ[1]);
    opt_become(&g->nodes[b->nodes[b->count - 1]], OPT_GOTO, OPT_VOID);
    b->succ_count = 1;
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
        if (decides_nothing(g, b)) {
            go_one_way(g, at);
            any = true;
            continue;
        }
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
