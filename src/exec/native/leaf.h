/* Leaf natives: the hot natives of the class library in a form that the interpreter enters directly, without a frame,
 * references or a transition.
 *
 * A leaf does its work on the slots, or declines; then the ordinary native runs and does everything, exceptions
 * included. So a leaf never throws, blocks, allocates with collection, polls or looks at the stack, and a program
 * cannot tell whether it ran. It is used only while no event and no poll is requested (plain dispatch table), and only
 * for natives bound to the JDK's or the VM's own function: a tool that rebinds a native gets its calls.
 *
 * A leaf is a method entry (exec/interp/interp.h). LEAF makes it from a body in plain C, which is compiled into it:
 *
 *     LEAF(double_bits, 2, LEAF_WIDE)      // slots of all arguments, receiver included; shape of the result
 *     {
 *         *result = args[1];               // `args` as in a callee's locals; *result as in a slot
 *         return true;                     // false: declined, nothing was changed
 *     }
 *
 * Optimized code calls the body as a C function (native_binding.leaf_body). It passes up to LEAF_REGISTERS slots of
 * arguments in registers, more in memory; the number of slots alone decides which form a body has.
 *
 * LEAF_ACCESS is for accesses to memory that may be a field. While any field is watched (JVM TI SetField…Watch), it
 * declines if args[1], the base, is of a class with such a field. While none is watched this costs nothing: the word
 * that every leaf compares covers both conditions. */
#ifndef ARGUS_EXEC_NATIVE_LEAF_H
#define ARGUS_EXEC_NATIVE_LEAF_H

#include "exec/code/code.h"
#include "exec/interp/interp.h"
#include "meta/watch.h"

/* A leaf_in_registers, or a leaf_in_memory if there are more slots than LEAF_REGISTERS. */
typedef const void *leaf_body;
enum { LEAF_REGISTERS = 5, LEAF_MOST = 16 /* the largest number of slots */ };
struct leaf_answer {
    slot result;
    bool ran; /* false: the leaf has declined */
};
typedef struct leaf_answer (*leaf_in_registers)(struct thread *self, slot a, slot b, slot c, slot d, slot e);
typedef bool (*leaf_in_memory)(struct thread *self, const slot *args, slot *result);
enum leaf_result { LEAF_VOID, LEAF_ONE, LEAF_WIDE };

/* Runs the callee as an ordinary native. */
PRESERVE_NONE void leaf_declined(INTERP_PARAMS);

/* Runs the callee's bytecode. */
PRESERVE_NONE void leaf_of_bytecode_declined(INTERP_PARAMS);

/* Defines name##_body as a C function for optimized code, in both forms. */
#define LEAF_CALLS(name, may_run) \
    static ALWAYS_INLINE bool name##_body(struct thread *self, const slot *args, slot *result); \
    static UNUSED bool name##_in_memory(struct thread *self, const slot *args, slot *result) \
    { \
        UNUSED void *const *dispatch = code_leaf_dispatch; \
        return (may_run) && name##_body(self, args, result); \
    } \
    static UNUSED struct leaf_answer name##_in_registers(struct thread *self, slot a, slot b, slot c, slot d, slot e) \
    { \
        UNUSED void *const *dispatch = code_leaf_dispatch; \
        const slot args[LEAF_MOST] = { a, b, c, d, e }; \
        struct leaf_answer x = { 0, false }; \
        x.ran = (may_run) && name##_body(self, args, &x.result); \
        return x; \
    }
#define LEAF_BODY(name, nargs) \
    ((nargs) <= LEAF_REGISTERS ? (leaf_body)name##_in_registers : (leaf_body)name##_in_memory)

/* `shows`: tells samplers of the caller meanwhile (thread.leaf_fp), as the work may take long, in registers that C code
 * keeps elsewhere. */
#define LEAF_ENTRY_OR(name, nargs, shape, may_run, declined, shows) \
    LEAF_CALLS(name, may_run) \
    static PRESERVE_NONE void name(INTERP_PARAMS) \
    { \
        slot *args = sp + 1 - (nargs), result = 0; \
        dispatch = self->dispatch; \
        if (UNLIKELY(!(may_run))) MUSTTAIL return declined(INTERP_ARGS); \
        if (shows) self->leaf_pc = pc, self->leaf_fp = fp; \
        bool ran = name##_body(self, args, &result); \
        if (shows) self->leaf_fp = NULL; \
        if (UNLIKELY(!ran)) MUSTTAIL return declined(INTERP_ARGS); \
        sp = (shape) == LEAF_VOID ? args - 1 : (shape) == LEAF_ONE ? args : args + 1; \
        tos = (shape) == LEAF_VOID ? *sp : result; \
        MUSTTAIL return ((interp_fn)dispatch[*pc])(INTERP_ARGS); \
    } \
    enum { name##_shape = (nargs) << 2 | (shape) }; \
    static ALWAYS_INLINE bool name##_body(UNUSED struct thread *self, UNUSED const slot *args, UNUSED slot *result)

#define LEAF_ENTRY(name, nargs, shape, may_run, shows) LEAF_ENTRY_OR(name, nargs, shape, may_run, leaf_declined, shows)
#define LEAF(name, nargs, shape) LEAF_ENTRY(name, nargs, shape, dispatch == code_leaf_dispatch, false)
#define LEAF_LONG(name, nargs, shape) LEAF_ENTRY(name, nargs, shape, dispatch == code_leaf_dispatch, true)
#define LEAF_ACCESS(name, nargs, shape) \
    LEAF_ENTRY(name, nargs, shape, \
               dispatch == code_leaf_access || (dispatch == code_leaf_dispatch && !watch_may_hit(slot_ref(args[1]))), \
               false)

#endif
