/* Walks a Java stack from a signal handler (D1). The walk is a loop over frames; the only question is where it starts.
 *
 * Inside a handler of the interpreter the registers give the frame: preserve_none passes self, pc, sp, fp in r12 to
 * r15. Elsewhere thread.fp is right, because handlers publish the frame before they call C code. If r12 holds the
 * thread, the registers count; r12 may hold it by accident, so r15 must also be a valid frame.
 *
 * Optimized code calls C without publishing anything, and the C code may keep r12 and r15 elsewhere. So the code puts
 * its frame on the C stack, in the first word, where no C code has been told of the frames yet. How far below the
 * return address lies is known by the return address itself (code_below_at). A leaf native that may take long leaves
 * its caller in the thread. */
#include "exec/stack/stack_async.h"
#include "bytecode/bytecode.h"
#include "exec/stencil/stencil_emit.h"
#include "model/class_space.h"
#include "os/os_signal.h"

static bool is_readable(const void *p, size_t bytes)
{
    return IS_ALIGNED(p, 8) && class_space_contains(p, bytes) && class_space_holder(p);
}
/* Is m a version of one of these methods? Few steps, since it may be no class that has them. */
static bool is_version(const struct method *m, struct method *const *methods, u32 count)
{
    enum { STEPS_MOST = 1 << 16 };
    u32 steps = 0;
    for (u32 i = 0; i < count && is_readable(&methods[i], sizeof methods[i]); i++)
        for (const struct method *v = methods[i]; is_readable(v, sizeof *v); v = v->previous_version) {
            if (v == m) return true;
            if (++steps == STEPS_MOST) return false;
        }
    return false;
}
/* A method of a class that lives. Where no frame is yet, or none is any more, lies any word: a class, or a method that
 * was unloaded, whose memory is another's by now. All of class space stays readable. */
static bool is_method(const struct method *m)
{
    if (!is_readable(m, sizeof *m) || !is_readable(m->owner, sizeof *m->owner)) return false;
    const struct class *c = m->owner;
    struct method *const *at = c->methods + m->index;
    if (is_readable(at, sizeof *at) && *at && (*at == m || *at == m->next_version)) return true;
    return c->flags & CLS_REDEFINED && is_version(m, c->methods, (u32)c->method_count + c->deleted_count);
}

static bool is_in_stack(const struct thread *t, const struct frame *f)
{
    return IS_ALIGNED(f, 8) && (slot *)f >= t->stack_base && (slot *)(f + 1) <= t->stack_end;
}
static bool is_frame(const struct thread *t, const struct frame *f)
{
    if (!is_in_stack(t, f)) return false;
    if (f->kind == FRAME_ENTRY) return true;
    return (f->kind == FRAME_JAVA || f->kind == FRAME_NATIVE) && is_method(f->method);
}
/* The same in a walk. A thread that stands still has published nothing but frames, so those need no proof. */
static bool is_walked(const struct thread *t, const struct frame *f, bool still)
{
    if (!still) return is_frame(t, f);
    if (!is_in_stack(t, f)) return false; /* no caller */
    VM_ASSERT(is_frame(t, f));
    return true;
}

static bool in_code(const struct method *m, const u8 *pc)
{
    return m->code && pc >= m->code && pc < m->code + m->code_len;
}

static u32 put(struct async_frame *out, u32 n, u32 max, const struct method *m, const u8 *pc, enum async_tier tier)
{
    if (n < max)
        out[n++] =
            (struct async_frame){ (struct method *)m, in_code(m, pc) ? (i32)(pc - m->code) : 0, (u16)tier, false };
    return n;
}

static u32 put_frame(struct async_frame *out, u32 n, u32 max, const struct frame *f, enum async_tier tier)
{
    if (f->kind == FRAME_ENTRY || n == max) return n;
    n = put(out, n, max, f->method, f->pc, tier);
    if (f->kind == FRAME_NATIVE) {
        out[n - 1].bci = -1;
        out[n - 1].tier = ASYNC_NATIVE;
    }
    return n;
}

/* ---- frames that optimized code has not completed (model/frame.h) ---- */
static const struct code *code_of_pad(const u8 *pad)
{
    const struct code *c = code_find(pad);
    u32 count = c ? __atomic_load_n(&c->pad_count, __ATOMIC_ACQUIRE) : 0; /* before `pads` */
    if (!count || pad < c->start + c->pads) return NULL;
    size_t at = (size_t)(pad - c->start - c->pads);
    return at % sizeof(struct code_pad) == 0 && at / sizeof(struct code_pad) < count ? c : NULL;
}
static const struct frame_image *image_of_pad(const u8 *pad)
{
    return code_of_pad(pad) ? ((const struct code_pad *)(const void *)pad)->image : NULL;
}
/* Reports the frames of the call with this image; the innermost one is at `inner`. Returns the outermost frame of the
 * code, or NULL if it is not valid. */
