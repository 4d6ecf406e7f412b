/* jdk.internal.misc.Unsafe: reads, writes and compare-and-set by base and offset.
 *
 * `base` NULL: the offset is an address. Otherwise it is a byte offset from the object's start, from objectFieldOffset,
 * staticFieldOffset (base: the mirror) or arrayBaseOffset. Nothing is checked, as the class's contract says. Volatile
 * forms are sequentially consistent; the Java side builds acquire, release, opaque and sub-word forms on these. An
 * address in a mapped file that was truncated: InternalError.
 *
 * Offsets below the first field are HotSpot's mark word, for programs that write it (header_put). */
#include "core/exception.h"
#include "jdk/jvm_natives.h"
#include "meta/watch.h"
#include "os/os_guard.h"
#include "thread/monitor.h"
#include "thread/vmentry.h"

/* The place of a primitive. In integers: NULL plus an offset is no pointer arithmetic in C, and the compiler would
 * assume that base is an object. */
static inline void *address(jobject base, jlong offset)
{
    struct heap_place at = heap_place(ref_get(base), (u64)offset, false);
    return (void *)((uintptr_t)at.base + (uintptr_t)at.offset);
}

/* Events of watched fields come before the access. `v` and `expected` are in memory form. */
#define WATCH(what, ...) \
    do { \
        if (UNLIKELY(watched_fields)) watch_unsafe_##what(self, ref_get(base), offset, __VA_ARGS__); \
    } while (0)

/* X(Java's name, JNI type, descriptor char, its bits) */
/* clang-format off */
#define UNSAFE_KINDS(X) \
    X(Boolean, jboolean, Z, u8) X(Byte, jbyte, B, u8) X(Short, jshort, S, u16) X(Char, jchar, C, u16) \
    X(Int, jint, I, u32) X(Long, jlong, J, u64) X(Float, jfloat, F, u32) X(Double, jdouble, D, u64)
/* clang-format on */

static inline bool in_header(jobject base, jlong offset) { return base && (u64)offset < OBJECT_HEADER_SIZE; }
/* Writes `size` bytes of a mark word at offset 0. It has the identity hash in bits 8 to 38, which test tools set to
 * make a run repeatable. The other bits are locks' and collectors', and have no effect. */
static void header_put(struct thread *self, struct object *o, jlong offset, const void *bytes, size_t size)
{
    enum { HASH_SHIFT = 8, HASH_MASK = 0x7fffffff };
    u64 mark = (u64)(u32)object_hash(o) << HASH_SHIFT;
    size_t room = sizeof mark - (size_t)offset;
    memcpy((char *)&mark + offset, bytes, size < room ? size : room);
    object_set_hash(self, o, (u32)(mark >> HASH_SHIFT) & HASH_MASK);
}

void vm_throw_memory_gone(struct thread *self)
{
    throw_name(self, "java/lang/InternalError",
               "a fault occurred in a recent unsafe memory access operation in compiled Java code");
}

#define ACCESSORS(Name, jtype, sig, bits) \
    static jtype JNICALL get##Name(JNIEnv *env, jobject unsafe, jobject base, jlong offset) \
    { \
        VM_ENTRY(env); \
        WATCH(read, sizeof(bits)); \
        u64 raw = 0; \
        if (!os_guard_load(address(base, offset), sizeof(bits), &raw)) vm_throw_memory_gone(self); \
        jtype v; \
        memcpy(&v, &raw, sizeof v); \
        VM_RETURN(v); \
    } \
    static void JNICALL put##Name(JNIEnv *env, jobject unsafe, jobject base, jlong offset, jtype v) \
    { \
        VM_ENTRY(env); \
        bits raw; \
        memcpy(&raw, &v, sizeof raw); \
        WATCH(write, &v, sizeof v); \
        if (UNLIKELY(in_header(base, offset))) \
            header_put(self, ref_get(base), offset, &v, sizeof v); \
        else if (!os_guard_store(address(base, offset), sizeof raw, raw)) \
            vm_throw_memory_gone(self); \
        VM_RETURN_VOID(); \
    } \
    static void JNICALL put##Name##Volatile(JNIEnv *env, jobject unsafe, jobject base, jlong offset, jtype v) \
    { \
        VM_ENTRY(env); \
        bits raw; \
        memcpy(&raw, &v, sizeof raw); \
        WATCH(write, &v, sizeof v); \
        if (UNLIKELY(in_header(base, offset))) \
            header_put(self, ref_get(base), offset, &v, sizeof v); \
        else if (!os_guard_exchange(address(base, offset), sizeof raw, raw)) \
            vm_throw_memory_gone(self); \
        VM_RETURN_VOID(); \
    }
UNSAFE_KINDS(ACCESSORS)

