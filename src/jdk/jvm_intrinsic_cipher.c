/* AES in the modes ECB, CBC and counter, and GHASH, with the processor's instructions. AESCrypt keeps its expanded key
 * in an array of ints, four for each round and four more; for decryption the ones used last come first. */
#include "cpu/x86_64/cipher.h"
#include "jdk/jvm_intrinsic_int.h"
#include "jdk/jvm_leaf_int.h"
#include <string.h>

enum { BLOCK = 16, MOST = 1 << 26 /* bytes at once: a stop of the world waits for them, some 20 ms */ };

static u32 field_once(const struct object *o, const char *name, const char *desc, u32 *offset)
{
    u32 at = __atomic_load_n(offset, __ATOMIC_RELAXED);
    if (at) return at;
    at = intrinsic_field(o, name, desc);
    __atomic_store_n(offset, at, __ATOMIC_RELAXED);
    return at;
}
/* The expanded key of an AESCrypt, and its number of rounds; NULL: it is none, or has none. */
static const u32 *key_of(const struct object *crypt, u32 *rounds)
{
    static u32 offset;
    if (!crypt || !symbol_equals_cstr(object_class(crypt)->name, "com/sun/crypto/provider/AESCrypt")) return NULL;
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
LEAF_OF_BYTECODE(aes_encrypt, 5, LEAF_VOID)
{
    struct block_pair b;
    if (!begin(args, &b)) return false;
    cpu_aes_encrypt(b.key, b.rounds, b.in, b.out, 1);
    return true;
}
LEAF_OF_BYTECODE(aes_decrypt, 5, LEAF_VOID)
{
    struct block_pair b;
    if (!begin(args, &b)) return false;
    cpu_aes_decrypt(b.key, b.rounds, b.in, b.out, 1);
    return true;
}

/* ---- many blocks: (in, at, count, out, at) of a mode of operation ---- */
struct blocks {
    const u32 *key;
    u32 rounds;
    const u8 *in;
    u8 *out;
    u8 *bytes; /* the mode's 16 bytes */
    size_t count;
};
/* Java's code goes from block to block, so a block that is written may be read as a later one. */
static bool overlap(const u8 *in, const u8 *out, size_t n) { return in != out && in < out + n && out < in + n; }
/* field: of the mode's bytes; NULL: it has none. */
static bool begin_blocks(const slot *args, const char *field, u32 *field_at, struct blocks *b)
{
    static u32 cipher_at;
    struct object *o = slot_ref(args[0]);
    struct span in = span_of(args[1]), out = span_of(args[4]);
    i32 from = slot_int(args[2]), n = slot_int(args[3]), to = slot_int(args[5]);
    if (!field_once(o, "embeddedCipher", "Lcom/sun/crypto/provider/SymmetricCipher;", &cipher_at)) return false;
    b->key = key_of(obj_ref(o, cipher_at), &b->rounds);
    if (!b->key || n % BLOCK || n > MOST || !has(&in, from, n) || !has(&out, to, n)) return false;
    if (field) {
        struct span bytes =
            field_once(o, field, "[B", field_at) ? span_of_array(obj_ref(o, *field_at)) : (struct span){ 0 };
        if (!has(&bytes, 0, BLOCK)) return false;
        b->bytes = bytes.elements;
        if (overlap(b->bytes, out.elements + to, (size_t)n)) return false;
    }
    b->in = in.elements + from;
    b->out = out.elements + to;
    b->count = (size_t)n / BLOCK;
    return !overlap(b->in, b->out, (size_t)n);
}
INTRINSIC(encrypt_blocks, 6)
{
    struct blocks b;
    if (!begin_blocks(args, NULL, NULL, &b)) return false;
    cpu_aes_encrypt(b.key, b.rounds, b.in, b.out, b.count);
    *result = args[3];
    return true;
}
INTRINSIC(decrypt_blocks, 6)
{
    struct blocks b;
    if (!begin_blocks(args, NULL, NULL, &b)) return false;
    cpu_aes_decrypt(b.key, b.rounds, b.in, b.out, b.count);
    *result = args[3];
    return true;
}
static u32 chain_at; /* of CipherBlockChaining.r */
INTRINSIC(encrypt_chain, 6)
{
    struct blocks b;
    if (!begin_blocks(args, "r", &chain_at, &b)) return false;
    cpu_aes_encrypt_chain(b.key, b.rounds, b.bytes, b.in, b.out, b.count);
    *result = args[3];
    return true;
}
INTRINSIC(decrypt_chain, 6)
{
    struct blocks b;
    if (!begin_blocks(args, "r", &chain_at, &b)) return false;
    if (b.in == b.out) return false; /* Java's code chains to what it has just written */
    cpu_aes_decrypt_chain(b.key, b.rounds, b.bytes, b.in, b.out, b.count);
    *result = args[3];
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
    u32 rounds;
    const u32 *key = key_of(cipher, &rounds);
    i32 used = obj_int(o, used_at);
    if (!key || counter.length != BLOCK || encrypted.length != BLOCK || (u32)used > BLOCK) return false;
    if (n > MOST || !has(&in, from, n) || !has(&out, to, n)) return false;
    const u8 *source = in.elements + from;
    u8 *target = out.elements + to;
    bool apart = !overlap(source, target, (size_t)n) && !overlap(counter.elements, target, (size_t)n);
    for (i32 i = 0; i < n;) {
        if (used == BLOCK && apart && n - i > BLOCK) { /* the last block goes through the mode's own bytes */
            u32 whole = (u32)(n - i - 1) / BLOCK;
            cpu_aes_count(key, rounds, counter.elements, source + i, target + i, whole);
            i += (i32)whole * BLOCK;
            continue;
        }
        if (used == BLOCK) {
            cpu_aes_encrypt(key, rounds, counter.elements, encrypted.elements, 1);
            count_up(counter.elements);
            used = 0;
        }
        target[i] = source[i] ^ encrypted.elements[used++];
        i++;
    }
    obj_set_int(o, used_at, used);
    *result = slot_of_int(n);
    return true;
}

/* ---- GHASH ---- */
/* (data, at, blocks, state, table that begins with the key, two longs) */
LEAF_OF_BYTECODE(ghash_blocks, 5, LEAF_VOID)
{
    struct span data = span_of(args[0]), state = span_of_array(slot_ref(args[3])),
                table = span_of_array(slot_ref(args[4]));
    i32 from = slot_int(args[1]), n = slot_int(args[2]);
    if (n < 0 || n > INT32_MAX / BLOCK || !has(&data, from, n * BLOCK) || !has(&state, 0, 2) || !has(&table, 0, 2))
        return false;
    cpu_ghash((u64 *)(void *)state.elements, (const u64 *)(const void *)table.elements, data.elements + from,
              (size_t)n);
    return true;
}

#define PROVIDER "com/sun/crypto/provider/"
const struct intrinsic intrinsics_cipher[] = {
    { PROVIDER "ElectronicCodeBook", "implECBEncrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(encrypt_blocks) },
    { PROVIDER "ElectronicCodeBook", "implECBDecrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(decrypt_blocks) },
    { PROVIDER "CipherBlockChaining", "implEncrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(encrypt_chain) },
    { PROVIDER "CipherBlockChaining", "implDecrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(decrypt_chain) },
    { PROVIDER "CounterMode", "implCrypt", "([BII[BI)I", INTRINSIC_IN_TABLE(crypt_with_counter) },
};
/* Those that are for AES in any case. */
const struct leaf leaves_cipher[] = {
    { PROVIDER "AESCrypt", "implEncryptBlock", "([BI[BI)V", LEAF_IN_TABLE(aes_encrypt) },
    { PROVIDER "AESCrypt", "implDecryptBlock", "([BI[BI)V", LEAF_IN_TABLE(aes_decrypt) },
    { PROVIDER "GHASH", "processBlocks", "([BII[J[J)V", LEAF_IN_TABLE(ghash_blocks) },
};
const size_t leaves_cipher_count = ARRAY_LEN(leaves_cipher);
const size_t intrinsics_cipher_count = ARRAY_LEN(intrinsics_cipher);
