/* What machine code there is, as text: for jcmd's Compiler.… commands, -XX:+PrintCompilation, and Linux' perf. Forms of
 * lines as HotSpot prints them. */
#ifndef ARGUS_EXEC_CODE_CODE_REPORT_H
#define ARGUS_EXEC_CODE_CODE_REPORT_H

#include "exec/code/code_cache.h"
#include <stdio.h>

/* A line for each method: number, level, state (0: in use), name, where it starts, its code. Levels: 4 the optimizer's,
 * 1 stencils, 0 wrappers of natives. */
void code_print_list(FILE *out);
/* The cache: size, what is used, bounds, how much it holds. */
void code_print_cache(FILE *out);
/* Writes /tmp/perf-PID.map, which perf and other profilers read: start, size, name. false: errno says why not. */
WARN_UNUSED bool code_write_perf_map(void);
/* -XX:+PrintCompilation: a line on standard output. */
void code_print_compiled(const struct code *c);

#endif
