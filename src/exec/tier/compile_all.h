/* -XX:ArgusCompileAll: what compilers make of code that was never run (docs/tiers.md). */
#ifndef ARGUS_EXEC_TIER_COMPILE_ALL_H
#define ARGUS_EXEC_TIER_COMPILE_ALL_H

#include "base/base.h"

struct thread;

/* Every method of the linked classes that `pattern` names is compiled in each way that there is, its code thrown away,
 * and a summary printed on standard output. pattern: names as Class.getName gives them, separated by commas; a * at the
 * end stands for any rest. Instructions are linked before, also where their classes are not initialized: the program
 * has ended. */
void compile_all(struct thread *self, const char *pattern);

#endif
