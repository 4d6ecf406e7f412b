/* /api/flame and /api/methods: samples of stacks of the last seconds.
 *
 * A thread of its own takes them while somebody asks, and for ten seconds after. Each tick it looks at all threads; one
 * that runs Java, or the VM for Java, and has used a period of processor time since, is asked by a signal
 * (stack_sample.h); in mode wall a few threads in turn are, whatever they do: those that wait are walked while they are
 * kept from going on. The period grows with what a tick costs, so that sampling takes half a percent of a processor at
 * most; ticks come at random around it, since a program that wakes by a clock of its own would else never be seen. In
 * mode alloc the threads themselves keep a sample when they reach random points of what they allocate. No class is
 * unloaded meanwhile, since samples name methods and classes. */
#include "base/hashmap.h"
#include "base/mutf8.h"
#include "base/rate.h"
#include "core/alloc.h"
#include "core/thread_life.h"
#include "exec/stack/stack_sample.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "service/page/page_int.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <stdlib.h>

enum {
    FRAMES_MAX = 128, /* of a sample: the newest ones */
    OUT_MAX = 256,    /* samples that are out at a time */
    KEPT_MAX = TINY(16384, 16),
    SECONDS_MAX = 60, /* that are kept */
    WALL_AT_ONCE = 16,
    SHARE = 200, /* a tick may cost this part of the period */
    TABLE_MAX = 512,
    ALLOC_BYTES = TINY(256 * KB, 1 * KB), /* between samples of a thread, on the average */
    ALLOC_BURST = 20                      /* samples that may come at once after a quiet time */
};
static const i64 alloc_spacing = 4 * OS_NS_PER_MS; /* of samples of allocation, of all threads together */
static const i64 least_period = 10 * OS_NS_PER_MS, most_period = OS_NS_PER_SEC, asked_for_ns = 10 * OS_NS_PER_SEC;

enum mode { MODE_CPU, MODE_WALL, MODE_ALLOC, MODES };
const char *const page_modes[] = { "cpu", "wall", "alloc", NULL };
const bool page_modes_are_bytes[] = { [MODE_ALLOC] = true };

/* ---- what was taken ---- */

struct kept {
    i64 at, thread; /* os_time_monotonic_ns; java.lang.Thread.getId */
    u32 mode, count;
    u64 weight;               /* periods of processor time, or bytes; 1 in mode wall */
    const struct class *made; /* in mode alloc */
    bool cut;                 /* it had more frames */
    struct async_frame frames[];
};
static struct os_mutex lock = OS_MUTEX_INIT; /* leaf */
static struct kept *ring[KEPT_MAX] GUARDED_BY(lock);
static u64 kept_count GUARDED_BY(lock), lost GUARDED_BY(lock);
static i64 period GUARDED_BY(lock);
static bool running GUARDED_BY(lock); /* is there a thread? */

static _Atomic i64 asked[MODES]; /* when somebody asked last, by mode; 0: never */
static _Atomic i64 sampler_cpu;  /* of the thread that runs */
static _Atomic i64 ended_cpu;
static struct os_event wake = OS_EVENT_INIT;

i64 page_sampler_cpu_ns(void) { return atomic_load(&ended_cpu) + atomic_load(&sampler_cpu); }

/* Keeps `how` with the newest of `count` frames. */
static void keep(struct kept how, const struct async_frame *frames, u32 count)
{
    how.cut = count > FRAMES_MAX;
    how.count = how.cut ? FRAMES_MAX : count;
    struct kept *k = malloc(sizeof *k + how.count * sizeof *frames);
    os_mutex_lock(&lock);
    struct kept **place = &ring[kept_count % KEPT_MAX];
    if (k) {
        *k = how;
        memcpy(k->frames, frames, how.count * sizeof *frames);
        free(*place);
        *place = k;
        kept_count++;
    } else
        lost++;
    os_mutex_unlock(&lock);
}

static void forget_all(void)
{
    os_mutex_lock(&lock);
    for (u32 i = 0; i < KEPT_MAX; i++) {
        free(ring[i]);
        ring[i] = NULL;
    }
    kept_count = lost = 0;
    os_mutex_unlock(&lock);
}

/* ---- the sampling thread ---- */

static struct stack_sample *out[OUT_MAX]; /* the sampling thread alone, as all below */
static struct {
    enum mode mode;
    u64 weight;
} out_as[OUT_MAX];
static u32 out_count;
struct known {
    i64 id, due; /* the thread; the processor time at which its next sample is due */
};
static struct known *known[THREAD_INDEX_COUNT / TABLE_MAX];

