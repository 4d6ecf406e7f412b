/* The optimizer's form of a method: static single assignment in a graph of basic blocks (docs/optimizer.md).
 *
 * A value is the number of the node that makes it; 0 is none. Types are those of the operand stack: what is smaller
 * than an int is an int. A node that can leave for the interpreter, call or stop has a state: what the interpreter's
 * frames hold before that instruction, inlined ones included.
 *
 * All memory of a compilation is one arena. One thread at a time has a graph. */
#ifndef ARGUS_EXEC_OPT_OPT_IR_H
#define ARGUS_EXEC_OPT_OPT_IR_H

#include "base/arena.h"
#include "model/frame.h"

typedef u32 opt_value;

enum opt_type { OPT_VOID, OPT_INT, OPT_LONG, OPT_FLOAT, OPT_DOUBLE, OPT_REF, OPT_VECTOR /* 16 bytes */ };

enum opt_op {
    /* values */
    OPT_PHI,   /* args: one for each predecessor of the block */
    OPT_CONST, /* imm: the bits; a reference: NULL, or an object that never moves */
    OPT_PARAM, /* imm: the local that holds it at the entry */
    OPT_ADD,
    OPT_SUB,
    OPT_MUL,
    OPT_DIV, /* of floats; of ints behind a check, imm 1: both operands are constants apart from the extremes */
    OPT_REM,
    OPT_AND,
    OPT_OR,
    OPT_XOR,
    OPT_MIN,
    OPT_MAX,
    OPT_SHL,
    OPT_SHR,
    OPT_USHR,
    OPT_NEG,
    OPT_CONV,    /* imm: enum opt_conv */
    OPT_COMPARE, /* lcmp, fcmpl, fcmpg: imm is the result for NaN */
    OPT_SPREAD,  /* a vector with in[0] in each lane; imm 1: in the first, 0 in the others. kind: of the lanes */
    OPT_LANES,   /* in[0], in[1]: vectors; imm: what is done lane by lane, an opt_op; of a shift also by << 8 */
    OPT_TOTAL,   /* all lanes of in[0] by the operation imm, an int or a long */
    OPT_TEST,    /* in[0] cc in[1], of ints or references: 1 or 0 */
    /* memory; imm: the offset; `kind`: the letter of a field's type */
    OPT_LOAD,
    OPT_STORE,         /* in: object, value */
    OPT_LOAD_ELEMENT,  /* in: array, index; imm: OPT_AHEAD times how far behind the index the element is */
    OPT_STORE_ELEMENT, /* in: array, index, value; imm as well, and, `kind` B, 1 if these are no booleans */
    OPT_LOAD_LANES,    /* in: array, index; imm: as of OPT_LOAD_ELEMENT. A vector of elements from there on */
    OPT_STORE_LANES,   /* in: array, index, vector */
    OPT_ARRAY_LENGTH,
    OPT_LOAD_RESOLVED, /* ptr: cp; imm: index in its array of resolved references */
    OPT_LOAD_APPENDIX, /* ptr: call site */
    OPT_CLASS_OF,      /* the class reference, an int */
    OPT_FAR,           /* in[0] + imm, an int. In no block, named by exits */
    OPT_COPY,          /* of a value that lives in memory, for uses between two calls; of a constant, for a loop */
    /* checks: they leave for the interpreter when they fail */
    OPT_CHECK_NULL,
    OPT_CHECK_INDEX,   /* in: index, length */
    OPT_CHECK_DIVISOR, /* not 0 */
    OPT_CHECK_CAST,    /* ptr: the class */
    OPT_CHECK_STORE,   /* in: array, value */
    OPT_CHECK_CLASS,   /* the object's class is ptr */
    OPT_CHECK_ORDER,   /* in[0] cc in[1], as ints */
    OPT_INSTANCE_OF,   /* ptr: the class */
    OPT_CHECK_FINALIZER,
    /* monitors; they leave for the interpreter when it has to look closer; imm: the header of the frame that does it.
       cc 1: without a record (opt_unnoted.c); such an OPT_ENTER has in args what is held so around it, the headers at
       ptr */
    OPT_ENTER, /* kind: OPT_OF_METHOD, or 0 */
    OPT_EXIT_MONITOR,
    OPT_EXIT_METHOD,    /* the monitor of a synchronized method, the last that its frame has; in: none, what the frame
                          says */
    OPT_CHECK_UNLOCKED, /* the frame has entered no monitor that it has not left */
    /* objects */
    OPT_NEW,        /* ptr: the class */
    OPT_NEW_ARRAY,  /* in: length; ptr: the array's class */
    OPT_NEW_ARRAYS, /* imm: dimensions, whose lengths are operands; ptr: the outermost array's class */
    OPT_VIRTUAL,    /* an object that is made only where code is left; ptr: the class. In no block, named by states */
    /* calls; args: all argument values; imm: slots of arguments */
    OPT_CALL,           /* ptr: the method */
    OPT_CALL_VIRTUAL,   /* imm also has the table's slot << 16 */
    OPT_CALL_INTERFACE, /* ptr: the inline cache */
    OPT_CALL_LEAF, /* no call for who looks. ptr: a leaf native's body; args by slot; it leaves when that declines */
    /* control, the last of a block */
    OPT_POLL, /* not the last */
    OPT_GOTO,
    OPT_IF, /* in[0] cc in[1]: to succ[0], else to succ[1] */
    OPT_RETURN,
    OPT_EXIT,    /* to the interpreter */
    OPT_ENTRIES, /* to succ[0]; succ[1] is where the code can also be entered */
    OPT_OPS
};

