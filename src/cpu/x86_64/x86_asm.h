/* The instructions of x86-64 that a compiler needs beyond x86_emit.h: memory with an index, arithmetic with any
 * operand, conditions, stacks, bits. Floating point and vectors: x86_sse.h, x86_avx.h. */
#ifndef ARGUS_CPU_X86_64_X86_ASM_H
#define ARGUS_CPU_X86_64_X86_ASM_H

#include "cpu/x86_64/x86_emit.h"

enum { CC_B = 0x2, CC_BE = 0x6, CC_S = 0x8, CC_P = 0xa, CC_NP = 0xb, CC_L = 0xc, CC_GE = 0xd, CC_LE = 0xe, CC_G = 0xf };
/* Group 1, by its number. */
enum { X_ADD, X_OR, X_AND = 4, X_SUB, X_XOR, X_CMP };
enum { X_SHL = 4, X_SHR = 5, X_SAR = 7 };

/* What follows an opcode that reads or writes [base + (index << scale) + disp]. index -1: none. */
static inline void x_operand(struct emit *e, int reg, int base, int index, int scale, int32_t disp)
{
    bool small = disp >= -128 && disp <= 127, none = !disp && (base & 7) != RBP;
    bool sib = index >= 0 || (base & 7) == RSP;
    x_byte(e, (uint8_t)((none ? 0 : small ? 0x40 : 0x80) | (reg & 7) << 3 | (sib ? 4 : base & 7)));
    if (sib) x_byte(e, (uint8_t)(scale << 6 | (index < 0 ? 4 : index & 7) << 3 | (base & 7)));
    if (none) return;
    if (small)
        x_byte(e, (uint8_t)disp);
    else
        x_u32(e, (uint32_t)disp);
}
/* As x_mem, with that memory; bytes: reg is a byte register. */
static inline void x_mem_index(struct emit *e, uint8_t prefix, bool wide, uint32_t opcode, int reg, int base, int index,
                               int scale, int32_t disp, bool bytes)
{
    if (prefix) x_byte(e, prefix);
    x_rex(e, wide, reg, index < 0 ? 0 : index, base, bytes && reg >= 4);
    if (opcode > 0xffff) x_byte(e, (uint8_t)(opcode >> 16));
    if (opcode > 0xff) x_byte(e, (uint8_t)(opcode >> 8));
    x_byte(e, (uint8_t)opcode);
    x_operand(e, reg, base, index, scale, disp);
}
/* x_patch fills in the distance of [rip + disp]. Returns the position after the instruction, for x_patch. */
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
static inline void x_alu_index(struct emit *e, bool wide, int op, int reg, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, 0, wide, (uint32_t)(op << 3 | 3), reg, base, index, scale, disp, false);
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
/* [base + disp] op= reg, and with an index op= v, which is small; 64 bits */
static inline void x_alu_to_mem(struct emit *e, int op, int base, int32_t disp, int reg)
{
    x_mem(e, 0, true, (uint32_t)(op << 3 | 1), reg, base, disp);
}
static inline void x_alu_index_by(struct emit *e, int op, int base, int index, int scale, int32_t disp, int8_t v)
{
    x_mem_index(e, 0, true, 0x83, op, base, index, scale, disp, false);
    x_byte(e, (uint8_t)v);
}
/* A full barrier: earlier stores are visible before later loads. lock or dword [rsp], 0. */
static inline void x_fence(struct emit *e)
{
    x_byte(e, 0xf0);
    x_alu_mem_by(e, false, X_OR, RSP, 0, 0);
}
/* If [base + index + disp] equals eax or rax it becomes `reg`, and the flags say equal; else rax gets the old value. */
static inline void x_lock_compare_exchange(struct emit *e, bool wide, int reg, int base, int index, int32_t disp)
{
    x_byte(e, 0xf0);
    x_mem_index(e, 0, wide, 0x0fb1, reg, base, index, 0, disp, false);
}
/* [base + index + disp] += reg; reg gets the old value. */
static inline void x_lock_exchange_add(struct emit *e, bool wide, int reg, int base, int index, int32_t disp)
{
    x_byte(e, 0xf0);
    x_mem_index(e, 0, wide, 0x0fc1, reg, base, index, 0, disp, false);
}
/* Exchanges [base + index + disp] and reg; it acts as with a lock prefix. */
static inline void x_exchange(struct emit *e, bool wide, int reg, int base, int index, int32_t disp)
{
    x_mem_index(e, 0, wide, 0x87, reg, base, index, 0, disp, false);
}
/* Sets the low byte of reg to 1 if the condition holds, else to 0. */
static inline void x_set_if(struct emit *e, int cc, int reg)
{
    x_reg(e, 0, false, 0x0f90u | (uint32_t)cc, 0, reg, true);
}
static inline void x_zero_extend_byte(struct emit *e, int to, int from) { x_reg(e, 0, false, 0x0fb6, to, from, true); }
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
/* A jump to a known position. */
static inline void x_jump_to(struct emit *e, uint32_t target) { x_patch(e, x_jump(e), target); }

