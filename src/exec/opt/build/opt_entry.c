/* The starts of blocks: frames where several ways come together, and ways into the middle of a method for frames of the
 * interpreter, the entries at loops.
 *
 * The interpreter looks for code before it branches back. The way in leads to a block before the loop's head, where it
 * is merged with the other ways to the loop.
 *
 * A way straight into a loop within a loop would give the outer loop a second start. So it leads to the block before
 * the outer loop, and from that loop's head on to the inner loop:
 *
 *     block before: resumed = 0, or the number of the entry; variables that only the inner loop knows
 *     outer head:   if (resumed == 1) goto inner head, with the frame's variables
 *
 * The way back to the outer head sets `resumed` to 0. No check moves before such an outer loop, because the
 * interpreter could not go on in the middle of it. */
#include "exec/code/code.h"
#include "exec/opt/build/opt_build.h"

/* ---- frames at the starts of blocks ---- */
static opt_value merged(struct builder *b, struct part *p, u32 i, bool loop)
{
    opt_value first = p->edges[0].slots[i];
    bool same = true;
    for (u32 k = 0; k < p->edge_count; k++) {
        opt_value v = p->edges[k].slots[i];
        if (!v || node(b, v)->type != node(b, first)->type) return 0;
        same &= v == first;
    }
    if (same && (!loop || opt_stays_in_loop(b->s, p, i))) return first;
    opt_value phi = opt_new_node(b->g, OPT_PHI, node(b, first)->type);
    opt_append(b->g, p->block, phi);
    for (u32 k = 0; k < p->edge_count; k++) opt_add_phi_arg(b, phi, p->edges[k].slots[i]);
    return phi;
}

void opt_values_at(struct builder *b, struct part *p, bool loop)
{
    u32 n = b->s->m->max_locals + b->sp;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    for (u32 i = 0; i < n; i++) slots[i] = p->edges[0].slots[i] ? merged(b, p, i, loop) : 0;
    memcpy(b->cur, slots, n * sizeof *slots);
    for (u32 i = n; i < (u32)b->s->m->max_locals + b->s->m->max_stack + 1; i++) b->cur[i] = 0;
}

/* ---- ways in ---- */
static opt_value parameter(struct builder *b, u32 local, u8 type)
{
    opt_value v = add(b, OPT_PARAM, type, 0, 0);
    node(b, v)->imm = local;
    return v;
}
/* Builds the increments between the place where the interpreter looks for code and the jump back. */
static void build_increments(struct builder *b, u32 bci)
{
    struct bytecode i;
    const struct method *m = b->s->m;
    for (u32 at = bci; bytecode_read(&i, m->orig_code, m->code_len, at) && i.op == OP_iinc; at += i.length) {
        u32 n = bytecode_local(&i);
        if (!b->cur[n]) b->cur[n] = parameter(b, n, OPT_INT); /* incremented, but not read by the loop */
        i32 by = i.wide ? (i16)(i.at[4] << 8 | i.at[5]) : (i8)i.at[2];
        b->cur[n] = add(b, OPT_ADD, OPT_INT, b->cur[n], constant(b, OPT_INT, by));
    }
}
static void begin_way(struct builder *b, const struct opt_entry *entry)
{
    const struct method *m = b->s->m;
    b->block = entry->block;
    b->sp = 0;
    memset(b->cur, 0, (m->max_locals + m->max_stack + 1u) * sizeof *b->cur);
}
/* Leads from the interpreter's frame at the end of the loop's round to the loop's first instruction. Live locals are in
 * their places, with the types that they have on the other ways to the loop. */
static void enter_from_frame(struct builder *b, struct part *p, const struct opt_entry *entry)
{
    begin_way(b, entry);
    for (u32 k = 0; k < b->s->m->max_locals; k++)
        if (p->edges[0].slots[k]) b->cur[k] = parameter(b, k, node(b, p->edges[0].slots[k])->type);
    build_increments(b, entry->bci);
    opt_go_to(b, p);
}

