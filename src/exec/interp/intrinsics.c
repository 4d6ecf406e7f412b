/* Natives of java.base that run inside the caller's frame: no native frame, no transition, no reference cells.
 *
 * Only natives that neither allocate, block, throw (with the arguments that the fast path accepts) nor call Java are here, so no tool could see their
 * frame but through method events: while events, polls or stepping are on for the thread (its table is not the plain one) the ordinary native entry
 * runs instead, and so it does for every argument that the fast path does not take. The meaning of each is the Java class's documentation;
 * slots are laid out as runtime/frame.h says: a[0] is the first argument, a long's value is in its upper slot. */
#include "exec/exec_int.h"
#include "exec/interp/interp_int.h"
#include "os/os_time.h"
#include "runtime/events.h"
#include "runtime/loader.h"
#include "runtime/monitor.h"
#include <math.h>

#define CALLEE() ((struct method *)(uintptr_t)tos)
#define ORDINARY() do { if (CALLEE()->access & ACC_SYNCHRONIZED) GO(entry_native_sync); GO(entry_native); } while (0)

/* A native of `nargs` slots, receiver included. The body sees `a` and ends with one of the RETURN forms. */
#define INTRINSIC(name, nargs, ...)                                                                                    \
    static PRESERVE_NONE void name(INTERP_PARAMS)                                                                      \
    {                                                                                                                  \
        slot *a = sp - (nargs) + 1;                                                                                    \
        dispatch = self->dispatch;                                                                                     \
        if (UNLIKELY(dispatch != (void *const *)interp_tables[0])) ORDINARY();                                         \
        __VA_ARGS__                                                                                                         \
    }
#define RETURN_1(v) do { tos = (u64)(v); sp = a; DISPATCH(); } while (0)
#define RETURN_2(v) do { tos = (u64)(v); sp = a + 1; DISPATCH(); } while (0)
#define RETURN_0() do { sp = a - 1; tos = *sp; DISPATCH(); } while (0)

