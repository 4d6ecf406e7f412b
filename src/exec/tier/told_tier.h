/* Code of frames that tell of their method events: stencils of a method beside its other code (method->told_code), from
 * the same running copy. They differ in two ways: their returns call a function that posts; and the thread's dispatch
 * table may be the one of method events. So the other code has no tests for events.
 *
 *   into it      a method's first instruction, after MethodEntry (stencil_tell_entry, interp_begin); branches of the
 *                interpreter; returns of callees, by pads with CODE_PAD_TOLD
 *   out of it    as stencil code (stencil/stencil_code.h), and at returns
 *
 * A frame that tells no more, because the events were turned off, may stay in it: it is slower, and right. */
#ifndef ARGUS_EXEC_TIER_TOLD_TIER_H
#define ARGUS_EXEC_TIER_TOLD_TIER_H

#include "exec/interp/interp_int.h"
#include "exec/stencil/stencil_emit.h"

/* Does a frame of m run such code with this table? Not while it polls or steps. */
static inline bool told_in_code(const struct method *m, void *const *dispatch)
{
    return dispatch == (void *const *)interp_tables[MODE_EVENTS] ||
           (dispatch == (void *const *)interp_tables[MODE_PLAIN] && method_has(m, MTH_EVENTS));
}
/* The start of its code, or NULL. */
static inline const u8 *told_start(const struct method *m, void *const *dispatch)
{
    return told_in_code(m, dispatch) ? stencil_told_start(m) : NULL;
}

#endif
