/* Fields and elements that a loop both loads and stores go from turn to turn as values, not through memory.
 *
 *     while (in.at < n) sum += in.bytes[in.at++];       at' = merge of in.at before the loop, and of at' + 1
 *
 * Every store stays where it is, so memory is as before where code leaves or a tool looks. The object and the
 * index are the same in all turns, and in the loop nothing else changes memory of the place's class; but where calls
 * that are seldom reached do, the place is loaded again after them. (Register promotion without the motion of stores;
 * the loads are those of Cooper and Lu, "Register promotion in C programs", PLDI 1997.) */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"

enum {
    MOST_CARRIED = 8, /* in one loop: each takes a register */
    SELDOM = 16,      /* one in so many turns comes to the block */
};

struct carried {
    struct opt_cell place;
    opt_value witness; /* an access of the place that needs no check inside the loop; 0: none */
    u32 loads, stores; /* where turns often come */
    bool lost;         /* it cannot be carried */
};
struct loop {
    struct opt_graph *g;
    u32 head, before;
    const u16 *asked;
    struct carried all[MOST_CARRIED];
    u32 count;
    struct opt_names names;
    opt_value *leaves; /* by block: the value of the place at its end */
    opt_value *merges; /* by block: the merge at its start, or 0 */
};

static bool accesses(const struct opt_node *n)
{
    bool element = n->op == OPT_LOAD_ELEMENT || n->op == OPT_STORE_ELEMENT;
    if (element) return n->kind == 'I' || n->kind == 'J' || n->kind == 'F' || n->kind == 'D';
    return (n->op == OPT_LOAD || n->op == OPT_STORE) && !opt_is_ordered(n) && !opt_loads_known(n);
}
static bool stores(const struct opt_node *n) { return n->op == OPT_STORE || n->op == OPT_STORE_ELEMENT; }
static bool seldom(const struct loop *l, u32 at)
{
    const struct opt_block *b = &l->g->blocks[at], *h = &l->g->blocks[l->head];
    return b->rare || (b->heat && h->heat && b->heat < h->heat / SELDOM);
}

/* ---- which places ---- */
/* Each block of the loop is entered from blocks of the loop that come before it in the order, or is the head of a
 * loop. */
static bool is_plain(const struct loop *l)
{
    const struct opt_graph *g = l->g;
    for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        if (!opt_in_loop(g, g->order[i], l->head)) continue;
        for (u32 p = 0; p < b->pred_count; p++) {
            u32 from = b->preds[p];
            bool head = b->loop == g->order[i], outside = g->order[i] == l->head && from == l->before;
            if (!outside && !opt_in_loop(g, from, l->head)) return false;
            if (!head && g->blocks[from].order >= b->order) return false;
        }
    }
    return true;
}
static struct carried *carried_of(struct loop *l, const struct opt_node *n)
{
    struct opt_cell place = opt_cell_of(l->g, n);
    for (u32 i = 0; i < l->count; i++)
        if (opt_same_cell(&l->all[i].place, &place)) return &l->all[i];
    if (l->count == MOST_CARRIED) return NULL;
    l->all[l->count] = (struct carried){ .place = place };
    return &l->all[l->count++];
}
static void note_access(struct loop *l, u32 at, opt_value v)
{
    struct opt_graph *g = l->g;
    const struct opt_node *n = opt_node(g, v);
    if (!opt_stays(g, n->in[0], l->head) || l->asked[n->in[0]]) return;
    bool element = n->op == OPT_LOAD_ELEMENT || n->op == OPT_STORE_ELEMENT;
    if (element && !opt_stays(g, n->in[1], l->head)) return;
    struct carried *c = carried_of(l, n);
    if (!c) return;
    if (!c->witness && opt_stays(g, n->dep, l->head)) c->witness = v;
    if (seldom(l, at)) return;
    c->loads += !stores(n);
    c->stores += stores(n);
}
/* A load can follow n in its block, and stands on each way on from there: n ends no block, and no exception
 * of it has a way of its own (OPT_TRIED). */
static bool may_load_behind(const struct opt_graph *g, u32 at, const struct opt_node *n)
{
    const struct opt_block *b = &g->blocks[at];
    bool tried = g->nodes[b->nodes[b->count - 1]].op == OPT_TRIED;
    return !opt_does(n, OPT_DOES_ENDS) && !(tried && opt_is_call(n));
}
/* Other places that n changes are not carried, unless n is seldom reached: then it is loaded again. */
static void note_killed(struct loop *l, u32 at, const struct opt_node *n)
{
    u64 killed = opt_killed(l->g, n);
    if (!killed || (seldom(l, at) && may_load_behind(l->g, at, n))) return;
    struct opt_cell own = { 0 };
    if (accesses(n)) own = opt_cell_of(l->g, n);
    for (u32 i = 0; i < l->count; i++)
        if (killed & l->all[i].place.memory && !(accesses(n) && opt_same_cell(&l->all[i].place, &own)))
            l->all[i].lost = true;
}
static void find_places(struct loop *l)
{
    struct opt_graph *g = l->g;
    for (u32 pass = 0; pass < 2; pass++)
        for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++) {
            u32 at = g->order[i];
            if (!opt_in_loop(g, at, l->head)) continue;
            for (u32 k = 0; k < g->blocks[at].count; k++) {
                opt_value v = g->blocks[at].nodes[k];
                if (opt_node(g, v)->dead) continue;
                if (pass == 0 && accesses(opt_node(g, v))) note_access(l, at, v);
                if (pass == 1) note_killed(l, at, opt_node(g, v));
            }
        }
}

