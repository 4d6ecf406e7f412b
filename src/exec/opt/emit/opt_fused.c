/* Two nodes in one instruction: a load and the operation that uses it. */
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"

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
/* Is n, the next node, the only use of v? */
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

/* Is there an instruction d op= memory? */
static bool operates_on_memory(u8 op, bool floats)
{
    bool both = op == OPT_ADD || op == OPT_SUB || op == OPT_MUL;
    return both || (floats ? op == OPT_DIV : op == OPT_AND || op == OPT_OR || op == OPT_XOR);
}
static void operate(struct emission *E, const struct opt_node *n, int d, const struct opt_address *m)
{
    static const u8 ints[] = {
        [OPT_ADD] = X_ADD, [OPT_SUB] = X_SUB, [OPT_AND] = X_AND, [OPT_OR] = X_OR, [OPT_XOR] = X_XOR
    };
    static const u8 floats[] = { [OPT_ADD] = X_FADD, [OPT_SUB] = X_FSUB, [OPT_MUL] = X_FMUL, [OPT_DIV] = X_FDIV };
    struct emit *e = &E->e;
    if (is_float(n))
        x_float_index(e, n->type == OPT_DOUBLE, floats[n->op], d, m->base, m->index, m->shift, m->disp);
    else if (n->op == OPT_MUL)
        x_multiply_index(e, n->type == OPT_LONG, d, m->base, m->index, m->shift, m->disp);
    else
        x_alu_index(e, n->type == OPT_LONG, ints[n->op], d, m->base, m->index, m->shift, m->disp);
}
bool opt_is_plain_load(const struct opt_node *n)
{
    bool whole = n->kind == 'I' || n->kind == 'J' || n->kind == 'F' || n->kind == 'D';
    return (n->op == OPT_LOAD || n->op == OPT_LOAD_ELEMENT) && !n->cc && whole;
}
static bool operate_on_memory(struct emission *E, opt_value v, opt_value next)
{
    struct opt_node *n = node(E, next);
    const struct opt_node *l = node(E, v);
    bool floats = is_float(n);
    if (!operates_on_memory(n->op, floats) || n->type != l->type || !only_here(E, n, v)) return false;
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
    operate(E, n, d, &m);
    put_result(E, n, d);
    return true;
}

static bool widen_from_memory(struct emission *E, opt_value v, opt_value next)
{
    const struct opt_node *n = node(E, next), *l = node(E, v);
    if (n->op != OPT_CONV || n->imm != OPT_I2L || l->kind != 'I' || opt_alive_over(E->g, v, n->at)) return false;
    struct opt_address m = opt_address_of(E, l, RCX, RDX);
    int d = result_reg(n, RAX);
    x_load_as(&E->e, X_S32, true, d, m.base, m.index, m.shift, m.disp);
    put_result(E, n, d);
    return true;
}

/* A quotient and the remainder of its division: x / y, its product with y, x minus that. */
static bool divide_once(struct emission *E, const struct opt_block *b, u32 k)
{
    opt_value quotient = b->nodes[k];
    struct opt_node *n = node(E, quotient);
    if (n->op != OPT_DIV || is_float(n) || opt_is_multiplied(E, n) || k + 2 >= b->count) return false;
    const struct opt_node *product = node(E, b->nodes[k + 1]), *rest = node(E, b->nodes[k + 2]);
    if (product->dead || product->op != OPT_MUL || product->in[0] != quotient || product->in[1] != n->in[1])
        return false;
    if (rest->dead || rest->op != OPT_SUB || rest->in[0] != n->in[0] || rest->in[1] != b->nodes[k + 1]) return false;
    if (!only_here(E, rest, b->nodes[k + 1])) return false;
    opt_emit_divide(E, n, rest);
    return true;
}

u32 opt_emit_fused(struct emission *E, const struct opt_block *b, u32 k)
{
    if (k + 1 >= b->count) return 0;
    if (divide_once(E, b, k)) return 2;
    opt_value v = b->nodes[k], next = b->nodes[k + 1];
    const struct opt_node *n = node(E, v);
    if (node(E, next)->dead || n->home != OPT_NO_HOME) return 0;
    if (n->op == OPT_ARRAY_LENGTH) return compare_length(E, v, next);
    return opt_is_plain_load(n) && (operate_on_memory(E, v, next) || widen_from_memory(E, v, next));
}
