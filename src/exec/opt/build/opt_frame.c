/* Shared by all builders: states, exits, merges, edges, dependencies of the code. */
#include "exec/code/code_users.h"
#include "exec/opt/build/opt_build.h"
#include "model/loader.h"

/* ---- frames ---- */
struct opt_state *opt_state_at(struct builder *b, u32 bci, u8 reason)
{
    struct scope *s = b->s;
    u32 depth = b->sp + b->behind_args, n = s->m->max_locals + depth;
    struct opt_state *t = arena_alloc(b->a, sizeof *t + n * sizeof t->slots[0]);
    t->caller = s->call;
    t->m = s->m;
    t->bci = bci;
    t->locals = s->locals;
    t->header = s->header;
    t->lock = s->lock;
    t->nlocals = s->m->max_locals;
    t->nstack = (u16)depth;
    t->reason = reason;
    memcpy(t->slots, b->cur, n * sizeof t->slots[0]);
    for (u32 i = 0; i < t->nlocals; i++)
        if (!has_bit(b->live, i) && !has_bit(s->kept, i)) t->slots[i] = 0;
    t->live = b->live;
    t->probed = b->probed;
    return t;
}
void opt_leave_from(struct builder *b, u32 bci, u8 reason)
{
    if (!b->block) return;
    opt_value v = add(b, OPT_EXIT, OPT_VOID, 0, 0);
    node(b, v)->state = opt_state_at(b, bci, reason);
    b->g->blocks[b->block].rare = true;
    b->block = 0;
}
opt_value opt_monitor(struct builder *b, u8 op, opt_value o, i32 header, u32 bci)
{
    opt_value v = add(b, op, OPT_VOID, o, 0);
    node(b, v)->imm = header;
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    return v;
}

/* ---- merges ---- */
void opt_add_phi_arg(struct builder *b, opt_value phi, opt_value v)
{
    struct opt_node *n = node(b, phi);
    opt_value *args = arena_alloc_array(b->a, n->argc + 1u, sizeof *args);
    if (n->argc) memcpy(args, n->args, n->argc * sizeof *args);
    args[n->argc] = v;
    n->args = args;
    n->argc++;
}

/* ---- edges ---- */
void opt_go_to(struct builder *b, struct part *p)
{
    struct scope *s = b->s;
    u32 locals = s->m->max_locals, n = locals + b->sp;
    if (!b->block) return;
    if (p->passed) { /* a loop with two entries, the first of which has not been reached */
        b->live = p->live;
        b->probed = false;
        opt_leave_from(b, p->bci, OPT_UNLINKED);
        return;
    }
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(slots, b->cur, n * sizeof *slots);
    for (u32 i = 0; i < locals; i++) {
        if (has_bit(p->live, i) || has_bit(s->kept, i)) continue;
        /* the lower half of a wide value: liveness marks both halves, but only the upper one has a value */
        slots[i] = 0;
    }
    if (p->done) {
        memcpy(b->cur, slots, n * sizeof *slots);
        b->live = p->live;
        opt_value poll = add(b, OPT_POLL, OPT_VOID, 0, 0);
        node(b, poll)->state = opt_state_at(b, p->bci, OPT_POLLED);
        node(b, poll)->state->probed = false; /* it is another instruction, or the next turn */
    }
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    if (!p->block) {
        p->block = opt_new_block(b->g);
        b->g->blocks[p->block].heat = opt_heat_of(p->heat);
    }
    opt_add_edge(b->g, b->block, p->block);
    if (p->done) {
        for (u32 i = 0; i < n; i++) {
            if (!p->phis[i]) continue;
            if (opt_stays_in_loop(s, p, i)) {
                /* else a merge of this value with itself, at a loop within that has several ways in */
                VM_ASSERT(slots[i] && (slots[i] == p->phis[i] || node(b, slots[i])->op == OPT_PHI));
                continue;
            }
            if (!slots[i] || node(b, slots[i])->type != node(b, p->phis[i])->type) {
                (void)fail(b, "a loop changes the type of a variable");
                return;
            }
            opt_add_phi_arg(b, p->phis[i], slots[i]);
        }
        for (u32 i = 0; i < p->entering_count; i++)
            opt_add_phi_arg(b, p->entering[i], opt_constant_at_start(b, node(b, p->entering[i])->type, 0));
    } else {
        p->edges = opt_grown(&b->g->arena, p->edges, p->edge_count, &p->edge_room, sizeof *p->edges);
        p->edges[p->edge_count++] = (struct edge){ b->block, slots, b->sp };
    }
    b->block = 0;
}

void opt_return_to_caller(struct builder *b, struct scope *s, opt_value v)
{
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    s->returns = opt_grown(&b->g->arena, s->returns, s->return_count, &s->return_room, sizeof *s->returns);
    opt_value *slot = ARENA_NEW(b->a, opt_value);
    *slot = v;
    s->returns[s->return_count++] = (struct edge){ b->block, slot, 0 };
    b->block = 0;
}

/* ---- what the code stands on ---- */
void opt_note_method(struct builder *b, struct method *m) { code_user_needs(b->g->user, m); }

bool opt_can_name_class(struct builder *b, const struct class *c)
{
    if (!c->type.holder || c->holder == b->g->m->owner->holder) return true;
    if (!c->method_count) return false;
    opt_note_method(b, c->methods[0]);
    return true;
}
