/* Escape analysis with scalar replacement: objects that do not escape from the code are not made.
 *
 * An allocation qualifies if its value is only the base of loads and stores of its fields, checked, compared, locked,
 * or named by states where code leaves. It does not qualify if it is merged with another value, returned, stored, or
 * named by the state of a call that is made. Its fields become values, with phis at merges. The allocation becomes an
 * OPT_VIRTUAL: states that name it also name its fields, and opt_leave.c makes the object from them. Objects that it
 * holds may qualify in the next round.
 *
 * An array of a constant length up to MOST_FIELDS qualifies too, if every access has a constant index. Its elements are
 * its fields.
 *
 * The object's monitor is not entered, since no other thread can know the object. A state says which frames hold it,
 * and opt_leave.c enters it for them. This needs that no frame is shown while it is held, that it is left in the
 * reverse order, and that no other monitor is entered or left meanwhile. Of nested objects the inner ones go first, so
 * the outer ones go in a later round.
 *
 * Source: Stadler, Würthinger & Mössenböck, "Partial Escape Analysis and Scalar Replacement for Java", CGO 2014 (states
 * that describe objects). Here an object that escapes on one way is made at its allocation. */
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

enum { MOST_FIELDS = 16, MOST_IN_ALL = 60000 /* nodes */ };

/* An allocation that is being examined. */
struct candidate {
    opt_value v;
    struct class *cls;
    const struct opt_fields *fields;
    bool array, escapes, locked;
    u32 *blocks; /* blocks that use it */
    u32 block_count, block_room;
};
struct escape {
    struct opt_graph *g;
    struct candidate *all;
    u32 count, room;
    u32 put_off;     /* objects replaced in this graph */
    u32 *which;      /* by value: the candidate's number + 1 */
    opt_value *name; /* by value: its replacement */
    u32 named;       /* the number of values at the start of the pass */
    /* the candidate that is being replaced */
    struct candidate *c;
    u8 *live;          /* by block: is the candidate live at its start? */
    opt_value **first; /* by block: the fields' values at its start */
    opt_value **ends;  /* by block: the fields' values at its end */
    opt_value *now;
    struct opt_held *held, held_now; /* by block: the frames that hold its monitor at the start; NULL: it has none */
    u32 block;
    opt_value *out; /* the block's new nodes */
    u32 out_count, out_room;
};

static struct opt_node *node(const struct escape *E, opt_value v) { return &E->g->nodes[v]; }
static opt_value name_of(struct escape *E, opt_value v)
{
    while (v < E->named && E->name[v] != v) v = E->name[v];
    return v;
}

/* ---- allocations that may qualify ---- */
static u32 count_fields(const struct class *c)
{
    u32 n = 0;
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) n += !(class_field(c, i)->access & ACC_STATIC);
    return n;
}
static const struct opt_fields *fields_of(struct escape *E, const struct class *c, u32 count)
{
    struct opt_fields *f = arena_alloc(&E->g->arena, sizeof *f + count * sizeof f->all[0]);
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC)) f->all[f->count++] = class_field(c, i);
    return f;
}
/* Instances that neither the collector nor the VM treats specially. */
static bool is_plain(const struct class *c) { return c->type.kind == HEAP_INSTANCE && !c->type.finalizable; }

