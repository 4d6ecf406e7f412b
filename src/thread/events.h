/* Event points, by which the VM reports to tools. The VM calls these points; jvmti/ fills in the hooks. Nothing here
 * knows JVM TI.
 *
 * A disabled point costs one load and test: `event_on(EV_X)` reads a global word. Points on the hottest paths (method
 * entry and exit, single step, breakpoints) cost nothing while disabled: they exist only in the dispatch table that is
 * active when they are enabled. All hooks run IN_VM, may run agent code (and so Java code), may collect, and preserve
 * self->pending unless their comment says otherwise. */
#ifndef ARGUS_THREAD_EVENTS_H
#define ARGUS_THREAD_EVENTS_H

#include "thread/thread.h"

enum event_point {
    EV_THREAD_START,
    EV_THREAD_END,
    EV_CLASS_FILE_LOAD,
    EV_CLASS_LOAD,
    EV_CLASS_PREPARE,
    EV_METHOD_ENTRY,
    EV_METHOD_EXIT,
    EV_EXCEPTION,
    EV_EXCEPTION_CATCH,
    EV_SINGLE_STEP,
    EV_BREAKPOINT,
    EV_FRAME_POP,
    EV_FIELD_ACCESS,
    EV_FIELD_MODIFICATION,
    EV_NATIVE_BIND,
    EV_VM_ALLOC,
    EV_SAMPLED_ALLOC,
    EV_GC_START,
    EV_GC_FINISH,
    EV_MONITOR_CONTENDED_ENTER,
    EV_MONITOR_CONTENDED_ENTERED,
    EV_MONITOR_WAIT,
    EV_MONITOR_WAITED,
    EV_OBJECT_FREE,
    EV_CODE_LOAD,
    EV_CODE_UNLOAD,
    EV_CODE_GENERATED,
    EV_RESOURCE_EXHAUSTED,
    EV_DATA_DUMP,
    EV_CLASS_UNLOAD,
    EV_PROBED_EXCEPTION, /* no event: probes watch throws or catches (thread/probe_points.h) */
    EV_PROBE_RECORD,
    EV_COUNT
};
/* While one of them is on, compiled code neither throws nor catches exceptions itself. */
enum { EV_OF_EXCEPTIONS = 1 << EV_EXCEPTION | 1 << EV_EXCEPTION_CATCH | 1 << EV_PROBED_EXCEPTION };
/* While one of them is on, compiled code does not copy objects itself: the allocation is reported in Object.clone. */
enum { EV_OF_CLONES = 1 << EV_VM_ALLOC };

/* Code asks for these events before it throws, catches or copies, or once before a loop that does (opt_hoist.c). */
#define EV_ASKED ((u64)(u32)EV_OF_EXCEPTIONS | (u64)(u32)EV_OF_CLONES)
/* There may be code that has asked before its loop. Set before such code runs: then whoever enables one of these events
 * makes all threads leave such loops at their next poll. */
extern _Atomic bool events_asked_early;

extern _Atomic u64 events_global; /* OR over environments and threads of the enabled events */
static inline bool event_on(enum event_point e)
{
    return UNLIKELY((atomic_load_explicit(&events_global, memory_order_relaxed) >> e) & 1);
}
/* Enables or disables a point. Chooses all threads' dispatch tables anew if a dispatch-table event changes. */
void event_enable(enum event_point e, bool on);
/* Method entry and exit may be enabled for some threads only: then the point is on, but threads without POLL_METHODS
 * run as if it were off. */
extern _Atomic u64 events_everywhere;
void event_enable_some(enum event_point e);

/* The only environment that has MethodEntry (MethodExit) on, for all threads or some (told_as says which); NULL:
 * there is none, or the hook has to post. It is the callback's first argument, and the callback's address lies so many
 * bytes behind it; it may be NULL. Written by jvmti/, read by tell_method.h. */
struct event_straight {
    void *_Atomic to;
    u32 callback_at;
};
extern struct event_straight straight_entry, straight_exit;
void event_set_straight(struct event_straight *s, void *to);
static inline void *event_callback(const struct event_straight *s, void *to)
{
    return __atomic_load_n((void **)(void *)((char *)to + s->callback_at), __ATOMIC_ACQUIRE);
}
/* By the last five bits of a kind: the bits of a slot that are its value. */
extern const u64 event_value_bits[32];

/* A tool may read variables (can_access_local_variables), now or later. So new code keeps variables in their places as
 * long as they are in scope, even when the bytecode cannot use them any more. */
extern _Atomic bool locals_shown;

