/* The interpreter's interface for code that calls into it or defines method entries (D1, D2).
 *
 * Every handler, method entry and return continuation is an interp_fn: a tail-called function whose arguments are the
 * machine registers of the interpreter. It never returns except through the exit continuation of an entry frame.
 *
 *   self      the thread
 *   pc        the instruction being executed (in method->code)
 *   sp        home slot of the cached top of stack (see model/frame.h)
 *   fp        the frame; fp->locals and fp->cp are loaded from it or passed along
 *   locals    fp->locals
 *   dispatch  the table of handlers in force; reloaded from self->dispatch at calls, returns and backward branches:
 *             that is the safepoint poll
 *   tos       the cached top of the operand stack. A method entry gets the callee here (struct method *), with all
 *             arguments in memory up to and including *sp, pc = where the caller goes on, and fp->pc at the call */
#ifndef ARGUS_EXEC_INTERP_INTERP_H
#define ARGUS_EXEC_INTERP_INTERP_H

#include "model/frame.h"
#include "thread/thread.h"

#define INTERP_PARAMS \
    struct thread *self, const u8 *pc, slot *sp, struct frame *fp, slot *locals, void *const *dispatch, u64 tos
#define INTERP_ARGS self, pc, sp, fp, locals, dispatch, tos
typedef PRESERVE_NONE void (*interp_fn)(INTERP_PARAMS);

void exec_init(void);

/* Continues after an exception became pending in a handler: unwinds to the Java handler or to the entry frame.
 * Tail-call it. */
PRESERVE_NONE void interp_throw(INTERP_PARAMS);

#endif
