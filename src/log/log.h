/* log.h: -Xlog. Messages with a level and a set of tags, to standard output, standard error or files.
 *
 * A disabled message costs one byte load and a branch; its arguments are not evaluated. Before any configuration
 * warnings and errors of every tag set go to standard output. Any thread may log at any time, except in a signal
 * handler. Logging takes one lock, which is a leaf. */
#ifndef ARGUS_LOG_LOG_H
#define ARGUS_LOG_LOG_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/base.h"
#include "log/log_tags.h"

enum log_level { LOG_off, LOG_error, LOG_warning, LOG_info, LOG_debug, LOG_trace };

enum log_tag_set {
#define LOG_ENUM(name, text) LOGTAGS_##name,
    LOG_TAG_SETS(LOG_ENUM)
#undef LOG_ENUM
        LOG_TAG_SET_COUNT
};

/* For each tag set the highest level that some output accepts. */
extern _Atomic u8 log_enabled_levels[LOG_TAG_SET_COUNT];

/* Does any output accept LOG(level, tags, ...)? For work that only a message needs. */
#define LOG_ENABLED(level, tags) \
    UNLIKELY(atomic_load_explicit(&log_enabled_levels[LOGTAGS_##tags], memory_order_relaxed) >= LOG_##level)

/* LOG(info, class_load, "%s source: %s", name, source): level and tags are bare names of the lists above; the text has
 * no newline at its end. */
#define LOG(level, tags, ...) \
    do { \
        if (LOG_ENABLED(level, tags)) log_write(LOG_##level, LOGTAGS_##tags, __VA_ARGS__); \
    } while (0)

COLD void log_write(enum log_level level, enum log_tag_set tags, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Messages with their own members. An output has one of two forms: lines of text, or (output option format=json) one
 * JSON object a line. */
enum { LOG_FORM_TEXT = 1, LOG_FORM_JSON = 2 };
/* The forms of the outputs that accept such a message. */
u32 log_forms(enum log_level level, enum log_tag_set tags);
/* Writes text to the outputs of text, and members ("\"a\":1,\"b\":\"x\"") after the decorations to those of JSON.
 * Neither ends with a newline. NULL: nothing for outputs of that form. */
COLD void log_write_forms(enum log_level level, enum log_tag_set tags, const char *text, size_t text_len,
                          const char *members, size_t members_len);

enum log_configure_result {
    LOG_CONFIGURED,
    LOG_INVALID, /* error holds what to print before giving up; the reason has gone out as a message tagged [logging] */
    LOG_HELP,    /* the user asked for help, which has been printed; the VM ends with status 0 */
};

/* Takes one option: "-Xlog", "-Xlog:what[:output[:decorators[:output options]]]", or the same without "-Xlog:". Options
 * add up. error may be NULL if error_size is 0. */
enum log_configure_result log_configure(const char *option, char *error, size_t error_size);

/* The highest level of these tags that goes to standard output. */
enum log_level log_stdout_level(enum log_tag_set tags);
/* Applies one selection ("gc=info") to standard output, whose decorations are kept. False if the selection is
 * malformed. */
bool log_select_stdout(const char *selection);

/* Prints the levels, decorators, tag sets and outputs with their selections. */
void log_list(FILE *out);
/* Logs the same as messages tagged [logging], after all options were taken. */
void log_tell_configuration(void);
/* Starts a new file for each output to a file and keeps old ones. */
void log_rotate(void);
/* Disables all messages, warnings included. */
void log_disable(void);

/* Restores the state before any configuration and closes files. For tests. */
void log_reset(void);

/* Nanoseconds since the VM was loaded, the zero of the uptime decoration. */
i64 log_uptime_ns(void);
i64 log_start_wall_ms(void); /* when that was, since 1970-01-01 UTC */

#endif
