/* Checks that a graph keeps the invariants of docs/optimizer.md, after every pass in debug builds and with
 * -XX:+ArgusVerifyGraphs. The checks use nothing that a pass may have broken: they find reachable blocks, dominators
 * and the place of each value anew from the graph's lists. */
#include "bytecode/bytecode.h"
#include "exec/opt/opt_ir.h"
#include <stdarg.h>
#include <stdio.h>

struct place {
    u32 block, index; /* index: position in the block, from 1; 0: in no reachable block */
};
struct verifier {
    struct opt_graph *g;
    struct arena arena;
    u32 *order, *idom;  /* by block: number in reverse postorder, from 1, 0: not reached; the immediate dominator */
    u32 *first, *below; /* by block: number in the dominator tree; how many blocks it dominates */
    u32 *blocks;        /* the reachable blocks in that order */
    u32 count;
    struct place *places; /* by value */
    u32 block;            /* the place of the fault, for its text: */
    opt_value node;
    char *text;
    size_t size;
    bool wrong;
    struct {
        const struct opt_state *frame;
        struct place at;
    } callers[256]; /* cache of callers' frames, by address: where they and their callers were found right */
};

__attribute__((format(printf, 2, 3))) static void fault(struct verifier *V, const char *format, ...)
{
    va_list args;
    if (V->wrong) return;
    V->wrong = true;
    int n = V->node ? snprintf(V->text, V->size, "node %u (%s) in block %u: ", V->node,
                               opt_ops[V->g->nodes[V->node].op].name, V->block)
                    : snprintf(V->text, V->size, "block %u: ", V->block);
    va_start(args, format);
    if (n > 0 && (size_t)n < V->size) (void)vsnprintf(V->text + n, V->size - (size_t)n, format, args);
    va_end(args);
}
static const struct opt_node *node(const struct verifier *V, opt_value v) { return &V->g->nodes[v]; }
static const struct opt_block *block(const struct verifier *V, u32 b) { return &V->g->blocks[b]; }
static bool is_value(const struct verifier *V, opt_value v) { return v && v < V->g->count; }

/* ---- the shape ---- */
/* Numbers the blocks that are reachable from the entry, and finds their dominators (Cooper, Harvey & Kennedy, "A
 * Simple, Fast Dominance Algorithm"). */
static void find_order(struct verifier *V)
{
    u32 n = V->g->block_count, depth = 0, at = n;
    u32 *stack = ARENA_NEW_ARRAY(&V->arena, u32, n + 1), *post = ARENA_NEW_ARRAY(&V->arena, u32, n + 1);
    u8 *next = ARENA_NEW_ARRAY(&V->arena, u8, n + 1), *seen = ARENA_NEW_ARRAY(&V->arena, u8, n + 1);
    V->order = ARENA_NEW_ARRAY(&V->arena, u32, n + 1);
    seen[stack[depth++] = 1] = 1;
    while (depth) {
        u32 b = stack[depth - 1];
        if (next[b] == block(V, b)->succ_count) {
            post[--at] = b;
            depth--;
            continue;
        }
        u32 s = block(V, b)->succ[next[b]++];
        if (s && s < n && !seen[s]) seen[stack[depth++] = s] = 1;
    }
    V->blocks = post + at;
    V->count = n - at;
    for (u32 i = 0; i < V->count; i++) V->order[V->blocks[i]] = i + 1;
}
static u32 common(const struct verifier *V, u32 a, u32 b)
{
    while (a != b) {
        while (V->order[a] > V->order[b]) a = V->idom[a];
        while (V->order[b] > V->order[a]) b = V->idom[b];
    }
    return a;
}
static void find_dominators(struct verifier *V)
{
    V->idom = ARENA_NEW_ARRAY(&V->arena, u32, V->g->block_count + 1);
    V->idom[1] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 1; i < V->count; i++) {
            u32 b = V->blocks[i], d = 0;
            for (u32 k = 0; k < block(V, b)->pred_count; k++) {
                u32 p = block(V, b)->preds[k];
                if (V->idom[p]) d = d ? common(V, d, p) : p;
            }
            changed |= V->idom[b] != d;
            V->idom[b] = d;
        }
    }
}
/* Numbers the dominator tree: the subtree of a block has the numbers from `first` on. A block comes after its dominator
 * in the order, so one walk back counts the subtrees and one walk forth numbers them. */
