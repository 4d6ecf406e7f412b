/* Intrinsics of BigInteger: its numbers are arrays of ints, the most significant first. Two neighbours make a word of
 * 64 bits, after its halves have changed places.
 *
 * Montgomery's products: Koc, Acar, Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996 (SOS:
 * the whole product first). */
#include "cpu/x86_64/product.h"
#include "jdk/jvm_intrinsic_int.h"
#include <string.h>

typedef unsigned __int128 u128;

static u32 *ints(const struct span *s) { return (u32 *)(void *)s->elements; }
static u64 turned(u64 x) { return x >> 32 | x << 32; }
/* The word of the two ints that begin at p. */
static u64 word_of(const u32 *p)
{
    u64 x;
    memcpy(&x, p, sizeof x);
    return turned(x);
}
static void put_word(u32 *p, u64 x)
{
    x = turned(x);
    memcpy(p, &x, sizeof x);
}

/* The n ints that end before `to` = those that end before `in`, times k, plus `to` if `add`; returns the rest, which is
 * below 2^32 if k is. */
static ALWAYS_INLINE u64 multiply_row(u32 *to, const u32 *in, i32 n, u64 k, bool add)
{
    u64 carry = 0;
    for (; n >= 2; n -= 2) {
        to -= 2;
        in -= 2;
        u128 v = (u128)word_of(in) * k + carry;
        if (add) v += word_of(to);
        put_word(to, (u64)v);
        carry = (u64)(v >> 64);
    }
    if (!n) return carry;
    u128 v = (u128)in[-1] * k + carry;
    if (add) v += to[-1];
    to[-1] = (u32)v;
    return (u64)(v >> 32);
}

INTRINSIC(mul_add, 5)
{
    struct span out = span_of(args[0]), in = span_of(args[1]);
    i32 offset = slot_int(args[2]), n = slot_int(args[3]);
    if (!has(&in, 0, n) || !out.elements || offset < 0) return false;
    i64 end = (i64)out.length - offset;
    if (end <= 0 || end < n || in.elements == out.elements) return false;
    *result = slot_of_int((i32)multiply_row(ints(&out) + end, ints(&in) + n, n, (u32)slot_int(args[4]), true));
    return true;
}

static struct object *new_ints(struct thread *self, const struct object *like, i32 n)
{
    size_t bytes = ALIGN_UP(ARRAY_BASE + (size_t)n * sizeof(u32), (size_t)OBJECT_ALIGN);
    const struct heap_type *type = object_type(like);
    struct object *a = type->told ? NULL : heap_alloc(&self->heap, type, bytes);
    if (a) ((struct array *)a)->length = n;
    return a;
}
/* z[0 … xlen + ylen) = x * y, two ints of x at a time. No number is empty, and z is an array of its own. */
static void multiply(u32 *z, const u32 *x, i32 xlen, const u32 *y, i32 ylen)
{
    u32 *to = z + xlen + ylen;
    i32 left = xlen;
    bool add = false;
    for (; left >= 2; left -= 2, to -= 2, add = true) {
        u64 k = word_of(x + left - 2);
        u64 rest = add ? multiply_row(to, y + ylen, ylen, k, true) : multiply_row(to, y + ylen, ylen, k, false);
        put_word(to - ylen - 2, rest);
    }
    if (left) to[-ylen - 1] = (u32)multiply_row(to, y + ylen, ylen, x[0], add);
}
INTRINSIC(multiply_to_len, 5)
{
    struct span x = span_of(args[0]), y = span_of(args[2]), z = span_of(args[4]);
    i32 xlen = slot_int(args[1]), ylen = slot_int(args[3]);
    if (xlen < 1 || ylen < 1 || !has(&x, 0, xlen) || !has(&y, 0, ylen) || (i64)xlen + ylen > 1 << 20) return false;
    struct object *made = slot_ref(args[4]);
    if (!made || z.length < xlen + ylen) {
        made = new_ints(self, slot_ref(args[0]), xlen + ylen);
        if (!made) return false;
        z = span_of(slot_of_ref(made));
    }
    if (z.elements == x.elements || z.elements == y.elements) return false;
    multiply(ints(&z), ints(&x), xlen, ints(&y), ylen);
    *result = slot_of_ref(made);
    return true;
}

