/* Exceptions in the interpreter: makes those that instructions throw, and unwinds to a handler (JVMS §2.10,
 * §6.5.athrow).
 *
 * Unwinding pops frames one by one, exits the monitors of synchronized methods and posts exit events. It ends at a
 * handler or at an entry frame; there the exception stays pending, and the C caller of java_call goes on. */
#include "core/exception.h"
#include "exec/exec_thread.h"
#include "exec/interp/slow_int.h"
#include "exec/tier/call_tally.h"
#include "exec/tier/throws.h"
#include "os/os_thread.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/tell_method.h"

/* ---- exceptions of instructions ---- */
/* For a place where optimized code throws a single object without a trace: the interpreter throws the same object when
 * it continues for that code, unless a tool wants exception events. */
static bool throw_fast(struct thread *self, const struct frame *f, enum fast_throw which)
{
    u64 told = atomic_load_explicit(&events_global, memory_order_relaxed) & EV_OF_EXCEPTIONS;
    if (!throws_note(f->method, (u32)frame_bci(f), which) || UNLIKELY(told)) return false;
    self->pending = exception_without_trace(which);
    exec_thread(self)->posted = NULL;
    return true;
}
PRESERVE_NONE void interp_throw_npe(INTERP_PARAMS)
{
    PUBLISH();
    if (throw_fast(self, fp, FAST_NULL)) GO(interp_throw);
    throw_new(self, WK(NullPointerException), NULL);
    GO(interp_throw);
}
/* tos: length << 32 | index */
PRESERVE_NONE void interp_throw_bounds(INTERP_PARAMS)
{
    u64 packed = tos;
    tos = 0;
    PUBLISH();
    if (throw_fast(self, fp, FAST_INDEX)) GO(interp_throw);
    throw_new(self, WK(ArrayIndexOutOfBoundsException), "Index %d out of bounds for length %d", (i32)packed,
              (i32)(packed >> 32));
    GO(interp_throw);
}
PRESERVE_NONE void interp_throw_zero_divide(INTERP_PARAMS)
{
    PUBLISH();
    if (throw_fast(self, fp, FAST_DIVISOR)) GO(interp_throw);
    throw_new(self, WK(ArithmeticException), "/ by zero");
    GO(interp_throw);
}
/* tos: the object that the array cannot hold */
PRESERVE_NONE void interp_throw_store(INTERP_PARAMS)
{
    const struct class *c = object_class(slot_ref(tos));
    PUBLISH_ALL();
    if (throw_fast(self, fp, FAST_STORE)) GO(interp_throw);
    char name[1024];
    throw_new(self, WK(ArrayStoreException), "%s", class_external_name(c, name, sizeof name));
    GO(interp_throw);
}
PRESERVE_NONE void interp_throw_cast(INTERP_PARAMS)
{
    const struct class *c = object_class(slot_ref(tos));
    PUBLISH_ALL();
    if (throw_fast(self, fp, FAST_CAST)) GO(interp_throw);
    throw_class_cast(self, c, fp->method->cp->e[orig_index(fp, pc)].cls);
    GO(interp_throw);
}
/* A method entry found no room on the stack. The top frame is the caller's. */
PRESERVE_NONE void interp_throw_overflow(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    throw_stack_overflow(self);
    pc = fp->pc;
    GO(interp_throw);
}
PRESERVE_NONE void interp_athrow(INTERP_PARAMS)
{
    if (UNLIKELY(!tos)) THROW_NPE();
    PUBLISH();
    self->pending = slot_ref(tos);
    exec_thread(self)->posted = NULL;
    GO(interp_throw);
}

/* ---- unwinding ---- */
bool interp_locks_structured(const struct thread *self, const struct frame *f)
{
    const struct object *own = (f->flags & FRM_LOCKED) ? f->lock_obj : NULL;
    u32 held = 0;
    for (u32 i = self->lock_top; i > 0 && self->locks[i - 1].frame == f; i--) {
        if (held++ || self->locks[i - 1].obj != own) return false;
    }
    return held == (own != NULL);
}
/* Leaves the monitors that f entered and did not leave. */
void interp_release_monitors(struct thread *self, struct frame *f)
{
    f->flags &= (u8)~FRM_LOCKED;
    while (self->lock_top > 0 && self->locks[self->lock_top - 1].frame == f) {
        u32 before = self->lock_top;
        if (!monitor_exit(self, self->locks[self->lock_top - 1].obj)) self->pending = NULL;
        if (self->lock_top >= before) self->lock_top = before - 1;
    }
}

