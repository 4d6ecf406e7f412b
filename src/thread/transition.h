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

/* As thread_to_native and thread_from_native where transitions have no fences (thread_fences). bare: no caller holds an
 * object in a register or on the C stack, as Java code does not once it has published its frame; then no register is
 * saved. */
static ALWAYS_INLINE void thread_to_native_at_once(struct thread *self, bool bare)
{
    IN_STATE(self, VM);
    VM_ASSERT(!thread_fences);
    if (bare)
        CPU_SAVE_STACK_HERE(&self->context);
    else
        CPU_SAVE_REGISTERS_HERE(&self->context);
    atomic_store_explicit(&self->state, THREAD_IN_NATIVE, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    if (thread_asked_to_stop(self)) thread_left_java(self);
}
static ALWAYS_INLINE void thread_from_native_at_once(struct thread *self)
{
    IN_STATE(self, NATIVE);
    WORLD_RUNS();
    AFTER_MADE_KNOWN();
    atomic_store_explicit(&self->state, THREAD_IN_VM, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    if (thread_asked_to_stop(self)) thread_poll_slow(self);
}

#endif
