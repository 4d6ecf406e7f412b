/* "Breakpoint" and "Watched Field": what is set, by which environment, and the events of running into it.
 *
 * The VM knows a place once; the lists here say which environments asked for it. The first one sets it in the code, the last one takes it away.
 * ti_lock guards the lists. */
#include "jvmti/ti_askers.h"
#include "jvmti/ti_post.h"
#include "ti_functions.h"

struct breakpoint { struct ti_env *env; struct method_id *method; i32 bci; struct breakpoint *next; };
struct watch { struct ti_env *env; struct field *field; u8 flag; struct watch *next; };
static struct breakpoint *breakpoints;
static struct watch *watches;

/* ---- breakpoints ---- */

static struct breakpoint **find_breakpoint(const struct ti_env *env, const struct method_id *m, i32 bci)
{
    for (struct breakpoint **p = &breakpoints; *p; p = &(*p)->next)
        if ((!env || (*p)->env == env) && (*p)->method == m && (*p)->bci == bci) return p;
    return NULL;
}

static bool bad_location(const struct method *m, jlocation at) { return at < 0 || at >= (jlocation)m->code_len || !tool_is_instruction(m, (i32)at); }

jvmtiError ti_set_breakpoint(struct ti_env *env, struct thread *self, struct method *method, jlocation location)
{
    if (bad_location(method, location)) return JVMTI_ERROR_INVALID_LOCATION;
    struct method_id *id = method_id_of(method);
    struct breakpoint *b = malloc(sizeof *b);
    if (!b) return JVMTI_ERROR_OUT_OF_MEMORY;
    *b = (struct breakpoint){ env, id, (i32)location, NULL };
    os_mutex_lock(&ti_lock);
    bool again = find_breakpoint(env, id, b->bci) != NULL, first = !find_breakpoint(NULL, id, b->bci);
    if (!again) {
        b->next = breakpoints;
        breakpoints = b;
    }
    os_mutex_unlock(&ti_lock);
    if (again) {
        free(b);
        return JVMTI_ERROR_DUPLICATE;
    }
    if (first) tool_set_breakpoint(self, method, (i32)location);
    return JVMTI_ERROR_NONE;
}

static void remove_breakpoint(struct thread *self, struct ti_env *env, struct method_id *id, i32 bci, jvmtiError *err)
{
    os_mutex_lock(&ti_lock);
    struct breakpoint **p = find_breakpoint(env, id, bci), *b = p ? *p : NULL;
    if (b) *p = b->next;
    bool last = b && !find_breakpoint(NULL, id, bci);
    os_mutex_unlock(&ti_lock);
    if (last) tool_clear_breakpoint(self, id->current, bci);
    *err = b ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_FOUND;
    free(b);
}

jvmtiError ti_clear_breakpoint(struct ti_env *env, struct thread *self, struct method *method, jlocation location)
{
    if (bad_location(method, location)) return JVMTI_ERROR_INVALID_LOCATION;
    jvmtiError err;
    remove_breakpoint(self, env, method_id_of(method), (i32)location, &err);
    return err;
}

void ti_post_breakpoint(struct thread *self, struct frame *f)
{
    struct ti_askers askers;
    ti_askers_init(&askers);
    struct method_id *id = method_id_of(f->method);
    i32 bci = frame_bci(f);
    os_mutex_lock(&ti_lock);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        if (find_breakpoint(env, id, bci)) ti_askers_add(&askers, env);
    os_mutex_unlock(&ti_lock);
    u64 pass = askers.n ? ti_filter_frame(JVMTI_EVENT_BREAKPOINT, f) : 0;
    struct ti_delivery d;
    if (!askers.n || !ti_begin(&d, self)) goto out;
    thread_to_native(self);
    for (u32 i = 0; i < askers.n; i++) {
        struct ti_env *env = askers.at[i];
        jvmtiEventBreakpoint cb = env->callbacks.Breakpoint;
        if (cb && ti_passes(env, JVMTI_EVENT_BREAKPOINT, pass) && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_BREAKPOINT))) cb(ti_jvmti(env), d.jni, d.thread, (jmethodID)id, bci);
        self->pending = NULL;
    }
    thread_from_native(self);
    ti_end(&d);
