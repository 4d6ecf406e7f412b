/* instructions.h: single instructions of x86-64 that C has no word for. */
#ifndef ARGUS_CPU_X86_64_INSTRUCTIONS_H
#define ARGUS_CPU_X86_64_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* In a loop that waits for another processor: this one may use less power, and does not guess ahead. */
static inline void cpu_pause(void) { __builtin_ia32_pause(); }

/* Processors with SSE 4.2 have POPCNT too, nearly all do. Asks the processor's own table: not for every call. */
static inline bool cpu_has_popcnt(void) { return __builtin_cpu_supports("sse4.2"); }
/* Of the processor that also has what SSE 4.1 has for lanes. As above. */
static inline bool cpu_has_sse42(void) { return __builtin_cpu_supports("sse4.2"); }
/* Does it have FMA3? As above. */
static inline bool cpu_has_fma(void) { return __builtin_cpu_supports("fma"); }
/* How many bits are set. Only where cpu_has_popcnt(): the VM is compiled for processors that need not have it. */
static inline uint32_t cpu_popcnt(uint64_t bits)
{
    uint64_t n;
    __asm__("popcnt %1, %0" : "=r"(n) : "r"(bits) : "cc");
    return (uint32_t)n;
}

/* The cache line that holds `p` goes to memory. */
static inline void cpu_flush_line(const void *p) { __builtin_ia32_clflush(p); }

#endif
