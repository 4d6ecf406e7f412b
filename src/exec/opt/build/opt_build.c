/* Builds a graph from bytecode by abstract interpretation in reverse postorder. Calls whose target is known are
 * inlined. An instruction that is not linked yet, code that ends in a throw, and exceptions that no handler in the code
 * catches (opt_throw.c) leave for the interpreter.
 *
 * A place of a frame has a value only while the bytecode may still read it. Liveness is computed by blocks. */
#include "exec/opt/build/opt_build.h"
#include "core/alloc.h"
#include "core/call.h"
#include "exec/code/code.h"
#include "exec/code/inline_cache.h"
#include "exec/invoke/invoke.h"
#include "exec/tier/profile.h"
#include "model/loader.h"
#include "model/options.h"
#include "model/wellknown.h"

/* ---- branches ---- */
/* The ways that a branch has never taken: 1 `yes`, 2 `no`. A loop may still be in its first round. */
static u32 ways_not_gone(struct builder *b, u32 bci, const struct part *yes, const struct part *no)
{
    u32 never = opt_ways_not_gone(b, b->s->m, bci);
    return never && !opt_loop_left(b->s, bci, never == 1 ? yes->bci : no->bci) ? never : 0;
}

struct condition {
    opt_value x, y;
    u8 cc;
    i64 nan;
    u32 bci, operands;
    bool compared; /* the operand is a COMPARE's result, of which only the order is asked */
};
/* A result of a comparison for which the branch goes the way `yes`. Code that leaves on this way need not know more. */
static i64 result_for(u8 cc, bool yes)
{
    switch (yes ? cc : cc ^ 1) {
    case OPT_NE:
    case OPT_GT: return 1;
    case OPT_LT: return -1;
    default: return 0;
    }
}
/* Each way gets a block of its own, so that no edge is critical. */
static void branch(struct builder *b, const struct condition *c, struct part *yes, struct part *no)
{
    u32 never = ways_not_gone(b, c->bci, yes, no);
    const u64 *live = b->live; /* opt_go_to changes b->live at a loop's start */
    opt_value v = add(b, OPT_IF, OPT_VOID, c->x, c->y);
    node(b, v)->cc = c->cc;
    node(b, v)->imm = c->nan;
    u32 from = b->block, sp = b->sp, to[2] = { new_block(b), new_block(b) };
    opt_add_edge(b->g, from, to[0]);
    opt_add_edge(b->g, from, to[1]);
    opt_value *saved = ARENA_NEW_ARRAY(b->a, opt_value, b->s->m->max_locals + sp + c->operands + 1u);
    memcpy(saved, b->cur, (b->s->m->max_locals + sp + c->operands) * sizeof *saved);
    for (u32 i = 0; i < 2; i++) {
        memcpy(b->cur, saved, (b->s->m->max_locals + sp + c->operands) * sizeof *saved);
        b->block = to[i];
        b->sp = sp;
        b->live = live;
        if (!(never >> i & 1)) {
            opt_go_to(b, i == 0 ? yes : no);
            continue;
        }
        b->sp = sp + c->operands;
        if (c->compared) stack_of(b)[b->sp - 1] = constant(b, OPT_INT, result_for(c->cc, i == 0));
        opt_leave_from(b, c->bci, OPT_NEVER);
    }
    b->sp = sp;
}

static void begin_part(struct builder *b, struct part *p)
{
    struct scope *s = b->s;
    b->probed = false;
    if (p->head) {
        p->changed = opt_written_in_loop(b, s, p);
        opt_begin_loop(b, p);
    }
    b->block = p->block;
    b->sp = p->edges[0].depth;
    opt_values_at(b, p, p->head);
    p->done = p->head;
    if (!p->head) return;
    p->phis = ARENA_NEW_ARRAY(b->a, opt_value, s->m->max_locals + b->sp + 1u);
    memcpy(p->phis, b->cur, (s->m->max_locals + b->sp) * sizeof *p->phis);
    b->live = p->live;
    if (p->resumed)
        opt_resume_inner(b, p);
    else
        b->g->blocks[p->block].entry = opt_state_at(b, p->bci, OPT_CHECK);
}

