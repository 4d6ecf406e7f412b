/* Threads for tools: identity, stopping, entering and leaving the VM, references.
 *
 * A struct thread is a handle for tools; only functions here read its members. "Listed": alive and in the VM's list; a
 * thread that holds tool_threads_lock or has stopped the world keeps a listed thread from ending. Nothing here
 * throws. */
#ifndef ARGUS_TOOL_TOOL_THREAD_H
#define ARGUS_TOOL_TOOL_THREAD_H

#include "thread/refs.h"
#include "thread/safepoint.h"
#include "thread/thread.h"

enum tool_status {
    TOOL_OK,
    TOOL_NOT_ALIVE,
    TOOL_NO_MORE_FRAMES,
    TOOL_OPAQUE_FRAME,
    TOOL_NOT_SUSPENDED,
    TOOL_NO_MEMORY,
    TOOL_UNCHANGED, /* it was so already */
    TOOL_FAILED,    /* Java code that had to run has thrown */
    TOOL_INVALID
};

/* ---- the calling thread ---- */
static inline struct thread *tool_self(void) { return thread_self(); } /* NULL: not attached */
static inline JNIEnv *tool_jni(struct thread *self) { return thread_env(self); }
/* From native code into the VM, where objects may be held, and back. Entering may stop and collect. */
static inline void tool_from_native(struct thread *self) { thread_from_native(self); }
static inline void tool_to_native(struct thread *self) { thread_to_native(self); }
/* Around waiting in the VM: the thread counts as stopped meanwhile. */
static inline void tool_to_blocked(struct thread *self) { thread_to_blocked(self); }
static inline void tool_from_blocked(struct thread *self) { thread_from_blocked(self); }
static inline bool tool_in_native(const struct thread *t)
{
    return atomic_load_explicit(&t->state, memory_order_relaxed) == THREAD_IN_NATIVE;
}
static inline bool tool_in_vm(const struct thread *t)
{
    return atomic_load_explicit(&t->state, memory_order_relaxed) == THREAD_IN_VM;
}
/* Has it a Java stack that a signal handler may walk? Not while it is being made, or after it has ended. */
static inline bool tool_has_stack(const struct thread *t)
{
    u32 s = atomic_load_explicit(&t->state, memory_order_relaxed);
    return s != THREAD_NEW && s != THREAD_DEAD;
}
/* The exception being thrown, NULL: none. The collector finds it if it is saved on the C stack. */
static inline struct object *tool_pending(const struct thread *self) { return self->pending; }
static inline void tool_set_pending(struct thread *self, struct object *o) { self->pending = o; }
/* May the thread, and its actions, be shown to agents? Not if it is the VM's own, unless it posts events of code, nor
 * while it is being attached. The main thread may be shown before it has a Java object. */
static inline bool tool_may_tell(const struct thread *self)
{
    return (!self->is_hidden || self->tells_code) && (self->java || self == thread_main);
}

/* ---- all threads ---- */
/* Blocks in state BLOCKED. self NULL: there is no other thread. The holder may take it again. */
static inline void tool_threads_lock(struct thread *self) { threads_lock(self); }
static inline void tool_threads_unlock(void) { threads_unlock(); }
#define TOOL_EACH_THREAD(t) for (struct thread *t = threads_first(); t; t = t->next)
/* With the lock: is it listed? (t may be freed memory otherwise.) */
bool tool_thread_listed(const struct thread *t);
/* The live thread of a java.lang.Thread; NULL: not started or ended. It may end at any time, but its address is not
 * used again until `self` looks up another one. Takes the lock. */
struct thread *tool_thread_of(struct thread *self, struct object *java_thread);
/* All live threads shown to tools: their java.lang.Thread objects, malloc'ed. */
enum tool_status tool_all_threads(struct thread *self, struct object ***threads, u32 *count);

/* ---- one thread ---- */
static inline struct object *tool_thread_java(const struct thread *t) { return t->java; } /* NULL while attaching */
static inline const char *tool_thread_vm_name(const struct thread *t) { return t->name; }
static inline i32 tool_thread_os_id(const struct thread *t) { return t->os_tid; }
/* jvmti/'s word in the thread. */
static inline void **tool_thread_slot(struct thread *t) { return &t->ti_state; }
static inline void *tool_thread_data(const struct thread *t) { return __atomic_load_n(&t->ti_state, __ATOMIC_ACQUIRE); }
/* The reference by which the thread is shown where nothing but method events is asked for (thread/tell_method.h). */
static inline void tool_told_as(struct thread *t, jobject ref)
{
    __atomic_store_n(&t->told_as, t->is_hidden ? NULL : ref, __ATOMIC_RELEASE);
}
/* JVM TI state bits of a java.lang.Thread, which may be new or ended. */
u32 tool_thread_state(struct thread *self, struct object *java_thread);
/* Enables steps, and method entries and exits, on this thread only. Listed. */
void tool_thread_want(struct thread *t, bool steps, bool methods);
/* Nanoseconds of processor time, in user mode and in the system. For another thread it takes the lock. Returns false if
 * that thread has ended. */
