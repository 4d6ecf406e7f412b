/* reshape_handles.c: the walk over the heap after fields have changed.
 *
 * Objects of the library remember the place of a field which is deleted. Method handles and VarHandles have the offset,
 * and the object of a static, and read without asking. They lose the form that their calls go through: a call throws
 * NullPointerException. So does an updater, which loses the class that it compares with. A java.lang.reflect.Field
 * loses its accessor, and asks the VM for the place when it makes the next one. The heap is walked for them only when
 * the place of such a field was ever given away (struct field.offset_given).
 *
 * Instances may have an old value in a place that a field takes which another one had (reshape_room.c): it becomes
 * zero.
 *
 * Handles of members of a superclass have the type through which they were found. When that class loses the superclass,
 * they lose their form likewise.
 *
 * When fields move (reshape_moves.c), all these, accessors of reflection and what serialization has of a class get the
 * new offset.
 *
 * A MemberName has the slot of its method. Slots are numbered anew where superclasses change, and the new number is
 * stored here. */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

enum kind {
    NOTHING = 1,
    HANDLE,
    VARIABLE,
    MEMBER,
    INSTANCE_VARIABLE,
    UPDATER,
    REFLECTED,
    NAME,
    METHOD,
    ACCESSOR,
    REFLECTOR
};

/* The kind of a class's objects, and where they keep the base and the offset of a field. For fields of instances:
 * `base` has the MemberName, the class, the java.lang.reflect.Field or, for serialization, an array of
 * ObjectStreamField; that one's offsets are in two arrays, the other of which is at `emptied`. */
struct shape {
    enum kind kind;
    u32 base, offset, emptied;
    bool has_places; /* objects of the class have places that become zero */
};

