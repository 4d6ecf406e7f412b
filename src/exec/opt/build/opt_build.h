/* Between the files that make a graph of bytecode: opt_bytecode.c, its shape; opt_call.c, calls; opt_linker.c, calls of
 * method handles; opt_throw.c, exceptions; opt_constant.c and opt_box.c, what is known of objects; opt_build.c, all
 * other instructions. */
#ifndef ARGUS_EXEC_OPT_BUILD_OPT_BUILD_H
#define ARGUS_EXEC_OPT_BUILD_OPT_BUILD_H

#include "bytecode/bytecode.h"
#include "exec/opt/opt_ir.h"
#include "exec/tier/profile.h"
#include "interp_ops.h"
#include "thread/probe_points.h"

enum {
    MAX_BYTES = 8000,        /* of bytecode of one method */
    MAX_INLINED = 2500,      /* bytes of bytecode inlined into one method */
    MAX_WITH_HANDLES = 5000, /* the same with those of the trees of handles */
    OF_HANDLES = 700,        /* bytes for each tree of handles */
    LEFT_OF_HANDLES = 8,     /* of so many bytes in methods that run a known method handle one is left */
    MAX_DEPTH = 15,          /* of inlined calls; parts of method handles do not count */
    DEPTH_OF_SMALL = 20,     /* of methods of at most SMALL bytes that are hot: at the end of a chain lies its work */
    MAX_FORCED = 36,         /* of calls that @ForceInline asks to inline, and of all together */
    TINY = 8,                /* methods of so few bytes are inlined at any depth */
    LESS_THAN_A_CALL = 16,   /* in the code; methods of so few bytes are inlined even where MAX_INLINED is reached */
    SMALL = 35,              /* where it is cold; methods of so few bytes are inlined into themselves twice */
    MIDDLE = 150,            /* where it is hot, at most NEAR calls below the compiled method */
    BELOW_MIDDLE = 80,       /* elsewhere */
    LARGE = 320,             /* where it is hot and a run of it passes SHORT bytes on the average */
    SHORT = 100,
    NEAR = 5,
    MOST_LOOKED_AT = 1000, /* no more bytes of a callee are asked for what of them runs */
    MAX_NODES = 40000,
    MAX_EXTENT = 400,        /* slots */
    EXTENT_OF_HANDLES = 160, /* of these, taken by the handles of a record's equals, */
    DEPTH_OF_HANDLES = 12    /* and of MAX_FORCED */
};

