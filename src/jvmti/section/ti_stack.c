/* "Stack Frame": the queries. A frame is read while its thread is stopped; those of all threads together at one
 * safepoint. */
#include "jvmti/core/ti_handles.h"
#include "ti_functions.h"
#include "tool/tool_frame.h"

/* A tool_frame is converted to a jvmtiFrameInfo in place. */
_Static_assert(sizeof(struct tool_frame) == sizeof(jvmtiFrameInfo), "frames are converted in place");
static void convert(jvmtiFrameInfo *frames, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        struct tool_frame f;
        memcpy(&f, &frames[i], sizeof f);
        frames[i].method = (jmethodID)tool_method_id(f.method);
        frames[i].location = f.bci;
    }
}

jvmtiError ti_get_stack_trace(struct ti_env *env, struct thread *self, struct thread *thread, jint start_depth,
                              jint max_frame_count, jvmtiFrameInfo *frame_buffer, jint *count_ptr)
{
    u32 n = 0;
    struct tool_kept kept = tool_keep_methods(self, thread);
    enum tool_status s =
        tool_stack_trace(self, thread, start_depth, (u32)max_frame_count, (struct tool_frame *)frame_buffer, &n);
    if (s == TOOL_OK) convert(frame_buffer, n);
    tool_release_methods(kept);
    /* the start is outside of the stack */
    if (s == TOOL_NO_MORE_FRAMES || s == TOOL_INVALID) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (s != TOOL_OK) return ti_status_error(s);
    *count_ptr = (jint)n;
    return JVMTI_ERROR_NONE;
}

/* One block, the infos and then all frames, so that the agent frees it with one call. */
static jvmtiError stacks_out(struct thread *self, struct tool_stack *stacks, u32 n, jvmtiStackInfo **out)
{
    size_t frames = 0;
    for (u32 i = 0; i < n; i++) frames += stacks[i].count;
    jvmtiStackInfo *info = ti_alloc(n * sizeof *info + frames * sizeof(jvmtiFrameInfo));
    if (!info) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiFrameInfo *at = (jvmtiFrameInfo *)(info + n);
    for (u32 i = 0; i < n; i++) {
        info[i].thread = tool_ref(self, stacks[i].thread);
        info[i].state = (jint)stacks[i].state;
        info[i].frame_buffer = at;
        info[i].frame_count = (jint)stacks[i].count;
        if (stacks[i].count) memcpy(at, stacks[i].frames, stacks[i].count * sizeof *at);
        convert(at, stacks[i].count);
        at += stacks[i].count;
    }
    *out = info;
    return JVMTI_ERROR_NONE;
}

static void free_stacks(struct tool_stack *stacks, u32 n)
{
    for (u32 i = 0; i < n; i++) free(stacks[i].frames);
    free(stacks);
}

jvmtiError ti_get_all_stack_traces(struct ti_env *env, struct thread *self, jint max_frame_count,
                                   jvmtiStackInfo **stack_info_ptr, jint *thread_count_ptr)
{
    struct tool_stack *stacks = NULL;
    u32 n = 0;
    enum tool_status s = tool_all_stacks(self, NULL, 0, (u32)max_frame_count, &stacks, &n);
    if (s != TOOL_OK) return ti_status_error(s);
    jvmtiError err = stacks_out(self, stacks, n, stack_info_ptr);
    if (err == JVMTI_ERROR_NONE) *thread_count_ptr = (jint)n;
    free_stacks(stacks, n);
    return err;
}

jvmtiError ti_get_thread_list_stack_traces(struct ti_env *env, struct thread *self, jint thread_count,
                                           const jthread *thread_list, jint max_frame_count,
                                           jvmtiStackInfo **stack_info_ptr)
{
    struct object **threads = malloc(((size_t)thread_count + 1) * sizeof *threads);
    if (!threads) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiError err = JVMTI_ERROR_NONE;
    u32 roots = tool_push_refs(self); /* the collector does not scan the array: references keep the objects */
    for (jint i = 0; i < thread_count && err == JVMTI_ERROR_NONE; i++) {
        err = ti_check_thread_object(self, thread_list[i], &threads[i]);
        if (err == JVMTI_ERROR_NONE) tool_ref(self, threads[i]);
    }
    struct tool_stack *stacks = NULL;
    u32 n = 0;
    if (err == JVMTI_ERROR_NONE)
        err = ti_status_error(tool_all_stacks(self, threads, (u32)thread_count, (u32)max_frame_count, &stacks, &n));
    tool_pop_refs(self, roots);
    if (err == JVMTI_ERROR_NONE) err = stacks_out(self, stacks, n, stack_info_ptr);
    free_stacks(stacks, n);
    free(threads);
    return err;
}

jvmtiError ti_get_frame_count(struct ti_env *env, struct thread *self, struct thread *thread, jint *count_ptr)
{
    u32 n = 0;
    enum tool_status s = tool_frame_count(self, thread, &n);
    if (s == TOOL_OK) *count_ptr = (jint)n;
    return ti_status_error(s);
}

jvmtiError ti_get_frame_location(struct ti_env *env, struct thread *self, struct thread *thread, jint depth,
                                 jmethodID *method_ptr, jlocation *location_ptr)
{
    struct tool_frame f;
    u32 n = 0;
    struct tool_kept kept = tool_keep_methods(self, thread);
    enum tool_status s = tool_stack_trace(self, thread, depth, 1, &f, &n);
    if (s == TOOL_INVALID || (s == TOOL_OK && n == 0)) s = TOOL_NO_MORE_FRAMES;
    if (s == TOOL_OK) {
        *method_ptr = (jmethodID)tool_method_id(f.method);
        *location_ptr = f.bci;
    }
    tool_release_methods(kept);
    return ti_status_error(s);
}
