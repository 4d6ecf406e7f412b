/* Counters that go on before the loop asks for them.
 *
 *     while (++i < n) use(i)              for (j = i + 1; j < n; j++) use(j)
 *     while (--n >= 0) use(n)             for (m = n - 1; m >= 0; m--) use(m)
 *
 * The condition compares the next value of the counter, which is computed in the loop's head. A merge of its own for
 * that value is a counter as the other passes know them. The old one keeps a distance to it, and is needed by few. */
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

struct ahead {
    u32 head, before, latch, entry; /* the index of `before` in the head's preds */
    opt_value phi, next;
    i64 step;
};
static struct opt_node *node(const struct opt_graph *g, opt_value v) { return &g->nodes[v]; }

/* Is `next` a sum of a merge of the head and a constant, and what the merge is in the next turn? */
static bool goes_ahead(const struct opt_graph *g, struct ahead *a, opt_value next)
{
    const struct opt_node *n = node(g, next);
    if (!next || n->op != OPT_ADD || n->block != a->head || node(g, n->in[1])->op != OPT_CONST) return false;
    const struct opt_node *phi = node(g, n->in[0]);
    if (phi->op != OPT_PHI || phi->block != a->head || phi->args[1 - a->entry] != next) return false;
    a->phi = n->in[0];
    a->next = next;
    a->step = node(g, n->in[1])->imm;
    return n->type == OPT_INT || n->type == OPT_LONG;
}
static bool find_ahead(const struct opt_graph *g, u32 head, struct ahead *a)
{
    const struct opt_block *b = &g->blocks[head];
    *a = (struct ahead){ .head = head, .before = opt_before_loop(g, head) };
    if (!a->before || b->pred_count != 2 || b->succ_count != 2) return false;
    a->entry = b->preds[0] == a->before ? 0 : 1;
    a->latch = b->preds[1 - a->entry];
    const struct opt_node *n = node(g, b->nodes[b->count - 1]);
    return n->op == OPT_IF && (goes_ahead(g, a, n->in[0]) || goes_ahead(g, a, n->in[1]));
}
static opt_value add_sum(struct opt_graph *g, u32 block, opt_value x, i64 by)
{
    u8 type = node(g, x)->type;
    opt_value c = opt_new_node(g, OPT_CONST, type), sum = opt_new_node(g, OPT_ADD, type);
    node(g, c)->imm = by;
    node(g, sum)->in[0] = x;
    node(g, sum)->in[1] = c;
    opt_insert_before_end(g, 1, c);
    opt_insert_before_end(g, block, sum);
    return sum;
}
/* A merge at the start of the head of the first value and the one that is `step` further in each turn. */
static opt_value add_counter(struct opt_graph *g, const struct ahead *a)
{
    opt_value first = add_sum(g, a->before, node(g, a->phi)->args[a->entry], a->step);
    opt_value v = opt_new_node(g, OPT_PHI, node(g, a->phi)->type), *args = ARENA_NEW_ARRAY(&g->arena, opt_value, 2);
    node(g, v)->args = args;
    node(g, v)->argc = 2;
    opt_insert_before_end(g, a->head, v);
    struct opt_block *b = &g->blocks[a->head];
    memmove(b->nodes + 1, b->nodes, (b->count - 2) * sizeof *b->nodes);
    b->nodes[0] = v;
    args[a->entry] = first;
    args[1 - a->entry] = add_sum(g, a->latch, v, a->step);
    return v;
}
bool opt_runahead(struct opt_graph *g)
{
    u32 count = g->count;
    opt_value *counters = ARENA_NEW_ARRAY(&g->scratch, opt_value, count + 1); /* by value: its counter, or 0 */
    bool any = false;
    for (u32 i = 0; i < g->order_count && opt_work(g, 1); i++) {
        struct ahead a;
        if (g->blocks[g->order[i]].loop != g->order[i] || !find_ahead(g, g->order[i], &a)) continue;
        counters[a.next] = add_counter(g, &a);
        any = true;
    }
    if (!any) return false;
    struct opt_names names;
    opt_names_begin(&names, g, 0);
    for (opt_value v = 1; v < count; v++)
        if (counters[v]) opt_replace(&names, v, counters[v]);
    opt_rename_all(&names);
    return true;
}
