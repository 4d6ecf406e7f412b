/* MemberName objects: from members, from reflection, by resolution, and back (member_name.h). No state, no locks. */
#include "exec/invoke/member_name.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/reflect.h"
#include "model/options.h"
#include "model/wellknown.h"
#include <stdlib.h>

/* ---- reading ---- */

struct method *member_name_target(struct object *mname)
{
    struct object *rmn = mname ? obj_ref(mname, WKF(MemberName_method)) : NULL;
    if (!rmn) return NULL;
    struct method *m = (struct method *)(uintptr_t)obj_long(rmn, WKF(ResolvedMethodName_vmtarget));
    while (m && m->next_version) m = m->next_version;
    return m;
}

i64 member_name_index(struct object *mname) { return obj_long(mname, WKF(MemberName_vmindex)); }

static i32 flags_of(struct object *mname) { return obj_int(mname, WKF(MemberName_flags)); }

/* ---- writing ---- */

/* Has java.lang.Object a public instance method of this name and descriptor? An interface that declares it again
 * dispatches to Object's. */
static struct method *object_method_like(const struct method *m)
{
    struct method *o = class_find_method_here(WK(java_lang_Object), m->name, m->desc);
    return o && (o->access & ACC_PUBLIC) && !method_is_static(o) ? o : NULL;
}

static bool bound_statically(const struct method *m)
{
    if (m->access & (ACC_STATIC | ACC_PRIVATE)) return true;
    if (method_has(m, MTH_INIT | MTH_CLINIT | MTH_SIG_POLY) || m->intrinsic) return true;
    if (class_is_interface(m->owner)) return false;
    return (m->access & ACC_FINAL) || (m->owner->access & ACC_FINAL) || m->vtable_index == VTABLE_NONE;
}

/* The vtable slot by which class c answers an interface method. */
static i64 vtable_index_of(const struct class *c, const struct method *m)
{
    for (u32 i = 0; i < c->vtable_len; i++)
        if (c->vtable[i] == m || (c->vtable[i] && c->vtable[i]->name == m->name && c->vtable[i]->desc == m->desc))
            return i;
    return m->vtable_index;
}

static bool set_method(struct thread *self, struct object *mname, struct method *m, struct class *found_in,
                       bool special)
{
    struct class *holder = m->owner;
    if (!found_in) found_in = holder;
    i32 flags = m->access & METHOD_MODIFIERS;
    i64 index = MN_DIRECT;
    int kind;
    if (class_is_interface(holder) && !bound_statically(m) && object_method_like(m)) {
        m = object_method_like(m);
        holder = m->owner;
    }
    if (special || bound_statically(m)) {
        bool init = m->name == SYM(init);
        flags |= init ? MN_IS_CONSTRUCTOR : MN_IS_METHOD;
        kind = method_is_static(m) ? REF_INVOKE_STATIC : REF_INVOKE_SPECIAL;
    } else if (!class_is_interface(holder)) {
        flags |= MN_IS_METHOD;
        kind = REF_INVOKE_VIRTUAL;
        index = m->vtable_index;
    } else if (!class_is_interface(found_in)) { /* a default or abstract interface method called through a class */
        flags |= MN_IS_METHOD;
        kind = REF_INVOKE_VIRTUAL;
        index = vtable_index_of(found_in, m);
        holder = found_in;
    } else {
        flags |= MN_IS_METHOD;
        kind = REF_INVOKE_INTERFACE;
        index = m->vtable_index;
    }
    if (method_has(m, MTH_CALLER_SENSITIVE)) flags |= MN_CALLER_SENSITIVE;

    struct class *rmn_class = WK(java_lang_invoke_ResolvedMethodName);
    if (!class_init(self, rmn_class)) return false;
    struct object *rmn = object_new(self, rmn_class);
    if (!rmn) return false;
    method_goes_to_heap(m);
    obj_set_long(rmn, WKF(ResolvedMethodName_vmtarget), (i64)(uintptr_t)m);
    heap_store_ref(rmn, WKF(ResolvedMethodName_vmholder), m->owner->mirror);

    obj_set_int(mname, WKF(MemberName_flags), flags | kind << MN_REF_KIND_SHIFT);
    obj_set_long(mname, WKF(MemberName_vmindex), index);
    heap_store_ref(mname, WKF(MemberName_clazz), holder->mirror);
    heap_store_ref_volatile(mname, WKF(MemberName_method), rmn);
    return true;
}

