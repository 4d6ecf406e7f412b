/* mutf8.c: conversions between Java's encodings. Pure functions over bounded buffers. */
#include "base/mutf8.h"

static bool is_continuation(char c) { return ((u8)c & 0xc0) == 0x80; }

bool mutf8_validate(const char *s, size_t len)
{
    const char *end = s + len;
    while (s < end) {
        u8 c = (u8)*s;
        if (c == 0 || c >= 0xf0) return false;
        if (c < 0x80) {
            s += 1;
        } else if ((c & 0xe0) == 0xc0) {
            if (end - s < 2 || !is_continuation(s[1])) return false;
            s += 2;
        } else if ((c & 0xf0) == 0xe0) {
            if (end - s < 3 || !is_continuation(s[1]) || !is_continuation(s[2])) return false;
            s += 3;
        } else {
            return false; /* a continuation byte where a character starts */
        }
    }
    return true;
}

u16 mutf8_next(const char **at, const char *end)
{
    const char *s = *at;
    u8 c = (u8)s[0];
    if (c < 0x80) {
        *at = s + 1;
        return c;
    }
    if ((c & 0xe0) == 0xc0 && end - s >= 2 && is_continuation(s[1])) {
        *at = s + 2;
        return (u16)((c & 0x1f) << 6 | (s[1] & 0x3f));
    }
    if ((c & 0xf0) == 0xe0 && end - s >= 3 && is_continuation(s[1]) && is_continuation(s[2])) {
        *at = s + 3;
        return (u16)((c & 0x0f) << 12 | (s[1] & 0x3f) << 6 | (s[2] & 0x3f));
    }
    *at = s + 1;
    return c;
}

/* The number of ASCII bytes at the start, which are the same in all encodings. */
static size_t ascii_length(const char *s, size_t len)
{
    const u64 other = 0x8080808080808080u;
    size_t n = 0;
    for (u64 word; len - n >= sizeof word; n += sizeof word) {
        memcpy(&word, s + n, sizeof word);
        if (word & other) break;
    }
    while (n < len && !(s[n] & 0x80)) n++;
    return n;
}

size_t mutf8_utf16_length(const char *s, size_t len, bool *latin1)
{
    const char *end = s + len;
    size_t units = ascii_length(s, len);
    s += units;
    u16 all = 0;
    for (; s < end; units++) all |= mutf8_next(&s, end);
    if (latin1) *latin1 = all < 0x100;
    return units;
}

void mutf8_to_utf16(const char *s, size_t len, u16 *out)
{
    const char *end = s + len;
    while (s < end) *out++ = mutf8_next(&s, end);
}

void mutf8_to_latin1(const char *s, size_t len, u8 *out)
{
    const char *end = s + len;
    size_t plain = ascii_length(s, len);
    memcpy(out, s, plain);
    s += plain;
    out += plain;
    while (s < end) *out++ = (u8)mutf8_next(&s, end);
}

static size_t encoded_size(u16 c) { return c >= 1 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3; }

static char *encode(u16 c, char *out)
{
    if (c >= 1 && c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3f));
    } else {
        *out++ = (char)(0xe0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    }
    return out;
}

size_t mutf8_length_of_utf16(const u16 *s, size_t units)
{
    size_t n = 0;
    for (size_t i = 0; i < units; i++) n += encoded_size(s[i]);
    return n;
}

size_t mutf8_length_of_latin1(const u8 *s, size_t units)
{
    size_t n = 0;
    for (size_t i = 0; i < units; i++) n += encoded_size(s[i]);
    return n;
}

size_t mutf8_from_utf16(const u16 *s, size_t units, char *out)
{
    char *at = out;
    for (size_t i = 0; i < units; i++) at = encode(s[i], at);
    return (size_t)(at - out);
}

size_t mutf8_from_latin1(const u8 *s, size_t units, char *out)
{
    char *at = out;
    for (size_t i = 0; i < units; i++) at = encode(s[i], at);
    return (size_t)(at - out);
}

