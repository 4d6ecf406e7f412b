/* reshape_moves.c: fields of instances when superclasses come and go (docs/redefinition.md).
 *
 * A superclass that comes brings its fields at their offsets, which code and tools know. Where a field of the class or
 * of a subclass lies there, that one moves to a place that no field ever had; old instances get its value there, and
 * zero where the superclass's fields are. The library's objects that have its offset get the new one
 * (reshape_handles.c); if code outside has it, the change is refused (reshape_offsets.c).
 *
 * The places of a superclass that goes stay taken in the class (struct redefinition.lost), and become zero. A deleted
 * field whose place gets a field of another kind keeps no place at all (struct field.displaced).
 *
 * The search runs before anything changes. Values move when instances have grown, and maps of the collector are renewed
 * then: until then the old maps are right for the old values. */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

static bool is_instance_field(const struct field *f) { return !(f->access & ACC_STATIC) && !f->displaced; }
static bool is_ref(const struct field *f) { return f->kind == 'L' || f->kind == '['; }
static u32 size_of(const struct field *f) { return kind_size((char)f->kind); }

/* ---- places of fields; world stopped, nothing has changed ---- */

static const struct redefinition *redefinition_of(const struct reshape *s, const struct class *c)
{
    for (u32 i = 0; i < s->n; i++)
        if (s->all[i].c == c) return &s->all[i];
    return NULL;
}

static bool is_dead(const struct reshape *s, const struct field *f)
{
    if (f->flags & FLD_DELETED) return true;
    const struct redefinition *r = redefinition_of(s, f->owner);
    return r && !reshape_field_after(r->cf, f);
}

static bool overlap(const struct field *a, const struct field *b)
{
    return a->offset < b->offset + size_of(b) && b->offset < a->offset + size_of(a);
}

static bool same_place(const struct field *a, const struct field *b)
{
    return a->offset == b->offset && is_ref(a) == is_ref(b) && size_of(a) == size_of(b);
}

/* One of them has no value any more, and the place is of one kind for both. */
static bool agree(const struct reshape *s, const struct field *a, const struct field *b)
{
    return (is_dead(s, a) || is_dead(s, b)) && same_place(a, b);
}

/* Superclasses that c gets, by itself or because one of its superclasses gets them. */
static const struct class *next_gained(const struct reshape *s, const struct class *c, const struct class *k)
{
    do k = reshape_super_after(s->all, s->n, k ? k : c);
    while (k && class_is_subclass(c, k));
    return k;
}

/* A field of k, a superclass that comes, which takes f's place; NULL: none. */
static const struct field *taker_in(const struct reshape *s, const struct class *k, const struct field *f)
{
    const struct field *g;
    for (u32 i = 0; (g = class_field_at(k, i)) != NULL; i++)
        if (is_instance_field(g) && overlap(f, g) && !agree(s, f, g)) return g;
    return NULL;
}

/* The same of superclasses that k itself loses in this call: k keeps their places. */
static const struct field *taker_lost(const struct reshape *s, const struct class *k, const struct field *f)
{
    const struct redefinition *r = redefinition_of(s, k);
    for (const struct class *x = NULL; r && r->super && (x = reshape_next_lost(s, r, x));) {
        const struct field *g;
        for (u32 i = 0; (g = class_field_at(x, i)) != NULL; i++)
            if (is_instance_field(g) && overlap(f, g) && !same_place(f, g)) return g;
    }
    return NULL;
}

/* The same for any superclass that f's class gets. */
static const struct field *taker(const struct reshape *s, const struct field *f)
{
    const struct field *g = NULL;
    for (const struct class *k = NULL; !g && (k = next_gained(s, f->owner, k));) {
        g = taker_in(s, k, f);
        if (!g) g = taker_lost(s, k, f);
    }
    return g;
}

/* The dead field f may lose its place in instances of its class. They may have a value there, which no field to come
 * must find. */
static void leave_no_residue(struct reshape *s, const struct field *f)
{
    struct instance_place *p = vm_malloc(sizeof *p);
    *p = (struct instance_place){ f->owner, f->offset, size_of(f), is_ref(f), true, false };
    vec_push(&s->residues, p);
}

static enum redefine_status refuse(const struct field *f, const char *why)
{
    return redefine_refuse(f->owner, REDEFINE_HIERARCHY, "field %s lies where a superclass has one, and %s",
                           f->name->bytes, why);
}

