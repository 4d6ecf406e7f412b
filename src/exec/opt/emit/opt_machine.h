/* Shared by the files that emit machine code: opt_move.c, parallel moves; opt_site.c, frames at calls, and stubs;
 * opt_operation.c, arithmetic, memory and checks; opt_monitor.c, monitors; opt_emit.c, control flow and the whole.
 *
 * rax, rcx, rdx, xmm14 and xmm15 are scratch registers of single instructions. rsp is as at the start of a C function:
 * 8 below a multiple of 16. */
#ifndef ARGUS_EXEC_OPT_EMIT_OPT_MACHINE_H
#define ARGUS_EXEC_OPT_EMIT_OPT_MACHINE_H

#include "cpu/x86_64/x86_avx.h"
#include "exec/opt/emit/opt_emit.h"
#include "thread/thread.h"

enum { XTEMP = 15, XTEMP2 = 14, SELF = R12, FRAME = R15 };
enum { HEAD = 16, ARRAY_LIMIT = 1000 /* elements that are allocated in line */ };
#define SELF_AT(member) (i32) offsetof(struct thread, member)
#define FRAME_AT(member) (i32) offsetof(struct frame, member)

/* Calls between optimized methods. A call is a call instruction: it begins at method->called of the method in rdx, with
 * r13 = the pad, r14 = the last argument, r15 = the caller's frame, and the return address on the C stack, which the
 * method takes from there. All arguments are in the caller's operands. Those in the first slots, apart from those of
 * synchronized methods, are in registers too, by slot and type (opt_argument_register); an int has 0 in the upper half.
 * A return pushes the address that the pad has then, and returns there. It is not that of the call if the caller's code
 * was retired. The processor pairs returns with calls, so it mostly knows where a return leads. Afterwards r14 is the
 * place of the result, as for the interpreter. */
struct fix { /* a jump to a block */
    u32 at, block;
};
struct stub {       /* code that is emitted after all blocks */
    u32 from, back; /* the jump to it; where it returns to */
    u32 also;       /* a second jump to it, or 0 */
    u32 again;      /* for STUB_ALLOCATE: where v begins, whose first jump leads here; 0: nothing can be zeroed ahead */
    opt_value v;
    u8 kind;
    const struct quick *quick; /* for STUB_LEAF */
};
enum {
    STUB_EXIT,
    STUB_STORE,
    STUB_CAST,
    STUB_INSTANCE,
    STUB_ELEMENT,
    STUB_INTERFACE,
    STUB_ALLOCATE,
    STUB_MONITOR,
    STUB_CALLED_AGAIN,
    STUB_RAW_STORE,
    STUB_LEAF,
    STUB_MINUS_ONE, /* a division by -1: rax becomes the quotient, rdx the remainder */
    STUB_MOVE,      /* memmove: rax bytes from rcx + ARRAY_BASE to rdx + ARRAY_BASE */
    STUB_CAUGHT,    /* no jump leads to it: the unwinder continues there. `from`: the number of its call's pad */
    STUB_GUARD      /* no jump leads to it: `from` is an instruction that may fault because its memory was unmapped */
};
enum { CALLS_UNTIL_AGAIN = 10 };
struct pad {
    u32 use, code; /* the instruction that needs its address; where it leads */
    const u8 *pc;
    u32 image;  /* number of the frames' image */
    u32 caught; /* where control goes on with an exception, or 0 */
    const struct opt_catches *catches;
};

struct literal { /* a constant in memory after the code */
    u32 use;     /* end of the instruction that reads it */
    u64 value;
};

