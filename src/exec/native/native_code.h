/* Generated machine code that calls native methods (docs/interpreter.md). */
#ifndef ARGUS_EXEC_NATIVE_NATIVE_CODE_H
#define ARGUS_EXEC_NATIVE_NATIVE_CODE_H

#include "exec/interp/interp.h"

/* An adapter calls functions of one shape. The frame f of the native method is on top. The adapter passes its arguments
 * to C, and changes the thread's state to native and back. The result is as in a slot, 0 if an exception is pending.
 * `mirror`: the method's class. IN_VM; there is room for the method's local references. */
typedef slot (*native_adapter)(struct thread *self, struct frame *f, void *fn, struct object *mirror);

/* Returns the adapter for m's shape, and makes it if it is new. NULL: code cannot be generated here. May run agents'
 * code (DynamicCodeGenerated). */
native_adapter native_adapter_new(struct thread *self, struct method *m);
static inline native_adapter native_adapter_for(struct thread *self, struct method *m)
{
    native_adapter known = (native_adapter)__atomic_load_n(&m->native_adapter, __ATOMIC_ACQUIRE);
    return LIKELY(known != NULL) ? known : native_adapter_new(self, m);
}
/* Counts a call of m, which is bound to fn. A method that is called often gets a wrapper of its own, which does the
 * work of the interpreter's entry for natives and of the adapter. May run agents' code (CompiledMethodLoad). */
enum { NATIVE_HOT = TINY(64, 2) };
void native_code_make(struct thread *self, struct method *m, void *fn);
static inline void native_code_count(struct thread *self, struct method *m, void *fn)
{
    /* Concurrent threads may lose a count, or both make the wrapper; code_publish_wrapper takes one. */
    u32 calls = __atomic_load_n(&m->native_calls, __ATOMIC_RELAXED);
    if (LIKELY(calls >= NATIVE_HOT)) return;
    __atomic_store_n(&m->native_calls, calls + 1, __ATOMIC_RELAXED);
    if (calls + 1 == NATIVE_HOT) native_code_make(self, m, fn);
}

/* A wrapper's native method has returned while events or polls are requested. fp is its frame, tos the result. */
PRESERVE_NONE void native_left(INTERP_PARAMS);

#endif
