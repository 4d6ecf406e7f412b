/* Stencil code: a method's bytecode as machine code, copied together from pieces of the interpreter's handlers
 * (docs/stencils.md).
 *
 * At the beginning of every instruction a frame that runs it is a frame of the interpreter, so control can change
 * between the two at any instruction:
 *
 *   into it      method->entry, as machine_entry (code/code.h); branches of the interpreter; returns of callees
 *   out of it    polls, exceptions, slow paths, instructions that have no stencil: the interpreter continues
 *
 * When a method changes under its code (a breakpoint, a watch, events of a method, redefinition), exec/code retires the
 * code: no frame enters it any more, and its pads lead to the interpreter. At a safepoint no thread is inside a
 * stencil. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_CODE_H
#define ARGUS_EXEC_STENCIL_STENCIL_CODE_H

#include "exec/code/code_cache.h"
#include "exec/interp/interp.h"
#include "exec/tier/profile.h"

/* The pieces that tools/stencils.py has extracted. tools/gen_stencils.py defines the words. */
enum stencil_hole_kind {
    STENCIL_VALUE_U8,
    STENCIL_VALUE_I8,
    STENCIL_VALUE_U16,
    STENCIL_VALUE_I16,
    STENCIL_VALUE_I32,
    STENCIL_LOCAL,
    STENCIL_PC,
    STENCIL_LEAVE,
    STENCIL_INPUT,
    STENCIL_HOME,
    STENCIL_STACK,
    STENCIL_SP,
    STENCIL_RECEIVER,
    STENCIL_ENTRY,
    STENCIL_CLASS,
    STENCIL_METHOD,
    STENCIL_AUX,
    STENCIL_POOL,
    STENCIL_STATIC,
    STENCIL_SITE,
    STENCIL_PROFILE,
    STENCIL_ENTRIES,
    STENCIL_LOCALS_AT,
    STENCIL_FRAME_AT,
    STENCIL_LIMIT_AT,
    STENCIL_HOT, /* the stencil's main part; its rare part */
    STENCIL_COLD,
    STENCIL_NEXT,
    STENCIL_BRANCH,
    STENCIL_PAD,
    STENCIL_FUNCTION, /* a jump to the function stencil_symbols[at] */
    STENCIL_ADDRESS,  /* a word with the address of stencil_symbols[at] */
    STENCIL_DATA      /* addend: offset in stencil_data */
};
/* A word below 4 GiB; one below 2 GiB, sign-extended; a distance from the hole; eight bytes. */
enum stencil_hole_form { STENCIL_ABSOLUTE, STENCIL_SIGNED, STENCIL_RELATIVE, STENCIL_FAR };
/* Four bytes of a stencil (FAR: eight) that are filled in when it is copied. */
struct stencil_hole {
    u16 offset; /* from the start of the code; the rare part follows the main part */
    u8 kind;
    u8 form;
    u16 at;
    i32 addend;
};
/* The place of an instruction's input. */
enum stencil_place { STENCIL_IN_MEMORY, STENCIL_IN_TOP, STENCIL_IN_LOCAL, STENCIL_IS_CONSTANT };
struct stencil {
    u32 code, holes; /* indexes of the first in stencil_bytes and stencil_holes */
    u16 size, rest /* size of the rare part, which is placed elsewhere */, hole_count;
    bool falls; /* its last five bytes are the jump to `next` */
    u8 places;  /* two bits for each input, the deepest lowest */
};
/* LEAVES: may continue in the interpreter, at its own beginning. SHUFFLES: inputs and outputs are single slots. */
enum { STENCIL_LEAVES = 1, STENCIL_CALLS = 2, STENCIL_SHUFFLES = 4 };
/* An instruction's variants. Any state can be brought to the last one: the last input in the register, the others in
 * memory. */
struct stencil_op {
    u16 first, count; /* in stencil_variants; count 0: there is no variant */
    u8 inputs, wide /* a bit for each input: it takes two slots */, slots /* of the output */, flags;
};
extern const struct stencil_op stencil_ops[256];
extern const struct stencil stencil_variants[];
/* Pieces that are not instructions: entries of methods, by the number of locals that are not arguments; exits and
 * polls, with the top of stack in memory or in the register; counts for the profile; moves of a value to the place that
 * the next stencil needs; returns with a monitor; returns in code of frames that tell; returns and instructions that
 * probes look at. */
