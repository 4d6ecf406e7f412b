/* Makes java.lang.reflect.Field, Method, Constructor and RecordComponent objects (reflect.h).
 *
 * Plain pointers are kept over allocations and class loading: the collector finds them on the C stack. */
#include "meta/reflect.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include <stdlib.h>

struct class *reflect_class_of_desc(struct thread *self, const char *desc, u32 len, struct class *accessing)
{
    if (len == 1) {
        struct class *c = (u8)desc[0] < 128 ? class_primitive[(u8)desc[0]] : NULL;
        VM_CHECKF(c != NULL, "descriptor %c", desc[0]);
        return c;
    }
    struct symbol *name = desc[0] == 'L' ? symbol_intern(desc + 1, len - 2) : symbol_intern(desc, len);
    return loader_load_class(self, accessing->loader, name);
}

struct object *reflect_parameter_types(struct thread *self, struct symbol *desc, struct class *accessing,
                                       struct class **ret)
{
    struct object *types = array_new_ref(self, WK(java_lang_Class), (i32)desc_arg_count(desc));
    if (!types) return NULL;
    const char *p = desc->bytes + 1, *start;
    u32 len;
    for (i32 i = 0; desc_next(&p, &start, &len); i++) {
        struct class *c = reflect_class_of_desc(self, start, len, accessing);
        if (!c) return NULL;
        array_set_ref(types, i, c->mirror);
    }
    const char *result = desc_return(desc);
    struct class *r = reflect_class_of_desc(self, result, (u32)strlen(result), accessing);
    if (!r) return NULL;
    *ret = r;
    return types;
}

struct object *reflect_bytes_object(struct thread *self, const struct class *c, const struct classfile *from,
                                    enum annotation_kind kind, struct bytes b)
{
    if (!b.at) return NULL;
    struct object *a = array_new_prim(self, 'B', (i32)b.len);
    if (!a) return NULL;
    memcpy(array_data(a), b.at, b.len);
    if (!annotation_translate(c, from, kind, array_data(a), b.len)) memcpy(array_data(a), b.at, b.len);
    return a;
}

/* Sets a byte[] field from attribute bytes; false with pending. */
static bool set_bytes(struct thread *self, struct object *o, u32 offset, const struct class *c,
                      const struct classfile *from, enum annotation_kind kind, struct bytes b)
{
    struct object *a = reflect_bytes_object(self, c, from, kind, b);
    if (!a && self->pending) return false;
    heap_store_ref(o, offset, a);
    return true;
}

/* Sets a String field; `s` NULL leaves null. */
static bool set_string(struct thread *self, struct object *o, u32 offset, struct symbol *s, bool intern)
{
    if (!s) return true;
    struct object *str = intern ? string_intern_symbol(self, s) : string_from_mutf8_n(self, s->bytes, s->len);
    if (!str) return false;
    heap_store_ref(o, offset, str);
    return true;
}

static struct object *new_instance(struct thread *self, struct class *c)
{
    return class_init(self, c) ? object_new(self, c) : NULL;
}

struct object *reflect_field_object(struct thread *self, struct field *f)
{
    struct class *type = reflect_class_of_desc(self, f->desc->bytes, f->desc->len, f->owner);
    if (!type) return NULL;
    struct object *o = new_instance(self, WK(java_lang_reflect_Field));
    if (!o) return NULL;
    heap_store_ref(o, WKF(Field_clazz), f->owner->mirror);
    heap_store_ref(o, WKF(Field_type), type->mirror);
    obj_set_int(o, WKF(Field_slot), f->index);
    obj_set_int(o, WKF(Field_modifiers), f->access & FIELD_MODIFIERS);
    obj_set_byte(o, WKF(Field_trustedFinal), (f->flags & FLD_TRUSTED_FINAL) != 0);
    if (!set_string(self, o, WKF(Field_name), f->name, true) ||
        !set_string(self, o, WKF(Field_signature), f->generic, false) ||
        !set_bytes(self, o, WKF(Field_annotations), f->owner, f->owner->cf, ANNOTATIONS, f->annotations))
        return NULL;
    return o;
}

static struct object *exception_types(struct thread *self, struct method *m)
{
    u16 n = m->cf ? m->cf->extra->exception_count : 0;
    struct object *a = array_new_ref(self, WK(java_lang_Class), n);
    if (!a) return NULL;
    for (u16 i = 0; i < n; i++) {
        struct class *c = cp_resolve_class(self, m->cp, m->cf->extra->exceptions[i]);
        if (!c) return NULL;
        array_set_ref(a, i, c->mirror);
    }
    return a;
}

struct object *reflect_method_object(struct thread *self, struct method *m)
{
    struct class *ret;
    struct object *params = reflect_parameter_types(self, m->desc, m->owner, &ret);
    if (!params) return NULL;
    struct object *exceptions = exception_types(self, m);
    if (!exceptions) return NULL;
    struct bytes none = { NULL, 0 };
    struct bytes annotations = m->cf ? m->cf->extra->annotations : none,
                 on_params = m->cf ? m->cf->extra->parameter_annotations : none;
    const struct classfile *from = m->cp->cf;

