/* Reading the agent string. One table holds every option: its name, how its value is read, where it goes and what help
   says about it, so that the parser and the manual cannot drift apart. Runs once, in Agent_OnLoad, on one thread. */
#include "lens_options.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum kind {
    KIND_HELP,
    KIND_SWITCH,
    KIND_TEXT,
    KIND_UINT,
    KIND_INT,
    KIND_ULONG,
    KIND_PERCENT,
    KIND_DIR,
    KIND_FILTER,
    KIND_CHOICE
};

struct option {
    const char *name;
    enum kind kind;
    size_t at;           /* offset in struct lens_options */
    long long low, high; /* bounds of a number */
    const char *choices; /* "false|true" words of a KIND_CHOICE: the second one sets the flag */
    const char *shape;   /* how help writes the value */
    const char *says;
};

#define AT(field) offsetof(struct lens_options, field)

static const struct option OPTIONS[] = {
    { "help", KIND_HELP, 0, 0, 0, NULL, "", "print this and leave without starting the VM" },
    { "out", KIND_DIR, 0, 0, 0, NULL, "=DIR",
      "write lens.html, lens.jsonl, lens.folded, lens.svg and lens.txt to DIR (made if missing)" },
    { "json", KIND_TEXT, AT(json), 0, 0, NULL, "=FILE", "write the report as JSON lines" },
    { "folded", KIND_TEXT, AT(folded), 0, 0, NULL, "=FILE", "write folded stacks: a;b;c microseconds" },
    { "svg", KIND_TEXT, AT(svg), 0, 0, NULL, "=FILE", "write a flame graph" },
    { "page", KIND_TEXT, AT(page), 0, 0, NULL, "=FILE", "write the report as a page for a browser" },
    { "table", KIND_TEXT, AT(table), 0, 0, NULL, "=FILE|stdout|stderr|off", "where the table goes (stderr)" },
    { "title", KIND_TEXT, AT(title), 0, 0, NULL, "=TEXT", "heading of table and flame graph (the main class)" },
    { "top", KIND_UINT, AT(top), 1, 1000000, NULL, "=N", "rows in each part of the table (20)" },
    { "classes", KIND_SWITCH, AT(classes), 0, 0, NULL, "=on|off", "classes by loader and module (on)" },
    { "methods", KIND_SWITCH, AT(methods), 0, 0, NULL, "=on|off", "count and time every call (on; the costly part)" },
    { "filter", KIND_FILTER, AT(filter), 0, 0, NULL, "=PREFIX;PREFIX...",
      "count only methods of classes with such a prefix; -PREFIX excludes (all count)" },
    { "clock", KIND_CHOICE, AT(wall_clock), 0, 0, "busy|wall", "=busy|wall",
      "method times without or with waiting (busy)" },
    { "times", KIND_CHOICE, AT(exact), 0, 0, "sampled|exact", "=sampled|exact",
      "let the VM count and sample times, where it can and neither filter nor clock=wall is given (sampled)" },
    { "threads", KIND_CHOICE, AT(split_threads), 0, 0, "merge|split", "=split|merge",
      "stacks of each thread apart, or all together (split)" },
    { "depth", KIND_UINT, AT(depth), 1, 100000, NULL, "=N",
      "levels of the call tree; deeper calls count for the last (512)" },
    { "nodes", KIND_ULONG, AT(nodes), 1000, INT_MAX, NULL, "=N",
      "most nodes of the call trees, 64 bytes each (1000000)" },
    { "min", KIND_PERCENT, AT(min_percent), 0, 100, NULL, "=PERCENT",
      "folded and svg: smaller subtrees are shown as part of their caller (0.02)" },
    { "tree", KIND_SWITCH, AT(tree), 0, 0, NULL, "=on|off", "the whole call tree in the JSON lines (off)" },
    { "alloc", KIND_SWITCH, AT(alloc), 0, 0, NULL, "=on|off", "objects by class, sampled (on)" },
    { "interval", KIND_INT, AT(interval), 0, INT_MAX, NULL, "=BYTES",
      "mean bytes between two samples (65536; k, m allowed)" },
    { "exceptions", KIND_SWITCH, AT(exceptions), 0, 0, NULL, "=on|off", "exceptions by class and place (on)" },
    { "locks", KIND_SWITCH, AT(locks), 0, 0, NULL, "=on|off", "waiting for monitors by class and place (on)" },
    { "gc", KIND_SWITCH, AT(gc), 0, 0, NULL, "=on|off", "collections (on)" },
    { "progress", KIND_TEXT, AT(progress), 0, 0, NULL, "=FILE|stderr", "running totals while the program runs (none)" },
    { "every", KIND_UINT, AT(every_ms), 1, 3600000, NULL, "=MS", "time between two of them (500)" },
};
#define OPTION_COUNT (sizeof OPTIONS / sizeof OPTIONS[0])

