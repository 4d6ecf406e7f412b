/* Rules that compiled code runs by itself (thread/probe_points.h): each has a word in every thread for its hits. What
 * code does not see, as an exit in the interpreter, goes through probe_hit.c to the tables, and a read sums both.
 *
 * Words are given out for the whole of a probe, and are 0 in all threads when it comes. Behind them lie tables of
 * counts by key (probe_keys.c), each of one action, and words of sites (probe_site.c). */
#include "cpu/x86_64/instructions.h"
#include "os/os_mem.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

static bool has_hists(u32 table) { return table >= PROBE_TABLES - PROBE_HIST_TABLES; }
static u32 table_word(u32 table)
{
    u32 hists = has_hists(table) ? table - (PROBE_TABLES - PROBE_HIST_TABLES) : 0;
    return PROBE_WORDS + table * PROBE_KEYS_WORDS + hists * PROBE_KEYS_HISTS;
}

static u32 pair_word(u32 table) { return PROBE_PAIR_FIRST + table * PROBE_PAIRS_WORDS; }

static u64 *shared; /* of threads that there was no memory for: a count may be lost */

/* The words of p are as nothing had happened yet. */
static void clear(const struct probe *p, u64 *words)
{
    if (!p || !p->lights || !words) return;
    memset(words + p->first_word, 0, p->word_count * sizeof *words);
    for (u32 i = 0; i < PROBE_TABLES; i++)
        if (p->tables_used >> i & 1) probe_keys_clear(words + table_word(i), has_hists(i));
    for (u32 i = 0; i < PROBE_PAIR_TABLES; i++)
        if (p->tables_used >> (PROBE_TABLES + i) & 1) probe_pairs_clear(words + pair_word(i));
    for (u32 i = 0; i < p->program->rule_count; i++)
        for (u32 k = 0; k < p->lights[i].sum_count; k++) {
            const struct probe_sum_up *s = &p->lights[i].sums[k];
            if (s->by) continue;
            if (s->kind == PROBE_SUM_MIN) words[s->word] = (u64)INT64_MAX;
            if (s->kind == PROBE_SUM_MAX) words[s->word] = (u64)INT64_MIN;
        }
}
enum { ROOM = PROBE_WORDS_END * sizeof(u64) + PROBE_TIMERS_MAX * sizeof(struct probe_timer) };
static void give_words(struct thread *t)
{
    if (t->probe_words) return;
    u64 *words = os_mem_map(ROOM);
    if (words) (void)os_mem_want_small_pages(words, ROOM); /* few of them are touched */
    if (!words && !shared) shared = vm_calloc(1, ROOM);
    if (!words) words = shared;
    for (u32 i = 0; i < PROBES_MAX && words != shared; i++) clear(probes_set[i], words);
    t->probe_timers = (struct probe_timer *)(void *)(words + PROBE_WORDS_END);
    t->probe_timers_end = t->probe_timers++ + PROBE_TIMERS_MAX;
    t->probe_words = words;
}
void probe_thread_listed(struct thread *t)
{
    THREADS_LOCKED();
    give_words(t);
}
void probe_light_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    if (t->probe_words) probe_sites_ended(t->probe_words);
    if (t->probe_words && t->probe_words != shared) os_mem_release(t->probe_words, ROOM);
    t->probe_words = NULL;
    t->probe_timers = t->probe_timers_end = NULL;
}

/* ---- timers ---- */

/* Frames that lie at this one or above it are gone: they were popped without a word. */
void probe_timer_begin(struct thread *self, const slot *locals, const struct method *m)
{
    struct probe_timer *at = self->probe_timers;
    if (!at) return;
    while (at[-1].locals >= locals) at--;
    if (LIKELY(at < self->probe_timers_end)) *at++ = (struct probe_timer){ locals, m, probe_ticks() };
    self->probe_timers = at;
}
i64 probe_timer_end(struct thread *self, const slot *locals, const struct method *m)
{
    struct probe_timer *at = self->probe_timers;
    u64 now = probe_ticks();
    if (!at) return -1;
    while (at[-1].locals > locals) at--;
    bool found = at[-1].locals == locals;
    at -= found;
    self->probe_timers = at;
    if (!found || at->method != m) return -1;
    u64 ticks = now > at->began ? now - at->began : 0;
    return probe_points.tick_ns != 0 ? (i64)((double)ticks * probe_points.tick_ns) : (i64)ticks;
}
bool probe_timers_full(const struct thread *self) { return self->probe_timers == self->probe_timers_end; }
static bool looks_at(const struct probe *p, const struct method *m)
{
    const struct probe_spot *spot = probe_method_of(m);
    for (u32 how = PROBE_RETURNS; spot && how <= PROBE_LEAVES; how++)
        for (const struct probe_site *s = atomic_load(&spot->at[how]); s; s = atomic_load(&s->next))
            if (s->probe == p) return true;
    return false;
}
static void keep_timers(const struct probe *but_of)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!t->probe_timers) continue;
        struct probe_timer *from = t->probe_timers_end - PROBE_TIMERS_MAX + 1, *kept = from;
        for (; from < t->probe_timers; from++)
            if (probe_is_timed(from->method) && !(but_of && looks_at(but_of, from->method))) *kept++ = *from;
        t->probe_timers = kept;
    }
}
void probe_forget_timers(void)
{
    WORLD_STOPPED();
    keep_timers(NULL);
}
void probe_forget_timers_of(const struct probe *p)
{
    WORLD_STOPPED();
    keep_timers(p);
}

