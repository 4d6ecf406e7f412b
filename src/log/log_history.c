/* log_history.c: a ring of lines for each kind of event. */
#include "log/log_history.h"
#include "log/log_int.h"
#include "os/os_sync.h"
#include "os/os_thread.h"

#include <stdarg.h>
#include <string.h>

enum { LINES = 20, LINE = 256 };

struct event {
    i64 ns; /* since the start */
    i32 thread;
    char text[LINE];
};
static struct {
    u64 count; /* of all that there have been */
    struct event last[LINES];
} rings[HISTORY_COUNT];
static const struct {
    const char *name, *title;
} kinds[HISTORY_COUNT] = {
    [HISTORY_CODE] = { "jit", "Compilation events" },
    [HISTORY_LIBRARIES] = { "dll", "Dll operation events" },
    [HISTORY_CODE_GIVEN_UP] = { "deopt", "Deoptimization events" },
    [HISTORY_CLASSES_LOADED] = { "load", "Classes loaded" },
    [HISTORY_CLASSES_UNLOADED] = { "unload", "Classes unloaded" },
    [HISTORY_CLASSES_REDEFINED] = { "redef", "Classes redefined" },
    [HISTORY_EXCEPTIONS] = { "exc", "Internal exceptions" },
    [HISTORY_STOPS] = { "vmops", "VM Operations of a millisecond or more" },
    [HISTORY_THREADS] = { "events", "Events" },
};
static struct os_mutex lock = OS_MUTEX_INIT;

static void note(enum log_history kind, const char *text, size_t length)
{
    i64 ns = log_uptime_ns();
    i32 thread = os_thread_tid();
    os_mutex_lock(&lock);
    struct event *to = &rings[kind].last[rings[kind].count++ % LINES];
    to->ns = ns;
    to->thread = thread;
    memcpy(to->text, text, length);
    to->text[length] = 0;
    os_mutex_unlock(&lock);
}
void history_note(enum log_history kind, const char *fmt, ...)
{
    char text[LINE];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    note(kind, text, strlen(text));
}
void history_note_name(enum log_history kind, const char *what, const char *name)
{
    char text[LINE];
    size_t n = strlen(what), more = strlen(name);
    VM_ASSERT(n < sizeof text);
    if (more > sizeof text - 1 - n) more = sizeof text - 1 - n;
    memcpy(text, what, n);
    memcpy(text + n, name, more);
    note(kind, text, n + more);
}

enum log_history history_named(const char *name)
{
    u32 i = 0;
    while (i < HISTORY_COUNT && strcmp(kinds[i].name, name) != 0) i++;
    return i;
}
const char *history_name(enum log_history kind) { return kinds[kind].name; }

void history_print(enum log_history kind, u32 most, FILE *out)
{
    os_mutex_lock(&lock);
    u64 count = rings[kind].count, there = count < LINES ? count : LINES;
    if (there > most) there = most;
    fprintf(out, "%s (%llu events):\n", kinds[kind].title, (unsigned long long)there);
    if (!there) fputs("No events\n", out);
    for (u64 i = count - there; i < count; i++) {
        const struct event *e = &rings[kind].last[i % LINES];
        fprintf(out, "Event: %.3f Thread %d %s\n", (double)e->ns / 1e9, e->thread, e->text);
    }
    os_mutex_unlock(&lock);
}
