/* Register allocation: gives each value a register or a place in the frame.
 *
 * Calls keep no register, so a value that is alive over a call lives in memory, unless its calls are so seldom reached
 * that the code there stores the value and loads it again (struct opt_node.home). Its place is the one that the
 * interpreter's frame has for it, if that place is not used otherwise during its life, else one in the gap between the
 * locals and the header. The other values get registers by linear scan over live ranges with holes, or a place in
 * memory if none is free.
 *
 * Inputs of a node at position p are read at p, its output is written at p + 1. Source: Wimmer & Mössenböck, "Optimized
 * interval splitting in a linear scan register allocator", VEE 2005 (ranges); there is no splitting here. */
#include "exec/opt/opt_ir.h"
#include "heap/heap.h"
#include <stdlib.h>

struct opt_range {
    u32 from, to;
    struct opt_range *next;
};
struct allocator {
    struct opt_graph *g;
    struct arena *own;         /* of the ranges */
    struct opt_range **ranges; /* by value */
    u64 **live;                /* by block: live at its start */
    u32 words;
    u32 *calls;   /* their positions */
    float *costs; /* by call: what it costs to store a register before it and load it behind it */
    u32 call_count;
    opt_value *sites; /* calls and other nodes that may publish the frames */
    u32 site_count;
    float *weight;
    float *worth;      /* of a register for the value: its weight for each position where it would take one */
    bool heap_is_high; /* lies above 4 GiB */
};

static struct opt_node *node(const struct allocator *a, opt_value v) { return &a->g->nodes[v]; }
/* Does the node's value need a place? */
static bool is_kept(const struct opt_node *n)
{
    return n->type != OPT_VOID && !opt_does(n, OPT_DOES_UNKEPT) && !n->dead;
}

static float weight_of(const struct opt_block *b)
{
    float w = b->rare ? 0.01f : 1;
    for (u32 d = 0; d < b->depth && d < 6; d++) w *= 8;
    return w;
}

/* ---- calls ---- */
enum { SELDOM = 4 /* a call is seldom reached: by one in so many turns of its loop, or runs of the method */ };
static const float NEVER = 1e30F;
/* The cost of the k-th node of b, a call. */
static float cost_of_call(const struct allocator *a, const struct opt_block *b, u32 k)
{
    const struct opt_node *n = node(a, b->nodes[k]);
    u32 around = b->loop ? a->g->blocks[b->loop].heat : 1000;
    if (n->op == OPT_PROBE || node(a, b->nodes[b->count - 1])->op == OPT_TRIED) return NEVER;
    if (b->rare) return weight_of(b);
    if (!b->heat || b->heat > around / SELDOM) return NEVER;
    return weight_of(b) * (float)b->heat / (float)around;
}

/* ---- positions ---- */
static void number(struct allocator *a)
{
    struct opt_graph *g = a->g;
    u32 at = 2;
    a->call_count = a->site_count = 0;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        b->start = at;
        at += 2;
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *n = node(a, b->nodes[k]);
            if (n->op == OPT_PHI) {
                n->at = b->start;
                continue;
            }
            n->at = at;
            at += 2;
            if (opt_is_call(n)) a->call_count++;
            if (opt_is_site(n)) a->site_count++;
        }
        b->end = at;
        at += 2;
    }
    a->calls = ARENA_NEW_ARRAY(&g->scratch, u32, a->call_count + 1);
    a->costs = ARENA_NEW_ARRAY(&g->scratch, float, a->call_count + 1);
    a->sites = ARENA_NEW_ARRAY(&g->scratch, opt_value, a->site_count + 1);
    u32 n = 0, sites = 0;
    for (u32 i = 0; i < g->order_count; i++) {
        struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            if (opt_is_site(node(a, b->nodes[k]))) a->sites[sites++] = b->nodes[k];
            if (!opt_is_call(node(a, b->nodes[k]))) continue;
            a->costs[n] = cost_of_call(a, b, k);
            a->calls[n++] = node(a, b->nodes[k])->at;
        }
    }
}

