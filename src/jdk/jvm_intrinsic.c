/* Intrinsics of strings and arrays. They decline arguments that are out of bounds or null: then the
 * bytecode throws. */
#include "jdk/jvm_intrinsic.h"
#include "core/alloc.h"
#include "cpu/x86_64/base64.h"
#include "cpu/x86_64/chars.h"
#include "cpu/x86_64/cipher.h"
#include "cpu/x86_64/instructions.h"
#include "cpu/x86_64/latin.h"
#include "cpu/x86_64/product.h"
#include "cpu/x86_64/search.h"
#include "cpu/x86_64/utf16.h"
#include "jdk/jvm_intrinsic_int.h"
#include "jdk/jvm_leaf.h"
#include "model/loader.h"
#include "model/options.h"
#include <string.h>

/* The same for an array of bytes that holds chars. */
static bool has_chars(const struct span *s, i32 at, i32 count)
{
    return s->elements && (at | count) >= 0 && (i64)at + count <= s->length >> 1;
}
static u16 char_at(const u8 *chars, size_t i)
{
    u16 c;
    memcpy(&c, chars + 2 * i, sizeof c);
    return c;
}
static void put_char(u8 *chars, size_t i, u16 c) { memcpy(chars + 2 * i, &c, sizeof c); }
static bool has_wide_vectors(void) { return options.avx >= 2; }

/* ---- comparing ---- */
/* The number of equal bytes at the start of n. */
static size_t same_bytes(const u8 *a, const u8 *b, size_t n)
{
    size_t i = 0;
    if (n >= 2 * (size_t)CPU_UTF16 && has_wide_vectors()) return cpu_same_bytes(a, b, n);
    for (u64 x, y; i + sizeof x <= n; i += sizeof x) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y) return i + (size_t)__builtin_ctzll(x ^ y) / 8;
    }
    while (i < n && a[i] == b[i]) i++;
    return i;
}

