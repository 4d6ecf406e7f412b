/* "Extension Mechanism": what Argus offers beyond the specification, as tables, and the three functions that show them.
 * The class unload events are here too; the functions are in ti_ext_functions.c. docs/extensions.md is the manual.
 *
 * Ids under com.sun.hotspot are HotSpot's: tools look for them. Ids under org.argus are ours. Of the names under
 * com.ibm there is one, which async-profiler calls on every VM whose structures it cannot read; tools that find certain
 * others with it take the VM for OpenJ9, so those are left alone. */
#include "jvmti/extension/ti_extension.h"
#include "jvmti/core/ti_post.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_functions.h"

enum { PARAMS_MAX = 5, ERRORS_MAX = 6 };

struct param {
    const char *name;
    jvmtiParamKind kind;
    jvmtiParamTypes type;
    jboolean null_ok;
};
struct extension_function {
    jvmtiExtensionFunction function;
    const char *id, *about;
    struct param params[PARAMS_MAX];
    jvmtiError errors[ERRORS_MAX]; /* beside the universal ones; JVMTI_ERROR_NONE ends the list */
};
struct extension_event {
    jint index;
    const char *id, *about;
    struct param params[PARAMS_MAX];
};

#define P(name, kind, type, null_ok) { name, JVMTI_KIND_##kind, JVMTI_TYPE_##type, null_ok }

static const struct extension_function functions[] = {
    { ti_ext_is_class_unloading_enabled,
      "com.sun.hotspot.functions.IsClassUnloadingEnabled",
      "Are classes unloaded that nothing reaches any more",
      { P("enabled", OUT, JBOOLEAN, JNI_FALSE) },
      { JVMTI_ERROR_NULL_POINTER } },
    { ti_ext_get_os_thread_id,
      "org.argus.functions.GetOSThreadID",
      "The operating system's number of a thread, as gettid and /proc show it",
      { P("thread", IN, JTHREAD, JNI_TRUE), P("os_thread_id_ptr", OUT, JLONG, JNI_FALSE) },
      { JVMTI_ERROR_NULL_POINTER, JVMTI_ERROR_INVALID_THREAD, JVMTI_ERROR_THREAD_NOT_ALIVE } },
    { ti_ext_get_os_thread_id,
      "com.ibm.GetOSThreadID",
      "The same under the name that profilers look for",
      { P("thread", IN, JTHREAD, JNI_TRUE), P("os_thread_id_ptr", OUT, JLONG, JNI_FALSE) },
      { JVMTI_ERROR_NULL_POINTER, JVMTI_ERROR_INVALID_THREAD, JVMTI_ERROR_THREAD_NOT_ALIVE } },
    { ti_ext_dump_heap,
      "org.argus.functions.DumpHeap",
      "Write all objects, or those that are reachable, to a file in the HPROF format",
      { P("path", IN_PTR, CCHAR, JNI_FALSE), P("only_live", IN, JBOOLEAN, JNI_FALSE),
        P("overwrite", IN, JBOOLEAN, JNI_FALSE), P("size_ptr", OUT, JLONG, JNI_TRUE),
        P("message_ptr", ALLOC_BUF, CCHAR, JNI_TRUE) },
      { JVMTI_ERROR_NULL_POINTER, JVMTI_ERROR_ILLEGAL_ARGUMENT, JVMTI_ERROR_OUT_OF_MEMORY } },
    { ti_ext_prepare_async_stack_trace,
      "org.argus.functions.PrepareAsyncStackTrace",
      "Give every method its id, so that GetAsyncStackTrace can name all of them",
      { { 0 } },
      { 0 } },
    { ti_ext_get_async_stack_trace,
      "org.argus.functions.GetAsyncStackTrace",
      "Stack trace of the calling thread from a signal handler",
      { P("ucontext", IN_PTR, CVOID, JNI_TRUE), P("max_frame_count", IN, JINT, JNI_FALSE),
        P("frame_buffer", OUT_BUF, CVOID, JNI_FALSE), P("count_ptr", OUT, JINT, JNI_FALSE) },
      { JVMTI_ERROR_NULL_POINTER, JVMTI_ERROR_ILLEGAL_ARGUMENT, JVMTI_ERROR_UNATTACHED_THREAD } },
    { ti_ext_set_method_event_filter,
      "org.argus.functions.SetMethodEventFilter",
      "Send MethodEntry and MethodExit only for these methods and the methods of these classes",
      { P("class_count", IN, JINT, JNI_FALSE), P("classes", IN_BUF, JCLASS, JNI_TRUE),
        P("method_count", IN, JINT, JNI_FALSE), P("methods", IN_BUF, JMETHODID, JNI_TRUE) },
      { JVMTI_ERROR_NULL_POINTER, JVMTI_ERROR_ILLEGAL_ARGUMENT, JVMTI_ERROR_INVALID_CLASS, JVMTI_ERROR_INVALID_METHODID,
        JVMTI_ERROR_OUT_OF_MEMORY } },
    { ti_ext_clear_method_event_filter,
      "org.argus.functions.ClearMethodEventFilter",
      "Send MethodEntry and MethodExit for all methods again",
      { { 0 } },
      { 0 } },
    { ti_ext_set_event_tag_filter,
      "org.argus.functions.SetEventTagFilter",
      "Send an event only when the object that it is about (1), its class (2) or one of both (3) is tagged; 0: always",
      { P("event_type", IN, JINT, JNI_FALSE), P("tagged", IN, JINT, JNI_FALSE) },
      { JVMTI_ERROR_MUST_POSSESS_CAPABILITY, JVMTI_ERROR_INVALID_EVENT_TYPE, JVMTI_ERROR_ILLEGAL_ARGUMENT,
        JVMTI_ERROR_OUT_OF_MEMORY } },
};

