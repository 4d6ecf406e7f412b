/* Calls and allocations. Before a call, stores what the interpreter's frames need. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/invoke/invoke.h"
#include "exec/native/leaf.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"
#include "exec/opt/opt.h"
#include "exec/stencil/stencil_emit.h"
#include "model/wellknown.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- frames at a call ---- */
static bool is_argument(const struct emission *E, const struct opt_state *s, u32 i)
{
    return !s->caller && i < E->g->m->nargs && (E->g->unwritten[i / 64] >> (i % 64) & 1);
}
/* Moves that complete the frames. Constants go to the image instead, and so do the slots that have the same value as
 * another one, which is stored. */
enum { NOT_SHOWN = 0x7ead1bad };
enum role {
    SHOWN,  /* a walk may write the slot, as a copy of another one */
    STORED, /* the code writes it, because it reads it after the call or because others are copies of it */
    ASIDE,  /* as SHOWN, but nothing is a copy of it: a collection may clear it, a dead variable, or does not know it */
    ALONE   /* as STORED, but nothing is a copy of it: the callee may change it, or as ASIDE */
};
struct filling {
    struct move *moves;
    opt_value *values; /* by move */
    u8 *roles;         /* by move: enum role */
    u32 count;
};
static void move_to_slot(const struct emission *E, struct filling *f, i32 slot, opt_value v, enum role role)
{
    f->values[f->count] = v;
    f->roles[f->count] = (u8)role;
    f->moves[f->count++] = (struct move){ .to = { .kind = OPT_IN_SLOT, .slot = slot }, .from = opt_place_in(E, v) };
}
static void note_constant(struct emission *E, i32 at, i64 v)
{
    struct frame_constant c = { at, (slot)v };
    PUSH_TO(E, E->constants, E->constant_count, E->constant_room, c);
}
/* Is v an object that nothing but states name, and that a walk can find (opt_address.c)? */
static bool is_found_later(const struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, behind_copy(E, v));
    return n->op == OPT_FAR_APPENDIX || (n->op == OPT_FAR && opt_kind(n) == 'L');
}
static bool is_step(const struct opt_node *n) { return n->op == OPT_FAR || n->op == OPT_LOAD; }
/* What v copies, whether the copy has a register or not. */
static const struct opt_node *copied(const struct emission *E, opt_value v)
{
    while (node(E, v)->op == OPT_COPY) v = node(E, v)->in[0];
    return node(E, v);
}
static void note_load(struct emission *E, i32 at, opt_value v)
{
    const struct opt_node *n;
    u32 steps = 0, path = E->step_count;
    for (n = copied(E, v); is_step(n); n = copied(E, n->in[0])) steps++;
    for (u32 i = 0; i <= steps; i++) PUSH_TO(E, E->steps, E->step_count, E->step_room, steps);
    for (n = copied(E, v); is_step(n); n = copied(E, n->in[0])) {
        VM_ASSERT(n->op == OPT_FAR || n->known);
        E->steps[path + steps--] = (u32)(n->op == OPT_FAR ? opt_addend(n) : opt_offset(n));
    }
    VM_CHECK(n->op == OPT_FAR_APPENDIX || n->op == OPT_LOAD_APPENDIX);
    struct frame_load l = { at, &opt_site(n)->appendix, path };
    PUSH_TO(E, E->loads, E->load_count, E->load_room, l);
}
/* May the ith slot be used by the frame's method, so that collections keep what is there? */
static bool is_alive(const struct opt_state *s, u32 i) { return i >= s->nlocals || (s->live[i / 64] >> (i % 64) & 1); }
/* Fills one frame. The last `passed` operands are the callee's. Returns the dead ones of the first 64 variables, as
 * bits. */
