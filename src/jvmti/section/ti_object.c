/* "Object", and what a thread holds of monitors: owned, contended, usage. */
#include "ti_functions.h"

jvmtiError ti_get_object_size(struct ti_env *env, struct thread *self, struct object *object, jlong *size_ptr)
{
    *size_ptr = (jlong)object_size(object);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_object_hash_code(struct ti_env *env, struct thread *self, struct object *object, jint *hash_code_ptr)
{
    *hash_code_ptr = object_hash(object);
    return JVMTI_ERROR_NONE;
}

static jobject thread_out(struct thread *self, const struct thread *t) { return t ? ref_local(self, t->java) : NULL; }

jvmtiError ti_get_object_monitor_usage(struct ti_env *env, struct thread *self, struct object *object,
                                       jvmtiMonitorUsage *info_ptr)
{
    struct monitor_usage u;
    memset(&u, 0, sizeof u);
    jvmtiMonitorUsage info;
    memset(&info, 0, sizeof info);
    safepoint_begin(self, "GetObjectMonitorUsage");
    monitor_usage_get(object, &u);
    info.owner = thread_out(self, u.owner);
    info.entry_count = (jint)u.entry_count;
    /* As on HotSpot `waiters` are all: those that wait to enter, and behind them those in Object.wait (JDI's
     * waitingThreads). */
    u32 n = u.waiter_count + u.notify_count;
    info.waiters = ti_alloc(n * sizeof(jthread));
    info.notify_waiters = ti_alloc(u.notify_count * sizeof(jthread));
    bool ok = info.waiters && info.notify_waiters;
    for (u32 i = 0; ok && i < u.waiter_count; i++) info.waiters[i] = thread_out(self, u.waiters[i]);
    for (u32 i = 0; ok && i < u.notify_count; i++) {
        info.notify_waiters[i] = thread_out(self, u.notify_waiters[i]);
        /* the agent may delete one and keep the other */
        info.waiters[u.waiter_count + i] = thread_out(self, u.notify_waiters[i]);
    }
    info.waiter_count = (jint)n;
    info.notify_waiter_count = (jint)u.notify_count;
    safepoint_end(self);
    free(u.waiters);
    free(u.notify_waiters);
    if (!ok) {
        free(info.waiters);
        free(info.notify_waiters);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *info_ptr = info;
    return JVMTI_ERROR_NONE;
}

/* ---- monitors of a thread, read while it is stopped ---- */

struct owned {
    struct object *o;
    i32 depth; /* -1: entered through JNI */
};
struct owned_list {
    struct owned *items;
    u32 n, cap;
    bool no_memory;
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
    if (o == atomic_load(&t->waiting_on)) return; /* given up while it waits */
    for (u32 k = 0; k < l->n; k++)
        if (l->items[k].o == o) return;
    l->items[l->n++] = (struct owned){ o, depth };
}

/* On the stopped thread: no allocation in the Java heap here. In HotSpot's order, which debuggers show: frames from the
 * top, the monitors of a frame as it entered them, then those of JNI. Each object once. */
static void collect_owned(struct thread *t, void *arg)
{
    struct owned_list *l = arg;
    l->cap = t->lock_top;
    l->items = malloc((l->cap + 1) * sizeof *l->items);
    l->no_memory = !l->items;
    if (l->no_memory) return;
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

static jvmtiError owned_monitors(struct thread *self, struct thread *thread, struct owned_list *l)
{
    memset(l, 0, sizeof *l);
    if (!handshake_run(self, thread, collect_owned, l)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    return l->no_memory ? JVMTI_ERROR_OUT_OF_MEMORY : JVMTI_ERROR_NONE;
}

jvmtiError ti_get_owned_monitor_info(struct ti_env *env, struct thread *self, struct thread *thread,
                                     jint *owned_monitor_count_ptr, jobject **owned_monitors_ptr)
{
    struct owned_list l;
    jvmtiError err = owned_monitors(self, thread, &l);
    if (err != JVMTI_ERROR_NONE) return err;
    jobject *out = ti_alloc(l.n * sizeof *out);
    for (u32 i = 0; out && i < l.n; i++) out[i] = ref_local(self, l.items[i].o);
    if (out) {
        *owned_monitor_count_ptr = (jint)l.n;
        *owned_monitors_ptr = out;
    }
    free(l.items);
    return out ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

jvmtiError ti_get_owned_monitor_stack_depth_info(struct ti_env *env, struct thread *self, struct thread *thread,
                                                 jint *monitor_info_count_ptr,
                                                 jvmtiMonitorStackDepthInfo **monitor_info_ptr)
{
    struct owned_list l;
    jvmtiError err = owned_monitors(self, thread, &l);
    if (err != JVMTI_ERROR_NONE) return err;
    jvmtiMonitorStackDepthInfo *out = ti_alloc(l.n * sizeof *out);
    for (u32 i = 0; out && i < l.n; i++)
        out[i] = (jvmtiMonitorStackDepthInfo){ ref_local(self, l.items[i].o), l.items[i].depth };
    if (out) {
        *monitor_info_count_ptr = (jint)l.n;
        *monitor_info_ptr = out;
    }
    free(l.items);
    return out ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

static void read_contended(struct thread *t, void *arg)
{
    struct object *o = atomic_load(&t->waiting_on);
    *(struct object **)arg = o ? o : atomic_load(&t->blocked_on);
}

jvmtiError ti_get_current_contended_monitor(struct ti_env *env, struct thread *self, struct thread *thread,
                                            jobject *monitor_ptr)
{
    struct object *o = NULL;
    if (!handshake_run(self, thread, read_contended, &o)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    *monitor_ptr = ref_local(self, o);
    return JVMTI_ERROR_NONE;
}
