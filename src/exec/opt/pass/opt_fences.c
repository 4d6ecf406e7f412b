/* Fences that another one follows. A fence lets no later load be served before earlier stores are seen. Of two without
 * a load, or a way out of the code, in between the later one does for both: stores become visible in their order.
 *
 * The source is HotSpot's Matcher::post_store_load_barrier. */
#include "exec/opt/pass/opt_pass.h"

/* A node that waits until all stores before it are seen: by a fence behind it, or because it holds the bus. */
static bool waits(const struct opt_node *n)
{
    switch (n->op) {
    case OPT_STORE:
    case OPT_RAW_STORE: return opt_is_volatile(n) == 1;
    case OPT_FENCE: return opt_is_full(n);
    case OPT_RAW_COMPARE:
    case OPT_RAW_ADD:
    case OPT_RAW_SET: return true;
    default: return false;
    }
}
/* Does a node that waits follow the one at k of the block before anything that reads memory or leaves the code? */
static bool another_follows(struct opt_graph *g, u32 at, u32 k)
{
    for (;;) {
        const struct opt_block *b = &g->blocks[at];
        for (k++; k < b->count; k++) {
            const struct opt_node *n = opt_node(g, b->nodes[k]);
            if (n->dead) continue;
            if (waits(n)) return true;
            bool stays = n->op == OPT_PHI || n->op == OPT_ANCHOR || n->op == OPT_GOTO || n->op == OPT_STORE ||
                         n->op == OPT_STORE_ELEMENT || n->op == OPT_FENCE || opt_is_pure(n);
            if (!stays || !opt_work(g, 1)) return false;
        }
        if (b->succ_count != 1) return false;
        u32 next = b->succ[0];
        if (g->blocks[next].order <= b->order) return false; /* once around a loop, which has a poll */
        at = next;
        k = -1u;
    }
}
bool opt_fences(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = opt_node(g, b->nodes[k]);
            bool fence = n->op == OPT_STORE || n->op == OPT_RAW_STORE || n->op == OPT_FENCE;
            if (n->dead || !fence || !waits(n) || !another_follows(g, g->order[i], k)) continue;
            n->cc = n->op == OPT_FENCE ? 0 : OPT_UNFENCED;
            any = true;
        }
    }
    return any;
}
