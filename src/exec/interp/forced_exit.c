/* Frames that were told to go (JVM TI PopFrame, ForceEarlyReturn…): the thread whose frame it is carries it out at its
 * next instruction, or when C code that had the frame comes back. */
#include "exec/exec_thread.h"
#include "exec/interp/slow_int.h"
#include "thread/events.h"

/* Slots of the arguments that the call at pc pushed. */
static NOINLINE u32 call_arguments(const struct frame *f, const u8 *pc)
{
    const u8 *insn = orig_insn(f, pc);
    struct symbol *cls, *name, *desc;
    cp_ref_names(f->method->cp, rd_u16be(insn + 1), &cls, &name, &desc);
    return desc_arg_slots(desc) + (insn[0] != OP_invokestatic && insn[0] != OP_invokedynamic);
}
i32 interp_arguments_taken(const struct frame *f)
{
    return (i32)call_arguments(f->prev, f->prev->pc) - f->method->nargs;
}

/* The frame on top has been told to go (JVM TI PopFrame, ForceEarlyReturn…): its monitors are left; popped, its caller
 * calls again with the arguments that are still there; otherwise it returns the tool's value, with the events of a
 * return. */
PRESERVE_NONE void interp_forced_exit(INTERP_PARAMS)
{
    bool pop = (fp->flags & FRM_POP) != 0;
    fp->flags &= (u8) ~(FRM_POP | FRM_EARLY_RETURN);
    thread_clear_poll(self, POLL_EARLY_RETURN);
    interp_release_monitors(self, fp);
    if (pop) {
        if (fp->flags & FRM_NOTIFY_POP) interp_notified(self, fp);
        i32 taken = interp_arguments_taken(fp);
        sp = locals - 1 + fp->method->nargs + taken;
        fp = fp->prev;
        pc = fp->pc;
        if (taken > 0) *sp = slot_of_ref(ref_decode(fp->linked)); /* tool_pop_frame has seen to it that there is one */
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
    if ((event_on(EV_METHOD_EXIT) || (fp->method->flags & MTH_EVENTS)) && hooks.method_exit)
        hooks.method_exit(self, fp, kind == 'V' ? NULL : value, false);
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP)) interp_post_frame_pop(self, fp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD(); /* again, by an agent that heard of it */
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
