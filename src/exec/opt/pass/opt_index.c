/* Index checks in loops that count. Checks for the first and the last iteration, before the loop, replace those in
 * it.
 *
 * The last iteration is computed where the limit says too little: for a counter with a longer step, as with a[i + 3] in
 * a loop by fours to the array's length, and for other variables that grow by a constant in each iteration. It is also
 * computed for indexes to which the loop adds values that do not change, as a[row * width + i]. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

enum { MOST_STEP = 64, MOST_AWAY = 1 << 20, MOST_FIXED = 4 };
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
/* ---- the last iteration ---- */
/* A variable of the loop whose counter c tells of: it begins at `start` and grows by `step`. The index is its sum with
 * `away` and the values `fixed`, which do not change. The sum of all is computed with longs: if it lies within the
 * array in the first and in the last iteration, no int has overflowed. */
struct walk {
    opt_value start, fixed[MOST_FIXED];
    u32 fixed_count;
    i64 step, away;
};
/* Takes the values that the loop does not change from the index, and returns the rest. */
static opt_value without_fixed(const struct opt_graph *g, u32 head, opt_value v, struct walk *w)
{
    *w = (struct walk){ 0 };
    for (;;) {
        const struct opt_node *n = &g->nodes[v];
        i64 by;
        if (n->op != OPT_ADD || n->type != OPT_INT || opt_stays(g, v, head)) return v;
        if (is_number(g, n->in[1], &by)) {
            w->away += by;
            v = n->in[0];
            continue;
        }
        u32 which = opt_stays(g, n->in[1], head) ? 1 : 0;
        if (!opt_stays(g, n->in[which], head) || w->fixed_count == MOST_FIXED) return v;
        w->fixed[w->fixed_count++] = n->in[which];
        v = n->in[1 - which];
    }
}
/* Is the loop left by its head's condition only, as far as the profile knows? */
static bool runs_to_limit(const struct opt_graph *g, u32 head)
{
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        const struct opt_block *b = &g->blocks[at];
        if (at == head || !opt_in_loop(g, at, head)) continue;
        for (u32 k = 0; k < b->succ_count; k++)
            if (!opt_in_loop(g, b->succ[k], head) && !g->blocks[b->succ[k]].rare) return false;
    }
    return true;
}
/* Finds the counter for a variable that is not compared itself. */
static bool find_walk(const struct opt_graph *g, u32 head, opt_value phi, i64 away, struct counting *c, struct walk *w)
{
    const struct opt_node *n = &g->nodes[phi];
    const struct opt_block *h = &g->blocks[head];
    if (n->op != OPT_PHI || n->block != head || n->type != OPT_INT || n->argc != 2) return false;
    u32 entry = h->preds[0] == opt_before_loop(g, head) ? 0 : 1;
    *w = (struct walk){ .start = n->args[entry], .away = away };
    if (without_constant(g, n->args[1 - entry], &w->step) != phi) return false;
    if (!w->step || w->step > MOST_STEP || w->step < -MOST_STEP || !runs_to_limit(g, head)) return false;
    const struct opt_node *last = &g->nodes[h->nodes[h->count - 1]];
    for (u32 i = 0; i < 2; i++)
        if (last->op == OPT_IF && find_counting(g, head, last->in[i], c)) return true;
    return false;
}
static opt_value long_before(struct opt_graph *g, u32 before, u8 op, opt_value x, opt_value y, i64 imm)
{
    opt_value v = new_before(g, before, op, x, y, imm);
    g->nodes[v].type = OPT_LONG;
    return v;
}
static opt_value long_number(struct opt_graph *g, u32 before, i64 number)
{
    return long_before(g, before, OPT_CONST, 0, 0, number);
}
static opt_value as_long(struct opt_graph *g, u32 before, opt_value v)
{
    i64 number;
    return is_number(g, v, &number) ? long_number(g, before, number) : long_before(g, before, OPT_CONV, v, 0, OPT_I2L);
}
/* The variable's value in the last iteration, as a long; in a loop without an iteration, the value before the first
 * one. */
