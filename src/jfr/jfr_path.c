/* Paths from the roots of the heap to some objects, the shortest ones: a walk in breadth, with the world stopped.
 *
 * The objects that were reached are a list; each entry names the entry from which it was reached. Objects without
 * references are entered only if they are asked for. Weak, soft and other references are not followed. The way from an
 * object to its class comes last, when no other way leads to something that is asked for: paths go by fields if they
 * can. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/jstring.h"
#include "jfr/jfr_int.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "thread/safepoint.h"
#include "tool/tool_reach.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    CHUNK = TINY(1 << 18, 1 << 4), /* entries that are allocated together */
    LOOK_AT_CLOCK = 1 << 10,       /* objects between two looks */
    /* Of a path that is longer, the parts at the object and at the root are told. */
    AT_OBJECT = 100,
    AT_ROOT = 100,
    DESCRIPTION = 100,
    IS_ROOT = 1u << 31 /* in entry.from: the number of the root */
};

struct entry {
    nref object;
    u32 from;
};
struct root {
    enum tool_root_kind kind;
    nref thread; /* of a stack: its java.lang.Thread */
    u64 id;      /* its constant; 0: none yet */
};
struct jfr_paths {
    struct tool_seen seen, wanted;
    struct entry **chunks;
    struct root *roots;
    u32 chunk_count, count, root_count, root_room;
    struct hashmap classes; /* whose mirror was not seen when an instance was: class -> 1 + its entry */
    struct hashmap found;   /* of those that are wanted: object -> 1 + its entry */
    struct hashmap written; /* 1 + entry -> its constant, of paths that are told as a whole */
    u32 missing;
    i64 until;
    bool over; /* no memory, or no time */
};

static u64 last_constant GUARDED_BY(jfr_lock);

static struct entry *entry_at(const struct jfr_paths *p, u32 i) { return &p->chunks[i / CHUNK][i % CHUNK]; }

/* Room for one element more. */
static bool grow(void *array, u32 count, u32 *room, size_t size)
{
    if (count < *room) return true;
    u32 more = *room ? *room * 2 : 64;
    void *larger = realloc(*(void **)array, more * size);
    if (!larger) return false;
    *(void **)array = larger;
    *room = more;
    return true;
}

static bool add_entry(struct jfr_paths *p, struct object *o, u32 from)
{
    if (p->count == p->chunk_count * CHUNK) {
        struct entry **list = realloc(p->chunks, (p->chunk_count + 1) * sizeof *list);
        if (list) p->chunks = list;
        struct entry *chunk = list && p->count < IS_ROOT - CHUNK ? malloc(CHUNK * sizeof *chunk) : NULL;
        if (!chunk) return false;
        p->chunks[p->chunk_count++] = chunk;
    }
    *entry_at(p, p->count) = (struct entry){ ref_encode(o), from };
    p->count++;
    return true;
}

static void reach(struct jfr_paths *p, struct object *o, u32 from)
{
    if (!o || p->over || !tool_see(&p->seen, o)) return;
    bool wanted = tool_seen_has(&p->wanted, o);
    if (!wanted && object_type(o)->kind == HEAP_PRIM_ARRAY) return;
    if (!add_entry(p, o, from)) {
        p->over = true;
        return;
    }
    if (!wanted) return;
    hashmap_put(&p->found, o, (void *)(uintptr_t)p->count);
    if (!--p->missing) p->over = true;
}

/* ---- out of an object ---- */

struct from {
    struct jfr_paths *p;
    u32 entry;
};

static bool reach_of_class(void *arg, enum tool_class_ref kind, i32 index, struct object *o)
{
    struct from *f = arg;
    reach(f->p, o, f->entry);
    return !f->p->over;
}

static void reach_all(struct jfr_paths *p, const nref *r, u32 count, u32 from)
{
    for (u32 i = 0; i < count && !p->over; i++)
        if (r[i]) reach(p, ref_decode(r[i]), from);
}
static void reach_span(struct jfr_paths *p, const struct object *o, u32 offset, u32 count, u32 from)
{
    reach_all(p, (const nref *)((const char *)o + offset), count, from);
}
/* The references of a short object may lie in its parts (heap_short.c). */
static void reach_fields(struct jfr_paths *p, const struct object *o, const struct heap_type *t, u32 from)
{
    for (u32 i = 0; i < t->map_count; i++) {
        if (LIKELY(!object_is_short(o))) reach_span(p, o, t->map[i].offset, t->map[i].count, from);
        for (u32 k = 0; object_is_short(o) && k < t->map[i].count; k++)
            reach_all(p, heap_bytes_at(o, t->map[i].offset + k * (u32)sizeof(nref), true), 1, from);
    }
}