/* ---- ranges ---- */
static void add_range(struct allocator *a, opt_value v, u32 from, u32 to)
{
    struct opt_range *r = a->ranges[v];
    if (from >= to) return;
    if (r && r->from <= to) { /* ranges are added from the end of the code to its start */
        if (from < r->from) r->from = from;
        if (to > r->to) r->to = to;
        while (r->next && r->next->from <= r->to) {
            if (r->next->to > r->to) r->to = r->next->to;
            r->next = r->next->next;
        }
        return;
    }
    struct opt_range *n = ARENA_NEW(a->own, struct opt_range);
    *n = (struct opt_range){ from, to, r };
    a->ranges[v] = n;
}

struct use_at {
    struct allocator *a;
    u64 *live;
    u32 from, to;
    float weight;
};
static void note_use(void *arg, opt_value *use)
{
    struct use_at *u = arg;
    if (node(u->a, *use)->op == OPT_FAR) {
        note_use(u, &node(u->a, *use)->in[0]);
        return;
    }
    if (!is_kept(node(u->a, *use))) return;
    u->live[*use / 64] |= (u64)1 << (*use % 64);
    add_range(u->a, *use, u->from, u->to);
    struct opt_node *n = node(u->a, *use);
    if (n->op == OPT_COPY) note_use(u, &n->in[0]); /* a copy without a register is only a name of its operand */
}
static void note_weight(void *arg, opt_value *use)
{
    struct use_at *u = arg;
    const struct opt_node *n = node(u->a, *use);
    bool made_again = n->op == OPT_COPY && node(u->a, n->in[0])->op == OPT_CONST; /* an immediate in an instruction */
    u->a->weight[*use] += made_again ? u->weight / 4 : u->weight;
}
/* A value that only a state names is read where code leaves, which is rare. At a site it is stored each time. */
static void weigh(struct opt_graph *g, struct opt_node *n, struct use_at *u)
{
    struct opt_node bare = *n;
    if (!opt_is_site(n)) bare.state = NULL;
    opt_each_use(g, &bare, note_weight, u);
}

/* Is v a copy that gets its value, together with its operand, where control comes into the block? */
static bool arrives_with_block(const struct allocator *a, opt_value v)
{
    const struct opt_node *n = node(a, v), *of = node(a, n->in[0]);
    if (n->op != OPT_COPY || of->block != n->block) return false;
    if (of->op != OPT_PHI && !(of->op == OPT_PARAM && n->block == 1 && opt_arrives_in_register(a->g, of))) return false;
    const struct opt_block *b = &a->g->blocks[n->block];
    for (u32 k = 0; k < b->count; k++) {
        u8 op = node(a, b->nodes[k])->op;
        if (b->nodes[k] == v) return true;
        if (op != OPT_PHI && op != OPT_PARAM && op != OPT_COPY && op != OPT_CONST) return false;
    }
    return false;
}
static void ranges_of_block(struct allocator *a, u32 at, u64 *live)
{
    struct opt_graph *g = a->g;
    struct opt_block *b = &g->blocks[at];
    memset(live, 0, a->words * sizeof *live);
    float w = weight_of(b);
    for (u32 s = 0; s < b->succ_count; s++) {
        const struct opt_block *t = &g->blocks[b->succ[s]];
        if (!t->order) continue;
        for (u32 i = 0; i < a->words; i++) live[i] |= a->live[b->succ[s]][i];
        u32 which = 0;
        while (t->preds[which] != at) which++;
        for (u32 k = 0; k < t->count; k++) {
            struct opt_node *n = node(a, t->nodes[k]);
            if (n->op != OPT_PHI) continue;
            live[t->nodes[k] / 64] &= ~((u64)1 << (t->nodes[k] % 64));
        }
        for (u32 k = 0; k < t->count; k++) {
            struct opt_node *n = node(a, t->nodes[k]);
            if (n->op != OPT_PHI || !is_kept(node(a, n->args[which]))) continue;
            live[n->args[which] / 64] |= (u64)1 << (n->args[which] % 64);
            a->weight[n->args[which]] += w;
        }
    }
    for (u32 i = 0; i < a->words; i++)
        for (u64 bits = live[i]; bits; bits &= bits - 1)
            add_range(a, i * 64 + (u32)__builtin_ctzll(bits), b->start, b->end);
    for (u32 k = b->count; k-- > 0;) {
        opt_value v = b->nodes[k];
        struct opt_node *n = node(a, v);
        if (n->op == OPT_PHI) {
            live[v / 64] &= ~((u64)1 << (v % 64));
            if (!a->ranges[v] || a->ranges[v]->from > b->start) add_range(a, v, b->start, b->start + 1);
            continue;
        }
        if (is_kept(n)) {
            live[v / 64] &= ~((u64)1 << (v % 64));
            u32 from = arrives_with_block(a, v) ? b->start : n->at + 1;
            if (a->ranges[v] && a->ranges[v]->from <= n->at)
                a->ranges[v]->from = from;
            else
                add_range(a, v, from, n->at + 2); /* the value is not used */
            a->weight[v] += w;
        }
        struct use_at u = { a, live, b->start, n->at + 1 + opt_reads_late(n), w };
        opt_each_use(g, n, note_use, &u);
        weigh(g, n, &u);
    }
}

