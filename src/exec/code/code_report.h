/* The existing machine code as text: for jcmd's Compiler.… commands, -XX:+PrintCompilation, and Linux' perf. Lines have
 * HotSpot's form. */
#ifndef ARGUS_EXEC_CODE_CODE_REPORT_H
#define ARGUS_EXEC_CODE_CODE_REPORT_H

#include "exec/code/code_cache.h"
#include <stdio.h>

/* Prints a line for each method: number, level, state (0: in use), name, start, code. Levels: 4 the optimizer, 1
 * stencils, 0 wrappers of natives. */
void code_print_list(FILE *out);
enum { CODE_WRAPPER = 0, CODE_STENCILS = 1, CODE_OPTIMIZED = 4 }; /* levels */
int code_level(const struct code *c);
/* Prints the cache: size, used bytes, bounds, number of pieces. */
void code_print_cache(FILE *out);
/* Writes /tmp/perf-PID.map, which perf and other profilers read: start, size, name. Returns false with errno set. */
WARN_UNUSED bool code_write_perf_map(void);
/* Counts a compilation. Any thread. c NULL: it failed. bytes: of bytecode, including inlined methods. */
enum code_maker { CODE_BY_STENCILS, CODE_BY_OPTIMIZER, CODE_MAKERS };
void code_count_compiled(enum code_maker by, const struct code *c, u32 bytes, i64 ns);
/* Records the flight recorder's events of a compilation. began: from os_time_monotonic_ns(). c NULL: it failed, and
 * `why` says why. IN_VM. */
void code_record_compiled(struct thread *self, enum code_maker by, struct method *m, const struct code *c, i64 began,
                          u32 inlined, const char *why);
/* Returns the number of compiled methods, and in *failed the failures. last: the last method, "package/Class method",
 * cut to size; bytes: its bytes as above. "" and 0 if there is none. Any thread. */
u64 code_compiled(u64 *failed, char *last, size_t size, u32 *bytes);
/* Has f called after each compilation, failed ones too, once code_compiled counts it: on the thread that compiles, in
 * any state; f may not collect. Once, at startup. */
void code_tell_of_compiled(void (*f)(void));
i64 code_compile_ns(void); /* total processor time */
struct code_totals {
    u64 methods, failed, bytes /* of bytecode */, code_bytes;
    i64 ns, longest_ns; /* of processor time */
};
void code_totals_get(struct code_totals *t);
/* Counts the pieces in the cache: code of methods, and others. */
void code_count(u32 *methods, u32 *others);
/* -XX:+CITime: prints time, speed, bytecode and code size of each compiler, and the sum. */
void code_print_times(FILE *out);
/* Prints a method that waits for the optimizer, in the same form without time and size. */
void code_print_task(u64 number, const struct method *m, FILE *out);
/* -XX:+PrintCompilation: prints a line on standard output. */
void code_print_compiled(const struct code *c);

#endif
