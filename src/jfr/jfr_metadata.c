/* The JDK's own description of events and types: jdk/jfr/internal/types/metadata.bin in module jdk.jfr. Its numbers are
 * positions in that file, which each update may make anew; so the VM reads them from the JDK that runs.
 *
 * The file is what java.io.DataInput reads: a number of types; for each a number of fields, the fields, and then what
 * belongs to the type. */
#include "base/hashmap.h"
#include "base/text.h"
#include "jfr/jfr_int.h"
#include "meta/loader.h"
#include <stdlib.h>

i64 jfr_pool_types[JFR_POOL_COUNT];
i64 jfr_chunk_header_type;
static struct os_mutex reading = OS_MUTEX_INIT;
static struct hashmap types; /* symbol: number + 1 */
static bool is_event[JFR_RESERVED_IDS];
bool jfr_is_event(i64 id) { return id >= 0 && id < JFR_RESERVED_IDS && is_event[id]; }

struct input {
    const u8 *at, *end;
    bool bad;
};

static const u8 *take(struct input *in, size_t n)
{
    if (in->bad || (size_t)(in->end - in->at) < n) {
        in->bad = true;
        return NULL;
    }
    in->at += n;
    return in->at - n;
}
static u32 take_int(struct input *in)
{
    const u8 *p = take(in, 4);
    return p ? rd_u32be(p) : 0;
}
static u64 take_long(struct input *in)
{
    const u8 *p = take(in, 8);
    return p ? rd_u64be(p) : 0;
}
static bool take_bool(struct input *in)
{
    const u8 *p = take(in, 1);
    return p && *p;
}
static struct bytes take_text(struct input *in)
{
    const u8 *p = take(in, 2);
    u16 n = p ? rd_u16be(p) : 0;
    return (struct bytes){ take(in, n), n };
}
static void skip_texts(struct input *in, int n)
{
    while (n--) (void)take_text(in);
}

/* A field as spec/jdk17/jfr_events.tsv has it; those of a structure that lies in the event are looked up later. */
struct meta_field {
    struct bytes name, type;
    bool constant, array;
};
struct meta_type {
    const struct symbol *name;
    struct meta_field *fields;
    u32 count;
    bool thread, stack, duration, event;
};
static struct meta_type *all; /* while the file is read, under the lock */
static u32 all_count;

static struct meta_field take_field(struct input *in)
{
    struct meta_field f = { .name = take_text(in), .type = take_text(in) };
    skip_texts(in, 2); /* label, description */
    f.constant = take_bool(in);
    f.array = take_bool(in);
    (void)take_bool(in); /* unsigned */
    skip_texts(in, 3);   /* annotations, transition, relation */
    (void)take_bool(in); /* experimental */
    return f;
}

static void take_type(struct input *in, struct meta_type *t)
{
    u32 n = take_int(in);
    if (n > (size_t)(in->end - in->at)) in->bad = true;
    if (in->bad) return;
    t->fields = vm_calloc(n + 1, sizeof *t->fields);
    for (; t->count < n && !in->bad; t->count++) t->fields[t->count] = take_field(in);
    struct bytes name = take_text(in);
    skip_texts(in, 3); /* label, description, category */
    t->thread = take_bool(in);
    bool stack = take_bool(in), start = take_bool(in), periodic = take_text(in).len != 0, cutoff = take_bool(in);
    t->stack = stack && !periodic;
    t->duration = (start && !periodic) || cutoff;
    for (int i = 0; i < 2; i++) (void)take_bool(in); /* throttle, experimental */
    u64 id = take_long(in);
    t->event = take_bool(in);
    (void)take_bool(in); /* relation */
    if (in->bad || id >= JFR_RESERVED_IDS) {
        in->bad = true;
        return;
    }
    is_event[id] = t->event;
    t->name = symbol_intern((const char *)name.at, name.len);
    hashmap_put(&types, t->name, (void *)(uintptr_t)(id + 1));
}

i64 jfr_type_id(const char *name)
{
    const struct symbol *s = symbol_lookup(name, strlen(name));
    return s ? (i64)(uintptr_t)hashmap_get(&types, s) - 1 : -1;
}

