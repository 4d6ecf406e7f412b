/* Places in the VM: exceptions, monitors, allocation, collections, classes, threads, intervals.
 *
 * A rule with such a place is in the list of each event that it names. A hit asks whether the place names the class of
 * the object; the answers are kept by class. Lists change with the world stopped. */
#include "base/vec.h"
#include "core/thread_life.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "meta/loader.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <stdlib.h>

static const u8 kind_of[PROBE_EVENTS] = { [PROBE_THROWN] = PROBE_THROW,
                                          [PROBE_CAUGHT] = PROBE_CATCH,
                                          [PROBE_CONTENDED] = PROBE_CONTEND,
                                          [PROBE_WAITED] = PROBE_WAIT,
                                          [PROBE_PARKED] = PROBE_PARK,
                                          [PROBE_ALLOCATED] = PROBE_ALLOC,
                                          [PROBE_COLLECTED_YOUNG] = PROBE_GC_YOUNG,
                                          [PROBE_COLLECTED_FULL] = PROBE_GC_FULL,
                                          [PROBE_CLASS_LOADED] = PROBE_CLASS_LOAD,
                                          [PROBE_THREAD_STARTED] = PROBE_THREAD_START,
                                          [PROBE_THREAD_ENDED] = PROBE_THREAD_END };

enum { ANSWERS = TINY(256, 2) };
struct probe_watch {
    struct probe *probe;
    const struct probe_rule *rule;
    u8 kind;                      /* of its places */
    _Atomic u64 answers[ANSWERS]; /* by class: serial << 1 | does a place name it; 0: none yet */
    struct probe_watch *next;
};
static struct probe_watch *watches[PROBE_EVENTS];

/* ---- hits ---- */

static bool find_answer(const struct probe_watch *w, const struct class *c)
{
    for (u32 i = 0; i < w->rule->place_count; i++) {
        const struct probe_place *place = &w->rule->places[i];
        if (place->kind != w->kind) continue;
        if (c ? probe_names_class(place, c) : !strcmp(place->cls, "*")) return true;
    }
    return false;
}
static bool names(struct probe_watch *w, const struct class *c)
{
    if (!c) return find_answer(w, c);
    _Atomic u64 *at = &w->answers[c->serial % ANSWERS];
    u64 a = atomic_load_explicit(at, memory_order_relaxed);
    if (LIKELY(a >> 1 == c->serial && a)) return a & 1;
    bool yes = find_answer(w, c);
    atomic_store_explicit(at, (u64)c->serial << 1 | yes, memory_order_relaxed);
    return yes;
}
static bool by_class(u8 kind) { return kind >= PROBE_ALLOC && kind <= PROBE_PARK; }

void probe_hit_event(struct thread *self, enum probe_event e, struct object *o, struct class *c, i64 n)
{
    struct probe_hit h = { .self = self, .elapsed = -1, .size = -1 };
    u8 kind = kind_of[e];
    if (by_class(kind) || e == PROBE_CLASS_LOADED) h.frame = frame_java(self->fp);
    if (h.frame) {
        h.method = h.frame->method;
        h.cls = h.method->owner;
    }
    if (e == PROBE_ALLOCATED || e == PROBE_CLASS_LOADED) h.cls = c;
    if (e == PROBE_ALLOCATED)
        h.size = n;
    else
        h.elapsed = n;
    if (e == PROBE_THROWN || e == PROBE_CAUGHT)
        h.ex = o;
    else
        h.obj = o;
    for (struct probe_watch *w = watches[e]; w; w = w->next)
        if (!by_class(kind) || names(w, c)) probe_run(w->probe, w->rule, &h);
}

/* ---- intervals ---- */

struct interval {
    struct probe *probe;
    const struct probe_rule *rule;
    i64 every, next;
    struct interval *behind;
};
static struct interval *intervals; /* changes with the world stopped */
static _Atomic bool clock_runs;

/* Runs what is due and says when the next one is. A beat that was missed is not made up for. The list of threads is
 * locked meanwhile, for rules that sum what all have. */
static i64 run_due(struct thread *self)
{
    IN_STATE(self, VM);
    i64 nearest = OS_FOREVER;
    threads_lock(self);
    for (struct interval *i = intervals; i; i = i->behind) {
        i64 now = os_time_monotonic_ns();
        if (i->next <= now) {
            struct probe_hit h = { .self = self, .elapsed = -1, .size = -1 };
            probe_run(i->probe, i->rule, &h);
            i->next = i->next + i->every > now ? i->next + i->every : now + i->every;
        }
        if (i->next < nearest) nearest = i->next;
    }
    threads_unlock();
    return nearest;
}
/* Removes probes that have had no reader for the time of their lease. Returns when the next one would end. */
static i64 end_leases(struct thread *self)
{
    i64 nearest = OS_FOREVER;
    for (u32 i = 0; i < PROBES_MAX; i++) {
        const struct probe *p = probes_set[i];
        i64 end = p ? atomic_load(&p->lease) : 0;
        if (!end) continue;
        if (end <= os_time_monotonic_ns())
            (void)probe_remove(self, p->id, false, PROBE_AS_TEXT, NULL);
        else if (end < nearest)
            nearest = end;
    }
    return nearest;
}
/* Code without new code at this time is dropped; 0: there is none. The clock's own. */
static i64 drop_at;
static void drop_old_code(struct thread *self)
{
    safepoint_begin(self, "Probe");
    code_drop_outdated();
    safepoint_end(self);
    code_announce_retired(self);
}
/* Probes that have been stopped go out of the code. Returns when there may be more to do. */
static i64 leave_stopped(struct thread *self)
{
    enum { LONGEST_MS = 2000 };
    for (u32 i = 0; i < PROBES_MAX; i++) {
        const struct probe *p = probes_set[i];
        if (!p || !p->stopped || !p->armed || p->left) continue;
        probe_leave(self, p->id);
        drop_at = os_time_monotonic_ns() + LONGEST_MS * 1000000ll;
    }
    if (drop_at && drop_at <= os_time_monotonic_ns() && code_outdated()) drop_old_code(self);
    if (drop_at <= os_time_monotonic_ns() || !code_outdated()) drop_at = 0;
    return drop_at ? drop_at : OS_FOREVER;
}
static void run_clock(struct thread *self, void *arg)
{
    for (;;) {
        i64 left = leave_stopped(self), lease = end_leases(self), next = run_due(self);
        if (lease < next) next = lease;
        if (left < next) next = left;
        probe_records_send(self);
        probe_clock_sleep(self, next);
    }
}
bool probe_clock_start(struct thread *self)
{
    IN_STATE(self, VM);
    bool no = false;
    if (!atomic_compare_exchange_strong(&clock_runs, &no, true)) return true;
    bool made = thread_start_hidden(self, "Probe Clock", run_clock, NULL);
    if (!made) atomic_store(&clock_runs, false);
    return made;
}
void probe_lease(struct thread *self, u32 id, i64 seconds)
{
    IN_STATE(self, VM);
    if (!probe_clock_start(self)) return;
    struct probe *p = probe_by_id(id);
    if (p) atomic_store(&p->lease, os_time_monotonic_ns() + seconds * 1000000000);
    probe_clock_wake();
}