/* Decodes one character of standard UTF-8; a malformed byte gives U+FFFD and moves on by one. */
static u32 utf8_next(const char **at, const char *end)
{
    const u8 *s = (const u8 *)*at;
    size_t left = (size_t)(end - *at);
    u8 c = s[0];
    u32 code;
    size_t n;
    if (c < 0x80) {
        *at += 1;
        return c;
    }
    if (c >= 0xc2 && c < 0xe0) {
        n = 2;
        code = c & 0x1f;
    } else if ((c & 0xf0) == 0xe0) {
        n = 3;
        code = c & 0x0f;
    } else if (c >= 0xf0 && c < 0xf5) {
        n = 4;
        code = c & 0x07;
    } else {
        *at += 1;
        return 0xfffd;
    }
    bool good = left >= n;
    for (size_t i = 1; good && i < n; i++) {
        good = (s[i] & 0xc0) == 0x80;
        code = code << 6 | (s[i] & 0x3f);
    }
    static const u32 smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (!good || code < smallest[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        *at += 1;
        return 0xfffd;
    }
    *at += n;
    return code;
}

size_t utf8_to_utf16(const char *s, size_t len, u16 *out, size_t capacity)
{
    const char *end = s + len;
    size_t n = 0;
    while (s < end) {
        u32 c = utf8_next(&s, end);
        if (c < 0x10000) {
            if (n < capacity) out[n] = (u16)c;
            n += 1;
        } else {
            c -= 0x10000;
            if (n < capacity) out[n] = (u16)(0xd800 | c >> 10);
            if (n + 1 < capacity) out[n + 1] = (u16)(0xdc00 | (c & 0x3ff));
            n += 2;
        }
    }
    return n;
}

struct sink {
    char *out;
    size_t capacity;
    size_t needed;
    size_t written; /* whole characters only, so it may stop before capacity */
    bool full;
};

static void put_utf8(struct sink *k, u32 c)
{
    char b[4];
    size_t n;
    if (c < 0x80) {
        b[0] = (char)c;
        n = 1;
    } else if (c < 0x800) {
        b[0] = (char)(0xc0 | c >> 6);
        b[1] = (char)(0x80 | (c & 0x3f));
        n = 2;
    } else if (c < 0x10000) {
        b[0] = (char)(0xe0 | c >> 12);
        b[1] = (char)(0x80 | (c >> 6 & 0x3f));
        b[2] = (char)(0x80 | (c & 0x3f));
        n = 3;
    } else {
        b[0] = (char)(0xf0 | c >> 18);
        b[1] = (char)(0x80 | (c >> 12 & 0x3f));
        b[2] = (char)(0x80 | (c >> 6 & 0x3f));
        b[3] = (char)(0x80 | (c & 0x3f));
        n = 4;
    }
    k->needed += n;
    if (k->full || k->capacity - k->written < n) {
        k->full = true;
        return;
    }
    memcpy(k->out + k->written, b, n);
    k->written += n;
}

static bool is_high(u16 c) { return (c & 0xfc00) == 0xd800; }
static bool is_low(u16 c) { return (c & 0xfc00) == 0xdc00; }
static u32 pair(u16 high, u16 low) { return 0x10000 + ((u32)(high & 0x3ff) << 10) + (low & 0x3ff); }

size_t utf8_from_utf16(const u16 *s, size_t units, char *out, size_t capacity)
{
    struct sink k = { .out = out, .capacity = capacity };
    for (size_t i = 0; i < units; i++) {
        if (is_high(s[i]) && i + 1 < units && is_low(s[i + 1])) {
            put_utf8(&k, pair(s[i], s[i + 1]));
            i++;
        } else {
            put_utf8(&k, is_high(s[i]) || is_low(s[i]) ? '?' : s[i]);
        }
    }
    return k.needed;
}

size_t mutf8_to_utf8(const char *s, size_t len, char *out, size_t capacity)
{
    struct sink k = { .out = out, .capacity = capacity ? capacity - 1 : 0 };
    const char *end = s + len;
    size_t plain = ascii_length(s, len);
    if (plain <= k.capacity) {
        memcpy(out, s, plain);
        k.needed = k.written = plain;
        s += plain;
    }
    while (s < end) {
        u16 c = mutf8_next(&s, end);
        const char *ahead = s;
        u16 next = is_high(c) && s < end ? mutf8_next(&ahead, end) : 0;
        if (next && is_low(next)) {
            s = ahead;
            put_utf8(&k, pair(c, next));
        } else {
            put_utf8(&k, is_high(c) || is_low(c) ? '?' : c);
        }
    }
    if (capacity) out[k.written] = 0;
    return k.needed;
}
