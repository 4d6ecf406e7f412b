/* /api/threads and /api/thread: each thread is looked at alone. Facts that need no stop are read as they are; a stack
 * is read while its thread stands still. */
#include "core/alloc.h"
#include "core/jstring.h"
#include "exec/stack/stack_async.h"
#include "log/log.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "service/page/page_int.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include "tool/synchronizers.h"
#include "tool/tool_class.h"
#include <stdlib.h>

enum {
    NAME_KEPT = 64,    /* bytes of a name, for sorting and searching */
    RUNNING_STACKS = 4 /* running threads of a list whose top frame is asked for */
};

/* ---- facts ---- */

enum {
    STATE_ALIVE = 1,
    STATE_TERMINATED = 2,
    STATE_RUNNABLE = 4,
    STATE_WAITS = 0x10,
    STATE_WAITS_TIMED = 0x20,
    STATE_BLOCKED_ENTER = 0x400
};
static const char *const state_names[] = { "BLOCKED", "NEW", "RUNNABLE", "TERMINATED", "TIMED_WAITING", "WAITING" };
enum state_name { NAME_BLOCKED, NAME_NEW, NAME_RUNNABLE, NAME_TERMINATED, NAME_TIMED_WAITING, NAME_WAITING };

/* As Thread.getState tells it. */
static enum state_name state_of(const struct thread *t)
{
    u32 s = atomic_load_explicit(&t->java_status, memory_order_relaxed);
    return s & STATE_RUNNABLE        ? NAME_RUNNABLE
           : s & STATE_BLOCKED_ENTER ? NAME_BLOCKED
           : s & STATE_WAITS         ? NAME_WAITING
           : s & STATE_WAITS_TIMED   ? NAME_TIMED_WAITING
           : s & STATE_TERMINATED    ? NAME_TERMINATED
           : s & STATE_ALIVE         ? NAME_RUNNABLE
                                     : NAME_NEW;
}

static i64 id_of(const struct thread *t) { return obj_long(t->java, WKF(Thread_tid)); }

/* Processor time of a thread. Asking the system is what a list of many threads costs, so the answer is kept as long as
 * the thread sleeps: one that has slept since has the same counts of waits. */
static struct known_cpu {
    i64 id, cpu;
    u64 slept; /* the waits so far; UINT64_MAX: it ran */
} *known[THREAD_INDEX_COUNT / 256];
static i64 cpu_of(const struct thread *t, i64 id)
{
    THREADS_LOCKED();
    struct known_cpu **part = &known[t->index / 256];
    if (!*part) *part = vm_calloc(256, sizeof **part);
    struct known_cpu *k = &(*part)[t->index % 256];
    bool sleeps = atomic_load_explicit(&t->state, memory_order_acquire) == THREAD_BLOCKED;
    u64 slept = sleeps ? t->blocked_count + t->waited_count : UINT64_MAX;
    if (k->id == id && sleeps && k->slept == slept) return k->cpu;
    i64 cpu;
    if (!thread_cpu_ns(t, &cpu)) cpu = 0;
    *k = (struct known_cpu){ id, cpu, slept };
    return cpu;
}

/* The lock that t waits for or in, and its owner; as mm_waits_for, without a stop. */
static struct object *awaited_lock(struct thread *t, struct thread **owner, struct object **owner_java)
{
    THREADS_LOCKED();
    *owner = NULL;
    *owner_java = NULL;
    struct object *lock = atomic_load(&t->blocked_on);
    if (!lock) lock = atomic_load(&t->waiting_on);
    if (lock) {
        *owner = monitor_owner_now(lock);
        if (*owner == t) *owner = NULL;
        if (*owner) *owner_java = (*owner)->java;
        return lock;
    }
    enum state_name s = state_of(t);
    if (s != NAME_WAITING && s != NAME_TIMED_WAITING) return NULL;
    lock = obj_ref(t->java, WKF(Thread_parkBlocker));
    if (lock) *owner_java = synchronizer_owner(lock);
    return lock;
}

static void put_facts(struct thread *self, struct text *to, struct thread *t, i64 id)
{
    THREADS_LOCKED();
    struct thread *owner;
    struct object *owner_java, *lock = awaited_lock(t, &owner, &owner_java);
    text_printf(to, "{\"id\":%lld,\"name\":", (long long)id);
    page_put_string(to, obj_ref(t->java, WKF(Thread_name)));
    page_put_bool(to, "daemon", obj_byte(t->java, WKF(Thread_daemon)));
    page_put_number(to, "priority", obj_int(t->java, WKF(Thread_priority)));
    text_printf(to, ",\"state\":\"%s\"", state_names[state_of(t)]);
    page_put_bool(to, "native", atomic_load(&t->state) == THREAD_IN_NATIVE);
    page_put_number(to, "cpu", cpu_of(t, id));
    page_put_number(to, "allocated", (i64)heap_allocated_by(&t->heap));
    page_put_number(to, "blocked", (i64)t->blocked_count);
    page_put_number(to, "waited", (i64)t->waited_count);
    text_add(to, ",\"lock\":");
    if (lock)
        page_put_lock(self, to, lock);
    else
        text_add(to, "null");
    if (owner_java)
        page_put_number(to, "owner", obj_long(owner_java, WKF(Thread_tid)));
    else
        text_add(to, ",\"owner\":null");
}

