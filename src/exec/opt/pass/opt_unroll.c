/* Loop unrolling: a loop that does several iterations at once is put before a loop that counts.
 *
 *     before → head → body → head …                      one iteration, one condition, one poll
 *     before → main → body body body → main …            while enough iterations are left
 *              main → head → body → head …               the others
 *
 * A loop with a small constant number of iterations becomes that many copies:
 *
 *     before → head body head body … head            the last head only leads out
 *
 * Blocks to which only the loop leads, and which end the code or go on to a merge, are copied too. Otherwise the loop
 * is left only by its head's condition. So code after the loop finds all values in the original loop, and the merges
 * get a value for each copy (opt_close.c makes them where there is none). */
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/options.h"

enum {
    MOST_WAYS = 32 /* edges into a block */,
    MOST_MADE = 2000 /* nodes */,
    MOST_IN_ALL = 8000,
    MOST_TURNS = 16, /* for a loop that is unrolled completely */
    WHOLE = 4        /* its size is at most LoopUnrollLimit times this */
};

/* ---- suitable loops ---- */
static bool has_inner(const struct opt_graph *g, u32 head)
{
    for (u32 i = 0; i < g->order_count; i++)
        if (g->blocks[g->order[i]].parent == head) return true;
    return false;
}
static bool find_way_in(struct opt_loop *u)
{
    const struct opt_block *h = loop_block(u, u->head);
    u->before = opt_before_loop(u->g, u->head);
    if (!u->before || h->pred_count != 2 || h->succ_count != 2 || h->rare) return false;
    u->entry = h->preds[0] == u->before ? 0 : 1;
    u->latch = h->preds[1 - u->entry];
    return u->latch != u->head && loop_block(u, u->latch)->succ_count == 1;
}
static bool add_block(struct opt_loop *u, u32 b)
{
    if (u->count == LOOP_BLOCKS) return false;
    u->blocks[u->count++] = b;
    return true;
}
/* Does the block end the code, and is it entered only from the loop? */
static bool ends_code(const struct opt_loop *u, u32 b)
{
    return loop_block(u, b)->succ_count == 0 && loop_block(u, b)->pred_count == 1;
}
/* Does the block, which is entered only from the loop, lead to a merge behind it? */
static bool leads_out(const struct opt_loop *u, u32 at)
{
    const struct opt_block *b = loop_block(u, at);
    if (!u->may_leave || b->pred_count != 1 || b->succ_count != 1) return false;
    const struct opt_block *to = loop_block(u, b->succ[0]);
    return to->pred_count > 1 && to->pred_count < MOST_WAYS && to->loop != b->succ[0] && to->order > b->order;
}
/* Adds the block behind the loop, and those that control goes on to from there. One way leads to each of them. */
static bool add_way_out(struct opt_loop *u, u32 at)
{
    u32 i = u->count;
    if (!add_block(u, at)) return false;
    for (; i < u->count; i++) {
        at = u->blocks[i];
        const struct opt_block *b = loop_block(u, at);
        if (ends_code(u, at) || leads_out(u, at)) continue;
        if (b->pred_count != 1 || !b->succ_count || (b->succ_count > 1 && !u->may_leave)) return false;
        for (u32 k = 0; k < b->succ_count; k++)
            if (!add_block(u, b->succ[k])) return false;
    }
    return true;
}
/* Is there an edge to the block from a later or an unreachable block? At the head a back edge is normal. At another
 * block it makes a loop with two entries, which the analysis does not find. */
