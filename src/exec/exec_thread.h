/* Private to exec/: its state for each thread. */
#ifndef ARGUS_EXEC_EXEC_THREAD_H
#define ARGUS_EXEC_EXEC_THREAD_H

#include "exec/interp/interp.h"

struct exec_thread {
    /* the exception whose Exception event has been posted, while it is on its way; only compared, never followed */
    struct object *posted;
    slot early_value;            /* the return value of a frame with FRM_EARLY_RETURN … */
    struct object *early_object; /* … if it is a reference */
    u32 notify_count;            /* number of frames with FRM_NOTIFY_POP */
    /* Set by interp_unwind: the pad of the call whose code continues with the exception, and the number of the handler;
     * NULL: the interpreter continues */
    const struct code_pad *caught_at;
    u32 caught_by;
};
static inline struct exec_thread *exec_thread(struct thread *t) { return t->exec_state; }

/* Makes the frame `f` of a stopped thread continue in the interpreter, because a tool has changed it or asked for
 * events that its code does not know. */
void interp_turn_back(struct thread *t, struct frame *f);
/* The frame `f` of a stopped thread has FRM_NOTIFY_POP now: arranges that its pop is noticed (interp/await.c). */
void interp_await(struct thread *t, struct frame *f);

/* f was called by a Java frame. Returns how many more words the call passed than f got. 1: the MemberName of a linkTo…;
 * more if linkers were linked to themselves; negative: f got an appendix too. */
i32 interp_arguments_taken(const struct frame *f);

#endif