static void count_lost(void)
{
    os_mutex_lock(&lock);
    lost++;
    os_mutex_unlock(&lock);
}

static void take_filled(void)
{
    for (u32 i = 0; i < out_count; i++) {
        struct stack_sample *s = out[i];
        u32 state = atomic_load_explicit(&s->state, memory_order_acquire);
        if (state != SAMPLE_FILLED && state != SAMPLE_EMPTY) continue;
        if (s->count)
            keep((struct kept){ s->at, (i64)s->number, out_as[i].mode, .weight = out_as[i].weight }, s->frames,
                 s->count);
        else if (state == SAMPLE_FILLED)
            count_lost();
        atomic_store_explicit(&s->state, SAMPLE_FREE, memory_order_relaxed);
    }
}

static void ask(struct thread *t, i64 id, enum mode mode, u64 weight)
{
    THREADS_LOCKED();
    if (stack_sample_is_out(t, STACK_SAMPLER_PAGE)) return;
    u32 i = 0;
    while (i < out_count && atomic_load_explicit(&out[i]->state, memory_order_relaxed) != SAMPLE_FREE) i++;
    if (i == OUT_MAX || (i == out_count && !(out[out_count] = stack_sample_new(FRAMES_MAX + 1)))) {
        count_lost();
        return;
    }
    if (i == out_count) out_count++;
    out_as[i].mode = mode;
    out_as[i].weight = weight;
    out[i]->number = (u64)id;
    if (!stack_sample_ask(t, STACK_SAMPLER_PAGE, out[i])) count_lost();
}

struct walk {
    u32 count;
    struct async_frame frames[FRAMES_MAX + 1];
};
static void walk_waiting(struct thread *t, void *arg)
{
    struct walk *w = arg;
    w->count = t->fp ? stack_async_walk(t, NULL, w->frames, FRAMES_MAX + 1) : 0;
}

static i64 id_of(const struct thread *t) { return obj_long(t->java, WKF(Thread_tid)); }

/* Processor time that threads have used since they were looked at last does not count any more. */
static void forget_due(void)
{
    for (u32 i = 0; i < ARRAY_LEN(known); i++) {
        free(known[i]);
        known[i] = NULL;
    }
}
static void look_at_cpu(struct thread *t, i64 now_period)
{
    i64 cpu, id = id_of(t);
    struct known **part = &known[t->index / TABLE_MAX];
    if (!*part) *part = vm_calloc(TABLE_MAX, sizeof **part);
    struct known *k = &(*part)[t->index % TABLE_MAX];
    if (!thread_cpu_ns(t, &cpu)) return;
    if (k->id != id) *k = (struct known){ id, cpu + (i64)(hash_u64((u64)(id + cpu)) % (u64)now_period) };
    if (cpu < k->due) return;
    u64 periods = 1 + (u64)(cpu - k->due) / (u64)now_period; /* it may not have been seen running for a while */
    k->due += (i64)periods * now_period;
    ask(t, id, MODE_CPU, periods);
}
static void look_at_wall(struct thread *t)
{
    struct walk w;
    if (handshake_try(t, walk_waiting, &w)) {
        if (w.count) keep((struct kept){ os_time_monotonic_ns(), id_of(t), MODE_WALL, .weight = 1 }, w.frames, w.count);
    } else
        ask(t, id_of(t), MODE_WALL, 1);
}

static void tick(struct thread *self, bool cpu, bool wall, i64 now_period)
{
    enum { AT_ONCE = TINY(128, 4) };
    static u32 turn; /* of mode wall: where to go on */
    u32 walked = 0;
    bool can_ask = stack_sample_can_ask();
    for (u32 i = 1; i < THREAD_INDEX_COUNT;) {
        threads_lock(self);
        for (u32 k = 0; i < THREAD_INDEX_COUNT && k < AT_ONCE; i++) {
            struct thread *t = atomic_load_explicit(&thread_by_index[i], memory_order_relaxed);
            if (!t) continue;
            k++;
            u32 state = atomic_load_explicit(&t->state, memory_order_relaxed);
            bool runs = state == THREAD_IN_JAVA || state == THREAD_IN_VM;
            if (!(wall || (runs && cpu)) || !t->os_tid || !t->fp || !thread_is_live(t)) continue;
            if (cpu && runs && can_ask) look_at_cpu(t, now_period);
            if (wall && walked < WALL_AT_ONCE && i > turn) {
                walked++;
                turn = i;
                look_at_wall(t);
            }
        }
        threads_unlock();
        thread_poll(self);
    }
    if (walked < WALL_AT_ONCE) turn = 0;
}

