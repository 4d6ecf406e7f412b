/* -Xlog:jvmti: a line, or a JSON object, for each call and event.
 *
 * A call without shown events or calls inside takes one line at its end, with arguments, error and results. If
 * something inside is shown (an event, calls of a callback), or at level trace, it gets a line at its begin and one at
 * its end: the first inner line makes all enclosing calls write theirs (begin_around). So lines nest properly, and at
 * level trace a call that never returns is shown.
 *
 *     [main] env 0: GetTag(object=Ljava/lang/String; "x") NONE tag_ptr=5, 0.8 us
 *     [main] env 0: > RetransformClasses(class_count=1, classes=[LFoo;])
 *     [main] env 0:   event ClassFileLoadHook(class_being_redefined=LFoo;, ...), 3.1 us
 *     [main] env 0: < RetransformClasses NONE, 812.0 us
 *
 * JSON: "type" is call or event (complete), begin and end (same "id"), or environment; "in" is the id of the enclosing
 * object. */
#include "base/text.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_tables.h"

#include "os/os_time.h"

enum part { PART_WHOLE, PART_BEGIN, PART_END };

static _Atomic u64 ids;

static const struct ti_observed *shown_around(const struct ti_observed *o)
{
    do o = o->outer;
    while (o && !o->begun);
    return o;
}
static u32 depth(const struct ti_observed *o)
{
    u32 n = 0;
    while ((o = shown_around(o))) n++;
    return n;
}

static void as_line(struct text *t, const struct ti_observed *o, enum part part, jvmtiError err,
                    const struct text *results, i64 ns)
{
    if (o->env)
        text_printf(t, "[%s] env %u: ", o->thread_name, o->env->index);
    else
        text_printf(t, "[%s] env ?: ", o->thread_name);
    for (u32 i = depth(o); i > 0; i--) text_add(t, "  ");
    if (part != PART_WHOLE) text_add(t, part == PART_BEGIN ? "> " : "< ");
    if (o->shape->event) text_add(t, "event ");
    text_add(t, o->shape->name);
    if (part != PART_END) {
        text_add(t, "(");
        text_put(t, o->line.p, o->line.len);
        text_add(t, ")");
    }
    if (part == PART_BEGIN) return;
    if (!o->shape->event) {
        const char *name = ti_error_name(err);
        text_add(t, " ");
        if (name)
            text_add(t, name + strlen("JVMTI_ERROR_"));
        else
            text_printf(t, "%d", (int)err);
    }
    if (results->len) {
        text_add(t, " ");
        text_put(t, results->p, results->len);
    }
    text_printf(t, ", %.1f us", (double)ns / 1e3);
}

static void as_json(struct text *t, const struct ti_observed *o, enum part part, jvmtiError err,
                    const struct text *results, i64 ns)
{
    const char *kind = o->shape->event ? "event" : "call";
    const struct ti_observed *around = shown_around(o);
    text_printf(t, "\"type\":\"%s\",\"id\":%llu",
                part == PART_WHOLE   ? kind
                : part == PART_BEGIN ? "begin"
                                     : "end",
                (unsigned long long)o->id);
    if (around) text_printf(t, ",\"in\":%llu", (unsigned long long)around->id);
    text_add(t, ",\"thread\":");
    text_json(t, o->thread_name, strlen(o->thread_name));
    if (o->env) text_printf(t, ",\"env\":%u", o->env->index);
    text_printf(t, ",\"%s\":\"%s\"", o->shape->event ? "event" : "function", o->shape->name);
    if (part != PART_END) {
        text_add(t, ",\"args\":{");
        text_put(t, o->json.p, o->json.len);
        text_add(t, "}");
    }
    if (part == PART_BEGIN) return;
    if (!o->shape->event) {
        const char *name = ti_error_name(err);
        text_printf(t, ",\"error\":\"%s\"", name ? name + strlen("JVMTI_ERROR_") : "?");
    }
    if (results->len) {
        text_add(t, ",\"results\":{");
        text_put(t, results->p, results->len);
        text_add(t, "}");
    }
    text_printf(t, ",\"ns\":%lld", (long long)ns);
}

