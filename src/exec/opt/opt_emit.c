/* Machine code of an allocated graph.
 *
 * Between calls r15 is the outermost frame, whose header is real; inlined frames get theirs at calls, so whoever looks
 * at a stack finds the interpreter's frames (docs/optimizer.md). At a call everything that the bytecode could still use
 * is in its place, and the callee returns to a pad (code/code_cache.h). Where code leaves for the interpreter a stub
 * names a record of where everything is, and opt_leave.c puts it into place.
 *
 * rax, rcx, rdx, xmm14 and xmm15 are for single instructions. rsp is as at the start of a function: 8 below a multiple
 * of 16. */
#include "exec/opt/opt_emit.h"
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "cpu/x86_64/x86_asm.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/opt_leave.h"
#include "exec/stencil/stencil_emit.h"
#include <stdio.h>
#include <stdlib.h>

enum { XTEMP = 15, XTEMP2 = 14, SELF = R12, FRAME = R15 };
enum { HEAD = 16, ARRAY_LIMIT = 1000 /* elements that are allocated in line */ };
#define SELF_AT(member) (i32) offsetof(struct thread, member)
#define FRAME_AT(member) (i32) offsetof(struct frame, member)

struct fix { /* a jump to a block */
    u32 at, block;
};
struct stub {       /* code out of the way */
    u32 from, back; /* the jump to it; where it goes back to */
    u32 also;       /* another jump to it, or 0 */
    opt_value v;
    u8 kind;
};
enum { STUB_EXIT, STUB_STORE, STUB_CAST, STUB_INSTANCE, STUB_ELEMENT, STUB_INTERFACE, STUB_ALLOCATE };
struct pad {
    u32 use, code; /* the instruction that wants its address; where it goes on */
    const u8 *pc;
};

struct emission {
    struct opt_graph *g;
    struct emit e;
    struct fix *fixes;
    u32 fix_count, fix_room;
    struct stub *stubs;
    u32 stub_count, stub_room;
    struct pad *pads;
    u32 pad_count, pad_room;
    u32 *common; /* jumps to what leaves */
    u32 common_count, common_room;
    u32 *records; /* where the record's address goes */
    u32 record_count, record_room;
    u32 *plain_uses;
    u32 plain_count, plain_room;
    struct opt_exit *exits;
    struct opt_exit_frame *frames;
    struct opt_exit_slot *slots;
    u32 exit_count, exit_room, frame_count, frame_room, slot_count, slot_room;
    u32 next;    /* the block that is laid out behind this one */
    bool *dirty; /* places from `low` slots below the header on */
    u32 low, places;
};

#define PUSH_TO(E, array, count, room, value) \
    do { \
        if ((count) == (room)) { \
            u32 more_ = (room) ? 2 * (room) : 16; \
            void *p_ = arena_alloc_array(&(E)->g->arena, more_, sizeof *(array)); \
            if (count) memcpy(p_, (array), (count) * sizeof *(array)); \
            (array) = p_; \
            (room) = more_; \
        } \
        (array)[(count)++] = (value); \
    } while (0)

static struct opt_node *node(const struct emission *E, opt_value v) { return &E->g->nodes[v]; }
static bool is_float(const struct opt_node *n) { return n->type == OPT_FLOAT || n->type == OPT_DOUBLE; }
static bool is_wide(const struct opt_node *n) { return n->type == OPT_LONG || n->type == OPT_REF; }
static bool is_const(const struct emission *E, opt_value v) { return node(E, v)->op == OPT_CONST; }
static bool small_const(const struct emission *E, opt_value v)
{
    return is_const(E, v) && node(E, v)->imm == (i32)node(E, v)->imm && !is_float(node(E, v));
}
static i32 home_at(const struct opt_node *n) { return 8 * n->home; }

/* ---- values to registers and back ---- */
static void load_imm(struct emission *E, int reg, i64 v)
{
    if (v == 0)
        x_zero(&E->e, reg);
    else if (v == (i32)v && v < 0) {
        x_reg(&E->e, 0, true, 0xc7, 0, reg, false);
        x_u32(&E->e, (u32)v);
    } else
        x_imm64(&E->e, reg, (u64)v);
}
static void load_to(struct emission *E, int reg, opt_value v)
{
    const struct opt_node *n = node(E, v);
    if (n->op == OPT_CONST)
        load_imm(E, reg, n->type == OPT_INT ? (i64)(u32)n->imm : n->imm);
    else if (n->reg >= 0) {
        if (n->reg != reg) x_move(&E->e, reg, n->reg);
    } else if (is_wide(n))
        x_load(&E->e, reg, FRAME, home_at(n));
    else
        x_load32(&E->e, reg, FRAME, home_at(n));
}
/* The register that v is in, or `scratch` with it. */
static int in_reg(struct emission *E, opt_value v, int scratch)
{
    const struct opt_node *n = node(E, v);
    if (n->op != OPT_CONST && n->reg >= 0) return n->reg;
    load_to(E, scratch, v);
    return scratch;
}
static void float_to(struct emission *E, int xmm, opt_value v)
{
    const struct opt_node *n = node(E, v);
    if (n->op == OPT_CONST) {
        if (n->imm == 0) {
            x_float_zero(&E->e, xmm);
            return;
        }
        load_imm(E, RAX, n->type == OPT_FLOAT ? (i64)(u32)n->imm : n->imm);
        x_float_from(&E->e, true, xmm, RAX);
    } else if (n->reg >= 0) {
        if (n->reg != xmm) x_float_move(&E->e, xmm, n->reg);
    } else
        x_float_mem(&E->e, n->type == OPT_DOUBLE, 0x10, xmm, FRAME, home_at(n));
}
static int in_float(struct emission *E, opt_value v, int scratch)
{
    const struct opt_node *n = node(E, v);
    if (n->op != OPT_CONST && n->reg >= 0) return n->reg;
    float_to(E, scratch, v);
    return scratch;
}
/* Where the result is computed. */
static int result_reg(const struct opt_node *n, int scratch) { return n->reg >= 0 ? n->reg : scratch; }
static void put_result(struct emission *E, const struct opt_node *n, int reg)
{
    if (is_float(n)) {
        if (n->reg >= 0) {
            if (n->reg != reg) x_float_move(&E->e, n->reg, reg);
        } else if (n->home != OPT_NO_HOME)
            x_float_mem(&E->e, n->type == OPT_DOUBLE, 0x11, reg, FRAME, home_at(n));
    } else if (n->reg >= 0) {
        if (n->reg != reg) x_move(&E->e, n->reg, reg);
    } else if (n->home != OPT_NO_HOME)
        x_store(&E->e, FRAME, home_at(n), reg);
}
/* reg op= v */
static void alu(struct emission *E, bool wide, int op, int reg, opt_value v)
{
    const struct opt_node *n = node(E, v);
    if (small_const(E, v))
        x_alu_by(&E->e, wide, op, reg, (i32)n->imm);
    else if (n->op == OPT_CONST) {
        int t = reg == RAX ? RCX : RAX;
        load_imm(E, t, n->imm);
        x_alu(&E->e, wide, op, reg, t);
    } else if (n->reg >= 0)
        x_alu(&E->e, wide, op, reg, n->reg);
    else
        x_alu_mem(&E->e, wide, op, reg, FRAME, home_at(n));
}
static void store_imm(struct emission *E, int base, i32 disp, i64 v)
{
    if (v == (i32)v)
        x_store_imm32(&E->e, true, base, disp, (u32)v);
    else {
        load_imm(E, RAX, v);
        x_store(&E->e, base, disp, RAX);
    }
}

/* ---- ways out ---- */
static void jump_far(struct emission *E, const void *to)
{
    load_imm(E, RAX, (i64)(uintptr_t)to);
    x_jump_reg(&E->e, RAX);
}
static void add_stub(struct emission *E, u8 kind, opt_value v, u32 from)
{
    struct stub s = { .from = from, .back = E->e.n, .v = v, .kind = kind };
    PUSH_TO(E, E->stubs, E->stub_count, E->stub_room, s);
}
static void exit_if(struct emission *E, int cc, opt_value v) { add_stub(E, STUB_EXIT, v, x_jump_if(&E->e, cc)); }

static struct opt_exit_slot where_is(const struct emission *E, opt_value v, i32 at)
{
    const struct opt_node *n = node(E, v);
    struct opt_exit_slot s = { .at = at };
    if (n->op == OPT_CONST) {
        s.where = OPT_IS_CONST;
        s.value = n->imm;
    } else if (n->reg >= 0) {
        s.where = is_float(n) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER;
        s.reg = (u8)n->reg;
    } else {
        s.where = OPT_IN_SLOT;
        s.slot = n->home;
    }
    return s;
}

