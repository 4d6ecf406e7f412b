/* The bytecode instruction for each address of optimized code, with the methods that were inlined there. For stack
 * traces in signal handlers, and for CompiledMethodLoad. */
#ifndef ARGUS_EXEC_CODE_CODE_PLACES_H
#define ARGUS_EXEC_CODE_CODE_PLACES_H

#include "model/class.h"

struct code;

/* An instruction of a method, and the call at which the method was inlined. */
struct code_frame {
    struct method *m;
    u32 bci;
    u32 caller; /* number of the caller's frame, from 1; 0: m is the code's own method */
};
/* Covers the bytes from `at` (counted from the start) to the next place. */
struct code_place {
    u32 at;
    /* number of the innermost frame, from 1; 0: see the thread's frame, or unknown. May have CODE_AT_PAD and CODE_BELOW
     */
    u32 frame;
};
/* At a call or a return the registers are those after it. The pad in the register for the pc has the frames (struct
 * frame_image). */
enum { CODE_AT_PAD = 0x40000000 };
/* The code calls C: these bits say how far the stack pointer is below where it else is in Java code, in units of 16
 * bytes, counted from 8 (code_below_at). */
enum { CODE_BELOW_SHIFT = 24, CODE_BELOW = 0x3f << CODE_BELOW_SHIFT, CODE_FRAME = (1 << CODE_BELOW_SHIFT) - 1 };
/* An instruction that may fault, and where control continues then, in bytes from the start. */
struct code_guard {
    u32 at, go_on;
};
/* The table of a piece of code, in one block of memory. places and guards are sorted by address. */
struct code_places {
    const struct code_place *place;
    const struct code_frame *frame;
    const struct code_guard *guard;
    u32 place_count, frame_count, guard_count;
};

/* The frame of the place that covers pc, an address in c, with CODE_AT_PAD. Takes no lock: also for signal handlers. */
u32 code_frame_at(const struct code *c, const void *pc);
/* By how many bytes the stack pointer is lower there; 0: the code calls no C there. Likewise. */
u32 code_below_at(const struct code *c, const void *pc);
/* Where control continues if the instruction at pc faults, for signal handlers; NULL: it must not fault. */
const void *code_after_fault(const void *pc);

#endif