/* ---- instructions ---- */
static opt_value narrowed(struct builder *b, opt_value v, u8 kind);
/* The number as the box keeps it: bytecode may pass any int for a smaller type. */
static opt_value number_in_box(struct builder *b, opt_value number, u8 kind)
{
    if (kind != 'Z') return narrowed(b, number, kind);
    opt_value v = add(b, OPT_TEST, OPT_INT, number, constant(b, OPT_INT, 0));
    node(b, v)->cc = OPT_NE;
    return v;
}
static void push_read(struct builder *b, const struct field *f, opt_value v, opt_value o, opt_value checked,
                      bool probed)
{
    if (probed) opt_probe_field(b, f, false, v, o, checked);
    push_type(b, v);
}
opt_value opt_check_init(struct builder *b, struct class *c, u32 bci)
{
    opt_value v = add(b, OPT_CHECK_INIT, OPT_VOID, 0, 0);
    node(b, v)->ptr = c;
    node(b, v)->state = opt_state_at(b, bci, OPT_UNLINKED);
    return v;
}
/* Only the thread that initializes the class of f may run the instruction, which so has no quick form. */
static bool accesses_early(const struct method *m, const struct field *f, bool put)
{
    bool may_put =
        !(f->access & ACC_FINAL) || (m->owner == f->owner && m->name == SYM(clinit)); /* JVMS §6.5 putstatic */
    return (f->access & ACC_STATIC) && (!put || may_put) && opt_is_being_initialized(f->owner);
}
static void field_access(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    bool is_static = i->op == OP_getstatic || i->op == OP_putstatic;
    bool put = i->op == OP_putfield || i->op == OP_putstatic;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    bool resolved = atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED;
    bool early = resolved && op == i->op && is_static && accesses_early(m, e->field, put);
    if (!resolved || (op == i->op && !early)) {
        opt_leave_from(b, i->bci, OPT_UNLINKED);
        return;
    }
    struct field *f = e->field;
    bool probed = UNLIKELY(f->flags & (put ? FLD_PROBE_WRITE : FLD_PROBE_READ));
    if ((f->shorts && probed) || f->flags & (put ? FLD_WATCH_WRITE : FLD_WATCH_READ)) {
        opt_leave_from(b, i->bci, OPT_TOLD);
        return;
    }
    u8 type = type_of_kind(f->kind);
    bool is_volatile = (f->access & ACC_VOLATILE) != 0;
    opt_value value = put ? stack_of(b)[b->sp - 1] : 0, o, checked = early ? opt_check_init(b, f->owner, i->bci) : 0;
    if (is_static) {
        i64 bits;
        probed = probed && !opt_probe_tells_field(b, i->bci, f, put);
        if (!put && opt_constant_static(f, &bits)) {
            push_read(b, f, constant(b, type, bits), 0, 0, probed);
            return;
        }
        o = constant(b, OPT_REF, (i64)(uintptr_t)field_static_base(f));
    } else {
        u32 size = put ? (type == OPT_LONG || type == OPT_DOUBLE ? 2 : 1) : 0;
        o = stack_of(b)[b->sp - 1 - size];
        checked = check_null(b, o, i->bci);
        if (UNLIKELY(f->shorts) && !opt_allocates(node(b, o))) {
            opt_build_short(b, f, put, i->bci);
            return;
        }
        probed = probed && !opt_probe_tells_field(b, i->bci, f, put);
    }
    if (put) {
        if (probed) opt_probe_field(b, f, true, value, is_static ? 0 : o, checked);
        (void)pop_kind(b, type);
        if (!is_static) (void)pop(b);
    } else if (!is_static)
        (void)pop(b);
    i64 bits = 0;
    opt_value number = put || is_static ? 0 : opt_unboxed(b, o, f);
    if (number) {
        push_read(b, f, number_in_box(b, number, f->kind), o, checked, probed);
        return;
    }
    bool fixed = !put && !is_static && opt_constant_field(b, o, f, &bits);
    if (fixed && (type != OPT_REF || !bits)) {
        push_read(b, f, constant(b, type, bits), o, checked, probed);
        return;
    }
    opt_value v = add(b, put ? OPT_STORE : OPT_LOAD, put ? OPT_VOID : type, o, value);
    if (fixed) opt_know(b, v, (struct object *)(uintptr_t)bits);
    if (is_static && !put) opt_know(b, v, opt_known_static(f));
    node(b, v)->stable = node(b, v)->known && opt_is_stable_array(f);
    node(b, v)->kind = f->kind;
    node(b, v)->imm = f->offset;
    node(b, v)->ptr = f;
    node(b, v)->cc = is_volatile;
    node(b, v)->dep = checked;
    if (!put) push_read(b, f, v, is_static ? 0 : o, checked, probed);
}

static void arithmetic(struct builder *b, u8 op, u8 type)
{
    opt_value y = pop_kind(b, type), x = pop_kind(b, type);
    push_type(b, add(b, op, type, x, y));
}
static void shift(struct builder *b, u8 op, u8 type)
{
    opt_value y = pop(b), x = pop_kind(b, type);
    push_type(b, add(b, op, type, x, y));
}
static void divide(struct builder *b, u8 op, u8 type, u32 bci)
{
    opt_value y = stack_of(b)[b->sp - 1], checked = 0;
    if (type == OPT_INT || type == OPT_LONG)
        if (!is_const(b, y) || node(b, y)->imm == 0) checked = check(b, OPT_CHECK_DIVISOR, y, 0, bci);
    y = pop_kind(b, type);
    opt_value x = pop_kind(b, type), v = add(b, op, type, x, y);
    node(b, v)->dep = checked;
    push_type(b, v);
}
static void negate(struct builder *b, u8 type)
{
    opt_value x = pop_kind(b, type);
    push_type(b, add(b, OPT_NEG, type, x, 0));
}
static void convert(struct builder *b, u8 from, u8 to, u8 conv)
{
    opt_value x = pop_kind(b, from);
    if (conv == OPT_I2L && is_const(b, x)) { /* an offset: which field it is of can be told now */
        push_type(b, constant(b, OPT_LONG, node(b, x)->imm));
        return;
    }
    opt_value v = add(b, OPT_CONV, to, x, 0);
    node(b, v)->imm = conv;
    push_type(b, v);
}
static void compare(struct builder *b, u8 type, i32 nan)
{
    opt_value y = pop_kind(b, type), x = pop_kind(b, type);
    opt_value v = add(b, OPT_COMPARE, OPT_INT, x, y);
    node(b, v)->imm = nan;
    push(b, v);
}

