/* Emits machine code for an allocated graph, and the record that describes the code. */
#ifndef ARGUS_EXEC_OPT_EMIT_OPT_EMIT_H
#define ARGUS_EXEC_OPT_EMIT_OPT_EMIT_H

#include "exec/code/code_cache.h"
#include "exec/opt/opt_ir.h"
#include "exec/stencil/stencil_emit.h"

/* Where a value of a frame is when code leaves. */
enum opt_where {
    OPT_IN_REGISTER,
    OPT_IN_FLOAT_REGISTER,
    OPT_IN_SLOT,
    OPT_IS_CONST,
    OPT_IS_OBJECT, /* value: its number */
    OPT_IN_MEMORY, /* value: the address of a pointer to an object */
    OPT_IN_POOL,   /* value: the constant pool; slot: index into its resolved references */
};
struct opt_exit_slot {
    i32 at; /* slot from the outermost header, or offset of the object's field */
    u8 where, reg;
    u8 kind; /* the letter of the field's type */
    u8 far;  /* 0, or the kind of the OPT_FAR that is computed from what is there; L: by `path` */
    i32 slot;
    u32 path;  /* index into the code's steps */
    i64 value; /* a constant; with `far`, unless L: what is added */
};
struct opt_exit_frame {
    struct method *m;
    u32 bci;
    i32 locals, header;
    u32 depth;        /* number of operands */
    bool locked;      /* its method is synchronized and was inlined */
    bool probed;      /* FRM_PROBED */
    u32 first, count; /* its slots */
};
/* A virtual object, which is made when code leaves. */
struct opt_exit_object {
    struct class *cls;
    u32 length;       /* for an array */
    u32 first, count; /* its slots: the fields that are not 0. They come after the slots of the exit's frames */
    const struct field *cache; /* of a box (opt_is_box): where the boxes of `least` to `most` are; NULL: it is none */
    i64 least, most;
    struct opt_held held;
};
struct opt_exit {
    u32 first, count;          /* its frames, the outermost first */
    u32 objects, object_count; /* its objects */
    u32 unrecorded; /* monitors without a record: slots behind those of the frames, `at` is the holder's header */
    u8 reason;
    u8 told; /* so many times to the flight recorder, opt_leave.c */
};
/* The record of the code; the word below the entry points to it. Lives as long as the code. */
struct opt_code {
    u32 exits_taken;
    bool stays;     /* it was left too often, but is not given up any more */
    u32 told;       /* exits with OPT_TOLD, and the end of the last TOLD_SPAN of them (opt_leave.c) */
    i64 told_ns;    /* 0: never */
    u32 calls_left; /* for code with entries: calls left until it is compiled again without them */
    struct method *m;
    const struct code *code;
    u32 gap;
    struct opt_exit *exits;
    struct opt_exit_frame *frames;
    struct opt_exit_slot *slots;
    struct opt_exit_object *objects;
    u32 *steps; /* paths: the number of steps, then the offset of a reference in each object on the way */
    struct frame_image *images; /* by number */
    struct code_places places;
};

/* Where the record lies in the code's table. */
static inline size_t opt_record_offset(const struct method *m)
{
    return ALIGN_UP(sizeof(struct stencil_method) + m->code_len * sizeof(u32), sizeof(void *));
}

/* Returns the installed code, or NULL if there is no room. *entry: where callers enter it. */
struct code *opt_emit(struct opt_graph *g, const void **entry);

#endif
