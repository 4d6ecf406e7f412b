/* Bytecode to a graph: abstract interpretation in reverse postorder. Calls whose target is known are taken in. What has
 * not been linked yet, and code that ends in a throw, leaves for the interpreter; so do exceptions, whose handlers are
 * not compiled.
 *
 * A place in a frame holds a value only where the bytecode could still use it, as far as blocks tell. */
#include "bytecode/bytecode.h"
#include "exec/code/code.h"
#include "exec/code/inline_cache.h"
#include "exec/code/profile.h"
#include "exec/invoke/invoke.h"
#include "exec/opt/opt_ir.h"
#include "interp_ops.h"
#include "model/loader.h"
#include "model/options.h"
#include "model/wellknown.h"

enum {
    MAX_BYTES = 8000,   /* of one method */
    MAX_INLINED = 2500, /* bytes taken into one method */
    MAX_DEPTH = 9,      /* of calls taken in */
    SMALL = 35,         /* bytes that are always taken in */
    MAX_NODES = 40000,
    MAX_EXTENT = 400 /* slots */
};

struct edge {
    u32 block;
    opt_value *slots;
    u32 depth;
};
/* A basic block of bytecode. */
struct part {
    u32 bci, end;
    u32 block; /* in the graph; 0: not reached */
    struct edge *edges;
    u32 edge_count, edge_room;
    u32 preds; /* in the bytecode */
    bool done, head, throws;
    u64 *live;
    u32 first, insns; /* in the scope's starts */
    u32 *succ;
    u32 succ_count;
    opt_value *phis; /* of a loop's first */
    bool entered;    /* a loop that the code can be entered at: graph's entries */
};
struct scope {
    struct scope *caller;
    struct method *m;
    struct opt_state *call; /* the callers' frames */
    i32 locals, header;
    u32 depth;
    struct part *parts;
    u32 part_count;
    u32 *part_at; /* by bci: number + 1 */
    u32 *order;
    u32 order_count;
    u32 words;
    u16 *starts; /* of instructions */
    u64 *kept;   /* arguments of an inlined method that nothing writes: always there for who looks at the frame */
    struct edge *returns; /* slots[0]: the value */
    u32 return_count, return_room;
};
struct builder {
    struct opt_graph *g;
    struct arena *a;
    struct scope *s;
    u32 block; /* being filled; 0: what follows is not reached */
    opt_value *cur;
    u32 sp;          /* operands */
    const u64 *live; /* locals before the instruction */
    bool failed;
};

static bool fail(struct builder *b, const char *why)
{
    b->failed = true;
    if (!b->g->why_not) b->g->why_not = why;
    return false;
}

/* ---- the shape of the bytecode ---- */
static void set_bit(u64 *bits, u32 i) { bits[i / 64] |= (u64)1 << (i % 64); }
static void clear_bit(u64 *bits, u32 i) { bits[i / 64] &= ~((u64)1 << (i % 64)); }
static bool bit(const u64 *bits, u32 i) { return bits[i / 64] >> (i % 64) & 1; }

static void count_target(void *ctx, u32 target)
{
    struct scope *s = ctx;
    if (target < s->m->code_len) s->part_at[target] = 1;
}
struct succ_list {
    struct scope *s;
    struct part *p;
};
static void add_succ(void *ctx, u32 target)
{
    struct succ_list *l = ctx;
    if (target < l->s->m->code_len && l->s->part_at[target]) l->p->succ[l->p->succ_count++] = l->s->part_at[target] - 1;
}
static void count_one(void *ctx, u32 target)
{
    (void)target;
    ++*(u32 *)ctx;
}

static bool find_parts(struct builder *b, struct scope *s)
{
    const struct method *m = s->m;
    struct bytecode i;
    s->part_at = ARENA_NEW_ARRAY(b->a, u32, m->code_len + 1);
    s->part_at[0] = 1;
    for (u32 h = 0; h < m->handler_count; h++) s->part_at[m->handlers[h].handler] = 1;
    u32 end = 0;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        end = i.bci + i.length;
        if (i.op == OP_monitorenter) return fail(b, "monitors");
        if (i.info->flow == BC_NEXT) continue;
        if (i.info->flow == BC_SUBROUTINE || i.info->flow == BC_RET) return fail(b, "subroutines");
        bytecode_each_target(&i, count_target, s);
        if (end < m->code_len) s->part_at[end] = 1;
    }
    if (end != m->code_len) return fail(b, "damaged code");
    u32 n = 0;
    for (u32 at = 0; at < m->code_len; at++)
        if (s->part_at[at]) s->part_at[at] = ++n;
    s->parts = ARENA_NEW_ARRAY(b->a, struct part, n + 1);
    s->part_count = n;
    s->words = (m->max_locals + 63u) / 64;
    struct part *p = NULL;
    s->kept = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    for (u32 k = 0; s->caller && k < m->nargs; k++) set_bit(s->kept, k);
    s->starts = ARENA_NEW_ARRAY(b->a, u16, m->code_len + 1u);
    u32 count_insns = 0;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        if (s->part_at[i.bci]) {
            p = &s->parts[s->part_at[i.bci] - 1];
            p->bci = i.bci;
            p->live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
            p->first = count_insns;
        }
        if (!p) return fail(b, "damaged code");
        s->starts[count_insns++] = (u16)i.bci;
        if (i.info->local != BC_NO_LOCAL && (i.info->local_access & BC_WRITTEN))
            for (u32 k = bytecode_local(&i); k < bytecode_local(&i) + 2 && k < m->max_locals; k++)
                clear_bit(s->kept, k);
        p->insns++;
        u32 next = i.bci + i.length;
        p->end = next;
        bool ends = i.info->flow != BC_NEXT || (next < m->code_len && s->part_at[next]);
        if (!ends) continue;
        u32 count = 2;
        bytecode_each_target(&i, count_one, &count);
        p->succ = ARENA_NEW_ARRAY(b->a, u32, count);
        struct succ_list l = { s, p };
        if (i.info->flow == BC_NEXT || i.info->flow == BC_BRANCH) add_succ(&l, next);
        if (i.info->flow != BC_NEXT) bytecode_each_target(&i, add_succ, &l);
        p->throws = i.info->flow == BC_THROW;
    }
    return true;
}

/* What is alive before the instruction, from what is behind it. A handler's variables are alive in all that it
 * covers. */
static void live_before(const struct scope *s, const struct bytecode *i, u64 *live)
{
    if (i->info->local != BC_NO_LOCAL) {
        u32 n = bytecode_local(i), wide = i->info->local_kind == 'J' || i->info->local_kind == 'D';
        for (u32 k = n; k <= n + wide && k < s->m->max_locals; k++) {
            if (i->info->local_access & BC_WRITTEN) live[k / 64] &= ~((u64)1 << (k % 64));
            if (i->info->local_access & BC_READ) set_bit(live, k);
        }
    }
    for (u32 h = 0; h < s->m->handler_count; h++) {
        const struct handler *x = &s->m->handlers[h];
        if (i->bci < x->start || i->bci >= x->end) continue;
        const u64 *in = s->parts[s->part_at[x->handler] - 1].live;
        for (u32 w = 0; w < s->words; w++) live[w] |= in[w];
    }
}

/* Walks p backwards; `live` is what is alive at its end, then at its start. at: NULL, or by bci where to keep what is
 * alive before each instruction. */
static void live_through(const struct scope *s, const struct part *p, const u16 *starts, u64 *live, u64 *at)
{
    struct bytecode i;
    for (u32 k = p->insns; k-- > 0;) {
        if (!bytecode_read(&i, s->m->orig_code, s->m->code_len, starts[p->first + k])) continue;
        live_before(s, &i, live);
        if (at) memcpy(at + k * (s->words + 1), live, s->words * sizeof *live);
    }
}

static void live_behind(const struct scope *s, const struct part *p, u64 *live)
{
    memset(live, 0, (s->words + 1) * sizeof *live);
    for (u32 i = 0; i < p->succ_count; i++)
        for (u32 w = 0; w < s->words; w++) live[w] |= s->parts[p->succ[i]].live[w];
}

/* Which locals are alive at the start of each part. */
static void find_live(struct builder *b, struct scope *s)
{
    u64 *live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 k = s->part_count; k-- > 0;) {
            struct part *p = &s->parts[k];
            live_behind(s, p, live);
            live_through(s, p, s->starts, live, NULL);
            if (!s->words || memcmp(live, p->live, s->words * sizeof *live) == 0) continue;
            memcpy(p->live, live, s->words * sizeof *live);
            changed = true;
        }
    }
}

