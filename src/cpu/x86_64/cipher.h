/* Instructions for AES (FIPS 197), SHA-1 and SHA-256 (FIPS 180-4) and for multiplication without carry (GHASH, NIST SP
 * 800-38D).
 */
#ifndef ARGUS_CPU_X86_64_CIPHER_H
#define ARGUS_CPU_X86_64_CIPHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the processor have the instructions for AES and for multiplication without carry? */
bool cpu_has_aes(void);
/* Encrypts blocks of 16 bytes. keys: 4 * (rounds + 1) words of the expanded key, rounds at most 14; the highest byte of
 * a word is its first. in and out may be the same, but may not overlap otherwise. */
void cpu_aes_encrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);
/* Decrypts them by the equivalent inverse cipher. Of its expanded key the four words that are used last come first. */
void cpu_aes_decrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);
/* The same with each block chained to the one before (CBC, NIST SP 800-38A). chain: the 16 bytes before the first
 * block; receives those that the next one is chained to. */
void cpu_aes_encrypt_chain(const uint32_t *keys, uint32_t rounds, uint8_t *chain, const uint8_t *in, uint8_t *out,
                           size_t blocks);
void cpu_aes_decrypt_chain(const uint32_t *keys, uint32_t rounds, uint8_t *chain, const uint8_t *in, uint8_t *out,
                           size_t blocks);
/* The same in counter mode, which is its own inverse. counter: a number of 16 bytes, the highest first; goes up. */
void cpu_aes_count(const uint32_t *keys, uint32_t rounds, uint8_t *counter, const uint8_t *in, uint8_t *out,
                   size_t blocks);
/* Adds blocks of 16 bytes to the state of GHASH, two words, the first of them the upper half, as in the key. */
void cpu_ghash(uint64_t *state, const uint64_t *key, const uint8_t *data, size_t blocks);

/* Does the processor have the instructions for SHA-1 and SHA-256? */
bool cpu_has_sha(void);
/* Adds a block of 64 bytes to the state, five words. */
void cpu_sha1_block(uint32_t *state, const uint8_t *block);
/* Adds a block of 64 bytes to the state, eight words. roots: the 64 constants of the standard. */
void cpu_sha256_block(uint32_t *state, const uint8_t *block, const uint32_t *roots);

#endif
