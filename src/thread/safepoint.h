/* Stopping one thread or all of them (D7).
 *
 * safepoint_begin stops every other thread at a poll, in native or blocked; safepoint_end releases them. Stops do not
 * nest: code that needs the world stopped and does not stop it itself asserts safepoint_mine. Meanwhile no Java runs
 * and no event is posted, since an agent may wait for a stopped thread. A handshake runs `fn(target)` while `target` is
 * stopped: by the target itself at its next poll, or by the requester if the target is in native or blocked. Neither
 * holds any lock while waiting; both wait in state BLOCKED, so two requesters cannot deadlock. */
#ifndef ARGUS_THREAD_SAFEPOINT_H
#define ARGUS_THREAD_SAFEPOINT_H

#include "thread/thread.h"

/* Stops the world. IN_VM, without a lock other than threads_lock; self may be NULL only at VM death. Waits BLOCKED
 * while another thread has stopped the world, perhaps for a collection. After that no collection but the caller's own
 * can come until safepoint_end, which still reads `why`. */
void safepoint_begin(struct thread *self, const char *why);
/* The same, if `wanted(arg)` says so once no other thread has the world stopped. Facts that change only with the world
 * stopped are steady while it looks. Returns false if nothing was stopped. */
WARN_UNUSED bool safepoint_begin_if(struct thread *self, const char *why, bool (*wanted)(u64 arg), u64 arg);
void safepoint_end(struct thread *self);
/* Before a stop that a program can ask for again and again, as System.gc() in a loop: where the last one stopped
 * threads that were running, waits until they have had as long as it took, a millisecond at most. Without that they
 * hardly run, since waking takes longer than asking. May let the world stop. */
void safepoint_give_turn(struct thread *self);
/* World stopped by the caller: those of the others that `goes` names run for so long, then they are stopped again.
 * Nothing that was read before is true any more. None of them can stop the world, start a thread or end meanwhile; what
 * a stopped thread has to do for them they wait for. */
void safepoint_let(struct thread *self, bool (*goes)(const struct thread *t), i64 ns);
/* Stops the world for good, because the VM ends. The caller may run exit hooks and destructors of libraries; stops that
 * it requests then do nothing. */
void safepoint_begin_last(struct thread *self, const char *why);
/* The number of stops so far, and their time: from the request to the release. Any thread. */
void safepoint_totals(u64 *count, u64 *ns);
bool safepoint_active(void); /* a thread has stopped the world */
bool safepoint_mine(void);   /* the caller has stopped it, and will release it */
/* Has the caller stopped the world, temporarily or for good? For assertions. */
bool safepoint_caller_stopped(void);
/* May the caller run Java or an agent now? No, while it blocks other threads: with the world stopped, or with
 * threads_lock. For assertions. */
bool safepoint_may_call_out(void);
bool threads_lock_held_by_me(void);

typedef void (*handshake_fn)(struct thread *target, void *arg);
/* Runs fn while `target` is stopped, and returns afterwards. Returns false if the target ended before. `fn` must not
 * allocate in the Java heap, block or throw. target == self is allowed. The caller is IN_VM without a lock and waits
 * BLOCKED, so a collection may come before `fn` runs and after it. Objects that `fn` finds must be kept on the caller's
 * C stack, where the collector sees them, not in malloc'ed memory. */
bool handshake_run(struct thread *self, struct thread *target, handshake_fn fn, void *arg);

/* Runs fn if `target`, which is listed, is in native code or blocked now, and keeps it there meanwhile. Returns false
 * if it is running; then nothing is requested. threads_lock held; `fn` as above. */
bool handshake_try(struct thread *target, handshake_fn fn, void *arg);

/* Suspension is one state of a thread, shared by Thread.suspend and JVM TI SuspendThread. A suspended thread runs no
 * Java code; native code runs until its next transition. */
enum suspend_status {
    SUSPEND_OK,
    SUSPEND_UNCHANGED /* it was suspended already */,
    SUSPEND_NOT_ALIVE /* it has ended, or is ending and cannot be suspended any more */
};
/* Waits until the target is stopped. self is allowed (stops at once). After SUSPEND_OK it does not end before it is
 * resumed. */
enum suspend_status thread_suspend(struct thread *self, struct thread *target);
enum suspend_status thread_resume(struct thread *self, struct thread *target);
bool thread_is_suspended(struct thread *self, struct thread *target); /* returns false also if it has ended */
/* A thread that is about to end, or to end the VM, waits here while it is suspended. Afterwards it cannot be suspended
 * any more. IN_VM. */
void thread_begin_end(struct thread *self);

#endif
