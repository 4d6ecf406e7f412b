#include "cpu/x86_64/checksum.h"
#include <immintrin.h>
#include <string.h>

#define WITH_CLMUL __attribute__((target("pclmul,sse4.2")))

bool cpu_has_checksums(void) { return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.2"); }

/* ---- CRC ----
 *
 * Powers of x modulo the polynomial, with bits in reverse order: the factors that move a block of 128 bits by 2048, by
 * 512 and by 128 bits, and by 64 bits; the polynomial and its inverse for the last step. */
struct folding {
    uint64_t by_2048[2], by_512[2], by_128[2], by_64, polynomial[2];
};
static const struct folding gzip = { { 0x11542778a, 0x1322d1430 },
                                     { 0x154442bd4, 0x1c6e41596 },
                                     { 0x1751997d0, 0x0ccaa009e },
                                     0x163cd6124,
                                     { 0x1db710641, 0x1f7011641 } };
static const struct folding castagnoli = { { 0x0dcb17aa4, 0x0b9e02b86 },
                                           { 0x0740eef02, 0x09e4addf8 },
                                           { 0x0f20c0dfe, 0x14cd00bd6 },
                                           0x0dd45aab8,
                                           { 0x105ec76f1, 0x0dea713f1 } };

static inline __m128i block(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline __m128i pair(const uint64_t *words) { return _mm_loadu_si128((const __m128i *)(const void *)words); }
/* Moves x by the distance of the factor `by` and adds y. */
WITH_CLMUL static inline __m128i fold(__m128i x, __m128i by, __m128i y)
{
    __m128i low = _mm_clmulepi64_si128(x, by, 0x00), high = _mm_clmulepi64_si128(x, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), y);
}
/* The CRC of x and the whole blocks of 16 bytes behind it. */
WITH_CLMUL static inline uint32_t crc_of_rest(const struct folding *f, __m128i x, const uint8_t *p, size_t n)
{
    const __m128i by_128 = pair(f->by_128), polynomial = pair(f->polynomial);
    for (; n >= 16; p += 16, n -= 16) x = fold(x, by_128, block(p));
    /* 128 bits to 64, and these to 32 */
    const __m128i low_words = _mm_setr_epi32(-1, 0, -1, 0);
    x = _mm_xor_si128(_mm_srli_si128(x, 8), _mm_clmulepi64_si128(x, by_128, 0x10));
    __m128i upper = _mm_srli_si128(x, 4);
    x = _mm_clmulepi64_si128(_mm_and_si128(x, low_words), _mm_cvtsi64_si128((long long)f->by_64), 0x00);
    x = _mm_xor_si128(x, upper);
    __m128i q = _mm_clmulepi64_si128(_mm_and_si128(x, low_words), polynomial, 0x10);
    q = _mm_clmulepi64_si128(_mm_and_si128(q, low_words), polynomial, 0x00);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(x, q), 1);
}

/* Handles whole blocks of 16 bytes; n is at least 16. */
WITH_CLMUL static uint32_t crc_of_blocks(const struct folding *f, uint32_t crc, const uint8_t *p, size_t n)
{
    const __m128i by_128 = pair(f->by_128), by_512 = pair(f->by_512);
    __m128i x = _mm_xor_si128(block(p), _mm_cvtsi32_si128((int)crc));
    if (n >= 128) {
        __m128i y = block(p + 16), z = block(p + 32), w = block(p + 48);
        for (p += 64, n -= 64; n >= 64; p += 64, n -= 64) {
            x = fold(x, by_512, block(p));
            y = fold(y, by_512, block(p + 16));
            z = fold(z, by_512, block(p + 32));
            w = fold(w, by_512, block(p + 48));
        }
        x = fold(fold(fold(x, by_128, y), by_128, z), by_128, w);
    } else {
        p += 16;
        n -= 16;
    }
    return crc_of_rest(f, x, p, n);
}

/* ---- the same with vectors of 512 bits ---- */
#define WITH_WIDE __attribute__((target("pclmul,sse4.2,avx512f,avx512vl,vpclmulqdq")))

bool cpu_has_wide_checksums(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("vpclmulqdq") && cpu_has_checksums();
}

