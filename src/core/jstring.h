/* java.lang.String from C, and the table of interned strings. */
#ifndef ARGUS_CORE_JSTRING_H
#define ARGUS_CORE_JSTRING_H

#include "thread/thread.h"

WARN_UNUSED struct object *string_from_mutf8(struct thread *self, const char *s);
WARN_UNUSED struct object *string_from_mutf8_n(struct thread *self, const char *s, size_t len);
/* file names, arguments: sun.jnu.encoding, i.e. UTF-8 or Latin-1 as bytes */
WARN_UNUSED struct object *string_from_platform(struct thread *self, const char *s);
WARN_UNUSED struct object *string_from_utf16(struct thread *self, const u16 *s, u32 len);
/* its constructor has run; for others the functions below see an empty string */
bool string_is_made(struct object *s);
/* A string's contents at one moment. They are inside the heap: no poll while they are used. */
struct string_text {
    const void *units;
    u32 length;
    bool latin1;
};
struct string_text string_text(struct object *s);
u32 string_length(struct object *s); /* UTF-16 units */
u16 string_char(struct object *s, u32 i);
bool string_is_latin1(struct object *s);
const void *string_data(struct object *s); /* u8 or u16 units inside the heap: no poll while they are used */
bool string_equal(struct object *a, struct object *b);
char *string_to_mutf8(struct object *s);                             /* malloc'ed; NULL: no memory */
char *string_to_mutf8_buf(struct object *s, char *buf, size_t size); /* cut at size, NUL-terminated */
size_t string_mutf8_length(struct object *s);
struct symbol *string_to_symbol(struct object *s, bool dots_to_slashes);
WARN_UNUSED struct object *string_intern(struct thread *self, struct object *s);
WARN_UNUSED struct object *string_intern_symbol(struct thread *self, struct symbol *s);
WARN_UNUSED struct object *string_intern_mutf8(struct thread *self, const char *s);
/* The result of Class.getName: all characters of the name, U+0000 too. */
WARN_UNUSED struct object *string_intern_class_name(struct thread *self, const struct class *c);
void strings_clear_dead(heap_live_fn live); /* collector: weak table */
/* The number of strings in the table, and the bytes of the table with them. World stopped. */
void strings_statistics(size_t *count, size_t *bytes);
/* Calls fn for each string of the table. World stopped. */
void strings_for_each(void (*fn)(struct object *s, void *arg), void *arg);

#endif