/* Where a deleted field of r's class lies that comes back; 0: it does not. */
static u32 place_back(const struct redefinition *r, const struct field *f)
{
    for (u32 i = 0; r && r->places && f->flags & FLD_DELETED && i < r->cf->field_count; i++)
        if (r->places[i] && reshape_field_deleted(r->c, &r->cf->fields[i]) == f) return r->places[i];
    return 0;
}

static enum redefine_status move(struct reshape *s, struct field *f, const struct field *g)
{
    u32 back = place_back(redefinition_of(s, f->owner), f), to = back;
    u8 given = __atomic_load_n(&f->offset_given, __ATOMIC_RELAXED);
    if (given & OFFSET_OUTSIDE) return refuse(f, "code outside the library has its offset");
    if (!back && (!is_dead(s, f) || given)) {
        if (reshape_known_to_vm(f->owner) || f->owner->flags & CLS_PADDED) return refuse(f, "it cannot move");
        if (f->owner->flags & CLS_REBASED && taker(s, g)) return refuse(f, "that one has to move, too");
        to = reshape_new_place(s, f->owner, f->kind);
        if (!to) return redefine_refuse(f->owner, REDEFINE_SCHEMA, "instances would be too large");
        if (!is_dead(s, f)) reshape_add_change(s, f->owner, f->name, f->desc);
    }
    struct field_move *m = vm_malloc(sizeof *m);
    *m = (struct field_move){ f, f->owner, f->offset, to, size_of(f), is_ref(f), back != 0 };
    vec_push(&s->moves, m);
    if (is_dead(s, f)) leave_no_residue(s, f);
    return REDEFINE_OK;
}

/* Nothing takes f's place, but f comes back at another one: no record tells of the old place then. */
static void leave_place(struct reshape *s, const struct field *f)
{
    u32 back = place_back(redefinition_of(s, f->owner), f);
    if (back && back != f->offset) leave_no_residue(s, f);
}

static enum redefine_status find_moves_of(struct reshape *s, const struct class *c)
{
    struct field *f;
    enum redefine_status e = REDEFINE_OK;
    for (u32 i = 0; e == REDEFINE_OK && (f = class_field_at(c, i)) != NULL; i++) {
        if (!is_instance_field(f)) continue;
        const struct field *g = taker(s, f);
        if (g)
            e = move(s, f, g);
        else
            leave_place(s, f);
    }
    return e;
}

/* ---- places that become zero ---- */

static u64 pair(const struct class *c, const struct class *k) { return (u64)(uintptr_t)c << 32 | (u32)(uintptr_t)k; }

/* Classes may be gone by then: only their addresses are compared. */
bool reshape_was_below(const struct reshape *s, const struct class *c, const struct class *k)
{
    WORLD_STOPPED();
    return hashmap_get_u64(&s->below, pair(c, k)) != NULL;
}
static bool is_below(const struct reshape *s, const struct class *c, const struct class *k)
{
    return hashmap_get_u64(&s->now, pair(c, k)) != NULL;
}

/* Notes which classes of the family are subclasses of k. */
static void note(const struct reshape *s, struct hashmap *to, const struct class *k)
{
    if (hashmap_put_u64(to, pair(k, NULL), to)) return;
    for (u32 i = 0; i < s->family.count; i++) {
        const struct class *c = reshape_class_of_family(s, i);
        if (class_is_array(c) || class_is_interface(c)) continue;
        if (class_is_subclass(c, k)) hashmap_put_u64(to, pair(c, k), to);
    }
}
static void note_all(struct reshape *s, struct hashmap *to)
{
    for (u32 i = 0; i < s->moves.count; i++) note(s, to, ((struct field_move *)s->moves.items[i])->owner);
    for (u32 i = 0; i < s->clears.count; i++) note(s, to, ((struct instance_place *)s->clears.items[i])->c);
    for (u32 i = 0; i < s->residues.count; i++) note(s, to, ((struct instance_place *)s->residues.items[i])->c);
}

void reshape_note_hierarchy(struct reshape *s)
{
    WORLD_STOPPED();
    note_all(s, &s->now);
}

/* Does the hierarchy, which has changed, put instances of c below k for the first time? */
bool reshape_comes_below(const struct reshape *s, const struct class *c, const struct class *k)
{
    WORLD_STOPPED();
    return is_below(s, c, k) && !reshape_was_below(s, c, k);
}