struct event_hooks {
    void (*thread_start)(struct thread *self);
    void (*thread_end)(struct thread *self);
    /* `redefining` NULL: the class is being loaded. Returns true if agents have replaced the bytes: *bytes and *len are
     * malloc'ed memory that the caller frees. *original (at NULL before) is a malloc'ed copy of the bytes from which a
     * later retransformation starts, if they differ from the result. */
    bool (*class_file_load)(struct thread *self, struct class *redefining, struct loader *l, struct symbol *name,
                            struct object *protection_domain, const u8 **bytes, size_t *len, struct bytes *original);
    void (*class_load)(struct thread *self, struct class *c);
    void (*class_prepare)(struct thread *self, struct class *c);
    /* `told`: the environment of event_straight that has been told already, NULL: none. Others call tell_method_entry
     * and tell_method_exit. */
    void (*method_entry)(struct thread *self, struct frame *f, void *told);
    /* value NULL for void and by exception */
    void (*method_exit)(struct thread *self, struct frame *f, slot *value, bool by_exception, void *told);
    /* catcher NULL: uncaught */
    void (*exception)(struct thread *self, struct frame *f, struct object *ex, struct frame *catcher, i32 catch_bci);
    void (*exception_catch)(struct thread *self, struct frame *f, struct object *ex);
    void (*single_step)(struct thread *self, struct frame *f);
    void (*breakpoint)(struct thread *self, struct frame *f);
    void (*frame_pop)(struct thread *self, struct frame *f, bool by_exception);
    void (*field_access)(struct thread *self, struct frame *f, struct field *fld, struct object *o);
    void (*field_modification)(struct thread *self, struct frame *f, struct field *fld, struct object *o, slot value);
    void *(*native_bind)(struct thread *self, struct method *m, void *address); /* returns the address to use */
    void (*vm_alloc)(struct thread *self, struct object *o);
    void (*sampled_alloc)(struct thread *self, struct object *o, size_t size);
    /* world stopped; only memory, raw monitors and environment storage may be used */
    void (*gc_start)(void);
    void (*gc_finish)(void);
    void (*contended_enter)(struct thread *self, struct object *o);
    void (*contended_entered)(struct thread *self, struct object *o);
    void (*monitor_wait)(struct thread *self, struct object *o, i64 ms);
    void (*monitor_waited)(struct thread *self, struct object *o, bool timed_out);
    /* Machine code made at run time: of a method, or another piece with a name. code_unload: the method may have been
     * unloaded; its id still names it. */
    void (*code_load)(struct thread *self, struct method_id *id, const void *start, u32 size);
    void (*code_unload)(struct thread *self, struct method_id *id, const void *start);
    void (*code_generated)(struct thread *self, const char *name, const void *start, u32 size);
    void (*resource_exhausted)(struct thread *self, int flags, const char *what);
    void (*data_dump)(struct thread *self);
    /* The thread has left the list: frees ti_state. Under threads_lock, which no callback of an agent may see. */
    void (*thread_freed)(struct thread *t);
    /* tags: world stopped, during collection; heap_live_word gives the live objects */
    void (*gc_weak)(void);
    /* The tag of o in the tool environment with that number, from 1 on in the order in which they were made; 0: in the
     * first that has tagged it. Tag 0 is none. Returns false if there is no such environment. Any state, no lock. */
    bool (*tag_of)(const struct object *o, u32 env, i64 *tag);
    /* Objects are about to move (true), or no more will (false). Returns false if gc_moved need not be called. World
     * stopped. */
    bool (*gc_moving)(bool on);
    /* Between the two: an object has moved; moves its tags. Returns false if there is no memory for them; then the
     * object stays. */
    bool (*gc_moved)(const struct object *from, struct object *to);
    void (*gc_roots)(struct heap_visitor *v);
    i32 (*get_env)(void **env, i32 version); /* JNI GetEnv of a JVM TI version; the answer is JNI's */
    /* after a collection, when the world runs again: posts what gc_weak has collected */
    void (*gc_done)(struct thread *self);
    /* A redefinition of c is about to be committed, the world is stopped: removes what was set in the code of its
     * methods. Calls no agent. */
    void (*class_redefining)(struct class *c);
    /* Likewise, a field is about to be deleted. */
    void (*field_deleting)(struct field *f);
    /* Class unloading. First, with the world stopped and c, its methods and fields still whole, so that what points at
     * them can be forgotten (breakpoints, filters, generated code); nothing may be allocated in the heap and no agent
     * is called. Called for every class that goes. */
    void (*class_unloading)(struct class *c);
    /* Then, when the world runs again and event_on(EV_CLASS_UNLOAD), once for each unloaded class: its binary name with
     * '/'. Like other events: IN_VM, calls agents. */
    void (*class_unload)(struct thread *self, const char *name);
    /* A probe has printed `text` at `time` (os_time_monotonic_ns) on the Java thread with that number, which has lost
     * so many records before it. From a thread of the VM's own, IN_VM; calls agents. */
    void (*probe_record)(struct thread *self, u32 probe, i64 time, i64 thread, i64 lost, const char *text);
};
extern struct event_hooks hooks;

/* Around Java code that the VM runs to resolve something (class loaders, bootstrap methods, initializers of classes
 * whose fields and static methods are used): hides it from SingleStep, as HotSpot does. A tool that begins to step
 * inside, at a breakpoint, does get its steps. */
static inline bool steps_hide(struct thread *self)
{
    bool hide = event_on(EV_SINGLE_STEP) || (atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_STEP);
    self->hide_steps += hide;
    return hide;
}
static inline void steps_show(struct thread *self, bool hidden) { self->hide_steps -= hidden; }

/* Posts EV_VM_ALLOC for objects that the VM allocates where no bytecode and no JNI function shows the allocation. NULL
 * is ignored. */
static inline void event_vm_alloc(struct thread *self, struct object *o)
{
    if (event_on(EV_VM_ALLOC) && o && hooks.vm_alloc) hooks.vm_alloc(self, o);
}
/* The same for an array and the objects that were allocated with it, recursively. */
void event_vm_alloc_array(struct thread *self, struct object *a);

#endif
