/* Index checks in loops that count. Checks for the first and the last iteration, before the loop, replace those in
 * it. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

enum { MOST_STEP = 64, MOST_AWAY = 1 << 20 };
/* A loop that goes on while phi cc limit, with an invariant limit. phi begins at `start` and grows by `step`. */
struct counting {
    u32 head, before;
    opt_value phi, start, limit;
    i64 step;
    u8 cc;
};
static bool is_number(const struct opt_graph *g, opt_value v, i64 *number)
{
    *number = g->nodes[v].op == OPT_CONST ? g->nodes[v].imm : 0;
    return g->nodes[v].op == OPT_CONST;
}
/* Splits v into x + by, where by may be 0. */
static opt_value without_constant(const struct opt_graph *g, opt_value v, i64 *by)
{
    const struct opt_node *n = &g->nodes[v];
    *by = 0;
    return n->op == OPT_ADD && is_number(g, n->in[1], by) ? n->in[0] : v;
}
/* Reads the condition of a loop that begins with it. */
static bool limit_of(const struct opt_graph *g, struct counting *c)
{
    const struct opt_block *h = &g->blocks[c->head];
    const struct opt_node *last = &g->nodes[h->nodes[h->count - 1]];
    if (last->op != OPT_IF || last->in[0] == 0 || h->succ_count != 2) return false;
    bool first = opt_in_loop(g, h->succ[0], c->head), second = opt_in_loop(g, h->succ[1], c->head);
    bool other = last->in[0] != c->phi;
    if (first == second || (other && last->in[1] != c->phi)) return false;
    c->limit = last->in[!other];
    c->cc = other ? opt_cc_turned(last->cc) : last->cc;
    if (second) c->cc ^= 1;
    return opt_stays(g, c->limit, c->head);
}
static bool find_counting(const struct opt_graph *g, u32 head, opt_value phi, struct counting *c)
{
    const struct opt_node *n = &g->nodes[phi];
    if (n->op != OPT_PHI || n->block != head || n->type != OPT_INT || n->argc != 2) return false;
    *c = (struct counting){ .head = head, .before = opt_before_loop(g, head), .phi = phi };
    u32 entry = g->blocks[head].preds[0] == c->before ? 0 : 1;
    c->start = n->args[entry];
    if (without_constant(g, n->args[1 - entry], &c->step) != phi || !limit_of(g, c)) return false;
    bool up = c->cc == OPT_LT || c->cc == OPT_LE, down = c->cc == OPT_GT || c->cc == OPT_GE;
    return (up && c->step > 0 && c->step <= MOST_STEP) || (down && c->step < 0 && c->step >= -MOST_STEP);
}

/* A condition before the loop, x cc y + by. All conditions of an index together keep it in bounds in each iteration. */
struct condition {
    opt_value x, y;
    i64 by;
    u8 cc;
};
enum answer { NEVER, ALWAYS, ASK };
static enum answer is_known(const struct opt_graph *g, const struct condition *c)
{
    i64 x, y, more, less;
    if (is_number(g, c->x, &x) && (!c->y || is_number(g, c->y, &y)))
        return opt_compares(c->cc, x, (c->y ? y : 0) + c->by) ? ALWAYS : NEVER;
    if (!c->y || without_constant(g, c->x, &more) != without_constant(g, c->y, &less)) return ASK;
    bool length =
        /* a length with a number subtracted does not overflow */
        g->nodes[without_constant(g, c->y, &less)].op == OPT_ARRAY_LENGTH;
    if (!length || more > 0 || less > 0) return ASK;
    return opt_compares(c->cc, more, less + c->by) ? ALWAYS : NEVER;
}
/* The conditions for `counter + away` to be an index below `length`. They also exclude overflow: |away| is small, and a
 * loop that counts down has a limit above -|away| - 1. Returns their number. */