static void put_top(struct text *to, const struct method *m)
{
    text_add(to, ",\"top\":");
    if (!m) {
        text_add(to, "null}");
        return;
    }
    page_put_class(to, m->owner);
    to->len--; /* the quote */
    struct text name;
    text_init(&name, NULL, 0);
    page_put_symbol(&name, m->name);
    text_add(to, ".");
    text_put(to, name.p + 1, name.len - 1);
    text_add(to, "}");
    text_free(&name);
}

static void take_top(struct thread *t, void *arg)
{
    const struct frame *f = frame_java(t->fp);
    *(const struct method **)arg = f ? f->method : NULL;
}

/* ---- the list ---- */

struct row {
    u32 index; /* thread_by_index */
    u8 state;
    i64 id, cpu;
    u64 allocated;
    char *name; /* malloc'ed, NAME_KEPT bytes; NULL: not wanted */
};
struct rows {
    struct row *all;
    u32 count, room, total;
    bool names;
    char search[PAGE_SEARCH_MAX];
};

static void add_row(struct rows *r, struct thread *t)
{
    char *name = NULL;
    r->total++;
    if (r->names) {
        struct object *s = obj_ref(t->java, WKF(Thread_name));
        char whole[1024] = "";
        if (s) string_to_mutf8_buf(s, whole, sizeof whole);
        if (!page_contains(whole, strlen(whole), r->search)) return;
        name = vm_malloc(NAME_KEPT);
        snprintf(name, NAME_KEPT, "%s", whole);
    }
    if (r->count == r->room) r->all = vm_realloc(r->all, (r->room = r->room * 2 + 256) * sizeof *r->all);
    i64 id = id_of(t);
    r->all[r->count++] =
        (struct row){ t->index, (u8)state_of(t), id, cpu_of(t, id), heap_allocated_by(&t->heap), name };
}

static void add_live(void *rows, struct thread *t)
{
    if (thread_is_live(t)) add_row(rows, t);
}
static void read_rows(struct thread *self, struct rows *r) { page_walk_threads(self, add_live, r); }

static int by_id(const struct row *x, const struct row *y) { return (x->id > y->id) - (x->id < y->id); }
static int by_cpu(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->cpu != y->cpu ? (x->cpu < y->cpu) - (x->cpu > y->cpu) : by_id(x, y);
}
static int by_alloc(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->allocated != y->allocated ? (x->allocated < y->allocated) - (x->allocated > y->allocated) : by_id(x, y);
}
static int by_name(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int c = strcmp(x->name, y->name);
    return c ? c : by_id(x, y);
}
static int by_state(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->state != y->state ? x->state - y->state : by_cpu(a, b);
}
static int by_number(const void *a, const void *b) { return by_id(a, b); }

/* The thread of a row while the lock is held; NULL: it has ended. */
static struct thread *thread_of(const struct row *r)
{
    THREADS_LOCKED();
    struct thread *t = atomic_load_explicit(&thread_by_index[r->index], memory_order_relaxed);
    return t && thread_is_live(t) && id_of(t) == r->id ? t : NULL;
}

/* Returns false if the thread has ended. */
static bool put_row(struct thread *self, struct text *to, const struct row *r, bool comma, u32 *running)
{
    const struct method *top = NULL;
    threads_lock(self);
    struct thread *t = thread_of(r);
    if (!t) {
        threads_unlock();
        return false;
    }
    if (comma) text_add(to, ",");
    put_facts(self, to, t, r->id);
    if (!t->fp || t == self || handshake_try(t, take_top, &top) || *running == 0) {
        put_top(to, top); /* with the lock: no class goes */
        threads_unlock();
        return true;
    }
    --*running;
    struct object *volatile java = t->java; /* keeps the structure until it is looked up */
    threads_unlock();
    struct tool_kept kept = tool_keep_methods(self, t);
    t = thread_look_up(self, java);
    if (t) (void)handshake_run(self, t, take_top, &top);
    put_top(to, top);
    tool_release_methods(kept);
    return true;
}

