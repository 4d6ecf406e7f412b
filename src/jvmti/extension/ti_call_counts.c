/* Extensions that count calls. The VM counts (tool_tally_calls) while any environment requests it. The numbers grow
 * from the first request on and are never reset, so an environment that comes later computes differences. */
#include "jvmti/core/ti_handles.h"
#include "jvmti/core/ti_parts.h"
#include "ti_functions.h"
#include "tool/tool_code.h"

#include <stdlib.h>
#include <string.h>

static u32 wanted_by; /* number of environments; changes with the world stopped */

static void want(struct ti_env *env, struct thread *self, bool on)
{
    tool_stop_world(self, "calls are counted");
    if (env->counts_calls != on) {
        env->counts_calls = on;
        wanted_by += on ? 1u : -1u;
        tool_tally_calls(wanted_by > 0);
    }
    tool_resume_world(self);
    tool_tell_retired_code(self);
}

jvmtiError ti_ext_count_method_calls(struct ti_env *env, struct thread *self, jboolean on)
{
    want(env, self, on);
    return JVMTI_ERROR_NONE;
}

static size_t names_length(const struct tool_tally *t)
{
    return strlen(t->class_name) + strlen(t->name) + strlen(t->desc) + sizeof "L;" + 2;
}
/* The signature of the class, the name and the descriptor, each with a NUL. The suffix of a hidden class follows a dot,
 * as in GetClassSignature. */
static char *put_names(char *at, const struct tool_tally *t)
{
    char *class_name = at + 1;
    at += sprintf(at, "L%s;", t->class_name) + 1;
    char *plus = t->hidden ? strrchr(class_name, '+') : NULL;
    if (plus) *plus = '.';
    at = stpcpy(at, t->name) + 1;
    return stpcpy(at, t->desc) + 1;
}

jvmtiError ti_ext_get_method_calls(struct ti_env *env, struct thread *self, jint *count_ptr, char **names_ptr,
                                   jlong **entered_ptr, jlong **threw_ptr)
{
    struct tool_tally *all;
    u32 count;
    if (tool_call_tallies(self, &all, &count) != TOOL_OK) return JVMTI_ERROR_OUT_OF_MEMORY;
    size_t length = 1;
    for (u32 i = 0; i < count; i++) length += names_length(&all[i]);
    char *names = names_ptr ? ti_alloc(length) : NULL, *at = names;
    jlong *entered = ti_alloc((count + 1) * sizeof *entered);
    jlong *threw = threw_ptr ? ti_alloc((count + 1) * sizeof *threw) : NULL;
    if ((names_ptr && !names) || !entered || (threw_ptr && !threw)) {
        free(names);
        free(entered);
        free(threw);
        free(all);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    for (u32 i = 0; i < count; i++) {
        if (names) at = put_names(at, &all[i]);
        entered[i] = (jlong)all[i].entered;
        if (threw) threw[i] = (jlong)all[i].threw;
    }
    free(all);
    if (names) *names_ptr = names;
    *entered_ptr = entered;
    if (threw) *threw_ptr = threw;
    *count_ptr = (jint)count;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_ext_get_thread_method_calls(struct ti_env *env, struct thread *self, struct thread *thread,
                                          jlong *entered_ptr)
{
    tool_threads_lock(self); /* it may be ending */
    bool alive = tool_thread_listed(thread);
    if (alive) *entered_ptr = (jlong)tool_thread_calls(thread);
    tool_threads_unlock();
    return alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

static void env_disposed(struct thread *self, struct ti_env *env)
{
    if (env->counts_calls) want(env, self, false);
}
const struct ti_part ti_part_call_counts = { .env_disposed = env_disposed };
