#include "cpu/x86_64/utf16.h"
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))

enum { LANES = 8 /* ints */, VECTORS = CPU_UTF16 / LANES, HALF = CPU_UTF16 / 2 /* chars of a vector */ };

WITH_AVX2 static inline __m256i vector_at(const uint8_t *p) { return _mm256_loadu_si256((const __m256i_u *)p); }
/* acc * factor + x */
WITH_AVX2 static inline __m256i horner(__m256i acc, uint32_t factor, __m256i x)
{
    return _mm256_add_epi32(_mm256_mullo_epi32(acc, _mm256_set1_epi32((int)factor)), x);
}

/* As cpu_hash_latin: each lane is the hash of every 32nd char. */
WITH_AVX2 uint32_t cpu_hash_utf16(const uint8_t *chars, size_t n)
{
    uint32_t power[CPU_UTF16 + 1] = { 1 };
    for (uint32_t k = 1; k <= CPU_UTF16; k++) power[k] = power[k - 1] * 31;
    __m256i h[VECTORS] = { { 0 } };
    for (const uint8_t *end = chars + 2 * n; chars < end; chars += 2 * (size_t)CPU_UTF16)
        for (uint32_t k = 0; k < VECTORS; k++) {
            __m256i x = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i_u *)(chars + 2 * (size_t)(k * LANES))));
            h[k] = horner(h[k], power[CPU_UTF16], x);
        }
    __m256i sum = h[0];
    for (uint32_t k = 1; k < VECTORS; k++) sum = horner(sum, power[LANES], h[k]);
    uint32_t lane[LANES], hash = 0;
    _mm256_storeu_si256((__m256i_u *)lane, sum);
    for (uint32_t k = 0; k < LANES; k++) hash += lane[k] * power[LANES - 1 - k];
    return hash;
}

WITH_AVX2 size_t cpu_find_utf16(const uint8_t *chars, size_t n, uint16_t sought)
{
    const __m256i all = _mm256_set1_epi16((short)sought);
    for (size_t at = 0;; at += CPU_UTF16) {
        if (at > n - CPU_UTF16) at = n - CPU_UTF16; /* the last piece, over chars that have been looked at */
        __m256i a = _mm256_cmpeq_epi16(vector_at(chars + 2 * at), all);
        __m256i b = _mm256_cmpeq_epi16(vector_at(chars + 2 * at + 2 * (size_t)HALF), all);
        if (_mm256_movemask_epi8(_mm256_or_si256(a, b))) {
            uint64_t low = (uint32_t)_mm256_movemask_epi8(a), high = (uint32_t)_mm256_movemask_epi8(b);
            return at + (size_t)__builtin_ctzll(low | high << 32) / 2;
        }
        if (at == n - CPU_UTF16) return n;
    }
}

WITH_AVX2 static inline uint32_t unlike(const uint8_t *a, const uint8_t *b)
{
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector_at(a), vector_at(b)));
}
WITH_AVX2 size_t cpu_same_bytes(const uint8_t *a, const uint8_t *b, size_t n)
{
    enum { PIECE = 2 * CPU_UTF16, VECTOR = 32 };
    for (size_t at = 0;; at += PIECE) {
        if (at > n - PIECE) at = n - PIECE; /* the last piece, over bytes that have been looked at */
        uint64_t low = unlike(a + at, b + at), high = unlike(a + at + VECTOR, b + at + VECTOR);
        if (low | high) return at + (size_t)__builtin_ctzll(low | high << 32);
        if (at == n - PIECE) return n;
    }
}

WITH_AVX2 size_t cpu_narrow_utf16(const uint8_t *chars, uint8_t *to, size_t n, uint16_t most)
{
    const __m256i above = _mm256_set1_epi16((short)~most);
    size_t at = 0;
    for (; at + CPU_UTF16 <= n; at += CPU_UTF16) {
        __m256i a = vector_at(chars + 2 * at), b = vector_at(chars + 2 * at + 2 * (size_t)HALF);
        if (!_mm256_testz_si256(_mm256_or_si256(a, b), above)) break;
        /* the packed halves alternate: a, b, a, b */
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), _MM_SHUFFLE(3, 1, 2, 0));
        _mm256_storeu_si256((__m256i_u *)(to + at), packed);
    }
    return at;
}