/* The letter of the elements' type, as fields have it. */
static u8 element_kind(const struct class *array)
{
    u8 kind = (u8)array->name->bytes[1];
    return kind == '[' ? 'L' : kind;
}
/* Describes the elements of an array as fields. */
static const struct opt_fields *elements_of(struct escape *E, const struct class *array, u32 count)
{
    struct opt_fields *f = arena_alloc(&E->g->arena, sizeof *f + count * sizeof f->all[0]);
    struct field *all = ARENA_NEW_ARRAY(&E->g->arena, struct field, count + 1);
    u8 kind = element_kind(array);
    u32 size = kind_size((char)kind);
    for (f->count = 0; f->count < count; f->count++) {
        struct field *x = &all[f->count];
        x->kind = kind;
        x->offset = (size == 8 ? ARRAY_BASE_WIDE : ARRAY_BASE) + f->count * size;
        f->all[f->count] = x;
    }
    return f;
}
static void add_array(struct escape *E, opt_value v)
{
    const struct opt_node *length = node(E, node(E, v)->in[0]);
    struct class *c = node(E, v)->ptr;
    if (length->op != OPT_CONST || length->imm < 0 || length->imm > MOST_FIELDS) return;
    struct candidate x = { .v = v, .cls = c, .array = true, .fields = elements_of(E, c, (u32)length->imm) };
    E->all = opt_grown(&E->g->scratch, E->all, E->count, &E->room, sizeof *E->all);
    E->all[E->count++] = x;
    E->which[v] = E->count;
}
static void add_candidate(struct escape *E, opt_value v)
{
    if (node(E, v)->op == OPT_NEW_ARRAY) {
        add_array(E, v);
        return;
    }
    struct class *c = node(E, v)->ptr;
    u32 fields = is_plain(c) ? count_fields(c) : MOST_FIELDS + 1;
    if (fields > MOST_FIELDS) return;
    struct candidate x = { .v = v, .cls = c, .fields = fields_of(E, c, fields) };
    E->all = opt_grown(&E->g->scratch, E->all, E->count, &E->room, sizeof *E->all);
    E->all[E->count++] = x;
    E->which[v] = E->count;
}
u32 opt_count_virtuals(const struct opt_graph *g)
{
    u32 n = 0;
    for (u32 v = 1; v < g->count; v++) n += g->nodes[v].op == OPT_VIRTUAL;
    return n;
}
static void find_candidates(struct escape *E)
{
    struct opt_graph *g = E->g;
    E->which = ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1);
    E->put_off = opt_count_virtuals(g);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(E, b->nodes[k]);
            if ((n->op == OPT_NEW || n->op == OPT_NEW_ARRAY) && !n->dead) add_candidate(E, b->nodes[k]);
        }
    }
}

/* ---- uses ---- */
static struct candidate *candidate_of(struct escape *E, opt_value v)
{
    return v && E->which[v] ? &E->all[E->which[v] - 1] : NULL;
}
static void note_block(struct escape *E, struct candidate *c, u32 block)
{
    if (c->block_count && c->blocks[c->block_count - 1] == block) return;
    c->blocks = opt_grown(&E->g->scratch, c->blocks, c->block_count, &c->block_room, sizeof *c->blocks);
    c->blocks[c->block_count++] = block;
}
static void let_escape(void *arg, opt_value *use)
{
    struct candidate *c = candidate_of(arg, *use);
    if (c) c->escapes = true;
}
static void use_in_state(void *arg, opt_value *use)
{
    struct escape *E = arg;
    struct candidate *c = candidate_of(E, *use);
    if (c) note_block(E, c, E->block);
}
static bool is_monitor(const struct opt_node *n)
{
    return n->op == OPT_ENTER || n->op == OPT_EXIT_MONITOR || n->op == OPT_EXIT_METHOD;
}
static u32 index_of(const struct opt_fields *fields, i64 offset)
{
    u32 i = 0;
    while (i < fields->count && fields->all[i]->offset != (u32)offset) i++;
    return i;
}
/* Is the node an access to a field that the class has? */
static bool is_field_of(const struct opt_node *n, const struct candidate *c)
{
    const struct field *f = n->ptr;
    if (!f || c->array || (f->access & ACC_STATIC) || !class_is_subclass(c->cls, f->owner)) return false;
    u32 i = index_of(c->fields, n->imm);
    return i < c->fields->count && c->fields->all[i]->kind == n->kind;
}
/* May the node have c as its first operand? */
/* Is the node an access to an element within the array? */
static bool is_element_of(const struct escape *E, const struct opt_node *n, const struct candidate *c)
{
    const struct opt_node *index = &E->g->nodes[n->in[1]];
    u8 kind = c->array ? element_kind(c->cls) : 0;
    if (kind == 'Z') kind = 'B';
    return n->kind == kind && !opt_ahead(n) && index->op == OPT_CONST && index->imm >= 0 &&
           index->imm < c->fields->count;
}
static bool is_harmless(const struct escape *E, const struct opt_node *n, const struct candidate *c)
{
    switch (n->op) {
    case OPT_LOAD:
    case OPT_STORE: return is_field_of(n, c);
    case OPT_LOAD_ELEMENT:
    case OPT_STORE_ELEMENT: return is_element_of(E, n, c);
    case OPT_ARRAY_LENGTH: return c->array;
    case OPT_CHECK_NULL:
    case OPT_CHECK_FINALIZER:
    case OPT_ENTER:
    case OPT_EXIT_MONITOR:
    case OPT_EXIT_METHOD:
    case OPT_IF:
    case OPT_TEST: return true;
    case OPT_CHECK_CAST: return class_assignable(c->cls, n->ptr);
    case OPT_CHECK_CLASS: return n->ptr == c->cls;
    default: return false;
    }
}
static void look_at_operands(struct escape *E, struct opt_node *n)
{
    struct candidate *c = candidate_of(E, n->in[0]);
    if (c) {
        c->escapes |= !is_harmless(E, n, c);
        c->locked |= is_monitor(n);
        note_block(E, c, E->block);
    }
    c = candidate_of(E, n->in[1]);
    if (c) {
        c->escapes |= n->op != OPT_IF && n->op != OPT_TEST;
        note_block(E, c, E->block);
    }
    if (n->in[2]) let_escape(E, &n->in[2]);
    for (u32 i = 0; i < n->argc; i++)
        if (n->args[i]) let_escape(E, &n->args[i]);
}
/* Does the node show the frames, so that all objects in them must exist? */
static bool publishes(const struct opt_node *n) { return opt_is_call(n) || n->op == OPT_NEW_ARRAYS; }
static void note_lock(struct escape *E, const struct opt_state *s)
{
    struct candidate *c = candidate_of(E, s->lock);
    if (c) c->locked = true;
}
static void look_at_states(struct escape *E, struct opt_node *n)
{
    for (struct opt_state *s = n->state; s; s = s->caller) {
        opt_each_in_frame(s, publishes(n) ? let_escape : use_in_state, E);
        note_lock(E, s);
    }
}
static void look_at_uses(struct escape *E)
{
    struct opt_graph *g = E->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        E->block = g->order[i];
        for (struct opt_state *s = b->entry; s; s = s->caller) {
            opt_each_in_frame(s, use_in_state, E);
            note_lock(E, s);
        }
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = node(E, b->nodes[k]);
            if (n->dead) continue;
            look_at_operands(E, n);
            look_at_states(E, n);
        }
    }
}

