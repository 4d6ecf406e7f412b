/* reshape_fields.c: fields of a class come, go and change (-XX:+AllowEnhancedClassRedefinition; docs/redefinition.md).
 *
 * Records of fields and the places of their values stay where they are: addresses of both have been given out. A field
 * with the name and the type of one that was there is that one. Another one gets a record of its own. The value of a
 * static gets a place in an object that is made for the statics that this redefinition adds (struct class_fields),
 * before the world stops; that of a field of instances gets one that is free in them (reshape_room.c). A deleted field
 * keeps its record; when it comes back, it begins with zero or its ConstantValue. A field of instances may then lie at
 * another place, because another one has taken its own.
 *
 * When a class loses a superclass, its instances keep the fields of that one as places. The class gets records of
 * deleted fields without a name for them, so that no field of another kind comes there. */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "meta/watch.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* Memory that a redefinition may need for static fields. It is made before the world stops. */
struct static_plan {
    jobject object;       /* a global reference to the object for added ones; NULL: none can be added */
    struct class *holder; /* what it describes */
    u32 *offsets;         /* in it, by place in the file; 0: the class has, or had, the field */
    jobject strings;      /* likewise an array, by place in the file: ConstantValues that are strings */
};

/* ---- who is who ---- */

static bool is_file_field(const struct field *f, const struct cf_field *s)
{
    return f->name == s->name && f->desc == s->desc && !((f->access ^ s->access) & ACC_STATIC);
}

/* The field of cf that f is there; NULL: f is deleted. `near`: where to look first. */
static const struct cf_field *successor(const struct classfile *cf, const struct field *f, u32 near)
{
    if (near < cf->field_count && is_file_field(f, &cf->fields[near])) return &cf->fields[near];
    for (u32 i = 0; i < cf->field_count; i++)
        if (is_file_field(f, &cf->fields[i])) return &cf->fields[i];
    return NULL;
}

/* The field of c that s is; NULL: s is added. */
static struct field *predecessor(const struct class *c, const struct cf_field *s, u32 near)
{
    if (near < c->field_count && is_file_field(class_field(c, near), s)) return class_field(c, near);
    for (u32 i = 0; i < c->field_count; i++)
        if (is_file_field(class_field(c, i), s)) return class_field(c, i);
    return NULL;
}

/* One that was there once, as s is. */
static struct field *deleted_like(const struct class *c, const struct cf_field *s)
{
    const struct class_fields *x = class_fields_of(c);
    for (u32 i = 0; x && i < x->count; i++)
        if ((x->all[i]->flags & FLD_DELETED) && is_file_field(x->all[i], s)) return x->all[i];
    return NULL;
}

const struct cf_field *reshape_field_after(const struct classfile *cf, const struct field *f)
{
    return successor(cf, f, f->index);
}
struct field *reshape_field_before(const struct class *c, const struct cf_field *s, u32 i)
{
    return predecessor(c, s, i);
}
struct field *reshape_field_deleted(const struct class *c, const struct cf_field *s) { return deleted_like(c, s); }

static u32 record_count(const struct class *c)
{
    return c->fields_changed ? class_fields_of(c)->count : c->field_count;
}
static u32 count_new(const struct class *c, const struct classfile *cf, u16 access)
{
    u32 n = 0;
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct cf_field *s = &cf->fields[i];
        if (access && !(s->access & access)) continue;
        n += !predecessor(c, s, i) && !deleted_like(c, s);
    }
    return n;
}

/* ---- the check ---- */

bool reshape_known_to_vm(const struct class *c)
{
    for (u32 i = 0; i < WK_CLASS_COUNT; i++)
        if (wk_classes[i] == c) return true;
    return false;
}

enum redefine_status reshape_check_fields(const struct class *c, const struct classfile *cf)
{
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        if (successor(cf, f, i)) continue;
        if (wellknown_layout(c) && !f->late)
            return redefine_refuse(c, REDEFINE_SCHEMA, "field %s is deleted, and the VM may use it", f->name->bytes);
    }
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct cf_field *s = &cf->fields[i];
        if (s->access & ACC_STATIC || predecessor(c, s, i)) continue;
        if (wellknown_layout(c))
            return redefine_refuse(c, REDEFINE_SCHEMA, "field %s is added, and the VM lays instances out itself",
                                   s->name->bytes);
    }
    u32 added = count_new(c, cf, 0);
    if (added && record_count(c) + added > UINT16_MAX) return redefine_refuse(c, REDEFINE_SCHEMA, "too many fields");
    return REDEFINE_OK;
}

