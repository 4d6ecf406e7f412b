/* What makes a graph smaller and its loops tighter: constants, values that are known already, loads and stores
 * forwarded, what does not change in a loop taken out of it, checks of indexes by a check before the loop.
 *
 * Memory is told apart by what is accessed: a field, or elements of a kind. Each such class has an epoch, which a store
 * or a call ends; two loads are the same if object, index and epoch are. */
#include "base/hash.h"
#include "exec/opt/opt_ir.h"
#include "model/class.h"
#include "model/options.h"
#include <math.h>

enum { CLASSES = 64, FIELDS = 31 /* of them */, BUCKETS = 1024, NESTED = 4 /* objects in objects that are not made */ };

struct simplifier {
    struct opt_graph *g;
    opt_value *name;                  /* what stands for a value */
    opt_value *chain, heads[BUCKETS]; /* of nodes with the same hash */
    u32 *epoch_of;                    /* by node, of loads */
    u32 room;                         /* for nodes, while they are numbered */
    u32 (*epochs)[CLASSES];           /* by block, at its end */
    u32 next_epoch;
    u64 *kills;                 /* by loop head */
    const void *fields[FIELDS]; /* by class of memory */
    struct fact *facts;
    u32 fact_count, fact_room;
    u32 *fact_of; /* by value: the latest one's number, from 1 */
    bool changed;
    bool lengths; /* loops have been looked at: the length of an array that is made here is the number it is made of */
};

static struct opt_node *node(const struct simplifier *s, opt_value v) { return &s->g->nodes[v]; }

static opt_value name_of(struct simplifier *s, opt_value v)
{
    while (s->name[v] != v) v = s->name[v] = s->name[s->name[v]];
    return v;
}
static void rename_use(void *arg, opt_value *use) { *use = name_of(arg, *use); }
static void rename_all(struct simplifier *s, struct opt_node *n)
{
    opt_each_use(s->g, n, rename_use, s);
    if (n->dep) n->dep = name_of(s, n->dep);
}

static void replace(struct simplifier *s, opt_value old, opt_value by)
{
    node(s, old)->dead = true;
    s->name[old] = by;
    s->changed = true;
}

static void rename_everything(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            if (node(s, b->nodes[k])->dead) continue;
            rename_all(s, node(s, b->nodes[k]));
            b->nodes[kept++] = b->nodes[k];
        }
        b->count = kept;
        for (struct opt_state *t = b->entry; t; t = t->caller) opt_each_in_frame(t, rename_use, s);
    }
}

static void new_names(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    s->room = g->count * 2 + 16; /* folding makes constants */
    s->name = ARENA_NEW_ARRAY(&g->arena, opt_value, s->room);
    for (u32 i = 0; i < s->room; i++) s->name[i] = i;
}

/* ---- nodes that are known by what they compute ---- */
static opt_value known(struct simplifier *s, opt_value v, u32 epoch, u32 *bucket);
static void remember(struct simplifier *s, opt_value v, u32 epoch, u32 bucket);

/* ---- merges of one value ---- */
static void trivial_phis(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    new_names(s);
    for (bool again = true; again;) {
        again = false;
        for (u32 i = 0; i < g->order_count; i++) {
            struct opt_block *b = &g->blocks[g->order[i]];
            for (u32 k = 0; k < b->count; k++) {
                struct opt_node *n = node(s, b->nodes[k]);
                if (n->op != OPT_PHI || n->dead) continue;
                opt_value only = 0;
                bool one = true;
                for (u32 a = 0; a < n->argc && one; a++) {
                    opt_value v = name_of(s, n->args[a]);
                    if (v == b->nodes[k] || v == only) continue;
                    one = only == 0;
                    only = v;
                }
                if (!one || !only) continue;
                replace(s, b->nodes[k], only);
                again = true;
            }
        }
    }
    rename_everything(s);
}

/* ---- constants ---- */
static bool is_const(const struct simplifier *s, opt_value v) { return v && node(s, v)->op == OPT_CONST; }

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
    default: return false;
    }
}

static void make_const(struct opt_node *n, i64 v)
{
    n->op = OPT_CONST;
    n->imm = v;
    n->in[0] = n->in[1] = n->in[2] = n->dep = 0;
}

/* The class of what v is, if it is made here; NULL: it is not. */
static const struct class *made_class(const struct simplifier *s, opt_value v)
{
    const struct opt_node *n = node(s, v);
    return v && n->op >= OPT_NEW && n->op <= OPT_NEW_ARRAYS ? n->ptr : NULL;
}

