/* Popping frames, and events of pops: PopFrame, NotifyFramePop, the six ForceEarlyReturn, StopThread. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_handles.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/core/ti_place_requests.h"
#include "jvmti/core/ti_steps.h"
#include "ti_functions.h"

/* ---- notification ---- */

/* The environments that wait for the pop of a frame. The VM marks the frame once. If it has to mark it anew, older
 * entries for this address are of a frame that went without an event (PopFrame). */
struct ti_wait_pop {
    struct ti_env *env;
    struct frame *frame;
    struct ti_wait_pop *next;
};

static void forget(struct ti_thread *t, struct frame *f)
{
    for (struct ti_wait_pop **p = &t->pops; *p;)
        if (!f || (*p)->frame == f) {
            struct ti_wait_pop *w = *p;
            *p = w->next;
            free(w);
        } else
            p = &(*p)->next;
}
static void thread_freed(struct thread *t)
{
    if (tool_thread_data(t)) forget(tool_thread_data(t), NULL);
}

/* Adds `w` to the list unless it is there. `anew`: the frame was not marked before. */
static bool add_wait(struct thread *thread, struct ti_wait_pop *w, bool anew)
{
    struct ti_thread *t = ti_thread_get(thread);
    if (!t) return false;
    os_mutex_lock(&ti_lock);
    if (anew) forget(t, w->frame);
    bool again = false;
    for (struct ti_wait_pop *x = t->pops; x && !again; x = x->next) again = x->env == w->env && x->frame == w->frame;
    if (again)
        free(w);
    else {
        w->next = t->pops;
        t->pops = w;
    }
    os_mutex_unlock(&ti_lock);
    return true;
}

struct frame_question {
    u32 depth;
    struct frame *frame;
    struct method *method;
};
static void find_frame(struct thread *t, void *arg)
{
    struct frame_question *q = arg;
    q->frame = tool_frame_at(t, q->depth);
    q->method = q->frame ? tool_frame_method(q->frame) : NULL;
}

