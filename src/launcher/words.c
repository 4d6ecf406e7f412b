/* Checks the words of the command line against the table of verbs. */
#include "launcher/verb.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int complain(const char *format, ...)
{
    va_list va;
    fflush(stdout);
    va_start(va, format);
    fputs("argus: ", stderr);
    vfprintf(stderr, format, va);
    fputc('\n', stderr);
    va_end(va);
    return EXIT_FAILED;
}

int complain_of_folder(const char *path)
{
    bool full = errno == ENOSPC || errno == EDQUOT;
    return complain("%s: %s%s", path, strerror(errno), full ? "; make room, remove the folder and try again" : "");
}

const struct verb *verb_find(const char *name)
{
    for (const struct verb *v = verbs; v->name; v++)
        if (!strcmp(v->name, name)) return v;
    return NULL;
}

enum { LONGEST = 32 };

/* The number of edits that turn a into b: letters inserted, removed, replaced or swapped with their neighbour. LONGEST
 * for long words. */
static int distance(const char *a, const char *b)
{
    int rows[3][LONGEST + 1], m = (int)strlen(a), n = (int)strlen(b);
    if (m >= LONGEST || n >= LONGEST) return LONGEST;
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (int j = 0; j <= n; j++) last[j] = before[j] = j;
    for (int i = 1; i <= m; i++) {
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        int *free_row = before;
        before = last, last = now, now = free_row;
    }
    return last[n];
}

/* Is `candidate` more similar to `word` than *best? At most one letter in three may be wrong. */
static bool is_nearer(const char *word, const char *candidate, int *best)
{
    int d = distance(word, candidate), length = (int)strlen(candidate);
    bool is_start = strlen(word) >= 2 && !strncmp(word, candidate, strlen(word));
    if (is_start) d = 1;
    if (d >= *best || (!is_start && d * 3 > length + 2)) return false;
    *best = d;
    return true;
}

const char *verb_nearest(const char *name)
{
    const char *found = NULL;
    int best = LONGEST;
    for (const struct verb *v = verbs; v->name; v++)
        if (is_nearer(name, v->name, &best)) found = v->name;
    return found;
}

const char *words_value(const struct words *w, const char *name)
{
    for (int i = 0; i < VERB_OPTIONS && w->verb->options[i].name; i++)
        if (!strcmp(w->verb->options[i].name, name)) return w->values[i];
    return NULL;
}

static int wrong_option(const struct verb *verb, const char *word)
{
    const char *found = NULL;
    int best = LONGEST;
    for (int i = 0; i < VERB_OPTIONS && verb->options[i].name; i++)
        if (is_nearer(word, verb->options[i].name, &best)) found = verb->options[i].name;
    if (found)
        complain("%s has no option %s; is it %s?", verb->name, word, found);
    else if (strstr(verb->operands, "JAVA-WORDS"))
        complain("%s has no option %s; words for java stand after --, and `argus %s --help` lists the options",
                 verb->name, word, verb->name);
    else
        complain("%s has no option %s; `argus %s --help` lists them", verb->name, word, verb->name);
    return EXIT_WRONG;
}

/* Reads the option argv[*at] and its value. */
static int read_option(struct words *w, int argc, char **argv, int *at)
{
    const char *word = argv[*at];
    size_t length = strcspn(word, "=");
    for (int i = 0; i < VERB_OPTIONS && w->verb->options[i].name; i++) {
        const struct verb_option *o = &w->verb->options[i];
        if (strlen(o->name) != length || strncmp(o->name, word, length) != 0) continue;
        if (!o->value && word[length]) {
            complain("%s takes no value", o->name);
            return EXIT_WRONG;
        }
        if (o->value && !word[length] && *at + 1 >= argc) {
            complain("%s wants a value: %s %s", o->name, o->name, o->value);
            return EXIT_WRONG;
        }
        w->values[i] = !o->value ? "" : word[length] ? word + length + 1 : argv[++*at];
        return -1;
    }
    return wrong_option(w->verb, word);
}

int words_read(struct words *w, const struct verb *verb, int argc, char **argv)
{
    *w = (struct words){ .verb = verb, .operands = argv };
    if (argc > 0 && !strcmp(argv[0], "--help")) {
        help_print_verb(verb);
        return 0;
    }
    for (int i = 0; i < argc; i++) {
        if (verb->passes_all || argv[i][0] != '-' || !argv[i][1]) {
            argv[w->operand_count++] = argv[i];
            continue;
        }
        if (!strcmp(argv[i], "--")) {
            while (++i < argc) argv[w->operand_count++] = argv[i];
            break;
        }
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            help_print_verb(verb);
            return 0;
        }
        int code = read_option(w, argc, argv, &i);
        if (code >= 0) return code;
    }
    argv[w->operand_count] = NULL;
    if (w->operand_count >= verb->least && (verb->most < 0 || w->operand_count <= verb->most)) return -1;
    if (w->operand_count < verb->least)
        complain("%s: %s is missing; `argus %s --help` has an example", verb->name, verb->operands, verb->name);
    else
        complain("%s: %s is one word too many; `argus %s --help` has an example", verb->name, w->operands[verb->most],
                 verb->name);
    return EXIT_WRONG;
}
