/* "Breakpoint" and "Watched Field": setting and clearing them for environments, and their events.
 *
 * The VM knows a place once; the maps here list the environments that have requested it. The first one sets it in the
 * code, the last one clears it, both while the world is stopped. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/core/ti_place_requests.h"
#include "ti_functions.h"
#include "tool/tool_code.h"
#include "tool/tool_heap.h"

static struct hashmap breakpoints, watches;

/* ---- breakpoints ---- */

/* Method ids lie below 4 GiB, as all of class space. */
static u64 place_of(const struct method_id *m, i32 bci) { return (u64)(u32)bci << 32 | (u32)(uintptr_t)m; }
static struct method_id *place_method(u64 place) { return (struct method_id *)(uintptr_t)(u32)place; }
static bool place_in(u64 place, const struct class *c)
{
    const struct method *m = tool_method_of(place_method(place));
    return m && tool_method_class(m) == c;
}

jvmtiError ti_set_breakpoint(struct ti_env *env, struct thread *self, struct method *method, jlocation location)
{
    struct method_id *id = tool_method_id(method);
    jvmtiError err = JVMTI_ERROR_NONE;
    bool first;
    tool_stop_world(self, "set breakpoint");
    if (!tool_has_location(id, location)) /* a redefinition may have come first */
        err = JVMTI_ERROR_INVALID_LOCATION;
    else if (!ti_places_add(&breakpoints, place_of(id, (i32)location), env, &first))
        err = JVMTI_ERROR_DUPLICATE;
    else if (first)
        tool_set_breakpoint(id, (i32)location);
    tool_resume_world(self);
    return err;
}

/* World stopped. */
static bool remove_breakpoint(u64 place, struct ti_env *env)
{
    WORLD_STOPPED();
    bool last;
    bool found = ti_places_remove(&breakpoints, place, env, &last);
    if (found && last) tool_clear_breakpoint(place_method(place), (i32)(place >> 32));
    return found;
}

jvmtiError ti_clear_breakpoint(struct ti_env *env, struct thread *self, struct method *method, jlocation location)
{
    if (location < 0 || location >= (jlocation)tool_method_code_length(method)) return JVMTI_ERROR_INVALID_LOCATION;
    u64 place = place_of(tool_method_id(method), (i32)location);
    tool_stop_world(self, "clear breakpoint");
    bool found = remove_breakpoint(place, env);
    tool_resume_world(self);
    return found ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_FOUND;
}

void ti_post_breakpoint(struct thread *self, struct frame *f)
{
    struct ti_askers askers;
    ti_askers_init(&askers);
    struct method_id *id = tool_method_id(tool_frame_method(f));
    i32 bci = tool_frame_bci(f);
    ti_places_ask(&breakpoints, place_of(id, bci), &askers);
    u64 pass = askers.n ? ti_filter_frame(JVMTI_EVENT_BREAKPOINT, f) : 0;
    struct ti_delivery d;
    if (!askers.n || !ti_begin(&d, self)) goto out;
    tool_to_native(self);
    for (u32 i = 0; i < askers.n; i++) {
        struct ti_env *env = askers.at[i];
        jvmtiEventBreakpoint cb = TI_CALLBACK(env, Breakpoint);
        if (cb && ti_passes(env, JVMTI_EVENT_BREAKPOINT, pass) && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_BREAKPOINT)))
            cb(ti_jvmti(env), d.jni, d.thread, (jmethodID)id, bci);
        ti_called(&d);
    }
    tool_from_native(self);
    ti_end(&d);
out:
    ti_askers_free(&askers);
}

/* ---- watches ---- */

static u64 watch_of(const struct field *f, bool write) { return (uintptr_t)f | write; }
static struct field *watch_field(u64 watch) { return (struct field *)(uintptr_t)(watch & ~(u64)1); }
static bool watch_is_write(u64 watch) { return watch & 1; }

