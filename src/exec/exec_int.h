/* Private to exec/: its state for each thread. */
#ifndef ARGUS_EXEC_EXEC_INT_H
#define ARGUS_EXEC_EXEC_INT_H

#include "exec/interp.h"

struct exec_thread {
    struct object *posted; /* exception whose Exception event was sent and that is still on its way; compared only, never followed */
};
static inline struct exec_thread *exec_thread(struct thread *t) { return t->exec_state; }

#endif
