/* log_history.h: what has happened lately, for `jcmd VM.events`: a line for each of the last events of a kind. */
#ifndef ARGUS_LOG_LOG_HISTORY_H
#define ARGUS_LOG_LOG_HISTORY_H

#include <stdio.h>

#include "base/base.h"

enum log_history {
    HISTORY_CODE,
    HISTORY_LIBRARIES,
    HISTORY_CODE_GIVEN_UP,
    HISTORY_CLASSES_LOADED,
    HISTORY_CLASSES_UNLOADED,
    HISTORY_CLASSES_REDEFINED,
    HISTORY_EXCEPTIONS,
    HISTORY_STOPS,
    HISTORY_THREADS,
    HISTORY_COUNT
};

/* Any thread, not in a signal handler; takes a lock that is a leaf. Lines have no newline; what is longer than 255 is
 * cut. */
COLD void history_note(enum log_history kind, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same for what happens often: `what`, which is short, and a name behind it. */
void history_note_name(enum log_history kind, const char *what, const char *name);

/* By its short name ("jit"); HISTORY_COUNT: there is none. */
enum log_history history_named(const char *name);
const char *history_name(enum log_history kind);
/* The last `most` events of a kind, below its title. */
void history_print(enum log_history kind, u32 most, FILE *out);

#endif
