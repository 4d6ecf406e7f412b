/* Checks opt_allocate: follows the contents of each register and slot along all edges, and checks that nodes find their
 * operands there. It does not use the allocator's ranges, but the same rules of overwriting: a result overwrites its
 * place, a call all registers, and a node that shows frames their slots. Runs after allocation in debug builds, and
 * with -XX:+ArgusVerifyGraphs. Source: "checker" of regalloc2 (Fallin, Bytecode Alliance), without its moves, since
 * nothing is split here. */
#include "exec/opt/opt_ir.h"
#include "heap/heap.h"
#include <stdio.h>

enum { BANK = 16, REGISTERS = 2 * BANK, NOWHERE = -1 };
/* A place holds a value, 0 (unknown), or UNSEEN before an edge to the block has been followed. */
enum { UNSEEN = UINT32_MAX };
struct checker {
    struct opt_graph *g;
    struct arena arena;
    i32 low; /* the slot of the first place that is not a register */
    u32 places;
    opt_value **ends; /* by block: contents of the places at its end */
    opt_value *now;   /* contents at the present node */
    u32 block;        /* position of the fault, for its text: */
    opt_value node;
    bool looks; /* this pass reports faults */
    bool heap_is_high;
    char *text;
    size_t size;
    bool wrong;
};

static struct opt_node *node(const struct checker *c, opt_value v) { return &c->g->nodes[v]; }
static bool is_kept(const struct opt_node *n)
{
    return n->type != OPT_VOID && !opt_does(n, OPT_DOES_UNKEPT) && !n->dead;
}
/* The value that the copy v is a name of, or v itself. */
static opt_value named(const struct checker *c, opt_value v)
{
    while (node(c, v)->op == OPT_FAR || (node(c, v)->op == OPT_COPY && node(c, v)->reg < 0)) v = node(c, v)->in[0];
    return v;
}
static i32 place_of_register(const struct opt_node *n, i8 reg)
{
    bool is_float = opt_is_float_type(n->type) || opt_is_vector(n->type);
    return reg + (is_float ? BANK : 0);
}
static i32 place_of_slot(const struct checker *c, i32 slot)
{
    i32 at = slot - c->low + REGISTERS;
    return at >= REGISTERS && at < (i32)c->places ? at : NOWHERE;
}
static i32 place(const struct checker *c, opt_value v)
{
    const struct opt_node *n = node(c, v);
    if (n->reg >= 0) return place_of_register(n, n->reg);
    return n->home == OPT_NO_HOME ? NOWHERE : place_of_slot(c, n->home);
}
static void put(struct checker *c, i32 at, opt_value v)
{
    if (at != NOWHERE) c->now[at] = v;
}

/* ---- faults ---- */
static void fault(struct checker *c, opt_value v, i32 at)
{
    if (c->wrong || !c->looks) return;
    c->wrong = true;
    char where[32];
    if (at == NOWHERE)
        snprintf(where, sizeof where, "nowhere");
    else
        snprintf(where, sizeof where, at < REGISTERS ? "register %d" : "slot %d",
                 at < REGISTERS ? at : at - REGISTERS + c->low);
    snprintf(c->text, c->size, "node %u (%s) in block %u: wants value %u of %s, which holds %u", c->node,
             opt_ops[node(c, c->node)->op].name, c->block, v, where, at == NOWHERE ? 0 : c->now[at]);
}
static void look_for(void *arg, opt_value *use)
{
    struct checker *c = arg;
    opt_value v = named(c, *use);
    if (!is_kept(node(c, v))) return;
    i32 at = place(c, v);
    if (at == NOWHERE || c->now[at] != v) fault(c, v, at);
}

/* ---- what nodes overwrite ---- */
static i32 slot_in(const struct checker *c, const struct opt_state *s, u32 i)
{
    i32 locals = s->caller ? s->locals : s->locals - (i32)c->g->gap;
    return i < s->nlocals ? locals + (i32)i : s->header + (i32)FRAME_SLOTS + 1 + (i32)(i - s->nlocals);
}
/* A slot of a shown frame is overwritten with v, or keeps its value if the frame is not shown. */
static void show(struct checker *c, i32 slot, opt_value v)
{
    i32 at = place_of_slot(c, slot);
    if (at != NOWHERE && c->now[at] != v) c->now[at] = 0;
}
/* Does the collector clear v's slot when the variable is dead? */
static bool is_cleared(const struct checker *c, opt_value v)
{
    const struct opt_node *n = node(c, v);
    bool is_int = n->type == OPT_INT && n->op != OPT_PHI && n->op != OPT_PARAM && n->op != OPT_COPY;
    return !(c->heap_is_high && is_int);
}
static void show_frame(struct checker *c, const struct opt_state *s, u32 passed)
{
    for (u32 i = 0; i < (u32)s->nlocals + s->nstack - passed; i++) {
        opt_value v = s->slots[i] ? named(c, s->slots[i]) : 0;
        bool alive = i >= s->nlocals || (s->live[i / 64] >> (i % 64) & 1);
        if (v)
            show(c, slot_in(c, s, i), alive || !is_cleared(c, v) ? v : 0);
        else if (i >= s->nlocals || s->caller)
            show(c, slot_in(c, s, i), 0);
    }
    if (!s->caller) return;
    for (i32 i = 0; i < (i32)FRAME_SLOTS; i++) show(c, s->header + i, 0);
}
/* Does the call keep x, which is in a register, in x's home? */
static bool keeps(const struct checker *c, const struct opt_node *call, opt_value x)
{
    return x && node(c, x)->reg >= 0 && node(c, x)->home != OPT_NO_HOME && opt_alive_over(c->g, x, call->at);
}
static void overwrite(struct checker *c, const struct opt_node *n)
{
    if (!opt_is_site(n)) return;
    bool calls = opt_is_call(n);
    opt_value were[REGISTERS];
    memcpy(were, c->now, sizeof were);
    for (u32 r = 0; r < REGISTERS && calls; r++)
        if (keeps(c, n, were[r])) put(c, place_of_slot(c, node(c, were[r])->home), were[r]);
    u32 passed = calls ? (u32)n->imm & 0xffff : 0;
    for (const struct opt_state *s = n->state; s; s = s->caller) show_frame(c, s, s == n->state ? passed : 0);
    if (!calls) return;
    for (u32 r = 0; r < REGISTERS; r++) c->now[r] = 0;
    i32 first =
        /* the callee may overwrite its arguments */
        slot_in(c, n->state, (u32)n->state->nlocals + n->state->nstack - passed);
    for (i32 at = place_of_slot(c, first > c->low ? first : c->low); at != NOWHERE && at < (i32)c->places; at++)
        c->now[at] = 0;
    for (u32 r = 0; r < REGISTERS; r++) {
        if (!keeps(c, n, were[r])) continue;
        i32 at = place_of_slot(c, node(c, were[r])->home);
        if (at != NOWHERE && c->now[at] == were[r]) c->now[r] = were[r];
    }
}
static void define(struct checker *c, opt_value v)
{
    const struct opt_node *n = node(c, v);
    if (!is_kept(n) || (n->op == OPT_COPY && n->reg < 0)) return;
    if (opt_reads_late(n))
        for (u32 i = 0; i < ARRAY_LEN(n->in); i++)
            if (n->in[i] && is_kept(node(c, named(c, n->in[i]))) && place(c, named(c, n->in[i])) == place(c, v))
                fault(c, n->in[i], place(c, v));
    put(c, place(c, v), v);
}

