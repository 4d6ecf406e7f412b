/* Vectorization: loops over arrays that process several elements at once.
 *
 *     before → head → body → head …                         one element, one condition, one poll
 *     before → first → main → iterations on vectors → main …    while enough elements are left
 *              first → main → one vector → main …               while a vector of 16 bytes is left
 *              head → body → head …                             the others
 *
 * The loop is innermost, counts by one, and contains no check. It only loads elements, computes with them lane by lane,
 * and stores them. Stores are to the counter's element, which no other iteration reads or writes. An array that is read
 * at another index must be different from those that are written; code before the loop tests that. Sums and similar
 * reductions are kept in lanes, since ints and longs may be added in any order; a state in the loop has the lanes added
 * up. Source: Larsen & Amarasinghe, "Exploiting superword level parallelism with multimedia instruction sets", PLDI
 * 2000 (packing iterations of a loop). */
#include "cpu/x86_64/instructions.h"
#include "exec/opt/pass/opt_loop.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"
#include "model/options.h"

enum {
    MOST_LANES = 12, /* registers for the vectors of an iteration, sums and invariants */
    MOST_GUARDS = 8,
    MOST_SUMS = 4,
    MOST_FIXED = 8
};

struct vectorizer {
    struct opt_loop l;
    u8 *lanes;      /* by value: it is computed lane by lane */
    opt_value *map; /* by value: its vector in the iteration being made */
    u8 kind;        /* the kind of all elements: B, S (chars too), I, J, F, D */
    u8 type;        /* of the vectors being made */
    u32 in_turn;    /* vectors in an iteration */
    u32 first;      /* the block that makes what all iterations use */
    opt_value fixed[MOST_FIXED], vectors[MOST_FIXED];
    u32 fixed_count;
    opt_value negation, highest, one; /* for negation; the highest bit in each lane; 1 in each lane */
    /* the value on the back edge; the sum of its lanes; the sum of the turns so far; the phi of vectors */
    opt_value sums[MOST_SUMS], totals[MOST_SUMS], gathered[MOST_SUMS], phis[MOST_SUMS];
    u32 sum_count;
    opt_value stored[MOST_GUARDS], ahead[MOST_GUARDS]; /* arrays that must differ */
    u32 stored_count, ahead_count;
    opt_value bounded[MOST_GUARDS]; /* numbers that must be bytes or shorts, */
    bool without_sign[MOST_GUARDS]; /* or such numbers without a sign */
    u32 bounded_count;
    opt_value poll;
    bool names_counter; /* the poll does, and not only its next value */
};

static u32 size_of(u8 kind)
{
    switch (kind) {
    case 'B': return 1;
    case 'S': return 2;
    case 'J':
    case 'D': return 8;
    default: return 4;
    }
}
/* The number of elements in a vector of the type. */
static u32 lanes_of(const struct vectorizer *z, u8 type) { return (type == OPT_WIDE ? 32 : 16) / size_of(z->kind); }
static bool stays(const struct vectorizer *z, opt_value v)
{
    const struct opt_node *n = node(&z->l, v);
    return n->op == OPT_CONST || !in_loop(&z->l, n->block);
}
static opt_value next_of(const struct vectorizer *z) { return node(&z->l, z->l.phi)->args[1 - z->l.entry]; }

/* ---- suitable loops ---- */
/* Is the index the counter, or the counter plus a constant? */
static bool place_of(const struct vectorizer *z, opt_value index, i64 *behind)
{
    const struct opt_node *n = node(&z->l, index);
    *behind = 0;
    if (index == z->l.phi) return true;
    if (n->op != OPT_ADD || n->in[0] != z->l.phi || node(&z->l, n->in[1])->op != OPT_CONST) return false;
    *behind = node(&z->l, n->in[1])->imm;
    return *behind >= -1000 && *behind <= 1000;
}
static bool same_kind(struct vectorizer *z, u8 kind)
{
    if (kind == 'C') kind = 'S';
    if (!z->kind) z->kind = kind;
    return z->kind == kind && strchr("BSIJFD", kind);
}
static bool add_array(opt_value *all, u32 *count, opt_value array)
{
    for (u32 i = 0; i < *count; i++)
        if (all[i] == array) return true;
    if (*count == MOST_GUARDS) return false;
    all[(*count)++] = array;
    return true;
}
static bool take_load(struct vectorizer *z, const struct opt_node *n)
{
    i64 behind;
    if (n->cc || n->imm || !stays(z, n->in[0]) || !place_of(z, n->in[1], &behind) || !same_kind(z, n->kind))
        return false;
    return !behind || add_array(z->ahead, &z->ahead_count, n->in[0]);
}
static bool takes(const struct vectorizer *z, opt_value v) { return z->lanes[v] || stays(z, v); }
static bool take_store(struct vectorizer *z, const struct opt_node *n)
{
    if (n->kind == 'L' || n->imm >= OPT_AHEAD || !stays(z, n->in[0]) || n->in[1] != z->l.phi) return false;
    return same_kind(z, n->kind) && takes(z, n->in[2]) && add_array(z->stored, &z->stored_count, n->in[0]);
}
/* Does the processor have the operation for lanes of this kind? On lanes narrower than an int the low bits of the
 * result must depend on low bits only. */
