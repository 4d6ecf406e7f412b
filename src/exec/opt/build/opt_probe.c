/* Nodes that count for probes (thread/probe_points.h): entries that pass no entry of a method, and all exits. Who asks
 * whether a method is probed notes it first, so its code goes when that changes. */
#include "exec/opt/build/opt_build.h"
#include "thread/probe_points.h"

struct place_in_code {
    const struct method *m;
    const opt_value *locals; /* NULL: they are not looked at */
    opt_value result, elapsed, value;
    u8 value_kind;
    opt_value object, checked; /* of a field; what has shown it not to be NULL */
    bool entry;
};

/* ---- values: longs, doubles, and objects of which the class is asked ---- */
static opt_value convert(struct builder *b, opt_value v, u8 type, u8 how)
{
    opt_value r = add(b, OPT_CONV, type, v, 0);
    node(b, r)->imm = how;
    return r;
}
static opt_value as_long(struct builder *b, opt_value v, u8 kind)
{
    if (kind == 'L' || kind == '[' || kind == 'D') return v;
    if (kind == 'F') return convert(b, v, OPT_DOUBLE, OPT_F2D);
    u8 narrow = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    if (kind == 'J') return v;
    if (kind == 'B' || kind == 'C' || kind == 'S' || kind == 'Z') v = convert(b, v, OPT_INT, narrow);
    return convert(b, v, OPT_LONG, OPT_I2L);
}
static opt_value to_int(struct builder *b, opt_value v) { return convert(b, v, OPT_INT, OPT_L2I); }
static bool is_real(struct builder *b, opt_value v) { return node(b, v)->type == OPT_DOUBLE; }
static opt_value as_real(struct builder *b, opt_value v)
{
    return is_real(b, v) ? v : convert(b, v, OPT_DOUBLE, OPT_L2D);
}
static opt_value argument(struct builder *b, const struct place_in_code *at, i64 n)
{
    const char *p = at->m->desc->bytes + 1, *start;
    u32 slot = !method_is_static(at->m), len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--) {
        u32 wide = k == 'J' || k == 'D';
        if (n == 0) return as_long(b, at->locals[slot + wide], (u8)k);
        slot += 1 + wide;
    }
    VM_UNREACHABLE(); /* looked at when the probe was placed */
}
/* States name all arguments from here on, at the method's first instruction. */
static void stand_at_entry(struct builder *b)
{
    struct scope *s = b->s;
    u64 *all = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    for (u32 i = 0; i < s->m->nargs; i++) set_bit(all, i);
    struct opt_origin *o = ARENA_NEW(b->a, struct opt_origin);
    *o = (struct opt_origin){ s->called, s->m, 0 };
    b->live = all;
    b->g->origin = o;
}
static opt_value class_of(struct builder *b, opt_value o, opt_value dep)
{
    opt_value c = add(b, OPT_CLASS_OF, OPT_INT, o, 0);
    node(b, c)->dep = dep;
    return c;
}
static void go_to_block(struct builder *b, u32 from, u32 to)
{
    b->block = from;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(b->g, from, to);
}
/* Goes on at `behind`, to which both blocks lead: with x from the first, with y from the second. */
static opt_value merge(struct builder *b, u8 type, u32 behind, u32 first, opt_value x, u32 second, opt_value y)
{
    go_to_block(b, first, behind);
    go_to_block(b, second, behind);
    b->block = behind;
    opt_value v = opt_new_node(b->g, OPT_PHI, type);
    opt_append(b->g, behind, v);
    opt_add_phi_arg(b, v, x);
    opt_add_phi_arg(b, v, y);
    return v;
}
/* 0 if o is NULL. */
static opt_value class_or_none(struct builder *b, opt_value o)
{
    opt_value none = constant(b, OPT_INT, 0);
    if (is_const(b, o) && !node(b, o)->imm) return none;
    u32 null = go_on_if(b, o, OPT_NE, constant(b, OPT_REF, 0)), yes = b->block, behind = new_block(b);
    opt_value c = class_of(b, o, add(b, OPT_ANCHOR, OPT_VOID, 0, 0));
    return merge(b, OPT_INT, behind, yes, c, null, none);
}
/* At the entry: o is `this`, which the call has checked. Returns the check. */
static opt_value checked_by_call(struct builder *b, opt_value o)
{
    stand_at_entry(b);
    return check_null(b, o, 0);
}
static opt_value class_of_step(struct builder *b, const struct place_in_code *at, const struct probe_step *of,
                               opt_value o)
{
    const struct class *known = exact_class(b, o);
    if (known) return constant(b, OPT_INT, (i32)(uintptr_t)known);
    if (of->op == PROBE_S_OBJECT) return class_of(b, o, at->checked);
    if (of->op != PROBE_S_THIS || !at->entry) return class_or_none(b, o);
    return class_of(b, o, checked_by_call(b, o));
}