bool probe_needs_clock(const struct probe_program *g)
{
    for (u32 i = 0; i < g->rule_count; i++) {
        if (g->rules[i].heavy) return true;
        for (u32 k = 0; k < g->rules[i].action_count; k++)
            if (g->rules[i].actions[k].kind == PROBE_A_EXIT) return true;
        for (u32 k = 0; k < g->rules[i].place_count; k++)
            if (g->rules[i].places[k].kind == PROBE_INTERVAL) return true;
    }
    return false;
}
static void add_interval(struct probe *p, const struct probe_rule *r, i64 every)
{
    struct interval *i = vm_calloc(1, sizeof *i), **at = &intervals;
    *i = (struct interval){ p, r, every, os_time_monotonic_ns() + every, NULL };
    while (*at) at = &(*at)->behind;
    *at = i;
    p->site_count++;
}
static void drop_intervals(const struct probe *p)
{
    for (struct interval **at = &intervals, *i; (i = *at) != NULL;) {
        if (i->probe != p) {
            at = &i->behind;
            continue;
        }
        *at = i->behind;
        free(i);
    }
}

/* ---- what is watched ---- */

u32 probe_watched_points(void)
{
    u32 points = 0;
    for (u32 e = 0; e < PROBE_EVENTS; e++)
        if (watches[e]) points |= (u32)POINT_EVENT << e;
    return points;
}
/* Does a probe want to know of c's allocations? */
static bool is_told(const struct class *c)
{
    for (const struct probe_watch *w = watches[PROBE_ALLOCATED]; w; w = w->next)
        if (find_answer(w, c)) return true;
    return false;
}
static void look_if_told(struct class *c, void *changed)
{
    if (!class_is_primitive(c) && is_told(c) != c->type.told) vec_push(changed, c);
}
static void update_told(bool gently)
{
    WORLD_STOPPED();
    static bool any;
    bool had_any = any;
    any = watches[PROBE_ALLOCATED] != NULL;
    if (!any && !had_any) return;
    struct vec changed = VEC_INIT;
    loader_for_each_class(look_if_told, &changed);
    code_tell_allocations((struct class *const *)changed.items, changed.count, gently);
    vec_destroy(&changed);
}
void probe_watch_linking(struct class *c)
{
    if (!is_told(c)) return;
    c->type.told = true; /* no code allocates it yet */
    heap_type_set_size(&c->type, c->type.instance_size);
}
void probe_watch_redefined(struct class *c)
{
    WORLD_STOPPED();
    if (is_told(c) != c->type.told) code_tell_allocations(&c, 1, false);
}

static void update_points(bool gently)
{
    WORLD_STOPPED();
    update_told(gently);
    event_enable(EV_PROBED_EXCEPTION, watches[PROBE_THROWN] || watches[PROBE_CAUGHT]);
}

/* At the end, so that hits run in the order in which probes were set; once for a rule, whose places are asked together.
 */
static void add_watch(struct probe *p, const struct probe_rule *r, enum probe_event e)
{
    struct probe_watch **at = &watches[e];
    for (; *at; at = &(*at)->next)
        if ((*at)->rule == r) return;
    *at = vm_calloc(1, sizeof **at);
    (*at)->probe = p;
    (*at)->rule = r;
    (*at)->kind = kind_of[e];
    p->site_count++;
}
void probe_watch(struct probe *p, bool gently)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < p->program->rule_count; i++) {
        const struct probe_rule *r = &p->program->rules[i];
        for (u32 k = 0; k < r->place_count; k++) {
            if (r->places[k].kind == PROBE_INTERVAL) add_interval(p, r, r->places[k].number);
            for (u32 e = 0; e < PROBE_EVENTS; e++)
                if (kind_of[e] == r->places[k].kind) add_watch(p, r, (enum probe_event)e);
        }
    }
    update_points(gently);
}
void probe_unwatch(struct probe *p, bool gently)
{
    WORLD_STOPPED();
    for (u32 e = 0; e < PROBE_EVENTS; e++)
        for (struct probe_watch **at = &watches[e], *w; (w = *at) != NULL;) {
            if (w->probe != p) {
                at = &w->next;
                continue;
            }
            *at = w->next;
            free(w);
        }
    drop_intervals(p);
    update_points(gently);
}
