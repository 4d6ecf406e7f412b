/* Filters of events (ti_event_filter.h): two extensions of ours.
 *
 * Method events: an environment names methods and classes. If every environment with method events names some, the VM's
 * event points stay off and only these methods post (tool_method_events); all others run at full speed. If another
 * environment has all of them, each event checks the filter. Tags: an event is about an object, and is posted only if
 * that object, or its class, has a tag of the environment.
 *
 * A filter changes only with the world stopped, since posters read it IN_VM without a lock. filter_lock orders
 * changes. */
#include "jvmti/extension/ti_event_filter.h"
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/heap/ti_tag.h"
#include "thread/thread_contract.h"
#include "tool/tool_code.h"

enum { SLOTS = TINY(64, 2) };
#define METHOD_EVENTS (TI_BIT(JVMTI_EVENT_METHOD_ENTRY) | TI_BIT(JVMTI_EVENT_METHOD_EXIT))

/* Keys are struct method_id * (an identity that outlives redefinitions) and struct class *. */
struct ti_method_filter {
    struct hashmap methods, classes;
};

_Atomic u64 ti_filtered_events;
static struct os_mutex filter_lock = OS_MUTEX_INIT_OUTER;
static u64 slots_used;

const u64 ti_filterable_events =
    METHOD_EVENTS | TI_BIT(JVMTI_EVENT_BREAKPOINT) | TI_BIT(JVMTI_EVENT_FRAME_POP) | TI_BIT(JVMTI_EVENT_EXCEPTION) |
    TI_BIT(JVMTI_EVENT_EXCEPTION_CATCH) | TI_BIT(JVMTI_EVENT_FIELD_ACCESS) | TI_BIT(JVMTI_EVENT_FIELD_MODIFICATION) |
    TI_BIT(JVMTI_EVENT_MONITOR_CONTENDED_ENTER) | TI_BIT(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED) |
    TI_BIT(JVMTI_EVENT_MONITOR_WAIT) | TI_BIT(JVMTI_EVENT_MONITOR_WAITED) | TI_BIT(JVMTI_EVENT_VM_OBJECT_ALLOC) |
    TI_BIT(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);

/* ---- queries ---- */

static bool names_method(const struct ti_method_filter *f, struct method *m)
{
    return hashmap_get(&f->classes, tool_method_class(m)) ||
           (hashmap_count(&f->methods) && hashmap_get(&f->methods, tool_method_id(m)));
}

/* A mirror counts as its own class here: a static method belongs to the tagged class. */
static bool tagged(const struct ti_env *env, u32 which, const struct object *o)
{
    if (!o) return false;
    if ((which & TI_TAGGED_OBJECT) && ti_tag_get(env, o)) return true;
    if (!(which & TI_TAGGED_CLASS)) return false;
    const struct object *mirror = tool_is_class(o) ? o : tool_class_mirror(tool_class_of(o));
    return mirror && ti_tag_get(env, mirror);
}

u64 ti_filter_pass_slow(u32 event, struct method *m, const struct object *o)
{
    CALLER_IN_VM();
    u64 pass = 0;
    for (struct ti_env *env = atomic_load_explicit(&ti_envs, memory_order_acquire); env; env = env->next) {
        if (!(atomic_load_explicit(&env->filtered, memory_order_relaxed) & TI_BIT(event))) continue;
        bool ok = !(TI_BIT(event) & METHOD_EVENTS) || !env->method_filter || names_method(env->method_filter, m);
        u32 which = env->tag_filter[event - TI_EVENT_FIRST];
        if (ok && which) ok = tagged(env, which, o);
        if (ok) pass |= (u64)1 << env->filter_slot;
    }
    return pass;
}

/* ---- changes; filter_lock held ---- */

static bool take_slot(struct ti_env *env)
{
    if (atomic_load(&env->filtered)) return true;
    for (u32 i = 0; i < SLOTS; i++)
        if (!(slots_used >> i & 1)) {
            slots_used |= (u64)1 << i;
            env->filter_slot = (u8)i;
            return true;
        }
    return false;
}

/* Computes the words that posters test from the environments' requests. */
static void publish(struct ti_env *env)
{
    u64 filtered = env->method_filter ? METHOD_EVENTS : 0, all = 0;
    for (u32 e = TI_EVENT_FIRST; e <= TI_EVENT_LAST; e++)
        if (env->tag_filter[e - TI_EVENT_FIRST]) filtered |= TI_BIT(e);
    if (!filtered && atomic_load(&env->filtered)) slots_used &= ~((u64)1 << env->filter_slot);
    atomic_store(&env->filtered, filtered);
    for (struct ti_env *e = atomic_load(&ti_envs); e; e = e->next) all |= atomic_load(&e->filtered);
    os_mutex_lock(&ti_lock);
    atomic_store(&ti_filtered_events, all);
    if (all & METHOD_EVENTS) ti_straight_off_locked();
    os_mutex_unlock(&ti_lock);
}

static bool wanted_by_somebody(const struct method *m)
{
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        if (env->method_filter && names_method(env->method_filter, (struct method *)m)) return true;
    return false;
}