static void number_dominators(struct verifier *V)
{
    u32 n = V->g->block_count + 1, *next = ARENA_NEW_ARRAY(&V->arena, u32, n);
    V->first = ARENA_NEW_ARRAY(&V->arena, u32, n);
    V->below = ARENA_NEW_ARRAY(&V->arena, u32, n);
    for (u32 i = V->count; i-- > 0;) {
        u32 b = V->blocks[i];
        V->below[b]++;
        if (b != 1) V->below[V->idom[b]] += V->below[b];
    }
    for (u32 i = 0; i < V->count; i++) {
        u32 b = V->blocks[i], *at = &next[V->idom[b]];
        V->first[b] = b == 1 ? 0 : *at;
        *at += b == 1 ? 0 : V->below[b];
        next[b] = V->first[b] + 1;
    }
}
static bool dominates(const struct verifier *V, u32 a, u32 b) { return V->first[b] - V->first[a] < V->below[a]; }

static u32 times(const u32 *all, u32 count, u32 x)
{
    u32 n = 0;
    for (u32 i = 0; i < count; i++) n += all[i] == x;
    return n;
}
/* Every edge is listed at both ends, equally often. */
static void check_edges(struct verifier *V, u32 at)
{
    const struct opt_block *b = block(V, at);
    for (u32 k = 0; k < b->succ_count; k++) {
        u32 s = b->succ[k];
        if (!s || s >= V->g->block_count)
            fault(V, "leads to block %u, which is none", s);
        else if (times(block(V, s)->preds, block(V, s)->pred_count, at) != times(b->succ, b->succ_count, s))
            fault(V, "leads to block %u, which does not have it as often among its predecessors", s);
    }
    for (u32 k = 0; k < b->pred_count; k++) {
        u32 p = b->preds[k];
        if (!p || p >= V->g->block_count || !V->order[p])
            fault(V, "comes after block %u, which nothing leads to", p);
        else if (!times(block(V, p)->succ, block(V, p)->succ_count, at))
            fault(V, "comes after block %u, which does not lead to it", p);
        else if (b->pred_count > 1 && block(V, p)->succ_count > 1)
            fault(V, "comes after block %u, which branches, and after others: no merge can be made here", p);
    }
    if (at == 1 && b->pred_count) fault(V, "is the entry and comes after block %u", b->preds[0]);
}
static u32 successors_of(u8 op)
{
    return op == OPT_GOTO ? 1 : op == OPT_IF || op == OPT_ENTRIES || op == OPT_TRIED ? 2 : 0;
}
/* The results of the last analysis are still true. */
static void check_analysis(struct verifier *V, u32 at)
{
    const struct opt_block *b = block(V, at);
    if (!V->g->order_count) return; /* before the first analysis */
    if (!b->order)
        fault(V, "is reached, as no analysis knows");
    else if (b->idom != V->idom[at])
        fault(V, "is dominated by block %u, not by block %u, as the last analysis says", V->idom[at], b->idom);
}
static void check_shape(struct verifier *V)
{
    for (u32 i = 0; i < V->count && !V->wrong; i++) check_edges(V, V->block = V->blocks[i]);
    if (V->wrong) return;
    find_dominators(V);
    number_dominators(V);
    for (u32 i = 0; i < V->count && !V->wrong; i++) check_analysis(V, V->block = V->blocks[i]);
    if (V->g->order_count && V->g->order_count != V->count && !V->wrong)
        fault(V, "%u blocks are reached, the last analysis knows %u", V->count, V->g->order_count);
}

