/* Nodes that count for probes (thread/probe_points.h): entries that pass no entry of a method, and all exits. Who asks
 * whether a method is probed notes it first, so its code goes when that changes. */
#include "exec/opt/build/opt_build.h"
#include "thread/probe_points.h"

struct place_in_code {
    const struct method *m;
    const opt_value *args; /* the first one's slot; NULL: they are not looked at */
    opt_value result;
};

/* ---- values: all are longs ---- */
static opt_value as_long(struct builder *b, opt_value v, u8 kind)
{
    u8 narrow = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    if (kind == 'J') return v;
    if (kind == 'B' || kind == 'C' || kind == 'S' || kind == 'Z') {
        v = add(b, OPT_CONV, OPT_INT, v, 0);
        node(b, v)->imm = narrow;
    }
    opt_value r = add(b, OPT_CONV, OPT_LONG, v, 0);
    node(b, r)->imm = OPT_I2L;
    return r;
}
static opt_value to_int(struct builder *b, opt_value v)
{
    opt_value r = add(b, OPT_CONV, OPT_INT, v, 0);
    node(b, r)->imm = OPT_L2I;
    return r;
}
static opt_value argument(struct builder *b, const struct place_in_code *at, i64 n)
{
    const char *p = at->m->desc->bytes + 1, *start;
    u32 slot = !method_is_static(at->m), len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--) {
        u32 wide = k == 'J' || k == 'D';
        if (n == 0) return as_long(b, at->args[slot + wide], (u8)k);
        slot += 1 + wide;
    }
    VM_UNREACHABLE(); /* looked at when the probe was placed */
}
/* 1 or 0. */
static opt_value test(struct builder *b, opt_value x, u8 cc, opt_value y)
{
    opt_value v = add(b, OPT_TEST, OPT_INT, x, y);
    node(b, v)->cc = cc;
    return as_long(b, v, 'I');
}
static opt_value is_true(struct builder *b, opt_value x) { return test(b, x, OPT_NE, constant(b, OPT_LONG, 0)); }
static opt_value binary(struct builder *b, u8 op, opt_value x, opt_value y)
{
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
    default: return add(b, OPT_MUL, OPT_LONG, x, y);
    }
}
static opt_value step(struct builder *b, const struct place_in_code *at, const struct probe_step *s, const opt_value *v)
{
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_CONST: return constant(b, OPT_LONG, s->n);
    case PROBE_S_ARG: return argument(b, at, s->n);
    case PROBE_S_RESULT: return as_long(b, at->result, at->m->return_kind);
    case PROBE_S_NEG: return add(b, OPT_NEG, OPT_LONG, v[s->a], 0);
    case PROBE_S_FLIP: return add(b, OPT_XOR, OPT_LONG, v[s->a], constant(b, OPT_LONG, -1));
    case PROBE_S_IS_ZERO: return test(b, v[s->a], OPT_EQ, constant(b, OPT_LONG, 0));
    default: return binary(b, s->op, v[s->a], v[s->b]);
    }
}
/* probe_hist_word: 65 without the leading zeros; 0 below 0. */
static opt_value hist_word(struct builder *b, opt_value v)
{
    opt_value zeros = add(b, OPT_CONV, OPT_INT, v, 0);
    node(b, zeros)->imm = OPT_LEADING_ZEROS;
    opt_value word = add(b, OPT_SUB, OPT_INT, constant(b, OPT_INT, 65), zeros);
    opt_value sign = to_int(b, add(b, OPT_SHR, OPT_LONG, v, constant(b, OPT_INT, 63)));
    return add(b, OPT_AND, OPT_INT, word, add(b, OPT_XOR, OPT_INT, sign, constant(b, OPT_INT, -1)));
}

/* ---- a hit ---- */
static void sum_up(struct builder *b, const struct probe_sum_up *s, opt_value v)
{
    static const u8 ops[] = { [PROBE_SUM_ADD] = OPT_HIT_ADD,
                              [PROBE_SUM_HIST] = OPT_HIT_AT,
                              [PROBE_SUM_MIN] = OPT_HIT_MIN,
                              [PROBE_SUM_MAX] = OPT_HIT_MAX };
    if (s->kind == PROBE_SUM_HIST) v = hist_word(b, v);
    node(b, add(b, ops[s->kind], OPT_VOID, v, 0))->imm = s->word;
}
static void go_to_block(struct builder *b, u32 from, u32 to)
{
    b->block = from;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(b->g, from, to);
}
static void run(struct builder *b, const struct place_in_code *at, const struct probe_light *l)
{
    opt_value *v = ARENA_NEW_ARRAY(b->a, opt_value, l->step_count + 1u);
    u32 no = 0;
    if (l->passed != l->hits) node(b, add(b, OPT_HIT, OPT_VOID, 0, 0))->imm = l->hits;
    for (u32 i = 0; i < l->early_steps; i++) v[i] = step(b, at, &l->steps[i], v);
    if (l->condition) no = go_on_if(b, v[l->condition - 1], OPT_NE, constant(b, OPT_LONG, 0));
    for (u32 i = l->early_steps; i < l->step_count; i++) v[i] = step(b, at, &l->steps[i], v);
    for (u32 i = 0; i < l->sum_count; i++) sum_up(b, &l->sums[i], v[l->sums[i].step]);
    node(b, add(b, OPT_HIT, OPT_VOID, 0, 0))->imm = l->passed;
    if (!no) return;
    u32 yes = b->block, behind = opt_new_block(b->g);
    go_to_block(b, yes, behind);
    go_to_block(b, no, behind);
    b->block = behind;
}
static void hit(struct builder *b, const struct place_in_code *at, enum probe_exit how)
{
    const struct probe_light *l;
    for (u32 i = 0; b->block && (l = probe_points.light(at->m, how, i)) != NULL; i++) run(b, at, l);
}

void opt_probe_entered(struct builder *b, struct method *m, const opt_value *args)
{
    opt_note_method(b, m);
    if (LIKELY(!method_has(m, MTH_COUNTED))) return;
    VM_ASSERT(args || !method_has(m, MTH_COUNTED_BODY));
    struct place_in_code at = { m, args, 0 };
    hit(b, &at, PROBE_ENTERED);
}
void opt_probe_left(struct builder *b, const struct method *m, enum probe_exit how, opt_value result)
{
    struct place_in_code at = { m, NULL, result };
    if (UNLIKELY(method_has(m, MTH_COUNTED_BODY))) hit(b, &at, how);
}