static opt_value length_of(struct builder *b, opt_value a, u32 bci)
{
    i64 known = opt_known_length(b, a);
    const struct opt_node *n = node(b, a);
    if (n->op == OPT_NEW_ARRAY && is_const(b, n->in[0])) known = node(b, n->in[0])->imm;
    if (known >= 0) return constant(b, OPT_INT, known);
    opt_value checked = check_null(b, a, bci), length = add(b, OPT_ARRAY_LENGTH, OPT_INT, a, 0);
    node(b, length)->dep = checked;
    return length;
}
static void load_element(struct builder *b, u8 kind, u32 bci)
{
    opt_value i = stack_of(b)[b->sp - 1], a = stack_of(b)[b->sp - 2], in_bounds = 0;
    u8 type = type_of_kind(kind);
    i64 bits = 0;
    bool fixed = opt_constant_element(b, a, i, kind, &bits);
    if (!fixed) in_bounds = check(b, OPT_CHECK_INDEX, i, length_of(b, a, bci), bci);
    b->sp -= 2;
    if (fixed && type != OPT_REF) {
        push_type(b, constant(b, type, bits));
        return;
    }
    opt_value v = add(b, OPT_LOAD_ELEMENT, type, a, i);
    struct opt_node *n = node(b, v);
    n->kind = kind;
    n->dep = in_bounds;
    if (fixed) n->known = (struct object *)(uintptr_t)bits;
    n->stable = fixed && class_is_array(object_class(n->known));
    push_type(b, v);
}
/* Adds the check that the array may hold x, unless that is certain. checked: the null check that it depends on. */
static void check_store(struct builder *b, opt_value a, opt_value x, opt_value checked, u32 bci)
{
    const struct opt_node *n = node(b, a);
    struct class *element = opt_allocates(n) ? opt_cls(n)->element : NULL, *is = opt_declared_class(b, x);
    if (element && (element == WK(java_lang_Object) || (is && class_assignable(is, element)))) return;
    const struct class *array = element ? NULL : opt_declared_class(b, a);
    bool exactly =
        array && class_is_array(array) && !class_is_array(array->element) && (array->element->access & ACC_FINAL);
    if (exactly && is && class_assignable(is, array->element)) return;
    opt_value fits = element ? check(b, OPT_CHECK_CAST, x, 0, bci) : check(b, OPT_CHECK_STORE, a, x, bci);
    if (element)
        node(b, fits)->ptr = element;
    else
        node(b, fits)->dep = checked;
}
static void store_element(struct builder *b, u8 kind, u32 bci)
{
    u8 type = type_of_kind(kind);
    u32 size = type == OPT_LONG || type == OPT_DOUBLE ? 2 : 1;
    opt_value x = stack_of(b)[b->sp - 1], i = stack_of(b)[b->sp - 1 - size], a = stack_of(b)[b->sp - 2 - size];
    opt_value length = length_of(b, a, bci);
    opt_value in_bounds = check(b, OPT_CHECK_INDEX, i, length, bci);
    if (kind == 'L' && !(is_const(b, x) && node(b, x)->imm == 0)) check_store(b, a, x, node(b, length)->dep, bci);
    b->sp -= 2 + size;
    opt_value v = add(b, OPT_STORE_ELEMENT, OPT_VOID, a, i);
    node(b, v)->in[2] = x;
    node(b, v)->kind = kind;
    node(b, v)->dep = in_bounds;
}

