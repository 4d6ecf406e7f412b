/* Folds nodes from their operands alone: constants, and the rows of opt_fold.def. */
#include "exec/opt/pass/opt_number.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"
#include "model/wellknown.h"

void opt_make_const(struct opt_node *n, i64 imm)
{
    opt_become(n, OPT_CONST, n->type);
    n->imm = imm;
}

/* ---- constants ---- */
static bool fold_int(u8 op, bool wide, i64 x, i64 y, i64 *r)
{
    u64 v;
    switch (op) {
    case OPT_ADD: v = (u64)x + (u64)y; break;
    case OPT_SUB: v = (u64)x - (u64)y; break;
    case OPT_MUL: v = (u64)x * (u64)y; break;
    case OPT_AND: v = (u64)(x & y); break;
    case OPT_OR: v = (u64)(x | y); break;
    case OPT_XOR: v = (u64)(x ^ y); break;
    case OPT_NEG: v = 0 - (u64)x; break;
    case OPT_MIN: v = (u64)(x < y ? x : y); break;
    case OPT_MAX: v = (u64)(x > y ? x : y); break;
    case OPT_SHL: v = wide ? (u64)x << (y & 63) : (u64)((u32)x << (y & 31)); break;
    case OPT_SHR: v = wide ? (u64)(x >> (y & 63)) : (u64)(i64)((i32)x >> (y & 31)); break;
    case OPT_USHR: v = wide ? (u64)x >> (y & 63) : (u64)((u32)x >> (y & 31)); break;
    default: return false;
    }
    *r = wide ? (i64)v : (i64)(i32)v;
    return true;
}

static bool fold_conv(u8 conv, i64 x, i64 *r)
{
    switch (conv) {
    case OPT_I2L: *r = (i32)x; return true;
    case OPT_L2I: *r = (i32)x; return true;
    case OPT_I2B: *r = (i8)x; return true;
    case OPT_I2C: *r = (u16)x; return true;
    case OPT_I2S: *r = (i16)x; return true;
    case OPT_I2Z: *r = x & 1; return true;
    case OPT_I2D: *r = (i64)slot_of_double((double)(i32)x); return true;
    case OPT_I2F: *r = (i64)slot_of_float((float)(i32)x); return true;
    case OPT_L2D: *r = (i64)slot_of_double((double)x); return true;
    case OPT_RAW_D2L:
    case OPT_RAW_L2D: *r = x; return true;
    case OPT_RAW_F2I: *r = (i32)x; return true;
    case OPT_RAW_I2F: *r = (i64)(u32)x; return true;
    default: return false;
    }
}

bool opt_fold_numbers(const struct opt_node *n, i64 x, i64 y, i64 *r)
{
    if (n->op == OPT_CONV) return fold_conv((u8)opt_conversion(n), x, r);
    if (n->op != OPT_TEST) return fold_int(n->op, n->type == OPT_LONG, x, y, r);
    *r = opt_compares(n->cc, x, y);
    return true;
}

/* ---- rows ---- */
enum other { ZERO, ONE, MINUS_ONE, ITSELF };
enum gives { FIRST, SECOND, NOTHING };
static const struct row {
    u8 op, other, gives;
} rows[] = {
#define FOLD(op, other, gives) { OPT_##op, other, gives },
#include "exec/opt/pass/opt_fold.def"
};
static bool is_other(const struct numbering *s, const struct opt_node *n, u8 other)
{
    static const i64 numbers[] = { [ZERO] = 0, [ONE] = 1, [MINUS_ONE] = -1 };
    if (other == ITSELF) return n->in[0] == n->in[1];
    return is_const(s, n->in[1]) && node(s, n->in[1])->imm == numbers[other];
}
static opt_value fold_by_row(struct numbering *s, opt_value v)
{
    struct opt_node *n = node(s, v);
    for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].op != n->op || !is_other(s, n, rows[i].other)) continue;
        if (rows[i].gives != NOTHING) return n->in[rows[i].gives];
        opt_make_const(n, 0);
        return 0;
    }
    return 0;
}

