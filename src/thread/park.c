/* Parking, sleeping and interrupts (java.util.concurrent.locks.LockSupport, Thread.sleep, Thread.interrupt).
 *
 * The interrupt status is the field Thread.interrupted; Java code sets it before it requests the wake-up here. A thread
 * waits on one of its two events (one for parking, one for monitors and sleep). Both may hold a stale permit, so every
 * wait is a loop around its condition. park may return without a reason, as its specification allows. */
#include "model/core_binding.h"
#include "model/wellknown.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

bool thread_is_interrupted(struct thread *self, bool clear)
{
    if (!self->java) return false;
    u8 *field = (u8 *)self->java + WKF(Thread_interrupted);
    if (!__atomic_load_n(field, __ATOMIC_ACQUIRE)) return false;
    if (clear) {
        __atomic_store_n(field, 0, __ATOMIC_SEQ_CST);
        atomic_store(&self->interrupted, false);
    }
    return true;
}

void thread_interrupt(struct thread *t)
{
    atomic_store(&t->interrupted, true);
    os_event_set(t->event);
    os_event_set(t->park_event);
}

static void deliver_async(struct thread *target, void *exception)
{
    target->async_exception = exception;
    /* as on HotSpot: code that waits without the VM's help (a selector) checks it */
    __atomic_store_n((u8 *)target->java + WKF(Thread_interrupted), 1, __ATOMIC_SEQ_CST);
    thread_set_poll(target, POLL_ASYNC_EXCEPTION);
}

bool thread_throw_async(struct thread *self, struct thread *target, struct object *exception)
{
    IN_STATE(self, VM);
    IS_OBJECT(exception);
    if (!handshake_run(self, target, deliver_async, exception)) return false;
    threads_lock(self); /* it may have ended meanwhile */
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (t != target) continue;
        thread_interrupt(t);
    }
    threads_unlock();
    return true;
}

bool thread_take_async(struct thread *self)
{
    IN_STATE(self, VM);
    if (!thread_has_async(self)) return false;
    thread_clear_poll(self, POLL_ASYNC_EXCEPTION);
    if (!self->async_exception) return false;
    self->pending = self->async_exception;
    self->async_exception = NULL;
    return true;
}

void thread_unpark(struct thread *t)
{
    atomic_store(&t->park_permit, 1);
    os_event_set(t->park_event);
}

static struct object *blocker_of(const struct thread *t)
{
    return t->java ? ref_load(t->java, WKF(Thread_parkBlocker)) : NULL;
}
/* jdk.ThreadPark: INT64_MIN stands for a missing value. */
static void record_park(struct thread *self, i64 began, bool absolute, i64 time)
{
    const struct object *blocker = blocker_of(self);
    recorder_thread_park(self, began, blocker ? object_class(blocker) : NULL, time && !absolute ? time : INT64_MIN,
                         time && absolute ? time : INT64_MIN, (i64)(uintptr_t)blocker);
}

NOINLINE void thread_forget_calls(void)
{
    volatile uintptr_t words[128]; /* more than the frames between here and the wait take */
    for (size_t i = 0; i < ARRAY_LEN(words); i++) words[i] = 0;
}

void thread_park(struct thread *self, bool absolute, i64 time)
{
    MAY_COLLECT(self);
    if (atomic_exchange(&self->park_permit, 0)) return;
    if (thread_is_interrupted(self, false)) return;
    if (time < 0 || (absolute && time == 0)) return;
    i64 deadline = OS_FOREVER;
    if (absolute) { /* milliseconds since the epoch */
        i64 now = os_time_wall_ms();
        if (time <= now) return;
        i64 left = time - now;
        deadline = left > INT64_MAX / OS_NS_PER_MS ? OS_FOREVER
                                                   : os_time_deadline(os_time_monotonic_ns(), left * OS_NS_PER_MS);
    } else if (time > 0)
        deadline = os_time_deadline(os_time_monotonic_ns(), time);

    i64 began = RECORDER_WANTS(ThreadPark) ? os_time_monotonic_ns() : 0, probed = probe_began(PROBE_PARKED);
    u32 status = atomic_load_explicit(&self->java_status, memory_order_relaxed);
    thread_set_status(self, time ? STATUS_PARKED_TIMED : STATUS_PARKED);
    thread_to_blocked(self);
    if (!atomic_load(&self->park_permit)) (void)os_event_wait_until(self->park_event, deadline);
    atomic_store(&self->park_permit, 0);
    thread_from_blocked(self);
    thread_set_status(self, status);
    if (began) record_park(self, began, absolute, time);
    probe_tell_since(self, PROBE_PARKED, probed ? blocker_of(self) : NULL, probed);
    (void)thread_take_async(self);
}

bool thread_sleep(struct thread *self, i64 time, bool nanos)
{
    MAY_COLLECT(self);
    if (thread_is_interrupted(self, true)) {
        THREAD_THROW(self, InterruptedException, "sleep interrupted");
        return false;
    }
    i64 ns = nanos ? time : time > INT64_MAX / OS_NS_PER_MS ? INT64_MAX : time * OS_NS_PER_MS;
    if (ns <= 0) {
        thread_to_blocked(self);
        os_thread_yield();
        thread_from_blocked(self);
        return true;
    }
    i64 began = os_time_monotonic_ns(), deadline = os_time_deadline(began, ns);
    u32 status = atomic_load_explicit(&self->java_status, memory_order_relaxed);
    thread_set_status(self, STATUS_SLEEPING);
    bool ok = true;
    for (;;) {
        thread_to_blocked(self);
        bool woken = os_event_wait_until(self->event, deadline);
        thread_from_blocked(self);
        if (thread_is_interrupted(self, true)) {
            ok = false;
            break;
        }
        if (!woken || thread_has_async(self)) break;
    }
    thread_set_status(self, status);
    if (RECORDER_WANTS(ThreadSleep)) recorder_thread_sleep(self, began, nanos ? time / OS_NS_PER_MS : time);
    if (thread_take_async(self)) return false;
    if (!ok) THREAD_THROW(self, InterruptedException, "sleep interrupted");
    return ok;
}
