/* How much of a processor a probe may use. Stacks and texts cost up to some microseconds a hit: beyond the share that
 * -XX:ArgusProbeShare gives, only every nth hit of such rules is looked at, and the others are counted. Where so many
 * come that leaving them out takes more than the share, the probe runs into debt: when that is PROBE_DEBT_NS, the probe
 * is stopped, and the clock takes it out of the code. So a program loses its share and that time, however hot the place
 * is. */
#include "model/options.h"
#include "os/os_time.h"
#include "probe/probe_int.h"

enum {
    WINDOW_NS = 100000000,
    /* A window of SHORTEST_NS ends when FULL times the share of a whole one has been used up. */
    SHORTEST_NS = WINDOW_NS / 25,
    FULL = 4,
    MORE_MAX = 128, /* so many times as many are left out in the next window: a hit may take long by chance */
    MEASURED = 8,   /* each so many hits of a thread one is timed, and stands for all of them */
    EVERY_MAX = 1 << 20,
    LEFT_OUT_NS = 20,    /* about the time of a hit that is left out */
    LEFT_TOGETHER = 1024 /* so many of a thread are added at once */
};

static bool is_heavy(const struct probe_node *n)
{
    if (n->kind == PROBE_N_CALL) return n->number == PROBE_F_STACK || n->number == PROBE_F_STR;
    return n->kind == PROBE_N_VALUE && n->number == PROBE_V_THREAD;
}
static bool expression_is_heavy(const struct probe_program *g, u16 root)
{
    for (u32 i = g->nodes[root].first; i <= root; i++)
        if (is_heavy(&g->nodes[i])) return true;
    return false;
}
void probe_find_heavy(struct probe_program *g)
{
    for (u32 i = 0; i < g->rule_count; i++) {
        struct probe_rule *r = &g->rules[i];
        r->heavy = r->condition != PROBE_NONE && expression_is_heavy(g, r->condition);
        for (u32 k = 0; k < r->action_count; k++) {
            const struct probe_action *a = &r->actions[k];
            r->heavy |= a->kind >= PROBE_A_PRINT && a->kind <= PROBE_A_PRINTF;
            for (u32 n = 0; n < a->key_count; n++) r->heavy |= expression_is_heavy(g, a->keys[n]);
            for (u32 n = 0; n < a->value_count; n++) r->heavy |= expression_is_heavy(g, a->values[n]);
        }
    }
}

void probe_stop(struct probe *p, enum probe_stopped why)
{
    u8 no = PROBE_RUNS;
    if (!atomic_compare_exchange_strong(&p->stopped, &no, (u8)why)) return;
    atomic_store(&p->stopped_at, os_time_monotonic_ns());
    probe_clock_wake();
}

/* Hits that were left out took `left` ns of `allowed`. */
static void owe(struct probe *p, u64 left, u64 allowed)
{
    u64 debt = atomic_load(&p->debt) + left;
    debt = debt > allowed ? debt - allowed : 0;
    atomic_store(&p->debt, debt);
    if (debt > PROBE_DEBT_NS) probe_stop(p, PROBE_TOO_DEAR);
}
/* A window has ended in which hits took `busy` ns of `passed`: how many are to be left out in the next one? */
static void decide(struct probe *p, u64 busy, u64 left, u64 passed)
{
    u64 allowed = passed * (u64)options.probe_share / 100 + 1, every = p->every, more = busy / allowed + 1;
    owe(p, left, allowed);
    if (more > MORE_MAX) more = MORE_MAX;
    if (busy > allowed)
        p->every = (u32)(every * more < EVERY_MAX ? every * more : EVERY_MAX);
    else if (busy < allowed / 4 && every > 1)
        p->every = (u32)(every / 2);
}
/* A window that is over ends. */
static void look_at_clock(struct probe *p, i64 now)
{
    i64 window = atomic_load(&p->window);
    bool full =
        atomic_load(&p->busy) + atomic_load(&p->busy_leaving) >= FULL * (u64)WINDOW_NS / 100 * (u64)options.probe_share;
    if (now - window < (full ? SHORTEST_NS : WINDOW_NS)) return;
    if (!atomic_compare_exchange_strong(&p->window, &window, now)) return;
    u64 left = atomic_exchange(&p->busy_leaving, 0), busy = atomic_exchange(&p->busy, 0) + left;
    decide(p, busy, left, (u64)(now - window));
}
void probe_use_up(struct probe *p, u64 ns, i64 now)
{
    atomic_fetch_add(&p->busy, ns);
    look_at_clock(p, now);
}

bool probe_leaves_out(struct probe *p, struct probe_local *l)
{
    u32 every = atomic_load_explicit(&p->every, memory_order_relaxed);
    if (LIKELY(every == 1) || ++l->heavy_hits % every == 0) return false;
    probe_count(l, PROBE_LEFT_OUT);
    if (UNLIKELY(l->heavy_hits % LEFT_TOGETHER == 0) && options.probe_share) {
        atomic_fetch_add(&p->busy_leaving, LEFT_OUT_NS * LEFT_TOGETHER);
        look_at_clock(p, os_time_monotonic_ns());
    }
    return true;
}
i64 probe_measure(struct probe_local *l)
{
    return options.probe_share && l->measured++ % MEASURED == 0 ? os_time_monotonic_ns() : 0;
}
void probe_measured(struct probe *p, i64 began)
{
    i64 now = os_time_monotonic_ns();
    probe_use_up(p, (u64)(now - began) * MEASURED, now);
}
