/* The head of a method: the tests of its arguments with which it begins, as far as some of them lead to a return. A
 * method that is too large to be inlined, or calls itself, often begins so: `if (depth == 0) return 1`. In place of the
 * call there is the head then, and only its other way calls (opt_call.c). The call begins the method again, so a head
 * computes and branches; it neither leaves nor changes anything. */
#include "exec/opt/build/opt_build.h"
#include "exec/tier/profile.h"
#include "model/options.h"

enum { MOST_BYTES = 40 /* of a head */ };
static const float SHARE = 0.15F; /* of the calls return in a head that is worth it */

static bool is_of_head(const struct bytecode *i)
{
    switch ((enum bytecode_flow)i->info->flow) {
    case BC_BRANCH:
    case BC_JUMP:
    case BC_RETURN: return true;
    case BC_NEXT:
        if (i->info->local != BC_NO_LOCAL) return !(i->info->local_access & BC_WRITTEN);
        return i->info->does == BC_PLAIN && !i->info->throws;
    default: return false;
    }
}
static bool is_simple(const struct scope *s, const struct part *p)
{
    struct bytecode i;
    if (p->head) return false;
    for (u32 k = 0; k < p->insns; k++)
        if (!bytecode_read(&i, s->m->orig_code, s->m->code_len, s->starts[p->first + k]) || !is_of_head(&i))
            return false;
    return true;
}
static bool returns(const struct scope *s, const struct part *p)
{
    struct bytecode i;
    return bytecode_read(&i, s->m->orig_code, s->m->code_len, s->starts[p->first + p->insns - 1]) &&
           i.info->flow == BC_RETURN;
}
/* Marks the simple parts that a return of simple parts alone can be reached from. Returns their bytes. */
static u32 mark(struct scope *s)
{
    u32 bytes = 0;
    for (u32 k = s->order_count; k-- > 0;) {
        struct part *p = &s->parts[s->order[k]];
        if (!is_simple(s, p)) continue;
        p->of_head = returns(s, p);
        for (u32 i = 0; i < p->succ_count; i++) p->of_head |= s->parts[p->succ[i]].of_head;
        if (p->of_head) bytes += p->end - p->bci;
    }
    return bytes;
}
/* The share of calls that return in the head. Unmarks the parts that the head does not lead to. */
static float share_of_returns(struct builder *b, struct scope *s, u32 *rests)
{
    float *share = ARENA_NEW_ARRAY(b->a, float, s->part_count + 1), sum = 0;
    share[0] = 1;
    *rests = 0;
    for (u32 k = 0; k < s->order_count; k++) {
        struct part *p = &s->parts[s->order[k]];
        float here = share[s->order[k]];
        if (here == 0) p->of_head = false;
        *rests += here != 0 && !p->of_head;
        if (!p->of_head) continue;
        if (!p->succ_count) sum += here;
        float jumps = p->succ_count > 1 ? opt_share_of_jumps(s->m, s->starts[p->first + p->insns - 1]) : 1;
        for (u32 i = 0; i < p->succ_count; i++) /* the next part comes first */
            share[p->succ[i]] += here * (p->succ_count > 1 && i == 0 ? 1 - jumps : jumps);
    }
    return sum;
}
bool opt_may_have_head(const struct method *m)
{
    struct bytecode i;
    struct profile_branch p;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        if (i.bci > MOST_BYTES || !is_of_head(&i)) return false;
        if (i.info->flow == BC_NEXT) continue;
        return i.info->flow == BC_BRANCH && profile_branch(m, i.bci, &p) &&
               p.taken + p.not_taken > (u32)(options.profile_enough / 100);
    }
    return false;
}
bool opt_find_head(struct builder *b, struct scope *s)
{
    const struct part *first = &s->parts[0];
    u32 rests, bytes = s->locks || s->m->handler_count ? 0 : mark(s);
    if (!first->of_head || !bytes || bytes > MOST_BYTES) return false;
    return share_of_returns(b, s, &rests) >= SHARE && rests == 1;
}