void page_threads(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static const char *const sorts[] = { "cpu", "alloc", "name", "state", "id", NULL };
    static int (*const compare[])(const void *, const void *) = { by_cpu, by_alloc, by_name, by_state, by_number };
    i64 limit, offset;
    u32 sort, running = RUNNING_STACKS;
    struct rows r = { 0 };
    if (!page_word(q, a, "sort", sorts, &sort) || !page_search(q, a, r.search) ||
        !page_number(q, a, "limit", 200, 0, PAGE_ROWS_MAX, &limit) ||
        !page_number(q, a, "offset", 0, 0, INT32_MAX, &offset))
        return;
    r.names = *r.search || compare[sort] == by_name;
    i64 time = log_uptime_ns();
    read_rows(self, &r);
    page_sort(self, r.all, r.count, sizeof *r.all, (size_t)(offset + limit), compare[sort]);
    text_printf(&a->body, "{\"time\":%lld,\"total\":%u,\"matching\":%u,\"threads\":[", (long long)time, r.total,
                r.count);
    bool any = false;
    for (i64 i = offset, n = 0; i < r.count && n < limit; i++) {
        if (!put_row(self, &a->body, &r.all[i], any, &running)) continue;
        any = true;
        n++;
        thread_poll(self);
    }
    text_add(&a->body, "]}");
    for (u32 i = 0; i < r.count; i++) free(r.all[i].name);
    free(r.all);
}

/* ---- one thread ---- */

enum { FRAMES_MAX = 1024, LOCKS_MAX = 64 };
struct stack {
    u32 count;
    bool more;
    struct {
        struct method *method;
        i32 bci;
        struct async_frame how; /* the same frame as the walk of signal handlers has it */
    } frames[FRAMES_MAX];
    struct async_frame walked[FRAMES_MAX];
    u32 lock_frames[LOCKS_MAX]; /* of the objects in `held` */
};
struct look {
    struct stack *stack;
    struct object *held[LOCKS_MAX]; /* on the C stack, where the collector sees them */
    u32 held_count;
};

static void note_locks(struct thread *t, const struct frame *f, u32 depth, struct look *l)
{
    const struct object *waits = t->waiting_on ? t->waiting_on : t->blocked_on;
    for (u32 i = t->lock_top; i-- > 0 && l->held_count < LOCKS_MAX;) {
        if (t->locks[i].frame != f || t->locks[i].obj == waits) continue;
        l->stack->lock_frames[l->held_count] = depth;
        l->held[l->held_count++] = t->locks[i].obj;
    }
}

static void look_at_stack(struct thread *t, void *arg)
{
    struct look *l = arg;
    struct stack *s = l->stack;
    u32 walked = t->fp ? stack_async_walk(t, NULL, s->walked, FRAMES_MAX) : 0;
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f)) {
        if (s->count == FRAMES_MAX) {
            s->more = true;
            break;
        }
        u32 i = s->count++;
        s->frames[i].method = f->method;
        s->frames[i].bci = frame_bci(f);
        bool same = i < walked && s->walked[i].method == f->method;
        s->frames[i].how = same ? s->walked[i] : (struct async_frame){ .tier = ASYNC_INTERPRETED };
        if (t->lock_top) note_locks(t, f, i, l);
    }
}

static const char *tier_of(const struct method *m, const struct async_frame *f)
{
    return method_is_native(m) ? "native" : f->optimized ? "optimized" : f->tier ? "stencils" : "interpreted";
}

static void put_frames(struct thread *self, struct text *to, const struct look *l)
{
    const struct stack *s = l->stack;
    text_add(to, ",\"frames\":[");
    for (u32 i = 0; i < s->count; i++) {
        const struct method *m = s->frames[i].method;
        text_add(to, i ? ",{\"class\":" : "{\"class\":");
        page_put_class(to, m->owner);
        text_add(to, ",\"method\":");
        page_put_symbol(to, m->name);
        text_add(to, ",\"desc\":");
        page_put_symbol(to, m->desc);
        i32 line = method_line(m, s->frames[i].bci);
        page_put_number(to, "line", line > 0 ? line : -1);
        page_put_number(to, "bci", s->frames[i].bci);
        text_printf(to, ",\"tier\":\"%s\"", tier_of(m, &s->frames[i].how));
        page_put_bool(to, "inlined", s->frames[i].how.tier == ASYNC_INLINED);
        text_add(to, ",\"locks\":[");
        bool any = false;
        for (u32 k = 0; k < l->held_count; k++) {
            if (s->lock_frames[k] != i) continue;
            if (any) text_add(to, ",");
            any = true;
            page_put_lock(self, to, l->held[k]);
        }
        text_add(to, "]}");
    }
    text_printf(to, "],\"truncated\":%s}", s->more ? "true" : "false");
}

static struct thread *find_thread(i64 id)
{
    THREADS_LOCKED();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (thread_is_live(t) && id_of(t) == id) return t;
    return NULL;
}

void page_thread(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    i64 id;
    struct look look = { 0 };
    if (!page_number(q, a, "id", 0, 0, INT64_MAX, &id)) return;
    threads_lock(self);
    struct thread *t = find_thread(id);
    if (t) put_facts(self, &a->body, t, id);
    struct object *volatile java = t ? t->java : NULL;
    threads_unlock();
    if (!java) {
        page_refuse(a, 404, "there is no such thread");
        return;
    }
    look.stack = vm_calloc(1, sizeof *look.stack);
    struct tool_kept kept = tool_keep_methods(self, t);
    t = thread_look_up(self, java);
    if (t) (void)handshake_run(self, t, look_at_stack, &look);
    put_frames(self, &a->body, &look);
    tool_release_methods(kept);
    free(look.stack);
}
