/* The micro-operations of bytecode/bytecodes.def in stencils. They differ from a handler's (interp/micro_ops.h):
 * operands and constants are holes, values are in the places of the variant, and control goes to another piece of the
 * method's code.
 *
 * This file is compiled by itself, and tools/stencils.py reads the result; the VM does not contain it. In a stencil:
 *
 *   - the registers of pc and sp are unused: the depth of the operand stack is known when code is made, so each slot
 *   has
 *     a constant offset from fp; tos holds the value that the variant calls T;
 *   - dispatch is the plain table; if self->dispatch is another one, a poll is due;
 *   - an exit sets pc, sp and tos for the instruction at hole_leave, before which everything is in memory;
 *   - no C is called that may stop the thread, so at a safepoint no thread is inside a stencil. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_OPS_H
#define ARGUS_EXEC_STENCIL_STENCIL_OPS_H

#include "cpu/x86_64/near_address.h"
#include "exec/interp/entry.h"
#include "exec/interp/micro_ops.h"
#include "exec/stencil/stencil_code.h"
#include "exec/tier/profile.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define MAYBE_UNUSED __attribute__((unused))
#define HOLE(what) hole_##what
#define STENCIL_PARAMS \
    struct thread *self, const u8 *pc_, slot *sp_, struct frame *fp, slot *locals, void *const *dispatch, u64 tos
#define STENCIL_ARGS self, pc_, sp_, fp, locals, dispatch, tos
PRESERVE_NONE void hole_next(STENCIL_PARAMS) HIDDEN;
PRESERVE_NONE void hole_branch(STENCIL_PARAMS) HIDDEN;
/* clang-format off */
#define HOLES(X) \
    X(pc_0) X(leave) X(sp) X(receiver) X(entry) X(class) X(method) X(aux) X(pool) X(entries) X(locals_at) \
    X(frame_at) X(limit_at) X(site) X(profile) X(input_0) X(input_1) X(input_2) X(home_0) X(home_1) X(home_2) \
    X(stack_0) X(stack_1) X(stack_2) X(stack_3) X(stack_4) X(local_1)
/* clang-format on */
#define DECLARE(name) extern const u8 hole_##name[] HIDDEN;
HOLES(DECLARE)
#undef DECLARE

#define GO_ON(where) MUSTTAIL return hole_##where(STENCIL_ARGS)
/* Begins every stencil of an instruction. */
#define BEGIN() \
    const u8 *pc MAYBE_UNUSED = HOLE(pc_0); \
    slot *sp MAYBE_UNUSED = sp_
/* An exception drops the operands. */
#undef THROW_NPE
#undef GO
#define GO(path) \
    do { \
        OFFSET_ADDRESS(sp, fp, sizeof(struct frame)); \
        GO_WITH_SP(path); \
    } while (0)
#define GO_WITH_SP(path) MUSTTAIL return (path)(INTERP_ARGS)
#define FROM(base, hole) (*(slot *)((char *)(base) + (uintptr_t)(hole)))

/* ---- values in locals, constants and slots of the operand stack ---- */
#define IN_LOCAL(n) FROM(locals, hole_input_##n)
#define CONSTANT(n) ((u64)(uintptr_t)hole_input_##n)
#define AT_HOME(n) FROM(fp, hole_home_##n)
#define ON_STACK(k) FROM(fp, hole_stack_##k)

/* ---- exits ---- */
/* Leaves for the interpreter, at the instruction of hole_leave. TOP_CACHED: tos is its top of stack; else that is in
 * memory. */
#define EXIT_TO(path) \
    do { \
        pc = hole_leave; \
        BASED_ADDRESS(sp, fp, hole_sp); \
        if (!TOP_CACHED) tos = *sp; \
        GO_WITH_SP(path); \
    } while (0)
/* A poll: something is requested of the thread. */
#define POLL() \
    do { \
        if (UNLIKELY(self->dispatch != dispatch)) EXIT_TO(stencil_leave); \
    } while (0)