    if (m->name == SYM(init)) {
        struct object *o = new_instance(self, WK(java_lang_reflect_Constructor));
        if (!o) return NULL;
        heap_store_ref(o, WKF(Constructor_clazz), m->owner->mirror);
        heap_store_ref(o, WKF(Constructor_parameterTypes), params);
        heap_store_ref(o, WKF(Constructor_exceptionTypes), exceptions);
        obj_set_int(o, WKF(Constructor_slot), m->index);
        obj_set_int(o, WKF(Constructor_modifiers), m->access & METHOD_MODIFIERS);
        if (!set_string(self, o, WKF(Constructor_signature), m->generic, false) ||
            !set_bytes(self, o, WKF(Constructor_annotations), m->owner, from, ANNOTATIONS, annotations) ||
            !set_bytes(self, o, WKF(Constructor_parameterAnnotations), m->owner, from, ANNOTATIONS_PARAMETERS,
                       on_params))
            return NULL;
        return o;
    }
    struct object *o = new_instance(self, WK(java_lang_reflect_Method));
    if (!o) return NULL;
    heap_store_ref(o, WKF(Method_clazz), m->owner->mirror);
    heap_store_ref(o, WKF(Method_parameterTypes), params);
    heap_store_ref(o, WKF(Method_exceptionTypes), exceptions);
    heap_store_ref(o, WKF(Method_returnType), ret->mirror);
    obj_set_int(o, WKF(Method_slot), m->index);
    obj_set_int(o, WKF(Method_modifiers), m->access & METHOD_MODIFIERS);
    if (!set_string(self, o, WKF(Method_name), m->name, true) ||
        !set_string(self, o, WKF(Method_signature), m->generic, false) ||
        !set_bytes(self, o, WKF(Method_annotations), m->owner, from, ANNOTATIONS, annotations) ||
        !set_bytes(self, o, WKF(Method_parameterAnnotations), m->owner, from, ANNOTATIONS_PARAMETERS, on_params) ||
        !set_bytes(self, o, WKF(Method_annotationDefault), m->owner, from, ANNOTATIONS_DEFAULT,
                   m->cf ? m->cf->extra->annotation_default : none))
        return NULL;
    return o;
}

/* The accessor of a record component: an instance method of that name without parameters, in c or a superclass. */
static struct method *component_accessor(const struct class *c, const struct cf_record_component *rc)
{
    size_t n = (size_t)rc->desc->len + 2;
    if (n > SYMBOL_MAX_LENGTH) return NULL;
    char *desc = vm_malloc(n);
    desc[0] = '(';
    desc[1] = ')';
    memcpy(desc + 2, rc->desc->bytes, rc->desc->len);
    struct symbol *s = symbol_intern(desc, n);
    free(desc);
    struct method *m = class_find_method(c, rc->name, s);
    return m && !method_is_static(m) ? m : NULL;
}

struct object *reflect_record_component(struct thread *self, struct class *c, const struct cf_record_component *rc)
{
    struct class *rcc = WK(java_lang_reflect_RecordComponent);
    struct class *type = reflect_class_of_desc(self, rc->desc->bytes, rc->desc->len, c);
    if (!type) return NULL;
    struct object *o = new_instance(self, rcc);
    if (!o) return NULL;
    heap_store_ref(o, WKF(RecordComponent_clazz), c->mirror);
    heap_store_ref(o, WKF(RecordComponent_type), type->mirror);
    struct method *accessor = component_accessor(c, rc);
    if (accessor) {
        struct object *a = reflect_method_object(self, accessor);
        if (!a) return NULL;
        heap_store_ref(o, WKF(RecordComponent_accessor), a);
    }
    if (!set_string(self, o, WKF(RecordComponent_name), rc->name, true) ||
        !set_string(self, o, WKF(RecordComponent_signature), rc->generic, true) ||
        !set_bytes(self, o, WKF(RecordComponent_annotations), c, c->cf, ANNOTATIONS, rc->annotations) ||
        !set_bytes(self, o, WKF(RecordComponent_typeAnnotations), c, c->cf, ANNOTATIONS_TYPE, rc->type_annotations))
        return NULL;
    return o;
}

struct field *reflect_field_of(struct object *o)
{
    if (!o || object_class(o) != WK(java_lang_reflect_Field)) return NULL;
    struct object *mirror = obj_ref(o, WKF(Field_clazz));
    struct class *c = mirror ? class_of_mirror(mirror) : NULL;
    u32 slot = (u32)obj_int(o, WKF(Field_slot));
    return c ? class_field_at(c, slot) : NULL;
}

struct method *reflect_method_of(struct object *o)
{
    struct object *mirror;
    u32 slot;
    if (o && object_class(o) == WK(java_lang_reflect_Method)) {
        mirror = obj_ref(o, WKF(Method_clazz));
        slot = (u32)obj_int(o, WKF(Method_slot));
    } else if (o && object_class(o) == WK(java_lang_reflect_Constructor)) {
        mirror = obj_ref(o, WKF(Constructor_clazz));
        slot = (u32)obj_int(o, WKF(Constructor_slot));
    } else {
        return NULL;
    }
    struct class *c = mirror ? class_of_mirror(mirror) : NULL;
    return c ? class_method_at(c, slot) : NULL; /* the newest version */
}
