/* What the profile says of bytecode: how much of a method runs, and how often its parts do. Decisions about calls ask
 * so (opt_call.c). */
#include "exec/opt/build/opt_build.h"
#include "exec/tier/profile.h"
#include "model/options.h"

/* After so many runs without it a way is not built. */
static u32 enough_runs(void)
{
    u32 enough = (u32)(options.profile_enough / 50);
    return enough > 100 ? 100 : enough;
}
static bool may_leave_out(const struct builder *b) { return b->g->m->given_up + 1 < OPT_MADE_AGAIN; }

u32 opt_ways_not_gone(const struct builder *b, const struct method *m, u32 bci)
{
    struct profile_branch p;
    if (!may_leave_out(b) || !profile_branch(m, bci, &p)) return 0;
    u32 enough = enough_runs();
    return !p.taken && p.not_taken > enough ? 1 : !p.not_taken && p.taken > enough ? 2 : 0;
}

static bool is_listed(const struct opt_chosen *c, u32 target)
{
    for (u32 i = 0; i < PROFILE_CLASSES; i++)
        if (c->seen.count[i] && c->seen.target[i] == target) return true;
    return false;
}
static void count_unlisted(void *ctx, u32 target)
{
    struct opt_chosen *c = ctx;
    c->unlisted += !is_listed(c, target);
}
struct opt_chosen opt_chosen_at(const struct builder *b, const struct method *m, u32 bci)
{
    struct opt_chosen c = { .all = 0 };
    if (!profile_switch(m, bci, &c.seen)) return c;
    c.all = (float)c.seen.others;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) c.all += (float)c.seen.count[i];
    struct bytecode i;
    if (c.seen.others && bytecode_read(&i, m->orig_code, m->code_len, bci))
        (void)bytecode_each_target(&i, count_unlisted, &c);
    c.enough = may_leave_out(b) && !c.seen.others && c.all > (float)enough_runs();
    return c;
}
float opt_share_of_target(const struct opt_chosen *c, u32 target)
{
    for (u32 i = 0; i < PROFILE_CLASSES; i++)
        if (c->seen.count[i] && c->seen.target[i] == target) return (float)c->seen.count[i] / c->all;
    return c->unlisted ? (float)c->seen.others / c->all / (float)c->unlisted : 0;
}

/* ---- how much of a method runs ---- */
enum { STRAIGHT = 512 /* ways that may wait */ };
struct reach {
    const struct method *m;
    u64 *seen; /* by bci */
    u16 waiting[STRAIGHT];
    u32 count;
    bool all;                 /* too many ways */
    struct opt_chosen chosen; /* of the switch whose ways are added */
};
static void reach_at(void *ctx, u32 target)
{
    struct reach *r = ctx;
    if (target >= r->m->code_len || has_bit(r->seen, target) || opt_never_chosen(&r->chosen, target)) return;
    set_bit(r->seen, target);
    if (r->count == STRAIGHT)
        r->all = true;
    else
        r->waiting[r->count++] = (u16)target;
}
/* Adds the bytes from bci to the next jump, and the ways on from there. */
static u32 walk_from(const struct builder *b, struct reach *r, u32 bci)
{
    struct bytecode i;
    u32 bytes = 0;
    for (;;) {
        if (!bytecode_read(&i, r->m->orig_code, r->m->code_len, bci)) return bytes;
        bytes += i.length;
        if (i.info->flow == BC_THROW) return 0; /* such code is left (opt_throw.c) */
        if (i.info->flow != BC_NEXT) break;
        bci += i.length;
        if (bci >= r->m->code_len || has_bit(r->seen, bci)) return bytes;
        set_bit(r->seen, bci);
    }
    u32 never = i.info->flow == BC_BRANCH ? opt_ways_not_gone(b, r->m, i.bci) : 0;
    r->chosen = i.info->flow == BC_SWITCH ? opt_chosen_at(b, r->m, i.bci) : (struct opt_chosen){ .all = 0 };
    if (i.info->flow != BC_NEXT && never != 1) (void)bytecode_each_target(&i, reach_at, r);
    if (i.info->flow == BC_BRANCH && never != 2) reach_at(r, i.bci + i.length);
    return bytes;
}
u32 opt_bytes_that_run(struct builder *b, const struct method *m)
{
    struct reach r = { .m = m, .seen = ARENA_NEW_ARRAY(b->a, u64, m->code_len / 64 + 1) };
    u32 bytes = 0;
    reach_at(&r, 0);
    while (r.count && !r.all) bytes += walk_from(b, &r, r.waiting[--r.count]);
    return r.all ? m->code_len : bytes;
}

