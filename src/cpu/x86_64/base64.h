/* Base64 (RFC 4648) by vectors of 32 bytes. Source: Wojciech Mula and Daniel Lemire, Faster Base64 Encoding and
 * Decoding using AVX2 Instructions.
 *
 * Any thread; nothing is allocated. The arrays may be aligned in any way. */
#ifndef ARGUS_CPU_X86_64_BASE64_H
#define ARGUS_CPU_X86_64_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the processor have AVX2? Looks into the table of the processor. */
bool cpu_has_base64(void);
/* Encodes the first bytes of n, in pieces of 24, and returns how many. Writes 4 bytes for 3. url: '-' and '_' are the
 * last two characters of the alphabet. */
size_t cpu_base64_encode(const uint8_t *in, size_t n, uint8_t *out, bool url);
/* Decodes the first characters of n, in pieces of 32, up to a piece with a character that is not in the alphabet, and
 * returns how many. Writes 3 bytes for 4, and no other byte. */
size_t cpu_base64_decode(const uint8_t *in, size_t n, uint8_t *out, bool url);

#endif
