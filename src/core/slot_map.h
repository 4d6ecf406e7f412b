/* slot_map.h: which slots of Java frames hold references, from the flow of types over the bytecode
 * (classfile/slot_flow.h).
 *
 * A variable is no reference where code cannot use it as one any more (a variable of a `try` in its handler, of another
 * branch): its object may be freed. If the flow is not available (subroutines of old class files, no memory, too much
 * work), every word that is the start of an object counts.
 *
 * All with the world stopped, one caller at a time. */
#ifndef ARGUS_CORE_SLOT_MAP_H
#define ARGUS_CORE_SLOT_MAP_H

#include "model/frame.h"

struct slot_map {
    u32 depth;            /* operands before the instruction, in slots */
    const u64 *reference; /* by bit: locals, then operands, the deepest first */
    const u64 *dead;      /* variables that code cannot use */
};
/* The map before the instruction at `bci`. *out points at data that are valid until the next call. Returns false if it
 * is not known. */
bool slot_map_at(const struct method *m, u32 bci, struct slot_map *out);

/* Calls fn for runs of slots of f that may hold references; the caller still has to check the words. The operands end
 * before `end`; `callee`: the frame above f, or NULL. All operands of a frame that is not in a call count (on top, or
 * below C code that an instruction called), since the instruction may be half done. forget: clears dead variables, so
 * that their objects may be freed and no tool finds them. */
void frame_visit_slots(struct frame *f, slot *end, const struct frame *callee, bool forget,
                       void (*fn)(void *arg, slot *from, slot *to), void *arg);

#endif
