/* reshape_types.c: modifiers of classes change, and supertypes go (-XX:+AllowEnhancedClassRedefinition;
 * docs/redefinition.md).
 *
 * When a class loses a supertype, nothing may hold an object of the family by that type: the heap is walked for fields
 * and elements whose declared type is one that objects lose, and frames for variables and operands (reshape_frames.c).
 * A bound method handle passes its values on without a check, whatever its fields are declared as. */
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

/* ---- supertypes that go ---- */

static const struct redefinition *redefinition_of(const struct class *c, const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (all[i].c == c) return &all[i];
    return NULL;
}

struct loss {
    const struct reshape *s;
    const struct redefinition *all;
    u32 n;
    struct hashmap types;     /* that some class lost directly, with their superinterfaces */
    struct hashmap supers;    /* those of them that are classes */
    struct hashmap fields;    /* class -> struct holding * */
    const struct class *last; /* class that was looked at last, and its fields */
    const struct holding *held;
    struct hashmap answers;    /* class and type -> LOSES or KEEPS */
    const struct class *bound; /* java.lang.invoke.BoundMethodHandle, if superclasses go */
    u32 hits;
};
enum { LOSES = 1, KEEPS };
enum { NAMED = 100 /* places that the log names */ };

static void push_new(struct vec *todo, struct hashmap *seen, struct class *c)
{
    if (c && !hashmap_put(seen, c, c)) vec_push(todo, c);
}

/* Will c be a subtype of `in`? Both are no arrays. */
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
        push_new(&todo, &seen, reshape_super_after(l->all, l->n, k));
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
    const struct class *elements; /* of an array: the type that objects lose; NULL: its elements may stay */
    bool is_bound;                /* a BoundMethodHandle */
};

/* The type that objects lose in a descriptor, or NULL. */
static const struct class *lost_in(const struct loss *l, const struct class *c, const struct symbol *desc, u32 *dims)
{
    const char *p = desc->bytes;
    while (*p == '[') p++;
    *dims = (u32)(p - desc->bytes);
    if (*p != 'L') return NULL;
    struct symbol *name = symbol_lookup(p + 1, strlen(p) - 2);
    struct class *in = name ? loader_loaded_class(c->loader, name) : NULL;
    return in ? hashmap_get(&l->types, in) : NULL;
}

/* A value of a frame. type: a class's name, or an array's descriptor. */
static void look_at_value(const struct method *m, struct symbol *type, struct object *o, void *arg)
{
    struct loss *l = arg;
    u32 dims = 0;
    const struct class *in;
    if (type->bytes[0] == '[')
        in = lost_in(l, m->owner, type, &dims);
    else {
        struct class *c = loader_loaded_class(m->owner->loader, type);
        in = c ? hashmap_get(&l->types, c) : NULL;
    }
    if (in && is_wrong(l, o, in, dims)) hit(l, m->owner, m->name->bytes, o);
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

static struct holding *new_holding(const struct loss *l, const struct class *c)
{
    struct holding *h = vm_calloc(1, sizeof *h);
    if (c->type.kind == HEAP_REF_ARRAY)
        h->elements = hashmap_get(&l->types, c->innermost);
    else
        for (const struct class *k = c; k; k = k->super) add_held(l, h, k, false);
    h->is_bound = l->bound && !class_is_array(c) && class_is_subclass(c, l->bound);
    return h;
}

static const struct holding *held_by(struct loss *l, const struct class *c)
{
    if (l->last == c) return l->held;
    struct holding *h = hashmap_get(&l->fields, c);
    if (!h) {
        h = new_holding(l, c);
        hashmap_put(&l->fields, c, h);
    }
    l->last = c;
    l->held = h;
    return h;
}

static bool loses_any(struct loss *l, struct class *c)
{
    u32 cursor = 0;
    void *in;
    while (hashmap_next(&l->supers, &cursor, NULL, &in))
        if (loses(l, c, in)) return true;
    return false;
}

static void look_at_bound(struct loss *l, const struct object *o)
{
    const struct class *c = object_class(o);
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        const struct object *v = f->access & ACC_STATIC || f->kind != 'L' ? NULL : heap_ref_at(o, f->offset);
        struct class *of = v && heap_is_object(v) ? object_class(v) : NULL;
        if (of && loses_any(l, class_is_array(of) ? of->innermost : of)) hit(l, c, f->name->bytes, v);
    }
}

static bool look(struct object *o, void *arg)
{
    struct loss *l = arg;
    const struct class *c = object_class(o);
    if (c->type.kind == HEAP_PRIM_ARRAY) return true;
    const struct holding *h = held_by(l, c);
    if (h->is_bound) look_at_bound(l, o);
    for (u32 i = 0; i < h->count; i++) {
        const struct object *v = heap_ref_at(o, h->all[i].f->offset);
        if (is_wrong(l, v, h->all[i].in, h->all[i].dims)) hit(l, c, h->all[i].f->name->bytes, v);
    }
    for (i32 i = 0; h->elements && i < array_length(o); i++)
        if (is_wrong(l, array_ref(o, i), h->elements, c->dims - 1u)) hit(l, c, NULL, array_ref(o, i));
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

static void add_type(struct loss *l, struct class *in)
{
    hashmap_put(&l->types, in, in);
    for (u32 k = 0; k < in->all_interface_count; k++)
        hashmap_put(&l->types, in->all_interfaces[k], in->all_interfaces[k]);
}

static void add_lost(struct loss *l, const struct redefinition *r)
{
    for (u32 i = 0; r->interfaces && i < r->c->interface_count; i++) {
        struct class *in = r->c->interfaces[i];
        bool stays = false;
        for (u32 k = 0; k < r->cf->interface_count; k++) stays |= r->interfaces[k] == in;
        if (stays) continue;
        add_type(l, in);
    }
    for (const struct class *k = NULL; (k = reshape_next_lost(l->s, r, k));) {
        add_type(l, (struct class *)(uintptr_t)k);
        hashmap_put(&l->supers, k, (void *)(uintptr_t)k);
    }
}

static const struct class *bound_handles(void)
{
    struct symbol *name = symbol_from_cstr("java/lang/invoke/BoundMethodHandle");
    return loader_loaded_class(&boot_loader, name);
}

enum redefine_status reshape_check_values(const struct reshape *s)
{
    WORLD_STOPPED();
    struct loss l = { .s = s, .all = s->all, .n = s->n };
    enum redefine_status e = REDEFINE_OK;
    for (u32 i = 0; i < s->n; i++) add_lost(&l, &s->all[i]);
    if (hashmap_count(&l.supers)) {
        l.bound = bound_handles();
        e = reshape_check_users(s, &l.supers);
    }
    if (e == REDEFINE_OK && hashmap_count(&l.types)) {
        heap_walk(look, &l);
        loader_for_each_class(look_at_statics, &l);
        e = reshape_look_at_frames(s, &l.types, look_at_value, &l);
    }
    u32 cursor = 0;
    void *h;
    while (hashmap_next(&l.fields, &cursor, NULL, &h)) {
        free(((struct holding *)h)->all);
        free(h);
    }
    hashmap_destroy(&l.types);
    hashmap_destroy(&l.supers);
    hashmap_destroy(&l.fields);
    hashmap_destroy(&l.answers);
    if (!l.hits) return e;
    return redefine_refuse(s->all[0].c, REDEFINE_HIERARCHY,
                           "%u fields, elements or variables would hold values of wrong types", l.hits);
}
