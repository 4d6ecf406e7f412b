/* Copies the stencils that stencil_choose.c has chosen for a method, one after the other, and fills in their holes.
 *
 * A piece of code in the cache:
 *
 *     table word, 0 | entry | instruction | instruction | … | their rare parts | pads
 *
 * All pieces share another piece: the constants of the stencils, and for each function or variable of the VM a word
 * with its address and a jump through that word. It lies in the cache too, so that 32-bit distances reach it. */
#include "exec/stencil/stencil_emit.h"
#include "bytecode/bytecode.h"
#include "exec/code/code.h"
#include "interp_ops.h"
#include "os/os_sync.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    HEAD = 16,     /* bytes before the entry; the last word is the table's address */
    JUMP_SIZE = 5, /* of the jump to the next stencil, which may be left out */
    VENEER = 16,   /* of a jump through a word */
    SIZE_LIMIT = 1 << 20
};

/* ---- the shared piece ---- */
static struct os_mutex shared_lock = OS_MUTEX_INIT;
static const u8 *shared GUARDED_BY(shared_lock);
static bool shared_failed GUARDED_BY(shared_lock);

/* Functions that no stencil names. They stand in for others where the piece is probed. */
struct probed_exit {
    interp_fn plain, probed;
};
static const struct probed_exit probed_exits[] = { { stencil_leave, stencil_leave_probed },
                                                   { stencil_leave_unlinked, stencil_leave_unlinked_probed },
                                                   { stencil_hot, stencil_hot_probed } };
static u32 symbol_count(void) { return stencil_symbol_count + (u32)ARRAY_LEN(probed_exits); }
static const void *symbol(u32 i)
{
    if (i < stencil_symbol_count) return stencil_symbols[i];
    return (const void *)probed_exits[i - stencil_symbol_count].probed;
}
/* The symbol that the piece calls where its stencil names symbol i. */
static u32 symbol_for(const struct piece *p, u32 i)
{
    for (u32 k = 0; p->probed && k < ARRAY_LEN(probed_exits); k++)
        if (stencil_symbols[i] == (const void *)probed_exits[k].plain) return stencil_symbol_count + k;
    return i;
}
static u32 words_at(void) { return (u32)ALIGN_UP(stencil_data_size, 16); }
static u32 veneers_at(void) { return (u32)ALIGN_UP(words_at() + 8 * symbol_count(), 16); }

static struct code *make_shared(void)
{
    u32 size = veneers_at() + VENEER * symbol_count();
    u8 *bytes = vm_calloc(1, size);
    memcpy(bytes, stencil_data, stencil_data_size);
    for (u32 i = 0; i < symbol_count(); i++) {
        const void *at = symbol(i);
        memcpy(bytes + words_at() + 8 * i, &at, 8);
        u8 *jump = bytes + veneers_at() + VENEER * i;
        jump[0] = 0xff; /* jmp *distance(%rip) */
        jump[1] = 0x25;
        i32 distance = (i32)(words_at() + 8 * i) - (i32)(veneers_at() + VENEER * i + 6);
        memcpy(jump + 2, &distance, 4);
    }
    struct code *c = code_install(bytes, size, NULL, "stencil constants");
    free(bytes);
    return c;
}
/* The shared piece, or NULL. Posts an event when it makes it, so it may run agents' code. */
static const u8 *shared_piece(struct thread *self)
{
    struct code *made = NULL;
    os_mutex_lock(&shared_lock);
    if (!shared && !shared_failed) {
        made = make_shared();
        shared = made ? made->start : NULL;
        shared_failed = !shared;
    }
    const u8 *at = shared;
    os_mutex_unlock(&shared_lock);
    if (made) code_announce(self, made);
    return at;
}

/* ---- layout ---- */
struct emitter {
    struct stencil_plan *plan;
    const u8 *shared, *start; /* the future address of the code; the entry is at start + HEAD */
    u32 size, pads, pad_count;
    struct stencil_method *table;
    u8 *bytes;
};

static bool calls(const struct stencil *s)
{
    for (u32 i = 0; i < s->hole_count; i++)
        if (stencil_holes[s->holes + i].kind == STENCIL_PAD) return true;
    return false;
}

/* Can the jump at the end of the piece be left out? */
static bool falls(const struct stencil_plan *plan, const struct piece *p)
{
    return p->stencil->falls && !p->next_at && p + 1 < plan->piece + plan->count;
}
static u32 room_of(const struct stencil_plan *plan, const struct piece *p)
{
    return p->stencil->size - (falls(plan, p) ? JUMP_SIZE : 0);
}

