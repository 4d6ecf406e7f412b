/* Loop unswitching: a branch in a loop whose condition does not change there, as on a string's coder, is taken before
 * the loop. Each way has a loop of its own:
 *
 *     before → head → … if … → head …            before → if → first  → head → … → head …
 *                                                          → second → copy → … → copy …
 *
 * What stood on one way only is in every turn of its loop then, so checks and loads can leave it. Innermost loops, no
 * larger than a bound, of which only the head's condition leads to the code behind the loop, by a block of its own:
 * there the values of both loops are merged. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/options.h"

enum {
    MOST_MADE = 1000 /* nodes, by the pass */,
    MOST_IN_ALL = 8000,
    TIMES = 2 /* its size is at most LoopUnrollLimit times this */
};

/* ---- suitable loops ---- */
/* Leaves and allocations are copied; calls and monitors are not, since the branch costs little beside them. */
static bool may_copy(const struct opt_node *n)
{
    return opt_does(n, OPT_DOES_REPEATS) || n->op == OPT_CALL_LEAF || n->op == OPT_NEW || n->op == OPT_NEW_ARRAY;
}
/* The number of nodes of the loop; 0: it cannot be copied. */
static u32 weigh(const struct opt_loop *u)
{
    u32 weight = 1;
    for (u32 i = 0; i < u->count; i++) {
        const struct opt_block *b = loop_block(u, u->blocks[i]);
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(u, b->nodes[k]);
            if (n->dead || !may_copy(n)) return 0;
            weight += n->op != OPT_PHI && n->op != OPT_CONST && n->op != OPT_GOTO && n->op != OPT_ANCHOR;
        }
    }
    return weight;
}
/* The block that ends with such a branch; 0: there is none. Ways that are hardly ever taken are not worth a loop. */
static u32 find_branch(const struct opt_loop *u)
{
    for (u32 i = 1; i < u->count; i++) {
        const struct opt_block *b = loop_block(u, u->blocks[i]);
        const struct opt_node *n = node(u, last_of(b));
        if (n->op != OPT_IF || !in_loop(u, u->blocks[i]) || b->succ[0] == b->succ[1]) continue;
        bool stays = opt_stays(u->g, n->in[0], u->head) && opt_stays(u->g, n->in[1], u->head);
        bool constant = node(u, n->in[0])->op == OPT_CONST && node(u, n->in[1])->op == OPT_CONST;
        bool goes_on = in_loop(u, b->succ[0]) && in_loop(u, b->succ[1]);
        bool both = goes_on && !loop_block(u, b->succ[0])->rare && !loop_block(u, b->succ[1])->rare;
        if (stays && !constant && both) return u->blocks[i];
    }
    return 0;
}