static bool comes_round(const struct opt_loop *u, u32 at)
{
    const struct opt_block *b = loop_block(u, at);
    for (u32 k = 0; k < b->pred_count; k++) {
        u32 order = loop_block(u, b->preds[k])->order;
        if (!order || (order >= b->order && at != u->head)) return true;
    }
    return false;
}
/* Lists the loop's blocks. Returns false if the loop is left in the middle, or is too large. */
static bool find_blocks(struct opt_loop *u)
{
    const struct opt_graph *g = u->g;
    u->count = 0;
    for (u32 i = g->blocks[u->head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        const struct opt_block *b = loop_block(u, at);
        if (!in_loop(u, at)) continue;
        if (!add_block(u, at)) return false;
        for (u32 k = 0; k < b->succ_count; k++)
            if (!in_loop(u, b->succ[k]) && at != u->head && !add_way_out(u, b->succ[k])) return false;
        if (b->pred_count > MOST_WAYS || comes_round(u, at)) return false;
    }
    return in_loop(u, loop_block(u, u->head)->succ[0]) != in_loop(u, loop_block(u, u->head)->succ[1]);
}
/* ---- what may be copied ---- */
/* Nodes that call or allocate are not copied, since nothing is gained. */
static bool may_repeat(const struct opt_node *n) { return opt_does(n, OPT_DOES_REPEATS); }
/* The head's nodes run once more, between the two loops. */
static bool may_run_again(const struct opt_node *n) { return opt_does(n, OPT_DOES_AGAIN) && !opt_is_ordered(n); }
/* The number of nodes of an iteration; 0: it cannot be copied. */
static u32 weigh(const struct opt_loop *u)
{
    u32 weight = 1;
    for (u32 i = 0; i < u->count; i++) {
        const struct opt_block *b = loop_block(u, u->blocks[i]);
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(u, b->nodes[k]);
            if (n->dead || !may_repeat(n) || (i == 0 && !may_run_again(n))) return 0;
            weight +=
                n->op != OPT_PHI && n->op != OPT_CONST && n->op != OPT_GOTO && n->op != OPT_POLL && n->op != OPT_ANCHOR;
        }
    }
    return weight;
}
/* Does the loop go on while a value that changes by a constant has not reached an invariant limit? */
static bool counts(struct opt_loop *u)
{
    const struct opt_block *h = loop_block(u, u->head);
    const struct opt_node *c = node(u, last_of(h));
    if (c->op != OPT_IF || !c->in[0] || !c->in[1]) return false;
    bool other = node(u, c->in[0])->op != OPT_PHI || node(u, c->in[0])->block != u->head;
    u->phi = c->in[other];
    u->limit = c->in[!other];
    u->cc = other ? opt_cc_turned(c->cc) : c->cc;
    if (!in_loop(u, h->succ[0])) u->cc ^= 1;
    const struct opt_node *p = node(u, u->phi);
    if (p->op != OPT_PHI || p->block != u->head || p->type != OPT_INT) return false;
    if (node(u, u->limit)->op != OPT_CONST && in_loop(u, node(u, u->limit)->block)) return false;
    const struct opt_node *next = node(u, p->args[1 - u->entry]);
    if (next->op != OPT_ADD || next->in[0] != u->phi || node(u, next->in[1])->op != OPT_CONST) return false;
    u->step = (i32)node(u, next->in[1])->imm;
    bool up = u->cc == OPT_LT || u->cc == OPT_LE, down = u->cc == OPT_GT || u->cc == OPT_GE;
    return (up && u->step > 0 && u->step <= 64) || (down && u->step < 0 && u->step >= -64);
}

bool opt_loop_found(struct opt_loop *u, u32 head)
{
    u->head = head;
    return opt_work(u->g, u->g->order_count) && !has_inner(u->g, head) && find_way_in(u) && find_blocks(u);
}
bool opt_loop_counts(struct opt_loop *u, u32 head) { return opt_loop_found(u, head) && counts(u); }

/* ---- copies ---- */
static void rename_use(void *arg, opt_value *use) { *use = now(arg, *use); }

static struct opt_state *copy_frame(struct opt_loop *u, const struct opt_state *s)
{
    struct arena *a = &u->g->arena;
    struct opt_state *c = arena_memdup(a, s, sizeof *s + ((size_t)s->nlocals + s->nstack) * sizeof s->slots[0]);
    if (s->virtual_count) c->virtuals = arena_memdup(a, s->virtuals, s->virtual_count * sizeof *s->virtuals);
    c->virtual_room = s->virtual_count;
    for (u32 i = 0; i < s->virtual_count; i++) {
        struct opt_virtual *o = &c->virtuals[i];
        o->values = arena_memdup(a, o->values, (o->fields->count + 1) * sizeof *o->values);
    }
    opt_each_in_frame(c, rename_use, u);
    return c;
}
struct opt_state *opt_loop_state(struct opt_loop *u, const struct opt_state *s)
{
    struct opt_state *first = NULL, **at = &first;
    for (; s; s = s->caller) {
        *at = copy_frame(u, s);
        at = &(*at)->caller;
    }
    return first;
}
opt_value opt_loop_copy_node(struct opt_loop *u, opt_value v, u32 to)
{
    struct opt_graph *g = u->g;
    opt_value c = opt_new_node(g, node(u, v)->op, node(u, v)->type);
    struct opt_node n = *node(u, v);
    for (u32 i = 0; i < ARRAY_LEN(n.in); i++) n.in[i] = now(u, n.in[i]);
    n.dep = now(u, n.dep);
    if (n.argc) n.args = arena_memdup(&g->arena, n.args, n.argc * sizeof *n.args);
    for (u32 i = 0; i < n.argc; i++) n.args[i] = now(u, n.args[i]);
    n.state = opt_loop_state(u, n.state);
    *node(u, c) = n;
    opt_append(g, to, c);
    u->made++;
    return c;
}
u32 opt_loop_add_block(struct opt_loop *u, u32 like)
{
    u32 b = opt_new_block(u->g);
    loop_block(u, b)->rare = loop_block(u, like)->rare;
    loop_block(u, b)->heat = loop_block(u, like)->heat;
    return b;
}
void opt_loop_preds(struct opt_loop *u, u32 b, const u32 *preds, u32 n)
{
    loop_block(u, b)->preds = arena_memdup(&u->g->arena, preds, n * sizeof *preds);
    loop_block(u, b)->pred_count = loop_block(u, b)->pred_room = n;
}
opt_value opt_loop_go(struct opt_loop *u, u32 from, u32 to)
{
    opt_value v = opt_new_node(u->g, OPT_GOTO, OPT_VOID);
    opt_append(u->g, from, v);
    loop_block(u, from)->succ[0] = to;
    loop_block(u, from)->succ_count = 1;
    return v;
}
static u32 first_of_body(const struct opt_loop *u)
{
    const struct opt_block *h = loop_block(u, u->head);
    return h->succ[in_loop(u, h->succ[0]) ? 0 : 1];
}

