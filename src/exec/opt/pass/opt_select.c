/* Numbers that a branch chooses, in loops.
 *
 *     c = a[i];  if (c == old) c = new;  b[i] = c      b[i] = c == old ? new : c, without a branch (OPT_SELECT)
 *     if (a[i] > x) sum += a[i]                        sum += a[i] > x ? a[i] : 0
 *     if ('a' <= c && c <= 'z') c -= 32                c = 'a' <= c ? (c <= 'z' ? c - 32 : c) : c, in two rounds
 *
 * The ways of the branch only compute a little, and lead to one block, in which they differ in one number. What they
 * compute is computed in any case then. A branch is worth that if the loop may become one of vectors, in which there
 * are no branches, or if by the profile neither way is rare: then the processor often guesses wrong. */
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_pass.h"

enum {
    MOST_MOVED = 3, /* operations on a way */
    MOST_LONG = 4,  /* blocks of a way */
    ONE_IN = 5      /* of the branch's runs: the rarer way of a branch that is hard to guess */
};

/* One way from the branch to the block where both meet: blocks that nothing else leads to. */
struct way {
    u32 pred;                     /* its index in that block's preds */
    u32 blocks[MOST_LONG], count; /* the last one first */
};
struct choice {
    struct opt_loop l;
    bool vectors;            /* the loop may become one of vectors */
    u32 from, at;            /* the block of the branch; that in which its ways meet */
    opt_value branch;        /* the last node of `from` */
    struct way first, other; /* where the condition holds, where it does not */
};

/* ---- loops that may become vectors ---- */
/* opt_vector.c looks closer. */
static bool may_be_in_lanes(const struct opt_node *n)
{
    switch (n->op) {
    case OPT_LOAD_ELEMENT:
    case OPT_STORE_ELEMENT: return n->kind != 'L';
    case OPT_PHI:
    case OPT_CONST:
    case OPT_ANCHOR:
    case OPT_GOTO:
    case OPT_IF:
    case OPT_POLL:
    case OPT_CONV:
    case OPT_NEG:
    case OPT_TEST:
    case OPT_SELECT: return true;
    default: return opt_does(n, OPT_DOES_BINARY) && n->op != OPT_DIV && n->op != OPT_REM;
    }
}
static bool may_be_vectors(struct opt_loop *l, u32 head)
{
    if (!opt_loop_counts(l, head) || l->step != 1) return false;
    for (u32 i = 0; i < l->count; i++) {
        const struct opt_block *b = loop_block(l, l->blocks[i]);
        for (u32 k = 0; k < b->count; k++)
            if (!node(l, b->nodes[k])->dead && !may_be_in_lanes(node(l, b->nodes[k]))) return false;
    }
    return true;
}

/* ---- branches that only choose ---- */
/* A load may wait for memory for nothing; vectors load what is next to other elements. */
static bool costs_little(const struct choice *c, const struct opt_node *n)
{
    if (n->op == OPT_LOAD_ELEMENT) return c->vectors && n->kind != 'L'; /* what checked its index is its `dep` */
    if (n->type != OPT_INT && n->type != OPT_LONG) return false;
    if (n->op == OPT_CONV) return opt_kept_bits(n) || opt_conversion(n) == OPT_I2L;
    return n->op == OPT_NEG || n->op == OPT_TEST || n->op == OPT_SELECT ||
           (opt_does(n, OPT_DOES_BINARY) && n->op != OPT_DIV && n->op != OPT_REM);
}
/* May the node be computed at the end of `from`, though control does not go its way? */
static bool may_move(const struct choice *c, const struct opt_node *n)
{
    const struct opt_graph *g = c->l.g;
    return costs_little(c, n) &&
           (!n->dep || (n->dep != c->branch && opt_dominates(g, g->nodes[n->dep].block, c->from)));
}
/* Does the block only compute a little, `left` operations at most? */
static bool only_computes(const struct choice *c, u32 at, u32 *left)
{
    const struct opt_block *b = loop_block(&c->l, at);
    if (b->succ_count != 1 || b->rare || b->entry) return false;
    for (u32 k = 0; k + 1 < b->count; k++) {
        const struct opt_node *n = node(&c->l, b->nodes[k]);
        if (n->dead || n->op == OPT_CONST) continue;
        if (!*left || !may_move(c, n)) return false;
        --*left;
    }
    return true;
}
/* Finds the way to the i-th predecessor of `at`. Returns the block with two successors that it begins behind; 0: there
 * is none. */