/* ---- the values of both loops behind them ---- */
struct merging {
    struct opt_loop *u;
    const u8 *copied;  /* by block */
    u32 at;            /* the block behind the loops */
    opt_value *merged; /* by value of the loop: its merge */
    opt_value *none;   /* by value: 0 */
    bool found;
    opt_value anchor; /* for nodes that depended on nodes of the loop */
    opt_value *added; /* the merges */
    u32 added_count, added_room;
};
static bool is_copied(const struct merging *m, opt_value v)
{
    const struct opt_node *n = node(m->u, v);
    return v < m->u->mapped && n->op != OPT_CONST && n->block && m->copied[n->block];
}
static void merge_use(void *arg, opt_value *use)
{
    struct merging *m = arg;
    struct opt_graph *g = m->u->g;
    opt_value v = *use;
    if (!is_copied(m, v)) return;
    if (!m->merged[v]) {
        opt_value phi = opt_new_node(g, OPT_PHI, node(m->u, v)->type);
        struct opt_node *p = node(m->u, phi);
        p->args = ARENA_NEW_ARRAY(&g->arena, opt_value, 3);
        p->args[0] = v;
        p->args[1] = now(m->u, v);
        p->argc = 2;
        p->block = m->at;
        m->added = opt_grown(&g->scratch, m->added, m->added_count, &m->added_room, sizeof *m->added);
        m->added[m->added_count++] = phi;
        m->merged[v] = phi;
    }
    *use = m->merged[v];
}
static void look_at_use(void *arg, opt_value *use)
{
    struct merging *m = arg;
    m->found |= is_copied(m, *use);
}
/* The frames with merges. Nodes of the loop may have some of the same frames, so these are copied. */
static struct opt_state *merge_state(struct merging *m, struct opt_state *state)
{
    m->found = false;
    for (struct opt_state *s = state; s; s = s->caller) opt_each_in_frame(s, look_at_use, m);
    if (!m->found) return state;
    opt_value *map = m->u->map;
    m->u->map = m->none;
    state = opt_loop_state(m->u, state);
    m->u->map = map;
    for (struct opt_state *s = state; s; s = s->caller) opt_each_in_frame(s, merge_use, m);
    return state;
}
static void merge_uses_of(struct merging *m, opt_value v)
{
    struct opt_graph *g = m->u->g;
    struct opt_node n = *node(m->u, v); /* making merges moves all nodes */
    n.state = merge_state(m, n.state);
    opt_each_use(g, &n, merge_use, m);
    if (n.dep && is_copied(m, n.dep)) {
        if (!m->anchor) {
            m->anchor = opt_new_node(g, OPT_ANCHOR, OPT_VOID);
            node(m->u, m->anchor)->block = m->at;
        }
        n.dep = m->anchor;
    }
    *node(m->u, v) = n;
}
/* Code that the way out dominates uses merges, and merges use them for the ways that come from there. */
static void merge_values(struct opt_loop *u, u32 out, const u8 *behind)
{
    struct opt_graph *g = u->g;
    u8 *copied = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    for (u32 i = 0; i < u->count; i++) copied[u->blocks[i]] = 1;
    struct merging m = { .u = u, .copied = copied, .at = out };
    m.none = ARENA_NEW_ARRAY(&g->scratch, opt_value, u->mapped + 1);
    m.merged = ARENA_NEW_ARRAY(&g->scratch, opt_value, u->mapped + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (copied[at]) continue;
        for (u32 k = 0; k < g->blocks[at].count; k++) {
            opt_value v = g->blocks[at].nodes[k];
            if (behind[at]) {
                merge_uses_of(&m, v);
                continue;
            }
            for (u32 x = 0; x < node(u, v)->argc && node(u, v)->op == OPT_PHI; x++)
                if (behind[g->blocks[at].preds[x]]) merge_use(&m, &node(u, v)->args[x]);
        }
        if (behind[at]) g->blocks[at].entry = merge_state(&m, g->blocks[at].entry);
    }
    struct opt_block *b = loop_block(u, out);
    opt_value *nodes = ARENA_NEW_ARRAY(&g->arena, opt_value, b->count + m.added_count + 2);
    u32 count = 0;
    for (u32 k = 0; k < m.added_count; k++) nodes[count++] = m.added[k];
    if (m.anchor) nodes[count++] = m.anchor;
    memcpy(nodes + count, b->nodes, b->count * sizeof *nodes);
    b->nodes = nodes;
    b->count = b->room = count + b->count;
}