#define COMPARE(Name, jtype, bits) \
    static jboolean JNICALL compareAndSet##Name(JNIEnv *env, jobject unsafe, jobject base, jlong offset, \
                                                jtype expected, jtype v) \
    { \
        VM_ENTRY(env); \
        WATCH(compare, &expected, &v, sizeof v); \
        u##bits was = (u##bits)expected; \
        if (!cpu_guarded_compare_##bits(address(base, offset), &was, (u##bits)v)) vm_throw_memory_gone(self); \
        VM_RETURN((jboolean)((jtype)was == expected)); \
    } \
    static jtype JNICALL compareAndExchange##Name(JNIEnv *env, jobject unsafe, jobject base, jlong offset, \
                                                  jtype expected, jtype v) \
    { \
        VM_ENTRY(env); \
        WATCH(compare, &expected, &v, sizeof v); \
        u##bits was = (u##bits)expected; \
        if (!cpu_guarded_compare_##bits(address(base, offset), &was, (u##bits)v)) vm_throw_memory_gone(self); \
        VM_RETURN((jtype)was); \
    }
COMPARE(Int, jint, 32)
COMPARE(Long, jlong, 64)

/* References. The store barrier takes the holder and a 32-bit offset. Larger offsets do not exist, and are refused, not
 * cut. */
static inline u32 ref_offset(u64 offset)
{
    VM_CHECK(offset <= UINT32_MAX);
    return (u32)offset;
}
static inline struct heap_place ref_place(jobject base, jlong offset)
{
    return heap_place(ref_get(base), (u64)offset, true);
}
static inline const nref *ref_address(jobject base, jlong offset)
{
    struct heap_place at = ref_place(base, offset);
    return (const nref *)((uintptr_t)at.base + (uintptr_t)at.offset);
}

static jobject JNICALL getReference(JNIEnv *env, jobject unsafe, jobject base, jlong offset)
{
    VM_ENTRY(env);
    WATCH(read, sizeof(nref));
    VM_RETURN(ref_local(self, ref_decode(*ref_address(base, offset))));
}

static void JNICALL putReference(JNIEnv *env, jobject unsafe, jobject base, jlong offset, jobject v)
{
    VM_ENTRY(env);
    WATCH(write, &(nref){ ref_encode(ref_get(v)) }, sizeof(nref));
    struct heap_place at = ref_place(base, offset);
    heap_store_ref(at.base, ref_offset(at.offset), ref_get(v));
    VM_RETURN_VOID();
}

static jobject JNICALL getReferenceVolatile(JNIEnv *env, jobject unsafe, jobject base, jlong offset)
{
    VM_ENTRY(env);
    WATCH(read, sizeof(nref));
    VM_RETURN(ref_local(self, ref_decode(__atomic_load_n(ref_address(base, offset), __ATOMIC_SEQ_CST))));
}

static void JNICALL putReferenceVolatile(JNIEnv *env, jobject unsafe, jobject base, jlong offset, jobject v)
{
    VM_ENTRY(env);
    WATCH(write, &(nref){ ref_encode(ref_get(v)) }, sizeof(nref));
    struct heap_place at = ref_place(base, offset);
    heap_store_ref_volatile(at.base, ref_offset(at.offset), ref_get(v));
    VM_RETURN_VOID();
}

static jboolean JNICALL compareAndSetReference(JNIEnv *env, jobject unsafe, jobject base, jlong offset,
                                               jobject expected, jobject v)
{
    VM_ENTRY(env);
    WATCH(compare, &(nref){ ref_encode(ref_get(expected)) }, &(nref){ ref_encode(ref_get(v)) }, sizeof(nref));
    struct heap_place at = ref_place(base, offset);
    VM_RETURN((jboolean)heap_cas_ref(at.base, ref_offset(at.offset), ref_get(expected), ref_get(v), NULL));
}

static jobject JNICALL compareAndExchangeReference(JNIEnv *env, jobject unsafe, jobject base, jlong offset,
                                                   jobject expected, jobject v)
{
    VM_ENTRY(env);
    WATCH(compare, &(nref){ ref_encode(ref_get(expected)) }, &(nref){ ref_encode(ref_get(v)) }, sizeof(nref));
    struct object *witness;
    struct heap_place at = ref_place(base, offset);
    heap_cas_ref(at.base, ref_offset(at.offset), ref_get(expected), ref_get(v), &witness);
    VM_RETURN(ref_local(self, witness));
}

static jobject JNICALL getUncompressedObject(JNIEnv *env, jobject unsafe, jlong at)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, *(struct object **)(uintptr_t)at));
}

static void JNICALL loadFence(JNIEnv *env, jobject unsafe) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
static void JNICALL storeFence(JNIEnv *env, jobject unsafe) { __atomic_thread_fence(__ATOMIC_RELEASE); }
static void JNICALL fullFence(JNIEnv *env, jobject unsafe) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#define OBJ "Ljava/lang/Object;"
#define KIND_ENTRIES(Name, jtype, sig, ctype) ENTRIES(Name, #sig)
/* A volatile load of a primitive is a load on this machine. */
#define ENTRIES(Name, sig) \
    { "get" #Name, "(" OBJ "J)" sig, get##Name }, { "get" #Name "Volatile", "(" OBJ "J)" sig, get##Name }, \
        PUT_ENTRIES(Name, sig)
#define PUT_ENTRIES(Name, sig) \
    { "put" #Name, "(" OBJ "J" sig ")V", put##Name }, \
        { "put" #Name "Volatile", "(" OBJ "J" sig ")V", put##Name##Volatile },
#define COMPARE_ENTRIES(Name, sig) \
    { "compareAndSet" #Name, "(" OBJ "J" sig sig ")Z", compareAndSet##Name }, \
        { "compareAndExchange" #Name, "(" OBJ "J" sig sig ")" sig, compareAndExchange##Name },

static const struct vm_native natives[] = {
    UNSAFE_KINDS(KIND_ENTRIES){ "getReference", "(" OBJ "J)" OBJ, getReference },
    { "getReferenceVolatile", "(" OBJ "J)" OBJ, getReferenceVolatile },
    PUT_ENTRIES(Reference, OBJ) COMPARE_ENTRIES(Int, "I") COMPARE_ENTRIES(Long, "J")
        COMPARE_ENTRIES(Reference, OBJ){ "getUncompressedObject", "(J)" OBJ, getUncompressedObject },
    { "loadFence", "()V", loadFence },
    { "storeFence", "()V", storeFence },
    { "fullFence", "()V", fullFence },
    { "registerNatives", "()V", vm_register_natives },
};
const struct vm_native_class natives_unsafe = VM_NATIVE_CLASS("jdk/internal/misc/Unsafe", natives);
