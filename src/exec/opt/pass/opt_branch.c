/* Branches on booleans that other branches have made.
 *
 *     if (x < y) b = 1 else b = 0              b is a comparison (OPT_TEST), and `if (b)` compares x with y
 *     b merges 1, 0 and other values; if (b)   an edge with a constant leads directly to that branch's target; b may
 *                                              merge known objects, too, and be compared with one. Other uses of
 *                                              b may follow where the other values go: `b == null ? 0 : b.size()`
 *     if (x < y) n++                           n + (x < y), without a branch
 *
 * Inlined methods that return a boolean end like this. First, two blocks become one if the first leads only to the
 * second, and no other block does. */
#include "exec/opt/pass/opt_pass.h"

struct branches {
    struct opt_graph *g;
    u32 *uses; /* by value: number of uses, those by states too */
    u8 *deps;  /* by value: a node depends on it */
    u8 *apart; /* by value, a bit for each way out of its block: it is used where that way does not lead to */
    bool any;
    u32 at; /* the block whose uses are counted */
};

static struct opt_node *node(const struct branches *B, opt_value v) { return &B->g->nodes[v]; }
static struct opt_block *block(const struct branches *B, u32 b) { return &B->g->blocks[b]; }

/* A use of the value, at the end of the block or before. */
static void use_in(struct branches *B, opt_value v, u32 at)
{
    const struct opt_block *b = block(B, node(B, v)->block);
    for (u32 k = 0; k < b->succ_count; k++)
        if (block(B, b->succ[k])->pred_count != 1 || !opt_dominates(B->g, b->succ[k], at)) B->apart[v] |= (u8)(1 << k);
}
static void count_use(void *arg, opt_value *use)
{
    struct branches *B = arg;
    B->uses[*use]++;
    if (node(B, *use)->op == OPT_PHI) use_in(B, *use, B->at);
}
/* The branch at the end of a merge's block is no use elsewhere. */
static void count_uses_of_if(struct branches *B, struct opt_node *n)
{
    u8 before = B->apart[n->in[0]];
    opt_each_use(B->g, n, count_use, B);
    if (n->in[1] != n->in[0]) B->apart[n->in[0]] = before;
}
/* A merge uses its operands where control comes from. */
static void count_uses_of_phi(struct branches *B, const struct opt_node *n, const struct opt_block *b)
{
    for (u32 k = 0; k < n->argc; k++) {
        B->at = b->preds[k];
        opt_value v = n->args[k];
        if (v) count_use(B, &v);
    }
}
static void count_uses(struct branches *B)
{
    struct opt_graph *g = B->g;
    B->uses = ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1);
    B->apart = ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = block(B, g->order[i]);
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = node(B, b->nodes[k]);
            B->at = g->order[i];
            if (n->op == OPT_PHI && !n->dead)
                count_uses_of_phi(B, n, b);
            else if (n->op == OPT_IF && node(B, n->in[0])->op == OPT_PHI && node(B, n->in[0])->block == B->at)
                count_uses_of_if(B, n);
            else if (!n->dead)
                opt_each_use(g, n, count_use, B);
        }
        B->at = g->order[i];
        for (struct opt_state *s = b->entry; s; s = s->caller) opt_each_in_frame(s, count_use, B);
    }
}

/* Is the known object named by the last node of the block, and by nothing else? */
static bool is_for_branch(const struct branches *B, const struct opt_block *b, opt_value v)
{
    return node(B, v)->known && B->uses[v] == 1 && node(B, b->nodes[b->count - 1])->in[1] == v;
}
/* The only merge of the block, or 0. With `whole` the block may have nothing else but constants, the branch at its end,
 * and an object that it compares with. */