static bool is_wanted(enum mode m, i64 now)
{
    i64 at = atomic_load(&asked[m]);
    return at && now - at < asked_for_ns;
}

/* Returns false if nobody wants samples any more; then there is no such thread from now on. */
static bool goes_on(i64 now)
{
    os_mutex_lock(&lock);
    bool on = false;
    for (enum mode m = 0; m < MODES; m++) on = on || is_wanted(m, now);
    if (!on) running = false;
    os_mutex_unlock(&lock);
    return on;
}

/* ---- allocation ---- */

static struct rate alloc_rate;

/* alloc_sampled_for_page. While samples are too many, the next one stands for those that were left out. */
static void sample_alloc(struct thread *self, struct class *c)
{
    IN_STATE(self, VM);
    i64 now = os_time_monotonic_ns();
    if (!self->java || !is_wanted(MODE_ALLOC, now) || !rate_take(&alloc_rate, now, alloc_spacing, ALLOC_BURST)) return;
    struct async_frame frames[FRAMES_MAX + 1];
    u32 n = stack_async_walk(self, NULL, frames, FRAMES_MAX + 1);
    u64 bytes = heap_sample_weight(&self->heap, HEAP_SAMPLER_PAGE);
    keep((struct kept){ now, id_of(self), MODE_ALLOC, .weight = bytes, .made = c }, frames, n);
}

/* Begins and ends with a stop, in which each thread gets its next point. */
static void watch_alloc(struct thread *self, bool on)
{
    static bool watched; /* the sampling thread alone */
    if (watched == on) return;
    watched = on;
    safepoint_begin(self, "PageAllocation");
    alloc_sampled_for_page = sample_alloc;
    heap_set_sampling(HEAP_SAMPLER_PAGE, on, ALLOC_BYTES);
    safepoint_end(self);
}

static void body(struct thread *self, void *arg)
{
    i64 next = os_time_monotonic_ns(), now_period = least_period;
    bool cpu_before = false;
    classes_hold();
    for (;;) {
        self->names_nothing = true;
        thread_to_blocked(self);
        (void)os_event_wait_until(&wake, next);
        thread_from_blocked(self);
        self->names_nothing = false;
        i64 now = os_time_monotonic_ns(), began = os_time_thread_cpu_ns();
        take_filled();
        if (now < next) continue;
        watch_alloc(self, is_wanted(MODE_ALLOC, now));
        bool cpu_wanted = is_wanted(MODE_CPU, now), wall_wanted = is_wanted(MODE_WALL, now);
        if (cpu_wanted && !cpu_before) forget_due();
        cpu_before = cpu_wanted;
        if (cpu_wanted || wall_wanted) tick(self, cpu_wanted, wall_wanted, now_period);
        i64 cpu = os_time_thread_cpu_ns(), wanted = (cpu - began) * SHARE;
        atomic_store(&sampler_cpu, cpu);
        wanted = (7 * now_period + wanted) / 8; /* one long tick is no reason */
        now_period = wanted < least_period ? least_period : wanted > most_period ? most_period : wanted;
        os_mutex_lock(&lock);
        period = now_period;
        os_mutex_unlock(&lock);
        i64 distance = now_period / 2 + (i64)(hash_u64((u64)now) % (u64)now_period);
        next = next + distance > now ? next + distance : now + distance;
        if (goes_on(now)) continue;
        break;
    }
}

static void run(struct thread *self, void *arg)
{
    body(self, arg);
    watch_alloc(self, false);
    forget_all();
    classes_release();
    atomic_store(&sampler_cpu, 0);
    atomic_fetch_add(&ended_cpu, os_time_thread_cpu_ns());
}

/* Somebody wants samples: they are taken for ten seconds from now on. */
static void want(struct thread *self, enum mode m)
{
    atomic_store(&asked[m], os_time_monotonic_ns());
    os_mutex_lock(&lock);
    bool start = !running;
    running = true;
    os_mutex_unlock(&lock);
    if (!start || thread_start_hidden(self, "Page Sampler", run, NULL)) return;
    os_mutex_lock(&lock);
    running = false;
    os_mutex_unlock(&lock);
}