static u64 fill_frame(struct emission *E, const struct opt_state *s, u32 passed, struct filling *f)
{
    u32 all = (u32)s->nlocals + s->nstack;
    u64 dead = 0;
    if (s->lock) move_to_slot(E, f, opt_place_of_lock(s), s->lock, ASIDE);
    for (u32 i = 0; i < all; i++) {
        i32 at = opt_place_of_slot(E, s, i);
        if (s->slots[i] && i < all - passed && is_const(E, s->slots[i]))
            note_constant(E, at, node(E, s->slots[i])->imm);
        else if (s->slots[i] && is_found_later(E, s->slots[i]))
            note_load(E, at, s->slots[i]);
        else if (s->slots[i])
            move_to_slot(E, f, at, s->slots[i], i >= all - passed ? ALONE : is_alive(s, i) ? SHOWN : ASIDE);
        else if (i < s->nlocals && !is_argument(E, s, i)) {
            if (i < 64)
                dead |= 1ull << i;
            else
                note_constant(E, at, 0);
        }
    }
    return dead;
}
/* Does v, in a register, lie in its home during the call at `at`? */
static bool is_kept_over(const struct emission *E, opt_value v, u32 at)
{
    const struct opt_node *n = node(E, v);
    return n->reg >= 0 && n->home != OPT_NO_HOME && !n->dead && opt_alive_over(E->g, v, at);
}
/* Stores the registers that the call at v keeps, unless the frames have them in the same places anyway. */
static void keep_registers(struct emission *E, opt_value v, struct filling *f)
{
    u32 filled = f->count;
    if (!opt_work(E->g, E->g->count / 8)) return;
    for (u32 i = 1; i < E->g->count; i++) {
        if (!is_kept_over(E, i, node(E, v)->at)) continue;
        bool there = false;
        for (u32 k = 0; k < filled && !there; k++) {
            there = f->moves[k].to.slot == node(E, i)->home;
            if (there) f->roles[k] = f->roles[k] == SHOWN ? STORED : ALONE;
        }
        if (!there) move_to_slot(E, f, node(E, i)->home, i, STORED);
    }
}
/* The bit in a gap map of the word at that slot. */
static u32 gap_bit(i32 slot) { return slot >= -(i32)FRAME_GAP_MAPPED ? 1u << (-slot - 1) : 0; }
/* Finds a slot that has the value of the ith move during the call, other than by a move that a walk may replace.
 * Collections must know the slot: it is one of the frames', or the map of the gap gets its bit. */