static void order_parts(struct builder *b, struct scope *s)
{
    u32 n = s->part_count, depth = 0, count = 0;
    u8 *state = ARENA_NEW_ARRAY(b->a, u8, n + 1);
    u32 *stack = ARENA_NEW_ARRAY(b->a, u32, n + 1), *next = ARENA_NEW_ARRAY(b->a, u32, n + 1);
    u32 *post = ARENA_NEW_ARRAY(b->a, u32, n + 1);
    stack[depth++] = 0;
    state[0] = 1;
    while (depth) {
        u32 k = stack[depth - 1];
        struct part *p = &s->parts[k];
        if (next[k] < p->succ_count) {
            u32 t = p->succ[next[k]++];
            if (state[t] == 1) s->parts[t].head = true;
            if (state[t] == 0) {
                state[t] = 1;
                stack[depth++] = t;
            }
        } else {
            state[k] = 2;
            post[count++] = k;
            depth--;
        }
    }
    s->order = ARENA_NEW_ARRAY(b->a, u32, count + 1);
    for (u32 i = 0; i < count; i++) s->order[i] = post[count - 1 - i];
    s->order_count = count;
}

/* ---- values ---- */
static struct opt_node *node(struct builder *b, opt_value v) { return &b->g->nodes[v]; }
static opt_value *stack_of(struct builder *b) { return b->cur + b->s->m->max_locals; }

static opt_value add(struct builder *b, u8 op, u8 type, opt_value x, opt_value y)
{
    opt_value v = opt_new_node(b->g, op, type);
    node(b, v)->in[0] = x;
    node(b, v)->in[1] = y;
    opt_append(b->g, b->block, v);
    return v;
}
static opt_value constant(struct builder *b, u8 type, i64 bits)
{
    opt_value v = add(b, OPT_CONST, type, 0, 0);
    node(b, v)->imm = bits;
    return v;
}
static void push(struct builder *b, opt_value v) { stack_of(b)[b->sp++] = v; }
static void push_wide(struct builder *b, opt_value v)
{
    push(b, 0);
    push(b, v);
}
static void push_type(struct builder *b, opt_value v)
{
    u8 t = node(b, v)->type;
    if (t == OPT_LONG || t == OPT_DOUBLE)
        push_wide(b, v);
    else
        push(b, v);
}
static opt_value pop(struct builder *b) { return stack_of(b)[--b->sp]; }
static opt_value pop_wide(struct builder *b)
{
    opt_value v = pop(b);
    b->sp--;
    return v;
}
static u8 type_of_kind(u8 kind)
{
    switch (kind) {
    case 'J': return OPT_LONG;
    case 'F': return OPT_FLOAT;
    case 'D': return OPT_DOUBLE;
    case 'L':
    case '[': return OPT_REF;
    case 'V': return OPT_VOID;
    default: return OPT_INT;
    }
}
static opt_value pop_kind(struct builder *b, u8 type)
{
    return type == OPT_LONG || type == OPT_DOUBLE ? pop_wide(b) : pop(b);
}
static bool is_const(struct builder *b, opt_value v) { return node(b, v)->op == OPT_CONST; }

/* ---- frames ---- */
static struct opt_state *state_at(struct builder *b, u32 bci, u8 reason)
{
    struct scope *s = b->s;
    u32 n = s->m->max_locals + b->sp;
    struct opt_state *t = arena_alloc(b->a, sizeof *t + n * sizeof t->slots[0]);
    t->caller = s->call;
    t->m = s->m;
    t->bci = bci;
    t->locals = s->locals;
    t->header = s->header;
    t->nlocals = s->m->max_locals;
    t->nstack = (u16)b->sp;
    t->reason = reason;
    memcpy(t->slots, b->cur, n * sizeof t->slots[0]);
    for (u32 i = 0; i < t->nlocals; i++)
        if (!bit(b->live, i) && !bit(s->kept, i)) t->slots[i] = 0;
    t->live = b->live;
    return t;
}
static void leave(struct builder *b, u32 bci, u8 reason)
{
    if (!b->block) return;
    opt_value v = add(b, OPT_EXIT, OPT_VOID, 0, 0);
    node(b, v)->state = state_at(b, bci, reason);
    b->g->blocks[b->block].rare = true;
    b->block = 0;
}
static opt_value check(struct builder *b, u8 op, opt_value x, opt_value y, u32 bci)
{
    opt_value v = add(b, op, OPT_VOID, x, y);
    node(b, v)->state = state_at(b, bci, OPT_CHECK);
    return v;
}
/* Returns the check, which what follows depends on; 0: it cannot be NULL. */
static opt_value check_null(struct builder *b, opt_value v, u32 bci)
{
    const struct opt_node *n = node(b, v);
    if (n->op == OPT_NEW || n->op == OPT_NEW_ARRAY || (n->op == OPT_CONST && n->imm)) return 0;
    if (n->op == OPT_PARAM && n->imm == 0 && n->kind == 't') return 0; /* `this` */
    return check(b, OPT_CHECK_NULL, v, 0, bci);
}

/* ---- edges ---- */
static void *room_for(struct builder *b, void *old, u32 count, u32 *room, size_t size)
{
    if (count < *room) return old;
    *room = *room ? 2 * *room : 4;
    void *p = arena_alloc_array(b->a, *room, size);
    if (count) memcpy(p, old, count * size);
    return p;
}

static void add_phi_arg(struct builder *b, opt_value phi, opt_value v)
{
    struct opt_node *n = node(b, phi);
    opt_value *args = arena_alloc_array(b->a, n->argc + 1u, sizeof *args);
    if (n->argc) memcpy(args, n->args, n->argc * sizeof *args);
    args[n->argc] = v;
    n->args = args;
    n->argc++;
}

/* Control goes from the block being filled to p, with the frame as it is now. */
static void go_to(struct builder *b, struct part *p)
{
    struct scope *s = b->s;
    u32 locals = s->m->max_locals, n = locals + b->sp;
    if (!b->block) return;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(slots, b->cur, n * sizeof *slots);
    for (u32 i = 0; i < locals; i++) {
        if (bit(p->live, i) || bit(s->kept, i)) continue;
        /* the lower half of a wide value is never read by itself, but the upper one is alive with it */
        slots[i] = 0;
    }
    if (p->done) {
        memcpy(b->cur, slots, n * sizeof *slots);
        b->live = p->live;
        opt_value poll = add(b, OPT_POLL, OPT_VOID, 0, 0);
        node(b, poll)->state = state_at(b, p->bci, OPT_POLLED);
    }
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    if (!p->block) p->block = opt_new_block(b->g);
    opt_add_edge(b->g, b->block, p->block);
    if (p->done) {
        for (u32 i = 0; i < n; i++) {
            if (!p->phis[i] || (i < locals && bit(s->kept, i))) continue;
            if (!slots[i] || node(b, slots[i])->type != node(b, p->phis[i])->type) {
                (void)fail(b, "a loop changes the type of a variable");
                return;
            }
            add_phi_arg(b, p->phis[i], slots[i]);
        }
    } else {
        p->edges = room_for(b, p->edges, p->edge_count, &p->edge_room, sizeof *p->edges);
        p->edges[p->edge_count++] = (struct edge){ b->block, slots, b->sp };
    }
    b->block = 0;
}

/* A block of its own on the way, so that no edge is critical. */
static void branch(struct builder *b, opt_value x, opt_value y, u8 cc, i64 nan, struct part *yes, struct part *no)
{
    opt_value v = add(b, OPT_IF, OPT_VOID, x, y);
    node(b, v)->cc = cc;
    node(b, v)->imm = nan;
    u32 from = b->block, t = opt_new_block(b->g), f = opt_new_block(b->g);
    opt_add_edge(b->g, from, t);
    opt_add_edge(b->g, from, f);
    opt_value *saved = ARENA_NEW_ARRAY(b->a, opt_value, b->s->m->max_locals + b->sp + 1u);
    memcpy(saved, b->cur, (b->s->m->max_locals + b->sp) * sizeof *saved);
    b->block = t;
    go_to(b, yes);
    memcpy(b->cur, saved, (b->s->m->max_locals + b->sp) * sizeof *saved);
    b->block = f;
    go_to(b, no);
}

static opt_value merged(struct builder *b, struct part *p, u32 i, bool loop)
{
    opt_value first = p->edges[0].slots[i];
    bool same = true;
    for (u32 k = 0; k < p->edge_count; k++) {
        opt_value v = p->edges[k].slots[i];
        if (!v || node(b, v)->type != node(b, first)->type) return 0;
        same &= v == first;
    }
    if (same && (!loop || (i < b->s->m->max_locals && bit(b->s->kept, i)))) return first;
    opt_value phi = opt_new_node(b->g, OPT_PHI, node(b, first)->type);
    opt_append(b->g, p->block, phi);
    for (u32 k = 0; k < p->edge_count; k++) add_phi_arg(b, phi, p->edges[k].slots[i]);
    return phi;
}

