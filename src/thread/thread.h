/* Threads of the VM: their state, their Java stacks, and the transitions between Java, VM and native code.
 *
 * States. A thread IN_JAVA or IN_VM holds raw object pointers, which the collector finds on its stacks; other threads
 * wait until it reaches a poll. A thread IN_NATIVE or BLOCKED accesses objects only through references. The world may
 * be stopped meanwhile; the thread stops itself on its way back. A transition out stores the callee-saved registers and
 * the C stack pointer, from which the collector scans upward.
 *
 *     NEW → IN_VM ⇄ IN_JAVA,  IN_VM ⇄ IN_NATIVE,  IN_VM ⇄ BLOCKED,  → DEAD
 *
 * Locks: threads_lock (list of threads) before any other VM lock; safepoint.h explains stopping. */
#ifndef ARGUS_THREAD_THREAD_H
#define ARGUS_THREAD_THREAD_H

#include "cpu/x86_64/saved_registers.h"
#include "heap/heap.h"
#include "model/frame.h"
#include "os/os_sync.h"
#include <jni.h>
#include <stdio.h>

enum thread_state { THREAD_NEW, THREAD_IN_JAVA, THREAD_IN_VM, THREAD_IN_NATIVE, THREAD_BLOCKED, THREAD_DEAD };

enum thread_poll { /* bits of thread.poll: reasons to stop at the next poll */
                   POLL_SAFEPOINT = 1,
                   POLL_HANDSHAKE = 2,
                   POLL_SUSPEND = 4,
                   POLL_ASYNC_EXCEPTION = 8,
                   POLL_STEP = 16,
                   POLL_EVENTS = 32,
                   POLL_EARLY_RETURN = 64,
                   POLL_ASK_AGAIN = 256, /* an event came on that code may have asked for before its loop (events.h) */
                   POLL_METHODS = 128,   /* method entry and exit are on for this thread, whatever is on elsewhere */
                   POLL_STOP = POLL_SAFEPOINT | POLL_HANDSHAKE | POLL_SUSPEND
};

enum { THREAD_SAMPLERS = 2 };

/* a monitor held by this thread, and the frame that entered it (NULL: C code) */
struct lock_record {
    struct object *obj;
    struct frame *frame;
};

