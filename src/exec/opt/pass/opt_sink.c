/* Boxes that only one way needs are made there: the ways that do not need them pay nothing.
 *
 *     box; if (c) { keep(box); }        if (c) { box; keep(box); }
 *
 * A box goes down while single ways lead to a block that dominates all its uses, and nothing in between has an effect:
 * if the allocation is slow and control cannot come back, the interpreter goes on in valueOf, with the frames as they
 * were there, and does what is in between again. A state that names the box is a use. */
#include "exec/opt/pass/opt_pass.h"

struct sinking {
    struct opt_graph *g;
    u32 *common; /* by box: the nearest block that dominates all its uses; 0: it has none */
    u32 at;      /* the block of the uses that are looked at */
};

static u32 common_dominator(const struct opt_graph *g, u32 a, u32 b)
{
    while (a != b) {
        while (g->blocks[a].order > g->blocks[b].order) a = g->blocks[a].idom;
        while (g->blocks[b].order > g->blocks[a].order) b = g->blocks[b].idom;
    }
    return a;
}
static void use_at(void *arg, opt_value *use)
{
    struct sinking *S = arg;
    if (S->g->nodes[*use].op != OPT_BOX) return;
    u32 was = S->common[*use];
    S->common[*use] = was ? common_dominator(S->g, was, S->at) : S->at;
}
/* A merge uses its values at the ends of the ways to it. */
static void look_at_merge(struct sinking *S, u32 at, struct opt_node *n)
{
    for (u32 i = 0; i < n->argc; i++) {
        S->at = S->g->blocks[at].preds[i];
        use_at(S, &n->args[i]);
    }
}
static void look_at_uses(struct sinking *S)
{
    struct opt_graph *g = S->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = opt_node(g, b->nodes[k]);
            if (n->dead) continue;
            S->at = g->order[i];
            if (n->op == OPT_PHI)
                look_at_merge(S, g->order[i], n);
            else
                opt_each_use(g, n, use_at, S);
        }
        S->at = b->idom; /* the frame at a loop's start is one before its nodes */
        for (struct opt_state *s = b->entry; s; s = s->caller) opt_each_in_frame(s, use_at, S);
    }
}

/* May the node run again, by the interpreter, after code behind it has left? */
static bool has_no_effect(const struct opt_node *n)
{
    bool control = n->op == OPT_PHI || n->op == OPT_GOTO || n->op == OPT_IF || n->op == OPT_ANCHOR;
    bool reads = opt_does(n, OPT_DOES_READS) && !opt_does(n, OPT_DOES_WRITES) && !opt_is_ordered(n);
    return n->dead || control || opt_is_pure(n) || opt_is_check(n) || reads || n->op == OPT_BOX;
}
/* Do single ways without effects lead from v, in the block `from`, to the start of `to`? */
static bool leads_to(const struct opt_graph *g, opt_value v, u32 from, u32 to)
{
    while (to != from) {
        if (g->blocks[to].pred_count != 1) return false;
        to = g->blocks[to].preds[0];
        const struct opt_block *b = &g->blocks[to];
        for (u32 k = b->count; k-- > 0 && b->nodes[k] != v;)
            if (!has_no_effect(&g->nodes[b->nodes[k]])) return false;
    }
    return true;
}
static void move_to(struct opt_graph *g, opt_value v, u32 from, u32 to)
{
    struct opt_block *b = &g->blocks[from];
    u32 kept = 0, first = 0;
    for (u32 k = 0; k < b->count; k++)
        if (b->nodes[k] != v) b->nodes[kept++] = b->nodes[k];
    b->count = kept;
    opt_append(g, to, v);
    struct opt_block *t = &g->blocks[to];
    while (g->nodes[t->nodes[first]].op == OPT_PHI) first++;
    memmove(t->nodes + first + 1, t->nodes + first, (t->count - 1 - first) * sizeof *t->nodes);
    t->nodes[first] = v;
}
static bool sink(struct sinking *S, opt_value v)
{
    struct opt_graph *g = S->g;
    u32 from = g->nodes[v].block;
    for (u32 to = S->common[v]; to && to != from && opt_work(g, 1); to = g->blocks[to].idom) {
        if (!leads_to(g, v, from, to)) continue;
        move_to(g, v, from, to);
        return true;
    }
    return false;
}

bool opt_sink(struct opt_graph *g)
{
    struct sinking S = { .g = g, .common = ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1) };
    bool any = false;
    if (!opt_work(g, g->count)) return false;
    look_at_uses(&S);
    for (opt_value v = 1; v < g->count; v++)
        if (g->nodes[v].op == OPT_BOX && !g->nodes[v].dead && g->nodes[v].block) any |= sink(&S, v);
    return any;
}