/* ---- what branches and checks have told of a reference ---- */
enum fact_kind { NOT_NULL, OF_CLASS, INSTANCE_OR_NULL };
/* Holds in all blocks that `block` dominates. What depends on it comes behind `node`, the branch or the check. */
struct fact {
    u8 kind;
    const struct class *cls;
    u32 block;
    opt_value node;
    u32 next; /* of the same value, from 1 */
};
static void note_fact(struct simplifier *s, opt_value of, u8 kind, const struct class *c, u32 block, opt_value node)
{
    struct fact f = { kind, c, block, node, s->fact_of[of] };
    s->facts = opt_grown(s->g, s->facts, s->fact_count, &s->fact_room, sizeof *s->facts);
    s->facts[s->fact_count++] = f;
    s->fact_of[of] = s->fact_count;
}
/* block is reached by one way only, that of a branch. */
static void note_branch(struct simplifier *s, u32 block)
{
    const struct opt_block *b = &s->g->blocks[block];
    if (b->pred_count != 1) return;
    const struct opt_block *p = &s->g->blocks[b->preds[0]];
    opt_value v = p->count ? p->nodes[p->count - 1] : 0;
    const struct opt_node *n = node(s, v);
    if (!v || n->op != OPT_IF || p->succ[0] == p->succ[1] || (n->cc != OPT_EQ && n->cc != OPT_NE)) return;
    bool equal = (n->cc == OPT_EQ) == (p->succ[0] == block);
    opt_value x = name_of(s, n->in[0]), y = name_of(s, n->in[1]);
    const struct opt_node *a = node(s, x), *k = node(s, y);
    if (k->op != OPT_CONST) return;
    if (a->type == OPT_REF && k->imm == 0 && !equal) note_fact(s, x, NOT_NULL, NULL, block, v);
    if (a->op == OPT_CLASS_OF && equal)
        note_fact(s, a->in[0], OF_CLASS, (const struct class *)(uintptr_t)(u32)k->imm, block, v);
    if (a->op == OPT_INSTANCE_OF && k->imm == 0 && !equal) {
        note_fact(s, a->in[0], NOT_NULL, NULL, block, v);
        note_fact(s, a->in[0], INSTANCE_OR_NULL, a->ptr, block, v);
    }
}
static void note_check(struct simplifier *s, u32 block, opt_value v)
{
    const struct opt_node *n = node(s, v);
    if (n->op == OPT_CHECK_NULL) note_fact(s, n->in[0], NOT_NULL, NULL, block, v);
    if (n->op == OPT_CHECK_CLASS) note_fact(s, n->in[0], OF_CLASS, n->ptr, block, v);
    if (n->op == OPT_CHECK_CAST) note_fact(s, n->in[0], INSTANCE_OR_NULL, n->ptr, block, v);
}
/* What tells that x is no null (c NULL), or, if it is none, an instance of c, or exactly that; NULL: nothing. */
static const struct fact *told(const struct simplifier *s, u32 block, opt_value x, const struct class *c, bool exactly)
{
    for (u32 i = s->fact_of[x]; i; i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        bool says = !c        ? f->kind != INSTANCE_OR_NULL
                    : exactly ? f->kind == OF_CLASS && (f->cls == c)
                              : f->kind != NOT_NULL && class_assignable(f->cls, c);
        if (says && opt_dominates(s->g, f->block, block)) return f;
    }
    return NULL;
}
static const struct class *told_class(const struct simplifier *s, u32 block, opt_value x)
{
    for (u32 i = s->fact_of[x]; i; i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        if (f->kind == OF_CLASS && opt_dominates(s->g, f->block, block)) return f->cls;
    }
    return NULL;
}
/* What n, a check, need not find out again. */
static const struct fact *told_before(const struct simplifier *s, u32 block, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_CHECK_NULL: return told(s, block, n->in[0], NULL, false);
    case OPT_CHECK_CLASS: return told(s, block, n->in[0], n->ptr, true);
    case OPT_CHECK_CAST: return told(s, block, n->in[0], n->ptr, false);
    default: return NULL;
    }
}
/* Questions of which the answer has been told. */
static void answer(const struct simplifier *s, u32 block, struct opt_node *n)
{
    if (n->op == OPT_IF || n->op == OPT_TEST) {
        const struct opt_node *x = node(s, n->in[0]), *y = node(s, n->in[1]);
        bool null = x->type == OPT_REF && y->op == OPT_CONST && y->imm == 0 && (n->cc == OPT_EQ || n->cc == OPT_NE);
        if (!null || x->op == OPT_CONST || !told(s, block, n->in[0], NULL, false)) return;
        n->in[0] = n->in[1]; /* two that are equal, asked for the reverse */
        n->cc ^= 1;
        return;
    }
    if (n->op != OPT_CLASS_OF && n->op != OPT_INSTANCE_OF) return;
    const struct class *c = told_class(s, block, n->in[0]);
    if (c && n->op == OPT_CLASS_OF)
        make_const(n, (i32)(uintptr_t)c);
    else if (c)
        make_const(n, class_assignable(c, n->ptr));
    else if (n->op == OPT_INSTANCE_OF && told(s, block, n->in[0], NULL, false) &&
             told(s, block, n->in[0], n->ptr, false))
        make_const(n, 1);
}

static void fold_class(const struct simplifier *s, struct opt_node *n)
{
    const struct class *c = made_class(s, n->in[0]);
    if (c && n->op == OPT_CLASS_OF) make_const(n, (i32)(uintptr_t)c);
    if (c && n->op == OPT_INSTANCE_OF) make_const(n, class_assignable(c, n->ptr));
}
/* One that dominates the block. 0: there is no room for more nodes. */
static opt_value constant(struct simplifier *s, u32 block, u8 type, i64 imm)
{
    if (s->g->count + 1 >= s->room) return 0;
    opt_value v = opt_new_node(s->g, OPT_CONST, type);
    u32 bucket;
    node(s, v)->imm = imm;
    node(s, v)->block = block;
    opt_value c = known(s, v, 0, &bucket);
    if (c) return c;
    opt_insert_before_end(s->g, 1, v);
    remember(s, v, 0, bucket);
    return v;
}

/* A check that cannot fail. */
static bool holds(const struct simplifier *s, const struct opt_node *n)
{
    bool yes;
    if (n->op == OPT_CHECK_ORDER) return opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], &yes) && yes;
    if (n->op == OPT_CHECK_INDEX) return opt_index_known(s->g, n->in[0], n->in[1]);
    const struct class *c = made_class(s, n->in[0]), *x = n->op == OPT_CHECK_STORE ? made_class(s, n->in[1]) : NULL;
    /* behind a cast that fails c is anything */
    if (n->op == OPT_CHECK_STORE) return c && x && class_is_array(c) && class_assignable(x, c->element);
    return c && (n->op == OPT_CHECK_NULL || (n->op == OPT_CHECK_CLASS && n->ptr == c) ||
                 (n->op == OPT_CHECK_CAST && class_assignable(c, n->ptr)));
}