static bool find_stored(const struct emission *E, const struct filling *f, u32 i, i32 *slot, u32 *map)
{
    const struct place_in *from = &f->moves[i].from;
    bool in_gap = from->kind == OPT_IN_SLOT && from->slot < 0 && from->slot >= -(i32)E->g->gap;
    for (u32 k = 0; k < f->count; k++) {
        const struct move *m = &f->moves[k];
        in_gap &= m->to.slot != from->slot;
        if (f->roles[k] > STORED || !opt_same_place(&m->from, from)) continue;
        *slot = m->to.slot;
        if (f->roles[k] == STORED || opt_same_place(&m->to, from)) return true;
    }
    if (!in_gap) return false;
    *slot = from->slot;
    if (node(E, f->values[i])->type == OPT_REF) *map |= gap_bit(*slot);
    return true;
}
/* Leaves slots of that role to the image, if their values are stored elsewhere. */
static void share(struct emission *E, struct filling *f, enum role role, struct frame_image *image)
{
    for (u32 i = 0; i < f->count; i++) {
        i32 slot;
        if (f->roles[i] != role || opt_same_place(&f->moves[i].to, &f->moves[i].from)) continue;
        if (find_stored(E, f, i, &slot, &image->gap_map)) {
            struct frame_copy c = { f->moves[i].to.slot, slot };
            PUSH_TO(E, E->copies, E->copy_count, E->copy_room, c);
        } else
            f->roles[i] = role == SHOWN ? STORED : ALONE;
    }
}
/* Stores each value once, if possible. */
static void share_slots(struct emission *E, struct filling *f, struct frame_image *image)
{
    u32 n = 0, copies = E->copy_count;
    share(E, f, SHOWN, image);
    share(E, f, ASIDE, image);
    image->copy_count = E->copy_count - copies;
    for (u32 i = 0; i < f->count; i++)
        if (f->roles[i] == STORED || f->roles[i] == ALONE) f->moves[n++] = f->moves[i];
    f->count = n;
}
static void load_kept(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    if (!opt_work(E->g, E->g->count / 8)) return;
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (!is_kept_over(E, i, node(E, v)->at)) continue;
        if (is_float(n))
            x_float_mem(e, true, X_FLOAD, n->reg, FRAME, home_at(n));
        else if (n->type == OPT_INT)
            x_load32(e, n->reg, FRAME, home_at(n));
        else
            x_load(e, n->reg, FRAME, home_at(n));
    }
}
/* Arguments in registers. The callee's frame has them too. */
static void pass_in_registers(struct emission *E, const struct opt_state *s, u32 passed, struct filling *f)
{
    u32 first = (u32)s->nlocals + s->nstack - passed;
    for (u32 i = 0; i < passed && i < ARGUMENTS_IN_REGISTERS; i++) {
        opt_value v = s->slots[first + i];
        if (!v) continue;
        bool xmm = is_float(node(E, v));
        struct place_in to = { .kind = xmm ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER,
                               .reg = opt_argument_register(i, xmm) };
        f->moves[f->count++] = (struct move){ .to = to, .from = opt_place_in(E, v) };
    }
}
/* An int out of a slot may have anything in its upper half. */
static void clear_upper_halves(struct emission *E, const struct opt_state *s, u32 passed)
{
    u32 first = (u32)s->nlocals + s->nstack - passed;
    for (u32 i = 0; i < passed && i < ARGUMENTS_IN_REGISTERS; i++) {
        opt_value v = s->slots[first + i];
        if (!v || node(E, v)->type != OPT_INT || opt_place_in(E, v).kind != OPT_IN_SLOT) continue;
        i8 r = opt_argument_register(i, false);
        x_move32(&E->e, r, r);
    }
}
static u32 kept_count(const struct emission *E)
{
    u32 n = 0;
    for (u32 i = 1; i < E->g->count; i++) n += node(E, i)->reg >= 0 && node(E, i)->home != OPT_NO_HOME;
    return n;
}
static u32 frame_slots(const struct opt_state *s)
{
    u32 n = 0;
    for (; s; s = s->caller) n += (u32)s->nlocals + s->nstack + (s->lock != 0);
    return n;
}
/* The references in the gap that are used after v, as bits; bit 0 is the word below the header. Only a call stores
 * registers there: at other sites these words are old. */
static u32 gap_map(const struct emission *E, opt_value v)
{
    u32 map = 0;
    bool calls = opt_is_call(node(E, v));
    if (!E->g->gap || !opt_work(E->g, E->g->count / 8)) return 0;
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (n->dead || n->type != OPT_REF || n->home >= 0 || n->home < -(i32)E->g->gap) continue;
        if (n->reg >= 0 && !calls) continue;
        if (opt_alive_over(E->g, i, node(E, v)->at)) map |= gap_bit(n->home);
    }
    return map;
}

/* Fills the frames from the outermost one on. A caller's instruction is in its `pc`, and where it continues in the
 * callee's `ret_pc`. The last `passed` operands belong to none of these frames. */
static void fill_from_caller(struct emission *E, const struct opt_state *s, u32 passed, struct filling *f,
                             struct frame_image *image)
{
    const struct opt_state *c = s->caller;
    if (!c) {
        image->pc = s->m->code + s->bci;
        image->locals = opt_locals_at(E, s);
        image->dead = fill_frame(E, s, passed, f);
        return;
    }
    fill_from_caller(E, c, 0, f, image);
    u32 length = bytecode_length(c->m->orig_code, c->m->code_len, c->bci);
    struct frame_part p = { .m = s->m,
                            .pc = s->m->code + s->bci,
                            .ret_pc = c->m->code + c->bci + length,
                            .header = s->header,
                            .locals = opt_locals_at(E, s),
                            .dead = fill_frame(E, s, passed, f),
                            .kind = FRAME_JAVA | (s->lock ? FRM_LOCKED << 8 : 0) };
    PUSH_TO(E, E->parts, E->part_count, E->part_room, p);
    image->part_count++;
}
/* Stores v's frames' values in their places. Constant parts go to an image, whose number is returned. The last `passed`
 * operands are the callee's. */