static bool has_instruction(u8 kind, u8 op)
{
    bool floats = kind == 'F' || kind == 'D';
    switch (op) {
    case OPT_ADD:
    case OPT_SUB: return true;
    case OPT_MUL: return kind != 'B' && kind != 'J' && (kind != 'I' || cpu_has_sse42());
    case OPT_DIV: return floats;
    case OPT_AND:
    case OPT_OR:
    case OPT_XOR: return !floats;
    case OPT_MIN:
    case OPT_MAX: return kind == 'I' && cpu_has_sse42();
    default: return false;
    }
}
static bool take_shift(const struct vectorizer *z, const struct opt_node *n)
{
    if (!z->lanes[n->in[0]] || node(&z->l, n->in[1])->op != OPT_CONST) return false;
    u32 by = (u32)node(&z->l, n->in[1])->imm & (z->kind == 'J' ? 63 : 31);
    switch (n->op) {
    case OPT_SHL: return by < (z->kind == 'B' ? 3 : 8 * size_of(z->kind)); /* bytes are shifted by additions */
    case OPT_SHR: return z->kind == 'I';
    default: return z->kind == 'I' || z->kind == 'J';
    }
}
static bool take_conversion(const struct vectorizer *z, const struct opt_node *n)
{
    if (!z->lanes[n->in[0]]) return false;
    if (n->imm == OPT_SQRT) return z->kind == 'F' || z->kind == 'D';
    bool byte = z->kind == 'B' && n->imm == OPT_I2B;
    return byte || ((z->kind == 'S' || z->kind == 'B') && (n->imm == OPT_I2S || n->imm == OPT_I2C));
}
static u8 type_of_lanes(u8 kind) { return kind == 'B' || kind == 'S' ? OPT_INT : type_of_kind(kind); }
/* ---- comparisons, a lane with all bits or none ---- */
/* Numbers of a comparison that lanes keep whole, all of them with a sign or none. */
struct compared {
    bool no_sign;
    bool swapped;   /* y > x is asked, not x > y */
    bool otherwise; /* the answer is the reverse */
    bool equal;
};
static bool within(const struct vectorizer *z, opt_value v, i64 least, i64 most)
{
    return opt_lies_between(z->l.g, v, least, most, NULL);
}
/* Is v within the bounds, or can the loop ask so before it begins? */
static bool can_be_within(const struct vectorizer *z, opt_value v, i64 least, i64 most)
{
    return (stays(z, v) && node(&z->l, v)->op != OPT_CONST) || within(z, v, least, most);
}
/* Lanes of bytes and shorts have the low bits only, so both numbers must be known by them. */
static bool are_whole(const struct vectorizer *z, opt_value x, opt_value y, bool *no_sign)
{
    *no_sign = false;
    if (z->kind != 'B' && z->kind != 'S') return true;
    i64 half = z->kind == 'B' ? INT8_MAX : INT16_MAX, all = z->kind == 'B' ? UINT8_MAX : UINT16_MAX;
    if (can_be_within(z, x, -half - 1, half) && can_be_within(z, y, -half - 1, half)) return true;
    return *no_sign = can_be_within(z, x, 0, all) && can_be_within(z, y, 0, all);
}
/* If v is the same in all turns and may be out of the bounds, notes that the loop asks whether it is. */
static bool note_bounds(struct vectorizer *z, opt_value v, bool no_sign)
{
    i64 most = z->kind == 'B' ? no_sign ? UINT8_MAX : INT8_MAX : no_sign ? UINT16_MAX : INT16_MAX;
    if ((z->kind != 'B' && z->kind != 'S') || !stays(z, v) || within(z, v, no_sign ? 0 : -most - 1, most)) return true;
    for (u32 i = 0; i < z->bounded_count; i++)
        if (z->bounded[i] == v && z->without_sign[i] == no_sign) return true;
    if (z->bounded_count == MOST_GUARDS) return false;
    z->without_sign[z->bounded_count] = no_sign;
    z->bounded[z->bounded_count++] = v;
    return true;
}
static struct compared how_compared(u8 cc)
{
    return (struct compared){
        .equal = cc == OPT_EQ || cc == OPT_NE,
        .swapped = cc == OPT_LT || cc == OPT_GE,
        .otherwise = cc == OPT_NE || cc == OPT_LE || cc == OPT_GE,
    };
}
/* Is it a MIN or MAX for which there is no instruction on lanes? */
static bool chooses_by_size(const struct vectorizer *z, const struct opt_node *n)
{
    return (n->op == OPT_MIN || n->op == OPT_MAX) && !has_instruction(z->kind, n->op);
}
static bool take_comparison(struct vectorizer *z, const struct opt_node *n)
{
    const struct opt_node *x = node(&z->l, n->in[0]);
    bool no_sign;
    if (z->kind == 'F' || z->kind == 'D' || x->type != type_of_lanes(z->kind)) return false;
    if (z->kind == 'J' && !cpu_has_sse42()) return false;
    if (!takes(z, n->in[0]) || !takes(z, n->in[1]) || (!z->lanes[n->in[0]] && !z->lanes[n->in[1]])) return false;
    return are_whole(z, n->in[0], n->in[1], &no_sign) && note_bounds(z, n->in[0], no_sign) &&
           note_bounds(z, n->in[1], no_sign);
}
/* The kind is known by now, since a load comes first. */
static bool take_operation(struct vectorizer *z, const struct opt_node *n)
{
    if (!z->kind || n->type != type_of_lanes(z->kind)) return false;
    switch (n->op) {
    case OPT_SHL:
    case OPT_SHR:
    case OPT_USHR: return take_shift(z, n);
    case OPT_CONV: return take_conversion(z, n);
    case OPT_NEG: return z->lanes[n->in[0]];
    case OPT_TEST: return z->kind == 'I' && take_comparison(z, n);
    case OPT_SELECT: return take_comparison(z, n) && takes(z, n->in[2]) && takes(z, n->args[0]);
    default:
        if (chooses_by_size(z, n)) return take_comparison(z, n);
        return has_instruction(z->kind, n->op) && takes(z, n->in[0]) && takes(z, n->in[1]) &&
               (z->lanes[n->in[0]] || z->lanes[n->in[1]]);
    }
}
/* Is v the counter, or an index computed from it? */
static bool is_index(const struct vectorizer *z, opt_value v)
{
    i64 behind;
    return v == next_of(z) || place_of(z, v, &behind);
}

