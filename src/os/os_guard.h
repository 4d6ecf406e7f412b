/* os_guard.h: accesses to memory that may be gone: pages of a mapped file that somebody cut off. The access fails
 * instead of the process.
 *
 * A single access costs what the plain one does: its instruction stands in a table, and the handler of SIGBUS goes on
 * at the place that the table names. Any address may be given, and any thread may call. Values travel in 64 bits; what
 * is above the size is not looked at and comes back as zero. */
#ifndef ARGUS_OS_OS_GUARD_H
#define ARGUS_OS_OS_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction with its line in the table: where it is and where to go on, both relative to the line's own words. */
#define OS_GUARDED(text) \
    "1: " text "\n.pushsection argus_guards,\"a\",@progbits\n.long 1b - ., %l[gone] - .\n.popsection"

/* X(bits, a load with zeroes above, suffix of an instruction, kind of register it takes) */
/* clang-format off */
#define OS_GUARD_SIZES(X) \
    X(8, "movzbl %[m], %k[v]", "b", "q") X(16, "movzwl %[m], %k[v]", "w", "r") X(32, "movl %[m], %k[v]", "l", "r") \
    X(64, "movq %[m], %[v]", "q", "r")
/* clang-format on */

#define OS_GUARD_DEFINE(bits, load, suffix, kind) \
    static inline bool os_guard_load_##bits(const void *p, uint64_t *out) \
    { \
        uint64_t v; \
        __asm__ goto(OS_GUARDED(load) : [v] "=r"(v) : [m] "m"(*(const uint##bits##_t *)p) : "memory" : gone); \
        *out = v; \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool os_guard_store_##bits(void *p, uint##bits##_t v) \
    { \
        __asm__ goto(OS_GUARDED("mov" suffix " %[v], %[m]") \
                     : \
                     : [v] kind(v), [m] "m"(*(uint##bits##_t *)p) \
                     : "memory" \
                     : gone); \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool os_guard_exchange_##bits(void *p, uint##bits##_t v) \
    { \
        __asm__ goto(OS_GUARDED("xchg" suffix " %[v], %[m]") \
                     : [v] "+" kind(v) \
                     : [m] "m"(*(uint##bits##_t *)p) \
                     : "memory" \
                     : gone); \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool os_guard_compare_##bits(void *p, uint##bits##_t *expected, uint##bits##_t v) \
    { \
        uint##bits##_t was = *expected; \
        __asm__ goto(OS_GUARDED("lock cmpxchg" suffix " %[v], %[m]") \
                     : [was] "+a"(was) \
                     : [v] kind(v), [m] "m"(*(uint##bits##_t *)p) \
                     : "memory", "cc" \
                     : gone); \
        *expected = was; \
        return true; \
    gone: \
        return false; \
    }
OS_GUARD_SIZES(OS_GUARD_DEFINE)
#undef OS_GUARD_DEFINE

/* false: that memory is gone, and nothing was read or written. `size` is 1, 2, 4 or 8, a constant. Loads and exchanges
 * are sequentially consistent. */
static inline bool os_guard_load(const void *p, size_t size, uint64_t *out)
{
    return size == 1   ? os_guard_load_8(p, out)
           : size == 2 ? os_guard_load_16(p, out)
           : size == 4 ? os_guard_load_32(p, out)
                       : os_guard_load_64(p, out);
}

static inline bool os_guard_store(void *p, size_t size, uint64_t v)
{
    return size == 1   ? os_guard_store_8(p, (uint8_t)v)
           : size == 2 ? os_guard_store_16(p, (uint16_t)v)
           : size == 4 ? os_guard_store_32(p, (uint32_t)v)
                       : os_guard_store_64(p, v);
}

static inline bool os_guard_exchange(void *p, size_t size, uint64_t v)
{
    return size == 1   ? os_guard_exchange_8(p, (uint8_t)v)
           : size == 2 ? os_guard_exchange_16(p, (uint16_t)v)
           : size == 4 ? os_guard_exchange_32(p, (uint32_t)v)
                       : os_guard_exchange_64(p, v);
}

/* memmove, memset, and any function that touches such memory and needs no cleaning up: false when it was left in the
 * middle. */
bool os_guard_copy(void *to, const void *from, size_t n);
bool os_guard_set(void *to, int value, size_t n);
bool os_guard_call(void (*fn)(void *arg), void *arg);

/* In the handler of SIGBUS: makes the interrupted code go on behind its failed access. false: it did not expect one. */
bool os_guard_recover(const siginfo_t *info, void *context);

#endif
