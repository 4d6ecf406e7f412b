/* Environments from GetEnv to DisposeEnvironment, and the list of the interface's parts.
 *
 * No other file of jvmti/ calls this one. */
#include "jdk_release.h"
#include "jvmti/core/ti.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/trace/ti_observe.h"
#include "thread/thread_contract.h"
#include "ti_functions.h"
#include "ti_tables.h"

/* The parts that act when the VM starts, when an environment or a thread ends, or when a class is unloaded; called in
 * this order. */
static const struct ti_part *const parts[] = { &ti_part_observe,  &ti_part_breakpoints, &ti_part_frames,
                                               &ti_part_filters,  &ti_part_extensions,  &ti_part_tags,
                                               &ti_part_prefixes, &ti_part_call_counts };
/* The versions of the interface that this VM supports: all that shipped with a JDK up to this one. The micro version is
 * ignored. */
static bool version_known(jint version)
{
    jint major = (version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR,
         minor = (version & JVMTI_VERSION_MASK_MINOR) >> JVMTI_VERSION_SHIFT_MINOR;
    if (major == 1) return minor >= 0 && minor <= 2;
    static const jint majors[] = { JDK_JVMTI_MAJORS };
    for (u32 i = 0; i < ARRAY_LEN(majors); i++)
        if (major == majors[i]) return minor == 0;
    return false;
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
    env->creator = tool_self();
    ti_env_list_add(env);
    *penv = ti_jvmti(env);
    ti_trace_environment(env, "created");
    return JNI_OK;
}

jvmtiError ti_dispose_environment(struct ti_env *env, struct thread *self)
{
    atomic_store(&env->disposed, true);
    os_mutex_lock(&ti_lock);
    ti_set_callbacks_locked(env, NULL, 0);
    memset(&env->caps, 0, sizeof env->caps);
    env->enabled = 0;
    os_mutex_unlock(&ti_lock);
    ti_events_update(self);
    for (u32 i = 0; i < ARRAY_LEN(parts); i++)
        if (parts[i]->env_disposed) parts[i]->env_disposed(self, env);
    /* The structure and its nodes in threads stay, since another thread may be posting an event to it. */
    return JVMTI_ERROR_NONE;
}

static void thread_freed(struct thread *t)
{
    THREADS_LOCKED();
    for (u32 i = 0; i < ARRAY_LEN(parts); i++)
        if (parts[i]->thread_freed) parts[i]->thread_freed(t);
    ti_thread_free(t);
}

/* World stopped: removes what tools have set in the class. */
static void class_unloading(struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < ARRAY_LEN(parts); i++)
        if (parts[i]->class_unloading) parts[i]->class_unloading(c);
}

void ti_init(void)
{
    hooks.get_env = get_env;
    hooks.thread_freed = thread_freed;
    hooks.class_unloading = class_unloading;
    ti_bind_event_hooks();
    for (u32 i = 0; i < ARRAY_LEN(parts); i++)
        if (parts[i]->init) parts[i]->init();
}