struct walk {
    const struct reshape *s;
    struct hashmap shapes;   /* struct class * -> struct shape * */
    struct hashmap rebased;  /* mirror -> struct class * */
    u32 renumbered, type_at; /* of a method handle: its type */
    const struct class *last;
    const struct shape *shape; /* of the class `last` */
    u32 emptied, moved;
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

static bool take_shape(struct shape *s, const struct class *c, enum kind kind, u32 base, const char *offset,
                       const char *desc, u32 emptied)
{
    u32 at = offset_of(c, offset, desc);
    if (!base || !at) return false;
    *s = (struct shape){ kind, base, at, emptied, false };
    return true;
}

/* java.util.concurrent.atomic.Atomic…FieldUpdater have subclasses of different names. */
static bool is_updater(const struct class *c)
{
    return c->loader->is_boot && symbol_starts_with(c->name, "java/util/concurrent/atomic/Atomic") &&
           strstr(c->name->bytes, "FieldUpdater$");
}

static struct shape shape_of(const struct class *c)
{
    struct shape s = { .kind = NOTHING };
    if (class_is_array(c) || class_is_primitive(c)) return s;
    if (c == WK(java_lang_reflect_Field)) {
        s.kind = REFLECTED;
    } else if (c == WK(java_lang_invoke_MemberName)) {
        s.kind = NAME;
    } else if (class_is_subclass(c, WK(java_lang_invoke_MethodHandle))) {
        u32 form = WKF(MethodHandle_form), base = offset_of(c, "staticBase", "Ljava/lang/Object;");
        u32 member = offset_of(c, "member", "Ljava/lang/invoke/MemberName;");
        if (!take_shape(&s, c, HANDLE, base, "staticOffset", "J", form) &&
            !take_shape(&s, c, MEMBER, member, "fieldOffset", "I", form) && member)
            s = (struct shape){ METHOD, member, 0, form, false };
    } else if (class_is_subclass(c, WK(java_lang_invoke_VarHandle))) {
        u32 form = WKF(VarHandle_vform), base = offset_of(c, "base", "Ljava/lang/Object;");
        u32 type = offset_of(c, "receiverType", "Ljava/lang/Class;");
        if (!take_shape(&s, c, VARIABLE, base, "fieldOffset", "J", form))
            (void)take_shape(&s, c, INSTANCE_VARIABLE, type, "fieldOffset", "J", form);
    } else if (is_updater(c)) {
        u32 type = offset_of(c, "tclass", "Ljava/lang/Class;"), checked = offset_of(c, "cclass", "Ljava/lang/Class;");
        if (checked) (void)take_shape(&s, c, UPDATER, type, "offset", "J", checked);
    } else if (reshape_is_accessor(c)) {
        u32 field = offset_of(c, "field", "Ljava/lang/reflect/Field;");
        (void)take_shape(&s, c, ACCESSOR, field, "fieldOffset", "J", 0);
    } else if (reshape_is_reflector(c)) {
        u32 fields = offset_of(c, "fields", "[Ljava/io/ObjectStreamField;"), keys = offset_of(c, "writeKeys", "[J");
        if (keys) (void)take_shape(&s, c, REFLECTOR, fields, "readKeys", "[J", keys);
    }
    return s;
}

/* Where values move, in instances that get p's class as a superclass, reshape_moves.c does that. */
static bool is_zero_in(const struct reshape *s, const struct instance_place *p, const struct class *c)
{
    return p->had_another && class_is_subclass(c, p->c) && !(s->supers && reshape_comes_below(s, c, p->c));
}

static bool is_set_to_zero(const struct reshape *s, const struct class *c)
{
    if (class_is_array(c) || class_is_primitive(c)) return false;
    for (u32 i = 0; i < s->places.count; i++) {
        if (is_zero_in(s, s->places.items[i], c)) return true;
    }
    return false;
}

static const struct shape *shape_known(struct walk *e, const struct class *c)
{
    if (e->last == c) return e->shape;
    struct shape *s = hashmap_get(&e->shapes, c);
    if (!s) {
        s = vm_malloc(sizeof *s);
        *s = shape_of(c);
        s->has_places = is_set_to_zero(e->s, c);
        hashmap_put(&e->shapes, c, s);
    }
    e->last = c;
    e->shape = s;
    return s;
}

/* Does o, of shape s, lead to f? */
static bool leads_to(const struct object *o, const struct shape *s, const struct field *f)
{
    const struct object *of = s->base ? obj_ref(o, s->base) : NULL;
    bool is_static = f->access & ACC_STATIC;
    switch (s->kind) {
    case REFLECTED: return obj_ref(o, WKF(Field_clazz)) == f->owner->mirror && obj_int(o, WKF(Field_slot)) == f->index;
    case HANDLE:
    case VARIABLE: return is_static && of == field_static_base(f) && obj_long(o, s->offset) == f->offset;
    case MEMBER:
        return !is_static && of && obj_ref(of, WKF(MemberName_clazz)) == f->owner->mirror &&
               (u32)obj_int(o, s->offset) == f->offset;
    case UPDATER: return !is_static && of == f->owner->mirror && obj_long(o, s->offset) == f->offset;
    case METHOD:
    case ACCESSOR:
    case REFLECTOR: return false; /* they have the Field */
    default: { /* INSTANCE_VARIABLE: through the class or a subclass, in which the offset is no other field's */
        struct class *c = of ? class_of_mirror(of) : NULL;
        return !is_static && c && class_assignable(c, f->owner) && obj_long(o, s->offset) == f->offset;
    }
    }
}

/* The type of a handle's first argument; NULL: it has none, or is dead and parts of it are gone. */
static const struct class *first_type(const struct walk *e, const struct object *handle)
{
    const struct object *type = e->type_at ? obj_ref(handle, e->type_at) : NULL;
    if (!type || !heap_is_object(type) || object_class(type) != WK(java_lang_invoke_MethodType)) return NULL;
    struct object *all = obj_ref(type, WKF(MethodType_ptypes));
    if (!all || !heap_is_object(all) || !array_length(all)) return NULL;
    return class_of_mirror(array_ref(all, 0));
}

static bool declares_at(const struct class *c, i64 offset)
{
    const struct field *f;
    for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
        if (!(f->access & ACC_STATIC) && f->offset == offset) return true;
    return false;
}

/* Does o, of shape s, lead from a class to a member of a superclass that the class has lost? */
static bool leads_to_lost(const struct walk *e, const struct object *o, const struct shape *s)
{
    bool variable = s->kind == INSTANCE_VARIABLE;
    if (!e->s->gone.count || (!variable && s->kind != MEMBER && s->kind != METHOD)) return false;
    const struct object *of = obj_ref(o, s->base); /* the receiver's class, or the MemberName */
    if (!of || !heap_is_object(of)) return false;
    const struct class *from = variable ? class_of_mirror(of) : first_type(e, o);
    const struct object *owner = variable ? NULL : obj_ref(of, WKF(MemberName_clazz));
    for (u32 i = 0; from && i < e->s->gone.count; i++) {
        const struct superclass_gone *g = e->s->gone.items[i];
        if (!class_assignable(from, g->c) || class_assignable(from, g->super)) continue;
        if (variable ? declares_at(g->super, obj_long(o, s->offset)) : owner == g->super->mirror) return true;
    }
    return false;
}

static bool is_emptied(const struct walk *e, const struct object *o, const struct shape *s)
{
    for (u32 i = 0; i < e->s->emptied.count; i++)
        if (leads_to(o, s, e->s->emptied.items[i])) return true;
    return false;
}

static void set_to_zero(const struct reshape *s, struct object *o)
{
    for (u32 i = 0; i < s->places.count; i++) {
        const struct instance_place *p = s->places.items[i];
        if (!is_zero_in(s, p, object_class(o))) continue;
        struct heap_place at = heap_place(o, p->offset, p->is_ref);
        if (p->is_ref)
            heap_store_ref(at.base, (u32)at.offset, NULL);
        else
            memset((char *)at.base + at.offset, 0, p->size);
    }
}

/* The method of a MemberName; NULL: it has none, or is dead and parts of it are gone. */
static struct method *method_of(const struct object *name)
{
    const struct object *rmn = obj_ref(name, WKF(MemberName_method));
    if (!rmn || !heap_is_object(rmn) || object_class(rmn) != WK(java_lang_invoke_ResolvedMethodName)) return NULL;
    struct method *m = (struct method *)(uintptr_t)obj_long(rmn, WKF(ResolvedMethodName_vmtarget));
    return m && class_space_holder(m) ? method_newest(m) : NULL;
}

enum { MN_EXACT = -2 }; /* MN_DIRECT of exec/invoke/member_name.h: the method itself */

/* The number of a method of an interface in interfaces' rows stays. Calls that select nothing have a negative one. */
static void renumber(struct walk *e, struct object *name)
{
    const struct object *mirror = obj_ref(name, WKF(MemberName_clazz));
    const struct class *c = mirror ? hashmap_get(&e->rebased, mirror) : NULL;
    const struct method *m = c && obj_long(name, WKF(MemberName_vmindex)) >= 0 ? method_of(name) : NULL;
    if (!m) return;
    i32 slot = class_is_interface(m->owner) ? vtable_find(c, m->name, m->desc) : m->vtable_index;
    obj_set_long(name, WKF(MemberName_vmindex), slot == VTABLE_NONE ? MN_EXACT : slot);
    e->renumbered++;
}

/* ---- fields that move ---- */

/* The part at `at` of o, which may be dead, if it is an object of c, or of a subclass; else NULL. */
static struct object *part(const struct object *o, u32 at, const struct class *c)
{
    struct object *p = obj_ref(o, at);
    return p && heap_is_object(p) && class_assignable(object_class(p), c) ? p : NULL;
}

static bool leads_to_moved(const struct walk *e, const struct object *o, const struct shape *s,
                           const struct field_move *m)
{
    if (s->kind == MEMBER) {
        const struct object *name = part(o, s->base, WK(java_lang_invoke_MemberName));
        return name && obj_ref(name, WKF(MemberName_clazz)) == m->owner->mirror &&
               (u32)obj_int(o, s->offset) == m->from;
    }
    const struct object *of = part(o, s->base, WK(java_lang_Class));
    const struct class *c = of ? class_of_mirror((struct object *)(uintptr_t)of) : NULL;
    if (!c || obj_long(o, s->offset) != m->from) return false;
    return s->kind == UPDATER ? c == m->owner : reshape_was_below(e->s, c, m->owner);
}

/* The offset of a moved field, by its java.lang.reflect.Field or by what else o has of it; 0: it is another field. Two
 * fields have one offset if one of them is deleted, whose handles are empty. */
static u32 moved_to(const struct walk *e, const struct object *o, const struct shape *s, const struct object *field)
{
    u32 to = 0;
    for (u32 i = 0; i < e->s->moves.count; i++) {
        const struct field_move *m = e->s->moves.items[i];
        bool is_it = field ? obj_ref(field, WKF(Field_clazz)) == m->owner->mirror &&
                                 (u32)obj_int(field, WKF(Field_slot)) == m->f->index
                           : leads_to_moved(e, o, s, m);
        if (is_it && (!to || !(m->f->flags & FLD_DELETED))) to = m->to;
    }
    return to;
}

static void move_keys(const struct walk *e, struct object *o, const struct shape *s)
{
    const struct class *longs = atomic_load(&class_primitive['J']->array);
    struct object *fields = obj_ref(o, s->base);
    struct object *keys[] = { part(o, s->offset, longs), part(o, s->emptied, longs) };
    if (!fields || !heap_is_object(fields) || object_class(fields)->type.kind != HEAP_REF_ARRAY) return;
    for (i32 i = 0; i < array_length(fields); i++) {
        const struct object *one = array_ref(fields, i);
        u32 at = one && heap_is_object(one) ? offset_of(object_class(one), "field", "Ljava/lang/reflect/Field;") : 0;
        const struct object *field = at ? part(one, at, WK(java_lang_reflect_Field)) : NULL;
        u32 to = field ? moved_to(e, o, s, field) : 0;
        for (u32 k = 0; to && k < ARRAY_LEN(keys); k++) {
            if (!keys[k] || i >= array_length(keys[k])) continue;
            i64 *key = (i64 *)array_data(keys[k]) + i;
            if (*key >= 0) *key = to; /* a field that is there twice has no key to write by */
        }
    }
}

static void follow_moves(struct walk *e, struct object *o, const struct shape *s)
{
    u32 to = 0;
    switch (s->kind) {
    case REFLECTOR: move_keys(e, o, s); return;
    case ACCESSOR: {
        const struct object *field = part(o, s->base, WK(java_lang_reflect_Field));
        to = field ? moved_to(e, o, s, field) : 0;
        break;
    }
    case MEMBER:
    case INSTANCE_VARIABLE:
    case UPDATER: to = moved_to(e, o, s, NULL); break;
    default: break;
    }
    if (!to) return;
    e->moved++;
    if (s->kind == MEMBER)
        obj_set_int(o, s->offset, (i32)to);
    else
        obj_set_long(o, s->offset, to);
}

static void empty(struct walk *e, struct object *o, const struct shape *s)
{
    e->emptied++;
    if (s->kind == REFLECTED) {
        heap_store_ref(o, WKF(Field_fieldAccessor), NULL);
        heap_store_ref(o, WKF(Field_overrideFieldAccessor), NULL);
    } else {
        heap_store_ref(o, s->emptied, NULL);
    }
}

static bool look(struct object *o, void *arg)
{
    struct walk *e = arg;
    const struct shape *s = shape_known(e, object_class(o));
    if (s->has_places) set_to_zero(e->s, o);
    if (s->kind == NAME) {
        if (e->s->supers) renumber(e, o);
        return true;
    }
    if (s->kind == NOTHING) return true;
    if (is_emptied(e, o, s) || leads_to_lost(e, o, s)) empty(e, o, s);
    if (e->s->moves.count) follow_moves(e, o, s); /* emptied ones, too: a call may be on its way through one */
    return true;
}

static bool is_needed(const struct reshape *s)
{
    if (s->emptied.count || s->supers) return true;
    for (u32 i = 0; i < s->places.count; i++)
        if (((const struct instance_place *)s->places.items[i])->had_another) return true;
    return false;
}

bool reshape_walk_heap(const struct reshape *all)
{
    WORLD_STOPPED();
    if (!is_needed(all)) return false;
    struct walk e = { .s = all };
    e.type_at = offset_of(WK(java_lang_invoke_MethodHandle), "type", "Ljava/lang/invoke/MethodType;");
    for (u32 i = 0; all->supers && i < all->family.count; i++) {
        struct class *c = reshape_class_of_family(all, i);
        if (c->flags & CLS_REBASED && c->mirror) hashmap_put(&e.rebased, c->mirror, c);
    }
    heap_walk(look, &e);
    hashmap_destroy(&e.rebased);
    if (e.renumbered) LOG(info, redefine_class, "numbered %u member names anew", e.renumbered);
    u32 cursor = 0;
    void *s;
    while (hashmap_next(&e.shapes, &cursor, NULL, &s)) free(s);
    hashmap_destroy(&e.shapes);
    LOG(info, redefine_class, "emptied %u handles of deleted fields", e.emptied);
    if (e.moved) LOG(info, redefine_class, "%u objects of the library follow fields that move", e.moved);
    return e.emptied != 0;
}

/* ---- serialization ---- */

static struct object *ref_named(const struct object *o, const char *name, const char *desc)
{
    u32 at = o ? offset_of(object_class(o), name, desc) : 0;
    return at ? obj_ref(o, at) : NULL;
}

/* A soft reference to something that java.io knows of a class. It is made again when it is needed. */
static void forget_cached(struct object *o)
{
    const struct class *c = o ? object_class(o) : NULL;
    if (!c || !c->loader->is_boot || !symbol_equals_cstr(c->name, "java/io/ClassCache$CacheRef")) return;
    u32 strong = offset_of(c, "strongReferent", "Ljava/lang/Object;");
    if (strong) heap_store_ref(o, strong, NULL);
    heap_store_ref(o, WKF(Reference_referent), NULL);
}

/* java.io.ObjectStreamClass keeps descriptions, with offsets of fields, in ClassValues. */
void reshape_forget_streams(const struct class *c)
{
    WORLD_STOPPED();
    if (class_is_array(c) || class_is_primitive(c) || !c->mirror) return;
    struct object *values = ref_named(c->mirror, "classValueMap", "Ljava/lang/ClassValue$ClassValueMap;");
    struct object *table = ref_named(values, "table", "[Ljava/util/WeakHashMap$Entry;");
    for (i32 i = 0; table && i < array_length(table); i++)
        for (struct object *e = array_ref(table, i); e; e = ref_named(e, "next", "Ljava/util/WeakHashMap$Entry;"))
            forget_cached(ref_named(ref_named(e, "value", "Ljava/lang/Object;"), "value", "Ljava/lang/Object;"));
}