static u32 conditions_of(const struct counting *c, i64 away, opt_value length, struct condition *out)
{
    bool up = c->step > 0;
    opt_value least = up ? c->start : c->limit, most = up ? c->limit : c->start;
    out[0] = (struct condition){ least, 0, -away - (c->cc == OPT_GT), OPT_GE };
    out[1] = (struct condition){ most, length, -away, c->cc == OPT_LT ? OPT_LE : OPT_LT };
    bool may_leave = up && (c->step > 1 || c->cc == OPT_LE);
    out[2] = (struct condition){ c->limit, 0, INT32_MAX - c->step, OPT_LE };
    return may_leave ? 3 : 2;
}
static opt_value new_before(struct opt_graph *g, u32 before, u8 op, opt_value x, opt_value y, i64 imm)
{
    opt_value v = opt_new_node(g, op, OPT_INT);
    g->nodes[v].in[0] = x;
    g->nodes[v].in[1] = y;
    g->nodes[v].imm = imm;
    opt_insert_before_end(g, before, v);
    return v;
}
/* Adds the check x cc y + by before the loop. A negative `by` is added to y, a length. A positive one is subtracted
 * from x instead; if that overflows, x is near the least int and the loop has no iterations. */
static void ask(struct opt_graph *g, u32 before, const struct condition *c, struct opt_state *state)
{
    opt_value x = c->x, y = c->y,
              by = c->by && y ? new_before(g, before, OPT_CONST, 0, 0, c->by < 0 ? c->by : -c->by) : 0;
    if (!y) y = new_before(g, before, OPT_CONST, 0, 0, c->by);
    if (by && c->by < 0) y = new_before(g, before, OPT_ADD, y, by, 0);
    if (by && c->by > 0) x = new_before(g, before, OPT_ADD, x, by, 0);
    opt_value v = opt_new_node(g, OPT_CHECK_ORDER, OPT_VOID);
    g->nodes[v].in[0] = x;
    g->nodes[v].in[1] = y;
    g->nodes[v].cc = c->cc;
    g->nodes[v].state = state;
    opt_insert_before_end(g, before, v);
}
/* v checks an index in the loop. Replaces it by checks before the loop if possible. *entry: the state before the loop,
 * or NULL until it is needed. */
static bool ask_before(struct opt_graph *g, u32 head, opt_value v, bool always, struct opt_state **entry)
{
    struct counting c;
    struct condition all[3];
    i64 away;
    opt_value length = g->nodes[v].in[1], phi = without_constant(g, g->nodes[v].in[0], &away);
    if (!opt_stays(g, length, head) || !find_counting(g, head, phi, &c)) return false;
    if (away < -MOST_AWAY || away > MOST_AWAY || (away && g->nodes[length].op != OPT_ARRAY_LENGTH)) return false;
    u32 n = conditions_of(&c, away, length, all), asks = 0;
    for (u32 i = 0; i < n; i++) {
        enum answer a = is_known(g, &all[i]);
        if (a == NEVER || (a == ASK && !always)) return false;
        asks += a == ASK;
    }
    if (asks && !*entry) *entry = opt_state_before(g, head, c.before);
    if (asks && !*entry) return false;
    for (u32 i = 0; i < n; i++)
        if (is_known(g, &all[i]) == ASK) ask(g, c.before, &all[i], *entry);
    return true;
}
static bool drop_index_checks(struct opt_names *names, u32 head)
{
    struct opt_graph *g = names->g;
    bool any = false;
    struct opt_state *entry = NULL;
    if (!opt_before_loop(g, head) || !opt_work(g, g->count)) return false;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head) || at == head) continue;
        bool always = opt_always_runs(g, at, head);
        for (u32 k = 0; k < g->blocks[at].count; k++) {
            opt_value v = g->blocks[at].nodes[k];
            if (g->nodes[v].op != OPT_CHECK_INDEX || g->nodes[v].dead) continue;
            if (!ask_before(g, head, v, always, &entry)) continue;
            opt_replace(names, v, 0); /* no node depends on the removed check */
            any = true;
        }
    }
    return any;
}

bool opt_indexes(struct opt_graph *g)
{
    struct opt_names names;
    bool any = false;
    opt_names_begin(&names, g, 0);
    for (u32 i = g->order_count; i-- > 0;)
        if (g->blocks[g->order[i]].loop == g->order[i]) any |= drop_index_checks(&names, g->order[i]);
    if (any) opt_rename_all(&names);
    return any;
}