/* ---- before the world stops ---- */

/* A class for the collector, whose mirror has the added statics. It lives as long as c. */
static struct class *new_holder(struct thread *self, struct class *c)
{
    struct class *h = class_holder_alloc(c->holder, sizeof *h);
    if (!h) {
        throw_out_of_metadata(self, "Compressed class space");
        return NULL;
    }
    h->type.holder = c->type.holder;
    h->name = c->name;
    h->flags = CLS_PRIMITIVE | CLS_STATICS; /* tools and programs find no members there */
    h->prim_kind = 'V';
    h->display[0] = h;
    h->element = h->innermost = c;
    h->loader = c->loader;
    h->holder = c->holder;
    h->module = c->module;
    h->facts = class_modifiers(h) | FACT_PRIMITIVE;
    atomic_init(&h->state, CLASS_LOADED);
    return h;
}

static struct object *new_object(struct thread *self, struct class *h)
{
    struct object *o = object_alloc_slow(self, WK(java_lang_Class), h->type.mirror_size, true);
    if (o) *(struct class **)((char *)o + mirror_class_offset) = h;
    return o;
}

static bool plan_statics(struct thread *self, struct class *c, const struct classfile *cf, struct static_plan *p)
{
    u8 *kinds = vm_calloc(cf->field_count, 1);
    u32 added = 0;
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct cf_field *s = &cf->fields[i];
        if (!(s->access & ACC_STATIC) || predecessor(c, s, i) || deleted_like(c, s)) continue;
        kinds[i] = (u8)s->desc->bytes[0];
        added++;
    }
    bool ok = true;
    if (added) {
        p->offsets = vm_calloc(cf->field_count, sizeof *p->offsets);
        p->holder = new_holder(self, c);
        if (p->holder) layout_added_statics(&p->holder->type, kinds, cf->field_count, p->offsets);
        struct object *o = p->holder ? new_object(self, p->holder) : NULL;
        ok = o && (p->object = ref_global_or_null(o)) != NULL;
    }
    free(kinds);
    return ok;
}

static bool is_string_constant(const struct cf_field *s)
{
    return s->const_index && (s->access & ACC_STATIC) && s->desc->bytes[0] == 'L';
}

static bool plan_strings(struct thread *self, const struct classfile *cf, struct static_plan *p)
{
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct cf_field *s = &cf->fields[i];
        if (!is_string_constant(s)) continue;
        if (!p->strings) {
            struct object *a = array_new_ref(self, WK(java_lang_Object), cf->field_count);
            if (!a || !(p->strings = ref_global_or_null(a))) return false;
        }
        struct object *text = string_intern_symbol(self, cf->cp[cf->cp[s->const_index].u.index].u.utf8);
        if (!text) return false;
        array_set_ref(ref_get(p->strings), (i32)i, text);
    }
    return true;
}

/* Another thread may delete fields until the commit: strings are made for all. Records never go, so what needs a place
 * then needs it now. */
bool reshape_plan_fields(struct thread *self, struct redefinition *r)
{
    MAY_COLLECT(self);
    struct static_plan *p = r->statics = vm_calloc(1, sizeof *p);
    return plan_statics(self, r->c, r->cf, p) && plan_strings(self, r->cf, p);
}

void reshape_drop_plan(struct redefinition *r)
{
    struct static_plan *p = r->statics;
    r->statics = NULL;
    if (!p) return;
    if (p->object) ref_delete_global(p->object);
    if (p->strings) ref_delete_global(p->strings);
    free(p->offsets);
    free(p);
}

/* ---- what changes ---- */

enum {
    KIND_OF_FIELD = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_FINAL | ACC_VOLATILE
}; /* the parts that linking, and machine code, look at */

static bool in_code(const struct field *f) { return f->flags & (FLD_TRUSTED_FINAL | FLD_CONSTANT | FLD_STABLE); }

