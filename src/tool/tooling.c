/* The questions of tooling.h about threads, stacks and the heap. Threads are stopped by handshakes, or all of them by a
 * safepoint when several stacks must be of one moment. */
#include "tool/tooling.h"

#include <stdlib.h>

#include "thread/thread_control.h"

/* ---- threads ---- */

/* Is it alive for Java: started, and its end not announced yet. */
static bool java_alive(struct thread *t) { return thread_is_live(t); }

enum tool_status tool_all_threads(struct thread *self, struct object ***threads, u32 *count)
{
    threads_lock(self);
    u32 n = 0;
    for (struct thread *t = threads_first(); t; t = t->next) n++;
    struct object **a = malloc((n ? n : 1) * sizeof *a);
    if (!a) {
        threads_unlock();
        return TOOL_NO_MEMORY;
    }
    n = 0;
    for (struct thread *t = threads_first(); t; t = t->next)
        if (java_alive(t)) a[n++] = t->java;
    threads_unlock();
    *threads = a;
    *count = n;
    return TOOL_OK;
}

/* JVMTI_THREAD_STATE_… */
enum {
    TS_ALIVE = 0x1,
    TS_TERMINATED = 0x2,
    TS_SUSPENDED = 0x100000,
    TS_INTERRUPTED = 0x200000,
    TS_IN_NATIVE = 0x400000
};

static u32 state_of(struct object *java, struct thread *t)
{
    u32 s = (u32)obj_int(java, WKF(Thread_threadStatus));
    if (!t) return s;
    if (atomic_load(&t->suspended)) s |= TS_SUSPENDED;
    if (obj_byte(java, WKF(Thread_interrupted))) s |= TS_INTERRUPTED;
    struct frame *f = frame_java(t->fp);
    if (atomic_load(&t->state) == THREAD_IN_NATIVE && f && f->kind == FRAME_NATIVE) s |= TS_IN_NATIVE;
    return s;
}

u32 tool_thread_state(struct thread *self, struct object *java_thread)
{
    threads_lock(self);
    u32 s = state_of(java_thread, thread_of_java(java_thread));
    threads_unlock();
    return s;
}

/* ---- stacks ---- */

static u32 tool_frame_count_of(struct thread *stopped)
{
    u32 n = 0;
    for (struct frame *f = frame_java(stopped->fp); f; f = frame_caller(f)) n++;
    return n;
}

struct frame *tool_frame_at(struct thread *stopped, u32 depth)
{
    struct frame *f = frame_java(stopped->fp);
    while (f && depth--) f = frame_caller(f);
    return f;
}

static struct tool_frame describe(struct frame *f) { return (struct tool_frame){ f->method, frame_bci(f) }; }

struct trace {
    i32 start;
    u32 max;
    struct tool_frame *out;
    u32 count;
    enum tool_status status;
};

static void take_trace(struct thread *t, void *arg)
{
    struct trace *q = arg;
    i64 skip = q->start;
    if (q->start != 0) {
        u32 depth = tool_frame_count_of(t);
        if (skip < 0) skip += depth; /* from the oldest frame */
        if (skip < 0 || skip >= depth) {
            q->status = TOOL_INVALID;
            return;
        }
    }
    struct frame *f = tool_frame_at(t, (u32)skip);
    u32 n = 0;
    for (; f && n < q->max; f = frame_caller(f)) q->out[n++] = describe(f);
    q->count = n;
    q->status = TOOL_OK;
}

enum tool_status tool_stack_trace(struct thread *self, struct thread *target, i32 start, u32 max,
                                  struct tool_frame *out, u32 *count)
{
    struct trace q = { start, max, out, 0, TOOL_OK };
    if (!handshake_run(self, target, take_trace, &q)) return TOOL_NOT_ALIVE;
    if (q.status == TOOL_OK) *count = q.count;
    return q.status;
}

static void take_count(struct thread *t, void *arg) { *(u32 *)arg = tool_frame_count_of(t); }

enum tool_status tool_frame_count(struct thread *self, struct thread *target, u32 *count)
{
    u32 n = 0;
    if (!handshake_run(self, target, take_count, &n)) return TOOL_NOT_ALIVE;
    *count = n;
    return TOOL_OK;
}

static bool fill_stack(struct tool_stack *s, struct object *java, struct thread *t, u32 max)
{
    *s = (struct tool_stack){ .thread = java, .state = state_of(java, t) };
    if (!t) return true;
    struct trace q = { 0, max, NULL, 0, TOOL_OK };
    u32 depth = tool_frame_count_of(t), n = depth < max ? depth : max;
    q.out = malloc((n ? n : 1) * sizeof *q.out);
    if (!q.out) return false;
    q.max = n;
    take_trace(t, &q);
    s->frames = q.out;
    s->count = q.count;
    return true;
}

enum tool_status tool_all_stacks(struct thread *self, struct object *const *threads, u32 n, u32 max,
                                 struct tool_stack **out, u32 *count)
{
    safepoint_begin(self, "stacks of threads");
    if (!threads) {
        n = 0;
        for (struct thread *t = threads_first(); t; t = t->next) n += java_alive(t);
    }
    struct tool_stack *a = calloc(n ? n : 1, sizeof *a);
    u32 k = 0;
    bool ok = a != NULL;
    if (threads) {
        for (; ok && k < n; k++) ok = fill_stack(&a[k], threads[k], thread_of_java(threads[k]), max);
    } else {
        for (struct thread *t = threads_first(); ok && t; t = t->next)
            if (java_alive(t)) ok = fill_stack(&a[k++], t->java, t, max);
    }
    safepoint_end(self);
    if (!ok) {
        for (u32 i = 0; a && i < n; i++) free(a[i].frames);
        free(a);
        return TOOL_NO_MEMORY;
    }
    *out = a;
    *count = n;
    return TOOL_OK;
}

/* ---- the heap ---- */

i64 (*tool_heap_dump)(struct thread *self, const char *path, bool live, bool overwrite, char *error, size_t error_size);

void tool_collect(struct thread *self) { vm_collect(self, HEAP_CAUSE_TOOL, false); }

void tool_walk_heap(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg)
{
    VM_ASSERT(safepoint_mine());
    heap_walk_words(fn, arg);
}
