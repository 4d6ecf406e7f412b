/* See code_places.h. */
#include "exec/code/code_places.h"
#include "exec/code/code_cache.h"

static u32 find(const struct code *c, const void *pc)
{
    const struct code_places *p = &c->places;
    u32 at = (u32)((const u8 *)pc - c->start), low = 0, high = p->place_count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (p->place[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? p->place[low - 1].frame : 0;
}
u32 code_frame_at(const struct code *c, const void *pc) { return find(c, pc) & ~(u32)CODE_BELOW; }
u32 code_below_at(const struct code *c, const void *pc)
{
    u32 units = (find(c, pc) & CODE_BELOW) >> CODE_BELOW_SHIFT;
    return units ? 16 * units - 8 : 0;
}

const void *code_after_fault(const void *pc)
{
    const struct code *c = code_find(pc);
    if (!c) return NULL;
    const struct code_places *p = &c->places;
    u32 at = (u32)((const u8 *)pc - c->start), low = 0, high = p->guard_count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (p->guard[middle].at == at) return c->start + p->guard[middle].go_on;
        if (p->guard[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