static struct frame *put_image(const struct thread *self, const struct frame_image *image, struct frame *inner,
                               bool still, struct async_frame *out, u32 *n, u32 max)
{
    struct frame *f = (struct frame *)((slot *)inner - image->header);
    if (!is_walked(self, f, still) || f->kind != FRAME_JAVA) return NULL;
    u32 first = *n;
    for (u32 i = image->part_count; i > 0; i--)
        *n = put(out, *n, max, image->parts[i - 1].m, image->parts[i - 1].pc, ASYNC_INLINED);
    *n = put(out, *n, max, f->method, image->pc, ASYNC_COMPILED);
    for (u32 i = first; i < *n; i++) out[i].optimized = true;
    return f;
}
/* The same for the frame in the register, if it is at a call or a return and its method's code has the pad. The
 * arguments or the result are above it. */
static struct frame *put_caller(const struct thread *self, const uintptr_t r[4], struct async_frame *out, u32 *n,
                                u32 max)
{
    const struct code *c = code_of_pad((const u8 *)r[1]);
    const struct frame_image *image = image_of_pad((const u8 *)r[1]);
    if (!image || !IS_ALIGNED(r[3], 8) || r[2] < r[3]) return NULL;
    const struct frame *f = (const struct frame *)((const slot *)r[3] - image->header);
    if (!is_frame(self, f) || f->method != c->method) return NULL;
    return put_image(self, image, (struct frame *)r[3], false, out, n, max);
}

/* ---- the top ---- */
/* Reports the instruction of f's method in whose machine code the thread is, and in optimized code the methods that
 * were inlined there. Returns 0 if the frame itself has the instruction. */
static u32 frames_at(const struct code *c, const void *pc, struct async_frame *out, u32 max)
{
    i32 bci = stencil_bci(c, pc);
    u32 n = 0, at = code_frame_at(c, pc) & CODE_FRAME;
    if (bci >= 0 && n < max) out[n++] = (struct async_frame){ c->method, bci, ASYNC_COMPILED, false };
    for (u32 caller; at && n < max; at = caller) {
        caller = c->places.frame[at - 1].caller;
        out[n++] = (struct async_frame){ c->places.frame[at - 1].m, (i32)c->places.frame[at - 1].bci,
                                         caller ? ASYNC_INLINED : ASYNC_COMPILED, true };
    }
    return n;
}
static u32 frames_in_code(const struct frame *f, const struct code *c, const void *pc, struct async_frame *out, u32 max)
{
    return c && f->kind == FRAME_JAVA && c->method == f->method ? frames_at(c, pc, out, max) : 0;
}
/* The code has no frame yet, or none any more: that in the register is its caller's. */
static bool has_no_frame(const struct code *c, const struct frame *caller)
{
    return c && c->table && c->method != caller->method && is_method(c->method);
}
static u32 put_frameless(const struct code *c, const void *pc, struct async_frame *out, u32 max)
{
    u32 n = frames_at(c, pc, out, max);
    return n ? n : put(out, 0, max, c->method, c->method->code, ASYNC_COMPILED);
}
static bool is_return(const struct method *m, i32 bci)
{
    u8 op = bci >= 0 && (u32)bci < m->code_len ? m->orig_code[bci] : OP_nop;
    return op >= OP_ireturn && op <= OP_return;
}
/* Does the code say that the frame in the register is its own, neither a caller nor one that control returned to? */
static bool is_inside(const struct thread *self, const struct frame *f, const struct code *c, const void *pc)
{
    if (!c || !is_frame(self, f) || f->kind != FRAME_JAVA || c->method != f->method) return false;
    u32 at = code_frame_at(c, pc);
    i32 bci = stencil_bci(c, pc);
    return at ? !(at & CODE_AT_PAD) : bci >= 0 && !is_return(f->method, bci);
}

