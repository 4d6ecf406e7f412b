/* Where code calls, allocates or leaves: what the interpreter's frames want is put there, or written down for who
 * leaves. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/opt.h"
#include "exec/opt/opt_leave.h"
#include "exec/opt/opt_machine.h"
#include "exec/stencil/stencil_emit.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- ways out ---- */
void opt_jump_far(struct emission *E, const void *to)
{
    load_imm(E, RAX, (i64)(uintptr_t)to);
    x_jump_reg(&E->e, RAX);
}
void opt_add_stub(struct emission *E, u8 kind, opt_value v, u32 from)
{
    E->e.label = E->e.n;
    struct stub s = { .from = from, .back = E->e.n, .v = v, .kind = kind };
    PUSH_TO(E, E->stubs, E->stub_count, E->stub_room, s);
}
void opt_exit_if(struct emission *E, int cc, opt_value v) { opt_add_stub(E, STUB_EXIT, v, x_jump_if(&E->e, cc)); }

/* Which of those that the code leaves to make. */
static u32 which_virtual(const struct opt_state *exit, opt_value v)
{
    u32 i = 0;
    while (exit->virtuals[i].object != v) {
        i++;
        VM_CHECK(i < exit->virtual_count);
    }
    return i;
}
static struct opt_exit_slot where_is(const struct emission *E, const struct opt_state *exit, opt_value v, i32 at)
{
    const struct opt_node *n = node(E, v);
    struct opt_exit_slot s = { .at = at };
    if (n->op == OPT_FAR) {
        s.plus = (i32)n->imm;
        n = node(E, n->in[0]);
    }
    if (n->op == OPT_VIRTUAL) {
        s.where = OPT_IS_OBJECT;
        s.value = which_virtual(exit, v);
    } else if (n->op == OPT_CONST) {
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
static i32 locals_at(const struct emission *E, const struct opt_state *s)
{
    return s->caller ? s->locals : s->locals - (i32)E->g->gap; /* also where there are none */
}
static i32 place_of(const struct emission *E, const struct opt_state *s, u32 i)
{
    return i < s->nlocals ? locals_at(E, s) + (i32)i : s->header + (i32)FRAME_SLOTS + 1 + (i32)(i - s->nlocals);
}

/* In its header. */
static i32 place_of_lock(const struct opt_state *s) { return s->header + FRAME_AT(lock_obj) / (i32)sizeof(slot); }

static void note_frame(struct emission *E, const struct opt_state *exit, const struct opt_state *s, u32 *count)
{
    if (s->caller) note_frame(E, exit, s->caller, count);
    struct opt_exit_frame f = { .m = s->m,
                                .bci = s->bci,
                                .locals = locals_at(E, s),
                                .header = s->header,
                                .depth = s->nstack,
                                .locked = s->lock != 0,
                                .first = E->slot_count };
    for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
        if (s->slots[i]) {
            struct opt_exit_slot x = where_is(E, exit, s->slots[i], place_of(E, s, i));
            PUSH_TO(E, E->slots, E->slot_count, E->slot_room, x);
        }
    if (s->lock) {
        struct opt_exit_slot x = where_is(E, exit, s->lock, place_of_lock(s));
        PUSH_TO(E, E->slots, E->slot_count, E->slot_room, x);
    }
    f.count = E->slot_count - f.first;
    PUSH_TO(E, E->frames, E->frame_count, E->frame_room, f);
    ++*count;
}
/* Memory is 0 where nobody stores. */
static void note_object(struct emission *E, const struct opt_state *exit, const struct opt_virtual *o)
{
    struct opt_exit_object x = { .cls = node(E, o->object)->ptr, .first = E->slot_count };
    for (u32 i = 0; i < o->fields->count; i++) {
        if (is_const(E, o->values[i]) && node(E, o->values[i])->imm == 0) continue;
        struct opt_exit_slot s = where_is(E, exit, o->values[i], (i32)o->fields->all[i]->offset);
        s.kind = o->fields->all[i]->kind;
        PUSH_TO(E, E->slots, E->slot_count, E->slot_room, s);
    }
    x.count = E->slot_count - x.first;
    PUSH_TO(E, E->objects, E->object_count, E->object_room, x);
}
static u32 note_exit(struct emission *E, const struct opt_state *s)
{
    struct opt_exit x = { E->frame_count, 0, E->object_count, s->virtual_count, s->reason };
    note_frame(E, s, s, &x.count);
    for (u32 i = 0; i < s->virtual_count; i++) note_object(E, s, &s->virtuals[i]);
    PUSH_TO(E, E->exits, E->exit_count, E->exit_room, x);
    return E->exit_count - 1;
}
void opt_leave_now(struct emission *E, const struct opt_state *s)
{
    x_imm64(&E->e, RAX, note_exit(E, s));
    u32 j = x_jump(&E->e);
    PUSH_TO(E, E->common, E->common_count, E->common_room, j);
}

/* ---- frames at a call ---- */
static bool is_argument(const struct emission *E, const struct opt_state *s, u32 i)
{
    return !s->caller && i < E->g->m->nargs && (E->g->unwritten[i / 64] >> (i % 64) & 1);
}
/* What the frames lack: moves, and constants. */
struct filling {
    struct move *moves;
    u32 count;
};
static void move_to_slot(struct filling *f, i32 slot, struct place_in from)
{
    f->moves[f->count++] = (struct move){ .to = { .kind = OPT_IN_SLOT, .slot = slot }, .from = from };
}
static void note_constant(struct emission *E, i32 at, i64 v)
{
    struct frame_constant c = { at, (slot)v };
    PUSH_TO(E, E->constants, E->constant_count, E->constant_room, c);
}
/* The last `passed` operands are a callee's. Gives which variables of the first ones are dead, by bit. */
static u64 fill_frame(struct emission *E, const struct opt_state *s, u32 passed, struct filling *f)
{
    u32 all = (u32)s->nlocals + s->nstack;
    u64 dead = 0;
    if (s->lock) move_to_slot(f, place_of_lock(s), opt_place_in(E, s->lock));
    for (u32 i = 0; i < all; i++) {
        i32 at = place_of(E, s, i);
        if (s->slots[i] && i < all - passed && is_const(E, s->slots[i]))
            note_constant(E, at, node(E, s->slots[i])->imm);
        else if (s->slots[i])
            move_to_slot(f, at, opt_place_in(E, s->slots[i]));
        else if (i < s->nlocals && !is_argument(E, s, i)) {
            if (i < 64)
                dead |= 1ull << i;
            else
                note_constant(E, at, 0);
        }
    }
    return dead;
}
void opt_find_rbx(struct emission *E)
{
    for (u32 v = 1; v < E->g->count; v++) {
        const struct opt_node *n = node(E, v);
        E->object_in_rbx |= !n->dead && n->type == OPT_REF && n->reg == RBX;
    }
}

static u32 frame_slots(const struct opt_state *s)
{
    u32 n = 0;
    for (; s; s = s->caller) n += (u32)s->nlocals + s->nstack + (s->lock != 0);
    return n;
}
/* Which words of the gap are references that are needed behind v: by bit, the one below the header first. */
static u32 gap_map(const struct emission *E, opt_value v)
{
    u32 map = 0;
    if (!E->g->gap) return 0;
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (n->dead || n->type != OPT_REF || n->reg >= 0 || n->home >= 0 || n->home < -(i32)E->g->gap) continue;
        if (n->home >= -(i32)FRAME_GAP_MAPPED && opt_alive_over(E->g, i, node(E, v)->at)) map |= 1u << (-n->home - 1);
    }
    return map;
}

/* Parts are noted from the outermost frame on. The caller's place is in `pc`, where it goes on in `ret_pc` of the
 * callee. The last `passed` operands are no frame's of these. */
static void fill_from_caller(struct emission *E, const struct opt_state *s, u32 passed, struct filling *f,
                             struct frame_image *image)
{
    const struct opt_state *c = s->caller;
    if (!c) {
        image->pc = s->m->code + s->bci;
        image->locals = locals_at(E, s);
        image->dead = fill_frame(E, s, passed, f);
        return;
    }
    fill_from_caller(E, c, 0, f, image);
    u32 length = bytecode_length(c->m->orig_code, c->m->code_len, c->bci);
    struct frame_part p = { .m = s->m,
                            .pc = s->m->code + s->bci,
                            .ret_pc = c->m->code + c->bci + length,
                            .header = s->header,
                            .locals = locals_at(E, s),
                            .dead = fill_frame(E, s, passed, f),
                            .kind = FRAME_JAVA | (s->lock ? FRM_LOCKED << 8 : 0) };
    PUSH_TO(E, E->parts, E->part_count, E->part_room, p);
    image->part_count++;
}
/* Puts what v's frames need where they have it, but for what is constant: that is in the image whose number it gives.
 * The last `passed` operands are a callee's. */
static u32 fill_frames(struct emission *E, opt_value v, u32 passed)
{
    const struct opt_state *s = node(E, v)->state;
    struct filling f = { ARENA_NEW_ARRAY(&E->g->arena, struct move, frame_slots(s) + 1), 0 };
    u32 constants = E->constant_count;
    struct frame_image image = { .header = s->header, .gap_map = gap_map(E, v) };
    fill_from_caller(E, s, passed, &f, &image);
    image.constant_count = E->constant_count - constants;
    opt_move_all(E, f.moves, f.count);
    PUSH_TO(E, E->images, E->image_count, E->image_room, image);
    return E->image_count - 1;
}

/* C functions put rbx on the C stack, where the collector takes what it held for a root. Handlers leave nothing in
 * it, so it is empty wherever code is left. */
void opt_forget_rbx(struct emission *E)
{
    if (E->object_in_rbx) x_zero(&E->e, RBX);
}

/* rdx = the pair at the place, or at the other place, of the class in eax; the jump is taken when that is another
 * class's. */
static u32 look_in_cache(struct emission *E, const struct icache *ic, bool other)
{
    struct emit *e = &E->e;
    x_reg(e, 0, false, 0x69, RCX, RAX, false); /* icache_hash */
    x_u32(e, (u32)ICACHE_HASH);
    x_shift_by(e, false, X_SHR, RCX, 32 - (other ? 2 : 1) * ICACHE_WIDE_BITS);
    if (other) x_alu_by(e, false, X_AND, RCX, ICACHE_WIDE - 1);
    x_imm64(e, RDX, (u64)(uintptr_t)ic->wide);
    x_mem_index(e, 0, true, 0x8b, RDX, RDX, RCX, 3, 0, false);
    x_move(e, RCX, RDX);
    x_shift_by(e, true, X_SHR, RCX, 32);
    x_alu(e, false, X_CMP, RCX, RAX);
    return x_jump_if(e, CC_NE);
}

void opt_emit_call(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    const struct opt_state *s = n->state;
    /* The receiver is looked at before registers are taken. */
    if (n->op == OPT_CALL_INTERFACE) {
        int o = in_reg(E, n->in[0], RAX);
        x_load32(e, RAX, o, 0);
        u32 miss = look_in_cache(E, n->ptr, false);
        x_move32(e, RDX, RDX);
        opt_add_stub(E, STUB_INTERFACE, v, miss);
        x_store(e, RSP, -16, RDX);
    } else if (n->op == OPT_CALL_VIRTUAL) {
        int o = in_reg(E, n->in[0], RAX);
        x_load32(e, RCX, o, 0);
        x_load(e, RCX, RCX, (i32)offsetof(struct class, vtable));
        x_load(e, RCX, RCX, (i32)(8 * (n->imm >> 16)));
        x_store(e, RSP, -16, RCX);
    }
    u32 image = fill_frames(E, v, (u32)n->imm & 0xffff);
    if (n->op == OPT_CALL)
        load_imm(E, RDX, (i64)(uintptr_t)n->ptr);
    else
        x_load(e, RDX, RSP, -16);
    x_lea(e, RDI, FRAME, 8 * locals_at(E, s));
    x_lea(e, R14, FRAME, 8 * (s->header + (i32)FRAME_SLOTS + s->nstack));
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    opt_forget_rbx(E);
    struct pad p = { .use = x_rip(e, 0, true, 0x8d, R13),
                     .pc = s->m->code + s->bci + bytecode_length(s->m->orig_code, s->m->code_len, s->bci),
                     .image = image };
    if (s->header) { /* until control is back and the frame too, the pad says whose frames these are */
        (void)opt_belongs_to_pad(E, n->origin);
        x_lea(e, FRAME, FRAME, 8 * s->header);
    }
    x_mem(e, 0, false, 0xff, 4, RDX, (i32)offsetof(struct method, entry));
    p.code = e->n;
    PUSH_TO(E, E->pads, E->pad_count, E->pad_room, p);
    if (s->header) x_lea(e, FRAME, FRAME, -8 * s->header);
    (void)opt_belongs_to(E, n->origin);
    if (n->type == OPT_VOID) return;
    if (n->type == OPT_INT) x_move32(e, RDX, RDX);
    if (!is_float(n)) {
        put_result(E, n, RDX);
        return;
    }
    int d = result_reg(n, -1);
    if (d >= 0) x_float_from(e, true, d, RDX);
    if (n->reg < 0 && n->home != OPT_NO_HOME) x_store(e, FRAME, home_at(n), RDX);
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
struct saved opt_save(struct emission *E, opt_value v)
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
void opt_restore(struct emission *E, const struct saved *s)
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
/* What registers hold has been saved, or moved to where arguments are. */
void opt_call_c(struct emission *E, const void *fn)
{
    static const int preserved[] = { RBX, R13, R14 }; /* C would put them on its stack */
    for (u32 i = 0; i < ARRAY_LEN(preserved); i++) x_zero(&E->e, preserved[i]);
    load_imm(E, RAX, (i64)(uintptr_t)fn);
    x_call_reg(&E->e, RAX);
}
static void arguments(struct emission *E, struct move *m, u32 n)
{
    static const int regs[] = { RDI, RSI, RDX, RCX };
    for (u32 i = 0; i < n; i++) m[i].to = (struct place_in){ .kind = OPT_IN_REGISTER, .reg = (i8)regs[i] };
    opt_move_all(E, m, n); /* rax, and rdx where there is a ring: then it is no source any more */
}
static struct move move_of_const(i64 v) { return (struct move){ .from = { .kind = OPT_IS_CONST, .value = v } }; }

/* Behind the call of C that has made n, or not: then the code goes on here. */
static void back_with_object(struct emission *E, const struct opt_node *n, const struct saved *k, u32 back)
{
    struct emit *e = &E->e;
    opt_restore(E, k);
    x_test(e, true, RAX, RAX);
    u32 none = x_jump_if(e, CC_E);
    put_result(E, n, RAX);
    x_jump_to(e, back);
    x_here(e, none);
}
/* C publishes the frames with their image, and the registers lie on the C stack, where they keep their objects in
 * place. The object goes where the result is wanted. */
static void allocate_slowly(struct emission *E, opt_value v, u32 back)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    struct saved k = opt_save(E, v);
    u32 image = fill_frames(E, v, 0); /* what it moves stays in its register too */
    u32 operands = n->op == OPT_NEW ? 0 : n->op == OPT_NEW_ARRAY ? 1 : (u32)n->imm;
    if (n->op == OPT_NEW_ARRAY)
        load_to(E, RDX, n->in[0]);
    else
        x_imm64(e, RDX, operands);
    x_lea(e, RCX, FRAME, 8 * n->state->header);
    x_move(e, RDI, SELF);
    load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
    x_imm64(e, R8, (u64)image << 32 | (n->state->nstack - operands));
    x_byte(e, 0x49); /* mov r9, the record: not known yet */
    x_byte(e, 0xb9);
    PUSH_TO(E, E->records, E->record_count, E->record_room, e->n);
    x_u64(e, 0);
    opt_call_c(E, n->op == OPT_NEW_ARRAYS ? (const void *)opt_allocate_arrays : (const void *)opt_allocate_slow);
    back_with_object(E, n, &k, back);
    (void)opt_belongs_to(E, NULL);
    if (n->state->header) x_lea(e, FRAME, FRAME, 8 * n->state->header);
    opt_forget_rbx(E);
    opt_jump_far(E, (const void *)opt_go_on);
}

/* The frames name objects that are not made: C makes this one if it need not stop, else the interpreter does. */
static void allocate_or_leave(struct emission *E, opt_value v, u32 back)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    struct saved k = opt_save(E, v);
    if (n->op == OPT_NEW_ARRAY) load_to(E, RDX, n->in[0]);
    x_move(e, RDI, SELF);
    load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
    opt_call_c(E, (const void *)opt_allocate_quick);
    back_with_object(E, n, &k, back);
    opt_leave_now(E, n->state);
}