bool member_name_set_method(struct thread *self, struct object *mname, struct method *m, struct class *found_in)
{
    return set_method(self, mname, m, found_in, false);
}

/* Which field it is, among those of its class. Where fields come and go, several may have had an offset: the index is
 * beside it. */
static i64 field_index(const struct field *f)
{
    u64 index = options.enhanced_redefinition ? f->index + 1u : 0;
    return (i64)(index << 32 | f->offset);
}

void member_name_set_field(struct object *mname, struct field *f, bool setter)
{
    i32 flags = (f->access & FIELD_MODIFIERS) | MN_IS_FIELD;
    int kind = f->access & ACC_STATIC ? REF_GET_STATIC : REF_GET_FIELD;
    if (setter) kind += REF_PUT_FIELD - REF_GET_FIELD;
    if (f->flags & FLD_TRUSTED_FINAL) flags |= MN_TRUSTED_FINAL;
    obj_set_int(mname, WKF(MemberName_flags), flags | kind << MN_REF_KIND_SHIFT);
    heap_store_ref(mname, WKF(MemberName_method), NULL);
    obj_set_long(mname, WKF(MemberName_vmindex), field_index(f));
    heap_store_ref(mname, WKF(MemberName_clazz), f->owner->mirror);
    if (f->desc->len == 1) heap_store_ref(mname, WKF(MemberName_type), class_primitive[(u8)f->kind]->mirror);
}

bool member_name_set_reflected(struct thread *self, struct object *mname, struct object *target)
{
    struct field *f = reflect_field_of(target);
    if (f && (f->flags & FLD_DELETED)) {
        THROW(self, NoSuchFieldError, "%s", f->name->bytes);
        return false;
    }
    if (f) {
        member_name_set_field(mname, f, false);
        if (!obj_ref(mname, WKF(MemberName_name)))
            heap_store_ref(mname, WKF(MemberName_name), obj_ref(target, WKF(Field_name)));
        if (!obj_ref(mname, WKF(MemberName_type)))
            heap_store_ref(mname, WKF(MemberName_type), obj_ref(target, WKF(Field_type)));
        return true;
    }
    struct method *m = reflect_method_of(target);
    /* the placeholder of a polymorphic method has no signature of its own to call */
    if (!m || invoke_intrinsic_of(m->owner, m->name) != INTRINSIC_NONE) return true;
    return member_name_set_method(self, mname, m, m->owner);
}

/* ---- descriptors ---- */

struct text {
    char *at;
    size_t len, cap;
};

static void text_add(struct text *t, const char *s, size_t n)
{
    if (t->len + n > t->cap) {
        t->cap = (t->len + n) * 2;
        t->at = vm_realloc(t->at, t->cap);
    }
    memcpy(t->at + t->len, s, n);
    t->len += n;
}

static void text_add_class(struct text *t, struct class *c)
{
    if (class_is_primitive(c)) {
        char k = (char)c->prim_kind;
        text_add(t, &k, 1);
    } else if (class_is_array(c)) {
        text_add(t, c->name->bytes, c->name->len);
    } else {
        text_add(t, "L", 1);
        text_add(t, c->name->bytes, c->name->len);
        text_add(t, ";", 1);
    }
}