/* The registers are those of running Java code. Reports its frames, and returns the next frame to look at, or NULL. */
static struct frame *put_top(const struct thread *self, const uintptr_t r[4], const void *pc, struct async_frame *out,
                             u32 *n, u32 max)
{
    struct frame *f = (struct frame *)r[3];
    const struct code *c = code_find(pc);
    if (!is_inside(self, f, c, pc)) {
        struct frame *own = put_caller(self, r, out, n, max);
        if (own && has_no_frame(c, own)) {
            *n = put_frameless(c, pc, out, max);
            own = put_caller(self, r, out, n, max);
        }
        if (own) return own;
    } else if ((*n = frames_in_code(f, c, pc, out, max)) > 0)
        return f;
    if (!is_frame(self, f)) return NULL;
    if (has_no_frame(c, f)) *n = put_frameless(c, pc, out, max);
    enum async_tier tier = c && c->method == f->method ? ASYNC_COMPILED : ASYNC_INTERPRETED;
    if (f->kind == FRAME_JAVA && in_code(f->method, (const u8 *)r[1]))
        *n = put(out, *n, max, f->method, (const u8 *)r[1], tier);
    else
        *n = put_frame(out, *n, max, f, tier);
    return f;
}

/* The same if optimized code has called the C code that runs. All Java code of one call from C has the same stack
 * pointer, but where it calls C. */
static struct frame *put_caller_of_c(const struct thread *self, uintptr_t sp, struct async_frame *out, u32 *n, u32 max)
{
    enum { MOST = (CODE_BELOW >> CODE_BELOW_SHIFT) * 16 };
    uintptr_t base = (uintptr_t)self->c_stack_caller - 8; /* the stack pointer of Java code */
    if (!self->c_stack_caller || sp % 8 || sp > base - 24 || base > (uintptr_t)self->c_stack_base) return NULL;
    struct frame *f = ((struct frame **)base)[-1];
    if (!is_frame(self, f) || f->kind != FRAME_JAVA) return NULL;
    for (uintptr_t at = base - 16; at >= sp && at >= base - 8 - MOST; at -= 16) {
        const u8 *pc = *(const u8 **)at - 1;
        const struct code *c = code_find(pc);
        if (!c || c->method != f->method || code_below_at(c, pc) != base - at - 8 || !is_inside(self, f, c, pc))
            continue;
        *n = frames_in_code(f, c, pc, out, max);
        return *n ? f : NULL;
    }
    return NULL;
}

/* The same if a leaf native runs, which the interpreter or a pad's code has called. */
static struct frame *put_caller_of_leaf(const struct thread *self, struct async_frame *out, u32 *n, u32 max)
{
    struct frame *f = self->leaf_fp;
    const uintptr_t r[4] = { (uintptr_t)self, (uintptr_t)self->leaf_pc, (uintptr_t)f, (uintptr_t)f };
    if (!f) return NULL;
    struct frame *own = put_caller(self, r, out, n, max);
    if (own || !is_frame(self, f)) return own;
    *n = put_frame(out, *n, max, f, code_of_pad(self->leaf_pc) ? ASYNC_COMPILED : ASYNC_INTERPRETED);
    return f;
}

u32 stack_async_walk(struct thread *self, const void *context, struct async_frame *out, u32 max)
{
    struct frame *f = self->fp, *from = NULL; /* from: it and the frames above it have been reported */
    u32 n = 0;
    u32 state = atomic_load_explicit(&self->state, memory_order_relaxed);
    if (!max) return 0;
    if (context && (state == THREAD_IN_JAVA || state == THREAD_IN_VM)) {
        uintptr_t r[4];
        os_signal_preserved_registers(context, r);
        /* A native method's frame is published before the registers leave the caller's, and removed together with
         * them. */
        const void *pc = (const void *)os_signal_pc(context);
        if (!code_find(pc)) from = put_caller_of_c(self, os_signal_sp(context), out, &n, max);
        if (!from) from = put_caller_of_leaf(self, out, &n, max);
        bool entering = is_frame(self, f) && f->kind == FRAME_NATIVE && (uintptr_t)f->prev == r[3];
        if (!from && r[0] == (uintptr_t)self && !entering) from = put_top(self, r, pc, out, &n, max);
    }
    const bool still = !context;
    if (!from && f && is_walked(self, f, still)) {
        from = f;
        n = put_frame(out, n, max, f, ASYNC_INTERPRETED);
    }
    while (from && n < max) {
        const struct code *code = from->kind != FRAME_ENTRY ? code_of_pad(from->ret_pc) : NULL;
        const struct frame_image *image = code ? ((const struct code_pad *)(const void *)from->ret_pc)->image : NULL;
        if (from->prev >= from) break; /* callers lie below */
        from = from->prev;
        if (image)
            from = put_image(self, image, from, still, out, &n, max);
        else if (!is_walked(self, from, still))
            break;
        else
            n = put_frame(out, n, max, from, code ? ASYNC_COMPILED : ASYNC_INTERPRETED);
    }
    return n;
}
