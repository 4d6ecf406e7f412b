/* /api/heap: objects by class, without a stop (heap_look_begin). A small heap is looked at whole; of a large one as
 * many blocks as fit a fixed amount of work, chosen at random, stand for all. Large objects are all counted. */
#include "base/hashmap.h"
#include "log/log.h"
#include "meta/loader.h"
#include "os/os_time.h"
#include "service/page/page_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { WHOLE_BLOCKS = TINY(1024, 2), LEAST_BLOCKS = TINY(64, 1), BETWEEN_POLLS = 16 };
static const i64 slice_ns = 200000, work_ns = 3 * OS_NS_PER_MS; /* of a reading that is estimated */

struct row {
    const struct class *c;
    u64 count, bytes; /* of small objects */
    u64 large_count, large_bytes;
    i64 growth;
};
struct reading {
    struct row *rows; /* by the address of the class, open addressing; c NULL: free */
    u32 size, count;
    char search[PAGE_SEARCH_MAX];
};

static struct row *find(struct row *rows, u32 size, const struct class *c)
{
    u32 i = (u32)hash_u64((uintptr_t)c) & (size - 1);
    while (rows[i].c && rows[i].c != c) i = (i + 1) & (size - 1);
    return &rows[i];
}
static void grow(struct reading *r)
{
    u32 size = r->size ? r->size * 2 : 4096;
    struct row *rows = vm_calloc(size, sizeof *rows);
    for (u32 i = 0; i < r->size; i++)
        if (r->rows[i].c) *find(rows, size, r->rows[i].c) = r->rows[i];
    free(r->rows);
    r->rows = rows;
    r->size = size;
}
static void take_object(const struct object *o, size_t bytes, bool large, void *arg)
{
    struct reading *r = arg;
    const struct class *c = object_class(o);
    struct row *row = find(r->rows, r->size, c);
    if (!row->c) {
        if (++r->count > r->size / 2) {
            grow(r);
            row = find(r->rows, r->size, c);
        }
        row->c = c;
    }
    *(large ? &row->large_count : &row->count) += 1;
    *(large ? &row->large_bytes : &row->bytes) += bytes;
}

/* ---- growth ---- */

/* The bytes of each class at the first reading, by its number; the server's thread alone. */
static struct hashmap at_first = HASHMAP_INIT;
static bool has_first;

void page_heap_forget(void)
{
    hashmap_destroy(&at_first);
    at_first = (struct hashmap)HASHMAP_INIT;
    has_first = false;
}
static void note_growth(struct row *rows, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        void *key = (void *)(uintptr_t)rows[i].c->serial;
        if (!has_first) hashmap_put(&at_first, key, (void *)(uintptr_t)rows[i].bytes);
        rows[i].growth = (i64)rows[i].bytes - (i64)(uintptr_t)hashmap_get(&at_first, key);
    }
    has_first = true;
}

/* ---- the answer ---- */

static int by_class(const struct row *x, const struct row *y)
{
    return (x->c->serial > y->c->serial) - (x->c->serial < y->c->serial);
}
static int by_bytes(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->bytes != y->bytes ? (x->bytes < y->bytes) - (x->bytes > y->bytes) : by_class(x, y);
}
static int by_count(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : by_class(x, y);
}
static int by_growth(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->growth != y->growth ? (x->growth < y->growth) - (x->growth > y->growth) : by_class(x, y);
}

struct cost {
    i64 taken, longest;
    u32 slices;
};

/* How many blocks an estimated reading may look at: from the time that the last one took for each. */
static u32 ns_a_block;
static u32 blocks_to_look_at(void)
{
    i64 n = ns_a_block ? work_ns / ns_a_block : LEAST_BLOCKS;
    return n < LEAST_BLOCKS ? LEAST_BLOCKS : (u32)n;
}

static void look(struct thread *self, struct reading *r, struct heap_look *l, struct cost *cost)
{
    bool more;
    do {
        i64 began = os_time_monotonic_ns();
        more = heap_look_on(l, began + slice_ns, take_object, r);
        i64 took = os_time_monotonic_ns() - began;
        cost->taken += took;
        cost->slices++;
        if (took > cost->longest) cost->longest = took;
        thread_poll(self);
    } while (more);
    if (l->looked) ns_a_block = (u32)(cost->taken / l->looked) + 1;
}

/* Puts all rows to the front, small and large objects together, scaled. */
static u32 sum_up(struct reading *r, double scale, u64 *count, u64 *bytes)
{
    u32 n = 0;
    *count = *bytes = 0;
    for (u32 i = 0; i < r->size; i++) {
        struct row row = r->rows[i];
        if (!row.c) continue;
        row.count = (u64)((double)row.count * scale + 0.5) + row.large_count;
        row.bytes = (u64)((double)row.bytes * scale + 0.5) + row.large_bytes;
        *count += row.count;
        *bytes += row.bytes;
        r->rows[n++] = row;
    }
    return n;
}

void page_heap(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static const char *const sorts[] = { "bytes", "count", "growth", NULL };
    static int (*const compare[])(const void *, const void *) = { by_bytes, by_count, by_growth };
    i64 limit;
    u32 sort;
    u64 count, bytes;
    struct reading r = { 0 };
    struct heap_look l;
    struct cost cost = { 0 };
    if (!page_word(q, a, "sort", sorts, &sort) || !page_search(q, a, r.search) ||
        !page_number(q, a, "limit", 200, 0, PAGE_ROWS_MAX, &limit))
        return;
    grow(&r);
    classes_hold();
    i64 time = log_uptime_ns();
    heap_look_begin(&l, WHOLE_BLOCKS, blocks_to_look_at(), hash_u64((u64)time));
    look(self, &r, &l, &cost);
    bool estimated = l.looked < l.in_use;
    u32 n = sum_up(&r, l.looked ? (double)l.in_use / l.looked : 1, &count, &bytes), shown = 0;
    note_growth(r.rows, n);
    page_sort(self, r.rows, n, sizeof *r.rows, *r.search ? n : (size_t)limit, compare[sort]);
    text_printf(&a->body,
                "{\"time\":%lld,\"estimated\":%s,\"share\":%.6f,\"taken\":%lld,\"slices\":%u,\"longest\":%lld,"
                "\"total\":{\"count\":%llu,\"bytes\":%llu},\"classes\":[",
                (long long)time, estimated ? "true" : "false", l.in_use ? (double)l.looked / l.in_use : 1.0,
                (long long)cost.taken, cost.slices, (long long)cost.longest, (unsigned long long)count,
                (unsigned long long)bytes);
    for (u32 i = 0; i < n && shown < limit; i++) {
        const struct row *row = &r.rows[i];
        if (*r.search && !page_contains(row->c->name->bytes, row->c->name->len, r.search)) continue;
        text_add(&a->body, shown++ ? ",{\"class\":" : "{\"class\":");
        page_put_class(&a->body, row->c);
        page_put_number(&a->body, "loader", row->c->loader->number);
        page_put_number(&a->body, "count", (i64)row->count);
        page_put_number(&a->body, "bytes", (i64)row->bytes);
        page_put_number(&a->body, "growth", row->growth);
        text_add(&a->body, "}");
        if (shown % BETWEEN_POLLS == 0) thread_poll(self);
    }
    text_add(&a->body, "]}");
    classes_release();
    free(r.rows);
}
