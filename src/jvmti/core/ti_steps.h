/* When a step is new: SingleStep is sent when a thread has come to another location.
 *
 * Each environment remembers for each thread the place of the last step, or, before the first, where the thread stood
 * when steps were enabled for it. It is not told of the same place twice in a row: not in a caller's frame that stands
 * at the same instruction of the same method, nor where a jump leads to itself (as on HotSpot). A frame that a tool
 * lets go (PopFrame, ForceEarlyReturn) counts as a move. */
#ifndef ARGUS_JVMTI_CORE_TI_STEPS_H
#define ARGUS_JVMTI_CORE_TI_STEPS_H

#include "jvmti/core/ti_int.h"

/* Before env's mode for steps becomes "enable", for one thread or (NULL) for all: notes where those stand that send it
 * none so far. self NULL: there is no other thread. Stops threads. */
void ti_steps_enabling(struct thread *self, struct ti_env *env, struct thread *thread);
/* After it has become "disable": forgets where those stood that send none any more. Under threads_lock. */
void ti_steps_disabled_locked(struct ti_env *env, struct thread *thread);
/* The thread, which stands still, leaves its frame; it may have been let go and have ended meanwhile. */
void ti_steps_moved(struct thread *self, struct thread *thread);

#endif