/* own: of the result */
static void find_ranges(struct allocator *a, struct arena *own)
{
    struct opt_graph *g = a->g;
    a->words = (g->count + 63) / 64;
    a->ranges = ARENA_NEW_ARRAY(own, struct opt_range *, g->count + 1);
    a->own = &g->scratch;
    a->live = ARENA_NEW_ARRAY(&g->scratch, u64 *, g->block_count + 1);
    a->weight = ARENA_NEW_ARRAY(&g->scratch, float, g->count + 1);
    for (u32 b = 0; b < g->block_count; b++)
        if (g->blocks[b].order) a->live[b] = ARENA_NEW_ARRAY(&g->scratch, u64, a->words + 1);
    u64 *live = ARENA_NEW_ARRAY(&g->scratch, u64, a->words + 1);
    struct arena_mark before = arena_mark(&g->scratch);
    /* first compute liveness to the fixed point, because of loops */
    for (bool changed = true; changed && opt_work(g, (u64)g->count * g->order_count / 32);) {
        changed = false;
        arena_reset(&g->scratch, &before); /* the ranges of the round before */
        for (u32 i = g->order_count; i-- > 0;) {
            u32 at = g->order[i];
            memset(a->ranges, 0, g->count * sizeof *a->ranges);
            ranges_of_block(a, at, live);
            if (memcmp(live, a->live[at], a->words * sizeof *live) == 0) continue;
            memcpy(a->live[at], live, a->words * sizeof *live);
            changed = true;
        }
    }
    arena_reset(&g->scratch, &before);
    a->own = own;
    memset(a->ranges, 0, g->count * sizeof *a->ranges);
    memset(a->weight, 0, g->count * sizeof *a->weight);
    for (u32 i = g->order_count; i-- > 0;) ranges_of_block(a, g->order[i], live);
    for (u32 v = 1; v < g->count; v++) {
        const struct opt_range *r = a->ranges[v];
        if (!r) continue;
        node(a, v)->from = r->from;
        while (r->next) r = r->next;
        node(a, v)->to = r->to;
    }
}

enum { SHORTEST = 4 /* ranges count as so much longer */ };
static void find_worth(struct allocator *a)
{
    struct opt_graph *g = a->g;
    u32 end = g->blocks[g->order[g->order_count - 1]].end;
    float *before = ARENA_NEW_ARRAY(&g->scratch, float, end + 2); /* by position: the weights of those before it */
    for (u32 i = 0, at = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (; at <= b->end; at++) before[at + 1] = before[at] + weight_of(b);
    }
    a->worth = ARENA_NEW_ARRAY(&g->scratch, float, g->count + 1);
    for (u32 v = 1; v < g->count; v++) {
        const struct opt_range *r = a->ranges[v];
        if (!r) continue;
        float length = SHORTEST * weight_of(&g->blocks[node(a, v)->block]);
        for (; r; r = r->next) length += before[r->to] - before[r->from];
        a->worth[v] = a->weight[v] / length;
    }
}

