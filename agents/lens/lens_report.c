/* The report: files, the merged tree with times, and the forms of text that several writers need. */
#include "lens_report.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "lens_clock.h"

static struct {
    const char *option;
    size_t path_at; /* offset of the path in struct lens_options */
    void (*write)(FILE *out);
    FILE *file;
} sinks[] = {
    { "json", offsetof(struct lens_options, json), lens_report_write_json, NULL },
    { "folded", offsetof(struct lens_options, folded), lens_report_write_folded, NULL },
    { "svg", offsetof(struct lens_options, svg), lens_report_write_svg, NULL },
    { "page", offsetof(struct lens_options, page), lens_report_write_page, NULL },
    /* last: it ends the program's output */
    { "table", offsetof(struct lens_options, table), lens_report_write_table, NULL },
};
#define SINK_COUNT (sizeof sinks / sizeof sinks[0])

bool lens_report_open(char *error, size_t error_size)
{
    for (size_t i = 0; i < SINK_COUNT; i++) {
        const char *path = *(char **)((char *)&lens.options + sinks[i].path_at);
        if (path == NULL) continue;
        if (strcmp(sinks[i].option, "table") == 0) {
            if (strcmp(path, "off") == 0) continue;
            if (strcmp(path, "stdout") == 0) sinks[i].file = stdout;
            if (strcmp(path, "stderr") == 0) sinks[i].file = stderr;
            if (sinks[i].file != NULL) continue;
        }
        sinks[i].file = fopen(path, "w");
        if (sinks[i].file == NULL) {
            snprintf(error, error_size, "%s=%s: cannot be written: %s", sinks[i].option, path, strerror(errno));
            return false;
        }
    }
    return true;
}

void lens_report_write(void)
{
    for (size_t i = 0; i < SINK_COUNT; i++) {
        FILE *file = sinks[i].file;
        if (file == NULL) continue;
        sinks[i].write(file);
        bool failed = fflush(file) != 0 || ferror(file) != 0;
        if (file != stdout && file != stderr) failed |= fclose(file) != 0;
        if (failed) fprintf(stderr, "lens: %s: writing failed: %s\n", sinks[i].option, strerror(errno));
        sinks[i].file = NULL;
    }
}

/* Reads one code unit of modified UTF-8 at *TEXT and moves on; damaged bytes give U+FFFD. Surrogate pairs come as two
   units, as in UTF-16. */
static unsigned next_unit(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    if (s[0] < 0x80) {
        *text += 1;
        return s[0];
    }
    if ((s[0] & 0xe0) == 0xc0 && (s[1] & 0xc0) == 0x80) {
        *text += 2;
        return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    }
    if ((s[0] & 0xf0) == 0xe0 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80) {
        *text += 3;
        return (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    }
    *text += 1;
    return 0xfffd;
}

void lens_report_json_text(FILE *out, const char *text)
{
    while (*text != '\0') {
        unsigned unit = next_unit(&text);
        if (unit == '"' || unit == '\\')
            fprintf(out, "\\%c", (int)unit);
        else if (unit >= 0x20 && unit < 0x7f && unit != '<')
            fputc((int)unit, out);
        else
            fprintf(out, "\\u%04x", unit);
    }
}

void lens_report_xml_text(FILE *out, const char *text)
{
    while (*text != '\0') {
        unsigned unit = next_unit(&text), low;
        if (unit >= 0xd800 && unit < 0xdc00) {
            const char *after = text;
            low = next_unit(&after);
            if (low >= 0xdc00 && low < 0xe000) {
                unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                text = after;
            }
        }
        bool is_xml = unit == '\t' || unit == '\n' || (unit >= 0x20 && unit < 0xd800) ||
                      (unit >= 0xe000 && unit < 0xfffe) || unit >= 0x10000;
        if (!is_xml)
            fputc('?', out);
        else if (unit == '&' || unit == '<' || unit == '>' || unit == '"' || unit >= 0x7f)
            fprintf(out, "&#%u;", unit);
        else
            fputc((int)unit, out);
    }
}

bool lens_report_is_library(const char *class_name)
{
    static const char *const LIBRARY[] = { "java.", "javax.", "jdk.", "sun.", "com.sun." };
    for (size_t i = 0; i < sizeof LIBRARY / sizeof LIBRARY[0]; i++)
        if (strncmp(class_name, LIBRARY[i], strlen(LIBRARY[i])) == 0) return true;
    return false;
}

void lens_report_print_place(const struct lens_method *method, int line, char *out, size_t size)
{
    lens_method_print(method, false, out, size);
    size_t n = strlen(out);
    if (line >= 0 && n < size) snprintf(out + n, size - n, ":%d", line);
}

/* Decides what is drawn: nodes stand before their callees, so sums run backwards and decisions forwards. */
static void sum_up(struct lens_report_tree *tree)
{
    struct lens_report_node *nodes = tree->nodes;
    for (size_t i = tree->count - 1; i > 0; i--) {
        nodes[i].total_ns += nodes[i].self_ns;
        nodes[nodes[i].parent].total_ns += nodes[i].total_ns;
    }
    nodes[0].total_ns += nodes[0].self_ns;
    double limit = (double)nodes[0].total_ns * lens.options.min_percent / 100;
    for (size_t i = 0; i < tree->count; i++) {
        nodes[i].shown_ns = nodes[i].self_ns;
        nodes[i].pruned = i > 0 && (nodes[nodes[i].parent].pruned || (double)nodes[i].total_ns < limit);
        if (!nodes[i].pruned) {
            tree->shown++;
            if (nodes[i].node->depth > tree->deepest) tree->deepest = nodes[i].node->depth;
        } else if (!nodes[nodes[i].parent].pruned) {
            nodes[nodes[i].parent].shown_ns += nodes[i].total_ns;
        }
    }
}

const struct lens_report_tree *lens_report_tree(void)
{
    static struct lens_report_tree tree;
    static bool made;
    if (made) return &tree;
    made = true;
    struct lens_node *root = lens_tree_merged(), *n;
    size_t count = 0;
    for (n = root; n != NULL; n = lens_tree_next(root, n)) count++;
    if (count > UINT32_MAX || (tree.nodes = calloc(count, sizeof *tree.nodes)) == NULL) return &tree;
    for (n = root; n != NULL; n = lens_tree_next(root, n)) {
        struct lens_report_node *r = &tree.nodes[tree.count];
        n->mark = (uint32_t)tree.count;
        r->node = n;
        r->method = n == root ? NULL : n->method;
        r->self_ns = lens_clock_ticks_to_ns(n->self);
        r->parent = n == root ? 0 : n->parent->mark;
        tree.count++;
    }
    for (n = root; n != NULL; n = lens_tree_next(root, n)) {
        struct lens_report_node *r = &tree.nodes[n->mark];
        r->first_child = n->child == NULL ? 0 : n->child->mark;
        r->next_sibling = n == root || n->sibling == NULL ? 0 : n->sibling->mark;
    }
    sum_up(&tree);
    return &tree;
}
