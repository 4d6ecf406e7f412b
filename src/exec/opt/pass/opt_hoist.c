/* Moves what does not change in a loop to the block before the loop, innermost loops first. Checks move too: their
 * state becomes that before the loop. A branch whose one way leaves the code is a check.
 *
 * CHECK_UNTOLD moves out of a loop in which control neither stops and comes back nor sees what other threads have
 * stored: then no store tells when the answer changed. Each turn polls, and switching such an event on makes
 * threads leave at their next poll (events_asked_early). CHECK_INIT moves where that may, and keeps its reason. */
#include "exec/opt/pass/opt_before.h"
#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_pass.h"
#include "thread/events.h"

/* If n tests the class of an object: how often the loop does. */
static u32 times_asked(const struct opt_graph *g, const u16 *asked, const struct opt_node *n)
{
    if (opt_asks_for_class(n)) return asked[n->in[0]];
    const struct opt_node *x = &g->nodes[n->in[0]];
    return n->op == OPT_IF && x->op == OPT_CLASS_OF ? asked[x->in[0]] : 0;
}

/* Does the block, to which one branch leads, only leave the code? */
static bool only_leaves(const struct opt_graph *g, u32 at)
{
    const struct opt_block *b = &g->blocks[at];
    if (b->pred_count != 1 || !b->count || g->nodes[b->nodes[b->count - 1]].op != OPT_EXIT) return false;
    for (u32 k = 0; k + 1 < b->count; k++)
        if (!g->nodes[b->nodes[k]].dead && g->nodes[b->nodes[k]].op != OPT_CONST) return false;
    return true;
}
/* The check that leaves as the branch n at the end of the block does: OPT_CHECK_…; 0: there is none. leaving: the way
 * of the branch that leaves. */
static u8 check_for_branch(const struct opt_graph *g, const struct opt_node *n, u32 at, u32 *leaving)
{
    const struct opt_block *b = &g->blocks[at];
    if (n->op != OPT_IF || b->succ[0] == b->succ[1]) return 0;
    *leaving = only_leaves(g, b->succ[0]) ? 0 : 1;
    if (!only_leaves(g, b->succ[*leaving])) return 0;
    const struct opt_node *x = &g->nodes[n->in[0]], *y = &g->nodes[n->in[1]];
    bool floats = x->type == OPT_FLOAT || x->type == OPT_DOUBLE;
    bool stays_unless_null = n->cc == (*leaving ? OPT_NE : OPT_EQ);
    if (x->type == OPT_REF && y->op == OPT_CONST && !y->imm && stays_unless_null) return OPT_CHECK_NULL;
    return floats ? 0 : OPT_CHECK_ORDER;
}
/* Turns the branch into that check, without a state. Nodes that depended on the branch depend on the check. */
static void make_check(struct opt_graph *g, u32 at)
{
    struct opt_block *b = &g->blocks[at];
    struct opt_node *n = opt_node(g, b->nodes[b->count - 1]);
    u32 leaving = 0;
    u8 check = check_for_branch(g, n, at, &leaving);
    VM_ASSERT(check);
    u32 gone = b->succ[leaving], stays = b->succ[1 - leaving];
    struct opt_block *exit = &g->blocks[gone];
    opt_value x = n->in[0], y = n->in[1];
    u8 cc = leaving ? n->cc : n->cc ^ 1;
    opt_become(n, check, OPT_VOID);
    n->in[0] = x;
    n->in[1] = check == OPT_CHECK_ORDER ? y : 0;
    n->cc = check == OPT_CHECK_ORDER ? cc : 0;
    for (u32 k = 0; k + 1 < exit->count; k++)
        if (g->nodes[exit->nodes[k]].op == OPT_CONST) opt_insert_before_end(g, 1, exit->nodes[k]);
    exit->count = 0;
    b->succ[0] = stays;
    b->succ_count = 1;
    opt_remove_pred(g, gone, at);
}
/* Does n load what the loop does not change? */
static bool stays_in_memory(struct opt_graph *g, const struct opt_node *n, u64 kills)
{
    if (!opt_reads_memory(n) || opt_is_ordered(n)) return false;
    return opt_loads_known(n) || !(kills >> opt_memory_class(g, n) & 1);
}
/* May the loop go on for as long as it likes with the answer of a CHECK_UNTOLD before it? Its nodes do not stop, call
 * or kill memory, and every turn has a poll. */
