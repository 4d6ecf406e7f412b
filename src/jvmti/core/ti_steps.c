/* ti_steps.c: see ti_steps.h. A thread's places are written by itself, or while it is stopped; they may be forgotten at
 * any time. */
#include "jvmti/core/ti_steps.h"
#include "jvmti/core/ti_event_delivery.h"

/* Method ids lie below 4 GiB, as all of class space, and are never 0. Native methods have the single place -1. */
static u64 place_of(const struct frame *f)
{
    i32 bci = tool_frame_is_java(f) ? tool_frame_bci(f) : -1;
    return (u64)(u32)bci << 32 | (u32)(uintptr_t)tool_method_id(tool_frame_method(f));
}

static bool enabled(const struct ti_env *env, const struct ti_thread_env *n)
{
    return (env->enabled | (n ? atomic_load(&n->enabled) : 0)) & TI_BIT(JVMTI_EVENT_SINGLE_STEP);
}

/* t is stopped. */
static void note_place(struct thread *t, void *arg)
{
    struct ti_env *env = arg;
    if (enabled(env, ti_thread_env_find(t, env))) return;
    const struct frame *f = tool_has_stack(t) ? tool_frame_at(t, 0) : NULL;
    struct ti_thread_env *n = f ? ti_thread_env_get(t, env) : NULL;
    if (n) atomic_store_explicit(&n->step_place, place_of(f), memory_order_relaxed);
}

void ti_steps_enabling(struct thread *self, struct ti_env *env, struct thread *thread)
{
    if (!self) return;
    if (thread) {
        (void)tool_run_on(self, thread, note_place, env); /* false: it has ended */
        return;
    }
    tool_stop_world(self, "enable steps");
    TOOL_EACH_THREAD(t) note_place(t, env);
    tool_resume_world(self);
}

static void forget_place(struct thread *t, const struct ti_env *env)
{
    struct ti_thread_env *n = ti_thread_env_find(t, env);
    if (n && !enabled(env, n)) atomic_store_explicit(&n->step_place, 0, memory_order_relaxed);
}

void ti_steps_disabled_locked(struct ti_env *env, struct thread *thread)
{
    THREADS_LOCKED();
    if (thread) {
        forget_place(thread, env);
        return;
    }
    TOOL_EACH_THREAD(t) forget_place(t, env);
}

void ti_steps_moved(struct thread *self, struct thread *thread)
{
    tool_threads_lock(self);
    struct ti_thread *tt = tool_thread_listed(thread) ? tool_thread_data(thread) : NULL;
    struct ti_thread_env *n = tt ? atomic_load_explicit(&tt->envs, memory_order_acquire) : NULL;
    for (; n; n = n->next) atomic_store_explicit(&n->step_place, 0, memory_order_relaxed);
    tool_threads_unlock();
}

/* Has the thread moved to another place, for env? Stores the place. Without memory for it: yes. */
static bool has_moved(struct ti_env *env, struct thread *self, u64 place)
{
    struct ti_thread_env *n = ti_thread_env_get(self, env);
    if (n && atomic_load_explicit(&n->step_place, memory_order_relaxed) == place) return false;
    if (n) atomic_store_explicit(&n->step_place, place, memory_order_relaxed);
    return true;
}
/* The first environment from `env` on to which this step is posted. */
static struct ti_env *next_told(struct ti_env *env, struct thread *self, u64 place)
{
    for (;;) {
        env = ti_getter(env, self, JVMTI_EVENT_SINGLE_STEP, ~(u64)0);
        if (!env || has_moved(env, self, place)) return env;
        env = env->next;
    }
}

void ti_post_single_step(struct thread *self, struct frame *f)
{
    u64 place = place_of(f);
    struct ti_env *first = next_told(atomic_load_explicit(&ti_envs, memory_order_acquire), self, place);
    if (!first) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    jmethodID id = ti_method_id(tool_frame_method(f));
    jlocation at = ti_frame_location(f);
    tool_to_native(self);
    for (struct ti_env *env = first; env; env = next_told(env->next, self, place)) {
        jvmtiEventSingleStep cb = env->callbacks.SingleStep;
        if (UNLIKELY(!cb)) continue;
        cb(ti_jvmti(env), d.jni, d.thread, id, at);
        ti_called(&d);
    }
    tool_from_native(self);
    ti_end(&d);
}
