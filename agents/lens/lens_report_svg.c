/* The flame graph: one SVG file that needs nothing else. Callers stand above callees, so that the roots are what a
 * browser shows first however deep the stacks are. A box's width is time, its place among its siblings is by name.

 * The picture is complete without its script; the script (lens_flame_script.h) adds zoom and search. For it each box
 * carries its name in the first line of its title, and the text below its box is laid out again when the box changes
 * its width. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "lens_flame_script.h"
#include "lens_report.h"

#define WIDTH 1200.0
#define MARGIN 10.0
#define ROW 17
#define TOP 76 /* heading, hint and details */
#define CHAR_WIDTH 7.0
#define NARROWEST 0.12 /* boxes below this many pixels are left out */

static uint32_t hash_text(const char *text, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h ^ h >> 15;
}

/* Warm for the program, cool for the library, grey for threads; one tint for a package, so that its calls stand
 * together. */
static void put_color(FILE *out, const struct lens_method *m)
{
    if (m == NULL || m->class_name == NULL) {
        fputs("#c8c8d0", out);
        return;
    }
    bool library = lens_report_is_library(m->class_name);
    const char *dot = strrchr(m->class_name, '.');
    uint32_t package = hash_text(m->class_name, dot == NULL ? 0 : (size_t)(dot - m->class_name));
    uint32_t method = hash_text(m->name, strlen(m->name));
    unsigned hue = library ? 85 + package % 150 : 8 + package % 45;
    /* hsl as numbers: not every viewer of SVG knows hsl(). */
    double s = 0.62, l = 0.66 + (double)(method % 12) / 100, c = (1 - (2 * l - 1 < 0 ? 1 - 2 * l : 2 * l - 1)) * s;
    double sector = hue / 60.0, low = l - c / 2;
    double part = sector - 2 * (int)(sector / 2), x = c * (1 - (part < 1 ? 1 - part : part - 1));
    double rgb[3] = { low, low, low };
    int high = sector < 1 ? 0 : sector < 3 ? 1 : 2, mid = sector < 1 ? 1 : sector < 2 ? 0 : sector < 3 ? 2 : 1;
    rgb[high] += c;
    rgb[mid] += x;
    fprintf(out, "#%02x%02x%02x", (int)(rgb[0] * 255), (int)(rgb[1] * 255), (int)(rgb[2] * 255));
}

/* "Attr.visitApply" of "com.sun.tools.javac.comp.Attr.visitApply". */
static const char *short_name(const char *name)
{
    const char *last = strrchr(name, '.');
    if (last == NULL) return name;
    while (last > name && last[-1] != '.') last--;
    return last;
}

static void put_box(FILE *out, const struct lens_report_node *n, const char *name, double x, double width, size_t level,
                    uint64_t total_ns)
{
    double y = TOP + (double)level * ROW;
    fprintf(out, "<g><title>");
    lens_report_xml_text(out, name);
    fprintf(out, "\n%.3f ms, %.2f%%", (double)n->total_ns / 1e6,
            total_ns == 0 ? 100.0 : 100.0 * (double)n->total_ns / (double)total_ns);
    fprintf(out, ", own %.3f ms", (double)n->shown_ns / 1e6);
    if (n->method != NULL && n->method->class_name != NULL) fprintf(out, ", %" PRIu64 " calls", n->node->calls);
    fprintf(out, "</title><rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\" fill=\"", x, y, width, ROW - 1);
    put_color(out, n->method);
    fputs("\"/>", out);
    size_t room = width < 3 * CHAR_WIDTH ? 0 : (size_t)((width - 4) / CHAR_WIDTH);
    const char *label = strlen(name) <= room ? name : short_name(name);
    if (room >= 3) {
        char cut[512];
        snprintf(cut, sizeof cut, "%s", label);
        if (strlen(cut) > room) memcpy(cut + room - 2, "..", 3);
        fprintf(out, "<text x=\"%.2f\" y=\"%.0f\">", x + 3, y + ROW - 5);
        lens_report_xml_text(out, cut);
        fputs("</text>", out);
    }
    fputs("</g>\n", out);
}

struct place {
    size_t node;
    double x;
};

static const struct lens_report_node *order_nodes;

static void node_name(const struct lens_report_node *n, char *out, size_t size)
{
    if (n->method == NULL)
        snprintf(out, size, "all");
    else
        lens_method_print(n->method, false, out, size);
}