static bool stays_untold(const struct opt_graph *g, u32 head)
{
    const struct opt_block *h = &g->blocks[head];
    u64 polled = 0; /* by the head's predecessors */
    if (h->pred_count > 64) return false;
    for (u32 i = h->order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        const struct opt_block *b = &g->blocks[at];
        if (!opt_in_loop(g, at, head)) continue;
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = &g->nodes[b->nodes[k]];
            if (n->dead) continue;
            bool goes = opt_is_check(n) || n->op == OPT_POLL || n->op == OPT_CHECK_UNTOLD || n->op == OPT_EXIT;
            if (opt_kills_memory(n) || (opt_does(n, OPT_DOES_LEAVES) && !goes)) return false;
            for (u32 p = 0; p < h->pred_count && n->op == OPT_POLL; p++)
                if (g->blocks[h->preds[p]].order && opt_dominates(g, at, h->preds[p])) polled |= (u64)1 << p;
        }
    }
    for (u32 p = 0; p < h->pred_count; p++)
        if (opt_in_loop(g, h->preds[p], head) && !(polled >> p & 1)) return false;
    return true;
}
/* Moves v, a CHECK_UNTOLD or CHECK_INIT, out of the loop. Returns false if it has to stay. */
static bool ask_before(struct opt_graph *g, u32 head, u32 before, opt_value v)
{
    if (!opt_work(g, g->order_count) || !stays_untold(g, head)) return false;
    struct opt_state *s = opt_state_before(g, head, before);
    if (!s) return false;
    s->reason = opt_node(g, v)->state->reason;
    opt_node(g, v)->state = s;
    if (opt_node(g, v)->op == OPT_CHECK_UNTOLD) atomic_store(&events_asked_early, true);
    return true;
}
/* The frames before the loop, for checks that moved there. */
struct early {
    struct opt_state *always, *likely; /* NULL: none */
    bool tried, tried_likely;
};
static struct opt_state *early_state(struct opt_graph *g, u32 head, u32 before, struct early *e, bool always)
{
    bool *tried = always ? &e->tried : &e->tried_likely;
    struct opt_state **s = always ? &e->always : &e->likely;
    if (!*tried) *s = always ? opt_state_before(g, head, before) : opt_state_guessed(g, head, before);
    *tried = true;
    return *s;
}
/* changed: set where branches have become checks. */
static bool hoist_from(struct opt_graph *g, const u64 *kills, u32 head, bool *changed)
{
    u32 before = opt_before_loop(g, head);
    if (!before || !opt_work(g, g->count)) return false;
    u16 *asked = opt_count_asked(g, head);
    struct early early = { 0 };
    struct opt_state *entry = NULL;
    bool any = false, branch_out = false;
    u32 leaving = 0;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head)) continue;
        bool always = opt_always_runs(g, at, head), likely = !always && opt_most_come(g, at, head);
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
                else if (n->known && b->rare) /* the way to an exception: the text of its message */
                    out = false;
                else if (opt_is_pure(n))
                    out = (n->op != OPT_DIV && n->op != OPT_REM) || always;
                else if (stays_in_memory(g, n, kills[head]))
                    out = n->dep == 0 || always || opt_stays(g, n->dep, head);
                else if (n->op == OPT_CHECK_INIT)
                    out = always && ask_before(g, head, before, v);
                else if ((always || (likely && times_asked(g, asked, n) <= 1)) &&
                         (opt_is_check(n) || check_for_branch(g, n, at, &leaving))) {
                    bool moved = n->state && n->state->reason == OPT_LIKELY; /* out of a loop in this one */
                    entry = early_state(g, head, before, &early, always && !moved);
                    out = entry != NULL && opt_is_check(n);
                    if (out) n->state = entry;
                    branch_out = entry && !out;
                } else if ((always || likely) && n->op == OPT_CHECK_UNTOLD)
                    out = ask_before(g, head, before, v);
            }
            if (out && opt_asks_for_class(n)) asked[n->in[0]]--;
            any |= out;
            if (out)
                opt_insert_before_end(g, before, v);
            else
                g->blocks[at].nodes[kept++] = v;
        }
        g->blocks[at].count = kept;
        if (!branch_out) continue;
        branch_out = false;
        any = *changed = true;
        opt_value v = g->blocks[at].nodes[kept - 1];
        make_check(g, at);
        g->nodes[v].state = entry;
        const struct opt_node *x = opt_node(g, g->nodes[v].in[0]);
        if (x->op == OPT_CLASS_OF) asked[x->in[0]]--;
        g->blocks[at].count = kept - 1;
        opt_insert_before_end(g, before, v);
        opt_append(g, at, opt_new_node(g, OPT_GOTO, OPT_VOID));
    }
    return any;
}

bool opt_hoist(struct opt_graph *g)
{
    const u64 *kills = opt_killed_by_loops(g);
    bool any = false, changed = false;
    for (u32 i = g->order_count; i-- > 0;)
        if (g->blocks[g->order[i]].loop == g->order[i]) any |= hoist_from(g, kills, g->order[i], &changed);
    if (changed) opt_analyze(g);
    return any;
}
