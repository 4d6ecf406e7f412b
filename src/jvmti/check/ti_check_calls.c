/* -Xcheck:jvmti: finds misuse in a call, and in the state in which a callback returns.
 *
 * Most misuse shows in the error of the call; the tables then say which argument is at fault. The checks here find what
 * no error shows: references and exceptions that a callback leaves, memory, and calls of functions in callbacks where
 * only callback-safe functions are allowed. The call runs as without the check, except for Deallocate of a block that
 * is not allocated, which would end the process. */
#include "jvmti/core/ti_handles.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_tables.h"

enum { LOCALS_GUARANTEED = 16 };

/* ---- calls that return an error ---- */

/* Is the argument, which is not NULL, not of its kind? A thread that has ended or not started is of its kind. */
static bool is_bad(const struct ti_observed *o, u32 i)
{
    const struct ti_parameter *p = &o->shape->parameters[i];
    u64 v = o->args[i];
    struct object *obj;
    switch ((enum ti_kind)p->kind) {
    case TI_K_THREAD:
    case TI_K_GROUP:
    case TI_K_CLASS:
    case TI_K_OBJECT: {
        jobject r = (jobject)(uintptr_t)v;
        if (!o->self || !tool_ref_check(o->self, r, &obj) || !obj) return true;
        if (p->kind == TI_K_CLASS) return !tool_is_class(obj);
        if (p->kind == TI_K_THREAD) return !tool_is_thread(obj);
        if (p->kind == TI_K_GROUP) return !tool_is_thread_group(obj);
        if (p->bad == JVMTI_ERROR_INVALID_MODULE) return !tool_is_module(obj);
        if (p->bad == JVMTI_ERROR_ILLEGAL_ARGUMENT) return !tool_is_loader(obj);
        return false;
    }
    case TI_K_METHOD: return !tool_method_of_id((const void *)(uintptr_t)v);
    case TI_K_FIELD: return true; /* unknown, or of another class */
    case TI_K_MONITOR: return !ti_raw_monitor_check((jrawMonitorID)(uintptr_t)v);
    case TI_K_ENUM: {
        for (const struct ti_name *n = p->names; n->name; n++)
            if (n->value == (i32)v) return o->shape->num == TI_FN_GENERATE_EVENTS;
        return true;
    }
    default: return (jint)v < 0; /* counts and depths */
    }
}

/* The index of the first argument that err concerns; -1: the error is not reported. */
static i32 culprit(const struct ti_observed *o, jvmtiError err)
{
    const struct ti_shape *s = o->shape;
    for (u32 i = 0; i < s->count; i++) {
        const struct ti_parameter *p = &s->parameters[i];
        bool null = !o->args[i] && (p->way != TI_W_VALUE || p->kind >= TI_K_THREAD);
        if (null ? p->null == (i16)err : p->bad == (i16)err && p->way == TI_W_VALUE && is_bad(o, i)) return (i32)i;
    }
    /* Errors of the section functions, by the argument that they concern. */
    const char *about = err == JVMTI_ERROR_INVALID_LOCATION                                            ? "location"
                        : err == JVMTI_ERROR_INVALID_SLOT || err == JVMTI_ERROR_TYPE_MISMATCH          ? "slot"
                        : err == JVMTI_ERROR_INVALID_PRIORITY                                          ? "priority"
                        : err == JVMTI_ERROR_NOT_MONITOR_OWNER                                         ? "monitor"
                        : err == JVMTI_ERROR_THREAD_NOT_SUSPENDED || err == JVMTI_ERROR_INVALID_THREAD ? "thread"
                                                                                                       : NULL;
    for (u32 i = 0; about && i < s->count; i++)
        if (!strcmp(s->parameters[i].name, about)) return (i32)i;
    if (s->count == 1) return 0;
    if (err == JVMTI_ERROR_TYPE_MISMATCH)
        for (u32 i = 0; i < s->count; i++)
            if (!strcmp(s->parameters[i].name, "value")) return (i32)i;
    return -1;
}

/* The meaning of err for an argument. NULL: the error is no misuse but a result (a class without source file, a thread
 * that has ended). */
