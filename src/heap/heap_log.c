/* The records of the store barrier (heap.h): old objects, and lines of large arrays, that were stored into since the
 * last collection.
 *
 * Each thread fills a chunk of its own. A collection reads all chunks and starts a new epoch; a thread whose chunk is
 * of an older epoch takes a new one. If the log becomes too long, recording stops, and the next collection is full.
 *
 * Lock: log_lock guards the lists of chunks; a leaf. Chunks are read with the world stopped. */
#include "heap/heap_int.h"

#include <stdlib.h>

enum { CHUNK_ENTRIES = 510, LEAST_CHUNKS = 256, LOG_SHARE = 64 /* of the heap */ };

struct chunk {
    struct chunk *next;
    _Atomic u32 count;
    uintptr_t entry[CHUNK_ENTRIES];
};

static struct os_mutex log_lock = OS_MUTEX_INIT;
static struct chunk *used, *spare;
static u32 used_count;
static _Atomic u32 epoch = 1;
static _Atomic bool incomplete;

static _Thread_local struct {
    struct chunk *chunk;
    u32 epoch;
} mine;

static u32 most_chunks(void)
{
    size_t n = heap.max_bytes / LOG_SHARE / sizeof(struct chunk);
    return n > LEAST_CHUNKS ? (u32)n : LEAST_CHUNKS;
}

static COLD struct chunk *next_chunk(void)
{
    os_mutex_lock(&log_lock);
    struct chunk *c = NULL;
    if (used_count < most_chunks()) {
        c = spare;
        if (c)
            spare = c->next;
        else
            c = malloc(sizeof *c);
    }
    if (c) {
        atomic_store_explicit(&c->count, 0, memory_order_relaxed);
        c->next = used;
        used = c;
        used_count++;
    } else
        atomic_store(&incomplete, true);
    mine.epoch = atomic_load(&epoch);
    mine.chunk = c;
    os_mutex_unlock(&log_lock);
    return c;
}

static void record(uintptr_t entry)
{
    struct chunk *c = mine.chunk;
    if (mine.epoch != atomic_load_explicit(&epoch, memory_order_relaxed) || !c ||
        atomic_load_explicit(&c->count, memory_order_relaxed) == CHUNK_ENTRIES) {
        if (atomic_load_explicit(&incomplete, memory_order_relaxed)) return;
        c = next_chunk();
        if (!c) return;
    }
    u32 n = atomic_load_explicit(&c->count, memory_order_relaxed);
    c->entry[n] = entry;
    atomic_store_explicit(&c->count, n + 1, memory_order_relaxed);
}

static bool is_large_array(const struct object *o)
{
    return (uintptr_t)o >= __atomic_load_n(&heap.large_lo, __ATOMIC_RELAXED) && object_type(o)->kind == HEAP_REF_ARRAY;
}

static void record_lines(uintptr_t from, uintptr_t to)
{
    for (uintptr_t line = from >> HEAP_LINE_SHIFT; line << HEAP_LINE_SHIFT < to; line++)
        if (!__atomic_exchange_n(&heap.line_marks[line], LINE_LOGGED, __ATOMIC_RELAXED))
            record(line << HEAP_LINE_SHIFT | LOG_LINE);
}

__attribute__((preserve_most)) static NOINLINE void log_object(struct object *o)
{
    u32 before = atomic_fetch_and_explicit(&o->lock, ~(u32)OBJECT_UNLOGGED, memory_order_relaxed);
    if (before & OBJECT_UNLOGGED) record((uintptr_t)o);
}

__attribute__((preserve_most)) static NOINLINE void log_lines(uintptr_t from, uintptr_t to) { record_lines(from, to); }

/* Kept short, with an early return: every store into an old large array comes here. */
__attribute__((preserve_most)) void heap_log_store(struct object *holder, u32 offset, size_t bytes)
{
    if (LIKELY(!is_large_array(holder))) {
        log_object(holder);
        return;
    }
    uintptr_t from = (uintptr_t)holder + offset;
    if (bytes == sizeof(nref) && heap.line_marks[from >> HEAP_LINE_SHIFT]) return;
    log_lines(from, from + bytes);
}

void log_for_each(void (*fn)(uintptr_t entry))
{
    for (struct chunk *c = used; c; c = c->next)
        for (u32 i = 0, n = atomic_load(&c->count); i < n; i++) fn(c->entry[i]);
}

bool log_complete(void) { return !atomic_load(&incomplete); }

static void unlog_line(uintptr_t entry)
{
    if (entry & LOG_LINE) heap.line_marks[entry >> HEAP_LINE_SHIFT] = 0;
}

void log_forget(void)
{
    if (log_complete())
        log_for_each(unlog_line);
    else
        memset(&heap.line_marks[heap.large_lo >> HEAP_LINE_SHIFT], 0, (heap.end - heap.large_lo) >> HEAP_LINE_SHIFT);
    for (struct chunk *c; (c = used) != NULL;) {
        used = c->next;
        c->next = spare;
        spare = c;
    }
    used_count = 0;
    atomic_store(&incomplete, false);
    atomic_fetch_add(&epoch, 1);
}
