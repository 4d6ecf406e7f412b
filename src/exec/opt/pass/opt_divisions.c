/* A remainder beside the quotient of the same two numbers: the division is done once, before both, and the remainder is
 * what it leaves, x - x / y * y. Where the processor divides, it has made that as well (opt_fused.c). Late, since other
 * passes know the bounds of remainders. */
#include "exec/opt/pass/opt_pass.h"

/* Is v a constant by which a remainder is a mask, or 0? */
static bool is_simple(const struct opt_graph *g, opt_value v)
{
    const struct opt_node *n = &g->nodes[v];
    u64 size = n->imm < 0 ? -(u64)n->imm : (u64)n->imm;
    return n->op == OPT_CONST && (size & (size - 1)) == 0;
}
/* The place in the block of a division of the two numbers that the remainder v divides; UINT32_MAX: there is none. */
static u32 find_quotient(const struct opt_graph *g, const struct opt_block *b, opt_value v)
{
    const struct opt_node *r = &g->nodes[v];
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = &g->nodes[b->nodes[k]];
        if (n->op == OPT_DIV && !n->dead && n->type == r->type && n->in[0] == r->in[0] && n->in[1] == r->in[1])
            return k;
    }
    return UINT32_MAX;
}
/* Moves a node of the block to another place. */
static void move_to(struct opt_block *b, u32 from, u32 to)
{
    opt_value v = b->nodes[from];
    if (from > to)
        memmove(&b->nodes[to + 1], &b->nodes[to], (from - to) * sizeof v);
    else
        memmove(&b->nodes[from], &b->nodes[from + 1], (to - from) * sizeof v);
    b->nodes[to] = v;
}
/* Makes the remainder at k out of the quotient at q, directly behind it. */
static void join(struct opt_graph *g, u32 at, u32 k, u32 q)
{
    opt_value rest = g->blocks[at].nodes[k], quotient = g->blocks[at].nodes[q];
    struct opt_node was = g->nodes[rest];
    u32 first = k < q ? k : q;
    if (k < q) { /* the remainder's check is enough for the quotient, too */
        move_to(&g->blocks[at], q, k);
        g->nodes[quotient].dep = was.dep;
        k++;
    }
    move_to(&g->blocks[at], k, first + 1);
    opt_value product = opt_new_node(g, OPT_MUL, was.type);
    struct opt_node *p = opt_node(g, product), *r = opt_node(g, rest);
    p->in[0] = quotient;
    p->in[1] = was.in[1];
    p->origin = was.origin;
    opt_become(r, OPT_SUB, was.type);
    r->in[0] = was.in[0];
    r->in[1] = product;
    opt_append(g, at, product);
    move_to(&g->blocks[at], g->blocks[at].count - 1, first + 1);
}
bool opt_divisions(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        u32 at = g->order[i];
        for (u32 k = 0; k < g->blocks[at].count; k++) {
            opt_value v = g->blocks[at].nodes[k];
            const struct opt_node *n = opt_node(g, v);
            if (n->op != OPT_REM || n->dead || opt_is_float_type(n->type) || is_simple(g, n->in[1])) continue;
            if (!opt_work(g, g->blocks[at].count)) return any;
            u32 q = find_quotient(g, &g->blocks[at], v);
            if (q == UINT32_MAX) continue;
            join(g, at, k, q);
            any = true;
        }
    }
    return any;
}