static void follow(struct checker *c, u32 block)
{
    const struct opt_block *b = &c->g->blocks[block];
    c->block = block;
    for (u32 k = 0; k < b->count; k++) {
        struct opt_node *n = node(c, c->node = b->nodes[k]);
        if (n->op == OPT_PHI) continue;
        bool made_before = n->op == OPT_COPY && n->reg >= 0 && n->imm; /* the node before has made the copy */
        if (!made_before) opt_each_use(c->g, n, look_for, c);
        overwrite(c, n);
        define(c, b->nodes[k]);
    }
}

/* ---- edges ---- */
/* Sets `now` to the contents after the edge from the which-th predecessor. */
static void go(struct checker *c, u32 block, u32 which)
{
    const struct opt_block *b = &c->g->blocks[block];
    memcpy(c->now, c->ends[b->preds[which]], c->places * sizeof *c->now);
    c->block = block;
    for (u32 k = 0; k < b->count; k++) {
        struct opt_node *n = node(c, c->node = b->nodes[k]);
        if (n->op == OPT_PHI && !n->dead) look_for(c, &n->args[which]);
    }
    for (u32 k = 0; k < b->count; k++)
        if (node(c, b->nodes[k])->op == OPT_PHI) define(c, b->nodes[k]);
}
static bool is_seen(const struct checker *c, u32 block) { return c->ends[block] && c->ends[block][0] != UNSEEN; }
/* Sets `now` to the contents at the block's start. */
static void come(struct checker *c, u32 block, opt_value *met)
{
    const struct opt_block *b = &c->g->blocks[block];
    bool first = true;
    for (u32 p = 0; p < b->pred_count; p++) {
        if (!is_seen(c, b->preds[p])) continue;
        go(c, block, p);
        for (u32 i = 0; i < c->places; i++) met[i] = first || met[i] == c->now[i] ? c->now[i] : 0;
        first = false;
    }
    if (first)
        memset(c->now, 0, c->places * sizeof *c->now);
    else
        memcpy(c->now, met, c->places * sizeof *c->now);
}
/* Visits all blocks once. Returns whether the contents at the end of a block have changed. */
static bool pass(struct checker *c, opt_value *met)
{
    bool changed = false;
    for (u32 i = 0; i < c->g->order_count; i++) {
        u32 block = c->g->order[i];
        come(c, block, met);
        follow(c, block);
        if (memcmp(c->now, c->ends[block], c->places * sizeof *c->now) == 0) continue;
        memcpy(c->ends[block], c->now, c->places * sizeof *c->now);
        changed = true;
    }
    return changed;
}

static void measure(struct checker *c)
{
    i32 high = 0;
    for (u32 v = 1; v < c->g->count; v++) {
        i32 home = node(c, v)->home;
        if (home == OPT_NO_HOME) continue;
        if (home < c->low) c->low = home;
        if (home >= high) high = home + 1;
    }
    c->places = REGISTERS + (u32)(high - c->low);
}

bool opt_verify_places(struct opt_graph *g, char *text, size_t size)
{
    uintptr_t heap_low, heap_high;
    heap_range(&heap_low, &heap_high);
    struct checker c = { .g = g, .text = text, .size = size, .heap_is_high = heap_low > UINT32_MAX };
    arena_init(&c.arena, 4096);
    measure(&c);
    c.now = ARENA_NEW_ARRAY(&c.arena, opt_value, c.places);
    opt_value *met = ARENA_NEW_ARRAY(&c.arena, opt_value, c.places);
    c.ends = ARENA_NEW_ARRAY(&c.arena, opt_value *, g->block_count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        c.ends[g->order[i]] = ARENA_NEW_ARRAY(&c.arena, opt_value, c.places);
        memset(c.ends[g->order[i]], 0xff, c.places * sizeof(opt_value));
    }
    while (pass(&c, met)) continue;
    c.looks = true;
    (void)pass(&c, met);
    arena_destroy(&c.arena);
    return !c.wrong;
}
