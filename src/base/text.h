/* text.h: growing text, for messages put together from pieces. Not thread-safe. It starts in memory of the caller, so
 * that short messages cost no allocation; text_free releases memory that it has grown into. If there is no memory the
 * VM ends, as with vm_malloc. */
#ifndef ARGUS_BASE_TEXT_H
#define ARGUS_BASE_TEXT_H

#include "base/base.h"

struct text {
    char *p; /* len bytes, without a NUL after them */
    size_t len, cap;
    char *room; /* the caller's */
};

/* room may be NULL when size is 0. */
static inline void text_init(struct text *t, char *room, size_t size) { *t = (struct text){ room, 0, size, room }; }
void text_free(struct text *t);
void text_put(struct text *t, const char *s, size_t n);
void text_add(struct text *t, const char *s);
void text_printf(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The text as a C string; good until the next change. */
const char *text_string(struct text *t);

/* Appends a JSON string with its quotes. `s` should be modified UTF-8; any bytes are accepted. The output is ASCII and
 * always well-formed. A byte that belongs to no character becomes the character of that number. */
void text_json(struct text *t, const char *s, size_t n);
/* Appends for display: in double quotes, with \" \\ \n \t and \xNN for control characters, everything else
 * unchanged. */
void text_quote(struct text *t, const char *s, size_t n);

/* Parses a size as options give it ("512m"), in bytes. False if `s` is not a decimal or hexadecimal number with an
 * optional k, m, g or t after it, or is too large. */
WARN_UNUSED bool text_parse_size(const char *s, u64 *out);

#endif
