/* Products of long numbers: words of 64 bits, the least significant first. Sources: Ozturk and others, New Instructions
 * Supporting Large Integer Arithmetic on Intel Architecture Processors (two chains of carries); Intel's manual of
 * instructions, MULX, ADCX, ADOX.
 *
 * Any thread; nothing is allocated. */
#ifndef ARGUS_CPU_X86_64_PRODUCT_H
#define ARGUS_CPU_X86_64_PRODUCT_H

#include <cpuid.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the processor have MULX, ADCX and ADOX? Looks into the table of the processor, so do not call it for every
 * product. */
static inline bool cpu_has_two_carries(void)
{
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 8) && (b & 1u << 19);
}

/* to[0 … n) += words[0 … n) * factor; returns the word that is carried. */
static inline uint64_t cpu_add_product(uint64_t *to, const uint64_t *words, size_t n, uint64_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned __int128 v = (unsigned __int128)words[i] * factor + to[i];
        v += carry;
        to[i] = (uint64_t)v;
        carry = (uint64_t)(v >> 64);
    }
    return carry;
}

/* The same, only if cpu_has_two_carries(): the carries of the products and those of the sums go two ways, by the carry
 * and the overflow flag. Four words a turn; only LEA and JRCXZ leave both flags alone. */
static inline uint64_t cpu_add_product_2(uint64_t *to, const uint64_t *words, size_t n, uint64_t factor)
{
    uint64_t high = 0, low, other;
    size_t fours = n / 4;
    if (fours)
        __asm__ volatile("xor %k[high], %k[high]\n"
                         "1:\n"
                         "\tmulx (%[words]), %[low], %[other]\n"
                         "\tadcx %[high], %[low]\n"
                         "\tadox (%[to]), %[low]\n"
                         "\tmov %[low], (%[to])\n"
                         "\tmulx 8(%[words]), %[low], %[high]\n"
                         "\tadcx %[other], %[low]\n"
                         "\tadox 8(%[to]), %[low]\n"
                         "\tmov %[low], 8(%[to])\n"
                         "\tmulx 16(%[words]), %[low], %[other]\n"
                         "\tadcx %[high], %[low]\n"
                         "\tadox 16(%[to]), %[low]\n"
                         "\tmov %[low], 16(%[to])\n"
                         "\tmulx 24(%[words]), %[low], %[high]\n"
                         "\tadcx %[other], %[low]\n"
                         "\tadox 24(%[to]), %[low]\n"
                         "\tmov %[low], 24(%[to])\n"
                         "\tlea 32(%[words]), %[words]\n"
                         "\tlea 32(%[to]), %[to]\n"
                         "\tlea -1(%[fours]), %[fours]\n"
                         "\tjrcxz 2f\n"
                         "\tjmp 1b\n"
                         "2:\n"
                         "\tmov $0, %k[low]\n"
                         "\tadcx %[low], %[high]\n"
                         "\tadox %[low], %[high]\n"
                         : [high] "=&r"(high), [low] "=&r"(low), [other] "=&r"(other), [words] "+r"(words),
                           [to] "+r"(to), [fours] "+c"(fours)
                         : "d"(factor)
                         : "cc", "memory");
    for (size_t i = 0; i < n % 4; i++) {
        unsigned __int128 v = (unsigned __int128)words[i] * factor + to[i];
        v += high;
        to[i] = (uint64_t)v;
        high = (uint64_t)(v >> 64);
    }
    return high;
}

#endif