/* The outermost frame's locals lie below the gap. */
static i32 shifted(const struct emission *E, i32 at) { return at < 0 ? at - (i32)E->g->gap : at; }
static i32 place_of(const struct emission *E, const struct opt_state *s, u32 i)
{
    return i < s->nlocals ? shifted(E, s->locals + (i32)i) : s->header + (i32)FRAME_SLOTS + 1 + (i32)(i - s->nlocals);
}

static void note_frame(struct emission *E, const struct opt_state *s, u32 *count)
{
    if (s->caller) note_frame(E, s->caller, count);
    struct opt_exit_frame f = { .m = s->m,
                                .bci = s->bci,
                                .locals = shifted(E, s->locals),
                                .header = s->header,
                                .depth = s->nstack,
                                .first = E->slot_count };
    for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
        if (s->slots[i]) {
            struct opt_exit_slot x = where_is(E, s->slots[i], place_of(E, s, i));
            PUSH_TO(E, E->slots, E->slot_count, E->slot_room, x);
        }
    f.count = E->slot_count - f.first;
    PUSH_TO(E, E->frames, E->frame_count, E->frame_room, f);
    ++*count;
}
static u32 note_exit(struct emission *E, const struct opt_state *s)
{
    struct opt_exit x = { .first = E->frame_count, .reason = s->reason };
    note_frame(E, s, &x.count);
    PUSH_TO(E, E->exits, E->exit_count, E->exit_room, x);
    return E->exit_count - 1;
}
static void leave_now(struct emission *E, const struct opt_state *s)
{
    x_imm64(&E->e, RAX, note_exit(E, s));
    u32 j = x_jump(&E->e);
    PUSH_TO(E, E->common, E->common_count, E->common_room, j);
}

/* ---- several moves at once ---- */
struct place_in {
    u8 kind; /* enum opt_where */
    i8 reg;
    i32 slot;
    i64 value;
};
struct move {
    struct place_in to, from;
    bool is_float, wide, done;
};
static bool same_place(const struct place_in *a, const struct place_in *b)
{
    if (a->kind != b->kind) return false;
    return a->kind == OPT_IN_SLOT ? a->slot == b->slot : a->kind != OPT_IS_CONST && a->reg == b->reg;
}
static struct place_in place_in(const struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, v);
    if (n->op == OPT_CONST)
        return (struct place_in){ .kind = OPT_IS_CONST, .value = n->type == OPT_INT ? (i64)(u32)n->imm : n->imm };
    if (n->reg >= 0)
        return (struct place_in){ .kind = is_float(n) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER, .reg = n->reg };
    return (struct place_in){ .kind = OPT_IN_SLOT, .slot = n->home };
}
static void move_one(struct emission *E, const struct place_in *to, const struct place_in *from)
{
    struct emit *e = &E->e;
    switch (to->kind) {
    case OPT_IN_REGISTER:
        if (from->kind == OPT_IS_CONST)
            load_imm(E, to->reg, from->value);
        else if (from->kind == OPT_IN_REGISTER)
            x_move(e, to->reg, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER)
            x_float_to(e, true, to->reg, from->reg);
        else
            x_load(e, to->reg, FRAME, 8 * from->slot);
        break;
    case OPT_IN_FLOAT_REGISTER:
        if (from->kind == OPT_IS_CONST) {
            if (from->value == 0) {
                x_float_zero(e, to->reg);
                break;
            }
            load_imm(E, RAX, from->value);
            x_float_from(e, true, to->reg, RAX);
        } else if (from->kind == OPT_IN_REGISTER)
            x_float_from(e, true, to->reg, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER)
            x_float_move(e, to->reg, from->reg);
        else
            x_float_mem(e, true, 0x10, to->reg, FRAME, 8 * from->slot);
        break;
    default:
        if (from->kind == OPT_IS_CONST)
            store_imm(E, FRAME, 8 * to->slot, from->value);
        else if (from->kind == OPT_IN_REGISTER)
            x_store(e, FRAME, 8 * to->slot, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER)
            x_float_mem(e, true, 0x11, from->reg, FRAME, 8 * to->slot);
        else {
            x_load(e, RAX, FRAME, 8 * from->slot);
            x_store(e, FRAME, 8 * to->slot, RAX);
        }
        break;
    }
}
/* rax and rdx are used. */
static void move_all(struct emission *E, struct move *m, u32 n)
{
    u32 left = 0;
    for (u32 i = 0; i < n; i++) {
        m[i].done = same_place(&m[i].to, &m[i].from);
        left += !m[i].done;
    }
    while (left) {
        bool any = false;
        for (u32 i = 0; i < n; i++) {
            if (m[i].done) continue;
            bool wanted = false;
            for (u32 k = 0; k < n && !wanted; k++) wanted = k != i && !m[k].done && same_place(&m[k].from, &m[i].to);
            if (wanted) continue;
            move_one(E, &m[i].to, &m[i].from);
            m[i].done = true;
            any = true;
            left--;
        }
        if (any || !left) continue;
        /* A ring: one source waits in rdx. */
        u32 i = 0;
        while (m[i].done) i++;
        struct place_in was = m[i].from, temp = { .kind = OPT_IN_REGISTER, .reg = RDX };
        move_one(E, &temp, &was);
        for (u32 k = 0; k < n; k++)
            if (!m[k].done && same_place(&m[k].from, &was)) m[k].from = temp;
    }
}

/* ---- frames at a call ---- */
static bool may_hold_object(const struct emission *E, i32 at);
static void frame_moves(struct emission *E, const struct opt_state *s, struct move *m, u32 *n)
{
    for (; s; s = s->caller)
        for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
            if (s->slots[i]) {
                struct place_in to = { .kind = OPT_IN_SLOT, .slot = place_of(E, s, i) };
                m[(*n)++] = (struct move){ .to = to, .from = place_in(E, s->slots[i]) };
            } else if (i < s->nlocals && may_hold_object(E, place_of(E, s, i))) { /* it is to be found dead */
                struct place_in to = { .kind = OPT_IN_SLOT, .slot = place_of(E, s, i) };
                m[(*n)++] = (struct move){ .to = to, .from = { .kind = OPT_IS_CONST } };
            }
}
/* ---- places that may hold an object that nobody uses any more ---- */
static bool publishes(const struct opt_node *n) { return opt_is_call(n) || n->op == OPT_NEW || n->op == OPT_NEW_ARRAY; }
static void note_place(struct emission *E, i32 at)
{
    i32 k = at + (i32)E->low;
    if (k >= 0 && k < (i32)E->places) E->dirty[k] = true;
}
static bool may_hold_object(const struct emission *E, i32 at)
{
    i32 k = at + (i32)E->low;
    return k >= 0 && k < (i32)E->places && E->dirty[k];
}
/* Every place that a reference is ever put in. */
static void find_places(struct emission *E)
{
    struct opt_graph *g = E->g;
    E->low = (u32)g->m->max_locals + g->gap;
    E->places = E->low + (u32)g->extent + 2;
    E->dirty = ARENA_NEW_ARRAY(&g->arena, bool, E->places);
    for (u32 v = 1; v < g->count; v++) {
        const struct opt_node *n = node(E, v);
        if (n->dead) continue;
        if (n->type == OPT_REF && n->home != OPT_NO_HOME) note_place(E, n->home);
        for (const struct opt_state *s = publishes(n) ? n->state : NULL; s; s = s->caller)
            for (u32 i = 0; i < s->nlocals; i++)
                if (s->slots[i] && node(E, s->slots[i])->type == OPT_REF) note_place(E, place_of(E, s, i));
    }
    const struct opt_block *b = &g->blocks[1];
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = node(E, b->nodes[k]);
        if (n->op == OPT_PARAM && n->type == OPT_REF) note_place(E, (i32)n->imm - (i32)E->low);
    }
}

