/* /api/code, /api/gc and /api/locks. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "exec/code/code_report.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "service/page/page_int.h"
#include "thread/contention.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include "tool/synchronizers.h"
#include <stdlib.h>

/* ---- machine code ---- */

struct piece {
    const struct method *method;
    u64 serial;
    i64 made;
    u32 size, inlined;
    int level;
};
struct pieces {
    struct piece *all;
    u32 count, room;
};

/* The calls that the optimizer took in: frames are numbered by place, and those of one call share their caller's. */
static u32 count_inlined(const struct code *c)
{
    u32 n = 0, count = c->places.frame_count;
    u8 *seen = vm_calloc(count + 1, 1);
    for (u32 i = 0; i < count; i++) {
        u32 caller = c->places.frame[i].caller;
        if (!caller || caller > count || seen[caller]) continue;
        seen[caller] = 1;
        n++;
    }
    free(seen);
    return n;
}
/* For the pieces that are shown. */
static void take_inlined(const struct code *c, void *arg)
{
    struct piece *p = hashmap_get(arg, (const void *)(uintptr_t)c->serial);
    if (p) p->inlined = count_inlined(c);
}
static void take_piece(const struct code *c, void *arg)
{
    struct pieces *s = arg;
    if (!c->method || !c->table) return;
    if (s->count == s->room) s->all = vm_realloc(s->all, (s->room = s->room * 2 + 256) * sizeof *s->all);
    s->all[s->count++] = (struct piece){ c->method, c->serial, c->made, atomic_load(&c->size), 0, code_level(c) };
}

static int by_size(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    return x->size != y->size ? (x->size < y->size) - (x->size > y->size) : (x->made > y->made) - (x->made < y->made);
}
static int by_name(const void *a, const void *b)
{
    const struct method *x = ((const struct piece *)a)->method, *y = ((const struct piece *)b)->method;
    int c = strcmp(x->owner->name->bytes, y->owner->name->bytes);
    if (!c) c = strcmp(x->name->bytes, y->name->bytes);
    return c ? c : by_size(a, b);
}

/* Is the text in "package.Class.method"? */
static bool matches(const struct method *m, const char *search)
{
    if (!*search) return true;
    struct text t;
    char room[512];
    text_init(&t, room, sizeof room);
    text_put(&t, m->owner->name->bytes, m->owner->name->len);
    text_add(&t, ".");
    text_put(&t, m->name->bytes, m->name->len);
    bool yes = page_contains(t.p, t.len, search);
    text_free(&t);
    return yes;
}

void page_code(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static const char *const sorts[] = { "size", "name", NULL };
    i64 limit, to_uptime = log_uptime_ns() - os_time_monotonic_ns();
    u32 sort, found = 0;
    char search[PAGE_SEARCH_MAX];
    struct pieces s = { 0 };
    if (!page_word(q, a, "sort", sorts, &sort) || !page_search(q, a, search) ||
        !page_number(q, a, "limit", 200, 0, PAGE_ROWS_MAX, &limit))
        return;
    classes_hold(); /* the methods stay, also when their code goes */
    code_look_at_each(take_piece, &s);
    for (u32 i = 0; i < s.count; i++) {
        if (matches(s.all[i].method, search)) s.all[found++] = s.all[i];
        if (i % 256 == 0) thread_poll(self);
    }
    page_sort(self, s.all, found, sizeof *s.all, (size_t)limit, sort ? by_name : by_size);
    struct hashmap shown = HASHMAP_INIT;
    for (u32 i = 0; i < found && i < limit; i++)
        if (s.all[i].level == CODE_OPTIMIZED) hashmap_put(&shown, (const void *)(uintptr_t)s.all[i].serial, &s.all[i]);
    code_look_at_each(take_inlined, &shown);
    hashmap_destroy(&shown);
    text_printf(&a->body, "{\"time\":%lld,\"total\":%u,\"matching\":%u,\"methods\":[", (long long)log_uptime_ns(),
                s.count, found);
    for (u32 i = 0; i < found && i < limit; i++) {
        const struct piece *p = &s.all[i];
        text_add(&a->body, i ? ",{\"class\":" : "{\"class\":");
        page_put_class(&a->body, p->method->owner);
        text_add(&a->body, ",\"method\":");
        page_put_symbol(&a->body, p->method->name);
        text_add(&a->body, ",\"desc\":");
        page_put_symbol(&a->body, p->method->desc);
        text_printf(&a->body, ",\"tier\":\"%s\"",
                    method_is_native(p->method)  ? "native"
                    : p->level == CODE_OPTIMIZED ? "optimized"
                                                 : "stencils");
        page_put_number(&a->body, "size", p->size);
        page_put_number(&a->body, "made", p->made + to_uptime);
        page_put_number(&a->body, "inlined", p->inlined);
        text_add(&a->body, "}");
        thread_poll(self);
    }
    text_add(&a->body, "]}");
    classes_release();
    free(s.all);
}