/* ---- sums ---- */
/* How the lanes of a sum are put together: what a difference takes away is added up. */
static u8 joined_by(u8 op) { return op == OPT_SUB ? OPT_ADD : op; }
static bool adds_up(u8 op, u8 kind)
{
    op = joined_by(op);
    bool any_order = op == OPT_ADD || op == OPT_AND || op == OPT_OR || op == OPT_XOR || op == OPT_MIN || op == OPT_MAX;
    return any_order && (kind == 'I' || kind == 'J') && has_instruction(kind, op);
}
/* Notes that v adds lanes to a variable of the loop. */
static bool take_sum(struct vectorizer *z, opt_value v)
{
    const struct opt_node *n = node(&z->l, v);
    if (!z->kind || !adds_up(n->op, z->kind) || n->type != type_of_kind(z->kind) || z->sum_count == MOST_SUMS)
        return false;
    for (u32 i = 0; i < 2; i++) {
        const struct opt_node *p = node(&z->l, n->in[i]);
        if (i == 1 && n->op == OPT_SUB) return false;
        if (p->op != OPT_PHI || p->block != z->l.head || n->in[i] == z->l.phi) continue;
        if (p->args[1 - z->l.entry] != v || !z->lanes[n->in[1 - i]]) return false;
        z->phis[z->sum_count] = n->in[i];
        z->sums[z->sum_count++] = v;
        return true;
    }
    return false;
}

/* ---- the whole loop ---- */
static bool is_sum(const struct vectorizer *z, opt_value v)
{
    for (u32 i = 0; i < z->sum_count; i++)
        if (z->sums[i] == v) return true;
    return false;
}
static bool take_node(struct vectorizer *z, opt_value v)
{
    const struct opt_node *n = node(&z->l, v);
    switch (n->op) {
    case OPT_CONST:
    case OPT_ANCHOR:
    case OPT_GOTO: return true;
    case OPT_POLL:
        if (z->poll) return false;
        z->poll = v;
        return true;
    case OPT_STORE_ELEMENT: return take_store(z, n);
    case OPT_LOAD_ELEMENT:
        if (!take_load(z, n)) return false;
        break;
    default:
        if (is_index(z, v) || take_sum(z, v)) return true;
        if (!take_operation(z, n)) return false;
    }
    z->lanes[v] = 1;
    z->in_turn++;
    return true;
}
struct names {
    const struct vectorizer *z;
    bool wrong, counter;
};
/* Values in lanes, except sums, must not be named by states in the loop. */
static void look_at_name(void *arg, opt_value *use)
{
    struct names *n = arg;
    n->counter |= *use == n->z->l.phi;
    n->wrong |= *use && *use != next_of(n->z) && *use != n->z->l.phi && !stays(n->z, *use) && !is_sum(n->z, *use);
}
static bool can_stop(struct vectorizer *z)
{
    struct names n = { z, false, false };
    for (struct opt_state *s = z->poll ? node(&z->l, z->poll)->state : NULL; s; s = s->caller) {
        if (s->virtual_count) return false;
        opt_each_in_frame(s, look_at_name, &n);
    }
    z->names_counter = n.counter;
    return !n.wrong;
}
/* Has the head nothing but the counter, its condition and merges that are sums? */
static bool head_is_plain(const struct vectorizer *z)
{
    const struct opt_block *h = loop_block(&z->l, z->l.head);
    u32 phis = 0;
    for (u32 k = 0; k < h->count; k++) {
        const struct opt_node *n = node(&z->l, h->nodes[k]);
        if (n->dead) continue;
        if (n->op != OPT_PHI && n->op != OPT_IF && n->op != OPT_CONST) return false;
        phis += n->op == OPT_PHI;
    }
    return phis == z->sum_count + 1;
}
static bool take_body(struct vectorizer *z)
{
    for (u32 i = 1; i < z->l.count; i++) {
        const struct opt_block *b = loop_block(&z->l, z->l.blocks[i]);
        if (b->succ_count != 1) return false;
        for (u32 k = 0; k < b->count; k++)
            if (!node(&z->l, b->nodes[k])->dead && !take_node(z, b->nodes[k])) return false;
    }
    return z->in_turn + z->sum_count > 0 || z->stored_count > 0;
}
/* Does the counter start at a constant that is not negative? Indexes with an offset need it. */
static bool never_below_zero(const struct vectorizer *z)
{
    const struct opt_node *start = node(&z->l, node(&z->l, z->l.phi)->args[z->l.entry]);
    return start->op == OPT_CONST && start->imm >= 0;
}
static bool fits(struct vectorizer *z)
{
    if (z->l.step != 1 || !take_body(z) || !z->kind || !head_is_plain(z) || !can_stop(z)) return false;
    if (z->ahead_count && !never_below_zero(z)) return false;
    for (u32 i = 0; i < z->ahead_count; i++)
        for (u32 k = 0; k < z->stored_count; k++)
            if (z->ahead[i] == z->stored[k]) return false;
    return z->ahead_count * z->stored_count <= MOST_GUARDS;
}

