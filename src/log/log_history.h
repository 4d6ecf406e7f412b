/* log_history.h: recent events, for `jcmd VM.events`: a line for each of the last events of a kind. */
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

/* Records a line. Any thread, not in a signal handler; takes a lock that is a leaf. The line has no newline and is cut
 * at 255 characters. */
COLD void history_note(enum log_history kind, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* As history_note, for frequent events: the short text `what` and a name after it. */
void history_note_name(enum log_history kind, const char *what, const char *name);

/* The kind with this short name ("jit"); HISTORY_COUNT if there is none. */
enum log_history history_named(const char *name);
const char *history_name(enum log_history kind);
/* Prints the last `most` events of a kind below its title. */
void history_print(enum log_history kind, u32 most, FILE *out);

#endif
