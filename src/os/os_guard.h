/* os_guard.h: accesses to memory that may be gone, such as pages of a mapped file that has been truncated. The access
 * fails instead of the process.
 *
 * A single access costs as much as a plain one: its instruction is in a table, and the handler of SIGBUS continues at
 * the place that the table names. Any address may be given, and any thread may call. Values travel in 64 bits; the bits
 * above the size are ignored on input and zero on output. */
#ifndef ARGUS_OS_OS_GUARD_H
#define ARGUS_OS_OS_GUARD_H

#include "cpu/x86_64/guarded_access.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return false if that memory is gone; then nothing was read or written. `size` is 1, 2, 4 or 8, a constant. Loads and
 * exchanges are sequentially consistent. */
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

/* memmove, memset, and any function that touches such memory and needs no clean-up. False if it was left in the
 * middle. */
bool os_guard_copy(void *to, const void *from, size_t n);
bool os_guard_set(void *to, int value, size_t n);
bool os_guard_call(void (*fn)(void *arg), void *arg);

/* Called in the handler of SIGBUS: makes the interrupted code continue after its failed access. False if the access was
 * not a guarded one. */
bool os_guard_recover(const siginfo_t *info, void *context);

#endif