/* The body of a leaf native: arguments in slots above all that frames may take, the result above them. Registers that C
 * may change lie on the C stack. */
void opt_emit_leaf(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    i32 first = E->g->extent + 2, result = first + n->argc;
    u32 done = n->kind ? opt_emit_array_copy(E, v, first) : 0;
    struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, n->argc + 1u);
    u32 count = 0;
    for (u32 i = 0; i < n->argc; i++)
        if (n->args[i])
            m[count++] = (struct move){ .to = { .kind = OPT_IN_SLOT, .slot = first + (i32)i },
                                        .from = opt_place_in(E, n->args[i]) };
    opt_move_all(E, m, count);
    struct saved k = opt_save(E, v);
    x_move(e, RDI, SELF);
    x_lea(e, RSI, FRAME, 8 * first);
    x_lea(e, RDX, FRAME, 8 * result);
    opt_call_c(E, n->ptr);
    x_reg(e, 0, false, 0x0fb6, RAX, RAX, true);
    opt_restore(E, &k);
    x_test(e, false, RAX, RAX);
    opt_exit_if(E, CC_E, v);
    if (done) x_here(e, done);
    if (n->type == OPT_VOID || (n->reg < 0 && n->home == OPT_NO_HOME)) return;
    if (is_float(n)) {
        int d = result_reg(n, XTEMP);
        x_float_mem(e, true, 0x10, d, FRAME, 8 * result);
        put_result(E, n, d);
        return;
    }
    int d = result_reg(n, RAX);
    x_mem(e, 0, n->type != OPT_INT, 0x8b, d, FRAME, 8 * result);
    put_result(E, n, d);
}

