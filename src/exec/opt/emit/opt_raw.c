/* Accesses by base and offset, and fences: the operations of Unsafe (build/opt_unsafe.c).
 *
 * Memory outside of the heap may be gone, as pages of a file that was truncated. Then the handler of SIGBUS continues
 * at an exit, and the interpreter repeats the access and throws (code_places.h, struct code_guard). */
#include "core/alloc.h"
#include "exec/opt/emit/opt_machine.h"

struct raw_place {
    int base, index; /* -1: none */
    i32 disp;
};
/* Uses rcx, and rax for a large constant. */
static struct raw_place place_of(struct emission *E, const struct opt_node *n)
{
    const struct opt_node *base = node(E, n->in[0]), *offset = node(E, n->in[1]);
    bool no_object = base->op == OPT_CONST && base->imm == 0;
    if (no_object) return (struct raw_place){ in_reg(E, n->in[1], RCX), -1, 0 };
    int b = in_reg(E, n->in[0], RCX);
    if (small_const(E, n->in[1])) return (struct raw_place){ b, -1, (i32)offset->imm };
    if (offset->op != OPT_CONST && offset->reg >= 0) return (struct raw_place){ b, offset->reg, 0 };
    if (b != RCX) {
        load_to(E, RCX, n->in[1]);
        return (struct raw_place){ b, RCX, 0 };
    }
    alu(E, true, X_ADD, RCX, n->in[1]);
    return (struct raw_place){ RCX, -1, 0 };
}
/* Marks the next instruction, the access of v, as one that may fault. */
static void guard(struct emission *E, opt_value v)
{
    const struct opt_node *base = node(E, node(E, v)->in[0]);
    bool within = node(E, v)->op == OPT_LOAD_AT || node(E, v)->op == OPT_STORE_AT;
    bool object = within || opt_allocates(base) || (base->op == OPT_CONST && base->imm);
    if (!object) opt_add_stub(E, STUB_GUARD, v, E->e.n);
}
static bool is_ref(u8 kind) { return kind == 'L'; }
/* The store barrier, before a reference is stored. */
static void tell_heap(struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, v);
    struct emit *e = &E->e;
    if (!is_ref(n->kind)) return;
    if (is_const(E, n->in[1])) {
        if ((u64)node(E, n->in[1])->imm > UINT32_MAX) opt_add_stub(E, STUB_EXIT, v, x_jump(e));
    } else {
        int offset = in_reg(E, n->in[1], RDX);
        x_move32(e, RAX, offset);
        x_alu(e, true, X_CMP, RAX, offset);
        opt_exit_if(E, CC_NE, v);
    }
    opt_before_store(E, STUB_RAW_STORE, v, in_reg(E, n->in[0], RCX));
}

void opt_emit_raw_load(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    struct raw_place p = place_of(E, n);
    guard(E, v);
    if (is_float(n)) {
        int d = result_reg(n, XTEMP);
        x_float_index(e, n->kind == 'D', X_FLOAD, d, p.base, p.index, 0, p.disp);
        put_result(E, n, d);
        return;
    }
    int d = result_reg(n, RAX);
    enum x_as as = n->kind == 'B'   ? X_S8
                   : n->kind == 'Z' ? X_U8
                   : n->kind == 'C' ? X_U16
                   : n->kind == 'S' ? X_S16
                                    : X_32;
    x_load_as(e, as, n->kind == 'J', n->kind == 'Z' ? RAX : d, p.base, p.index, 0, p.disp);
    if (n->kind == 'Z') { /* any byte but 0 is true */
        x_test(e, false, RAX, RAX);
        x_set_if(e, CC_NE, RAX);
        x_zero_extend_byte(e, d, RAX);
    }
    if (is_ref(n->kind)) x_shift_by(e, true, X_SHL, d, 3);
    put_result(E, n, d);
}

/* rdx = the value in the form that memory has. */
static void narrow_to(struct emission *E, int reg, const struct opt_node *n, opt_value value)
{
    load_to(E, reg, value);
    if (is_ref(n->kind)) x_shift_by(&E->e, true, X_SHR, reg, 3);
    if (n->kind == 'Z') x_alu_by(&E->e, false, X_AND, reg, 1);
}
static void widen(struct emission *E, const struct opt_node *n, int reg)
{
    if (is_ref(n->kind)) x_shift_by(&E->e, true, X_SHL, reg, 3);
}

void opt_emit_raw_store(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    tell_heap(E, v);
    struct raw_place p = place_of(E, n);
    if (n->kind == 'F' || n->kind == 'D') {
        int s = in_float(E, n->in[2], XTEMP);
        guard(E, v);
        x_float_index(e, n->kind == 'D', X_FSTORE, s, p.base, p.index, 0, p.disp);
    } else {
        int s = RDX;
        if (is_ref(n->kind) || n->kind == 'Z')
            narrow_to(E, RDX, n, n->in[2]);
        else
            s = in_reg(E, n->in[2], RDX);
        guard(E, v);
        x_store_as(e, (int)kind_shift(n->kind), s, p.base, p.index, 0, p.disp);
    }
    if (n->op == OPT_RAW_STORE && opt_is_volatile(n) == 1) x_fence(e);
}

void opt_emit_raw_compare(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    tell_heap(E, v);
    struct raw_place p = place_of(E, n);
    narrow_to(E, RAX, n, n->in[2]);
    narrow_to(E, RDX, n, n->args[0]);
    guard(E, v);
    x_lock_compare_exchange(e, n->kind == 'J', RDX, p.base, p.index, p.disp);
    if (n->imm) {
        widen(E, n, RAX);
        put_result(E, n, RAX);
        return;
    }
    x_set_if(e, CC_E, RAX);
    x_zero_extend_byte(e, RAX, RAX);
    put_result(E, n, RAX);
}

void opt_emit_raw_exchange(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    struct opt_node *n = node(E, v);
    tell_heap(E, v);
    struct raw_place p = place_of(E, n);
    narrow_to(E, RDX, n, n->in[2]);
    guard(E, v);
    if (n->op == OPT_RAW_ADD)
        x_lock_exchange_add(e, n->kind == 'J', RDX, p.base, p.index, p.disp);
    else
        x_exchange(e, n->kind == 'J', RDX, p.base, p.index, p.disp);
    widen(E, n, RDX);
    put_result(E, n, RDX);
}
