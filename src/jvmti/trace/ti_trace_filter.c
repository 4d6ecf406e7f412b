/* -XX:JVMTITraceFilter: selects the trace's lines.
 *
 *     [-]function:PATTERN,[-]event:PATTERN,[-]thread:PATTERN,[-]env:NUMBER,...
 *
 * Functions and events are one group: if any is named, only named ones are shown. Threads and environments are a group
 * each. A term with - excludes. Patterns have * and ?. Written once at the start, then only read. */
#include "jvmti/trace/ti_observe.h"
#include "ti_tables.h"

enum filter_kind { FILTER_FUNCTION, FILTER_EVENT, FILTER_THREAD, FILTER_ENV, FILTER_KINDS };
static const char *const kind_names[] = { "function", "event", "thread", "env" };

struct term {
    struct term *next;
    enum filter_kind kind;
    bool excludes;
    char *pattern;
};

static struct term *terms;
static bool named[FILTER_KINDS]; /* is there a term of this kind without -? */
enum { NUMBER_MAX = 256 };
static bool hidden[2][NUMBER_MAX]; /* by shape->event and number */

static bool fits(const char *pattern, const char *s)
{
    /* the pattern after the last star, and the end of the text that the star matches */
    const char *star = NULL, *from = NULL;
    while (*s || *pattern) {
        if (*pattern == '*') {
            star = ++pattern;
            from = s;
        } else if (*s && (*pattern == '?' || *pattern == *s)) {
            pattern++;
            s++;
        } else {
            if (!star || !*from) return false;
            pattern = star;
            s = ++from;
        }
    }
    return true;
}

static bool any_shape(const struct ti_shape *s, const char *pattern)
{
    for (; s->name; s++)
        if (fits(pattern, s->name)) return true;
    return false;
}

/* Is the name shown? limited: only if a term names it. */
static bool shows(enum filter_kind kind, bool limited, const char *name)
{
    bool found = !limited;
    for (const struct term *t = terms; t; t = t->next) {
        if (t->kind != kind || !fits(t->pattern, name)) continue;
        if (t->excludes) return false;
        found = true;
    }
    return found;
}

static void add(const struct ti_shape *s)
{
    bool limited = named[FILTER_FUNCTION] || named[FILTER_EVENT];
    hidden[s->event][s->num] = !shows(s->event ? FILTER_EVENT : FILTER_FUNCTION, limited, s->name);
}
static void add_all(const struct ti_shape *s)
{
    for (; s->name; s++) add(s);
}

static const char *complain(const char *fmt, const char *what)
{
    static char text[256];
    snprintf(text, sizeof text, fmt, what);
    return text;
}

const char *ti_trace_filter_parse(const char *text)
{
    char *copy = vm_strdup(text), *rest = copy, *one;
    while ((one = strsep(&rest, ","))) {
        struct term *t = vm_calloc(1, sizeof *t);
        char *word = one;
        t->excludes = *word == '-';
        word += t->excludes;
        char *colon = strchr(word, ':');
        if (!colon || !colon[1])
            return complain("'%s' is not [-]function:, [-]event:, [-]thread: or [-]env: with a pattern", one);
        *colon = 0;
        t->pattern = vm_strdup(colon + 1);
        while (t->kind < FILTER_KINDS && strcmp(word, kind_names[t->kind]) != 0) t->kind++;
        if (t->kind == FILTER_KINDS) return complain("'%s' is not function, event, thread or env", word);
        if (t->kind == FILTER_FUNCTION && !any_shape(ti_function_shapes, t->pattern) &&
            !any_shape(ti_extension_shapes, t->pattern))
            return complain("there is no function '%s'", t->pattern);
        if (t->kind == FILTER_EVENT && !any_shape(ti_event_shapes, t->pattern) &&
            !any_shape(ti_extension_event_shapes, t->pattern))
            return complain("there is no event '%s'", t->pattern);
        if (t->kind == FILTER_ENV && strspn(t->pattern, "0123456789") != strlen(t->pattern))
            return complain("environment '%s' is not a number", t->pattern);
        if (!t->excludes) named[t->kind] = true;
        t->next = terms;
        terms = t;
    }
    free(copy);
    add_all(ti_function_shapes);
    add_all(ti_event_shapes);
    add_all(ti_extension_shapes);
    add_all(ti_extension_event_shapes);
    return NULL;
}

bool ti_trace_filter_shape(const struct ti_shape *shape, const struct ti_env *env)
{
    if (!terms) return true;
    if (hidden[shape->event][shape->num]) return false;
    char number[16] = "?";
    if (env) snprintf(number, sizeof number, "%u", env->index);
    return shows(FILTER_ENV, named[FILTER_ENV], number);
}

bool ti_trace_filter_thread(const char *name) { return !terms || shows(FILTER_THREAD, named[FILTER_THREAD], name); }
