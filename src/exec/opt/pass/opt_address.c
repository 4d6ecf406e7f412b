/* Moves constants into the instructions that use them.
 *
 *     a[i + 1]                      a[i] with an offset in the instruction, if i is never negative
 *     a state names i + 1, (byte)i  an OPT_FAR: an exit computes it from i
 *     a state names a known object  an OPT_FAR: an exit loads it, or a walk that looks at the frames of a call
 *     b[j] = (byte)i                stores the lowest byte of i
 *     an object that never moves    kept in a register over a loop, if one is free
 *
 * An index is valid where its element is accessed. So i + c is within the array's bounds there, and if i >= 0 the sum
 * has not overflowed. */
#include "exec/opt/pass/opt_pass.h"
#include "model/class_space.h"
#include "model/options.h"

enum { MOST_AHEAD = 1 << 20, DEEP = 8 /* depth of the search for values that are not negative */, MOST_STEPS = 64 };

struct folder {
    struct opt_graph *g;
    u32 *checked; /* by value: a visited block in which a check has shown that the value is not negative; or 0 */
    u32 *uses;    /* by value: the number of uses, those by exits not counted */
    u8 *far_used; /* by value: an OPT_FAR is computed from it */
};
static struct opt_node *node(const struct folder *f, opt_value v) { return &f->g->nodes[v]; }
static bool is_const(const struct folder *f, opt_value v) { return v && node(f, v)->op == OPT_CONST; }

/* ---- values that are never negative ---- */
static bool never_negative(const struct folder *f, opt_value v, u32 at, u32 depth);

/* An upper bound of v. */
static i64 at_most(const struct folder *f, opt_value v)
{
    const struct opt_node *n = node(f, v), *x = node(f, n->in[0]);
    if (n->op == OPT_CONST) return n->imm;
    if (n->op != OPT_ADD || !is_const(f, n->in[1]) || x->op != OPT_MAX || !is_const(f, x->in[1])) return INT32_MAX;
    i64 by = node(f, n->in[1])->imm, least = node(f, x->in[1])->imm;
    /* the form of limits that opt_unroll.c makes */
    return by <= 0 && least + by >= INT32_MIN ? INT32_MAX + by : INT32_MAX;
}
/* Finds the condition of the loop at `head`: it goes on while phi *cc *limit. */
static bool goes_on_while(const struct folder *f, u32 head, opt_value phi, u8 *cc, opt_value *limit)
{
    const struct opt_graph *g = f->g;
    const struct opt_block *h = &g->blocks[head];
    const struct opt_node *c = node(f, h->nodes[h->count - 1]);
    if (h->loop != head || c->op != OPT_IF || !c->in[0] || h->succ_count != 2 || c->in[0] != phi) return false;
    bool first = opt_in_loop(g, h->succ[0], head), second = opt_in_loop(g, h->succ[1], head);
    *cc = first ? c->cc : c->cc ^ 1;
    *limit = c->in[1];
    return first != second;
}
/* Is phi never negative? It grows by a constant from a value that is not negative, and stops before an int overflows;
 * or it falls while it is above a value that is not negative. */
