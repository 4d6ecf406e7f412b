/* The shape of a method's bytecode: basic blocks and their order, live locals, loops. */
#include "exec/opt/build/opt_build.h"
#include "thread/events.h"

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
    for (u32 k = 0; k < m->nargs; k++) set_bit(s->kept, k);
    s->starts = ARENA_NEW_ARRAY(b->a, u16, m->code_len + 1u);
    u32 count_insns = 0;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        if (s->part_at[i.bci]) {
            p = &s->parts[s->part_at[i.bci] - 1];
            p->bci = i.bci;
            p->live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
            p->written = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
            p->first = count_insns;
        }
        if (!p) return fail(b, "damaged code");
        s->starts[count_insns++] = (u16)i.bci;
        if (i.info->local != BC_NO_LOCAL && (i.info->local_access & BC_WRITTEN))
            for (u32 k = bytecode_local(&i); k < bytecode_local(&i) + 2 && k < m->max_locals; k++) {
                clear_bit(s->kept, k);
                set_bit(p->written, k);
            }
        s->locks |= i.op == OP_monitorenter;
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

/* Keeps variables alive while they are in scope, because a tool may read them, and where probes read them. */
static void show_in_scope(const struct scope *s, u32 bci, u64 *live)
{
    if (__atomic_load_n(&s->m->code[bci], __ATOMIC_RELAXED) == OP_breakpoint)
        probe_points.variables(s->m->code + bci, live);
    const struct cf_method *m = s->m->cf;
    for (u32 i = 0; m && i < m->local_count; i++) {
        const struct cf_local *l = &m->locals[i];
        if (bci < l->start || bci >= (u32)l->start + l->length) continue;
        char kind = s->m->cp->file[l->desc].u.utf8->bytes[0];
        for (u32 k = l->slot; k <= l->slot + (u32)(kind == 'J' || kind == 'D') && k < s->m->max_locals; k++)
            set_bit(live, k);
    }
}

/* Turns the locals live after the instruction into those live before it. The locals of a handler are live in all code
 * that it covers. */
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
    if (UNLIKELY(atomic_load_explicit(&locals_shown, memory_order_relaxed))) show_in_scope(s, i->bci, live);
    if (UNLIKELY(s->shows_this)) set_bit(live, 0);
}

/* See opt_build.h; `at` is indexed by bci. */
void opt_live_through(const struct scope *s, const struct part *p, const u16 *starts, u64 *live, u64 *at)
{
    struct bytecode i;
    for (u32 k = p->insns; k-- > 0;) {
        if (!bytecode_read(&i, s->m->orig_code, s->m->code_len, starts[p->first + k])) continue;
        live_before(s, &i, live);
        if (at) memcpy(at + k * (s->words + 1), live, s->words * sizeof *live);
    }
}

void opt_live_behind(const struct scope *s, const struct part *p, u64 *live)
{
    memset(live, 0, (s->words + 1) * sizeof *live);
    for (u32 i = 0; i < p->succ_count; i++)
        for (u32 w = 0; w < s->words; w++) live[w] |= s->parts[p->succ[i]].live[w];
}

/* Finds the live locals at the start of each part. */
static void find_live(struct builder *b, struct scope *s)
{
    u64 *live = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 k = s->part_count; k-- > 0;) {
            struct part *p = &s->parts[k];
            opt_live_behind(s, p, live);
            opt_live_through(s, p, s->starts, live, NULL);
            if (!s->words || memcmp(live, p->live, s->words * sizeof *live) == 0) continue;
            memcpy(p->live, live, s->words * sizeof *live);
            changed = true;
        }
    }
}

/* Gives the handlers that p's instructions may throw to, one for each *n from 0 on. Returns false after the last one.
 * The way to a handler never closes a loop, since opt_throw.c does not go to a handler whose turn has come. */
