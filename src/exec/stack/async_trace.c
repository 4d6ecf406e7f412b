/* AsyncGetCallTrace, which sampling profilers call from their signal handler. It has no specification; the structures
 * and the meaning of negative counts are those on which profilers rely. This one walks in every state of the VM, so
 * most of the failures cannot happen. */
#include "exec/stack/stack_async.h"
#include <jni.h>

struct call_frame {
    jint bci;
    jmethodID method;
}; /* bci -3: native method */
struct call_trace {
    JNIEnv *env;
    jint count;
    struct call_frame *frames;
};
enum { TRACE_THREAD_EXIT = -8 };
enum { BCI_NATIVE = -3 };

JNIEXPORT void JNICALL AsyncGetCallTrace(struct call_trace *trace, jint depth, void *context);

/* Gives NULL for a method without an id, because making one takes a lock. Ids exist from the first GetClassMethods on,
 * which profilers call at ClassPrepare. */
JNIEXPORT void JNICALL AsyncGetCallTrace(struct call_trace *trace, jint depth, void *context)
{
    struct thread *self = trace->env ? thread_of_env(trace->env) : NULL;
    u32 state = self && self == thread_self() ? atomic_load_explicit(&self->state, memory_order_relaxed) : THREAD_DEAD;
    if (state == THREAD_NEW || state == THREAD_DEAD) {
        trace->count = TRACE_THREAD_EXIT;
        return;
    }
    struct async_frame frames[1024];
    u32 max = depth<0 ? 0 : depth>(jint) ARRAY_LEN(frames) ? (u32)ARRAY_LEN(frames) : (u32)depth;
    u32 n = stack_async_walk(self, context, frames, max);
    for (u32 i = 0; i < n; i++) {
        bool native = frames[i].method->access & ACC_NATIVE;
        trace->frames[i] = (struct call_frame){ native ? BCI_NATIVE : frames[i].bci, (jmethodID)frames[i].method->id };
    }
    trace->count = (jint)n; /* 0: no Java frame */
}