/* What compares the outcome of a comparison with 0 makes that comparison itself, or its reverse. */
static void compare_directly(struct simplifier *s, struct opt_node *n)
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

/* x - c is x + -c, and (x + c) + d is x + (c + d): the same value in one form. */
static void join_constants(struct simplifier *s, opt_value v)
{
    bool wide = node(s, v)->type == OPT_LONG;
    if ((node(s, v)->op != OPT_ADD && node(s, v)->op != OPT_SUB) || !is_const(s, node(s, v)->in[1])) return;
    u64 by = (u64)node(s, node(s, v)->in[1])->imm;
    if (node(s, v)->op == OPT_SUB) by = 0 - by;
    opt_value x = node(s, v)->in[0];
    bool twice = node(s, x)->op == OPT_ADD && is_const(s, node(s, x)->in[1]);
    if (!twice && node(s, v)->op == OPT_ADD) return;
    if (twice) by += (u64)node(s, node(s, x)->in[1])->imm;
    opt_value c = constant(s, node(s, v)->block, node(s, v)->type, wide ? (i64)by : (i64)(i32)by);
    if (!c) return;
    node(s, v)->op = OPT_ADD;
    node(s, v)->in[0] = twice ? node(s, x)->in[0] : x;
    node(s, v)->in[1] = c;
}

static bool is_float(const struct opt_node *n) { return n->type == OPT_FLOAT || n->type == OPT_DOUBLE; }
/* The value that n is anyway, or 0. */
static opt_value fold(struct simplifier *s, opt_value v)
{
    struct opt_node *n = node(s, v);
    i64 r;
    if (n->op == OPT_IF || n->op == OPT_TEST) compare_directly(s, n);
    if (n->op == OPT_TEST) {
        bool yes;
        if (made_class(s, n->in[0]) && is_const(s, n->in[1]) && node(s, n->in[1])->imm == 0)
            make_const(n, n->cc == OPT_NE);
        else if (is_const(s, n->in[0]) && is_const(s, n->in[1]) && !is_float(node(s, n->in[0])))
            make_const(n, opt_compares(n->cc, node(s, n->in[0])->imm, node(s, n->in[1])->imm));
        else if (opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], &yes))
            make_const(n, yes);
        return 0;
    }
    if (n->op == OPT_ARRAY_LENGTH && node(s, n->in[0])->op == OPT_NEW_ARRAY) {
        opt_value asked = name_of(s, node(s, n->in[0])->in[0]);
        return s->lengths || is_const(s, asked) ? asked : 0;
    }
    bool ints = n->type == OPT_INT || n->type == OPT_LONG, wide = n->type == OPT_LONG;
    if (n->op == OPT_CONV) {
        struct opt_node *x = node(s, n->in[0]);
        if (x->op == OPT_CONST && fold_conv((u8)n->imm, x->imm, &r)) make_const(n, r);
        if (n->imm == OPT_I2B && x->op == OPT_LOAD && x->kind == 'B') return n->in[0];
        if (n->imm == OPT_I2C && x->op == OPT_LOAD && x->kind == 'C') return n->in[0];
        if (x->op == OPT_CONV && x->imm == n->imm && n->imm >= OPT_I2B && n->imm <= OPT_I2Z) return n->in[0];
        if (n->imm == OPT_I2S && x->op == OPT_LOAD && x->kind == 'S') return n->in[0];
        bool bit = x->op == OPT_INSTANCE_OF || x->op == OPT_TEST || (x->op == OPT_LOAD && x->kind == 'Z');
        if (n->imm == OPT_I2Z && bit) return n->in[0];
        return 0;
    }
    if (!ints || n->op < OPT_ADD || n->op > OPT_NEG || n->op == OPT_DIV || n->op == OPT_REM) return 0;
    if (is_const(s, n->in[0]) && (n->op == OPT_NEG || is_const(s, n->in[1]))) {
        i64 y = n->in[1] ? node(s, n->in[1])->imm : 0;
        if (fold_int(n->op, wide, node(s, n->in[0])->imm, y, &r)) make_const(n, r);
        return 0;
    }
    bool commutes = n->op == OPT_ADD || n->op == OPT_MUL || n->op == OPT_AND || n->op == OPT_OR || n->op == OPT_XOR;
    if (commutes && is_const(s, n->in[0])) {
        opt_value t = n->in[0];
        n->in[0] = n->in[1];
        n->in[1] = t;
    }
    if (!is_const(s, n->in[1])) return 0;
    join_constants(s, v);
    n = node(s, v);
    i64 y = node(s, n->in[1])->imm;
    bool keeps_zero = n->op == OPT_ADD || n->op == OPT_SUB || n->op == OPT_OR || n->op == OPT_XOR || n->op == OPT_SHL ||
                      n->op == OPT_SHR || n->op == OPT_USHR;
    if (y == 0 && keeps_zero) return n->in[0];
    if (y == 1 && n->op == OPT_MUL) return n->in[0];
    if (y == -1 && n->op == OPT_AND) return n->in[0];
    if (y == 0 && (n->op == OPT_AND || n->op == OPT_MUL)) return n->in[1];
    return 0;
}

