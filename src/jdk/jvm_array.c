/* Natives of java.lang.reflect.Array and System.arraycopy. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "jdk/jvm_exports.h"
#include "thread/events.h"
#include "thread/vmentry.h"
#include <classfile_constants.h>

JNIEXPORT void JNICALL JVM_ArrayCopy(JNIEnv *env, jclass unused, jobject src, jint sp, jobject dst, jint dp,
                                     jint length)
{
    VM_ENTRY(env);
    if (!src || !dst)
        THROW(self, NullPointerException, NULL);
    else if (!array_copy(self, ref_get(src), sp, ref_get(dst), dp, length))
        VM_RETURN_VOID();
    VM_RETURN_VOID();
}

/* The array of a reference; throws NullPointerException or IllegalArgumentException. `primitives`: accepts only
 * primitive arrays. */
static struct object *checked_array(struct thread *self, jobject ref, bool primitives)
{
    struct object *a = ref_get(ref);
    if (!a) {
        THROW(self, NullPointerException, NULL);
        return NULL;
    }
    u8 kind = object_type(a)->kind;
    if (kind == HEAP_PRIM_ARRAY || (kind == HEAP_REF_ARRAY && !primitives)) return a;
    if (kind == HEAP_REF_ARRAY)
        THROW(self, IllegalArgumentException, "Argument is not an array of primitive type");
    else
        THROW(self, IllegalArgumentException, "Argument is not an array");
    return NULL;
}

static bool check_index(struct thread *self, struct object *a, jint index)
{
    if (index >= 0 && index < array_length(a)) return true;
    THROW(self, ArrayIndexOutOfBoundsException, NULL); /* HotSpot has no message here either */
    return false;
}

JNIEXPORT jint JNICALL JVM_GetArrayLength(JNIEnv *env, jobject arr)
{
    VM_ENTRY(env);
    struct object *a = checked_array(self, arr, false);
    VM_RETURN(a ? array_length(a) : 0);
}

/* An element as a slot: value of any kind, booleans as 0 or 1. */
static slot load_element(const struct object *a, char kind, i32 i)
{
    const char *at = array_data(a);
    switch (kind) {
    case 'Z': return slot_of_int(((const u8 *)at)[i] & 1);
    case 'B': return slot_of_int(((const i8 *)at)[i]);
    case 'C': return slot_of_int(((const u16 *)at)[i]);
    case 'S': return slot_of_int(((const i16 *)at)[i]);
    case 'I': return slot_of_int(((const i32 *)at)[i]);
    case 'F': return slot_of_float(((const float *)at)[i]);
    case 'D': return slot_of_double(((const double *)at)[i]);
    case 'J': return (slot)((const i64 *)at)[i];
    default: return slot_of_ref(array_ref(a, i));
    }
}

static void store_element(struct object *a, char kind, i32 i, slot v)
{
    char *at = array_data(a);
    switch (kind) {
    case 'Z': ((u8 *)at)[i] = slot_int(v) & 1; break;
    case 'B': ((i8 *)at)[i] = (i8)slot_int(v); break;
    case 'C': ((u16 *)at)[i] = (u16)slot_int(v); break;
    case 'S': ((i16 *)at)[i] = (i16)slot_int(v); break;
    case 'I': ((i32 *)at)[i] = slot_int(v); break;
    case 'F': ((float *)at)[i] = slot_float(v); break;
    case 'D': ((double *)at)[i] = slot_double(v); break;
    case 'J': ((i64 *)at)[i] = (i64)v; break;
    default: VM_UNREACHABLE();
    }
}

/* Descriptor character of the elements: 'L' for every reference. */
static char element_kind(const struct object *a)
{
    const struct class *e = object_class(a)->element;
    return class_is_primitive(e) ? (char)e->prim_kind : 'L';
}

JNIEXPORT jobject JNICALL JVM_GetArrayElement(JNIEnv *env, jobject arr, jint index)
{
    VM_ENTRY(env);
    struct object *a = checked_array(self, arr, false);
    if (!a || !check_index(self, a, index)) VM_RETURN((jobject)NULL);
    char kind = element_kind(a);
    struct object *o = box_value(self, kind, load_element(a, kind, index));
    if (kind != 'L') event_vm_alloc(self, o);
    VM_RETURN(ref_local(self, o));
}

JNIEXPORT void JNICALL JVM_SetArrayElement(JNIEnv *env, jobject arr, jint index, jobject value)
{
    VM_ENTRY(env);
    struct object *a = checked_array(self, arr, false);
    struct object *v = ref_get(value);
    if (!a) VM_RETURN_VOID();
    char kind = element_kind(a);
    slot s = 0;
    if (kind == 'L') {
        if (v && !object_instance_of(v, object_class(a)->element))
            THROW(self, IllegalArgumentException, "array element type mismatch");
        else if (check_index(self, a, index))
            array_set_ref(a, index, v);
    } else if (!v) {
        THROW(self, IllegalArgumentException, NULL);
    } else if (!unbox_value(v, kind, &s)) {
        THROW(self, IllegalArgumentException, "argument type mismatch");
    } else if (check_index(self, a, index)) {
        store_element(a, kind, index, s);
    }
    VM_RETURN_VOID();
}

/* Descriptor characters of newarray's type codes, T_BOOLEAN = 4 … T_LONG = 11. */
static char kind_of_code(u32 code)
{
    return code >= JVM_T_BOOLEAN && code <= JVM_T_LONG ? "ZCFDBSIJ"[code - JVM_T_BOOLEAN] : 0;
}

