/* Boxes become numbers if no node asks for their identity.
 *
 * A *family* is boxes (OPT_BOX) and merges of them and of each other, of one class. Its members are never NULL, their
 * class is known, and the field of each is a number: that of the box, or a merge of such numbers. So loads, checks and
 * questions of the members are decided in any case.
 *
 * A family is made only where code is left if nothing else uses its members but states of nodes that leave. A state may
 * name one member only: two might be one object, which the interpreter would have to see in both places. opt_leave.c
 * takes it from valueOf's cache or makes it (opt_is_box), as valueOf does.
 *
 * Source: the "virtual objects" of opt_escape.c; families are the classes of merges (union-find). */
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

struct unboxing {
    struct opt_graph *g;
    struct opt_names names;
    u32 named_values;         /* the number of values at the start of the pass */
    const struct class **cls; /* by value: the members' class; NULL: not known (yet) */
    u8 *other;                /* by value: it is no member */
    opt_value *root;          /* by value: on the way to the family's root */
    opt_value *number;        /* by member: its field */
    u8 *kept, *loaded;        /* by root: it has to be made; its fields are loaded */
    u8 *in_state;             /* by member: a state names it */
    u32 *times;               /* by root: how many of its members states name */
    /* the state that is looked at */
    u32 *stamp, now; /* by root: the last state that names a member */
    opt_value *who;  /* by root: which */
    bool shown;
    bool changed;
};

static struct opt_node *node(const struct unboxing *U, opt_value v) { return &U->g->nodes[v]; }
static bool is_member(const struct unboxing *U, opt_value v)
{
    return v && v < U->named_values && U->cls[v] && !U->other[v];
}
static opt_value root_of(const struct unboxing *U, opt_value v)
{
    while (U->root[v] != v) v = U->root[v] = U->root[U->root[v]];
    return v;
}
static void keep_family(const struct unboxing *U, opt_value v) { U->kept[root_of(U, v)] = 1; }

/* ---- members ---- */
/* Looks at a merge with what is known of its ways. Returns whether that has changed what is known of it. */
static bool look_at_merge(const struct unboxing *U, opt_value v)
{
    const struct opt_node *n = node(U, v);
    for (u32 i = 0; i < n->argc; i++) {
        opt_value x = n->args[i];
        bool boxed = x && (node(U, x)->op == OPT_BOX || node(U, x)->op == OPT_PHI) && !U->other[x];
        if (!boxed || (U->cls[x] && U->cls[v] && U->cls[x] != U->cls[v])) return U->other[v] = 1;
        if (!U->cls[x] || U->cls[v]) continue;
        U->cls[v] = U->cls[x];
        return true; /* and once more for the other ways */
    }
    return false;
}
/* Calls fn for all merges of references that may be members. Returns whether it has changed what is known of one. */
static bool for_merges(const struct unboxing *U, bool (*fn)(const struct unboxing *U, opt_value v))
{
    const struct opt_graph *g = U->g;
    bool any = false;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(U, b->nodes[k]);
            if (n->op == OPT_PHI && n->type == OPT_REF && !n->dead && !U->other[b->nodes[k]]) any |= fn(U, b->nodes[k]);
        }
    }
    return any;
}
/* A merge that no box reaches merges nothing but such merges. */
static bool exclude_unreached(const struct unboxing *U, opt_value v) { return U->other[v] = !U->cls[v]; }
/* Takes all merges for members until a way of one tells otherwise. A merge changes at most twice. */
static void find_members(struct unboxing *U)
{
    struct opt_graph *g = U->g;
    for (u32 v = 1; v < U->named_values; v++)
        if (node(U, v)->op == OPT_BOX && !node(U, v)->dead) U->cls[v] = opt_cls(node(U, v));
    do
        while (for_merges(U, look_at_merge) && opt_work(g, g->count)) {}
    while (for_merges(U, exclude_unreached) && opt_work(g, g->count));
    for (u32 v = 1; v < U->named_values; v++)
        for (u32 i = 0; is_member(U, v) && node(U, v)->op == OPT_PHI && i < node(U, v)->argc; i++)
            U->root[root_of(U, v)] = root_of(U, node(U, v)->args[i]);
}

