/* Records: the output of probes. A hit writes them to a ring of its thread and takes no lock. Whoever drains the rings,
 * the clock of probes or a reader, puts the records in the order of their time, gives each to its probe's output, and
 * keeps those that agents wait for until the clock sends them. */
#include "base/vec.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/events.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <stdlib.h>

enum {
    RING_SIZE = TINY(65536, 16384), /* bytes: a power of two */
    RECORDS_A_SECOND = 5000,        /* of a probe */
    STACK_COSTS = 10,               /* so many records is one with a stack */
    QUEUE_SIZE_MAX = 1 << 20        /* bytes that wait for agents */
};

struct header {
    u32 size, probe;
    i64 time, thread;
    u64 lost; /* records of the thread before this one, since the last that was not */
};
struct probe_ring {
    _Atomic u64 head, tail; /* bytes that were written and read, ever */
    u64 lost;               /* the thread's own */
    char bytes[RING_SIZE];
};
/* A record that has left its ring. */
struct record {
    struct header h;
    struct record *next; /* in the queue */
    char text[];
};

/* ---- the clock's sleep ---- */

static struct os_event clock_event = OS_EVENT_INIT;
static _Atomic bool clock_told; /* of records that wait */

void probe_clock_wake(void) { os_event_set(&clock_event); }
void probe_clock_sleep(struct thread *self, i64 until)
{
    IN_STATE(self, VM);
    thread_to_blocked(self);
    (void)os_event_wait_until(&clock_event, until);
    thread_from_blocked(self);
}
static void tell_clock(void)
{
    if (atomic_load_explicit(&clock_told, memory_order_relaxed) || atomic_exchange(&clock_told, true)) return;
    probe_clock_wake();
}

/* ---- writing ---- */

static void put(struct probe_ring *r, u64 at, const void *from, size_t n)
{
    size_t to = at % RING_SIZE, first = n < RING_SIZE - to ? n : RING_SIZE - to;
    memcpy(r->bytes + to, from, first);
    memcpy(r->bytes, (const char *)from + first, n - first);
}
static void get(const struct probe_ring *r, u64 at, void *to, size_t n)
{
    size_t from = at % RING_SIZE, first = n < RING_SIZE - from ? n : RING_SIZE - from;
    memcpy(to, r->bytes + from, first);
    memcpy((char *)to + first, r->bytes, n - first);
}

/* Is that still one of those that the probe may have in this second? Threads that cross into another second at once may
 * take a few more. */
static bool take_from_budget(struct probe *p, i64 now, u32 cost)
{
    i64 second = now / 1000000000;
    if (atomic_load_explicit(&p->second, memory_order_relaxed) != second) {
        atomic_store(&p->second, second);
        atomic_store(&p->records, 0);
    }
    return atomic_fetch_add(&p->records, cost) + cost <= RECORDS_A_SECOND;
}
static struct probe_ring *ring_of(struct thread *self)
{
    struct probe_thread *t = probe_thread_of(self);
    if (!t) return NULL;
    struct probe_ring *r = atomic_load_explicit(&t->ring, memory_order_relaxed);
    if (LIKELY(r != NULL)) return r;
    r = calloc(1, sizeof *r);
    atomic_store_explicit(&t->ring, r, memory_order_release);
    return r;
}

void probe_record(struct thread *self, struct probe *p, struct probe_local *l, bool stack, const char *s, size_t n)
{
    struct probe_ring *r = ring_of(self);
    if (!r) {
        probe_count(l, PROBE_LOST_MEMORY);
        return;
    }
    i64 now = os_time_monotonic_ns();
    u64 head = atomic_load_explicit(&r->head, memory_order_relaxed);
    u64 used = head - atomic_load_explicit(&r->tail, memory_order_acquire);
    bool rate = take_from_budget(p, now, stack ? STACK_COSTS : 1);
    if (!rate || n + sizeof(struct header) > RING_SIZE - used) {
        probe_count(l, rate ? PROBE_LOST_RING : PROBE_LOST_RATE);
        r->lost++;
        return;
    }
    struct header h = { (u32)n, p->id, now, probe_thread_number(self), r->lost };
    r->lost = 0;
    put(r, head, &h, sizeof h);
    put(r, head + sizeof h, s, n);
    atomic_store_explicit(&r->head, head + sizeof h + n, memory_order_release);
    if (event_on(EV_PROBE_RECORD) || used > RING_SIZE / 2) tell_clock();
}

