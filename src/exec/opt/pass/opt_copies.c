/* Takes System.arraycopy of primitive arrays apart, where the class of one array is known: checks, which other passes
 * can decide or move, and a copy that cannot fail. The checks leave with the state of the call, so the interpreter runs
 * it again and throws. A known number of few elements is copied by loads, all of them, and then stores: what was stored
 * before reaches the loads without a stop of the processor, and later loads know the copied values.
 *
 * A primitive array has the class that its descriptor says. */
#include "exec/opt/pass/opt_memory.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

enum { FROM, FROM_AT, TO, TO_AT, COUNT, ARGUMENTS, DEEP = 4 /* merges of merges */, FEW = 8 };

struct copies {
    struct opt_graph *g;
    u32 block;
    opt_value *out; /* the block's new nodes */
    u32 out_count, out_room;
};
static struct opt_node *node(const struct copies *c, opt_value v) { return &c->g->nodes[v]; }

/* ---- classes ---- */
/* The class of primitive arrays that the descriptor of a value begins with, or NULL. */
static struct class *array_of(const char *desc)
{
    if (desc[0] != '[' || (u8)desc[1] >= ARRAY_LEN(class_primitive) || !class_primitive[(u8)desc[1]]) return NULL;
    return atomic_load(&class_primitive[(u8)desc[1]]->array);
}
/* The descriptor of the argument in that local at the method's entry, or "". */
static const char *descriptor_of_argument(const struct method *m, u32 local)
{
    u32 at = method_is_static(m) ? 0 : 1;
    const char *p = m->desc->bytes + 1, *start;
    u32 len;
    for (char kind = desc_next(&p, &start, &len); kind; kind = desc_next(&p, &start, &len)) {
        if (at == local) return start;
        at += kind == 'J' || kind == 'D' ? 2 : 1;
    }
    return "";
}
static struct class *class_of(const struct copies *c, opt_value v, u32 deep)
{
    const struct opt_node *n = node(c, v);
    switch (n->op) {
    case OPT_NEW_ARRAY: return class_is_primitive(opt_cls(n)->element) ? opt_cls(n) : NULL;
    case OPT_LOAD: return opt_field(n) ? array_of(opt_field(n)->desc->bytes) : NULL;
    case OPT_CALL: return array_of(desc_return(opt_callee(n)->desc));
    /* in other blocks: a variable of a frame of the interpreter that enters there */
    case OPT_PARAM: return n->block == 1 ? array_of(descriptor_of_argument(c->g->m, (u32)opt_local(n))) : NULL;
    case OPT_PHI: break;
    default: return NULL;
    }
    struct class *same = NULL;
    for (u32 i = 0; i < n->argc && deep && opt_work(c->g, 1); i++) {
        if (n->args[i] == v) continue;
        struct class *one = class_of(c, n->args[i], deep - 1);
        if (!one || (same && one != same)) return NULL;
        same = one;
    }
    return same;
}

/* ---- nodes ---- */
static void keep(struct copies *c, opt_value v)
{
    c->out = opt_grown(&c->g->arena, c->out, c->out_count, &c->out_room, sizeof *c->out);
    c->out[c->out_count++] = v;
    node(c, v)->block = c->block;
}
static opt_value make(struct copies *c, u8 op, u8 type, opt_value x, opt_value y, opt_value dep)
{
    opt_value v = opt_new_node(c->g, op, type);
    node(c, v)->in[0] = x;
    node(c, v)->in[1] = y;
    node(c, v)->dep = dep;
    keep(c, v);
    return v;
}
static opt_value check(struct copies *c, u8 op, opt_value x, opt_value y, opt_value dep, struct opt_state *s)
{
    opt_value v = make(c, op, OPT_VOID, x, y, dep);
    node(c, v)->state = s;
    return v;
}
static opt_value check_order(struct copies *c, opt_value x, u8 cc, opt_value y, struct opt_state *s)
{
    opt_value v = check(c, OPT_CHECK_ORDER, x, y, 0, s);
    node(c, v)->cc = cc;
    return v;
}
/* Checks that the array is of the class; `is`: the class that it is known to be of if it is not NULL. Returns the node
 * that reads of its header depend on. */
static opt_value check_array(struct copies *c, opt_value array, struct class *is, struct class *cls,
                             struct opt_state *s)
{
    opt_value checked = check(c, OPT_CHECK_NULL, array, 0, 0, s);
    if (is) return checked;
    checked = check(c, OPT_CHECK_CLASS, array, 0, checked, s);
    node(c, checked)->ptr = cls;
    return checked;
}
/* Checks that `count` elements from `at` on are in the array. Neither is negative. */
static void check_end(struct copies *c, opt_value array, opt_value at, opt_value count, opt_value dep,
                      struct opt_state *s)
{
    opt_value length = make(c, OPT_ARRAY_LENGTH, OPT_INT, array, 0, dep);
    check_order(c, count, OPT_LE, make(c, OPT_SUB, OPT_INT, length, at, 0), s);
}