/* ---- invariants in all lanes ---- */
static opt_value add_before(struct vectorizer *z, u8 op, u8 type, opt_value x, i64 imm)
{
    opt_value v = opt_new_node(z->l.g, op, type);
    node(&z->l, v)->in[0] = x;
    node(&z->l, v)->imm = imm;
    opt_insert_before_end(z->l.g, z->l.before, v);
    return v;
}
/* As add_before, in the block that only vectors come through. */
static opt_value add_first(struct vectorizer *z, u8 op, u8 type, opt_value x, i64 imm)
{
    opt_value v = opt_new_node(z->l.g, op, type);
    node(&z->l, v)->in[0] = x;
    node(&z->l, v)->imm = imm;
    opt_append(z->l.g, z->first, v);
    return v;
}
/* one: v in the first lane, 0 in the others */
static opt_value spread(struct vectorizer *z, opt_value v, bool one)
{
    struct opt_node n = *node(&z->l, v);
    if (n.op == OPT_CONST) v = add_first(z, OPT_CONST, n.type, 0, n.imm);
    opt_value s = add_first(z, OPT_SPREAD, z->type, v, one);
    node(&z->l, s)->kind = z->kind;
    return s;
}
/* The vector of an operand. */
static opt_value vector_of(struct vectorizer *z, opt_value v)
{
    if (z->lanes[v]) return z->map[v];
    for (u32 i = 0; i < z->fixed_count; i++)
        if (z->fixed[i] == v) return z->vectors[i];
    opt_value s = spread(z, v, false);
    if (z->fixed_count == MOST_FIXED) return s;
    z->fixed[z->fixed_count] = v;
    z->vectors[z->fixed_count++] = s;
    return s;
}
/* 0, or the sign bit, in each lane. */
static opt_value for_negation(struct vectorizer *z)
{
    if (z->negation) return z->negation;
    u8 type = type_of_lanes(z->kind);
    i64 sign = z->kind == 'F' ? INT32_MIN : z->kind == 'D' ? INT64_MIN : 0;
    return z->negation = spread(z, add_first(z, OPT_CONST, type, 0, sign), false);
}

/* ---- iterations ---- */
static opt_value add_node(struct vectorizer *z, u32 to, u8 op, u8 type, opt_value like)
{
    opt_value v = opt_new_node(z->l.g, op, type);
    const struct opt_node *from = node(&z->l, like);
    struct opt_node *n = node(&z->l, v);
    n->origin = from->origin;
    n->dep = from->dep;
    n->kind = z->kind;
    opt_append(z->l.g, to, v);
    return v;
}
static opt_value add_lanes(struct vectorizer *z, u32 to, i64 op, opt_value x, opt_value y, opt_value like)
{
    opt_value v = add_node(z, to, OPT_LANES, z->type, like);
    struct opt_node *n = node(&z->l, v);
    n->in[0] = x;
    n->in[1] = y;
    n->imm = op;
    return v;
}
static i64 place_in_turn(const struct vectorizer *z, opt_value index, u32 turn)
{
    i64 behind;
    if (!place_of(z, index, &behind)) VM_FATAL("an index that is none");
    return OPT_AHEAD * (behind + (i64)turn * lanes_of(z, z->type));
}
static void add_access(struct vectorizer *z, u32 to, opt_value v, opt_value counter, u32 turn)
{
    struct opt_node was = *node(&z->l, v);
    bool store = was.op == OPT_STORE_ELEMENT;
    opt_value what = store ? vector_of(z, was.in[2]) : 0;
    opt_value made = add_node(z, to, store ? OPT_STORE_LANES : OPT_LOAD_LANES, store ? OPT_VOID : z->type, v);
    struct opt_node *n = node(&z->l, made);
    n->in[0] = was.in[0];
    n->in[1] = counter;
    n->in[2] = what;
    n->kind = was.kind;
    n->imm = place_in_turn(z, was.in[1], turn);
    z->map[v] = made;
}
/* The vector with the highest bit of each lane the other way round: compared with a sign, numbers without one are in
 * their order then. */
