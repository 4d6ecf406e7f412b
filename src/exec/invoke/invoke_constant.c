/* Constants that need java.lang.invoke: MethodHandle, MethodType and Dynamic (JVMS §5.4.3.5, §5.4.3.6), and bootstrap
 * specifiers.
 *
 * Resolution runs Java code without any lock; two threads may resolve the same constant at once, and the first to
 * publish (cp_resolve_object) wins, with an error too. */
#include "exec/invoke/invoke_int.h"
#include "exec/invoke/member_name.h"

#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/reflect.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- MethodType ---- */

/* Cached MethodTypes of descriptors whose classes are the same for every loader: symbol -> struct object * (a root).
 * Under invoke_lock. */
static struct hashmap method_types;

/* Primitives, and public classes of java.lang and java.lang.invoke, which no other loader can define. */
static bool visible_everywhere(const struct class *c)
{
    if (class_is_array(c)) c = c->innermost;
    if (class_is_primitive(c)) return true;
    if (!c->loader->is_boot || !(c->access & ACC_PUBLIC)) return false;
    if (!symbol_starts_with(c->name, "java/lang/")) return false;
    const char *rest = c->name->bytes + strlen("java/lang/");
    if (strncmp(rest, "invoke/", 7) == 0) rest += 7;
    return strchr(rest, '/') == NULL;
}

struct object *invoke_method_type(struct thread *self, struct symbol *desc, struct class *accessing)
{
    os_mutex_lock(&invoke_lock);
    struct object **known = hashmap_get(&method_types, desc);
    struct object *type = known ? *known : NULL;
    os_mutex_unlock(&invoke_lock);
    if (type) return type;

    struct class *ret;
    struct object *params = reflect_parameter_types(self, desc, accessing, &ret);
    if (!params) return NULL;
    bool everywhere = visible_everywhere(ret);
    for (i32 i = 0; i < array_length(params); i++) {
        struct class *c = class_of_mirror(array_ref(params, i));
        everywhere = everywhere && visible_everywhere(c);
        if (!resolve_check_class(self, accessing, c)) return NULL;
    }
    if (!resolve_check_class(self, accessing, ret)) return NULL;
    if (!class_init(self, WK(java_lang_invoke_MethodHandleNatives))) return NULL;
    slot args[2] = { slot_of_ref(ret->mirror), slot_of_ref(params) };
    bool hidden = steps_hide(self);
    type = slot_ref(java_call(self, WKM(MHN_findMethodHandleType), args));
    steps_show(self, hidden);
    if (self->pending) return NULL;
    if (everywhere) {
        struct object **cell = vm_malloc(sizeof *cell);
        *cell = type;
        os_mutex_lock(&invoke_lock);
        if (hashmap_get(&method_types, desc))
            free(cell);
        else
            hashmap_put(&method_types, desc, cell);
        os_mutex_unlock(&invoke_lock);
    }
    return type;
}

void method_types_visit(struct heap_visitor *v)
{
    u32 cursor = 0;
    u64 key;
    void *value;
    while (hashmap_next(&method_types, &cursor, &key, &value)) v->exact(v, value);
}

/* A MethodType for a method descriptor, a Class for a field's. */
static struct object *type_object(struct thread *self, struct symbol *desc, struct class *accessing)
{
    if (desc->bytes[0] == '(') return invoke_method_type(self, desc, accessing);
    struct class *c = reflect_class_of_desc(self, desc->bytes, desc->len, accessing);
    return c ? c->mirror : NULL;
}

/* ---- MethodHandle ---- */

/* "Method 'void p.C.m(int)'" as HotSpot prints descriptors: types with dots and a trailing []. */
static void print_type(char *out, size_t size, const char *d, u32 len)
{
    u32 dims = 0;
    while (dims < len && d[dims] == '[') dims++;
    size_t at = 0;
    if (d[dims] == 'L') {
        for (u32 i = dims + 1; i + 1 < len && at + 1 < size; i++) out[at++] = d[i] == '/' ? '.' : d[i];
    } else if (kind_name(d[dims])) {
        at = (size_t)snprintf(out, size, "%s", kind_name(d[dims]));
    }
    for (; dims && at + 3 < size; dims--) out[at++] = '[', out[at++] = ']';
    out[at < size ? at : size - 1] = 0;
}

