/* "Timers". */
#include "ti_functions.h"

#include "os/os_proc.h"
#include "os/os_thread.h"
#include "os/os_time.h"

static void timer_info(jvmtiTimerInfo *info, jvmtiTimerKind kind)
{
    memset(info, 0, sizeof *info);
    info->max_value = (jlong)-1; /* all 64 bits: it never wraps around */
    info->may_skip_forward = info->may_skip_backward = JNI_FALSE;
    info->kind = kind;
}

jvmtiError ti_get_current_thread_cpu_timer_info(struct ti_env *env, struct thread *self, jvmtiTimerInfo *info_ptr)
{
    timer_info(info_ptr, JVMTI_TIMER_TOTAL_CPU);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_current_thread_cpu_time(struct ti_env *env, struct thread *self, jlong *nanos_ptr)
{
    *nanos_ptr = os_time_thread_cpu_ns();
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_thread_cpu_timer_info(struct ti_env *env, struct thread *self, jvmtiTimerInfo *info_ptr)
{
    timer_info(info_ptr, JVMTI_TIMER_TOTAL_CPU);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_thread_cpu_time(struct ti_env *env, struct thread *self, struct thread *thread, jlong *nanos_ptr)
{
    i64 ns = 0;
    if (!tool_thread_cpu_time(self, thread, &ns)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    *nanos_ptr = ns;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_timer_info(struct ti_env *env, struct thread *self, jvmtiTimerInfo *info_ptr)
{
    timer_info(info_ptr, JVMTI_TIMER_ELAPSED);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_time(struct ti_env *env, struct thread *self, jlong *nanos_ptr)
{
    *nanos_ptr = os_time_monotonic_ns();
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_available_processors(struct ti_env *env, struct thread *self, jint *processor_count_ptr)
{
    *processor_count_ptr = os_cpu_count();
    return JVMTI_ERROR_NONE;
}