/* ---- where values are ---- */
static void find_places(struct verifier *V)
{
    V->places = ARENA_NEW_ARRAY(&V->arena, struct place, V->g->count + 1);
    for (u32 i = 0; i < V->count; i++) {
        const struct opt_block *b = block(V, V->block = V->blocks[i]);
        for (u32 k = 0; k < b->count; k++) {
            opt_value v = V->node = b->nodes[k];
            if (!is_value(V, v)) {
                V->node = 0;
                fault(V, "has node %u, which is none", v);
                return;
            }
            if (node(V, v)->dead) continue;
            if (V->places[v].index) fault(V, "is there twice, in block %u too", V->places[v].block);
            V->places[v] = (struct place){ V->blocks[i], k + 1 };
        }
    }
    V->node = 0;
}
/* Constants are available everywhere: they are made where they are used. */
static bool is_everywhere(const struct verifier *V, opt_value v) { return node(V, v)->op == OPT_CONST; }
/* A call that threw has no result: it is there only on the way of the return. */
static bool is_returned(const struct verifier *V, opt_value v, u32 in)
{
    const struct opt_block *b = block(V, V->places[v].block);
    if (!opt_is_call(node(V, v)) || node(V, b->nodes[b->count - 1])->op != OPT_TRIED) return true;
    for (u32 k = V->places[v].index; k < b->count; k++) /* another call follows */
        if (opt_is_call(node(V, b->nodes[k]))) return true;
    return dominates(V, b->succ[0], in);
}
/* Has v been computed when control is before the index-th node of the block? */
static bool is_there(const struct verifier *V, opt_value v, u32 in, u32 index)
{
    const struct place *p = &V->places[v];
    if (!p->index) return false;
    return p->block == in ? p->index < index : dominates(V, p->block, in) && is_returned(V, v, in);
}
/* which: the number of the operand, or ALONE. */
enum { ALONE = UINT32_MAX };
static COLD void not_there(struct verifier *V, const char *what, u32 which, opt_value v)
{
    char number[16] = "";
    if (which != ALONE) snprintf(number, sizeof number, " %u", which);
    if (!is_value(V, v))
        fault(V, "%s%s is %u, which is no node", what, number, v);
    else if (node(V, v)->dead)
        fault(V, "%s%s is node %u (%s), which is dead", what, number, v, opt_ops[node(V, v)->op].name);
    else
        fault(V, "%s%s, node %u (%s), does not dominate it", what, number, v, opt_ops[node(V, v)->op].name);
}
static void check_there(struct verifier *V, const char *what, u32 which, opt_value v, u32 in, u32 index)
{
    if (!is_value(V, v) || node(V, v)->dead || !(is_everywhere(V, v) || is_there(V, v, in, index)))
        not_there(V, what, which, v);
}