/* ---- arithmetic ---- */
/* Rewrites x - c to x + -c, and (x + c) + d to x + (c + d), so that equal values have one form. */
static void join_constants(struct numbering *s, opt_value v)
{
    bool wide = node(s, v)->type == OPT_LONG;
    if ((node(s, v)->op != OPT_ADD && node(s, v)->op != OPT_SUB) || !is_const(s, node(s, v)->in[1])) return;
    u64 by = (u64)node(s, node(s, v)->in[1])->imm;
    if (node(s, v)->op == OPT_SUB) by = 0 - by;
    opt_value x = node(s, v)->in[0];
    bool twice = node(s, x)->op == OPT_ADD && is_const(s, node(s, x)->in[1]);
    if (!twice && node(s, v)->op == OPT_ADD) return;
    if (twice) by += (u64)node(s, node(s, x)->in[1])->imm;
    opt_value c = opt_constant(s, node(s, v)->block, node(s, v)->type, wide ? (i64)by : (i64)(i32)by);
    if (!c) return;
    node(s, v)->op = OPT_ADD;
    node(s, v)->in[0] = twice ? node(s, x)->in[0] : x;
    node(s, v)->in[1] = c;
}
/* x + c is x and c, anything else itself and 0. */
static opt_value without_constant(const struct numbering *s, opt_value v, u64 *c)
{
    const struct opt_node *n = node(s, v);
    bool sum = n->op == OPT_ADD && is_const(s, n->in[1]);
    *c = sum ? (u64)node(s, n->in[1])->imm : 0;
    return sum ? n->in[0] : v;
}
/* Cancels terms: x - y + y, x + y - y, x - (x - y), and (x + c) - (x + d) with constants. The length of a range from
 * `offset` to `offset + length` has such terms. */
static opt_value fold_undone(const struct numbering *s, struct opt_node *n)
{
    opt_value x = n->in[0], y = n->in[1];
    const struct opt_node *a = node(s, x), *b = node(s, y);
    if (n->op == OPT_ADD) {
        if (a->op == OPT_SUB && a->in[1] == y) return a->in[0];
        return b->op == OPT_SUB && b->in[1] == x ? b->in[0] : 0;
    }
    if (n->op != OPT_SUB) return 0;
    if (a->op == OPT_ADD && a->in[0] == y) return a->in[1];
    if (a->op == OPT_ADD && a->in[1] == y) return a->in[0];
    if (b->op == OPT_SUB && b->in[0] == x) return b->in[1];
    u64 c, d;
    if (without_constant(s, x, &c) != without_constant(s, y, &d)) return 0;
    opt_make_const(n, n->type == OPT_LONG ? (i64)(c - d) : (i64)(i32)(c - d));
    return 0;
}
/* A mask that takes nothing away: the top byte of an int, once more `& 255`. */
static opt_value fold_mask(const struct numbering *s, const struct opt_node *n)
{
    if (n->op != OPT_AND || !is_const(s, n->in[1])) return 0;
    u64 mask = (u64)node(s, n->in[1])->imm, low = mask & ~(mask + 1); /* the ones below its lowest 0 */
    return low && opt_lies_between(s->g, n->in[0], 0, (i64)low, NULL) ? n->in[0] : 0;
}
/* Of an int that is never negative, as the length of an array, both shifts to the right are one. */
static void sign_shift(const struct numbering *s, struct opt_node *n)
{
    bool shifts = n->op == OPT_USHR && n->type == OPT_INT && is_const(s, n->in[1]);
    if (shifts && opt_lies_between(s->g, n->in[0], 0, INT32_MAX, NULL)) n->op = OPT_SHR;
}
static opt_value fold_arithmetic(struct numbering *s, opt_value v)
{
    struct opt_node *n = node(s, v);
    bool wide = n->type == OPT_LONG;
    i64 r;
    if (n->op == OPT_DIV || n->op == OPT_REM) return 0;
    if (is_const(s, n->in[0]) && (n->op == OPT_NEG || is_const(s, n->in[1]))) {
        i64 y = n->in[1] ? node(s, n->in[1])->imm : 0;
        if (fold_int(n->op, wide, node(s, n->in[0])->imm, y, &r)) opt_make_const(n, r);
        return 0;
    }
    if (opt_does(n, OPT_DOES_COMMUTES) && is_const(s, n->in[0])) {
        opt_value t = n->in[0];
        n->in[0] = n->in[1];
        n->in[1] = t;
    }
    sign_shift(s, n);
    if (is_const(s, n->in[1])) join_constants(s, v);
    opt_value same = fold_by_row(s, v);
    if (!same) same = fold_undone(s, node(s, v));
    return same ? same : fold_mask(s, node(s, v));
}

