/* reshape_types.c: modifiers of classes change, and interfaces go (-XX:+AllowEnhancedClassRedefinition;
 * docs/redefinition.md).
 *
 * When a class loses a superinterface, nothing may hold an object of the family by that type: the heap is walked for
 * fields and elements whose declared type is an interface that objects lose. Variables of frames are not looked at:
 * verification treats interfaces like Object, so a call through one asks the object's class each time. */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* ---- modifiers ---- */

enum { KIND_OF_CLASS = ACC_INTERFACE | ACC_ANNOTATION };

enum redefine_status reshape_check_modifiers(const struct class *c, const struct classfile *cf)
{
    if ((c->cf->access ^ cf->access) & KIND_OF_CLASS)
        return redefine_refuse(c, REDEFINE_HIERARCHY, "a class becomes an interface, or an interface a class");
    return REDEFINE_OK;
}

static u32 modifiers_in(const struct classfile *cf)
{
    for (u32 i = 0; i < cf->inner_count; i++)
        if (classfile_class_name(cf, cf->inner[i].inner) == cf->this_name)
            return cf->access | (u32)cf->inner[i].access << 16;
    return cf->access;
}

bool reshape_modifiers_change(const struct redefinition *r) { return modifiers_in(r->c->cf) != modifiers_in(r->cf); }

void reshape_take_modifiers(struct class *c)
{
    WORLD_STOPPED();
    c->access = c->cf->access;
    for (struct class *k = c; k; k = atomic_load(&k->array)) {
        if (k != c) k->access = (u16)((k->access & ~ACC_PUBLIC) | (c->access & ACC_PUBLIC));
        k->facts = (k->facts & ~(u32)FACT_MODIFIERS) | class_modifiers(k);
    }
}

/* ---- interfaces that go ---- */

static const struct redefinition *redefinition_of(const struct class *c, const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (all[i].c == c) return &all[i];
    return NULL;
}

struct loss {
    const struct redefinition *all;
    u32 n;
    struct hashmap interfaces; /* that some class lost directly, with their superinterfaces */
    struct hashmap fields;     /* class -> struct holding * */
    struct hashmap answers;    /* class and interface -> LOSES or KEEPS */
    u32 hits;
};
enum { LOSES = 1, KEEPS };
enum { NAMED = 100 /* places that the log names */ };

static void push_new(struct vec *todo, struct hashmap *seen, struct class *c)
{
    if (c && !hashmap_put(seen, c, c)) vec_push(todo, c);
}

/* Will c be a subtype of `in`? */
static bool is_after(const struct loss *l, struct class *c, const struct class *in)
{
    struct vec todo = VEC_INIT;
    struct hashmap seen = { 0 };
    push_new(&todo, &seen, c);
    bool found = false;
    while (todo.count && !found) {
        struct class *k = todo.items[--todo.count];
        const struct redefinition *r = redefinition_of(k, l->all, l->n);
        bool changes = r && r->interfaces;
        struct class **direct = changes ? r->interfaces : k->interfaces;
        u32 count = changes ? r->cf->interface_count : k->interface_count;
        found = k == in;
        push_new(&todo, &seen, k->super);
        for (u32 i = 0; i < count; i++) push_new(&todo, &seen, direct[i]);
    }
    vec_destroy(&todo);
    hashmap_destroy(&seen);
    return found;
}

static bool loses(struct loss *l, struct class *c, const struct class *in)
{
    u64 key = (u64)(uintptr_t)c << 32 | (u32)(uintptr_t)in;
    uintptr_t known = (uintptr_t)hashmap_get_u64(&l->answers, key);
    if (!known) {
        known = class_assignable(c, in) && !is_after(l, c, in) ? LOSES : KEEPS;
        hashmap_put_u64(&l->answers, key, (void *)known);
    }
    return known == LOSES;
}

/* Is the value wrong for a place whose type is arrays, `dims` deep, of `in`? */
static bool is_wrong(struct loss *l, const struct object *value, const struct class *in, u32 dims)
{
    struct class *c = value ? object_class(value) : NULL;
    if (!c || c->dims != dims) return false;
    return loses(l, dims ? c->innermost : c, in);
}

static void hit(struct loss *l, const struct class *holder, const char *where, const struct object *value)
{
    if (l->hits++ >= NAMED) return;
    LOG(info, redefine_class, "%s%s%s holds a %s", holder->name->bytes, where ? "." : "", where ? where : "",
        object_class(value)->name->bytes);
}

/* ---- the places of a class that have such a type ---- */