WITH_WIDE static inline __m512i wide_block(const uint8_t *p) { return _mm512_loadu_si512(p); }
WITH_WIDE static inline __m512i four_of(const uint64_t *words) { return _mm512_broadcast_i32x4(pair(words)); }
WITH_WIDE static inline __m512i wide_fold(__m512i x, __m512i by, __m512i y)
{
    enum { XOR_OF_THREE = 0x96 };
    __m512i low = _mm512_clmulepi64_epi128(x, by, 0x00), high = _mm512_clmulepi64_epi128(x, by, 0x11);
    return _mm512_ternarylogic_epi64(low, high, y, XOR_OF_THREE);
}
enum { WIDE = 256 /* bytes: four vectors */ };
/* n is at least WIDE. */
WITH_WIDE static uint32_t crc_of_wide_blocks(const struct folding *f, uint32_t crc, const uint8_t *p, size_t n)
{
    const __m512i by_2048 = four_of(f->by_2048), by_512 = four_of(f->by_512);
    const __m128i by_128 = pair(f->by_128);
    __m512i x = _mm512_xor_si512(wide_block(p), _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)crc)));
    __m512i y = wide_block(p + 64), z = wide_block(p + 128), w = wide_block(p + 192);
    for (p += WIDE, n -= WIDE; n >= WIDE; p += WIDE, n -= WIDE) {
        x = wide_fold(x, by_2048, wide_block(p));
        y = wide_fold(y, by_2048, wide_block(p + 64));
        z = wide_fold(z, by_2048, wide_block(p + 128));
        w = wide_fold(w, by_2048, wide_block(p + 192));
    }
    x = wide_fold(wide_fold(wide_fold(x, by_512, y), by_512, z), by_512, w);
    for (; n >= 64; p += 64, n -= 64) x = wide_fold(x, by_512, wide_block(p));
    __m128i last = _mm512_castsi512_si128(x);
    last = fold(last, by_128, _mm512_extracti32x4_epi32(x, 1));
    last = fold(last, by_128, _mm512_extracti32x4_epi32(x, 2));
    last = fold(last, by_128, _mm512_extracti32x4_epi32(x, 3));
    return crc_of_rest(f, last, p, n);
}

/* Handles whole blocks of 16 bytes; n is at least 16. */
static uint32_t crc_of(const struct folding *f, uint32_t crc, const uint8_t *p, size_t n, bool wide)
{
    return wide && n >= WIDE ? crc_of_wide_blocks(f, crc, p, n) : crc_of_blocks(f, crc, p, n);
}
uint32_t cpu_crc32(uint32_t crc, const uint8_t *p, size_t n, bool wide)
{
    static const uint32_t of_four_bits[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                               0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                               0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
    size_t whole = n & ~(size_t)15;
    if (whole) crc = crc_of(&gzip, crc, p, whole, wide);
    for (size_t i = whole; i < n; i++) {
        crc ^= p[i];
        crc = crc >> 4 ^ of_four_bits[crc & 15];
        crc = crc >> 4 ^ of_four_bits[crc & 15];
    }
    return crc;
}

WITH_CLMUL uint32_t cpu_crc32c(uint32_t crc, const uint8_t *p, size_t n, bool wide)
{
    if (n >= 128) {
        size_t whole = n & ~(size_t)15;
        crc = crc_of(&castagnoli, crc, p, whole, wide);
        p += whole;
        n -= whole;
    }
    uint64_t sum = crc, word;
    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        sum = _mm_crc32_u64(sum, word);
    }
    crc = (uint32_t)sum;
    for (; n; p++, n--) crc = _mm_crc32_u8(crc, *p);
    return crc;
}

/* ---- Adler: a is the sum of the bytes, b that of all values of a, both modulo 65521 ---- */
enum { MODULUS = 65521, MOST = 5536 /* bytes, a multiple of 32, before a sum no longer fits in 32 bits */ };

static inline uint32_t sum_of_words(__m128i v)
{
    v = _mm_add_epi32(v, _mm_srli_si128(v, 8));
    v = _mm_add_epi32(v, _mm_srli_si128(v, 4));
    return (uint32_t)_mm_cvtsi128_si32(v);
}
WITH_CLMUL uint32_t cpu_adler32(uint32_t adler, const uint8_t *p, size_t n)
{
    uint32_t a = adler & 0xffff, b = adler >> 16;
    /* a byte counts as often as its distance from the end of the 32 */
    const __m128i first = _mm_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17);
    const __m128i second = _mm_setr_epi8(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    const __m128i zero = _mm_setzero_si128(), ones = _mm_set1_epi16(1);
    while (n >= 32) {
        size_t part = n < MOST ? n & ~(size_t)31 : MOST;
        n -= part;
        b += a * (uint32_t)part;
        __m128i sum = zero, before = zero, weighted = zero;
        for (; part; part -= 32, p += 32) {
            __m128i x = block(p), y = block(p + 16);
            before = _mm_add_epi32(before, sum);
            sum = _mm_add_epi32(sum, _mm_add_epi32(_mm_sad_epu8(x, zero), _mm_sad_epu8(y, zero)));
            weighted = _mm_add_epi32(weighted, _mm_madd_epi16(_mm_maddubs_epi16(x, first), ones));
            weighted = _mm_add_epi32(weighted, _mm_madd_epi16(_mm_maddubs_epi16(y, second), ones));
        }
        b = (uint32_t)((b + (uint64_t)sum_of_words(weighted) + 32ull * sum_of_words(before)) % MODULUS);
        a = (a + sum_of_words(sum)) % MODULUS;
    }
    for (; n; p++, n--) {
        a += *p;
        b += a;
    }
    return b % MODULUS << 16 | a % MODULUS;
}
