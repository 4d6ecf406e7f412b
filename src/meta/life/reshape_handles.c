/* reshape_handles.c: objects of the library that remember the place of a field which is deleted.
 *
 * Method handles and VarHandles have the object and the offset of a static, and read it without asking. They lose the
 * form that their calls go through: a call throws NullPointerException. A java.lang.reflect.Field loses its accessor,
 * and asks the VM for the place when it makes the next one. The heap is walked for them only when the place of such a
 * field was ever given away (struct field.offset_given). */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

enum kind { NOTHING = 1, HANDLE, VARIABLE, REFLECTED };

/* The kind of a class's objects, and where they keep the base and the offset of a field. */
struct shape {
    enum kind kind;
    u32 base, offset;
};

struct emptying {
    const struct vec *fields; /* of struct field */
    struct hashmap shapes;    /* struct class * -> struct shape * */
    const struct class *last;
    const struct shape *shape; /* of the class `last` */
    u32 emptied;
};

static u32 offset_of(const struct class *c, const char *name, const char *desc)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (!(f->access & ACC_STATIC) && symbol_equals_cstr(f->name, name) && symbol_equals_cstr(f->desc, desc))
                return f->offset;
        }
    return 0;
}

static struct shape shape_of(const struct class *c)
{
    struct shape s = { .kind = NOTHING };
    if (class_is_array(c) || class_is_primitive(c)) return s;
    if (c == WK(java_lang_reflect_Field)) {
        s.kind = REFLECTED;
    } else if (class_is_subclass(c, WK(java_lang_invoke_MethodHandle))) {
        s.base = offset_of(c, "staticBase", "Ljava/lang/Object;");
        s.offset = offset_of(c, "staticOffset", "J");
        if (s.base && s.offset) s.kind = HANDLE;
    } else if (class_is_subclass(c, WK(java_lang_invoke_VarHandle))) {
        s.base = offset_of(c, "base", "Ljava/lang/Object;");
        s.offset = offset_of(c, "fieldOffset", "J");
        if (s.base && s.offset) s.kind = VARIABLE;
    }
    return s;
}

static const struct shape *shape_known(struct emptying *e, const struct class *c)
{
    if (e->last == c) return e->shape;
    struct shape *s = hashmap_get(&e->shapes, c);
    if (!s) {
        s = vm_malloc(sizeof *s);
        *s = shape_of(c);
        hashmap_put(&e->shapes, c, s);
    }
    e->last = c;
    e->shape = s;
    return s;
}

static bool names(const struct emptying *e, const struct object *o, const struct shape *s)
{
    for (u32 i = 0; i < e->fields->count; i++) {
        const struct field *f = e->fields->items[i];
        if (s->kind == REFLECTED
                ? obj_ref(o, WKF(Field_clazz)) == f->owner->mirror && obj_int(o, WKF(Field_slot)) == f->index
                : obj_ref(o, s->base) == field_static_base(f) && obj_long(o, s->offset) == f->offset)
            return true;
    }
    return false;
}

static bool look(struct object *o, void *arg)
{
    struct emptying *e = arg;
    const struct shape *s = shape_known(e, object_class(o));
    if (s->kind == NOTHING || !names(e, o, s)) return true;
    e->emptied++;
    switch (s->kind) {
    case HANDLE: heap_store_ref(o, WKF(MethodHandle_form), NULL); break;
    case VARIABLE: heap_store_ref(o, WKF(VarHandle_vform), NULL); break;
    default:
        heap_store_ref(o, WKF(Field_fieldAccessor), NULL);
        heap_store_ref(o, WKF(Field_overrideFieldAccessor), NULL);
    }
    return true;
}

bool reshape_empty_handles(const struct vec *fields)
{
    WORLD_STOPPED();
    if (!fields->count) return false;
    struct emptying e = { .fields = fields };
    heap_walk(look, &e);
    u32 cursor = 0;
    void *s;
    while (hashmap_next(&e.shapes, &cursor, NULL, &s)) free(s);
    hashmap_destroy(&e.shapes);
    LOG(info, redefine_class, "emptied %u handles of deleted fields", e.emptied);
    return e.emptied != 0;
}
