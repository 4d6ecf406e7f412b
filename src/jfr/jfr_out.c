/* Bytes of a chunk: numbers, strings, sizes of events. */
#include "base/mutf8.h"
#include "core/jstring.h"
#include "jfr/jfr_int.h"

enum { STRING_NULL = 0, STRING_EMPTY = 1, STRING_UTF8 = 3, STRING_UTF16 = 4, STRING_LATIN1 = 5 };
enum { SIZE_BYTES = 4 };

void jfr_out_free(struct jfr_out *o)
{
    jfr_free(o->at);
    *o = (struct jfr_out){ NULL, 0, 0 };
}

static u8 *room(struct jfr_out *o, size_t n)
{
    if (o->cap - o->len < n) {
        size_t cap = o->cap ? o->cap : 256;
        while (cap - o->len < n) cap *= 2;
        o->at = jfr_realloc(o->at, cap);
        o->cap = cap;
    }
    return o->at + o->len;
}

void jfr_put(struct jfr_out *o, const void *bytes, size_t n)
{
    if (!n) return;
    memcpy(room(o, n), bytes, n);
    o->len += n;
}

void jfr_put_byte(struct jfr_out *o, u8 v)
{
    *room(o, 1) = v;
    o->len++;
}

void jfr_put_number(struct jfr_out *o, u64 v)
{
    u8 *p = room(o, 9), *start = p;
    for (int i = 0; i < 8 && v > 0x7f; i++, v >>= 7) *p++ = (u8)(v | 0x80);
    *p++ = (u8)v;
    o->len += (size_t)(p - start);
}

void jfr_put_float(struct jfr_out *o, float v)
{
    u32 bits;
    memcpy(&bits, &v, sizeof bits);
    bits = __builtin_bswap32(bits);
    jfr_put(o, &bits, sizeof bits);
}

void jfr_put_double(struct jfr_out *o, double v)
{
    u64 bits;
    memcpy(&bits, &v, sizeof bits);
    bits = __builtin_bswap64(bits);
    jfr_put(o, &bits, sizeof bits);
}

static void put_latin1(struct jfr_out *o, const void *s, size_t n)
{
    jfr_put_byte(o, STRING_LATIN1);
    jfr_put_number(o, n);
    jfr_put(o, s, n);
}

/* In UTF-8, as HotSpot's. `n` bytes of the modified form. */
static void put_utf8(struct jfr_out *o, const char *s, size_t n)
{
    size_t bytes = mutf8_to_utf8(s, n, NULL, 0);
    jfr_put_byte(o, STRING_UTF8);
    jfr_put_number(o, bytes);
    (void)mutf8_to_utf8(s, n, (char *)room(o, bytes + 1), bytes + 1); /* it adds a NUL */
    o->len += bytes;
}

void jfr_put_utf8(struct jfr_out *o, const char *s)
{
    if (s && *s)
        put_utf8(o, s, strlen(s));
    else
        jfr_put_byte(o, s ? STRING_EMPTY : STRING_NULL);
}

/* Also an empty one has its bytes: async-profiler's reader takes symbols in no other form. */
void jfr_put_symbol(struct jfr_out *o, const struct symbol *s) { put_utf8(o, s->bytes, strlen(s->bytes)); }

void jfr_put_object_string(struct jfr_out *o, struct object *s)
{
    if (!s) {
        jfr_put_byte(o, STRING_NULL);
        return;
    }
    struct string_text t = string_text(s);
    if (!t.length)
        jfr_put_byte(o, STRING_EMPTY);
    else if (t.latin1)
        put_latin1(o, t.units, t.length);
    else {
        jfr_put_byte(o, STRING_UTF16);
        jfr_put_number(o, t.length);
        for (u32 i = 0; i < t.length; i++) jfr_put_number(o, ((const u16 *)t.units)[i]);
    }
}

size_t jfr_begin_sized(struct jfr_out *o)
{
    (void)room(o, SIZE_BYTES);
    o->len += SIZE_BYTES;
    return o->len - SIZE_BYTES;
}

void jfr_end_sized(struct jfr_out *o, size_t begin)
{
    size_t n = o->len - begin;
    VM_CHECK(n < (size_t)1 << 28);
    for (int i = 0; i < SIZE_BYTES; i++) o->at[begin + (size_t)i] = (u8)(n >> 7 * i | (i < SIZE_BYTES - 1 ? 0x80 : 0));
}
