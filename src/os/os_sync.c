/* os_sync.c: synchronization over pthread and futex(2).
 *
 * os_event: permit is 1 (set) or 0. A waiter exchanges it for 0. If it was 1 the wait is over; else the waiter sleeps
 * on the word while it is 0. set stores 1 and wakes. A wake without a sleeper still costs a system call, so set makes
 * it only on the change from 0. */
#include "os/os_sync.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/os_thread.h"
#include "os/os_time.h"

static void check(int rc, const char *what)
{
    if (__builtin_expect(rc != 0, 0)) {
        fprintf(stderr, "# Internal Error: %s: %s\n", what, strerror(rc));
        abort();
    }
}

static struct timespec to_timespec(int64_t ns)
{
    if (ns < 0) ns = 0;
    return (struct timespec){ .tv_sec = (time_t)(ns / OS_NS_PER_SEC), .tv_nsec = (long)(ns % OS_NS_PER_SEC) };
}

void os_mutex_init(struct os_mutex *m)
{
    struct os_mutex fresh = OS_MUTEX_INIT;
    memcpy(m, &fresh, sizeof *m);
}

void os_mutex_destroy(struct os_mutex *m) { check(pthread_mutex_destroy(&m->m), "mutex destroy"); }

/* Assertions ask for the owners of locks; release builds record none. */
#ifdef ARGUS_DEBUG
static __thread uint32_t held;

static void set_owner(struct os_mutex *m) { atomic_store_explicit(&m->owner, os_thread_tid(), memory_order_relaxed); }
static void clear_owner(struct os_mutex *m) { atomic_store_explicit(&m->owner, 0, memory_order_relaxed); }

static void note_taken(struct os_mutex *m)
{
    set_owner(m);
    held += !m->outer;
}

static void note_given(struct os_mutex *m)
{
    clear_owner(m);
    held -= !m->outer;
}

bool os_mutex_held(const struct os_mutex *m)
{
    return atomic_load_explicit(&m->owner, memory_order_relaxed) == os_thread_tid();
}

void os_mutex_keep(struct os_mutex *m)
{
    m->outer = true;
    held--;
}

uint32_t os_mutexes_held(void) { return held; }
#else
static void set_owner(struct os_mutex *m) { (void)m; }
static void clear_owner(struct os_mutex *m) { (void)m; }
static void note_taken(struct os_mutex *m) { (void)m; }
static void note_given(struct os_mutex *m) { (void)m; }
#endif

void os_mutex_init_outer(struct os_mutex *m)
{
    os_mutex_init(m);
#ifdef ARGUS_DEBUG
    m->outer = true;
#endif
}

/* NOT_ANALYSED: these functions implement the lock, so the analysis finds no lock below them. */
NOT_ANALYSED void os_mutex_lock(struct os_mutex *m)
{
    check(pthread_mutex_lock(&m->m), "mutex lock");
    note_taken(m);
}

NOT_ANALYSED bool os_mutex_trylock(struct os_mutex *m)
{
    int rc = pthread_mutex_trylock(&m->m);
    if (rc == EBUSY) return false;
    check(rc, "mutex trylock");
    note_taken(m);
    return true;
}

NOT_ANALYSED void os_mutex_unlock(struct os_mutex *m)
{
    note_given(m);
    check(pthread_mutex_unlock(&m->m), "mutex unlock");
}

void os_cond_init(struct os_cond *c)
{
    pthread_condattr_t attr;
    check(pthread_condattr_init(&attr), "condition attribute");
    check(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC), "condition clock");
    check(pthread_cond_init(&c->c, &attr), "condition init");
    pthread_condattr_destroy(&attr);
}

void os_cond_destroy(struct os_cond *c) { check(pthread_cond_destroy(&c->c), "condition destroy"); }

void os_cond_wait(struct os_cond *c, struct os_mutex *m)
{
    clear_owner(m);
    check(pthread_cond_wait(&c->c, &m->m), "condition wait");
    set_owner(m);
}

bool os_cond_wait_until(struct os_cond *c, struct os_mutex *m, int64_t deadline_ns)
{
    if (deadline_ns == OS_FOREVER) {
        os_cond_wait(c, m);
        return true;
    }
    struct timespec t = to_timespec(deadline_ns);
    clear_owner(m);
    int rc = pthread_cond_timedwait(&c->c, &m->m, &t);
    set_owner(m);
    if (rc == ETIMEDOUT) return false;
    check(rc, "condition timed wait");
    return true;
}

bool os_cond_wait_for(struct os_cond *c, struct os_mutex *m, int64_t span_ns)
{
    if (span_ns <= 0) return false;
    return os_cond_wait_until(c, m, os_time_deadline(os_time_monotonic_ns(), span_ns));
}

void os_cond_signal(struct os_cond *c) { check(pthread_cond_signal(&c->c), "condition signal"); }
void os_cond_broadcast(struct os_cond *c) { check(pthread_cond_broadcast(&c->c), "condition broadcast"); }

bool os_futex_wait(_Atomic uint32_t *word, uint32_t expected, int64_t deadline_ns)
{
    struct timespec t, *timeout = NULL;
    if (deadline_ns != OS_FOREVER) {
        t = to_timespec(deadline_ns);
        timeout = &t;
    }
    /* The bitset form takes an absolute time of the monotonic clock. */
    long rc = syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, timeout, NULL,
                      FUTEX_BITSET_MATCH_ANY);
    return !(rc == -1 && errno == ETIMEDOUT);
}

void os_futex_wake(_Atomic uint32_t *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, NULL, NULL, 0);
}

void os_event_init(struct os_event *e) { atomic_store(&e->permit, 0); }

void os_event_set(struct os_event *e)
{
    if (atomic_exchange(&e->permit, 1) == 0) os_futex_wake(&e->permit, 1);
}

void os_event_clear(struct os_event *e) { atomic_exchange(&e->permit, 0); }

bool os_event_wait_until(struct os_event *e, int64_t deadline_ns)
{
    for (;;) {
        if (atomic_exchange(&e->permit, 0) == 1) return true;
        if (!os_futex_wait(&e->permit, 0, deadline_ns)) return atomic_exchange(&e->permit, 0) == 1;
    }
}

void os_event_wait(struct os_event *e) { (void)os_event_wait_until(e, OS_FOREVER); }

bool os_recursive_mutex_init(struct os_recursive_mutex *m)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    int failed = pthread_mutex_init(&m->m, &a);
    pthread_mutexattr_destroy(&a);
    return !failed;
}
void os_recursive_mutex_destroy(struct os_recursive_mutex *m) { pthread_mutex_destroy(&m->m); }
int os_recursive_mutex_lock(struct os_recursive_mutex *m) { return pthread_mutex_lock(&m->m); }
void os_recursive_mutex_unlock(struct os_recursive_mutex *m) { pthread_mutex_unlock(&m->m); }

void os_once(struct os_once *once, void (*run)(void)) { pthread_once(&once->once, run); }
