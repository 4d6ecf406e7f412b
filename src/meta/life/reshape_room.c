/* reshape_room.c: places for fields of instances that a redefinition adds (docs/redefinition.md).
 *
 * Instances keep their size. A place is free if no field of the class, of its superclasses and of its subclasses ever
 * had it: all instances have zero there. The room that layout.c keeps at the end of instances comes after other gaps.
 * When nothing is free, the place of a deleted field of the class serves again: of the same field first, else of one
 * that is a reference too, or a primitive of the same size. So an offset that somebody has kept always leads to a value
 * of its kind, and the collector's map only grows. Such places are set to zero in all instances by one walk over the
 * heap (reshape_handles.c).
 *
 * World stopped: places are looked for before anything changes, and stay free until the commit has taken them. */
#include "log/log.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* Facts about a byte of instances. */
enum { TAKEN = 1 /* by a field, deleted or not */, LIVE = 2 /* by a field that there will be */, KEPT = 4 /* room */ };

struct search {
    const struct reshape *s; /* NULL: a look at the present */
    const struct redefinition *r;
    const struct class *c;
    u8 *bytes; /* of c's instances */
    u32 size;
    bool padded; /* some class of the family has @Contended: gaps are padding */
};

static void mark(struct search *q, u32 offset, u32 n, u8 facts)
{
    for (u32 i = offset; i < offset + n && i < q->size; i++) q->bytes[i] |= facts;
}

static bool any(const struct search *q, u32 offset, u32 n, u8 facts)
{
    for (u32 i = offset; i < offset + n; i++)
        if (q->bytes[i] & facts) return true;
    return false;
}

static bool stays(const struct search *q, const struct field *f)
{
    if (f->flags & FLD_DELETED) return false;
    return !q->r || f->owner != q->c || reshape_field_after(q->r->cf, f);
}

static void mark_fields(struct search *q, const struct class *k)
{
    const struct field *f;
    for (u32 i = 0; (f = class_field_at(k, i)) != NULL; i++)
        if (!(f->access & ACC_STATIC)) mark(q, f->offset, kind_size((char)f->kind), stays(q, f) ? TAKEN | LIVE : TAKEN);
    struct injected_field inj[8];
    for (u32 n = wellknown_injected(k, inj), i = 0; i < n; i++)
        mark(q, wk_fields[inj[i].wkf], inj[i].bytes, TAKEN | LIVE);
    q->padded |= (k->flags & CLS_PADDED) != 0;
}

/* Old instances of a class have values in the places of superclasses that it loses, and its map keeps them. */
static void mark_old_supers(struct search *q, const struct class *k)
{
    const struct field *f;
    for (k = k->super; k; k = k->super)
        for (u32 i = 0; (f = class_field_at(k, i)) != NULL; i++)
            if (!(f->access & ACC_STATIC)) mark(q, f->offset, kind_size((char)f->kind), TAKEN);
}

static void mark_subclass(struct class *k, void *arg)
{
    struct search *q = arg;
    if (k == q->c || class_is_array(k) || class_is_primitive(k) || class_is_interface(k)) return;
    bool gets_it = q->s && k->flags & CLS_REBASED && reshape_is_below(q->s, k, q->c);
    if (gets_it) mark_old_supers(q, k);
    if (gets_it || class_is_subclass(k, q->c)) mark_fields(q, k);
}

/* s: has the places that other classes of the same call will take; or NULL. */
static void look_round(struct search *q, const struct reshape *s)
{
    q->size = q->c->type.instance_size;
    q->bytes = vm_calloc(q->size, 1);
    mark(q, 0, OBJECT_HEADER_SIZE, TAKEN | LIVE);
    q->s = s;
    for (const struct class *k = q->c; k; k = k->super) {
        mark_fields(q, k);
        mark(q, layout_room_at(k), layout_room(k), KEPT);
    }
    bool supers = s && s->supers; /* those that come, too */
    for (const struct class *k = supers ? q->c : NULL; k; k = reshape_super_after(s->all, s->n, k)) {
        mark_fields(q, k);
        mark_old_supers(q, k);
        mark(q, layout_room_at(k), layout_room(k), KEPT);
    }
    if (q->c->has_heirs || supers) loader_for_each_built_class(mark_subclass, q);
    for (u32 i = 0; s && i < s->places.count; i++) {
        const struct instance_place *p = s->places.items[i];
        if (class_is_subclass(p->c, q->c) || class_is_subclass(q->c, p->c) || reshape_is_below(s, p->c, q->c) ||
            reshape_is_below(s, q->c, p->c))
            mark(q, p->offset, p->size, TAKEN | LIVE);
    }
    for (u32 i = 0; q->padded && i < q->size; i++)
        if (!(q->bytes[i] & KEPT)) q->bytes[i] |= TAKEN;
}

