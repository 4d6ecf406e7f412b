/* Emits machine code for an allocated graph.
 *
 * Between calls r15 is the outermost frame, whose header is real. Inlined frames get their headers at calls, so a walk
 * of the stack finds the interpreter's frames (docs/optimizer.md). At a call every value that the bytecode may still
 * read is in its place, and the callee returns to a pad (code/code_cache.h). Where code leaves for the interpreter, a
 * stub passes the number of a record of all places to opt_leave.c, which rebuilds the frames. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/code_users.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/call_tally.h"
#include "thread/events.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- control ---- */
/* Gathers the moves that the edge from `block` to its only successor needs. */
static u32 edge_moves(struct emission *E, u32 block, struct move *m)
{
    const struct opt_block *b = &E->g->blocks[block], *t = &E->g->blocks[b->succ[0]];
    u32 which = 0, n = 0;
    while (t->preds[which] != block) which++;
    for (u32 k = 0; k < t->count; k++) {
        const struct opt_node *p = node(E, t->nodes[k]);
        if (p->op != OPT_PHI || (p->reg < 0 && p->home == OPT_NO_HOME)) continue;
        struct move x = { .to = opt_place_in(E, t->nodes[k]), .from = opt_place_in(E, p->args[which]) };
        struct move copy = { .to = { .kind = is_float(p) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER, .reg = p->shadow },
                             .from = x.from };
        if (p->shadow >= 0 && !opt_same_place(&copy.to, &copy.from)) {
            if (m) m[n] = copy;
            n++;
        }
        if (opt_same_place(&x.to, &x.from)) continue;
        if (m) m[n] = x;
        n++;
    }
    return n;
}
/* The block that a jump to `block` reaches after blocks that only jump on. */
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
    if (E->g->blocks[no].depth > E->g->blocks[yes].depth && thread_through(E, no) != E->next) {
        jump_block(E, x_jump_if(&E->e, cc ^ 1), no); /* the way into the deeper loop takes a single jump */
        go_to_block(E, yes);
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
    branch_to(E, opt_compare_floats(E, n, a, b), yes, no);
}
static void emit_if(struct emission *E, struct opt_node *n, u32 yes, u32 no)
{
    const struct opt_node *x = node(E, n->in[0]);
    if (is_float(x)) {
        branch_floats(E, n, yes, no);
        return;
    }
    bool wide = is_wide(x);
    const struct opt_node *y = node(E, n->in[1]);
    bool with_zero = y->op == OPT_CONST && y->imm == 0;
    if (!with_zero)
        alu(E, wide, X_CMP, in_reg(E, n->in[0], RCX), n->in[1]);
    else if (!flags_tell(E, n->in[0], n->cc)) {
        int r = in_reg(E, n->in[0], RCX);
        x_test(&E->e, wide, r, r);
    }
    branch_to(E, n->cc, yes, no);
}
/* Emits an OPT_INSTANCE_OF before the branch at its block's end as one branch, if only that branch uses it. Returns
 * false if it does not apply. */
static bool emit_branch_on_instance(struct emission *E, const struct opt_block *b, u32 at)
{
    opt_value v = b->nodes[at];
    if (node(E, v)->op != OPT_INSTANCE_OF || at + 2 != b->count) return false;
    const struct opt_node *n = node(E, b->nodes[at + 1]);
    bool asks = n->op == OPT_IF && n->in[0] == v && is_const(E, n->in[1]) && node(E, n->in[1])->imm == 0;
    u32 no, yes;
    if (!asks || (n->cc != OPT_EQ && n->cc != OPT_NE) || opt_alive_over(E->g, v, n->at)) return false;
    if (!opt_emit_instance_test(E, v, &no, &yes)) return false;
    u32 if_so = b->succ[n->cc == OPT_NE ? 0 : 1], if_not = b->succ[n->cc == OPT_NE ? 1 : 0];
    jump_block(E, no, if_not);
    if (yes) jump_block(E, yes, if_so);
    branch_to(E, CC_E, if_so, if_not);
    return true;
}
/* Emits a load before the branch at its block's end as one comparison with memory, if only that branch uses it. Returns
 * false if it does not apply. */