static opt_value only_phi(const struct branches *B, const struct opt_block *b, bool whole)
{
    opt_value phi = 0;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = node(B, b->nodes[k]);
        if (n->dead || n->op == OPT_CONST || (whole && is_for_branch(B, b, b->nodes[k]))) continue;
        if (n->op == OPT_PHI) {
            if (phi) return 0;
            phi = b->nodes[k];
        } else if (whole && k + 1 < b->count)
            return 0;
    }
    return phi;
}
static bool is_const(const struct branches *B, opt_value v) { return v && node(B, v)->op == OPT_CONST; }
/* ---- edges with a known branch ---- */
static u32 index_of_pred(const struct opt_block *b, u32 pred)
{
    u32 i = 0;
    while (b->preds[i] != pred) i++;
    return i;
}
/* Adds an edge from `from` to b. Its merges get the same values from `from` as from pred_of. */
static void add_way(struct branches *B, u32 b, u32 from, u32 pred_of)
{
    struct opt_graph *g = B->g;
    u32 at = index_of_pred(block(B, b), pred_of), n = block(B, b)->pred_count;
    for (u32 k = 0; k < block(B, b)->count; k++) {
        struct opt_node *phi = node(B, block(B, b)->nodes[k]);
        if (phi->op != OPT_PHI || phi->dead) continue;
        opt_value *args = ARENA_NEW_ARRAY(&g->arena, opt_value, n + 2);
        memcpy(args, phi->args, n * sizeof *args);
        args[n] = phi->args[at];
        phi->args = args;
        phi->argc = (u16)(n + 1);
    }
    struct opt_block *to = block(B, b);
    to->preds = opt_grown(&g->arena, to->preds, to->pred_count, &to->pred_room, sizeof *to->preds);
    to->preds[to->pred_count++] = from;
    block(B, from)->succ[0] = b;
}
/* Puts a block on the k-th edge out of `from`, if other edges lead to the same block. */
static void split_way(struct branches *B, u32 from, u32 k)
{
    struct opt_graph *g = B->g;
    u32 to = block(B, from)->succ[k];
    if (block(B, to)->pred_count == 1) return;
    u32 between = opt_new_block(g);
    block(B, between)->rare = block(B, to)->rare;
    opt_append(g, between, opt_new_node(g, OPT_GOTO, OPT_VOID));
    block(B, to)->preds[index_of_pred(block(B, to), from)] = between;
    block(B, from)->succ[k] = between;
    struct opt_block *b = block(B, between);
    b->preds = opt_grown(&g->arena, b->preds, 0, &b->pred_room, sizeof *b->preds);
    b->preds[b->pred_count++] = from;
    b->succ[b->succ_count++] = to;
}
/* Empties b, to which no edge leads. Its constants move to the entry, because other blocks may use them. */
static void cut_off(struct branches *B, u32 b)
{
    struct opt_block *x = block(B, b);
    for (u32 k = 0; k < x->count; k++) {
        if (is_const(B, x->nodes[k]))
            opt_insert_before_end(B->g, 1, x->nodes[k]);
        else
            node(B, x->nodes[k])->dead = true;
    }
    for (u32 k = 0; k < x->succ_count; k++) opt_remove_pred(B->g, x->succ[k], b);
    x->count = x->succ_count = 0;
}
static bool is_head(const struct branches *B, u32 b) { return block(B, b)->loop == b || block(B, b)->entry; }
/* Is the value a constant, or a certain object? Two of these are equal if their numbers are. */
static bool is_fixed(const struct branches *B, opt_value v, i64 *number)
{
    const struct opt_node *n = node(B, v);
    *number = n->op == OPT_CONST ? n->imm : (i64)(uintptr_t)n->known;
    return v && (n->op == OPT_CONST || n->known);
}
/* Does the block only merge one value and branch on it? Other uses have to lie where one of its ways leads. */
static bool is_junction(const struct branches *B, u32 at, opt_value *phi)
{
    const struct opt_block *b = block(B, at);
    if (at == 1 || b->pred_count < 2 || b->succ_count != 2 || b->succ[0] == b->succ[1] || is_head(B, at)) return false;
    if (is_head(B, b->succ[0]) || is_head(B, b->succ[1])) return false;
    *phi = only_phi(B, b, true);
    const struct opt_node *n = node(B, b->nodes[b->count - 1]);
    i64 with;
    u8 type = *phi ? node(B, *phi)->type : OPT_VOID;
    return (type == OPT_INT || type == OPT_REF) && n->op == OPT_IF && n->in[0] == *phi && n->in[1] != *phi &&
           B->apart[*phi] != 3 && is_fixed(B, n->in[1], &with);
}
static void lead_through(struct branches *B, u32 at)
{
    opt_value phi;
    if (!is_junction(B, at, &phi)) return;
    bool some = false;
    const struct opt_node *branch = node(B, block(B, at)->nodes[block(B, at)->count - 1]);
    u8 cc = branch->cc;
    i64 with, number;
    (void)is_fixed(B, branch->in[1], &with);
    for (u32 i = block(B, at)->pred_count; i-- > 0;) {
        u32 from = block(B, at)->preds[i];
        bool fixed = is_fixed(B, node(B, phi)->args[i], &number);
        if (!fixed || block(B, from)->succ_count != 1 || from == at || !block(B, from)->order) continue;
        u32 way = opt_compares(cc, number, with) ? 0 : 1, to = block(B, at)->succ[way];
        if (B->uses[phi] > 1 && !(B->apart[phi] & 1 << way)) continue; /* it is used there */
        opt_remove_pred(B->g, at, from);
        add_way(B, to, from, at);
        some = B->any = true;
    }
    if (!some) return;
    if (!block(B, at)->pred_count) {
        cut_off(B, at);
        return;
    }
    split_way(B, at, 0);
    split_way(B, at, 1);
}

