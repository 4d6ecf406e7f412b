/* Stacks and monitors of threads as text, in HotSpot's layout, which tools parse. */
#ifndef ARGUS_TOOL_THREADS_DUMP_H
#define ARGUS_TOOL_THREADS_DUMP_H

#include "thread/thread.h"

/* Stack traces for humans: SIGQUIT dump of all threads. */
void threads_dump(struct thread *self, int fd);
void thread_print_stack(struct thread *self); /* the caller's Java frames and their monitors, to standard output */

#endif
