/* From an allocated graph to machine code, and what has to be known of the code afterwards. */
#ifndef ARGUS_EXEC_OPT_EMIT_OPT_EMIT_H
#define ARGUS_EXEC_OPT_EMIT_OPT_EMIT_H

#include "exec/code/code_cache.h"
#include "exec/opt/opt_ir.h"

/* Where a value of a frame is when code leaves for the interpreter. */
enum opt_where { OPT_IN_REGISTER, OPT_IN_FLOAT_REGISTER, OPT_IN_SLOT, OPT_IS_CONST, OPT_IS_OBJECT /* value: which */ };
struct opt_exit_slot {
    i32 at; /* slot, from the outermost header; of an object's field: the offset */
    u8 where, reg;
    u8 kind; /* of a field: the letter of its type */
    i32 slot;
    i32 plus; /* an int in a register or a slot: the value is that and this */
    i64 value;
};
struct opt_exit_frame {
    struct method *m;
    u32 bci;
    i32 locals, header;
    u32 depth;        /* operands */
    bool locked;      /* its method is synchronized, and inlined */
    u32 first, count; /* of its slots */
};
/* One that the code has not made, and that has to be there when it is left. */
struct opt_exit_object {
    struct class *cls;
    u32 length;       /* of an array */
    u32 first, count; /* of its slots, the fields that are not 0; those of an exit lie behind those of its frames */
};
struct opt_exit {
    u32 first, count;          /* of its frames, the outermost first */
    u32 objects, object_count; /* the first of its objects */
    u8 reason;
};
/* Lives as long as the code. The word below the entry points to it. */
struct opt_code {
    u32 exits_taken;
    u32 told;       /* exits for OPT_TOLD, and when the last TOLD_SPAN of them (opt_leave.c) were over */
    i64 told_ns;    /* 0: never */
    u32 calls_left; /* if it can be entered: then it is made again without that; counted by each call */
    struct method *m;
    const struct code *code;
    u32 gap;
    struct opt_exit *exits;
    struct opt_exit_frame *frames;
    struct opt_exit_slot *slots;
    struct opt_exit_object *objects;
    struct frame_image *images; /* by number */
    struct code_places places;
};

/* The code of an allocated graph, installed. NULL: no room. *entry is what is entered. */
struct code *opt_emit(struct opt_graph *g, const void **entry);

#endif
