/* Operations: arithmetic, memory, objects, checks. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/code_users.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"
#include "exec/stencil/stencil_emit.h"
#include "model/wellknown.h"
#include <stdio.h>
#include <stdlib.h>

static int cc_group(u8 op)
{
    switch (op) {
    case OPT_ADD: return X_ADD;
    case OPT_SUB: return X_SUB;
    case OPT_AND: return X_AND;
    case OPT_OR: return X_OR;
    default: return X_XOR;
    }
}

/* Prepares *d = x op y, which first moves x to d. If y is in d, exchanges the operands, or uses `temp` for d. */
static void keep_second(struct emission *E, bool commutes, opt_value *x, opt_value *y, int *d, int temp)
{
    bool y_in_d = !is_const(E, *y) && node(E, *y)->reg == *d && *d != temp;
    if (!y_in_d || (!is_const(E, *x) && node(E, *x)->reg == *d)) return;
    if (commutes) {
        opt_value t = *x;
        *x = *y;
        *y = t;
    } else
        *d = temp;
}

/* d = s * c, by shifts and additions where they are faster than the three cycles of a multiplication. */
static void multiply_by(struct emission *E, bool wide, int d, int s, i64 c)
{
    struct emit *e = &E->e;
    int t = d != s ? s : d == RAX ? RCX : RAX;
    bool above = c > 2 && IS_POWER_OF_2(c - 1), below = c > 2 && IS_POWER_OF_2(c + 1);
    if (c > 0 && IS_POWER_OF_2(c)) {
        if (d != s) x_move(e, d, s);
        x_shift_by(e, wide, X_SHL, d, (u8)__builtin_ctzll((u64)c));
    } else if (above && c <= 9) {
        x_lea_index(e, wide, d, s, s, __builtin_ctzll((u64)c - 1), 0);
    } else if (above || below) {
        d != s ? x_move(e, d, s) : x_move(e, t, d);
        x_shift_by(e, wide, X_SHL, d, (u8)__builtin_ctzll((u64)(above ? c - 1 : c + 1)));
        x_alu(e, wide, above ? X_ADD : X_SUB, d, t);
    } else {
        x_multiply_by(e, wide, d, s, (u32)c);
    }
}

void opt_emit_int_op(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG;
    int d = result_reg(n, RAX);
    opt_value x = n->in[0], y = n->in[1];
    if (n->op == OPT_ADD && small_const(E, y) && !is_const(E, x) && node(E, x)->reg >= 0 && node(E, x)->reg != d) {
        x_lea32(e, wide, d, node(E, x)->reg, (i32)node(E, y)->imm);
        put_result(E, n, d);
        return;
    }
    keep_second(E, n->op != OPT_SUB, &x, &y, &d, RAX);
    if (n->op == OPT_MUL && small_const(E, y)) {
        multiply_by(E, wide, d, in_reg(E, x, d), node(E, y)->imm);
        put_result(E, n, d);
        return;
    }
    load_to(E, d, x);
    if (n->op != OPT_MUL) {
        alu(E, wide, cc_group(n->op), d, y);
    } else {
        int r = in_reg(E, y, RCX);
        x_multiply(e, wide, d, r);
    }
    put_result(E, n, d);
    if (n->op != OPT_MUL) flags_are_of(E, n, n->op == OPT_ADD || n->op == OPT_SUB);
}

void opt_emit_min_max(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG;
    int d = result_reg(n, RAX);
    opt_value x = n->in[0], y = n->in[1];
    keep_second(E, true, &x, &y, &d, RAX);
    load_to(E, d, x);
    int r = in_reg(E, y, RCX);
    x_alu(e, wide, X_CMP, d, r);
    x_move_if(e, wide, n->op == OPT_MIN ? CC_G : CC_L, d, r);
    put_result(E, n, d);
}
/* The instruction's answer is Java's where the two differ. Of zeros the minimum has all signs, the maximum those that
 * both have. */
void opt_emit_float_min_max(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    bool dbl = n->type == OPT_DOUBLE, least = n->op == OPT_FLOAT_MIN;
    float_to(E, XTEMP, n->in[0]);
    int y = in_float(E, n->in[1], XTEMP2);
    x_float_compare(e, dbl, XTEMP, y);
    u32 differ = x_jump_if(e, CC_NE), nan = x_jump_if(e, CC_P);
    x_packed_float(e, dbl, least ? X_FOR : X_FAND, XTEMP, y);
    u32 equal = x_jump(e);
    x_here(e, nan); /* the first, if it is NaN, else the second */
    x_float_compare(e, dbl, XTEMP, XTEMP);
    u32 first = x_jump_if(e, CC_P);
    x_float_move(e, XTEMP, y);
    u32 second = x_jump(e);
    x_here(e, differ);
    x_float(e, dbl, least ? X_FMIN : X_FMAX, XTEMP, y);
    x_here(e, equal);
    x_here(e, first);
    x_here(e, second);
    put_result(E, n, XTEMP);
}

