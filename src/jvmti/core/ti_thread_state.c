/* A thread's data for the environments: modes, storage, the reference that events pass. */
#include "jvmti/core/ti_int.h"

struct ti_thread *ti_thread_get(struct thread *t)
{
    struct ti_thread *tt = __atomic_load_n(tool_thread_slot(t), __ATOMIC_ACQUIRE);
    if (LIKELY(tt)) return tt;
    struct ti_thread *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return NULL;
    void *none = NULL;
    if (__atomic_compare_exchange_n(tool_thread_slot(t), &none, (void *)fresh, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return fresh;
    free(fresh);
    return none;
}

struct ti_thread_env *ti_thread_env_get(struct thread *t, struct ti_env *env)
{
    struct ti_thread_env *n = ti_thread_env_find(t, env);
    if (n) return n;
    struct ti_thread *tt = ti_thread_get(t);
    if (!tt) return NULL;
    os_mutex_lock(&ti_lock);
    n = ti_thread_env_find(t, env);
    if (!n && (n = calloc(1, sizeof *n)) != NULL) {
        n->env = env;
        n->next = atomic_load(&tt->envs);
        atomic_store_explicit(&tt->envs, n, memory_order_release);
    }
    os_mutex_unlock(&ti_lock);
    return n;
}

jobject ti_thread_ref_made(struct thread *self)
{
    struct ti_thread *tt = ti_thread_get(self);
    if (!tt || !tool_thread_java(self)) return NULL;
    if (UNLIKELY(!tt->ref))
        __atomic_store_n(&tt->ref, tool_global_ref(tool_thread_java(self)), __ATOMIC_RELEASE); /* straight_update */
    return tt->ref;
}

void ti_thread_free(struct thread *t)
{
    struct ti_thread *tt = tool_thread_data(t);
    if (!tt) return;
    *tool_thread_slot(t) = NULL;
    tool_told_as(t, NULL);
    if (tt->ref) tool_delete_global_ref(tt->ref);
    for (struct ti_thread_env *n = atomic_load(&tt->envs), *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(tt);
}