static bool counts_above_zero(const struct folder *f, opt_value phi, u32 at, u32 depth)
{
    const struct opt_graph *g = f->g;
    const struct opt_node *n = node(f, phi);
    u32 head = n->block, before = opt_before_loop(g, head);
    u8 cc;
    opt_value limit;
    if (!before || n->argc != 2 || !goes_on_while(f, head, phi, &cc, &limit)) return false;
    if (cc == OPT_GT || cc == OPT_GE)
        return at != head && opt_in_loop(g, at, head) && never_negative(f, limit, head, depth + 1);
    u32 entry = g->blocks[head].preds[0] == before ? 0 : 1;
    const struct opt_node *next = node(f, n->args[1 - entry]);
    if (next->op != OPT_ADD || next->in[0] != phi || !is_const(f, next->in[1])) return false;
    i64 step = node(f, next->in[1])->imm, most = at_most(f, limit) - (cc == OPT_LT);
    bool stays = (cc == OPT_LT || cc == OPT_LE) && step > 0 && most + step <= INT32_MAX;
    return stays && never_negative(f, n->args[entry], before, depth + 1);
}
/* Is v never negative at the end of the block, or where the block is being visited? */
static bool never_negative(const struct folder *f, opt_value v, u32 at, u32 depth)
{
    const struct opt_node *n = node(f, v);
    if (!v || depth > DEEP || n->type != OPT_INT) return false;
    if (f->checked[v] && opt_dominates(f->g, f->checked[v], at)) return true;
    switch (n->op) {
    case OPT_CONST: return n->imm >= 0;
    case OPT_ARRAY_LENGTH:
    case OPT_TEST: return true;
    case OPT_LOAD:
    case OPT_LOAD_ELEMENT: return n->kind == 'C';
    case OPT_CONV: return n->imm == OPT_I2C || n->imm == OPT_I2Z;
    case OPT_AND:
    case OPT_MAX: return never_negative(f, n->in[0], at, depth + 1) || never_negative(f, n->in[1], at, depth + 1);
    case OPT_MIN: return never_negative(f, n->in[0], at, depth + 1) && never_negative(f, n->in[1], at, depth + 1);
    case OPT_USHR: return is_const(f, n->in[1]) && (node(f, n->in[1])->imm & 31);
    case OPT_SHR: return never_negative(f, n->in[0], at, depth + 1);
    case OPT_PHI: return counts_above_zero(f, v, at, depth);
    default: return false;
    }
}
/* Notes that a check shows that its operand is not negative. */
static void note_check(struct folder *f, opt_value v, u32 block)
{
    const struct opt_node *n = node(f, v);
    bool order = n->op == OPT_CHECK_ORDER && n->cc == OPT_GE && is_const(f, n->in[1]) && node(f, n->in[1])->imm >= 0;
    bool index = n->op == OPT_CHECK_INDEX && never_negative(f, n->in[1], block, 0);
    if ((order || index) && !f->checked[n->in[0]]) f->checked[n->in[0]] = block;
}

/* ---- elements ---- */
/* Stores of references are left alone: their stub takes the index from its register. */
static void fold_index(struct folder *f, struct opt_node *n, u32 block)
{
    if (n->op != OPT_LOAD_ELEMENT && (n->op != OPT_STORE_ELEMENT || n->kind == 'L')) return;
    const struct opt_node *i = node(f, n->in[1]);
    if (i->op != OPT_ADD || !is_const(f, i->in[1]) || is_const(f, i->in[0])) return;
    i64 ahead = node(f, i->in[1])->imm;
    if (ahead < -MOST_AHEAD || ahead > MOST_AHEAD || !never_negative(f, i->in[0], block, 0)) return;
    n->imm += ahead * OPT_AHEAD;
    n->in[1] = i->in[0];
}

/* ---- stores of low bits ---- */
/* The value that n stores, where fewer bits than it has reach memory: *bits. NULL: n does no such thing. */
static opt_value *stored(struct opt_node *n, u32 *bits)
{
    bool by_offset = n->op == OPT_RAW_STORE || n->op == OPT_STORE_AT;
    if (n->op != OPT_STORE && n->op != OPT_STORE_ELEMENT && !by_offset) return NULL;
    *bits = n->kind == 'B' ? 8 : n->kind == 'C' || n->kind == 'S' ? 16 : n->kind == 'I' ? 32 : 0;
    return *bits ? &n->in[n->op == OPT_STORE ? 1 : 2] : NULL;
}
/* A store needs no conversion of bits that it does not write. Only here: earlier passes take a stored value for the one
 * loaded. */
static void store_low_bits(struct folder *f, struct opt_node *n)
{
    u32 bits = 0;
    opt_value *use = stored(n, &bits);
    while (use && node(f, *use)->op == OPT_CONV && opt_kept_bits(node(f, *use)) >= bits && opt_work(f->g, 1))
        *use = node(f, *use)->in[0];
}

/* ---- values that only exits use ---- */
static void count_use(void *arg, opt_value *use) { ((struct folder *)arg)->uses[*use]++; }
/* The call site from whose appendix final fields lead to v; NULL: there is none. */
static const struct call_site *site_of(const struct folder *f, opt_value v)
{
    const struct opt_node *n = node(f, v);
    for (u32 i = 0; n->known && n->op == OPT_LOAD && i < MOST_STEPS; i++) n = node(f, n->in[0]);
    return n->known && n->op == OPT_LOAD_APPENDIX ? opt_site(n) : NULL;
}
/* May a walk find v, which the state of a call names? The call site lives as long as the class of one of the state's
 * methods. A redefinition that deletes fields empties handles, so what was in them would be lost. */
