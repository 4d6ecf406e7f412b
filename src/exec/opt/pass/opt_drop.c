/* Removes values that nothing uses. */
#include "exec/opt/pass/opt_pass.h"

struct marker {
    struct opt_graph *g;
    u8 *needed;
    opt_value *stack;
    u32 depth;
};
static void need(void *arg, opt_value *use)
{
    struct marker *m = arg;
    if (m->needed[*use]) return;
    m->needed[*use] = 1;
    m->stack[m->depth++] = *use;
}
bool opt_drop(struct opt_graph *g)
{
    bool any = false;
    struct marker m = { g, ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1),
                        ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1), 0 };
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            opt_value v = b->nodes[k];
            if (!opt_is_removable(&g->nodes[v])) need(&m, &v);
        }
        if (g->loops_done) b->entry = NULL; /* no check moves before a loop any more */
        for (struct opt_state *t = b->entry; t; t = t->caller) opt_each_in_frame(t, need, &m);
    }
    while (m.depth) {
        opt_value v = m.stack[--m.depth];
        opt_each_use(g, &g->nodes[v], need, &m);
        if (g->nodes[v].dep) need(&m, &g->nodes[v].dep);
    }
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            if (m.needed[b->nodes[k]])
                b->nodes[kept++] = b->nodes[k];
            else
                any = g->nodes[b->nodes[k]].dead = true;
        }
        b->count = kept;
    }
    return any;
}
