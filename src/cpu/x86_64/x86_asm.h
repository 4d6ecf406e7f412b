/* The instructions of x86-64 that a compiler needs beyond x86_emit.h: memory with an index, arithmetic with any
 * operand, conditions, floating point (SSE2). */
#ifndef ARGUS_CPU_X86_64_X86_ASM_H
#define ARGUS_CPU_X86_64_X86_ASM_H

#include "cpu/x86_64/x86_emit.h"

enum { CC_B = 0x2, CC_BE = 0x6, CC_S = 0x8, CC_P = 0xa, CC_NP = 0xb, CC_L = 0xc, CC_GE = 0xd, CC_LE = 0xe, CC_G = 0xf };
/* Group 1, by its number. */
enum { X_ADD, X_OR, X_AND = 4, X_SUB, X_XOR, X_CMP };
enum { X_SHL = 4, X_SHR = 5, X_SAR = 7 };

/* As x_mem, with [base + (index << scale) + disp]; bytes: reg is a byte register. index -1: none. */
static inline void x_mem_index(struct emit *e, uint8_t prefix, bool wide, uint32_t opcode, int reg, int base, int index,
                               int scale, int32_t disp, bool bytes)
{
    if (prefix) x_byte(e, prefix);
    x_rex(e, wide, reg, index < 0 ? 0 : index, base, bytes && reg >= 4);
    if (opcode > 0xffff) x_byte(e, (uint8_t)(opcode >> 16));
    if (opcode > 0xff) x_byte(e, (uint8_t)(opcode >> 8));
    x_byte(e, (uint8_t)opcode);
    bool small = disp >= -128 && disp <= 127;
    bool sib = index >= 0 || (base & 7) == RSP;
    x_byte(e, (uint8_t)((small ? 0x40 : 0x80) | (reg & 7) << 3 | (sib ? 4 : base & 7)));
    if (sib) x_byte(e, (uint8_t)(scale << 6 | (index < 0 ? 4 : index & 7) << 3 | (base & 7)));
    if (small)
        x_byte(e, (uint8_t)disp);
    else
        x_u32(e, (uint32_t)disp);
}
/* The distance of [rip + disp] is patched by x_patch: `at` is behind the instruction. */
static inline uint32_t x_rip(struct emit *e, uint8_t prefix, bool wide, uint32_t opcode, int reg)
{
    if (prefix) x_byte(e, prefix);
    x_rex(e, wide, reg, 0, 0, false);
    if (opcode > 0xff) x_byte(e, (uint8_t)(opcode >> 8));
    x_byte(e, (uint8_t)opcode);
    x_byte(e, (uint8_t)(0x05 | (reg & 7) << 3));
    x_u32(e, 0);
    return e->n;
}

/* reg = reg op rm, op one of group 1 */
static inline void x_alu(struct emit *e, bool wide, int op, int reg, int rm)
{
    x_reg(e, 0, wide, (uint32_t)(op << 3 | 3), reg, rm, false);
}
static inline void x_alu_mem(struct emit *e, bool wide, int op, int reg, int base, int32_t disp)
{
    x_mem(e, 0, wide, (uint32_t)(op << 3 | 3), reg, base, disp);
}
static inline void x_alu_by(struct emit *e, bool wide, int op, int reg, int32_t v)
{
    bool small = v >= -128 && v <= 127;
    x_reg(e, 0, wide, small ? 0x83 : 0x81, op, reg, false);
    if (small)
        x_byte(e, (uint8_t)v);
    else
        x_u32(e, (uint32_t)v);
}
/* [base + disp] op= v, 32 or 64 bits */
static inline void x_alu_mem_by(struct emit *e, bool wide, int op, int base, int32_t disp, int32_t v)
{
    bool small = v >= -128 && v <= 127;
    x_mem(e, 0, wide, small ? 0x83 : 0x81, op, base, disp);
    if (small)
        x_byte(e, (uint8_t)v);
    else
        x_u32(e, (uint32_t)v);
}
static inline void x_test(struct emit *e, bool wide, int a, int b) { x_reg(e, 0, wide, 0x85, b, a, false); }
static inline void x_move32(struct emit *e, int to, int from) { x_reg(e, 0, false, 0x89, from, to, false); }
static inline void x_zero(struct emit *e, int reg) { x_reg(e, 0, false, 0x31, reg, reg, false); }
static inline void x_shift_by(struct emit *e, bool wide, int op, int reg, uint8_t by)
{
    x_reg(e, 0, wide, 0xc1, op, reg, false);
    x_byte(e, by);
}
/* by cl */
static inline void x_shift_cl(struct emit *e, bool wide, int op, int reg) { x_reg(e, 0, wide, 0xd3, op, reg, false); }
static inline void x_lea_index(struct emit *e, bool wide, int reg, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, 0, wide, 0x8d, reg, base, index, scale, disp, false);
}
/* A jump to what is known already. */
static inline void x_jump_to(struct emit *e, uint32_t target) { x_patch(e, x_jump(e), target); }
/* Floating point: to op= from; opcode 0x58 add, 0x59 mul, 0x5c sub, 0x5e div, 0x51 sqrt, 0x10 move. */
static inline void x_float(struct emit *e, bool is_double, uint8_t opcode, int to, int from)
{
    x_reg(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | opcode, to, from, false);
}
static inline void x_float_mem(struct emit *e, bool is_double, uint8_t opcode, int reg, int base, int32_t disp)
{
    x_mem(e, is_double ? 0xf2 : 0xf3, false, 0x0f00u | opcode, reg, base, disp);
}
static inline void x_float_move(struct emit *e, int to, int from) { x_reg(e, 0, false, 0x0f28, to, from, false); }
static inline void x_float_zero(struct emit *e, int reg) { x_reg(e, 0, false, 0x0f57, reg, reg, false); }
/* Sets flags as unsigned comparison does; parity: one is no number. */
static inline void x_float_compare(struct emit *e, bool is_double, int a, int b)
{
    x_reg(e, is_double ? 0x66 : 0, false, 0x0f2e, a, b, false);
}
/* Between the two kinds of registers, as they are. */
static inline void x_float_from(struct emit *e, bool wide, int xmm, int reg)
{
    x_reg(e, 0x66, wide, 0x0f6e, xmm, reg, false);
}
static inline void x_float_to(struct emit *e, bool wide, int reg, int xmm)
{
    x_reg(e, 0x66, wide, 0x0f7e, xmm, reg, false);
}
#endif