static u32 frame_slots(const struct opt_state *s)
{
    u32 n = 0;
    for (; s; s = s->caller) n += (u32)s->nlocals + s->nstack;
    return n;
}
/* The headers of inlined frames. The caller's place is in `pc`, where it goes on in `ret_pc` of the callee. */
static void write_headers(struct emission *E, const struct opt_state *s)
{
    i32 at = 8 * s->header;
    store_imm(E, FRAME, at + FRAME_AT(pc), (i64)(uintptr_t)(s->m->code + s->bci));
    if (!s->caller) return;
    const struct opt_state *c = s->caller;
    u32 length = bytecode_length(c->m->orig_code, c->m->code_len, c->bci);
    store_imm(E, FRAME, at + FRAME_AT(ret_pc), (i64)(uintptr_t)(c->m->code + c->bci + length));
    store_imm(E, FRAME, at + FRAME_AT(method), (i64)(uintptr_t)s->m);
    store_imm(E, FRAME, at + FRAME_AT(cp), (i64)(uintptr_t)s->m->entries);
    store_imm(E, FRAME, at + FRAME_AT(kind), FRAME_JAVA);
    x_lea(&E->e, RAX, FRAME, 8 * c->header);
    x_store(&E->e, FRAME, at + FRAME_AT(prev), RAX);
    x_lea(&E->e, RAX, FRAME, 8 * shifted(E, s->locals));
    x_store(&E->e, FRAME, at + FRAME_AT(locals), RAX);
    write_headers(E, c);
}

/* Which words of the gap are references that are needed behind v: by bit, the one below the header first. */
static void write_gap_map(struct emission *E, opt_value v)
{
    u32 map = 0;
    if (!E->g->gap) return;
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (n->dead || n->type != OPT_REF || n->reg >= 0 || n->home >= 0 || n->home < -(i32)E->g->gap) continue;
        if (n->home >= -(i32)FRAME_GAP_MAPPED && opt_alive_over(E->g, i, node(E, v)->at)) map |= 1u << (-n->home - 1);
    }
    x_store_imm32(&E->e, true, FRAME, FRAME_AT(ret), map);
}

static void publish_frames(struct emission *E, opt_value v)
{
    const struct opt_state *s = node(E, v)->state;
    struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, frame_slots(s) + 1);
    u32 n = 0;
    frame_moves(E, s, m, &n);
    move_all(E, m, n);
    write_headers(E, s);
    write_gap_map(E, v);
}

static void emit_call(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    const struct opt_state *s = n->state;
    /* The receiver is looked at before registers are taken. */
    if (n->op == OPT_CALL_INTERFACE) {
        int o = in_reg(E, n->in[0], RAX);
        x_imm64(e, RCX, (u64)(uintptr_t)n->ptr);
        x_load(e, RDX, RCX, (i32)offsetof(struct icache, pair));
        x_move(e, RCX, RDX);
        x_shift_by(e, true, X_SHR, RCX, 32);
        x_alu_mem(e, false, X_CMP, RCX, o, 0);
        u32 miss = x_jump_if(e, CC_NE);
        x_move32(e, RDX, RDX);
        add_stub(E, STUB_INTERFACE, v, miss);
        x_store(e, RSP, -16, RDX);
    } else if (n->op == OPT_CALL_VIRTUAL) {
        int o = in_reg(E, n->in[0], RAX);
        x_load32(e, RCX, o, 0);
        x_load(e, RCX, RCX, (i32)offsetof(struct class, vtable));
        x_load(e, RCX, RCX, (i32)(8 * (n->imm >> 16)));
        x_store(e, RSP, -16, RCX);
    }
    publish_frames(E, v);
    if (n->op == OPT_CALL)
        load_imm(E, RDX, (i64)(uintptr_t)n->ptr);
    else
        x_load(e, RDX, RSP, -16);
    x_lea(e, RDI, FRAME, 8 * shifted(E, s->locals));
    if (s->header) x_lea(e, FRAME, FRAME, 8 * s->header);
    x_lea(e, R14, FRAME, 8 * ((i32)FRAME_SLOTS + s->nstack));
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    struct pad p = { .use = x_rip(e, 0, true, 0x8d, R13),
                     .pc = s->m->code + s->bci + bytecode_length(s->m->orig_code, s->m->code_len, s->bci) };
    x_mem(e, 0, false, 0xff, 4, RDX, (i32)offsetof(struct method, entry));
    p.code = e->n;
    PUSH_TO(E, E->pads, E->pad_count, E->pad_room, p);
    if (s->header) x_lea(e, FRAME, FRAME, -8 * s->header);
    if (n->type == OPT_VOID) return;
    if (n->type == OPT_INT) x_move32(e, RDX, RDX);
    if (!is_float(n))
        put_result(E, n, RDX);
    else if (n->reg >= 0)
        x_float_from(e, true, n->reg, RDX);
    else if (n->home != OPT_NO_HOME)
        x_store(e, FRAME, home_at(n), RDX);
}

/* ---- calls of C, out of the way ---- */
/* Which registers hold something that is needed at v or behind it. */
static void live_registers(const struct emission *E, opt_value v, u32 *ints, u32 *floats)
{
    u32 at = node(E, v)->at;
    *ints = *floats = 0;
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (n->dead || n->reg < 0 || n->to <= at || n->from > at) continue;
        if (is_float(n))
            *floats |= 1u << n->reg;
        else
            *ints |= 1u << n->reg;
    }
}
struct saved {
    u32 ints, floats, size;
};
static struct saved save(struct emission *E, opt_value v)
{
    struct saved s = { 0 };
    struct emit *e = &E->e;
    live_registers(E, v, &s.ints, &s.floats);
    s.size = 8 * (u32)(__builtin_popcount(s.ints) + __builtin_popcount(s.floats));
    s.size = (u32)ALIGN_UP(s.size, 16) + 8;
    x_alu_by(e, true, X_SUB, RSP, (i32)s.size);
    i32 at = 0;
    for (int r = 0; r < 16; r++)
        if (s.ints >> r & 1) {
            x_store(e, RSP, at, r);
            at += 8;
        }
    for (int r = 0; r < 16; r++)
        if (s.floats >> r & 1) {
            x_float_mem(e, true, 0x11, r, RSP, at);
            at += 8;
        }
    return s;
}
/* rax stays. */
static void restore(struct emission *E, const struct saved *s)
{
    struct emit *e = &E->e;
    i32 at = 0;
    for (int r = 0; r < 16; r++)
        if (s->ints >> r & 1) {
            x_load(e, r, RSP, at);
            x_store_imm32(e, true, RSP, at, 0); /* nothing of the program stays on the C stack */
            at += 8;
        }
    for (int r = 0; r < 16; r++)
        if (s->floats >> r & 1) {
            x_float_mem(e, true, 0x10, r, RSP, at);
            at += 8;
        }
    x_lea(e, RSP, RSP, (i32)s->size);
}
static void call_c(struct emission *E, const void *fn)
{
    load_imm(E, RAX, (i64)(uintptr_t)fn);
    x_call_reg(&E->e, RAX);
}
static void arguments(struct emission *E, struct move *m, u32 n)
{
    static const int regs[] = { RDI, RSI, RDX, RCX };
    for (u32 i = 0; i < n; i++) m[i].to = (struct place_in){ .kind = OPT_IN_REGISTER, .reg = (i8)regs[i] };
    move_all(E, m, n); /* rax, and rdx where there is a ring: then it is no source any more */
}
static struct move move_of_const(i64 v) { return (struct move){ .from = { .kind = OPT_IS_CONST, .value = v } }; }

/* The frames are published, and the registers lie on the C stack, where they keep their objects in place. What comes
 * back is the object in rax. */
static void allocate_slowly(struct emission *E, opt_value v, u32 back)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    struct saved k = save(E, v);
    publish_frames(E, v); /* what it moves stays in its register too */
    if (n->op == OPT_NEW_ARRAY)
        load_to(E, RDX, n->in[0]);
    else
        x_zero(e, RDX);
    x_lea(e, RCX, FRAME, 8 * n->state->header);
    x_move(e, RDI, SELF);
    load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
    x_imm64(e, R8, n->state->nstack - (n->op == OPT_NEW_ARRAY));
    x_byte(e, 0x49); /* mov r9, the record: not known yet */
    x_byte(e, 0xb9);
    PUSH_TO(E, E->records, E->record_count, E->record_room, e->n);
    x_u64(e, 0);
    call_c(E, (const void *)opt_allocate_slow);
    restore(E, &k);
    x_test(e, true, RAX, RAX);
    x_patch(e, x_jump_if(e, CC_NE), back);
    if (n->state->header) x_lea(e, FRAME, FRAME, 8 * n->state->header);
    jump_far(E, (const void *)opt_go_on);
}

