/* Copies stencils one behind the other and fills in their holes.
 *
 * A piece of code in the cache:
 *
 *     table word, 0 | entry | instruction | instruction | … | pads
 *
 * All pieces share one more: the constants of the stencils, and for each function or variable of the VM a word with its
 * address and a jump through that word. It lies in the cache too, so that distances to it fit 32 bits. */
#include "exec/stencil/stencil_emit.h"
#include "bytecode/bytecode.h"
#include "exec/code/code.h"
#include "interp_ops.h"
#include "os/os_sync.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    HEAD = 16,          /* before the entry; the last word of it is the table's */
    JUMP_SIZE = 5,      /* of the jump that falls away */
    VENEER = 16,        /* of a jump through a word */
    CODE_LIMIT = 16000, /* bytes of bytecode */
    SIZE_LIMIT = 1 << 20
};

/* ---- what all share ---- */
static struct os_mutex shared_lock = OS_MUTEX_INIT;
static const u8 *shared GUARDED_BY(shared_lock);
static bool shared_failed GUARDED_BY(shared_lock);

static u32 words_at(void) { return (u32)ALIGN_UP(stencil_data_size, 16); }
static u32 veneers_at(void) { return (u32)ALIGN_UP(words_at() + 8 * stencil_symbol_count, 16); }

static const u8 *make_shared(void)
{
    u32 size = veneers_at() + VENEER * stencil_symbol_count;
    u8 *bytes = vm_calloc(1, size);
    memcpy(bytes, stencil_data, stencil_data_size);
    for (u32 i = 0; i < stencil_symbol_count; i++) {
        memcpy(bytes + words_at() + 8 * i, &stencil_symbols[i], 8);
        u8 *jump = bytes + veneers_at() + VENEER * i;
        jump[0] = 0xff; /* jmp *distance(%rip) */
        jump[1] = 0x25;
        i32 distance = (i32)(words_at() + 8 * i) - (i32)(veneers_at() + VENEER * i + 6);
        memcpy(jump + 2, &distance, 4);
    }
    struct code *c = code_install(bytes, size, NULL, "stencil constants");
    free(bytes);
    return c ? c->start : NULL;
}
static const u8 *shared_piece(void)
{
    os_mutex_lock(&shared_lock);
    if (!shared && !shared_failed) shared = make_shared();
    shared_failed = !shared;
    const u8 *at = shared;
    os_mutex_unlock(&shared_lock);
    return at;
}

/* ---- layout ---- */
struct piece {
    const struct stencil *stencil;
    u32 bci, last, next; /* of the instruction; of its last part; of what stands behind it */
    u32 offset, pad;     /* in the code */
};
struct emitter {
    struct method *m;
    const u8 *shared, *start; /* where the code will be; the entry is at start + HEAD */
    struct piece *pieces;
    u32 count, size, pads, pad_count;
    u8 *targets; /* by bci: something branches there */
    struct stencil_method *table;
    u8 *bytes;
};

static void note_target(void *e, u32 target)
{
    struct emitter *em = e;
    if (target < em->m->code_len) em->targets[target] = 1;
}

static const struct interp_fusion *fusion_of(u8 op)
{
    for (const struct interp_fusion *f = interp_fusions; f->count; f++)
        if (f->op == op) return f;
    return NULL;
}

/* The last part of the fused form at bci, or bci where something branches into it. */
static u32 last_part(const struct emitter *e, u32 bci, u8 op)
{
    const struct interp_fusion *f = fusion_of(op);
    u32 at = bci;
    for (u32 i = 1; f && i < f->count; i++) {
        at += bytecode_length(e->m->orig_code, e->m->code_len, at);
        if (at >= e->m->code_len || e->targets[at]) return bci;
    }
    return at;
}

static bool calls(const struct stencil *s)
{
    for (u32 i = 0; i < s->hole_count; i++)
        if (s->holes[i].kind == STENCIL_PAD) return true;
    return false;
}