/* ---- collections ---- */

void page_gc(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    enum { MOST = 256 };
    struct mm_collection *all = vm_malloc(MOST * sizeof *all);
    u32 n = mm_collections(all, MOST);
    text_printf(&a->body, "{\"time\":%lld,\"events\":[", (long long)log_uptime_ns());
    for (u32 i = 0; i < n; i++) {
        text_printf(&a->body, "%s{\"time\":%lld,\"kind\":\"%s\",\"cause\":", i ? "," : "", (long long)all[i].end_ns,
                    all[i].collector == MM_YOUNG ? "young" : "full");
        text_json(&a->body, all[i].cause, strlen(all[i].cause));
        text_printf(&a->body, ",\"stop\":%lld,\"before\":%zu,\"after\":%zu}", (long long)all[i].stop_ns, all[i].before,
                    all[i].after);
    }
    text_add(&a->body, "]}");
    free(all);
}

/* ---- locks ---- */

/* A thread that waits for another one. A deadlock is a circle of these that was there at two readings, with no entry
 * of any of its threads in between: then none of them can have moved. */
struct waiting {
    u32 index, next_index; /* thread_by_index: this thread, and the one that it waits for; next 0: none */
    i64 id, next_id;
    u64 entries; /* blocked_count and waited_count */
    u32 mark;    /* the walk that came by; the circle that it belongs to */
    u32 circle;
};
struct graph {
    struct waiting *all; /* by index; THREAD_INDEX_COUNT */
};

static i64 id_of(const struct object *java) { return obj_long(java, WKF(Thread_tid)); }

/* The lock that t waits to own, and who owns it. */
static struct object *wanted(struct thread *t, struct thread **owner)
{
    THREADS_LOCKED();
    *owner = NULL;
    struct object *o = atomic_load(&t->blocked_on);
    if (o) {
        *owner = monitor_owner_now(o);
    } else if (!atomic_load(&t->waiting_on) && atomic_load(&t->state) == THREAD_BLOCKED) {
        o = obj_ref(t->java, WKF(Thread_parkBlocker));
        struct object *java = o ? synchronizer_owner(o) : NULL;
        if (java) *owner = thread_of_java(java);
    }
    if (*owner && (*owner == t || !thread_is_live(*owner))) *owner = NULL;
    return *owner ? o : NULL;
}

static void read_waiting(struct thread *t, struct waiting *w)
{
    struct thread *owner;
    if (!thread_is_live(t) || !wanted(t, &owner)) return;
    *w = (struct waiting){ .index = t->index,
                           .next_index = owner->index,
                           .id = id_of(t->java),
                           .next_id = id_of(owner->java),
                           .entries = t->blocked_count + t->waited_count };
}

