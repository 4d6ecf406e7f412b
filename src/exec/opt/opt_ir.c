/* The graph: making it, and what is known of its shape. */
#include "exec/opt/opt_ir.h"
#include "cpu/x86_64/x86_emit.h"
#include <stdio.h>

const u8 opt_registers[] = { RBX, RSI, RDI, R8, R9, R10, R11, R13, R14 }; /* rbp is C's */
const u8 opt_float_registers[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 };
const u32 opt_register_count = ARRAY_LEN(opt_registers), opt_float_register_count = ARRAY_LEN(opt_float_registers);

void *opt_grown(struct opt_graph *g, void *old, u32 count, u32 *room, size_t size)
{
    if (count < *room) return old;
    u32 more = *room ? 2 * *room : 8;
    void *p = arena_alloc_array(&g->arena, more, size);
    if (count) memcpy(p, old, count * size);
    *room = more;
    return p;
}

opt_value opt_new_node(struct opt_graph *g, u8 op, u8 type)
{
    if (!g->count) {
        g->nodes = opt_grown(g, NULL, 0, &g->room, sizeof *g->nodes);
        g->count = 1;
    }
    g->nodes = opt_grown(g, g->nodes, g->count, &g->room, sizeof *g->nodes);
    g->nodes[g->count] =
        (struct opt_node){ .op = op, .type = type, .origin = g->origin, .reg = -1, .shadow = -1, .home = OPT_NO_HOME };
    return g->count++;
}

u32 opt_new_block(struct opt_graph *g)
{
    if (!g->block_count) {
        g->blocks = opt_grown(g, NULL, 0, &g->block_room, sizeof *g->blocks);
        g->block_count = 1;
    }
    g->blocks = opt_grown(g, g->blocks, g->block_count, &g->block_room, sizeof *g->blocks);
    g->blocks[g->block_count] = (struct opt_block){ 0 };
    return g->block_count++;
}