bool tool_thread_cpu_time(struct thread *self, struct thread *t, i64 *ns);
static inline bool tool_is_suspended(const struct thread *self) { return atomic_load(&self->suspended) != 0; }
static inline bool tool_is_interrupted(const struct thread *self) { return atomic_load(&self->interrupted); }
/* Clears the interrupt status, here and in java.lang.Thread. Any state. */
void tool_take_interrupt(struct thread *self);
/* The event that Thread.interrupt sets to wake the thread. */
static inline struct os_event *tool_wake_event(struct thread *self) { return self->event; }

/* ---- control ---- */
/* TOOL_OK, TOOL_UNCHANGED, TOOL_NOT_ALIVE. Suspending oneself returns after the resumption. */
enum tool_status tool_suspend(struct thread *self, struct thread *target);
enum tool_status tool_resume(struct thread *self, struct thread *target);
static inline bool tool_stands_still(struct thread *self, struct thread *t) /* the caller's own, or suspended */
{
    return t == self || thread_is_suspended(self, t);
}
/* Thread.interrupt with its Java part. Returns false if it has ended. Runs Java. */
bool tool_interrupt(struct thread *self, struct thread *target);
/* Returns false if it has ended. */
static inline bool tool_throw_in(struct thread *self, struct thread *target, struct object *exception)
{
    return thread_throw_async(self, target, exception);
}
/* Runs fn(target) while it is stopped: no allocation in the Java heap, no waiting. A collection may come before and
 * after fn (see handshake_run for the objects that it finds). Returns false if the target has ended. */
static inline bool tool_run_on(struct thread *self, struct thread *target, void (*fn)(struct thread *, void *),
                               void *arg)
{
    return handshake_run(self, target, fn, arg);
}
/* Starts an agent's thread (fn in native code) or one of the VM's (fn IN_VM) for a new java.lang.Thread. Returns false
 * if it could not be started; nothing is pending. */
bool tool_start_thread(struct thread *self, struct object *java, void (*fn)(struct thread *self, void *arg), void *arg,
                       bool agent);
/* Makes a new java.lang.Thread in the caller's group. NULL: no memory. Runs Java. */
struct object *tool_new_thread(struct thread *self, const char *name);

/* ---- stopping the world ---- */
/* Does not nest. No event is posted meanwhile. */
static inline void tool_stop_world(struct thread *self, const char *why) { safepoint_begin(self, why); }
static inline void tool_resume_world(struct thread *self) { safepoint_end(self); }
static inline bool tool_world_stands(void) { return safepoint_active(); }

/* ---- references (JNI's) ---- */
/* NULL object: NULL reference. */
static inline jobject tool_ref(struct thread *self, struct object *o) { return ref_local(self, o); }
static inline jobject tool_global_ref(struct object *o) { return ref_global(o); }
static inline void tool_delete_global_ref(jobject r) { ref_delete_global(r); }
/* Returns the mark for tool_pop_refs, which frees the references made since. */
static inline u32 tool_push_refs(struct thread *self) { return ref_push_frame(self); }
static inline void tool_pop_refs(struct thread *self, u32 mark) { ref_pop_frame(self, mark); }
static inline bool tool_ensure_refs(struct thread *self, u32 count) { return ref_ensure(self, count); }
/* Any word is allowed. Returns false if it is no live reference. *out NULL: its object was collected. */
static inline bool tool_ref_check(struct thread *self, jobject r, struct object **out)
{
    return ref_check(self, r, out);
}
/* IN_NATIVE: see ref_peek. */
static inline struct object *tool_ref_peek(struct thread *self, jobject r) { return ref_peek(self, r); }
/* Local references of the calling thread: their number, the start of the innermost PushLocalFrame's frame, and the
 * capacity that EnsureLocalCapacity requested. */
struct tool_local_refs {
    u32 top, floor, ensured;
};
static inline struct tool_local_refs tool_local_refs(const struct thread *self)
{
    return (struct tool_local_refs){ self->locals_top, self->locals_floor, self->locals_ensured };
}
static inline void tool_forget_ensured(struct thread *self) { self->locals_ensured = 0; }

#endif
