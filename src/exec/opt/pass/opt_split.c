/* Copies of values that live in memory because they are alive over a call: one copy for the uses between two calls of a
 * block, one for a loop without calls. A copy that gets no register is only another name for the place in memory. */
#include "exec/opt/opt_ir.h"

struct splitter {
    struct opt_graph *g;
    const u8 *in_memory; /* by value below `values` */
    u32 values;
    opt_value *copy; /* by value: its present copy */
    u32 *uses;
    opt_value *touched;
    u32 touched_count;
    u8 *has_call; /* by loop head */
};

static struct opt_node *node(const struct splitter *s, opt_value v) { return &s->g->nodes[v]; }

static opt_value new_copy(struct splitter *s, opt_value v, u32 block)
{
    opt_value c = opt_new_node(s->g, OPT_COPY, node(s, v)->type);
    node(s, c)->in[0] = v;
    node(s, c)->block = block;
    return c;
}
static bool in_memory(const struct splitter *s, opt_value v) { return v && v < s->values && s->in_memory[v]; }
/* Calls fn for the operands that live in memory. Values that only states name are left out. */
static void each_operand(struct splitter *s, opt_value v, void (*fn)(struct splitter *s, opt_value *use))
{
    struct opt_node *n = node(s, v);
    if (n->op == OPT_PHI || n->op == OPT_COPY) return;
    for (u32 i = 0; i < ARRAY_LEN(n->in); i++)
        if (in_memory(s, n->in[i])) fn(s, &n->in[i]);
    for (u32 i = 0; i < n->argc; i++)
        if (in_memory(s, n->args[i])) fn(s, &n->args[i]);
}
static void count_use(struct splitter *s, opt_value *use)
{
    if (s->uses[*use]++ == 0) s->touched[s->touched_count++] = *use;
}
static void use_copy(struct splitter *s, opt_value *use)
{
    if (s->copy[*use]) *use = s->copy[*use];
}
static void forget(struct splitter *s)
{
    for (u32 i = 0; i < s->touched_count; i++) s->uses[s->touched[i]] = s->copy[s->touched[i]] = 0;
    s->touched_count = 0;
}

/* ---- loops ---- */
static void find_calls(struct splitter *s)
{
    struct opt_graph *g = s->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        bool call = false;
        for (u32 k = 0; k < b->count; k++) call |= opt_is_call(node(s, b->nodes[k]));
        for (u32 h = b->loop; call && h; h = g->blocks[h].parent) s->has_call[h] = 1;
    }
}
static void each_in_loop(struct splitter *s, u32 head, void (*fn)(struct splitter *s, opt_value *use))
{
    struct opt_graph *g = s->g;
    for (u32 i = g->blocks[head].order - 1; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count && opt_in_loop(g, g->order[i], head); k++) each_operand(s, b->nodes[k], fn);
    }
}
static void split_loop(struct splitter *s, u32 head)
{
    u32 before = opt_before_loop(s->g, head);
    if (!before || !opt_work(s->g, s->g->count)) return;
    each_in_loop(s, head, count_use);
    for (u32 i = 0; i < s->touched_count; i++) {
        opt_value v = s->touched[i];
        if (opt_in_loop(s->g, node(s, v)->block, head)) continue;
        opt_value c = new_copy(s, v, before);
        opt_insert_before_end(s->g, before, c);
        s->copy[v] = c;
    }
    each_in_loop(s, head, use_copy);
    forget(s);
}

/* ---- blocks ---- */
/* Copies the operands of x that later nodes of the segment use too. Returns the number of copies. */
static u32 copy_operands(struct splitter *s, opt_value x, u32 block, opt_value *out)
{
    u32 n = 0, count = (u32)ARRAY_LEN(node(s, x)->in) + node(s, x)->argc;
    for (u32 i = 0; i < count; i++) {
        const struct opt_node *k = node(s, x);
        opt_value u = i < ARRAY_LEN(k->in) ? k->in[i] : k->args[i - ARRAY_LEN(k->in)];
        if (!in_memory(s, u) || s->copy[u] || s->uses[u] < 2) continue;
        s->copy[u] = out[n++] = new_copy(s, u, block);
    }
    each_operand(s, x, use_copy);
    return n;
}
/* Writes the nodes and their copies to `out`. Only the first of the `count` nodes may be a call. */
static u32 split_segment(struct splitter *s, u32 block, const opt_value *nodes, u32 count, opt_value *out)
{
    u32 n = 0;
    for (u32 k = 0; k < count; k++)
        if (!opt_is_call(node(s, nodes[k]))) each_operand(s, nodes[k], count_use);
    for (u32 k = 0; k < count; k++) {
        opt_value v = nodes[k];
        u8 op = node(s, v)->op;
        if (op != OPT_PHI && op != OPT_COPY && !opt_is_call(node(s, v))) n += copy_operands(s, v, block, out + n);
        out[n++] = v;
        if (op == OPT_PHI || op == OPT_PARAM || !in_memory(s, v) || !s->uses[v]) continue;
        s->copy[v] = out[n++] = new_copy(s, v, block);
    }
    forget(s);
    return n;
}
static void split_block(struct splitter *s, u32 block)
{
    struct opt_graph *g = s->g;
    /* room for a copy of each result and of each operand */
    u32 count = g->blocks[block].count, n = 0, room = 2 * count + 1;
    opt_value *was = ARENA_NEW_ARRAY(&g->scratch, opt_value, count + 1);
    if (count) memcpy(was, g->blocks[block].nodes, count * sizeof *was);
    for (u32 k = 0; k < count; k++) room += (u32)ARRAY_LEN(node(s, was[k])->in) + node(s, was[k])->argc;
    opt_value *out = ARENA_NEW_ARRAY(&g->arena, opt_value, room);
    for (u32 from = 0; from < count;) {
        u32 to = from;
        while (to < count && (to == from || !opt_is_call(node(s, was[to])))) to++;
        n += split_segment(s, block, was + from, to - from, out + n);
        from = to;
    }
    g->blocks[block].nodes = out;
    g->blocks[block].count = n;
    g->blocks[block].room = room;
}

void opt_split(struct opt_graph *g, const u8 *in_memory)
{
    struct splitter s = { .g = g, .in_memory = in_memory, .values = g->count };
    s.copy = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    s.uses = ARENA_NEW_ARRAY(&g->scratch, u32, g->count + 1);
    s.touched = ARENA_NEW_ARRAY(&g->scratch, opt_value, g->count + 1);
    s.has_call = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    find_calls(&s);
    for (u32 i = 0; i < g->order_count; i++) {
        u32 h = g->order[i], parent = g->blocks[h].parent;
        if (g->blocks[h].loop == h && !s.has_call[h] && (!parent || s.has_call[parent])) split_loop(&s, h);
    }
    for (u32 i = 0; i < g->order_count; i++) split_block(&s, g->order[i]);
}