void opt_emit_stub(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    opt_value v = s->v;
    struct opt_node *n = node(E, v);
    (void)opt_belongs_to(E, v ? n->origin : NULL);
    x_here(e, s->from);
    if (s->also) x_here(e, s->also);
    switch (s->kind) {
    case STUB_ALLOCATE:
        if (n->state->virtual_count)
            allocate_or_leave(E, v, s->back);
        else
            allocate_slowly(E, v, s->back);
        return;
    case STUB_EXIT: opt_leave_now(E, n->state); return;
    case STUB_MONITOR: opt_emit_monitor_stub(E, s); return;
    case STUB_CALLED_AGAIN:
        x_load(e, RSI, SELF, SELF_AT(dispatch));
        opt_jump_far(E, opt_called_again);
        return;
    case STUB_STORE:
    case STUB_ELEMENT: {
        /* heap_log_store(holder, offset, bytes) */
        struct saved k = opt_save(E, v);
        struct move m[3] = { { .from = opt_place_in(E, n->in[0]) }, move_of_const(n->imm), move_of_const(4) };
        if (s->kind == STUB_ELEMENT) m[1].from = opt_place_in(E, n->in[1]);
        arguments(E, m, 3);
        if (s->kind == STUB_ELEMENT) { /* the offset of an element */
            x_move32(e, RSI, RSI);
            x_shift_by(e, true, X_SHL, RSI, 2);
            x_alu_by(e, true, X_ADD, RSI, ARRAY_BASE);
        }
        opt_call_c(E, (const void *)heap_log_store);
        opt_restore(E, &k);
        x_jump_to(e, s->back);
        return;
    }
    case STUB_CAST:
    case STUB_INSTANCE: {
        /* rax: the object's class; rcx: the other for CHECK_STORE */
        struct saved k = opt_save(E, v);
        x_move(e, RDI, RAX);
        if (n->op == OPT_CHECK_STORE)
            x_move(e, RSI, RCX);
        else
            load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
        opt_call_c(E, (const void *)opt_assignable);
        opt_restore(E, &k);
        if (s->kind == STUB_INSTANCE) {
            x_jump_to(e, s->back);
            return;
        }
        x_test(e, false, RAX, RAX);
        x_patch(e, x_jump_if(e, CC_NE), s->back);
        opt_leave_now(E, n->state);
        return;
    }
    case STUB_INTERFACE: {
        u32 miss = look_in_cache(E, n->ptr, true);
        x_move32(e, RDX, RDX);
        x_jump_to(e, s->back);
        x_here(e, miss);
        struct saved k = opt_save(E, v);
        struct move m[2] = { move_of_const((i64)(uintptr_t)n->ptr), { .from = opt_place_in(E, n->in[0]) } };
        arguments(E, m, 2);
        opt_call_c(E, (const void *)icache_select_wide);
        opt_restore(E, &k);
        x_move(e, RDX, RAX);
        x_test(e, true, RAX, RAX);
        x_patch(e, x_jump_if(e, CC_NE), s->back);
        opt_leave_now(E, n->state);
        return;
    }
    default: VM_UNREACHABLE();
    }
}
