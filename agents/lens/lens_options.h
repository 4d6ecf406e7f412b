/* The agent string: what the user asked lens to do. */
#ifndef LENS_OPTIONS_H
#define LENS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lens_options {
    char *json;     /* path of the JSON lines, NULL: not wanted */
    char *folded;   /* path of the folded stacks, NULL: not wanted */
    char *svg;      /* path of the flame graph, NULL: not wanted */
    char *page;     /* path of the page, NULL: not wanted */
    char *table;    /* path of the table, "stdout", "stderr" or "off" */
    char *progress; /* path of the progress records, "stderr" or NULL: none */
    char *title;    /* heading of table and flame graph, NULL: the command line's main class */

    bool classes, methods, alloc, exceptions, locks, gc; /* parts of the report */
    bool split_threads;                                  /* one tree a thread instead of one for all */
    bool tree;                                           /* call tree nodes in the JSON lines */
    bool wall_clock;                                     /* method times include waiting */
    bool exact;                                          /* every call is timed, by events, even where the VM counts */

    unsigned top;        /* rows in each part of the table */
    unsigned every_ms;   /* shortest time between two progress records */
    int interval;        /* mean bytes between two sampled allocations */
    unsigned depth;      /* deepest level of the call tree */
    unsigned long nodes; /* most nodes of all call trees together */
    double min_percent;  /* share of the total below which a subtree is drawn as part of its caller */

    char **filter; /* class name prefixes in external form; a leading '-' excludes */
    size_t filter_count;
};

enum lens_options_result { LENS_OPTIONS_OK, LENS_OPTIONS_HELP, LENS_OPTIONS_BAD };

/* Reads TEXT (NULL or "" is "all defaults") into *O, whose strings then belong to the process until it ends.
   BAD: ERROR holds one line, without newline, that names the piece of TEXT that is wrong. */
enum lens_options_result lens_options_parse(const char *text, struct lens_options *o, char *error, size_t error_size);

/* Prints the manual of the agent string. */
void lens_options_print_help(FILE *out);

/* Do methods of CLASS_NAME (external form, "java.util.List") count under the filter? */
bool lens_options_class_counts(const struct lens_options *o, const char *class_name);

#endif