static jvmtiError add_watch(struct ti_env *env, struct thread *self, struct field *f, bool write)
{
    bool first;
    tool_stop_world(self, "watch a field");
    bool fresh = ti_places_add(&watches, watch_of(f, write), env, &first);
    if (fresh && first) tool_watch_field(f, write, true);
    tool_resume_world(self);
    return fresh ? JVMTI_ERROR_NONE : JVMTI_ERROR_DUPLICATE;
}

/* World stopped. */
static bool remove_watch(struct ti_env *env, struct field *f, bool write)
{
    WORLD_STOPPED();
    bool last;
    bool found = ti_places_remove(&watches, watch_of(f, write), env, &last);
    if (found && last) tool_watch_field(f, write, false);
    return found;
}
static jvmtiError clear_watch(struct ti_env *env, struct thread *self, struct field *f, bool write)
{
    tool_stop_world(self, "watch a field no more");
    bool found = remove_watch(env, f, write);
    tool_resume_world(self);
    return found ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_FOUND;
}

jvmtiError ti_set_field_access_watch(struct ti_env *env, struct thread *self, struct class *klass, struct field *field)
{
    return add_watch(env, self, field, false);
}
jvmtiError ti_clear_field_access_watch(struct ti_env *env, struct thread *self, struct class *klass,
                                       struct field *field)
{
    return clear_watch(env, self, field, false);
}
jvmtiError ti_set_field_modification_watch(struct ti_env *env, struct thread *self, struct class *klass,
                                           struct field *field)
{
    return add_watch(env, self, field, true);
}
jvmtiError ti_clear_field_modification_watch(struct ti_env *env, struct thread *self, struct class *klass,
                                             struct field *field)
{
    return clear_watch(env, self, field, true);
}

/* The data of a field event, and the environments that have requested it. */
struct field_event {
    struct ti_askers askers;
    struct ti_delivery d;
    u64 pass;
    jobject object;
    jclass owner;
    jmethodID id;
    jlocation at;
};

/* Returns false if there is no such environment. The references have been made; the thread's state has not changed. */
static bool begin_field_event(struct field_event *e, struct thread *self, jvmtiEvent event, struct frame *f,
                              struct field *fld, struct object *o)
{
    ti_askers_init(&e->askers);
    if (f) ti_places_ask(&watches, watch_of(fld, event == JVMTI_EVENT_FIELD_MODIFICATION), &e->askers);
    e->pass = ti_filter_pass(event, NULL, o ? o : tool_class_mirror(tool_field_class(fld)));
    if (!e->askers.n || !ti_begin(&e->d, self)) {
        ti_askers_free(&e->askers);
        return false;
    }
    e->object = tool_ref(self, o);
    e->owner = ti_class_ref(self, tool_field_class(fld));
    e->id = ti_method_id(tool_frame_method(f));
    e->at = ti_frame_location(f);
    return true;
}
static void end_field_event(struct field_event *e, struct thread *self)
{
    tool_from_native(self);
    ti_end(&e->d);
    ti_askers_free(&e->askers);
}

void ti_post_field_access(struct thread *self, struct frame *f, struct field *fld, struct object *o)
{
    struct field_event e;
    if (!begin_field_event(&e, self, JVMTI_EVENT_FIELD_ACCESS, f, fld, o)) return;
    tool_to_native(self);
    for (u32 i = 0; i < e.askers.n; i++) {
        struct ti_env *env = e.askers.at[i];
        jvmtiEventFieldAccess cb = TI_CALLBACK(env, FieldAccess);
        if (!ti_passes(env, JVMTI_EVENT_FIELD_ACCESS, e.pass)) continue;
        if (cb && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_FIELD_ACCESS)))
            cb(ti_jvmti(env), e.d.jni, e.d.thread, e.id, e.at, e.owner, e.object, (jfieldID)fld);
        ti_called(&e.d);
    }
    end_field_event(&e, self);
}