static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

static char *join_path(const char *dir, const char *name)
{
    size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s", dir, name);
    return path;
}

/* Digits with an optional k or m, in bounds. */
static bool read_number(const char *text, long long low, long long high, long long *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || errno != 0) return false;
    long long unit = 1;
    if (*end == 'k' || *end == 'K')
        unit = 1024, end++;
    else if (*end == 'm' || *end == 'M')
        unit = 1024 * 1024, end++;
    if (*end != '\0' || value < low || value > high / unit) return false;
    *out = value * unit;
    return true;
}

/* "a;b;-c": each piece must hold something besides the minus. */
static bool read_filter(const char *text, struct lens_options *o)
{
    /* Works on a copy: the error message wants TEXT whole. */
    char *rest = copy_text(text, strlen(text)), *piece;
    if (rest == NULL) return false;
    while ((piece = strsep(&rest, ";")) != NULL) {
        if (piece[piece[0] == '-'] == '\0') return false;
        char **grown = realloc(o->filter, (o->filter_count + 1) * sizeof *grown);
        if (grown == NULL) return false;
        for (char *c = piece; *c != '\0'; c++)
            if (*c == '/') *c = '.';
        o->filter = grown;
        o->filter[o->filter_count++] = piece;
    }
    return true;
}

static bool set_directory(char *dir, struct lens_options *o, char *error, size_t error_size)
{
    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        snprintf(error, error_size, "out=%s: cannot make the directory: %s", dir, strerror(errno));
        return false;
    }
    /* json=, folded=, … given as well win over the directory, wherever they stand in the string. */
    if (o->json == NULL) o->json = join_path(dir, "lens.jsonl");
    if (o->folded == NULL) o->folded = join_path(dir, "lens.folded");
    if (o->svg == NULL) o->svg = join_path(dir, "lens.svg");
    if (o->page == NULL) o->page = join_path(dir, "lens.html");
    if (o->table == NULL) o->table = join_path(dir, "lens.txt");
    return true;
}

static const struct option *find_option(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(OPTIONS[i].name) == length && memcmp(OPTIONS[i].name, name, length) == 0) return &OPTIONS[i];
    return NULL;
}

/* Stores VALUE (owned by the caller until success, then by O). False: ERROR says why. */
static bool set_option(const struct option *opt, char *value, struct lens_options *o, char *error, size_t error_size)
{
    char *field = (char *)o + opt->at;
    long long number;
    switch (opt->kind) {
    case KIND_SWITCH:
        if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0) break;
        *(bool *)field = strcmp(value, "on") == 0;
        return true;
    case KIND_CHOICE: {
        size_t first = strcspn(opt->choices, "|");
        bool is_second = strcmp(value, opt->choices + first + 1) == 0;
        if (!is_second && !(strlen(value) == first && memcmp(value, opt->choices, first) == 0)) break;
        *(bool *)field = is_second;
        return true;
    }
    case KIND_TEXT: *(char **)field = value; return true;
    case KIND_UINT:
    case KIND_INT:
        if (!read_number(value, opt->low, opt->high, &number)) break;
        *(int *)field = (int)number;
        return true;
    case KIND_ULONG:
        if (!read_number(value, opt->low, opt->high, &number)) break;
        *(unsigned long *)field = (unsigned long)number;
        return true;
    case KIND_PERCENT: {
        char *end;
        double percent = strtod(value, &end);
        if (end == value || *end != '\0' || !(percent >= 0 && percent <= 100)) break;
        *(double *)field = percent;
        return true;
    }
    case KIND_FILTER:
        if (!read_filter(value, o)) break;
        return true;
    case KIND_HELP:
    case KIND_DIR: return true; /* handled by the caller: they are not fields */
    }
    if (opt->kind == KIND_PERCENT || opt->kind == KIND_UINT || opt->kind == KIND_INT || opt->kind == KIND_ULONG)
        snprintf(error, error_size, "%s=%s: a number from %lld to %lld is wanted", opt->name, value, opt->low,
                 opt->high);
    else
        snprintf(error, error_size, "%s=%s: %s%s is wanted", opt->name, value, opt->name, opt->shape);
    return false;
}

