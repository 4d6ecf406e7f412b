/* Frames of observed calls and callbacks, and the environments that have them (ti_observe.h). TODO(jvmti): check JNI
 * calls in callbacks of collections and heap walks */
#include "jvmti/trace/ti_observe.h"
#include "jvmti/core/ti_parts.h"
#include "model/options.h"
#include "ti_tables.h"

bool ti_tracing, ti_checking;

static _Thread_local struct ti_observed *top;

/* Ends the VM if the filter is invalid. */
static void init(void)
{
    ti_tracing = LOG_ENABLED(info, jvmti);
    ti_checking = options.check_jvmti;
    const char *bad = options.ti_trace_filter ? ti_trace_filter_parse(options.ti_trace_filter) : NULL;
    if (bad) vm_exit_during_init("Invalid -XX:JVMTITraceFilter: %s", bad);
}

void *ti_observe_callback(struct ti_env *env, u32 slot, void *callback)
{
    LOCK_HELD(&ti_lock);
    __atomic_store_n(&((void **)&env->agent_callbacks)[slot], callback, __ATOMIC_RELEASE);
    return callback ? ((void *const *)&ti_observed_callbacks)[slot] : NULL;
}

/* Any environment, also a disposed one. */
static struct ti_env *find(const jvmtiEnv *e)
{
    struct ti_env *env = atomic_load_explicit(&ti_envs, memory_order_acquire);
    while (env && (const void *)env != (const void *)e) env = env->next;
    return env;
}

void *ti_observed_callback(jvmtiEnv *jvmti, u32 event)
{
    struct ti_env *env = find(jvmti);
    return env ? __atomic_load_n(&((void **)&env->agent_callbacks)[event - TI_EVENT_FIRST], __ATOMIC_ACQUIRE) : NULL;
}

jvmtiExtensionEvent ti_observed_extension_callback(jvmtiEnv *jvmti, u32 index)
{
    struct ti_env *env = find(jvmti);
    return env ? atomic_load(&env->agent_extension_events[index]) : NULL;
}

static void push(struct ti_observed *o, jvmtiEnv *jvmti, const struct ti_shape *shape, const u64 *args,
                 const void *caller)
{
    /* Sets all members: the collector scans the stack, and old words in `room` would keep objects alive. */
    *o = (struct ti_observed){ .outer = top,
                               .shape = shape,
                               .jvmti = jvmti,
                               .env = find(jvmti),
                               .args = args,
                               .caller = caller,
                               .self = tool_self() };
    top = o;
}

bool ti_observe_call(struct ti_observed *o, jvmtiEnv *jvmti, const struct ti_shape *shape, const u64 *args,
                     const void *caller)
{
    push(o, jvmti, shape, args, caller);
    if (ti_tracing) ti_trace_begin(o);
    if (!ti_checking || ti_check_begin(o)) return true;
    ti_observe_answer(o, JVMTI_ERROR_NONE);
    return false;
}

jvmtiError ti_observe_answer(struct ti_observed *o, jvmtiError err)
{
    if (ti_checking) ti_check_end(o, err);
    if (ti_tracing) ti_trace_end(o, err);
    top = o->outer;
    return err;
}

void ti_observe_left(const struct ti_observed *o, const void *block)
{
    if (ti_checking) ti_blocks_add_one(o, block);
}

void ti_observe_event(struct ti_observed *o, jvmtiEnv *jvmti, const struct ti_shape *shape, const u64 *args,
                      const void *callback)
{
    push(o, jvmti, shape, args, callback);
    if (ti_tracing) ti_trace_begin(o);
    if (ti_checking) ti_check_event_begin(o);
}

void ti_observe_event_end(struct ti_observed *o)
{
    if (ti_checking) ti_check_event_end(o);
    if (ti_tracing) ti_trace_end(o, JVMTI_ERROR_NONE);
    top = o->outer;
}

static void thread_freed(struct thread *t)
{
    if (ti_checking && t == tool_self()) ti_held_thread_end();
}

void ti_observe_vm_end(void)
{
    if (!ti_checking) return;
    ti_blocks_report(NULL, NULL, "the end of the VM");
    ti_misuse_summary();
}

const struct ti_part ti_part_observe = { .init = init, .thread_freed = thread_freed };
