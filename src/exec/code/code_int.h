/* Shared by the files of exec/code: the opcode bytes of running copies. */
#ifndef ARGUS_EXEC_CODE_CODE_INT_H
#define ARGUS_EXEC_CODE_CODE_INT_H

#include "base/hashmap.h"
#include "exec/code/code.h"
#include "exec/interp/interp.h"
#include "interp_ops.h"
#include "os/os_sync.h"
#include "thread/safepoint.h"

/* Guards opcode bytes and the bytes under breakpoints. A leaf, apart from the code list's lock. Running threads read
 * both without it: an opcode is one byte, and breakpoints change only while the world is stopped. */
extern struct os_mutex patch_lock;

static inline void write_op(const u8 *pc, u8 op) { __atomic_store_n((u8 *)pc, op, __ATOMIC_RELEASE); }

/* Makes `op` the quick form of the instruction at pc, in the copy or under its breakpoint. With patch_lock. */
void put_op_locked(const struct method *m, const u8 *pc, u8 op) WANTS_LOCK(patch_lock);
/* Splits a fused form that starts at or before `bci` and covers it. With patch_lock. */
void split_fused_locked(const struct method *m, i32 bci) WANTS_LOCK(patch_lock);

/* ---- method_entry.c ---- */
/* m's running bytes have changed, so code that was made from them is dropped. World stopped. */
void drop_bytecode_code(struct method *m);
/* Calls do not select the n methods everywhere any more: drops the code that relied on it. World stopped. */
void drop_left_methods(struct method *const *left, u32 n);
/* Drops all code that depends on methods, since it may rely on which types are assignable. World stopped. */
void drop_all_users(void);
/* Drops the code that makes instances of one of the n classes. World stopped. */
void drop_makers(struct class *const *classes, u32 n);
/* Drops code that contains m. World stopped. */
void drop_method_users(struct method *m);
/* Drops code that contains a method of c. World stopped. */
void drop_class_users(struct class *c);

/* ---- prepare.c ---- */
/* The form of the return at `bci`: plain, or with more work. */
u8 return_form(const struct method *m, u32 bci);
/* Writes `op` to pc, or a fused form that starts with it, and the fused forms that it completes. With patch_lock. */
void write_fused_locked(const struct method *m, const u8 *pc, u8 op) WANTS_LOCK(patch_lock);

/* ---- listing.c ---- */
/* Prints all of m to -Xlog:bytecode=debug. */
void log_code(const struct method *m);

/* ---- breakpoints ---- */
/* Removes breakpoints in code of unloaded classes. World stopped. */
void breakpoints_forget_dead(void);

#endif
