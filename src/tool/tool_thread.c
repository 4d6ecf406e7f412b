/* Threads for tools: lists, states, control (tool_thread.h), and java.lang.Thread and ThreadGroup objects. */
#include "core/thread_life.h"
#include "tool/tool_int.h"
#include "tool/tool_object.h"

#include <stdlib.h>

#include "core/call.h"
#include "core/exception.h"
#include "os/os_time.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

enum tool_status tool_all_threads(struct thread *self, struct object ***threads, u32 *count)
{
    threads_lock(self);
    u32 n = 0;
    for (struct thread *t = threads_first(); t; t = t->next) n++;
    struct object **a = malloc((n ? n : 1) * sizeof *a);
    if (!a) {
        threads_unlock();
        return TOOL_NO_MEMORY;
    }
    n = 0;
    for (struct thread *t = threads_first(); t; t = t->next)
        if (thread_is_live(t)) a[n++] = t->java;
    threads_unlock();
    *threads = a;
    *count = n;
    return TOOL_OK;
}

/* JVMTI_THREAD_STATE_… */
enum {
    TS_ALIVE = 0x1,
    TS_TERMINATED = 0x2,
    TS_SUSPENDED = 0x100000,
    TS_INTERRUPTED = 0x200000,
    TS_IN_NATIVE = 0x400000
};

u32 tool_state_of(struct object *java, struct thread *t)
{
    THREADS_LOCKED();
    u32 s = (u32)obj_int(java, WKF(Thread_threadStatus));
    if (!t) return s;
    if (atomic_load(&t->suspended)) s |= TS_SUSPENDED;
    if (obj_byte(java, WKF(Thread_interrupted))) s |= TS_INTERRUPTED;
    struct frame *f = frame_java(t->fp);
    if (atomic_load(&t->state) == THREAD_IN_NATIVE && f && f->kind == FRAME_NATIVE) s |= TS_IN_NATIVE;
    return s;
}

u32 tool_thread_state(struct thread *self, struct object *java_thread)
{
    threads_lock(self);
    u32 s = tool_state_of(java_thread, thread_of_java(java_thread));
    threads_unlock();
    return s;
}

bool tool_thread_listed(const struct thread *t) { return thread_listed(t); }

struct thread *tool_thread_of(struct thread *self, struct object *java_thread)
{
    return java_thread == self->java ? self : thread_look_up(self, java_thread);
}

void tool_thread_want(struct thread *t, bool steps, bool methods)
{
    u32 now = atomic_load(&t->poll) & (POLL_STEP | POLL_METHODS),
        wanted = (steps ? POLL_STEP : 0) | (methods ? POLL_METHODS : 0);
    if (wanted & ~now) thread_set_poll(t, wanted & ~now);
    if (now & ~wanted) thread_clear_poll(t, now & ~wanted);
}

bool tool_thread_cpu_time(struct thread *self, struct thread *t, i64 *ns)
{
    if (t == self) {
        *ns = os_time_thread_cpu_ns();
        return true;
    }
    threads_lock(self); /* a listed thread has not ended */
    bool ok = tool_thread_listed(t) && thread_cpu_ns(t, ns);
    threads_unlock();
    return ok;
}

void tool_take_interrupt(struct thread *self)
{
    atomic_store(&self->interrupted, false);
    if (!tool_in_native(self)) return;
    thread_from_native(self);
    if (self->java) obj_set_byte(self->java, WKF(Thread_interrupted), 0);
    thread_to_native(self);
}

static enum tool_status status_of(enum suspend_status s)
{
    return s == SUSPEND_OK ? TOOL_OK : s == SUSPEND_UNCHANGED ? TOOL_UNCHANGED : TOOL_NOT_ALIVE;
}
enum tool_status tool_suspend(struct thread *self, struct thread *target)
{
    return status_of(thread_suspend(self, target));
}
enum tool_status tool_resume(struct thread *self, struct thread *target)
{
    return status_of(thread_resume(self, target));
}

/* Thread.interrupt has a Java part too: the interrupter of a channel. */
bool tool_interrupt(struct thread *self, struct thread *target)
{
    threads_lock(self);
    struct object *java = tool_thread_listed(target) ? target->java : NULL;
    threads_unlock();
    if (!java) return false;
    slot args[1] = { slot_of_ref(java) };
    java_call_virtual(self, WKM(Thread_interrupt), args);
    self->pending = NULL;
    return true;
}