/* ---- loops in loops ---- */
/* The same for a loop within the loop at p. */
static void enter_inner(struct builder *b, struct part *p, struct inner_entry *in)
{
    u32 locals = b->s->m->max_locals;
    begin_way(b, &b->g->entries[in->entry]);
    in->frame = ARENA_NEW_ARRAY(b->a, opt_value, locals + 1);
    for (u32 k = 0; k < locals; k++) {
        u8 type = has_bit(in->inner->live, k) ? opt_type_of_local(b, b->s, in->inner, k) : OPT_VOID;
        if (type != OPT_VOID) b->cur[k] = parameter(b, k, type);
    }
    build_increments(b, b->g->entries[in->entry].bci);
    memcpy(in->frame, b->cur, locals * sizeof *in->frame);
    for (u32 k = 0; k < locals; k++) {
        opt_value other = p->edges[0].slots[k];
        if (!other)
            b->cur[k] = 0;
        else if (!b->cur[k] || node(b, b->cur[k])->type != node(b, other)->type)
            b->cur[k] = constant(b, node(b, other)->type, 0); /* the rest of the turn does not read it */
    }
    in->edge = p->edge_count;
    opt_go_to(b, p);
}
/* A merge in the block before p of a value on the edge of `in` and zeros on the others. */
static opt_value on_its_way(struct builder *b, const struct part *p, const struct inner_entry *in, opt_value v)
{
    u8 type = node(b, v)->type;
    opt_value zero = opt_constant_at_start(b, type, 0), phi = opt_new_node(b->g, OPT_PHI, type);
    opt_append(b->g, p->block, phi);
    for (u32 k = 0; k < p->edge_count; k++) opt_add_phi_arg(b, phi, k == in->edge ? v : zero);
    return phi;
}
static bool knows_variables(struct builder *b, const struct inner_entry *in)
{
    for (u32 k = 0; k < b->s->m->max_locals; k++) {
        bool upper = has_bit(in->inner->live, k) && opt_type_of_local(b, b->s, in->inner, k) == OPT_VOID;
        u8 wide = upper && k + 1u < b->s->m->max_locals ? opt_type_of_local(b, b->s, in->inner, k + 1) : OPT_VOID;
        if (upper && wide != OPT_LONG && wide != OPT_DOUBLE) return false; /* no lower half of a wide value either */
    }
    return true;
}
static void enter_inner_loops(struct builder *b, struct part *p)
{
    for (u32 i = 0; i < b->s->inner_count; i++) {
        struct inner_entry *in = &b->s->inner[i];
        if (in->outer == p && !p->edges[0].depth && knows_variables(b, in)) enter_inner(b, p, in);
    }
}
/* The merges in the block before p that inner loops need. */
static void merge_for_inner_loops(struct builder *b, struct part *p)
{
    for (u32 i = 0; i < b->s->inner_count; i++) {
        struct inner_entry *in = &b->s->inner[i];
        if (in->outer != p || in->edge == UINT32_MAX) continue;
        in->before = ARENA_NEW_ARRAY(b->a, opt_value, b->s->m->max_locals + 1u);
        for (u32 k = 0; k < b->s->m->max_locals; k++)
            if (in->frame[k] && has_bit(in->inner->live, k)) in->before[k] = on_its_way(b, p, in, in->frame[k]);
        p->resumed = 1; /* until opt_resume_inner */
    }
    if (!p->resumed) return;
    opt_value zero = opt_constant_at_start(b, OPT_INT, 0), phi = opt_new_node(b->g, OPT_PHI, OPT_INT);
    opt_append(b->g, p->block, phi);
    for (u32 k = 0; k < p->edge_count; k++) {
        opt_value number = zero;
        for (u32 i = 0; i < b->s->inner_count; i++)
            if (b->s->inner[i].outer == p && b->s->inner[i].edge == k)
                number = opt_constant_at_start(b, OPT_INT, i + 1);
        opt_add_phi_arg(b, phi, number);
    }
    p->resumed = phi;
}
/* A merge in the head of p of v, a value of the block before, and zeros on the ways back. */
static opt_value on_its_way_in(struct builder *b, struct part *p, opt_value v)
{
    opt_value phi = opt_new_node(b->g, OPT_PHI, node(b, v)->type);
    opt_append(b->g, b->block, phi);
    opt_add_phi_arg(b, phi, v);
    p->entering = opt_grown(&b->g->arena, p->entering, p->entering_count, &p->entering_room, sizeof *p->entering);
    p->entering[p->entering_count++] = phi;
    return phi;
}
void opt_resume_inner(struct builder *b, struct part *p)
{
    u32 locals = b->s->m->max_locals;
    opt_value which = on_its_way_in(b, p, p->resumed);
    for (u32 i = 0; i < b->s->inner_count; i++) {
        struct inner_entry *in = &b->s->inner[i];
        if (in->outer != p || in->edge == UINT32_MAX) continue;
        for (u32 k = 0; k < locals; k++) {
            opt_value was = in->before[k];
            bool changes = b->cur[k] && was && node(b, b->cur[k])->type == node(b, was)->type;
            in->frame[k] = changes ? b->cur[k] : was ? on_its_way_in(b, p, was) : 0;
        }
    }
    for (u32 i = 0; i < b->s->inner_count; i++) {
        struct inner_entry *in = &b->s->inner[i];
        if (in->outer != p || in->edge == UINT32_MAX) continue;
        in->way = go_on_if(b, which, OPT_NE, constant(b, OPT_INT, i + 1));
        b->g->blocks[in->way].rare = true;
    }
}
/* Goes on in the inner loop at p. Its other ways are known. */
static void join_inner_loop(struct builder *b, struct part *p)
{
    for (u32 i = 0; i < b->s->inner_count; i++) {
        struct inner_entry *in = &b->s->inner[i];
        if (in->inner != p || !in->way || p->edges[0].depth) continue;
        b->block = in->way;
        b->sp = 0;
        memcpy(b->cur, in->frame, b->s->m->max_locals * sizeof *b->cur);
        opt_go_to(b, p);
        in->way = 0;
    }
}

