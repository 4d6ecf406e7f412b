/* Computes loops that do nothing but count. The loop is removed, and the values of its variables after the last turn
 * are computed before it.
 *
 *     before → head … latch → head;  exit → out        before → out
 *
 * One branch leads out, and every turn reaches it. It compares a variable that grows or falls by a constant with a
 * value that does not change in the loop. Other variables grow by a constant or by such a value. Values that only
 * states of the loop use are dropped with it. Loops that may count past the end of their type, and endless loops,
 * stay.
 *
 * Every turn may store to places that are the same in each turn. The loop's last values are stored behind it:
 *
 *     before → if → done → behind → out      done: stores that come after the exit, if there was a turn
 *                 → none → behind            behind: those that come before it; none: an empty block */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

enum { MOST_STORES = 8 };
struct empty_loop {
    struct opt_graph *g;
    u32 head, before, exit, out;
    u32 way;              /* the index of `before` among the head's preds */
    opt_value phi, limit; /* the counter */
    bool behind;          /* the branch compares the counter of the next turn */
    u8 cc;                /* the loop goes on while the comparison is true */
    i64 step;
    opt_value first, last; /* the compared value, in the first and the last turn */
    opt_value turns;       /* number of jumps back to the head, in the counter's type; 0: not made yet */
    opt_value stores[MOST_STORES];
    u32 store_count;
};
static struct opt_node *node(const struct empty_loop *l, opt_value v) { return &l->g->nodes[v]; }
static bool is_in(const struct empty_loop *l, u32 block) { return opt_in_loop(l->g, block, l->head); }
static bool is_of(const struct empty_loop *l, opt_value v) { return v && is_in(l, node(l, v)->block); }

/* ---- finding the loop ---- */
static bool does_nothing(const struct opt_node *n)
{
    return opt_is_removable(n) || n->op == OPT_POLL || n->op == OPT_GOTO || n->op == OPT_IF;
}
/* Is n a store to a place that does not change, in each turn? Then it is noted. */
static bool take_store(struct empty_loop *l, const struct opt_node *n, opt_value v)
{
    bool element = n->op == OPT_STORE_ELEMENT;
    if ((n->op != OPT_STORE && !element) || opt_is_ordered(n) || l->store_count == MOST_STORES) return false;
    if (!opt_stays(l->g, n->in[0], l->head) || (element && !opt_stays(l->g, n->in[1], l->head))) return false;
    l->stores[l->store_count++] = v;
    return opt_always_runs(l->g, n->block, l->head);
}
/* Does the block have an edge back into it? In a block other than the head that is a loop which opt_analyze does not
 * know. */
static bool comes_round(const struct empty_loop *l, const struct opt_block *b)
{
    for (u32 k = 0; k < b->pred_count; k++) {
        u32 order = l->g->blocks[b->preds[k]].order;
        if (!order || order >= b->order) return true;
    }
    return false;
}
/* Do the loop's blocks have no effect, and does one branch lead out, in every turn? */
static bool find_blocks(struct empty_loop *l)
{
    const struct opt_graph *g = l->g;
    for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        const struct opt_block *b = &g->blocks[at];
        if (!is_in(l, at)) continue;
        if (b->loop != l->head || (at != l->head && comes_round(l, b))) return false;
        for (u32 k = 0; k < b->count; k++)
            if (!does_nothing(node(l, b->nodes[k])) && !take_store(l, node(l, b->nodes[k]), b->nodes[k])) return false;
        for (u32 k = 0; k < b->succ_count; k++) {
            if (is_in(l, b->succ[k])) continue;
            if (l->exit) return false;
            l->exit = at;
            l->out = b->succ[k];
        }
    }
    return l->exit && opt_always_runs(g, l->exit, l->head);
}
/* The constant, or the value that does not change in the loop, by which a variable of the loop grows; 0 if it does
 * not. */
