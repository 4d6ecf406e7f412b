/* slot_flow.h: what the slots of a frame hold before an instruction, by a type flow over the method's bytecode:
 * references, other values, or nothing that code could use (never stored into, or different things on different paths).
 *
 * Like verification by type inference (JVMS §4.10.2), with three types. What a verified method reads as a reference is
 * a reference here. An exception leads to a handler only from instructions that throw by themselves, so a variable of a
 * `try` that is stored into before the first of them counts in its handler (as on HotSpot). Pure, and it takes no more
 * memory than it is given. */
#ifndef ARGUS_CLASSFILE_SLOT_FLOW_H
#define ARGUS_CLASSFILE_SLOT_FLOW_H

#include "classfile/classfile.h"

/* Work memory that calls use again. The result for one method stays in it until a call for another method, or until
 * `solved` is set to NULL. All zero at first. */
struct slot_flow_memory {
    u64 *at;
    size_t bytes;
    const struct cf_method *solved; /* the method that *at is about */
    bool known;                     /* does it hold anything? */
    u32 *ranks, *depths;            /* parts of *at: see slot_flow.c */
    u64 *states, *moving;
};
enum { SLOT_FLOW_MEMORY_MAX = 16 * 1024 * 1024, SLOT_FLOW_MEMORY_KEPT = 1024 * 1024 };

/* Slots are bits: locals from 0 on, operands from max_locals on, the deepest first. A long or double is two values. */
struct slot_flow_state {
    u32 depth;              /* operands before the instruction */
    u64 *reference, *value; /* slot_flow_words of each */
};
static inline u32 slot_flow_words(const struct cf_method *m) { return ((u32)m->max_locals + m->max_stack + 63) / 64; }

/* Finds the state before the instruction at bci and stores it in *out, whose arrays are the caller's. False if it is
 * unknown: no memory, too much work, a subroutine (jsr), or an instruction that cannot be reached. */
bool slot_flow_at(const struct classfile *cf, const struct cf_method *m, u32 bci, struct slot_flow_memory *memory,
                  struct slot_flow_state *out);

#endif
