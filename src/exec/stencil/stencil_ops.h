/* The micro-operations of bytecode/bytecodes.def in a stencil: as in a handler (interp/micro_ops.h) but for operands,
 * which are holes, and for control, which goes to another piece of the method's code.
 *
 * This is compiled by itself and read back by tools/stencils.py; the VM does not contain it. In a stencil:
 *
 *   - the register of pc holds nothing; pc is an address in the code that was copied, put there before control leaves;
 *   - dispatch is the plain table, and what differs from it in self->dispatch is a poll that somebody asks for;
 *   - memory, sp, tos and the frame are at the beginning of each instruction what they are in the interpreter, so it
 *     can go on anywhere;
 *   - no C is called that may stop the thread: at a safepoint nobody stands in a stencil. */
#ifndef ARGUS_EXEC_STENCIL_STENCIL_OPS_H
#define ARGUS_EXEC_STENCIL_STENCIL_OPS_H

#include "cpu/x86_64/near_address.h"
#include "exec/interp/entry.h"
#include "exec/interp/micro_ops.h"
#include "exec/stencil/stencil_code.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define MAYBE_UNUSED __attribute__((unused))
#define HOLE(what) hole_##what
#define STENCIL_PARAMS \
    struct thread *self, const u8 *pc_, slot *sp, struct frame *fp, slot *locals, void *const *dispatch, u64 tos
#define STENCIL_ARGS self, pc_, sp, fp, locals, dispatch, tos
PRESERVE_NONE void hole_next(STENCIL_PARAMS) HIDDEN;
PRESERVE_NONE void hole_branch(STENCIL_PARAMS) HIDDEN;
extern const u8 hole_target[] HIDDEN;

#define GO_ON(where) MUSTTAIL return hole_##where(STENCIL_ARGS)
/* Somebody asks something of the thread, and pc, sp and tos are those of an instruction that has not begun. */
#define POLL() \
    do { \
        if (UNLIKELY(self->dispatch != dispatch)) GO(stencil_leave); \
    } while (0)

/* ---- locals: n is a number in the body, or a hole with eight times the number ---- */
static ALWAYS_INLINE slot *local_at_hole(slot *locals, const u8 *hole)
{
    return (slot *)((char *)locals + (uintptr_t)hole);
}
static ALWAYS_INLINE slot *local_at(slot *locals, int n) { return &locals[n]; }
#define LOCAL_AT(n) (_Generic((n), const u8 *: local_at_hole, default: local_at)(locals, (n)))
#undef LOCAL
#undef LOCAL_WIDE
#undef SET_LOCAL
#undef SET_LOCAL_WIDE
#undef ADD_LOCAL
#define LOCAL(n) (LOCAL_AT(n)[0])
#define LOCAL_WIDE(n) ((i64)LOCAL_AT(n)[1])
#define SET_LOCAL(n, v) ((void)(LOCAL_AT(n)[0] = (v)))
#define SET_LOCAL_WIDE(n, v) ((void)(LOCAL_AT(n)[1] = (slot)(v)))
#define ADD_LOCAL(n, c) ((void)(LOCAL_AT(n)[0] = (u32)LOCAL_AT(n)[0] + (u32)(c)))

/* ---- control ---- */
#undef BRANCH_IF
#undef JUMP
#undef JUMP_BACK
#undef SWITCH
#undef CALL
#undef RETURN
#undef RETURN_VALUE
#undef RETURN_WIDE
#undef RETURN_VOID
/* Taken branches poll at their target. */
#define JUMP(d) \
    do { \
        if (UNLIKELY(self->dispatch != dispatch)) { \
            pc = hole_target; \
            GO(stencil_leave); \
        } \
        GO_ON(branch); \
    } while (0)
#define BRANCH_IF(condition, d) \
    do { \
        if (condition) JUMP(d); \
    } while (0)
#define SWITCH(d) \
    do { \
        pc += (d); \
        GO(stencil_enter); \
    } while (0)
#define JUMP_BACK(address) \
    do { \
        pc = fp->method->code + ((address) >> 1); \
        GO(stencil_enter); \
    } while (0)
/* The callee returns to a pad (code/code_cache.h), which is an instruction that goes on in this code. Its address is
 * relative: the code cache may be anywhere. */
#define CALL(m, length) \
    do { \
        tos = (u64)(uintptr_t)(m); \
        fp->pc = pc; \
        NEAR_ADDRESS(pc, hole_pad); \
        MUSTTAIL return ((interp_fn)((struct method *)(uintptr_t)tos)->entry)(INTERP_ARGS); \
    } while (0)
/* Events and polls that are asked for are those of the return instruction. */
#define RETURN() \
    do { \
        pc = fp->ret_pc; \
        fp = fp->prev; \
        locals = fp->locals; \
        if (LIKELY(*pc == OP_STENCIL_PAD)) \
            MUSTTAIL return ((interp_fn)((const struct code_pad *)pc)->code)(INTERP_ARGS); \
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

/* ---- what is no instruction ---- */
/* The entry of a method, as interp/entry.c's for Java methods. */
PRESERVE_NONE void stencil_method_entry(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    dispatch = self->dispatch;
    if (UNLIKELY(dispatch != (void *const *)interp_tables[MODE_PLAIN])) GO(interp_entry_events);
    MUSTTAIL return hole_next(INTERP_ARGS);
}
/* An instruction that has none: the interpreter runs it. */
PRESERVE_NONE void stencil_no_stencil(STENCIL_PARAMS)
{
    extern const u8 hole_pc_0[] HIDDEN;
    const u8 *pc = hole_pc_0;
    GO(stencil_leave_unlinked);
}

#endif
