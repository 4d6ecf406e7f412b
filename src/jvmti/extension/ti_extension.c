/* "Extension Mechanism": the three functions that list what Argus offers beyond the specification, and their
 * events. The lists are in spec/jvmti_extension_*.tsv, the functions in ti_extension_functions.c. docs/extensions.md is
 * the manual.
 *
 * Ids under com.sun.hotspot are HotSpot's: tools look for them. Ids under org.argus are ours. There is one id under
 * com.ibm, which async-profiler calls on every VM whose structures it cannot read. Tools that find certain others with
 * it take the VM for OpenJ9, so those are not offered. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_extensions.h"
#include "ti_functions.h"

/* ---- copies for agents: every name and array is a block of its own, for Deallocate ---- */

static void free_params(jvmtiParamInfo *params, jint n)
{
    for (jint i = 0; params && i < n; i++) free(params[i].name);
    free(params);
}

/* Returns false if there is no memory. */
static bool copy_params(const struct ti_extension_param *from, jint n, jint *count, jvmtiParamInfo **out)
{
    jvmtiParamInfo *to = ti_alloc((size_t)n * sizeof *to);
    if (!to) return false;
    memset(to, 0, (size_t)n * sizeof *to);
    *count = n;
    *out = to;
    for (jint i = 0; i < n; i++) {
        to[i].kind = from[i].kind;
        to[i].base_type = from[i].type;
        to[i].null_ok = from[i].null_ok;
        if (ti_copy_string(from[i].name, &to[i].name) != JVMTI_ERROR_NONE) return false;
    }
    return true;
}

static void free_functions(jvmtiExtensionFunctionInfo *all)
{
    for (size_t i = 0; i < TI_EXTENSION_FUNCTIONS; i++) {
        free(all[i].id);
        free(all[i].short_description);
        free_params(all[i].params, all[i].param_count);
        free(all[i].errors);
    }
    free(all);
}

static bool copy_function(const struct ti_extension_function *from, jvmtiExtensionFunctionInfo *to)
{
    jint n = from->error_count;
    to->func = ti_observing() ? from->observed : from->function;
    to->errors = ti_alloc((size_t)n * sizeof *to->errors);
    if (!to->errors) return false;
    to->error_count = n;
    if (n) memcpy(to->errors, from->errors, (size_t)n * sizeof *to->errors);
    return ti_copy_string(from->id, &to->id) == JVMTI_ERROR_NONE &&
           ti_copy_string(from->about, &to->short_description) == JVMTI_ERROR_NONE &&
           copy_params(from->params, from->param_count, &to->param_count, &to->params);
}

jvmtiError ti_get_extension_functions(struct ti_env *env, struct thread *self, jint *extension_count_ptr,
                                      jvmtiExtensionFunctionInfo **extensions)
{
    jvmtiExtensionFunctionInfo *all = calloc(TI_EXTENSION_FUNCTIONS, sizeof *all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < TI_EXTENSION_FUNCTIONS; i++)
        if (!copy_function(&ti_extension_functions[i], &all[i])) {
            free_functions(all);
            return JVMTI_ERROR_OUT_OF_MEMORY;
        }
    *extension_count_ptr = TI_EXTENSION_FUNCTIONS;
    *extensions = all;
    return JVMTI_ERROR_NONE;
}

static void free_events(jvmtiExtensionEventInfo *all)
{
    for (size_t i = 0; i < TI_EXTENSION_EVENTS; i++) {
        free(all[i].id);
        free(all[i].short_description);
        free_params(all[i].params, all[i].param_count);
    }
    free(all);
}

