/* Counters of loops that are longs but stay within the bounds of ints get an int beside them: an index that is made of
 * such a counter, and the loop's condition, become those of an int counter, which other passes know. The long stays for
 * what else needs it.
 *
 *     for (long j = 0; j < n; j++) a[(int) j]        n: a constant, or an int that does not change */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

struct counter {
    u32 head, entry; /* the index of the way into the loop */
    opt_value phi, next, condition, limit;
    i64 step;
};
static struct opt_node *node(const struct opt_graph *g, opt_value v) { return &g->nodes[v]; }
static bool is_widened(const struct opt_node *n) { return n->op == OPT_CONV && opt_conversion(n) == OPT_I2L; }
/* Is v a number within the bounds of ints that there is as an int? */
static bool is_int(const struct opt_graph *g, opt_value v)
{
    const struct opt_node *n = node(g, v);
    return n->op == OPT_CONST ? n->imm == (i32)n->imm : is_widened(n);
}
static bool find_counter(const struct opt_graph *g, u32 head, struct counter *c)
{
    const struct opt_block *b = &g->blocks[head];
    u32 before = opt_before_loop(g, head);
    if (!before || b->pred_count != 2 || b->succ_count != 2) return false;
    c->head = head;
    c->entry = b->preds[0] == before ? 0 : 1;
    c->condition = b->nodes[b->count - 1];
    const struct opt_node *n = node(g, c->condition);
    c->phi = n->in[0];
    c->limit = n->in[1];
    if (n->op != OPT_IF || !c->phi || !c->limit || node(g, c->phi)->type != OPT_LONG) return false;
    const struct opt_node *phi = node(g, c->phi);
    if (phi->op != OPT_PHI || phi->block != head || !is_int(g, phi->args[c->entry])) return false;
    c->next = phi->args[1 - c->entry];
    const struct opt_node *next = node(g, c->next);
    if (next->op != OPT_ADD || next->in[0] != c->phi || node(g, next->in[1])->op != OPT_CONST) return false;
    c->step = node(g, next->in[1])->imm;
    bool first = opt_in_loop(g, b->succ[0], head), second = opt_in_loop(g, b->succ[1], head);
    u8 cc = first ? n->cc : n->cc ^ 1;
    bool outside = opt_stays(g, node(g, c->limit)->in[0], head);
    if (first == second || !is_int(g, c->limit) || !outside || c->step != (i32)c->step) return false;
    /* the last value that goes on, and so the one after it */
    if (c->step > 0 && (cc == OPT_LT || cc == OPT_LE))
        return opt_lies_between(g, c->limit, INT32_MIN, INT32_MAX - c->step + (cc == OPT_LT), NULL);
    if (c->step < 0 && (cc == OPT_GT || cc == OPT_GE))
        return opt_lies_between(g, c->limit, INT32_MIN - c->step - (cc == OPT_GT), INT32_MAX, NULL);
    return false;
}

/* The int of a number that is_int; a constant is made in block 1. */
static opt_value as_int(struct opt_graph *g, opt_value v)
{
    if (node(g, v)->op != OPT_CONST) return node(g, v)->in[0];
    opt_value c = opt_new_node(g, OPT_CONST, OPT_INT);
    node(g, c)->imm = node(g, v)->imm;
    opt_insert_before_end(g, 1, c);
    return c;
}
/* Puts v into the block of the node `at`, before it; at the block's start if `at` is a merge. */
static void insert_before(struct opt_graph *g, opt_value at, opt_value v)
{
    u32 where = node(g, at)->block, k = 0;
    opt_insert_before_end(g, where, v);
    struct opt_block *b = &g->blocks[where];
    while (node(g, at)->op != OPT_PHI && b->nodes[k] != at) k++;
    memmove(b->nodes + k + 1, b->nodes + k, (b->count - 2 - k) * sizeof *b->nodes);
    b->nodes[k] = v;
}
static void add_int(struct opt_graph *g, const struct counter *c, opt_value *ints)
{
    opt_value first = as_int(g, node(g, c->phi)->args[c->entry]), limit = as_int(g, c->limit);
    opt_value step = as_int(g, node(g, c->next)->in[1]);
    opt_value phi = opt_new_node(g, OPT_PHI, OPT_INT), next = opt_new_node(g, OPT_ADD, OPT_INT);
    node(g, next)->in[0] = phi;
    node(g, next)->in[1] = step;
    struct opt_node *n = node(g, phi);
    n->args = ARENA_NEW_ARRAY(&g->arena, opt_value, 2);
    n->argc = 2;
    n->args[c->entry] = first;
    n->args[1 - c->entry] = next;
    insert_before(g, c->phi, phi);
    insert_before(g, c->next, next);
    opt_become(node(g, c->next), OPT_CONV, OPT_LONG);
    node(g, c->next)->imm = OPT_I2L;
    node(g, c->next)->in[0] = next;
    node(g, c->condition)->in[0] = phi;
    node(g, c->condition)->in[1] = limit;
    ints[c->phi] = phi;
}

bool opt_narrow(struct opt_graph *g)
{
    opt_value *ints = NULL; /* by long counter: the int beside it */
    u32 count = g->count;
    struct counter c;
    for (u32 i = 0; i < g->order_count; i++) {
        u32 head = g->order[i];
        if (g->blocks[head].loop != head || !opt_work(g, 1) || !find_counter(g, head, &c)) continue;
        if (!ints) ints = ARENA_NEW_ARRAY(&g->scratch, opt_value, count + 1);
        add_int(g, &c, ints);
    }
    if (!ints) return false;
    struct opt_names names;
    opt_names_begin(&names, g, 0);
    for (u32 v = 1; v < count; v++) {
        const struct opt_node *n = node(g, v);
        bool narrows = !n->dead && n->op == OPT_CONV && opt_conversion(n) == OPT_L2I;
        if (narrows && n->in[0] < count && ints[n->in[0]]) opt_replace(&names, v, ints[n->in[0]]);
    }
    opt_rename_all(&names);
    return true;
}