struct held {
    const struct field *f;
    const struct class *in;
    u32 dims;
};
struct holding {
    struct held *all; /* malloc'ed */
    u32 count;
};

/* The interface that objects lose in a descriptor, or NULL. */
static const struct class *lost_in(const struct loss *l, const struct class *c, const struct symbol *desc, u32 *dims)
{
    const char *p = desc->bytes;
    while (*p == '[') p++;
    *dims = (u32)(p - desc->bytes);
    if (*p != 'L') return NULL;
    struct symbol *name = symbol_lookup(p + 1, strlen(p) - 2);
    struct class *in = name ? loader_loaded_class(c->loader, name) : NULL;
    return in ? hashmap_get(&l->interfaces, in) : NULL;
}

static void add_held(const struct loss *l, struct holding *h, const struct class *c, bool statics)
{
    const struct field *f;
    for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++) {
        u32 dims;
        if (((f->access & ACC_STATIC) != 0) != statics || f->flags & FLD_DELETED) continue;
        const struct class *in = lost_in(l, c, f->desc, &dims);
        if (!in) continue;
        h->all = vm_realloc(h->all, (h->count + 1) * sizeof *h->all);
        h->all[h->count++] = (struct held){ f, in, dims };
    }
}

static const struct holding *held_by(struct loss *l, const struct class *c)
{
    struct holding *h = hashmap_get(&l->fields, c);
    if (h) return h;
    h = vm_calloc(1, sizeof *h);
    for (const struct class *k = c; k; k = k->super) add_held(l, h, k, false);
    hashmap_put(&l->fields, c, h);
    return h;
}

static bool look(struct object *o, void *arg)
{
    struct loss *l = arg;
    const struct class *c = object_class(o);
    if (c->type.kind == HEAP_PRIM_ARRAY) return true;
    if (c->type.kind != HEAP_REF_ARRAY) {
        const struct holding *h = held_by(l, c);
        for (u32 i = 0; i < h->count; i++) {
            const struct object *v = heap_ref_at(o, h->all[i].f->offset);
            if (is_wrong(l, v, h->all[i].in, h->all[i].dims)) hit(l, c, h->all[i].f->name->bytes, v);
        }
        return true;
    }
    const struct class *in = hashmap_get(&l->interfaces, c->innermost);
    for (i32 i = 0; in && i < array_length(o); i++)
        if (is_wrong(l, array_ref(o, i), in, c->dims - 1u)) hit(l, c, NULL, array_ref(o, i));
    return true;
}

static void look_at_statics(struct class *c, void *arg)
{
    struct loss *l = arg;
    struct holding h = { 0 };
    if (class_is_array(c) || class_is_primitive(c) || !c->mirror) return;
    add_held(l, &h, c, true);
    for (u32 i = 0; i < h.count; i++) {
        const struct object *v = obj_ref(field_static_base(h.all[i].f), h.all[i].f->offset);
        if (is_wrong(l, v, h.all[i].in, h.all[i].dims)) hit(l, c, h.all[i].f->name->bytes, v);
    }
    free(h.all);
}

static void add_lost(struct loss *l, const struct redefinition *r)
{
    for (u32 i = 0; r->interfaces && i < r->c->interface_count; i++) {
        struct class *in = r->c->interfaces[i];
        bool stays = false;
        for (u32 k = 0; k < r->cf->interface_count; k++) stays |= r->interfaces[k] == in;
        if (stays) continue;
        hashmap_put(&l->interfaces, in, in);
        for (u32 k = 0; k < in->all_interface_count; k++)
            hashmap_put(&l->interfaces, in->all_interfaces[k], in->all_interfaces[k]);
    }
}

enum redefine_status reshape_check_values(const struct redefinition *all, u32 n)
{
    WORLD_STOPPED();
    struct loss l = { .all = all, .n = n };
    for (u32 i = 0; i < n; i++) add_lost(&l, &all[i]);
    if (hashmap_count(&l.interfaces)) {
        heap_walk(look, &l);
        loader_for_each_class(look_at_statics, &l);
    }
    u32 cursor = 0;
    void *h;
    while (hashmap_next(&l.fields, &cursor, NULL, &h)) {
        free(((struct holding *)h)->all);
        free(h);
    }
    hashmap_destroy(&l.interfaces);
    hashmap_destroy(&l.fields);
    hashmap_destroy(&l.answers);
    if (!l.hits) return REDEFINE_OK;
    return redefine_refuse(all[0].c, REDEFINE_HIERARCHY, "%u fields or elements would hold values of wrong types",
                           l.hits);
}