int opt_compare_floats(struct emission *E, const struct opt_node *n, int a, int b)
{
    bool less = n->cc == OPT_LT || n->cc == OPT_LE;
    /* the answer for NaN, of the comparison with 0 */
    bool nan_yes = less ? n->imm < 0 : n->imm > 0;
    bool swapped = less != nan_yes;
    x_float_compare(&E->e, node(E, n->in[0])->type == OPT_DOUBLE, swapped ? b : a, swapped ? a : b);
    bool or_equal = n->cc == OPT_LE || n->cc == OPT_GE;
    return nan_yes ? (or_equal ? CC_BE : CC_B) : (or_equal ? CC_AE : CC_A);
}

/* Compares the first two operands, and returns the processor's condition. */
static int compare(struct emission *E, const struct opt_node *n)
{
    const struct opt_node *x = node(E, n->in[0]), *y = node(E, n->in[1]);
    if (is_float(x)) {
        int a = in_float(E, n->in[0], XTEMP), b = in_float(E, n->in[1], XTEMP2);
        return opt_compare_floats(E, n, a, b);
    }
    int r = in_reg(E, n->in[0], RCX);
    if (y->op == OPT_CONST && y->imm == 0)
        x_test(&E->e, is_wide(x), r, r);
    else
        alu(E, is_wide(x), X_CMP, r, n->in[1]);
    return n->cc;
}
void opt_emit_test(struct emission *E, struct opt_node *n)
{
    int d = result_reg(n, RAX), cc = compare(E, n);
    x_set_if(&E->e, cc, RAX);
    x_extend(&E->e, X_U8, false, d, RAX);
    put_result(E, n, d);
}
/* -1: it is a constant, or in memory. */
static int register_of(const struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, behind_copy(E, v));
    return n->op == OPT_CONST ? -1 : n->reg;
}
/* As load_to; keeps the flags. */
static void load_with_flags(struct emission *E, int reg, opt_value v)
{
    const struct opt_node *n = node(E, behind_copy(E, v));
    if (n->op == OPT_CONST && n->imm == 0)
        x_imm32(&E->e, reg, 0);
    else
        load_to(E, reg, v);
}
void opt_emit_select(struct emission *E, struct opt_node *n)
{
    int d = result_reg(n, RAX), cc = compare(E, n);
    opt_value yes = n->in[2], no = n->args[0];
    int from = register_of(E, yes);
    if (from == d) { /* it is there already */
        yes = n->args[0];
        no = n->in[2];
        cc ^= 1;
        from = register_of(E, yes);
    }
    load_with_flags(E, d, no);
    if (from < 0) load_with_flags(E, from = RDX, yes);
    x_move_if(&E->e, n->type == OPT_LONG, cc, d, from);
    put_result(E, n, d);
}

void opt_emit_shift(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG;
    int op = n->op == OPT_SHL ? X_SHL : n->op == OPT_SHR ? X_SAR : X_SHR;
    int d = result_reg(n, RAX);
    if (is_const(E, n->in[1])) {
        load_to(E, d, n->in[0]);
        x_shift_by(e, wide, op, d, (u8)(node(E, n->in[1])->imm & (wide ? 63 : 31)));
    } else {
        load_to(E, RCX, n->in[1]);
        load_to(E, d, n->in[0]);
        x_shift_cl(e, wide, op, d);
    }
    put_result(E, n, d);
}

/* ---- division by a constant (Granlund and Montgomery, Division by Invariant Integers using Multiplication) ---- */
static void divide_by_power(struct emission *E, bool wide, int x, u32 power, bool rem)
{
    struct emit *e = &E->e;
    u8 bits = wide ? 64 : 32;
    wide ? x_move(e, RAX, x) : x_move32(e, RAX, x);
    x_shift_by(e, wide, X_SAR, RAX, bits - 1);
    x_shift_by(e, wide, X_SHR, RAX, (u8)(bits - power)); /* rounds negative dividends up, towards 0 */
    x_alu(e, wide, X_ADD, RAX, x);
    x_shift_by(e, wide, X_SAR, RAX, (u8)power);
    if (rem) x_shift_by(e, wide, X_SHL, RAX, (u8)power);
}
/* The lower 64 bits of 2^power / by; `by` has less than 64 bits. */
static u64 power_by(u32 power, u64 by)
{
    u64 quotient = 0, rest = 1;
    for (u32 i = 0; i < power; i++) {
        rest <<= 1;
        quotient = quotient << 1 | (rest >= by);
        if (rest >= by) rest -= by;
    }
    return quotient;
}
/* by > 2 and no power of 2. Multiplies with 2^(bits - 1 + log) / by, rounded up, and shifts. */
static void divide_by_product(struct emission *E, bool wide, int x, u64 by)
{
    struct emit *e = &E->e;
    u32 log = 64 - (u32)__builtin_clzll(by - 1);
    if (wide) {
        load_imm(E, RAX, (i64)(power_by(63 + log, by) + 1)); /* the factor less 2^64, so x is added afterwards */
        x_multiply_long(e, true, x);
        x_alu(e, true, X_ADD, RDX, x);
        x_shift_by(e, true, X_SAR, RDX, (u8)(log - 1));
        x_move(e, RAX, RDX);
    } else {
        x_extend(e, X_S32, true, RAX, x);
        load_imm(E, RDX, (i64)(power_by(31 + log, by) + 1));
        x_multiply(e, true, RAX, RDX);
        x_shift_by(e, true, X_SAR, RAX, (u8)(31 + log));
    }
    wide ? x_move(e, RDX, x) : x_move32(e, RDX, x);
    x_shift_by(e, wide, X_SAR, RDX, wide ? 63 : 31);
    x_alu(e, wide, X_SUB, RAX, RDX);
}
/* The divisor is not -1, 0, 1 or the least number. */
static void divide_by_constant(struct emission *E, const struct opt_node *n, i64 divisor)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG, rem = n->op == OPT_REM;
    int x = in_reg(E, n->in[0], RCX);
    u64 by = (u64)(divisor < 0 ? -divisor : divisor);
    bool power = IS_POWER_OF_2(by);
    if (power)
        divide_by_power(E, wide, x, (u32)__builtin_ctzll(by), rem);
    else
        divide_by_product(E, wide, x, by);
    if (!rem) {
        if (divisor < 0) x_negate(e, wide, RAX);
        put_result(E, n, RAX);
        return;
    }
    if (!power && by == (u64)(i32)by) {
        x_multiply_by(e, wide, RAX, RAX, (u32)by);
    } else if (!power) {
        load_imm(E, RDX, (i64)by);
        x_multiply(e, wide, RAX, RDX);
    }
    wide ? x_move(e, RDX, x) : x_move32(e, RDX, x);
    x_alu(e, wide, X_SUB, RDX, RAX);
    put_result(E, n, RDX);
}
static bool can_multiply(const struct opt_node *by)
{
    i64 least = by->type == OPT_LONG ? INT64_MIN : INT32_MIN;
    return by->op == OPT_CONST && by->imm != least && (by->imm > 1 || by->imm < -1);
}

