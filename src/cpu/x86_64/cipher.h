/* Instructions for AES (FIPS 197), SHA-256 (FIPS 180-4) and for multiplication without carry (GHASH, NIST SP 800-38D).
 */
#ifndef ARGUS_CPU_X86_64_CIPHER_H
#define ARGUS_CPU_X86_64_CIPHER_H

#include <stdbool.h>
#include <stdint.h>

/* Does the processor have the instructions for AES and for multiplication without carry? */
bool cpu_has_aes(void);
/* Encrypts one block of 16 bytes. keys: 4 * (rounds + 1) words of the expanded key; the highest byte of a word is its
 * first. in and out may be the same. */
void cpu_aes_encrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out);
/* Decrypts one block, by the equivalent inverse cipher. The keys are in the order of use. */
void cpu_aes_decrypt(const uint32_t *const *keys, uint32_t rounds, const uint8_t *in, uint8_t *out);
/* Returns the lower half of the product; *high receives the upper half. */
uint64_t cpu_multiply_without_carry(uint64_t a, uint64_t b, uint64_t *high);

bool cpu_has_sha(void);
/* Adds a block of 64 bytes to the state, eight words. roots: the 64 constants of the standard. */
void cpu_sha256_block(uint32_t *state, const uint8_t *block, const uint32_t *roots);

#endif