/* The clock of the VM at a moment, with the processor's; the two are read at nearly the same time. */
static u64 read_both(i64 *ns)
{
    u64 best = UINT64_MAX, at = 0;
    for (u32 i = 0; i < 20; i++) {
        u64 before = cpu_ticks();
        i64 now = os_time_monotonic_ns();
        u64 took = cpu_ticks() - before;
        if (took >= best) continue;
        best = took;
        at = before + took / 2;
        *ns = now;
    }
    return at;
}
void probe_find_ticks(void)
{
    enum { MEASURED_NS = 2000000 };
    static struct os_mutex lock = OS_MUTEX_INIT; /* a leaf */
    if (!cpu_ticks_are_steady()) return;
    os_mutex_lock(&lock);
    if (probe_points.tick_ns == 0) {
        i64 from, to;
        u64 began = read_both(&from), ended;
        do ended = read_both(&to);
        while (to - from < MEASURED_NS);
        probe_points.tick_ns = (double)(to - from) / (double)(ended - began);
    }
    os_mutex_unlock(&lock);
}

/* ---- which rules ---- */

/* Counts are summed up for good: none is cleared, and all places count until the probe goes. */
static bool stays(const struct probe_program *g, u32 map)
{
    for (u32 i = 0; i < g->rule_count; i++)
        for (u32 k = 0; k < g->rules[i].action_count; k++) {
            const struct probe_action *a = &g->rules[i].actions[k];
            if (a->kind == PROBE_A_EXIT || (a->kind == PROBE_A_CLEAR && a->map == map)) return false;
        }
    return true;
}
static bool is_divisor(const struct probe_node *n) { return n->kind == PROBE_N_INT && n->number != 0; }
static i64 bits_of(double d)
{
    i64 bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}
/* Makes a step of the node. Returns false if compiled code cannot do it. Types are checked when the rule is placed. */
static bool step_of(const struct probe_program *g, const struct probe_node *n, struct probe_step *s)
{
    static const u8 binary[PROBE_OPERATORS] = {
        [PROBE_O_OR] = PROBE_S_OR,           [PROBE_O_AND] = PROBE_S_AND,         [PROBE_O_BIT_OR] = PROBE_S_BIT_OR,
        [PROBE_O_BIT_XOR] = PROBE_S_BIT_XOR, [PROBE_O_BIT_AND] = PROBE_S_BIT_AND, [PROBE_O_EQ] = PROBE_S_EQ,
        [PROBE_O_NE] = PROBE_S_NE,           [PROBE_O_LE] = PROBE_S_LE,           [PROBE_O_LT] = PROBE_S_LT,
        [PROBE_O_GE] = PROBE_S_GE,           [PROBE_O_GT] = PROBE_S_GT,           [PROBE_O_SHL] = PROBE_S_SHL,
        [PROBE_O_USHR] = PROBE_S_USHR,       [PROBE_O_SHR] = PROBE_S_SHR,         [PROBE_O_ADD] = PROBE_S_ADD,
        [PROBE_O_SUB] = PROBE_S_SUB,         [PROBE_O_MUL] = PROBE_S_MUL,         [PROBE_O_DIV] = PROBE_S_DIV,
        [PROBE_O_REM] = PROBE_S_REM,
    };
    static const u8 values[PROBE_VALUES] = { [PROBE_V_THIS] = PROBE_S_THIS,
                                             [PROBE_V_RETVAL] = PROBE_S_RESULT,
                                             [PROBE_V_OBJ] = PROBE_S_OBJECT,
                                             [PROBE_V_VALUE] = PROBE_S_VALUE,
                                             [PROBE_V_ELAPSED] = PROBE_S_ELAPSED };
    s->n = n->number;
    switch ((enum probe_node_kind)n->kind) {
    case PROBE_N_INT: s->op = PROBE_S_CONST; return true;
    case PROBE_N_DOUBLE: *s = (struct probe_step){ PROBE_S_CONST, 'D', 0, 0, bits_of(n->real) }; return true;
    case PROBE_N_ARG: s->op = PROBE_S_ARG; return true;
    case PROBE_N_VALUE:
        s->op = values[n->number];
        return s->op != 0 && (s->op != PROBE_S_ELAPSED || probe_points.tick_ns != 0);
    case PROBE_N_LOCAL:
        s->op = PROBE_S_LOCAL;
        s->n = n - g->nodes; /* until the site is known */
        return true;
    case PROBE_N_NULL: s->kind = 'L'; return true;
    case PROBE_N_CALL: s->op = PROBE_S_CLASS; return n->number == PROBE_F_CLASS;
    case PROBE_N_FIELD:
        s->op = PROBE_S_FIELD;
        s->n = n - g->nodes; /* until the site is known */
        return !n->secret;
    case PROBE_N_ELEMENT: s->op = PROBE_S_ELEMENT; return true;
    case PROBE_N_UNARY:
        s->op = n->number == PROBE_O_NEG ? PROBE_S_NEG : n->number == PROBE_O_NOT ? PROBE_S_IS_ZERO : PROBE_S_FLIP;
        return true;
    case PROBE_N_BINARY:
        s->op = binary[n->number];
        if (s->op == PROBE_S_DIV && n->type == PROBE_DOUBLE) return true;
        if (s->op == PROBE_S_DIV || s->op == PROBE_S_REM) return is_divisor(&g->nodes[n->b]);
        return s->op != 0;
    default: return false;
    }
}
static bool may_end(const struct probe_node *n) { return n->kind == PROBE_N_FIELD || n->kind == PROBE_N_ELEMENT; }
/* The nodes of an expression, and by node: the `and` or `or` of which it is the first operand, if the second one may be
 * without a value; its step. */