void opt_append(struct opt_graph *g, u32 block, opt_value v)
{
    struct opt_block *b = &g->blocks[block];
    b->nodes = opt_grown(g, b->nodes, b->count, &b->room, sizeof *b->nodes);
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
    t->preds = opt_grown(g, t->preds, t->pred_count, &t->pred_room, sizeof *t->preds);
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
    u32 *stack = ARENA_NEW_ARRAY(&g->arena, u32, g->block_count + 1);
    u8 *next = ARENA_NEW_ARRAY(&g->arena, u8, g->block_count + 1);
    u32 depth = 0;
    stack[depth++] = entry;
    seen[entry] = 1;
    while (depth) {
        u32 b = stack[depth - 1];
        if (next[b] < g->blocks[b].succ_count) {
            /* the second first: what follows a condition that fails is laid out next */
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

/* Gives the loop at `head`, which is closed from `from`, its blocks. Loops inside have been found before. */
static void mark_loop(struct opt_graph *g, u32 head, u32 from, u32 *stack)
{
    u32 n = 0;
    stack[n++] = from;
    while (n) {
        u32 b = stack[--n];
        if (!g->blocks[b].order) continue;
        while (g->blocks[b].loop && g->blocks[b].loop != b) b = g->blocks[b].loop; /* the head of its loop */
        while (g->blocks[b].parent && b != head) b = g->blocks[b].parent;          /* of the outermost one */
        if (b == head) continue;
        if (g->blocks[b].loop == b)
            g->blocks[b].parent = head;
        else
            g->blocks[b].loop = head;
        for (u32 i = 0; i < g->blocks[b].pred_count; i++)
            if (!opt_dominates(g, b, g->blocks[b].preds[i])) stack[n++] = g->blocks[b].preds[i];
    }
}

static void find_loops(struct opt_graph *g)
{
    u32 edges = 16;
    for (u32 b = 1; b < g->block_count; b++) {
        edges += g->blocks[b].pred_count;
        g->blocks[b].loop = g->blocks[b].parent = g->blocks[b].depth = 0;
    }
    u32 *stack = ARENA_NEW_ARRAY(&g->arena, u32, edges);
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

void opt_analyze(struct opt_graph *g)
{
    u8 *seen = ARENA_NEW_ARRAY(&g->arena, u8, g->block_count + 1);
    u32 *post = ARENA_NEW_ARRAY(&g->arena, u32, g->block_count + 1), n = 0;
    for (u32 b = 1; b < g->block_count; b++) g->blocks[b].order = g->blocks[b].idom = 0;
    visit(g, 1, seen, post, &n);
    g->order = ARENA_NEW_ARRAY(&g->arena, u32, n + 1);
    g->order_count = n;
    for (u32 i = 0; i < n; i++) {
        g->order[i] = post[n - 1 - i];
        g->blocks[g->order[i]].order = i + 1;
    }
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
bool opt_is_pure(const struct opt_node *n)
{
    return (n->op >= OPT_CONST && n->op <= OPT_TEST) || n->op == OPT_ARRAY_LENGTH || n->op == OPT_CLASS_OF ||
           n->op == OPT_INSTANCE_OF;
}
bool opt_is_check(const struct opt_node *n) { return n->op >= OPT_CHECK_NULL && n->op <= OPT_CHECK_ORDER; }
bool opt_is_call(const struct opt_node *n) { return n->op >= OPT_CALL && n->op <= OPT_CALL_INTERFACE; }

bool opt_is_site(const struct opt_node *n)
{
    bool allocates = n->op >= OPT_NEW && n->op <= OPT_NEW_ARRAYS;
    return opt_is_call(n) ||
           (allocates && !n->state->virtual_count); /* else it leaves when it takes more than a bump */
}

/* ---- text ---- */
static const char *const op_names[OPT_OPS] = { "phi",
                                               "const",
                                               "param",
                                               "add",
                                               "sub",
                                               "mul",
                                               "div",
                                               "rem",
                                               "and",
                                               "or",
                                               "xor",
                                               "min",
                                               "max",
                                               "shl",
                                               "shr",
                                               "ushr",
                                               "neg",
                                               "conv",
                                               "compare",
                                               "spread",
                                               "lanes",
                                               "total",
                                               "test",
                                               "load",
                                               "store",
                                               "load_element",
                                               "store_element",
                                               "load_lanes",
                                               "store_lanes",
                                               "array_length",
                                               "load_resolved",
                                               "load_appendix",
                                               "class_of",
                                               "far",
                                               "copy",
                                               "check_null",
                                               "check_index",
                                               "check_divisor",
                                               "check_cast",
                                               "check_store",
                                               "check_class",
                                               "check_order",
                                               "instance_of",
                                               "check_finalizer",
                                               "enter",
                                               "exit_monitor",
                                               "exit_method",
                                               "check_unlocked",
                                               "new",
                                               "new_array",
                                               "new_arrays",
                                               "virtual",
                                               "call",
                                               "call_virtual",
                                               "call_interface",
                                               "call_leaf",
                                               "poll",
                                               "goto",
                                               "if",
                                               "return",
                                               "exit",
                                               "entries" };

static void print_node(struct opt_graph *g, opt_value v)
{
    const struct opt_node *n = &g->nodes[v];
    printf("    %c%u = %s", "vilfdax"[n->type], v, op_names[n->op]);
    for (u32 i = 0; i < ARRAY_LEN(n->in); i++)
        if (n->in[i]) printf(" %u", n->in[i]);
    for (u32 i = 0; i < n->argc; i++) printf("%s%u", i ? "," : " (", n->args[i]);
    if (n->argc) printf(")");
    if (n->imm || n->op == OPT_CONST) printf(" #%lld", (long long)n->imm);
    if (n->cc) printf(" cc%x", n->cc);
    if (n->dep) printf(" after %u", n->dep);
    if (n->reg >= 0) printf(" r%d", n->reg);
    if (n->home != OPT_NO_HOME) printf(" [%d]", n->home);
    if (n->at) printf(" @%u %u-%u", n->at, n->from, n->to);
    if (opt_is_call(n) && n->op == OPT_CALL)
        printf(" %s.%s", ((struct method *)n->ptr)->owner->name->bytes, ((struct method *)n->ptr)->name->bytes);
    for (const struct opt_state *s = n->state; s; s = s->caller) {
        printf(" {%s@%u:", s->m->name->bytes, s->bci);
        for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++) printf("%s%u", i == s->nlocals ? "|" : " ", s->slots[i]);
        printf("}");
        for (u32 i = 0; i < s->virtual_count; i++) {
            printf(" %u:", s->virtuals[i].object);
            for (u32 f = 0; f < s->virtuals[i].fields->count; f++)
                printf("%c%u", f ? ',' : '(', s->virtuals[i].values[f]);
            printf(")");
        }
    }
    printf("\n");
}

void opt_print(struct opt_graph *g)
{
    printf("%s.%s%s: gap %u extent %d\n", g->m->owner->name->bytes, g->m->name->bytes, g->m->desc->bytes, g->gap,
           g->extent);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        printf("  block %u loop %u depth %u idom %u preds", g->order[i], b->loop, b->depth, b->idom);
        for (u32 k = 0; k < b->pred_count; k++) printf(" %u", b->preds[k]);
        printf("%s\n", b->rare ? " rare" : "");
        for (u32 k = 0; k < b->count; k++)
            if (!g->nodes[b->nodes[k]].dead) print_node(g, b->nodes[k]);
        printf("    -> %u %u\n", b->succ_count > 0 ? b->succ[0] : 0, b->succ_count > 1 ? b->succ[1] : 0);
    }
    fflush(stdout);
}
