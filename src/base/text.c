/* text.c: growing text, JSON strings. */
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mutf8.h"

static void make_room(struct text *t, size_t n)
{
    if (t->cap - t->len >= n) return;
    size_t cap = t->cap < TINY(256, 1) ? TINY(256, 1) : t->cap;
    while (cap - t->len < n) cap *= 2;
    if (t->p == t->room) {
        char *grown = vm_malloc(cap);
        if (t->len) memcpy(grown, t->p, t->len);
        t->p = grown;
    } else {
        t->p = vm_realloc(t->p, cap);
    }
    t->cap = cap;
}

void text_free(struct text *t)
{
    if (t->p != t->room) free(t->p);
    *t = (struct text){ 0 };
}

void text_put(struct text *t, const char *s, size_t n)
{
    make_room(t, n);
    if (n) memcpy(t->p + t->len, s, n);
    t->len += n;
}

void text_add(struct text *t, const char *s) { text_put(t, s, strlen(s)); }

void text_printf(struct text *t, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (n > 0) {
        make_room(t, (size_t)n + 1);
        vsnprintf(t->p + t->len, (size_t)n + 1, fmt, again);
        t->len += (size_t)n;
    }
    va_end(again);
}

const char *text_string(struct text *t)
{
    make_room(t, 1);
    t->p[t->len] = 0;
    return t->p;
}

/* Writes the short form that c has in every language. False if it has none. */
static bool put_escaped(struct text *t, u16 c)
{
    switch (c) {
    case '"': text_put(t, "\\\"", 2); return true;
    case '\\': text_put(t, "\\\\", 2); return true;
    case '\n': text_put(t, "\\n", 2); return true;
    case '\t': text_put(t, "\\t", 2); return true;
    default: return false;
    }
}

void text_json(struct text *t, const char *s, size_t n)
{
    text_put(t, "\"", 1);
    for (const char *end = s + n; s < end;) {
        u16 c = mutf8_next(&s, end);
        if (put_escaped(t, c)) continue;
        if (c >= 0x20 && c < 0x7f)
            text_put(t, &(char){ (char)c }, 1);
        else
            text_printf(t, "\\u%04x", c);
    }
    text_put(t, "\"", 1);
}

void text_quote(struct text *t, const char *s, size_t n)
{
    text_put(t, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (put_escaped(t, (unsigned char)c)) continue;
        if ((unsigned char)c < 0x20 || c == 0x7f)
            text_printf(t, "\\x%02x", (unsigned char)c);
        else
            text_put(t, &c, 1);
    }
    text_put(t, "\"", 1);
}

bool text_parse_size(const char *s, u64 *out)
{
    if (!isdigit((unsigned char)*s)) return false;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10);
    if (errno || end == s) return false;
    int shift = 0;
    switch (*end) {
    case 't':
    case 'T':
        shift = 40;
        end++;
        break;
    case 'g':
    case 'G':
        shift = 30;
        end++;
        break;
    case 'm':
    case 'M':
        shift = 20;
        end++;
        break;
    case 'k':
    case 'K':
        shift = 10;
        end++;
        break;
    default: break;
    }
    if (*end || (shift && v > (~0ULL >> shift))) return false;
    *out = (u64)v << shift;
    return true;
}
