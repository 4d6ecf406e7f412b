/* The hot path: what happens at every method entry and exit.

 * Time is charged when the top of the stack changes: what has passed since the last change belongs to the method that
 * was on top, and to its node. So no start time is kept for a frame and an event reads the clock once. Inclusive time
 * is kept by method, from the entry of its outermost activation to the exit of that one, so recursion counts once.

   Each thread has a clock of its own that leaves out waiting: when much has passed between two events, the thread's CPU
   time, which is too slow to read at every event, tells how much of it was spent on a processor. See skip_waiting.

   Invariants: OVER is empty unless AT is the deepest node there was room for; TOP is the last of OVER, else AT's stats,
   else OUTSIDE. Only the thread itself runs this, except lens_calls_settle, which runs when all threads are stopped or
   held out. */
#include <pthread.h>
#include <stdlib.h>

#include "lens.h"
#include "lens_clock.h"
#include "lens_thread.h"

static size_t slot_of(jmethodID id, size_t mask)
{
    uint64_t h = (uint64_t)(uintptr_t)id * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 32) & mask;
}

/* NULL: never seen in this thread. */
static struct lens_stats *find_stats(const struct lens_thread *t, jmethodID id)
{
    if (t->slots == NULL) return NULL;
    for (size_t i = slot_of(id, t->slot_mask);; i = (i + 1) & t->slot_mask) {
        struct lens_stats *s = t->slots[i];
        if (s == NULL || s->id == id) return s;
    }
}

static bool grow_slots(struct lens_thread *t)
{
    size_t grown = t->slots == NULL ? 256 : (t->slot_mask + 1) * 2;
    struct lens_stats **slots = calloc(grown, sizeof *slots);
    if (slots == NULL) return false;
    for (size_t i = 0; t->slots != NULL && i <= t->slot_mask; i++) {
        if (t->slots[i] == NULL) continue;
        size_t k = slot_of(t->slots[i]->id, grown - 1);
        while (slots[k] != NULL) k = (k + 1) & (grown - 1);
        slots[k] = t->slots[i];
    }
    free(t->slots);
    t->slots = slots;
    t->slot_mask = grown - 1;
    return true;
}

/* The slow part of an entry: the first call of a method in this thread. NULL: out of memory. */
static __attribute__((noinline)) struct lens_stats *make_stats(struct lens_thread *t, JNIEnv *jni, jmethodID id)
{
    struct lens_stats *s = find_stats(t, id);
    if (s != NULL) return s;
    if ((t->slots == NULL || (t->slot_count + 1) * 2 > t->slot_mask + 1) && !grow_slots(t)) return NULL;
    struct lens_method *method = lens_method_of(jni, id);
    if (method == NULL || (s = calloc(1, sizeof *s)) == NULL) return NULL;
    s->id = id;
    s->method = method;
    s->counts = method->counts;
    size_t i = slot_of(id, t->slot_mask);
    while (t->slots[i] != NULL) i = (i + 1) & t->slot_mask;
    t->slots[i] = s;
    t->slot_count++;
    return s;
}

#define GAP 100000 /* ticks between two events from which on the CPU time is asked for; some 30 to 100 us */

