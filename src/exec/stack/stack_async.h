/* The Java stack of a thread that a signal interrupted anywhere: in a handler of the interpreter, in the VM, in native
 * code. */
#ifndef ARGUS_EXEC_STACK_STACK_ASYNC_H
#define ARGUS_EXEC_STACK_STACK_ASYNC_H

#include "thread/thread.h"

struct async_frame {
    struct method *method;
    i32 bci; /* -1: native method */
};
/* Fills in at most `max` frames of `self`, the calling thread, newest first, and returns how many. `context`: the
 * signal's, NULL outside one. Async-signal-safe: takes no lock, allocates nothing, and believes no word before it has
 * checked that it points where it should. */
u32 stack_async_walk(struct thread *self, const void *context, struct async_frame *out, u32 max);

#endif