/* Starts an iteration, the first one or a later one: gives the loop's variables their values, and copies the head's
 * other nodes. The condition is known to hold. */
static void next_turn(struct opt_loop *u, u32 at, bool first)
{
    const struct opt_block *h = loop_block(u, u->head);
    opt_value *values = ARENA_NEW_ARRAY(&u->g->arena, opt_value, h->count + 1);
    u32 way = first ? u->entry : 1 - u->entry;
    for (u32 k = 0; k < h->count; k++)
        if (node(u, h->nodes[k])->op == OPT_PHI) values[k] = now(u, node(u, h->nodes[k])->args[way]);
    for (u32 k = 0; k < h->count; k++)
        if (values[k]) u->map[h->nodes[k]] = values[k];
    for (u32 k = 0; k + 1 < loop_block(u, u->head)->count; k++) {
        opt_value v = loop_block(u, u->head)->nodes[k];
        if (node(u, v)->op != OPT_PHI) u->map[v] = opt_loop_copy_node(u, v, at);
    }
}
/* Leads from the copy of a block on to where the block leads, which is behind the loop. */
static void lead_out(struct opt_loop *u, u32 from, u32 copy)
{
    u32 to = loop_block(u, from)->succ[0], way = 0;
    while (loop_block(u, to)->preds[way] != from) way++;
    loop_block(u, copy)->succ_count = 0;
    opt_add_edge(u->g, copy, to);
    const struct opt_block *b = loop_block(u, to);
    for (u32 k = 0; k < b->count; k++) {
        struct opt_node *n = node(u, b->nodes[k]);
        if (n->op != OPT_PHI) continue;
        opt_value *args = ARENA_NEW_ARRAY(&u->g->arena, opt_value, n->argc + 1u);
        memcpy(args, n->args, n->argc * sizeof *args);
        args[n->argc++] = now(u, n->args[way]);
        n->args = args;
    }
}
void opt_loop_copy_body(struct opt_loop *u, u32 next, bool polls)
{
    for (u32 i = 1; i < u->count; i++) u->to[u->blocks[i]] = opt_loop_add_block(u, u->blocks[i]);
    for (u32 i = 1; i < u->count; i++) {
        u32 from = u->blocks[i], to = u->to[from];
        for (u32 k = 0; k < loop_block(u, from)->count; k++) {
            opt_value v = loop_block(u, from)->nodes[k];
            if (node(u, v)->op != OPT_POLL || polls) u->map[v] = opt_loop_copy_node(u, v, to);
        }
        u32 preds[MOST_WAYS];
        struct opt_block *b = loop_block(u, from);
        for (u32 k = 0; k < b->pred_count; k++) preds[k] = u->to[b->preds[k]];
        opt_loop_preds(u, to, preds, b->pred_count);
        loop_block(u, to)->succ_count = b->succ_count;
        for (u32 k = 0; k < b->succ_count; k++)
            loop_block(u, to)->succ[k] = b->succ[k] == u->head ? next : u->to[b->succ[k]];
        if (!in_loop(u, from) && loop_block(u, from)->succ_count && !u->to[loop_block(u, from)->succ[0]])
            lead_out(u, from, to);
    }
}