/* ---- mirrors ---- */
static bool is_mirror(const struct opt_node *n) { return n->op == OPT_CONV && n->imm == OPT_CLASS_MIRROR; }
/* The class that a constant stands for; NULL: it is no mirror. */
static struct class *class_of_constant(const struct opt_node *n)
{
    const struct object *o = (const struct object *)(uintptr_t)n->imm;
    bool mirror = n->op == OPT_CONST && n->type == OPT_REF && o && object_class(o) == WK(java_lang_Class);
    return mirror ? class_of_mirror(o) : NULL;
}
/* `o.getClass() == p.getClass()` and `o.getClass() == C.class` compare classes. */
static void compare_classes(struct numbering *s, opt_value v)
{
    opt_value x = node(s, v)->in[0], y = node(s, v)->in[1];
    if (!is_mirror(node(s, x))) {
        opt_value t = x;
        x = y;
        y = t;
    }
    if (!y || !is_mirror(node(s, x))) return;
    opt_value c = node(s, x)->in[0], d = is_mirror(node(s, y)) ? node(s, y)->in[0] : 0;
    const struct class *known = d ? NULL : class_of_constant(node(s, y));
    if (known) d = opt_constant(s, node(s, v)->block, OPT_INT, (i32)(uintptr_t)known);
    if (!d) return;
    node(s, v)->in[0] = c;
    node(s, v)->in[1] = d;
    s->changed = true;
}
static void fold_facts(struct opt_node *n, const struct opt_node *mirror)
{
    const struct class *c = class_of_constant(mirror);
    if (c) opt_make_const(n, (i32)c->facts);
}

/* ---- conversions ---- */
static bool narrows_int(const struct opt_node *n)
{
    return n->type == OPT_INT && opt_conversion(n) != OPT_L2I &&
           opt_conversions[opt_conversion(n)].bounds == OPT_NARROWS;
}
u32 opt_kept_bits(const struct opt_node *n)
{
    static const u8 kept[OPT_CONVERSIONS] = {
        [OPT_I2Z] = 1, [OPT_I2B] = 8, [OPT_I2C] = 16, [OPT_I2S] = 16, [OPT_L2I] = 32
    };
    return n->op == OPT_CONV ? kept[opt_conversion(n)] : 0;
}
/* `(byte)(x & 255)` is (byte)x: a mask or a conversion in between that leaves those bits alone is not seen. */
static bool look_through(struct numbering *s, struct opt_node *n)
{
    const struct opt_node *x = node(s, n->in[0]);
    u64 low = ((u64)1 << opt_kept_bits(n)) - 1;
    if (!low) return false;
    bool mask = x->op == OPT_AND && is_const(s, x->in[1]) && !(low & ~(u64)node(s, x->in[1])->imm);
    bool more = x->type == OPT_INT && opt_kept_bits(x) >= opt_kept_bits(n) && opt_conversion(x) != OPT_L2I;
    if (!mask && !more) return false;
    n->in[0] = x->in[0];
    return s->changed = true;
}
/* Does the conversion give what the one before it was made of? */
static bool undoes(u32 conversion, u32 before)
{
    switch (conversion) {
    case OPT_L2I: return before == OPT_I2L;
    case OPT_RAW_D2L: return before == OPT_RAW_L2D;
    case OPT_RAW_L2D: return before == OPT_RAW_D2L;
    case OPT_RAW_F2I: return before == OPT_RAW_I2F;
    case OPT_RAW_I2F: return before == OPT_RAW_F2I;
    default: return false;
    }
}
static opt_value fold_conversion(struct numbering *s, struct opt_node *n)
{
    do {
        const struct opt_node *x = node(s, n->in[0]);
        const struct opt_conv_info *c = &opt_conversions[opt_conversion(n)];
        i64 r;
        if (x->op == OPT_CONST) {
            if (is_mirror(n))
                opt_make_const(n, (i64)(uintptr_t)((const struct class *)(uintptr_t)(u32)x->imm)->mirror);
            else if (fold_conv((u8)opt_conversion(n), x->imm, &r))
                opt_make_const(n, r);
            return 0;
        }
        if (x->op == OPT_CONV && undoes(opt_conversion(n), opt_conversion(x))) return x->in[0];
        bool bit = opt_conversion(n) == OPT_I2Z && x->op == OPT_LOAD && x->kind == 'Z';
        if (bit || (narrows_int(n) && opt_lies_between(s->g, n->in[0], c->least, c->most, NULL))) return n->in[0];
    } while (look_through(s, n) && opt_work(s->g, 1));
    return 0;
}