/* ---- words in a buffer ---- */
/* A number of MONTGOMERY_INTRINSIC_THRESHOLD ints. */
enum { MOST_INTS = 512, MOST_WORDS = MOST_INTS / 2 };

static void words_of(u64 *to, const u32 *from, i32 n)
{
    for (i32 i = 0; i < n; i++) to[i] = word_of(from + 2 * (n - 1 - i));
}
static ALWAYS_INLINE u64 add_product(u64 *to, const u64 *words, i32 n, u64 factor, bool two)
{
    return two ? cpu_add_product_2(to, words, (size_t)n, factor) : cpu_add_product(to, words, (size_t)n, factor);
}
/* t[0 … 2n) = a * b */
static ALWAYS_INLINE void product(u64 *t, const u64 *a, const u64 *b, i32 n, bool two)
{
    memset(t, 0, (size_t)n * sizeof *t);
    for (i32 i = 0; i < n; i++) t[i + n] = add_product(t + i, a, n, b[i], two);
}
/* t[0 … 2n) = a * a: each product of two different words once, twice that, and the squares. */
static ALWAYS_INLINE void square(u64 *t, const u64 *a, i32 n, bool two)
{
    memset(t, 0, 2 * (size_t)n * sizeof *t);
    for (i32 i = 0; i < n - 1; i++) t[i + n] = add_product(t + 2 * i + 1, a + i + 1, n - 1 - i, a[i], two);
    u64 shifted = 0, carry = 0;
    for (i32 i = 0; i < n; i++) {
        u64 low = t[2 * i], high = t[2 * i + 1];
        u128 v = (u128)a[i] * a[i] + (low << 1 | shifted);
        v += carry; /* below 2^128: (2^64 - 1)^2 + 2 * (2^64 - 1) */
        t[2 * i] = (u64)v;
        u128 w = (v >> 64) + (u128)(high << 1 | low >> 63);
        t[2 * i + 1] = (u64)w;
        carry = (u64)(w >> 64);
        shifted = high >> 63;
    }
}
/* Is a below m? */
static bool is_below(const u64 *a, const u64 *m, i32 n)
{
    for (i32 i = n; i-- > 0;)
        if (a[i] != m[i]) return a[i] < m[i];
    return false;
}
/* t[n … 2n) = t / 2^(64n) modulo m, for t below m * 2^(64n); inverse: that of -m[0] modulo 2^64. */
static ALWAYS_INLINE void reduce(u64 *t, const u64 *m, i32 n, u64 inverse, bool two)
{
    u64 carry = 0;
    for (i32 i = 0; i < n; i++) {
        u64 rest = add_product(t + i, m, n, t[i] * inverse, two);
        u128 v = (u128)t[i + n] + rest + carry;
        t[i + n] = (u64)v;
        carry = (u64)(v >> 64);
    }
    t += n;
    if (!carry && is_below(t, m, n)) return;
    u64 borrow = 0;
    for (i32 i = 0; i < n; i++) {
        u128 v = (u128)t[i] - m[i] - borrow;
        t[i] = (u64)v;
        borrow = (u64)(v >> 64) & 1;
    }
}

/* to[0 … len) = a * b / 2^(32 len) modulo m; b is NULL for a square. Declines factors that are not below m, as they
 * are not reduced by one subtraction. */
