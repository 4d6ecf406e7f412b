/* log.c: composing and writing messages; the outputs and their files.
 *
 * A message is put together in memory and written with one write(2), so lines of several threads and processes do not
 * mix. log_lock guards outputs, files and widths. Levels are read without it. */
#include "log/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/contract.h"
#include "base/text.h"
#include "log/log_int.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_thread.h"
#include "os/os_time.h"

const char *const log_level_names[] = { "off", "error", "warning", "info", "debug", "trace" };

const char *const log_tag_set_texts[] = {
#define LOG_TEXT(name, text) text,
    LOG_TAG_SETS(LOG_TEXT)
#undef LOG_TEXT
};

_Atomic u8 log_enabled_levels[LOG_TAG_SET_COUNT] = { [0 ... LOG_TAG_SET_COUNT - 1] = LOG_warning };

struct os_mutex log_lock = OS_MUTEX_INIT;
struct log_output log_outputs[LOG_MAX_OUTPUTS] = {
    { .name = (char *)"stdout",
      .fd = OS_STDOUT,
      .decorators = LOG_DECO_DEFAULT,
      .levels = { [0 ... LOG_TAG_SET_COUNT - 1] = LOG_warning } },
    { .name = (char *)"stderr", .fd = OS_STDERR, .decorators = LOG_DECO_DEFAULT },
};
u32 log_output_count = 2;

static i64 start_ns, start_wall_ms;

__attribute__((constructor)) static void remember_start(void)
{
    start_ns = os_time_monotonic_ns();
    start_wall_ms = os_time_wall_ms();
}

i64 log_uptime_ns(void) { return os_time_monotonic_ns() - start_ns; }
i64 log_start_wall_ms(void) { return start_wall_ms; }

void log_publish_levels_locked(void)
{
    LOCK_HELD(&log_lock);
    for (u32 t = 0; t < LOG_TAG_SET_COUNT; t++) {
        u8 highest = LOG_off;
        for (u32 i = 0; i < log_output_count; i++)
            if (log_outputs[i].levels[t] > highest) highest = log_outputs[i].levels[t];
        atomic_store_explicit(&log_enabled_levels[t], highest, memory_order_relaxed);
    }
}

/* --- Files ------------------------------------------------------------------------------------------------------- */

static void archive_name(const struct log_output *o, u32 number, char *out, size_t size)
{
    int digits = 1;
    for (u32 n = o->rotate_count - 1; n >= 10; n /= 10) digits++;
    snprintf(out, size, "%s.%0*u", o->path, digits, number);
}

static void rotate_locked(struct log_output *o) WANTS_LOCK(log_lock)
{
    LOCK_HELD(&log_lock);
    char name[4096];
    archive_name(o, o->rotate_next, name, sizeof name);
    o->rotate_next = (o->rotate_next + 1) % o->rotate_count;
    (void)rename(o->path, name);
}

bool log_open_file_locked(struct log_output *o)
{
    LOCK_HELD(&log_lock);
    /* Only regular files are rotated: a pipe or a device has no old content. */
    if (o->rotate_count > 0 && os_file_is_regular(o->path) && o->fd < 0) {
        /* Keeps the file of an earlier run: takes the first free number, else that of the oldest archive. */
        int64_t oldest = 0;
        for (u32 i = 0; i < o->rotate_count; i++) {
            char name[4096];
            archive_name(o, i, name, sizeof name);
            int64_t written = os_file_modified(name);
            if (written < 0) {
                o->rotate_next = i;
                break;
            }
            if (i == 0 || written < oldest) {
                oldest = written;
                o->rotate_next = i;
            }
        }
        rotate_locked(o);
    }
    int fd = os_file_create(o->path, OS_FILE_APPEND, 0666);
    if (fd < 0) return false;
    o->fd = fd;
    o->size = 0;
    return true;
}