/* Widening primitive conversion, JLS §5.1.2, of `v`. Returns false if there is none from `from` to `to`. */
static bool widen(slot *v, char from, char to)
{
    if (from == to) return true;
    switch (to) {
    case 'S': return from == 'B';
    case 'I': return from == 'B' || from == 'S' || from == 'C';
    case 'J':
        if (from != 'B' && from != 'S' && from != 'C' && from != 'I') return false;
        *v = (slot)(i64)slot_int(*v);
        return true;
    case 'F':
        if (from == 'J')
            *v = slot_of_float((float)(i64)*v);
        else if (from == 'B' || from == 'S' || from == 'C' || from == 'I')
            *v = slot_of_float((float)slot_int(*v));
        else
            return false;
        return true;
    case 'D':
        if (from == 'J')
            *v = slot_of_double((double)(i64)*v);
        else if (from == 'F')
            *v = slot_of_double(slot_float(*v));
        else if (from == 'B' || from == 'S' || from == 'C' || from == 'I')
            *v = slot_of_double(slot_int(*v));
        else
            return false;
        return true;
    default: return false;
    }
}

JNIEXPORT jvalue JNICALL JVM_GetPrimitiveArrayElement(JNIEnv *env, jobject arr, jint index, jint type_code)
{
    VM_ENTRY(env);
    jvalue out = { 0 };
    struct object *a = checked_array(self, arr, true);
    if (!a || !check_index(self, a, index)) VM_RETURN(out);
    char from = element_kind(a), to = kind_of_code((u32)type_code);
    slot v = load_element(a, from, index);
    if (!widen(&v, from, to))
        THROW(self, IllegalArgumentException, "argument type mismatch");
    else if (to == 'Z')
        out.z = (jboolean)slot_int(v);
    else if (to == 'B')
        out.b = (jbyte)slot_int(v);
    else if (to == 'C')
        out.c = (jchar)slot_int(v);
    else if (to == 'S')
        out.s = (jshort)slot_int(v);
    else if (to == 'I')
        out.i = slot_int(v);
    else if (to == 'F')
        out.f = slot_float(v);
    else if (to == 'D')
        out.d = slot_double(v);
    else
        out.j = (jlong)v;
    VM_RETURN(out);
}

JNIEXPORT void JNICALL JVM_SetPrimitiveArrayElement(JNIEnv *env, jobject arr, jint index, jvalue value,
                                                    unsigned char type_code)
{
    VM_ENTRY(env);
    struct object *a = checked_array(self, arr, true);
    if (!a || !check_index(self, a, index)) VM_RETURN_VOID();
    char from = kind_of_code(type_code), to = element_kind(a);
    slot v;
    switch (from) {
    case 'Z': v = slot_of_int(value.z); break;
    case 'B': v = slot_of_int(value.b); break;
    case 'C': v = slot_of_int(value.c); break;
    case 'S': v = slot_of_int(value.s); break;
    case 'I': v = slot_of_int(value.i); break;
    case 'F': v = slot_of_float(value.f); break;
    case 'D': v = slot_of_double(value.d); break;
    default: v = (slot)value.j; break;
    }
    if (widen(&v, from, to))
        store_element(a, to, index, v);
    else
        THROW(self, IllegalArgumentException, "argument type mismatch");
    VM_RETURN_VOID();
}

/* The element class of a new array; false: NullPointerException or IllegalArgumentException (void) pending. */
static struct class *element_class(struct thread *self, jclass element)
{
    if (!element) {
        THROW(self, NullPointerException, NULL);
        return NULL;
    }
    struct class *c = class_of_mirror(ref_get(element));
    if (c->prim_kind != 'V' || !class_is_primitive(c)) return c;
    THROW(self, IllegalArgumentException, NULL);
    return NULL;
}

JNIEXPORT jobject JNICALL JVM_NewArray(JNIEnv *env, jclass element, jint length)
{
    VM_ENTRY(env);
    struct class *c = element_class(self, element);
    if (c && length < 0) {
        THROW(self, NegativeArraySizeException, "%d", length);
        c = NULL;
    }
    if (c && c->dims >= 255) {
        THROW(self, IllegalArgumentException, NULL);
        c = NULL;
    }
    struct class *ac = c ? class_array_of(self, c) : NULL;
    struct object *a = ac ? array_new(self, ac, length) : NULL;
    event_vm_alloc(self, a);
    VM_RETURN(ref_local(self, a));
}

enum { MAX_DIMENSIONS = 255 };

JNIEXPORT jobject JNICALL JVM_NewMultiArray(JNIEnv *env, jclass element, jintArray dims)
{
    VM_ENTRY(env);
    struct class *c = element_class(self, element);
    struct object *d = ref_get(dims);
    if (!c || !d) {
        if (c) THROW(self, NullPointerException, NULL);
        VM_RETURN((jobject)NULL);
    }
    i32 n = array_length(d);
    i32 sizes[MAX_DIMENSIONS];
    if (n == 0 || n > MAX_DIMENSIONS || n + c->dims > MAX_DIMENSIONS) {
        THROW(self, IllegalArgumentException, NULL);
        VM_RETURN((jobject)NULL);
    }
    memcpy(sizes, array_data(d), (size_t)n * sizeof *sizes);
    for (i32 i = 0; i < n; i++) {
        if (sizes[i] >= 0) continue;
        THROW(self, NegativeArraySizeException, "%d", sizes[i]);
        VM_RETURN((jobject)NULL);
    }
    for (i32 i = 0; c && i < n; i++) c = class_array_of(self, c);
    struct object *a = c ? array_new_multi(self, c, sizes, (u32)n) : NULL;
    event_vm_alloc_array(self, a);
    VM_RETURN(ref_local(self, a));
}
