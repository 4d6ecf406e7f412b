/* Parallel moves: no source is overwritten before it has been read. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"

bool opt_same_place(const struct place_in *a, const struct place_in *b)
{
    if (a->kind != b->kind) return false;
    return a->kind == OPT_IN_SLOT ? a->slot == b->slot : a->kind != OPT_IS_CONST && a->reg == b->reg;
}
struct place_in opt_place_in(const struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, behind_copy(E, v));
    if (n->op == OPT_CONST)
        return (struct place_in){ .kind = OPT_IS_CONST, .value = n->type == OPT_INT ? (i64)(u32)n->imm : n->imm };
    if (n->reg >= 0)
        return (struct place_in){ .kind = is_float(n) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER,
                                  .wide = n->type == OPT_WIDE,
                                  .reg = n->reg };
    VM_ASSERT(n->home != OPT_NO_HOME);
    return (struct place_in){ .kind = OPT_IN_SLOT, .slot = n->home };
}
static void move_one(struct emission *E, const struct place_in *to, const struct place_in *from)
{
    struct emit *e = &E->e;
    VM_ASSERT(to->kind != OPT_IN_SLOT || opt_in_frames(E, to->slot));
    VM_ASSERT(from->kind != OPT_IN_SLOT || opt_in_frames(E, from->slot));
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
            x_float_literal(E, true, X_FLOAD, to->reg, from->value);
        } else if (from->kind == OPT_IN_REGISTER)
            x_float_from(e, true, to->reg, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER && from->wide)
            x_avx_move(e, X_WHOLE, to->reg, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER)
            x_float_move(e, to->reg, from->reg);
        else
            x_float_mem(e, true, X_FLOAD, to->reg, FRAME, 8 * from->slot);
        break;
    default:
        if (from->kind == OPT_IS_CONST)
            store_imm(E, FRAME, 8 * to->slot, from->value);
        else if (from->kind == OPT_IN_REGISTER)
            x_store(e, FRAME, 8 * to->slot, from->reg);
        else if (from->kind == OPT_IN_FLOAT_REGISTER)
            x_float_mem(e, true, X_FSTORE, from->reg, FRAME, 8 * to->slot);
        else {
            x_load(e, RAX, FRAME, 8 * from->slot);
            x_store(e, FRAME, 8 * to->slot, RAX);
        }
        break;
    }
}
/* The register that breaks cycles: rdx, or rax if rdx is a target. With rax no move is between two slots, since those
 * use rax. */
static i8 waiting_register(const struct move *m, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (m[i].to.kind == OPT_IN_REGISTER && m[i].to.reg == RDX) return RAX;
    return RDX;
}
void opt_move_all(struct emission *E, struct move *m, u32 n)
{
    u32 left = 0;
    for (u32 i = 0; i < n; i++) {
        m[i].done = opt_same_place(&m[i].to, &m[i].from);
        left += !m[i].done;
    }
    while (left) {
        bool any = false;
        for (u32 i = 0; i < n; i++) {
            if (m[i].done) continue;
            bool wanted = false;
            for (u32 k = 0; k < n && !wanted; k++)
                wanted = k != i && !m[k].done && opt_same_place(&m[k].from, &m[i].to);
            if (wanted) continue;
            move_one(E, &m[i].to, &m[i].from);
            m[i].done = true;
            any = true;
            left--;
        }
        if (any || !left) continue;
        /* a cycle: one source waits in the scratch register */
        u32 i = 0;
        while (m[i].done) i++;
        struct place_in was = m[i].from, temp = { .kind = OPT_IN_REGISTER, .reg = waiting_register(m, n) };
        if (was.kind == OPT_IN_FLOAT_REGISTER) { /* it may hold a vector */
            temp = was;
            temp.reg = XTEMP;
        }
        move_one(E, &temp, &was);
        for (u32 k = 0; k < n; k++)
            if (!m[k].done && opt_same_place(&m[k].from, &was)) m[k].from = temp;
    }
}