#undef SLOW
/* The interpreter repeats everything from hole_leave on. */
#define SLOW(path) EXIT_TO(stencil_leave)

/* ---- locals: n is a hole that holds eight times the number ---- */
#undef LOCAL
#undef SET_LOCAL
#undef SET_LOCAL_WIDE
#undef ADD_LOCAL
#define LOCAL(n) (locals[n])
#define SET_LOCAL(n, v) ((void)(FROM(locals, n) = (v)))
#define SET_LOCAL_WIDE(n, v) ((void)(FROM(locals + 1, n) = (slot)(v)))
#define ADD_LOCAL(n, c) ((void)(FROM(locals, n) = (u32)FROM(locals, n) + (u32)(c)))

/* ---- constants of the pool: known when the code is made ---- */
#undef STATIC
#undef STORE_STATIC_REF
#undef CONSTANT_LONG
#undef CONSTANT_REF
#undef CONSTANT_CLASS
#undef CONSTANT_METHOD
#undef CONSTANT_ENTRY
#undef CONSTANT_SITE
#undef IS_DYNAMIC
/* An address below 4 GiB. (A compiler would address it relative to the code, which is too far away.) */
#define FIXED(type, hole) \
    ({ \
        type *fixed_; \
        LOW_ADDRESS(fixed_, hole); \
        fixed_; \
    })
#define POOL_ENTRY FIXED(struct cp_entry, hole_entry)
#define STATIC(index) \
    ({ \
        char *far_; \
        FAR_ADDRESS(far_, hole_static); \
        far_; \
    })
#define STORE_STATIC_REF(index, v) \
    heap_store_ref((struct object *)(STATIC(index) - POOL_ENTRY->field->offset), POOL_ENTRY->field->offset, v)
#define CONSTANT_LONG(index) ((i64)POOL_ENTRY->bits)
#define CONSTANT_REF(index) \
    array_ref(ref_decode(FIXED(struct constpool, hole_pool)->resolved), (i32)(uintptr_t)hole_aux)
#define CONSTANT_CLASS(index) FIXED(struct class, hole_class)
/* Not the method itself: a redefinition may unload its version after it has updated the pool. */
#define CONSTANT_METHOD(index) (POOL_ENTRY->method)
#define CONSTANT_ENTRY(index) (&(struct cp_entry){ .method = CONSTANT_METHOD(index), .aux = (u32)(uintptr_t)hole_aux })
#define CONSTANT_SITE(index) (POOL_ENTRY->site)
#define IS_DYNAMIC(index) (POOL_ENTRY->tag == CP_DYNAMIC)

/* ---- rare calls of C, without a stack frame for other code. The functions are preserve_most. ---- */
/* heap_store_ref. */
static ALWAYS_INLINE void store_ref(struct object *holder, u32 offset, struct object *value)
{
    if (UNLIKELY(atomic_load_explicit(&holder->lock, memory_order_relaxed) & OBJECT_UNLOGGED))
        CALL_OUT_3("heap_log_store", holder, (u64)offset, sizeof(nref));
    *(nref *)((char *)holder + offset) = ref_encode(value);
}
/* class_assignable. */
static ALWAYS_INLINE bool instance_of(const struct object *o, const struct class *to)
{
    const struct class *from = object_class(o);
    if (LIKELY(from == to || (to->depth < CLASS_DISPLAY && from->display[to->depth] == to))) return true;
    u64 is;
    CALL_OUT_2_RESULT(is, "stencil_assignable", from, to);
    return (u8)is;
}
/* For a monitor that this thread holds already, or that is inflated. */
static ALWAYS_INLINE bool try_enter(struct thread *self, struct object *o, struct frame *f)
{
    u64 taken;
    CALL_OUT_3_RESULT(taken, "stencil_try_enter", self, o, f);
    return (u8)taken;
}
#undef STORE_REF
#undef STORE_ELEMENT_REF
#define STORE_REF(o, offset, v) store_ref(o, offset, v)
#define STORE_ELEMENT_REF(a, i, v) store_ref(a, ARRAY_BASE + 4 * (u32)(i), v)
#undef INSTANCE_OF
#undef CHECK_CAST
#define INSTANCE_OF(o, c) instance_of(o, c)
#define CHECK_CAST(o, c) \
    do { \
        if ((o) && UNLIKELY(!instance_of(o, c))) { \
            tos = slot_of_ref(o); \
            GO(interp_throw_cast); \
        } \
    } while (0)