enum { OPT_AHEAD = 2 };

enum opt_conv {
    OPT_I2L,
    OPT_I2F,
    OPT_I2D,
    OPT_L2I,
    OPT_L2F,
    OPT_L2D,
    OPT_F2I,
    OPT_F2L,
    OPT_F2D,
    OPT_D2I,
    OPT_D2L,
    OPT_D2F,
    OPT_I2B,
    OPT_I2C,
    OPT_I2S,
    OPT_I2Z,
    /* the same bits as another type */
    OPT_RAW_F2I,
    OPT_RAW_I2F,
    OPT_RAW_D2L,
    OPT_RAW_L2D,
    /* of one type; the suffix is the operand's */
    OPT_SQRT,
    OPT_FLOOR,
    OPT_CEIL,
    OPT_RINT,
    OPT_BIT_COUNT,
    OPT_LEADING_ZEROS,
    OPT_TRAILING_ZEROS,
    OPT_REVERSE_BYTES,
    OPT_CLASS_MIRROR /* of what OPT_CLASS_OF says */
};

/* Conditions, as the processor numbers them for signed ints; IF of floats: imm is the answer for NaN. */
enum opt_cc { OPT_EQ = 4, OPT_NE = 5, OPT_LT = 0xc, OPT_GE = 0xd, OPT_LE = 0xe, OPT_GT = 0xf };

/* Why code goes back to the interpreter. */
enum opt_reason {
    OPT_UNLINKED,
    OPT_CHECK,
    OPT_EARLY, /* by a check that stands before its loop, with the frames as they are there */
    OPT_NEVER, /* a branch went where it had never gone */
    OPT_RARE,
    OPT_TOLD, /* a place of a tool, which the interpreter tells it of */
    OPT_POLLED
};
enum { OPT_OF_METHOD = 1 }; /* a synchronized method's own monitor */
/* How often a method is made again because its code was left too often. */
enum { OPT_MADE_AGAIN = 5 };