out:
    ti_askers_free(&askers);
}

/* ---- watches ---- */

static struct watch **find_watch(const struct ti_env *env, const struct field *f, u8 flag)
{
    for (struct watch **p = &watches; *p; p = &(*p)->next)
        if ((!env || (*p)->env == env) && (*p)->field == f && (*p)->flag == flag) return p;
    return NULL;
}

static jvmtiError add_watch(struct ti_env *env, struct thread *self, struct field *f, u8 flag)
{
    struct watch *w = malloc(sizeof *w);
    if (!w) return JVMTI_ERROR_OUT_OF_MEMORY;
    *w = (struct watch){ env, f, flag, NULL };
    os_mutex_lock(&ti_lock);
    bool again = find_watch(env, f, flag) != NULL, first = !find_watch(NULL, f, flag);
    if (!again) {
        w->next = watches;
        watches = w;
    }
    os_mutex_unlock(&ti_lock);
    if (again) {
        free(w);
        return JVMTI_ERROR_DUPLICATE;
    }
    if (first) tool_watch_field(self, f, flag, true);
    return JVMTI_ERROR_NONE;
}

static jvmtiError remove_watch(struct ti_env *env, struct thread *self, struct field *f, u8 flag)
{
    os_mutex_lock(&ti_lock);
    struct watch **p = find_watch(env, f, flag), *w = p ? *p : NULL;
    if (w) *p = w->next;
    bool last = w && !find_watch(NULL, f, flag);
    os_mutex_unlock(&ti_lock);
    if (last) tool_watch_field(self, f, flag, false);
    free(w);
    return w ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_FOUND;
}

jvmtiError ti_set_field_access_watch(struct ti_env *env, struct thread *self, struct class *klass, struct field *field)
{
    return add_watch(env, self, field, FLD_WATCH_READ);
}
jvmtiError ti_clear_field_access_watch(struct ti_env *env, struct thread *self, struct class *klass, struct field *field)
{
    return remove_watch(env, self, field, FLD_WATCH_READ);
}
jvmtiError ti_set_field_modification_watch(struct ti_env *env, struct thread *self, struct class *klass, struct field *field)
{
    return add_watch(env, self, field, FLD_WATCH_WRITE);
}
jvmtiError ti_clear_field_modification_watch(struct ti_env *env, struct thread *self, struct class *klass, struct field *field)
{
    return remove_watch(env, self, field, FLD_WATCH_WRITE);
}

static void watchers(struct field *f, u8 flag, struct ti_askers *out)
{
    os_mutex_lock(&ti_lock);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        if (find_watch(env, f, flag)) ti_askers_add(out, env);
    os_mutex_unlock(&ti_lock);
}

void ti_post_field_access(struct thread *self, struct frame *f, struct field *fld, struct object *o)
{
    struct ti_askers askers;
    ti_askers_init(&askers);
    if (f) watchers(fld, FLD_WATCH_READ, &askers);
    u64 pass = ti_filter_pass(JVMTI_EVENT_FIELD_ACCESS, NULL, o ? o : fld->owner->mirror);
    struct ti_delivery d;
    if (!askers.n || !ti_begin(&d, self)) goto out;
    jobject object = ref_local(self, o);
    jclass owner = ti_class_ref(self, fld->owner);
    jmethodID id = ti_method_id(f->method);
    jlocation at = ti_frame_location(f);
    thread_to_native(self);
    for (u32 i = 0; i < askers.n; i++) {
        struct ti_env *env = askers.at[i];
        jvmtiEventFieldAccess cb = env->callbacks.FieldAccess;
        if (!ti_passes(env, JVMTI_EVENT_FIELD_ACCESS, pass)) continue;
        if (cb && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_FIELD_ACCESS))) cb(ti_jvmti(env), d.jni, d.thread, id, at, owner, object, (jfieldID)fld);
        self->pending = NULL;
    }
    thread_from_native(self);
    ti_end(&d);
