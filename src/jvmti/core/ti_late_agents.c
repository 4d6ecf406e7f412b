/* Agents that were written for the start of the VM but are attached later. A library without Agent_OnAttach is loaded
 * by its Agent_OnLoad, and its environments then get VMStart and VMInit as if the VM had just started. So a debugger
 * can be attached to a VM that was started without any option.
 *
 * The events are posted on a thread of their own: such an agent may wait in VMInit for a connection (libjdwp with
 * suspend=y), while the thread that loaded it must serve others. That thread continues when VMInit has ended or starts
 * to wait. */
#include "jvmti/core/ti_late_agents.h"
#include "jvmti/core/ti_event_delivery.h"
#include "ti_functions.h"

/* Freed by the last of the two threads to release it. */
struct late {
    struct os_event settled;
    _Atomic u32 users;
    u32 count;
    struct ti_env *envs[];
};

static void let_go(struct late *l)
{
    if (atomic_fetch_sub(&l->users, 1) == 1) free(l);
}

static void send(struct thread *self, struct late *l)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    tool_to_native(self);
    for (u32 i = 0; i < l->count; i++) {
        struct ti_env *env = l->envs[i];
        jvmtiEventVMStart started = TI_CALLBACK(env, VMStart);
        if (started && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_VM_START))) started(ti_jvmti(env), d.jni);
        tool_set_pending(self, NULL);
    }
    for (u32 i = 0; i < l->count; i++) {
        struct ti_env *env = l->envs[i];
        jvmtiEventVMInit init = TI_CALLBACK(env, VMInit);
        if (init && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_VM_INIT))) init(ti_jvmti(env), d.jni, d.thread);
        tool_set_pending(self, NULL);
    }
    tool_from_native(self);
    ti_end(&d);
}

static void run(struct thread *self, void *arg)
{
    struct late *l = arg;
    struct ti_thread *tt = ti_thread_get(self);
    if (tt) tt->settled = &l->settled;
    send(self, l);
    if (tt) tt->settled = NULL;
    os_event_set(&l->settled);
    let_go(l);
}

struct ti_env *ti_late_mark(void)
{
    struct ti_env *last = atomic_load(&ti_envs);
    while (last && last->next) last = last->next;
    return last;
}

/* The environments that the calling thread has created since `mark`. */
static struct late *collect(struct ti_env *mark)
{
    const struct thread *self = tool_self();
    struct ti_env *first = mark ? mark->next : atomic_load(&ti_envs);
    u32 n = 0;
    for (struct ti_env *env = first; env; env = env->next) n += env->creator == self;
    struct late *l = malloc(sizeof *l + n * sizeof l->envs[0]);
    if (!l) return NULL;
    os_event_init(&l->settled);
    atomic_init(&l->users, 2);
    l->count = 0;
    for (struct ti_env *env = first; env && l->count < n; env = env->next)
        if (env->creator == self) l->envs[l->count++] = env;
    return l;
}

bool ti_late_start(struct ti_env *mark)
{
    struct late *l = collect(mark);
    if (!l) return false;
    struct thread *self = tool_self();
    /* In the group of the calling thread, which is the system group for the attach listener. */
    struct object *pending = ti_enter(self), *java = tool_new_thread(self, "Agent VMInit");
    bool started = java && tool_start_thread(self, java, run, l, false);
    ti_leave(self, pending);
    if (!started) {
        free(l);
        return false;
    }
    os_event_wait(&l->settled);
    let_go(l);
    return true;
}