static bool lay_out(struct emitter *e)
{
    struct stencil_plan *plan = e->plan;
    e->size = HEAD;
    for (struct piece *p = plan->piece; p < plan->piece + plan->count; p++) {
        p->offset = e->size;
        e->size += room_of(plan, p);
    }
    e->table->hot = e->size - HEAD;
    for (struct piece *p = plan->piece; p < plan->piece + plan->count; p++) {
        p->rest = e->size;
        e->size += p->stencil->rest;
    }
    for (u32 bci = 0; bci < plan->m->code_len; bci++) {
        u32 piece = plan->at[bci] ? plan->at[bci] : plan->first[bci];
        if (piece) e->table->offset[bci] = (plan->piece[piece].offset - HEAD) | (plan->at[bci] ? STENCIL_ENTERED : 0);
    }
    e->pads = (u32)ALIGN_UP(e->size, 16);
    u32 pad = e->pads;
    for (struct piece *p = plan->piece; p < plan->piece + plan->count; p++)
        if (calls(p->stencil)) {
            p->pad = pad;
            pad += sizeof(struct code_pad);
            e->pad_count++;
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

/* The future address of the code for the instruction at bci, with everything in memory; 0: there is none. */
static i64 code_address(const struct emitter *e, u32 bci)
{
    u32 offset = bci < e->plan->m->code_len ? e->table->offset[bci] : 0;
    return offset & STENCIL_ENTERED ? (i64)(uintptr_t)(e->start + HEAD + (offset & ~STENCIL_ENTERED)) : 0;
}
static i64 address_behind(const struct emitter *e, const struct piece *p)
{
    if (p->next_at) return code_address(e, p->next_at - 1);
    return p + 1 < e->plan->piece + e->plan->count ? (i64)(uintptr_t)(e->start + p[1].offset) : 0;
}
/* The offset of a slot of the operand stack from the frame. */
static i64 slot_at(i64 index) { return (i64)sizeof(struct frame) + 8 * (1 + index); }

static const struct cp_entry *constant(const struct method *m, const struct piece *p)
{
    struct bytecode b;
    bool read = bytecode_read(&b, m->orig_code, m->code_len, p->bci);
    return &m->cp->e[read ? bytecode_constant(&b) : 0];
}
static i64 value_of(const struct method *m, const struct piece *p, const struct stencil_hole *h)
{
    const u8 *orig = m->orig_code + p->bci;
    if (*orig == OP_wide) return rd_i16be(orig + 4); /* only iinc */
    return operand(m->code + p->bci + h->at, h->kind);
}

/* For a method's entry: offsets from the caller's sp. */
static i64 entry_value(const struct method *m, u8 kind)
{
    i64 locals = 8 * (1 - (i64)m->nargs), frame = locals + 8 * (i64)m->max_locals;
    switch (kind) {
    case STENCIL_LOCALS_AT: return locals;
    case STENCIL_FRAME_AT: return frame;
    case STENCIL_LIMIT_AT: return frame + (i64)sizeof(struct frame) + 8 * (i64)m->max_stack;
    default: return (i64)(uintptr_t)m->entries;
    }
}

/* Values that follow from the instruction and the state before it. */
static bool instruction_value(const struct emitter *e, const struct piece *p, const struct stencil_hole *h, i64 *value)
{
    const struct method *m = e->plan->m;
    switch (h->kind) {
    case STENCIL_LOCAL: *value = 8 * (i64)p->local; return true;
    case STENCIL_PC: *value = (i64)(uintptr_t)(m->code + p->bci + h->at); return true;
    case STENCIL_LEAVE: *value = (i64)(uintptr_t)(m->code + p->leave); return true;
    case STENCIL_INPUT: *value = p->input[h->at]; return true;
    case STENCIL_HOME: *value = slot_at(p->home[h->at]); return true;
    case STENCIL_STACK: *value = slot_at((i64)p->depth - h->at); return true;
    case STENCIL_SP: *value = slot_at((i64)p->depth - 1); return true;
    case STENCIL_RECEIVER: *value = slot_at((i64)p->depth - p->nargs); return true;
    default: *value = value_of(m, p, h); return true;
    }
}

/* Values from the constant pool, for a linked instruction. */
static i64 pool_value(const struct method *m, const struct piece *p, u8 kind)
{
    const struct cp_entry *c = constant(m, p);
    switch (kind) {
    case STENCIL_ENTRY: return (i64)(uintptr_t)c;
    case STENCIL_CLASS: return (i64)(uintptr_t)c->cls;
    case STENCIL_METHOD: return (i64)(uintptr_t)c->method;
    case STENCIL_AUX: return c->aux;
    case STENCIL_STATIC: return (i64)(uintptr_t)cp_static_address(c);
    default: return (i64)(uintptr_t)m->cp;
    }
}

/* The value for the hole, without its addend. Returns false if there is none. */
static bool hole_value(const struct emitter *e, const struct piece *p, const struct stencil_hole *h, i64 *value)
{
    const struct method *m = e->plan->m;
    switch (h->kind) {
    case STENCIL_METHOD:
        if (p->entry) {
            *value = (i64)(uintptr_t)m;
            return true;
        }
        __attribute__((fallthrough));
    case STENCIL_ENTRY:
    case STENCIL_CLASS:
    case STENCIL_AUX:
    case STENCIL_POOL:
    case STENCIL_STATIC: *value = pool_value(m, p, h->kind); return true;
    case STENCIL_SITE: *value = (i64)(uintptr_t)profile_site(m, p->bci); return *value != 0;
    case STENCIL_PROFILE: *value = (i64)(uintptr_t)e->plan->profile; return *value != 0;
    case STENCIL_ENTRIES:
    case STENCIL_LOCALS_AT:
    case STENCIL_FRAME_AT:
    case STENCIL_LIMIT_AT: *value = entry_value(m, h->kind); return true;
    case STENCIL_HOT: *value = (i64)(uintptr_t)(e->start + p->offset); return true;
    case STENCIL_COLD: *value = (i64)(uintptr_t)(e->start + p->rest); return true;
    case STENCIL_NEXT: *value = address_behind(e, p); return *value != 0;
    case STENCIL_BRANCH:
        *value = p->stub ? (i64)(uintptr_t)(e->start + e->plan->piece[p->stub].offset) : code_address(e, p->target);
        return *value != 0;
    case STENCIL_PAD: *value = (i64)(uintptr_t)(e->start + p->pad); return true;
    case STENCIL_FUNCTION:
        *value = (i64)(uintptr_t)(e->shared + veneers_at() + VENEER * symbol_for(p, h->at));
        return true;
    case STENCIL_ADDRESS: *value = (i64)(uintptr_t)(e->shared + words_at() + 8 * h->at); return true;
    case STENCIL_DATA: *value = (i64)(uintptr_t)e->shared; return true;
    default: return instruction_value(e, p, h, value);
    }
}

#ifdef ARGUS_DEBUG
/* Checks that the value names something inside the piece, the shared piece or the frame. */
static bool inside(const struct emitter *e, const struct piece *p, const struct stencil_hole *h, i64 value)
{
    const struct method *m = e->plan->m;
    i64 start = (i64)(uintptr_t)e->start, common = (i64)(uintptr_t)e->shared, slot = 0;
    switch (h->kind) {
    case STENCIL_NEXT:
    case STENCIL_BRANCH:
    case STENCIL_HOT:
    case STENCIL_COLD: return value >= start + HEAD && value <= start + e->pads;
    case STENCIL_PAD: return value >= start + e->pads && value < start + e->size;
    case STENCIL_FUNCTION:
    case STENCIL_ADDRESS:
    case STENCIL_DATA: return value >= common && value < common + veneers_at() + VENEER * symbol_count();
    case STENCIL_LOCAL: return value >= 0 && value < 8 * (i64)m->max_locals;
    case STENCIL_HOME: slot = p->home[h->at]; break;
    case STENCIL_SP: slot = (i64)p->depth; break;
    case STENCIL_STACK: slot = (i64)p->depth - h->at + 1; break;
    case STENCIL_RECEIVER: slot = (i64)p->depth - p->nargs; break;
    default: break;
    }
    return slot >= 0 && slot <= m->max_stack;
}
#endif
static bool fits(u8 form, i64 value)
{
    return form == STENCIL_FAR ||
           (value <= (form == STENCIL_ABSOLUTE ? (i64)UINT32_MAX : INT32_MAX) && value >= INT32_MIN);
}

static bool fill(const struct emitter *e, const struct piece *p, const struct stencil_hole *h)
{
    u32 at = h->offset < p->stencil->size ? p->offset + h->offset : p->rest + h->offset - p->stencil->size;
    i64 value;
    if (!hole_value(e, p, h, &value)) return false;
    VM_DEBUG_ONLY(VM_ASSERT(at + (h->form == STENCIL_FAR ? 8u : 4u) <= e->pads && inside(e, p, h, value));)
    value += h->addend;
    if (h->form == STENCIL_RELATIVE) value -= (i64)(uintptr_t)(e->start + at);
    if (!fits(h->form, value)) return false;
    memcpy(e->bytes + at, &value, h->form == STENCIL_FAR ? 8 : 4);
    return true;
}
static bool copy(const struct emitter *e, const struct piece *p)
{
    const struct stencil *s = p->stencil;
    u32 room = room_of(e->plan, p);
    memcpy(e->bytes + p->offset, stencil_bytes + s->code, room);
    memcpy(e->bytes + p->rest, stencil_bytes + s->code + s->size, s->rest);
    bool ok = true;
    for (u32 i = 0; ok && i < s->hole_count; i++) {
        const struct stencil_hole *h = &stencil_holes[s->holes + i];
        bool fallen = h->offset >= room && h->offset < s->size; /* it belongs to the jump that is left out */
        ok = fallen || fill(e, p, h);
    }
    return ok;
}

static bool make_pad(const struct emitter *e, const struct piece *p)
{
    struct bytecode b;
    i64 next = address_behind(e, p);
    const struct method *m = e->plan->m;
    if (!next || !bytecode_read(&b, m->orig_code, m->code_len, p->bci)) return false;
    struct code_pad pad = { OP_CODE_PAD | (e->plan->told ? CODE_PAD_TOLD : 0), (const void *)(uintptr_t)next,
                            m->code + b.bci + b.length, NULL };
    memcpy(e->bytes + p->pad, &pad, sizeof pad);
    return true;
}

static bool write_all(const struct emitter *e)
{
    memcpy(e->bytes + HEAD - sizeof(void *), &e->table, sizeof(void *));
    bool ok = true;
    for (u32 i = 0; ok && i < e->plan->count; i++) {
        const struct piece *p = &e->plan->piece[i];
        ok = copy(e, p) && (!p->pad || make_pad(e, p));
    }
    return ok;
}

static size_t table_bytes(const struct method *m)
{
    return sizeof(struct stencil_method) + m->code_len * sizeof((struct stencil_method *)0)->offset[0];
}
/* Installs the code in the cache. */
static struct code *install(struct emitter *e, const char **why)
{
    char name[96];
    struct method *m = e->plan->m;
    snprintf(name, sizeof name, "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    e->bytes = vm_calloc(1, e->size);
    struct code *c = code_install(e->bytes, e->size, m, name);
    *why = "no room";
    if (c) {
        e->start = c->start;
        if (write_all(e)) {
            c->table = e->table;
            c->table_bytes = table_bytes(e->plan->m);
            code_write(c, 0, e->bytes, e->size);
            code_has_pads(c, e->pads, e->pad_count, (const void *)stencil_leave_pad);
        } else {
            c->told = true; /* no event has been posted for it */
            code_retire(c);
            c = NULL;
            *why = "a word that does not fit its place";
        }
    }
    free(e->bytes);
    return c;
}

struct code *stencil_emit(struct thread *self, struct method *m, const struct stencil_wish *wish, const void **entry,
                          const char **why)
{
    struct emitter e = { .shared = shared_piece(self) };
    *why = "no room";
    if (!e.shared) return NULL;
    e.plan = stencil_plan(m, wish, why);
    if (!e.plan) return NULL;
    e.table = vm_calloc(1, table_bytes(m));
    e.table->length = m->code_len;
    e.table->counts = wish->counting != NULL;
    *why = "too much code";
    struct code *c = lay_out(&e) ? install(&e, why) : NULL;
    if (!c) free(e.table);
    stencil_plan_free(e.plan);
    if (c) *entry = c->start + HEAD;
    return c;
}

const void *stencil_of_bci(const struct code *c, u32 bci)
{
    const struct stencil_method *t = c->table;
    u32 offset = t && bci < t->length ? t->offset[bci] & ~STENCIL_ENTERED : 0;
    return offset ? c->start + HEAD + offset : NULL;
}

i32 stencil_bci(const struct code *c, const void *pc)
{
    const struct stencil_method *t = c->table;
    u32 at = (u32)((const u8 *)pc - c->start), nearest = 0;
    i32 bci = -1;
    if (!t || at < HEAD || at - HEAD >= t->hot) return -1;
    for (u32 i = 0; i < t->length; i++) {
        u32 offset = t->offset[i] & ~STENCIL_ENTERED;
        if (offset && offset <= at - HEAD && offset > nearest) {
            nearest = offset;
            bci = (i32)i;
        }
    }
    return bci;
}
