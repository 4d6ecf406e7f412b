/* "Thread": queries, thread local storage, suspension, interruption, agent threads. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"

jvmtiError ti_get_thread_state(struct ti_env *env, struct thread *self, struct object *thread, jint *thread_state_ptr)
{
    *thread_state_ptr = (jint)tool_thread_state(self, thread);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_current_thread(struct ti_env *env, struct thread *self, jthread *thread_ptr)
{
    *thread_ptr = tool_ref(self, tool_thread_java(self));
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_all_threads(struct ti_env *env, struct thread *self, jint *threads_count_ptr, jthread **threads_ptr)
{
    struct object **threads;
    u32 n;
    if (tool_all_threads(self, &threads, &n) != TOOL_OK) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiError err = ti_refs_out(self, threads, n, threads_count_ptr, threads_ptr);
    free(threads);
    return err;
}

jvmtiError ti_get_thread_info(struct ti_env *env, struct thread *self, struct object *thread, jvmtiThreadInfo *info_ptr)
{
    struct tool_thread_info t = tool_thread_info(thread);
    char *text = t.name ? tool_string_text(t.name) : strdup("");
    if (!text) return JVMTI_ERROR_OUT_OF_MEMORY;
    info_ptr->name = text;
    info_ptr->priority = t.priority;
    info_ptr->is_daemon = t.daemon;
    bool ended = (tool_thread_state(self, thread) & JVMTI_THREAD_STATE_TERMINATED) != 0;
    info_ptr->thread_group = ended ? NULL : tool_ref(self, t.group);
    info_ptr->context_class_loader = tool_ref(self, t.context_loader);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_interrupt_thread(struct ti_env *env, struct thread *self, struct thread *thread)
{
    return tool_interrupt(self, thread) ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

/* ---- thread local storage ---- */

jvmtiError ti_set_thread_local_storage(struct ti_env *env, struct thread *self, struct thread *thread, const void *data)
{
    bool others = thread != self, alive = true;
    if (others) {
        tool_threads_lock(self);
        alive = tool_thread_listed(thread);
    }
    struct ti_thread_env *n = alive ? ti_thread_env_get(thread, env) : NULL;
    if (n) atomic_store_explicit(&n->local_storage, (void *)data, memory_order_release);
    if (others) tool_threads_unlock();
    return n ? JVMTI_ERROR_NONE : alive ? JVMTI_ERROR_OUT_OF_MEMORY : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

/* Raw: for the current thread, the usual case, it does not enter the VM. */
jvmtiError ti_get_thread_local_storage(struct ti_env *env, struct thread *self, jthread thread, void **data_ptr)
{
    struct ti_thread *tt = tool_thread_data(self);
    if (!thread || (tt && tt->ref == thread)) {
        struct ti_thread_env *n = ti_thread_env_find(self, env);
        *data_ptr = n ? atomic_load_explicit(&n->local_storage, memory_order_acquire) : NULL;
        return JVMTI_ERROR_NONE;
    }
    if (!ti_can_enter(self)) return JVMTI_ERROR_UNATTACHED_THREAD;
    struct object *pending = ti_enter(self);
    struct thread *t;
    jvmtiError err = ti_check_thread(self, thread, &t);
    if (err == JVMTI_ERROR_NONE) {
        tool_threads_lock(self);
        bool alive = tool_thread_listed(t);
        struct ti_thread_env *n = alive ? ti_thread_env_find(t, env) : NULL;
        if (alive)
            *data_ptr = n ? atomic_load_explicit(&n->local_storage, memory_order_acquire) : NULL;
        else
            err = JVMTI_ERROR_THREAD_NOT_ALIVE;
        tool_threads_unlock();
    }
    ti_leave(self, pending);
    return err;
}

/* ---- suspension ---- */

jvmtiError ti_suspend_thread(struct ti_env *env, struct thread *self, struct thread *thread)
{
    switch (tool_suspend(self, thread)) {
    case TOOL_OK: return JVMTI_ERROR_NONE;
    case TOOL_UNCHANGED: return JVMTI_ERROR_THREAD_SUSPENDED;
    default: return JVMTI_ERROR_THREAD_NOT_ALIVE;
    }
}

jvmtiError ti_resume_thread(struct ti_env *env, struct thread *self, struct thread *thread)
{
    switch (tool_resume(self, thread)) {
    case TOOL_OK: return JVMTI_ERROR_NONE;
    case TOOL_UNCHANGED: return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    default: return JVMTI_ERROR_THREAD_NOT_ALIVE;
    }
}

jvmtiError ti_suspend_thread_list(struct ti_env *env, struct thread *self, jint request_count,
                                  const jthread *request_list, jvmtiError *results)
{
    jint me = -1;
    for (jint i = 0; i < request_count; i++) {
        struct thread *t;
        results[i] = ti_check_thread(self, request_list[i], &t);
        if (results[i] != JVMTI_ERROR_NONE) continue;
        if (t != self)
            results[i] = ti_suspend_thread(env, self, t);
        else if (me >= 0)
            results[i] = JVMTI_ERROR_THREAD_SUSPENDED;
        else
            me = i; /* last, since the caller stops here until it is resumed */
    }
    if (me >= 0) results[me] = ti_suspend_thread(env, self, self);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_resume_thread_list(struct ti_env *env, struct thread *self, jint request_count,
                                 const jthread *request_list, jvmtiError *results)
{
    for (jint i = 0; i < request_count; i++) {
        struct thread *t;
        results[i] = ti_check_thread(self, request_list[i], &t);
        if (results[i] == JVMTI_ERROR_NONE) results[i] = ti_resume_thread(env, self, t);
    }
    return JVMTI_ERROR_NONE;
}

/* ---- agent threads ---- */

struct agent_start {
    struct ti_env *env;
    jvmtiStartFunction proc;
    void *arg;
};

static void run_agent_thread(struct thread *self, void *arg)
{
    struct agent_start s = *(struct agent_start *)arg;
    free(arg);
    bool in_vm = tool_in_vm(self);
    if (in_vm) tool_to_native(self);
    s.proc(ti_jvmti(s.env), tool_jni(self), s.arg);
    if (in_vm) tool_from_native(self);
}

jvmtiError ti_run_agent_thread(struct ti_env *env, struct thread *self, struct object *thread, jvmtiStartFunction proc,
                               const void *arg, jint priority)
{
    if (tool_thread_state(self, thread) != 0) return JVMTI_ERROR_INVALID_THREAD; /* started before */
    if (priority < JVMTI_THREAD_MIN_PRIORITY || priority > JVMTI_THREAD_MAX_PRIORITY)
        return JVMTI_ERROR_INVALID_PRIORITY;
    struct agent_start *s = malloc(sizeof *s);
    if (!s) return JVMTI_ERROR_OUT_OF_MEMORY;
    *s = (struct agent_start){ env, proc, (void *)arg };
    tool_thread_prepare(thread, priority);
    if (tool_start_thread(self, thread, run_agent_thread, s, true)) return JVMTI_ERROR_NONE;
    free(s);
    return JVMTI_ERROR_OUT_OF_MEMORY;
}
