/* Monitors for tools (tool_monitor.h). A thread's monitors are read while it is stopped. */
#include "tool/tool_monitor.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

void tool_monitor_usage(struct object *o, struct tool_monitor_usage *u)
{
    WORLD_STOPPED();
    struct monitor_usage found = { 0 };
    monitor_usage_get(o, &found);
    *u = (struct tool_monitor_usage){ .owner = found.owner ? found.owner->java : NULL,
                                      .entries = found.entry_count,
                                      .blocked_count = found.waiter_count,
                                      .waiting_count = found.notify_count,
                                      .blocked = found.waiters,
                                      .waiting = found.notify_waiters };
}

struct owned_list {
    struct tool_owned_monitor *items;
    u32 n;
};

static i32 depth_of(struct thread *t, const struct frame *wanted)
{
    i32 depth = 0;
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f), depth++)
        if (f == wanted) return depth;
    return -1;
}

static void add_owned(struct owned_list *l, struct thread *t, u32 i, i32 depth)
{
    struct object *o = t->locks[i].obj;
    if (o == atomic_load(&t->waiting_on)) return; /* released while it waits */
    for (u32 k = 0; k < l->n; k++)
        if (l->items[k].object == o) return;
    l->items[l->n++] = (struct tool_owned_monitor){ o, depth };
}

static void collect_owned(struct thread *t, void *arg)
{
    struct owned_list *l = arg;
    l->items = malloc(((size_t)t->lock_top + 1) * sizeof *l->items);
    if (!l->items) return;
    for (u32 end = t->lock_top, first; end > 0; end = first) {
        const struct frame *f = t->locks[end - 1].frame;
        for (first = end - 1; first > 0 && t->locks[first - 1].frame == f;) first--;
        if (!f) continue;
        i32 depth = depth_of(t, f);
        for (u32 i = first; i < end; i++) add_owned(l, t, i, depth);
    }
    for (u32 i = 0; i < t->lock_top; i++)
        if (!t->locks[i].frame) add_owned(l, t, i, -1);
}

enum tool_status tool_owned_monitors(struct thread *self, struct thread *target, struct tool_owned_monitor **out,
                                     u32 *count)
{
    struct owned_list l = { NULL, 0 };
    /* The list is in malloc'ed memory, which the collector does not know. So there is no wait after the look: not for a
     * handshake with a thread that runs, for which the world stops instead. */
    threads_lock(self);
    bool alive = tool_thread_listed(target), done = true;
    if (target == self)
        collect_owned(self, &l);
    else if (alive)
        done = handshake_try(target, collect_owned, &l);
    threads_unlock();
    if (!done) {
        safepoint_begin(self, "monitors of a thread");
        alive = tool_thread_listed(target);
        if (alive) collect_owned(target, &l);
        safepoint_end(self);
    }
    if (!alive) return TOOL_NOT_ALIVE;
    *out = l.items;
    *count = l.n;
    return l.items ? TOOL_OK : TOOL_NO_MEMORY;
}

static void read_contended(struct thread *t, void *arg)
{
    struct object *o = atomic_load(&t->waiting_on);
    *(struct object **)arg = o ? o : atomic_load(&t->blocked_on);
}

enum tool_status tool_contended_monitor(struct thread *self, struct thread *target, struct object **out)
{
    return handshake_run(self, target, read_contended, out) ? TOOL_OK : TOOL_NOT_ALIVE;
}
