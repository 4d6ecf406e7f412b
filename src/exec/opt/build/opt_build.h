/* Between the files that make a graph of bytecode: opt_bytecode.c, its shape; opt_call.c, calls; opt_linker.c, calls of
 * method handles; opt_throw.c, exceptions; opt_constant.c and opt_box.c, what is known of objects; opt_build.c, all
 * other instructions. */
#ifndef ARGUS_EXEC_OPT_BUILD_OPT_BUILD_H
#define ARGUS_EXEC_OPT_BUILD_OPT_BUILD_H

#include "bytecode/bytecode.h"
#include "exec/opt/opt_ir.h"
#include "interp_ops.h"
#include "thread/probe_points.h"

enum {
    MAX_BYTES = 8000,   /* of one method */
    MAX_INLINED = 2500, /* bytes taken into one method */
    MAX_DEPTH = 9,      /* of calls taken in, those of method handles' parts not counted */
    MAX_FORCED = 36,    /* of calls that the class library wants taken in, and of all together */
    SMALL = 35,         /* bytes that are always taken in */
    MAX_NODES = 40000,
    MAX_EXTENT = 400 /* slots */
};

struct edge {
    u32 block;
    opt_value *slots;
    u32 depth;
};
/* A basic block of bytecode. */
struct part {
    u32 bci, end;
    u32 block; /* in the graph; 0: not reached */
    struct edge *edges;
    u32 edge_count, edge_room;
    u32 preds; /* in the bytecode */
    bool done, head, throws;
    bool passed; /* its turn came before a way to it was known */
    bool begun;  /* its turn has come */
    u64 *live;
    u32 first, insns; /* in the scope's starts */
    u32 *succ;
    u32 succ_count;
    opt_value *phis; /* of a loop's first */
    bool entered;    /* a loop that the code can be entered at: graph's entries */
};
struct scope {
    struct scope *caller;
    struct method *m;
    struct opt_state *call;          /* the callers' frames */
    const struct opt_origin *called; /* the instruction that called */
    i32 locals, header;
    u32 depth;                   /* of calls taken in */
    u32 level;                   /* of those that are no parts of method handles */
    const struct object *handle; /* that a part of is run here; NULL: not known */
    struct part *parts;
    u32 part_count;
    u32 *part_at; /* by bci: number + 1 */
    u32 *order;
    u32 order_count;
    u32 words;
    u16 *starts;          /* of instructions */
    opt_value lock;       /* what an inlined synchronized method has locked, or 0 */
    bool locks;           /* it has instructions that enter monitors */
    opt_value *behind;    /* the caller's frame, as it is around the call */
    u64 *kept;            /* arguments that an inlined method never writes: debuggers always find them in the frame */
    struct edge *returns; /* slots[0]: the value */
    u32 return_count, return_room;
};
/* A comparison around what is being built has told the class of a value. */
struct told_class {
    opt_value o;
    struct class *c;
    const struct told_class *around;
};
struct builder {
    struct opt_graph *g;
    struct arena *a;
    struct scope *s;
    u32 block; /* being filled; 0: what follows is not reached */
    opt_value *cur;
    u32 sp;          /* operands */
    const u64 *live; /* locals before the instruction */
    const struct told_class *told;
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
/* The shape of s's method. false: it is not for the optimizer. */
bool opt_scan(struct builder *b, struct scope *s);
/* What is alive behind p. */
void opt_live_behind(const struct scope *s, const struct part *p, u64 *live);
/* Walks p backwards; `live` is what is alive at its end, then at its start. at: NULL, or where to keep what is alive
 * before each instruction. */
void opt_live_through(const struct scope *s, const struct part *p, const u16 *starts, u64 *live, u64 *at);
/* Is the way from one instruction to the other out of a loop, as far as loops are written in one piece? */
bool opt_leaves_loop(const struct scope *s, u32 from, u32 to);
/* A loop that is in no other one starts at p. */
bool opt_is_outermost(const struct scope *s, const struct part *p);

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
/* v is that object, as long as the graph is built; NULL: it is not known. */
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
/* The frames before the instruction at bci. */
struct opt_state *opt_state_at(struct builder *b, u32 bci, u8 reason);
/* The block ends there, for the interpreter. */
void opt_leave_from(struct builder *b, u32 bci, u8 reason);
/* A monitor of the frame whose header is there. */
opt_value opt_monitor(struct builder *b, u8 op, opt_value o, i32 header, u32 bci);
/* Control goes from the block being filled to p, a part of b->s, with the frame as it is now. */
void opt_go_to(struct builder *b, struct part *p);
void opt_add_phi_arg(struct builder *b, opt_value phi, opt_value v);
/* The code goes when m does, gets events, or has its instructions changed. */
void opt_note_method(struct builder *b, struct method *m);
/* Is c of no loader that could go before the code? Else the code goes with it, or it may not be named: false. */
bool opt_can_name_class(struct builder *b, const struct class *c);
/* ---- opt_build.c ---- */
/* The current block goes on with the scope's first instruction; the arguments are in place. */
bool opt_build_scope(struct builder *b, struct scope *s);

/* ---- opt_throw.c ---- */
/* Does what the check `op` would leave for throw often there? Then opt_build_thrower builds the throw, in code: what
 * follows depends on what it returns. y: an index' length; c: the class of a cast; else unused. */
bool opt_throws_often(const struct builder *b, u8 op, u32 bci);
opt_value opt_build_thrower(struct builder *b, u8 op, opt_value x, opt_value y, struct class *c, u32 bci);

/* Ends the block: control goes on in a new one where the condition holds. Returns the block of the other way. */
static inline u32 go_on_if(struct builder *b, opt_value x, u8 cc, opt_value y)
{
    opt_value branch = add(b, OPT_IF, OPT_VOID, x, y);
    node(b, branch)->cc = cc;
    u32 from = b->block, yes = opt_new_block(b->g), no = opt_new_block(b->g);
    opt_add_edge(b->g, from, yes);
    opt_add_edge(b->g, from, no);
    b->block = yes;
    return no;
}

/* Where the check `op` fails, the code is left for the interpreter, which throws. Returns the value that the code
 * behind it depends on. */
static inline opt_value check(struct builder *b, u8 op, opt_value x, opt_value y, u32 bci)
{
    if (op != OPT_CHECK_CAST && opt_throws_often(b, op, bci)) return opt_build_thrower(b, op, x, y, NULL, bci);
    opt_value v = add(b, op, OPT_VOID, x, y);
    node(b, v)->state = opt_state_at(b, bci, OPT_CHECK);
    return v;
}
/* Returns the check, which what follows depends on; 0: it cannot be NULL. */
static inline opt_value check_null(struct builder *b, opt_value v, u32 bci)
{
    const struct opt_node *n = node(b, v);
    if (opt_allocates(n) || (n->op == OPT_CONST && n->imm) || n->known || n->boxed) return 0;
    if (n->op == OPT_PARAM && n->imm == 0 && n->kind == 't') return 0; /* `this` */
    return check(b, OPT_CHECK_NULL, v, 0, bci);
}

/* The only class that the value can be of here; NULL: it is not known. */
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
/* What the call has given is a box of that number. */
void opt_know_box(struct builder *b, opt_value box, const struct method *m, opt_value number);
/* What the field of o is, because o is a box; 0: not known. */
opt_value opt_unboxed(struct builder *b, opt_value o, const struct field *f);
/* ---- opt_constant.c ---- */
/* Has f of what o is a value that never changes? Then *bits is it; of a reference, where the object is now. */
bool opt_constant_field(struct builder *b, opt_value o, const struct field *f, i64 *bits);
/* Does v, a load of f whose value is known, give an array of which elements that are not 0 never change? */
bool opt_is_stable_array(const struct field *f);
/* How many elements the array has, if it is known; below 0: it is not. */
i64 opt_known_length(struct builder *b, opt_value array);
/* How many elements the array, which is loaded from a static field that is settled, has now; below 0: not known. */
i64 opt_likely_length(struct builder *b, opt_value array);
/* Has the element of a known array a value that never changes? As opt_constant_field. */
bool opt_constant_element(struct builder *b, opt_value array, opt_value index, u8 kind, i64 *bits);
/* Is f, which is static, no reference, settled for good? Then *bits is what it holds. */
bool opt_constant_static(const struct field *f, i64 *bits);
/* The object in f, which is static and settled for good, or NULL. */
struct object *opt_known_static(const struct field *f);
/* Is it known whether the two are the same? */
bool opt_same_known(struct builder *b, opt_value x, opt_value y, bool *same);
/* What invokeBasic of this handle, or a linkTo… with this MemberName, calls; NULL: not known. index: MemberName's
 * vmindex. */
struct method *opt_basic_target(struct builder *b, opt_value handle);
struct method *opt_linked_target(struct builder *b, opt_value member, i64 *index);
/* The class whose mirror v is, or NULL. */
struct class *opt_known_mirror(struct builder *b, opt_value v);

/* ---- opt_linker.c ---- */
/* The method that a call of m, which is the VM's own, goes to, where that is known; its arguments are the operands but
 * for the topmost `dropped` ones. NULL: not known. May add the receiver's null check. */
struct method *opt_linker_target(struct builder *b, const struct method *m, u32 bci, u32 *dropped);
/* What m, which the VM knows, does, in place of a call. false: m is called like any other. */
bool opt_build_own(struct builder *b, struct method *m, u32 bci);

/* ---- opt_tally.c ---- */
/* Where calls are counted for tools: a call of m is counted here, since it passes no entry of a method. What follows
 * must not leave for a place before the call. */
void opt_tally(struct builder *b, struct method *m);
/* The same for an exception that leaves m, which was taken in. */
void opt_tally_threw(struct builder *b, struct method *m);
/* ---- opt_probe.c ---- */
/* Where probes count m (MTH_COUNTED): a call of m is counted here, as opt_tally does it. args: its first argument's
 * slot; NULL: it is in place of m, which has no MTH_COUNTED_BODY. */
void opt_probe_entered(struct builder *b, struct method *m, const opt_value *args);
/* The same for m's end by a return or an exception. Nothing may leave behind it for a place in m. */
void opt_probe_left(struct builder *b, const struct method *m, enum probe_exit how, opt_value result);
/* ---- opt_call.c ---- */
/* A call instruction, taken in or made. */
void opt_build_call(struct builder *b, const struct bytecode *i);
/* ---- opt_intrinsic.c ---- */
/* What m does, in place of a call of it; the arguments are the operands, the receiver is not NULL. false: m is called
 * like any other. */
bool opt_build_intrinsic(struct builder *b, struct method *m, u32 bci);
/* A function of Math's own (exec/invoke/math_call.h), which m is. Always true. */
bool opt_build_math(struct builder *b, struct method *m, u32 bci);
/* ---- opt_throw.c ---- */
/* May what the instruction of s throws be caught in the code? */
bool opt_may_catch(const struct scope *s, u32 bci);
/* athrow: to the handler, or for the interpreter. */
void opt_build_throw(struct builder *b, u32 bci);
/* ---- opt_clone.c ---- */
/* Is m Object.clone, which may be in line? */
bool opt_is_clone(struct builder *b, struct method *m);
/* May c's objects be copied by opt_build_clone? It is in place of m, Object.clone, of an object that is of class c. */
bool opt_can_clone(const struct class *c);
void opt_build_clone(struct builder *b, struct class *c, struct method *m, u32 bci);
/* ---- opt_unsafe.c ---- */
/* What m, a method of Unsafe that may run so, does, in place of a call. false: it is none of those, or is called. */
bool opt_build_unsafe(struct builder *b, struct method *m, u32 bci);

#endif
