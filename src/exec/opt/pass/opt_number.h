/* Shared by opt_number.c and opt_fold.c: the state of value numbering. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_NUMBER_H
#define ARGUS_EXEC_OPT_PASS_OPT_NUMBER_H

#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_names.h"

enum { BUCKETS = 1024 };

struct numbering {
    struct opt_graph *g;
    struct opt_names names;
    opt_value *chain, heads[BUCKETS]; /* chain: the next node with the same hash */
    u32 *epoch_of;                    /* by node, for loads */
    u32 (*epochs)[MEMORY_CLASSES];    /* by block: the epochs at its end */
    u32 next_epoch;
    u32 *made;         /* by value, for new objects: the last epoch that had begun when the object was made */
    opt_value *untold; /* by block: the CHECK_UNTOLD whose answer holds at its end, or 0 */
    const u64 *kills;  /* by loop head: classes of memory that the loop changes */
    struct fact *facts;
    u32 fact_count, fact_room;
    u32 *fact_of; /* by value: the number of its latest fact, from 1 */
    bool changed;
};

static inline struct opt_node *node(const struct numbering *s, opt_value v) { return &s->g->nodes[v]; }
static inline bool is_const(const struct numbering *s, opt_value v) { return v && node(s, v)->op == OPT_CONST; }

/* ---- opt_number.c ---- */
/* A constant in a block that dominates this one. Returns 0 if there is no room for more nodes. */
opt_value opt_constant(struct numbering *s, u32 block, u8 type, i64 imm);

/* ---- opt_fold.c ---- */
/* The value that v is known to be, or 0. v itself may become another node, for example a constant. Its operands have
 * been renamed. */
opt_value opt_fold(struct numbering *s, opt_value v);
/* Turns the node into a constant. */
void opt_make_const(struct opt_node *n, i64 imm);
/* Can the check never fail, by its operands alone? */
bool opt_holds(const struct numbering *s, const struct opt_node *n);

#endif