static void emit_stub(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    opt_value v = s->v;
    struct opt_node *n = node(E, v);
    x_here(e, s->from);
    if (s->also) x_here(e, s->also);
    switch (s->kind) {
    case STUB_ALLOCATE: allocate_slowly(E, v, s->back); return;
    case STUB_EXIT: leave_now(E, n->state); return;
    case STUB_STORE:
    case STUB_ELEMENT: {
        /* heap_log_store(holder, offset, bytes) */
        struct saved k = save(E, v);
        struct move m[3] = { { .from = place_in(E, n->in[0]) }, move_of_const(n->imm), move_of_const(4) };
        if (s->kind == STUB_ELEMENT) m[1].from = place_in(E, n->in[1]);
        arguments(E, m, 3);
        if (s->kind == STUB_ELEMENT) { /* the offset of an element */
            x_move32(e, RSI, RSI);
            x_shift_by(e, true, X_SHL, RSI, 2);
            x_alu_by(e, true, X_ADD, RSI, ARRAY_BASE);
        }
        call_c(E, (const void *)heap_log_store);
        restore(E, &k);
        x_jump_to(e, s->back);
        return;
    }
    case STUB_CAST:
    case STUB_INSTANCE: {
        /* rax: the object's class; rcx: the other for CHECK_STORE */
        struct saved k = save(E, v);
        x_move(e, RDI, RAX);
        if (n->op == OPT_CHECK_STORE)
            x_move(e, RSI, RCX);
        else
            load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
        call_c(E, (const void *)opt_assignable);
        restore(E, &k);
        if (s->kind == STUB_INSTANCE) {
            x_jump_to(e, s->back);
            return;
        }
        x_test(e, false, RAX, RAX);
        x_patch(e, x_jump_if(e, CC_NE), s->back);
        leave_now(E, n->state);
        return;
    }
    case STUB_INTERFACE: {
        struct saved k = save(E, v);
        struct move m[2] = { move_of_const((i64)(uintptr_t)n->ptr), { .from = place_in(E, n->in[0]) } };
        arguments(E, m, 2);
        call_c(E, (const void *)opt_select);
        restore(E, &k);
        x_move(e, RDX, RAX);
        x_test(e, true, RAX, RAX);
        x_patch(e, x_jump_if(e, CC_NE), s->back);
        leave_now(E, n->state);
        return;
    }
    default: VM_UNREACHABLE();
    }
}

/* ---- arithmetic ---- */
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

static void emit_int_op(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG;
    int d = result_reg(n, RAX);
    opt_value x = n->in[0], y = n->in[1];
    bool y_in_d = !is_const(E, y) && node(E, y)->reg == d && d != RAX;
    if (n->op == OPT_ADD && small_const(E, y) && !is_const(E, x) && node(E, x)->reg >= 0 && node(E, x)->reg != d) {
        x_mem(e, 0, wide, 0x8d, d, node(E, x)->reg, (i32)node(E, y)->imm);
        put_result(E, n, d);
        return;
    }
    if (y_in_d && (is_const(E, x) || node(E, x)->reg != d)) {
        if (n->op != OPT_SUB) { /* it commutes */
            opt_value t = x;
            x = y;
            y = t;
        } else
            d = RAX;
    }
    load_to(E, d, x);
    if (n->op != OPT_MUL) {
        alu(E, wide, cc_group(n->op), d, y);
    } else if (small_const(E, y)) {
        i64 c = node(E, y)->imm;
        if (c > 0 && IS_POWER_OF_2(c))
            x_shift_by(e, wide, X_SHL, d, (u8)__builtin_ctzll((u64)c));
        else {
            x_reg(e, 0, wide, 0x69, d, d, false);
            x_u32(e, (u32)c);
        }
    } else {
        int r = in_reg(E, y, RCX);
        x_reg(e, 0, wide, 0x0faf, d, r, false);
    }
    put_result(E, n, d);
}

static void emit_shift(struct emission *E, struct opt_node *n)
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

static void emit_divide(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    bool wide = n->type == OPT_LONG, rem = n->op == OPT_REM;
    int by = in_reg(E, n->in[1], RCX);
    load_to(E, RAX, n->in[0]);
    u32 minus_one = 0;
    if (!is_const(E, n->in[1]) || node(E, n->in[1])->imm == -1) {
        x_alu_by(e, wide, X_CMP, by, -1);
        minus_one = x_jump_if(e, CC_E);
    }
    if (wide) x_byte(e, 0x48);
    x_byte(e, 0x99); /* cdq, cqo */
    x_reg(e, 0, wide, 0xf7, 7, by, false);
    if (minus_one) {
        u32 done = x_jump(e);
        x_here(e, minus_one);
        x_reg(e, 0, wide, 0xf7, 3, RAX, false); /* neg */
        x_zero(e, RDX);
        x_here(e, done);
    }
    put_result(E, n, rem ? RDX : RAX);
}

static void emit_float_op(struct emission *E, struct opt_node *n)
{
    static const u8 opcodes[] = { [OPT_ADD] = 0x58, [OPT_SUB] = 0x5c, [OPT_MUL] = 0x59, [OPT_DIV] = 0x5e };
    bool dbl = n->type == OPT_DOUBLE;
    int d = result_reg(n, XTEMP);
    bool y_in_d = !is_const(E, n->in[1]) && node(E, n->in[1])->reg == d && d != XTEMP;
    opt_value x = n->in[0], y = n->in[1];
    if (y_in_d && (is_const(E, x) || node(E, x)->reg != d)) {
        if (n->op == OPT_ADD || n->op == OPT_MUL) {
            opt_value t = x;
            x = y;
            y = t;
        } else
            d = XTEMP;
    }
    float_to(E, d, x);
    const struct opt_node *k = node(E, y);
    if (k->op != OPT_CONST && k->reg < 0)
        x_float_mem(&E->e, dbl, opcodes[n->op], d, FRAME, home_at(k));
    else
        x_float(&E->e, dbl, opcodes[n->op], d, in_float(E, y, XTEMP2));
    put_result(E, n, d);
}

static void emit_negate(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    if (!is_float(n)) {
        int d = result_reg(n, RAX);
        load_to(E, d, n->in[0]);
        x_reg(e, 0, n->type == OPT_LONG, 0xf7, 3, d, false);
        put_result(E, n, d);
        return;
    }
    int s = in_float(E, n->in[0], XTEMP);
    bool dbl = n->type == OPT_DOUBLE;
    x_float_to(e, true, RAX, s);
    x_reg(e, 0, dbl, 0x0fba, 7, RAX, false); /* btc: the sign */
    x_byte(e, dbl ? 63 : 31);
    x_float_from(e, true, XTEMP, RAX);
    put_result(E, n, XTEMP);
}

/* The largest and smallest values, and 0 for what is no number. */
static void float_to_int(struct emission *E, struct opt_node *n, bool dbl, bool wide)
{
    struct emit *e = &E->e;
    int s = in_float(E, n->in[0], XTEMP);
    x_reg(e, dbl ? 0xf2 : 0xf3, wide, 0x0f2c, RAX, s, false);
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

static void emit_convert(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    int d = is_float(n) ? result_reg(n, XTEMP) : result_reg(n, RAX), s;
    switch (n->imm) {
    case OPT_I2L:
        s = in_reg(E, n->in[0], RAX);
        x_reg(e, 0, true, 0x63, d, s, false);
        break;
    case OPT_L2I:
        s = in_reg(E, n->in[0], RAX);
        x_move32(e, d, s);
        break;
    case OPT_I2B:
    case OPT_I2S:
    case OPT_I2C:
        s = in_reg(E, n->in[0], RAX);
        x_reg(e, 0, false, n->imm == OPT_I2B ? 0x0fbe : n->imm == OPT_I2S ? 0x0fbf : 0x0fb7, d, s, n->imm == OPT_I2B);
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
        x_float_zero(e, XTEMP2); /* what it was does not matter */
        x_reg(e, dbl ? 0xf2 : 0xf3, wide, 0x0f2a, XTEMP2, s, false);
        d = XTEMP2;
        break;
    }
    case OPT_F2D:
    case OPT_D2F:
        s = in_float(E, n->in[0], XTEMP2);
        x_float(e, n->imm == OPT_D2F, 0x5a, d, s);
        break;
    default: float_to_int(E, n, n->imm == OPT_D2I || n->imm == OPT_D2L, n->imm == OPT_F2L || n->imm == OPT_D2L); return;
    }
    put_result(E, n, d);
}

