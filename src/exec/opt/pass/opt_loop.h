/* Shared by opt_unroll.c, opt_vector.c and opt_unswitch.c: innermost loops, and copies of them. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_LOOP_H
#define ARGUS_EXEC_OPT_PASS_OPT_LOOP_H

#include "exec/opt/opt_ir.h"

enum { LOOP_BLOCKS = 24 };

struct opt_loop {
    struct opt_graph *g;
    u32 made;       /* number of new nodes */
    bool may_leave; /* blocks may lead from the middle of the loop to merges behind it */
    u32 head, before, latch, entry /* `before`'s index in the head's preds */;
    u32 blocks[LOOP_BLOCKS], count; /* in order, the head first, and blocks outside that end the code */
    opt_value phi, limit;
    i64 step;
    u8 cc;          /* the loop goes on while phi cc limit */
    opt_value *map; /* by old value: its replacement in the iteration being made */
    u32 mapped;
    u32 *to;         /* by block of the loop: its copy in this iteration */
    u32 first, last; /* in the new loop: the block with the condition, and the one with the back edge */
};

static inline struct opt_node *node(const struct opt_loop *u, opt_value v) { return &u->g->nodes[v]; }
static inline struct opt_block *loop_block(const struct opt_loop *u, u32 b) { return &u->g->blocks[b]; }
static inline bool in_loop(const struct opt_loop *u, u32 b) { return opt_in_loop(u->g, b, u->head); }
static inline opt_value last_of(const struct opt_block *b) { return b->nodes[b->count - 1]; }
static inline opt_value now(const struct opt_loop *u, opt_value v)
{
    return v && v < u->mapped && u->map[v] ? u->map[v] : v;
}

/* Where the loop goes when its head's condition fails. */
static inline u32 opt_loop_way_out(const struct opt_loop *u)
{
    const struct opt_block *h = loop_block(u, u->head);
    return h->succ[in_loop(u, h->succ[0]) ? 1 : 0];
}

/* Describes the loop at `head`, up to `count`. Returns false if it has inner loops, or is left elsewhere than at its
 * head by other ways than those that end the code, or those that `may_leave` allows. */
bool opt_loop_found(struct opt_loop *u, u32 head);
/* The same for a loop that counts, up to `cc`. */
bool opt_loop_counts(struct opt_loop *u, u32 head);
/* A copy of the frames s with the values of this iteration. */
struct opt_state *opt_loop_state(struct opt_loop *u, const struct opt_state *s);
/* opt_close.c. Where blocks of the loop lead to merges: makes merges of the loop's values, so that only merges, for
 * these ways, and code behind the head's condition use them. Call it when all else is known to be right. Returns false
 * if it cannot; then nothing has changed. */
bool opt_loop_close(struct opt_loop *u);
/* Copies the node to the end of the block `to`, with operands and frames as they are in this iteration. */
opt_value opt_loop_copy_node(struct opt_loop *u, opt_value v, u32 to);
/* Copies the body of an iteration. Its head has been copied to u->to[head]. `next` is the block that follows. */
void opt_loop_copy_body(struct opt_loop *u, u32 next, bool polls);
u32 opt_loop_add_block(struct opt_loop *u, u32 like);
void opt_loop_preds(struct opt_loop *u, u32 b, const u32 *preds, u32 n);
/* Ends the block with a GOTO, which it returns. */
opt_value opt_loop_go(struct opt_loop *u, u32 from, u32 to);
/* Adds an int computation to the block before the loop. */
opt_value opt_loop_int(struct opt_loop *u, u8 op, opt_value x, opt_value y, i64 imm);
/* The limit of the counter for a loop that does so many iterations at once. Such a loop does not start where the
 * counter would overflow. */
opt_value opt_loop_limit(struct opt_loop *u, u32 turns);

#endif