static bool intersect(const struct opt_range *x, const struct opt_range *y)
{
    while (x && y) {
        if (x->to <= y->from)
            x = x->next;
        else if (y->to <= x->from)
            y = y->next;
        else
            return true;
    }
    return false;
}
static bool alive_at(const struct opt_range *r, u32 at)
{
    for (; r; r = r->next)
        if (r->from <= at && at < r->to) return true;
    return false;
}
/* Is v made before the call at `at`, and used after it? */
static bool alive_over(const struct allocator *a, opt_value v, u32 at)
{
    return alive_at(a->ranges[v], at) && alive_at(a->ranges[v], at + 1);
}

/* ---- places in memory ---- */
/* The interpreter's place for slot i of the frame. */
static i32 place_of(const struct opt_state *s, u32 i)
{
    return i < s->nlocals ? s->locals + (i32)i : s->header + (i32)FRAME_SLOTS + 1 + (i32)(i - s->nlocals);
}

static bool is_alive(const struct opt_state *s, u32 i) { return i >= s->nlocals || (s->live[i / 64] >> (i % 64) & 1); }
/* The number of slots of the frame that a call at n leaves alone. Argument slots belong to the callee, which may write
 * to them. */
static u32 own_slots(const struct opt_node *n, const struct opt_state *s)
{
    u32 args = s == n->state && opt_is_call(n) ? (u32)n->imm & 0xffff : 0;
    return (u32)s->nlocals + s->nstack - args;
}
/* Is v certainly no object for the collector? In a heap above 4 GiB an int is none if its upper half is 0, as that of
 * an int that is computed or returned; an int from a slot may have one. Such a value may stay in the place of a dead
 * variable. */
static bool is_no_object(const struct allocator *a, opt_value v)
{
    const struct opt_node *n = node(a, v);
    return a->heap_is_high && n->type == OPT_INT && n->op != OPT_PHI && n->op != OPT_PARAM && n->op != OPT_COPY;
}
/* Do the frames of n have v at `at`? */
static bool is_at(const struct allocator *a, const struct opt_node *n, opt_value v, i32 at)
{
    for (const struct opt_state *s = n->state; s; s = s->caller)
        for (u32 i = 0; i < own_slots(n, s); i++)
            if (s->slots[i] == v && place_of(s, i) == at && (is_alive(s, i) || is_no_object(a, v))) return true;
    return false;
}

/* The lowest place above `than` where the frames have v. */
static i32 next_place(const struct allocator *a, const struct opt_node *n, opt_value v, i32 than)
{
    i32 found = INT32_MAX;
    for (const struct opt_state *s = n->state; s; s = s->caller)
        for (u32 i = 0; i < own_slots(n, s); i++) {
            if (s->slots[i] != v || !(is_alive(s, i) || is_no_object(a, v))) continue;
            i32 at = place_of(s, i);
            if (at > than && at < found) found = at;
        }
    return found;
}

/* A place where the frames have v at all calls over which it is alive; OPT_NO_HOME: there is none. */
static i32 own_place(const struct allocator *a, opt_value v)
{
    const struct opt_node *first = NULL;
    for (i32 at = OPT_NO_HOME;;) {
        bool ok = true;
        for (u32 i = 0; i < a->site_count && ok; i++) {
            u32 site = node(a, a->sites[i])->at;
            if (site < node(a, v)->from || site >= node(a, v)->to || !alive_over(a, v, site)) continue;
            const struct opt_node *n = node(a, a->sites[i]);
            if (!first) {
                first = n;
                at = next_place(a, n, v, OPT_NO_HOME);
            }
            ok = at != INT32_MAX && is_at(a, n, v, at);
        }
        if (!first) return OPT_NO_HOME;
        if (ok) return at;
        at = next_place(a, first, v, at);
        if (at == INT32_MAX) return OPT_NO_HOME;
    }
}

/* The gap's slots are numbered from GAP on until its size is known. */
enum { GAP = 1 << 20 };

struct places {
    struct place {
        i32 at;
        opt_value *values;
        u32 count, room;
    } *all;
    u32 count, room;
    u32 gap;
};

