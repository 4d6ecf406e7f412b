#include "cpu/x86_64/base64.h"
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))

enum { BYTES = 24, CHARS = 32 }; /* of a piece */

bool cpu_has_base64(void) { return __builtin_cpu_supports("avx2"); }

WITH_AVX2 static inline __m256i all(char c) { return _mm256_set1_epi8(c); }
/* In both halves. */
WITH_AVX2 static inline __m256i twice(__m128i x) { return _mm256_broadcastsi128_si256(x); }

/* ---- encoding ---- */
/* The numbers of six bits in 12 bytes of each half, a byte each. */
WITH_AVX2 static inline __m256i split(__m256i in)
{
    const __m256i places = twice(_mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10));
    in = _mm256_shuffle_epi8(in, places);
    __m256i first = _mm256_mulhi_epu16(_mm256_and_si256(in, _mm256_set1_epi32(0x0fc0fc00)),
                                       _mm256_set1_epi32(0x04000040)); /* shifts to the right by 10 and 6 */
    __m256i second = _mm256_mullo_epi16(_mm256_and_si256(in, _mm256_set1_epi32(0x003f03f0)),
                                        _mm256_set1_epi32(0x01000010)); /* to the left by 8 and 4 */
    return _mm256_or_si256(first, second);
}
/* The characters. kind: 13 for capitals, 0 for small letters, 1 to 10 for digits, 11 and 12 for the last two. `last`
 * has what is added by kind. */
WITH_AVX2 static inline __m256i characters(__m256i numbers, __m256i added)
{
    __m256i kind = _mm256_subs_epu8(numbers, all(51));
    kind = _mm256_or_si256(kind, _mm256_and_si256(_mm256_cmpgt_epi8(all(26), numbers), all(13)));
    return _mm256_add_epi8(numbers, _mm256_shuffle_epi8(added, kind));
}
WITH_AVX2 size_t cpu_base64_encode(const uint8_t *in, size_t n, uint8_t *out, bool url)
{
    enum { DIGITS = '0' - 52, HALF = BYTES / 2, READ = HALF + 16 };
    const char plus = url ? '-' - 62 : '+' - 62, slash = url ? '_' - 63 : '/' - 63;
    const __m256i added = twice(_mm_setr_epi8('a' - 26, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS,
                                              DIGITS, DIGITS, plus, slash, 'A', 0, 0));
    size_t i = 0;
    for (; n - i >= READ; i += BYTES, out += CHARS) {
        __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(in + i));
        __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(in + i + HALF));
        __m256i numbers = split(_mm256_set_m128i(high, low));
        _mm256_storeu_si256((__m256i *)(void *)out, characters(numbers, added));
    }
    return i;
}

/* ---- decoding ---- */
/* -1 in the bytes that are from `first` to `last`. */
WITH_AVX2 static inline __m256i between(__m256i x, char first, char last)
{
    return _mm256_and_si256(_mm256_cmpgt_epi8(x, all((char)(first - 1))), _mm256_cmpgt_epi8(all((char)(last + 1)), x));
}
/* The numbers of six bits; *good has -1 where a character is of the alphabet. */
WITH_AVX2 static inline __m256i numbers_of(__m256i x, char plus, char slash, __m256i *good)
{
    __m256i capital = between(x, 'A', 'Z'), small = between(x, 'a', 'z'), digit = between(x, '0', '9');
    __m256i is_plus = _mm256_cmpeq_epi8(x, all(plus)), is_slash = _mm256_cmpeq_epi8(x, all(slash));
    __m256i letter = _mm256_or_si256(capital, small), last = _mm256_or_si256(is_plus, is_slash);
    *good = _mm256_or_si256(_mm256_or_si256(letter, digit), last);
    __m256i add = _mm256_and_si256(capital, all(-'A'));
    add = _mm256_or_si256(add, _mm256_and_si256(small, all(26 - 'a')));
    add = _mm256_or_si256(add, _mm256_and_si256(digit, all(52 - '0')));
    add = _mm256_or_si256(add, _mm256_and_si256(is_plus, all((char)(62 - plus))));
    add = _mm256_or_si256(add, _mm256_and_si256(is_slash, all((char)(63 - slash))));
    return _mm256_add_epi8(x, add);
}
/* 24 bytes at the start, of 32 numbers. */
WITH_AVX2 static inline __m256i join(__m256i numbers)
{
    const __m256i places = twice(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
    __m256i pairs = _mm256_maddubs_epi16(numbers, _mm256_set1_epi32(0x01400140)); /* 12 bits of two numbers */
    __m256i whole = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));      /* 24 bits of four */
    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(whole, places), _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}
WITH_AVX2 size_t cpu_base64_decode(const uint8_t *in, size_t n, uint8_t *out, bool url)
{
    const char plus = url ? '-' : '+', slash = url ? '_' : '/';
    size_t i = 0;
    for (; n - i >= CHARS; i += CHARS, out += BYTES) {
        __m256i good, x = _mm256_loadu_si256((const __m256i *)(const void *)(in + i));
        __m256i numbers = numbers_of(x, plus, slash, &good);
        if (_mm256_movemask_epi8(good) != -1) break;
        __m256i bytes = join(numbers);
        _mm_storeu_si128((__m128i *)(void *)out, _mm256_castsi256_si128(bytes));
        _mm_storel_epi64((__m128i *)(void *)(out + 16), _mm256_extracti128_si256(bytes, 1));
    }
    return i;
}