static void read_graph(struct thread *self, struct waiting *all)
{
    for (u32 i = 1; i < THREAD_INDEX_COUNT;) {
        threads_lock(self);
        for (u32 n = 0; i < THREAD_INDEX_COUNT && n < TINY(128, 4); i++) {
            struct thread *t = atomic_load_explicit(&thread_by_index[i], memory_order_relaxed);
            if (!t) continue;
            page_fetch_threads(i);
            n++;
            read_waiting(t, &all[i]);
        }
        threads_unlock();
        thread_poll(self);
    }
}

/* Gives every circle a number from 1 on. */
static u32 number_circles(struct waiting *all)
{
    u32 circles = 0;
    for (u32 i = 1; i < THREAD_INDEX_COUNT; i++) {
        u32 at = i;
        while (all[at].next_index && !all[at].mark) {
            all[at].mark = i;
            at = all[at].next_index;
        }
        if (!all[at].next_index || all[at].mark != i || all[at].circle) continue;
        circles++;
        for (; !all[at].circle; at = all[at].next_index) all[at].circle = circles;
    }
    return circles;
}

/* Is every thread of the circle still where it was? With the lock of the list held from here to its text. */
static bool stands(const struct waiting *all, u32 first)
{
    THREADS_LOCKED();
    u32 at = first;
    do {
        struct thread *t = atomic_load(&thread_by_index[at]);
        struct waiting now = { 0 };
        if (t) read_waiting(t, &now);
        if (now.next_index != all[at].next_index || now.id != all[at].id || now.next_id != all[at].next_id ||
            now.entries != all[at].entries)
            return false;
        at = all[at].next_index;
    } while (at != first);
    return true;
}

static void put_circle(struct thread *self, struct text *to, const struct waiting *all, u32 first)
{
    u32 at = first;
    text_add(to, "[");
    do {
        struct thread *t = atomic_load(&thread_by_index[at]), *owner;
        struct object *o = wanted(t, &owner);
        text_printf(to, "%s{\"id\":%lld,\"name\":", at == first ? "" : ",", (long long)all[at].id);
        page_put_string(to, obj_ref(t->java, WKF(Thread_name)));
        text_add(to, ",\"waits\":");
        page_put_lock(self, to, o);
        page_put_number(to, "owner", all[at].next_id);
        text_add(to, "}");
        at = all[at].next_index;
    } while (at != first);
    text_add(to, "]");
}

static void put_deadlocks(struct thread *self, struct text *to)
{
    struct waiting *all = vm_calloc(THREAD_INDEX_COUNT, sizeof *all);
    read_graph(self, all);
    u32 circles = number_circles(all), shown = 0;
    for (u32 c = 1, i = 1; c <= circles; c++, i = 1) {
        while (all[i].circle != c) i++;
        threads_lock(self);
        if (stands(all, i)) {
            if (shown++) text_add(to, ",");
            put_circle(self, to, all, i);
        }
        threads_unlock();
    }
    free(all);
}

static int by_waiting(const void *a, const void *b)
{
    const struct contention *x = a, *y = b;
    return x->ns != y->ns ? (x->ns < y->ns) - (x->ns > y->ns) : (x->count < y->count) - (x->count > y->count);
}

void page_locks(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    struct contention *rows = vm_malloc((CONTENTION_CLASSES + 1) * sizeof *rows);
    text_printf(&a->body, "{\"time\":%lld,\"deadlocks\":[", (long long)log_uptime_ns());
    put_deadlocks(self, &a->body);
    text_add(&a->body, "],\"contended\":[");
    u32 n = contention_read(rows, CONTENTION_CLASSES + 1);
    page_sort(self, rows, n, sizeof *rows, n, by_waiting);
    for (u32 i = 0; i < n; i++) {
        text_add(&a->body, i ? ",{\"class\":" : "{\"class\":");
        if (rows[i].name)
            page_put_name(&a->body, rows[i].name, false);
        else
            text_add(&a->body, "\"…\"");
        page_put_number(&a->body, "count", (i64)rows[i].count);
        page_put_number(&a->body, "ns", rows[i].ns);
        text_add(&a->body, "}");
    }
    text_add(&a->body, "]}");
    free(rows);
}
