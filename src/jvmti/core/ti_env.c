/* Environments: making them for GetEnv, finding and disposing them; what a thread holds for them; phases. */
#include "jvmti/core/ti.h"
#include "jvmti/extension/ti_filter.h"
#include "jvmti/heap/ti_tag.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_functions.h"
#include "ti_tables.h"

struct os_mutex ti_lock = OS_MUTEX_INIT;
struct ti_env *_Atomic ti_envs;

/* Versions of the interface that this VM can stand for: all that shipped with a JDK up to 17. The micro version does
 * not matter. */
static bool version_known(jint version)
{
    jint major = (version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR,
         minor = (version & JVMTI_VERSION_MASK_MINOR) >> JVMTI_VERSION_SHIFT_MINOR;
    if (major == 1) return minor >= 0 && minor <= 2;
    return minor == 0 && (major == 9 || major == 11 || major == 13 || major == 15 || major == 17);
}

static jint get_env(void **penv, jint version)
{
    if ((version & JVMTI_VERSION_MASK_INTERFACE_TYPE) != JVMTI_VERSION_INTERFACE_JVMTI) return JNI_EVERSION;
    *penv = NULL;
    if (!version_known(version)) return JNI_EVERSION;
    if (!ti_phase_in(TI_IN_ONLOAD | TI_IN_LIVE)) return JNI_EDETACHED;
    struct ti_env *env = calloc(1, sizeof *env);
    if (!env) return JNI_ENOMEM;
    env->functions = ti_observing() ? &ti_observed_table : &ti_function_table;
    env->version = version;
    env->creator = thread_self();
    os_mutex_lock(&ti_lock);
    struct ti_env *last = atomic_load(&ti_envs);
    if (!last)
        atomic_store(&ti_envs, env);
    else {
        while (last->next) last = last->next;
        env->index = last->index + 1;
        __atomic_store_n(&last->next, env, __ATOMIC_RELEASE);
    }
    os_mutex_unlock(&ti_lock);
    *penv = ti_jvmti(env);
    ti_trace_environment(env, "created");
    return JNI_OK;
}

jvmtiError ti_dispose_environment(struct ti_env *env, struct thread *self)
{
    atomic_store(&env->disposed, true);
    os_mutex_lock(&ti_lock);
    memset(&env->callbacks, 0, sizeof env->callbacks);
    memset(&env->agent_callbacks, 0, sizeof env->agent_callbacks);
    memset(&env->caps, 0, sizeof env->caps);
    env->enabled = 0;
    os_mutex_unlock(&ti_lock);
    ti_events_update(self);
    ti_breakpoints_dispose(self, env);
    ti_filters_dispose(env, self);
    ti_extensions_dispose(env);
    ti_tags_dispose(env);
    if (env->prefix_count) ti_prefixes_dispose(env);
    /* The structure and its nodes in threads stay: another thread may be in the middle of sending an event to it. */
    return JVMTI_ERROR_NONE;
}

/* ---- what a thread holds ---- */

struct ti_thread *ti_thread_get(struct thread *t)
{
    struct ti_thread *tt = __atomic_load_n(&t->ti_state, __ATOMIC_ACQUIRE);
    if (LIKELY(tt)) return tt;
    struct ti_thread *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return NULL;
    void *none = NULL;
    if (__atomic_compare_exchange_n(&t->ti_state, &none, (void *)fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return fresh;
    free(fresh);
    return none;
}

struct ti_thread_env *ti_thread_env_find(struct thread *t, const struct ti_env *env)
{
    struct ti_thread *tt = __atomic_load_n(&t->ti_state, __ATOMIC_ACQUIRE);
    if (!tt) return NULL;
    for (struct ti_thread_env *n = atomic_load_explicit(&tt->envs, memory_order_acquire); n; n = n->next)
        if (n->env == env) return n;
    return NULL;
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

jobject ti_thread_ref(struct thread *self)
{
    struct ti_thread *tt = ti_thread_get(self);
    if (!tt || !self->java) return NULL;
    if (UNLIKELY(!tt->ref)) tt->ref = ref_global(self->java);
    return tt->ref;
}

static void thread_freed(struct thread *t)
{
    ti_frames_thread_freed(t);
    ti_observe_thread_freed(t);
    struct ti_thread *tt = t->ti_state;
    if (!tt) return;
    t->ti_state = NULL;
    if (tt->ref) ref_delete_global(tt->ref);
    for (struct ti_thread_env *n = atomic_load(&tt->envs), *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(tt);
}

jvmtiError ti_env_refused(u32 phases, enum ti_caller by)
{
    if (!ti_phase_in(phases)) return JVMTI_ERROR_WRONG_PHASE;
    struct thread *self = thread_self();
    bool welcome = by == TI_BY_ENTERING ? ti_can_enter(self) : by == TI_BY_ANY || self;
    return welcome ? JVMTI_ERROR_INVALID_ENVIRONMENT : JVMTI_ERROR_UNATTACHED_THREAD;
}

/* ---- helpers for results ---- */

jvmtiError ti_copy_bytes(const char *s, size_t len, char **out)
{
    char *p = ti_alloc(len + 1);
    if (!p) return JVMTI_ERROR_OUT_OF_MEMORY;
    memcpy(p, s, len);
    p[len] = 0;
    *out = p;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_copy_string(const char *s, char **out)
{
    if (s) return ti_copy_bytes(s, strlen(s), out);
    *out = NULL;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_refs_out(struct thread *self, struct object *const *objects, u32 n, jint *count, jobject **out)
{
    jobject *refs = ti_alloc(n * sizeof *refs);
    if (!refs) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) refs[i] = ref_local(self, objects[i]);
    *count = (jint)n;
    *out = refs;
    return JVMTI_ERROR_NONE;
}

void ti_init(void)
{
    hooks.get_env = get_env;
    hooks.thread_freed = thread_freed;
    ti_observe_init();
    ti_post_init();
    ti_tags_init();
}
