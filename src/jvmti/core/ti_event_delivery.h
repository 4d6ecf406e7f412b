/* Posting events: the rules common to all of them, for the files that post (ti_event_posts*.c and others). */
#ifndef ARGUS_JVMTI_CORE_TI_EVENT_DELIVERY_H
#define ARGUS_JVMTI_CORE_TI_EVENT_DELIVERY_H

#include "jvmti/core/ti_int.h"
#include "jvmti/extension/ti_event_filter.h"
#include "thread/thread_contract.h"
#include "ti_tables.h"
#include "tool/tool_frame.h"

/* Is the event enabled for `env` on this thread? One load and test unless it is enabled for single threads. */
static inline bool ti_wanted(struct ti_env *env, struct thread *self, u64 bit)
{
    if (atomic_load_explicit(&env->on, memory_order_relaxed) & bit) return true;
    if (LIKELY(!(atomic_load_explicit(&env->on_somewhere, memory_order_relaxed) & bit))) return false;
    struct ti_thread_env *n = ti_thread_env_find(self, env);
    return n && (atomic_load_explicit(&n->enabled, memory_order_relaxed) &
                 atomic_load_explicit(&env->deliverable, memory_order_relaxed) & bit);
}

/* The environment's present callback; NULL: none. Another thread may set or remove it at any time, so it is read
 * once. */
#define TI_CALLBACK(env, event_name) __atomic_load_n(&(env)->callbacks.event_name, __ATOMIC_ACQUIRE)

static inline bool ti_anyone_wants(struct thread *self, u64 bit)
{
    for (struct ti_env *env = atomic_load_explicit(&ti_envs, memory_order_acquire); env; env = env->next)
        if (ti_wanted(env, self, bit)) return true;
    return false;
}

/* The first environment from `env` on to which an event that filters may concern is posted; NULL: none. `pass` is the
 * result of ti_filter_pass. */
static inline struct ti_env *ti_getter(struct ti_env *env, struct thread *self, u32 event, u64 pass)
{
    while (env && !(ti_passes(env, event, pass) && ti_wanted(env, self, TI_BIT(event)))) env = env->next;
    return env;
}
static inline struct ti_env *ti_first_getter(struct thread *self, u32 event, u64 pass)
{
    return ti_getter(atomic_load_explicit(&ti_envs, memory_order_acquire), self, event, pass);
}

/* One delivery. Between begin and end local references may be made; between out and in the thread is in native code. */
struct ti_delivery {
    struct thread *self;
    struct object *pending; /* the exception that was pending, saved here; the collector sees it on the C stack */
    struct object *left;    /* the last exception that a callback left pending; the next callback starts without it */
    u32 mark;
    u64 pass; /* the result of ti_filter_pass; all bits if there is no filter */
    JNIEnv *jni;
    jthread thread;
};

/* IN_VM. Returns false if this thread posts no events: it is the VM's own, or is being attached and cannot be shown
 * yet. Before the start phase the main thread has no Java object either, but posts events (those that name no
 * thread). */
static inline bool ti_begin(struct ti_delivery *d, struct thread *self)
{
    MAY_CALL_OUT(self);
    if (UNLIKELY(!tool_may_tell(self))) return false;
    d->self = self;
    d->pass = ~(u64)0;
    d->pending = tool_pending(self);
    d->left = NULL;
    tool_set_pending(self, NULL);
    d->mark = tool_push_refs(self);
    d->jni = tool_jni(self);
    d->thread = ti_thread_ref(self);
    return true;
}
/* IN_NATIVE, after each callback. */
static inline void ti_called(struct ti_delivery *d)
{
    if (LIKELY(!tool_pending(d->self))) return;
    d->left = tool_pending(d->self);
    tool_set_pending(d->self, NULL);
}
/* An exception that a callback left pending replaces the earlier one and is thrown in the program, as on HotSpot. So
 * callers of hooks check tool_pending(self) afterwards. */
static inline void ti_end(struct ti_delivery *d)
{
    tool_pop_refs(d->self, d->mark);
    tool_set_pending(d->self, d->left ? d->left : d->pending);
}
/* For places without Java code in which it could be thrown. */
static inline void ti_end_apart(struct ti_delivery *d)
{
    d->left = NULL;
    ti_end(d);
}

/* Posts to every environment for which the event is enabled, in order of creation. `d` is a struct ti_delivery after
 * ti_begin; CALL is evaluated with `env` and `cb` (the environment's callback) IN_NATIVE. */
#define TI_DELIVER(d, event, callback, ...) \
    TI_DELIVER_FROM(ti_first_getter((d).self, event, (d).pass), d, event, callback, __VA_ARGS__)
/* The same if the first environment is known (NULL: none). */
#define TI_DELIVER_FROM(first, d, event, callback, ...) \
    do { \
        tool_to_native((d).self); \
        for (struct ti_env *env = (first); env; env = ti_getter(env->next, (d).self, event, (d).pass)) { \
            __auto_type cb = TI_CALLBACK(env, callback); \
            if (UNLIKELY(!cb)) continue; \
            cb(ti_jvmti(env), __VA_ARGS__); \
            ti_called(&(d)); \
        } \
        tool_from_native((d).self); \
    } while (0)

static inline jmethodID ti_method_id(struct method *m) { return (jmethodID)tool_method_id(m); }
static inline jclass ti_class_ref(struct thread *self, struct class *c)
{
    return (jclass)tool_ref(self, tool_class_mirror(c));
}
/* The location of an event in a frame. 0 in native methods, as on HotSpot, since agents look it up in tables of
 * lines. */
static inline jlocation ti_frame_location(const struct frame *f)
{
    return tool_frame_is_java(f) ? (jlocation)tool_frame_bci(f) : 0;
}
/* The object for filters by tag if the event is about a frame: `this` as its variable holds it, or the class of a
 * static method. */
static inline const struct object *ti_frame_subject(const struct frame *f)
{
    if (tool_method_is_static(tool_frame_method(f))) return tool_class_mirror(tool_method_class(tool_frame_method(f)));
    const struct object *o = tool_word_ref(tool_frame_variable(f, 0));
    return tool_is_object(o) ? o : NULL;
}
static inline u64 ti_filter_frame(u32 event, const struct frame *f)
{
    if (LIKELY(!(atomic_load_explicit(&ti_filtered_events, memory_order_relaxed) & TI_BIT(event)))) return ~(u64)0;
    return ti_filter_pass_slow(event, tool_frame_method(f), ti_frame_subject(f));
}
/* A value in a slot as jvalue; references become local references. */
static inline jvalue ti_value(struct thread *self, char kind, slot v)
{
    if (kind == 'L' || kind == '[') return (jvalue){ .l = tool_ref(self, tool_word_ref(v)) };
    return (jvalue){ .j = (jlong)((u64)v & event_value_bits[kind & 31]) };
}

/* ClassFileLoadHook of a load (redefining NULL), redefinition or retransformation; see hooks.class_file_load. */
bool ti_post_class_file(struct thread *self, struct class *redefining, bool retransform, struct object *loader,
                        const char *name, struct object *protection_domain, const u8 **bytes, size_t *len,
                        struct bytes *original);

#endif