static u32 fill_frames(struct emission *E, opt_value v, u32 passed)
{
    const struct opt_state *s = node(E, v)->state;
    bool calls = opt_is_call(node(E, v));
    u32 most = frame_slots(s) + (calls ? kept_count(E) + ARGUMENTS_IN_REGISTERS : 0) + 1;
    struct filling f = { .moves = ARENA_NEW_ARRAY(&E->g->arena, struct move, most),
                         .values = ARENA_NEW_ARRAY(&E->g->arena, opt_value, most),
                         .roles = ARENA_NEW_ARRAY(&E->g->arena, u8, most) };
    u32 constants = E->constant_count, loads = E->load_count;
    struct frame_image image = { .header = s->header, .gap_map = gap_map(E, v) };
    fill_from_caller(E, s, passed, &f, &image);
    image.constant_count = E->constant_count - constants;
    image.load_count = E->load_count - loads;
    if (calls) keep_registers(E, v, &f);
    share_slots(E, &f, &image);
    if (calls) pass_in_registers(E, s, passed, &f);
    opt_move_all(E, f.moves, f.count);
    if (calls) clear_upper_halves(E, s, passed);
#ifdef ARGUS_DEBUG /* no walk may forget the slots that the image has */
    for (u32 i = E->copy_count - image.copy_count; i < E->copy_count; i++)
        x_store_imm32(&E->e, true, FRAME, 8 * E->copies[i].at, NOT_SHOWN);
    for (u32 i = loads; i < E->load_count; i++) x_store_imm32(&E->e, true, FRAME, 8 * E->loads[i].at, NOT_SHOWN);
#endif
    PUSH_TO(E, E->images, E->image_count, E->image_room, image);
    return E->image_count - 1;
}

/* rdx = the pair of the class in eax at its first or `other` place. The returned jump is taken if the pair is for
 * another class. */
static u32 look_in_cache(struct emission *E, const struct icache *ic, bool other)
{
    struct emit *e = &E->e;
    x_multiply_by(e, false, RCX, RAX, (u32)ICACHE_HASH); /* icache_hash */
    x_shift_by(e, false, X_SHR, RCX, 32 - (other ? 2 : 1) * ICACHE_WIDE_BITS);
    if (other) x_alu_by(e, false, X_AND, RCX, ICACHE_WIDE - 1);
    x_imm64(e, RDX, (u64)(uintptr_t)ic->wide);
    x_load_as(e, X_32, true, RDX, RDX, RCX, 3, 0);
    x_move(e, RCX, RDX);
    x_shift_by(e, true, X_SHR, RCX, 32);
    x_alu(e, false, X_CMP, RCX, RAX);
    return x_jump_if(e, CC_NE);
}

