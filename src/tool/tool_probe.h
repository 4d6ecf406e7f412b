/* Probes for tools (docs/probes.md). tool_probe.c. */
#ifndef ARGUS_TOOL_TOOL_PROBE_H
#define ARGUS_TOOL_TOOL_PROBE_H

#include "tool/tool_thread.h"

/* Returns the probe's number. 0: refused, `reason` has the position and the cause, cut at `size`. May stop the world;
 * runs agents' code. IN_VM, as all functions here. */
u32 tool_probe_add(struct thread *self, const char *text, char *reason, size_t size);
/* Returns false if there is no such probe. Likewise. */
bool tool_probe_remove(struct thread *self, u32 id);
/* Malloc'ed; NULL: there is no such probe. `delta`: only the data since the last call with `delta`. */
char *tool_probe_read(struct thread *self, u32 id, bool json, bool delta);
/* Malloc'ed, never NULL. */
char *tool_probe_list(struct thread *self, bool json);

#endif
