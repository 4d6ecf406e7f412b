/* -Xcheck:jvmti: the raw monitors that a thread has entered, with the place and the callback. */
#include "jvmti/core/ti_handles.h"
#include "jvmti/trace/ti_observe.h"

#include "os/os_thread.h"

/* A RawMonitorEnter without its RawMonitorExit so far. */
struct held {
    jrawMonitorID monitor;
    const void *caller;
    const struct ti_observed *inside; /* the innermost callback */
};
struct holder {
    struct held *held;
    u32 count, cap;
};

static _Thread_local struct holder *mine;
static struct os_thread_key key; /* for threads that end without having been attached */
static struct os_once once = OS_ONCE_INIT;

static void report(const struct ti_observed *o, const struct held *h, const char *fmt)
{
    char name[128];
    if (!ti_raw_monitor_name(h->monitor, name, sizeof name)) return; /* another environment has destroyed it */
    ti_misuse(o, "entered from", h->caller, fmt, name);
}

static void thread_ends(void *holder)
{
    mine = holder;
    ti_held_thread_end();
}
static void make_key(void) { VM_CHECK(os_thread_key_create(&key, thread_ends)); }

void ti_held_thread_end(void)
{
    struct holder *h = mine;
    if (!h) return;
    for (u32 i = 0; i < h->count; i++)
        report(NULL, &h->held[i], "raw monitor \"%s\" is still entered when its thread ends");
    mine = NULL;
    os_thread_key_set(key, NULL);
    free(h->held);
    free(h);
}

void ti_held_enter(const struct ti_observed *o, jrawMonitorID monitor)
{
    if (!mine) {
        os_once(&once, make_key);
        mine = vm_calloc(1, sizeof *mine);
        os_thread_key_set(key, mine);
    }
    if (mine->count == mine->cap) {
        mine->cap = mine->cap ? mine->cap * 2 : TINY(8, 1);
        mine->held = vm_realloc(mine->held, mine->cap * sizeof *mine->held);
    }
    const struct ti_observed *inside = o;
    while (inside && !inside->shape->event) inside = inside->outer;
    mine->held[mine->count++] = (struct held){ monitor, o->caller, inside };
}

void ti_held_exit(jrawMonitorID monitor, bool destroyed)
{
    if (!mine) return;
    for (u32 i = mine->count; i-- > 0;) {
        if (mine->held[i].monitor != monitor) continue;
        memmove(&mine->held[i], &mine->held[i + 1], (--mine->count - i) * sizeof *mine->held);
        if (!destroyed) return;
    }
}

void ti_held_report(const struct ti_observed *o)
{
    const struct ti_observed *around = o->outer;
    while (around && !around->shape->event) around = around->outer;
    for (u32 i = 0; mine && i < mine->count; i++) {
        if (mine->held[i].inside != o) continue;
        report(o, &mine->held[i], "the callback returns with raw monitor \"%s\" entered");
        mine->held[i].inside = around;
    }
}
