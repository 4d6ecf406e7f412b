/* The optimizer's form of a method: static single assignment in a graph of basic blocks (docs/optimizer.md).
 *
 * A value is the number of the node that computes it; 0 means none. Types are those of the operand stack, so a byte, a
 * char or a boolean is an int. A node that can leave for the interpreter, call or stop has a state: the contents of the
 * interpreter's frames, inlined ones included, before that instruction.
 *
 * A graph belongs to the thread that compiles it. All its memory is one arena. */
#ifndef ARGUS_EXEC_OPT_OPT_IR_H
#define ARGUS_EXEC_OPT_OPT_IR_H

#include "base/arena.h"
#include "model/frame.h"
#include <stdio.h>

typedef u32 opt_value;

enum opt_type {
    OPT_VOID,
    OPT_INT,
    OPT_LONG,
    OPT_FLOAT,
    OPT_DOUBLE,
    OPT_REF,
    OPT_VECTOR, /* 16 bytes */
    OPT_WIDE,   /* 32 bytes */
    OPT_TYPES
};

enum opt_op {
#define NODE(name, ...) OPT_##name,
#include "exec/opt/opt_ir.def"
    OPT_OPS
};

enum { OPT_AHEAD = 2 };

enum opt_conv {
#define CONVERSION(name, ...) OPT_##name,
#include "exec/opt/opt_ir.def"
    OPT_CONVERSIONS
};

/* ---- what the rows of opt_ir.def say ---- */
/* Sets of types, one bit each; operands also use the bits after OPT_TYPES. */
enum {
    T__ = 0,
    T_V = 1 << OPT_VOID,
    T_I = 1 << OPT_INT,
    T_L = 1 << OPT_LONG,
    T_F = 1 << OPT_FLOAT,
    T_D = 1 << OPT_DOUBLE,
    T_R = 1 << OPT_REF,
    T_X = 1 << OPT_VECTOR | 1 << OPT_WIDE,
    T_IL = T_I | T_L,
    T_ILR = T_IL | T_R,
    T_FD = T_F | T_D,
    T_NUM = T_IL | T_FD,
    T_ANY = T_NUM | T_R,
    T_ALL = T_ANY | T_X,
    T_RESULT = T_ANY | T_V,
    T_MISSING = 1 << OPT_TYPES, /* the operand may be 0 */
    T_SAME = T_MISSING << 1,
    T_LIKE = T_MISSING << 2,
    T_CONV = T_MISSING << 3,
    T_R0 = T_R | T_MISSING,
    T_SAME0 = T_SAME | T_MISSING,
    T_ANY0 = T_ANY | T_MISSING,
};
enum opt_args { OPT_ARGS__, OPT_ARGS_MERGED, OPT_ARGS_SLOTS, OPT_ARGS_NEW };
enum opt_imm {
    OPT_IMM__,
#define IMM(name, accessor) OPT_IMM_##name,
#include "exec/opt/opt_ir.def"
};
enum opt_ptr {
    OPT_PTR__,
#define PTR(name, accessor, type) OPT_PTR_##name,
#include "exec/opt/opt_ir.def"
};
enum opt_kind {
    OPT_KIND__,
#define KIND(name, accessor) OPT_KIND_##name,
#include "exec/opt/opt_ir.def"
};
enum opt_cc_means {
    OPT_CC__,
#define CC(name, accessor) OPT_CC_##name,
#include "exec/opt/opt_ir.def"
};
enum opt_does_bit {
#define DOES(name, implies) OPT_BIT_##name,
#include "exec/opt/opt_ir.def"
    OPT_BITS
};
enum opt_does {
#define DOES(name, implies) OPT_DOES_##name = 1 << OPT_BIT_##name,
#include "exec/opt/opt_ir.def"
};
struct opt_op_info {
    const char *name;
    u16 type, in[3];             /* sets of types */
    u8 args, imm, ptr, kind, cc; /* the meanings of these members, from opt_ir.def */
    u32 does;                    /* enum opt_does */
};
extern const struct opt_op_info opt_ops[OPT_OPS];
enum opt_bounds { OPT_ALL_OF, OPT_BETWEEN, OPT_NARROWS };
struct opt_conv_info {
    const char *name;
    u16 to, from; /* sets of types */
    u8 bounds;    /* enum opt_bounds, of the value: */
    i64 least, most;
};
extern const struct opt_conv_info opt_conversions[OPT_CONVERSIONS];

