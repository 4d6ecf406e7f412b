/* How much of a processor a probe may use. Stacks and texts cost up to some microseconds a hit: beyond the share that
 * -XX:ArgusProbeShare gives, only every nth hit of such rules is looked at, and the others are counted. Where so many
 * come that leaving them out takes more than the share for ten seconds, the probe is stopped. */
#include "model/options.h"
#include "os/os_time.h"
#include "probe/probe_int.h"

enum {
    WINDOW_NS = 100000000,
    MEASURED = 8, /* each so many hits of a thread one is timed, and stands for all of them */
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

/* A window has ended in which hits took `busy` ns of `passed`: how many are to be left out in the next one? */
static void decide(struct probe *p, u64 busy, u64 passed)
{
    u64 allowed = passed * (u64)options.probe_share / 100 + 1, every = p->every, more = busy / allowed + 1;
    if (busy <= allowed) {
        p->full_windows = 0;
        if (busy < allowed / 4 && every > 1) p->every = (u32)(every / 2);
        return;
    }
    p->every = (u32)(every * more < EVERY_MAX ? every * more : EVERY_MAX);
    if (++p->full_windows > PROBE_FULL_WINDOWS) atomic_store(&p->exited, true);
}
void probe_use_up(struct probe *p, u64 ns, i64 now)
{
    i64 window = atomic_load(&p->window);
    u64 busy = atomic_fetch_add(&p->busy, ns) + ns;
    if (now - window < WINDOW_NS || !atomic_compare_exchange_strong(&p->window, &window, now)) return;
    atomic_fetch_sub(&p->busy, busy);
    decide(p, busy, (u64)(now - window));
}

bool probe_leaves_out(struct probe *p, struct probe_local *l)
{
    u32 every = atomic_load_explicit(&p->every, memory_order_relaxed);
    if (LIKELY(every == 1) || ++l->heavy_hits % every == 0) return false;
    probe_count(l, PROBE_LEFT_OUT);
    if (UNLIKELY(l->heavy_hits % LEFT_TOGETHER == 0) && options.probe_share)
        probe_use_up(p, LEFT_OUT_NS * LEFT_TOGETHER, os_time_monotonic_ns());
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