static opt_value turned(struct vectorizer *z, u32 to, opt_value x, opt_value v)
{
    if (!z->highest)
        z->highest = spread(z, add_first(z, OPT_CONST, OPT_INT, 0, z->kind == 'B' ? INT8_MIN : INT16_MIN), false);
    return add_lanes(z, to, OPT_XOR, x, z->highest, v);
}
/* All bits where the condition holds, or (`otherwise`) where it does not. */
static opt_value add_comparison(struct vectorizer *z, u32 to, opt_value v, bool *otherwise)
{
    struct opt_node n = *node(&z->l, v);
    struct compared c = how_compared(n.op == OPT_MIN ? OPT_LT : n.op == OPT_MAX ? OPT_GT : n.cc);
    if (!are_whole(z, n.in[0], n.in[1], &c.no_sign)) VM_FATAL("numbers that lanes do not keep");
    opt_value x = vector_of(z, n.in[0]), y = vector_of(z, n.in[1]);
    if (c.no_sign && !c.equal) {
        x = turned(z, to, x, v);
        y = turned(z, to, y, v);
    }
    *otherwise = c.otherwise;
    return add_lanes(z, to, OPT_TEST | (c.equal ? OPT_EQ : OPT_GT) << 8, c.swapped ? y : x, c.swapped ? x : y, v);
}
static bool is_zero(const struct vectorizer *z, opt_value v)
{
    return node(&z->l, v)->op == OPT_CONST && node(&z->l, v)->imm == 0;
}
/* A SELECT, or a MIN or MAX for which there is no instruction. */
static void add_choice(struct vectorizer *z, u32 to, opt_value v)
{
    struct opt_node n = *node(&z->l, v);
    bool select = n.op == OPT_SELECT, otherwise;
    opt_value mask = add_comparison(z, to, v, &otherwise);
    opt_value yes = select ? n.in[2] : n.in[0], no = select ? n.args[0] : n.in[1];
    if (otherwise) {
        opt_value t = yes;
        yes = no;
        no = t;
    }
    if (is_zero(z, no)) {
        z->map[v] = add_lanes(z, to, OPT_AND, vector_of(z, yes), mask, v);
        return;
    }
    opt_value differs = add_lanes(z, to, OPT_XOR, vector_of(z, yes), vector_of(z, no), v);
    z->map[v] = add_lanes(z, to, OPT_XOR, add_lanes(z, to, OPT_AND, differs, mask, v), vector_of(z, no), v);
}
/* 1 or 0 in each lane. */
static void add_answer(struct vectorizer *z, u32 to, opt_value v)
{
    bool otherwise;
    opt_value mask = add_comparison(z, to, v, &otherwise);
    if (!z->one) z->one = spread(z, add_first(z, OPT_CONST, OPT_INT, 0, 1), false);
    /* all bits are -1 */
    z->map[v] = add_lanes(z, to, otherwise ? OPT_ADD : OPT_AND, mask, z->one, v);
}
static void add_operation(struct vectorizer *z, u32 to, opt_value v)
{
    struct opt_node n = *node(&z->l, v);
    bool floats = z->kind == 'F' || z->kind == 'D';
    if (n.op == OPT_SELECT || chooses_by_size(z, &n)) {
        add_choice(z, to, v);
        return;
    }
    opt_value x = vector_of(z, n.in[0]);
    switch (n.op) {
    case OPT_SHL:
    case OPT_SHR:
    case OPT_USHR: {
        i64 by = node(&z->l, n.in[1])->imm & (z->kind == 'J' ? 63 : 31);
        if (z->kind != 'B') x = add_lanes(z, to, n.op | by << 8, x, 0, v);
        for (; z->kind == 'B' && by > 0; by--) x = add_lanes(z, to, OPT_ADD, x, x, v);
        z->map[v] = x;
        return;
    }
    case OPT_TEST: add_answer(z, to, v); return;
    case OPT_CONV: z->map[v] = n.imm == OPT_SQRT ? add_lanes(z, to, OPT_CONV, x, 0, v) : x; return;
    case OPT_NEG: {
        opt_value with = for_negation(z);
        z->map[v] = floats ? add_lanes(z, to, OPT_XOR, x, with, v) : add_lanes(z, to, OPT_SUB, with, x, v);
        return;
    }
    default: {
        opt_value y = vector_of(z, n.in[1]);
        z->map[v] = add_lanes(z, to, n.op, x, y, v);
    }
    }
}
/* The vectors of several turns are added before the sum is: a turn waits for the one before only once. */
static void add_sum(struct vectorizer *z, u32 to, opt_value v, bool last)
{
    u32 i = 0;
    while (z->sums[i] != v) i++;
    const struct opt_node *n = node(&z->l, v);
    opt_value what = z->map[n->in[n->in[0] == z->phis[i] ? 1 : 0]];
    u8 op = n->op;
    if (z->gathered[i]) what = add_lanes(z, to, joined_by(op), z->gathered[i], what, v);
    z->gathered[i] = last ? 0 : what;
    if (last) z->totals[i] = add_lanes(z, to, op, z->totals[i], what, v);
}
static void add_turn(struct vectorizer *z, u32 to, opt_value counter, u32 turn, bool last)
{
    for (u32 i = 1; i < z->l.count; i++) {
        for (u32 k = 0; k < loop_block(&z->l, z->l.blocks[i])->count; k++) {
            opt_value v = loop_block(&z->l, z->l.blocks[i])->nodes[k];
            u8 op = node(&z->l, v)->op;
            if (node(&z->l, v)->dead) continue;
            if (op == OPT_LOAD_ELEMENT || op == OPT_STORE_ELEMENT)
                add_access(z, to, v, counter, turn);
            else if (is_sum(z, v))
                add_sum(z, to, v, last);
            else if (z->lanes[v])
                add_operation(z, to, v);
        }
    }
}

