/* Private to jvmti/ and to the code that tools/gen_ti.py writes: environments, their data in threads, entering the VM.
 *
 * Locks. ti_lock guards the list of environments, their event masks and capabilities, and the threads' lists of struct
 * ti_thread_env; it is a leaf. Order if several are needed: threads_lock, then ti_lock. The event paths read masks
 * without it.
 *
 * Lifetime. An environment is never freed: a disposed one stays in the list, so a stale or invented jvmtiEnv is
 * recognised by a search for the pointer. There are few, and the first is nearly always the right one. */
#ifndef ARGUS_JVMTI_CORE_TI_INT_H
#define ARGUS_JVMTI_CORE_TI_INT_H

#include <jvmti.h>
#include <stdlib.h>

#include "base/hashmap.h"
#include "log/log.h"
#include "model/vm.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include "tool/tool_class.h"
#include "tool/tool_object.h"
#include "tool/tool_thread.h"

enum { TI_EXTENSION_EVENTS = 3, TI_EVENT_SPAN = JVMTI_MAX_EVENT_TYPE_VAL - JVMTI_MIN_EVENT_TYPE_VAL + 1 };

struct ti_tags;
struct ti_method_filter;
struct ti_raw_monitor;

struct ti_env {
    const struct jvmtiInterface_1_ *functions; /* first: a jvmtiEnv * points here */
    struct ti_env *_Atomic next;               /* in order of creation, which is the order of posting */
    const struct thread *creator;              /* the thread that created it, which may have ended: only compared */
    u32 index;
    jint version;
    _Atomic bool disposed;
    /* its start phase began early (can_generate_early_vmstart), while others are in the primordial phase */
    bool early_start;
    bool retransform_capable; /* has held can_retransform_classes: its ClassFileLoadHook comes after the others' */
    jvmtiCapabilities caps;
    /* the callbacks that are called: the agent's, or ours that call those (ti_observe.h) */
    jvmtiEventCallbacks callbacks;
    jvmtiEventCallbacks agent_callbacks; /* set if `callbacks` are ours: the agent's */
    void *_Atomic local_storage;
    /* event masks: bit TI_BIT(event) */
    u64 enabled;              /* SetEventNotificationMode for all threads */
    _Atomic u64 deliverable;  /* a callback is set, the capability is held, the phase allows it */
    _Atomic u64 on;           /* enabled & deliverable */
    _Atomic u64 on_somewhere; /* may be enabled for single threads */
    char **prefixes;          /* native method prefixes */
    u32 prefix_count;
    struct ti_tags *tags;
    /* extensions: callbacks of their events, and filters (ti_event_filter.h) */
    /* the callbacks that are called, like `callbacks` */
    _Atomic(jvmtiExtensionEvent) extension_events[TI_EXTENSION_EVENTS];
    _Atomic(jvmtiExtensionEvent) agent_extension_events[TI_EXTENSION_EVENTS];
    struct ti_method_filter *method_filter; /* NULL: events of all methods */
    _Atomic u64 filtered;                   /* TI_BIT of the events with a filter */
    u8 filter_slot;                         /* valid only if `filtered` is not 0 */
    u8 tag_filter[TI_EVENT_SPAN];           /* TI_TAGGED_… by event */
    bool counts_calls;                      /* ti_call_counts.c; changes with the world stopped */
};

/* The data of an environment for one thread. Nodes are added at the head under ti_lock and live as long as the
 * thread. */
struct ti_thread_env {
    struct ti_env *env;
    struct ti_thread_env *next;
    _Atomic u64 enabled;    /* SetEventNotificationMode for this thread */
    _Atomic u64 step_place; /* ti_steps.c: place of the last step; 0: none */
    void *_Atomic local_storage;
};
/* thread.ti_state */
struct ti_thread {
    struct ti_thread_env *_Atomic envs;
    jobject ref;              /* global reference to the thread object: what events pass as jthread */
    bool straight_asked;      /* ti_straight_thread knows it; later changes come by ti_events_update */
    struct ti_wait_pop *pops; /* ti_frame.c: environments that wait for a pop of its frames; ti_lock */
    u64 telling;              /* TI_BIT of the allocation events whose callbacks run on it */
    struct os_event *settled; /* ti_late_agents.c: to be set when the thread starts to wait */
};

extern struct os_mutex ti_lock;
extern struct ti_env *_Atomic ti_envs;
void ti_env_list_add(struct ti_env *env); /* appends it and gives it its index */
/* Writable, and shared by all environments: some profilers put their own RedefineClasses into it to see other agents'
 * calls. */
extern struct jvmtiInterface_1_ ti_function_table;

