/* Stacks and monitors of threads as text, in HotSpot's layout, which tools parse. */
#ifndef ARGUS_TOOL_THREADS_DUMP_H
#define ARGUS_TOOL_THREADS_DUMP_H

#include "thread/thread.h"
#include <stdio.h>

/* Prints all threads. `locks`: with the locks of java.util.concurrent that each owns; `extended`: with the bytes that
 * it has allocated. `f` is a stream in memory, since the world is stopped meanwhile. */
void threads_print(struct thread *self, FILE *f, bool locks, bool extended);
/* The same to a file, as SIGQUIT does. */
void threads_dump(struct thread *self, int fd);
void thread_print_stack(struct thread *self); /* the caller's Java frames and their monitors, to standard output */

#endif