/* -1, 0 or 1 */
static void emit_compare(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    const struct opt_node *x = node(E, n->in[0]);
    u32 less, equal, nan = 0;
    if (is_float(x)) {
        int a = in_float(E, n->in[0], XTEMP), b = in_float(E, n->in[1], XTEMP2);
        x_float_compare(e, x->type == OPT_DOUBLE, a, b);
        load_imm(E, RDX, n->imm < 0 ? 0xffffffff : 1);
        /* the load of a constant other than 0 keeps the flags */
        nan = x_jump_if(e, CC_P);
        x_imm64(e, RDX, 0xffffffff);
        less = x_jump_if(e, CC_B);
    } else {
        int a = in_reg(E, n->in[0], RAX);
        alu(E, true, X_CMP, a, n->in[1]);
        x_imm64(e, RDX, 0xffffffff);
        less = x_jump_if(e, CC_L);
    }
    x_byte(e, 0xba); /* mov edx, 0: the flags stay */
    x_u32(e, 0);
    equal = x_jump_if(e, CC_E);
    x_imm64(e, RDX, 1);
    x_here(e, less);
    x_here(e, equal);
    if (nan) x_here(e, nan);
    put_result(E, n, RDX);
}

/* ---- memory ---- */
static u32 kind_shift(u8 kind)
{
    switch (kind) {
    case 'Z':
    case 'B': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
    }
}
/* Loads from [base + (index << shift) + disp]. */
static void load_kind(struct emission *E, struct opt_node *n, int base, int index, i32 disp)
{
    struct emit *e = &E->e;
    u32 shift = kind_shift(n->kind);
    if (n->kind == 'F' || n->kind == 'D') {
        int d = result_reg(n, XTEMP);
        x_mem_index(e, n->kind == 'D' ? 0xf2 : 0xf3, false, 0x0f10, d, base, index, (int)shift, disp, false);
        put_result(E, n, d);
        return;
    }
    int d = result_reg(n, RAX);
    u32 opcode = 0x8b;
    switch (n->kind) {
    case 'Z':
    case 'B': opcode = 0x0fbe; break;
    case 'C': opcode = 0x0fb7; break;
    case 'S': opcode = 0x0fbf; break;
    default: break;
    }
    x_mem_index(e, 0, n->kind == 'J', opcode, d, base, index, (int)shift, disp, false);
    if (n->kind == 'L' || n->kind == '[') x_shift_by(e, true, X_SHL, d, 3);
    put_result(E, n, d);
}
static void store_kind(struct emission *E, u8 kind, opt_value v, int base, int index, i32 disp)
{
    struct emit *e = &E->e;
    u32 shift = kind_shift(kind);
    const struct opt_node *x = node(E, v);
    if (kind == 'F' || kind == 'D') {
        int s = in_float(E, v, XTEMP);
        x_mem_index(e, kind == 'D' ? 0xf2 : 0xf3, false, 0x0f11, s, base, index, (int)shift, disp, false);
        return;
    }
    if (kind == 'L' || kind == '[') {
        if (x->op == OPT_CONST && x->imm == 0) {
            x_mem_index(e, 0, false, 0xc7, 0, base, index, 2, disp, false);
            x_u32(e, 0);
            return;
        }
        load_to(E, RDX, v);
        x_shift_by(e, true, X_SHR, RDX, 3);
        x_mem_index(e, 0, false, 0x89, RDX, base, index, 2, disp, false);
        return;
    }
    int s;
    if (kind == 'Z') {
        load_to(E, RDX, v);
        x_alu_by(e, false, X_AND, RDX, 1);
        s = RDX;
    } else
        s = in_reg(E, v, RDX);
    if (shift == 1) x_byte(e, 0x66);
    x_mem_index(e, 0, kind == 'J', shift == 0 ? 0x88 : 0x89, s, base, index, (int)shift, disp, shift == 0);
}
static void emit_load(struct emission *E, struct opt_node *n)
{
    int o = in_reg(E, n->in[0], RAX);
    load_kind(E, n, o, -1, (i32)n->imm);
}
/* Tells the heap of a store into the object in o. */
static void before_store(struct emission *E, u8 kind, opt_value v, int o)
{
    x_mem(&E->e, 0, false, 0xf6, 0, o, (i32)offsetof(struct object, lock)); /* test byte */
    x_byte(&E->e, OBJECT_UNLOGGED);
    u32 from = x_jump_if(&E->e, CC_NE);
    add_stub(E, kind, v, from);
}
static void emit_store(struct emission *E, opt_value v)
{
    struct opt_node *n = node(E, v);
    if (n->kind == 'L' || n->kind == '[') {
        int o = in_reg(E, n->in[0], RCX);
        before_store(E, STUB_STORE, v, o);
    }
    int o = in_reg(E, n->in[0], RCX);
    store_kind(E, n->kind, n->in[1], o, -1, (i32)n->imm);
    if (n->cc) { /* volatile: lock or dword [rsp], 0 */
        x_byte(&E->e, 0xf0);
        x_alu_mem_by(&E->e, false, X_OR, RSP, 0, 0);
    }
}
static i32 base_of_elements(u8 kind) { return kind == 'J' || kind == 'D' ? ARRAY_BASE_WIDE : ARRAY_BASE; }
/* index: -1 and a displacement for constants */
static int element_index(struct emission *E, opt_value v, u8 kind, int scratch, i32 *disp)
{
    *disp = base_of_elements(kind);
    if (is_const(E, v) && (u64)node(E, v)->imm < 1u << 24) {
        *disp += (i32)(node(E, v)->imm << kind_shift(kind));
        return -1;
    }
    return in_reg(E, v, scratch);
}
static void emit_load_element(struct emission *E, struct opt_node *n)
{
    i32 disp;
    int i = element_index(E, n->in[1], n->kind, RCX, &disp);
    int a = in_reg(E, n->in[0], RAX);
    load_kind(E, n, a, i, disp);
}
static void emit_store_element(struct emission *E, opt_value v)
{
    struct opt_node *n = node(E, v);
    if (n->kind == 'L') {
        int a = in_reg(E, n->in[0], RAX);
        before_store(E, STUB_ELEMENT, v, a);
    }
    i32 disp;
    if (n->kind == 'B') { /* a boolean array keeps one bit */
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
        int i = element_index(E, n->in[1], n->kind, RCX, &disp);
        a = in_reg(E, n->in[0], RAX);
        x_mem_index(&E->e, 0, false, 0x88, RDX, a, i, 0, disp, true);
        return;
    }
    int i = element_index(E, n->in[1], n->kind, RCX, &disp);
    if (is_float(node(E, n->in[2])) && is_const(E, n->in[2])) float_to(E, XTEMP, n->in[2]); /* by way of rax */
    int a = in_reg(E, n->in[0], RAX);
    if (is_float(node(E, n->in[2])) && is_const(E, n->in[2])) {
        bool dbl = n->kind == 'D';
        x_mem_index(&E->e, dbl ? 0xf2 : 0xf3, false, 0x0f11, XTEMP, a, i, dbl ? 3 : 2, disp, false);
        return;
    }
    store_kind(E, n->kind, n->in[2], a, i, disp);
}