/* What an OPT_VIRTUAL has in its fields where a state names it. */
struct opt_virtual {
    opt_value object;
    const struct opt_fields *fields; /* of its class */
    opt_value *values;               /* by field */
};
struct opt_fields {
    u32 count;
    const struct field *all[];
};
/* The frame of one method as the interpreter would have it. */
struct opt_state {
    struct opt_state *caller; /* NULL: the compiled method itself */
    struct method *m;
    u32 bci;
    i32 locals, header; /* where they are, in slots from the outermost frame's header; outermost locals: see opt_slot */
    u16 nlocals, nstack;
    u8 reason;
    opt_value lock;               /* what an inlined synchronized method has locked, or 0 */
    const u64 *live;              /* locals that the bytecode could use; the collector may clear the others */
    struct opt_virtual *virtuals; /* of the innermost frame: all that the frames name */
    u32 virtual_count, virtual_room;
    opt_value slots[]; /* nlocals + nstack; 0: nothing that the bytecode could use. Wide values are in the upper slot */
};

/* Whose value a node is: for tools that ask by address, and for nothing else. */
struct opt_origin {
    const struct opt_origin *caller; /* NULL: m is the compiled method itself */
    struct method *m;
    u32 bci;
};

struct opt_node {
    u8 op, type, cc, kind;
    u16 argc;
    bool dead;
    u32 block;
    opt_value in[3];
    opt_value dep; /* a check that must come before */
    opt_value *args;
    i64 imm;
    void *ptr;
    struct object *known; /* while the graph is built: the object that it is; NULL: not known */
    struct opt_state *state;
    const struct opt_origin *origin; /* NULL: of no instruction */
    /* allocation */
    u32 at; /* position */
    u32 from, to;
    i8 reg;    /* -1: none */
    i32 home;  /* where it is kept in memory, a slot; OPT_NO_HOME */
    i8 shadow; /* -1, or a register that gets the value too, for the copy behind it */
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
    struct opt_state *entry; /* of a loop's first block: the frames there */
    u32 order;               /* in reverse postorder, from 1; 0: not reached */
    u32 idom, loop;          /* loop: the first block of the innermost one, or 0 */
    u32 parent;              /* of a loop's first block: that of the loop around it */
    u32 depth;
    bool rare;
    u32 start, end; /* positions */
    u32 code;       /* offset of its code */
};

enum { NO_ENTRY = UINT32_MAX };
/* A way into the middle: the interpreter's frame is before the instruction at bci; NO_ENTRY: there is none after
 * all. */
struct opt_entry {
    u32 bci, block;
};
struct opt_graph {
    struct arena arena;
    struct method *m;
    struct opt_node *nodes;
    u32 count, room;
    struct opt_block *blocks; /* 1 is the entry */
    u32 block_count, block_room;
    u32 *order;
    u32 order_count;
    i32 extent;           /* slots above the outermost header that its frames may take */
    u32 gap;              /* slots between its locals and its header */
    u32 leaf_slots;       /* arguments of leaves and a result, above its extent */
    const u64 *unwritten; /* its arguments that nothing writes: who pops the frame finds them */
    struct method **methods;
    u32 method_count, method_room;
    u32 bytes;                       /* of bytecode that was taken in */
    const struct opt_range **ranges; /* by value, once it is allocated: where it is alive */
    u32 lane_loops;                  /* by vectors */
    bool enterable;                  /* the outermost loops, by frames of the interpreter */
    struct opt_entry *entries;
    u32 entry_count;
    const struct opt_origin *origin; /* of new nodes */
    const char *why_not;
};

static inline struct opt_node *opt_node(struct opt_graph *g, opt_value v) { return &g->nodes[v]; }

/* On the operand stack, by the letter of the type. */
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

/* What values may be in. The others are for single instructions, or the machine's own: r12 the thread, r15 the
 * outermost frame, rsp. */
extern const u8 opt_registers[], opt_float_registers[];
extern const u32 opt_register_count, opt_float_register_count;
/* Does the node write its output before it has read all inputs? */
static inline u32 opt_reads_late(const struct opt_node *n) { return n->op == OPT_NEW_ARRAY ? 1 : 0; }