struct edge {
    u32 block;
    opt_value *slots;
    u32 depth;
};
/* A basic block of bytecode. */
struct part {
    u32 bci, end;
    u32 block; /* number of its block in the graph; 0: not reached */
    struct edge *edges;
    u32 edge_count, edge_room;
    u32 preds; /* predecessors in the bytecode */
    bool done, head, throws;
    bool passed;  /* its turn came before any edge to it was known */
    bool begun;   /* its turn has come */
    bool of_head; /* opt_head.c */
    u64 *live;
    u64 *written;       /* the locals that its instructions write */
    const u64 *changed; /* of a loop's start: the locals that are written in the loop */
    u32 first, insns;   /* indexes into the scope's `starts` */
    u32 *succ;
    u32 succ_count;
    u32 order;           /* its place in the scope's order, from 1; 0: not reached */
    float heat, before;  /* how often it runs (opt_heat.c); of a loop's start: how often the loop is entered */
    opt_value *phis;     /* of a loop's head */
    bool entered;        /* a loop that has an entry in the graph's `entries`, or around such a loop */
    opt_value resumed;   /* before a loop around loops with entries: the number of the one that is entered, or 0 */
    opt_value *entering; /* merges in its head that have zeros on the ways back */
    u32 entering_count, entering_room;
};
/* An entry of a loop in another loop. */
struct inner_entry {
    struct part *outer, *inner; /* the heads of the loops */
    u32 entry;                  /* index into the graph's `entries` */
    u32 edge;                   /* index of its edge to `outer`; UINT32_MAX: none */
    u32 way;                    /* the block in `outer` that has yet to lead to `inner`; 0: none */
    opt_value *frame;           /* by local: the variables in the frame that enters, then those in `way` */
    opt_value *before;          /* the same in the block before `outer`, merged with what the other ways have */
};
enum { MOST_ENTRIES = 8 };
struct scope {
    struct scope *caller;
    struct method *m;
    struct opt_state *call;          /* the callers' frames at the call */
    const struct opt_origin *called; /* the call instruction */
    i32 locals, header;
    u32 depth;                   /* number of inlined calls around it */
    u32 limit;                   /* of the bytes of all code, for the calls in it */
    u32 level;                   /* the same without parts of method handles */
    const struct object *handle; /* the method handle that this scope runs a part of; NULL: unknown */
    opt_value object;            /* that this code has made and on which this scope runs; 0: unknown */
    opt_value began;             /* the first value that is made in it */
    struct part *parts;
    u32 part_count;
    u32 *part_at; /* by bci: the part's number + 1 */
    u32 *order;
    u32 order_count;
    const struct part *now; /* the part being built */
    bool loops;             /* it has loops */
    bool only_head;         /* its other parts are a call of the method (opt_head.c) */
    u32 words;
    u16 *starts;          /* bcis of the instructions */
    opt_value lock;       /* the monitor object of an inlined synchronized method, or 0 */
    bool locks;           /* the method has monitorenter instructions */
    opt_value *behind;    /* the caller's frame during the call */
    opt_value receiver;   /* of an inlined instance method: an instance of its owner; else 0 */
    u64 *kept;            /* arguments that an inlined method never writes: they stay in states for debuggers */
    bool shows_this;      /* probes look at `this` where the method returns */
    struct edge *returns; /* slots[0] is the returned value */
    u32 return_count, return_room;
    struct inner_entry inner[MOST_ENTRIES];
    u32 inner_count;
};
/* A comparison that dominates the code being built has shown the exact class of a value. */
struct told_class {
    opt_value o;
    struct class *c;
    const struct told_class *around;
};
struct builder {
    struct opt_graph *g;
    struct arena *a;
    struct scope *s;
    u32 block; /* the block being filled; 0: the code is unreachable */
    opt_value *cur;
    u32 sp;          /* number of operands */
    u32 behind_args; /* operands of the instruction behind those: states have them too */
    const u64 *live; /* the locals that are live before the instruction */
    const struct told_class *told;
    bool probed; /* the code before has told probes of the instruction */
    bool failed;
};

static inline bool fail(struct builder *b, const char *why)
{
    b->failed = true;
    if (!b->g->why_not) b->g->why_not = why;
    return false;
}

static inline void set_bit(u64 *bits, u32 i) { bits[i / 64] |= (u64)1 << (i % 64); }
static inline void clear_bit(u64 *bits, u32 i) { bits[i / 64] &= ~((u64)1 << (i % 64)); }
static inline bool has_bit(const u64 *bits, u32 i) { return bits[i / 64] >> (i % 64) & 1; }

/* ---- opt_bytecode.c ---- */
/* Finds the basic blocks, their order and liveness of s's method. Returns false if the optimizer cannot compile it. */
bool opt_scan(struct builder *b, struct scope *s);
/* Stores the locals that are live at the end of p. */
void opt_live_behind(const struct scope *s, const struct part *p, u64 *live);
/* Walks p backwards. `live` holds the locals live at its end, and on return those at its start. at: NULL, or the place
 * for the sets before each instruction. */
void opt_live_through(const struct scope *s, const struct part *p, const u16 *starts, u64 *live, u64 *at);
/* The start of the outermost loop that the way from one instruction to the other leaves; NULL: it leaves none. A loop
 * counts as the bytecode from its head to its last back edge. */
