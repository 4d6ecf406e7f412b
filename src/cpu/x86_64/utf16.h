/* Texts of two bytes a character, by vectors of 32 bytes. Only where the processor has AVX2 (cpu_avx_level).
 *
 * Any thread; nothing is allocated. Texts may be aligned in any way, and only their bytes are read. */
#ifndef ARGUS_CPU_X86_64_UTF16_H
#define ARGUS_CPU_X86_64_UTF16_H

#include <stddef.h>
#include <stdint.h>

enum { CPU_UTF16 = 32 /* chars of a piece */ };

/* 31 * h + x for each of n chars, beginning with h = 0. n is a multiple of CPU_UTF16. */
uint32_t cpu_hash_utf16(const uint8_t *chars, size_t n);
/* The first of n chars that is the sought one, or n. n is at least CPU_UTF16. */
size_t cpu_find_utf16(const uint8_t *chars, size_t n, uint16_t sought);
/* The number of equal bytes at the start of n, which is at least 2 * CPU_UTF16. */
size_t cpu_same_bytes(const uint8_t *a, const uint8_t *b, size_t n);
/* Writes the low bytes of the first chars, by pieces of CPU_UTF16, up to the piece with a char above `most`, which is
 * 0xff or 0x7f, or with less than CPU_UTF16 chars of n. Returns how many. */
size_t cpu_narrow_utf16(const uint8_t *chars, uint8_t *to, size_t n, uint16_t most);

#endif
