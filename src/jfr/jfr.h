/* The flight recorder (docs/jfr.md): natives of jdk.jfr.internal.JVM, thread buffers, chunk files, constants, event
 * classes. The Java half, settings, repository, streams and commands, is the JDK's. */
#ifndef ARGUS_JFR_JFR_H
#define ARGUS_JFR_JFR_H

#include "thread/thread.h"

/* Fills thread/recorder.h in and adds the natives. Before anything runs. */
void jfr_bind(void);
/* ---- a crash: in a signal's handler ---- */
/* Where a dump would go. false: nothing is recorded. */
bool jfr_dump_path(char *out, size_t size);
/* Writes what was recorded there; at the end of the process, as the recorder stands still afterwards. `context`: the
 * signal's, or NULL. */
void jfr_dump(const char *path, const void *context);

/* Obeys -XX:FlightRecorderOptions and -XX:StartFlightRecording, in the live phase. Ends the VM if they are wrong.
 * IN_VM; runs Java. */
void jfr_start_from_options(struct thread *self);

/* The levels of -Xlog have changed; the JDK's half hears of it. IN_NATIVE. */
void jfr_log_changed(JNIEnv *env);

/* ---- diagnostic commands; all are called IN_NATIVE and leave nothing pending ---- */

/* Gets each line of an answer; `failed`: it is the reason why there is none. */
typedef void jfr_line_fn(const char *text, bool failed, void *arg);
/* Runs the command with this class of jdk.jfr.internal.dcmd; `source` says whose it is, `delimiter` stands between its
 * arguments. false: it failed. */
bool jfr_command(JNIEnv *env, const char *name, const char *source, const char *text, char delimiter, jfr_line_fn *fn,
                 void *arg);
/* Gives the lines that `jcmd PID help NAME` prints. */
void jfr_command_help(JNIEnv *env, const char *name, jfr_line_fn *fn, void *arg);

/* JFR.configure. NULL and negative numbers: not given. Sizes in bytes. */
struct jfr_configuration {
    const char *repository, *dump_path;
    i32 stack_depth;
    int sample_threads;
    i64 global_count, global_size, thread_size, memory_size, chunk_size;
};
#define JFR_NOTHING_CONFIGURED { NULL, NULL, -1, -1, -1, -1, -1, -1, -1 }
bool jfr_configure(JNIEnv *env, const struct jfr_configuration *c, bool verbose, jfr_line_fn *fn, void *arg);

#endif