const struct part *opt_loop_left(const struct scope *s, u32 from, u32 to);
/* The end of the loop that starts at p, in the order of the bytecode; 0: there is no such loop. */
u32 opt_loop_end(const struct scope *s, const struct part *p);
/* The locals that are written in the loop that starts at p. */
const u64 *opt_written_in_loop(struct builder *b, const struct scope *s, const struct part *p);
/* Has the local the same value in each turn of the loop that starts at p? */
static inline bool opt_stays_in_loop(const struct scope *s, const struct part *p, u32 local)
{
    return local < s->m->max_locals && (has_bit(s->kept, local) || !has_bit(p->changed, local));
}
/* The number of loops around p, which must be the start of a loop. Stores the start of an outermost one of them, or
 * NULL, to *around. */
u32 opt_loops_around(const struct scope *s, const struct part *p, struct part **around);
/* The type of the local, which is live at the start of p; OPT_VOID: not known. */
u8 opt_type_of_local(struct builder *b, const struct scope *s, const struct part *p, u32 local);

/* ---- opt_heat.c ---- */
/* The ways that m's branch at bci has never gone, if the profile has seen enough: 1, it never jumped, or 2, it always
 * did. */
u32 opt_ways_not_gone(const struct builder *b, const struct method *m, u32 bci);
/* The profile of m's switch at bci. `all`: how often it ran, 0: not known. `enough`: the profile has seen enough, and
 * has all targets that it went to. */
struct opt_chosen {
    struct profile_switch seen;
    float all;
    u32 unlisted; /* the ways to targets that the profile does not list */
    bool enough;
};
struct opt_chosen opt_chosen_at(const struct builder *b, const struct method *m, u32 bci);
/* The share of its runs that went to the target, 0 to 1. Targets that are not listed have equal shares. `all` is not
 * 0. */
float opt_share_of_target(const struct opt_chosen *c, u32 target);
/* Has it never gone there? */
static inline bool opt_never_chosen(const struct opt_chosen *c, u32 target)
{
    return c->enough && opt_share_of_target(c, target) == 0;
}
/* The bytes of m's bytecode that are built if m is inlined: not those behind branches that never went there, nor those
 * that inevitably lead to a throw. */
u32 opt_bytes_that_run(struct builder *b, const struct method *m);
/* The bytes that an average run of m passes, by the counts of its branches; with a loop in it, all. */
u32 opt_bytes_of_a_run(struct builder *b, const struct method *m);
/* Has the loop at p certainly few turns each time, on average? */
bool opt_has_few_turns(const struct scope *s, const struct part *p);
/* The share of the ways through m's branch at bci that jump. */
float opt_share_of_jumps(const struct method *m, u32 bci);
/* Sets how often each part of s runs for each run of the compiled method; `heat`: how often s does. */
void opt_find_heat(const struct builder *b, struct scope *s, float heat);
/* The same as a block has it. */
u32 opt_heat_of(float heat);

/* ---- opt_budget.c ---- */
/* The call being built is inlined, and so many bytes count. */
void opt_spend(struct builder *b, u32 bytes);
/* It is worth inlining, but there is no room. */
void opt_no_room(struct builder *b);
/* Is it one of those that leave the room to hotter ones? */
static inline bool opt_leaves_room(const struct builder *b) { return b->s->now->heat < b->g->least_heat; }

/* ---- opt_switch.c ---- */
/* Builds the tableswitch or lookupswitch. */
void opt_switch_on(struct builder *b, const struct bytecode *i);

/* ---- values ---- */
static inline struct opt_node *node(struct builder *b, opt_value v) { return &b->g->nodes[v]; }
static inline opt_value *stack_of(struct builder *b) { return b->cur + b->s->m->max_locals; }

