/* Monitors without records. The thread's lock stack says which frame holds which monitor. It is read by callees, by the
 * interpreter and by threads that stop this one. No record is made of a monitor if on all ways from its OPT_ENTER to
 * the exits of the same object and frame nothing can read the lock stack. In between the code may be left: the states
 * there name the monitors that are held without a record, and opt_leave.c makes the records.
 *
 * A walk over the blocks finds which monitors are held, innermost last, at the start of each. Ways that come together
 * must agree, and of nested monitors the outer one has a record if the inner one has, since records are in the order of
 * entries. */
#include "exec/opt/pass/opt_pass.h"

enum { NESTED = 8 };

/* The monitors that are held at a place, by their OPT_ENTER. */
struct held {
    opt_value by[NESTED];
    u32 count;
};
struct walk {
    struct opt_graph *g;
    struct held *first, *ends; /* by block: at its start and end */
    u8 *known;                 /* by block: have they been found? */
    u8 *noted;                 /* by value, an OPT_ENTER: its monitor has a record */
    bool more;                 /* one more has */
};

static bool leaves(const struct opt_node *n) { return n->op == OPT_EXIT_MONITOR || n->op == OPT_EXIT_METHOD; }
static bool is_pair(const struct opt_node *enter, const struct opt_node *exit)
{
    bool of_method = exit->op == OPT_EXIT_METHOD;
    return exit->in[0] && enter->in[0] == exit->in[0] && enter->imm == exit->imm &&
           of_method == (enter->kind == OPT_OF_METHOD);
}
static bool is_same(const struct held *x, const struct held *y)
{
    return x->count == y->count && !memcmp(x->by, y->by, x->count * sizeof x->by[0]);
}
static void note_all(struct walk *w, const struct held *h)
{
    for (u32 i = 0; i < h->count; i++) {
        w->more |= !w->noted[h->by[i]];
        w->noted[h->by[i]] = 1;
    }
}
/* May the node stand where a monitor is held without a record? Others show the frames, or call C, which may ask for the
 * monitor or write an identity hash over a reservation. */
static bool is_quiet(const struct opt_node *n)
{
    return !n->state || opt_does(n, OPT_DOES_CHECK) || n->op == OPT_EXIT || n->op == OPT_POLL ||
           n->op == OPT_CHECK_UNTOLD;
}

/* ---- which monitors are held ---- */
/* Brings h from before n to after it. Monitors for which nothing is known any more have a record. */
static void pass_node(struct walk *w, const struct opt_node *n, opt_value v, struct held *h)
{
    if (n->dead) return;
    if (n->op == OPT_ENTER && h->count < NESTED)
        h->by[h->count++] = v;
    else if (n->op == OPT_ENTER || (leaves(n) && !(h->count && is_pair(opt_node(w->g, h->by[h->count - 1]), n)))) {
        note_all(w, h);
        if (n->op == OPT_ENTER) w->noted[v] = 1;
        h->count = 0;
    } else if (leaves(n))
        h->count--;
    else if (!is_quiet(n) || n->op == OPT_RETURN)
        note_all(w, h);
}
/* What the ways to the block that are known say. */
static struct held at_start(struct walk *w, u32 block)
{
    const struct opt_block *b = &w->g->blocks[block];
    struct held h = { .count = 0 };
    bool any = false;
    for (u32 p = 0; p < b->pred_count; p++) {
        if (!w->known[b->preds[p]]) continue; /* a way back: check_edges */
        const struct held *there = &w->ends[b->preds[p]];
        if (!any)
            h = *there;
        else if (!is_same(&h, there)) {
            note_all(w, &h);
            note_all(w, there);
            h.count = 0;
        }
        any = true;
    }
    return h;
}
static void find_held(struct walk *w)
{
    struct opt_graph *g = w->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        struct held h = w->first[g->order[i]] = at_start(w, g->order[i]);
        for (u32 k = 0; k < b->count; k++) pass_node(w, opt_node(g, b->nodes[k]), b->nodes[k], &h);
        w->ends[g->order[i]] = h;
        w->known[g->order[i]] = 1;
    }
}
/* Ways that do not agree with the start of the block to which they lead. */
static void check_edges(struct walk *w)
{
    for (u32 i = 0; i < w->g->order_count; i++) {
        const struct opt_block *b = &w->g->blocks[w->g->order[i]];
        for (u32 k = 0; k < b->succ_count; k++) {
            if (is_same(&w->ends[w->g->order[i]], &w->first[b->succ[k]])) continue;
            note_all(w, &w->ends[w->g->order[i]]);
            note_all(w, &w->first[b->succ[k]]);
        }
    }
}

/* ---- each node with the monitors around it ---- */
static void each_node(struct walk *w, void (*fn)(struct walk *w, struct opt_node *n, opt_value v, const struct held *h))
{
    for (u32 i = 0; i < w->g->order_count; i++) {
        const struct opt_block *b = &w->g->blocks[w->g->order[i]];
        struct held h = w->first[w->g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = opt_node(w->g, b->nodes[k]);
            if (!n->dead) fn(w, n, b->nodes[k], &h);
            pass_node(w, n, b->nodes[k], &h);
        }
    }
}
static void note_outer(struct walk *w, struct opt_node *n, opt_value v, const struct held *h)
{
    if (n->op == OPT_ENTER && w->noted[v]) note_all(w, h);
}
/* Has the innermost monitor no record? */
static bool is_unnoted(const struct walk *w, const struct held *h)
{
    return h->count && !w->noted[h->by[h->count - 1]];
}
static struct opt_state *with_monitors(const struct walk *w, const struct opt_state *state, const struct held *h)
{
    struct arena *a = &w->g->arena;
    struct opt_state *s =
        arena_memdup(a, state, sizeof *s + ((size_t)state->nlocals + state->nstack) * sizeof s->slots[0]);
    s->unrecorded = ARENA_NEW_ARRAY(a, struct opt_unrecorded, h->count);
    for (u32 i = 0; i < h->count; i++) {
        const struct opt_node *enter = opt_node(w->g, h->by[i]);
        if (!w->noted[h->by[i]])
            s->unrecorded[s->unrecorded_count++] = (struct opt_unrecorded){ enter->in[0], (i32)opt_header(enter) };
    }
    return s;
}
static void mark(struct walk *w, struct opt_node *n, opt_value v, const struct held *h)
{
    if (n->op == OPT_ENTER) n->cc = !w->noted[v];
    if (!is_unnoted(w, h)) return;
    if (leaves(n)) {
        n->cc = 1;
        n->state = NULL; /* the monitor is certainly held, so the exit never leaves */
    } else if (n->state)
        n->state = with_monitors(w, n->state, h);
}

static bool has_monitors(const struct opt_graph *g)
{
    for (u32 v = 1; v < g->count; v++)
        if (g->nodes[v].op == OPT_ENTER && !g->nodes[v].dead) return true;
    return false;
}
bool opt_unnoted(struct opt_graph *g)
{
    struct walk w = { .g = g };
    if (!has_monitors(g)) return false;
    w.first = ARENA_NEW_ARRAY(&g->scratch, struct held, g->block_count + 1);
    w.ends = ARENA_NEW_ARRAY(&g->scratch, struct held, g->block_count + 1);
    w.known = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    w.noted = ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1);
    find_held(&w);
    check_edges(&w);
    do { /* each turn notes one more at least */
        w.more = false;
        each_node(&w, note_outer);
    } while (w.more && opt_work(g, g->count));
    each_node(&w, mark);
    return true;
}
