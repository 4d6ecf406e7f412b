/* States learn of ints from the way into their block: behind `x == 3` they name 3 and not x, behind a test that held
 * they name 1. So an exit keeps no boolean that its branch has asked for, and the comparison, or the question for a
 * class, becomes one with the branch. A block has the ways that lead to it alone; control that goes on from there is
 * followed as long as it goes one way. */
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_pass.h"

enum { KNOWN = 16 /* values that one way tells */ };
/* The way into a block: x cc y holds. */
struct way {
    struct opt_loop copy; /* renames in copies of states */
    opt_value x, y;
    u8 cc;
    opt_value known[KNOWN]; /* the values that are in copy.map */
    u32 count;
    bool found;
};

static bool is_int_const(const struct opt_node *n) { return n->op == OPT_CONST && n->type == OPT_INT; }
/* Is the value 0 or 1? */
static bool is_boolean(const struct opt_node *n) { return n->op == OPT_TEST || n->op == OPT_INSTANCE_OF; }
/* Is v known by the way? */
static bool is_told(const struct way *w, opt_value v, i64 *is)
{
    const struct opt_node *n = node(&w->copy, v), *y = node(&w->copy, w->y);
    if (n->type != OPT_INT || n->op == OPT_CONST) return false;
    if (v == w->x && is_int_const(y)) {
        *is = w->cc == OPT_EQ ? y->imm : !y->imm;
        return w->cc == OPT_EQ || (w->cc == OPT_NE && is_boolean(n) && (y->imm == 0 || y->imm == 1));
    }
    u8 asked = n->in[0] == w->x ? n->cc : opt_cc_turned(n->cc);
    bool alike = (n->in[0] == w->x && n->in[1] == w->y) || (n->in[0] == w->y && n->in[1] == w->x);
    *is = asked == w->cc;
    return n->op == OPT_TEST && alike && (asked == w->cc || asked == (w->cc ^ 1));
}
static opt_value make_int(struct opt_graph *g, i64 imm)
{
    opt_value v = opt_new_node(g, OPT_CONST, OPT_INT);
    g->nodes[v].imm = imm;
    opt_insert_before_end(g, g->order[0], v);
    return v;
}
static void look_at(void *arg, opt_value *use)
{
    struct way *w = arg;
    i64 is;
    if (*use >= w->copy.mapped) return;
    if (!w->copy.map[*use]) {
        if (w->count == KNOWN || !is_told(w, *use, &is)) return;
        w->known[w->count++] = *use;
        w->copy.map[*use] = make_int(w->copy.g, is);
    }
    w->found = true;
}
static bool rename_states(struct way *w, u32 at)
{
    struct opt_graph *g = w->copy.g;
    bool any = false;
    for (u32 k = 0; k < g->blocks[at].count; k++) {
        opt_value v = g->blocks[at].nodes[k];
        w->found = false;
        for (struct opt_state *s = g->nodes[v].state; s; s = s->caller) opt_each_in_frame(s, look_at, w);
        if (!w->found) continue;
        any = true;
        g->nodes[v].state = opt_loop_state(&w->copy, g->nodes[v].state);
    }
    return any;
}
/* Describes the way into the block from its only predecessor. */
static bool find_way(struct way *w, u32 at)
{
    struct opt_graph *g = w->copy.g;
    const struct opt_block *b = &g->blocks[at];
    if (b->pred_count != 1) return false;
    const struct opt_block *from = &g->blocks[b->preds[0]];
    const struct opt_node *n = node(&w->copy, last_of(from));
    if (n->op != OPT_IF || from->succ[0] == from->succ[1]) return false;
    u8 type = node(&w->copy, n->in[0])->type;
    if (type == OPT_FLOAT || type == OPT_DOUBLE) return false; /* NaN */
    w->x = n->in[0];
    w->y = n->in[1];
    w->cc = from->succ[0] == at ? n->cc : n->cc ^ 1;
    return true;
}
bool opt_ways(struct opt_graph *g)
{
    bool any = false;
    u32 count = g->count;
    struct way w = { .copy = { .g = g, .map = ARENA_NEW_ARRAY(&g->scratch, opt_value, count + 1), .mapped = count } };
    for (u32 i = 0; i < g->order_count && opt_work(g, 1); i++) {
        u32 at = g->order[i];
        if (!find_way(&w, at)) continue;
        any |= rename_states(&w, at);
        while (g->blocks[at].succ_count == 1 && g->blocks[g->blocks[at].succ[0]].pred_count == 1 && opt_work(g, 1)) {
            at = g->blocks[at].succ[0];
            any |= rename_states(&w, at);
        }
        while (w.count) w.copy.map[w.known[--w.count]] = 0;
    }
    return any;
}