/* ---- types ---- */
static const char *const type_names[] = {
    "void", "int", "long", "float", "double", "reference", "vector", "wide vector"
};
static bool has_type(u32 set, u8 type) { return set >> type & 1; }
static u32 types_of_operand(const struct verifier *V, const struct opt_node *n, u32 i)
{
    u32 set = opt_ops[n->op].in[i];
    if (set & T_CONV) set = n->imm >= 0 && n->imm < OPT_CONVERSIONS ? opt_conversions[n->imm].from : T_ANY;
    if (set & T_SAME) return 1u << n->type | (set & T_MISSING);
    return set & T_LIKE && is_value(V, n->in[0]) ? 1u << node(V, n->in[0])->type : set;
}
static void check_operand(struct verifier *V, const struct opt_node *n, u32 i, u32 index)
{
    u32 set = types_of_operand(V, n, i);
    if (!n->in[i]) {
        if (set && !(set & T_MISSING)) fault(V, "operand %u is missing", i);
        return;
    }
    if (!set) {
        fault(V, "has an operand %u, node %u, which such nodes do not have", i, n->in[i]);
        return;
    }
    check_there(V, "operand", i, n->in[i], V->block, index);
    if (!V->wrong && !has_type(set, node(V, n->in[i])->type))
        fault(V, "operand %u, node %u (%s), is of type %s", i, n->in[i], opt_ops[node(V, n->in[i])->op].name,
              type_names[node(V, n->in[i])->type]);
}
static void check_merge(struct verifier *V, const struct opt_node *n)
{
    const struct opt_block *b = block(V, V->block);
    if (n->argc != b->pred_count) fault(V, "merges %u values where %u ways come together", n->argc, b->pred_count);
    for (u32 i = 0; i < n->argc && !V->wrong; i++) {
        check_there(V, "way", i, n->args[i], b->preds[i], UINT32_MAX);
        if (!V->wrong && node(V, n->args[i])->type != n->type)
            fault(V, "way %u, node %u, is of type %s", i, n->args[i], type_names[node(V, n->args[i])->type]);
        if (successors_of(node(V, block(V, b->preds[i])->nodes[block(V, b->preds[i])->count - 1])->op) != 1)
            fault(V, "way %u comes from block %u, which branches: nobody can move a value there", i, b->preds[i]);
    }
}
static void check_args(struct verifier *V, const struct opt_node *n, u32 index)
{
    u8 args = opt_ops[n->op].args;
    if (args == OPT_ARGS_MERGED) {
        check_merge(V, n);
        return;
    }
    if (n->argc && args == OPT_ARGS__) fault(V, "has %u arguments, which such nodes do not have", n->argc);
    for (u32 i = 0; i < n->argc && !V->wrong; i++)
        if (n->args[i]) check_there(V, "argument", i, n->args[i], V->block, index);
}
static void check_kind(struct verifier *V, const struct opt_node *n)
{
    u8 type = type_of_kind(n->kind);
    if (n->op == OPT_COPY_ARRAY) {
        if (n->argc != 2) fault(V, "has %u arguments instead of an index and a count", n->argc);
        return;
    }
    if (opt_does(n, OPT_DOES_READS) && !opt_is_vector(n->type) && n->type != type)
        fault(V, "loads a %s from what is of kind %c", type_names[n->type], n->kind);
    if (!opt_does(n, OPT_DOES_WRITES)) return;
    opt_value stored = n->in[n->op == OPT_STORE ? 1 : 2];
    bool low_bits = node(V, stored)->type == OPT_LONG && type == OPT_INT;
    if (!opt_is_vector(node(V, stored)->type) && node(V, stored)->type != type && !low_bits)
        fault(V, "stores a %s to what is of kind %c", type_names[node(V, stored)->type], n->kind);
}
static void check_condition(struct verifier *V, const struct opt_node *n)
{
    bool known = n->cc == OPT_EQ || n->cc == OPT_NE || (n->cc >= OPT_LT && n->cc <= OPT_GT);
    bool reference = n->in[0] && node(V, n->in[0])->type == OPT_REF;
    if (!known) fault(V, "has condition %u, which is none", n->cc);
    if (reference && n->cc != OPT_EQ && n->cc != OPT_NE) fault(V, "asks which of two references is less");
}
/* Members have the values that the node's row allows; a member without a meaning is 0. */
static void check_members(struct verifier *V, const struct opt_node *n)
{
    const struct opt_op_info *row = &opt_ops[n->op];
    if (!has_type(row->type, n->type)) fault(V, "is of type %s", n->type < OPT_TYPES ? type_names[n->type] : "?");
    if (!row->imm && n->imm) fault(V, "has imm %lld, which means nothing", (long long)n->imm);
    if (!row->ptr && n->ptr) fault(V, "has a ptr, which means nothing");
    if (!row->kind && n->kind) fault(V, "has kind %u, which means nothing", n->kind);
    if (!row->cc && n->cc) fault(V, "has cc %u, which means nothing", n->cc);
    if (V->wrong) return;
    if (row->imm == OPT_IMM_CONV) {
        if (n->imm < 0 || n->imm >= OPT_CONVERSIONS)
            fault(V, "has conversion %lld, which is none", (long long)n->imm);
        else if (!has_type(opt_conversions[n->imm].to & T_SAME ? T_ANY : opt_conversions[n->imm].to, n->type))
            fault(V, "%s gives no %s", opt_conversions[n->imm].name, type_names[n->type]);
    }
    if (row->ptr && !n->ptr && row->ptr != OPT_PTR_FIELD) fault(V, "has no ptr");
    if (row->cc == OPT_CC_COND) check_condition(V, n);
    if (row->kind == OPT_KIND_TYPE) check_kind(V, n);
    if (n->op == OPT_RETURN && (n->in[0] ? node(V, n->in[0])->type : OPT_VOID) != n->type)
        fault(V, "returns a value of another type than %s", type_names[n->type]);
}