static uint64_t cpu_ns(const struct lens_thread *t)
{
    struct timespec ts;
    if (clock_gettime(t->cpu_clock, &ts) != 0) return 0; /* the thread left without its ThreadEnd */
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void lens_calls_start_clock(struct lens_thread *t)
{
    if (pthread_getcpuclockid(pthread_self(), &t->cpu_clock) != 0) t->cpu_clock = CLOCK_THREAD_CPUTIME_ID;
    t->last = t->seen = t->checked = lens_clock_ticks();
    t->checked_cpu_ns = cpu_ns(t);
}

/* A long time passed since SEEN, up to NOW on the thread's own clock. What was not spent on a processor is skipped. The
   CPU time since the last check is that of the gap and of the short times between events before it, all of which count
   as busy; so the gap gets the difference. Gives the corrected time. */
static __attribute__((noinline)) uint64_t skip_waiting(struct lens_thread *t, uint64_t now)
{
    uint64_t cpu = cpu_ns(t), gap = now - t->seen, before = t->seen - t->checked;
    uint64_t spent = lens_clock_ns_to_ticks(cpu > t->checked_cpu_ns ? cpu - t->checked_cpu_ns : 0);
    uint64_t busy = spent > before ? spent - before : 0;
    if (busy < gap) {
        t->skipped += gap - busy;
        now -= gap - busy;
    }
    t->checked = now;
    t->checked_cpu_ns = cpu;
    return now;
}

/* Now, on the thread's own clock; never before the last event, as another processor's counter may lag a little. */
static inline uint64_t own_clock(struct lens_thread *t)
{
    uint64_t now = lens_clock_ticks() - t->skipped;
    if (__builtin_expect(now - t->seen > GAP, 0)) {
        if ((int64_t)(now - t->seen) < 0) return t->seen;
        if (!lens.options.wall_clock) now = skip_waiting(t, now);
    }
    t->seen = now;
    return now;
}

static inline void charge(struct lens_thread *t, uint64_t now)
{
    uint64_t passed = now - t->last;
    t->at->self += passed;
    t->top->self += passed;
    t->last = now;
}

static inline void count_one(_Atomic uint64_t *counter)
{
    /* Written by one thread only, read by any: no locked instruction needed. */
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}

/* A callee of AT that is not the one called last: looked for and put in front, or made. NULL: no node for it. */
static __attribute__((noinline)) struct lens_node *find_child(struct lens_thread *t, jmethodID id)
{
    struct lens_node *at = t->at, **link = &at->child, *n;
    for (n = *link; n != NULL; link = &n->sibling, n = n->sibling)
        if (n->id == id) {
            *link = n->sibling;
            n->sibling = at->child;
            at->child = n;
            return n;
        }
    return NULL;
}

static struct lens_node *make_child(struct lens_thread *t, struct lens_stats *s)
{
    struct lens_node *at = t->at;
    if (at->depth >= lens.options.depth) return NULL;
    struct lens_node *n = lens_tree_new_node(&t->arena);
    if (n == NULL) {
        /* The time this takes is nobody's. */
        uint64_t began = lens_clock_ticks();
        if (lens_tree_make_room(t)) n = lens_tree_new_node(&t->arena);
        t->skipped += lens_clock_ticks() - began;
        t->checked_cpu_ns = cpu_ns(t);
        t->checked = t->seen;
        if (n == NULL) return NULL;
    }
    n->id = s->id;
    n->stats = s;
    n->parent = at;
    n->depth = at->depth + 1;
    n->sibling = at->child;
    at->child = n;
    return n;
}

static bool push_over(struct lens_thread *t, struct lens_stats *s)
{
    if (t->over_count == t->over_size) {
        size_t grown = t->over_size == 0 ? 256 : t->over_size * 2;
        struct lens_stats **over = realloc(t->over, grown * sizeof *over);
        if (over == NULL) return false;
        t->over = over;
        t->over_size = grown;
    }
    t->over[t->over_count++] = s;
    atomic_fetch_add_explicit(&lens_tree_cramped, 1, memory_order_relaxed);
    return true;
}

static inline void enter_counted(struct lens_thread *t, struct lens_stats *s, uint64_t now)
{
    s->entered++;
    if (s->active++ == 0) s->since = now;
    t->top = s;
    count_one(&t->record->entered);
}

void lens_calls_enter(struct lens_thread *t, JNIEnv *jni, jmethodID id)
{
    uint64_t now = own_clock(t);
    struct lens_node *n = t->at->child;
    if (__builtin_expect(t->over_count == 0, 1)) {
        if (__builtin_expect(n == NULL || n->id != id, 0)) {
            /* With a filter most calls are of methods that do not count: ask before going through the callees. */
            if (lens.options.filter_count > 0) {
                struct lens_stats *seen = find_stats(t, id);
                if (seen != NULL && !seen->counts) return;
            }
            n = find_child(t, id);
        }
        if (__builtin_expect(n != NULL, 1)) {
            charge(t, now);
            n->calls++;
            t->at = n;
            enter_counted(t, n->stats, now);
            return;
        }
    }
    struct lens_stats *s = make_stats(t, jni, id);
    if (s == NULL) {
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
        return;
    }
    if (!s->counts) return;
    charge(t, now);
    n = t->over_count == 0 ? make_child(t, s) : NULL;
    if (n != NULL) {
        n->calls++;
        t->at = n;
    } else if (!push_over(t, s)) {
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
        return;
    }
    enter_counted(t, s, now);
}

/* Takes the top frame off. There is one. */
static inline void pop(struct lens_thread *t, uint64_t now, bool by_exception)
{
    struct lens_stats *s = t->top;
    charge(t, now);
    s->left++;
    s->threw += by_exception;
    if (--s->active == 0) s->inclusive += now - s->since;
    count_one(&t->record->left);
    if (__builtin_expect(t->over_count == 0, 1)) {
        t->at = t->at->parent;
        t->top = t->at->depth == 0 ? &t->outside : t->at->stats;
    } else {
        t->over_count--;
        if (t->over_count > 0)
            t->top = t->over[t->over_count - 1];
        else
            t->top = t->at->depth == 0 ? &t->outside : t->at->stats;
    }
}

/* An exit of a method that is not on top: outside the filter, entered before lens listened, or frames above it went
   without an event (a tool took them off). */
static __attribute__((noinline)) void exit_other(struct lens_thread *t, JNIEnv *jni, jmethodID id, uint64_t now)
{
    struct lens_stats *s = find_stats(t, id);
    if (s == NULL) s = make_stats(t, jni, id);
    if (s != NULL && !s->counts) return;
    if (s == NULL || s->active == 0) {
        t->record->left_unseen++;
        return;
    }
    while (t->top != s) pop(t, now, true);
}

void lens_calls_exit(struct lens_thread *t, JNIEnv *jni, jmethodID id, bool by_exception)
{
    uint64_t now = own_clock(t);
    if (__builtin_expect(t->top->id != id, 0)) {
        exit_other(t, jni, id, now);
        if (t->top->id != id) return;
    }
    pop(t, now, by_exception);
}

void lens_calls_settle(struct lens_thread *t)
{
    uint64_t now = own_clock(t);
    charge(t, now);
    for (size_t i = 0; t->slots != NULL && i <= t->slot_mask; i++) {
        struct lens_stats *s = t->slots[i];
        if (s != NULL && s->active > 0) {
            s->inclusive += now - s->since;
            s->active = 0;
        }
    }
}
