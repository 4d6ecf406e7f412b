/* See cipher.h. Compiled for processors that have these instructions; nothing here runs on others. */
#include "cpu/x86_64/cipher.h"
#include <cpuid.h>
#include <immintrin.h>
#include <string.h>

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
/* An instruction takes several cycles, but the next one may begin at once: so many blocks are under way together. */
enum { AT_ONCE = 8, MOST_KEYS = 15 };
struct round_keys {
    __m128i key[MOST_KEYS];
    uint32_t rounds;
};
WITH_AES static inline __m128i block_at(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
WITH_AES static inline void put_block(uint8_t *p, __m128i block) { _mm_storeu_si128((__m128i *)(void *)p, block); }
WITH_AES static struct round_keys keys_to_encrypt(const uint32_t *keys, uint32_t rounds)
{
    struct round_keys k = { .rounds = rounds };
    for (uint32_t i = 0; i <= rounds && i < MOST_KEYS; i++) k.key[i] = round_key(keys + 4 * i);
    return k;
}
/* By the equivalent inverse cipher; the key that is used last comes first. */
WITH_AES static struct round_keys keys_to_decrypt(const uint32_t *keys, uint32_t rounds)
{
    struct round_keys k = { .rounds = rounds };
    for (uint32_t i = 0; i < rounds && i + 1 < MOST_KEYS; i++) k.key[i] = round_key(keys + 4 * (i + 1));
    k.key[rounds] = round_key(keys);
    return k;
}
#define EACH(block, n, value) _Pragma("clang loop unroll(full)") for (uint32_t j = 0; j < (n); j++)(block)[j] = (value)
WITH_AES static inline void encrypt(const struct round_keys *k, __m128i *block, uint32_t n)
{
    EACH(block, n, _mm_xor_si128(block[j], k->key[0]));
    for (uint32_t i = 1; i < k->rounds; i++) EACH(block, n, _mm_aesenc_si128(block[j], k->key[i]));
    EACH(block, n, _mm_aesenclast_si128(block[j], k->key[k->rounds]));
}
WITH_AES static inline void decrypt(const struct round_keys *k, __m128i *block, uint32_t n)
{
    EACH(block, n, _mm_xor_si128(block[j], k->key[0]));
    for (uint32_t i = 1; i < k->rounds; i++) EACH(block, n, _mm_aesdec_si128(block[j], k->key[i]));
    EACH(block, n, _mm_aesdeclast_si128(block[j], k->key[k->rounds]));
}
WITH_AES void cpu_aes_encrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    struct round_keys k = keys_to_encrypt(keys, rounds);
    __m128i block[AT_ONCE];
    for (; blocks >= AT_ONCE; blocks -= AT_ONCE, in += 16 * AT_ONCE, out += 16 * AT_ONCE) {
        EACH(block, AT_ONCE, block_at(in + 16 * j));
        encrypt(&k, block, AT_ONCE);
        for (uint32_t j = 0; j < AT_ONCE; j++) put_block(out + 16 * j, block[j]);
    }
    for (; blocks; blocks--, in += 16, out += 16) {
        block[0] = block_at(in);
        encrypt(&k, block, 1);
        put_block(out, block[0]);
    }
}
WITH_AES void cpu_aes_decrypt(const uint32_t *keys, uint32_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    struct round_keys k = keys_to_decrypt(keys, rounds);
    __m128i block[AT_ONCE];
    for (; blocks >= AT_ONCE; blocks -= AT_ONCE, in += 16 * AT_ONCE, out += 16 * AT_ONCE) {
        EACH(block, AT_ONCE, block_at(in + 16 * j));
        decrypt(&k, block, AT_ONCE);
        for (uint32_t j = 0; j < AT_ONCE; j++) put_block(out + 16 * j, block[j]);
    }
    for (; blocks; blocks--, in += 16, out += 16) {
        block[0] = block_at(in);
        decrypt(&k, block, 1);
        put_block(out, block[0]);
    }
}
WITH_AES void cpu_aes_encrypt_chain(const uint32_t *keys, uint32_t rounds, uint8_t *chain, const uint8_t *in,
                                    uint8_t *out, size_t blocks)
{
    struct round_keys k = keys_to_encrypt(keys, rounds);
    __m128i block = block_at(chain);
    for (; blocks; blocks--, in += 16, out += 16) {
        block = _mm_xor_si128(block, block_at(in));
        encrypt(&k, &block, 1);
        put_block(out, block);
    }
    put_block(chain, block);
}
WITH_AES void cpu_aes_decrypt_chain(const uint32_t *keys, uint32_t rounds, uint8_t *chain, const uint8_t *in,
                                    uint8_t *out, size_t blocks)
{
    struct round_keys k = keys_to_decrypt(keys, rounds);
    __m128i before = block_at(chain), block[AT_ONCE], coded[AT_ONCE];
    for (; blocks >= AT_ONCE; blocks -= AT_ONCE, in += 16 * AT_ONCE, out += 16 * AT_ONCE) {
        EACH(coded, AT_ONCE, block_at(in + 16 * j));
        EACH(block, AT_ONCE, coded[j]);
        decrypt(&k, block, AT_ONCE);
        for (uint32_t j = 0; j < AT_ONCE; j++)
            put_block(out + 16 * j, _mm_xor_si128(block[j], j ? coded[j - 1] : before));
        before = coded[AT_ONCE - 1];
    }
    for (; blocks; blocks--, in += 16, out += 16) {
        coded[0] = block[0] = block_at(in);
        decrypt(&k, block, 1);
        put_block(out, _mm_xor_si128(block[0], before));
        before = coded[0];
    }
    put_block(chain, before);
}
/* The counter, a number of 128 bits, its highest byte first, and the next ones. */
WITH_AES static inline __m128i counter_after(uint64_t high, uint64_t low, uint64_t n)
{
    uint64_t sum = low + n;
    return _mm_set_epi64x((long long)__builtin_bswap64(sum), (long long)__builtin_bswap64(high + (sum < low)));
}
WITH_AES void cpu_aes_count(const uint32_t *keys, uint32_t rounds, uint8_t *counter, const uint8_t *in, uint8_t *out,
                            size_t blocks)
{
    struct round_keys k = keys_to_encrypt(keys, rounds);
    uint64_t words[2];
    memcpy(words, counter, sizeof words);
    uint64_t high = __builtin_bswap64(words[0]), low = __builtin_bswap64(words[1]), done = 0;
    __m128i block[AT_ONCE];
    for (; blocks - done >= AT_ONCE; done += AT_ONCE, in += 16 * AT_ONCE, out += 16 * AT_ONCE) {
        EACH(block, AT_ONCE, counter_after(high, low, done + j));
        encrypt(&k, block, AT_ONCE);
        for (uint32_t j = 0; j < AT_ONCE; j++) put_block(out + 16 * j, _mm_xor_si128(block[j], block_at(in + 16 * j)));
    }
    for (; done < blocks; done++, in += 16, out += 16) {
        block[0] = counter_after(high, low, done);
        encrypt(&k, block, 1);
        put_block(out, _mm_xor_si128(block[0], block_at(in)));
    }
    put_block(counter, counter_after(high, low, blocks));
}
/* ---- GHASH: numbers of 128 bits are the elements of a field; their highest bit is the coefficient of 1 ---- */
/* Products of 256 bits, not reduced, so that several can be added first. */
struct product {
    __m128i low, middle, high;
};
WITH_AES static inline void add_product(struct product *p, __m128i x, __m128i h)
{
    p->low = _mm_xor_si128(p->low, _mm_clmulepi64_si128(x, h, 0x00));
    p->high = _mm_xor_si128(p->high, _mm_clmulepi64_si128(x, h, 0x11));
    p->middle = _mm_xor_si128(p->middle, _mm_clmulepi64_si128(x, h, 0x01));
    p->middle = _mm_xor_si128(p->middle, _mm_clmulepi64_si128(x, h, 0x10));
}
/* Modulo x^128 + x^7 + x^2 + x + 1. */
WITH_AES static inline __m128i reduced(struct product p)
{
    uint64_t v[4];
    _mm_storeu_si128((__m128i *)(void *)v, _mm_xor_si128(p.low, _mm_slli_si128(p.middle, 8)));
    _mm_storeu_si128((__m128i *)(void *)(v + 2), _mm_xor_si128(p.high, _mm_srli_si128(p.middle, 8)));
    v[3] = v[3] << 1 | v[2] >> 63; /* the bits are reversed, so the product is shifted by one */
    v[2] = v[2] << 1 | v[1] >> 63;
    v[1] = v[1] << 1 | v[0] >> 63;
    v[0] <<= 1;
    v[1] ^= v[0] << 63 ^ v[0] << 62 ^ v[0] << 57;
    v[2] ^= v[0] ^ v[0] >> 1 ^ v[0] >> 2 ^ v[0] >> 7;
    v[2] ^= v[1] << 63 ^ v[1] << 62 ^ v[1] << 57;
    v[3] ^= v[1] ^ v[1] >> 1 ^ v[1] >> 2 ^ v[1] >> 7;
    return _mm_set_epi64x((long long)v[3], (long long)v[2]);
}
WITH_AES static inline __m128i times(__m128i x, __m128i h)
{
    struct product p = { _mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128() };
    add_product(&p, x, h);
    return reduced(p);
}
WITH_AES void cpu_ghash(uint64_t *state, const uint64_t *key, const uint8_t *data, size_t blocks)
{
    enum { TOGETHER = 4 };
    const __m128i turned = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i x = _mm_set_epi64x((long long)state[0], (long long)state[1]), power[TOGETHER];
    power[0] = _mm_set_epi64x((long long)key[0], (long long)key[1]);
    if (blocks >= TOGETHER)
        for (int i = 1; i < TOGETHER; i++) power[i] = times(power[i - 1], power[0]);
    for (; blocks >= TOGETHER; blocks -= TOGETHER, data += 16 * TOGETHER) {
        struct product p = { _mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128() };
#pragma clang loop unroll(full)
        for (int i = 0; i < TOGETHER; i++) {
            __m128i block = _mm_shuffle_epi8(block_at(data + 16 * i), turned);
            add_product(&p, i ? block : _mm_xor_si128(block, x), power[TOGETHER - 1 - i]);
        }
        x = reduced(p);
    }
    for (; blocks; blocks--, data += 16)
        x = times(_mm_xor_si128(x, _mm_shuffle_epi8(block_at(data), turned)), power[0]);
    state[0] = (uint64_t)_mm_extract_epi64(x, 1);
    state[1] = (uint64_t)_mm_cvtsi128_si64(x);
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

/* Four rounds at a time. The words of a message and of the state have the first one on top. */
#define SHA1_ROUNDS(part) \
    _Pragma("clang loop unroll(full)") for (int i = 5 * (part); i < 5 * (part) + 5; i++) \
    { \
        if (i < 4) \
            word[i] = _mm_shuffle_epi8(four(block + 16 * i), turned); \
        else \
            word[i] = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(word[i - 4], word[i - 3]), word[i - 2]), \
                                         word[i - 1]); \
        e = i ? _mm_sha1nexte_epu32(before, word[i]) : _mm_add_epi32(e, word[0]); \
        before = abcd; \
        abcd = _mm_sha1rnds4_epu32(abcd, e, (part)); \
    }
WITH_SHA void cpu_sha1_block(uint32_t *state, const uint8_t *block)
{
    const __m128i turned = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uint32_t *s = state;
    __m128i abcd = _mm_set_epi32((int)s[0], (int)s[1], (int)s[2], (int)s[3]), first = abcd, before = abcd, word[20];
    __m128i last = _mm_set_epi32((int)s[4], 0, 0, 0), e = last;
    SHA1_ROUNDS(0)
    SHA1_ROUNDS(1)
    SHA1_ROUNDS(2)
    SHA1_ROUNDS(3)
    e = _mm_sha1nexte_epu32(before, last);
    abcd = _mm_add_epi32(abcd, first);
    s[0] = (uint32_t)_mm_extract_epi32(abcd, 3), s[1] = (uint32_t)_mm_extract_epi32(abcd, 2);
    s[2] = (uint32_t)_mm_extract_epi32(abcd, 1), s[3] = (uint32_t)_mm_extract_epi32(abcd, 0);
    s[4] = (uint32_t)_mm_extract_epi32(e, 3);
}
