/* Probes in stencil code: functions that its pieces call before an instruction with a probe and at returns
 * (thread/probe_points.h). */
#include "exec/tier/stencil_probe.h"
#include "cpu/compiler_barrier.h"
#include "thread/monitor.h"
#include "thread/probe_points.h"

static void publish(struct thread *self, struct frame *f, slot *sp, const u8 *pc)
{
    f->pc = pc;
    self->fp = f;
    self->jsp = sp;
    AFTER_MADE_KNOWN();
}
void stencil_probe_code(struct thread *self, struct frame *f, slot *sp, const u8 *pc)
{
    bool known = f->flags & FRM_PROBED;
    f->flags &= (u8)~FRM_PROBED;
    if (known || !probe_point_on(POINT_CODE)) return;
    publish(self, f, sp, pc);
    probe_points.code(self, f);
}
/* As slow_return_locked where nothing is unusual. */
static bool leave_monitor(struct thread *self, struct frame *f)
{
    const struct lock_record *top = self->lock_top ? &self->locks[self->lock_top - 1] : NULL;
    if (UNLIKELY(top && top->frame == f)) {
        bool own = (f->flags & FRM_LOCKED) && top->obj == f->lock_obj;
        if (!own || (self->lock_top > 1 && top[-1].frame == f) || !monitor_exit_fast(self, f->lock_obj)) return false;
    } else if (UNLIKELY(f->flags & FRM_LOCKED))
        return false;
    f->flags &= (u8)~FRM_LOCKED;
    return true;
}
bool stencil_probe_return(struct thread *self, struct frame *f, slot *sp, const u8 *pc)
{
    const struct method *m = f->method;
    VM_ASSERT(method_exits_probed(m)); /* else its code has been retired */
    if (UNLIKELY(!leave_monitor(self, f))) return false;
    publish(self, f, sp, pc);
    probe_points.method(self, f, PROBE_RETURNS, m->return_kind == 'V' ? NULL : sp, NULL);
    return true;
}
