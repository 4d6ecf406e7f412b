/* Handshakes and suspension. One lock guards all queues, suspension and `ending`. It is held while a closure runs, so
 * closures are serialized, and a target on its way back waits until a closure for it has ended. Order: threads_lock,
 * then this lock; otherwise it is a leaf. */
#include "base/contract.h"
#include "cpu/x86_64/instructions.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

struct handshake {
    handshake_fn fn;
    void *arg;
    struct handshake *next;
    bool ran;          /* under lock, before `done` */
    _Atomic bool done; /* under lock, written last: afterwards the requester may free the structure */
};

static struct os_mutex lock = OS_MUTEX_INIT;

static void run_all_locked(struct thread *t) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    struct handshake *h;
    while ((h = atomic_load(&t->handshake)) != NULL) {
        atomic_store(&t->handshake, h->next);
        h->fn(t, h->arg);
        h->ran = true;
        atomic_store(&h->done, true);
    }
    /* Without the bit the thread could go to native code and come back while another one looks at it. */
    if (!t->handshake_tries) thread_clear_poll(t, POLL_HANDSHAKE);
}

void handshake_process(struct thread *self)
{
    ON_OWN_THREAD(self);
    LOCK_NOT_HELD(&lock);
    os_mutex_lock(&lock);
    run_all_locked(self);
    os_mutex_unlock(&lock);
    stop_notify();
}

void handshake_cancel_all(struct thread *t)
{
    THREADS_LOCKED();
    os_mutex_lock(&lock);
    for (struct handshake *h = atomic_load(&t->handshake); h;) {
        struct handshake *next = h->next;
        atomic_store(&h->done, true);
        h = next;
    }
    atomic_store(&t->handshake, NULL);
    os_mutex_unlock(&lock);
    stop_notify();
}

enum { RUNNING_TARGET_SPINS = 100 };
/* Waits briefly for a running target: it reaches a poll sooner than a barrier in all threads and a sleep would take.
 * Only closures that the target ran itself count, since without the barrier its state is not reliable. The wait is
 * bounded, because the requester cannot be stopped meanwhile. */
static bool done_by_running_target(const struct thread *self, const struct handshake *h)
{
    u32 spins = cpu_count > 1 ? RUNNING_TARGET_SPINS : 0;
    while (spins-- > 0 && !(atomic_load(&self->poll) & POLL_STOP)) {
        if (atomic_load(&h->done)) return true;
        cpu_pause();
    }
    return false;
}

bool handshake_run(struct thread *self, struct thread *target, handshake_fn fn, void *arg)
{
    IN_STATE(self, VM);
    NO_LOCK_HELD();
    if (target == self) {
        NO_COLLECTION(self);
        fn(self, arg);
        return true;
    }
    struct handshake h = { fn, arg, NULL, false, false };
    threads_lock(self);
    if (!thread_listed(target)) {
        threads_unlock();
        return false;
    }
    os_mutex_lock(&lock);
    struct handshake *last = atomic_load(&target->handshake);
    if (!last)
        atomic_store(&target->handshake, &h);
    else {
        while (last->next) last = last->next;
        last->next = &h;
    }
    thread_set_poll(target, POLL_HANDSHAKE);
    os_mutex_unlock(&lock);
    bool blocked = thread_is_blocked(target), runs = !thread_is_stopped(target);
    threads_unlock();
    if (runs && done_by_running_target(self, &h)) return h.ran;
    if (!blocked) thread_barrier();

    for (;;) {
        u32 epoch = stop_epoch_now();
        os_mutex_lock(&lock);
        /* it cannot leave, since its way back needs this lock */
        if (!h.done && thread_is_stopped(target)) run_all_locked(target);
        bool done = h.done;
        os_mutex_unlock(&lock);
        if (done) {
            stop_notify(); /* other threads' closures may have run as well */
            return h.ran;
        }
        NO_LOCK_HELD();
        thread_to_blocked(self);
        stop_wait(epoch);
        thread_from_blocked(self);
    }
}

bool handshake_try(struct thread *target, handshake_fn fn, void *arg)
{
    THREADS_LOCKED();
    os_mutex_lock(&lock);
    target->handshake_tries++;
    thread_set_poll(target, POLL_HANDSHAKE); /* from now on its way back needs this lock */
    os_mutex_unlock(&lock);
    if (!thread_is_blocked(target)) thread_barrier();
    os_mutex_lock(&lock);
    bool stands = thread_is_stopped(target);
    if (stands) fn(target, arg);
    target->handshake_tries--;
    if (!atomic_load(&target->handshake) && !target->handshake_tries) thread_clear_poll(target, POLL_HANDSHAKE);
    os_mutex_unlock(&lock);
    return stands;
}

static void nothing(struct thread *target, void *arg) { (void)target, (void)arg; }

/* ---- suspension ---- */

static enum suspend_status mark_suspended(struct thread *self, struct thread *target)
{
    enum suspend_status s = SUSPEND_NOT_ALIVE;
    threads_lock(self);
    if (thread_listed(target)) {
        os_mutex_lock(&lock);
        if (!target->ending) s = atomic_exchange(&target->suspended, 1) ? SUSPEND_UNCHANGED : SUSPEND_OK;
        if (s == SUSPEND_OK) thread_set_poll(target, POLL_SUSPEND);
        os_mutex_unlock(&lock);
    }
    threads_unlock();
    return s;
}

enum suspend_status thread_suspend(struct thread *self, struct thread *target)
{
    MAY_COLLECT(self);
    enum suspend_status s = mark_suspended(self, target);
    if (s != SUSPEND_OK) return s;
    if (target == self)
        thread_poll_slow(self);
    else
        (void)handshake_run(self, target, nothing, NULL); /* false: another thread has resumed it, and it has ended */
    return SUSPEND_OK;
}

enum suspend_status thread_resume(struct thread *self, struct thread *target)
{
    IN_STATE(self, VM);
    enum suspend_status s = SUSPEND_NOT_ALIVE;
    threads_lock(self);
    if (thread_listed(target)) {
        os_mutex_lock(&lock);
        s = atomic_exchange(&target->suspended, 0) ? SUSPEND_OK : SUSPEND_UNCHANGED;
        if (s == SUSPEND_OK) {
            thread_clear_poll(target, POLL_SUSPEND);
            os_futex_wake(&target->suspended, INT32_MAX);
        }
        os_mutex_unlock(&lock);
    }
    threads_unlock();
    return s;
}

bool thread_is_suspended(struct thread *self, struct thread *target)
{
    threads_lock(self);
    bool suspended = thread_listed(target) && atomic_load(&target->suspended);
    threads_unlock();
    return suspended;
}

void thread_begin_end(struct thread *self)
{
    MAY_COLLECT(self);
    for (;;) {
        os_mutex_lock(&lock);
        self->ending = !atomic_load(&self->suspended);
        os_mutex_unlock(&lock);
        if (self->ending) return;
        thread_poll_slow(self); /* waits here until it is resumed */
    }
}