enum lens_options_result lens_options_parse(const char *text, struct lens_options *o, char *error, size_t error_size)
{
    *o = (struct lens_options){ .classes = true,
                                .methods = true,
                                .alloc = true,
                                .exceptions = true,
                                .locks = true,
                                .gc = true,
                                .split_threads = true,
                                .top = 20,
                                .every_ms = 500,
                                .interval = 65536,
                                .depth = 512,
                                .nodes = 1000000,
                                .min_percent = 0.02 };
    char *dir = NULL;
    const char *piece = text == NULL ? "" : text;
    while (*piece != '\0') {
        size_t length = strcspn(piece, ",");
        size_t name_length = strcspn(piece, "=,");
        const struct option *opt = find_option(piece, name_length);
        if (opt == NULL) {
            snprintf(error, error_size, "unknown option '%.*s'", (int)length, piece);
            return LENS_OPTIONS_BAD;
        }
        bool has_value = name_length < length;
        if (opt->kind == KIND_HELP) {
            if (!has_value) return LENS_OPTIONS_HELP;
            snprintf(error, error_size, "%.*s: help takes no value", (int)length, piece);
            return LENS_OPTIONS_BAD;
        }
        if (!has_value || name_length + 1 == length) {
            snprintf(error, error_size, "'%.*s': a value is wanted: %s%s", (int)length, piece, opt->name, opt->shape);
            return LENS_OPTIONS_BAD;
        }
        char *value = copy_text(piece + name_length + 1, length - name_length - 1);
        if (value == NULL) {
            snprintf(error, error_size, "out of memory");
            return LENS_OPTIONS_BAD;
        }
        if (opt->kind == KIND_DIR)
            dir = value;
        else if (!set_option(opt, value, o, error, error_size))
            return LENS_OPTIONS_BAD;
        piece += length;
        if (*piece == ',') piece++;
    }
    if (dir != NULL && !set_directory(dir, o, error, error_size)) return LENS_OPTIONS_BAD;
    if (o->table == NULL) o->table = "stderr";
    return LENS_OPTIONS_OK;
}

void lens_options_print_help(FILE *out)
{
    fputs("lens: a JVM TI agent that reports what a run of a Java program did.\n"
          "\n"
          "  java -agentpath:PATH/liblens.so=OPTION,OPTION,... Main\n"
          "\n"
          "Options (defaults in parentheses):\n",
          out);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s", OPTIONS[i].name, OPTIONS[i].shape);
        fprintf(out, "  %-30s %s\n", left, OPTIONS[i].says);
    }
    fputs("\nThe table is printed when the VM ends; files are written then too. A value cannot hold a comma.\n", out);
}

bool lens_options_class_counts(const struct lens_options *o, const char *class_name)
{
    bool has_includes = false, included = false;
    for (size_t i = 0; i < o->filter_count; i++) {
        const char *prefix = o->filter[i];
        bool excludes = prefix[0] == '-';
        prefix += excludes;
        bool hit = strncmp(class_name, prefix, strlen(prefix)) == 0;
        if (excludes && hit) return false;
        has_includes |= !excludes;
        included |= !excludes && hit;
    }
    return included || !has_includes;
}
