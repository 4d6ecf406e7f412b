/* The report as a page for a browser: one file that fetches nothing. Its head, style, body and script are files of
 * page/; this file adds the data, as JSON that holds no '<', so that no name can end the block that it stands in.
 *
 *     records   the JSON lines
 *     frames    the call tree as it is drawn: [parent, total us, own us, calls, name, kind] each, callers first;
 *               kind 0: thread, 1: program, 2: library */
#include <inttypes.h>
#include <stdlib.h>

#include "lens.h"
#include "lens_page_text.h" /* made from page/ by tools/embed_text.py */
#include "lens_report.h"

/* The policy forbids every request, so that a flaw in the page could not tell anybody what the report says. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'\">\n<title>lens</title>\n";

static void put_frame(FILE *out, const struct lens_report_node *n, size_t parent)
{
    char name[1024];
    int kind = 0;
    if (n->method == NULL)
        snprintf(name, sizeof name, "all");
    else
        lens_method_print(n->method, false, name, sizeof name);
    if (n->method != NULL && n->method->class_name != NULL)
        kind = lens_report_is_library(n->method->class_name) ? 2 : 1;
    fprintf(out, "[%zu,%.3f,%.3f,", parent, (double)n->total_ns / 1e3, (double)n->shown_ns / 1e3);
    if (kind == 0)
        fputs("null", out);
    else
        fprintf(out, "%" PRIu64, n->node->calls);
    fputs(",\"", out);
    lens_report_json_text(out, name);
    fprintf(out, "\",%d]", kind);
}

static void put_frames(FILE *out)
{
    const struct lens_report_tree *tree = lens_report_tree();
    size_t *number = calloc(tree->count + 1, sizeof *number), next = 0;
    for (size_t i = 0; number != NULL && i < tree->count; i++) {
        const struct lens_report_node *n = &tree->nodes[i];
        if (n->pruned) continue;
        if (next > 0) fputs(",\n", out);
        put_frame(out, n, number[n->parent]);
        number[i] = next++;
    }
    free(number);
}

void lens_report_write_page(FILE *out)
{
    fputs(head, out);
    fprintf(out, "<style>\n%s</style>\n</head>\n<body>\n%s", page_css, page_html);
    fputs("<script type=\"application/json\" id=\"records\">\n", out);
    lens_report_write_records(out, false);
    fputs("</script>\n<script type=\"application/json\" id=\"frames\">[", out);
    if (lens.options.methods) put_frames(out);
    fprintf(out, "]</script>\n<script>\n%s</script>\n</body>\n</html>\n", page_js);
}
