/* Frames on the Java stack: one form for every tier (D1).
 *
 * Each thread's Java stack grows upward. A frame's locals start where the caller pushed the arguments, so they are the
 * caller's topmost operands:
 *
 *     … caller's operands | arguments = locals[0..nargs) , other locals | struct frame | dummy slot | operand stack →
 *
 * A slot is 8 bytes. References are stored as full pointers. A long or double takes two slots; its value is in the
 * UPPER one (locals n and n+1: value in n+1), the lower is undefined. int and float live in the low 32 bits, the upper
 * half is undefined: readers take slot_int. The top of the operand stack is cached in a register; `sp` points at the
 * top's home slot (so an empty stack has sp at the dummy slot). Whenever a frame is not the one being executed by a
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
    FRM_LOCKED = 1 /* the frame holds lock_obj (synchronized method) */,
    FRM_NOTIFY_POP = 2,
    FRM_EARLY_RETURN = 8,
    FRM_POP = 16,
    FRM_EXIT_POSTED = 32,
    FRM_AWAITED = 64 /* of an entry frame: POLL_EVENTS comes back when it goes */,
    FRM_PROBED = 128 /* probes know of the instruction at `pc`, which runs next */
};

struct frame {
    struct frame *prev;    /* caller; NULL below the first. Read its members only after frame_prev */
    struct method *method; /* version that runs; NULL for FRAME_ENTRY */
    /* instruction being executed (address in method->code); up to date whenever the thread is not inside a handler of
     * this frame */
    const u8 *pc;
    slot *locals;
    struct cp_entry *cp;
    void *ret; /* exec/interp/interp.h interp_fn that continues the caller; optimized code: see FRAME_GAP_MAPPED */
    const u8 *ret_pc;        /* where the caller continues */
    struct object *lock_obj; /* synchronized methods: the locked object (the mirror for static ones) */
    u8 kind, flags;
    u16 lock_base;  /* depth of the thread's lock stack at entry */
    u32 local_refs; /* FRAME_NATIVE/ENTRY: mark of the thread's local reference stack at entry */
};

/* Optimized code may have words of its own between the locals and the header. During a call, bit n of `ret` says
 * whether the nth word below the header is a reference, for FRAME_GAP_MAPPED words; any further word may be one. */
enum { FRAME_GAP_MAPPED = 31 };

#define FRAME_SLOTS (sizeof(struct frame) / sizeof(slot))

/* The words that optimized code does not write at calls, since they are the same each time or lie elsewhere: most of
 * its frame's header, headers of inlined methods, variables that are constant, dead, copies, or objects that can be
 * found along final fields. A walk from a callee to its caller writes them (frame_prev), each time the same. Slots
 * count from the header of the code's own frame. */
struct frame_part { /* for an inlined method */
    struct method *m;
    const u8 *pc, *ret_pc;
    i32 header, locals; /* slots */
    u64 dead;           /* the variables that are 0, as bits */
    u64 kind;           /* including the flags, as one word */
};
struct frame_constant {
    i32 at; /* slot */
    slot value;
};
/* A slot that has the value of another one. That is a variable, an operand or a word of the gap which the code has
 * stored; it stays as it is during the call, but for references to objects that move. */
struct frame_copy {
    i32 at, from; /* slots */
};
/* A slot that has the reference at `from`, or one to which a path of final fields leads from there: the number of steps
 * and the offset of a field for each. The class of a method in the call's frames keeps what is at `from`. */
struct frame_load {
    i32 at; /* slot */
    struct object *const *from;
    u32 path; /* index into the image's steps */
};
/* A handler of the exceptions of a call by optimized code. */
struct frame_catch {
    const struct class *type; /* NULL: all exceptions */
    i32 number;               /* by which the code knows it; FRAME_NOT_IN_CODE: the interpreter enters it */
};
enum { FRAME_NOT_IN_CODE = -1 };
struct frame_image {
    const u8 *pc; /* in the code's own frame */
    i32 locals;   /* slot of its first local */
    u64 dead;     /* dead ones of these, as bits */
    i32 header;   /* slot of the innermost frame's header, to which a callee's `prev` points */
    u32 gap_map;  /* FRAME_GAP_MAPPED bits; 0 without a gap */
    u32 part_count, constant_count, copy_count, load_count;
    const struct frame_part *parts; /* the innermost last */
    const struct frame_constant *constants;
    const struct frame_copy *copies;
    const struct frame_load *loads;
    const u32 *steps;
    /* Where code continues with an exception of the call that it catches itself, in rdx, and the number of the handler
     * in rdi; NULL: nowhere. Only as long as the pad leads to `returned`, where the code continues after a return. */
    const void *caught, *returned;
    u32 catch_count;
    bool lacks_handler; /* a handler was left out because it had seldom been reached */
    const struct frame_catch *catches;
};
/* The return address of a call in code of bytecode. A return by the dispatch table reads it as an instruction. */
struct code_pad {
    u64 op;                          /* OP_CODE_PAD, or'ed with other CODE_PAD_… */
    const void *code;                /* exec/interp/interp.h interp_fn that continues */
    const u8 *pc;                    /* the instruction after the call */
    const struct frame_image *image; /* the unwritten parts of the caller's frames; NULL: none */
};
enum {
    OP_CODE_PAD = 255,
    CODE_PAD_TOLD = 1 << 8,  /* in method->told_code */
    CODE_PAD_CALLS = 1 << 9, /* `code` follows a call instruction, so the processor expects it at the next return */
};

/* Writes the unwritten parts. `inner` is the innermost frame of the call with this image. The thread is stopped, or the
 * caller's own. */
void frame_show(const struct frame_image *image, struct frame *inner);
/* The same for a frame whose callee returns, or would have returned, to `ret_pc`. */
static inline void frame_show_at(const u8 *ret_pc, struct frame *inner)
{
    if (*ret_pc != OP_CODE_PAD) return;
    const struct frame_image *image = ((const struct code_pad *)(const void *)ret_pc)->image;
    if (image) frame_show(image, inner);
}
/* The code with this image does not continue: the frames, which have been completed, are the interpreter's. Clears the
 * gap, whose words must keep nothing alive. */
void frame_empty_gap(const struct frame_image *image, struct frame *inner);
/* f is left by an exception. Returns its caller, completed; the caller's code does not continue. */
struct frame *frame_prev_for_good(struct frame *f);
/* Returns f's caller, completed. */
static inline struct frame *frame_prev(const struct frame *f)
{
    if (f->kind != FRAME_ENTRY) frame_show_at(f->ret_pc, f->prev);
    return f->prev;
}

static inline slot *frame_operands(struct frame *f) { return (slot *)(f + 1); } /* the dummy slot; operands follow */
static inline i32 frame_bci(const struct frame *f)                              /* -1 for native frames */
{
    return f->kind == FRAME_JAVA ? (i32)(f->pc - f->method->code) : -1;
}
/* The next older frame that runs a method (skips entry frames), or NULL. */
static inline struct frame *frame_java(struct frame *f)
{
    while (f && f->kind == FRAME_ENTRY) f = frame_prev(f);
    return f;
}
static inline struct frame *frame_caller(struct frame *f) { return frame_java(frame_prev(f)); }

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