/* ---- the condition ---- */
opt_value opt_loop_int(struct opt_loop *u, u8 op, opt_value x, opt_value y, i64 imm)
{
    opt_value v = opt_new_node(u->g, op, OPT_INT);
    node(u, v)->in[0] = x;
    node(u, v)->in[1] = y;
    node(u, v)->imm = imm;
    opt_insert_before_end(u->g, u->before, v);
    return v;
}
opt_value opt_loop_limit(struct opt_loop *u, u32 turns)
{
    bool up = u->step > 0, inclusive = u->cc == OPT_LE || u->cc == OPT_GE;
    i64 ahead = (turns - 1) * (up ? u->step : -u->step) - inclusive;
    if (node(u, u->limit)->op == OPT_CONST) u->limit = opt_loop_int(u, OPT_CONST, 0, 0, node(u, u->limit)->imm);
    if (!ahead) return u->limit;
    opt_value most = opt_loop_int(u, OPT_CONST, 0, 0, up ? INT32_MIN + ahead : INT32_MAX - ahead);
    opt_value room = opt_loop_int(u, up ? OPT_MAX : OPT_MIN, u->limit, most, 0);
    opt_value by = opt_loop_int(u, OPT_CONST, 0, 0, up ? -ahead : ahead);
    return opt_loop_int(u, OPT_ADD, room, by, 0);
}
static void copy_head(struct opt_loop *u, u32 turns)
{
    opt_value limit = opt_loop_limit(u, turns);
    for (u32 k = 0; k < loop_block(u, u->head)->count; k++) {
        opt_value v = loop_block(u, u->head)->nodes[k];
        u->map[v] = opt_loop_copy_node(u, v, u->first);
    }
    struct opt_node *c = node(u, last_of(loop_block(u, u->first)));
    c->in[0] = u->map[u->phi];
    c->in[1] = limit;
    c->cc = u->step > 0 ? OPT_LT : OPT_GT;
}
/* Closes the new loop: its variables come from `before` first, then from the last iteration. */
static void close_loop(struct opt_loop *u, const opt_value *phis)
{
    for (u32 k = 0; k < loop_block(u, u->head)->count; k++) {
        opt_value v = loop_block(u, u->head)->nodes[k];
        if (node(u, v)->op != OPT_PHI) continue;
        node(u, phis[k])->args[u->entry] = node(u, v)->args[u->entry];
        node(u, phis[k])->args[1 - u->entry] = now(u, node(u, v)->args[1 - u->entry]);
        node(u, v)->args[u->entry] = phis[k];
    }
}

static void unroll(struct opt_loop *u, u32 turns)
{
    struct opt_graph *g = u->g;
    u->mapped = g->count;
    u->map = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    u->to = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1);
    u->first = opt_loop_add_block(u, u->head);
    copy_head(u, turns);
    opt_value *phis =
        arena_memdup(&g->arena, loop_block(u, u->first)->nodes, loop_block(u, u->first)->count * sizeof *phis);
    u32 at = u->first;
    for (u32 t = 0; t < turns; t++) {
        bool last = t + 1 == turns;
        u32 next = last ? u->first : opt_loop_add_block(u, u->head);
        u->to[u->head] = at;
        opt_loop_copy_body(u, next, last);
        if (t == 0)
            loop_block(u, at)->succ[0] = u->to[first_of_body(u)];
        else
            opt_loop_go(u, at, u->to[first_of_body(u)]);
        u->last = u->to[u->latch];
        if (last) break;
        opt_loop_preds(u, next, &u->last, 1);
        next_turn(u, next, false);
        at = next;
    }
    close_loop(u, phis);
    u32 rest = opt_loop_add_block(u, u->head), preds[2];
    opt_loop_go(u, rest, u->head);
    opt_loop_preds(u, rest, &u->first, 1);
    loop_block(u, u->first)->succ[1] = rest;
    loop_block(u, u->first)->succ_count = 2;
    preds[u->entry] = u->before;
    preds[1 - u->entry] = u->last;
    opt_loop_preds(u, u->first, preds, 2);
    loop_block(u, u->before)->succ[0] = u->first;
    loop_block(u, u->head)->preds[u->entry] = rest;
}

