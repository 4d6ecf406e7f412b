/* Helpers of the slow paths: operands from the original code, quickening, going on. */
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

/* Initializes a class because a field or static method of it was resolved: no tool steps through that. (`new`
 * initializes by itself, and is stepped into.) */
static inline bool interp_init_resolved(struct thread *self, struct class *c)
{
    bool hidden = steps_hide(self), ok = class_init(self, c);
    steps_show(self, hidden);
    return ok;
}

/* May the instruction that is linked to a member of c by `e` become quick, for everybody? An initializer has run: the
 * constant may have become unresolved again by a redefinition. */
static inline bool interp_may_quicken(const struct class *c, const struct cp_entry *e)
{
    return atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED &&
           atomic_load_explicit(&e->state, memory_order_relaxed) == CPS_RESOLVED;
}

/* The frame was told to go while C code had it (it waited, or an event was sent): before the instruction does what it
 * does, and before it makes a frame. */
#define GO_IF_TOLD() \
    do { \
        if (UNLIKELY(fp->flags & (FRM_POP | FRM_EARLY_RETURN))) GO(interp_forced_exit); \
    } while (0)

/* Goes on at pc, in code that a further tier has made for the method, if it has and somebody set this. Polls. */
extern interp_fn interp_resume;
#define RESUME(n) \
    do { \
        pc += (n); \
        MUSTTAIL return interp_resume(INTERP_ARGS); \
    } while (0)

/* Runs the instruction at pc (again) without passing a stepping or polling table. */
#define AGAIN() \
    do { \
        RELOAD(); \
        tos = *sp; \
        u8 op_ = code_running_op(pc); \
        MUSTTAIL return ((interp_fn)interp_tables[MODE_PLAIN][interp_op_info[op_].first])(INTERP_ARGS); \
    } while (0)

/* Where instructions run that have been looked at: with method events if anybody wants them of this thread. */
static ALWAYS_INLINE void **base_table(struct thread *self)
{
    const u64 methods = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT;
    bool events = (atomic_load_explicit(&events_everywhere, memory_order_relaxed) & methods) ||
                  (atomic_load_explicit(&self->poll, memory_order_relaxed) & (POLL_EVENTS | POLL_METHODS));
    return interp_tables[events ? MODE_EVENTS : MODE_PLAIN];
}

/* ---- ahead of the first execution (link_ahead.h) ---- */
/* The access, call or other instruction at pc of m is resolved and gets its quick form, without a receiver, and whether
 * its class is initialized or not. false: it stays as it is, an exception may be pending. */
WARN_UNUSED bool slow_link_field(struct thread *self, struct method *m, const u8 *pc);
WARN_UNUSED bool slow_link_call(struct thread *self, struct method *m, const u8 *pc);
WARN_UNUSED bool slow_link_object(struct thread *self, struct method *m, const u8 *pc);
/* The same of an invokedynamic, or an invokevirtual of a signature-polymorphic method: runs Java code. An invokevirtual
 * of another method stays as it is; true. */
WARN_UNUSED bool slow_link_site(struct thread *self, struct method *m, const u8 *pc);

#endif
