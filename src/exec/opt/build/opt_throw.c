/* Exceptions that are caught in the code that throws them or calls what throws them: in the same method, or in a
 * caller that inlined it. A throw is a jump to the handler with the object, and the call of a method that throws goes
 * on at the handler.
 *
 * No events are posted on the way. Where the code throws, it is left while a tool wants exception events; for
 * exceptions of calls the unwinder asks (interp/throw.c). The interpreter also does throws to a handler that has been
 * built already, and those that leave more than one synchronized method. */
#include "core/exception.h"
#include "exec/opt/build/opt_build.h"
#include "exec/tier/throws.h"
#include "model/options.h"
#include "thread/events.h"

/* A frame that the exception has reached. */
struct place {
    struct scope *s;
    u32 bci;
    u32 locks; /* number of synchronized methods that it has left */
    bool of_call;
};
static bool covers(const struct handler *h, u32 bci) { return bci >= h->start && bci < h->end; }
static struct part *handler_part(const struct scope *s, const struct handler *h)
{
    return &s->parts[s->part_at[h->handler] - 1];
}
/* Moves on to the caller. Returns false if the code has no caller's frame, or leaving the frame needs the interpreter:
 * for a call that holds a monitor, because the call cannot be repeated if the monitor cannot be left in the code; for a
 * throw that leaves a second monitor, because the first one is gone by then; where probes want to see the frame. */
static bool outwards(struct place *p)
{
    if (!p->s->caller || opt_probe_sees_throws(p->s->m)) return false;
    if ((p->of_call && (p->s->locks || p->s->lock)) || (p->locks && p->s->lock)) return false;
    p->locks += p->s->lock != 0;
    p->bci = p->s->call->bci;
    p->s = p->s->caller;
    return true;
}
/* The class that h catches; NULL: all exceptions, or, with *unknown, a class that is not resolved. */
static struct class *caught(const struct scope *s, const struct handler *h, bool *unknown)
{
    if (!h->type) return NULL;
    const struct cp_entry *e = &s->m->cp->e[h->type];
    *unknown = e->tag != CP_CLASS || atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED;
    return *unknown ? NULL : e->cls;
}

bool opt_may_catch(const struct scope *s, u32 bci)
{
    struct place p = { .s = (struct scope *)(uintptr_t)s, .bci = bci };
    do
        for (u32 i = 0; i < p.s->m->handler_count; i++)
            if (covers(&p.s->m->handlers[i], p.bci)) return !handler_part(p.s, &p.s->m->handlers[i])->begun;
    while (outwards(&p));
    return false;
}

/* Leaves the monitors of the frames inside of s, for a throw at bci. */
static void leave_monitors(struct builder *b, const struct scope *s, u32 bci)
{
    for (const struct scope *k = b->s; k != s; k = k->caller)
        if (k->locks && !k->lock) (void)opt_monitor(b, OPT_CHECK_UNLOCKED, 0, k->header, bci);
    for (const struct scope *k = b->s; k != s; k = k->caller)
        if (k->lock) (void)opt_monitor(b, OPT_EXIT_METHOD, k->lock, k->header, bci);
}
/* Goes to the handler in the frame of s. */
static void enter_handler(struct builder *b, struct scope *s, struct part *to, opt_value x)
{
    struct scope *from = b->s;
    opt_value *cur = b->cur;
    const u64 *live = b->live;
    u32 sp = b->sp, locals = s->m->max_locals;
    for (const struct scope *k = from; k != s; k = k->caller) opt_tally_threw(b, k->m);
    for (const struct scope *k = from; k != s; k = k->caller) opt_probe_threw(b, k->m);
    for (struct scope *k = from; k != s; k = k->caller) b->cur = k->behind;
    opt_value *slots = ARENA_NEW_ARRAY(b->a, opt_value, (size_t)locals + s->m->max_stack + 2);
    memcpy(slots, b->cur, locals * sizeof *slots);
    b->cur = slots;
    b->s = s;
    b->sp = 0;
    push(b, x);
    opt_go_to(b, to);
    b->s = from;
    b->cur = cur;
    b->live = live;
    b->sp = sp;
}

