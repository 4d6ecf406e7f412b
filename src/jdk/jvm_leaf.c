/* Leaf natives of java.lang. */
#include "jdk/jvm_leaf.h"
#include "core/alloc.h"
#include "cpu/x86_64/checksum.h"
#include "cpu/x86_64/cipher.h"
#include "exec/invoke/invoke.h"
#include "jdk/jvm_leaf_int.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "os/os_dl.h"
#include "os/os_time.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include <limits.h>
#include <math.h>

static const struct class *described(slot mirror) { return class_of_mirror(slot_ref(mirror)); }

/* ---- Object, System, Thread ---- */

LEAF(object_hash_code, 1, LEAF_ONE)
{
    struct object *o = slot_ref(args[0]);
    i32 hash;
    if (!o || !object_hash_quick(self, o, &hash)) return false;
    *result = slot_of_int(hash);
    return true;
}

LEAF(object_get_class, 1, LEAF_ONE)
{
    if (!slot_ref(args[0])) return false;
    *result = slot_of_ref(object_class(slot_ref(args[0]))->mirror);
    return true;
}

/* Arrays, and objects that the collector does not treat specially, that fit the current span; everything else
 * declines. */
LEAF_LONG(object_clone_, 1, LEAF_ONE)
{
    struct object *o = slot_ref(args[0]);
    const struct class *is = object_class(o);
    bool plain = is->type.kind == HEAP_INSTANCE && (is->flags & CLS_CLONEABLE) && !(is->flags & CLS_HAS_FINALIZER);
    if (!class_is_array(is) && !plain) return false;
    size_t n = object_size(o);
    if (self->heap.sample_countdown != INT64_MAX || event_on(EV_VM_ALLOC) || is->type.told || n >= HEAP_LARGE_MIN)
        return false;
    if (object_is_short(o)) return false;
    struct object *c = heap_alloc(&self->heap, object_type(o), n);
    if (!c) return false;
    heap_copy(c, o);
    *result = slot_of_ref(c);
    return true;
}

LEAF(system_identity_hash_code, 1, LEAF_ONE)
{
    struct object *o = slot_ref(args[0]);
    i32 hash = 0;
    if (o && !object_hash_quick(self, o, &hash)) return false;
    *result = slot_of_int(hash);
    return true;
}

/* Copies references that have to be of the other array's class each. If one is not, the native copies anew and throws:
 * these are two arrays. It copies many too, as a stop of the world would wait for them here. */
static bool copy_checked(const struct object *src, u32 sp, struct object *dst, u32 dp, u32 n)
{
    enum { MOST = 4096 };
    if (n > MOST) return false;
    const struct class *wanted = object_class(dst)->element;
    for (u32 i = 0; i < n; i++) {
        struct object *e = array_ref(src, (i32)(sp + i));
        if (e && !object_instance_of(e, wanted)) return false;
        array_set_ref(dst, (i32)(dp + i), e);
    }
    return true;
}
LEAF_LONG(system_arraycopy, 5, LEAF_VOID)
{
    struct object *src = slot_ref(args[0]), *dst = slot_ref(args[2]);
    i32 sp = slot_int(args[1]), dp = slot_int(args[3]), n = slot_int(args[4]);
    if (!src || !dst) return false;
    const struct class *s = object_class(src), *d = object_class(dst);
    bool refs = s->type.kind == HEAP_REF_ARRAY;
    if (refs ? d->type.kind != HEAP_REF_ARRAY : s != d || s->type.kind != HEAP_PRIM_ARRAY) return false;
    if ((sp | dp | n) < 0 || (u32)sp + (u32)n > (u32)array_length(src) || (u32)dp + (u32)n > (u32)array_length(dst))
        return false;
    if (refs && s != d && !class_assignable(s->element, d->element))
        return copy_checked(src, (u32)sp, dst, (u32)dp, (u32)n);
    return array_copy(self, src, sp, dst, dp, n); /* no further check can fail */
}

LEAF(system_nano_time, 0, LEAF_WIDE)
{
    *result = (slot)os_time_monotonic_ns();
    return true;
}

LEAF(system_current_time_millis, 0, LEAF_WIDE)
{
    *result = (slot)os_time_wall_ms();
    return true;
}

LEAF(thread_current, 0, LEAF_ONE)
{
    *result = slot_of_ref(self->java);
    return true;
}

