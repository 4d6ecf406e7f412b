/* Frames on the Java stack: one form for every tier (D1).
 *
 * Each thread's Java stack grows upward. A frame's locals start where the caller pushed the arguments, so they are the
 * caller's topmost operands:
 *
 *     … caller's operands | arguments = locals[0..nargs) , other locals | struct frame | dummy slot | operand stack →
 *
 * A slot is 8 bytes. References are stored as full pointers. A long or double takes two slots; its value is in the
 * UPPER one (locals n and n+1: value in n+1), the lower is undefined. int and float live in the low 32 bits (int
 * sign-extended, float's upper bits undefined). The top of the operand stack is cached in a register; `sp` points at
 * the top's home slot (so an empty stack has sp at the dummy slot). Whenever a frame is not the one being executed by a
 * handler, its operands are all in memory.
 *
 * Frame kinds: FRAME_JAVA runs bytecode; FRAME_NATIVE is a native method's (locals = its arguments; owns local
 * references); FRAME_ENTRY marks a call from C into Java (method NULL).
 */
#ifndef ARGUS_MODEL_FRAME_H
#define ARGUS_MODEL_FRAME_H

#include "model/class.h"

typedef u64 slot;

enum frame_kind { FRAME_JAVA, FRAME_NATIVE, FRAME_ENTRY };
enum frame_flag {
    FRM_LOCKED = 1 /* lock_obj is held by this frame (synchronized method) */,
    FRM_NOTIFY_POP = 2,
    FRM_ENTRY_POSTED = 4,
    FRM_EARLY_RETURN = 8,
    FRM_POP = 16,
    FRM_EXIT_POSTED = 32,
    FRM_AWAITED = 64 /* of an entry frame: POLL_EVENTS comes back when it goes */
};

struct frame {
    struct frame *prev;    /* caller; NULL below the first */
    struct method *method; /* version being run; NULL for FRAME_ENTRY */
    /* instruction being executed (address in method->code); current whenever the thread is not inside a handler of this
     * frame */
    const u8 *pc;
    slot *locals;
    struct cp_entry *cp;
    void *ret; /* exec/interp/interp.h interp_fn that continues the caller; optimized code: see FRAME_GAP_MAPPED */
    const u8 *ret_pc;        /* where the caller goes on */
    struct object *lock_obj; /* synchronized methods: what was locked (the mirror for static ones) */
    u8 kind, flags;
    u16 lock_base;  /* depth of the thread's lock stack at entry */
    u32 local_refs; /* FRAME_NATIVE/ENTRY: mark of the thread's local reference stack at entry */
};

/* Optimized code may have words of its own between the locals and the header. While it is in a call, bit n of `ret`
 * says whether the nth word below the header is a reference, for so many words; further ones may all be. */
enum { FRAME_GAP_MAPPED = 31 };

#define FRAME_SLOTS (sizeof(struct frame) / sizeof(slot))

static inline slot *frame_operands(struct frame *f) { return (slot *)(f + 1); } /* the dummy slot; operands follow */
static inline i32 frame_bci(const struct frame *f)                              /* -1 for native frames */
{
    return f->kind == FRAME_JAVA ? (i32)(f->pc - f->method->code) : -1;
}
/* Next older frame that runs a method (skips entry frames), or NULL. */
static inline struct frame *frame_java(struct frame *f)
{
    while (f && f->kind == FRAME_ENTRY) f = f->prev;
    return f;
}
static inline struct frame *frame_caller(struct frame *f) { return frame_java(f->prev); }

static inline struct object *slot_ref(slot s) { return (struct object *)(uintptr_t)s; }
static inline slot slot_of_ref(const struct object *o) { return (slot)(uintptr_t)o; }
static inline i32 slot_int(slot s) { return (i32)s; }
static inline slot slot_of_int(i32 v) { return (slot)(i64)v; }
static inline float slot_float(slot s)
{
    float f;
    u32 b = (u32)s;
    __builtin_memcpy(&f, &b, 4);
    return f;
}
static inline slot slot_of_float(float f)
{
    u32 b;
    __builtin_memcpy(&b, &f, 4);
    return b;
}
static inline double slot_double(slot s)
{
    double d;
    __builtin_memcpy(&d, &s, 8);
    return d;
}
static inline slot slot_of_double(double d)
{
    slot s;
    __builtin_memcpy(&s, &d, 8);
    return s;
}

#endif
