/* See cipher.h. Compiled for processors that have these instructions; nothing here runs on others. */
#include "cpu/x86_64/cipher.h"
#include <immintrin.h>

#define WITH_AES __attribute__((target("aes,pclmul,ssse3,sse4.1")))

bool cpu_has_aes(void)
{
    return __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("ssse3");
}

/* Four words, the bytes of each in the order of their worth from the highest on. */
WITH_AES static inline __m128i round_key(const uint32_t *words)
{
    const __m128i turned = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)words), turned);
}
WITH_AES void cpu_aes_encrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out)
{
    __m128i block = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)in), round_key(keys));
    for (uint32_t i = 1; i < rounds; i++) block = _mm_aesenc_si128(block, round_key(keys + 4 * i));
    block = _mm_aesenclast_si128(block, round_key(keys + 4 * rounds));
    _mm_storeu_si128((__m128i *)(void *)out, block);
}
WITH_AES void cpu_aes_decrypt(const uint32_t *const *keys, uint32_t rounds, const uint8_t *in, uint8_t *out)
{
    __m128i block = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)in), round_key(keys[0]));
    for (uint32_t i = 1; i < rounds; i++) block = _mm_aesdec_si128(block, round_key(keys[i]));
    block = _mm_aesdeclast_si128(block, round_key(keys[rounds]));
    _mm_storeu_si128((__m128i *)(void *)out, block);
}
WITH_AES uint64_t cpu_multiply_without_carry(uint64_t a, uint64_t b, uint64_t *high)
{
    __m128i p = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b), 0);
    *high = (uint64_t)_mm_extract_epi64(p, 1);
    return (uint64_t)_mm_cvtsi128_si64(p);
}