/* Conditions, by the processor's numbers for signed ints. For floats `imm` gives the answer for NaN. */
enum opt_cc { OPT_EQ = 4, OPT_NE = 5, OPT_LT = 0xc, OPT_GE = 0xd, OPT_LE = 0xe, OPT_GT = 0xf };
/* OPT_CC_VOLATILE, beside 0 (plain) and 1: no access of memory moves over it, but a store has no fence behind it. */
enum { OPT_UNFENCED = 2 };
/* The condition of y and x that holds when `cc` holds of x and y. */
static inline u8 opt_cc_turned(u8 cc)
{
    switch (cc) {
    case OPT_LT: return OPT_GT;
    case OPT_GT: return OPT_LT;
    case OPT_LE: return OPT_GE;
    case OPT_GE: return OPT_LE;
    default: return cc;
    }
}

/* Why code leaves for the interpreter. */
enum opt_reason {
    OPT_UNLINKED,
    OPT_CHECK,
    OPT_EARLY,  /* a check that was moved before its loop failed; the state is the one before the loop */
    OPT_LIKELY, /* the same, of a check that the loop itself does not make in each turn */
    OPT_NEVER,  /* a branch took a way that the profile had never seen */
    OPT_RARE,
    OPT_TOLD, /* at a breakpoint or watch, which the interpreter reports */
    OPT_POLLED
};
/* At most so many objects of a graph are put off until code leaves, each held so often at a time. */
enum { OPT_MOST_OBJECTS = 48, OPT_MOST_HELD = 4 };
enum { OPT_OF_METHOD = 1 }; /* a synchronized method's own monitor */
/* The handlers of a call's exceptions, in the order in which they are asked. After the last one the interpreter
 * looks on. */
struct opt_catches {
    u32 count;
    struct frame_catch all[];
};
enum {
    OPT_QUICK_COPY = 1,
    OPT_QUICK_EQUAL,
    OPT_QUICK_HASH,
    OPT_QUICK_HASH_OR_NULL,
    OPT_QUICK_INSTANCE,
    OPT_QUICK_ASSIGNABLE,
    OPT_QUICK_FIND_BYTE,
    OPT_QUICK_FIND_CHAR,
    OPT_QUICK_MISMATCH,
    OPT_QUICK_SUPERCLASS,
    OPT_QUICK_MEMORY,
    OPT_QUICK_COMPARE,
    OPT_QUICK_COMPRESS,
    OPT_QUICK_TO_NEW /* the next three are for elements of 2, 4 and 8 bytes */
}; /* forms of leaves in line, opt_quick.c */
/* A method is compiled again at most so often because its code was left too often. */
enum { OPT_MADE_AGAIN = 5 };

/* The frames that hold a virtual object's monitor, by the positions of their headers, the first entry first. If objects
 * are held by one frame, the one that comes last among the state's objects was entered first. */
