/* Diagnostic commands of the flight recorder. The work, and the parsing of arguments, is done in src/jfr/ and in the
 * JDK's half of the recorder. */
#include "base/text.h"
#include "jfr/jfr.h"
#include "service/mm_command.h"
#include <stdlib.h>

static void put_line(const char *text, bool failed, void *out) { fprintf(out, "%s\n", text); }

static void run(JNIEnv *env, const char *name, const struct command_call *call, FILE *out)
{
    (void)jfr_command(env, name, "attach", call->text, ' ', put_line, out);
}
void mm_jfr_check(JNIEnv *env, const struct command_call *call, FILE *out) { run(env, "DCmdCheck", call, out); }
void mm_jfr_dump(JNIEnv *env, const struct command_call *call, FILE *out) { run(env, "DCmdDump", call, out); }
void mm_jfr_start(JNIEnv *env, const struct command_call *call, FILE *out) { run(env, "DCmdStart", call, out); }
void mm_jfr_stop(JNIEnv *env, const struct command_call *call, FILE *out) { run(env, "DCmdStop", call, out); }

static i64 size_of(const char *value)
{
    u64 n;
    return value && text_parse_size(value, &n) ? (i64)n : -1;
}

void mm_jfr_configure(JNIEnv *env, const struct command_call *call, FILE *out)
{
    struct jfr_configuration c = {
        .repository = call->values[0],
        .dump_path = call->values[1],
        .stack_depth = call->values[2] ? (i32)strtol(call->values[2], NULL, 10) : -1,
        .global_count = call->values[3] ? strtoll(call->values[3], NULL, 10) : -1,
        .global_size = size_of(call->values[4]),
        .thread_size = size_of(call->values[5]),
        .memory_size = size_of(call->values[6]),
        .chunk_size = size_of(call->values[7]),
        .sample_threads = call->values[8] ? command_is_set(call, 8) : -1,
    };
    (void)jfr_configure(env, &c, true, put_line, out);
}

void mm_jfr_help(JNIEnv *env, const struct command *c, FILE *out) { jfr_command_help(env, c->recorder, put_line, out); }