/* ---- liveness ---- */
static bool made_in(const struct escape *E, u32 block) { return node(E, E->c->v)->block == block; }
static void find_live(struct escape *E)
{
    struct opt_graph *g = E->g;
    u32 *stack = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1), depth = 0;
    memset(E->live, 0, g->block_count);
    for (u32 i = 0; i < E->c->block_count; i++) {
        u32 b = E->c->blocks[i];
        if (!made_in(E, b) && !E->live[b]) E->live[stack[depth++] = b] = 1;
    }
    while (depth) {
        const struct opt_block *b = &g->blocks[stack[--depth]];
        for (u32 p = 0; p < b->pred_count; p++)
            if (g->blocks[b->preds[p]].order && !made_in(E, b->preds[p]) && !E->live[b->preds[p]])
                E->live[stack[depth++] = b->preds[p]] = 1;
    }
}

/* ---- its monitor ---- */
static bool is_held_by(const struct opt_held *h, i32 header)
{
    for (u32 i = 0; i < h->count; i++)
        if (h->headers[i] == header) return true;
    return false;
}
/* n enters or leaves the monitor. Returns false if it does not leave what was entered last. */
static bool pass_monitor(struct opt_held *h, const struct opt_node *n)
{
    if (n->op == OPT_ENTER) {
        if (h->count == OPT_MOST_HELD) return false;
        h->headers[h->count++] = (i32)opt_header(n);
        return true;
    }
    return h->count && h->headers[--h->count] == (i32)opt_header(n);
}
/* Does each frame of the state that names the object as its method's monitor hold it? */
static bool holds_what_it_says(const struct escape *E, const struct opt_state *s, const struct opt_held *h)
{
    for (; s; s = s->caller)
        if (s->lock == E->c->v && !is_held_by(h, s->header)) return false;
    return true;
}
/* May n stand where the monitor is held? A node that shows the frames shows the holder. A record of another monitor
 * would come before this one's, which is made only where code is left. */
