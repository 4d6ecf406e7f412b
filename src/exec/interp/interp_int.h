/* The inside of the interpreter: the macros that handlers are written in, and the slow paths they jump to.
 *
 * Handlers and slow paths share one signature (INTERP_PARAMS) and are reached by jumps only. A fast handler keeps
 * everything in registers; when it must call C it jumps to a slow path, which publishes the frame first (PUBLISH) and
 * reloads what the call may have changed (RELOAD). self, pc, sp and fp travel in registers that C preserves.
 *
 * Rules:
 *   - fp->pc of a frame that is not on top is the address of its call instruction; fp->pc of the top frame is set by
 *     PUBLISH.
 *   - A method entry is reached with every argument in memory, pc = where the caller goes on, fp = the caller's frame
 *     with fp->pc at the call, tos = the method. An entry that throws does so with fp->pc (THROW_FROM_CALLER).
 *   - An exception is thrown by jumping to interp_throw with self->pending set. sp and tos are dead then.
 *   - Only a quick opcode may trust its operand bytes: another thread may be rewriting them. Slow paths read orig_code.
 */
#ifndef ARGUS_EXEC_INTERP_INTERP_INT_H
#define ARGUS_EXEC_INTERP_INTERP_INT_H

#include "core/alloc.h"
#include "cpu/compiler_barrier.h"
#include "exec/code/inline_cache.h"
#include "exec/interp/interp.h"
#include "exec/invoke/invoke.h"
#include "interp_ops.h"
#include "model/wellknown.h"
#include "thread/monitor.h"
#include <math.h>

#define GO(fn) MUSTTAIL return (fn)(INTERP_ARGS)
#define DISPATCH() MUSTTAIL return ((interp_fn)dispatch[*pc])(INTERP_ARGS)
#define NEXT(n) \
    do { \
        pc += (n); \
        DISPATCH(); \
    } while (0)
/* A taken branch is a poll point: a changed table takes effect here. */
#define JUMP(d) \
    do { \
        pc += (d); \
        dispatch = self->dispatch; \
        DISPATCH(); \
    } while (0)
#define PUBLISH() ((void)(fp->pc = pc, *sp = tos, self->fp = fp, self->jsp = sp, AFTER_MADE_KNOWN()))
/* PUBLISH where `tos` is dead afterwards. It clears tos and the scratch register, so that a C function does not save
 * their objects on its stack. Such a copy would outlive the call, and a collection that finds it in a later frame would
 * keep the object. */
#define PUBLISH_ALL() \
    do { \
        PUBLISH(); \
        tos = 0; \
        FORGET_SCRATCH_REGISTER(); \
    } while (0)
/* PUBLISH in an entry, for its caller. The arguments are still the caller's operands. */
#define PUBLISH_CALLER() ((void)(frame_show_at(pc, fp), self->fp = fp, self->jsp = sp))
/* Control has returned to the pad `pc`, whose code does not continue: completes the frames. Returns the top of stack. A
 * call without a result has loaded it before, and it may be one of the operands that are written only now; the place of
 * a result is none of them. */
static ALWAYS_INLINE u64 show_at_pad(const u8 *pc, struct frame *fp, const slot *sp, u64 tos)
{
    slot before = *sp;
    frame_show_at(pc, fp);
    return *sp != before ? *sp : tos;
}
#define RELOAD() ((void)(locals = fp->locals, dispatch = self->dispatch))
#define THROW_NPE() GO(interp_throw_npe)
/* Calls `m`; the instruction is `length` bytes long. Every argument must be in memory, up to *sp. */
#define CALL(m, length) \
    do { \
        tos = (u64)(uintptr_t)(m); \
        fp->pc = pc; \
        pc += (length); \
        MUSTTAIL return ((interp_fn)((struct method *)(uintptr_t)tos)->entry)(INTERP_ARGS); \
    } while (0)