struct symbol *descriptor_of_type(struct object *type)
{
    if (!type) return NULL;
    struct class *c = object_class(type);
    if (c == WK(java_lang_String)) return string_to_symbol(type, false);
    struct text t = { vm_malloc(256), 0, 256 };
    if (c == WK(java_lang_Class)) {
        text_add_class(&t, class_of_mirror(type));
    } else if (c == WK(java_lang_invoke_MethodType)) {
        struct object *params = obj_ref(type, WKF(MethodType_ptypes));
        text_add(&t, "(", 1);
        for (i32 i = 0; i < array_length(params); i++) text_add_class(&t, class_of_mirror(array_ref(params, i)));
        text_add(&t, ")", 1);
        text_add_class(&t, class_of_mirror(obj_ref(type, WKF(MethodType_rtype))));
    }
    struct symbol *s = t.len ? symbol_intern(t.at, t.len) : NULL;
    free(t.at);
    return s;
}

/* ---- resolution ---- */

static struct method *resolve_method(struct thread *self, struct class *defc, struct symbol *name, struct symbol *desc,
                                     int kind, struct class *caller, bool is_public)
{
    __auto_type resolve = is_public ? link_resolve_method_public : link_resolve_method;
    enum method_intrinsic which =
        defc == WK(java_lang_invoke_MethodHandle) ? invoke_intrinsic_of(defc, name) : INTRINSIC_NONE;
    if (which != INTRINSIC_NONE) {
        bool is_static = which >= INTRINSIC_LINK_VIRTUAL;
        if (which == INTRINSIC_INVOKE_GENERIC) {
            /* Needs an appendix, for which a MemberName has no place: the library does not ask. */
            if (kind == REF_INVOKE_VIRTUAL || kind == REF_INVOKE_SPECIAL) {
                THROW(self, InternalError, "appendix");
                return NULL;
            }
        } else if ((kind == REF_INVOKE_STATIC) == is_static && kind != REF_INVOKE_INTERFACE) {
            return invoke_polymorphic_method(self, defc, which, name, desc);
        }
    }
    switch (kind) {
    case REF_INVOKE_STATIC: return resolve(self, defc, name, desc, CALL_STATIC, caller);
    case REF_INVOKE_INTERFACE: return resolve(self, defc, name, desc, CALL_INTERFACE, caller);
    case REF_INVOKE_VIRTUAL: return resolve(self, defc, name, desc, CALL_VIRTUAL, caller);
    default: {
        struct method *m = resolve(self, defc, name, desc, CALL_SPECIAL, caller);
        if (m && method_is_abstract(m)) {
            char owner[512];
            THROW(self, AbstractMethodError, "Method %s.%s%s is abstract",
                  class_external_name(m->owner, owner, sizeof owner), name->bytes, desc->bytes);
            return NULL;
        }
        return m;
    }
    }
}

struct object *member_name_resolve(struct thread *self, struct object *mname, struct class *caller, bool is_public,
                                   bool speculative)
{
    if (obj_ref(mname, WKF(MemberName_method))) return mname;
    struct object *clazz = obj_ref(mname, WKF(MemberName_clazz)), *name_str = obj_ref(mname, WKF(MemberName_name)),
                  *type = obj_ref(mname, WKF(MemberName_type));
    i32 flags = flags_of(mname);
    int kind = flags >> MN_REF_KIND_SHIFT & MN_REF_KIND_MASK;
    if (kind <= REF_KIND_NONE || kind >= REF_KIND_LIMIT) return NULL;
    if (!clazz || !name_str || !type) {
        THROW(self, IllegalArgumentException, "nothing to resolve");
        return NULL;
    }
    struct class *defc = class_of_mirror(clazz);
    if (!defc || class_is_primitive(defc)) return NULL;
    if (class_is_array(defc)) defc = WK(java_lang_Object);
    if (!class_link(self, defc)) return NULL;

    struct symbol *name = string_to_symbol(name_str, false);
    if (!name || name == SYM(clinit)) return NULL;
    struct symbol *desc = descriptor_of_type(type);
    if (!desc) {
        THROW(self, InternalError, "unrecognized type");
        return NULL;
    }
    struct method *m = NULL;
    switch (flags & MN_KINDS) {
    case MN_IS_METHOD: m = resolve_method(self, defc, name, desc, kind, caller, is_public); break;
    case MN_IS_CONSTRUCTOR:
        if (name != SYM(init)) return NULL;
        m = resolve_method(self, defc, name, desc, REF_INVOKE_SPECIAL, caller, is_public);
        break;
    case MN_IS_FIELD: {
        /* Whether it may be read or written, and is static or not as expected, is checked in Java. */
        struct field *f = class_find_field(defc, name, desc);
        if (!f) {
            if (!speculative) THROW(self, NoSuchFieldError, "%s", name->bytes);
            return NULL;
        }
        if (caller && !is_public && !link_check_field_constraints(self, caller, defc, f)) {
            if (speculative) self->pending = NULL;
            return NULL;
        }
        member_name_set_field(mname, f, ref_kind_is_setter(kind));
        return mname;
    }
    default: return NULL;
    }
    /* invokespecial calls this very method, whatever overrides it */
    bool special = (flags & MN_KINDS) == MN_IS_METHOD && kind == REF_INVOKE_SPECIAL;
    if (!m || !set_method(self, mname, m, defc, special)) {
        if (speculative) self->pending = NULL;
        return NULL;
    }
    return mname;
}

