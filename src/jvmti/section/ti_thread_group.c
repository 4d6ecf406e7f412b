/* "Thread Group": read from the fields of java.lang.ThreadGroup. */
#include "ti_functions.h"

static struct object *parent_of(struct object *group) { return obj_ref(group, WKF(ThreadGroup_parent)); }

jvmtiError ti_get_top_thread_groups(struct ti_env *env, struct thread *self, jint *group_count_ptr,
                                    jthreadGroup **groups_ptr)
{
    struct object *g = self->java ? obj_ref(self->java, WKF(Thread_group)) : NULL;
    if (!g && thread_main && thread_main->java) g = obj_ref(thread_main->java, WKF(Thread_group));
    if (!g) return JVMTI_ERROR_INTERNAL;
    while (parent_of(g)) g = parent_of(g);
    return ti_refs_out(self, &g, 1, group_count_ptr, groups_ptr);
}

jvmtiError ti_get_thread_group_info(struct ti_env *env, struct thread *self, struct object *group,
                                    jvmtiThreadGroupInfo *info_ptr)
{
    struct object *name = obj_ref(group, WKF(ThreadGroup_name));
    char *text = name ? string_to_mutf8(name) : NULL; /* the group at the top may have been made without one */
    if (name && !text) return JVMTI_ERROR_OUT_OF_MEMORY;
    info_ptr->parent = ref_local(self, parent_of(group));
    info_ptr->name = text;
    info_ptr->max_priority = obj_int(group, WKF(ThreadGroup_maxPriority));
    info_ptr->is_daemon = obj_byte(group, WKF(ThreadGroup_daemon)) != 0;
    return JVMTI_ERROR_NONE;
}

/* The first n elements of an array field, NULL ones left out. */
static u32 elements(struct object *array, i32 n, struct object **out)
{
    u32 k = 0;
    for (i32 i = 0; array && i < n && i < array_length(array); i++)
        if (array_ref(array, i)) out[k++] = array_ref(array, i);
    return k;
}

jvmtiError ti_get_thread_group_children(struct ti_env *env, struct thread *self, struct object *group,
                                        jint *thread_count_ptr, jthread **threads_ptr, jint *group_count_ptr,
                                        jthreadGroup **groups_ptr)
{
    /* The group's own methods change these fields under its monitor. */
    monitor_enter(self, group, NULL);
    i32 nthreads = obj_int(group, WKF(ThreadGroup_nthreads)), ngroups = obj_int(group, WKF(ThreadGroup_ngroups));
    struct object **found = malloc(((size_t)nthreads + (size_t)ngroups + 1) * sizeof *found);
    u32 t = 0, g = 0;
    if (found) {
        u32 all = elements(obj_ref(group, WKF(ThreadGroup_threads)), nthreads, found);
        for (u32 i = 0; i < all; i++) /* threads that are alive */
            if (tool_thread_state(self, found[i]) & JVMTI_THREAD_STATE_ALIVE) found[t++] = found[i];
        g = elements(obj_ref(group, WKF(ThreadGroup_groups)), ngroups, found + t);
    }
    if (!monitor_exit(self, group)) self->pending = NULL;
    if (!found) return JVMTI_ERROR_OUT_OF_MEMORY;
    jint tc;
    jthread *tr;
    jvmtiError err = ti_refs_out(self, found, t, &tc, &tr);
    if (err == JVMTI_ERROR_NONE) {
        err = ti_refs_out(self, found + t, g, group_count_ptr, groups_ptr);
        if (err == JVMTI_ERROR_NONE) {
            *thread_count_ptr = tc;
            *threads_ptr = tr;
        } else
            free(tr);
    }
    free(found);
    return err;
}
