/* "Raw Monitor": recursive monitors that any native thread can use in any phase, also while the world is stopped.
 *
 * Nothing here enters the VM: a thread that waits for a raw monitor is in native code. But a suspended thread never
 * returns from RawMonitorEnter or RawMonitorWait as the owner: it releases the monitor until it is resumed. Agents rely
 * on that (libjdwp's threads report an event, then wait to be suspended).
 *
 * All monitors come from one reserved range of addresses, so any word can be tested for being a jrawMonitorID. Slots of
 * destroyed monitors are used again.
 *
 * A waiter is in the monitor's queue with an event of its own, so that Thread.interrupt can wake it. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"

#include "os/os_mem.h"
#include "os/os_thread.h"
#include "os/os_time.h"

enum { MONITOR_MAGIC = 0x6d6f6e21, MONITORS_MAX = 1 << 19, COMMIT_STEP = 64 * 1024 };

struct waiter {
    struct waiter *next;
    struct os_event *event;
    struct os_event own;
    bool notified;
};

struct ti_raw_monitor {
    _Atomic u32 magic;
    u32 depth;                   /* number of the owner's entries; only the owner accesses it */
    _Atomic i32 owner;           /* OS thread id; 0: free */
    struct os_mutex lock;        /* held while owned */
    struct waiter *first, *last; /* by the owner only */
    char *name;
    struct ti_raw_monitor *next_free;
};

static struct os_mutex table_lock = OS_MUTEX_INIT;
static char *table, *table_committed GUARDED_BY(table_lock);
static _Atomic(char *) table_used;
static struct ti_raw_monitor *free_list GUARDED_BY(table_lock);

static struct ti_raw_monitor *take_slot(void) WANTS_LOCK(table_lock)
{
    struct ti_raw_monitor *m = free_list;
    if (m) {
        free_list = m->next_free;
        return m;
    }
    size_t whole = ALIGN_UP(MONITORS_MAX * sizeof *m, (size_t)COMMIT_STEP);
    if (!table) {
        table = table_committed = os_mem_reserve(whole, 0);
        if (!table) return NULL;
        atomic_store(&table_used, table);
    }
    char *p = atomic_load(&table_used);
    if (p + sizeof *m > table + whole) return NULL;
    while (p + sizeof *m > table_committed) {
        if (!os_mem_commit(table_committed, COMMIT_STEP)) return NULL;
        table_committed += COMMIT_STEP;
    }
    atomic_store(&table_used, p + sizeof *m);
    return (struct ti_raw_monitor *)p;
}

struct ti_raw_monitor *ti_raw_monitor_check(jrawMonitorID id)
{
    char *p = (char *)id, *used = atomic_load_explicit(&table_used, memory_order_acquire);
    if (!used || p < table || p >= used || (size_t)(p - table) % sizeof(struct ti_raw_monitor)) return NULL;
    struct ti_raw_monitor *m = (struct ti_raw_monitor *)p;
    return atomic_load_explicit(&m->magic, memory_order_acquire) == MONITOR_MAGIC ? m : NULL;
}

bool ti_raw_monitor_name(jrawMonitorID id, char *out, size_t size)
{
    os_mutex_lock(&table_lock);
    struct ti_raw_monitor *m = ti_raw_monitor_check(id);
    if (m) snprintf(out, size, "%s", m->name);
    os_mutex_unlock(&table_lock);
    return m != NULL;
}

static bool mine(const struct ti_raw_monitor *m)
{
    return atomic_load_explicit(&m->owner, memory_order_relaxed) == os_thread_tid();
}

/* NOT_ANALYSED: the agent exits a raw monitor in another call than it enters it. */
static NOT_ANALYSED void enter(struct ti_raw_monitor *m)
{
    os_mutex_lock(&m->lock);
    atomic_store_explicit(&m->owner, os_thread_tid(), memory_order_relaxed);
}
static NOT_ANALYSED void leave(struct ti_raw_monitor *m)
{
    atomic_store_explicit(&m->owner, 0, memory_order_relaxed);
    os_mutex_unlock(&m->lock);
}

/* After enter(): releases the monitor while the thread is suspended. Not if the VM itself calls the agent
 * (collections), with the world stopped. */
static void stay_out_while_suspended(struct thread *self, struct ti_raw_monitor *m)
{
    while (self && UNLIKELY(tool_is_suspended(self)) && ti_can_enter(self)) {
        leave(m);
        tool_from_native(self);
        tool_to_native(self);
        enter(m);
    }
}

