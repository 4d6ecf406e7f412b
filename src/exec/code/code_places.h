/* Where code of bytecode is in its methods, the ones taken into it included: for stack traces from signal handlers and
 * for CompiledMethodLoad. */
#ifndef ARGUS_EXEC_CODE_CODE_PLACES_H
#define ARGUS_EXEC_CODE_CODE_PLACES_H

#include "model/class.h"

struct code;

/* An instruction of a method, and the call that it was taken in at. */
struct code_frame {
    struct method *m;
    u32 bci;
    u32 caller; /* number of a frame, from 1; 0: m is the code's own method */
};
/* From `at` bytes behind the start on, until the next place. */
struct code_place {
    u32 at;
    u32 frame; /* the innermost one's number, from 1; 0: the frame says it, or nobody knows; or with CODE_AT_PAD */
};
/* At a call or a return the registers are those behind it: the pad in that for the place says which frames there are
 * (struct frame_image). */
enum { CODE_AT_PAD = 0x40000000 };
/* An instruction whose memory may be gone, and where control goes on then, in bytes from the start. */
struct code_guard {
    u32 at, go_on;
};
/* The table of a piece of code, with its memory. places and guards are in the order of their addresses. */
struct code_places {
    const struct code_place *place;
    const struct code_frame *frame;
    const struct code_guard *guard;
    u32 place_count, frame_count, guard_count;
};

/* The place that has pc, an address in c. Takes no lock: also in a signal handler. */
u32 code_frame_at(const struct code *c, const void *pc);
/* Where control goes on if the instruction at pc fails to access memory, in a handler of signals; NULL: nowhere. */
const void *code_after_fault(const void *pc);

#endif
