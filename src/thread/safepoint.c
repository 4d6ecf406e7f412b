/* Safepoints: all threads but one are stopped. The requester holds the lock of the thread list from begin to end, so
 * that no thread starts or ends meanwhile. Waiting threads sleep on two counters: `stops` (a thread has stopped) and
 * `releases` (a safepoint has ended). */
#include "thread/thread_control.h"

#include "cpu/x86_64/instructions.h"
#include "log/log.h"
#include "log/log_history.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

static _Atomic u32 stops, stop_waiters, releases;
static _Atomic i32 owner;       /* tid of the thread that holds the world */
static bool for_good;           /* `owner` never releases the world: the VM ends */
static i64 begun, asked, ended; /* of this stop; of the last one */
static const char *reason;
static u64 number; /* of this stop, from 1 */
static _Atomic u64 total_stops, total_ns;
static u32 listed, running; /* at its begin: threads, and those of them that it had to wait for */
/* Of the last stop: when it ended, how long it took, whether it had to wait for a thread; threads that wait for its end
 * or have not run since then. */
static _Atomic i64 last_end, last_ns;
static _Atomic bool last_held;
static _Atomic u32 asleep;

void stop_notify(void)
{
    atomic_fetch_add(&stops, 1);
    if (atomic_load(&stop_waiters)) os_futex_wake(&stops, INT32_MAX);
}

u32 stop_epoch_now(void) { return atomic_load(&stops); }

void stop_wait(u32 epoch)
{
    atomic_fetch_add(&stop_waiters, 1);
    if (atomic_load(&stops) == epoch) os_futex_wait(&stops, epoch, OS_FOREVER);
    atomic_fetch_sub(&stop_waiters, 1);
}

bool thread_is_stopped(struct thread *t)
{
    u32 s = atomic_load(&t->state);
    return s != THREAD_IN_JAVA && s != THREAD_IN_VM;
}

bool thread_stop_slow(struct thread *self, bool return_if_suspended)
{
    ON_OWN_THREAD(self);
    NO_LOCK_HELD();
    WORLD_RUNS();
    const u32 reasons = self->serves ? POLL_STOP & ~(u32)POLL_SUSPEND : POLL_STOP;
    for (;;) {
        atomic_store(&self->state, THREAD_BLOCKED);
        stop_notify();
        u32 poll = atomic_load(&self->poll);
        if (poll & POLL_SAFEPOINT) {
            u32 r = atomic_load(&releases);
            atomic_fetch_add(&asleep, 1);
            if (atomic_load(&self->poll) & POLL_SAFEPOINT) os_futex_wait(&releases, r, OS_FOREVER);
            atomic_fetch_sub(&asleep, 1);
        } else if (poll & POLL_HANDSHAKE) {
            /* closures read objects, so the world must not stop meanwhile */
            atomic_store(&self->state, THREAD_IN_VM);
            if (!(atomic_load(&self->poll) & POLL_SAFEPOINT)) handshake_process(self);
        } else if (poll & reasons & POLL_SUSPEND) {
            if (return_if_suspended) return false;
            if (atomic_load(&self->suspended)) os_futex_wait(&self->suspended, 1, OS_FOREVER);
        }
        atomic_store(&self->state, THREAD_IN_VM);
        if (!(atomic_load(&self->poll) & reasons)) return true;
    }
}

bool thread_is_blocked(struct thread *t) { return atomic_load(&t->state) == THREAD_BLOCKED; }

/* Their poll bits have been set. After this their states may be read. */
static void barrier_for_all_but(const struct thread *self)
{
    bool all_blocked = true;
    for (struct thread *t = threads_first(); t && all_blocked; t = t->next)
        all_blocked = t == self || thread_is_blocked(t);
    if (!all_blocked) thread_barrier();
}

static void wait_until_stopped(struct thread *t)
{
    for (int spin = 0; spin < 200; spin++) {
        if (thread_is_stopped(t)) return;
        cpu_pause();
    }
    for (;;) {
        u32 epoch = stop_epoch_now();
        if (thread_is_stopped(t)) return;
        stop_wait(epoch);
    }
}

bool safepoint_caller_stopped(void) { return atomic_load_explicit(&owner, memory_order_relaxed) == os_thread_tid(); }
bool safepoint_mine(void) { return safepoint_caller_stopped() && !for_good; }

void safepoint_begin(struct thread *self, const char *why)
{
    if (self && LIKELY(!for_good)) IN_STATE(self, VM);
    (void)safepoint_begin_if(self, why, NULL, 0);
}
bool safepoint_begin_if(struct thread *self, const char *why, bool (*wanted)(u64 arg), u64 arg)
{
    if (UNLIKELY(for_good) && safepoint_caller_stopped()) return true;
    if (self) IN_STATE(self, VM);
    NO_LOCK_HELD_BUT_THREADS();
    NOT_IN_SIGNAL_HANDLER();
    /* an inner end would not release the world, and code that relies on it would wait for ever */
    VM_CHECK(!safepoint_mine());
    threads_lock(self);
    if (wanted && !wanted(arg)) {
        threads_unlock();
        return false;
    }
    asked = os_time_monotonic_ns();
    atomic_store_explicit(&owner, os_thread_tid(), memory_order_relaxed);
    reason = why;
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t != self) thread_set_poll(t, POLL_SAFEPOINT);
    barrier_for_all_but(self);
    listed = threads_count();
    running = 0;
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (t == self || thread_is_stopped(t)) continue;
        running++;
        wait_until_stopped(t);
    }
    begun = os_time_monotonic_ns();
    number++;
    LOG(debug, safepoint, "%s: %u threads stopped in %lld ns", why, threads_count(), (long long)(begun - asked));
    return true;
}