jvmtiError ti_get_extension_events(struct ti_env *env, struct thread *self, jint *extension_count_ptr,
                                   jvmtiExtensionEventInfo **extensions)
{
    jvmtiExtensionEventInfo *all = calloc(TI_EXTENSION_EVENTS, sizeof *all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < TI_EXTENSION_EVENTS; i++) {
        const struct ti_extension_event *from = &ti_extension_events[i];
        all[i].extension_event_index = (jint)i;
        if (ti_copy_string(from->id, &all[i].id) == JVMTI_ERROR_NONE &&
            ti_copy_string(from->about, &all[i].short_description) == JVMTI_ERROR_NONE &&
            copy_params(from->params, from->param_count, &all[i].param_count, &all[i].params))
            continue;
        free_events(all);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *extension_count_ptr = TI_EXTENSION_EVENTS;
    *extensions = all;
    return JVMTI_ERROR_NONE;
}

/* ---- events ---- */

/* Does an environment have a callback for the event? */
static bool is_wanted_locked(u32 event) WANTS_LOCK(ti_lock)
{
    LOCK_HELD(&ti_lock);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        if (atomic_load(&env->extension_events[event])) return true;
    return false;
}
static void update_points_locked(void) WANTS_LOCK(ti_lock)
{
    LOCK_HELD(&ti_lock);
    event_enable(EV_CLASS_UNLOAD,
                 is_wanted_locked(TI_EXT_HOTSPOT_CLASS_UNLOAD) || is_wanted_locked(TI_EXT_CLASS_UNLOAD));
    event_enable(EV_PROBE_RECORD, is_wanted_locked(TI_EXT_PROBE_RECORD));
}

jvmtiError ti_set_extension_event_callback(struct ti_env *env, struct thread *self, jint extension_event_index,
                                           jvmtiExtensionEvent callback)
{
    if (extension_event_index < 0 || extension_event_index >= TI_EXTENSION_EVENTS) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    os_mutex_lock(&ti_lock);
    if (ti_observing()) {
        atomic_store(&env->agent_extension_events[extension_event_index], callback);
        if (callback) callback = ti_extension_events[extension_event_index].observed;
    }
    atomic_store(&env->extension_events[extension_event_index], callback);
    update_points_locked();
    os_mutex_unlock(&ti_lock);
    return JVMTI_ERROR_NONE;
}

static void env_disposed(struct thread *self, struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    for (u32 i = 0; i < TI_EXTENSION_EVENTS; i++) atomic_store(&env->extension_events[i], NULL);
    update_points_locked();
    os_mutex_unlock(&ti_lock);
}

/* Events that name no thread are posted by any, hidden or not. */
struct posting {
    struct thread *self;
    struct object *pending;
    u32 mark;
    JNIEnv *jni;
};
static struct posting begin_posting(struct thread *self)
{
    struct posting p = { self, tool_pending(self), 0, tool_jni(self) };
    tool_set_pending(self, NULL);
    p.mark = tool_push_refs(self);
    tool_to_native(self);
    return p;
}
static void end_posting(struct posting *p)
{
    tool_from_native(p->self);
    tool_pop_refs(p->self, p->mark);
    tool_set_pending(p->self, p->pending);
}

void ti_post_class_unload(struct thread *self, const char *name)
{
    char signature[1024];
    snprintf(signature, sizeof signature, *name == '[' ? "%s" : "L%s;", name);
    struct posting p = begin_posting(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        for (u32 i = TI_EXT_HOTSPOT_CLASS_UNLOAD; i <= TI_EXT_CLASS_UNLOAD; i++) {
            jvmtiExtensionEvent cb = atomic_load(&env->extension_events[i]);
            if (cb && ti_env_in(env, TI_IN_START | TI_IN_LIVE))
                cb(ti_jvmti(env), p.jni, i == TI_EXT_CLASS_UNLOAD ? signature : name);
            tool_set_pending(self, NULL);
        }
    end_posting(&p);
}
void ti_post_probe_record(struct thread *self, u32 probe, i64 time, i64 thread, i64 lost, const char *text)
{
    struct posting p = begin_posting(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiExtensionEvent cb = atomic_load(&env->extension_events[TI_EXT_PROBE_RECORD]);
        if (cb && ti_env_in(env, TI_IN_LIVE))
            cb(ti_jvmti(env), p.jni, (jint)probe, (jlong)time, (jlong)thread, (jlong)lost, text);
        tool_set_pending(self, NULL);
    }
    end_posting(&p);
}

const struct ti_part ti_part_extensions = { .env_disposed = env_disposed };
