/* arena.c: bump allocation in chunks. Chunks come zeroed from calloc, so allocations need no clearing. A request larger
 * than a chunk gets its own chunk and leaves the current one in use. The large chunks of a large arena are pages,
 * which go back to the system at once: malloc would keep them. */
#include "base/arena.h"

#include "os/os_mem.h"

#include <stdlib.h>

#define DEFAULT_CHUNK TINY(4 * KB, 64)
#define MAX_CHUNK TINY(256 * KB, 256)

#define LEAST_MAPPED TINY(128 * KB, 4 * KB) /* bytes of a chunk */
#define MAPS_FROM TINY(MB, 4 * KB)          /* bytes of an arena */

struct arena_chunk {
    struct arena_chunk *next;
    size_t mapped; /* bytes of pages; 0: malloc has it */
};

void arena_init(struct arena *a, size_t first_chunk)
{
    *a = (struct arena){ .chunk_size = first_chunk ? ALIGN_UP(first_chunk, 64) : DEFAULT_CHUNK };
}

void arena_init_in(struct arena *a, size_t first_chunk, void *(*take)(void *from, size_t size), void *from)
{
    arena_init(a, first_chunk);
    a->take = take;
    a->from = from;
}

static char *new_chunk(struct arena *a, size_t payload)
{
    if (a->take) {
        a->reserved += payload;
        return a->take(a->from, payload);
    }
    size_t size;
    if (__builtin_add_overflow(payload, sizeof(struct arena_chunk), &size)) VM_FATAL("arena: size overflow");
    struct arena_chunk *chunk = size < LEAST_MAPPED || a->reserved < MAPS_FROM ? NULL : os_mem_map(size);
    if (chunk)
        chunk->mapped = size;
    else
        chunk = vm_calloc(1, size);
    chunk->next = a->chunks;
    a->chunks = chunk;
    a->reserved += size;
    return (char *)(chunk + 1);
}

static void *alloc_slow(struct arena *a, size_t size)
{
    if (a->chunk_size == 0) a->chunk_size = DEFAULT_CHUNK;
    size_t payload = a->chunk_size - sizeof(struct arena_chunk);
    a->used += size;
    if (size > payload / 2) return new_chunk(a, size);
    char *p = new_chunk(a, payload);
    a->at = p + size;
    a->end = p + ALIGN_DOWN(payload, 8);
    if (a->chunk_size < MAX_CHUNK) a->chunk_size *= 2;
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    if (UNLIKELY(size > SIZE_MAX - 64)) VM_FATAL("arena: size overflow");
    size = size ? ALIGN_UP(size, 8) : 8;
    if (UNLIKELY(size > (size_t)(a->end - a->at))) return alloc_slow(a, size);
    void *p = a->at;
    a->at += size;
    a->used += size;
    return p;
}

void *arena_alloc_aligned(struct arena *a, size_t size, size_t align)
{
    if (align <= 8) return arena_alloc(a, size);
    if (UNLIKELY(size > SIZE_MAX - align)) VM_FATAL("arena: size overflow");
    uintptr_t p = (uintptr_t)arena_alloc(a, size + align - 8);
    return (void *)ALIGN_UP(p, align);
}

void *arena_alloc_array(struct arena *a, size_t count, size_t size)
{
    size_t bytes;
    if (UNLIKELY(__builtin_mul_overflow(count, size, &bytes))) VM_FATAL("arena: size overflow");
    return arena_alloc(a, bytes);
}

void *arena_memdup(struct arena *a, const void *p, size_t n)
{
    void *copy = arena_alloc(a, n);
    if (n) memcpy(copy, p, n);
    return copy;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *copy = arena_alloc(a, n + 1);
    if (n) memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *arena_strdup(struct arena *a, const char *s) { return arena_strndup(a, s, strlen(s)); }

static void free_chunks(struct arena *a, const struct arena_chunk *last)
{
    for (struct arena_chunk *c = a->chunks; c != last;) {
        struct arena_chunk *next = c->next;
        if (c->mapped)
            os_mem_release(c, c->mapped);
        else
            free(c);
        c = next;
    }
}

void arena_reset(struct arena *a, const struct arena_mark *m)
{
    VM_ASSERT(!a->take);
    bool same = a->chunks == m->chunks; /* no chunk was taken since: `at` says how far this one was used */
    free_chunks(a, m->chunks);
    if (m->at) memset(m->at, 0, (size_t)((same ? a->at : m->end) - m->at));
    a->at = m->at;
    a->end = m->end;
    a->chunks = m->chunks;
    a->chunk_size = m->chunk_size;
    a->used = m->used;
    a->reserved = m->reserved;
}

void arena_destroy(struct arena *a)
{
    free_chunks(a, NULL);
    arena_init(a, 0);
}
