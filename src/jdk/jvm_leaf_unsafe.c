/* Leaf natives of jdk.internal.misc.Unsafe. Slots: receiver 0, base 1, offset 2 and 3 (a long's value is in its upper
 * slot), then the values. If the memory was unmapped they decline: the ordinary native fails too, and throws. */
#include "core/alloc.h"
#include "jdk/jvm_leaf_int.h"
#include "os/os_guard.h"

/* A field that the base, a short object, lacks is elsewhere (heap/heap_short.c). While there are such, watched_fields
 * is not 0. */
static inline struct heap_place place(const slot *args, bool is_ref)
{
    struct object *base = slot_ref(args[1]);
    if (LIKELY(!watched_fields)) return (struct heap_place){ base, args[3] };
    return heap_place(base, args[3], is_ref);
}
static inline void *at(const slot *args)
{
    struct heap_place p = place(args, false);
    return (void *)((uintptr_t)p.base + (uintptr_t)p.offset);
}
static inline const nref *ref_at(const slot *args)
{
    struct heap_place p = place(args, true);
    return (const nref *)((uintptr_t)p.base + (uintptr_t)p.offset);
}

/* Is it a write to an object's header? The ordinary native handles those. */
static inline bool in_header(const slot *args) { return args[3] < OBJECT_HEADER_SIZE && slot_ref(args[1]); }

static inline slot truth(u8 v) { return v != 0; }
static inline u8 one_bit(slot v) { return v & 1; }

/* X(Java's name, descriptor, type in memory, its slot type, its result shape, slot of a put's value, conversion to a
 * slot) */
/* clang-format off */
#define KINDS(X) \
    X(Boolean, "Z", u8, truth, LEAF_ONE, 4, one_bit) X(Byte, "B", i8, slot_of_int, LEAF_ONE, 4, (i8)) \
    X(Short, "S", i16, slot_of_int, LEAF_ONE, 4, (i16)) X(Char, "C", u16, (slot), LEAF_ONE, 4, (u16)) \
    X(Int, "I", i32, slot_of_int, LEAF_ONE, 4, (i32)) X(Long, "J", i64, (slot), LEAF_WIDE, 5, (i64)) \
    X(Float, "F", u32, (slot), LEAF_ONE, 4, (u32)) X(Double, "D", u64, (slot), LEAF_WIDE, 5, (u64))
/* clang-format on */

