/* The report as JSON lines: one object a line, its member "type" says which. docs/lens.md describes every type; members
   are only ever added. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "lens.h"
#include "lens_alloc.h"
#include "lens_class.h"
#include "lens_clock.h"
#include "lens_monitor.h"
#include "lens_report.h"
#include "lens_sample.h"
#include "lens_throw.h"

static void text_member(FILE *out, const char *name, const char *text)
{
    fprintf(out, ",\"%s\":", name);
    if (text == NULL) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    lens_report_json_text(out, text);
    fputc('"', out);
}

static void count_member(FILE *out, const char *name, uint64_t value) { fprintf(out, ",\"%s\":%" PRIu64, name, value); }

static void flag_member(FILE *out, const char *name, bool value)
{
    fprintf(out, ",\"%s\":%s", name, value ? "true" : "false");
}

static void ms_member(FILE *out, const char *name, uint64_t ns)
{
    fprintf(out, ",\"%s\":%" PRIu64 ".%06" PRIu64, name, ns / 1000000, ns % 1000000);
}

static void us_member(FILE *out, const char *name, uint64_t ns)
{
    fprintf(out, ",\"%s\":%" PRIu64 ".%03" PRIu64, name, ns / 1000, ns % 1000);
}

static void begin(FILE *out, const char *type) { fprintf(out, "{\"type\":\"%s\"", type); }
static void end(FILE *out) { fputs("}\n", out); }

static void write_head(FILE *out)
{
    static const char *const PHASES[] = { "OnLoad", "VMStart", "VMInit", "VMDeath" };
    begin(out, "lens");
    count_member(out, "version", 1);
    text_member(out, "title", lens.title);
    text_member(out, "vm", lens.vm_name);
    text_member(out, "vm_version", lens.vm_version);
    text_member(out, "times", lens_sampled ? "sampled" : "exact");
    text_member(out, "clock", lens.options.wall_clock ? "wall" : "busy");
    end(out);
    for (int i = 0; i < lens_off_count; i++) {
        begin(out, "off");
        text_member(out, "part", lens_offs[i].part);
        text_member(out, "reason", lens_offs[i].reason);
        end(out);
    }
    for (int i = 0; i < LENS_PHASE_COUNT; i++) {
        if (!lens.phase_seen[i]) continue;
        begin(out, "phase");
        text_member(out, "name", PHASES[i]);
        ms_member(out, "ms", lens.phase_ns[i]);
        end(out);
    }
}

static uint64_t write_classes(FILE *out)
{
    struct lens_table groups;
    lens_class_groups(&groups);
    for (const struct lens_class_group *g = NULL; (g = lens_table_next(&groups, g)) != NULL;) {
        begin(out, "classes");
        text_member(out, "loader", g->loader);
        text_member(out, "module", g->module);
        count_member(out, "loaded", g->loaded);
        count_member(out, "prepared", g->prepared);
        end(out);
    }
    lens_table_free(&groups);
    uint64_t prepared = 0;
    for (const struct lens_class *c = NULL; (c = lens_table_next(lens_class_rows(), c)) != NULL;) {
        begin(out, "class");
        text_member(out, "name", c->name);
        text_member(out, "loader", c->package->loader->name);
        text_member(out, "loader_class", c->package->loader->class_name);
        text_member(out, "module", c->package->module);
        count_member(out, "loaded", c->loaded);
        count_member(out, "prepared", c->prepared);
        end(out);
        prepared += c->prepared;
    }
    return prepared;
}

static uint64_t write_methods(FILE *out)
{
    uint64_t methods = 0;
    for (const struct lens_method *m = NULL; (m = lens_method_next(m)) != NULL;) {
        if (m->class_name == NULL || m->entered == 0) continue; /* labels, and methods only named by an exception */
        begin(out, "method");
        text_member(out, "class", m->class_name);
        text_member(out, "name", m->name);
        text_member(out, "descriptor", m->descriptor);
        count_member(out, "entered", m->entered);
        count_member(out, "left", m->left);
        count_member(out, "left_by_exception", m->threw);
        us_member(out, "inclusive_us", lens_clock_ticks_to_ns(m->inclusive));
        us_member(out, "self_us", lens_clock_ticks_to_ns(m->self));
        end(out);
        methods++;
    }
    return methods;
}

static void place_members(FILE *out, const char *prefix, const struct lens_method *m, int line)
{
    char name[32];
    snprintf(name, sizeof name, "%sclass", prefix);
    text_member(out, name, m == NULL ? NULL : m->class_name);
    snprintf(name, sizeof name, "%smethod", prefix);
    text_member(out, name, m == NULL ? NULL : m->name);
    snprintf(name, sizeof name, "%sdescriptor", prefix);
    text_member(out, name, m == NULL ? NULL : m->descriptor);
    fprintf(out, ",\"%sline\":", prefix);
    if (line < 0)
        fputs("null", out);
    else
        fprintf(out, "%d", line);
}

