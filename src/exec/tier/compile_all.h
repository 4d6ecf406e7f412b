/* -XX:ArgusCompileAll: compiles code that has never run (docs/tiers.md). */
#ifndef ARGUS_EXEC_TIER_COMPILE_ALL_H
#define ARGUS_EXEC_TIER_COMPILE_ALL_H

#include "base/base.h"

struct thread;

/* Compiles every method of the linked classes that `pattern` names, in each way, throws the code away, and prints a
 * summary on standard output. pattern: names as from Class.getName, separated by commas; a * at the end stands for any
 * rest. Links the instructions before, also those of uninitialized classes, since the program has ended. */
void compile_all(struct thread *self, const char *pattern);

#endif
