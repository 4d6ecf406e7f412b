/* Private to exec/: its state for each thread. */
#ifndef ARGUS_EXEC_EXEC_THREAD_H
#define ARGUS_EXEC_EXEC_THREAD_H

#include "exec/interp/interp.h"

struct exec_thread {
    /* exception whose Exception event was sent and that is still on its way; compared only, never followed */
    struct object *posted;
    slot early_value;            /* what a frame with FRM_EARLY_RETURN returns … */
    struct object *early_object; /* … when it is a reference */
    u32 notify_count;            /* frames with FRM_NOTIFY_POP */
};
static inline struct exec_thread *exec_thread(struct thread *t) { return t->exec_state; }

/* The frame `f` of a stopped thread goes on in the interpreter, because what is asked of it, or what it holds, is no
 * longer what its code was made for. */
void interp_turn_back(struct thread *t, struct frame *f);
/* The frame `f` of a stopped thread has FRM_NOTIFY_POP now: it will be seen to go (interp/await.c). */
void interp_await(struct thread *t, struct frame *f);

/* The frame `f`, called by a Java frame: how many words more its caller's instruction passed than it got. 1: the
 * MemberName of a linkTo…; more where linkers were linked to themselves; less than 0: it got an appendix too. */
i32 interp_arguments_taken(const struct frame *f);

#endif
