/* Makes graphs, and analyzes their shape: order, dominators, loops. */
#include "exec/opt/opt_ir.h"
#include "cpu/x86_64/x86_emit.h"
#include "model/options.h"

const u8 opt_registers[] = { RBX, RSI, RDI, R8, R9, R10, R11, R13, R14 }; /* rbp belongs to C code */
const u8 opt_argument_registers[ARGUMENTS_IN_REGISTERS] = { RSI, RDI, R8, R9, R10, R11 };
const u8 opt_float_registers[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 };
const u32 opt_register_count = ARRAY_LEN(opt_registers), opt_float_register_count = ARRAY_LEN(opt_float_registers);

bool opt_arrives_in_register(const struct opt_graph *g, const struct opt_node *param)
{
    return param->imm < ARGUMENTS_IN_REGISTERS && !(g->m->access & ACC_SYNCHRONIZED);
}

/* ---- opt_ir.def ---- */
enum { /* each with the properties that it implies */
#define DOES(name, implies) name = OPT_DOES_##name | (implies),
#include "exec/opt/opt_ir.def"
};
const struct opt_op_info opt_ops[OPT_OPS] = {
#define NODE(name, type, in0, in1, in2, args, imm, ptr, kind, cc, does) \
    [OPT_##name] = { #name,           T_##type,      { T_##in0, T_##in1, T_##in2 }, \
                     OPT_ARGS_##args, OPT_IMM_##imm, OPT_PTR_##ptr, \
                     OPT_KIND_##kind, OPT_CC_##cc,   does },
#include "exec/opt/opt_ir.def"
};
const struct opt_conv_info opt_conversions[OPT_CONVERSIONS] = {
#define CONVERSION(name, to, from, bounds, least, most) \
    [OPT_##name] = { #name, T_##to, T_##from, OPT_##bounds, least, most },
#include "exec/opt/opt_ir.def"
};
_Static_assert(OPT_BITS <= 32, "the properties of a node fit in a word");

/* ---- making ---- */
void *opt_grown(struct arena *a, void *old, u32 count, u32 *room, size_t size)
{
    if (count < *room) return old;
    u32 more = *room ? 2 * *room : 8;
    void *p = arena_alloc_array(a, more, size);
    if (count) memcpy(p, old, count * size);
    *room = more;
    return p;
}

void opt_scratch_end(struct opt_graph *g) { arena_reset(&g->scratch, &g->unused); }

opt_value opt_new_node(struct opt_graph *g, u8 op, u8 type)
{
    if (!g->count) {
        g->nodes = opt_grown(&g->arena, NULL, 0, &g->room, sizeof *g->nodes);
        g->count = 1;
    }
    g->nodes = opt_grown(&g->arena, g->nodes, g->count, &g->room, sizeof *g->nodes);
    g->nodes[g->count] =
        (struct opt_node){ .op = op, .type = type, .origin = g->origin, .reg = -1, .shadow = -1, .home = OPT_NO_HOME };
    return g->count++;
}

u32 opt_new_block(struct opt_graph *g)
{
    if (!g->block_count) {
        g->blocks = opt_grown(&g->arena, NULL, 0, &g->block_room, sizeof *g->blocks);
        g->block_count = 1;
    }
    g->blocks = opt_grown(&g->arena, g->blocks, g->block_count, &g->block_room, sizeof *g->blocks);
    g->blocks[g->block_count] = (struct opt_block){ 0 };
    return g->block_count++;
}

void opt_append(struct opt_graph *g, u32 block, opt_value v)
{
    struct opt_block *b = &g->blocks[block];
    b->nodes = opt_grown(&g->arena, b->nodes, b->count, &b->room, sizeof *b->nodes);
    b->nodes[b->count++] = v;
    g->nodes[v].block = block;
}

void opt_insert_before_end(struct opt_graph *g, u32 block, opt_value v)
{
    struct opt_block *b = &g->blocks[block];
    opt_append(g, block, v);
    opt_value last = b->nodes[b->count - 2];
    b->nodes[b->count - 2] = v;
    b->nodes[b->count - 1] = last;
}

void opt_add_edge(struct opt_graph *g, u32 from, u32 to)
{
    struct opt_block *f = &g->blocks[from], *t = &g->blocks[to];
    VM_ASSERT(f->succ_count < 2);
    f->succ[f->succ_count++] = to;
    t->preds = opt_grown(&g->arena, t->preds, t->pred_count, &t->pred_room, sizeof *t->preds);
    t->preds[t->pred_count++] = from;
}

void opt_remove_pred(struct opt_graph *g, u32 block, u32 pred)
{
    struct opt_block *b = &g->blocks[block];
    u32 at = 0;
    while (at < b->pred_count && b->preds[at] != pred) at++;
    VM_ASSERT(at < b->pred_count);
    for (u32 i = at + 1; i < b->pred_count; i++) b->preds[i - 1] = b->preds[i];
    b->pred_count--;
    for (u32 k = 0; k < b->count; k++) {
        struct opt_node *n = &g->nodes[b->nodes[k]];
        if (n->op != OPT_PHI) continue;
        for (u32 i = at + 1; i < n->argc; i++) n->args[i - 1] = n->args[i];
        n->argc--;
    }
}

/* ---- order ---- */
static void visit(struct opt_graph *g, u32 entry, u8 *seen, u32 *post, u32 *n)
{
    u32 *stack = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1);
    u8 *next = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    u32 depth = 0;
    stack[depth++] = entry;
    seen[entry] = 1;
    while (depth) {
        u32 b = stack[depth - 1];
        if (next[b] < g->blocks[b].succ_count) {
            /* the second successor first, so that the way of a condition that fails comes next in the order */
            u32 s = g->blocks[b].succ[g->blocks[b].succ_count - 1 - next[b]++];
            if (!seen[s]) {
                seen[s] = 1;
                stack[depth++] = s;
            }
        } else {
            post[(*n)++] = b;
            depth--;
        }
    }
}

static u32 common(const struct opt_graph *g, u32 a, u32 b)
{
    while (a != b) {
        while (g->blocks[a].order > g->blocks[b].order) a = g->blocks[a].idom;
        while (g->blocks[b].order > g->blocks[a].order) b = g->blocks[b].idom;
    }
    return a;
}

static void find_dominators(struct opt_graph *g)
{
    g->blocks[1].idom = 1;
    for (bool changed = true; changed;) {
        changed = false;
        /* one round has set all dominators to earlier blocks, so walks along them end even if this stops early */
        if (!opt_work(g, g->order_count) && g->order_count > 1 && g->blocks[g->order[g->order_count - 1]].idom) return;
        for (u32 i = 1; i < g->order_count; i++) {
            struct opt_block *b = &g->blocks[g->order[i]];
            u32 d = 0;
            for (u32 k = 0; k < b->pred_count; k++) {
                u32 p = b->preds[k];
                if (!g->blocks[p].order || !g->blocks[p].idom) continue;
                d = d ? common(g, d, p) : p;
            }
            if (b->idom != d) {
                b->idom = d;
                changed = true;
            }
        }
    }
}

bool opt_dominates(const struct opt_graph *g, u32 a, u32 b)
{
    VM_ASSERT(g->blocks[a].order && g->blocks[b].order);
    if (!g->blocks[a].order) return false; /* block a is unreachable: it has no dominator, so the walk would not end */
    while (g->blocks[b].order > g->blocks[a].order) b = g->blocks[b].idom;
    return a == b;
}

bool opt_in_loop(const struct opt_graph *g, u32 block, u32 head)
{
    u32 h = g->blocks[block].loop;
    while (h && h != head) h = g->blocks[h].parent;
    return h == head;
}

u32 opt_before_loop(const struct opt_graph *g, u32 head)
{
    const struct opt_block *h = &g->blocks[head];
    u32 found = 0;
    for (u32 i = 0; i < h->pred_count; i++) {
        if (opt_in_loop(g, h->preds[i], head)) continue;
        if (found) return 0;
        found = h->preds[i];
    }
    return found && g->blocks[found].succ_count == 1 ? found : 0;
}

/* Marks the blocks of the loop at `head` with the back edge from `from`. Inner loops have been marked before. */
static void mark_loop(struct opt_graph *g, u32 head, u32 from, u32 *stack)
{
    u32 n = 0;
    stack[n++] = from;
    while (n) {
        u32 b = stack[--n];
        while (g->blocks[b].loop && g->blocks[b].loop != b) b = g->blocks[b].loop; /* the head of its loop */
        while (g->blocks[b].parent && b != head) b = g->blocks[b].parent;          /* of the outermost one */
        if (b == head) continue;
        if (g->blocks[b].loop == b)
            g->blocks[b].parent = head;
        else
            g->blocks[b].loop = head;
        for (u32 i = 0; i < g->blocks[b].pred_count; i++) {
            u32 p = g->blocks[b].preds[i];
            if (g->blocks[p].order && !opt_dominates(g, b, p)) stack[n++] = p;
        }
    }
}

static void find_loops(struct opt_graph *g)
{
    u32 edges = 16;
    for (u32 b = 1; b < g->block_count; b++) {
        edges += g->blocks[b].pred_count;
        g->blocks[b].loop = g->blocks[b].parent = g->blocks[b].depth = 0;
    }
    u32 *stack = ARENA_NEW_ARRAY(&g->scratch, u32, edges);
    for (u32 i = g->order_count; i-- > 0;) {
        u32 h = g->order[i];
        struct opt_block *x = &g->blocks[h];
        for (u32 k = 0; k < x->pred_count; k++) {
            if (!g->blocks[x->preds[k]].order || !opt_dominates(g, h, x->preds[k])) continue;
            x->loop = h;
            mark_loop(g, h, x->preds[k], stack);
        }
    }
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        if (b->loop == g->order[i])
            b->depth = 1 + (b->parent ? g->blocks[b->parent].depth : 0);
        else if (b->loop)
            b->depth = g->blocks[b->loop].depth;
    }
}