/* ---- conditions that are known ---- */
static bool compare_known(const struct simplifier *s, const struct opt_node *n, bool *yes)
{
    if (n->op == OPT_IF && made_class(s, n->in[0]) && is_const(s, n->in[1]) && node(s, n->in[1])->imm == 0) {
        *yes = n->cc == OPT_NE;
        return true;
    }
    if (n->op != OPT_IF) return false;
    if (opt_comparison_known(s->g, n->cc, n->in[0], n->in[1], yes)) return true;
    if (!is_const(s, n->in[0]) || !is_const(s, n->in[1])) return false;
    if (is_float(node(s, n->in[0]))) return false;
    *yes = opt_compares(n->cc, node(s, n->in[0])->imm, node(s, n->in[1])->imm);
    return true;
}

/* Edges that are never taken go, and blocks that nothing leads to any more. */
static bool prune(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        u32 at = g->order[i];
        struct opt_block *b = &g->blocks[at];
        if (!b->count) continue;
        struct opt_node *n = node(s, b->nodes[b->count - 1]);
        bool yes;
        if (!compare_known(s, n, &yes)) continue;
        u32 gone = b->succ[yes ? 1 : 0], stays = b->succ[yes ? 0 : 1];
        n->op = OPT_GOTO;
        n->in[0] = n->in[1] = 0;
        b->succ[0] = stays;
        b->succ_count = 1;
        opt_remove_pred(g, gone, at);
        any = true;
    }
    if (!any) return false;
    u32 *was = g->order, was_count = g->order_count;
    opt_analyze(g);
    for (u32 i = 0; i < was_count; i++) {
        struct opt_block *b = &g->blocks[was[i]];
        if (b->order) continue;
        for (u32 k = 0; k < b->succ_count; k++)
            if (g->blocks[b->succ[k]].order) opt_remove_pred(g, b->succ[k], was[i]);
        b->succ_count = 0;
    }
    return true;
}

/* ---- classes of memory ---- */
/* Each field has its own, but for the last ones of many. */
static u32 class_of_field(struct simplifier *s, const void *field)
{
    u32 first = (u32)(hash_u64((uintptr_t)field) % FIELDS);
    for (u32 i = 0; i < FIELDS; i++) {
        u32 at = (first + i) % FIELDS;
        if (!s->fields[at]) s->fields[at] = field;
        if (s->fields[at] == field) return at;
    }
    return first;
}
static u32 memory_class(struct simplifier *s, const struct opt_node *n)
{
    if (n->op == OPT_LOAD_ELEMENT || n->op == OPT_STORE_ELEMENT || n->op == OPT_STORE_LANES) return 1u + (n->kind & 31);
    return CLASSES - FIELDS + class_of_field(s, n->ptr);
}
static bool reads_memory(const struct opt_node *n) { return n->op == OPT_LOAD || n->op == OPT_LOAD_ELEMENT; }
/* What a node ends: bits of classes. */
static u64 killed(struct simplifier *s, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_STORE: return n->cc ? ~(u64)0 : (u64)1 << memory_class(s, n);
    case OPT_STORE_ELEMENT:
    case OPT_STORE_LANES: return (u64)1 << memory_class(s, n);
    case OPT_LOAD: return n->cc ? ~(u64)0 : 0;
    case OPT_ENTER:
    case OPT_CALL:
    case OPT_CALL_VIRTUAL:
    case OPT_CALL_INTERFACE:
    case OPT_CALL_LEAF: return ~(u64)0;
    default: return 0;
    }
}

static void find_kills(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    s->kills = ARENA_NEW_ARRAY(&g->arena, u64, g->block_count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        u64 k = 0;
        for (u32 j = 0; j < b->count; j++) k |= killed(s, node(s, b->nodes[j]));
        for (u32 h = b->loop; h; h = g->blocks[h].parent) s->kills[h] |= k;
    }
}

static void begin_epochs(struct simplifier *s, u32 block)
{
    const struct opt_graph *g = s->g;
    const struct opt_block *b = &g->blocks[block];
    u32 *now = s->epochs[block];
    bool head = b->loop == block;
    for (u32 c = 0; c < CLASSES; c++) {
        u32 e = 0;
        bool same = b->pred_count > 0;
        for (u32 p = 0; p < b->pred_count && same; p++) {
            if (head && opt_dominates(g, block, b->preds[p])) continue; /* comes round */
            u32 there = s->epochs[b->preds[p]][c];
            same = there && (!e || e == there);
            e = there;
        }
        if (head && (s->kills[block] >> c & 1)) same = false;
        now[c] = same && e ? e : ++s->next_epoch;
    }
}

