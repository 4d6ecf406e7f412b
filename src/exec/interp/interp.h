/* The interpreter's shape, for those who call into it or make method entries (D1, D2).
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
 *   tos       the cached top of the operand stack; a method entry gets the callee here (struct method *), with all
 *             arguments in memory
 *             up to and including *sp, pc = where the caller goes on, and fp->pc at the call
 */
#ifndef ARGUS_EXEC_INTERP_INTERP_H
#define ARGUS_EXEC_INTERP_INTERP_H

#include "model/frame.h"
#include "thread/thread.h"

#define INTERP_PARAMS \
    struct thread *self, const u8 *pc, slot *sp, struct frame *fp, slot *locals, void *const *dispatch, u64 tos
#define INTERP_ARGS self, pc, sp, fp, locals, dispatch, tos
typedef PRESERVE_NONE void (*interp_fn)(INTERP_PARAMS);

void exec_init(void);

/* Method entries (the values of method->entry). */
extern interp_fn entry_unlinked, entry_replaced, entry_java, entry_java_sync, entry_java_events, entry_native,
    entry_native_sync, entry_abstract, entry_conflict, entry_deleted, entry_invoke_basic, entry_link_static,
    entry_link_virtual, entry_link_special, entry_link_interface;

/* Continues after an exception became pending in a handler: unwinds to the handler or to the entry frame. Tail-call
 * it. */
PRESERVE_NONE void interp_throw(INTERP_PARAMS);

/* A method's running code from its class file code: native-endian operands, local quickening left to the first run. */
enum interp_prepared { INTERP_PREPARED, INTERP_BAD_CODE, INTERP_NO_ROOM /* in class space */ };
enum interp_prepared interp_prepare_code(struct method *m);
/* Length of the (possibly quickened) instruction at pc in the running code; and of one in original class-file code. */
u32 interp_insn_length(const struct method *m, const u8 *pc);
/* Puts a breakpoint at an instruction of m's running copy, or takes it away; the original keeps running below it. World
 * stopped, or no thread in m; the code is prepared. false: no code there, or it was so already. */
bool interp_set_breakpoint(struct method *m, i32 bci);
bool interp_clear_breakpoint(struct method *m, i32 bci);
/* f's watch flags changed: rewrites the instructions that access it. World stopped. */
void interp_field_watch_changed(struct field *f);
/* m's MTH_EVENTS changed: its returns post MethodExit, or are plain again. World stopped. */
void interp_method_events_changed(struct method *m);
/* Inline caches and breakpoints of classes that go (exec_binding.forget_dead). */
void interp_forget_dead(void);
u32 bytecode_length(const u8 *code, u32 len, u32 bci); /* original, big-endian; 0 when it does not fit */
const char *bytecode_name(u8 op);

#endif