static void add_clear(struct reshape *s, struct instance_place p)
{
    struct instance_place *q = vm_malloc(sizeof *q);
    *q = p;
    vec_push(&s->clears, q);
}
static u32 place_after(const struct reshape *s, const struct field *f)
{
    for (u32 i = 0; i < s->moves.count; i++) {
        const struct field_move *m = s->moves.items[i];
        if (m->f == f && m->to) return m->to;
    }
    return f->offset;
}
/* Fields of k, which comes or goes: their places become zero in instances that get it, where the fields will be, and in
 * those that lose it, where they were. So do places that it takes from its deleted fields in this call: instances that
 * get it may be too short yet, and have values there that move. */
static void clear_places(struct reshape *s, struct class *k, bool comes)
{
    for (u32 i = 0; i < s->clears.count; i++) {
        const struct instance_place *p = s->clears.items[i];
        if (p->c == k && p->comes == comes) return;
    }
    for (u32 i = 0; comes && i < s->places.count; i++) {
        struct instance_place p = *(const struct instance_place *)s->places.items[i];
        p.comes = true;
        if (p.had_another && p.c == k) add_clear(s, p);
    }
    const struct field *f;
    for (u32 i = 0; (f = class_field_at(k, i)) != NULL; i++) {
        /* a live field may share a dead one's place (agree), and a field that comes back begins with zero anyway */
        if (!is_instance_field(f) || is_dead(s, f)) continue;
        u32 at = comes ? place_after(s, f) : f->offset;
        add_clear(s, (struct instance_place){ k, at, size_of(f), is_ref(f), true, comes });
    }
}

static bool has_place(const struct class *k, const struct field *f)
{
    const struct field *g;
    for (u32 i = 0; (g = class_field_at(k, i)) != NULL; i++)
        if (is_instance_field(g) && overlap(f, g)) return true;
    return false;
}
/* Is f's place, of a superclass that r's class loses, one that a superclass which comes has, or keeps from superclasses
 * that it loses itself in this call? */
static bool is_taken(const struct reshape *s, const struct redefinition *r, const struct field *f)
{
    bool taken = false;
    for (const struct class *k = NULL; !taken && (k = next_gained(s, r->c, k));) {
        taken = has_place(k, f);
        const struct redefinition *of = redefinition_of(s, k);
        for (const struct class *x = NULL; !taken && of && of->super && (x = reshape_next_lost(s, of, x));)
            taken = has_place(x, f);
    }
    return taken;
}

/* Flips between the same superclasses find their records again. */
static void keep(struct reshape *s, struct redefinition *r, struct field *f)
{
    struct field *k = reshape_keeps_place(r->c, f);
    if (!k)
        reshape_lose_place(r, f);
    else if (k->displaced)
        vec_push(&s->restored, k);
}

static enum redefine_status find_lost(struct reshape *s, struct redefinition *r)
{
    u32 records = 0;
    while (class_field_at(r->c, records)) records++;
    for (const struct class *k = NULL; (k = reshape_next_lost(s, r, k));) {
        struct field *f;
        for (u32 i = 0; (f = class_field_at(k, i)) != NULL; i++)
            if (is_instance_field(f) && !is_taken(s, r, f))
                keep(s, r, f);
            else if (is_instance_field(f) && is_dead(s, f))
                leave_no_residue(s, f);
        clear_places(s, (struct class *)(uintptr_t)k, false);
    }
    for (const struct class *k = NULL; (k = reshape_next_new(s, r, k));)
        clear_places(s, (struct class *)(uintptr_t)k, true);
    if (records + r->lost.count + r->cf->field_count <= UINT16_MAX) return REDEFINE_OK;
    return redefine_refuse(r->c, REDEFINE_SCHEMA, "too many fields");
}

void reshape_grow_to_supers(struct reshape *s)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < s->n; i++)
        if (s->all[i].super) reshape_family_grow(s, s->all[i].c, reshape_family_size(s, s->all[i].super));
}

enum redefine_status reshape_find_moves(struct reshape *s)
{
    WORLD_STOPPED();
    enum redefine_status e = REDEFINE_OK;
    for (u32 i = 0; i < s->family.count && e == REDEFINE_OK; i++) {
        const struct class *c = reshape_class_of_family(s, i);
        if (c->flags & CLS_REBASED) e = find_moves_of(s, c);
    }
    reshape_grow_to_supers(s); /* again: fields that were placed since may have made one of them longer */
    for (u32 i = 0; i < s->family.count && e == REDEFINE_OK; i++) {
        const struct class *c = reshape_class_of_family(s, i);
        if (c->flags & CLS_REBASED && reshape_family_size(s, c) >= HEAP_LARGE_MIN)
            e = redefine_refuse(c, REDEFINE_SCHEMA, "instances would be too large");
    }
    for (u32 i = 0; i < s->n && e == REDEFINE_OK; i++)
        if (s->all[i].super) e = find_lost(s, &s->all[i]);
    note_all(s, &s->below);
    return e == REDEFINE_OK && s->moves.count ? reshape_ask_frames(s) : e;
}

