/* The VM's own events: which fields the code writes (spec/jdk17/jfr_events.tsv), whether the JDK that runs has them so,
 * and how an event is put together. */
#include "jfr/jfr_int.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include <stdlib.h>

enum { FIELDS_MOST = 16 };
enum kind {
    KIND_NUMBER,
    KIND_BYTE, /* also a boolean: one byte as it is */
    KIND_FLOAT,
    KIND_DOUBLE,
    KIND_STRING,
    KIND_CLASS,
    KIND_THREAD,
    KIND_METHOD,
    KIND_LOADER,
    KIND_MODULE,
    KIND_PACKAGE,
    KIND_OPERATION,
    KIND_PHASE,
};
/* "thread!": a thread by its number. Operations and phases are constants that are made of their names. */
static const struct {
    const char *name;
    enum kind kind;
} kinds[] = {
    { "long", KIND_NUMBER },     { "int", KIND_NUMBER },      { "short", KIND_NUMBER },
    { "constant", KIND_NUMBER }, { "trace", KIND_NUMBER },    { "thread!", KIND_NUMBER },
    { "byte", KIND_BYTE },       { "boolean", KIND_BYTE },    { "float", KIND_FLOAT },
    { "double", KIND_DOUBLE },   { "string", KIND_STRING },   { "class", KIND_CLASS },
    { "thread", KIND_THREAD },   { "method", KIND_METHOD },   { "loader", KIND_LOADER },
    { "module", KIND_MODULE },   { "package", KIND_PACKAGE }, { "operation", KIND_OPERATION },
    { "phase", KIND_PHASE },
};

static const struct {
    const char *name, *shape, *fields;
} table[] = {
#define ROW(id, name, shape, fields) { name, shape, fields },
    RECORDER_EVENTS(ROW)
#undef ROW
};

static struct bound {
    i64 id; /* -1: the JDK has no such event, or another one */
    bool has_duration, has_thread, has_stack;
    u8 skip; /* so many of the newest frames */
    u8 count;
    u8 kinds[FIELDS_MOST];
} bound[RECORDER_EVENT_COUNT];
static u16 event_of[JFR_RESERVED_IDS]; /* by the JDK's number: ours + 1 */

/* "name:kind name:kind": false at the end. */
static bool next_field(const char **at, const char **kind, size_t *len)
{
    const char *colon = strchr(*at, ':');
    if (!colon) return false;
    *kind = colon + 1;
    *len = strcspn(colon + 1, " ");
    *at = colon + 1 + *len;
    return true;
}

static void read_row(struct bound *b, const char *shape, const char *fields)
{
    b->has_duration = strchr(shape, 'd') || strchr(shape, 'e');
    b->has_thread = strchr(shape, 't') || strchr(shape, 'T');
    b->has_stack = strchr(shape, 's') != NULL;
    b->skip = strchr(shape, '2') ? 2 : 0;
    const char *kind;
    for (size_t n; next_field(&fields, &kind, &n);)
        for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
            if (strlen(kinds[k].name) == n && !memcmp(kinds[k].name, kind, n)) {
                VM_CHECK(b->count < FIELDS_MOST);
                b->kinds[b->count++] = (u8)kinds[k].kind;
            }
}

/* A row in the words of the JDK. `out` has room for it. */
static void in_their_words(char *out, size_t room, const char *shape, const char *fields)
{
    static const char *const names[] = { ":operation", ":phase" };
    size_t n = 0;
    for (const char *s = shape; *s; s++)
        if (*s != '2') out[n++] = *s == 'T' ? 't' : *s == 'e' ? 'd' : *s;
    out[n++] = ' ';
    for (const char *f = fields; *f && n + sizeof ":constant" < room; f++) {
        if (*f == '!') continue;
        size_t k = 0;
        while (k < ARRAY_LEN(names) && strncmp(f, names[k], strlen(names[k])) != 0) k++;
        if (k == ARRAY_LEN(names)) {
            out[n++] = *f;
            continue;
        }
        n += (size_t)snprintf(out + n, room - n, ":constant");
        f += strlen(names[k]) - 1;
    }
    out[n] = 0;
}

static void bind_events(void)
{
    for (u32 i = 0; i < RECORDER_EVENT_COUNT; i++) {
        struct bound *b = &bound[i];
        char *theirs = jfr_event_text(table[i].name);
        char ours[1000];
        in_their_words(ours, sizeof ours, table[i].shape, table[i].fields);
        bool same = theirs && !strcmp(theirs, ours);
        if (!same)
            LOG(warning, jfr_system, "%s is off: its fields are \"%s\" in this JDK", table[i].name,
                theirs ? theirs : "");
        free(theirs);
        b->id = same ? jfr_type_id(table[i].name) : -1;
        read_row(b, table[i].shape, table[i].fields);
        if (same) event_of[b->id] = (u16)(i + 1);
    }
}