/* ---- expansion ---- */

struct field *member_name_field(struct object *mname)
{
    struct object *clazz = obj_ref(mname, WKF(MemberName_clazz));
    bool is_static = (flags_of(mname) & ACC_STATIC) != 0;
    u32 numbered = (u32)((u64)member_name_index(mname) >> 32); /* its place may have changed since */
    struct field *one = clazz && numbered ? class_field_at(class_of_mirror(clazz), numbered - 1) : NULL;
    if (one && ((one->access & ACC_STATIC) != 0) == is_static) return one;
    for (const struct class *c = clazz ? class_of_mirror(clazz) : NULL; c; c = c->super) {
        struct field *f;
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
            if (field_index(f) == member_name_index(mname) && ((f->access & ACC_STATIC) != 0) == is_static) return f;
        if (is_static) break;
    }
    return NULL;
}

bool member_name_expand(struct thread *self, struct object *mname)
{
    i32 flags = flags_of(mname);
    struct object *clazz = obj_ref(mname, WKF(MemberName_clazz));
    struct symbol *name, *desc;
    struct class *owner;
    struct object *primitive = NULL;
    if (flags & (MN_IS_METHOD | MN_IS_CONSTRUCTOR)) {
        struct method *m = member_name_target(mname);
        if (!m) {
            THROW(self, IllegalArgumentException, "nothing to expand");
            return false;
        }
        name = m->name;
        desc = m->desc;
        owner = m->owner;
    } else if ((flags & MN_IS_FIELD) && clazz) {
        struct field *f = member_name_field(mname);
        if (!f) {
            THROW(self, InternalError, "unrecognized MemberName format");
            return false;
        }
        name = f->name;
        desc = f->desc;
        owner = f->owner;
        if (desc->len == 1) primitive = class_primitive[(u8)f->kind]->mirror;
    } else if (!(flags & MN_IS_FIELD)) {
        THROW(self, InternalError, "unrecognized MemberName format");
        return false;
    } else {
        THROW(self, IllegalArgumentException, "nothing to expand");
        return false;
    }
    if (!clazz) heap_store_ref(mname, WKF(MemberName_clazz), owner->mirror);
    if (!obj_ref(mname, WKF(MemberName_name))) {
        struct object *s = string_intern_symbol(self, name);
        if (!s) return false;
        heap_store_ref(mname, WKF(MemberName_name), s);
    }
    if (!obj_ref(mname, WKF(MemberName_type))) {
        struct object *t = primitive ? primitive : string_from_mutf8_n(self, desc->bytes, desc->len);
        if (!t) return false;
        heap_store_ref(mname, WKF(MemberName_type), t);
    }
    return true;
}

