/* Digests, a block at a time: MD5 (RFC 1321), SHA-1, SHA-256, SHA-512 (FIPS 180-4). The digest's class keeps its state
 * in an array of ints or longs. */
#include "cpu/x86_64/cipher.h"
#include "jdk/jvm_intrinsic_int.h"
#include "jdk/jvm_leaf_int.h"
#include <string.h>

/* Finds the state of args[0], of `words` words, and the block at args[2] of args[1]. *offset: of the state's field,
 * looked up once. */
static bool begin(const slot *args, const char *desc, u32 *offset, i32 words, i32 bytes, void **state, const u8 **block)
{
    struct object *o = slot_ref(args[0]);
    struct span buffer = span_of(args[1]);
    i32 at = slot_int(args[2]);
    u32 where = __atomic_load_n(offset, __ATOMIC_RELAXED);
    if (!where) {
        where = intrinsic_field(o, "state", desc);
        __atomic_store_n(offset, where, __ATOMIC_RELAXED);
    }
    struct span s = where ? span_of_array(obj_ref(o, where)) : (struct span){ NULL, 0 };
    if (!has(&s, 0, words) || !has(&buffer, at, bytes)) return false;
    *state = s.elements;
    *block = buffer.elements + at;
    return true;
}
static u32 left(u32 x, u32 by) { return x << by | x >> (32 - by); }
static u32 right(u32 x, u32 by) { return x >> by | x << (32 - by); }
static u64 right64(u64 x, u32 by) { return x >> by | x << (64 - by); }
static u32 big_endian(const u8 *p)
{
    u32 v;
    memcpy(&v, p, sizeof v);
    return __builtin_bswap32(v);
}
static u64 big_endian64(const u8 *p)
{
    u64 v;
    memcpy(&v, p, sizeof v);
    return __builtin_bswap64(v);
}
/* Bits of b where a has a 1, of c elsewhere; the majority of the three bits. */
#define CHOICE(a, b, c) ((c) ^ ((a) & ((b) ^ (c))))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) | (b))))

/* ---- MD5 ---- */
static const u32 md5_sines[64] = { 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
                                   0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
                                   0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
                                   0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
                                   0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
                                   0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
                                   0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
                                   0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
                                   0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
                                   0xeb86d391 };