static void write_locked(struct log_output *o, const char *text, size_t n) WANTS_LOCK(log_lock)
{
    LOCK_HELD(&log_lock);
    o->size += n;
    (void)os_file_write(o->fd, text, n); /* a full disk or a closed pipe must not stop the program */
    if (o->rotate_size && o->rotate_count && o->size >= o->rotate_size) {
        int old = o->fd;
        rotate_locked(o);
        if (log_open_file_locked(o)) os_file_close(old);
    }
}

void log_rotate(void)
{
    os_mutex_lock(&log_lock);
    for (u32 i = 2; i < log_output_count; i++) {
        struct log_output *o = &log_outputs[i];
        if (!o->path || !o->rotate_count) continue;
        int old = o->fd;
        rotate_locked(o);
        if (log_open_file_locked(o)) os_file_close(old);
    }
    os_mutex_unlock(&log_lock);
}

/* --- Messages ---------------------------------------------------------------------------------------------------- */

static void format_date(char *out, size_t size, bool utc)
{
    i64 now = os_time_wall_ns();
    char date[32], zone[8];
    os_time_format(date, sizeof date, now / OS_NS_PER_SEC, "%Y-%m-%dT%H:%M:%S", utc);
    os_time_format(zone, sizeof zone, now / OS_NS_PER_SEC, "%z", utc);
    snprintf(out, size, "%s.%03d%s", date, (int)(now / OS_NS_PER_MS % 1000), zone);
}

static void format_decoration(enum log_decorator d, enum log_level level, enum log_tag_set tags, char *out, size_t size)
{
    i64 up = log_uptime_ns();
    switch (d) {
    case LOG_DECO_TIME: format_date(out, size, false); break;
    case LOG_DECO_UTCTIME: format_date(out, size, true); break;
    case LOG_DECO_UPTIME: snprintf(out, size, "%.3fs", (double)up / 1e9); break;
    case LOG_DECO_TIMEMILLIS: snprintf(out, size, "%lldms", (long long)os_time_wall_ms()); break;
    case LOG_DECO_UPTIMEMILLIS: snprintf(out, size, "%lldms", (long long)(up / OS_NS_PER_MS)); break;
    case LOG_DECO_TIMENANOS: snprintf(out, size, "%lldns", (long long)os_time_monotonic_ns()); break;
    case LOG_DECO_UPTIMENANOS: snprintf(out, size, "%lldns", (long long)up); break;
    case LOG_DECO_HOSTNAME: os_host_name(out, size); break;
    case LOG_DECO_PID: snprintf(out, size, "%d", os_pid()); break;
    case LOG_DECO_TID: snprintf(out, size, "%d", os_thread_tid()); break;
    case LOG_DECO_LEVEL: snprintf(out, size, "%s", log_level_names[level]); break;
    case LOG_DECO_TAGS: snprintf(out, size, "%s", log_tag_set_texts[tags]); break;
    case LOG_DECO_COUNT: out[0] = 0; break;
    }
}

static size_t decorate_locked(struct log_output *o, enum log_level level, enum log_tag_set tags, char *out, size_t size)
    WANTS_LOCK(log_lock)
{
    LOCK_HELD(&log_lock);
    size_t n = 0;
    for (u32 d = 0; d < LOG_DECO_COUNT; d++) {
        if (!(o->decorators & 1u << d)) continue;
        char text[72];
        format_decoration((enum log_decorator)d, level, tags, text, sizeof text);
        size_t width = strlen(text);
        if (width > o->widths[d]) o->widths[d] = (u8)width;
        n += (size_t)snprintf(out + n, size - n, "[%-*s]", o->widths[d], text);
    }
    if (n) out[n++] = ' ';
    return n;
}

