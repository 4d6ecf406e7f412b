/* guarded_access.h: loads, stores and exchanges that may fault. Each is one instruction with a line in the section
 * argus_guards; a handler of the fault that finds the instruction there goes on where the line says, and the access
 * answers false. os/os_guard.h is how the VM uses it. */
#ifndef ARGUS_CPU_X86_64_GUARDED_ACCESS_H
#define ARGUS_CPU_X86_64_GUARDED_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* One line: where the instruction is and where to go on, each relative to its own place. */
struct cpu_guard {
    int32_t at, go_on;
};

/* An instruction with its line in the table: where it is and where to go on, both relative to the line's own words. */
#define CPU_GUARDED(text) \
    "1: " text "\n.pushsection argus_guards,\"a\",@progbits\n.long 1b - ., %l[gone] - .\n.popsection"

/* X(bits, a load with zeroes above, suffix of an instruction, kind of register it takes) */
/* clang-format off */
#define CPU_GUARDED_SIZES(X) \
    X(8, "movzbl %[m], %k[v]", "b", "q") X(16, "movzwl %[m], %k[v]", "w", "r") X(32, "movl %[m], %k[v]", "l", "r") \
    X(64, "movq %[m], %[v]", "q", "r")
/* clang-format on */

#define CPU_GUARDED_DEFINE(bits, load, suffix, kind) \
    static inline bool cpu_guarded_load_##bits(const void *p, uint64_t *out) \
    { \
        uint64_t v; \
        __asm__ goto(CPU_GUARDED(load) : [v] "=r"(v) : [m] "m"(*(const uint##bits##_t *)p) : "memory" : gone); \
        *out = v; \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool cpu_guarded_store_##bits(void *p, uint##bits##_t v) \
    { \
        __asm__ goto(CPU_GUARDED("mov" suffix " %[v], %[m]") \
                     : \
                     : [v] kind(v), [m] "m"(*(uint##bits##_t *)p) \
                     : "memory" \
                     : gone); \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool cpu_guarded_exchange_##bits(void *p, uint##bits##_t v) \
    { \
        __asm__ goto(CPU_GUARDED("xchg" suffix " %[v], %[m]") \
                     : [v] "+" kind(v) \
                     : [m] "m"(*(uint##bits##_t *)p) \
                     : "memory" \
                     : gone); \
        return true; \
    gone: \
        return false; \
    } \
    static inline bool cpu_guarded_compare_##bits(void *p, uint##bits##_t *expected, uint##bits##_t v) \
    { \
        uint##bits##_t was = *expected; \
        __asm__ goto(CPU_GUARDED("lock cmpxchg" suffix " %[v], %[m]") \
                     : [was] "+a"(was) \
                     : [v] kind(v), [m] "m"(*(uint##bits##_t *)p) \
                     : "memory", "cc" \
                     : gone); \
        *expected = was; \
        return true; \
    gone: \
        return false; \
    }
CPU_GUARDED_SIZES(CPU_GUARDED_DEFINE)
#undef CPU_GUARDED_DEFINE

#endif
