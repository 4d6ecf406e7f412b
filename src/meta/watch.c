/* Watched fields and accesses by base and offset (JVM TI "Watched Field"; meta/watch.h).
 *
 * An access is a range of bytes. It may cover a field, lie inside one, or cover several. Every watched field in it gets
 * its event; the new value of a field consists of the bytes that it will have. A reference counts only as a whole.
 *
 * The specification speaks of accesses "from Java programming language code". Reflection and handles are such accesses,
 * whatever the class library does underneath. */
#include "meta/watch.h"
#include "meta/meta_int.h"
#include "thread/probe_points.h"
#include "thread/thread_contract.h"

enum { TOUCHED_MAX = 8 }; /* one-byte fields in a long */

u32 watched_fields;

static void mark(struct class *c, void *arg)
{
    const struct class *owner = arg;
    if (class_is_array(c) || class_is_primitive(c) || !class_is_subclass(c, owner)) return;
    bool watched = false;
    for (const struct class *k = c; k && !watched; k = k->super)
        for (u32 i = 0; i < k->field_count && !watched; i++)
            watched = (class_field(k, i)->flags & (FLD_READ_TOLD | FLD_WRITE_TOLD)) != 0;
    c->flags = watched ? c->flags | CLS_WATCHED : c->flags & ~(u32)CLS_WATCHED;
    const struct class_fields *x =
        class_fields_of(c); /* accesses look at the class that an object of statics describes */
    for (u32 i = 0; x && i < x->statics_count; i++)
        x->statics[i]->flags = watched ? x->statics[i]->flags | CLS_WATCHED : x->statics[i]->flags & ~(u32)CLS_WATCHED;
}

void watch_field_changed(const struct field *f, u8 old_flags)
{
    WORLD_STOPPED();
    const u8 watch = FLD_READ_TOLD | FLD_WRITE_TOLD;
    if (!(f->flags & watch) == !(old_flags & watch)) return;
    watched_fields += f->flags & watch ? 1 : -1u;
    if (class_is_interface(f->owner))
        mark(f->owner, f->owner); /* no class inherits a static field's place */
    else
        loader_for_each_class(mark, f->owner);
}

void watch_class_unloading(const struct class *c)
{
    WORLD_STOPPED();
    if (!(c->flags & CLS_WATCHED)) return;
    for (u32 i = 0; i < c->field_count; i++)
        watched_fields -= (class_field(c, i)->flags & (FLD_READ_TOLD | FLD_WRITE_TOLD)) != 0;
}

/* ---- which fields ---- */

struct access {
    struct thread *self;
    struct object *base;
    i64 offset;
    u32 size;
};

/* For an instance: of its class and those above; for an object with statics of c: of c. */
static u32 touched_of(const struct class *c, bool is_static, const struct access *a, u8 flag, struct field **out, u32 n)
{
    for (u32 i = 0; i < c->field_count && n < TOUCHED_MAX; i++) {
        struct field *f = class_field(c, i);
        if (!(f->flags & flag) || ((f->access & ACC_STATIC) != 0) != is_static) continue;
        if (is_static && field_static_base(f) != a->base) continue;
        i64 size = kind_size((char)f->kind);
        if (a->offset >= f->offset + size || a->offset + a->size <= f->offset) continue;
        if ((f->kind == 'L' || f->kind == '[') && (a->offset != f->offset || a->size != size)) continue;
        out[n++] = f;
    }
    return n;
}

static u32 touched(const struct access *a, u8 flag, struct field **out)
{
    if (!watch_may_hit(a->base)) return 0;
    u32 n = 0;
    for (const struct class *c = object_class(a->base); c; c = c->super) n = touched_of(c, false, a, flag, out, n);
    if (object_class(a->base) != WK(java_lang_Class)) return n;
    const struct class *of = class_of_mirror(a->base);
    return touched_of(of->flags & CLS_STATICS ? of->element : of, true, a, flag, out, n);
}

/* Unsafe compares and sets bytes and shorts through the word around them, in its Java code. The access that counts is
 * that of the calling method. */