/* ---- two loops ---- */
/* The block goes one way only. */
static void decide(struct opt_loop *u, u32 at, u32 way)
{
    struct opt_block *b = loop_block(u, at);
    u32 gone = b->succ[1 - way];
    opt_become(node(u, last_of(b)), OPT_GOTO, OPT_VOID);
    b->succ[0] = b->succ[way];
    b->succ_count = 1;
    opt_remove_pred(u->g, gone, at);
}
/* Nodes of the blocks that depend on the branch depend on the one before the loops. */
static void depend_before(struct opt_loop *u, bool copies, opt_value branch, opt_value before)
{
    for (u32 i = 0; i < u->count; i++) {
        const struct opt_block *b = loop_block(u, copies ? u->to[u->blocks[i]] : u->blocks[i]);
        for (u32 k = 0; k < b->count; k++)
            if (node(u, b->nodes[k])->dep == branch) node(u, b->nodes[k])->dep = before;
    }
}
static void copy_loop(struct opt_loop *u)
{
    struct opt_graph *g = u->g;
    u->mapped = g->count;
    u->map = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    u->to = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1);
    u32 head = opt_loop_add_block(u, u->head);
    u->to[u->head] = head;
    for (u32 k = 0; k < loop_block(u, u->head)->count; k++) {
        opt_value v = loop_block(u, u->head)->nodes[k];
        u->map[v] = opt_loop_copy_node(u, v, head);
    }
    opt_loop_copy_body(u, head, true);
    for (u32 k = 0; k < loop_block(u, u->head)->count; k++) {
        const struct opt_node *n = node(u, loop_block(u, u->head)->nodes[k]);
        if (n->op != OPT_PHI) continue;
        node(u, loop_block(u, head)->nodes[k])->args[1 - u->entry] = now(u, n->args[1 - u->entry]);
    }
    loop_block(u, head)->entry = opt_loop_state(u, loop_block(u, u->head)->entry);
}
static void unswitch(struct opt_loop *u, u32 branch)
{
    struct opt_graph *g = u->g;
    u32 out = opt_loop_way_out(u), body = loop_block(u, u->head)->succ[0] == out ? 1 : 0;
    u8 *behind = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + u->count + 8u); /* with the blocks that are made */
    for (u32 i = 0; i < g->order_count; i++) behind[g->order[i]] = opt_dominates(g, out, g->order[i]);
    copy_loop(u);
    u32 head = u->to[u->head], first = opt_loop_add_block(u, u->before), second = opt_loop_add_block(u, u->before);
    u32 leave[2] = { opt_loop_add_block(u, out), opt_loop_add_block(u, out) };
    /* before the loops */
    opt_value asked = last_of(loop_block(u, branch)), asked_again = u->map[asked];
    opt_value before = last_of(loop_block(u, u->before));
    const struct opt_node n = *node(u, asked);
    struct opt_node *now_asked = node(u, before);
    opt_become(now_asked, OPT_IF, OPT_VOID);
    memcpy(now_asked->in, n.in, sizeof n.in);
    now_asked->imm = n.imm;
    now_asked->cc = n.cc;
    struct opt_block *b = loop_block(u, u->before);
    b->succ[0] = first;
    b->succ[1] = second;
    b->succ_count = 2;
    opt_loop_preds(u, first, &u->before, 1);
    opt_loop_preds(u, second, &u->before, 1);
    opt_loop_go(u, first, u->head);
    opt_loop_go(u, second, head);
    loop_block(u, u->head)->preds[u->entry] = first;
    u32 preds[2];
    preds[u->entry] = second;
    preds[1 - u->entry] = u->to[u->latch];
    opt_loop_preds(u, head, preds, 2);
    /* behind them */
    struct opt_block *h = loop_block(u, head);
    h->succ_count = 2;
    h->succ[body] = u->to[loop_block(u, u->head)->succ[body]];
    h->succ[1 - body] = leave[1];
    loop_block(u, u->head)->succ[1 - body] = leave[0];
    opt_loop_preds(u, leave[0], &u->head, 1);
    opt_loop_preds(u, leave[1], &head, 1);
    opt_loop_go(u, leave[0], out);
    opt_loop_go(u, leave[1], out);
    opt_loop_preds(u, out, leave, 2);
    merge_values(u, out, behind);
    /* inside */
    depend_before(u, false, asked, before);
    depend_before(u, true, asked_again, before);
    decide(u, branch, 0);
    decide(u, u->to[branch], 1);
}
static bool try_loop(struct opt_loop *u, u32 head)
{
    if (!opt_loop_found(u, head)) return false;
    u32 branch = find_branch(u), weight = branch ? weigh(u) : 0;
    if (!weight || weight > TIMES * options.loop_unroll) return false;
    if (u->made + weight > MOST_MADE || u->g->count > MOST_IN_ALL) return false;
    if (loop_block(u, opt_loop_way_out(u))->pred_count != 1 || !opt_work(u->g, u->g->count)) return false;
    if (!opt_loop_close(u)) return false;
    unswitch(u, branch);
    return true;
}

bool opt_unswitch(struct opt_graph *g)
{
    struct opt_loop u = { .g = g, .may_leave = true };
    bool any = false;
    for (bool again = true; again;) {
        again = false;
        for (u32 i = 0; i < g->order_count && !again; i++) {
            u32 head = g->order[i];
            again = g->blocks[head].loop == head && try_loop(&u, head);
        }
        if (again) opt_analyze(g);
        any |= again;
    }
    return any;
}
