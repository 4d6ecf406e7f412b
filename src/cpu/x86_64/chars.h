/* Chars of 16 bits from and to bytes, sixteen at a time, by vectors that every processor of the architecture has. */
#ifndef ARGUS_CPU_X86_64_CHARS_H
#define ARGUS_CPU_X86_64_CHARS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef short cpu_chars __attribute__((vector_size(16)));
typedef char cpu_char_bytes __attribute__((vector_size(16)));

enum { CPU_CHARS = 16 };

/* Writes the low bytes of CPU_CHARS chars, unless one of them has a bit of `above`, which holds the high byte's bits:
 * then it writes nothing and returns false. Both addresses may be any. */
static inline bool cpu_narrow(const uint8_t *chars, uint8_t *to, uint16_t above)
{
    cpu_chars v, w, mask = (cpu_chars){ 0 } + (short)above;
    memcpy(&v, chars, sizeof v);
    memcpy(&w, chars + sizeof v, sizeof w);
    if (__builtin_ia32_pmovmskb128((cpu_char_bytes)(((v | w) & mask) == 0)) != 0xffff) return false;
    cpu_char_bytes packed = (cpu_char_bytes)__builtin_ia32_packuswb128(v, w);
    memcpy(to, &packed, sizeof packed);
    return true;
}

#endif