/* ---- control ---- */
#undef BRANCH_IF
#undef JUMP
#undef SWITCH
#undef CALL
#undef RECEIVER
#undef RETURN
#undef RETURN_VALUE
#undef RETURN_WIDE
#undef RETURN_VOID
/* Backward branches are polls: another stencil precedes them. */
#define JUMP(d) GO_ON(branch)
#define BRANCH_IF(condition, d) \
    do { \
        if (UNLIKELY(condition)) GO_ON(branch); \
    } while (0)
#undef LOOKUP_TARGET
#define LOOKUP_TARGET(key) \
    ({ \
        u64 offset_; \
        CALL_OUT_2_RESULT(offset_, "stencil_lookup", pc, (u64)(u32)(key)); \
        (i32) offset_; \
    })
/* sp: its value without the key. */
#define SWITCH(d) \
    do { \
        pc += (d); \
        sp = &FROM(fp, hole_sp) - TOP_CACHED; \
        tos = *sp; \
        GO_WITH_SP(stencil_enter); \
    } while (0)
/* The callee returns to a pad (code/code_cache.h), an instruction that continues in this code. Its address is relative,
 * since the code cache may be anywhere. */
#define RECEIVER(argument_slots) slot_ref(FROM(fp, hole_receiver))
/* Begins every stencil of a call, after BEGIN. */
#define ARGUMENTS() ((void)(sp = &FROM(fp, hole_sp)))
#define CALL(m, length) \
    do { \
        struct method *m_ = (m); \
        tos = (u64)(uintptr_t)m_; \
        fp->pc = pc; \
        NEAR_ADDRESS(pc, hole_pad); \
        MUSTTAIL return ((interp_fn)m_->entry)(INTERP_ARGS); \
    } while (0)
/* For another receiver than last time: looks the method up and calls it. Gets our pad as tos. */
#define MISS() \
    do { \
        NEAR_ADDRESS(tos, hole_pad); \
        GO_WITH_SP(stencil_icache_miss); \
    } while (0)
/* Events and polls are left to the interpreter's return instruction. */
#define RETURN() \
    do { \
        pc = fp->ret_pc; \
        fp = fp->prev; \
        locals = fp->locals; \
        if (LIKELY(*pc == OP_CODE_PAD)) MUSTTAIL return ((interp_fn)((const struct code_pad *)pc)->code)(INTERP_ARGS); \
        DISPATCH(); \
    } while (0)
#define RETURN_VALUE(v) \
    do { \
        POLL(); \
        tos = (v); \
        sp = locals; \
        RETURN(); \
    } while (0)
#define RETURN_WIDE(v) \
    do { \
        POLL(); \
        tos = (u64)(v); \
        sp = locals + 1; \
        RETURN(); \
    } while (0)
#define RETURN_VOID() \
    do { \
        POLL(); \
        sp = locals - 1; \
        tos = *sp; \
        RETURN(); \
    } while (0)

/* ---- pieces that are no instructions ---- */
/* The entry of a method, like interp/entry.c's for Java methods, with the method's facts in holes. CLEAR clears the
 * locals that are not arguments. */