void reshape_find_fields(struct reshape *s, const struct redefinition *r)
{
    WORLD_STOPPED();
    const struct class *c = r->c;
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        const struct cf_field *now = successor(r->cf, f, i);
        if (now && !((now->access ^ f->access) & KIND_OF_FIELD)) continue;
        reshape_add_change(s, r->c, f->name, f->desc);
        s->constants |= in_code(f);
        if (!now && f->offset_given) vec_push(&s->emptied, f);
    }
    for (u32 i = 0; i < r->cf->field_count; i++) {
        const struct cf_field *x = &r->cf->fields[i];
        if (!predecessor(c, x, i)) reshape_add_change(s, r->c, x->name, x->desc);
    }
}

/* ---- memory ---- */

static u32 grown(u32 room, u32 wanted) { return wanted <= room ? room : wanted + wanted / 2 + 4; }

static bool same_order(const struct class *c, const struct classfile *cf)
{
    if (c->field_count != cf->field_count) return false;
    for (u32 i = 0; i < c->field_count; i++)
        if (!is_file_field(class_field(c, i), &cf->fields[i])) return false;
    return true;
}

struct room {
    u32 now, all, statics, records;
};
static struct room wanted_room(const struct class *c, const struct classfile *cf, u32 lost)
{
    static const struct class_fields none;
    const struct class_fields *x = c->fields_changed ? class_fields_of(c) : &none;
    u32 added = count_new(c, cf, 0), holder = count_new(c, cf, ACC_STATIC) != 0;
    u32 most = cf->field_count > c->field_count ? cf->field_count : c->field_count; /* at first it has the old ones */
    return (struct room){ grown(x->now_room, most), grown(x->all_room, record_count(c) + added + lost),
                          grown(x->statics_room, x->statics_count + holder), added + lost };
}

size_t reshape_field_bytes(const struct class *c, const struct classfile *cf, u32 lost)
{
    WORLD_STOPPED();
    if (!lost && same_order(c, cf)) return 0;
    struct room w = wanted_room(c, cf, lost);
    const struct class_fields *x = class_fields_of(c);
    size_t bytes = x ? 0 : sizeof *x;
    if (!x || w.now != x->now_room) bytes += w.now * sizeof *x->now;
    if (!x || w.all != x->all_room) bytes += w.all * sizeof *x->all;
    if (!x || w.statics != x->statics_room) bytes += w.statics * sizeof *x->statics;
    return bytes + w.records * sizeof(struct field);
}

static void *more(struct class *c, void *old, u32 count, u32 *room, u32 wanted)
{
    if (*room == wanted) return old;
    void **p = CLASS_SPACE_ARRAY(c, void *, wanted);
    if (count) memcpy(p, old, count * sizeof *p);
    *room = wanted;
    return p;
}

static struct class_fields *make_room(struct class *c, const struct classfile *cf, u32 lost)
{
    struct room w = wanted_room(c, cf, lost);
    struct class_fields *x = (struct class_fields *)(uintptr_t)c->fields_changed;
    bool first = !x;
    if (first) x = CLASS_SPACE_ARRAY(c, struct class_fields, 1);
    x->now = more(c, x->now, first ? 0 : c->field_count, &x->now_room, w.now);
    x->all = more(c, x->all, x->count, &x->all_room, w.all);
    x->statics = more(c, x->statics, x->statics_count, &x->statics_room, w.statics);
    for (u32 i = 0; first && i < c->field_count; i++) x->now[i] = x->all[i] = &c->fields[i];
    if (first) x->count = c->field_count;
    c->fields_changed = (u32)(uintptr_t)x;
    return x;
}

/* ---- the commit ---- */

static void clear_value(const struct field *f)
{
    struct object *base = field_static_base(f);
    if (f->kind == 'L' || f->kind == '[')
        heap_store_ref(base, f->offset, NULL);
    else
        memset((char *)base + f->offset, 0, kind_size((char)f->kind));
}

/* The value of a static goes too: it would keep an object. Those of instances stay until the field
 * comes back. */
static void delete_field(struct field *f)
{
    if (hooks.field_deleting) hooks.field_deleting(f);
    f->flags |= FLD_DELETED;
    f->generic = NULL;
    f->const_index = 0;
    f->annotations = f->type_annotations = (struct bytes){ NULL, 0 };
    if (f->access & ACC_STATIC) clear_value(f);
}

