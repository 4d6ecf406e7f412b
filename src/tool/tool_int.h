/* The inside of tool/. */
#ifndef ARGUS_TOOL_TOOL_INT_H
#define ARGUS_TOOL_TOOL_INT_H

#include "tool/tool_thread.h"

/* JVM TI state bits; t NULL: for a thread that is new or has ended. Under threads_lock, or with the world stopped. */
u32 tool_state_of(struct object *java, struct thread *t);

#endif
