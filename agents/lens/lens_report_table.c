/* The report as a table for people: parts with a heading, columns right- or left-aligned, times and sizes with
 * units. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "lens_alloc.h"
#include "lens_class.h"
#include "lens_clock.h"
#include "lens_monitor.h"
#include "lens_report.h"
#include "lens_throw.h"

#define NAME_WIDTH 96 /* longer names lose their middle */

/* "12.3 ms", at most 9 characters. */
static const char *time_text(uint64_t ns, char out[16])
{
    double v = (double)ns;
    if (v < 1e3)
        snprintf(out, 16, "%" PRIu64 " ns", ns);
    else if (v < 1e6)
        snprintf(out, 16, "%.1f us", v / 1e3);
    else if (v < 1e9)
        snprintf(out, 16, "%.1f ms", v / 1e6);
    else
        snprintf(out, 16, "%.2f s", v / 1e9);
    return out;
}

static const char *size_text(double bytes, char out[16])
{
    if (bytes < 1024)
        snprintf(out, 16, "%.0f B", bytes);
    else if (bytes < 1024.0 * 1024)
        snprintf(out, 16, "%.1f KB", bytes / 1024);
    else if (bytes < 1024.0 * 1024 * 1024)
        snprintf(out, 16, "%.1f MB", bytes / (1024 * 1024));
    else
        snprintf(out, 16, "%.2f GB", bytes / (1024.0 * 1024 * 1024));
    return out;
}

