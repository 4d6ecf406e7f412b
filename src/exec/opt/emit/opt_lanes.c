/* Vectors: instructions of SSE2, and of SSE 4.1 where opt_vector.c has checked for it. */
#include "exec/opt/emit/opt_machine.h"

static u32 by_size(u8 kind, u32 bytes, u32 words, u32 ints, u32 longs)
{
    return kind == 'B' ? bytes : kind == 'S' || kind == 'C' ? words : kind == 'J' ? longs : ints;
}
/* 0: there is no such instruction. */
static u32 integer_op(u8 op, u8 kind)
{
    switch (op) {
    case OPT_ADD: return by_size(kind, X_PADDB, X_PADDW, X_PADDD, X_PADDQ);
    case OPT_SUB: return by_size(kind, X_PSUBB, X_PSUBW, X_PSUBD, X_PSUBQ);
    case OPT_MUL: return by_size(kind, 0, X_PMULLW, X_PMULLD, 0);
    case OPT_AND: return X_PAND;
    case OPT_OR: return X_POR;
    case OPT_XOR: return X_PXOR;
    case OPT_MIN: return by_size(kind, 0, 0, X_PMINSD, 0);
    case OPT_MAX: return by_size(kind, 0, 0, X_PMAXSD, 0);
    default: return 0;
    }
}
static int float_op(u8 op)
{
    switch (op) {
    case OPT_ADD: return X_FADD;
    case OPT_SUB: return X_FSUB;
    case OPT_MUL: return X_FMUL;
    case OPT_DIV: return X_FDIV;
    case OPT_XOR: return X_FXOR;
    case OPT_CONV: return X_FSQRT;
    default: return 0;
    }
}
static bool of_floats(u8 kind) { return kind == 'F' || kind == 'D'; }
/* to = to op from */
static void operate(struct emission *E, u8 op, u8 kind, int to, int from)
{
    u32 which = of_floats(kind) ? (u32)float_op(op) : integer_op(op, kind);
    if (!which) VM_FATAL("operation %u on vectors of %c", op, kind);
    if (of_floats(kind))
        x_packed_float(&E->e, kind == 'D', (int)which, to, from);
    else
        x_packed(&E->e, which, to, from);
}
static void copy_vector(struct emission *E, int to, int from)
{
    if (to != from) x_float_move(&E->e, to, from);
}
static void shift(struct emission *E, u8 op, u8 kind, int xmm, u32 by)
{
    enum x_packed_shift how = op == OPT_SHL ? X_PSLL : op == OPT_SHR ? X_PSRA : X_PSRL;
    x_packed_shift(&E->e, how, by_size(kind, 0, X_WORDS, X_DWORDS, X_QWORDS), xmm, (u8)by);
}
static void emit_operation(struct emission *E, const struct opt_node *n)
{
    u8 op = (u8)n->imm;
    int d = n->reg, x = node(E, n->in[0])->reg;
    if (!n->in[1]) {
        if (op == OPT_CONV) {
            operate(E, op, n->kind, d, x);
            return;
        }
        copy_vector(E, d, x);
        shift(E, op, n->kind, d, (u32)(n->imm >> 8));
        return;
    }
    int y = node(E, n->in[1])->reg, t = d == y && d != x ? XTEMP : d;
    copy_vector(E, t, x);
    operate(E, op, n->kind, t, y);
    copy_vector(E, d, t);
}

/* copies the lowest long of xmm to the upper half */
static void double_long(struct emission *E, int xmm) { x_packed(&E->e, X_PUNPCKLQDQ, xmm, xmm); }
/* to = from with its four ints reordered */
static void shuffle_ints(struct emission *E, int to, int from, u8 how) { x_shuffle(&E->e, to, from, how); }
static void spread(struct emission *E, u8 kind, int xmm)
{
    if (kind == 'B') x_packed(&E->e, X_PUNPCKLBW, xmm, xmm); /* the lowest byte twice, as a word */
    if (kind == 'B' || kind == 'S' || kind == 'C') {
        x_shuffle_low_words(&E->e, xmm, xmm, 0); /* that word four times */
    }
    if (kind == 'I' || kind == 'F')
        shuffle_ints(E, xmm, xmm, 0);
    else
        double_long(E, xmm);
}
static void emit_spread(struct emission *E, const struct opt_node *n)
{
    if (of_floats(n->kind)) {
        VM_ASSERT(!n->imm);
        float_to(E, n->reg, n->in[0]);
    } else
        x_float_from(&E->e, n->kind == 'J', n->reg, in_reg(E, n->in[0], RAX));
    if (!n->imm) spread(E, n->kind, n->reg);
}
static void emit_total(struct emission *E, const struct opt_node *n)
{
    copy_vector(E, XTEMP, node(E, n->in[0])->reg);
    shuffle_ints(E, XTEMP2, XTEMP, 0x4e); /* the upper half */
    operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    if (n->kind == 'I') {
        shuffle_ints(E, XTEMP2, XTEMP, 0xb1); /* each int's neighbour */
        operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    }
    int to = result_reg(n, RAX);
    x_float_to(&E->e, n->kind == 'J', to, XTEMP);
    put_result(E, n, to);
}
static void emit_access(struct emission *E, const struct opt_node *n, int xmm)
{
    i32 disp;
    int index = element_index(E, n, RCX, &disp), array = in_reg(E, n->in[0], RAX);
    int scale = (int)kind_shift(n->kind);
    if (n->op == OPT_LOAD_LANES)
        x_vector_load(&E->e, xmm, array, index, scale, disp);
    else
        x_vector_store(&E->e, xmm, array, index, scale, disp);
}

void opt_emit_lanes(struct emission *E, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_SPREAD: emit_spread(E, n); return;
    case OPT_TOTAL: emit_total(E, n); return;
    case OPT_LOAD_LANES: emit_access(E, n, n->reg); return;
    case OPT_STORE_LANES: emit_access(E, n, node(E, n->in[2])->reg); return;
    default: emit_operation(E, n); return;
    }
}