static bool comes_after(const struct opt_graph *g, u32 block, u32 pred)
{
    for (u32 k = 0; k < g->blocks[block].pred_count; k++)
        if (g->blocks[block].preds[k] == pred) return true;
    return false;
}
/* Removes the edges from blocks that are not reached. */
static void cut_unreached(struct opt_graph *g)
{
    for (u32 at = 1; at < g->block_count; at++) {
        struct opt_block *b = &g->blocks[at];
        if (b->order) continue;
        for (u32 k = 0; k < b->succ_count; k++)
            if (g->blocks[b->succ[k]].order && comes_after(g, b->succ[k], at)) opt_remove_pred(g, b->succ[k], at);
        b->succ_count = 0;
    }
}

void opt_analyze(struct opt_graph *g)
{
    u8 *seen = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    u32 *post = ARENA_NEW_ARRAY(&g->scratch, u32, g->block_count + 1), n = 0;
    for (u32 b = 1; b < g->block_count; b++) g->blocks[b].order = g->blocks[b].idom = 0;
    visit(g, 1, seen, post, &n);
    g->order = ARENA_NEW_ARRAY(&g->arena, u32, n + 1);
    g->order_count = n;
    for (u32 i = 0; i < n; i++) {
        g->order[i] = post[n - 1 - i];
        g->blocks[g->order[i]].order = i + 1;
    }
    cut_unreached(g);
    find_dominators(g);
    find_loops(g);
}