/* Digits in groups of three: "12,345,678". */
static const char *count_text(uint64_t n, char out[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

/* Takes the middle out of a name that is too wide. */
static char *fit(char *name, size_t width)
{
    size_t length = strlen(name);
    if (length <= width) return name;
    size_t head = width / 2 - 1, tail = width - head - 3;
    memcpy(name + head, "...", 3);
    memmove(name + head + 3, name + length - tail, tail + 1);
    return name;
}

static void heading(FILE *out, const char *text) { fprintf(out, "\n-- %s\n", text); }

/* How many rows of COUNT are shown; says what is left out below them. */
static size_t rows_shown(size_t count) { return count < lens.options.top ? count : lens.options.top; }

static void note_rest(FILE *out, size_t count, const char *what)
{
    if (count > lens.options.top) fprintf(out, "%12s  ... and %zu more %s\n", "", count - lens.options.top, what);
}

static void write_phases(FILE *out)
{
    static const char *const PHASES[] = { "Agent_OnLoad", "VMStart", "VMInit", "VMDeath" };
    char a[16], b[16];
    uint64_t before = 0;
    heading(out, "Phases");
    fprintf(out, "%12s %12s  %s\n", "at", "after", "phase");
    for (int i = 0; i < LENS_PHASE_COUNT; i++) {
        if (!lens.phase_seen[i]) continue;
        fprintf(out, "%12s %12s  %s\n", time_text(lens.phase_ns[i], a), time_text(lens.phase_ns[i] - before, b),
                PHASES[i]);
        before = lens.phase_ns[i];
    }
}

static int by_loaded(const void *a, const void *b)
{
    const struct lens_class_group *x = *(void *const *)a, *y = *(void *const *)b;
    if (x->loaded != y->loaded) return x->loaded < y->loaded ? 1 : -1;
    int order = strcmp(x->loader, y->loader);
    return order != 0 ? order : strcmp(x->module, y->module);
}

static void write_classes(FILE *out)
{
    struct lens_table groups;
    lens_class_groups(&groups);
    struct lens_class_group **all = (struct lens_class_group **)lens_table_sorted(&groups, by_loaded);
    char a[32], b[32], line[128];
    snprintf(line, sizeof line, "Classes: %s loaded", count_text(lens_class_total(), a));
    heading(out, line);
    fprintf(out, "%12s %12s  %-36s %s\n", "loaded", "prepared", "loader", "module");
    for (size_t i = 0; all != NULL && i < rows_shown(groups.count); i++)
        fprintf(out, "%12s %12s  %-36s %s\n", count_text(all[i]->loaded, a), count_text(all[i]->prepared, b),
                all[i]->loader, all[i]->module);
    note_rest(out, groups.count, "pairs of loader and module");
    free(all);
    lens_table_free(&groups);
}

static int by_entered(const void *a, const void *b)
{
    const struct lens_method *x = *(void *const *)a, *y = *(void *const *)b;
    return x->entered != y->entered ? (x->entered < y->entered ? 1 : -1) : (x->self < y->self) - (x->self > y->self);
}

static int by_self(const void *a, const void *b)
{
    const struct lens_method *x = *(void *const *)a, *y = *(void *const *)b;
    return x->self != y->self ? (x->self < y->self ? 1 : -1) : by_entered(a, b);
}

static void method_rows(FILE *out, struct lens_method **all, size_t count)
{
    char a[32], b[16], c[16], name[1024];
    fprintf(out, "%12s %12s %12s  %s\n", "entered", "inclusive", "self", "method");
    for (size_t i = 0; i < rows_shown(count); i++) {
        lens_method_print(all[i], true, name, sizeof name);
        fprintf(out, "%12s %12s %12s  %s\n", count_text(all[i]->entered, a),
                time_text(lens_clock_ticks_to_ns(all[i]->inclusive), b),
                time_text(lens_clock_ticks_to_ns(all[i]->self), c), fit(name, NAME_WIDTH));
    }
    note_rest(out, count, "methods");
}

static void write_methods(FILE *out)
{
    size_t count = 0;
    for (struct lens_method *m = NULL; (m = lens_method_next(m)) != NULL;)
        count += m->class_name != NULL && m->entered > 0;
    struct lens_method **all = malloc((count + 1) * sizeof *all);
    if (all == NULL) return;
    count = 0;
    for (struct lens_method *m = NULL; (m = lens_method_next(m)) != NULL;)
        if (m->class_name != NULL && m->entered > 0) all[count++] = m;
    struct lens_thread_totals totals = lens_thread_totals();
    char a[32], b[32], c[32], line[256];
    snprintf(line, sizeof line, "Methods entered most (%s methods, entered %s times, left %s times)",
             count_text(count, a), count_text(totals.entered, b), count_text(totals.left, c));
    heading(out, line);
    qsort(all, count, sizeof *all, by_entered);
    method_rows(out, all, count);
    heading(out, lens.options.wall_clock ? "Methods with the most own time, waiting included"
                                         : "Methods with the most own time, waiting left out");
    qsort(all, count, sizeof *all, by_self);
    method_rows(out, all, count);
    free(all);
}

static int by_bytes(const void *a, const void *b)
{
    const struct lens_alloc *x = *(void *const *)a, *y = *(void *const *)b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
    return x->vm_bytes != y->vm_bytes ? (x->vm_bytes < y->vm_bytes ? 1 : -1) : strcmp(x->class_name, y->class_name);
}

static void write_allocation(FILE *out)
{
    const struct lens_table *rows = lens_alloc_rows();
    struct lens_alloc **all = (struct lens_alloc **)lens_table_sorted(rows, by_bytes);
    double bytes = 0;
    uint64_t samples = 0;
    for (size_t i = 0; all != NULL && i < rows->count; i++) bytes += all[i]->bytes, samples += all[i]->samples;
    char a[32], b[16], c[32], d[32], line[256];
    snprintf(line, sizeof line, "Objects by class: about %s, from %s samples, one every %s on average",
             size_text(bytes, b), count_text(samples, a), size_text(lens.options.interval, c));
    heading(out, line);
    fprintf(out, "%12s %12s %12s %12s  %s\n", "~bytes", "~objects", "samples", "by the VM", "class");
    for (size_t i = 0; all != NULL && i < rows_shown(rows->count); i++) {
        char name[1024], e[32];
        snprintf(name, sizeof name, "%s", all[i]->class_name);
        fprintf(out, "%12s %12s %12s %12s  %s\n", size_text(all[i]->bytes, b),
                count_text((uint64_t)(all[i]->objects + 0.5), a), count_text(all[i]->samples, d),
                count_text(all[i]->vm_objects, e), fit(name, NAME_WIDTH));
    }
    note_rest(out, rows->count, "classes");
    free(all);
}

static int by_count(const void *a, const void *b)
{
    const struct lens_throw *x = *(void *const *)a, *y = *(void *const *)b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    int order = strcmp(x->class_name, y->class_name);
    return order != 0 ? order : x->line - y->line;
}

static void write_exceptions(FILE *out)
{
    struct lens_table throws, catches;
    lens_throw_rows(&throws, &catches);
    struct lens_throw **all = (struct lens_throw **)lens_table_sorted(&throws, by_count);
    char a[32], b[32], line[256], at[1024], to[1024];
    snprintf(line, sizeof line, "Exceptions: %s thrown, %s caught", count_text(lens_throw_total(), a),
             count_text(lens_throw_caught_total(), b));
    heading(out, line);
    if (throws.count > 0) fprintf(out, "%12s  %s\n", "thrown", "exception, thrown at -> caught at");
    for (size_t i = 0; all != NULL && i < rows_shown(throws.count); i++) {
        lens_report_print_place(all[i]->at, all[i]->line, at, sizeof at);
        if (all[i]->catch == NULL)
            snprintf(to, sizeof to, "no catch in sight");
        else
            lens_report_print_place(all[i]->catch, all[i]->catch_line, to, sizeof to);
        fprintf(out, "%12s  %s\n", count_text(all[i]->count, a), all[i]->class_name);
        fprintf(out, "%12s    %s -> %s\n", "", fit(at, NAME_WIDTH), fit(to, NAME_WIDTH));
    }
    note_rest(out, throws.count, "kinds");
    free(all);
    lens_table_free(&throws);
    lens_table_free(&catches);
}

static int by_waiting(const void *a, const void *b)
{
    const struct lens_monitor *x = *(void *const *)a, *y = *(void *const *)b;
    if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
    return strcmp(x->class_name, y->class_name);
}

static void write_locks(FILE *out)
{
    struct lens_table rows;
    lens_monitor_rows(&rows);
    struct lens_monitor **all = (struct lens_monitor **)lens_table_sorted(&rows, by_waiting);
    uint64_t entered = 0, waited = 0, entered_ns = 0, waited_ns = 0;
    for (size_t i = 0; all != NULL && i < rows.count; i++) {
        *(all[i]->wait ? &waited : &entered) += all[i]->count;
        *(all[i]->wait ? &waited_ns : &entered_ns) += all[i]->total_ns;
    }
    char a[32], b[32], c[16], d[16], line[256], at[1024], name[1024];
    snprintf(line, sizeof line, "Monitors: %s entered after another thread left, %s; %s waits, %s",
             count_text(entered, a), time_text(entered_ns, c), count_text(waited, b), time_text(waited_ns, d));
    heading(out, line);
    if (rows.count > 0) fprintf(out, "%12s %12s %12s  %s\n", "times", "together", "longest", "object, place");
    for (size_t i = 0; all != NULL && i < rows_shown(rows.count); i++) {
        if (all[i]->at == NULL)
            snprintf(at, sizeof at, "no Java frame");
        else
            lens_report_print_place(all[i]->at, all[i]->line, at, sizeof at);
        snprintf(name, sizeof name, "%s", all[i]->class_name);
        fprintf(out, "%12s %12s %12s  %s %s, %s\n", count_text(all[i]->count, a), time_text(all[i]->total_ns, c),
                time_text(all[i]->longest_ns, d), all[i]->wait ? "wait" : "enter", fit(name, NAME_WIDTH / 2),
                fit(at, NAME_WIDTH));
    }
    note_rest(out, rows.count, "kinds");
    free(all);
    lens_table_free(&rows);
}

static void write_collections(FILE *out)
{
    char a[32], b[16], c[16], line[128];
    uint64_t total = atomic_load(&lens_collections.total_ns);
    snprintf(line, sizeof line, "Collections: %s, %s together, the longest %s",
             count_text(atomic_load(&lens_collections.finished), a), time_text(total, b),
             time_text(atomic_load(&lens_collections.longest_ns), c));
    heading(out, line);
}

static void write_threads(FILE *out)
{
    size_t count;
    uint64_t omitted;
    struct lens_thread_record **records = lens_thread_records(&count, &omitted);
    char a[16], b[16], c[32], d[32], line[128];
    snprintf(line, sizeof line, "Threads: %zu", count + (size_t)omitted);
    heading(out, line);
    fprintf(out, "%12s %12s %12s %12s  %s\n", "start", "end", "entered", "thrown", "name");
    for (size_t i = 0; i < rows_shown(count); i++) {
        const struct lens_thread_record *r = records[i];
        fprintf(out, "%12s %12s %12s %12s  %s%s\n", time_text(r->start_ns, a), r->ended ? time_text(r->end_ns, b) : "-",
                count_text(atomic_load(&r->entered), c), count_text(r->thrown, d), r->name,
                r->daemon ? " (daemon)" : "");
    }
    note_rest(out, count + (size_t)omitted, "threads");
}

void lens_report_write_table(FILE *out)
{
    const struct lens_options *o = &lens.options;
    char title[161];
    snprintf(title, sizeof title, "%s", lens.title);
    fprintf(out, "\n==== lens: %s\n", title);
    fprintf(out, "     on %s %s\n", lens.vm_name == NULL ? "a nameless VM" : lens.vm_name,
            lens.vm_version == NULL ? "" : lens.vm_version);
    for (int i = 0; i < lens_off_count; i++)
        fprintf(out, "     off: %s (%s)\n", lens_offs[i].part, lens_offs[i].reason);
    write_phases(out);
    if (o->classes) write_classes(out);
    if (o->methods && lens.have.can_generate_method_entry_events) write_methods(out);
    if (o->alloc) write_allocation(out);
    if (o->exceptions && lens.have.can_generate_exception_events) write_exceptions(out);
    if (lens.have.can_generate_monitor_events) write_locks(out);
    if (lens.have.can_generate_garbage_collection_events) write_collections(out);
    write_threads(out);
    uint64_t lost = atomic_load(&lens.lost), cramped = atomic_load(&lens_tree_cramped);
    if (lost > 0 || cramped > 0) heading(out, "What is missing");
    if (cramped > 0)
        fprintf(out,
                "%12" PRIu64
                "  calls are shown in the tree as part of their caller (options depth, nodes); counts and times hold\n",
                cramped);
    if (lost > 0) fprintf(out, "%12" PRIu64 "  records found no room\n", lost);
    static const struct {
        const char *what;
        size_t at;
    } FILES[] = { { "page", offsetof(struct lens_options, page) },
                  { "JSON lines", offsetof(struct lens_options, json) },
                  { "folded stacks", offsetof(struct lens_options, folded) },
                  { "flame graph", offsetof(struct lens_options, svg) } };
    bool any = false;
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        const char *path = *(char *const *)((const char *)o + FILES[i].at);
        if (path == NULL) continue;
        if (!any) heading(out, "Files");
        any = true;
        fprintf(out, "%14s  %s\n", FILES[i].what, path);
    }
    fputc('\n', out);
}
