/* Ways from optimized code back to the interpreter, and C that it calls. */
#ifndef ARGUS_EXEC_OPT_EMIT_OPT_LEAVE_H
#define ARGUS_EXEC_OPT_EMIT_OPT_LEAVE_H

#include "exec/code/inline_cache.h"
#include "exec/interp/interp.h"
#include "exec/opt/emit/opt_emit.h"

/* The largest number of slots of an exit, with the fields of its objects. */
enum { OPT_MOST_SLOTS = 2048 };
/* Generates the code of opt_leave_entry on the first call. Posts an event for it, so it may run agents' code. Returns
 * false if there is no room. */
bool opt_prepare(struct thread *self);
/* The entry to which code jumps to leave: eax is the number of the exit, rcx the struct opt_code. */
const void *opt_leave_entry(void);
/* May an object of class `from` be used as a `to`? If `to` is an interface or an array class, sets from->seen_as. */
u32 opt_assignable(struct class *from, const struct class *to);

/* The frame f enters or leaves o's monitor, if that takes neither blocking nor an exception. Returns 0 if it does; then
 * nothing has changed. */
u32 opt_enter_monitor(struct thread *self, struct object *o, struct frame *f);
u32 opt_exit_monitor(struct thread *self, struct object *o, struct frame *f);
u32 opt_exit_method(struct thread *self, struct object *o, struct frame *f);
/* The same without a record. */
u32 opt_enter_unnoted(struct thread *self, struct object *o);

/* Allocates an instance of c, or an array of `length`, for the frame f. Upper half of `where`: the number of the image
 * that completes the frames' headers. Lower half: the number of operands that stay below the result. Returns NULL if
 * control must go on with opt_go_on: an exception is pending, or the code must be left. In the latter case the object
 * has been pushed; with OPT_WHERE_PART nothing has been done. May collect. */
enum { OPT_WHERE_PART = 1 << 16 /* opt_is_part */, OPT_WHERE_PROBED = 1 << 17 /* FRM_PROBED if it is repeated */ };
struct object *opt_allocate_slow(struct thread *self, struct class *c, i32 length, struct frame *f, u64 where,
                                 const struct opt_code *code);
/* The same without collecting or publishing frames. Returns NULL if that is not possible. */
struct object *opt_allocate_quick(struct thread *self, struct class *c, i32 length);
/* Publishes f, the innermost frame of image `where >> 32`, and tells probes what bits 16 to 31 say (enum probe_exit,
 * PROBE_AT_FIELD, PROBE_AT_CODE); the low bits are the number of its operands. */
void opt_tell_probes(struct thread *self, struct frame *f, u64 where, const struct opt_code *code);
/* Like opt_allocate_slow, for arrays of arrays. The lengths are the frame's next `dims` operands. */
struct object *opt_allocate_arrays(struct thread *self, struct class *c, i32 dims, struct frame *f, u64 where,
                                   const struct opt_code *code);
/* fp is published: goes on in the interpreter, or throws the pending exception. */
PRESERVE_NONE void opt_go_on(INTERP_PARAMS);
/* Goes on in the interpreter at pc. All registers are set for it. */
PRESERVE_NONE void opt_resume(INTERP_PARAMS);
/* Enters code in the middle of a method: moves fp's header to the place that the code expects. The operand stack is
 * empty. */
PRESERVE_NONE void opt_move_header(INTERP_PARAMS);
/* Goes on in the interpreter at pc, without looking for code there. */
PRESERVE_NONE void opt_not_here(INTERP_PARAMS);
/* Goes on in the interpreter after the call whose pad is pc, for code that is not entered any more. */
PRESERVE_NONE void opt_leave_pad(INTERP_PARAMS);

#endif