#define METHOD_ENTRY(name, CLEAR, then) \
    PRESERVE_NONE void stencil_##name(INTERP_PARAMS) \
    { \
        struct frame *f = (struct frame *)&FROM(sp, hole_frame_at); \
        if (UNLIKELY(&FROM(sp, hole_limit_at) >= self->stack_limit)) GO_WITH_SP(interp_throw_overflow); \
        CLEAR; \
        f->prev = fp; \
        f->method = CALLEE(); \
        locals = f->locals = &FROM(sp, hole_locals_at); \
        f->cp = (struct cp_entry *)(uintptr_t)hole_entries; \
        f->ret_pc = pc; \
        *(u16 *)(void *)&f->kind = FRAME_JAVA; /* flags too */ \
        *frame_operands(f) = 0; \
        fp = f; \
        then; \
        dispatch = self->dispatch; \
        if (UNLIKELY(dispatch != (void *const *)interp_tables[MODE_PLAIN])) { \
            interp_fn go_on_; \
            pc = hole_pc_0; \
            sp = frame_operands(f); \
            CALL_C_4(go_on_, "stencil_tell_entry", self, f, pc, 0); \
            locals = f->locals; \
            dispatch = self->dispatch; \
            tos = 0; \
            GO_WITH_SP(go_on_); \
        } \
        MUSTTAIL return hole_next(INTERP_ARGS); \
    }
#define CLEAR_ALL \
    for (slot *p_ = sp + 1; p_ < (slot *)f; p_++) { \
        *p_ = 0; \
        COMPILER_BARRIER(); \
    }
#define LOCK_RECEIVER \
    f->lock_obj = slot_ref(locals[0]); \
    LOCK
#define LOCK_CLASS \
    f->lock_obj = FIXED(struct method, hole_method)->owner->mirror; \
    LOCK
#define LOCK \
    if (UNLIKELY(!monitor_enter_fast(self, f->lock_obj, f) && !try_enter(self, f->lock_obj, f))) { \
        pc = hole_pc_0; \
        sp = frame_operands(f); \
        GO_WITH_SP(interp_enter_contended); \
    } \
    f->flags = FRM_LOCKED
METHOD_ENTRY(entry_0, , )
METHOD_ENTRY(entry_1, sp[1] = 0, )
METHOD_ENTRY(entry_2, (sp[1] = 0, sp[2] = 0), )
METHOD_ENTRY(entry_3, (sp[1] = 0, sp[2] = 0, sp[3] = 0), )
METHOD_ENTRY(entry_all, CLEAR_ALL, )
METHOD_ENTRY(entry_lock_receiver, CLEAR_ALL, LOCK_RECEIVER)
METHOD_ENTRY(entry_lock_class, CLEAR_ALL, LOCK_CLASS)

#define STENCIL(name) PRESERVE_NONE void stencil_##name(STENCIL_PARAMS)
#define TOP(cached) enum { TOP_CACHED = cached }
/* An instruction without a stencil: the interpreter runs it. */
STENCIL(none__M)
{
    BEGIN();
    TOP(0);
    EXIT_TO(stencil_leave_unlinked);
}
STENCIL(none__T)
{
    BEGIN();
    TOP(1);
    EXIT_TO(stencil_leave_unlinked);
}
STENCIL(poll__M)
{
    BEGIN();
    TOP(0);
    POLL();
    GO_ON(next);
}
STENCIL(poll__T)
{
    BEGIN();
    TOP(1);
    POLL();
    GO_ON(next);
}
/* ---- profiles: in the first code of a method ---- */
#define COUNT(field) COUNT_AT(hole_site, offsetof(struct profile_site, field))
STENCIL(count__taken)
{
    COUNT(branch.taken);
    GO_ON(next);
}
STENCIL(count__behind)
{
    COUNT(branch.not_taken);
    GO_ON(next);
}
/* The class of a receiver. */
#define SEEN(value) \
    const struct object *o = slot_ref(value); \
    struct profile_site *s = FIXED(struct profile_site, hole_site); \
    if (LIKELY(o != NULL)) { \
        u32 class_ref = o->class_ref; \
        if (LIKELY(s->class_ref[0] == class_ref)) \
            s->count[0]++; \
        else \
            CALL_OUT_2("profile_note", s, (u64)class_ref); \
    } \
    GO_ON(next)
