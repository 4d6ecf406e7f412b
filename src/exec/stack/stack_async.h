/* The Java stack of a thread that a signal interrupted anywhere: in a handler of the interpreter, in the VM, in native
 * code. */
#ifndef ARGUS_EXEC_STACK_STACK_ASYNC_H
#define ARGUS_EXEC_STACK_STACK_ASYNC_H

#include "thread/thread.h"

/* In the order of the flight recorder's types of frames. */
enum async_tier { ASYNC_INTERPRETED, ASYNC_COMPILED, ASYNC_INLINED, ASYNC_NATIVE };
struct async_frame {
    struct method *method;
    i32 bci;        /* -1: native method */
    u16 tier;       /* enum async_tier; INLINED: inlined into the code of its caller, which is COMPILED */
    bool optimized; /* COMPILED, INLINED: by the optimizer, not by stencils */
};
/* Walks the stack of `self`, the calling thread or one that is stopped in native code. Fills in at most `max` frames,
 * newest first, and returns their number. `context`: the signal's; NULL: outside of a handler, and no frame of the
 * thread is about to be made or to go. Async-signal-safe: takes no lock, allocates nothing, and with a context checks
 * every pointer before it is followed. */
u32 stack_async_walk(struct thread *self, const void *context, struct async_frame *out, u32 max);

#endif
