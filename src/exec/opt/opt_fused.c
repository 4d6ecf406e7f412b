/* Two nodes that are one instruction: what is loaded, and at once added, compared or the like, need not be in a
 * register first. */
#include "exec/opt/opt_leave.h"
#include "exec/opt/opt_machine.h"

/* Does the state of the node name v? */
struct looked_for {
    opt_value v;
    bool found;
};
static void look_for(void *arg, opt_value *use)
{
    struct looked_for *l = arg;
    l->found |= *use == l->v;
}
static bool is_named(const struct opt_node *n, opt_value v)
{
    struct looked_for l = { v, false };
    for (struct opt_state *s = n->state; s && !l.found; s = s->caller) opt_each_in_frame(s, look_for, &l);
    return l.found;
}
/* Is n, the next node, the only one that wants v? */
static bool only_here(const struct emission *E, const struct opt_node *n, opt_value v)
{
    return !opt_alive_over(E->g, v, n->at) && !is_named(n, v) && (n->in[0] == v) + (n->in[1] == v) == 1;
}

static bool compare_length(struct emission *E, opt_value v, opt_value next)
{
    const struct opt_node *n = node(E, next);
    if (n->op != OPT_CHECK_INDEX || n->in[1] != v || !only_here(E, n, v)) return false;
    int i = in_reg(E, n->in[0], RAX), a = in_reg(E, node(E, v)->in[0], RCX);
    x_alu_mem(&E->e, false, X_CMP, i, a, ARRAY_LENGTH_OFFSET);
    opt_exit_if(E, CC_AE, next);
    return true;
}

/* The instruction's opcode with a register and memory; 0: there is none. */
static u32 opcode_of(const struct opt_node *n)
{
    switch (n->op) {
    case OPT_ADD: return 0x03;
    case OPT_OR: return 0x0b;
    case OPT_AND: return 0x23;
    case OPT_SUB: return 0x2b;
    case OPT_XOR: return 0x33;
    case OPT_MUL: return 0x0faf;
    default: return 0;
    }
}
static u32 float_opcode_of(const struct opt_node *n)
{
    switch (n->op) {
    case OPT_ADD: return 0x0f58;
    case OPT_MUL: return 0x0f59;
    case OPT_SUB: return 0x0f5c;
    case OPT_DIV: return 0x0f5e;
    default: return 0;
    }
}
static bool is_plain_load(const struct opt_node *n)
{
    bool whole = n->kind == 'I' || n->kind == 'J' || n->kind == 'F' || n->kind == 'D';
    return (n->op == OPT_LOAD || n->op == OPT_LOAD_ELEMENT) && !n->cc && whole;
}
static bool operate_on_memory(struct emission *E, opt_value v, opt_value next)
{
    struct opt_node *n = node(E, next);
    const struct opt_node *l = node(E, v);
    bool floats = is_float(n);
    u32 opcode = floats ? float_opcode_of(n) : opcode_of(n);
    if (!opcode || n->type != l->type || !only_here(E, n, v)) return false;
    opt_value other = n->in[n->in[0] == v ? 1 : 0];
    bool commutes = n->op != OPT_SUB && n->op != OPT_DIV;
    if (is_const(E, other) || (n->in[1] != v && !commutes)) return false;
    struct opt_address m = opt_address_of(E, l, RCX, RDX);
    int d = result_reg(n, floats ? XTEMP : RAX);
    if (!floats && (d == m.base || d == m.index)) d = RAX;
    if (floats)
        float_to(E, d, other);
    else
        load_to(E, d, other);
    u8 prefix = !floats ? 0 : n->type == OPT_DOUBLE ? 0xf2 : 0xf3;
    x_mem_index(&E->e, prefix, n->type == OPT_LONG, opcode, d, m.base, m.index, m.shift, m.disp, false);
    put_result(E, n, d);
    return true;
}

static bool widen_from_memory(struct emission *E, opt_value v, opt_value next)
{
    const struct opt_node *n = node(E, next), *l = node(E, v);
    if (n->op != OPT_CONV || n->imm != OPT_I2L || l->kind != 'I' || opt_alive_over(E->g, v, n->at)) return false;
    struct opt_address m = opt_address_of(E, l, RCX, RDX);
    int d = result_reg(n, RAX);
    x_mem_index(&E->e, 0, true, 0x63, d, m.base, m.index, m.shift, m.disp, false);
    put_result(E, n, d);
    return true;
}

bool opt_emit_fused(struct emission *E, opt_value v, opt_value next)
{
    const struct opt_node *n = node(E, v);
    if (node(E, next)->dead || n->home != OPT_NO_HOME) return false;
    if (n->op == OPT_ARRAY_LENGTH) return compare_length(E, v, next);
    return is_plain_load(n) && (operate_on_memory(E, v, next) || widen_from_memory(E, v, next));
}