bool opt_is_multiplied(const struct emission *E, const struct opt_node *n)
{
    return can_multiply(node(E, n->in[1])) && !is_const(E, n->in[0]);
}
void opt_emit_divide(struct emission *E, struct opt_node *n, const struct opt_node *rest)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG, rem = n->op == OPT_REM;
    if (opt_is_multiplied(E, n)) {
        divide_by_constant(E, n, node(E, n->in[1])->imm);
        return;
    }
    int by = in_reg(E, n->in[1], RCX);
    load_to(E, RAX, n->in[0]);
    u32 minus_one = 0;
    if (!is_const(E, n->in[1]) || node(E, n->in[1])->imm == -1) {
        x_alu_by(e, wide, X_CMP, by, -1);
        minus_one = x_jump_if(e, CC_E);
    }
    x_sign_to_rdx(e, wide);
    x_divide(e, wide, by);
    if (minus_one) opt_add_stub(E, STUB_MINUS_ONE, (opt_value)(n - E->g->nodes), minus_one);
    put_result(E, n, rem ? RDX : RAX);
    if (rest) put_result(E, rest, RDX);
}

void opt_emit_float_op(struct emission *E, struct opt_node *n)
{
    static const u8 ops[] = { [OPT_ADD] = X_FADD, [OPT_SUB] = X_FSUB, [OPT_MUL] = X_FMUL, [OPT_DIV] = X_FDIV };
    bool dbl = n->type == OPT_DOUBLE, commutes = n->op == OPT_ADD || n->op == OPT_MUL;
    int d = result_reg(n, XTEMP);
    bool turned = commutes && is_const(E, n->in[0]);
    opt_value x = n->in[turned ? 1 : 0], y = n->in[turned ? 0 : 1];
    keep_second(E, commutes, &x, &y, &d, XTEMP);
    float_to(E, d, x);
    const struct opt_node *k = node(E, behind_copy(E, y));
    if (k->op == OPT_CONST)
        x_float_literal(E, dbl, ops[n->op], d, k->imm);
    else if (k->reg < 0)
        x_float_mem(&E->e, dbl, ops[n->op], d, FRAME, home_at(k));
    else
        x_float(&E->e, dbl, ops[n->op], d, in_float(E, y, XTEMP2));
    put_result(E, n, d);
}

/* By the x87 stack: its instruction is exact, and gives the same as C's fmod. It takes off up to 63 bits of the
 * quotient at a time. */
void opt_emit_float_remainder(struct emission *E, const struct opt_node *n)
{
    enum { BY = -8, NUMBER = -16 }; /* offsets from rsp */
    struct emit *e = &E->e;
    bool dbl = n->type == OPT_DOUBLE;
    x_float_mem(e, dbl, X_FSTORE, in_float(E, n->in[1], XTEMP), RSP, BY);
    x_float_mem(e, dbl, X_FSTORE, in_float(E, n->in[0], XTEMP), RSP, NUMBER);
    x_stack_load(e, dbl, RSP, BY);
    x_stack_load(e, dbl, RSP, NUMBER);
    u32 again = e->n;
    x_stack_remainder(e);
    x_stack_status(e);
    x_test_by(e, RAX, X_STACK_PARTIAL);
    x_patch(e, x_jump_if(e, CC_NE), again);
    x_stack_drop_second(e);
    x_stack_store(e, dbl, RSP, NUMBER);
    int d = result_reg(n, XTEMP);
    x_float_mem(e, dbl, X_FLOAD, d, RSP, NUMBER);
    put_result(E, n, d);
}

