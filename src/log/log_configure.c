/* log_configure.c: the grammar of -Xlog.
 *
 *   -Xlog[:what[:output[:decorators[:output options]]]]
 *   what        selection,...  |  disable  |  help  |  async     (empty: all=info)
 *   selection   tag+tag...[*][=level]  |  all[=level]            (no level: info)
 *   output      stdout | stderr | file=path | path               (empty: stdout)
 *   options     format=text|json, of files also filecount=n, filesize=n
 *
 * A selection without * matches the tag set that has exactly these tags, with * every set that has at least them. An
 * option is checked whole before it changes anything. Runs on one thread at a time at start-up; later under
 * log_lock. */
#include <errno.h>
#include <stdlib.h>

#include "base/contract.h"
#include "base/text.h"
#include "log/log.h"
#include "log/log_int.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_time.h"

#define MAX_TAGS 5
#define MAX_SELECTIONS 64

/* Tags that a selection may name: all of HotSpot's, so that command lines carry over, and "monitor". Sorted. */
static const char *const tag_names[] = {
#include "jdk_log_tags.inc"
};

const char *const log_decorator_names[] = {
    [LOG_DECO_TIME] = "time",
    [LOG_DECO_UTCTIME] = "utctime",
    [LOG_DECO_UPTIME] = "uptime",
    [LOG_DECO_TIMEMILLIS] = "timemillis",
    [LOG_DECO_UPTIMEMILLIS] = "uptimemillis",
    [LOG_DECO_TIMENANOS] = "timenanos",
    [LOG_DECO_UPTIMENANOS] = "uptimenanos",
    [LOG_DECO_HOSTNAME] = "hostname",
    [LOG_DECO_PID] = "pid",
    [LOG_DECO_TID] = "tid",
    [LOG_DECO_LEVEL] = "level",
    [LOG_DECO_TAGS] = "tags",
};
static const char *const abbreviations[] = {
    [LOG_DECO_TIME] = "t",         [LOG_DECO_UTCTIME] = "utc",     [LOG_DECO_UPTIME] = "u",
    [LOG_DECO_TIMEMILLIS] = "tm",  [LOG_DECO_UPTIMEMILLIS] = "um", [LOG_DECO_TIMENANOS] = "tn",
    [LOG_DECO_UPTIMENANOS] = "un", [LOG_DECO_HOSTNAME] = "hn",     [LOG_DECO_PID] = "p",
    [LOG_DECO_TID] = "ti",         [LOG_DECO_LEVEL] = "l",         [LOG_DECO_TAGS] = "tg",
};

struct selection {
    const char *tags[MAX_TAGS]; /* names out of tag_names */
    u32 count;                  /* 0: all */
    bool at_least;
    enum log_level level;
};

/* One complaint, printed as a message of the log itself. */
#define COMPLAIN(...) (log_write(LOG_error, LOGTAGS_logging, __VA_ARGS__), false)

static bool parse_level(const char *text, enum log_level *out)
{
    for (u32 i = LOG_off; i <= LOG_trace; i++) {
        if (strcasecmp(text, log_level_names[i]) == 0) {
            *out = (enum log_level)i;
            return true;
        }
    }
    return COMPLAIN("Invalid level '%s' in log selection.", text);
}

static const char *find_tag(const char *text)
{
    for (size_t i = 0; i < ARRAY_LEN(tag_names); i++)
        if (strcasecmp(text, tag_names[i]) == 0) return tag_names[i];
    return NULL;
}

/* text is consumed. */
static bool parse_selection(char *text, struct selection *out)
{
    *out = (struct selection){ .level = LOG_info };
    char *level = strchr(text, '=');
    if (level) {
        *level++ = 0;
        if (!parse_level(level, &out->level)) return false;
    }
    if (strcasecmp(text, "all") == 0) {
        out->at_least = true;
        return true;
    }
    size_t n = strlen(text);
    if (n && text[n - 1] == '*') {
        out->at_least = true;
        text[n - 1] = 0;
    }
    char *rest = text, *tag;
    while ((tag = strsep(&rest, "+"))) {
        const char *name = find_tag(tag);
        if (!name) return COMPLAIN("Invalid tag '%s' in log selection.", tag);
        if (out->count == MAX_TAGS)
            return COMPLAIN("Too many tags in log selection '%s' (can only have up to %d tags).", text, MAX_TAGS);
        for (u32 i = 0; i < out->count; i++)
            if (out->tags[i] == name) return COMPLAIN("Log selection contains duplicates of tag %s.", name);
        out->tags[out->count++] = name;
    }
    return true;
}

