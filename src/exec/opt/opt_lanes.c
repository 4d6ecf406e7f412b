/* Vectors: instructions of SSE2, and of SSE 4.1 where opt_vector.c has asked the processor. */
#include "exec/opt/opt_machine.h"

enum { OPERAND = 0x66 /* prefix of instructions for integers and doubles */ };

static u32 by_size(u8 kind, u32 bytes, u32 words, u32 ints, u32 longs)
{
    return kind == 'B' ? bytes : kind == 'S' || kind == 'C' ? words : kind == 'J' ? longs : ints;
}
static u32 integer_opcode(u8 op, u8 kind)
{
    switch (op) {
    case OPT_ADD: return by_size(kind, 0x0ffc, 0x0ffd, 0x0ffe, 0x0fd4);
    case OPT_SUB: return by_size(kind, 0x0ff8, 0x0ff9, 0x0ffa, 0x0ffb);
    case OPT_MUL: return by_size(kind, 0, 0x0fd5, 0x0f3840, 0);
    case OPT_AND: return 0x0fdb;
    case OPT_OR: return 0x0feb;
    case OPT_XOR: return 0x0fef;
    case OPT_MIN: return by_size(kind, 0, 0, 0x0f3839, 0);
    case OPT_MAX: return by_size(kind, 0, 0, 0x0f383d, 0);
    default: return 0;
    }
}
static u32 float_opcode(u8 op)
{
    switch (op) {
    case OPT_ADD: return 0x0f58;
    case OPT_SUB: return 0x0f5c;
    case OPT_MUL: return 0x0f59;
    case OPT_DIV: return 0x0f5e;
    case OPT_XOR: return 0x0f57;
    case OPT_CONV: return 0x0f51; /* square roots */
    default: return 0;
    }
}
static bool of_floats(u8 kind) { return kind == 'F' || kind == 'D'; }
/* to = to op from */
static void operate(struct emission *E, u8 op, u8 kind, int to, int from)
{
    u32 opcode = of_floats(kind) ? float_opcode(op) : integer_opcode(op, kind);
    if (!opcode) VM_FATAL("operation %u on vectors of %c", op, kind);
    x_reg(&E->e, kind == 'F' ? 0 : OPERAND, false, opcode, to, from, false);
}
static void copy_vector(struct emission *E, int to, int from)
{
    if (to != from) x_float_move(&E->e, to, from);
}
static void shift(struct emission *E, u8 op, u8 kind, int xmm, u32 by)
{
    u32 opcode = by_size(kind, 0, 0x0f71, 0x0f72, 0x0f73);
    x_reg(&E->e, OPERAND, false, opcode, op == OPT_SHL ? 6 : op == OPT_SHR ? 4 : 2, xmm, false);
    x_byte(&E->e, (u8)by);
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

/* xmm's two lower longs from its lowest */
static void double_long(struct emission *E, int xmm) { x_reg(&E->e, OPERAND, false, 0x0f6c, xmm, xmm, false); }
/* to = from with its four ints in another order */
static void shuffle_ints(struct emission *E, int to, int from, u8 how)
{
    x_reg(&E->e, OPERAND, false, 0x0f70, to, from, false);
    x_byte(&E->e, how);
}
static void spread(struct emission *E, u8 kind, int xmm)
{
    if (kind == 'B') x_reg(&E->e, OPERAND, false, 0x0f60, xmm, xmm, false); /* a word of the lowest byte twice */
    if (kind == 'B' || kind == 'S' || kind == 'C') {
        x_reg(&E->e, 0xf2, false, 0x0f70, xmm, xmm, false); /* four words */
        x_byte(&E->e, 0);
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
    shuffle_ints(E, XTEMP2, XTEMP, 0x4e); /* the upper half below */
    operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    if (n->kind == 'I') {
        shuffle_ints(E, XTEMP2, XTEMP, 0xb1); /* neighbours */
        operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    }
    int to = result_reg(n, RAX);
    x_float_to(&E->e, n->kind == 'J', to, XTEMP);
    put_result(E, n, to);
}
static void emit_access(struct emission *E, const struct opt_node *n, u32 opcode, int xmm)
{
    i32 disp;
    int index = element_index(E, n, RCX, &disp), array = in_reg(E, n->in[0], RAX);
    x_mem_index(&E->e, 0, false, opcode, xmm, array, index, (int)kind_shift(n->kind), disp, false);
}

void opt_emit_lanes(struct emission *E, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_SPREAD: emit_spread(E, n); return;
    case OPT_TOTAL: emit_total(E, n); return;
    case OPT_LOAD_LANES: emit_access(E, n, 0x0f10, n->reg); return;
    case OPT_STORE_LANES: emit_access(E, n, 0x0f11, node(E, n->in[2])->reg); return;
    default: emit_operation(E, n); return;
    }
}