static u32 find_way(const struct choice *c, u32 i, struct way *w)
{
    u32 at = loop_block(&c->l, c->at)->preds[i];
    *w = (struct way){ .pred = i };
    while (w->count < MOST_LONG) {
        const struct opt_block *b = loop_block(&c->l, at);
        if (b->pred_count != 1 || b->succ_count != 1) return 0;
        w->blocks[w->count++] = at;
        at = b->preds[0];
        if (loop_block(&c->l, at)->succ_count == 2) return at;
    }
    return 0;
}
static bool is_light(const struct choice *c, const struct way *w)
{
    u32 left = MOST_MOVED;
    for (u32 i = 0; i < w->count; i++)
        if (!only_computes(c, w->blocks[i], &left)) return false;
    return true;
}
/* The merge of `at` in which both ways differ, if it is one of numbers; 0: there is none, or another one besides. */
static opt_value chosen_merge(const struct choice *c)
{
    const struct opt_block *b = loop_block(&c->l, c->at);
    opt_value merge = 0;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = node(&c->l, b->nodes[k]);
        if (n->dead || n->op != OPT_PHI || n->args[c->first.pred] == n->args[c->other.pred]) continue;
        if (merge || (n->type != OPT_INT && n->type != OPT_LONG)) return 0;
        merge = b->nodes[k];
    }
    return merge;
}
/* Do the ways to the i-th and the k-th predecessor of `at` begin at one branch? */
static bool are_ways(struct choice *c, u32 i, u32 k)
{
    c->from = find_way(c, i, &c->first);
    if (!c->from || find_way(c, k, &c->other) != c->from) return false;
    const struct opt_block *from = loop_block(&c->l, c->from);
    c->branch = last_of(from);
    if (!from->order || !opt_can_be_test(c->l.g, node(&c->l, c->branch))) return false;
    if (from->succ[0] == from->succ[1]) return false;
    if (from->succ[0] != c->first.blocks[c->first.count - 1]) {
        struct way w = c->first;
        c->first = c->other;
        c->other = w;
    }
    return is_light(c, &c->first) && is_light(c, &c->other);
}
static bool is_hard_to_guess(const struct choice *c)
{
    u64 from = loop_block(&c->l, c->from)->heat, one = loop_block(&c->l, c->first.blocks[0])->heat,
        other = loop_block(&c->l, c->other.blocks[0])->heat;
    return from && one * ONE_IN >= from && other * ONE_IN >= from;
}

/* The operand that `sum` adds to `to`, or subtracts from it; 0: it is something else. With 0 in its place the result
 * would be `to`. */
static opt_value added(const struct choice *c, opt_value sum, opt_value to)
{
    const struct opt_node *n = node(&c->l, sum);
    if (n->op != OPT_ADD && n->op != OPT_SUB && n->op != OPT_OR && n->op != OPT_XOR) return 0;
    if (n->in[0] == to) return n->in[1];
    return n->in[1] == to && n->op != OPT_SUB ? n->in[0] : 0;
}
static bool is_variable(const struct choice *c, opt_value v)
{
    const struct opt_node *n = node(&c->l, v);
    return n->op == OPT_PHI && n->block == loop_block(&c->l, c->at)->loop;
}
/* Does the branch choose the smaller or the larger of two ints? */
static bool chooses_by_size(const struct choice *c, opt_value first, opt_value other)
{
    const struct opt_node *n = node(&c->l, c->branch);
    if (n->cc == OPT_EQ || n->cc == OPT_NE || node(&c->l, first)->type != OPT_INT) return false;
    return (n->in[0] == first && n->in[1] == other) || (n->in[0] == other && n->in[1] == first);
}
/* If a variable of the loop is one of the numbers, each turn waits for the choice. A branch that is easy to guess is
 * better then, unless lanes have such a sum, minimum or maximum. */
