/* Threads that compile, and the methods that wait for them, the hottest first.
 *
 * The first thread is made when the first method waits in a program that runs, others where many wait, up to
 * options.compile_threads. They are the VM's own: hidden, as HotSpot's are. Without one (-Xbatch, before the program
 * runs, where none can be made) nothing is taken, and the thread that counts compiles. Docs: tiers.md, "A thread that
 * compiles". */
#ifndef ARGUS_EXEC_TIER_COMPILE_QUEUE_H
#define ARGUS_EXEC_TIER_COMPILE_QUEUE_H

#include "exec/tier/compile.h"
#include <stdio.h>

/* Is there a thread that compiles? Makes it, or one more, where that is wanted. IN_VM, frames published; may block and
 * collect. */
WARN_UNUSED bool compile_queue_ready(struct thread *self);
/* The task waits from now on; its method is hotter if it did before, or is being compiled. false: nobody compiles. Any
 * thread; does not stop. */
WARN_UNUSED bool compile_queue_add(const struct compile_task *t);
/* No task is begun any more: the VM ends. */
void compile_queue_end(void);
/* World stopped: tasks of methods that are class_memory_is_dead are gone. */
void compile_queue_forget_dead(void);

/* ---- text, as HotSpot's ---- */
/* jcmd's Compiler.queue. Any thread. */
void compile_queue_print(FILE *out);
/* The method that the thread compiles, for a thread dump. false: the thread is no compiler. World stopped. */
bool compile_thread_print(const struct thread *t, FILE *out);

#endif