struct opt_held {
    u32 count;
    i32 headers[OPT_MOST_HELD];
};
/* The fields and the monitor of an OPT_VIRTUAL at the place of a state that names it. */
struct opt_virtual {
    opt_value object;
    const struct opt_fields *fields; /* of its class */
    opt_value *values;               /* by field */
    struct opt_held held;
};
/* A monitor that is held without a record in the thread's lock stack (opt_unnoted.c). */
struct opt_unrecorded {
    opt_value object;
    i32 header; /* of the frame that holds it, as struct opt_state */
};
struct opt_fields {
    u32 count;
    const struct field *all[];
};
/* A class of boxes: its only field, and the static field with the boxes of the numbers from `least` to `most`. */
struct opt_box_class {
    struct class *cls;
    const struct field *value, *cache;
    i64 least, most;
};
enum { OPT_HEATS = 16 };      /* opt_budget.c */
enum { OPT_BOX_CLASSES = 5 }; /* all but Boolean, Float and Double */
/* The bcis of a method at which instructions begin, as bits: opt_verify.c has a cache of them, by method. */
struct opt_starts {
    const struct method *m;
    u64 *bits;
};
enum { OPT_STARTS = 64 };
/* The frame of one method as the interpreter would have it. */
struct opt_state {
    struct opt_state *caller; /* NULL: the compiled method itself */
    struct method *m;
    u32 bci;
    i32 locals, header; /* in slots from the outermost frame's header; for the outermost locals see opt_slot */
    u16 nlocals, nstack;
    u8 reason;
    bool probed;                  /* FRM_PROBED, where code leaves with this as the innermost frame */
    opt_value lock;               /* the monitor object of an inlined synchronized method, or 0 */
    const u64 *live;              /* locals that the bytecode may still read; the collector may clear the others */
    struct opt_virtual *virtuals; /* only in the innermost frame: the virtual objects of all frames */
    u32 virtual_count, virtual_room;
    struct opt_unrecorded *unrecorded; /* only in the innermost frame: those of all frames, the first entry first */
    u32 unrecorded_count;
    opt_value slots[]; /* nlocals + nstack of them; 0: not read any more. A wide value is in its upper slot */
};

/* The instruction that a node comes from, with its callers. Only for tools that ask by address. */
struct opt_origin {
    const struct opt_origin *caller; /* NULL: m is the compiled method itself */
    struct method *m;
    u32 bci;
};

struct opt_node {
    u8 op, type, cc, kind;
    u16 argc;
    bool dead;
    u32 block; /* 0: in no block */
    opt_value in[3];
    opt_value dep; /* a check that must run before this node */
    opt_value *args;
    i64 imm;
    void *ptr;
    struct object *known; /* the object that it is, which stays in place while code is made; NULL: not known */
    bool stable;          /* elements of this known array stay once they are not 0 */
    opt_value boxed;      /* while the graph is built: the number that it is a box of; 0: not known */
    struct class *box;    /* then its class */
    struct opt_state *state;
    const struct opt_origin *origin; /* NULL: of no instruction */
    /* allocation */
    u32 at; /* position */
    u32 from, to;
    i8 reg;    /* -1: none */
    i32 home;  /* the slot in memory that holds it, or OPT_NO_HOME; of a value in a register: during calls */
    i8 shadow; /* -1, or the register of the copy that follows: the result is written there too */
    opt_value hint;
};
#define OPT_NO_HOME INT32_MIN

struct opt_block {
    opt_value *nodes;
    u32 count, room;
    u32 *preds;
    u32 pred_count, pred_room;
    u32 succ[2];
    u32 succ_count;
    struct opt_state *entry; /* in a loop's head: the frames at its start */
    u32 order;               /* number in reverse postorder, from 1; 0: not reached */
    u32 idom, loop;          /* loop: the head of the innermost loop around it, or 0 */
    u32 parent;              /* in a loop's head: the head of the loop around it */
    u32 depth;
    bool rare;
    bool few;       /* in a loop's head: the loop makes few turns */
    u32 heat;       /* how often it runs in 1,000 runs of the method, by the profile; 0: unknown */
    u32 start, end; /* positions */
    u32 code;       /* offset of its code */
};

enum { NO_ENTRY = UINT32_MAX };
/* A way into a loop for a frame of the interpreter that stands before the instruction at bci. NO_ENTRY: this one is not
 * used. */