static void write_exceptions(FILE *out)
{
    struct lens_table throws, catches;
    lens_throw_rows(&throws, &catches);
    for (const struct lens_throw *t = NULL; (t = lens_table_next(&throws, t)) != NULL;) {
        begin(out, "throw");
        text_member(out, "exception", t->class_name);
        place_members(out, "", t->at, t->line);
        flag_member(out, "uncaught", t->catch == NULL);
        place_members(out, "catch_", t->catch, t->catch_line);
        count_member(out, "count", t->count);
        end(out);
    }
    for (const struct lens_catch *c = NULL; (c = lens_table_next(&catches, c)) != NULL;) {
        begin(out, "catch");
        text_member(out, "exception", c->class_name);
        place_members(out, "", c->at, c->line);
        count_member(out, "count", c->count);
        end(out);
    }
    lens_table_free(&throws);
    lens_table_free(&catches);
}

static void write_allocation(FILE *out)
{
    for (const struct lens_alloc *a = NULL; (a = lens_table_next(lens_alloc_rows(), a)) != NULL;) {
        begin(out, "alloc");
        text_member(out, "class", a->class_name);
        count_member(out, "samples", a->samples);
        fprintf(out, ",\"objects\":%.1f,\"bytes\":%.1f", a->objects, a->bytes);
        count_member(out, "vm_objects", a->vm_objects);
        count_member(out, "vm_bytes", a->vm_bytes);
        end(out);
    }
}

static void write_locks(FILE *out)
{
    struct lens_table rows;
    lens_monitor_rows(&rows);
    for (const struct lens_monitor *m = NULL; (m = lens_table_next(&rows, m)) != NULL;) {
        begin(out, "lock");
        text_member(out, "object", m->class_name);
        text_member(out, "kind", m->wait ? "wait" : "enter");
        place_members(out, "", m->at, m->line);
        count_member(out, "count", m->count);
        ms_member(out, "total_ms", m->total_ns);
        ms_member(out, "longest_ms", m->longest_ns);
        end(out);
    }
    lens_table_free(&rows);
}

static void write_threads(FILE *out)
{
    size_t count;
    uint64_t omitted;
    struct lens_thread_record **records = lens_thread_records(&count, &omitted);
    for (size_t i = 0; i < count; i++) {
        const struct lens_thread_record *r = records[i];
        begin(out, "thread");
        text_member(out, "name", r->name);
        flag_member(out, "daemon", r->daemon);
        flag_member(out, "started", r->started);
        flag_member(out, "ended", r->ended);
        ms_member(out, "start_ms", r->start_ns);
        if (r->ended)
            ms_member(out, "end_ms", r->end_ns);
        else
            text_member(out, "end_ms", NULL);
        count_member(out, "entered", atomic_load(&r->entered));
        count_member(out, "left", atomic_load(&r->left));
        count_member(out, "left_unseen", r->left_unseen);
        count_member(out, "thrown", r->thrown);
        end(out);
    }
    if (omitted > 0) {
        begin(out, "threads_omitted");
        count_member(out, "count", omitted);
        end(out);
    }
}

static void write_tree(FILE *out, bool with_nodes)
{
    const struct lens_report_tree *tree = lens_report_tree();
    for (size_t i = 1; with_nodes && i < tree->count; i++) {
        const struct lens_report_node *n = &tree->nodes[i];
        begin(out, "node");
        count_member(out, "id", i);
        count_member(out, "parent", n->parent);
        text_member(out, "class", n->method->class_name);
        text_member(out, "name", n->method->name);
        text_member(out, "descriptor", n->method->descriptor);
        count_member(out, "calls", n->node->calls);
        us_member(out, "self_us", n->self_ns);
        us_member(out, "total_us", n->total_ns);
        end(out);
    }
    begin(out, "tree");
    count_member(out, "nodes", tree->count);
    count_member(out, "shown", tree->shown);
    count_member(out, "deepest_shown", tree->deepest);
    us_member(out, "total_us", tree->count == 0 ? 0 : tree->nodes[0].total_ns);
    count_member(out, "calls_without_node", atomic_load(&lens_tree_cramped));
    end(out);
}

void lens_report_write_json(FILE *out) { lens_report_write_records(out, lens.options.tree); }

void lens_report_write_records(FILE *out, bool with_nodes)
{
    write_head(out);
    uint64_t prepared = write_classes(out);
    uint64_t methods = write_methods(out);
    write_exceptions(out);
    write_allocation(out);
    write_locks(out);
    if (lens.have.can_generate_garbage_collection_events) {
        begin(out, "collections");
        count_member(out, "count", atomic_load(&lens_collections.finished));
        ms_member(out, "total_ms", atomic_load(&lens_collections.total_ns));
        ms_member(out, "longest_ms", atomic_load(&lens_collections.longest_ns));
        end(out);
    }
    write_threads(out);
    if (lens.options.methods) write_tree(out, with_nodes);
    struct lens_thread_totals threads = lens_thread_totals();
    begin(out, "totals");
    count_member(out, "classes_loaded", lens_class_total());
    count_member(out, "classes_prepared", prepared);
    count_member(out, "methods", methods);
    count_member(out, "entered", threads.entered);
    count_member(out, "left", threads.left);
    count_member(out, "thrown", lens_throw_total());
    count_member(out, "caught", lens_throw_caught_total());
    count_member(out, "threads_started", threads.threads_started);
    count_member(out, "lost", atomic_load(&lens.lost));
    end(out);
}