static opt_value growth(const struct empty_loop *l, opt_value phi)
{
    const struct opt_node *p = node(l, phi);
    if (p->op != OPT_PHI || p->block != l->head || (p->type != OPT_INT && p->type != OPT_LONG)) return 0;
    const struct opt_node *next = node(l, p->args[1 - l->way]);
    if (next->op != OPT_ADD || (next->in[0] != phi && next->in[1] != phi)) return 0;
    opt_value by = next->in[next->in[0] == phi];
    return opt_stays(l->g, by, l->head) ? by : 0;
}
/* The same for a constant. */
static i64 grows_by(const struct empty_loop *l, opt_value phi)
{
    opt_value by = growth(l, phi);
    return by && node(l, by)->op == OPT_CONST ? node(l, by)->imm : 0;
}
/* Takes x for the counter if it is a variable that grows, or its value in the next turn. */
static bool take_counter(struct empty_loop *l, opt_value x)
{
    l->behind = node(l, x)->op == OPT_ADD;
    l->phi = l->behind ? node(l, x)->in[0] : x;
    l->step = grows_by(l, l->phi);
    return l->step && (!l->behind || node(l, l->phi)->args[1 - l->way] == x);
}
static bool find_counter(struct empty_loop *l)
{
    const struct opt_block *b = &l->g->blocks[l->exit];
    const struct opt_node *c = node(l, b->nodes[b->count - 1]);
    if (c->op != OPT_IF || !c->in[0] || !c->in[1]) return false;
    bool other = !take_counter(l, c->in[0]);
    if (other && !take_counter(l, c->in[1])) return false;
    l->limit = c->in[!other];
    l->cc = other ? opt_cc_turned(c->cc) : c->cc;
    if (b->succ[0] == l->out) l->cc ^= 1;
    return opt_stays(l->g, l->limit, l->head);
}

/* ---- values after the loop ---- */
static opt_value make(struct empty_loop *l, u8 op, u8 type, opt_value x, opt_value y, i64 imm)
{
    opt_value v = opt_new_node(l->g, op, type);
    node(l, v)->in[0] = x;
    node(l, v)->in[1] = y;
    node(l, v)->imm = imm;
    opt_insert_before_end(l->g, l->before, v);
    return v;
}
static opt_value number(struct empty_loop *l, u8 type, i64 imm) { return make(l, OPT_CONST, type, 0, 0, imm); }
/* A loop variable's growth as a value of the block before the loop. */
static opt_value growth_before(struct empty_loop *l, opt_value phi)
{
    opt_value by = growth(l, phi);
    return node(l, by)->op == OPT_CONST ? number(l, node(l, by)->type, node(l, by)->imm) : by;
}
static opt_value convert(struct empty_loop *l, u8 conversion, u8 to, opt_value x)
{
    return make(l, OPT_CONV, to, x, 0, conversion);
}
/* Is `v cc bound` certainly true? */
static bool is_known(struct empty_loop *l, u8 cc, opt_value v, i64 bound)
{
    bool yes = false;
    return opt_comparison_known(l->g, cc, v, number(l, node(l, v)->type, bound), NULL, &yes) && yes;
}
/* Makes `last` for a step of 1 or -1. Returns false if the loop may count past the end of the type. */
static bool end_of_steps_of_one(struct empty_loop *l, u8 type)
{
    bool up = l->step > 0, inclusive = l->cc == OPT_LE || l->cc == OPT_GE;
    if (l->cc == OPT_NE) {
        l->last = l->limit;
        return true;
    }
    i64 end = type == OPT_LONG ? (up ? INT64_MAX : INT64_MIN) : (up ? INT32_MAX : INT32_MIN);
    if (inclusive && !is_known(l, up ? OPT_LT : OPT_GT, l->limit, end)) return false;
    opt_value limit = inclusive ? make(l, OPT_ADD, type, l->limit, number(l, type, l->step), 0) : l->limit;
    l->last = make(l, up ? OPT_MAX : OPT_MIN, type, l->first, limit, 0);
    return true;
}
/* The same for longer steps. The number of turns is the distance divided by the step and rounded up, computed in
 * longs. */