static bool emit_branch_on_load(struct emission *E, const struct opt_block *b, u32 at)
{
    opt_value v = b->nodes[at];
    if (at + 2 != b->count || !opt_is_plain_load(node(E, v)) || node(E, v)->home != OPT_NO_HOME) return false;
    const struct opt_node *n = node(E, b->nodes[at + 1]), *l = node(E, v);
    if (n->op != OPT_IF || is_float(l) || (n->in[0] == v) == (n->in[1] == v)) return false;
    opt_value other = n->in[n->in[0] == v ? 1 : 0];
    if (is_const(E, other) || opt_alive_over(E->g, v, n->at)) return false;
    struct opt_address m = opt_address_of(E, l, RCX, RDX);
    x_alu_index(&E->e, is_wide(l), X_CMP, in_reg(E, other, RAX), m.base, m.index, m.shift, m.disp);
    branch_to(E, n->in[1] == v ? n->cc : opt_cc_turned(n->cc), b->succ[0], b->succ[1]);
    return true;
}
/* Compares the thread's dispatch table with MODE_PLAIN's. */
static void compare_dispatch(struct emission *E)
{
    /* all tables lie in one array, so comparing the lower halves is enough */
    x_compare_mem_imm32(&E->e, SELF, SELF_AT(dispatch), (u32)(uintptr_t)interp_tables[MODE_PLAIN]);
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
    opt_forget_rbx(E);
    bool wide = n->type == OPT_LONG || n->type == OPT_DOUBLE;
    x_lea(e, R14, FRAME, locals + (n->type == OPT_VOID ? -8 : wide ? 8 : 0));
    if (n->type == OPT_VOID) x_load(e, RDX, R14, 0);
    x_load(e, R13, FRAME, FRAME_AT(ret_pc));
    x_load(e, FRAME, FRAME, FRAME_AT(prev));
    u32 place = opt_belongs_to_pad(E, n->origin);
    /* four bytes can be read, since running copies have a few after their end */
    x_compare_mem_imm32(e, R13, 0, OP_CODE_PAD | CODE_PAD_CALLS);
    u32 not_called = x_short_jump_if(e, CC_NE);
    x_push_mem(e, R13, (i32)offsetof(struct code_pad, code));
    x_return(e);
    x_short_here(e, not_called);
    x_load(e, RDI, FRAME, FRAME_AT(locals));
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    x_alu_mem_byte(e, X_CMP, R13, 0, OP_CODE_PAD);
    u32 other = x_jump_if(e, CC_NE);
    x_jump_mem(e, R13, (i32)offsetof(struct code_pad, code));
    x_here(e, other);
    x_load_at(e, X_U8, false, RAX, R13, 0);
    x_jump_mem_index(e, RSI, RAX, 3);
    opt_belongs_again(E, place);
}