static const char *meaning(jvmtiError err)
{
    switch (err) {
    case JVMTI_ERROR_NULL_POINTER: return "must not be NULL";
    case JVMTI_ERROR_INVALID_THREAD: return "is not a java.lang.Thread";
    case JVMTI_ERROR_INVALID_THREAD_GROUP: return "is not a java.lang.ThreadGroup";
    case JVMTI_ERROR_INVALID_CLASS: return "is not a class, or not one that this can be asked of";
    case JVMTI_ERROR_INVALID_OBJECT: return "is not a reference to a live object";
    case JVMTI_ERROR_INVALID_MODULE: return "is not a module";
    case JVMTI_ERROR_INVALID_METHODID: return "is not a method";
    case JVMTI_ERROR_INVALID_FIELDID: return "is not a field of the class";
    case JVMTI_ERROR_INVALID_MONITOR: return "is not a raw monitor";
    case JVMTI_ERROR_INVALID_LOCATION: return "is not the start of an instruction of the method";
    case JVMTI_ERROR_INVALID_SLOT: return "is not a variable there";
    case JVMTI_ERROR_TYPE_MISMATCH: return "has another type";
    case JVMTI_ERROR_INVALID_PRIORITY: return "is not a priority";
    case JVMTI_ERROR_INVALID_EVENT_TYPE: return "is not an event";
    case JVMTI_ERROR_NOT_MONITOR_OWNER: return "has not been entered by this thread";
    case JVMTI_ERROR_THREAD_NOT_SUSPENDED: return "is not suspended";
    case JVMTI_ERROR_ILLEGAL_ARGUMENT: return "is not a value that is allowed";
    default: return NULL;
    }
}

static void tell_argument(const struct ti_observed *o, jvmtiError err)
{
    const char *what = meaning(err), *name = ti_error_name(err);
    if (!what) return;
    name += strlen("JVMTI_ERROR_");
    struct object *pending = NULL;
    bool entered = ti_can_enter(o->self);
    if (entered) pending = ti_enter(o->self);
    i32 i = culprit(o, err);
    struct text v;
    text_init(&v, NULL, 0);
    bool null = false;
    if (i >= 0) {
        const struct ti_parameter *p = &o->shape->parameters[i];
        null = !o->args[i] && (p->way != TI_W_VALUE || p->kind >= TI_K_THREAD);
        ti_value_argument(&v, o, (u32)i, entered);
    } else {
        ti_values(&v, false, o, false, entered);
    }
    if (entered) ti_leave(o->self, pending);
    if (i < 0)
        ti_misuse(o, NULL, NULL, "one of %s %s (%s)", text_string(&v), what, name);
    else if (null)
        ti_misuse(o, NULL, NULL, "argument %d, %s, is NULL (%s)", i + 1, o->shape->parameters[i].name, name);
    else
        ti_misuse(o, NULL, NULL, "argument %d, %s=%s, %s (%s)", i + 1, o->shape->parameters[i].name, text_string(&v),
                  what, name);
    text_free(&v);
}

static const struct ti_shape *event_shape(u32 event)
{
    const struct ti_shape *s = ti_event_shapes;
    while (s->name && s->num != event) s++;
    return s->name ? s : NULL;
}

static const char *missing_capability(const struct ti_observed *o)
{
    const struct ti_shape *s = o->shape, *event;
    if (s->num == TI_FN_SET_EVENT_NOTIFICATION_MODE && (event = event_shape((u32)o->args[1])) != NULL) s = event;
    if (s->num == TI_FN_GENERATE_EVENTS && (event = event_shape((u32)o->args[0])) != NULL) s = event;
    return *s->capabilities ? s->capabilities : "a capability";
}

static bool restricted(const struct ti_observed *in)
{
    return in && (in->shape->event ? !in->shape->safe : in->shape->walks);
}

static void tell_error(const struct ti_observed *o, jvmtiError err)
{
    switch (err) {
    case JVMTI_ERROR_WRONG_PHASE:
        ti_misuse(o, NULL, NULL, "not allowed in the %s phase, but in %s (WRONG_PHASE)", ti_misuse_phase_name(),
                  o->shape->phases);
        break;
    case JVMTI_ERROR_UNATTACHED_THREAD:
        if (restricted(o->outer)) break; /* reported before the call */
        ti_misuse(o, NULL, NULL, "called on a thread that is not attached to the VM (UNATTACHED_THREAD)");
        break;
    case JVMTI_ERROR_INVALID_ENVIRONMENT:
        if (o->env)
            ti_misuse(o, NULL, NULL, "environment %u has been disposed of (INVALID_ENVIRONMENT)", o->env->index);
        else
            ti_misuse(o, NULL, NULL, "0x%llx is not an environment (INVALID_ENVIRONMENT)",
                      (unsigned long long)(uintptr_t)o->jvmti);
        break;
    case JVMTI_ERROR_MUST_POSSESS_CAPABILITY:
        ti_misuse(o, NULL, NULL, "environment %u does not possess %s (MUST_POSSESS_CAPABILITY)",
                  o->env ? o->env->index : 0, missing_capability(o));
        break;
    default: tell_argument(o, err); break;
    }
}

