/* symbol.h: names, descriptors and other strings of class files, each held once, in modified UTF-8.
 *
 * Two symbols are the same text if and only if they are the same pointer. A symbol lives until the process ends. Any
 * thread may call anything here at any time; lookups take no lock. */
#ifndef ARGUS_CLASSFILE_SYMBOL_H
#define ARGUS_CLASSFILE_SYMBOL_H

#include "base/base.h"

#define SYMBOL_MAX_LENGTH 65535

struct symbol {
    u32 hash;     /* hash of the bytes; never changes, usable for any table; unpredictable from outside (hash.h) */
    u16 len;      /* bytes, without the NUL */
    u8 flags;     /* for the layers above; 0 at birth, change with atomic operations */
    char bytes[]; /* len bytes and a NUL */
};

/* The symbol of these len bytes, made if there is none. NULL only if len exceeds SYMBOL_MAX_LENGTH. */
struct symbol *symbol_intern(const char *bytes, size_t len);
/* The same for a NUL-terminated string. */
struct symbol *symbol_from_cstr(const char *s);
/* The symbol if it exists, or NULL. */
struct symbol *symbol_lookup(const char *bytes, size_t len);

static inline bool symbol_equals_cstr(const struct symbol *s, const char *text)
{
    size_t n = strlen(text);
    return s->len == n && memcmp(s->bytes, text, n) == 0;
}
static inline bool symbol_starts_with(const struct symbol *s, const char *prefix)
{
    size_t n = strlen(prefix);
    return s->len >= n && memcmp(s->bytes, prefix, n) == 0;
}

/* The number of symbols, and the bytes of them and their table. */
void symbol_statistics(size_t *count, size_t *bytes);
/* Calls `fn` for each symbol under a lock of the table. fn must not make symbols. */
void symbol_for_each(void (*fn)(struct symbol *s, void *arg), void *arg);

#endif