static void emit_copy(struct emission *E, const struct opt_node *n)
{
    if (n->reg < 0 || n->imm) return; /* the node before has written it */
    if (is_float(n))
        float_to(E, n->reg, n->in[0]);
    else
        load_to(E, n->reg, n->in[0]);
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
    case OPT_PARAM:
    case OPT_CAUGHT:
    case OPT_CAUGHT_BY: return; /* loaded where the code is entered */
    case OPT_ENTRIES: go_to_block(E, b->succ[0]); return;
    case OPT_TRIED:
        opt_add_stub(E, STUB_CAUGHT, v, E->pad_count - 1);
        go_to_block(E, b->succ[0]);
        return;
    case OPT_ADD:
    case OPT_SUB:
    case OPT_MUL:
    case OPT_AND:
    case OPT_OR:
    case OPT_XOR:
        if (is_float(n))
            opt_emit_float_op(E, n);
        else
            opt_emit_int_op(E, n);
        return;
    case OPT_DIV:
        if (is_float(n))
            opt_emit_float_op(E, n);
        else
            opt_emit_divide(E, n, NULL);
        return;
    case OPT_REM:
        if (is_float(n))
            opt_emit_float_remainder(E, n);
        else
            opt_emit_divide(E, n, NULL);
        return;
    case OPT_MIN:
    case OPT_MAX: opt_emit_min_max(E, n); return;
    case OPT_FLOAT_MIN:
    case OPT_FLOAT_MAX: opt_emit_float_min_max(E, n); return;
    case OPT_SHL:
    case OPT_SHR:
    case OPT_USHR: opt_emit_shift(E, n); return;
    case OPT_NEG: opt_emit_negate(E, n); return;
    case OPT_CONV: opt_emit_convert(E, n); return;
    case OPT_MUL_HIGH:
        load_to(E, RAX, n->in[0]);
        x_multiply_long(e, true, in_reg(E, n->in[1], RDX));
        put_result(E, n, RDX);
        return;
    case OPT_FMA: opt_emit_fma(E, n); return;
    case OPT_COMPARE: opt_emit_compare(E, n); return;
    case OPT_TEST: opt_emit_test(E, n); return;
    case OPT_SELECT: opt_emit_select(E, n); return;
    case OPT_LOAD: opt_emit_load(E, n); return;
    case OPT_STORE: opt_emit_store(E, v); return;
    case OPT_LOAD_AT:
    case OPT_RAW_LOAD: opt_emit_raw_load(E, v); return;
    case OPT_STORE_AT:
    case OPT_RAW_STORE: opt_emit_raw_store(E, v); return;
    case OPT_RAW_COMPARE: opt_emit_raw_compare(E, v); return;
    case OPT_RAW_ADD:
    case OPT_RAW_SET: opt_emit_raw_exchange(E, v); return;
    case OPT_FENCE:
        if (opt_is_full(n)) x_fence(e);
        return;
    case OPT_LOAD_ELEMENT: opt_emit_load_element(E, n); return;
    case OPT_STORE_ELEMENT: opt_emit_store_element(E, v); return;
    case OPT_SPREAD:
    case OPT_LANES:
    case OPT_TOTAL:
    case OPT_LOAD_LANES:
    case OPT_STORE_LANES:
    case OPT_LANES_END: opt_emit_lanes(E, n); return;
    case OPT_COPY_ARRAY: opt_emit_copy_array(E, v); return;
    case OPT_ARRAY_LENGTH:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, result_reg(n, RAX), r, ARRAY_LENGTH_OFFSET);
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_COPY: emit_copy(E, n); return;
    case OPT_CLASS_OF:
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, result_reg(n, RAX), r, 0);
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_FACTS:
        r = in_reg(E, n->in[0], RAX);
        x_load(e, RAX, r, (i32)mirror_class_offset);
        x_load32(e, result_reg(n, RAX), RAX, (i32)offsetof(struct class, facts));
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_THREAD:
        x_load(e, result_reg(n, RAX), SELF, SELF_AT(java));
        put_result(E, n, result_reg(n, RAX));
        return;
    case OPT_TALLY:
        x_load(e, RAX, SELF, SELF_AT(call_tally));
        x_alu_mem_by(e, true, X_ADD, RAX,
                     (i32)call_tally_offset(opt_callee(n), (enum call_tally_word)opt_tally_word(n)), 1);
        return;
    case OPT_HIT:
    case OPT_HIT_ADD:
    case OPT_HIT_AT:
    case OPT_HIT_MIN:
    case OPT_HIT_MAX:
    case OPT_HIT_CLASS:
    case OPT_HIT_NUMBER:
    case OPT_HIT_KEY_ADD:
    case OPT_HIT_KEY_MAX:
    case OPT_HIT_KEY_AT:
    case OPT_HIT_PAIR:
    case OPT_TIMER_BEGIN:
    case OPT_ELAPSED: opt_emit_hit(E, n); return;
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
        opt_leave_for_stress(E, v);
        r = in_reg(E, n->in[0], RAX);
        x_load32(e, RAX, r, 0);
        x_alu_mem_byte(e, X_CMP, RAX, (i32)offsetof(struct heap_type, finalizable), 0);
        opt_exit_if(E, CC_NE, v);
        return;
    case OPT_CHECK_INIT:
        opt_leave_for_stress(E, v);
        load_imm(E, RAX, (i64)(uintptr_t)opt_cls(n));
        x_alu_mem(e, true, X_CMP, R12, RAX, (i32)offsetof(struct class, init_thread));
        opt_exit_if(E, CC_NE, v);
        return;
    case OPT_CHECK_UNTOLD:
        opt_leave_for_stress(E, v);
        load_imm(E, RAX, (i64)(uintptr_t)&events_global);
        x_test_mem_by(e, RAX, 0, (u32)opt_events(n));
        opt_exit_if(E, CC_NE, v);
        return;
    case OPT_ENTER:
    case OPT_EXIT_MONITOR:
    case OPT_EXIT_METHOD:
    case OPT_CHECK_UNLOCKED: opt_emit_monitor(E, v); return;
    case OPT_INSTANCE_OF: opt_emit_instance_of(E, v); return;
    case OPT_NEW: opt_emit_new(E, v); return;
    case OPT_NEW_ARRAY: opt_emit_new_array(E, v); return;
    case OPT_NEW_ARRAYS: opt_add_stub(E, STUB_ALLOCATE, v, x_jump(e)); return;
    case OPT_CALL:
    case OPT_CALL_VIRTUAL:
    case OPT_CALL_INTERFACE: opt_emit_call(E, v); return;
    case OPT_CALL_LEAF: opt_emit_leaf(E, v); return;
    case OPT_PROBE: opt_emit_probe(E, v); return;
    case OPT_POLL:
        opt_leave_for_stress(E, v);
        compare_dispatch(E);
        opt_exit_if(E, CC_NE, v);
        return;
    case OPT_GOTO: {
        u32 count = edge_moves(E, block, NULL);
        struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, count + 1);
        (void)edge_moves(E, block, m);
        opt_move_all(E, m, count);
        go_to_block(E, b->succ[0]);
        return;
    }
    case OPT_IF: emit_if(E, n, b->succ[0], b->succ[1]); return;
    case OPT_RETURN: emit_return(E, n); return;
    case OPT_EXIT: opt_leave_now(E, n->state); return;
    default: opt_emit_check(E, v); return;
    }
}