/* ---- jdk.internal.misc.Unsafe: a[0] the Unsafe, a[1] the base, a[3] the offset ---- */
#define AT(type) ((type *)((uintptr_t)a[1] + (uintptr_t)a[3]))
#define GETTERS(Name, type, RET, conv)                                                                                 \
    INTRINSIC(get_##Name, 4, { RET(conv(*(volatile type *)AT(type))); })                                               \
    INTRINSIC(get_##Name##_volatile, 4, { RET(conv(__atomic_load_n(AT(type), __ATOMIC_SEQ_CST))); })
#define PUTTERS(Name, type, nargs, last, conv)                                                                         \
    INTRINSIC(put_##Name, nargs, { *(volatile type *)AT(type) = (type)conv(a[last]); RETURN_0(); })                    \
    INTRINSIC(put_##Name##_volatile, nargs, { __atomic_store_n(AT(type), (type)conv(a[last]), __ATOMIC_SEQ_CST); RETURN_0(); })
#define SIGNED(v) (u32)(i32)(v)
#define PLAIN(v) (v)
#define BOOL(v) ((v) != 0)
#define ONE_BIT(v) ((v) & 1)
GETTERS(int, i32, RETURN_1, SIGNED)
GETTERS(byte, i8, RETURN_1, SIGNED)
GETTERS(short, i16, RETURN_1, SIGNED)
GETTERS(char, u16, RETURN_1, PLAIN)
GETTERS(boolean, u8, RETURN_1, BOOL)
GETTERS(long, u64, RETURN_2, PLAIN)
PUTTERS(int, u32, 5, 4, PLAIN)
PUTTERS(byte, u8, 5, 4, PLAIN)
PUTTERS(short, u16, 5, 4, PLAIN)
PUTTERS(boolean, u8, 5, 4, ONE_BIT)
PUTTERS(long, u64, 6, 5, PLAIN)

#define HOLDER slot_ref(a[1])
#define OFFSET (u32) a[3]
/* A reference without a base would be raw memory: not for the collector's eyes, left to the ordinary native. */
#define NEED_HOLDER() do { if (UNLIKELY(!a[1])) ORDINARY(); } while (0)
INTRINSIC(get_reference, 4, { NEED_HOLDER(); RETURN_1((uintptr_t)ref_decode(*(volatile nref *)AT(nref))); })
INTRINSIC(get_reference_volatile, 4, { NEED_HOLDER(); RETURN_1((uintptr_t)ref_decode(__atomic_load_n(AT(nref), __ATOMIC_SEQ_CST))); })
INTRINSIC(put_reference, 5, { NEED_HOLDER(); heap_store_ref(HOLDER, OFFSET, slot_ref(a[4])); RETURN_0(); })
INTRINSIC(put_reference_volatile, 5, { NEED_HOLDER(); heap_store_ref_volatile(HOLDER, OFFSET, slot_ref(a[4])); RETURN_0(); })
INTRINSIC(cas_reference, 6, { NEED_HOLDER(); RETURN_1(heap_cas_ref(HOLDER, OFFSET, slot_ref(a[4]), slot_ref(a[5]), NULL)); })
INTRINSIC(cax_reference, 6, {
    NEED_HOLDER();
    struct object *witness;
    heap_cas_ref(HOLDER, OFFSET, slot_ref(a[4]), slot_ref(a[5]), &witness);
    RETURN_1((uintptr_t)witness);
})
INTRINSIC(cas_int, 6, {
    u32 e = (u32)a[4];
    RETURN_1(__atomic_compare_exchange_n(AT(u32), &e, (u32)a[5], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
})
INTRINSIC(cax_int, 6, {
    u32 e = (u32)a[4];
    __atomic_compare_exchange_n(AT(u32), &e, (u32)a[5], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    RETURN_1(e);
})
INTRINSIC(cas_long, 8, {
    u64 e = a[5];
    RETURN_1(__atomic_compare_exchange_n(AT(u64), &e, a[7], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
})
INTRINSIC(cax_long, 8, {
    u64 e = a[5];
    __atomic_compare_exchange_n(AT(u64), &e, a[7], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    RETURN_2(e);
})
INTRINSIC(fence, 1, { atomic_thread_fence(memory_order_seq_cst); RETURN_0(); })

/* ---- java.lang ---- */
INTRINSIC(get_class, 1, { if (UNLIKELY(!a[0])) ORDINARY(); RETURN_1((uintptr_t)object_class(slot_ref(a[0]))->mirror); })
INTRINSIC(hash_code, 1, {
    if (UNLIKELY(!a[0])) ORDINARY();
    u32 w = atomic_load_explicit(&slot_ref(a[0])->lock, memory_order_relaxed);
    if ((w & LOCK_STATE_MASK) != LOCK_FREE || !(w >> LOCK_HASH_SHIFT)) ORDINARY();
    RETURN_1(w >> LOCK_HASH_SHIFT);
})
INTRINSIC(current_thread, 0, { RETURN_1((uintptr_t)self->java); })
INTRINSIC(nano_time, 0, { RETURN_2(os_time_monotonic_ns()); })
INTRINSIC(same_bits_1, 1, { RETURN_1((u32)a[0]); })
INTRINSIC(same_bits_2, 2, { RETURN_2(a[1]); })
INTRINSIC(square_root, 2, { RETURN_2(slot_of_double(sqrt(slot_double(a[1])))); })
INTRINSIC(array_copy_fast, 5, {
    struct object *src = slot_ref(a[0]), *dst = slot_ref(a[2]);
    i32 from = slot_int(a[1]), to = slot_int(a[3]), n = slot_int(a[4]);
    if (!src || !dst || src->class_ref != dst->class_ref || !class_is_array(object_class(src))) ORDINARY();
    if ((from | to | n) < 0 || (u32)from + (u32)n > (u32)array_length(src) || (u32)to + (u32)n > (u32)array_length(dst)) ORDINARY();
    if (!array_copy(self, src, from, dst, to, n)) ORDINARY(); /* it cannot fail with these */
    RETURN_0();
})
#define MIRROR_CLASS() struct class *c = a[0] ? class_of_mirror(slot_ref(a[0])) : NULL; if (UNLIKELY(!c)) ORDINARY()
INTRINSIC(class_is_instance, 2, {
    MIRROR_CLASS();
    RETURN_1(a[1] && !class_is_primitive(c) && object_instance_of(slot_ref(a[1]), c));
})
INTRINSIC(class_is_array_, 1, { MIRROR_CLASS(); RETURN_1(class_is_array(c)); })
INTRINSIC(class_is_primitive_, 1, { MIRROR_CLASS(); RETURN_1(class_is_primitive(c)); })
INTRINSIC(class_is_interface_, 1, { MIRROR_CLASS(); RETURN_1(class_is_interface(c)); })

static const struct intrinsic { const char *cls, *name, *desc; interp_fn fn; } table[] = {
#define UNSAFE "jdk/internal/misc/Unsafe"
#define ACCESS(Name, lower, d)                                                                                         \
    { UNSAFE, "get" Name, "(Ljava/lang/Object;J)" d, get_##lower }, { UNSAFE, "get" Name "Volatile", "(Ljava/lang/Object;J)" d, get_##lower##_volatile },
#define STORE(Name, lower, d)                                                                                          \
    { UNSAFE, "put" Name, "(Ljava/lang/Object;J" d ")V", put_##lower },                                                \
    { UNSAFE, "put" Name "Volatile", "(Ljava/lang/Object;J" d ")V", put_##lower##_volatile },
    ACCESS("Int", int, "I") ACCESS("Float", int, "F") ACCESS("Byte", byte, "B") ACCESS("Short", short, "S") ACCESS("Char", char, "C")
    ACCESS("Boolean", boolean, "Z") ACCESS("Long", long, "J") ACCESS("Double", long, "D") ACCESS("Reference", reference, "Ljava/lang/Object;")
    STORE("Int", int, "I") STORE("Float", int, "F") STORE("Byte", byte, "B") STORE("Short", short, "S") STORE("Char", short, "C")
    STORE("Boolean", boolean, "Z") STORE("Long", long, "J") STORE("Double", long, "D") STORE("Reference", reference, "Ljava/lang/Object;")
    { UNSAFE, "compareAndSetInt", "(Ljava/lang/Object;JII)Z", cas_int }, { UNSAFE, "compareAndExchangeInt", "(Ljava/lang/Object;JII)I", cax_int },
    { UNSAFE, "compareAndSetLong", "(Ljava/lang/Object;JJJ)Z", cas_long }, { UNSAFE, "compareAndExchangeLong", "(Ljava/lang/Object;JJJ)J", cax_long },
    { UNSAFE, "compareAndSetReference", "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z", cas_reference },
    { UNSAFE, "compareAndExchangeReference", "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", cax_reference },
    { UNSAFE, "loadFence", "()V", fence }, { UNSAFE, "storeFence", "()V", fence }, { UNSAFE, "fullFence", "()V", fence },
    { "java/lang/Object", "getClass", "()Ljava/lang/Class;", get_class }, { "java/lang/Object", "hashCode", "()I", hash_code },
    { "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", hash_code }, { "java/lang/System", "nanoTime", "()J", nano_time },
    { "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", array_copy_fast },
    { "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", current_thread },
    { "java/lang/Float", "floatToRawIntBits", "(F)I", same_bits_1 }, { "java/lang/Float", "intBitsToFloat", "(I)F", same_bits_1 },
    { "java/lang/Double", "doubleToRawLongBits", "(D)J", same_bits_2 }, { "java/lang/Double", "longBitsToDouble", "(J)D", same_bits_2 },
    { "java/lang/StrictMath", "sqrt", "(D)D", square_root },
    { "java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z", class_is_instance }, { "java/lang/Class", "isArray", "()Z", class_is_array_ },
    { "java/lang/Class", "isPrimitive", "()Z", class_is_primitive_ }, { "java/lang/Class", "isInterface", "()Z", class_is_interface_ },
};

void *intrinsic_entry(const struct method *m)
{
    const struct class *c = m->owner;
    if (!c->loader->is_boot || (c->flags & CLS_HIDDEN) || !method_is_native(m)) return NULL;
    for (size_t i = 0; i < ARRAY_LEN(table); i++)
        if (symbol_equals_cstr(m->name, table[i].name) && symbol_equals_cstr(c->name, table[i].cls) && symbol_equals_cstr(m->desc, table[i].desc))
            return (void *)table[i].fn;
    return NULL;
}
