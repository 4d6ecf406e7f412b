/* Faults planted in graphs, for the test that the verifier names them (test/drivers/51-contracts.py). Debug builds
 * only. ARGUS_PLANT_GRAPH=name breaks the first graph that has a place for it, after the pass that the table
 * names; name:pass, after that one. Only that test sets the variable. */
#include "exec/opt/opt_ir.h"

#ifdef ARGUS_DEBUG

#include <stdlib.h>

/* Breaks the k-th node of a block. Returns false if the node is not suitable. */
typedef bool plant_fn(struct opt_graph *g, struct opt_block *b, u32 k);
static struct opt_node *at(struct opt_graph *g, const struct opt_block *b, u32 k) { return &g->nodes[b->nodes[k]]; }

static bool operand_of_itself(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (n->op == OPT_PHI || !n->in[0] || n->type == OPT_VOID) return false;
    n->in[0] = b->nodes[k];
    return true;
}
static bool operand_missing(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (n->op != OPT_LOAD) return false;
    n->in[0] = 0;
    return true;
}
static bool operand_of_another_type(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (!opt_does(n, OPT_DOES_BINARY) || n->type != OPT_INT) return false;
    opt_value v = opt_new_node(g, OPT_CONST, OPT_REF);
    opt_insert_before_end(g, 1, v);
    at(g, b, k)->in[1] = v;
    return true;
}
static bool operand_dead(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (n->op != OPT_LOAD || g->nodes[n->in[0]].op == OPT_CONST) return false;
    g->nodes[n->in[0]].dead = true;
    return true;
}
static bool merge_of_too_few(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (n->op != OPT_PHI || n->argc < 2) return false;
    n->argc--;
    return true;
}
static bool edge_one_way(struct opt_graph *g, struct opt_block *b, u32 k)
{
    if (b->pred_count < 2 || at(g, b, k)->op == OPT_PHI) return false;
    b->pred_count--;
    return true;
}
static bool two_ends(struct opt_graph *g, struct opt_block *b, u32 k)
{
    if (k + 2 != b->count) return false;
    opt_value end = b->nodes[k + 1];
    b->nodes[k + 1] = b->nodes[k];
    b->nodes[k] = end;
    return g != NULL;
}
static bool no_end(struct opt_graph *g, struct opt_block *b, u32 k)
{
    if (k + 1 != b->count || !at(g, b, k)->state) return false;
    b->count--;
    return true;
}
static bool depends_on_what_comes(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (!opt_is_check(n) || !k || at(g, b, k - 1)->op == OPT_PHI) return false;
    at(g, b, k - 1)->dep = b->nodes[k];
    return true;
}
static bool no_state(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (!n->state) return false;
    n->state = NULL;
    return true;
}
static bool state_of_what_comes(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (!opt_is_call(n) || n->type == OPT_VOID || !n->state->nstack) return false;
    n->state->slots[n->state->nlocals] = b->nodes[k];
    return true;
}
static bool stale_dominators(struct opt_graph *g, struct opt_block *b, u32 k)
{
    if (b->order < 4 || k) return false;
    b->idom = 1;
    return !opt_dominates(g, g->order[b->order - 1], 1) && g->order[b->order - 1] != 1 && b->preds[0] != 1;
}
static bool two_in_a_register(struct opt_graph *g, struct opt_block *b, u32 k)
{
    struct opt_node *n = at(g, b, k);
    if (n->op == OPT_PHI || !n->in[0] || !n->in[1] || n->in[0] == n->in[1]) return false;
    struct opt_node *x = &g->nodes[n->in[0]], *y = &g->nodes[n->in[1]];
    if (x->reg < 0 || y->reg < 0 || x->type != y->type) return false;
    y->reg = x->reg;
    return true;
}
static const struct {
    const char *name;
    plant_fn *plant;
    const char *after; /* the pass after which it is planted; NULL: `number` */
} faults[] = {
#define FAULT(name) { #name, name, NULL }
#define FAULT_OF_PLACES(name) { #name, name, "allocate" }
    FAULT(operand_of_itself),
    FAULT(operand_missing),
    FAULT(operand_of_another_type),
    FAULT(operand_dead),
    FAULT(merge_of_too_few),
    FAULT(edge_one_way),
    FAULT(two_ends),
    FAULT(no_end),
    FAULT(depends_on_what_comes),
    FAULT(no_state),
    FAULT(state_of_what_comes),
    FAULT(stale_dominators),
    FAULT_OF_PLACES(two_in_a_register),
#undef FAULT_OF_PLACES
#undef FAULT
};

void opt_plant_fault(struct opt_graph *g, const char *pass)
{
    const char *name = getenv("ARGUS_PLANT_GRAPH");
    if (!name) return;
    size_t length = strcspn(name, ":");
    for (u32 f = 0; f < ARRAY_LEN(faults); f++) {
        const char *wanted = name[length] ? name + length + 1 : faults[f].after ? faults[f].after : "number";
        if (strncmp(faults[f].name, name, length) != 0 || faults[f].name[length] || strcmp(pass, wanted) != 0) continue;
        for (u32 i = 0; i < g->order_count; i++)
            for (u32 k = 0; k < g->blocks[g->order[i]].count; k++)
                if (faults[f].plant(g, &g->blocks[g->order[i]], k)) return;
    }
}

#endif
