/* Walking a Java stack from a signal handler (D1: a walk is a loop over frames; only where it starts is in question).
 *
 * Inside a handler of the interpreter the registers say it: preserve_none passes self, pc, sp, fp in r12 to r15.
 * Everywhere else thread.fp is right: C code that handlers call finds it published. r12 holding the thread tells the
 * two apart; if it is there by accident, r15 still has to be a sound frame. */
#include "exec/stack/stack_async.h"
#include "exec/stencil/stencil_emit.h"
#include "model/class_space.h"
#include "os/os_signal.h"

static bool is_method(const struct method *m)
{
    return IS_ALIGNED(m, 8) && class_space_contains(m, sizeof *m) && class_space_contains(m->owner, sizeof *m->owner);
}

static bool is_frame(const struct thread *t, const struct frame *f)
{
    if (!IS_ALIGNED(f, 8) || (slot *)f < t->stack_base || (slot *)(f + 1) > t->stack_end) return false;
    if (f->kind == FRAME_ENTRY) return true;
    return (f->kind == FRAME_JAVA || f->kind == FRAME_NATIVE) && is_method(f->method);
}

static bool in_code(const struct method *m, const u8 *pc)
{
    return m->code && pc >= m->code && pc < m->code + m->code_len;
}

/* The instruction of f's method whose own machine code the thread was in, and in optimized code those of the methods
 * that were taken in. 0: the frame says it. */
static u32 frames_in_code(const struct frame *f, const void *pc, struct async_frame *out, u32 max)
{
    const struct code *c = f->kind == FRAME_JAVA ? code_find(pc) : NULL;
    if (!c || c->method != f->method) return 0;
    i32 bci = stencil_bci(c, pc);
    u32 n = 0, at = code_frame_at(c, pc);
    if (bci >= 0 && n < max) out[n++] = (struct async_frame){ f->method, bci };
    for (; at && n < max; at = c->places.frame[at - 1].caller)
        out[n++] = (struct async_frame){ c->places.frame[at - 1].m, (i32)c->places.frame[at - 1].bci };
    return n;
}

u32 stack_async_walk(struct thread *self, const void *context, struct async_frame *out, u32 max)
{
    struct frame *f = self->fp;
    const u8 *pc = NULL; /* of the top frame, when the registers have it */
    u32 n = 0;           /* of its frames, when its code has them */
    u32 state = atomic_load_explicit(&self->state, memory_order_relaxed);
    if (context && (state == THREAD_IN_JAVA || state == THREAD_IN_VM)) {
        uintptr_t r[4];
        os_signal_preserved_registers(context, r);
        struct frame *g = (struct frame *)r[3];
        if (r[0] == (uintptr_t)self && is_frame(self, g)) {
            /* A native method's frame is published before the registers leave the caller's, and taken back with
             * them. */
            bool entering = is_frame(self, f) && f->kind == FRAME_NATIVE && f->prev == g;
            if (!entering) {
                f = g;
                pc = (const u8 *)r[1];
                n = frames_in_code(f, (const void *)os_signal_pc(context), out, max);
                if (n && (f->prev >= f || !(f = f->prev))) return n; /* callers lie below */
                if (n) pc = NULL;
            }
        }
    }
    while (f && n < max && is_frame(self, f)) {
        if (f->kind != FRAME_ENTRY) {
            const struct method *m = f->method;
            const u8 *at = pc && in_code(m, pc) ? pc : f->pc;
            i32 bci = f->kind == FRAME_NATIVE ? -1 : in_code(m, at) ? (i32)(at - m->code) : 0;
            out[n++] = (struct async_frame){ f->method, bci };
        }
        pc = NULL;
        if (f->prev >= f) break; /* callers lie below */
        f = f->prev;
    }
    return n;
}