static bool end_of_long_steps(struct empty_loop *l, u8 type)
{
    bool up = l->step > 0, inclusive = l->cc == OPT_LE || l->cc == OPT_GE;
    i64 by = up ? l->step : -l->step, end = type == OPT_LONG ? INT64_MAX : INT32_MAX;
    if (l->cc == OPT_NE || by < 0 || by > INT32_MAX) return false;
    i64 ahead = by - 1 + inclusive; /* how far the last turn may count past the limit */
    if (!is_known(l, up ? OPT_LE : OPT_GE, l->limit, up ? end - ahead : -end + ahead)) return false;
    /* otherwise the distance may not fit in a long */
    if (type == OPT_LONG && !is_known(l, up ? OPT_GE : OPT_LE, l->first, 0)) return false;
    opt_value from = l->first, to = l->limit;
    if (type == OPT_INT) {
        from = convert(l, OPT_I2L, OPT_LONG, from);
        to = convert(l, OPT_I2L, OPT_LONG, to);
    }
    if (inclusive) to = make(l, OPT_ADD, OPT_LONG, to, number(l, OPT_LONG, up ? 1 : -1), 0);
    to = make(l, up ? OPT_MAX : OPT_MIN, OPT_LONG, from, to, 0);
    opt_value rest = make(l, OPT_SUB, OPT_LONG, up ? to : from, up ? from : to, 0);
    rest = make(l, OPT_ADD, OPT_LONG, rest, number(l, OPT_LONG, by - 1), 0);
    l->turns = make(l, OPT_DIV, OPT_LONG, rest, number(l, OPT_LONG, by), 0);
    if (type == OPT_INT) l->turns = convert(l, OPT_L2I, OPT_INT, l->turns);
    opt_value way = make(l, OPT_MUL, type, l->turns, number(l, type, l->step), 0);
    l->last = make(l, OPT_ADD, type, l->first, way, 0);
    return true;
}
static bool find_end(struct empty_loop *l)
{
    u8 type = node(l, l->phi)->type;
    bool up = l->step > 0, to_limit = l->cc == OPT_NE && (l->step == 1 || l->step == -1);
    bool ordered = up ? l->cc == OPT_LT || l->cc == OPT_LE : l->cc == OPT_GT || l->cc == OPT_GE;
    if (!ordered && !to_limit) return false;
    l->first = node(l, l->phi)->args[l->way];
    if (l->behind) l->first = make(l, OPT_ADD, type, l->first, number(l, type, l->step), 0);
    return l->step == 1 || l->step == -1 ? end_of_steps_of_one(l, type) : end_of_long_steps(l, type);
}
/* Makes the number of jumps back to the head in the given type. */
static opt_value turns_as(struct empty_loop *l, u8 type)
{
    u8 of = node(l, l->phi)->type;
    if (!l->turns) {
        bool up = l->step > 0;
        l->turns = make(l, OPT_SUB, of, up ? l->last : l->first, up ? l->first : l->last, 0);
    }
    if (of == type) return l->turns;
    if (type == OPT_INT) return convert(l, OPT_L2I, OPT_INT, l->turns);
    /* zero-extends an int */
    return make(l, OPT_AND, OPT_LONG, convert(l, OPT_I2L, OPT_LONG, l->turns), number(l, OPT_LONG, UINT32_MAX), 0);
}
/* The loop variable of which v is the value in the next turn; 0: there is none. */
static opt_value variable_of(const struct empty_loop *l, opt_value v)
{
    const struct opt_node *n = node(l, v);
    for (u32 i = 0; n->op == OPT_ADD && i < 2; i++)
        if (growth(l, n->in[i]) && node(l, n->in[i])->args[1 - l->way] == v) return n->in[i];
    return 0;
}
/* Makes the value of a loop variable at the exit. */
static opt_value variable_behind(struct empty_loop *l, opt_value phi)
{
    u8 type = node(l, phi)->type;
    if (phi == l->phi) return l->behind ? make(l, OPT_ADD, type, l->last, number(l, type, -l->step), 0) : l->last;
    opt_value way = make(l, OPT_MUL, type, turns_as(l, type), growth_before(l, phi), 0);
    return make(l, OPT_ADD, type, node(l, phi)->args[l->way], way, 0);
}
/* Makes the value after the loop that replaces v, a value of the loop. */
static opt_value value_behind(struct empty_loop *l, opt_value v)
{
    if (node(l, v)->op == OPT_PHI) return variable_behind(l, v);
    opt_value phi = variable_of(l, v);
    if (phi == l->phi && l->behind) return l->last;
    return make(l, OPT_ADD, node(l, v)->type, variable_behind(l, phi), growth_before(l, phi), 0);
}

