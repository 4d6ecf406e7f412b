/* Helpers of the slow paths: operands from the original code, quickening, continuing. */
#ifndef ARGUS_EXEC_INTERP_SLOW_INT_H
#define ARGUS_EXEC_INTERP_SLOW_INT_H

#include "exec/code/code.h"
#include "exec/interp/interp_int.h"
#include "thread/events.h"

/* The original instruction at pc of fp's method. */
static inline const u8 *orig_insn(const struct frame *fp, const u8 *pc)
{
    return fp->method->orig_code + (pc - fp->method->code);
}
static inline u16 orig_index(const struct frame *fp, const u8 *pc) { return rd_u16be(orig_insn(fp, pc) + 1); }

/* Initializes a class, unless this thread does so already, because a field or static method of it was resolved. Hides
 * the initializer from single steps. (`new` does not hide it.) */
static inline bool interp_init_resolved(struct thread *self, struct class *c)
{
    if (c->init_thread == self) return true; /* it goes on, JVMS §5.5 step 3 */
    bool hidden = steps_hide(self), ok = class_init(self, c);
    steps_show(self, hidden);
    return ok;
}

/* May all threads use a quick form of the instruction that is linked to a member of c by `e`? The initializer has run,
 * so a redefinition may have made the constant unresolved again. */
static inline bool interp_may_quicken(const struct class *c, const struct cp_entry *e)
{
    return atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED &&
           atomic_load_explicit(&e->state, memory_order_relaxed) == CPS_RESOLVED;
}

/* For after C code that waited or posted an event: a tool may have told the frame to return. Comes before the
 * instruction has any effect, and before it makes a frame. */
#define GO_IF_TOLD() \
    do { \
        if (UNLIKELY(fp->flags & (FRM_POP | FRM_EARLY_RETURN))) GO(interp_forced_exit); \
    } while (0)

/* Continues at pc, in machine code of the method if exec/tier has set this and the method has some. Polls. */
extern interp_fn interp_resume;
#define RESUME(n) \
    do { \
        pc += (n); \
        MUSTTAIL return interp_resume(INTERP_ARGS); \
    } while (0)

/* The same at a method's first instruction, for frames that may tell of their method events. */
extern interp_fn interp_begin;

/* Runs the instruction at pc (again) without passing a stepping or polling table. */
#define AGAIN() \
    do { \
        RELOAD(); \
        tos = *sp; \
        u8 op_ = code_running_op(pc); \
        MUSTTAIL return ((interp_fn)interp_tables[MODE_PLAIN][interp_op_info[op_].first])(INTERP_ARGS); \
    } while (0)

/* The table for an instruction whose polls and steps are done: with method events if they are on for the thread. */
static ALWAYS_INLINE void **base_table(struct thread *self)
{
    const u64 methods = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT;
    bool events = (atomic_load_explicit(&events_everywhere, memory_order_relaxed) & methods) ||
                  (atomic_load_explicit(&self->poll, memory_order_relaxed) & (POLL_EVENTS | POLL_METHODS));
    return interp_tables[events ? MODE_EVENTS : MODE_PLAIN];
}

/* ---- ahead of the first execution (link_ahead.h) ---- */
/* Resolves the access, call or other instruction at pc of m and gives it its quick form, without a receiver, and also
 * if its class is not initialized. Returns false if the instruction is unchanged; an exception may be pending. */
WARN_UNUSED bool slow_link_field(struct thread *self, struct method *m, const u8 *pc);
WARN_UNUSED bool slow_link_call(struct thread *self, struct method *m, const u8 *pc);
WARN_UNUSED bool slow_link_object(struct thread *self, struct method *m, const u8 *pc);
/* The same for an invokedynamic, or an invokevirtual of a signature-polymorphic method. Runs Java code. Leaves an
 * invokevirtual of another method alone, and returns true. */
WARN_UNUSED bool slow_link_site(struct thread *self, struct method *m, const u8 *pc);

#endif