struct emission {
    struct opt_graph *g;
    struct emit e;
    struct fix *fixes;
    u32 fix_count, fix_room;
    struct stub *stubs;
    u32 stub_count, stub_room;
    struct pad *pads;
    u32 pad_count, pad_room;
    u32 called; /* where calls begin (method->called) */
    struct literal *literals;
    u32 literal_count, literal_room;
    u32 *common; /* jumps of exits to the common code that leaves */
    u32 common_count, common_room;
    u32 *records; /* instructions that need the record's address */
    u32 record_count, record_room;
    struct opt_exit *exits;
    struct opt_exit_frame *frames;
    struct opt_exit_slot *slots;
    struct opt_exit_object *objects;
    u32 exit_count, exit_room, frame_count, frame_room, slot_count, slot_room, object_count, object_room;
    u32 *steps;   /* of all paths */
    u32 *path_of; /* by value: the path of an OPT_FAR of kind L, + 1; 0: none yet. NULL: there are none */
    u32 step_count, step_room;
    struct frame_image *images; /* each image's parts, constants, copies and loads follow those of the image before */
    struct frame_part *parts;
    struct frame_constant *constants;
    struct frame_copy *copies;
    struct frame_load *loads;
    u32 image_count, image_room, part_count, part_room, constant_count, constant_room, copy_count, copy_room;
    u32 load_count, load_room;
    u32 catch_count; /* of all pads */
    struct code_guard *guards;
    u32 guard_count, guard_room;
    struct code_place *code_places;
    struct code_frame *named; /* frames that places name */
    u32 place_count, place_room, named_count, named_room;
    u32 next;      /* the block that comes next in memory */
    u32 stored_at; /* end of the instruction that stored the register `stored` to the slot `stored_home` */
    int stored;
    i32 stored_home;
    bool object_in_rbx; /* some reference has rbx */
    u32 flags_at;       /* end of the instruction that set the flags as comparing `flags_of` with 0 does */
    opt_value flags_of;
    bool flags_equal_only; /* only the zero flag is right */
    opt_value *late; /* by value: the poll behind it; it is made only where that one leaves. NULL: there is none */
};

#define PUSH_TO(E, array, count, room, value) \
    do { \
        (array) = opt_grown(&(E)->g->arena, (array), (count), &(room), sizeof *(array)); \
        (array)[(count)++] = (value); \
    } while (0)

static inline struct opt_node *node(const struct emission *E, opt_value v) { return &E->g->nodes[v]; }
/* Does the value go to xmm registers? */
static inline bool is_float(const struct opt_node *n)
{
    return n->type == OPT_FLOAT || n->type == OPT_DOUBLE || opt_is_vector(n->type);
}
static inline bool is_wide(const struct opt_node *n) { return n->type == OPT_LONG || n->type == OPT_REF; }
static inline bool is_const(const struct emission *E, opt_value v) { return node(E, v)->op == OPT_CONST; }
static inline bool small_const(const struct emission *E, opt_value v)
{
    return is_const(E, v) && node(E, v)->imm == (i32)node(E, v)->imm && !is_float(node(E, v));
}
static inline i32 home_at(const struct opt_node *n) { return 8 * n->home; }

/* ---- opt_place.c ---- */
/* Attributes the code that follows to `o`. With NULL, samplers read the frame instead. Returns what the code belonged
 * to before, for opt_belongs_again. */
u32 opt_belongs_to(struct emission *E, const struct opt_origin *o);
void opt_belongs_again(struct emission *E, u32 place);
/* Like opt_belongs_to, with CODE_AT_PAD. */
u32 opt_belongs_to_pad(struct emission *E, const struct opt_origin *o);
/* The code that follows calls C with the stack pointer `below` bytes lower. Returns the same. */
u32 opt_belongs_to_c(struct emission *E, u32 below);
/* Attributes the code that follows to the method's first instruction. */
void opt_belongs_to_start(struct emission *E);