/* Needs three values in registers but has two scratch registers: a value without a register is read from the C
 * stack. */
void opt_emit_fma(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    bool dbl = n->type == OPT_DOUBLE, first = node(E, behind_copy(E, n->in[0]))->reg >= 0;
    opt_value x = n->in[first ? 1 : 0], y = n->in[first ? 0 : 1];
    float_to(E, XTEMP, n->in[2]);
    if (node(E, behind_copy(E, y))->reg >= 0) {
        int a = in_float(E, x, XTEMP2);
        x_fma(e, dbl, XTEMP, a, in_float(E, y, XTEMP2));
    } else {
        x_float_mem(e, dbl, X_FSTORE, in_float(E, y, XTEMP2), RSP, -16);
        x_fma_stack(e, dbl, XTEMP, in_float(E, x, XTEMP2), -16);
    }
    put_result(E, n, XTEMP);
}

void opt_emit_negate(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    if (!is_float(n)) {
        int d = result_reg(n, RAX);
        load_to(E, d, n->in[0]);
        x_negate(e, n->type == OPT_LONG, d);
        put_result(E, n, d);
        return;
    }
    int s = in_float(E, n->in[0], XTEMP);
    bool dbl = n->type == OPT_DOUBLE;
    x_float_to(e, true, RAX, s);
    x_change_bit(e, dbl, RAX, dbl ? 63 : 31); /* the sign bit */
    x_float_from(e, true, XTEMP, RAX);
    put_result(E, n, XTEMP);
}

/* Saturates at the bounds, and gives 0 for NaN. */
static void float_to_int(struct emission *E, struct opt_node *n, bool dbl, bool wide)
{
    struct emit *e = &E->e;
    int s = in_float(E, n->in[0], XTEMP);
    x_int_of_float(e, dbl, wide, RAX, s);
    load_imm(E, RCX, wide ? INT64_MIN : (i64)0x80000000);
    x_alu(e, wide, X_CMP, RAX, RCX);
    u32 done = x_jump_if(e, CC_NE);
    x_zero(e, RAX);
    x_float_zero(e, XTEMP2);
    x_float_compare(e, dbl, s, XTEMP2);
    u32 nan = x_jump_if(e, CC_P);
    x_move(e, RAX, RCX);
    u32 low = x_jump_if(e, CC_B);
    load_imm(E, RAX, wide ? INT64_MAX : INT32_MAX);
    x_here(e, done);
    x_here(e, nan);
    x_here(e, low);
    put_result(E, n, RAX);
}

/* Bit counts of an int or a long, to d. */
static void bits(struct emission *E, struct opt_node *n, int d)
{
    struct emit *e = &E->e;
    bool wide = node(E, n->in[0])->type == OPT_LONG;
    if (n->imm == OPT_REVERSE_BYTES) {
        load_to(E, d, n->in[0]);
        x_swap_bytes(e, wide, d);
        return;
    }
    int s = in_reg(E, n->in[0], RCX);
    if (n->imm == OPT_BIT_COUNT) {
        x_count_bits(e, wide, d, s);
        return;
    }
    bool leading = n->imm == OPT_LEADING_ZEROS;
    leading ? x_highest_bit(e, wide, RDX, s) : x_lowest_bit(e, wide, RDX, s);
    x_imm32(e, RAX, leading ? UINT32_MAX : wide ? 64 : 32);
    x_move_if(e, true, CC_E, RDX, RAX);
    if (leading) {
        x_imm32(e, d, wide ? 63 : 31);
        x_alu(e, false, X_SUB, d, RDX);
    } else
        x_move(e, d, RDX);
}