enum stencil_special {
    STENCIL_ENTRY_0,
    STENCIL_ENTRY_1,
    STENCIL_ENTRY_2,
    STENCIL_ENTRY_3,
    STENCIL_ENTRY_ALL,
    STENCIL_ENTRY_LOCK_RECEIVER,
    STENCIL_ENTRY_LOCK_CLASS,
    STENCIL_NONE__M,
    STENCIL_NONE__T,
    STENCIL_POLL__M,
    STENCIL_POLL__T,
    STENCIL_COUNT__TAKEN,
    STENCIL_COUNT__BEHIND,
    STENCIL_SEEN__M,
    STENCIL_SEEN__T,
    STENCIL_SEEN__L,
    STENCIL_CHOSEN_TABLE__M,
    STENCIL_CHOSEN_TABLE__T,
    STENCIL_CHOSEN_TABLE__L,
    STENCIL_CHOSEN_LOOKUP__M,
    STENCIL_CHOSEN_LOOKUP__T,
    STENCIL_CHOSEN_LOOKUP__L,
    STENCIL_HEAT__M,
    STENCIL_HEAT__T,
    STENCIL_MOVE__TM,
    STENCIL_MOVE__MT,
    STENCIL_MOVE__LM,
    STENCIL_MOVE__LT,
    STENCIL_MOVE__CM,
    STENCIL_MOVE__CT,
    STENCIL_RETURN_LOCKED__VOID,
    STENCIL_RETURN_LOCKED__T,
    STENCIL_RETURN_LOCKED__WIDE,
    STENCIL_RETURN_TOLD__VOID,
    STENCIL_RETURN_TOLD__T,
    STENCIL_RETURN_TOLD__WIDE,
    STENCIL_RETURN_PROBED__VOID,
    STENCIL_RETURN_PROBED__T,
    STENCIL_RETURN_PROBED__WIDE,
    STENCIL_PROBE__M,
    STENCIL_PROBE_COUNT__M,
    STENCIL_PROBE_COUNTED__M,
    STENCIL_RETURN_COUNTED__VOID,
    STENCIL_RETURN_COUNTED__T,
    STENCIL_RETURN_COUNTED__WIDE,
    STENCIL_SPECIALS
};
extern const struct stencil stencil_special[STENCIL_SPECIALS];
extern const struct stencil_hole stencil_holes[];
extern const u8 stencil_bytes[], stencil_data[];
extern const void *const stencil_symbols[];
extern const u32 stencil_symbol_count, stencil_data_size;

/* Continues in the interpreter. pc, sp and tos are those of the next instruction. Polls. */
PRESERVE_NONE void stencil_leave(INTERP_PARAMS);
/* The same where the instruction has no stencil, or was not linked yet. */
PRESERVE_NONE void stencil_leave_unlinked(INTERP_PARAMS);
/* The same, and requests better code for the method. */
PRESERVE_NONE void stencil_hot(INTERP_PARAMS);
/* The same three where probes know of the instruction already (FRM_PROBED): exits of the code of an instruction with a
 * probe. */
PRESERVE_NONE void stencil_leave_probed(INTERP_PARAMS);
PRESERVE_NONE void stencil_leave_unlinked_probed(INTERP_PARAMS);
PRESERVE_NONE void stencil_hot_probed(INTERP_PARAMS);
/* pc is a pad: continues in the interpreter after the call. */
PRESERVE_NONE void stencil_leave_pad(INTERP_PARAMS);
/* An interface call of a receiver that is not in the cache. tos: the pad for the return; sp: the last argument. All
 * arguments are in memory. */
PRESERVE_NONE void stencil_icache_miss(INTERP_PARAMS);
/* As class_assignable_slow. */
__attribute__((preserve_most)) u64 stencil_assignable(const struct class *from, const struct class *to);
/* As lookup_switch. */
__attribute__((preserve_most)) u64 stencil_lookup(const u8 *pc, u64 key);
/* As monitor_try_enter. */
__attribute__((preserve_most)) u64 stencil_try_enter(struct thread *self, struct object *o, struct frame *f);
/* Called by code at entries and returns of frames that tell. They post, and return the place where control goes on. The
 * thread may stop in them; the code stays, since the C stack has the return address (code/code_cache.h).
 *   entry: the frame is made, pc is the first instruction
 *   return: pc and sp are the return's, with the result in *sp. NULL: in the pad that the caller waits at */
interp_fn stencil_tell_entry(struct thread *self, struct frame *f, const u8 *pc);
interp_fn stencil_tell_return(struct thread *self, struct frame *f, slot *sp, const u8 *pc);
/* Called by code before an instruction with a probe, and at returns of methods with MTH_COUNTED_BODY. They tell probes,
 * and do not stop. pc, sp: the instruction's, with all operands in memory. The second one leaves the frame's monitor
 * first; false: it could not, and told nothing: the return is the interpreter's. */
void stencil_probe_code(struct thread *self, struct frame *f, slot *sp, const u8 *pc);
bool stencil_probe_return(struct thread *self, struct frame *f, slot *sp, const u8 *pc);
/* Continues at pc, in the method's code if it has some. Polls. */
PRESERVE_NONE void stencil_enter(INTERP_PARAMS);

#endif
