/* Moves what does not change in a loop to the block before the loop, innermost loops first. Checks move too: their
 * state becomes that before the loop. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_pass.h"

static bool asks_for_class(const struct opt_node *n) { return n->op == OPT_CHECK_CAST || n->op == OPT_CHECK_CLASS; }
/* By value, how often the loop tests the class of this object. Before such a test the object may be of another class,
 * without the field that the loop reads, so loads from it must not move before the loop. */
static u16 *count_asked(struct opt_graph *g, u32 head)
{
    u16 *asked = ARENA_NEW_ARRAY(&g->arena, u16, g->count + 1);
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; opt_in_loop(g, g->order[i], head) && k < b->count; k++) {
            const struct opt_node *n = opt_node(g, b->nodes[k]);
            if (asks_for_class(n)) asked[n->in[0]]++;
            bool compares = (n->op == OPT_IF || n->op == OPT_TEST) && n->in[0];
            if (compares && opt_node(g, n->in[0])->op == OPT_CLASS_OF) asked[opt_node(g, n->in[0])->in[0]]++;
        }
    }
    return asked;
}

static bool hoist_from(struct opt_graph *g, const u64 *kills, u32 head)
{
    u32 before = opt_before_loop(g, head);
    if (!before || !opt_work(g, g->count)) return false;
    u16 *asked = count_asked(g, head);
    struct opt_state *entry = NULL;
    bool tried = false, any = false;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head)) continue;
        bool always = opt_always_runs(g, at, head);
        struct opt_block *b = &g->blocks[at];
        u32 kept = 0, count = b->count;
        for (u32 k = 0; k < count; k++) {
            b = &g->blocks[at];
            opt_value v = b->nodes[k];
            struct opt_node *n = opt_node(g, v);
            bool fixed = opt_stays(g, n->in[0], head) && opt_stays(g, n->in[1], head) && opt_stays(g, n->in[2], head) &&
                         opt_stays(g, n->dep, head);
            bool out = false;
            if (fixed && n->op != OPT_PHI && n->op != OPT_CONST && !n->argc) {
                if (asked[n->in[0]] && (opt_reads_memory(n) || n->op == OPT_ARRAY_LENGTH))
                    out = false;
                else if (opt_is_pure(n))
                    out = (n->op != OPT_DIV && n->op != OPT_REM) || always;
                else if (opt_reads_memory(n) && !opt_is_ordered(n) && !(kills[head] >> opt_memory_class(g, n) & 1))
                    out = n->dep == 0 || always || opt_stays(g, n->dep, head);
                else if (opt_is_check(n) && always) {
                    if (!tried) entry = opt_state_before(g, head, before);
                    tried = true;
                    out = entry != NULL;
                    if (out) n->state = entry;
                }
            }
            if (out && asks_for_class(n)) asked[n->in[0]]--;
            any |= out;
            if (out)
                opt_insert_before_end(g, before, v);
            else
                g->blocks[at].nodes[kept++] = v;
        }
        g->blocks[at].count = kept;
    }
    return any;
}

bool opt_hoist(struct opt_graph *g)
{
    const u64 *kills = opt_killed_by_loops(g);
    bool any = false;
    for (u32 i = g->order_count; i-- > 0;)
        if (g->blocks[g->order[i]].loop == g->order[i]) any |= hoist_from(g, kills, g->order[i]);
    return any;
}