static void instruction(struct builder *b, const struct bytecode *i);
static void values_at(struct builder *b, struct part *p, bool loop)
{
    u32 n = b->s->m->max_locals + b->sp;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    for (u32 i = 0; i < n; i++) slots[i] = p->edges[0].slots[i] ? merged(b, p, i, loop) : 0;
    memcpy(b->cur, slots, n * sizeof *slots);
    for (u32 i = n; i < (u32)b->s->m->max_locals + b->s->m->max_stack + 1; i++) b->cur[i] = 0;
}

/* From the interpreter's frame at the end of the loop's round to its first instruction: what is alive is in its place,
 * of the type that it has on the other ways there. */
static void enter_from_frame(struct builder *b, struct part *p, const struct opt_entry *entry)
{
    struct bytecode i;
    const struct method *m = b->s->m;
    b->block = entry->block;
    b->sp = 0;
    memset(b->cur, 0, (m->max_locals + m->max_stack + 1u) * sizeof *b->cur);
    for (u32 k = 0; k < m->max_locals; k++) {
        if (!p->edges[0].slots[k]) continue;
        opt_value v = add(b, OPT_PARAM, node(b, p->edges[0].slots[k])->type, 0, 0);
        node(b, v)->imm = k;
        b->cur[k] = v;
    }
    for (u32 at = entry->bci; bytecode_read(&i, m->orig_code, m->code_len, at) && i.op == OP_iinc; at += i.length) {
        u32 n = bytecode_local(&i);
        if (!b->cur[n]) { /* counted for nobody */
            opt_value v = add(b, OPT_PARAM, OPT_INT, 0, 0);
            node(b, v)->imm = n;
            b->cur[n] = v;
        }
        instruction(b, &i);
    }
    go_to(b, p);
}

/* A loop that can be entered has a block before it where the ways come together. */
static void begin_entered(struct builder *b, struct part *p)
{
    for (u32 i = 0; i < b->g->entry_count; i++) {
        struct bytecode k;
        u32 at = b->g->entries[i].bci;
        if (b->g->blocks[b->g->entries[i].block].count) continue;
        while (bytecode_read(&k, b->s->m->orig_code, b->s->m->code_len, at) && k.op == OP_iinc) at += k.length;
        if (bytecode_target(&k) == p->bci && !p->edges[0].depth) enter_from_frame(b, p, &b->g->entries[i]);
    }
    u32 before = p->block;
    b->block = before;
    b->sp = p->edges[0].depth;
    values_at(b, p, false);
    u32 n = b->s->m->max_locals + b->sp;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(slots, b->cur, n * sizeof *slots);
    b->block = before;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    p->block = opt_new_block(b->g);
    opt_add_edge(b->g, before, p->block);
    p->edges[0] = (struct edge){ before, slots, b->sp };
    p->edge_count = 1;
}

static void begin_part(struct builder *b, struct part *p)
{
    struct scope *s = b->s;
    if (p->entered) begin_entered(b, p);
    b->block = p->block;
    b->sp = p->edges[0].depth;
    values_at(b, p, p->head);
    p->done = p->head;
    if (!p->head) return;
    p->phis = ARENA_NEW_ARRAY(b->a, opt_value, s->m->max_locals + b->sp + 1u);
    memcpy(p->phis, b->cur, (s->m->max_locals + b->sp) * sizeof *p->phis);
    b->live = p->live;
    b->g->blocks[p->block].entry = state_at(b, p->bci, OPT_CHECK);
}

/* ---- calls ---- */
static bool build_scope(struct builder *b, struct scope *s);

/* The code goes when m does, gets events, or has its instructions changed. */
static void note_method(struct builder *b, struct method *m)
{
    struct opt_graph *g = b->g;
    for (u32 i = 0; i < g->method_count; i++)
        if (g->methods[i] == m) return;
    (void)__atomic_fetch_or(&m->flags, MTH_IN_CODE, __ATOMIC_RELAXED);
    g->methods = room_for(b, g->methods, g->method_count, &g->method_room, sizeof *g->methods);
    g->methods[g->method_count++] = m;
}

static u32 times_in_chain(const struct scope *s, const struct method *m)
{
    u32 n = 0;
    for (; s; s = s->caller) n += s->m == m;
    return n;
}

static bool worth_taking_in(struct builder *b, const struct method *m)
{
    const struct scope *s = b->s;
    if (!m->code || !m->orig_code || !m->code_len || method_is_native(m) || method_is_abstract(m)) return false;
    if ((m->access & ACC_SYNCHRONIZED) || m->next_version || (m->flags & (MTH_EVENTS | MTH_OBJECT_INIT | MTH_DELETED)))
        return false;
    if (m->intrinsic || (m->flags & MTH_DONT_INLINE)) return false;
    bool forced = (m->flags & MTH_FORCE_INLINE) != 0;
    if (s->depth >= (forced ? 2 * MAX_DEPTH : MAX_DEPTH) || b->g->bytes + m->code_len > MAX_INLINED) return false;
    if (b->g->count > MAX_NODES / 2) return false;
    if (times_in_chain(s, m) > 1) return false;
    if (!forced && m->code_len > SMALL && (s->depth > 3 || m->code_len > 150)) return false;
    i32 extent = s->header + (i32)(FRAME_SLOTS * 2 + m->max_locals + m->max_stack + s->m->max_stack) + 2;
    return extent < MAX_EXTENT;
}

static bool scan_code(struct builder *b, struct scope *s)
{
    if (!find_parts(b, s)) return false;
    find_live(b, s);
    order_parts(b, s);
    return true;
}

/* Takes m's code in in place of a call: the arguments are the operands. false: a call it has to be. */
static bool take_in(struct builder *b, struct method *m, u32 bci)
{
    struct scope *s = b->s;
    if (!worth_taking_in(b, m)) return false;
    struct scope *c = ARENA_NEW(b->a, struct scope);
    u32 below = b->sp - m->nargs;
    const u64 *live_here = b->live;
    c->caller = s;
    c->m = m;
    c->depth = s->depth + 1;
    c->locals = s->header + (i32)FRAME_SLOTS + 1 + (i32)below;
    c->header = c->locals + m->max_locals;
    const char *why = b->g->why_not;
    bool failed = b->failed;
    if (!scan_code(b, c)) { /* it has subroutines */
        b->failed = failed;
        b->g->why_not = why;
        return false;
    }
    b->sp = below;
    c->call = state_at(b, bci, OPT_RARE);
    note_method(b, m);
    b->g->bytes += m->code_len;
    opt_value *saved = b->cur;
    opt_value *args = saved + s->m->max_locals + below;
    b->cur = ARENA_NEW_ARRAY(b->a, opt_value, (size_t)m->max_locals + m->max_stack + 2);
    memcpy(b->cur, args, m->nargs * sizeof *args);
    b->sp = 0;
    b->s = c;
    bool ok = build_scope(b, c);
    b->s = s;
    b->cur = saved;
    b->live = live_here;
    b->sp = below;
    b->block = 0;
    if (!ok) return true; /* it has failed as a whole */
    if (!c->return_count) return true;
    b->block = opt_new_block(b->g);
    u8 type = type_of_kind(m->return_kind);
    opt_value result = type != OPT_VOID ? c->returns[0].slots[0] : 0;
    bool same = true;
    for (u32 i = 0; i < c->return_count; i++) {
        opt_add_edge(b->g, c->returns[i].block, b->block);
        same &= type == OPT_VOID || c->returns[i].slots[0] == result;
    }
    if (!same) {
        result = opt_new_node(b->g, OPT_PHI, type);
        opt_append(b->g, b->block, result);
        for (u32 i = 0; i < c->return_count; i++) add_phi_arg(b, result, c->returns[i].slots[0]);
    }
    if (type != OPT_VOID) push_type(b, result);
    return true;
}

static void finish_call(struct builder *b, opt_value call, u32 nargs, u8 return_kind)
{
    (void)call;
    b->sp -= nargs;
    u8 t = type_of_kind(return_kind);
    node(b, call)->type = t;
    if (t != OPT_VOID) push_type(b, call);
}

static void call_out(struct builder *b, struct method *m, u32 bci)
{
    note_method(b, m);
    opt_value v = add(b, OPT_CALL, OPT_VOID, 0, 0);
    node(b, v)->state = state_at(b, bci, OPT_RARE);
    node(b, v)->ptr = m;
    node(b, v)->imm = m->nargs;
    finish_call(b, v, m->nargs, m->return_kind);
}
static void call_known(struct builder *b, struct method *m, u32 bci)
{
    if (!take_in(b, m, bci)) call_out(b, m, bci);
}