static bool matches(const struct selection *s, u32 set)
{
    u32 in_set = 0, found = 0;
    for (const char *at = log_tag_set_texts[set]; *at; in_set++) {
        size_t n = strcspn(at, ",");
        for (u32 i = 0; i < s->count; i++)
            if (strlen(s->tags[i]) == n && strncmp(s->tags[i], at, n) == 0) found++;
        at += n;
        if (*at == ',') at++;
    }
    return found == s->count && (s->at_least || in_set == s->count);
}

static bool parse_decorators(char *text, u32 *out)
{
    *out = 0;
    if (!*text) {
        *out = LOG_DECO_DEFAULT;
        return true;
    }
    if (strcasecmp(text, "none") == 0) return true;
    char *name;
    while ((name = strsep(&text, ","))) {
        u32 d = 0;
        while (d < LOG_DECO_COUNT && strcasecmp(name, log_decorator_names[d]) != 0 &&
               strcmp(name, abbreviations[d]) != 0)
            d++;
        if (d == LOG_DECO_COUNT) return COMPLAIN("Invalid decorator '%s'.", name);
        *out |= 1u << d;
    }
    return true;
}

static bool parse_file_options(char *text, struct log_output *o)
{
    o->rotate_count = 5;
    o->rotate_size = 20 * MB;
    char *option;
    while (text && *text && (option = strsep(&text, ","))) {
        char *value = strchr(option, '=');
        u64 n;
        if (value) *value++ = 0;
        if (strcmp(option, "filecount") != 0 && strcmp(option, "filesize") != 0)
            return COMPLAIN("Invalid option '%s' for log file output.", option);
        if (!value || !text_parse_size(value, &n)) return COMPLAIN("Invalid option: %s must be a number.", option);
        if (strcmp(option, "filesize") == 0) {
            o->rotate_size = n;
        } else if (n > 1000) {
            return COMPLAIN("Invalid option: filecount must be in range [0, 1000].");
        } else {
            o->rotate_count = (u32)n;
        }
    }
    return true;
}

/* Takes format=text|json, which any output can have, out of a list of options. */
static bool take_format(char *options, bool *json)
{
    *json = false;
    if (!*options) return true;
    char *to = options, *rest = options, *option;
    while ((option = strsep(&rest, ","))) {
        if (strncmp(option, "format=", 7) == 0) {
            *json = strcmp(option + 7, "json") == 0;
            if (!*json && strcmp(option + 7, "text") != 0)
                return COMPLAIN("Invalid option: format must be text or json.");
            continue;
        }
        size_t n = strlen(option);
        if (to != options) *to++ = ',';
        memmove(to, option, n);
        to += n;
        *to = 0; /* strsep has cut off the rest already */
    }
    *to = 0;
    return true;
}

static char *expand_path(const char *path)
{
    char pid[16], started[32], *out = (char *)vm_malloc(strlen(path) * 24 + 1), *at = out;
    snprintf(pid, sizeof pid, "%d", os_pid());
    i64 start = (os_time_wall_ns() - log_uptime_ns()) / OS_NS_PER_SEC;
    os_time_format(started, sizeof started, start, "%Y-%m-%d_%H-%M-%S", false);
    for (; *path; path++) {
        const char *insert = path[0] == '%' && path[1] == 'p' ? pid : path[0] == '%' && path[1] == 't' ? started : NULL;
        if (insert) {
            at = stpcpy(at, insert);
            path++;
        } else {
            *at++ = *path;
        }
    }
    *at = 0;
    return out;
}

/* Normalizes the output name of the user to stdout, stderr or file=NAME. "file=" may be left out, and the whole NAME
 * may be quoted. False after a complaint. */
