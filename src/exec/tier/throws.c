/* See throws.h. */
#include "exec/tier/throws.h"
#include "model/options.h"
#include "thread/thread_contract.h"

enum { PLACES = 2048 /* a power of 2 */, LOOKED_AT = 4, IN_CODE = 1 << 30 };
/* The number of a handler's place, beside those of enum fast_throw. */
enum { OF_HANDLER = FAST_THROWS };
/* Counts are estimates: concurrent threads may lose some. */
static struct {
    _Atomic u64 key; /* 0: unused */
    _Atomic u32 count;
} places[PLACES];

static u64 key_of(const struct method *m, u32 bci, u32 which)
{
    u64 at = (uintptr_t)m >> 3;
    VM_ASSERT(bci <= UINT16_MAX && at < 1ull << 44 && which < 7);
    return at << 19 | (u64)bci << 3 | (which + 1);
}
/* The counter of the place, or NULL. made: may take an unused one. */
static _Atomic u32 *count_of(u64 key, bool made)
{
    u32 from = (u32)(key * 0x9e3779b97f4a7c15 >> 32);
    for (u32 i = 0; i < LOOKED_AT; i++) {
        u32 at = (from + i) % PLACES;
        u64 is = atomic_load_explicit(&places[at].key, memory_order_relaxed);
        if (!is && (!made || atomic_compare_exchange_strong(&places[at].key, &is, key))) is = made ? key : 0;
        if (is == key) return &places[at].count;
    }
    return NULL;
}

bool throws_note(const struct method *m, u32 bci, enum fast_throw which)
{
    _Atomic u32 *count = count_of(key_of(m, bci, which), true);
    if (!count) return false;
    u32 n = atomic_load_explicit(count, memory_order_relaxed);
    if (n < THROWS_OFTEN) atomic_store_explicit(count, n + 1, memory_order_relaxed);
    return (n & IN_CODE) != 0;
}
bool throws_often(const struct method *m, u32 bci, enum fast_throw which)
{
    _Atomic u32 *count = count_of(key_of(m, bci, which), false);
    if (!count || atomic_load_explicit(count, memory_order_relaxed) < THROWS_OFTEN) return false;
    atomic_fetch_or_explicit(count, IN_CODE, memory_order_relaxed);
    return true;
}
void catches_note(const struct method *m, u32 bci)
{
    _Atomic u32 *count = count_of(key_of(m, bci, OF_HANDLER), true);
    u32 n = count ? atomic_load_explicit(count, memory_order_relaxed) : THROWS_OFTEN;
    if (n < THROWS_OFTEN) atomic_store_explicit(count, n + 1, memory_order_relaxed);
}
bool catches_often(const struct method *m, u32 bci)
{
    const _Atomic u32 *count = count_of(key_of(m, bci, OF_HANDLER), false);
    i64 enough = options.profile_enough / 500;
    if (enough > CATCHES_OFTEN) enough = CATCHES_OFTEN;
    return count && atomic_load_explicit(count, memory_order_relaxed) > enough;
}
void throws_forget(void)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < PLACES; i++) {
        atomic_store_explicit(&places[i].key, 0, memory_order_relaxed);
        atomic_store_explicit(&places[i].count, 0, memory_order_relaxed);
    }
}