#define ACCESS(Name, sig, type, to_slot, shape, where, of_slot) \
    LEAF_ACCESS(get##Name, 4, shape) \
    { \
        u64 v; \
        if (UNLIKELY(!os_guard_load(at(args), sizeof(type), &v))) return false; \
        *result = to_slot((type)v); \
        return true; \
    } \
    LEAF_ACCESS(put##Name, where + 1, LEAF_VOID) \
    { \
        return !in_header(args) && os_guard_store(at(args), sizeof(type), (u64)of_slot(args[where])); \
    } \
    LEAF_ACCESS(put##Name##Volatile, where + 1, LEAF_VOID) \
    { \
        return !in_header(args) && os_guard_exchange(at(args), sizeof(type), (u64)of_slot(args[where])); \
    }
KINDS(ACCESS)

LEAF_ACCESS(compareAndSetInt, 6, LEAF_ONE)
{
    u32 expected = (u32)args[4], was = expected;
    if (UNLIKELY(!cpu_guarded_compare_32(at(args), &was, (u32)args[5]))) return false;
    *result = was == expected;
    return true;
}

LEAF_ACCESS(compareAndExchangeInt, 6, LEAF_ONE)
{
    u32 was = (u32)args[4];
    if (UNLIKELY(!cpu_guarded_compare_32(at(args), &was, (u32)args[5]))) return false;
    *result = slot_of_int((i32)was);
    return true;
}

LEAF_ACCESS(compareAndSetLong, 8, LEAF_ONE)
{
    u64 was = args[5];
    if (UNLIKELY(!cpu_guarded_compare_64(at(args), &was, args[7]))) return false;
    *result = was == args[5];
    return true;
}

LEAF_ACCESS(compareAndExchangeLong, 8, LEAF_WIDE)
{
    u64 was = args[5];
    if (UNLIKELY(!cpu_guarded_compare_64(at(args), &was, args[7]))) return false;
    *result = was;
    return true;
}

/* References: the barrier needs an object and a small offset. */
static inline bool plain_place(const slot *args) { return slot_ref(args[1]) && args[3] <= UINT32_MAX; }

LEAF_ACCESS(getReference, 4, LEAF_ONE)
{
    *result = slot_of_ref(ref_decode(*ref_at(args)));
    return true;
}

LEAF_ACCESS(getReferenceVolatile, 4, LEAF_ONE)
{
    *result = slot_of_ref(ref_decode(__atomic_load_n(ref_at(args), __ATOMIC_SEQ_CST)));
    return true;
}

LEAF_ACCESS(putReference, 5, LEAF_VOID)
{
    if (!plain_place(args)) return false;
    struct heap_place to = place(args, true);
    heap_store_ref(to.base, (u32)to.offset, slot_ref(args[4]));
    return true;
}

LEAF_ACCESS(putReferenceVolatile, 5, LEAF_VOID)
{
    if (!plain_place(args)) return false;
    struct heap_place to = place(args, true);
    heap_store_ref_volatile(to.base, (u32)to.offset, slot_ref(args[4]));
    return true;
}

LEAF_ACCESS(compareAndSetReference, 6, LEAF_ONE)
{
    if (!plain_place(args)) return false;
    struct heap_place to = place(args, true);
    *result = heap_cas_ref(to.base, (u32)to.offset, slot_ref(args[4]), slot_ref(args[5]), NULL);
    return true;
}

LEAF_ACCESS(compareAndExchangeReference, 6, LEAF_ONE)
{
    if (!plain_place(args)) return false;
    struct object *witness;
    struct heap_place to = place(args, true);
    heap_cas_ref(to.base, (u32)to.offset, slot_ref(args[4]), slot_ref(args[5]), &witness);
    *result = slot_of_ref(witness);
    return true;
}

LEAF(loadFence, 1, LEAF_VOID)
{
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return true;
}

LEAF(storeFence, 1, LEAF_VOID)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
    return true;
}

LEAF(fullFence, 1, LEAF_VOID)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return true;
}

/* At most a few pages: longer copies use the ordinary native, during which the world can be stopped. */
enum { SHORT_COPY = 16 * 1024 };

LEAF_LONG(copyMemory0, 9, LEAF_VOID)
{
    size_t n = (size_t)args[8];
    if (n > SHORT_COPY) return false;
    return os_guard_copy((char *)slot_ref(args[4]) + (i64)args[6], (char *)slot_ref(args[1]) + (i64)args[3], n);
}

LEAF_LONG(setMemory0, 7, LEAF_VOID)
{
    size_t n = (size_t)args[5];
    if (n > SHORT_COPY) return false;
    return os_guard_set(at(args), (u8)args[6], n);
}

#define UNSAFE "jdk/internal/misc/Unsafe"
#define OBJ "Ljava/lang/Object;"
#define ENTRY(name, sig) { UNSAFE, #name, sig, LEAF_IN_TABLE(name) },
/* A volatile load of a primitive is a load on this machine. */
#define ENTRIES(Name, sig) \
    ENTRY(get##Name, "(" OBJ "J)" sig){ UNSAFE, "get" #Name "Volatile", "(" OBJ "J)" sig, LEAF_IN_TABLE(get##Name) }, \
        PUT_ENTRIES(Name, sig)
#define PUT_ENTRIES(Name, sig) ENTRY(put##Name, "(" OBJ "J" sig ")V") ENTRY(put##Name##Volatile, "(" OBJ "J" sig ")V")
#define KIND_ENTRIES(Name, sig, type, to_slot, shape, where, of_slot) ENTRIES(Name, sig)
#define COMPARE_ENTRIES(Name, sig) \
    ENTRY(compareAndSet##Name, "(" OBJ "J" sig sig ")Z") ENTRY(compareAndExchange##Name, "(" OBJ "J" sig sig ")" sig)

const struct leaf leaves_unsafe[] = {
    KINDS(KIND_ENTRIES) ENTRY(getReference, "(" OBJ "J)" OBJ) ENTRY(getReferenceVolatile, "(" OBJ "J)" OBJ)
        PUT_ENTRIES(Reference, OBJ) COMPARE_ENTRIES(Int, "I") COMPARE_ENTRIES(Long, "J") COMPARE_ENTRIES(Reference, OBJ)
            ENTRY(loadFence, "()V") ENTRY(storeFence, "()V") ENTRY(fullFence, "()V")
                ENTRY(copyMemory0, "(" OBJ "J" OBJ "JJ)V") ENTRY(setMemory0, "(" OBJ "JJB)V")
};
const size_t leaves_unsafe_count = ARRAY_LEN(leaves_unsafe);