static inline opt_value add(struct builder *b, u8 op, u8 type, opt_value x, opt_value y)
{
    opt_value v = opt_new_node(b->g, op, type);
    node(b, v)->in[0] = x;
    node(b, v)->in[1] = y;
    opt_append(b->g, b->block, v);
    return v;
}
static inline opt_value constant(struct builder *b, u8 type, i64 bits)
{
    opt_value v = add(b, OPT_CONST, type, 0, 0);
    node(b, v)->imm = bits;
    return v;
}
/* The same in block 1, which has its end. */
static inline opt_value opt_constant_at_start(struct builder *b, u8 type, i64 bits)
{
    opt_value v = opt_new_node(b->g, OPT_CONST, type);
    node(b, v)->imm = bits;
    opt_insert_before_end(b->g, 1, v);
    return v;
}
/* Notes that v is the object o while the graph is built; NULL: unknown. */
static inline void opt_know(struct builder *b, opt_value v, struct object *o)
{
    node(b, v)->known = o;
    if (o) opt_hold(b->g, o);
}
static inline void push(struct builder *b, opt_value v) { stack_of(b)[b->sp++] = v; }
static inline void push_wide(struct builder *b, opt_value v)
{
    push(b, 0);
    push(b, v);
}
static inline void push_type(struct builder *b, opt_value v)
{
    u8 t = node(b, v)->type;
    if (t == OPT_LONG || t == OPT_DOUBLE)
        push_wide(b, v);
    else
        push(b, v);
}
/* The part that begins at bci; NULL: none does. */
static inline struct part *part_at(struct builder *b, u32 bci)
{
    return bci < b->s->m->code_len && b->s->part_at[bci] ? &b->s->parts[b->s->part_at[bci] - 1] : NULL;
}
static inline opt_value pop(struct builder *b) { return stack_of(b)[--b->sp]; }
static inline opt_value pop_wide(struct builder *b)
{
    opt_value v = pop(b);
    b->sp--;
    return v;
}
static inline opt_value pop_kind(struct builder *b, u8 type)
{
    return type == OPT_LONG || type == OPT_DOUBLE ? pop_wide(b) : pop(b);
}
static inline bool is_const(struct builder *b, opt_value v) { return node(b, v)->op == OPT_CONST; }

/* ---- opt_frame.c ---- */
/* The state before the instruction at bci. */
struct opt_state *opt_state_at(struct builder *b, u32 bci, u8 reason);
/* Ends the block with an exit to the interpreter before the instruction at bci. */
void opt_leave_from(struct builder *b, u32 bci, u8 reason);
/* Adds a node that enters or leaves a monitor of the frame with that header. */
opt_value opt_monitor(struct builder *b, u8 op, opt_value o, i32 header, u32 bci);
/* Adds an edge from the block being filled to p, a part of b->s, with the current frame. */
void opt_go_to(struct builder *b, struct part *p);
/* Ends the block with the way back from s, an inlined method, which returns v (0: nothing). */
void opt_return_to_caller(struct builder *b, struct scope *s, opt_value v);
void opt_add_phi_arg(struct builder *b, opt_value phi, opt_value v);
/* Makes the code depend on m: it is dropped when m goes, gets events, or has its instructions changed. */
void opt_note_method(struct builder *b, struct method *m);
/* Can the code name c? Returns false if the loader of c may be unloaded before the code; otherwise the code goes with
 * it. */
bool opt_can_name_class(struct builder *b, const struct class *c);
/* ---- opt_entry.c ---- */
/* Makes the frame at p's start out of those of its edges. loop: each variable gets a merge. */
void opt_values_at(struct builder *b, struct part *p, bool loop);
/* Adds entries at the loops of s, the compiled method. */
void opt_add_entries(struct builder *b, struct scope *s);
/* Puts a block before the loop at p, where all ways to it come together, if there are several or frames may enter. */
void opt_begin_loop(struct builder *b, struct part *p);
/* In the loop around loops with entries: goes on to the inner loop whose entry was taken. */
void opt_resume_inner(struct builder *b, struct part *p);
/* Ends entries that lead nowhere. */
void opt_end_entries(struct builder *b, struct scope *s);
/* ---- opt_build.c ---- */
/* Builds the scope from its first instruction on, in the current block. The arguments are in place. */
bool opt_build_scope(struct builder *b, struct scope *s);