static void put_returned(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
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
/* Is the callee another method than the call names? It may return a value where the call has none. */
static bool goes_on_to_another(const struct opt_node *n)
{
    u8 i = n->op == OPT_CALL ? opt_callee(n)->intrinsic : INTRINSIC_NONE;
    return i != INTRINSIC_NONE && i != INTRINSIC_MATH;
}
/* After a return r14 is the place of the result, by which the frame is known without a load of the callee's `prev`. */
static void frame_from_result(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    const struct opt_state *s = n->state;
    i32 first = s->header + (i32)FRAME_SLOTS + 1 + s->nstack - ((i32)n->imm & 0xffff); /* argument */
    bool wide = n->type == OPT_LONG || n->type == OPT_DOUBLE;
    i32 result = first + (n->type == OPT_VOID ? -1 : wide ? 1 : 0);
    if (goes_on_to_another(n)) {
        if (s->header) x_lea(e, FRAME, FRAME, -8 * s->header);
        return;
    }
#ifdef ARGUS_DEBUG
    x_lea(e, RAX, R14, 8 * (s->header - result));
    x_alu(e, true, X_CMP, RAX, FRAME);
    u32 right = x_short_jump_if(e, CC_E);
    x_trap(e);
    x_short_here(e, right);
#endif
    x_lea(e, FRAME, R14, -8 * result);
}
/* reg = the object that the reference at reg + offset names. NULL leaves, and the interpreter throws. */
static void follow(struct emission *E, opt_value v, int reg, u32 offset)
{
    x_load32(&E->e, reg, reg, (i32)offset);
    x_test(&E->e, false, reg, reg);
    opt_exit_if(E, CC_E, v);
    x_shift_by(&E->e, true, X_SHL, reg, 3);
}
/* Does the code find the method to which the linker method goes on? */
static bool finds_target(const struct opt_node *n)
{
    u8 i = n->op == OPT_CALL ? opt_callee(n)->intrinsic : INTRINSIC_NONE;
    return i == INTRINSIC_INVOKE_BASIC || i == INTRINSIC_LINK_STATIC;
}
/* rdx = that method, as exec/invoke/linker_entry.c finds it: that of the handle, the first argument, or of the
 * MemberName, the last one. */
static void find_target(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    const struct opt_state *s = n->state;
    bool basic = opt_callee(n)->intrinsic == INTRINSIC_INVOKE_BASIC;
    u32 all = (u32)s->nlocals + s->nstack, passed = (u32)n->imm & 0xffff;
    load_to(E, RDX, s->slots[basic ? all - passed : all - 1]);
    x_test(e, true, RDX, RDX);
    opt_exit_if(E, CC_E, v);
    if (basic) {
        follow(E, v, RDX, WKF(MethodHandle_form));
        follow(E, v, RDX, WKF(LambdaForm_vmentry));
    }
    follow(E, v, RDX, WKF(MemberName_method));
    x_load(e, RDX, RDX, (i32)WKF(ResolvedMethodName_vmtarget));
    x_test(e, true, RDX, RDX);
    opt_exit_if(E, CC_E, v);
}

void opt_emit_call(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    const struct opt_state *s = n->state;
    /* the MemberName is no argument of the callee */
    bool found = finds_target(n), drops = found && opt_callee(n)->intrinsic != INTRINSIC_INVOKE_BASIC;
    /* the receiver is read before registers are overwritten */
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
    } else if (found) {
        find_target(E, v);
        x_store(e, RSP, -16, RDX);
    }
    u32 image = fill_frames(E, v, (u32)n->imm & 0xffff);
    E->images[image].lacks_handler = opt_lacks_handler(n);
    if (n->op == OPT_CALL && !found)
        load_imm(E, RDX, (i64)(uintptr_t)n->ptr);
    else
        x_load(e, RDX, RSP, -16);
    x_lea(e, R14, FRAME, 8 * (s->header + (i32)FRAME_SLOTS + s->nstack - drops));
    opt_forget_rbx(E);
    struct pad p = { .use = x_lea_rip(e, R13),
                     .pc = s->m->code + s->bci + bytecode_length(s->m->orig_code, s->m->code_len, s->bci),
                     .image = image };
    if (s->header) { /* until the frame is back in r15 too, samplers use the pad's frames */
        x_lea(e, FRAME, FRAME, 8 * s->header);
        (void)opt_belongs_to_pad(E, n->origin);
    }
    x_call_mem(e, RDX, (i32)offsetof(struct method, called));
    p.code = e->n;
    PUSH_TO(E, E->pads, E->pad_count, E->pad_room, p);
    frame_from_result(E, n);
    (void)opt_belongs_to(E, n->origin);
    load_kept(E, v); /* a copy of the result may have its register from put_returned on */
    put_returned(E, n);
}