/* ---- the same value again ---- */
static u32 hash_of(const struct opt_node *n, u32 epoch)
{
    u64 h = (u64)n->op << 8 | n->type | (u64)n->cc << 16 | (u64)n->kind << 24;
    h = hash_u64(h ^ (u64)n->in[0] << 32 ^ (u64)n->in[1]);
    h = hash_u64(h ^ (u64)n->imm ^ (uintptr_t)n->ptr ^ (u64)epoch << 17);
    return (u32)(h % BUCKETS);
}
static bool alike(const struct opt_node *a, const struct opt_node *b)
{
    return a->op == b->op && a->type == b->type && a->in[0] == b->in[0] && a->in[1] == b->in[1] && a->imm == b->imm &&
           a->ptr == b->ptr && a->cc == b->cc && a->kind == b->kind;
}
static opt_value stored_value(const struct opt_node *n) { return n->in[n->op == OPT_STORE ? 1 : 2]; }
/* A store, as the load that would find what it has stored; any other node as it is. */
static struct opt_node as_load(const struct simplifier *s, const struct opt_node *n)
{
    struct opt_node l = *n;
    if (n->op != OPT_STORE && n->op != OPT_STORE_ELEMENT) return l;
    l.op = n->op == OPT_STORE ? OPT_LOAD : OPT_LOAD_ELEMENT;
    l.type = node(s, stored_value(n))->type;
    l.in[1] = n->op == OPT_STORE ? 0 : n->in[1];
    l.in[2] = 0;
    if (n->op == OPT_STORE_ELEMENT) l.imm = 0;
    return l;
}
static opt_value known(struct simplifier *s, opt_value v, u32 epoch, u32 *bucket)
{
    *bucket = hash_of(node(s, v), epoch);
    for (opt_value c = s->heads[*bucket]; c; c = s->chain[c]) {
        if (s->epoch_of[c] != epoch) continue;
        struct opt_node l = as_load(s, node(s, c));
        if (alike(&l, node(s, v)) && opt_dominates(s->g, node(s, c)->block, node(s, v)->block)) return c;
    }
    return 0;
}
static void remember(struct simplifier *s, opt_value v, u32 epoch, u32 bucket)
{
    s->epoch_of[v] = epoch;
    s->chain[v] = s->heads[bucket];
    s->heads[bucket] = v;
}
/* Is it certainly no array of booleans, which are stored by the same instruction? */
static bool is_byte_array(const struct simplifier *s, u32 block, opt_value v)
{
    const struct class *bytes = atomic_load(&class_primitive['B']->array);
    const struct opt_node *n = node(s, v);
    const struct field *f = n->op == OPT_LOAD ? n->ptr : NULL;
    if (f && !strcmp(f->desc->bytes, "[B")) return true;
    return bytes && (made_class(s, v) == bytes || told(s, block, v, bytes, false));
}
/* Loads behind it find what it has stored. Not elements of bytes that may be booleans, of which one bit is stored. */
static void remember_store(struct simplifier *s, opt_value v, u32 epoch)
{
    const struct opt_node *n = node(s, v);
    if (n->cc || (n->op != OPT_STORE && (n->op != OPT_STORE_ELEMENT || (n->kind == 'B' && !n->imm)))) return;
    struct opt_node l = as_load(s, n);
    remember(s, v, epoch, hash_of(&l, epoch));
}
/* The load v finds what c, a store, has stored: it becomes that, or its lower bits. */
static void take_stored(struct simplifier *s, opt_value v, opt_value c)
{
    struct opt_node *n = node(s, v);
    opt_value x = name_of(s, stored_value(node(s, c)));
    u8 kind = n->kind;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') {
        replace(s, v, x);
        return;
    }
    n->op = OPT_CONV;
    n->imm = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    n->in[0] = x;
    n->in[1] = n->dep = 0;
    n->kind = n->cc = 0;
    n->ptr = NULL;
    s->changed = true;
    opt_value same = fold(s, v);
    if (same) replace(s, v, same);
}

/* A vector is of the one loop that is made for it: it survives no call. */
static bool can_be_known(const struct opt_node *n)
{
    if (n->type == OPT_VECTOR) return false;
    return (opt_is_pure(n) || opt_is_check(n)) && n->op != OPT_PARAM && n->op != OPT_PHI;
}

static void number_block(struct simplifier *s, u32 at)
{
    struct opt_block *b = &s->g->blocks[at];
    begin_epochs(s, at);
    note_branch(s, at);
    u32 *epochs = s->epochs[at], bucket;
    for (u32 k = 0; k < b->count; k++) {
        opt_value v = b->nodes[k];
        struct opt_node *n = node(s, v);
        if (n->dead) continue;
        rename_all(s, n);
        if (holds(s, n)) {
            replace(s, v, 0); /* nothing has to come before what depends on it */
            continue;
        }
        const struct fact *before = told_before(s, at, n);
        if (before) {
            replace(s, v, before->node);
            continue;
        }
        fold_class(s, n);
        answer(s, at, n);
        opt_value same = fold(s, v);
        n = node(s, v);
        if (same) {
            replace(s, v, same);
            continue;
        }
        if (n->op == OPT_STORE_ELEMENT && n->kind == 'B') n->imm |= is_byte_array(s, at, n->in[0]);
        u64 gone = killed(s, n);
        if (can_be_known(n) || (reads_memory(n) && !gone)) {
            u32 epoch = reads_memory(n) ? epochs[memory_class(s, n)] : 0;
            opt_value c = known(s, v, epoch, &bucket);
            if (c && !killed(s, node(s, c)))
                replace(s, v, c);
            else if (c)
                take_stored(s, v, c);
            else {
                remember(s, v, epoch, bucket);
                note_check(s, at, v);
            }
            continue;
        }
        if (!gone) continue;
        for (u32 c = 0; c < CLASSES; c++)
            if (gone >> c & 1) epochs[c] = ++s->next_epoch;
        if (n->op == OPT_STORE || n->op == OPT_STORE_ELEMENT) remember_store(s, v, epochs[memory_class(s, n)]);
    }
}

static void number_values(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    new_names(s);
    find_kills(s);
    s->chain = ARENA_NEW_ARRAY(&g->arena, opt_value, s->room);
    s->epoch_of = ARENA_NEW_ARRAY(&g->arena, u32, s->room);
    s->epochs = (u32(*)[CLASSES])arena_alloc_array(&g->arena, g->block_count + 1, sizeof s->epochs[0]);
    s->fact_of = ARENA_NEW_ARRAY(&g->arena, u32, s->room);
    s->fact_count = 0;
    memset(s->heads, 0, sizeof s->heads);
    for (u32 i = 0; i < g->order_count; i++) number_block(s, g->order[i]);
    rename_everything(s);
}

/* ---- out of loops ---- */
static bool always_runs(const struct opt_graph *g, u32 block, u32 head)
{
    const struct opt_block *h = &g->blocks[head];
    for (u32 i = 0; i < h->pred_count; i++)
        if (opt_in_loop(g, h->preds[i], head) && !opt_dominates(g, block, h->preds[i])) return false;
    return true;
}