static u32 fit(const struct search *q, u32 from, u32 size, u8 without)
{
    for (u32 at = ALIGN_UP(from, size); at + size <= q->size; at += size)
        if (!any(q, at, size, without)) return at;
    return 0;
}

/* A place that no field ever had: a gap, the class's own room, that of a superclass. 0: none. */
static u32 fresh_place(const struct search *q, u32 size)
{
    u32 at = fit(q, OBJECT_HEADER_SIZE, size, TAKEN | KEPT);
    if (!at) at = fit(q, layout_room_at(q->c), size, TAKEN);
    return at ? at : fit(q, OBJECT_HEADER_SIZE, size, TAKEN);
}

static bool is_reference(u8 kind) { return kind == 'L' || kind == '['; }

/* The place of a field that is deleted, or will be. */
static u32 place_of_deleted(const struct search *q, u8 kind)
{
    u32 size = kind_size((char)kind);
    const struct field *f;
    if (q->c->flags & CLS_REBASED) return 0; /* it may be displaced in this call */
    for (u32 i = 0; (f = class_field_at(q->c, i)) != NULL; i++) {
        if (f->access & ACC_STATIC || f->displaced || is_reference(f->kind) != is_reference(kind)) continue;
        if (kind_size((char)f->kind) == size && !any(q, f->offset, size, LIVE)) return f->offset;
    }
    return 0;
}

/* Behind the instances of the class and of all its subclasses, which have to grow. 0: they would become too large. */
static u32 place_behind(const struct search *q, const struct reshape *s, u32 size)
{
    u32 at = ALIGN_UP(reshape_family_end(s, q->c), size);
    if (ALIGN_UP(at + size, (u32)OBJECT_ALIGN) >= HEAP_LARGE_MIN) return 0;
    reshape_family_grow(s, q->c, at + size);
    return at;
}

u32 reshape_new_place(struct reshape *s, struct class *c, u8 kind)
{
    WORLD_STOPPED();
    struct search q = { .c = c };
    u32 size = kind_size((char)kind);
    look_round(&q, s);
    u32 at = fresh_place(&q, size);
    if (!at) at = place_behind(&q, s, size);
    free(q.bytes);
    if (!at) return 0;
    struct instance_place *p = vm_malloc(sizeof *p);
    *p = (struct instance_place){ c, at, size, is_reference(kind), false, false };
    vec_push(&s->places, p);
    return at;
}

static void take_place(struct search *q, struct reshape *s, u32 field, u32 at, bool had_another)
{
    u8 kind = (u8)q->r->cf->fields[field].desc->bytes[0];
    u32 size = kind_size((char)kind);
    VM_ASSERT(at >= OBJECT_HEADER_SIZE && IS_ALIGNED(at, size));
    VM_ASSERT(at >= q->size || (at + size <= q->size && !any(q, at, size, LIVE)));
    struct instance_place *p = vm_malloc(sizeof *p);
    *p = (struct instance_place){ q->r->c, at, size, is_reference(kind), had_another, false };
    vec_push(&s->places, p);
    LOG(debug, redefine_class, "field %s %s of %s lies at %u%s", q->r->cf->fields[field].name->bytes,
        q->r->cf->fields[field].desc->bytes, q->c->name->bytes, at, had_another ? ", where another one was" : "");
    q->r->places[field] = at;
    mark(q, at, size, TAKEN | LIVE);
}

static bool place_field(struct search *q, struct reshape *s, u32 i)
{
    u8 kind = (u8)q->r->cf->fields[i].desc->bytes[0];
    u32 at = fresh_place(q, kind_size((char)kind));
    bool had_another = !at && (at = place_of_deleted(q, kind)) != 0;
    if (!at) at = place_behind(q, s, kind_size((char)kind));
    if (at) take_place(q, s, i, at, had_another);
    return at != 0;
}