LEAF(thread_holds_lock, 1, LEAF_ONE)
{
    struct object *o = slot_ref(args[0]);
    if (!o) return false;
    *result = monitor_owned_by(self, o);
    return true;
}

/* ---- Class ---- */
/* Optimized code reads the same word. */
static bool has_fact(slot mirror, u32 fact, slot *result)
{
    const struct class *c = described(mirror);
    VM_ASSERT((c->facts & FACT_MODIFIERS) == class_modifiers(c) && !(c->facts & FACT_ARRAY) == !class_is_array(c));
    *result = (c->facts & fact) != 0;
    return true;
}

/* Stores the class that optimized code compares first, the next time. */
static bool note_seen(struct class *from, const struct class *to, bool is)
{
    if (is && (class_is_interface(to) || class_is_array(to)))
        atomic_store_explicit(&from->seen_as, to, memory_order_relaxed);
    return is;
}
LEAF(class_is_instance, 2, LEAF_ONE)
{
    struct object *o = slot_ref(args[1]);
    const struct class *c = described(args[0]);
    *result = o && !class_is_primitive(c) && note_seen(object_class(o), c, object_instance_of(o, c));
    return true;
}

LEAF(class_is_assignable_from, 2, LEAF_ONE)
{
    if (!slot_ref(args[1])) return false;
    const struct class *to = described(args[0]);
    struct class *from = class_of_mirror(slot_ref(args[1]));
    *result = to == from ||
              (!class_is_primitive(to) && !class_is_primitive(from) && note_seen(from, to, class_assignable(from, to)));
    return true;
}

LEAF(class_is_interface_, 1, LEAF_ONE) { return has_fact(args[0], FACT_INTERFACE, result); }

LEAF(class_is_array_, 1, LEAF_ONE) { return has_fact(args[0], FACT_ARRAY, result); }

LEAF(class_is_primitive_, 1, LEAF_ONE) { return has_fact(args[0], FACT_PRIMITIVE, result); }

LEAF(class_is_hidden, 1, LEAF_ONE) { return has_fact(args[0], FACT_HIDDEN, result); }

LEAF(class_get_modifiers, 1, LEAF_ONE)
{
    *result = described(args[0])->facts & FACT_MODIFIERS;
    return true;
}

LEAF(class_get_superclass, 1, LEAF_ONE)
{
    const struct class *c = described(args[0]);
    struct class *super = class_is_array(c)                                ? WK(java_lang_Object)
                          : class_is_primitive(c) || class_is_interface(c) ? NULL
                                                                           : c->super;
    *result = super ? slot_of_ref(super->mirror) : 0;
    return true;
}

/* The optimizer knows the caller if it is inlined; otherwise the stack is walked. */
LEAF(reflection_caller, 0, LEAF_ONE) { return false; }

/* ---- numbers: a float is its bits in a slot ---- */

LEAF(float_bits, 1, LEAF_ONE)
{
    *result = slot_of_int((i32)(u32)args[0]);
    return true;
}

LEAF(float_of_bits, 1, LEAF_ONE)
{
    *result = (u32)args[0];
    return true;
}

LEAF(double_bits, 2, LEAF_WIDE)
{
    *result = args[1];
    return true;
}

LEAF(strict_sqrt, 2, LEAF_WIDE)
{
    *result = slot_of_double(sqrt(slot_double(args[1])));
    return true;
}

/* ---- java.lang.reflect.Array, Reference ---- */

LEAF(array_get_length, 1, LEAF_ONE)
{
    struct object *a = slot_ref(args[0]);
    if (!a || !class_is_array(object_class(a))) return false;
    *result = slot_of_int(array_length(a));
    return true;
}

/* Arrays that fit the current span, of a class that some array has had before. */
LEAF_LONG(array_new_array, 2, LEAF_ONE)
{
    if (!slot_ref(args[0])) return false;
    struct class *c = class_of_mirror(slot_ref(args[0]));
    const struct class *array = atomic_load_explicit(&c->array, memory_order_acquire);
    i32 length = slot_int(args[1]);
    if (!array || length < 0 || length >= (i32)HEAP_LARGE_MIN) return false;
    if (self->heap.sample_countdown != INT64_MAX || event_on(EV_VM_ALLOC) || array->type.told) return false;
    u32 shift = array->type.elem_shift;
    size_t n = ALIGN_UP(array_base(shift) + ((size_t)length << shift), (size_t)OBJECT_ALIGN);
    struct object *a = n < HEAP_LARGE_MIN ? heap_alloc(&self->heap, &array->type, n) : NULL;
    if (!a) return false;
    ((struct array *)a)->length = length;
    *result = slot_of_ref(a);
    return true;
}