static opt_value on_entry(const struct opt_graph *g, u32 head, u32 before, opt_value v)
{
    const struct opt_node *n = &g->nodes[v];
    if (n->op != OPT_PHI || n->block != head) return v;
    const struct opt_block *h = &g->blocks[head];
    for (u32 i = 0; i < h->pred_count; i++)
        if (h->preds[i] == before) return n->args[i];
    return 0;
}

static bool is_there(const struct opt_graph *g, opt_value v, u32 before)
{
    return g->nodes[v].op == OPT_CONST || (!g->nodes[v].dead && opt_dominates(g, g->nodes[v].block, before));
}
/* What its objects have in their fields before the loop. false: it cannot be said. */
static bool virtuals_before(struct opt_graph *g, u32 head, u32 before, struct opt_state *s)
{
    if (!s->virtual_count) return true;
    s->virtuals = arena_memdup(&g->arena, s->virtuals, s->virtual_count * sizeof *s->virtuals);
    for (u32 i = 0; i < s->virtual_count; i++) {
        struct opt_virtual *o = &s->virtuals[i];
        o->values = arena_memdup(&g->arena, o->values, (o->fields->count + 1) * sizeof *o->values);
        for (u32 f = 0; f < o->fields->count; f++) {
            o->values[f] = on_entry(g, head, before, o->values[f]);
            if (!is_there(g, o->values[f], before)) return false;
        }
    }
    return true;
}
/* The frames as they are before the loop. NULL: they cannot be said, or the method has left there too often. */
static struct opt_state *state_before(struct opt_graph *g, u32 head, u32 before)
{
    const struct opt_state *t = g->blocks[head].entry;
    if (!t || g->m->left_early) return NULL;
    u32 n = (u32)t->nlocals + t->nstack;
    struct opt_state *copy = arena_alloc(&g->arena, sizeof *copy + n * sizeof copy->slots[0]);
    memcpy(copy, t, sizeof *copy + n * sizeof copy->slots[0]);
    copy->reason = OPT_EARLY;
    if (!virtuals_before(g, head, before, copy)) return NULL;
    for (u32 i = 0; i < n; i++)
        if (copy->slots[i]) {
            copy->slots[i] = on_entry(g, head, before, copy->slots[i]);
            if (!is_there(g, copy->slots[i], before)) return NULL;
        }
    return copy;
}

static bool outside(const struct opt_graph *g, opt_value v, u32 head)
{
    return !v || g->nodes[v].op == OPT_CONST || !opt_in_loop(g, g->nodes[v].block, head);
}

static void move_out(struct opt_graph *g, u32 before, opt_value v)
{
    opt_insert_before_end(g, before, v); /* the caller takes it out of its old block */
}

static bool asks_for_class(const struct opt_node *n) { return n->op == OPT_CHECK_CAST || n->op == OPT_CHECK_CLASS; }
/* By value, how often the loop asks for the class of an object before it looks into it. What is read of such an object
 * before the loop may be no field of its. */
static u16 *count_asked(struct simplifier *s, u32 head)
{
    struct opt_graph *g = s->g;
    u16 *asked = ARENA_NEW_ARRAY(&g->arena, u16, g->count + 1);
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; opt_in_loop(g, g->order[i], head) && k < b->count; k++) {
            const struct opt_node *n = node(s, b->nodes[k]);
            if (asks_for_class(n)) asked[n->in[0]]++;
            bool compares = (n->op == OPT_IF || n->op == OPT_TEST) && n->in[0];
            if (compares && node(s, n->in[0])->op == OPT_CLASS_OF) asked[node(s, n->in[0])->in[0]]++;
        }
    }
    return asked;
}

static void hoist_from(struct simplifier *s, u32 head)
{
    struct opt_graph *g = s->g;
    u32 before = opt_before_loop(g, head);
    if (!before) return;
    u16 *asked = count_asked(s, head);
    struct opt_state *entry = NULL;
    bool tried = false;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head)) continue;
        bool always = always_runs(g, at, head);
        struct opt_block *b = &g->blocks[at];
        u32 kept = 0, count = b->count;
        for (u32 k = 0; k < count; k++) {
            b = &g->blocks[at];
            opt_value v = b->nodes[k];
            struct opt_node *n = node(s, v);
            bool fixed = outside(g, n->in[0], head) && outside(g, n->in[1], head) && outside(g, n->dep, head);
            bool out = false;
            if (fixed && n->op != OPT_PHI && n->op != OPT_CONST && !n->argc) {
                if (asked[n->in[0]] && (reads_memory(n) || n->op == OPT_ARRAY_LENGTH))
                    out = false;
                else if (opt_is_pure(n))
                    out = (n->op != OPT_DIV && n->op != OPT_REM) || always;
                else if (reads_memory(n) && !n->cc && !(s->kills[head] >> memory_class(s, n) & 1))
                    out = n->dep == 0 || always || outside(g, n->dep, head);
                else if (opt_is_check(n) && always) {
                    if (!tried) entry = state_before(g, head, before);
                    tried = true;
                    out = entry != NULL;
                    if (out) n->state = entry;
                }
            }
            if (out && asks_for_class(n)) asked[n->in[0]]--;
            if (out)
                move_out(g, before, v);
            else
                g->blocks[at].nodes[kept++] = v;
        }
        g->blocks[at].count = kept;
    }
}

static void hoist(struct simplifier *s)
{
    struct opt_graph *g = s->g;
    find_kills(s);
    for (u32 i = g->order_count; i-- > 0;)
        if (g->blocks[g->order[i]].loop == g->order[i]) hoist_from(s, g->order[i]);
}