/* ---- comparisons ---- */
/* A comparison of another comparison's result with 0 becomes that comparison, or its reverse. */
static void compare_directly(struct numbering *s, struct opt_node *n)
{
    while (node(s, n->in[0])->op == OPT_TEST && is_const(s, n->in[1]) && node(s, n->in[1])->imm == 0 &&
           (n->cc == OPT_EQ || n->cc == OPT_NE)) {
        const struct opt_node *t = node(s, n->in[0]);
        n->cc = n->cc == OPT_NE ? t->cc : t->cc ^ 1;
        n->imm = t->imm;
        n->in[1] = t->in[1];
        n->in[0] = t->in[0];
        s->changed = true;
    }
}
/* Does n ask whether a number that is 0 or 1 is 1? */
static bool asks_for_one(const struct numbering *s, const struct opt_node *n)
{
    if (!is_const(s, n->in[1]) || node(s, n->in[0])->type != OPT_INT) return false;
    i64 with = node(s, n->in[1])->imm;
    bool one = (n->cc == OPT_NE && with == 0) || (n->cc == OPT_EQ && with == 1);
    return one && opt_lies_between(s->g, n->in[0], 0, 1, NULL);
}
/* A comparison of `(x & mask) >> by` with 0 is one of `x & mask`, if the shift loses no bit of the mask. */
static void compare_unshifted(struct numbering *s, struct opt_node *n)
{
    if (n->op == OPT_TEST && asks_for_one(s, n)) return; /* the shift is the answer */
    const struct opt_node *shift = node(s, n->in[0]);
    bool asks = n->in[1] && (n->cc == OPT_EQ || n->cc == OPT_NE) && is_const(s, n->in[1]) && !node(s, n->in[1])->imm;
    if (!asks || (shift->op != OPT_SHR && shift->op != OPT_USHR) || !is_const(s, shift->in[1])) return;
    const struct opt_node *mask = node(s, shift->in[0]);
    if (mask->op != OPT_AND || !is_const(s, mask->in[1])) return;
    u32 by = (u32)node(s, shift->in[1])->imm & (shift->type == OPT_INT ? 31 : 63);
    if ((u64)node(s, mask->in[1])->imm & (((u64)1 << by) - 1)) return;
    n->in[0] = shift->in[0];
    s->changed = true;
}
/* Returns the value that the test has anyway, or 0. */
static opt_value fold_test(struct numbering *s, struct opt_node *n)
{
    const struct opt_node *x = node(s, n->in[0]), *y = node(s, n->in[1]);
    bool yes;
    if (asks_for_one(s, n)) return n->in[0];
    if (opt_made_class(s->g, n->in[0]) && y->op == OPT_CONST && y->imm == 0)
        opt_make_const(n, n->cc == OPT_NE);
    else if (n->in[0] == n->in[1] && x->type == OPT_REF)
        opt_make_const(n, n->cc == OPT_EQ);
    else if (x->op == OPT_CONST && y->op == OPT_CONST && !opt_is_float_type(x->type))
        opt_make_const(n, opt_compares(n->cc, x->imm, y->imm));
    else if (opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], NULL, &yes))
        opt_make_const(n, yes);
    return 0;
}