/* ---- the whole ---- */
/* reg = the record's address, patched in later */
static void record_address(struct emission *E, int reg)
{
    u32 at = x_imm64_later(&E->e, reg);
    PUSH_TO(E, E->records, E->record_count, E->record_room, at);
}
static bool is_used(const struct opt_node *p)
{
    return p->op == OPT_PARAM && !p->dead && p->to > p->at + 2 &&
           (p->reg >= 0 || p->shadow >= 0 || p->home != OPT_NO_HOME);
}
/* The register in which a parameter that is used arrives, or -1. */
static i8 arrives_in(const struct emission *E, const struct opt_node *p)
{
    return is_used(p) && opt_arrives_in_register(E->g, p) ? opt_argument_register((u32)p->imm, is_float(p)) : -1;
}
/* Is it in its place before anything moves, because the caller's operand is that place? */
static bool is_there(const struct emission *E, const struct opt_node *p)
{
    i32 slot = (i32)p->imm - (i32)E->g->m->max_locals - (i32)E->g->gap;
    return p->reg < 0 && p->shadow < 0 && p->home == slot;
}
/* The two ways in: jumps, after which the arguments go to registers, and calls. Ends where both meet. */
static void emit_ways_in(struct emission *E)
{
    struct emit *e = &E->e;
    const struct opt_block *b = &E->g->blocks[1];
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *p = node(E, b->nodes[k]);
        i8 r = arrives_in(E, p);
        if (r < 0 || is_there(E, p)) continue;
        i32 at = 8 + 8 * ((i32)p->imm - (i32)E->g->m->nargs); /* from the last argument */
        if (is_float(p))
            x_float_mem(e, true, X_FLOAD, r, R14, at);
        else if (p->type == OPT_INT)
            x_load32(e, r, R14, at);
        else
            x_load(e, r, R14, at);
    }
    u32 jumped = x_jump(e);
    E->called = e->n;
    x_pop(e, RAX);
    x_here(e, jumped);
}
/* Like interp/entry.h's PUSH_JAVA_FRAME, but writes only part of the header. Whoever publishes the frame writes the
 * rest and clears dead variables (opt_emit_entry_of_interpreter, struct frame_image, opt_leave.c). rdx: the method;
 * r14: the last argument; r15: the caller; r13: the return pc. */