/* ---- values to registers and back ---- */
static inline void load_imm(struct emission *E, int reg, i64 v)
{
    if (v == 0)
        x_zero(&E->e, reg);
    else if (v == (i32)v && v < 0) {
        x_imm_signed(&E->e, reg, (i32)v);
    } else
        x_imm64(&E->e, reg, (u64)v);
}
/* Does `stored` still hold the slot's value? Its store must be the last instruction, and no jump may lead here. */
static inline bool just_stored(const struct emission *E, i32 home)
{
    return E->stored_at == E->e.n && E->e.label != E->e.n && E->stored_home == home;
}
static inline void store_home(struct emission *E, i32 home, int reg)
{
    x_store(&E->e, FRAME, 8 * home, reg);
    E->stored_at = E->e.n;
    E->stored = reg;
    E->stored_home = home;
}
/* The value that a copy without a register is a name of, or v itself. */
static inline opt_value behind_copy(const struct emission *E, opt_value v)
{
    return node(E, v)->op == OPT_COPY && node(E, v)->reg < 0 ? node(E, v)->in[0] : v;
}
static inline void load_to(struct emission *E, int reg, opt_value v)
{
    const struct opt_node *n = node(E, v = behind_copy(E, v));
    if (n->op == OPT_CONST)
        load_imm(E, reg, n->type == OPT_INT ? (i64)(u32)n->imm : n->imm);
    else if (n->reg >= 0) {
        if (n->reg != reg) x_move(&E->e, reg, n->reg);
    } else if (just_stored(E, n->home)) {
        if (is_wide(n) && E->stored != reg)
            x_move(&E->e, reg, E->stored);
        else if (!is_wide(n))
            x_move32(&E->e, reg, E->stored);
    } else if (is_wide(n))
        x_load(&E->e, reg, FRAME, home_at(n));
    else
        x_load32(&E->e, reg, FRAME, home_at(n));
}
/* Returns v's register, or loads v to `scratch`. */
static inline int in_reg(struct emission *E, opt_value v, int scratch)
{
    const struct opt_node *n = node(E, v);
    if (n->op != OPT_CONST && n->reg >= 0) return n->reg;
    load_to(E, scratch, v);
    return scratch;
}
/* xmm op= the number with these bits, which is put after the code */
static inline void x_float_literal(struct emission *E, bool is_double, enum x_float_op op, int xmm, i64 bits)
{
    u64 value = is_double ? (u64)bits : (u32)bits;
    struct literal l = { x_float_rip(&E->e, is_double, op, xmm), value };
    PUSH_TO(E, E->literals, E->literal_count, E->literal_room, l);
}
static inline void float_to(struct emission *E, int xmm, opt_value v)
{
    const struct opt_node *n = node(E, behind_copy(E, v));
    if (n->op == OPT_CONST) {
        if (n->imm == 0) {
            x_float_zero(&E->e, xmm);
            return;
        }
        x_float_literal(E, n->type == OPT_DOUBLE, X_FLOAD, xmm, n->imm);
    } else if (n->reg >= 0) {
        if (n->reg != xmm) x_float_move(&E->e, xmm, n->reg);
    } else
        x_float_mem(&E->e, n->type == OPT_DOUBLE, X_FLOAD, xmm, FRAME, home_at(n));
}
static inline int in_float(struct emission *E, opt_value v, int scratch)
{
    const struct opt_node *n = node(E, v);
    if (n->op != OPT_CONST && n->reg >= 0) return n->reg;
    float_to(E, scratch, v);
    return scratch;
}
/* The register for the result: the node's own or `scratch`. */
static inline int result_reg(const struct opt_node *n, int scratch)
{
    return n->reg >= 0 ? n->reg : n->shadow >= 0 ? n->shadow : scratch;
}
static inline void put_result(struct emission *E, const struct opt_node *n, int reg)
{
    int to = result_reg(n, reg);
    if (is_float(n)) {
        if (to != reg) x_float_move(&E->e, to, reg);
        if (n->reg < 0 && n->home != OPT_NO_HOME)
            x_float_mem(&E->e, n->type == OPT_DOUBLE, X_FSTORE, reg, FRAME, home_at(n));
        return;
    }
    if (to != reg) x_move(&E->e, to, reg);
    if (n->reg < 0 && n->home != OPT_NO_HOME) store_home(E, n->home, reg);
}
/* Notes that the flags are those of a comparison of n with 0. */
static inline void flags_are_of(struct emission *E, const struct opt_node *n, bool equal_only)
{
    E->flags_at = E->e.n;
    E->flags_of = (opt_value)(n - E->g->nodes);
    E->flags_equal_only = equal_only;
}
static inline bool flags_tell(const struct emission *E, opt_value v, u8 cc)
{
    bool there = E->flags_at == E->e.n && E->e.label != E->e.n && E->flags_of == v;
    return there && (!E->flags_equal_only || cc == OPT_EQ || cc == OPT_NE);
}
/* reg op= v */
static inline void alu(struct emission *E, bool wide, int op, int reg, opt_value v)
{
    const struct opt_node *n = node(E, v = behind_copy(E, v));
    if (small_const(E, v))
        x_alu_by(&E->e, wide, op, reg, (i32)n->imm);
    else if (n->op == OPT_CONST) {
        int t = reg == RAX ? RCX : RAX;
        load_imm(E, t, n->imm);
        x_alu(&E->e, wide, op, reg, t);
    } else if (n->reg >= 0)
        x_alu(&E->e, wide, op, reg, n->reg);
    else
        x_alu_mem(&E->e, wide, op, reg, FRAME, home_at(n));
}
static inline void store_imm(struct emission *E, int base, i32 disp, i64 v)
{
    if (v == (i32)v)
        x_store_imm32(&E->e, true, base, disp, (u32)v);
    else {
        load_imm(E, RAX, v);
        x_store(&E->e, base, disp, RAX);
    }
}

