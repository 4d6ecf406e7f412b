/* Makes the boxes that are left (OPT_BOX), as valueOf does: a box of the cache if the number is among those, else a new
 * object.
 *
 *     before: …, box of x, …        before: …, i = x - least; if ((i | (last - i)) >= 0)
 *                                   there:  the i-th element of the cache
 *                                   made:   new, its field = x
 *                                   behind: the merge of both, …
 *
 * The condition asks without a second branch whether i is from 0 to `last`: a sum that overflows is negative. Where the
 * bounds of x decide it, no block is split. No pass after this one meets a BOX. */
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

struct making {
    struct opt_graph *g;
    u32 block; /* which nodes are added to */
};

static struct opt_node *node(const struct making *M, opt_value v) { return &M->g->nodes[v]; }
static opt_value add(const struct making *M, u8 op, u8 type, opt_value x, opt_value y)
{
    opt_value v = opt_new_node(M->g, op, type);
    node(M, v)->in[0] = x;
    node(M, v)->in[1] = y;
    opt_append(M->g, M->block, v);
    return v;
}
static opt_value constant(const struct making *M, u8 type, i64 bits)
{
    opt_value v = add(M, OPT_CONST, type, 0, 0);
    node(M, v)->imm = bits;
    return v;
}

/* number - least */
static opt_value add_index(const struct making *M, const struct opt_box_class *c, opt_value number)
{
    u8 type = node(M, number)->type;
    return c->least ? add(M, OPT_ADD, type, number, constant(M, type, -c->least)) : number;
}
/* The node v, which is in no block yet, becomes the load of the box at the index, which has the number's type. */
static void add_load(const struct making *M, opt_value v, const struct opt_box_class *c, opt_value index)
{
    opt_value base = constant(M, OPT_REF, (i64)(uintptr_t)field_static_base(c->cache));
    opt_value cache = add(M, OPT_LOAD, OPT_REF, base, 0);
    node(M, cache)->kind = c->cache->kind;
    node(M, cache)->imm = c->cache->offset;
    node(M, cache)->ptr = (void *)(uintptr_t)c->cache;
    if (node(M, index)->type == OPT_LONG) {
        index = add(M, OPT_CONV, OPT_INT, index, 0);
        node(M, index)->imm = OPT_L2I;
    }
    opt_become(node(M, v), OPT_LOAD_ELEMENT, OPT_REF);
    node(M, v)->in[0] = cache;
    node(M, v)->in[1] = index;
    node(M, v)->kind = 'L';
    opt_append(M->g, M->block, v);
}
/* The same for a new box. */
static void add_new(const struct making *M, opt_value v, struct class *cls, const struct field *value, opt_value number,
                    struct opt_state *state)
{
    opt_become(node(M, v), OPT_NEW, OPT_REF);
    node(M, v)->ptr = cls;
    node(M, v)->state = state;
    opt_append(M->g, M->block, v);
    opt_value store = add(M, OPT_STORE, OPT_VOID, v, number);
    node(M, store)->kind = value->kind;
    node(M, store)->imm = value->offset;
    node(M, store)->ptr = (void *)(uintptr_t)value;
}