/* Object.<init>: nothing but to register objects with a finalizer. */
static bool call_object_init(struct builder *b, struct method *init, u32 bci)
{
    if (init->flags & MTH_EVENTS) return false;
    note_method(b, init);
    opt_value o = stack_of(b)[b->sp - 1];
    const struct opt_node *n = node(b, o);
    if (n->op == OPT_NEW) {
        if (((const struct class *)n->ptr)->type.finalizable) return false;
    } else
        (void)check(b, OPT_CHECK_FINALIZER, o, 0, bci);
    b->sp--;
    return true;
}

static u8 kind_of_descriptor(const struct symbol *desc)
{
    const char *p = desc->bytes;
    while (*p && *p != ')') p++;
    return (u8)(*p ? p[1] : 'V');
}

static opt_value receiver_of(struct builder *b, u32 nargs) { return stack_of(b)[b->sp - nargs]; }

/* The only class that the value can be of; NULL: it is not known. */
static struct class *exact_class(struct builder *b, opt_value v)
{
    const struct opt_node *n = node(b, v);
    return n->op == OPT_NEW || n->op == OPT_NEW_ARRAY ? n->ptr : NULL;
}

/* Is c of no loader that could go before the code? Else the code goes with it. */
static bool can_name_class(struct builder *b, const struct class *c)
{
    if (!c->type.holder || c->holder == b->g->m->owner->holder) return true;
    if (!c->method_count) return false;
    note_method(b, c->methods[0]);
    return true;
}

/* What a call at bci has run so far: receivers' classes with the methods that they select. */
struct seen {
    struct class *cls[PROFILE_CLASSES];
    struct method *m[PROFILE_CLASSES];
    u32 count;
    bool others; /* there were more than these */
};
static struct method *select_by(struct class *c, i32 index, struct method *imethod)
{
    struct method *m = imethod ? class_select_method(c, imethod) : (u32)index < c->vtable_len ? c->vtable[index] : NULL;
    bool fits = m && !method_is_abstract(m) && !(m->flags & (MTH_CONFLICT | MTH_DELETED));
    return fits && (!imethod || (m->access & ACC_PUBLIC)) ? m : NULL;
}
static struct seen seen_at(struct builder *b, i32 index, struct method *imethod, u32 bci)
{
    struct seen s = { .others = true };
    struct profile_receivers p;
    if (!profile_receivers(b->s->m, bci, &p)) return s;
    u32 all = p.others;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) all += p.count[i];
    s.others = p.others > 0;
    for (u32 i = 0; i < PROFILE_CLASSES && all >= 20; i++) {
        struct class *c = (struct class *)(uintptr_t)p.cls[i];
        if (!c || !p.count[i]) continue;
        struct method *m = select_by(c, index, imethod);
        if (!m || p.count[i] < all / 5 || !can_name_class(b, c)) {
            s.others = true;
            continue;
        }
        s.cls[s.count] = c;
        s.m[s.count++] = m;
    }
    return s;
}

/* Where branches of a call come together: its result, if it has one. */
struct joined {
    u32 block[PROFILE_CLASSES + 1];
    opt_value value[PROFILE_CLASSES + 1];
    u32 count;
};
static void join(struct builder *b, struct joined *j, u8 kind)
{
    if (!b->block) return;
    u8 type = type_of_kind(kind);
    j->value[j->count] = type != OPT_VOID ? pop_kind(b, type) : 0;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    j->block[j->count++] = b->block;
    b->block = 0;
}
static void go_on_joined(struct builder *b, const struct joined *j, u32 sp, u8 kind)
{
    u8 type = type_of_kind(kind);
    b->block = 0;
    b->sp = sp;
    if (!j->count) return;
    b->block = opt_new_block(b->g);
    for (u32 i = 0; i < j->count; i++) opt_add_edge(b->g, j->block[i], b->block);
    if (type == OPT_VOID) return;
    opt_value v = j->value[0];
    if (j->count > 1) {
        v = opt_new_node(b->g, OPT_PHI, type);
        opt_append(b->g, b->block, v);
        for (u32 i = 0; i < j->count; i++) add_phi_arg(b, v, j->value[i]);
    }
    push_type(b, v);
}

/* Calls what each class that has been seen selects, behind a comparison with it; `otherwise` makes the call for all
 * others. */
static void call_by_class(struct builder *b, opt_value o, opt_value checked, const struct seen *s, u32 nargs, u8 kind,
                          u32 bci, void (*otherwise)(struct builder *b, void *arg), void *arg)
{
    struct joined j = { .count = 0 };
    u32 sp = b->sp;
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, nargs + 1);
    memcpy(args, stack_of(b) + sp - nargs, nargs * sizeof *args);
    opt_value cls = add(b, OPT_CLASS_OF, OPT_INT, o, 0);
    node(b, cls)->dep = checked;
    for (u32 i = 0; i < s->count; i++) {
        if (i + 1 == s->count && !s->others) { /* the last: nothing else is expected */
            opt_value k = check(b, OPT_CHECK_CLASS, o, 0, bci);
            node(b, k)->ptr = s->cls[i];
            node(b, k)->dep = checked;
            call_known(b, s->m[i], bci);
            join(b, &j, kind);
            break;
        }
        opt_value c = constant(b, OPT_INT, (i32)(uintptr_t)s->cls[i]);
        opt_value branch = add(b, OPT_IF, OPT_VOID, cls, c);
        node(b, branch)->cc = OPT_EQ;
        u32 from = b->block, yes = opt_new_block(b->g), no = opt_new_block(b->g);
        opt_add_edge(b->g, from, yes);
        opt_add_edge(b->g, from, no);
        b->block = yes;
        call_known(b, s->m[i], bci);
        join(b, &j, kind);
        b->sp = sp;
        memcpy(stack_of(b) + sp - nargs, args, nargs * sizeof *args); /* the result is there now */
        b->block = no;
        if (i + 1 == s->count) {
            otherwise(b, arg);
            join(b, &j, kind);
        }
    }
    go_on_joined(b, &j, sp - nargs, kind);
}

struct table_call {
    opt_value o, checked;
    u32 index, nargs, bci;
    u8 kind;
    struct icache *ic;
};
static void call_by_table(struct builder *b, void *arg)
{
    const struct table_call *t = arg;
    opt_value v = add(b, t->ic ? OPT_CALL_INTERFACE : OPT_CALL_VIRTUAL, OPT_VOID, t->o, 0);
    node(b, v)->state = state_at(b, t->bci, t->ic ? OPT_CHECK : OPT_RARE);
    node(b, v)->imm = (i64)t->index << 16 | t->nargs;
    node(b, v)->ptr = t->ic;
    node(b, v)->dep = t->checked;
    finish_call(b, v, t->nargs, t->kind);
}

static void call_virtual(struct builder *b, struct method *declared, u32 index, u32 nargs, u8 kind, u32 bci)
{
    opt_value o = receiver_of(b, nargs);
    struct class *c = exact_class(b, o);
    opt_value checked = check_null(b, o, bci);
    if (!c && declared) {
        struct class *owner = declared->owner;
        if (!atomic_load(&owner->has_heirs) && !class_is_interface(owner) && index < owner->vtable_len &&
            worth_taking_in(b, owner->vtable[index])) {
            c = owner;
            opt_value k = check(b, OPT_CHECK_CLASS, o, 0, bci);
            node(b, k)->ptr = c;
            node(b, k)->dep = checked;
        }
    }
    if (c && index < c->vtable_len) {
        call_known(b, c->vtable[index], bci);
        return;
    }
    struct table_call t = { o, checked, index, nargs, bci, kind, NULL };
    struct seen seen = seen_at(b, (i32)index, NULL, bci);
    if (seen.count)
        call_by_class(b, o, checked, &seen, nargs, kind, bci, call_by_table, &t);
    else
        call_by_table(b, &t);
}

static void call_interface(struct builder *b, struct icache *ic, u8 kind, u32 bci)
{
    opt_value o = receiver_of(b, ic->nargs);
    opt_value checked = check_null(b, o, bci);
    struct class *c = exact_class(b, o);
    struct method *m = c ? class_select_method(c, ic->imethod) : NULL;
    if (ic->imethod->access & ACC_PRIVATE) m = ic->imethod; /* nothing is selected */
    if (m && !method_is_abstract(m)) {
        call_known(b, m, bci);
        return;
    }
    struct table_call t = { o, checked, 0, ic->nargs, bci, kind, ic };
    struct seen seen = seen_at(b, 0, ic->imethod, bci);
    if (seen.count)
        call_by_class(b, o, checked, &seen, ic->nargs, kind, bci, call_by_table, &t);
    else
        call_by_table(b, &t);
}