struct nodes {
    u32 first;
    u16 decides[PROBE_NODES_MAX], step[PROBE_NODES_MAX];
};
static void find_decisions(const struct probe_program *g, u16 root, struct nodes *x)
{
    memset(x, 0, sizeof *x);
    x->first = g->nodes[root].first;
    for (u32 i = x->first; i <= root; i++) {
        const struct probe_node *n = &g->nodes[i];
        bool decides = n->kind == PROBE_N_BINARY && (n->number == PROBE_O_OR || n->number == PROBE_O_AND);
        for (u32 k = n->a + 1u; decides && k < i; k++) /* the second operand's */
            if (may_end(&g->nodes[k])) x->decides[n->a - x->first] = (u16)i;
    }
}
/* There is room for it. */
static struct probe_step *add_step(struct probe_light *l, u8 op)
{
    struct probe_step *s = &l->steps[l->step_count++];
    *s = (struct probe_step){ .op = op };
    return s;
}
/* The steps of an expression, behind those that l has. */
static bool add_steps(const struct probe_program *g, u16 root, struct probe_light *l)
{
    struct nodes x;
    find_decisions(g, root, &x);
    u32 first = x.first, count = root - first + 1u;
    VM_CHECK(count <= PROBE_NODES_MAX);
    l->steps = vm_realloc(l->steps, (l->step_count + 2 * count) * sizeof *l->steps);
    for (u32 i = first; i <= root; i++) {
        const struct probe_node *n = &g->nodes[i];
        struct probe_step *s = add_step(l, 0);
        u16 at = x.step[i - first] = (u16)(l->step_count - 1);
        if (!step_of(g, n, s)) return false;
        if (n->a != PROBE_NONE) s->a = x.step[n->a - first];
        if (n->b != PROBE_NONE) s->b = x.step[n->b - first];
        bool decided = n->kind == PROBE_N_BINARY && x.decides[n->a - first] == i;
        if (decided) l->steps[s->a + 1].n = at;
        if (x.decides[i - first]) add_step(l, PROBE_S_DECIDED)->a = at;
    }
    return true;
}
/* A word for what has no value, if one of the steps may have none. */
static u32 word_of_missed(const struct probe_light *l, u32 first, u32 *words)
{
    for (u32 i = first; i < l->step_count; i++)
        if (probe_step_may_end(&l->steps[i])) return (*words)++;
    return 0;
}
/* The first table from `from` up to `end` that no probe has; end: there is none. */
static u32 find_table(const struct probe *p, u32 from, u32 end)
{
    u32 used = p->tables_used, i = from;
    for (u32 k = 0; k < PROBES_MAX; k++) used |= probes_set[k] ? probes_set[k]->tables_used : 0;
    while (i < end && used >> i & 1) i++;
    return i;
}
static const u8 sum_kinds[] = {
    [PROBE_A_COUNT] = PROBE_SUM_COUNT, [PROBE_A_SUM] = PROBE_SUM_ADD, [PROBE_A_AVG] = PROBE_SUM_ADD,
    [PROBE_A_MIN] = PROBE_SUM_MIN,     [PROBE_A_MAX] = PROBE_SUM_MAX, [PROBE_A_HIST] = PROBE_SUM_HIST,
    [PROBE_A_LHIST] = PROBE_SUM_AT
};
/* Two steps more: a constant, and what is made of step a and it. Returns the latter. */
static u16 add_by(struct probe_light *l, u8 op, u16 a, i64 n)
{
    add_step(l, PROBE_S_CONST)->n = n;
    u16 by = (u16)(l->step_count - 1);
    *add_step(l, 0) = (struct probe_step){ op, 0, a, by, 0 };
    return (u16)(by + 1);
}
/* What a sums up, a whole number. Of an lhist it is the number of the bucket: 0 below `low`, the last one from `high`
 * on. */