static struct place *place_at(struct allocator *a, struct places *p, i32 at)
{
    for (u32 i = 0; i < p->count; i++)
        if (p->all[i].at == at) return &p->all[i];
    if (p->count == p->room) {
        u32 more = p->room ? 2 * p->room : 16;
        struct place *all = ARENA_NEW_ARRAY(&a->g->scratch, struct place, more);
        if (p->count) memcpy(all, p->all, p->count * sizeof *all);
        p->all = all;
        p->room = more;
    }
    p->all[p->count] = (struct place){ .at = at };
    return &p->all[p->count++];
}
static bool free_for(const struct allocator *a, const struct place *p, opt_value v)
{
    for (u32 i = 0; i < p->count; i++)
        if (intersect(a->ranges[p->values[i]], a->ranges[v])) return false;
    return true;
}
static void put_at(struct allocator *a, struct place *p, opt_value v)
{
    if (p->count == p->room) {
        u32 more = p->room ? 2 * p->room : 4;
        opt_value *values = ARENA_NEW_ARRAY(&a->g->scratch, opt_value, more);
        if (p->count) memcpy(values, p->values, p->count * sizeof *values);
        p->values = values;
        p->room = more;
    }
    p->values[p->count++] = v;
    node(a, v)->home = p->at;
}

/* A phi gets the place of one of its operands if possible, so that nothing is moved. */
static i32 hinted_home(const struct allocator *a, opt_value v)
{
    const struct opt_node *n = node(a, v);
    if (n->hint && node(a, n->hint)->home != OPT_NO_HOME) return node(a, n->hint)->home;
    if (n->op != OPT_PHI) return OPT_NO_HOME;
    for (u32 i = 0; i < n->argc; i++)
        if (node(a, n->args[i])->home != OPT_NO_HOME && node(a, n->args[i])->home >= GAP)
            return node(a, n->args[i])->home;
    return OPT_NO_HOME;
}

static void find_home(struct allocator *a, struct places *p, opt_value v)
{
    i32 own = own_place(a, v);
    if (own != OPT_NO_HOME && free_for(a, place_at(a, p, own), v)) {
        put_at(a, place_at(a, p, own), v);
        return;
    }
    i32 hint = hinted_home(a, v);
    if (hint != OPT_NO_HOME && hint >= GAP && free_for(a, place_at(a, p, hint), v)) {
        put_at(a, place_at(a, p, hint), v);
        return;
    }
    for (u32 i = 0;; i++) {
        struct place *q = place_at(a, p, GAP + (i32)i);
        if (!free_for(a, q, v)) continue;
        put_at(a, q, v);
        if (i + 1 > p->gap) p->gap = i + 1;
        return;
    }
}

/* ---- registers ---- */
static int by_start(const void *x, const void *y)
{
    const u64 *a = x, *b = y;
    return *a < *b ? -1 : *a > *b;
}
struct bank {
    const u8 *regs;
    u32 count;
    opt_value *active[16];
    u32 active_count[16];
};

