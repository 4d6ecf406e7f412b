/* The machine code that exists, as text: for jcmd's Compiler.… commands, -XX:+PrintCompilation, and Linux' perf.
 * Forms of lines as HotSpot prints them. */
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
/* What the compilers have done; any thread. c NULL: they could not. bytes: of bytecode, with that of methods that were
 * taken in. */
enum code_maker { CODE_BY_STENCILS, CODE_BY_OPTIMIZER, CODE_MAKERS };
void code_count_compiled(enum code_maker by, const struct code *c, u32 bytes, i64 ns);
/* The flight recorder's events of it. began: os_time_monotonic_ns(); c NULL: why not. IN_VM. */
void code_record_compiled(struct thread *self, enum code_maker by, struct method *m, const struct code *c, i64 began,
                          u32 inlined, const char *why);
/* How many methods have been compiled; how many could not be. The last one, "package/Class method" cut to size, with
 * its bytes as above; "" and 0 when there is none. Any thread. */
u64 code_compiled(u64 *failed, char *last, size_t size, u32 *bytes);
i64 code_compile_ns(void); /* of all */
struct code_totals {
    u64 methods, failed, bytes /* of bytecode */, code_bytes;
    i64 ns, longest_ns; /* of processor time */
};
void code_totals_get(struct code_totals *t);
/* The content of the cache now: code of methods, and the rest. */
void code_count(u32 *methods, u32 *others);
/* -XX:+CITime: time, speed, bytecode and code of each, and the sum. */
void code_print_times(FILE *out);
/* A method that waits for the upper compiler, as a line of the same form without its time and its end. */
void code_print_task(u64 number, const struct method *m, FILE *out);
/* -XX:+PrintCompilation: a line on standard output. */
void code_print_compiled(const struct code *c);

#endif