static const struct extension_event events[TI_EXTENSION_EVENTS] = {
    { TI_EXT_HOTSPOT_CLASS_UNLOAD,
      "com.sun.hotspot.events.ClassUnload",
      "A class was unloaded; its name as in a class file",
      { P("JNI Environment", IN_PTR, JNIENV, JNI_FALSE), P("Class", IN_PTR, CCHAR, JNI_FALSE) } },
    { TI_EXT_CLASS_UNLOAD,
      "org.argus.events.ClassUnload",
      "A class was unloaded; its signature",
      { P("jni_env", IN_PTR, JNIENV, JNI_FALSE), P("class_signature", IN_PTR, CCHAR, JNI_FALSE) } },
};

const char *ti_extension_id(u32 i) { return i < ARRAY_LEN(functions) ? functions[i].id : NULL; }

/* ---- copies for agents: every name and array by itself, as Deallocate takes them ---- */

static void free_params(jvmtiParamInfo *params, jint n)
{
    for (jint i = 0; params && i < n; i++) free(params[i].name);
    free(params);
}

/* false: no memory. */
static bool copy_params(const struct param *from, jint *count, jvmtiParamInfo **out)
{
    jint n = 0;
    while (n < PARAMS_MAX && from[n].name) n++;
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
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        free(all[i].id);
        free(all[i].short_description);
        free_params(all[i].params, all[i].param_count);
        free(all[i].errors);
    }
    free(all);
}

static bool copy_function(const struct extension_function *from, jvmtiExtensionFunctionInfo *to)
{
    jint n = 0;
    while (n < ERRORS_MAX && from->errors[n]) n++;
    to->func = from->function;
    to->errors = ti_alloc((size_t)n * sizeof *to->errors);
    if (!to->errors) return false;
    to->error_count = n;
    memcpy(to->errors, from->errors, (size_t)n * sizeof *to->errors);
    return ti_copy_string(from->id, &to->id) == JVMTI_ERROR_NONE &&
           ti_copy_string(from->about, &to->short_description) == JVMTI_ERROR_NONE &&
           copy_params(from->params, &to->param_count, &to->params);
}