LEAF(reference_refers_to, 2, LEAF_ONE)
{
    *result = ref_load(slot_ref(args[0]), WKF(Reference_referent)) == slot_ref(args[1]);
    return true;
}

LEAF(reference_clear, 1, LEAF_VOID)
{
    heap_store_ref(slot_ref(args[0]), WKF(Reference_referent), NULL);
    return true;
}

/* ---- the flight recorder: each event calls these ---- */

LEAF(recorder_time, 0, LEAF_WIDE)
{
    *result = (slot)os_time_monotonic_ns();
    return true;
}

LEAF(recorder_writer, 0, LEAF_ONE)
{
    *result = slot_of_ref(self->event_writer);
    return true;
}

LEAF(recorder_class_id, 1, LEAF_WIDE)
{
    if (!slot_ref(args[0])) return false;
    const struct class *c = described(args[0]);
    /* its name must be written first */
    if (__atomic_load_n(&c->recorder_epoch, __ATOMIC_ACQUIRE) != recorder_epoch) return false;
    *result = (slot)c->serial + RECORDER_RESERVED_IDS;
    return true;
}

#define CLS "Ljava/lang/Class;"
#define OBJ "Ljava/lang/Object;"
static const struct leaf leaves[] = {
    { "java/lang/Object", "hashCode", "()I", LEAF_IN_TABLE(object_hash_code) },
    { "java/lang/Object", "getClass", "()" CLS, LEAF_IN_TABLE(object_get_class) },
    { "java/lang/Object", "clone", "()" OBJ, LEAF_IN_TABLE(object_clone_) },
    { "java/lang/System", "identityHashCode", "(" OBJ ")I", LEAF_IN_TABLE(system_identity_hash_code) },
    { "java/lang/System", "arraycopy", "(" OBJ "I" OBJ "II)V", LEAF_IN_TABLE(system_arraycopy) },
    { "java/lang/System", "nanoTime", "()J", LEAF_IN_TABLE(system_nano_time) },
    { "java/lang/System", "currentTimeMillis", "()J", LEAF_IN_TABLE(system_current_time_millis) },
    { "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", LEAF_IN_TABLE(thread_current) },
    { "java/lang/Thread", "holdsLock", "(" OBJ ")Z", LEAF_IN_TABLE(thread_holds_lock) },
    { "java/lang/Class", "isInstance", "(" OBJ ")Z", LEAF_IN_TABLE(class_is_instance) },
    { "java/lang/Class", "isAssignableFrom", "(" CLS ")Z", LEAF_IN_TABLE(class_is_assignable_from) },
    { "java/lang/Class", "isInterface", "()Z", LEAF_IN_TABLE(class_is_interface_) },
    { "java/lang/Class", "isArray", "()Z", LEAF_IN_TABLE(class_is_array_) },
    { "java/lang/Class", "isPrimitive", "()Z", LEAF_IN_TABLE(class_is_primitive_) },
    { "java/lang/Class", "isHidden", "()Z", LEAF_IN_TABLE(class_is_hidden) },
    { "java/lang/Class", "getModifiers", "()I", LEAF_IN_TABLE(class_get_modifiers) },
    { "java/lang/Class", "getSuperclass", "()" CLS, LEAF_IN_TABLE(class_get_superclass) },
    { "jdk/internal/reflect/Reflection", "getCallerClass", "()" CLS, LEAF_IN_TABLE(reflection_caller) },
    { "java/lang/Float", "floatToRawIntBits", "(F)I", LEAF_IN_TABLE(float_bits) },
    { "java/lang/Float", "intBitsToFloat", "(I)F", LEAF_IN_TABLE(float_of_bits) },
    { "java/lang/Double", "doubleToRawLongBits", "(D)J", LEAF_IN_TABLE(double_bits) },
    { "java/lang/Double", "longBitsToDouble", "(J)D", LEAF_IN_TABLE(double_bits) },
    { "java/lang/StrictMath", "sqrt", "(D)D", LEAF_IN_TABLE(strict_sqrt) },
    { "java/lang/reflect/Array", "getLength", "(" OBJ ")I", LEAF_IN_TABLE(array_get_length) },
    { "java/lang/reflect/Array", "newArray", "(" CLS "I)" OBJ, LEAF_IN_TABLE(array_new_array) },
    { "java/lang/ref/Reference", "refersTo0", "(" OBJ ")Z", LEAF_IN_TABLE(reference_refers_to) },
    { "java/lang/ref/PhantomReference", "refersTo0", "(" OBJ ")Z", LEAF_IN_TABLE(reference_refers_to) },
    { "java/lang/ref/Reference", "clear0", "()V", LEAF_IN_TABLE(reference_clear) },
    { "jdk/jfr/internal/JVM", "counterTime", "()J", LEAF_IN_TABLE(recorder_time) },
    { "jdk/jfr/internal/JVM", "getEventWriter", "()" OBJ, LEAF_IN_TABLE(recorder_writer) },
    { "jdk/jfr/internal/JVM", "getClassId", "(" CLS ")J", LEAF_IN_TABLE(recorder_class_id) },
};