static void emit_entry(struct emission *E, u32 *overflow, u32 *events)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    u32 gap = E->g->gap;
    emit_ways_in(E);
    if (E->g->entry_count && !m->missed_before) /* at most once after loops were missed */ {
        record_address(E, RAX);
        x_alu_mem_by(e, false, X_SUB, RAX, (i32)offsetof(struct opt_code, calls_left), 1);
        u32 again = x_jump_if(e, CC_E);
        opt_add_stub(E, STUB_CALLED_AGAIN, 0, again);
    }
    x_lea(e, RCX, R14, 8 + 8 * ((i32)m->max_locals + (i32)gap - (i32)m->nargs));
    x_lea(e, RBX, RCX, 8 * (E->g->extent + 2 + (i32)E->g->leaf_slots));
    x_alu_mem(e, true, X_CMP, RBX, SELF, SELF_AT(stack_limit));
    *overflow = x_jump_if(e, CC_AE);
    x_store(e, RCX, FRAME_AT(prev), R15);
    x_store(e, RCX, FRAME_AT(method), RDX);
    x_store(e, RCX, FRAME_AT(ret_pc), R13);
    x_store_imm32(e, true, RCX, FRAME_AT(kind), FRAME_JAVA);
    for (u32 i = FRAME_GAP_MAPPED + 1; i <= gap; i++) x_store_imm32(e, true, RCX, -8 * (i32)i, 0);
    x_move(e, FRAME, RCX);
    opt_belongs_to_start(E);
    if (m->access & ACC_SYNCHRONIZED) opt_emit_enter_method(E);
    compare_dispatch(E);
    *events = x_jump_if(e, CC_NE);
}
/* Moves the parameters to their places; `arrived`: some are in registers, as after emit_ways_in. */
static void fetch_params(struct emission *E, u32 block, bool arrived)
{
    const struct opt_block *b = &E->g->blocks[block];
    i32 locals = -(i32)E->g->m->max_locals - (i32)E->g->gap;
    struct move *m = ARENA_NEW_ARRAY(&E->g->arena, struct move, 2 * b->count + 1);
    u32 n = 0;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *p = node(E, b->nodes[k]);
        if (!is_used(p) || is_there(E, p)) continue;
        struct place_in from = { .kind = OPT_IN_SLOT, .slot = locals + (i32)p->imm };
        i8 r = arrived ? arrives_in(E, p) : -1;
        if (r >= 0) from = (struct place_in){ .kind = is_float(p) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER, .reg = r };
        if (p->reg >= 0 || (p->home != OPT_NO_HOME && p->home != locals + (i32)p->imm))
            m[n++] = (struct move){ .to = opt_place_in(E, b->nodes[k]), .from = from };
        VM_ASSERT(p->shadow < 0 || r >= 0);
        struct place_in copy = { .kind = is_float(p) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER, .reg = p->shadow };
        if (p->shadow >= 0) m[n++] = (struct move){ .to = copy, .from = from };
    }
    opt_move_all(E, m, n);
    for (u32 k = 0; k < b->count; k++) { /* the upper half of an int is undefined in a slot, but 0 in a register */
        const struct opt_node *p = node(E, b->nodes[k]);
        if (!is_used(p) || p->type != OPT_INT || p->reg < 0 || (arrived && arrives_in(E, p) >= 0)) continue;
        x_move32(&E->e, p->reg, p->reg);
    }
}

static void emit_overflow(struct emission *E, u32 overflow, u32 events)
{
    struct emit *e = &E->e;
    x_here(e, overflow);
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    x_zero(e, RDI);
    opt_jump_far(E, (const void *)interp_throw_overflow);
    x_here(e, events);
    opt_emit_entry_of_told(E);
}

/* Turns an interpreter frame into one of this code: moves the header to the end of the gap. The function that does it
 * gets this place in rdx and the gap in rsi, since the method may have other code by then. */
static void enter_in_the_middle(struct emission *E)
{
    struct emit *e = &E->e;
    u32 here = e->n;
    i32 locals = (i32)(E->g->m->max_locals + E->g->gap);
    x_move(e, RAX, FRAME);
    x_alu(e, true, X_SUB, RAX, RDI);
    x_alu_by(e, true, X_CMP, RAX, 8 * locals);
    u32 in_place = x_jump_if(e, CC_E);
    x_patch(e, x_lea_rip(e, RDX), here);
    load_imm(E, RSI, E->g->gap);
    opt_jump_far(E, (const void *)opt_move_header);
    x_here(e, in_place);
    x_lea(e, RAX, FRAME, 8 * (E->g->extent + 2 + (i32)E->g->leaf_slots));
    x_alu_mem(e, true, X_CMP, RAX, SELF, SELF_AT(stack_limit));
    u32 room = x_jump_if(e, CC_B);
    opt_jump_far(E, (const void *)opt_not_here);
    x_here(e, room);
}
static bool is_entry(const struct emission *E, u32 block)
{
    for (u32 i = 0; i < E->g->entry_count; i++)
        if (E->g->entries[i].block == block) return true;
    return false;
}

