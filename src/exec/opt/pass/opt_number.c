/* Global value numbering. A node becomes a known value: an equal node that dominates it, the value that an earlier load
 * or store of the same place has, a constant, or the answer that an earlier branch or check has given.
 *
 * Each class of memory (opt_memory.h) has an epoch, which stores and calls end. Two loads are equal if object, index
 * and epoch are. */
#include "exec/opt/pass/opt_number.h"
#include "base/hash.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

static opt_value known(struct numbering *s, opt_value v, u32 epoch, u32 *bucket);
static void remember(struct numbering *s, opt_value v, u32 epoch, u32 bucket);

/* ---- what branches and checks have told ---- */
enum fact_kind { NOT_NULL, OF_CLASS, INSTANCE_OR_NULL, COMPARED };
/* Holds in all blocks that `block` dominates. What depends on it comes behind `node`, the branch or the check. */
struct fact {
    u8 kind, cc;
    const struct class *cls;
    opt_value other; /* COMPARED: it is cc that; 0: the number */
    i64 number;
    u32 block;
    opt_value node;
    u32 next; /* the next fact on the same value, from 1 */
};
static void add_fact(struct numbering *s, opt_value of, struct fact f)
{
    f.next = s->fact_of[of];
    s->facts = opt_grown(&s->g->scratch, s->facts, s->fact_count, &s->fact_room, sizeof *s->facts);
    s->facts[s->fact_count++] = f;
    s->fact_of[of] = s->fact_count;
}
static void note_fact(struct numbering *s, opt_value of, u8 kind, const struct class *c, u32 block, opt_value node)
{
    add_fact(s, of, (struct fact){ .kind = kind, .cls = c, .block = block, .node = node });
}
static bool is_integer(const struct numbering *s, opt_value v)
{
    return node(s, v)->type == OPT_INT || node(s, v)->type == OPT_LONG;
}
static void note_bound(struct numbering *s, opt_value of, u8 cc, i64 number, u32 block, opt_value node)
{
    if (is_const(s, of)) return;
    add_fact(s, of, (struct fact){ .kind = COMPARED, .cc = cc, .number = number, .block = block, .node = node });
}
/* x cc y, which are ints or longs. */
static void note_comparison(struct numbering *s, opt_value x, u8 cc, opt_value y, u32 block, opt_value v)
{
    if (!is_integer(s, x) || is_const(s, x)) return;
    struct fact f = { .kind = COMPARED, .cc = cc, .other = y, .block = block, .node = v };
    if (is_const(s, y)) {
        f.other = 0;
        f.number = node(s, y)->imm;
    }
    add_fact(s, x, f);
}
/* x is, or is not, equal to y. */
static void note_class(struct numbering *s, opt_value x, bool equal, opt_value y, u32 block, opt_value v)
{
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
/* block is reached by one way only, that of a branch. */
static void note_branch(struct numbering *s, u32 block)
{
    const struct opt_block *b = &s->g->blocks[block];
    if (b->pred_count != 1) return;
    const struct opt_block *p = &s->g->blocks[b->preds[0]];
    opt_value v = p->count ? p->nodes[p->count - 1] : 0;
    const struct opt_node *n = node(s, v);
    if (!v || n->op != OPT_IF || p->succ[0] == p->succ[1]) return;
    opt_value x = opt_name_of(&s->names, n->in[0]), y = opt_name_of(&s->names, n->in[1]);
    u8 cc = p->succ[0] == block ? n->cc : n->cc ^ 1;
    note_comparison(s, x, cc, y, block, v);
    note_comparison(s, y, opt_cc_turned(cc), x, block, v);
    if (cc != OPT_EQ && cc != OPT_NE) return;
    bool equal = cc == OPT_EQ;
    note_class(s, x, equal, y, block, v);
}
static void note_check(struct numbering *s, u32 block, opt_value v)
{
    const struct opt_node *n = node(s, v);
    if (n->op == OPT_CHECK_NULL) note_fact(s, n->in[0], NOT_NULL, NULL, block, v);
    if (n->op == OPT_CHECK_CLASS) note_fact(s, n->in[0], OF_CLASS, n->ptr, block, v);
    if (n->op == OPT_CHECK_CAST) note_fact(s, n->in[0], INSTANCE_OR_NULL, n->ptr, block, v);
    if (n->op == OPT_CHECK_ORDER) {
        opt_value x = n->in[0], y = n->in[1];
        u8 cc = n->cc;
        note_comparison(s, x, cc, y, block, v);
        note_comparison(s, y, opt_cc_turned(cc), x, block, v);
        if (cc == OPT_EQ || cc == OPT_NE) note_class(s, x, cc == OPT_EQ, y, block, v);
        return;
    }
    if (n->op == OPT_CHECK_INDEX) {
        note_bound(s, n->in[0], OPT_GE, 0, block, v);
        note_comparison(s, n->in[0], OPT_LT, n->in[1], block, v);
        note_bound(s, n->in[1], OPT_GT, 0, block, v);
        note_comparison(s, n->in[1], OPT_GT, n->in[0], block, v);
    }
}
/* Finds a fact by which x is not NULL (c is NULL), or, if not NULL, is an instance of c, or has exactly the class c
 * (`exactly`). Returns NULL if there is none. */
static const struct fact *told(const struct numbering *s, u32 block, opt_value x, const struct class *c, bool exactly)
{
    for (u32 i = s->fact_of[x]; i && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        if (f->kind == COMPARED) continue;
        bool says = !c        ? f->kind != INSTANCE_OR_NULL
                    : exactly ? f->kind == OF_CLASS && (f->cls == c)
                              : f->kind != NOT_NULL && class_assignable(f->cls, c);
        if (says && opt_dominates(s->g, f->block, block)) return f;
    }
    return NULL;
}
static const struct class *told_class(const struct numbering *s, u32 block, opt_value x)
{
    for (u32 i = s->fact_of[x]; i && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        if (f->kind == OF_CLASS && opt_dominates(s->g, f->block, block)) return f->cls;
    }
    return NULL;
}
/* The fact that makes the check n unnecessary, or NULL. */
static const struct fact *told_before(const struct numbering *s, u32 block, const struct opt_node *n)
{
    switch (n->op) {
    case OPT_CHECK_NULL: return told(s, block, n->in[0], NULL, false);
    case OPT_CHECK_CLASS: return told(s, block, n->in[0], n->ptr, true);
    case OPT_CHECK_CAST: return told(s, block, n->in[0], n->ptr, false);
    default: return NULL;
    }
}
/* ---- numbers that have been told of ---- */
/* A question about numbers at a block. All facts that it is answered by hold there, so their blocks dominate it and
 * each other: the one that was noted last is behind the others. */
struct asked {
    const struct numbering *s;
    u32 block;
    u32 last; /* of the facts that the answer stands on, from 1; 0: none */
};
static void stand_on(struct asked *q, u32 fact)
{
    if (fact > q->last) q->last = fact;
}
static opt_value stands_on(const struct asked *q) { return q->last ? q->s->facts[q->last - 1].node : 0; }
static void narrow_by(const struct numbering *s, const struct fact *f, opt_value v, i64 *least, i64 *most)
{
    bool wide = node(s, v)->type == OPT_LONG;
    i64 end = wide ? INT64_MAX : INT32_MAX, start = -end - 1;
    i64 below = f->other ? end : f->number, above = f->other ? start : f->number; /* what the other is at most, least */
    if ((f->cc == OPT_LT || f->cc == OPT_LE || f->cc == OPT_EQ) && below - (f->cc == OPT_LT && below > start) < *most)
        *most = below - (f->cc == OPT_LT && below > start);
    if ((f->cc == OPT_GT || f->cc == OPT_GE || f->cc == OPT_EQ) && above + (f->cc == OPT_GT && above < end) > *least)
        *least = above + (f->cc == OPT_GT && above < end);
    if (f->cc == OPT_NE && !f->other && f->number == *least && *least < end) ++*least;
    if (f->cc == OPT_NE && !f->other && f->number == *most && *most > start) --*most;
}
static void narrow(void *arg, opt_value v, i64 *least, i64 *most)
{
    struct asked *q = arg;
    for (u32 i = q->s->fact_of[v]; i && opt_work(q->s->g, 1); i = q->s->facts[i - 1].next) {
        const struct fact *f = &q->s->facts[i - 1];
        i64 a = *least, b = *most;
        if (f->kind != COMPARED) continue;
        narrow_by(q->s, f, v, &a, &b);
        if ((a == *least && b == *most) || !opt_dominates(q->s->g, f->block, q->block)) continue;
        *least = a;
        *most = b;
        stand_on(q, i);
    }
}
/* Which of below (1), equal (2) and above (4) a condition is. */
static u32 outcomes(u8 cc)
{
    return cc == OPT_EQ ? 2 : cc == OPT_NE ? 5 : cc == OPT_LT ? 1 : cc == OPT_LE ? 3 : cc == OPT_GT ? 4 : 6;
}
/* Have comparisons of just these two told whether x cc y? */
static bool told_of_both(struct asked *q, u8 cc, opt_value x, opt_value y, bool *yes)
{
    const struct numbering *s = q->s;
    u32 left = 7; /* what may be */
    for (u32 i = s->fact_of[x]; i && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        if (f->kind != COMPARED || f->other != y || !(left & ~outcomes(f->cc))) continue;
        if (!opt_dominates(s->g, f->block, q->block)) continue;
        left &= outcomes(f->cc);
        stand_on(q, i);
    }
    *yes = !(left & ~outcomes(cc));
    return left && (*yes || !(left & outcomes(cc)));
}
static bool told_comparison(struct asked *q, u8 cc, opt_value x, opt_value y, bool *yes)
{
    if (!x || !y || !is_integer(q->s, x) || is_const(q->s, x)) return false;
    struct opt_told bounds = { narrow, q };
    return told_of_both(q, cc, x, y, yes) || opt_comparison_known(q->s->g, cc, x, y, &bounds, yes);
}
/* The branch or check behind which n, a check of numbers, holds; 0: it is not told. */
static opt_value told_numbers(const struct numbering *s, u32 block, const struct opt_node *n)
{
    struct asked q = { .s = s, .block = block };
    struct opt_told bounds = { narrow, &q };
    opt_value x = n->in[0], y = n->in[1];
    bool yes = false;
    if (n->op == OPT_CHECK_ORDER) return told_comparison(&q, n->cc, x, y, &yes) && yes ? stands_on(&q) : 0;
    if (n->op != OPT_CHECK_INDEX) return 0;
    if (opt_index_known(s->g, x, y, &bounds)) return stands_on(&q);
    q.last = 0;
    if (!told_of_both(&q, OPT_LT, x, y, &yes) || !yes) return 0;
    return opt_lies_between(s->g, x, 0, INT32_MAX, &bounds) ? stands_on(&q) : 0;
}
static void answer_numbers(struct numbering *s, u32 block, struct opt_node *n)
{
    struct asked q = { .s = s, .block = block };
    bool yes;
    if (!told_comparison(&q, n->cc, n->in[0], n->in[1], &yes)) return;
    if (n->op == OPT_TEST) {
        opt_make_const(n, yes);
        return;
    }
    if (is_const(s, n->in[0])) return;
    n->in[0] = n->in[1]; /* two that are equal */
    n->cc = yes ? OPT_EQ : OPT_NE;
    s->changed = true;
}
/* Questions of which the answer has been told. */
static void answer(struct numbering *s, u32 block, struct opt_node *n)
{
    if (n->op == OPT_IF || n->op == OPT_TEST) {
        const struct opt_node *x = node(s, n->in[0]), *y = node(s, n->in[1]);
        bool null = x->type == OPT_REF && y->op == OPT_CONST && y->imm == 0 && (n->cc == OPT_EQ || n->cc == OPT_NE);
        if (!null) {
            answer_numbers(s, block, n);
            return;
        }
        if (x->op == OPT_CONST || !told(s, block, n->in[0], NULL, false)) return;
        n->in[0] = n->in[1]; /* two that are equal, asked for the reverse */
        n->cc ^= 1;
        return;
    }
    if (n->op != OPT_CLASS_OF && n->op != OPT_INSTANCE_OF) return;
    const struct class *c = told_class(s, block, n->in[0]);
    if (c && n->op == OPT_CLASS_OF)
        opt_make_const(n, (i32)(uintptr_t)c);
    else if (c)
        opt_make_const(n, class_assignable(c, n->ptr));
    else if (n->op == OPT_INSTANCE_OF && told(s, block, n->in[0], NULL, false) &&
             told(s, block, n->in[0], n->ptr, false))
        opt_make_const(n, 1);
}

/* ---- epochs ---- */
static void begin_epochs(struct numbering *s, u32 block)
{
    const struct opt_graph *g = s->g;
    const struct opt_block *b = &g->blocks[block];
    u32 *now = s->epochs[block];
    bool head = b->loop == block;
    for (u32 c = 0; c < MEMORY_CLASSES; c++) {
        u32 e = 0;
        bool same = b->pred_count > 0;
        for (u32 p = 0; p < b->pred_count && same; p++) {
            if (head && opt_dominates(g, block, b->preds[p])) continue; /* a back edge */
            u32 there = s->epochs[b->preds[p]][c];
            same = there && (!e || e == there);
            e = there;
        }
        if (head && (s->kills[block] >> c & 1)) same = false;
        now[c] = same && e ? e : ++s->next_epoch;
    }
}

/* ---- equal nodes ---- */
static u32 hash_of(const struct opt_node *n, u32 epoch)
{
    u64 h = (u64)n->op << 8 | n->type | (u64)n->cc << 16 | (u64)n->kind << 24;
    h = hash_u64(h ^ (u64)n->in[0] << 32 ^ (u64)n->in[1] ^ (u64)n->in[2] << 16);
    h = hash_u64(h ^ (u64)n->imm ^ (uintptr_t)n->ptr ^ (u64)epoch << 17);
    for (u32 i = 0; i < n->argc; i++) h = hash_u64(h ^ n->args[i]);
    return (u32)(h % BUCKETS);
}
static bool same_args(const struct opt_node *a, const struct opt_node *b)
{
    return a->argc == b->argc && (!a->argc || !memcmp(a->args, b->args, a->argc * sizeof *a->args));
}
static bool alike(const struct opt_node *a, const struct opt_node *b)
{
    return a->op == b->op && a->type == b->type && a->in[0] == b->in[0] && a->in[1] == b->in[1] &&
           a->in[2] == b->in[2] && a->imm == b->imm && a->ptr == b->ptr && a->cc == b->cc && a->kind == b->kind &&
           same_args(a, b);
}
static opt_value stored_value(const struct opt_node *n) { return n->in[n->op == OPT_STORE ? 1 : 2]; }
/* A store in the form of a load that would find its value; other nodes unchanged. */
static struct opt_node as_load(const struct numbering *s, const struct opt_node *n)
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
/* The node that has the value of l, which stands in `block`; 0: none. */
static opt_value find(struct numbering *s, const struct opt_node *l, u32 block, u32 epoch, u32 *bucket)
{
    *bucket = hash_of(l, epoch);
    for (opt_value c = s->heads[*bucket]; c && opt_work(s->g, 1); c = s->chain[c]) {
        if (s->epoch_of[c] != epoch) continue;
        struct opt_node there = as_load(s, node(s, c));
        if (alike(&there, l) && opt_dominates(s->g, node(s, c)->block, block)) return c;
    }
    return 0;
}
static opt_value known(struct numbering *s, opt_value v, u32 epoch, u32 *bucket)
{
    return find(s, node(s, v), node(s, v)->block, epoch, bucket);
}
static void remember(struct numbering *s, opt_value v, u32 epoch, u32 bucket)
{
    s->epoch_of[v] = epoch;
    s->chain[v] = s->heads[bucket];
    s->heads[bucket] = v;
}
/* A constant in a block that dominates this one. Returns 0 if there is no room for more nodes. */
opt_value opt_constant(struct numbering *s, u32 block, u8 type, i64 imm)
{
    if (s->g->count + 1 >= s->names.room) return 0;
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
/* Is v certainly no boolean[]? The same bytecodes access both. */
static bool is_byte_array(const struct numbering *s, u32 block, opt_value v)
{
    const struct class *bytes = atomic_load(&class_primitive['B']->array);
    const struct opt_node *n = node(s, v);
    const struct field *f = n->op == OPT_LOAD ? n->ptr : NULL;
    if (f && !strcmp(f->desc->bytes, "[B")) return true;
    return bytes && (opt_made_class(s->g, v) == bytes || told(s, block, v, bytes, false));
}
/* An access by offset of an object whose class is told, or that is made here, is one of its field. */
static void find_field(struct numbering *s, u32 block, struct opt_node *n)
{
    const struct opt_node *offset = node(s, n->in[1]);
    const struct class *made = opt_made_class(s->g, n->in[0]);
    if (offset->op != OPT_CONST) return;
    const struct field *f = opt_field_at(made, offset->imm, n->kind);
    const struct fact *object = told(s, block, n->in[0], NULL, false), *behind = object;
    for (u32 i = object ? s->fact_of[n->in[0]] : 0; i && !f && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *told = &s->facts[i - 1];
        if (!told->cls || !opt_dominates(s->g, told->block, block)) continue;
        f = opt_field_at(told->cls, offset->imm, n->kind);
        if (told > behind) behind = told; /* the later one is behind the other, as both dominate */
    }
    if (!f) return;
    opt_access_field(n, f);
    if (!made) n->dep = behind->node;
    s->changed = true;
}
/* The elements of a primitive array that v, if it is not NULL, has been told to be; 0: not told. */
static u8 told_elements(struct asked *q, opt_value v)
{
    const struct numbering *s = q->s;
    for (u32 i = s->fact_of[v]; i && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        u8 elements = f->cls ? opt_elements_of(f->cls->name->bytes) : 0;
        if (!elements || !opt_dominates(s->g, f->block, q->block)) continue;
        stand_on(q, i);
        return elements;
    }
    return opt_primitive_array(s->g, v);
}

/* ---- accesses within an array ---- */
/* An offset as the class library computes it of an int: (index << shift) + more. */
struct array_offset {
    opt_value index;
    u32 shift;
    i64 more;
};
static bool split_offset(const struct numbering *s, opt_value v, struct array_offset *o)
{
    const struct opt_node *n = node(s, v);
    *o = (struct array_offset){ 0 };
    if (n->op == OPT_ADD && is_const(s, n->in[1])) {
        o->more = node(s, n->in[1])->imm;
        n = node(s, n->in[0]);
    }
    if (n->op == OPT_SHL && is_const(s, n->in[1])) {
        o->shift = (u32)node(s, n->in[1])->imm & 63;
        n = node(s, n->in[0]);
    }
    if (n->op != OPT_CONV || opt_conversion(n) != OPT_I2L) return false;
    o->index = n->in[0];
    return o->shift <= 3 && o->more >= INT32_MIN && o->more <= INT32_MAX;
}
/* Has a comparison told that index + room is at most the array's length? */
static bool told_room(struct asked *q, opt_value index, i64 room, opt_value array)
{
    const struct numbering *s = q->s;
    for (u32 i = s->fact_of[index]; i && opt_work(s->g, 1); i = s->facts[i - 1].next) {
        const struct fact *f = &s->facts[i - 1];
        if (f->kind != COMPARED || !f->other || (f->cc != OPT_LT && f->cc != OPT_LE)) continue;
        const struct opt_node *n = node(s, f->other);
        i64 more = 0; /* the index is below, or at most, length + more: no overflow, since that is not above 0 */
        if (n->op == OPT_ADD && is_const(s, n->in[1])) {
            more = node(s, n->in[1])->imm;
            n = node(s, n->in[0]);
        }
        if (n->op != OPT_ARRAY_LENGTH || n->in[0] != array || more > 0) continue;
        if ((f->cc == OPT_LT) - more < room || !opt_dominates(s->g, f->block, q->block)) continue;
        stand_on(q, i);
        return true;
    }
    return false;
}
static i64 divided_up(i64 x, u32 shift) { return (x + ((i64)1 << shift) - 1) >> shift; }
/* A plain access by offset becomes one of the elements of an array that it certainly lies in. Bytes and chars are not
 * told apart: an offset by byte lies in an array of so many chars, too. */
static void find_array(struct numbering *s, u32 block, struct opt_node *n)
{
    struct asked q = { .s = s, .block = block };
    struct opt_told bounds = { narrow, &q };
    struct array_offset o;
    opt_value array = n->in[0], offset = n->in[1], value = n->in[2];
    if (n->cc || n->kind == 'Z' || n->kind == 'L' || !split_offset(s, offset, &o)) return;
    u8 elements = told_elements(&q, array);
    if (!elements || 1u << o.shift != kind_size((char)elements)) return;
    const struct fact *object = told(s, block, array, NULL, false);
    if (object) stand_on(&q, (u32)(object - s->facts) + 1);
    if (!object && !opt_made_class(s->g, array)) return;
    i64 first = o.more - (kind_size((char)elements) == 8 ? ARRAY_BASE_WIDE : ARRAY_BASE);
    if (!told_room(&q, o.index, divided_up(first + kind_size((char)n->kind), o.shift), array)) return;
    if (!opt_lies_between(s->g, o.index, divided_up(-first, o.shift), INT32_MAX, &bounds)) return;
    u8 kind = n->kind;
    opt_become(n, n->op == OPT_RAW_LOAD ? OPT_LOAD_AT : OPT_STORE_AT, n->type);
    n->in[0] = array;
    n->in[1] = offset;
    n->in[2] = value;
    n->kind = kind;
    n->imm = elements;
    n->dep = stands_on(&q);
    s->changed = true;
}
/* Lets later loads find the stored value. Not for elements of bytes that may be booleans, since those store one bit. */
static void remember_store(struct numbering *s, opt_value v, u32 epoch)
{
    const struct opt_node *n = node(s, v);
    if (n->cc || (n->op != OPT_STORE && (n->op != OPT_STORE_ELEMENT || (n->kind == 'B' && !n->imm)))) return;
    struct opt_node l = as_load(s, n);
    remember(s, v, epoch, hash_of(&l, epoch));
}
/* The load v reads what the store c has stored: v becomes that value, or its lower bits. */
static void take_stored(struct numbering *s, opt_value v, opt_value c)
{
    struct opt_node *n = node(s, v);
    opt_value x = opt_name_of(&s->names, stored_value(node(s, c)));
    u8 kind = n->kind;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') {
        opt_replace(&s->names, v, x);
        return;
    }
    opt_become(n, OPT_CONV, OPT_INT);
    n->imm = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    n->in[0] = x;
    s->changed = true;
    opt_value same = opt_fold(s, v);
    if (same) opt_replace(&s->names, v, same);
}

/* Is o a new object, and has no memory of this epoch's class changed since it was made? Then all fields or elements of
 * the class are 0 in it. */
static bool is_new(const struct numbering *s, opt_value o, u32 epoch) { return s->made[o] && epoch <= s->made[o]; }
/* Does the place already have the value that the store v stores there? */
static bool is_stored(struct numbering *s, opt_value v, const u32 *epochs)
{
    const struct opt_node *n = node(s, v);
    if ((n->op != OPT_STORE && n->op != OPT_STORE_ELEMENT) || opt_is_ordered(n)) return false;
    u32 epoch = epochs[opt_memory_class(s->g, n)];
    opt_value value = stored_value(n);
    if (is_const(s, value) && node(s, value)->imm == 0 && is_new(s, n->in[0], epoch)) return true;
    struct opt_node l = as_load(s, n);
    u32 bucket;
    opt_value c = find(s, &l, n->block, epoch, &bucket);
    if (!c) return false;
    return opt_killed(s->g, node(s, c)) ? opt_name_of(&s->names, stored_value(node(s, c))) == value : c == value;
}

/* ---- whether a tool wants events ---- */
/* A tool may begin to want events at any time, but the program notices it only where it stops, calls or leaves. So the
 * answer to CHECK_UNTOLD holds until there, in this block and in blocks that it alone leads to. */
static void begin_untold(struct numbering *s, u32 at)
{
    const struct opt_block *b = &s->g->blocks[at];
    s->untold[at] = b->pred_count == 1 ? s->untold[b->preds[0]] : 0;
}
/* Returns the earlier CHECK_UNTOLD that makes n unnecessary, or 0. */
static opt_value told_untold(struct numbering *s, u32 at, opt_value v)
{
    const struct opt_node *n = node(s, v), *before = node(s, s->untold[at]);
    if (n->op == OPT_CHECK_UNTOLD) {
        if (s->untold[at] && !(n->imm & ~before->imm)) return s->untold[at];
        s->untold[at] = v;
    } else if ((opt_does(n, OPT_DOES_LEAVES) && !opt_is_check(n)) || opt_kills_memory(n))
        s->untold[at] = 0;
    return 0;
}

/* Vectors are left alone: each belongs to the one loop made for it, and survives no call. */
static bool can_be_known(const struct opt_node *n)
{
    if (opt_is_vector(n->type)) return false;
    return opt_is_pure(n) || opt_is_check(n);
}

static void number_block(struct numbering *s, u32 at)
{
    struct opt_block *b = &s->g->blocks[at];
    begin_epochs(s, at);
    note_branch(s, at);
    begin_untold(s, at);
    u32 *epochs = s->epochs[at], bucket;
    for (u32 k = 0; k < b->count && opt_work(s->g, 1); k++) {
        opt_value v = b->nodes[k];
        struct opt_node *n = node(s, v);
        if (n->dead) continue;
        opt_rename(&s->names, n);
        if (opt_holds(s, n)) {
            opt_replace(&s->names, v, 0); /* nodes that depended on it need no `dep` any more */
            continue;
        }
        opt_value asked = told_untold(s, at, v);
        if (asked) {
            opt_replace(&s->names, v, asked);
            continue;
        }
        const struct fact *before = told_before(s, at, n);
        if (before) {
            opt_replace(&s->names, v, before->node);
            continue;
        }
        opt_value behind = told_numbers(s, at, n);
        if (behind) {
            opt_replace(&s->names, v, behind);
            continue;
        }
        answer(s, at, n);
        opt_value same = opt_fold(s, v);
        n = node(s, v);
        if (same) {
            opt_replace(&s->names, v, same);
            continue;
        }
        if (n->op == OPT_STORE_ELEMENT && n->kind == 'B') n->imm |= is_byte_array(s, at, n->in[0]);
        if (n->op == OPT_RAW_LOAD || n->op == OPT_RAW_STORE) find_field(s, at, n);
        if (n->op == OPT_RAW_STORE && !n->imm) n->imm = told_elements(&(struct asked){ .s = s, .block = at }, n->in[0]);
        if (n->op == OPT_RAW_LOAD || n->op == OPT_RAW_STORE) find_array(s, at, n);
        u64 gone = opt_killed(s->g, n);
        if (is_stored(s, v, epochs)) {
            opt_replace(&s->names, v, 0);
            continue;
        }
        if (n->op == OPT_NEW || n->op == OPT_NEW_ARRAY) s->made[v] = s->next_epoch;
        if (can_be_known(n) || (opt_reads_memory(n) && !gone)) {
            u32 epoch = opt_reads_memory(n) && !opt_loads_known(n) ? epochs[opt_memory_class(s->g, n)] : 0;
            if (opt_reads_memory(n) && epoch && is_new(s, n->in[0], epoch)) {
                opt_make_const(n, 0);
                s->changed = true;
                continue;
            }
            opt_value c = known(s, v, epoch, &bucket);
            if (c == v) continue; /* a constant that was made while this block was visited */
            if (c && !opt_killed(s->g, node(s, c)))
                opt_replace(&s->names, v, c);
            else if (c)
                take_stored(s, v, c);
            else {
                remember(s, v, epoch, bucket);
                note_check(s, at, v);
            }
            continue;
        }
        if (!gone) continue;
        for (u32 c = 0; c < MEMORY_CLASSES; c++)
            if (gone >> c & 1) epochs[c] = ++s->next_epoch;
        if (n->op == OPT_STORE || n->op == OPT_STORE_ELEMENT) remember_store(s, v, epochs[opt_memory_class(s->g, n)]);
    }
}

bool opt_number(struct opt_graph *g)
{
    struct numbering s = { .g = g };
    opt_names_begin(&s.names, g, g->count + 16); /* room for constants that folding makes */
    s.kills = opt_killed_by_loops(g);
    s.chain = ARENA_NEW_ARRAY(&g->scratch, opt_value, s.names.room);
    s.epoch_of = ARENA_NEW_ARRAY(&g->scratch, u32, s.names.room);
    s.epochs = (u32(*)[MEMORY_CLASSES])arena_alloc_array(&g->scratch, g->block_count + 1, sizeof s.epochs[0]);
    s.fact_of = ARENA_NEW_ARRAY(&g->scratch, u32, s.names.room);
    s.untold = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->block_count + 1);
    s.made = ARENA_NEW_ARRAY(&g->scratch, u32, s.names.room);
    for (u32 i = 0; i < g->order_count; i++) number_block(&s, g->order[i]);
    opt_rename_all(&s.names);
    return s.changed || s.names.changed;
}