/* ---- complete unrolling ---- */
/* The constant number of iterations; 0: unknown, or too many. */
static u32 count_turns(const struct opt_loop *u)
{
    const struct opt_node *start = node(u, node(u, u->phi)->args[u->entry]), *limit = node(u, u->limit);
    if (start->op != OPT_CONST || limit->op != OPT_CONST) return 0;
    u32 turns = 0;
    i64 at = start->imm;
    for (; turns <= MOST_TURNS && opt_compares(u->cc, at, limit->imm); at += u->step) turns++;
    return turns <= MOST_TURNS && at == (i32)at ? turns : 0;
}
/* The old head becomes the end of the last iteration, where the condition fails. */
static void leave_head(struct opt_loop *u)
{
    struct opt_block *h = loop_block(u, u->head);
    for (u32 k = 0; k < h->count; k++) {
        struct opt_node *n = node(u, h->nodes[k]);
        if (n->op == OPT_PHI) n->args[u->entry] = now(u, n->args[1 - u->entry]);
    }
    h->preds[u->entry] = u->last;
    opt_remove_pred(u->g, u->head, u->latch);
    u32 body = first_of_body(u), out = h->succ[h->succ[0] == body ? 1 : 0];
    struct opt_node *condition = node(u, last_of(h));
    opt_become(condition, OPT_GOTO, OPT_VOID);
    h->succ[0] = out;
    h->succ_count = 1;
    h->entry = NULL;
    opt_remove_pred(u->g, body, u->head);
}
static void unroll_whole(struct opt_loop *u, u32 turns)
{
    struct opt_graph *g = u->g;
    u->mapped = g->count;
    u->map = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    u->to = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1);
    u32 body = first_of_body(u), at = opt_loop_add_block(u, u->head);
    opt_value condition = last_of(loop_block(u, u->head));
    opt_loop_preds(u, at, &u->before, 1);
    loop_block(u, u->before)->succ[0] = at;
    for (u32 t = 0; t < turns; t++) {
        u32 next = t + 1 == turns ? u->head : opt_loop_add_block(u, u->head);
        next_turn(u, at, t == 0);
        u->to[u->head] = at;
        u->map[condition] = opt_loop_go(u, at, 0); /* nodes of the body may depend on it */
        opt_loop_copy_body(u, next, false);
        loop_block(u, at)->succ[0] = u->to[body];
        u->last = u->to[u->latch];
        if (next != u->head) opt_loop_preds(u, next, &u->last, 1);
        at = next;
    }
    leave_head(u);
}
static bool try_whole(struct opt_loop *u, u32 head)
{
    if (!opt_loop_counts(u, head)) return false;
    u32 weight = weigh(u), turns = count_turns(u);
    if (!weight || !turns || turns * weight > WHOLE * options.loop_unroll) return false;
    if (u->made + turns * weight > MOST_MADE || u->g->count > MOST_IN_ALL || !opt_loop_close(u)) return false;
    unroll_whole(u, turns);
    return true;
}
bool opt_unroll_whole(struct opt_graph *g)
{
    struct opt_loop u = { .g = g, .may_leave = true };
    u32 count = g->order_count;
    const u32 *order = g->order;
    bool any = false;
    for (u32 i = 0; i < count; i++)
        if (g->blocks[order[i]].loop == order[i]) any |= try_whole(&u, order[i]);
    if (any) opt_analyze(g);
    return any;
}

/* Is there a volatile store in the loop? Of the fences of all turns one is left (opt_fences.c). */
static bool has_fence(const struct opt_loop *u)
{
    for (u32 i = 0; i < u->count; i++) {
        const struct opt_block *b = loop_block(u, u->blocks[i]);
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(u, b->nodes[k]);
            if (!n->dead && (n->op == OPT_STORE || n->op == OPT_RAW_STORE) && opt_is_volatile(n) == 1) return true;
        }
    }
    return false;
}
static bool try_loop(struct opt_loop *u, u32 head)
{
    if (loop_block(u, head)->few || !opt_loop_counts(u, head)) return false;
    u32 weight = weigh(u), turns = 5 * weight <= 2 * options.loop_unroll ? 4 : 2;
    if (5 * weight <= options.loop_unroll && has_fence(u)) turns = 8;
    if (!weight || weight > options.loop_unroll || u->made + turns * weight > MOST_MADE || u->g->count > MOST_IN_ALL)
        return false;
    if (!opt_loop_close(u)) return false;
    unroll(u, turns);
    return true;
}

bool opt_unroll(struct opt_graph *g)
{
    struct opt_loop u = { .g = g, .may_leave = true };
    u32 count = g->order_count;
    const u32 *order = g->order;
    bool any = false;
    for (u32 i = 0; i < count; i++)
        if (g->blocks[order[i]].loop == order[i]) any |= try_loop(&u, order[i]);
    if (any) opt_analyze(g);
    return any;
}