/* For instructions that write only the lower part of d: they do not wait for its old value then. */
static void forget_old(struct emit *e, int d, int s)
{
    if (d != s) x_float_zero(e, d);
}
void opt_emit_convert(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    int d = is_float(n) ? result_reg(n, XTEMP) : result_reg(n, RAX), s;
    switch (n->imm) {
    case OPT_I2L:
        s = in_reg(E, n->in[0], RAX);
        if (!opt_lies_between(E->g, n->in[0], 0, INT32_MAX, NULL))
            x_extend(e, X_S32, true, d, s);
        else if (d != s) /* the upper half of an int in a register is 0 */
            x_move(e, d, s);
        break;
    case OPT_L2I:
        s = in_reg(E, n->in[0], RAX);
        x_move32(e, d, s);
        break;
    case OPT_I2B:
    case OPT_I2S:
    case OPT_I2C:
        s = in_reg(E, n->in[0], RAX);
        x_extend(e, n->imm == OPT_I2B ? X_S8 : n->imm == OPT_I2S ? X_S16 : X_U16, false, d, s);
        break;
    case OPT_I2Z:
        load_to(E, d, n->in[0]);
        x_alu_by(e, false, X_AND, d, 1);
        break;
    case OPT_I2F:
    case OPT_I2D:
    case OPT_L2F:
    case OPT_L2D: {
        bool wide = n->imm == OPT_L2F || n->imm == OPT_L2D, dbl = n->imm == OPT_I2D || n->imm == OPT_L2D;
        s = in_reg(E, n->in[0], RAX);
        x_float_zero(e, d); /* as forget_old */
        x_float_of_int(e, dbl, wide, d, s);
        break;
    }
    case OPT_F2D:
    case OPT_D2F:
        s = in_float(E, n->in[0], XTEMP2);
        forget_old(e, d, s);
        x_float(e, n->imm == OPT_D2F, X_FCONVERT, d, s);
        break;
    case OPT_RAW_F2I:
    case OPT_RAW_D2L:
        s = in_float(E, n->in[0], XTEMP);
        x_float_to(e, n->imm == OPT_RAW_D2L, d, s);
        break;
    case OPT_RAW_I2F:
    case OPT_RAW_L2D:
        s = in_reg(E, n->in[0], RAX);
        x_float_from(e, true, d, s);
        break;
    case OPT_SQRT:
        s = in_float(E, n->in[0], XTEMP2);
        forget_old(e, d, s);
        x_float(e, true, X_FSQRT, d, s);
        break;
    case OPT_FLOOR:
    case OPT_CEIL:
    case OPT_RINT: /* these three are exact */
        s = in_float(E, n->in[0], XTEMP2);
        forget_old(e, d, s);
        x_round(e, d, s, n->imm == OPT_FLOOR ? X_DOWN : n->imm == OPT_CEIL ? X_UP : X_NEAREST);
        break;
    case OPT_BIT_COUNT:
    case OPT_LEADING_ZEROS:
    case OPT_TRAILING_ZEROS:
    case OPT_REVERSE_BYTES: bits(E, n, d); break;
    case OPT_CLASS_MIRROR:
        s = in_reg(E, n->in[0], RAX);
        x_load(e, d, s, (i32)offsetof(struct class, mirror));
        break;
    default: float_to_int(E, n, n->imm == OPT_D2I || n->imm == OPT_D2L, n->imm == OPT_F2L || n->imm == OPT_D2L); return;
    }
    put_result(E, n, d);
}

/* -1, 0 or 1 */
void opt_emit_compare(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    const struct opt_node *x = node(E, n->in[0]);
    u32 less, equal, nan = 0;
    if (is_float(x)) {
        int a = in_float(E, n->in[0], XTEMP), b = in_float(E, n->in[1], XTEMP2);
        x_float_compare(e, x->type == OPT_DOUBLE, a, b);
        load_imm(E, RDX, n->imm < 0 ? 0xffffffff : 1);
        /* x_imm64 of a constant other than 0 keeps the flags */
        nan = x_jump_if(e, CC_P);
        x_imm64(e, RDX, 0xffffffff);
        less = x_jump_if(e, CC_B);
    } else {
        int a = in_reg(E, n->in[0], RAX);
        alu(E, true, X_CMP, a, n->in[1]);
        x_imm64(e, RDX, 0xffffffff);
        less = x_jump_if(e, CC_L);
    }
    x_imm32(e, RDX, 0); /* keeps the flags */
    equal = x_jump_if(e, CC_E);
    x_imm64(e, RDX, 1);
    x_here(e, less);
    x_here(e, equal);
    if (nan) x_here(e, nan);
    put_result(E, n, RDX);
}

