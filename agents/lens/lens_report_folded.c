/* Folded stacks: one line a stack, its frames from the outermost to the innermost with ';' between, a blank, and the
 * own time of the innermost in microseconds. Any flame graph program reads it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "lens_report.h"

/* A name without what separates frames or ends a line. */
static void put_frame(FILE *out, const struct lens_method *m)
{
    char name[1024];
    lens_method_print(m, false, name, sizeof name);
    for (char *c = name; *c != '\0'; c++)
        if (*c == ';' || (unsigned char)*c < ' ') *c = '_';
    fputs(name, out);
}

void lens_report_write_folded(FILE *out)
{
    const struct lens_report_tree *tree = lens_report_tree();
    if (tree->count == 0) return;
    size_t *path = malloc((tree->deepest + 1) * sizeof *path);
    if (path == NULL) return;
    /* Each line is rounded so that the lines up to it add up to their exact sum rounded down: no time is lost to
       thousands of stacks of less than a microsecond, and all lines together give the total. */
    uint64_t sum_ns = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const struct lens_report_node *n = &tree->nodes[i];
        if (n->pruned) continue;
        uint64_t us = (sum_ns + n->shown_ns) / 1000 - sum_ns / 1000;
        sum_ns += n->shown_ns;
        if (us == 0) continue;
        size_t depth = 0;
        if (i == 0) fputs("(small) ", out); /* roots that were pruned whole */
        for (size_t k = i; k != 0; k = tree->nodes[k].parent) path[depth++] = k;
        while (depth > 0) {
            put_frame(out, tree->nodes[path[--depth]].method);
            fputc(depth > 0 ? ';' : ' ', out);
        }
        fprintf(out, "%" PRIu64 "\n", us);
    }
    free(path);
}
