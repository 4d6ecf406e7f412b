/* Diagnostic commands about compiled code. */
#include "exec/code/code_report.h"
#include "exec/tier/compile_queue.h"
#include "service/mm_command.h"
#include "thread/vmentry.h"
#include <errno.h>
#include <string.h>

void mm_code_cache(JNIEnv *env, const struct command_call *call, FILE *out) { code_print_cache(out); }
void mm_code_list(JNIEnv *env, const struct command_call *call, FILE *out) { code_print_list(out); }

/* The lower compiler has no queue: a thread that has counted a method makes its stencils at once. */
void mm_code_queue(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env); /* no class is unloaded meanwhile */
    compile_queue_print(out);
    VM_RETURN_VOID();
}

void mm_perf_map(JNIEnv *env, const struct command_call *call, FILE *out)
{
    if (!code_write_perf_map()) fprintf(out, "The map could not be written: %s\n", strerror(errno));
}
