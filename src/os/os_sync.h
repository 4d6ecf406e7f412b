/* os_sync.h: mutexes, condition variables, futexes and events between native threads.
 *
 * Deadlines are absolute times of os_time_monotonic_ns(); OS_FOREVER means no deadline. Misuse (unlocking what is not
 * held, locking twice) aborts in debug builds. None of these knows about safepoints: a Java thread that may block long
 * changes its state before it calls. */
#ifndef ARGUS_OS_OS_SYNC_H
#define ARGUS_OS_OS_SYNC_H

#include "os/os_lock_attributes.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define OS_FOREVER INT64_MAX

struct LOCK_TYPE os_mutex {
    pthread_mutex_t m;
#ifdef ARGUS_DEBUG
    _Atomic int32_t owner; /* tid of the holder, 0 if free */
    bool outer;            /* not a lock of the VM: see os_mutex_init_outer */
#endif
};
#ifdef ARGUS_DEBUG
#define OS_MUTEX_INIT { PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, 0, false }
#define OS_MUTEX_INIT_OUTER { PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, 0, true }
#else
#define OS_MUTEX_INIT { PTHREAD_MUTEX_INITIALIZER }
#define OS_MUTEX_INIT_OUTER OS_MUTEX_INIT
#endif

/* Not recursive. A static mutex is ready with OS_MUTEX_INIT. */
void os_mutex_init(struct os_mutex *m);
/* Initializes a mutex that may be held during anything, stops of the world and collections too (a raw monitor).
 * os_mutexes_held does not count it. */
void os_mutex_init_outer(struct os_mutex *m);
void os_mutex_destroy(struct os_mutex *m);
void os_mutex_lock(struct os_mutex *m) TAKES_LOCK(m);
bool os_mutex_trylock(struct os_mutex *m) TRIES_LOCK(m);
void os_mutex_unlock(struct os_mutex *m) GIVES_LOCK(m);
#ifdef ARGUS_DEBUG
/* Says that the caller holds m and never releases it. From now on m is an outer mutex. */
void os_mutex_keep(struct os_mutex *m) WANTS_LOCK(m);
/* For assertions: does the calling thread hold m? How many mutexes does it hold? */
bool os_mutex_held(const struct os_mutex *m);
uint32_t os_mutexes_held(void);
#endif

struct os_cond {
    pthread_cond_t c;
};
void os_cond_init(struct os_cond *c);
void os_cond_destroy(struct os_cond *c);
/* Releases m, waits, takes m again. May return spuriously, so test the condition in a loop. */
void os_cond_wait(struct os_cond *c, struct os_mutex *m) WANTS_LOCK(m);
/* As os_cond_wait; false if the deadline has passed. */
bool os_cond_wait_until(struct os_cond *c, struct os_mutex *m, int64_t deadline_ns) WANTS_LOCK(m);
/* As os_cond_wait_until with a span from now; a span of 0 or less returns false at once. */
bool os_cond_wait_for(struct os_cond *c, struct os_mutex *m, int64_t span_ns) WANTS_LOCK(m);
void os_cond_signal(struct os_cond *c);
void os_cond_broadcast(struct os_cond *c);

/* A lock that its holder may take again, for the C code of the class library. The VM itself uses none. */
struct os_recursive_mutex {
    pthread_mutex_t m;
};
/* Returns false if there is no memory. */
bool os_recursive_mutex_init(struct os_recursive_mutex *m);
void os_recursive_mutex_destroy(struct os_recursive_mutex *m);
/* Returns 0 or an errno value. */
int os_recursive_mutex_lock(struct os_recursive_mutex *m);
void os_recursive_mutex_unlock(struct os_recursive_mutex *m);

/* Runs an action once. The first thread runs it, the others wait for its end. */
struct os_once {
    pthread_once_t once;
};
#define OS_ONCE_INIT { PTHREAD_ONCE_INIT }
void os_once(struct os_once *once, void (*run)(void));

/* Sleeps while *word == expected, until a wake, a signal or the deadline. May return spuriously. Returns false if and
 * only if the deadline has passed. */
bool os_futex_wait(_Atomic uint32_t *word, uint32_t expected, int64_t deadline_ns);
/* Wakes at most count threads that sleep on the word. */
void os_futex_wake(_Atomic uint32_t *word, int count);

/* One permit for one waiting thread, to park on. set() leaves a permit (several sets still leave one), wait takes
 * it. */
struct os_event {
    _Atomic uint32_t permit;
};
#define OS_EVENT_INIT { 0 }
void os_event_init(struct os_event *e);
void os_event_set(struct os_event *e);
/* Discards the permit if there is one. */
void os_event_clear(struct os_event *e);
/* Waits for the permit and takes it; false if the deadline passed first. No spurious return. */
bool os_event_wait_until(struct os_event *e, int64_t deadline_ns);
void os_event_wait(struct os_event *e);

#endif