static bool add_value(const struct probe_program *g, const struct probe_action *a, struct probe_light *l)
{
    enum { MORE = 12 };
    if (!add_steps(g, a->values[0], l)) return false;
    l->steps = vm_realloc(l->steps, (l->step_count + MORE) * sizeof *l->steps);
    u16 v = (u16)(l->step_count - 1);
    if (g->nodes[a->values[0]].type != PROBE_INT) add_step(l, PROBE_S_WHOLE)->a = v;
    if (a->kind != PROBE_A_LHIST) return true;
    v = (u16)(l->step_count - 1);
    u16 within = add_by(l, PROBE_S_MAX, add_by(l, PROBE_S_MIN, v, a->high - 1), a->low - 1);
    u16 bucket = add_by(l, PROBE_S_DIV, add_by(l, PROBE_S_ADD, within, a->step - a->low), a->step);
    u16 above = add_by(l, PROBE_S_GE, v, a->high);
    *add_step(l, 0) = (struct probe_step){ PROBE_S_ADD, 0, bucket, above, 0 };
    return true;
}
/* Is the key the same at each hit of a place? M, C, or 0. */
static u8 kind_of_place(const struct probe_node *n)
{
    if (n->kind != PROBE_N_VALUE) return 0;
    return n->number == PROBE_V_METHOD ? 'M' : n->number == PROBE_V_CLASS ? 'C' : 0;
}
/* The steps of a key; some: that of a class ends without a value where there is none. */
static bool add_key(const struct probe_program *g, u16 root, bool some, struct probe_light *l)
{
    u8 kind = kind_of_place(&g->nodes[root]);
    enum { MORE = 2 }; /* here, and for a pair */
    l->steps = vm_realloc(l->steps, (l->step_count + 1 + MORE) * sizeof *l->steps);
    if (kind)
        add_step(l, PROBE_S_CONST)->kind = kind;
    else if (!add_steps(g, root, l))
        return false;
    u16 at = (u16)(l->step_count - 1);
    l->steps = vm_realloc(l->steps, (l->step_count + MORE) * sizeof *l->steps);
    if (some && l->steps[at].op == PROBE_S_CLASS) add_step(l, PROBE_S_SOME)->a = at;
    return true;
}
/* Those of the keys; the last one is by what is summed up. */
static bool add_keys(struct probe *p, const struct probe_action *a, struct probe_light *l, struct probe_sum_up *s)
{
    enum { END = PROBE_TABLES + PROBE_PAIR_TABLES };
    if (!add_key(p->program, a->keys[0], a->key_count > 1, l)) return false;
    for (u32 i = 1; i < a->key_count; i++) {
        u16 first = (u16)(l->step_count - 1);
        u32 table = find_table(p, PROBE_TABLES, END);
        if (table == END || !add_key(p->program, a->keys[i], true, l)) return false;
        u16 second = (u16)(l->step_count - 1);
        s->pairs[i - 1] = pair_word(table - PROBE_TABLES);
        *add_step(l, 0) = (struct probe_step){ PROBE_S_PAIR, 0, first, second, s->pairs[i - 1] };
        p->tables_used |= 1u << table;
    }
    s->by = l->steps[l->step_count - 1].op == PROBE_S_CLASS ? PROBE_BY_CLASS : PROBE_BY_NUMBER;
    return true;
}
/* By keys. */
static bool add_keyed(struct probe *p, const struct probe_action *a, struct probe_light *l, u32 *words)
{
    bool hist = probe_sums_words(sum_kinds[a->kind]);
    u32 table = find_table(p, hist ? PROBE_TABLES - PROBE_HIST_TABLES : 0, PROBE_TABLES);
    if (hist && probe_map_words(&p->program->maps[a->map]) > PROBE_HIST_WORDS) return false;
    struct probe_sum_up s = { .kind = sum_kinds[a->kind], .first = l->step_count, .word = table_word(table) };
    if (table == PROBE_TABLES || !add_keys(p, a, l, &s)) return false;
    s.key = (u16)(l->step_count - 1);
    if (a->kind != PROBE_A_COUNT && !add_value(p->program, a, l)) return false;
    s.step = (u16)(l->step_count - 1);
    s.end = l->step_count;
    s.missed = word_of_missed(l, s.first, words);
    p->tables_used |= 1u << table;
    l->sums[l->sum_count++] = s;
    return true;
}
/* What a sums up, without its keys. */
static bool add_sum(const struct probe_program *g, const struct probe_action *a, struct probe_light *l, u32 *words)
{
    if (a->kind == PROBE_A_COUNT) return true;
    struct probe_sum_up s = { .kind = sum_kinds[a->kind], .first = l->step_count, .word = *words };
    s.words = probe_sums_words(s.kind) ? probe_map_words(&g->maps[a->map]) : 1;
    if (!add_value(g, a, l)) return false;
    s.step = (u16)(l->step_count - 1);
    s.end = l->step_count;
    *words += s.words;
    s.missed = word_of_missed(l, s.first, words);
    l->sums[l->sum_count++] = s;
    return true;
}
static bool add_action(struct probe *p, const struct probe_action *a, struct probe_light *l, u32 *words)
{
    if (a->kind > PROBE_A_LHIST || !stays(p->program, a->map)) return false;
    return a->key_count ? add_keyed(p, a, l, words) : add_sum(p->program, a, l, words);
}
/* r as something light, with its words from *words on, which go on behind it. */
static bool make_light(struct probe *p, const struct probe_rule *r, struct probe_light *l, u32 *words)
{
    const struct probe_program *g = p->program;
    bool somewhere = false;
    for (u32 i = 0; i < r->place_count; i++) somewhere |= r->places[i].kind <= PROBE_FIELD_WRITE;
    if (!somewhere) return false;
    l->hits = l->passed = (*words)++;
    if (r->condition != PROBE_NONE) {
        l->passed = (*words)++;
        if (!add_steps(g, r->condition, l)) return false;
        l->early_steps = l->condition = l->step_count;
        l->missed = word_of_missed(l, 0, words);
    }
    bool by_site = probe_counts_by_site(g, r);
    u32 of_site = 1; /* from the site's first word on */
    if (by_site) p->by_site |= 1ull << (r - g->rules);
    for (u32 i = 0; by_site && i < r->action_count; i++)
        if (!stays(g, r->actions[i].map) || !add_sum(g, &r->actions[i], l, &of_site)) return false;
    for (u32 i = 0; !by_site && i < r->action_count; i++)
        if (!add_action(p, &r->actions[i], l, words)) return false;
    return l->step_count <= PROBE_STEPS_OF_LIGHT;
}
static void make_lights(struct probe *p, u32 first)
{
    p->word_count = 0;
    p->tables_used = 0;
    p->by_site = 0;
    for (u32 i = 0; i < p->program->rule_count; i++) {
        struct probe_light *l = &p->lights[i];
        u32 words = first + p->word_count;
        free(l->steps);
        *l = (struct probe_light){ 0 };
        u32 tables = p->tables_used;
        u64 by_site = p->by_site;
        if (make_light(p, &p->program->rules[i], l, &words)) {
            p->word_count = words - first;
            continue;
        }
        free(l->steps);
        *l = (struct probe_light){ 0 };
        p->tables_used = tables;
        p->by_site = by_site;
    }
}

