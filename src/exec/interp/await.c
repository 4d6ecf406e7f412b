/* Waiting until a frame is popped (JVM TI NotifyFramePop). Only that frame is slower; the methods that it calls run at
 * full speed.
 *
 * While an awaited frame is on top, POLL_EVENTS selects the table whose returns look at the frame. When it calls, the
 * callee's return pc is replaced by interp_exit_code. The one instruction there finds that the caller is a Java frame
 * (otherwise it is an entry frame), sets POLL_EVENTS again and goes on after the call. So:
 *
 *   - the top frame is awaited: POLL_EVENTS is set (it may also be set for nothing, until the next call);
 *   - a Java frame right above an awaited one: its ret_pc is interp_exit_code;
 *   - C code right above an awaited one: POLL_EVENTS is set if that is the top, else the entry frame by which it called
 *     Java has FRM_AWAITED.
 *
 * Exceptions and PopFrame do not use ret_pc: they check the frame that they arrive at. */
#include "exec/exec_thread.h"
#include "exec/interp/slow_int.h"
#include "exec/stencil/stencil_code.h"
#include "thread/events.h"

void interp_leave_awaited(struct thread *self, struct frame *f)
{
    if (f->kind == FRAME_ENTRY)
        f->flags |= FRM_AWAITED;
    else if (frame_prev(f)->kind == FRAME_JAVA && (f->prev->flags & FRM_NOTIFY_POP))
        f->ret_pc = interp_exit_code;
    thread_clear_poll(self, POLL_EVENTS);
}

/* The frames between the top and f were completed when f was looked for, so they are not completed again here. */
void interp_turn_back(struct thread *t, struct frame *f)
{
    struct frame *last = NULL;
    for (struct frame *x = t->fp; x != f; x = x->prev)
        if (x->kind != FRAME_ENTRY && *x->ret_pc == OP_CODE_PAD) last = x;
    if (last)
        last->ret_pc = ((const struct code_pad *)(const void *)last->ret_pc)->pc;
    else
        thread_set_poll(t, POLL_EVENTS);
}

void interp_await(struct thread *t, struct frame *f)
{
    interp_turn_back(t, f);
    struct frame *above = NULL, *entry = NULL;
    for (struct frame *x = t->fp; x != f; x = x->prev) {
        above = x;
        if (x->kind == FRAME_ENTRY) entry = x;
    }
    if (above && above->kind == FRAME_JAVA)
        above->ret_pc = interp_exit_code;
    else if (above && entry)
        entry->flags |= FRM_AWAITED;
    else
        thread_set_poll(t, POLL_EVENTS);
}

/* Control has returned to fp. sp and tos are its own. */
PRESERVE_NONE void interp_back_in_awaited(INTERP_PARAMS)
{
    pc = fp->pc;
    pc += bytecode_length(fp->method->orig_code, fp->method->code_len, (u32)(pc - fp->method->code));
    if (fp->flags & FRM_NOTIFY_POP) thread_set_poll(self, POLL_EVENTS);
    RELOAD();
    DISPATCH();
}

void interp_notified(struct thread *self, struct frame *f)
{
    f->flags &= (u8)~FRM_NOTIFY_POP;
    struct exec_thread *et = exec_thread(self);
    if (et->notify_count > 0 && --et->notify_count == 0) thread_clear_poll(self, POLL_EVENTS);
}

void interp_post_frame_pop(struct thread *self, struct frame *f, bool by_exception)
{
    interp_notified(self, f);
    if (event_on(EV_FRAME_POP) && hooks.frame_pop) hooks.frame_pop(self, f, by_exception);
}
