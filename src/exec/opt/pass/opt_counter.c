/* Loops that count by one to a number, as iterators of lists do: until the counter *is* the number. After a check
 * before the loop that it does not begin beyond the number, the loop goes on while the counter has not reached it, as
 * other loops that count. What asks again in the loop whether it has reached it is known then.
 *
 *     for (i = 0; i != n; i++)                      for (i = 0; i < n; i++)
 *
 * Variables that keep a distance to the counter are sums of it: the place of the element before, a second counter. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

/* A loop's condition, which compares the variable `phi` with `limit`. */
struct counted {
    u32 head, before, entry; /* the index of `before` in the head's preds */
    opt_value condition, phi, limit;
    i64 step;
    bool turned; /* phi is the condition's second operand */
};
static struct opt_node *node(const struct opt_graph *g, opt_value v) { return &g->nodes[v]; }
/* Splits v into x + by, where by may be 0. */
static opt_value without_constant(const struct opt_graph *g, opt_value v, i64 *by)
{
    const struct opt_node *n = node(g, v);
    bool sum = n->op == OPT_ADD && node(g, n->in[1])->op == OPT_CONST;
    *by = n->op == OPT_CONST ? n->imm : sum ? node(g, n->in[1])->imm : 0;
    return n->op == OPT_CONST ? 0 : sum ? n->in[0] : v;
}
static bool is_variable(const struct counted *c, const struct opt_node *n)
{
    return n->op == OPT_PHI && n->block == c->head && n->type == OPT_INT && n->argc == 2;
}
static bool find_counted(const struct opt_graph *g, u32 head, struct counted *c)
{
    const struct opt_block *b = &g->blocks[head];
    *c = (struct counted){ .head = head, .before = opt_before_loop(g, head) };
    if (!c->before || b->pred_count != 2 || b->succ_count != 2) return false;
    if (opt_in_loop(g, b->succ[0], head) == opt_in_loop(g, b->succ[1], head)) return false;
    c->entry = b->preds[0] == c->before ? 0 : 1;
    c->condition = b->nodes[b->count - 1];
    const struct opt_node *n = node(g, c->condition);
    if (n->op != OPT_IF || !n->in[0] || !n->in[1]) return false;
    for (u32 i = 0; i < 2; i++) {
        const struct opt_node *phi = node(g, n->in[i]);
        c->phi = n->in[i];
        c->limit = n->in[1 - i];
        c->turned = i == 1;
        if (is_variable(c, phi) && without_constant(g, phi->args[1 - c->entry], &c->step) == c->phi)
            return c->step != 0;
    }
    return false;
}

/* ---- counters that begin on the right side of the limit ---- */
static bool insert_check(struct opt_graph *g, const struct counted *c, u8 cc, opt_value start)
{
    bool yes;
    if (opt_comparison_known(g, cc, start, c->limit, NULL, &yes)) return yes;
    struct opt_state *state = opt_state_guessed(g, c->head, c->before);
    if (!state) return false;
    opt_value v = opt_new_node(g, OPT_CHECK_ORDER, OPT_VOID);
    node(g, v)->in[0] = start;
    node(g, v)->in[1] = c->limit;
    node(g, v)->cc = cc;
    node(g, v)->state = state;
    opt_insert_before_end(g, c->before, v);
    return true;
}
static bool order(struct opt_graph *g, u32 head)
{
    struct counted c;
    if (!find_counted(g, head, &c) || !opt_stays(g, c.limit, head) || (c.step != 1 && c.step != -1)) return false;
    bool first = opt_in_loop(g, g->blocks[head].succ[0], head), up = c.step > 0;
    if (node(g, c.condition)->cc != (first ? OPT_NE : OPT_EQ)) return false;
    if (!insert_check(g, &c, up ? OPT_LE : OPT_GE, node(g, c.phi)->args[c.entry])) return false;
    u8 cc = up ? OPT_LT : OPT_GT; /* the loop goes on while phi cc limit */
    if (c.turned) cc = opt_cc_turned(cc);
    node(g, c.condition)->cc = first ? cc : cc ^ 1;
    return true;
}
bool opt_orders(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++)
        if (g->blocks[g->order[i]].loop == g->order[i] && opt_work(g, 1)) any |= order(g, g->order[i]);
    return any;
}

/* ---- variables that keep a distance to the counter ---- */
/* Is p always the counter + *distance? */
static bool keeps_distance(const struct opt_graph *g, const struct counted *c, opt_value p, i64 *distance)
{
    const struct opt_node *n = node(g, p), *phi = node(g, c->phi);
    i64 by, start, counter_start;
    if (p == c->phi || n->dead || !is_variable(c, n)) return false;
    opt_value of = without_constant(g, n->args[1 - c->entry], &by);
    if (without_constant(g, n->args[c->entry], &start) != without_constant(g, phi->args[c->entry], &counter_start))
        return false;
    *distance = (i32)(u32)((u64)start - (u64)counter_start);
    return of == p ? by == c->step : of == c->phi && *distance == (i32)(u32)((u64)by - (u64)c->step);
}
/* Makes the counter + distance at the start of the head, behind its merges. */
static opt_value sum_in_head(struct opt_graph *g, const struct counted *c, i64 distance)
{
    if (!distance) return c->phi;
    opt_value by = opt_new_node(g, OPT_CONST, OPT_INT), sum = opt_new_node(g, OPT_ADD, OPT_INT);
    node(g, by)->imm = distance;
    opt_insert_before_end(g, c->before, by);
    node(g, sum)->in[0] = c->phi;
    node(g, sum)->in[1] = by;
    opt_insert_before_end(g, c->head, sum);
    struct opt_block *b = &g->blocks[c->head];
    u32 k = 0;
    while (node(g, b->nodes[k])->op == OPT_PHI) k++;
    memmove(b->nodes + k + 1, b->nodes + k, (b->count - 2 - k) * sizeof *b->nodes);
    b->nodes[k] = sum;
    return sum;
}
bool opt_distances(struct opt_graph *g)
{
    u32 count = g->count;
    opt_value *sums = ARENA_NEW_ARRAY(&g->scratch, opt_value, count + 1); /* by merge: its sum; 0: itself */
    struct counted c;
    bool any = false;
    VM_ASSERT(g->loops_done); /* or the frames before the loop would name sums that are not there yet */
    for (u32 i = 0; i < g->order_count; i++) {
        u32 head = g->order[i];
        if (g->blocks[head].loop != head || !opt_work(g, 1) || !find_counted(g, head, &c)) continue;
        for (u32 k = 0; k < g->blocks[head].count && opt_work(g, 1); k++) {
            i64 distance;
            opt_value p = g->blocks[head].nodes[k];
            if (!keeps_distance(g, &c, p, &distance)) continue;
            sums[p] = sum_in_head(g, &c, distance);
            any = true;
        }
    }
    if (!any) return false;
    struct opt_names names;
    opt_names_begin(&names, g, 0);
    for (opt_value v = 1; v < count; v++)
        if (sums[v]) opt_replace(&names, v, sums[v]);
    opt_rename_all(&names);
    return true;
}