/* Does control come to the block from the unwinder? */
static bool is_caught(const struct emission *E, u32 block)
{
    const struct opt_block *b = &E->g->blocks[block], *from = &E->g->blocks[b->pred_count ? b->preds[0] : 0];
    return b->pred_count && node(E, from->nodes[from->count - 1])->op == OPT_TRIED && from->succ[1] == block;
}

static void emit_blocks(struct emission *E)
{
    struct opt_graph *g = E->g;
    u32 *blocks = ARENA_NEW_ARRAY(&g->arena, u32, g->order_count + 1);
    u32 n = opt_lay_out(g, blocks), last = 0;
    for (u32 i = 0; i < n; i++) {
        struct opt_block *b = &g->blocks[blocks[i]];
        b->code = E->e.n;
        /* blocks that only jump on have no code, unless they are first */
        bool entry = is_entry(E, blocks[i]);
        bool from_last_alone = !entry && b->pred_count == 1 && last == b->preds[0] && !is_caught(E, blocks[i]);
        if (!from_last_alone) E->e.label = E->e.n;
        if (i > 0 && !entry && thread_through(E, blocks[i]) != blocks[i]) continue;
        last = blocks[i];
        u32 k = i + 1;
        while (k < n && !is_entry(E, blocks[k]) && thread_through(E, blocks[k]) != blocks[k]) k++;
        E->next = k < n ? blocks[k] : 0;
        if (entry) {
            enter_in_the_middle(E);
            fetch_params(E, blocks[i], false);
        }
        for (u32 j = 0; j < b->count; j++) {
            const struct opt_node *n = node(E, b->nodes[j]);
            if (n->dead || (E->late && E->late[b->nodes[j]])) continue;
            if (n->origin) (void)opt_belongs_to(E, n->origin);
            if (emit_branch_on_instance(E, b, j) || emit_branch_on_load(E, b, j)) break;
            u32 fused = opt_emit_fused(E, b, j);
            if (fused) {
                j += fused;
                continue;
            }
            emit_node(E, blocks[i], b->nodes[j]);
        }
    }
}

/* The unwinder continues here (interp/throw.c). The frame in the register is the innermost one of the call, rdx has the
 * exception and rdi the number of the handler. */
static void emit_caught(struct emission *E, const struct stub *s)
{
    const struct opt_node *n = node(E, s->v);
    const struct opt_block *to = &E->g->blocks[E->g->blocks[n->block].succ[1]];
    struct pad *p = &E->pads[s->from];
    i32 header = E->images[p->image].header;
    struct move m[2];
    u32 count = 0;
    p->caught = E->e.n;
    p->catches = opt_catches(n);
    E->catch_count += p->catches->count;
    E->e.label = E->e.n;
    (void)opt_belongs_to_pad(E, n->origin);
    if (header) x_lea(&E->e, FRAME, FRAME, -8 * header);
    (void)opt_belongs_to(E, n->origin);
    for (u32 k = 0; k < to->count; k++) {
        const struct opt_node *c = node(E, to->nodes[k]);
        if (c->op != OPT_CAUGHT && c->op != OPT_CAUGHT_BY) continue;
        if (c->dead || (c->reg < 0 && c->home == OPT_NO_HOME)) continue;
        struct place_in from = { .kind = OPT_IN_REGISTER, .reg = c->op == OPT_CAUGHT ? RDX : RDI };
        VM_ASSERT(count < ARRAY_LEN(m));
        m[count++] = (struct move){ .to = opt_place_in(E, to->nodes[k]), .from = from };
    }
    opt_move_all(E, m, count);
    jump_block(E, x_jump(&E->e), E->g->blocks[n->block].succ[1]);
}

static void emit_stub(struct emission *E, const struct stub *s)
{
    if (s->kind == STUB_CAUGHT) {
        emit_caught(E, s);
        return;
    }
    if (s->kind != STUB_MONITOR) {
        opt_emit_stub(E, s);
        return;
    }
    (void)opt_belongs_to(E, node(E, s->v)->origin);
    x_here(&E->e, s->from);
    opt_emit_monitor_stub(E, s);
}

static void emit_common(struct emission *E, const struct opt_code *record)
{
    struct emit *e = &E->e;
    for (u32 i = 0; i < E->common_count; i++) x_here(e, E->common[i]);
    load_imm(E, RCX, (i64)(uintptr_t)record);
    load_imm(E, RDX, (i64)(uintptr_t)opt_leave_entry());
    x_jump_reg(e, RDX);
}

