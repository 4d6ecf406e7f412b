/* Asking a thread that runs for its stack: it gets a signal, and the handler walks the stack into a sample. The asker
 * does not wait: it looks later whether the sample is filled. The flight recorder and the live page do so. */
#ifndef ARGUS_EXEC_STACK_STACK_SAMPLE_H
#define ARGUS_EXEC_STACK_STACK_SAMPLE_H

#include "exec/stack/stack_async.h"

enum stack_sampler { STACK_SAMPLER_RECORDER, STACK_SAMPLER_PAGE };
_Static_assert(STACK_SAMPLER_PAGE + 1 == THREAD_SAMPLERS, "struct thread has a place for each");

/* A sample is its sampler's, but the thread's while it is ASKED. */
enum stack_sample_state { SAMPLE_FREE, SAMPLE_ASKED, SAMPLE_FILLED, SAMPLE_EMPTY /* it was in native code by then */ };
struct stack_sample {
    _Atomic u32 state;
    struct thread *owner; /* the thread that was asked */
    u64 number;           /* for the sampler */
    i64 at;               /* when it was filled */
    u32 count, room;
    struct async_frame frames[];
};
/* malloc'ed; NULL: no memory. */
struct stack_sample *stack_sample_new(u32 room);

/* The signal that is sent. Before anything runs. */
void stack_sample_use_signal(int signal);
/* Is its handler still ours? */
bool stack_sample_can_ask(void);
/* Asks t, which is listed and has begun to run, with a free sample; threads_lock is held. Returns false if the signal
 * could not be sent; then the sample is free again. */
WARN_UNUSED bool stack_sample_ask(struct thread *t, enum stack_sampler by, struct stack_sample *s);
/* Is the thread's last sample for this sampler not free yet? threads_lock is held. */
bool stack_sample_is_out(const struct thread *t, enum stack_sampler by);
/* t is in the list of threads no longer, so it fills nothing any more; threads_lock is held. */
void stack_sample_ended(struct thread *t);
/* In the handler. The methods that a sample names stay until the thread polls and the world stops. */
void stack_sample_take(const void *context);

#endif
