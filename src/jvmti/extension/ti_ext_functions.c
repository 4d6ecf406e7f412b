/* The extension functions of ti_extension.c's table. They get no generated wrapper, so each checks by itself what the
 * wrappers check: environment, phase, thread, then its arguments from left to right. Arguments come as C passes them to
 * a function with "...". */
#include "jvmti/check/ti_check.h"
#include "jvmti/core/ti_post.h"
#include "jvmti/extension/ti_extension.h"
#include "jvmti/extension/ti_filter.h"
#include "ti_functions.h"

#include <stdarg.h>

/* What every one of them begins with. NULL: *err says why not. Afterwards the thread is IN_VM with nothing pending. */
struct entered {
    struct ti_env *env;
    struct thread *self;
    struct object *pending;
};
static bool enter(jvmtiEnv *jvmti, struct entered *in, jvmtiError *err)
{
    in->env = ti_env_of(jvmti);
    *err = JVMTI_ERROR_INVALID_ENVIRONMENT;
    if (!in->env) return false;
    *err = JVMTI_ERROR_WRONG_PHASE;
    if (!ti_env_in(in->env, TI_IN_START | TI_IN_LIVE)) return false;
    in->self = thread_self();
    *err = JVMTI_ERROR_UNATTACHED_THREAD;
    if (!ti_can_enter(in->self)) return false;
    in->pending = ti_enter(in->self);
    *err = JVMTI_ERROR_NONE;
    return true;
}

jvmtiError JNICALL ti_ext_is_class_unloading_enabled(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    jboolean *enabled = va_arg(va, jboolean *);
    va_end(va);
    if (!ti_env_of(jvmti)) return JVMTI_ERROR_INVALID_ENVIRONMENT;
    if (!enabled) return JVMTI_ERROR_NULL_POINTER;
    *enabled = options.class_unloading;
    return JVMTI_ERROR_NONE;
}

jvmtiError JNICALL ti_ext_get_os_thread_id(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    jthread thread = va_arg(va, jthread);
    jlong *id = va_arg(va, jlong *);
    va_end(va);
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    struct thread *t = in.self;
    if (thread) err = ti_check_thread(in.self, thread, &t);
    if (err == JVMTI_ERROR_NONE && !id) err = JVMTI_ERROR_NULL_POINTER;
    if (err == JVMTI_ERROR_NONE) {
        threads_lock(in.self); /* it may be ending */
        struct thread *found = threads_first();
        while (found && found != t) found = found->next;
        if (found)
            *id = found->os_tid;
        else
            err = JVMTI_ERROR_THREAD_NOT_ALIVE;
        threads_unlock();
    }
    ti_leave(in.self, in.pending);
    return err;
}

jvmtiError JNICALL ti_ext_dump_heap(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    const char *path = va_arg(va, const char *);
    bool live = (jboolean)va_arg(va, int), overwrite = (jboolean)va_arg(va, int);
    jlong *size = va_arg(va, jlong *);
    char **message = va_arg(va, char **);
    va_end(va);
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    if (!path)
        err = JVMTI_ERROR_NULL_POINTER;
    else {
        char text[256] = "";
        i64 written = tool_heap_dump(in.self, path, live, overwrite, text, sizeof text);
        if (written < 0) err = JVMTI_ERROR_ILLEGAL_ARGUMENT; /* no file can be written there */
        if (message) *message = NULL;
        if (err != JVMTI_ERROR_NONE && message && ti_copy_string(text, message) != JVMTI_ERROR_NONE)
            err = JVMTI_ERROR_OUT_OF_MEMORY;
        if (err == JVMTI_ERROR_NONE && size) *size = written;
    }
    ti_leave(in.self, in.pending);
    return err;
}

jvmtiError JNICALL ti_ext_prepare_async_stack_trace(jvmtiEnv *jvmti, ...)
{
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    method_ids_for_all();
    ti_leave(in.self, in.pending);
    return JVMTI_ERROR_NONE;
}