static void post_exception(struct thread *self, struct object *ex)
{
    struct frame *at = frame_java(self->fp), *catcher = NULL;
    if (!at || !hooks.exception) return;
    i32 bci = -1;
    for (struct frame *f = at; f; f = frame_prev(f)) {
        if (f->kind != FRAME_JAVA || f->method->handler_count == 0) continue;
        bci = method_find_handler(self, f->method, object_class(ex), frame_bci(f));
        if (self->pending) {
            self->pending = NULL;
            bci = -1;
        }
        if (bci >= 0) {
            catcher = f;
            break;
        }
    }
    hooks.exception(self, at, ex, catcher, bci);
}

/* Posts each throw once, also when ex is thrown again by leaving a native method. */
static void tell_throw(struct thread *self, struct object *ex)
{
    struct exec_thread *et = exec_thread(self);
    if (et->posted == ex) return;
    et->posted = ex;
    if (probe_wants(PROBE_THROWN)) probe_tell(self, PROBE_THROWN, ex, 0);
    if (event_on(EV_EXCEPTION)) post_exception(self, ex);
}

/* Exits the monitors of f, which ex leaves. Returns the exception to throw on: another one if f held a monitor that is
 * not its method's, or did not hold its method's (structured locking, JVMS §2.11.10). */
static struct object *leave_locks(struct thread *self, struct frame *f, struct object *ex)
{
    bool structured = f->kind != FRAME_JAVA || interp_locks_structured(self, f);
    interp_release_monitors(self, f);
    if (LIKELY(structured)) return ex;
    throw_new(self, WK(IllegalMonitorStateException), NULL);
    ex = self->pending;
    self->pending = NULL;
    return ex;
}

static void post_exit(struct thread *self, struct frame *f)
{
    if (UNLIKELY(call_tally_on) && f->method->tally) call_tally_add(self, f->method, TALLY_THREW);
    if ((event_on(EV_METHOD_EXIT) || method_has(f->method, MTH_EVENTS)) && hooks.method_exit)
        tell_method_exit(self, f, NULL, true);
    if (f->flags & FRM_NOTIFY_POP) interp_post_frame_pop(self, f, true);
}

/* Does the code that f returns to catch ex itself? Then control goes there at once, and nothing is left to be told: no
 * tool wants exception events, the code counts what it leaves (exec/tier/call_tally.h, probes), and a tool that wants
 * to know of one of its frames has turned f back (interp_turn_back). */
static bool caught_by_code(struct thread *self, const struct frame *f, const struct object *ex)
{
    if (*f->ret_pc != OP_CODE_PAD) return false;
    const struct code_pad *pad = (const struct code_pad *)(const void *)f->ret_pc;
    const struct frame_image *image = pad->image;
    if (!image || !image->caught || __atomic_load_n(&pad->code, __ATOMIC_ACQUIRE) != image->returned) return false;
    if (atomic_load_explicit(&events_global, memory_order_relaxed) & EV_OF_EXCEPTIONS) return false;
    if (self->dispatch != (void *const *)interp_tables[MODE_PLAIN]) return false;
    for (u32 i = 0; i < image->catch_count; i++) {
        const struct frame_catch *c = &image->catches[i];
        if (c->type && !class_assignable(object_class(ex), c->type)) continue;
        if (c->number == FRAME_NOT_IN_CODE) return false;
        exec_thread(self)->caught_at = pad;
        exec_thread(self)->caught_by = (u32)c->number;
        return true;
    }
    return false;
}
void (*interp_left_by_exception)(const struct code_pad *pad);
/* The handler in f was reached by an exception of the call with this pad; NULL: not by one of optimized code. */
static void note_handler(const struct frame *f, i32 handler, const struct code_pad *left)
{
    catches_note(f->method, (u32)handler);
    if (left && left->image->lacks_handler && catches_often(f->method, (u32)handler)) interp_left_by_exception(left);
}