jvmtiError ti_notify_frame_pop(struct ti_env *env, struct thread *self, struct thread *thread, jint depth)
{
    if (!tool_stands_still(self, thread)) return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    struct frame_question q = { (u32)depth, NULL, NULL };
    if (!tool_run_on(self, thread, find_frame, &q)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    struct ti_wait_pop *w = malloc(sizeof *w);
    if (!w) return JVMTI_ERROR_OUT_OF_MEMORY;
    enum tool_status s = tool_notify_frame_pop(self, thread, (u32)depth);
    if (s != TOOL_OK && s != TOOL_UNCHANGED) {
        free(w);
        return ti_status_error(s);
    }
    *w = (struct ti_wait_pop){ env, q.frame, NULL };
    bool alive = thread == self, added = false;
    if (!alive) {
        tool_threads_lock(self); /* another thread might resume it, and it might end */
        alive = tool_thread_listed(thread);
    }
    if (alive) added = add_wait(thread, w, s == TOOL_OK);
    if (thread != self) tool_threads_unlock();
    if (!added) free(w);
    return added ? JVMTI_ERROR_NONE : alive ? JVMTI_ERROR_OUT_OF_MEMORY : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

void ti_post_frame_pop(struct thread *self, struct frame *f, bool by_exception)
{
    struct ti_askers asked;
    ti_askers_init(&asked);
    os_mutex_lock(&ti_lock);
    struct ti_thread *mine = tool_thread_data(self);
    for (struct ti_wait_pop *w = mine ? mine->pops : NULL; w; w = w->next)
        if (w->frame == f) ti_askers_add(&asked, w->env);
    if (mine) forget(mine, f);
    os_mutex_unlock(&ti_lock);
    u64 pass = ti_filter_frame(JVMTI_EVENT_FRAME_POP, f);
    struct ti_delivery d;
    if (!asked.n || !ti_begin(&d, self)) goto out;
    jmethodID id = ti_method_id(tool_frame_method(f));
    tool_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventFramePop cb = TI_CALLBACK(env, FramePop);
        if (!cb || !ti_askers_have(&asked, env) || !ti_wanted(env, self, TI_BIT(JVMTI_EVENT_FRAME_POP))) continue;
        if (!ti_passes(env, JVMTI_EVENT_FRAME_POP, pass)) continue;
        cb(ti_jvmti(env), d.jni, d.thread, id, by_exception);
        ti_called(&d);
    }
    tool_from_native(self);
    ti_end(&d);
out:
    ti_askers_free(&asked);
}

const struct ti_part ti_part_frames = { .thread_freed = thread_freed };

/* ---- popping and returning ---- */

jvmtiError ti_pop_frame(struct ti_env *env, struct thread *self, struct thread *thread)
{
    if (!tool_stands_still(self, thread)) return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    enum tool_status s = tool_pop_frame(self, thread);
    if (s == TOOL_OK) ti_steps_moved(self, thread);
    return ti_status_error(s);
}

/* kind: 'I' stands for all types that take an int slot. */
static jvmtiError early_return(struct thread *self, struct thread *thread, char kind, slot value, struct object *object)
{
    if (!tool_stands_still(self, thread)) return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    struct frame_question q = { 0, NULL, NULL };
    if (!tool_run_on(self, thread, find_frame, &q)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    if (!q.frame) return JVMTI_ERROR_NO_MORE_FRAMES;
    if (tool_method_is_native(q.method)) return JVMTI_ERROR_OPAQUE_FRAME;
    char wanted = tool_method_return_kind(q.method);
    if ((wanted == '[' ? 'L' : strchr("ZBCS", wanted) ? 'I' : wanted) != kind) return JVMTI_ERROR_TYPE_MISMATCH;
    const char *type = tool_method_return_type(q.method);
    if (object && !tool_may_hold(type, strlen(type), tool_class_of(object))) return JVMTI_ERROR_TYPE_MISMATCH;
    i32 i = tool_word_int(value);
    switch (wanted) {
    case 'Z': value = tool_int_word(i & 1); break;
    case 'B': value = tool_int_word((i8)i); break;
    case 'C': value = tool_int_word((u16)i); break;
    case 'S': value = tool_int_word((i16)i); break;
    default: break;
    }
    enum tool_status s = tool_force_return(self, thread, value, object);
    if (s == TOOL_OK) ti_steps_moved(self, thread);
    return ti_status_error(s);
}

jvmtiError ti_force_early_return_object(struct ti_env *env, struct thread *self, struct thread *thread,
                                        struct object *value)
{
    return early_return(self, thread, 'L', 0, value);
}
jvmtiError ti_force_early_return_int(struct ti_env *env, struct thread *self, struct thread *thread, jint value)
{
    return early_return(self, thread, 'I', tool_int_word(value), NULL);
}
jvmtiError ti_force_early_return_long(struct ti_env *env, struct thread *self, struct thread *thread, jlong value)
{
    return early_return(self, thread, 'J', (slot)value, NULL);
}
jvmtiError ti_force_early_return_float(struct ti_env *env, struct thread *self, struct thread *thread, jfloat value)
{
    return early_return(self, thread, 'F', tool_float_word(value), NULL);
}
jvmtiError ti_force_early_return_double(struct ti_env *env, struct thread *self, struct thread *thread, jdouble value)
{
    return early_return(self, thread, 'D', tool_double_word(value), NULL);
}
jvmtiError ti_force_early_return_void(struct ti_env *env, struct thread *self, struct thread *thread)
{
    return early_return(self, thread, 'V', 0, NULL);
}

/* ---- asynchronous exceptions ---- */

jvmtiError ti_stop_thread(struct ti_env *env, struct thread *self, struct thread *thread, struct object *exception)
{
    if (!tool_is_throwable(exception)) return JVMTI_ERROR_INVALID_OBJECT;
    if (!tool_throw_in(self, thread, exception)) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    return JVMTI_ERROR_NONE;
}