static bool waits(const struct choice *c, opt_value merge)
{
    opt_value first = node(&c->l, merge)->args[c->first.pred], other = node(&c->l, merge)->args[c->other.pred];
    if (!is_variable(c, first) && !is_variable(c, other)) return false;
    return !chooses_by_size(c, first, other) && !added(c, first, other) && !added(c, other, first);
}

/* ---- without the branch ---- */
/* Moves what the way computes to `from`, and constants to the entry. */
static void move_up(struct choice *c, const struct way *w)
{
    for (u32 i = w->count; i-- > 0;) {
        struct opt_block *b = loop_block(&c->l, w->blocks[i]);
        opt_value end = last_of(b);
        for (u32 k = 0; k + 1 < b->count; k++) {
            const struct opt_node *n = node(&c->l, b->nodes[k]);
            if (!n->dead) opt_insert_before_end(c->l.g, n->op == OPT_CONST ? 1 : c->from, b->nodes[k]);
        }
        b->nodes[0] = end;
        b->count = 1;
    }
}
/* A number that is the first value where the branch's condition holds, else the other one. */
static opt_value add_select(struct choice *c, u8 type, opt_value first, opt_value other)
{
    opt_value v = opt_new_node(c->l.g, OPT_SELECT, type);
    const struct opt_node *branch = node(&c->l, c->branch);
    struct opt_node *n = node(&c->l, v);
    n->in[0] = branch->in[0];
    n->in[1] = branch->in[1];
    n->in[2] = first;
    n->cc = branch->cc;
    n->imm = branch->imm;
    n->args = ARENA_NEW_ARRAY(&c->l.g->arena, opt_value, 1);
    n->args[0] = other;
    n->argc = 1;
    opt_insert_before_end(c->l.g, c->from, v);
    return v;
}
/* One way gives `to` and the other one a sum with `to`: it becomes the sum of `to` and what is chosen, so that the next
 * turn waits for one addition only. Returns 0 if it is not so. */
static opt_value add_chosen(struct choice *c, opt_value first, opt_value other)
{
    bool in_first = added(c, first, other) != 0;
    opt_value sum = in_first ? first : other, to = in_first ? other : first, what = added(c, sum, to);
    if (!what) return 0;
    u8 op = node(&c->l, sum)->op, type = node(&c->l, sum)->type;
    opt_value zero = opt_new_node(c->l.g, OPT_CONST, type);
    opt_insert_before_end(c->l.g, 1, zero);
    opt_value chosen = add_select(c, type, in_first ? what : zero, in_first ? zero : what);
    opt_value v = opt_new_node(c->l.g, op, type);
    node(&c->l, v)->in[0] = to;
    node(&c->l, v)->in[1] = chosen;
    opt_insert_before_end(c->l.g, c->from, v);
    return v;
}
/* The branch becomes a GOTO to the first way, and nothing leads to the other one any more. */
static void go_straight(struct choice *c)
{
    struct opt_graph *g = c->l.g;
    opt_become(node(&c->l, c->branch), OPT_GOTO, OPT_VOID);
    struct opt_block *from = loop_block(&c->l, c->from);
    from->succ[0] = c->first.blocks[c->first.count - 1];
    from->succ_count = 1;
    opt_remove_pred(g, c->at, c->other.blocks[0]);
    for (u32 i = 0; i < c->other.count; i++) {
        struct opt_block *b = loop_block(&c->l, c->other.blocks[i]);
        node(&c->l, last_of(b))->dead = true;
        b->count = b->pred_count = b->succ_count = 0;
    }
}
static void choose(struct choice *c, opt_value merge)
{
    opt_value first = node(&c->l, merge)->args[c->first.pred], other = node(&c->l, merge)->args[c->other.pred];
    move_up(c, &c->first);
    move_up(c, &c->other);
    opt_value v = add_chosen(c, first, other);
    if (!v) v = add_select(c, node(&c->l, merge)->type, first, other);
    node(&c->l, merge)->args[c->first.pred] = v;
    go_straight(c);
}