/* ---- memory ---- */
/* Loads from [base + (index << shift) + disp]. */
static void load_kind(struct emission *E, struct opt_node *n, int base, int index, i32 disp)
{
    struct emit *e = &E->e;
    u32 shift = kind_shift(n->kind);
    if (n->kind == 'F' || n->kind == 'D') {
        int d = result_reg(n, XTEMP);
        x_float_index(e, n->kind == 'D', X_FLOAD, d, base, index, (int)shift, disp);
        put_result(E, n, d);
        return;
    }
    int d = result_reg(n, RAX);
    enum x_as as = X_32;
    switch (n->kind) {
    case 'Z':
    case 'B': as = X_S8; break;
    case 'C': as = X_U16; break;
    case 'S': as = X_S16; break;
    default: break;
    }
    x_load_as(e, as, n->kind == 'J', d, base, index, (int)shift, disp);
    bool ref = n->kind == 'L' || n->kind == '[';
    if (ref) x_shift_by(e, true, X_SHL, d, 3);
    put_result(E, n, d);
    if (ref) flags_are_of(E, n, true);
}
/* Is the value certainly 0 or 1? */
static bool is_bit(const struct emission *E, opt_value v)
{
    const struct opt_node *x = node(E, v);
    return x->op == OPT_TEST || x->op == OPT_INSTANCE_OF || (x->op == OPT_LOAD && x->kind == 'Z') ||
           (x->op == OPT_CONV && x->imm == OPT_I2Z) || (x->op == OPT_CONST && (x->imm & ~(i64)1) == 0);
}
static void store_kind(struct emission *E, u8 kind, opt_value v, int base, int index, i32 disp)
{
    struct emit *e = &E->e;
    u32 shift = kind_shift(kind);
    const struct opt_node *x = node(E, v);
    if (kind == 'F' || kind == 'D') {
        int s = in_float(E, v, XTEMP);
        x_float_index(e, kind == 'D', X_FSTORE, s, base, index, (int)shift, disp);
        return;
    }
    if (kind == 'L' || kind == '[') {
        if (x->op == OPT_CONST && x->imm == 0) {
            x_store_imm_as(e, 2, base, index, 2, disp, 0);
            return;
        }
        load_to(E, RDX, v);
        x_shift_by(e, true, X_SHR, RDX, 3);
        x_store_as(e, 2, RDX, base, index, 2, disp);
        return;
    }
    int s;
    if (small_const(E, v)) {
        x_store_imm_as(e, (int)shift, base, index, (int)shift, disp, (i32)(kind == 'Z' ? x->imm & 1 : x->imm));
        return;
    }
    if (kind == 'Z' && !is_bit(E, v)) {
        load_to(E, RDX, v);
        x_alu_by(e, false, X_AND, RDX, 1);
        s = RDX;
    } else
        s = in_reg(E, v, RDX);
    x_store_as(e, (int)shift, s, base, index, (int)shift, disp);
}
void opt_emit_load(struct emission *E, struct opt_node *n)
{
    int o = in_reg(E, n->in[0], RAX);
    load_kind(E, n, o, -1, (i32)n->imm);
}
void opt_before_store(struct emission *E, u8 stub, opt_value v, int o)
{
    x_test_mem_byte(&E->e, o, (i32)offsetof(struct object, lock), OBJECT_UNLOGGED);
    u32 from = x_jump_if(&E->e, CC_NE);
    opt_add_stub(E, stub, v, from);
}
void opt_emit_store(struct emission *E, opt_value v)
{
    struct opt_node *n = node(E, v);
    if (n->kind == 'L' || n->kind == '[') {
        int o = in_reg(E, n->in[0], RCX);
        opt_before_store(E, STUB_STORE, v, o);
    }
    int o = in_reg(E, n->in[0], RCX);
    store_kind(E, n->kind, n->in[1], o, -1, (i32)n->imm);
    if (opt_is_volatile(n) == 1) x_fence(&E->e);
}
struct opt_address opt_address_of(struct emission *E, const struct opt_node *n, int base_scratch, int index_scratch)
{
    struct opt_address m = { 0, -1, (int)kind_shift(n->kind), (i32)n->imm };
    if (n->op == OPT_LOAD_ELEMENT) m.index = element_index(E, n, index_scratch, &m.disp);
    m.base = in_reg(E, n->in[0], base_scratch);
    return m;
}
void opt_emit_load_element(struct emission *E, struct opt_node *n)
{
    i32 disp;
    int i = element_index(E, n, RCX, &disp);
    int a = in_reg(E, n->in[0], RAX);
    load_kind(E, n, a, i, disp);
}
void opt_emit_store_element(struct emission *E, opt_value v)
{
    struct opt_node *n = node(E, v);
    if (n->kind == 'L') {
        int a = in_reg(E, n->in[0], RAX);
        opt_before_store(E, STUB_ELEMENT, v, a);
    }
    i32 disp;
    if (n->kind == 'B' && !(n->imm & 1) && !is_bit(E, n->in[2])) { /* a boolean array stores one bit */
        load_to(E, RDX, n->in[2]);
        x_alu_by(&E->e, false, X_CMP, RDX, 1);
        u32 usual = x_jump_if(&E->e, CC_BE);
        int a = in_reg(E, n->in[0], RAX);
        x_load32(&E->e, RCX, a, 0);
        x_alu_by(&E->e, false, X_CMP, RCX, (i32)(uintptr_t)atomic_load(&class_primitive['Z']->array));
        u32 bytes = x_jump_if(&E->e, CC_NE);
        x_alu_by(&E->e, false, X_AND, RDX, 1);
        x_here(&E->e, usual);
        x_here(&E->e, bytes);
        int i = element_index(E, n, RCX, &disp);
        a = in_reg(E, n->in[0], RAX);
        x_store_as(&E->e, 0, RDX, a, i, 0, disp);
        return;
    }
    int i = element_index(E, n, RCX, &disp);
    if (is_float(node(E, n->in[2])) && is_const(E, n->in[2])) float_to(E, XTEMP, n->in[2]); /* needs rax */
    int a = in_reg(E, n->in[0], RAX);
    if (is_float(node(E, n->in[2])) && is_const(E, n->in[2])) {
        bool dbl = n->kind == 'D';
        x_float_index(&E->e, dbl, X_FSTORE, XTEMP, a, i, dbl ? 3 : 2, disp);
        return;
    }
    store_kind(E, n->kind, n->in[2], a, i, disp);
}