/* Pushes a dynamic constant of a primitive type. Returns false if it is of another type or not resolved. */
static bool primitive_constant(struct builder *b, const struct bytecode *i)
{
    struct constpool *cp = b->s->m->cp;
    u32 index = bytecode_constant(i);
    const struct cp_entry *e = &cp->e[index];
    if (e->tag != CP_DYNAMIC || atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) return false;
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, (u16)index, &cls, &name, &desc);
    char kind = desc->bytes[0];
    slot v = 0;
    struct object *box = array_ref(ref_decode(cp->resolved), (i32)e->aux);
    if (kind == 'L' || kind == '[' || !box || !unbox_value(box, kind, &v)) return false;
    u8 type = type_of_kind((u8)kind);
    push_type(b, constant(b, type, type == OPT_INT ? slot_int(v) : type == OPT_FLOAT ? (i64)(u32)v : (i64)v));
    return true;
}
static void load_constant(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    switch (e->tag) {
    case CP_INTEGER: push(b, constant(b, OPT_INT, e->i)); return;
    case CP_FLOAT: push(b, constant(b, OPT_FLOAT, (u32)e->i)); return;
    case CP_LONG: push_wide(b, constant(b, OPT_LONG, (i64)e->bits)); return;
    case CP_DOUBLE: push_wide(b, constant(b, OPT_DOUBLE, (i64)e->bits)); return;
    case CP_CLASS:
        if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) break;
        push(b, constant(b, OPT_REF, (i64)(uintptr_t)e->cls->mirror));
        return;
    default:
        if (primitive_constant(b, i)) return;
        if (op != OP_ldc_ref && op != OP_ldc_w_ref) break;
        opt_value v = add(b, OPT_LOAD_RESOLVED, OPT_REF, 0, 0);
        node(b, v)->ptr = m->cp;
        node(b, v)->imm = e->aux;
        opt_know(b, v, array_ref(ref_decode(m->cp->resolved), (i32)e->aux));
        push(b, v);
        return;
    }
    opt_leave_from(b, i->bci, OPT_UNLINKED);
}

static const struct cp_entry *linked_class(struct builder *b, const struct bytecode *i, bool quick)
{
    struct method *m = b->s->m;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    if ((quick && op == i->op) || atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) {
        opt_leave_from(b, i->bci, OPT_UNLINKED);
        return NULL;
    }
    return e;
}

/* Of a `new`. The class may be one that the running thread initializes. */
static const struct cp_entry *class_to_make(struct builder *b, const struct bytecode *i)
{
    const struct cp_entry *e = &b->s->m->cp->e[bytecode_constant(i)];
    bool early = interp_op_info[code_running_op(b->s->m->code + i->bci)].first == OP_new &&
                 atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED &&
                 opt_is_being_initialized(e->cls) && !(e->cls->access & (ACC_ABSTRACT | ACC_INTERFACE));
    if (!early) return linked_class(b, i, true);
    (void)opt_check_init(b, e->cls, i->bci);
    return e;
}

static void new_array(struct builder *b, struct class *array, u32 bci)
{
    if (!array) {
        opt_leave_from(b, bci, OPT_UNLINKED);
        return;
    }
    opt_value v = add(b, OPT_NEW_ARRAY, OPT_REF, stack_of(b)[b->sp - 1], 0);
    node(b, v)->ptr = array;
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    (void)pop(b);
    push(b, v);
}

static void new_arrays(struct builder *b, const struct bytecode *i)
{
    const struct cp_entry *e = linked_class(b, i, false);
    if (!e) return;
    u32 dims = i->at[3];
    opt_value v = add(b, OPT_NEW_ARRAYS, OPT_REF, 0, 0);
    node(b, v)->ptr = e->cls;
    node(b, v)->imm = dims;
    node(b, v)->state = opt_state_at(b, i->bci, OPT_RARE);
    b->sp -= dims;
    push(b, v);
}

/* The class may be unresolved as long as only NULL has been tested. */
static void test_null(struct builder *b, const struct bytecode *i)
{
    opt_value branch = add(b, OPT_IF, OPT_VOID, stack_of(b)[b->sp - 1], constant(b, OPT_REF, 0));
    node(b, branch)->cc = OPT_EQ;
    u32 from = b->block, null = new_block(b), other = new_block(b);
    opt_add_edge(b->g, from, null);
    opt_add_edge(b->g, from, other);
    b->block = other;
    opt_leave_from(b, i->bci, OPT_UNLINKED);
    b->block = null;
    if (i->op == OP_checkcast) return;
    (void)pop(b);
    push(b, constant(b, OPT_INT, 0));
}

static void type_test(struct builder *b, const struct bytecode *i)
{
    const struct cp_entry *e = &b->s->m->cp->e[bytecode_constant(i)];
    if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) {
        test_null(b, i);
        return;
    }
    opt_value o = stack_of(b)[b->sp - 1];
    if (i->op == OP_checkcast) {
        struct class *c = opt_declared_class(b, o);
        if (c && class_assignable(c, e->cls)) return;
        if (e->cls == WK(java_lang_Object)) return;
        if (opt_throws_often(b, OPT_CHECK_CAST, i->bci)) {
            (void)opt_build_thrower(b, OPT_CHECK_CAST, o, 0, e->cls, i->bci);
            return;
        }
        opt_value v = check(b, OPT_CHECK_CAST, o, 0, i->bci);
        node(b, v)->ptr = e->cls;
        return;
    }
    struct class *is = exact_class(b, o);
    if (is) {
        (void)pop(b);
        push(b, constant(b, OPT_INT, class_assignable(is, e->cls)));
        return;
    }
    is = opt_declared_class(b, o);
    (void)pop(b);
    if (is && class_assignable(is, e->cls)) {
        opt_value some = add(b, OPT_TEST, OPT_INT, o, constant(b, OPT_REF, 0));
        node(b, some)->cc = OPT_NE;
        push(b, some);
        return;
    }
    opt_value v = add(b, OPT_INSTANCE_OF, OPT_INT, o, 0);
    node(b, v)->ptr = e->cls;
    push(b, v);
}

