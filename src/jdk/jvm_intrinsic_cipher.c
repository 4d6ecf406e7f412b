/* AES a block at a time, in counter mode, and GHASH, with the processor's instructions. AESCrypt keeps its expanded key
 * in an array of ints, four for each round and four more; for decryption the ones used last come first. */
#include "cpu/x86_64/cipher.h"
#include "jdk/jvm_intrinsic_int.h"
#include <string.h>

enum { BLOCK = 16, MOST_ROUNDS = 14 };

static u32 field_once(const struct object *o, const char *name, const char *desc, u32 *offset)
{
    u32 at = __atomic_load_n(offset, __ATOMIC_RELAXED);
    if (at) return at;
    at = intrinsic_field(o, name, desc);
    __atomic_store_n(offset, at, __ATOMIC_RELAXED);
    return at;
}
/* The expanded key of an AESCrypt, and its number of rounds; NULL: it has none. */
static const u32 *key_of(const struct object *crypt, u32 *rounds)
{
    static u32 offset;
    u32 at = field_once(crypt, "K", "[I", &offset);
    struct span k = at ? span_of_array(obj_ref(crypt, at)) : (struct span){ NULL, 0 };
    *rounds = (u32)k.length / 4 - 1;
    if (!k.elements || (k.length != 44 && k.length != 52 && k.length != 60)) return NULL;
    return (const u32 *)(const void *)k.elements;
}

/* (in, at, out, at) */
struct block_pair {
    const u32 *key;
    u32 rounds;
    const u8 *in;
    u8 *out;
};
static bool begin(const slot *args, struct block_pair *b)
{
    struct span in = span_of(args[1]), out = span_of(args[3]);
    i32 from = slot_int(args[2]), to = slot_int(args[4]);
    b->key = key_of(slot_ref(args[0]), &b->rounds);
    if (!b->key || !has(&in, from, BLOCK) || !has(&out, to, BLOCK)) return false;
    b->in = in.elements + from;
    b->out = out.elements + to;
    return true;
}
INTRINSIC(aes_encrypt, 5)
{
    struct block_pair b;
    if (!begin(args, &b)) return false;
    cpu_aes_encrypt(b.key, b.rounds, b.in, b.out);
    return true;
}
INTRINSIC(aes_decrypt, 5)
{
    struct block_pair b;
    const u32 *keys[MOST_ROUNDS + 1];
    if (!begin(args, &b)) return false;
    for (u32 i = 0; i < b.rounds; i++) keys[i] = b.key + 4 * (i + 1);
    keys[b.rounds] = b.key;
    cpu_aes_decrypt(keys, b.rounds, b.in, b.out);
    return true;
}

/* ---- counter mode: (in, at, count, out, at) ---- */
static void count_up(u8 *counter)
{
    for (u32 i = BLOCK; i-- > 0;)
        if (++counter[i]) return;
}
INTRINSIC(crypt_with_counter, 6)
{
    static u32 cipher_at, counter_at, encrypted_at, used_at;
    struct object *o = slot_ref(args[0]);
    struct span in = span_of(args[1]), out = span_of(args[4]);
    i32 from = slot_int(args[2]), n = slot_int(args[3]), to = slot_int(args[5]);
    if (!field_once(o, "embeddedCipher", "Lcom/sun/crypto/provider/SymmetricCipher;", &cipher_at) ||
        !field_once(o, "counter", "[B", &counter_at) || !field_once(o, "encryptedCounter", "[B", &encrypted_at) ||
        !field_once(o, "used", "I", &used_at))
        return false;
    struct object *cipher = obj_ref(o, cipher_at);
    struct span counter = span_of_array(obj_ref(o, counter_at)), encrypted = span_of_array(obj_ref(o, encrypted_at));
    if (!cipher || !symbol_equals_cstr(object_class(cipher)->name, "com/sun/crypto/provider/AESCrypt")) return false;
    u32 rounds;
    const u32 *key = key_of(cipher, &rounds);
    i32 used = obj_int(o, used_at);
    if (!key || counter.length != BLOCK || encrypted.length != BLOCK || (u32)used > BLOCK) return false;
    if (!has(&in, from, n) || !has(&out, to, n)) return false;
    for (i32 i = 0; i < n; i++) {
        if (used == BLOCK) {
            cpu_aes_encrypt(key, rounds, counter.elements, encrypted.elements);
            count_up(counter.elements);
            used = 0;
        }
        out.elements[to + i] = in.elements[from + i] ^ encrypted.elements[used++];
    }
    obj_set_int(o, used_at, used);
    *result = slot_of_int(n);
    return true;
}