out:
    ti_askers_free(&askers);
}

void ti_post_field_modification(struct thread *self, struct frame *f, struct field *fld, struct object *o, slot value)
{
    struct ti_askers askers;
    ti_askers_init(&askers);
    if (f) watchers(fld, FLD_WATCH_WRITE, &askers);
    u64 pass = ti_filter_pass(JVMTI_EVENT_FIELD_MODIFICATION, NULL, o ? o : fld->owner->mirror);
    struct ti_delivery d;
    if (!askers.n || !ti_begin(&d, self)) goto out;
    jobject object = ref_local(self, o);
    jclass owner = ti_class_ref(self, fld->owner);
    jmethodID id = ti_method_id(f->method);
    jlocation at = ti_frame_location(f);
    char kind = fld->kind == '[' ? 'L' : (char)fld->kind;
    jvalue v = ti_value(self, kind, value);
    thread_to_native(self);
    for (u32 i = 0; i < askers.n; i++) {
        struct ti_env *env = askers.at[i];
        jvmtiEventFieldModification cb = env->callbacks.FieldModification;
        if (!ti_passes(env, JVMTI_EVENT_FIELD_MODIFICATION, pass)) continue;
        if (cb && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_FIELD_MODIFICATION)))
            cb(ti_jvmti(env), d.jni, d.thread, id, at, owner, object, (jfieldID)fld, kind, v);
        self->pending = NULL;
    }
    thread_from_native(self);
    ti_end(&d);
out:
    ti_askers_free(&askers);
}

/* ---- single steps ---- */

void ti_post_single_step(struct thread *self, struct frame *f)
{
    if (!ti_anyone_wants(self, TI_BIT(JVMTI_EVENT_SINGLE_STEP))) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    jmethodID id = ti_method_id(f->method);
    jlocation at = ti_frame_location(f);
    TI_DELIVER(d, JVMTI_EVENT_SINGLE_STEP, SingleStep, d.jni, d.thread, id, at);
    ti_end(&d);
}

/* ---- the end of an environment ---- */

void ti_breakpoints_dispose(struct thread *self, struct ti_env *env)
{
    for (;;) {
        os_mutex_lock(&ti_lock);
        struct breakpoint *b = breakpoints;
        while (b && b->env != env) b = b->next;
        struct watch *w = watches;
        while (w && w->env != env) w = w->next;
        os_mutex_unlock(&ti_lock);
        jvmtiError err;
        if (b) remove_breakpoint(self, env, b->method, b->bci, &err);
        if (w) remove_watch(env, self, w->field, w->flag);
        if (!b && !w) return;
    }
}

void ti_breakpoints_clear_class(struct thread *self, struct class *c)
{
    for (;;) {
        os_mutex_lock(&ti_lock);
        struct breakpoint *b = breakpoints;
        while (b && b->method->current->owner != c) b = b->next;
        struct breakpoint found = b ? *b : (struct breakpoint){ 0 };
        os_mutex_unlock(&ti_lock);
        if (!b) return;
        jvmtiError err;
        remove_breakpoint(self, found.env, found.method, found.bci, &err);
    }
}

/* World stopped: what was set in an unloaded class is gone with it. */
void ti_breakpoints_forget_class(struct class *c)
{
    for (struct breakpoint **p = &breakpoints, *b; (b = *p) != NULL;)
        if (b->method->current && b->method->current->owner == c) {
            *p = b->next;
            free(b);
        } else p = &b->next;
    for (struct watch **p = &watches, *w; (w = *p) != NULL;)
        if (w->field->owner == c) {
            *p = w->next;
            free(w);
        } else p = &w->next;
}

void ti_breakpoints_init(void)
{
    hooks.breakpoint = ti_post_breakpoint;
    hooks.field_access = ti_post_field_access;
    hooks.field_modification = ti_post_field_modification;
    hooks.single_step = ti_post_single_step;
}
