/* A breakpoint (opcode 202): posts it to tools and probes, then runs the covered instruction, unfused. Probes come
 * last, so an instruction that they report does run. */
#include "exec/interp/slow_int.h"
#include "thread/events.h"
#include "thread/probe_points.h"

PRESERVE_NONE void interp_breakpoint(INTERP_PARAMS)
{
    PUBLISH();
    if (event_on(EV_BREAKPOINT) && hooks.breakpoint) {
        hooks.breakpoint(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        GO_IF_TOLD();
    }
    if (probe_point_on(POINT_CODE) && !(fp->flags & FRM_PROBED)) probe_points.code(self, fp);
    fp->flags &= (u8)~FRM_PROBED;
    RELOAD();
    tos = *sp;
    u8 op = interp_op_info[code_running_op(pc)].first;
    MUSTTAIL return ((interp_fn)base_table(self)[op])(INTERP_ARGS);
}