/* log2 of the element's size in bytes. */
static inline u32 kind_shift(u8 kind)
{
    switch (kind) {
    case 'Z':
    case 'B': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
    }
}
static inline i32 base_of_elements(u8 kind) { return kind == 'J' || kind == 'D' ? ARRAY_BASE_WIDE : ARRAY_BASE; }
/* Returns the index register of an element access, and in *disp the offset from the array. -1: the index is a constant,
 * and *disp includes it. */
static inline int element_index(struct emission *E, const struct opt_node *n, int scratch, i32 *disp)
{
    opt_value v = n->in[1];
    i32 size = 1 << kind_shift(n->kind), ahead = (i32)(n->imm >> 1);
    _Static_assert(OPT_AHEAD == 2, "the lowest bit is another thing");
    *disp = base_of_elements(n->kind) + ahead * size;
    if (is_const(E, v) && (u64)node(E, v)->imm < 1u << 24) {
        *disp += (i32)node(E, v)->imm * size;
        return -1;
    }
    return in_reg(E, v, scratch);
}

/* Is the slot, counted from the outermost header, within the frames of the code? */
static inline bool opt_in_frames(const struct emission *E, i32 slot)
{
    const struct opt_graph *g = E->g;
    return slot >= -(i32)(g->m->max_locals + g->gap) && slot < g->extent + 2 + (i32)g->leaf_slots;
}

/* ---- the interpreter's places of the frames ---- */
/* The slot of the frame's locals. The outermost frame's locals lie below the gap. */
static inline i32 opt_locals_at(const struct emission *E, const struct opt_state *s)
{
    return s->caller ? s->locals : s->locals - (i32)E->g->gap; /* also if it has no locals */
}
static inline i32 opt_place_of_slot(const struct emission *E, const struct opt_state *s, u32 i)
{
    return i < s->nlocals ? opt_locals_at(E, s) + (i32)i : s->header + (i32)FRAME_SLOTS + 1 + (i32)(i - s->nlocals);
}

/* The slot of lock_obj in the frame's header. */
static inline i32 opt_place_of_lock(const struct opt_state *s)
{
    return s->header + FRAME_AT(lock_obj) / (i32)sizeof(slot);
}