/* ---- objects ---- */
/* Sets the start bit of the object in rax (heap_set_start). Uses rax, rcx, rdx. */
static void set_start(struct emission *E)
{
    struct emit *e = &E->e;
    i64 map = (i64)(uintptr_t)heap_start_map;
    x_move(e, RDX, RAX);
    x_shift_by(e, true, X_SHR, RDX, 6);
    if (map != (i32)map) {
        x_imm64(e, RCX, (u64)map);
        x_alu(e, true, X_ADD, RDX, RCX);
        map = 0;
    }
    x_shift_by(e, false, X_SHR, RAX, 3);
    x_alu_by(e, false, X_AND, RAX, 7);
    x_load_at(e, X_U8, false, RCX, RDX, (i32)map);
    x_set_bit(e, RCX, RAX);
    x_store_as(e, 0, RCX, RDX, -1, 0, (i32)map);
}
/* Allocates in C, which reports it. */
static bool allocate_told(struct emission *E, opt_value v)
{
    const struct class *c = node(E, v)->ptr;
    code_user_allocates(E->g->user, c);
    if (!c->type.told) return false;
    opt_add_stub(E, STUB_ALLOCATE, v, x_jump(&E->e));
    return true;
}
void opt_emit_new(struct emission *E, opt_value v)
{
    if (allocate_told(E, v)) return;
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    u32 again = c->type.instance_size < HEAP_LARGE_MIN ? e->n : 0;
    x_load(e, RAX, SELF, SELF_AT(heap.cursor));
    x_lea(e, RCX, RAX, (i32)c->type.instance_size);
    x_alu_mem(e, true, X_CMP, RCX, SELF, SELF_AT(heap.limit));
    u32 slow = x_jump_if(e, CC_A);
    x_store(e, SELF, SELF_AT(heap.cursor), RCX);
    x_store_imm32(e, false, RAX, 0, (u32)(uintptr_t)c);
    put_result(E, n, RAX);
    set_start(E);
    opt_add_stub(E, STUB_ALLOCATE, v, slow);
    E->stubs[E->stub_count - 1].again = again;
}
void opt_emit_new_array(struct emission *E, opt_value v)
{
    if (allocate_told(E, v)) return;
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    u32 shift = c->type.elem_shift;
    i32 base = (i32)array_base(shift);
    u32 long_one = 0, again = e->label = e->n; /* what comes before may have changed rax */
    if (is_const(E, n->in[0]) && (u64)node(E, n->in[0])->imm <= ARRAY_LIMIT)
        load_imm(E, RCX, ALIGN_UP(base + (node(E, n->in[0])->imm << shift), 8));
    else {
        int length = in_reg(E, n->in[0], RAX);
        if (!opt_lies_between(E->g, n->in[0], 0, ARRAY_LIMIT, NULL)) {
            x_alu_by(e, false, X_CMP, length, ARRAY_LIMIT);
            long_one = x_jump_if(e, CC_A);
        }
        x_move32(e, RCX, length);
        if (shift) x_shift_by(e, true, X_SHL, RCX, (u8)shift);
        x_alu_by(e, true, X_ADD, RCX, base + 7);
        x_alu_by(e, true, X_AND, RCX, -8);
    }
    x_load(e, RAX, SELF, SELF_AT(heap.cursor));
    x_alu(e, true, X_ADD, RCX, RAX);
    x_alu_mem(e, true, X_CMP, RCX, SELF, SELF_AT(heap.limit));
    u32 slow = x_jump_if(e, CC_A);
    x_store(e, SELF, SELF_AT(heap.cursor), RCX);
    x_store_imm32(e, false, RAX, 0, (u32)(uintptr_t)c);
    int length = in_reg(E, n->in[0], RDX);
    x_store32(e, RAX, ARRAY_LENGTH_OFFSET, length);
    put_result(E, n, RAX);
    set_start(E);
    opt_add_stub(E, STUB_ALLOCATE, v, slow);
    E->stubs[E->stub_count - 1].also = long_one;
    E->stubs[E->stub_count - 1].again = again;
}