/* ---- uses ---- */
static const struct field *value_field(const struct class *c)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC)) return class_field(c, i);
    return NULL;
}
static bool is_null(const struct unboxing *U, opt_value v) { return node(U, v)->op == OPT_CONST && !node(U, v)->imm; }
/* Can the answer or effect of n be known because its operand i is a member of class c? */
static bool is_decided(const struct unboxing *U, const struct opt_node *n, u32 i, const struct class *c)
{
    switch (n->op) {
    case OPT_LOAD: return opt_field(n) == value_field(c) && !opt_is_ordered(n);
    case OPT_CHECK_NULL:
    case OPT_INSTANCE_OF:
    case OPT_CLASS_OF: return true;
    case OPT_CHECK_CLASS: return opt_cls(n) == c;
    case OPT_CHECK_CAST: return class_assignable(c, opt_cls(n));
    case OPT_IF:
    case OPT_TEST: return is_null(U, n->in[1 - i]);
    default: return false;
    }
}
static void use_in_state(void *arg, opt_value *use)
{
    struct unboxing *U = arg;
    opt_value v = *use;
    if (!is_member(U, v)) return;
    opt_value family = root_of(U, v);
    if (U->shown || (U->stamp[family] == U->now && U->who[family] != v)) U->kept[family] = 1;
    U->stamp[family] = U->now;
    U->who[family] = v;
    U->times[family] += !U->in_state[v];
    U->in_state[v] = 1;
}
/* shown: the node shows the frames, so that all objects in them must exist. */
static void look_at_state(struct unboxing *U, struct opt_state *s, bool shown)
{
    U->now++;
    U->shown = shown;
    for (; s; s = s->caller) opt_each_in_frame(s, use_in_state, U);
}
static void look_at_node(struct unboxing *U, opt_value v)
{
    struct opt_node *n = node(U, v);
    for (u32 i = 0; i < ARRAY_LEN(n->in); i++) {
        opt_value x = n->in[i];
        if (!is_member(U, x)) continue;
        if (!is_decided(U, n, i, U->cls[x])) keep_family(U, x);
        if (n->op == OPT_LOAD) U->loaded[root_of(U, x)] = 1;
    }
    for (u32 i = 0; i < n->argc; i++)
        if (is_member(U, n->args[i]) && !is_member(U, v)) keep_family(U, n->args[i]);
    look_at_state(U, n->state, opt_is_call(n) || n->op == OPT_NEW_ARRAYS);
}
static void look_at_uses(struct unboxing *U)
{
    struct opt_graph *g = U->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        look_at_state(U, b->entry, false);
        for (u32 k = 0; k < b->count; k++)
            if (!node(U, b->nodes[k])->dead) look_at_node(U, b->nodes[k]);
    }
}
/* A graph has so many objects that are put off; a family beyond them is made. */
static void count_objects(const struct unboxing *U)
{
    u32 count = opt_count_virtuals(U->g);
    for (opt_value v = 1; v < U->named_values; v++) {
        if (!is_member(U, v) || root_of(U, v) != v || U->kept[v]) continue;
        if (count + U->times[v] > OPT_MOST_OBJECTS)
            U->kept[v] = 1;
        else
            count += U->times[v];
    }
}

