/* Running into a breakpoint (opcode 202): tools hear of it, then the covered instruction runs, without what it is fused
 * with. */
#include "exec/interp/slow_int.h"
#include "thread/events.h"

PRESERVE_NONE void interp_breakpoint(INTERP_PARAMS)
{
    PUBLISH();
    if (event_on(EV_BREAKPOINT) && hooks.breakpoint) {
        hooks.breakpoint(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        GO_IF_TOLD();
    }
    RELOAD();
    tos = *sp;
    u8 op = interp_op_info[code_running_op(pc)].first;
    MUSTTAIL return ((interp_fn)base_table(self)[op])(INTERP_ARGS);
}
