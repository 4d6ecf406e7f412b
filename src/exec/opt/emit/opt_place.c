/* Attributes the emitted code to instructions, by address (exec/code/code_places.h). */
#include "exec/opt/emit/opt_machine.h"

enum { LOOK_BACK = 32 };

/* The number of the frame. A frame that was named recently keeps its number. */
static u32 frame_number(struct emission *E, struct code_frame f)
{
    for (u32 i = E->named_count; i > 0 && i + LOOK_BACK > E->named_count; i--) {
        const struct code_frame *old = &E->named[i - 1];
        if (old->m == f.m && old->bci == f.bci && old->caller == f.caller) return i;
    }
    PUSH_TO(E, E->named, E->named_count, E->named_room, f);
    VM_ASSERT(E->named_count <= CODE_FRAME);
    return E->named_count;
}
static u32 frame_of(struct emission *E, const struct opt_origin *o)
{
    u32 caller = o->caller ? frame_of(E, o->caller) : 0;
    return frame_number(E, (struct code_frame){ o->m, o->bci, caller });
}

void opt_belongs_again(struct emission *E, u32 frame)
{
    if (E->place_count && E->code_places[E->place_count - 1].frame == frame) return;
    struct code_place p = { E->e.n, frame };
    if (E->place_count && E->code_places[E->place_count - 1].at == p.at)
        E->code_places[E->place_count - 1] = p;
    else
        PUSH_TO(E, E->code_places, E->place_count, E->place_room, p);
}
u32 opt_belongs_to(struct emission *E, const struct opt_origin *o)
{
    u32 before = E->place_count ? E->code_places[E->place_count - 1].frame : 0;
    opt_belongs_again(E, o ? frame_of(E, o) : 0);
    return before;
}
u32 opt_belongs_to_pad(struct emission *E, const struct opt_origin *o)
{
    u32 before = opt_belongs_to(E, o);
    opt_belongs_again(E, E->code_places[E->place_count - 1].frame | CODE_AT_PAD);
    return before;
}
u32 opt_belongs_to_c(struct emission *E, u32 below)
{
    u32 before = E->place_count ? E->code_places[E->place_count - 1].frame : 0, units = (below + 8) / 16;
    VM_ASSERT(below % 16 == 8 && units <= CODE_BELOW >> CODE_BELOW_SHIFT);
    opt_belongs_again(E, (before & ~(u32)CODE_BELOW) | units << CODE_BELOW_SHIFT);
    return before;
}
void opt_belongs_to_start(struct emission *E)
{
    opt_belongs_again(E, frame_number(E, (struct code_frame){ E->g->m, 0, 0 }));
}