/* ---- integers ---- */
/* A load into a register: extended by the sign or by zeros to 32 bits, or to 64 if `wide`. X_32 loads 32 or 64 bits. */
enum x_as { X_U8 = 0x0fb6, X_S8 = 0x0fbe, X_U16 = 0x0fb7, X_S16 = 0x0fbf, X_S32 = 0x63, X_32 = 0x8b };
static inline void x_load_as(struct emit *e, enum x_as as, bool wide, int reg, int base, int index, int scale,
                             int32_t disp)
{
    x_mem_index(e, 0, wide, as, reg, base, index, scale, disp, false);
}
static inline void x_load_at(struct emit *e, enum x_as as, bool wide, int reg, int base, int32_t disp)
{
    x_load_as(e, as, wide, reg, base, -1, 0, disp);
}
/* As a load, from the low bits of a register. */
static inline void x_extend(struct emit *e, enum x_as as, bool wide, int to, int from)
{
    x_reg(e, 0, wide, as, to, from, as == X_U8 || as == X_S8);
}
/* Stores the low 1 << log bytes of reg. */
static inline void x_store_as(struct emit *e, int log, int reg, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, log == 1 ? 0x66 : 0, log == 3, log == 0 ? 0x88 : 0x89, reg, base, index, scale, disp, log == 0);
}
/* Stores 1 << log bytes of v; for 8 bytes v is extended by its sign. */
static inline void x_store_imm_as(struct emit *e, int log, int base, int index, int scale, int32_t disp, int32_t v)
{
    x_mem_index(e, log == 1 ? 0x66 : 0, log == 3, log == 0 ? 0xc6 : 0xc7, 0, base, index, scale, disp, false);
    x_byte(e, (uint8_t)v);
    if (log > 0) x_byte(e, (uint8_t)(v >> 8));
    if (log > 1) x_byte(e, (uint8_t)(v >> 16)), x_byte(e, (uint8_t)(v >> 24));
}
/* reg = v, as 32 bits; the flags are kept. */
static inline void x_imm32(struct emit *e, int reg, uint32_t v)
{
    x_rex(e, false, 0, 0, reg, false);
    x_byte(e, (uint8_t)(0xb8 | (reg & 7)));
    x_u32(e, v);
}
/* reg = v, with the sign, as 64 bits */
static inline void x_imm_signed(struct emit *e, int reg, int32_t v)
{
    x_reg(e, 0, true, 0xc7, 0, reg, false);
    x_u32(e, (uint32_t)v);
}
/* reg = 64 bits that are filled in later. Returns their position. */
static inline uint32_t x_imm64_later(struct emit *e, int reg)
{
    x_rex(e, true, 0, 0, reg, false);
    x_byte(e, (uint8_t)(0xb8 | (reg & 7)));
    x_u64(e, 0);
    return e->n - 8;
}
static inline void x_lea32(struct emit *e, bool wide, int reg, int base, int32_t disp)
{
    x_mem(e, 0, wide, 0x8d, reg, base, disp);
}
/* reg = an address in the code: as x_rip, or the code's beginning */
static inline uint32_t x_lea_rip(struct emit *e, int reg) { return x_rip(e, 0, true, 0x8d, reg); }
static inline void x_lea_start(struct emit *e, int reg) { x_patch(e, x_lea_rip(e, reg), 0); }
static inline void x_multiply(struct emit *e, bool wide, int to, int from)
{
    x_reg(e, 0, wide, 0x0faf, to, from, false);
}
static inline void x_multiply_index(struct emit *e, bool wide, int reg, int base, int index, int scale, int32_t disp)
{
    x_mem_index(e, 0, wide, 0x0faf, reg, base, index, scale, disp, false);
}
static inline void x_multiply_by(struct emit *e, bool wide, int to, int from, uint32_t by)
{
    x_reg(e, 0, wide, 0x69, to, from, false);
    x_u32(e, by);
}
/* Signed: rdx:rax = rax * reg */
static inline void x_multiply_long(struct emit *e, bool wide, int reg) { x_reg(e, 0, wide, 0xf7, 5, reg, false); }
/* Signed: rax = rdx:rax / reg, rdx = the remainder; rdx = the sign of rax */
static inline void x_divide(struct emit *e, bool wide, int reg) { x_reg(e, 0, wide, 0xf7, 7, reg, false); }
static inline void x_sign_to_rdx(struct emit *e, bool wide)
{
    if (wide) x_byte(e, 0x48);
    x_byte(e, 0x99);
}
static inline void x_negate(struct emit *e, bool wide, int reg) { x_reg(e, 0, wide, 0xf7, 3, reg, false); }
static inline void x_move_if(struct emit *e, bool wide, int cc, int to, int from)
{
    x_reg(e, 0, wide, 0x0f40u | (uint32_t)cc, to, from, false);
}
/* The flags of reg & v. */
static inline void x_test_by(struct emit *e, int reg, uint32_t v)
{
    x_reg(e, 0, false, 0xf7, 0, reg, false);
    x_u32(e, v);
}
static inline void x_test_mem_by(struct emit *e, int base, int32_t disp, uint32_t v)
{
    x_mem(e, 0, false, 0xf7, 0, base, disp);
    x_u32(e, v);
}
static inline void x_test_byte(struct emit *e, int a, int b) { x_reg(e, 0, false, 0x84, b, a, true); }
/* Asks for the line at the address. */
static inline void x_prefetch(struct emit *e, int base, int32_t disp) { x_mem(e, 0, false, 0x0f18, 1, base, disp); }
/* Bytes in memory. */
static inline void x_test_mem_byte(struct emit *e, int base, int32_t disp, uint8_t v)
{
    x_mem(e, 0, false, 0xf6, 0, base, disp);
    x_byte(e, v);
}
static inline void x_alu_mem_byte(struct emit *e, int op, int base, int32_t disp, uint8_t v)
{
    x_mem(e, 0, false, 0x80, op, base, disp);
    x_byte(e, v);
}
/* A comparison whose immediate always has 32 bits. */
static inline void x_compare_mem_imm32(struct emit *e, int base, int32_t disp, uint32_t v)
{
    x_mem(e, 0, false, 0x81, X_CMP, base, disp);
    x_u32(e, v);
}
static inline void x_and_imm32(struct emit *e, int reg, uint32_t v)
{
    x_reg(e, 0, false, 0x81, X_AND, reg, false);
    x_u32(e, v);
}
/* edx:eax = the processor's clock */
static inline void x_ticks(struct emit *e)
{
    x_byte(e, 0x0f);
    x_byte(e, 0x31);
}
/* ---- bits ---- */
static inline void x_swap_bytes(struct emit *e, bool wide, int reg)
{
    x_rex(e, wide, 0, 0, reg, false);
    x_byte(e, 0x0f);
    x_byte(e, (uint8_t)(0xc8 | (reg & 7)));
}
static inline void x_count_bits(struct emit *e, bool wide, int to, int from)
{
    x_reg(e, 0xf3, wide, 0x0fb8, to, from, false);
}
/* The number of the highest or lowest set bit; `to` is undefined if reg is 0. */
static inline void x_highest_bit(struct emit *e, bool wide, int to, int from)
{
    x_reg(e, 0, wide, 0x0fbd, to, from, false);
}
static inline void x_lowest_bit(struct emit *e, bool wide, int to, int from)
{
    x_reg(e, 0, wide, 0x0fbc, to, from, false);
}
static inline void x_change_bit(struct emit *e, bool wide, int reg, uint8_t bit)
{
    x_reg(e, 0, wide, 0x0fba, 7, reg, false);
    x_byte(e, bit);
}
static inline void x_set_bit(struct emit *e, int reg, int bit_in) { x_reg(e, 0, false, 0x0fab, bit_in, reg, false); }
/* ---- control ---- */
static inline void x_jump_mem(struct emit *e, int base, int32_t disp) { x_mem(e, 0, false, 0xff, 4, base, disp); }
static inline void x_call_mem(struct emit *e, int base, int32_t disp) { x_mem(e, 0, false, 0xff, 2, base, disp); }
static inline void x_push_mem(struct emit *e, int base, int32_t disp) { x_mem(e, 0, false, 0xff, 6, base, disp); }
static inline void x_jump_mem_index(struct emit *e, int base, int index, int scale)
{
    x_mem_index(e, 0, false, 0xff, 4, base, index, scale, 0, false);
}
/* A jump over at most 127 bytes; x_short_here ends it. */
static inline uint32_t x_short_jump_if(struct emit *e, int cc)
{
    x_byte(e, (uint8_t)(0x70 | cc));
    x_byte(e, 0);
    return e->n;
}
static inline void x_short_here(struct emit *e, uint32_t jump)
{
    if (!e->full) e->at[jump - 1] = (uint8_t)(e->n - jump);
}
static inline void x_push(struct emit *e, int reg)
{
    x_rex(e, false, 0, 0, reg, false);
    x_byte(e, (uint8_t)(0x50 | (reg & 7)));
}
static inline void x_pop(struct emit *e, int reg)
{
    x_rex(e, false, 0, 0, reg, false);
    x_byte(e, (uint8_t)(0x58 | (reg & 7)));
}
static inline void x_return(struct emit *e) { x_byte(e, 0xc3); }
static inline void x_trap(struct emit *e) /* an instruction that is undefined */
{
    x_byte(e, 0x0f);
    x_byte(e, 0x0b);
}
/* Fills up to a multiple of `to`, where no code runs, with instructions that trap; zeros up to that many bytes. */
static inline void x_fill(struct emit *e, uint32_t to)
{
    while (e->n % to && !e->full) x_byte(e, 0xcc);
}
static inline void x_zeros(struct emit *e, uint32_t upto)
{
    while (e->n < upto && !e->full) x_byte(e, 0);
}
#endif
