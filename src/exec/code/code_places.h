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
    u32 frame; /* the innermost one's number, from 1; 0: the frame says it, or nobody knows */
};
/* What code says, in memory of its table. places are in the order of their addresses. */
struct code_places {
    const struct code_place *place;
    const struct code_frame *frame;
    u32 place_count, frame_count;
};

/* The number of the innermost frame at pc, which is in c; 0: not known. Takes no lock: also in a signal handler. */
u32 code_frame_at(const struct code *c, const void *pc);

#endif