struct opt_entry {
    u32 bci, block;
};
enum { OPT_MEMORY_FIELDS = 31 };
/* For the flight recorder: a call that was taken in, or was not. */
struct opt_decision {
    struct opt_decision *next;
    struct method *caller; /* held */
    u32 bci;
    struct symbol *owner, *name, *desc; /* of what is called */
    const char *why_not;                /* NULL: taken in */
};
struct opt_graph {
    struct arena arena;
    struct arena scratch; /* of one pass: opt_scratch_end empties it */
    struct arena_mark unused;
    struct opt_decision *decisions, *last_decision; /* NULL unless the recorder wants them */
    struct method *m;
    struct opt_node *nodes;
    u32 count, room;
    struct opt_block *blocks; /* block 1 is the entry */
    u32 block_count, block_room;
    u32 *order;
    u32 order_count;
    i32 extent;                      /* slots above the outermost header that the frames may take */
    u32 gap;                         /* slots between the outermost locals and header */
    u32 leaf_slots;                  /* slots above `extent` for a leaf's arguments and result */
    const u64 *unwritten;            /* arguments that the method never writes: PopFrame finds them in place */
    struct code_user *user;          /* the methods that the code depends on; NULL after the code has taken it over */
    u32 bytes;                       /* of the bytecode of inlined methods, */
    u32 bytes_by_heat[OPT_HEATS];    /* and the same by how often the calls run: opt_budget.c */
    float refused_heat;              /* of the hottest call that found no room any more; 0: none */
    float least_heat;                /* calls that run less often are inlined only if they are small; 0: none is */
    const struct opt_range **ranges; /* by value, set by opt_allocate: where it is alive */
    u32 lane_loops;                  /* loops that were turned into loops over vectors */
    bool wide;                       /* vectors may have 32 bytes */
    bool loops_done; /* no pass puts nodes before loops any more; the length of an array that is made here becomes
                      * the number that it is made with */
    struct opt_box_class boxes[OPT_BOX_CLASSES]; /* of the BOX nodes */
    u32 box_classes;
    struct opt_starts *starts;                    /* OPT_STARTS of them; NULL: not needed yet */
    const void *memory_fields[OPT_MEMORY_FIELDS]; /* opt_memory.h: fields that have a memory class of their own */
    u64 work;                                     /* counted by opt_work */
    bool enterable;                               /* entries at the outermost loops are wanted */
    struct opt_entry *entries;
    u32 entry_count;
    const struct opt_origin *origin; /* given to new nodes */
    const char *why_not;
    bool can_wait;          /* opt.h */
    struct thread *polling; /* the thread for which opt_may_go_on polls; NULL: it does not */
    u64 *held;              /* while it polls: the objects, methods and classes that the graph names */
    u32 held_count, held_room;
};

/* Empties g->scratch: a pass or a part of one ends, and nothing in it is needed any more. */
void opt_scratch_end(struct opt_graph *g);
/* Good until the next opt_new_node, which may move all nodes. */
static inline struct opt_node *opt_node(struct opt_graph *g, opt_value v) { return &g->nodes[v]; }

/* ---- opt_hold.c ---- */
/* Called between passes and inside long ones, while no C variable holds a pointer to an object. Polls, so that the
 * world can stop. Returns false when the compilation is given up; then objects that the graph names may be gone. */
WARN_UNUSED bool opt_may_go_on(struct opt_graph *g);
/* Keeps an object or method alive until the compilation ends. The object does not move. */
void opt_hold(struct opt_graph *g, const void *p);

