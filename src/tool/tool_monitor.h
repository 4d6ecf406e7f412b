/* Monitors of objects. tool_monitor.c. */
#ifndef ARGUS_TOOL_TOOL_MONITOR_H
#define ARGUS_TOOL_TOOL_MONITOR_H

#include "thread/monitor.h"
#include "tool/tool_thread.h"

/* The owner, the threads that wait to enter (blocked), and those in Object.wait (notify). Arrays malloc'ed: the caller
 * frees both. The caller has stopped the world. */
struct tool_monitor_usage {
    struct object *owner; /* java.lang.Thread; NULL: not owned */
    u32 entries;
    u32 blocked_count, waiting_count;
    struct thread **blocked, **waiting;
};
void tool_monitor_usage(struct object *o, struct tool_monitor_usage *u);

struct tool_owned_monitor {
    struct object *object;
    i32 depth; /* of the frame that entered it; -1: entered through JNI */
};
/* The monitors that the thread owns, each object once, malloc'ed, also if there is none: frames from the top, the
 * monitors of a frame in the order of entry, then those of JNI, as on HotSpot. Without the one that it has released to
 * wait. Stops the world if the target runs. The objects are valid until the caller's next poll or transition.
 * TOOL_NOT_ALIVE, TOOL_NO_MEMORY. */
enum tool_status tool_owned_monitors(struct thread *self, struct thread *target, struct tool_owned_monitor **out,
                                     u32 *count);
/* The object that the thread waits in or is blocked on; NULL: none. `out` must be on the caller's C stack (see
 * handshake_run). */
enum tool_status tool_contended_monitor(struct thread *self, struct thread *target, struct object **out);

#endif