/* The first word behind which `count` are free; 0: there is no such room. */
static u32 find_room(u32 count)
{
    for (u32 at = 1; at + count <= PROBE_WORDS;) {
        u32 next = at;
        for (u32 i = 0; i < PROBES_MAX; i++) {
            const struct probe *p = probes_set[i];
            if (p && p->word_count && p->first_word < at + count && at < p->first_word + p->word_count)
                next = p->first_word + p->word_count;
        }
        if (next == at) return at;
        at = next;
    }
    return 0;
}

static void end_lights(struct probe *p)
{
    for (u32 i = 0; p->lights && i < p->program->rule_count; i++) free(p->lights[i].steps);
    free(p->lights);
    p->lights = NULL;
    p->word_count = p->tables_used = 0;
    p->by_site = 0;
    vec_destroy(&p->own_sites);
}
void probe_light_begin(struct probe *p)
{
    WORLD_STOPPED();
    probe_sites_renew();
    p->lights = vm_calloc(p->program->rule_count, sizeof *p->lights);
    make_lights(p, 1);
    u32 count = p->word_count;
    p->word_count = 0;
    u32 first = count ? find_room(count) : 0;
    p->first_word = first;
    if (first)
        make_lights(p, first);
    else
        end_lights(p);
    if (!first && !probe_uses_elapsed(p->program)) return;
    for (struct thread *t = threads_first(); t; t = t->next) give_words(t);
}
void probe_light_clear(const struct probe *p)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->probe_words) {
            clear(p, t->probe_words);
            probe_sites_clear(p, t->probe_words);
        }
    probe_sites_clear(p, NULL);
}
void probe_light_end(struct probe *p)
{
    WORLD_STOPPED();
    end_lights(p);
}

