#include "exec/opt/pass/opt_before.h"

bool opt_always_runs(const struct opt_graph *g, u32 block, u32 head)
{
    const struct opt_block *h = &g->blocks[head];
    for (u32 i = 0; i < h->pred_count; i++)
        if (opt_in_loop(g, h->preds[i], head) && !opt_dominates(g, block, h->preds[i])) return false;
    return true;
}

enum { ONE_IN = 4 };
bool opt_most_come(const struct opt_graph *g, u32 block, u32 head)
{
    const struct opt_block *b = &g->blocks[block], *h = &g->blocks[head];
    return !b->rare && b->heat && h->heat && b->heat >= h->heat / ONE_IN;
}

static opt_value on_entry(const struct opt_graph *g, u32 head, u32 before, opt_value v)
{
    const struct opt_node *n = &g->nodes[v];
    if (n->op != OPT_PHI || n->block != head) return v;
    const struct opt_block *h = &g->blocks[head];
    for (u32 i = 0; i < h->pred_count; i++)
        if (h->preds[i] == before) return n->args[i];
    return 0;
}

/* Is v available in the block `before`? A virtual object is, if its fields are; virtuals_before checks those. */
static bool is_there(const struct opt_graph *g, opt_value v, u32 before)
{
    const struct opt_node *n = &g->nodes[v];
    if (!v || n->dead) return false;
    return n->op == OPT_CONST || n->op == OPT_VIRTUAL || opt_dominates(g, n->block, before);
}
/* Replaces the fields of the state's virtual objects by their values before the loop. Returns false if one is not
 * available there. */
static bool virtuals_before(struct opt_graph *g, u32 head, u32 before, struct opt_state *s)
{
    if (!s->virtual_count) return true;
    s->virtuals = arena_memdup(&g->arena, s->virtuals, s->virtual_count * sizeof *s->virtuals);
    for (u32 i = 0; i < s->virtual_count; i++) {
        struct opt_virtual *o = &s->virtuals[i];
        o->values = arena_memdup(&g->arena, o->values, (o->fields->count + 1) * sizeof *o->values);
        for (u32 f = 0; f < o->fields->count; f++) {
            o->values[f] = on_entry(g, head, before, o->values[f]);
            if (!is_there(g, o->values[f], before)) return false;
        }
    }
    return true;
}
struct opt_state *opt_state_before(struct opt_graph *g, u32 head, u32 before)
{
    const struct opt_state *t = g->blocks[head].entry;
    if (!t || g->m->left_early) return NULL;
    u32 n = (u32)t->nlocals + t->nstack;
    struct opt_state *copy = arena_alloc(&g->arena, sizeof *copy + n * sizeof copy->slots[0]);
    memcpy(copy, t, sizeof *copy + n * sizeof copy->slots[0]);
    copy->reason = OPT_EARLY;
    if (!virtuals_before(g, head, before, copy)) return NULL;
    for (u32 i = 0; i < n; i++)
        if (copy->slots[i]) {
            copy->slots[i] = on_entry(g, head, before, copy->slots[i]);
            if (!is_there(g, copy->slots[i], before)) return NULL;
        }
    return copy;
}

struct opt_state *opt_state_guessed(struct opt_graph *g, u32 head, u32 before)
{
    struct opt_state *s = g->m->left_guess ? NULL : opt_state_before(g, head, before);
    if (s) s->reason = OPT_LIKELY;
    return s;
}

bool opt_stays(const struct opt_graph *g, opt_value v, u32 head)
{
    return !v || g->nodes[v].op == OPT_CONST || !opt_in_loop(g, g->nodes[v].block, head);
}

bool opt_asks_for_class(const struct opt_node *n) { return n->op == OPT_CHECK_CAST || n->op == OPT_CHECK_CLASS; }
u16 *opt_count_asked(struct opt_graph *g, u32 head)
{
    u16 *asked = ARENA_NEW_ARRAY(&g->scratch, u16, g->count + 1);
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; opt_in_loop(g, g->order[i], head) && k < b->count; k++) {
            const struct opt_node *n = opt_node(g, b->nodes[k]);
            if (opt_asks_for_class(n)) asked[n->in[0]]++;
            bool compares = (n->op == OPT_IF || n->op == OPT_TEST) && n->in[0];
            if (compares && opt_node(g, n->in[0])->op == OPT_CLASS_OF) asked[opt_node(g, n->in[0])->in[0]]++;
        }
    }
    return asked;
}