struct method_list {
    struct method **at;
    u32 count, capacity;
    bool failed;
};
static void add(struct method_list *l, struct method *m)
{
    if (l->count == l->capacity) {
        u32 n = l->capacity ? l->capacity * 2 : 64;
        struct method **at = realloc(l->at, n * sizeof *at);
        if (!at) {
            l->failed = true;
            return;
        }
        l->at = at;
        l->capacity = n;
    }
    l->at[l->count++] = m;
}
static void add_class(struct method_list *l, const struct class *c)
{
    for (u32 i = 0; i < tool_class_method_count(c); i++) add(l, tool_class_method(c, i));
}
static void add_filter(struct method_list *l, const struct ti_method_filter *f)
{
    u32 at = 0;
    u64 key;
    if (!f) return;
    while (hashmap_next(&f->methods, &at, &key, NULL)) {
        /* NULL: an obsolete version that has been freed */
        struct method *m = tool_method_of((struct method_id *)(uintptr_t)key);
        if (m) add(l, m);
    }
    for (at = 0; hashmap_next(&f->classes, &at, &key, NULL);) add_class(l, (struct class *)(uintptr_t)key);
}

static void free_filter(struct ti_method_filter *f)
{
    if (!f) return;
    hashmap_destroy(&f->methods);
    hashmap_destroy(&f->classes);
    free(f);
}

static jvmtiError replace(struct ti_env *env, struct thread *self, struct ti_method_filter *fresh)
{
    struct ti_method_filter *old = env->method_filter;
    struct method_list touched = { 0 };
    tool_stop_world(self, "filter of method events"); /* before any class is examined: none is unloaded from here on */
    add_filter(&touched, old);
    add_filter(&touched, fresh);
    bool ok = !touched.failed && (!fresh || take_slot(env));
    if (ok) {
        env->method_filter = fresh;
        publish(env);
        tool_method_events(touched.at, touched.count, wanted_by_somebody);
    }
    tool_resume_world(self);
    free(touched.at);
    free_filter(ok ? old : fresh);
    return ok ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

/* The lock is held over stops of the world, so a thread that waits for it counts as stopped. */
static void lock(struct thread *self) TAKES_LOCK(filter_lock)
{
    IN_STATE(self, VM);
    tool_to_blocked(self);
    os_mutex_lock(&filter_lock);
    tool_from_blocked(self);
}
static void unlock(void) GIVES_LOCK(filter_lock) { os_mutex_unlock(&filter_lock); }

jvmtiError ti_filter_methods(struct ti_env *env, struct thread *self, struct class *const *classes, u32 class_count,
                             struct method *const *methods, u32 method_count)
{
    struct ti_method_filter *f = calloc(1, sizeof *f);
    if (!f) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < class_count; i++) hashmap_put(&f->classes, classes[i], classes[i]);
    for (u32 i = 0; i < method_count; i++) hashmap_put(&f->methods, tool_method_id(methods[i]), methods[i]);
    lock(self);
    jvmtiError err = replace(env, self, f);
    unlock();
    /* this environment's method events do not concern all methods any more */
    if (err == JVMTI_ERROR_NONE) ti_events_update(self);
    return err;
}

jvmtiError ti_filter_methods_clear(struct ti_env *env, struct thread *self)
{
    lock(self);
    jvmtiError err = env->method_filter ? replace(env, self, NULL) : JVMTI_ERROR_NONE;
    unlock();
    ti_events_update(self);
    return err;
}

jvmtiError ti_filter_tags(struct ti_env *env, struct thread *self, u32 event, u32 which)
{
    lock(self);
    jvmtiError err = !which || take_slot(env) ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
    if (err == JVMTI_ERROR_NONE) {
        tool_stop_world(self, "filter of events by tag");
        env->tag_filter[event - TI_EVENT_FIRST] = (u8)which;
        publish(env);
        tool_resume_world(self);
    }
    unlock();
    if (err == JVMTI_ERROR_NONE) ti_events_update(self); /* what is not filtered any more may be told straight */
    return err;
}

static void env_disposed(struct thread *self, struct ti_env *env)
{
    if (!atomic_load(&env->filtered)) return;
    lock(self);
    memset(env->tag_filter, 0, sizeof env->tag_filter);
    if (env->method_filter)
        (void)replace(env, self, NULL);
    else
        publish(env);
    unlock();
    ti_events_update(self);
}

void ti_filters_class_redefined(struct thread *self, struct class *c)
{
    if (!(atomic_load(&ti_filtered_events) & METHOD_EVENTS)) return;
    lock(self);
    struct method_list l = { 0 };
    add_class(&l, c);
    tool_stop_world(self, "filter of method events");
    tool_method_events(l.at, l.count, wanted_by_somebody);
    tool_resume_world(self);
    unlock();
    free(l.at);
}

/* World stopped; filter_lock is free or held by the collecting thread. */
static void forget_class(struct class *c)
{
    WORLD_STOPPED();
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        struct ti_method_filter *f = env->method_filter;
        if (!f) continue;
        hashmap_remove(&f->classes, c);
        for (u32 i = 0; i < tool_class_method_count(c); i++) {
            struct method_id *id = tool_method_id_if_made(tool_class_method(c, i));
            if (id) hashmap_remove(&f->methods, id);
        }
    }
}

const struct ti_part ti_part_filters = { .env_disposed = env_disposed, .class_unloading = forget_class };
