/* Between which numbers an int or a long lies, by what computes it: `h & 15`, what a byte can be, a remainder. This
 * holds wherever the value is there at all. Who asks at a certain place may know more of some values, by the branches
 * before (struct opt_told). */
#include "exec/opt/opt_ir.h"

enum { DEEP = 6 /* depth of the search */, MOST = 500 /* values in all */ };
/* A question: the graph, and how many more values it may look at. */
struct question {
    const struct opt_graph *g;
    u32 left;
    const struct opt_told *told; /* NULL: nothing more is known */
};
typedef __int128 wide_int; /* wide enough for any operation on two longs */
struct interval {
    i64 least, most;
};

static struct interval all_of(u8 type)
{
    return type == OPT_INT ? (struct interval){ INT32_MIN, INT32_MAX } : (struct interval){ INT64_MIN, INT64_MAX };
}
/* If the bounds exceed the type, the operation may overflow: then nothing is known. */
static struct interval between(u8 type, wide_int least, wide_int most)
{
    struct interval all = all_of(type);
    if (least < all.least || most > all.most) return all;
    return (struct interval){ (i64)least, (i64)most };
}
static struct interval of_product(u8 type, struct interval x, struct interval y)
{
    wide_int p[4] = { (wide_int)x.least * y.least, (wide_int)x.least * y.most, (wide_int)x.most * y.least,
                      (wide_int)x.most * y.most };
    wide_int least = p[0], most = p[0];
    for (u32 i = 1; i < 4; i++) {
        if (p[i] < least) least = p[i];
        if (p[i] > most) most = p[i];
    }
    return between(type, least, most);
}
static struct interval of_and(u8 type, struct interval x, struct interval y)
{
    if (x.least < 0 && y.least < 0) return all_of(type);
    i64 most = x.least < 0 ? y.most : y.least < 0 || x.most < y.most ? x.most : y.most;
    return (struct interval){ 0, most };
}
/* or, xor: no bit is set above the highest bit of both operands. */
static struct interval of_or(u8 type, struct interval x, struct interval y)
{
    if (x.least < 0 || y.least < 0) return all_of(type);
    u64 both = (u64)x.most | (u64)y.most;
    return (struct interval){ 0, both ? (i64)(~(u64)0 >> __builtin_clzll(both)) : 0 };
}
static struct interval of_shift(const struct opt_node *n, struct interval x, struct interval by)
{
    bool is_int = n->type == OPT_INT;
    if (by.least != by.most) return all_of(n->type);
    u32 k = (u32)by.least & (is_int ? 31 : 63);
    wide_int factor = (wide_int)1 << k;
    if (n->op == OPT_SHL) return between(n->type, x.least * factor, x.most * factor);
    if (n->op == OPT_SHR || x.least >= 0 || !k) return (struct interval){ x.least >> k, x.most >> k };
    return (struct interval){ 0, (i64)((is_int ? UINT32_MAX : UINT64_MAX) >> k) };
}
/* As Java divides: towards 0. A remainder has the dividend's sign. */
static struct interval of_division(const struct opt_node *n, struct interval x, struct interval by)
{
    if (by.least < 1) return all_of(n->type);
    if (n->op == OPT_DIV) {
        i64 least = x.least < 0 ? x.least / by.least : x.least / by.most;
        return (struct interval){ least, x.most < 0 ? x.most / by.most : x.most / by.least };
    }
    i64 most = by.most - 1;
    return (struct interval){ x.least >= 0      ? 0
                              : x.least < -most ? -most
                                                : x.least,
                              x.most <= 0     ? 0
                              : x.most > most ? most
                                              : x.most };
}
static struct interval of_kind(u8 type, u8 kind)
{
    switch (kind) {
    case 'Z': /* Unsafe may have stored any byte there */
    case 'B': return (struct interval){ INT8_MIN, INT8_MAX };
    case 'C': return (struct interval){ 0, UINT16_MAX };
    case 'S': return (struct interval){ INT16_MIN, INT16_MAX };
    default: return all_of(type);
    }
}
static struct interval within(struct interval x, struct interval limits)
{
    return x.least >= limits.least && x.most <= limits.most ? x : limits;
}
static struct interval of_conversion(const struct opt_node *n, struct interval x)
{
    const struct opt_conv_info *c = &opt_conversions[opt_conversion(n)];
    struct interval bounds = { c->least, c->most };
    if (opt_conversion(n) == OPT_I2L) return x;
    return c->bounds == OPT_NARROWS ? within(x, bounds) : c->bounds == OPT_BETWEEN ? bounds : all_of(n->type);
}

static struct interval interval_of(struct question *q, opt_value v, u32 depth);