/* Emits each number once. */
static void emit_literals(struct emission *E)
{
    struct emit *e = &E->e;
    u32 *at = ARENA_NEW_ARRAY(&E->g->arena, u32, E->literal_count + 1);
    if (E->literal_count) x_fill(e, 8);
    for (u32 i = 0; i < E->literal_count; i++) {
        const struct literal *l = &E->literals[i];
        u32 same = 0;
        while (same < i && E->literals[same].value != l->value) same++;
        at[i] = same < i ? at[same] : e->n;
        if (same == i) x_u64(e, l->value);
        x_patch(e, l->use, at[i]);
    }
}

/* Puts the table of instructions, the record and its lists into one block of memory. */
static struct opt_code *make_record(struct emission *E, void **table, size_t *bytes)
{
    size_t before = opt_record_offset(E->g->m);
    struct opt_code *c;
    *bytes = before + sizeof *c + E->exit_count * sizeof *c->exits + E->frame_count * sizeof *c->frames +
             E->slot_count * sizeof *c->slots + E->object_count * sizeof *c->objects +
             E->named_count * sizeof *E->named + E->place_count * sizeof *E->code_places +
             E->guard_count * sizeof *E->guards + E->image_count * sizeof *E->images +
             E->part_count * sizeof *E->parts + E->constant_count * sizeof *E->constants +
             E->copy_count * sizeof *E->copies + E->load_count * sizeof *E->loads + E->step_count * sizeof *E->steps +
             E->catch_count * sizeof(struct frame_catch);
    char *block = vm_calloc(1, *bytes);
    c = (struct opt_code *)(void *)(block + before);
    *table = block;
    *(struct stencil_method *)(void *)block =
        (struct stencil_method){ .length = E->g->m->code_len, .gap = E->g->gap, .optimized = true };
    c->m = E->g->m;
    c->calls_left = CALLS_UNTIL_AGAIN;
    c->gap = E->g->gap;
    c->slots = (struct opt_exit_slot *)(c + 1);
    c->frames = (struct opt_exit_frame *)(c->slots + E->slot_count);
    c->objects = (struct opt_exit_object *)(c->frames + E->frame_count);
    c->images = (struct frame_image *)(c->objects + E->object_count);
    struct frame_part *parts = (struct frame_part *)(c->images + E->image_count);
    struct frame_constant *constants = (struct frame_constant *)(parts + E->part_count);
    struct frame_copy *copies = (struct frame_copy *)(constants + E->constant_count);
    struct frame_load *loads = (struct frame_load *)(copies + E->copy_count);
    struct frame_catch *catches = (struct frame_catch *)(loads + E->load_count);
    struct code_frame *named = (struct code_frame *)(catches + E->catch_count);
    struct code_place *places = (struct code_place *)(named + E->named_count);
    struct code_guard *guards = (struct code_guard *)(places + E->place_count);
    c->exits = (struct opt_exit *)(guards + E->guard_count);
    c->steps = (u32 *)(c->exits + E->exit_count);
    c->places = (struct code_places){ places, named, guards, E->place_count, E->named_count, E->guard_count };
    if (E->guard_count) memcpy(guards, E->guards, E->guard_count * sizeof *guards);
    if (E->named_count) memcpy(named, E->named, E->named_count * sizeof *named);
    if (E->place_count) memcpy(places, E->code_places, E->place_count * sizeof *places);
    if (E->exit_count) memcpy(c->exits, E->exits, E->exit_count * sizeof *c->exits);
    if (E->slot_count) memcpy(c->slots, E->slots, E->slot_count * sizeof *c->slots);
    if (E->object_count) memcpy(c->objects, E->objects, E->object_count * sizeof *c->objects);
    if (E->frame_count) memcpy(c->frames, E->frames, E->frame_count * sizeof *c->frames);
    if (E->step_count) memcpy(c->steps, E->steps, E->step_count * sizeof *c->steps);
    if (E->part_count) memcpy(parts, E->parts, E->part_count * sizeof *parts);
    if (E->constant_count) memcpy(constants, E->constants, E->constant_count * sizeof *constants);
    if (E->copy_count) memcpy(copies, E->copies, E->copy_count * sizeof *copies);
    if (E->load_count) memcpy(loads, E->loads, E->load_count * sizeof *loads);
    for (u32 i = 0; i < E->image_count; i++) {
        c->images[i] = E->images[i];
        c->images[i].parts = parts;
        c->images[i].constants = constants;
        c->images[i].copies = copies;
        c->images[i].loads = loads;
        c->images[i].steps = c->steps;
        parts += E->images[i].part_count;
        constants += E->images[i].constant_count;
        copies += E->images[i].copy_count;
        loads += E->images[i].load_count;
    }
    for (u32 i = 0; i < E->pad_count; i++) {
        if (!E->pads[i].caught) continue;
        struct frame_image *image = &c->images[E->pads[i].image];
        image->catches = catches;
        image->catch_count = E->pads[i].catches->count;
        memcpy(catches, E->pads[i].catches->all, image->catch_count * sizeof *catches);
        catches += image->catch_count;
    }
    return c;
}

