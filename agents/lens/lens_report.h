/* Writing the report, once, when all recording has stopped. Runs in VMDeath on one thread: no locks. */
#ifndef LENS_REPORT_H
#define LENS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lens_thread.h"

/* Opens every file that the options name, so that a path that cannot be written is known before the program runs.
 * False: ERROR says which and why. */
bool lens_report_open(char *error, size_t error_size);

/* Writes everything and closes the files. */
void lens_report_write(void);

/* A writer for each form. */
void lens_report_write_table(FILE *out);
void lens_report_write_json(FILE *out);
void lens_report_write_folded(FILE *out);
void lens_report_write_svg(FILE *out);
void lens_report_write_page(FILE *out);

/* The JSON lines, with or without those of the call tree's nodes. */
void lens_report_write_records(FILE *out, bool with_nodes);

/* Does CLASS_NAME (external form) belong to the JDK, by its package? */
bool lens_report_is_library(const char *class_name);

/* TEXT, modified UTF-8 as JVM TI gives it, as the inside of a JSON string that holds no '<', or as XML text that may
 * stand in an attribute. */
void lens_report_json_text(FILE *out, const char *text);
void lens_report_xml_text(FILE *out, const char *text);

/* Where a throw or catch is: "class.method:line". */
void lens_report_print_place(const struct lens_method *method, int line, char *out, size_t size);

/* The merged tree with times, prepared once. The array holds all nodes, callers before callees. TOTAL includes callees.
   PRUNED nodes are below option min: they and what is under them are drawn as their caller's own time. */
struct lens_report_node {
    const struct lens_node *node;
    const struct lens_method *method;         /* NULL: the root */
    size_t parent, first_child, next_sibling; /* indices; 0: none (the root is nobody's child) */
    uint64_t self_ns, total_ns;
    uint64_t shown_ns; /* own time as drawn: self and what was pruned below */
    bool pruned;
};
struct lens_report_tree {
    struct lens_report_node *nodes;
    size_t count;   /* 0: no memory or no tree */
    size_t deepest; /* of those not pruned */
    size_t shown;   /* nodes not pruned */
};
const struct lens_report_tree *lens_report_tree(void);

#endif
