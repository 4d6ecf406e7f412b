#include "cpu/x86_64/latin.h"
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))

enum { LANES = 8 /* ints */, VECTORS = CPU_LATIN / LANES };

WITH_AVX2 static inline __m256i all(uint32_t x) { return _mm256_set1_epi32((int)x); }
/* acc * factor + x */
WITH_AVX2 static inline __m256i horner(__m256i acc, __m256i factor, __m256i x)
{
    return _mm256_add_epi32(_mm256_mullo_epi32(acc, factor), x);
}
/* Each lane is the hash of every 32nd byte, so the products of a piece are independent. */
WITH_AVX2 uint32_t cpu_hash_latin(const uint8_t *text, size_t n)
{
    const uint32_t p2 = 31u * 31, p3 = p2 * 31, p4 = p2 * p2, p5 = p4 * 31, p6 = p4 * p2, p7 = p4 * p3, p8 = p4 * p4,
                   p16 = p8 * p8, p32 = p16 * p16;
    __m256i h[VECTORS] = { { 0 } };
    for (const uint8_t *end = text + n; text < end; text += CPU_LATIN)
        for (uint32_t k = 0; k < VECTORS; k++) {
            __m256i x = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i_u *)(text + k * LANES)));
            h[k] = horner(h[k], all(p32), x);
        }
    __m256i sum = h[0];
    for (uint32_t k = 1; k < VECTORS; k++) sum = horner(sum, all(p8), h[k]);
    const __m256i weights = _mm256_setr_epi32((int)p7, (int)p6, (int)p5, (int)p4, (int)p3, (int)p2, 31, 1);
    sum = _mm256_mullo_epi32(sum, weights);
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(1, 0, 3, 2)));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(half);
}

WITH_AVX2 static inline __m256i bytes_at(const uint8_t *p) { return _mm256_loadu_si256((const __m256i_u *)p); }

WITH_AVX2 size_t cpu_find_latin(const uint8_t *text, size_t from, size_t places, uint8_t first, uint8_t last,
                                size_t distance)
{
    const __m256i begins = _mm256_set1_epi8((char)first), ends = _mm256_set1_epi8((char)last);
    for (size_t at = from, seen = 0; at < places; at += CPU_LATIN) {
        if (at > places - CPU_LATIN) { /* the last piece, over places that have been looked at */
            seen = at - (places - CPU_LATIN);
            at = places - CPU_LATIN;
        }
        __m256i same = _mm256_and_si256(_mm256_cmpeq_epi8(bytes_at(text + at), begins),
                                        _mm256_cmpeq_epi8(bytes_at(text + at + distance), ends));
        uint32_t found = (uint32_t)_mm256_movemask_epi8(same) >> seen;
        if (found) return at + seen + (size_t)__builtin_ctz(found);
    }
    return places;
}