/* ---- fields and elements: an expression has no value behind them if their object is NULL ---- */

enum { LONGEST = 64, DEEPEST = 24 }; /* expressions: PROBE_NODES_MAX, PROBE_DEPTH_MAX */
/* Blocks that go on without a value. */
struct ways {
    u32 blocks[8 * LONGEST], count;
};
static void add_way(struct builder *b, struct ways *w, u32 block)
{
    VM_CHECK(w->count < ARRAY_LEN(w->blocks));
    b->g->blocks[block].rare = true;
    w->blocks[w->count++] = block;
}
/* Goes on only if o, of the step, is not NULL. Returns the node that has shown it; 0: o is never NULL. */
static opt_value go_on_with(struct builder *b, const struct place_in_code *at, const struct probe_step *of, opt_value o,
                            struct ways *none)
{
    if (is_never_null(b, o)) return 0;
    if (of->op == PROBE_S_OBJECT) return at->checked;
    if (of->op == PROBE_S_THIS && at->entry) return checked_by_call(b, o);
    add_way(b, none, go_on_if(b, o, OPT_NE, constant(b, OPT_REF, 0)));
    return add(b, OPT_ANCHOR, OPT_VOID, 0, 0);
}
static opt_value load_field(struct builder *b, opt_value o, const struct field *f, opt_value checked)
{
    opt_value number = opt_unboxed(b, o, f);
    if (number) return as_long(b, number, f->kind);
    opt_value v = add(b, OPT_LOAD, type_of_kind(f->kind), o, 0);
    node(b, v)->kind = f->kind;
    node(b, v)->imm = f->offset;
    node(b, v)->ptr = (void *)(uintptr_t)f;
    node(b, v)->cc = (f->access & ACC_VOLATILE) != 0;
    node(b, v)->dep = checked;
    return as_long(b, v, f->kind);
}
static opt_value length_of(struct builder *b, opt_value a, opt_value checked)
{
    opt_value v = add(b, OPT_ARRAY_LENGTH, OPT_INT, a, 0);
    node(b, v)->dep = checked;
    return as_long(b, v, 'I');
}
static opt_value load_element(struct builder *b, const struct probe_step *s, opt_value a, opt_value i,
                              struct ways *none, opt_value checked)
{
    opt_value length = length_of(b, a, checked);
    add_way(b, none, go_on_if(b, i, OPT_GE, constant(b, OPT_LONG, 0)));
    add_way(b, none, go_on_if(b, i, OPT_LT, length));
    opt_value within = add(b, OPT_ANCHOR, OPT_VOID, 0, 0);
    opt_value v = add(b, OPT_LOAD_ELEMENT, type_of_kind(s->kind), a, to_int(b, i));
    node(b, v)->kind = s->kind;
    node(b, v)->dep = within;
    return as_long(b, v, s->kind);
}
/* 1 or 0. */
static opt_value test(struct builder *b, opt_value x, u8 cc, opt_value y)
{
    opt_value v = add(b, OPT_TEST, OPT_INT, x, y);
    node(b, v)->cc = cc;
    return as_long(b, v, 'I');
}
/* Of two doubles: -1, 0 or 1; nan if one of them is none. */
static opt_value compare(struct builder *b, opt_value x, opt_value y, i32 nan)
{
    opt_value v = add(b, OPT_COMPARE, OPT_INT, x, y);
    node(b, v)->imm = nan;
    return v;
}
/* 1 or 0. A number that is none is unequal to all, and else nothing holds of it. */
static opt_value test_reals(struct builder *b, opt_value x, u8 cc, opt_value y)
{
    opt_value order = compare(b, as_real(b, x), as_real(b, y), cc == OPT_LT || cc == OPT_LE ? 1 : -1);
    return test(b, order, cc, constant(b, OPT_INT, 0));
}
static opt_value of_reals(struct builder *b, u8 op, opt_value x, opt_value y)
{
    switch ((enum probe_step_op)op) {
    case PROBE_S_EQ: return test_reals(b, x, OPT_EQ, y);
    case PROBE_S_NE: return test_reals(b, x, OPT_NE, y);
    case PROBE_S_LE: return test_reals(b, x, OPT_LE, y);
    case PROBE_S_LT: return test_reals(b, x, OPT_LT, y);
    case PROBE_S_GE: return test_reals(b, x, OPT_GE, y);
    case PROBE_S_GT: return test_reals(b, x, OPT_GT, y);
    default: break;
    }
    u8 node_op = op == PROBE_S_ADD ? OPT_ADD : op == PROBE_S_SUB ? OPT_SUB : op == PROBE_S_MUL ? OPT_MUL : OPT_DIV;
    return add(b, node_op, OPT_DOUBLE, as_real(b, x), as_real(b, y));
}
static opt_value is_true(struct builder *b, opt_value x) { return test(b, x, OPT_NE, constant(b, OPT_LONG, 0)); }
static opt_value binary(struct builder *b, u8 op, opt_value x, opt_value y)
{
    if (is_real(b, x) || is_real(b, y)) return of_reals(b, op, x, y);
    switch ((enum probe_step_op)op) {
    case PROBE_S_OR: return add(b, OPT_OR, OPT_LONG, is_true(b, x), is_true(b, y));
    case PROBE_S_AND: return add(b, OPT_AND, OPT_LONG, is_true(b, x), is_true(b, y));
    case PROBE_S_EQ: return test(b, x, OPT_EQ, y);
    case PROBE_S_NE: return test(b, x, OPT_NE, y);
    case PROBE_S_LE: return test(b, x, OPT_LE, y);
    case PROBE_S_LT: return test(b, x, OPT_LT, y);
    case PROBE_S_GE: return test(b, x, OPT_GE, y);
    case PROBE_S_GT: return test(b, x, OPT_GT, y);
    case PROBE_S_BIT_OR: return add(b, OPT_OR, OPT_LONG, x, y);
    case PROBE_S_BIT_XOR: return add(b, OPT_XOR, OPT_LONG, x, y);
    case PROBE_S_BIT_AND: return add(b, OPT_AND, OPT_LONG, x, y);
    case PROBE_S_SHL: return add(b, OPT_SHL, OPT_LONG, x, to_int(b, y));
    case PROBE_S_USHR: return add(b, OPT_USHR, OPT_LONG, x, to_int(b, y));
    case PROBE_S_SHR: return add(b, OPT_SHR, OPT_LONG, x, to_int(b, y));
    case PROBE_S_ADD: return add(b, OPT_ADD, OPT_LONG, x, y);
    case PROBE_S_SUB: return add(b, OPT_SUB, OPT_LONG, x, y);
    case PROBE_S_MIN: return add(b, OPT_MIN, OPT_LONG, x, y);
    case PROBE_S_MAX: return add(b, OPT_MAX, OPT_LONG, x, y);
    case PROBE_S_DIV: return add(b, OPT_DIV, OPT_LONG, x, y);
    case PROBE_S_REM: return add(b, OPT_REM, OPT_LONG, x, y);
    default: return add(b, OPT_MUL, OPT_LONG, x, y);
    }
}
/* A class reference as a long. */
static opt_value some_class(struct builder *b, opt_value c, struct ways *none)
{
    add_way(b, none, go_on_if(b, c, OPT_NE, constant(b, OPT_INT, 0)));
    return add(b, OPT_AND, OPT_LONG, as_long(b, c, 'I'), constant(b, OPT_LONG, UINT32_MAX));
}
/* A number as a long. */
static opt_value whole(struct builder *b, opt_value v, struct ways *none)
{
    if (!is_real(b, v)) return v;
    add_way(b, none, go_on_if(b, compare(b, v, v, 1), OPT_EQ, constant(b, OPT_INT, 0)));
    return convert(b, v, OPT_LONG, OPT_D2L);
}
static opt_value pair(struct builder *b, const struct probe_step *s, const opt_value *v)
{
    opt_value p = add(b, OPT_HIT_PAIR, OPT_LONG, v[s->a], v[s->b]);
    node(b, p)->imm = s->n;
    return p;
}
static opt_value step(struct builder *b, const struct place_in_code *at, const struct probe_light *l, u32 i,
                      const opt_value *v, struct ways *none)
{
    const struct probe_step *s = &l->steps[i], *of = &l->steps[s->a];
    opt_value checked = probe_step_loads(s) ? go_on_with(b, at, of, v[s->a], none) : 0;
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_CONST: return constant(b, s->kind == 'L' ? OPT_REF : s->kind == 'D' ? OPT_DOUBLE : OPT_LONG, s->n);
    case PROBE_S_FIELD: return load_field(b, v[s->a], probe_step_field(s), checked);
    case PROBE_S_LENGTH: return length_of(b, v[s->a], checked);
    case PROBE_S_SOME: return some_class(b, v[s->a], none);
    case PROBE_S_WHOLE: return whole(b, v[s->a], none);
    case PROBE_S_PAIR: return pair(b, s, v);
    case PROBE_S_ELEMENT: return load_element(b, s, v[s->a], v[s->b], none, checked);
    case PROBE_S_ARG: return argument(b, at, s->n);
    case PROBE_S_RESULT: return as_long(b, at->result, at->m->return_kind);
    case PROBE_S_ELAPSED: return at->elapsed;
    case PROBE_S_VALUE: return as_long(b, at->value, at->value_kind);
    case PROBE_S_THIS: return at->locals[0];
    case PROBE_S_OBJECT: return at->object;
    case PROBE_S_LOCAL: return as_long(b, at->locals[s->n], s->kind);
    case PROBE_S_CLASS: return class_of_step(b, at, of, v[s->a]);
    case PROBE_S_NEG: return add(b, OPT_NEG, is_real(b, v[s->a]) ? OPT_DOUBLE : OPT_LONG, v[s->a], 0);
    case PROBE_S_FLIP: return add(b, OPT_XOR, OPT_LONG, v[s->a], constant(b, OPT_LONG, -1));
    case PROBE_S_IS_ZERO: return test(b, v[s->a], OPT_EQ, constant(b, OPT_LONG, 0));
    default: return binary(b, s->op, v[s->a], v[s->b]);
    }
}
/* probe_hist_word: 65 without the leading zeros; 0 below 0. */
static opt_value hist_word(struct builder *b, opt_value v)
{
    opt_value zeros = convert(b, v, OPT_INT, OPT_LEADING_ZEROS);
    opt_value word = add(b, OPT_SUB, OPT_INT, constant(b, OPT_INT, 65), zeros);
    opt_value sign = to_int(b, add(b, OPT_SHR, OPT_LONG, v, constant(b, OPT_INT, 63)));
    return add(b, OPT_AND, OPT_INT, word, add(b, OPT_XOR, OPT_INT, sign, constant(b, OPT_INT, -1)));
}

