/* For a compilation on a thread of its own: lets the world stop, and keeps the objects and methods that the graph
 * names. */
#include "exec/code/code_users.h"
#include "exec/opt/opt.h"
#include "exec/opt/opt_ir.h"
#include "model/options.h"
#include "os/os_time.h"
#include "thread/safepoint.h"

const char opt_stale[] = "what it stands on has changed";
const char opt_put_off[] = "a callee has not been counted yet";

static void pause_for_stress(struct thread *self)
{
    struct os_event never = OS_EVENT_INIT;
    thread_to_blocked(self);
    (void)os_event_wait_until(&never, os_time_monotonic_ns() + options.compile_pause * 1000);
    thread_from_blocked(self);
}
bool opt_may_go_on(struct opt_graph *g)
{
    if (g->why_not == opt_stale) return false;
    if (!g->polling) return true;
    if (UNLIKELY(options.compile_pause)) pause_for_stress(g->polling);
    thread_poll(g->polling);
    if (!code_user_is_stale(g->user)) return true;
    g->why_not = opt_stale;
    return false;
}

void opt_hold(struct opt_graph *g, const void *p)
{
    struct thread *t = g->polling;
    if (!t) return;
    t->held = g->held = opt_grown(&g->arena, g->held, g->held_count, &g->held_room, sizeof *g->held);
    g->held[g->held_count++] = (u64)(uintptr_t)p;
    t->held_count = g->held_count;
}