/* Is the function the JDK's own or the VM's? */
static bool is_genuine(const void *fn)
{
    char file[PATH_MAX], ours[PATH_MAX];
    if (!os_dl_file_of(fn, file, sizeof file)) return false;
    if (os_dl_file_of((const void *)is_genuine, ours, sizeof ours) && !strcmp(file, ours)) return true;
    const char *name = strrchr(file, '/');
    return name && (!strcmp(name, "/libjava.so") || !strcmp(name, "/libzip.so"));
}

static const struct leaf *find(const struct leaf *table, size_t n, const struct method *m)
{
    for (size_t i = 0; i < n; i++) {
        const struct leaf *l = &table[i];
        if (!symbol_equals_cstr(m->name, l->name) || !symbol_equals_cstr(m->owner->name, l->class_name) ||
            !symbol_equals_cstr(m->desc, l->sig))
            continue;
        int result = m->return_kind == 'V'                            ? LEAF_VOID
                     : m->return_kind == 'J' || m->return_kind == 'D' ? LEAF_WIDE
                                                                      : LEAF_ONE;
        VM_CHECK(l->shape == (m->nargs << 2 | result));
        return l;
    }
    return NULL;
}

static const struct leaf *leaf_of(const struct method *m)
{
    if (!m->owner->loader->is_boot || method_has(m, MTH_OBSOLETE) || (m->access & ACC_SYNCHRONIZED)) return NULL;
    if (m->intrinsic == INTRINSIC_MATH) return find(leaves_math, leaves_math_count, m);
    const struct leaf *l = find(leaves, ARRAY_LEN(leaves), m);
    if (!l) l = find(leaves_unsafe, leaves_unsafe_count, m);
    return l || !cpu_has_checksums() ? l : find(leaves_sum, leaves_sum_count, m);
}
void *jvm_leaf_lookup(const struct method *m, const void *fn)
{
    const struct leaf *l = leaf_of(m);
    return l && is_genuine(fn) ? (void *)l->entry : NULL;
}
static const struct leaf *leaf_of_bytecode(const struct method *m)
{
    if (!m->owner->loader->is_boot || m->previous_version) return NULL;
    const struct leaf *l = find(leaves_bytecode, leaves_bytecode_count, m);
    if (!l) l = find(leaves_digest, leaves_digest_count, m);
    if (!l && cpu_has_aes()) l = find(leaves_cipher, leaves_cipher_count, m);
    return l || !cpu_has_checksums() ? l : find(leaves_sum_bytecode, leaves_sum_bytecode_count, m);
}
void *jvm_leaf_of_bytecode(const struct method *m)
{
    const struct leaf *l = leaf_of_bytecode(m);
    return l ? (void *)l->entry : NULL;
}
leaf_body jvm_leaf_body_of_bytecode(const struct method *m)
{
    const struct leaf *l = leaf_of_bytecode(m);
    return l ? l->body : NULL;
}
void *jvm_leaf_of_math(const struct method *strict)
{
    const struct leaf *l = find(leaves_math, leaves_math_count, strict);
    return l ? (void *)l->entry : NULL;
}
leaf_body jvm_leaf_body(const struct method *m)
{
    const struct leaf *l = m->machine_entry ? leaf_of(m) : NULL;
    return l && m->machine_entry == (void *)l->entry ? l->body : NULL;
}
