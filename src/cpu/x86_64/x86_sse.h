/* Floating point and vectors of x86-64: SSE2, and single instructions of SSE 4.1. */
#ifndef ARGUS_CPU_X86_64_X86_SSE_H
#define ARGUS_CPU_X86_64_X86_SSE_H

#include "cpu/x86_64/x86_asm.h"

/* Of two floats or doubles, by the instruction's last byte; X_FLOAD also moves from memory. */
enum x_float_op {
    X_FLOAD = 0x10,
    X_FSTORE = 0x11,
    X_FSQRT = 0x51,
    X_FADD = 0x58,
    X_FMUL = 0x59,
    X_FCONVERT = 0x5a,
    X_FSUB = 0x5c,
    X_FMIN = 0x5d, /* X_FMIN and X_FMAX: `from`, where one is NaN or both are 0 */
    X_FDIV = 0x5e,
    X_FMAX = 0x5f
};
/* to op= from */
static inline void x_float(struct emit *e, bool is_double, enum x_float_op op, int to, int from)
{
    x_reg(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | op, to, from, false);
}
static inline void x_float_mem(struct emit *e, bool is_double, enum x_float_op op, int reg, int base, int32_t disp)
{
    x_mem(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | op, reg, base, disp);
}
static inline void x_float_index(struct emit *e, bool is_double, enum x_float_op op, int reg, int base, int index,
                                 int scale, int32_t disp)
{
    x_mem_index(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | op, reg, base, index, scale, disp, false);
}
/* As x_rip. */
static inline uint32_t x_float_rip(struct emit *e, bool is_double, enum x_float_op op, int reg)
{
    return x_rip(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | op, reg);
}
static inline void x_float_move(struct emit *e, int to, int from) { x_reg(e, 0, false, 0x0f28, to, from, false); }
static inline void x_float_zero(struct emit *e, int reg) { x_reg(e, 0, false, 0x0f57, reg, reg, false); }
/* Sets the flags like an unsigned comparison; parity: one operand is NaN. */
static inline void x_float_compare(struct emit *e, bool is_double, int a, int b)
{
    x_reg(e, is_double ? 0x66 : 0, false, 0x0f2e, a, b, false);
}
/* Moves bits between the two kinds of registers, unchanged. */
static inline void x_float_from(struct emit *e, bool wide, int xmm, int reg)
{
    x_reg(e, 0x66, wide, 0x0f6e, xmm, reg, false);
}
static inline void x_float_to(struct emit *e, bool wide, int reg, int xmm)
{
    x_reg(e, 0x66, wide, 0x0f7e, xmm, reg, false);
}
/* Converts an integer of 32 or 64 bits to a float or double, and back, towards 0. */
static inline void x_float_of_int(struct emit *e, bool is_double, bool wide, int xmm, int reg)
{
    x_reg(e, is_double ? 0xf2 : 0xf3, wide, 0x0f2a, xmm, reg, false);
}
static inline void x_int_of_float(struct emit *e, bool is_double, bool wide, int reg, int xmm)
{
    x_reg(e, is_double ? 0xf2 : 0xf3, wide, 0x0f2c, reg, xmm, false);
}
/* SSE 4.1: rounds a double to an integer. */
enum x_round { X_NEAREST = 8, X_DOWN = 9, X_UP = 10 };
static inline void x_round(struct emit *e, int to, int from, enum x_round how)
{
    x_reg(e, 0x66, false, 0x0f3a0b, to, from, false);
    x_byte(e, how);
}

/* FMA3: to += a * b, rounded once; b is a register, or lies at [rsp + disp]. */
static inline void x_fma_head(struct emit *e, bool is_double, int to, int a, int b)
{
    x_byte(e, 0xc4);
    x_byte(e, (uint8_t)((to < 8 ? 0x80 : 0) | 0x40 | (b < 8 ? 0x20 : 0) | 2));
    x_byte(e, (uint8_t)((is_double ? 0x80 : 0) | (~a & 15) << 3 | 1));
    x_byte(e, 0xb9);
}
static inline void x_fma(struct emit *e, bool is_double, int to, int a, int b)
{
    x_fma_head(e, is_double, to, a, b);
    x_byte(e, (uint8_t)(0xc0 | (to & 7) << 3 | (b & 7)));
}
static inline void x_fma_stack(struct emit *e, bool is_double, int to, int a, int8_t disp)
{
    x_fma_head(e, is_double, to, a, RSP);
    x_byte(e, (uint8_t)(0x40 | (to & 7) << 3 | RSP));
    x_byte(e, 0x24);
    x_byte(e, (uint8_t)disp);
}

