/* instructions.h: single instructions of x86-64 that C cannot express. */
#ifndef ARGUS_CPU_X86_64_INSTRUCTIONS_H
#define ARGUS_CPU_X86_64_INSTRUCTIONS_H

#include <cpuid.h>
#include <stdbool.h>
#include <stdint.h>

/* For a loop that waits for another processor: uses less power and stops speculation. */
static inline void cpu_pause(void) { __builtin_ia32_pause(); }

/* Nearly all processors with SSE 4.2 have POPCNT. Looks into the table of the processor, so do not call it for every
 * use. */
static inline bool cpu_has_popcnt(void) { return __builtin_cpu_supports("sse4.2"); }
/* Does the processor have SSE 4.2, which includes the lane instructions of SSE 4.1? As above. */
static inline bool cpu_has_sse42(void) { return __builtin_cpu_supports("sse4.2"); }
/* Does it have FMA3? As above. */
static inline bool cpu_has_fma(void) { return __builtin_cpu_supports("fma"); }
/* 0: there is no AVX; 1: AVX, 2: AVX2, 3: the parts of AVX-512 that servers have. The system keeps the registers, too.
 * As above. */
static inline int cpu_avx_level(void)
{
    bool third = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                 __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl");
    return third ? 3 : __builtin_cpu_supports("avx2") ? 2 : __builtin_cpu_supports("avx") ? 1 : 0;
}
/* The number of bits that are set. Only if cpu_has_popcnt(): the VM is compiled for processors without it. */
static inline uint32_t cpu_popcnt(uint64_t bits)
{
    uint64_t n;
    __asm__("popcnt %1, %0" : "=r"(n) : "r"(bits) : "cc");
    return (uint32_t)n;
}

/* A clock of the processor's own. It may run ahead of earlier instructions. */
static inline uint64_t cpu_ticks(void) { return __builtin_ia32_rdtsc(); }
/* Does it always run at the same speed? As above. */
static inline bool cpu_ticks_are_steady(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

/* Writes the cache line of `p` to memory. */
static inline void cpu_flush_line(const void *p) { __builtin_ia32_clflush(p); }

#endif