static void expire(struct allocator *a, struct bank *b, u32 at)
{
    for (u32 r = 0; r < b->count; r++) {
        u32 kept = 0;
        for (u32 i = 0; i < b->active_count[r]; i++)
            if (node(a, b->active[r][i])->to > at) b->active[r][kept++] = b->active[r][i];
        b->active_count[r] = kept;
    }
}
/* The worth of the values in register r that are alive together with v; 0: there are none. */
static float in_the_way(const struct allocator *a, const struct bank *b, u32 r, opt_value v)
{
    float w = 0;
    for (u32 i = 0; i < b->active_count[r]; i++)
        if (intersect(a->ranges[b->active[r][i]], a->ranges[v])) w += a->worth[b->active[r][i]] + 1e-9f;
    return w;
}
static void take(struct allocator *a, struct bank *b, u32 r, opt_value v)
{
    node(a, v)->reg = (i8)b->regs[r];
    b->active[r][b->active_count[r]++] = v;
}
static bool is_float(const struct opt_node *n)
{
    return n->type == OPT_FLOAT || n->type == OPT_DOUBLE || opt_is_vector(n->type);
}
static i32 wanted_register(const struct allocator *a, const struct bank *b, opt_value v)
{
    const struct opt_node *n = node(a, v);
    opt_value want[4] = { n->hint, 0, 0, 0 };
    if (n->op == OPT_PHI)
        for (u32 i = 0; i < n->argc && i < 2; i++) want[1 + i] = n->args[i];
    else
        want[1] = n->in[0];
    const struct opt_node *of = n->op == OPT_COPY ? node(a, n->in[0]) : n;
    if (of->op == OPT_PARAM && of->block == 1 && opt_arrives_in_register(a->g, of)) {
        i8 arrives = opt_argument_register((u32)of->imm, is_float(n));
        for (u32 r = 0; r < b->count; r++)
            if (b->regs[r] == (u8)arrives && in_the_way(a, b, r, v) == 0) return (i32)r;
    }
    for (u32 i = 0; i < 4; i++) {
        if (!want[i] || node(a, want[i])->reg < 0) continue;
        for (u32 r = 0; r < b->count; r++)
            if (b->regs[r] == (u8)node(a, want[i])->reg && in_the_way(a, b, r, v) == 0) return (i32)r;
    }
    return -1;
}
static void find_register(struct allocator *a, struct bank *b, opt_value v)
{
    i32 wanted = wanted_register(a, b, v);
    if (wanted >= 0) {
        take(a, b, (u32)wanted, v);
        return;
    }
    u32 best = 0;
    float least = 0;
    for (u32 r = 0; r < b->count; r++) {
        float w = in_the_way(a, b, r, v);
        if (w == 0) {
            take(a, b, r, v);
            return;
        }
        if (r == 0 || w < least) {
            least = w;
            best = r;
        }
    }
    if (least >= a->worth[v]) return;
    u32 kept = 0;
    for (u32 i = 0; i < b->active_count[best]; i++) {
        opt_value x = b->active[best][i];
        if (intersect(a->ranges[x], a->ranges[v]))
            node(a, x)->reg = -1;
        else
            b->active[best][kept++] = x;
    }
    b->active_count[best] = kept;
    take(a, b, best, v);
}

bool opt_alive_over(const struct opt_graph *g, opt_value v, u32 at)
{
    return alive_at(g->ranges[v], at) && alive_at(g->ranges[v], at + 1);
}

/* What it costs to keep v in a register over its calls; 0: there are none. */
static float cost_of_calls(const struct allocator *a, opt_value v)
{
    const struct opt_node *n = node(a, v);
    float cost = 0;
    if (!opt_work(a->g, a->call_count / 8 + 1)) return NEVER;
    for (u32 i = 0; i < a->call_count && cost < NEVER; i++)
        if (a->calls[i] >= n->from && a->calls[i] < n->to && alive_over(a, v, a->calls[i])) cost += a->costs[i];
    return opt_is_vector(n->type) && cost > 0 ? NEVER : cost;
}
/* Does v live in memory because of a call? */
static bool over_a_call(const struct allocator *a, opt_value v) { return 2 * cost_of_calls(a, v) > a->weight[v]; }

static bool over_a_site(const struct allocator *a, opt_value v)
{
    for (u32 i = 0; i < a->site_count; i++)
        if (alive_over(a, v, node(a, a->sites[i])->at)) return true;
    return false;
}

static void give_hints(struct allocator *a)
{
    struct opt_graph *g = a->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            const struct opt_node *n = node(a, b->nodes[k]);
            bool copy = arrives_with_block(a, b->nodes[k]);
            if (copy) n = node(a, n->in[0]);
            if (n->op != OPT_PHI) continue;
            for (u32 j = 0; j < n->argc; j++)
                if (copy || !node(a, n->args[j])->hint) node(a, n->args[j])->hint = b->nodes[k];
        }
    }
}

static void split(struct allocator *a)
{
    struct opt_graph *g = a->g;
    u8 *in_memory = ARENA_NEW_ARRAY(&g->scratch, u8, g->count + 1);
    for (u32 v = 1; v < g->count; v++) in_memory[v] = a->ranges[v] && is_kept(node(a, v)) && over_a_call(a, v);
    opt_split(g, in_memory);
}

