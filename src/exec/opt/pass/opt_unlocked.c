/* A method with monitorenter asks at its end whether its frame still holds a monitor (CHECK_UNLOCKED). The question is
 * needless where no way leads to it from an ENTER of that frame that no exit of the frame has answered.
 *
 * A walk over the blocks finds how many monitors a frame holds at most at the start of each, until nothing changes. A
 * frame begins without any, apart from an interpreter's, which enters the code in a loop: that is the outermost one. */
#include "exec/opt/pass/opt_pass.h"

enum { MOST_FRAMES = 16, MANY = 3 /* or more: no exit takes one away */, OUTERMOST = 0 /* its header */ };

struct asked {
    struct opt_graph *g;
    i32 headers[MOST_FRAMES]; /* of the frames that are asked about */
    u32 count;
    u8 (*first)[MOST_FRAMES]; /* by block: monitors held at most at its start */
};

static bool find_frame(const struct asked *a, i32 header, u32 *at)
{
    for (u32 i = 0; i < a->count; i++)
        if (a->headers[i] == header) {
            *at = i;
            return true;
        }
    return false;
}
static void find_questions(struct asked *a)
{
    for (u32 i = 0; i < a->g->order_count; i++) {
        const struct opt_block *b = &a->g->blocks[a->g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = opt_node(a->g, b->nodes[k]);
            u32 at = 0;
            bool asks = n->op == OPT_CHECK_UNLOCKED && !n->dead;
            if (asks && a->count < MOST_FRAMES && !find_frame(a, (i32)opt_header(n), &at))
                a->headers[a->count++] = (i32)opt_header(n);
        }
    }
}
/* Brings `held` from before n to after it. */
static void pass_node(const struct asked *a, const struct opt_node *n, u8 *held)
{
    u32 at = 0;
    bool enters = n->op == OPT_ENTER, leaves = n->op == OPT_EXIT_MONITOR || n->op == OPT_EXIT_METHOD;
    if (n->dead || (!enters && !leaves) || !find_frame(a, (i32)opt_header(n), &at)) return;
    if (enters && held[at] < MANY) held[at]++;
    if (leaves && held[at] && held[at] < MANY) held[at]--; /* it has left one, else the code was left */
}
/* The k-th successor of b starts with at least the monitors that b ends with. Returns whether it has more now. */
static bool lead_on(const struct asked *a, const struct opt_block *b, u32 k, const u8 *held)
{
    bool more = false, entry = b->count && opt_node(a->g, b->nodes[b->count - 1])->op == OPT_ENTRIES && k == 1;
    u8 *there = a->first[b->succ[k]];
    for (u32 i = 0; i < a->count; i++) {
        u8 here = entry ? (a->headers[i] == OUTERMOST ? MANY : 0) : held[i];
        if (here <= there[i]) continue;
        there[i] = here;
        more = true;
    }
    return more;
}
static bool walk_once(const struct asked *a)
{
    bool more = false;
    for (u32 i = 0; i < a->g->order_count && opt_work(a->g, 1); i++) {
        const struct opt_block *b = &a->g->blocks[a->g->order[i]];
        u8 held[MOST_FRAMES];
        memcpy(held, a->first[a->g->order[i]], sizeof held);
        for (u32 k = 0; k < b->count; k++) pass_node(a, opt_node(a->g, b->nodes[k]), held);
        for (u32 k = 0; k < b->succ_count; k++) more |= lead_on(a, b, k, held);
    }
    return more;
}
static bool drop_questions(const struct asked *a)
{
    bool any = false;
    for (u32 i = 0; i < a->g->order_count; i++) {
        struct opt_block *b = &a->g->blocks[a->g->order[i]];
        u8 held[MOST_FRAMES];
        memcpy(held, a->first[a->g->order[i]], sizeof held);
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = opt_node(a->g, b->nodes[k]);
            u32 at = 0;
            pass_node(a, n, held);
            if (n->op == OPT_CHECK_UNLOCKED && find_frame(a, (i32)opt_header(n), &at) && !held[at])
                any = n->dead = true;
            else
                b->nodes[kept++] = b->nodes[k];
        }
        b->count = kept;
    }
    return any;
}

bool opt_unlocked(struct opt_graph *g)
{
    struct asked a = { .g = g };
    find_questions(&a);
    if (!a.count) return false;
    a.first = arena_alloc_array(&g->scratch, g->block_count + 1, sizeof *a.first);
    memset(a.first, 0, (g->block_count + 1) * sizeof *a.first);
    while (walk_once(&a))
        if (!opt_work(g, g->order_count)) return false;
    return !g->why_not && drop_questions(&a);
}
