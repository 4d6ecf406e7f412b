/* text.h: text that grows, for messages put together from pieces. Not thread-safe. It starts in memory of the caller's,
 * so that short messages cost no allocation; text_free gives back what it grew into. When there is no memory the VM
 * ends, as with vm_malloc. */
#ifndef ARGUS_BASE_TEXT_H
#define ARGUS_BASE_TEXT_H

#include "base/base.h"

struct text {
    char *p; /* len bytes, no NUL behind them */
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

/* A JSON string with its quotes. `s` is modified UTF-8 or anything else: what comes out is ASCII and always
 * well-formed; a byte that belongs to no character stands for the character of that number. */
void text_json(struct text *t, const char *s, size_t n);
/* For people: in double quotes, with \" \\ \n \t and \xNN for control characters; everything else as it is. */
void text_quote(struct text *t, const char *s, size_t n);

/* "512m": bytes, as options give them. false: `s` is not a number, decimal or hexadecimal, with k, m, g, t or nothing
 * behind it, or it is too large. */
WARN_UNUSED bool text_parse_size(const char *s, u64 *out);

#endif