/* ---- opt_throw.c ---- */
/* Has the instruction often failed the check `op`? Then opt_build_thrower builds the throw in the code, and returns the
 * node that later code depends on. y: the length, for an index; c: the class, for a cast. */
bool opt_throws_often(const struct builder *b, u8 op, u32 bci);
opt_value opt_build_thrower(struct builder *b, u8 op, opt_value x, opt_value y, struct class *c, u32 bci);

/* A block that runs as often as the part of the bytecode that is being built. */
static inline u32 new_block(struct builder *b)
{
    u32 block = opt_new_block(b->g);
    b->g->blocks[block].heat = opt_heat_of(b->s->now->heat);
    return block;
}
/* Ends the block with a branch. Code goes on in a new block where the condition holds. Returns the block for the other
 * way. */
static inline u32 go_on_if(struct builder *b, opt_value x, u8 cc, opt_value y)
{
    opt_value branch = add(b, OPT_IF, OPT_VOID, x, y);
    node(b, branch)->cc = cc;
    u32 from = b->block, yes = new_block(b), no = new_block(b);
    opt_add_edge(b->g, from, yes);
    opt_add_edge(b->g, from, no);
    b->block = yes;
    return no;
}

/* Adds the check `op`. If it fails, the code leaves for the interpreter, which throws. Returns the node that later code
 * depends on. */
static inline opt_value check(struct builder *b, u8 op, opt_value x, opt_value y, u32 bci)
{
    if (op != OPT_CHECK_CAST && opt_throws_often(b, op, bci)) return opt_build_thrower(b, op, x, y, NULL, bci);
    opt_value v = add(b, op, OPT_VOID, x, y);
    node(b, v)->state = opt_state_at(b, bci, OPT_CHECK);
    return v;
}
/* While a thread initializes a class, the class's static members and `new` have no quick forms. The check lets that
 * thread go on, and leaves for all others. */
static inline bool opt_is_being_initialized(const struct class *c)
{
    return atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZING;
}
opt_value opt_check_init(struct builder *b, struct class *c, u32 bci);
static inline bool is_never_null(struct builder *b, opt_value v)
{
    const struct opt_node *n = node(b, v);
    if (opt_allocates(n) || (n->op == OPT_CONST && n->imm) || n->known || n->boxed) return true;
    return n->op == OPT_PARAM && n->imm == 0 && n->kind == 't'; /* `this` */
}
/* Returns the check, as `check`; 0: v cannot be NULL. */
static inline opt_value check_null(struct builder *b, opt_value v, u32 bci)
{
    if (is_never_null(b, v)) return 0;
    return check(b, OPT_CHECK_NULL, v, 0, bci);
}

/* The exact class of the value, or NULL if it is not known. */
static inline struct class *exact_class(struct builder *b, opt_value v)
{
    const struct opt_node *n = node(b, v);
    if (n->known) return object_class(n->known);
    for (const struct told_class *t = b->told; t; t = t->around)
        if (t->o == v) return t->c;
    return opt_allocates(n) ? opt_cls(n) : n->box;
}

/* ---- opt_box.c ---- */
/* The number that a call of m, with its argument on the stack, makes a box of; 0: it makes none. */
opt_value opt_to_be_boxed(struct builder *b, const struct method *m);
/* Notes that `box`, the result of the call of m, is a box of `number`. */
void opt_know_box(struct builder *b, opt_value box, const struct method *m, opt_value number);
/* Builds the call of m, for which opt_to_be_boxed has given a number, as a BOX. c: the scope that m would have if it
 * were inlined. Returns false if that is to be done instead. */