void reshape_forget_moves(struct reshape *s)
{
    for (u32 i = 0; i < s->moves.count; i++) free(s->moves.items[i]);
    for (u32 i = 0; i < s->clears.count; i++) free(s->clears.items[i]);
    for (u32 i = 0; i < s->residues.count; i++) free(s->residues.items[i]);
    vec_destroy(&s->residues);
    vec_destroy(&s->moves);
    vec_destroy(&s->clears);
    vec_destroy(&s->restored);
    hashmap_destroy(&s->below);
    hashmap_destroy(&s->now);
    for (u32 i = 0; i < s->n; i++) {
        for (u32 k = 0; k < s->all[i].lost.count; k++) free(s->all[i].lost.items[k]);
        vec_destroy(&s->all[i].lost);
    }
}

/* ---- values, after the commit ---- */

struct walk {
    const struct reshape *s;
    struct hashmap works; /* struct class * -> struct work * */
    const struct class *last;
    const struct work *work; /* of the last one */
    bool marking;            /* beside the program: it learns each reference that goes */
    u32 changed;
};
/* For instances of one class. */
struct work {
    struct vec moves, clears;
    struct vec bytes; /* offsets as pointers: of residues and former places in which no field lies now */
};

static bool lies_at(const struct reshape *s, const struct field *f, u32 byte)
{
    u32 at = f->offset;
    for (u32 i = 0; i < s->moves.count; i++) {
        const struct field_move *m = s->moves.items[i];
        if (m->f == f && m->to) at = m->to;
    }
    return byte >= at && byte < at + size_of(f);
}

static bool is_live(const struct reshape *s, const struct class *c, u32 byte)
{
    const struct field *f;
    for (; c; c = c->super)
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
            if (is_instance_field(f) && !(f->flags & FLD_DELETED) && lies_at(s, f, byte)) return true;
    return false;
}

/* The place becomes zero where no field lies now. */
static void empty_place(const struct reshape *s, const struct class *c, struct work *w, u32 offset, u32 size)
{
    for (u32 at = offset; at < offset + size; at++)
        if (!is_live(s, c, at)) vec_push(&w->bytes, (void *)(uintptr_t)at);
}

static struct work *new_work(const struct reshape *s, const struct class *c)
{
    struct work *w = vm_calloc(1, sizeof *w);
    for (u32 i = 0; i < s->moves.count; i++) {
        struct field_move *m = s->moves.items[i];
        if (!reshape_was_below(s, c, m->owner) || !is_below(s, c, m->owner)) continue;
        vec_push(&w->moves, m);
        empty_place(s, c, w, m->from, m->size); /* a dead field may share it with one of a superclass */
    }
    for (u32 i = 0; i < s->clears.count; i++) {
        struct instance_place *p = s->clears.items[i];
        bool was = reshape_was_below(s, c, p->c), is = is_below(s, c, p->c);
        if (was != is && is == p->comes) vec_push(&w->clears, p);
    }
    for (u32 i = 0; i < s->residues.count; i++) {
        const struct instance_place *p = s->residues.items[i];
        if (reshape_was_below(s, c, p->c)) empty_place(s, c, w, p->offset, p->size);
    }
    return w;
}

static const struct work *work_of(struct walk *x, const struct class *c)
{
    if (x->last == c) return x->work;
    struct work *w = c->flags & CLS_REBASED ? hashmap_get(&x->works, c) : NULL;
    if (!w && c->flags & CLS_REBASED) {
        w = new_work(x->s, c);
        hashmap_put(&x->works, c, w);
    }
    x->last = c;
    x->work = w;
    return w;
}

/* The size of a field. Each case is one instruction, where a call would take longer than the rest. */
static ALWAYS_INLINE void copy_field(void *to, const void *from, u32 size)
{
    switch (size) {
    case 8: *(u64 *)to = *(const u64 *)from; return;
    case 4: *(u32 *)to = *(const u32 *)from; return;
    case 2: *(u16 *)to = *(const u16 *)from; return;
    default: CONTRACT("is the size of a field", size == 1); *(u8 *)to = *(const u8 *)from;
    }
}
static const u64 zero;