struct thread {
    /* The first word, the same for all threads, by which profilers recognise a thread. */
    const void *const *tool_table;
    /* the interpreter's words */
    /* the current dispatch table; thread_update_dispatch changes it for polls and events */
    void *const *dispatch;
    _Atomic u32 poll;  /* enum thread_poll bits; nonzero also makes `dispatch` the polling table */
    _Atomic u32 state; /* enum thread_state */
    struct frame *fp;  /* top frame; up to date except inside a handler */
    slot *jsp;         /* end (last used slot) of the Java stack, likewise */
    /* limit: where overflow is reported; end: the reserve between them is for handling the overflow */
    slot *stack_base, *stack_limit, *stack_end;
    struct object *pending; /* exception being thrown, or NULL */
    char *c_stack_limit;    /* recursive C code compares with this */
    /* The caller of the leaf native that runs, and where it continues (exec/native/leaf.h); NULL: none runs */
    struct frame *leaf_fp;
    const u8 *leaf_pc;
    /* The C stack's pointer in the C code that called the Java code which runs, or that called the VM; NULL: none */
    void *c_stack_caller;
    struct heap_local heap;
    struct JNINativeInterface_ const *jni; /* JNIEnv* points here */
    /* transitions */
    struct saved_registers context; /* of the last transition out; meaningless while IN_JAVA or IN_VM */
    char *c_stack_base;             /* highest address of the C stack */
    /* identity */
    struct object *java; /* java.lang.Thread; NULL while attaching */
    u32 index;           /* 1..65535, unique among live threads: owner in thin locks */
    /* Set under threads_lock when a listed thread begins to run; 0 and a null handle before. */
    i32 os_tid;
    struct os_thread *os;
    const struct thread *itself;       /* profilers look for os_tid after it (exec/stack/vm_structs.c) */
    struct thread *next, *prev_thread; /* list of all threads, under threads_lock */
    struct thread *looked_up;          /* the last result of thread_look_up, which may have ended. Under threads_lock */
    _Atomic bool lingers, left;        /* see thread_unlink */
    bool is_daemon, is_hidden /* VM-internal: not shown to tools */;
    char name[64]; /* for logs */
    /* local references: see refs.h */
    struct object **locals_base;
    u32 locals_top, locals_cap, locals_floor;
    u32 locals_free; /* index of a freed cell of the innermost frame, 0 none */
    /* monitors held: C code's, then those of frames, innermost last */
    struct lock_record *locks;
    u32 lock_top, lock_cap;
    u32 reserved_word; /* the word of a lock that is reserved for it and not entered, without the collector's bits */
    i32 leave_in;      /* -XX:ArgusLeaveEvery: checks of optimized code until one leaves */
    i32 reserve_in;    /* locks that code takes by compare-and-swap before it reserves one; < 1: the next one */
    struct object *_Atomic blocked_on; /* monitor it tries to enter */
    struct object *_Atomic waiting_on; /* monitor that it waits on, or (blocked_on too) enters again after a wait */
    _Atomic bool notified;             /* in the second case: Object.notify ended the wait */
    struct os_event *event;            /* for monitors and wait: see monitor.c */
    struct os_event *park_event;
    _Atomic i32 park_permit;
    _Atomic bool interrupted;
    _Atomic u32 java_status; /* JVMTI thread state bits as java.lang.Thread's threadStatus shows them */
    /* suspension, handshakes: safepoint.h */
    _Atomic u32 suspended; /* 0 or 1; threads sleep on it */
    bool ending;           /* it cannot be suspended any more (handshake.c) */
    struct handshake *_Atomic handshake;
    u32 handshake_tries; /* handshake_try keeps its poll bit meanwhile; its lock */
    struct os_event *resume_event;
    struct object *async_exception;
    /* bits of events.h that are on for this thread in any environment */
    u64 hide_steps; /* > 0 in Java code that the VM runs to resolve something: no SingleStep (steps_hide) */
    /* jvmti/'s data of the thread (environments' thread local storage …); jvmti/'s hook frees it when the thread leaves
     * the list */
    void *ti_state;
    jobject told_as;  /* tell_method.h: what callbacks get as the thread; NULL: the hook has to post */
    void *exec_state; /* exec/'s struct exec_thread */
    u64 *call_tally;  /* exec/tier/call_tally.h; NULL: none yet */
    u64 *probe_words; /* probe_points.h: what code counts for probes; NULL: none yet */
    /* Frames that are being timed: behind the last one; where there is no more room */
    struct probe_timer *probe_timers, *probe_timers_end;
    /* class initialization, exceptions */
    struct class *initializing;
    /* for libverify on this thread, `verifying_file` is the class file of `verifying` (verify_class.c) */
    struct class *verifying;
    const struct classfile *verifying_file;
    struct object *scratch_roots[8]; /* roots for C code that must keep an object alive over a transition */
    /* further words that the collector scans like the thread's C stack: objects that a compilation names */
    const u64 *held;
    u32 held_count;
    /* The thread waits for work and refers to no object and no class: words on its C stack and in registers are stale.
     * Written by the thread itself, read with the world stopped. */
    bool names_nothing;
    bool tells_code; /* hidden, but posting events about code (exec/code) just now */
    u32 jni_critical;
    u32 exception_depth;
    /* a thread that serves the VM: a suspension takes effect only where it would run Java code, so that a suspended
     * program can still be examined */
    bool serves;
    bool counted; /* in threads_live; under threads_lock */
    i64 start_ns;
    u64 foreign_mask; /* signals that the OS thread blocked when it attached; restored when it detaches */
    struct object *stackwalk_anchor;
    struct object *scoped_cache[4];
    /* jfr/: its jdk.jfr.internal.EventWriter; its unique number; the epoch that has its name; its buffers */
    struct object *event_writer;
    u64 recorder_id;
    u32 recorder_epoch;
    i64 recorder_cpu_ns; /* processor time when that was last recorded */
    void *recorder;
    struct stack_sample *samples[THREAD_SAMPLERS]; /* exec/stack/stack_sample.h: the last ones asked for */
    i64 recorder_due_ns; /* the processor time at which the recorder's next sample is due, 0: not known yet */
    void *probes;        /* probe/'s struct probe_thread */
    u64 random_state[2]; /* identity hashes */
    u32 *jni_marks;
    u32 jni_mark_top, jni_mark_cap; /* PushLocalFrame: marks of refs.h, oldest first */
    /* EnsureLocalCapacity: references up to here have been requested (-Xcheck:jvmti) */
    u32 locals_ensured;
    /* -Xcheck:jni: the function whose call may have thrown; native code has to check before the marked frame
     * (ref_frame_mark) goes on */
    const char *jni_unchecked;
    bool sample_array; /* alloc.c: a sampled allocation is an array that has no length yet */
    /* how often it was blocked on a monitor, and waited (wait, park, sleep); with thread_contention_timing also the
     * times */
    u64 blocked_count, waited_count;
    i64 blocked_ns, waited_ns, contended_since;
    u64 thrown; /* exceptions that came to the interpreter's search for a handler */
#ifdef ARGUS_DEBUG
    u32 no_collection;    /* thread_contract.h */
    bool entered_pending; /* native code has called with an exception pending, which JNI forbids; for NOTHING_PENDING */
#endif
    u8 pad[64];
};

extern struct thread *thread_main; /* NULL after it has been detached */
/* the `jni` of new threads; jni/ sets it before the first thread */
extern const struct JNINativeInterface_ *thread_jni_table;
struct thread *thread_self(void); /* NULL if the caller is not attached. Callable anywhere */
static inline struct thread *thread_of_env(JNIEnv *env)
{
    return (struct thread *)((char *)env - offsetof(struct thread, jni));
}
static inline JNIEnv *thread_env(struct thread *t) { return (JNIEnv *)&t->jni; }