/* In HotSpot's form. HotSpot's stops for clean-up have no counterpart here. */
static void log_stop(void)
{
    i64 now = os_time_monotonic_ns();
    LOG(info, safepoint,
        "Safepoint \"%s\", Time since last: %lld ns, Reaching safepoint: %lld ns, At safepoint: %lld ns, Total: %lld "
        "ns",
        reason, (long long)(ended ? asked - ended : 0), (long long)(begun - asked), (long long)(now - begun),
        (long long)(now - asked));
    if (now - asked >= OS_NS_PER_MS) /* the others are many */
        history_note(HISTORY_STOPS, "%s, %lld ns to stop, %lld ns stopped", reason, (long long)(begun - asked),
                     (long long)(now - begun));
    ended = now;
    atomic_store_explicit(&last_end, now, memory_order_relaxed);
    atomic_store_explicit(&last_ns, now - asked, memory_order_relaxed);
    atomic_store_explicit(&last_held, running > 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&total_stops, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&total_ns, (u64)(now - asked), memory_order_relaxed);
}

void safepoint_totals(u64 *count, u64 *ns)
{
    *count = atomic_load_explicit(&total_stops, memory_order_relaxed);
    *ns = atomic_load_explicit(&total_ns, memory_order_relaxed);
}

/* For the flight recorder. The thread that stops the world is the one that wants the operation. */
struct stop {
    i64 asked, begun, done;
    u64 number;
    u32 listed, running, critical;
};

static bool is_recorded(void)
{
    return RECORDER_WANTS(SafepointBegin) || RECORDER_WANTS(SafepointStateSynchronization) ||
           RECORDER_WANTS(ExecuteVMOperation) || RECORDER_WANTS(SafepointEnd);
}

static void look_at_stop(struct stop *s)
{
    WORLD_STOPPED();
    *s = (struct stop){ asked, begun, os_time_monotonic_ns(), number, listed, running, 0 };
    for (struct thread *t = threads_first(); t; t = t->next) s->critical += t->jni_critical != 0;
}

/* `why` is read before safepoint_end returns. */
static void record_stop(struct thread *self, const struct stop *s, const char *why)
{
    i64 id = (i64)s->number;
    if (RECORDER_WANTS(SafepointBegin)) recorder_safepoint_begin(self, s->asked, s->begun, id, s->listed, s->critical);
    if (RECORDER_WANTS(SafepointStateSynchronization))
        recorder_safepoint_state_synchronization(self, s->asked, s->begun, id, s->listed, s->running, 1);
    if (RECORDER_WANTS(ExecuteVMOperation))
        recorder_execute_vm_operation(self, s->begun, s->done, why, true, true, self, id);
    if (RECORDER_WANTS(SafepointEnd)) recorder_safepoint_end(self, s->done, os_time_monotonic_ns(), id);
}

void safepoint_end(struct thread *self)
{
    VM_ASSERT(safepoint_active());
    VM_CHECK(safepoint_caller_stopped());
    if (UNLIKELY(for_good)) return;
    const char *why = reason;
    struct stop stop;
    bool record = self && is_recorded();
    if (record) look_at_stop(&stop);
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t != self) thread_clear_poll(t, POLL_SAFEPOINT);
    atomic_store_explicit(&owner, 0, memory_order_relaxed);
    atomic_fetch_add(&releases, 1);
    os_futex_wake(&releases, INT32_MAX);
    log_stop();
    threads_unlock();
    if (record) record_stop(self, &stop, why);
}

enum { TURN_MOST = OS_NS_PER_MS };
void safepoint_give_turn(struct thread *self)
{
    IN_STATE(self, VM);
    NO_LOCK_HELD();
    if (!atomic_load(&asleep) && !atomic_load_explicit(&last_held, memory_order_relaxed)) return;
    i64 turn = atomic_load_explicit(&last_ns, memory_order_relaxed);
    if (turn > TURN_MOST) turn = TURN_MOST;
    i64 left = atomic_load_explicit(&last_end, memory_order_relaxed) + turn - os_time_monotonic_ns();
    if (left <= 0) return;
    thread_to_blocked(self);
    os_time_pause_ns(left);
    thread_from_blocked(self);
}

void safepoint_let(struct thread *self, bool (*goes)(const struct thread *t), i64 ns)
{
    WORLD_STOPPED();
    VM_CHECK(safepoint_mine());
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t != self && goes(t)) thread_clear_poll(t, POLL_SAFEPOINT);
    atomic_fetch_add(&releases, 1);
    os_futex_wake(&releases, INT32_MAX); /* the others go to sleep again */
    os_time_pause_ns(ns);
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t != self) thread_set_poll(t, POLL_SAFEPOINT);
    barrier_for_all_but(self);
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t != self) wait_until_stopped(t);
}

void safepoint_begin_last(struct thread *self, const char *why)
{
    safepoint_begin(self, why);
    WORLD_STOPPED();
    for_good = true;
    threads_lock_keep();
}

/* the thread that stops the world holds the lock */
bool safepoint_may_call_out(void) { return for_good || !threads_lock_held_by_me(); }

bool safepoint_active(void) { return atomic_load_explicit(&owner, memory_order_relaxed) != 0; }