static bool is_added(const struct redefinition *r, u32 i)
{
    const struct cf_field *f = &r->cf->fields[i];
    return !(f->access & ACC_STATIC) && !reshape_field_before(r->c, f, i);
}

static u32 count_added(const struct redefinition *r)
{
    u32 n = 0;
    for (u32 i = 0; i < r->cf->field_count; i++) n += is_added(r, i);
    return n;
}

/* Has another field, or a place that is kept, the place of f? */
static bool is_kept(const struct class *c, const struct field *f)
{
    const struct field *k;
    for (u32 i = 0; (k = class_field_at(c, i)) != NULL; i++)
        if (k != f && !(k->access & ACC_STATIC) && !k->displaced && k->offset == f->offset && k->kind == f->kind)
            return true;
    return false;
}

/* Fields that come back elsewhere, because a subclass has a field at their place: instances have their values there.
 * Without a record the place would be fresh when that subclass is not below the class any more. */
static bool keep_places(struct redefinition *r)
{
    const struct classfile *cf = r->cf;
    u32 records = 0;
    if (r->c->flags & CLS_REBASED) return true; /* reshape_moves.c */
    for (u32 i = 0; i < cf->field_count; i++) {
        struct field *f = is_added(r, i) ? reshape_field_deleted(r->c, &cf->fields[i]) : NULL;
        if (f && !f->displaced && r->places[i] != f->offset && !is_kept(r->c, f)) reshape_lose_place(r, f);
    }
    while (r->lost.count && class_field_at(r->c, records)) records++;
    if (records + r->lost.count + cf->field_count <= UINT16_MAX) return true;
    redefine_refuse(r->c, REDEFINE_SCHEMA, "too many fields");
    return false;
}

/* Fields that were there once come first, then the others, the largest ones first. */
static bool place_all(struct search *q, struct reshape *s)
{
    const struct classfile *cf = q->r->cf;
    for (u32 i = 0; i < cf->field_count; i++) {
        const struct field *f = is_added(q->r, i) ? reshape_field_deleted(q->c, &cf->fields[i]) : NULL;
        if (f && !f->displaced && !(q->c->flags & CLS_REBASED) && !any(q, f->offset, kind_size((char)f->kind), LIVE))
            take_place(q, s, i, f->offset, true);
    }
    for (u32 size = 8; size; size /= 2)
        for (u32 i = 0; i < cf->field_count; i++) {
            if (q->r->places[i] || kind_size(cf->fields[i].desc->bytes[0]) != size || !is_added(q->r, i)) continue;
            if (place_field(q, s, i)) continue;
            redefine_refuse(q->c, REDEFINE_SCHEMA, "field %s would make instances too large",
                            cf->fields[i].name->bytes);
            return false;
        }
    return true;
}

bool reshape_find_places(struct reshape *s, struct redefinition *r)
{
    WORLD_STOPPED();
    if (!count_added(r)) return true;
    r->places = vm_calloc(r->cf->field_count, sizeof *r->places);
    struct search q = { .r = r, .c = r->c };
    look_round(&q, s);
    bool ok = place_all(&q, s) && keep_places(r);
    free(q.bytes);
    return ok;
}

u32 reshape_free_bytes(const struct class *c)
{
    WORLD_STOPPED();
    struct search q = { .c = c };
    u32 n = 0;
    look_round(&q, NULL);
    for (u32 i = OBJECT_HEADER_SIZE; i < q.size; i++) n += !(q.bytes[i] & TAKEN);
    free(q.bytes);
    return n;
}

u32 reshape_references_of(const struct reshape *s, const struct class *c, u32 *offsets)
{
    u32 n = 0;
    if (class_is_array(c) || class_is_interface(c)) return 0;
    for (u32 i = 0; i < s->places.count; i++) {
        const struct instance_place *p = s->places.items[i];
        if (!p->is_ref || !class_is_subclass(c, p->c)) continue;
        if (offsets) offsets[n] = p->offset;
        n++;
    }
    return n;
}