static int by_name(const void *a, const void *b)
{
    const struct lens_method *x = order_nodes[*(const size_t *)a].method, *y = order_nodes[*(const size_t *)b].method;
    int order = strcmp(x->class_name == NULL ? "" : x->class_name, y->class_name == NULL ? "" : y->class_name);
    if (order == 0) order = strcmp(x->name, y->name);
    if (order == 0 && x->descriptor != NULL && y->descriptor != NULL) order = strcmp(x->descriptor, y->descriptor);
    return order;
}

/* Draws the node and everything below it that is wide enough. STACK has room for all nodes. */
static void put_boxes(FILE *out, const struct lens_report_tree *tree, struct place *stack, size_t *kids, double scale)
{
    const struct lens_report_node *nodes = tree->nodes;
    size_t waiting = 0;
    order_nodes = nodes;
    stack[waiting++] = (struct place){ 0, MARGIN };
    while (waiting > 0) {
        struct place at = stack[--waiting];
        const struct lens_report_node *n = &nodes[at.node];
        double width = at.node == 0 ? WIDTH - 2 * MARGIN : (double)n->total_ns * scale;
        if (width < NARROWEST) continue;
        char name[1024];
        node_name(n, name, sizeof name);
        put_box(out, n, name, at.x, width, n->node->depth, nodes[0].total_ns);
        size_t count = 0;
        for (size_t k = n->first_child; k != 0; k = nodes[k].next_sibling)
            if (!nodes[k].pruned) kids[count++] = k;
        qsort(kids, count, sizeof *kids, by_name);
        double x = at.x;
        for (size_t i = 0; i < count; i++) {
            stack[waiting++] = (struct place){ kids[i], x };
            x += (double)nodes[kids[i]].total_ns * scale;
        }
    }
}

void lens_report_write_svg(FILE *out)
{
    const struct lens_report_tree *tree = lens_report_tree();
    size_t levels = tree->count == 0 ? 0 : tree->deepest + 1;
    double height = TOP + (double)levels * ROW + MARGIN;
    fprintf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
        "%.0f\">\n"
        "<style>text{font:12px Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#202028}"
        "#frames text{pointer-events:none}#frames g{cursor:pointer}#frames rect:hover{stroke:#202028}"
        "#title{font-size:16px;font-weight:bold}.hint{fill:#707078}.button{cursor:pointer;text-decoration:underline}"
        ".above rect{opacity:0.45}.hit rect{fill:#e040c0}.gone{display:none}</style>\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbfbf8\"/>\n"
        "<text id=\"title\" x=\"10\" y=\"24\">",
        WIDTH, height, WIDTH, height);
    char title[101];
    snprintf(title, sizeof title, "%s", lens.title);
    lens_report_xml_text(out, title);
    fprintf(out, "</text>\n<text class=\"hint\" x=\"10\" y=\"44\">%s; callers above callees",
            lens.options.wall_clock ? "time, waiting included" : "time without waiting");
    if (tree->count > 0) {
        double ms = (double)tree->nodes[0].total_ns / 1e6;
        fprintf(out, ms < 1e4 ? "; %.1f ms in all" : "; %.1f s in all", ms < 1e4 ? ms : ms / 1e3);
    }
    fputs("</text>\n<text id=\"search\" class=\"button gone\" x=\"1190\" y=\"24\" text-anchor=\"end\">search</text>\n"
          "<text id=\"reset\" class=\"button gone\" x=\"1190\" y=\"44\" text-anchor=\"end\">whole graph</text>\n"
          "<text id=\"details\" x=\"10\" y=\"66\"> </text>\n<text id=\"matched\" x=\"1190\" y=\"66\" "
          "text-anchor=\"end\"> </text>\n"
          "<g id=\"frames\">\n",
          out);
    struct place *stack = malloc((tree->count + 1) * sizeof *stack);
    size_t *kids = malloc((tree->count + 1) * sizeof *kids);
    if (stack != NULL && kids != NULL && tree->count > 0) {
        uint64_t total = tree->nodes[0].total_ns;
        put_boxes(out, tree, stack, kids, total == 0 ? 0 : (WIDTH - 2 * MARGIN) / (double)total);
    }
    free(stack);
    free(kids);
    fputs("</g>\n<script><![CDATA[\n", out);
    fputs(LENS_FLAME_SCRIPT, out);
    fputs("]]></script>\n</svg>\n", out);
}
