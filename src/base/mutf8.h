/* mutf8.h: the three ways Java text is written in bytes: modified UTF-8 (class files, JNI: U+0000 as C0 80, characters
 * above U+FFFF as two three-byte surrogates), UTF-16 in the machine's byte order, Latin-1; and standard UTF-8 for the
 * world outside. JVMS 4.4.7.
 *
 * Lengths are in bytes for char, in units for u16. Text is NUL-terminated only where a comment says so. Decoding a
 * malformed sequence never reads past the end: its first byte stands for itself, and decoding goes on after that
 * byte. */
#ifndef ARGUS_BASE_MUTF8_H
#define ARGUS_BASE_MUTF8_H

#include "base/base.h"

/* Is it well-formed by JVMS 4.4.7 (no byte 0 or F0..FF, every sequence complete)? Overlong forms that the JVMS does not
 * forbid are accepted. */
bool mutf8_validate(const char *s, size_t len);

/* Decodes one UTF-16 unit at *at (< end) and moves *at past it. */
u16 mutf8_next(const char **at, const char *end);

/* UTF-16 units that s decodes to; *latin1, if not NULL, tells whether all of them are below 256. */
size_t mutf8_utf16_length(const char *s, size_t len, bool *latin1);
/* Decode into out, which has room for mutf8_utf16_length units. The Latin-1 form keeps the low byte of each unit. */
void mutf8_to_utf16(const char *s, size_t len, u16 *out);
void mutf8_to_latin1(const char *s, size_t len, u8 *out);

/* Bytes that the text takes in modified UTF-8. */
size_t mutf8_length_of_utf16(const u16 *s, size_t units);
size_t mutf8_length_of_latin1(const u8 *s, size_t units);
/* Encode into out, which has room for that many bytes. Return the bytes written. */
size_t mutf8_from_utf16(const u16 *s, size_t units, char *out);
size_t mutf8_from_latin1(const u8 *s, size_t units, char *out);

/* Standard UTF-8 to UTF-16. Returns the number of units; writes at most capacity of them (out may be NULL with capacity
 * 0). Each malformed byte becomes U+FFFD. */
size_t utf8_to_utf16(const char *s, size_t len, u16 *out, size_t capacity);
/* UTF-16 to standard UTF-8. Returns the number of bytes; writes at most capacity of them, whole characters only. A
 * surrogate without its partner becomes '?'. */
size_t utf8_from_utf16(const u16 *s, size_t units, char *out, size_t capacity);
/* Modified to standard UTF-8, for messages. Returns the bytes needed without the NUL; writes at most capacity bytes
 * including a NUL, whole characters only. */
size_t mutf8_to_utf8(const char *s, size_t len, char *out, size_t capacity);

#endif
