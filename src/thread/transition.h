/* The transitions between VM and native code in line, for callers that make very many: events of methods. As
 * thread_to_native and thread_from_native, which all others call. */
#ifndef ARGUS_THREAD_TRANSITION_H
#define ARGUS_THREAD_TRANSITION_H

#include "thread/thread_contract.h"

/* Stores the state before `poll` is read. Threads that stop others order the two by thread_barrier
 * (thread_control.h). */
static ALWAYS_INLINE void thread_become(struct thread *self, enum thread_state to)
{
    if (UNLIKELY(thread_fences)) {
        atomic_store(&self->state, to);
        return;
    }
    atomic_store_explicit(&self->state, to, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
}
static ALWAYS_INLINE bool thread_asked_to_stop(const struct thread *self)
{
    return UNLIKELY(atomic_load_explicit(&self->poll, memory_order_acquire) & POLL_STOP);
}

static ALWAYS_INLINE void thread_to_native_in_line(struct thread *self)
{
    IN_STATE(self, VM);
    CPU_SAVE_REGISTERS_HERE(&self->context);
    thread_become(self, THREAD_IN_NATIVE);
    if (thread_asked_to_stop(self)) thread_left_java(self);
}
static ALWAYS_INLINE void thread_from_native_in_line(struct thread *self)
{
    IN_STATE(self, NATIVE);
    WORLD_RUNS();
    AFTER_MADE_KNOWN();
    thread_become(self, THREAD_IN_VM);
    if (thread_asked_to_stop(self)) thread_poll_slow(self);
}

#endif
