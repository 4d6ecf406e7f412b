/* Stacks (tool_frame.h). Threads are stopped by handshakes, or all by a safepoint if several stacks must be of one
 * moment. */
#include "tool/tool_frame.h"
#include "tool/tool_int.h"

#include <stdlib.h>

#include "exec/stack/stack_async.h"
#include "thread/thread_control.h"

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
    *s = (struct tool_stack){ .thread = java, .state = tool_state_of(java, t) };
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
        for (struct thread *t = threads_first(); t; t = t->next) n += thread_is_live(t);
    }
    struct tool_stack *a = calloc(n ? n : 1, sizeof *a);
    u32 k = 0;
    bool ok = a != NULL;
    if (threads) {
        for (; ok && k < n; k++) ok = fill_stack(&a[k], threads[k], thread_of_java(threads[k]), max);
    } else {
        for (struct thread *t = threads_first(); ok && t; t = t->next)
            if (thread_is_live(t)) ok = fill_stack(&a[k++], t->java, t, max);
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

_Static_assert(sizeof(struct tool_frame) == sizeof(struct async_frame) &&
                   offsetof(struct tool_frame, bci) == offsetof(struct async_frame, bci),
               "one shape");
u32 tool_async_stack(struct thread *self, const void *context, struct tool_frame *out, u32 max)
{
    return stack_async_walk(self, context, (struct async_frame *)out, max);
}
