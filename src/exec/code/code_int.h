/* Shared by the files of exec/code: the opcode bytes of running copies. */
#ifndef ARGUS_EXEC_CODE_CODE_INT_H
#define ARGUS_EXEC_CODE_CODE_INT_H

#include "base/hashmap.h"
#include "exec/code/code.h"
#include "exec/interp/interp.h"
#include "interp_ops.h"
#include "os/os_sync.h"
#include "thread/safepoint.h"

/* Guards opcode bytes and what breakpoints cover; a leaf, but for the code list's. Running threads read both without
 * it: an opcode is one byte, and breakpoints come and go while the world stands. */
extern struct os_mutex patch_lock;

static inline void write_op(const u8 *pc, u8 op) { __atomic_store_n((u8 *)pc, op, __ATOMIC_RELEASE); }

/* `op` is the quick form of the instruction at pc, in the copy or below its breakpoint. With patch_lock. */
void put_op_locked(const struct method *m, const u8 *pc, u8 op) WANTS_LOCK(patch_lock);
/* A fused form that starts at or before `bci` and covers it goes back to its first part. With patch_lock. */
void split_fused_locked(const struct method *m, i32 bci) WANTS_LOCK(patch_lock);

/* ---- method_entry.c ---- */
/* m's running bytes changed in a way that code made from them does not follow. World stopped. */
void drop_bytecode_code(struct method *m);
/* The n methods are not what calls select everywhere any more: code goes that counted on it. World stopped. */
void drop_left_methods(struct method *const *left, u32 n);
/* All code goes that stands on methods: it may know which types are assignable. World stopped. */
void drop_all_users(void);
/* Code goes that m is a part of. World stopped. */
void drop_method_users(struct method *m);
/* Code goes that one of c's methods is a part of. World stopped. */
void drop_class_users(struct class *c);

/* ---- prepare.c ---- */
/* The form of the return at `bci`: plain, or one of those that do more. */
u8 return_form(const struct method *m, u32 bci);
/* Writes `op` to pc, or a fused form that starts with it, and the fused forms that it completes. With patch_lock. */
void write_fused_locked(const struct method *m, const u8 *pc, u8 op) WANTS_LOCK(patch_lock);

/* ---- listing.c ---- */
/* All of m, to -Xlog:bytecode=debug. */
void log_code(const struct method *m);

/* ---- breakpoints ---- */
/* Those in code that goes are forgotten. World stopped. */
void breakpoints_forget_dead(void);

#endif