static opt_value make_int(struct copies *c, i64 bits)
{
    opt_value v = make(c, OPT_CONST, OPT_INT, 0, 0, 0);
    node(c, v)->imm = bits;
    return v;
}
/* Copies `count` elements; v, which was the call, becomes the last store. The loads stay behind the checks, all of
 * which they need. */
static void copy_few(struct copies *c, opt_value v, const opt_value *a, u32 count, const struct class *cls)
{
    opt_value checked = make(c, OPT_ANCHOR, OPT_VOID, 0, 0, 0);
    opt_value loaded[FEW], more[FEW];
    u8 prim = cls->element->prim_kind, kind = prim == 'Z' ? 'B' : prim;
    VM_ASSERT(count > 0 && count <= FEW);
    for (u32 i = 0; i < count; i++) {
        more[i] = make_int(c, i);
        opt_value at = make(c, OPT_ADD, OPT_INT, a[FROM_AT], more[i], 0);
        loaded[i] = make(c, OPT_LOAD_ELEMENT, type_of_kind(kind), a[FROM], at, checked);
        node(c, loaded[i])->kind = kind;
        node(c, loaded[i])->imm = prim == 'B'; /* no boolean[] */
    }
    for (u32 i = 0; i < count; i++) {
        opt_value at = make(c, OPT_ADD, OPT_INT, a[TO_AT], more[i], 0), store = v;
        if (i < count - 1)
            store = make(c, OPT_STORE_ELEMENT, OPT_VOID, 0, 0, 0);
        else
            opt_become(node(c, v), OPT_STORE_ELEMENT, OPT_VOID);
        struct opt_node *n = node(c, store);
        n->in[0] = a[TO];
        n->in[1] = at;
        n->in[2] = loaded[i];
        n->kind = kind;
        n->imm = prim == 'B';
    }
}
/* The number of elements if it is known and small; 0: it is not. */
static u32 few(const struct copies *c, opt_value count)
{
    const struct opt_node *n = node(c, count);
    return n->op == OPT_CONST && n->imm > 0 && n->imm <= FEW ? (u32)n->imm : 0;
}
/* A copy whose number of elements has become known. */
static bool copies_few(struct copies *c, opt_value v)
{
    const struct opt_node *n = node(c, v);
    if (n->op != OPT_COPY_ARRAY || n->dead) return false;
    const opt_value a[ARGUMENTS] = { n->in[0], n->in[1], n->in[2], n->args[0], n->args[1] };
    const struct class *cls = class_of(c, a[FROM], DEEP);
    if (!cls) cls = class_of(c, a[TO], DEEP);
    if (!cls || !few(c, a[COUNT])) return false;
    copy_few(c, v, a, few(c, a[COUNT]), cls);
    return true;
}
static bool take_apart(struct copies *c, opt_value v)
{
    struct opt_node *n = node(c, v);
    if (n->op != OPT_CALL_LEAF || n->kind != OPT_QUICK_COPY || n->argc != ARGUMENTS) return copies_few(c, v);
    const opt_value *a = n->args;
    struct opt_state *s = n->state;
    struct class *from = class_of(c, a[FROM], DEEP), *to = class_of(c, a[TO], DEEP), *cls = from ? from : to;
    if (!cls || (from && to && from != to)) return false;
    opt_value from_there = check_array(c, a[FROM], from, cls, s), to_there = check_array(c, a[TO], to, cls, s);
    opt_value zero = make(c, OPT_CONST, OPT_INT, 0, 0, 0);
    check_order(c, a[FROM_AT], OPT_GE, zero, s);
    check_order(c, a[TO_AT], OPT_GE, zero, s);
    check_order(c, a[COUNT], OPT_GE, zero, s);
    check_end(c, a[FROM], a[FROM_AT], a[COUNT], from_there, s);
    check_end(c, a[TO], a[TO_AT], a[COUNT], to_there, s);
    if (few(c, a[COUNT])) {
        copy_few(c, v, a, few(c, a[COUNT]), cls);
        return true;
    }
    n = node(c, v);
    opt_become(n, OPT_COPY_ARRAY, OPT_VOID);
    n->in[0] = a[FROM];
    n->in[1] = a[FROM_AT];
    n->in[2] = a[TO];
    n->args = ARENA_NEW_ARRAY(&c->g->arena, opt_value, 2);
    n->args[0] = a[TO_AT];
    n->args[1] = a[COUNT];
    n->argc = 2;
    n->kind = cls->element->prim_kind == 'Z' ? 'B' : cls->element->prim_kind;
    return true;
}

bool opt_copies(struct opt_graph *g)
{
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        struct copies c = { .g = g, .block = g->order[i] };
        const opt_value *was = g->blocks[c.block].nodes;
        u32 count = g->blocks[c.block].count;
        bool here = false;
        for (u32 k = 0; k < count; k++) {
            here |= take_apart(&c, was[k]);
            keep(&c, was[k]);
        }
        if (!here) continue;
        any = true;
        g->blocks[c.block].nodes = c.out;
        g->blocks[c.block].count = c.out_count;
        g->blocks[c.block].room = c.out_room;
    }
    return any;
}
