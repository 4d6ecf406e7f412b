/* Texts of one byte a character, by vectors of 32 bytes. Only where the processor has AVX2 (cpu_avx_level).
 *
 * Any thread; nothing is allocated. Texts may be aligned in any way, and only their bytes are read. */
#ifndef ARGUS_CPU_X86_64_LATIN_H
#define ARGUS_CPU_X86_64_LATIN_H

#include <stddef.h>
#include <stdint.h>

enum { CPU_LATIN = 32 /* bytes of a piece */ };

/* 31 * h + x for each byte x of n, beginning with h = 0. n is a multiple of CPU_LATIN. */
uint32_t cpu_hash_latin(const uint8_t *text, size_t n);
/* The first place from `from` on, below `places`, with the byte `first`, and `last` so many bytes behind it, or
 * `places`. The text has places + distance bytes; places is at least CPU_LATIN. */
size_t cpu_find_latin(const uint8_t *text, size_t from, size_t places, uint8_t first, uint8_t last, size_t distance);

#endif