/* ---- at methods ---- */

/* Does it end in bytecode? */
static bool has_returns(const struct method *m) { return !method_is_native(m) && !m->intrinsic; }
static bool is_real(char kind) { return kind == 'F' || kind == 'D'; }
/* A number of at most 64 bits. */
static bool is_whole(char kind) { return kind && strchr("ZBCSIJ", kind); }
static char kind_of_argument(const struct method *m, i64 n)
{
    const char *p = m->desc->bytes + 1, *start;
    u32 len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--)
        if (n == 0) return k;
    return 0;
}
/* A place where code is to do what l says: of a method, of an instruction, of a field. */
struct where {
    const struct probe_spot *spot;
    const struct method *m;
    enum probe_exit how;
};
/* The first letter of the type of what the step reads there; 0: it is not there, or not to be shown. */
static char kind_of_value(const struct probe_step *s, const struct where *w)
{
    bool method = w->spot->kind == PROBE_SPOT_METHOD, entry = method && w->how == PROBE_ENTERED,
         end = method && w->how == PROBE_RETURNS;
    const struct field *f = w->spot->kind == PROBE_SPOT_FIELD ? w->spot->field : NULL;
    u64 secrets = w->spot->secrets;
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_ARG: return entry && !(secrets & probe_secret_bit(s->n)) ? kind_of_argument(w->m, s->n) : 0;
    case PROBE_S_RESULT: return end && !(secrets & PROBE_SECRET_RESULT) ? (char)w->m->return_kind : 0;
    case PROBE_S_ELAPSED: return end ? 'J' : 0;
    case PROBE_S_VALUE: return f && !secrets ? (char)f->kind : 0;
    case PROBE_S_OBJECT: return f && !(f->access & ACC_STATIC) ? 'L' : 0;
    case PROBE_S_THIS: return (entry || end || w->spot->types) && !method_is_static(w->m) ? 'L' : 0;
    case PROBE_S_CONST: return s->kind == 'L' || s->kind == 'D' ? (char)s->kind : s->kind && !s->n ? 0 : 'J';
    case PROBE_S_LOCAL:
    case PROBE_S_FIELD:
    case PROBE_S_LENGTH:
    case PROBE_S_ELEMENT: return (char)s->kind;
    default: return 'J';
    }
}
static bool is_object(char kind) { return kind == 'L' || kind == '['; }
static bool is_number(char kind) { return is_whole(kind) || is_real(kind); }
/* Are the operands what the step wants? kinds: of the steps before it; 0: a class. */
static bool has_operands(const struct probe_step *s, const char *kinds)
{
    char a = kinds[s->a], b = kinds[s->b];
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_CONST:
    case PROBE_S_ARG:
    case PROBE_S_RESULT:
    case PROBE_S_VALUE:
    case PROBE_S_ELAPSED:
    case PROBE_S_THIS:
    case PROBE_S_OBJECT:
    case PROBE_S_LOCAL: return true;
    case PROBE_S_CLASS:
    case PROBE_S_FIELD:
    case PROBE_S_LENGTH: return is_object(a);
    case PROBE_S_ELEMENT: return is_object(a) && is_whole(b);
    case PROBE_S_SOME: return !a;
    case PROBE_S_MIN:
    case PROBE_S_MAX:
    case PROBE_S_PAIR: return is_whole(a) && is_whole(b);
    case PROBE_S_WHOLE:
    case PROBE_S_NEG: return is_number(a);
    case PROBE_S_EQ:
    case PROBE_S_NE: return (is_number(a) && is_number(b)) || (is_object(a) && is_object(b));
    case PROBE_S_LE:
    case PROBE_S_LT:
    case PROBE_S_GE:
    case PROBE_S_GT:
    case PROBE_S_ADD:
    case PROBE_S_SUB:
    case PROBE_S_MUL:
    case PROBE_S_DIV: return is_number(a) && is_number(b);
    default: return is_whole(a) && (s->op < PROBE_S_OR || is_whole(b));
    }
}
/* Are the values that l reads there, and numbers or objects? Natives have no doubles. */
static bool fits(const struct probe_light *l, const struct where *w)
{
    char kinds[PROBE_STEPS_OF_LIGHT];
    kinds[0] = 0; /* operands of steps that have none */
    for (u32 i = 0; i < l->step_count; i++) {
        const struct probe_step *s = &l->steps[i];
        char kind = kind_of_value(s, w);
        if ((!is_number(kind) && !is_object(kind)) || !has_operands(s, kinds)) return false;
        if (probe_step_is_real(s, kind, kinds[s->a] == 'D', kinds[s->b] == 'D')) kind = 'D';
        if (kind == 'D' && w->m && !has_returns(w->m)) return false;
        kinds[i] = s->op == PROBE_S_CLASS ? 0 : kind;
    }
    for (u32 i = 0; i < l->sum_count; i++) {
        const struct probe_sum_up *s = &l->sums[i];
        if (s->kind != PROBE_SUM_COUNT && !is_whole(kinds[s->step])) return false;
        if (s->by == PROBE_BY_NUMBER && !is_whole(kinds[s->key])) return false;
    }
    return !l->condition || is_whole(kinds[l->condition - 1]);
}
/* May a value be missing, where no number is a double? */
static bool may_miss(const struct probe_light *l)
{
    for (u32 i = 0; i < l->step_count; i++)
        if (probe_step_may_end(&l->steps[i]) && l->steps[i].op != PROBE_S_WHOLE) return true;
    return false;
}
/* The steps of the site at m's entry or exit, if compiled code can do them; else NULL. */
static const struct probe_light *light_of(const struct probe_spot *spot, struct probe_site *s, const struct method *m,
                                          enum probe_exit how)
{
    const struct probe *p = s->probe;
    if (!p->lights || (how != PROBE_ENTERED && !has_returns(m)) || !probe_loads_known(s, spot)) return NULL;
    u32 rule = (u32)(s->rule - p->program->rules);
    const struct probe_light *l = s->own || p->by_site >> rule & 1 ? s->own : &p->lights[rule];
    const struct where w = { spot, m, how };
    if (!l || !l->hits || (!has_returns(m) && may_miss(l))) return NULL;
    return fits(l, &w) ? l : NULL;
}

