/* guarded_access.h: loads, stores and exchanges that may fault. Each is one instruction with an entry in the section
 * argus_guards. A fault handler that finds the instruction there continues at the place in the entry, and the access
 * returns false. The VM uses it through os/os_guard.h. */
#ifndef ARGUS_CPU_X86_64_GUARDED_ACCESS_H
#define ARGUS_CPU_X86_64_GUARDED_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* An entry: the places of the instruction and of the continuation, each relative to its own word. */
struct cpu_guard {
    int32_t at, go_on;
};

/* An instruction with its entry in the table (struct cpu_guard). */
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

/* 16 bytes at any address; each aligned part of 8 bytes is read and written at once. */
typedef uint8_t cpu_vector __attribute__((vector_size(16), aligned(1)));
static inline bool cpu_guarded_load_vector(const void *p, cpu_vector *out)
{
    cpu_vector v;
    __asm__ goto(CPU_GUARDED("movdqu %[m], %[v]") : [v] "=x"(v) : [m] "m"(*(const cpu_vector *)p) : "memory" : gone);
    *out = v;
    return true;
gone:
    return false;
}
static inline bool cpu_guarded_store_vector(void *p, cpu_vector v)
{
    __asm__ goto(CPU_GUARDED("movdqu %[v], %[m]") : : [v] "x"(v), [m] "m"(*(cpu_vector *)p) : "memory" : gone);
    return true;
gone:
    return false;
}

#endif