static bool may_stand_within(const struct opt_node *n, const struct opt_held *h)
{
    if (n->op == OPT_CHECK_UNLOCKED) return !is_held_by(h, (i32)opt_header(n));
    return !publishes(n) && !is_monitor(n) && n->op != OPT_RETURN;
}
static bool walk_monitor(struct escape *E, u32 block, struct opt_held *h)
{
    const struct opt_block *b = &E->g->blocks[block];
    bool made = !made_in(E, block);
    if (made && !holds_what_it_says(E, b->entry, h)) return false;
    for (u32 k = 0; k < b->count; k++) {
        const struct opt_node *n = node(E, b->nodes[k]);
        made |= b->nodes[k] == E->c->v;
        if (n->dead || !made) continue;
        if (is_monitor(n) && n->in[0] == E->c->v) {
            if (!pass_monitor(h, n)) return false;
        } else if ((h->count && !may_stand_within(n, h)) || !holds_what_it_says(E, n->state, h))
            return false;
    }
    return true;
}
static bool is_same(const struct opt_held *x, const struct opt_held *y)
{
    return x->count == y->count && !memcmp(x->headers, y->headers, x->count * sizeof x->headers[0]);
}
/* Is the monitor held alike on all ways to the block that are known? Stores how. ends: by block, NULL: not known. */
static bool agree(const struct escape *E, u32 block, struct opt_held *const *ends, struct opt_held *h)
{
    const struct opt_block *b = &E->g->blocks[block];
    const struct opt_held *first = NULL;
    for (u32 p = 0; p < b->pred_count; p++) {
        const struct opt_held *there = ends[b->preds[p]];
        if (!there) continue; /* a way back: checked after the loop's blocks */
        if (first && !is_same(first, there)) return false;
        first = there;
    }
    if (first) *h = *first;
    return first != NULL;
}
/* Finds by which frames the monitor is held at the start of each block. Returns false if it has to be entered. */
static bool can_do_without_monitor(struct escape *E)
{
    struct opt_graph *g = E->g;
    struct arena *a = &g->arena;
    struct opt_held **ends = ARENA_NEW_ARRAY(a, struct opt_held *, g->block_count + 1), before = { 0 };
    E->held = ARENA_NEW_ARRAY(a, struct opt_held, g->block_count + 1);
    for (u32 i = g->blocks[node(E, E->c->v)->block].order - 1; i < g->order_count; i++) {
        u32 b = g->order[i];
        if (!made_in(E, b) && !E->live[b]) continue;
        if (!made_in(E, b) && !agree(E, b, ends, &E->held[b])) return false;
        ends[b] = arena_memdup(a, &E->held[b], sizeof *ends[b]);
        if (!walk_monitor(E, b, ends[b])) return false;
    }
    for (u32 i = 0; i < g->order_count; i++) { /* free where the object dies; loops agree */
        u32 b = g->order[i];
        if (E->live[b] && (!agree(E, b, ends, &before) || !is_same(&before, &E->held[b]))) return false;
        for (u32 p = 0; p < g->blocks[b].pred_count; p++) {
            const struct opt_held *there = ends[g->blocks[b].preds[p]];
            if (there && there->count && !E->live[b]) return false;
        }
    }
    return true;
}

/* ---- its fields ---- */
static void keep(struct escape *E, opt_value v)
{
    E->out = opt_grown(&E->g->arena, E->out, E->out_count, &E->out_room, sizeof *E->out);
    E->out[E->out_count++] = v;
    node(E, v)->block = E->block;
}
static opt_value new_const(struct escape *E, u8 type, i64 bits)
{
    opt_value v = opt_new_node(E->g, OPT_CONST, type);
    node(E, v)->imm = bits;
    keep(E, v);
    return v;
}
static void begin_empty(struct escape *E)
{
    opt_value zero[OPT_REF + 1] = { 0 };
    for (u32 f = 0; f < E->c->fields->count; f++) {
        u8 type = type_of_kind(E->c->fields->all[f]->kind);
        if (!zero[type]) zero[type] = new_const(E, type, 0);
        E->now[f] = zero[type];
    }
}
static opt_value phi_of(struct escape *E, u32 f)
{
    struct opt_graph *g = E->g;
    u32 n = g->blocks[E->block].pred_count;
    opt_value v = opt_new_node(g, OPT_PHI, type_of_kind(E->c->fields->all[f]->kind));
    node(E, v)->args = ARENA_NEW_ARRAY(&g->arena, opt_value, n + 1);
    node(E, v)->argc = (u16)n;
    keep(E, v);
    return v;
}
/* The value of field f on all edges into the block; 0: they differ, or one is not known yet. */
static opt_value same_before(const struct escape *E, u32 f)
{
    const struct opt_block *b = &E->g->blocks[E->block];
    opt_value same = 0;
    for (u32 p = 0; p < b->pred_count; p++) {
        const opt_value *there = E->ends[b->preds[p]];
        if (!E->g->blocks[b->preds[p]].order) continue;
        if (!there || (same && there[f] != same)) return 0;
        same = there[f];
    }
    return same;
}
static void begin_merged(struct escape *E)
{
    for (u32 f = 0; f < E->c->fields->count; f++) {
        opt_value same = same_before(E, f);
        E->now[f] = same ? same : phi_of(E, f);
    }
}
static void end_phis(struct escape *E, u32 block)
{
    const struct opt_block *b = &E->g->blocks[block];
    for (u32 f = 0; f < E->c->fields->count; f++) {
        opt_value v = E->first[block][f];
        struct opt_node *phi = node(E, v);
        if (phi->op != OPT_PHI || phi->block != block || phi->args[0]) continue;
        for (u32 p = 0; p < b->pred_count; p++) {
            const opt_value *there = E->ends[b->preds[p]]; /* that block is unreachable: any value will do */
            phi->args[p] = there ? there[f] : v;
        }
    }
}