/* ---- transitions (noinline on purpose: caller-saved registers are dead over them) ---- */
extern bool thread_fences;                    /* transitions have a fence between state and `poll` (thread_control.h) */
void thread_to_native(struct thread *self);   /* IN_VM or IN_JAVA → IN_NATIVE */
void thread_from_native(struct thread *self); /* → IN_VM; stops here if requested; may run handshakes, may collect */
/* The end of a function that native code has called (vmentry.h): returns to native code. `outer`, the context from
 * before that call, becomes valid again. */
void thread_return_to_native(struct thread *self, const struct saved_registers *outer);
void thread_to_blocked(struct thread *self); /* as thread_to_native, for waiting in the VM */
void thread_from_blocked(struct thread *self);
/* For generated code, which has stored the new state itself when it left Java: wakes threads that wait for this one to
 * stop. */
void thread_left_java(struct thread *self);
/* A poll by VM code (loops, long work). May collect. */
void thread_poll_slow(struct thread *self);
static inline void thread_poll(struct thread *self)
{
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed))) thread_poll_slow(self);
}

/* The thread of a java.lang.Thread (its field eetop); NULL: it has not started or has ended. The caller keeps it from
 * ending: by threads_lock or a safepoint. */
struct thread *thread_of_java(struct object *java);
/* The same for a caller that does not keep it from ending. The structure's address is not used again until `self` looks
 * another thread up. So the caller may ask with threads_lock whether the thread is still listed. Only listed threads
 * may be read. Takes the lock. */
struct thread *thread_look_up(struct thread *self, struct object *java);
/* The processor time that a listed thread has used, in nanoseconds; 0 before it has begun to run. Under threads_lock.
 * Returns false if the system does not give it. */
bool thread_cpu_ns(const struct thread *t, i64 *ns);

/* The lock of the thread list. The holder may take it again, and blocks on nothing else. A safepoint's owner holds it
 * throughout. */
void threads_lock(struct thread *self); /* self may be NULL; blocks in state BLOCKED */
void threads_unlock(void);
struct thread *threads_first(void);
u32 threads_count(void);
u32 threads_daemon_count(void); /* in the list, also those that have ended for Java */
/* Numbers of threads as Java sees them: alive, daemons among them, the most at a time, all ever started. */
u32 threads_live(void);
u32 threads_live_daemons(void);
u32 threads_peak(void);
u64 threads_started(void);
void threads_reset_peak(void);
/* What threads that have left the list have done. Under threads_lock, so that no thread counts twice. */
struct thread_totals {
    u64 allocated; /* bytes */
    u64 blocked;   /* blocked_count */
    u64 thrown;
};
struct thread_totals threads_ended_totals(void);
/* Does Java see the thread as started and not ended? While it does, Thread.join does not return. Under threads_lock. */
bool thread_is_live(const struct thread *t);

/* Sets or clears bits of t's `poll` and chooses t's dispatch table anew. Any thread, for any other. */
void thread_set_poll(struct thread *t, u32 bits);
void thread_clear_poll(struct thread *t, u32 bits);
/* The tables that thread_set_poll chooses from. exec/ sets them at the start: [0] plain, [1] polling (every poll point
 * traps), [2] with method events, [3] with single step; see exec/interp/interp.h. */
extern void *const *thread_dispatch_tables[4];
void thread_update_dispatch(struct thread *t);

/* ---- park, sleep, interrupt (java.util.concurrent.locks.LockSupport, Thread) ---- */
/* Clears the C stack below the caller's frame. Called before a function that waits for long, and before the collection
 * that decides about an OutOfMemoryError: otherwise unwritten parts of frames would keep words of earlier calls, which
 * the collector takes for references. A native function calls it first of all and leaves the wait to a function that is
 * not inlined, as its own frame is not cleared. */
NOINLINE void thread_forget_calls(void);
void thread_park(struct thread *self, bool absolute, i64 time);
void thread_unpark(struct thread *t);
WARN_UNUSED bool thread_sleep(struct thread *self, i64 ms_or_ns, bool nanos); /* false: InterruptedException pending */
void thread_interrupt(struct thread *t);
/* Thread.stop, JVM TI StopThread: throws `exception` in `target` at its next poll, with the interrupt status set. Ends
 * its sleep, wait or park. Returns false if the target has ended. */
bool thread_throw_async(struct thread *self, struct thread *target, struct object *exception);
/* Makes an asynchronous exception that has arrived pending. Returns false if there is none. */
bool thread_take_async(struct thread *self);
static inline bool thread_has_async(const struct thread *t)
{
    return atomic_load_explicit(&t->poll, memory_order_relaxed) & POLL_ASYNC_EXCEPTION;
}

/* java.lang.Thread.threadStatus (JVM TI state bits, as VM.toThreadState expects) */
void thread_set_status(struct thread *t, u32 status);
/* ThreadMXBean.setThreadContentionMonitoringEnabled: measure blocking and waiting */
extern _Atomic bool thread_contention_timing;

#endif
