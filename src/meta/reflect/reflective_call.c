/* Reflective invocation and boxing (call.h), for jdk.internal.reflect's native accessors.
 *
 * Java code has checked access. Argument errors are IllegalArgumentExceptions with HotSpot's texts. An exception of the
 * called method, or of selecting an implementation, is wrapped in an InvocationTargetException. */
#include "meta/reflect.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "model/wellknown.h"

/* ---- boxes ---- */

struct class *box_class(char kind)
{
    switch (kind) {
    case 'Z': return WK(java_lang_Boolean);
    case 'C': return WK(java_lang_Character);
    case 'F': return WK(java_lang_Float);
    case 'D': return WK(java_lang_Double);
    case 'B': return WK(java_lang_Byte);
    case 'S': return WK(java_lang_Short);
    case 'I': return WK(java_lang_Integer);
    case 'J': return WK(java_lang_Long);
    default: return NULL;
    }
}

struct object *box_value(struct thread *self, char kind, slot v)
{
    if (kind == 'L' || kind == '[') return slot_ref(v);
    if (kind == 'V') return NULL;
    struct class *c = box_class(kind);
    VM_CHECKF(c != NULL, "kind %c", kind);
    if (!class_init(self, c)) return NULL;
    struct object *o = object_new(self, c);
    if (!o) return NULL;
    switch (kind) {
    case 'Z': obj_set_byte(o, WKF(Boolean_value), v & 1); break;
    case 'B': obj_set_byte(o, WKF(Byte_value), (u8)v); break;
    case 'C': *(u16 *)((char *)o + WKF(Character_value)) = (u16)v; break;
    case 'S': *(i16 *)((char *)o + WKF(Short_value)) = (i16)v; break;
    case 'I': obj_set_int(o, WKF(Integer_value), slot_int(v)); break;
    case 'F': obj_set_int(o, WKF(Float_value), slot_int(v)); break;
    case 'J': obj_set_long(o, WKF(Long_value), (i64)v); break;
    case 'D': obj_set_long(o, WKF(Double_value), (i64)v); break;
    }
    return o;
}

/* The kind of a box and its value as a slot; 0 when it is no box. */
static char box_kind(struct object *o, slot *v)
{
    struct class *c = object_class(o);
    if (c == WK(java_lang_Boolean)) return *v = obj_byte(o, WKF(Boolean_value)) & 1, 'Z';
    if (c == WK(java_lang_Byte)) return *v = slot_of_int((i8)obj_byte(o, WKF(Byte_value))), 'B';
    if (c == WK(java_lang_Character)) return *v = *(u16 *)((char *)o + WKF(Character_value)), 'C';
    if (c == WK(java_lang_Short)) return *v = slot_of_int(*(i16 *)((char *)o + WKF(Short_value))), 'S';
    if (c == WK(java_lang_Integer)) return *v = slot_of_int(obj_int(o, WKF(Integer_value))), 'I';
    if (c == WK(java_lang_Float)) return *v = (u32)obj_int(o, WKF(Float_value)), 'F';
    if (c == WK(java_lang_Long)) return *v = (slot)obj_long(o, WKF(Long_value)), 'J';
    if (c == WK(java_lang_Double)) return *v = (slot)obj_long(o, WKF(Double_value)), 'D';
    return 0;
}

/* Widening primitive conversion (JLS §5.1.2). */
static bool widen(char from, char to, slot v, slot *out)
{
    if (from == to) return *out = v, true;
    bool small = from == 'B' || from == 'S' || from == 'C' || from == 'I';
    switch (to) {
    case 'S': return from == 'B' && (*out = v, true);
    case 'I': return small && (*out = v, true);
    case 'J': return small && (*out = (slot)(i64)slot_int(v), true);
    case 'F':
        if (small) return *out = slot_of_float((float)slot_int(v)), true;
        return from == 'J' && (*out = slot_of_float((float)(i64)v), true);
    case 'D':
        if (small) return *out = slot_of_double((double)slot_int(v)), true;
        if (from == 'J') return *out = slot_of_double((double)(i64)v), true;
        return from == 'F' && (*out = slot_of_double((double)slot_float(v)), true);
    default: return false;
    }
}

bool unbox_value(struct object *boxed, char kind, slot *out)
{
    if (kind == 'L' || kind == '[') return *out = slot_of_ref(boxed), true;
    if (!boxed) return false;
    slot v;
    char from = box_kind(boxed, &v);
    return from && widen(from, kind, v, out);
}

/* ---- invocation ---- */

void throw_wrapping(struct thread *self, struct class *c, struct object *cause)
{
    self->pending = NULL;
    struct method *init = class_find_method_here(c, SYM(init), symbol_from_cstr("(Ljava/lang/Throwable;)V"));
    VM_CHECKF(init != NULL, "%s(Throwable)", c->name->bytes);
    if (!class_init(self, c)) return;
    struct object *o = object_new(self, c);
    if (!o) return;
    slot args[2] = { slot_of_ref(o), slot_of_ref(cause) };
    java_call(self, init, args);
    if (!self->pending) throw_object(self, o);
}

