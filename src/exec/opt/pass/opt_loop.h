/* Between opt_unroll.c and opt_vector.c: innermost loops that count, and what is put before them. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_LOOP_H
#define ARGUS_EXEC_OPT_PASS_OPT_LOOP_H

#include "exec/opt/opt_ir.h"

enum { LOOP_BLOCKS = 24 };

struct opt_loop {
    struct opt_graph *g;
    u32 made; /* nodes, so far */
    u32 head, before, latch, entry /* of the head's preds: before */;
    u32 blocks[LOOP_BLOCKS], count; /* in order, the head first, and those that end behind it */
    opt_value phi, limit;
    i64 step;
    u8 cc;          /* it goes on while phi cc limit */
    opt_value *map; /* by value that was there before: what stands for it in this turn */
    u32 mapped;
    u32 *to;         /* by block of the loop: its copy in this turn */
    u32 first, last; /* of the turns: the block with the condition, the one that closes the loop */
};

static inline struct opt_node *node(const struct opt_loop *u, opt_value v) { return &u->g->nodes[v]; }
static inline struct opt_block *loop_block(const struct opt_loop *u, u32 b) { return &u->g->blocks[b]; }
static inline bool in_loop(const struct opt_loop *u, u32 b) { return opt_in_loop(u->g, b, u->head); }
static inline opt_value last_of(const struct opt_block *b) { return b->nodes[b->count - 1]; }
static inline opt_value now(const struct opt_loop *u, opt_value v)
{
    return v && v < u->mapped && u->map[v] ? u->map[v] : v;
}

/* Fills in what the loop at `head` is, up to `cc`. false: it has loops inside, does not count, or is left elsewhere
 * than at its head by more than what ends the code. */
bool opt_loop_counts(struct opt_loop *u, u32 head);
/* The frames s, with what stands for their values in this turn. */
struct opt_state *opt_loop_state(struct opt_loop *u, const struct opt_state *s);
u32 opt_loop_add_block(struct opt_loop *u, u32 like);
void opt_loop_preds(struct opt_loop *u, u32 b, const u32 *preds, u32 n);
void opt_loop_go(struct opt_loop *u, u32 from, u32 to);
/* An int that is computed before the loop. */
opt_value opt_loop_int(struct opt_loop *u, u8 op, opt_value x, opt_value y, i64 imm);
/* What the counter has to be below, or above, for so many turns. No turn begins that would count over the end. */
opt_value opt_loop_limit(struct opt_loop *u, u32 turns);

#endif