void page_sample_end(void)
{
    for (u32 i = 0; i < ARRAY_LEN(asked); i++) atomic_store(&asked[i], 0);
}

/* ---- the tree ---- */

/* Calls of one method by one path, or objects of one class made there. */
struct node {
    const struct method *method; /* neither: the root, or what is not shown one by one */
    const struct class *made;
    struct node *parent, *child, *sibling;
    u64 value, self;
    u64 tiers[4]; /* value by enum tier */
};
enum tier { TIER_INTERPRETED, TIER_STENCILS, TIER_OPTIMIZED, TIER_NATIVE };
static const char *const tier_names[] = { "interpreted", "stencils", "optimized", "native" };

static enum tier tier_of(const struct async_frame *f)
{
    return method_is_native(f->method) ? TIER_NATIVE
           : f->optimized              ? TIER_OPTIMIZED
           : f->tier                   ? TIER_STENCILS
                                       : TIER_INTERPRETED;
}
static enum tier most_tier(const u64 tiers[4])
{
    enum tier best = TIER_INTERPRETED;
    for (enum tier t = TIER_STENCILS; t <= TIER_NATIVE; t++)
        if (tiers[t] > tiers[best]) best = t;
    return best;
}

static struct node *child_of(struct node *n, const struct method *m, const struct class *made)
{
    for (struct node *c = n->child; c; c = c->sibling)
        if (c->method == m && c->made == made) return c;
    struct node *c = vm_calloc(1, sizeof *c);
    *c = (struct node){ .method = m, .made = made, .parent = n, .sibling = n->child };
    n->child = c;
    return c;
}

static void add_stack(struct node *root, const struct kept *k)
{
    struct node *n = root;
    root->value += k->weight;
    if (k->cut) {
        n = child_of(n, NULL, NULL);
        n->value += k->weight;
    }
    for (u32 i = k->count; i-- > 0;) {
        n = child_of(n, k->frames[i].method, NULL);
        n->value += k->weight;
        n->tiers[tier_of(&k->frames[i])] += k->weight;
    }
    if (k->made) {
        n = child_of(n, NULL, k->made);
        n->value += k->weight;
    }
    n->self += k->weight;
}

static void free_tree(struct node *root)
{
    struct node *n = root;
    while (n) {
        if (n->child) {
            struct node *c = n->child;
            n->child = c->sibling;
            c->sibling = NULL;
            n = c;
            continue;
        }
        struct node *parent = n == root ? NULL : n->parent;
        if (n != root) free(n);
        n = parent;
    }
}

struct wanted {
    i64 since, thread; /* thread 0: all */
    enum mode mode;
    u64 lost;
    i64 period;
};
/* Calls fn for each sample that is wanted, oldest first. The sampling thread may wait meanwhile. */
static u32 each_kept(struct wanted *w, void (*fn)(const struct kept *k, void *arg), void *arg)
{
    u32 n = 0;
    os_mutex_lock(&lock);
    u64 first = kept_count > KEPT_MAX ? kept_count - KEPT_MAX : 0;
    for (u64 i = first; i < kept_count; i++) {
        const struct kept *k = ring[i % KEPT_MAX];
        if (k->at < w->since || k->mode != w->mode || (w->thread && k->thread != w->thread)) continue;
        n++;
        fn(k, arg);
    }
    w->lost = lost;
    w->period = period ? period : least_period;
    os_mutex_unlock(&lock);
    return n;
}
static void take_stack(const struct kept *k, void *arg) { add_stack(arg, k); }

static void put_method_name(struct text *to, const struct method *m)
{
    struct text name;
    char room[256];
    text_init(&name, room, sizeof room);
    page_put_class(to, m->owner);
    to->len--; /* the quote */
    page_put_symbol(&name, m->name);
    text_add(to, ".");
    text_put(to, name.p + 1, name.len - 1);
    text_free(&name);
}

static void put_node(struct text *to, const struct node *n)
{
    struct text name;
    char room[256];
    text_init(&name, room, sizeof room);
    text_add(to, "{\"name\":");
    if (n->method)
        put_method_name(to, n->method);
    else if (n->made) {
        text_add(to, "\"new ");
        page_put_class(&name, n->made);
        text_put(to, name.p + 1, name.len - 1);
    } else
        text_add(to, n->parent ? "\"\\u2026\"" : "\"all\"");
    text_free(&name);
    text_printf(to, ",\"value\":%llu,\"self\":%llu", (unsigned long long)n->value, (unsigned long long)n->self);
    if (n->method) text_printf(to, ",\"tier\":\"%s\"", tier_names[most_tier(n->tiers)]);
    text_add(to, ",\"children\":[");
}