/* {"uptime":0.012,"level":"info","tags":["gc"],MEMBERS} and a newline. */
static void compose_json(struct text *t, const struct log_output *o, enum log_level level, enum log_tag_set tags,
                         const char *members, size_t n)
{
    text_add(t, "{");
    for (u32 d = 0; d < LOG_DECO_COUNT; d++) {
        if (!(o->decorators & 1u << d)) continue;
        char value[72];
        format_decoration((enum log_decorator)d, level, tags, value, sizeof value);
        text_printf(t, "%s\"%s\":", t->len > 1 ? "," : "", log_decorator_names[d]);
        switch ((enum log_decorator)d) {
        case LOG_DECO_UPTIME:
        case LOG_DECO_TIMEMILLIS:
        case LOG_DECO_UPTIMEMILLIS:
        case LOG_DECO_TIMENANOS:
        case LOG_DECO_UPTIMENANOS:
        case LOG_DECO_PID:
        case LOG_DECO_TID: text_put(t, value, strspn(value, "0123456789.")); break; /* a number, without its unit */
        case LOG_DECO_TAGS:
            for (const char *tag = value; *tag;) {
                size_t len = strcspn(tag, ",");
                text_printf(t, "%s\"%.*s\"", tag == value ? "[" : ",", (int)len, tag);
                tag += len + (tag[len] == ',');
            }
            text_add(t, "]");
            break;
        default: text_json(t, value, strlen(value)); break;
        }
    }
    if (n && t->len > 1) text_add(t, ",");
    text_put(t, members, n);
    text_add(t, "}\n");
}

u32 log_forms(enum log_level level, enum log_tag_set tags)
{
    u32 forms = 0;
    os_mutex_lock(&log_lock);
    for (u32 i = 0; i < log_output_count; i++)
        if (log_outputs[i].levels[tags] >= level) forms |= log_outputs[i].json ? LOG_FORM_JSON : LOG_FORM_TEXT;
    os_mutex_unlock(&log_lock);
    return forms;
}

void log_write_forms(enum log_level level, enum log_tag_set tags, const char *text, size_t text_len,
                     const char *members, size_t members_len)
{
    enum { FRONT = LOG_DECO_COUNT * 80 };
    char front[FRONT], room[1024];
    os_mutex_lock(&log_lock);
    for (u32 i = 0; i < log_output_count; i++) {
        struct log_output *o = &log_outputs[i];
        if (o->levels[tags] < level || !(o->json ? members : text)) continue;
        struct text line;
        text_init(&line, room, sizeof room);
        if (o->json) {
            compose_json(&line, o, level, tags, members, members_len);
        } else {
            text_put(&line, front, decorate_locked(o, level, tags, front, sizeof front));
            text_put(&line, text, text_len);
            text_put(&line, "\n", 1);
        }
        write_locked(o, line.p, line.len);
        text_free(&line);
    }
    os_mutex_unlock(&log_lock);
}

void log_write(enum log_level level, enum log_tag_set tags, const char *fmt, ...)
{
    char small[1024], *text = small;
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    if (length < 0) length = 0;
    if ((size_t)length >= sizeof small) {
        text = (char *)vm_malloc((size_t)length + 1);
        vsnprintf(text, (size_t)length + 1, fmt, again);
    }
    va_end(again);
    struct text members;
    text_init(&members, NULL, 0);
    if (log_forms(level, tags) & LOG_FORM_JSON) {
        text_add(&members, "\"message\":");
        text_json(&members, text, (size_t)length);
    }
    log_write_forms(level, tags, text, (size_t)length, members.p, members.len);
    text_free(&members);
    if (text != small) free(text);
}

void log_reset(void)
{
    os_mutex_lock(&log_lock);
    for (u32 i = 0; i < log_output_count; i++) {
        struct log_output *o = &log_outputs[i];
        memset(o->levels, i == 0 ? LOG_warning : LOG_off, sizeof o->levels);
        memset(o->widths, 0, sizeof o->widths);
        o->decorators = LOG_DECO_DEFAULT;
        o->json = false;
        if (i < 2) continue;
        os_file_close(o->fd);
        free(o->name);
        free(o->path);
    }
    log_output_count = 2;
    log_publish_levels_locked();
    os_mutex_unlock(&log_lock);
}
