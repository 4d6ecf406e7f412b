/* Ways from optimized code back to the interpreter, and C that it calls. */
#ifndef ARGUS_EXEC_OPT_EMIT_OPT_LEAVE_H
#define ARGUS_EXEC_OPT_EMIT_OPT_LEAVE_H

#include "exec/code/inline_cache.h"
#include "exec/interp/interp.h"
#include "exec/opt/emit/opt_emit.h"

/* What an exit may have: slots, fields of its objects among them. */
enum { OPT_MOST_SLOTS = 2048 };
/* Makes what opt_leave_entry gives, the first time. Tools hear of it: may run their code. false: there is no room. */
bool opt_prepare(struct thread *self);
/* Where code jumps to leave: eax the number of the exit, rcx its struct opt_code. */
const void *opt_leave_entry(void);
/* May an object of class `from` stand where `to` is asked for? Then `from` has it for seen_as. */
u32 opt_assignable(struct class *from, const struct class *to);

/* The frame f enters, or leaves, o's monitor: as OPT_ENTER and those behind it. 0: it takes more, nothing was done. */
u32 opt_enter_monitor(struct thread *self, struct object *o, struct frame *f);
u32 opt_exit_monitor(struct thread *self, struct object *o, struct frame *f);
u32 opt_exit_method(struct thread *self, struct object *o, struct frame *f);
/* The same of nodes that keep no record. */
u32 opt_enter_unnoted(struct thread *self, struct object *o);

/* An instance, or an array of `length`, of class c, for the frame f, which lacks what the image says whose number is
 * the upper half of `where`; as many operands as the lower half says stay below the result. NULL: control goes on by
 * opt_go_on, with an exception pending, or because the code must be left; then the object is an operand, or, with
 * OPT_WHERE_PART, nothing was done. May collect. */
enum { OPT_WHERE_PART = 1 << 16 }; /* opt_is_part */
struct object *opt_allocate_slow(struct thread *self, struct class *c, i32 length, struct frame *f, u64 where,
                                 const struct opt_code *code);
/* The same as far as nothing has to be published for it. NULL: it takes more. Does not collect. */
struct object *opt_allocate_quick(struct thread *self, struct class *c, i32 length);
/* As opt_allocate_slow for arrays in arrays, whose lengths are the frame's next `dims` operands. */
struct object *opt_allocate_arrays(struct thread *self, struct class *c, i32 dims, struct frame *f, u64 where,
                                   const struct opt_code *code);
/* fp is published: goes on in the interpreter, or throws what is pending. */
PRESERVE_NONE void opt_go_on(INTERP_PARAMS);
/* Goes on in the interpreter at pc, all registers being its own. */
PRESERVE_NONE void opt_resume(INTERP_PARAMS);
/* Code is to be entered in the middle of its method: fp's header goes where that code wants it. Nothing is on the
 * operand stack. */
PRESERVE_NONE void opt_move_header(INTERP_PARAMS);
/* Goes on in the interpreter at pc, although there is code for the instruction. */
PRESERVE_NONE void opt_not_here(INTERP_PARAMS);
/* The same behind the call whose pad pc is: for pads of code that is not entered any more. */
PRESERVE_NONE void opt_leave_pad(INTERP_PARAMS);

#endif