bool opt_build_box(struct builder *b, struct method *m, u32 bci, struct scope *c);
/* The value of the field of o where o is known to be a box; 0: not known. */
static inline opt_value opt_unboxed(struct builder *b, opt_value o, const struct field *f)
{
    const struct opt_node *n = node(b, o);
    bool its = n->boxed && f->owner == n->box && !(f->access & ACC_STATIC);
    return its && type_of_kind(f->kind) == node(b, n->boxed)->type ? n->boxed : 0;
}
/* ---- opt_constant.c ---- */
/* Is field f of the object o known never to change? Then stores its value to *bits; for a reference, the object's
 * present address. */
bool opt_constant_field(struct builder *b, opt_value o, const struct field *f, i64 *bits);
/* Is f a field with an array whose elements never change once they are not 0? */
bool opt_is_stable_array(const struct field *f);
/* The length of the array, or a negative number if it is not known. */
i64 opt_known_length(struct builder *b, opt_value array);
/* The present length of an array that is loaded from a static field that does not change; a negative number: not
 * known. */
i64 opt_likely_length(struct builder *b, opt_value array);
/* The same as opt_constant_field for an element of a known array. */
bool opt_constant_element(struct builder *b, opt_value array, opt_value index, u8 kind, i64 *bits);
/* Is f, a static field of a primitive type, known never to change? Then stores its value to *bits. */
bool opt_constant_static(const struct field *f, i64 *bits);
/* The object in the static field f if f never changes, else NULL. */
struct object *opt_known_static(const struct field *f);
/* The likely value of v. If v is read from a final field of an object that this code has made (an iterator over another
 * one, a function that holds the next one), this is the value that is written there, otherwise v itself. It is a guess,
 * since bytecode may write such a field twice, and reflection afterwards. */
opt_value opt_likely_value(struct builder *b, opt_value v);
/* The class that the object v, unless it is NULL, is an instance of, by what gives it: a parameter, a field, an array,
 * a method. The verifier has checked their types, unless they are interfaces. NULL: not known. */
struct class *opt_declared_class(struct builder *b, opt_value v);
/* Is it known whether x and y are the same object? */
bool opt_same_known(struct builder *b, opt_value x, opt_value y, bool *same);
/* The method that invokeBasic of this handle, or a linkTo… with this MemberName, calls; NULL: not known. index: the
 * MemberName's vmindex. */
struct method *opt_basic_target(struct builder *b, opt_value handle);
struct method *opt_linked_target(struct builder *b, opt_value member, i64 *index);
/* The class whose mirror v is, or NULL. */
struct class *opt_known_mirror(struct builder *b, opt_value v);

/* ---- opt_linker.c ---- */
/* m is a method that the VM implements (invokeBasic, linkTo…). Returns the method that the call of m goes to; NULL: not
 * known. Its arguments are the operands without the topmost `dropped` ones. May add a null check of the receiver. */
struct method *opt_linker_target(struct builder *b, const struct method *m, u32 bci, u32 *dropped);
/* Builds the effect of m, a method that the VM knows, in place of a call. Returns false if m has to be called. */
bool opt_build_own(struct builder *b, struct method *m, u32 bci);

/* ---- opt_tally.c ---- */
/* Counts a call of m for tools, for a method that is inlined and so passes no entry. The code after this must not leave
 * for a state before the call. */
void opt_tally(struct builder *b, struct method *m);
/* The same for an exception that leaves m, which was inlined. */
void opt_tally_threw(struct builder *b, struct method *m);
/* ---- opt_probe.c ---- */
/* Counts a call of m for probes if m has MTH_COUNTED, as opt_tally does for tools. Nodes replace the call, so m has no
 * MTH_COUNTED_BODY. */
void opt_probe_entered(struct builder *b, struct method *m);
/* The same for the method of b->s, which is about to be inlined; its variables are the arguments. */
void opt_probe_entered_scope(struct builder *b);
/* Tells probes that b->s returns its last operand by the instruction at bci, and that an exception leaves m. No node
 * after it may leave for a place in the method. */