/* ---- a hit ---- */
static void sum_up(struct builder *b, const struct probe_sum_up *s, const opt_value *steps)
{
    static const u8 ops[] = { [PROBE_SUM_ADD] = OPT_HIT_ADD,
                              [PROBE_SUM_HIST] = OPT_HIT_AT,
                              [PROBE_SUM_AT] = OPT_HIT_AT,
                              [PROBE_SUM_MIN] = OPT_HIT_MIN,
                              [PROBE_SUM_MAX] = OPT_HIT_MAX },
                    by_key[] = { [PROBE_SUM_ADD] = OPT_HIT_KEY_ADD,
                                 [PROBE_SUM_HIST] = OPT_HIT_KEY_AT,
                                 [PROBE_SUM_AT] = OPT_HIT_KEY_AT,
                                 [PROBE_SUM_MIN] = OPT_HIT_KEY_MAX,
                                 [PROBE_SUM_MAX] = OPT_HIT_KEY_MAX };
    opt_value v = steps[s->step], key = s->by ? steps[s->key] : 0;
    u8 op = s->kind != PROBE_SUM_COUNT ? (key ? by_key : ops)[s->kind]
            : s->by == PROBE_BY_CLASS  ? OPT_HIT_CLASS
                                       : OPT_HIT_NUMBER;
    if (s->kind == PROBE_SUM_COUNT) v = 0;
    if (s->kind == PROBE_SUM_HIST) v = hist_word(b, v);
    if (s->kind == PROBE_SUM_AT) v = to_int(b, v);
    if (op == OPT_HIT_KEY_MAX)
        v = add(b, OPT_XOR, OPT_LONG, v, constant(b, OPT_LONG, probe_grown((enum probe_sum_kind)s->kind, 0)));
    node(b, add(b, op, OPT_VOID, key ? key : v, key ? v : 0))->imm = s->word;
}
/* Has the code the variables that l reads, and can it name the classes of its fields? */
static bool can_do(struct builder *b, const struct place_in_code *at, const struct probe_light *l)
{
    for (u32 i = 0; i < l->step_count; i++) {
        const struct probe_step *s = &l->steps[i];
        if (s->op == PROBE_S_FIELD && !opt_can_name_class(b, probe_step_field(s)->owner)) return false;
        if (s->op != PROBE_S_THIS && s->op != PROBE_S_LOCAL) continue;
        opt_value v = at->locals ? at->locals[s->op == PROBE_S_THIS ? 0 : s->n] : 0;
        if (!v || node(b, v)->type != (s->op == PROBE_S_THIS ? OPT_REF : type_of_kind(s->kind))) return false;
    }
    return true;
}
static void count(struct builder *b, u32 word) { node(b, add(b, OPT_HIT, OPT_VOID, 0, 0))->imm = word; }
/* An `and` or `or` whose second operand is only looked at if the first does not decide. */
struct decision {
    u32 at, decided; /* its step; the block where the first has decided */
};
static u32 decide(struct builder *b, bool is_or, opt_value first)
{
    return go_on_if(b, first, is_or ? OPT_EQ : OPT_NE, constant(b, OPT_LONG, 0));
}
static opt_value join_decision(struct builder *b, const struct decision *d, bool is_or, opt_value second)
{
    u32 from = b->block, behind = new_block(b);
    opt_value other = is_true(b, second), decided = constant(b, OPT_LONG, is_or);
    return merge(b, OPT_LONG, behind, from, other, d->decided, decided);
}
/* The steps up to `to`. */
static void run_steps(struct builder *b, const struct place_in_code *at, const struct probe_light *l, u32 from, u32 to,
                      opt_value *v, struct ways *none)
{
    struct decision open[DEEPEST];
    u32 depth = 0;
    for (u32 i = from; i < to; i++) {
        const struct probe_step *s = &l->steps[i];
        bool is_or = l->steps[s->op == PROBE_S_DECIDED ? (u32)s->n : i].op == PROBE_S_OR;
        if (s->op == PROBE_S_DECIDED) {
            VM_CHECK(depth < ARRAY_LEN(open));
            open[depth++] = (struct decision){ (u32)s->n, decide(b, is_or, v[s->a]) };
        } else if (depth && open[depth - 1].at == i)
            v[i] = join_decision(b, &open[--depth], is_or, v[s->b]);
        else
            v[i] = step(b, at, l, i, v, none);
    }
}
/* The ways without a value count that, and lead to `behind`. */
static void join_ways(struct builder *b, const struct ways *none, u32 missed, u32 behind)
{
    if (!none->count) return;
    u32 join = new_block(b);
    b->g->blocks[join].rare = true;
    for (u32 i = 0; i < none->count; i++) go_to_block(b, none->blocks[i], join);
    b->block = join;
    count(b, missed);
    go_to_block(b, join, behind);
}
static void run_sum(struct builder *b, const struct place_in_code *at, const struct probe_light *l,
                    const struct probe_sum_up *s, opt_value *v)
{
    struct ways none = { .count = 0 };
    run_steps(b, at, l, s->first, s->end, v, &none);
    sum_up(b, s, v);
    if (!none.count) return;
    u32 from = b->block, behind = new_block(b);
    go_to_block(b, from, behind);
    join_ways(b, &none, s->missed, behind);
    b->block = behind;
}
static void run(struct builder *b, const struct place_in_code *at, const struct probe_light *l)
{
    opt_value *v = ARENA_NEW_ARRAY(b->a, opt_value, l->step_count + 1u);
    struct ways none = { .count = 0 };
    u32 no = 0;
    if (l->passed != l->hits) count(b, l->hits);
    run_steps(b, at, l, 0, l->early_steps, v, &none);
    if (l->condition) no = go_on_if(b, v[l->condition - 1], OPT_NE, constant(b, OPT_LONG, 0));
    for (u32 i = 0; i < l->sum_count; i++) run_sum(b, at, l, &l->sums[i], v);
    count(b, l->passed);
    if (!no) return;
    u32 yes = b->block, behind = new_block(b);
    go_to_block(b, yes, behind);
    go_to_block(b, no, behind);
    join_ways(b, &none, l->missed, behind);
    b->block = behind;
}
static void hit(struct builder *b, const struct place_in_code *at, enum probe_exit how)
{
    const struct probe_light *l;
    for (u32 i = 0; b->block && (l = probe_points.light(at->m, how, i)) != NULL; i++) run(b, at, l);
}