/* C publishes the frames with the image. No register survives, as at a call. */
void opt_emit_probe(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    u32 image = fill_frames(E, v, 0);
    x_move(e, RDI, SELF);
    x_lea(e, RSI, FRAME, 8 * n->state->header);
    x_imm64(e, RDX, (u64)image << 32 | (u32)opt_probe_how(n) << 16 | n->state->nstack);
    u32 record = x_imm64_later(e, RCX);
    PUSH_TO(E, E->records, E->record_count, E->record_room, record);
    x_alu_by(e, true, X_SUB, RSP, 8);
    opt_call_c(E, (const void *)opt_tell_probes);
    x_alu_by(e, true, X_ADD, RSP, 8);
}

/* ---- calls of C, in stubs ---- */
static void arguments(struct emission *E, struct move *m, u32 n)
{
    static const int regs[] = { RDI, RSI, RDX, RCX };
    for (u32 i = 0; i < n; i++) m[i].to = (struct place_in){ .kind = OPT_IN_REGISTER, .reg = (i8)regs[i] };
    opt_move_all(E, m, n); /* may use rax, and rdx for a cycle: then rdx is no source any more */
}
static struct move move_of_const(i64 v) { return (struct move){ .from = { .kind = OPT_IS_CONST, .value = v } }; }

/* After the C call: puts the object into n's place and goes back. If it is NULL, the code emitted next runs. */
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
/* C publishes the frames with the image. The saved registers on the C stack pin their objects. The new object goes to
 * the result's place. */
static void allocate_slowly(struct emission *E, opt_value v, u32 back)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    struct saved k = opt_save(E, v);
    u32 image = fill_frames(E, v, 0); /* the values stay in their registers too */
    bool part = n->op != OPT_NEW_ARRAYS && opt_is_part(n);
    u32 operands = n->op == OPT_NEW || part ? 0 : n->op == OPT_NEW_ARRAY ? 1 : (u32)n->imm;
    if (n->op == OPT_NEW_ARRAY)
        load_to(E, RDX, n->in[0]);
    else
        x_imm64(e, RDX, operands);
    x_lea(e, RCX, FRAME, 8 * n->state->header);
    x_move(e, RDI, SELF);
    load_imm(E, RSI, (i64)(uintptr_t)n->ptr);
    x_imm64(e, R8,
            (u64)image << 32 | (part ? (u32)OPT_WHERE_PART : 0u) | (n->state->probed ? (u32)OPT_WHERE_PROBED : 0u) |
                (n->state->nstack - operands));
    u32 record = x_imm64_later(e, R9);
    PUSH_TO(E, E->records, E->record_count, E->record_room, record);
    opt_call_c(E, n->op == OPT_NEW_ARRAYS ? (const void *)opt_allocate_arrays : (const void *)opt_allocate_slow);
    back_with_object(E, n, &k, back);
    (void)opt_belongs_to(E, NULL);
    if (n->state->header) x_lea(e, FRAME, FRAME, 8 * n->state->header);
    opt_forget_rbx(E);
    opt_jump_far(E, (const void *)opt_go_on);
}

/* Zeroes the next part of the thread's hole as C does (from_hole), and begins the allocation again. rax: the cursor;
 * rcx: the end of the object. Parts are shorter than in C: a turn costs little here, and the lines are nearer. If the
 * hole is too short, the code emitted next runs. */