void opt_probe_returns(struct builder *b, u32 bci);
void opt_probe_threw(struct builder *b, const struct method *m);
/* Tells probes that the instruction at bci runs, or that it accesses its field. It cannot fail any more. */
void opt_probe_code(struct builder *b, u32 bci);
/* Is C told of the access, before it is made? Else opt_probe_field counts it, of a read when it has been made. `o`: the
 * object that `checked` has shown not to be NULL; 0: the field is static. */
bool opt_probe_tells_field(struct builder *b, u32 bci, const struct field *f, bool write);
/* written: the value; 0: the field is read. */
void opt_probe_field(struct builder *b, const struct field *f, bool write, opt_value value, opt_value o,
                     opt_value checked);
/* Do probes want to see the frame of m when an exception leaves it? Then the interpreter unwinds it. */
bool opt_probe_sees_throws(const struct method *m);
/* ---- opt_head.c ---- */
/* Does m begin with a test that has been counted? */
bool opt_may_have_head(const struct method *m);
/* Marks the parts of s's head. Returns false if the method has none that is worth inlining alone. */
bool opt_find_head(struct builder *b, struct scope *s);
/* ---- opt_call.c ---- */
/* In p, the part of b->s behind its head: calls the method from its start. */
void opt_build_behind_head(struct builder *b, const struct part *p);
/* Builds a call instruction: inlines the method or calls it. */
void opt_build_call(struct builder *b, const struct bytecode *i);
/* ---- opt_intrinsic.c ---- */
/* Builds the effect of m in place of a call. The arguments are the operands, the receiver is not NULL. Returns false if
 * m has to be called. */
bool opt_build_intrinsic(struct builder *b, struct method *m, u32 bci);
/* Is there a breakpoint in m? One that is set later drops the code (opt_note_method). */
bool opt_has_breakpoint(const struct method *m);
/* The same for methods that become nodes without a state. A receiver that is not known may be null: false. */
bool opt_build_pure(struct builder *b, struct method *m);
/* Builds m, one of Math's functions (exec/invoke/math_call.h). Always returns true. */
bool opt_build_math(struct builder *b, struct method *m, u32 bci);
/* ---- opt_throw.c ---- */
/* May an exception of the instruction be caught in this code? */
bool opt_may_catch(const struct scope *s, u32 bci);
/* Builds athrow: a jump to the handler, or an exit. */
void opt_build_throw(struct builder *b, u32 bci);
/* Builds the ways from the call, the block's last node, to the handlers of its exceptions. Its arguments are no
 * operands any more, its result is none yet. */
void opt_build_catches(struct builder *b, opt_value call, u32 bci);
/* ---- opt_clone.c ---- */
/* Is m Object.clone, and may it be built in line? */
bool opt_is_clone(struct builder *b, struct method *m);
/* Can opt_build_clone copy objects of class c? It replaces a call of m, Object.clone, on an object of class c. */
bool opt_can_clone(const struct class *c);
/* Are allocations of c told? The code goes when that changes. */
bool opt_tells_allocation(struct builder *b, const struct class *c);
void opt_build_clone(struct builder *b, struct class *c, struct method *m, u32 bci);
/* Is m java.lang.reflect.Array.newArray? opt_build_new_array: builds a call of it whose class is known; false: it has
 * to be called. */
bool opt_is_new_array(const struct method *m);
bool opt_build_new_array(struct builder *b, struct method *m, u32 bci);
/* ---- opt_short.c ---- */
/* Builds an access of f, which short objects lack, to an object that is not null and not made in this code. */
void opt_build_short(struct builder *b, const struct field *f, bool put, u32 bci);
/* ---- opt_unsafe.c ---- */
/* Builds the effect of m, a method of Unsafe, in place of a call. Returns false if m has no such form or has to be
 * called. */
bool opt_build_unsafe(struct builder *b, struct method *m, u32 bci);

#endif
