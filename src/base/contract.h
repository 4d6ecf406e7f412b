/* contract.h: macros that assert the demands of a function's comment. In debug builds a broken contract ends the VM
 * with vm_fatal; release builds contain nothing of it. ARGUS_CONTRACTS prints which contracts ran, and how often
 * (base.h).
 *
 * The macros here may be used in any room. Contracts of threads, the world and pending exceptions are in
 * thread/thread_contract.h, those of objects in heap/heap_contract.h. */
#ifndef ARGUS_BASE_CONTRACT_H
#define ARGUS_BASE_CONTRACT_H

#include "base/base.h"
#include "os/os_sync.h"
#include "os/os_thread.h"

/* The calling thread holds the lock, or does not. The analysis of -Wthread-safety learns it too. */
static ALWAYS_INLINE void contract_lock_is_held(const struct os_mutex *m) PROVES_LOCK(m) { (void)m; }
#define LOCK_HELD(lock) \
    do { \
        CONTRACT("lock held", os_mutex_held(lock)); \
        contract_lock_is_held(lock); \
    } while (0)
#define LOCK_NOT_HELD(lock) CONTRACT("lock not held", !os_mutex_held(lock))
/* No lock of the VM at all: the caller may wait for something, or run code that takes locks. */
#define NO_LOCK_HELD() CONTRACT("no lock held", os_mutexes_held() == 0)

/* No handler of signals runs on this thread: locks may be taken, memory allocated. */
#define NOT_IN_SIGNAL_HANDLER() CONTRACT("not in a signal handler", !os_in_signal_handler())

#endif