/* Gives the end of M->block, whose nodes from `from` on these are, a block of its own, which nothing leads to yet. */
static u32 split(const struct making *M, const opt_value *nodes, u32 from, u32 count)
{
    struct opt_graph *g = M->g;
    u32 behind = opt_new_block(g);
    struct opt_block *b = &g->blocks[M->block], *n = &g->blocks[behind];
    n->rare = b->rare;
    n->succ_count = b->succ_count;
    for (u32 k = 0; k < b->succ_count; k++) {
        n->succ[k] = b->succ[k];
        struct opt_block *to = &g->blocks[b->succ[k]];
        for (u32 i = 0; i < to->pred_count; i++)
            if (to->preds[i] == M->block) to->preds[i] = behind;
    }
    b->succ_count = 0;
    for (u32 k = from; k < count; k++) opt_append(g, behind, nodes[k]);
    return behind;
}
static void go_on(struct making *M, u32 from, u32 to)
{
    M->block = from;
    (void)add(M, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(M->g, from, to);
}
/* Makes v, a BOX that was the block's k-th node, by a branch. The block has the nodes before it. */
static void add_branch(struct making *M, opt_value v, const struct opt_box_class *c, const opt_value *nodes, u32 k,
                       u32 count)
{
    struct opt_graph *g = M->g;
    opt_value number = node(M, v)->in[0];
    struct opt_state *state = node(M, v)->state;
    u8 type = node(M, number)->type;
    opt_value there = opt_new_node(g, OPT_CONST, OPT_REF), made = opt_new_node(g, OPT_CONST, OPT_REF);
    u32 from = M->block, in_cache = opt_new_block(g), anew = opt_new_block(g);
    opt_become(node(M, v), OPT_PHI, OPT_REF);
    node(M, v)->args = ARENA_NEW_ARRAY(&g->arena, opt_value, 2);
    node(M, v)->args[0] = there;
    node(M, v)->args[1] = made;
    node(M, v)->argc = 2;
    u32 behind = split(M, nodes, k, count); /* with v in front */
    g->blocks[in_cache].rare = g->blocks[anew].rare = g->blocks[from].rare;
    opt_value index = add_index(M, c, number);
    opt_value ahead = add(M, OPT_SUB, type, constant(M, type, c->most - c->least), index);
    opt_value both = add(M, OPT_OR, type, index, ahead);
    opt_value branch = add(M, OPT_IF, OPT_VOID, both, constant(M, type, 0));
    /* the constant stands before the branch: it was made first */
    node(M, branch)->cc = OPT_GE;
    opt_add_edge(g, from, in_cache);
    opt_add_edge(g, from, anew);
    M->block = in_cache;
    add_load(M, there, c, index);
    node(M, there)->dep = branch;
    go_on(M, in_cache, behind);
    M->block = anew;
    add_new(M, made, c->cls, c->value, number, state);
    go_on(M, anew, behind);
}

/* Makes the block's first BOX. What is behind it may be in a block of its own then, which is looked at later. Returns
 * whether there was one. */
static bool make_first(struct making *M, u32 at)
{
    struct opt_graph *g = M->g;
    u32 count = g->blocks[at].count, k = 0;
    while (k < count && (g->nodes[g->blocks[at].nodes[k]].op != OPT_BOX || g->nodes[g->blocks[at].nodes[k]].dead)) k++;
    if (k == count || !opt_work(g, count)) return false;
    const opt_value *nodes = arena_memdup(&g->arena, g->blocks[at].nodes, count * sizeof *nodes);
    opt_value v = nodes[k], number = node(M, v)->in[0];
    const struct opt_box_class *c = opt_box_class(g, opt_cls(node(M, v)));
    struct opt_state *state = node(M, v)->state;
    VM_CHECK(c != NULL);
    M->block = at;
    g->origin = node(M, v)->origin;
    g->blocks[at].count = k;
    i64 end = node(M, number)->type == OPT_LONG ? INT64_MAX : INT32_MAX;
    bool never = opt_lies_between(g, number, c->most + 1, end, NULL) ||
                 opt_lies_between(g, number, -end - 1, c->least - 1, NULL);
    if (!never && !opt_lies_between(g, number, c->least, c->most, NULL)) {
        add_branch(M, v, c, nodes, k, count);
        g->origin = NULL;
        return true;
    }
    if (never)
        add_new(M, v, c->cls, c->value, number, state);
    else
        add_load(M, v, c, add_index(M, c, number));
    g->origin = NULL;
    for (u32 i = k + 1; i < count; i++) opt_append(g, at, nodes[i]);
    return true;
}
bool opt_boxes(struct opt_graph *g)
{
    struct making M = { .g = g };
    bool any = false;
    for (u32 at = 1; at < g->block_count; at++)
        while (make_first(&M, at)) any = true;
    if (any) opt_analyze(g);
    return any;
}