STENCIL(seen__M) { SEEN(AT_HOME(0)); }
STENCIL(seen__T) { SEEN(tos); }
STENCIL(seen__L) { SEEN(IN_LOCAL(0)); }
/* The target of a switch. */
#define CHOSEN(target_of, key) \
    const u8 *pc = HOLE(pc_0); \
    struct profile_site *s = FIXED(struct profile_site, hole_site); \
    u32 target = s->bci + 1 + (u32)target_of((i32)(key)); \
    if (LIKELY(s->target[0] == target)) \
        s->count[0]++; \
    else \
        CALL_OUT_2("profile_note", s, (u64)target); \
    GO_ON(next)
STENCIL(chosen_table__M) { CHOSEN(TABLE_TARGET, AT_HOME(0)); }
STENCIL(chosen_table__T) { CHOSEN(TABLE_TARGET, tos); }
STENCIL(chosen_table__L) { CHOSEN(TABLE_TARGET, IN_LOCAL(0)); }
STENCIL(chosen_lookup__M) { CHOSEN(LOOKUP_TARGET, AT_HOME(0)); }
STENCIL(chosen_lookup__T) { CHOSEN(LOOKUP_TARGET, tos); }
STENCIL(chosen_lookup__L) { CHOSEN(LOOKUP_TARGET, IN_LOCAL(0)); }
/* Counts a call or an iteration. */
#define HEAT() \
    do { \
        struct profile *p = FIXED(struct profile, hole_profile); \
        if (UNLIKELY(--p->heat < 0)) EXIT_TO(stencil_hot); \
    } while (0)
STENCIL(heat__M)
{
    BEGIN();
    TOP(0);
    HEAT();
    GO_ON(next);
}
STENCIL(heat__T)
{
    BEGIN();
    TOP(1);
    HEAT();
    GO_ON(next);
}

/* Moves of a value to the place that the next stencil needs. */
STENCIL(move__TM)
{
    AT_HOME(0) = tos;
    GO_ON(next);
}
STENCIL(move__MT)
{
    tos = AT_HOME(0);
    GO_ON(next);
}
STENCIL(move__LM)
{
    AT_HOME(0) = IN_LOCAL(0);
    GO_ON(next);
}
STENCIL(move__LT)
{
    tos = IN_LOCAL(0);
    GO_ON(next);
}
STENCIL(move__CM)
{
    AT_HOME(0) = CONSTANT(0);
    GO_ON(next);
}
STENCIL(move__CT)
{
    tos = CONSTANT(0);
    GO_ON(next);
}

/* Returns of methods with monitors: the usual cases of slow_return_locked. */
#define LEAVE_MONITOR() \
    do { \
        POLL(); \
        const struct lock_record *top_ = &self->locks[self->lock_top - 1]; \
        if (LIKELY(self->lock_top > 0 && top_->frame == fp)) { \
            if (!((fp->flags & FRM_LOCKED) && top_->obj == fp->lock_obj && \
                  (self->lock_top == 1 || top_[-1].frame != fp) && monitor_exit_fast(self, fp->lock_obj))) \
                SLOW(slow_return_locked); \
        } else if (UNLIKELY(fp->flags & FRM_LOCKED)) \
            SLOW(slow_return_locked); \
        fp->flags &= (u8)~FRM_LOCKED; \
    } while (0)
STENCIL(return_locked__void)
{
    BEGIN();
    TOP(0);
    LEAVE_MONITOR();
    sp = locals - 1;
    tos = *sp;
    RETURN();
}
STENCIL(return_locked__T)
{
    BEGIN();
    TOP(1);
    LEAVE_MONITOR();
    sp = locals;
    RETURN();
}
STENCIL(return_locked__wide)
{
    BEGIN();
    TOP(1);
    LEAVE_MONITOR();
    sp = locals + 1;
    RETURN();
}
/* An instruction with a probe; its code follows. FRM_PROBED: probes know of it already. */
STENCIL(probe__M)
{
    BEGIN();
    u64 none_;
    BASED_ADDRESS(sp, fp, hole_sp);
    CALL_C_4(none_, "stencil_probe_code", self, fp, sp, pc);
    (void)none_;
    locals = fp->locals;
    dispatch = (void *const *)interp_tables[MODE_PLAIN];
    tos = 0;
    GO_ON(next);
}
/* The same where all that probes do is to count: a piece for each word, at offset input_0, and then one that notes that
 * they know. */
