/* Compiler threads, and the queue of methods for them, the hottest first.
 *
 * The first thread starts when the first method waits in a running program, others when many wait, up to
 * options.compile_threads. They are hidden, as HotSpot's are. Without a thread (-Xbatch, before the program runs, or if
 * none can be started) the queue takes no task, and the thread that counts compiles. Docs: tiers.md, "A thread that
 * compiles". */
#ifndef ARGUS_EXEC_TIER_COMPILE_QUEUE_H
#define ARGUS_EXEC_TIER_COMPILE_QUEUE_H

#include "exec/tier/compile.h"
#include <stdio.h>

/* Is there a compiler thread? Starts the first one, or one more, if needed. IN_VM, frames published; may block and
 * collect. */
WARN_UNUSED bool compile_queue_ready(struct thread *self);
/* Adds the task. A method that waits already, or is being compiled, becomes hotter. Returns false if there is no
 * compiler thread. Any thread; does not stop. */
WARN_UNUSED bool compile_queue_add(const struct compile_task *t);
/* Code is outdated (exec/code/code_users.h): threads without a task make new code for it. */
void compile_queue_wake(void);
/* The VM ends: no more tasks are begun. */
void compile_queue_end(void);
/* World stopped: removes tasks of methods that are class_memory_is_dead. */
void compile_queue_forget_dead(void);

/* ---- text, as HotSpot's ---- */
/* jcmd's Compiler.queue. Any thread. */
void compile_queue_print(FILE *out);
/* Prints the method that the thread compiles, for a thread dump. Returns false if t is no compiler thread. World
 * stopped. */
bool compile_thread_print(const struct thread *t, FILE *out);

#endif