struct frame *interp_unwind(struct thread *self, struct object **out)
{
    const struct code_pad *left = NULL;
    exec_thread(self)->caught_at = NULL;
    self->thrown++;
    struct object *ex = self->pending;
    self->pending = NULL;
    /* The failed call's words on the dead stack must not keep objects alive. */
    if (UNLIKELY(object_class(ex) == WK(OutOfMemoryError))) os_thread_clear_dead_stack();
    if (event_on(EV_EXCEPTION) || event_on(EV_PROBED_EXCEPTION)) {
        tell_throw(self, ex);
        if (self->pending) { /* an agent has stopped this thread with another exception */
            ex = self->pending;
            self->pending = NULL;
        }
    }
    for (;;) {
        struct frame *f = self->fp;
        if (f->kind == FRAME_ENTRY) {
            self->pending = ex;
            return NULL;
        }
        /* an agent has made the frame return: the exception is dropped, and the next poll carries that out */
        if (UNLIKELY(f->flags & (FRM_POP | FRM_EARLY_RETURN))) {
            exec_thread(self)->posted = NULL;
            *out = NULL;
            return f;
        }
        if (f->kind == FRAME_JAVA && f->method->handler_count > 0) {
            i32 bci = frame_bci(f);
            for (;;) {
                i32 handler = method_find_handler(self, f->method, object_class(ex), bci);
                if (UNLIKELY(self->pending != NULL)) {
                    /* loading the class of a handler failed: that exception is thrown now, from where this handler
                     * would have been entered */
                    ex = self->pending;
                    self->pending = NULL;
                    if (handler >= 0) {
                        bci = handler;
                        continue;
                    }
                    break;
                }
                if (handler < 0) break;
                note_handler(f, handler, left);
                f->pc = f->method->code + handler;
                f->flags &= (u8)~FRM_PROBED;
                self->jsp = frame_operands(f) + 1;
                *self->jsp = slot_of_ref(ex);
                exec_thread(self)->posted = NULL;
                if (probe_wants(PROBE_CAUGHT)) probe_tell(self, PROBE_CAUGHT, ex, 0);
                if (event_on(EV_EXCEPTION_CATCH) && hooks.exception_catch) {
                    hooks.exception_catch(self, f, ex);
                    if (UNLIKELY(self->pending != NULL)) {
                        ex = self->pending;
                        self->pending = NULL;
                        bci = handler;
                        continue;
                    }
                }
                if (UNLIKELY(f->flags & FRM_NOTIFY_POP)) thread_set_poll(self, POLL_EVENTS);
                *out = slot_ref(*self->jsp);
                return f;
            }
        }
        if (UNLIKELY(self->dispatch != (void *const *)interp_tables[MODE_PLAIN]) ||
            UNLIKELY(f->flags & FRM_NOTIFY_POP) || UNLIKELY(method_has(f->method, MTH_EVENTS)) ||
            UNLIKELY(call_tally_on)) {
            post_exit(self, f);
            if (self->pending) {
                ex = self->pending;
                self->pending = NULL;
            }
            if (f->flags & (FRM_POP | FRM_EARLY_RETURN)) continue;
        }
        if ((f->flags & FRM_LOCKED) || (self->lock_top > 0 && self->locks[self->lock_top - 1].frame == f))
            ex = leave_locks(self, f, ex);
        if (method_exits_probed(f->method)) {
            self->fp = f;
            probe_points.method(self, f, PROBE_LEAVES, NULL, ex);
        }
        if (caught_by_code(self, f, ex)) {
            exec_thread(self)->posted = NULL;
            self->fp = f->prev;
            *out = ex;
            return f->prev;
        }
        if (*f->ret_pc == OP_CODE_PAD) {
            left = (const struct code_pad *)(const void *)f->ret_pc;
            if (!left->image) left = NULL;
        }
        self->fp = frame_prev_for_good(f);
        self->jsp = f->locals - 1;
    }
}

static ALWAYS_INLINE struct frame *unwind(struct thread *self, u64 *tos)
{
    struct object *ex = NULL;
    struct frame *f = interp_unwind(self, &ex);
    *tos = slot_of_ref(ex);
    return f;
}
/* The throwing frame has been published. */
PRESERVE_NONE void interp_throw_pending(INTERP_PARAMS)
{
    u64 top;
    struct frame *f = unwind(self, &top);
    if (!f) return;
    fp = f;
    tos = top;
    const struct code_pad *pad = exec_thread(self)->caught_at;
    if (pad) {
        pc = (const u8 *)pad;
        sp = frame_operands(fp);
        locals = (slot *)(uintptr_t)exec_thread(self)->caught_by;
        MUSTTAIL return ((interp_fn)pad->image->caught)(INTERP_ARGS);
    }
    pc = fp->pc;
    sp = frame_operands(fp) + 1;
    RELOAD();
    RESUME(0);
}
PRESERVE_NONE void interp_throw(INTERP_PARAMS)
{
    VM_ASSERT(self->pending != NULL);
    if (fp->kind == FRAME_JAVA) fp->pc = pc;
    self->fp = fp;
    self->jsp = sp;
    GO(interp_throw_pending);
}