LEAF_OF_BYTECODE(md5_block, 3, LEAF_VOID)
{
    static u32 offset;
    static const u8 turns[4][4] = { { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 } };
    u32 *state, word[16];
    const u8 *block;
    if (!begin(args, "[I", &offset, 4, 64, (void **)&state, &block)) return false;
    memcpy(word, block, sizeof word);
    u32 a = state[0], b = state[1], c = state[2], d = state[3];
#pragma clang loop unroll(full)
    for (u32 i = 0; i < 64; i++) {
        u32 mixed, at;
        switch (i / 16) {
        case 0: mixed = CHOICE(b, c, d), at = i; break;
        case 1: mixed = CHOICE(d, b, c), at = 5 * i + 1; break;
        case 2: mixed = b ^ c ^ d, at = 3 * i + 5; break;
        default: mixed = c ^ (b | ~d), at = 7 * i; break;
        }
        u32 next = b + left(a + mixed + md5_sines[i] + word[at % 16], turns[i / 16][i % 4]);
        a = d, d = c, c = b, b = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    return true;
}

/* ---- SHA-1 ---- */
LEAF_OF_BYTECODE(sha1_block, 3, LEAF_VOID)
{
    static u32 offset;
    u32 *state, word[80];
    const u8 *block;
    if (!begin(args, "[I", &offset, 5, 64, (void **)&state, &block)) return false;
    if (cpu_has_sha()) {
        cpu_sha1_block(state, block);
        return true;
    }
    for (u32 i = 0; i < 16; i++) word[i] = big_endian(block + 4 * i);
    for (u32 i = 16; i < 80; i++) word[i] = left(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    u32 a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
#pragma clang loop unroll(full)
    for (u32 i = 0; i < 80; i++) {
        u32 mixed;
        switch (i / 20) {
        case 0: mixed = CHOICE(b, c, d) + 0x5a827999; break;
        case 1: mixed = (b ^ c ^ d) + 0x6ed9eba1; break;
        case 2: mixed = MAJORITY(b, c, d) + 0x8f1bbcdc; break;
        default: mixed = (b ^ c ^ d) + 0xca62c1d6; break;
        }
        u32 next = left(a, 5) + mixed + e + word[i];
        e = d, d = c, c = left(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
    return true;
}

/* ---- SHA-2: fractions of the cube roots of the first primes ---- */
static const u32 roots_256[64] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
                                   0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
                                   0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
                                   0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
                                   0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
                                   0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
                                   0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
                                   0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
                                   0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
                                   0xc67178f2 };
static const u64 roots_512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817
};
/* The nth of eight words after i rotations: each takes the last word away and puts a new one in front. */
#define TURNED(n) v[((n) - i) & 7]
/* Eight rounds at a time, so that the compiler knows which word is which. */
static void sha256_rounds(u32 *v, const u32 *word)
{
    for (u32 at = 0; at < 64; at += 8)
#pragma clang loop unroll(full)
        for (u32 i = 0; i < 8; i++) {
            u32 a = TURNED(0), e = TURNED(4);
            u32 x = TURNED(7) + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + CHOICE(e, TURNED(5), TURNED(6)) +
                    roots_256[at + i] + word[at + i];
            u32 y = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + MAJORITY(a, TURNED(1), TURNED(2));
            TURNED(3) += x;
            TURNED(7) = x + y;
        }
}
LEAF_OF_BYTECODE(sha256_block, 3, LEAF_VOID)
{
    static u32 offset;
    u32 *state, word[64], v[8];
    const u8 *block;
    if (!begin(args, "[I", &offset, 8, 64, (void **)&state, &block)) return false;
    if (cpu_has_sha()) {
        cpu_sha256_block(state, block, roots_256);
        return true;
    }
    for (u32 i = 0; i < 16; i++) word[i] = big_endian(block + 4 * i);
    for (u32 i = 16; i < 64; i++) {
        u32 x = word[i - 15], y = word[i - 2];
        word[i] = word[i - 16] + (right(x, 7) ^ right(x, 18) ^ x >> 3) + word[i - 7] +
                  (right(y, 17) ^ right(y, 19) ^ y >> 10);
    }
    memcpy(v, state, sizeof v);
    sha256_rounds(v, word);
    for (u32 i = 0; i < 8; i++) state[i] += v[i];
    return true;
}
static void sha512_rounds(u64 *v, const u64 *word)
{
    for (u32 at = 0; at < 80; at += 8)
#pragma clang loop unroll(full)
        for (u32 i = 0; i < 8; i++) {
            u64 a = TURNED(0), e = TURNED(4);
            u64 x = TURNED(7) + (right64(e, 14) ^ right64(e, 18) ^ right64(e, 41)) + CHOICE(e, TURNED(5), TURNED(6)) +
                    roots_512[at + i] + word[at + i];
            u64 y = (right64(a, 28) ^ right64(a, 34) ^ right64(a, 39)) + MAJORITY(a, TURNED(1), TURNED(2));
            TURNED(3) += x;
            TURNED(7) = x + y;
        }
}
LEAF_OF_BYTECODE(sha512_block, 3, LEAF_VOID)
{
    static u32 offset;
    u64 *state, word[80], v[8];
    const u8 *block;
    if (!begin(args, "[J", &offset, 8, 128, (void **)&state, &block)) return false;
    for (u32 i = 0; i < 16; i++) word[i] = big_endian64(block + 8 * i);
    for (u32 i = 16; i < 80; i++) {
        u64 x = word[i - 15], y = word[i - 2];
        word[i] = word[i - 16] + (right64(x, 1) ^ right64(x, 8) ^ x >> 7) + word[i - 7] +
                  (right64(y, 19) ^ right64(y, 61) ^ y >> 6);
    }
    memcpy(v, state, sizeof v);
    sha512_rounds(v, word);
    for (u32 i = 0; i < 8; i++) state[i] += v[i];
    return true;
}

#define PROVIDER "sun/security/provider/"
const struct leaf leaves_digest[] = {
    { PROVIDER "MD5", "implCompress0", "([BI)V", LEAF_IN_TABLE(md5_block) },
    { PROVIDER "SHA", "implCompress0", "([BI)V", LEAF_IN_TABLE(sha1_block) },
    { PROVIDER "SHA2", "implCompress0", "([BI)V", LEAF_IN_TABLE(sha256_block) },
    { PROVIDER "SHA5", "implCompress0", "([BI)V", LEAF_IN_TABLE(sha512_block) },
};
const size_t leaves_digest_count = ARRAY_LEN(leaves_digest);