static bool output_name(const char *text, char *out, size_t size)
{
    const char *equals = *text == '"' ? NULL : strchr(text, '='), *name = equals ? equals + 1 : text;
    const char *quote = strchr(name, '"');
    size_t length = strlen(name);
    if (quote) {
        if (quote != name || strchr(name + 1, '"') != name + length - 1)
            return COMPLAIN("Output name can not be partially quoted. Either surround the whole name with quotation "
                            "marks, or do not use quotation marks at all.");
        name++;
        length -= 2;
    }
    if (equals && strncmp(text, "file=", 5) != 0)
        return COMPLAIN("Unsupported log output type: %.*s=%.*s", (int)(equals - text), text, (int)length, name);
    bool standard = !quote && !equals && (strcmp(text, "stdout") == 0 || strcmp(text, "stderr") == 0);
    if ((size_t)snprintf(out, size, "%s%.*s", standard ? "" : "file=", (int)length, name) >= size)
        return COMPLAIN("Log output name is too long.");
    return true;
}

/* Finds the output of that name and opens it if it is new. NULL after a complaint. */
static struct log_output *find_output(const char *text, char *options)
{
    char name[4096];
    if (!output_name(*text ? text : "stdout", name, sizeof name)) return NULL;
    for (u32 i = 0; i < log_output_count; i++)
        if (strcmp(log_outputs[i].name, name) == 0) return &log_outputs[i];

    if (log_output_count == LOG_MAX_OUTPUTS) {
        COMPLAIN("Too many log outputs (at most %d).", LOG_MAX_OUTPUTS);
        return NULL;
    }
    struct log_output o = { .fd = -1, .decorators = LOG_DECO_DEFAULT };
    char *kept = vm_strdup(options);
    bool good = parse_file_options(options, &o);
    if (good) o.path = expand_path(name + 5);
    if (good && o.rotate_count && os_file_exists(o.path) && !os_file_is_regular(o.path)) {
        COMPLAIN("Unable to log to file %s with log file rotation: %s is not a regular file", o.path, o.path);
        good = false;
    }
    if (good) {
        os_mutex_lock(&log_lock);
        good = log_open_file_locked(&o);
        os_mutex_unlock(&log_lock);
        if (!good) COMPLAIN("Error opening log file '%s': %s", o.path, strerror(errno));
    }
    if (!good) COMPLAIN("Initialization of output '%s' using options '%s' failed.", name, *kept ? kept : "(null)");
    free(kept);
    if (!good) {
        free(o.path);
        return NULL;
    }
    o.name = vm_strdup(name);
    os_mutex_lock(&log_lock);
    struct log_output *slot = &log_outputs[log_output_count];
    *slot = o;
    log_output_count++;
    os_mutex_unlock(&log_lock);
    return slot;
}

static void print_help(void)
{
    printf("-Xlog Usage: -Xlog[:[selections][:[output][:[decorators][:output-options]]]]\n"
           "\t selections: tag1[+tag2...][*][=level][,...]; without * only messages with exactly these tags match;\n"
           "\t             'all' matches every message; 'disable' turns everything off, warnings included\n"
           "\nAvailable log levels:\n off, trace, debug, info, warning, error\n\nAvailable log decorators:\n ");
    for (u32 i = 0; i < LOG_DECO_COUNT; i++)
        printf("%s%s (%s)", i ? ", " : "", log_decorator_names[i], abbreviations[i]);
    printf("\n Decorators can also be 'none'.\n\nTag sets that this VM uses:\n ");
    for (u32 i = 0; i < LOG_TAG_SET_COUNT; i++) {
        if (i) printf(", ");
        for (const char *c = log_tag_set_texts[i]; *c; c++) putchar(*c == ',' ? '+' : *c);
    }
    printf(
        "\n\nAvailable log outputs:\n stdout, stderr\n file=<name>, with %%p for the process id and %%t for the start "
        "time in the name;\n"
        "  options: filesize=<bytes, K, M, G> and filecount=<number> for rotation of files (0: none);\n"
        "           format=json for one JSON object a line, in which the decorators are members\n"
        "\nThe tool interface (jvmti):\n"
        " -Xlog:jvmti        environments, capabilities, event modes, and calls that answer an error\n"
        " -Xlog:jvmti=debug  all calls and events with arguments and results; not raw monitors, memory, storage, time\n"
        " -Xlog:jvmti=trace  those too, and a line before and after each\n"
        " -XX:JVMTITraceFilter=[-]function:<pattern>,[-]event:<pattern>,[-]thread:<pattern>,[-]env:<number>,...\n"
        "                    limits it to what is named and not excluded by -; patterns with * and ?\n"
        "\nSome examples:\n"
        " -Xlog:jvmti=debug:file=ti.jsonl::format=json,filesize=0\n"
        " -Xlog:jvmti=debug -XX:JVMTITraceFilter=function:*Breakpoint,event:Breakpoint,thread:main\n");
    fflush(stdout);
}

