/* Monitors without records. The thread's lock stack says which frame holds which monitor. It is read by callees, by the
 * interpreter and by threads that stop this one. A record is not needed if nothing can read it: all ways from an
 * OPT_ENTER lead straight to the exit of the same object and frame, and no node in between has a state, apart from
 * nodes of further such pairs. If one of those leaves for the interpreter, it first makes the records of the pairs
 * around it. */
#include "exec/opt/pass/opt_pass.h"

enum { NESTED = 8 };

struct walk {
    struct opt_graph *g;
    opt_value held[NESTED]; /* entered and not left yet, innermost last */
    u32 count;
};

static bool leaves(const struct opt_node *n) { return n->op == OPT_EXIT_MONITOR || n->op == OPT_EXIT_METHOD; }
static bool is_pair(const struct opt_node *enter, const struct opt_node *exit)
{
    bool of_method = exit->op == OPT_EXIT_METHOD;
    return exit->in[0] && enter->in[0] == exit->in[0] && enter->imm == exit->imm &&
           of_method == (enter->kind == OPT_OF_METHOD);
}

/* ---- pairs ---- */
static void find_pair(struct walk *w, struct opt_node *n, opt_value v)
{
    if (n->op == OPT_ENTER && w->count < NESTED)
        w->held[w->count++] = v;
    else if (leaves(n) && w->count && is_pair(opt_node(w->g, w->held[w->count - 1]), n)) {
        opt_node(w->g, w->held[--w->count])->cc = n->cc = 1;
        n->state = NULL; /* the monitor is certainly held, so the exit never leaves */
    } else if (n->state)
        w->count = 0;
}

/* ---- pairs around a node ---- */
static void note_around(struct walk *w, struct opt_node *n)
{
    n->args = ARENA_NEW_ARRAY(&w->g->arena, opt_value, w->count + 1);
    n->argc = (u16)w->count;
    i32 *headers = ARENA_NEW_ARRAY(&w->g->arena, i32, w->count + 1);
    for (u32 i = 0; i < w->count; i++) {
        const struct opt_node *around = opt_node(w->g, w->held[i]);
        n->args[i] = around->in[0];
        headers[i] = (i32)around->imm;
    }
    n->ptr = headers;
}
static void find_around(struct walk *w, struct opt_node *n, opt_value v)
{
    if (n->cc != 1 || (n->op != OPT_ENTER && !leaves(n))) return;
    if (n->op != OPT_ENTER) {
        w->count--;
        return;
    }
    note_around(w, n);
    w->held[w->count++] = v;
}

/* ---- sequences of blocks ---- */
/* Is the block's only predecessor a block with no other successor? */
static bool goes_on(const struct opt_graph *g, u32 block)
{
    const struct opt_block *b = &g->blocks[block];
    return b->pred_count == 1 && g->blocks[b->preds[0]].succ_count == 1 && b->preds[0] != block;
}
static void each_in_row(struct walk *w, u32 block, void (*fn)(struct walk *w, struct opt_node *n, opt_value v))
{
    w->count = 0;
    for (;;) {
        const struct opt_block *b = &w->g->blocks[block];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = opt_node(w->g, b->nodes[k]);
            if (!n->dead) fn(w, n, b->nodes[k]);
        }
        if (b->succ_count != 1 || !goes_on(w->g, b->succ[0])) return;
        block = b->succ[0];
    }
}

bool opt_unnoted(struct opt_graph *g)
{
    struct walk w = { .g = g };
    for (u32 i = 0; i < g->order_count; i++) {
        if (goes_on(g, g->order[i])) continue;
        each_in_row(&w, g->order[i], find_pair);
        each_in_row(&w, g->order[i], find_around);
    }
    return true;
}