/* Chooses the stencil of the instruction at bci. Returns the bci behind it; 0: there is no such instruction. */
static u32 choose(struct emitter *e, u32 bci)
{
    const struct method *m = e->m;
    u8 op = __atomic_load_n(m->code + bci, __ATOMIC_ACQUIRE);
    u32 last = bci;
    if (interp_op_info[op].fused) {
        last = stencil_table[op].code ? last_part(e, bci, op) : bci;
        if (last == bci) op = interp_op_info[op].first;
    }
    const struct stencil *s = stencil_table[op].code ? &stencil_table[op] : &stencil_for_none;
    u32 length = bytecode_length(m->orig_code, m->code_len, last);
    if (!length) return 0;
    e->pieces[e->count++] = (struct piece){ s, bci, last, last + length, 0, 0 };
    if (calls(s)) e->pad_count++;
    return last + length;
}

static u32 place_stencil(struct emitter *e, const struct stencil *s, bool next_follows)
{
    u32 at = e->size;
    e->size += s->size - (s->falls && next_follows ? JUMP_SIZE : 0);
    return at;
}

static bool lay_out(struct emitter *e)
{
    const struct method *m = e->m;
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) bytecode_each_target(&b, note_target, e);
    for (u32 bci = 0; bci < m->code_len;)
        if ((bci = choose(e, bci)) == 0) return false;
    e->size = HEAD;
    (void)place_stencil(e, &stencil_for_entry, true);
    for (u32 i = 0; i < e->count; i++) {
        e->pieces[i].offset = place_stencil(e, e->pieces[i].stencil, i + 1 < e->count);
        e->table->offset[e->pieces[i].bci] = e->pieces[i].offset - HEAD;
    }
    e->pads = (u32)ALIGN_UP(e->size, 16);
    u32 pad = e->pads;
    for (u32 i = 0; i < e->count; i++)
        if (calls(e->pieces[i].stencil)) {
            e->pieces[i].pad = pad;
            pad += sizeof(struct code_pad);
        }
    e->size = pad;
    return e->size < SIZE_LIMIT;
}

/* ---- holes ---- */
static i64 operand(const u8 *at, u8 kind)
{
    u16 u;
    i16 s;
    i32 i;
    switch (kind) {
    case STENCIL_VALUE_U8: return *at;
    case STENCIL_VALUE_I8: return (i8)*at;
    case STENCIL_VALUE_U16: memcpy(&u, at, sizeof u); return u;
    case STENCIL_VALUE_I16: memcpy(&s, at, sizeof s); return s;
    default: memcpy(&i, at, sizeof i); return i;
    }
}

/* Where the code of the instruction at bci will be; 0: nowhere. */
static i64 code_address(const struct emitter *e, u32 bci)
{
    u32 offset = bci < e->m->code_len ? e->table->offset[bci] : 0;
    return offset ? (i64)(uintptr_t)(e->start + HEAD + offset) : 0;
}

/* What goes into the hole, without its addend. false: nothing does. */
static bool hole_value(const struct emitter *e, const struct piece *p, const struct stencil_hole *h, i64 *value)
{
    const struct method *m = e->m;
    const u8 *insn = m->code + p->bci;
    struct bytecode b;
    switch (h->kind) {
    case STENCIL_LOCAL: *value = 8 * (i64)insn[h->at]; return true;
    case STENCIL_PC: *value = (i64)(uintptr_t)(insn + h->at); return true;
    case STENCIL_NEXT: *value = code_address(e, p->next); return *value != 0;
    case STENCIL_BRANCH:
    case STENCIL_TARGET:
        if (!bytecode_read(&b, m->orig_code, m->code_len, p->last)) return false;
        *value = code_address(e, bytecode_target(&b));
        if (*value == 0) return false;
        if (h->kind == STENCIL_TARGET) *value = (i64)(uintptr_t)(m->code + bytecode_target(&b));
        return true;
    case STENCIL_PAD: *value = (i64)(uintptr_t)(e->start + p->pad); return true;
    case STENCIL_FUNCTION: *value = (i64)(uintptr_t)(e->shared + veneers_at() + VENEER * h->at); return true;
    case STENCIL_ADDRESS: *value = (i64)(uintptr_t)(e->shared + words_at() + 8 * h->at); return true;
    case STENCIL_DATA: *value = (i64)(uintptr_t)e->shared; return true;
    default: *value = operand(insn + h->at, h->kind); return true;
    }
}

