/* Monitors of objects. tool_monitor.c. */
#ifndef ARGUS_TOOL_TOOL_MONITOR_H
#define ARGUS_TOOL_TOOL_MONITOR_H

#include "thread/monitor.h"
#include "tool/tool_thread.h"

/* Who has it, who waits for it (blocked), who waits in it (notify). Arrays malloc'ed: the caller frees both. The caller
 * has stopped the world. */
struct tool_monitor_usage {
    struct object *owner; /* java.lang.Thread; NULL: nobody */
    u32 entries;
    u32 blocked_count, waiting_count;
    struct thread **blocked, **waiting;
};
void tool_monitor_usage(struct object *o, struct tool_monitor_usage *u);

struct tool_owned_monitor {
    struct object *object;
    i32 depth; /* of the frame that entered it; -1: entered through JNI */
};
/* Each object once, malloc'ed, also where there is none: frames from the top, the monitors of a frame as it entered
 * them, then those of JNI, as debuggers know it from HotSpot. Not what it has given up to wait. Stops the world if the
 * target runs. The objects are good until the caller next may be stopped. TOOL_NOT_ALIVE, TOOL_NO_MEMORY. */
enum tool_status tool_owned_monitors(struct thread *self, struct thread *target, struct tool_owned_monitor **out,
                                     u32 *count);
/* The object that it waits in or is blocked on; NULL: none. `out` lies on the caller's C stack (handshake_run). */
enum tool_status tool_contended_monitor(struct thread *self, struct thread *target, struct object **out);

#endif
