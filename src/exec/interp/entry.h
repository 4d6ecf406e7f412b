/* Method entries: the functions for code_entries (code/code.h), and the macros that they are written in. interp_int.h
 * says how an entry is reached. */
#ifndef ARGUS_EXEC_INTERP_ENTRY_H
#define ARGUS_EXEC_INTERP_ENTRY_H

#include "cpu/compiler_barrier.h"
#include "exec/interp/interp_int.h"

/* clang-format off */
#define ENTRIES(X) \
    X(entry_unlinked) X(entry_replaced) X(entry_java) X(entry_java_sync) X(entry_java_events) X(entry_native) \
    X(entry_native_sync) X(entry_abstract) X(entry_conflict) X(entry_deleted) X(entry_invoke_basic) \
    X(entry_link_static) X(entry_link_virtual) X(entry_link_special) X(entry_link_interface) X(entry_tally) \
    X(entry_probed) X(entry_probed_behind)
/* clang-format on */
#define DECLARE(name) PRESERVE_NONE void name(INTERP_PARAMS);
ENTRIES(DECLARE)
#undef DECLARE

/* Throws the pending exception from the caller's call instruction. The arguments are still the caller's operands. */
#define THROW_FROM_CALLER() \
    do { \
        pc = fp->pc; \
        GO(interp_throw); \
    } while (0)
#define CALLEE() ((struct method *)(uintptr_t)tos)

/* Makes m's frame. Afterwards it is on top, and sp, fp, locals and pc are its own. Goes to interp_throw_overflow if
 * there is no room. */
#define PUSH_JAVA_FRAME(m) \
    slot *l_ = sp + 1 - (m)->nargs; \
    struct frame *f = (struct frame *)(l_ + (m)->max_locals); \
    if (UNLIKELY((slot *)(f + 1) + (m)->max_stack >= self->stack_limit)) GO(interp_throw_overflow); \
    /* Words of earlier calls must not keep their objects alive. (The barrier keeps this a loop: it runs once or \
     * twice.) */ \
    for (slot *p_ = sp + 1; UNLIKELY(p_ < (slot *)f); p_++) { \
        *p_ = 0; \
        COMPILER_BARRIER(); \
    } \
    f->prev = fp; \
    f->method = (m); \
    f->locals = l_; \
    f->cp = (m)->entries; \
    f->ret_pc = pc; \
    f->kind = FRAME_JAVA; \
    f->flags = 0; \
    *frame_operands(f) = 0; \
    fp = f; \
    locals = l_; \
    sp = frame_operands(f); \
    pc = (m)->code

#endif
