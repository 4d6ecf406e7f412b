/* Copies of values that live in memory because they are alive over a call: one for a loop without calls, and one for
 * the uses that are reached from one place without a call. A copy that gets no register is only another name for the
 * place in memory. */
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

/* ---- between calls ---- */
/* A copy that could be made: behind the value itself, or before the first node that reads it where no copy is at hand.
 * It is at hand in all code that is reached from there alone without a call. */
struct maybe_copy {
    u32 uses;
    opt_value copy; /* 0: it is not worth while */
};
struct regions {
    struct splitter *s;
    u32 *number; /* by value: its number among those in memory, from 1 */
    u32 count;
    u32 **at_end; /* by block and number: the copy at hand, from 1; 0: none */
    u32 *now;
    struct maybe_copy *all;
    u32 made, room;
    bool counts; /* the first of two equal walks, which only counts uses */
    opt_value *out;
    u32 n;
};

static bool is_taken(const struct regions *r, opt_value v) { return v && v < r->s->values && r->number[v]; }
/* Begins the next copy. Returns its number. */
static u32 next_maybe(struct regions *r)
{
    if (r->counts) {
        r->all = opt_grown(&r->s->g->scratch, r->all, r->made, &r->room, sizeof *r->all);
        r->all[r->made] = (struct maybe_copy){ 0 };
    }
    return ++r->made;
}
static void make_copy(struct regions *r, struct maybe_copy *m, opt_value v, u32 block)
{
    m->copy = r->out[r->n++] = new_copy(r->s, v, block);
}
enum { USES_OF_LOAD = 2 /* that a copy needs to be worth an instruction */ };
static void read_operand(struct regions *r, u32 block, opt_value x, u32 which)
{
    struct opt_node *n = node(r->s, x);
    opt_value v = which < ARRAY_LEN(n->in) ? n->in[which] : n->args[which - ARRAY_LEN(n->in)];
    if (!is_taken(r, v)) return;
    u32 *now = &r->now[r->number[v] - 1];
    bool first = !*now;
    if (first && opt_is_call(n)) return;
    if (first) *now = next_maybe(r);
    struct maybe_copy *m = &r->all[*now - 1];
    if (r->counts) {
        m->uses++;
        return;
    }
    if (first && m->uses >= USES_OF_LOAD) make_copy(r, m, v, block);
    if (!m->copy) return;
    n = node(r->s, x);
    if (which < ARRAY_LEN(n->in))
        n->in[which] = m->copy;
    else
        n->args[which - ARRAY_LEN(n->in)] = m->copy;
}
/* The value itself, in the register where it was computed or arrived, is worth a copy for a single use. A merge is, if
 * its loop reads it in each turn. */