/* Leaves the frame. sp and tos are as the caller needs them. */
#define RETURN() \
    do { \
        pc = fp->ret_pc; \
        fp = fp->prev; \
        locals = fp->locals; \
        dispatch = self->dispatch; \
        DISPATCH(); \
    } while (0)

/* ---- used by bodies and slow paths ---- */
static ALWAYS_INLINE u64 narrow_int(u8 kind, i32 v)
{
    if (LIKELY(kind == 'Z')) return v & 1;
    switch (kind) {
    case 'B': return (u32)(i8)v;
    case 'C': return (u16)v;
    default: return (u32)(i16)v;
    }
}
i32 lookup_switch(const u8 *pc, i32 key);

/* read_u16(pc + 1): an operand */
#define READ(type) \
    static ALWAYS_INLINE type read_##type(const u8 *p) \
    { \
        type v; \
        memcpy(&v, p, sizeof v); \
        return v; \
    } \
    _Static_assert(sizeof(type) <= 4, "the longest operand")
READ(u8);
READ(i8);
READ(u16);
READ(i16);
READ(i32);
#undef READ

/* ---- slow paths ---- */
/* clang-format off */
#define SLOW_PATHS(X) \
    X(slow_ldc) X(slow_getfield) X(slow_putfield) X(slow_getstatic) X(slow_putstatic) X(field_get_any) \
    X(field_put_any) X(static_get_any) X(static_put_any) X(slow_invoke) X(slow_invokedynamic) X(slow_icache_miss) \
    X(slow_new) X(slow_anewarray) X(slow_multianewarray) X(slow_checkcast) X(slow_instanceof) X(slow_monitorenter) \
    X(slow_monitorexit) X(slow_register_finalizer) X(slow_return_locked) X(interp_wide) X(interp_athrow) \
    X(interp_throw_npe) X(interp_throw_bounds) X(interp_throw_zero_divide) X(interp_throw_store) X(interp_throw_cast) \
    X(interp_throw_pending) X(interp_throw_overflow) X(interp_breakpoint) X(interp_illegal) X(interp_entry_events) \
    X(interp_enter_contended) X(interp_forced_exit) X(interp_back_in_awaited)
/* clang-format on */
#define DECLARE(name) PRESERVE_NONE void name(INTERP_PARAMS);
SLOW_PATHS(DECLARE)
#undef DECLARE

/* The code that entry frames return to (one impdep1), and frames above an awaited one (await.c). */
extern const u8 interp_exit_code[8];
/* The order of thread_dispatch_tables: plain, polling, method events, single step. modes.c defines their entries. */
enum mode { MODE_PLAIN, MODE_POLL, MODE_EVENTS, MODE_STEP, MODE_COUNT };
extern void *interp_tables[MODE_COUNT][256];

/* Does f hold its synchronized method's monitor and no other, or none if the method is not synchronized? */
bool interp_locks_structured(const struct thread *self, const struct frame *f);
/* Exits the monitors that f entered and did not exit. An exception that this raises is dropped; one that was pending
 * stays. */
void interp_release_monitors(struct thread *self, struct frame *f);
/* f was pushed on a frame that runs with POLL_EVENTS. Clears POLL_EVENTS until control returns to that frame
 * (await.c). */
void interp_leave_awaited(struct thread *self, struct frame *f);
/* f is about to be popped, and a tool asked for the event. interp_notified forgets the request, interp_post_frame_pop
 * also posts the event. */
void interp_notified(struct thread *self, struct frame *f);
void interp_post_frame_pop(struct thread *self, struct frame *f, bool by_exception);

/* Pops frames until a handler catches self->pending. Returns the frame to continue in: with its pc at the handler, or
 * for code if exec_thread.caught_at is set. The exception is in *ex. Returns NULL at an entry frame: then the exception
 * stays pending, and that frame is self->fp. */
struct frame *interp_unwind(struct thread *self, struct object **ex);
/* Set by exec/tier/: counts that an exception of the call with this pad has left optimized code for a handler that the
 * code could have. */
extern void (*interp_left_by_exception)(const struct code_pad *pad);

#endif