static void branch_int(struct builder *b, const struct bytecode *i, u8 cc, bool zero)
{
    struct part *yes = part_at(b, bytecode_target(i)), *no = part_at(b, i->bci + i->length);
    if (!yes || !no) {
        (void)fail(b, "damaged code");
        return;
    }
    opt_value y = zero ? 0 : pop(b), x = pop(b);
    struct condition c = { x, y, cc, 0, i->bci, zero ? 1 : 2, false };
    const struct opt_node *n = node(b, x);
    if (zero && n->op == OPT_COMPARE) { /* compares the operands of the COMPARE directly */
        c.x = n->in[0];
        c.y = n->in[1];
        c.nan = n->imm;
        c.compared = true;
    } else if (zero)
        c.y = constant(b, n->type, 0);
    bool same;
    if (node(b, c.x)->type == OPT_REF && opt_same_known(b, c.x, c.y, &same)) {
        opt_go_to(b, same == (cc == OPT_EQ) ? yes : no);
        return;
    }
    branch(b, &c, yes, no);
}

static opt_value narrowed(struct builder *b, opt_value v, u8 kind)
{
    u8 conv = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') return v;
    opt_value r = add(b, OPT_CONV, OPT_INT, v, 0);
    node(b, r)->imm = conv;
    return r;
}

static void return_from(struct builder *b, const struct bytecode *i)
{
    struct scope *s = b->s;
    u8 type = type_of_kind(s->m->return_kind);
    u8 running = interp_op_info[code_running_op(s->m->code + i->bci)].first;
    bool own = (s->m->access & ACC_SYNCHRONIZED) != 0, counted = method_has(s->m, MTH_COUNTED_BODY);
    if (running == OP_return_init || method_has(s->m, MTH_OBJECT_INIT)) {
        opt_leave_from(b, i->bci, OPT_RARE);
        return;
    }
    if (running == OP_return_locked && (own || s->locks || !counted)) {
        (void)opt_monitor(b, own ? OPT_EXIT_METHOD : OPT_CHECK_UNLOCKED, s->lock, s->header, i->bci);
    }
    opt_probe_returns(b, i->bci);
    opt_value v = type != OPT_VOID ? pop_kind(b, type) : 0;
    if (type == OPT_INT) v = narrowed(b, v, s->m->return_kind);
    if (s->caller) {
        opt_return_to_caller(b, s, v);
        return;
    }
    opt_value r = add(b, OPT_RETURN, type, v, 0);
    node(b, r)->kind = s->m->return_kind;
    b->block = 0;
}

static void shuffle(struct builder *b, const char *pattern, u32 in)
{
    opt_value v[4];
    for (u32 k = in; k-- > 0;) v[k] = pop(b);
    for (; *pattern; pattern++) push(b, v[*pattern - 'a']);
}

static void load_local(struct builder *b, u32 n, bool wide)
{
    opt_value v = b->cur[n + wide];
    if (!v) {
        (void)fail(b, "a variable without a value");
        return;
    }
    if (wide)
        push_wide(b, v);
    else
        push(b, v);
}
static void store_local(struct builder *b, u32 n, bool wide)
{
    opt_value v = wide ? pop_wide(b) : pop(b);
    b->cur[n] = wide ? 0 : v;
    if (wide) b->cur[n + 1] = v;
    /* the other half of a wide value that this overwrote needs no clearing: the bytecode cannot read it */
}