/* C does the rest, by the frames. */
static bool is_heavy(const struct method *m, enum probe_exit how)
{
    return UNLIKELY(method_has(m, MTH_COUNTED_BODY)) && probe_points.heavy(m, how);
}
static void tell(struct builder *b, u8 how, u32 bci)
{
    struct method *m = b->s->m;
    opt_value v = add(b, OPT_PROBE, OPT_VOID, 0, 0);
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    node(b, v)->ptr = m;
    node(b, v)->cc = how;
}

static opt_value timer(struct builder *b, u8 op, u8 type)
{
    opt_value v = add(b, op, type, 0, 0);
    node(b, v)->imm = b->s->locals;
    node(b, v)->ptr = b->s->m;
    return v;
}

void opt_probe_entered(struct builder *b, struct method *m)
{
    opt_note_method(b, m);
    if (LIKELY(!method_has(m, MTH_COUNTED))) return;
    VM_ASSERT(!method_has(m, MTH_COUNTED_BODY));
    struct place_in_code at = { .m = m };
    hit(b, &at, PROBE_ENTERED);
}
/* With all arguments in the state. */
static void tell_entered(struct builder *b)
{
    stand_at_entry(b);
    tell(b, PROBE_ENTERED, 0);
}
/* Can the code do itself what is to be done where the method is entered or returns? */
static bool is_light(struct builder *b, const struct place_in_code *at, enum probe_exit how)
{
    const struct probe_light *l;
    if (is_heavy(at->m, how)) return false;
    for (u32 i = 0; (l = probe_points.light(at->m, how, i)) != NULL; i++)
        if (!can_do(b, at, l)) return false;
    return true;
}
void opt_probe_entered_scope(struct builder *b)
{
    struct method *m = b->s->m;
    opt_note_method(b, m);
    if (LIKELY(!method_has(m, MTH_COUNTED))) return;
    struct place_in_code at = { .m = m, .locals = b->cur, .entry = true };
    if (!is_light(b, &at, PROBE_ENTERED)) {
        tell_entered(b);
        return;
    }
    hit(b, &at, PROBE_ENTERED);
    if (method_has(m, MTH_COUNTED_BODY) && probe_points.timed(m)) (void)timer(b, OPT_TIMER_BEGIN, OPT_VOID);
}