/* ---- code around them ---- */
static opt_value total(struct vectorizer *z, u32 to, u32 sum, opt_value lanes)
{
    u8 op = joined_by(node(&z->l, z->sums[sum])->op);
    opt_value v = add_node(z, to, OPT_TOTAL, type_of_kind(z->kind), z->sums[sum]);
    node(&z->l, v)->in[0] = lanes;
    node(&z->l, v)->imm = op;
    return v;
}
static opt_value add_phi(struct vectorizer *z, u32 to, u8 type, opt_value first, opt_value like)
{
    opt_value v = add_node(z, to, OPT_PHI, type, like);
    opt_value *args = ARENA_NEW_ARRAY(&z->l.g->arena, opt_value, 2);
    struct opt_node *n = node(&z->l, v);
    n->args = args;
    n->argc = 2;
    n->kind = 0;
    n->dep = 0;
    args[z->l.entry] = first;
    return v;
}
/* The initial lanes of a sum. */
static opt_value first_lanes(struct vectorizer *z, u32 sum)
{
    u8 op = joined_by(node(&z->l, z->sums[sum])->op);
    opt_value start = node(&z->l, z->phis[sum])->args[z->l.entry];
    return spread(z, start, op == OPT_ADD || op == OPT_OR || op == OPT_XOR);
}
/* A condition computed before the loop, 1 or 0: the arrays differ, or the array is a byte[]. */
static opt_value is_so(struct vectorizer *z, u8 cc, opt_value x, opt_value y)
{
    opt_value v = add_before(z, OPT_TEST, OPT_INT, x, 0);
    node(&z->l, v)->in[1] = y;
    node(&z->l, v)->cc = cc;
    return v;
}
static opt_value both(struct vectorizer *z, opt_value x, opt_value y)
{
    return x ? opt_loop_int(&z->l, OPT_AND, x, y, 0) : y;
}
/* Tests before the loop that the array is a byte[]. The same bytecode stores into a boolean[], where only one bit is
 * kept. */