static bool next_handler(const struct scope *s, const struct part *p, u32 *n, u32 *to)
{
    while (*n < s->m->handler_count) {
        const struct handler *h = &s->m->handlers[(*n)++];
        if (h->start >= p->end || h->end <= p->bci) continue;
        *to = s->part_at[h->handler] - 1;
        return true;
    }
    return false;
}
static void order_parts(struct builder *b, struct scope *s)
{
    u32 n = s->part_count, depth = 0, count = 0;
    u8 *state = ARENA_NEW_ARRAY(b->a, u8, n + 1);
    u32 *stack = ARENA_NEW_ARRAY(b->a, u32, n + 1), *next = ARENA_NEW_ARRAY(b->a, u32, n + 1);
    u32 *post = ARENA_NEW_ARRAY(b->a, u32, n + 1), *handler = ARENA_NEW_ARRAY(b->a, u32, n + 1), t;
    stack[depth++] = 0;
    state[0] = 1;
    while (depth) {
        u32 k = stack[depth - 1];
        struct part *p = &s->parts[k];
        if (next_handler(s, p, &handler[k], &t)) {
            if (state[t] == 0) {
                state[t] = 1;
                stack[depth++] = t;
            }
        } else if (next[k] < p->succ_count) {
            t = p->succ[next[k]++];
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

/* The loop at a part, by the numbers of parts. */
struct cycle {
    const struct scope *s;
    u32 head;
    u8 *from, *in; /* reached from the head without a way back; of those, parts that lead back to the head */
};
static void go_on_from(const struct cycle *c, u32 k)
{
    const struct part *p = &c->s->parts[k];
    u32 n = 0, t, first = c->s->parts[c->head].order;
    for (u32 i = 0; i < p->succ_count; i++) c->from[p->succ[i]] |= c->s->parts[p->succ[i]].order >= first;
    while (next_handler(c->s, p, &n, &t)) c->from[t] |= c->s->parts[t].order >= first;
}
/* Does k go on to a part of the loop? head: its start counts too. */
static bool leads_into(const struct cycle *c, u32 k, bool head)
{
    const struct part *p = &c->s->parts[k];
    u32 n = 0, t;
    for (u32 i = 0; i < p->succ_count; i++)
        if (c->in[p->succ[i]] && (head || p->succ[i] != c->head)) return true;
    while (next_handler(c->s, p, &n, &t))
        if (c->in[t] && (head || t != c->head)) return true;
    return false;
}
/* Do frames come to the inner loop at k from the start of a loop around this one? Where the bytecode of a loop lies
 * behind the end of the loop that it is in, as javac puts `while` in `while`, opt_loops_around does not see the loop in
 * between, whose start is passed by then (opt_resume_inner). */
static bool is_resumed_from_outside(const struct cycle *c, u32 k)
{
    for (u32 i = 0; i < c->s->inner_count; i++) {
        const struct inner_entry *in = &c->s->inner[i];
        if (in->inner == &c->s->parts[k] && !c->in[in->outer - c->s->parts]) return true;
    }
    return false;
}
/* Is k another way into the loop than from before to its start: a part outside that goes on to one inside, or a part
 * inside where frames enter? */
static bool is_second_way(const struct cycle *c, u32 k)
{
    if (c->in[k]) return k != c->head && (c->s->parts[k].entered || is_resumed_from_outside(c, k));
    u32 order = c->s->parts[k].order;
    return order && leads_into(c, k, order > c->s->parts[c->head].order);
}
/* A part is in the loop at p if control comes from p to it, and from it to p. A second way into a loop brings other
 * values of locals that the loop does not write: all count as written. */
const u64 *opt_written_in_loop(struct builder *b, const struct scope *s, const struct part *p)
{
    struct cycle c = { s, (u32)(p - s->parts), ARENA_NEW_ARRAY(b->a, u8, s->part_count + 1),
                       ARENA_NEW_ARRAY(b->a, u8, s->part_count + 1) };
    u64 *written = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    c.from[c.head] = c.in[c.head] = 1;
    /* in this order a part comes before those that it goes on to, apart from ways back */
    for (u32 k = p->order - 1; k < s->order_count; k++)
        if (c.from[s->order[k]]) go_on_from(&c, s->order[k]);
    for (bool changed = true; changed && opt_work(b->g, s->order_count);) {
        changed = false;
        for (u32 k = s->order_count; k-- > 0;) {
            u32 at = s->order[k];
            if (!c.in[at] && c.from[at] && leads_into(&c, at, true)) changed = c.in[at] = 1;
        }
    }
    for (u32 k = 0; k < s->part_count; k++) {
        u64 all = is_second_way(&c, k) || b->g->why_not /* given up above: the loop is not known */ ? UINT64_MAX : 0;
        for (u32 w = 0; w < s->words; w++) written[w] |= c.in[k] ? s->parts[k].written[w] | all : all;
    }
    return written;
}

/* Does a return of m read `this`, for probes? Then it is a use. */
static bool is_this_probed(const struct method *m)
{
    const struct probe_light *l;
    if (LIKELY(!method_has(m, MTH_COUNTED_BODY)) || method_is_static(m)) return false;
    for (u32 i = 0; (l = probe_points.light(m, PROBE_RETURNS, i)) != NULL; i++)
        for (u32 k = 0; k < l->step_count; k++)
            if (l->steps[k].op == PROBE_S_THIS) return true;
    return false;
}

bool opt_scan(struct builder *b, struct scope *s)
{
    if (!find_parts(b, s)) return false;
    if (!s->caller) { /* the outermost arguments are in the frame, where the caller put them */
        b->g->unwritten = s->kept;
        s->kept = ARENA_NEW_ARRAY(b->a, u64, s->words + 1);
    }
    s->shows_this = has_bit(s->caller ? s->kept : b->g->unwritten, 0) && is_this_probed(s->m);
    find_live(b, s);
    order_parts(b, s);
    s->now = &s->parts[0];
    opt_find_heat(b, s, s->caller ? s->caller->now->heat : 1);
    return true;
}

u32 opt_loop_end(const struct scope *s, const struct part *p)
{
    u32 end = 0;
    for (u32 k = 0; k < s->part_count && p->head; k++)
        for (u32 i = 0; i < s->parts[k].succ_count; i++)
            if (&s->parts[s->parts[k].succ[i]] == p && s->parts[k].end > p->bci && s->parts[k].end > end)
                end = s->parts[k].end;
    return end;
}
u32 opt_loops_around(const struct scope *s, const struct part *p, struct part **around)
{
    u32 end = opt_loop_end(s, p), count = 0;
    *around = NULL;
    for (u32 k = 0; k < s->part_count; k++) {
        struct part *q = &s->parts[k];
        if (q == p || !q->head || q->bci >= p->bci || opt_loop_end(s, q) < end) continue;
        if (!count++) *around = q; /* parts are in the order of the bytecode */
    }
    return count;
}

/* The type of the local by the first instruction of p that reads it. *ends: it is read or written there. */
static u8 type_by_part(const struct scope *s, const struct part *p, u32 local, bool *ends)
{
    struct bytecode i;
    for (u32 k = 0; k < p->insns; k++) {
        if (!bytecode_read(&i, s->m->orig_code, s->m->code_len, s->starts[p->first + k])) continue;
        if (i.info->local == BC_NO_LOCAL) continue;
        bool wide = i.info->local_kind == 'J' || i.info->local_kind == 'D';
        u32 n = bytecode_local(&i);
        if (local != n && (!wide || local != n + 1)) continue;
        *ends = true;
        if (local != n + wide || !(i.info->local_access & BC_READ))
            return OPT_VOID; /* a wide value is in its upper
                                                                                      * slot */
        return i.info->local_kind == 'A' ? OPT_REF : type_of_kind((u8)i.info->local_kind);
    }
    return OPT_VOID;
}
/* Ways to handlers do not count: a variable is live in all code that a handler covers, also where it has no value. */
u8 opt_type_of_local(struct builder *b, const struct scope *s, const struct part *p, u32 local)
{
    u8 *seen = ARENA_NEW_ARRAY(b->a, u8, s->part_count + 1);
    u32 *stack = ARENA_NEW_ARRAY(b->a, u32, s->part_count + 1), depth = 0, at = (u32)(p - s->parts);
    seen[at] = 1;
    stack[depth++] = at;
    while (depth) {
        const struct part *q = &s->parts[stack[--depth]];
        bool ends = false;
        u8 type = type_by_part(s, q, local, &ends);
        if (type != OPT_VOID) return type;
        for (u32 i = 0; !ends && i < q->succ_count; i++)
            if (!seen[q->succ[i]]) seen[stack[depth++] = q->succ[i]] = 1;
    }
    return OPT_VOID;
}

const struct part *opt_loop_left(const struct scope *s, u32 from, u32 to)
{
    for (u32 k = 0; k < s->part_count; k++) {
        const struct part *p = &s->parts[k];
        if (!p->head || p->bci > from) continue;
        u32 end = opt_loop_end(s, p);
        if (from < end && (to < p->bci || to >= end)) return p;
    }
    return NULL;
}

const char *opt_descriptor_of_local(const struct method *m, u32 local)
{
    u32 n = method_is_static(m) ? 0 : 1;
    for (const char *p = m->desc->bytes + 1; *p && *p != ')'; p++) {
        if (n == local) return p;
        n += *p == 'J' || *p == 'D' ? 2 : 1;
        while (*p == '[') p++;
        if (*p == 'L') p += strcspn(p, ";");
    }
    return NULL;
}
