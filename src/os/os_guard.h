/* os_guard.h: accesses to memory that may be gone: pages of a mapped file that somebody cut off. The access fails
 * instead of the process.
 *
 * A single access costs what the plain one does: its instruction stands in a table, and the handler of SIGBUS goes on
 * at the place that the table names. Any address may be given, and any thread may call. Values travel in 64 bits; what
 * is above the size is not looked at and comes back as zero. */
#ifndef ARGUS_OS_OS_GUARD_H
#define ARGUS_OS_OS_GUARD_H

#include "cpu/x86_64/guarded_access.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* false: that memory is gone, and nothing was read or written. `size` is 1, 2, 4 or 8, a constant. Loads and exchanges
 * are sequentially consistent. */
static inline bool os_guard_load(const void *p, size_t size, uint64_t *out)
{
    return size == 1   ? cpu_guarded_load_8(p, out)
           : size == 2 ? cpu_guarded_load_16(p, out)
           : size == 4 ? cpu_guarded_load_32(p, out)
                       : cpu_guarded_load_64(p, out);
}

static inline bool os_guard_store(void *p, size_t size, uint64_t v)
{
    return size == 1   ? cpu_guarded_store_8(p, (uint8_t)v)
           : size == 2 ? cpu_guarded_store_16(p, (uint16_t)v)
           : size == 4 ? cpu_guarded_store_32(p, (uint32_t)v)
                       : cpu_guarded_store_64(p, v);
}

static inline bool os_guard_exchange(void *p, size_t size, uint64_t v)
{
    return size == 1   ? cpu_guarded_exchange_8(p, (uint8_t)v)
           : size == 2 ? cpu_guarded_exchange_16(p, (uint16_t)v)
           : size == 4 ? cpu_guarded_exchange_32(p, (uint32_t)v)
                       : cpu_guarded_exchange_64(p, v);
}

/* memmove, memset, and any function that touches such memory and needs no cleaning up: false when it was left in the
 * middle. */
bool os_guard_copy(void *to, const void *from, size_t n);
bool os_guard_set(void *to, int value, size_t n);
bool os_guard_call(void (*fn)(void *arg), void *arg);

/* In the handler of SIGBUS: makes the interrupted code go on behind its failed access. false: it did not expect one. */
bool os_guard_recover(const siginfo_t *info, void *context);

#endif