jvmtiError ti_get_extension_functions(struct ti_env *env, struct thread *self, jint *extension_count_ptr,
                                      jvmtiExtensionFunctionInfo **extensions)
{
    jvmtiExtensionFunctionInfo *all = calloc(ARRAY_LEN(functions), sizeof *all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < ARRAY_LEN(functions); i++)
        if (!copy_function(&functions[i], &all[i])) {
            free_functions(all);
            return JVMTI_ERROR_OUT_OF_MEMORY;
        }
    if (ti_observing()) ti_observe_extensions(all, ARRAY_LEN(functions));
    *extension_count_ptr = ARRAY_LEN(functions);
    *extensions = all;
    return JVMTI_ERROR_NONE;
}

static void free_events(jvmtiExtensionEventInfo *all)
{
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        free(all[i].id);
        free(all[i].short_description);
        free_params(all[i].params, all[i].param_count);
    }
    free(all);
}

jvmtiError ti_get_extension_events(struct ti_env *env, struct thread *self, jint *extension_count_ptr,
                                   jvmtiExtensionEventInfo **extensions)
{
    jvmtiExtensionEventInfo *all = calloc(ARRAY_LEN(events), sizeof *all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        all[i].extension_event_index = events[i].index;
        if (ti_copy_string(events[i].id, &all[i].id) == JVMTI_ERROR_NONE &&
            ti_copy_string(events[i].about, &all[i].short_description) == JVMTI_ERROR_NONE &&
            copy_params(events[i].params, &all[i].param_count, &all[i].params))
            continue;
        free_events(all);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *extension_count_ptr = ARRAY_LEN(events);
    *extensions = all;
    return JVMTI_ERROR_NONE;
}

/* ---- events ---- */

/* The VM's event point is open while some environment listens. */
static void update_points_locked(void)
{
    bool any = false;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        for (u32 i = 0; i < TI_EXTENSION_EVENTS; i++) any |= atomic_load(&env->extension_events[i]) != NULL;
    event_enable(EV_CLASS_UNLOAD, any);
}

jvmtiError ti_set_extension_event_callback(struct ti_env *env, struct thread *self, jint extension_event_index,
                                           jvmtiExtensionEvent callback)
{
    if (extension_event_index < 0 || extension_event_index >= TI_EXTENSION_EVENTS) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    os_mutex_lock(&ti_lock);
    if (ti_observing()) callback = ti_observe_extension_callback(env, (u32)extension_event_index, callback);
    atomic_store(&env->extension_events[extension_event_index], callback);
    update_points_locked();
    os_mutex_unlock(&ti_lock);
    return JVMTI_ERROR_NONE;
}

void ti_extensions_dispose(struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    for (u32 i = 0; i < TI_EXTENSION_EVENTS; i++) atomic_store(&env->extension_events[i], NULL);
    update_points_locked();
    os_mutex_unlock(&ti_lock);
}

/* Sent by the thread that collected, hidden or not: the event names no thread. */
static void post_class_unload(struct thread *self, const char *name)
{
    struct object *pending = self->pending;
    self->pending = NULL;
    u32 mark = ref_push_frame(self);
    JNIEnv *jni = thread_env(self);
    char signature[1024];
    snprintf(signature, sizeof signature, *name == '[' ? "%s" : "L%s;", name);
    thread_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        for (u32 i = 0; i < TI_EXTENSION_EVENTS; i++) {
            jvmtiExtensionEvent cb = atomic_load(&env->extension_events[i]);
            if (cb && ti_env_in(env, TI_IN_START | TI_IN_LIVE))
                cb(ti_jvmti(env), jni, i == TI_EXT_CLASS_UNLOAD ? signature : name);
            self->pending = NULL;
        }
    thread_from_native(self);
    ref_pop_frame(self, mark);
    self->pending = pending;
}

void ti_extensions_init(void) { hooks.class_unload = post_class_unload; }