/* ---- getMembers ---- */

struct search {
    struct thread *self;
    struct symbol *name, *desc;
    i32 flags, skip, filled, overflow;
    struct object *results;
    bool negate_name, show_clinit;
};
enum { OVERFLOW_LIMIT = 1000 };

/* The next free MemberName of the results; NULL: this match is skipped or only counted. */
static struct object *next_result(struct search *s)
{
    if (s->skip > 0) {
        s->skip--;
        return NULL;
    }
    if (s->filled < array_length(s->results)) {
        struct object *r = array_ref(s->results, s->filled);
        if (r && object_class(r) == WK(java_lang_invoke_MemberName)) {
            s->filled++;
            return r;
        }
        s->filled = -99;
        s->flags = 0;
        return NULL;
    }
    i32 limit = array_length(s->results) > OVERFLOW_LIMIT ? array_length(s->results) : OVERFLOW_LIMIT;
    if (++s->overflow >= limit) s->flags = 0;
    return NULL;
}

static bool search_class(struct search *s, struct class *c)
{
    for (u16 i = 0; i < c->field_count && (s->flags & MN_IS_FIELD); i++) {
        struct field *f = class_field(c, i);
        if ((s->name && f->name != s->name) || (s->desc && f->desc != s->desc)) continue;
        struct object *r = next_result(s);
        if (r) member_name_set_field(r, f, false);
    }
    for (u16 i = 0; i < c->method_count && (s->flags & (MN_IS_METHOD | MN_IS_CONSTRUCTOR)); i++) {
        struct method *m = c->methods[i];
        if (m->name == SYM(clinit) && !s->show_clinit) continue;
        if (s->name && (m->name != s->name) != s->negate_name) continue;
        if (s->desc && m->desc != s->desc) continue;
        struct object *r = next_result(s);
        if (r && !member_name_set_method(s->self, r, m, NULL)) return false;
    }
    return true;
}

i32 member_name_search(struct thread *self, struct class *c, struct symbol *name, struct symbol *desc, i32 flags,
                       i32 skip, struct object *results)
{
    struct search s = { .self = self,
                        .name = name,
                        .desc = desc,
                        .flags = flags,
                        .skip = skip,
                        .results = results,
                        .show_clinit = name == SYM(clinit) };
    if (name && name->len == 0) return 0;
    if (desc) s.flags &= desc->bytes[0] == '(' ? ~(MN_IS_FIELD | MN_IS_TYPE) : ~(MN_IS_METHOD | MN_IS_CONSTRUCTOR);
    if ((s.flags & (MN_IS_METHOD | MN_IS_CONSTRUCTOR)) == MN_IS_CONSTRUCTOR) {
        if (name && name != SYM(init)) s.flags &= ~MN_IS_CONSTRUCTOR;
    }
    i32 kinds = s.flags;
    /* Fields of all classes come first, then methods, as HotSpot orders them. */
    for (int pass = 0; pass < 2; pass++) {
        i32 want = pass ? MN_IS_METHOD | MN_IS_CONSTRUCTOR : MN_IS_FIELD;
        if (!(kinds & want)) continue;
        s.flags = kinds & want;
        if (pass) {
            if (s.flags == MN_IS_CONSTRUCTOR) {
                s.name = SYM(init);
            } else if (s.flags == MN_IS_METHOD) {
                if (name == SYM(init)) continue;
                if (!name) s.name = SYM(init), s.negate_name = true;
            }
        }
        for (struct class *k = c; k; k = flags & MN_SEARCH_SUPERCLASSES ? k->super : NULL)
            if (!search_class(&s, k)) return -1;
        if (flags & MN_SEARCH_INTERFACES)
            for (u32 i = 0; i < c->all_interface_count; i++)
                if (!search_class(&s, c->all_interfaces[i])) return -1;
        if (s.filled < 0) return s.filled;
    }
    return s.filled + s.overflow;
}
