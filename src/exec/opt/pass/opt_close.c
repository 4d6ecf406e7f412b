/* Values of a loop that code behind it uses, where the loop is left in the middle too.
 *
 * Copies of the loop have values of their own. Code behind the head's condition finds those of the original loop, and
 * merges have a value for each copy. Other code, as behind a `break`, gets merges where control first comes to it:
 *
 *     while (i < n) { if (a[i] == x) break; i++; }      i' = merge of i, for both ways that come here
 *     use(i);                                           use(i'); */
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_pass.h"

enum { MOST_PLACES = 16 };

/* Blocks behind the loop to which ways from its middle lead are `reached`. They begin at `places`, to which others
 * lead. */
struct closing {
    struct opt_loop *u;
    u32 out, mapped;
    u8 *copied;    /* by block */
    u32 *place_of; /* by block: from 1, its place if it is reached; 0: it is not */
    u32 places[MOST_PLACES], place_count;
    opt_value *merged[MOST_PLACES]; /* by place and value: its merge, or 0 */
    opt_value anchors[MOST_PLACES]; /* for nodes that depend on nodes of the loop */
    opt_value *added;               /* the merges */
    u32 added_count, added_room, filled;
    u32 place; /* of the uses that are looked at, from 1 */
    bool found;
    opt_value *none; /* by value: 0 */
};

static bool is_copied(const struct closing *c, opt_value v)
{
    const struct opt_node *n = node(c->u, v);
    return v < c->mapped && n->op != OPT_CONST && n->block && c->copied[n->block];
}
static void look_at_use(void *arg, opt_value *use)
{
    struct closing *c = arg;
    c->found |= is_copied(c, *use);
}
static bool names_loop(struct closing *c, struct opt_state *state)
{
    c->found = false;
    for (struct opt_state *s = state; s; s = s->caller) opt_each_in_frame(s, look_at_use, c);
    return c->found;
}
static bool uses_loop(struct closing *c, u32 at)
{
    struct opt_graph *g = c->u->g;
    const struct opt_block *b = loop_block(c->u, at);
    c->found = false;
    for (u32 k = 0; k < b->count && !c->found; k++) {
        struct opt_node *n = node(c->u, b->nodes[k]);
        for (u32 x = 0; x < n->argc && n->op == OPT_PHI; x++)
            if (c->place_of[b->preds[x]]) look_at_use(c, &n->args[x]);
        if (!c->place_of[at]) continue;
        if (n->op != OPT_PHI) opt_each_use(g, n, look_at_use, c);
        if (n->dep) look_at_use(c, &n->dep);
    }
    return c->found || (c->place_of[at] && names_loop(c, b->entry));
}

/* ---- where ---- */
static bool may_merge(const struct closing *c, u32 at)
{
    const struct opt_block *b = loop_block(c->u, at);
    for (u32 k = 0; k < b->pred_count; k++)
        if (loop_block(c->u, b->preds[k])->succ_count != 1) return false;
    return b->pred_count > 1;
}
/* A block is reached if the loop's head dominates it, but the way out of the head does not. Dominators come first in
 * the order. Returns false if there cannot be merges at all places. */
static bool find_places(struct closing *c)
{
    const struct opt_graph *g = c->u->g;
    bool all = true;
    for (u32 i = 0; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (c->copied[at] || !opt_dominates(g, c->u->head, at) || opt_dominates(g, c->out, at)) continue;
        c->place_of[at] = c->place_of[g->blocks[at].idom];
        if (c->place_of[at]) continue;
        if (c->place_count == MOST_PLACES) return false;
        all &= may_merge(c, at);
        c->places[c->place_count++] = at;
        c->place_of[at] = c->place_count;
    }
    return all;
}

