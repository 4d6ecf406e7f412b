/* Frames that a tool makes return (JVM TI PopFrame, ForceEarlyReturn…). The frame's own thread does it at its next
 * instruction, or when C code called from the frame returns. */
#include "core/alloc.h"
#include "exec/exec_thread.h"
#include "exec/interp/slow_int.h"
#include "exec/invoke/member_name.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/tell_method.h"

/* The number of argument slots that the call at pc pushed. */
static NOINLINE u32 call_arguments(const struct frame *f, const u8 *pc)
{
    const u8 *insn = orig_insn(f, pc);
    struct symbol *cls, *name, *desc;
    cp_ref_names(f->method->cp, rd_u16be(insn + 1), &cls, &name, &desc);
    return desc_arg_slots(desc) + (insn[0] != OP_invokestatic && insn[0] != OP_invokedynamic);
}
i32 interp_arguments_taken(const struct frame *f)
{
    const struct frame *caller = frame_prev(f);
    return (i32)call_arguments(caller, caller->pc) - f->method->nargs;
}

/* Makes a MemberName by which a linkTo… reaches f's method, as for the call that made f. Returns NULL with an exception
 * pending. */
static NOINLINE struct object *member_for(struct thread *self, const struct frame *f)
{
    struct object *name = object_new(self, WK(java_lang_invoke_MemberName));
    if (!name || !member_name_set_method(self, name, f->method, NULL)) return NULL;
    obj_set_long(name, WKF(MemberName_vmindex), MN_DIRECT);
    return name;
}

/* Carries out PopFrame or ForceEarlyReturn… for the top frame. The frame's monitors are exited. After a pop the caller
 * makes the call again with the arguments that are still there. Otherwise the frame returns the tool's value, with the
 * events of a return. */
PRESERVE_NONE void interp_forced_exit(INTERP_PARAMS)
{
    bool pop = (fp->flags & FRM_POP) != 0;
    i32 taken = pop ? interp_arguments_taken(fp) : 0;
    fp->flags &= (u8) ~(FRM_POP | FRM_EARLY_RETURN);
    thread_clear_poll(self, POLL_EARLY_RETURN);
    if (taken > 0) {
        PUBLISH();
        tos = slot_of_ref(member_for(self, fp));
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    }
    interp_release_monitors(self, fp);
    if (pop) {
        if (fp->flags & FRM_NOTIFY_POP) interp_notified(self, fp);
        sp = locals - 1 + fp->method->nargs + taken;
        fp = frame_prev(fp);
        pc = fp->pc;
        if (taken > 0) *sp = tos;
        tos = *sp;
        if (fp->flags & FRM_NOTIFY_POP) thread_set_poll(self, POLL_EVENTS);
        RELOAD();
        DISPATCH();
    }
    struct exec_thread *et = exec_thread(self);
    u8 kind = fp->method->return_kind;
    slot *value = frame_operands(fp) + 1;
    *value = kind == 'L' || kind == '[' ? slot_of_ref(et->early_object) : et->early_value;
    et->early_object = NULL;
    tos = *value;
    sp = value;
    PUBLISH();
    if ((event_on(EV_METHOD_EXIT) || method_has(fp->method, MTH_EVENTS)) && hooks.method_exit)
        tell_method_exit(self, fp, kind == 'V' ? NULL : value, false);
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP)) interp_post_frame_pop(self, fp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD(); /* again, by an agent that heard of it */
    if (method_exits_probed(fp->method)) probe_points.method(self, fp, PROBE_RETURNS, kind == 'V' ? NULL : value, NULL);
    tos = *value;
    RELOAD();
    switch (kind) {
    case 'V':
        sp = locals - 1;
        tos = *sp;
        break;
    case 'J':
    case 'D': sp = locals + 1; break;
    default: sp = locals; break;
    }
    RETURN();
}