/* Without a marking no table has to be told: the next collection finds no more than before. */
static void clear(const struct walk *x, struct object *o, u32 offset, u32 size, bool ref)
{
    struct heap_place at = heap_place(o, offset, ref);
    if (ref && x->marking) heap_store_ref(at.base, (u32)at.offset, NULL);
    copy_field((char *)at.base + at.offset, &zero, size);
}

/* The same, whatever was there before. */
static void clear_all(const struct walk *x, struct object *o, const struct instance_place *p)
{
    clear(x, o, p->offset, p->size, false);
    if (!object_is_short(o)) return;
    for (u32 at = p->offset & ~3u; at < p->offset + p->size; at += 4) { /* references have a part of their own */
        struct heap_place place = heap_place(o, at, true);
        if (place.base != o) heap_store_ref(place.base, (u32)place.offset, NULL);
    }
}

static void move_value(struct object *o, const struct field_move *m)
{
    if (!m->to || m->begins_anew) return;
    struct heap_place from = heap_place(o, m->from, m->is_ref), to = heap_place(o, m->to, m->is_ref);
    /* In one object a reference stays: no table has to be told. Dead objects are here, too. */
    if (m->is_ref && from.base != to.base)
        heap_store_ref(to.base, (u32)to.offset, obj_ref(from.base, (u32)from.offset));
    else
        copy_field((char *)to.base + to.offset, (char *)from.base + from.offset, m->size);
}

/* A marking learns the references of places that go with their superclass, before another value is there. */
static void tell_lost(const struct walk *x, struct object *o, const struct work *w)
{
    for (u32 i = 0; i < w->clears.count; i++) {
        const struct instance_place *p = w->clears.items[i];
        if (p->is_ref && !p->comes && reshape_was_below(x->s, object_class(o), p->c))
            clear(x, o, p->offset, p->size, true);
    }
    for (u32 i = 0; i < w->moves.count; i++) { /* they may go to a part of a short object, which is marked already */
        const struct field_move *m = w->moves.items[i];
        struct heap_place at = heap_place(o, m->from, m->is_ref);
        if (m->is_ref) heap_store_ref(at.base, (u32)at.offset, obj_ref(at.base, (u32)at.offset));
    }
    for (u32 i = 0; i < x->s->residues.count; i++) { /* a field may be there: only the marking learns the value */
        const struct instance_place *p = x->s->residues.items[i];
        if (!p->is_ref || !reshape_was_below(x->s, object_class(o), p->c)) continue;
        struct heap_place at = heap_place(o, p->offset, true);
        heap_store_ref(at.base, (u32)at.offset, obj_ref(at.base, (u32)at.offset));
    }
}

static bool look(struct object *o, void *arg)
{
    struct walk *x = arg;
    const struct work *w = work_of(x, object_class(o));
    if (!w) return true;
    if (x->marking) tell_lost(x, o, w);
    if (!w->moves.count && !w->clears.count && !w->bytes.count) return true;
    x->changed++;
    for (u32 i = 0; i < w->moves.count; i++) move_value(o, w->moves.items[i]);
    for (u32 i = 0; i < w->clears.count; i++) clear_all(x, o, w->clears.items[i]);
    for (u32 i = 0; i < w->bytes.count; i++)
        clear_all(x, o, &(struct instance_place){ .offset = (u32)(uintptr_t)w->bytes.items[i], .size = 1 });
    return true;
}

void reshape_move_values(struct reshape *s)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < s->restored.count; i++) ((struct field *)s->restored.items[i])->displaced = false;
    if (!s->moves.count && !s->clears.count && !s->residues.count) return;
    struct walk x = { .s = s, .marking = heap_marking() };
    heap_walk(look, &x);
    for (u32 i = 0; i < s->moves.count; i++) {
        const struct field_move *m = s->moves.items[i];
        if (!class_space_holder(m->f)) continue; /* its class is gone */
        if (m->to)
            m->f->offset = m->to;
        else
            m->f->displaced = true;
    }
    u32 cursor = 0;
    void *w;
    while (hashmap_next(&x.works, &cursor, NULL, &w)) {
        vec_destroy(&((struct work *)w)->moves);
        vec_destroy(&((struct work *)w)->clears);
        vec_destroy(&((struct work *)w)->bytes);
        free(w);
    }
    hashmap_destroy(&x.works);
    LOG(info, redefine_class, "moved %u fields in %u instances", s->moves.count, x.changed);
}