static u64 word_at(const u8 *p, size_t i)
{
    u64 x;
    memcpy(&x, p + i, sizeof x);
    return x;
}
static u32 half_at(const u8 *p, size_t i)
{
    u32 x;
    memcpy(&x, p + i, sizeof x);
    return x;
}
/* Are n bytes equal? The comparison of the last ones may overlap the one before. */
static ALWAYS_INLINE bool are_same(const u8 *a, const u8 *b, size_t n)
{
    enum { SHORT = 32 };
    if (n > SHORT) return !memcmp(a, b, n);
    if (n >= 16)
        return !((word_at(a, 0) ^ word_at(b, 0)) | (word_at(a, 8) ^ word_at(b, 8)) |
                 (word_at(a, n - 16) ^ word_at(b, n - 16)) | (word_at(a, n - 8) ^ word_at(b, n - 8)));
    if (n >= 8) return word_at(a, 0) == word_at(b, 0) && word_at(a, n - 8) == word_at(b, n - 8);
    if (n >= 4) return half_at(a, 0) == half_at(b, 0) && half_at(a, n - 4) == half_at(b, n - 4);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

INTRINSIC(equal_bytes, 2)
{
    struct span a = span_of(args[0]), b = span_of(args[1]);
    if (!a.elements || !b.elements) return false;
    *result = a.length == b.length && are_same(a.elements, b.elements, (size_t)a.length);
    return true;
}
INTRINSIC(compare_latin1, 2)
{
    struct span a = span_of(args[0]), b = span_of(args[1]);
    if (!a.elements || !b.elements) return false;
    i32 n = a.length < b.length ? a.length : b.length;
    i32 at = (i32)same_bytes(a.elements, b.elements, (size_t)n);
    *result = slot_of_int(at < n ? a.elements[at] - b.elements[at] : a.length - b.length);
    return true;
}
INTRINSIC(compare_utf16, 2)
{
    struct span a = span_of(args[0]), b = span_of(args[1]);
    if (!a.elements || !b.elements) return false;
    i32 x = a.length >> 1, y = b.length >> 1, n = x < y ? x : y;
    i32 at = (i32)(same_bytes(a.elements, b.elements, 2 * (size_t)n) / 2);
    *result = slot_of_int(at < n ? char_at(a.elements, (size_t)at) - char_at(b.elements, (size_t)at) : x - y);
    return true;
}
/* Objects may be NULL: then offsets are addresses. */
INTRINSIC(vectorized_mismatch, 8)
{
    const u8 *a = (const u8 *)(uintptr_t)args[0] + (i64)args[2], *b = (const u8 *)(uintptr_t)args[3] + (i64)args[5];
    i32 length = slot_int(args[6]), scale = slot_int(args[7]);
    if (length < 0 || (u32)scale > 3) return false;
    size_t n = (size_t)length << scale, at = same_bytes(a, b, n);
    *result = slot_of_int(at < n ? (i32)(at >> scale) : ~0); /* nothing is left to be compared */
    return true;
}

/* ---- hash codes ---- */
static u32 nth(const u8 *p, size_t i, bool chars) { return chars ? char_at(p, i) : p[i]; }
/* 31 * h + x for each x, from the i-th one on; eight at a time, so that the products are independent. */
static inline u32 hash(u32 h, const u8 *p, size_t i, size_t n, bool chars)
{
    enum { P2 = 31 * 31, P3 = 31 * P2, P4 = 31 * P3, P5 = 31 * P4 };
    const u32 p6 = 31u * P5, p7 = 31u * p6, p8 = 31u * p7;
    for (; i + 8 <= n; i += 8)
        h = h * p8 + nth(p, i, chars) * p7 + nth(p, i + 1, chars) * p6 + nth(p, i + 2, chars) * P5 +
            nth(p, i + 3, chars) * P4 + nth(p, i + 4, chars) * P3 + nth(p, i + 5, chars) * P2 +
            nth(p, i + 6, chars) * 31 + nth(p, i + 7, chars);
    for (; i < n; i++) h = 31 * h + nth(p, i, chars);
    return h;
}
static u32 hash_bytes(const u8 *p, size_t n)
{
    size_t pieces = n >= 2 * CPU_LATIN && has_wide_vectors() ? ALIGN_DOWN(n, (size_t)CPU_LATIN) : 0;
    return hash(pieces ? cpu_hash_latin(p, pieces) : 0, p, pieces, n, false);
}
INTRINSIC(hash_latin1, 1)
{
    struct span s = span_of(args[0]);
    if (!s.elements) return false;
    *result = slot_of_int((i32)hash_bytes(s.elements, (size_t)s.length));
    return true;
}
INTRINSIC(hash_utf16, 1)
{
    struct span s = span_of(args[0]);
    if (!s.elements) return false;
    size_t n = (size_t)s.length / 2,
           pieces = n >= 2 * CPU_UTF16 && has_wide_vectors() ? ALIGN_DOWN(n, (size_t)CPU_UTF16) : 0;
    *result = slot_of_int((i32)hash(pieces ? cpu_hash_utf16(s.elements, pieces) : 0, s.elements, pieces, n, true));
    return true;
}

/* ---- searching ---- */
static NOINLINE i32 find_bytes_wide(const u8 *in, size_t places, const u8 *what, size_t n, size_t from)
{
    for (size_t at = from; (at = cpu_find_latin(in, at, places, what[0], what[n - 1], n - 1)) < places; at++)
        if (are_same(in + at, what, n)) return (i32)at;
    return -1;
}
/* The first byte is mostly rare. Where it is not, both ends are sought at once. */
static ALWAYS_INLINE i32 find_bytes(const u8 *in, i32 count, const u8 *what, i32 n, i32 from)
{
    const u8 *at = in + from, *end = in + count - n + 1; /* number of places where the target could begin */
    for (; at < end; at++) {
        at = memchr(at, what[0], (size_t)(end - at));
        if (!at) return -1;
        if (at[n - 1] == what[n - 1] && are_same(at, what, (size_t)n)) return (i32)(at - in);
        if (end - in >= CPU_LATIN && has_wide_vectors())
            return find_bytes_wide(in, (size_t)(end - in), what, (size_t)n, (size_t)(at + 1 - in));
    }
    return -1;
}
INTRINSIC(index_of_latin1, 2)
{
    struct span in = span_of(args[0]), what = span_of(args[1]);
    if (!in.elements || !what.elements) return false;
    *result = slot_of_int(what.length ? find_bytes(in.elements, in.length, what.elements, what.length, 0) : 0);
    return true;
}
INTRINSIC(index_of_latin1_from, 5)
{
    struct span in = span_of(args[0]), what = span_of(args[2]);
    i32 count = slot_int(args[1]), n = slot_int(args[3]), from = slot_int(args[4]);
    if (n < 1 || from < 0 || !has(&in, 0, count) || !has(&what, 0, n)) return false;
    *result = slot_of_int(find_bytes(in.elements, count, what.elements, n, from));
    return true;
}
INTRINSIC(index_of_char_latin1, 4)
{
    struct span in = span_of(args[0]);
    i32 from = slot_int(args[2]), to = slot_int(args[3]);
    if (from >= to) {
        if (!in.elements) return false;
        *result = slot_of_int(-1);
        return true;
    }
    if (!has(&in, from, to - from)) return false;
    const u8 *at = memchr(in.elements + from, (u8)slot_int(args[1]), (size_t)(to - from));
    *result = slot_of_int(at ? (i32)(at - in.elements) : -1);
    return true;
}
/* The first place from `at` up to `end` with the char, or -1. */
static i32 find_char(const u8 *chars, i32 at, i32 end, u16 what)
{
    const u8 *from = chars + 2 * (size_t)at;
    i32 n = end - at;
    i32 found = n >= CPU_UTF16 && has_wide_vectors() ? (i32)cpu_find_utf16(from, (size_t)n, what)
                                                     : cpu_find_word(from, n, what);
    return found < end - at ? at + found : -1;
}
/* An int that is no char is not found. */
INTRINSIC(index_of_char_utf16, 4)
{
    struct span in = span_of(args[0]);
    i32 what = slot_int(args[1]), from = slot_int(args[2]), to = slot_int(args[3]);
    if (from > to || !has_chars(&in, from, to - from)) return false;
    *result = slot_of_int(what == (u16)what ? find_char(in.elements, from, to, (u16)what) : -1);
    return true;
}
/* The first place from `from` on, of `count` chars, where n chars follow; wide: those are chars, else bytes. n > 0. */
static inline i32 find_chars(const u8 *in, i32 count, const u8 *what, i32 n, bool wide, i32 from)
{
    for (i32 at = from, end = count - n + 1; at < end; at++) { /* end: the number of places where they could begin */
        at = find_char(in, at, end, (u16)nth(what, 0, wide));
        if (at < 0) return -1;
        i32 k = 1;
        while (k < n && char_at(in, (size_t)at + (size_t)k) == nth(what, (size_t)k, wide)) k++;
        if (k == n) return at;
    }
    return -1;
}
static ALWAYS_INLINE bool index_in_utf16(const slot *args, slot *result, bool wide)
{
    struct span in = span_of(args[0]), what = span_of(args[1]);
    if (!in.elements || !what.elements) return false;
    i32 n = wide ? what.length / 2 : what.length;
    if (what.length && !n) return false; /* half a char */
    *result = slot_of_int(n ? find_chars(in.elements, in.length / 2, what.elements, n, wide, 0) : 0);
    return true;
}
static ALWAYS_INLINE bool index_in_utf16_from(const slot *args, slot *result, bool wide)
{
    struct span in = span_of(args[0]), what = span_of(args[2]);
    i32 count = slot_int(args[1]), n = slot_int(args[3]), from = slot_int(args[4]);
    if (n < 1 || from < 0 || from > count || !has_chars(&in, 0, count)) return false;
    if (wide ? !has_chars(&what, 0, n) : !has(&what, 0, n)) return false;
    *result = slot_of_int(find_chars(in.elements, count, what.elements, n, wide, from));
    return true;
}
INTRINSIC(index_of_utf16, 2) { return index_in_utf16(args, result, true); }
INTRINSIC(index_of_utf16_from, 5) { return index_in_utf16_from(args, result, true); }
INTRINSIC(index_of_latin1_in_utf16, 2) { return index_in_utf16(args, result, false); }
INTRINSIC(index_of_latin1_in_utf16_from, 5) { return index_in_utf16_from(args, result, false); }

/* ---- from one form of characters to another ---- */
/* The number of bytes, or chars, up to the first one larger than `most`. */
static i32 small_bytes(const u8 *p, i32 n)
{
    i32 i = 0;
    for (u64 x; i + 8 <= n; i += 8) {
        memcpy(&x, p + i, sizeof x);
        if (x & 0x8080808080808080) break;
    }
    while (i < n && p[i] < 0x80) i++;
    return i;
}
static i32 narrow(const u8 *chars, u8 *to, i32 n, u16 most)
{
    u64 above = (u16)~most * 0x0001000100010001u;
    i32 i = has_wide_vectors() ? (i32)cpu_narrow_utf16(chars, to, (size_t)n, most) : 0;
    while (i + CPU_CHARS <= n && cpu_narrow(chars + 2 * (size_t)i, to + i, (u16)~most)) i += CPU_CHARS;
    for (u64 x; i + 4 <= n; i += 4) {
        memcpy(&x, chars + 2 * (size_t)i, sizeof x);
        if (x & above) break;
        for (i32 k = 0; k < 4; k++) to[i + k] = (u8)(x >> 16 * k);
    }
    for (; i < n && char_at(chars, (size_t)i) <= most; i++) to[i] = (u8)char_at(chars, (size_t)i);
    return i;
}
static void widen(const u8 *from, u8 *chars, i32 n)
{
    for (i32 i = 0; i < n; i++) put_char(chars, (size_t)i, from[i]);
}

INTRINSIC(has_negatives, 3)
{
    struct span a = span_of(args[0]);
    i32 from = slot_int(args[1]), n = slot_int(args[2]);
    if (!has(&a, from, n)) return false;
    *result = small_bytes(a.elements + from, n) < n;
    return true;
}
/* (byte[] from, at, byte[] or char[] to, at, count) */
INTRINSIC(inflate_to_bytes, 5)
{
    struct span from = span_of(args[0]), to = span_of(args[2]);
    i32 a = slot_int(args[1]), b = slot_int(args[3]), n = slot_int(args[4]);
    if (from.elements == to.elements || !has(&from, a, n) || !has_chars(&to, b, n)) return false;
    widen(from.elements + a, to.elements + 2 * (size_t)b, n);
    return true;
}
INTRINSIC(inflate_to_chars, 5)
{
    struct span from = span_of(args[0]), to = span_of(args[2]);
    i32 a = slot_int(args[1]), b = slot_int(args[3]), n = slot_int(args[4]);
    if (!has(&from, a, n) || !has(&to, b, n)) return false;
    widen(from.elements + a, to.elements + 2 * (size_t)b, n);
    return true;
}
/* (char[] or byte[] from, at, byte[] to, at, count): all or 0 */
static ALWAYS_INLINE bool compress(const slot *args, slot *result, bool bytes)
{
    struct span from = span_of(args[0]), to = span_of(args[2]);
    i32 a = slot_int(args[1]), b = slot_int(args[3]), n = slot_int(args[4]);
    if (from.elements == to.elements || !has(&to, b, n)) return false;
    if (bytes ? !has_chars(&from, a, n) : !has(&from, a, n)) return false;
    i32 done = narrow(from.elements + 2 * (size_t)a, to.elements + b, n, 0xff);
    *result = slot_of_int(done == n ? n : 0);
    return true;
}
INTRINSIC(compress_chars, 5) { return compress(args, result, false); }
INTRINSIC(compress_bytes, 5) { return compress(args, result, true); }
/* (char[] from, at, count): as bytes, in an array of their own */
INTRINSIC(chars_to_bytes, 3)
{
    struct span from = span_of(args[0]);
    i32 at = slot_int(args[1]), n = slot_int(args[2]);
    struct class *bytes_class = atomic_load_explicit(&class_primitive['B']->array, memory_order_acquire);
    if (!bytes_class || bytes_class->type.told || n > INT32_MAX >> 1 || !has(&from, at, n)) return false;
    size_t bytes = ALIGN_UP(ARRAY_BASE + 2 * (size_t)n, (size_t)OBJECT_ALIGN);
    struct object *made = heap_alloc(&self->heap, &bytes_class->type, bytes);
    if (!made) return false;
    ((struct array *)made)->length = 2 * n;
    memcpy(array_data(made), from.elements + 2 * (size_t)at, 2 * (size_t)n);
    *result = slot_of_ref(made);
    return true;
}
/* (byte[] from, at, end, char[] to, at) */
INTRINSIC(bytes_to_chars, 5)
{
    struct span from = span_of(args[0]), to = span_of(args[3]);
    i32 a = slot_int(args[1]), end = slot_int(args[2]), b = slot_int(args[4]);
    if (a >= end) return true;
    if (a < 0 || !has_chars(&from, a, end - a) || !has(&to, b, end - a)) return false;
    memcpy(to.elements + 2 * (size_t)b, from.elements + 2 * (size_t)a, 2 * (size_t)(end - a));
    return true;
}
/* Encodes up to the first char that does not fit. */
INTRINSIC(encode_iso, 5)
{
    struct span from = span_of(args[0]), to = span_of(args[2]);
    i32 a = slot_int(args[1]), b = slot_int(args[3]), n = slot_int(args[4]);
    if (from.elements == to.elements || !has_chars(&from, a, n) || !has(&to, b, n)) return false;
    *result = slot_of_int(narrow(from.elements + 2 * (size_t)a, to.elements + b, n, 0xff));
    return true;
}
INTRINSIC(encode_ascii, 5)
{
    struct span from = span_of(args[0]), to = span_of(args[2]);
    i32 a = slot_int(args[1]), b = slot_int(args[3]), n = slot_int(args[4]);
    if (!has(&from, a, n) || !has(&to, b, n)) return false;
    *result = slot_of_int(narrow(from.elements + 2 * (size_t)a, to.elements + b, n, 0x7f));
    return true;
}

/* ---- fields ---- */
u32 intrinsic_field(const struct object *o, const char *name, const char *desc)
{
    for (const struct class *c = object_class(o); c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (!(f->access & ACC_STATIC) && symbol_equals_cstr(f->name, name) && symbol_equals_cstr(f->desc, desc))
                return f->offset;
        }
    return 0;
}

/* ---- waiting ---- */
/* A caller waits for another thread's store, often to a field that is not volatile. As an effect on memory, this keeps
 * the optimizer from reading such a field only once, before the loop. */
INTRINSIC(spin_wait, 0)
{
    cpu_pause();
    return true;
}

/* ---- the table ---- */
#define LATIN1 "java/lang/StringLatin1"
#define UTF16 "java/lang/StringUTF16"
#define CODING "java/lang/StringCoding"
static const struct intrinsic intrinsics[] = {
    { "java/lang/Thread", "onSpinWait", "()V", INTRINSIC_IN_TABLE(spin_wait) },
    { LATIN1, "equals", "([B[B)Z", INTRINSIC_IN_TABLE(equal_bytes) },
    { UTF16, "equals", "([B[B)Z", INTRINSIC_IN_TABLE(equal_bytes) },
    { LATIN1, "compareTo", "([B[B)I", INTRINSIC_IN_TABLE(compare_latin1) },
    { UTF16, "compareTo", "([B[B)I", INTRINSIC_IN_TABLE(compare_utf16) },
    { LATIN1, "hashCode", "([B)I", INTRINSIC_IN_TABLE(hash_latin1) },
    { UTF16, "hashCode", "([B)I", INTRINSIC_IN_TABLE(hash_utf16) },
    { LATIN1, "indexOf", "([B[B)I", INTRINSIC_IN_TABLE(index_of_latin1) },
    { LATIN1, "indexOf", "([BI[BII)I", INTRINSIC_IN_TABLE(index_of_latin1_from) },
    { LATIN1, "indexOfChar", "([BIII)I", INTRINSIC_IN_TABLE(index_of_char_latin1) },
    { UTF16, "indexOfChar", "([BIII)I", INTRINSIC_IN_TABLE(index_of_char_utf16) },
    { UTF16, "indexOf", "([B[B)I", INTRINSIC_IN_TABLE(index_of_utf16) },
    { UTF16, "indexOf", "([BI[BII)I", INTRINSIC_IN_TABLE(index_of_utf16_from) },
    { UTF16, "indexOfLatin1", "([B[B)I", INTRINSIC_IN_TABLE(index_of_latin1_in_utf16) },
    { UTF16, "indexOfLatin1", "([BI[BII)I", INTRINSIC_IN_TABLE(index_of_latin1_in_utf16_from) },
    { LATIN1, "inflate", "([BI[BII)V", INTRINSIC_IN_TABLE(inflate_to_bytes) },
    { LATIN1, "inflate", "([BI[CII)V", INTRINSIC_IN_TABLE(inflate_to_chars) },
    { UTF16, "toBytes", "([CII)[B", INTRINSIC_IN_TABLE(chars_to_bytes) },
    { UTF16, "getChars", "([BII[CI)V", INTRINSIC_IN_TABLE(bytes_to_chars) },
    { UTF16, "compress", "([CI[BII)I", INTRINSIC_IN_TABLE(compress_chars) },
    { UTF16, "compress", "([BI[BII)I", INTRINSIC_IN_TABLE(compress_bytes) },
    { CODING, "hasNegatives", "([BII)Z", INTRINSIC_IN_TABLE(has_negatives) },
    { CODING, "implEncodeISOArray", "([BI[BII)I", INTRINSIC_IN_TABLE(encode_iso) },
    { CODING, "implEncodeAsciiArray", "([CI[BII)I", INTRINSIC_IN_TABLE(encode_ascii) },
    { "jdk/internal/util/ArraysSupport", "vectorizedMismatch", "(Ljava/lang/Object;JLjava/lang/Object;JII)I",
      INTRINSIC_IN_TABLE(vectorized_mismatch) },
};

static leaf_body find(const struct intrinsic *table, size_t n, const struct method *m)
{
    for (size_t i = 0; i < n; i++)
        if (symbol_equals_cstr(m->name, table[i].name) && symbol_equals_cstr(m->owner->name, table[i].class_name) &&
            symbol_equals_cstr(m->desc, table[i].desc)) {
            VM_CHECK(m->nargs == table[i].nargs);
            return table[i].body;
        }
    return NULL;
}
leaf_body jvm_intrinsic_body(const struct method *m)
{
    if (!m->owner->loader->is_boot) return NULL;
    leaf_body body = find(intrinsics, ARRAY_LEN(intrinsics), m);
    if (!body) body = jvm_leaf_body_of_bytecode(m);
    if (!body && cpu_has_two_carries()) body = find(intrinsics_two_carries, intrinsics_two_carries_count, m);
    if (!body) body = find(intrinsics_big, intrinsics_big_count, m);
    if (!body) body = find(intrinsics_math, intrinsics_math_count, m);
    if (!body && cpu_has_base64()) body = find(intrinsics_base64, intrinsics_base64_count, m);
    if (!body && cpu_has_aes()) body = find(intrinsics_cipher, intrinsics_cipher_count, m);
    return body;
}
