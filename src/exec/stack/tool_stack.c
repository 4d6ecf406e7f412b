/* Walking Java stacks for tools (the stack part of runtime/tooling.h; JVM TI GetStackTrace, GetFrameCount, GetAllStackTraces).
 *
 * A stack is the chain of frames from thread.fp (D1): no unwinder, no metadata. Another thread's chain is read while it is stopped by a handshake. */
#include "runtime/tooling.h"
#include <stdlib.h>

u32 tool_frame_count_of(struct thread *stopped)
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

/* Frames [start, start + max) into out; returns how many. */
static u32 copy_frames(struct thread *stopped, u32 start, u32 max, struct tool_frame *out)
{
    u32 n = 0;
    for (struct frame *f = tool_frame_at(stopped, start); f && n < max; f = frame_caller(f)) out[n++] = (struct tool_frame){ f->method, frame_bci(f) };
    return n;
}

struct trace_request { i32 start; u32 max; struct tool_frame *out; u32 count; enum tool_status status; };
static void trace_one(struct thread *target, void *arg)
{
    struct trace_request *r = arg;
    i32 start = r->start;
    r->status = TOOL_OK;
    r->count = 0;
    if (start != 0) {
        i32 total = (i32)tool_frame_count_of(target);
        if (start < 0) start += total; /* from the oldest */
        if (start < 0 || start >= total) {
            r->status = TOOL_INVALID;
            return;
        }
    }
    r->count = copy_frames(target, (u32)start, r->max, r->out);
}
enum tool_status tool_stack_trace(struct thread *self, struct thread *target, i32 start, u32 max, struct tool_frame *out, u32 *count)
{
    struct trace_request r = { start, max, out, 0, TOOL_OK };
    if (!handshake_run(self, target, trace_one, &r)) return TOOL_NOT_ALIVE;
    if (r.status == TOOL_OK) *count = r.count;
    return r.status;
}

static void count_one(struct thread *target, void *arg) { *(u32 *)arg = tool_frame_count_of(target); }
enum tool_status tool_frame_count(struct thread *self, struct thread *target, u32 *count)
{
    u32 n = 0;
    if (!handshake_run(self, target, count_one, &n)) return TOOL_NOT_ALIVE;
    *count = n;
    return TOOL_OK;
}

/* Shown to tools: it has a java.lang.Thread and is not the VM's own. */
static bool visible(const struct thread *t) { return t->java && !t->is_hidden && atomic_load(&t->state) != THREAD_DEAD && atomic_load(&t->state) != THREAD_NEW; }

static bool fill_stack(struct thread *self, struct tool_stack *s, struct thread *t, struct object *java, u32 max)
{
    s->thread = java;
    s->state = tool_thread_state(self, java);
    s->count = 0;
    s->frames = NULL;
    if (!t) return true;
    u32 n = tool_frame_count_of(t);
    if (n > max) n = max;
    if (n == 0) return true;
    s->frames = malloc(n * sizeof *s->frames);
    if (!s->frames) return false;
    s->count = copy_frames(t, 0, n, s->frames);
    return true;
}
enum tool_status tool_all_stacks(struct thread *self, struct object *const *threads, u32 n, u32 max, struct tool_stack **out, u32 *count)
{
    enum tool_status status = TOOL_OK;
    u32 made = 0;
    safepoint_begin(self, "all stacks");
    if (!threads) {
        n = 0;
        for (struct thread *t = threads_first(); t; t = t->next) n += visible(t);
    }
    struct tool_stack *stacks = calloc(n ? n : 1, sizeof *stacks);
    if (!stacks) status = TOOL_NO_MEMORY;
    if (threads) {
        for (; status == TOOL_OK && made < n; made++)
            if (!fill_stack(self, &stacks[made], thread_of_java(threads[made]), threads[made], max)) status = TOOL_NO_MEMORY;
    } else {
        for (struct thread *t = threads_first(); t && status == TOOL_OK && made < n; t = t->next)
            if (visible(t) && !fill_stack(self, &stacks[made++], t, t->java, max)) status = TOOL_NO_MEMORY;
    }
    safepoint_end(self);
    if (status != TOOL_OK) {
        for (u32 i = 0; stacks && i < made; i++) free(stacks[i].frames);
        free(stacks);
        return status;
    }
    *out = stacks;
    *count = n;
    return TOOL_OK;
}
