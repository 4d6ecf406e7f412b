/* Vectors of 32 bytes, and the same instructions on 16 bytes: AVX2. Three operands, so nothing is copied. Those on 16
 * bytes clear the upper half of the register that they write. */
#ifndef ARGUS_CPU_X86_64_X86_AVX_H
#define ARGUS_CPU_X86_64_X86_AVX_H

#include "cpu/x86_64/x86_sse.h"

enum x_width { X_HALF, X_WHOLE }; /* 16 bytes, 32 bytes */

/* The prefix of an instruction with the opcode 0x0fXX, 0x0f38XX or 0x0f3aXX, and the opcode's last byte. prefix: as
 * x_reg's. second: the register that the instruction without VEX does not have; 0 if there is none. */
static inline void x_vex(struct emit *e, enum x_width width, uint8_t prefix, bool wide, uint32_t opcode, int reg,
                         int second, int index, int base)
{
    uint8_t map = opcode >> 8 == 0x0f ? 1 : opcode >> 8 == 0x0f38 ? 2 : 3;
    uint8_t simd = prefix == 0x66 ? 1 : prefix == 0xf3 ? 2 : prefix == 0xf2 ? 3 : 0;
    uint8_t last = (uint8_t)((~second & 15) << 3 | (width == X_WHOLE) << 2 | simd), far = reg < 8 ? 0x80 : 0;
    if (map == 1 && !wide && index < 8 && base < 8) {
        x_byte(e, 0xc5);
        x_byte(e, far | last);
    } else {
        x_byte(e, 0xc4);
        x_byte(e, (uint8_t)(far | (index < 8 ? 0x40 : 0) | (base < 8 ? 0x20 : 0) | map));
        x_byte(e, (uint8_t)(wide << 7 | last));
    }
    x_byte(e, (uint8_t)opcode);
}
static inline void x_vex_reg(struct emit *e, enum x_width width, uint8_t prefix, bool wide, uint32_t opcode, int reg,
                             int second, int rm)
{
    x_vex(e, width, prefix, wide, opcode, reg, second, 0, rm);
    x_byte(e, (uint8_t)(0xc0 | (reg & 7) << 3 | (rm & 7)));
}
/* to = a op b, lane by lane */
static inline void x_avx(struct emit *e, enum x_width width, enum x_packed_op op, int to, int a, int b)
{
    x_vex_reg(e, width, 0x66, false, op, to, a, b);
}
/* The same of floats or doubles; and, as bits, X_FXOR. */
static inline void x_avx_float(struct emit *e, enum x_width width, bool is_double, int op, int to, int a, int b)
{
    x_vex_reg(e, width, is_double ? 0x66 : 0, false, 0x0f00u | (uint32_t)op, to, a, b);
}
static inline void x_avx_sqrt(struct emit *e, enum x_width width, bool is_double, int to, int from)
{
    x_avx_float(e, width, is_double, X_FSQRT, to, 0, from);
}
/* to = each lane of `from` shifted by that many bits */
static inline void x_avx_shift(struct emit *e, enum x_width width, enum x_packed_shift how, enum x_lane lane, int to,
                               int from, uint8_t by)
{
    x_vex_reg(e, width, 0x66, false, lane, how, to, from);
    x_byte(e, by);
}
/* As x_shuffle, in each half. */
static inline void x_avx_shuffle(struct emit *e, enum x_width width, int to, int from, uint8_t which)
{
    x_vex_reg(e, width, 0x66, false, 0x0f70, to, 0, from);
    x_byte(e, which);
}
static inline void x_avx_move(struct emit *e, enum x_width width, int to, int from)
{
    x_vex_reg(e, width, 0, false, 0x0f28, to, 0, from);
}
/* The lowest lane of `from` in all lanes of `to`. */
enum x_broadcast {
    X_BROADCAST_B = 0x0f3878,
    X_BROADCAST_W = 0x0f3879,
    X_BROADCAST_D = 0x0f3858,
    X_BROADCAST_Q = 0x0f3859
};
static inline void x_avx_broadcast(struct emit *e, enum x_width width, enum x_broadcast lane, int to, int from)
{
    x_vex_reg(e, width, 0x66, false, lane, to, 0, from);
}
/* to = the upper 16 bytes of `from` */
static inline void x_avx_upper(struct emit *e, int to, int from)
{
    x_vex_reg(e, X_WHOLE, 0x66, false, 0x0f3a39, from, 0, to);
    x_byte(e, 1);
}
/* As x_float_from and x_float_to. */
static inline void x_avx_from(struct emit *e, bool wide, int xmm, int reg)
{
    x_vex_reg(e, X_HALF, 0x66, wide, 0x0f6e, xmm, 0, reg);
}
static inline void x_avx_to(struct emit *e, bool wide, int reg, int xmm)
{
    x_vex_reg(e, X_HALF, 0x66, wide, 0x0f7e, xmm, 0, reg);
}
static inline void x_avx_index(struct emit *e, uint32_t opcode, int reg, int base, int index, int scale, int32_t disp)
{
    x_vex(e, X_WHOLE, 0, false, opcode, reg, 0, index < 0 ? 0 : index, base);
    x_operand(e, reg, base, index, scale, disp);
}
static inline void x_avx_load(struct emit *e, int reg, int base, int index, int scale, int32_t disp)
{
    x_avx_index(e, 0x0f10, reg, base, index, scale, disp);
}
static inline void x_avx_store(struct emit *e, int reg, int base, int index, int scale, int32_t disp)
{
    x_avx_index(e, 0x0f11, reg, base, index, scale, disp);
}
/* Clears the upper halves of all registers. Until then each instruction without VEX has to keep the one of the register
 * that it writes, and waits for it. */
static inline void x_avx_end(struct emit *e)
{
    x_byte(e, 0xc5);
    x_byte(e, 0xf8);
    x_byte(e, 0x77);
}
#endif
