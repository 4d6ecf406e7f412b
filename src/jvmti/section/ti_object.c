/* "Object", and monitors of threads: owned, contended, usage. */
#include "ti_functions.h"
#include "tool/tool_monitor.h"

jvmtiError ti_get_object_size(struct ti_env *env, struct thread *self, struct object *object, jlong *size_ptr)
{
    *size_ptr = (jlong)tool_object_size(object);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_object_hash_code(struct ti_env *env, struct thread *self, struct object *object, jint *hash_code_ptr)
{
    *hash_code_ptr = tool_object_hash(object);
    return JVMTI_ERROR_NONE;
}

static jobject thread_out(struct thread *self, const struct thread *t) { return tool_ref(self, tool_thread_java(t)); }

jvmtiError ti_get_object_monitor_usage(struct ti_env *env, struct thread *self, struct object *object,
                                       jvmtiMonitorUsage *info_ptr)
{
    struct tool_monitor_usage u;
    jvmtiMonitorUsage info;
    memset(&info, 0, sizeof info);
    tool_stop_world(self, "GetObjectMonitorUsage");
    tool_monitor_usage(object, &u);
    info.owner = tool_ref(self, u.owner);
    info.entry_count = (jint)u.entries;
    /* As on HotSpot `waiters` are all: those that wait to enter, followed by those in Object.wait (JDI's
     * waitingThreads). */
    u32 n = u.blocked_count + u.waiting_count;
    info.waiters = ti_alloc(n * sizeof(jthread));
    info.notify_waiters = ti_alloc(u.waiting_count * sizeof(jthread));
    bool ok = info.waiters && info.notify_waiters;
    for (u32 i = 0; ok && i < u.blocked_count; i++) info.waiters[i] = thread_out(self, u.blocked[i]);
    for (u32 i = 0; ok && i < u.waiting_count; i++) {
        info.notify_waiters[i] = thread_out(self, u.waiting[i]);
        /* the agent may delete one and keep the other */
        info.waiters[u.blocked_count + i] = thread_out(self, u.waiting[i]);
    }
    info.waiter_count = (jint)n;
    info.notify_waiter_count = (jint)u.waiting_count;
    tool_resume_world(self);
    free(u.blocked);
    free(u.waiting);
    if (!ok) {
        free(info.waiters);
        free(info.notify_waiters);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *info_ptr = info;
    return JVMTI_ERROR_NONE;
}

/* ---- monitors of a thread ---- */

static jvmtiError owned_monitors(struct thread *self, struct thread *thread, struct tool_owned_monitor **all, u32 *n)
{
    switch (tool_owned_monitors(self, thread, all, n)) {
    case TOOL_OK: return JVMTI_ERROR_NONE;
    case TOOL_NOT_ALIVE: return JVMTI_ERROR_THREAD_NOT_ALIVE;
    default: return JVMTI_ERROR_OUT_OF_MEMORY;
    }
}

jvmtiError ti_get_owned_monitor_info(struct ti_env *env, struct thread *self, struct thread *thread,
                                     jint *owned_monitor_count_ptr, jobject **owned_monitors_ptr)
{
    struct tool_owned_monitor *all;
    u32 n;
    jvmtiError err = owned_monitors(self, thread, &all, &n);
    if (err != JVMTI_ERROR_NONE) return err;
    jobject *out = ti_alloc(n * sizeof *out);
    for (u32 i = 0; out && i < n; i++) out[i] = tool_ref(self, all[i].object);
    if (out) {
        *owned_monitor_count_ptr = (jint)n;
        *owned_monitors_ptr = out;
    }
    free(all);
    return out ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

jvmtiError ti_get_owned_monitor_stack_depth_info(struct ti_env *env, struct thread *self, struct thread *thread,
                                                 jint *monitor_info_count_ptr,
                                                 jvmtiMonitorStackDepthInfo **monitor_info_ptr)
{
    struct tool_owned_monitor *all;
    u32 n;
    jvmtiError err = owned_monitors(self, thread, &all, &n);
    if (err != JVMTI_ERROR_NONE) return err;
    jvmtiMonitorStackDepthInfo *out = ti_alloc(n * sizeof *out);
    for (u32 i = 0; out && i < n; i++)
        out[i] = (jvmtiMonitorStackDepthInfo){ tool_ref(self, all[i].object), all[i].depth };
    if (out) {
        *monitor_info_count_ptr = (jint)n;
        *monitor_info_ptr = out;
    }
    free(all);
    return out ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

jvmtiError ti_get_current_contended_monitor(struct ti_env *env, struct thread *self, struct thread *thread,
                                            jobject *monitor_ptr)
{
    struct object *o = NULL;
    if (tool_contended_monitor(self, thread, &o) != TOOL_OK) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    *monitor_ptr = tool_ref(self, o);
    return JVMTI_ERROR_NONE;
}