static void reach_from(struct jfr_paths *p, u32 entry)
{
    struct object *o = ref_decode(entry_at(p, entry)->object);
    const struct heap_type *t = object_type(o);
    if (t->kind == HEAP_PRIM_ARRAY) return;
    struct class *c = object_class(o);
    if (!c->loader->is_boot && c->mirror && !tool_seen_has(&p->seen, c->mirror) && !hashmap_get(&p->classes, c))
        hashmap_put(&p->classes, c, (void *)(uintptr_t)(entry + 1u));
    if (t->kind == HEAP_REF_ARRAY) {
        reach_span(p, o, array_base(t->elem_shift), (u32)array_length(o), entry);
        return;
    }
    reach_fields(p, o, t, entry);
    if (t->kind != HEAP_MIRROR || !class_of_mirror(o) || class_is_primitive(class_of_mirror(o))) return;
    struct class *described = class_of_mirror(o);
    reach_span(p, o, described->type.static_ref_offset, described->type.static_ref_count, entry);
    struct from f = { p, entry };
    if (!class_is_array(described)) tool_class_references(described, reach_of_class, &f);
}

/* ---- roots ---- */

struct root_visitor {
    struct tool_root_visitor v; /* first */
    struct jfr_paths *p;
};

static void reach_root(struct tool_root_visitor *v, const struct tool_root *r, struct object *o)
{
    struct jfr_paths *p = ((struct root_visitor *)v)->p;
    if (o && !p->over && !tool_seen_has(&p->seen, o)) {
        if (!grow(&p->roots, p->root_count, &p->root_room, sizeof p->roots[0])) {
            p->over = true;
        } else {
            struct object *thread = r->kind == TOOL_ROOT_THREAD ? o : r->thread;
            p->roots[p->root_count] = (struct root){ .kind = r->kind, .thread = ref_encode(thread) };
            reach(p, o, IS_ROOT | p->root_count++);
        }
    }
    v->stop = p->over;
}

/* Classes that were met by their instances alone. */
static void reach_classes(struct jfr_paths *p)
{
    u32 at = 0;
    u64 key;
    void *value;
    while (hashmap_next(&p->classes, &at, &key, &value))
        reach(p, ((struct class *)(uintptr_t)key)->mirror, (u32)(uintptr_t)value - 1);
    hashmap_destroy(&p->classes);
}

struct jfr_paths *jfr_paths_find(struct object **objects, u32 count, i64 until)
{
    WORLD_STOPPED();
    struct jfr_paths *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->until = until;
    if (!tool_seen_make(&p->seen) || !tool_seen_make(&p->wanted)) {
        jfr_paths_free(p);
        return NULL;
    }
    for (u32 i = 0; i < count; i++) p->missing += tool_see(&p->wanted, objects[i]);
    p->over = !p->missing;
    struct root_visitor v = { { reach_root, p->over }, p };
    tool_visit_roots(&v.v);
    for (u32 i = 0; i < p->count && !p->over; i++) {
        if (i % LOOK_AT_CLOCK == 0 && os_time_monotonic_ns() >= until) break;
        reach_from(p, i);
        if (i + 1 == p->count) reach_classes(p);
    }
    return p;
}

void jfr_paths_free(struct jfr_paths *p)
{
    if (!p) return;
    tool_seen_free(&p->seen);
    tool_seen_free(&p->wanted);
    for (u32 i = 0; i < p->chunk_count; i++) free(p->chunks[i]);
    free(p->chunks);
    free(p->roots);
    hashmap_destroy(&p->classes);
    hashmap_destroy(&p->found);
    hashmap_destroy(&p->written);
    free(p);
}

/* ---- what is said of an object ---- */

/* "Thread Name: main": the text, cut with dots at its end. */
static char *label(char to[DESCRIPTION], const char *what, struct object *text)
{
    char name[DESCRIPTION * 4] = "";
    if (text) string_to_mutf8_buf(text, name, sizeof name);
    if ((size_t)snprintf(to, DESCRIPTION, "%s%s", what, name) >= DESCRIPTION) {
        size_t at = DESCRIPTION - sizeof "...";
        while ((to[at] & 0xc0) == 0x80) at--; /* not within a character */
        strcpy(to + at, "...");
    }
    return to;
}