/* ---- joining two blocks ---- */
/* The only successor of `at`, if `at` is its only predecessor; else 0. */
static u32 next_alone(const struct branches *B, u32 at)
{
    const struct opt_block *a = block(B, at);
    u32 next = a->succ[0];
    if (at == 1 || !a->count || a->succ_count != 1 || next == at) return 0;
    const struct opt_block *b = block(B, next);
    return b->pred_count == 1 && b->count && !is_head(B, next) && b->rare == a->rare ? next : 0;
}
static void join_next(struct branches *B, u32 at, u32 next)
{
    struct opt_block *a = block(B, at), *b = block(B, next);
    for (u32 k = 0; k < b->count; k++)
        if (node(B, b->nodes[k])->op == OPT_PHI) return; /* a merge of one value: opt_merges removes it first */
    opt_value end = a->nodes[a->count - 1];
    opt_become(node(B, end), OPT_ANCHOR, OPT_VOID);
    if (!B->deps[end]) node(B, a->nodes[--a->count])->dead = true;
    for (u32 k = 0; k < b->count; k++) opt_append(B->g, at, b->nodes[k]);
    if (b->heat < a->heat) a->heat = b->heat; /* nodes of the cooler one stand there too */
    a->succ_count = b->succ_count;
    for (u32 k = 0; k < b->succ_count; k++) {
        struct opt_block *to = block(B, b->succ[k]);
        a->succ[k] = b->succ[k];
        for (u32 i = 0; i < to->pred_count; i++)
            if (to->preds[i] == next) to->preds[i] = at;
    }
    b->count = b->succ_count = b->pred_count = 0;
    B->any = true;
}
static void find_deps(struct branches *B)
{
    B->deps = ARENA_NEW_ARRAY(&B->g->arena, u8, B->g->count + 1);
    for (u32 i = 0; i < B->g->order_count; i++) {
        const struct opt_block *b = block(B, B->g->order[i]);
        for (u32 k = 0; k < b->count; k++) B->deps[node(B, b->nodes[k])->dep] = 1;
    }
}
static void join_blocks(struct branches *B)
{
    find_deps(B);
    for (u32 i = 0; i < B->g->order_count; i++) {
        u32 at = B->g->order[i];
        for (u32 next = next_alone(B, at); next && block(B, next)->count; next = next_alone(B, at)) {
            u32 was = block(B, at)->count;
            join_next(B, at, next);
            if (block(B, next)->count) break;
            VM_ASSERT(block(B, at)->count >= was);
        }
    }
}

/* ---- comparisons as values ---- */
static bool only_goes_on(const struct branches *B, u32 b)
{
    const struct opt_block *x = block(B, b);
    u32 nodes = 0;
    for (u32 k = 0; k < x->count; k++) nodes += !node(B, x->nodes[k])->dead && !is_const(B, x->nodes[k]);
    return nodes == 1 && x->pred_count == 1 && x->succ_count == 1 && !is_head(B, b) && !x->rare;
}
/* The branch before the block, if both its ways lead to the block and do nothing; else 0. */
static u32 branch_before(const struct branches *B, const struct opt_block *b)
{
    if (b->pred_count != 2 || b->preds[0] == b->preds[1]) return 0;
    if (!only_goes_on(B, b->preds[0]) || !only_goes_on(B, b->preds[1])) return 0;
    u32 from = block(B, b->preds[0])->preds[0];
    return block(B, b->preds[1])->preds[0] == from && block(B, from)->order ? from : 0;
}
bool opt_can_be_test(const struct opt_graph *g, const struct opt_node *branch)
{
    if (branch->op != OPT_IF) return false;
    u8 type = g->nodes[branch->in[0]].type;
    return (type != OPT_FLOAT && type != OPT_DOUBLE) || (branch->cc != OPT_EQ && branch->cc != OPT_NE);
}
/* Turns n into a test: 1 where the branch goes to its first successor (with `first`), or to the other one. */
static void become_test(const struct branches *B, struct opt_node *n, struct opt_node *branch, bool first)
{
    VM_ASSERT(opt_can_be_test(B->g, branch));
    opt_become(n, OPT_TEST, OPT_INT);
    n->cc = first ? branch->cc : branch->cc ^ 1;
    n->in[0] = branch->in[0];
    n->in[1] = branch->in[1];
    n->imm = branch->imm;
}
/* Makes `from` lead to `at` directly. The two ways in between are removed. */
static void go_straight(struct branches *B, u32 from, u32 one, u32 other, u32 at)
{
    struct opt_node *branch = node(B, block(B, from)->nodes[block(B, from)->count - 1]);
    opt_become(branch, OPT_GOTO, OPT_VOID);
    u32 ways[2] = { one, other };
    for (u32 k = 0; k < 2; k++) {
        block(B, ways[k])->pred_count = block(B, ways[k])->succ_count = 0;
        cut_off(B, ways[k]);
    }
    block(B, from)->succ[0] = at;
    block(B, from)->succ_count = 1;
    block(B, at)->preds[0] = from;
    block(B, at)->pred_count = 1;
    B->any = true;
}
static void make_test(struct branches *B, u32 at)
{
    const struct opt_block *b = block(B, at);
    u32 from = is_head(B, at) ? 0 : branch_before(B, b);
    opt_value phi = from ? only_phi(B, b, false) : 0;
    if (!phi || node(B, phi)->type != OPT_INT) return;
    opt_value x = node(B, phi)->args[0], y = node(B, phi)->args[1];
    if (!is_const(B, x) || !is_const(B, y) || (node(B, x)->imm | node(B, y)->imm) != 1 ||
        node(B, x)->imm == node(B, y)->imm)
        return;
    struct opt_node *branch = node(B, block(B, from)->nodes[block(B, from)->count - 1]), *n = node(B, phi);
    if (!opt_can_be_test(B->g, branch)) return;
    u32 yes = b->preds[node(B, x)->imm == 1 ? 0 : 1], no = b->preds[node(B, x)->imm == 1 ? 1 : 0];
    become_test(B, n, branch, block(B, from)->succ[0] == yes);
    go_straight(B, from, yes, no, at);
}