void ti_post_field_modification(struct thread *self, struct frame *f, struct field *fld, struct object *o, slot value)
{
    struct field_event e;
    if (!begin_field_event(&e, self, JVMTI_EVENT_FIELD_MODIFICATION, f, fld, o)) return;
    char kind = tool_field_kind(fld) == '[' ? 'L' : tool_field_kind(fld);
    jvalue v = ti_value(self, kind, value);
    tool_to_native(self);
    for (u32 i = 0; i < e.askers.n; i++) {
        struct ti_env *env = e.askers.at[i];
        jvmtiEventFieldModification cb = TI_CALLBACK(env, FieldModification);
        if (!ti_passes(env, JVMTI_EVENT_FIELD_MODIFICATION, e.pass)) continue;
        if (cb && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_FIELD_MODIFICATION)))
            cb(ti_jvmti(env), e.d.jni, e.d.thread, e.id, e.at, e.owner, e.object, (jfieldID)fld, kind, v);
        ti_called(&e.d);
    }
    end_field_event(&e, self);
}

/* ---- disposing an environment ---- */

struct going {
    const struct ti_env *env;
    const struct class *c;
};

static void drop_breakpoint(u64 place, struct ti_env *env, void *arg)
{
    const struct going *g = arg;
    if (g->env ? env == g->env : place_in(place, g->c)) (void)remove_breakpoint(place, env);
}
static void drop_watch(u64 watch, struct ti_env *env, void *arg)
{
    const struct going *g = arg;
    if (env == g->env) (void)remove_watch(env, watch_field(watch), watch_is_write(watch));
}

static void env_disposed(struct thread *self, struct ti_env *env)
{
    struct going g = { env, NULL };
    tool_stop_world(self, "dispose of an environment");
    ti_places_each(&breakpoints, drop_breakpoint, &g);
    ti_places_each(&watches, drop_watch, &g);
    tool_resume_world(self);
}

/* World stopped: a redefinition removes all breakpoints of its class. */
static void clear_class(struct class *c)
{
    WORLD_STOPPED();
    struct going g = { NULL, c };
    ti_places_each(&breakpoints, drop_breakpoint, &g);
}

static void drop_watch_of(u64 watch, struct ti_env *env, void *arg)
{
    const struct field *f = arg;
    if (watch_field(watch) == f) (void)remove_watch(env, watch_field(watch), watch_is_write(watch));
}
/* World stopped: a watched field that a redefinition deletes takes its watches with it, whoever set them. */
static void clear_field(struct field *f)
{
    WORLD_STOPPED();
    ti_places_each(&watches, drop_watch_of, f);
}

static void forget_breakpoint(u64 place, struct ti_env *env, void *c)
{
    bool last;
    if (place_in(place, c)) (void)ti_places_remove(&breakpoints, place, env, &last);
}
static void forget_watch(u64 watch, struct ti_env *env, void *c)
{
    bool last;
    if (tool_field_class(watch_field(watch)) == c) (void)ti_places_remove(&watches, watch, env, &last);
}
static void keep_class(u64 place, struct ti_env *env, void *v)
{
    struct method *m = tool_method_of(place_method(place));
    if (m) tool_keep_mirror(v, tool_method_class(m));
}
/* A class with a breakpoint is kept alive, as on HotSpot, even if the program does not refer to it any more. A watched
 * field keeps nothing alive. */
static void visit_roots(struct heap_visitor *v) { ti_places_each(&breakpoints, keep_class, v); }

/* World stopped: removes breakpoints and watches of an unloaded class. */
static void forget_class(struct class *c)
{
    WORLD_STOPPED();
    ti_places_each(&breakpoints, forget_breakpoint, c);
    ti_places_each(&watches, forget_watch, c);
}

static void init(void)
{
    hooks.class_redefining = clear_class;
    hooks.field_deleting = clear_field;
    hooks.gc_roots = visit_roots;
}

const struct ti_part ti_part_breakpoints = { .init = init,
                                             .env_disposed = env_disposed,
                                             .class_unloading = forget_class };