#define COUNT_PROBE() (FROM(self->probe_words, hole_input_0)++)
STENCIL(probe_count__M)
{
    if (LIKELY(!(fp->flags & FRM_PROBED))) COUNT_PROBE();
    GO_ON(next);
}
STENCIL(probe_counted__M)
{
    fp->flags &= (u8)~FRM_PROBED;
    GO_ON(next);
}
STENCIL(return_counted__void)
{
    BEGIN();
    TOP(0);
    LEAVE_MONITOR();
    COUNT_PROBE();
    sp = locals - 1;
    tos = *sp;
    RETURN();
}
STENCIL(return_counted__T)
{
    BEGIN();
    TOP(1);
    LEAVE_MONITOR();
    COUNT_PROBE();
    sp = locals;
    RETURN();
}
STENCIL(return_counted__wide)
{
    BEGIN();
    TOP(1);
    LEAVE_MONITOR();
    COUNT_PROBE();
    sp = locals + 1;
    RETURN();
}
/* Returns that probes look at. */
#define PROBE_RETURN() \
    do { \
        u64 told_; \
        POLL(); \
        pc = hole_leave; \
        BASED_ADDRESS(sp, fp, hole_sp); \
        if (TOP_CACHED) *sp = tos; \
        CALL_C_4(told_, "stencil_probe_return", self, fp, sp, pc); \
        locals = fp->locals; \
        dispatch = (void *const *)interp_tables[MODE_PLAIN]; \
        tos = *sp; \
        if (UNLIKELY(!(u8)told_)) SLOW(slow_return_locked); \
    } while (0)
STENCIL(return_probed__void)
{
    BEGIN();
    TOP(0);
    PROBE_RETURN();
    sp = locals - 1;
    tos = *sp;
    RETURN();
}
STENCIL(return_probed__T)
{
    BEGIN();
    TOP(1);
    PROBE_RETURN();
    sp = locals;
    RETURN();
}
STENCIL(return_probed__wide)
{
    BEGIN();
    TOP(1);
    PROBE_RETURN();
    sp = locals + 1;
    RETURN();
}
/* Returns of frames that tell of their events. Each returns itself, so that the processor can guess where to. */
#define TELL() \
    do { \
        interp_fn go_on_; \
        pc = hole_leave; \
        BASED_ADDRESS(sp, fp, hole_sp); \
        if (TOP_CACHED) *sp = tos; \
        CALL_C_4(go_on_, "stencil_tell_return", self, fp, sp, pc); \
        locals = fp->locals; \
        dispatch = self->dispatch; \
        tos = *sp; \
        if (UNLIKELY(go_on_ != NULL)) GO_WITH_SP(go_on_); \
    } while (0)
#define RETURN_TO_PAD() \
    do { \
        pc = fp->ret_pc; \
        fp = fp->prev; \
        locals = fp->locals; \
        MUSTTAIL return ((interp_fn)((const struct code_pad *)pc)->code)(INTERP_ARGS); \
    } while (0)
STENCIL(return_told__void)
{
    BEGIN();
    TOP(0);
    TELL();
    sp = locals - 1;
    tos = *sp;
    RETURN_TO_PAD();
}
STENCIL(return_told__T)
{
    BEGIN();
    TOP(1);
    TELL();
    sp = locals;
    RETURN_TO_PAD();
}
STENCIL(return_told__wide)
{
    BEGIN();
    TOP(1);
    TELL();
    sp = locals + 1;
    RETURN_TO_PAD();
}

#endif