static bool can_be_found(const struct folder *f, opt_value v, const struct opt_state *s)
{
    const struct call_site *site = options.enhanced_redefinition ? NULL : site_of(f, v);
    for (; site && s; s = s->caller)
        if (class_space_holder(s->m) == class_space_holder(site)) return true;
    return false;
}
static void count_named(struct folder *f, const struct opt_state *innermost, opt_value v)
{
    if (v && !can_be_found(f, v, innermost)) f->uses[v]++;
}
/* A site stores what its state names, but for objects that a walk finds. Arguments are stored, and so are locks. */
static void count_at_site(struct folder *f, const struct opt_node *n)
{
    u32 passed = opt_is_call(n) ? (u32)n->imm & 0xffff : 0, all = (u32)n->state->nlocals + n->state->nstack;
    for (const struct opt_state *s = n->state; s; s = s->caller) {
        VM_ASSERT(!s->virtual_count && !s->unrecorded_count);
        for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++) count_named(f, n->state, s->slots[i]);
        if (s->lock) f->uses[s->lock]++;
    }
    for (u32 i = all - passed; i < all; i++)
        if (n->state->slots[i]) f->uses[n->state->slots[i]]++;
}
static void count_uses(struct folder *f)
{
    struct opt_graph *g = f->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node bare = *node(f, b->nodes[k]);
            if (bare.dead) continue;
            if (opt_has_state(&bare) && opt_is_site(&bare)) count_at_site(f, &bare);
            bare.state = NULL;
            opt_each_use(g, &bare, count_use, f);
        }
    }
}
/* The kind of the OPT_FAR that v can become; 0: none. */
static u8 far_kind(const struct folder *f, opt_value v)
{
    const struct opt_node *n = node(f, v);
    bool whole = n->type == OPT_INT || n->type == OPT_LONG;
    if (n->op == OPT_ADD && whole && is_const(f, n->in[1]) && !is_const(f, n->in[0]))
        return n->type == OPT_INT ? 'I' : 'J';
    /* an object is known if what it was loaded from keeps it */
    if (n->known && (n->op == OPT_LOAD || n->op == OPT_LOAD_RESOLVED || n->op == OPT_LOAD_APPENDIX)) return 'L';
    if (n->op != OPT_CONV || is_const(f, n->in[0])) return 0;
    switch (opt_conversion(n)) {
    case OPT_L2I: return 'I';
    case OPT_I2B: return f->far_used[v] ? 0 : 'B'; /* the others can be computed in one step with what follows */
    case OPT_I2C: return f->far_used[v] ? 0 : 'C';
    case OPT_I2S: return f->far_used[v] ? 0 : 'S';
    default: return 0;
    }
}
/* Users before what they use, so that chains go. */
static void leave_to_exits(struct folder *f, u32 block)
{
    struct opt_block *b = &f->g->blocks[block];
    u32 first = b->count;
    for (u32 k = b->count; k-- > 0;) {
        opt_value v = b->nodes[k];
        struct opt_node *n = node(f, v);
        u8 kind = n->dead || f->uses[v] ? 0 : far_kind(f, v);
        if (!kind) {
            b->nodes[--first] = v;
            continue;
        }
        opt_value x = n->in[0];
        if (!x) {
            bool pool = n->op == OPT_LOAD_RESOLVED;
            void *from = n->ptr;
            i64 index = pool ? opt_index(n) : 0;
            opt_become(n, pool ? OPT_FAR_RESOLVED : OPT_FAR_APPENDIX, OPT_REF);
            n->ptr = from;
            n->imm = index;
            continue;
        }
        i64 by = n->op == OPT_ADD ? opt_bits(node(f, n->in[1])) : n->op == OPT_LOAD ? opt_offset(n) : 0;
        opt_become(n, OPT_FAR, n->type);
        n->in[0] = x;
        n->imm = by;
        n->kind = kind;
        f->uses[x]--;
        f->far_used[x] = 1;
    }
    memmove(b->nodes, b->nodes + first, (b->count - first) * sizeof *b->nodes);
    b->count -= first;
}

