/* The head of a method: the tests with which it begins, as far as some of them lead to a return. A method that is too
 * large to be inlined, or calls itself, often begins so: `if (depth == 0) return 1`, `if (known) return value`. In
 * place of the call there is the head then, and only its other way calls (opt_call.c). The call begins the method
 * again, so a head reads, computes and branches, and changes nothing but its own variables. */
#include "exec/opt/build/opt_build.h"
#include "exec/tier/profile.h"
#include "model/options.h"

enum { MOST_BYTES = 40 /* of a head */ };
static const float SHARE = 0.15F; /* of the calls return in a head that is worth it */

static bool is_resolved(const struct cp_entry *e)
{
    return atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED;
}
/* A field that is read twice: in the head and by the call. */
static bool may_be_read(const struct cp_entry *e)
{
    return is_resolved(e) && !(e->field->access & ACC_VOLATILE) &&
           !(e->field->flags & (FLD_WATCH_READ | FLD_PROBE_READ));
}
static bool is_number(const struct cp_entry *e)
{
    return e->tag == CP_INTEGER || e->tag == CP_FLOAT || e->tag == CP_LONG || e->tag == CP_DOUBLE;
}
static bool is_of_head(const struct method *m, const struct bytecode *i)
{
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    switch (i->op) {
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: return is_number(e);
    case OP_getfield:
    case OP_getstatic: return may_be_read(e);
    case OP_checkcast:
    case OP_instanceof: return is_resolved(e);
    case OP_arraylength:
    case OP_iaload:
    case OP_laload:
    case OP_faload:
    case OP_daload:
    case OP_aaload:
    case OP_baload:
    case OP_caload:
    case OP_saload: return true;
    default: break;
    }
    switch ((enum bytecode_flow)i->info->flow) {
    case BC_BRANCH:
    case BC_JUMP:
    case BC_RETURN: return true;
    case BC_NEXT: return i->info->local != BC_NO_LOCAL || i->info->does == BC_PLAIN;
    default: return false;
    }
}
static bool is_simple(const struct scope *s, const struct part *p)
{
    struct bytecode i;
    if (p->head) return false;
    for (u32 k = 0; k < p->insns; k++)
        if (!bytecode_read(&i, s->m->orig_code, s->m->code_len, s->starts[p->first + k]) || !is_of_head(s->m, &i))
            return false;
    return true;
}
static bool returns(const struct scope *s, const struct part *p)
{
    struct bytecode i;
    return bytecode_read(&i, s->m->orig_code, s->m->code_len, s->starts[p->first + p->insns - 1]) &&
           i.info->flow == BC_RETURN;
}
/* Marks the simple parts that a return of simple parts alone can be reached from. */
static void mark(struct scope *s)
{
    for (u32 k = s->order_count; k-- > 0;) {
        struct part *p = &s->parts[s->order[k]];
        if (!is_simple(s, p)) continue;
        p->of_head = returns(s, p);
        for (u32 i = 0; i < p->succ_count; i++) p->of_head |= s->parts[p->succ[i]].of_head;
    }
}
struct head {
    float returns; /* the share of calls that return in it */
    u32 rests;     /* ways that lead out of it */
    u32 bytes;
};
/* Unmarks the parts that the head does not lead to. */
static struct head measure(struct builder *b, struct scope *s)
{
    struct head h = { 0 };
    float *share = ARENA_NEW_ARRAY(b->a, float, s->part_count + 1);
    share[0] = 1;
    for (u32 k = 0; k < s->order_count; k++) {
        struct part *p = &s->parts[s->order[k]];
        float here = share[s->order[k]];
        if (here == 0) p->of_head = false;
        h.rests += here != 0 && !p->of_head;
        if (!p->of_head) continue;
        h.bytes += p->end - p->bci;
        if (!p->succ_count) h.returns += here;
        float jumps = p->succ_count > 1 ? opt_share_of_jumps(s->m, s->starts[p->first + p->insns - 1]) : 1;
        for (u32 i = 0; i < p->succ_count; i++) /* the next part comes first */
            share[p->succ[i]] += here * (p->succ_count > 1 && i == 0 ? 1 - jumps : jumps);
    }
    return h;
}
bool opt_may_have_head(const struct method *m)
{
    struct bytecode i;
    struct profile_branch p;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        if (i.bci > MOST_BYTES || !is_of_head(m, &i)) return false;
        if (i.info->flow == BC_NEXT) continue;
        return i.info->flow == BC_BRANCH && profile_branch(m, i.bci, &p) &&
               p.taken + p.not_taken > (u32)(options.profile_enough / 100);
    }
    return false;
}
bool opt_find_head(struct builder *b, struct scope *s)
{
    if (s->locks || s->m->handler_count) return false;
    mark(s);
    if (!s->parts[0].of_head) return false;
    struct head h = measure(b, s);
    return h.returns >= SHARE && h.rests == 1 && h.bytes <= MOST_BYTES;
}
