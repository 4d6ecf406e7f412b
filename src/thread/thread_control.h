/* The inside of threads, safepoints, monitors and parking. */
#ifndef ARGUS_THREAD_THREAD_CONTROL_H
#define ARGUS_THREAD_THREAD_CONTROL_H

#include "os/os_thread.h"
#include "os/os_time.h"
#include "thread/safepoint.h"
#include "thread/thread.h"

enum { THREAD_INDEX_COUNT = 65536 };

/* Values of java.lang.Thread.threadStatus (JVM TI thread state bits, as HotSpot combines them). */
enum {
    STATUS_NEW = 0,
    STATUS_RUNNABLE = 0x5,
    STATUS_SLEEPING = 0xe1,
    STATUS_IN_OBJECT_WAIT = 0x191,
    STATUS_IN_OBJECT_WAIT_TIMED = 0x1a1,
    STATUS_PARKED = 0x291,
    STATUS_PARKED_TIMED = 0x2a1,
    STATUS_BLOCKED = 0x401,
    STATUS_TERMINATED = 0x2,
};

extern _Atomic(struct thread *) thread_by_index[THREAD_INDEX_COUNT]; /* owner of a thin lock */
extern u32 cpu_count;

/* Saves the caller's callee-saved registers and stack pointer, so that its stack can be scanned while it runs (the
 * collecting thread). */
void thread_capture(struct thread *self);
/* The calling thread has stopped, or counts as stopped: wakes the threads in stop_wait. */
void stop_notify(void);
u32 stop_epoch_now(void);  /* read before the condition is checked … */
void stop_wait(u32 epoch); /* … sleeps until a thread has stopped since */
bool thread_is_stopped(struct thread *t);
bool thread_is_blocked(struct thread *t);
/* Comes between setting poll bits of other threads and reading their states. A thread that goes to native code, or
 * returns, stores its state and then reads `poll` with only a compiler barrier in between, since transitions are far
 * more frequent than stops. Not needed for a BLOCKED thread: it leaves that state with a fence. */
void thread_barrier(void);
void thread_transitions_init(void);
/* Leaves BLOCKED when something is requested of the thread. `return_if_suspended`: returns false, still BLOCKED, if the
 * thread is suspended. */
bool thread_stop_slow(struct thread *self, bool return_if_suspended);
/* Like thread_from_blocked; but if the thread is suspended, returns false, still BLOCKED. */
WARN_UNUSED bool thread_from_blocked_unless_suspended(struct thread *self);
/* handshake.c: the calling thread runs the closures for it, IN_VM. When a thread ends, its remaining ones are cancelled
 * (threads_lock held). */
void handshake_process(struct thread *self);
void handshake_cancel_all(struct thread *t);

void threads_lock_keep(void);                /* the caller holds threads_lock and keeps it */
bool thread_listed(const struct thread *t);  /* threads_lock held: is it linked? */
struct thread *thread_new(const char *name); /* not linked yet; NULL: out of memory */
void thread_free(struct thread *t);
bool thread_stack_create(struct thread *t, size_t bytes);
void thread_link(struct thread *t);          /* threads_lock held */
void thread_unlink(struct thread *t);        /* likewise */
void thread_uncount(struct thread *t);       /* it has ended for Java; under threads_lock */
void thread_adopt_current(struct thread *t); /* makes t the calling OS thread's: TLS, stack bounds */
void thread_forget_current(void);

bool thread_is_interrupted(struct thread *self, bool clear); /* java.lang.Thread.interrupted of self->java */

/* monitor.c */
void monitors_release_all(struct thread *self); /* when a thread ends while it holds JNI monitors */

/* Like THROW of core/exception.h. */
#define THREAD_THROW(self, wk, ...) core_binding.throw_new(self, WK(wk), __VA_ARGS__)

#endif