/* ---- constants that need an instruction of their own ---- */
enum { KEPT = 3 /* registers for constants over a loop */ };
/* The operand of n that is such a constant; NULL: there is none. */
static opt_value *long_constant(const struct folder *f, struct opt_node *n)
{
    bool field = n->op == OPT_LOAD || n->op == OPT_STORE;
    bool number = n->type == OPT_LONG && (opt_does(n, OPT_DOES_COMMUTES) || n->op == OPT_SUB);
    opt_value *use = &n->in[field ? 0 : 1];
    if ((!field && !number) || !is_const(f, *use)) return NULL;
    i64 imm = node(f, *use)->imm;
    return field ? (imm ? use : NULL) : imm != (i32)imm ? use : NULL;
}
static opt_value copy_of(struct folder *f, opt_value c, u32 before)
{
    opt_value v = opt_new_node(f->g, OPT_COPY, node(f, c)->type);
    node(f, v)->in[0] = c;
    opt_insert_before_end(f->g, before, v);
    return v;
}
static void keep_in_registers(struct folder *f, u32 head, u32 before)
{
    struct opt_graph *g = f->g;
    opt_value consts[KEPT], copies[KEPT];
    u32 count = 0;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        for (u32 k = 0; opt_in_loop(g, g->order[i], head) && k < g->blocks[g->order[i]].count; k++) {
            opt_value v = g->blocks[g->order[i]].nodes[k], *use = long_constant(f, node(f, v)), c = use ? *use : 0;
            if (!use || g->blocks[g->order[i]].rare) continue;
            u32 at = 0;
            while (at < count &&
                   (node(f, consts[at])->imm != node(f, c)->imm || node(f, consts[at])->type != node(f, c)->type))
                at++;
            if (at == KEPT) continue;
            if (at == count) {
                consts[count] = c;
                copies[count++] = copy_of(f, c, before);
            }
            *long_constant(f, node(f, v)) = copies[at];
        }
    }
}
static void mark_calls(const struct folder *f, u8 *has_call)
{
    const struct opt_graph *g = f->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        bool call = false;
        for (u32 k = 0; k < b->count; k++) call |= opt_is_call(node(f, b->nodes[k]));
        for (u32 h = b->loop; call && h; h = g->blocks[h].parent) has_call[h] = 1;
    }
}
/* Keeps constants in registers over outermost loops without calls. A call would overwrite the registers. */
static void keep_constants(struct folder *f)
{
    struct opt_graph *g = f->g;
    u8 *has_call = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    mark_calls(f, has_call);
    for (u32 i = 0; i < g->order_count; i++) {
        u32 head = g->order[i], parent = g->blocks[head].parent, before;
        if (g->blocks[head].loop != head || has_call[head] || (parent && !has_call[parent])) continue;
        if ((before = opt_before_loop(g, head)) && opt_work(g, g->count)) keep_in_registers(f, head, before);
    }
}

/* Removes all `dep`, since no node moves after this pass. */
static void forget_deps(struct folder *f, u32 block)
{
    struct opt_block *b = &f->g->blocks[block];
    u32 kept = 0;
    for (u32 k = 0; k < b->count; k++) {
        struct opt_node *n = node(f, b->nodes[k]);
        n->dep = 0;
        if (n->op == OPT_ANCHOR)
            n->dead = true;
        else
            b->nodes[kept++] = b->nodes[k];
    }
    b->count = kept;
}

bool opt_addresses(struct opt_graph *g)
{
    struct folder f = { g, ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1),
                        ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1),
                        ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1) };
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            fold_index(&f, node(&f, b->nodes[k]), g->order[i]);
            store_low_bits(&f, node(&f, b->nodes[k]));
            note_check(&f, b->nodes[k], g->order[i]);
        }
    }
    count_uses(&f);
    for (u32 i = g->order_count; i-- > 0;) leave_to_exits(&f, g->order[i]);
    keep_constants(&f);
    for (u32 i = 0; i < g->order_count; i++) forget_deps(&f, g->order[i]);
    return true;
}