struct place_in {
    u8 kind;   /* enum opt_where */
    bool wide; /* a vector of 32 bytes */
    i8 reg;
    i32 slot;
    i64 value;
};
struct move {
    struct place_in to, from;
    bool is_float, wide, done;
};
/* ---- opt_move.c ---- */
bool opt_same_place(const struct place_in *a, const struct place_in *b);
struct place_in opt_place_in(const struct emission *E, opt_value v);
/* Uses rax and rdx. */
void opt_move_all(struct emission *E, struct move *m, u32 n);
/* ---- opt_exit.c ---- */
void opt_jump_far(struct emission *E, const void *to);
/* Adds a stub, which the jump at `from` leads to and which returns here. */
void opt_add_stub(struct emission *E, u8 kind, opt_value v, u32 from);
void opt_exit_if(struct emission *E, int cc, opt_value v);
/* Before the code of a check: counts it, and leaves there if it is its turn (-XX:ArgusLeaveEvery). */
void opt_leave_for_stress(struct emission *E, opt_value v);
void opt_leave_now(struct emission *E, const struct opt_state *s);
/* Goes to an entry of the interpreter, at the method's first instruction, without operands. */
void opt_emit_entry_of_interpreter(struct emission *E, const void *entry);
/* The same for a frame that may tell of its entry (stencil_tell_entry). */
void opt_emit_entry_of_told(struct emission *E);
/* Finds out whether rbx ever holds a reference. */
void opt_find_rbx(struct emission *E);
void opt_forget_rbx(struct emission *E);
/* Around calls of C that reach no safepoint: the registers saved on the C stack, those that hold values used at v or
 * later. rax is free. The first word of these, which is 0 at other times, gets FRAME, for samplers: the C code may keep
 * r15 anywhere (exec/stack/stack_async.c). */
struct saved {
    u32 ints, floats, references /* those of `ints` that are references */, size, place;
};
struct saved opt_save(struct emission *E, opt_value v);
struct saved opt_save_none(struct emission *E); /* no register holds a value */
void opt_restore(struct emission *E, const struct saved *s);
void opt_call_c(struct emission *E, const void *fn);
/* ---- opt_site.c ---- */
void opt_emit_call(struct emission *E, opt_value v);
void opt_emit_leaf(struct emission *E, opt_value v);
void opt_emit_probe(struct emission *E, opt_value v);
/* ---- opt_hit.c ---- */
void opt_emit_hit(struct emission *E, const struct opt_node *n);
/* Emits a stub of any kind but STUB_MONITOR. */
void opt_emit_stub(struct emission *E, const struct stub *s);
/* ---- opt_quick.c ---- */
/* The jumps out of the form of a leaf in line. */
struct quick {
    u32 declined[12], count;      /* to the call of the leaf */
    u32 done[8], done_count;      /* to the code after the call */
    u32 guarded[24], guard_count; /* instructions that may fault; then the leaf is called */
    u32 many;                     /* 0, or a jump to memmove: rax bytes from rcx + ARRAY_BASE to rdx + ARRAY_BASE */
};
/* Emits v's form in line. The result is in rax where control goes on. */
void opt_emit_quick(struct emission *E, opt_value v, struct quick *q);
/* OPT_COPY_ARRAY */
void opt_emit_copy_array(struct emission *E, opt_value v);
/* ---- opt_fused.c ---- */
/* Does n load a whole value that is read in one piece, in no order to others? */
bool opt_is_plain_load(const struct opt_node *n);
/* Emits the k-th node of the block and the next one, or two, as one instruction. Returns how many of these, or 0,
 * without emitting, if there is none. */