bool jfr_metadata_ready(const char **why) { return jfr_metadata_read(bind_events, why); }

void jfr_want_event(i64 id, bool on)
{
    if (event_of[id]) __atomic_store_n(&recorder_wanted[event_of[id] - 1], on, __ATOMIC_RELAXED);
}

i64 jfr_event_id(u32 event) { return bound[event].id; }

bool jfr_emit_asked(struct thread *self, i64 id)
{
    return jfr_is_event(id) && event_of[id] && jfr_emit_periodic(self, event_of[id] - 1u);
}

static void put_value(struct jfr_out *o, enum kind kind, union recorder_value v)
{
    switch (kind) {
    case KIND_NUMBER: jfr_put_number(o, v.number); return;
    case KIND_BYTE: jfr_put_byte(o, (u8)v.number); return;
    case KIND_FLOAT: jfr_put_float(o, (float)v.real); return;
    case KIND_DOUBLE: jfr_put_double(o, v.real); return;
    case KIND_STRING: jfr_put_utf8(o, v.text); return;
    case KIND_CLASS: jfr_put_number(o, jfr_use_class(v.cls)); return;
    case KIND_THREAD: jfr_put_number(o, jfr_use_thread(v.thread)); return;
    case KIND_METHOD: jfr_put_number(o, jfr_use_method(v.method)); return;
    case KIND_LOADER: jfr_put_number(o, jfr_use_loader(v.loader)); return;
    case KIND_MODULE: jfr_put_number(o, jfr_use_module(v.module)); return;
    case KIND_PACKAGE: jfr_put_number(o, jfr_use_package(v.package)); return;
    case KIND_OPERATION: jfr_put_number(o, jfr_use_named(JFR_POOL_OPERATION, v.text)); return;
    case KIND_PHASE: jfr_put_number(o, jfr_use_named(JFR_POOL_PHASE, v.text)); return;
    }
}

/* In t's block, the calling thread's own or one that nobody else writes into now. `thread` and `trace` as far as the
 * event has them. */
static void write_event(struct jfr_thread *t, const struct bound *b, i64 at, i64 duration, u64 thread, u64 trace,
                        const union recorder_value *values)
{
    struct jfr_out *o = &t->event;
    o->len = 0;
    size_t begin = jfr_begin_sized(o);
    jfr_put_number(o, (u64)b->id);
    jfr_put_number(o, (u64)at);
    if (b->has_duration) jfr_put_number(o, (u64)duration);
    if (b->has_thread) jfr_put_number(o, thread);
    if (b->has_stack) jfr_put_number(o, trace);
    for (u32 i = 0; i < b->count; i++) put_value(o, (enum kind)b->kinds[i], values[i]);
    jfr_end_sized(o, begin);
    jfr_commit(t, o);
}

void jfr_emit(struct thread *self, u32 event, i64 began, i64 ended, struct thread *of,
              const union recorder_value *values)
{
    IN_STATE(self, VM);
    NO_COLLECTION(self);
    const struct bound *b = &bound[event];
    if (b->id < 0 || !jfr_recording()) return;
    const struct jfr_setting *s = &jfr_settings[b->id];
    i64 now = ended ? ended : os_time_monotonic_ns(), duration = began ? now - began : 0;
    if (b->has_duration && duration < s->threshold) return;
    struct jfr_thread *t = jfr_thread_of(self);
    if (t->excluded || (of && of != self && jfr_thread_excluded(of, of->java))) return;
    u64 thread = b->has_thread ? jfr_use_thread(of) : 0;
    u64 trace = b->has_stack && s->stack ? jfr_trace(self, b->skip, false) : 0;
    write_event(t, b, began ? began : now, duration, thread, trace, values);
}

void jfr_emit_as(struct jfr_thread *t, u32 event, i64 at, i64 duration, u64 thread, u64 trace,
                 const union recorder_value *values)
{
    CALLER_IN_VM();
    const struct bound *b = &bound[event];
    if (b->id >= 0 && jfr_recording()) write_event(t, b, at, duration, thread, trace, values);
}

void jfr_emit_sample(struct jfr_thread *t, u32 event, i64 at, u64 thread, u64 trace, u64 state)
{
    CALLER_IN_VM();
    const union recorder_value v[] = { { .number = thread }, { .number = trace }, { .number = state } };
    jfr_emit_as(t, event, at, 0, 0, 0, v);
}
