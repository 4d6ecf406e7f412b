/* Searches by vectors, which every processor of the architecture has. */
#ifndef ARGUS_CPU_X86_64_SEARCH_H
#define ARGUS_CPU_X86_64_SEARCH_H

#include <stdint.h>
#include <string.h>

typedef uint16_t cpu_words __attribute__((vector_size(16)));
typedef char cpu_bytes __attribute__((vector_size(16)));

/* The first of the `count` words of 16 bits, at any address, that is the sought one, or `count`. Reads no other
 * memory. */
static inline int32_t cpu_find_word(const uint8_t *words, int32_t count, uint16_t sought)
{
    enum { LANES = 8 };
    if (count < LANES) {
        for (int32_t i = 0; i < count; i++) {
            uint16_t w;
            memcpy(&w, words + 2 * (size_t)i, sizeof w);
            if (w == sought) return i;
        }
        return count;
    }
    const cpu_words all = { sought, sought, sought, sought, sought, sought, sought, sought };
    for (int32_t at = 0;; at += LANES) {
        if (at > count - LANES) at = count - LANES; /* the last one, over words that have been looked at */
        cpu_words some;
        memcpy(&some, words + 2 * (size_t)at, sizeof some);
        uint32_t same = (uint32_t)__builtin_ia32_pmovmskb128((cpu_bytes)(some == all));
        if (same) return at + __builtin_ctz(same) / 2;
        if (at == count - LANES) return count;
    }
}

#endif