/* ---- how often parts run ---- */
enum { TURNS = 8 /* of a loop, or fewer if its branches say so */, SELDOM = 16 };

float opt_share_of_jumps(const struct method *m, u32 bci)
{
    struct profile_branch p;
    if (!profile_branch(m, bci, &p) || !(p.taken + p.not_taken)) return 0.5F;
    return (float)p.taken / ((float)p.taken + (float)p.not_taken);
}
/* Instructions that a way back leads to run an unknown number of times. */
struct onward {
    const struct method *m;
    float *share; /* by bci: of the runs that come there */
    u32 from;
    float now;
    bool back;
    const struct opt_chosen *chosen; /* of a switch: the ways to other targets than those that it lists */
};
static void go_to(void *ctx, u32 target)
{
    struct onward *o = ctx;
    if (o->chosen && is_listed(o->chosen, target)) return;
    if (target <= o->from || target >= o->m->code_len)
        o->back = true;
    else
        o->share[target] += o->now;
}
/* The ways of a switch, which runs in so great a share. Without a profile each way is as likely as the switch. */
static void go_to_targets(struct onward *o, const struct opt_chosen *c, const struct bytecode *i, float here)
{
    o->now = here;
    if (c->all > 0) {
        o->chosen = NULL;
        for (u32 k = 0; k < PROFILE_CLASSES; k++) {
            o->now = here * ((float)c->seen.count[k] / c->all);
            if (c->seen.count[k]) go_to(o, c->seen.target[k]);
        }
        o->now = c->unlisted ? here * ((float)c->seen.others / c->all / (float)c->unlisted) : 0;
        o->chosen = c;
    }
    if (c->all == 0 || c->seen.others) (void)bytecode_each_target(i, go_to, o);
    o->chosen = NULL;
}
u32 opt_bytes_of_a_run(struct builder *b, const struct method *m)
{
    struct bytecode i;
    struct onward o = { .m = m, .share = ARENA_NEW_ARRAY(b->a, float, m->code_len + 1) };
    float bytes = 0;
    o.share[0] = 1;
    for (u32 at = 0; at < m->code_len; at += i.length) {
        if (!bytecode_read(&i, m->orig_code, m->code_len, at) || i.info->flow == BC_RET) return m->code_len;
        float here = o.share[at];
        bytes += here * (float)i.length;
        if (i.info->flow == BC_NEXT) o.share[at + i.length] += here;
        if (i.info->flow == BC_NEXT || i.info->flow == BC_RETURN || i.info->flow == BC_THROW || here == 0) continue;
        float jumps = i.info->flow == BC_BRANCH ? opt_share_of_jumps(m, at) : 1;
        o.from = at;
        o.now = here * jumps;
        struct opt_chosen chosen;
        if (i.info->flow == BC_SWITCH) {
            chosen = opt_chosen_at(b, m, at);
            go_to_targets(&o, &chosen, &i, here);
        } else
            (void)bytecode_each_target(&i, go_to, &o);
        if (i.info->flow == BC_BRANCH) o.share[at + i.length] += here * (1 - jumps);
        if (o.back) return m->code_len;
    }
    return (u32)bytes;
}
/* Of the branches of a loop, and in loops in it. */
struct loop_counts {
    u64 turns, ways_out; /* ways_out 0: not known */
};
static struct loop_counts loop_counts(const struct scope *s, const struct part *p)
{
    u32 end = opt_loop_end(s, p);
    struct loop_counts c = { 0 };
    struct bytecode i;
    struct profile_branch counts;
    for (u32 at = p->bci; at < end && bytecode_read(&i, s->m->orig_code, s->m->code_len, at); at += i.length) {
        if (i.info->flow != BC_BRANCH || !profile_branch(s->m, at, &counts)) continue;
        u32 to = bytecode_target(&i);
        u64 all = (u64)counts.taken + counts.not_taken;
        if (all > c.turns) c.turns = all;
        if (to < p->bci || to >= end) c.ways_out += counts.taken;
        if (at + i.length >= end) c.ways_out += counts.not_taken;
    }
    return c;
}
/* Adds the heat of a way from f to t. A way out of a loop is as hot as the way into it. */
static void add_heat(const struct scope *s, const struct part *f, struct part *t, float heat)
{
    if (t->order <= f->order) return; /* the way back to a loop's start */
    const struct part *left = s->loops ? opt_loop_left(s, f->bci, t->bci) : NULL;
    t->heat += left && heat < left->before ? left->before : heat;
}
/* Each target once, as keys of a switch may have one in common. */
static void spread_chosen(const struct scope *s, struct part *p, const struct opt_chosen *c)
{
    for (u32 n = 0; n < p->succ_count; n++) {
        u32 k = 0;
        while (p->succ[k] != p->succ[n]) k++;
        struct part *t = &s->parts[p->succ[n]];
        if (k == n) add_heat(s, p, t, p->heat * opt_share_of_target(c, t->bci));
    }
}
static void spread_heat(const struct builder *b, const struct scope *s, struct part *p)
{
    struct bytecode i;
    u32 last = s->starts[p->first + p->insns - 1];
    bool read = bytecode_read(&i, s->m->orig_code, s->m->code_len, last), branches = read && i.info->flow == BC_BRANCH;
    if (read && i.info->flow == BC_SWITCH) {
        struct opt_chosen c = opt_chosen_at(b, s->m, last);
        if (c.all > 0) {
            spread_chosen(s, p, &c);
            return;
        }
    }
    float jumps = branches ? opt_share_of_jumps(s->m, last) : 1; /* each way of a switch that was not counted */
    for (u32 n = 0; n < p->succ_count; n++)                      /* the next part comes first */
        add_heat(s, p, &s->parts[p->succ[n]], p->heat * (branches && n == 0 ? 1 - jumps : jumps));
}
static float turns_of(const struct scope *s, const struct part *p)
{
    struct loop_counts c = loop_counts(s, p);
    return c.ways_out && c.turns < TURNS * c.ways_out ? (float)c.turns / (float)c.ways_out : TURNS;
}
void opt_find_heat(const struct builder *b, struct scope *s, float heat)
{
    for (u32 k = 0; k < s->order_count; k++) {
        s->parts[s->order[k]].order = k + 1;
        s->loops |= s->parts[s->order[k]].head;
    }
    s->parts[0].heat = heat;
    for (u32 k = 0; k < s->order_count; k++) {
        struct part *p = &s->parts[s->order[k]];
        if (p->heat == 0) p->heat = heat / SELDOM; /* a handler */
        p->before = p->heat;
        if (p->head) p->heat *= turns_of(s, p);
        spread_heat(b, s, p);
    }
}
u32 opt_heat_of(float heat)
{
    float of_thousand = heat * 1000;
    if (of_thousand < 1) return heat > 0; /* 0 says that it is not known */
    return of_thousand < 1e9F ? (u32)of_thousand : (u32)1e9;
}

/* ---- loops ---- */
enum { FEW_TURNS = 1000 };
bool opt_has_few_turns(const struct scope *s, const struct part *p)
{
    struct loop_counts c = loop_counts(s, p);
    return c.ways_out && c.turns / c.ways_out < FEW_TURNS;
}