/* ---- states ---- */
struct looked_for {
    opt_value v;
    bool found;
};
static void look_for(void *arg, opt_value *use)
{
    struct looked_for *l = arg;
    l->found |= *use == l->v;
}
static bool names(const struct escape *E, struct opt_state *s)
{
    struct looked_for l = { E->c->v, false };
    for (; s && !l.found; s = s->caller) opt_each_in_frame(s, look_for, &l);
    return l.found;
}
/* A held object is one of the state's, whether the bytecode can name it or not. */
static bool is_described(const struct escape *E, struct opt_state *s) { return E->held_now.count || names(E, s); }
/* Returns the state, or a copy of its innermost frame, with the present values of the object's fields and the holders
 * of its monitor. */
static struct opt_state *described(struct escape *E, struct opt_state *s)
{
    struct arena *a = &E->g->arena;
    u32 n = E->c->fields->count;
    if (!s->virtual_count) s = arena_memdup(a, s, sizeof *s + ((size_t)s->nlocals + s->nstack) * sizeof s->slots[0]);
    s->virtuals = opt_grown(&E->g->arena, s->virtuals, s->virtual_count, &s->virtual_room, sizeof *s->virtuals);
    struct opt_virtual *x = &s->virtuals[s->virtual_count++];
    *x = (struct opt_virtual){ E->c->v, E->c->fields, ARENA_NEW_ARRAY(a, opt_value, n + 1), E->held_now };
    if (n) memcpy(x->values, E->now, n * sizeof *x->values);
    return s;
}

