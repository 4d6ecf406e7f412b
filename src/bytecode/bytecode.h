/* bytecode.h: the instructions of the JVM (JVMS §6.5): the facts about each instruction, and a reader for the code of a
 * class file. The facts come from bytecodes.def (docs/bytecode.md); no other file keeps such a table.
 *
 * No function needs a verified method: a reader has a bound, and an instruction that does not fit counts as none. The
 * reserved opcodes (breakpoint, impdep1) and the instructions that exist only in running copies (exec/interp) are not
 * instructions here. Any thread; no locks; allocates nothing. */
#ifndef ARGUS_BYTECODE_BYTECODE_H
#define ARGUS_BYTECODE_BYTECODE_H

#include "base/base.h"
#include "bytecode_ops.h"

/* How control goes on. Only NEXT, BRANCH and SUBROUTINE (by its `ret`) reach the next instruction. */
enum bytecode_flow {
    BC_NEXT,
    BC_BRANCH, /* to its target or the next instruction */
    BC_JUMP,
    BC_SWITCH,
    BC_SUBROUTINE, /* jsr */
    BC_RET,
    BC_RETURN,
    BC_THROW
};

/* Effects that an instruction may have. */
enum bytecode_does {
    BC_RESOLVES = 1, /* links a constant: loads and initializes classes, runs Java code */
    BC_COLLECTS = 2,
    BC_CALLS = 4, /* calls a method (its purpose) */
    BC_POLLS = 8,
    BC_WIDE = 16, /* may follow `wide` */
    BC_PLAIN = 32 /* no more than `pops` and `pushes`: types that the instruction itself names */
};

/* The exceptions that it throws by itself. */
enum bytecode_throws {
    BC_THROWS_NULL_POINTER = 1,
    BC_THROWS_ARRAY_INDEX = 2,
    BC_THROWS_ARITHMETIC = 4,
    BC_THROWS_ARRAY_STORE = 8,
    BC_THROWS_CLASS_CAST = 16,
    BC_THROWS_NEGATIVE_SIZE = 32,
    BC_THROWS_MONITOR_STATE = 64, /* monitors are not left as they were entered */
    BC_THROWS_OUT_OF_MEMORY = 128,
    BC_THROWS_LINKAGE = 256, /* errors of resolution and initialization */
    BC_THROWS_ANY = 512      /* anything that the callee or the program throws */
};

enum { BC_NO_LOCAL = 255, BC_LOCAL_OPERAND = 254, BC_READ = 1, BC_WRITTEN = 2 };

/* Values, deepest first, a letter for each:
 *   I J F D     int, long, float, double
 *   A N         a reference, null
 *   [x          an array of x: I J F D A C S, B (byte or boolean), * (any)
 *   R S         the address of jsr; the operand of astore: that or a reference
 *   1           a slot, no half of a long or double
 *   V           the type that the constant names: the field's, the method's result, the constant's own
 *   P           the arguments in the method's descriptor
 *   M           as many ints as the operand says
 *   a b c d     in `pushes`: the popped values, `a` the deepest */
struct bytecode_info {
    const char *name;
    const char *operands; /* a letter for each: s u (1 byte), S U (2), B (2) G (4) distance, c (1) C (2) constant,
                             l local (1), k array kind (1), d dimensions (1) */
    const char *pops, *pushes;
    u8 length;                /* without `wide`; 0: switches, wide */
    u8 flow;                  /* enum bytecode_flow */
    i8 pop_slots, push_slots; /* -1: given by the constant pool or an operand */
    u16 does;                 /* enum bytecode_does */
    u16 throws;               /* enum bytecode_throws */
    u8 local;                 /* 0 to 3, BC_LOCAL_OPERAND, BC_NO_LOCAL */
    char local_kind;          /* I J F D A S R; J and D take the next one too */
    u8 local_access;          /* BC_READ, BC_WRITTEN */
};
extern const struct bytecode_info bytecode_info[BYTECODE_OPS];

/* One instruction. After `wide`, op and info are those of the instruction that it widens. */
struct bytecode {
    const struct bytecode_info *info;
    const u8 *at; /* of its first byte, `wide` too */
    u32 bci, length;
    u8 op;
    bool wide;
};

/* The length of the instruction at bci in bytes; 0 if none fits there (JVMS §4.9.1). */
u32 bytecode_length(const u8 *code, u32 len, u32 bci);
/* Reads the instruction at bci. False if none fits there; then *b is undefined. */
bool bytecode_read(struct bytecode *b, const u8 *code, u32 len, u32 bci);
/* Reads each instruction in turn, up to the end or the first invalid one: `struct bytecode b; BYTECODE_EACH (b, code,
 * len) …` */
#define BYTECODE_EACH(b, code, len) \
    for (u32 next_ = 0; bytecode_read(&(b), code, len, next_); next_ = (b).bci + (b).length)

/* The local variable, if it has one (info->local_access). */
u32 bytecode_local(const struct bytecode *b);
/* The index of its constant; 0: it has none. */
u16 bytecode_constant(const struct bytecode *b);
/* The target of BRANCH, JUMP and SUBROUTINE. May lie outside the code. */
u32 bytecode_target(const struct bytecode *b);
/* Calls fn for each target of BRANCH, JUMP, SUBROUTINE and SWITCH, the default first. Returns their number. */
u32 bytecode_each_target(const struct bytecode *b, void (*fn)(void *ctx, u32 target), void *ctx);
/* Calls fn for each key of a SWITCH in its order; returns the target of all others. The keys of a lookupswitch ascend
 * in verified code only. */
u32 bytecode_each_key(const struct bytecode *b, void (*fn)(void *ctx, i32 key, u32 target), void *ctx);
/* The target of a SWITCH for a key. */
u32 bytecode_target_of_key(const struct bytecode *b, i32 key);

/* The name; "<illegal>" if op is not an instruction. */
const char *bytecode_name(u8 op);
/* Writes the instruction at bci and a zero, as much as fits: `12 getfield #7`. `constant` describes a constant (NULL:
 * only its index is written). Returns the length of the instruction; 0 if there is none, and the text says so. */
u32 bytecode_print(char *to, size_t size, const u8 *code, u32 len, u32 bci,
                   void (*constant)(void *ctx, u16 index, char *to, size_t size), void *ctx);

#endif