static const struct field *size_field(const struct class *c)
{
    const struct symbol *name = symbol_from_cstr("size"), *desc = symbol_from_cstr("I");
    const struct field *f = class_find_field(c, name, desc);
    return f && !(f->access & ACC_STATIC) ? f : NULL;
}

/* NULL: there is nothing to say. */
static const char *describe(struct object *o, char to[DESCRIPTION])
{
    struct class *c = object_class(o);
    if (c == WK(java_lang_Class)) {
        char name[DESCRIPTION * 2];
        struct class *described = class_of_mirror(o);
        if (!described) return NULL;
        snprintf(to, DESCRIPTION, "Class Name: %s", class_external_name(described, name, sizeof name));
        return to;
    }
    if (object_instance_of(o, WK(java_lang_Thread))) return label(to, "Thread Name: ", obj_ref(o, WKF(Thread_name)));
    if (object_instance_of(o, WK(java_lang_ThreadGroup)))
        return label(to, "Thread Group: ", obj_ref(o, WKF(ThreadGroup_name)));
    const struct field *size = class_is_array(c) ? NULL : size_field(c);
    if (!size) return NULL;
    snprintf(to, DESCRIPTION, "Size: %d", obj_int(o, size->offset));
    return to;
}

/* ---- what refers to what ---- */

struct link {
    i32 index, length; /* of an array; -1: it is none */
    const char *field; /* NULL: an array, or nothing is known */
    u32 modifiers;
};

static bool field_that_refers(struct class *c, const struct object *from, const struct object *to, bool statics,
                              struct link *l)
{
    for (; c; c = statics ? NULL : c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (((f->access & ACC_STATIC) != 0) != statics || (f->kind != 'L' && f->kind != '[')) continue;
            if (heap_ref_at(from, f->offset) != to) continue;
            l->field = f->name->bytes;
            l->modifiers = f->access;
            return true;
        }
    return false;
}

struct search {
    const struct object *to;
    struct link *link;
};
static bool class_reference_name(void *arg, enum tool_class_ref kind, i32 index, struct object *o)
{
    static const char *const names[] = {
        [TOOL_CLASS_SUPER] = "<superclass>",         [TOOL_CLASS_LOADER] = "<class loader>",
        [TOOL_CLASS_DOMAIN] = "<protection domain>", [TOOL_CLASS_SIGNERS] = "<signers>",
        [TOOL_CLASS_CONSTANT] = "<constant>",        [TOOL_CLASS_INTERFACE] = "<interface>"
    };
    struct search *s = arg;
    if (o != s->to) return true;
    s->link->field = names[kind];
    return false;
}

/* By what `from` refers to `to`. */
static struct link link_between(struct object *from, struct object *to)
{
    struct link l = { .index = -1 };
    struct class *c = object_class(from);
    if (class_is_array(c)) {
        l.length = array_length(from);
        for (l.index = 0; l.index < l.length; l.index++)
            if (array_ref(from, l.index) == to) return l;
        l.index = -1;
        return l;
    }
    if (field_that_refers(c, from, to, false, &l)) return l;
    struct class *described = c == WK(java_lang_Class) ? class_of_mirror(from) : NULL;
    if (described && field_that_refers(described, from, to, true, &l)) return l;
    struct search s = { to, &l };
    if (described && !class_is_array(described)) tool_class_references(described, class_reference_name, &s);
    if (!l.field && c->mirror == to) l.field = "<class>";
    return l;
}

/* ---- constants ---- */

static u64 put_object_locked(struct object *o, u64 referrer) WANTS_LOCK(&jfr_lock);
static u64 put_object_locked(struct object *o, u64 referrer)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    char text[DESCRIPTION];
    u64 id = ++last_constant, type = jfr_use_class_locked(object_class(o));
    struct jfr_out *out = jfr_pool_begin_locked(JFR_POOL_OLD_OBJECT, id);
    jfr_put_number(out, (u64)(uintptr_t)o);
    jfr_put_number(out, type);
    jfr_put_utf8(out, describe(o, text));
    jfr_put_number(out, referrer);
    return id;
}