void log_disable(void)
{
    os_mutex_lock(&log_lock);
    for (u32 i = 0; i < log_output_count; i++) memset(log_outputs[i].levels, LOG_off, sizeof log_outputs[i].levels);
    log_publish_levels_locked();
    os_mutex_unlock(&log_lock);
}

/* Splits at the next colon that is outside double quotes. NULL after a complaint. */
static char *next_part(char **rest)
{
    if (!*rest) return (char *)"";
    char *start = *rest, *at = start;
    bool quoted = false;
    for (; *at && (quoted || *at != ':'); at++) quoted ^= *at == '"';
    if (quoted) {
        COMPLAIN("Missing terminating quote in -Xlog option '%s'", start);
        return NULL;
    }
    *rest = *at ? at + 1 : NULL;
    *at = 0;
    return start;
}

static void select_locked(struct log_output *o, const struct selection *selections, u32 count) WANTS_LOCK(log_lock)
{
    LOCK_HELD(&log_lock);
    for (u32 i = 0; i < count; i++)
        for (u32 t = 0; t < LOG_TAG_SET_COUNT; t++)
            if (matches(&selections[i], t)) o->levels[t] = (u8)selections[i].level;
    log_publish_levels_locked();
}

static bool apply(char *text)
{
    char *part[4]; /* what, output, decorators, options of the output */
    for (u32 i = 0; i < 4; i++)
        if (!(part[i] = next_part(&text))) return false;
    char *what = part[0], *options = part[3];

    struct selection selections[MAX_SELECTIONS];
    u32 count = 0;
    if (!*what) selections[count++] = (struct selection){ .at_least = true, .level = LOG_info };
    char *rest = *what ? what : NULL, *one;
    while ((one = strsep(&rest, ","))) {
        if (count == MAX_SELECTIONS) return COMPLAIN("Too many log selections (at most %d).", MAX_SELECTIONS);
        char *kept = vm_strdup(one);
        bool good = parse_selection(one, &selections[count]);
        if (good) {
            bool any = false;
            for (u32 t = 0; t < LOG_TAG_SET_COUNT && !any; t++) any = matches(&selections[count], t);
            if (!any) log_write(LOG_warning, LOGTAGS_logging, "No tag set matches selection: %s.", kept);
        }
        free(kept);
        if (!good) return false;
        count++;
    }
    u32 decoration;
    if (!parse_decorators(part[2], &decoration)) return false;
    bool json;
    if (!take_format(options, &json)) return false;
    bool had_options = *options;
    u32 outputs_before = log_output_count;
    struct log_output *o = find_output(part[1], options);
    if (!o) return false;
    if (had_options && outputs_before == log_output_count)
        log_write(LOG_warning, LOGTAGS_logging, "Output options for existing outputs are ignored.");

    os_mutex_lock(&log_lock);
    o->decorators = decoration;
    o->json = json;
    select_locked(o, selections, count);
    os_mutex_unlock(&log_lock);
    return true;
}

enum log_level log_stdout_level(enum log_tag_set tags)
{
    os_mutex_lock(&log_lock);
    enum log_level level = (enum log_level)log_outputs[0].levels[tags];
    os_mutex_unlock(&log_lock);
    return level;
}