enum { SHOWN_OF_ALL = 1000 }; /* nodes below this part are joined */
static bool is_shown(const struct node *root, const struct node *n) { return n->value * SHOWN_OF_ALL >= root->value; }

/* What the children of n that are not shown one by one have together. */
static void put_rest(struct text *to, const struct node *root, const struct node *n, bool comma)
{
    u64 value = 0;
    for (const struct node *c = n->child; c; c = c->sibling)
        if (!is_shown(root, c)) value += c->value;
    if (value)
        text_printf(to, "%s{\"name\":\"\\u2026\",\"value\":%llu,\"self\":%llu,\"children\":[]}", comma ? "," : "",
                    (unsigned long long)value, (unsigned long long)value);
}
static const struct node *first_shown(const struct node *root, const struct node *n)
{
    while (n && !is_shown(root, n)) n = n->sibling;
    return n;
}
/* Without recursion, since stacks are deep. */
static void put_tree(struct text *to, const struct node *root)
{
    const struct node *n = root;
    put_node(to, n);
    for (;;) {
        const struct node *c = first_shown(root, n->child);
        if (c) {
            put_node(to, n = c);
            continue;
        }
        put_rest(to, root, n, false);
        for (;;) { /* n is complete */
            text_add(to, "]}");
            if (n == root) return;
            c = first_shown(root, n->sibling);
            if (c) break;
            n = n->parent;
            put_rest(to, root, n, true);
        }
        text_add(to, ",");
        put_node(to, n = c);
    }
}

/* The parameters of both paths. */
static bool read_wanted(struct thread *self, const struct page_request *q, struct page_answer *a, struct wanted *w)
{
    i64 seconds;
    u32 mode;
    char thread[32];
    if (!page_number(q, a, "seconds", 10, 1, SECONDS_MAX, &seconds) || !page_word(q, a, "mode", page_modes, &mode))
        return false;
    *w = (struct wanted){ .since = os_time_monotonic_ns() - seconds * OS_NS_PER_SEC, .mode = (enum mode)mode };
    if (http_parameter(q->query, "thread", thread, sizeof thread) == HTTP_PRESENT && !strcmp(thread, "all"))
        w->thread = 0;
    else if (!page_number(q, a, "thread", 0, 0, INT64_MAX, &w->thread))
        return false;
    want(self, w->mode);
    return true;
}

/* Samples name methods, and the sampling thread holds their classes; while it ends, they are forgotten first, and
 * this hold outlives that. No object is touched, so the thread counts as stopped meanwhile. */
void page_flame(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    struct wanted w;
    struct node root = { 0 };
    if (!read_wanted(self, q, a, &w)) return;
    classes_hold();
    thread_to_blocked(self);
    u32 n = each_kept(&w, take_stack, &root);
    text_printf(&a->body, "{\"time\":%lld,\"samples\":%u,\"lost\":%llu,\"interval\":%lld,\"unit\":\"%s\",\"tree\":",
                (long long)log_uptime_ns(), n, (unsigned long long)w.lost,
                (long long)(w.mode == MODE_CPU ? w.period : 0), page_modes_are_bytes[w.mode] ? "bytes" : "samples");
    put_tree(&a->body, &root);
    text_add(&a->body, "}");
    free_tree(&root);
    thread_from_blocked(self);
    classes_release();
}

/* "package.Class.method" in UTF-8, without characters that separate frames and lines. */
static void put_plain_name(struct text *to, const struct class *c, const struct symbol *member)
{
    u32 dimensions = 0;
    while (class_is_array(c)) c = c->element, dimensions++;
    size_t size = c->name->len, n = size + (member ? member->len : 0) + 2, used;
    char *name = vm_malloc(n + 1), *utf8 = vm_malloc(n + 1);
    memcpy(name, c->name->bytes, size);
    if (member) {
        name[size++] = '.';
        memcpy(name + size, member->bytes, member->len);
        size += member->len;
    }
    used = mutf8_to_utf8(name, size, utf8, n + 1);
    for (size_t i = 0; i < used && i < n; i++) {
        if (utf8[i] == '/') utf8[i] = '.';
        if ((u8)utf8[i] <= ' ' || utf8[i] == ';') utf8[i] = '?';
    }
    text_put(to, utf8, strlen(utf8));
    while (dimensions--) text_add(to, "[]");
    free(name);
    free(utf8);
}
static void put_path(struct text *to, const struct node *n, const char *prefix)
{
    const struct node *path[FRAMES_MAX + 3];
    u32 depth = 0;
    for (const struct node *x = n; x->parent; x = x->parent) path[depth++] = x;
    text_add(to, prefix);
    while (depth--) {
        if (path[depth]->method)
            put_plain_name(to, path[depth]->method->owner, path[depth]->method->name);
        else if (path[depth]->made)
            put_plain_name(to, path[depth]->made, NULL);
        else
            text_add(to, "...");
        text_add(to, depth ? ";" : "");
    }
    text_printf(to, " %llu\n", (unsigned long long)n->self);
}