/* ---- draining ---- */

static struct record *queue, **queue_end = &queue; /* for agents, the oldest first; threads_lock */
static size_t queue_size;

static int by_time(const void *a, const void *b)
{
    const struct record *x = *(struct record *const *)a, *y = *(struct record *const *)b;
    return x->h.time < y->h.time ? -1 : x->h.time > y->h.time;
}
static void take_ring(struct probe_ring *r, struct vec *records)
{
    u64 tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    u64 head = atomic_load_explicit(&r->head, memory_order_acquire);
    while (tail != head) {
        struct header h;
        get(r, tail, &h, sizeof h);
        struct record *one = vm_malloc(sizeof *one + h.size + 1);
        one->h = h;
        get(r, tail + sizeof h, one->text, h.size);
        one->text[h.size] = 0;
        vec_push(records, one);
        tail += sizeof h + h.size;
    }
    atomic_store_explicit(&r->tail, tail, memory_order_release);
}
static void give_to_reader(struct probe *p, const struct record *r)
{
    if (!p->output) p->output = malloc(PROBE_OUTPUT_MAX);
    bool fits = p->output && p->output_size + r->h.size <= PROBE_OUTPUT_MAX;
    if (!fits) {
        atomic_fetch_add(&p->ended.counters[PROBE_LOST_OUTPUT], 1);
        return;
    }
    memcpy(p->output + p->output_size, r->text, r->h.size);
    p->output_size += r->h.size;
}
/* Keeps the record for agents. Returns false if it does not. */
static bool give_to_agents(struct probe *p, struct record *r)
{
    if (!event_on(EV_PROBE_RECORD)) return false;
    if (queue_size + r->h.size > QUEUE_SIZE_MAX) {
        if (p) atomic_fetch_add(&p->ended.counters[PROBE_LOST_RING], 1);
        return false;
    }
    r->next = NULL;
    *queue_end = r;
    queue_end = &r->next;
    queue_size += r->h.size;
    return true;
}
static void give(struct vec *records)
{
    if (!records->count) return;
    qsort(records->items, records->count, sizeof *records->items, by_time);
    for (u32 i = 0; i < records->count; i++) {
        struct record *r = records->items[i];
        struct probe *p = probe_by_id(r->h.probe);
        if (p) give_to_reader(p, r);
        if (!give_to_agents(p, r)) free(r);
    }
    vec_destroy(records);
}
static void take_thread(const struct thread *t, struct vec *records)
{
    struct probe_thread *s = __atomic_load_n(&t->probes, __ATOMIC_ACQUIRE);
    struct probe_ring *r = s ? atomic_load_explicit(&s->ring, memory_order_acquire) : NULL;
    if (r) take_ring(r, records);
}
void probe_records_drain(void)
{
    THREADS_LOCKED();
    struct vec records = VEC_INIT;
    for (struct thread *t = threads_first(); t; t = t->next) take_thread(t, &records);
    give(&records);
}
void probe_say(struct probe *p, const char *text)
{
    THREADS_LOCKED();
    size_t n = strlen(text);
    struct vec records = VEC_INIT;
    struct record *r = vm_malloc(sizeof *r + n + 1);
    r->h = (struct header){ .size = (u32)n, .probe = p->id, .time = os_time_monotonic_ns() };
    memcpy(r->text, text, n + 1);
    probe_records_drain();
    vec_push(&records, r);
    give(&records);
    if (event_on(EV_PROBE_RECORD)) tell_clock();
}
void probe_records_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    struct vec records = VEC_INIT;
    take_thread(t, &records);
    give(&records);
    struct probe_thread *s = t->probes;
    free(s->ring);
    s->ring = NULL;
}

void probe_records_send(struct thread *self)
{
    IN_STATE(self, VM);
    atomic_store(&clock_told, false);
    threads_lock(self);
    probe_records_drain();
    struct record *r = queue;
    queue = NULL;
    queue_end = &queue;
    queue_size = 0;
    threads_unlock();
    for (struct record *next; r; r = next) {
        next = r->next;
        if (event_on(EV_PROBE_RECORD) && hooks.probe_record)
            hooks.probe_record(self, r->h.probe, r->h.time, r->h.thread, (i64)r->h.lost, r->text);
        free(r);
    }
}