/* ---- the x87 stack ---- */
/* Pushes the float or double at [base + disp]; pops it to there. */
static inline void x_stack_load(struct emit *e, bool is_double, int base, int32_t disp)
{
    x_mem(e, 0, false, is_double ? 0xdd : 0xd9, 0, base, disp);
}
static inline void x_stack_store(struct emit *e, bool is_double, int base, int32_t disp)
{
    x_mem(e, 0, false, is_double ? 0xdd : 0xd9, 3, base, disp);
}
/* The top becomes its remainder by the number below it, with the top's sign, or, with X_STACK_PARTIAL in ax after
 * x_stack_status, something smaller with the same remainder. */
enum { X_STACK_PARTIAL = 0x400 };
static inline void x_stack_remainder(struct emit *e)
{
    x_byte(e, 0xd9);
    x_byte(e, 0xf8);
}
static inline void x_stack_status(struct emit *e)
{
    x_byte(e, 0xdf);
    x_byte(e, 0xe0);
}
/* Pops what is below the top. */
static inline void x_stack_drop_second(struct emit *e)
{
    x_byte(e, 0xdd);
    x_byte(e, 0xd9);
}

/* ---- vectors of 16 bytes ---- */
/* to op= from, lane by lane; of lanes with a letter: b 1 byte, w 2, d 4, q 8 */
enum x_packed_op {
    X_PADDB = 0x0ffc,
    X_PADDW = 0x0ffd,
    X_PADDD = 0x0ffe,
    X_PADDQ = 0x0fd4,
    X_PSUBB = 0x0ff8,
    X_PSUBW = 0x0ff9,
    X_PSUBD = 0x0ffa,
    X_PSUBQ = 0x0ffb,
    X_PMULLW = 0x0fd5,
    X_PMULLD = 0x0f3840, /* SSE 4.1, as the next two */
    X_PMINSD = 0x0f3839,
    /* all bits of a lane where both are equal, where the first one is greater; else none */
    X_PCMPEQB = 0x0f74,
    X_PCMPEQW = 0x0f75,
    X_PCMPEQD = 0x0f76,
    X_PCMPEQQ = 0x0f3829,
    X_PCMPGTB = 0x0f64,
    X_PCMPGTW = 0x0f65,
    X_PCMPGTD = 0x0f66,
    X_PCMPGTQ = 0x0f3837,
    X_PMAXSD = 0x0f383d,
    X_PAND = 0x0fdb,
    X_POR = 0x0feb,
    X_PXOR = 0x0fef,
    X_PUNPCKLBW = 0x0f60, /* interleaves the low bytes of both */
    X_PUNPCKLQDQ = 0x0f6c
};
static inline void x_packed(struct emit *e, enum x_packed_op op, int to, int from)
{
    x_reg(e, 0x66, false, op, to, from, false);
}
/* The same of floats or doubles; and, as bits, the others. */
enum { X_FAND = 0x54, X_FOR = 0x56, X_FXOR = 0x57 };
static inline void x_packed_float(struct emit *e, bool is_double, int op, int to, int from)
{
    x_reg(e, is_double ? 0x66 : 0, false, 0x0f00u | (uint32_t)op, to, from, false);
}
/* Shifts each lane by that many bits. */
enum x_packed_shift { X_PSRL = 2, X_PSRA = 4, X_PSLL = 6 };
enum x_lane { X_WORDS = 0x0f71, X_DWORDS = 0x0f72, X_QWORDS = 0x0f73 };
static inline void x_packed_shift(struct emit *e, enum x_packed_shift how, enum x_lane lane, int reg, uint8_t by)
{
    x_reg(e, 0x66, false, lane, how, reg, false);
    x_byte(e, by);
}
/* Each lane of 4 bytes of `to` becomes the lane of `from` that two bits of `which` name. x_shuffle_low_words does the
 * same with the low four lanes of 2 bytes. */
static inline void x_shuffle(struct emit *e, int to, int from, uint8_t which)
{
    x_reg(e, 0x66, false, 0x0f70, to, from, false);
    x_byte(e, which);
}
static inline void x_shuffle_low_words(struct emit *e, int to, int from, uint8_t which)
{
    x_reg(e, 0xf2, false, 0x0f70, to, from, false);
    x_byte(e, which);
}
/* The highest bit of each of the 16 bytes. */
static inline void x_byte_signs(struct emit *e, int reg, int xmm) { x_reg(e, 0x66, false, 0x0fd7, reg, xmm, false); }
static inline void x_vector_load(struct emit *e, int xmm, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, 0, false, 0x0f10, xmm, base, index, scale, disp, false);
}
static inline void x_vector_store(struct emit *e, int xmm, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, 0, false, 0x0f11, xmm, base, index, scale, disp, false);
}
#endif
