/* Running code: owns the form in which a method runs. A change of a method's running bytes (method->code) or of its
 * entry (method->entry) goes through this header; everything else only reads them.
 *
 * Running bytes. A method's running copy is made at its first call: same length and same bci as the class file's code,
 * operands in the machine's byte order. From then on single instructions change in it, in place:
 *
 *     linked     by the thread that ran the general form first       code_patch…
 *     covered    by a breakpoint                                     code_set_breakpoint, code_clear_breakpoint
 *     slowed     accesses of a watched field, returns that post      code_field_watch_changed, code_method_events
 *
 * Operand bytes are written before the opcode, and the opcode with release order. So only a quick opcode vouches for
 * its operands; a thread that links reads orig_code. Fused forms and the byte under a breakpoint are private to this
 * folder.
 *
 * Entry. method->entry is always callable. It follows from the state of the method, and is chosen anew whenever that
 * changes: created → linked → replaced by a redefinition; bound to a native function; method events asked for. One
 * function chooses it (method_entry.c). Compilers offer their code there, and only there is code dropped. A piece of
 * machine code (code_cache.h) names its method. A method may have several pieces at once, including retired ones that
 * frames still run; method->machine_entry is the one that calls enter, for natives and bytecode alike.
 *
 * Locks: three leaves, each private to its file: prepared copies (only class space's is taken below it), opcode bytes,
 * entries. Functions marked "World stopped" assert it. */
#ifndef ARGUS_EXEC_CODE_CODE_H
#define ARGUS_EXEC_CODE_CODE_H

#include "heap/heap.h"
#include "model/class.h"

struct thread;

/* ---- entries ---- */
/* The values of method->entry, besides a native's leaf form or wrapper. exec_init fills the table. The entries are
 * defined beside the code that runs such methods (interp/, native/, invoke/). Each is an interp_fn. */
enum code_entry {
    ENTRY_UNLINKED, /* links, prepares, then continues with the method's own entry */
    ENTRY_REPLACED, /* continues with the newest version */
    ENTRY_JAVA,
    ENTRY_JAVA_COUNTED, /* counts towards machine code (exec/stencil); NULL: there is no compiler */
    ENTRY_JAVA_SYNC,
    ENTRY_JAVA_EVENTS,   /* MTH_EVENTS: posts MethodEntry; also for synchronized methods */
    ENTRY_TALLY,         /* calls are counted for tools (tier/call_tally.h): counts, then code_entry_behind_tally */
    ENTRY_PROBED,        /* MTH_COUNTED: counts for probes (tier/probe_entry.h), then as the next one */
    ENTRY_PROBED_BEHIND, /* code_entry_behind_probe */
    ENTRY_NATIVE,
    ENTRY_NATIVE_SYNC,
    ENTRY_ABSTRACT,
    ENTRY_CONFLICT, /* conflicting defaults */
    ENTRY_DELETED,  /* deleted by a redefinition */
    ENTRY_INVOKE_BASIC,
    ENTRY_LINK_STATIC,
    ENTRY_LINK_VIRTUAL,
    ENTRY_LINK_SPECIAL,
    ENTRY_LINK_INTERFACE,
    ENTRY_COUNT
};
extern void *code_entries[ENTRY_COUNT];

/* Optimized code calls method->called, with the arguments in memory as for method->entry and some of them in registers
 * too (opt/emit/opt_machine.h). Where the entry is not that of optimized code, this is code_jump_for_call, which
 * continues with the entry. */
void code_jump_for_call(void);
/* Gives a new method, which no other thread knows yet, this entry, which is no code for bytecode. */
void code_set_first_entry(struct method *m, void *entry);

/* Gives a new method, which no other thread knows yet, its first entry: the one that links it, or its final one if
 * there is nothing to link. */
void code_method_created(struct method *m);
/* The entry of m, apart from ENTRY_TALLY; apart from that and from ENTRY_PROBED. */
void *code_entry_behind_tally(const struct method *m);
void *code_entry_behind_probe(const struct method *m);
/* Calls are counted for tools from now on, or no more. World stopped. */
void code_tally_calls(bool on);
/* Prepares m and sets its entry. Its class is linked. Any thread, several at once. May collect. Returns false with an
 * exception pending. */
WARN_UNUSED bool code_link_method(struct thread *self, struct method *m);
/* Binds m to the native function `fn`, and to the leaf form `leaf` (native/leaf.h) that calls may run instead; NULL:
 * none. A wrapper of the old function is not entered any more. May stop the world. */
void code_bind_native(struct method *m, void *fn, void *leaf);
/* Makes `wrapper` m's entry if m is still bound to `fn` and has no other wrapper. Returns false otherwise. */
WARN_UNUSED bool code_publish_wrapper(struct method *m, void *fn, const void *wrapper);
/* Makes `entry`, in code for m's bytecode, m's entry, and retires the code that it had. Returns false if m has changed;
 * then the caller has to retire the new code. */
WARN_UNUSED bool code_publish_bytecode(struct method *m, const void *entry);
/* Makes `entry`, in code for m's bytecode, m's told_code. Returns false if m may have none, or has one; then the caller
 * has to retire the new code. */
WARN_UNUSED bool code_publish_told(struct method *m, const void *entry);
/* Takes m's told_code from it. Any thread. */
void code_drop_told(struct method *m);
/* Takes m's machine code from it. m is counted again, from `calls` on. Any thread. */
void code_drop(struct method *m, u32 calls);
/* Called before code is made. Frees the memory of retired code if there is much of it. If the cache was full, drops the
 * older half of the code for bytecode. May stop the world and run agents' code. */