static void instruction(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    u32 bci = i->bci;
    b->probed = false;
    if (UNLIKELY(__atomic_load_n(m->code + bci, __ATOMIC_RELAXED) == OP_breakpoint)) {
        if (!code_is_only_probed(m->code + bci)) {
            opt_leave_from(b, bci, OPT_TOLD);
            return;
        }
        opt_probe_code(b, bci);
    }
    switch (i->op) {
    case OP_nop: return;
    case OP_aconst_null: push(b, constant(b, OPT_REF, 0)); return;
    case OP_iconst_m1:
    case OP_iconst_0:
    case OP_iconst_1:
    case OP_iconst_2:
    case OP_iconst_3:
    case OP_iconst_4:
    case OP_iconst_5: push(b, constant(b, OPT_INT, i->op - OP_iconst_0)); return;
    case OP_lconst_0:
    case OP_lconst_1: push_wide(b, constant(b, OPT_LONG, i->op - OP_lconst_0)); return;
    case OP_fconst_0:
    case OP_fconst_1:
    case OP_fconst_2: push(b, constant(b, OPT_FLOAT, slot_of_float((float)(i->op - OP_fconst_0)))); return;
    case OP_dconst_0:
    case OP_dconst_1: push_wide(b, constant(b, OPT_DOUBLE, (i64)slot_of_double((double)(i->op - OP_dconst_0)))); return;
    case OP_bipush: push(b, constant(b, OPT_INT, (i8)i->at[1])); return;
    case OP_sipush: push(b, constant(b, OPT_INT, (i16)(i->at[1] << 8 | i->at[2]))); return;
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: load_constant(b, i); return;
    case OP_iaload: load_element(b, 'I', bci); return;
    case OP_laload: load_element(b, 'J', bci); return;
    case OP_faload: load_element(b, 'F', bci); return;
    case OP_daload: load_element(b, 'D', bci); return;
    case OP_aaload: load_element(b, 'L', bci); return;
    case OP_baload: load_element(b, 'B', bci); return;
    case OP_caload: load_element(b, 'C', bci); return;
    case OP_saload: load_element(b, 'S', bci); return;
    case OP_iastore: store_element(b, 'I', bci); return;
    case OP_lastore: store_element(b, 'J', bci); return;
    case OP_fastore: store_element(b, 'F', bci); return;
    case OP_dastore: store_element(b, 'D', bci); return;
    case OP_aastore: store_element(b, 'L', bci); return;
    case OP_bastore: store_element(b, 'B', bci); return;
    case OP_castore: store_element(b, 'C', bci); return;
    case OP_sastore: store_element(b, 'S', bci); return;
    case OP_pop: b->sp--; return;
    case OP_pop2: b->sp -= 2; return;
    case OP_dup: shuffle(b, "aa", 1); return;
    case OP_dup_x1: shuffle(b, "bab", 2); return;
    case OP_dup_x2: shuffle(b, "cabc", 3); return;
    case OP_dup2: shuffle(b, "abab", 2); return;
    case OP_dup2_x1: shuffle(b, "bcabc", 3); return;
    case OP_dup2_x2: shuffle(b, "cdabcd", 4); return;
    case OP_swap: shuffle(b, "ba", 2); return;
    case OP_iadd: arithmetic(b, OPT_ADD, OPT_INT); return;
    case OP_ladd: arithmetic(b, OPT_ADD, OPT_LONG); return;
    case OP_fadd: arithmetic(b, OPT_ADD, OPT_FLOAT); return;
    case OP_dadd: arithmetic(b, OPT_ADD, OPT_DOUBLE); return;
    case OP_isub: arithmetic(b, OPT_SUB, OPT_INT); return;
    case OP_lsub: arithmetic(b, OPT_SUB, OPT_LONG); return;
    case OP_fsub: arithmetic(b, OPT_SUB, OPT_FLOAT); return;
    case OP_dsub: arithmetic(b, OPT_SUB, OPT_DOUBLE); return;
    case OP_imul: arithmetic(b, OPT_MUL, OPT_INT); return;
    case OP_lmul: arithmetic(b, OPT_MUL, OPT_LONG); return;
    case OP_fmul: arithmetic(b, OPT_MUL, OPT_FLOAT); return;
    case OP_dmul: arithmetic(b, OPT_MUL, OPT_DOUBLE); return;
    case OP_idiv: divide(b, OPT_DIV, OPT_INT, bci); return;
    case OP_ldiv: divide(b, OPT_DIV, OPT_LONG, bci); return;
    case OP_fdiv: divide(b, OPT_DIV, OPT_FLOAT, bci); return;
    case OP_ddiv: divide(b, OPT_DIV, OPT_DOUBLE, bci); return;
    case OP_irem: divide(b, OPT_REM, OPT_INT, bci); return;
    case OP_lrem: divide(b, OPT_REM, OPT_LONG, bci); return;
    case OP_frem: divide(b, OPT_REM, OPT_FLOAT, bci); return;
    case OP_drem: divide(b, OPT_REM, OPT_DOUBLE, bci); return;
    case OP_ineg: negate(b, OPT_INT); return;
    case OP_lneg: negate(b, OPT_LONG); return;
    case OP_fneg: negate(b, OPT_FLOAT); return;
    case OP_dneg: negate(b, OPT_DOUBLE); return;
    case OP_ishl: shift(b, OPT_SHL, OPT_INT); return;
    case OP_lshl: shift(b, OPT_SHL, OPT_LONG); return;
    case OP_ishr: shift(b, OPT_SHR, OPT_INT); return;
    case OP_lshr: shift(b, OPT_SHR, OPT_LONG); return;
    case OP_iushr: shift(b, OPT_USHR, OPT_INT); return;
    case OP_lushr: shift(b, OPT_USHR, OPT_LONG); return;
    case OP_iand: arithmetic(b, OPT_AND, OPT_INT); return;
    case OP_land: arithmetic(b, OPT_AND, OPT_LONG); return;
    case OP_ior: arithmetic(b, OPT_OR, OPT_INT); return;
    case OP_lor: arithmetic(b, OPT_OR, OPT_LONG); return;
    case OP_ixor: arithmetic(b, OPT_XOR, OPT_INT); return;
    case OP_lxor: arithmetic(b, OPT_XOR, OPT_LONG); return;
    case OP_iinc: {
        u32 n = bytecode_local(i);
        i32 by = i->wide ? (i16)(i->at[4] << 8 | i->at[5]) : (i8)i->at[2];
        load_local(b, n, false);
        if (b->failed) return;
        push(b, constant(b, OPT_INT, by));
        arithmetic(b, OPT_ADD, OPT_INT);
        store_local(b, n, false);
        return;
    }
    case OP_i2l: convert(b, OPT_INT, OPT_LONG, OPT_I2L); return;
    case OP_i2f: convert(b, OPT_INT, OPT_FLOAT, OPT_I2F); return;
    case OP_i2d: convert(b, OPT_INT, OPT_DOUBLE, OPT_I2D); return;
    case OP_l2i: convert(b, OPT_LONG, OPT_INT, OPT_L2I); return;
    case OP_l2f: convert(b, OPT_LONG, OPT_FLOAT, OPT_L2F); return;
    case OP_l2d: convert(b, OPT_LONG, OPT_DOUBLE, OPT_L2D); return;
    case OP_f2i: convert(b, OPT_FLOAT, OPT_INT, OPT_F2I); return;
    case OP_f2l: convert(b, OPT_FLOAT, OPT_LONG, OPT_F2L); return;
    case OP_f2d: convert(b, OPT_FLOAT, OPT_DOUBLE, OPT_F2D); return;
    case OP_d2i: convert(b, OPT_DOUBLE, OPT_INT, OPT_D2I); return;
    case OP_d2l: convert(b, OPT_DOUBLE, OPT_LONG, OPT_D2L); return;
    case OP_d2f: convert(b, OPT_DOUBLE, OPT_FLOAT, OPT_D2F); return;
    case OP_i2b: convert(b, OPT_INT, OPT_INT, OPT_I2B); return;
    case OP_i2c: convert(b, OPT_INT, OPT_INT, OPT_I2C); return;
    case OP_i2s: convert(b, OPT_INT, OPT_INT, OPT_I2S); return;
    case OP_lcmp: compare(b, OPT_LONG, 0); return;
    case OP_fcmpl: compare(b, OPT_FLOAT, -1); return;
    case OP_fcmpg: compare(b, OPT_FLOAT, 1); return;
    case OP_dcmpl: compare(b, OPT_DOUBLE, -1); return;
    case OP_dcmpg: compare(b, OPT_DOUBLE, 1); return;
    case OP_ifeq:
    case OP_ifnull: branch_int(b, i, OPT_EQ, true); return;
    case OP_ifne:
    case OP_ifnonnull: branch_int(b, i, OPT_NE, true); return;
    case OP_iflt: branch_int(b, i, OPT_LT, true); return;
    case OP_ifge: branch_int(b, i, OPT_GE, true); return;
    case OP_ifgt: branch_int(b, i, OPT_GT, true); return;
    case OP_ifle: branch_int(b, i, OPT_LE, true); return;
    case OP_if_icmpeq:
    case OP_if_acmpeq: branch_int(b, i, OPT_EQ, false); return;
    case OP_if_icmpne:
    case OP_if_acmpne: branch_int(b, i, OPT_NE, false); return;
    case OP_if_icmplt: branch_int(b, i, OPT_LT, false); return;
    case OP_if_icmpge: branch_int(b, i, OPT_GE, false); return;
    case OP_if_icmpgt: branch_int(b, i, OPT_GT, false); return;
    case OP_if_icmple: branch_int(b, i, OPT_LE, false); return;
    case OP_goto:
    case OP_goto_w: {
        struct part *p = part_at(b, bytecode_target(i));
        if (p)
            opt_go_to(b, p);
        else
            (void)fail(b, "damaged code");
        return;
    }
    case OP_tableswitch:
    case OP_lookupswitch: opt_switch_on(b, i); return;
    case OP_ireturn:
    case OP_lreturn:
    case OP_freturn:
    case OP_dreturn:
    case OP_areturn:
    case OP_return: return_from(b, i); return;
    case OP_getstatic:
    case OP_putstatic:
    case OP_getfield:
    case OP_putfield: field_access(b, i); return;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface:
    case OP_invokedynamic: opt_build_call(b, i); return;
    case OP_new: {
        const struct cp_entry *e = class_to_make(b, i);
        if (!e) return;
        opt_value v = add(b, OPT_NEW, OPT_REF, 0, 0);
        node(b, v)->ptr = e->cls;
        node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
        push(b, v);
        return;
    }
    case OP_newarray: {
        u8 t = i->at[1];
        struct class *c = t >= 4 && t <= 11 ? class_primitive[(u8) "ZCFDBSIJ"[t - 4]] : NULL;
        new_array(b, c ? atomic_load(&c->array) : NULL, bci);
        return;
    }
    case OP_anewarray: {
        const struct cp_entry *e = linked_class(b, i, false);
        if (e) new_array(b, atomic_load(&e->cls->array), bci);
        return;
    }
    case OP_multianewarray: new_arrays(b, i); return;
    case OP_arraylength: {
        opt_value length = length_of(b, stack_of(b)[b->sp - 1], bci);
        (void)pop(b);
        push(b, length);
        return;
    }
    case OP_athrow: opt_build_throw(b, bci); return;
    case OP_checkcast:
    case OP_instanceof: type_test(b, i); return;
    case OP_monitorenter:
    case OP_monitorexit: {
        opt_value o = stack_of(b)[b->sp - 1];
        (void)check_null(b, o, bci);
        (void)opt_monitor(b, i->op == OP_monitorenter ? OPT_ENTER : OPT_EXIT_MONITOR, o, b->s->header, bci);
        (void)pop(b);
        return;
    }
    default: break;
    }
    if (i->info->local != BC_NO_LOCAL) {
        bool wide = i->info->local_kind == 'J' || i->info->local_kind == 'D';
        if (i->info->local_access & BC_WRITTEN)
            store_local(b, bytecode_local(i), wide);
        else
            load_local(b, bytecode_local(i), wide);
        return;
    }
    (void)fail(b, "an instruction that it does not know");
}

