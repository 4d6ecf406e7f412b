/* Probes for tools (docs/probes.md). tool_probe.c. */
#ifndef ARGUS_TOOL_TOOL_PROBE_H
#define ARGUS_TOOL_TOOL_PROBE_H

#include "tool/tool_thread.h"

/* Its number; 0: refused, `reason` says where and why, cut at `size`. May stop the world; runs agents' code. IN_VM, as
 * all of them. */
u32 tool_probe_add(struct thread *self, const char *text, char *reason, size_t size);
/* false: there is none of this number. Likewise. */
bool tool_probe_remove(struct thread *self, u32 id);
/* Malloc'ed; NULL: there is none of this number. `delta`: what came since somebody last asked so. */
char *tool_probe_read(struct thread *self, u32 id, bool json, bool delta);
/* Malloc'ed, never NULL. */
char *tool_probe_list(struct thread *self, bool json);

#endif