/* ---- numbers ---- */
/* Merges of numbers beside the merges of boxes, in front of them. */
static void add_numbers(struct unboxing *U, u32 at)
{
    struct opt_graph *g = U->g;
    u32 count = g->blocks[at].count, more = 0, kept = 0;
    const opt_value *was = g->blocks[at].nodes;
    for (u32 k = 0; k < count; k++) more += is_member(U, was[k]) && node(U, was[k])->op == OPT_PHI;
    if (!more) return;
    opt_value *all = arena_alloc_array(&g->arena, count + more + 1, sizeof *all);
    for (u32 k = 0; k < count; k++) {
        opt_value v = was[k];
        opt_value family = is_member(U, v) ? root_of(U, v) : 0;
        if (family && node(U, v)->op == OPT_PHI && (U->loaded[family] || !U->kept[family])) {
            const struct field *f = value_field(U->cls[v]);
            opt_value q = U->number[v] = opt_new_node(g, OPT_PHI, type_of_kind(f->kind));
            node(U, q)->argc = node(U, v)->argc;
            node(U, q)->args = ARENA_NEW_ARRAY(&g->arena, opt_value, node(U, v)->argc + 1u);
            node(U, q)->block = at;
            all[kept++] = q;
        }
        all[kept++] = v;
    }
    g->blocks[at].nodes = all;
    g->blocks[at].count = kept;
    g->blocks[at].room = count + more;
}
static void find_numbers(struct unboxing *U)
{
    struct opt_graph *g = U->g;
    for (opt_value v = 1; v < U->named_values; v++)
        if (is_member(U, v) && node(U, v)->op == OPT_BOX) U->number[v] = node(U, v)->in[0];
    for (u32 i = 0; i < g->order_count; i++) add_numbers(U, g->order[i]);
    for (opt_value v = 1; v < U->named_values; v++) {
        if (!is_member(U, v) || node(U, v)->op != OPT_PHI || !U->number[v]) continue;
        for (u32 k = 0; k < node(U, v)->argc; k++) node(U, U->number[v])->args[k] = U->number[node(U, v)->args[k]];
    }
}

/* ---- replacing ---- */
static opt_value new_int(struct unboxing *U, i64 bits)
{
    opt_value v = opt_new_node(U->g, OPT_CONST, OPT_INT);
    node(U, v)->imm = bits;
    opt_insert_before_end(U->g, 1, v);
    return v;
}
/* n asks whether a member is NULL. */
static void answer(struct unboxing *U, opt_value v)
{
    if (node(U, v)->op == OPT_TEST) {
        bool yes = node(U, v)->cc == OPT_NE;
        opt_become(node(U, v), OPT_CONST, OPT_INT);
        node(U, v)->imm = yes;
        return;
    }
    opt_value x = new_int(U, 0), y = new_int(U, 1);
    node(U, v)->in[0] = x;
    node(U, v)->in[1] = y;
}
static void replace_use(struct unboxing *U, opt_value v)
{
    struct opt_node *n = node(U, v);
    u32 i = is_member(U, n->in[0]) ? 0 : 1;
    const struct class *c = is_member(U, n->in[i]) ? U->cls[n->in[i]] : NULL;
    if (!c || !is_decided(U, n, i, c)) return;
    U->changed = true;
    switch (n->op) {
    case OPT_LOAD: opt_replace(&U->names, v, U->number[n->in[0]]); return;
    case OPT_IF:
    case OPT_TEST: answer(U, v); return;
    case OPT_INSTANCE_OF:
    case OPT_CLASS_OF: {
        i64 bits = n->op == OPT_CLASS_OF ? (i32)(uintptr_t)c : class_assignable(c, opt_cls(n));
        opt_become(n, OPT_CONST, OPT_INT);
        n->imm = bits;
        return;
    }
    default: opt_replace(&U->names, v, 0); /* a check that holds: no node need wait for it */
    }
}
/* The one member of a family that is not made which the state names, with its number. */
struct described {
    struct unboxing *U;
    opt_value found[OPT_MOST_OBJECTS];
    u32 count;
};
static void find_member(void *arg, opt_value *use)
{
    struct described *d = arg;
    const struct unboxing *U = d->U;
    if (!is_member(U, *use) || U->kept[root_of(U, *use)]) return;
    for (u32 i = 0; i < d->count; i++)
        if (d->found[i] == *use) return;
    VM_CHECK(d->count < OPT_MOST_OBJECTS);
    d->found[d->count++] = *use;
}
static const struct opt_fields *fields_of(struct unboxing *U, const struct class *c)
{
    struct opt_fields *f = arena_alloc(&U->g->arena, sizeof *f + sizeof f->all[0]);
    f->count = 1;
    f->all[0] = value_field(c);
    return f;
}
/* Returns the state, or a copy of its innermost frame that says what the numbers are. */
static struct opt_state *describe(struct unboxing *U, struct opt_state *s)
{
    struct arena *a = &U->g->arena;
    struct described d = { .U = U };
    for (struct opt_state *t = s; t; t = t->caller) opt_each_in_frame(t, find_member, &d);
    if (!d.count) return s;
    s = arena_memdup(a, s, sizeof *s + ((size_t)s->nlocals + s->nstack) * sizeof s->slots[0]);
    struct opt_virtual *all = ARENA_NEW_ARRAY(a, struct opt_virtual, s->virtual_count + d.count);
    if (s->virtual_count) memcpy(all, s->virtuals, s->virtual_count * sizeof *all);
    for (u32 i = 0; i < d.count; i++) {
        opt_value v = d.found[i], *values = ARENA_NEW_ARRAY(a, opt_value, 2);
        values[0] = U->number[v];
        all[s->virtual_count++] = (struct opt_virtual){ v, fields_of(U, U->cls[v]), values, { 0 } };
    }
    s->virtuals = all;
    s->virtual_room = s->virtual_count;
    return s;
}
static void replace_in_block(struct unboxing *U, u32 at)
{
    struct opt_graph *g = U->g;
    if (g->blocks[at].entry) g->blocks[at].entry = describe(U, g->blocks[at].entry);
    u32 count = g->blocks[at].count; /* block 1 gets constants meanwhile, behind which nothing has to be replaced */
    for (u32 k = 0; k < count; k++) {
        opt_value v = g->blocks[at].nodes[k];
        if (node(U, v)->dead) continue;
        replace_use(U, v);
        if (node(U, v)->state) node(U, v)->state = describe(U, node(U, v)->state);
    }
}
/* The members become objects that are made only where code is left. Those that no state names are gone. */
static void put_off(struct unboxing *U, opt_value v)
{
    struct opt_node *n = node(U, v);
    const struct class *c = U->cls[v];
    U->changed = true;
    n->dead = !U->in_state[v];
    if (n->dead) return;
    opt_become(n, OPT_VIRTUAL, OPT_REF);
    n->ptr = (void *)(uintptr_t)c;
    n->imm = 1; /* opt_is_box */
    n->block = 0;
}
static void take_out(struct unboxing *U)
{
    struct opt_graph *g = U->g;
    for (opt_value v = 1; v < U->named_values; v++)
        if (is_member(U, v) && !U->kept[root_of(U, v)]) put_off(U, v);
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 kept = 0;
        for (u32 k = 0; k < b->count; k++)
            if (node(U, b->nodes[k])->op != OPT_VIRTUAL) b->nodes[kept++] = b->nodes[k];
        b->count = kept;
    }
}