static void throw_to(struct builder *b, const struct place *p, const struct handler *h, opt_value x, u32 bci)
{
    leave_monitors(b, p->s, bci);
    enter_handler(b, p->s, handler_part(p->s, h), x);
}
/* Branches to the handler if h catches x; goes on where it does not. */
static void ask(struct builder *b, const struct place *p, const struct handler *h, struct class *c, opt_value x,
                u32 bci)
{
    opt_value is = add(b, OPT_INSTANCE_OF, OPT_INT, x, 0);
    node(b, is)->ptr = c;
    u32 no = go_on_if(b, is, OPT_NE, constant(b, OPT_INT, 0));
    throw_to(b, p, h, x, bci);
    b->block = no;
}

/* Builds the throw of x, which is not NULL, by the instruction at bci. */
static void throw_known(struct builder *b, opt_value x, u32 bci)
{
    struct place p = { .s = b->s, .bci = bci };
    opt_value quiet = add(b, OPT_CHECK_UNTOLD, OPT_VOID, 0, 0);
    node(b, quiet)->imm = EV_OF_EXCEPTIONS;
    node(b, quiet)->state = opt_state_at(b, bci, OPT_RARE);
    struct class *is = exact_class(b, x);
    do
        for (u32 i = 0; i < p.s->m->handler_count; i++) {
            const struct handler *h = &p.s->m->handlers[i];
            if (!covers(h, p.bci)) continue;
            bool unknown = false;
            struct class *c = caught(p.s, h, &unknown);
            if (c && is && !class_assignable(is, c)) continue;
            if (unknown || handler_part(p.s, h)->begun) {
                opt_leave_from(b, bci, unknown ? OPT_UNLINKED : OPT_RARE);
                return;
            }
            if (!c || is) {
                throw_to(b, &p, h, x, bci);
                return;
            }
            ask(b, &p, h, c, x, bci);
        }
    while (outwards(&p));
    opt_leave_from(b, bci, OPT_RARE);
}

void opt_build_throw(struct builder *b, u32 bci)
{
    opt_value x = stack_of(b)[b->sp - 1];
    if (!opt_may_catch(b->s, bci)) {
        opt_leave_from(b, bci, OPT_RARE);
        return;
    }
    (void)check_null(b, x, bci);
    throw_known(b, x, bci);
}

/* ---- exceptions of calls ---- */
enum { MOST_CATCHES = 8 };
struct catcher {
    struct scope *s;
    struct part *to;
};
/* Finds the handlers for an exception of the call. Stores the handlers that the code has to in[], and their number to
 * *in_code. Returns whether one is left out because it has seldom been reached. */