static void build_part(struct builder *b, struct part *p)
{
    struct bytecode i;
    struct scope *s = b->s;
    u64 *live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    u64 *at_insn = ARENA_NEW_ARRAY(b->a, u64, (size_t)(s->words + 1) * p->insns + 1);
    opt_live_behind(s, p, live);
    opt_live_through(s, p, s->starts, live, at_insn);
    b->live = p->live;
    if (p->throws && !opt_may_catch(s, s->starts[p->first + p->insns - 1])) {
        /* handlers are reached rarely, and the interpreter makes the exceptions */
        opt_leave_from(b, p->bci, OPT_RARE);
        return;
    }
    for (u32 k = 0; k < p->insns && b->block && !b->failed; k++) {
        u32 at = s->starts[p->first + k];
        b->live = at_insn + k * (s->words + 1);
        if (!bytecode_read(&i, b->s->m->orig_code, b->s->m->code_len, at)) {
            (void)fail(b, "damaged code");
            return;
        }
        struct opt_origin *o = ARENA_NEW_ARRAY(b->a, struct opt_origin, 1);
        *o = (struct opt_origin){ s->called, s->m, at };
        b->g->origin = o;
        instruction(b, &i);
        if (b->g->count > MAX_NODES) (void)fail(b, "too large");
    }
    if (b->block && !b->failed) {
        struct part *next = part_at(b, p->end);
        if (next)
            opt_go_to(b, next);
        else
            (void)fail(b, "damaged code");
    }
}

