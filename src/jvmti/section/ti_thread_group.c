/* "Thread Group". */
#include "ti_functions.h"

jvmtiError ti_get_top_thread_groups(struct ti_env *env, struct thread *self, jint *group_count_ptr,
                                    jthreadGroup **groups_ptr)
{
    struct object *g = tool_top_group(self);
    return g ? ti_refs_out(self, &g, 1, group_count_ptr, groups_ptr) : JVMTI_ERROR_INTERNAL;
}

jvmtiError ti_get_thread_group_info(struct ti_env *env, struct thread *self, struct object *group,
                                    jvmtiThreadGroupInfo *info_ptr)
{
    struct tool_group_info g = tool_group_info(group);
    char *text = g.name ? tool_string_text(g.name) : NULL; /* the topmost group may have been made without a name */
    if (g.name && !text) return JVMTI_ERROR_OUT_OF_MEMORY;
    info_ptr->parent = tool_ref(self, g.parent);
    info_ptr->name = text;
    info_ptr->max_priority = g.max_priority;
    info_ptr->is_daemon = g.daemon;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_thread_group_children(struct ti_env *env, struct thread *self, struct object *group,
                                        jint *thread_count_ptr, jthread **threads_ptr, jint *group_count_ptr,
                                        jthreadGroup **groups_ptr)
{
    u32 threads, groups;
    struct object **found = tool_group_children(self, group, &threads, &groups);
    if (!found) return JVMTI_ERROR_OUT_OF_MEMORY;
    jint count;
    jthread *refs;
    jvmtiError err = ti_refs_out(self, found, threads, &count, &refs);
    if (err == JVMTI_ERROR_NONE) {
        err = ti_refs_out(self, found + threads, groups, group_count_ptr, groups_ptr);
        if (err == JVMTI_ERROR_NONE) {
            *thread_count_ptr = count;
            *threads_ptr = refs;
        } else
            free(refs);
    }
    free(found);
    return err;
}