/* ---- blocks with nothing in them ---- */
/* If several ways meet in the block only to go on to another one together, they go there on their own. */
static bool skip_empty(struct opt_graph *g, u32 at)
{
    struct opt_block *b = &g->blocks[at];
    for (u32 k = 0; k + 1 < b->count; k++)
        if (!g->nodes[b->nodes[k]].dead) return false;
    if (b->succ_count != 1 || b->entry || b->loop == at || g->blocks[b->succ[0]].loop != b->loop) return false;
    u32 next = b->succ[0], more = b->pred_count - 1, place = 0;
    struct opt_block *to = &g->blocks[next];
    for (u32 i = 0; i < b->pred_count; i++)
        if (g->blocks[b->preds[i]].succ_count != 1) return false;
    if (to->loop == next || to->pred_count < 2 || to->entry) return false;
    while (to->preds[place] != at) place++;
    for (u32 k = 0; k < to->count; k++) {
        struct opt_node *n = opt_node(g, to->nodes[k]);
        if (n->op != OPT_PHI) continue;
        opt_value *args = ARENA_NEW_ARRAY(&g->arena, opt_value, n->argc + more);
        memcpy(args, n->args, n->argc * sizeof *args);
        for (u32 i = 0; i < more; i++) args[n->argc + i] = n->args[place];
        n->args = args;
        n->argc = (u16)(n->argc + more);
    }
    to->preds[place] = b->preds[0];
    for (u32 i = 1; i < b->pred_count; i++) {
        to->preds = opt_grown(&g->arena, to->preds, to->pred_count, &to->pred_room, sizeof *to->preds);
        to->preds[to->pred_count++] = b->preds[i];
    }
    for (u32 i = 0; i < b->pred_count; i++) g->blocks[b->preds[i]].succ[0] = next;
    opt_node(g, b->nodes[b->count - 1])->dead = true;
    b->count = b->pred_count = b->succ_count = 0;
    return true;
}

/* ---- the whole ---- */
/* Removes a branch of which two ways lead to `at`, and returns whether there was one. */
static bool choose_at(struct opt_graph *g, u32 at, u32 head, bool vectors)
{
    u32 preds = g->blocks[at].pred_count;
    for (u32 i = 0; i < preds; i++)
        for (u32 k = 0; k < i && opt_work(g, 1); k++) {
            struct choice c = { .l.g = g, .at = at, .vectors = vectors };
            if (!are_ways(&c, i, k) || g->blocks[c.from].loop != head) continue;
            opt_value merge = chosen_merge(&c);
            if (!merge || ((!vectors || waits(&c, merge)) && !is_hard_to_guess(&c))) continue;
            choose(&c, merge);
            return true;
        }
    return false;
}
bool opt_select(struct opt_graph *g)
{
    enum { MOST_PREDS = 8 };
    bool any = false, vectors = false;
    u32 head = 0;
    for (u32 i = 0; i < g->order_count && opt_work(g, 1); i++) {
        u32 at = g->order[i];
        const struct opt_block *b = &g->blocks[at];
        if (!b->loop || b->loop == at || b->entry || b->pred_count < 2 || b->pred_count > MOST_PREDS) continue;
        if (b->loop != head) {
            struct opt_loop l = { .g = g };
            head = b->loop;
            vectors = may_be_vectors(&l, head);
        }
        any |= (vectors && skip_empty(g, at)) || choose_at(g, at, head, vectors);
    }
    if (any) opt_analyze(g);
    return any;
}