static bool bind_types(const char **why)
{
    static const char *const names[] = {
#define JFR_POOL_NAME(name, text) text,
        JFR_POOLS(JFR_POOL_NAME)
#undef JFR_POOL_NAME
    };
    *why = "metadata.bin lacks a type";
    for (int i = 0; i < JFR_POOL_COUNT; i++)
        if ((jfr_pool_types[i] = jfr_type_id(names[i])) < 0) return false;
    return (jfr_chunk_header_type = jfr_type_id("jdk.types.ChunkHeader")) >= 0;
}

static const char *kind_of(const struct meta_field *f)
{
    static const char *const plain[] = { "long", "int", "short", "byte", "boolean", "float", "double" };
    static const char *const known[][2] = {
        { "java.lang.Thread", "thread" },      { "java.lang.Class", "class" },   { "jdk.types.Method", "method" },
        { "jdk.types.ClassLoader", "loader" }, { "jdk.types.Module", "module" }, { "jdk.types.Package", "package" },
        { "jdk.types.StackTrace", "trace" },   { "java.lang.String", "string" },
    };
#define IS(text) (strlen(text) == f->type.len && !memcmp(text, f->type.at, f->type.len))
    for (size_t i = 0; i < ARRAY_LEN(plain); i++)
        if (IS(plain[i])) return plain[i];
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        if (IS(known[i][0])) return known[i][1];
    return f->constant ? "constant" : NULL;
}

static const struct meta_type *type_named(const struct bytes *name)
{
    for (u32 i = 0; i < all_count; i++)
        if (all[i].name && all[i].name->len == name->len && !memcmp(all[i].name->bytes, name->at, name->len))
            return &all[i];
    return NULL;
}

static void put_fields(struct text *to, const struct meta_type *t, const struct bytes *prefix)
{
    for (u32 i = 0; i < t->count; i++) {
        const struct meta_field *f = &t->fields[i];
        const char *kind = kind_of(f);
        const struct meta_type *inner = kind || prefix ? NULL : type_named(&f->type);
        if (inner) {
            put_fields(to, inner, &f->name);
            continue;
        }
        text_printf(to, " %.*s%s%.*s:%s%s", prefix ? (int)prefix->len : 0, prefix ? (const char *)prefix->at : "",
                    prefix ? "." : "", (int)f->name.len, (const char *)f->name.at, kind ? kind : "?",
                    f->array ? "[]" : "");
    }
}

char *jfr_event_text(const char *name)
{
    struct bytes b = { (const u8 *)name, (u32)strlen(name) };
    const struct meta_type *t = type_named(&b);
    if (!t || !t->event) return NULL;
    struct text to;
    text_init(&to, NULL, 0);
    text_printf(&to, "%s%s%s%s", t->duration ? "d" : "", t->thread ? "t" : "", t->stack ? "s" : "",
                t->duration || t->thread || t->stack ? "" : "-");
    put_fields(&to, t, NULL);
    char *copy = vm_strdup(text_string(&to));
    text_free(&to);
    return copy;
}

static bool read_all(void (*bind)(void), const char **why)
{
    size_t len = 0;
    u8 *bytes = boot_path_read_resource("jdk.jfr", "jdk/jfr/internal/types/metadata.bin", &len);
    if (!bytes) {
        *why = "metadata.bin is not there";
        return false;
    }
    struct input in = { bytes, bytes + len, false };
    u32 n = take_int(&in);
    *why = "metadata.bin is damaged";
    if (n > len) return false;
    all = vm_calloc(n + 1, sizeof *all);
    while (all_count < n && !in.bad) take_type(&in, &all[all_count++]);
    bool good = !in.bad && bind_types(why);
    if (good) bind();
    while (all_count) free(all[--all_count].fields);
    free(all);
    free(bytes);
    return good;
}

bool jfr_metadata_read(void (*bind)(void), const char **why)
{
    static enum { UNREAD, GOOD, BAD } state;
    static const char *reason = "";
    os_mutex_lock(&reading);
    if (state == UNREAD) state = read_all(bind, &reason) ? GOOD : BAD;
    *why = reason;
    bool good = state == GOOD;
    os_mutex_unlock(&reading);
    return good;
}