/* opt_ir.c */
/* An array of `count` elements with room for one more: `old`, or a copy in the arena. */
void *opt_grown(struct opt_graph *g, void *old, u32 count, u32 *room, size_t size);
opt_value opt_new_node(struct opt_graph *g, u8 op, u8 type);
u32 opt_new_block(struct opt_graph *g);
void opt_append(struct opt_graph *g, u32 block, opt_value v);
void opt_insert_before_end(struct opt_graph *g, u32 block, opt_value v);
void opt_add_edge(struct opt_graph *g, u32 from, u32 to);
/* `pred` does not lead to the block any more: its merges lose what they got from there. */
void opt_remove_pred(struct opt_graph *g, u32 block, u32 pred);
bool opt_compares(u8 cc, i64 x, i64 y); /* enum opt_cc */
/* Reverse postorder, dominators, loops. */
void opt_analyze(struct opt_graph *g);
bool opt_dominates(const struct opt_graph *g, u32 a, u32 b);
/* The block before the loop, which does nothing but go there; 0: there are several. */
u32 opt_before_loop(const struct opt_graph *g, u32 head);
/* Is the block in the loop that starts at `head`, or in one inside of it? */
bool opt_in_loop(const struct opt_graph *g, u32 block, u32 head);
/* fn for each value that the node uses, by address; states too. */
void opt_each_use(struct opt_graph *g, struct opt_node *n, void (*fn)(void *arg, opt_value *use), void *arg);
/* fn for what one of its frames holds, and what fields of its virtual objects do. */
void opt_each_in_frame(struct opt_state *s, void (*fn)(void *arg, opt_value *use), void *arg);
bool opt_is_pure(const struct opt_node *n);
bool opt_is_check(const struct opt_node *n);
bool opt_is_call(const struct opt_node *n);
/* Does it put values into their places in the frames? */
bool opt_is_site(const struct opt_node *n);
void opt_print(struct opt_graph *g);

/* opt_build.c: false: this method is not for it; g->why_not says so */
bool opt_build(struct opt_graph *g);
/* opt_simplify.c */
void opt_simplify(struct opt_graph *g);
/* opt_interval.c. x cc y, if that is the same whatever they are. Also of values that are no numbers: not known. */
bool opt_comparison_known(const struct opt_graph *g, u8 cc, opt_value x, opt_value y, bool *yes);
/* Is the index certainly one of an array of that length? */
bool opt_index_known(const struct opt_graph *g, opt_value index, opt_value length);
/* Is it certainly a length, and at most that? */
bool opt_length_known(const struct opt_graph *g, opt_value length, i64 most);
/* opt_escape.c: objects that only this code knows become OPT_VIRTUAL, their fields values. The graph is analyzed.
 * false: there are none. */
bool opt_escape(struct opt_graph *g);
u32 opt_count_virtuals(const struct opt_graph *g);
/* opt_branch.c: branches on booleans that branches have made lead where they will. The graph is analyzed, before and
 * after. false: nothing changed. */
bool opt_branches(struct opt_graph *g);
/* opt_unroll.c: loops that count get several turns at once. The graph is analyzed, before and after. false: there are
 * none. */
bool opt_unroll(struct opt_graph *g);
/* Innermost loops with a few turns, known how many, become as many copies of their bodies. As opt_unroll. */
bool opt_unroll_whole(struct opt_graph *g);
/* opt_vector.c: loops over arrays, several elements at once. As opt_unroll. */
bool opt_vectors(struct opt_graph *g);
/* opt_address.c: the last thing before registers. */
void opt_fold_addresses(struct opt_graph *g);
/* opt_unnoted.c: which monitors are entered and left where nobody can look. The graph is analyzed. */
void opt_unnoted(struct opt_graph *g);
/* opt_allocate.c */
void opt_allocate(struct opt_graph *g);
/* opt_split.c. in_memory: by value, what a call's being in its life keeps out of registers. */
void opt_split(struct opt_graph *g, const u8 *in_memory);
/* opt_layout.c: all blocks in the order of their code. Returns how many. */
u32 opt_lay_out(struct opt_graph *g, u32 *blocks);
/* Is v, which was made before, needed behind the node at position `at`? */
bool opt_alive_over(const struct opt_graph *g, opt_value v, u32 at);

#endif
