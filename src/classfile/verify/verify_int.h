/* verify_int.h: private to verify*.c: verification types, frames, and the state of verifying one method.
 *
 * A type is a kind and a payload in one word: the class name or array descriptor of a reference, the bci of the `new`
 * of an uninitialized object. The Q kinds are questions that a pop may ask, never types of values. */
#ifndef ARGUS_CLASSFILE_VERIFY_VERIFY_INT_H
#define ARGUS_CLASSFILE_VERIFY_VERIFY_INT_H

#include "classfile/verify.h"

enum vkind {
    V_TOP,
    V_INT,
    V_FLOAT,
    V_LONG,
    V_LONG2,
    V_DOUBLE,
    V_DOUBLE2,
    V_NULL,
    V_UNINIT_THIS,
    V_UNINIT,
    V_REF,
    VQ_REF,
    VQ_CAT1,
    VQ_CAT2,
    VQ_CAT2_2
};
typedef u64 vtype;

static inline enum vkind vt_kind(vtype t) { return (enum vkind)(t & 0xff); }
static inline vtype vt_ref(struct symbol *name) { return V_REF | (u64)(uintptr_t)name << 8; }
static inline struct symbol *vt_name(vtype t) { return (struct symbol *)(uintptr_t)(t >> 8); }
static inline vtype vt_uninit(u32 bci) { return V_UNINIT | (u64)bci << 8; }
static inline u32 vt_bci(vtype t) { return (u32)(t >> 8); }

/* The frame that instructions work on, or a stack map that was unpacked. Locals from locals_size on are V_TOP. */
struct vframe {
    u32 bci;
    u16 locals_size, stack_size, mark; /* mark: stack size at the start of the instruction, for messages */
    bool this_uninit;
    vtype *locals, *stack; /* max_locals and max_stack of them */
};

/* Locals of stack maps in the form of the file: the locals that one map adds to another. Those below slot `base` are in
 * `below`. Maps share them, so all together take memory in proportion to the attribute, whatever max_locals is. */
struct vlocals {
    const struct vlocals *below;
    u32 base;
    u32 uninit_this; /* the lowest slot, here or below, that holds V_UNINIT_THIS; NO_SLOT: none */
    vtype types[];
};
enum { NO_SLOT = 65536 };

struct vmap {
    u32 bci;
    u16 locals_size, stack_size;
    const struct vlocals *locals; /* NULL: none; may hold more than locals_size */
    vtype *stack;
};

enum vfault {
    VF_NONE,
    VF_CODE,
    VF_TYPE,
    VF_FLAGS,
    VF_LOCAL_INDEX,
    VF_POOL_INDEX,
    VF_LOCALS_SIZE,
    VF_STACK_SIZE,
    VF_OVERFLOW,
    VF_UNDERFLOW,
    VF_MISSING_MAP,
    VF_BAD_MAP
};
enum vorigin { VO_IMPLICIT, VO_CF_LOCAL, VO_CF_STACK, VO_SM_LOCAL, VO_SM_STACK, VO_POOL, VO_SIGNATURE, VO_NONE };
struct vorig {
    u8 origin;
    u32 index;
    vtype type;
    const struct vframe *frame;
};
struct vfail {
    u8 fault;
    u32 bci;
    struct vorig type, expected;
    u32 index;
};

struct verifier {
    struct arena *arena; /* for messages */
    struct arena work;   /* for one method */
    /* of frames, for the methods so far; locals are V_TOP */
    struct {
        vtype *cur_locals, *map_locals, *cur_stack, *map_stack;
        u32 locals, stack;
    } room;
    const struct classfile *cf;
    const struct cf_method *m;
    const struct verify_env *env;
    struct vframe cur;
    struct vframe map;           /* the map unpacked last, with its locals and operands */
    const struct vmap *unpacked; /* NULL: none */
    struct vmap *maps;
    u32 map_count;     /* StackMapTable, in order */
    u8 *starts;        /* for each code byte: 1 an instruction starts here, 2 a `new` */
    vtype return_type; /* V_TOP: void */
    /* stop_at: verification ends before the instruction there (UINT32_MAX: nowhere) */
    u32 bci, stop_at;
    u32 covered_from, covered_to; /* no handler covers an instruction outside of these */
    bool flow;                    /* control reaches the next instruction */
    enum verify_result result;
    const char *msg;
    struct symbol *object, *throwable, *string, *class_, *method_handle, *method_type;
};

/* Records VerifyError and returns false. */
bool vf_fail(struct verifier *v, const struct vfail *f, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))) COLD;
/* fault: the bytecode itself */
bool vf_code(struct verifier *v, u32 bci, const char *fmt, ...) __attribute__((format(printf, 3, 4))) COLD;
/* ClassFormatError that names the method */
bool vf_format(struct verifier *v, const char *fmt, ...) __attribute__((format(printf, 2, 3))) COLD;
bool vf_map_format(struct verifier *v, const char *what) COLD; /* ClassFormatError of the StackMapTable */

/* Is `to` = `from` allowed? VERIFY_ERROR has been recorded. */
enum verify_answer vt_assignable(struct verifier *v, vtype to, vtype from);
/* Type of a field descriptor; long and double are two slots (the second one's kind is the first's + 1). */
vtype vt_of_desc(struct verifier *v, const char *start, u32 len);

/* Call before v->m is verified. Then cur and map are empty and have room for its locals and stack, and the arena `work`
 * is empty. */
void vs_begin(struct verifier *v);
/* Call after the last method. */
void vs_end(struct verifier *v);
/* Parses the maps, starting from v->cur, the frame of the method's start. */
bool vs_parse_maps(struct verifier *v);
/* Checks that the current frame fits the map at `target`. */
bool vs_match_target(struct verifier *v, struct vframe *f, i64 target);
bool vs_fits(struct verifier *v, struct vframe *f, const struct vmap *map, struct vfail *why, bool *fits);
const struct vmap *vs_find(struct verifier *v, u32 bci);
/* Makes the map the current frame. */
void vs_enter(struct verifier *v, const struct vmap *map);

#endif