/* ---- objects ---- */
/* Sets the start bit of the object in `at`; uses rcx and `temp`. */
static void set_start(struct emission *E, int at, int temp)
{
    struct emit *e = &E->e;
    x_move(e, RCX, at);
    x_shift_by(e, true, X_SHR, RCX, 9);
    x_imm64(e, temp, (u64)(uintptr_t)heap_start_map);
    x_lea_index(e, true, temp, temp, RCX, 3, 0);
    x_move(e, RCX, at);
    x_shift_by(e, true, X_SHR, RCX, 3);
    x_alu_by(e, false, X_AND, RCX, 63);
    x_mem(e, 0, true, 0x0fab, RCX, temp, 0); /* bts: the word is the right one */
}
static void emit_new(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    x_load(e, RAX, SELF, SELF_AT(heap.cursor));
    x_lea(e, RCX, RAX, (i32)c->type.instance_size);
    x_alu_mem(e, true, X_CMP, RCX, SELF, SELF_AT(heap.limit));
    u32 slow = x_jump_if(e, CC_A);
    x_store(e, SELF, SELF_AT(heap.cursor), RCX);
    x_store_imm32(e, false, RAX, 0, (u32)(uintptr_t)c);
    x_move(e, RDX, RAX);
    set_start(E, RAX, RDX);
    add_stub(E, STUB_ALLOCATE, v, slow);
    put_result(E, n, RAX);
}
static void emit_new_array(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    u32 shift = c->type.elem_shift;
    i32 base = (i32)array_base(shift);
    u32 long_one = 0;
    if (is_const(E, n->in[0]) && (u64)node(E, n->in[0])->imm <= ARRAY_LIMIT)
        load_imm(E, RCX, ALIGN_UP(base + (node(E, n->in[0])->imm << shift), 8));
    else {
        load_to(E, RAX, n->in[0]);
        x_alu_by(e, false, X_CMP, RAX, ARRAY_LIMIT);
        long_one = x_jump_if(e, CC_A);
        x_move32(e, RCX, RAX);
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
    load_to(E, RDX, n->in[0]);
    x_store32(e, RAX, ARRAY_LENGTH_OFFSET, RDX);
    set_start(E, RAX, RDX);
    add_stub(E, STUB_ALLOCATE, v, slow);
    E->stubs[E->stub_count - 1].also = long_one;
    put_result(E, n, RAX);
}

/* Leaves rax with the object's class. Jumps to *yes when it is of class c for certain. */
static void test_class(struct emission *E, const struct class *c, int o, u32 *yes)
{
    struct emit *e = &E->e;
    x_load32(e, RAX, o, 0);
    x_alu_by(e, false, X_CMP, RAX, (i32)(uintptr_t)c);
    *yes = x_jump_if(e, CC_E);
}
/* Subclasses show it in their display. */
static bool has_display(const struct class *c)
{
    return !class_is_interface(c) && !class_is_array(c) && c->depth < CLASS_DISPLAY;
}
static void compare_display(struct emission *E, const struct class *c)
{
    x_alu_mem_by(&E->e, false, X_CMP, RAX, (i32)(offsetof(struct class, display) + 8 * c->depth), (i32)(uintptr_t)c);
}
static void emit_cast(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    int o = in_reg(E, n->in[0], RAX);
    x_test(e, true, o, o);
    u32 null = x_jump_if(e, CC_E), yes, other = 0;
    test_class(E, c, o, &yes);
    if (has_display(c)) {
        compare_display(E, c);
        exit_if(E, CC_NE, v);
    } else
        other = x_jump(e);
    x_here(e, null);
    x_here(e, yes);
    if (other) add_stub(E, STUB_CAST, v, other);
}
static void emit_instance_of(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct class *c = n->ptr;
    int o = in_reg(E, n->in[0], RAX);
    x_test(e, true, o, o);
    x_move(e, RDX, o);
    x_byte(e, 0xb8); /* mov eax, 0: the flags stay */
    x_u32(e, 0);
    u32 null = x_jump_if(e, CC_E), yes, done;
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
        u32 other = x_jump(e);
        x_here(e, yes);
        x_imm64(e, RAX, 1);
        x_here(e, null);
        add_stub(E, STUB_INSTANCE, v, other);
    }
    put_result(E, n, RAX);
}
static void emit_check_store(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    int x = in_reg(E, n->in[1], RDX);
    x_test(e, true, x, x);
    u32 null = x_jump_if(e, CC_E);
    int a = in_reg(E, n->in[0], RAX);
    x_load32(e, RCX, a, 0);
    x_load(e, RCX, RCX, (i32)offsetof(struct class, element));
    x_load32(e, RAX, x, 0);
    x_alu(e, false, X_CMP, RAX, RCX);
    u32 other = x_jump_if(e, CC_NE);
    x_here(e, null);
    add_stub(E, STUB_CAST, v, other);
}

static void emit_check(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    int r;
    switch (n->op) {
    case OPT_CHECK_NULL:
        if (is_const(E, n->in[0])) {
            if (node(E, n->in[0])->imm == 0) add_stub(E, STUB_EXIT, v, x_jump(e));
            return;
        }
        r = in_reg(E, n->in[0], RAX);
        x_test(e, true, r, r);
        exit_if(E, CC_E, v);
        return;
    case OPT_CHECK_INDEX:
        r = in_reg(E, n->in[0], RAX);
        alu(E, false, X_CMP, r, n->in[1]);
        exit_if(E, CC_AE, v);
        return;
    case OPT_CHECK_DIVISOR:
        r = in_reg(E, n->in[0], RAX);
        x_test(e, node(E, n->in[0])->type == OPT_LONG, r, r);
        exit_if(E, CC_E, v);
        return;
    case OPT_CHECK_CLASS:
        r = in_reg(E, n->in[0], RAX);
        x_alu_mem_by(e, false, X_CMP, r, 0, (i32)(uintptr_t)n->ptr);
        exit_if(E, CC_NE, v);
        return;
    case OPT_CHECK_METHOD:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, RAX, r, 0);
        x_load(e, RAX, RAX, (i32)offsetof(struct class, vtable));
        x_alu_mem_by(e, false, X_CMP, RAX, (i32)(8 * n->imm), (i32)(uintptr_t)n->ptr);
        exit_if(E, CC_NE, v);
        return;
    case OPT_CHECK_ORDER:
        r = in_reg(E, n->in[0], RAX);
        alu(E, false, X_CMP, r, n->in[1]);
        exit_if(E, n->cc ^ 1, v);
        return;
    case OPT_CHECK_CAST: emit_cast(E, v); return;
    case OPT_CHECK_STORE: emit_check_store(E, v); return;
    default: VM_UNREACHABLE();
    }
}

/* ---- control ---- */
/* The moves that the edge from `block` to its only successor wants. */
static u32 edge_moves(struct emission *E, u32 block, struct move *m)
{
    const struct opt_block *b = &E->g->blocks[block], *t = &E->g->blocks[b->succ[0]];
    u32 which = 0, n = 0;
    while (t->preds[which] != block) which++;
    for (u32 k = 0; k < t->count; k++) {
        const struct opt_node *p = node(E, t->nodes[k]);
        if (p->op != OPT_PHI || (p->reg < 0 && p->home == OPT_NO_HOME)) continue;
        struct move x = { .to = place_in(E, t->nodes[k]), .from = place_in(E, p->args[which]) };
        if (same_place(&x.to, &x.from)) continue;
        if (m) m[n] = x;
        n++;
    }
    return n;
}
/* Where control really goes when it goes to `block`. */
static u32 thread_through(struct emission *E, u32 block)
{
    for (u32 turns = 0; turns < 64; turns++) {
        const struct opt_block *b = &E->g->blocks[block];
        if (b->count != 1 || node(E, b->nodes[0])->op != OPT_GOTO || b->succ[0] == block) return block;
        if (edge_moves(E, block, NULL)) return block;
        block = b->succ[0];
    }
    return block;
}
static void jump_block(struct emission *E, u32 jump, u32 block)
{
    struct fix f = { jump, thread_through(E, block) };
    PUSH_TO(E, E->fixes, E->fix_count, E->fix_room, f);
}
static void go_to_block(struct emission *E, u32 block)
{
    if (thread_through(E, block) != E->next) jump_block(E, x_jump(&E->e), block);
}
static void branch_to(struct emission *E, int cc, u32 yes, u32 no)
{
    if (thread_through(E, yes) == E->next) {
        jump_block(E, x_jump_if(&E->e, cc ^ 1), no);
        return;
    }
    jump_block(E, x_jump_if(&E->e, cc), yes);
    go_to_block(E, no);
}
static void branch_floats(struct emission *E, struct opt_node *n, u32 yes, u32 no)
{
    bool dbl = node(E, n->in[0])->type == OPT_DOUBLE;
    int a = in_float(E, n->in[0], XTEMP), b = in_float(E, n->in[1], XTEMP2);
    if (n->cc == OPT_EQ || n->cc == OPT_NE) {
        x_float_compare(&E->e, dbl, a, b);
        jump_block(E, x_jump_if(&E->e, CC_P), n->cc == OPT_EQ ? no : yes);
        branch_to(E, n->cc, yes, no);
        return;
    }
    bool less = n->cc == OPT_LT || n->cc == OPT_LE;
    /* the answer for NaN: of the comparison with 0 */
    bool nan_yes = less ? n->imm < 0 : n->imm > 0;
    bool swapped = less != nan_yes;
    x_float_compare(&E->e, dbl, swapped ? b : a, swapped ? a : b);
    bool or_equal = n->cc == OPT_LE || n->cc == OPT_GE;
    int cc = nan_yes ? (or_equal ? CC_BE : CC_B) : (or_equal ? CC_AE : CC_A);
    branch_to(E, cc, yes, no);
}
static void emit_if(struct emission *E, struct opt_node *n, u32 yes, u32 no)
{
    const struct opt_node *x = node(E, n->in[0]);
    if (is_float(x)) {
        branch_floats(E, n, yes, no);
        return;
    }
    bool wide = is_wide(x);
    int r = in_reg(E, n->in[0], RCX);
    const struct opt_node *y = node(E, n->in[1]);
    if (y->op == OPT_CONST && y->imm == 0)
        x_test(&E->e, wide, r, r);
    else
        alu(E, wide, X_CMP, r, n->in[1]);
    branch_to(E, n->cc, yes, no);
}
/* Compares the thread's table with the plain one. */
static void compare_dispatch(struct emission *E)
{
    x_load(&E->e, RAX, SELF, SELF_AT(dispatch));
    u32 at = x_rip(&E->e, 0, true, 0x3b, RAX);
    PUSH_TO(E, E->plain_uses, E->plain_count, E->plain_room, at);
}
static void emit_return(struct emission *E, struct opt_node *n)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    i32 locals = -8 * ((i32)m->max_locals + (i32)E->g->gap);
    if (n->in[0]) {
        if (is_float(node(E, n->in[0]))) {
            int x = in_float(E, n->in[0], XTEMP);
            x_float_to(e, true, RDX, x);
        } else
            load_to(E, RDX, n->in[0]);
    }
    bool wide = n->type == OPT_LONG || n->type == OPT_DOUBLE;
    x_lea(e, R14, FRAME, locals + (n->type == OPT_VOID ? -8 : wide ? 8 : 0));
    if (n->type == OPT_VOID) x_load(e, RDX, R14, 0);
    x_load(e, R13, FRAME, FRAME_AT(ret_pc));
    x_load(e, FRAME, FRAME, FRAME_AT(prev));
    x_load(e, RDI, FRAME, FRAME_AT(locals));
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    x_mem_index(e, 0, false, 0x0fb6, RAX, R13, -1, 0, 0, false);
    x_alu_by(e, false, X_CMP, RAX, OP_STENCIL_PAD);
    u32 other = x_jump_if(e, CC_NE);
    x_mem(e, 0, false, 0xff, 4, R13, (i32)offsetof(struct code_pad, code));
    x_here(e, other);
    x_mem_index(e, 0, false, 0xff, 4, RSI, RAX, 3, 0, false);
}