/* ---- GHASH ---- */
/* x * h in the field of 2^128 elements; in both numbers the highest bit is the coefficient of 1. */
static void field_multiply(u64 x[2], const u64 h[2])
{
    u64 high, low, cross_high, cross_low, v[4];
    low = cpu_multiply_without_carry(x[1], h[1], &high);
    v[0] = low, v[1] = high;
    low = cpu_multiply_without_carry(x[0], h[0], &high);
    v[2] = low, v[3] = high;
    cross_low = cpu_multiply_without_carry(x[0], h[1], &cross_high);
    low = cpu_multiply_without_carry(x[1], h[0], &high);
    v[1] ^= cross_low ^ low;
    v[2] ^= cross_high ^ high;
    v[3] = v[3] << 1 | v[2] >> 63; /* the bits are reversed, so the product is shifted by one */
    v[2] = v[2] << 1 | v[1] >> 63;
    v[1] = v[1] << 1 | v[0] >> 63;
    v[0] <<= 1;
    v[1] ^= v[0] << 63 ^ v[0] << 62 ^ v[0] << 57; /* reduces modulo x^128 + x^7 + x^2 + x + 1 */
    v[2] ^= v[0] ^ v[0] >> 1 ^ v[0] >> 2 ^ v[0] >> 7;
    v[2] ^= v[1] << 63 ^ v[1] << 62 ^ v[1] << 57;
    v[3] ^= v[1] ^ v[1] >> 1 ^ v[1] >> 2 ^ v[1] >> 7;
    x[0] = v[3];
    x[1] = v[2];
}
/* (data, at, blocks, state, table that begins with the key, two longs) */
INTRINSIC(ghash_blocks, 5)
{
    struct span data = span_of(args[0]), state = span_of_array(slot_ref(args[3])),
                table = span_of_array(slot_ref(args[4]));
    i32 from = slot_int(args[1]), n = slot_int(args[2]);
    if (n < 0 || n > INT32_MAX / BLOCK || !has(&data, from, n * BLOCK) || !has(&state, 0, 2) || !has(&table, 0, 2))
        return false;
    u64 x[2], h[2], word[2];
    memcpy(x, state.elements, sizeof x);
    memcpy(h, table.elements, sizeof h);
    for (i32 i = 0; i < n; i++) {
        memcpy(word, data.elements + from + (size_t)i * BLOCK, sizeof word);
        x[0] ^= __builtin_bswap64(word[0]);
        x[1] ^= __builtin_bswap64(word[1]);
        field_multiply(x, h);
    }
    memcpy(state.elements, x, sizeof x);
    return true;
}

#define PROVIDER "com/sun/crypto/provider/"
const struct intrinsic intrinsics_cipher[] = {
    { PROVIDER "AESCrypt", "implEncryptBlock", "([BI[BI)V", INTRINSIC_IN_TABLE(aes_encrypt) },
    { PROVIDER "AESCrypt", "implDecryptBlock", "([BI[BI)V", INTRINSIC_IN_TABLE(aes_decrypt) },
    { PROVIDER "CounterMode", "implCrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(crypt_with_counter) },
    { PROVIDER "GHASH", "processBlocks", "([BII[J[J)V", INTRINSIC_IN_TABLE(ghash_blocks) },
};
const size_t intrinsics_cipher_count = ARRAY_LEN(intrinsics_cipher);
