/* Checksums by instructions for multiplication without carry (CRC) and for sums of bytes (Adler). Sources: Gopal and
 * others, Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction; RFC 1950, RFC 3720.
 *
 * Any thread; nothing is allocated. `bytes` may be aligned in any way. */
#ifndef ARGUS_CPU_X86_64_CHECKSUM_H
#define ARGUS_CPU_X86_64_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the processor have the instructions for these functions (PCLMULQDQ, SSE 4.2)? Looks into the table of the
 * processor, so do not call it for every checksum. */
bool cpu_has_checksums(void);
/* Has it carry-less multiplication of vectors of 512 bits (VPCLMULQDQ), too? */
bool cpu_has_wide_checksums(void);
/* The register of the CRC of RFC 1952 (gzip) after n more bytes; it begins and ends without the inversions.
 * `wide` only if cpu_has_wide_checksums(). */
uint32_t cpu_crc32(uint32_t crc, const uint8_t *bytes, size_t n, bool wide);
/* The same with Castagnoli's polynomial (RFC 3720). */
uint32_t cpu_crc32c(uint32_t crc, const uint8_t *bytes, size_t n, bool wide);
/* RFC 1950: both sums in one word, after n more bytes. */
uint32_t cpu_adler32(uint32_t adler, const uint8_t *bytes, size_t n);

#endif
