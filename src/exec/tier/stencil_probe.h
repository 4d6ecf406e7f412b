/* Entries into code at an instruction with a probe, of which the frame's flag FRM_PROBED says whether probes know. */
#ifndef ARGUS_EXEC_TIER_STENCIL_PROBE_H
#define ARGUS_EXEC_TIER_STENCIL_PROBE_H

#include "exec/code/code.h"
#include "exec/stencil/stencil_emit.h"

/* Does f enter the code of the branch at pc, of which tools and probes have been told? Not if tools want to know of it:
 * the code would leave again at once, and they would be told without an end. Stencils begin before the probe,
 * optimized code behind it. */
static inline bool stencil_enters_told(const u8 *start, struct frame *f, const u8 *pc)
{
    if (!code_is_only_probed(pc)) return false;
    if (!stencil_of(start)->optimized) f->flags |= FRM_PROBED;
    return true;
}
/* Probes may know of it or not. Returns false if the interpreter has to run it. */
static inline bool stencil_enters_at_probe(const u8 *start, struct frame *f)
{
    if (!stencil_of(start)->optimized) return true;
    bool known = f->flags & FRM_PROBED;
    f->flags &= (u8)~FRM_PROBED;
    return known;
}

#endif