static void throw_inconsistent(struct thread *self, struct class *callee, struct symbol *name, struct symbol *desc,
                               u16 index)
{
    bool itf = class_is_interface(callee);
    char params[1024] = "", one[512], ret[512];
    const char *p = desc->bytes + 1, *start;
    u32 len;
    for (bool first = true; desc_next(&p, &start, &len); first = false) {
        print_type(one, sizeof one, start, len);
        size_t at = strlen(params);
        snprintf(params + at, sizeof params - at, "%s%s", first ? "" : ", ", one);
    }
    const char *r = desc_return(desc);
    print_type(ret, sizeof ret, r, (u32)strlen(r));
    THROW(self, IncompatibleClassChangeError,
          "Inconsistent constant pool data in classfile for class %s. Method '%s %s(%s)' at index %d is %s and should "
          "be %s",
          callee->name->bytes, ret, name->bytes, params, index,
          itf ? "CONSTANT_MethodRef" : "CONSTANT_InterfaceMethodRef",
          itf ? "CONSTANT_InterfaceMethodRef" : "CONSTANT_MethodRef");
}

static struct object *resolve_handle(struct thread *self, struct constpool *cp, u16 index)
{
    int kind = cp->file[index].u.pair.a;
    u16 ref = cp->file[index].u.pair.b;
    u8 tag = cp->file[ref].tag;
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, ref, &cls, &name, &desc);
    struct class *callee = cp_resolve_class(self, cp, cp->file[ref].u.pair.a);
    if (!callee) return NULL;
    if (class_is_interface(callee) ? tag == CP_METHOD : tag == CP_IMETHOD) {
        throw_inconsistent(self, callee, name, desc, index);
        return NULL;
    }
    struct object *name_str = string_intern_symbol(self, name);
    if (!name_str) return NULL;
    struct object *desc_str = string_intern_symbol(self, desc);
    if (!desc_str || !class_init(self, WK(java_lang_invoke_MemberName))) return NULL;
    struct object *mname = object_new(self, WK(java_lang_invoke_MemberName));
    if (!mname) return NULL;
    i32 what = ref_kind_is_field(kind)          ? MN_IS_FIELD
               : kind == REF_NEW_INVOKE_SPECIAL ? MN_IS_CONSTRUCTOR
                                                : MN_IS_METHOD;
    heap_store_ref(mname, WKF(MemberName_clazz), callee->mirror);
    heap_store_ref(mname, WKF(MemberName_name), name_str);
    heap_store_ref(mname, WKF(MemberName_type), desc_str);
    obj_set_int(mname, WKF(MemberName_flags), what | kind << MN_REF_KIND_SHIFT);
    /* invoke, invokeExact and VarHandle's accessors have no MemberName of their own; the library makes an invoker. */
    bool generic = kind == REF_INVOKE_VIRTUAL && invoke_intrinsic_of(callee, name) == INTRINSIC_INVOKE_GENERIC;
    if (!generic && !member_name_resolve(self, mname, cp->owner, false, false)) {
        if (!self->pending) THROW(self, LinkageError, "resolution failed");
        return NULL;
    }
    struct object *type = type_object(self, desc, cp->owner);
    if (!type || !class_init(self, WK(java_lang_invoke_MethodHandleNatives))) return NULL;
    slot args[5] = { slot_of_ref(cp->owner->mirror), slot_of_int(kind), slot_of_ref(callee->mirror),
                     slot_of_ref(name_str), slot_of_ref(type) };
    bool hidden = steps_hide(self);
    struct object *mh = slot_ref(java_call(self, WKM(MHN_linkMethodHandleConstant), args));
    steps_show(self, hidden);
    return self->pending ? NULL : mh;
}

/* ---- bootstrap specifiers ---- */