static bool narrowed(struct access *a)
{
    const struct frame *f = frame_java(a->self->fp);
    for (; a->size == 4 && f && f->method->owner == WK(jdk_internal_misc_Unsafe); f = frame_java(frame_prev(f))) {
        const struct symbol *name = f->method->name;
        u32 size = symbol_equals_cstr(name, "compareAndExchangeByte")    ? 1
                   : symbol_equals_cstr(name, "compareAndExchangeShort") ? 2
                                                                         : 0;
        if (!size || f->kind != FRAME_JAVA) continue;
        a->offset = (i64)f->locals[3]; /* receiver, base, offset */
        a->size = size;
        return true;
    }
    return false;
}

/* ---- events ---- */

static void reads(const struct access *a)
{
    struct field *fields[TOUCHED_MAX];
    u32 n = touched(a, FLD_READ_TOLD, fields);
    for (u32 i = 0; i < n; i++) {
        struct object *o = fields[i]->access & ACC_STATIC ? NULL : a->base;
        if (fields[i]->flags & FLD_WATCH_READ) hooks.field_access(a->self, frame_java(a->self->fp), fields[i], o);
        if (fields[i]->flags & FLD_PROBE_READ) probe_points.field(a->self, fields[i], o, NULL);
    }
}

/* The value of f, as in a slot, after the access has stored its bytes. */
static slot value_after(const struct access *a, const struct field *f, const u8 *bytes)
{
    u8 at[8];
    u32 size = kind_size((char)f->kind);
    struct heap_place place = heap_place(a->base, f->offset, f->kind == 'L' || f->kind == '[');
    memcpy(at, (char *)place.base + place.offset, size);
    for (u32 i = 0; i < size; i++) {
        i64 k = (i64)f->offset + i - a->offset;
        if (k >= 0 && k < a->size) at[i] = bytes[k];
    }
    switch (f->kind) {
    case 'Z': return at[0] & 1;
    case 'B': return slot_of_int((i8)at[0]);
    case 'C': {
        u16 v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    case 'S': {
        i16 v;
        memcpy(&v, at, sizeof v);
        return slot_of_int(v);
    }
    case 'I':
    case 'F': {
        i32 v;
        memcpy(&v, at, sizeof v);
        return slot_of_int(v);
    }
    case 'J':
    case 'D': {
        u64 v;
        memcpy(&v, at, sizeof v);
        return v;
    }
    default: {
        nref v;
        memcpy(&v, at, sizeof v);
        return slot_of_ref(ref_decode(v));
    }
    }
}

static void writes(const struct access *a, const u8 *bytes)
{
    struct field *fields[TOUCHED_MAX];
    u32 n = touched(a, FLD_WRITE_TOLD, fields);
    for (u32 i = 0; i < n; i++) {
        struct object *o = fields[i]->access & ACC_STATIC ? NULL : a->base;
        slot v = value_after(a, fields[i], bytes);
        if (fields[i]->flags & FLD_WATCH_WRITE)
            hooks.field_modification(a->self, frame_java(a->self->fp), fields[i], o, v);
        if (fields[i]->flags & FLD_PROBE_WRITE) probe_points.field(a->self, fields[i], o, &v);
    }
}

void watch_unsafe_read(struct thread *self, struct object *base, i64 offset, u32 size)
{
    IN_STATE(self, VM);
    struct access a = { self, base, offset, size };
    if (!base) return;
    narrowed(&a);
    reads(&a);
}

void watch_unsafe_write(struct thread *self, struct object *base, i64 offset, const void *value, u32 size)
{
    IN_STATE(self, VM);
    struct access a = { self, base, offset, size };
    if (base) writes(&a, value);
}

void watch_unsafe_compare(struct thread *self, struct object *base, i64 offset, const void *expected, const void *value,
                          u32 size)
{
    struct access a = { self, base, offset, size };
    if (!base) return;
    if (!narrowed(&a)) reads(&a);                              /* otherwise the word has just been read */
    if (memcmp((char *)base + offset, expected, size)) return; /* it will fail */
    writes(&a, (const u8 *)value + (a.offset - offset));
}