static void emit_node(struct emission *E, u32 block, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    const struct opt_block *b = &E->g->blocks[block];
    int r;
    switch (n->op) {
    case OPT_PHI:
    case OPT_CONST:
    case OPT_PARAM: return; /* fetched where the code is entered */
    case OPT_ENTRIES: go_to_block(E, b->succ[0]); return;
    case OPT_ADD:
    case OPT_SUB:
    case OPT_MUL:
    case OPT_AND:
    case OPT_OR:
    case OPT_XOR:
        if (is_float(n))
            emit_float_op(E, n);
        else
            emit_int_op(E, n);
        return;
    case OPT_DIV:
        if (is_float(n))
            emit_float_op(E, n);
        else
            emit_divide(E, n);
        return;
    case OPT_REM: emit_divide(E, n); return;
    case OPT_SHL:
    case OPT_SHR:
    case OPT_USHR: emit_shift(E, n); return;
    case OPT_NEG: emit_negate(E, n); return;
    case OPT_SQRT:
        x_float(e, true, 0x51, result_reg(n, XTEMP), in_float(E, n->in[0], XTEMP));
        put_result(E, n, result_reg(n, XTEMP));
        return;
    case OPT_CONV: emit_convert(E, n); return;
    case OPT_COMPARE: emit_compare(E, n); return;
    case OPT_LOAD: emit_load(E, n); return;
    case OPT_STORE: emit_store(E, v); return;
    case OPT_LOAD_ELEMENT: emit_load_element(E, n); return;
    case OPT_STORE_ELEMENT: emit_store_element(E, v); return;
    case OPT_ARRAY_LENGTH:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, result_reg(n, RAX), r, ARRAY_LENGTH_OFFSET);
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_CLASS_OF:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, result_reg(n, RAX), r, 0);
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_LOAD_RESOLVED:
        load_imm(E, RAX, (i64)(uintptr_t)n->ptr);
        x_load32(e, RAX, RAX, (i32)offsetof(struct constpool, resolved));
        x_shift_by(e, true, X_SHL, RAX, 3);
        x_load32(e, RAX, RAX, (i32)(ARRAY_BASE + 4 * n->imm));
        x_shift_by(e, true, X_SHL, RAX, 3);
        put_result(E, n, RAX);
        return;
    case OPT_LOAD_APPENDIX:
        load_imm(E, RAX, (i64)(uintptr_t)n->ptr);
        x_load(e, RAX, RAX, (i32)offsetof(struct call_site, appendix));
        put_result(E, n, RAX);
        return;
    case OPT_CHECK_FINALIZER:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, RAX, r, 0);
        x_mem(e, 0, false, 0x80, 7, RAX, (i32)offsetof(struct heap_type, finalizable));
        x_byte(e, 0);
        exit_if(E, CC_NE, v);
        return;
    case OPT_INSTANCE_OF: emit_instance_of(E, v); return;
    case OPT_NEW: emit_new(E, v); return;
    case OPT_NEW_ARRAY: emit_new_array(E, v); return;
    case OPT_CALL:
    case OPT_CALL_VIRTUAL:
    case OPT_CALL_INTERFACE: emit_call(E, v); return;
    case OPT_POLL:
        compare_dispatch(E);
        exit_if(E, CC_NE, v);
        return;
    case OPT_GOTO: {
        u32 count = edge_moves(E, block, NULL);
        struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, count + 1);
        (void)edge_moves(E, block, m);
        move_all(E, m, count);
        go_to_block(E, b->succ[0]);
        return;
    }
    case OPT_IF: emit_if(E, n, b->succ[0], b->succ[1]); return;
    case OPT_RETURN: emit_return(E, n); return;
    case OPT_EXIT: leave_now(E, n->state); return;
    default: emit_check(E, v); return;
    }
}

/* ---- the whole ---- */
/* As interp/entry.h's PUSH_JAVA_FRAME. rdx: the method; r14: the last argument; r15: the caller; r13: the way back. */
static void emit_entry(struct emission *E, u32 *overflow, u32 *events)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    u32 gap = E->g->gap;
    x_lea(e, RAX, R14, 8 - 8 * (i32)m->nargs);
    x_lea(e, RCX, RAX, 8 * (i32)(m->max_locals + gap));
    x_lea(e, RBX, RCX, 8 * (E->g->extent + 2));
    x_alu_mem(e, true, X_CMP, RBX, SELF, SELF_AT(stack_limit));
    *overflow = x_jump_if(e, CC_AE);
    x_store(e, RCX, FRAME_AT(prev), R15);
    x_store(e, RCX, FRAME_AT(method), RDX);
    x_store(e, RCX, FRAME_AT(locals), RAX);
    x_load(e, RBX, RDX, (i32)offsetof(struct method, entries));
    x_store(e, RCX, FRAME_AT(cp), RBX);
    x_store(e, RCX, FRAME_AT(ret_pc), R13);
    load_imm(E, RBX, (i64)(uintptr_t)m->code); /* for who looks in a signal handler */
    x_store(e, RCX, FRAME_AT(pc), RBX);
    x_store_imm32(e, true, RCX, FRAME_AT(kind), FRAME_JAVA);
    for (u32 i = m->nargs; i < m->max_locals + gap; i++) x_store_imm32(e, true, RAX, 8 * (i32)i, 0);
    x_move(e, FRAME, RCX);
    compare_dispatch(E);
    *events = x_jump_if(e, CC_NE);
}
static void fetch_params(struct emission *E, u32 block)
{
    const struct opt_block *b = &E->g->blocks[block];
    i32 locals = -(i32)E->g->m->max_locals - (i32)E->g->gap;
    struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, b->count + 1);
    u32 n = 0;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *p = node(E, b->nodes[k]);
        if (p->op != OPT_PARAM || (p->reg < 0 && p->home == OPT_NO_HOME)) continue;
        struct place_in from = { .kind = OPT_IN_SLOT, .slot = locals + (i32)p->imm };
        m[n++] = (struct move){ .to = place_in(E, b->nodes[k]), .from = from };
    }
    move_all(E, m, n);
    for (u32 k = 0; k < b->count; k++) { /* the upper half of an int means nothing in a slot, and is 0 in a register */
        const struct opt_node *p = node(E, b->nodes[k]);
        if (p->op == OPT_PARAM && p->type == OPT_INT && p->reg >= 0) x_move32(&E->e, p->reg, p->reg);
    }
}