u32 opt_emit_fused(struct emission *E, const struct opt_block *b, u32 k);
/* ---- opt_operation.c ---- */
struct opt_address {
    int base, index /* -1: none */, shift;
    i32 disp;
};
/* The address that a load reads. */
struct opt_address opt_address_of(struct emission *E, const struct opt_node *n, int base_scratch, int index_scratch);
void opt_emit_int_op(struct emission *E, struct opt_node *n);
void opt_emit_min_max(struct emission *E, struct opt_node *n);
void opt_emit_float_min_max(struct emission *E, const struct opt_node *n);
/* Emits the comparison of a with b for n, an IF or TEST, but not for equality. Returns the condition that holds where
 * n's does. */
int opt_compare_floats(struct emission *E, const struct opt_node *n, int a, int b);
void opt_emit_test(struct emission *E, struct opt_node *n);
void opt_emit_select(struct emission *E, struct opt_node *n);
/* Tests the class and leaves the answer in the zero flag (set: it is an instance). Where the answer is known earlier,
 * it jumps to *no or *yes; *yes may be 0. Returns false, without emitting, if the test needs C. */
bool opt_emit_instance_test(struct emission *E, opt_value v, u32 *no, u32 *yes);
void opt_emit_shift(struct emission *E, struct opt_node *n);
/* Is it a division by a constant that a multiplication does? */
bool opt_is_multiplied(const struct emission *E, const struct opt_node *n);
/* DIV and REM of integers. rest: NULL, or what gets the remainder too. */
void opt_emit_divide(struct emission *E, struct opt_node *n, const struct opt_node *rest);
void opt_emit_float_op(struct emission *E, struct opt_node *n);
void opt_emit_negate(struct emission *E, struct opt_node *n);
void opt_emit_convert(struct emission *E, struct opt_node *n);
/* -1, 0 or 1 */
void opt_emit_compare(struct emission *E, struct opt_node *n);
void opt_emit_load(struct emission *E, struct opt_node *n);
void opt_emit_store(struct emission *E, opt_value v);
/* Emits the store barrier of v's store to o: jumps to the stub if the object is not recorded yet. */
void opt_before_store(struct emission *E, u8 stub, opt_value v, int o);
void opt_emit_load_element(struct emission *E, struct opt_node *n);
void opt_emit_store_element(struct emission *E, opt_value v);
/* ---- opt_raw.c ---- */
void opt_emit_raw_load(struct emission *E, opt_value v);
void opt_emit_raw_store(struct emission *E, opt_value v);
void opt_emit_raw_compare(struct emission *E, opt_value v);
/* RAW_ADD, RAW_SET */
void opt_emit_raw_exchange(struct emission *E, opt_value v);
/* ---- opt_lanes.c ---- */
void opt_emit_lanes(struct emission *E, const struct opt_node *n);
/* Finds the values of lanes that only the poll behind them names, E->late. */
void opt_find_late(struct emission *E);
/* Where the poll v leaves: emits these values, and ends the use of vectors of 32 bytes. */
void opt_emit_late(struct emission *E, opt_value v);
/* ---- opt_operation.c, continued ---- */
void opt_emit_float_remainder(struct emission *E, const struct opt_node *n);
void opt_emit_fma(struct emission *E, const struct opt_node *n);
void opt_emit_new(struct emission *E, opt_value v);
void opt_emit_new_array(struct emission *E, opt_value v);
void opt_emit_instance_of(struct emission *E, opt_value v);
void opt_emit_check(struct emission *E, opt_value v);
/* ---- opt_check.c ---- */
/* In debug builds: asserts that all addresses in the code and its record lie within the code, its frames and its
 * methods. `pads`: the start of the pads, which is the end of the code. */
void opt_check_code(const struct emission *E, const struct opt_code *c, const void *table, u32 pads);
/* ---- opt_monitor.c ---- */
void opt_emit_monitor(struct emission *E, opt_value v);
/* Lets the new frame enter its method's monitor. Uses rax, rcx, rdx, rbx. */
void opt_emit_enter_method(struct emission *E);
void opt_emit_monitor_stub(struct emission *E, const struct stub *s);

#endif