bool page_folded(struct thread *self, const struct page_request *q, struct page_answer *a, const char *prefix,
                 struct text *to)
{
    struct wanted w;
    struct node root = { 0 };
    if (!read_wanted(self, q, a, &w)) return false;
    classes_hold();
    thread_to_blocked(self);
    (void)each_kept(&w, take_stack, &root);
    for (const struct node *n = &root; n;) {
        if (n->self) put_path(to, n, prefix);
        if (n->child) {
            n = n->child;
            continue;
        }
        while (n->parent && !n->sibling) n = n->parent;
        n = n->parent ? n->sibling : NULL;
    }
    free_tree(&root);
    thread_from_blocked(self);
    classes_release();
    return true;
}

/* ---- methods ---- */

struct hot {
    const struct method *method;
    u64 self, total, tiers[4];
    u64 seen; /* the last sample that counted it in `total` */
};
struct hots {
    struct hashmap by_method; /* -> struct hot */
    struct hot **all;
    u32 count, room;
    u64 samples;
};
static struct hot *hot_of(struct hots *h, const struct method *m)
{
    struct hot *x = hashmap_get(&h->by_method, m);
    if (x) return x;
    x = vm_calloc(1, sizeof *x);
    x->method = m;
    hashmap_put(&h->by_method, m, x);
    if (h->count == h->room) h->all = vm_realloc(h->all, (h->room = h->room * 2 + 64) * sizeof *h->all);
    return h->all[h->count++] = x;
}
static void take_methods(const struct kept *k, void *arg)
{
    struct hots *h = arg;
    h->samples++;
    for (u32 i = 0; i < k->count; i++) {
        struct hot *x = hot_of(h, k->frames[i].method);
        if (!i) x->self += k->weight;
        if (x->seen == h->samples) continue;
        x->seen = h->samples;
        x->total += k->weight;
        x->tiers[tier_of(&k->frames[i])] += k->weight;
    }
}
static int by_self(const void *a, const void *b)
{
    const struct hot *x = *(struct hot *const *)a, *y = *(struct hot *const *)b;
    return x->self != y->self ? (x->self < y->self) - (x->self > y->self)
                              : (x->total < y->total) - (x->total > y->total);
}

void page_methods(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    struct wanted w;
    struct hots h = { .by_method = HASHMAP_INIT };
    i64 limit;
    if (!page_number(q, a, "limit", 100, 0, PAGE_ROWS_MAX, &limit) || !read_wanted(self, q, a, &w)) return;
    classes_hold();
    thread_to_blocked(self);
    u32 n = each_kept(&w, take_methods, &h);
    if (h.count) qsort(h.all, h.count, sizeof(struct hot *), by_self);
    text_printf(&a->body, "{\"time\":%lld,\"samples\":%u,\"methods\":[", (long long)log_uptime_ns(), n);
    for (u32 i = 0; i < h.count; i++) {
        struct hot *x = h.all[i];
        if (i < limit) {
            text_add(&a->body, i ? ",{\"class\":" : "{\"class\":");
            page_put_class(&a->body, x->method->owner);
            text_add(&a->body, ",\"method\":");
            page_put_symbol(&a->body, x->method->name);
            text_add(&a->body, ",\"desc\":");
            page_put_symbol(&a->body, x->method->desc);
            text_printf(&a->body, ",\"self\":%llu,\"total\":%llu,\"tier\":\"%s\"}", (unsigned long long)x->self,
                        (unsigned long long)x->total, tier_names[most_tier(x->tiers)]);
        }
        free(x);
    }
    text_add(&a->body, "]}");
    free(h.all);
    hashmap_destroy(&h.by_method);
    thread_from_blocked(self);
    classes_release();
}
