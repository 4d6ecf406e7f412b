/* Objects while the program runs: see heap.h. Tables that mutators change under heap.lock are read without it; what was
 * just taken shows as free, or without an object. */
#include "heap/heap_int.h"
#include "os/os_time.h"

typedef void look_fn(const struct object *o, size_t bytes, bool large, void *arg);

static u8 state_of(u32 block) { return __atomic_load_n(&heap.block_state[block], __ATOMIC_RELAXED); }
static u32 block_count(void) { return __atomic_load_n(&heap.block_count, __ATOMIC_RELAXED); }
static bool is_chosen(const struct heap_look *l, u32 block) { return hash_u64(l->seed + block) >> 1 < l->chosen_below; }

void heap_look_begin(struct heap_look *l, u32 whole, u32 most, u64 seed)
{
    VM_ASSERT(!heap.collecting);
    u32 used = 0;
    for (u32 b = 0, n = block_count(); b < n; b++) used += state_of(b) > BLOCK_FREE_DIRTY;
    *l = (struct heap_look){ .seed = seed, .chosen_below = UINT64_MAX };
    if (used > whole && used > most) l->chosen_below = (u64)((double)most / used * (double)INT64_MAX);
}

static void look_at_block(u32 b, look_fn *fn, void *arg)
{
    uintptr_t w = block_address(b) >> 9;
    for (u32 i = 0; i < MAP_WORDS_PER_BLOCK; i++, w++) {
        u64 starts = __atomic_load_n(&heap_start_map[w], __ATOMIC_RELAXED);
        if (!starts) continue;
        heap_walk_fetch(w << 9);
        for (; starts; starts &= starts - 1) {
            const struct object *o = (const struct object *)((w << 9) + ((uintptr_t)__builtin_ctzll(starts) << 3));
            if (o->class_ref) fn(o, object_size(o), false, arg);
        }
    }
}

/* The object that starts at page p, if there is one, and the page behind it. */
static u32 look_at_page(u32 p, look_fn *fn, void *arg)
{
    if (__atomic_load_n(&heap.page_owner[p], __ATOMIC_RELAXED) != p + 1) return p + 1;
    const struct object *o = (const struct object *)page_address(p);
    if (!bit_test(heap_start_map, (uintptr_t)o) || !o->class_ref) return p + 1; /* it is being made */
    fn(o, object_size(o), true, arg);
    u32 count = __atomic_load_n(&heap.page_count[p], __ATOMIC_RELAXED);
    return p + (count ? count : 1);
}

enum { PAGES_AT_ONCE = 256 }; /* before the clock is read */

bool heap_look_on(struct heap_look *l, i64 until, look_fn *fn, void *arg)
{
    VM_ASSERT(!heap.collecting);
    for (u32 n = block_count(); !l->next_page && l->next_block < n; l->next_block++) {
        u32 b = l->next_block;
        if (state_of(b) <= BLOCK_FREE_DIRTY) continue;
        l->in_use++;
        if (!is_chosen(l, b)) continue;
        l->looked++;
        look_at_block(b, fn, arg);
        if (os_time_monotonic_ns() < until) continue;
        l->next_block++;
        return true;
    }
    u32 first = page_of(__atomic_load_n(&heap.large_lo, __ATOMIC_RELAXED)), end = page_of(heap.end);
    if (l->next_page < first) l->next_page = first;
    while (l->next_page < end) {
        for (u32 i = 0; i < PAGES_AT_ONCE && l->next_page < end; i++)
            l->next_page = look_at_page(l->next_page, fn, arg);
        if (os_time_monotonic_ns() >= until) return l->next_page < end;
    }
    return false;
}