static inline jvmtiEnv *ti_jvmti(struct ti_env *env) { return (jvmtiEnv *)&env->functions; }
/* The environment, or NULL if the word is not a live environment. */
static inline struct ti_env *ti_env_of(jvmtiEnv *e)
{
    for (struct ti_env *env = atomic_load_explicit(&ti_envs, memory_order_acquire); env; env = env->next)
        if ((void *)env == (void *)e)
            return LIKELY(!atomic_load_explicit(&env->disposed, memory_order_relaxed)) ? env : NULL;
    return NULL;
}

enum {
    TI_IN_ONLOAD = 1 << VM_ONLOAD,
    TI_IN_PRIMORDIAL = 1 << VM_PRIMORDIAL,
    TI_IN_START = 1 << VM_START,
    TI_IN_LIVE = 1 << VM_LIVE,
    TI_IN_DEAD = 1 << VM_DEAD
};
static inline bool ti_phase_in(u32 set) { return set >> atomic_load_explicit(&vm_phase, memory_order_relaxed) & 1; }

/* The same for one environment, whose start phase may have begun early. */
static inline bool ti_env_in(const struct ti_env *env, u32 set)
{
    u32 phase = atomic_load_explicit(&vm_phase, memory_order_relaxed);
    if (UNLIKELY(phase == VM_PRIMORDIAL) && env->early_start) phase = VM_START;
    return set >> phase & 1;
}

/* ---- entering the VM: for the generated wrappers ---- */
/* May this thread enter the VM? Not if it is unattached, or in the VM already (callbacks of collections and heap
 * walks). */
static inline bool ti_can_enter(struct thread *self) { return self && tool_in_native(self); }
/* The error for a word that is no environment, in a function of these phases. As on HotSpot a wrong phase is reported
 * first, and in functions of the start or live phase a wrong caller too. */
enum ti_caller { TI_BY_ANY, TI_BY_ATTACHED, TI_BY_ENTERING /* a thread for which ti_can_enter is true */ };
jvmtiError ti_env_refused(u32 phases, enum ti_caller by);
/* Enters the VM. Returns the pending exception, which is cleared and comes back on leaving; the caller's stack keeps it
 * alive. */
static inline struct object *ti_enter(struct thread *self)
{
    tool_from_native(self);
    struct object *pending = tool_pending(self);
    tool_set_pending(self, NULL);
    return pending;
}
static inline void ti_leave(struct thread *self, struct object *pending)
{
    tool_set_pending(self, pending);
    tool_to_native(self);
}

/* ---- memory that agents free with Deallocate ---- */
/* NULL if there is no memory. Zero bytes give a valid pointer here (Allocate itself returns NULL for them). */
static inline void *ti_alloc(size_t bytes) { return malloc(bytes ? bytes : 1); }
jvmtiError ti_copy_string(const char *s, char **out); /* NULL gives NULL */
jvmtiError ti_copy_bytes(const char *s, size_t len, char **out);

/* ---- threads ---- */
/* Created on first use. NULL: no memory. The caller is `t` itself, holds threads_lock or has stopped `t`. */
struct ti_thread *ti_thread_get(struct thread *t);
static inline struct ti_thread_env *ti_thread_env_find(struct thread *t, const struct ti_env *env)
{
    struct ti_thread *tt = __atomic_load_n(tool_thread_slot(t), __ATOMIC_ACQUIRE);
    if (!tt) return NULL;
    for (struct ti_thread_env *n = atomic_load_explicit(&tt->envs, memory_order_acquire); n; n = n->next)
        if (n->env == env) return n;
    return NULL;
}
struct ti_thread_env *ti_thread_env_get(struct thread *t, struct ti_env *env); /* creates */
/* The jthread for events of this thread. */
jobject ti_thread_ref_made(struct thread *self);
static inline jobject ti_thread_ref(struct thread *self)
{
    const struct ti_thread *tt = tool_thread_data(self);
    return LIKELY(tt && tt->ref && tool_thread_java(self)) ? tt->ref : ti_thread_ref_made(self);
}
void ti_thread_free(struct thread *t); /* frees all of it, when the thread ends */

/* ---- events ---- */
/* Recomputes all masks after a change of modes, callbacks, capabilities, phase or environments. self may be NULL (if
 * there is no other thread). */
void ti_events_update(struct thread *self);
/* Until the next ti_events_update, all method events are posted by hooks (events.h, straight_entry). */
void ti_straight_off_locked(void) WANTS_LOCK(ti_lock);
/* The thread has its reference: may it be told of straight? */
void ti_straight_thread(struct thread *self, const struct ti_thread *tt);
/* Sets the callbacks from `size` bytes of a table; NULL: none. Callbacks beyond those known here (an agent built for a
 * later version) are ignored. Other threads may be posting meanwhile: each slot changes atomically. */
void ti_set_callbacks_locked(struct ti_env *env, const jvmtiEventCallbacks *callbacks, size_t size) WANTS_LOCK(ti_lock);
/* Returns objects as an array of local references. */
jvmtiError ti_refs_out(struct thread *self, struct object *const *objects, u32 n, jint *count, jobject **out);

#endif