/* ---- states ---- */
struct state_at {
    struct verifier *V;
    const struct opt_state *innermost;
    u32 index;
    bool describes; /* it names objects that only the innermost frame describes */
};
static void check_named(struct state_at *s, opt_value v)
{
    struct verifier *V = s->V;
    const struct opt_node *n = node(V, v);
    if (!is_value(V, v)) {
        fault(V, "its state names node %u, which is none", v);
        return;
    }
    if (n->op == OPT_VIRTUAL) {
        u32 i = 0;
        s->describes = true;
        while (i < s->innermost->virtual_count && s->innermost->virtuals[i].object != v) i++;
        if (i == s->innermost->virtual_count)
            fault(V, "its state names node %u (VIRTUAL) and does not say what its fields hold", v);
        return;
    }
    bool far = n->op == OPT_FAR;
    for (; n->op == OPT_FAR; n = node(V, v = n->in[0]))
        if (n->type != type_of_kind(n->kind)) fault(V, "its state computes a %s as %c", type_names[n->type], n->kind);
    if (n->op == OPT_FAR_RESOLVED || n->op == OPT_FAR_APPENDIX) return;
    if (far) {
        check_there(V, "what its state computes with", ALONE, v, V->block, s->index);
        return;
    }
    check_there(V, "a value of its state", ALONE, v, V->block, s->index);
    if (!V->wrong && (n->type == OPT_VOID || opt_is_vector(n->type)))
        fault(V, "its state names node %u (%s), of type %s", v, opt_ops[n->op].name, type_names[n->type]);
}
static void check_use_in_state(void *arg, opt_value *use) { check_named(arg, *use); }
/* The graph keeps the answers for the next pass. */
static bool is_instruction(struct verifier *V, const struct method *m, u32 bci)
{
    struct opt_graph *g = V->g;
    struct bytecode b;
    if (!m->orig_code) return true;
    if (bci >= m->code_len) return false;
    if (!g->starts) g->starts = ARENA_NEW_ARRAY(&g->arena, struct opt_starts, OPT_STARTS);
    struct opt_starts *s = &g->starts[(uintptr_t)m / sizeof *m % OPT_STARTS];
    if (s->m != m) {
        s->m = m;
        s->bits = ARENA_NEW_ARRAY(&g->arena, u64, m->code_len / 64 + 1);
        BYTECODE_EACH (b, m->orig_code, m->code_len) s->bits[b.bci / 64] |= 1ull << b.bci % 64;
    }
    return s->bits[bci / 64] >> bci % 64 & 1;
}
/* Does the state say that the frame with this header holds the virtual object? */
static bool holds(const struct opt_state *state, opt_value object, i32 header)
{
    for (u32 i = 0; i < state->virtual_count; i++) {
        const struct opt_virtual *o = &state->virtuals[i];
        for (u32 h = 0; o->object == object && h < o->held.count; h++)
            if (o->held.headers[h] == header) return true;
    }
    return false;
}
static size_t place_of_caller(const struct verifier *V, const struct opt_state *s)
{
    return (uintptr_t)s / 16 % ARRAY_LEN(V->callers);
}
/* Nodes share the frames of their callers. What was there when control was at a place is there at all places behind
 * it. */
static bool was_right(const struct verifier *V, const struct opt_state *caller, u32 index)
{
    size_t i = place_of_caller(V, caller);
    const struct place *p = &V->callers[i].at;
    if (V->callers[i].frame != caller) return false;
    return p->block == V->block ? p->index <= index : dominates(V, p->block, V->block);
}
static void remember_callers(struct verifier *V, const struct opt_state *state, u32 index)
{
    for (const struct opt_state *s = state->caller; s && !was_right(V, s, index); s = s->caller) {
        size_t i = place_of_caller(V, s);
        V->callers[i].frame = s;
        V->callers[i].at = (struct place){ V->block, index };
    }
}
static void check_state(struct verifier *V, struct opt_state *state, u32 index)
{
    struct state_at at = { V, state, index, false };
    for (struct opt_state *s = state; s && !V->wrong && (s == state || !was_right(V, s, index)); s = s->caller) {
        if (s->nlocals != s->m->max_locals || s->nstack > s->m->max_stack + 1) /* + 1 for a call site's appendix */
            fault(V, "its state has %u locals and %u operands, of a method with %u and %u", s->nlocals, s->nstack,
                  s->m->max_locals, s->m->max_stack);
        if (!is_instruction(V, s->m, s->bci)) fault(V, "its state is at %u, where no instruction is", s->bci);
        opt_each_in_frame(s, check_use_in_state, &at);
        if (V->wrong || !s->lock || node(V, s->lock)->op != OPT_VIRTUAL) continue;
        at.describes = true;
        if (!holds(state, s->lock, s->header))
            fault(V, "its state names node %u (VIRTUAL) as the monitor of a frame that does not hold it", s->lock);
    }
    for (u32 i = 0; i < state->virtual_count && !V->wrong; i++) {
        const struct opt_virtual *o = &state->virtuals[i];
        if (!is_value(V, o->object) || node(V, o->object)->op != OPT_VIRTUAL)
            fault(V, "its state describes node %u, which is no VIRTUAL", o->object);
    }
    if (!V->wrong && !at.describes) remember_callers(V, state, index);
}

/* ---- nodes ---- */
static void check_dep(struct verifier *V, const struct opt_node *n, u32 index)
{
    if (!n->dep) return;
    check_there(V, "what it depends on", ALONE, n->dep, V->block, index);
    const struct opt_node *on = node(V, n->dep);
    if (!V->wrong && !opt_is_check(on) && on->op != OPT_IF && on->op != OPT_GOTO && on->op != OPT_ANCHOR)
        fault(V, "depends on node %u (%s), which checks nothing", n->dep, opt_ops[node(V, n->dep)->op].name);
}
static bool is_way_in(const struct verifier *V, u32 b)
{
    if (b == 1) return true;
    for (u32 i = 0; i < V->g->entry_count; i++)
        if (V->g->entries[i].block == b) return true;
    return false;
}
/* An exception of a call goes to a block of its own: nothing but copies for the way of the return may stand between the
 * call and the TRIED, and the exception is taken over first. */
