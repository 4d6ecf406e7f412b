/* Inside threads, safepoints, monitors and parking. */
#ifndef ARGUS_THREAD_THREAD_CONTROL_H
#define ARGUS_THREAD_THREAD_CONTROL_H

#include "os/os_thread.h"
#include "os/os_time.h"
#include "thread/safepoint.h"
#include "thread/thread.h"

enum { POLL_STOP = POLL_SAFEPOINT | POLL_HANDSHAKE | POLL_SUSPEND };
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

/* Records the callee-saved registers and the stack pointer of the caller, so that its stack can be scanned while it
 * goes on running (the collecting thread). */
void thread_capture(struct thread *self);
/* The calling thread has stopped, or counts as stopped from now on: wakes those that wait in stop_wait. */
void stop_notify(void);
u32 stop_epoch_now(void);  /* read before the check … */
void stop_wait(u32 epoch); /* … sleep until somebody stopped since */
bool thread_is_stopped(struct thread *t);
bool thread_is_blocked(struct thread *t);
/* Between a poll bit that was set for others and the first look at their states. A thread that goes to native code, or
 * comes back, stores its state and then reads `poll` with nothing but the compiler's barrier in between: that happens
 * far more often than a stop. Not needed for a thread that is BLOCKED: it leaves that state with a fence. */
void thread_barrier(void);
void thread_transitions_init(void);
/* On the way from BLOCKED with something asked of us. `return_if_suspended`: false, still BLOCKED, when the thread is
 * suspended. */
bool thread_stop_slow(struct thread *self, bool return_if_suspended);
/* As thread_from_blocked, unless the thread is suspended: then false, and still BLOCKED. */
WARN_UNUSED bool thread_from_blocked_unless_suspended(struct thread *self);
/* handshake.c: the calling thread runs what others asked of it, IN_VM. When it ends, what is left is
 * cancelled (threads_lock held). */
void handshake_process(struct thread *self);
void handshake_cancel_all(struct thread *t);

void threads_lock_keep(void);                /* the caller holds threads_lock, for good */
bool thread_listed(const struct thread *t);  /* threads_lock held: is it alive (linked)? */
struct thread *thread_new(const char *name); /* not linked; NULL: out of memory */
void thread_free(struct thread *t);
bool thread_stack_create(struct thread *t, size_t bytes);
void thread_link(struct thread *t);          /* threads_lock held */
void thread_unlink(struct thread *t);        /* likewise */
void thread_uncount(struct thread *t);       /* it ends for Java; under threads_lock */
void thread_adopt_current(struct thread *t); /* the calling OS thread is t now: TLS, stack bounds */
void thread_forget_current(void);

bool thread_is_interrupted(struct thread *self, bool clear); /* java.lang.Thread.interrupted of self->java */

/* monitor.c */
void monitors_release_all(struct thread *self); /* a thread ends with JNI monitors held */

/* As THROW of core/exception.h. */
#define THREAD_THROW(self, wk, ...) core_binding.throw_new(self, WK(wk), __VA_ARGS__)

#endif
