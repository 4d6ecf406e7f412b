/* "Event Management": modes, callbacks, and the masks that the event paths read.
 *
 * An event reaches an environment if it is enabled there (for all threads, or for this one), its callback is set, the
 * capability is held and the phase allows it. The last three make `deliverable`. The masks are recomputed whenever an
 * input changes. So posting is a test of one bit, and the VM's event points are on exactly while an environment can get
 * the event. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_steps.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_functions.h"
#include "ti_tables.h"
#include "tool/tool_heap.h"

/* The VM's event point for each event; EV_COUNT: none (phases, which boot/ reports). */
static enum event_point point_of(u32 event) { return (enum event_point)ti_event_points[event - TI_EVENT_FIRST]; }

static size_t sampling_interval = 512 * 1024;

/* The events that the phase allows. ClassFileLoadHook may come before the start phase only if that was requested. */
static u64 in_phase(const struct ti_env *env)
{
    switch (atomic_load(&vm_phase)) {
    case VM_PRIMORDIAL: {
        if (env->early_start) return TI_EVENTS_IN_START;
        u64 m = TI_EVENTS_IN_ANY;
        if (!env->caps.can_generate_early_class_hook_events || !env->caps.can_generate_all_class_hook_events)
            m &= ~TI_BIT(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
        return m;
    }
    case VM_START: return TI_EVENTS_IN_START;
    case VM_LIVE: return TI_EVENTS_ALL;
    default: return 0;
    }
}

static u64 with_callback(const struct ti_env *env)
{
    void *const *callbacks = (void *const *)&env->callbacks;
    u64 m = 0;
    for (u32 e = TI_EVENT_FIRST; e <= TI_EVENT_LAST; e++)
        if (callbacks[e - TI_EVENT_FIRST]) m |= TI_BIT(e);
    return m;
}

/* Steps and method events cost only the threads for which they are enabled: these get poll bits one by one. Under
 * threads_lock. */
enum {
    STEPS = TI_BIT(JVMTI_EVENT_SINGLE_STEP),
    METHODS = TI_BIT(JVMTI_EVENT_METHOD_ENTRY) | TI_BIT(JVMTI_EVENT_METHOD_EXIT)
};
static void tell_threads(void)
{
    TOOL_EACH_THREAD(t)
    {
        u64 wanted = 0;
        for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
            struct ti_thread_env *n = ti_thread_env_find(t, env);
            if (n)
                wanted |=
                    atomic_load(&n->enabled) & atomic_load(&env->deliverable) & ~(env->method_filter ? METHODS : 0);
        }
        tool_thread_want(t, (wanted & STEPS) != 0, (wanted & METHODS) != 0);
    }
}

/* The masks are up to date. The only environment that has the event on for some thread, without filters; NULL: there is
 * none. */
static struct ti_env *only_one(u64 bit)
{
    LOCK_HELD(&ti_lock);
    struct ti_env *only = NULL;
    if (atomic_load(&ti_filtered_events) & bit) return NULL;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        if (!((atomic_load(&env->on) | atomic_load(&env->on_somewhere)) & bit)) continue;
        if (only) return NULL;
        only = env;
    }
    return only;
}
/* May tell_method.h tell of t what it is asked to tell? Each of the two events that has an only environment must be on
 * there for t. */
static bool told_straight(struct thread *t)
{
    LOCK_HELD(&ti_lock);
    static const u64 bits[] = { TI_BIT(JVMTI_EVENT_METHOD_ENTRY), TI_BIT(JVMTI_EVENT_METHOD_EXIT) };
    for (u32 i = 0; i < ARRAY_LEN(bits); i++) {
        struct ti_env *only = only_one(bits[i]);
        if (only && !ti_wanted(only, t, bits[i])) return false;
    }
    return true;
}
void ti_straight_thread(struct thread *self, const struct ti_thread *tt)
{
    os_mutex_lock(&ti_lock);
    tool_told_as(self, told_straight(self) ? tt->ref : NULL);
    os_mutex_unlock(&ti_lock);
}
void ti_straight_off_locked(void)
{
    LOCK_HELD(&ti_lock);
    event_set_straight(&straight_entry, NULL);
    event_set_straight(&straight_exit, NULL);
}
/* Threads are told of before the environments: no thread posts to an environment that has not asked for it. Under
 * threads_lock. */
static void straight_update(void)
{
    LOCK_HELD(&ti_lock);
    const u32 callbacks = offsetof(struct ti_env, callbacks) - offsetof(struct ti_env, functions);
    straight_entry.callback_at = callbacks + offsetof(jvmtiEventCallbacks, MethodEntry);
    straight_exit.callback_at = callbacks + offsetof(jvmtiEventCallbacks, MethodExit);
    ti_straight_off_locked();
    TOOL_EACH_THREAD(t)
    {
        const struct ti_thread *tt = tool_thread_data(t);
        jobject ref = tt ? __atomic_load_n(&tt->ref, __ATOMIC_ACQUIRE) : NULL; /* its own thread makes it */
        if (ref) tool_told_as(t, told_straight(t) ? ref : NULL);
    }
    struct ti_env *entry = only_one(TI_BIT(JVMTI_EVENT_METHOD_ENTRY)),
                  *exit = only_one(TI_BIT(JVMTI_EVENT_METHOD_EXIT));
    event_set_straight(&straight_entry, entry ? ti_jvmti(entry) : NULL);
    event_set_straight(&straight_exit, exit ? ti_jvmti(exit) : NULL);
}

