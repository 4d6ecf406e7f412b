/* rate.h: so many of something in a time, by any number of threads. */
#ifndef ARGUS_BASE_RATE_H
#define ARGUS_BASE_RATE_H

#include "base/base.h"
#include <stdatomic.h>

struct rate {
    _Atomic i64 next; /* when one more is let through */
};
/* May there be one more at `now`? They are let through every `spacing` on the average, up to `burst` of them at once
 * after a quiet time. Two threads that ask at the same moment may both be refused. `now` is of one clock that does not
 * go back; `spacing` is in its unit. */
static inline bool rate_take(struct rate *r, i64 now, i64 spacing, u32 burst)
{
    i64 next = atomic_load_explicit(&r->next, memory_order_relaxed), from = now - (i64)burst * spacing;
    return now >= next && atomic_compare_exchange_strong(&r->next, &next, (next > from ? next : from) + spacing);
}

#endif