bool opt_unbox(struct opt_graph *g)
{
    struct unboxing U = { .g = g, .named_values = g->count };
    struct arena *a = &g->scratch;
    U.cls = ARENA_NEW_ARRAY(a, const struct class *, g->count + 1);
    U.other = ARENA_NEW_ARRAY(a, u8, g->count + 1);
    U.root = ARENA_NEW_ARRAY(a, opt_value, g->count + 1);
    U.number = ARENA_NEW_ARRAY(a, opt_value, g->count + 1);
    U.kept = ARENA_NEW_ARRAY(a, u8, g->count + 1);
    U.loaded = ARENA_NEW_ARRAY(a, u8, g->count + 1);
    U.in_state = ARENA_NEW_ARRAY(a, u8, g->count + 1);
    U.times = ARENA_NEW_ARRAY(a, u32, g->count + 1);
    U.stamp = ARENA_NEW_ARRAY(a, u32, g->count + 1);
    U.who = ARENA_NEW_ARRAY(a, opt_value, g->count + 1);
    for (u32 v = 0; v < g->count; v++) U.root[v] = v;
    find_members(&U);
    if (!opt_work(g, g->count)) return false;
    look_at_uses(&U);
    count_objects(&U);
    find_numbers(&U);
    opt_names_begin(&U.names, g, 0); /* with the merges of numbers */
    for (u32 i = 0; i < g->order_count; i++) replace_in_block(&U, g->order[i]);
    take_out(&U);
    opt_rename_all(&U.names);
    return U.changed;
}