static opt_value ask_for_bytes(struct vectorizer *z, opt_value array)
{
    i64 bytes = (i64)(uintptr_t)atomic_load(&class_primitive['B']->array);
    opt_value c = add_before(z, OPT_CLASS_OF, OPT_INT, array, 0);
    return is_so(z, OPT_EQ, c, opt_loop_int(&z->l, OPT_CONST, 0, 0, bytes));
}
/* Tests before the loop that the number keeps its value in a lane. */
static opt_value ask_for_bounds(struct vectorizer *z, opt_value v, bool no_sign)
{
    opt_value kept = no_sign && z->kind == 'B'
                         ? opt_loop_int(&z->l, OPT_AND, v, opt_loop_int(&z->l, OPT_CONST, 0, 0, UINT8_MAX), 0)
                         : add_before(z, OPT_CONV, OPT_INT, v,
                                      z->kind == 'B' ? OPT_I2B
                                      : no_sign      ? OPT_I2C
                                                     : OPT_I2S);
    return is_so(z, OPT_EQ, kept, v);
}
static opt_value guards(struct vectorizer *z)
{
    opt_value all = 0;
    for (u32 i = 0; i < z->ahead_count; i++)
        for (u32 k = 0; k < z->stored_count; k++) all = both(z, all, is_so(z, OPT_NE, z->ahead[i], z->stored[k]));
    for (u32 k = 0; z->kind == 'B' && k < z->stored_count; k++) all = both(z, all, ask_for_bytes(z, z->stored[k]));
    for (u32 i = 0; i < z->bounded_count; i++) all = both(z, all, ask_for_bounds(z, z->bounded[i], z->without_sign[i]));
    return all;
}
/* The limit, or the least int if the condition is 0: then no iteration runs. */
static opt_value limit_if(struct vectorizer *z, opt_value limit, opt_value yes)
{
    if (!yes) return limit;
    struct opt_loop *l = &z->l;
    opt_value all = opt_loop_int(l, OPT_SUB, opt_loop_int(l, OPT_CONST, 0, 0, 0), yes, 0);
    opt_value less = opt_loop_int(l, OPT_ADD, yes, opt_loop_int(l, OPT_CONST, 0, 0, -1), 0);
    opt_value lowest = opt_loop_int(l, OPT_SHL, less, opt_loop_int(l, OPT_CONST, 0, 0, 31), 0);
    return opt_loop_int(l, OPT_OR, opt_loop_int(l, OPT_AND, limit, all, 0), lowest, 0);
}
/* The counter of the last of the turns before. */
static opt_value last_counter(struct vectorizer *z, u32 to, opt_value next)
{
    opt_value one = add_node(z, to, OPT_CONST, OPT_INT, z->l.phi), last = add_node(z, to, OPT_ADD, OPT_INT, z->l.phi);
    node(&z->l, one)->imm = -1;
    node(&z->l, last)->in[0] = next;
    node(&z->l, last)->in[1] = one;
    node(&z->l, one)->kind = node(&z->l, last)->kind = 0;
    return last;
}
static void add_poll(struct vectorizer *z, u32 to, opt_value next)
{
    struct opt_loop *l = &z->l;
    if (z->names_counter) l->map[l->phi] = last_counter(z, to, next);
    for (u32 i = 0; i < z->sum_count; i++) l->map[z->sums[i]] = total(z, to, i, z->totals[i]);
    l->map[next_of(z)] = next;
    opt_value v = opt_new_node(l->g, OPT_POLL, OPT_VOID);
    struct opt_node n = *node(l, z->poll);
    n.state = opt_loop_state(l, n.state);
    *node(l, v) = n;
    opt_append(l->g, to, v);
}
static void add_condition(struct vectorizer *z, u32 to, opt_value counter, opt_value limit)
{
    struct opt_node was = *node(&z->l, last_of(loop_block(&z->l, z->l.head)));
    opt_value v = opt_new_node(z->l.g, OPT_IF, OPT_VOID);
    struct opt_node *n = node(&z->l, v);
    n->in[0] = counter;
    n->in[1] = limit;
    n->cc = OPT_LT;
    n->origin = was.origin;
    opt_append(z->l.g, to, v);
}
/* A merge in `join` of the value that comes past the vectors and the one that they have made. */
static opt_value merge(struct vectorizer *z, u32 join, opt_value past, opt_value made, opt_value like)
{
    opt_value v = add_phi(z, join, node(&z->l, made)->type, past, like);
    node(&z->l, v)->args[1 - z->l.entry] = made;
    return v;
}
/* The blocks around the loop over vectors. */
struct around {
    u32 past;       /* leads past the vectors */
    u32 first;      /* leads to them */
    u32 main, body; /* the loop */
    u32 rest;       /* its end */
    u32 join;       /* leads on to the loop over elements */
};
static struct around add_blocks(struct opt_loop *l)
{
    struct around a;
    a.past = opt_loop_add_block(l, l->head);
    a.first = opt_loop_add_block(l, l->head);
    a.main = opt_loop_add_block(l, l->head);
    a.body = opt_loop_add_block(l, l->latch);
    a.rest = opt_loop_add_block(l, l->head);
    a.join = opt_loop_add_block(l, l->head);
    return a;
}
static void branch(struct opt_loop *l, u32 from, u32 yes, u32 no)
{
    loop_block(l, from)->succ[0] = yes;
    loop_block(l, from)->succ[1] = no;
    loop_block(l, from)->succ_count = 2;
    opt_loop_preds(l, yes, &from, 1);
    opt_loop_preds(l, no, &from, 1);
}
static void connect(struct opt_loop *l, const struct around *a)
{
    u32 preds[2];
    branch(l, l->before, a->first, a->past);
    opt_loop_go(l, a->first, a->main);
    branch(l, a->main, a->body, a->rest);
    opt_loop_go(l, a->body, a->main);
    preds[l->entry] = a->first;
    preds[1 - l->entry] = a->body;
    opt_loop_preds(l, a->main, preds, 2);
    opt_loop_go(l, a->rest, a->join);
    opt_loop_go(l, a->past, a->join);
    preds[l->entry] = a->past;
    preds[1 - l->entry] = a->rest;
    opt_loop_preds(l, a->join, preds, 2);
    opt_loop_go(l, a->join, l->head);
    loop_block(l, l->head)->preds[l->entry] = a->join;
    l->before = a->join;
}
/* Puts a loop over vectors of the type in front of the loop, for the turns below the limit. Few elements go past it. */
static void add_loop(struct vectorizer *z, u8 type, u32 turns, opt_value limit, bool polls)
{
    struct opt_loop *l = &z->l;
    struct around a = add_blocks(l);
    opt_value start = node(l, l->phi)->args[l->entry], lanes[MOST_SUMS];
    z->type = type;
    z->fixed_count = z->negation = z->highest = z->one = 0;
    z->first = a.first;
    opt_become(node(l, last_of(loop_block(l, l->before))), OPT_ANCHOR, OPT_VOID);
    add_condition(z, l->before, start, limit);
    opt_value counter = add_phi(z, a.main, OPT_INT, start, l->phi);
    for (u32 i = 0; i < z->sum_count; i++)
        z->totals[i] = lanes[i] = add_phi(z, a.main, type, first_lanes(z, i), z->phis[i]);
    add_condition(z, a.main, counter, limit);
    for (u32 t = 0; t < turns; t++) add_turn(z, a.body, counter, t, t + 1 == turns);
    opt_value step = add_node(z, a.body, OPT_CONST, OPT_INT, l->phi);
    opt_value next = add_node(z, a.body, OPT_ADD, OPT_INT, l->phi);
    node(l, step)->imm = turns * lanes_of(z, type);
    node(l, step)->kind = node(l, next)->kind = 0;
    node(l, next)->in[0] = counter;
    node(l, next)->in[1] = step;
    if (polls) add_poll(z, a.body, next);
    node(l, counter)->args[1 - l->entry] = next;
    for (u32 i = 0; i < z->sum_count; i++) node(l, lanes[i])->args[1 - l->entry] = z->totals[i];
    for (u32 i = 0; i < z->sum_count; i++) lanes[i] = total(z, a.rest, i, lanes[i]);
    if (type == OPT_WIDE) opt_append(l->g, a.rest, opt_new_node(l->g, OPT_LANES_END, OPT_VOID));
    for (u32 i = 0; i < z->sum_count; i++) {
        opt_value sum = merge(z, a.join, node(l, z->phis[i])->args[l->entry], lanes[i], z->phis[i]);
        node(l, z->phis[i])->args[l->entry] = sum;
    }
    opt_value joined = merge(z, a.join, start, counter, l->phi);
    node(l, l->phi)->args[l->entry] = joined;
    connect(l, &a);
}
static void vectorize(struct vectorizer *z)
{
    struct opt_loop *l = &z->l;
    u8 type = l->g->wide ? OPT_WIDE : OPT_VECTOR;
    u32 turns = z->sum_count ? 4 : 2;
    l->mapped = l->g->count;
    l->map = ARENA_NEW_ARRAY(&l->g->arena, opt_value, l->g->count + 1);
    z->map = ARENA_NEW_ARRAY(&l->g->arena, opt_value, l->g->count + 1);
    opt_value all = guards(z), limit = limit_if(z, opt_loop_limit(l, turns * lanes_of(z, type)), all);
    add_loop(z, type, turns, limit, z->poll != 0);
    limit = limit_if(z, opt_loop_limit(l, lanes_of(z, OPT_VECTOR)), all);
    add_loop(z, OPT_VECTOR, 1, limit, false); /* it makes few turns */
    loop_block(l, l->head)->few = !all && lanes_of(z, OPT_VECTOR) <= 4;
}