/* The same at the nth site of a list of an instruction, or of a field that m accesses. */
static const struct probe_light *light_in_code(const struct probe_spot *spot, struct probe_site *s, struct method *m)
{
    const struct probe *p = s->probe;
    u32 rule = (u32)(s->rule - p->program->rules);
    if (!p->lights) return NULL;
    bool by_site = p->by_site >> rule & 1;
    if (m && probe_site_asks_method(s)) s = probe_site_in(s, spot, m);
    if (!probe_loads_known(s, spot)) return NULL;
    const struct probe_light *l = s->own || by_site ? s->own : &p->lights[rule];
    const struct where w = { .spot = spot, .m = spot->method };
    return l && l->hits && fits(l, &w) ? l : NULL;
}
static const struct probe_light *nth_in_code(const void *key, bool write, struct method *m, u32 n)
{
    const struct probe_spot *spot = probe_spot_of(key);
    if (!spot) return NULL;
    for (struct probe_site *s = atomic_load_explicit(&spot->at[write], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        if (!n--) return light_in_code(spot, s, m);
    return NULL;
}
static bool heavy_in_code(const void *key, bool write, struct method *m)
{
    const struct probe_spot *spot = probe_spot_of(key);
    if (!spot) return true; /* a tool's breakpoint: C finds no probe */
    for (struct probe_site *s = atomic_load_explicit(&spot->at[write], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        if (!light_in_code(spot, s, m)) return true;
    return false;
}
const struct probe_light *probe_light_at_code(const u8 *pc, u32 n) { return nth_in_code(pc, false, NULL, n); }
const struct probe_light *probe_light_at_field(const struct field *f, bool write, struct method *m, u32 n)
{
    return nth_in_code(f, write, m, n);
}
bool probe_heavy_at_code(const u8 *pc) { return heavy_in_code(pc, false, NULL); }
bool probe_heavy_at_field(const struct field *f, bool write, struct method *m) { return heavy_in_code(f, write, m); }

u32 probe_method_flags(const struct method *m)
{
    const struct probe_spot *spot = probe_method_of(m);
    u32 flags = 0;
    for (u32 how = PROBE_ENTERED; spot && how <= PROBE_LEAVES; how++)
        for (struct probe_site *s = atomic_load(&spot->at[how]); s; s = atomic_load(&s->next)) {
            const struct probe_light *l = light_of(spot, s, m, how);
            if (!l && !has_returns(m)) return MTH_PROBED;
            flags |= MTH_COUNTED | (l && how == PROBE_ENTERED && !l->step_count ? 0 : MTH_COUNTED_BODY);
        }
    return flags;
}

bool probe_heavy_at(const struct method *m, enum probe_exit how)
{
    const struct probe_spot *spot = probe_method_of(m);
    if (!spot) return false;
    for (struct probe_site *s = atomic_load_explicit(&spot->at[how], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        if (!light_of(spot, s, m, how)) return true;
    return false;
}

bool probe_is_timed(const struct method *m)
{
    const struct probe_spot *spot = probe_method_of(m);
    return spot && atomic_load_explicit(&spot->timed, memory_order_relaxed);
}

const struct probe_light *probe_light_at(const struct method *m, enum probe_exit how, u32 n)
{
    const struct probe_spot *spot = probe_method_of(m);
    if (!spot) return NULL;
    for (struct probe_site *s = atomic_load_explicit(&spot->at[how], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        if (!n--) return light_of(spot, s, m, how);
    return NULL;
}

/* ---- sums ---- */

struct probe_table *probe_table_of_one(u32 words)
{
    struct probe_table *t = calloc(1, sizeof *t + probe_entry_size(words));
    if (!t) return NULL;
    t->used = t->room = 1;
    t->words = words;
    probe_entry_at(t, 0)->used = 1;
    return t;
}

/* Its sums as a table; NULL: it has none, or there is no memory. `missed` of those that passed had no value. */
static struct probe_table *sum_of(const struct probe_map *m, const struct probe_sum_up *s, const u64 *words, u64 passed,
                                  u64 missed)
{
    struct probe_table *t = missed < passed ? probe_table_of_one(probe_map_words(m)) : NULL;
    if (!t) return NULL;
    _Atomic u64 *to = probe_entry_at(t, 0)->words;
    u32 at = m->kind == PROBE_A_AVG;
    if (!s || at) to[0] = passed - missed;
    for (u32 i = at; s && i < t->words; i++) to[i] = __atomic_load_n(&words[s->word + i - at], __ATOMIC_RELAXED);
    return t;
}
static u64 missed_of(u32 word, const u64 *words) { return word ? __atomic_load_n(&words[word], __ATOMIC_RELAXED) : 0; }
void probe_light_add(const struct probe *p, const u64 *words, _Atomic u64 *counters,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to)
{
    const struct probe_program *g = p->program;
    for (u32 i = 0; p->lights && words && i < g->rule_count; i++) {
        const struct probe_light *l = &p->lights[i];
        if (!l->hits) continue;
        u64 passed = __atomic_load_n(&words[l->passed], __ATOMIC_ACQUIRE);
        atomic_fetch_add(&counters[PROBE_SKIPPED], missed_of(l->missed, words));
        atomic_fetch_add(&counters[PROBE_HITS],
                         l->passed == l->hits ? passed : __atomic_load_n(&words[l->hits], __ATOMIC_RELAXED));
        for (u32 k = 0, sum = 0; passed && k < g->rules[i].action_count; k++) {
            const struct probe_action *a = &g->rules[i].actions[k];
            const struct probe_sum_up *s = a->kind == PROBE_A_COUNT && !a->key_count ? NULL : &l->sums[sum++];
            bool keyed = s && s->by;
            u64 missed = s ? missed_of(s->missed, words) : 0, lost = 0;
            atomic_fetch_add(&counters[PROBE_SKIPPED], missed);
            if (keyed) lost = __atomic_load_n(&words[s->word + PROBE_KEYS_LOST], __ATOMIC_RELAXED);
            if (keyed && s->by == PROBE_BY_CLASS)
                atomic_fetch_add(&counters[PROBE_SKIPPED],
                                 __atomic_load_n(&words[s->word + PROBE_KEYS_ZERO], __ATOMIC_RELAXED));
            const struct probe_keyed by = { g, a, s };
            struct probe_table *t =
                keyed ? probe_keys_sum(words, &by, &lost) : sum_of(&g->maps[a->map], s, words, passed, missed);
            atomic_fetch_add(&counters[PROBE_LOST_KEYS], lost);
            if (!t) continue;
            t->epoch = atomic_load(&p->epochs[a->map]);
            add(to, a->map, t);
            free(t);
        }
    }
}

/* ---- classes that go ---- */

static void forget_class_in(struct probe *p, const struct class *c)
{
    for (u32 i = 0; i < p->program->rule_count; i++) {
        const struct probe_rule *r = &p->program->rules[i];
        const struct probe_light *l = &p->lights[i];
        for (u32 k = 0, sum = 0; l->hits && k < r->action_count; k++) {
            const struct probe_action *a = &r->actions[k];
            const struct probe_sum_up *s = a->kind == PROBE_A_COUNT && !a->key_count ? NULL : &l->sums[sum++];
            const struct probe_keyed by = { p->program, a, s };
            if (!s || !s->by || !probe_keys_name_classes(&by)) continue;
            for (struct thread *t = threads_first(); t; t = t->next)
                if (t->probe_words) probe_keys_take(p, t->probe_words, &by, c);
        }
    }
}
void probe_light_forget_class(const struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i] && probes_set[i]->tables_used) forget_class_in(probes_set[i], c);
}