static void zero_ahead(struct emission *E, u32 again)
{
    enum { STEP = TINY(512, HEAP_LINE_SIZE), AHEAD = 8192, PIECE = 64 };
    struct emit *e = &E->e;
    u32 declined[3];
    x_test_mem_byte(e, SELF, SELF_AT(heap.plain), 1);
    declined[0] = x_jump_if(e, CC_E);
    x_load(e, RDX, SELF, SELF_AT(heap.zeroed));
    x_test_by(e, RDX, HEAP_LINE_SIZE - 1);
    declined[1] = x_jump_if(e, CC_NE);
    x_alu_by(e, true, X_ADD, RAX, STEP);
    x_alu(e, true, X_CMP, RAX, RCX);
    x_move_if(e, true, CC_B, RAX, RCX);
    x_alu_by(e, true, X_ADD, RAX, HEAP_LINE_SIZE - 1);
    x_alu_by(e, true, X_AND, RAX, -HEAP_LINE_SIZE);
    x_alu_mem(e, true, X_CMP, RAX, SELF, SELF_AT(heap.hole_end));
    u32 inside = x_jump_if(e, CC_BE);
    x_load(e, RAX, SELF, SELF_AT(heap.hole_end));
    x_here(e, inside);
    x_alu(e, true, X_CMP, RCX, RAX);
    declined[2] = x_jump_if(e, CC_A);
    x_float_zero(e, XTEMP);
    u32 loop = e->n;
    for (i32 at = 0; at < HEAP_LINE_SIZE; at += PIECE) {
        x_prefetch(e, RDX, at + AHEAD);
        for (i32 i = 0; i < PIECE; i += 16) x_vector_store(e, XTEMP, RDX, -1, 0, at + i);
    }
    x_alu_by(e, true, X_ADD, RDX, HEAP_LINE_SIZE);
    x_alu(e, true, X_CMP, RDX, RAX);
    x_patch(e, x_jump_if(e, CC_B), loop);
    x_store(e, SELF, SELF_AT(heap.zeroed), RAX);
    x_store(e, SELF, SELF_AT(heap.limit), RAX);
    x_jump_to(e, again);
    for (u32 i = 0; i < ARRAY_LEN(declined); i++) x_here(e, declined[i]);
}

/* The frames name virtual objects, so they cannot be published. C makes the object if it need not stop; otherwise code
 * leaves. */
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

static void move_to_leaf(struct move *m, u32 *count, const struct emission *E, opt_value v, struct place_in to)
{
    m[(*count)++] = (struct move){ .to = to, .from = opt_place_in(E, v) };
}
/* Arguments go to slots above the frames, the result above them. */
static void call_leaf_in_memory(struct emission *E, const struct opt_node *n, i32 first)
{
    struct emit *e = &E->e;
    struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, n->argc + 1u);
    u32 count = 0;
    for (u32 i = 0; i < n->argc; i++)
        if (n->args[i])
            move_to_leaf(m, &count, E, n->args[i], (struct place_in){ .kind = OPT_IN_SLOT, .slot = first + (i32)i });
    opt_move_all(E, m, count);
    x_move(e, RDI, SELF);
    x_lea(e, RSI, FRAME, 8 * first);
    x_lea(e, RDX, FRAME, 8 * (first + n->argc));
    opt_call_c(E, n->ptr);
    x_extend(e, X_U8, false, RDX, RAX);
    x_load(e, RAX, FRAME, 8 * (first + n->argc));
}
static void call_leaf_in_registers(struct emission *E, const struct opt_node *n)
{
    static const int regs[LEAF_REGISTERS] = { RSI, RDX, RCX, R8, R9 };
    struct emit *e = &E->e;
    struct move m[LEAF_REGISTERS];
    u32 count = 0;
    for (u32 i = 0; i < n->argc; i++)
        if (n->args[i])
            move_to_leaf(m, &count, E, n->args[i], (struct place_in){ .kind = OPT_IN_REGISTER, .reg = (i8)regs[i] });
    opt_move_all(E, m, count);
    x_move(e, RDI, SELF);
    opt_call_c(E, n->ptr);
    x_extend(e, X_U8, false, RDX, RDX);
}
/* Calls the body of a leaf native. Registers that C may change are on the C stack. The zero flag is set if the body
 * declined; then nothing has changed. Otherwise the result is in rax. */