/* References in arrays that a function has made are not the agent's fault: the enclosing callback may leave that many
 * more. */
static void grant(const struct ti_observed *o)
{
    struct ti_observed *event = o->outer;
    while (event && !event->shape->event) event = event->outer;
    for (u32 i = 0; event && i < o->shape->count; i++) {
        const struct ti_parameter *p = &o->shape->parameters[i];
        if (p->way == TI_W_ALLOCATED && o->args[i]) event->granted += ti_value_count(o->shape, o->args, i);
    }
}

bool ti_check_begin(struct ti_observed *o)
{
    if (!o->shape->safe && restricted(o->outer))
        ti_misuse(o, NULL, NULL, "not callback-safe, called in the %s %s",
                  o->outer->shape->event ? "callback of" : "heap callback of", o->outer->shape->name);
    bool disposed = o->env && atomic_load(&o->env->disposed);
    if (o->shape->num == TI_FN_DEALLOCATE && o->args[0] && o->env && !disposed) {
        const void *freed_by;
        if (!ti_blocks_remove((const void *)(uintptr_t)o->args[0], o->caller, &freed_by)) {
            ti_misuse(o, "deallocated from", freed_by, "argument 1, mem=0x%llx, %s", (unsigned long long)o->args[0],
                      freed_by ? "has been deallocated before" : "has not been allocated by the tool interface");
            return false;
        }
    }
    if (o->shape->num == TI_FN_DISPOSE_ENVIRONMENT && o->env && !disposed) ti_blocks_report(o, o->env, "its end");
    return true;
}

void ti_check_end(struct ti_observed *o, jvmtiError err)
{
    if (err != JVMTI_ERROR_NONE) return tell_error(o, err);
    switch (o->shape->num) {
    case TI_FN_RAW_MONITOR_ENTER: ti_held_enter(o, (jrawMonitorID)(uintptr_t)o->args[0]); break;
    case TI_FN_RAW_MONITOR_EXIT: ti_held_exit((jrawMonitorID)(uintptr_t)o->args[0], false); break;
    case TI_FN_DESTROY_RAW_MONITOR: ti_held_exit((jrawMonitorID)(uintptr_t)o->args[0], true); break;
    default:
        ti_blocks_add(o);
        grant(o);
        break;
    }
}

/* ---- callbacks ---- */

void ti_check_event_begin(struct ti_observed *o)
{
    o->granted = LOCALS_GUARANTEED;
    if (!o->self) return;
    struct tool_local_refs refs = tool_local_refs(o->self);
    o->locals = refs.top;
    o->floor = refs.floor;
    tool_forget_ensured(o->self);
}

static void check_class_bytes(const struct ti_observed *o)
{
    void *bytes = NULL;
    const void *freed_by;
    for (u32 i = 0; i < o->shape->count; i++)
        if (!strcmp(o->shape->parameters[i].name, "new_class_data")) bytes = *(void **)(uintptr_t)o->args[i];
    /* From here on the bytes belong to the VM. */
    if (bytes && !ti_blocks_remove(bytes, o->caller, &freed_by))
        ti_misuse(o, NULL, NULL, "new_class_data has not been allocated by the tool interface");
}

void ti_check_event_end(struct ti_observed *o)
{
    struct thread *self = o->self;
    ti_held_report(o);
    if (o->shape->num == JVMTI_EVENT_CLASS_FILE_LOAD_HOOK) check_class_bytes(o);
    if (!self) return;
    if (ti_can_enter(self) && tool_pending(self)) {
        char name[256];
        struct object *pending = ti_enter(self);
        tool_class_external_name(tool_class_of(pending), name, sizeof name);
        ti_leave(self, pending);
        ti_misuse(o, NULL, NULL, "the callback returns with an exception pending: %s", name);
    }
    struct tool_local_refs refs = tool_local_refs(self);
    if (refs.floor > o->floor)
        ti_misuse(o, NULL, NULL, "the callback returns without PopLocalFrame for its PushLocalFrame");
    else if (refs.top > o->locals + o->granted && refs.top > refs.ensured)
        ti_misuse(o, NULL, NULL,
                  "the callback returns with more local references than JNI promises room for (%d): DeleteLocalRef or "
                  "EnsureLocalCapacity",
                  LOCALS_GUARANTEED);
}
