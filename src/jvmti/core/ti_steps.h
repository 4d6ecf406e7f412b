/* When a step is new: SingleStep is posted when a thread has reached another location.
 *
 * Each environment stores for each thread the place of the last step, or, before the first, the thread's place when
 * steps were enabled for it. It does not get the same place twice in a row: neither in a caller's frame at the same
 * instruction of the same method, nor for a jump to itself (as on HotSpot). A frame popped by a tool (PopFrame,
 * ForceEarlyReturn) counts as a move. */
#ifndef ARGUS_JVMTI_CORE_TI_STEPS_H
#define ARGUS_JVMTI_CORE_TI_STEPS_H

#include "jvmti/core/ti_int.h"

/* Before env's mode for steps becomes "enable", for one thread or (NULL) for all: stores the places of threads that
 * have not posted steps to it. self NULL: there is no other thread. Stops threads. */
void ti_steps_enabling(struct thread *self, struct ti_env *env, struct thread *thread);
/* After the mode has become "disable": forgets the places of threads that do not post steps to it any more. Under
 * threads_lock. */
void ti_steps_disabled_locked(struct ti_env *env, struct thread *thread);
/* The thread, which is stopped, leaves its frame. It may have been released and ended meanwhile. */
void ti_steps_moved(struct thread *self, struct thread *thread);

#endif