static void set_constant(const struct redefinition *r, const struct field *f, u32 at)
{
    struct object *strings = r->statics->strings ? ref_get(r->statics->strings) : NULL;
    if (f->const_index) class_prepare_field(r->cf, f, strings ? array_ref(strings, (i32)at) : NULL);
}

static struct field *new_record(struct class *c, struct class_fields *x)
{
    struct field *f = CLASS_SPACE_ARRAY(c, struct field, 1);
    f->index = (u16)x->count;
    x->all[x->count++] = f;
    return f;
}

static void place_static(struct field *f, const struct redefinition *r, struct class_fields *x, u32 at)
{
    struct static_plan *p = r->statics;
    VM_CHECK(p->offsets && p->offsets[at]);
    if (!x->statics_count || x->statics[x->statics_count - 1] != p->holder) {
        p->holder->mirror = ref_get(p->object);
        x->statics[x->statics_count++] = p->holder;
    }
    f->offset = p->offsets[at];
    f->statics = (u16)x->statics_count;
}

static void place_of_instances(struct field *f, const struct redefinition *r, u32 at)
{
    VM_CHECK(r->places && r->places[at]);
    f->offset = r->places[at];
}

/* The file's field `at` of r comes, or comes back. */
static struct field *take_added(struct class *c, const struct redefinition *r, struct class_fields *x, u32 at)
{
    const struct cf_field *s = &r->cf->fields[at];
    bool is_static = s->access & ACC_STATIC;
    struct field *back = deleted_like(c, s), *f = back ? back : new_record(c, x);
    class_fill_field(c, f, s);
    if (is_static && !back) place_static(f, r, x, at);
    if (!is_static) place_of_instances(f, r, at);
    f->late = true;
    f->displaced = false;
    f->flags &= (u8)~FLD_DELETED;
    if (is_static) {
        clear_value(f); /* old code may have written to it since it was deleted */
        set_constant(r, f, at);
    }
    return f;
}

/* c's record with the place and kind of f, a field of a superclass that it loses. If it is displaced, it has no name,
 * so that it may have its place again. NULL: there is none. */
struct field *reshape_keeps_place(const struct class *c, const struct field *f)
{
    struct field *k;
    for (u32 i = 0; (k = class_field_at(c, i)) != NULL; i++) {
        if (k->access & ACC_STATIC || k->offset != f->offset || k->kind != f->kind) continue;
        if (!k->displaced || k->name->bytes[0] == '<') return k;
    }
    return NULL;
}

void reshape_lose_place(struct redefinition *r, const struct field *f)
{
    struct lost_place *p = vm_malloc(sizeof *p);
    *p = (struct lost_place){ f, f->offset };
    vec_push(&r->lost, p);
}

static void keep_place(struct class *c, struct class_fields *x, const struct lost_place *p)
{
    struct field *k = new_record(c, x);
    const struct field *f = p->f;
    k->owner = c;
    k->name = symbol_from_cstr("<lost>"); /* the name of no field */
    k->desc = f->desc;
    k->kind = f->kind;
    k->offset = p->offset;
    k->flags = FLD_DELETED;
}

void reshape_take_fields(struct class *c, const struct redefinition *r)
{
    WORLD_STOPPED();
    const struct classfile *cf = r->cf;
    bool same = !r->lost.count && same_order(c, cf);
    struct class_fields *x = same ? NULL : make_room(c, cf, r->lost.count);
    u32 before = c->field_count;
    struct field **now = same ? NULL : vm_malloc((cf->field_count + 1) * sizeof *now);
    for (u32 i = 0; i < r->lost.count; i++) keep_place(c, x, r->lost.items[i]); /* before one of them comes back */
    for (u32 i = 0; !same && i < before; i++)
        if (!successor(cf, x->now[i], i)) delete_field(x->now[i]);
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct cf_field *s = &cf->fields[i];
        struct field *f = predecessor(c, s, i);
        if (f)
            class_fill_field(c, f, s);
        else
            f = take_added(c, r, x, i);
        if (now) now[i] = f;
    }
    if (same) return;
    if (cf->field_count) memcpy(x->now, now, cf->field_count * sizeof *now); /* without fields there is no array */
    free(now);
    c->field_count = cf->field_count;
    holder_stores(c->holder);
    atomic_fetch_add(&members_epoch, 1); /* lists of fields have another order, if nothing else */
}