static void call_site(struct builder *b, struct call_site *site, u32 bci)
{
    if (site->appendix) {
        opt_value v = add(b, OPT_LOAD_APPENDIX, OPT_REF, 0, 0);
        node(b, v)->ptr = site;
        push(b, v);
    }
    call_known(b, site->target, bci);
}

/* ---- instructions ---- */
static i32 read_operand(const u8 *at)
{
    i32 v;
    memcpy(&v, at, sizeof v);
    return v;
}

static void invoke(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    const u8 *pc = m->code + i->bci;
    u8 op = interp_op_info[code_running_op(pc)].first;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    struct symbol *cls, *name, *desc;
    u16 packed;
    switch (op) {
    case OP_invokestatic_q: call_known(b, e->method, i->bci); return;
    case OP_invokedirect_q:
        if (e->method->intrinsic) { /* its entry checks the receiver */
            call_out(b, e->method, i->bci);
            return;
        }
        if (e->method->flags & MTH_OBJECT_INIT) {
            if (call_object_init(b, e->method, i->bci)) return;
        }
        (void)check_null(b, receiver_of(b, e->method->nargs), i->bci);
        call_known(b, e->method, i->bci);
        return;
    case OP_invokevirtual_q:
        memcpy(&packed, pc + 1, sizeof packed);
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_virtual(b, e->method, packed >> 4, packed & 15, kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokevirtual_cp:
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_virtual(b, e->method, e->aux, e->nargs, kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokeinterface_q:
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_interface(b, (struct icache *)(uintptr_t)(u32)read_operand(pc + 1), kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokedynamic_q: call_site(b, (struct call_site *)(uintptr_t)(u32)read_operand(pc + 1), i->bci); return;
    case OP_invokehandle_q:
        (void)check_null(b, receiver_of(b, e->site->nargs), i->bci);
        call_site(b, e->site, i->bci);
        return;
    default: break;
    }
    leave(b, i->bci, OPT_UNLINKED);
}

static void field_access(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    bool is_static = i->op == OP_getstatic || i->op == OP_putstatic;
    bool put = i->op == OP_putfield || i->op == OP_putstatic;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    if (op == i->op || atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) {
        leave(b, i->bci, OPT_UNLINKED);
        return;
    }
    struct field *f = e->field;
    if (f->flags & (put ? FLD_WATCH_WRITE : FLD_WATCH_READ)) {
        leave(b, i->bci, OPT_RARE);
        return;
    }
    u8 type = type_of_kind(f->kind);
    bool is_volatile = (f->access & ACC_VOLATILE) != 0;
    opt_value value = put ? stack_of(b)[b->sp - 1] : 0, o, checked = 0;
    if (is_static) {
        if (!put && (f->flags & FLD_TRUSTED_FINAL) && type != OPT_REF && !is_volatile) {
            const char *at = cp_static_address(e);
            i64 bits = 0;
            switch (f->kind) {
            case 'Z':
            case 'B': bits = *(const i8 *)at; break;
            case 'C': bits = *(const u16 *)at; break;
            case 'S': bits = *(const i16 *)at; break;
            case 'I': bits = *(const i32 *)at; break;
            case 'F': bits = *(const u32 *)at; break;
            default: bits = *(const i64 *)at; break;
            }
            push_type(b, constant(b, type, bits));
            return;
        }
        o = constant(b, OPT_REF, (i64)(uintptr_t)f->owner->mirror);
    } else {
        u32 size = put ? (type == OPT_LONG || type == OPT_DOUBLE ? 2 : 1) : 0;
        o = stack_of(b)[b->sp - 1 - size];
        checked = check_null(b, o, i->bci);
    }
    if (put) {
        (void)pop_kind(b, type);
        if (!is_static) (void)pop(b);
    } else if (!is_static)
        (void)pop(b);
    opt_value v = add(b, put ? OPT_STORE : OPT_LOAD, put ? OPT_VOID : type, o, value);
    node(b, v)->kind = f->kind;
    node(b, v)->imm = f->offset;
    node(b, v)->ptr = f;
    node(b, v)->cc = is_volatile;
    node(b, v)->dep = checked;
    if (!put) push_type(b, v);
}

static void arithmetic(struct builder *b, u8 op, u8 type)
{
    opt_value y = pop_kind(b, type), x = pop_kind(b, type);
    push_type(b, add(b, op, type, x, y));
}
static void shift(struct builder *b, u8 op, u8 type)
{
    opt_value y = pop(b), x = pop_kind(b, type);
    push_type(b, add(b, op, type, x, y));
}
static void divide(struct builder *b, u8 op, u8 type, u32 bci)
{
    opt_value y = stack_of(b)[b->sp - 1], checked = 0;
    if (type == OPT_INT || type == OPT_LONG)
        if (!is_const(b, y) || node(b, y)->imm == 0) checked = check(b, OPT_CHECK_DIVISOR, y, 0, bci);
    y = pop_kind(b, type);
    opt_value x = pop_kind(b, type), v = add(b, op, type, x, y);
    node(b, v)->dep = checked;
    push_type(b, v);
}
static void negate(struct builder *b, u8 type)
{
    opt_value x = pop_kind(b, type);
    push_type(b, add(b, OPT_NEG, type, x, 0));
}
static void convert(struct builder *b, u8 from, u8 to, u8 conv)
{
    opt_value x = pop_kind(b, from), v = add(b, OPT_CONV, to, x, 0);
    node(b, v)->imm = conv;
    push_type(b, v);
}
static void compare(struct builder *b, u8 type, i32 nan)
{
    opt_value y = pop_kind(b, type), x = pop_kind(b, type);
    opt_value v = add(b, OPT_COMPARE, OPT_INT, x, y);
    node(b, v)->imm = nan;
    push(b, v);
}

static void load_element(struct builder *b, u8 kind, u32 bci)
{
    opt_value i = stack_of(b)[b->sp - 1], a = stack_of(b)[b->sp - 2];
    opt_value checked = check_null(b, a, bci);
    opt_value length = add(b, OPT_ARRAY_LENGTH, OPT_INT, a, 0);
    node(b, length)->dep = checked;
    opt_value in_bounds = check(b, OPT_CHECK_INDEX, i, length, bci);
    b->sp -= 2;
    opt_value v = add(b, OPT_LOAD_ELEMENT, type_of_kind(kind), a, i);
    node(b, v)->kind = kind;
    node(b, v)->dep = in_bounds;
    push_type(b, v);
}
static void store_element(struct builder *b, u8 kind, u32 bci)
{
    u8 type = type_of_kind(kind);
    u32 size = type == OPT_LONG || type == OPT_DOUBLE ? 2 : 1;
    opt_value x = stack_of(b)[b->sp - 1], i = stack_of(b)[b->sp - 1 - size], a = stack_of(b)[b->sp - 2 - size];
    opt_value checked = check_null(b, a, bci);
    opt_value length = add(b, OPT_ARRAY_LENGTH, OPT_INT, a, 0);
    node(b, length)->dep = checked;
    opt_value in_bounds = check(b, OPT_CHECK_INDEX, i, length, bci);
    if (kind == 'L' && !(is_const(b, x) && node(b, x)->imm == 0)) {
        opt_value fits = check(b, OPT_CHECK_STORE, a, x, bci);
        node(b, fits)->dep = checked;
    }
    b->sp -= 2 + size;
    opt_value v = add(b, OPT_STORE_ELEMENT, OPT_VOID, a, i);
    node(b, v)->in[2] = x;
    node(b, v)->kind = kind;
    node(b, v)->dep = in_bounds;
}

static void load_constant(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    switch (e->tag) {
    case CP_INTEGER: push(b, constant(b, OPT_INT, e->i)); return;
    case CP_FLOAT: push(b, constant(b, OPT_FLOAT, (u32)e->i)); return;
    case CP_LONG: push_wide(b, constant(b, OPT_LONG, (i64)e->bits)); return;
    case CP_DOUBLE: push_wide(b, constant(b, OPT_DOUBLE, (i64)e->bits)); return;
    case CP_CLASS:
        if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) break;
        push(b, constant(b, OPT_REF, (i64)(uintptr_t)e->cls->mirror));
        return;
    default:
        if (op != OP_ldc_ref && op != OP_ldc_w_ref) break;
        opt_value v = add(b, OPT_LOAD_RESOLVED, OPT_REF, 0, 0);
        node(b, v)->ptr = m->cp;
        node(b, v)->imm = e->aux;
        push(b, v);
        return;
    }
    leave(b, i->bci, OPT_UNLINKED);
}

static const struct cp_entry *linked_class(struct builder *b, const struct bytecode *i, bool quick)
{
    struct method *m = b->s->m;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    u8 op = interp_op_info[code_running_op(m->code + i->bci)].first;
    if ((quick && op == i->op) || atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) {
        leave(b, i->bci, OPT_UNLINKED);
        return NULL;
    }
    return e;
}

static void new_array(struct builder *b, struct class *array, u32 bci)
{
    if (!array) {
        leave(b, bci, OPT_UNLINKED);
        return;
    }
    opt_value v = add(b, OPT_NEW_ARRAY, OPT_REF, stack_of(b)[b->sp - 1], 0);
    node(b, v)->ptr = array;
    node(b, v)->state = state_at(b, bci, OPT_RARE);
    (void)pop(b);
    push(b, v);
}

static void type_test(struct builder *b, const struct bytecode *i)
{
    const struct cp_entry *e = linked_class(b, i, true);
    if (!e) return;
    opt_value o = stack_of(b)[b->sp - 1];
    if (i->op == OP_checkcast) {
        struct class *c = exact_class(b, o);
        if (c && class_assignable(c, e->cls)) return;
        if (e->cls == WK(java_lang_Object)) return;
        opt_value v = check(b, OPT_CHECK_CAST, o, 0, i->bci);
        node(b, v)->ptr = e->cls;
        return;
    }
    opt_value v = add(b, OPT_INSTANCE_OF, OPT_INT, o, 0);
    node(b, v)->ptr = e->cls;
    (void)pop(b);
    push(b, v);
}

static struct part *part_at(struct builder *b, u32 bci)
{
    return bci < b->s->m->code_len && b->s->part_at[bci] ? &b->s->parts[b->s->part_at[bci] - 1] : NULL;
}

static void branch_int(struct builder *b, const struct bytecode *i, u8 cc, bool zero)
{
    struct part *yes = part_at(b, bytecode_target(i)), *no = part_at(b, i->bci + i->length);
    if (!yes || !no) {
        (void)fail(b, "damaged code");
        return;
    }
    opt_value y = zero ? 0 : pop(b), x = pop(b);
    const struct opt_node *n = node(b, x);
    if (zero && n->op == OPT_COMPARE) { /* the two in one */
        branch(b, n->in[0], n->in[1], cc, n->imm, yes, no);
        return;
    }
    if (zero) y = constant(b, n->type, 0);
    branch(b, x, y, cc, 0, yes, no);
}

struct switch_case {
    i32 key;
    u32 target;
};
/* Goes to the case of `key` in cases[lo, hi), sorted, by halves. */
static void switch_range(struct builder *b, opt_value key, const struct switch_case *cases, u32 lo, u32 hi,
                         struct part *other)
{
    if (!b->block) return;
    if (lo == hi) {
        go_to(b, other);
        return;
    }
    u32 n = b->s->m->max_locals + b->sp;
    opt_value *saved = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(saved, b->cur, n * sizeof *saved);
    u32 mid = lo + (hi - lo) / 2;
    opt_value k = constant(b, OPT_INT, cases[mid].key);
    bool last = hi - lo == 1;
    opt_value v = add(b, OPT_IF, OPT_VOID, key, k);
    node(b, v)->cc = last ? OPT_EQ : OPT_LT;
    u32 from = b->block, t = opt_new_block(b->g), f = opt_new_block(b->g);
    opt_add_edge(b->g, from, t);
    opt_add_edge(b->g, from, f);
    b->block = t;
    if (last)
        go_to(b, part_at(b, cases[mid].target));
    else
        switch_range(b, key, cases, lo, mid, other);
    memcpy(b->cur, saved, n * sizeof *saved);
    b->block = f;
    if (last)
        go_to(b, other);
    else
        switch_range(b, key, cases, mid, hi, other);
}

static i32 be32(const u8 *p) { return (i32)((u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]); }

static void switch_on(struct builder *b, const struct bytecode *i)
{
    opt_value key = pop(b);
    const u8 *p = i->at + 1 + ((4 - (i->bci + 1) % 4) % 4); /* padded to a multiple of 4 from the method's start */
    u32 other = i->bci + (u32)be32(p), n;
    struct switch_case *cases;
    if (i->op == OP_tableswitch) {
        i32 low = be32(p + 4), high = be32(p + 8);
        n = (u32)high - (u32)low + 1;
        if (n > 400) {
            (void)fail(b, "a large switch");
            return;
        }
        cases = ARENA_NEW_ARRAY(b->a, struct switch_case, n + 1);
        for (u32 k = 0; k < n; k++)
            cases[k] = (struct switch_case){ (i32)((u32)low + k), i->bci + (u32)be32(p + 12 + 4 * k) };
    } else {
        n = (u32)be32(p + 4);
        if (n > 400) {
            (void)fail(b, "a large switch");
            return;
        }
        cases = ARENA_NEW_ARRAY(b->a, struct switch_case, n + 1);
        for (u32 k = 0; k < n; k++)
            cases[k] = (struct switch_case){ be32(p + 8 + 8 * k), i->bci + (u32)be32(p + 12 + 8 * k) };
    }
    u32 kept = 0;
    for (u32 k = 0; k < n; k++)
        if (cases[k].target != other) cases[kept++] = cases[k];
    for (u32 k = 0; k < kept; k++)
        if (!part_at(b, cases[k].target)) (void)fail(b, "damaged code");
    if (!part_at(b, other)) (void)fail(b, "damaged code");
    if (!b->failed) switch_range(b, key, cases, 0, kept, part_at(b, other));
}

static opt_value narrowed(struct builder *b, opt_value v, u8 kind)
{
    u8 conv = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : kind == 'S' ? OPT_I2S : OPT_I2Z;
    if (kind != 'B' && kind != 'C' && kind != 'S' && kind != 'Z') return v;
    opt_value r = add(b, OPT_CONV, OPT_INT, v, 0);
    node(b, r)->imm = conv;
    return r;
}

static void return_from(struct builder *b, const struct bytecode *i)
{
    struct scope *s = b->s;
    u8 type = type_of_kind(s->m->return_kind);
    u8 running = interp_op_info[code_running_op(s->m->code + i->bci)].first;
    if (running == OP_return_locked || running == OP_return_init) {
        leave(b, i->bci, OPT_RARE);
        return;
    }
    if (!s->caller) {
        opt_value poll = add(b, OPT_POLL, OPT_VOID, 0, 0);
        node(b, poll)->state = state_at(b, i->bci, OPT_POLLED);
    }
    opt_value v = type != OPT_VOID ? pop_kind(b, type) : 0;
    if (type == OPT_INT) v = narrowed(b, v, s->m->return_kind);
    if (!s->caller) {
        opt_value r = add(b, OPT_RETURN, type, v, 0);
        node(b, r)->kind = s->m->return_kind;
    } else {
        (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
        s->returns = room_for(b, s->returns, s->return_count, &s->return_room, sizeof *s->returns);
        opt_value *slot = ARENA_NEW(b->a, opt_value);
        *slot = v;
        s->returns[s->return_count++] = (struct edge){ b->block, slot, 0 };
    }
    b->block = 0;
}

static void shuffle(struct builder *b, const char *pattern, u32 in)
{
    opt_value v[4];
    for (u32 k = in; k-- > 0;) v[k] = pop(b);
    for (; *pattern; pattern++) push(b, v[*pattern - 'a']);
}

static void load_local(struct builder *b, u32 n, bool wide)
{
    opt_value v = b->cur[n + wide];
    if (!v) {
        (void)fail(b, "a variable without a value");
        return;
    }
    if (wide)
        push_wide(b, v);
    else
        push(b, v);
}
static void store_local(struct builder *b, u32 n, bool wide)
{
    opt_value v = wide ? pop_wide(b) : pop(b);
    b->cur[n] = wide ? 0 : v;
    if (wide) b->cur[n + 1] = v;
    /* half of what was a wide value before is none */
}

static void instruction(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    u32 bci = i->bci;
    if (__atomic_load_n(m->code + bci, __ATOMIC_RELAXED) == OP_breakpoint) {
        leave(b, bci, OPT_RARE);
        return;
    }
    switch (i->op) {
    case OP_nop: return;
    case OP_aconst_null: push(b, constant(b, OPT_REF, 0)); return;
    case OP_iconst_m1:
    case OP_iconst_0:
    case OP_iconst_1:
    case OP_iconst_2:
    case OP_iconst_3:
    case OP_iconst_4:
    case OP_iconst_5: push(b, constant(b, OPT_INT, i->op - OP_iconst_0)); return;
    case OP_lconst_0:
    case OP_lconst_1: push_wide(b, constant(b, OPT_LONG, i->op - OP_lconst_0)); return;
    case OP_fconst_0:
    case OP_fconst_1:
    case OP_fconst_2: push(b, constant(b, OPT_FLOAT, slot_of_float((float)(i->op - OP_fconst_0)))); return;
    case OP_dconst_0:
    case OP_dconst_1: push_wide(b, constant(b, OPT_DOUBLE, (i64)slot_of_double((double)(i->op - OP_dconst_0)))); return;
    case OP_bipush: push(b, constant(b, OPT_INT, (i8)i->at[1])); return;
    case OP_sipush: push(b, constant(b, OPT_INT, (i16)(i->at[1] << 8 | i->at[2]))); return;
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: load_constant(b, i); return;
    case OP_iaload: load_element(b, 'I', bci); return;
    case OP_laload: load_element(b, 'J', bci); return;
    case OP_faload: load_element(b, 'F', bci); return;
    case OP_daload: load_element(b, 'D', bci); return;
    case OP_aaload: load_element(b, 'L', bci); return;
    case OP_baload: load_element(b, 'B', bci); return;
    case OP_caload: load_element(b, 'C', bci); return;
    case OP_saload: load_element(b, 'S', bci); return;
    case OP_iastore: store_element(b, 'I', bci); return;
    case OP_lastore: store_element(b, 'J', bci); return;
    case OP_fastore: store_element(b, 'F', bci); return;
    case OP_dastore: store_element(b, 'D', bci); return;
    case OP_aastore: store_element(b, 'L', bci); return;
    case OP_bastore: store_element(b, 'B', bci); return;
    case OP_castore: store_element(b, 'C', bci); return;
    case OP_sastore: store_element(b, 'S', bci); return;
    case OP_pop: b->sp--; return;
    case OP_pop2: b->sp -= 2; return;
    case OP_dup: shuffle(b, "aa", 1); return;
    case OP_dup_x1: shuffle(b, "bab", 2); return;
    case OP_dup_x2: shuffle(b, "cabc", 3); return;
    case OP_dup2: shuffle(b, "abab", 2); return;
    case OP_dup2_x1: shuffle(b, "bcabc", 3); return;
    case OP_dup2_x2: shuffle(b, "cdabcd", 4); return;
    case OP_swap: shuffle(b, "ba", 2); return;
    case OP_iadd: arithmetic(b, OPT_ADD, OPT_INT); return;
    case OP_ladd: arithmetic(b, OPT_ADD, OPT_LONG); return;
    case OP_fadd: arithmetic(b, OPT_ADD, OPT_FLOAT); return;
    case OP_dadd: arithmetic(b, OPT_ADD, OPT_DOUBLE); return;
    case OP_isub: arithmetic(b, OPT_SUB, OPT_INT); return;
    case OP_lsub: arithmetic(b, OPT_SUB, OPT_LONG); return;
    case OP_fsub: arithmetic(b, OPT_SUB, OPT_FLOAT); return;
    case OP_dsub: arithmetic(b, OPT_SUB, OPT_DOUBLE); return;
    case OP_imul: arithmetic(b, OPT_MUL, OPT_INT); return;
    case OP_lmul: arithmetic(b, OPT_MUL, OPT_LONG); return;
    case OP_fmul: arithmetic(b, OPT_MUL, OPT_FLOAT); return;
    case OP_dmul: arithmetic(b, OPT_MUL, OPT_DOUBLE); return;
    case OP_idiv: divide(b, OPT_DIV, OPT_INT, bci); return;
    case OP_ldiv: divide(b, OPT_DIV, OPT_LONG, bci); return;
    case OP_fdiv: divide(b, OPT_DIV, OPT_FLOAT, bci); return;
    case OP_ddiv: divide(b, OPT_DIV, OPT_DOUBLE, bci); return;
    case OP_irem: divide(b, OPT_REM, OPT_INT, bci); return;
    case OP_lrem: divide(b, OPT_REM, OPT_LONG, bci); return;
    case OP_frem:
    case OP_drem: leave(b, bci, OPT_RARE); return;
    case OP_ineg: negate(b, OPT_INT); return;
    case OP_lneg: negate(b, OPT_LONG); return;
    case OP_fneg: negate(b, OPT_FLOAT); return;
    case OP_dneg: negate(b, OPT_DOUBLE); return;
    case OP_ishl: shift(b, OPT_SHL, OPT_INT); return;
    case OP_lshl: shift(b, OPT_SHL, OPT_LONG); return;
    case OP_ishr: shift(b, OPT_SHR, OPT_INT); return;
    case OP_lshr: shift(b, OPT_SHR, OPT_LONG); return;
    case OP_iushr: shift(b, OPT_USHR, OPT_INT); return;
    case OP_lushr: shift(b, OPT_USHR, OPT_LONG); return;
    case OP_iand: arithmetic(b, OPT_AND, OPT_INT); return;
    case OP_land: arithmetic(b, OPT_AND, OPT_LONG); return;
    case OP_ior: arithmetic(b, OPT_OR, OPT_INT); return;
    case OP_lor: arithmetic(b, OPT_OR, OPT_LONG); return;
    case OP_ixor: arithmetic(b, OPT_XOR, OPT_INT); return;
    case OP_lxor: arithmetic(b, OPT_XOR, OPT_LONG); return;
    case OP_iinc: {
        u32 n = bytecode_local(i);
        i32 by = i->wide ? (i16)(i->at[4] << 8 | i->at[5]) : (i8)i->at[2];
        load_local(b, n, false);
        if (b->failed) return;
        push(b, constant(b, OPT_INT, by));
        arithmetic(b, OPT_ADD, OPT_INT);
        store_local(b, n, false);
        return;
    }
    case OP_i2l: convert(b, OPT_INT, OPT_LONG, OPT_I2L); return;
    case OP_i2f: convert(b, OPT_INT, OPT_FLOAT, OPT_I2F); return;
    case OP_i2d: convert(b, OPT_INT, OPT_DOUBLE, OPT_I2D); return;
    case OP_l2i: convert(b, OPT_LONG, OPT_INT, OPT_L2I); return;
    case OP_l2f: convert(b, OPT_LONG, OPT_FLOAT, OPT_L2F); return;
    case OP_l2d: convert(b, OPT_LONG, OPT_DOUBLE, OPT_L2D); return;
    case OP_f2i: convert(b, OPT_FLOAT, OPT_INT, OPT_F2I); return;
    case OP_f2l: convert(b, OPT_FLOAT, OPT_LONG, OPT_F2L); return;
    case OP_f2d: convert(b, OPT_FLOAT, OPT_DOUBLE, OPT_F2D); return;
    case OP_d2i: convert(b, OPT_DOUBLE, OPT_INT, OPT_D2I); return;
    case OP_d2l: convert(b, OPT_DOUBLE, OPT_LONG, OPT_D2L); return;
    case OP_d2f: convert(b, OPT_DOUBLE, OPT_FLOAT, OPT_D2F); return;
    case OP_i2b: convert(b, OPT_INT, OPT_INT, OPT_I2B); return;
    case OP_i2c: convert(b, OPT_INT, OPT_INT, OPT_I2C); return;
    case OP_i2s: convert(b, OPT_INT, OPT_INT, OPT_I2S); return;
    case OP_lcmp: compare(b, OPT_LONG, 0); return;
    case OP_fcmpl: compare(b, OPT_FLOAT, -1); return;
    case OP_fcmpg: compare(b, OPT_FLOAT, 1); return;
    case OP_dcmpl: compare(b, OPT_DOUBLE, -1); return;
    case OP_dcmpg: compare(b, OPT_DOUBLE, 1); return;
    case OP_ifeq:
    case OP_ifnull: branch_int(b, i, OPT_EQ, true); return;
    case OP_ifne:
    case OP_ifnonnull: branch_int(b, i, OPT_NE, true); return;
    case OP_iflt: branch_int(b, i, OPT_LT, true); return;
    case OP_ifge: branch_int(b, i, OPT_GE, true); return;
    case OP_ifgt: branch_int(b, i, OPT_GT, true); return;
    case OP_ifle: branch_int(b, i, OPT_LE, true); return;
    case OP_if_icmpeq:
    case OP_if_acmpeq: branch_int(b, i, OPT_EQ, false); return;
    case OP_if_icmpne:
    case OP_if_acmpne: branch_int(b, i, OPT_NE, false); return;
    case OP_if_icmplt: branch_int(b, i, OPT_LT, false); return;
    case OP_if_icmpge: branch_int(b, i, OPT_GE, false); return;
    case OP_if_icmpgt: branch_int(b, i, OPT_GT, false); return;
    case OP_if_icmple: branch_int(b, i, OPT_LE, false); return;
    case OP_goto:
    case OP_goto_w: {
        struct part *p = part_at(b, bytecode_target(i));
        if (p)
            go_to(b, p);
        else
            (void)fail(b, "damaged code");
        return;
    }
    case OP_tableswitch:
    case OP_lookupswitch: switch_on(b, i); return;
    case OP_ireturn:
    case OP_lreturn:
    case OP_freturn:
    case OP_dreturn:
    case OP_areturn:
    case OP_return: return_from(b, i); return;
    case OP_getstatic:
    case OP_putstatic:
    case OP_getfield:
    case OP_putfield: field_access(b, i); return;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface:
    case OP_invokedynamic: invoke(b, i); return;
    case OP_new: {
        const struct cp_entry *e = linked_class(b, i, true);
        if (!e) return;
        opt_value v = add(b, OPT_NEW, OPT_REF, 0, 0);
        node(b, v)->ptr = e->cls;
        node(b, v)->state = state_at(b, bci, OPT_RARE);
        push(b, v);
        return;
    }
    case OP_newarray: {
        u8 t = i->at[1];
        struct class *c = t >= 4 && t <= 11 ? class_primitive[(u8) "ZCFDBSIJ"[t - 4]] : NULL;
        new_array(b, c ? atomic_load(&c->array) : NULL, bci);
        return;
    }
    case OP_anewarray: {
        const struct cp_entry *e = linked_class(b, i, false);
        if (e) new_array(b, atomic_load(&e->cls->array), bci);
        return;
    }
    case OP_multianewarray: leave(b, bci, OPT_RARE); return;
    case OP_arraylength: {
        opt_value a = stack_of(b)[b->sp - 1], checked = check_null(b, a, bci);
        (void)pop(b);
        opt_value v = add(b, OPT_ARRAY_LENGTH, OPT_INT, a, 0);
        node(b, v)->dep = checked;
        push(b, v);
        return;
    }
    case OP_athrow: leave(b, bci, OPT_RARE); return;
    case OP_checkcast:
    case OP_instanceof: type_test(b, i); return;
    case OP_monitorenter:
    case OP_monitorexit: (void)fail(b, "monitors"); return;
    default: break;
    }
    if (i->info->local != BC_NO_LOCAL) {
        bool wide = i->info->local_kind == 'J' || i->info->local_kind == 'D';
        if (i->info->local_access & BC_WRITTEN)
            store_local(b, bytecode_local(i), wide);
        else
            load_local(b, bytecode_local(i), wide);
        return;
    }
    (void)fail(b, "an instruction that it does not know");
}

static void build_part(struct builder *b, struct part *p)
{
    struct bytecode i;
    struct scope *s = b->s;
    u64 *live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    u64 *at_insn = ARENA_NEW_ARRAY(b->a, u64, (size_t)(s->words + 1) * p->insns + 1);
    live_behind(s, p, live);
    live_through(s, p, s->starts, live, at_insn);
    b->live = p->live;
    if (p->throws) { /* exceptions are rare, and the interpreter makes them */
        leave(b, p->bci, OPT_RARE);
        return;
    }
    for (u32 k = 0; k < p->insns && b->block && !b->failed; k++) {
        u32 at = s->starts[p->first + k];
        b->live = at_insn + k * (s->words + 1);
        if (!bytecode_read(&i, b->s->m->orig_code, b->s->m->code_len, at)) {
            (void)fail(b, "damaged code");
            return;
        }
        instruction(b, &i);
        if (b->g->count > MAX_NODES) (void)fail(b, "too large");
    }
    if (b->block && !b->failed) {
        struct part *next = part_at(b, p->end);
        if (next)
            go_to(b, next);
        else
            (void)fail(b, "damaged code");
    }
}

/* The current block goes on with the scope's first instruction; the arguments are in place. */
static bool build_scope(struct builder *b, struct scope *s)
{
    i32 top = s->header + (i32)FRAME_SLOTS + 2 + s->m->max_stack;
    if (top > b->g->extent) b->g->extent = top;
    go_to(b, &s->parts[0]);
    for (u32 k = 0; k < s->order_count && !b->failed; k++) {
        struct part *p = &s->parts[s->order[k]];
        if (!p->edge_count) continue;
        begin_part(b, p);
        build_part(b, p);
    }
    return !b->failed;
}

static void add_params(struct builder *b, const struct method *m)
{
    u32 n = 0;
    if (!method_is_static(m)) {
        opt_value v = add(b, OPT_PARAM, OPT_REF, 0, 0);
        node(b, v)->kind = 't';
        b->cur[n++] = v;
    }
    for (const char *p = m->desc->bytes + 1; *p && *p != ')'; p++) {
        u8 type = type_of_kind((u8)*p);
        bool wide = type == OPT_LONG || type == OPT_DOUBLE;
        opt_value v = add(b, OPT_PARAM, type, 0, 0);
        node(b, v)->imm = n + wide;
        b->cur[n + wide] = v;
        n += 1u + wide;
        while (*p == '[') p++;
        if (*p == 'L')
            while (*p != ';') p++;
    }
}

/* ---- ways into the middle ---- */
/* Where the loop that starts at p ends, as far as it is written; 0: it is none. */
static u32 loop_end(const struct scope *s, const struct part *p)
{
    u32 end = 0;
    for (u32 k = 0; k < s->part_count && p->head; k++)
        for (u32 i = 0; i < s->parts[k].succ_count; i++)
            if (&s->parts[s->parts[k].succ[i]] == p && s->parts[k].end > p->bci && s->parts[k].end > end)
                end = s->parts[k].end;
    return end;
}
static bool is_outermost(const struct scope *s, const struct part *p)
{
    u32 end = loop_end(s, p);
    for (u32 k = 0; k < s->part_count; k++) {
        const struct part *q = &s->parts[k];
        if (q != p && q->head && q->bci < p->bci && loop_end(s, q) >= end) return false;
    }
    return end != 0;
}
/* The interpreter looks for code where it is about to branch: at a jump back to the loop's start, or at the increment
 * that is fused with it. */
static void add_entry(struct builder *b, struct scope *s, struct part *from, struct part *to)
{
    struct opt_graph *g = b->g;
    if (!from->insns || g->entry_count == 8) return;
    u32 last = s->starts[from->first + from->insns - 1], bci = last;
    if (s->m->orig_code[last] != OP_goto || last <= to->bci) return;
    if (from->insns > 1) {
        u32 before = s->starts[from->first + from->insns - 2];
        u8 op = __atomic_load_n(s->m->code + before, __ATOMIC_RELAXED);
        if (interp_op_info[op].fused && s->m->orig_code[before] == OP_iinc) bci = before;
    }
    u32 next = opt_new_block(g), way = opt_new_block(g);
    (void)add(b, OPT_ENTRIES, OPT_VOID, 0, 0);
    opt_add_edge(g, b->block, next);
    opt_add_edge(g, b->block, way);
    g->blocks[way].rare = true;
    g->entries[g->entry_count++] = (struct opt_entry){ bci, way };
    to->entered = true;
    b->block = next;
}
static void add_entries(struct builder *b, struct scope *s)
{
    b->g->entries = ARENA_NEW_ARRAY(b->a, struct opt_entry, 8);
    for (u32 t = 0; t < s->part_count; t++) {
        struct part *to = &s->parts[t];
        if (!to->head || !is_outermost(s, to)) continue;
        for (u32 k = 0; k < s->part_count; k++)
            for (u32 i = 0; i < s->parts[k].succ_count; i++)
                if (&s->parts[s->parts[k].succ[i]] == to) add_entry(b, s, &s->parts[k], to);
    }
}

bool opt_build(struct opt_graph *g)
{
    struct method *m = g->m;
    struct builder b = { .g = g, .a = &g->arena };
    if (m->code_len > MAX_BYTES) return fail(&b, "too large");
    if (m->access & ACC_SYNCHRONIZED) return fail(&b, "synchronized");
    struct scope *s = ARENA_NEW(b.a, struct scope);
    s->m = m;
    s->locals = -(i32)m->max_locals;
    b.s = s;
    b.cur = ARENA_NEW_ARRAY(b.a, opt_value, (size_t)m->max_locals + m->max_stack + 2);
    if (!scan_code(&b, s)) return false;
    b.block = opt_new_block(g);
    add_params(&b, m);
    add_entries(&b, s);
    if (!build_scope(&b, s)) return false;
    for (u32 i = 0; i < g->entry_count; i++) {
        if (g->blocks[g->entries[i].block].count) continue;
        b.block = g->entries[i].block; /* its loop has not run yet: nobody will come here */
        b.sp = 0;
        b.live = ARENA_NEW_ARRAY(b.a, u64, s->words + 1);
        leave(&b, g->entries[i].bci, OPT_RARE);
        g->entries[i].bci = NO_ENTRY;
    }
    return true;
}
