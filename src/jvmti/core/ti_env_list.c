/* The list of environments and its lock. All other files of jvmti/ use it, and it uses none of them. */
#include "jvmti/core/ti_int.h"

struct os_mutex ti_lock = OS_MUTEX_INIT;
struct ti_env *_Atomic ti_envs;

void ti_env_list_add(struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    struct ti_env *last = atomic_load(&ti_envs);
    if (!last)
        atomic_store(&ti_envs, env);
    else {
        for (struct ti_env *next; (next = atomic_load(&last->next)) != NULL;) last = next;
        env->index = last->index + 1;
        atomic_store(&last->next, env);
    }
    os_mutex_unlock(&ti_lock);
}

jvmtiError ti_env_refused(u32 phases, enum ti_caller by)
{
    if (!ti_phase_in(phases)) return JVMTI_ERROR_WRONG_PHASE;
    struct thread *self = tool_self();
    bool welcome = by == TI_BY_ENTERING ? ti_can_enter(self) : by == TI_BY_ANY || self;
    return welcome ? JVMTI_ERROR_INVALID_ENVIRONMENT : JVMTI_ERROR_UNATTACHED_THREAD;
}