/* ---- the block before a loop ---- */
/* Ways of frames into this loop, which has been reached. */
static void enter_loop(struct builder *b, struct part *p)
{
    struct opt_graph *g = b->g;
    for (u32 i = 0; i < g->entry_count; i++) {
        struct bytecode k;
        u32 at = g->entries[i].bci;
        if (g->blocks[g->entries[i].block].count) continue;
        while (bytecode_read(&k, b->s->m->orig_code, b->s->m->code_len, at) && k.op == OP_iinc) at += k.length;
        if (bytecode_target(&k) == p->bci && !p->edges[0].depth) enter_from_frame(b, p, &g->entries[i]);
    }
    enter_inner_loops(b, p);
}
void opt_begin_loop(struct builder *b, struct part *p)
{
    if (p->entered) enter_loop(b, p);
    join_inner_loop(b, p);
    if (!p->entered && p->edge_count == 1) return;
    u32 before = p->block;
    b->block = before;
    b->sp = p->edges[0].depth;
    opt_values_at(b, p, false);
    if (p->entered) merge_for_inner_loops(b, p);
    if (b->failed) return;
    u32 n = b->s->m->max_locals + b->sp;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(slots, b->cur, n * sizeof *slots);
    b->block = before;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    p->block = opt_new_block(b->g);
    b->g->blocks[p->block].heat = opt_heat_of(p->heat);
    b->g->blocks[before].heat = opt_heat_of(p->before);
    opt_add_edge(b->g, before, p->block);
    p->edges[0] = (struct edge){ before, slots, b->sp };
    p->edge_count = 1;
}

/* ---- which entries there are ---- */
/* The interpreter looks for code before it branches back: at the jump to the loop's start, or at an increment that is
 * fused with that jump. Returns whether there is such a place. */
static bool add_entry(struct builder *b, struct scope *s, struct part *from, struct part *to)
{
    struct opt_graph *g = b->g;
    if (!from->insns || g->entry_count == MOST_ENTRIES) return false;
    u32 last = s->starts[from->first + from->insns - 1], bci = last;
    if (s->m->orig_code[last] != OP_goto || last <= to->bci) return false;
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
    b->block = next;
    return true;
}
/* Adds the entry for the jump from `from` to `to`, the head of a loop in the loop at `around`, or in none. */
static void add_entry_at(struct builder *b, struct scope *s, struct part *from, struct part *to, struct part *around)
{
    if (!add_entry(b, s, from, to)) return;
    if (around)
        s->inner[s->inner_count++] =
            (struct inner_entry){ .outer = around, .inner = to, .entry = b->g->entry_count - 1, .edge = UINT32_MAX };
    else
        to->entered = true;
    if (around) around->entered = true;
}
/* Outermost loops first, since there are few places. A frame in an inner loop of few turns soon comes to the outer
 * loop; values that live over the inner loop would be merged with those of a frame. */
void opt_add_entries(struct builder *b, struct scope *s)
{
    b->g->entries = ARENA_NEW_ARRAY(b->a, struct opt_entry, MOST_ENTRIES);
    for (u32 depth = 0; depth < 2; depth++)
        for (u32 t = 0; t < s->part_count; t++) {
            struct part *to = &s->parts[t], *around = NULL;
            if (!to->head || opt_loops_around(s, to, &around) != depth) continue;
            if (depth && opt_has_few_turns(s, to)) continue;
            for (u32 k = 0; k < s->part_count; k++)
                for (u32 i = 0; i < s->parts[k].succ_count; i++)
                    if (&s->parts[s->parts[k].succ[i]] == to) add_entry_at(b, s, &s->parts[k], to, around);
        }
}
/* Entries at loops that the code does not reach, or reaches with operands, are none. */
void opt_end_entries(struct builder *b, struct scope *s)
{
    struct opt_graph *g = b->g;
    b->live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    for (u32 i = 0; i < s->inner_count; i++) {
        if (!s->inner[i].way) continue;
        b->block = s->inner[i].way;
        b->sp = 0;
        opt_leave_from(b, s->inner[i].inner->bci, OPT_RARE);
        g->entries[s->inner[i].entry].bci = NO_ENTRY;
    }
    for (u32 i = 0; i < g->entry_count; i++) {
        if (g->blocks[g->entries[i].block].count) continue;
        b->block = g->entries[i].block; /* the loop has not run yet, so no frame enters here */
        b->sp = 0;
        opt_leave_from(b, g->entries[i].bci, OPT_RARE);
        g->entries[i].bci = NO_ENTRY;
    }
}
