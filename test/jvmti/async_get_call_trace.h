/* AsyncGetCallTrace, which no header of the JDK has: the interface that profilers were written against. */
#ifndef ASYNC_GET_CALL_TRACE_H
#define ASYNC_GET_CALL_TRACE_H

#include "agent.h"
#include <dlfcn.h>

struct call_frame {
    jint bci;
    jmethodID method;
};
struct call_trace {
    JNIEnv *env;
    jint count;
    struct call_frame *frames;
};
typedef void (*get_call_trace)(struct call_trace *t, jint depth, void *context);

/* NULL: the VM has none. The launcher loads libjvm with its symbols hidden: they are asked of the library itself. */
static inline get_call_trace find_call_trace(JavaVM *vm)
{
    void *found = dlsym(RTLD_DEFAULT, "AsyncGetCallTrace");
    Dl_info i;
    if (!found && dladdr((void *)(*vm)->GetEnv, &i)) found = dlsym(dlopen(i.dli_fname, RTLD_LAZY), "AsyncGetCallTrace");
    return (get_call_trace)found;
}

#endif
