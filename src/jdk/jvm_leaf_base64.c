/* Bodies of java.util.Base64's blocks. They decline arguments that are out of bounds, or so long that a stop of the
 * world would have to wait. */
#include "cpu/x86_64/base64.h"
#include "jdk/jvm_intrinsic_int.h"

enum { MOST = 1 << 20 };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char url_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* private void encodeBlock(byte[] src, int sp, int sl, byte[] dst, int dp, boolean isURL) */
INTRINSIC(base64_encode, 7)
{
    struct span src = span_of(args[1]), dst = span_of(args[4]);
    i32 from = slot_int(args[2]), end = slot_int(args[3]), to = slot_int(args[5]);
    bool url = slot_int(args[6]) != 0;
    i64 n = (i64)end - from;
    if (n < 0 || n > MOST || n % 3 || src.elements == dst.elements) return false;
    if (!has(&src, from, (i32)n) || !has(&dst, to, (i32)n / 3 * 4)) return false;
    const u8 *in = src.elements + from, *stop = in + n;
    u8 *out = dst.elements + to;
    size_t done = cpu_base64_encode(in, (size_t)n, out, url);
    const char *chars = url ? url_alphabet : alphabet;
    for (in += done, out += done / 3 * 4; in < stop; in += 3) {
        u32 bits = (u32)in[0] << 16 | (u32)in[1] << 8 | in[2];
        *out++ = (u8)chars[bits >> 18];
        *out++ = (u8)chars[bits >> 12 & 63];
        *out++ = (u8)chars[bits >> 6 & 63];
        *out++ = (u8)chars[bits & 63];
    }
    *result = 0;
    return true;
}

/* The number of six bits; below 0: the character is not in the alphabet. */
static i32 number_of(u8 c, bool url)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == (url ? '-' : '+') ? 62 : c == (url ? '_' : '/') ? 63 : -1;
}
/* private int decodeBlock(byte[] src, int sp, int sl, byte[] dst, int dp, boolean isURL, boolean isMIME): may stop
 * early, after a whole number of characters by fours. The caller goes on from there, and throws where there is no
 * room. */
INTRINSIC(base64_decode, 8)
{
    struct span src = span_of(args[1]), dst = span_of(args[4]);
    i32 from = slot_int(args[2]), end = slot_int(args[3]), to = slot_int(args[5]);
    bool url = slot_int(args[6]) != 0;
    i64 n = (i64)end - from;
    if (n < 0 || src.elements == dst.elements || !has(&src, from, (i32)n) || !has(&dst, to, 0)) return false;
    i64 room = (i64)(dst.length - to) / 3 * 4;
    n = n < room ? n : room;
    n = (n < MOST ? n : MOST) & ~3;
    const u8 *in = src.elements + from, *stop = in + n;
    u8 *out = dst.elements + to, *start = out;
    size_t done = cpu_base64_decode(in, (size_t)n, out, url);
    for (in += done, out += done / 4 * 3; in < stop; in += 4, out += 3) {
        i32 bits = 0, bad = 0;
        for (u32 k = 0; k < 4; k++) {
            i32 number = number_of(in[k], url);
            bad |= number;
            bits = (i32)((u32)bits << 6 | (u32)number);
        }
        if (bad < 0) break;
        out[0] = (u8)(bits >> 16);
        out[1] = (u8)(bits >> 8);
        out[2] = (u8)bits;
    }
    *result = slot_of_int((i32)(out - start));
    return true;
}

const struct intrinsic intrinsics_base64[] = {
    { "java/util/Base64$Encoder", "encodeBlock", "([BII[BIZ)V", INTRINSIC_IN_TABLE(base64_encode) },
    { "java/util/Base64$Decoder", "decodeBlock", "([BII[BIZZ)I", INTRINSIC_IN_TABLE(base64_decode) },
};
const size_t intrinsics_base64_count = ARRAY_LEN(intrinsics_base64);