/* ---- indexes ---- */
enum { MOST_STEP = 64, MOST_AWAY = 1 << 20 };
/* A loop goes on while phi cc limit, which does not change; phi begins at start and goes on by step. */
struct counting {
    u32 head, before;
    opt_value phi, start, limit;
    i64 step;
    u8 cc;
};
static bool is_number(const struct opt_graph *g, opt_value v, i64 *number)
{
    *number = g->nodes[v].op == OPT_CONST ? g->nodes[v].imm : 0;
    return g->nodes[v].op == OPT_CONST;
}
/* v is x + by, perhaps by 0. */
static opt_value without_constant(const struct opt_graph *g, opt_value v, i64 *by)
{
    const struct opt_node *n = &g->nodes[v];
    *by = 0;
    return n->op == OPT_ADD && is_number(g, n->in[1], by) ? n->in[0] : v;
}
static u8 turned(u8 cc)
{
    switch (cc) {
    case OPT_LT: return OPT_GT;
    case OPT_GT: return OPT_LT;
    case OPT_LE: return OPT_GE;
    case OPT_GE: return OPT_LE;
    default: return cc;
    }
}
/* The condition stands where the loop begins. */
static bool limit_of(const struct opt_graph *g, struct counting *c)
{
    const struct opt_block *h = &g->blocks[c->head];
    const struct opt_node *last = &g->nodes[h->nodes[h->count - 1]];
    if (last->op != OPT_IF || last->in[0] == 0 || h->succ_count != 2) return false;
    bool first = opt_in_loop(g, h->succ[0], c->head), second = opt_in_loop(g, h->succ[1], c->head);
    bool other = last->in[0] != c->phi;
    if (first == second || (other && last->in[1] != c->phi)) return false;
    c->limit = last->in[!other];
    c->cc = other ? turned(last->cc) : last->cc;
    if (second) c->cc ^= 1;
    return outside(g, c->limit, c->head);
}
static bool find_counting(const struct opt_graph *g, u32 head, opt_value phi, struct counting *c)
{
    const struct opt_node *n = &g->nodes[phi];
    if (n->op != OPT_PHI || n->block != head || n->type != OPT_INT || n->argc != 2) return false;
    *c = (struct counting){ .head = head, .before = opt_before_loop(g, head), .phi = phi };
    u32 entry = g->blocks[head].preds[0] == c->before ? 0 : 1;
    c->start = n->args[entry];
    if (without_constant(g, n->args[1 - entry], &c->step) != phi || !limit_of(g, c)) return false;
    bool up = c->cc == OPT_LT || c->cc == OPT_LE, down = c->cc == OPT_GT || c->cc == OPT_GE;
    return (up && c->step > 0 && c->step <= MOST_STEP) || (down && c->step < 0 && c->step >= -MOST_STEP);
}

/* What has to hold before the loop, x cc y + by, for an index to be in bounds at each turn. */
struct condition {
    opt_value x, y;
    i64 by;
    u8 cc;
};
enum answer { NEVER, ALWAYS, ASK };
static enum answer is_known(const struct opt_graph *g, const struct condition *c)
{
    i64 x, y, more, less;
    if (is_number(g, c->x, &x) && (!c->y || is_number(g, c->y, &y)))
        return opt_compares(c->cc, x, (c->y ? y : 0) + c->by) ? ALWAYS : NEVER;
    if (!c->y || without_constant(g, c->x, &more) != without_constant(g, c->y, &less)) return ASK;
    bool length =
        g->nodes[without_constant(g, c->y, &less)].op == OPT_ARRAY_LENGTH; /* no int is left by what is added */
    if (!length || more > 0 || less > 0) return ASK;
    return opt_compares(c->cc, more, less + c->by) ? ALWAYS : NEVER;
}
/* The conditions for counter + away to be an index below length. With them no turn leaves the ints: |away| is small,
 * and who counts down has a limit above -|away| - 1. Returns how many. */
static u32 conditions_of(const struct counting *c, i64 away, opt_value length, struct condition *out)
{
    bool up = c->step > 0;
    opt_value least = up ? c->start : c->limit, most = up ? c->limit : c->start;
    out[0] = (struct condition){ least, 0, -away - (c->cc == OPT_GT), OPT_GE };
    out[1] = (struct condition){ most, length, -away, c->cc == OPT_LT ? OPT_LE : OPT_LT };
    bool may_leave = up && (c->step > 1 || c->cc == OPT_LE);
    out[2] = (struct condition){ c->limit, 0, INT32_MAX - c->step, OPT_LE };
    return may_leave ? 3 : 2;
}
static opt_value new_before(struct opt_graph *g, u32 before, u8 op, opt_value x, opt_value y, i64 imm)
{
    opt_value v = opt_new_node(g, op, OPT_INT);
    g->nodes[v].in[0] = x;
    g->nodes[v].in[1] = y;
    g->nodes[v].imm = imm;
    opt_insert_before_end(g, before, v);
    return v;
}
/* x cc y + by is asked as it is where by lowers a length, else by x - by: what that makes of an x near the least int
 * belongs to a loop without turns. */