/* Registers that a comparison needs besides: for what both are compared as, for the mask, and for constants. */
enum { FOR_COMPARISON = 3 };
/* The number of vectors that are alive at once; each needs a register. */
static u32 registers_of(const struct vectorizer *z)
{
    u32 fixed = 1, compares = 0; /* for negation */
    for (u32 i = 1; i < z->l.count; i++) {
        const struct opt_block *b = loop_block(&z->l, z->l.blocks[i]);
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(&z->l, b->nodes[k]);
            if (n->op == OPT_STORE_ELEMENT)
                fixed += !z->lanes[n->in[2]];
            else if (z->lanes[b->nodes[k]] && n->op != OPT_LOAD_ELEMENT)
                fixed += (n->in[0] && !z->lanes[n->in[0]]) + (n->in[1] && !z->lanes[n->in[1]]);
            if (n->op == OPT_SELECT) fixed += !z->lanes[n->in[2]] + !z->lanes[n->args[0]];
            if (n->op == OPT_SELECT || n->op == OPT_TEST || chooses_by_size(z, n)) compares = FOR_COMPARISON;
        }
    }
    return fixed + compares + z->in_turn + 2 * z->sum_count;
}
static bool try_loop(struct opt_graph *g, u32 head)
{
    struct vectorizer z = { .l.g = g };
    if (!opt_loop_counts(&z.l, head)) return false;
    z.lanes = ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1);
    if (!fits(&z) || registers_of(&z) > MOST_LANES) return false;
    if (z.kind == 'B' && z.stored_count && !atomic_load(&class_primitive['B']->array)) return false;
    vectorize(&z);
    return true;
}
bool opt_vectors(struct opt_graph *g)
{
    u32 count = g->order_count;
    const u32 *order = g->order;
    for (u32 i = 0; i < count && options.vectors; i++)
        if (g->blocks[order[i]].loop == order[i] && try_loop(g, order[i])) g->lane_loops++;
    if (g->lane_loops) opt_analyze(g);
    return g->lane_loops > 0;
}