/* Wraps the pending exception in an InvocationTargetException. */
static void wrap_pending(struct thread *self) { throw_wrapping(self, WK(InvocationTargetException), self->pending); }

static char mirror_kind(struct object *mirror)
{
    struct class *c = class_of_mirror(mirror);
    return class_is_primitive(c) ? (char)c->prim_kind : 'L';
}

/* Fills args[] after the receiver with the unboxed arguments; false with pending. */
static bool unpack_arguments(struct thread *self, struct object *values, struct object *types, slot *args, u32 at,
                             u32 room)
{
    i32 count = values ? array_length(values) : 0;
    u32 need = at;
    for (i32 i = 0; i < array_length(types); i++)
        need += mirror_kind(array_ref(types, i)) == 'J' || mirror_kind(array_ref(types, i)) == 'D' ? 2 : 1;
    if (array_length(types) != count || need != room) {
        THROW(self, IllegalArgumentException, "wrong number of arguments");
        return false;
    }
    for (i32 i = 0; i < count; i++) {
        struct object *type = array_ref(types, i), *value = array_ref(values, i);
        char kind = mirror_kind(type);
        if (kind == 'L') {
            if (value && !object_instance_of(value, class_of_mirror(type))) {
                THROW(self, IllegalArgumentException, "argument type mismatch");
                return false;
            }
            args[at++] = slot_of_ref(value);
            continue;
        }
        if (!value) {
            THROW(self, IllegalArgumentException, NULL);
            return false;
        }
        if (kind == 'J' || kind == 'D') args[at++] = 0;
        if (!unbox_value(value, kind, &args[at++])) {
            THROW(self, IllegalArgumentException, "argument type mismatch");
            return false;
        }
    }
    return true;
}

/* The implementation of m for this receiver; NULL with an InvocationTargetException pending. */
static struct method *select_target(struct thread *self, struct method *m, struct object *receiver)
{
    if (method_is_static(m) || (m->access & ACC_PRIVATE) || m->name == SYM(init)) return m;
    struct method *target = class_select_method(object_class(receiver), m);
    if (target && method_selection_is_hidden(m, target)) {
        char text[1024];
        THROW(self, IllegalAccessError, "'%s'",
              method_name_external(object_class(receiver), m->name, m->desc, text, sizeof text));
        wrap_pending(self);
        return NULL;
    }
    if (target && !method_is_abstract(target)) return target; /* conflict fillers throw when they are called */
    char owner[512], receiver_name[512];
    struct method *shown = target ? target : m;
    THROW(self, AbstractMethodError,
          "Receiver class %s does not define or inherit an implementation of the resolved method '%s%s' of %s%s.",
          class_external_name(object_class(receiver), receiver_name, sizeof receiver_name), shown->name->bytes,
          shown->desc->bytes, class_is_interface(shown->owner) ? "interface " : "abstract class ",
          class_external_name(shown->owner, owner, sizeof owner));
    wrap_pending(self);
    return NULL;
}

/* Calls m; false with pending (wrapped when the callee threw). */
static bool invoke(struct thread *self, struct method *m, struct object *receiver, struct object *values,
                   struct object *types, slot *result)
{
    /* no unwritten words, since the collector scans this frame while the method runs */
    slot args[m->nargs + 1u];
    u32 at = 0;
    struct method *target = m;
    if (!method_is_static(m)) {
        if (!receiver) {
            THROW(self, NullPointerException, NULL);
            return false;
        }
        if (!object_instance_of(receiver, m->owner)) {
            THROW(self, IllegalArgumentException, "object is not an instance of declaring class");
            return false;
        }
        target = select_target(self, m, receiver);
        if (!target) return false;
        args[at++] = slot_of_ref(receiver);
    }
    if (!unpack_arguments(self, values, types, args, at, m->nargs)) return false;
    *result = java_call(self, target, args);
    if (!self->pending) return true;
    wrap_pending(self);
    return false;
}

struct object *reflect_invoke(struct thread *self, struct method *m, struct object *receiver, struct object *args_array,
                              struct object *param_types, bool override, struct object *return_mirror)
{
    (void) override;
    if (!class_init(self, m->owner)) return NULL;
    slot result;
    if (!invoke(self, m, receiver, args_array, param_types, &result)) return NULL;
    return box_value(self, mirror_kind(return_mirror), result);
}

struct object *reflect_new_instance(struct thread *self, struct method *ctor, struct object *args_array,
                                    struct object *param_types)
{
    struct class *c = ctor->owner;
    if (!class_init(self, c)) return NULL;
    if (!object_may_be_made(self, c)) return NULL;
    struct object *o = object_new(self, c);
    if (!o) return NULL;
    slot result;
    return invoke(self, ctor, o, args_array, param_types, &result) ? o : NULL;
}