/* `x > y ? x : y` is the larger one. */
static bool is_min_or_max(const struct opt_node *n, u8 type_of_compared)
{
    if (n->type != type_of_compared || n->cc == OPT_EQ || n->cc == OPT_NE) return false;
    return (n->in[0] == n->in[2] && n->in[1] == n->args[0]) || (n->in[1] == n->in[2] && n->in[0] == n->args[0]);
}
/* Returns the value that is always chosen, or 0. */
static opt_value fold_select(struct numbering *s, struct opt_node *n)
{
    bool yes;
    if (n->in[2] == n->args[0]) return n->in[2];
    if (!opt_is_float_type(node(s, n->in[0])->type) && is_const(s, n->in[0]) && is_const(s, n->in[1]))
        return opt_compares(n->cc, node(s, n->in[0])->imm, node(s, n->in[1])->imm) ? n->in[2] : n->args[0];
    if (opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], NULL, &yes)) return yes ? n->in[2] : n->args[0];
    if (!is_min_or_max(n, node(s, n->in[0])->type)) return 0;
    opt_value x = n->in[0], y = n->in[1];
    bool first = n->in[0] == n->in[2], larger = n->cc == OPT_GT || n->cc == OPT_GE;
    opt_become(n, first == larger ? OPT_MAX : OPT_MIN, n->type);
    n->in[0] = x;
    n->in[1] = y;
    s->changed = true;
    return 0;
}

/* ---- classes ---- */
static void fold_class(const struct numbering *s, struct opt_node *n)
{
    const struct class *c = opt_made_class(s->g, n->in[0]);
    if (c && n->op == OPT_CLASS_OF)
        opt_make_const(n, (i32)(uintptr_t)c);
    else if (c)
        opt_make_const(n, class_assignable(c, opt_cls(n)));
}
/* Is it a check that cannot fail? */
bool opt_holds(const struct numbering *s, const struct opt_node *n)
{
    bool yes;
    if (n->op == OPT_CHECK_ORDER) return opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], NULL, &yes) && yes;
    if (n->op == OPT_CHECK_INDEX) return opt_index_known(s->g, n->in[0], n->in[1], NULL);
    if (n->op == OPT_CHECK_NULL && node(s, n->in[0])->known) return true;
    const struct class *c = opt_made_class(s->g, n->in[0]),
                       *x = n->op == OPT_CHECK_STORE ? opt_made_class(s->g, n->in[1]) : NULL;
    /* if an earlier cast always fails, c may be any class */
    if (n->op == OPT_CHECK_STORE) return c && x && class_is_array(c) && class_assignable(x, c->element);
    return c && (n->op == OPT_CHECK_NULL || (n->op == OPT_CHECK_CLASS && n->ptr == c) ||
                 (n->op == OPT_CHECK_CAST && class_assignable(c, n->ptr)));
}

opt_value opt_fold(struct numbering *s, opt_value v)
{
    struct opt_node *n = node(s, v);
    bool integer = n->type == OPT_INT || n->type == OPT_LONG;
    switch (n->op) {
    case OPT_IF:
        compare_directly(s, n);
        compare_unshifted(s, n);
        compare_classes(s, v);
        return 0;
    case OPT_FACTS: fold_facts(n, node(s, n->in[0])); return 0;
    case OPT_TEST:
        compare_directly(s, n);
        compare_unshifted(s, n);
        compare_classes(s, v);
        n = node(s, v);
        return fold_test(s, n);
    case OPT_SELECT:
        compare_directly(s, n);
        compare_unshifted(s, n);
        return fold_select(s, n);
    case OPT_CLASS_OF:
    case OPT_INSTANCE_OF: fold_class(s, n); return 0;
    case OPT_CONV: return fold_conversion(s, n);
    case OPT_LOAD_ELEMENT: {
        const struct opt_node *at = node(s, n->in[1]);
        i64 bits;
        bool number = n->kind != 'L' && at->op == OPT_CONST;
        if (number && opt_stable_element(node(s, n->in[0]), at->imm + opt_ahead(n), n->kind, &bits))
            opt_make_const(n, bits);
        return 0;
    }
    case OPT_ARRAY_LENGTH: {
        const struct opt_node *made = node(s, n->in[0]);
        if (made->known && class_is_array(object_class(made->known))) {
            opt_make_const(n, array_length(made->known));
            return 0;
        }
        opt_value asked = made->op == OPT_NEW_ARRAY ? opt_name_of(&s->names, made->in[0]) : 0;
        return s->g->loops_done || is_const(s, asked) ? asked : 0;
    }
    default: return integer && (opt_does(n, OPT_DOES_BINARY) || n->op == OPT_NEG) ? fold_arithmetic(s, v) : 0;
    }
}
