/* Writes instructions as text. See bytecode.h. */
#include "bytecode/bytecode.h"

#include <stdarg.h>
#include <stdio.h>

struct text {
    char *at;
    size_t size;
};
static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->at, t->size, fmt, ap);
    va_end(ap);
    size_t used = (size_t)n < t->size ? (size_t)n : t->size ? t->size - 1 : 0;
    t->at += used;
    t->size -= used;
}

const char *bytecode_name(u8 op) { return op < BYTECODE_OPS ? bytecode_info[op].name : "<illegal>"; }

static void put_switch(struct text *t, const struct bytecode *b)
{
    const u8 *at = b->at + (ALIGN_UP(b->bci + 1, 4u) - b->bci), *end = b->at + b->length;
    i32 key = rd_i32be(at + 4);
    if (b->op == OP_tableswitch) {
        for (const u8 *p = at + 12; p < end; p += 4, key = (i32)((u32)key + 1))
            put(t, " %d:%u", key, b->bci + (u32)rd_i32be(p));
    } else {
        for (const u8 *p = at + 8; p < end; p += 8) put(t, " %d:%u", rd_i32be(p), b->bci + (u32)rd_i32be(p + 4));
    }
    put(t, " default:%u", b->bci + (u32)rd_i32be(at));
}

static void put_kind(struct text *t, u8 kind) /* JVMS newarray */
{
    static const char *const names[] = { "boolean", "char", "float", "double", "byte", "short", "int", "long" };
    put(t, " %s", kind >= 4 && kind < 4 + ARRAY_LEN(names) ? names[kind - 4] : "?");
}

static void put_operands(struct text *t, const struct bytecode *b)
{
    const u8 *at = b->at + 1;
    for (const char *kind = b->info->operands; *kind; kind++) {
        switch (*kind) {
        case 'l': put(t, " %u", bytecode_local(b)); break;
        case 's': put(t, " %d", b->wide ? rd_i16be(b->at + 4) : (i8)*at); break;
        case 'S': put(t, " %d", rd_i16be(at)); break;
        case 'B':
        case 'G': put(t, " %u", bytecode_target(b)); break;
        case 'c':
        case 'C': put(t, " #%u", bytecode_constant(b)); break;
        case 'k': put_kind(t, *at); break;
        case 'd': put(t, " %u", *at); break;
        default: break; /* operands that repeat the descriptor, and zeros */
        }
        at += *kind == 'G' ? 4 : *kind == 'S' || *kind == 'U' || *kind == 'B' || *kind == 'C' ? 2 : 1;
    }
}

u32 bytecode_print(char *to, size_t size, const u8 *code, u32 len, u32 bci,
                   void (*constant)(void *ctx, u16 index, char *to, size_t size), void *ctx)
{
    struct text t = { to, size };
    struct bytecode b;
    if (!bytecode_read(&b, code, len, bci)) {
        put(&t, "%u %s", bci, bci < len ? bytecode_name(code[bci]) : "<end>");
        return 0;
    }
    put(&t, "%u %s%s", bci, b.wide ? "wide " : "", b.info->name);
    if (b.info->flow == BC_SWITCH)
        put_switch(&t, &b);
    else
        put_operands(&t, &b);
    u16 index = bytecode_constant(&b);
    if (constant && index && t.size > 1) {
        put(&t, " ");
        constant(ctx, index, t.at, t.size);
    }
    return b.length;
}
