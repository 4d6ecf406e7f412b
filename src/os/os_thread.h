/* os_thread.h: native threads. Nothing here knows what a Java thread is. */
#ifndef ARGUS_OS_OS_THREAD_H
#define ARGUS_OS_OS_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct os_thread {
    pthread_t handle;
};

/* Starts a thread that runs entry(arg) on a C stack of at least stack_size bytes (0: the system's default), with a
 * guard page below it. A call that fails with EAGAIN is repeated a few times at once. name (at most 15 bytes are kept;
 * may be NULL) shows in ps and gdb. Returns only when the thread runs, since before that the kernel shows the creator's
 * name and all signals blocked. A detached thread must not be joined. Returns 0 and fills *out, or an errno value
 * (EAGAIN: no more threads or memory) with *out untouched. */
int os_thread_create(struct os_thread *out, size_t stack_size, const char *name, bool detached,
                     void (*entry)(void *arg), void *arg);

/* Waits until a thread that was not created detached has ended; call once per thread. Returns 0 or an errno value. */
int os_thread_join(struct os_thread thread);

struct os_thread os_thread_current(void);

/* The kernel's id of the calling thread, as ps -L shows it. Cached in the thread. */
int32_t os_thread_tid(void);

/* Names the calling thread. Longer names are cut to 15 bytes. */
void os_thread_set_name(const char *name);

/* The calling thread's C stack as [*low, *high); it grows down from high. The guard page is below low. For the first
 * thread of the process the resource limit (ulimit -s) counts, at most 64 MB of it. False if the system does not
 * say. */
bool os_thread_stack_bounds(void **low, void **high);

/* Overwrites the 32 KiB of the calling thread's stack below the caller's frame. Otherwise a conservative scan could see
 * stale pointers of returned calls in the gaps of later frames. */
void os_thread_clear_dead_stack(void);

void os_thread_yield(void);

/* Returns false if the kernel does not have membarrier or does not allow it. */
bool os_thread_can_barrier(void);
/* Makes every other thread of the process, and the caller, execute a full memory barrier between begin and end of this
 * call. So their earlier stores are visible, and their later loads see the current values. The frequent side then needs
 * only a compiler barrier (atomic_signal_fence), and the rare side pays. */
void os_thread_barrier(void);

/* Does nothing: Java priorities have no effect on Linux without privileges. */
void os_thread_set_priority(struct os_thread thread, int java_priority);

#ifdef ARGUS_DEBUG
/* For assertions: does a handler of os_signal.h run on the calling thread? */
bool os_in_signal_handler(void);
#endif

/* Sends a signal to the thread. Returns 0 or an errno value (ESRCH: it has ended). */
int os_thread_signal(struct os_thread thread, int signal);

/* A thread-local value. When the thread ends, destroy(value) runs for its value unless that is NULL. */
struct os_thread_key {
    pthread_key_t key;
};
bool os_thread_key_create(struct os_thread_key *key, void (*destroy)(void *value));
/* Sets the value of the calling thread. */
void os_thread_key_set(struct os_thread_key key, void *value);

/* Stops the calling thread until the process ends. The thread still takes signals. */
_Noreturn void os_thread_stop_forever(void);

#endif