void code_make_room(struct thread *self);
/* In m->java_calls: the method is not counted any more. */
enum { CODE_NOT_COUNTED = 1u << 31 };
/* A call adds this to m->java_calls; a branch in the interpreter adds 1. */
enum { CODE_CALL_WEIGHT = 16 };
/* The value of m->java_calls from which n more calls reach the threshold. */
u32 code_calls_before(u32 n);
/* A redefinition has set old_version->next_version to new_version. Frames of the old version continue in it; calls go
 * to the new one. A native stays bound. World stopped. */
void code_relink_method(struct method *old_version, struct method *new_version);
/* Binds the native method `to`, which is not bound, as `from` is, because a redefinition has renamed it. World
 * stopped. */
void code_carry_native(struct method *from, struct method *to);
/* Turns method events on for those of the n methods that are `wanted`, and off for the others: their entries and
 * returns post. World stopped. */
void code_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m));

/* See struct exec_binding. World stopped. */
struct member_changes;
struct member_users;
void code_members_changed(const struct member_changes *changes);
void code_members_find_users(struct thread *self, const struct member_changes *changes, struct member_users *users);
void code_shorts_changed(void); /* exec.shorts_changed */
/* After probes on the n methods have changed: sets the methods' flags to probe_points.method_flags. Code that does not
 * fit them is dropped; or, `gently`, optimized code is outdated: it runs until a compiler thread has made new code, or
 * code_drop_outdated; the caller wakes these threads (compile_queue.h). World stopped. */
void code_method_probes(struct method *const *methods, u32 n, bool gently);
/* Flips `told` of the n classes: their allocations are told, or no more. Code that allocates them is dropped, or
 * outdated `gently`. World stopped. */
void code_tell_allocations(struct class *const *classes, u32 n, bool gently);
/* How many pieces of code are outdated. */
u32 code_outdated(void);
/* Waits until none is. Returns false after the deadline (os_time_monotonic_ns). IN_VM, frames published; the world may
 * be stopped meanwhile. */
WARN_UNUSED bool code_wait_for_new(struct thread *self, i64 deadline);
/* World stopped. */
void code_drop_outdated(void);

/* ---- running bytes ---- */
enum code_prepared {
    CODE_PREPARED,
    CODE_BAD,    /* an instruction is invalid */
    CODE_NO_ROOM /* class space is full */
};
/* Makes m's running copy unless it exists. Any thread. */
enum code_prepared code_prepare(struct method *m);

/* Writes `op` to pc in m's running copy, or, under a breakpoint, to the covered instruction. Fuses it with its
 * neighbours if there is such a form. The operand bytes stay. Any thread that runs m. */
void code_patch(struct method *m, const u8 *pc, u8 op);
/* The same, and writes `operand` to the operand bytes. Every thread that links the instruction computes the same
 * operand. */
void code_patch_operand(struct method *m, const u8 *pc, u8 op, u16 operand);
/* The same for an operand that two threads may compute differently. The first one stays, because others may read a
 * second one half written. */
void code_patch_wide(const u8 *pc, u8 op, u32 operand);

/* The opcode that runs at pc; under a breakpoint, the covered one. */
u8 code_running_op(const u8 *pc);
bool code_is_instruction(const struct method *m, i32 bci);
/* Sets or clears a breakpoint at m's instruction at bci. The instruction can still be linked under it. Prepares m.
 * World stopped. Returns false if no instruction starts there, there is no room for a running copy, or nothing had to
 * change. */
bool code_set_breakpoint(struct method *m, i32 bci);
bool code_clear_breakpoint(struct method *m, i32 bci);
/* The same for a probe. An instruction may have both; each is cleared by itself, and interp_breakpoint reports to both.
 * Returns true if the instruction has a probe now. */
WARN_UNUSED bool code_set_probe(struct method *m, i32 bci);
void code_clear_probe(struct method *m, i32 bci);
/* Other probes stand at an instruction of m, which has one still: code that does their work goes. World stopped. */
void code_probes_changed(struct method *m);
/* Is the instruction at pc, which is covered, without a breakpoint? */
bool code_is_only_probed(const u8 *pc);

/* Sets or clears a flag of f that says that accesses are reported (FLD_READ_TOLD, FLD_WRITE_TOLD). The instructions
 * that access f check it, or become quick again. World stopped. Returns false if nothing had to change. */
bool code_watch_field(struct field *f, u8 flag, bool on);
/* Other probes name f, which has one still: code that does their work goes. World stopped. */
void code_field_probes_changed(struct field *f);
/* Leaf natives (native/leaf.h) run only while the thread's dispatch table is code_leaf_dispatch, the plain table. Those
 * that access fields compare with code_leaf_access instead, which is NULL while a field is watched. */
extern void *const *code_leaf_dispatch, *const *code_leaf_access;
void code_set_leaf_dispatch(void *const *plain);

/* ---- new classes ---- */
/* Drops code that relies on methods which c overrides. Called before c has instances. May stop the world and run
 * agents' code. */
void code_class_linking(struct thread *self, struct class *c);

/* ---- text ---- */
/* Writes m's instruction at bci (of the class file) as text, ended by a zero. Returns the length; 0 if no instruction
 * starts there, with a text that says so. Any thread; takes no lock. */
u32 code_print(const struct method *m, u32 bci, char *to, size_t size);

/* ---- unloading ---- */
/* Removes inline caches, breakpoints and wrappers: of one class, whose methods still exist; of everything that is
 * class_memory_is_dead. World stopped. */
void code_class_unloading(struct class *c);
void code_forget_dead(void);

#endif