static void check_tried(struct verifier *V, u32 index)
{
    const struct opt_block *b = block(V, V->block);
    u32 k = index - 1;
    while (k > 0 && (node(V, b->nodes[k - 1])->dead || node(V, b->nodes[k - 1])->op == OPT_COPY)) k--;
    if (!k || !opt_is_call(node(V, b->nodes[k - 1]))) fault(V, "does not follow a call");
    for (u32 i = 0; i < 2; i++)
        if (block(V, b->succ[i])->pred_count != 1) fault(V, "leads to block %u, to which others lead too", b->succ[i]);
}
static void check_caught(struct verifier *V, u32 index)
{
    const struct opt_block *b = block(V, V->block), *from = block(V, b->pred_count == 1 ? b->preds[0] : V->block);
    bool thrown = node(V, from->nodes[from->count - 1])->op == OPT_TRIED && from->succ[1] == V->block;
    if (!thrown) fault(V, "is where no exception comes");
    for (u32 k = 0; k + 1 < index; k++) {
        u8 op = node(V, b->nodes[k])->op;
        if (!node(V, b->nodes[k])->dead && op != OPT_CAUGHT && op != OPT_CAUGHT_BY)
            fault(V, "is not at its block's start");
    }
}
static void check_node(struct verifier *V, u32 index)
{
    const struct opt_node *n = node(V, V->node);
    if (n->block != V->block) fault(V, "says that it is in block %u", n->block);
    if (opt_does(n, OPT_DOES_NOWHERE)) fault(V, "is in a block");
    for (u32 i = 0; i < ARRAY_LEN(n->in) && !V->wrong; i++) check_operand(V, n, i, index);
    if (!V->wrong) check_args(V, n, index);
    if (!V->wrong) check_members(V, n);
    if (!V->wrong) check_dep(V, n, index);
    if (V->wrong) return;
    if (n->op == OPT_PARAM && !is_way_in(V, V->block)) fault(V, "is where the code is not entered");
    if (n->op == OPT_TRIED) check_tried(V, index);
    if (n->op == OPT_CAUGHT || n->op == OPT_CAUGHT_BY) check_caught(V, index);
    if (opt_has_state(n) != (n->state != NULL)) fault(V, n->state ? "has a state" : "has no state");
    if (n->state && !V->wrong) check_state(V, n->state, index);
}
static void check_block(struct verifier *V, u32 at)
{
    const struct opt_block *b = block(V, at);
    opt_value last = 0;
    V->block = at;
    for (u32 k = 0; k < b->count && !V->wrong; k++) {
        V->node = b->nodes[k];
        const struct opt_node *n = node(V, V->node);
        if (n->dead) continue;
        if (last && opt_does(node(V, last), OPT_DOES_ENDS))
            fault(V, "comes after node %u (%s), which ends the block", last, opt_ops[node(V, last)->op].name);
        check_node(V, k + 1);
        last = V->node;
    }
    V->node = 0;
    if (V->wrong) return;
    if (!last || last != b->nodes[b->count - 1] || !opt_does(node(V, last), OPT_DOES_ENDS))
        fault(V, "has nothing at its end that ends it");
    else if (successors_of(node(V, last)->op) != b->succ_count)
        fault(V, "ends with node %u (%s) and leads to %u blocks", last, opt_ops[node(V, last)->op].name, b->succ_count);
    if (b->entry && !V->wrong) {
        u32 phis = 0;
        while (phis < b->count && node(V, b->nodes[phis])->op == OPT_PHI) phis++;
        check_state(V, b->entry, phis + 1);
    }
}

bool opt_verify(struct opt_graph *g, char *text, size_t size)
{
    struct verifier V = { .g = g, .text = text, .size = size };
    arena_init(&V.arena, 16 * KB);
    find_order(&V);
    check_shape(&V);
    if (!V.wrong) find_places(&V);
    for (u32 i = 0; i < V.count && !V.wrong; i++) check_block(&V, V.blocks[i]);
    arena_destroy(&V.arena);
    return !V.wrong;
}