/* Builds the scope from its first instruction on, in the current block. The arguments are in place. */
bool opt_build_scope(struct builder *b, struct scope *s)
{
    i32 top = s->header + (i32)FRAME_SLOTS + 2 + s->m->max_stack;
    if (top > b->g->extent) b->g->extent = top;
    opt_go_to(b, &s->parts[0]);
    for (u32 k = 0; k < s->order_count && !b->failed; k++) {
        struct part *p = &s->parts[s->order[k]];
        p->begun = true;
        p->passed = !p->edge_count;
        if (p->passed) continue;
        if (!opt_may_go_on(b->g)) return fail(b, b->g->why_not);
        s->now = p;
        if (UNLIKELY(s->only_head && !p->of_head)) {
            opt_build_behind_head(b, p);
            continue;
        }
        begin_part(b, p);
        build_part(b, p);
    }
    return !b->failed;
}

static void add_params(struct builder *b, const struct method *m)
{
    u32 n = 0;
    if (!method_is_static(m)) {
        opt_value v = add(b, OPT_PARAM, OPT_REF, 0, 0);
        node(b, v)->kind = 't';
        b->cur[n++] = v;
    }
    for (const char *p = m->desc->bytes + 1; *p && *p != ')'; p++) {
        u8 type = type_of_kind((u8)*p);
        bool wide = type == OPT_LONG || type == OPT_DOUBLE;
        opt_value v = add(b, OPT_PARAM, type, 0, 0);
        node(b, v)->imm = n + wide;
        b->cur[n + wide] = v;
        n += 1u + wide;
        while (*p == '[') p++;
        if (*p == 'L')
            while (*p != ';') p++;
    }
}

bool opt_build(struct opt_graph *g)
{
    struct method *m = g->m;
    struct builder b = { .g = g, .a = &g->arena };
    if (m->code_len > MAX_BYTES) return fail(&b, "too large");
    if (m->told_often) return fail(&b, "a tool is told of it too often");
    struct scope *s = ARENA_NEW(b.a, struct scope);
    s->m = m;
    s->locals = -(i32)m->max_locals;
    s->limit = MAX_INLINED;
    b.s = s;
    b.cur = ARENA_NEW_ARRAY(b.a, opt_value, (size_t)m->max_locals + m->max_stack + 2);
    if (!opt_scan(&b, s)) return false;
    b.block = opt_new_block(g);
    add_params(&b, m);
    if (g->enterable) opt_add_entries(&b, s);
    if (!opt_build_scope(&b, s)) return false;
    opt_end_entries(&b, s);
    return true;
}
