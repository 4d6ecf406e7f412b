/* Writes x86-64 machine code into a buffer: the few instructions that generated code needs. Registers have their
 * hardware numbers. */
#ifndef ARGUS_CPU_X86_64_X86_EMIT_H
#define ARGUS_CPU_X86_64_X86_EMIT_H

#include <stdbool.h>
#include <stdint.h>

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
enum { CC_AE = 0x3, CC_E = 0x4, CC_NE = 0x5, CC_A = 0x7 };

struct emit {
    uint8_t *at;
    uint32_t n, size;
    uint32_t label; /* where x_here was last */
    bool full;
    bool astray; /* a jump led, or stood, outside the written code */
};

static inline void x_byte(struct emit *e, uint8_t b)
{
    if (e->n < e->size)
        e->at[e->n++] = b;
    else
        e->full = true;
}
static inline void x_u32(struct emit *e, uint32_t v)
{
    for (int i = 0; i < 4; i++) x_byte(e, (uint8_t)(v >> 8 * i));
}
static inline void x_u64(struct emit *e, uint64_t v)
{
    for (int i = 0; i < 8; i++) x_byte(e, (uint8_t)(v >> 8 * i));
}

static inline void x_rex(struct emit *e, bool wide, int reg, int index, int base, bool always)
{
    uint8_t rex = (uint8_t)(0x40 | wide << 3 | (reg >> 3) << 2 | (index >> 3) << 1 | base >> 3);
    if (rex != 0x40 || always) x_byte(e, rex);
}
/* prefix (0: none), opcode of one byte or 0x0fXX, reg and [base + disp] */
static inline void x_mem(struct emit *e, uint8_t prefix, bool wide, uint32_t opcode, int reg, int base, int32_t disp)
{
    if (prefix) x_byte(e, prefix);
    x_rex(e, wide, reg, 0, base, false);
    if (opcode > 0xff) x_byte(e, (uint8_t)(opcode >> 8));
    x_byte(e, (uint8_t)opcode);
    bool small = disp >= -128 && disp <= 127;
    x_byte(e, (uint8_t)((small ? 0x40 : 0x80) | (reg & 7) << 3 | (base & 7)));
    if ((base & 7) == RSP) x_byte(e, 0x24);
    if (small)
        x_byte(e, (uint8_t)disp);
    else
        x_u32(e, (uint32_t)disp);
}
/* the same with a register in place of memory: `rm` */
static inline void x_reg(struct emit *e, uint8_t prefix, bool wide, uint32_t opcode, int reg, int rm, bool bytes)
{
    if (prefix) x_byte(e, prefix);
    x_rex(e, wide, reg, 0, rm, bytes && rm >= 4);
    if (opcode > 0xffff) x_byte(e, (uint8_t)(opcode >> 16));
    if (opcode > 0xff) x_byte(e, (uint8_t)(opcode >> 8));
    x_byte(e, (uint8_t)opcode);
    x_byte(e, (uint8_t)(0xc0 | (reg & 7) << 3 | (rm & 7)));
}
static inline void x_load(struct emit *e, int reg, int base, int32_t disp) { x_mem(e, 0, true, 0x8b, reg, base, disp); }
static inline void x_store(struct emit *e, int base, int32_t disp, int reg)
{
    x_mem(e, 0, true, 0x89, reg, base, disp);
}
static inline void x_load32(struct emit *e, int reg, int base, int32_t disp)
{
    x_mem(e, 0, false, 0x8b, reg, base, disp);
}
static inline void x_store32(struct emit *e, int base, int32_t disp, int reg)
{
    x_mem(e, 0, false, 0x89, reg, base, disp);
}
static inline void x_lea(struct emit *e, int reg, int base, int32_t disp) { x_mem(e, 0, true, 0x8d, reg, base, disp); }
static inline void x_move(struct emit *e, int to, int from) { x_reg(e, 0, true, 0x89, from, to, false); }
static inline void x_store_imm32(struct emit *e, bool wide, int base, int32_t disp, uint32_t v)
{
    x_mem(e, 0, wide, 0xc7, 0, base, disp);
    x_u32(e, v);
}
static inline void x_imm64(struct emit *e, int reg, uint64_t v)
{
    if (v <= UINT32_MAX) {
        x_rex(e, false, 0, 0, reg, false);
        x_byte(e, (uint8_t)(0xb8 | (reg & 7)));
        x_u32(e, (uint32_t)v);
        return;
    }
    x_rex(e, true, 0, 0, reg, false);
    x_byte(e, (uint8_t)(0xb8 | (reg & 7)));
    x_u64(e, v);
}
static inline void x_shift(struct emit *e, bool left, int reg, uint8_t by) /* 64 bits */
{
    x_reg(e, 0, true, 0xc1, left ? 4 : 5, reg, false);
    x_byte(e, by);
}
static inline void x_alu_imm(struct emit *e, int op /* 0 add, 1 or, 4 and, 5 sub, 7 cmp */, int reg,
                             int32_t v) /* 64 bits */
{
    bool small = v >= -128 && v <= 127;
    x_reg(e, 0, true, small ? 0x83 : 0x81, op, reg, false);
    if (small)
        x_byte(e, (uint8_t)v);
    else
        x_u32(e, (uint32_t)v);
}
/* A jump whose target is set later by x_here. */
static inline uint32_t x_jump_if(struct emit *e, int cc)
{
    x_byte(e, 0x0f);
    x_byte(e, (uint8_t)(0x80 | cc));
    x_u32(e, 0);
    return e->n;
}
static inline uint32_t x_jump(struct emit *e)
{
    x_byte(e, 0xe9);
    x_u32(e, 0);
    return e->n;
}
static inline void x_patch(struct emit *e, uint32_t jump, uint32_t target)
{
    if (e->full) return;
    e->astray |= jump < 4 || jump > e->n || target > e->n;
    uint32_t d = target - jump;
    for (int i = 0; i < 4; i++) e->at[jump - 4 + (uint32_t)i] = (uint8_t)(d >> 8 * i);
}
static inline void x_here(struct emit *e, uint32_t jump)
{
    e->label = e->n;
    x_patch(e, jump, e->n);
}
static inline void x_jump_reg(struct emit *e, int reg) { x_reg(e, 0, false, 0xff, 4, reg, false); }
static inline void x_call_reg(struct emit *e, int reg) { x_reg(e, 0, false, 0xff, 2, reg, false); }

#endif