static void call_leaf(struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, v);
    struct saved k = opt_save(E, v);
    if (n->argc > LEAF_REGISTERS)
        call_leaf_in_memory(E, n, E->g->extent + 2);
    else
        call_leaf_in_registers(E, n);
    opt_restore(E, &k);
    x_test(&E->e, false, RDX, RDX);
}
void opt_emit_leaf(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    if (n->kind) {
        struct quick *q = ARENA_NEW(&E->g->arena, struct quick);
        opt_emit_quick(E, v, q);
        opt_add_stub(E, STUB_LEAF, v, q->declined[0]);
        E->stubs[E->stub_count - 1].quick = q;
    } else {
        call_leaf(E, v);
        opt_exit_if(E, CC_E, v);
    }
    if (n->type == OPT_VOID || (n->reg < 0 && n->home == OPT_NO_HOME)) return;
    if (is_float(n)) {
        int d = result_reg(n, XTEMP);
        x_float_from(e, true, d, RAX);
        put_result(E, n, d);
        return;
    }
    int d = result_reg(n, RAX);
    if (n->type == OPT_INT) x_move32(e, d, RAX);
    put_result(E, n, n->type == OPT_INT ? d : RAX);
}
/* Calls memmove: rax bytes from rcx + ARRAY_BASE to rdx + ARRAY_BASE. */
static void move_many(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    struct saved k = opt_save(E, s->v);
    x_lea(e, RDI, RDX, ARRAY_BASE);
    x_lea(e, RSI, RCX, ARRAY_BASE);
    x_move(e, RDX, RAX);
    load_imm(E, RAX, (i64)(uintptr_t)memmove);
    x_call_reg(e, RAX); /* reaches no safepoint, so no collection sees what it leaves on the C stack */
    opt_restore(E, &k);
    x_jump_to(e, s->back);
}
/* Control goes on here if the instruction at `at` faults. */
static void note_guard(struct emission *E, u32 at)
{
    VM_ASSERT(!E->guard_count || E->guards[E->guard_count - 1].at < at); /* they are sorted */
    struct code_guard g = { at, E->e.n };
    PUSH_TO(E, E->guards, E->guard_count, E->guard_room, g);
}
/* The stub of a leaf in line: the cases that are not done in line. */
static void leaf_stub(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    const struct quick *q = s->quick;
    for (u32 i = 1; i < q->count; i++) x_here(e, q->declined[i]);
    for (u32 i = 0; i < q->guard_count; i++) note_guard(E, q->guarded[i]);
    call_leaf(E, s->v);
    x_patch(e, x_jump_if(e, CC_NE), s->back);
    opt_leave_now(E, node(E, s->v)->state);
    if (!q->many) return;
    x_here(e, q->many);
    move_many(E, s);
}

void opt_emit_stub(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    opt_value v = s->v;
    struct opt_node *n = node(E, v);
    (void)opt_belongs_to(E, v ? n->origin : NULL);
    if (s->kind == STUB_GUARD) {
        note_guard(E, s->from);
        opt_leave_now(E, n->state);
        return;
    }
    if (s->from) x_here(e, s->from); /* 0: only faults lead there */
    if (s->again) zero_ahead(E, s->again);
    if (s->also) x_here(e, s->also);
    switch (s->kind) {
    case STUB_ALLOCATE:
        if (n->state->virtual_count)
            allocate_or_leave(E, v, s->back);
        else
            allocate_slowly(E, v, s->back);
        return;
    case STUB_EXIT:
        opt_emit_late(E, v);
        opt_leave_now(E, n->state);
        return;
    case STUB_MINUS_ONE:
        x_negate(e, n->type == OPT_LONG, RAX);
        x_zero(e, RDX);
        x_jump_to(e, s->back);
        return;
    case STUB_LEAF: leaf_stub(E, s); return;
    case STUB_MOVE: move_many(E, s); return;
    case STUB_CALLED_AGAIN:
        x_load(e, RSI, SELF, SELF_AT(dispatch));
        x_zero(e, RDI);
        opt_jump_far(E, opt_called_again);
        return;
    case STUB_STORE:
    case STUB_RAW_STORE:
    case STUB_ELEMENT: {
        /* heap_log_store(holder, offset, bytes) */
        struct saved k = opt_save(E, v);
        struct move m[3] = { { .from = opt_place_in(E, n->in[0]) }, move_of_const(n->imm), move_of_const(4) };
        if (s->kind != STUB_STORE) m[1].from = opt_place_in(E, n->in[1]);
        arguments(E, m, 3);
        if (s->kind == STUB_ELEMENT) { /* offset of the element */
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
        /* rax: the object's class; rcx: the other class for CHECK_STORE */
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
