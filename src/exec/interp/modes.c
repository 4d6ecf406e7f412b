/* The modes of a thread: the dispatch tables beside the plain one, and their entries (D2).
 *
 *   plain          no request to the thread
 *   polling        every entry calls thread_poll_slow, then runs the instruction
 *   method events  returns post MethodExit and FramePop first (entries of methods look at the table themselves); fused
 *                  forms that end in one are split
 *   single step    every entry posts SingleStep, then runs one unfused instruction
 *
 * Polling and stepping pass the instruction to the handler for method events if those are on, else to the plain one.
 * thread_update_dispatch chooses a thread's table. */
#include "exec/interp/modes.h"
#include "exec/interp/slow_int.h"
#include "thread/tell_method.h"

/* ---- polling ---- */
static PRESERVE_NONE void poll_entry(INTERP_PARAMS)
{
    PUBLISH();
    thread_poll_slow(self);
    /* Thread.stop, StopThread: Java code runs here, so the exception is thrown here */
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_ASYNC_EXCEPTION)) {
        thread_clear_poll(self, POLL_ASYNC_EXCEPTION);
        if (self->async_exception) self->pending = self->async_exception;
        self->async_exception = NULL;
    }
    /* optimized code has been left: it asks for events when it is entered again */
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_ASK_AGAIN))
        thread_clear_poll(self, POLL_ASK_AGAIN);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD();
    /* an exception has popped the frame that was to return */
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_EARLY_RETURN))
        thread_clear_poll(self, POLL_EARLY_RETURN);
    RELOAD();
    tos = *sp;
    void *const *table =
        dispatch == (void *const *)interp_tables[MODE_POLL] ? (void *const *)base_table(self) : dispatch;
    MUSTTAIL return ((interp_fn)table[*pc])(INTERP_ARGS);
}
/* The next instruction polls, because control may return to an awaited frame with another pc (await.c). */
static PRESERVE_NONE void poll_exit(INTERP_PARAMS)
{
    if (fp->kind == FRAME_JAVA) GO(interp_back_in_awaited);
    GO(poll_entry);
}
/* ---- method events ---- */
static PRESERVE_NONE void return_events(INTERP_PARAMS)
{
    u8 op = code_running_op(pc);
    bool is_void = interp_op_info[op].base == OP_return && fp->method->return_kind == 'V';
    PUBLISH();
    if ((event_on(EV_METHOD_EXIT) || method_has(fp->method, MTH_EVENTS)) && hooks.method_exit) {
        fp->flags |= FRM_EXIT_POSTED;
        tell_method_exit(self, fp, is_void ? NULL : sp, false);
    }
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP)) interp_post_frame_pop(self, fp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD();
    RELOAD();
    tos = *sp;
    MUSTTAIL return ((interp_fn)interp_tables[MODE_PLAIN][op])(INTERP_ARGS);
}

/* ---- single step ---- */
static PRESERVE_NONE void step_entry(INTERP_PARAMS)
{
    if (LIKELY(hooks.single_step != NULL && !self->hide_steps)) { /* for one thread or for all: the hook decides */
        PUBLISH();
        hooks.single_step(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        RELOAD();
        tos = *sp;
        GO_IF_TOLD();
    }
    u8 op = interp_op_info[*(volatile const u8 *)pc].first;
    MUSTTAIL return ((interp_fn)base_table(self)[op])(INTERP_ARGS);
}

static bool is_return(u8 op)
{
    u8 base = interp_op_info[op].base;
    return base < BYTECODE_OPS && bytecode_info[base].flow == BC_RETURN;
}
static bool fused_with_return(u8 op)
{
    for (const struct interp_fusion *f = interp_fusions; f->count; f++) {
        if (f->op == op && is_return(f->part[f->count - 1])) return true;
    }
    return false;
}

void modes_init(void)
{
    for (u32 i = 0; i < 256; i++) {
        u8 op = (u8)i;
        const struct interp_op_info *info = &interp_op_info[op];
        bool returns = info->name && info->first == op && is_return(op);
        interp_tables[MODE_PLAIN][i] = interp_plain_table[i];
        interp_tables[MODE_POLL][i] = op == OP_impdep1 ? (void *)poll_exit : (void *)poll_entry;
        interp_tables[MODE_EVENTS][i] =
            returns ? (void *)return_events : interp_plain_table[fused_with_return(op) ? info->first : op];
        interp_tables[MODE_STEP][i] = op == OP_impdep1 ? interp_plain_table[i] : (void *)step_entry;
    }
    for (u32 i = 0; i < MODE_COUNT; i++) thread_dispatch_tables[i] = (void *const *)interp_tables[i];
    code_set_leaf_dispatch(thread_dispatch_tables[MODE_PLAIN]);
}
