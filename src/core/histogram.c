/* Counting all objects by class. */
#include "core/histogram.h"

#include <stdlib.h>

#include "base/hashmap.h"
#include "heap/heap.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

struct counting {
    struct hashmap places; /* class -> 1 + its row */
    struct histogram_row *rows;
    u32 count, room;
};

static bool count_object(struct object *o, void *arg)
{
    struct counting *h = arg;
    struct class *c = object_class(o);
    uintptr_t place = (uintptr_t)hashmap_get(&h->places, c);
    if (!place) {
        if (h->count == h->room) {
            h->room = h->room ? 2 * h->room : 1024;
            h->rows = vm_realloc(h->rows, h->room * sizeof *h->rows);
        }
        h->rows[h->count++] = (struct histogram_row){ c, 0, 0 };
        place = h->count;
        hashmap_put(&h->places, c, (void *)place);
    }
    struct histogram_row *r = &h->rows[place - 1];
    r->instances++;
    r->bytes += object_size(o);
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    const struct histogram_row *x = a, *y = b;
    return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : 0;
}

struct histogram_row *histogram_take(u32 *n)
{
    WORLD_STOPPED();
    struct counting h = { .places = HASHMAP_INIT };
    heap_walk(count_object, &h);
    hashmap_destroy(&h.places);
    if (h.count) qsort(h.rows, h.count, sizeof *h.rows, by_bytes);
    *n = h.count;
    return h.rows;
}

void histogram_record(struct thread *self, bool after_gc, i64 id)
{
    WORLD_STOPPED();
    enum { LEAST_SHARE = 200 };
    u32 n;
    u64 all = 0;
    struct histogram_row *rows = histogram_take(&n);
    for (u32 i = 0; i < n; i++) all += rows[i].bytes;
    for (u32 i = 0; i < n && rows[i].bytes >= all / LEAST_SHARE; i++) {
        const struct histogram_row *r = &rows[i];
        if (after_gc)
            recorder_object_count_after_gc(self, id, r->c, (i64)r->instances, (i64)r->bytes);
        else
            recorder_object_count(self, id, r->c, (i64)r->instances, (i64)r->bytes);
    }
    free(rows);
}
