/* See cipher.h. Compiled for processors that have these instructions; nothing here runs on others. */
#include "cpu/x86_64/cipher.h"
#include <cpuid.h>
#include <immintrin.h>

#define WITH_AES __attribute__((target("aes,pclmul,ssse3,sse4.1")))

bool cpu_has_aes(void)
{
    return __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("ssse3");
}

/* Loads four words, each with its highest byte first. */
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

#define WITH_SHA __attribute__((target("sha,ssse3,sse4.1")))

static bool find_sha(void)
{
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) != 0 && __builtin_cpu_supports("ssse3") &&
           __builtin_cpu_supports("sse4.1");
}
bool cpu_has_sha(void)
{
    static _Atomic int has; /* 1: no, 2: yes */
    if (!has) has = find_sha() ? 2 : 1;
    return has == 2;
}

/* Loads four words of a message or of constants. */
static inline __m128i four(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
WITH_SHA void cpu_sha256_block(uint32_t *state, const uint8_t *block, const uint32_t *roots)
{
    const __m128i turned = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    uint32_t *s = state;
    __m128i abef = _mm_set_epi32((int)s[0], (int)s[1], (int)s[4], (int)s[5]), abef_before = abef;
    __m128i cdgh = _mm_set_epi32((int)s[2], (int)s[3], (int)s[6], (int)s[7]), cdgh_before = cdgh, word[16];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        if (i < 4)
            word[i] = _mm_shuffle_epi8(four(block + 16 * i), turned);
        else {
            __m128i seventh = _mm_alignr_epi8(word[i - 1], word[i - 2], 4);
            __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(word[i - 4], word[i - 3]), seventh);
            word[i] = _mm_sha256msg2_epu32(sum, word[i - 1]);
        }
        __m128i x = _mm_add_epi32(word[i], four(roots + 4 * i)); /* two rounds each take the lower half */
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, x);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(x, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
    s[0] = (uint32_t)_mm_extract_epi32(abef, 3), s[1] = (uint32_t)_mm_extract_epi32(abef, 2);
    s[2] = (uint32_t)_mm_extract_epi32(cdgh, 3), s[3] = (uint32_t)_mm_extract_epi32(cdgh, 2);
    s[4] = (uint32_t)_mm_extract_epi32(abef, 1), s[5] = (uint32_t)_mm_extract_epi32(abef, 0);
    s[6] = (uint32_t)_mm_extract_epi32(cdgh, 1), s[7] = (uint32_t)_mm_extract_epi32(cdgh, 0);
}