static opt_value last_value(struct opt_graph *g, const struct counting *c, const struct walk *w)
{
    u32 b = c->before;
    bool up = c->step > 0, inclusive = c->cc == OPT_LE || c->cc == OPT_GE;
    i64 by = up ? c->step : -c->step, power = 0;
    opt_value from = as_long(g, b, up ? c->start : c->limit), to = as_long(g, b, up ? c->limit : c->start);
    opt_value way = long_before(g, b, OPT_SUB, to, from, 0), turns;
    way = long_before(g, b, OPT_ADD, way, long_number(g, b, by - !inclusive), 0); /* below `by`: no iteration */
    way = long_before(g, b, OPT_MAX, way, long_number(g, b, by - 1), 0);
    while (1 << power < by) power++;
    if (by == 1) {
        turns = way;
    } else if (by == 1 << power) {
        opt_value distance = new_before(g, b, OPT_CONST, 0, 0, power);
        turns = long_before(g, b, OPT_SHR, way, distance, 0);
    } else {
        turns = long_before(g, b, OPT_DIV, way, long_number(g, b, by), 0);
    }
    turns = long_before(g, b, OPT_ADD, turns, long_number(g, b, -1), 0);
    opt_value far = long_before(g, b, OPT_MUL, turns, long_number(g, b, w->step), 0);
    return long_before(g, b, OPT_ADD, as_long(g, b, w->start), far, 0);
}
static opt_value plus_fixed(struct opt_graph *g, u32 before, opt_value v, const struct walk *w)
{
    for (u32 i = 0; i < w->fixed_count; i++) v = long_before(g, before, OPT_ADD, v, as_long(g, before, w->fixed[i]), 0);
    return v;
}
/* The condition of the first iteration, if it is one of ints, and the one that keeps the counter from an overflow after
 * the last one, so that there are no more iterations than computed. Returns their number. */
static u32 conditions_at_ends(const struct counting *c, const struct walk *w, opt_value length, struct condition *out)
{
    bool up = w->step > 0, inclusive = c->cc == OPT_LE || c->cc == OPT_GE;
    u32 n = 0;
    if (!w->fixed_count) out[n++] = (struct condition){ w->start, up ? 0 : length, -w->away, up ? OPT_GE : OPT_LT };
    i64 end = c->step > 0 ? INT32_MAX - c->step : INT32_MIN - c->step;
    out[n] = (struct condition){ c->limit, 0, end, c->step > 0 ? OPT_LE : OPT_GE };
    return inclusive || c->step > 1 || c->step < -1 ? n + 1 : n;
}
/* Adds the check that a long, with `away`, is below the length, or not below 0. */
static void ask_long(struct opt_graph *g, u32 before, opt_value value, const struct walk *w, opt_value length,
                     bool below, struct opt_state *state)
{
    opt_value bound = long_number(g, before, -w->away);
    if (below) bound = long_before(g, before, OPT_ADD, as_long(g, before, length), bound, 0);
    opt_value v = opt_new_node(g, OPT_CHECK_ORDER, OPT_VOID);
    g->nodes[v].in[0] = value;
    g->nodes[v].in[1] = bound;
    g->nodes[v].cc = below ? OPT_LT : OPT_GE;
    g->nodes[v].state = state;
    opt_insert_before_end(g, before, v);
}
static bool ask_ends(struct opt_graph *g, const struct counting *c, const struct walk *w, opt_value length,
                     struct opt_state **entry)
{
    struct condition all[2];
    u32 n = conditions_at_ends(c, w, length, all);
    bool up = w->step > 0;
    for (u32 i = 0; i < n; i++)
        if (is_known(g, &all[i]) == NEVER) return false;
    if (!*entry) *entry = opt_state_before(g, c->head, c->before);
    if (!*entry) return false;
    for (u32 i = 0; i < n; i++)
        if (is_known(g, &all[i]) == ASK) ask(g, c->before, &all[i], *entry);
    if (w->fixed_count) {
        opt_value first = plus_fixed(g, c->before, as_long(g, c->before, w->start), w);
        ask_long(g, c->before, first, w, length, !up, *entry);
    }
    ask_long(g, c->before, plus_fixed(g, c->before, last_value(g, c, w), w), w, length, up, *entry);
    return true;
}
/* The same for an index that the loop makes of a variable and of values that do not change. */
static bool ask_of_sum(struct opt_graph *g, u32 head, opt_value index, opt_value length, struct opt_state **entry)
{
    struct counting c;
    struct walk w, other;
    opt_value phi = without_fixed(g, head, index, &w);
    if (!w.fixed_count || w.away < -MOST_AWAY || w.away > MOST_AWAY || !runs_to_limit(g, head)) return false;
    if (find_counting(g, head, phi, &c)) {
        w.start = c.start;
        w.step = c.step;
    } else {
        if (!find_walk(g, head, phi, 0, &c, &other)) return false;
        w.start = other.start;
        w.step = other.step;
    }
    return ask_ends(g, &c, &w, length, entry);
}
/* Would the limit itself have to be an index that the last iteration does not reach? */
static bool limit_is_too_far(const struct counting *c, i64 away)
{
    return (c->step > 1 && c->cc == OPT_LT && away > 0) || (c->step < -1 && away < 0);
}

/* v checks an index in the loop. Replaces it by checks before the loop if possible. *entry: the state before the loop,
 * or NULL until it is needed. */