void ti_events_update(struct thread *self)
{
    static u64 open, everywhere; /* under threads_lock */
    tool_threads_lock(self);
    os_mutex_lock(&ti_lock);
    u64 all = 0, on = 0;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        u64 deliverable = 0;
        if (!atomic_load(&env->disposed))
            deliverable = with_callback(env) & in_phase(env) & ~ti_events_missing_capability(&env->caps);
        u64 somewhere = 0;
        TOOL_EACH_THREAD(t)
        {
            struct ti_thread_env *n = ti_thread_env_find(t, env);
            if (n) somewhere |= atomic_load(&n->enabled);
        }
        atomic_store(&env->deliverable, deliverable);
        atomic_store(&env->on, env->enabled & deliverable);
        atomic_store(&env->on_somewhere, somewhere & deliverable);
        u64 no_point = env->method_filter ? METHODS : 0; /* the filter's methods post themselves */
        all |= (env->enabled | somewhere) & deliverable & ~no_point;
        on |= env->enabled & deliverable & ~no_point;
    }
    straight_update();
    os_mutex_unlock(&ti_lock);
    tell_threads();
    all &= ~(STEPS & ~on); /* the event point of steps means all threads */
    u64 changed = (all ^ open) | ((on ^ everywhere) & METHODS);
    open = all;
    everywhere = on;
    for (u32 e = TI_EVENT_FIRST; changed && e <= TI_EVENT_LAST; e++) {
        if (!(changed & TI_BIT(e)) || point_of(e) == EV_COUNT) continue;
        bool enabled = (all & TI_BIT(e)) != 0;
        if (e == JVMTI_EVENT_SAMPLED_OBJECT_ALLOC) tool_sample(self, enabled, sampling_interval);
        if (enabled && (TI_BIT(e) & METHODS & ~everywhere))
            event_enable_some(point_of(e));
        else
            event_enable(point_of(e), enabled);
    }
    tool_threads_unlock();
}

jvmtiError ti_set_event_notification_mode(struct ti_env *env, struct thread *self, jvmtiEventMode mode,
                                          jvmtiEvent event_type, struct thread *event_thread)
{
    u64 bit = TI_BIT(event_type);
    if (event_thread && !(bit & TI_EVENTS_THREAD_FILTERED)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (mode == JVMTI_ENABLE && (ti_events_missing_capability(&env->caps) & bit))
        return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
    if (bit == STEPS && mode == JVMTI_ENABLE) ti_steps_enabling(self, env, event_thread);
    if (event_thread) {
        tool_threads_lock(self);
        bool alive = tool_thread_listed(event_thread);
        struct ti_thread_env *n = alive ? ti_thread_env_get(event_thread, env) : NULL;
        if (n && mode == JVMTI_ENABLE)
            atomic_fetch_or(&n->enabled, bit);
        else if (n)
            atomic_fetch_and(&n->enabled, ~bit);
        if (n && bit == STEPS && mode == JVMTI_DISABLE) ti_steps_disabled_locked(env, event_thread);
        tool_threads_unlock();
        if (!alive) return JVMTI_ERROR_THREAD_NOT_ALIVE;
        if (!n) return JVMTI_ERROR_OUT_OF_MEMORY;
    } else {
        os_mutex_lock(&ti_lock);
        if (mode == JVMTI_ENABLE)
            env->enabled |= bit;
        else
            env->enabled &= ~bit;
        os_mutex_unlock(&ti_lock);
        if (bit == STEPS && mode == JVMTI_DISABLE) {
            tool_threads_lock(self);
            ti_steps_disabled_locked(env, NULL);
            tool_threads_unlock();
        }
    }
    ti_events_update(self);
    return JVMTI_ERROR_NONE;
}

void ti_set_callbacks_locked(struct ti_env *env, const jvmtiEventCallbacks *callbacks, size_t size)
{
    LOCK_HELD(&ti_lock);
    const size_t known = sizeof env->callbacks / sizeof(void *), given = callbacks ? size / sizeof(void *) : 0;
    void **used = (void **)&env->callbacks;
    for (size_t i = 0; i < known; i++) {
        void *callback = i < given ? ((void *const *)callbacks)[i] : NULL;
        __atomic_store_n(&used[i], ti_observing() ? ti_observe_callback(env, (u32)i, callback) : callback,
                         __ATOMIC_RELEASE);
    }
}

jvmtiError ti_set_event_callbacks(struct ti_env *env, struct thread *self, const jvmtiEventCallbacks *callbacks,
                                  jint size_of_callbacks)
{
    os_mutex_lock(&ti_lock);
    ti_set_callbacks_locked(env, callbacks, (size_t)size_of_callbacks);
    os_mutex_unlock(&ti_lock);
    ti_events_update(self);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_set_heap_sampling_interval(struct ti_env *env, struct thread *self, jint interval)
{
    if (interval < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    tool_threads_lock(self);
    sampling_interval = (size_t)interval;
    if (event_on(EV_SAMPLED_ALLOC)) tool_sample(self, true, sampling_interval);
    tool_threads_unlock();
    return JVMTI_ERROR_NONE;
}