bool tool_start_thread(struct thread *self, struct object *java, void (*fn)(struct thread *self, void *arg), void *arg,
                       bool agent)
{
    MAY_COLLECT(self);
    bool ok = thread_start_vm(self, java, fn, arg, agent);
    if (!ok) self->pending = NULL;
    return ok;
}

struct object *tool_new_thread(struct thread *self, const char *name)
{
    struct object *s = string_from_mutf8(self, name), *t = s ? object_new(self, WK(java_lang_Thread)) : NULL;
    if (t) java_call_args(self, WKM(Thread_init_group_name), "LLL", t, obj_ref(self->java, WKF(Thread_group)), s);
    bool ok = t && !self->pending;
    self->pending = NULL;
    return ok ? t : NULL;
}

/* ---- java.lang.Thread ---- */

struct object *tool_thread_name(const struct object *java_thread) { return obj_ref(java_thread, WKF(Thread_name)); }
i64 tool_thread_number(const struct object *java_thread) { return obj_long(java_thread, WKF(Thread_tid)); }

struct tool_thread_info tool_thread_info(const struct object *t)
{
    return (struct tool_thread_info){ .name = obj_ref(t, WKF(Thread_name)),
                                      .group = obj_ref(t, WKF(Thread_group)),
                                      .context_loader = obj_ref(t, WKF(Thread_contextClassLoader)),
                                      .priority = obj_int(t, WKF(Thread_priority)),
                                      .daemon = obj_byte(t, WKF(Thread_daemon)) != 0 };
}

void tool_thread_prepare(struct object *java_thread, i32 priority)
{
    obj_set_byte(java_thread, WKF(Thread_daemon), 1); /* an agent's thread does not keep the program running */
    obj_set_int(java_thread, WKF(Thread_priority), priority);
}

/* ---- java.lang.ThreadGroup ---- */

struct tool_group_info tool_group_info(const struct object *g)
{
    return (struct tool_group_info){ .parent = obj_ref(g, WKF(ThreadGroup_parent)),
                                     .name = obj_ref(g, WKF(ThreadGroup_name)),
                                     .max_priority = obj_int(g, WKF(ThreadGroup_maxPriority)),
                                     .daemon = obj_byte(g, WKF(ThreadGroup_daemon)) != 0 };
}

struct object *tool_top_group(const struct thread *self)
{
    struct object *g = self->java ? obj_ref(self->java, WKF(Thread_group)) : NULL;
    if (!g && thread_main && thread_main->java) g = obj_ref(thread_main->java, WKF(Thread_group));
    while (g && obj_ref(g, WKF(ThreadGroup_parent))) g = obj_ref(g, WKF(ThreadGroup_parent));
    return g;
}

/* Copies the first n elements of an array field, without NULL ones. */
static u32 elements(struct object *array, i32 n, struct object **out)
{
    u32 k = 0;
    for (i32 i = 0; array && i < n && i < array_length(array); i++)
        if (array_ref(array, i)) out[k++] = array_ref(array, i);
    return k;
}

struct object **tool_group_children(struct thread *self, struct object *group, u32 *threads, u32 *groups)
{
    /* The group's own methods change these fields under its monitor. */
    monitor_enter_by_c(self, group);
    i32 nthreads = obj_int(group, WKF(ThreadGroup_nthreads)), ngroups = obj_int(group, WKF(ThreadGroup_ngroups));
    struct object **found = malloc(((size_t)nthreads + (size_t)ngroups + 1) * sizeof *found);
    *threads = *groups = 0;
    if (found) {
        u32 all = elements(obj_ref(group, WKF(ThreadGroup_threads)), nthreads, found);
        for (u32 i = 0; i < all; i++)
            if (tool_thread_state(self, found[i]) & TS_ALIVE) found[(*threads)++] = found[i];
        *groups = elements(obj_ref(group, WKF(ThreadGroup_groups)), ngroups, found + *threads);
    }
    if (!monitor_exit_by_c(self, group)) self->pending = NULL;
    return found;
}