/* By the time that the method took; where that is not known, C says so. */
static void hit_timed(struct builder *b, struct place_in_code *at, u32 bci)
{
    at->elapsed = timer(b, OPT_ELAPSED, OPT_LONG);
    u32 unknown = go_on_if(b, at->elapsed, OPT_GE, constant(b, OPT_LONG, 0)), behind = new_block(b);
    hit(b, at, PROBE_RETURNS);
    go_to_block(b, b->block, behind);
    b->block = unknown;
    b->g->blocks[unknown].rare = true;
    tell(b, PROBE_RETURNS, bci);
    go_to_block(b, b->block, behind);
    b->block = behind;
}
void opt_probe_returns(struct builder *b, u32 bci)
{
    struct method *m = b->s->m;
    if (LIKELY(!method_has(m, MTH_COUNTED_BODY))) return;
    struct place_in_code at = { .m = m,
                                .locals = b->cur,
                                .result = m->return_kind != 'V' ? stack_of(b)[b->sp - 1] : 0 };
    if (!is_light(b, &at, PROBE_RETURNS))
        tell(b, PROBE_RETURNS, bci);
    else if (probe_points.timed(m) && probe_points.light(m, PROBE_RETURNS, 0))
        hit_timed(b, &at, bci);
    else
        hit(b, &at, PROBE_RETURNS);
}
void opt_probe_threw(struct builder *b, const struct method *m)
{
    if (LIKELY(!method_has(m, MTH_COUNTED_BODY))) return;
    VM_ASSERT(!opt_probe_sees_throws(m));
    struct place_in_code at = { .m = m };
    hit(b, &at, PROBE_LEAVES);
}
void opt_probe_code(struct builder *b, u32 bci)
{
    const u8 *pc = b->s->m->code + bci;
    struct place_in_code at = { .m = b->s->m, .locals = b->cur };
    const struct probe_light *l;
    bool heavy = probe_points.heavy_code(pc);
    for (u32 i = 0; !heavy && (l = probe_points.light_code(pc, i)) != NULL; i++) heavy = !can_do(b, &at, l);
    if (heavy)
        tell(b, PROBE_AT_CODE, bci);
    else
        for (u32 i = 0; b->block && (l = probe_points.light_code(pc, i)) != NULL; i++) run(b, &at, l);
    b->probed = true;
}
bool opt_probe_tells_field(struct builder *b, u32 bci, const struct field *f, bool write)
{
    bool heavy = probe_points.heavy_field(f, write, b->s->m);
    struct place_in_code at = { .m = b->s->m };
    const struct probe_light *l;
    for (u32 i = 0; !heavy && (l = probe_points.light_field(f, write, b->s->m, i)) != NULL; i++)
        heavy = !can_do(b, &at, l);
    if (heavy) tell(b, PROBE_AT_FIELD, bci);
    return heavy;
}
void opt_probe_field(struct builder *b, const struct field *f, bool write, opt_value value, opt_value o,
                     opt_value checked)
{
    struct method *m = b->s->m;
    struct place_in_code at = { .m = m, .value = value, .value_kind = f->kind, .object = o, .checked = checked };
    const struct probe_light *l;
    for (u32 i = 0; b->block && (l = probe_points.light_field(f, write, m, i)) != NULL; i++) run(b, &at, l);
}
bool opt_probe_sees_throws(const struct method *m) { return is_heavy(m, PROBE_LEAVES); }