/* ---- members by what they mean: opt_ir.def ---- */
#define IMM(name, accessor) \
    static inline i64 opt_##accessor(const struct opt_node *n) \
    { \
        VM_ASSERT(opt_ops[n->op].imm == OPT_IMM_##name); \
        return n->imm; \
    }
#include "exec/opt/opt_ir.def"
struct icache;
struct call_site;
#define PTR(name, accessor, pointer) \
    static inline pointer opt_##accessor(const struct opt_node *n) \
    { \
        VM_ASSERT(opt_ops[n->op].ptr == OPT_PTR_##name); \
        return n->ptr; \
    }
#include "exec/opt/opt_ir.def"
#define KIND(name, accessor) \
    static inline u8 opt_##accessor(const struct opt_node *n) \
    { \
        VM_ASSERT(opt_ops[n->op].kind == OPT_KIND_##name); \
        return n->kind; \
    }
#include "exec/opt/opt_ir.def"
#define CC(name, accessor) \
    static inline u8 opt_##accessor(const struct opt_node *n) \
    { \
        VM_ASSERT(opt_ops[n->op].cc == OPT_CC_##name); \
        return n->cc; \
    }
#include "exec/opt/opt_ir.def"
/* The number of a call's argument slots, and the table index of the method that it selects. */
static inline u32 opt_passed(const struct opt_node *n) { return (u32)opt_passed_bits(n) & 0xffff; }
static inline u32 opt_table_index(const struct opt_node *n) { return (u32)(opt_passed_bits(n) >> 16); }
/* The element is `index + imm / 2`. The low bit of imm says for arrays of kind B that the array is no boolean[]. */
static inline i64 opt_ahead(const struct opt_node *n) { return opt_ahead_bits(n) >> 1; }
static inline bool opt_no_booleans(const struct opt_node *n) { return opt_ahead_bits(n) & 1; }

/* ---- properties ---- */
static inline bool opt_does(const struct opt_node *n, u32 what) { return opt_ops[n->op].does & what; }
static inline bool opt_is_pure(const struct opt_node *n) { return opt_does(n, OPT_DOES_PURE); }
static inline bool opt_is_check(const struct opt_node *n) { return opt_does(n, OPT_DOES_CHECK); }
static inline bool opt_is_call(const struct opt_node *n) { return opt_does(n, OPT_DOES_CALLS); }
static inline bool opt_allocates(const struct opt_node *n) { return opt_does(n, OPT_DOES_ALLOCATES); }
/* Is it an access over which no other access of memory may move: a volatile one, or one with less order? */
static inline bool opt_is_ordered(const struct opt_node *n) { return opt_ops[n->op].cc == OPT_CC_VOLATILE && n->cc; }
/* May all memory have changed after the node? */
static inline bool opt_kills_memory(const struct opt_node *n)
{
    if (n->op == OPT_CALL_LEAF) return !opt_only_looks(n);
    return opt_does(n, OPT_DOES_KILLS) || opt_is_ordered(n);
}
/* Does the node load an object that stays what it is: does it read nothing that changes? */
static inline bool opt_loads_known(const struct opt_node *n) { return n->known && opt_does(n, OPT_DOES_READS); }
/* May the node be removed when its value has no use? */
static inline bool opt_is_removable(const struct opt_node *n)
{
    bool effect = opt_does(n, OPT_DOES_LEAVES | OPT_DOES_KILLS | OPT_DOES_ENDS) || opt_is_ordered(n);
    return (n->type != OPT_VOID && !effect) || n->op == OPT_ANCHOR;
}
/* Does the node need a state? The exit of an unrecorded pair never leaves (opt_unnoted.c). */
static inline bool opt_has_state(const struct opt_node *n)
{
    bool in_pair = opt_ops[n->op].cc == OPT_CC_UNNOTED && n->cc && n->op != OPT_ENTER;
    return opt_does(n, OPT_DOES_LEAVES) && !in_pair;
}
/* The exact class of v if v is allocated in this graph, else NULL. */
static inline struct class *opt_made_class(const struct opt_graph *g, opt_value v)
{
    return v && opt_allocates(&g->nodes[v]) ? opt_cls(&g->nodes[v]) : NULL;
}
static inline bool opt_is_float_type(u8 type) { return type == OPT_FLOAT || type == OPT_DOUBLE; }

/* The type on the operand stack for the letter of a kind. */
static inline u8 type_of_kind(u8 kind)
{
    switch (kind) {
    case 'J': return OPT_LONG;
    case 'F': return OPT_FLOAT;
    case 'D': return OPT_DOUBLE;
    case 'L':
    case '[': return OPT_REF;
    case 'V': return OPT_VOID;
    default: return OPT_INT;
    }
}

static inline bool opt_is_vector(u8 type) { return type == OPT_VECTOR || type == OPT_WIDE; }

/* The registers that values can have. The others are scratch registers of single instructions, or fixed: r12 the
 * thread, r15 the outermost frame, rsp. */
extern const u8 opt_registers[], opt_float_registers[];
/* Arguments of calls in the first slots are in registers too (emit/opt_machine.h). */
enum { ARGUMENTS_IN_REGISTERS = 6 };
extern const u8 opt_argument_registers[ARGUMENTS_IN_REGISTERS];
/* Does the parameter arrive in a register too? */
bool opt_arrives_in_register(const struct opt_graph *g, const struct opt_node *param);
/* The register of the argument in the slot, for a type that it may have. xmm registers have the slot's number. */
static inline i8 opt_argument_register(u32 slot, bool is_float)
{
    return (i8)(is_float ? slot : opt_argument_registers[slot]);
}
extern const u32 opt_register_count, opt_float_register_count;
/* Positions after its own at which a node still reads operands. */
static inline u32 opt_reads_late(const struct opt_node *n) { return opt_does(n, OPT_DOES_LATE) ? 1 : 0; }

/* opt_ir.c */
/* Returns an array of `count` elements with room for one more: `old`, or a copy in the arena. */
void *opt_grown(struct arena *a, void *old, u32 count, u32 *room, size_t size);
/* Makes a node without operands, with the graph's origin, in no block yet. The call may move all nodes; opt_new_block
 * may move all blocks. */
opt_value opt_new_node(struct opt_graph *g, u8 op, u8 type);
u32 opt_new_block(struct opt_graph *g);
/* Adds the node after the block's last node. If the block already has its end, use opt_insert_before_end. */
void opt_append(struct opt_graph *g, u32 block, opt_value v);
void opt_insert_before_end(struct opt_graph *g, u32 block, opt_value v);
void opt_add_edge(struct opt_graph *g, u32 from, u32 to);
/* Removes the edge from `pred` to `block`, and its argument from the block's merges. */
void opt_remove_pred(struct opt_graph *g, u32 block, u32 pred);
bool opt_compares(u8 cc, i64 x, i64 y); /* enum opt_cc */
/* Turns the node into one of another kind, in place, without operands, members, state and `dep`. */
void opt_become(struct opt_node *n, u8 op, u8 type);
/* Counts work. Returns false when it is too much for one method: the compilation is given up (g->why_not), and the
 * caller should return soon. */
bool opt_work(struct opt_graph *g, u64 amount);
/* Finds reverse postorder, dominators and loops, and removes the edges out of unreachable blocks. */
void opt_analyze(struct opt_graph *g);
/* Does every path to b lead through a? A block dominates itself. Both blocks are reachable. */
bool opt_dominates(const struct opt_graph *g, u32 a, u32 b);
/* The only block outside of the loop that leads to its head, if it leads nowhere else; 0: there is none. */
u32 opt_before_loop(const struct opt_graph *g, u32 head);
/* Is the block in the loop at `head`, or in a loop inside of it? */
bool opt_in_loop(const struct opt_graph *g, u32 block, u32 head);
/* Calls fn with the address of each value that the node uses, in operands, `dep` and states. */
void opt_each_use(struct opt_graph *g, struct opt_node *n, void (*fn)(void *arg, opt_value *use), void *arg);
/* Calls fn with the address of each value of one frame, and of the fields of its virtual objects. */
void opt_each_in_frame(struct opt_state *s, void (*fn)(void *arg, opt_value *use), void *arg);
/* Does the node store values into their places in the frames? */
bool opt_is_site(const struct opt_node *n);
/* Prints the graph to standard output, under the name of the pass that has just run. */
void opt_print(const struct opt_graph *g, const char *pass);
/* opt_text.c: writes the graph, which is analyzed, in the form that opt_reader.h reads. */
void opt_write(const struct opt_graph *g, FILE *out);
/* opt_verify.c: checks the invariants of docs/optimizer.md. If one is broken, returns false; `text` names the node and
 * the reason. */
bool opt_verify(struct opt_graph *g, char *text, size_t size);
/* opt_verify_places.c: does every node find its operands where opt_allocate has put them? Returns as opt_verify. */
bool opt_verify_places(struct opt_graph *g, char *text, size_t size);
/* opt_plant.c: plants a fault for the test of opt_verify, in debug builds. */
void opt_plant_fault(struct opt_graph *g, const char *pass);

/* opt_build.c: returns false if the method cannot be compiled; g->why_not has the reason */
bool opt_build(struct opt_graph *g);
/* opt_budget.c: the graph has been built, and is to be built again where hot calls found no room because of others that
 * run less often. g is as before opt_build then. */
WARN_UNUSED bool opt_begin_again(struct opt_graph *g);
/* opt_interval.c. What is known of values at a certain place: `narrow` makes the bounds of v narrower if it can. */
struct opt_told {
    void (*narrow)(void *arg, opt_value v, i64 *least, i64 *most);
    void *arg;
};
/* x cc y, if that is the same whatever they are; told: NULL, or what else is known. Also of values that are no numbers:
 * not known. */
bool opt_comparison_known(const struct opt_graph *g, u8 cc, opt_value x, opt_value y, const struct opt_told *told,
                          bool *yes);
/* Is the index certainly one of an array of that length? */
bool opt_index_known(const struct opt_graph *g, opt_value index, opt_value length, const struct opt_told *told);
/* Is the int or long certainly at least the one and at most the other? */
bool opt_lies_between(const struct opt_graph *g, opt_value v, i64 least, i64 most, const struct opt_told *told);
/* opt_bytecode.c. Where the descriptor of the parameter that comes in this local begins in m's; NULL: none begins
 * there. */
const char *opt_descriptor_of_local(const struct method *m, u32 local);
/* opt_memory.c. The letter of the elements (ELEMENTS in opt_ir.def) if v, unless NULL, is a primitive array by the node
 * that gives it; 0: it may be anything. */
u8 opt_primitive_array(const struct opt_graph *g, opt_value v);
/* The field of objects of class c at the offset, if an access of this kind (a letter, never [) by offset is one of the
 * field; else NULL. A boolean's is none: such a load takes every byte but 0 for true. */
const struct field *opt_field_at(const struct class *c, i64 offset, u8 kind);
/* Turns n, a RAW_LOAD or RAW_STORE, into an access of f. Its base is an object with f where `dep` has been passed. */
void opt_access_field(struct opt_node *n, const struct field *f);
/* opt_constant.c. Does the element of the known array `array` stay as it is? Then stores its value to *bits; for a
 * reference, the object's address. */
bool opt_stable_element(const struct opt_node *array, i64 index, u8 kind, i64 *bits);
/* opt_box.c. The class of boxes; NULL: no BOX was made of it. */
const struct opt_box_class *opt_box_class(const struct opt_graph *g, const struct class *c);
/* opt_escape.c. How many objects are made only where code is left (OPT_VIRTUAL). */
u32 opt_count_virtuals(const struct opt_graph *g);
/* opt_allocate.c */
void opt_allocate(struct opt_graph *g);
/* opt_split.c. in_memory: by value, 1 if it lives in memory because it is alive over a call. */
void opt_split(struct opt_graph *g, const u8 *in_memory);
/* opt_layout.c: writes the blocks in the order of their code. Returns their number. */
u32 opt_lay_out(struct opt_graph *g, u32 *blocks);
/* Is v, which was computed before, used after the node at position `at`? */
bool opt_alive_over(const struct opt_graph *g, opt_value v, u32 at);

#endif
