/* log_int.h: shared by the two halves of logging: log.c writes messages, log_configure.c parses options. Everything
 * here is under log_lock unless said otherwise. */
#ifndef ARGUS_LOG_LOG_INT_H
#define ARGUS_LOG_LOG_INT_H

#include "log/log.h"
#include "os/os_sync.h"

#define LOG_MAX_OUTPUTS 16

/* In the order in which they are printed. */
enum log_decorator {
    LOG_DECO_TIME,
    LOG_DECO_UTCTIME,
    LOG_DECO_UPTIME,
    LOG_DECO_TIMEMILLIS,
    LOG_DECO_UPTIMEMILLIS,
    LOG_DECO_TIMENANOS,
    LOG_DECO_UPTIMENANOS,
    LOG_DECO_HOSTNAME,
    LOG_DECO_PID,
    LOG_DECO_TID,
    LOG_DECO_LEVEL,
    LOG_DECO_TAGS,
    LOG_DECO_COUNT
};
#define LOG_DECO_DEFAULT (1u << LOG_DECO_UPTIME | 1u << LOG_DECO_LEVEL | 1u << LOG_DECO_TAGS)

struct log_output {
    char *name; /* "stdout", "stderr", "file=..." as the user wrote it */
    char *path; /* of a file, with %p and %t replaced; NULL for stdout and stderr */
    int fd;
    u32 decorators;            /* bits of enum log_decorator */
    bool json;                 /* one JSON object a line; decorations are members */
    u8 widths[LOG_DECO_COUNT]; /* decorations are padded to the widest one until now */
    u8 levels[LOG_TAG_SET_COUNT];
    u64 size, rotate_size;         /* bytes in the current file; rotate_size 0: never rotate */
    u32 rotate_count, rotate_next; /* archived files kept, the next number to use */
};

extern struct os_mutex log_lock;
extern struct log_output log_outputs[LOG_MAX_OUTPUTS]; /* 0 is stdout, 1 is stderr */
extern u32 log_output_count;

extern const char *const log_decorator_names[]; /* by enum log_decorator; immutable */
extern const char *const log_level_names[];     /* by enum log_level; immutable */
extern const char *const log_tag_set_texts[];   /* "class,load"; immutable */

/* Recomputes log_enabled_levels from the outputs. */
void log_publish_levels_locked(void) WANTS_LOCK(log_lock);
/* Opens (or, after a rotation, reopens) the file of an output. False with errno set. */
bool log_open_file_locked(struct log_output *o) WANTS_LOCK(log_lock);

#endif
