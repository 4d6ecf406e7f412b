/* Samples of stacks by signal: stack_sample.h. */
#include "exec/stack/stack_sample.h"
#include "os/os_signal.h"
#include "os/os_thread.h"
#include "os/os_time.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

static int signal_number;

struct stack_sample *stack_sample_new(u32 room)
{
    struct stack_sample *s = malloc(sizeof *s + room * sizeof s->frames[0]);
    if (s) *s = (struct stack_sample){ .room = room };
    return s;
}

void stack_sample_use_signal(int signal) { signal_number = signal; }
bool stack_sample_can_ask(void) { return os_signal_is_ours(signal_number); }

bool stack_sample_ask(struct thread *t, enum stack_sampler by, struct stack_sample *s)
{
    THREADS_LOCKED();
    VM_ASSERT(atomic_load(&s->state) == SAMPLE_FREE && t->os_tid);
    s->owner = t;
    s->count = 0;
    t->samples[by] = s;
    atomic_store_explicit(&s->state, SAMPLE_ASKED, memory_order_release);
    if (!os_thread_signal(*t->os, signal_number)) return true;
    atomic_store(&s->state, SAMPLE_FREE);
    return false;
}

bool stack_sample_is_out(const struct thread *t, enum stack_sampler by)
{
    THREADS_LOCKED();
    const struct stack_sample *s = t->samples[by];
    return s && s->owner == t && atomic_load_explicit(&s->state, memory_order_relaxed) != SAMPLE_FREE;
}

void stack_sample_ended(struct thread *t)
{
    THREADS_LOCKED();
    for (u32 i = 0; i < THREAD_SAMPLERS; i++) {
        struct stack_sample *s = t->samples[i];
        t->samples[i] = NULL;
        u32 asked = SAMPLE_ASKED;
        if (s && s->owner == t) atomic_compare_exchange_strong(&s->state, &asked, SAMPLE_FREE);
    }
}

static void fill(struct thread *self, struct stack_sample *s, const void *context)
{
    if (!s || atomic_load_explicit(&s->state, memory_order_acquire) != SAMPLE_ASKED || s->owner != self) return;
    u32 state = atomic_load_explicit(&self->state, memory_order_relaxed);
    bool runs = state == THREAD_IN_JAVA || state == THREAD_IN_VM;
    s->count = runs ? stack_async_walk(self, context, s->frames, s->room) : 0;
    s->at = os_time_monotonic_ns();
    /* The world cannot have been stopped since: frames name methods that stay until the sample is taken. */
    VM_ASSERT(atomic_load_explicit(&self->state, memory_order_relaxed) == state);
    atomic_store_explicit(&s->state, runs ? SAMPLE_FILLED : SAMPLE_EMPTY, memory_order_release);
}

void stack_sample_take(const void *context)
{
    struct thread *self = thread_self();
    for (u32 i = 0; self && i < THREAD_SAMPLERS; i++) fill(self, self->samples[i], context);
}
