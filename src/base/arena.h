/* arena.h: memory that is given back all at once. Not thread-safe: one owner at a time. */
#ifndef ARGUS_BASE_ARENA_H
#define ARGUS_BASE_ARENA_H

#include <stddef.h>

#include "base/base.h"

struct arena_chunk;

struct arena {
    char *at;  /* next free byte of the newest chunk, 8-aligned */
    char *end; /* its end */
    struct arena_chunk *chunks;
    size_t chunk_size; /* of the next ordinary chunk; doubles up to a limit */
    size_t used;       /* bytes handed out, alignment included */
    size_t reserved;   /* bytes taken from malloc */
    /* NULL: malloc. Returns zeroed, 8-aligned memory that arena_destroy leaves alone */
    void *(*take)(void *from, size_t size);
    void *from;
};

/* An empty arena; takes no memory before the first allocation. first_chunk: bytes of its first chunk, 0 for the default
 * (4 KB). */
void arena_init(struct arena *a, size_t first_chunk);
/* As arena_init, with chunks from `take` instead of malloc. */
void arena_init_in(struct arena *a, size_t first_chunk, void *(*take)(void *from, size_t size), void *from);
/* size zeroed bytes, 8-aligned, never NULL; valid until arena_destroy. */
void *arena_alloc(struct arena *a, size_t size) __attribute__((returns_nonnull));
/* As arena_alloc with a larger alignment (power of two). */
void *arena_alloc_aligned(struct arena *a, size_t size, size_t align) __attribute__((returns_nonnull));
/* count elements; aborts when count * size overflows. */
void *arena_alloc_array(struct arena *a, size_t count, size_t size) __attribute__((returns_nonnull));
char *arena_strdup(struct arena *a, const char *s) __attribute__((returns_nonnull));
/* n bytes of s and a NUL. */
char *arena_strndup(struct arena *a, const char *s, size_t n) __attribute__((returns_nonnull));
void *arena_memdup(struct arena *a, const void *p, size_t n) __attribute__((returns_nonnull));
/* Gives everything back; the arena is then empty and usable. */
void arena_destroy(struct arena *a);
/* A point to return to: memory allocated since is released and used again. Not for arenas made by arena_init_in. */
struct arena_mark {
    char *at, *end;
    struct arena_chunk *chunks;
    size_t chunk_size, used, reserved;
};
static inline struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){ a->at, a->end, a->chunks, a->chunk_size, a->used, a->reserved };
}
void arena_reset(struct arena *a, const struct arena_mark *m);
/* Bytes handed out. */
static inline size_t arena_bytes_used(const struct arena *a) { return a->used; }

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_NEW_ARRAY(a, type, count) ((type *)arena_alloc_array((a), (count), sizeof(type)))

#endif
