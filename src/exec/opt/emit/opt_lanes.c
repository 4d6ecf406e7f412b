/* Vectors: instructions of SSE2, and of SSE 4.1 and AVX2 where opt_vector.c has checked for them. */
#include "exec/opt/emit/opt_machine.h"

static u32 by_size(u8 kind, u32 bytes, u32 words, u32 ints, u32 longs)
{
    return kind == 'B' ? bytes : kind == 'S' || kind == 'C' ? words : kind == 'J' ? longs : ints;
}
/* 0: there is no such instruction. */
static u32 integer_op(u32 op, u8 kind)
{
    switch (op) {
    case OPT_TEST | OPT_EQ << 8: return by_size(kind, X_PCMPEQB, X_PCMPEQW, X_PCMPEQD, X_PCMPEQQ);
    case OPT_TEST | OPT_GT << 8: return by_size(kind, X_PCMPGTB, X_PCMPGTW, X_PCMPGTD, X_PCMPGTQ);
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
static int float_op(u32 op)
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
static u32 which_op(u32 op, u8 kind)
{
    u32 which = of_floats(kind) ? (u32)float_op(op) : integer_op(op, kind);
    if (!which) VM_FATAL("operation %u on vectors of %c", op, kind);
    return which;
}
/* to = to op from */
static void operate(struct emission *E, u32 op, u8 kind, int to, int from)
{
    if (of_floats(kind))
        x_packed_float(&E->e, kind == 'D', (int)which_op(op, kind), to, from);
    else
        x_packed(&E->e, which_op(op, kind), to, from);
}
/* to = a op b, without changing another register */
static void operate_avx(struct emission *E, enum x_width width, u32 op, u8 kind, int to, int a, int b)
{
    if (of_floats(kind))
        x_avx_float(&E->e, width, kind == 'D', (int)which_op(op, kind), to, a, b);
    else
        x_avx(&E->e, width, which_op(op, kind), to, a, b);
}
static void copy_vector(struct emission *E, int to, int from)
{
    if (to != from) x_float_move(&E->e, to, from);
}
static enum x_packed_shift shift_of(u8 op) { return op == OPT_SHL ? X_PSLL : op == OPT_SHR ? X_PSRA : X_PSRL; }
static enum x_lane lane_of(u8 kind) { return by_size(kind, 0, X_WORDS, X_DWORDS, X_QWORDS); }
static void emit_wide_operation(struct emission *E, const struct opt_node *n)
{
    u8 op = (u8)n->imm;
    int d = n->reg, x = node(E, n->in[0])->reg;
    if (n->in[1])
        operate_avx(E, X_WHOLE, (u32)n->imm, n->kind, d, x, node(E, n->in[1])->reg);
    else if (op == OPT_CONV)
        x_avx_sqrt(&E->e, X_WHOLE, n->kind == 'D', d, x);
    else
        x_avx_shift(&E->e, X_WHOLE, shift_of(op), lane_of(n->kind), d, x, (u8)(n->imm >> 8));
}
static void emit_operation(struct emission *E, const struct opt_node *n)
{
    u8 op = (u8)n->imm;
    int d = n->reg, x = node(E, n->in[0])->reg;
    if (n->type == OPT_WIDE) {
        emit_wide_operation(E, n);
        return;
    }
    if (!n->in[1]) {
        if (op == OPT_CONV) {
            operate(E, op, n->kind, d, x);
            return;
        }
        copy_vector(E, d, x);
        x_packed_shift(&E->e, shift_of(op), lane_of(n->kind), d, (u8)(n->imm >> 8));
        return;
    }
    int y = node(E, n->in[1])->reg, t = d == y && d != x ? XTEMP : d;
    copy_vector(E, t, x);
    operate(E, (u32)n->imm, n->kind, t, y);
    copy_vector(E, d, t);
}

/* copies the lowest long of xmm to the upper half */
static void double_long(struct emission *E, int xmm) { x_packed(&E->e, X_PUNPCKLQDQ, xmm, xmm); }
static void spread(struct emission *E, u8 kind, int xmm)
{
    if (kind == 'B') x_packed(&E->e, X_PUNPCKLBW, xmm, xmm); /* the lowest byte twice, as a word */
    if (kind == 'B' || kind == 'S' || kind == 'C') {
        x_shuffle_low_words(&E->e, xmm, xmm, 0); /* that word four times */
    }
    if (kind == 'I' || kind == 'F')
        x_shuffle(&E->e, xmm, xmm, 0);
    else
        double_long(E, xmm);
}
static void emit_wide_spread(struct emission *E, const struct opt_node *n)
{
    static const enum x_broadcast by_log[] = { X_BROADCAST_B, X_BROADCAST_W, X_BROADCAST_D, X_BROADCAST_Q };
    int from = n->reg;
    if (of_floats(n->kind))
        from = in_float(E, n->in[0], n->reg);
    else
        x_avx_from(&E->e, n->kind == 'J', n->reg, in_reg(E, n->in[0], RAX));
    if (!n->imm) x_avx_broadcast(&E->e, X_WHOLE, by_log[kind_shift(n->kind)], n->reg, from);
}
static void emit_spread(struct emission *E, const struct opt_node *n)
{
    VM_ASSERT(!of_floats(n->kind) || !n->imm);
    if (n->type == OPT_WIDE) {
        emit_wide_spread(E, n);
        return;
    }
    if (of_floats(n->kind))
        float_to(E, n->reg, n->in[0]);
    else
        x_float_from(&E->e, n->kind == 'J', n->reg, in_reg(E, n->in[0], RAX));
    if (!n->imm) spread(E, n->kind, n->reg);
}
enum { UPPER_HALF = 0x4e, NEIGHBOURS = 0xb1 }; /* for x_shuffle */
static void emit_wide_total(struct emission *E, const struct opt_node *n, int to)
{
    int from = node(E, n->in[0])->reg;
    x_avx_upper(&E->e, XTEMP, from);
    operate_avx(E, X_HALF, (u8)n->imm, n->kind, XTEMP, XTEMP, from);
    x_avx_shuffle(&E->e, X_HALF, XTEMP2, XTEMP, UPPER_HALF);
    operate_avx(E, X_HALF, (u8)n->imm, n->kind, XTEMP, XTEMP, XTEMP2);
    if (n->kind == 'I') {
        x_avx_shuffle(&E->e, X_HALF, XTEMP2, XTEMP, NEIGHBOURS);
        operate_avx(E, X_HALF, (u8)n->imm, n->kind, XTEMP, XTEMP, XTEMP2);
    }
    x_avx_to(&E->e, n->kind == 'J', to, XTEMP);
}
static void emit_half_total(struct emission *E, const struct opt_node *n, int to)
{
    copy_vector(E, XTEMP, node(E, n->in[0])->reg);
    x_shuffle(&E->e, XTEMP2, XTEMP, UPPER_HALF);
    operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    if (n->kind == 'I') {
        x_shuffle(&E->e, XTEMP2, XTEMP, NEIGHBOURS);
        operate(E, (u8)n->imm, n->kind, XTEMP, XTEMP2);
    }
    x_float_to(&E->e, n->kind == 'J', to, XTEMP);
}
static void emit_total(struct emission *E, const struct opt_node *n)
{
    int to = result_reg(n, RAX);
    if (node(E, n->in[0])->type == OPT_WIDE)
        emit_wide_total(E, n, to);
    else
        emit_half_total(E, n, to);
    put_result(E, n, to);
}
static void emit_access(struct emission *E, const struct opt_node *n, const struct opt_node *lanes)
{
    i32 disp;
    int index = element_index(E, n, RCX, &disp), array = in_reg(E, n->in[0], RAX);
    int scale = (int)kind_shift(n->kind);
    bool wide = lanes->type == OPT_WIDE, load = n->op == OPT_LOAD_LANES;
    if (load && wide)
        x_avx_load(&E->e, lanes->reg, array, index, scale, disp);
    else if (load)
        x_vector_load(&E->e, lanes->reg, array, index, scale, disp);
    else if (wide)
        x_avx_store(&E->e, lanes->reg, array, index, scale, disp);
    else
        x_vector_store(&E->e, lanes->reg, array, index, scale, disp);
}

void opt_emit_lanes(struct emission *E, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_SPREAD: emit_spread(E, n); return;
    case OPT_TOTAL: emit_total(E, n); return;
    case OPT_LOAD_LANES: emit_access(E, n, n); return;
    case OPT_STORE_LANES: emit_access(E, n, node(E, n->in[2])); return;
    case OPT_LANES_END: x_avx_end(&E->e); return;
    default: emit_operation(E, n); return;
    }
}

/* ---- totals that only a poll needs ---- */
/* The number of totals directly before the poll, which is the k-th node of the block. */
static u32 totals_before(const struct emission *E, const struct opt_block *b, u32 k)
{
    u32 n = 0;
    while (n < k && node(E, b->nodes[k - 1 - n])->op == OPT_TOTAL) n++;
    return n;
}
struct naming {
    struct emission *E;
    opt_value poll; /* the node, if it is a poll */
};
static void note_name(void *arg, opt_value *use)
{
    const struct naming *n = arg;
    opt_value v = *use;
    while (node(n->E, v)->op == OPT_FAR) v = node(n->E, v)->in[0];
    if (n->E->late[v] != n->poll) n->E->late[v] = 0;
}
void opt_find_late(struct emission *E)
{
    struct opt_graph *g = E->g;
    if (!g->lane_loops) return;
    E->late = ARENA_NEW_ARRAY(&g->arena, opt_value, g->count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++)
            for (u32 t = node(E, b->nodes[k])->op == OPT_POLL ? totals_before(E, b, k) : 0; t; t--)
                E->late[b->nodes[k - t]] = b->nodes[k];
    }
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = node(E, b->nodes[k]);
            struct naming names = { E, n->op == OPT_POLL ? b->nodes[k] : 0 };
            opt_each_use(g, n, note_name, &names);
        }
    }
}
void opt_emit_late(struct emission *E, opt_value v)
{
    const struct opt_block *b = &E->g->blocks[node(E, v)->block];
    if (!E->late || node(E, v)->op != OPT_POLL) return;
    bool wide = false;
    u32 at = 0;
    for (; b->nodes[at] != v; at++) wide |= node(E, b->nodes[at])->type == OPT_WIDE;
    for (u32 t = totals_before(E, b, at); t; t--)
        if (E->late[b->nodes[at - t]]) opt_emit_lanes(E, node(E, b->nodes[at - t]));
    if (wide) x_avx_end(&E->e);
}