/* ---- counting by a condition ---- */
/* Returns 1 or -1 if the block does nothing but add this to `to`, and only the merge in its successor uses the sum;
 * else 0. */
static i64 counts(const struct branches *B, u32 b, opt_value sum, opt_value to)
{
    const struct opt_block *x = block(B, b);
    const struct opt_node *n = node(B, sum);
    for (u32 k = 0; k < x->count; k++) {
        opt_value v = x->nodes[k];
        if (!node(B, v)->dead && !is_const(B, v) && v != sum && node(B, v)->op != OPT_GOTO) return 0;
    }
    if (x->pred_count != 1 || x->succ_count != 1 || is_head(B, b) || x->rare || n->block != b) return 0;
    if (n->op != OPT_ADD || n->in[0] != to || !is_const(B, n->in[1]) || B->uses[sum] != 1) return 0;
    i64 by = node(B, n->in[1])->imm;
    return (n->type == OPT_INT || n->type == OPT_LONG) && (by == 1 || by == -1) ? by : 0;
}
static opt_value new_before_end(struct branches *B, u32 b, u8 op, u8 type)
{
    opt_value v = opt_new_node(B->g, op, type);
    opt_insert_before_end(B->g, b, v);
    return v;
}
static void make_count(struct branches *B, u32 at)
{
    const struct opt_block *b = block(B, at);
    opt_value phi = b->pred_count == 2 && !is_head(B, at) && at != 1 ? only_phi(B, b, false) : 0;
    if (!phi) return;
    for (u32 k = 0; k < 2; k++) {
        u32 some = b->preds[k], none = b->preds[1 - k],
            from = block(B, some)->pred_count ? block(B, some)->preds[0] : 0;
        opt_value sum = node(B, phi)->args[k], to = node(B, phi)->args[1 - k];
        i64 by = some == none ? 0 : counts(B, some, sum, to);
        if (!by || !only_goes_on(B, none) || block(B, none)->preds[0] != from || !block(B, from)->order) continue;
        opt_value branch = block(B, from)->nodes[block(B, from)->count - 1];
        if (!opt_can_be_test(B->g, node(B, branch))) return;
        bool wide = node(B, phi)->type == OPT_LONG;
        opt_value t = new_before_end(B, from, OPT_TEST, OPT_INT), add = t;
        become_test(B, node(B, t), node(B, branch), block(B, from)->succ[0] == some);
        if (wide) {
            add = new_before_end(B, from, OPT_CONV, OPT_LONG);
            node(B, add)->imm = OPT_I2L;
            node(B, add)->in[0] = t;
        }
        struct opt_node *n = node(B, phi);
        opt_become(n, by > 0 ? OPT_ADD : OPT_SUB, n->type);
        n->in[0] = to;
        n->in[1] = add;
        go_straight(B, from, some, none, at);
        return;
    }
}

bool opt_branches(struct opt_graph *g)
{
    struct branches B = { .g = g };
    join_blocks(&B);
    bool joined = B.any;
    B.any = false;
    if (joined) opt_analyze(g);
    count_uses(&B);
    u32 count = g->order_count;
    for (u32 i = 0; i < count; i++)
        if (block(&B, g->order[i])->count) lead_through(&B, g->order[i]);
    if (B.any) opt_analyze(g);
    for (u32 i = 0; i < g->order_count; i++)
        if (block(&B, g->order[i])->count) make_test(&B, g->order[i]);
    for (u32 i = 0; i < g->order_count; i++)
        if (block(&B, g->order[i])->count) make_count(&B, g->order[i]);
    if (B.any) opt_analyze(g);
    return B.any || joined;
}