/* ---- merges ---- */
static opt_value merge_of(struct closing *c, u32 place, opt_value v)
{
    struct opt_graph *g = c->u->g;
    opt_value **merged = &c->merged[place - 1];
    u32 at = c->places[place - 1];
    if (!*merged) *merged = ARENA_NEW_ARRAY(&g->scratch, opt_value, c->mapped + 1);
    if ((*merged)[v]) return (*merged)[v];
    opt_value phi = opt_new_node(g, OPT_PHI, node(c->u, v)->type);
    struct opt_node *p = node(c->u, phi);
    p->argc = (u16)g->blocks[at].pred_count;
    p->args = ARENA_NEW_ARRAY(&g->arena, opt_value, p->argc + 1u);
    for (u32 i = 0; i < p->argc; i++) p->args[i] = v;
    p->block = at;
    c->added = opt_grown(&g->scratch, c->added, c->added_count, &c->added_room, sizeof *c->added);
    c->added[c->added_count++] = phi;
    return (*merged)[v] = phi;
}
static void merge_use(void *arg, opt_value *use)
{
    struct closing *c = arg;
    if (is_copied(c, *use)) *use = merge_of(c, c->place, *use);
}
/* Ways from one place to another one bring the merge of that place. */
static void fill_merges(struct closing *c)
{
    for (; c->filled < c->added_count; c->filled++) {
        opt_value phi = c->added[c->filled];
        const struct opt_block *b = loop_block(c->u, node(c->u, phi)->block);
        for (u32 i = 0; i < b->pred_count; i++) {
            c->place = c->place_of[b->preds[i]];
            opt_value v = node(c->u, phi)->args[i];
            if (c->place) merge_use(c, &v);
            node(c->u, phi)->args[i] = v;
        }
    }
}
static opt_value anchor_of(struct closing *c)
{
    opt_value *anchor = &c->anchors[c->place - 1];
    if (*anchor) return *anchor;
    *anchor = opt_new_node(c->u->g, OPT_ANCHOR, OPT_VOID);
    node(c->u, *anchor)->block = c->places[c->place - 1];
    return *anchor;
}
/* Nodes of the loop may have some of the same frames, so frames that change are copied. */
static struct opt_state *merge_state(struct closing *c, struct opt_state *state)
{
    if (!names_loop(c, state)) return state;
    opt_value *map = c->u->map;
    c->u->map = c->none;
    state = opt_loop_state(c->u, state);
    c->u->map = map;
    for (struct opt_state *s = state; s; s = s->caller) opt_each_in_frame(s, merge_use, c);
    return state;
}
static void merge_uses_of(struct closing *c, opt_value v)
{
    struct opt_node n = *node(c->u, v); /* making merges moves all nodes */
    n.state = merge_state(c, n.state);
    opt_each_use(c->u->g, &n, merge_use, c);
    if (n.dep && is_copied(c, n.dep)) n.dep = anchor_of(c);
    *node(c->u, v) = n;
}
static void merge_ways(struct closing *c, u32 at, opt_value phi)
{
    for (u32 x = 0; x < node(c->u, phi)->argc; x++) {
        c->place = c->place_of[loop_block(c->u, at)->preds[x]];
        opt_value v = node(c->u, phi)->args[x];
        if (c->place) merge_use(c, &v);
        node(c->u, phi)->args[x] = v;
    }
}
static void merge_block(struct closing *c, u32 at)
{
    struct opt_block *b = loop_block(c->u, at);
    for (u32 k = 0; k < b->count; k++) {
        if (node(c->u, b->nodes[k])->op == OPT_PHI)
            merge_ways(c, at, b->nodes[k]);
        else if ((c->place = c->place_of[at]))
            merge_uses_of(c, b->nodes[k]);
    }
    c->place = c->place_of[at];
    if (c->place) b->entry = merge_state(c, b->entry);
}
/* Merges come first in their block, then the anchor. */
static void put_first(struct closing *c, u32 place)
{
    struct opt_graph *g = c->u->g;
    struct opt_block *b = loop_block(c->u, c->places[place]);
    opt_value *nodes = ARENA_NEW_ARRAY(&g->arena, opt_value, b->count + c->added_count + 2);
    u32 count = 0, k = 0;
    for (u32 i = 0; i < c->added_count; i++)
        if (node(c->u, c->added[i])->block == c->places[place]) nodes[count++] = c->added[i];
    while (node(c->u, b->nodes[k])->op == OPT_PHI) nodes[count++] = b->nodes[k++];
    if (c->anchors[place]) nodes[count++] = c->anchors[place];
    memcpy(nodes + count, b->nodes + k, (b->count - k) * sizeof *nodes);
    b->nodes = nodes;
    b->count = b->room = count + b->count - k;
}

bool opt_loop_close(struct opt_loop *u)
{
    struct opt_graph *g = u->g;
    struct closing c = { .u = u, .out = opt_loop_way_out(u), .mapped = g->count };
    bool leads = false, uses = false;
    c.copied = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    for (u32 i = 0; i < u->count; i++) {
        c.copied[u->blocks[i]] = 1;
        leads |= !in_loop(u, u->blocks[i]) && loop_block(u, u->blocks[i])->succ_count;
    }
    if (!leads) return true;
    if (loop_block(u, c.out)->pred_count != 1 || !opt_work(g, g->count)) return false;
    c.place_of = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1);
    bool can = find_places(&c);
    if (c.place_count == MOST_PLACES) return false;
    for (u32 i = 0; i < g->order_count && !uses; i++) uses = !c.copied[g->order[i]] && uses_loop(&c, g->order[i]);
    if (!uses) return true;
    if (!can || !opt_work(g, g->count)) return false;
    c.none = ARENA_NEW_ARRAY(&g->scratch, opt_value, c.mapped + 1);
    for (u32 i = 0; i < g->order_count; i++)
        if (!c.copied[g->order[i]]) merge_block(&c, g->order[i]);
    fill_merges(&c);
    for (u32 i = 0; i < c.place_count; i++) put_first(&c, i);
    return true;
}
