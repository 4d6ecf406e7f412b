/* Running code: the owner of what a method runs as. Everything that changes a method's running bytes (method->code) or
 * its entry (method->entry) does it through this header; all others only read them.
 *
 * Running bytes. A method's running copy is made at its first call: same length and same bci as the class file's code,
 * operands in the machine's byte order. From then on single instructions change in it, in place:
 *
 *     linked     by the thread that ran the general form first       code_patch…
 *     covered    by a breakpoint                                     code_set_breakpoint, code_clear_breakpoint
 *     slowed     accesses of a watched field, returns that post      code_field_watch_changed, code_method_events
 *
 * Operand bytes are written before the opcode, the opcode with release order, so only a quick opcode vouches for its
 * operands; a thread that links reads orig_code. What an opcode does on top of that (fused forms, the byte below a
 * breakpoint) is this folder's business.
 *
 * Entry. method->entry is always callable. Which one it is follows from what the method is, and is chosen anew whenever
 * that changes: created → linked → replaced by a redefinition; bound to a native function; method events asked for. One
 * function chooses (method_entry.c): a further tier offers its code there, and there alone loses it again. A piece of
 * machine code (code_cache.h) names its method, and a method may have any number of pieces at once, retired ones that
 * frames still run among them; method->machine_entry is the one that is entered, of a native or of bytecode alike.
 *
 * Locks: three leaves, each inside its file: prepared copies (only class space's is taken below it), opcode bytes,
 * entries. Functions marked "World stopped" assert it. */
#ifndef ARGUS_EXEC_CODE_CODE_H
#define ARGUS_EXEC_CODE_CODE_H

#include "heap/heap.h"
#include "model/class.h"

struct thread;

/* ---- entries ---- */
/* The values of method->entry, besides a native's leaf form or wrapper. exec_init fills the table in: entries are
 * written where their kind of method is run (interp/, native/, invoke/). Each is an interp_fn. */
enum code_entry {
    ENTRY_UNLINKED, /* links, prepares, then goes on as what the method is */
    ENTRY_REPLACED, /* to the newest version */
    ENTRY_JAVA,
    ENTRY_JAVA_COUNTED, /* counts towards code of its own (exec/stencil); NULL: nobody makes any */
    ENTRY_JAVA_SYNC,
    ENTRY_JAVA_EVENTS, /* MTH_TELLS: posts MethodEntry, tells probes; also for synchronized methods */
    ENTRY_TALLY,       /* calls are counted for tools (tier/call_tally.h): counts, then code_entry_behind_tally */
    ENTRY_PROBED,      /* MTH_COUNTED: counts for probes, then code_entry_behind_probe */
    ENTRY_NATIVE,
    ENTRY_NATIVE_SYNC,
    ENTRY_ABSTRACT,
    ENTRY_CONFLICT, /* conflicting defaults */
    ENTRY_DELETED,  /* by a redefinition */
    ENTRY_INVOKE_BASIC,
    ENTRY_LINK_STATIC,
    ENTRY_LINK_VIRTUAL,
    ENTRY_LINK_SPECIAL,
    ENTRY_LINK_INTERFACE,
    ENTRY_COUNT
};
extern void *code_entries[ENTRY_COUNT];

/* A method that nobody has seen yet gets the entry from which it will be linked, or the one it keeps if there is
 * nothing to link. */
void code_method_created(struct method *m);
/* The entry of m, apart from ENTRY_TALLY; apart from that and from ENTRY_PROBED. */
void *code_entry_behind_tally(const struct method *m);
void *code_entry_behind_probe(const struct method *m);
/* Calls are counted for tools from now on, or no more. World stopped. */
void code_tally_calls(bool on);
/* Prepares m and gives it its entry; its class is linked. Any thread, several at once. May collect. false: pending. */
WARN_UNUSED bool code_link_method(struct thread *self, struct method *m);
/* m's native function is `fn` from now on, and `leaf` (native/leaf.h) what calls may run instead, or NULL. A wrapper of
 * the old function is not entered any more. May stop the world. */
void code_bind_native(struct method *m, void *fn, void *leaf);
/* m's entry is `wrapper` if m is still bound to `fn` and has no other; false: not any more. */
WARN_UNUSED bool code_publish_wrapper(struct method *m, void *fn, const void *wrapper);
/* m's entry is `entry`, in code for m's bytecode, and what it had goes; false: m has changed, and the code is
 * nobody's. */