static ALWAYS_INLINE bool montgomery(const struct span *a, const struct span *b, const struct span *m, i32 len,
                                     u64 inverse, const struct span *to, bool two)
{
    if (len < 2 || len > MOST_INTS || len % 2 || !has(a, 0, len) || !has(m, 0, len) || !has(to, 0, len)) return false;
    if (b && !has(b, 0, len)) return false;
    u64 x[MOST_WORDS], y[MOST_WORDS], modulus[MOST_WORDS], t[2 * MOST_WORDS];
    i32 n = len / 2;
    words_of(modulus, ints(m), n);
    words_of(x, ints(a), n);
    if (!is_below(x, modulus, n)) return false;
    if (b) {
        words_of(y, ints(b), n);
        if (!is_below(y, modulus, n)) return false;
        product(t, x, y, n, two);
    } else
        square(t, x, n, two);
    reduce(t, modulus, n, inverse, two);
    for (i32 i = 0; i < n; i++) put_word(ints(to) + 2 * (n - 1 - i), t[n + i]);
    return true;
}
/* (int[] a, int[] b, int[] n, int len, long inv, int[] product) */
static ALWAYS_INLINE bool montgomery_product(const slot *args, slot *result, bool two)
{
    struct span a = span_of(args[0]), b = span_of(args[1]), m = span_of(args[2]), to = span_of(args[6]);
    *result = args[6];
    return montgomery(&a, &b, &m, slot_int(args[3]), args[5], &to, two);
}
/* (int[] a, int[] n, int len, long inv, int[] product) */
static ALWAYS_INLINE bool montgomery_square(const slot *args, slot *result, bool two)
{
    struct span a = span_of(args[0]), m = span_of(args[1]), to = span_of(args[5]);
    *result = args[5];
    return montgomery(&a, NULL, &m, slot_int(args[2]), args[4], &to, two);
}
INTRINSIC(montgomery_product_1, 7) { return montgomery_product(args, result, false); }
INTRINSIC(montgomery_product_2, 7) { return montgomery_product(args, result, true); }
INTRINSIC(montgomery_square_1, 6) { return montgomery_square(args, result, false); }
INTRINSIC(montgomery_square_2, 6) { return montgomery_square(args, result, true); }

/* ---- squareToLen (int[] x, int len, int[] z, int zlen) ---- */
static ALWAYS_INLINE bool square_to_len(const slot *args, slot *result, bool two)
{
    struct span x = span_of(args[0]), z = span_of(args[2]);
    i32 len = slot_int(args[1]);
    if (len < 1 || !has(&x, 0, len) || x.elements == z.elements || !z.elements) return false;
    if (z.length != 2 * (i64)len || slot_int(args[3]) != z.length) return false;
    *result = args[2];
    if (len % 2 || len > MOST_INTS) {
        multiply(ints(&z), ints(&x), len, ints(&x), len);
        return true;
    }
    u64 words[MOST_WORDS], t[2 * MOST_WORDS];
    i32 n = len / 2;
    words_of(words, ints(&x), n);
    square(t, words, n, two);
    for (i32 i = 0; i < 2 * n; i++) put_word(ints(&z) + 2 * (2 * n - 1 - i), t[i]);
    return true;
}
INTRINSIC(square_to_len_1, 4) { return square_to_len(args, result, false); }
INTRINSIC(square_to_len_2, 4) { return square_to_len(args, result, true); }

#define BIG "java/math/BigInteger"
#define ROWS(kind) \
    { BIG, "implMontgomeryMultiply", "([I[I[IIJ[I)[I", INTRINSIC_IN_TABLE(montgomery_product_##kind) }, \
        { BIG, "implMontgomerySquare", "([I[IIJ[I)[I", INTRINSIC_IN_TABLE(montgomery_square_##kind) }, \
    { \
        BIG, "implSquareToLen", "([II[II)[I", INTRINSIC_IN_TABLE(square_to_len_##kind) \
    }
const struct intrinsic intrinsics_big[] = {
    { BIG, "implMulAdd", "([I[IIII)I", INTRINSIC_IN_TABLE(mul_add) },
    { BIG, "implMultiplyToLen", "([II[II[I)[I", INTRINSIC_IN_TABLE(multiply_to_len) },
    ROWS(1),
};
const size_t intrinsics_big_count = ARRAY_LEN(intrinsics_big);
const struct intrinsic intrinsics_two_carries[] = { ROWS(2) };
const size_t intrinsics_two_carries_count = ARRAY_LEN(intrinsics_two_carries);