static struct code *install(struct emission *E, void *table, size_t bytes, struct opt_code *record, u32 pads)
{
    char name[96];
    const struct method *m = E->g->m;
    snprintf(name, sizeof name, "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    struct code *c = code_install(E->e.at, E->e.n, E->g->m, name);
    if (!c) return NULL;
    for (u32 i = 0; i < E->pad_count; i++) {
        struct frame_image *image = &record->images[E->pads[i].image];
        struct code_pad p = { OP_CODE_PAD | CODE_PAD_CALLS, c->start + E->pads[i].code, E->pads[i].pc, image };
        image->returned = p.code;
        if (E->pads[i].caught) image->caught = c->start + E->pads[i].caught;
        memcpy(E->e.at + pads + i * sizeof p, &p, sizeof p);
    }
    c->called = E->called;
    c->table = table;
    c->table_bytes = bytes;
    code_user_has_code(E->g->user, c);
    E->g->user = NULL;
    c->places = record->places;
    record->code = c;
    code_write(c, 0, E->e.at, E->e.n);
    code_has_pads(c, pads, E->pad_count, (const void *)opt_leave_pad);
    return c;
}

struct code *opt_emit(struct opt_graph *g, const void **entry)
{
    struct emission E = { .g = g };
    u32 room = g->count * 160 + 65536;
    E.e = (struct emit){ .at = vm_malloc(room), .size = room };
    u32 overflow, events;
    opt_find_rbx(&E);
    opt_find_late(&E);
    x_zeros(&E.e, HEAD);
    emit_entry(&E, &overflow, &events);
    fetch_params(&E, 1, true);
    emit_blocks(&E);
    for (u32 i = 0; i < E.stub_count; i++) emit_stub(&E, &E.stubs[i]);
    (void)opt_belongs_to(&E, NULL);
    emit_overflow(&E, overflow, events);
    void *table;
    size_t bytes;
    struct opt_code *record = make_record(&E, &table, &bytes);
    emit_common(&E, record);
    for (u32 i = 0; i < E.record_count && !E.e.full; i++) memcpy(E.e.at + E.records[i], &record, sizeof record);
    for (u32 i = 0; i < g->entry_count; i++)
        if (g->blocks[g->entries[i].block].order && g->entries[i].bci != NO_ENTRY)
            ((struct stencil_method *)table)->offset[g->entries[i].bci] =
                (g->blocks[g->entries[i].block].code - HEAD) | STENCIL_ENTERED;
    for (u32 i = 0; i < E.fix_count; i++) x_patch(&E.e, E.fixes[i].at, g->blocks[E.fixes[i].block].code);
    emit_literals(&E);
    x_fill(&E.e, 16);
    u32 pads = E.e.n;
    for (u32 i = 0; i < E.pad_count; i++) {
        x_patch(&E.e, E.pads[i].use, E.e.n);
        for (u32 k = 0; k < sizeof(struct code_pad) / 8; k++) x_u64(&E.e, 0);
    }
    struct code *c = NULL;
    if (!E.e.full && !g->why_not) {
        VM_DEBUG_ONLY(opt_check_code(&E, record, table, pads);)
        memcpy(E.e.at + HEAD - sizeof(void *), &table, sizeof table);
        c = install(&E, table, bytes, record, pads);
    }
    free(E.e.at);
    if (!c) {
        free(table);
        return NULL;
    }
    *entry = c->start + HEAD;
    return c;
}
