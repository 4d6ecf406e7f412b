/* Between opt_number.c and opt_fold.c: values being numbered. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_NUMBER_H
#define ARGUS_EXEC_OPT_PASS_OPT_NUMBER_H

#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_names.h"

enum { BUCKETS = 1024 };

struct numbering {
    struct opt_graph *g;
    struct opt_names names;
    opt_value *chain, heads[BUCKETS]; /* of nodes with the same hash */
    u32 *epoch_of;                    /* by node, of loads */
    u32 (*epochs)[MEMORY_CLASSES];    /* by block, at its end */
    u32 next_epoch;
    const u64 *kills; /* by loop head */
    struct fact *facts;
    u32 fact_count, fact_room;
    u32 *fact_of; /* by value: the latest one's number, from 1 */
    bool changed;
};

static inline struct opt_node *node(const struct numbering *s, opt_value v) { return &s->g->nodes[v]; }
static inline bool is_const(const struct numbering *s, opt_value v) { return v && node(s, v)->op == OPT_CONST; }

/* ---- opt_number.c ---- */
/* A constant that dominates the block. 0: there is no room for more nodes. */
opt_value opt_constant(struct numbering *s, u32 block, u8 type, i64 imm);

/* ---- opt_fold.c ---- */
/* The value that v is anyway, or 0; v itself may have become another node, a constant perhaps. Its operands have their
 * names. */
opt_value opt_fold(struct numbering *s, opt_value v);
/* The node becomes a constant. */
void opt_make_const(struct opt_node *n, i64 imm);
/* Does the check never fail, whatever has been told? */
bool opt_holds(const struct numbering *s, const struct opt_node *n);

#endif