static bool find_catches(const struct builder *b, u32 bci, struct opt_catches *found, struct catcher *in, u32 *in_code)
{
    struct place p = { .s = b->s, .bci = bci, .of_call = true };
    bool seldom = false;
    do
        for (u32 i = 0; i < p.s->m->handler_count; i++) {
            const struct handler *h = &p.s->m->handlers[i];
            if (!covers(h, p.bci)) continue;
            struct part *to = handler_part(p.s, h);
            bool unknown = false, often = catches_often(p.s->m, h->handler);
            const struct class *c = caught(p.s, h, &unknown);
            seldom |= !often && !to->begun;
            if (unknown || found->count == MOST_CATCHES) return seldom;
            struct frame_catch *f = &found->all[found->count++];
            *f = (struct frame_catch){ c, FRAME_NOT_IN_CODE };
            if (often && !to->begun) {
                f->number = (i32)*in_code;
                in[(*in_code)++] = (struct catcher){ p.s, to };
            }
            if (!c) return seldom;
        }
    while (outwards(&p));
    return seldom;
}
void opt_build_catches(struct builder *b, opt_value call, u32 bci)
{
    struct catcher in[MOST_CATCHES];
    struct opt_catches *found = arena_alloc(b->a, sizeof *found + MOST_CATCHES * sizeof found->all[0]);
    u32 in_code = 0;
    found->count = 0;
    node(b, call)->cc = find_catches(b, bci, found, in, &in_code);
    if (!in_code) return;
    for (u32 i = 0; i < found->count; i++)
        if (found->all[i].type) opt_hold(b->g, found->all[i].type);
    node(b, add(b, OPT_TRIED, OPT_VOID, 0, 0))->ptr = found;
    u32 from = b->block, returned = new_block(b), threw = new_block(b);
    opt_add_edge(b->g, from, returned);
    opt_add_edge(b->g, from, threw);
    b->g->blocks[threw].rare = true;
    b->block = threw;
    opt_value x = add(b, OPT_CAUGHT, OPT_REF, 0, 0), by = in_code > 1 ? add(b, OPT_CAUGHT_BY, OPT_INT, 0, 0) : 0;
    for (u32 i = 0; i < in_code; i++) {
        u32 others = i + 1 < in_code ? go_on_if(b, by, OPT_EQ, constant(b, OPT_INT, i)) : 0;
        enter_handler(b, in[i].s, in[i].to, x);
        b->block = others;
    }
    b->block = returned;
}

/* ---- exceptions of instructions ---- */
static bool which_throw(u8 op, enum fast_throw *which)
{
    switch (op) {
    case OPT_CHECK_NULL: *which = FAST_NULL; return true;
    case OPT_CHECK_INDEX: *which = FAST_INDEX; return true;
    case OPT_CHECK_DIVISOR: *which = FAST_DIVISOR; return true;
    case OPT_CHECK_CAST: *which = FAST_CAST; return true;
    default: return false;
    }
}
bool opt_throws_often(const struct builder *b, u8 op, u32 bci)
{
    enum fast_throw which;
    return options.fast_throw && which_throw(op, &which) && throws_often(b->s->m, bci, which);
}

static void go_to_block(struct builder *b, u32 from, u32 to)
{
    b->block = from;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(b->g, from, to);
}
static opt_value zero_like(struct builder *b, opt_value x) { return constant(b, node(b, x)->type, 0); }

opt_value opt_build_thrower(struct builder *b, u8 op, opt_value x, opt_value y, struct class *c, u32 bci)
{
    enum fast_throw which = FAST_NULL;
    if (!which_throw(op, &which)) VM_UNREACHABLE();
    u32 throws, good;
    if (op == OPT_CHECK_INDEX) {
        u32 below = go_on_if(b, x, OPT_GE, constant(b, OPT_INT, 0)), above = go_on_if(b, x, OPT_LT, y);
        good = b->block;
        throws = new_block(b);
        go_to_block(b, below, throws);
        go_to_block(b, above, throws);
    } else if (op == OPT_CHECK_CAST) {
        u32 some = go_on_if(b, x, OPT_EQ, zero_like(b, x)), none = b->block;
        b->block = some;
        opt_value is = add(b, OPT_INSTANCE_OF, OPT_INT, x, 0);
        node(b, is)->ptr = c;
        throws = go_on_if(b, is, OPT_NE, zero_like(b, is));
        some = b->block;
        good = new_block(b);
        go_to_block(b, none, good);
        go_to_block(b, some, good);
    } else {
        throws = go_on_if(b, x, OPT_NE, zero_like(b, x));
        good = b->block;
    }
    b->block = throws;
    struct object *e = exception_without_trace(which);
    if (opt_may_catch(b->s, bci)) {
        opt_value thrown = constant(b, OPT_REF, (i64)(uintptr_t)e);
        opt_know(b, thrown, e);
        throw_known(b, thrown, bci);
    } else
        opt_leave_from(b, bci, OPT_RARE);
    b->block = good;
    return add(b, OPT_ANCHOR, OPT_VOID, 0, 0);
}
