/* Nodes that count for probes (thread/probe_points.h): entries that pass no entry of a method, and all exits. Who asks
 * whether a method is probed notes it first, so its code goes when that changes. */
#include "exec/opt/build/opt_build.h"
#include "thread/probe_points.h"

static void hit(struct builder *b, const struct method *m, enum probe_exit how)
{
    const struct probe_light *l;
    for (u32 i = 0; b->block && (l = probe_points.light(m, how, i)) != NULL; i++)
        node(b, add(b, OPT_HIT, OPT_VOID, 0, 0))->imm = l->hits;
}

void opt_probe_entered(struct builder *b, struct method *m)
{
    opt_note_method(b, m);
    if (UNLIKELY(method_has(m, MTH_COUNTED))) hit(b, m, PROBE_ENTERED);
}
void opt_probe_left(struct builder *b, const struct method *m, enum probe_exit how)
{
    if (UNLIKELY(method_has(m, MTH_COUNTED_EXITS))) hit(b, m, how);
}