/* ---- values that code after the loop uses ---- */
struct wanted {
    const struct empty_loop *l;
    u8 *is; /* by value */
    opt_value *values;
    u32 count;
    bool too_much; /* some value cannot be computed */
};
static bool can_compute(const struct empty_loop *l, opt_value v)
{
    if (node(l, v)->op == OPT_CONST) return true;
    return growth(l, v) || variable_of(l, v);
}
static void want(void *arg, opt_value *use)
{
    struct wanted *w = arg;
    if (!is_of(w->l, *use) || w->is[*use] || node(w->l, *use)->op == OPT_CONST) return;
    w->is[*use] = 1;
    w->values[w->count++] = *use;
    w->too_much |= !can_compute(w->l, *use);
}
static void find_wanted(struct wanted *w)
{
    struct opt_graph *g = w->l->g;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        if (is_in(w->l, g->order[i])) continue;
        for (u32 k = 0; k < b->count; k++) opt_each_use(g, node(w->l, b->nodes[k]), want, w);
        for (struct opt_state *t = b->entry; t; t = t->caller) opt_each_in_frame(t, want, w);
    }
}

/* ---- stores of the last turn ---- */
static bool comes_before_exit(const struct empty_loop *l, const struct opt_node *store)
{
    return opt_dominates(l->g, store->block, l->exit);
}
static opt_value stored(const struct opt_node *store) { return store->in[store->op == OPT_STORE ? 1 : 2]; }
/* The value that is converted and then stored, or the stored value. */
static opt_value unconverted(const struct empty_loop *l, opt_value v)
{
    bool stays = opt_stays(l->g, v, l->head);
    return !stays && node(l, v)->op == OPT_CONV ? node(l, v)->in[0] : v;
}
static bool can_store(const struct empty_loop *l)
{
    for (u32 i = 0; i < l->store_count; i++) {
        opt_value v = unconverted(l, stored(node(l, l->stores[i])));
        if (!opt_stays(l->g, v, l->head) && !can_compute(l, v)) return false;
    }
    return true;
}
/* Makes the value that the last turn stores. That is the turn that leaves the loop, or the last whole one. */
static opt_value value_of_store(struct empty_loop *l, opt_value store)
{
    opt_value whole = stored(node(l, store)), v = unconverted(l, whole);
    bool leaves = comes_before_exit(l, node(l, store));
    if (!opt_stays(l->g, v, l->head)) {
        opt_value before = leaves ? 0 : variable_of(l, v); /* v is its value in the turn that leaves */
        u8 type = node(l, v)->type;
        if (leaves)
            v = value_behind(l, v);
        else if (before)
            v = variable_behind(l, before);
        else
            v = make(l, OPT_SUB, type, variable_behind(l, v), growth_before(l, v), 0);
    }
    if (unconverted(l, whole) == whole) return v;
    return convert(l, (u8)opt_conversion(node(l, whole)), node(l, whole)->type, v);
}
/* A copy of the store with that value, at the end of the block. */
static void store_in(struct empty_loop *l, u32 block, opt_value store, opt_value value)
{
    opt_value v = opt_new_node(l->g, node(l, store)->op, OPT_VOID);
    struct opt_node *n = node(l, v);
    const struct opt_node *old = node(l, store);
    n->in[0] = old->in[0];
    n->in[1] = old->op == OPT_STORE ? value : old->in[1];
    n->in[2] = old->op == OPT_STORE ? 0 : value;
    n->imm = old->imm;
    n->ptr = old->ptr;
    n->kind = old->kind;
    n->dep = old->dep;
    n->origin = old->origin;
    opt_append(l->g, block, v);
}
/* Makes the block for the stores before the exit, or for those behind it. */
static u32 make_block_of_stores(struct empty_loop *l, bool before_exit, const opt_value *values)
{
    u32 block = opt_new_block(l->g);
    for (u32 i = 0; i < l->store_count; i++)
        if (comes_before_exit(l, node(l, l->stores[i])) == before_exit) store_in(l, block, l->stores[i], values[i]);
    opt_append(l->g, block, opt_new_node(l->g, OPT_GOTO, OPT_VOID));
    return block;
}

/* ---- removing the loop ---- */
/* Nodes that depended on a branch of the loop now depend on the end of `before`; constants are replaced by their
 * copies. */
