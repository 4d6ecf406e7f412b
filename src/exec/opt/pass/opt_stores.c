/* Removes stores to places that are stored to again before anybody can read them.
 *
 * A walk backwards through each block, the last blocks first, keeps the set of places that every way from here stores
 * to before it reads them. A node that leaves, calls or stops ends the set, because the interpreter and tools read
 * memory there. So does the start of a loop: later passes move checks before it. */
#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_pass.h"

enum { MOST_PLACES = 12 };

struct places {
    u32 count;
    struct opt_cell all[MOST_PLACES];
};
struct stores {
    struct opt_graph *g;
    struct places *first; /* by block: at its start */
};

static bool is_store(const struct opt_node *n)
{
    return (n->op == OPT_STORE || n->op == OPT_STORE_ELEMENT) && !opt_is_ordered(n);
}
static bool has(const struct places *set, const struct opt_cell *p)
{
    for (u32 i = 0; i < set->count; i++)
        if (opt_same_cell(&set->all[i], p)) return true;
    return false;
}
static void put_in(struct places *set, const struct opt_cell *p)
{
    if (set->count < MOST_PLACES) set->all[set->count++] = *p;
}
static void forget_memory(struct places *set, u64 memory)
{
    u32 kept = 0;
    for (u32 i = 0; i < set->count; i++)
        if (!(set->all[i].memory & memory)) set->all[kept++] = set->all[i];
    set->count = kept;
}
/* The places that all ways out of the block store to. */
static struct places at_end(const struct stores *s, const struct opt_block *b)
{
    struct places set = { 0 };
    for (u32 k = 0; k < b->succ_count; k++) {
        const struct places *there = &s->first[b->succ[k]];
        if (k == 0) {
            set = *there;
            continue;
        }
        u32 kept = 0;
        for (u32 i = 0; i < set.count; i++)
            if (has(there, &set.all[i])) set.all[kept++] = set.all[i];
        set.count = kept;
    }
    return set;
}
static bool walk_block(struct stores *s, u32 at)
{
    struct opt_graph *g = s->g;
    struct opt_block *b = &g->blocks[at];
    struct places set = at_end(s, b);
    bool any = false;
    for (u32 k = b->count; k-- > 0 && opt_work(g, 1 + set.count);) {
        struct opt_node *n = opt_node(g, b->nodes[k]);
        if (n->dead) continue;
        if (is_store(n)) {
            struct opt_cell p = opt_cell_of(g, n);
            if (has(&set, &p))
                any = n->dead = true;
            else
                put_in(&set, &p);
        } else if (opt_does(n, OPT_DOES_LEAVES) || opt_kills_memory(n))
            set.count = 0;
        else if (opt_does(n, OPT_DOES_READS))
            forget_memory(&set, (u64)1 << opt_memory_class(g, n));
    }
    bool head = b->loop == at;
    if (head || b->entry) set.count = 0;
    s->first[at] = set;
    return any;
}
static void remove_dead(struct opt_graph *g)
{
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++)
            if (!g->nodes[b->nodes[k]].dead) b->nodes[kept++] = b->nodes[k];
        b->count = kept;
    }
}

static u32 count_stores(const struct opt_graph *g)
{
    u32 count = 0;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) count += is_store(&g->nodes[b->nodes[k]]);
    }
    return count;
}

bool opt_stores(struct opt_graph *g)
{
    if (count_stores(g) < 2) return false;
    struct stores s = { g, (struct places *)arena_alloc_array(&g->scratch, g->block_count + 1, sizeof(struct places)) };
    bool any = false;
    for (u32 i = g->order_count; i-- > 0;) any |= walk_block(&s, g->order[i]);
    if (any) remove_dead(g);
    return any;
}