WARN_UNUSED bool code_publish_bytecode(struct method *m, const void *entry);
/* m has no code of its own from now on, and is counted again, `calls` already. Any thread. */
void code_drop(struct method *m, u32 calls);
/* Before code is made: gives memory of dropped code back when there is much of it; when the cache was full, drops the
 * older half of what bytecode has. May stop the world and run agents' code. */
void code_make_room(struct thread *self);
/* In m->java_calls: never again. */
enum { CODE_NOT_COUNTED = 1u << 31 };
/* A call adds this to m->java_calls; a branch that the interpreter runs adds 1. */
enum { CODE_CALL_WEIGHT = 16 };
/* m->java_calls of a method that n calls more are to give code. */
u32 code_calls_before(u32 n);
/* A redefinition: old_version->next_version is new_version. Frames of the old one go on in it, every call goes to the
 * new one; a native stays bound. World stopped. */
void code_relink_method(struct method *old_version, struct method *new_version);
/* The native method `to`, which is not bound, is from now on bound as `from` is: a redefinition has renamed it. World
 * stopped. */
void code_carry_native(struct method *from, struct method *to);
/* Method events for those of the n methods that are wanted, none for the others: entries and returns post. World
 * stopped. */
void code_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m));

/* See struct exec_binding. World stopped. */
struct member_changes;
void code_members_changed(const struct member_changes *changes);
/* What probes want of the n methods has changed: they get probe_points.method_flags, and code that does something else
 * goes. World stopped. */
void code_method_probes(struct method *const *methods, u32 n);

/* ---- running bytes ---- */
enum code_prepared { CODE_PREPARED, CODE_BAD /* an instruction does not fit */, CODE_NO_ROOM /* in class space */ };
/* Makes m's running copy unless it has one. Any thread. */
enum code_prepared code_prepare(struct method *m);

/* The instruction at pc of m's running copy is `op` from now on (below a breakpoint: when that goes), fused with its
 * neighbours where a form exists. The operand bytes stay as they are. Any thread that runs m. */
void code_patch(struct method *m, const u8 *pc, u8 op);
/* The same, and the operand bytes become `operand`. Every thread that links the instruction computes the same one. */
void code_patch_operand(struct method *m, const u8 *pc, u8 op, u16 operand);
/* The same for an operand that two threads may compute differently: the first one stays, because a second could be seen
 * half written. */
void code_patch_wide(const u8 *pc, u8 op, u32 operand);

/* The opcode that runs at pc: the covered one where a breakpoint stands. */
u8 code_running_op(const u8 *pc);
bool code_is_instruction(const struct method *m, i32 bci);
/* Puts a breakpoint at m's instruction at bci, or takes it away; the instruction keeps linking below it. Prepares m.
 * World stopped. false: no instruction starts there, no room for a running copy, or it was so already. */
bool code_set_breakpoint(struct method *m, i32 bci);
bool code_clear_breakpoint(struct method *m, i32 bci);
/* Likewise for a probe. An instruction may have both: each goes by itself, and interp_breakpoint tells both. true: it
 * has one now. */
WARN_UNUSED bool code_set_probe(struct method *m, i32 bci);
void code_clear_probe(struct method *m, i32 bci);

/* Sets or clears one of f's flags that say who is told of accesses (FLD_READ_TOLD, FLD_WRITE_TOLD): the instructions
 * that access f look at them, or are quick again. World stopped. false: it was so already. */
bool code_watch_field(struct field *f, u8 flag, bool on);
/* Leaf natives (native/leaf.h) compare a thread's table with this: the plain one; code_leaf_access is NULL instead
 * while a field is watched. */
extern void *const *code_leaf_dispatch, *const *code_leaf_access;
void code_set_leaf_dispatch(void *const *plain);

/* ---- classes that come ---- */
/* Code that was made because nobody overrode a method that c overrides goes. Before c has instances. May stop the world
 * and run agents' code. */
void code_class_linking(struct thread *self, struct class *c);

/* ---- text ---- */
/* Writes m's instruction at bci (of the class file) and a zero. Returns its length; 0: none is there, as the text says.
 * Any thread; takes no lock. */
u32 code_print(const struct method *m, u32 bci, char *to, size_t size);

/* ---- the end ---- */
/* Inline caches, breakpoints and wrappers of what unloading takes: of one class, whose methods still stand; of all that
 * is class_memory_is_dead. World stopped. */
void code_class_unloading(struct class *c);
void code_forget_dead(void);

#endif