static void ask(struct opt_graph *g, u32 before, const struct condition *c, struct opt_state *state)
{
    opt_value x = c->x, y = c->y,
              by = c->by && y ? new_before(g, before, OPT_CONST, 0, 0, c->by < 0 ? c->by : -c->by) : 0;
    if (!y) y = new_before(g, before, OPT_CONST, 0, 0, c->by);
    if (by && c->by < 0) y = new_before(g, before, OPT_ADD, y, by, 0);
    if (by && c->by > 0) x = new_before(g, before, OPT_ADD, x, by, 0);
    opt_value v = opt_new_node(g, OPT_CHECK_ORDER, OPT_VOID);
    g->nodes[v].in[0] = x;
    g->nodes[v].in[1] = y;
    g->nodes[v].cc = c->cc;
    g->nodes[v].state = state;
    opt_insert_before_end(g, before, v);
}
/* v checks an index in the loop. Can that be asked before it? *entry: the state there, if it has been looked for. */
static bool ask_before(struct opt_graph *g, u32 head, opt_value v, bool always, struct opt_state **entry)
{
    struct counting c;
    struct condition all[3];
    i64 away;
    opt_value length = g->nodes[v].in[1], phi = without_constant(g, g->nodes[v].in[0], &away);
    if (!outside(g, length, head) || !find_counting(g, head, phi, &c)) return false;
    if (away < -MOST_AWAY || away > MOST_AWAY || (away && g->nodes[length].op != OPT_ARRAY_LENGTH)) return false;
    u32 n = conditions_of(&c, away, length, all), asks = 0;
    for (u32 i = 0; i < n; i++) {
        enum answer a = is_known(g, &all[i]);
        if (a == NEVER || (a == ASK && !always)) return false;
        asks += a == ASK;
    }
    if (asks && !*entry) *entry = state_before(g, head, c.before);
    if (asks && !*entry) return false;
    for (u32 i = 0; i < n; i++)
        if (is_known(g, &all[i]) == ASK) ask(g, c.before, &all[i], *entry);
    return true;
}
static void drop_index_checks(struct simplifier *s, u32 head)
{
    struct opt_graph *g = s->g;
    struct opt_state *entry = NULL;
    if (!opt_before_loop(g, head)) return;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        u32 at = g->order[i];
        if (!opt_in_loop(g, at, head) || at == head) continue;
        bool always = always_runs(g, at, head);
        for (u32 k = 0; k < g->blocks[at].count; k++) {
            opt_value v = g->blocks[at].nodes[k];
            if (g->nodes[v].op != OPT_CHECK_INDEX || g->nodes[v].dead) continue;
            if (!ask_before(g, head, v, always, &entry)) continue;
            g->nodes[v].dead = true;
            s->changed = true;
        }
    }
}

/* Their names are gone: nothing depends on a check that is not there. */
static void forget_dead_deps(struct opt_graph *g)
{
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = &g->nodes[b->nodes[k]];
            if (n->dead) continue;
            if (n->dep && g->nodes[n->dep].dead) n->dep = 0;
            b->nodes[kept++] = b->nodes[k];
        }
        b->count = kept;
    }
}

/* ---- what nobody needs ---- */
struct marker {
    struct opt_graph *g;
    u8 *needed;
    opt_value *stack;
    u32 depth;
};
static void need(void *arg, opt_value *use)
{
    struct marker *m = arg;
    if (m->needed[*use]) return;
    m->needed[*use] = 1;
    m->stack[m->depth++] = *use;
}
static bool removable(const struct opt_node *n)
{
    return opt_is_pure(n) || n->op == OPT_PHI || (reads_memory(n) && !n->cc) || n->op == OPT_LOAD_RESOLVED ||
           n->op == OPT_LOAD_APPENDIX;
}
/* loops: what their states name is still wanted. */
static void drop_unneeded(struct opt_graph *g, bool loops)
{
    struct marker m = { g, ARENA_NEW_ARRAY(&g->arena, u8, g->count + 1),
                        ARENA_NEW_ARRAY(&g->arena, opt_value, g->count + 1), 0 };
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            opt_value v = b->nodes[k];
            if (!removable(&g->nodes[v])) need(&m, &v);
        }
        for (struct opt_state *t = loops ? b->entry : NULL; t; t = t->caller) opt_each_in_frame(t, need, &m);
    }
    while (m.depth) {
        opt_value v = m.stack[--m.depth];
        opt_each_use(g, &g->nodes[v], need, &m);
        if (g->nodes[v].dep) need(&m, &g->nodes[v].dep);
    }
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++) {
            if (m.needed[b->nodes[k]])
                b->nodes[kept++] = b->nodes[k];
            else
                g->nodes[b->nodes[k]].dead = true;
        }
        b->count = kept;
    }
}

static void settle(struct simplifier *s)
{
    for (u32 round = 0; round < 4; round++) {
        s->changed = false;
        trivial_phis(s);
        number_values(s);
        bool less = prune(s);
        if (!opt_branches(s->g) && !less && !s->changed) break;
    }
}
static bool allocates(const struct opt_graph *g)
{
    for (u32 v = 1; v < g->count; v++)
        if (g->nodes[v].op == OPT_NEW && !g->nodes[v].dead) return true;
    return false;
}

void opt_simplify(struct opt_graph *g)
{
    struct simplifier s = { .g = g };
    opt_analyze(g);
    settle(&s);
    for (u32 round = 0; round < NESTED; round++) {
        drop_unneeded(g, true);
        if (!opt_unroll_whole(g)) break;
        settle(&s);
    }
    for (u32 round = 0; round < NESTED && options.escape_analysis && allocates(g); round++) {
        drop_unneeded(g, true); /* merges that nobody reads would keep objects */
        if (!opt_escape(g)) break;
        settle(&s);
    }
    hoist(&s);
    number_values(&s);
    for (u32 i = g->order_count; i-- > 0;)
        if (g->blocks[g->order[i]].loop == g->order[i]) drop_index_checks(&s, g->order[i]);
    forget_dead_deps(g);
    trivial_phis(&s);
    s.lengths = true;
    number_values(&s);
    drop_unneeded(g, false);
    bool vectors = opt_vectors(g);
    if (opt_unroll(g) || vectors) {
        number_values(&s); /* what one turn has looked at the next one knows */
        drop_unneeded(g, false);
    }
    opt_fold_addresses(g);
}
