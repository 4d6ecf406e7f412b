/* thread_contract.h: contracts about threads, stopping and pending exceptions, asserted in one word (see contract.h).
 * `self` is the calling thread. */
#ifndef ARGUS_THREAD_THREAD_CONTRACT_H
#define ARGUS_THREAD_THREAD_CONTRACT_H

#include "base/contract.h"
#include "heap/heap_contract.h"
#include "thread/safepoint.h"
#include "thread/thread.h"

/* `self` is the calling thread, so it may write data that belongs to `self`. */
#define ON_OWN_THREAD(self) CONTRACT("on its own thread", thread_self() == (self))
/* VM, NATIVE, BLOCKED, JAVA or NEW. A thread in state VM may hold plain object pointers. */
#define IN_STATE(self, name) \
    CONTRACT("in state " #name, (self)->state == CONTRACT_STATE_##name && thread_self() == (self))
#define CONTRACT_STATE_VM THREAD_IN_VM
#define CONTRACT_STATE_JAVA THREAD_IN_JAVA
#define CONTRACT_STATE_NATIVE THREAD_IN_NATIVE
#define CONTRACT_STATE_BLOCKED THREAD_BLOCKED
#define CONTRACT_STATE_NEW THREAD_NEW

/* The same for a caller without `self`. */
#define CALLER_IN_VM() CONTRACT("in state VM", contract_caller_in_vm())

/* The caller has stopped the world, temporarily or for good; it has not. */
#define WORLD_STOPPED() CONTRACT("world stopped", safepoint_caller_stopped())
#define WORLD_RUNS() CONTRACT("world runs", !safepoint_mine())
/* The world is stopped, which replaces the lock: no stopped thread is inside of it. */
#define WORLD_STOPPED_FOR(lock) \
    do { \
        WORLD_STOPPED(); \
        contract_lock_is_held(lock); \
    } while (0)
#define LOCK_HELD_OR_WORLD_STOPPED(lock) \
    do { \
        CONTRACT("lock held or world stopped", os_mutex_held(lock) || safepoint_caller_stopped()); \
        contract_lock_is_held(lock); \
    } while (0)
/* The caller holds the lock of the thread list (also by stopping the world). */
#define THREADS_LOCKED() CONTRACT("threads locked", threads_lock_held_by_me())
/* The caller holds no lock, except perhaps that of the thread list. So while it waits or stops others, it blocks no
 * thread. */
#define NO_LOCK_HELD_BUT_THREADS() CONTRACT("no lock held", os_mutexes_held() <= threads_lock_held_by_me())
/* The world cannot be stopped now, so no loader is unloaded: the caller is an attached thread that does not poll, or
 * holds the lock of the thread list. */
#define LOADERS_STAY() CONTRACT("loaders stay", thread_self() || threads_lock_held_by_me())
/* Java code or an agent may be called: the caller blocks no other thread. */
#define MAY_CALL_OUT(self) CONTRACT_UNLESS("may call out", contract_obstacle(self))

/* For exceptions of the VM's own making: a program that calls JNI with an exception pending is served, as on
 * HotSpot. */
#define NOTHING_PENDING(self) CONTRACT("nothing pending", (self)->pending == NULL || (self)->entered_pending)
#define SOMETHING_PENDING(self) CONTRACT("something pending", (self)->pending != NULL)

/* A collection may happen here: the caller is in the VM, stops no thread, holds no lock, and no caller of it has
 * declared NO_COLLECTION. */
#define MAY_COLLECT(self) CONTRACT_UNLESS("may collect", contract_obstacle(self))
/* From here to the end of the block nothing collects: references are in places that the collector does not scan. */
#define NO_COLLECTION(self) \
    VM_DEBUG_ONLY(UNUSED __attribute__((cleanup(contract_collection_again))) struct thread *contract_kept_ = \
                      contract_no_collection(self))

#ifdef ARGUS_DEBUG
static inline bool contract_caller_in_vm(void)
{
    struct thread *self = thread_self();
    return self && self->state == THREAD_IN_VM;
}
/* Returns NULL, or the reason why the caller may not collect and may not call Java or an agent. */
const char *contract_obstacle(struct thread *self);
static inline struct thread *contract_no_collection(struct thread *self)
{
    self->no_collection++;
    return self;
}
static inline void contract_collection_again(struct thread **kept) { (*kept)->no_collection--; }
#endif

#endif
