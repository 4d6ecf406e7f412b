/* Links a method's instructions before they run, as the slow paths do, but without a frame. */
#include "exec/interp/link_ahead.h"
#include "bytecode/bytecode.h"
#include "exec/interp/slow_int.h"
#include "thread/thread_contract.h"

typedef bool (*link_fn)(struct thread *self, struct method *m, const u8 *pc);

static link_fn linker_of(u8 op)
{
    switch (op) {
    case OP_getfield:
    case OP_putfield:
    case OP_getstatic:
    case OP_putstatic: return slow_link_field;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface: return slow_link_call;
    case OP_ldc:
    case OP_ldc_w:
    case OP_new:
    case OP_anewarray:
    case OP_multianewarray:
    case OP_checkcast:
    case OP_instanceof: return slow_link_object;
    default: return NULL;
    }
}

static bool waits(const struct bytecode *b, const u8 *pc)
{
    return interp_op_info[code_running_op(pc)].first == interp_running_op[b->op];
}

void interp_link_sites(struct thread *self, struct method *m)
{
    MAY_CALL_OUT(self);
    VM_ASSERT(m->code && !self->pending);
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        const u8 *pc = m->code + b.bci;
        if ((b.op == OP_invokedynamic || b.op == OP_invokevirtual) && waits(&b, pc)) (void)!slow_link_site(self, m, pc);
        self->pending = NULL;
    }
}

void interp_link_ahead(struct thread *self, struct method *m, struct link_ahead_counts *counts)
{
    MAY_CALL_OUT(self);
    VM_ASSERT(m->code && !self->pending);
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        const u8 *pc = m->code + b.bci;
        link_fn link = linker_of(b.op);
        bool constant = link || b.op == OP_invokedynamic;
        bool ok = constant && (!waits(&b, pc) || (link && link(self, m, pc)));
        self->pending = NULL;
        if (ok) counts->linked++;
        if (constant && !ok) counts->left++;
    }
}