static void write(const struct ti_observed *o, enum part part, enum log_level level, jvmtiError err, bool in_vm, i64 ns)
{
    static const struct text nothing;
    u32 forms = log_forms(level, LOGTAGS_jvmti);
    char room[1024], results_room[256];
    struct text line, json, results;
    text_init(&line, room, sizeof room);
    text_init(&json, NULL, 0);
    bool has_results = part != PART_BEGIN && err == JVMTI_ERROR_NONE;
    if (forms & LOG_FORM_TEXT) {
        text_init(&results, results_room, sizeof results_room);
        if (has_results) ti_values(&results, false, o, true, in_vm);
        as_line(&line, o, part, err, has_results ? &results : &nothing, ns);
        text_free(&results);
    }
    if (forms & LOG_FORM_JSON) {
        text_init(&results, results_room, sizeof results_room);
        if (has_results) ti_values(&results, true, o, true, in_vm);
        as_json(&json, o, part, err, has_results ? &results : &nothing, ns);
        text_free(&results);
    }
    log_write_forms(level, LOGTAGS_jvmti, forms & LOG_FORM_TEXT ? line.p : NULL, line.len,
                    forms & LOG_FORM_JSON ? json.p : NULL, json.len);
    text_free(&line);
    text_free(&json);
}

static bool enabled(enum log_level level)
{
    return atomic_load_explicit(&log_enabled_levels[LOGTAGS_jvmti], memory_order_relaxed) >= level;
}

static bool to_begin(const struct ti_observed *o) { return o->shown && !o->begun && enabled(o->shape->level); }

/* Writes the begin lines of the calls and events around o, and (itself) of o, the outermost first. Usually there is
 * none to write. */
static void begin_around(struct ti_observed *o, bool itself)
{
    for (;;) {
        struct ti_observed *first = itself && to_begin(o) ? o : NULL;
        for (struct ti_observed *a = o->outer; a; a = a->outer)
            if (to_begin(a)) first = a;
        if (!first) return;
        write(first, PART_BEGIN, (enum log_level)first->shape->level, JVMTI_ERROR_NONE, false, 0);
        first->begun = true;
    }
}

static bool enter(const struct ti_observed *o, struct object **pending)
{
    if (o->shape->raw || !ti_can_enter(o->self)) return false;
    *pending = ti_enter(o->self);
    return true;
}

void ti_trace_begin(struct ti_observed *o)
{
    struct object *pending;
    o->shown = o->begun = false;
    if (!enabled(LOG_info) || !ti_trace_filter_shape(o->shape, o->env)) return;
    /* If the VM cannot be entered, the enclosing frame has the name. */
    bool in_vm = enter(o, &pending);
    if (!in_vm && o->outer)
        memcpy(o->thread_name, o->outer->thread_name, sizeof o->thread_name);
    else
        ti_value_thread_name(o->self, in_vm, o->thread_name, sizeof o->thread_name);
    o->shown = ti_trace_filter_thread(o->thread_name);
    if (o->shown) {
        u32 forms = log_forms(LOG_info, LOGTAGS_jvmti);
        text_init(&o->line, o->room, sizeof o->room);
        text_init(&o->json, NULL, 0);
        if (forms & LOG_FORM_TEXT) ti_values(&o->line, false, o, false, in_vm);
        if (forms & LOG_FORM_JSON) ti_values(&o->json, true, o, false, in_vm);
    }
    if (in_vm) ti_leave(o->self, pending);
    if (!o->shown) return;
    o->id = atomic_fetch_add_explicit(&ids, 1, memory_order_relaxed) + 1;
    if (LOG_ENABLED(trace, jvmti)) begin_around(o, true);
    o->start = os_time_monotonic_ns();
}

void ti_trace_end(struct ti_observed *o, jvmtiError err)
{
    if (!o->shown) return;
    i64 ns = os_time_monotonic_ns() - o->start;
    enum log_level level = (enum log_level)o->shape->level;
    if (err != JVMTI_ERROR_NONE && !o->begun) level = LOG_info;
    struct object *pending;
    if (o->begun || enabled(level)) {
        if (!o->begun) begin_around(o, false);
        bool in_vm = enter(o, &pending);
        write(o, o->begun ? PART_END : PART_WHOLE, level, err, in_vm, ns);
        if (in_vm) ti_leave(o->self, pending);
    }
    text_free(&o->line);
    text_free(&o->json);
}

void ti_trace_environment(const struct ti_env *env, const char *what)
{
    if (!LOG_ENABLED(info, jvmti)) return;
    char line[128], json[128];
    int n = snprintf(line, sizeof line, "environment %u %s, version 0x%x", env->index, what, (unsigned)env->version);
    int k = snprintf(json, sizeof json, "\"type\":\"environment\",\"env\":%u,\"action\":\"%s\",\"version\":\"0x%x\"",
                     env->index, what, (unsigned)env->version);
    log_write_forms(LOG_info, LOGTAGS_jvmti, line, (size_t)n, json, (size_t)k);
}