static bool ask_before(struct opt_graph *g, u32 head, opt_value v, bool always, struct opt_state **entry)
{
    struct counting c;
    struct condition all[3];
    i64 away;
    opt_value length = g->nodes[v].in[1], phi = without_constant(g, g->nodes[v].in[0], &away);
    if (!opt_stays(g, length, head)) return false;
    if (always && ask_of_sum(g, head, g->nodes[v].in[0], length, entry)) return true;
    if (away < -MOST_AWAY || away > MOST_AWAY || (away && g->nodes[length].op != OPT_ARRAY_LENGTH)) return false;
    struct walk w;
    if (!find_counting(g, head, phi, &c))
        return always && find_walk(g, head, phi, away, &c, &w) && ask_ends(g, &c, &w, length, entry);
    w = (struct walk){ .start = c.start, .step = c.step, .away = away };
    if (always && limit_is_too_far(&c, away)) return ask_ends(g, &c, &w, length, entry);
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
/* ---- indexes within known bounds ---- */
enum { MOST_BOUND = 1 << 20 };
/* v checks an index that lies between 0 and a number, as a masked one does, against a length that does not change: then
 * a check before the loop that the array has so many elements does. It is a guess, since smaller indexes may come. */
static bool ask_for_bound(struct opt_graph *g, u32 head, u32 at, opt_value v, struct opt_state **guessed)
{
    const struct opt_node *n = &g->nodes[v];
    opt_value length = n->in[1];
    const struct opt_node *i = &g->nodes[n->in[0]];
    i64 most;
    u32 before = opt_before_loop(g, head);
    if (i->op != OPT_AND || !is_number(g, i->in[1], &most) || most < 0 || most > MOST_BOUND) return false;
    if (!opt_stays(g, length, head) || opt_stays(g, n->in[0], head)) return false;
    if (!opt_always_runs(g, at, head) && !opt_most_come(g, at, head)) return false;
    struct condition enough = { length, 0, most, OPT_GT };
    enum answer a = is_known(g, &enough);
    if (a != ASK) return a == ALWAYS;
    if (!*guessed) *guessed = opt_state_guessed(g, head, before);
    if (!*guessed) return false;
    ask(g, before, &enough, *guessed);
    return true;
}

/* ---- branches that lead out ---- */
/* The index of the way of the branch on which the code is left, which the profile has never seen; 2: there is none. */
static u32 way_of_exit(const struct opt_graph *g, const struct opt_block *b)
{
    for (u32 i = 0; i < 2 && b->succ_count == 2 && b->succ[0] != b->succ[1]; i++) {
        const struct opt_block *to = &g->blocks[b->succ[i]];
        if (to->rare && to->count && g->nodes[to->nodes[to->count - 1]].op == OPT_EXIT) return i;
    }
    return 2;
}
/* The branch in block `at`, which always runs, leaves the code unless the counter is below a number that does not
 * change: a check before the loop asks so for the last iteration. */
static bool decide_before(struct opt_graph *g, u32 head, u32 at, struct opt_state **entry)
{
    const struct opt_block *b = &g->blocks[at];
    struct opt_node *n = &g->nodes[b->nodes[b->count - 1]];
    struct counting c;
    u32 out = n->op == OPT_IF ? way_of_exit(g, b) : 2;
    if (out == 2 || n->in[0] == n->in[1] || opt_in_loop(g, b->succ[out], head)) return false;
    for (u32 i = 0; i < 2; i++) {
        opt_value limit = n->in[1 - i];
        u8 cc = (i ? opt_cc_turned(n->cc) : n->cc) ^ (out == 0); /* control stays while the counter cc limit */
        if (cc != OPT_LT || !limit || !opt_stays(g, limit, head)) continue;
        if (!find_counting(g, head, n->in[i], &c) || c.step < 0) continue;
        struct condition last = { c.limit, limit, 0, c.cc == OPT_LT ? OPT_LE : OPT_LT };
        enum answer a = is_known(g, &last);
        if (a == NEVER) return false;
        if (a == ASK && !*entry) *entry = opt_state_before(g, head, c.before);
        if (a == ASK && !*entry) return false;
        if (a == ASK) ask(g, c.before, &last, *entry);
        n = &g->nodes[g->blocks[at].nodes[g->blocks[at].count - 1]];
        n->in[0] = n->in[1]; /* two that are equal: `prune` removes the branch */
        n->cc = out == 0 ? OPT_NE : OPT_EQ;
        return true;
    }
    return false;
}
static bool drop_index_checks(struct opt_names *names, u32 head)
{
    struct opt_graph *g = names->g;
    bool any = false;
    struct opt_state *entry = NULL, *guessed = NULL;
    if (!opt_before_loop(g, head) || !opt_work(g, g->count)) return false;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head) || at == head) continue;
        bool always = opt_always_runs(g, at, head);
        for (u32 k = 0; k < g->blocks[at].count; k++) {
            opt_value v = g->blocks[at].nodes[k];
            if (g->nodes[v].op != OPT_CHECK_INDEX || g->nodes[v].dead) continue;
            if (!ask_before(g, head, v, always, &entry) && !ask_for_bound(g, head, at, v, &guessed)) continue;
            opt_replace(names, v, 0); /* no node depends on the removed check */
            any = true;
        }
        any |= always && decide_before(g, head, at, &entry);
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