struct object *invoke_bootstrap_argument(struct thread *self, struct constpool *cp, u16 index)
{
    const struct cf_const *k = &cp->file[index];
    switch (k->tag) {
    case CP_INTEGER: return box_value(self, 'I', slot_of_int((i32)k->u.u4));
    case CP_FLOAT: return box_value(self, 'F', k->u.u4);
    case CP_LONG: return box_value(self, 'J', k->u.u8_);
    case CP_DOUBLE: return box_value(self, 'D', k->u.u8_);
    case CP_STRING: return cp_resolve_string(self, cp, index);
    case CP_CLASS: {
        struct class *c = cp_resolve_class(self, cp, index);
        return c ? c->mirror : NULL;
    }
    default: return cp_resolve_object(self, cp, index);
    }
}

void bootstrap_wrap_pending(struct thread *self)
{
    if (self->pending && !object_instance_of(self->pending, WK(java_lang_Error)))
        throw_wrapping(self, WK(BootstrapMethodError), self->pending);
}

static bool resolve_specifier(struct thread *self, struct constpool *cp, u16 index, struct bootstrap *b)
{
    const struct cf_bootstrap *bs = &cp->cf->bootstraps[cp->file[index].u.pair.a];
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, index, &cls, &name, &desc);
    if (!(b->method = cp_resolve_object(self, cp, bs->handle))) return false;
    if (!(b->name = string_from_mutf8_n(self, name->bytes, name->len))) return false;
    if (!(b->type = type_object(self, desc, cp->owner))) return false;
    b->args = NULL;
    if (bs->argc == 0) return true;
    if (bs->argc == 1) {
        struct object *only = invoke_bootstrap_argument(self, cp, bs->args[0]);
        if (self->pending) return false;
        if (only && !class_is_array(object_class(only))) {
            b->args = only;
            return true;
        }
    }
    struct object *all = array_new_ref(self, WK(java_lang_Object), bs->argc);
    if (!all) return false;
    for (u16 i = 0; i < bs->argc; i++) {
        struct object *o = invoke_bootstrap_argument(self, cp, bs->args[i]);
        if (self->pending) return false;
        array_set_ref(all, i, o);
    }
    b->args = all;
    return true;
}

bool bootstrap_resolve(struct thread *self, struct constpool *cp, u16 index, struct bootstrap *b)
{
    if (resolve_specifier(self, cp, index, b) && class_init(self, WK(java_lang_invoke_MethodHandleNatives)))
        return true;
    bootstrap_wrap_pending(self);
    return false;
}

/* ---- Dynamic ---- */

static struct object *resolve_dynamic(struct thread *self, struct constpool *cp, u16 index)
{
    struct bootstrap b;
    if (!bootstrap_resolve(self, cp, index, &b)) return NULL;
    slot args[6] = { slot_of_ref(cp->owner->mirror),
                     slot_of_int(index),
                     slot_of_ref(b.method),
                     slot_of_ref(b.name),
                     slot_of_ref(b.type),
                     slot_of_ref(b.args) };
    bool hidden = steps_hide(self);
    struct object *value = slot_ref(java_call(self, WKM(MHN_linkDynamicConstant), args));
    steps_show(self, hidden);
    if (self->pending) {
        bootstrap_wrap_pending(self);
        return NULL;
    }
    struct class *type = class_of_mirror(b.type);
    if (!class_is_primitive(type)) return value;
    /* The library boxes; ldc unboxes without looking. */
    if (!value)
        THROW(self, InternalError, "null result instead of box");
    else if (object_class(value) != box_class((char)type->prim_kind))
        THROW(self, InternalError, "primitive is not properly boxed");
    return self->pending ? NULL : value;
}

struct object *invoke_resolve_constant(struct thread *self, struct constpool *cp, u16 index)
{
    switch (cp->file[index].tag) {
    case CP_METHOD_HANDLE: return resolve_handle(self, cp, index);
    case CP_METHOD_TYPE: return invoke_method_type(self, cp->file[cp->file[index].u.index].u.utf8, cp->owner);
    case CP_DYNAMIC: return resolve_dynamic(self, cp, index);
    default: VM_FATAL("constant %u of %s has tag %u", index, cp->owner->name->bytes, cp->file[index].tag);
    }
}
