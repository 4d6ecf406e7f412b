/* Emits the counts and times of probes (thread/probe_points.h), on words and timers of the thread. */
#include "exec/opt/emit/opt_machine.h"
#include "exec/tier/key_count_code.h"
#include "exec/tier/timer_code.h"

/* rcx = the locals of the node's frame. */
static void find_locals(struct emission *E, const struct opt_node *n)
{
    i32 at = (i32)opt_timed_locals(n);
    x_lea(&E->e, RCX, FRAME, 8 * (at > 0 ? at : at - (i32)E->g->gap));
}
static void begin(struct emission *E, const struct opt_node *n)
{
    find_locals(E, n);
    load_imm(E, RDX, (i64)(uintptr_t)n->ptr);
    timer_code_begin(&E->e);
}
static void elapsed(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    i64 tick;
    memcpy(&tick, &probe_points.tick_ns, sizeof tick);
    find_locals(E, n);
    timer_code_find(e, CC_AE);
    u32 none = x_jump_if(e, CC_NE);
    load_imm(E, RDX, (i64)(uintptr_t)n->ptr);
    x_alu_mem(e, true, X_CMP, RDX, RAX, TIMER_AT(method) - TIMER_SIZE);
    u32 other = x_jump_if(e, CC_NE);
    x_lea(e, RCX, RAX, -TIMER_SIZE);
    x_store(e, SELF, TIMERS_OF_THREAD, RCX);
    timer_code_read(e);
    x_zero(e, RDX);
    x_alu_mem(e, true, X_SUB, RAX, RCX, TIMER_AT(began));
    x_move_if(e, true, CC_B, RAX, RDX); /* clocks of two processors may differ a little */
    x_float_of_int(e, true, true, XTEMP, RAX);
    x_float_literal(E, true, X_FMUL, XTEMP, tick);
    x_int_of_float(e, true, true, RAX, XTEMP);
    u32 done = x_jump(e);
    x_here(e, none);
    x_here(e, other);
    x_imm_signed(e, RAX, -1);
    x_here(e, done);
    put_result(E, n, RAX);
}

/* A count by key, with or without a sum. */
static void by_key(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    u32 table = opt_counter(n);
    int key = in_reg(E, n->in[0], RCX);
    bool number = node(E, n->in[0])->type == OPT_LONG;
    if (!number)
        x_move32(e, RCX, key);
    else if (key != RCX)
        x_move(e, RCX, key);
    x_load(e, RAX, SELF, SELF_AT(probe_words));
    struct key_missed missed = key_find_code(e, RAX, RCX, RDX, table, number, n->op == OPT_HIT_KEY_AT);
    int v = n->in[1] ? in_reg(E, n->in[1], RCX) : 0;
    if (n->op == OPT_HIT_KEY_ADD) key_add_code(e, RAX, RDX, table, v);
    if (n->op == OPT_HIT_KEY_MAX) key_grow_code(e, RAX, RDX, table, v);
    if (n->op == OPT_HIT_KEY_AT) {
        x_move32(e, RCX, v);
        key_hist_code(e, RAX, RDX, table, RCX);
    }
    key_missed_code(e, &missed);
}

struct pair_in_node {
    struct emission *E;
    const struct opt_node *n;
};
static int load_of_pair(void *of, u32 i)
{
    const struct pair_in_node *x = of;
    return in_reg(x->E, x->n->in[i], RCX);
}
static void pair(struct emission *E, const struct opt_node *n)
{
    struct pair_in_node x = { E, n };
    struct pair_values v = { load_of_pair, &x };
    x_load(&E->e, RAX, SELF, SELF_AT(probe_words));
    pair_number_code(&E->e, RAX, RDX, opt_counter(n), &v);
    put_result(E, n, RDX);
}

void opt_emit_hit(struct emission *E, const struct opt_node *n)
{
    struct emit *e = &E->e;
    if (n->op == OPT_HIT_PAIR) {
        pair(E, n);
        return;
    }
    if (n->op >= OPT_HIT_CLASS && n->op <= OPT_HIT_KEY_AT) {
        by_key(E, n);
        return;
    }
    if (n->op == OPT_TIMER_BEGIN) {
        begin(E, n);
        return;
    }
    if (n->op == OPT_ELAPSED) {
        elapsed(E, n);
        return;
    }
    i32 at = (i32)(8 * opt_counter(n));
    int r = n->op != OPT_HIT ? in_reg(E, n->in[0], RCX) : 0;
    if (n->op == OPT_HIT_AT) x_move32(e, RCX, r);
    x_load(e, RAX, SELF, SELF_AT(probe_words));
    switch (n->op) {
    case OPT_HIT: x_alu_mem_by(e, true, X_ADD, RAX, at, 1); return;
    case OPT_HIT_ADD: x_alu_to_mem(e, X_ADD, RAX, at, r); return;
    case OPT_HIT_AT: x_alu_index_by(e, X_ADD, RAX, RCX, 3, at, 1); return;
    default: {
        x_alu_mem(e, true, X_CMP, r, RAX, at);
        u32 past = x_jump_if(e, n->op == OPT_HIT_MIN ? CC_GE : CC_LE);
        x_store(e, RAX, at, r);
        x_here(e, past);
        return;
    }
    }
}
