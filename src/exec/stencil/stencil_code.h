/* Stencil code: a method's bytecode as machine code, copied together from pieces that are the interpreter's handlers
 * (docs/stencils.md). Experimental: -XX:+ArgusStencils.
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

/* Stands where a call in stencil code returns to: an instruction of its own, so that whoever returns to it by the
 * dispatch table gets there too. */
enum { OP_STENCIL_PAD = 255 };

/* The pieces that tools/stencils.py has read. What the words mean is in tools/gen_stencils.py. */
enum stencil_hole_kind {
    STENCIL_VALUE_U8,
    STENCIL_VALUE_I8,
    STENCIL_VALUE_U16,
    STENCIL_VALUE_I16,
    STENCIL_VALUE_I32,
    STENCIL_LOCAL,
    STENCIL_PC,
    STENCIL_NEXT,
    STENCIL_BRANCH,
    STENCIL_TARGET,
    STENCIL_PAD,
    STENCIL_FUNCTION, /* at: which of stencil_symbols; a jump to it */
    STENCIL_ADDRESS,  /* at: which of stencil_symbols; a word with its address */
    STENCIL_DATA      /* addend: offset in stencil_data */
};
enum stencil_hole_form { STENCIL_ABSOLUTE, STENCIL_SIGNED, STENCIL_RELATIVE };
/* Four bytes of a stencil that are filled in when it is copied. */
struct stencil_hole {
    u16 offset; /* in the code */
    u8 kind;
    u8 form; /* a word below 4 GiB; one below 2 GiB, extended with its sign; a distance from the hole */
    u16 at;
    i32 addend;
};
struct stencil {
    const u8 *code; /* NULL: there is none */
    const struct stencil_hole *holes;
    u16 size, hole_count;
    bool falls; /* its last five bytes are the jump to `next` */
};
extern const struct stencil stencil_table[256], stencil_for_entry, stencil_for_none;
extern const void *const stencil_symbols[];
extern const u8 stencil_data[];
extern const u32 stencil_symbol_count, stencil_data_size;

/* Where the interpreter goes on: pc, sp and tos are those of the next instruction. Polls. */
PRESERVE_NONE void stencil_leave(INTERP_PARAMS);
/* As that, because the instruction has no stencil, or had none yet. */
PRESERVE_NONE void stencil_leave_unlinked(INTERP_PARAMS);
/* pc is a pad: goes on behind the call, in the interpreter. */
PRESERVE_NONE void stencil_leave_pad(INTERP_PARAMS);
/* Goes on at pc, in the method's code if it has one. Polls. */
PRESERVE_NONE void stencil_enter(INTERP_PARAMS);

#endif