/* Loads the class of o to rax. Jumps to *yes if it is c. */
static void test_class(struct emission *E, const struct class *c, int o, u32 *yes)
{
    struct emit *e = &E->e;
    x_load32(e, RAX, o, 0);
    x_alu_by(e, false, X_CMP, RAX, (i32)(uintptr_t)c);
    *yes = x_jump_if(e, CC_E);
}
/* Do subclasses of c have c in their display? */
static bool has_display(const struct class *c)
{
    return !class_is_interface(c) && !class_is_array(c) && c->depth < CLASS_DISPLAY;
}
static void compare_display(struct emission *E, const struct class *c)
{
    x_alu_mem_by(&E->e, false, X_CMP, RAX, (i32)(offsetof(struct class, display) + 8 * c->depth), (i32)(uintptr_t)c);
}
/* Is c the only class that is a subclass of c? */
static bool is_final(const struct class *c) { return has_display(c) && (c->access & ACC_FINAL); }
/* For classes without a display: the jump is taken if c is not the class found last (seen_as). */
static u32 compare_seen(struct emission *E, const struct class *c)
{
    x_alu_mem_by(&E->e, false, X_CMP, RAX, (i32)offsetof(struct class, seen_as), (i32)(uintptr_t)c);
    return x_jump_if(&E->e, CC_NE);
}
static void emit_cast(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    int o = in_reg(E, n->in[0], RAX);
    x_test(e, true, o, o);
    u32 null = x_jump_if(e, CC_E), yes, other = 0;
    if (is_final(c)) {
        x_alu_mem_by(e, false, X_CMP, o, 0, (i32)(uintptr_t)c);
        opt_exit_if(E, CC_NE, v);
        x_here(e, null);
        return;
    }
    test_class(E, c, o, &yes);
    if (has_display(c)) {
        compare_display(E, c);
        opt_exit_if(E, CC_NE, v);
    } else
        other = compare_seen(E, c);
    x_here(e, null);
    x_here(e, yes);
    if (other) opt_add_stub(E, STUB_CAST, v, other);
}
bool opt_emit_instance_test(struct emission *E, opt_value v, u32 *no, u32 *yes)
{
    struct emit *e = &E->e;
    const struct class *c = node(E, v)->ptr;
    if (!has_display(c)) return false;
    bool told = flags_tell(E, node(E, v)->in[0], OPT_EQ);
    int o = in_reg(E, node(E, v)->in[0], RDX);
    if (!told) x_test(e, true, o, o);
    *no = x_jump_if(e, CC_E);
    *yes = 0;
    if (is_final(c))
        x_alu_mem_by(e, false, X_CMP, o, 0, (i32)(uintptr_t)c);
    else {
        test_class(E, c, o, yes);
        compare_display(E, c);
    }
    return true;
}
void opt_emit_instance_of(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    int o = in_reg(E, n->in[0], RAX);
    x_test(e, true, o, o);
    x_move(e, RDX, o);
    x_imm32(e, RAX, 0); /* keeps the flags */
    u32 null = x_jump_if(e, CC_E), yes, done;
    if (is_final(c)) {
        x_alu_mem_by(e, false, X_CMP, RDX, 0, (i32)(uintptr_t)c);
        x_set_if(e, CC_E, RAX);
        x_here(e, null);
        put_result(E, n, RAX);
        return;
    }
    test_class(E, c, RDX, &yes);
    if (has_display(c)) {
        compare_display(E, c);
        u32 no = x_jump_if(e, CC_NE);
        x_here(e, yes);
        x_imm64(e, RAX, 1);
        done = x_jump(e);
        x_here(e, no);
        x_zero(e, RAX);
        x_here(e, done);
        x_here(e, null);
    } else {
        u32 other = compare_seen(E, c);
        x_here(e, yes);
        x_imm64(e, RAX, 1);
        x_here(e, null);
        opt_add_stub(E, STUB_INSTANCE, v, other);
    }
    put_result(E, n, RAX);
}
static void emit_check_store(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct opt_node *stored = node(E, n->in[1]);
    bool made = opt_allocates(stored); /* a new object is not NULL */
    int x = in_reg(E, n->in[1], RDX);
    u32 null = 0;
    if (!made) {
        x_test(e, true, x, x);
        null = x_jump_if(e, CC_E);
    }
    int a = in_reg(E, n->in[0], RAX);
    x_load32(e, RCX, a, 0);
    x_load(e, RCX, RCX, (i32)offsetof(struct class, element));
    if (made)
        load_imm(E, RAX, (i64)(uintptr_t)stored->ptr);
    else
        x_load32(e, RAX, x, 0);
    x_alu(e, false, X_CMP, RAX, RCX);
    u32 same = x_jump_if(e, CC_E);
    x_alu_by(e, false, X_CMP, RCX, (i32)(uintptr_t)WK(java_lang_Object));
    u32 other = x_jump_if(e, CC_NE);
    x_here(e, same);
    if (null) x_here(e, null);
    opt_add_stub(E, STUB_CAST, v, other);
}

void opt_emit_check(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    int r;
    opt_leave_for_stress(E, v);
    switch (n->op) {
    case OPT_CHECK_NULL:
        if (is_const(E, n->in[0])) {
            if (node(E, n->in[0])->imm == 0) opt_add_stub(E, STUB_EXIT, v, x_jump(e));
            return;
        }
        if (!flags_tell(E, n->in[0], OPT_EQ)) {
            r = in_reg(E, n->in[0], RAX);
            x_test(e, true, r, r);
        }
        opt_exit_if(E, CC_E, v);
        return;
    case OPT_CHECK_INDEX:
        r = in_reg(E, n->in[0], RAX);
        alu(E, false, X_CMP, r, n->in[1]);
        opt_exit_if(E, CC_AE, v);
        return;
    case OPT_CHECK_DIVISOR:
        r = in_reg(E, n->in[0], RAX);
        x_test(e, node(E, n->in[0])->type == OPT_LONG, r, r);
        opt_exit_if(E, CC_E, v);
        return;
    case OPT_CHECK_CLASS:
        r = in_reg(E, n->in[0], RAX);
        x_alu_mem_by(e, false, X_CMP, r, 0, (i32)(uintptr_t)n->ptr);
        opt_exit_if(E, CC_NE, v);
        return;
    case OPT_CHECK_ORDER:
        r = in_reg(E, n->in[0], RAX);
        alu(E, is_wide(node(E, n->in[0])), X_CMP, r, n->in[1]);
        opt_exit_if(E, n->cc ^ 1, v);
        return;
    case OPT_CHECK_CAST: emit_cast(E, v); return;
    case OPT_CHECK_STORE: emit_check_store(E, v); return;
    default: VM_UNREACHABLE();
    }
}