/* ---- nodes ---- */
void opt_each_use(struct opt_graph *g, struct opt_node *n, void (*fn)(void *arg, opt_value *use), void *arg)
{
    (void)g;
    for (u32 i = 0; i < ARRAY_LEN(n->in); i++)
        if (n->in[i]) fn(arg, &n->in[i]);
    for (u32 i = 0; i < n->argc; i++)
        if (n->args[i]) fn(arg, &n->args[i]);
    for (struct opt_state *s = n->state; s; s = s->caller) opt_each_in_frame(s, fn, arg);
}
void opt_each_in_frame(struct opt_state *s, void (*fn)(void *arg, opt_value *use), void *arg)
{
    for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
        if (s->slots[i]) fn(arg, &s->slots[i]);
    if (s->lock) fn(arg, &s->lock);
    for (u32 i = 0; i < s->unrecorded_count; i++) fn(arg, &s->unrecorded[i].object);
    for (u32 i = 0; i < s->virtual_count; i++)
        for (u32 f = 0; f < s->virtuals[i].fields->count; f++) fn(arg, &s->virtuals[i].values[f]);
}

bool opt_compares(u8 cc, i64 x, i64 y)
{
    switch (cc) {
    case OPT_EQ: return x == y;
    case OPT_NE: return x != y;
    case OPT_LT: return x < y;
    case OPT_GE: return x >= y;
    case OPT_LE: return x <= y;
    default: return x > y;
    }
}
void opt_become(struct opt_node *n, u8 op, u8 type)
{
    n->op = op;
    n->type = type;
    memset(n->in, 0, sizeof n->in);
    n->dep = 0;
    n->args = NULL;
    n->argc = 0;
    n->imm = 0;
    n->ptr = NULL;
    n->cc = n->kind = 0;
    n->known = NULL;
    n->boxed = 0;
    n->box = NULL;
    n->state = NULL;
}
bool opt_work(struct opt_graph *g, u64 amount)
{
    g->work += amount;
    if (g->work > (u64)options.opt_work && !g->why_not) g->why_not = "too much work";
    return g->work <= (u64)options.opt_work;
}

bool opt_is_site(const struct opt_node *n)
{
    /* an allocation whose state names virtual objects leaves when it needs more than a bump */
    return opt_is_call(n) || (opt_allocates(n) && !n->state->virtual_count);
}