/* ---- nodes ---- */
static opt_value as_stored(struct escape *E, opt_value v, u8 kind)
{
    u8 conv = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') return v;
    opt_value r = opt_new_node(E->g, OPT_CONV, OPT_INT);
    node(E, r)->in[0] = v;
    node(E, r)->imm = conv;
    keep(E, r);
    return r;
}
/* Replaces a comparison with the object by its result: the object equals only itself. */
static void answer(struct escape *E, opt_value v)
{
    bool same = name_of(E, node(E, v)->in[0]) == name_of(E, node(E, v)->in[1]);
    opt_value x = new_const(E, OPT_INT, 0), y = new_const(E, OPT_INT, same ? 0 : 1);
    node(E, v)->in[0] = x;
    node(E, v)->in[1] = y;
    keep(E, v);
}
static void replace_use(struct escape *E, opt_value v)
{
    struct opt_node *n = node(E, v);
    if (n->op == OPT_IF || n->op == OPT_TEST) {
        answer(E, v);
        return;
    }
    if (n->op == OPT_ARRAY_LENGTH) {
        opt_become(n, OPT_CONST, OPT_INT);
        n->imm = E->c->fields->count;
        keep(E, v);
        return;
    }
    if (is_monitor(n)) (void)pass_monitor(&E->held_now, n);
    bool element = n->op == OPT_LOAD_ELEMENT || n->op == OPT_STORE_ELEMENT;
    u32 f = element ? (u32)node(E, n->in[1])->imm : index_of(E->c->fields, n->imm);
    opt_value stored = n->op == OPT_STORE ? n->in[1] : n->op == OPT_STORE_ELEMENT ? n->in[2] : 0;
    n->dead = true;
    if (n->op == OPT_LOAD || n->op == OPT_LOAD_ELEMENT) E->name[v] = E->now[f];
    if (stored) E->now[f] = as_stored(E, name_of(E, stored), E->c->fields->all[f]->kind);
}
static bool has_operand(const struct escape *E, const struct opt_node *n)
{
    return n->in[0] == E->c->v || ((n->op == OPT_IF || n->op == OPT_TEST) && n->in[1] == E->c->v);
}
static void replace_in_block(struct escape *E, u32 block)
{
    struct opt_graph *g = E->g;
    bool made = !made_in(E, block);
    u32 fields = E->c->fields->count, k = 0, count = g->blocks[block].count;
    const opt_value *was = g->blocks[block].nodes;
    E->block = block;
    E->out = NULL;
    E->out_count = E->out_room = 0;
    E->now = ARENA_NEW_ARRAY(&g->arena, opt_value, fields + 1);
    if (made) begin_merged(E);
    E->first[block] = ARENA_NEW_ARRAY(&g->arena, opt_value, fields + 1);
    if (fields) memcpy(E->first[block], E->now, fields * sizeof *E->now);
    E->held_now = E->held ? E->held[block] : (struct opt_held){ 0 };
    if (made && g->blocks[block].entry && is_described(E, g->blocks[block].entry))
        g->blocks[block].entry = described(E, g->blocks[block].entry);
    for (; k < count; k++) {
        opt_value v = was[k];
        if (v == E->c->v) {
            made = true;
            begin_empty(E);
        } else if (node(E, v)->dead)
            continue;
        else if (made && has_operand(E, node(E, v)))
            replace_use(E, v);
        else {
            keep(E, v);
            if (made && node(E, v)->state && is_described(E, node(E, v)->state))
                node(E, v)->state = described(E, node(E, v)->state);
        }
    }
    g->blocks[block].nodes = E->out;
    g->blocks[block].count = E->out_count;
    g->blocks[block].room = E->out_room;
    E->ends[block] = E->now;
}
static void replace(struct escape *E)
{
    struct opt_graph *g = E->g;
    struct opt_node *n = node(E, E->c->v);
    u32 from = g->blocks[n->block].order - 1;
    memset(E->first, 0, g->block_count * sizeof *E->first);
    memset(E->ends, 0, g->block_count * sizeof *E->ends);
    for (u32 i = from; i < g->order_count; i++)
        if (made_in(E, g->order[i]) || E->live[g->order[i]]) replace_in_block(E, g->order[i]);
    for (u32 i = from; i < g->order_count; i++)
        if (E->live[g->order[i]]) end_phis(E, g->order[i]);
    n = node(E, E->c->v);
    opt_become(n, OPT_VIRTUAL, OPT_REF);
    n->ptr = E->c->cls;
    n->block = 0;
    E->put_off++;
}

/* ---- the whole ---- */
static void rename_use(void *arg, opt_value *use) { *use = name_of(arg, *use); }
static void rename_everything(struct escape *E)
{
    struct opt_graph *g = E->g;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = node(E, b->nodes[k]);
            opt_each_use(g, n, rename_use, E);
            if (n->dep && node(E, n->dep)->dead) n->dep = 0;
        }
        for (struct opt_state *s = b->entry; s; s = s->caller) opt_each_in_frame(s, rename_use, E);
    }
}
static bool replace_one(struct escape *E, struct candidate *c)
{
    E->c = c;
    if (c->escapes || E->put_off == OPT_MOST_OBJECTS || E->g->count > MOST_IN_ALL || !opt_work(E->g, E->g->count))
        return false;
    find_live(E);
    E->held = NULL;
    if (c->locked && !can_do_without_monitor(E)) return false;
    replace(E);
    return true;
}

bool opt_escape(struct opt_graph *g)
{
    struct escape E = { .g = g, .named = g->count };
    bool any = false;
    find_candidates(&E);
    if (!E.count) return false;
    look_at_uses(&E);
    E.name = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    for (u32 v = 0; v < g->count; v++) E.name[v] = v;
    E.live = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    E.first = ARENA_NEW_ARRAY(&g->scratch, opt_value *, g->block_count + 1);
    E.ends = ARENA_NEW_ARRAY(&g->scratch, opt_value *, g->block_count + 1);
    for (u32 i = 0; i < E.count; i++) any |= replace_one(&E, &E.all[i]);
    if (any) rename_everything(&E);
    return any;
}