/* The k-th node of b is a copy. Does the instruction, or the move, that makes its operand write it too? */
static bool writes_copy(const struct allocator *a, const struct opt_block *b, u32 k)
{
    opt_value v = node(a, b->nodes[k])->in[0];
    const struct opt_node *n = node(a, v);
    if (n->reg >= 0 || n->dead || n->shadow >= 0) return false;
    return arrives_with_block(a, b->nodes[k]) || (k > 0 && b->nodes[k - 1] == v && opt_does(n, OPT_DOES_ONCE));
}
static void shadow_copies(struct allocator *a)
{
    struct opt_graph *g = a->g;
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        for (u32 k = 0; k < b->count; k++) {
            struct opt_node *c = node(a, b->nodes[k]);
            if (c->op != OPT_COPY || c->reg < 0 || !writes_copy(a, b, k)) continue;
            node(a, c->in[0])->shadow = c->reg;
            c->imm = 1;
        }
    }
}

void opt_allocate(struct opt_graph *g)
{
    uintptr_t heap_low, heap_high;
    heap_range(&heap_low, &heap_high);
    struct allocator a = { .g = g, .heap_is_high = heap_low > UINT32_MAX };
    opt_analyze(g);
    number(&a);
    if (a.call_count) {
        find_ranges(&a, &g->scratch);
        split(&a);
        opt_scratch_end(g);
        number(&a);
    }
    find_ranges(&a, &g->arena);
    give_hints(&a);
    for (u32 v = 1; v < g->count; v++) /* vectors have no place in memory; opt_vector.c limits their number */
        if (opt_is_vector(node(&a, v)->type)) a.weight[v] = 1e30f;
    find_worth(&a);
    u64 *order = ARENA_NEW_ARRAY(&g->scratch, u64, g->count + 1);
    u32 n = 0;
    struct places places = { 0 };
    for (u32 v = 1; v < g->count; v++)
        if (a.ranges[v] && is_kept(node(&a, v))) order[n++] = (u64)node(&a, v)->from << 32 | v;
    qsort(order, n, sizeof *order, by_start);
    struct bank banks[2] = { { .regs = opt_registers, .count = opt_register_count },
                             { .regs = opt_float_registers, .count = opt_float_register_count } };
    for (u32 k = 0; k < 2; k++)
        for (u32 r = 0; r < banks[k].count; r++) banks[k].active[r] = ARENA_NEW_ARRAY(&g->scratch, opt_value, n + 1);
    for (u32 i = 0; i < n; i++) {
        opt_value v = (u32)order[i];
        if (over_a_call(&a, v)) continue;
        struct bank *b = &banks[is_float(node(&a, v))];
        expire(&a, b, node(&a, v)->from);
        find_register(&a, b, v);
    }
    for (u32 i = 0; i < n; i++) {
        opt_value v = (u32)order[i];
        struct opt_node *x = node(&a, v);
        if (x->reg >= 0 && (!a.call_count || cost_of_calls(&a, v) == 0)) continue;
        if (!opt_work(g, a.site_count + 1)) return;
        if (x->reg >= 0) {
            find_home(&a, &places, v);
            continue;
        }
        if (opt_is_vector(x->type)) VM_FATAL("a vector without a register");
        i32 local = (i32)x->imm - (i32)g->m->max_locals; /* the parameter's slot */
        if (x->op == OPT_PARAM && (own_place(&a, v) == local || !over_a_site(&a, v)) &&
            free_for(&a, place_at(&a, &places, local), v)) {
            put_at(&a, place_at(&a, &places, local), v);
            continue;
        }
        if (x->op == OPT_COPY)
            x->home = node(&a, x->in[0])->home;
        else
            find_home(&a, &places, v);
    }
    shadow_copies(&a);
    g->gap = places.gap;
    g->ranges = (const struct opt_range **)a.ranges;
    /* the size of the gap is known now; the locals lie below it */
    for (u32 v = 1; v < g->count; v++) {
        struct opt_node *x = node(&a, v);
        if (x->home == OPT_NO_HOME) continue;
        x->home = x->home >= GAP ? -(i32)(x->home - GAP) - 1 : x->home < 0 ? x->home - (i32)g->gap : x->home;
    }
}