static bool is_integer(const struct opt_node *n) { return n->type == OPT_INT || n->type == OPT_LONG; }
/* The bounds of a merge. At a loop's head the back edges are not known yet. */
static struct interval either(struct interval x, struct interval y)
{
    return (struct interval){ x.least < y.least ? x.least : y.least, x.most > y.most ? x.most : y.most };
}
static struct interval of_merge(struct question *q, const struct opt_node *n, u32 depth)
{
    if (q->g->blocks[n->block].loop == n->block || !n->argc || !n->args[0]) return all_of(n->type);
    struct interval r = interval_of(q, n->args[0], depth);
    for (u32 i = 1; i < n->argc; i++) {
        if (!n->args[i]) return all_of(n->type);
        r = either(r, interval_of(q, n->args[i], depth));
    }
    return r;
}
static struct interval of_length(struct question *q, opt_value array, u32 depth)
{
    const struct opt_node *n = &q->g->nodes[array];
    struct interval r = { 0, INT32_MAX };
    if (n->op != OPT_NEW_ARRAY) return r;
    struct interval asked = interval_of(q, n->in[0], depth);
    if (asked.least > r.least) r.least = asked.least;
    if (asked.most >= 0 && asked.most < r.most) r.most = asked.most;
    return r;
}
static struct interval of_operation(struct question *q, const struct opt_node *n, u32 depth)
{
    struct interval x = interval_of(q, n->in[0], depth), y = interval_of(q, n->in[1], depth);
    switch (n->op) {
    case OPT_ADD: return between(n->type, (wide_int)x.least + y.least, (wide_int)x.most + y.most);
    case OPT_SUB: return between(n->type, (wide_int)x.least - y.most, (wide_int)x.most - y.least);
    case OPT_MUL: return of_product(n->type, x, y);
    case OPT_DIV:
    case OPT_REM: return of_division(n, x, y);
    case OPT_AND: return of_and(n->type, x, y);
    case OPT_OR:
    case OPT_XOR: return of_or(n->type, x, y);
    case OPT_MIN: return (struct interval){ x.least < y.least ? x.least : y.least, x.most < y.most ? x.most : y.most };
    case OPT_MAX: return (struct interval){ x.least > y.least ? x.least : y.least, x.most > y.most ? x.most : y.most };
    case OPT_SHL:
    case OPT_SHR:
    case OPT_USHR: return of_shift(n, x, y);
    default: return all_of(n->type);
    }
}
static struct interval by_its_node(struct question *q, opt_value v, u32 depth)
{
    const struct opt_node *n = &q->g->nodes[v];
    if (!depth || !q->left) return all_of(n->type);
    q->left--;
    switch (n->op) {
    case OPT_PHI: return of_merge(q, n, depth - 1);
    case OPT_SELECT: return either(interval_of(q, n->in[2], depth - 1), interval_of(q, n->args[0], depth - 1));
    case OPT_COMPARE: return (struct interval){ -1, 1 };
    case OPT_TEST:
    case OPT_INSTANCE_OF: return (struct interval){ 0, 1 };
    case OPT_LOAD:
    case OPT_LOAD_AT:
    case OPT_LOAD_ELEMENT: return of_kind(n->type, n->kind);
    case OPT_CALL_LEAF: return opt_answers(n) ? (struct interval){ 0, 1 } : all_of(n->type);
    case OPT_ARRAY_LENGTH: return of_length(q, n->in[0], depth - 1);
    case OPT_CONV:
        return is_integer(&q->g->nodes[n->in[0]]) ? of_conversion(n, interval_of(q, n->in[0], depth - 1))
                                                  : all_of(n->type);
    default: return opt_does(n, OPT_DOES_BINARY) ? of_operation(q, n, depth - 1) : all_of(n->type);
    }
}

static struct interval interval_of(struct question *q, opt_value v, u32 depth)
{
    const struct opt_node *n = &q->g->nodes[v];
    VM_ASSERT(is_integer(n));
    if (n->op == OPT_CONST) return (struct interval){ n->imm, n->imm };
    struct interval r = by_its_node(q, v, depth), told = r;
    if (q->told) q->told->narrow(q->told->arg, v, &told.least, &told.most);
    return told.least <= told.most ? told : r; /* facts that contradict each other: the place is not reached */
}

static struct interval whole(const struct opt_graph *g, opt_value v, const struct opt_told *told)
{
    struct question q = { g, MOST, told };
    return interval_of(&q, v, DEEP);
}

/* Is one of the two the smaller or larger one of the other and something else? Then *cc: how x compares with y. */
static bool is_extreme_of(const struct opt_graph *g, opt_value x, opt_value y, u8 *cc)
{
    for (u32 turned = 0; turned < 2; turned++) {
        const struct opt_node *n = &g->nodes[turned ? y : x];
        opt_value other = turned ? x : y;
        if ((n->op != OPT_MIN && n->op != OPT_MAX) || (n->in[0] != other && n->in[1] != other)) continue;
        *cc = (n->op == OPT_MIN) == !turned ? OPT_LE : OPT_GE;
        return true;
    }
    return false;
}

bool opt_comparison_known(const struct opt_graph *g, u8 cc, opt_value x, opt_value y, const struct opt_told *told,
                          bool *yes)
{
    if (!x || !y || !is_integer(&g->nodes[x]) || !is_integer(&g->nodes[y])) return false;
    if (x == y) {
        *yes = cc == OPT_EQ || cc == OPT_LE || cc == OPT_GE;
        return true;
    }
    u8 always;
    if (is_extreme_of(g, x, y, &always) && (cc == always || cc == (always ^ 1))) {
        *yes = cc == always;
        return true;
    }
    struct interval a = whole(g, x, told), b = whole(g, y, told);
    bool below = b.least > a.most, above = a.least > b.most;
    switch (cc) {
    case OPT_EQ:
    case OPT_NE:
        if (!below && !above && (a.least != a.most || b.least != b.most || a.least != b.least)) return false;
        *yes = (below || above) == (cc == OPT_NE);
        return true;
    case OPT_LT:
    case OPT_GE:
        if (!below && a.least < b.most) return false;
        *yes = below == (cc == OPT_LT);
        return true;
    default:
        if (!above && a.most > b.least) return false;
        *yes = above == (cc == OPT_GT);
        return true;
    }
}

bool opt_index_known(const struct opt_graph *g, opt_value index, opt_value length, const struct opt_told *told)
{
    struct interval i = whole(g, index, told);
    return i.least >= 0 && i.most < whole(g, length, told).least;
}

bool opt_lies_between(const struct opt_graph *g, opt_value v, i64 least, i64 most, const struct opt_told *told)
{
    struct interval i = whole(g, v, told);
    return i.least >= least && i.most <= most;
}