/* ---- one place ---- */
static opt_value new_merge(struct loop *l, const struct carried *c, u32 at)
{
    opt_value phi = opt_new_node(l->g, OPT_PHI, type_of_kind(c->place.kind));
    struct opt_node *n = opt_node(l->g, phi);
    n->argc = (u16)l->g->blocks[at].pred_count;
    n->args = ARENA_NEW_ARRAY(&l->g->arena, opt_value, n->argc + 1u);
    n->block = at;
    return l->merges[at] = phi;
}
static opt_value load_of(struct loop *l, const struct carried *c)
{
    struct opt_node w = *opt_node(l->g, c->witness);
    bool element = c->place.index != 0;
    opt_value v = opt_new_node(l->g, element ? OPT_LOAD_ELEMENT : OPT_LOAD, type_of_kind(c->place.kind));
    struct opt_node *n = opt_node(l->g, v);
    n->in[0] = w.in[0];
    n->in[1] = element ? w.in[1] : 0;
    n->imm = w.imm;
    n->ptr = w.ptr;
    n->kind = w.kind;
    n->dep = w.dep;
    return v;
}
/* The value that a load finds after the store n. *made: the conversion that it takes, or 0. */
static opt_value after_store(struct loop *l, const struct opt_node *n, opt_value *made)
{
    opt_value x = n->in[n->op == OPT_STORE ? 1 : 2];
    u8 kind = n->kind;
    *made = 0;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') return x;
    *made = opt_new_node(l->g, OPT_CONV, OPT_INT);
    opt_node(l->g, *made)->imm = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    opt_node(l->g, *made)->in[0] = x;
    return *made;
}
static opt_value at_start(struct loop *l, const struct carried *c, u32 at)
{
    const struct opt_block *b = &l->g->blocks[at];
    bool differ = b->loop == at;
    for (u32 p = 0; p < b->pred_count && !differ; p++) differ = l->leaves[b->preds[p]] != l->leaves[b->preds[0]];
    return differ ? new_merge(l, c, at) : l->leaves[b->preds[0]];
}
static void carry_through(struct loop *l, const struct carried *c, u32 at)
{
    struct opt_graph *g = l->g;
    opt_value now = at_start(l, c, at);
    struct opt_block *b = &g->blocks[at];
    opt_value *nodes = ARENA_NEW_ARRAY(&g->arena, opt_value, 2 * b->count + 2);
    u32 count = 0;
    if (l->merges[at]) nodes[count++] = l->merges[at];
    for (u32 k = 0; k < b->count; k++) {
        opt_value v = b->nodes[k], more = 0;
        struct opt_node *n = opt_node(g, v);
        nodes[count++] = v;
        if (n->dead) continue;
        struct opt_cell own = { 0 };
        if (accesses(n)) own = opt_cell_of(g, n);
        bool is_own = accesses(n) && opt_same_cell(&own, &c->place);
        if (is_own && !stores(n))
            opt_replace(&l->names, v, now);
        else if (is_own)
            now = after_store(l, n, &more);
        else if (opt_killed(g, n) & c->place.memory)
            now = more = load_of(l, c);
        if (!more) continue;
        opt_node(g, more)->block = at;
        nodes[count++] = more;
    }
    b->nodes = nodes;
    b->room = 2 * b->count + 2;
    b->count = count;
    l->leaves[at] = now;
}
static void carry(struct loop *l, const struct carried *c)
{
    struct opt_graph *g = l->g;
    l->leaves = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->block_count + 1);
    l->merges = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->block_count + 1);
    l->leaves[l->before] = load_of(l, c);
    opt_insert_before_end(g, l->before, l->leaves[l->before]);
    for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++)
        if (opt_in_loop(g, g->order[i], l->head)) carry_through(l, c, g->order[i]);
    for (u32 i = g->blocks[l->head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        opt_value phi = l->merges[g->order[i]];
        for (u32 p = 0; phi && p < b->pred_count; p++) opt_node(g, phi)->args[p] = l->leaves[b->preds[p]];
    }
}

static bool carry_in(struct opt_graph *g, u32 head)
{
    struct loop l = { .g = g, .head = head, .before = opt_before_loop(g, head) };
    if (!l.before || !opt_work(g, g->count) || !is_plain(&l)) return false;
    l.asked = opt_count_asked(g, head);
    find_places(&l);
    bool any = false;
    for (u32 i = 0; i < l.count; i++) {
        const struct carried *c = &l.all[i];
        if (c->lost || !c->witness || !c->loads || !c->stores || !opt_work(g, g->count)) continue;
        opt_names_begin(&l.names, g, g->count + g->block_count); /* a node for each access, a merge for each block */
        carry(&l, c);
        opt_rename_all(&l.names);
        any = true;
    }
    return any;
}

bool opt_carry(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) /* outer loops first: what they carry, inner ones need not load */
        if (g->blocks[g->order[i]].loop == g->order[i]) any |= carry_in(g, g->order[i]);
    return any;
}