jvmtiError ti_create_raw_monitor(struct ti_env *env, struct thread *self, const char *name, jrawMonitorID *monitor_ptr)
{
    char *copy = strdup(name);
    if (!copy) return JVMTI_ERROR_OUT_OF_MEMORY;
    os_mutex_lock(&table_lock);
    struct ti_raw_monitor *m = take_slot();
    if (m) {
        memset(m, 0, sizeof *m);
        os_mutex_init_outer(&m->lock); /* held while owned */
        m->name = copy;
        atomic_store_explicit(&m->magic, MONITOR_MAGIC, memory_order_release);
    }
    os_mutex_unlock(&table_lock);
    if (!m) {
        free(copy);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *monitor_ptr = (jrawMonitorID)m;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_destroy_raw_monitor(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m)
{
    if (mine(m))
        leave(m); /* all entries at once */
    else if (!os_mutex_trylock(&m->lock))
        return JVMTI_ERROR_NOT_MONITOR_OWNER;
    else
        os_mutex_unlock(&m->lock);
    os_mutex_lock(&table_lock);
    atomic_store(&m->magic, 0);
    os_mutex_destroy(&m->lock);
    free(m->name);
    m->name = NULL;
    m->next_free = free_list;
    free_list = m;
    os_mutex_unlock(&table_lock);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_raw_monitor_enter(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m)
{
    if (!mine(m)) {
        enter(m);
        stay_out_while_suspended(self, m);
    }
    m->depth++;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_raw_monitor_exit(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m)
{
    if (!mine(m)) return JVMTI_ERROR_NOT_MONITOR_OWNER;
    if (--m->depth == 0) leave(m);
    return JVMTI_ERROR_NONE;
}

static void unlink_waiter(struct ti_raw_monitor *m, struct waiter *w)
{
    struct waiter **p = &m->first, *before = NULL;
    while (*p && *p != w) {
        before = *p;
        p = &(*p)->next;
    }
    if (!*p) return;
    *p = w->next;
    if (m->last == w) m->last = before;
}

static bool interrupted(const struct thread *self) { return self && tool_is_interrupted(self); }

jvmtiError ti_raw_monitor_wait(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m, jlong millis)
{
    if (!mine(m)) return JVMTI_ERROR_NOT_MONITOR_OWNER;
    i64 deadline = OS_FOREVER;
    if (millis > 0)
        deadline = os_time_deadline(os_time_monotonic_ns(),
                                    millis > INT64_MAX / OS_NS_PER_MS ? INT64_MAX : millis * OS_NS_PER_MS);
    struct waiter w = { .next = NULL, .own = OS_EVENT_INIT };
    w.event = self ? tool_wake_event(self) : &w.own; /* Thread.interrupt sets the thread's own event */
    os_event_clear(w.event);                         /* before the check, so that a later interrupt leaves its permit */
    if (interrupted(self)) {
        tool_take_interrupt(self); /* reported, so the status is cleared */
        return JVMTI_ERROR_INTERRUPT;
    }
    struct ti_thread *tt = self ? tool_thread_data(self) : NULL;
    if (UNLIKELY(tt && tt->settled) && deadline == OS_FOREVER) os_event_set(tt->settled);
    if (m->last)
        m->last->next = &w;
    else
        m->first = &w;
    m->last = &w;
    u32 depth = m->depth;
    m->depth = 0;
    leave(m);
    bool waiting = true;
    while (waiting) {
        bool in_time = os_event_wait_until(w.event, deadline);
        enter(m); /* `notified` belongs to the monitor's owner */
        waiting = in_time && !w.notified && !interrupted(self);
        if (waiting) leave(m);
    }
    if (!w.notified) unlink_waiter(m, &w);
    stay_out_while_suspended(self, m);
    m->depth = depth;
    if (!w.notified && interrupted(self)) {
        tool_take_interrupt(self); /* reported, so the status is cleared */
        return JVMTI_ERROR_INTERRUPT;
    }
    return JVMTI_ERROR_NONE;
}

static bool notify_one(struct ti_raw_monitor *m)
{
    struct waiter *w = m->first;
    if (!w) return false;
    m->first = w->next;
    if (!m->first) m->last = NULL;
    w->notified = true;
    os_event_set(w->event);
    return true;
}

jvmtiError ti_raw_monitor_notify(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m)
{
    if (!mine(m)) return JVMTI_ERROR_NOT_MONITOR_OWNER;
    notify_one(m);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_raw_monitor_notify_all(struct ti_env *env, struct thread *self, struct ti_raw_monitor *m)
{
    if (!mine(m)) return JVMTI_ERROR_NOT_MONITOR_OWNER;
    while (notify_one(m)) continue;
    return JVMTI_ERROR_NONE;
}