static void emit_overflow(struct emission *E, u32 overflow, u32 events)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    x_here(e, overflow);
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    jump_far(E, (const void *)interp_throw_overflow);
    x_here(e, events);
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    x_load(e, RDI, FRAME, FRAME_AT(locals));
    x_lea(e, R14, FRAME, 8 * (i32)FRAME_SLOTS);
    x_store_imm32(e, true, R14, 0, 0);
    load_imm(E, R13, (i64)(uintptr_t)m->code);
    x_zero(e, RDX);
    jump_far(E, (const void *)interp_entry_events);
}

/* A frame of the interpreter becomes one of this code, whose header is where the gap ends. */
static void enter_in_the_middle(struct emission *E)
{
    struct emit *e = &E->e;
    i32 locals = (i32)(E->g->m->max_locals + E->g->gap);
    x_move(e, RAX, FRAME);
    x_alu(e, true, X_SUB, RAX, RDI);
    x_alu_by(e, true, X_CMP, RAX, 8 * locals);
    u32 in_place = x_jump_if(e, CC_E);
    jump_far(E, (const void *)opt_move_header);
    x_here(e, in_place);
    x_lea(e, RAX, FRAME, 8 * (E->g->extent + 2));
    x_alu_mem(e, true, X_CMP, RAX, SELF, SELF_AT(stack_limit));
    u32 room = x_jump_if(e, CC_B);
    jump_far(E, (const void *)opt_not_here);
    x_here(e, room);
}
static bool is_entry(const struct emission *E, u32 block)
{
    for (u32 i = 0; i < E->g->entry_count; i++)
        if (E->g->entries[i].block == block) return true;
    return false;
}

/* Rare blocks, and what only leads to them, are laid out behind the others. */
static u32 lay_out(struct emission *E, u32 *blocks)
{
    struct opt_graph *g = E->g;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = g->order_count; i-- > 0;) {
            struct opt_block *b = &g->blocks[g->order[i]];
            bool rare = b->succ_count > 0 && g->order[i] != 1;
            for (u32 k = 0; k < b->succ_count; k++) rare &= g->blocks[b->succ[k]].rare;
            if (!rare || b->rare) continue;
            b->rare = changed = true;
        }
    }
    u32 n = 0;
    for (u32 rare = 0; rare < 2; rare++)
        for (u32 i = 0; i < g->order_count; i++)
            if (g->blocks[g->order[i]].rare == rare) blocks[n++] = g->order[i];
    return n;
}

static void emit_blocks(struct emission *E)
{
    struct opt_graph *g = E->g;
    u32 *blocks = ARENA_NEW_ARRAY(&g->arena, u32, g->order_count + 1);
    u32 n = lay_out(E, blocks);
    for (u32 i = 0; i < n; i++) {
        struct opt_block *b = &g->blocks[blocks[i]];
        b->code = E->e.n;
        /* what is jumped through is never laid out next to anything */
        bool entry = is_entry(E, blocks[i]);
        if (i > 0 && !entry && thread_through(E, blocks[i]) != blocks[i]) continue;
        u32 k = i + 1;
        while (k < n && thread_through(E, blocks[k]) != blocks[k]) k++;
        E->next = k < n ? blocks[k] : 0;
        if (entry) {
            enter_in_the_middle(E);
            fetch_params(E, blocks[i]);
        }
        for (u32 j = 0; j < b->count; j++)
            if (!node(E, b->nodes[j])->dead) emit_node(E, blocks[i], b->nodes[j]);
    }
}

static void emit_common(struct emission *E, const struct opt_code *record)
{
    struct emit *e = &E->e;
    for (u32 i = 0; i < E->common_count; i++) x_here(e, E->common[i]);
    load_imm(E, RCX, (i64)(uintptr_t)record);
    load_imm(E, RDX, (i64)(uintptr_t)opt_leave_entry());
    x_jump_reg(e, RDX);
}

/* In one block of memory: the table of instructions, the record, its lists. */
static struct opt_code *make_record(struct emission *E, void **table)
{
    size_t before = ALIGN_UP(sizeof(struct stencil_method) + E->g->m->code_len * sizeof(u32), sizeof(void *));
    struct opt_code *c;
    char *block =
        vm_calloc(1, before + sizeof *c + E->exit_count * sizeof *c->exits + E->frame_count * sizeof *c->frames +
                         E->slot_count * sizeof *c->slots + E->g->method_count * sizeof *c->methods);
    c = (struct opt_code *)(void *)(block + before);
    *table = block;
    *(struct stencil_method *)(void *)block = (struct stencil_method){ .length = E->g->m->code_len, .gap = E->g->gap };
    c->m = E->g->m;
    c->gap = E->g->gap;
    c->slots = (struct opt_exit_slot *)(c + 1);
    c->frames = (struct opt_exit_frame *)(c->slots + E->slot_count);
    c->methods = (struct method **)(c->frames + E->frame_count);
    c->exits = (struct opt_exit *)(c->methods + E->g->method_count);
    c->method_count = E->g->method_count;
    if (E->exit_count) memcpy(c->exits, E->exits, E->exit_count * sizeof *c->exits);
    if (E->slot_count) memcpy(c->slots, E->slots, E->slot_count * sizeof *c->slots);
    if (E->frame_count) memcpy(c->frames, E->frames, E->frame_count * sizeof *c->frames);
    if (c->method_count) memcpy(c->methods, E->g->methods, c->method_count * sizeof *c->methods);
    return c;
}

static struct code *install(struct emission *E, void *table, struct opt_code *record, u32 pads)
{
    char name[96];
    const struct method *m = E->g->m;
    snprintf(name, sizeof name, "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    struct code *c = code_install(E->e.at, E->e.n, E->g->m, name);
    if (!c) return NULL;
    for (u32 i = 0; i < E->pad_count; i++) {
        struct code_pad p = { OP_STENCIL_PAD, c->start + E->pads[i].code, E->pads[i].pc };
        memcpy(E->e.at + pads + i * sizeof p, &p, sizeof p);
    }
    c->table = table;
    c->methods = record->methods;
    c->method_count = record->method_count;
    record->code = c;
    c->pads = pads;
    c->pad_count = E->pad_count;
    c->pad_exit = (const void *)opt_leave_pad;
    code_write(c, 0, E->e.at, E->e.n);
    return c;
}

struct code *opt_emit(struct opt_graph *g, const void **entry)
{
    struct emission E = { .g = g };
    u32 room = g->count * 160 + 65536;
    E.e = (struct emit){ .at = vm_malloc(room), .size = room };
    u32 overflow, events;
    find_places(&E);
    while (E.e.n < HEAD) x_byte(&E.e, 0);
    emit_entry(&E, &overflow, &events);
    fetch_params(&E, 1);
    emit_blocks(&E);
    for (u32 i = 0; i < E.stub_count; i++) emit_stub(&E, &E.stubs[i]);
    emit_overflow(&E, overflow, events);
    void *table;
    struct opt_code *record = make_record(&E, &table);
    emit_common(&E, record);
    for (u32 i = 0; i < E.record_count && !E.e.full; i++) memcpy(E.e.at + E.records[i], &record, sizeof record);
    for (u32 i = 0; i < g->entry_count; i++)
        if (g->blocks[g->entries[i].block].order && g->entries[i].bci != NO_ENTRY)
            ((struct stencil_method *)table)->offset[g->entries[i].bci] =
                (g->blocks[g->entries[i].block].code - HEAD) | STENCIL_ENTERED;
    for (u32 i = 0; i < E.fix_count; i++) x_patch(&E.e, E.fixes[i].at, g->blocks[E.fixes[i].block].code);
    while (E.e.n % 16) x_byte(&E.e, 0xcc);
    for (u32 i = 0; i < E.plain_count; i++) x_here(&E.e, E.plain_uses[i]);
    x_u64(&E.e, (u64)(uintptr_t)interp_tables[MODE_PLAIN]);
    x_u64(&E.e, 0);
    u32 pads = E.e.n;
    for (u32 i = 0; i < E.pad_count; i++) {
        x_patch(&E.e, E.pads[i].use, E.e.n);
        for (u32 k = 0; k < sizeof(struct code_pad) / 8; k++) x_u64(&E.e, 0);
    }
    struct code *c = NULL;
    if (!E.e.full) {
        memcpy(E.e.at + HEAD - sizeof(void *), &table, sizeof table);
        c = install(&E, table, record, pads);
    }
    free(E.e.at);
    if (!c) {
        free(table);
        return NULL;
    }
    *entry = c->start + HEAD;
    return c;
}
