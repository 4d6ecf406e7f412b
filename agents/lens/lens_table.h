/* Hash tables from bytes to a fixed-size value, and growing text. The building blocks of every part of the report. */
#ifndef LENS_TABLE_H
#define LENS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lens_entry;

/* A table keeps its entries in the order in which they came. Values never move. Not locked: the owner says how. */
struct lens_table {
    struct lens_entry **slots;
    size_t mask, count, limit; /* limit 0: none; otherwise the most entries it takes */
    size_t value_size;
    struct lens_entry *first, *last;
};

/* An empty table of values of VALUE_SIZE bytes that refuses to grow beyond LIMIT entries (0: no limit). */
void lens_table_init(struct lens_table *table, size_t value_size, size_t limit);

/* The value of KEY (LENGTH bytes, copied), zeroed if it is new; *FRESH (may be NULL) tells. NULL: the limit is reached
 * or memory ran out; the table is unchanged. */
void *lens_table_put(struct lens_table *table, const void *key, size_t length, bool *fresh);

/* The value of KEY or NULL. */
void *lens_table_get(const struct lens_table *table, const void *key, size_t length);

/* The key bytes of a value, with a NUL after them. */
const void *lens_table_key(const void *value);

/* Walks in order of arrival: PREVIOUS NULL starts; NULL ends. */
void *lens_table_next(const struct lens_table *table, const void *previous);

/* All values as an array (caller frees), sorted by ORDER if it is not NULL; NULL when empty or out of memory. */
void **lens_table_sorted(const struct lens_table *table, int (*order)(const void *, const void *));

void lens_table_free(struct lens_table *table);

/* The one copy of TEXT that lens keeps for good, so that equal texts are equal pointers; never NULL (out of memory:
 * "?"). Thread-safe. */
const char *lens_text_intern(const char *text);

#endif
