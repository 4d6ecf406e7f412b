/* slot_map.h: which slots of Java frames hold references, by the flow of types over the bytecode
 * (classfile/slot_flow.h).
 *
 * A variable that code cannot use any more as what it holds (of a `try` in its handler, of another branch) is no
 * reference: its object can go. Where the flow cannot be had (subroutines of old class files, no memory, too much work)
 * every word that is the start of an object counts.
 *
 * All with the world stopped, one caller at a time. */
#ifndef ARGUS_CORE_SLOT_MAP_H
#define ARGUS_CORE_SLOT_MAP_H

#include "model/frame.h"

struct slot_map {
    u32 depth;            /* operands before the instruction, in slots */
    const u64 *reference; /* by bit: locals, then operands, the deepest first */
    const u64 *dead;      /* nothing that code could use */
};
/* Before the instruction at `bci`; what *out points at is good until the next call. false: not known. */
bool slot_map_at(const struct method *m, u32 bci, struct slot_map *out);

/* Calls fn for runs of slots of f that may hold references; the words still have to be looked at. The operands end
 * before `end`; `callee`: the frame on top of f, or NULL. The operands of a frame that is not in a call (on top, or
 * below C code that an instruction called) all count: the instruction may be half done. forget: dead variables forget
 * their objects, so that these may go and nobody finds them by what the slot held. */
void frame_visit_slots(struct frame *f, slot *end, const struct frame *callee, bool forget,
                       void (*fn)(void *arg, slot *from, slot *to), void *arg);

#endif