static void rename_loop(struct empty_loop *l, struct opt_names *names, const opt_value *constants)
{
    const struct opt_graph *g = l->g;
    const struct opt_block *before = &g->blocks[l->before];
    opt_value end = before->nodes[before->count - 1];
    for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count && is_in(l, g->order[i]); k++) {
            opt_value v = b->nodes[k];
            if (node(l, v)->type == OPT_VOID) opt_replace(names, v, end);
            if (node(l, v)->op == OPT_CONST) opt_replace(names, v, constants[v]);
        }
    }
}
/* Copies the constants of the loop to the block before it. The result is indexed by the old constant. */
static opt_value *copy_constants(struct empty_loop *l)
{
    const struct opt_graph *g = l->g;
    u32 count = g->count;
    opt_value *copies = ARENA_NEW_ARRAY(&l->g->arena, opt_value, count + 1);
    for (opt_value v = 1; v < count; v++)
        if (node(l, v)->op == OPT_CONST && !node(l, v)->dead && is_of(l, v))
            copies[v] = number(l, node(l, v)->type, node(l, v)->imm);
    return copies;
}
/* Leads from the block before the loop to the block `to` in place of the exit. */
static void lead_past(struct empty_loop *l, u32 to)
{
    struct opt_block *before = &l->g->blocks[l->before], *out = &l->g->blocks[l->out];
    before->succ[0] = to;
    opt_remove_pred(l->g, l->head, l->before);
    u32 from = to == l->out ? l->before : to;
    for (u32 i = 0; i < out->pred_count; i++)
        if (out->preds[i] == l->exit) out->preds[i] = from;
}
/* The same by blocks with the stores. */
static void lead_past_by_stores(struct empty_loop *l, struct opt_names *names, const opt_value *values)
{
    struct opt_graph *g = l->g;
    u32 behind = make_block_of_stores(l, true, values), done = 0;
    for (u32 i = 0; i < l->store_count && !done; i++)
        if (!comes_before_exit(l, node(l, l->stores[i]))) done = make_block_of_stores(l, false, values);
    lead_past(l, behind);
    g->blocks[behind].succ[0] = l->out;
    g->blocks[behind].succ_count = 1;
    struct opt_block *before = &g->blocks[l->before];
    before->succ_count = 0;
    if (done) {
        struct opt_node *end = opt_node(g, before->nodes[before->count - 1]);
        opt_become(end, OPT_IF, OPT_VOID);
        end->in[0] = l->first;
        end->in[1] = l->limit;
        end->cc = l->cc;
        u32 none = opt_new_block(g);
        opt_append(g, none, opt_new_node(g, OPT_GOTO, OPT_VOID));
        opt_add_edge(g, l->before, done);
        opt_add_edge(g, l->before, none);
        opt_add_edge(g, done, behind);
        opt_add_edge(g, none, behind);
    } else
        opt_add_edge(g, l->before, behind);
    for (u32 i = 0; i < (done ? 2 : 1); i++) {
        const struct opt_block *b = &g->blocks[i ? done : behind];
        for (u32 k = 0; k < b->count; k++) opt_rename(names, opt_node(g, b->nodes[k]));
    }
}
static bool try_loop(struct opt_graph *g, u32 head)
{
    struct empty_loop l = { .g = g, .head = head, .before = opt_before_loop(g, head) };
    if (!l.before || g->blocks[head].pred_count != 2) return false;
    l.way = g->blocks[head].preds[0] == l.before ? 0 : 1;
    if (!opt_work(g, g->order_count) || !find_blocks(&l) || !find_counter(&l)) return false;
    struct wanted w = { &l, ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1),
                        ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1), 0, false };
    if (!opt_work(g, g->count)) return false;
    find_wanted(&w);
    if (w.too_much || !can_store(&l) || !find_end(&l)) return false;
    opt_value *constants = copy_constants(&l), *behind = ARENA_NEW_ARRAY(&g->scratch, opt_value, w.count + 1);
    for (u32 i = 0; i < w.count; i++) behind[i] = value_behind(&l, w.values[i]);
    opt_value values[MOST_STORES];
    for (u32 i = 0; i < l.store_count; i++) values[i] = value_of_store(&l, l.stores[i]);
    struct opt_names names;
    opt_names_begin(&names, g, 0);
    for (u32 i = 0; i < w.count; i++) opt_replace(&names, w.values[i], behind[i]);
    rename_loop(&l, &names, constants);
    if (l.store_count)
        lead_past_by_stores(&l, &names, values);
    else
        lead_past(&l, l.out);
    opt_rename_all(&names);
    opt_analyze(g);
    return true;
}

bool opt_empty(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++)
        if (g->blocks[g->order[i]].loop == g->order[i] && try_loop(g, g->order[i])) {
            any = true;
            i = 0; /* the order has changed */
        }
    return any;
}