/* `object`: the constant of `from`; skip: so many objects lie between. */
static u64 put_reference_locked(struct object *from, struct object *to, u64 object, u32 skip) WANTS_LOCK(&jfr_lock);
static u64 put_reference_locked(struct object *from, struct object *to, u64 object, u32 skip)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct link l = { .index = -1 };
    if (!skip) l = link_between(from, to);
    u64 array = 0, field = 0, id = ++last_constant;
    if (l.index >= 0) {
        array = ++last_constant;
        struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_OLD_ARRAY, array);
        jfr_put_number(o, (u32)l.length);
        jfr_put_number(o, (u32)l.index);
    }
    if (l.field) {
        field = ++last_constant;
        struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_OLD_FIELD, field);
        jfr_put_utf8(o, l.field);
        jfr_put_number(o, l.modifiers);
    }
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_OLD_REFERENCE, id);
    jfr_put_number(o, array);
    jfr_put_number(o, field);
    jfr_put_number(o, object);
    jfr_put_number(o, skip);
    return id;
}

static u64 use_root_locked(struct root *r) WANTS_LOCK(&jfr_lock);
static u64 use_root_locked(struct root *r)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    static const struct {
        u8 system, type;
    } kinds[] = {
        [TOOL_ROOT_GLOBAL] = { JFR_SYSTEM_JNI, JFR_ROOT_GLOBAL },
        [TOOL_ROOT_SYSTEM_CLASS] = { JFR_SYSTEM_CLASSES, JFR_ROOT_OBJECT },
        [TOOL_ROOT_THREAD] = { JFR_SYSTEM_THREAD_OBJECTS, JFR_ROOT_OBJECT },
        [TOOL_ROOT_MONITOR] = { JFR_SYSTEM_THREADS, JFR_ROOT_STACK },
        [TOOL_ROOT_OTHER] = { JFR_SYSTEM_VM, JFR_ROOT_OBJECT },
        [TOOL_ROOT_STACK] = { JFR_SYSTEM_THREADS, JFR_ROOT_STACK },
        [TOOL_ROOT_LOCAL] = { JFR_SYSTEM_THREADS, JFR_ROOT_LOCAL },
    };
    if (r->id) return r->id;
    r->id = ++last_constant;
    char text[DESCRIPTION];
    struct object *thread = ref_decode(r->thread);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_OLD_ROOT, r->id);
    jfr_put_utf8(o, thread ? label(text, "Thread Name: ", obj_ref(thread, WKF(Thread_name))) : NULL);
    jfr_put_number(o, kinds[r->kind].system);
    jfr_put_number(o, kinds[r->kind].type);
    return r->id;
}

static struct object *object_at(const struct jfr_paths *p, u32 entry) { return ref_decode(entry_at(p, entry)->object); }

u64 jfr_use_path_locked(struct jfr_paths *p, struct object *o, u64 *root)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    WORLD_STOPPED();
    uintptr_t found = p ? (uintptr_t)hashmap_get(&p->found, o) : 0;
    *root = 0;
    if (!found) return put_object_locked(o, 0);
    /* The first ones, and of the others the last ones, in turn. */
    u32 chain[AT_OBJECT + AT_ROOT], ring[AT_ROOT], entry = (u32)found - 1, length = 0;
    for (;; entry = entry_at(p, entry)->from) {
        if (length < AT_OBJECT)
            chain[length] = entry;
        else
            ring[(length - AT_OBJECT) % AT_ROOT] = entry;
        length++;
        if (entry_at(p, entry)->from & IS_ROOT) break;
        if (length > AT_OBJECT && length % LOOK_AT_CLOCK == 0 && os_time_monotonic_ns() >= p->until)
            return put_object_locked(o, 0); /* no time to walk it to its root */
    }
    u32 most = (u32)ARRAY_LEN(chain), n = length < most ? length : most, skipped = length - n;
    for (u32 i = AT_OBJECT; i < n; i++) chain[i] = ring[(i + skipped - AT_OBJECT) % AT_ROOT];
    *root = use_root_locked(&p->roots[entry_at(p, entry)->from & ~IS_ROOT]);
    u64 id = 0, referrer = 0;
    for (u32 i = n; i-- > 0;) {
        void *key = (void *)(uintptr_t)(chain[i] + 1u);
        struct object *to = object_at(p, chain[i]);
        id = skipped ? 0 : (u64)(uintptr_t)hashmap_get(&p->written, key);
        if (!id) id = put_object_locked(to, referrer);
        if (!skipped) hashmap_put(&p->written, key, (void *)(uintptr_t)id);
        if (i > 0) referrer = put_reference_locked(to, object_at(p, chain[i - 1]), id, i == AT_OBJECT ? skipped : 0);
    }
    return id;
}