static bool fits(u8 form, i64 value)
{
    return value <= (form == STENCIL_ABSOLUTE ? (i64)UINT32_MAX : INT32_MAX) && value >= INT32_MIN;
}

static bool fill(const struct emitter *e, const struct piece *p, u32 room)
{
    for (u32 i = 0; i < p->stencil->hole_count; i++) {
        const struct stencil_hole *h = &p->stencil->holes[i];
        i64 value;
        if (h->offset >= room) continue; /* of the jump that falls away */
        if (!hole_value(e, p, h, &value)) return false;
        value += h->addend;
        if (h->form == STENCIL_RELATIVE) value -= (i64)(uintptr_t)(e->start + p->offset + h->offset);
        if (!fits(h->form, value)) return false;
        memcpy(e->bytes + p->offset + h->offset, &value, 4);
    }
    return true;
}

static bool copy(const struct emitter *e, const struct piece *p, bool next_follows)
{
    u32 room = p->stencil->size - (p->stencil->falls && next_follows ? JUMP_SIZE : 0);
    memcpy(e->bytes + p->offset, p->stencil->code, room);
    return fill(e, p, room);
}

static bool make_pad(const struct emitter *e, const struct piece *p)
{
    i64 next = code_address(e, p->next);
    struct code_pad pad = { OP_STENCIL_PAD, (const void *)(uintptr_t)next, e->m->code + p->next };
    memcpy(e->bytes + p->pad, &pad, sizeof pad);
    return next != 0;
}

static bool write_all(const struct emitter *e)
{
    struct piece entry = { &stencil_for_entry, 0, 0, 0, HEAD, 0 };
    memcpy(e->bytes + HEAD - sizeof(void *), &e->table, sizeof(void *));
    bool ok = copy(e, &entry, true);
    for (u32 i = 0; ok && i < e->count; i++) {
        const struct piece *p = &e->pieces[i];
        ok = copy(e, p, i + 1 < e->count) && (!p->pad || make_pad(e, p));
    }
    return ok;
}

/* Puts the laid-out code into the cache. */
static struct code *install(struct emitter *e)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s%s", e->m->owner->name->bytes, e->m->name->bytes, e->m->desc->bytes);
    e->bytes = vm_calloc(1, e->size);
    struct code *c = code_install(e->bytes, e->size, e->m, name);
    if (c) {
        e->start = c->start;
        if (write_all(e)) {
            c->table = e->table;
            c->pads = e->pads;
            c->pad_count = e->pad_count;
            c->pad_exit = (const void *)stencil_leave_pad;
            code_write(c, 0, e->bytes, e->size);
        } else {
            c->told = true; /* nobody ever heard of it */
            code_retire(c);
            c = NULL;
        }
    }
    free(e->bytes);
    return c;
}

struct code *stencil_emit(struct method *m, const void **entry)
{
    struct emitter e = { .m = m, .shared = shared_piece() };
    if (!e.shared || m->code_len > CODE_LIMIT) return NULL;
    e.pieces = vm_calloc(m->code_len, sizeof *e.pieces);
    e.targets = vm_calloc(1, m->code_len);
    e.table = vm_calloc(1, sizeof *e.table + m->code_len * sizeof e.table->offset[0]);
    struct code *c = lay_out(&e) ? install(&e) : NULL;
    if (!c) free(e.table);
    free(e.pieces);
    free(e.targets);
    if (c) *entry = c->start + HEAD;
    return c;
}
