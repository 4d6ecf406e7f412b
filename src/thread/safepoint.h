/* Stopping one thread or all of them (D7).
 *
 * safepoint_begin stops every other thread at a poll, in native or blocked; safepoint_end lets them go. Stops do not
 * nest: what needs the world stopped and does not stop it itself says so and asserts safepoint_mine. Meanwhile no Java
 * runs and no event is sent: an agent may wait for a thread that stands. A handshake runs `fn(target)` while `target`
 * is stopped: by the target itself at its next poll, or by the requester when the target is in native or blocked.
 * Neither holds any lock while waiting; both wait in state BLOCKED, so two requesters cannot deadlock. */
#ifndef ARGUS_THREAD_SAFEPOINT_H
#define ARGUS_THREAD_SAFEPOINT_H

#include "thread/thread.h"

/* IN_VM, without a lock but threads_lock; self may be NULL only at VM death. Waits BLOCKED for another's stop, which
 * may be a collection; then there is none but the caller's own until safepoint_end, which still reads `why`. */
void safepoint_begin(struct thread *self, const char *why);
void safepoint_end(struct thread *self);
/* The world stands for good, the VM ends. What the caller still runs (exit hooks, destructors of libraries) has it to
 * itself: its stops are no stops any more. */
void safepoint_begin_last(struct thread *self, const char *why);
bool safepoint_active(void); /* somebody has stopped the world */
bool safepoint_mine(void);   /* the caller has, and will let it go on */
/* Has the caller stopped the world, for a while or for good? For assertions. */
bool safepoint_caller_stopped(void);
/* May the caller run Java or an agent now? Not while it keeps others from going on: with the world stopped, or with
 * threads_lock. For assertions. */
bool safepoint_may_call_out(void);
bool threads_lock_held_by_me(void);

typedef void (*handshake_fn)(struct thread *target, void *arg);
/* false: the target ended before it could run. `fn` must not allocate in the Java heap, block or throw. Returns after
 * `fn` ran. target == self is fine. The caller is IN_VM without a lock and waits BLOCKED: a collection may come before
 * `fn` runs and after it. So the objects that `fn` finds belong on the caller's C stack, where the collector sees them,
 * not into malloc'ed memory. */
bool handshake_run(struct thread *self, struct thread *target, handshake_fn fn, void *arg);

/* Runs fn if `target`, which is listed, is in native code or blocked now, and keeps it there meanwhile. false: it runs,
 * and nothing was asked of it. threads_lock held; `fn` as above. */
bool handshake_try(struct thread *target, handshake_fn fn, void *arg);

/* Suspension is one state of a thread, the same for Thread.suspend and JVM TI SuspendThread. A suspended thread
 * runs no Java code; native code runs on to its next transition. */
enum suspend_status {
    SUSPEND_OK,
    SUSPEND_UNCHANGED /* it was so already */,
    SUSPEND_NOT_ALIVE /* ended, or ends and can no longer be kept from it */
};
/* Waits until it is stopped; self allowed (stops at once). After SUSPEND_OK it does not end before it is resumed. */
enum suspend_status thread_suspend(struct thread *self, struct thread *target);
enum suspend_status thread_resume(struct thread *self, struct thread *target);
bool thread_is_suspended(struct thread *self, struct thread *target); /* false also when it has ended */
/* A thread that is about to end, or to end the VM, stands here while it is suspended; afterwards it can no longer be
 * suspended. IN_VM. */
void thread_begin_end(struct thread *self);

#endif
