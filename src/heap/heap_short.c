/* Short objects: instances that stayed where they were when their class grew (heap_grow.c).
 *
 * The table has the size of each and its parts: two arrays for what it lacks, one for references and one for everything
 * else. Both begin at the end of the object, so offset n of the object is offset n - size of the array's elements. The
 * collector reaches the parts through the object, and from the table when old objects are not visited.
 *
 * The table changes only while the world is stopped. So a thread that holds up a stop may read it. */
#include <stdlib.h>

#include "heap/heap_int.h"
#include "log/log.h"

enum { REFS, LONGS };

struct short_table short_table;
static struct os_mutex found_lock = OS_MUTEX_INIT;

static struct short_entry *short_entry(const struct object *o)
{
    u32 lo = 0, hi = short_table.count;
    while (lo < hi) {
        u32 mid = lo + (hi - lo) / 2;
        struct short_entry *e = &short_table.all[mid];
        if (e->o == o) return e;
        if ((uintptr_t)e->o < (uintptr_t)o)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

static bool is_from_before(const struct object *o)
{
    return short_table.growing_in && short_table.growing_in[(uintptr_t)o >> HEAP_BLOCK_SHIFT];
}

u32 short_size(const struct object *o, const struct heap_type *t)
{
    if (!object_is_short(o) && !is_from_before(o)) return t->instance_size;
    const struct short_entry *e = short_entry(o);
    CONTRACT("short object is known", e || t->short_size);
    return e ? e->size : t->short_size;
}

u32 heap_short_count(void) { return short_table.count; }

/* ---- access ---- */

u32 short_part_base(u32 part) { return part == REFS ? ARRAY_BASE : ARRAY_BASE_WIDE; }

struct heap_place heap_place_of_short(struct object *o, u64 offset, bool is_ref)
{
    const struct short_entry *e = short_entry(o);
    u32 part = is_ref ? REFS : LONGS;
    if (!e || offset < e->size) return (struct heap_place){ o, offset };
    return (struct heap_place){ ref_decode(e->part[part]), offset - e->size + short_part_base(part) };
}

/* Adds what e's parts have to `to`, an instance of full size. */
static void copy_parts(struct object *to, const struct short_entry *e)
{
    const struct object *refs = ref_decode(e->part[REFS]), *longs = ref_decode(e->part[LONGS]);
    if (!refs || !longs) return;
    u32 end = e->size + (u32)array_length(longs) * 8;
    memcpy((char *)to + e->size, (const char *)longs + ARRAY_BASE_WIDE, end - e->size);
    const struct heap_type *t = object_type(to);
    for (u32 s = 0; s < t->map_count; s++)
        for (u32 i = 0; i < t->map[s].count; i++) {
            u32 at = t->map[s].offset + i * (u32)sizeof(nref);
            if (at < e->size || at >= end) continue;
            *(nref *)((char *)to + at) = *(const nref *)((const char *)refs + ARRAY_BASE + (at - e->size));
        }
}

void heap_copy_short(struct object *to, struct object *from)
{
    CONTRACT("of one class", to->class_ref == from->class_ref && !object_is_short(to));
    const struct short_entry *e = short_entry(from);
    if (e) copy_parts(to, e);
}

/* ---- for markers ---- */

nref *short_parts(const struct object *o)
{
    struct short_entry *e = short_entry(o);
    return e ? e->part : NULL;
}

nref *short_stays(struct object *o)
{
    struct short_entry *e = short_entry(o);
    if (e) return e->part;
    os_mutex_lock(&found_lock);
    vec_push(&short_table.found, o);
    os_mutex_unlock(&found_lock);
    return NULL;
}

void short_copied(struct object *to, const struct object *from)
{
    struct short_entry *e = short_entry(from);
    u32 word = atomic_load_explicit(&to->lock, memory_order_relaxed);
    atomic_store_explicit(&to->lock, word & ~(u32)OBJECT_SHORT, memory_order_relaxed);
    if (!e) return;
    copy_parts(to, e);
    e->done = true;
}

void short_visit_parts(void (*fn)(nref *slot))
{
    for (u32 i = 0; i < short_table.count; i++)
        for (u32 k = 0; k < SHORT_PARTS; k++) fn(&short_table.all[i].part[k]);
}

/* ---- the end of a full collection ---- */

size_t short_size_before(const struct object *old, const struct object *now)
{
    const struct short_entry *e = short_entry(old);
    u32 before = object_type(now)->short_size;
    return e ? e->size : before ? before : object_size(now);
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct short_entry *)a)->o, y = (uintptr_t)((const struct short_entry *)b)->o;
    return x < y ? -1 : x > y;
}

static void take_found(void)
{
    struct short_table *t = &short_table;
    if (!t->found.count) return;
    t->all = vm_realloc(t->all, (t->count + t->found.count) * sizeof *t->all);
    for (u32 i = 0; i < t->found.count; i++) {
        struct object *o = t->found.items[i];
        t->all[t->count++] = (struct short_entry){ o, object_type(o)->short_size, false, { 0, 0 } };
    }
    vec_destroy(&t->found);
    qsort(t->all, t->count, sizeof *t->all, by_address);
    u32 n = 0;
    for (u32 i = 0; i < t->count; i++)
        if (!n || t->all[n - 1].o != t->all[i].o) t->all[n++] = t->all[i];
    t->count = n;
}

void short_swept(bool (*is_live)(const struct object *o))
{
    struct short_table *t = &short_table;
    u32 n = 0, before = t->count;
    for (u32 i = 0; i < t->count; i++)
        if (!t->all[i].done && is_live(t->all[i].o)) t->all[n++] = t->all[i];
    t->count = n;
    take_found();
    for (u32 i = 0; i < t->growth_count; i++) t->growth[i].type->short_size = 0; /* it may be unloaded next */
    t->growth_count = 0;
    t->growing_in = NULL;
    if (before || t->count) LOG(info, redefine_class, "%u instances are short, %u were", t->count, before);
}