bool log_select_stdout(const char *selection)
{
    struct selection s;
    char name[] = "stdout", *copy = vm_strdup(selection), options[] = "";
    bool good = parse_selection(copy, &s);
    struct log_output *o = good ? find_output(name, options) : NULL;
    free(copy);
    if (!o) return false;
    os_mutex_lock(&log_lock);
    select_locked(o, &s, 1);
    os_mutex_unlock(&log_lock);
    return true;
}

enum log_configure_result log_configure(const char *option, char *error, size_t error_size)
{
    const char *what = option;
    if (strncmp(what, "-Xlog", 5) == 0) what += 5;
    if (*what == ':') what++;
    if (strcmp(what, "help") == 0) {
        print_help();
        return LOG_HELP;
    }
    if (strcmp(what, "disable") == 0) {
        log_disable();
        return LOG_CONFIGURED;
    }
    /* Every message is written before the program goes on, which is stricter than HotSpot's asynchronous mode. */
    if (strcmp(what, "async") == 0) return LOG_CONFIGURED;

    char *copy = vm_strdup(what);
    bool good = apply(copy);
    free(copy);
    if (good) return LOG_CONFIGURED;
    if (error_size)
        snprintf(error, error_size, "Invalid -Xlog option '-Xlog%s%s', see error log for details.", *what ? ":" : "",
                 what);
    return LOG_INVALID;
}

/* "all=warning" or the tag sets with their levels. */
static void list_selection(const struct log_output *o, FILE *out)
{
    u8 most = 0;
    bool same = true;
    for (u32 i = 0; i < LOG_TAG_SET_COUNT; i++) {
        same &= o->levels[i] == o->levels[0];
        if (o->levels[i] > most) most = o->levels[i];
    }
    if (same) {
        fprintf(out, "all=%s", log_level_names[o->levels[0]]);
        return;
    }
    const char *comma = "";
    for (u32 i = 0; i < LOG_TAG_SET_COUNT; i++) {
        if (!o->levels[i] || (o->levels[i] == LOG_warning && most > LOG_warning)) continue;
        fputs(comma, out);
        for (const char *c = log_tag_set_texts[i]; *c; c++) fputc(*c == ',' ? '+' : *c, out);
        fprintf(out, "=%s", log_level_names[o->levels[i]]);
        comma = ",";
    }
}

static void list_decorators(const struct log_output *o, FILE *out)
{
    const char *comma = " ";
    for (u32 d = 0; d < LOG_DECO_COUNT; d++) {
        if (!(o->decorators & 1u << d)) continue;
        fprintf(out, "%s%s", comma, log_decorator_names[d]);
        comma = ",";
    }
    if (!o->decorators) fputs(" none", out);
}

void log_list(FILE *out)
{
    fputs("Available log levels: off, trace, debug, info, warning, error\nAvailable log decorators: ", out);
    for (u32 i = 0; i < LOG_DECO_COUNT; i++)
        fprintf(out, "%s%s (%s)", i ? ", " : "", log_decorator_names[i], abbreviations[i]);
    fputs("\nAvailable tag sets: ", out);
    for (u32 i = 0; i < LOG_TAG_SET_COUNT; i++) {
        if (i) fputs(", ", out);
        for (const char *c = log_tag_set_texts[i]; *c; c++) fputc(*c == ',' ? '+' : *c, out);
    }
    fputs("\nLog output configuration:\n", out);
    os_mutex_lock(&log_lock);
    for (u32 i = 0; i < log_output_count; i++) {
        fprintf(out, " #%u: %s ", i, log_outputs[i].name);
        list_selection(&log_outputs[i], out);
        list_decorators(&log_outputs[i], out);
        fputc('\n', out);
    }
    os_mutex_unlock(&log_lock);
}

void log_tell_configuration(void)
{
    if (!LOG_ENABLED(info, logging)) return;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    fputs("Log configuration fully initialized.\n", out);
    log_list(out);
    if (!fclose(out)) {
        char *rest = text;
        for (char *line; (line = strsep(&rest, "\n")) && rest;) LOG(info, logging, "%s", line);
    }
    free(text);
}
