/* The order of blocks in memory: a loop is contiguous, with its condition at its end. Rare blocks come last. */
#include "exec/opt/opt_ir.h"

/* A block all of whose successors are rare is rare. */
static void spread_rare(struct opt_graph *g)
{
    for (bool changed = true; changed && opt_work(g, g->order_count);) {
        changed = false;
        for (u32 i = g->order_count; i-- > 0;) {
            struct opt_block *b = &g->blocks[g->order[i]];
            bool rare = b->succ_count > 0 && g->order[i] != 1;
            for (u32 k = 0; k < b->succ_count; k++) rare &= g->blocks[b->succ[k]].rare;
            if (!rare || b->rare) continue;
            b->rare = changed = true;
        }
    }
}

/* The successor that is visited first, and so comes last in the order: one that leaves the loop. */
static u32 first_visited(const struct opt_graph *g, u32 block)
{
    const struct opt_block *b = &g->blocks[block];
    if (b->succ_count < 2) return 0;
    bool out0 = !opt_in_loop(g, b->succ[0], b->loop), out1 = !opt_in_loop(g, b->succ[1], b->loop);
    return b->loop && out0 != out1 ? out1 : 1;
}

/* Reverse postorder in which each loop is contiguous. */
static u32 order_by_loops(struct opt_graph *g, u32 *blocks)
{
    u32 depth = 0, n = g->order_count, at = n;
    u32 *stack = ARENA_NEW_ARRAY(&g->arena, u32, n + 1);
    u8 *next = ARENA_NEW_ARRAY(&g->arena, u8, g->block_count + 1),
       *seen = ARENA_NEW_ARRAY(&g->arena, u8, g->block_count + 1);
    stack[depth++] = 1;
    seen[1] = 1;
    while (depth) {
        u32 b = stack[depth - 1];
        const struct opt_block *x = &g->blocks[b];
        if (next[b] == x->succ_count) {
            blocks[--at] = b;
            depth--;
            continue;
        }
        u32 s = x->succ[first_visited(g, b) ^ next[b]++];
        if (x->succ_count == 1) s = x->succ[0];
        if (seen[s]) continue;
        seen[s] = 1;
        stack[depth++] = s;
    }
    return n - at;
}

/* Rotates loops that begin with their condition so that they end with it, which saves a jump in each iteration. */
static void turn_loops(const struct opt_graph *g, u32 *blocks, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        u32 head = blocks[i], end = i + 1;
        const struct opt_block *h = &g->blocks[head];
        if (h->loop != head || h->succ_count != 2) continue;
        if (opt_in_loop(g, h->succ[0], head) == opt_in_loop(g, h->succ[1], head)) continue;
        while (end < n && opt_in_loop(g, blocks[end], head)) end++;
        const struct opt_block *last = &g->blocks[blocks[end - 1]];
        if (last->succ_count != 1 || last->succ[0] != head) continue;
        for (u32 k = i; k + 1 < end; k++) blocks[k] = blocks[k + 1];
        blocks[end - 1] = head;
        if (g->blocks[blocks[i]].loop == blocks[i]) i--; /* an inner loop starts here */
    }
}

u32 opt_lay_out(struct opt_graph *g, u32 *blocks)
{
    u32 *all = ARENA_NEW_ARRAY(&g->arena, u32, g->order_count + 1), n = 0;
    spread_rare(g);
    u32 count = order_by_loops(g, all);
    for (u32 rare = 0; rare < 2; rare++) {
        u32 from = n;
        for (u32 i = 0; i < count; i++)
            if (g->blocks[all[i]].rare == rare) blocks[n++] = all[i];
        if (!rare) turn_loops(g, blocks + from, n - from);
    }
    return n;
}