static void copy_result(struct regions *r, u32 block, opt_value v)
{
    const struct opt_node *n = node(r->s, v);
    if (!is_taken(r, v)) return;
    if (n->op == OPT_PARAM && (block != 1 || !opt_arrives_in_register(r->s->g, n))) return;
    u32 k = next_maybe(r), least = n->op == OPT_PHI && r->s->g->blocks[block].loop != block ? USES_OF_LOAD : 1;
    r->now[r->number[v] - 1] = k;
    if (!r->counts && r->all[k - 1].uses >= least) make_copy(r, &r->all[k - 1], v, block);
}
/* The call passes copies that are at hand, which saves loads. */
static void pass_copies(struct regions *r, opt_value call)
{
    struct opt_state *s = node(r->s, call)->state;
    u32 passed = (u32)node(r->s, call)->imm & 0xffff, all = (u32)s->nlocals + s->nstack;
    bool own = false;
    for (u32 i = all - passed; i < all; i++) {
        u32 k = is_taken(r, s->slots[i]) ? r->now[r->number[s->slots[i]] - 1] : 0;
        if (!k) continue;
        struct maybe_copy *m = &r->all[k - 1];
        m->uses += r->counts;
        if (r->counts || !m->copy) continue;
        if (!own) {
            size_t size = sizeof *s + all * sizeof *s->slots;
            s = memcpy(ARENA_NEW_ARRAY(&r->s->g->arena, char, size), s, size); /* other nodes may have it too */
            own = true;
        }
        s->slots[i] = m->copy;
    }
    node(r->s, call)->state = s;
}
static bool is_entry(const struct opt_graph *g, u32 block)
{
    for (u32 i = 0; i < g->entry_count; i++)
        if (g->entries[i].block == block) return true;
    return false;
}
/* The copies at hand at the block's start: those at the end of all blocks that lead there. */
static void begin_region(struct regions *r, u32 block)
{
    const struct opt_graph *g = r->s->g;
    const struct opt_block *b = &g->blocks[block];
    bool none = is_entry(g, block) || (b->loop == block && r->s->has_call[block]), begun = false;
    memset(r->now, 0, r->count * sizeof *r->now);
    for (u32 i = 0; i < b->pred_count && !none; i++) {
        const u32 *end = r->at_end[b->preds[i]];
        if (g->blocks[b->preds[i]].order >= b->order) continue; /* a loop without calls takes nothing away */
        for (u32 k = 0; k < r->count; k++) r->now[k] = !begun || r->now[k] == end[k] ? end[k] : 0;
        begun = true;
    }
}
static void walk_block(struct regions *r, u32 block)
{
    struct opt_graph *g = r->s->g;
    const opt_value *nodes = g->blocks[block].nodes;
    u32 count = g->blocks[block].count;
    u32 merges = 0; /* the nodes up to the last merge */
    for (u32 k = 0; k < count; k++)
        if (node(r->s, nodes[k])->op == OPT_PHI) merges = k + 1;
    begin_region(r, block);
    for (u32 k = 0; k < count; k++) {
        opt_value v = nodes[k];
        u8 op = node(r->s, v)->op;
        u32 operands = (u32)ARRAY_LEN(node(r->s, v)->in) + node(r->s, v)->argc;
        if (op != OPT_PHI && op != OPT_COPY)
            for (u32 i = 0; i < operands; i++) read_operand(r, block, v, i);
        if (!r->counts) r->out[r->n++] = v;
        if (opt_is_call(node(r->s, v))) {
            if (op != OPT_PROBE) pass_copies(r, v);
            memset(r->now, 0, r->count * sizeof *r->now);
        }
        bool tried = k + 1 < count && node(r->s, nodes[k + 1])->op == OPT_TRIED;
        if (op != OPT_PHI && !tried) copy_result(r, block, v);
        for (u32 i = 0; i < merges && k + 1 == merges; i++)
            if (node(r->s, nodes[i])->op == OPT_PHI) copy_result(r, block, nodes[i]);
    }
    memcpy(r->at_end[block], r->now, r->count * sizeof *r->now);
}
static void walk(struct regions *r, bool counts)
{
    struct opt_graph *g = r->s->g;
    r->counts = counts;
    r->made = 0;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        u32 room = b->count * 2 + 1;
        for (u32 k = 0; k < b->count && !counts; k++)
            room += (u32)ARRAY_LEN(node(r->s, b->nodes[k])->in) + node(r->s, b->nodes[k])->argc;
        if (!counts) r->out = ARENA_NEW_ARRAY(&g->arena, opt_value, room);
        r->n = 0;
        walk_block(r, g->order[i]);
        if (counts) continue;
        b->nodes = r->out;
        b->count = r->n;
        b->room = room;
    }
}
static void split_between_calls(struct splitter *s)
{
    struct opt_graph *g = s->g;
    struct regions r = { .s = s };
    r.number = ARENA_NEW_ARRAY(&g->scratch, u32, s->values + 1);
    for (u32 v = 1; v < s->values; v++)
        if (s->in_memory[v]) r.number[v] = ++r.count;
    if (!r.count || !opt_work(g, (u64)r.count * g->order_count / 8)) return;
    r.now = ARENA_NEW_ARRAY(&g->scratch, u32, r.count);
    r.at_end = ARENA_NEW_ARRAY(&g->scratch, u32 *, g->block_count + 1);
    for (u32 i = 0; i < g->order_count; i++) r.at_end[g->order[i]] = ARENA_NEW_ARRAY(&g->scratch, u32, r.count);
    walk(&r, true);
    walk(&r, false);
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
    split_between_calls(&s);
}
