/* Reads instructions out of the code of a class file. See bytecode.h. */
#include "bytecode/bytecode.h"

/* After `wide` the operands have two bytes more: an index of two bytes, and for iinc a constant of two bytes as
 * well. */
static u32 wide_length(const u8 *at, u32 left)
{
    if (left < 2 || at[1] >= BYTECODE_OPS || !(bytecode_info[at[1]].does & BC_WIDE)) return 0;
    return at[1] == OP_iinc ? 6 : 4;
}

static u32 switch_length(const u8 *code, u32 len, u32 bci)
{
    bool table = code[bci] == OP_tableswitch;
    u64 at = ALIGN_UP((u64)bci + 1, 4);
    if (at + (table ? 12 : 8) >= len) return 0;
    i64 first = rd_i32be(code + at + 4), last = table ? rd_i32be(code + at + 8) : 0;
    if (table ? first > last : first < 0) return 0;
    u64 n = at - bci + 4 * (u64)(table ? 3 + last - first + 1 : 2 + 2 * first);
    return bci + n <= len ? (u32)n : 0;
}

u32 bytecode_length(const u8 *code, u32 len, u32 bci)
{
    if (bci >= len || code[bci] >= BYTECODE_OPS) return 0;
    u32 n = bytecode_info[code[bci]].length;
    if (UNLIKELY(n == 0)) n = code[bci] == OP_wide ? wide_length(code + bci, len - bci) : switch_length(code, len, bci);
    return n <= len - bci ? n : 0;
}

bool bytecode_read(struct bytecode *b, const u8 *code, u32 len, u32 bci)
{
    u32 n = bytecode_length(code, len, bci);
    if (!n) return false;
    bool wide = code[bci] == OP_wide;
    u8 op = wide ? code[bci + 1] : code[bci];
    *b = (struct bytecode){ &bytecode_info[op], code + bci, bci, n, op, wide };
    return true;
}

u32 bytecode_local(const struct bytecode *b)
{
    if (b->info->local != BC_LOCAL_OPERAND) return b->info->local;
    return b->wide ? rd_u16be(b->at + 2) : b->at[1];
}

u16 bytecode_constant(const struct bytecode *b)
{
    char kind = b->info->operands[0];
    return kind == 'C' ? rd_u16be(b->at + 1) : kind == 'c' ? b->at[1] : 0;
}

u32 bytecode_target(const struct bytecode *b)
{
    return b->bci + (u32)(b->info->operands[0] == 'G' ? rd_i32be(b->at + 1) : rd_i16be(b->at + 1));
}

u32 bytecode_each_target(const struct bytecode *b, void (*fn)(void *ctx, u32 target), void *ctx)
{
    u8 flow = b->info->flow;
    if (flow == BC_BRANCH || flow == BC_JUMP || flow == BC_SUBROUTINE) {
        fn(ctx, bytecode_target(b));
        return 1;
    }
    if (flow != BC_SWITCH) return 0;
    u32 pad = ALIGN_UP(b->bci + 1, 4u) - b->bci, step = b->op == OP_tableswitch ? 4 : 8, count = 1;
    fn(ctx, b->bci + (u32)rd_i32be(b->at + pad));
    for (u32 at = pad + 12; at + 4 <= b->length; at += step, count++) fn(ctx, b->bci + (u32)rd_i32be(b->at + at));
    return count;
}

u32 bytecode_each_key(const struct bytecode *b, void (*fn)(void *ctx, i32 key, u32 target), void *ctx)
{
    u32 pad = ALIGN_UP(b->bci + 1, 4u) - b->bci;
    if (b->op == OP_tableswitch)
        for (u32 at = pad + 12, key = rd_u32be(b->at + pad + 4); at + 4 <= b->length; at += 4, key++)
            fn(ctx, (i32)key, b->bci + (u32)rd_i32be(b->at + at));
    else
        for (u32 at = pad + 8; at + 8 <= b->length; at += 8)
            fn(ctx, rd_i32be(b->at + at), b->bci + (u32)rd_i32be(b->at + at + 4));
    return b->bci + (u32)rd_i32be(b->at + pad);
}

struct sought {
    i32 key;
    u32 target;
    bool found;
};
static void compare_key(void *ctx, i32 key, u32 target)
{
    struct sought *s = ctx;
    if (key == s->key && !s->found) *s = (struct sought){ key, target, true };
}
u32 bytecode_target_of_key(const struct bytecode *b, i32 key)
{
    struct sought s = { .key = key };
    u32 others = bytecode_each_key(b, compare_key, &s);
    return s.found ? s.target : others;
}
