/* The extension functions of spec/jvmti_extension_functions.tsv. Like the functions of the specification they are
 * called by generated wrappers, after every check that the table contains. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_handles.h"
#include "jvmti/extension/ti_event_filter.h"
#include "meta/redefine.h"
#include "model/options.h"
#include "ti_functions.h"
#include "tool/tool_heap.h"

jvmtiError ti_ext_is_class_unloading_enabled(struct ti_env *env, struct thread *self, jboolean *enabled)
{
    *enabled = options.class_unloading;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_ext_get_os_thread_id(struct ti_env *env, struct thread *self, struct thread *thread,
                                   jlong *os_thread_id_ptr)
{
    tool_threads_lock(self); /* it may be ending */
    bool alive = tool_thread_listed(thread);
    if (alive) *os_thread_id_ptr = tool_thread_os_id(thread);
    tool_threads_unlock();
    return alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

jvmtiError ti_ext_dump_heap(struct ti_env *env, struct thread *self, const char *path, jboolean only_live,
                            jboolean overwrite, jlong *size_ptr, char **message_ptr)
{
    char text[256] = "";
    i64 written = tool_heap_dump(self, path, only_live, overwrite, text, sizeof text);
    if (message_ptr) *message_ptr = NULL;
    if (written >= 0) {
        if (size_ptr) *size_ptr = written;
        return JVMTI_ERROR_NONE;
    }
    if (message_ptr && ti_copy_string(text, message_ptr) != JVMTI_ERROR_NONE) return JVMTI_ERROR_OUT_OF_MEMORY;
    return JVMTI_ERROR_ILLEGAL_ARGUMENT; /* no file can be written there */
}

jvmtiError ti_ext_prepare_async_stack_trace(struct ti_env *env, struct thread *self)
{
    tool_method_ids_for_all();
    return JVMTI_ERROR_NONE;
}

/* Raw, and in a signal handler: no transition, no lock, no allocation. */
jvmtiError ti_ext_get_async_stack_trace(struct ti_env *env, struct thread *self, const void *ucontext,
                                        jint max_frame_count, jvmtiFrameInfo *frame_buffer, jint *count_ptr)
{
    if (!tool_has_stack(self)) return JVMTI_ERROR_UNATTACHED_THREAD;
    _Static_assert(sizeof(struct tool_frame) == sizeof(jvmtiFrameInfo),
                   "the agent's buffer takes them before they are converted");
    struct tool_frame *found = (struct tool_frame *)frame_buffer;
    u32 n = tool_async_stack(self, ucontext, found, (u32)max_frame_count);
    for (u32 i = 0; i < n; i++) {
        struct tool_frame f = found[i];
        frame_buffer[i] = (jvmtiFrameInfo){ (jmethodID)tool_method_id_if_made(f.method), f.bci };
    }
    *count_ptr = (jint)n;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_ext_set_method_event_filter(struct ti_env *env, struct thread *self, jint class_count,
                                          const jclass *classes, jint method_count, const jmethodID *methods)
{
    if ((class_count && !classes) || (method_count && !methods)) return JVMTI_ERROR_NULL_POINTER;
    struct class **c = malloc(((size_t)class_count + 1) * sizeof *c);
    struct method **m = malloc(((size_t)method_count + 1) * sizeof *m);
    jvmtiError err = c && m ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < class_count; i++) err = ti_check_class(self, classes[i], &c[i]);
    for (jint i = 0; err == JVMTI_ERROR_NONE && i < method_count; i++) err = ti_check_method(methods[i], &m[i]);
    if (err == JVMTI_ERROR_NONE) err = ti_filter_methods(env, self, c, (u32)class_count, m, (u32)method_count);
    free(c);
    free(m);
    return err;
}

jvmtiError ti_ext_clear_method_event_filter(struct ti_env *env, struct thread *self)
{
    return ti_filter_methods_clear(env, self);
}

jvmtiError ti_ext_set_event_tag_filter(struct ti_env *env, struct thread *self, jvmtiEvent event_type, jint tagged)
{
    if (!(TI_BIT(event_type) & ti_filterable_events) || tagged & ~(TI_TAGGED_OBJECT | TI_TAGGED_CLASS))
        return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    return ti_filter_tags(env, self, event_type, (u32)tagged);
}

jvmtiError ti_ext_get_redefinition_report(struct ti_env *env, struct thread *self, char **text_ptr)
{
    char *text = redefine_report(self);
    jvmtiError e = text ? ti_copy_string(text, text_ptr) : JVMTI_ERROR_OUT_OF_MEMORY;
    free(text);
    return e;
}