/* In a signal handler: no transition, no lock, no allocation. */
jvmtiError JNICALL ti_ext_get_async_stack_trace(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    const void *context = va_arg(va, const void *);
    jint max = va_arg(va, jint);
    jvmtiFrameInfo *frames = va_arg(va, jvmtiFrameInfo *);
    jint *count = va_arg(va, jint *);
    va_end(va);
    if (!ti_env_of(jvmti)) return JVMTI_ERROR_INVALID_ENVIRONMENT;
    struct thread *self = thread_self();
    u32 state = self ? atomic_load_explicit(&self->state, memory_order_relaxed) : THREAD_DEAD;
    if (state == THREAD_NEW || state == THREAD_DEAD) return JVMTI_ERROR_UNATTACHED_THREAD;
    if (max < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (!frames || !count) return JVMTI_ERROR_NULL_POINTER;
    _Static_assert(sizeof(struct tool_frame) == sizeof(jvmtiFrameInfo),
                   "the agent's buffer takes them before they are converted");
    struct tool_frame *found = (struct tool_frame *)frames;
    u32 n = tool_async_stack(self, context, found, (u32)max);
    for (u32 i = 0; i < n; i++) {
        struct tool_frame f = found[i];
        frames[i] = (jvmtiFrameInfo){ (jmethodID)f.method->id, f.bci };
    }
    *count = (jint)n;
    return JVMTI_ERROR_NONE;
}

jvmtiError JNICALL ti_ext_set_method_event_filter(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    jint class_count = va_arg(va, jint);
    const jclass *classes = va_arg(va, const jclass *);
    jint method_count = va_arg(va, jint);
    const jmethodID *methods = va_arg(va, const jmethodID *);
    va_end(va);
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    struct class **c = NULL;
    struct method **m = NULL;
    if (class_count < 0 || method_count < 0)
        err = JVMTI_ERROR_ILLEGAL_ARGUMENT;
    else if ((class_count && !classes) || (method_count && !methods))
        err = JVMTI_ERROR_NULL_POINTER;
    else {
        c = malloc(((size_t)class_count + 1) * sizeof *c);
        m = malloc(((size_t)method_count + 1) * sizeof *m);
        if (!c || !m) err = JVMTI_ERROR_OUT_OF_MEMORY;
    }
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < class_count; i++) err = ti_check_class(in.self, classes[i], &c[i]);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < method_count; i++) err = ti_check_method(methods[i], &m[i]);
    if (err == JVMTI_ERROR_NONE) err = ti_filter_methods(in.env, in.self, c, (u32)class_count, m, (u32)method_count);
    free(c);
    free(m);
    ti_leave(in.self, in.pending);
    return err;
}

jvmtiError JNICALL ti_ext_clear_method_event_filter(jvmtiEnv *jvmti, ...)
{
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    err = ti_filter_methods_clear(in.env, in.self);
    ti_leave(in.self, in.pending);
    return err;
}

jvmtiError JNICALL ti_ext_set_event_tag_filter(jvmtiEnv *jvmti, ...)
{
    va_list va;
    va_start(va, jvmti);
    jint event = va_arg(va, jint), which = va_arg(va, jint);
    va_end(va);
    struct entered in;
    jvmtiError err;
    if (!enter(jvmti, &in, &err)) return err;
    if (!in.env->caps.can_tag_objects)
        err = JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
    else if (event < TI_EVENT_FIRST || event > TI_EVENT_LAST || !ti_event_name((u32)event))
        err = JVMTI_ERROR_INVALID_EVENT_TYPE;
    else if (!(TI_BIT(event) & ti_filterable_events) || which & ~(TI_TAGGED_OBJECT | TI_TAGGED_CLASS))
        err = JVMTI_ERROR_ILLEGAL_ARGUMENT;
    else
        err = ti_filter_tags(in.env, in.self, (u32)event, (u32)which);
    ti_leave(in.self, in.pending);
    return err;
}
