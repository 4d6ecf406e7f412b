/* The bytes that all inlined methods together may have are given to the first calls of the bytecode. If they are gone
 * before a hot call is reached, and enough of them went to calls that run far less often, the graph is built again, and
 * those get only small methods. */
#include "exec/opt/build/opt_build.h"

enum { WORTH = 250 /* bytes */ };
static const float COLDEST = 1.0F / 128;

/* By powers of two. */
static u32 step_of(float heat)
{
    u32 step = 0;
    for (float limit = COLDEST; heat >= limit && step < OPT_HEATS - 1; limit *= 2) step++;
    return step;
}
void opt_spend(struct builder *b, u32 bytes)
{
    b->g->bytes += bytes;
    b->g->bytes_by_heat[step_of(b->s->now->heat)] += bytes;
}
void opt_no_room(struct builder *b)
{
    if (b->s->now->heat > b->g->refused_heat) b->g->refused_heat = b->s->now->heat;
}

bool opt_begin_again(struct opt_graph *g)
{
    if (g->refused_heat == 0 || g->least_heat > 0) return false;
    u32 step = step_of(g->refused_heat), colder = 0;
    for (u32 k = 0; k + 1 < step; k++) colder += g->bytes_by_heat[k];
    if (colder < WORTH) return false;
    float least = COLDEST;
    for (u32 k = 2; k < step; k++) least *= 2; /* the least of the step below that of the refused one */
    *g = (struct opt_graph){ .arena = g->arena,
                             .scratch = g->scratch,
                             .unused = g->unused,
                             .m = g->m,
                             .user = g->user,
                             .work = g->work,
                             .enterable = g->enterable,
                             .can_wait = g->can_wait,
                             .wide = g->wide,
                             .polling = g->polling,
                             .held = g->held,
                             .held_count = g->held_count,
                             .held_room = g->held_room,
                             .least_heat = least };
    opt_scratch_end(g);
    return true;
}
