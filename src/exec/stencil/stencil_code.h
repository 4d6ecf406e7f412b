/* Stencil code: a method's bytecode as machine code, copied together from pieces that are the interpreter's handlers
 * (docs/stencils.md).
 *
 * A frame that runs it is the interpreter's at the beginning of every instruction, so control passes from one to the
 * other at any instruction:
 *
 *   into it      method->entry, as machine_entry (code/code.h); branches of the interpreter; returns of callees
 *   out of it    polls, exceptions, slow paths, instructions that have no stencil: the interpreter goes on
 *
 * Code of a method that changes under it (a breakpoint, a watch, events of a method, redefinition) is retired by
 * exec/code: nobody enters it any more, and its pads lead to the interpreter. At a safepoint no thread stands in it. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_CODE_H
#define ARGUS_EXEC_STENCIL_STENCIL_CODE_H

#include "exec/code/code_cache.h"
#include "exec/interp/interp.h"
#include "exec/tier/profile.h"

/* The pieces that tools/stencils.py has read. What the words mean is in tools/gen_stencils.py. */
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
    STENCIL_HOT, /* the stencil itself; its rest */
    STENCIL_COLD,
    STENCIL_NEXT,
    STENCIL_BRANCH,
    STENCIL_PAD,
    STENCIL_FUNCTION, /* at: which of stencil_symbols; a jump to it */
    STENCIL_ADDRESS,  /* at: which of stencil_symbols; a word with its address */
    STENCIL_DATA      /* addend: offset in stencil_data */
};
/* A word below 4 GiB; one below 2 GiB, extended with its sign; a distance from the hole; eight bytes. */
enum stencil_hole_form { STENCIL_ABSOLUTE, STENCIL_SIGNED, STENCIL_RELATIVE, STENCIL_FAR };
/* Bytes of a stencil that are filled in when it is copied: four, or eight of a FAR one. */
struct stencil_hole {
    u16 offset; /* in the code, which the rest follows */
    u8 kind;
    u8 form;
    u16 at;
    i32 addend;
};
/* Where an input of an instruction is. */
enum stencil_place { STENCIL_IN_MEMORY, STENCIL_IN_TOP, STENCIL_IN_LOCAL, STENCIL_IS_CONSTANT };
struct stencil {
    u32 code, holes; /* the first in stencil_bytes and stencil_holes */
    u16 size, rest /* bytes that seldom run: laid elsewhere */, hole_count;
    bool falls; /* its last five bytes are the jump to `next` */
    u8 places;  /* two bits for each input, the deepest lowest */
};
/* LEAVES: it may go on in the interpreter, at its own beginning. SHUFFLES: inputs and outputs are single slots. */
enum { STENCIL_LEAVES = 1, STENCIL_CALLS = 2, STENCIL_SHUFFLES = 4 };
/* An instruction's variants; the last takes what everything can be brought to: the last input in the register, the
 * others in memory. */
struct stencil_op {
    u16 first, count; /* in stencil_variants; no count: there is none */
    u8 inputs, wide /* a bit for each: it takes two slots */, slots /* of the output */, flags;
};
extern const struct stencil_op stencil_ops[256];
extern const struct stencil stencil_variants[];
/* What is no instruction: entries of methods, by the locals that are no arguments; ways out and polls, with the top of
 * stack in memory or in the register; counts for the profile; moves of a value to where the next stencil wants it;
 * returns with a monitor. */
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
    STENCIL_SPECIALS
};
extern const struct stencil stencil_special[STENCIL_SPECIALS];
extern const struct stencil_hole stencil_holes[];
extern const u8 stencil_bytes[], stencil_data[];
extern const void *const stencil_symbols[];
extern const u32 stencil_symbol_count, stencil_data_size;

/* Where the interpreter goes on: pc, sp and tos are those of the next instruction. Polls. */
PRESERVE_NONE void stencil_leave(INTERP_PARAMS);
/* As that, because the instruction has no stencil, or had none yet. */
PRESERVE_NONE void stencil_leave_unlinked(INTERP_PARAMS);
/* As stencil_leave, and the method is to have code that does not count any more. */
PRESERVE_NONE void stencil_hot(INTERP_PARAMS);
/* pc is a pad: goes on behind the call, in the interpreter. */
PRESERVE_NONE void stencil_leave_pad(INTERP_PARAMS);
/* An interface call of another receiver than last time: tos is the pad that the callee returns to, and sp is at the
 * last argument, all in memory. */
PRESERVE_NONE void stencil_icache_miss(INTERP_PARAMS);
/* class_assignable_slow. */
__attribute__((preserve_most)) u64 stencil_assignable(const struct class *from, const struct class *to);
/* monitor_try_enter. */
__attribute__((preserve_most)) u64 stencil_try_enter(struct thread *self, struct object *o, struct frame *f);
/* Goes on at pc, in the method's code if it has one. Polls. */
PRESERVE_NONE void stencil_enter(INTERP_PARAMS);

#endif
